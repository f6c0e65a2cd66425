//! Parses stat blocks as printed in books, on web pages and in notes. A block is divided by its labels, and each value
//! has its own grammar. Values that no ruleset needs become notes; uncertain ones are marked as guesses.

mod admission;
pub mod armour_class;
pub mod attacks;
pub mod classes;
mod clean;
pub mod cursor;
mod damage;
pub mod head;
mod hit_dice;
pub mod labels;
pub mod movement;
mod paste;
mod saves;
pub mod sheet;
mod told;

pub use admission::with_hit_points;
pub use clean::{cleaned, without_markup};
pub use sheet::{Guess, Note, Sheet, Tables};
pub use told::{ToldField, told};

use crate::rules::model::block::d20::Block;
use armour_class::Base;
use labels::{Entry, Field};
use movement::Pace;

/// Number of labelled values that make a text a stat block.
const ENOUGH: usize = 2;

/// Number of labelled values that tell a copied stat block from a typed line.
const COPIED: usize = 4;

/// Whether a text is a copied stat block.
pub fn is_one(text: &str) -> bool {
    labels::figures(&cleaned(text)) >= COPIED
}

/// Parses a text as a single stat block, whatever it contains, and finishes it.
pub fn one(text: &str) -> Sheet {
    sheet(&cleaned(text)).unwrap_or_default().finish()
}

/// Parses a text as a single stat block without finishing it; `None` if it has too few labelled values.
pub fn described(text: &str) -> Option<Sheet> {
    sheet(&cleaned(text))
}

/// Parses and finishes every stat block of a text.
pub fn read(text: &str) -> Vec<Sheet> {
    let text = cleaned(text);
    paste::blocks(&text).iter().filter_map(|block| sheet(block)).map(Sheet::finish).collect()
}

/// Parses a cleaned block; `None` if it has too few labelled values.
fn sheet(text: &str) -> Option<Sheet> {
    let text = labels::unwrapped(text);
    let divided = labels::divide(&text);
    let mut fields: Vec<Field> = divided.entries.iter().map(|entry| entry.field).collect();
    fields.retain(|field| *field != Field::Note);
    fields.dedup();
    if fields.len() < ENOUGH {
        return None;
    }
    let mut sheet = Sheet::default();
    sheet.head(divided.head);
    let eleven = from_eleven(&divided.entries);
    sheet.tables = if eleven { Tables::Upward } else { Tables::Downward };
    fill(&mut sheet, &divided.entries, eleven);
    for line in &divided.tail {
        sheet.note("text", line);
        sheet.proof(line);
    }
    for note in sheet.notes.clone() {
        sheet.proof(&note.value);
    }
    Some(sheet)
}

/// Sets the fields from the labelled values.
fn fill(sheet: &mut Sheet, entries: &[Entry], eleven: bool) {
    let damage = entries.iter().find(|entry| entry.field == Field::Damage).map(|entry| entry.value);
    let mut seen: Vec<Field> = Vec::new();
    // Hit Dice first: other values depend on them.
    let (dice, others): (Vec<&Entry>, Vec<&Entry>) =
        entries.iter().partition(|entry| matches!(entry.field, Field::Hd | Field::Hp));
    for Entry { field, label, value, .. } in dice.into_iter().chain(others) {
        if *field == Field::Note || seen.contains(field) {
            if !["none", "nil", "-", ""].contains(&&*value.to_lowercase()) {
                sheet.note(label, value);
            }
            continue;
        }
        seen.push(*field);
        put(sheet, *field, label, value, eleven, damage);
    }
    let armed = seen.contains(&Field::Attacks);
    if let Some(damage) = damage.filter(|_| !armed) {
        sheet.attacks("Damage", "", Some(damage));
    }
}

/// Sets the field of a label.
pub fn put(
    sheet: &mut Sheet,
    field: Field,
    label: &str,
    value: &str,
    eleven: bool,
    damage: Option<&str>,
) {
    let base = if eleven { Base::Eleven } else { Base::Unknown };
    match field {
        Field::Ac => sheet.armour_class(label, value, label == "AAC", base),
        Field::Hd if label.eq_ignore_ascii_case("level") => {
            sheet.hit_dice(label, &format!("Level {value}"))
        }
        Field::Hd => sheet.hit_dice(label, value),
        Field::Hp => sheet.hit_points(label, value),
        Field::Attacks => sheet.attacks(label, value, damage),
        Field::Thac0 => sheet.thac0(label, value),
        Field::Bonus => sheet.bonus(label, value),
        Field::Move => sheet.movement(label, value, if eleven { Pace::Round } else { Pace::Turn }),
        Field::Saves => sheet.saves(label, value),
        Field::Figure(at) => sheet.figure(&Block::FIGURES[at], label, value),
        Field::Appearing => sheet.appearing(label, value),
        Field::Damage => {}
        Field::Note => sheet.note(label, value),
    }
}

/// Whether armour class ascends from 11: a single figure, among the labels of books that do so.
fn from_eleven(entries: &[Entry]) -> bool {
    let ac = entries.iter().find(|entry| entry.field == Field::Ac);
    let alone = ac.and_then(|ac| armour_class::read(ac.value, false, Base::Eleven));
    let counts_up = alone.is_some_and(|ac| ac.ascending.is_some());
    let theirs = |entry: &Entry| match entry.field {
        Field::Attacks => ["#At", "No. of Attacks"].contains(&entry.label),
        Field::Saves => {
            let class = saves::read(entry.value);
            entry.label.eq_ignore_ascii_case("save as") || entry.label == "Sv" && class.save_as.is_some()
        }
        _ => false,
    };
    counts_up && entries.iter().any(theirs)
}
