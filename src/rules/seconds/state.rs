//! Queries about the current state of a combatant.

use super::condition;
use super::minds;
use super::refusal;
use super::sequence::{FIRST_SLOT, GAP};
use crate::rules::model::moment::{Moment, Round, Second, TIMED, When};
use crate::rules::model::window::{Place, Whose};
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

/// Whether it is present: it has a slot and can be affected.
#[inline]
pub fn is_here(c: &Combatant) -> bool {
    matches!(c.standing, Standing::Up | Standing::Down)
}

/// Whether it is alive and present.
pub fn is_alive(e: &Encounter, who: CombatantId) -> bool {
    e.get(who).is_some_and(is_here)
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
    e.get(rider)?.toward(condition::RIDING).filter(|mount| is_alive(e, *mount))
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
    std::iter::once(who).chain(super::mount::beside(e, who))
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

/// Returns the round in which its next slot opens: this one, unless the slot has opened or was passed before
/// it arrived.
pub fn next_slot(e: &Encounter, c: &Combatant) -> Round {
    let leader = rider_of(e, c.id).filter(|_| !super::mount::is_apart(e, c));
    let at = e.slot_of(leader.unwrap_or(c.id)).map(i32::from);
    let passed = at.is_some_and(|at| Place::new(FIRST_SLOT.saturating_add(at), GAP) < e.place);
    if c.turns.0 < e.round && !passed { e.round } else { e.round.saturating_add(1) }
}

/// Conditions that only change defence or Target and so end as a slot opens (`seconds.time.durations`).
const OF_DEFENCE: [Condition; 7] = [
    condition::FLAT_FOOTED,
    Condition::FLANKED,
    Condition::HELD,
    condition::COVERED,
    condition::CONCEALED,
    condition::INVISIBLE,
    condition::SPEEDING,
];

/// Returns when a condition lasting `rounds` rounds ends (`seconds.time.durations`); for a combatant without
/// turns, with the rounds themselves.
pub fn lasting(e: &Encounter, who: CombatantId, condition: Condition, rounds: u32) -> When {
    let more = rounds.max(1) - 1;
    match e.get(who) {
        Some(c) if !is_inert(e, who) && OF_DEFENCE.contains(&condition) => {
            Moment::TurnStart(who, next_slot(e, c).saturating_add(more)).at(0)
        }
        Some(_) if !is_inert(e, who) => until_turns(e, who, rounds),
        _ => Moment::RoundEnd(e.round.max(1).saturating_add(more)).at(TIMED),
    }
}

/// Returns when its next slot opens, which ends conditions that only change defence or Target
/// (`seconds.time.durations`).
pub fn until_next_slot(e: &Encounter, who: CombatantId) -> When {
    let round = e.get(who).map_or(e.round, |c| next_slot(e, c));
    Moment::TurnStart(who, round).at(0)
}

/// Returns when the nth of its turns opening from now closes, which ends conditions that hamper acting
/// (`seconds.time.durations`).
pub fn until_turns(e: &Encounter, who: CombatantId, turns: u32) -> When {
    let ahead =
        |c: &Combatant| if super::sequence::is_ticking(e, c) { c.turns.0 } else { next_slot(e, c) };
    let round = e.get(who).map_or(e.round, ahead);
    Moment::TurnEnd(who, round.saturating_add(turns.max(1) - 1)).at(TIMED)
}

/// Returns when its open turn, or else its next one, closes.
pub fn until_turn_ends(e: &Encounter, who: CombatantId) -> When {
    match e.get(who) {
        Some(c) if c.turns.1 < c.turns.0 => Moment::TurnEnd(who, c.turns.0).at(TIMED),
        _ => until_turns(e, who, 1),
    }
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
