//! The damage and effects of a hit as printed.

use super::cursor::Cursor;
use crate::rules::model::block::d20::{Damage, Rider, Save};
use crate::rules::model::effect::Condition;

/// Words that name an effect, the saving throw against it, and the condition it inflicts.
const RIDERS: [(&[&str], Save, Condition); 3] = [
    (&["paralys", "paralyz"], Save::Paralysis, Condition::PARALYSED),
    (&["poison"], Save::Death, Condition::POISONED),
    (&["petrif", "turn to stone", "turning to stone"], Save::Paralysis, Condition::PETRIFIED),
];

/// The effect of a hit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hit {
    /// The damage; `None` if not stated.
    pub damage: Option<Damage>,
    /// Further effects.
    pub riders: Vec<Rider>,
    /// The text at the end, which may name the attack: `1d8 vine`.
    pub name: String,
    /// Text that has no field.
    pub notes: Vec<String>,
}

/// Parses `1d6 + paralysis`, `1-8`, `1d6 or by weapon`, `by weapon`, `gaze (petrification)`, `1d8 vine`.
pub fn hit(text: &str) -> Hit {
    let mut hit = Hit::default();
    let mut cursor = Cursor(text);
    if is_distance(cursor) {
        hit.notes.push(text.trim().to_string());
    } else if let Some(dice) = cursor.amount() {
        hit.damage = Some(Damage::Dice(dice));
        if cursor.eat("×") {
            let times = cursor.number().unwrap_or(1);
            hit.notes.push(format!("times {times}"));
        }
        let _ = cursor.eat_word("points") || cursor.eat_word("point") || cursor.eat_word("hp");
        behind(cursor.rest(), &mut hit);
    } else if by_weapon(&mut cursor) {
        hit.damage = Some(Damage::Weapon(None));
        let rest = cursor.rest();
        if !rest.is_empty() {
            hit.notes.push(format!("by weapon {rest}"));
        }
    } else if !text.trim().is_empty() {
        effect(text.trim(), &mut hit);
        hit.name = last_word(text);
        if !hit.riders.is_empty() || !is_vague(text) {
            hit.damage = Some(Damage::Nothing);
        }
    }
    hit
}

/// Whether the text begins with a distance: `180' range`.
fn is_distance(mut cursor: Cursor) -> bool {
    let figure = cursor.number().is_some();
    figure
        && (cursor.0.starts_with(['\'', '"'])
            || ["ft", "feet", "foot"].iter().any(|unit| cursor.eat(unit)))
}

/// Whether the text refers to the damage without stating it.
fn is_vague(text: &str) -> bool {
    ["see", "variable", "special", "varies", "as "].iter().any(|word| text.to_lowercase().contains(word))
}

fn by_weapon(cursor: &mut Cursor) -> bool {
    let mut next = *cursor;
    let _ = next.eat_word("by") || next.eat_word("as") || next.eat_word("per");
    let found = next.eat_word("weapon") || next.eat_word("weapons");
    if found {
        *cursor = next;
    }
    found
}

/// Parses the text after the dice.
fn behind(rest: &str, hit: &mut Hit) {
    let mut cursor = Cursor(rest);
    if cursor.eat_word("or") {
        // `1d6 or by weapon [+2]` is one hit.
        hit.notes.push(rest.trim().to_string());
        return;
    }
    let _ = cursor.eat_word("each") || cursor.eat_word("per");
    let _ = cursor.eat_word("damage");
    let rest = cursor.rest();
    let parts = rest.split('+').flat_map(|part| part.split(" plus ")).map(str::trim);
    let mut parts: Vec<&str> = parts.collect();
    // Words directly after the dice are a name.
    let own = if parts.is_empty() { "" } else { parts.remove(0) };
    let (own, plus) = own.strip_prefix("plus ").map_or((own, None), |effect| ("", Some(effect)));
    hit.name = last_word(own);
    let inner = own.trim_matches(['(', ')', '[', ']', ' ', '.']);
    if own.starts_with('(') && !inner.is_empty() {
        hit.name = inner.to_string();
    }
    if own.starts_with('/') || own.starts_with("each") {
        hit.notes.push(own.to_string());
        hit.name.clear();
    }
    for part in plus.into_iter().chain(parts).filter(|part| !part.is_empty()) {
        effect(part, hit);
        if hit.name.is_empty() {
            hit.name = last_word(part);
        }
    }
}

/// Adds the effect that a text names, if known and not negated or by chance, or else a note.
pub fn effect(text: &str, hit: &mut Hit) {
    let low = text.to_lowercase();
    let known = RIDERS.iter().find(|(words, ..)| words.iter().any(|word| low.contains(word)));
    match known.filter(|_| !low.contains("chance") && !low.contains("no ")) {
        Some((_, save, inflicts)) => {
            let rider =
                Rider { save: *save, inflicts: *inflicts, rounds: None, delay: None, modifier: 0 };
            if !hit.riders.contains(&rider) {
                hit.riders.push(rider);
            }
        }
        None => hit.notes.push(text.trim().to_string()),
    }
}

fn last_word(text: &str) -> String {
    let word = text.split_whitespace().next_back().unwrap_or_default();
    word.trim_matches(|sign: char| !sign.is_alphabetic()).to_lowercase()
}
