//! Who holds whom in melee, and what conditions bar, for every ruleset of the family.

use super::state::{MELEE_FEET, foes};
use crate::rules::engine::resolution::{Resolution, Timing};
use crate::rules::model::combatant::Combatant;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Event;
use crate::rules::model::ids::CombatantId;
use crate::rules::ruleset::about::{About, Bar};

/// Out of action by a condition: asleep, paralysed and the like.
pub fn is_out(about: &About, c: &Combatant) -> bool {
    any(about, c, |rule| rule.out)
}

/// Hit without a roll.
pub fn is_helpless(about: &About, c: &Combatant) -> bool {
    any(about, c, |rule| rule.helpless)
}

/// Kept from that by a condition.
pub fn is_barred(about: &About, c: &Combatant, bar: Bar) -> bool {
    any(about, c, |rule| rule.bars.contains(&bar))
}

fn any(
    about: &About,
    c: &Combatant,
    says: impl Fn(&crate::rules::ruleset::about::ConditionRule) -> bool,
) -> bool {
    c.effects.iter().any(|effect| about.condition(effect.condition).is_some_and(&says))
}

/// Those who hold the combatant in melee: foes in the fight and not out of action, in reach.
pub fn holders<'a>(
    about: &'a About,
    e: &'a Encounter,
    c: &'a Combatant,
) -> impl Iterator<Item = &'a Combatant> {
    c.threatened_by
        .iter()
        .filter_map(|id| e.get(*id))
        .filter(move |foe| foe.side != c.side && foe.is_up() && !is_out(about, foe))
}

/// Both threaten one another from now on.
pub fn engage(r: &mut Resolution, one: CombatantId, other: CombatantId, timing: Timing) {
    if !r.encounter().engaged(one, other) {
        r.take(Event::Threatens(one, other), timing);
        r.take(Event::Threatens(other, one), timing);
    }
}

/// Somebody has moved so many feet: out of melee with everybody, and what was known of its distances
/// is gone, but for those it moved toward or from, whose distance before stands beside them.
pub fn relocate(
    r: &mut Resolution,
    who: CombatantId,
    others: &[(CombatantId, Option<i32>)],
    way: Way,
    timing: Timing,
) -> Vec<CombatantId> {
    let left = leave_melee(r, who, timing);
    r.take(Event::Strayed(who), timing);
    for &(other, known) in others {
        let feet = way.ends_at(known);
        let near = feet.is_some_and(|feet| feet <= MELEE_FEET);
        match feet {
            Some(_) if near && fight(r.encounter(), who, other) => engage(r, who, other, timing),
            Some(feet) => r.take(Event::Apart(who, other, Some(feet)), timing),
            None => {}
        }
    }
    left
}

/// Foes, both on their feet: in melee as soon as they are near.
fn fight(e: &Encounter, a: CombatantId, b: CombatantId) -> bool {
    e.get(a).zip(e.get(b)).is_some_and(|(a, b)| foes(a, b) && a.is_up() && b.is_up())
}

/// Which way somebody moves, and how many feet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Into melee.
    Contact,
    /// Closer.
    Toward(i32),
    /// Farther off.
    Away(i32),
}

impl Way {
    /// How far it stands in the end from somebody who was so far off; `None`: nobody knows.
    pub fn ends_at(self, known: Option<i32>) -> Option<i32> {
        match self {
            Self::Contact => Some(MELEE_FEET),
            Self::Toward(feet) => known.map(|known| (known - feet).abs()),
            Self::Away(feet) => known.map(|known| (known + feet).max(MELEE_FEET + 1)),
        }
    }
}

/// So far apart now, and not in melee.
pub fn apart(r: &mut Resolution, who: CombatantId, other: CombatantId, feet: i32, timing: Timing) {
    r.take(Event::Apart(who, other, Some(feet.max(MELEE_FEET + 1))), timing);
}

/// The combatant leaves everybody it was in melee with; returns them.
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
