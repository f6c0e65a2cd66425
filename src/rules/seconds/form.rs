//! What the forms of deeds have in common: targets, fields, prices.

use super::{clock, minds, presence};
use crate::rules::model::event;
use crate::rules::model::moment::Second;
use crate::rules::ruleset::deed::LogForm;
use crate::rules::ruleset::prelude::*;

/// The most metres, squares or seconds a form accepts.
pub const MOST: i32 = 1_000_000;

/// Returns the row of an action that costs the seconds of the table and is logged by name.
pub const fn action(deed: Deed, rule: &'static str) -> DeedRule {
    DeedRule { rule, told: LogForm::Named, price: clock::by_table, ..DeedRule::of(deed) }
}

/// Returns the seconds the act takes (`seconds.time.action-costs`).
pub fn cost(at: &At, row: &DeedRule, act: &Act) -> Second {
    (row.price)(at, act).map_or(0, |price| price.takes)
}

/// Whether the act has no target but the actor.
pub fn is_alone(act: &Act) -> bool {
    act.at.iter().all(|who| *who == act.who)
}

/// Returns the target, if there is exactly one.
pub fn only_target(act: &Act) -> Option<CombatantId> {
    act.target().filter(|_| act.at.len() == 1)
}

/// Returns the choice of `least` to `most` targets among `ids`.
pub fn aimed(ids: Vec<CombatantId>, least: usize, most: usize) -> Targets {
    Targets { most: most.min(ids.len()), least, ids }
}

/// Returns all other combatants present, foes first.
pub fn others(e: &Encounter, c: &Combatant) -> Vec<CombatantId> {
    let body = minds::body_of(e, c.id);
    let there = |other: &&Combatant| other.id != c.id && other.id != body && presence::is_here(other);
    let of = |ours: bool| e.all().filter(there).filter(move |other| (other.side == c.side) == ours);
    let mut ids = Vec::with_capacity(e.combatants.len());
    ids.extend(of(false).chain(of(true)).map(|other| other.id));
    ids
}

/// An optional number, from 0 up to `most`.
pub fn figure(fact: Fact, most: i32) -> FactField {
    FactField { range: Some((0, most)), ..FactField::may(fact) }
}

/// Logs the act by name.
pub fn tell(r: &mut Resolution, act: &Act) {
    r.tell(|| event::Told::Deed(act.who, act.deed, act.with, act.at.clone()));
}
