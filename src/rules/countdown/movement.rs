//! Movement: moving, withdrawing, running; standing up.

use super::action::action;
use super::asset::about;
use super::blow::{Blow, Style};
use super::fatigue;
use super::figures::rate;
use super::options::{STAND_UP, StandUp};
use super::strike::strike;
use super::{fire, intercept, interrupt, number, refusal, state};
use crate::rules::d20::leave;
pub use crate::rules::d20::movement::spend;
use crate::rules::d20::movement::{self, known, moved, way};
use crate::rules::d20::relations::{Way, relocate};
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::deed::{LogForm, When};
use crate::rules::ruleset::prelude::*;

pub const MOVE: DeedRule = DeedRule {
    when: When::Beside,
    announced: |_, _| Some(Deed::Move),
    may: |at| may_move(at, Deed::Move),
    ..way_of(Deed::Move, "countdown.movement.move")
};

pub const WITHDRAW: DeedRule = DeedRule {
    when: When::Beside,
    announced: |_, _| Some(Deed::Withdraw),
    may: |at| may_move(at, Deed::Withdraw),
    ..way_of(Deed::Withdraw, "countdown.movement.withdraw")
};

pub const RUN: DeedRule = DeedRule {
    announced: |_, _| Some(Deed::Run),
    may: |at| may_move(at, Deed::Run),
    ..way_of(Deed::Run, "countdown.movement.run")
};

const fn way_of(deed: Deed, rule: &'static str) -> DeedRule {
    DeedRule {
        rule,
        told: LogForm::Moving,
        shape,
        check: check_way,
        run: |r, act| fatigue::exerting(r, act, go),
        ..action(deed)
    }
}

pub const STAND: DeedRule = DeedRule {
    rule: "countdown.movement.stand-up",
    when: When::Beside,
    announced: |at, _| STAND_UP.is(at.e, StandUp::Action).then_some(Deed::Stand),
    concerns: |at| at.c.has(Condition::PRONE),
    may: may_stand_up,
    run: |r, act| {
        match stand_up_cost(r.encounter(), r.encounter().who(act.who)?) {
            Some(0) => {}
            Some(feet) => spend(r, act.who, feet),
            None => r.emit(Event::Spent(act.who, Spending::Action)),
        }
        r.relieve(act.who, Condition::PRONE);
        Ok(())
    },
    ..action(Deed::Stand)
};

pub const LIE_DOWN: DeedRule = DeedRule {
    rule: "countdown.condition.prone",
    when: When::Beside,
    concerns: |at| !at.c.has(Condition::PRONE),
    may: |at| at.unless(!at.c.has(Condition::PRONE), Refusal::SAME_POSTURE),
    // Its own posture changes at once, not at the commit.
    run: |r, act| {
        r.begin(act.who, Condition::PRONE, None);
        Ok(())
    },
    ..action(Deed::LieDown)
};

/// Whether it is a run, or a charge (`countdown.movement.run`).
fn runs(deed: Deed) -> bool {
    matches!(deed, Deed::Run | Deed::Charge)
}

/// Feet it may still move with that deed.
pub fn allowance(e: &Encounter, c: &Combatant, deed: Deed) -> i32 {
    let rate = rate(e, c);
    let most = if runs(deed) { 2 * rate } else { rate };
    let left = (most - moved(c)).max(0);
    if matches!(deed, Deed::Withdraw | Deed::Drag) {
        left.min(rate / 2 - backed_off(c)).max(0)
    } else {
        left
    }
}

/// Feet it has withdrawn this round.
fn backed_off(c: &Combatant) -> i32 {
    c.effect(Condition::WITHDRAWING).map_or(0, |effect| effect.value)
}

/// Adds `feet` to the distance it has withdrawn this round.
fn back_off(r: &mut Resolution, who: CombatantId, feet: i32) {
    let e = r.encounter();
    let Some(c) = e.get(who) else { return };
    let old = c.effect(Condition::WITHDRAWING).cloned();
    let value = backed_off(c).saturating_add(feet);
    let effect = old.unwrap_or_else(|| r.effect(Condition::WITHDRAWING, Some(state::this_round(e))));
    r.afflict(who, Effect { value, ..effect });
}

/// Checks that the actor can move; a deed that takes the whole round leaves no movement
/// (`countdown.declare.one-action`).
pub fn may_move(at: &At, deed: Deed) -> Allowed {
    state::bar(at)?;
    can_walk(at, deed)
}

/// Checks that the actor can move, even if it holds a creature and drags it along.
pub fn can_walk(at: &At, deed: Deed) -> Allowed {
    let At { e, c } = *at;
    if c.means(Meaning::CANNOT_MOVE) || c.has(Condition::RUNNING) || c.has(Condition::CHARGING) {
        return at.no(Refusal::BARRED);
    }
    if c.has(Condition::PRONE) {
        return at.no(Refusal::PRONE);
    }
    match deed {
        deed if runs(deed) && c.has(Condition::EXHAUSTED) => at.no(refusal::FATIGUED),
        deed if runs(deed) && c.spent.moved.is_some() => at.no(Refusal::ALREADY_MOVED),
        _ if allowance(e, c, deed) == 0 => at.no(Refusal::MOVED_TOO_FAR),
        _ => Ok(()),
    }
}

fn shape(at: &At, offer: Offer) -> Offer {
    let At { e, c } = *at;
    let most = allowance(e, c, offer.deed);
    let flees = c.has(Condition::FLEEING);
    // By default it goes as far as contact needs, or all it may.
    let mut facts = vec![FactField { stands: flees, ..FactField::number(Fact::Feet(most), 0, most) }];
    if offer.deed != Deed::Withdraw {
        facts.push(FactField::flag(Fact::Contact));
        facts.push(FactField { stands: flees, ..FactField::flag(Fact::Away) });
        facts.push(FactField::flag(Fact::Shifting));
        let turns = !interrupt::turned_on(e, c.id).is_empty();
        facts.extend(turns.then(|| FactField::flag(Fact::Flanked)));
    }
    facts.extend(fire::facts(e));
    // A fallen ally can be approached too, to revive it.
    let fallen = |friend: &&Combatant| {
        !state::foes(c, friend) && friend.id != c.id && friend.standing == Standing::Down
    };
    let others = state::foes_there(at).chain(e.all().filter(fallen)).collect();
    let (others, far) = movement::destinations(about(), at, others);
    facts.extend(far);
    Offer { at: others, facts, ..offer }
}

/// Checks the distance, and whether contact can be made.
///
/// # Errors
/// `moved-too-far`, `bad-modifier`.
pub fn check_way(at: &At, act: &Act) -> Allowed {
    let At { e, c } = *at;
    let (feet, most) = (feet(e, c, act), allowance(e, c, act.deed));
    if feet < 0 {
        let fault = Fault::new(Fact::Feet(feet).label(), feet, "0 or more");
        return Err(at.why(Refusal::BAD_MODIFIER).at(fault));
    }
    if feet > most {
        let detail = format!("{feet}' requested, {most}' left");
        return Err(at.why(Refusal::MOVED_TOO_FAR).saying(detail));
    }
    fire::check_way(e, act)?;
    movement::check_contact(about(), at, act, feet)
}

/// Feet it moves: as entered, else as contact needs, else all it may.
pub fn feet(e: &Encounter, c: &Combatant, act: &Act) -> i32 {
    movement::feet(about(), e, act, allowance(e, c, act.deed))
}

/// Moves, withdraws or runs. Foes on whom it turns its back may attack first; if it falls it goes nowhere
/// (`countdown.movement.parting-shot`).
fn go(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(c) = r.encounter().get(act.who) else { return Ok(()) };
    let feet = feet(r.encounter(), c, act);
    if act.deed == Deed::Run {
        r.emit(Event::Spent(act.who, Spending::Action));
        state::mark(r, act.who, Condition::RUNNING);
    }
    let shifts = act.facts.has(&Fact::Shifting);
    if act.deed == Deed::Withdraw {
        back_off(r, act.who, feet);
    } else if !shifts && feet > 0 {
        let stays = stays_beside(r.encounter(), act, feet);
        let flanked = act.facts.only(|fact| *fact == Fact::Flanked);
        if !turn_away(r, act.who, &stays, &flanked)? {
            return Ok(());
        }
    }
    spend(r, act.who, feet);
    let arrives = fire::cross(r, act.who, &act.facts, feet)?;
    if shifts {
        // It moves around those it is engaged with, so its place stays the same.
        let event = r.encounter().moves_on(act.who, Tenths::default(), Tenths::default(), false);
        r.emit(event);
    } else if feet > 0 && arrives {
        shift(r, act, feet)?;
    } else if feet > 0 {
        fall_short(r, act, feet);
    }
    Ok(())
}

/// Lets all whose reach it leaves attack, except those in `but`. Returns whether it can still go: it has not fallen or
/// been knocked down.
pub fn turn_away(
    r: &mut Resolution,
    who: CombatantId,
    but: &[CombatantId],
    facts: &Facts,
) -> Result<bool, Stop> {
    let mut left = interrupt::turned_on(r.encounter(), who);
    left.retain(|foe| !but.contains(foe));
    let stands = parting_shots(r, who, &left, facts)?;
    Ok(stands && !r.encounter().has(who, Condition::PRONE))
}

/// Targets still in melee distance at the end of the move, whose reach it does not leave.
fn stays_beside(e: &Encounter, act: &Act, feet: i32) -> Vec<CombatantId> {
    let near = |foe: &&CombatantId| {
        let ends = way(act, feet).ends_at(about().melee_distance, known(about(), e, act, **foe));
        ends.is_some_and(|feet| feet.abs() <= about().melee_distance)
    };
    act.at.iter().filter(near).copied().collect()
}

/// Moves a combatant that fell on its way half the distance, disengaged from those it left.
pub fn fall_short(r: &mut Resolution, act: &Act, feet: i32) {
    let away = way(act, feet) == Way::Away(feet);
    let way = if away { Way::Away(feet / 2) } else { Way::Toward(feet / 2) };
    relocate(about(), r, act.who, &[], way, Timing::Now);
}

/// Changes its position as the act says, engaging or disengaging. Those it closes with may attack first with a longer
/// weapon.
fn shift(r: &mut Resolution, act: &Act, feet: i32) -> Result<(), Stop> {
    let others = movement::named(about(), r.encounter(), act);
    relocate(about(), r, act.who, &others, way(act, feet), Timing::Now);
    for (foe, before) in others {
        let was_near = before.is_some_and(|feet| feet <= about().melee_distance);
        if !was_near && r.encounter().engaged(act.who, foe) {
            intercept::intercept(r, act.who, foe)?;
        }
    }
    Ok(())
}

/// Feet that standing up costs; `None` if it costs the action.
fn stand_up_cost(e: &Encounter, c: &Combatant) -> Option<i32> {
    match STAND_UP.of(e) {
        StandUp::HalfMove => Some(rate(e, c) / 2),
        StandUp::Move => Some(rate(e, c)),
        StandUp::Action => None,
        StandUp::None => Some(0),
    }
}

/// Checks that the actor can stand up at that cost.
fn may_stand_up(at: &At) -> Allowed {
    let At { e, c } = *at;
    match stand_up_cost(e, c) {
        _ if !c.has(Condition::PRONE) => at.no(Refusal::SAME_POSTURE),
        _ if c.has(Condition::HELD) => at.no(refusal::HELD),
        Some(feet) if feet > allowance(e, c, Deed::Move) => at.no(Refusal::MOVED_TOO_FAR),
        None if !state::is_fresh(e, c) || number::has_passed(e, c) => at.no(Refusal::ALREADY_ACTED),
        _ => Ok(()),
    }
}

/// Before it moves, lets all on whom it turns its back attack, in roster order (`countdown.movement.parting-shot`).
/// Returns whether it can still go.
fn parting_shots(
    r: &mut Resolution,
    who: CombatantId,
    left: &[CombatantId],
    facts: &Facts,
) -> Result<bool, Stop> {
    leave::parting(r, who, left, "it turns its back: +2", interrupt::lines_of, |r, foe, at| {
        let Some(line) = &state::own_line(r.encounter(), foe, at) else { return Ok(()) };
        let style = Style::Parting;
        strike(r, &Blow { who: foe, target: who, at, line, shoots: false, style, facts }).map(|_| ())
    })
}
