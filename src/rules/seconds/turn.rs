//! A turn: what bars a combatant from acting in it, holding it, taking a held turn.

use super::dying::TEND;
use super::{clock, form, mount, movement, presence, refusal, state, strike};
use crate::rules::model::encounter::Stage;
use crate::rules::model::moment::Second;
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::Whose;
use crate::rules::ruleset::deed::{LogForm, When};
use crate::rules::ruleset::prelude::*;

/// Holds the turn for later.
pub const HOLD: DeedRule = DeedRule {
    rule: "seconds.initiative.delay-turn",
    when: When::Beside,
    may: check_hold,
    run: hold,
    ..DeedRule::of(Deed::Hold)
};

/// Takes a held turn.
pub const CUT_IN: DeedRule = DeedRule {
    rule: "seconds.initiative.interrupt",
    when: When::CuttingIn,
    told: LogForm::Named,
    concerns: |at| at.c.has(Condition::HOLDING),
    run: cut_in,
    ..DeedRule::of(Deed::CutIn)
};

/// Refuses a deed whatever its particulars, or, with an act, that act.
pub fn gate(at: &At, row: &DeedRule, act: Option<&Act>) -> Allowed {
    let Some(act) = act else {
        // An attack that takes no time may be possible when no other deed is.
        let quickest = || strike::quickest(at, row.deed);
        let takes = || quickest().unwrap_or_else(|| form::cost(at, row, &Act::new(at.c.id, row.deed)));
        check_time(at, row, takes)?;
        return check_seconds(at, row, || quickest().unwrap_or_else(|| clock::printed(row.deed)));
    };
    let takes = || form::cost(at, row, act);
    check_time(at, row, takes)?;
    check_seconds(at, row, takes)?;
    check_signs(at, act)
}

/// Refuses a deed at the wrong time. Deeds outside any turn only need the combatant to be present.
fn check_time(at: &At, row: &DeedRule, takes: impl Fn() -> Second) -> Allowed {
    match row.when {
        When::Free => Ok(()),
        When::Ever if presence::is_here(at.c) => Ok(()),
        When::Ever => state::check_can_act(at.e, at.c),
        When::CuttingIn => check_gap(at),
        // The dying are not beyond help when the fight is over (`seconds.death.medicine`).
        When::Action if at.e.stage == Stage::Over && row.deed == TEND.deed => {
            state::check_can_act(at.e, at.c)
        }
        // What is open in a turn is open at no cost too.
        When::Action => match check_turn(at) {
            Err(_) if takes() == 0 => check_no_time(at),
            open => open,
        },
        _ => check_turn(at),
    }
}

/// Refuses to begin an action without a second left (`seconds.time.carry-over`).
fn check_seconds(at: &At, row: &DeedRule, takes: impl Fn() -> Second) -> Allowed {
    if row.when.is_action() { state::check_left(at, takes) } else { Ok(()) }
}

/// Refuses to act outside its own turn and its rider's.
fn check_turn(at: &At) -> Allowed {
    let Some(window) = at.e.window() else { return at.no(Refusal::NOTHING_OPEN) };
    if !state::is_its_turn(at.e, at.c.id) || at.c.has(Condition::HOLDING) {
        return at.no(Refusal::NOT_YOUR_SLOT);
    }
    state::check_can_act(at.e, at.c)?;
    let own = state::turn_of(window) == Some(at.c.id);
    at.unless(own || mount::obeys(at.e, at.c.id), refusal::UNCONTROLLED)?;
    at.unless(own || !state::has_had_turn(at.e, at.c), refusal::OUT_OF_SECONDS)
}

/// Refuses an action that takes no time. It may also directly follow the actor's turn, which closes with its
/// last second (`seconds.time.zero-second`).
pub fn check_no_time(at: &At) -> Allowed {
    let in_time = at.e.window().is_some() && state::has_just_ended(at.e, at.c.id);
    if in_time && !at.c.has(Condition::HOLDING) {
        state::check_can_act(at.e, at.c)
    } else {
        check_turn(at)
    }
}

/// Refuses to interrupt except in a gap or between two actions of another's turn.
fn check_gap(at: &At) -> Allowed {
    let Some(window) = at.e.window() else { return at.no(Refusal::NOTHING_OPEN) };
    let busy = |who: CombatantId| at.e.get(who).is_some_and(|c| c.ongoing.is_some());
    let turn = state::turn_of(window);
    let between = match turn {
        Some(owner) => !state::party(at.e, owner).any(busy),
        None => window.phase == Phase::Gap,
    };
    if !at.c.has(Condition::HOLDING) || mount::is_held_by_rider(at.e, at.c.id) {
        at.no(Refusal::NOT_HOLDING)
    } else if between {
        state::check_can_act(at.e, at.c)
    } else {
        at.no(if turn.is_some() { refusal::INSIDE_ACTION } else { Refusal::NOT_IN_THIS_PHASE })
    }
}

/// Refuses negative distances, speeds, times and amounts; runs and loaders have limits of their own.
fn check_signs(at: &At, act: &Act) -> Allowed {
    let of = |facts: &Facts| {
        let figures = [
            facts.feet(),
            facts.rough(),
            facts.diagonal(),
            facts.speed(),
            facts.run_up(),
            facts.seconds().filter(|_| act.deed != movement::RUN.deed),
            facts.rounds(),
            facts.doses(),
            facts.damage().map(|dice| dice.range().1),
        ];
        let lengths = [facts.distance(), facts.metres()];
        figures.into_iter().flatten().any(|figure| figure < 0)
            || lengths.into_iter().flatten().any(|length| length < Tenths::default())
    };
    let parts = act.parts.iter().map(|part| &part.facts);
    at.unless(!std::iter::once(&act.facts).chain(parts).any(of), Refusal::BAD_MODIFIER)
}

/// Refuses to hold a turn twice, after spending a second or with an action in progress
/// (`seconds.initiative.delay-turn`).
fn check_hold(at: &At) -> Allowed {
    if at.e.window().and_then(state::turn_of) != Some(at.c.id) {
        return at.no(Refusal::NOT_YOUR_SLOT);
    }
    let spent = state::has_spent(at.e, at.c.id) || state::is_held_turn(at.e);
    at.unless(!spent && at.c.ongoing.is_none(), Refusal::ALREADY_SPENT)
}

/// Holds the turn, together with the mount's, which loses its action in progress
/// (`seconds.initiative.delay-turn`, `seconds.time.consecutive`).
fn hold(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    for who in state::party(r.encounter(), act.who) {
        clock::lose_action(r, who);
        let spent = r.encounter().get(who).map_or(0, |c| c.spent.seconds);
        let value = i32::try_from(spent).unwrap_or(0);
        let effect = Effect { value, ..r.effect(Condition::HOLDING, None) };
        r.afflict(who, effect);
    }
    Ok(())
}

/// Takes the held turn on top of whatever window is open (`seconds.initiative.interrupt`).
fn cut_in(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    for who in state::party(r.encounter(), act.who) {
        clock::take_held_turn(r, who);
    }
    let window = Window::acts(Phase::Turn, r.encounter().place, Whose::One(act.who));
    r.emit(Event::Laid(Box::new(window)));
    open_turn(r, act.who);
    Ok(())
}

/// Opens a turn: stunned combatants sit out its first seconds.
pub fn open_turn(r: &mut Resolution, who: CombatantId) {
    for who in state::party(r.encounter(), who) {
        clock::sit_out_stun(r, who);
    }
}
