//! Hostile text in a save, a file name, a key file or an argument: all output is visible and harmless to a terminal.

mod fight;

use fight::{act, arrival, harm, note};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use wardrum::chronicle::Chronicle;
use wardrum::escape::is_hidden;
use wardrum::machine_dice::Thrown;
use wardrum::rules::model::command;
use wardrum::rules::model::encounter::{Encounter, Side};
use wardrum::rules::model::ids::RulesetId;
use wardrum::store::Journal;

/// Writes the clipboard, moves up a line, uses a C1 escape, reverses the text direction, breaks a line, and has other
/// invisible characters.
const HOSTILE: &str = "x\u{1b}]52;c;aGk=\u{7}\u{1b}[1A\u{9b}2J\u{202e}\u{2066}\u{200f}\r\n| y |\u{7f}\u{85}\u{2028}\u{feff}\tz";

fn hostile(name: &str) -> String {
    format!("{name}{HOSTILE}")
}

/// The path of a file with a hostile name.
fn file(folder: &Path) -> PathBuf {
    folder.join(hostile("file"))
}

/// A folder with a fight in which everything has a hostile name.
fn saved() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let path = file(folder.path());
    let mut chronicle = Chronicle::new(Encounter::new(RulesetId::Bx));
    let mut dice = Thrown::seeded(1);
    let mut setting: Vec<_> =
        ["one", "other"].map(|side| command::Command::Side(Side::new(hostile(side)))).into();
    setting.extend([arrival(0, &hostile("Ana")), arrival(1, &hostile("Grak"))]);
    let mut journal = Journal::create(&path, &hostile("title"), chronicle.start()).expect("a new file");
    for commands in
        [setting, vec![command::Command::Proceed], note(&hostile("noted")), harm(1, 3), harm(1, 9)]
    {
        act(&mut chronicle, commands, &mut dice);
        journal.accepted(&chronicle).expect("written");
    }
    (folder, path)
}

fn wardrum(home: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wardrum"));
    command.env("WARDRUM_HOME", home).args(args).output().expect("it runs")
}

/// Returns the output after checking that it has no hidden characters except line breaks.
fn harmless(what: &str, bytes: &[u8]) -> String {
    let text = std::str::from_utf8(bytes).unwrap_or_else(|_| panic!("{what}: no text"));
    let sign = text.chars().find(|sign| is_hidden(*sign) && !matches!(sign, '\n' | '\t'));
    assert_eq!(sign, None, "{what}: {text:?}");
    text.to_string()
}

/// Runs the program and checks both output streams.
fn told(home: &Path, args: &[&str]) -> (String, String) {
    let Output { stdout, stderr, .. } = wardrum(home, args);
    let what = format!("{args:?}");
    (harmless(&what, &stdout), harmless(&what, &stderr))
}

/// The subcommands, as listed by the help.
fn subcommands(home: &Path) -> Vec<String> {
    let (help, _) = told(home, &["--help"]);
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let words = listed
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let first = words.filter_map(|line| line.split_whitespace().next());
    first.filter(|word| *word != "help").map(String::from).collect()
}

#[test]
fn no_subcommand_lets_anything_hidden_out() {
    let (folder, save) = saved();
    let home = folder.path();
    let (save, word) = (save.to_str().expect("text"), &*hostile("word"));
    let report = home.join("report");
    let (report, folder) = (report.to_str().expect("text"), home.to_str().expect("text"));
    let option = &*format!("--{word}");
    for subcommand in &subcommands(home) {
        let cases: &[&[&str]] = match &**subcommand {
            "replay" => &[
                &[save, "--print"],
                &[save, "--json"],
                &[save, "--verify"],
                &[save, "--to", "1"],
                &[save, "--to", word],
            ],
            "export" => &[
                &[save],
                &[save, "--format", "json"],
                &[save, "--format", word],
                &[save, "-o", report],
                &[save, "-o", folder],
            ],
            "odds" => &[&[save], &[save, "--json"], &[save, "--act", word]],
            "sim" => &[&[save, "--fights", "2"], &[save, "--with", word], &[save, "--seed", word]],
            "xp" => &[&["1", "--enemy", word]],
            "completions" => &[&["bash"], &["fish"], &[word]],
            // Not an address: with one it would serve the page until stopped.
            "import" => &[&[save], &[word], &[folder, "--dry-run"], &[save, "--rules", word]],
            "watch" => &[&[save, "--page", word]],
            "man" => &[&[]],
            "house" => &[
                &["check", save],
                &["check", folder],
                &["check", word],
                &["show", word],
                &["new", word],
                &["list"],
            ],
            "check" | "keys" | "rules" | "new" => &[&[save]],
            other => panic!("what can be hostile to {other}?"),
        };
        for case in cases.iter().chain([&&[word][..], &&[option][..]]) {
            told(home, &[&[&**subcommand], *case].concat());
        }
    }
    told(home, &[word]);
    told(home, &[option]);
    harmless("the report", &fs::read(report).expect("a report"));
}

#[test]
fn a_broken_line_is_told_harmlessly() {
    let (folder, save) = saved();
    let mut end = OpenOptions::new().append(true).open(&save).expect("the save");
    end.write_all(format!("Went(\"{}\")\n", HOSTILE.replace('\n', "")).as_bytes()).expect("written");
    for how in [&["replay", "--print"][..], &["replay", "--verify"], &["export"]] {
        let args = [how, &[save.to_str().expect("text")]].concat();
        let (_, err) = told(folder.path(), &args);
        assert!(err.starts_with("wardrum: ") && err.lines().count() == 1, "{err}");
    }
    for text in [HOSTILE.to_string(), format!("Head({HOSTILE}"), "\u{9b}\u{202e}".repeat(9)] {
        fs::write(&save, text).expect("written");
        let (_, err) = told(folder.path(), &["export", save.to_str().expect("text")]);
        assert!(err.contains("not a wardrum save") && err.lines().count() == 1, "{err}");
    }
}

#[test]
fn keys_and_scenarios_are_told_harmlessly() {
    let (folder, path) = saved();
    let one_line = HOSTILE.replace('\n', "");
    for keys in [
        format!("(play: {{ \"heal\": [\"{one_line}\"] }})"),
        format!("(play: {{ \"{one_line}\": [\"h\"] }})"),
        format!("(\"{one_line}\": {{}})"),
        one_line.clone(),
    ] {
        fs::write(&path, keys).expect("written");
        let (_, err) = told(folder.path(), &["keys", path.to_str().expect("text")]);
        assert!(err.contains("the default keys apply"), "{err}");
    }
    let scenario = folder.path().join(hostile("scenario") + ".ron");
    for text in [
        format!(
            "(ruleset: bx, given: (sides: [(\"{HOSTILE}\", [(name: \"{HOSTILE}\", like: \"{HOSTILE}\")])]))"
        ),
        format!(
            "(ruleset: bx, given: (sides: [(\"a\", [(name: \"{HOSTILE}\", like: \"fighter-1\")])]),
            script: [(do: Note(\"{HOSTILE}\"), expect: [Is(\"{HOSTILE}\", Dead)])])"
        ),
        format!("(\"{HOSTILE}\")"),
    ] {
        fs::write(&scenario, text).expect("written");
        let (out, _) = told(folder.path(), &["check", scenario.to_str().expect("text")]);
        assert!(out.contains("scenariox\\u001b]52") && out.ends_with("0 passed, 1 failed\n"), "{out}");
    }
}

#[test]
fn names_with_the_end_of_a_line_in_them_break_no_table() {
    let (folder, save) = saved();
    let (report, _) = told(folder.path(), &["export", save.to_str().expect("text")]);
    for (table, rows) in [("## Sides", 2), ("## Who fought", 2)] {
        let table = report.split(table).nth(1).expect("the table");
        let lines: Vec<&str> = table.lines().skip_while(|line| line.is_empty()).collect();
        let cells = |line: &str| line.replace("\\|", "").matches('|').count();
        let row = cells(lines[0]);
        assert!(
            lines[..rows + 2].iter().all(|line| line.starts_with('|') && cells(line) == row),
            "{report}"
        );
        assert_eq!(cells(lines[rows + 2]), 0, "{report}");
    }
    let (log, _) = told(folder.path(), &["replay", "--print", save.to_str().expect("text")]);
    assert!(log.contains("noted") && !log.lines().any(|line| line.starts_with('|')), "{log}");
}

#[test]
fn json_says_the_same_with_everything_written_out() {
    let (folder, save) = saved();
    for args in [&["replay", "--json"][..], &["export", "--format", "json"]] {
        let args = [args, &[save.to_str().expect("text")]].concat();
        let (json, _) = told(folder.path(), &args);
        let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(value["title"], hostile("title"));
        assert_eq!(value["combatants"][0]["name"], hostile("Ana"));
    }
}

/// The fault that `check` tells of a scenario.
fn checked(home: &Path, text: &str) -> String {
    let file = home.join("nested.ron");
    fs::write(&file, text).expect("written");
    let (out, err) = told(home, &["check", file.to_str().expect("text")]);
    assert!(out.ends_with("0 passed, 1 failed\n"), "{out}{err}");
    out
}

/// Types that contain themselves are read only so deep, and what is nested deeper is told with its place; scanning to
/// the end of a value takes no stack at all.
#[test]
fn what_is_nested_without_end_is_refused_at_its_place() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let nested = |open: &str, close: &str| format!("{}{}", open.repeat(20_000), close.repeat(20_000));
    for (before, open, close) in [
        ("script: [(do: ", "Several([", "])"),
        ("script: [(do: ", "Reinforce(round: 3, who: ", ")"),
        ("script: [(do: Skip, choices: [", "Several([", "])"),
        ("script: [(do: Skip, expect: [", "Not(", ")"),
        ("script: [(do: Skip, expect: [", "AtRoundEnd(", ")"),
        ("script: [(do: Skip, dice: [", "[", "]"),
    ] {
        let said = checked(
            home.path(),
            &format!("(\n  ruleset: bx, given: (),\n  {before}{}", nested(open, close)),
        );
        let place = said.lines().next().expect("a line");
        assert!(place.contains("nested.ron:3:"), "{said}");
    }
    let inner = nested("Several([", "])");
    let said = checked(home.path(), &format!("(ruleset: bx, given: (), script: [(do: {inner})])"));
    assert!(said.contains("expected values nested at most 128 deep"), "{said}");
    for file in [nested("(", ")"), nested("[", "]"), nested("Some(", ")"), nested("{\"a\":", "}")] {
        checked(home.path(), &file);
        checked(home.path(), &format!("(ruleset: bx, cases: {file})"));
        checked(home.path(), &format!("(ruleset: bx, given: {file})"));
        let save = home.path().join("save");
        for text in [&file, &format!("Head({file})"), &format!("Kept(line:[],state:{file})")] {
            fs::write(&save, text).expect("written");
            let (_, err) = told(home.path(), &["replay", "--print", save.to_str().expect("text")]);
            assert!(err.starts_with("wardrum: ") && err.lines().count() == 1, "{err}");
        }
        let (_, err) = told(home.path(), &["keys", save.to_str().expect("text")]);
        assert!(err.contains("the default keys apply"), "{err}");
    }
}

/// An action in progress, or one still to take effect, is one that takes time, never what only speaks of another.
#[test]
fn only_an_action_can_be_in_progress() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let scenario = |ruleset: &str, deed: &str, timer: &str, ongoing: &str| {
        let act = format!("Act(who: \"Ana\", deed: {deed}, at: [\"Gob\"])");
        let (timer, ongoing) = (timer.replace("ACT", &act), ongoing.replace("ACT", &act));
        format!(
            "(ruleset: {ruleset}, given: (sides: [(\"party\", [(name: \"Ana\", like: \"orc\"{ongoing})]), \
             (\"foes\", [(name: \"Gob\", like: \"orc\")])]{timer}), script: [(do: Note(\"here\"))])"
        )
    };
    let timer = ", timers: [(due: Clock(60), deliver: ACT)]";
    for ruleset in ["bx", "zero", "house", "countdown", "seconds"] {
        for deed in ["Begin", "Resume", "CutIn"] {
            let said = checked(home.path(), &scenario(ruleset, deed, "", ", undertaking: (ACT, 2)"));
            let what = format!("Ana: ongoing: found deed {deed}, expected an action such as Strike");
            assert!(said.contains(&what), "{said}");
            let said = checked(home.path(), &scenario(ruleset, deed, timer, ""));
            assert!(said.contains(&format!("a timer: found deed {deed}, expected an action")), "{said}");
        }
    }
}
