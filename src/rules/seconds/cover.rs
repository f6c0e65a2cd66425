//! Cover: what it gives, and what happens when it is struck.

use super::attack::Blow;
use super::damage::{self, Landed};
use super::harm::{self, Hurt, Wording};
use super::options::{self, COVER_EDGE};
use super::{body, defence, state};
use crate::rules::command::{Defence, Shelter};
use crate::rules::effect::Condition;
use crate::rules::encounter::Encounter;
use crate::rules::event::{Event, Source, Stop, Told};
use crate::rules::ids::CombatantId;
use crate::rules::resolution::Resolution;

/// What a shot loses that goes through wounded cover (`seconds.situation.cover-damage`).
const THROUGH: i32 = 3;

/// What stands between a blow and its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behind {
    /// Nothing that was struck.
    Nothing,
    /// Cover, and it was struck.
    Something(Shelter),
}

/// What hides the target: what the referee says, else what is noted on it; a low posture takes it
/// further (`seconds.situation.cover-posture`).
pub fn shelter(e: &Encounter, blow: &Blow) -> Shelter {
    let Some(c) = e.get(blow.target) else { return Shelter::Open };
    let noted = c.effect(Condition::Covered).map_or(Shelter::Open, |effect| Shelter::at(effect.value));
    let shelter = blow.facts.shelter().unwrap_or(noted);
    let lower = match (c.has(Condition::Prone), c.has(Condition::Crouching)) {
        (true, _) => 2,
        (_, true) => 1,
        _ => 0,
    };
    if shelter == Shelter::Open { shelter } else { Shelter::at(shelter.step() + lower) }
}

/// What that shelter adds to Target; total cover counts as not to be seen.
fn given(shelter: Shelter) -> i32 {
    shelter.step()
}

/// A miss by no more than the cover gave strikes the cover (`seconds.situation.cover-hit`).
pub fn struck(e: &Encounter, blow: &Blow, missed_by: i32) -> Option<Shelter> {
    let shelter = shelter(e, blow);
    let bonus = given(shelter);
    let edge = if options::is(e, COVER_EDGE, "exclusive") { bonus - 1 } else { bonus };
    (bonus > 0 && missed_by > 0 && missed_by <= edge).then_some(shelter)
}

/// Whether heavy cover lets the target dodge out of an area altogether
/// (`seconds.situation.cover`).
pub fn gives_evasion(shelter: Shelter) -> bool {
    shelter >= Shelter::Heavy
}

/// The thing it shelters behind: the one the referee names, else the one noted.
fn screen(e: &Encounter, blow: &Blow) -> Option<CombatantId> {
    let noted = || e.get(blow.target)?.effect(Condition::Covered)?.toward;
    blow.facts.screen().or_else(noted).filter(|thing| state::is_alive(e, *thing))
}

/// The cover is struck: how much of the damage goes on to the one behind it
/// (`seconds.situation.cover-damage`). No new attack roll; a defence is still possible.
pub fn strike(
    r: &mut Resolution,
    before: &Encounter,
    blow: &Blow,
    shelter: Shelter,
) -> Result<Option<Landed>, Stop> {
    r.emit(Event::Told(Told::CoverStruck(blow.target)));
    let Some(thing) = screen(before, blow) else { return Ok(None) };
    let bars = body::tough(before, thing);
    let Some(damage) = damage::amount(r, before, blow, bars)? else { return Ok(None) };
    match harm::judge(before, damage, bars, Wording::Object) {
        Hurt::None => {
            r.emit(Event::Told(Told::Withstood(thing, damage, bars.0, bars.1)));
            Ok(None)
        }
        Hurt::Slight => {
            let source = Source::Attack(blow.who);
            let by = Some((damage, bars.0, bars.1));
            r.emit(Event::Wounded { who: thing, source, by });
            goes_on(r, before, blow, damage.saturating_sub(THROUGH).max(0), None)
        }
        Hurt::Grave => {
            give_way(r, blow.target, thing, shelter);
            let hardness = before.wounds(thing).ok().and_then(|stats| stats.durability);
            goes_on(r, before, blow, damage, hardness)
        }
    }
}

/// The cover drops a step: total, heavy, medium, light, none.
fn give_way(r: &mut Resolution, who: CombatantId, thing: CombatantId, from: Shelter) {
    r.relieve(who, Condition::Covered);
    let left = from.step() - 1;
    if left > 0 {
        let mut effect = r.effect(Condition::Covered, None);
        effect.value = left;
        effect.toward = Some(thing);
        r.afflict(who, effect);
    }
}

/// What got through meets the one behind, who may still defend.
fn goes_on(
    r: &mut Resolution,
    before: &Encounter,
    blow: &Blow,
    damage: i32,
    durability: Option<i32>,
) -> Result<Option<Landed>, Stop> {
    let open = defence::open(before, blow, &[Defence::Dodge, Defence::Block, Defence::Parry]);
    let fended = match defence::pick(r, before, blow, &open)? {
        Defence::None => false,
        how => defence::roll(r, before, blow, how)?,
    };
    if fended {
        return Ok(None);
    }
    let bars = damage::bars(before, blow, durability);
    Ok(Some(Landed { blow: blow.clone(), damage: Some(damage), bars }))
}
