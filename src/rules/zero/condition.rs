//! Conditions that only this ruleset has. Those that involve a second combatant hold `toward` it.

use crate::rules::model::effect::Condition;

/// Attacked from behind or by surprise by `toward` in the previous round (`zero.condition.aftermath`).
pub const AFTERMATH: Condition = Condition::new("Aftermath");
/// Has charged and cannot charge again for a Turn (`zero.condition.charge-spent`).
pub const CHARGE_SPENT: Condition = Condition::new("ChargeSpent");
/// Fights with a weapon in each hand (`zero.condition.florentine`).
pub const FLORENTINE: Condition = Condition::new("Florentine");
/// Has a wall behind it (`zero.condition.back-to-wall`).
pub const BACK_TO_WALL: Condition = Condition::new("BackToWall");
/// Does not move or dodge (`zero.condition.stationary`).
pub const STATIONARY: Condition = Condition::new("Stationary");
/// On higher ground than its opponents (`zero.condition.high-ground`).
pub const HIGH_GROUND: Condition = Condition::new("HighGround");
/// Magically hasted (`zero.condition.hasted`).
pub const HASTED: Condition = Condition::new("Hasted");
/// Held, but on its feet and struggling with its holders (`zero.condition.struggling`).
pub const STRUGGLING: Condition = Condition::new("Struggling");
/// Held down and helpless (`zero.condition.pinned`).
pub const PINNED: Condition = Condition::new("Pinned");
/// Has lost its remaining attacks of this round to a fumble (`zero.fumble.effect`).
pub const ATTACKS_LOST: Condition = Condition::new("AttacksLost");
/// Loses its next attack, whenever that is, to a fumble (`zero.fumble.effect`).
pub const LOSES_ATTACK: Condition = Condition::new("LosesAttack");
/// Inside `toward` (`zero.condition.swallowed`).
pub const SWALLOWED: Condition = Condition::new("Swallowed");
/// Makes as many attacks as its level or Hit Dice this round (`zero.attack.multi-vs-normal`).
pub const MANY_ATTACKS: Condition = Condition::new("ManyAttacks");
/// Its shield has covered it against `toward` this round (`zero.melee.shield-two-attackers`).
pub const SHIELD_MET: Condition = Condition::new("ShieldMet");
/// Hit and damaged this round by `toward`, or by no attacker if that is empty (`zero.spell.compare`).
pub const HURT_BY: Condition = Condition::new("HurtBy");
/// First met `toward` in melee; the value is the round (`zero.initiative.reach-first`).
pub const MET: Condition = Condition::new("Met");
/// Was engaged when this round's slots began, so it attacks first and last (`zero.initiative.first-and-last`).
pub const FIRST_BLOWS: Condition = Condition::new("FirstBlows");
/// Was hasted when this round's slots began, so it acts before the unhasted (`zero.initiative.haste`).
pub const WENT_AHEAD: Condition = Condition::new("WentAhead");
/// Has stood up this round and may not move again in it (`zero.special.stand-up`).
pub const GOT_UP: Condition = Condition::new("GotUp");
/// Pursues fleeing foes (`zero.pursuit.decide`).
pub const PURSUING: Condition = Condition::new("Pursuing");
/// A weapon is out of its hand; the value is the index of the attack line (`zero.condition.disarmed`).
pub const DISARMED: Condition = Condition::new("Disarmed");
/// A weapon is broken for good; the value is the index of the attack line (`zero.fumble.effect`).
pub const BROKEN_WEAPON: Condition = Condition::new("BrokenWeapon");
