//! A value of a foreign file, whatever its writer made of it: every one may be missing, null, a number, a text, or a
//! number as text.

use super::markup::plain;
use crate::rules::model::block::ability::Ability;
use crate::shorthand::printed::Sheet;
use crate::shorthand::printed::cursor::Cursor;
use serde_json::Value;

static NONE: Value = Value::Null;

/// The value at a path: `hp.max`.
pub fn at<'a>(value: &'a Value, path: &str) -> &'a Value {
    path.split('.').try_fold(value, |value, key| value.get(key)).unwrap_or(&NONE)
}

/// The value of the first of these paths that has one.
pub fn first<'a>(value: &'a Value, paths: &[&str]) -> &'a Value {
    paths.iter().map(|path| at(value, path)).find(|found| !text(found).is_empty()).unwrap_or(&NONE)
}

/// What it says, without markup; nothing is empty.
pub fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(is) => is.to_string(),
        Value::Number(number) => number
            .as_i64()
            .map(|whole| whole.to_string())
            .or_else(|| Some(number.as_f64()?.to_string()))
            .unwrap_or_default(),
        Value::String(text) => plain(text).trim().to_string(),
        Value::Array(all) => {
            all.iter().map(text).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ")
        }
        Value::Object(fields) => {
            if let Some(value) = fields.get("value") {
                return text(value);
            }
            let one = |(key, value): (&String, &Value)| {
                let value = text(value);
                (!value.is_empty()).then(|| format!("{key} {value}"))
            };
            fields.iter().filter_map(one).collect::<Vec<_>>().join(", ")
        }
    }
}

/// The first whole number in it.
pub fn int(value: &Value) -> Option<i32> {
    match value {
        Value::Number(number) => {
            let whole = number.as_i64().or_else(|| whole(number.as_f64()?));
            i32::try_from(whole?).ok()
        }
        other => Cursor(&text(other)).int(),
    }
}

/// A number without its parts, if it is within reach.
fn whole(number: f64) -> Option<i64> {
    (number.abs() < 1e12).then_some(number.trunc() as i64)
}

/// The list there, or nothing.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], |all| &all[..])
}

/// Puts in the ability scores, each from the path that it has.
pub fn scores(sheet: &mut Sheet, value: &Value, path: impl Fn(Ability) -> String) {
    for which in Ability::ALL {
        if let Some(score) = int(at(value, &path(which))) {
            sheet.score(which, score);
        }
    }
}

/// Notes all fields of an object that are not among these, each by its path.
pub fn leave(sheet: &mut Sheet, path: &str, value: &Value, known: &[&str]) {
    for (key, value) in value.as_object().into_iter().flatten() {
        if !known.contains(&&**key) {
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            sheet.note(&path, &text(value));
        }
    }
}
