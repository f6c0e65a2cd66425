//! Confusion: the d20 as the slot opens.

use super::asset::tables;
use super::options::{CONFUSION_BLANK, ConfusionBlank};
use super::tables::Confusion;
use super::{area, checks, clock, condition, minds, posture, slot, weapon};
use crate::rules::model::event::Told;
use crate::rules::model::moment::{Moment, TIMED, When};
use crate::rules::ruleset::prelude::*;

/// The rule whose table is rolled on.
const RULE: &str = "seconds.confusion.roll";
/// Turns in a minute.
const MINUTE: u32 = 10;

/// Whether it rolls as its slot opens: not while its player has control (`seconds.confusion.control`).
pub fn is_rolled(c: &Combatant) -> bool {
    c.has(condition::CONFUSED) && !c.has(condition::LUCID)
}

/// Rolls the d20 of a slot and applies the automatic part of the result; the referee plays out the rest.
pub fn roll(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    r.under(|| Why::Table(Purpose::Confusion), |r| play_out(r, who))
}

fn play_out(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let row = throw(r, who)?;
    if !is_lucid(row) {
        clock::lose_action(r, who);
    }
    apply_row(r, who, row)
}

/// Rolls until a result applies. The d6 of row 1 is rolled after the first d20 that is not a 1 again
/// (`seconds.confusion.extend`).
fn throw(r: &mut Resolution, who: CombatantId) -> Result<Confusion, Stop> {
    let (mut longer, mut lasts, mut screams) = (false, false, false);
    for _ in 0..checks::ROLLS {
        let face = r.figure(RollRequest::new(Purpose::Confusion, 1, 20).by(who))?;
        let row = tables().confusion.at(face).copied().unwrap_or(Confusion::Blank);
        let row = reading(r.encounter(), row);
        let ignored = match row {
            Confusion::Longer => longer,
            Confusion::Panic | Confusion::Scream => screams,
            _ => false,
        };
        if !ignored {
            r.tell(|| Told::row(who, RULE, tables().confused(row)));
        }
        if longer && !lasts && row != Confusion::Longer {
            extend(r, who)?;
            lasts = true;
        }
        match row {
            Confusion::Longer => longer = true,
            Confusion::Scream => screams = true,
            Confusion::Blank => {}
            _ if ignored => {}
            row => return Ok(row),
        }
    }
    Ok(Confusion::Stare)
}

/// Returns how a blank row is read (`seconds.option.confusion-blank`).
fn reading(e: &Encounter, row: Confusion) -> Confusion {
    match (row, CONFUSION_BLANK.of(e)) {
        (Confusion::Blank, ConfusionBlank::As15) => Confusion::Sit,
        (Confusion::Blank, ConfusionBlank::As18) => Confusion::Lucid,
        (row, _) => row,
    }
}

/// Whether the row gives the player control.
fn is_lucid(row: Confusion) -> bool {
    matches!(row, Confusion::Lucid | Confusion::LucidRounds | Confusion::LucidMinute)
}

/// Extends confusion by 1d6 rounds after this one (`seconds.confusion.extend`), as a second effect with an
/// end of its own.
fn extend(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let rounds = turns(r, who)?;
    let until = Some(turn_end(r.encounter(), who, rounds));
    r.begin(who, condition::CONFUSED, until);
    Ok(())
}

/// Rolls d6 turns.
fn turns(r: &mut Resolution, who: CombatantId) -> Result<u32, Stop> {
    let rounds = checks::duration(r, who, DiceExpr::new(1, 6, 0))?;
    Ok(u32::try_from(rounds).unwrap_or(1))
}

/// Applies the automatic part of the row.
fn apply_row(r: &mut Resolution, who: CombatantId, row: Confusion) -> Result<(), Stop> {
    let body = minds::body_of(r.encounter(), who);
    match row {
        Confusion::AssaultThatWay | Confusion::ThrowThatWay | Confusion::Walk | Confusion::Run => {
            area::direction(r, who)?;
        }
        Confusion::Panic => {
            let until = slot::until_turn_ends(r.encounter(), who);
            r.begin(who, condition::PANICKED, Some(until));
        }
        Confusion::Drop => weapon::drop_held(r, who, usize::MAX),
        Confusion::Ghosts => {
            let until = slot::until_next_slot(r.encounter(), who);
            r.begin(body, Condition::FLANKED, Some(until));
        }
        Confusion::Fall => posture::take(r, body, Some(Condition::PRONE)),
        Confusion::Sit => posture::take(r, body, Some(condition::CROUCHING)),
        Confusion::Lucid => be_lucid(r, who, 1),
        Confusion::LucidRounds => {
            let turns = turns(r, who)?;
            be_lucid(r, who, turns);
        }
        Confusion::LucidMinute => be_lucid(r, who, MINUTE),
        _ => {}
    }
    Ok(())
}

/// Gives the player control for `turns` turns, including this one (`seconds.confusion.control`).
fn be_lucid(r: &mut Resolution, who: CombatantId, turns: u32) {
    let until = Some(turn_end(r.encounter(), who, turns.max(1) - 1));
    r.begin(who, condition::LUCID, until);
}

/// Returns the end of its turn `later` turns after this one.
fn turn_end(e: &Encounter, who: CombatantId, later: u32) -> When {
    let round = e.get(who).map_or(0, |c| c.turns.0);
    Moment::TurnEnd(who, round.saturating_add(later)).at(TIMED)
}
