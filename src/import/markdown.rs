//! Markdown notes: fenced blocks, front matter, and the YAML in them.

use super::budget::Budget;
use super::yaml;
use serde_json::Value;

/// A fenced block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fence<'a> {
    /// The info string after the opening fence; text may be glued to its first word.
    pub kind: &'a str,
    /// The content.
    pub inner: &'a str,
}

/// Returns the closed fenced blocks of a note.
pub fn fences(text: &str) -> Vec<Fence<'_>> {
    let mut fences = Vec::new();
    let mut open: Option<(&str, usize, &str)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim();
        let mark = ["```", "~~~"].into_iter().find(|mark| bare.starts_with(mark));
        match (open, mark) {
            (None, Some(mark)) => {
                open = Some((bare.trim_start_matches(['`', '~']).trim(), at + line.len(), mark))
            }
            (Some((kind, from, opened)), Some(mark)) if mark == opened => {
                fences.push(Fence { kind, inner: &text[from..at] });
                open = None;
            }
            _ => {}
        }
        at += line.len();
    }
    fences
}

/// Splits off the front matter: what is between two lines of dashes at the start of a note.
pub fn front_matter(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("---\n")?;
    let end = rest.find("\n---\n").or_else(|| rest.strip_suffix("\n---").map(str::len))?;
    Some((&rest[..end + 1], rest[end + 4..].trim_start_matches('\n')))
}

/// Parses YAML, repairing common mistakes: tabs, and unquoted values with a colon.
pub fn yaml(text: &str, budget: &mut Budget) -> Option<Value> {
    let text = text.replace('\t', "  ");
    let read = yaml::read(&text, budget);
    if read.is_some() || budget.is_overdrawn() { read } else { yaml::read(&quoted(&text), budget) }
}

/// The documents of a stream of YAML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Documents {
    /// Those that could be read, with the elements of lists one by one.
    pub values: Vec<Value>,
    /// How many could not be read.
    pub unread: usize,
    /// Whether they can be nothing but data: a stat block whose lines begin with labels is a flat map to YAML.
    pub certain: bool,
}

/// The documents of a text that is YAML from its first line on; `None` if it is something else.
pub fn documents(text: &str, budget: &mut Budget) -> Option<Documents> {
    let is_remark =
        |line: &&str| line.trim().is_empty() || line.starts_with(['#', '%']) || *line == "---";
    if !text.lines().find(|line| !is_remark(line)).is_some_and(has_key) {
        return None;
    }
    let (mut values, mut unread) = (Vec::new(), 0);
    for part in divided(text) {
        match yaml(part, budget) {
            Some(Value::Array(list)) => values.extend(list),
            Some(Value::Null) => {}
            Some(value) => values.push(value),
            None => unread += 1,
        }
    }
    // Prose is a text to YAML; labels of several words are no keys of data.
    let is_data =
        |value: &Value| value.as_object().is_some_and(|map| !map.keys().any(|key| key.contains(' ')));
    let nested = |value: &Value| value.as_object().is_some_and(|map| map.values().any(is_nested));
    let certain = unread == 0 && values.iter().all(nested);
    (!values.is_empty() && values.iter().all(is_data)).then_some(Documents { values, unread, certain })
}

fn is_nested(value: &Value) -> bool {
    value.is_array() || value.is_object()
}

/// Whether a line begins with a key, or opens a map or list of maps.
fn has_key(line: &str) -> bool {
    let line = line.strip_prefix("--- ").unwrap_or(line).trim_start();
    let line = line.strip_prefix("- ").unwrap_or(line).trim_start();
    let key = line.split_once(':').map(|(key, _)| key.trim_matches(['"', '\'', ' ']));
    let word = |key: &str| {
        !key.is_empty() && key.chars().all(|sign| sign.is_alphanumeric() || "_-.".contains(sign))
    };
    line.starts_with('{') || line.starts_with("[{") || key.is_some_and(word)
}

/// Splits a stream of YAML into its documents, so that a faulty one does not cost the others.
fn divided(text: &str) -> Vec<&str> {
    let (mut parts, mut from, mut at) = (Vec::new(), 0, 0);
    for line in text.split_inclusive('\n') {
        if line.trim_end() == "---" {
            parts.push(&text[from..at]);
            from = at + line.len();
        }
        at += line.len();
    }
    parts.push(&text[from..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// Quotes values that contain a colon or begin with an asterisk.
fn quoted(text: &str) -> String {
    let line = |line: &str| {
        let at = line.find(": ").filter(|_| !line.contains(['"', '[', '{']));
        let value = at
            .map(|at| line[at + 2..].trim())
            .filter(|value| value.contains(": ") || value.starts_with('*'));
        match (at, value) {
            (Some(at), Some(value)) => format!("{}: \"{}\"", &line[..at], value.replace('\\', "\\\\")),
            _ => line.to_string(),
        }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn yaml_is_read_as_people_write_it() {
        let yaml = |text: &str| super::yaml(text, &mut Budget::default());
        let of = |text: &str| yaml(text).unwrap_or(Value::Null);
        assert_eq!(of("- 2: Bog Lurker, 18"), json!([{"2": "Bog Lurker, 18"}]));
        assert_eq!(of("a: !!int \"67\"\nb: !!str 5"), json!({"a": 67, "b": "5"}));
        assert_eq!(
            of("- [[Bog Lurker, Old Sedge], 27, ally]"),
            json!([[["Bog Lurker", "Old Sedge"], 27, "ally"]])
        );
        assert_eq!(
            of("name: Fight: the ford\nparty: x"),
            json!({"name": "Fight: the ford", "party": "x"})
        );
        assert_eq!(of("cr: 1/4"), json!({"cr": "1/4"}));
        assert_eq!(yaml(&"[".repeat(500)), None);
    }

    #[test]
    fn fences_are_found() {
        let all = fences("x\n```encounter\na: 1\n```\n~~~statblock\nb: 2\n~~~\n```open\n");
        let kinds: Vec<(&str, &str)> = all.iter().map(|fence| (fence.kind, fence.inner)).collect();
        assert_eq!(kinds, [("encounter", "a: 1\n"), ("statblock", "b: 2\n")]);
    }

    #[test]
    fn documents_are_data_and_no_prose() {
        let of = |text: &str| {
            let all = documents(text, &mut Budget::default())?;
            Some((all.values.len(), all.unread, all.certain))
        };
        assert_eq!(of("# x\n---\na: {b: 1}\n---\na: [\n---\na: [2]"), Some((2, 1, false)));
        assert_eq!(of("- a: [1]\n- a: {}"), Some((2, 0, true)));
        assert_eq!(of("{a: {b: 1}}"), Some((1, 0, true)));
        assert_eq!(of("Orc: AC 6, HD 1"), Some((1, 0, false)));
        assert_eq!(of("---\ntags: [x]\n---\nOrc: AC 6, HD 1"), Some((2, 0, false)));
        for prose in [
            "Bog Orc: AC 6",
            "Orc\nAC: 6",
            "AC: 6\nHit Dice: [1]",
            "---\na: [1]\n---\nOnce upon a time.",
        ] {
            assert_eq!(of(prose), None, "{prose}");
        }
    }

    #[test]
    fn front_matter_is_split_off() {
        assert_eq!(front_matter("---\na: 1\n---\n\nx\n"), Some(("a: 1\n", "x\n")));
        assert_eq!(front_matter("---\na: 1\n---"), Some(("a: 1\n", "")));
        assert_eq!(front_matter("---\nx"), None);
    }
}
