//! The order of initiative as text.

use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::SideId;
use crate::rules::model::window::Slot;
use crate::rules::text::words::{self, among};
use std::collections::BTreeMap;

/// Formats an order of initiative: `Heroes 5, Goblins 3`, or with individual numbers, `6: Ana, Orc 2 · 5: Bors`.
pub(super) fn describe(e: &Encounter, order: &[Slot]) -> String {
    if is_of_sides(order) { of_sides(e, order, &[]) } else { of_ones(e, order) }
}

/// Whether the order contains only sides.
pub(super) fn is_of_sides(order: &[Slot]) -> bool {
    order.iter().all(|slot| slot.ones.is_empty())
}

/// Formats the sides with their numbers. Tied sides show their rerolled number, unless it would seem to move them
/// past another; then both are shown.
pub(super) fn of_sides(e: &Encounter, order: &[Slot], again: &[(SideId, i32)]) -> String {
    let again: BTreeMap<SideId, i32> = again.iter().copied().collect();
    let last = |slot: &Slot| slot.sides.iter().find_map(|side| again.get(side)).copied();
    let numbers: Vec<i32> = order.iter().map(|slot| last(slot).unwrap_or(slot.score)).collect();
    let falling = numbers.is_sorted_by(|a, b| a > b);
    let one = |slot: &Slot| {
        let names: Vec<&str> = slot.sides.iter().map(|side| words::side(e, *side)).collect();
        let names = names.join(" and ");
        match (slot.score, last(slot)) {
            (0, None) => names,
            (score, None) => format!("{names} {score}"),
            (_, Some(again)) if falling => format!("{names} {again}"),
            (score, Some(again)) => format!("{names} {score} (again {again})"),
        }
    };
    order.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Formats all by number, highest first; those with equal numbers in the order they act.
fn of_ones(e: &Encounter, order: &[Slot]) -> String {
    let counted = order.iter().any(|slot| slot.score != 0);
    let told = order.chunk_by(|a, b| a.score == b.score).map(|same| {
        let ones: Vec<_> = same.iter().flat_map(|slot| slot.ones.iter().copied()).collect();
        let sides =
            same.iter().flat_map(|slot| &slot.sides).map(|side| words::side(e, *side).to_string());
        let names: Vec<String> = sides.chain((!ones.is_empty()).then(|| among(e, &ones))).collect();
        match same.first().map_or(0, |slot| slot.score) {
            _ if names.is_empty() => String::new(),
            score if counted => format!("{score} {}", names.join(", ")),
            _ => names.join(", "),
        }
    });
    told.filter(|told| !told.is_empty()).collect::<Vec<_>>().join(" · ")
}
