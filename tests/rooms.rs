//! Checks the architecture: which modules may import which, how large cycles of imports may be, what the rules may use,
//! and who may name a ruleset. Reads the sources without comments and tests.

#[path = "rooms/cycles.rs"]
mod cycles;

use std::fs;
use std::path::{Path, PathBuf};

/// The top-level modules ("rooms"), each with those it may use.
const ROOMS: &[(&str, &[&str])] = &[
    ("notation", &[]),
    ("rules", &["notation"]),
    ("policy", &["rules"]),
    ("escape", &[]),
    ("chronicle", &["rules"]),
    ("report", &["chronicle", "odds", "policy", "machine_dice", "rules", "escape"]),
    ("export", &["report", "watch", "store", "chronicle", "rules", "escape"]),
    ("machine_dice", &["rules"]),
    ("odds", &["policy", "machine_dice", "rules"]),
    ("store", &["notation", "chronicle", "rules"]),
    ("shorthand", &["notation", "rules"]),
    ("import", &["notation", "store", "chronicle", "shorthand", "rules"]),
    ("scenario", &["notation", "policy", "store", "chronicle", "shorthand", "rules", "escape"]),
    ("watch", &["store", "policy", "chronicle", "machine_dice", "rules", "escape"]),
    (
        "tui",
        &[
            "export",
            "watch",
            "report",
            "store",
            "import",
            "shorthand",
            "chronicle",
            "odds",
            "policy",
            "machine_dice",
            "notation",
            "rules",
            "escape",
        ],
    ),
    (
        "cli",
        &[
            "tui",
            "watch",
            "scenario",
            "export",
            "report",
            "import",
            "shorthand",
            "store",
            "chronicle",
            "odds",
            "policy",
            "machine_dice",
            "rules",
            "escape",
        ],
    ),
    ("main", &["cli"]),
    ("lib", &[]),
];

/// Banned in the rules: the outside world, floats, hash order, and panics.
const BANNED_IN_RULES: [&str; 24] = [
    "std::fs",
    "std::io",
    "std::env",
    "std::time",
    "std::thread",
    "std::net",
    "std::process",
    "rand::",
    "ratatui",
    "crossterm",
    "f32",
    "f64",
    "HashMap",
    "HashSet",
    ".unwrap()",
    ".expect(",
    "panic!",
    "todo!",
    "unimplemented!",
    "unreachable!",
    "println!",
    "eprintln!",
    "unsafe",
    "static mut",
];

/// The exceptions: a built-in asset that cannot be read panics, which no user or file can cause.
const EXCEPT: [(&str, &str); 1] = [("rules/ruleset/asset.rs", "panic!")];

/// The files that may name rulesets: their serialized ids, and the registry.
const NAMES_RULESETS: [&str; 2] = ["rules/model/ids.rs", "rules/registry.rs"];

/// A ruleset's name that means something else: the folder of house books, and the ids of the rules in them.
const MEANS_HOUSE_BOOKS: [&str; 2] = ["rules/ruleset/laid/read.rs", "store/folders.rs"];

/// Folders of the rules that do not belong to a ruleset.
const SHARED_FOLDERS: [&str; 6] = ["account", "d20", "engine", "model", "ruleset", "text"];

struct Source {
    /// The path below `src`.
    path: String,
    /// The code, with comments and tests blanked.
    code: String,
    /// The same, with the contents of strings blanked.
    bare: String,
}

impl Source {
    /// The top-level module the file belongs to.
    fn room(&self) -> &str {
        self.path.split('/').next().unwrap_or("").trim_end_matches(".rs")
    }

    /// The module depth of its items below the crate root.
    fn depth(&self) -> usize {
        let parts = self.path.split('/').count();
        let is_folder = self.path.ends_with("mod.rs") || self.path == "lib.rs" || self.path == "main.rs";
        if is_folder { parts - 1 } else { parts }
    }

    fn line(&self, at: usize) -> usize {
        self.code[..at].matches('\n').count() + 1
    }
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    walk(&root, &mut paths);
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("a source can be read");
        let path = path.strip_prefix(&root).expect("below src").to_string_lossy().replace('\\', "/");
        let (code, bare) = (blanked(&text, false), blanked(&text, true));
        let tests = test_modules(&bare);
        Source { path, code: without(&code, &tests), bare: without(&bare, &tests) }
    };
    paths.iter().map(read).collect()
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("a folder can be read");
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("an entry can be read").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            walk(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Replaces comments (and the contents of strings, if `strings`) by spaces.
fn blanked(text: &str, strings: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (length, blank) = token(rest, first);
        let keep = |c: char| match blank {
            _ if c == '\n' => true,
            Blank::Never => true,
            Blank::String => !strings || c == '"',
            Blank::Always => false,
        };
        let shown = |c: char| if keep(c) { c.into() } else { " ".repeat(c.len_utf8()) };
        out.extend(rest[..length].chars().map(shown));
        rest = &rest[length..];
    }
    out
}

#[derive(Clone, Copy)]
enum Blank {
    Never,
    Always,
    String,
}

/// The length of the comment, string or character literal that begins the text.
fn token(rest: &str, first: char) -> (usize, Blank) {
    if rest.starts_with("//") {
        return (rest.find('\n').unwrap_or(rest.len()), Blank::Always);
    }
    if rest.starts_with("/*") {
        return (rest.find("*/").map_or(rest.len(), |end| end + 2), Blank::Always);
    }
    if let Some(raw) = rest.strip_prefix("r#\"") {
        return (raw.find("\"#").map_or(rest.len(), |end| end + 5), Blank::String);
    }
    if first == '"' {
        return (quoted(rest, '"'), Blank::String);
    }
    let mut chars = rest.chars().skip(1);
    let character = first == '\'' && (chars.next() == Some('\\') || chars.next() == Some('\''));
    if character { (quoted(rest, '\''), Blank::Always) } else { (first.len_utf8(), Blank::Never) }
}

fn quoted(rest: &str, mark: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            c if c == mark && !escaped => return at + c.len_utf8(),
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    rest.len()
}

/// The ranges of test-only modules and functions.
fn test_modules(bare: &str) -> Vec<(usize, usize)> {
    let starts = bare.match_indices("#[cfg(test)]").map(|(at, _)| at);
    starts
        .map(|start| {
            let mut depth = 0;
            let end = bare[start..].char_indices().find(|(_, c)| {
                depth += i32::from(*c == '{') - i32::from(*c == '}');
                depth == 0 && (*c == '}' || *c == ';')
            });
            (start, end.map_or(bare.len(), |(at, _)| start + at + 1))
        })
        .collect()
}

fn without(text: &str, parts: &[(usize, usize)]) -> String {
    let hidden = |at: usize| parts.iter().any(|(from, to)| (*from..*to).contains(&at));
    let keep = |(at, c): (usize, char)| {
        if hidden(at) && c != '\n' { " ".repeat(c.len_utf8()) } else { c.into() }
    };
    text.char_indices().map(keep).collect()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The offsets at which `what` occurs as a whole word.
fn occurrences<'a>(text: &'a str, what: &'a str) -> impl Iterator<Item = usize> + 'a {
    text.match_indices(what).map(|(at, _)| at).filter(move |&at| {
        let before = text[..at].chars().next_back().is_some_and(is_word);
        let after = text[at + what.len()..].chars().next().is_some_and(is_word);
        let (first, last) = (what.starts_with(is_word), what.ends_with(is_word));
        !(first && before || last && after)
    })
}

/// The names after the start of a path: one, or the first of each branch of a group.
fn heads(rest: &str) -> Vec<String> {
    let name = |text: &str| text.trim_start().chars().take_while(|c| is_word(*c)).collect::<String>();
    let Some(group) = rest.strip_prefix('{') else { return vec![name(rest)] };
    let mut depth = 0;
    let mut heads = vec![name(group)];
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => heads.push(name(&group[at + 1..])),
            _ => {}
        }
    }
    heads
}

/// Every name that follows the crate root in the source, with its offset.
fn from_root(source: &Source) -> Vec<(usize, String)> {
    let crates = ["crate::", "wardrum::"]
        .into_iter()
        .flat_map(|root| occurrences(&source.bare, root).map(move |at| (at, at + root.len())));
    let climbs =
        occurrences(&source.bare, "super::").filter(|&at| !source.bare[..at].ends_with("super::"));
    let climbed = climbs.filter_map(|at| {
        let supers = source.bare[at..].match_indices("super::").zip(0..);
        let run = supers.take_while(|((found, _), n)| *found == n * "super::".len()).count();
        (run >= source.depth()).then_some((at, at + run * "super::".len()))
    });
    let paths: Vec<(usize, usize)> = crates.chain(climbed).collect();
    paths
        .into_iter()
        .flat_map(|(at, end)| heads(&source.bare[end..]).into_iter().map(move |head| (at, head)))
        .collect()
}

fn demand(faults: &[String], law: &str) {
    assert!(faults.is_empty(), "{law}:\n  {}", faults.join("\n  "));
}

#[test]
fn rooms_import_only_what_lies_behind_them() {
    let mut faults = Vec::new();
    for source in sources() {
        let room = source.room().to_string();
        let Some((_, allowed)) = ROOMS.iter().find(|(name, _)| *name == room) else {
            faults.push(format!("src/{}: a room that is not in the plan", source.path));
            continue;
        };
        for (at, head) in from_root(&source) {
            let is_room = ROOMS.iter().any(|(name, _)| *name == head);
            if is_room && head != room && !allowed.contains(&&*head) {
                faults.push(format!("src/{}:{}: {room} uses {head}", source.path, source.line(at)));
            }
        }
    }
    demand(&faults, "a room uses another that does not lie behind it");
}

#[test]
fn the_rules_touch_nothing_outside_and_never_give_up() {
    let mut faults = Vec::new();
    for source in sources().iter().filter(|source| matches!(source.room(), "rules" | "policy")) {
        let excepted = |banned: &&str| EXCEPT.contains(&(&*source.path, *banned));
        for banned in BANNED_IN_RULES.iter().filter(|banned| !excepted(banned)) {
            for at in occurrences(&source.bare, banned) {
                faults.push(format!("src/{}:{}: {banned}", source.path, source.line(at)));
            }
        }
        for at in occurrences(&source.bare, "std::{") {
            for head in heads(&source.bare[at + "std::".len()..]) {
                if BANNED_IN_RULES.contains(&&*format!("std::{head}")) {
                    faults.push(format!("src/{}:{}: std::{head}", source.path, source.line(at)));
                }
            }
        }
    }
    demand(&faults, "the rules and the policy are pure");
}

/// The folders that each are a ruleset.
fn rulesets(sources: &[Source]) -> Vec<String> {
    let mut names: Vec<String> = sources
        .iter()
        .filter_map(|source| source.path.strip_prefix("rules/")?.strip_suffix("/mod.rs"))
        .filter(|name| !name.contains('/') && !SHARED_FOLDERS.contains(name))
        .map(str::to_string)
        .collect();
    names.dedup();
    names
}

#[test]
fn only_the_registry_and_its_own_folder_name_a_ruleset() {
    let sources = sources();
    let mut faults = Vec::new();
    for name in rulesets(&sources) {
        let own = format!("rules/{name}/");
        let capital = format!("{}{}", name[..1].to_uppercase(), &name[1..]);
        let foreign = sources
            .iter()
            .filter(|source| !source.path.starts_with(&own) && !NAMES_RULESETS.contains(&&*source.path));
        for source in foreign {
            let named = [format!("{name}::"), format!("RulesetId::{capital}"), format!("::{name}")];
            let quoted = [format!("\"{name}\""), format!("\"{name}.")];
            let paths = named.iter().flat_map(|what| occurrences(&source.bare, what));
            let means_books = name == "house" && MEANS_HOUSE_BOOKS.contains(&&*source.path);
            let quoted = if means_books { &[][..] } else { &quoted[..] };
            let texts =
                quoted.iter().flat_map(|what| source.code.match_indices(&**what).map(|(at, _)| at));
            for at in paths.chain(texts) {
                let line = source.line(at);
                faults.push(format!("src/{}:{line}: names the ruleset {name}", source.path));
            }
        }
    }
    demand(&faults, "a ruleset is named by the registry and in its own folder only");
}

/// The layers of the rules, each with those it may use.
const LAYERS: [(&str, &[&str]); 7] = [
    ("model", &[]),
    ("ruleset", &["model"]),
    ("engine", &["ruleset", "model"]),
    ("account", &["ruleset", "model"]),
    ("text", &["account", "engine", "ruleset", "model"]),
    ("d20", &["text", "engine", "ruleset", "model"]),
    ("registry", &["ruleset", "model"]),
];

/// The layers that a ruleset may use.
const FOR_RULESETS: [&str; 5] = ["d20", "text", "engine", "ruleset", "model"];

/// An exception: a layer and the type of a higher layer that it may name, since a ruleset takes part in a resolution.
const KNOWN_ABOVE: (&str, &str) = ("ruleset", "crate::rules::engine::resolution");

/// The layers that the source names, with the offsets.
fn layers_named(source: &Source) -> Vec<(usize, String)> {
    let below = |at: usize, end: usize| {
        heads(&source.bare[end..]).into_iter().map(move |head| (at, head)).collect::<Vec<_>>()
    };
    let absolute = occurrences(&source.bare, "crate::rules::")
        .flat_map(|at| below(at, at + "crate::rules::".len()));
    let climbs =
        occurrences(&source.bare, "super::").filter(|&at| !source.bare[..at].ends_with("super::"));
    let climbed = climbs.flat_map(|at| {
        let supers = source.bare[at..].match_indices("super::").zip(0..);
        let run = supers.take_while(|((found, _), n)| *found == n * "super::".len()).count();
        let to_rules = run + 1 == source.depth();
        if to_rules { below(at, at + run * "super::".len()) } else { Vec::new() }
    });
    absolute.chain(climbed).collect()
}

#[test]
fn layers_of_the_rules_import_only_those_above() {
    let sources = sources();
    let rulesets = rulesets(&sources);
    let mut faults = Vec::new();
    for source in sources.iter().filter(|source| source.room() == "rules") {
        let inside = source.path.strip_prefix("rules/").unwrap_or_default();
        let own = inside.split('/').next().unwrap_or_default().trim_end_matches(".rs");
        let allowed = match LAYERS.iter().find(|(name, _)| *name == own) {
            // The registry names every ruleset.
            Some(("registry", _)) => continue,
            Some((_, allowed)) => *allowed,
            None if own == "mod" => continue,
            None if rulesets.iter().any(|name| name == own) => &FOR_RULESETS[..],
            None => {
                faults.push(format!("src/{}: in no layer", source.path));
                continue;
            }
        };
        for (at, head) in layers_named(source) {
            let known = KNOWN_ABOVE.0 == own && source.bare[at..].starts_with(KNOWN_ABOVE.1);
            let is_layer = LAYERS.iter().any(|(name, _)| *name == head) || rulesets.contains(&head);
            if is_layer && head != own && !allowed.contains(&&*head) && !known {
                faults.push(format!("src/{}:{}: {own} uses {head}", source.path, source.line(at)));
            }
        }
    }
    demand(&faults, "a layer of the rules uses another that is not above it");
}

#[test]
fn only_one_file_knows_how_dice_are_thrown() {
    let knows = |source: &&Source| occurrences(&source.bare, "rand::").next().is_some();
    let files: Vec<String> = sources()
        .iter()
        .filter(knows)
        .map(|source| source.path.clone())
        .filter(|path| path != "machine_dice.rs")
        .collect();
    demand(&files, "rand is used by src/machine_dice.rs alone");
}

#[test]
fn only_the_kit_draws_frames() {
    let drawn = |source: &&Source| {
        let ways = ["Block::bordered", "BorderType", "Clear.render"];
        !source.path.starts_with("tui/kit/") && ways.iter().any(|way| source.bare.contains(way))
    };
    let files: Vec<String> = sources().iter().filter(drawn).map(|source| source.path.clone()).collect();
    demand(&files, "frames are drawn by src/tui/kit alone");
}

/// Maximum number of methods of the ruleset trait: what only one ruleset answers is a field of its asset instead.
const QUESTIONS: usize = 24;

/// What a condition means stands in its row: the policy asks for that, whatever ruleset is played.
#[test]
fn the_policy_names_no_condition() {
    let policy = sources().into_iter().filter(|source| source.room() == "policy");
    let named = policy.flat_map(|source| {
        let lines =
            occurrences(&source.bare, "Condition::").map(|at| source.line(at)).collect::<Vec<_>>();
        lines.into_iter().map(move |line| format!("src/{}:{line}", source.path)).collect::<Vec<_>>()
    });
    demand(&named.collect::<Vec<_>>(), "the policy asks what conditions mean and names none");
}

#[test]
fn a_ruleset_is_asked_few_questions() {
    let sources = sources();
    let text = |source: &Source| (source.path == "rules/ruleset/mod.rs").then(|| source.bare.clone());
    let text = sources.iter().find_map(text).expect("the file of the trait");
    let body = text.split_once("pub trait Ruleset").and_then(|(_, rest)| rest.split_once("\n}"));
    let asked = body.expect("the trait").0.matches("\n    fn ").count();
    assert!((1..=QUESTIONS).contains(&asked), "the trait has {asked} methods");
}

/// The ways to output text and the files that may use them. All other output goes through these files, which escape
/// invisible characters.
const WAYS_OUT: [(&str, &[&str]); 9] = [
    ("println!", &[]),
    ("print!", &[]),
    ("eprintln!", &[]),
    ("eprint!", &[]),
    ("dbg!", &[]),
    // The last two only check whether it is a terminal.
    (
        "stdout()",
        &["cli/mod.rs", "tui/terminal.rs", "tui/input/signals.rs", "cli/layout.rs", "cli/replay.rs"],
    ),
    ("stderr()", &["cli/mod.rs"]),
    (".set_string", &["tui/paint/text.rs"]),
    // Only our own symbols, in place of others, and printable ASCII.
    (".set_symbol(", &["tui/paint/ascii.rs", "tui/paint/text.rs", "tui/kit/frame.rs"]),
];

#[test]
fn text_leaves_the_program_where_hidden_signs_are_written_out() {
    let mut faults = Vec::new();
    for source in sources() {
        for (way, files) in WAYS_OUT.iter().filter(|(_, files)| !files.contains(&&*source.path)) {
            for (at, _) in source.bare.match_indices(way) {
                faults.push(format!(
                    "src/{}:{}: {way}, known to {files:?}",
                    source.path,
                    source.line(at)
                ));
            }
        }
    }
    demand(&faults, "text leaves the program in a few places");
}

#[test]
fn the_reader_of_sources_reads_as_it_should() {
    let text = "a // b \"x\nc \"d // e\" '\"' f /* g */ h<'i> 'j'";
    assert_eq!(blanked(text, true), "a        \nc \"      \"     f         h<'i>    ");
    assert_eq!(heads("{fs, io::{self, Read}, env}"), ["fs", "io", "env"]);
    assert_eq!(heads("rules::x"), ["rules"]);
    assert_eq!(occurrences("fs offs fs::x", "fs").collect::<Vec<_>>(), [0, 8]);
    let source =
        |path: &str, code: &str| Source { path: path.into(), code: code.into(), bare: code.into() };
    let climbing =
        source("rules/bx/attack.rs", "use super::super::super::chronicle::Entry; use super::x;");
    assert_eq!(from_root(&climbing), [(4, "chronicle".to_string())]);
    let grouped = source("tui/session.rs", "use crate::{cli, store::{a, b}};");
    assert_eq!(
        from_root(&grouped).iter().map(|(_, head)| &**head).collect::<Vec<_>>(),
        ["cli", "store"]
    );
    assert_eq!(test_modules("a #[cfg(test)] mod tests { fn x() {} } b"), [(2, 38)]);
}

/// Ways to read a text for what it says.
const READINGS: [&str; 14] = [
    ".contains(\"",
    ".contains('",
    ".contains(&format!",
    ".starts_with(",
    ".ends_with(",
    ".strip_prefix(",
    ".strip_suffix(",
    ".split(",
    ".rsplit(",
    "split_once(",
    ".trim(",
    ".trim_start",
    ".trim_end",
    ".trim_matches",
];

/// Where a text is read that comes from the referee, or an id: plurals and articles of names, typed spans.
const READ_NAMES: [&str; 5] = [
    "rules/text/words/names.rs",
    "rules/text/span.rs",
    "rules/text/book.rs",
    "report/cast.rs",
    "report/grammar.rs",
];

#[test]
fn nothing_reads_the_words_that_it_has_written() {
    let rooms = ["rules/text/", "rules/account/", "report/"];
    let own = |source: &&Source| {
        rooms.iter().any(|room| source.path.starts_with(room)) && !READ_NAMES.contains(&&*source.path)
    };
    let mut faults = Vec::new();
    for source in sources().iter().filter(own) {
        for reading in READINGS {
            let found = occurrences_of(&source.code, reading);
            faults.extend(found.map(|at| format!("src/{}:{}: {reading}", source.path, source.line(at))));
        }
    }
    demand(&faults, "a value says what a text was made from; nothing reads the text");
}

fn occurrences_of<'a>(code: &'a str, what: &'a str) -> impl Iterator<Item = usize> + 'a {
    code.match_indices(what).map(|(at, _)| at)
}
