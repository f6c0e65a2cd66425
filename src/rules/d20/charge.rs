//! The run of a charge, straight at a target. Its modifiers and the responses to it are the ruleset's.

use super::relations::{Way, relocate};
use super::state::{feet_between, known_distance};
use crate::rules::ruleset::about::About;
use crate::rules::ruleset::prelude::*;

/// The range of feet that a charge may run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunUp {
    /// Fewest.
    pub least: i32,
    /// Most.
    pub most: i32,
}

/// Checks that it may run far enough for any charge.
///
/// # Errors
/// `moved-too-far`.
pub fn may_run(at: &At, run: RunUp) -> Allowed {
    let detail = || format!("it may move {}', but a charge takes at least {}'", run.most, run.least);
    if run.least <= run.most { Ok(()) } else { at.no(Refusal::MOVED_TOO_FAR.saying(detail())) }
}

/// Returns the feet of the run: as stated, but no fewer than the known distance needs.
pub fn feet(about: &About, e: &Encounter, act: &Act) -> Option<i32> {
    let known = act.target().and_then(|target| feet_between(e, act.who, target));
    let needed = known.map(|feet| feet - about.melee_distance);
    act.facts.feet().max(needed)
}

/// Returns whom it can charge, those on their feet first, unless known to be too near or too far; and the field for the
/// distance.
pub fn targets<'a>(
    about: &About,
    at: &At,
    foes: impl Iterator<Item = &'a Combatant>,
    run: RunUp,
) -> (Targets, FactField) {
    let At { e, c } = *at;
    let fits = |feet: i32| (run.least..=run.most).contains(&(feet - about.melee_distance));
    let mut foes: Vec<&Combatant> =
        foes.filter(|foe| known_distance(about, e, c.id, foe.id).is_none_or(fits)).collect();
    foes.sort_by_key(|foe| (!foe.is_up(), foe.id));
    let ids: Vec<CombatantId> = foes.iter().map(|foe| foe.id).collect();
    let known = ids.first().and_then(|id| feet_between(e, c.id, *id));
    let usual = known.map_or(run.least, |feet| feet - about.melee_distance);
    let asked = FactField {
        needed: ids.iter().any(|id| e.distance(c.id, *id).is_none()),
        range: Some((run.least, run.most)),
        ..FactField::may(Fact::Feet(usual))
    };
    (Targets { ids, least: 1, most: 1 }, asked)
}

/// Checks that the run is neither too short, refused with `short`, nor too long.
///
/// # Errors
/// `too-close`: already in melee with the target. `short`, `missing-fact`, `moved-too-far`.
pub fn check(
    about: &About,
    at: &At,
    act: &Act,
    whom: CombatantId,
    run: RunUp,
    short: Refusal,
) -> Allowed {
    let At { e, c } = *at;
    if e.engaged(c.id, whom) {
        let why = at.why(Refusal::TOO_CLOSE);
        return Err(why.saying("it is already in melee with that target"));
    }
    let missing = || at.why(Refusal::MISSING_FACT).saying("how far does it run?");
    let feet = feet(about, e, act).ok_or_else(missing)?;
    let RunUp { least, most } = run;
    let detail = format!("{feet}' to run; a charge takes {least}' to {most}'");
    match feet {
        _ if feet < least => Err(at.why(short).saying(detail)),
        _ if feet > most => Err(at.why(Refusal::MOVED_TOO_FAR).saying(detail)),
        _ => Ok(()),
    }
}

/// Moves the charger into melee with its target and out of all others.
pub fn arrive(about: &About, r: &mut Resolution, who: CombatantId, whom: CombatantId) {
    relocate(about, r, who, &[(whom, None)], Way::Contact, Timing::Now);
}
