//! The stat block of the wounds family: a creature's or an object's body.

pub use super::attack::{
    Area, Attack, AttackKind, Combo, Component, Dread, HarmType, Make, Reach, Shape, Tag, Technique,
};
use super::schema::schema;
pub use super::skill::Skill;
use super::supply::Supply;
use crate::rules::model::ids::Text;
pub use crate::rules::model::tenths::Tenths;
use serde::{Deserialize, Serialize};

/// The kind of body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum BodyKind {
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

schema! {
    /// A creature or object of the wounds family. Bonuses are final skill values without scale. Omitted fields have their
    /// default values.
    Body {
        /// The creature's name; the combatant's own name may differ.
        name: Text = "".into();
        /// Creature or object.
        kind: BodyKind = BodyKind::Creature;
        /// Size; 0 is human.
        scale: i32 = 0, within(-1, 10);
        /// Strength.
        str: i32 = 3, within(-5, 30), keys ["strength"];
        /// Endurance; an object has 3.
        end: i32 = 3, within(-5, 30), keys ["endurance"];
        /// Dexterity.
        dex: i32 = 3, within(-5, 30), keys ["dexterity"];
        /// Intelligence.
        int: i32 = 3, within(-5, 30), keys ["intelligence"];
        /// Spirit.
        spirit: i32 = 3, within(-5, 30), keys ["spi"];
        /// Miscellaneous bonus to Will.
        will_misc: i32 = 0, within(-20, 30);
        /// Defence bonus of armour.
        #[serde(skip_serializing_if = "Option::is_none")]
        armour: Option<i32> = None, within(-10, 40), none "it wears none", keys ["armor", "arm", "def", "defence"];
        /// Defence bonus of hide and the like; absent: 0 for a creature, none for an object.
        #[serde(skip_serializing_if = "Option::is_none")]
        natural: Option<i32> = None, within(-10, 40), none "0, of an object none";
        /// Defence bonus of its material.
        #[serde(skip_serializing_if = "Option::is_none")]
        durability: Option<i32> = None, within(-10, 40), none "it has none";
        /// Defence bonus for fighting without armour.
        #[serde(skip_serializing_if = "Option::is_none")]
        unarmoured: Option<i32> = None, within(-10, 40), none "it has none", keys ["unarmored"];
        /// Speed on foot in squares per second.
        speed: Tenths = Tenths::whole(3), within(0, 200), keys ["move"];
        /// Flying speed in squares per second; absent: it cannot fly.
        #[serde(skip_serializing_if = "Option::is_none")]
        fly_speed: Option<Tenths> = None, within(0, 200);
        /// Legs.
        legs: u8 = 2, within(0, 20);
        /// Arms or tentacles.
        arms: u8 = 2, within(0, 20);
        /// Wings.
        wings: u8 = 0, within(0, 20);
        /// Initiative bonus; absent: dodge + Dexterity.
        #[serde(skip_serializing_if = "Option::is_none")]
        initiative: Option<i32> = None, within(-20, 40), none "dodge and dexterity", keys ["init"];
        /// Attack bonus in melee.
        weapon_skill: i32 = 0, within(-10, 40), keys ["skill", "ws", "melee", "att", "attack"];
        /// Attack bonus at a distance.
        ranged_skill: i32 = 0, within(-10, 40), keys ["ranged", "rs", "missile", "shoot"];
        /// Attack bonus with magic.
        magic_skill: i32 = 0, within(-10, 40), keys ["magic"];
        /// The reflex skill; absent: it cannot dodge.
        dodge: Option<i32> = Some(0), within(-10, 40), none "it cannot";
        /// Shield skill; absent: it cannot block.
        #[serde(skip_serializing_if = "Option::is_none")]
        block: Option<i32> = None, within(-10, 40), none "it cannot";
        /// Weapon parry skill; absent: it cannot parry.
        #[serde(skip_serializing_if = "Option::is_none")]
        parry: Option<i32> = None, within(-10, 40), none "it cannot";
        /// Skill.
        fortitude: i32 = 0, within(-10, 40), keys ["fort"];
        /// Skill.
        perception: i32 = 0, within(-10, 40), keys ["per"];
        /// Skill.
        stealth: i32 = 0, within(-10, 40);
        /// Skill.
        wrestle: i32 = 0, within(-10, 40);
        /// Skill.
        athletics: i32 = 0, within(-10, 40);
        /// Skill.
        acrobatics: i32 = 0, within(-10, 40);
        /// Skill.
        ride: i32 = 0, within(-10, 40);
        /// Skill.
        medicine: i32 = 0, within(-10, 40);
        /// Possession bonus; absent: it cannot possess others.
        #[serde(skip_serializing_if = "Option::is_none")]
        possession: Option<i32> = None, within(-10, 40), none "it cannot";
        /// Mobility penalties of its armour.
        armour_mobility: i32 = 0, within(0, 10);
        /// Other mobility penalties.
        other_mobility: i32 = 0, within(0, 10);
        /// Kilograms carried.
        carried_kg: Tenths = Tenths::default(), within(0, i32::MAX);
        /// Kilograms on wheels, which count a quarter.
        rolling_kg: Tenths = Tenths::default(), within(0, i32::MAX);
        /// Ranks of the weapon skill, which limit the size of combos.
        weapon_ranks: u8 = 0, within(0, 20), keys ["ranks"];
        /// Ranks of the ranged skill.
        ranged_ranks: u8 = 0, within(0, 20);
        /// The highest total Combo Rating it can use.
        combo_rating: i32 = 1, within(0, 40);
        /// Attacks beyond the first in one combo.
        extra_attacks: u8 = 0, within(0, 10);
        /// Its attacks; if none are given, one unarmed.
        attacks: Vec<Attack> = Vec::new();
        /// Its combos; if none are given, one single attack.
        combos: Vec<Combo> = Vec::new();
        /// Its techniques.
        techniques: Vec<Technique> = Vec::new();
        /// Limited supplies: arrows, charges.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        counters: Vec<Supply> = Vec::new();
        /// Level.
        level: u32 = 1, within(1, 40), keys ["lvl", "l"];
        /// Experience points.
        xp: u32 = 0, within(0, i32::MAX);
        /// Its susceptibility to an electromagnetic pulse; absent: not electronic.
        #[serde(skip_serializing_if = "Option::is_none")]
        emp_class: Option<EmpClass> = None;
        /// Further notes for the table.
        notes: Text = "".into();
    }
}

impl Body {
    /// Whether it is an object.
    pub fn is_object(&self) -> bool {
        self.kind == BodyKind::Object
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_is_called_by_its_own_name_and_no_name_means_two() {
        for figure in Body::FIGURES {
            let own = figure.field.replace('_', "");
            for name in figure.keys.iter().copied().chain([&*own]) {
                let called = Body::FIGURES.iter().filter(|other| other.is_called(name));
                let called: Vec<&str> = called.map(|other| other.field).collect();
                assert_eq!(called, [figure.field], "{name}");
            }
        }
    }

    #[test]
    fn a_figure_is_at_fault_just_beyond_its_bounds() {
        for figure in Body::FIGURES {
            let (least, most) = figure.bounds;
            let fault = |n: Option<i32>| {
                let mut body = Body::default();
                assert!((figure.set)(&mut body, n), "{}", figure.field);
                !figure.faults(&body).is_empty()
            };
            assert!(!fault(Some(least)) && (most == i32::MAX || !fault(Some(most))), "{}", figure.field);
            assert!(most == i32::MAX || most >= 255 || fault(Some(most + 1)), "{}", figure.field);
        }
    }
}
