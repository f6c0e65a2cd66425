//! Notes in Markdown: what is fenced, what stands in front of a note, and YAML.

use super::yaml;
use serde_json::Value;

/// A fenced block: its kind, and what stands in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fence<'a> {
    /// The word behind the marks, perhaps with what is glued to it.
    pub kind: &'a str,
    /// What stands in it.
    pub inner: &'a str,
}

/// Every fenced block of a note.
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

/// What stands between two lines of dashes at the beginning of a note.
pub fn front_matter(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("---\n")?;
    let end = rest.find("\n---")?;
    Some(&rest[..end + 1])
}

/// Reads YAML; what people leave in it that is none is mended: tabs, and a colon in a name.
pub fn yaml(text: &str) -> Option<Value> {
    let text = text.replace('\t', "  ");
    yaml::read(&text).or_else(|| yaml::read(&quoted(&text)))
}

/// With quotes round values that hold a colon.
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
