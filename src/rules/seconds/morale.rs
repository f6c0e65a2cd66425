//! Will: morale damage, penalties, Broken.

use super::form::{aimed, others};
use super::options::{PANIC_END, PanicEnd};
use super::{body, condition, counter, minds, presence, reason, state};
use crate::rules::engine::resolution::Change;
use crate::rules::model::block::wounds::Dread;
use crate::rules::model::event::{Rolled, Told};
use crate::rules::model::moment::{HOUR, Second};
use crate::rules::ruleset::deed::{self, When};
use crate::rules::ruleset::prelude::*;

/// DC of the first Broken check (`seconds.morale.broken-check`); each failure lowers it by 1.
const FIRST_DC: i32 = 10;

/// Morale damage as the referee states it.
pub const MORALE_DAMAGE: DeedRule = DeedRule {
    rule: "seconds.morale.damage",
    when: When::Ever,
    told: deed::LogForm::Named,
    concerns: |at| minds::skills(at.e, at.c.id).is_ok_and(|skills| !skills.is_object()),
    shape: |at, offer| {
        let dice = FactField::may(Fact::Damage(DiceExpr::new(1, 6, 0)));
        let facts = vec![
            FactField { needed: true, stands: true, ..dice },
            FactField { stands: true, ..FactField::may(Fact::Dread(Dread::Fear)) },
        ];
        Offer { at: aimed(others(at.e, at.c), 0, 1), facts, ..offer }
    },
    check: |at, act| {
        at.unless(!state::is_object(at.e, act.who), Refusal::BAD_TARGET)?;
        at.unless(act.facts.damage().is_some(), Refusal::MISSING_FACT)
    },
    run: take_morale_damage,
    ..DeedRule::of(Deed::FearCheck)
};

/// Returns W and MW (`seconds.morale.will`).
pub fn wills(e: &Encounter, who: CombatantId) -> (i32, i32) {
    let will = body::will(e, who);
    (will, body::minimum(will))
}

/// Returns the totals of morale damage at which the result changes, ascending.
pub fn bands(e: &Encounter, who: CombatantId) -> Vec<i32> {
    let (will, least) = wills(e, who);
    vec![least.saturating_add(1).max(1), will.saturating_add(1).max(1)]
}

/// Deals morale damage from one source, compared with W and MW before it (`seconds.morale.damage`).
pub fn damage(
    r: &mut Resolution,
    who: CombatantId,
    (amount, will, least): (i32, i32, i32),
    dread: Dread,
    from: Option<CombatantId>,
) {
    if state::is_object(r.encounter(), who) || !presence::is_alive(r.encounter(), who) {
        return;
    }
    if amount <= 0 || amount <= least {
        r.tell(|| Told::Unmoved(who, amount, least));
        return;
    }
    let overcome = amount > will;
    penalise(r, who, if overcome && dread == Dread::Untyped { 2 } else { 1 });
    match dread {
        Dread::Fear if overcome => overcome_by(r, who, condition::PANICKED, from),
        Dread::Insanity if overcome => overcome_by(r, who, condition::CONFUSED, None),
        Dread::Rage if overcome => overcome_by(r, who, condition::RAGING, from),
        _ => {}
    }
}

/// Begins panic, confusion or rage until a penalty is removed; only once from the same source.
fn overcome_by(r: &mut Resolution, who: CombatantId, condition: Condition, from: Option<CombatantId>) {
    let toward = from.filter(|source| *source != who);
    let same = |effect: &Effect| effect.until.is_none() && effect.toward == toward;
    let has = |c: &Combatant| c.effects_of(condition).any(same);
    if !r.encounter().get(who).is_some_and(has) {
        let effect = Effect { toward, ..r.effect(condition, None) };
        r.afflict(who, effect);
    }
}

/// Adds morale penalties, no more than Will left; at Will 0 it becomes Broken (`seconds.morale.broken`).
pub fn penalise(r: &mut Resolution, who: CombatantId, penalties: i32) {
    let e = r.encounter();
    let Some(c) = e.get(who) else { return };
    let had = body::penalties(c);
    let has = had.saturating_add(penalties.min(body::will(e, who)));
    if has > had {
        record(r, who, has);
    }
    after_penalty(r, who);
}

/// Sets the number of penalties.
fn record(r: &mut Resolution, who: CombatantId, penalties: i32) {
    let held = r.encounter().get(who).and_then(|c| c.effect(condition::MORALE_PENALTY)).cloned();
    if penalties <= 0 {
        r.relieve(who, condition::MORALE_PENALTY);
        return;
    }
    let effect = held.unwrap_or_else(|| r.effect(condition::MORALE_PENALTY, None));
    if effect.value != penalties {
        r.afflict(who, Effect { value: penalties, ..effect });
    }
}

/// Ends the calm after a penalty; at Will 0 it becomes Broken.
fn after_penalty(r: &mut Resolution, who: CombatantId) {
    let Some(c) = r.encounter().get(who) else { return };
    if c.count(counter::CALM) != 0 {
        r.count(who, counter::CALM, 0);
    }
    if body::will(r.encounter(), who) == 0 && !minds::is_broken(r.encounter(), who) {
        r.begin(who, Condition::BROKEN, None);
        count_checks(r, who, 0);
    }
}

fn count_checks(r: &mut Resolution, who: CombatantId, failed: i32) {
    if r.encounter().get(who).is_some_and(|c| c.count(counter::BROKEN_CHECKS) != failed) {
        r.count(who, counter::BROKEN_CHECKS, failed);
    }
}

/// Ends Broken, and insanity, fear and rage, after a penalty was removed (`seconds.condition.broken`,
/// `seconds.morale.insanity`, `seconds.option.panic-end`).
fn after_relief(r: &mut Resolution, who: CombatantId) {
    r.relieve(who, Condition::BROKEN);
    end_lasting(r, who, condition::CONFUSED);
    if !PANIC_END.is(r.encounter(), PanicEnd::Referee) {
        end_lasting(r, who, condition::PANICKED);
        end_lasting(r, who, condition::RAGING);
    }
}

/// Ends effects of the condition that have no end of their own.
fn end_lasting(r: &mut Resolution, who: CombatantId, condition: Condition) {
    r.relieve_where(who, |_, effect| effect.condition == condition && effect.until.is_none());
}

/// Handles penalties set or lifted by the referee: a positive value is the new total, a negative one is
/// subtracted, none adds one.
pub fn follow(r: &mut Resolution) {
    for change in r.changes().to_vec() {
        match change {
            Change::Began(who, condition::MORALE_PENALTY) | Change::Reshaped(who, _) => settle(r, who),
            Change::Ended(who, condition::MORALE_PENALTY) => after_relief(r, who),
            Change::Ended(who, Condition::BROKEN) => count_checks(r, who, 0),
            _ => {}
        }
    }
}

/// Merges all penalties into one effect, limited by the Will to lose.
fn settle(r: &mut Resolution, who: CombatantId) {
    let Some(c) = r.encounter().get(who) else { return };
    let all: Vec<Effect> = c.effects_of(condition::MORALE_PENALTY).cloned().collect();
    let Some((said, before)) = all.split_last() else { return };
    let had = before.iter().map(|effect| effect.value).fold(0, i32::saturating_add);
    let has = match said.value {
        0 => had.saturating_add(1),
        less if less < 0 => had.saturating_add(less),
        all => all,
    };
    let Ok(stats) = r.encounter().wounds(who) else { return };
    let most = body::will_terms(c, stats).total().saturating_add(body::penalties(c)).max(0);
    for old in before {
        r.emit(Event::relieved(who, old, false));
    }
    record(r, who, has.clamp(0, most));
    if has < had {
        after_relief(r, who);
    } else if has > had || before.is_empty() {
        after_penalty(r, who);
    }
}

/// Resolves the referee's morale damage.
fn take_morale_damage(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let dice = act.facts.damage().unwrap_or(DiceExpr::flat(0));
    let bands = bands(r.encounter(), act.who).into_iter().map(|bar| bar.saturating_sub(dice.plus));
    let tally = Tally::new().with(Reason::BASE, dice.plus);
    let thrown = if dice.count == 0 {
        None
    } else {
        let ask = RollRequest::new(Purpose::Dread, dice.count, dice.sides).by(act.who);
        Some(r.roll(ask.adding(tally.clone()).bands(bands.collect()))?.total())
    };
    let rolled = Rolled {
        who: Some(act.who),
        dice: thrown,
        tally,
        ..Rolled::new(Purpose::Dread, Outcome::Figure)
    };
    let amount = rolled.total();
    r.rolled(rolled);
    let (will, least) = wills(r.encounter(), act.who);
    let dread = act.facts.dread().unwrap_or(Dread::Untyped);
    damage(r, act.who, (amount, will, least), dread, act.target());
    Ok(())
}

/// Whether it makes a Broken check as its slot opens.
pub fn is_checked(e: &Encounter, c: &Combatant) -> bool {
    c.has(Condition::BROKEN) && !needs_outside_help(e, c)
}

/// Whether only outside help removes its penalties, because it is Broken in a shared body
/// (`seconds.possession.broken-mind`).
fn needs_outside_help(e: &Encounter, c: &Combatant) -> bool {
    c.has(Condition::BROKEN) && minds::is_shared(e, minds::body_of(e, c.id))
}

/// Makes the Broken check of a slot: d6 + spirit (`seconds.morale.broken-check`).
pub fn check(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let e = r.encounter();
    let failed = e.get(who).map_or(0, |c| c.count(counter::BROKEN_CHECKS));
    let spirit = e.wounds(who).map_or(0, |stats| stats.spirit);
    let tally = Tally::new().with(reason::SPIRIT, spirit);
    let dc = FIRST_DC.saturating_sub(failed);
    if super::checks::roll(r, Purpose::Broken, who, None, tally, dc)? {
        let left = r.encounter().get(who).map_or(0, body::penalties).saturating_sub(1);
        record(r, who, left);
        after_relief(r, who);
        count_checks(r, who, 0);
    } else {
        count_checks(r, who, failed.saturating_add(1));
    }
    Ok(())
}

/// Counts calm time outside the fight; a full hour removes all penalties (`seconds.morale.calm-hour`), except those
/// that only outside help removes.
pub fn calm_hours(r: &mut Resolution, seconds: Second) {
    let shaken: Vec<(CombatantId, i32)> = r
        .encounter()
        .all()
        .filter(|c| {
            presence::is_here(c) && body::penalties(c) > 0 && !needs_outside_help(r.encounter(), c)
        })
        .map(|c| (c.id, c.count(counter::CALM)))
        .collect();
    for (who, calm) in shaken {
        let calm = calm.saturating_add(i32::try_from(seconds).unwrap_or(i32::MAX));
        if calm >= i32::try_from(HOUR).unwrap_or(i32::MAX) {
            calm_down(r, who);
            r.count(who, counter::CALM, 0);
        } else {
            r.count(who, counter::CALM, calm);
        }
    }
}

/// Removes all penalties except those of a poison still in the body (`seconds.poison.no-healing`).
fn calm_down(r: &mut Resolution, who: CombatantId) {
    let Some(c) = r.encounter().get(who) else { return };
    let (has, lasting) = (body::penalties(c), super::course::lasting_penalties(c));
    if lasting < has {
        record(r, who, lasting);
        after_relief(r, who);
    }
}

/// Returns those who have just panicked, who lose their action in progress (`seconds.time.consecutive`).
pub fn panicked(changes: &[Change]) -> Vec<CombatantId> {
    let panics = |change: &Change| match change {
        Change::Began(who, condition::PANICKED) => Some(*who),
        _ => None,
    };
    changes.iter().filter_map(panics).collect()
}
