//! The cells of a ruleset's tables by address, and what a house book puts in their place.
//!
//! An address is a path through `tables` of the ruleset's asset: the names of fields, and in brackets the key of a row:
//! `weapons[sword].damage`, `critical[31-40]`, `shield_weight`. The key of a row is what it begins with; in a table of
//! ranges it is a number or a range. `[+]` adds a row.

use crate::notation::tree::{Node, tree, unquoted};
use std::ops::Range;

/// A step of an address.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Step<'a> {
    /// A field, or a value of a tuple by its number from 1 on.
    Field(&'a str),
    /// A row.
    Row(&'a str),
}

/// Puts a value in the place of what an address means. Returns the changed text.
///
/// # Errors
/// What the address does not find.
pub fn put(text: &str, address: &str, value: &str) -> Result<String, String> {
    let steps = steps(address)?;
    let root = tree(text).ok_or("the tables cannot be read")?;
    let mut at = &root;
    let mut way = String::new();
    for (nth, step) in steps.iter().enumerate() {
        let last = nth + 1 == steps.len();
        match step {
            Step::Field(name) => {
                at = field(at, text, name).ok_or_else(|| no_field(at, text, name, &way))?;
                way = if way.is_empty() { (*name).into() } else { format!("{way}.{name}") };
            }
            Step::Row(key) if last => return put_row(at, text, key, value, &way),
            Step::Row(key) => {
                at = row(at, text, key).ok_or_else(|| no_row(at, text, key, &way))?;
                way = format!("{way}[{key}]");
            }
        }
    }
    Ok(spliced(text, &at.at, value))
}

fn spliced(text: &str, at: &Range<usize>, value: &str) -> String {
    format!("{}{value}{}", &text[..at.start], &text[at.end..])
}

/// Reads an address.
fn steps(address: &str) -> Result<Vec<Step<'_>>, String> {
    let (mut rest, mut steps) = (address, Vec::new());
    let bad = || format!("found the address \"{address}\", expected one like weapons[sword].damage");
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('[') {
            let (key, after) = after.split_once(']').ok_or_else(bad)?;
            steps.push(Step::Row(key.trim()));
            rest = after.strip_prefix('.').unwrap_or(after);
        } else {
            let end = rest.find(['.', '[']).unwrap_or(rest.len());
            steps.push(Step::Field(rest[..end].trim()));
            rest = rest[end..].strip_prefix('.').unwrap_or(&rest[end..]);
        }
    }
    let sound = |step: &Step| !matches!(step, Step::Field("") | Step::Row(""));
    match steps.first() {
        Some(Step::Field(_)) if steps.iter().all(sound) => Ok(steps),
        _ => Err(bad()),
    }
}

/// A field by its name, or the value of a tuple by its number. A row of a table of ranges is entered by itself.
fn field<'a>(at: &'a Node, text: &str, name: &str) -> Option<&'a Node> {
    let of = |at: &'a Node| {
        let nth = name.parse::<usize>().ok().and_then(|nth| nth.checked_sub(1));
        nth.map_or_else(|| at.field(text, name), |nth| at.inner.get(nth))
    };
    of(at).or_else(|| of(at.inner.last().filter(|_| range_of(at, text).is_some())?))
}

fn no_field(at: &Node, text: &str, name: &str, way: &str) -> String {
    let known: Vec<&str> =
        at.inner.iter().map(|inner| inner.key(text)).filter(|key| !key.is_empty()).collect();
    let within = if way.is_empty() { "the tables".into() } else { way.to_string() };
    unknown(&format!("found {name} in {within}"), name, &known)
}

fn no_row(at: &Node, text: &str, key: &str, way: &str) -> String {
    let known: Vec<&str> = at.inner.iter().filter_map(|row| key_of(row, text)).collect();
    unknown(&format!("found the row {key} of {way}"), key, &known)
}

/// The most names listed.
const NAMES: usize = 12;

fn unknown(found: &str, name: &str, known: &[&str]) -> String {
    if let Some(near) = crate::notation::nearest(name, known) {
        return format!("{found}; did you mean {near}?");
    }
    match known {
        [] => format!("{found}, expected nothing more: this is no table"),
        _ => {
            let more = if known.len() > NAMES { " and others" } else { "" };
            format!("{found}, expected one of {}{more}", known[..known.len().min(NAMES)].join(", "))
        }
    }
}

/// What a row is called by: its key in a map, or what it begins with.
fn key_of<'a>(row: &Node, text: &'a str) -> Option<&'a str> {
    match &row.key {
        Some(key) => text.get(key.clone()).map(unquoted),
        None => row.inner.first().map(|first| unquoted(first.text(text))),
    }
}

/// The range of a row of a table of ranges.
fn range_of(row: &Node, text: &str) -> Option<(i32, i32)> {
    let [least, most, _] = &row.inner[..] else { return None };
    let plain = least.key.is_none() && most.key.is_none();
    let number = |node: &Node| node.text(text).parse::<i32>().ok();
    Some((number(least)?, number(most)?)).filter(|_| plain)
}

/// A number or a range: `19`, `19-20`, `-3--1`.
fn range(key: &str) -> Option<(i32, i32)> {
    if let Ok(one) = key.parse() {
        return Some((one, one));
    }
    let (at, _) = key.char_indices().skip(1).find(|(_, letter)| *letter == '-')?;
    Some((key[..at].trim().parse().ok()?, key[at + 1..].trim().parse().ok()?))
}

/// Finds a row.
fn row<'a>(table: &'a Node, text: &str, key: &str) -> Option<&'a Node> {
    let called = |row: &&Node| key_of(row, text).is_some_and(|own| own.eq_ignore_ascii_case(key));
    let holds = |row: &&Node, (least, most): (i32, i32)| {
        range_of(row, text).is_some_and(|(from, to)| from <= least && most <= to)
    };
    let ranged = range(key).and_then(|range| table.inner.iter().find(|row| holds(row, range)));
    ranged.or_else(|| table.inner.iter().find(called))
}

/// Puts a value in the place of a row, or adds it.
fn put_row(table: &Node, text: &str, key: &str, value: &str, way: &str) -> Result<String, String> {
    if key == "+" {
        return match table.bracket {
            Some('[') => Ok(added(table, text, value)),
            _ => Err(format!("found {way}[+], expected a table with rows")),
        };
    }
    if let Some(range) = range(key).filter(|_| is_ranged(table, text)) {
        return put_range(table, text, range, value, way);
    }
    let row = row(table, text, key).ok_or_else(|| no_row(table, text, key, way))?;
    // Of a row with a key and one value, the value is meant; otherwise the row is, whole.
    let place = match &row.inner[..] {
        [first, second] if row.key.is_none() && first.key.is_none() => &second.at,
        _ => &row.at,
    };
    Ok(spliced(text, place, value))
}

fn added(table: &Node, text: &str, value: &str) -> String {
    let end = table.at.end - 1;
    let comma = if table.inner.is_empty() || text[..end].trim_end().ends_with(',') { "" } else { "," };
    spliced(text, &(end..end), &format!("{comma}{value},"))
}

/// Whether it is a table of ranges.
pub fn is_ranged(table: &Node, text: &str) -> bool {
    !table.inner.is_empty() && table.inner.iter().all(|row| range_of(row, text).is_some())
}

/// Gives a range a result of its own: what other rows say of it is cut off them.
fn put_range(
    table: &Node,
    text: &str,
    (from, to): (i32, i32),
    value: &str,
    way: &str,
) -> Result<String, String> {
    let ends = ends(table, text);
    if from > to || ends.is_none_or(|(least, most)| from < least || to > most) {
        let (least, most) = ends.unwrap_or_default();
        return Err(format!("found {from}-{to} of {way}, expected numbers from {least} to {most}"));
    }
    let mut rows = Vec::new();
    for row in &table.inner {
        let (least, most) = range_of(row, text).unwrap_or_default();
        let result = row.inner[2].text(text);
        if least < from {
            rows.push((least, most.min(from - 1), result));
        }
        if (least..=most).contains(&from) {
            rows.push((from, to, value));
        }
        if most > to {
            rows.push((least.max(to + 1), most, result));
        }
    }
    let rows: String =
        rows.iter().map(|(least, most, result)| format!("({least}, {most}, {result}),")).collect();
    Ok(spliced(text, &table.at, &format!("[{rows}]")))
}

/// The numbers with which a table of ranges begins and ends.
fn ends(table: &Node, text: &str) -> Option<(i32, i32)> {
    let first = range_of(table.inner.first()?, text)?;
    Some((first.0, range_of(table.inner.last()?, text)?.1))
}

/// Checks that every table of ranges covers the numbers that the shipped one does, each once.
///
/// # Errors
/// The first table that does not, and the numbers.
pub fn covered(shipped: &str, changed: &str) -> Result<(), (String, String)> {
    let (Some(old), Some(new)) = (tree(shipped), tree(changed)) else { return Ok(()) };
    for table in &old.inner {
        let name = table.key(shipped);
        let Some(after) = new.field(changed, name) else { continue };
        same_ends(table, shipped, after, changed, name)?;
    }
    Ok(())
}

fn same_ends(
    old: &Node,
    shipped: &str,
    new: &Node,
    changed: &str,
    name: &str,
) -> Result<(), (String, String)> {
    let wrong = |what: String| Err((name.to_string(), format!("{name}: {what}")));
    if !is_ranged(old, shipped) {
        let emptied = old.bracket == Some('[') && !old.inner.is_empty() && new.inner.is_empty();
        return if emptied { wrong("found no rows, expected at least one".into()) } else { Ok(()) };
    }
    let Some((least, most)) = ends(old, shipped) else { return Ok(()) };
    if !is_ranged(new, changed) {
        return wrong("expected rows of a least number, a most and a result".into());
    }
    let mut next = least;
    for row in &new.inner {
        let (from, to) = range_of(row, changed).unwrap_or_default();
        if from != next || to < from {
            return wrong(format!("found a row for {from}-{to}, expected one that begins at {next}"));
        }
        next = to.saturating_add(1);
    }
    if next != most.saturating_add(1) {
        return wrong(format!("found rows up to {}, expected {least} to {most}, each once", next - 1));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLES: &str = r#"(
        weight: 100,
        rows: [(1, 1, 0), (2, 5, (what: A)), (6, 6, 2)],
        weapons: [(name: "sword", damage: "1d8"), (name: "long bow", damage: "1d6")],
        coins: [("gem", 1)], map: {Oil: 3},
    )"#;

    fn changed(address: &str, value: &str) -> String {
        let text = put(TABLES, address, value).unwrap_or_else(|fault| fault);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn an_address_means_a_cell_a_row_or_a_table() {
        for (address, value, expected) in [
            ("weight", "7", "weight: 7,"),
            ("weapons[sword].damage", "\"1d10\"", "(name: \"sword\", damage: \"1d10\"), (name"),
            ("weapons[Long Bow].damage", "\"1d4\"", "damage: \"1d4\")]"),
            ("weapons[sword]", "(name: \"x\")", "[(name: \"x\"), (name: \"long"),
            ("weapons[+]", "(name: \"x\")", ",(name: \"x\"),]"),
            ("rows[6]", "9", "(2, 5, (what: A)),(6, 6, 9),]"),
            ("rows[3-4]", "9", "[(1, 1, 0),(2, 2, (what: A)),(3, 4, 9),(5, 5, (what: A)),(6, 6, 2),]"),
            ("rows[1-2]", "9", "[(1, 2, 9),(3, 5, (what: A)),(6, 6, 2),]"),
            ("rows[2].what", "B", "(2, 5, (what: B))"),
            ("rows", "[]", "rows: [],"),
            ("coins[gem]", "2", "(\"gem\", 2)"),
            ("map[Oil]", "4", "{Oil: 4}"),
        ] {
            assert!(
                changed(address, value).contains(expected),
                "{address}: {}",
                changed(address, value)
            );
        }
    }

    #[test]
    fn an_address_that_means_nothing_names_what_is_like_it() {
        for (address, told) in [
            ("wepons[sword]", "found wepons in the tables; did you mean weapons?"),
            ("weapons[sward].damage", "found the row sward of weapons; did you mean sword?"),
            ("weapons[sword].damge", "found damge in weapons[sword]; did you mean damage?"),
            ("rows[7]", "found 7-7 of rows, expected numbers from 1 to 6"),
            ("weight[+]", "found weight[+], expected a table with rows"),
            ("weight.x", "found x in weight, expected nothing more: this is no table"),
            ("", "found the address \"\", expected one like weapons[sword].damage"),
            ("rows[1", "found the address \"rows[1\", expected one like weapons[sword].damage"),
        ] {
            assert_eq!(put(TABLES, address, "1"), Err(told.into()));
        }
    }

    #[test]
    fn a_table_of_ranges_says_everything_once() {
        let check = |rows: &str| covered(TABLES, &changed("rows", rows)).map_err(|(_, told)| told);
        assert_eq!(check("[(1, 6, 0)]"), Ok(()));
        assert_eq!(
            check("[(1, 3, 0), (5, 6, 1)]"),
            Err("rows: found a row for 5-6, expected one that begins at 4".into())
        );
        assert_eq!(
            check("[(1, 3, 0), (3, 6, 1)]"),
            Err("rows: found a row for 3-6, expected one that begins at 4".into())
        );
        assert_eq!(
            check("[(1, 5, 0)]"),
            Err("rows: found rows up to 5, expected 1 to 6, each once".into())
        );
        assert_eq!(
            check("[]"),
            Err("rows: expected rows of a least number, a most and a result".into())
        );
        assert_eq!(
            covered(TABLES, &changed("weapons", "[]")).map_err(|(_, told)| told),
            Err("weapons: found no rows, expected at least one".into())
        );
    }
}
