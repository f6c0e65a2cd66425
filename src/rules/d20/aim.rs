//! Weapon, target, distance and cover of an attack.

use super::state::{feet_between, known_distance, line_at, said_feet};
use crate::rules::model::block::d20::{Attack, Range};
use crate::rules::ruleset::about::About;
use crate::rules::ruleset::prelude::*;

/// Returns the distance in feet: as stated by the referee, otherwise as known. A stated distance does not count beside
/// a stated range band.
pub fn distance(
    about: &About,
    e: &Encounter,
    who: CombatantId,
    target: CombatantId,
    facts: &Facts,
) -> Option<i32> {
    if e.engaged(who, target) {
        return Some(about.melee_distance);
    }
    let said = said_feet(facts).filter(|_| facts.band().is_none());
    said.or_else(|| feet_between(e, who, target))
}

/// Returns the target of the act: exactly one other combatant that is still in the fight.
///
/// # Errors
/// `bad-target`, `unknown-combatant`.
pub fn target<'a>(at: &At<'a>, act: &Act) -> Result<&'a Combatant, RuleError> {
    let bad = || at.why(Refusal::BAD_TARGET);
    let target = at.e.who(act.target().ok_or_else(bad)?)?;
    if target.id == at.c.id || !target.is_up() || act.at.len() > 1 { Err(bad()) } else { Ok(target) }
}

/// Returns the attack line of the act, by default the first, if it can be used now.
///
/// # Errors
/// `bad-weapon`; those of `may_use`.
pub fn line<'a>(
    at: &At<'a>,
    act: &Act,
    range: Range,
    may_use: fn(&At, u8, Range) -> Allowed,
) -> Result<&'a Attack, RuleError> {
    let nth = act.with.unwrap_or(0);
    may_use(at, nth, range)?;
    line_at(at, nth).ok_or_else(|| at.why(Refusal::BAD_WEAPON))
}

/// Checks that the target is in melee reach.
///
/// # Errors
/// `too-far`; `missing-fact`: the distance must be stated.
pub fn check_reach(e: &Encounter, who: CombatantId, feet: Option<i32>, reach: i32) -> Allowed {
    let why = match feet {
        Some(feet) if feet > reach => {
            Refusal::TOO_FAR.saying(format!("{feet}' away; the weapon reaches {reach}'"))
        }
        None if e.is_measured() => Refusal::MISSING_FACT.saying("the distance"),
        _ => return Ok(()),
    };
    Err(why.of(who))
}

/// Checks that the target is in range; `asked` is the question if the distance is unknown.
///
/// # Errors
/// `out-of-range`, `missing-fact`.
pub fn check_range(who: CombatantId, feet: Option<i32>, farthest: i32, asked: &str) -> Allowed {
    let why = match feet {
        None => Refusal::MISSING_FACT.saying(asked),
        Some(feet) if feet > farthest => {
            Refusal::OUT_OF_RANGE.saying(format!("{feet}' away; it reaches {farthest}'"))
        }
        Some(_) => return Ok(()),
    };
    Err(why.of(who))
}

/// Leaves to each target of a shot the lines that reach it, as far as its distance is known.
pub fn within_range(about: &About, at: &At, offer: Offer, farthest: impl Fn(&Attack) -> i32) -> Offer {
    offer.within_reach(|nth, foe| {
        let far = known_distance(about, at.e, at.c.id, foe);
        line_at(at, nth).is_some_and(|line| far.is_none_or(|feet| feet <= farthest(line)))
    })
}

/// Returns the maximum range of the line in feet; 0 if it has none.
pub fn farthest(line: &Attack) -> i32 {
    line.feet.map_or(0, |bands| i32::try_from(bands[2]).unwrap_or(i32::MAX))
}
