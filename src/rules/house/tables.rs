//! Constants and charts of Advanced House Rules, as read from its asset.

use crate::rules::d20::evasion::EvasionTable;
use crate::rules::d20::opening::Mood;
use crate::rules::d20::tables::{Modifier, TurningTable, Weapon};
use crate::rules::model::block::d20::{Ability, Armour, Attribute, Class};
use crate::rules::model::block::schema::Bounds;
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
    /// Bounds of the numbers in a block (section 1.1).
    pub bounds: Vec<Bounds>,
    /// Heading of each printed table, in the order of [`lookup`](super::lookup).
    pub printed: Vec<Table>,
    /// Ability modifier by score (section 1.2).
    pub ability: RangeTable<i32>,
    /// Modifier of Dexterity to initiative and of Charisma to reactions, by score (section 1.2).
    pub narrow: RangeTable<i32>,
    /// Attack bonus of creatures by `HitDice::fighting`, without normal humans (section 3.19).
    pub attack_bonus: RangeTable<i32>,
    /// Attack bonus of a normal human (section 3.19).
    pub normal_human_bonus: i32,
    /// Saving throws by whole Hit Dice, in the order of `Save::ALL` (section 3.19).
    pub saves: RangeTable<[u8; 5]>,
    /// Saving throws of a normal human (section 3.19).
    pub normal_human_saves: [u8; 5],
    /// Classes (sections 3.18 and 3.19; `house.class.extra-attacks`, `house.class.turn-undead`).
    pub classes: Vec<ClassRow>,
    /// Classes described by these rules (`house.class.adjustments`).
    pub callings: Vec<ClassText>,
    /// Reaction by 2d6 with modifiers (`house.reaction.roll`).
    pub reaction: RangeTable<Mood>,
    /// Natural rolls with wild magic, whether the effect is good for the caster, and its text
    /// (`house.spell.wild-magic`).
    pub wild_magic: Vec<(i32, bool, Text)>,
    /// Ability that grants bonus spells, by class (`house.spell.bonus`).
    pub spell_ability: Vec<(Class, Ability)>,
    /// Bonus spells of levels 1, 2 and 3 by score (`house.spell.bonus`).
    pub bonus_spells: RangeTable<[u8; 3]>,
    /// Attack roll modifiers (`house.attack.stack`).
    pub to_hit: Vec<Modifier>,
    /// Quarters of the target hidden, one for each value of cover (`house.attack.cover`).
    pub cover: Vec<i32>,
    /// Critical hits by d100 (`house.critical.trigger`).
    pub critical: RangeTable<Row<Critical>>,
    /// Minor injuries by d100 (`house.critical.minor-injury`).
    pub minor_injury: RangeTable<Row<Injury>>,
    /// Major injuries by d100 (`house.critical.major-injury`).
    pub major_injury: RangeTable<Row<Injury>>,
    /// Fumbles by d100 (`house.fumble.trigger`).
    pub fumble: RangeTable<Row<Fumble>>,
    /// Weapon specialization by level (`house.class.weapon-specialization`).
    pub specialization: RangeTable<Specialization>,
    /// Penalties of two weapons without the talent (`house.attack.two-weapons`).
    pub two_weapons: TwoWeapons,
    /// Penalties of two weapons with the talent, by level (`house.class.two-weapon-fighting`).
    pub two_weapon_talent: RangeTable<TwoWeapons>,
    /// Turning undead by cleric level (`house.class.turn-undead`).
    pub turning: TurningTable,
    /// Mage skills in percent by level, in the order of [`MageSkill`] (`house.check.mage-skill`).
    pub mage_skills: RangeTable<[i32; 5]>,
    /// Class skills, in form order (`house.check.thief-d6`, `house.check.mage-skill`, `house.check.tracking`).
    pub crafts: Vec<CraftRow>,
    /// Classes that can use arcane magic items (`house.class.mage-items`).
    pub arcane: Vec<Class>,
    /// A warden's chance to track in percent, by level (`house.check.tracking`).
    pub tracking: RangeTable<i32>,
    /// Modifiers to that chance (`house.check.tracking`).
    pub tracks: Vec<(Text, Text)>,
    /// Chance of evasion in percent, by the size of the fleeing group, then that of the pursuers. 9999 means any
    /// greater number (`house.pursuit.wilderness`).
    pub evasion: EvasionTable,
    /// Modifiers to the chance of evasion (`house.pursuit.wilderness`).
    pub evasion_modifiers: Vec<Modifier>,
    /// Minimum chance of evasion in percent (`house.pursuit.wilderness`).
    pub least_evasion: i32,
    /// Maximum load of each movement rate, fastest first (`house.encumbrance.rate`).
    pub loads: Vec<Load>,
    /// Adjustment of those loads by Strength score, in CW (`house.encumbrance.strength`).
    pub load_by_strength: RangeTable<i32>,
    /// Armour (`house.equipment.armour-class`).
    pub armour: Vec<ArmourRow>,
    /// Shields (`house.equipment.armour-class`).
    pub shields: Vec<ShieldRow>,
    /// Weapons and other missiles, with weights in CW (`house.equipment.lists`).
    pub weapons: Vec<Weapon>,
    /// Damage of a weapon that is in no table.
    pub any_weapon: DiceExpr,
    /// Damage of bare hands (`house.melee.unarmed`).
    pub unarmed: DiceExpr,
    /// Splash damage of a flask that missed (`house.missile.splash-miss`).
    pub splash: DiceExpr,
    /// Scatter directions by the faces of a d8, from 1 (`house.missile.splash-miss`).
    pub directions: Vec<Text>,
    /// Ammunition (`house.missile.ammunition`).
    pub ammunition: Vec<Merchandise>,
    /// Adventuring gear (`house.equipment.lists`).
    pub gear: Vec<Merchandise>,
    /// Musical instruments (`house.equipment.lists`).
    pub instruments: Vec<Merchandise>,
    /// Riding and pack animals (`house.equipment.lists`).
    pub mounts: Vec<Mount>,
    /// Tack and vehicles (`house.equipment.lists`).
    pub tack: Vec<Merchandise>,
    /// Boats and ships (`house.equipment.lists`).
    pub boats: Vec<Merchandise>,
    /// Expertise points: class, points at first level, half points per further level (`house.check.thief-d6`).
    pub expertise: Vec<(Class, i32, i32)>,
    /// Occupations before adventuring, by the faces of a d100, from 1 (`house.equipment.lists`).
    pub occupations: Vec<Text>,
}

impl Tables {
    /// Modifier to an attack roll; 0 if `reason` has no row.
    pub fn on_roll(&self, reason: &Reason) -> i32 {
        let row = self.to_hit.iter().find(|row| row.reason.as_ref() == Some(reason));
        row.and_then(|row| row.modifier).unwrap_or(0)
    }

    /// Modifier to the chance of evasion; 0 if `reason` has no row.
    pub fn on_evasion(&self, reason: &Reason) -> i32 {
        let row = self.evasion_modifiers.iter().find(|row| row.reason.as_ref() == Some(reason));
        row.and_then(|row| row.modifier).unwrap_or(0)
    }

    /// Movement rate with a load in CW, by Strength score; `None` if it is too much to move (`house.encumbrance.rate`,
    /// A31).
    pub fn rate(&self, carried: i32, strength: i32) -> Option<&Load> {
        self.loads.iter().find(|row| carried <= self.bound(row, strength))
    }

    /// Maximum load with which it can move at all, in CW (`house.encumbrance.lift`).
    pub fn most_load(&self, strength: i32) -> i32 {
        self.loads.iter().map(|row| self.bound(row, strength)).max().unwrap_or(0)
    }

    fn bound(&self, row: &Load, strength: i32) -> i32 {
        let more = self.load_by_strength.at(strength).copied().unwrap_or(0);
        row.most.saturating_add(more).max(0)
    }

    /// Row of a class, if it has one.
    pub fn class(&self, class: Class) -> Option<&ClassRow> {
        self.classes.iter().find(|row| row.class == class)
    }

    /// Row of a kind of armour, if it has one.
    pub fn armour(&self, armour: Armour) -> Option<&ArmourRow> {
        self.armour.iter().find(|row| row.armour == armour)
    }

    /// Dexterity cap of a shield of `points`: that of the largest listed shield that is no larger.
    pub fn shield_cap(&self, points: i32) -> Option<i32> {
        let small_enough = self.shields.iter().filter(|row| row.points <= points);
        small_enough.max_by_key(|row| row.points).map(|row| row.cap)
    }

    /// Chance of a mage skill in percent, before Intelligence (`house.check.mage-skill`).
    pub fn mage_skill(&self, skill: MageSkill, level: i32) -> i32 {
        let row = self.mage_skills.at(level);
        row.and_then(|row| row.get(skill as usize)).copied().unwrap_or(0)
    }

    /// Expertise points of a class at a level, rounded down; `None` for classes without such skills
    /// (`house.check.thief-d6`, A51).
    pub fn expertise(&self, class: Class, level: i32) -> Option<i32> {
        let (_, first, halves) = self.expertise.iter().find(|(own, _, _)| *own == class)?;
        Some(first + halves * (level - 1).max(0) / 2)
    }
}

/// A class: its numbers by level, as far as the rules have them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassRow {
    /// Class.
    pub class: Class,
    /// Faces of its Hit Die; absent if the block must give it.
    #[serde(default)]
    pub hit_die: Option<u16>,
    /// Attack bonus and saves by level; empty if the block must give them.
    #[serde(default = "no_rows")]
    pub levels: RangeTable<(i32, [u8; 5])>,
    /// Attacks a round by level; empty for one (`house.class.extra-attacks`).
    #[serde(default = "no_rows")]
    pub attacks: RangeTable<u8>,
    /// It turns undead as a cleric this many levels lower; absent if it does not turn (`house.class.turn-undead`).
    #[serde(default)]
    pub turns: Option<i32>,
    /// Experience and Hit Dice of each level (section 3.18).
    #[serde(default)]
    pub progression: Vec<(u32, Text)>,
}

fn no_rows<T>() -> RangeTable<T> {
    RangeTable(Vec::new())
}

/// A class described by these rules, as text.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassText {
    /// Class.
    pub class: Class,
    /// Requirements.
    pub needs: Text,
    /// Permitted armour.
    pub armour: Text,
    /// Permitted weapons.
    pub weapons: Text,
    /// Prime requisites and their experience bonus.
    pub prime: Text,
}

/// A row of a d100 chart.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row<T> {
    /// Result.
    pub what: T,
    /// Id of its rule.
    pub rule: Text,
    /// Summary in one line.
    pub text: Text,
}

/// Results of a critical hit besides double dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Critical {
    /// No further result.
    Plain,
    /// A strap breaks and equipment comes loose.
    Strap,
    /// Pushed back 5 feet.
    Knockback,
    /// A bonus next round if the attacker acts before the target.
    Momentum,
    /// The weapon is lost, unless a check succeeds.
    Disarm,
    /// Knocked prone.
    Knockdown,
    /// The weapon flies 10 feet away.
    FumbledWeapon,
    /// A forced morale check.
    Rout,
    /// Incapacitated to the end of the next round.
    Stun,
    /// Ones are rerolled.
    Savage,
    /// A minor injury.
    MinorInjury,
    /// A major injury.
    MajorInjury,
    /// A major injury with the attacker's Strength modifier on the roll.
    MajorInjuryPlus,
}

/// An injury; its chart says whether it is minor or major.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Injury {
    /// Body part.
    pub part: Part,
    /// Faces of the bleeding die each round; 0 for none.
    #[serde(default)]
    pub bleeds: u16,
    /// Whether only magic stops the bleeding.
    #[serde(default)]
    pub magic_alone: bool,
}

/// A body part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Part {
    /// Either hand.
    Hand,
    /// Either arm.
    Arm,
    /// Either leg.
    Leg,
    /// Groin.
    Groin,
    /// Chest and belly.
    Torso,
    /// Head.
    Head,
}

impl Part {
    /// Whether there is a right and a left one.
    pub fn is_paired(self) -> bool {
        matches!(self, Self::Hand | Self::Arm | Self::Leg)
    }
}

/// Results of a fumble.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Fumble {
    /// Speed halved from now on.
    Footwork,
    /// The weapon is dropped, unless a check succeeds.
    SlipGrip,
    /// Easier to hit.
    Overextend,
    /// Falls prone, unless a check succeeds; standing up then provokes attacks.
    OffBalance,
    /// Soils itself and fouls the ground.
    Incontinence,
    /// Equipment falls to the ground.
    DroppedItem,
    /// The weapon is trapped.
    TrappedWeapon,
    /// Falls prone, and incapacitated or unconscious by a check.
    Banana,
    /// Blinded.
    Eyes,
    /// The weapon breaks.
    WeaponBreaks,
    /// Attacks an ally.
    Errant,
    /// Attacks an ally; a hit is critical.
    Reckless,
    /// A critical hit on an ally.
    Wild,
}

/// Bonuses of weapon specialization (`house.class.weapon-specialization`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Specialization {
    /// Attack roll bonus.
    pub to_hit: i32,
    /// Damage bonus.
    pub damage: i32,
}

/// Attack roll penalties for a weapon in each hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TwoWeapons {
    /// For the first weapon, -2 to 0.
    pub first: i32,
    /// For the second weapon, -4 to 0.
    pub second: i32,
}

/// A class skill.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CraftRow {
    /// Name.
    pub name: Text,
    /// Skill.
    pub what: Craft,
}

/// A kind of skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Craft {
    /// An expertise skill of thieves and the like, on a d6 (`house.check.thief-d6`).
    Expertise {
        /// The attribute with its expertise points, 0..=4.
        points: Attribute,
        /// Whether most armour hampers it (`house.check.thief-armour`).
        #[serde(default)]
        hampered: bool,
        /// Whether it is opposed by the victim's level (`house.check.pick-pockets`).
        #[serde(default)]
        from_others: bool,
    },
    /// A mage skill, on a d100 (`house.check.mage-skill`).
    Mage(MageSkill),
    /// A mage makes its staff shed light, without a roll (`house.class.mage-staff`).
    StaffLight,
    /// Follows tracks, on a d100 (`house.check.tracking`).
    Tracking,
}

impl Craft {
    /// Whether it takes an action; the others are rolled when the referee calls for them.
    pub fn is_action(self) -> bool {
        use MageSkill::{OpenClose, Rally, Suggestion};
        matches!(self, Self::StaffLight | Self::Mage(Suggestion | Rally | OpenClose))
    }
}

/// A mage skill (`house.check.mage-skill`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum MageSkill {
    /// Detect magic.
    DetectMagic,
    /// Open and close doors and lids.
    OpenClose,
    /// Rally those who flee.
    Rally,
    /// Read magic.
    ReadMagic,
    /// Suggestion.
    Suggestion,
}

/// A movement rate (`house.encumbrance.rate`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Load {
    /// Maximum load in CW with Strength 9 to 12.
    pub most: i32,
    /// Speed in feet a turn.
    pub exploration: u32,
    /// Speed in feet a round.
    pub encounter: u32,
}

/// A kind of armour.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmourRow {
    /// Armour.
    pub armour: Armour,
    /// Ascending armour class.
    pub ac: i32,
    /// Maximum Dexterity bonus; absent for none.
    #[serde(default)]
    pub cap: Option<i32>,
    /// Weight class.
    pub class: ArmourClass,
    /// Cost.
    pub cost: Text,
    /// Weight in CW.
    pub weight: u32,
    /// Minimum Strength; absent for none.
    #[serde(default)]
    pub strength: Option<u8>,
    /// Whether thieves climb and sneak in it without penalty (`house.check.thief-armour`).
    #[serde(default)]
    pub quiet: bool,
}

/// Weight class of armour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum ArmourClass {
    /// No armour.
    Unarmoured,
    /// Padded, leather, studded leather.
    Light,
    /// Furs to half plate.
    Medium,
    /// Chain and plate.
    Heavy,
}

impl ArmourClass {
    /// Word for it in printed tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unarmoured => "-",
            Self::Light => "light",
            Self::Medium => "medium",
            Self::Heavy => "heavy",
        }
    }
}

/// A kind of shield.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShieldRow {
    /// Name.
    pub name: Text,
    /// Bonus to armour class.
    pub points: i32,
    /// Maximum Dexterity bonus.
    pub cap: i32,
    /// Cost.
    pub cost: Text,
    /// Weight in CW.
    pub weight: u32,
    /// Unusable by gnomes and hobbits (`house.attack.size-limits`).
    #[serde(default)]
    pub not_for_small: bool,
}

/// Merchandise: name, cost, and weight in CW if listed.
#[derive(Debug, Deserialize)]
pub struct Merchandise(pub Text, pub Text, pub Option<u32>);

/// A riding or pack animal.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mount {
    /// Name.
    pub name: Text,
    /// Cost.
    pub cost: Text,
    /// Speed in feet a round.
    pub speed: u32,
    /// Capacity in pounds.
    pub capacity: u32,
}
