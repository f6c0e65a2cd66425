//! Markdown notes: fenced blocks, front matter, and the YAML in them.

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

/// Returns the front matter: what is between two lines of dashes at the start of a note.
pub fn front_matter(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("---\n")?;
    let end = rest.find("\n---")?;
    Some(&rest[..end + 1])
}

/// Parses YAML, repairing common mistakes: tabs, and unquoted values with a colon.
pub fn yaml(text: &str) -> Option<Value> {
    let text = text.replace('\t', "  ");
    yaml::read(&text).or_else(|| yaml::read(&quoted(&text)))
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
}
