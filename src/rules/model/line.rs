//! Positions: each combatant has a place on the one-dimensional line of the encounter, which determines distances.
//!
//! The sides start as far apart as the distance at which they met, each in a single place. A combatant that moves
//! gets a place of its own, so others it did not approach remain far away. A distance stated for two combatants
//! overrides their places until one of them moves. All distances are in the ruleset's unit, to a tenth.

use super::combatant::Combatant;
use super::encounter::Encounter;
use super::event::Event;
use super::fault::Fault;
use super::ids::{CombatantId, SideId};
use super::tenths::Tenths;
use std::cmp::Ordering::{Equal, Greater, Less};

/// The largest distance, in the ruleset's unit.
const FARTHEST: Tenths = Tenths::whole(1_000_000);

/// Checks a distance that is set or stated.
///
/// # Errors
/// The distance found, and those expected.
pub fn check_distance(far: Tenths) -> Result<(), Fault> {
    Fault::outside("distance", far, Tenths::default()..=FARTHEST).map_or(Ok(()), Err)
}

/// The end of a move, relative to a combatant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Goal {
    /// The combatant.
    pub whom: CombatantId,
    /// The distance before the move, if known.
    pub before: Option<Tenths>,
    /// The distance after it; negative: that far beyond.
    pub ends: Tenths,
}

impl Goal {
    #[inline]
    fn distance(&self) -> Tenths {
        Tenths(self.ends.0.saturating_abs())
    }
}

impl Encounter {
    /// Whether distances are tracked because the sides met at one. If not, blows need no distance, and all combatants
    /// are in reach unless stated to be far away.
    #[inline]
    pub fn is_measured(&self) -> bool {
        self.met_at.is_some()
    }

    /// Returns the combatant's place on the line; `None` if unknown.
    #[inline]
    pub fn place_of(&self, c: &Combatant) -> Option<Tenths> {
        c.place.or_else(|| if c.strayed { None } else { self.starting_place(c.side) })
    }

    fn starting_place(&self, side: SideId) -> Option<Tenths> {
        Some(Tenths(self.met_at?.0.saturating_mul(side_offset(side))))
    }

    /// Returns the distance between two combatants, if known. Not meant for combatants in melee, who are in reach.
    pub fn distance(&self, a: CombatantId, b: CombatantId) -> Option<Tenths> {
        self.between(self.get(a)?, self.get(b)?)
    }

    /// Like [`distance`](Self::distance), for combatants at hand.
    #[inline]
    pub fn between(&self, a: &Combatant, b: &Combatant) -> Option<Tenths> {
        if let Ok(at) = a.distances.binary_search_by_key(&b.id, |(id, _)| *id) {
            return a.distances.get(at).map(|(_, far)| *far);
        }
        let unmoved = |c: &Combatant| c.place.is_none() && !c.strayed;
        if unmoved(a) && unmoved(b) && a.side != b.side {
            // With three sides, no line keeps all equally far apart.
            return self.met_at;
        }
        Some(self.place_of(a)?.gap(self.place_of(b)?))
    }

    /// Whether distances are tracked but theirs is unknown and must be asked for.
    pub fn must_ask_distance(&self, a: &Combatant, b: &Combatant) -> bool {
        self.is_measured() && self.between(a, b).is_none()
    }

    /// Returns the direction from `other` to `c`, 1 or -1; if undetermined, the way back to its own side.
    fn direction(&self, c: &Combatant, other: &Combatant) -> i32 {
        let places = self.place_of(c).zip(self.place_of(other)).map_or(Equal, |(a, b)| a.cmp(&b));
        match places.then(side_offset(c.side).cmp(&side_offset(other.side))) {
            Less => -1,
            Greater => 1,
            Equal => back(c.side),
        }
    }

    /// Returns the event that brings two combatants within `near`, if distances are tracked and they are farther
    /// apart.
    pub fn draws_near(&self, who: CombatantId, other: CombatantId, near: Tenths) -> Option<Event> {
        let far = self.is_measured() && self.distance(who, other).is_none_or(|far| far > near);
        far.then(|| self.stands_off(who, other, near))
    }

    /// Returns the event that sets their distance: it moves the first if the second has a place, or else the second
    /// if the first has one.
    pub fn stands_off(&self, who: CombatantId, other: CombatantId, far: Tenths) -> Event {
        let apart = Event::Apart(who, other, Some(far));
        let Some((c, o)) = self.get(who).zip(self.get(other)) else { return apart };
        let moved = |c: &Combatant, from: &Combatant, at: Tenths| {
            let to = Tenths(at.0.saturating_add(self.direction(c, from).saturating_mul(far.0)));
            Event::Moved { who: c.id, to, off: Some((from.id, far)) }
        };
        match (self.place_of(c), self.place_of(o)) {
            (_, Some(at)) => moved(c, o, at),
            (Some(at), None) => moved(o, c, at),
            (None, None) => apart,
        }
    }

    /// Returns the event that places a combatant at a distance from another, behind it or on the side of its nearest
    /// foe. `placed` lists all combatants being placed, including this one.
    pub fn stands_beside(
        &self,
        who: CombatantId,
        other: CombatantId,
        far: Tenths,
        behind: bool,
        placed: &[CombatantId],
    ) -> Event {
        let at = self.get(other).and_then(|o| Some((o, self.place_of(o)?)));
        let Some((o, at)) = at.filter(|_| self.get(who).is_some()) else {
            return self.stands_off(who, other, far);
        };
        let way = if behind {
            self.back_direction(o, at, placed)
        } else {
            -self.back_direction(o, at, placed)
        };
        let to = Tenths(at.0.saturating_add(way.saturating_mul(far.0)));
        Event::Moved { who, to, off: Some((other, far)) }
    }

    /// Returns the direction of its back: away from the nearest foe at another place that is not being placed.
    fn back_direction(&self, c: &Combatant, at: Tenths, placed: &[CombatantId]) -> i32 {
        let elsewhere = self.foes(c).filter(|foe| !placed.contains(&foe.id)).filter_map(|foe| {
            let gap = self.place_of(foe)?.gap(at);
            (gap.0 > 0).then_some((gap, foe))
        });
        let nearest = elsewhere.min_by_key(|(gap, foe)| (*gap, foe.id));
        nearest.map_or_else(|| back(c.side), |(_, foe)| self.direction(c, foe))
    }

    /// Returns the events of a move of length `far`: to its goals if there are any; otherwise away, or toward the
    /// nearest foe, stopping `short` of it.
    pub fn goes(
        &self,
        who: CombatantId,
        goals: &[Goal],
        far: Tenths,
        short: Tenths,
        away: bool,
    ) -> Vec<Event> {
        if goals.is_empty() {
            vec![self.moves_on(who, far, short, away)]
        } else {
            self.moves(who, goals)
        }
    }

    /// Moves to the stated distance from each goal. The first usable goal determines the place on the line; for any
    /// other that the line contradicts, the distance is stored for the pair.
    fn moves(&self, who: CombatantId, goals: &[Goal]) -> Vec<Event> {
        let Some(c) = self.get(who) else { return Vec::new() };
        let place = goals.iter().find_map(|goal| Some((self.place_for(c, goal)?, goal)));
        let first = match (place, goals.first()) {
            (Some((to, goal)), _) => Event::Moved { who, to, off: Some((goal.whom, goal.distance())) },
            (None, Some(goal)) if self.place_of(c).is_some() => {
                self.stands_off(who, goal.whom, goal.distance())
            }
            (None, _) => Event::Strayed(who),
        };
        let agrees = |goal: &&Goal| {
            let at = self.get(goal.whom).and_then(|other| self.place_of(other));
            at.zip(place).is_some_and(|(at, (to, _))| at.gap(to) == goal.distance())
        };
        let rest = goals.iter().filter(|goal| !agrees(goal));
        let apart = |goal: &Goal| Event::Apart(who, goal.whom, Some(goal.distance()));
        std::iter::once(first).chain(rest.map(apart)).collect()
    }

    /// Returns the place a move ends at: closer or farther by the change in distance, or else at that distance from
    /// the other.
    fn place_for(&self, c: &Combatant, goal: &Goal) -> Option<Tenths> {
        let other = self.get(goal.whom)?;
        let way = self.direction(c, other);
        let (from, by) = match (self.place_of(c), goal.before) {
            (Some(own), Some(before)) => (own, goal.ends.0.saturating_sub(before.0)),
            _ => (self.place_of(other)?, goal.ends.0),
        };
        Some(Tenths(from.0.saturating_add(way.saturating_mul(by))))
    }

    /// Moves toward the nearest foe, stopping `short` of it, or away from it.
    pub fn moves_on(&self, who: CombatantId, far: Tenths, short: Tenths, away: bool) -> Event {
        let Some((c, at)) = self.get(who).and_then(|c| Some((c, self.place_of(c)?))) else {
            return Event::Strayed(who);
        };
        let placed = self.foes(c).filter_map(|foe| Some((self.place_of(foe)?.gap(at), foe)));
        let nearest = placed.min_by_key(|(gap, foe)| (*gap, foe.id));
        let back = nearest.map_or_else(|| back(c.side), |(_, foe)| self.direction(c, foe));
        let step = match nearest {
            _ if away => far.0,
            Some((gap, _)) => -far.0.min(gap.0.saturating_sub(short.0).max(0)),
            None => -far.0,
        };
        let to = Tenths(at.0.saturating_add(back.saturating_mul(step)));
        let off = nearest.and_then(|(_, foe)| Some((foe.id, self.place_of(foe)?.gap(to))));
        Event::Moved { who, to, off }
    }
}

/// A side's starting place as a multiple of the meeting distance: the first at 0, the others alternately on either
/// side of it.
fn side_offset(side: SideId) -> i32 {
    let nth = i32::from(side.0);
    if nth % 2 == 1 { nth / 2 + 1 } else { -(nth / 2) }
}

/// Returns the direction back from the others to that side: 1 or -1.
fn back(side: SideId) -> i32 {
    if side_offset(side) > 0 { 1 } else { -1 }
}
