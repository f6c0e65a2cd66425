//! Combos: what may be put together, and carrying it out at one instant.

use super::attack::{self, Blow};
use super::check::Step;
use super::minds;
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::wounds::{Body, Combo, Component, Technique};
use crate::rules::model::combatant::Counter;
use crate::rules::model::command::{Act, Deed, Maneuver};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::event::Stop;
use crate::rules::model::ids::{CombatantId, Text};

/// Metres in a straight line before a charge (`seconds.combo.charge`).
const RUN_UP: i32 = 6;

/// The combo that the act names; without a name, the first.
pub fn named(e: &Encounter, act: &Act) -> Option<Combo> {
    let skills = minds::skills(e, act.who).ok()?;
    skills.combos.get(usize::from(act.facts.combo().unwrap_or(0))).cloned()
}

/// The components that are aimed at somebody, in order.
pub fn blows(combo: &Combo) -> impl Iterator<Item = &Component> {
    combo.parts.iter().filter(|part| !matches!(part, Component::Charge))
}

/// Whether a blow is aimed at nobody: neither a target of its own is said, nor one for all.
pub fn lacks_target(act: &Act, combo: &Combo) -> bool {
    let own = |at: usize| act.parts.get(at).and_then(|part| part.at);
    act.at.is_empty() && (0..blows(combo).count()).any(|at| own(at).is_none())
}

/// Whether the combo may be used (`seconds.combo.build`); the run-up lies before its beginning
/// (`seconds.combo.charge`).
pub fn check(e: &Encounter, act: &Act, step: Step) -> Result<(), RuleError> {
    let no = |refusal| Err(RuleError::new(refusal).of(act.who));
    let skills = minds::skills(e, act.who)?;
    let Some(combo) = named(e, act) else { return no(Refusal::NoSuchCombo) };
    check_build(act.who, &skills, &combo)?;
    if step == Step::Begins && asks_run_up(&combo) && run_up(e, act) < RUN_UP {
        return no(Refusal::NoRunUp);
    }
    let disabled = e.get(minds::body_of(e, act.who)).is_some_and(|c| c.has(Condition::Disabled));
    if disabled { no(Refusal::Disabled) } else { Ok(()) }
}

/// Rating, size and number of attacks.
fn check_build(who: CombatantId, skills: &Body, combo: &Combo) -> Result<(), RuleError> {
    let rating = combo.parts.iter().map(Component::rating).fold(0, i32::saturating_add);
    let size = usize::from(skills.weapon_ranks.max(skills.ranged_ranks)) + 1;
    let attacks = combo.parts.iter().filter(|part| matches!(part, Component::Attack)).count();
    let known = skills.techniques.iter().filter(|known| **known == Technique::ExtraAttack).count();
    let most = usize::from(skills.extra_attacks).max(known) + 1;
    let no = |refusal, found: String| Err(RuleError::new(refusal).of(who).saying(found));
    if rating > skills.combo_rating {
        no(Refusal::ComboRating, format!("rating {rating}, at most {}", skills.combo_rating))
    } else if combo.parts.len() > size {
        no(Refusal::ComboSize, format!("{} components, at most {size}", combo.parts.len()))
    } else if attacks > most {
        no(Refusal::ComboAttacks, format!("{attacks} attacks, at most {most}"))
    } else {
        Ok(())
    }
}

/// Metres it moved just before in this turn; fewer, where the referee says not all of them were in a
/// straight line.
fn run_up(e: &Encounter, act: &Act) -> i32 {
    let moved = e.get(minds::body_of(e, act.who)).map_or(0, |c| c.count(Counter::RunUp));
    act.facts.run_up().map_or(moved, |straight| straight.min(moved))
}

/// All components at one instant (`seconds.combo.simultaneous`).
pub fn carry_out(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let blows = made(r.encounter(), act);
    attack::exchange(r, &blows)
}

/// The blows of the combo: each component with its own line and target, or the act's.
fn made(e: &Encounter, act: &Act) -> Vec<Blow> {
    let Some(combo) = named(e, act) else { return Vec::new() };
    let components: Vec<Component> = blows(&combo).cloned().collect();
    let one = |(at, component): (usize, &Component)| {
        let mut own = act.clone();
        if let Some(target) = act.at.get(at).or(act.at.last()) {
            own.at = vec![*target];
        }
        let blow = attack::blow(e, &own, at)?;
        Some(Blow { maneuver: maneuver(component), special: special(component), ..blow })
    };
    components.iter().enumerate().filter_map(one).collect()
}

/// What a component of its owner's own does: nothing the rules know of.
fn special(component: &Component) -> Option<Text> {
    match component {
        Component::Other(name, _, text) => Some(format!("{name}: {text}").into()),
        _ => None,
    }
}

fn maneuver(component: &Component) -> Option<Maneuver> {
    match component {
        Component::Grab => Some(Maneuver::Grab),
        Component::Trip => Some(Maneuver::Trip),
        Component::Disarm => Some(Maneuver::Disarm),
        _ => None,
    }
}

/// What may stand in for a single blow: known components of rating 1
/// (`seconds.combo.single-substitute`).
pub fn substitutes(skills: &Body) -> Vec<Maneuver> {
    let parts = || skills.combos.iter().flat_map(|combo| &combo.parts);
    let known = |wanted: &Maneuver| parts().any(|part| maneuver(part) == Some(*wanted));
    [Maneuver::Grab, Maneuver::Trip, Maneuver::Disarm].into_iter().filter(known).collect()
}

/// Every blow of a combo, or the one of a single attack, as the form gives them.
pub fn planned(e: &Encounter, act: &Act) -> Vec<Blow> {
    match act.deed {
        Deed::Combo => made(e, act),
        _ => attack::blow(e, act, 0).into_iter().collect(),
    }
}

/// Whether the metres of a run-up belong to the form.
pub fn asks_run_up(combo: &Combo) -> bool {
    combo.parts.contains(&Component::Charge)
}
