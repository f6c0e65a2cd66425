//! Conditions specific to this ruleset.

use crate::rules::model::effect::Condition;

/// Has aimed; the value is the round (`house.missile.aim`).
pub const AIMED: Condition = Condition::new("Aimed");
/// Wields a weapon; the value is the attack line (`house.attack.change-weapon`).
pub const WIELDING: Condition = Condition::new("Wielding");
/// A weapon is trapped by the combatant it is toward, or, if it was shooting at that combatant, tangled in its own
/// gear. The value is the attack line (`house.fumble.trapped-weapon`).
pub const TRAPPED_WEAPON: Condition = Condition::new("TrappedWeapon");
/// A crossbow is unloaded; the value is the attack line (`house.missile.reload-r1`, `house.missile.reload-r2`).
pub const EMPTY_WEAPON: Condition = Condition::new("EmptyWeapon");
/// Is preparing a flask; the value is the attack line (`house.missile.oil`).
pub const PREPARING_OIL: Condition = Condition::new("PreparingOil");
/// Has a flask ready to light and throw; the value is the attack line (`house.missile.oil`).
pub const OIL_READY: Condition = Condition::new("OilReady");
/// Part of its armour is loose; the value is the penalty to armour class (`house.critical.strap`).
pub const ARMOUR_LOOSE: Condition = Condition::new("ArmourLoose");
/// Has tried a door or lid with its skill; the referee says if it is another one (`house.class.mage-open-close`).
pub const TRIED_PORTAL: Condition = Condition::new("TriedPortal");
/// Failed to read a magic text; the value is its level at the time (`house.class.mage-detect-read`).
pub const COULD_NOT_READ: Condition = Condition::new("CouldNotRead");
/// Left the reach of the combatant it is toward this round, which may still strike at it at its own stop
/// (`house.option.retreat-attack`).
pub const LEFT_REACH: Condition = Condition::new("LeftReach");
/// Was hit by the combatant it is toward, which cleaves if the target dies at the commit; the value is the attack line
/// (`house.class.cleave`).
pub const CLEAVED: Condition = Condition::new("Cleaved");
/// The ground is difficult at a spot; the value is its position on the line, in tenths of a foot
/// (`house.fumble.incontinence`, `house.fumble.dropped-item`).
pub const FOULED_GROUND: Condition = Condition::new("FouledGround");
/// Bleeds at the end of each round; the value is the die's faces, 4, 6 or 8 (`house.damage.ongoing`).
pub const BLEEDING: Condition = Condition::new("Bleeding");
/// Minor injury; the value is the hand: 1 right, 2 left (`house.critical.minor-hand`).
pub const INJURED_HAND: Condition = Condition::new("InjuredHand");
/// Minor injury; the value is the arm: 1 right, 2 left (`house.critical.minor-arm`).
pub const INJURED_ARM: Condition = Condition::new("InjuredArm");
/// Minor injury; the value is the leg: 1 right, 2 left (`house.critical.minor-leg`).
pub const INJURED_LEG: Condition = Condition::new("InjuredLeg");
/// Minor injury (`house.critical.minor-torso`).
pub const INJURED_TORSO: Condition = Condition::new("InjuredTorso");
/// Minor injury (`house.critical.minor-groin`).
pub const INJURED_GROIN: Condition = Condition::new("InjuredGroin");
/// Will be blind on regaining consciousness; the value is for how many rounds (`house.critical.minor-head`).
pub const INJURED_HEAD: Condition = Condition::new("InjuredHead");
/// Major injury; the value is the hand: 1 right, 2 left (`house.critical.major-hand`).
pub const MAIMED_HAND: Condition = Condition::new("MaimedHand");
/// Major injury; the value is the arm: 1 right, 2 left (`house.critical.major-arm`).
pub const MAIMED_ARM: Condition = Condition::new("MaimedArm");
/// Major injury; the value is the leg: 1 right, 2 left (`house.critical.major-leg`).
pub const MAIMED_LEG: Condition = Condition::new("MaimedLeg");
/// Major injury (`house.critical.major-torso`).
pub const MAIMED_TORSO: Condition = Condition::new("MaimedTorso");
/// Major injury (`house.critical.major-groin`).
pub const MAIMED_GROIN: Condition = Condition::new("MaimedGroin");
/// Speed halved by a fumble (`house.fumble.footwork`).
pub const TWISTED_ANKLE: Condition = Condition::new("TwistedAnkle");
/// Has momentum against the combatant it is toward, in the round that is the value (`house.critical.momentum`).
pub const MOMENTUM: Condition = Condition::new("Momentum");
/// Entered the melee range of the combatant it is toward this round (`house.melee.opportunity-attack`).
pub const ENTERED: Condition = Condition::new("Entered");
/// Is standing up under attack (`house.fumble.off-balance`).
pub const RISING: Condition = Condition::new("Rising");
/// Was attacked this round by the combatant it is toward, on leaving its range (`house.melee.opportunity-attack`).
pub const STRUCK_AT: Condition = Condition::new("StruckAt");
/// Is mocked by the combatant it is toward (`house.class.vicious-mockery`).
pub const MOCKED: Condition = Condition::new("Mocked");
/// Is mocking the combatant it is toward (`house.class.vicious-mockery`).
pub const MOCKING: Condition = Condition::new("Mocking");
/// Has +1 on its next roll (`house.class.inspiring-words`).
pub const INSPIRED: Condition = Condition::new("Inspired");
/// Holds the undead off; must keep it up each round (`house.class.turn-interrupt`).
pub const TURNING: Condition = Condition::new("Turning");
/// Cannot turn undead again in this fight; toward one of the undead involved, so it ends when they are gone
/// (`house.class.turn-limits`).
pub const TURNING_OVER: Condition = Condition::new("TurningOver");
/// Belongs to the kind hunted by the slayer it is toward (`house.class.slayer`).
pub const QUARRY: Condition = Condition::new("Quarry");
/// An animal that follows the beast master it is toward (`house.reaction.animal-bond`).
pub const COMPANION: Condition = Condition::new("Companion");
/// Has used suggestion this turn (`house.class.mage-suggestion`).
pub const HAS_SUGGESTED: Condition = Condition::new("HasSuggested");
/// Has rallied others this turn, or tried to (`house.class.mage-rally`).
pub const HAS_RALLIED: Condition = Condition::new("HasRallied");
/// Follows the suggestion of the combatant it is toward (`house.class.mage-suggestion`).
pub const SUGGESTED: Condition = Condition::new("Suggested");
/// Under the command of the leader it is toward (`house.class.leader`).
pub const COMMANDED: Condition = Condition::new("Commanded");
/// Was out of action this round: its stop, even once healed, is limited to dragging itself and drinking, or, with value
/// 1, is lost (section 2, skipped slots).
pub const LIMITED_STOP: Condition = Condition::new("LimitedStop");
/// Fights with a weapon in each hand this round; the value is the attack line of the second
/// (`house.attack.two-weapons`).
pub const TWO_WEAPONS: Condition = Condition::new("TwoWeapons");
/// At 0 hit points; saves when simultaneous results take effect (`house.death.exactly-zero`).
pub const AT_ZERO: Condition = Condition::new("AtZero");
/// Has cast a spell this round (`house.spell.cast`).
pub const HAS_CAST: Condition = Condition::new("HasCast");
/// May not move any more this round: has loaded, or given up its movement (`house.movement.split`).
pub const STAYS_PUT: Condition = Condition::new("StaysPut");
