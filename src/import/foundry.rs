//! Foundry VTT: actors as exported, packed one per line, or gathered by a macro; in the shape of version 10 and later
//! (`system`) or of earlier versions (`data`), even mixed in one file.

use super::field::{at, first, int, leave, list, text};
use super::{Format, Found, Haul, Known, MOST_RECORDS, foundry_basic, foundry_old_school};
use crate::shorthand::printed::Sheet;
use crate::shorthand::printed::armour_class::Base;
use serde_json::Value;

/// Document types that are not creatures.
const NO_CREATURES: [&str; 8] =
    ["item", "weapon", "armor", "spell", "siegeEngine", "stronghold", "vehicle", "feature"];

/// Whether a value is of this format.
pub fn is(value: &Value) -> bool {
    is_document(value) || !wrapped(value).is_empty()
}

/// Whether a value is a document: it has a name, a type and system data.
fn is_document(value: &Value) -> bool {
    at(value, "name").is_string() && at(value, "type").is_string() && system(value).is_some()
}

/// The actors of an exported world.
fn wrapped(value: &Value) -> &[Value] {
    match list(at(value, "actors")) {
        [] => list(at(value, "world.actors")),
        actors => actors,
    }
}

/// The system data of an actor or item.
pub fn system(value: &Value) -> Option<&Value> {
    ["system", "data"].iter().filter_map(|key| value.get(key)).find(|system| system.is_object())
}

/// Reads the values of a file.
pub fn read(values: &[Value], _: Known) -> Haul {
    let mut haul = Haul::new(Format::Foundry);
    let (mut skipped, mut taken) = (0, 0);
    for value in values {
        let actors = if is_document(value) { std::slice::from_ref(value) } else { wrapped(value) };
        if actors.is_empty() {
            skipped += 1;
        }
        for actor in actors {
            taken += 1;
            let creature = is_document(actor) && !NO_CREATURES.contains(&&*text(at(actor, "type")));
            match system(actor).filter(|_| creature && taken <= MOST_RECORDS) {
                Some(system) => haul.found.push(found(actor, system)),
                None => skipped += 1,
            }
        }
    }
    haul.count_passed_over(skipped, "documents that are not creatures or characters");
    haul
}

fn found(actor: &Value, system: &Value) -> Found {
    let mut sheet = Sheet::named(&text(at(actor, "name")));
    let items = list(at(actor, "items"));
    let said = text(first(actor, &["flags.exportSource.system", "_stats.systemId"]));
    let has = |key: &str| system.get(key).is_some();
    if said.starts_with("ose") || has("thac0") && has("aac") {
        foundry_old_school::read(&mut sheet, actor, system, items);
    } else if said == "basicfantasyrpg" || has("armorClass") && (has("hitDice") || has("abilities")) {
        foundry_basic::read(&mut sheet, actor, system, items);
    } else {
        other(&mut sheet, system);
    }
    Found::new(&text(first(actor, &["_id", "flags.core.sourceId"])), sheet)
}

/// Reads an actor of an unknown system: only what most systems name alike.
fn other(sheet: &mut Sheet, system: &Value) {
    sheet.block.hp =
        int(first(system, &["attributes.hp.max", "hp.max", "hitPoints.max", "hp", "hitPoints"]));
    let ac = first(
        system,
        &["attributes.ac.value", "attributes.ac.flat", "ac.value", "armorClass.value", "ac"],
    );
    let written = text(ac);
    if !written.is_empty() {
        sheet.armour_class("ac", &written, false, Base::Ten);
        sheet.guess("ac", "of an unknown game system");
    }
    leave(sheet, "system", system, &[]);
}
