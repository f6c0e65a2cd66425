//! Wardrum's RON reader agrees with the `ron` crate, which is the reference.

use proptest::prelude::*;
use ron::error::SpannedError;
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::path::Path;
use wardrum::chronicle::Entry;
use wardrum::notation;
use wardrum::rules::model::encounter::Encounter;
use wardrum::rules::model::name;
use wardrum::rules::{self, registry};

#[path = "cases/mod.rs"]
mod cases;

fn library() -> ron::Options {
    ron::Options::default().with_default_extension(
        Extensions::IMPLICIT_SOME | Extensions::UNWRAP_NEWTYPES | Extensions::UNWRAP_VARIANT_NEWTYPES,
    )
}

/// Checks that both readers return the same value, or both an error; returns the errors.
fn alike<T: DeserializeOwned + PartialEq + Debug>(text: &str) -> Option<[SpannedError; 2]> {
    let both = || (notation::read::<T>(text), library().from_str::<T>(text));
    match name::within(registry::find, both) {
        (Ok(ours), Ok(its)) => assert_eq!(ours, its, "{text}"),
        (Err(ours), Err(its)) => return Some([ours, its]),
        (ours, its) => panic!("{ours:?} / {its:?}: {text}"),
    }
    None
}

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
fn saves_read_alike() {
    let rows = rows();
    assert!(rows.len() > 300, "{}", rows.len());
    for row in rows {
        assert_eq!(alike::<Row>(&row), None, "{row}");
    }
}

#[test]
fn what_is_set_out_over_lines_reads_alike() {
    for row in rows().iter().step_by(7) {
        let row: Row = rules::read(row).expect("it reads");
        assert_eq!(alike::<Row>(&notation::page(&row).expect("it is written")), None);
    }
}

/// Every way to write the supported kinds of values, both valid and invalid.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Every {
    #[serde(default)]
    number: Option<i8>,
    #[serde(default)]
    size: u16,
    #[serde(default)]
    text: String,
    #[serde(default)]
    is: bool,
    #[serde(default)]
    kind: Option<Kind>,
    #[serde(default)]
    all: Vec<Kind>,
    #[serde(default)]
    pair: (u8, Option<String>),
    #[serde(default)]
    named: std::collections::BTreeMap<String, i64>,
    #[serde(default)]
    inner: Option<Box<Every>>,
}

#[derive(Debug, PartialEq, Deserialize)]
enum Kind {
    Plain,
    One(i32),
    Text(String),
    Two(u8, u8),
    Held(Box<Every>),
    Maybe(Option<Box<Every>>),
    Wrapped(Wrapped),
    Listed(Vec<u8>),
    Fields { a: u8, b: Option<u8> },
    Nothing(()),
}

#[derive(Debug, PartialEq, Deserialize)]
struct Wrapped(Box<Every>);

const WRITTEN: &[&str] = &[
    "()",
    "Every()",
    "Every ( )",
    "Other()",
    "(number: 127)",
    "(number: 128)",
    "(number: -128)",
    "(number: -129)",
    "(number: Some(5))",
    "(number: Some(5,))",
    "(number: None)",
    "(number: +7, size: 0xff)",
    "(size: 0b101, number: 0o17)",
    "(size: 65_535)",
    "(size: 65536)",
    "(size: -0)",
    "(size: -1)",
    "(size: _1)",
    "(size: )",
    "(size: 99999999999999999999999)",
    "(size: 0b12)",
    "(size: 1.5)",
    "(size: \"1\")",
    "(text: \"plain\")",
    "(text: \"a \\\"b\\\" \\\\ \\n \\t \\u{e4} \\x41\")",
    "(text: \"two \\\n   lines\")",
    "(text: \"r\u{e9}sum\u{e9}\")",
    "(text: r\"raw \\n\")",
    "(text: r#\"raw \" in\"#)",
    "(text: \"open)",
    "(text: \"\\q\")",
    "(text: \"\\u{110000}\")",
    "(text: \"\\u{}\")",
    "(text: plain)",
    "(is: true)",
    "(is: truest)",
    "(is: 1)",
    "(kind: Plain)",
    "(kind: Plainer)",
    "(kind: One(3))",
    "(kind: One(3,))",
    "(kind: One(3, 4))",
    "(kind: One 3)",
    "(kind: Text(\"x\"))",
    "(kind: Two(1, 2))",
    "(kind: Two(1))",
    "(kind: Two(1, 2, 3))",
    "(kind: Held(size: 3))",
    "(kind: Held((size: 3)))",
    "(kind: Held(Every(size: 3)))",
    "(kind: Held())",
    "(kind: Maybe(size: 3))",
    "(kind: Maybe(Some(size: 3)))",
    "(kind: Maybe(None))",
    "(kind: Some(Held(size: 3)))",
    "(kind: Wrapped((size: 3)))",
    "(kind: Wrapped(size: 3))",
    "(kind: Listed([1, 2]))",
    "(kind: Listed([1, 2,]))",
    "(kind: Listed([1 2]))",
    "(kind: Fields(a: 1))",
    "(kind: Fields(a: 1, b: 2))",
    "(kind: Fields(b: 2))",
    "(kind: Fields(a: 1, a: 2))",
    "(kind: Fields(a: 1, c: 2))",
    "(kind: Nothing(()))",
    "(kind: Nothing())",
    "(all: [Plain, One(2), Held(is: true),])",
    "(all: [Plain, , One(2)])",
    "(all: {Plain})",
    "(pair: (1, \"x\"))",
    "(pair: (1, None,))",
    "(pair: (1))",
    "(named: {\"a\": 1, \"b\": -2,})",
    "(named: {a: 1})",
    "(named: {\"a\" 1})",
    "(named: {\"a\": 1)",
    "(inner: (inner: (size: 2)))",
    "(inner: Some((inner: Some(size: 2))))",
    "(inner: Every(size: 2))",
    "(sizes: 3)",
    "(size: 3",
    "(size: 3) 4",
    "(size 3)",
    "(size: 3 is: true)",
    "(size: 3,, is: true)",
    "size: 3",
    "",
    "  // nothing\n",
    "// before\n(/* in /* nested */ */ size: 3 // behind\n, is: true) // after",
    "(size: /* open 3)",
    "(size: / 3)",
    "\u{feff}()",
    "(\u{2028}size:\u{85}3)",
];

#[test]
fn every_way_to_write_it_reads_alike() {
    for text in WRITTEN {
        if let Some([ours, its]) = alike::<Every>(text) {
            let place = its.span.start..=its.span.end;
            assert!(place.contains(&ours.span.start), "{ours} / {its}: {text}");
        }
    }
}

proptest! {
    #![proptest_config(cases::config())]

    /// A truncated text, or one with a wrong or additional character, is read alike.
    #[test]
    fn what_is_garbled_reads_alike(
        from in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        sign in "[()\\[\\]{}:,\"/* a1_\\\\-]",
        cut in 0..3_usize,
    ) {
        let rows = rows();
        let garbled = |text: &str| {
            let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let at = *at.get(&starts[..]);
            let rest: String = text[at..].chars().skip(cut).collect();
            format!("{}{sign}{rest}", &text[..at])
        };
        alike::<Every>(&garbled(from.get::<&str>(WRITTEN)));
        alike::<Row>(&garbled(from.get(&rows[..]).as_str()));
    }
}

#[test]
fn what_a_file_enables_is_enabled_anyway() {
    assert_eq!(alike::<Every>("#![enable(implicit_some, unwrap_newtypes)]\n(number: 3)"), None);
    assert!(alike::<Every>("#![enabled]\n(number: 3)").is_some());
}

#[test]
fn what_lies_too_deep_is_refused() {
    for open in ["(inner:", "(kind:Held", "(all:[Held"] {
        assert!(notation::read::<Every>(&open.repeat(100_000)).is_err());
    }
}
