//! Care: the kit that stops a dying clock, potions, tending after the fight, rest (section 3.14).

use super::asset::about;
use super::available::{self, POTION, may_drink};
use super::{blow, condition, counter, figures, harm, refusal, state};
use crate::rules::d20::pursuit;
use crate::rules::d20::state::is_fighting;
use crate::rules::model::block::d20::Ability;
use crate::rules::model::counter::Counter;
use crate::rules::model::supply;
use crate::rules::ruleset::deed::{self, When};
use crate::rules::ruleset::prelude::*;

/// Name of the Healer's Kit among the supplies.
const KIT: &str = "healer's kit";
/// Maximum days of one rest.
const MOST_DAYS: u32 = 100;

/// Stabilizes an adjacent combatant that is dying or bleeding (`house.death.stabilize`, A43).
pub const TEND: DeedRule = DeedRule {
    rule: "house.death.stabilize",
    phase: Some(Phase::Action),
    told: deed::LogForm::Named,
    concerns: |at| at.e.all().any(is_in_need),
    may: |at| {
        available::has_time(at)?;
        supply::check(at.c, KIT, 1)
    },
    shape: |at, offer| aimed(at, offer, |at, patient| is_in_need(patient) && is_near(at, patient)),
    check: |at, act| {
        let patient = state::aimed_at(at, act)?;
        at.unless(is_near(at, patient), Refusal::TOO_FAR)?;
        at.unless(is_in_need(patient), refusal::NOT_DYING)
    },
    run: |r, act| {
        r.emit(Event::Spent(act.who, Spending::Action));
        r.use_up(act.who, KIT, Timing::Now);
        for patient in act.at.clone() {
            r.relieve_where(patient, |_, effect| is_stopped(effect));
        }
        Ok(())
    },
    ..DeedRule::of(Deed::Tend)
};

/// Drinks a potion, which even the incapacitated can (`house.death.magic-heal`, section 4).
pub const DRINK: DeedRule = DeedRule {
    rule: "house.death.magic-heal",
    phase: Some(Phase::Action),
    told: deed::LogForm::Named,
    while_incapacitated: true,
    concerns: |at| {
        state::is_limited(at.c)
            || at.c.vitals.hp() < at.c.vitals.max()
            || at.c.supply_of(POTION).is_some()
    },
    may: may_drink,
    shape: |_, offer| Offer {
        facts: vec![FactField::may(Fact::Heals(DiceExpr::new(1, 6, 0)))],
        ..offer
    },
    run: |r, act| {
        r.emit(Event::Spent(act.who, Spending::Action));
        r.use_up(act.who, POTION, Timing::Now);
        if let Some(dice) = act.facts.heals() {
            let amount = r.amount(Purpose::Healing, Some(act.who), dice)?;
            harm::heal(r, act.who, amount, true);
        }
        Ok(())
    },
    ..DeedRule::of(Deed::Drink)
};

/// Tends minor injuries after the fight (`house.healing.tend`).
pub const NURSE: DeedRule = DeedRule {
    rule: "house.healing.tend",
    when: When::Ever,
    told: deed::LogForm::Named,
    concerns: |at| at.e.all().any(is_injured),
    may: |at| {
        at.unless(state::is_able(at.c), state::why_out(at.c))?;
        may_take_time(at)
    },
    shape: |at, offer| aimed(at, offer, |_, patient| is_injured(patient)),
    check: |at, act| at.unless(is_injured(state::aimed_at(at, act)?), refusal::NOT_INJURED),
    run: |r, act| {
        for patient in act.at.clone() {
            r.relieve_where(patient, |_, effect| state::is_minor(effect.condition.id));
        }
        Ok(())
    },
    ..DeedRule::of(Deed::Nurse)
};

/// Rests a day, or the given number of rounds (`house.healing.natural`).
pub const REST: DeedRule = DeedRule {
    rule: "house.healing.natural",
    when: When::Ever,
    may: |at| {
        may_take_time(at)?;
        at.unless(!at.c.has(Condition::DYING), Refusal::BARRED.saying("it is dying"))?;
        at.unless(!at.c.has(condition::BLEEDING), Refusal::BARRED.saying("it is bleeding"))
    },
    shape: pursuit::rest_form,
    run: rest,
    ..DeedRule::of(Deed::Rest)
};

/// Counters of daily uses.
const BY_THE_DAY: [Counter; 4] =
    [counter::INSPIRED_TODAY, counter::MOCKED_TODAY, counter::HEALED_TODAY, counter::STAFF_LIT_TODAY];

/// Refuses what takes a turn or a day while a fight goes on.
///
/// # Errors
/// `not-in-this-phase`.
pub fn may_take_time(at: &At) -> Allowed {
    at.unless(!is_fighting(at.e), Refusal::NOT_IN_THIS_PHASE.saying("not during a fight"))
}

/// Returns `offer` with the combatants that fit as its targets, or blocked if there are none.
fn aimed(at: &At, offer: Offer, fits: impl Fn(&At, &Combatant) -> bool) -> Offer {
    let patients = at.e.all().filter(|patient| fits(at, patient)).map(|patient| patient.id);
    let ids: Vec<CombatantId> = patients.collect();
    if ids.is_empty() {
        return Offer::blocked(offer.deed, at.why(Refusal::NOBODY_THERE));
    }
    Offer { at: Targets { ids, least: 1, most: 1 }, ..offer }
}

/// Whether `c` is dying or bleeding in a way that a kit can stop.
fn is_in_need(c: &Combatant) -> bool {
    harm::can_be_harmed(c) && c.effects.iter().any(is_stopped)
}

/// Whether a kit stops the effect: a dying clock, or bleeding that does not need magic.
fn is_stopped(effect: &Effect) -> bool {
    match effect.condition.id {
        Condition::DYING => true,
        condition::BLEEDING => effect.count(counter::MAGIC_ALONE) == 0,
        _ => false,
    }
}

fn is_injured(c: &Combatant) -> bool {
    let there = !matches!(c.standing, Standing::Dead | Standing::Gone);
    there && c.effects.iter().any(|effect| state::is_minor(effect.condition.id))
}

/// Whether `patient` is adjacent or at an unknown distance.
fn is_near(at: &At, patient: &Combatant) -> bool {
    let far = blow::distance(at.e, at.c.id, patient.id, &Facts::default());
    patient.id == at.c.id || far.is_none_or(|feet| feet <= about().melee_distance)
}

/// Each day restores 1d4 plus the Constitution modifier, at least 1, and the daily uses; three turns end exhaustion.
fn rest(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let rounds = pursuit::rest(r, act);
    pursuit::catch_breath(r, act.who, rounds);
    let days = (rounds / pursuit::DAY).min(MOST_DAYS);
    if days > 0 {
        BY_THE_DAY.into_iter().for_each(|counter| r.forget(act.who, counter));
        r.relieve(act.who, condition::TWISTED_ANKLE);
    }
    for _ in 0..days {
        heal_overnight(r, act.who)?;
    }
    Ok(())
}

fn heal_overnight(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    if !is_wounded(r.encounter(), who) {
        return Ok(());
    }
    let tally = Tally::new()
        .with(Reason::CONSTITUTION, figures::modifier(r.encounter().d20(who)?, Ability::Con));
    let healed = r.figure(RollRequest::new(Purpose::Rest, 1, 4).by(who).adding(tally))?;
    harm::heal(r, who, healed.max(1), false);
    Ok(())
}

fn is_wounded(e: &Encounter, who: CombatantId) -> bool {
    let lives = |c: &&Combatant| c.standing != Standing::Dead;
    e.get(who).filter(lives).is_some_and(|c| c.vitals.hp() < c.vitals.max())
}
