//! Cases: a scenario that varies only in values is written once, with a `$name` for each such value and a row in
//! `cases` for each run.

use super::bless::{keys, list_behind};
use crate::notation;
use crate::store;
use ron::value::RawValue;
use std::collections::BTreeMap;

/// The values of a case by name, as written.
type Row = BTreeMap<String, Box<RawValue>>;

/// A case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Case {
    /// The values that distinguish it; empty if the file has no cases.
    pub title: String,
    /// The text of the scenario with the values filled in.
    pub text: String,
}

/// Returns the cases of a file; without any, the file itself.
///
/// # Errors
/// The rows cannot be read, or a `$name` is not in its row.
pub(super) fn cases(text: &str) -> Result<Vec<Case>, String> {
    let Some(list) = keys(text, "cases").next().and_then(|at| list_behind(text, at)) else {
        return Ok(vec![Case { title: String::new(), text: text.to_owned() }]);
    };
    let line = 1 + text[..list.start].matches('\n').count();
    let rows: Vec<Row> = notation::read(&text[list]).map_err(|error| {
        format!("{}: cases: {}", line + error.span.start.line - 1, store::misread(&error.code))
    })?;
    let case = |row: &Row| {
        let titles: Vec<_> = row.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        let text = filled(text, row).map_err(|(at, fault)| {
            let line = 1 + text[..at].matches('\n').count();
            format!("{line}: {fault}")
        })?;
        Ok(Case { title: titles.join(", "), text })
    };
    rows.iter().map(case).collect()
}

/// Fills the values of a row into the text. The error has the offset of a name that is not in the row.
fn filled(text: &str, row: &Row) -> Result<String, (usize, String)> {
    let mut filled = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(sign) = text[at..].find('$').map(|sign| at + sign) {
        let rest = &text[sign + 1..];
        let name = &rest[..rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())];
        let value = row.get(name).ok_or_else(|| {
            let known: Vec<&str> = row.keys().map(String::as_str).collect();
            (sign, format!("found ${name}, expected one of {}", known.join(", ")))
        })?;
        filled.push_str(&text[at..sign]);
        filled.push_str(value.get_ron());
        at = sign + 1 + name.len();
    }
    filled.push_str(&text[at..]);
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "(\n  // cases: []\n  cases: [\n    {\"n\": 2, \"says\": \"a b\"},\n    \
                        {\"n\": [1, 2], \"says\": Death},\n  ],\n  x: $n, y: f($says), z: \"$n!\",\n)";

    #[test]
    fn each_row_is_the_text_with_its_values() {
        let all = cases(FILE).expect("cases");
        let of = |case: &Case| case.text.lines().nth(6).unwrap_or_default().to_owned();
        let lines: Vec<_> = all.iter().map(of).collect();
        assert_eq!(
            lines,
            ["  x: 2, y: f(\"a b\"), z: \"2!\",", "  x: [1, 2], y: f(Death), z: \"[1, 2]!\","]
        );
        assert_eq!(all[0].title, "n: 2, says: \"a b\"");
        let plain = cases("(costs: \"$5\")").expect("no cases");
        assert_eq!((plain.len(), &*plain[0].text), (1, "(costs: \"$5\")"));
    }

    #[test]
    fn what_is_amiss_has_its_line() {
        let fault = |text: &str| cases(text).expect_err("a fault");
        assert_eq!(
            fault(&FILE.replace("f($says)", "f($say)")),
            "7: found $say, expected one of n, says"
        );
        assert!(fault(&FILE.replace("Death}", "}")).starts_with("5: cases: "));
    }
}
