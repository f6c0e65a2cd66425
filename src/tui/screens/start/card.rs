//! The card of the running fight: whom it is between, whose act is next, and how everybody stands.

use crate::rules::model::combatant::{Combatant, Vitals};
use crate::rules::model::encounter::{Encounter, Stage, stem};
use crate::rules::model::ids::SideId;
use crate::rules::registry;
use crate::rules::text::words;
use crate::rules::text::words::plural;
use crate::tui::kit::row::{Cell, Look};
use crate::tui::table::board::Board;
use crate::tui::table::to_act::ToAct;
use crate::tui::table::view::View;

/// Where a fight is, and who is to act there: `round 3 · Goblin 3 is to act`.
pub fn moment(view: &View, e: &Encounter, state: &str) -> String {
    if e.stage != Stage::Running || state != super::rows::state(e) {
        return state.into();
    }
    let mut board = Board::default();
    let rules = registry::of(e);
    board.refresh(rules, e, view.last);
    let view = View { e, rules, board: &board, ..*view };
    let next = match ToAct::of(&view).listed() {
        names if names.is_empty() => {
            e.window().map(|window| view.about().phase(window.phase).to_string()).unwrap_or_default()
        }
        names if names.contains(", ") || names.contains(" +") => format!("{names} are to act"),
        name => format!("{name} is to act"),
    };
    if next.is_empty() { state.into() } else { format!("{state} · {next}") }
}

/// How everybody stands, a group for each side: `Brea 8/8  Tamsin down   4 Goblins  Ogre 7/19`.
pub fn standing(e: &Encounter) -> Vec<Vec<Cell>> {
    e.side_ids().map(|side| side_standing(e, side)).collect()
}

/// A single combatant by name; several of a kind by their number, as long as any is left.
fn side_standing(e: &Encounter, side: SideId) -> Vec<Cell> {
    let mut kinds: Vec<Vec<&Combatant>> = Vec::new();
    for c in e.all().filter(|c| c.side == side) {
        match kinds.iter_mut().find(|kind| stem(&kind[0].name) == stem(&c.name)) {
            Some(kind) => kind.push(c),
            None => kinds.push(vec![c]),
        }
    }
    let told =
        |kind: &Vec<&Combatant>| match (kind.as_slice(), kind.iter().filter(|c| c.is_up()).count()) {
            ([one], _) => Some(fares(one)),
            (_, 0) => None,
            ([first, ..], 1) => Some((format!("1 {}", stem(&first.name)), TEXT)),
            ([first, ..], many) => Some((format!("{many} {}", plural(stem(&first.name))), TEXT)),
            ([], _) => None,
        };
    kinds.iter().filter_map(told).collect()
}

const TEXT: Look = |theme| theme.text;

fn fares(c: &Combatant) -> Cell {
    if !c.is_up() {
        return (format!("{} {}", c.name, words::standing(c.standing)), |theme| theme.failing);
    }
    match c.vitals {
        Vitals::HitPoints { now, max } => {
            let look: Look = match (now * 2 > max, now * 4 > max) {
                (true, _) => TEXT,
                (_, true) => |theme| theme.hurt,
                _ => |theme| theme.failing,
            };
            (format!("{} {now}/{max}", c.name), look)
        }
        Vitals::Wounds(0) => (c.name.to_string(), TEXT),
        Vitals::Wounds(1) => (format!("{} 1 wound", c.name), |theme| theme.hurt),
        Vitals::Wounds(many) => (format!("{} {many} wounds", c.name), |theme| theme.hurt),
    }
}
