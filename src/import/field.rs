//! Access to the fields of foreign JSON. Writers differ, so any value may be missing, null, a number, a string, or a
//! number in a string.

use super::markup::plain;
use crate::rules::model::block::ability::Ability;
use crate::shorthand::printed::Sheet;
use crate::shorthand::printed::cursor::Cursor;
use serde_json::Value;

static NONE: Value = Value::Null;

/// The most temporary hit points that are read.
pub const MOST_TEMPORARY: i32 = 9999;

/// Returns the value at a dotted path (`hp.max`), or null.
pub fn at<'a>(value: &'a Value, path: &str) -> &'a Value {
    path.split('.').try_fold(value, |value, key| value.get(key)).unwrap_or(&NONE)
}

/// Returns the first non-empty value among `paths`, or null.
pub fn first<'a>(value: &'a Value, paths: &[&str]) -> &'a Value {
    paths.iter().map(|path| at(value, path)).find(|found| !text(found).is_empty()).unwrap_or(&NONE)
}

/// Returns the value as text without markup; null is an empty string.
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

/// Returns the value as an integer: a number truncated, or the first integer of a text.
pub fn int(value: &Value) -> Option<i32> {
    match value {
        Value::Number(number) => {
            let whole = number.as_i64().or_else(|| whole(number.as_f64()?));
            i32::try_from(whole?).ok()
        }
        other => Cursor(&text(other)).int(),
    }
}

/// Truncates a number, if its magnitude is below 10^12.
fn whole(number: f64) -> Option<i64> {
    (number.abs() < 1e12).then_some(number.trunc() as i64)
}

/// Returns the elements of an array; empty for any other value.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], |all| &all[..])
}

/// Sets the ability scores found at the path that `path` returns for each.
pub fn scores(sheet: &mut Sheet, value: &Value, path: impl Fn(Ability) -> String) {
    for which in Ability::ALL {
        if let Some(score) = int(at(value, &path(which))) {
            sheet.score(which, score);
        }
    }
}

/// Returns a number of temporary hit points, 0 if there are none.
pub fn temporary(value: &Value) -> i32 {
    int(value).unwrap_or(0).clamp(0, MOST_TEMPORARY)
}

/// Adds a note, labelled with its path, for every field of an object that is not in `known`.
pub fn leave(sheet: &mut Sheet, path: &str, value: &Value, known: &[&str]) {
    for (key, value) in value.as_object().into_iter().flatten() {
        if !known.contains(&&**key) {
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            sheet.note(&path, &text(value));
        }
    }
}
