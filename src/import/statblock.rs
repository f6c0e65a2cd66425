//! Stat blocks of Obsidian's Fantasy Statblocks plugin: a map with the keys of the fifth edition or the labels of a
//! book.

use super::field::{at, first, int, leave, list, text};
use super::fifth::{self, Action};
use super::{Format, Found, Haul, Known, MOST_RECORDS};
use crate::rules::model::block::d20::CreatureKind;
use crate::shorthand::printed::armour_class::Base;
use crate::shorthand::printed::cursor::Cursor;
use crate::shorthand::printed::labels::{self, Field};
use crate::shorthand::printed::movement::Pace;
use crate::shorthand::printed::{Sheet, Tables, attacks, cleaned, put};
use serde_json::Value;

/// Keys that are not labels of books, with the field they set.
const KEYS: [(&str, Field); 15] = [
    ("hit_dice", Field::Hd),
    ("hd", Field::Hd),
    ("dv", Field::Hd),
    ("dg", Field::Hd),
    ("pg", Field::Hp),
    ("mov", Field::Move),
    ("px", Field::Note),
    ("hp", Field::Hp),
    ("pv", Field::Hp),
    ("ca", Field::Ac),
    ("ac", Field::Ac),
    ("jds", Field::Saves),
    ("ts", Field::Saves),
    ("nbr", Field::Appearing),
    ("speed", Field::Move),
];
/// Keys that only control the display, or that are read separately.
const OTHERS: [&str; 23] = [
    "name",
    "layout",
    "columns",
    "columnWidth",
    "forceColumns",
    "dice",
    "render",
    "export",
    "note",
    "path",
    "mtime",
    "statblock",
    "hidden",
    "image",
    "size",
    "actions",
    "modifier",
    "stats",
    "monster",
    "creature",
    "extends",
    "type",
    "damage_immunities",
];
/// Keys of old-school values, which no fifth-edition stat block has.
const OLD_SCHOOL: [&str; 13] = [
    "thac0", "thaco", "morale", "moral", "ml", "jds", "ts", "hd", "save_as", "dg", "dv", "gac0",
    "save as",
];
/// Words for layouts of Basic Fantasy, whose armour class ascends from 11 and whose movement is feet a round.
const BASIC_FANTASY: [&str; 2] = ["bfrpg", "basic fantasy"];
/// Number of figures that make a map with a name a stat block.
const ENOUGH: usize = 2;

/// The `type` of a player character.
pub const CHARACTER: &str = "character";

/// Whether a value is a stat block that is kept as data: a name and some figures.
pub fn is(value: &Value) -> bool {
    let keys = value.as_object().into_iter().flatten();
    let figures = keys.filter(|(key, value)| field(key).is_some() && !text(value).is_empty()).count();
    at(value, "name").is_string() && figures >= ENOUGH
}

/// Reads the stat blocks among the values of a file.
pub fn read(values: &[Value]) -> Haul {
    let mut haul = Haul::new(Format::Obsidian);
    haul.found = values.iter().filter(|value| is(value)).take(MOST_RECORDS).map(found).collect();
    haul.count_passed_over(values.len() - haul.found.len(), "records that are not creatures");
    haul
}

/// Reads a stat block.
pub fn found(value: &Value) -> Found {
    let name = text(at(value, "name"));
    let reference = text(first(value, &["monster", "creature", "extends"]));
    let mut sheet = Sheet::named(if name.is_empty() { &reference } else { &name });
    let keyed: Vec<(&String, &Value)> = value.as_object().into_iter().flatten().collect();
    let old_school = keyed.iter().any(|(key, _)| OLD_SCHOOL.contains(&&*key.to_lowercase()));
    let layout = text(at(value, "layout")).to_lowercase();
    let basic = BASIC_FANTASY.iter().any(|words| layout.contains(words));
    let descends = keyed.iter().any(|(key, _)| field(key) == Some(Field::Thac0));
    sheet.tables = match (old_school, basic && !descends) {
        (false, false) => Tables::None,
        (_, true) => Tables::Upward,
        (true, false) => Tables::Downward,
    };
    sheet.hidden = text(at(value, "hidden")) == "true";
    fifth::kind(&mut sheet, &text(at(value, "size")), &text(at(value, "type")));
    let mut known: Vec<&str> = OTHERS.to_vec();
    if !(old_school || basic) {
        fifth_edition(&mut sheet, value);
        known.extend(["ac", "hp", "hit_dice", "speed", "cr"]);
    }
    // Hit Dice first: other values depend on them.
    for dice in [true, false] {
        for (key, value) in &keyed {
            let Some(field) = field(key).filter(|_| !known.contains(&&***key)) else { continue };
            if (field == Field::Hd) == dice {
                set_field(&mut sheet, field, key, value, basic);
            }
        }
    }
    let read: Vec<&str> =
        keyed.iter().filter(|(key, _)| field(key).is_some()).map(|(key, _)| &***key).collect();
    known.extend(read);
    sheet.block.init_mod = int(at(value, "modifier")).filter(|n| *n != 0);
    if text(at(value, "type")) == CHARACTER {
        sheet.block.kind = CreatureKind::Pc;
        sheet.class("class", &text(at(value, "class")));
        sheet.block.level = int(at(value, "level")).and_then(|level| u8::try_from(level).ok());
        known.extend(["class", "level"]);
    }
    attacks_of(&mut sheet, &keyed);
    actions(&mut sheet, list(at(value, "actions")));
    sheet.note(
        "type",
        &Some(text(at(value, "type"))).filter(|kind| kind != CHARACTER).unwrap_or_default(),
    );
    sheet.note("stats", &text(at(value, "stats")));
    let immunities = text(at(value, "damage_immunities"));
    sheet.note("damage_immunities", &immunities);
    sheet.proof(&immunities);
    if !reference.is_empty() {
        sheet.note("like", &reference);
    }
    for key in ["traits", "reactions", "bonus_actions", "legendary_actions", "lair_actions"] {
        for (name, told) in list(at(value, key)).iter().map(entry) {
            sheet.note(&format!("{key}.{name}"), &told);
        }
        known.push(key);
    }
    leave(&mut sheet, "", value, &known);
    Found::new(&name, sheet)
}

fn fifth_edition(sheet: &mut Sheet, value: &Value) {
    let ac = text(at(value, "ac"));
    match two_figures(&ac) {
        true => sheet.armour_class("ac", &ac, false, Base::Ten),
        false => fifth::armour_class(sheet, int(at(value, "ac"))),
    }
    fifth::hit_points(sheet, int(at(value, "hp")), &text(at(value, "hit_dice")), &text(at(value, "cr")));
    let speed = text(at(value, "speed"));
    if !speed.is_empty() {
        sheet.movement("speed", &speed, Pace::Round);
        sheet.guess("movement", fifth::GUIDE);
    }
    sheet.note("cr", &text(at(value, "cr")));
}

fn two_figures(ac: &str) -> bool {
    let mut cursor = Cursor(ac);
    cursor.int().is_some() && cursor.bracket().is_some_and(|inner| Cursor(inner).int().is_some())
}

/// The field that a key sets.
fn field(key: &str) -> Option<Field> {
    let low = key.to_lowercase();
    let own = KEYS.iter().find(|(known, _)| *known == low).map(|(_, field)| *field);
    let spaced = low.replace('_', " ");
    let label = |name: &str| labels::line_label(&format!("{name}:")).map(|(field, _)| field);
    own.or_else(|| label(&spaced))
        .or_else(|| label(&spaced.to_uppercase()))
        .filter(|field| *field != Field::Note)
}

/// Adds the attacks under keys such as `attack` and `damage`, which are written as in a book.
fn attacks_of(sheet: &mut Sheet, keyed: &[(&String, &Value)]) {
    let under = |wanted: Field| keyed.iter().find(|(key, _)| field(key) == Some(wanted));
    let damage = under(Field::Damage).map(|(_, value)| cleaned(&text(value)));
    match under(Field::Attacks) {
        Some((_, value)) if list(value).iter().any(is_entry) => actions(sheet, list(value)),
        Some((key, value)) => sheet.attacks(key, &cleaned(&text(value)), damage.as_deref()),
        None => sheet.attacks("damage", "", damage.as_deref()),
    }
}

/// Whether a value is a map with a name and a text, or a list of the two.
fn is_entry(value: &Value) -> bool {
    value.is_object() || value.is_array()
}

fn set_field(sheet: &mut Sheet, field: Field, key: &str, value: &Value, basic: bool) {
    let said = cleaned(&text(value));
    if said.is_empty() {
        return;
    }
    match field {
        // `- dexterity: 9`: saving throws of the fifth edition.
        Field::Saves if value.is_object() || list(value).iter().any(Value::is_object) => {
            sheet.note(key, &said)
        }
        Field::Ac if two_figures(&said) => sheet.armour_class(key, &said, false, Base::Unknown),
        Field::Attacks => {}
        field => put(sheet, field, key, &said, basic, None),
    }
}

/// The name and text of an entry: a map, or a list of two.
fn entry(value: &Value) -> (String, String) {
    match value {
        Value::Array(parts) => {
            (parts.first().map(text).unwrap_or_default(), parts.get(1).map(text).unwrap_or_default())
        }
        Value::Object(fields) if fields.contains_key("name") => {
            (text(at(value, "name")), text(first(value, &["desc", "description", "text"])))
        }
        other => (String::new(), text(other)),
    }
}

fn actions(sheet: &mut Sheet, all: &[Value]) {
    let all: Vec<(String, String)> = all.iter().map(entry).collect();
    let sentence = |(name, told): &&(String, String)| {
        fifth::has_bonus(told) || name.to_lowercase().starts_with("multiattack")
    };
    let (sentences, short): (Vec<_>, Vec<_>) = all.iter().partition(|one| sentence(one));
    let sentences: Vec<Action> = sentences
        .into_iter()
        .map(|(name, text)| Action { name: name.clone(), text: text.clone(), ..Action::default() })
        .collect();
    fifth::actions(sheet, "actions", &sentences);
    for (name, told) in short {
        let (name, told) = (cleaned(name), cleaned(told));
        let mut cursor = Cursor(&name);
        let said = cursor.count().filter(|_| cursor.eat("×"));
        let bare = if said.is_some() { cursor.rest() } else { &name };
        if sheet.block.attacks.iter().any(|line| attacks::is_same(&line.name, bare)) {
            sheet.note(&format!("actions.{name}"), &told);
            continue;
        }
        // `D20 to hit, 1d4`
        let told = match told.to_lowercase().find("to hit") {
            Some(at) => {
                told.get(at + 6..).unwrap_or_default().trim_start_matches([',', ';', ':', '.', ' '])
            }
            None => &told,
        };
        // `2 (1d6)`: the number of attacks and the damage.
        let mut inside = Cursor(told);
        let often = inside.count().zip(inside.bracket());
        let (count, hit) = match often {
            Some((count, inner)) if Cursor(inner).dice().is_some() => (said.unwrap_or(count), inner),
            _ => (said.unwrap_or(1), told),
        };
        if Cursor(hit).amount().is_some_and(|dice| dice.count > 0) {
            let bare = if count > 1 { attacks::singular(bare) } else { bare.to_string() };
            sheet.routine("actions", attacks::one(&bare, count, hit));
        } else {
            sheet.note(&format!("actions.{name}"), told);
        }
    }
}

/// Fills in stat blocks that only reference another one, keeping their own name, hit points and armour class.
pub fn resolve(found: &mut [Found], known: Known) {
    for at in 0..found.len() {
        let like =
            found[at].sheet.notes.iter().find(|note| note.path == "like").map(|note| note.value.clone());
        let Some(like) = like.filter(|_| found[at].sheet.block.attacks.is_empty()) else { continue };
        let is = |other: &&Found| {
            other.sheet.block.name.eq_ignore_ascii_case(&like) && !other.sheet.block.attacks.is_empty()
        };
        let other =
            found.iter().find(is).map(|other| other.sheet.block.clone()).or_else(|| known(&like));
        if let Some(mut block) = other {
            let own = &found[at].sheet.block;
            block.name = own.name.clone();
            block.hp = own.hp.or(block.hp);
            block.ac = own.ac.or(block.ac);
            found[at].sheet.block = block;
            found[at].sheet.guesses.clear();
        }
    }
}
