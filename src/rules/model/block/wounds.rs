//! The stat block of the wounds family: a creature's or an object's body.

pub use super::attack::{
    Area, Attack, AttackKind, Combo, Component, Dread, HarmType, Make, Reach, Shape, Tag, Technique,
};
use crate::rules::model::ids::Text;
use crate::rules::model::listed::listed;
use crate::rules::model::supply::Supply;
pub use crate::rules::model::tenths::Tenths;
use serde::{Deserialize, Serialize};

/// The kind of body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Kind {
    /// A creature: it lives (or did), can fear and die.
    #[default]
    Creature,
    /// An object: it breaks.
    Object,
}

/// The complexity of an electronic device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum EmpClass {
    /// A flashlight.
    VerySimple,
    /// Between a flashlight and a radio.
    Simple,
    /// A radio, a civilian car.
    Moderate,
    /// A telephone, a computer.
    Complicated,
    /// A robot.
    Advanced,
}

listed! {
    /// The skills used in checks.
    Skill {
        /// Evading attacks; the reflex skill.
        Dodge = "dodge",
        /// Resisting poison, pain and exhaustion.
        Fortitude = "fortitude",
        /// Noticing things.
        Perception = "perception",
        /// Not being noticed.
        Stealth = "stealth",
        /// Grappling.
        Wrestle = "wrestle",
        /// Running, climbing, jumping.
        Athletics = "athletics",
        /// Tumbling, balancing.
        Acrobatics = "acrobatics",
        /// Riding.
        Ride = "ride",
        /// Treating wounds.
        Medicine = "medicine",
    }
}

/// A creature or object of the wounds family. Bonuses are final skill values without scale. Omitted fields have their
/// default values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Body {
    /// The creature's name; the combatant's own name may differ.
    pub name: Text,
    /// Creature or object.
    pub kind: Kind,
    /// Size, -1..=10; 0 is human.
    pub scale: i32,
    /// Strength, -5..=30.
    pub str: i32,
    /// Endurance, -5..=30; an object has 3.
    pub end: i32,
    /// Dexterity, -5..=30.
    pub dex: i32,
    /// Intelligence, -5..=30.
    pub int: i32,
    /// Spirit, -5..=30.
    pub spirit: i32,
    /// Miscellaneous bonus to Will, -20..=30.
    pub will_misc: i32,
    /// Defence bonus of armour, -10..=40.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub armour: Option<i32>,
    /// Defence bonus of hide and the like, -10..=40; absent: 0 for a creature, none for an object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub natural: Option<i32>,
    /// Defence bonus of its material, -10..=40.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub durability: Option<i32>,
    /// Defence bonus for fighting without armour, -10..=40.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unarmoured: Option<i32>,
    /// Speed on foot in squares per second, 0..=200.
    pub speed: Tenths,
    /// Flying speed in squares per second, 0..=200; absent: it cannot fly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fly_speed: Option<Tenths>,
    /// Legs, 0..=20.
    pub legs: u8,
    /// Arms or tentacles, 0..=20.
    pub arms: u8,
    /// Wings, 0..=20.
    pub wings: u8,
    /// Initiative bonus, -20..=40; absent: dodge + Dexterity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initiative: Option<i32>,
    /// Attack bonus in melee, -10..=40.
    pub weapon_skill: i32,
    /// Attack bonus at a distance, -10..=40.
    pub ranged_skill: i32,
    /// Attack bonus with magic, -10..=40.
    pub magic_skill: i32,
    /// The reflex skill, -10..=40; absent: it cannot dodge.
    pub dodge: Option<i32>,
    /// Shield skill, -10..=40; absent: it cannot block.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block: Option<i32>,
    /// Weapon parry skill, -10..=40; absent: it cannot parry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parry: Option<i32>,
    /// Skill, -10..=40.
    pub fortitude: i32,
    /// Skill, -10..=40.
    pub perception: i32,
    /// Skill, -10..=40.
    pub stealth: i32,
    /// Skill, -10..=40.
    pub wrestle: i32,
    /// Skill, -10..=40.
    pub athletics: i32,
    /// Skill, -10..=40.
    pub acrobatics: i32,
    /// Skill, -10..=40.
    pub ride: i32,
    /// Skill, -10..=40.
    pub medicine: i32,
    /// Possession bonus, -10..=40; absent: it cannot possess others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub possession: Option<i32>,
    /// Mobility penalties of its armour, 0..=10.
    pub armour_mobility: i32,
    /// Other mobility penalties, 0..=10.
    pub other_mobility: i32,
    /// Kilograms carried.
    pub carried_kg: Tenths,
    /// Kilograms on wheels, which count a quarter.
    pub rolling_kg: Tenths,
    /// Ranks of the weapon skill, 0..=20, which limit the size of combos.
    pub weapon_ranks: u8,
    /// Ranks of the ranged skill, 0..=20.
    pub ranged_ranks: u8,
    /// The highest total Combo Rating it can use, 0..=40.
    pub combo_rating: i32,
    /// Attacks beyond the first in one combo, 0..=10.
    pub extra_attacks: u8,
    /// Its attacks; if none are given, one unarmed.
    pub attacks: Vec<Attack>,
    /// Its combos; if none are given, one single attack.
    pub combos: Vec<Combo>,
    /// Its techniques.
    pub techniques: Vec<Technique>,
    /// Limited supplies: arrows, charges.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<Supply>,
    /// Level, 1..=40.
    pub level: u32,
    /// Experience points.
    pub xp: u32,
    /// Its susceptibility to an electromagnetic pulse; absent: not electronic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emp_class: Option<EmpClass>,
    /// Further notes for the table.
    pub notes: Text,
}

impl Default for Body {
    fn default() -> Self {
        Self {
            name: "".into(),
            kind: Kind::Creature,
            scale: 0,
            str: 3,
            end: 3,
            dex: 3,
            int: 3,
            spirit: 3,
            will_misc: 0,
            armour: None,
            natural: None,
            durability: None,
            unarmoured: None,
            speed: Tenths::whole(3),
            fly_speed: None,
            legs: 2,
            arms: 2,
            wings: 0,
            initiative: None,
            weapon_skill: 0,
            ranged_skill: 0,
            magic_skill: 0,
            dodge: Some(0),
            block: None,
            parry: None,
            fortitude: 0,
            perception: 0,
            stealth: 0,
            wrestle: 0,
            athletics: 0,
            acrobatics: 0,
            ride: 0,
            medicine: 0,
            possession: None,
            armour_mobility: 0,
            other_mobility: 0,
            carried_kg: Tenths::default(),
            rolling_kg: Tenths::default(),
            weapon_ranks: 0,
            ranged_ranks: 0,
            combo_rating: 1,
            extra_attacks: 0,
            attacks: Vec::new(),
            combos: Vec::new(),
            techniques: Vec::new(),
            counters: Vec::new(),
            level: 1,
            xp: 0,
            emp_class: None,
            notes: "".into(),
        }
    }
}

impl Body {
    /// Whether it is an object.
    pub fn is_object(&self) -> bool {
        self.kind == Kind::Object
    }

    /// Returns the final bonus of a skill, without scale; 0 for one it lacks.
    pub fn skill(&self, skill: Skill) -> i32 {
        match skill {
            Skill::Dodge => self.dodge.unwrap_or(0),
            Skill::Fortitude => self.fortitude,
            Skill::Perception => self.perception,
            Skill::Stealth => self.stealth,
            Skill::Wrestle => self.wrestle,
            Skill::Athletics => self.athletics,
            Skill::Acrobatics => self.acrobatics,
            Skill::Ride => self.ride,
            Skill::Medicine => self.medicine,
        }
    }

    /// Returns the attack bonus of a line, without scale: its own, otherwise the skill of its kind.
    pub fn attack_bonus(&self, line: &Attack) -> i32 {
        line.bonus.unwrap_or_else(|| self.skill_of(line.kind))
    }

    /// Returns the skill used by attacks of that kind.
    pub fn skill_of(&self, kind: AttackKind) -> i32 {
        match kind {
            AttackKind::Melee => self.weapon_skill,
            AttackKind::Ranged => self.ranged_skill,
            AttackKind::MagicMelee | AttackKind::MagicRanged => self.magic_skill,
        }
    }

    /// Whether it knows that technique.
    pub fn knows(&self, technique: &Technique) -> bool {
        self.techniques.contains(technique)
    }
}
