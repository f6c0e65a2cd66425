//! Queries about the current state of a combatant.

use super::presence::{self, is_here};
use super::{condition, minds, refusal};
use crate::rules::model::moment::{Moment, Second};
use crate::rules::model::window::Whose;
use crate::rules::ruleset::prelude::*;

/// Seconds of a turn (`seconds.time.turn-budget`).
pub const TURN: Second = 6;

/// Conditions that prevent acting, with the refusal each causes, in order of precedence.
const INCAPACITATING: [(Condition, Refusal); 9] = [
    (Condition::DYING, refusal::DYING),
    (condition::STABLE, Refusal::UNCONSCIOUS),
    (Condition::UNCONSCIOUS, Refusal::UNCONSCIOUS),
    (condition::SOUL_COMA, Refusal::UNCONSCIOUS),
    (Condition::BROKEN, refusal::BROKEN),
    (Condition::ASLEEP, refusal::ASLEEP),
    (Condition::PARALYSED, refusal::PARALYSED),
    (Condition::HELPLESS, Refusal::INCAPACITATED),
    (Condition::INCAPACITATED, Refusal::INCAPACITATED),
];

/// Returns why it cannot act, if it cannot: a mind needs the body it is in, and Will of its own.
pub fn out(e: &Encounter, c: &Combatant) -> Option<Refusal> {
    let body = e.get(minds::body_of(e, c.id)).unwrap_or(c);
    let has = |condition: Condition| match condition {
        Condition::BROKEN => c.has(condition),
        _ => body.has(condition),
    };
    let gone = absent(c).or_else(|| absent(body));
    // Whatever prevents acting means that it is out of action.
    if !c.effects.may_mean(Meaning::OUT) && !body.effects.may_mean(Meaning::OUT) {
        return gone;
    }
    gone.or_else(|| INCAPACITATING.iter().find(|(condition, _)| has(*condition)).map(|(_, why)| *why))
}

/// Returns why it is no longer present, if it is not.
fn absent(c: &Combatant) -> Option<Refusal> {
    match c.standing {
        Standing::Dead if c.has(condition::DESTROYED) => Some(Refusal::DESTROYED),
        Standing::Dead => Some(Refusal::DEAD),
        Standing::Fled | Standing::Gone | Standing::Surrendered => Some(Refusal::INCAPACITATED),
        Standing::Up | Standing::Down => None,
    }
}

/// Whether it can act.
pub fn can_act(e: &Encounter, c: &Combatant) -> bool {
    let up = e.get(minds::body_of(e, c.id)).is_some_and(Combatant::is_up);
    c.is_up() && up && out(e, c).is_none()
}

/// Refuses a combatant that cannot act.
pub fn check_can_act(e: &Encounter, c: &Combatant) -> Result<(), RuleError> {
    match out(e, c) {
        Some(refusal) => Err(RuleError::new(refusal).of(c.id)),
        None if !can_act(e, c) => Err(RuleError::new(Refusal::INCAPACITATED).of(c.id)),
        None => Ok(()),
    }
}

/// Whether melee attacks on it hit automatically and it has no defence (`seconds.condition.helpless`). A
/// shared body is not helpless while one of its minds is not Broken (`seconds.possession.broken-mind`).
pub fn is_helpless(e: &Encounter, c: &Combatant) -> bool {
    let helpless = |effect: &Effect| {
        effect.condition.is(Meaning::HELPLESS)
            && (effect.condition != Condition::BROKEN || minds::are_all_broken(e, c.id))
    };
    c.effects.may_mean(Meaning::HELPLESS) && c.effects.iter().any(helpless)
}

/// Returns its scale (`seconds.scale.table`).
#[inline]
pub fn scale(e: &Encounter, who: CombatantId) -> i32 {
    e.wounds(who).map_or(0, |body| body.scale)
}

/// Whether it is an object, which is destroyed rather than dies.
pub fn is_object(e: &Encounter, who: CombatantId) -> bool {
    e.wounds(who).is_ok_and(|body| body.is_object())
}

/// Whether it has the condition toward the other combatant, or toward all.
pub fn has_toward(c: &Combatant, condition: Condition, other: CombatantId) -> bool {
    c.effects_of(condition).any(|effect| effect.toward.is_none_or(|toward| toward == other))
}

/// Returns the seconds for which it is stunned, or `None` if until the stun is lifted or lapses.
pub fn stunned_for(c: &Combatant) -> Option<i32> {
    c.effects_of(Condition::STUNNED)
        .try_fold(0_i32, |all, effect| (effect.value > 0).then(|| all.saturating_add(effect.value)))
}

/// Returns the mount it rides.
#[inline]
pub fn mount_of(e: &Encounter, rider: CombatantId) -> Option<CombatantId> {
    e.get(rider)?.toward(condition::RIDING).filter(|mount| presence::is_alive(e, *mount))
}

/// Returns its rider.
#[inline]
pub fn rider_of(e: &Encounter, mount: CombatantId) -> Option<CombatantId> {
    let rides = |c: &&Combatant| is_here(c) && c.toward(condition::RIDING) == Some(mount);
    e.all().find(rides).map(|c| c.id)
}

/// Returns the combatants whose turns are open together with this one's: itself and the mount it leads, but
/// not a mount led by another rider, nor one with a turn of its own this round
/// (`seconds.special.mount-turn`).
pub fn party(e: &Encounter, who: CombatantId) -> impl Iterator<Item = CombatantId> + use<> {
    std::iter::once(who).chain(beside(e, who))
}

/// Whether its turn is open together with the owner's.
pub fn is_of_party(e: &Encounter, owner: CombatantId, who: CombatantId) -> bool {
    party(e, owner).any(|one| one == who)
}

/// Whether it, or the mount it leads, has chosen to spend a second of this turn.
pub fn has_spent(e: &Encounter, who: CombatantId) -> bool {
    party(e, who).any(|who| e.get(who).is_some_and(|c| c.spent.acted))
}

/// Whether the open turn is a held one, taken late in a gap or during another's turn.
pub fn is_held_turn(e: &Encounter) -> bool {
    e.windows.len() > 1 && e.window().and_then(turn_of).is_some()
}

/// Whether it has a slot: everyone present, and the dead until the last effect on their own clock has gone
/// off (`seconds.time.effect-delay`).
pub fn has_slot(e: &Encounter, c: &Combatant) -> bool {
    let waits = |moment: Moment| matches!(moment, Moment::OwnSecond(who, _) if who == c.id);
    is_here(c) || e.timers.iter().any(|timer| waits(timer.due.moment))
}

/// Returns the owner of the turn, if the window is a turn.
pub fn turn_of(window: &Window) -> Option<CombatantId> {
    match (window.phase, window.whose) {
        (Phase::Turn, Whose::One(who)) => Some(who),
        _ => None,
    }
}

/// Whether the open turn is its own, or its rider's.
pub fn is_its_turn(e: &Encounter, who: CombatantId) -> bool {
    let open = e.window().and_then(turn_of);
    open.is_some_and(|owner| is_of_party(e, owner, who))
}

/// Whether its turn this round is over; before the first round it has none.
pub fn has_had_turn(e: &Encounter, c: &Combatant) -> bool {
    e.round > 0 && c.turns.0 >= e.round && c.turns.1 >= c.turns.0
}

/// Whether its turn is open or interrupted by another.
pub fn has_turn_open(e: &Encounter, who: CombatantId) -> bool {
    e.windows.iter().filter_map(turn_of).any(|owner| is_of_party(e, owner, who))
}

/// Whether its turn closed with its last second and nobody has acted since, so that actions taking no time
/// are still allowed (`seconds.time.zero-second`).
pub fn has_just_ended(e: &Encounter, who: CombatantId) -> bool {
    e.turn_over.is_some_and(|last| is_of_party(e, last, who) || is_of_party(e, who, last))
}

/// Returns the seconds of its own clock left in its turn; a mind has no more than its body
/// (`seconds.possession.shared-body`).
#[inline]
pub fn time_budget(e: &Encounter, who: CombatantId) -> Second {
    budget_in(e, who, minds::body_of(e, who))
}

fn budget_in(e: &Encounter, who: CombatantId, body: CombatantId) -> Second {
    let left = |who| TURN.saturating_sub(e.get(who).map_or(TURN, |c| c.spent.seconds));
    if who == body { left(who) } else { left(who).min(left(body)) }
}

/// Returns the seconds of its own clock that one second of action takes: two if disabled
/// (`seconds.condition.disabled`).
#[inline]
pub fn rate(e: &Encounter, who: CombatantId) -> Second {
    rate_of(e, minds::body_of(e, who))
}

fn rate_of(e: &Encounter, body: CombatantId) -> Second {
    if e.has(body, condition::DISABLED) { 2 } else { 1 }
}

/// Whether its body is disabled (`seconds.condition.disabled`).
#[inline]
pub fn is_disabled(e: &Encounter, who: CombatantId) -> bool {
    e.has(minds::body_of(e, who), condition::DISABLED)
}

/// Returns the seconds of action left in its turn.
#[inline]
pub fn seconds_left(e: &Encounter, who: CombatantId) -> Second {
    let body = minds::body_of(e, who);
    budget_in(e, who, body) / rate_of(e, body)
}

/// Whether it can only crawl: disabled, or all its legs are useless (`seconds.calledshot.leg`).
pub fn only_crawls(e: &Encounter, who: CombatantId) -> bool {
    let (Some(c), Ok(body)) = (e.get(who), e.wounds(who)) else { return false };
    let hurt = c.effects_of(condition::LEG_HURT).filter(|effect| effect.value >= 2).count();
    c.has(condition::DISABLED) || (body.legs > 0 && hurt >= usize::from(body.legs))
}

/// Whether it is an object without attacks, which has no turns. Objects that fight (robots, golems) have
/// turns like anyone else.
pub fn is_inert(e: &Encounter, who: CombatantId) -> bool {
    e.wounds(who).is_ok_and(|body| body.is_object() && body.attacks.is_empty())
}

/// Whether it can still fight: not dead, dying, unconscious, Broken or gone, and no object without attacks.
pub fn fights(e: &Encounter, c: &Combatant) -> bool {
    c.standing == Standing::Up && !c.has(Condition::BROKEN) && !is_inert(e, c.id)
}

/// Whether it came under a rider whose slot this round had opened before, and has had no turn this round: so
/// that it loses none, it has that in a place of its own, not on its rider's count
/// (`seconds.special.mount-turn`).
pub fn is_apart(e: &Encounter, mount: &Combatant) -> bool {
    let leader = rider_of(e, mount.id).and_then(|rider| e.get(rider));
    mount.turns.0 < e.round && leader.is_some_and(|leader| leader.turns.0 >= e.round)
}

/// Returns the mount whose turn is open together with the rider's: the one it leads, dead or not until the last
/// effect on its own clock has gone off (`seconds.time.effect-delay`), unless that has a turn of its own this
/// round.
fn beside(e: &Encounter, rider: CombatantId) -> Option<CombatantId> {
    let mount = e.get(e.get(rider)?.toward(condition::RIDING)?)?;
    let leads = rider_of(e, mount.id) == Some(rider);
    (leads && has_slot(e, mount) && !is_apart(e, mount)).then_some(mount.id)
}

/// Returns the mount the rider leads: one whose first rider it is.
pub fn led(e: &Encounter, rider: CombatantId) -> Option<CombatantId> {
    mount_of(e, rider).filter(|mount| rider_of(e, *mount) == Some(rider))
}

/// Returns the hands busy with the reins: one, unless the mount stands still (`seconds.special.mount-hand`).
pub fn busy_hands(e: &Encounter, rider: CombatantId) -> usize {
    let moves = |mount| e.get(mount).is_some_and(|c| c.spent.moved.is_some_and(|squares| squares > 0));
    usize::from(led(e, rider).is_some_and(moves))
}

/// Refuses an action that takes time without a second left.
pub fn check_left(at: &At, takes: impl Fn() -> Second) -> Allowed {
    at.unless(seconds_left(at.e, at.c.id) > 0 || takes() == 0, refusal::OUT_OF_SECONDS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::seconds::asset::about;

    #[test]
    fn whatever_prevents_acting_means_that_one_is_out_of_action() {
        for (condition, _) in INCAPACITATING {
            let row = about().condition(condition).expect("a row");
            assert!(row.is(Meaning::OUT), "{condition:?}");
        }
    }
}
