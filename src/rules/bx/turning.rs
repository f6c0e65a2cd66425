//! Turning undead (`bx.special.turn-undead`).

use super::asset::tables;
use super::state;
use crate::rules::d20::tables::Turning;
use crate::rules::model::block::d20::{HitDice, Trait};
use crate::rules::model::event::Told;
use crate::rules::ruleset::deed;
use crate::rules::ruleset::prelude::*;
use std::collections::BTreeSet;

/// Turns undead: those that the act names, or all.
pub const TURN_UNDEAD: DeedRule = DeedRule {
    rule: "bx.special.turn-undead",
    phase: Some(Phase::Magic),
    told: deed::LogForm::Named,
    concerns: |at| at.d20().is_ok_and(state::turns_undead),
    may: may_turn,
    shape: |at, offer| {
        let ids: Vec<CombatantId> = undead(at).map(|foe| foe.id).collect();
        match ids.len() {
            0 => Offer::blocked(offer.deed, at.why(Refusal::NOBODY_THERE)),
            most => Offer { at: Targets { most, least: 0, ids }, ..offer },
        }
    },
    check: |at, act| {
        let faced = undead(at).any(|foe| act.at.is_empty() || act.at.contains(&foe.id));
        at.unless(faced, Refusal::BAD_TARGET)
    },
    run: turn,
    ..DeedRule::of(Deed::TurnUndead)
};

/// Checks for a cleric with a holy symbol, a free hand and its action; sight is not needed (`bx.attack.blind`).
fn may_turn(at: &At) -> Allowed {
    if !at.d20().is_ok_and(state::turns_undead) {
        return at.no(Refusal::BARRED);
    }
    state::has_not_attacked(at)?;
    state::is_free(at)?;
    at.unless(!at.c.has(Condition::BOUND), Refusal::BARRED)
}

/// Whether it can turn undead now and there are any.
pub fn can_turn(at: &At) -> bool {
    may_turn(at).is_ok() && undead(at).next().is_some()
}

/// Returns the undead foes in the fight that are not turned yet.
fn undead<'a>(at: &At<'a>) -> impl Iterator<Item = &'a Combatant> + use<'a> {
    let At { e, c } = *at;
    e.all().filter(move |foe| {
        let is_undead = || e.d20(foe.id).is_ok_and(|d20| d20.block.is(Trait::UNDEAD));
        state::foes(c, foe) && foe.is_up() && !foe.has(Condition::TURNED) && is_undead()
    })
}

/// Tries to turn the undead that the act names, or all.
fn turn(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    r.emit(Event::Spent(act.who, Spending::Action));
    let e = r.encounter();
    let Some(c) = e.get(act.who) else { return Ok(()) };
    let level = i32::from(e.d20(act.who)?.block.level.unwrap_or(1));
    let named = |foe: &&Combatant| act.at.is_empty() || act.at.contains(&foe.id);
    let mut faced: Vec<(CombatantId, HitDice, Turning)> = undead(&At { e, c })
        .filter(named)
        .filter_map(|foe| Some((foe.id, e.d20(foe.id).ok()?.block.hd?)))
        .map(|(id, hd)| (id, hd, tables().turning.entry(level, hd)))
        .collect();
    // Weakest first; equal ones in roster order.
    faced.sort_by_key(|(id, hd, _)| (hd.whole, hd.starred, hd.plus, *id));
    let total = roll_to_turn(r, act.who, &faced)?;
    faced.retain(|(_, _, entry)| match entry {
        Turning::No => false,
        Turning::Roll(need) => total.is_some_and(|total| total >= *need),
        Turning::Turned | Turning::Destroyed => true,
    });
    if faced.is_empty() { Ok(()) } else { affect(r, act.who, &faced) }
}

/// Rolls 2d6 against the lowest number needed; no dice if none is.
fn roll_to_turn(
    r: &mut Resolution,
    who: CombatantId,
    faced: &[(CombatantId, HitDice, Turning)],
) -> Result<Option<i32>, Stop> {
    let needs: BTreeSet<i32> = faced
        .iter()
        .filter_map(|(_, _, entry)| match entry {
            Turning::Roll(need) => Some(*need),
            _ => None,
        })
        .collect();
    let Some(&least) = needs.first() else { return Ok(None) };
    let bands = needs.into_iter().collect();
    let ask = RollRequest::new(Purpose::Turning, 2, 6).by(who).at_least(least).bands(bands);
    let rolled = r.throw(ask)?;
    let total = rolled.total();
    r.rolled(rolled.judged(total >= least, least));
    Ok(Some(total))
}

/// Affects 2d6 Hit Dice of undead: each only if it fits wholly, but at least one.
fn affect(
    r: &mut Resolution,
    who: CombatantId,
    faced: &[(CombatantId, HitDice, Turning)],
) -> Result<(), Stop> {
    let mut left = r.figure(RollRequest::new(Purpose::TurningHitDice, 2, 6).by(who))?;
    for (at, (foe, hd, entry)) in faced.iter().enumerate() {
        let worth = i32::from(hd.whole).max(1);
        if worth > left && at > 0 {
            break;
        }
        left -= worth;
        let destroyed = *entry == Turning::Destroyed;
        r.tell(|| Told::Driven(*foe, destroyed));
        if destroyed {
            r.consequence(Event::Stood(*foe, Standing::Dead));
        } else {
            let effect = r.effect(Condition::TURNED, None);
            r.consequence(Event::Afflicted(*foe, Box::new(effect)));
        }
    }
    Ok(())
}
