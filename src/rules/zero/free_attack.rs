//! Free attacks at those who flee or pass.

use super::asset::about;
use super::blow::{Manner, out_of_turn};
use super::options::PASSING_CONTEST;
use super::speed;
use super::{ability, state, strike};
use crate::rules::d20::leave;
use crate::rules::d20::relations::Way;
use crate::rules::model::block::d20::{Ability, Range};
use crate::rules::ruleset::prelude::*;

/// Purpose and sides of the contest die (`zero.movement.retreat`).
const CONTEST: (Purpose, u16) = (Purpose::Slip, 6);

/// Returns the able foes in no melee, which get a free attack at passers (`zero.movement.passing-foes`).
pub fn bystanders<'a>(e: &'a Encounter, c: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    e.foes(c).filter(|foe| state::can_act(foe) && !state::in_melee(e, foe))
}

/// Returns the bystanders that it moves toward and past.
pub fn left_behind(
    e: &Encounter,
    c: &Combatant,
    named: &[(CombatantId, Option<i32>)],
    way: Way,
) -> Vec<CombatantId> {
    let Way::Toward(feet) = way else { return Vec::new() };
    let is_past = |far: Option<i32>| far.is_some_and(|far| far - feet < -about().melee_distance);
    let past = named.iter().filter(|(_, far)| is_past(*far)).map(|(foe, _)| *foe);
    past.filter(|foe| bystanders(e, c).any(|one| one.id == *foe)).collect()
}

/// Returns the modifiers in the contest.
fn quickness(e: &Encounter, who: CombatantId) -> Tally {
    let bonus = e.d20(who).map_or(0, |d20| ability::bonus(e, d20, Ability::Dex));
    Tally::new().with(Reason::DEXTERITY, bonus)
}

/// Returns the lines that it can use for a free attack, whatever it has done this round.
fn parting_lines(e: &Encounter, foe: CombatantId) -> Vec<u8> {
    let able = |c: &&Combatant| {
        state::can_act(c) && !state::is_swallowed(c) && !c.means(Meaning::CANNOT_ATTACK)
    };
    let Some(c) = e.get(foe).filter(able) else { return Vec::new() };
    let at = At { e, c };
    let blows = state::ready_lines(&at).filter(|(_, line)| state::reaches(line, Range::Melee));
    blows.map(|(nth, _)| nth).collect()
}

/// Resolves the contest and the free attacks, in roster order; under an option, bystanders roll too (R17). Returns
/// `false` if the mover is stopped.
pub fn resolve_free_attacks(
    r: &mut Resolution,
    who: CombatantId,
    keepers: &[CombatantId],
    passed: &[CombatantId],
) -> Result<bool, Stop> {
    let all_roll = PASSING_CONTEST.is_on(r.encounter());
    let (rolling, striking) = if all_roll { (passed, &[][..]) } else { (&[][..], passed) };
    let mut rolling = [keepers, rolling].concat();
    rolling.sort_unstable();
    rolling.dedup();
    let mut strikers = leave::beaten_by(r, who, &rolling, CONTEST, quickness)?;
    strikers.extend(striking);
    strikers.sort_unstable();
    let (why, rule) = match keepers {
        [] => ("it runs past", "zero.movement.passing-foes"),
        _ => ("it breaks away", "zero.movement.retreat"),
    };
    leave::parting(r, who, &strikers, why, parting_lines, |r, foe, line| {
        if strike::skips_attack(r, foe) {
            return Ok(());
        }
        out_of_turn(r, rule, (foe, who), (line, Range::Melee), Manner::Free, strike::resolve)
    })?;
    Ok(speed::goes_on(r.encounter(), who))
}
