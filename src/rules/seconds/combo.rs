//! Combos: what they may consist of, and their simultaneous resolution.

use super::attack;
use super::blow::Blow;
use super::form::{MOST, action, aimed, figure, others};
use super::{body, clock, counter, minds, refusal, state, strike, weapon};
use crate::rules::model::block::wounds::{Body, Combo, Component, Technique};
use crate::rules::ruleset::deed::Step;
use crate::rules::ruleset::prelude::*;
use crate::rules::text::words;
use std::borrow::Cow;

/// Metres of straight movement needed before a charge (`seconds.combo.charge`).
const RUN_UP: i32 = 6;

/// A combo of simultaneous components.
pub const COMBO: DeedRule = DeedRule {
    concerns: |at| minds::skills(at.e, at.c.id).is_ok_and(|skills| several(&skills).count() > 0),
    shape,
    check: |at, act| check(at.e, act, Step::Begins),
    later: Some(|at, act, step| check(at.e, act, step)),
    run: carry_out,
    aims: |_, _, _| (0, 0),
    asked,
    blows: |at, act| {
        let combo = named(at.e, act);
        combo.map_or_else(Vec::new, |combo| {
            blows(&combo).map(|part| words::component(part).into()).collect()
        })
    },
    choices: |at, act, fact| match fact {
        Fact::Combo(_) => minds::skills(at.e, at.c.id).map_or_else(
            |_| Vec::new(),
            |skills| {
                several(&skills).map(|(n, combo)| (words::combo(combo).into(), Fact::Combo(n))).collect()
            },
        ),
        _ => strike::choices(at, act, fact),
    },
    ..action(Deed::Combo, "seconds.combo.use")
};

/// Returns the combo that the act names, by default the first.
fn named(e: &Encounter, act: &Act) -> Option<Combo> {
    let skills = minds::skills(e, act.who).ok()?;
    skills.combos.get(usize::from(act.facts.combo().unwrap_or(0))).cloned()
}

/// Returns the components that have a target, in order.
fn blows(combo: &Combo) -> impl Iterator<Item = &Component> {
    combo.parts.iter().filter(|part| !matches!(part, Component::Charge))
}

/// Whether each blow has a target, its own or a common one, and no blow or target is stated that the combo lacks.
fn has_targets(act: &Act, combo: &Combo) -> bool {
    let own = |at: usize| act.parts.get(at).and_then(|part| part.at);
    let all = blows(combo).count();
    let aimed = !act.at.is_empty() || (0..all).all(|at| own(at).is_some());
    aimed && act.parts.len() <= all && act.at.len() <= all
}

/// Refuses a combo that may not be used (`seconds.combo.build`); the run-up only matters when it begins
/// (`seconds.combo.charge`).
fn check_use(e: &Encounter, act: &Act, step: Step) -> Allowed {
    let no = |refusal| Err(RuleError::new(refusal).of(act.who));
    let skills = minds::skills(e, act.who)?;
    let Some(combo) = named(e, act) else { return no(refusal::NO_SUCH_COMBO) };
    check_build(act.who, &skills, &combo)?;
    if step == Step::Begins && asks_run_up(&combo) && run_up(e, act) < RUN_UP {
        return no(Refusal::NO_RUN_UP);
    }
    if state::is_disabled(e, act.who) { no(refusal::DISABLED) } else { Ok(()) }
}

/// Refuses a combo above its rating, size or number of attacks.
fn check_build(who: CombatantId, skills: &Body, combo: &Combo) -> Allowed {
    let rating = combo.parts.iter().map(Component::rating).fold(0, i32::saturating_add);
    let size = usize::from(skills.weapon_ranks.max(skills.ranged_ranks)) + 1;
    let attacks = combo.parts.iter().filter(|part| matches!(part, Component::Attack)).count();
    let known = skills.techniques.iter().filter(|known| **known == Technique::ExtraAttack).count();
    let most = usize::from(skills.extra_attacks).max(known) + 1;
    let no = |refusal, found: String| Err(RuleError::new(refusal).of(who).saying(found));
    if rating > skills.combo_rating {
        no(refusal::COMBO_RATING, format!("rating {rating}, maximum {}", skills.combo_rating))
    } else if combo.parts.len() > size {
        no(refusal::COMBO_SIZE, format!("{} components, maximum {size}", combo.parts.len()))
    } else if attacks > most {
        no(refusal::COMBO_ATTACKS, format!("{attacks} attacks, maximum {most}"))
    } else {
        Ok(())
    }
}

/// Returns the metres it has just moved this turn, or the straight part of them as the referee states it.
fn run_up(e: &Encounter, act: &Act) -> i32 {
    let moved = e.get(minds::body_of(e, act.who)).map_or(0, |c| c.count(counter::RUN_UP));
    act.facts.run_up().map_or(moved, |straight| straight.min(moved))
}

/// Resolves all components simultaneously (`seconds.combo.simultaneous`); those of equal effect delay go off
/// together after it (`seconds.time.effect-delay`).
fn carry_out(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let delayed = |blow: &Blow| blow.line.delay > 0 && blow.special.is_none();
    let (mut later, now): (Vec<Blow>, Vec<Blow>) =
        planned(r.encounter(), act).into_iter().partition(delayed);
    later.iter_mut().for_each(|blow| attack::note_aim(r.encounter(), blow));
    attack::exchange(r, &now)?;
    later.iter().for_each(|blow| weapon::loosed(r, blow));
    while let Some(delay) = later.first().map(|blow| blow.line.delay) {
        let (due, rest) = later.into_iter().partition(|blow| blow.line.delay == delay);
        clock::deliver_later(r, &strike::as_one(act.who, due), delay);
        later = rest;
    }
    Ok(())
}

/// Returns the blows of the combo, each component with its own attack and target or the act's.
fn planned(e: &Encounter, act: &Act) -> Vec<Blow> {
    let Some(combo) = named(e, act) else { return Vec::new() };
    let components: Vec<Component> = blows(&combo).cloned().collect();
    let one = |(at, component): (usize, &Component)| {
        let mut own = act.clone();
        if let Some(target) = act.at.get(at).or(act.at.last()) {
            own.at = vec![*target];
        }
        let blow = attack::blow(e, &own, at)?;
        Some(Blow { maneuver: body::maneuver(component), special: special(component), ..blow })
    };
    components.iter().enumerate().filter_map(one).collect()
}

/// Returns the text of a custom component, which the rules do not resolve.
fn special(component: &Component) -> Option<Text> {
    match component {
        Component::Other(name, _, text) => Some(format!("{name}: {text}").into()),
        _ => None,
    }
}

/// Whether the combo needs a run-up.
fn asks_run_up(combo: &Combo) -> bool {
    combo.parts.contains(&Component::Charge)
}

/// Refuses a combo that cannot be carried out or resumed.
fn check(e: &Encounter, act: &Act, step: Step) -> Allowed {
    let no = |refusal| Err(RuleError::new(refusal).of(act.who));
    let Some(combo) = named(e, act) else { return no(refusal::NO_SUCH_COMBO) };
    if step.is_aimed() && !has_targets(act, &combo) {
        return no(Refusal::BAD_TARGET);
    }
    let blows = planned(e, act);
    if step.is_aimed() && blows.len() != self::blows(&combo).count() {
        return no(Refusal::BAD_WEAPON);
    }
    for blow in &blows {
        if blow.line.area.is_some() {
            return no(Refusal::BAD_WEAPON);
        }
        let attacks = blows.iter().filter(|other| other.at == blow.at).count();
        weapon::check_ready(e, blow.who, blow.at, &blow.line, attacks)?;
        if step.is_aimed() {
            strike::check_blow(e, blow, step)?;
        }
    }
    check_use(e, act, step)?;
    blows.iter().try_for_each(|blow| strike::check_calm(e, blow.who, &blow.line))
}

/// Returns the form with the first usable combo as default. An attack is offered only if it serves for every
/// blow.
fn shape(at: &At, offer: Offer) -> Offer {
    let (e, c) = (at.e, at.c);
    let Ok(skills) = minds::skills(e, c.id) else { return offer };
    if state::is_disabled(e, c.id) {
        return Offer::blocked(offer.deed, at.why(refusal::DISABLED));
    }
    let with_combo = |at: u8| {
        let mut act = Act::new(c.id, offer.deed);
        act.facts.set(Fact::Combo(at));
        act
    };
    let verdicts: Vec<(u8, Allowed)> =
        several(&skills).map(|(n, _)| (n, check_use(e, &with_combo(n), Step::Begins))).collect();
    let Some((first, _)) = verdicts.iter().find(|(_, verdict)| verdict.is_ok()) else {
        let why = verdicts.into_iter().find_map(|(_, verdict)| verdict.err());
        return Offer::blocked(offer.deed, why.unwrap_or_else(|| refusal::NO_SUCH_COMBO.into()));
    };
    let most = skills.combos.iter().map(|combo| blows(combo).count()).max().unwrap_or(1);
    let targets = aimed(others(e, c), 1, most);
    let facts = facts(at, &skills, &targets, *first);
    let mut lines: Vec<_> = weapon::lines(e, c.id).collect();
    lines.retain(|(_, line)| line.area.is_none());
    // Each attack offered must serve for the whole combo, so it needs a shot per blow.
    let times = skills.combos.get(usize::from(*first)).map_or(1, |combo| blows(combo).count());
    let offer = Offer { at: targets, facts, ..offer };
    strike::with_any(at, offer, &lines, |n, line| {
        weapon::check_ready(e, c.id, n, line, times).and_then(|()| weapon::check(e, c.id, n, line))
    })
}

/// Returns the facts of a combo, `first` being the default one.
fn facts(at: &At, skills: &Body, targets: &Targets, first: u8) -> Vec<FactField> {
    let mut facts = vec![FactField { stands: true, ..FactField::may(Fact::Combo(first)) }];
    facts.extend(strike::attack_facts(at, targets, true));
    facts.extend(strike::technique_facts(at));
    if skills.combos.iter().any(asks_run_up) {
        facts.push(figure(Fact::RunUp(RUN_UP), MOST));
    }
    facts
}

/// Returns the facts of a combo in progress, even if none could begin now.
fn asked<'a>(at: &At, act: &Act, offer: &'a Offer) -> Cow<'a, [FactField]> {
    match minds::skills(at.e, at.c.id) {
        Ok(skills) if offer.blocked.is_some() => {
            facts(at, &skills, &aimed(others(at.e, at.c), 1, 1), 0).into()
        }
        _ => offer.asked_with(act.with),
    }
}

/// Returns the combos of more than one component, with their indices (`seconds.combo.build`).
fn several(skills: &Body) -> impl Iterator<Item = (u8, &Combo)> {
    (0u8..).zip(&skills.combos).filter(|(_, combo)| combo.parts.len() > 1)
}
