//! Evasion, running, rest.

use super::asset::about;
use super::{counter, figures, harm, movement, state};
use crate::rules::d20::evasion::break_off;
use crate::rules::d20::pursuit;
use crate::rules::d20::state::is_fighting;
use crate::rules::model::dice::{Answer, ChoiceRequest, Pick, Question};
use crate::rules::model::event::Told;
use crate::rules::model::moment::Second;
use crate::rules::ruleset::deed::{self, When};
use crate::rules::ruleset::prelude::*;

/// Breaks off with its whole side.
pub const EVADE: DeedRule = DeedRule {
    rule: "bx.pursuit.evasion-dungeon",
    when: When::Free,
    may: |at| {
        let held = |one: &&Combatant| {
            one.side == at.c.side && state::is_able(one) && state::in_melee(at.e, one)
        };
        // A member in melee prevents it.
        at.e.all().find(held).map_or(Ok(()), |held| At { c: held, ..*at }.no(Refusal::IN_MELEE))
    },
    run: evade,
    ..DeedRule::of(Deed::Evade)
};

/// Runs for a round or more.
pub const RUN: DeedRule = DeedRule {
    rule: "bx.pursuit.running",
    when: When::Free,
    told: deed::LogForm::Named,
    may: movement::can_walk,
    shape: |_, offer| Offer { facts: vec![FactField::number(Fact::Rounds(1), 1, 10_000)], ..offer },
    run,
    ..DeedRule::of(Deed::Run)
};

/// Throws bait to the pursuers.
pub const DISTRACT: DeedRule = DeedRule {
    rule: "bx.pursuit.distractions",
    when: When::Free,
    told: deed::LogForm::Named,
    run: pursuit::distract,
    ..DeedRule::of(Deed::Distract)
};

/// Rests for a day, or a number of rounds.
pub const REST: DeedRule = DeedRule {
    rule: "bx.healing.natural",
    when: When::Ever,
    may: |at| {
        let why = "not during a fight";
        at.unless(!is_fighting(at.e), Refusal::NOT_IN_THIS_PHASE.saying(why))
    },
    shape: pursuit::rest_form,
    run: rest,
    ..DeedRule::of(Deed::Rest)
};

/// Returns the feet per round of the slowest member that counts.
fn pace(e: &Encounter, side: SideId, counts: fn(&Combatant) -> bool) -> u32 {
    figures::slowest(e, side, counts).map_or(0, |rates| rates.0)
}

/// Whether it could pursue: it is able, and neither flees itself nor is turned.
fn may_pursue(c: &Combatant) -> bool {
    state::is_able(c) && !c.has(Condition::FLEEING) && !c.has(Condition::TURNED)
}

/// Breaks off with the whole side (`bx.pursuit.evasion-dungeon`): it gets away if it is faster than the fastest other
/// side.
fn evade(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let e = r.encounter();
    let side = e.who(act.who)?.side;
    let pursuers = e.side_ids().filter(|other| *other != side);
    let fastest = pursuers.map(|other| pace(e, other, may_pursue)).max().unwrap_or(0);
    let pace = pace(e, side, state::is_able);
    let away = pace > fastest;
    let runners = e.those(|c| c.side == side && state::is_able(c));
    break_off(r, side, &runners, (pace, fastest), away);
    Ok(())
}

/// Runs for a round or more (`bx.pursuit.running`).
fn run(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let rounds = act.facts.rounds().unwrap_or(1);
    let c = r.encounter().who(act.who)?;
    let pace = r.encounter().d20(act.who).map_or(0, |d20| figures::rates(r.encounter(), c, d20).0);
    let count = u32::try_from(rounds).unwrap_or(0);
    r.tell(|| Told::Ran(act.who, count, pace.saturating_mul(count)));
    pursuit::run(r, act.who, rounds);
    Ok(())
}

/// Rests: each full day restores 1d3, and three turns end exhaustion (`bx.healing.natural`).
fn rest(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let rounds = pursuit::rest(r, act);
    r.forget(act.who, counter::ROUNDS_MOVED);
    r.relieve(act.who, Condition::WINDED);
    pursuit::catch_breath(r, act.who, rounds);
    let days = u8::try_from(rounds / pursuit::DAY).unwrap_or(100).min(100);
    let wounded = |c: &Combatant| c.vitals.hp() < c.vitals.max();
    if days > 0 && r.encounter().get(act.who).is_some_and(wounded) {
        let healed = r.roll(RollRequest::new(Purpose::Rest, days, 3).by(act.who))?.total();
        harm::heal(r, act.who, healed);
    }
    Ok(())
}

/// Offers to advance the clock to the next full turn after a fight (`bx.time.encounter-turn`).
pub fn whole_turn(r: &mut Resolution) -> Result<Second, Stop> {
    let (turn, clock) = (about().turn_seconds(), r.encounter().clock);
    let begun = clock == 0 || !clock.is_multiple_of(turn);
    if r.encounter().round == 0 || !begun {
        return Ok(0);
    }
    let ask = ChoiceRequest::one(Question::WholeTurn, vec![Pick::Yes, Pick::No]);
    Ok(if r.choose(ask)? == Answer::One(0) { turn - clock % turn } else { 0 })
}
