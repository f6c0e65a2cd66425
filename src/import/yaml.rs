//! Reads YAML into JSON values, so that foreign files have one shape. The event parser is a dependency; resolving
//! scalars and limiting the size of the result is done here.

use super::DEEPEST;
use super::budget::{Budget, VALUE};
use granit_parser::{Event, Parser, ScalarStyle, Tag};
use serde_json::{Map, Number, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Reads a document; `None` if it is not valid YAML, not a single document, too deep, or too large for the budget, which
/// is charged for what is written and for what aliases stand for.
pub(super) fn read(text: &str, budget: &mut Budget) -> Option<Value> {
    let nesting = DEEPEST;
    let options = granit_parser::options! { flow_nesting_limit: nesting, block_nesting_limit: nesting };
    let parser = Parser::new_from_str_with_options(text, options);
    let mut reader = Reader { parser, named: BTreeMap::new(), budget };
    let mut whole = None;
    loop {
        match reader.next()? {
            Event::StreamEnd => return Some(whole.unwrap_or(Value::Null)),
            Event::StreamStart | Event::DocumentStart(..) | Event::DocumentEnd => {}
            _ if whole.is_some() => return None,
            event => whole = Some(reader.value(event, 0)?.0),
        }
    }
}

struct Reader<'a, 'b> {
    parser: Parser<'a, granit_parser::StrInput<'a>>,
    /// The anchored values by anchor number, each with the bytes it takes.
    named: BTreeMap<usize, (Value, usize)>,
    budget: &'b mut Budget,
}

impl<'a> Reader<'a, '_> {
    fn next(&mut self) -> Option<Event<'a>> {
        Some(self.parser.next_event()?.ok()?.0)
    }

    /// Reads the value that begins with this event; also returns the bytes it takes.
    fn value(&mut self, event: Event<'a>, depth: usize) -> Option<(Value, usize)> {
        if depth > DEEPEST {
            return None;
        }
        let before = self.budget.left();
        self.budget.charge(VALUE)?;
        let (value, name) = match event {
            Event::Alias(name) => {
                let (value, bytes) = self.named.get(&name)?;
                self.budget.charge(*bytes)?;
                (value.clone(), 0)
            }
            Event::Scalar(text, style, name, tag) => {
                self.budget.charge(text.len())?;
                (scalar(text, style, tag.as_deref())?, name)
            }
            Event::SequenceStart(_, name, _) => (self.list(depth)?, name),
            Event::MappingStart(_, name, _) => (self.map(depth)?, name),
            _ => return None,
        };
        let bytes = before - self.budget.left();
        if name > 0 {
            self.budget.charge(bytes)?;
            self.named.insert(name, (value.clone(), bytes));
        }
        Some((value, bytes))
    }

    fn list(&mut self, depth: usize) -> Option<Value> {
        let mut list = Vec::new();
        loop {
            match self.next()? {
                Event::SequenceEnd => return Some(Value::Array(list)),
                event => list.push(self.value(event, depth + 1)?.0),
            }
        }
    }

    /// Reads a map. The last of duplicate keys wins; written keys override merged ones (`<<`).
    fn map(&mut self, depth: usize) -> Option<Value> {
        let (mut map, mut merged) = (Map::new(), Vec::new());
        loop {
            let key = match self.next()? {
                Event::MappingEnd => break,
                Event::Scalar(text, _, name, _) => {
                    if name > 0 {
                        self.budget.charge(VALUE + text.len())?;
                        self.named.insert(name, (Value::String(text.to_string()), VALUE + text.len()));
                    }
                    text
                }
                Event::Alias(name) => Cow::Owned(self.named.get(&name)?.0.as_str()?.to_string()),
                _ => return None,
            };
            self.budget.charge(VALUE + key.len())?;
            let event = self.next()?;
            let value = self.value(event, depth + 1)?.0;
            match value {
                Value::Object(_) | Value::Array(_) if key == "<<" => merged.push(value),
                value => {
                    map.insert(key.into_owned(), value);
                }
            }
        }
        let all = merged.into_iter().flat_map(|value| match value {
            Value::Array(list) => list,
            one => vec![one],
        });
        for (key, value) in all.filter_map(|value| value.as_object().cloned()).flatten() {
            map.entry(key).or_insert(value);
        }
        Some(Value::Object(map))
    }
}

/// Resolves a scalar by its tag, else, if unquoted, by its form.
fn scalar(text: Cow<'_, str>, style: ScalarStyle, tag: Option<&Tag>) -> Option<Value> {
    let trimmed = text.trim();
    let is_text = style != ScalarStyle::Plain || tag.is_some_and(|tag| tag.original() == "!");
    match tag.and_then(Tag::core_suffix) {
        Some("null") => Some(Value::Null),
        Some("bool") => truth(trimmed),
        Some("int") => whole(trimmed),
        Some("float") => fraction(trimmed),
        Some(_) => Some(Value::String(text.into_owned())),
        None if is_text => Some(Value::String(text.into_owned())),
        None if trimmed.is_empty() || trimmed == "~" || trimmed.eq_ignore_ascii_case("null") => {
            Some(Value::Null)
        }
        None => {
            let known = truth(trimmed).or_else(|| whole(trimmed)).or_else(|| fraction(trimmed));
            Some(known.unwrap_or_else(|| Value::String(text.into_owned())))
        }
    }
}

fn truth(text: &str) -> Option<Value> {
    let is_one_of = |words: &[&str]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    if is_one_of(&["true", "yes", "y", "on"]) {
        Some(Value::Bool(true))
    } else if is_one_of(&["false", "no", "n", "off"]) {
        Some(Value::Bool(false))
    } else {
        None
    }
}

/// Parses an integer. One with a leading zero (007) might be octal and is left to [`fraction`].
fn whole(text: &str) -> Option<Value> {
    let bare = text.strip_prefix(['+', '-']).unwrap_or(text);
    let prefix = bare.get(..2).unwrap_or_default().to_ascii_lowercase();
    let (base, digits) = match prefix.as_str() {
        "0x" => (16, &bare[2..]),
        "0o" => (8, &bare[2..]),
        "0b" => (2, &bare[2..]),
        _ if bare.len() > 1 && bare.starts_with('0') => return None,
        _ => (10, bare),
    };
    if digits.split('_').any(|part| part.is_empty() || !part.chars().all(|c| c.is_digit(base))) {
        return None;
    }
    let size = i128::from_str_radix(&digits.replace('_', ""), base).ok()?;
    let number = if text.starts_with('-') { -size } else { size };
    Number::from_i128(number).map(Value::Number)
}

fn fraction(text: &str) -> Option<Value> {
    Number::from_f64(text.parse().ok()?).map(Value::Number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(text: &str) -> Option<Value> {
        super::read(text, &mut Budget::default())
    }

    #[test]
    fn a_scalar_means_what_it_looks_like_unless_a_tag_or_quotes_say_otherwise() {
        for (text, value) in [
            ("", Value::Null),
            ("~", Value::Null),
            ("Null", Value::Null),
            ("'null'", json!("null")),
            ("yes", json!(true)),
            ("OFF", json!(false)),
            ("-12", json!(-12)),
            ("+1_000", json!(1000)),
            ("1__0", json!("1__0")),
            ("0x1F", json!(31)),
            ("0o17", json!(15)),
            ("0b11", json!(3)),
            ("0xg", json!("0xg")),
            ("007", json!(7.0)),
            ("1.5", json!(1.5)),
            ("1e3", json!(1000.0)),
            ("inf", json!("inf")),
            (".nan", json!(".nan")),
            ("18446744073709551615", json!(u64::MAX)),
            ("2d6+1", json!("2d6+1")),
            ("\"5\"", json!("5")),
            ("!!str 5", json!("5")),
            ("!!int \"67\"", json!(67)),
            ("!!float 1", json!(1.0)),
            ("! 5", json!("5")),
            ("!own 5", json!(5)),
        ] {
            assert_eq!(read(text), Some(value), "{text}");
        }
        for wrong in ["!!int x", "!!bool 5", "[1, 2", "a: *nobody", "--- a\n--- b", "@a", "{[a]: b}"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn names_stand_for_their_values_and_what_is_merged_gives_way() {
        assert_eq!(read("a: &x [1, 2]\nb: *x"), Some(json!({"a": [1, 2], "b": [1, 2]})));
        assert_eq!(read("&a a: *a\n*a : c"), Some(json!({"a": "c"})));
        assert_eq!(read("a: 1\na: 2"), Some(json!({"a": 2})));
        assert_eq!(read("<<: [{a: 1}, {a: 2, b: 3}]\nb: 1"), Some(json!({"a": 1, "b": 1})));
        assert_eq!(read("<<: x"), Some(json!({"<<": "x"})));
    }

    #[test]
    fn no_text_is_read_too_deep_or_grows_without_bounds() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(read(&nested(DEEPEST)).is_some() && read(&nested(DEEPEST + 1)).is_none());
        let grown = |steps: usize| {
            let line = |n: usize| format!("b{n}: &b{n} [*b{0}, *b{0}, *b{0}]\n", n - 1);
            "b0: &b0 [x, x]\n".to_string() + &(1..=steps).map(line).collect::<String>()
        };
        assert!(read(&grown(5)).is_some() && read(&grown(40)).is_none());
        // A few aliases of a long text.
        let long =
            |times: usize| format!("a: &a {}\nb: [{}]", "x".repeat(1_000_000), "*a, ".repeat(times));
        assert!(read(&long(5)).is_some() && read(&long(100)).is_none());
        let keys =
            |times: usize| format!("&a {}: 1\nb:\n{}", "x".repeat(1000), "- {*a : 1}\n".repeat(times));
        assert!(read(&keys(50)).is_some() && read(&keys(100_000)).is_none());
    }
}
