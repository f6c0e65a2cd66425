//! Foundry VTT: actors as exported, packed one per line, gathered by a macro, or kept as YAML by a module; in the shape of
//! version 10 and later (`system`) or of earlier versions (`data`), even mixed in one file.

use super::field::{self, at, first, int, leave, list, text};
use super::{Format, Found, Haul, MOST_RECORDS, foundry_basic, foundry_old_school};
use crate::rules::model::block::d20::CreatureKind;
use crate::shorthand::printed::armour_class::Base;
use crate::shorthand::printed::cursor::Cursor;
use crate::shorthand::printed::movement::Pace;
use crate::shorthand::printed::{Sheet, attacks, head};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Types of actors that are characters, in lower case.
const CHARACTERS: [&str; 5] = ["character", "player", "pc", "hero", "adventurer"];
/// Types of actors that are creatures.
const CREATURES: [&str; 12] = [
    "npc",
    "monster",
    "creature",
    "beast",
    "animal",
    "adversary",
    "enemy",
    "retainer",
    "hireling",
    "henchman",
    "follower",
    "companion",
];
/// Types of actors that are neither.
const NEITHER: [&str; 8] =
    ["vehicle", "siegeengine", "stronghold", "container", "loot", "party", "group", "ship"];
/// Lists of documents in an exported world or adventure, other than its actors.
const OTHERS: [&str; 9] =
    ["items", "folders", "journal", "journals", "scenes", "macros", "tables", "playlists", "cards"];

/// Whether a value is of this format.
pub fn is(value: &Value) -> bool {
    is_document(value) || !wrapped(value).is_empty() || collection(value).is_some()
}

/// Whether a value is a document: it has a name, a type and system data.
fn is_document(value: &Value) -> bool {
    at(value, "name").is_string() && at(value, "type").is_string() && system(value).is_some()
}

/// The kind of document that its database key states: `actors` in `!actors!id`.
fn collection(value: &Value) -> Option<&str> {
    at(value, "_key").as_str()?.strip_prefix('!')?.split('!').next()
}

/// Whether a document is a creature or character: as its database key or its type says; one of an unknown type, if it
/// has what only actors have.
fn is_actor(value: &Value) -> bool {
    let kind = text(at(value, "type")).to_lowercase();
    let is = |kinds: &[&str]| kinds.contains(&&*kind);
    if !is_document(value) || is(&NEITHER) {
        return false;
    }
    if let Some(collection) = collection(value) {
        return collection == "actors";
    }
    let has_token = || ["prototypeToken", "token"].iter().any(|key| at(value, key).is_object());
    is(&CHARACTERS) || is(&CREATURES) || has_token()
}

/// Whether an actor is a character.
pub fn is_character(actor: &Value) -> bool {
    CHARACTERS.contains(&&*text(at(actor, "type")).to_lowercase())
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
pub fn read(values: &[Value]) -> Haul {
    let mut haul = Haul::new(Format::Foundry);
    let (mut skipped, mut taken) = (0, 0);
    let mut unknown = Unknown::default();
    for value in values {
        let actors = if is_document(value) { std::slice::from_ref(value) } else { wrapped(value) };
        if actors.is_empty() {
            skipped += 1;
        } else if !is_document(value) {
            skipped += OTHERS.iter().map(|key| list(at(value, key)).len()).sum::<usize>();
        }
        for actor in actors {
            taken += 1;
            match system(actor).filter(|_| is_actor(actor) && taken <= MOST_RECORDS) {
                Some(system) => haul.found.push(found(actor, system, &mut unknown)),
                None => skipped += 1,
            }
        }
    }
    haul.count_passed_over(skipped, "documents that are not creatures");
    haul.passed_over.extend(unknown.told());
    haul
}

/// The actors of systems that are not known, by the name of the system: how many, and which figures were read.
#[derive(Default)]
struct Unknown(BTreeMap<String, (usize, BTreeSet<&'static str>)>);

impl Unknown {
    fn add(&mut self, system: &str, sheet: &Sheet) {
        let (many, read) = self.0.entry(system.to_string()).or_default();
        *many += 1;
        let all = sheet.read().into_iter().chain(sheet.guessed().into_iter().map(|(told, _)| told));
        read.extend(
            all.map(|told| told.label).filter(|label| !["", "name", "ascending AC"].contains(label)),
        );
    }

    /// A sentence for each system.
    fn told(self) -> impl Iterator<Item = String> {
        self.0.into_iter().map(|(system, (many, read))| {
            let system = if system.is_empty() { "without a name".into() } else { format!("\"{system}\"") };
            let creatures = if many == 1 { "1 creature".into() } else { format!("{many} creatures") };
            let read = read.into_iter().collect::<Vec<_>>().join(", ");
            let read = if read.is_empty() { "nothing".into() } else { read };
            format!(
                "most of {creatures} of the game system {system}, which wardrum does not know; what could be read: {read}"
            )
        })
    }
}

fn found(actor: &Value, system: &Value, unknown: &mut Unknown) -> Found {
    let mut sheet = Sheet::named(&text(at(actor, "name")));
    let items = list(at(actor, "items"));
    let said = text(first(actor, &["flags.exportSource.system", "_stats.systemId"]));
    let has = |key: &str| system.get(key).is_some();
    let basic = has("armorClass") && (has("hitDice") || has("abilities"));
    let known = if said.starts_with("ose") || has("thac0") && has("aac") {
        foundry_old_school::read(&mut sheet, actor, system, items);
        true
    } else if said == "basicfantasyrpg" || said.is_empty() && basic {
        foundry_basic::read(&mut sheet, actor, system, items);
        true
    } else {
        other(&mut sheet, actor, system, items);
        false
    };
    let hidden = ["hidden", "prototypeToken.hidden", "token.hidden"];
    sheet.hidden = hidden.iter().any(|path| text(at(actor, path)) == "true");
    sheet.temporary =
        field::temporary(first(system, &["attributes.hp.temp", "hp.temp", "hitPoints.temp"]));
    let found = Found::new(&text(first(actor, &["_id", "flags.core.sourceId"])), sheet);
    if !known {
        unknown.add(&said, &found.sheet);
    }
    found
}

/// Reads an actor of an unknown system: only what most systems name alike.
fn other(sheet: &mut Sheet, actor: &Value, system: &Value, items: &[Value]) {
    let figure = |paths: &[&str]| int(first(system, paths));
    let level =
        figure(&["level.value", "attributes.level", "details.level.value", "details.level", "level"]);
    let level = level.filter(|level| *level > 0);
    if is_character(actor) {
        sheet.block.kind = CreatureKind::Pc;
        sheet.block.level = level.and_then(|level| u8::try_from(level).ok());
    } else {
        let dice = text(first(system, &["attributes.hd", "hp.hd", "hd", "hitDice", "hitdice"]));
        match level {
            _ if dice.starts_with(|sign: char| sign.is_ascii_digit()) => {
                sheet.hit_dice("hitDice", &dice)
            }
            Some(level) => {
                sheet.hit_dice("level", &level.to_string());
                sheet.guess("hd", "from the level");
            }
            None => {}
        }
    }
    let hp = figure(&["attributes.hp.max", "hp.max", "hitPoints.max", "health.max", "hp", "hitPoints"]);
    sheet.block.hp = hp.filter(|hp| *hp > 0);
    let ac = text(first(
        system,
        &[
            "attributes.ac.value",
            "attributes.ac.flat",
            "ac.value",
            "armorClass.value",
            "baseAC",
            "ac",
            "armorClass",
        ],
    ));
    if !ac.is_empty() {
        sheet.armour_class("ac", &ac, false, Base::Ten);
        sheet.guess("ac", "of an unknown game system");
    }
    let speed = text(first(system, &["move", "movement", "speed"]));
    if speed.starts_with(|sign: char| sign.is_ascii_digit()) {
        sheet.movement("move", &speed, Pace::Turn);
        sheet.guess("movement", "of an unknown game system");
    }
    sheet.morale("morale", &text(first(system, &["morale.value", "morale", "details.morale"])));
    items.iter().for_each(|item| weapon(sheet, item));
    leave(sheet, "system", system, &[]);
}

/// Adds an item of an unknown system as an attack, if it is one with dice for its damage.
fn weapon(sheet: &mut Sheet, item: &Value) {
    let kind = text(at(item, "type")).to_lowercase();
    let Some(system) = self::system(item).filter(|_| kind.contains("weapon") || kind.contains("attack"))
    else {
        return;
    };
    let paths =
        ["damage.value", "damage.formula", "damage.oneHanded", "damageFormula", "damageDice", "damage"];
    let damage = text(first(system, &paths));
    if Cursor(&damage).dice().is_none() {
        return;
    }
    let count =
        int(first(system, &["attack.num", "counter.max"])).and_then(|count| u8::try_from(count).ok());
    let name = head::tidy(&text(at(item, "name")));
    sheet.routine("items", attacks::one(&name, count.unwrap_or(1).max(1), &damage));
    sheet.guess("attacks", format!("{name}: of an unknown game system"));
}
