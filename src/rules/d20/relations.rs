//! Melee relations, movement relative to others, and what conditions bar.

use crate::rules::model::line::Goal;
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::about::About;
use crate::rules::ruleset::prelude::*;
use std::borrow::Cow;

/// Returns the foes that hold the combatant in melee: in the fight, not out of action, in reach.
#[inline]
pub fn holders<'a>(e: &'a Encounter, c: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    c.threatened_by
        .iter()
        .filter_map(|id| e.get(*id))
        .filter(move |foe| foe.side != c.side && foe.is_up() && !foe.means(Meaning::OUT))
}

/// Engages the two; the first moves next to the other if it is not there.
pub fn engage(about: &About, r: &mut Resolution, one: CombatantId, other: CombatantId, timing: Timing) {
    if !r.encounter().engaged(one, other)
        && let Some(event) = r.encounter().draws_near(one, other, about.melee())
    {
        r.take(event, timing);
    }
    threaten(r, one, other, timing);
}

fn threaten(r: &mut Resolution, one: CombatantId, other: CombatantId, timing: Timing) {
    if !r.encounter().engaged(one, other) {
        r.take(Event::Threatens(one, other), timing);
        r.take(Event::Threatens(other, one), timing);
    }
}

/// Moves a combatant: out of all melees, and toward or away from `others`, given with the distance before the move.
/// Foes of these that are near afterwards are engaged. Without `others` it moves away from those it was in melee with,
/// otherwise toward the nearest foe, short of its reach.
pub fn relocate(
    about: &About,
    r: &mut Resolution,
    who: CombatantId,
    others: &[(CombatantId, Option<i32>)],
    way: Way,
    timing: Timing,
) {
    let reach = about.melee_distance;
    let left = leave_melee(r, who, timing);
    let seen = with_pending_moves(r.encounter());
    let goal = |(whom, before): (CombatantId, Option<i32>), way: Way| {
        if moves_too(r.encounter(), whom) {
            // Both move at once, so they meet.
            let met = way.ends_at(reach, seen.distance(who, whom).map(Tenths::up))?.max(reach);
            return Some(Goal { whom, before: None, ends: Tenths::whole(met) });
        }
        let ends = Tenths::whole(way.ends_at(reach, before)?);
        Some(Goal { whom, before: before.map(Tenths::whole), ends })
    };
    let goals: Vec<Goal> = match others {
        [] => {
            let off = Way::Away(way.feet());
            left.into_iter().filter_map(|foe| goal((foe, Some(reach)), off)).collect()
        }
        _ => others.iter().filter_map(|other| goal(*other, way)).collect(),
    };
    let near = |e: &Encounter, other, far: Tenths| {
        far.0.saturating_abs() <= about.melee().0 && e.oppose(who, other)
    };
    let (feet, away) = (Tenths::whole(way.feet()), matches!(way, Way::Away(_)));
    for event in seen.goes(who, &goals, feet, Tenths::whole(reach + 1), away) {
        // Implied by being in melee.
        let said = matches!(event, Event::Apart(_, other, Some(far)) if near(r.encounter(), other, far));
        if !said {
            r.take(event, timing);
        }
    }
    for goal in goals {
        if near(r.encounter(), goal.whom, goal.ends) {
            threaten(r, who, goal.whom, timing);
        }
    }
}

/// Whether it moves in the same window.
fn moves_too(e: &Encounter, who: CombatantId) -> bool {
    e.pending.iter().any(|event| matches!(event, Event::Moved { who: other, .. } if *other == who))
}

/// Returns the state after the pending moves of the same window.
fn with_pending_moves(e: &Encounter) -> Cow<'_, Encounter> {
    let moved = |event: &&Event| matches!(event, Event::Moved { .. });
    let mut seen = Cow::Borrowed(e);
    for event in e.pending.iter().filter(moved) {
        seen.to_mut().apply(event);
    }
    seen
}

/// Direction and feet of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Into melee.
    Contact,
    /// Closer, and past them if the feet exceed the distance.
    Toward(i32),
    /// Away.
    Away(i32),
}

impl Way {
    /// Returns the feet; 0 for contact.
    fn feet(self) -> i32 {
        match self {
            Self::Contact => 0,
            Self::Toward(feet) | Self::Away(feet) => feet,
        }
    }

    /// Returns the distance in feet after the move from one that was `known` feet away; negative if it is passed,
    /// `None` if unknown. `reach` is the melee distance.
    pub fn ends_at(self, reach: i32, known: Option<i32>) -> Option<i32> {
        match self {
            Self::Contact => Some(reach),
            Self::Toward(feet) => known.map(|known| known.saturating_sub(feet)),
            Self::Away(feet) => known.map(|known| known.saturating_add(feet).max(reach + 1)),
        }
    }
}

/// Takes the combatant out of all melees and returns those it was in melee with.
pub fn leave_melee(r: &mut Resolution, who: CombatantId, timing: Timing) -> Vec<CombatantId> {
    let Some(c) = r.encounter().get(who) else { return Vec::new() };
    let (threatens, mut others) = (c.threatens.clone(), c.threatened_by.clone());
    for &other in &others {
        r.take(Event::Frees(other, who), timing);
    }
    for other in threatens {
        r.take(Event::Frees(who, other), timing);
        if !others.contains(&other) {
            others.push(other);
        }
    }
    others
}
