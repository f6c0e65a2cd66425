//! Lenient JSON: a single value, an assignment of one (`var x = [`), or one value per line.

use super::budget::{Budget, VALUE};
use super::{DEEPEST, MOST_RECORDS};
use serde_json::Value;

/// Whether a text is JSON rather than prose that begins with a bracket: `[[a link]]`, `[1] a footnote`.
pub fn is_json(text: &str) -> bool {
    let text = assigned(text.trim());
    let Some(inner) = text.strip_prefix(['{', '[']) else { return false };
    let inner = inner.trim_start();
    let in_list = text.starts_with('[') && (inner.starts_with(['{', ']']) || is_json(near(inner)));
    let quoted = inner.strip_prefix('"').and_then(|inner| {
        let behind = near(inner);
        Some(behind[behind.find('"')? + 1..].trim_start().starts_with([':', ',', ']']))
    });
    in_list || quoted.unwrap_or(false) || text.starts_with('{') && inner.starts_with('}')
}

/// The first few characters of a text, which suffice to tell what it is.
fn near(text: &str) -> &str {
    &text[..text.char_indices().nth(DEEPEST).map_or(text.len(), |(at, _)| at)]
}

/// Parses JSON within a string; `None` if it cannot be parsed.
pub fn within(text: &str, budget: &mut Budget) -> Option<Value> {
    serde_json::from_str(&repaired(text, budget).ok()?).ok()
}

/// Parses the values of a text; empty if it does not look like JSON.
///
/// # Errors
/// Where and why the parse failed, if the text looks like JSON.
pub fn values(text: &str, budget: &mut Budget) -> Result<Vec<Value>, String> {
    let file = text;
    let text = assigned(file.trim());
    if !text.starts_with(['{', '[']) {
        return Ok(Vec::new());
    }
    let said = |fault: Fault| match fault {
        Fault::TooMuch(said) => said,
        Fault::TooDeep(at) => {
            let start = file.find(text).unwrap_or_default();
            let before = &file[..start + at];
            let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
            let line = before.matches('\n').count() + 1;
            format!("line {line}, column {column}: values are nested deeper than {DEEPEST}")
        }
    };
    let whole = repaired(text, budget).map_err(said).and_then(|text| {
        let mut stream = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
        match stream.next() {
            Some(Ok(value))
                if text[stream.byte_offset()..].trim_matches([';', ' ', '\n']).is_empty() =>
            {
                Ok(value)
            }
            Some(Err(fault)) => Err(fault.to_string()),
            _ => Err("found more after the end of the value".into()),
        }
    });
    match whole {
        Ok(Value::Array(values)) => Ok(values),
        Ok(value) => Ok(vec![value]),
        Err(fault) => {
            let lines = if budget.is_overdrawn() { Vec::new() } else { by_lines(text) };
            if lines.is_empty() { Err(format!("read as JSON: {fault}")) } else { Ok(lines) }
        }
    }
}

/// Parses one value per line, skipping lines that do not parse.
fn by_lines(text: &str) -> Vec<Value> {
    let lines = text.lines().filter(|line| line.trim_start().starts_with('{')).take(MOST_RECORDS);
    // The whole text was within the budget, and so are its lines.
    let mut budget = Budget::default();
    lines.filter_map(|line| within(line, &mut budget)).collect()
}

/// Strips the `var monsters =` before an array.
fn assigned(text: &str) -> &str {
    let first = text.lines().next().unwrap_or_default();
    match first.find('=') {
        Some(at) if first.starts_with(char::is_alphabetic) && first[at + 1..].trim() == "[" => {
            text[at + 1..].trim_start()
        }
        _ => text,
    }
}

/// Why a text is not repaired.
enum Fault {
    /// Something at that offset is nested too deep.
    TooDeep(usize),
    /// It holds too much.
    TooMuch(String),
}

/// Repairs near-JSON: drops trailing commas, nulls bare words other than `true` and `false` as well as numbers out of
/// range, and replaces control characters within strings (line breaks) by spaces.
fn repaired(text: &str, budget: &mut Budget) -> Result<String, Fault> {
    let mut repaired = String::with_capacity(text.len());
    let mut rest = text;
    let mut depth = 0_usize;
    while let Some(sign) = rest.chars().next() {
        let before = repaired.len();
        let length = match sign {
            '"' => string(rest, &mut repaired),
            ',' => {
                let next = rest[1..].trim_start();
                repaired.push(if next.starts_with([']', '}']) || next.is_empty() { ' ' } else { ',' });
                1
            }
            '[' | '{' => {
                depth += 1;
                if depth > DEEPEST {
                    return Err(Fault::TooDeep(text.len() - rest.len()));
                }
                repaired.push(sign);
                1
            }
            ']' | '}' => {
                depth = depth.saturating_sub(1);
                repaired.push(sign);
                1
            }
            sign if sign.is_alphanumeric() || "+-.".contains(sign) => word(rest, &mut repaired),
            sign => {
                repaired.push(sign);
                sign.len_utf8()
            }
        };
        let is_value = !(sign.is_whitespace() || ":,]}".contains(sign));
        if is_value && budget.charge(VALUE + repaired.len() - before).is_none() {
            return Err(Fault::TooMuch("it holds too many values".into()));
        }
        rest = &rest[length..];
    }
    Ok(repaired)
}

/// Copies a string literal and returns its length in the source.
fn string(text: &str, to: &mut String) -> usize {
    let mut escaped = false;
    for (at, sign) in text.char_indices().skip(1) {
        match sign {
            '"' if !escaped => {
                to.push('"');
                return push(text, at, to);
            }
            _ => escaped = sign == '\\' && !escaped,
        }
    }
    to.push_str(text);
    text.len()
}

/// Copies the contents of a string that ends at `end`, with spaces in place of control characters.
fn push(text: &str, end: usize, to: &mut String) -> usize {
    to.extend(text[1..end].chars().map(|sign| if sign.is_control() { ' ' } else { sign }));
    to.push('"');
    end + 1
}

/// Copies a number or a word and returns its length in the source.
fn word(text: &str, to: &mut String) -> usize {
    let end = text.find(|sign: char| !(sign.is_alphanumeric() || "+-._".contains(sign)));
    let word = &text[..end.unwrap_or(text.len())];
    let bare = word.trim_start_matches('+');
    let number =
        bare.parse::<f64>().is_ok_and(f64::is_finite) && serde_json::from_str::<Value>(bare).is_ok();
    to.push_str(match word {
        "true" | "false" => word,
        _ if number => bare,
        _ => "null",
    });
    word.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn json_is_read_as_people_leave_it() {
        let values = |text: &str| super::values(text, &mut Budget::default());
        let of = |text: &str| values(text).expect("JSON");
        assert_eq!(of("{\"a\": [1, 2,], }"), [json!({"a": [1, 2]})]);
        assert_eq!(of("[{\"a\": NaN}, {\"b\": -Infinity}]"), [json!({"a": null}), json!({"b": null})]);
        assert_eq!(of("{\"a\": 1e999, \"b\": 1.5}"), [json!({"a": null, "b": 1.5})]);
        assert_eq!(of("var monsters = [\n{\"a\": 1},\n];"), [json!({"a": 1})]);
        assert_eq!(of("{\"a\": 1}\n{\"b\": 2}\nbroken\n"), [json!({"a": 1}), json!({"b": 2})]);
        assert_eq!(of("{\"a\": \"one\ntwo \\\" ,}\"}"), [json!({"a": "one two \" ,}"})]);
        assert!(of("Bog Lurker: AC 6").is_empty());
        let values = |text: &str| self::values(text, &mut Budget::default());
        assert!(values("{\"a\": ").is_err());
        let deep = |depth: usize| format!("{{\"a\": {}{}}}", "[".repeat(depth), "]".repeat(depth));
        assert!(values(&deep(DEEPEST - 1)).is_ok() && values(&deep(DEEPEST)).is_err());
    }

    #[test]
    fn prose_that_begins_with_a_bracket_is_no_json() {
        for json in ["{}", "[]", "[{", "{\"a\": ", "[\"a\", ", "[[\"a\"]]", "[[[{", "var x = [\n{"] {
            assert!(is_json(json), "{json}");
        }
        for prose in [
            "[[Bog Lurker]] AC 6",
            "[1] a note",
            "[\"Halt!\" he says]",
            "{{x}}",
            "{name: x}",
            "AC 6",
            "[",
            "",
        ] {
            assert!(!is_json(prose), "{prose}");
        }
    }

    #[test]
    fn many_small_values_are_too_many() {
        let wide = |many: usize| format!("[{}1]", "1,".repeat(many));
        let mut budget = Budget::default();
        assert!(values(&wide(1000), &mut budget).is_ok());
        assert!(values(&wide(2_100_000), &mut budget).is_err() && budget.is_overdrawn());
    }
}
