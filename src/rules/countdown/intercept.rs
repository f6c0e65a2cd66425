//! Attacks at a foe that closes in or charges, with a longer or a set weapon.

use super::blow::{Blow, Style};
use super::strike::strike;
use super::{attack, declare, fire, holding, interrupt, state};
use crate::rules::d20::interrupt::with_which;
use crate::rules::model::block::d20::Tag;
use crate::rules::ruleset::prelude::*;

/// Whether `c` may answer that way: its action is unspent, no hold takes it up, and no binding declaration forbids it.
pub fn may_answer(e: &Encounter, c: &Combatant, row: &DeedRule) -> bool {
    let at = &At { e, c };
    holding::has_yet_to_act(e, c) && (row.bar)(at).is_ok() && declare::keeps(at, row, None).is_ok()
}

/// Lets a foe with a longer weapon that has not acted attack a combatant that closes with it
/// (`countdown.initiative.reach-intercept`).
pub fn intercept(r: &mut Resolution, who: CombatantId, foe: CombatantId) -> Result<(), Stop> {
    let e = r.encounter();
    let (Some(mover), Some(c)) = (e.get(who), e.get(foe)) else { return Ok(()) };
    if !state::foes(mover, c) || !may_answer(e, c, &attack::STRIKE) {
        return Ok(());
    }
    let lines = interrupt::lines(e, c, Some(Tag::REACH));
    answer(r, who, foe, &lines, Style::Intercept)
}

/// Attacks with the line that the referee picks and spends the action. The current number becomes its own, so it first
/// takes its fire damage, and those who wait for it act with it.
pub fn answer(
    r: &mut Resolution,
    who: CombatantId,
    foe: CombatantId,
    lines: &[u8],
    style: Style,
) -> Result<(), Stop> {
    let why = match style {
        Style::Set => "set against its charge: double damage",
        _ => "it closes in: this takes the action",
    };
    let Some(at) = with_which(r, foe, who, lines, why)? else { return Ok(()) };
    let Some(line) = &state::own_line(r.encounter(), foe, at) else { return Ok(()) };
    holding::join(r, foe);
    fire::burn(r, foe)?;
    if !r.encounter().get(foe).is_some_and(state::is_able) {
        return Ok(());
    }
    r.emit(Event::Spent(foe, Spending::Attack(at)));
    r.emit(Event::Spent(foe, Spending::Action));
    let facts = Facts::default();
    strike(r, &Blow { who: foe, target: who, at, line, shoots: false, style, facts: &facts }).map(|_| ())
}
