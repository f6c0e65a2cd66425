//! Cover: its bonus, and what happens when it is hit.

use super::blow::Blow;
use super::damage;
use super::harm::{self, Hurt, ThresholdReading};
use super::landed::{self, LandedBlow};
use super::options::{COVER_EDGE, CoverEdge};
use super::posture::steps_down;
use super::{body, condition, defence, presence, reason};
use crate::rules::model::block::wounds::Tag;
use crate::rules::model::command::Shelter;
use crate::rules::model::event::Told;
use crate::rules::ruleset::prelude::*;

/// Damage lost by passing through wounded cover (`seconds.situation.cover-damage`).
const THROUGH: i32 = 3;

/// Returns its cover, raised by a low posture (`seconds.situation.cover-posture`).
pub fn behind(e: &Encounter, who: CombatantId, facts: &Facts) -> Shelter {
    let Some(c) = e.get(who) else { return Shelter::Open };
    let shelter = standing(e, who, facts);
    if shelter == Shelter::Open { shelter } else { Shelter::at(shelter.step() + steps_down(c)) }
}

/// Returns its cover if standing: as the referee states it, else as tracked.
fn standing(e: &Encounter, who: CombatantId, facts: &Facts) -> Shelter {
    facts.shelter().unwrap_or_else(|| noted(e, who))
}

fn noted(e: &Encounter, who: CombatantId) -> Shelter {
    let cover = e.get(who).and_then(|c| c.effect(condition::COVERED));
    cover.map_or(Shelter::Open, |effect| Shelter::at(effect.value))
}

/// Returns what is tracked of the target's cover, for [`DeedRule::known`].
pub fn known(at: &At, act: &Act, fact: &Fact) -> Option<Fact> {
    let target = act.target()?;
    match (fact, noted(at.e, target)) {
        (_, Shelter::Open) => None,
        (Fact::Shelter(_), shelter) => Some(Fact::Shelter(shelter)),
        (Fact::Screen(_), _) => at.e.get(target)?.toward(condition::COVERED).map(Fact::Screen),
        _ => None,
    }
}

/// Returns the part of a Target score due to cover.
fn share(target: &Tally) -> i32 {
    let given = target.terms().iter().filter(|term| term.0 == Reason::COVER).map(|term| term.1);
    given.fold(0, i32::saturating_add)
}

/// Returns how far a shot may fall short to hit the cover: by no more than the cover's bonus
/// (`seconds.situation.cover-hit`).
pub fn edge(e: &Encounter, target: &Tally) -> i32 {
    let given = share(target);
    if COVER_EDGE.is(e, CoverEdge::Exclusive) { given - 1 } else { given }
}

/// Whether the cover gives Evasion against areas (`seconds.situation.cover`).
pub fn gives_evasion(shelter: Shelter) -> bool {
    shelter >= Shelter::Heavy
}

/// Returns the object it is behind: as the referee states it, else as tracked.
fn screen(e: &Encounter, blow: &Blow) -> Option<CombatantId> {
    let noted = || e.get(blow.target)?.toward(condition::COVERED);
    blow.facts.screen().or_else(noted).filter(|thing| presence::is_alive(e, *thing))
}

/// Whether the blow can damage cover.
fn breaks(blow: &Blow) -> bool {
    let line = &blow.line;
    blow.harms() && !line.nonlethal && line.dread.is_none() && !line.has(Tag::Emp)
}

/// Damages the cover and returns what goes on to the target behind it (`seconds.situation.cover-damage`).
/// There is no new attack roll, but a defence is still possible.
pub fn strike(r: &mut Resolution, before: &Encounter, blow: &Blow) -> Result<Option<LandedBlow>, Stop> {
    r.tell(|| Told::CoverStruck(blow.target));
    let Some(thing) = screen(before, blow).filter(|_| breaks(blow)) else { return Ok(None) };
    let bars = body::tough(before, thing);
    let Some(damage) = damage::amount(r, before, blow, Vec::new())? else { return Ok(None) };
    match harm::judge(before, damage, bars, ThresholdReading::Object) {
        Hurt::None => {
            r.tell(|| Told::Withstood(thing, damage, bars.0, bars.1));
            Ok(None)
        }
        Hurt::Slight => {
            let source = Source::Attack(blow.who);
            let by = Some((damage, bars.0, bars.1));
            let wounded = Event::Wounded { who: thing, source, by };
            r.under(|| Why::Target(thing), |r| r.emit(wounded));
            let whole = Tally::new().with(Reason::BASE, damage);
            let left = damage::reaching(r, blow, damage::less(whole, reason::THROUGH_COVER, THROUGH));
            pass_through(r, before, blow, left, None)
        }
        Hurt::Grave => {
            lower_cover(r, before, blow, thing);
            let hardness = before.wounds(thing).ok().and_then(|stats| stats.durability);
            pass_through(r, before, blow, damage, hardness)
        }
    }
}

/// Lowers the cover by one step: total, heavy, medium, light, none.
fn lower_cover(r: &mut Resolution, before: &Encounter, blow: &Blow, thing: CombatantId) {
    let who = blow.target;
    let now = noted(r.encounter(), who);
    let from = if now == noted(before, who) { standing(before, who, &blow.facts) } else { now };
    r.relieve(who, condition::COVERED);
    let value = from.step() - 1;
    if value > 0 {
        let effect = Effect { value, toward: Some(thing), ..r.effect(condition::COVERED, None) };
        r.afflict(who, effect);
    }
}

/// Passes damage on to the target behind the cover, which may still defend.
fn pass_through(
    r: &mut Resolution,
    before: &Encounter,
    blow: &Blow,
    damage: i32,
    durability: Option<i32>,
) -> Result<Option<LandedBlow>, Stop> {
    if damage > 0 && defence::fends_off(r, before, blow)? {
        return Ok(None);
    }
    let bars = landed::bars(before, blow, durability);
    Ok(Some(LandedBlow { blow: blow.clone(), damage: Some(damage), bars }))
}
