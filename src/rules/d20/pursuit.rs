//! Pursuit: exhaustion by running, rest, bait.

use crate::rules::engine::stance;
use crate::rules::model::counter::Counter;
use crate::rules::model::event::Told;
use crate::rules::ruleset::prelude::*;

/// Rounds of running before exhaustion (`bx.pursuit.exhaustion`, `house.pursuit.dungeon`).
const BREATH: i32 = 30;
/// Rounds in a turn.
const TURN: u32 = 60;
/// Turns of rest that end exhaustion (`bx.pursuit.exhaustion`, `house.pursuit.dungeon`).
const TURNS_OF_REST: u32 = 3;
/// Rounds in a day (`bx.healing.natural`, `house.healing.natural`).
pub const DAY: u32 = 24 * 6 * TURN;
/// Highest d6 on which pursuers stop for bait (`bx.pursuit.distractions`, `house.pursuit.dungeon`).
const BAITED_ON: i32 = 3;

/// Runs for a number of rounds; it is exhausted once they add up to too many.
pub fn run(r: &mut Resolution, who: CombatantId, rounds: i32) {
    let Some(c) = r.encounter().get(who) else { return };
    let run = c.count(Counter::ROUNDS_RUN).saturating_add(rounds);
    let worn = run > BREATH && !c.has(Condition::EXHAUSTED);
    r.count(who, Counter::ROUNDS_RUN, run);
    if worn {
        r.begin(who, Condition::EXHAUSTED, None);
    }
}

/// Offers a rest: a day, or any number of rounds.
pub fn rest_form(_: &At, offer: Offer) -> Offer {
    let day = Fact::Rounds(i32::try_from(DAY).unwrap_or(i32::MAX));
    Offer { facts: vec![FactField::number(day, 1, i32::MAX)], ..offer }
}

/// Reports a rest and returns its rounds.
pub fn rest(r: &mut Resolution, act: &Act) -> u32 {
    let rounds = act.facts.rounds().and_then(|n| u32::try_from(n).ok()).unwrap_or(DAY);
    r.tell(|| Told::Rested(act.who, rounds));
    rounds
}

/// Ends exhaustion after a long enough rest.
pub fn catch_breath(r: &mut Resolution, who: CombatantId, rounds: u32) {
    if rounds >= TURNS_OF_REST * TURN {
        r.forget(who, Counter::ROUNDS_RUN);
        r.relieve(who, Condition::EXHAUSTED);
    }
}

/// Rolls whether bait stops the pursuers, and reports it. Those that stop leave the side alone.
///
/// # Errors
/// [`Stop::Roll`]: the die is missing.
pub fn distract(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let stop = r.test(RollRequest::new(Purpose::Distraction, 1, 6).by(act.who).at_most(BAITED_ON))?;
    let side = r.encounter().who(act.who)?.side;
    r.tell(|| Told::Baited(side, stop));
    if stop {
        let hunters = r.encounter().those(|c| c.side != side && c.is_up() && !c.is_defenceless());
        stance::note_bait(r, &hunters, side);
    }
    Ok(())
}
