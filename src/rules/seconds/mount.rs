//! Riders and mounts.

use super::{minds, state};
use crate::rules::effect::Condition;
use crate::rules::encounter::Encounter;
use crate::rules::ids::CombatantId;
use crate::rules::moment::Second;
use crate::rules::resolution::Resolution;
use crate::rules::wounds::block::Technique;

/// The mount that obeys in the rider's open turn: one it rides and controls this round
/// (`seconds.special.mount-control`).
pub fn commanded(e: &Encounter, rider: CombatantId) -> Option<CombatantId> {
    state::mount_of(e, rider).filter(|mount| obeys(e, *mount))
}

/// Whether it does what its rider says this round.
pub fn obeys(e: &Encounter, mount: CombatantId) -> bool {
    e.get(mount).is_some_and(|c| c.has(Condition::Controlled))
}

/// Whether the rider controls it at no cost.
pub fn is_free(e: &Encounter, rider: CombatantId) -> bool {
    minds::skills(e, rider).is_ok_and(|body| body.knows(&Technique::FreeMount))
}

/// What controlling a mount costs that rider.
pub fn cost(e: &Encounter, rider: CombatantId, printed: Second) -> Second {
    if is_free(e, rider) { 0 } else { printed }
}

/// The mount obeys until its turn is over.
pub fn control(r: &mut Resolution, rider: CombatantId) {
    let Some(mount) = state::mount_of(r.encounter(), rider) else { return };
    let until = state::until_turn_ends(r.encounter(), mount);
    let effect = r.effect(Condition::Controlled, Some(until));
    r.afflict(mount, effect);
}
