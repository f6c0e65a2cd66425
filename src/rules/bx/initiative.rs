//! Initiative: one die per side or per combatant, ties, and the slow tail.

use super::options::{INDIVIDUAL_INITIATIVE, TIES, Ties};
use super::{condition, state, tag};
use crate::rules::d20::state::mark;
use crate::rules::model::dice::{Answer, ChoiceRequest, Pick, Question};
use crate::rules::model::window::Slot;
use crate::rules::ruleset::deed::{LogForm, When};
use crate::rules::ruleset::prelude::*;
use std::collections::VecDeque;
use std::sync::Arc;

/// Leaves the slow tail, and may make no slow attack this round.
pub const HASTEN: DeedRule = DeedRule {
    rule: "bx.initiative.slow-weapons",
    when: When::Beside,
    told: LogForm::Named,
    concerns: |at| state::has_line(at, tag::SLOW),
    may: |at| {
        has_done_nothing(at)?;
        at.unless(state::is_slow(at.e, at.c), Refusal::BAD_WEAPON)
    },
    run: |r, act| hasten(r, act.who),
    ..DeedRule::of(Deed::Hasten)
};

/// Takes up a slow weapon and acts in the slow tail.
pub const HANG_BACK: DeedRule = DeedRule {
    may: |at| {
        has_done_nothing(at)?;
        let could = !state::is_slow(at.e, at.c) && state::has_line(at, tag::SLOW);
        at.unless(could, Refusal::BAD_WEAPON)
    },
    run: |r, act| swap(r, act.who, condition::NOT_SLOW, condition::SLOW),
    deed: Deed::HangBack,
    ..HASTEN
};

/// Checks that it has done nothing yet, while the slow tail is still a choice.
fn has_done_nothing(at: &At) -> Allowed {
    state::has_not_attacked(at)?;
    if at.c.spent.moved.is_some() { at.no(Refusal::ALREADY_MOVED) } else { state::is_free(at) }
}

/// Takes it out of the slow tail this round, whatever it holds.
pub fn hasten(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    swap(r, who, condition::SLOW, condition::NOT_SLOW)
}

fn swap(r: &mut Resolution, who: CombatantId, from: Condition, to: Condition) -> Result<(), Stop> {
    r.relieve(who, from);
    mark(r, who, to);
    Ok(())
}

/// A side or combatant that rolls a die of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Party {
    Side(SideId),
    One(CombatantId, SideId),
}

impl Party {
    fn pick(self) -> Pick {
        match self {
            Self::Side(side) => Pick::Side(side),
            Self::One(who, _) => Pick::Combatant(who),
        }
    }

    fn side(self) -> SideId {
        match self {
            Self::Side(side) | Self::One(_, side) => side,
        }
    }
}

/// Returns the parties that can act this round, in roster order.
fn parties(e: &Encounter) -> Vec<Party> {
    if INDIVIDUAL_INITIATIVE.is_on(e) {
        return e.all().filter(|c| state::can_act(c)).map(|c| Party::One(c.id, c.side)).collect();
    }
    let acts = |side: &SideId| e.all().any(|c| c.side == *side && state::can_act(c));
    e.side_ids().filter(acts).map(Party::Side).collect()
}

/// Rolls for every party and sets the order (`bx.initiative.side-roll`, `bx.initiative.order`).
pub fn roll(r: &mut Resolution) -> Result<(), Stop> {
    let parties = parties(r.encounter());
    if only_one_side(&parties) {
        set_unrolled_order(r);
        return Ok(());
    }
    let mut rolled = Vec::with_capacity(parties.len());
    for party in parties {
        rolled.push((die(r, party, Purpose::Initiative, false)?, party));
    }
    let slots = rank(r, rolled)?;
    r.emit(Event::Ordered(Arc::new(slots)));
    Ok(())
}

fn only_one_side(parties: &[Party]) -> bool {
    parties.windows(2).all(|pair| pair[0].side() == pair[1].side())
}

/// Sets the order without dice, in roster order, unless the referee has set it.
pub fn set_unrolled_order(r: &mut Resolution) {
    if r.encounter().order.is_empty() {
        let slots = parties(r.encounter()).into_iter().map(|party| slot(0, &[party])).collect();
        r.emit(Event::Ordered(Arc::new(slots)));
    }
}

fn slot(score: i32, parties: &[Party]) -> Slot {
    let mut slot = Slot { score, sides: Vec::new(), ones: Vec::new() };
    for party in parties {
        match party {
            Party::Side(side) => slot.sides.push(*side),
            Party::One(who, _) => slot.ones.push(*who),
        }
    }
    slot
}

/// Rolls one party's die with its modifier (`bx.initiative.individual`).
fn die(r: &mut Resolution, party: Party, purpose: Purpose, again: bool) -> Result<i32, Stop> {
    let mut ask = RollRequest::new(purpose, 1, 6).once_more(again);
    match party {
        Party::Side(side) => ask.side = Some(side),
        Party::One(who, _) => {
            ask.who = Some(who);
            ask.tally = quickness(r.encounter(), who);
        }
    }
    r.figure(ask)
}

fn quickness(e: &Encounter, who: CombatantId) -> Tally {
    let Ok(d20) = e.d20(who) else { return Tally::new() };
    let set_by_hand = d20.block.init_mod.is_some();
    let reason = if set_by_hand { Reason::QUICKNESS } else { Reason::DEXTERITY };
    Tally::new().with(reason, d20.figures.initiative)
}

/// Puts the parties into slots, highest first. A re-roll orders only the tied parties among themselves and never moves
/// them past others; they keep the number of the tie.
fn rank(r: &mut Resolution, rolled: Vec<(i32, Party)>) -> Result<Vec<Slot>, Stop> {
    let mut slots = Vec::new();
    let mut waiting = VecDeque::from(groups(rolled, None));
    // The parties whose last re-roll was a tie again.
    let mut still: Vec<Party> = Vec::new();
    while let Some((score, parties)) = waiting.pop_front() {
        if only_one_side(&parties) {
            // Tied members of one side act one after the other (R20).
            slots.extend(parties.iter().map(|party| slot(score, &[*party])));
        } else if act_simultaneously(r, &parties)? {
            slots.push(slot(score, &parties));
        } else {
            let mut again = Vec::with_capacity(parties.len());
            for (nth, party) in parties.iter().enumerate() {
                let once_more = nth == 0 && parties == still;
                again.push((die(r, *party, Purpose::InitiativeTie, once_more)?, *party));
            }
            still = parties;
            for group in groups(again, Some(score)).into_iter().rev() {
                waiting.push_front(group);
            }
        }
    }
    Ok(slots)
}

/// Groups parties with equal totals, highest first, each group with its total or the given number.
fn groups(mut rolled: Vec<(i32, Party)>, score: Option<i32>) -> Vec<(i32, Vec<Party>)> {
    rolled.sort_by_key(|(total, _)| std::cmp::Reverse(*total));
    let equal = rolled.chunk_by(|a, b| a.0 == b.0);
    equal
        .map(|tied| (score.unwrap_or(tied[0].0), tied.iter().map(|(_, party)| *party).collect()))
        .collect()
}

/// Asks at a tie whether the parties act simultaneously or roll again; the option sets the default
/// (`bx.initiative.ties`).
fn act_simultaneously(r: &mut Resolution, parties: &[Party]) -> Result<bool, Stop> {
    let first = parties.first();
    let ask = ChoiceRequest {
        who: first.and_then(|party| match party {
            Party::One(who, _) => Some(*who),
            Party::Side(_) => None,
        }),
        side: first.map(|party| party.side()),
        among: parties.iter().map(|party| party.pick()).collect(),
        default: usize::from(TIES.is(r.encounter(), Ties::Simultaneous)),
        ..ChoiceRequest::one(Question::Tie, vec![Pick::Reroll, Pick::Simultaneous])
    };
    Ok(r.choose(ask)? == Answer::One(1))
}
