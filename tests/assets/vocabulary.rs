//! The words of the rules: a ruleset's own are in its folder alone, shared names in the model; none is missing and none is
//! unused.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use wardrum::rules::model::condition::Meaning;
use wardrum::rules::model::error::SHARED;
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::word::Row;
use wardrum::rules::registry;
use wardrum::rules::ruleset::about::{About, Family};
use wardrum::rules::ruleset::asset::Words;
use wardrum::rules::{bx, countdown, house, seconds, zero};

/// A kind of name.
struct Vocabulary {
    /// Its type.
    of: &'static str,
    /// The file of the model that defines the shared ones.
    shared: &'static str,
    /// The file in a ruleset's folder that defines its own, without the extension.
    own: &'static str,
    /// Returns the names that a ruleset's tables state.
    stated: fn(RulesetId) -> Vec<String>,
    /// The family whose rulesets have such names; `None` for all.
    family: Option<Family>,
    /// Whether a name has an effect without being mentioned in the sources.
    works_by_itself: fn(RulesetId, &str) -> bool,
}

const ALL: [Vocabulary; 6] = [
    Vocabulary {
        of: "Condition",
        shared: "model/condition.rs",
        own: "condition",
        stated: |id| names(words(id).conditions),
        family: None,
        works_by_itself: condition_works,
    },
    Vocabulary {
        of: "Reason",
        shared: "model/tally.rs",
        own: "reason",
        stated: |id| names(words(id).reasons),
        family: None,
        works_by_itself: |_, _| false,
    },
    Vocabulary {
        of: "Refusal",
        shared: "model/error.rs",
        own: "refusal",
        stated: |id| names(words(id).refusals),
        family: None,
        works_by_itself: |_, _| false,
    },
    Vocabulary {
        of: "Counter",
        shared: "model/counter.rs",
        own: "counter",
        stated: |id| names(words(id).counters),
        family: None,
        works_by_itself: |_, _| false,
    },
    Vocabulary {
        of: "Tag",
        shared: "model/block/tag.rs",
        own: "tag",
        stated: |id| names(words(id).tags),
        family: Some(Family::D20),
        works_by_itself: |id, name| is_tabled(id, name),
    },
    Vocabulary {
        of: "Trait",
        shared: "model/block/traits.rs",
        own: "traits",
        stated: |id| about(id).traits.iter().map(|of| of.name().as_str().to_string()).collect(),
        family: Some(Family::D20),
        works_by_itself: |_, _| false,
    },
];

fn about(id: RulesetId) -> &'static About {
    registry::ruleset(id).about()
}

/// The tables of a ruleset, as they are written.
fn words(id: RulesetId) -> &'static Words {
    match id {
        RulesetId::Bx => &bx::WORDS,
        RulesetId::Seconds => &seconds::WORDS,
        RulesetId::Countdown => &countdown::WORDS,
        RulesetId::Zero => &zero::WORDS,
        RulesetId::House => &house::WORDS,
    }
}

/// The names of a table.
fn names<R: Row>(table: &[R]) -> Vec<String> {
    table.iter().map(|row| row.name().as_str().to_string()).collect()
}

/// Whether the referee may apply the condition, it prevents something, or a table inflicts it.
fn condition_works(id: RulesetId, name: &str) -> bool {
    let mut rules = about(id).conditions.iter();
    let does = Meaning::OFFERED | Meaning::HELPLESS | Meaning::OUT | Meaning::CANNOT_ACT;
    let works = rules.any(|row| row.meaning.has_any(does) && row.id.name().as_str() == name);
    works || is_tabled(id, name)
}

/// Whether a table of figures mentions the name.
fn is_tabled(id: RulesetId, name: &str) -> bool {
    let path = rules().join(format!("../../assets/rulesets/{}.ron", id.name()));
    let text = fs::read_to_string(path).expect("an asset");
    let (_, tables) = text.split_once("\n    tables: (").expect("two halves");
    tables.split(|sign: char| !sign.is_alphanumeric()).any(|word| word == name)
}

fn rules() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules")
}

/// The sources below a folder, or the one of that name.
fn sources(below: &Path, found: &mut Vec<String>) {
    if below.is_dir() {
        let entries = fs::read_dir(below).expect("a folder of the rules");
        entries.for_each(|entry| sources(&entry.expect("an entry").path(), found));
    } else if below.extension().is_some_and(|ending| ending == "rs") {
        found.push(fs::read_to_string(below).expect("a source of the rules"));
    }
}

fn text(below: &str) -> String {
    let mut found = Vec::new();
    sources(&rules().join(below), &mut found);
    found.concat()
}

/// The files of the kit (`d20`) that a folder imports, directly or through other files of the kit.
fn kit(folder: &str) -> Vec<String> {
    let mut waiting = vec![(text(folder), ["rules::d20::", "super::d20::"])];
    let mut taken = BTreeMap::new();
    while let Some((source, paths)) = waiting.pop() {
        let own = fs::read_dir(rules().join("d20")).expect("the kit");
        for entry in own {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default().to_string();
            let imports = paths.iter().any(|path| source.contains(&format!("{path}{name}")));
            if imports && !taken.contains_key(&name) && name != "mod" {
                let text = fs::read_to_string(&path).expect("a source of the kit");
                waiting.push((text.clone(), ["super::", "rules::d20::"]));
                taken.insert(name, text);
            }
        }
    }
    taken.into_values().collect()
}

/// The constants of a source with their names: `NOT_SLOW` and `NotSlow`, each defined by itself or in a table.
fn constants(source: &str) -> BTreeMap<String, String> {
    let tabled = |line: &str| {
        let (constant, rest) = line.strip_prefix("    ")?.split_once(" = ")?;
        let name = rest.split([' ', ';']).next()?;
        let both = !constant.contains(|sign: char| sign.is_ascii_lowercase() || sign == ' ')
            && name.starts_with(|sign: char| sign.is_ascii_uppercase())
            && name.chars().all(|sign| sign.is_ascii_alphanumeric());
        both.then(|| (constant.to_string(), name.to_string()))
    };
    let of = |rest: &str| {
        let (constant, rest) = rest.split_once(':')?;
        let (_, name) = rest.split_once("::new(\"")?;
        Some((constant.to_string(), name.split('"').next()?.to_string()))
    };
    let named = |rest: &&str| rest.lines().next().is_some_and(|line| line.contains("::new(\""));
    let alone = source.split("pub const ").skip(1).filter(named).filter_map(of);
    alone.chain(source.lines().filter_map(tabled)).collect()
}

/// The constants that follow `path` in a source.
fn used(source: &str, path: &str) -> BTreeSet<String> {
    let constant = |rest: &str| -> String {
        rest.chars()
            .take_while(|sign| sign.is_ascii_uppercase() || "_0123456789".contains(*sign))
            .collect()
    };
    source.split(&format!("{path}::")).skip(1).map(constant).filter(|name| !name.is_empty()).collect()
}

impl Vocabulary {
    fn serves(&self, id: RulesetId) -> bool {
        self.family.is_none_or(|family| family == about(id).family)
    }

    fn stated(&self, id: RulesetId) -> BTreeSet<String> {
        if !self.serves(id) {
            return BTreeSet::new();
        }
        (self.stated)(id).into_iter().collect()
    }

    fn shared(&self) -> BTreeMap<String, String> {
        constants(&text(self.shared))
    }

    /// The ruleset's own names of this kind; empty if it has none.
    fn own(&self, id: RulesetId) -> BTreeMap<String, String> {
        let file = format!("{}/{}.rs", id.name(), self.own);
        if rules().join(&file).exists() { constants(&text(&file)) } else { BTreeMap::new() }
    }

    /// The names that a ruleset uses: in its folder, in the files of the kit it takes, and in what every ruleset runs
    /// on.
    fn named(&self, id: RulesetId) -> BTreeSet<String> {
        let (shared, own) = (self.shared(), self.own(id));
        let below = ["mod.rs", "model", "ruleset", "engine", "text", id.name()];
        let sources: String = below.into_iter().map(text).chain(kit(id.name())).collect();
        let known =
            |constants: &BTreeMap<String, String>, constant: &String| constants.get(constant).cloned();
        let of_all = used(&sources, self.of).into_iter().filter_map(|it| known(&shared, &it));
        let of_its = used(&sources, self.own).into_iter().filter_map(|it| known(&own, &it));
        of_all.chain(of_its).collect()
    }
}

#[test]
fn every_name_the_rules_use_stands_in_the_asset() {
    for (vocabulary, id) in each() {
        let (named, stated) = (vocabulary.named(id), vocabulary.stated(id));
        assert!(named.len() > 2, "{}: no {} is named anywhere", id.name(), vocabulary.of);
        // Rules that count wounds refuse temporary hit points.
        let wounds = about(id).family == Family::Wounds;
        let refused = |name: &str| ["TemporaryHp", "Temporary"].contains(&name) && wounds;
        // A shared refusal has a text of its own.
        let shared =
            |name: &str| vocabulary.of == "Refusal" && names(SHARED).iter().any(|of| of == name);
        let missing: Vec<&String> =
            named.difference(&stated).filter(|name| !refused(name) && !shared(name)).collect();
        assert!(missing.is_empty(), "{}: not in the asset: {} {missing:?}", id.name(), vocabulary.of);
    }
}

#[test]
fn every_name_in_an_asset_is_used() {
    let idle = each().flat_map(|(vocabulary, id)| {
        let named = vocabulary.named(id);
        let works = move |name: &String| named.contains(name) || (vocabulary.works_by_itself)(id, name);
        let idle = vocabulary.stated(id).into_iter().filter(move |name| !works(name));
        idle.map(move |name| format!("{}: {} {name}", id.name(), vocabulary.of))
    });
    let idle: Vec<String> = idle.collect();
    assert!(idle.is_empty(), "nothing uses {idle:?}");
}

#[test]
fn an_asset_states_a_name_once() {
    for (vocabulary, id) in each() {
        let stated = (vocabulary.stated)(id);
        let known = vocabulary.stated(id);
        assert_eq!(stated.len(), known.len(), "{}: {} stated twice", id.name(), vocabulary.of);
        assert!(stated.len() > 2, "{}: where are its {}s?", id.name(), vocabulary.of);
    }
}

#[test]
fn what_one_ruleset_has_stands_in_its_folder() {
    for (vocabulary, id) in each() {
        let others: BTreeSet<String> = registry::ALL
            .into_iter()
            .filter(|other| *other != id)
            .flat_map(|id| vocabulary.stated(id))
            .collect();
        for (constant, name) in vocabulary.own(id) {
            assert_eq!(constant, constant_case(&name));
            assert!(!others.contains(&name), "{name} of {} is another ruleset's too", id.name());
        }
    }
    let mut shared_code = Vec::new();
    for below in fs::read_dir(rules().join("..")).expect("the sources") {
        let path = below.expect("an entry").path();
        if !path.ends_with("rules") {
            sources(&path, &mut shared_code);
        }
    }
    shared_code.extend(["mod.rs", "model", "ruleset", "engine", "text", "d20"].map(text));
    let shared_code = shared_code.concat();
    for vocabulary in ALL {
        let used = used(&shared_code, vocabulary.of);
        // A shared refusal is stated once, so that those who use it count.
        let known = |id| match vocabulary.of {
            "Refusal" => vocabulary.named(id),
            _ => vocabulary.stated(id),
        };
        let known = registry::ALL.map(known);
        for (constant, name) in vocabulary.shared() {
            assert_eq!(constant, constant_case(&name));
            let by = known.iter().filter(|known| known.contains(&name)).count();
            assert!(by > 1 || used.contains(&constant), "{name} is shared and serves {by}");
        }
    }
}

fn each() -> impl Iterator<Item = (&'static Vocabulary, RulesetId)> {
    let pairs = const { &ALL }.iter().flat_map(|vocabulary| registry::ALL.map(|id| (vocabulary, id)));
    pairs.filter(|(vocabulary, id)| vocabulary.serves(*id))
}

/// Converts a name to the case of a constant: `NOT_SLOW`.
fn constant_case(name: &str) -> String {
    let mut said = String::new();
    for sign in name.chars() {
        if sign.is_ascii_uppercase() && !said.is_empty() {
            said.push('_');
        }
        said.push(sign.to_ascii_uppercase());
    }
    said
}
