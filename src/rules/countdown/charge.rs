//! Charges, and set weapons that meet them.

use super::action::action;
use super::asset::about;
use super::blow::{Blow, Style};
use super::strike::strike;
use super::{aim, fatigue, fire, gear, holding, intercept, interrupt, movement, number, state};
use crate::rules::d20::charge::{self, RunUp};
use crate::rules::model::block::d20::Tag;
use crate::rules::ruleset::prelude::*;

pub const CHARGE: DeedRule = DeedRule {
    rule: "countdown.special.charge",
    announced: |_, _| Some(Deed::Charge),
    concerns: |at| has_line(at, Tag::CHARGE),
    may: |at| {
        movement::may_move(at, Deed::Charge)?;
        aim::may_attack(at)?;
        charge::may_run(at, run_up(at))
    },
    shape,
    check,
    run: |r, act| fatigue::exerting(r, act, run),
    ..action(Deed::Charge)
};

pub const BRACE: DeedRule = DeedRule {
    rule: "countdown.special.set-weapon",
    announced: |_, _| Some(Deed::Brace),
    concerns: |at| has_line(at, Tag::BRACE),
    may: |at| {
        aim::may_attack(at)?;
        let set = gear::ready_lines(at.c, at.d20()?, Some(Tag::BRACE)).next().is_some();
        at.unless(set, Refusal::BAD_WEAPON)
    },
    run: |r, act| {
        state::mark(r, act.who, Condition::BRACED);
        holding::leave_count(r, act.who);
        Ok(())
    },
    ..action(Deed::Brace)
};

fn has_line(at: &At, tag: Tag) -> bool {
    state::lines(at).any(|(_, line)| line.has(tag))
}

/// Minimum run of a charge, in feet (`countdown.special.charge`).
const RUN_UP: i32 = 10;

/// Distance it may charge.
fn run_up(at: &At) -> RunUp {
    RunUp { least: RUN_UP, most: movement::allowance(at.e, at.c, Deed::Charge) }
}

fn shape(at: &At, offer: Offer) -> Offer {
    let lines = state::lines(at).filter(|(_, line)| line.has(Tag::CHARGE));
    let with: Vec<u8> = lines
        .filter(|(nth, line)| aim::may_use(at, line, *nth, false).is_ok())
        .map(|(nth, _)| nth)
        .collect();
    if with.is_empty() {
        return Offer::blocked(offer.deed, at.why(Refusal::BAD_WEAPON));
    }
    let (at_whom, feet) = charge::targets(about(), at, state::foes_there(at), run_up(at));
    let own = [Fact::Subdual, Fact::Insist, Fact::NoRoom, Fact::Unseen].map(FactField::flag);
    let facts = std::iter::once(feet).chain(aim::melee_facts(at)).chain(own).chain(fire::facts(at.e));
    Offer { with, at: at_whom, facts: facts.collect(), ..offer }
}

/// Checks the weapon, the target and the way.
fn check(at: &At, act: &Act) -> Allowed {
    let nth = act.with.ok_or_else(|| at.why(Refusal::BAD_WEAPON))?;
    let line = state::line(at.d20()?, nth).filter(|line| line.has(Tag::CHARGE));
    let line = line.ok_or_else(|| at.why(Refusal::BAD_WEAPON))?;
    aim::may_use(at, line, nth, false)?;
    let whom = aim::one_target(at.e, act)?;
    check_way(at, act, whom)?;
    aim::flat(act, line)
}

/// Checks that the way is long enough, not too long, and clear.
fn check_way(at: &At, act: &Act, whom: CombatantId) -> Allowed {
    fire::check_way(at.e, act)?;
    if act.facts.has(&Fact::NoRoom) || act.facts.has(&Fact::Unseen) {
        return at.no(Refusal::NO_CLEAR_WAY);
    }
    charge::check(about(), at, act, whom, run_up(at), Refusal::TOO_CLOSE)
}

/// Runs straight at a target and attacks once for double damage (`countdown.special.charge`). A weapon set against the
/// charge attacks at the same instant.
fn run(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let (Some(target), Some(at)) = (act.target(), act.with) else { return Ok(()) };
    let feet = charge::feet(about(), r.encounter(), act).unwrap_or(RUN_UP);
    r.emit(Event::Spent(act.who, Spending::Action));
    state::mark(r, act.who, Condition::CHARGING);
    // Facts about the target's flanks are about the charge, not about those whom the charger leaves.
    if !movement::turn_away(r, act.who, &[target], &Facts::default())? {
        return Ok(());
    }
    movement::spend(r, act.who, feet);
    if !fire::cross(r, act.who, &act.facts, feet)? {
        movement::fall_short(r, act, feet);
        return Ok(());
    }
    charge::arrive(about(), r, act.who, target);
    meet(r, act.who, target)?;
    let e = r.encounter();
    // An interrupt may have disarmed or killed it by now.
    let strikes = e.get(act.who).is_some_and(|c| state::is_able(c) && gear::is_ready(c, at));
    let Some(line) = &state::own_line(e, act.who, at).filter(|_| strikes) else { return Ok(()) };
    let (who, style, facts) = (act.who, Style::Charge, &act.facts);
    strike(r, &Blow { who, target, at, line, shoots: false, style, facts }).map(|_| ())
}

/// Whether `c` could meet a charge on the current number with a set weapon: it has not acted, and its own number is no
/// lower (`countdown.special.set-weapon`).
fn sets(e: &Encounter, c: &Combatant) -> bool {
    let in_time = c.number.zip(number::open_number(e)).is_some_and(|(own, now)| own >= now);
    in_time && intercept::may_answer(e, c, &BRACE)
}

/// Lets the target meet the charge with a set weapon, or else with a longer one.
fn meet(r: &mut Resolution, who: CombatantId, target: CombatantId) -> Result<(), Stop> {
    let e = r.encounter();
    let Some(c) = e.get(target) else { return Ok(()) };
    let lines = if sets(e, c) { interrupt::lines(e, c, Some(Tag::BRACE)) } else { Vec::new() };
    if lines.is_empty() {
        return intercept::intercept(r, who, target);
    }
    intercept::answer(r, who, target, &lines, Style::Set)
}
