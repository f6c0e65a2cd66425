//! A move: its distance, cost and direction.

use super::asset::about;
use super::{condition, speed, state};
use crate::rules::d20::movement::{self, named, way};
use crate::rules::d20::relations::{Way, engage, relocate};
use crate::rules::d20::rules::Rules;
use crate::rules::model::dice::Tape;
use crate::rules::ruleset::prelude::*;

/// Side of a square in feet, also the extra cost of a difficult one (`house.movement.difficult-terrain`,
/// `house.movement.occupied-squares`).
pub const SQUARE: i32 = 5;

/// The rules by which a move is tried out: a change of place asks for no more than the description.
static PLAIN: Rules = Rules::of(about);

/// A move: distance, cost and direction.
#[derive(Debug, Clone, Copy)]
pub struct Trip {
    /// Feet it moves.
    pub feet: i32,
    /// Feet of movement it costs besides.
    pub rough: i32,
    /// Direction.
    pub way: Way,
}

impl Trip {
    /// Returns the trip of that act from where the actor is.
    pub fn of(at: &At, act: &Act) -> Self {
        let rough = rough(at, act);
        let feet = feet(at, act, rough);
        Self { feet, rough, way: direction(at, act, feet) }
    }

    /// Returns that trip and those it moves toward.
    pub fn started(r: &Resolution, act: &Act) -> Result<(Self, Others), Stop> {
        let at = At { e: r.encounter(), c: r.encounter().who(act.who)? };
        Ok((Self::of(&at, act), named(about(), at.e, act)))
    }

    /// Feet of movement it costs.
    pub fn cost(self) -> i32 {
        self.feet.saturating_add(self.rough)
    }

    /// Returns the trip cut to what it may still move: an attack on its way may have hurt its leg
    /// (`house.movement.halving`).
    pub fn shortened(self, r: &Resolution, act: &Act) -> Result<Self, Stop> {
        let at = At { e: r.encounter(), c: r.encounter().who(act.who)? };
        let over = self.cost() - speed::allowance(&at, act.deed);
        if over <= 0 {
            return Ok(self);
        }
        let feet = (self.feet - over).max(0);
        let way = if let Way::Away(_) = self.way { Way::Away(feet) } else { Way::Toward(feet) };
        Ok(Self { feet, way, ..self })
    }
}

/// Whether it only moves about where it is, neither closer to anyone nor away.
pub fn only_shifts(act: &Act) -> bool {
    act.facts.has(&Fact::Shifting) && !act.facts.has(&Fact::Contact) && !act.facts.has(&Fact::Away)
}

/// Extra feet for squares at double cost: as many as entered, else those that fumbles have fouled. Only the highest
/// cost counts, so each is one square more (A8).
pub fn rough(at: &At, act: &Act) -> i32 {
    act.facts.rough().unwrap_or_else(|| fouled(at, act)).saturating_mul(SQUARE)
}

/// Number of fouled squares on its way, if distances are measured.
pub fn fouled(at: &At, act: &Act) -> i32 {
    let At { e, c } = *at;
    let places = || fouled_places(e);
    if places().next().is_none() || !e.is_measured() || only_shifts(act) {
        return 0;
    }
    let feet = movement::feet(about(), e, act, speed::allowance(at, act.deed));
    let gone = gone(at, act, direction(at, act, feet));
    let there = gone.get(c.id).and_then(|c| gone.place_of(c));
    let Some((from, to)) = e.place_of(c).zip(there) else { return 0 };
    let on_way = |place: &i32| *place != from.0 && (from.min(to).0..=from.max(to).0).contains(place);
    i32::try_from(places().filter(on_way).count()).unwrap_or(0)
}

/// Places on the line where a fumble has fouled the ground.
pub fn fouled_places(e: &Encounter) -> impl Iterator<Item = i32> {
    e.effects_of(condition::FOULED_GROUND).map(|(_, effect)| effect.value)
}

/// Feet it moves if `rough` of them cost double: as entered, else as contact needs, else all it may, stopping short of an
/// occupied square.
fn feet(at: &At, act: &Act, rough: i32) -> i32 {
    let most = (speed::allowance(at, act.deed) - rough).max(0);
    let mut feet = movement::feet(about(), at.e, act, most);
    if act.facts.feet().is_some() || act.facts.has(&Fact::Contact) {
        return feet;
    }
    // The square before an occupied one may be occupied too.
    while let Some((_, far)) = occupied(at, act, feet) {
        feet = (far - SQUARE).max(0);
    }
    feet
}

/// Returns the combatant among those it moves toward in whose square it would end, and its distance. Opponents cannot
/// be entered, allies' squares are no place to stop, the dead do not block (`house.movement.occupied-squares`).
pub fn occupied<'a>(at: &At<'a>, act: &Act, feet: i32) -> Option<(&'a Combatant, i32)> {
    let Way::Toward(_) = direction(at, act, feet) else { return None };
    let others = named(about(), at.e, act).into_iter().filter_map(|(other, far)| {
        let other = at.e.get(other).filter(|other| other.is_up())?;
        Some((other, far?))
    });
    let mut there = others.filter(|(_, far)| feet > 0 && (far - feet).abs() < SQUARE);
    there.next()
}

/// Direction and distance of a move.
fn direction(at: &At, act: &Act, feet: i32) -> Way {
    match act.deed {
        Deed::Withdraw | Deed::Retreat => Way::Away(feet),
        _ if state::runs_away(at.c) => Way::Away(feet),
        _ => way(act, feet),
    }
}

/// Combatants moved toward, each with its distance in feet.
pub type Others = Vec<(CombatantId, Option<i32>)>;

/// Changes its position, and engages it with those near it there.
pub fn shift(r: &mut Resolution, who: CombatantId, others: &[(CombatantId, Option<i32>)], way: Way) {
    relocate(about(), r, who, others, way, Timing::Now);
    let e = r.encounter();
    let Some(c) = e.get(who) else { return };
    let near = |foe: &&Combatant| e.between(c, foe).is_some_and(|far| far <= about().melee());
    let near: Vec<CombatantId> =
        if e.is_measured() { e.foes(c).filter(near).map(|foe| foe.id).collect() } else { Vec::new() };
    for foe in near {
        engage(about(), r, who, foe, Timing::Now);
    }
}

/// Returns the encounter as it would be after the move.
pub fn gone(at: &At, act: &Act, way: Way) -> Encounter {
    let mut tape = Tape::new(&[]);
    let mut r = Resolution::unrecorded(&PLAIN, at.e.clone(), &mut tape);
    shift(&mut r, act.who, &named(about(), at.e, act), way);
    r.finish().0
}

/// Whether a mover that was attacked on its way goes on: able, and on its feet unless it drags itself along.
pub fn goes_on(e: &Encounter, who: CombatantId, deed: Deed) -> bool {
    let walks =
        |c: &Combatant| state::is_able(c) && !c.means(Meaning::CANNOT_MOVE) && !c.has(Condition::PRONE);
    e.get(who).is_some_and(|c| if deed == Deed::Crawl { state::gets_stop(c) } else { walks(c) })
}
