//! Confusion: the d20 as the slot opens.

use super::condition;
use super::options::CONFUSION_BLANK;
use super::tables::Confusion;
use super::{about, area, checks, clock, harm, minds, posture, state, tables, weapon};
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::dice::{DiceExpr, Purpose, RollRequest};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Stop, Told};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::{Moment, TIMED, When};

/// The rule whose table is rolled on.
const RULE: &str = "seconds.confusion.roll";
/// Turns of a minute.
const MINUTE: u32 = 10;

/// Whether it rolls as its slot opens: not while its player has it (`seconds.confusion.control`).
pub fn is_rolled(c: &Combatant) -> bool {
    c.has(condition::CONFUSED) && !c.has(condition::LUCID)
}

/// The d20 of a slot, and what the row does by itself; the rest is the referee's to act out.
pub fn roll(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let row = throw(r, who)?;
    if !is_lucid(row) {
        clock::lose_action(r, who);
    }
    befall(r, who, row)
}

/// Throws until a row is to be carried out. The d6 of the first row comes with the first die after it that
/// does not show it again (`seconds.confusion.extend`).
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

/// What a blank row is read as (`seconds.option.confusion-blank`).
fn reading(e: &Encounter, row: Confusion) -> Confusion {
    match (row, about().value(e, CONFUSION_BLANK)) {
        (Confusion::Blank, "as-15") => Confusion::Sit,
        (Confusion::Blank, "as-18") => Confusion::Lucid,
        (row, _) => row,
    }
}

/// Whether its player has it.
fn is_lucid(row: Confusion) -> bool {
    matches!(row, Confusion::Lucid | Confusion::LucidRounds | Confusion::LucidMinute)
}

/// It lasts for at least 1d6 rounds after this one (`seconds.confusion.extend`): a second confusion,
/// with a time of its own.
fn extend(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let rounds = turns(r, who)?;
    let until = Some(turn_end(r.encounter(), who, rounds));
    r.begin(who, condition::CONFUSED, until);
    Ok(())
}

/// A d6 of turns.
fn turns(r: &mut Resolution, who: CombatantId) -> Result<u32, Stop> {
    let rounds = harm::duration(r, who, DiceExpr::new(1, 6, 0))?;
    Ok(u32::try_from(rounds).unwrap_or(1))
}

/// What the row does by itself.
fn befall(r: &mut Resolution, who: CombatantId, row: Confusion) -> Result<(), Stop> {
    let body = minds::body_of(r.encounter(), who);
    match row {
        Confusion::AssaultThatWay | Confusion::ThrowThatWay | Confusion::Walk | Confusion::Run => {
            area::direction(r, who)?;
        }
        Confusion::Panic => {
            let until = state::until_turn_ends(r.encounter(), who);
            r.begin(who, condition::PANICKED, Some(until));
        }
        Confusion::Drop => weapon::drop_held(r, who, usize::MAX),
        Confusion::Ghosts => {
            let until = state::until_next_slot(r.encounter(), who);
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

/// Its player has it for so many turns, this one counted (`seconds.confusion.control`).
fn be_lucid(r: &mut Resolution, who: CombatantId, turns: u32) {
    let until = Some(turn_end(r.encounter(), who, turns.max(1) - 1));
    r.begin(who, condition::LUCID, until);
}

/// The end of its turn so many after this one.
fn turn_end(e: &Encounter, who: CombatantId, later: u32) -> When {
    let round = e.get(who).map_or(0, |c| c.turns.0);
    Moment::TurnEnd(who, round.saturating_add(later)).at(TIMED)
}
