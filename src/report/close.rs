//! Closest calls: consequential rolls that succeeded with nothing to spare, or failed by one.

use super::beat::Fate;
use super::cast::Cast;
use super::grammar::of;
use super::notes::Exit;
use crate::rules::account::{Account, Try, What, Whom};
use crate::rules::model::combatant::{Standing, Vitals};
use crate::rules::model::dice::Purpose;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Outcome;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::phrase::{Number, Verb};
use crate::rules::text::log::capital;

/// Describes the close rolls of an account. `e` is the state after it.
pub(super) fn calls(cast: &Cast, e: &Encounter, account: &Account, exits: &[Exit]) -> Vec<String> {
    let out = |what: &What| matches!(what, What::Stands(standing) if *standing != Standing::Up);
    let falls = |whom: CombatantId| {
        account.came_of(Whom::One(whom)).any(|came| out(&came.what))
            || exits.iter().any(|exit| exit.whom == whom && exit.fate != Fate::Out(Standing::Up))
    };
    account.tries.iter().filter_map(|one| call(cast, e, one, falls)).collect()
}

fn call(cast: &Cast, e: &Encounter, one: &Try, falls: impl Fn(CombatantId) -> bool) -> Option<String> {
    let (need, Some(_)) = (one.need?, one.face) else { return None };
    let off = one.total.saturating_sub(need);
    let made = match one.outcome {
        Outcome::Success if off == 0 => true,
        Outcome::Failure if off.abs() == 1 => false,
        _ => return None,
    };
    let name = |who: CombatantId| cast.name(who);
    let doer = one.who.map(name).or_else(|| one.side.map(|side| cast.side(side)))?;
    let figures = format!("{} against {need}", one.total);
    let told = match one.purpose {
        Purpose::Attack(_) if made => {
            let whom = one.against.filter(|whom| falls(*whom))?;
            let did = Verb::BRING.then("down").did(Number::One, &name(whom));
            format!("{doer} {did} with nothing to spare ({figures})")
        }
        Purpose::Attack(_) => {
            let (whom, left) = one.against.and_then(|whom| Some((whom, in_danger(e, whom)?)))?;
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
            let what = one.purpose.noun();
            match made {
                true => format!("{} {what} just succeeded ({figures})", of(&doer)),
                false => format!("{} {what} failed by one ({figures})", of(&doer)),
            }
        }
        _ => return None,
    };
    Some(capital(&told))
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
