//! The figures of Advanced House Rules, as they stand in its asset.

use crate::rules::d20::admit::Bounds;
use crate::rules::d20::evasion::EvasionTable;
use crate::rules::d20::tables::{Modifier, TurningTable, Weapon};
use crate::rules::model::block::d20::{Ability, Armour, Attribute, Class};
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::ids::Text;
use crate::rules::model::tally::Reason;
use crate::rules::ruleset::about::Table;
use crate::rules::ruleset::table::RangeTable;
use serde::Deserialize;

/// All tables of the ruleset.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// The least and the most of the figures of a block (section 1.1).
    pub bounds: Vec<Bounds>,
    /// What stands over each table as it is printed, in the order of [`lookup`](super::lookup).
    pub printed: Vec<Table>,
    /// Ability score to modifier (section 1.2).
    pub ability: RangeTable<i32>,
    /// Score of Dexterity to what is added to initiative, and of Charisma to a reaction (section 1.2).
    pub narrow: RangeTable<i32>,
    /// `HitDice::fighting` to the attack bonus of a creature; a normal human's stands apart (section 3.19).
    pub attack_bonus: RangeTable<i32>,
    /// The attack bonus of a normal human (section 3.19).
    pub normal_human_bonus: i32,
    /// Saving throws by whole Hit Dice, in the order of `Save::ALL` (section 3.19).
    pub saves: RangeTable<[u8; 5]>,
    /// Those of a normal human (section 3.19).
    pub normal_human_saves: [u8; 5],
    /// Classes (sections 3.18 and 3.19; `house.class.extra-attacks`, `house.class.turn-undead`).
    pub classes: Vec<ClassRow>,
    /// The classes that these rules bring (`house.class.adjustments`).
    pub callings: Vec<Calling>,
    /// 2d6 with modifiers: how the others take the meeting (`house.reaction.roll`).
    pub reaction: RangeTable<Text>,
    /// Natural rolls that run wild, whether that is good for the caster, and what comes of it
    /// (`house.spell.wild-magic`).
    pub wild_magic: Vec<(i32, bool, Text)>,
    /// Ability whose score gives the spellcasters of a class more spells (`house.spell.bonus`).
    pub spell_ability: Vec<(Class, Ability)>,
    /// That score to more spells of level 1, 2 and 3 (`house.spell.bonus`).
    pub bonus_spells: RangeTable<[u8; 3]>,
    /// What changes the attack roll (`house.attack.stack`).
    pub to_hit: Vec<Modifier>,
    /// Quarters of the target hidden, and by how much its armour class is better (`house.attack.cover`).
    pub cover: Vec<(i32, i32)>,
    /// The d100 of a critical hit (`house.critical.trigger`).
    pub critical: RangeTable<Row<Critical>>,
    /// The d100 of a minor injury (`house.critical.minor-injury`).
    pub minor_injury: RangeTable<Row<Injury>>,
    /// The d100 of a major injury (`house.critical.major-injury`).
    pub major_injury: RangeTable<Row<Injury>>,
    /// The d100 of a critical miss (`house.fumble.trigger`).
    pub fumble: RangeTable<Row<Fumble>>,
    /// Level to what the chosen weapon gains (`house.class.weapon-specialization`).
    pub specialization: RangeTable<Specialization>,
    /// What two weapons cost without the talent (`house.attack.two-weapons`).
    pub two_weapons: TwoWeapons,
    /// The same with the talent, by level (`house.class.two-weapon-fighting`).
    pub two_weapon_talent: RangeTable<TwoWeapons>,
    /// Undead turned, by the level of a cleric (`house.class.turn-undead`).
    pub turning: TurningTable,
    /// Level of a mage to its chances in a hundred, in the order of [`MageSkill`] (`house.check.mage-skill`).
    pub mage_skills: RangeTable<[i32; 5]>,
    /// The skills of classes, in the order of a form (`house.check.thief-d6`, `house.check.mage-skill`,
    /// `house.check.tracking`).
    pub crafts: Vec<CraftRow>,
    /// Classes that use what is made for arcane magic (`house.class.mage-items`).
    pub arcane: Vec<Class>,
    /// Level of a warden to its chance in a hundred (`house.check.tracking`).
    pub tracking: RangeTable<i32>,
    /// What changes that chance (`house.check.tracking`).
    pub tracks: Vec<(Text, Text)>,
    /// Size of the group that runs; for each, the size of the other to the chance in a hundred. 9999 stands for any
    /// greater number (`house.pursuit.wilderness`).
    pub evasion: EvasionTable,
    /// What changes that chance (`house.pursuit.wilderness`).
    pub evasion_modifiers: Vec<Modifier>,
    /// It is never less than that (`house.pursuit.wilderness`).
    pub least_evasion: i32,
    /// What is carried at most for each rate of movement, the fastest first (`house.encumbrance.rate`).
    pub loads: Vec<Load>,
    /// Score of Strength to what it adds to each of those bounds, in CW (`house.encumbrance.strength`).
    pub load_by_strength: RangeTable<i32>,
    /// Armour (`house.equipment.armour-class`).
    pub armour: Vec<ArmourRow>,
    /// Shields (`house.equipment.armour-class`).
    pub shields: Vec<ShieldRow>,
    /// Weapons, and what else is thrown, their weight in CW (`house.equipment.lists`).
    pub weapons: Vec<Weapon>,
    /// What a weapon deals for which no table has dice.
    pub any_weapon: DiceExpr,
    /// What bare hands deal (`house.melee.unarmed`).
    pub unarmed: DiceExpr,
    /// What a flask that missed does where it lands (`house.missile.splash-miss`).
    pub splash: DiceExpr,
    /// The directions in which something lands, by the faces of a d8 from 1 on (`house.missile.splash-miss`).
    pub directions: Vec<Text>,
    /// What is shot (`house.missile.ammunition`).
    pub ammunition: Vec<Ware>,
    /// What else is carried (`house.equipment.lists`).
    pub gear: Vec<Ware>,
    /// What makes music (`house.equipment.lists`).
    pub instruments: Vec<Ware>,
    /// Animals to ride and to bear burdens (`house.equipment.lists`).
    pub mounts: Vec<Mount>,
    /// What goes with them, and what they draw (`house.equipment.lists`).
    pub tack: Vec<Ware>,
    /// Boats and ships (`house.equipment.lists`).
    pub boats: Vec<Ware>,
    /// Points of expertise: class, at the first level, halves of a point for each further one
    /// (`house.check.thief-d6`).
    pub expertise: Vec<(Class, i32, i32)>,
    /// Occupations before adventuring, by the faces of a d100 from 1 on (`house.equipment.lists`).
    pub occupations: Vec<Text>,
}

impl Tables {
    /// What that adds to an attack roll; 0 for what has no figure of its own.
    pub fn on_roll(&self, reason: &Reason) -> i32 {
        let row = self.to_hit.iter().find(|row| row.reason.as_ref() == Some(reason));
        row.and_then(|row| row.modifier).unwrap_or(0)
    }

    /// What that adds to a chance to evade.
    pub fn on_evasion(&self, reason: &Reason) -> i32 {
        let row = self.evasion_modifiers.iter().find(|row| row.reason.as_ref() == Some(reason));
        row.and_then(|row| row.modifier).unwrap_or(0)
    }

    /// The rate of movement with so many CW, by the score of Strength; `None`: too much to move with
    /// (`house.encumbrance.rate`, A31).
    pub fn rate(&self, carried: i32, strength: i32) -> Option<&Load> {
        self.loads.iter().find(|row| carried <= self.bound(row, strength))
    }

    /// The most it moves with at all, in CW (`house.encumbrance.lift`).
    pub fn most_load(&self, strength: i32) -> i32 {
        self.loads.iter().map(|row| self.bound(row, strength)).max().unwrap_or(0)
    }

    fn bound(&self, row: &Load, strength: i32) -> i32 {
        let more = self.load_by_strength.at(strength).copied().unwrap_or(0);
        row.most.saturating_add(more).max(0)
    }

    /// The row of a class; none for those whose figures are typed in.
    pub fn class(&self, class: Class) -> Option<&ClassRow> {
        self.classes.iter().find(|row| row.class == class)
    }

    /// The row of an armour.
    pub fn armour(&self, armour: Armour) -> Option<&ArmourRow> {
        self.armour.iter().find(|row| row.armour == armour)
    }

    /// What a shield of so many points leaves of Dexterity at most: as the largest that is not larger.
    pub fn shield_cap(&self, points: i32) -> Option<i32> {
        let small_enough = self.shields.iter().filter(|row| row.points <= points);
        small_enough.max_by_key(|row| row.points).map(|row| row.cap)
    }

    /// The chance in a hundred of a mage's skill, before Intelligence (`house.check.mage-skill`).
    pub fn mage_skill(&self, skill: MageSkill, level: i32) -> i32 {
        let row = self.mage_skills.at(level);
        row.and_then(|row| row.get(skill as usize)).copied().unwrap_or(0)
    }

    /// Points of expertise of a class at a level, rounded down; none for those that have no such skills
    /// (`house.check.thief-d6`, A51).
    pub fn expertise(&self, class: Class, level: i32) -> Option<i32> {
        let (_, first, halves) = self.expertise.iter().find(|(own, _, _)| *own == class)?;
        Some(first + halves * (level - 1).max(0) / 2)
    }
}

/// A class: its figures by level, where the rules have them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassRow {
    /// Which.
    pub class: Class,
    /// Faces of its Hit Die; absent: typed in.
    #[serde(default)]
    pub hit_die: Option<u16>,
    /// Levels to attack bonus and saves; empty: typed in.
    #[serde(default = "no_rows")]
    pub levels: RangeTable<(i32, [u8; 5])>,
    /// Levels to attacks a round; empty: one (`house.class.extra-attacks`).
    #[serde(default = "no_rows")]
    pub attacks: RangeTable<u8>,
    /// It turns undead as a cleric so many levels lower; absent: not at all (`house.class.turn-undead`).
    #[serde(default)]
    pub turns: Option<i32>,
    /// What each level takes: experience and Hit Dice (section 3.18).
    #[serde(default)]
    pub progression: Vec<(u32, Text)>,
}

fn no_rows<T>() -> RangeTable<T> {
    RangeTable(Vec::new())
}

/// A class that these rules bring, in words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calling {
    /// Which.
    pub class: Class,
    /// What it takes to be one.
    pub needs: Text,
    /// What it may wear.
    pub armour: Text,
    /// What it may fight with.
    pub weapons: Text,
    /// Its prime requisites, and what they add to experience.
    pub prime: Text,
}

/// A row of a chart of d100.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row<T> {
    /// What comes of it.
    pub what: T,
    /// The rule that says so.
    pub rule: Text,
    /// The same in a line.
    pub text: Text,
}

/// What a critical hit brings beside double dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Critical {
    /// Nothing.
    Plain,
    /// Something comes loose and falls.
    Strap,
    /// Pushed 5 feet.
    Knockback,
    /// A bonus next round for whoever acts first.
    Momentum,
    /// The weapon goes, unless a check saves it.
    Disarm,
    /// Prone.
    Knockdown,
    /// The weapon flies 10 feet.
    FumbledWeapon,
    /// A check of morale.
    Rout,
    /// Incapacitated to the end of the next round.
    Stun,
    /// Ones are rolled again.
    Savage,
    /// A minor injury.
    MinorInjury,
    /// A major injury.
    MajorInjury,
    /// A major injury, the attacker's Strength added.
    MajorInjuryPlus,
}

/// An injury, minor or major by its chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Injury {
    /// Where.
    pub part: Part,
    /// Faces of the die of blood lost each round; 0: none.
    #[serde(default)]
    pub bleeds: u16,
    /// Only magic stops the blood.
    #[serde(default)]
    pub magic_alone: bool,
}

/// A part of the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Part {
    /// One of two.
    Hand,
    /// One of two.
    Arm,
    /// One of two.
    Leg,
    /// The middle.
    Groin,
    /// Chest and belly.
    Torso,
    /// The head.
    Head,
}

impl Part {
    /// It has a right and a left one.
    pub fn is_paired(self) -> bool {
        matches!(self, Self::Hand | Self::Arm | Self::Leg)
    }
}

/// What a critical miss brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Fumble {
    /// Half its speed from now on.
    Footwork,
    /// The weapon goes, unless a check saves it.
    SlipGrip,
    /// Easier to hit.
    Overextend,
    /// Prone, unless a check saves it.
    OffBalance,
    /// A puddle or worse.
    Incontinence,
    /// Something falls.
    DroppedItem,
    /// The weapon is held fast.
    TrappedWeapon,
    /// Prone, and a check against worse.
    Banana,
    /// Blinded.
    Eyes,
    /// The weapon breaks.
    WeaponBreaks,
    /// Attacks a friend.
    Errant,
    /// Attacks a friend, and a hit is critical.
    Reckless,
    /// A critical hit on a friend.
    Wild,
}

/// What the chosen weapon gains (`house.class.weapon-specialization`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Specialization {
    /// To the attack roll.
    pub to_hit: i32,
    /// To the damage.
    pub damage: i32,
}

/// What a weapon in each hand costs the attack rolls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TwoWeapons {
    /// Those of the first, -2 to 0.
    pub first: i32,
    /// That of the second, -4 to 0.
    pub second: i32,
}

/// A skill of some class.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CraftRow {
    /// What it is called.
    pub name: Text,
    /// What it is.
    pub what: Craft,
}

/// What a skill is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Craft {
    /// One of thieves and their like, on a d6 (`house.check.thief-d6`).
    Expertise {
        /// The figure that has its points of expertise, 0..=4.
        points: Attribute,
        /// Worse in most armour (`house.check.thief-armour`).
        #[serde(default)]
        hampered: bool,
        /// Worse with the level of whoever it is tried on (`house.check.pick-pockets`).
        #[serde(default)]
        from_others: bool,
    },
    /// One of mages, on a d100 (`house.check.mage-skill`).
    Mage(MageSkill),
    /// A mage has its staff shed light: no roll (`house.class.mage-staff`).
    StaffLight,
    /// Follows tracks, on a d100 (`house.check.tracking`).
    Tracking,
}

impl Craft {
    /// Whether it takes the action of a round; the others are rolled when the referee asks for them.
    pub fn is_action(self) -> bool {
        use MageSkill::{OpenClose, Rally, Suggestion};
        matches!(self, Self::StaffLight | Self::Mage(Suggestion | Rally | OpenClose))
    }
}

/// A skill of mages (`house.check.mage-skill`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum MageSkill {
    /// Detects magic.
    DetectMagic,
    /// Opens and closes.
    OpenClose,
    /// Rallies the frightened.
    Rally,
    /// Reads magic.
    ReadMagic,
    /// Suggests.
    Suggestion,
}

/// A rate of movement (`house.encumbrance.rate`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Load {
    /// The most carried, in CW, with a Strength of 9 to 12.
    pub most: i32,
    /// Feet a turn.
    pub exploration: u32,
    /// Feet a round.
    pub encounter: u32,
}

/// Armour in the table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmourRow {
    /// Which.
    pub armour: Armour,
    /// Ascending armour class.
    pub ac: i32,
    /// The most of a Dexterity modifier that counts; absent: all of it.
    #[serde(default)]
    pub cap: Option<i32>,
    /// How heavy it counts.
    pub class: ArmourClass,
    /// What it costs.
    pub cost: Text,
    /// In CW.
    pub weight: u32,
    /// The least Strength for it; absent: any.
    #[serde(default)]
    pub strength: Option<u8>,
    /// A thief climbs and sneaks in it as without (`house.check.thief-armour`).
    #[serde(default)]
    pub quiet: bool,
}

/// How heavy armour counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum ArmourClass {
    /// Nothing worn.
    Unarmoured,
    /// Padded, leather, studded leather.
    Light,
    /// From furs to half plate.
    Medium,
    /// Chain and plate.
    Heavy,
}

impl ArmourClass {
    /// As a table prints it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unarmoured => "-",
            Self::Light => "light",
            Self::Medium => "medium",
            Self::Heavy => "heavy",
        }
    }
}

/// A shield in the table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShieldRow {
    /// What it is called.
    pub name: Text,
    /// Points of armour class.
    pub points: i32,
    /// The most of a Dexterity modifier that counts.
    pub cap: i32,
    /// What it costs.
    pub cost: Text,
    /// In CW.
    pub weight: u32,
    /// Not for gnomes and hobbits (`house.attack.size-limits`).
    #[serde(default)]
    pub not_for_small: bool,
}

/// A thing to be had: its name, what it costs, its weight in CW where it has one.
#[derive(Debug, Deserialize)]
pub struct Ware(pub Text, pub Text, pub Option<u32>);

/// An animal to be had.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mount {
    /// What it is called.
    pub name: Text,
    /// What it costs.
    pub cost: Text,
    /// Feet a round.
    pub speed: u32,
    /// What it bears, in pounds.
    pub capacity: u32,
}
