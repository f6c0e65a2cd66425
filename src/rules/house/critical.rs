//! Critical hits: the d100 chart and its results besides double dice (section 3.12).

use super::asset::{about, tables};
use super::blow::{Blow, distance};
use super::harm::{self, Incapacity};
use super::options::CHARTS;
use super::state::{self, rounds_on};
use super::tables::Critical;
use super::{armour, checks, condition, figures, gear, injury, morale, trip};
use crate::rules::d20::relations::Way;
use crate::rules::model::block::d20::Ability;
use crate::rules::model::dice::{Answer, ChoiceRequest, Pick, Question};
use crate::rules::model::event::Told;
use crate::rules::ruleset::prelude::*;

/// Distance of a knockback, in feet (`house.critical.knockback`).
const PUSH: i32 = 5;

/// Rolls on the chart (`house.critical.trigger`).
pub fn chart(r: &mut Resolution, blow: &Blow) -> Result<Critical, Stop> {
    if !CHARTS.is_on(r.encounter()) {
        return Ok(Critical::Plain);
    }
    let bands = tables().critical.bands(0, 2..=100);
    let ask = RollRequest::new(Purpose::Critical, 1, 100).by(blow.who).against(blow.target).bands(bands);
    let face = r.figure(ask)?;
    let Some(row) = tables().critical.at(face) else { return Ok(Critical::Plain) };
    r.tell(|| Told::row(blow.target, &row.rule, row.text.clone()));
    Ok(row.what)
}

/// Applies the result other than damage, which is already taken, to a target that lives.
pub fn extra(r: &mut Resolution, blow: &Blow, what: Critical) -> Result<(), Stop> {
    match what {
        Critical::Plain | Critical::Savage => Ok(()),
        Critical::Momentum if blow.who == blow.target => Ok(()),
        Critical::Strap => armour::loosen(r, blow.target),
        Critical::Knockback => knock_back(r, blow),
        Critical::Momentum => {
            let next = r.encounter().round_number().saturating_add(1);
            let effect = Effect {
                value: next,
                toward: Some(blow.target),
                ..rounds_on(r, condition::MOMENTUM, 1)
            };
            r.afflict(blow.who, effect);
            Ok(())
        }
        Critical::Disarm => disarmed(r, blow.target, "house.critical.disarm", true),
        Critical::Knockdown => {
            harm::fall_prone(r, blow.target);
            Ok(())
        }
        Critical::FumbledWeapon => disarmed(r, blow.target, "house.critical.fumbled-weapon", false),
        Critical::Rout => morale::forced(r, blow.target),
        Critical::Stun => {
            harm::incapacitate(r, blow.target, Incapacity::Rounds(1));
            Ok(())
        }
        Critical::MinorInjury => injury::minor(r, blow),
        Critical::MajorInjury => injury::major(r, blow, 0),
        Critical::MajorInjuryPlus => {
            let strength = figures::modifier(blow.d20, Ability::Str);
            injury::major(r, blow, strength)
        }
    }
}

/// Knocks the weapon out of its hand, unless a Dexterity `check` saves it; natural weapons cannot be lost.
fn disarmed(r: &mut Resolution, who: CombatantId, rule: &str, check: bool) -> Result<(), Stop> {
    let e = r.encounter();
    let weapon = e.get(who).and_then(|c| state::armed(e, c)).map(|(nth, _)| nth);
    let Some(nth) = weapon else { return Ok(()) };
    if check && checks::check(r, who, Ability::Dex, checks::MODERATE)? {
        return Ok(());
    }
    gear::fling(r, who, nth, rule)
}

/// Pushes the target 5 feet away from the attacker if there is room; this provokes no attacks
/// (`house.critical.knockback`).
fn knock_back(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    let before = distance(r.encounter(), blow.who, blow.target, blow.facts);
    let before = if blow.strikes() { before.or(Some(about().melee_distance)) } else { before };
    let ask = ChoiceRequest::one(Question::Push, vec![Pick::Yes, Pick::No]);
    let pushed = r.choose(ChoiceRequest { who: Some(blow.target), ..ask })? == Answer::One(0);
    if pushed && before.is_some() && blow.who != blow.target {
        let others = in_melee_beside(r.encounter(), blow);
        trip::shift(r, blow.target, &[(blow.who, before)], Way::Away(PUSH));
        // Unmeasured, it is still within 5 feet of others beside it, so they stay engaged.
        if !r.encounter().is_measured() {
            others.into_iter().for_each(|event| r.emit(event));
        }
    }
    Ok(())
}

/// Engagements between the target and others than the attacker.
fn in_melee_beside(e: &Encounter, blow: &Blow) -> Vec<Event> {
    let Some(target) = e.get(blow.target) else { return Vec::new() };
    let by = target.threatened_by.iter().map(|foe| (*foe, target.id));
    let of = target.threatens.iter().map(|foe| (target.id, *foe));
    let pairs = by.chain(of).filter(|(one, other)| ![*one, *other].contains(&blow.who));
    pairs.map(|(one, other)| Event::Threatens(one, other)).collect()
}
