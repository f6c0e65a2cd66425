//! Modifier reasons specific to this ruleset.

use crate::rules::model::tally::Reason;

/// The target has charged (`house.attack.charge`).
pub const TARGET_CHARGED: Reason = Reason::new("TargetCharged");
/// Aimed in the round before (`house.missile.aim`).
pub const AIMED: Reason = Reason::new("Aimed");
/// The target is blinded (`house.attack.vs-blind`).
pub const TARGET_BLIND: Reason = Reason::new("TargetBlind");
/// The target is incapacitated (`house.attack.vs-incapacitated`).
pub const TARGET_DOWN: Reason = Reason::new("TargetDown");
/// The target is overextended (`house.fumble.overextend`).
pub const TARGET_OVEREXTENDED: Reason = Reason::new("TargetOverextended");
/// Holds the target's trapped weapon (`house.fumble.trapped-weapon`).
pub const TRAPPED_WEAPON: Reason = Reason::new("TrappedWeapon");
/// Follows up a critical hit (`house.critical.momentum`).
pub const MOMENTUM: Reason = Reason::new("Momentum");
/// Not proficient with the weapon (`house.attack.nonproficient`).
pub const UNTRAINED: Reason = Reason::new("Untrained");
/// Too weak for the weapon (`house.attack.understrength`).
pub const TOO_WEAK: Reason = Reason::new("TooWeak");
/// Past an ally (`house.attack.second-rank`).
pub const SECOND_RANK: Reason = Reason::new("SecondRank");
/// A cleave after the killing blow (`house.class.cleave`).
pub const CLEAVE: Reason = Reason::new("Cleave");
/// The target is not the Defender that engages the attacker (`house.class.defender`).
pub const DEFENDER: Reason = Reason::new("Defender");
/// A minor injury (`house.critical.minor-hand` and the like).
pub const INJURY: Reason = Reason::new("Injury");
/// Mocked (`house.attack.mockery-penalty`).
pub const MOCKED: Reason = Reason::new("Mocked");
/// Weapon specialization (`house.class.weapon-specialization`).
pub const SPECIALIZED: Reason = Reason::new("Specialized");
/// A foe of the slayer's named kind (`house.class.slayer`).
pub const SLAYER: Reason = Reason::new("Slayer");
/// Inspiring words (`house.class.inspiring-words`).
pub const INSPIRED: Reason = Reason::new("Inspired");
/// Dropped from a height (`house.missile.bombing`).
pub const ALTITUDE: Reason = Reason::new("Altitude");
/// Damage capped at the Hit Die of its class (`house.attack.nonproficient`).
pub const CAPPED: Reason = Reason::new("Capped");
/// A stray missile: 20 less the natural roll (`house.missile.into-melee`).
pub const STRAY: Reason = Reason::new("Stray");
/// Ones rerolled (`house.critical.savage`).
pub const ROLLED_AGAIN: Reason = Reason::new("RolledAgain");
/// The dying die, in turns (`house.death.dying-clock`).
pub const DYING_DIE: Reason = Reason::new("DyingDie");
/// A shield (`house.equipment.armour-class`).
pub const SHIELD: Reason = Reason::new("Shield");
/// Incapacitated (`house.save.incapacitated`).
pub const INCAPACITATED: Reason = Reason::new("Incapacitated");
/// Commanded by a leader (`house.class.leader`, `house.save.leader-fear`).
pub const LEADER: Reason = Reason::new("Leader");
/// A beast master dealing with animals (`house.reaction.roll`).
pub const ANIMALS: Reason = Reason::new("Animals");
/// Level, by a class table (`house.check.mage-skill`, `house.check.tracking`).
pub const LEVEL: Reason = Reason::new("Level");
/// Expertise points (`house.check.thief-d6`).
pub const EXPERTISE: Reason = Reason::new("Expertise");
/// Armour that hampers a thief (`house.check.thief-armour`).
pub const THIEF_ARMOUR: Reason = Reason::new("ThiefArmour");
/// The victim's level (`house.check.pick-pockets`).
pub const VICTIM_LEVEL: Reason = Reason::new("VictimLevel");
/// An injured leg (`house.movement.halving`).
pub const LEG: Reason = Reason::new("Leg");
/// Halved by a fumble (`house.fumble.footwork`).
pub const FOOTWORK: Reason = Reason::new("Footwork");
/// The sizes of the two groups (`house.pursuit.wilderness`).
pub const PURSUERS: Reason = Reason::new("Pursuers");
/// Terrain (`house.pursuit.wilderness`, `house.check.tracking`).
pub const TERRAIN: Reason = Reason::new("Terrain");
/// Twice as fast as the pursuers (`house.pursuit.wilderness`).
pub const TWICE_AS_FAST: Reason = Reason::new("TwiceAsFast");
/// A warden among the pursuers (`house.class.warden-pursuit`).
pub const WARDEN: Reason = Reason::new("Warden");
/// Damage beyond the last hit point (section 1).
pub const OVERKILL: Reason = Reason::new("Overkill");
/// Part of its armour is loose (`house.critical.strap`).
pub const ARMOUR_LOOSE: Reason = Reason::new("ArmourLoose");
