//! Every word that a file may hold, as it was written at some time: a save of then is read for ever, whatever the tables
//! have become since. `WARDRUM_BLESS=1` adds new words to the file; one that is gone is a save that opens no more.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use wardrum::notation;
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::name::{Name, WordKind};
use wardrum::rules::model::word::{Row, Vocabulary};
use wardrum::rules::registry;

/// The words of a ruleset, in a line each, by kind and by option: the names, the values.
type Lines = BTreeMap<String, String>;
type Words = BTreeMap<String, BTreeSet<String>>;

/// The kinds that have tables.
const KINDS: [WordKind; 6] = [
    WordKind::Condition,
    WordKind::Reason,
    WordKind::Refusal,
    WordKind::Counter,
    WordKind::Tag,
    WordKind::Attribute,
];

fn path(id: RulesetId) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/assets/kept/{}.ron", id.name()))
}

fn names<R: Row>(table: &Vocabulary<R>) -> BTreeSet<String> {
    table.iter().map(|word| word.row().name().as_str().to_string()).collect()
}

fn now(id: RulesetId) -> Words {
    let about = registry::ruleset(id).about();
    let all = [
        names(&about.conditions),
        names(&about.reasons),
        names(&about.refusals),
        names(&about.counters),
        names(&about.tags),
        names(&about.attributes),
    ];
    let words = KINDS.iter().map(|kind| kind.title().to_string()).zip(all);
    let values = |values: &[&str]| values.iter().map(ToString::to_string).collect();
    let options = about.options.iter().map(|option| (option.id.to_string(), values(option.values)));
    words.chain(options).collect()
}

fn kept(id: RulesetId) -> Words {
    let text = fs::read_to_string(path(id)).unwrap_or_else(|_| "{}".into());
    let lines: Lines = notation::read(&text).expect("the kept words");
    let split = |(of, line): (String, String)| (of, line.split_whitespace().map(String::from).collect());
    lines.into_iter().map(split).collect()
}

fn keep(id: RulesetId, words: Words) {
    let join =
        |(of, words): (String, BTreeSet<String>)| (of, words.into_iter().collect::<Vec<_>>().join(" "));
    let lines: Lines = words.into_iter().map(join).collect();
    fs::write(path(id), notation::page(&lines).expect("a text")).expect("it is written");
}

#[test]
fn every_word_ever_written_is_read() {
    for id in registry::ALL {
        let about = registry::ruleset(id).about();
        let (mut kept, now) = (kept(id), now(id));
        for (of, words) in &kept {
            let kind = KINDS.into_iter().find(|kind| kind.title() == of);
            let is_read = |word: &&String| match (kind, Name::parse(word), about.option(of)) {
                (Some(kind), Some(name), _) => about.entry(kind, name).is_some(),
                (None, _, Some(option)) => option.accepts(word).is_ok(),
                _ => false,
            };
            let gone = words.iter().find(|word| !is_read(word));
            assert_eq!(gone, None, "{}: no such {of} any more", id.name());
        }
        let had = kept.clone();
        for (of, words) in now {
            kept.entry(of).or_default().extend(words);
        }
        if std::env::var_os("WARDRUM_BLESS").is_some() {
            keep(id, kept);
        } else {
            assert!(had == kept, "{} has new words: WARDRUM_BLESS=1 keeps them", id.name());
        }
    }
}
