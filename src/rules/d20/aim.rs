//! What an attack is aimed with and at: whom, how far off, behind how much cover.

use super::state::{feet_between, line_at, said_feet};
use crate::rules::model::block::d20::{Attack, Range};
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Facts};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::ids::CombatantId;
use crate::rules::ruleset::about::About;
use crate::rules::ruleset::deed::{Allowed, At};

/// The feet between two: as the referee says, else as known. Whoever names a band of the range knows no feet.
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

/// The target of the act: somebody else who is still there, and nobody besides.
///
/// # Errors
/// `bad-target`, `unknown-combatant`.
pub fn target<'a>(at: &At<'a>, act: &Act) -> Result<&'a Combatant, RuleError> {
    let bad = || at.why(Refusal::BAD_TARGET);
    let target = at.e.who(act.target().ok_or_else(bad)?)?;
    if target.id == at.c.id || !target.is_up() || act.at.len() > 1 { Err(bad()) } else { Ok(target) }
}

/// The attack line of the act, the first where it names none, if it can be used now, as the ruleset says.
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

/// Checks that a blow of that one reaches so far.
///
/// # Errors
/// `too-far`; `missing-fact`: nobody knows how far it is.
pub fn check_reach(e: &Encounter, who: CombatantId, feet: Option<i32>, reach: i32) -> Allowed {
    let why = match feet {
        Some(feet) if feet > reach => {
            Refusal::TOO_FAR.saying(format!("{feet}', a blow reaches {reach}'"))
        }
        None if e.is_measured() => Refusal::MISSING_FACT.saying("how far is it?"),
        _ => return Ok(()),
    };
    Err(why.of(who))
}

/// Checks that a shot of that one goes so far; `asked` is the question where nobody knows how far it is.
///
/// # Errors
/// `out-of-range`, `missing-fact`.
pub fn check_range(who: CombatantId, feet: Option<i32>, farthest: i32, asked: &str) -> Allowed {
    let why = match feet {
        None => Refusal::MISSING_FACT.saying(asked),
        Some(feet) if feet > farthest => {
            Refusal::OUT_OF_RANGE.saying(format!("{feet}', it reaches {farthest}'"))
        }
        Some(_) => return Ok(()),
    };
    Err(why.of(who))
}

/// Checks that the cover said of the target is no penalty worse than that.
///
/// # Errors
/// `bad-modifier`.
pub fn check_cover(at: &At, act: &Act, worst: i32) -> Allowed {
    let cover = act.facts.cover().unwrap_or(0);
    let detail = || format!("cover: found {cover}, expected 0 to {worst}");
    if (worst..=0).contains(&cover) { Ok(()) } else { at.no(Refusal::BAD_MODIFIER.saying(detail())) }
}

/// The feet that the line shoots, 0 for none.
pub fn farthest(line: &Attack) -> i32 {
    line.feet.map_or(0, |bands| i32::try_from(bands[2]).unwrap_or(i32::MAX))
}
