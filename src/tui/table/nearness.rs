//! How far those are apart whom it matters to, in the words of a list or a row.

use super::view::View;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::tenths::Tenths;
use crate::tui::paint::text::width;

/// Stands where a distance matters and nobody knows it.
const UNKNOWN: &str = "?";

/// How far it is from one to another: `in melee`, `30'`; `?` where distances are kept and this one is not known.
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

/// Somebody in a list, with how far off it is: `Goblin 2 · 30'`.
pub fn listed(view: &View, who: CombatantId, other: CombatantId) -> String {
    among(view, &[who], other)
}

/// The same for several who look at one: `Goblin 2 · 20'–40'`, the least and the most that is known.
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

/// Who stands around somebody.
#[derive(Debug, Default)]
pub struct Surroundings {
    /// Whom it is in melee with, and how far the nearest of the other foes are.
    pub told: Option<String>,
    /// The nearest foe that it is not in melee with; the first of all where no distance is known.
    pub nearest: Option<CombatantId>,
}

/// What the row of somebody says of its foe.
#[derive(Debug)]
pub struct Near {
    text: String,
    /// So many bytes of it say how far, without saying to whom.
    far: usize,
}

impl Near {
    fn new(far: String, whom: &str) -> Self {
        Self { far: far.len(), text: far + whom }
    }

    /// As much of it as fits into so many columns; nothing where not even the distance does.
    pub fn within(&self, columns: usize) -> &str {
        let far = self.text.get(..self.far).unwrap_or_default();
        [&*self.text, far].into_iter().find(|text| width(text) <= columns).unwrap_or_default()
    }
}

/// Whom it concerns and how far off that one is: `10' to Ogre`, `in melee: Ogre +1`. The foe it is in melee with,
/// else the one it attacked last, else the nearest, and how many more there are like that.
pub fn told(view: &View, c: &Combatant) -> Option<Near> {
    let in_melee = || c.threatens.iter().filter(|foe| view.e.oppose(c.id, **foe));
    if let Some(foe) = in_melee().next() {
        let whom = format!(": {}{}", view.name(*foe), others(in_melee().count()));
        return Some(Near::new("in melee".into(), &whom));
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

/// How many of them there are beside the one who is named: ` +2`.
fn others(all: usize) -> String {
    if all > 1 { format!(" +{}", all - 1) } else { String::new() }
}

/// A distance with its unit.
pub fn feet(view: &View, far: Tenths) -> String {
    format!("{far}{}", view.about().unit)
}
