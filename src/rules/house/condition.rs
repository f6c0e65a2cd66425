//! Conditions that nobody but this ruleset has.

use crate::rules::model::effect::Condition;

/// Has aimed: the value is the round in which it did (`house.missile.aim`).
pub const AIMED: Condition = Condition::new("Aimed");

/// Has that weapon in hand: the value is the attack line (`house.attack.change-weapon`).
pub const WIELDING: Condition = Condition::new("Wielding");

/// A weapon is held fast by the one it holds toward, or, shooting at that one, was tangled in its own gear. The value is
/// the attack line (`house.fumble.trapped-weapon`).
pub const TRAPPED_WEAPON: Condition = Condition::new("TrappedWeapon");

/// A crossbow is empty: the value is the attack line (`house.missile.reload-r1`, `house.missile.reload-r2`).
pub const EMPTY_WEAPON: Condition = Condition::new("EmptyWeapon");

/// Prepares a flask: the value is the attack line (`house.missile.oil`).
pub const PREPARING_OIL: Condition = Condition::new("PreparingOil");

/// Has a flask ready to be lit and thrown: the value is the attack line (`house.missile.oil`).
pub const OIL_READY: Condition = Condition::new("OilReady");

/// Some of its armour has come loose: the value is by how much its armour class is worse (`house.critical.strap`).
pub const ARMOUR_LOOSE: Condition = Condition::new("ArmourLoose");

/// Has tried a door or lid with its skill; for another one the referee says so (`house.class.mage-open-close`).
pub const TRIED_PORTAL: Condition = Condition::new("TriedPortal");

/// Could not read a magic text at the level that is the value (`house.class.mage-detect-read`).
pub const COULD_NOT_READ: Condition = Condition::new("CouldNotRead");

/// Left the reach of the one it holds toward this round, who may strike at it at its own stop as if it had not
/// (`house.option.retreat-attack`).
pub const LEFT_REACH: Condition = Condition::new("LeftReach");

/// Died at the commit, or not, of a blow of the one it holds toward, who strikes on if it did: the value is the attack
/// line (`house.class.cleave`).
pub const CLEAVED: Condition = Condition::new("Cleaved");

/// Left the ground difficult where it stood: the value is that place on the line, in tenths of a foot
/// (`house.fumble.incontinence`, `house.fumble.dropped-item`).
pub const FOULED_GROUND: Condition = Condition::new("FouledGround");

/// Loses blood as each round ends: the value is the faces of the die, 4, 6 or 8 (`house.damage.ongoing`).
pub const BLEEDING: Condition = Condition::new("Bleeding");

/// A minor injury: the value is which hand, 1 right, 2 left (`house.critical.minor-hand`).
pub const INJURED_HAND: Condition = Condition::new("InjuredHand");

/// A minor injury: the value is which arm, 1 right, 2 left (`house.critical.minor-arm`).
pub const INJURED_ARM: Condition = Condition::new("InjuredArm");

/// A minor injury: the value is which leg, 1 right, 2 left (`house.critical.minor-leg`).
pub const INJURED_LEG: Condition = Condition::new("InjuredLeg");

/// A minor injury (`house.critical.minor-torso`).
pub const INJURED_TORSO: Condition = Condition::new("InjuredTorso");

/// A minor injury (`house.critical.minor-groin`).
pub const INJURED_GROIN: Condition = Condition::new("InjuredGroin");

/// Blind as soon as it comes to itself: the value is for how many rounds (`house.critical.minor-head`).
pub const INJURED_HEAD: Condition = Condition::new("InjuredHead");

/// A major injury: the value is which hand, 1 right, 2 left (`house.critical.major-hand`).
pub const MAIMED_HAND: Condition = Condition::new("MaimedHand");

/// A major injury: the value is which arm, 1 right, 2 left (`house.critical.major-arm`).
pub const MAIMED_ARM: Condition = Condition::new("MaimedArm");

/// A major injury: the value is which leg, 1 right, 2 left (`house.critical.major-leg`).
pub const MAIMED_LEG: Condition = Condition::new("MaimedLeg");

/// A major injury (`house.critical.major-torso`).
pub const MAIMED_TORSO: Condition = Condition::new("MaimedTorso");

/// A major injury (`house.critical.major-groin`).
pub const MAIMED_GROIN: Condition = Condition::new("MaimedGroin");

/// Goes at half its speed after a fumble (`house.fumble.footwork`).
pub const TWISTED_ANKLE: Condition = Condition::new("TwistedAnkle");

/// Has the better of the one it holds toward, in the round that is the value (`house.critical.momentum`).
pub const MOMENTUM: Condition = Condition::new("Momentum");

/// Came within reach of the one it holds toward this round (`house.melee.opportunity-attack`).
pub const ENTERED: Condition = Condition::new("Entered");

/// Gets up under blows (`house.fumble.off-balance`).
pub const RISING: Condition = Condition::new("Rising");

/// Was struck at this round by the one it holds toward, as it left (`house.melee.opportunity-attack`).
pub const STRUCK_AT: Condition = Condition::new("StruckAt");

/// Stung by the words of the one it holds toward (`house.class.vicious-mockery`).
pub const MOCKED: Condition = Condition::new("Mocked");

/// Keeps mocking the one it holds toward (`house.class.vicious-mockery`).
pub const MOCKING: Condition = Condition::new("Mocking");

/// Has +1 on its next roll (`house.class.inspiring-words`).
pub const INSPIRED: Condition = Condition::new("Inspired");

/// Holds the undead off: must go on with it each round (`house.class.turn-interrupt`).
pub const TURNING: Condition = Condition::new("Turning");

/// Cannot turn undead again in this fight: it holds toward one of those it had to do with, and so is gone with them
/// (`house.class.turn-limits`).
pub const TURNING_OVER: Condition = Condition::new("TurningOver");

/// Of the kind that the slayer it holds toward hunts (`house.class.slayer`).
pub const QUARRY: Condition = Condition::new("Quarry");

/// An animal that follows the beast master it holds toward (`house.reaction.animal-bond`).
pub const COMPANION: Condition = Condition::new("Companion");

/// Has used suggestion this turn (`house.class.mage-suggestion`).
pub const HAS_SUGGESTED: Condition = Condition::new("HasSuggested");

/// Has rallied others this turn, or tried to (`house.class.mage-rally`).
pub const HAS_RALLIED: Condition = Condition::new("HasRallied");

/// Does as the one it holds toward has said (`house.class.mage-suggestion`).
pub const SUGGESTED: Condition = Condition::new("Suggested");

/// Under the command of the one it holds toward (`house.class.leader`).
pub const COMMANDED: Condition = Condition::new("Commanded");

/// Was out of action this round: its stop is for dragging itself along and drinking, or, with the figure 1, is none, healed or
/// not
/// (section 2, skipped slots).
pub const LIMITED_STOP: Condition = Condition::new("LimitedStop");

/// Fights with a weapon in each hand this round: the value is the attack line of the second
/// (`house.attack.two-weapons`).
pub const TWO_WEAPONS: Condition = Condition::new("TwoWeapons");

/// Is at 0 hit points and saves as what happened at once takes hold (`house.death.exactly-zero`).
pub const AT_ZERO: Condition = Condition::new("AtZero");

/// Has cast a spell this round (`house.spell.cast`).
pub const HAS_CAST: Condition = Condition::new("HasCast");

/// Moves no more this round: has loaded, or given its movement up (`house.movement.split`).
pub const STAYS_PUT: Condition = Condition::new("StaysPut");
