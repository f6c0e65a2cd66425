//! Open5e: API responses and result pages of both versions, and its data files. Dice and bonuses are taken from the
//! texts, since the figures beside them are often wrong.

use super::budget::Budget;
use super::field::{at, first, int, list, text};
use super::fifth::{self, Action};
use super::{Format, Found, Haul, MOST_RECORDS, structured};
use crate::shorthand::printed::Sheet;
use serde_json::Value;
use std::collections::BTreeMap;

/// Whether a value is of this format.
pub fn is(value: &Value) -> bool {
    is_creature(value)
        || list(at(value, "results")).iter().any(is_creature)
        || is_creature(at(value, "fields"))
}

fn is_creature(value: &Value) -> bool {
    let has = |key: &str| value.get(key).is_some();
    has("hit_points")
        && has("armor_class")
        && (has("slug") || has("ability_scores") || has("key") || has("name") && has("hit_dice"))
}

/// Reads the values of a file.
pub fn read(values: &[Value]) -> Haul {
    let mut haul = Haul::new(Format::Open5e);
    let apart = apart(values);
    let mut skipped = 0;
    for value in values {
        if let [_, ..] = list(at(value, "results")) {
            let own = list(at(value, "results"));
            haul.found.extend(
                own.iter().filter(|one| is_creature(one)).take(MOST_RECORDS).map(|one| found(one, &[])),
            );
            let (count, next) = (text(at(value, "count")), text(at(value, "next")));
            if !next.is_empty() {
                haul.passed_over
                    .push(format!("this is one page of {count} creatures; the next is {next}"));
            }
        } else if is_creature(value) {
            haul.found.push(found(value, &[]));
        } else if is_creature(at(value, "fields")) {
            let id = text(at(value, "pk"));
            let mut record = at(value, "fields").clone();
            if let Some(fields) = record.as_object_mut().filter(|fields| !fields.contains_key("key")) {
                fields.insert("key".into(), Value::String(id.clone()));
            }
            haul.found.push(found(&record, apart.get(&id).map_or(&[], |all| &all[..])));
        } else if at(value, "fields.parent").is_null() {
            skipped += 1;
        }
        if haul.found.len() >= MOST_RECORDS {
            haul.passed_over.push("records after the first 20000".into());
            break;
        }
    }
    haul.count_passed_over(skipped, "records that are not creatures");
    haul
}

/// Actions stored as separate records, by their creature's id.
fn apart(values: &[Value]) -> BTreeMap<String, Vec<Value>> {
    let mut all: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for fields in values.iter().map(|value| at(value, "fields")) {
        let parent = text(at(fields, "parent"));
        if !parent.is_empty() && fields.get("desc").is_some() {
            all.entry(parent).or_default().push(fields.clone());
        }
    }
    all
}

fn found(record: &Value, apart: &[Value]) -> Found {
    let mut sheet = Sheet::named(&text(at(record, "name")));
    let size = text(first(record, &["size.name", "size"]));
    let kind = text(first(record, &["type.name", "type"]));
    fifth::kind(&mut sheet, &size, &kind);
    fifth::armour_class(&mut sheet, int(at(record, "armor_class")));
    let challenge = text(first(record, &["challenge_rating", "cr"]));
    fifth::hit_points(
        &mut sheet,
        int(at(record, "hit_points")),
        &text(at(record, "hit_dice")),
        &challenge,
    );
    sheet.block.init_mod = int(at(record, "initiative_bonus")).filter(|bonus| *bonus != 0);
    speed(&mut sheet, record);
    let all: Vec<Value> = list(&nested(record, "actions")).iter().chain(apart).cloned().collect();
    let own: Vec<Action> = all
        .iter()
        .filter(|one| ["", "ACTION"].contains(&&*text(at(one, "action_type"))))
        .map(action)
        .collect();
    fifth::actions(&mut sheet, "actions", &own);
    for kind in ["BONUS_ACTION", "REACTION", "LEGENDARY_ACTION", "LAIR_ACTION"] {
        for one in all.iter().filter(|one| text(at(one, "action_type")) == kind) {
            sheet.note(
                &format!("{}.{}", kind.to_lowercase(), text(at(one, "name"))),
                &text(at(one, "desc")),
            );
        }
    }
    for key in ["traits", "special_abilities", "reactions", "bonus_actions", "legendary_actions"] {
        for one in list(&nested(record, key)) {
            sheet.note(&format!("{key}.{}", text(at(one, "name"))), &text(at(one, "desc")));
        }
    }
    immunities(&mut sheet, record);
    for (name, paths) in NOTES {
        sheet.note(name, &text(first(record, paths)));
    }
    let scores: Vec<String> =
        ["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"]
            .iter()
            .filter_map(|key| {
                int(first(record, &[key, &format!("ability_scores.{key}")]))
                    .map(|score| format!("{} {score}", &key[..3]))
            })
            .collect();
    sheet.note("abilities", &scores.join(", "));
    Found::new(&text(first(record, &["key", "slug"])), sheet)
}

/// Fields that become notes, each with its possible paths.
const NOTES: [(&str, &[&str]); 10] = [
    ("type", &["type.name", "type"]),
    ("armor_desc", &["armor_desc", "armor_detail"]),
    ("challenge_rating", &["challenge_rating", "cr"]),
    ("alignment", &["alignment"]),
    ("senses", &["senses"]),
    ("languages", &["languages.as_string", "languages"]),
    ("skills", &["skills"]),
    ("saving_throws", &["saving_throws"]),
    ("legendary_desc", &["legendary_desc"]),
    ("desc", &["desc"]),
];

/// A list, possibly as JSON in a string.
fn nested(record: &Value, key: &str) -> Value {
    match (at(record, key), at(record, &format!("{key}_json"))) {
        (Value::Array(all), _) => Value::Array(all.clone()),
        (_, Value::String(text)) | (Value::String(text), _) => {
            structured::within(text, &mut Budget::default()).unwrap_or(Value::Null)
        }
        _ => Value::Null,
    }
}

fn action(one: &Value) -> Action {
    let attack = list(at(one, "attacks")).first().unwrap_or(&Value::Null);
    let mut dice = text(at(one, "damage_dice"));
    let bonus = int(at(one, "damage_bonus")).filter(|bonus| *bonus != 0 && !dice.contains('+'));
    if let Some(count) = int(at(attack, "damage_die_count")) {
        dice = format!("{count}{}", text(at(attack, "damage_die_type")).to_lowercase());
    }
    let bonus = bonus.or(int(at(attack, "damage_bonus")));
    if let Some(bonus) = bonus.filter(|_| !dice.is_empty()) {
        dice = format!("{dice}{bonus:+}");
    }
    Action {
        name: text(at(one, "name")),
        text: text(at(one, "desc")),
        to_hit: int(first(one, &["attack_bonus"]))
            .filter(|_| !dice.is_empty())
            .or(int(at(attack, "to_hit_mod"))),
        dice,
        usage: text(at(one, "usage_limits")),
    }
}

fn speed(sheet: &mut Sheet, record: &Value) {
    let own;
    let speed = match (at(record, "speed"), at(record, "speed_json")) {
        (found @ Value::Object(_), _) => found,
        (_, Value::String(text)) => {
            own = structured::within(text, &mut Budget::default()).unwrap_or(Value::Null);
            &own
        }
        (found, _) => found,
    };
    let mut others = Vec::new();
    for (key, value) in speed.as_object().into_iter().flatten() {
        if !["walk", "unit"].contains(&&**key) && !["", "0", "false"].contains(&&*text(value)) {
            others.push(format!("{key} {}", text(value)));
        }
    }
    let walk = match speed {
        Value::String(_) => int(speed),
        other => int(at(other, "walk")),
    };
    fifth::speed(sheet, walk, &others);
}

fn immunities(sheet: &mut Sheet, record: &Value) {
    let kinds =
        ["damage_immunities", "damage_resistances", "damage_vulnerabilities", "condition_immunities"];
    for kind in kinds {
        let path = format!("resistances_and_immunities.{kind}_display");
        let told = text(first(record, &[kind, &path]));
        sheet.note(kind, &told);
        if kind == "damage_immunities" {
            sheet.proof(&told);
        }
    }
}
