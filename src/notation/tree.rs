//! A text in RON as a tree of places: where each value stands, whatever its type.

use std::ops::Range;

/// A value in a text: its place, its key if it has one, and the values in its brackets.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Node {
    /// Where its key stands: of a field, or of a row of a map.
    pub key: Option<Range<usize>>,
    /// Where it stands, name and brackets included.
    pub at: Range<usize>,
    /// The values in its brackets, in order.
    pub inner: Vec<Self>,
    /// The bracket it opens with: `(`, `[` or `{`.
    pub bracket: Option<char>,
}

/// The most brackets within brackets that are followed.
const DEEPEST: usize = super::DEPTH;

/// Reads the places of a text. `None` if it is not one value in RON, or is nested too deeply.
pub fn tree(text: &str) -> Option<Node> {
    let mut reader = Reader { text, at: 0 };
    let node = reader.value(0)?;
    reader.blanks();
    (reader.at == text.len()).then_some(node)
}

impl Node {
    /// Its text.
    pub fn text<'a>(&self, of: &'a str) -> &'a str {
        of.get(self.at.clone()).unwrap_or_default()
    }

    /// The text of its key, without quotes; empty if it has none.
    pub fn key<'a>(&self, of: &'a str) -> &'a str {
        let key = self.key.clone().and_then(|key| of.get(key)).unwrap_or_default();
        unquoted(key)
    }

    /// The value of a field, or of a row of a map.
    pub fn field(&self, of: &str, name: &str) -> Option<&Self> {
        self.inner.iter().find(|inner| inner.key.is_some() && inner.key(of) == name)
    }

    /// It and everything in it, outermost first.
    pub fn all(&self) -> Vec<&Self> {
        let inner = self.inner.iter().flat_map(Self::all);
        std::iter::once(self).chain(inner).collect()
    }
}

/// A string without its quotes, or any other text as it is.
pub fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// Passes over blanks and comments.
    fn blanks(&mut self) {
        loop {
            let rest = self.rest();
            let skipped = rest.len() - rest.trim_start().len();
            let rest = rest.trim_start();
            let comment = match rest.get(..2) {
                Some("//") => rest.find('\n').unwrap_or(rest.len()),
                Some("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
                _ => 0,
            };
            self.at += skipped + comment;
            if comment == 0 {
                return;
            }
        }
    }

    fn value(&mut self, depth: usize) -> Option<Node> {
        self.blanks();
        let start = self.at;
        if !self.string()? {
            self.word();
        }
        let after = self.at;
        self.blanks();
        let bracket = self.rest().chars().next().filter(|next| matches!(next, '(' | '[' | '{'));
        let Some(bracket) = bracket else {
            self.at = after;
            return (after > start).then(|| Node { at: start..after, ..Node::default() });
        };
        self.at += 1;
        let inner = self.inner(depth + 1)?;
        Some(Node { at: start..self.at, inner, bracket: Some(bracket), key: None })
    }

    /// Reads the values up to the closing bracket, and passes over that.
    fn inner(&mut self, depth: usize) -> Option<Vec<Node>> {
        let mut inner = Vec::new();
        loop {
            self.blanks();
            if self.rest().starts_with([')', ']', '}']) {
                self.at += 1;
                return Some(inner);
            }
            if depth > DEEPEST {
                return None;
            }
            let first = self.value(depth)?;
            self.blanks();
            if self.rest().starts_with(':') {
                self.at += 1;
                let value = self.value(depth)?;
                inner.push(Node { key: Some(first.at), ..value });
            } else {
                inner.push(first);
            }
            self.blanks();
            if self.rest().starts_with(',') {
                self.at += 1;
            } else if !self.rest().starts_with([')', ']', '}']) {
                return None;
            }
        }
    }

    /// Passes over a string or a character, if one is here. `None` if it does not end.
    fn string(&mut self) -> Option<bool> {
        let rest = self.rest();
        let raw = rest.strip_prefix('r').map(|rest| rest.trim_start_matches('#'));
        let end = if let Some(body) = raw.filter(|body| body.starts_with('"')) {
            let hashes = rest.len() - 1 - body.len();
            let close = format!("\"{}", "#".repeat(hashes));
            rest.len() - body.len() + 1 + body[1..].find(&close)? + close.len()
        } else if let Some(body) = rest.strip_prefix('"') {
            1 + closing_quote(body)? + 1
        } else {
            return Some(false);
        };
        self.at += end;
        Some(true)
    }

    /// Passes over a name, a number or a character.
    fn word(&mut self) {
        let rest = self.rest();
        let ends = |c: char| {
            c.is_whitespace() || matches!(c, ',' | ':' | '(' | ')' | '[' | ']' | '{' | '}' | '"')
        };
        let comment = rest.find("//").unwrap_or(rest.len());
        self.at += rest.find(ends).unwrap_or(rest.len()).min(comment);
    }
}

/// Where a string ends, whose quote is open.
fn closing_quote(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.char_indices().find_map(|(at, letter)| {
        let ends = letter == '"' && !escaped;
        escaped = letter == '\\' && !escaped;
        ends.then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r##"// a comment
(name: "a, \"b\"", rows: [(1, 2, Plain(3)), (what: r#"x)"y"#)], /* ( */ map: {"k": -4, Key: []},)
"##;

    #[test]
    fn each_value_is_found_where_it_stands() {
        let node = tree(TEXT).expect("a value");
        assert_eq!(node.field(TEXT, "name").map(|name| name.text(TEXT)), Some(r#""a, \"b\"""#));
        let rows = node.field(TEXT, "rows").expect("a field");
        let texts: Vec<&str> = rows.inner[0].inner.iter().map(|cell| cell.text(TEXT)).collect();
        assert_eq!(texts, ["1", "2", "Plain(3)"]);
        assert_eq!(
            rows.inner[1].field(TEXT, "what").map(|what| what.text(TEXT)),
            Some(r##"r#"x)"y"#"##)
        );
        let map = node.field(TEXT, "map").expect("a field");
        assert_eq!(map.field(TEXT, "k").map(|k| k.text(TEXT)), Some("-4"));
        assert_eq!(map.field(TEXT, "Key").map(|k| k.inner.len()), Some(0));
        assert_eq!(super::super::Spot::after(TEXT, node.at.start).line, 2);
    }

    #[test]
    fn what_is_no_value_has_no_tree() {
        for text in ["", "(", "(a: )", "[1 2]", "\"open", "(1) 2", &"[".repeat(1000)] {
            assert_eq!(tree(text), None, "{text}");
        }
    }
}
