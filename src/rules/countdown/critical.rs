//! Critical hits: further results of a natural 20.

use super::asset::tables;
use super::blow::{self, Blow, Style};
use super::options::{CRIT_DURATION, CRIT_MODIFIERS, CritDuration, CritModifiers};
use super::tables::{Knock, Tier};
use super::{condition, figures, gear, harm, modifiers, state};
use crate::rules::model::block::d20::Ability;
use crate::rules::model::combatant::{Gear, Thing, Whereabouts};
use crate::rules::model::event::Told;
use crate::rules::ruleset::prelude::*;

/// Returns the tier of a hit: regular, unless the die showed 20 and a second roll says otherwise
/// (`countdown.critical.special`).
pub fn tier(r: &mut Resolution, blow: &Blow, face: i32) -> Result<Tier, Stop> {
    if face != 20 || blow.style == Style::Grab || blow::dice(blow.line).is_none() {
        return Ok(Tier::Regular);
    }
    let tally = added(r.encounter(), blow);
    let bands = tables().critical.bands(tally.total(), 2..=20);
    let ask = RollRequest::new(Purpose::Critical, 1, 20)
        .by(blow.who)
        .against(blow.target)
        .adding(tally)
        .bands(bands);
    let roll = |r: &mut Resolution| {
        let total = r.figure(ask)?;
        let Some((tier, words)) = tables().critical.at(total) else { return Ok(Tier::Regular) };
        r.tell(|| Told::row(blow.who, "countdown.critical.special", &**words));
        Ok(*tier)
    };
    r.under(|| Why::Table(Purpose::Critical), roll)
}

/// Modifiers to the critical hit roll: those of the attack roll, unless the option says otherwise
/// (`countdown.option.crit-modifiers`).
fn added(e: &Encounter, blow: &Blow) -> Tally {
    match CRIT_MODIFIERS.of(e) {
        CritModifiers::None => Tally::new(),
        CritModifiers::Ability => {
            let (ability, reason) = match blow.shoots {
                true => (Ability::Dex, Reason::DEXTERITY),
                false => (Ability::Str, Reason::STRENGTH),
            };
            let value = e.d20(blow.who).map_or(0, |d20| figures::modifier(d20, ability));
            Tally::new().with(reason, value)
        }
        CritModifiers::Attack => modifiers::to_hit(e, blow),
    }
}

/// Inflicts one of four conditions (`countdown.critical.condition`).
pub fn condition(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    r.under(|| Why::Table(Purpose::CriticalCondition), |r| knock(r, blow))
}

fn knock(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    let ask = RollRequest::new(Purpose::CriticalCondition, 1, 4).by(blow.who).against(blow.target);
    let face = r.figure(ask)?;
    let knock = tables().chart.result(face).unwrap_or(Knock::Shaken);
    let condition = match knock {
        Knock::Disarmed => {
            disarm(r, blow.target, blow.timing());
            return Ok(());
        }
        Knock::Shaken => condition::SHAKEN,
        Knock::Prone => Condition::PRONE,
        Knock::Blinded => Condition::BLIND,
    };
    let until = match condition {
        Condition::PRONE => None,
        _ => lasting(r, blow.target)?,
    };
    let until = until.map(|rounds| state::after(r.encounter(), rounds));
    let effect = r.effect(condition, until);
    harm::inflict(r, blow.target, effect, blow.timing())
}

/// Rolls for how many rounds it lasts; `None` until it is lifted (`countdown.option.crit-duration`).
fn lasting(r: &mut Resolution, who: CombatantId) -> Result<Option<u32>, Stop> {
    let rounds = match CRIT_DURATION.of(r.encounter()) {
        CritDuration::Open => return Ok(None),
        CritDuration::D4 => r.figure(RollRequest::new(Purpose::Duration, 1, 4).by(who))?,
        CritDuration::Rounds(rounds) => rounds,
    };
    Ok(u32::try_from(rounds).ok())
}

/// Knocks its first weapon out of its hand (`countdown.condition.disarmed`).
fn disarm(r: &mut Resolution, who: CombatantId, timing: Timing) {
    let e = r.encounter();
    let (Some(c), Ok(d20)) = (e.get(who), e.d20(who)) else { return };
    let Some(at) = gear::primary(c, d20) else { return };
    let gear = Gear { at: Whereabouts::Dropped, ..c.thing(Thing::Line(at)) };
    let event = Event::Geared(who, Thing::Line(at), gear);
    match timing {
        Timing::Now => r.emit(event),
        Timing::Together => r.defer(event),
    }
}
