//! Possession: several minds in one body.

use super::form::{self, MOST, action, aimed, figure, only_target, others};
use super::{
    body, checks, clock, condition, counter, minds, morale, presence, reason, refusal, state, turn,
};
use crate::rules::engine::resolution::Change;
use crate::rules::model::block::line::LineAt;
use crate::rules::model::dice::{Answer, ChoiceRequest, Pick, Question};
use crate::rules::model::event::Told;
use crate::rules::model::moment::{Moment, TIMED};
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::deed::When;
use crate::rules::ruleset::prelude::*;

/// An attempt to possess a body.
pub const POSSESS: DeedRule = DeedRule {
    concerns: |at| minds::skills(at.e, at.c.id).is_ok_and(|skills| skills.possession.is_some()),
    may: may_possess,
    shape: |at, offer| {
        let mut ids = others(at.e, at.c);
        ids.retain(|body| can_be_entered(at.e, at.c.id, *body));
        let facts = vec![FactField::flag(Fact::Willing), figure(Fact::Seconds(4), MOST)];
        Offer { at: aimed(ids, 1, 1), facts, ..offer }
    },
    check: check_entry,
    later: Some(|at, act, step| match step.is_aimed() {
        true => may_possess(at).and_then(|()| check_entry(at, act)),
        false => Ok(()),
    }),
    run: possess,
    price: clock::as_said,
    ..action(Deed::Possess, "seconds.possession.check")
};

/// Leaving the possessed body; a mind without a turn, because it is Broken or the body is out, may do so at any time.
pub const LEAVE_BODY: DeedRule = DeedRule {
    rule: "seconds.possession.end",
    when: When::Free,
    concerns: |at| at.c.has(condition::POSSESSING),
    may: |at| {
        if state::can_act(at.e, at.c) {
            turn::check_no_time(at)?;
        }
        at.unless(minds::body_of(at.e, at.c.id) != at.c.id, Refusal::BAD_TARGET)
    },
    run: leave,
    ..DeedRule::of(Deed::LeaveBody)
};

/// Starting or stopping cooperation between minds of one body, at any time.
pub const COOPERATE: DeedRule = DeedRule {
    rule: "seconds.possession.cooperate",
    when: When::Free,
    concerns: |at| !minds::others(at.e, at.c.id).is_empty(),
    may: |at| {
        at.unless(!minds::others(at.e, at.c.id).is_empty(), Refusal::BAD_TARGET)?;
        at.unless(!minds::is_broken(at.e, at.c.id), refusal::NO_WILL)
    },
    shape: |at, offer| {
        let mut ids = minds::others(at.e, at.c.id);
        ids.retain(|mind| !minds::is_broken(at.e, *mind));
        Offer { at: aimed(ids, 1, 1), ..offer }
    },
    check: |at, act| match partner(at.e, act) {
        None => at.no(Refusal::BAD_TARGET),
        Some(other) if minds::is_broken(at.e, other) => Err(RuleError::new(refusal::NO_WILL).of(other)),
        Some(_) => Ok(()),
    },
    run: toggle_cooperation,
    ..DeedRule::of(Deed::Cooperate)
};

/// Refuses a mind that cannot possess any body.
fn may_possess(at: &At) -> Allowed {
    let away = minds::body_of(at.e, at.c.id) != at.c.id || minds::is_shared(at.e, at.c.id);
    let able = minds::skills(at.e, at.c.id)?.possession.is_some();
    at.unless(able && !away, refusal::CANNOT_POSSESS)
}

/// Refuses a target that cannot be possessed.
fn check_entry(at: &At, act: &Act) -> Allowed {
    let Some(target) = only_target(act) else { return at.no(Refusal::BAD_TARGET) };
    at.unless(presence::is_here(at.e.who(target)?), refusal::TARGET_DEAD)?;
    at.unless(can_be_entered(at.e, act.who, target), Refusal::BAD_TARGET)
}

/// Whether the body has a mind to possess: not an object, nor one whose own mind is elsewhere.
fn can_be_entered(e: &Encounter, who: CombatantId, body: CombatantId) -> bool {
    who != body
        && presence::is_alive(e, body)
        && !state::is_object(e, body)
        && minds::body_of(e, body) == body
}

/// Returns the mind to cooperate with: the target, or the only other one.
fn partner(e: &Encounter, act: &Act) -> Option<CombatantId> {
    let others = minds::others(e, act.who);
    match act.target() {
        Some(named) => others.into_iter().find(|other| *other == named),
        None if others.len() == 1 => others.first().copied(),
        None => None,
    }
}

/// Rolls d6 + possession against the Will before the roll (`seconds.possession.check`).
fn possess(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(target) = act.target() else { return Ok(()) };
    let Ok(c) = r.encounter().who(act.who) else { return Ok(()) };
    let at = At { e: r.encounter(), c };
    if !can_be_entered(at.e, act.who, target) || may_possess(&at).is_err() {
        return Ok(());
    }
    let resists = if act.facts.has(&Fact::Willing) { None } else { resister(r, act.who, target)? };
    let Some(mind) = resists else {
        enter(r, act.who, target);
        return Ok(());
    };
    let (will, least) = morale::wills(r.encounter(), mind);
    let total = try_will(r, act.who, mind, (will, least))?;
    if total > least {
        morale::penalise(r, mind, 1);
    }
    if total > will {
        enter(r, act.who, target);
    }
    Ok(())
}

fn try_will(
    r: &mut Resolution,
    who: CombatantId,
    mind: CombatantId,
    (will, least): (i32, i32),
) -> Result<i32, Stop> {
    let bonus = minds::skills(r.encounter(), who).ok().and_then(|skills| skills.possession);
    let tally = Tally::new().with(reason::SKILL, bonus.unwrap_or(0));
    let above = |bar: i32| bar.saturating_add(1).saturating_sub(tally.total());
    let (slight, whole) = (above(least), above(will));
    let ask = RollRequest::new(Purpose::Possession, 1, 6).by(who).against(mind);
    let rolled = r.throw(ask.adding(tally).at_least(whole).bands(vec![slight, whole]))?;
    let total = rolled.total();
    r.rolled(rolled.judged(total > will, will.saturating_add(1)));
    Ok(total)
}

/// Returns the mind that resists: the highest Will in the body, or the next if that one declines; `None` if
/// all decline (`seconds.possession.multiple`).
fn resister(
    r: &mut Resolution,
    who: CombatantId,
    target: CombatantId,
) -> Result<Option<CombatantId>, Stop> {
    let e = r.encounter();
    let mut minds = minds::inside(e, target);
    if minds.len() == 1 || minds::are_all_broken(e, target) {
        return Ok(minds.first().copied());
    }
    minds.retain(|mind| !minds::is_broken(e, *mind));
    minds.sort_by_key(|mind| std::cmp::Reverse(body::will(e, *mind)));
    for mind in minds {
        if confirms(r, Question::Stand, mind, who, true)? {
            return Ok(Some(mind));
        }
    }
    Ok(None)
}

/// Asks one mind a yes/no question about another.
fn confirms(
    r: &mut Resolution,
    question: Question,
    mind: CombatantId,
    about: CombatantId,
    standing: bool,
) -> Result<bool, Stop> {
    let ask = ChoiceRequest::one(question, vec![Pick::Yes, Pick::No]);
    let (who, among, default) = (Some(mind), vec![Pick::Combatant(about)], usize::from(!standing));
    Ok(r.choose(ChoiceRequest { who, among, default, ..ask })? == Answer::One(0))
}

/// Puts a mind into a body.
fn enter(r: &mut Resolution, who: CombatantId, body: CombatantId) {
    let inside = Effect { toward: Some(body), ..r.effect(condition::POSSESSING, None) };
    r.afflict(who, inside);
    let host = Effect { toward: Some(who), ..r.effect(condition::POSSESSED, None) };
    r.afflict(body, host);
    set_last_mind(r, body, 0);
    lend(r, body);
}

/// Records the mind that last acted with a body, as [`minds::mark`] encodes it.
fn set_last_mind(r: &mut Resolution, body: CombatantId, mark: i32) {
    if r.encounter().get(body).is_some_and(|c| c.count(counter::LAST_MIND) != mark) {
        r.count(body, counter::LAST_MIND, mark);
    }
}

/// Records that a mind acts with a shared body (`seconds.possession.abilities`).
pub fn acts(r: &mut Resolution, who: CombatantId) {
    let body = minds::body_of(r.encounter(), who);
    if minds::is_shared(r.encounter(), body) {
        set_last_mind(r, body, minds::mark(who));
    }
}

/// Assigns the minds of a body indices for the attacks they may use of one another: the body's weapons for those
/// inside it, and the spells of cooperating minds.
fn lend(r: &mut Resolution, body: CombatantId) {
    for mind in minds::inside(r.encounter(), body) {
        let e = r.encounter();
        let mut wanted: Vec<(CombatantId, u8)> = Vec::new();
        if mind != body {
            wanted.extend(positions(e, body, false));
        }
        for partner in minds::partners(e, mind) {
            wanted.extend(positions(e, partner, true));
        }
        for (owner, line) in wanted {
            let Some(c) = r.encounter().get(mind) else { continue };
            if !c.lent.contains(&(owner, line)) && c.lent.len() < usize::from(LineAt::MOST_LENT) {
                r.emit(Event::Lent(mind, owner, line));
            }
        }
    }
}

/// Returns the indices of its spells, or of its weapons.
fn positions(e: &Encounter, owner: CombatantId, magic: bool) -> Vec<(CombatantId, u8)> {
    let Ok(stats) = e.wounds(owner) else { return Vec::new() };
    let lines = (0..LineAt::MOST_OWN).zip(&stats.attacks);
    lines.filter(|(_, line)| line.kind.is_magic() == magic).map(|(at, _)| (owner, at)).collect()
}

/// Starts or stops cooperation (`seconds.possession.cooperate`).
fn toggle_cooperation(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(other) = partner(r.encounter(), act) else { return Ok(()) };
    let stops = minds::cooperate(r.encounter(), act.who, other);
    r.tell(|| match stops {
        true => Told::Deed(act.who, Deed::Abandon, None, Vec::new()),
        false => Told::Deed(act.who, Deed::Cooperate, None, vec![other]),
    });
    set_agreed(r, act.who, other, !stops);
    Ok(())
}

/// Makes both minds cooperate, or neither.
fn set_agreed(r: &mut Resolution, one: CombatantId, other: CombatantId, agreed: bool) {
    for (mind, whom) in [(one, other), (other, one)] {
        let helps = minds::helps(r.encounter(), mind, whom);
        if helps && !agreed {
            r.relieve_toward(mind, condition::COOPERATING, whom);
        } else if agreed && !helps {
            let effect = Effect { toward: Some(whom), ..r.effect(condition::COOPERATING, None) };
            r.afflict(mind, effect);
        }
    }
}

/// Makes cooperation mutual when the referee sets or lifts the condition on one of the minds; without a named
/// mind, it applies to all.
fn make_mutual(r: &mut Resolution, who: CombatantId) {
    let with_all =
        |effect: &Effect| effect.condition == condition::COOPERATING && effect.toward.is_none();
    let all = r.encounter().get(who).is_some_and(|c| c.effects.iter().any(with_all));
    r.relieve_where(who, |_, effect| with_all(effect));
    for other in minds::others(r.encounter(), who) {
        let agreed = all || minds::helps(r.encounter(), who, other);
        set_agreed(r, who, other, agreed);
    }
}

/// Returns the minds that may veto this one now: those with Will left that have not tried this round
/// (`seconds.possession.veto`).
fn vetoers(e: &Encounter, who: CombatantId) -> Vec<CombatantId> {
    let Some(c) = e.get(who) else { return Vec::new() };
    let mut minds = awake(e, who);
    minds.retain(|mind| !c.has_toward(condition::VETOED, *mind) && body::will(e, *mind) > 0);
    minds
}

/// Returns the other minds of its body that can act: none if the body cannot, else those not Broken.
fn awake(e: &Encounter, who: CombatantId) -> Vec<CombatantId> {
    let mut minds = minds::others(e, who);
    minds.retain(|mind| e.get(*mind).is_some_and(|c| state::can_act(e, c)));
    minds
}

/// Whether the turn that opens may be vetoed.
pub fn is_contested(e: &Encounter, who: CombatantId) -> bool {
    e.get(who).is_some_and(|c| state::can_act(e, c)) && !vetoers(e, who).is_empty()
}

/// Resolves vetoes as a turn opens; a vetoed turn is skipped (`seconds.possession.veto`).
pub fn contest(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    if is_vetoed(r, who)? {
        clock::lose_action(r, who);
        close_turn(r, who);
        clock::mark_ended(r, who);
    }
    Ok(())
}

/// Lets the other minds veto in turn. Returns whether one succeeded; each failure costs a morale penalty.
fn is_vetoed(r: &mut Resolution, who: CombatantId) -> Result<bool, Stop> {
    for mind in vetoers(r.encounter(), who) {
        if !confirms(r, Question::Veto, mind, who, pays_to_veto(r.encounter(), mind, who))? {
            continue;
        }
        let until = Moment::RoundEnd(r.encounter().round).at(TIMED);
        let effect = Effect { toward: Some(mind), ..r.effect(condition::VETOED, Some(until)) };
        r.afflict(who, effect);
        let will =
            |r: &Resolution, mind| Tally::new().with(reason::WILL, body::will(r.encounter(), mind));
        let (own, theirs) = (will(r, who), will(r, mind));
        if !checks::opposed(r, Purpose::Veto, (who, own), (mind, theirs))? {
            return Ok(true);
        }
        morale::penalise(r, mind, 1);
    }
    Ok(false)
}

/// Whether one mind usually vetoes another: a foe's, if its own will is at least as strong.
fn pays_to_veto(e: &Encounter, mind: CombatantId, who: CombatantId) -> bool {
    e.oppose(mind, who) && body::will(e, mind) >= body::will(e, who)
}

/// Leaves the body unless vetoed (`seconds.possession.end`).
fn leave(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let (who, broken) = (act.who, minds::is_broken(r.encounter(), act.who));
    if !broken {
        acts(r, who);
    }
    form::tell(r, act);
    if broken {
        if !is_released(r, who)? {
            r.tell(|| Told::Rule("seconds.possession.broken-mind".into()));
            return Ok(());
        }
    } else if is_vetoed(r, who)? {
        morale::penalise(r, who, 1);
        return Ok(());
    }
    let body = minds::body_of(r.encounter(), who);
    exit_body(r, who, body);
    Ok(())
}

/// Whether all others let a Broken mind leave, without a contest (`seconds.possession.broken-mind`).
fn is_released(r: &mut Resolution, who: CombatantId) -> Result<bool, Stop> {
    for mind in awake(r.encounter(), who) {
        if confirms(r, Question::Veto, mind, who, false)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Takes a mind out of its body, whichever end of the link was cut.
fn exit_body(r: &mut Resolution, who: CombatantId, body: CombatantId) {
    for mind in minds::inside(r.encounter(), body) {
        r.relieve_toward(mind, condition::COOPERATING, who);
        r.relieve_toward(who, condition::COOPERATING, mind);
    }
    r.relieve_toward(who, condition::POSSESSING, body);
    r.relieve_toward(body, condition::POSSESSED, who);
    r.relieve(who, condition::AIMING);
    clock::lose_action(r, who);
    // The mind is now where the body is.
    let e = r.encounter();
    let placed = e.get(body).is_some_and(|c| e.place_of(c).is_some());
    let event = if placed { e.stands_off(who, body, Tenths::default()) } else { Event::Strayed(who) };
    r.emit(event);
    let e = r.encounter();
    let over = |mind: &CombatantId| e.get(*mind).is_some_and(|c| state::has_had_turn(e, c));
    if minds::inside(e, body).iter().all(over) {
        clock::elapse_rest(r, body);
    } else if !minds::is_shared(e, body) {
        leave_spent(r, body);
    }
}

/// Records seconds spent with a body before its own turn, so that they stay spent.
fn leave_spent(r: &mut Resolution, body: CombatantId) {
    let Some(c) = r.encounter().get(body).filter(|c| c.turns.0 < r.encounter().round) else { return };
    let spent = i32::try_from(c.spent.seconds).unwrap_or(0);
    if spent > 0 {
        r.count(body, counter::SPENT_BY_OTHERS, spent);
    }
}

/// Closes a turn: the rest of its own six seconds elapses; that of a shared body with the last mind that may
/// still use it (`seconds.possession.shared-body`).
pub fn close_turn(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    let body = minds::body_of(e, who);
    let waits =
        |mind: &CombatantId| *mind != who && e.get(*mind).is_some_and(|c| !state::has_had_turn(e, c));
    let last = !minds::inside(e, body).iter().any(waits);
    if body != who {
        clock::elapse_rest(r, who);
    }
    if last {
        clock::elapse_rest(r, body);
    }
    r.emit(Event::TurnEnded(who));
}

/// Lets the unused seconds of shared bodies elapse after the last gap of the round, those of a held turn included.
pub fn close_round(r: &mut Resolution) {
    let e = r.encounter();
    let shared: Vec<CombatantId> = e
        .all()
        .filter(|c| c.has(condition::POSSESSED) && minds::is_shared(e, c.id))
        .map(|c| c.id)
        .collect();
    for body in shared {
        clock::elapse_rest(r, body);
        let held = r.encounter().get(body).and_then(|c| c.effect(Condition::HOLDING)).cloned();
        if let Some(held) = held {
            let value = i32::try_from(state::TURN).unwrap_or(i32::MAX);
            r.afflict(body, Effect { value, ..held });
        }
    }
}

/// Ends a possession when either combatant is gone or one of the paired conditions was lifted (exorcism by
/// the referee), and updates the attacks shared in the body.
pub fn follow(r: &mut Resolution) {
    for change in r.changes().to_vec() {
        match change {
            Change::Began(who, said @ (condition::POSSESSED | condition::POSSESSING)) => {
                pair(r, who, said);
            }
            Change::Began(who, condition::COOPERATING) | Change::Ended(who, condition::COOPERATING) => {
                make_mutual(r, who);
            }
            _ => {}
        }
    }
    let all = r.encounter().those(|c| c.has(condition::POSSESSING) || c.has(condition::POSSESSED));
    for who in &all {
        let body = minds::body_of(r.encounter(), *who);
        if body != *who && !is_paired(r.encounter(), *who, body) {
            exit_body(r, *who, body);
        }
    }
    for body in all {
        let Some(c) = r.encounter().get(body).filter(|c| c.has(condition::POSSESSED)) else { continue };
        let hosts = c.effects_of(condition::POSSESSED).filter_map(|effect| effect.toward);
        let gone: Vec<CombatantId> =
            hosts.filter(|mind| *mind == body || minds::body_of(r.encounter(), *mind) != body).collect();
        for mind in gone {
            // One that never was in there leaves nothing behind.
            if r.changes().contains(&Change::Ended(mind, condition::POSSESSING)) {
                exit_body(r, mind, body);
            } else {
                r.relieve_toward(body, condition::POSSESSED, mind);
            }
        }
        lend(r, body);
    }
}

/// Adds the paired condition when the referee sets one half of a possession.
fn pair(r: &mut Resolution, who: CombatantId, said: Condition) {
    let is_host = said == condition::POSSESSED;
    let other = if is_host { condition::POSSESSING } else { condition::POSSESSED };
    let e = r.encounter();
    let ends = e
        .get(who)
        .map_or_else(Vec::new, |c| c.effects_of(said).filter_map(|effect| effect.toward).collect());
    for end in ends {
        let e = r.encounter();
        let (mind, body) = if is_host { (end, who) } else { (who, end) };
        let free = presence::is_alive(e, mind) && (!is_host || minds::body_of(e, mind) == mind);
        let tied = e.get(end).is_some_and(|c| c.has_toward(other, who));
        if free && !tied && can_be_entered(e, mind, body) {
            let effect = Effect { toward: Some(who), ..r.effect(other, None) };
            r.afflict(end, effect);
            set_last_mind(r, body, 0);
        }
    }
}

/// Whether a mind's possession of the body still holds.
fn is_paired(e: &Encounter, mind: CombatantId, body: CombatantId) -> bool {
    let hosts = e.get(body).is_some_and(|c| c.has_toward(condition::POSSESSED, mind));
    presence::is_alive(e, mind) && presence::is_alive(e, body) && hosts
}
