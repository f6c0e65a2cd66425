//! Distances that matter, in words for a list or a row.

use super::view::View;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::tenths::Tenths;
use crate::tui::paint::text::width;

/// Shown for a distance that matters but is not known.
const UNKNOWN: &str = "?";

/// Formats the distance between two combatants: `in melee`, `30'`; `?` if distances are kept and this one is not known.
pub fn apart(view: &View, who: CombatantId, other: CombatantId) -> Option<String> {
    if who == other {
        return None;
    }
    if view.e.engaged(who, other) {
        return Some("in melee".into());
    }
    match view.e.distance(who, other) {
        Some(far) => Some(feet(view, far)),
        None => view.e.is_measured().then(|| UNKNOWN.into()),
    }
}

/// Formats a combatant in a list with its distance: `Goblin 2 · 30'`.
pub fn listed(view: &View, who: CombatantId, other: CombatantId) -> String {
    among(view, &[who], other)
}

/// Same for several observers, with the least and greatest known distance: `Goblin 2 · 20'–40'`.
pub fn among(view: &View, who: &[CombatantId], other: CombatantId) -> String {
    let name = view.name(other);
    let far = || who.iter().filter_map(|one| view.e.distance(*one, other));
    let (least, most) = (far().min(), far().max());
    let close = who.iter().any(|one| view.e.engaged(*one, other));
    match (who, least.zip(most)) {
        ([_, _, ..], Some((least, most))) if !close && least < most => {
            format!("{name} · {}–{}", feet(view, least), feet(view, most))
        }
        ([_, _, ..], Some((least, _))) if !close => format!("{name} · {}", feet(view, least)),
        _ => {
            let first = who.iter().find(|one| view.e.engaged(**one, other)).or(who.first());
            let apart = first.and_then(|one| apart(view, *one, other));
            apart.map_or_else(|| name.to_string(), |apart| format!("{name} · {apart}"))
        }
    }
}

/// Who is around a combatant.
#[derive(Debug, Default)]
pub struct Surroundings {
    /// The foes in melee with it, and the distances of the nearest others.
    pub told: Option<String>,
    /// Its nearest foe not in melee with it; the first foe if no distance is known.
    pub nearest: Option<CombatantId>,
}

/// A combatant's distance to its foe, for its roster row.
#[derive(Debug)]
pub struct Near {
    text: String,
    /// Length of the distance in bytes, without the foe's name.
    far: usize,
}

impl Near {
    fn new(far: String, whom: &str) -> Self {
        Self { far: far.len(), text: far + whom }
    }

    /// Returns as much as fits: all of it, the distance alone, or nothing.
    pub fn within(&self, columns: usize) -> &str {
        let far = self.text.get(..self.far).unwrap_or_default();
        [&*self.text, far].into_iter().find(|text| width(text) <= columns).unwrap_or_default()
    }
}

/// Describes the distance to the foe in melee, else the foe attacked last, else the nearest, and how many more are as
/// near: `10' to Ogre`, `× Ogre +1` for in melee with it.
pub fn told(view: &View, c: &Combatant) -> Option<Near> {
    let in_melee = || c.threatens.iter().filter(|foe| view.e.oppose(c.id, **foe));
    if let Some(foe) = in_melee().next() {
        let whom = format!(" {}{}", view.name(*foe), others(in_melee().count()));
        return Some(Near::new("×".into(), &whom));
    }
    let known = |foe: &Combatant| Some((view.e.between(c, foe)?, foe.id));
    let last = view.last.get(&c.id).and_then(|act| act.target());
    let last = last.and_then(|foe| view.e.get(foe)).filter(|foe| view.e.oppose(c.id, foe.id));
    if let Some((far, foe)) = last.and_then(known) {
        return Some(Near::new(feet(view, far), &format!(" to {}", view.name(foe))));
    }
    if let Some((far, foe)) = view.e.foes(c).filter_map(known).min() {
        let alike = view.e.foes(c).filter_map(known).filter(|(other, _)| *other == far).count();
        let whom = format!(" to {}{}", view.name(foe), others(alike));
        return Some(Near::new(feet(view, far), &whom));
    }
    let asked = view.e.is_measured() && view.e.foes(c).next().is_some();
    asked.then(|| Near::new("distance unknown".into(), ""))
}

/// Formats how many there are besides the one named: ` +2`.
fn others(all: usize) -> String {
    if all > 1 { format!(" +{}", all - 1) } else { String::new() }
}

/// Formats a distance with its unit.
pub fn feet(view: &View, far: Tenths) -> String {
    format!("{far}{}", view.about().unit)
}
