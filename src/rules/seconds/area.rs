//! Area attacks: a square is the target, and one damage roll applies to everyone in the area.

use super::attack;
use super::blow::{self, Blow};
use super::damage;
use super::landed::{self, LandedBlow};
use super::options::SCATTER_SIDES;
use super::{body, cover, defence, minds, presence, reason, state, weapon};
use crate::rules::model::block::wounds::{Area, Shape, Tag, Technique, Tenths};
use crate::rules::model::command::{Defence, Share};
use crate::rules::model::dice::{Answer, ChoiceRequest, Question};
use crate::rules::model::event::Told;
use crate::rules::ruleset::prelude::*;

/// Damage lost by a dodge without Evasion (`seconds.area.defence`).
const DODGED: i32 = 3;

/// Resolves an area attack: attack roll, scatter, defences in initiative order, one damage roll.
pub fn strike(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(blow) = at_square(r.encounter(), act) else { return Ok(()) };
    r.under(|| Why::Blow(blow.who, blow.at, None), |r| go_off(r, act, &blow))
}

fn go_off(r: &mut Resolution, act: &Act, blow: &Blow) -> Result<(), Stop> {
    let before = r.encounter().clone();
    let Ok(stats) = before.wounds(minds::body_of(&before, act.who)) else { return Ok(()) };
    let thrown = attack::throw(r, &before, blow, None, body::target_of(stats.scale))?;
    if !thrown.jams
        && let Some(area) = blow.line.area
    {
        r.tell(|| Told::row(act.who, "seconds.area.shapes", extent(area)));
    }
    let inside = match thrown.hit {
        true => act.at.clone(),
        false if thrown.jams => return Ok(()),
        false => scattered(r, &before, blow)?,
    };
    let touched = |who: &CombatantId| act.share_of(*who) != Share::None;
    let mut caught = Vec::new();
    for who in in_order(&before, inside).into_iter().filter(touched) {
        let own = at_one(act, blow, who);
        let scope = r.scope(|| Why::Target(who));
        r.within(scope, |r| attack::surprise(r, &own));
        if let Some(less) = r.within(scope, |r| defend(r, &before, &own))? {
            caught.push((scope, own, less));
        }
    }
    let Some((_, first, _)) = caught.first() else { return Ok(()) };
    // Sneak attack dice apply only to flat-footed or flanked targets.
    let mut plain = first.clone();
    plain.line.tags.retain(|tag| *tag != Tag::SneakAttack);
    let total = damage::amount(r, &before, &plain, Vec::new())?;
    let open =
        caught.iter().map(|(_, blow, _)| blow).find(|blow| damage::is_sneak_attack(&before, blow));
    let sneak = open.map_or(Ok(0), |blow| damage::sneak(r, &before, blow))?;
    apply_all(r, &before, caught, total, sneak)
}

/// Describes the area by its shape and scale (`seconds.area.shapes`), so that the referee can tell who is in
/// it.
fn extent(area: Area) -> String {
    let side = body::square(area.scale);
    match area.shape {
        Shape::Sphere => format!("a sphere {side} m across"),
        Shape::Cone => format!("a cone {side} m long, {side} m wide at its end"),
        Shape::Line => format!("a line {} m long, {} m wide", Tenths(side.0 * 2), Tenths(side.0 / 2)),
    }
}

/// Returns the blow at the square (`seconds.area.target-square`): d6 + bonus - scale + X against 4 - own
/// scale. Its target field stands in for the square.
pub fn at_square(e: &Encounter, act: &Act) -> Option<Blow> {
    let at = act.with.unwrap_or(0);
    let facts = act.facts.clone();
    let line = weapon::wielded(e, act.who, at, &facts)?;
    let target = act.target().unwrap_or(act.who);
    Some(Blow { who: act.who, at, line, target, facts, maneuver: None, special: None })
}

/// Returns the blow at one target in the area, with the facts for that target.
pub fn at_one(act: &Act, blow: &Blow, who: CombatantId) -> Blow {
    let mut own = Blow { target: who, ..blow.clone() };
    for fact in act.parts.iter().filter(|part| part.at == Some(who)).flat_map(|part| &part.facts.0) {
        own.facts.set(fact.clone());
    }
    own
}

/// Rolls the scatter and asks who is in the area there (`seconds.area.scatter`).
fn scattered(r: &mut Resolution, before: &Encounter, blow: &Blow) -> Result<Vec<CombatantId>, Stop> {
    let face = direction(r, blow.who)?;
    let steps = blow::range_steps(before, blow);
    let dice = u8::try_from(steps.saturating_add(1).min(100)).unwrap_or(1);
    let ask = RollRequest::new(Purpose::ScatterDistance, dice, 6).by(blow.who);
    let squares = r.roll(ask)?.total();
    r.tell(|| Told::Scattered(blow.who, face, squares));
    let thrower = state::scale(before, minds::body_of(before, blow.who));
    let larger = blow.line.scale.map_or(thrower, |weapon| weapon.max(thrower));
    r.tell(|| {
        Told::row(blow.who, "seconds.area.scatter", format!("{} m", body::metres(squares, larger)))
    });
    let everybody: Vec<CombatantId> =
        before.all().filter(|c| presence::is_here(c)).map(|c| c.id).collect();
    Ok(match r.choose(ChoiceRequest::some_of(Question::Area, blow.who, &everybody))? {
        Answer::Some(list) => list.iter().filter_map(|at| everybody.get(*at)).copied().collect(),
        _ => Vec::new(),
    })
}

/// Rolls the scatter die: 1 is away from the thrower, then clockwise (`seconds.option.scatter-sides`).
pub fn direction(r: &mut Resolution, who: CombatantId) -> Result<i32, Stop> {
    let sides = u16::try_from(SCATTER_SIDES.of(r.encounter())).unwrap_or(8);
    let face = r.figure(RollRequest::new(Purpose::Scatter, 1, sides).by(who))?;
    let text = match degrees(face, sides.into()) {
        0 => "straight ahead".to_string(),
        degrees => format!("{degrees} degrees clockwise from straight ahead"),
    };
    r.tell(|| Told::row(who, "seconds.option.scatter-sides", text));
    Ok(face)
}

/// Returns the direction of a scatter die face, in degrees (`seconds.option.scatter-sides`).
pub fn degrees(face: i32, sides: i32) -> i32 {
    face.saturating_sub(1).saturating_mul(360) / sides.max(1)
}

/// Sorts by initiative, a mount right after its rider; those without a slot come last, in roster order.
fn in_order(e: &Encounter, mut who: Vec<CombatantId>) -> Vec<CombatantId> {
    let place = |id: CombatantId| e.order.iter().position(|slot| slot.ones.contains(&id));
    who.sort_by_key(|id| {
        let rider = state::rider_of(e, *id);
        (place(rider.unwrap_or(*id)).unwrap_or(usize::MAX), rider.is_some(), *id)
    });
    who.dedup();
    who.retain(|id| presence::is_alive(e, *id));
    who
}

/// Returns the defences that work against the area attack (`seconds.area.defence`).
pub fn defences(e: &Encounter, blow: &Blow) -> &'static [Defence] {
    if evades(e, blow) || blow.line.damage.is_some() {
        &[Defence::Dodge, Defence::Block]
    } else {
        &[Defence::Block]
    }
}

/// Whether the target has Evasion.
fn evades(e: &Encounter, blow: &Blow) -> bool {
    let skills = minds::skills(e, minds::guard(e, blow.target));
    skills.is_ok_and(|skills| skills.knows(&Technique::Evasion))
        || cover::gives_evasion(cover::behind(e, blow.target, &blow.facts))
}

/// Rolls the defence of one target in the area. Returns the damage it loses, or `None` if it is unaffected
/// (`seconds.area.defence`).
fn defend(r: &mut Resolution, before: &Encounter, blow: &Blow) -> Result<Option<i32>, Stop> {
    Ok(match defence::made(r, before, blow, defences(before, blow))? {
        Defence::None => Some(0),
        Defence::Dodge if !evades(before, blow) => Some(DODGED),
        _ => None,
    })
}

fn apply_all(
    r: &mut Resolution,
    before: &Encounter,
    caught: Vec<(Scope, Blow, i32)>,
    total: Option<i32>,
    sneak: i32,
) -> Result<(), Stop> {
    let mut landed = Vec::with_capacity(caught.len());
    for (scope, blow, less) in caught {
        let bars = landed::bars(before, &blow, None);
        let share = blow.facts.share().unwrap_or_default();
        let damage = total.map(|total| {
            // The stated share comes first; a dodge reduces that.
            let open = if damage::is_sneak_attack(before, &blow) { sneak } else { 0 };
            let whole = Tally::new().with(Reason::BASE, total).with(reason::SNEAK, open);
            let reaches = whole.shared(share, total.saturating_add(open) / 2);
            let reaches = damage::less(reaches, reason::DODGED, less);
            r.within(scope, |r| damage::reaching(r, &blow, reaches))
        });
        landed.push((scope, LandedBlow { blow, damage, bars }));
    }
    damage::apply(r, before, landed)
}
