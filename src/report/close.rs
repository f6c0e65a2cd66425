//! Closest calls: consequential rolls that succeeded with nothing to spare, or failed by one.

use super::cast::Cast;
use super::grammar::of;
use crate::rules::model::combatant::{Standing, Vitals};
use crate::rules::model::dice::Purpose;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Event, Outcome, Rolled};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::phrase::{Number, Verb};
use crate::rules::text::log::capital;
use crate::rules::text::words;

/// Describes a close roll. `e` is the state it was made in, `then` its consequences.
pub(super) fn describe(
    e: &Encounter,
    end: &Encounter,
    rolled: &Rolled,
    then: &[Event],
) -> Option<String> {
    let (need, Some(_)) = (rolled.need?, rolled.dice) else { return None };
    let off = rolled.total().saturating_sub(need);
    let made = match rolled.outcome {
        Outcome::Success if off == 0 => true,
        Outcome::Failure if off.abs() == 1 => false,
        _ => return None,
    };
    let cast = Cast::new(end);
    let name = |who: CombatantId| cast.name(who);
    let doer = rolled.who.map(name).or_else(|| rolled.side.map(|side| cast.side(side)))?;
    let figures = format!("{} against {need}", rolled.total());
    let told = match rolled.purpose {
        Purpose::Attack(_) if made => {
            let whom = rolled.against.filter(|whom| then.iter().any(|event| fells(event, *whom)))?;
            let did = Verb::BRING.then("down").did(Number::One, &name(whom));
            format!("{doer} {did} with nothing to spare ({figures})")
        }
        Purpose::Attack(_) => {
            let (whom, left) = rolled.against.and_then(|whom| Some((whom, in_danger(e, whom)?)))?;
            let did = Verb::MISS.alone().did(Number::One, &name(whom));
            format!("{doer} {did} by one ({figures}) with {left}")
        }
        Purpose::Morale if made => format!("{} morale just held ({figures})", of(&doer)),
        Purpose::Morale => format!("{} morale broke by one ({figures})", of(&doer)),
        Purpose::Save(_)
        | Purpose::Dying
        | Purpose::Stabilise
        | Purpose::Turning
        | Purpose::ItemSave => {
            let what = words::purpose(rolled.purpose);
            match made {
                true => format!("{} {what} just succeeded ({figures})", of(&doer)),
                false => format!("{} {what} failed by one ({figures})", of(&doer)),
            }
        }
        _ => return None,
    };
    Some(capital(&told))
}

fn fells(event: &Event, whom: CombatantId) -> bool {
    matches!(event, Event::Stood(who, standing) if *who == whom && *standing != Standing::Up)
}

/// What the combatant has left, if a single blow could fell it.
fn in_danger(e: &Encounter, whom: CombatantId) -> Option<String> {
    match e.get(whom)?.vitals {
        Vitals::HitPoints { now, max } if now > 0 && now.saturating_mul(3) <= max => {
            Some(format!("{now} of {max} hit points left"))
        }
        Vitals::Wounds(taken) if taken >= 2 => Some(format!("{taken} wounds")),
        _ => None,
    }
}
