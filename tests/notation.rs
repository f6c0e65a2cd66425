//! Wardrum's dialect of RON.

use serde::{Deserialize, Serialize};
use std::path::Path;
use wardrum::chronicle::Entry;
use wardrum::notation;
use wardrum::rules;
use wardrum::rules::model::encounter::Encounter;

/// The most complex rows of a save.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Row {
    Entry(Entry),
    Kept { line: Vec<(u32, u32)>, state: Box<Encounter> },
}

fn rows() -> Vec<String> {
    let saves =
        std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("saves")).expect("a folder");
    let mut paths: Vec<_> = saves.map(|file| file.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|kind| kind == "ron"));
    paths.sort();
    let texts = paths.iter().map(|path| std::fs::read_to_string(path).expect("a text"));
    let of_kind = |row: &&str| ["Entry(", "Kept("].iter().any(|head| row.starts_with(head));
    texts.flat_map(|text| text.lines().filter(of_kind).map(str::to_owned).collect::<Vec<_>>()).collect()
}

#[test]
fn what_is_written_reads_alike_on_one_line_and_over_several() {
    let rows = rows();
    assert!(rows.len() > 300, "{}", rows.len());
    for text in rows.iter().step_by(7) {
        let row: Row = rules::read(text).expect("it reads");
        for text in [notation::line(&row), notation::page(&row)].map(|text| text.expect("written")) {
            assert_eq!(rules::read::<Row>(&text).as_ref(), Ok(&row), "{text}");
        }
    }
}

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Every {
    size: u16,
    kind: Option<Kind>,
    all: Vec<Kind>,
    inner: Option<Box<Every>>,
    boxed: Option<Wrapped>,
}

#[derive(Debug, PartialEq, Deserialize)]
enum Kind {
    Held(Box<Every>),
    Maybe(Option<Box<Every>>),
}

#[derive(Debug, PartialEq, Deserialize)]
struct Wrapped(Box<Every>);

#[test]
fn some_and_the_brackets_of_newtypes_are_omitted() {
    let read =
        |text: &str| notation::read::<Every>(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    for (short, long) in [
        ("(inner: (size: 3))", "(inner: Some(size: 3))"),
        ("(kind: Held(size: 3))", "(kind: Some(Held(size: 3)))"),
        ("(kind: Maybe(size: 3))", "(kind: Maybe(Some(size: 3)))"),
        ("(boxed: (size: 3))", "(boxed: Some((size: 3)))"),
        ("(size: 3)", "#![enable(implicit_some, unwrap_newtypes)]\n(size: 3)"),
    ] {
        assert_eq!(read(short), read(long), "{short}");
        assert_ne!(read(short), Every::default(), "{short}");
    }
}

#[test]
fn a_fault_is_placed_at_what_was_found() {
    for (text, line, column) in [
        ("(\n  size: x)", 2, 9),
        ("(\n  size:\n    x)", 3, 5),
        ("(\n  size: 3 // three\n  sise: 4)", 3, 3),
        ("(\n  sise: 4)", 2, 3),
        ("(size: 70000)", 1, 8),
        ("(size: 3)\n\n  more", 3, 3),
        ("(kind: Hold(size: 3))", 1, 8),
        ("(kind: Held(size: 3)", 1, 21),
        ("(all: [Held(size: 3) Held()])", 1, 22),
        ("(size: 3,\n\n  size: 4)", 3, 3),
    ] {
        let at = notation::read::<Every>(text).expect_err(text).span.start;
        assert_eq!((at.line, at.col), (line, column), "{text}");
    }
}

#[test]
fn what_lies_too_deep_is_refused() {
    for open in ["(inner:", "(kind:Held", "(all:[Held", "(boxed:", "(inner:Some(", "/*"] {
        assert!(notation::read::<Every>(&open.repeat(100_000)).is_err());
    }
}
