//! Attacks out of turn: who may strike, with what, and whether it does.

use crate::rules::model::dice::{Answer, ChoiceRequest, Pick, Question};
use crate::rules::ruleset::prelude::*;

/// Asks whether it strikes, and with which of the lines; `None` if not. `why` is shown with the question.
///
/// # Errors
/// [`Stop::Choice`]: the decision is missing.
pub fn with_which(
    r: &mut Resolution,
    who: CombatantId,
    whom: CombatantId,
    lines: &[u8],
    why: &str,
) -> Result<Option<u8>, Stop> {
    let ways = lines.iter().map(|at| Pick::Line(who, *at)).collect();
    Ok(in_which_way(r, who, whom, ways, why, true)?.and_then(|at| lines.get(at).copied()))
}

/// Asks which of the ways to interrupt it takes, by index; `None` if none, which is the default unless the first one
/// `stands`.
///
/// # Errors
/// [`Stop::Choice`]: the decision is missing.
pub fn in_which_way(
    r: &mut Resolution,
    who: CombatantId,
    whom: CombatantId,
    ways: Vec<Pick>,
    why: &str,
    stands: bool,
) -> Result<Option<usize>, Stop> {
    if ways.is_empty() {
        return Ok(None);
    }
    let (none, mut picks) = (ways.len(), ways);
    picks.push(Pick::No);
    let among = vec![Pick::Combatant(whom), Pick::Named(why.into())];
    let default = if stands { 0 } else { none };
    let ask =
        ChoiceRequest { who: Some(who), among, default, ..ChoiceRequest::one(Question::Strike, picks) };
    Ok(match r.choose(ask)? {
        Answer::One(at) if at < none => Some(at),
        _ => None,
    })
}

/// Asks which one of them strikes at `whom`, each with its line; `None` if none does.
///
/// # Errors
/// [`Stop::Choice`]: the decision is missing.
pub fn one_of(
    r: &mut Resolution,
    whom: CombatantId,
    able: &[(CombatantId, u8)],
) -> Result<Option<(CombatantId, u8)>, Stop> {
    if able.is_empty() {
        return Ok(None);
    }
    let picks = able.iter().map(|(id, _)| Pick::Combatant(*id)).chain([Pick::No]).collect();
    let ask = ChoiceRequest { who: Some(whom), ..ChoiceRequest::one(Question::Target, picks) };
    Ok(match r.choose(ask)? {
        Answer::One(at) => able.get(at).copied(),
        _ => None,
    })
}

/// Lets each foe strike at `whom` in turn, with one of its `lines`; `strike` returns whether the next foe still may.
/// Stops and returns `false` if it does not.
///
/// # Errors
/// [`Stop::Choice`]: a decision is missing; and those of `strike`.
pub fn in_turn(
    r: &mut Resolution,
    whom: CombatantId,
    foes: &[CombatantId],
    why: &str,
    lines: impl Fn(&Encounter, CombatantId) -> Vec<u8>,
    mut strike: impl FnMut(&mut Resolution, CombatantId, u8) -> Result<bool, Stop>,
) -> Result<bool, Stop> {
    for &foe in foes {
        let lines = lines(r.encounter(), foe);
        if let Some(at) = with_which(r, foe, whom, &lines, why)?
            && !strike(r, foe, at)?
        {
            return Ok(false);
        }
    }
    Ok(true)
}
