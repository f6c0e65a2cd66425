//! Where everybody stands: a place each on the line of the encounter, and the distances between them.
//!
//! The sides stand apart by the distance at which they met, each in one place. Whoever moves has a place of its
//! own from then on, so whoever was not approached is still far away. A distance that was said of two holds until
//! one of them moves, whatever their places. All in the ruleset's unit, to a tenth.

use super::combatant::Combatant;
use super::encounter::Encounter;
use super::event::Event;
use super::ids::{CombatantId, SideId};
use super::tenths::Tenths;
use std::cmp::Ordering::{Equal, Greater, Less};

/// Where a move ends, from somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Goal {
    /// From whom.
    pub whom: CombatantId,
    /// How far it was before, where that is known.
    pub before: Option<Tenths>,
    /// How far it is then; below 0, so far beyond.
    pub ends: Tenths,
}

impl Goal {
    #[inline]
    fn distance(&self) -> Tenths {
        Tenths(self.ends.0.saturating_abs())
    }
}

impl Encounter {
    /// Whether distances are kept: the sides have met at one. Where they never did, nobody's distance is asked
    /// for a blow, and everybody can reach whoever is not said to be far away.
    #[inline]
    pub fn is_measured(&self) -> bool {
        self.met_at.is_some()
    }

    /// Its place on the line; `None`: nobody knows.
    #[inline]
    pub fn place_of(&self, c: &Combatant) -> Option<Tenths> {
        c.place.or_else(|| if c.strayed { None } else { self.starting_place(c.side) })
    }

    fn starting_place(&self, side: SideId) -> Option<Tenths> {
        Some(Tenths(self.met_at?.0.saturating_mul(rank(side))))
    }

    /// The distance between two, where it is known. In melee it is nobody's guess, so it is not to be asked here.
    pub fn distance(&self, a: CombatantId, b: CombatantId) -> Option<Tenths> {
        self.between(self.get(a)?, self.get(b)?)
    }

    /// The same of two that are at hand.
    #[inline]
    pub fn between(&self, a: &Combatant, b: &Combatant) -> Option<Tenths> {
        if let Ok(at) = a.distances.binary_search_by_key(&b.id, |(id, _)| *id) {
            return a.distances.get(at).map(|(_, far)| *far);
        }
        let unmoved = |c: &Combatant| c.place.is_none() && !c.strayed;
        if unmoved(a) && unmoved(b) && a.side != b.side {
            // With three sides no line has all of them equally far apart.
            return self.met_at;
        }
        Some(self.place_of(a)?.gap(self.place_of(b)?))
    }

    /// Whether it is open how far they are apart, and has to be asked.
    pub fn must_ask_distance(&self, a: &Combatant, b: &Combatant) -> bool {
        self.is_measured() && self.between(a, b).is_none()
    }

    /// Which way from another it stands: 1 or -1; where nothing tells, on the way back to its own side.
    fn direction(&self, c: &Combatant, other: &Combatant) -> i32 {
        let places = self.place_of(c).zip(self.place_of(other)).map_or(Equal, |(a, b)| a.cmp(&b));
        match places.then(rank(c.side).cmp(&rank(other.side))) {
            Less => -1,
            Greater => 1,
            Equal => back(c.side),
        }
    }

    /// What brings two so near one another, where distances are kept and they are farther apart.
    pub fn draws_near(&self, who: CombatantId, other: CombatantId, near: Tenths) -> Option<Event> {
        let far = self.is_measured() && self.distance(who, other).is_none_or(|far| far > near);
        far.then(|| self.stands_off(who, other, near))
    }

    /// It stands so far from that one: whichever of the two has no place, the first if both have one, gets it.
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

    /// It stands so far from that one, at its back or on the side of its nearest foe; `placed`: who is to stand there,
    /// it among them.
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
        let way = if behind { self.backs_to(o, at, placed) } else { -self.backs_to(o, at, placed) };
        let to = Tenths(at.0.saturating_add(way.saturating_mul(far.0)));
        Event::Moved { who, to, off: Some((other, far)) }
    }

    /// Which way its back is: away from the nearest foe that stands elsewhere and is none of those to be placed.
    fn backs_to(&self, c: &Combatant, at: Tenths, placed: &[CombatantId]) -> i32 {
        let elsewhere = self.foes(c).filter(|foe| !placed.contains(&foe.id)).filter_map(|foe| {
            let gap = self.place_of(foe)?.gap(at);
            (gap.0 > 0).then_some((gap, foe))
        });
        let nearest = elsewhere.min_by_key(|(gap, foe)| (*gap, foe.id));
        nearest.map_or_else(|| back(c.side), |(_, foe)| self.direction(c, foe))
    }

    /// It moves so far: to where it is as far from each of those as its goals say, else away, else toward the
    /// nearest foe and so much short of it.
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

    /// It moves to where it is so far from each of those. The first of them decides where that is on the line; where
    /// the line disagrees about another, the distance is kept for the two.
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

    /// Where a move puts it on the line: as much nearer or farther as it came, or so far from the other.
    fn place_for(&self, c: &Combatant, goal: &Goal) -> Option<Tenths> {
        let other = self.get(goal.whom)?;
        let way = self.direction(c, other);
        let (from, by) = match (self.place_of(c), goal.before) {
            (Some(own), Some(before)) => (own, goal.ends.0.saturating_sub(before.0)),
            _ => (self.place_of(other)?, goal.ends.0),
        };
        Some(Tenths(from.0.saturating_add(way.saturating_mul(by))))
    }

    /// It moves so far toward the nearest foe, stopping so much short of it, or away from that one.
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

/// At how many times the distance of the meeting a side stands: the first at 0, the others in turn before and
/// behind it.
fn rank(side: SideId) -> i32 {
    let nth = i32::from(side.0);
    if nth % 2 == 1 { nth / 2 + 1 } else { -(nth / 2) }
}

/// The way back from the others to that side: 1 or -1.
fn back(side: SideId) -> i32 {
    if rank(side) > 0 { 1 } else { -1 }
}
