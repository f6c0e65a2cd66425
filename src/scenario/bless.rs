//! Rewrites the logs in a scenario file and leaves the rest of it alone.

use std::ops::Range;

/// Replaces the list after each `log:`, in order; `None` leaves one as it is.
pub fn bless(text: &str, logs: &[Option<Vec<String>>]) -> String {
    let mut blessed = String::with_capacity(text.len());
    let mut kept = 0;
    for (at, log) in keys(text, "log").zip(logs) {
        if let (Some(log), Some(list)) = (log, list_behind(text, at)) {
            blessed.push_str(&text[kept..list.start]);
            blessed.push_str(&written(log, indent(text, at)));
            kept = list.end;
        }
    }
    blessed.push_str(&text[kept..]);
    blessed
}

/// Returns the offsets of a field, ignoring comments and strings.
pub(super) fn keys<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = usize> + 'a {
    code(text).filter_map(move |word| {
        let rest = text[word.end..].trim_start();
        (&text[word.clone()] == name && rest.starts_with(':')).then_some(word.start)
    })
}

/// The tokens of the text, without comments.
fn code(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let first = rest.chars().next()?;
            let length = length_of(rest, first);
            let start = at;
            at += length;
            if !first.is_whitespace() && !rest.starts_with("//") && !rest.starts_with("/*") {
                return Some(start..at);
            }
        }
    })
}

/// The length of the comment, string, word or punctuation mark that begins the text.
fn length_of(rest: &str, first: char) -> usize {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return rest.find("*/").map_or(rest.len(), |end| end + 2);
    }
    match first {
        '"' => string_length(rest),
        c if word(c) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
        c => c.len_utf8(),
    }
}

fn string_length(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    rest.len()
}

/// Returns the list `[...]` after the field at this offset.
pub(super) fn list_behind(text: &str, at: usize) -> Option<Range<usize>> {
    let mut open = None;
    let mut depth = 0usize;
    for mark in code(&text[at..]) {
        match &text[at + mark.start..at + mark.end] {
            "[" => {
                open = open.or(Some(at + mark.start));
                depth += 1;
            }
            "]" => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return open.map(|open| open..at + mark.end);
                }
            }
            "," | ")" if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// The indentation of the line at this offset.
fn indent(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = &text[start..at];
    &line[..line.len() - line.trim_start().len()]
}

fn written(log: &[String], indent: &str) -> String {
    let lines: Vec<String> = log.iter().map(|line| format!("{indent}  {line:?},\n")).collect();
    if lines.is_empty() { "[]".into() } else { format!("[\n{}{indent}]", lines.concat()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"(
  // log: ["not this"]
  script: [
    (do: Note("log: [\"nor this\"]"), log: ["old", "lines [x]"]),
    (do: Proceed),
    (do: Skip, log: []),
  ],
)"#;

    #[test]
    fn only_the_lists_behind_log_change() {
        let logs = [Some(vec!["a \"b\"".to_string()]), None];
        let blessed = bless(FILE, &logs);
        let want = FILE.replace(r#"["old", "lines [x]"]"#, "[\n      \"a \\\"b\\\"\",\n    ]");
        assert_eq!(blessed, want);
        assert_eq!(bless(&blessed, &[Some(vec!["old".into()]), Some(vec![])]).matches("old").count(), 1);
    }

    #[test]
    fn steps_are_found_by_their_do() {
        let lines: Vec<usize> =
            keys(FILE, "do").map(|at| FILE[..at].matches('\n').count() + 1).collect();
        assert_eq!(lines, [4, 5, 6]);
    }
}
