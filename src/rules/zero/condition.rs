//! Conditions that nobody but this ruleset has.

use crate::rules::model::effect::Condition;

/// Was taken from behind or by surprise the round before by the one it holds toward
/// (`zero.condition.aftermath`).
pub const AFTERMATH: Condition = Condition::new("Aftermath");

/// Has charged and cannot again for a turn (`zero.condition.charge-spent`).
pub const CHARGE_SPENT: Condition = Condition::new("ChargeSpent");

/// Fights with a weapon in each hand (`zero.condition.florentine`).
pub const FLORENTINE: Condition = Condition::new("Florentine");

/// Has a wall behind it (`zero.condition.back-to-wall`).
pub const BACK_TO_WALL: Condition = Condition::new("BackToWall");

/// Does not move or dodge (`zero.condition.stationary`).
pub const STATIONARY: Condition = Condition::new("Stationary");

/// Stands above its opponents (`zero.condition.high-ground`).
pub const HIGH_GROUND: Condition = Condition::new("HighGround");

/// Magically quick (`zero.condition.hasted`).
pub const HASTED: Condition = Condition::new("Hasted");

/// Wrestles with those that hold it, on its feet (`zero.condition.struggling`).
pub const STRUGGLING: Condition = Condition::new("Struggling");

/// Held down, helpless (`zero.condition.pinned`).
pub const PINNED: Condition = Condition::new("Pinned");

/// A fumble has cost it the attacks that were left of this round (`zero.fumble.effect`).
pub const ATTACKS_LOST: Condition = Condition::new("AttacksLost");

/// A fumble costs it its next attack, whenever that is (`zero.fumble.effect`).
pub const LOSES_ATTACK: Condition = Condition::new("LosesAttack");

/// In the belly of the one it holds toward (`zero.condition.swallowed`).
pub const SWALLOWED: Condition = Condition::new("Swallowed");

/// Attacks as often as its level or its Hit Dice this round (`zero.attack.multi-vs-normal`).
pub const MANY_ATTACKS: Condition = Condition::new("ManyAttacks");

/// Its shield has met the one it holds toward this round (`zero.melee.shield-two-attackers`).
pub const SHIELD_MET: Condition = Condition::new("ShieldMet");

/// Was hit and harmed this round by the one it holds toward; toward nobody: by no attacker
/// (`zero.spell.compare`).
pub const HURT_BY: Condition = Condition::new("HurtBy");

/// First met the one it holds toward in melee in the round that is the value
/// (`zero.initiative.reach-first`).
pub const MET: Condition = Condition::new("Met");

/// Was in melee when the count of this round began: it strikes first and last (`zero.initiative.first-and-last`).
pub const FIRST_BLOWS: Condition = Condition::new("FirstBlows");

/// Was hasted when the count of this round began: it acts before those who were not (`zero.initiative.haste`).
pub const WENT_AHEAD: Condition = Condition::new("WentAhead");

/// Has got up this round, and moves no more in it (`zero.special.stand-up`).
pub const GOT_UP: Condition = Condition::new("GotUp");

/// Goes after those who run (`zero.pursuit.decide`).
pub const PURSUING: Condition = Condition::new("Pursuing");

/// The weapon it used is out of its hand: the value is the attack line (`zero.condition.disarmed`).
pub const DISARMED: Condition = Condition::new("Disarmed");

/// A weapon is broken for good: the value is the attack line (`zero.fumble.effect`).
pub const BROKEN_WEAPON: Condition = Condition::new("BrokenWeapon");
