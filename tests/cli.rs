//! The command line: output, streams and exit codes.

mod saved;

use assert_cmd::Command;
use std::fs;
use std::path::Path;
use wardrum::scenario::run::run;
use wardrum::scenario::{Scenario, given};

fn wardrum(args: &[&str]) -> (i32, String, String) {
    let output =
        Command::cargo_bin("wardrum").expect("the program").args(args).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

const GOOD: &str = r#"(ruleset: bx, given: (sides: [("party", [(name: "Ana", like: "fighter-1")])]),
    script: [(do: Note("hello"), expect: [Noted("hello"), Is("Ana", Up)])])"#;

/// A folder with scenario files of these texts.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a scratch folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a scratch file");
    }
    folder
}

fn check(path: &Path) -> (i32, String, String) {
    wardrum(&["check", &path.to_string_lossy()])
}

#[test]
fn what_comes_out_as_written_passes() {
    let folder = folder(&[("a.ron", GOOD), ("b.ron", GOOD), ("c.txt", "no scenario")]);
    assert_eq!(check(folder.path()), (0, "2 passed, 0 failed\n".into(), String::new()));
}

#[test]
fn what_does_not_is_named_with_file_line_step_expected_and_found() {
    let bad = GOOD.replace("Is(\"Ana\", Up)", "Is(\"Ana\", Dead)");
    let folder = folder(&[("a.ron", GOOD), ("b.ron", &bad)]);
    let (code, out, err) = check(folder.path());
    let path = folder.path().join("b.ron");
    let want = format!(
        "{}:2\n  step 1\n    expected  Is(\"Ana\",Dead)\n    found     Up\n1 passed, 1 failed\n",
        path.display()
    );
    assert_eq!((code, out, err), (1, want, String::new()));
}

#[test]
fn a_file_that_cannot_be_read_is_named_with_line_and_column() {
    let folder = folder(&[("a.ron", &GOOD.replace("given", "gvien"))]);
    let (code, out, _) = check(folder.path());
    assert_eq!(code, 1);
    assert!(
        out.contains("a.ron:1:") && out.contains("gvien") && out.ends_with("0 passed, 1 failed\n"),
        "{out}"
    );
}

#[test]
fn experience_is_counted_by_the_rules_that_have_it() {
    let counted = |args: &[&str]| {
        let (code, out, _) = wardrum(&[&["xp"], args].concat());
        (code, out.split_once(": ").map_or(String::new(), |(_, told)| told.trim_end().to_string()))
    };
    let earned = |told: &str| (0, told.to_string());
    assert_eq!(counted(&["1", "--xp", "996", "--points", "10"]), earned("10 points, 3 at level 2"));
    assert_eq!(counted(&["1", "--points", "999"]), earned("999 points, 999 at level 1"));
    assert_eq!(counted(&["1", "--points", "2000"]), earned("2000 points, 500 at level 2"));
    assert_eq!(counted(&["3", "--enemy", "4", "--enemy", "2"]), earned("199 points, 199 at level 3"));
    assert_eq!(wardrum(&["xp", "3", "--ruleset", "bx"]).0, 1, "these rules have no such award");
}

#[test]
fn wrong_use_is_told_on_standard_error() {
    let empty = folder(&[]);
    for args in [
        &["check", "no/such/place"][..],
        &["check", &empty.path().to_string_lossy()],
        &["check"],
        &["--no"],
    ] {
        let (code, out, err) = wardrum(args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        assert!(!err.is_empty(), "{args:?}");
    }
}

#[test]
fn a_rule_is_found_by_its_id_and_by_words() {
    let (code, out, _) = wardrum(&["rules", "bx.morale.half-down"]);
    assert!(code == 0 && out.contains("bx.morale.half-down") && out.lines().count() > 3, "{out}");
    let (code, out, _) = wardrum(&["rules", "MORALE", "death"]);
    assert!(code == 0 && out.contains("bx.morale.first-death"), "{out}");
    let (code, out, err) = wardrum(&["rules", "gibberish-zzz"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.contains("gibberish-zzz"));
    let (code, out, _) = wardrum(&["rules"]);
    assert!(code == 0 && out.contains("Initiative") && out.contains("bx.option.morale"), "{out}");
}

#[test]
fn a_rule_is_shown_with_its_tables() {
    let (code, out, err) = wardrum(&["rules", "bx.equipment.weapons"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let row = out.lines().find(|line| line.starts_with("two-handed sword"));
    let cells: Vec<&str> =
        row.unwrap_or("").split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
    assert_eq!(cells, ["two-handed sword", "1d10", "15 lb", "-", "melee, slow, two-handed"], "{out}");
    assert!(out.lines().all(|line| line.chars().count() <= 100), "{out}");
}

/// The ids of the rules found in one book, in the order shown.
fn found(words: &[&str]) -> Vec<String> {
    let (code, out, _) = wardrum(&[&["rules", "--ruleset", "bx"], words].concat());
    assert_eq!(code, 0, "{words:?}");
    out.lines().filter(|line| line.starts_with("bx.")).map(str::to_string).collect()
}

#[test]
fn an_id_is_shown_alone_and_the_best_matches_of_words_come_first() {
    assert_eq!(found(&["BX.movement.retreat"]), ["bx.movement.retreat"]);
    let all = found(&["retreat"]);
    let by_id = ["bx.movement.retreat", "bx.option.retreat-timing", "bx.option.retreat-exposure"];
    assert_eq!(all[..3], by_id);
    assert!(all.len() > 3, "{all:?}");
    assert_eq!(found(&["first", "death"])[0], "bx.morale.first-death");
    assert_eq!(found(&["greatest load"]), ["bx.encumbrance.max-load"], "by its title");
    assert_eq!(found(&["oil", "flask"]).last().map(String::as_str), Some("bx.equipment.weapons"));
    assert_eq!(found(&["condition", "poisoned"]), ["bx.condition.poisoned"]);
    assert_eq!(
        wardrum(&["rules", "--ruleset", "bx", "poisoned", "retreat"]).0,
        1,
        "every word must stand in it"
    );
}

#[test]
fn without_words_everything_is_listed_by_chapter() {
    let (code, out, _) = wardrum(&["rules"]);
    let chapter = out.split("\n\n").find(|part| part.starts_with("Morale\n")).unwrap_or("");
    assert_eq!((code, chapter.lines().count()), (0, 9), "{out}");
    assert!(chapter.lines().skip(1).all(|line| line.starts_with("  bx.morale.")), "{chapter}");
}

#[test]
fn completions_and_manual_name_the_program() {
    for args in [&["completions", "bash"][..], &["completions", "fish"], &["man"]] {
        let (code, out, err) = wardrum(args);
        assert!(code == 0 && out.contains("wardrum") && err.is_empty(), "{args:?}");
    }
}

#[test]
fn the_manual_has_every_command_every_key_and_the_files() {
    let (_, page, _) = wardrum(&["man"]);
    let plain = page.replace('\\', "");
    for chapter in ["COMMANDS", "KEYS", "YOUR OWN KEYS", "FILES", "ENVIRONMENT", "EXIT STATUS"] {
        assert!(page.contains(chapter), "{chapter}");
    }
    assert!(plain.contains("~/.config/wardrum/house/*.ron"), "{plain}");
    for words in ["wardrum replay", "wardrum odds", "--verify", "Shift-Tab", "keys.ron", "WARDRUM_HOME"]
    {
        assert!(plain.contains(words), "{words}: {plain}");
    }
}

/// The example of a set of options in the manual is one that is accepted.
#[test]
fn the_manual_shows_how_a_set_of_options_is_written() {
    let (_, page, _) = wardrum(&["man"]);
    let plain = page.replace('\\', "");
    let example = plain.lines().find(|line| line.starts_with("(name: ")).expect("an example");
    let book = wardrum::store::HouseBook::read(example).expect("it can be read");
    assert_eq!(book.options.len(), 1, "{book:?}");
}

/// Whoever stops reading has what was wanted (`wardrum rules | head`).
#[test]
fn output_that_nobody_reads_ends_every_command_quietly() {
    let (folder, save) = saved_fight();
    let scenario = folder.path().join("a.ron").to_string_lossy().into_owned();
    fs::write(&scenario, GOOD).expect("a scratch file");
    let table = folder.path().join("party.csv").to_string_lossy().into_owned();
    fs::write(&table, "name,hp,ac\nAna,8,5\n").expect("a scratch file");
    for args in [
        &["replay", &save, "--print"][..],
        &["replay", &save, "--json"],
        &["replay", &save, "--verify"],
        &["export", &save],
        &["export", &save, "--format", "json"],
        &["export", &save, "--format", "html"],
        &["export", &save, "--format", "cast"],
        &["odds", &save],
        &["odds", &save, "--json"],
        &["sim", &save, "--fights", "2"],
        &["sim", &save, "--fights", "2", "--json"],
        &["import", &table, "--dry-run"],
        &["check", &scenario],
        &["rules"],
        &["rules", "retreat"],
        &["keys"],
        &["xp", "3", "--enemy", "4"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
        &["--version"],
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("wardrum"));
        let out = command.args(args).env("WARDRUM_HOME", folder.path()).stdout(writer).output();
        let out = out.expect("it runs");
        let told = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(out.status.success(), "{args:?}: {told}");
        assert!(!told.contains("ipe") && !told.contains("panicked"), "{args:?}: {told}");
    }
}

#[test]
fn nothing_is_coloured_when_the_output_is_no_terminal() {
    for args in [&["--help"][..], &["rules", "retreat"]] {
        let (code, out, _) = wardrum(args);
        assert!(code == 0 && !out.contains('\u{1b}'), "{args:?}");
    }
}

/// A scenario, played into a save.
fn played(text: &str) -> (tempfile::TempDir, String) {
    let scenario = Scenario::read(text).expect("a scenario");
    let ran = run(&scenario, &given::built_in).unwrap_or_else(|failure| panic!("{failure}"));
    let folder = folder(&[]);
    let path = folder.path().join("fight.ron");
    saved::save(&ran.chronicle, &path);
    let path = path.to_string_lossy().into_owned();
    (folder, path)
}

/// A fight of two rounds in a scratch folder.
fn saved_fight() -> (tempfile::TempDir, String) {
    let text = r#"(ruleset: bx, given: (
        sides: [("party", [(name: "Ana", like: "fighter-1")]), ("foes", [(name: "Gob", like: "goblin", max: 9)])],
        engaged: [("Ana", "Gob")], from: Initiative), script: [
        (do: Proceed, dice: [5, 2]),
        (do: Act(who: "Ana", deed: Strike, with: "sword", at: ["Gob"]), dice: [19, 3]),
        (do: Act(who: "Gob", deed: Pass)),
        (do: Proceed, expect: [Round(2), Phase(Initiative)]),
        (do: Overrule(Afflict(who: ["Ana"], condition: Blind, rounds: 3))),
    ])"#;
    played(text)
}

#[test]
fn a_replay_writes_the_log_as_far_as_it_is_asked() {
    let (_folder, path) = saved_fight();
    let (code, all, err) = wardrum(&["replay", &path, "--print"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(all.contains("Gob") && all.contains("hits Gob with sword (21 vs 13): 5 damage"), "{all}");
    let (code, first, _) = wardrum(&["replay", &path, "--print", "--to", "0"]);
    assert!(code == 0 && first.len() < all.len() && all.starts_with(&first), "{first}");
}

/// Ana needs 13 against a goblin in armour class 6 and adds 2 for her Strength, so that ten faces hit; the sword deals
/// 1d6 + 2, and the goblin has 9 hit points: it is wounded and never falls.
#[test]
fn the_odds_of_an_act_are_told_in_words_and_as_one_json_value() {
    let (_folder, path) = duel("Melee");
    let (code, out, err) = wardrum(&["odds", &path, "--act", "ana strikes Gob with sword"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.starts_with("Ana attacks Gob with sword\n"), "{out}");
    assert!(out.contains("hits 50 %, expected 2.8"), "{out}");
    let (_, out, _) = wardrum(&["odds", &path, "--act", "Ana attacks Gob", "--json"]);
    let odds: serde_json::Value = serde_json::from_str(&out).expect("one JSON value");
    assert_eq!(odds["exact"].as_bool(), Some(true));
    assert_eq!(odds["trials"][0]["comes_off"].as_str(), Some("1/2"));
    assert_eq!(odds["fates"][0]["amounts"]["8"].as_str(), Some("1/12"));
    assert_eq!(odds["fates"][0]["falls"].as_str(), Some("0/1"));
}

#[test]
fn a_name_with_a_comma_is_one_name_in_a_sentence() {
    let (_folder, path) = played(
        r#"(ruleset: bx, given: (
            sides: [("party", [(name: "Ana, of Ard", like: "fighter-1")]),
                ("foes", [(name: "Gob", like: "goblin"), (name: "Gob, the old", like: "goblin")])],
            engaged: [("Ana, of Ard", "Gob, the old")],
            order: [(who: ["party"]), (who: ["foes"])], from: Melee, slot: "party"), script: [])"#,
    );
    let (code, out, err) =
        wardrum(&["odds", &path, "--act", "Ana, of Ard strikes Gob, the old with sword"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.starts_with("Ana, of Ard attacks Gob, the old with sword\n"), "{out}");
}

#[test]
fn a_name_with_the_word_with_is_one_name_in_a_sentence() {
    let (_folder, path) = played(
        r#"(ruleset: bx, given: (
            sides: [("party", [(name: "Ana", like: "fighter-1")]),
                ("foes", [(name: "Orc", like: "goblin"), (name: "Orc with dog", like: "goblin")])],
            engaged: [("Ana", "Orc with dog")],
            order: [(who: ["party"]), (who: ["foes"])], from: Melee, slot: "party"), script: [])"#,
    );
    for sentence in ["Ana strikes Orc with dog", "Ana strikes Orc with dog with sword"] {
        let (code, out, err) = wardrum(&["odds", &path, "--act", sentence]);
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        assert!(out.starts_with("Ana attacks Orc with dog with sword\n"), "{out}");
    }
}

#[test]
fn without_an_act_the_odds_are_those_of_the_next_step() {
    let (_folder, path) = duel("Initiative");
    let (code, out, err) = wardrum(&["odds", &path]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("party first 50 %") && out.contains("foes first 50 %"), "{out}");
}

#[test]
fn an_act_that_cannot_be_read_is_told_with_what_was_expected() {
    let (_folder, path) = duel("Melee");
    for (sentence, words) in [
        ("Anna strikes Gob", "found \"Anna\", expected somebody in the fight; did you mean Ana?"),
        ("Ana strikse Gob", "found \"strikse\", expected what Ana may do now; did you mean strikes?"),
        ("Ana strikes Gobb", "found \"Gobb\", expected somebody in the fight; did you mean Gob?"),
        ("Ana strikes Gob with sord", "found \"sord\", expected a weapon at hand; did you mean sword?"),
    ] {
        let (code, out, err) = wardrum(&["odds", &path, "--act", sentence]);
        assert_eq!((code, out.as_str()), (2, ""), "{sentence}");
        assert!(err.contains(words), "{sentence}: {err}");
    }
    let (_, _, err) = wardrum(&["odds", &path, "--act", "Ana savings throw"]);
    assert!(err.contains("strikes, makes a saving throw, makes an ability check"), "{err}");
    let (code, _, err) = wardrum(&["odds", &path, "--act", "Gob strikes Ana"]);
    assert_eq!(code, 2, "it is not its turn: {err}");
}

/// Facts come last in the sentence, as a scenario writes them, and count.
#[test]
fn an_act_is_said_with_its_facts() {
    let (_folder, path) = duel("Melee");
    let (code, out, err) =
        wardrum(&["odds", &path, "--act", "Ana strikes Gob with sword, facts: [Modifier(2)]"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("hits 60 %"), "{out}");
    let (_, out, _) =
        wardrum(&["odds", &path, "--act", "Ana strikes Gob facts: [Behind, Modifier(-2)]"]);
    assert!(out.contains("hits 45 %"), "-2, and no shield from behind: {out}");
    for (facts, words) in [
        ("[Modifer(2)]", "found \"Modifer\", expected a fact; did you mean Modifier?"),
        ("[Called(Head)]", "found \"Called\", expected a fact that Ana strikes with: "),
        ("[Modifier(two)]", "facts: [Modifier(two)]: "),
        ("Modifier(2)", "facts: Modifier(2): "),
    ] {
        let sentence = format!("Ana strikes Gob, facts: {facts}");
        let (code, out, err) = wardrum(&["odds", &path, "--act", &sentence]);
        assert_eq!((code, out.as_str()), (2, ""), "{sentence}: {err}");
        assert!(err.contains(words), "{sentence}: {err}");
    }
    let (_folder, path) = played(
        r#"(ruleset: seconds, given: (
            sides: [("party", [(name: "Kay", body: (name: "Fighter", weapon_skill: 4, attacks: [(name: "sword", damage: "1d8")]))]),
                ("foes", [(name: "Gob", body: (name: "Goblin", attacks: [(name: "claw", damage: "1d4")]))])],
            engaged: [("Kay", "Gob")], order: [(score: 9, who: ["Kay"]), (score: 1, who: ["Gob"])],
            from: Turn, slot: "Kay"), script: [])"#,
    );
    let odds = |sentence: &str| {
        let (code, out, err) = wardrum(&["odds", &path, "--act", sentence]);
        assert_eq!((code, err.as_str()), (0, ""), "{sentence}: {out}");
        out
    };
    let (plain, called) = (odds("Kay strikes Gob"), odds("Kay strikes Gob, facts: [Called(Head)]"));
    assert_ne!(plain, called);
}

/// Where the key ends the fight, since one side is left, the odds are those of the end.
#[test]
fn without_an_act_the_end_is_due_where_one_side_is_left() {
    let (_folder, path) = played(
        r#"(ruleset: bx, given: (
            sides: [("party", [(name: "Ana", like: "fighter-1")]), ("foes", [(name: "Gob", like: "goblin", standing: Dead)])],
            order: [(who: ["party"]), (who: ["foes"])], from: Movement, slot: "party"), script: [])"#,
    );
    let (code, out, err) = wardrum(&["odds", &path]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("end of the fight"), "{out}");
}

/// Ana and a goblin in melee, at that point of Ana's round.
fn duel(from: &str) -> (tempfile::TempDir, String) {
    let slot = if from == "Initiative" { "" } else { r#", slot: "party""# };
    let text = format!(
        r#"(ruleset: bx, given: (
            sides: [("party", [(name: "Ana", like: "fighter-1")]), ("foes", [(name: "Gob", like: "goblin", max: 9)])],
            engaged: [("Ana", "Gob")], order: [(who: ["party"]), (who: ["foes"])], from: {from}{slot}), script: [])"#
    );
    played(&text)
}

#[test]
fn a_replay_writes_a_state_as_one_json_value() {
    let (_folder, path) = saved_fight();
    let (code, out, _) = wardrum(&["replay", &path, "--json"]);
    let state: serde_json::Value = serde_json::from_str(&out).expect("one JSON value");
    assert_eq!(code, 0);
    assert_eq!((state["round"].as_u64(), state["phase"].as_str()), (Some(2), Some("Initiative")));
    let ana = &state["combatants"][0];
    assert_eq!((ana["name"].as_str(), ana["side"].as_str()), (Some("Ana"), Some("party")));
    assert_eq!(ana["engaged_with"][0].as_str(), Some("Gob"));
    assert_eq!(ana["conditions"][0]["rounds_left"].as_u64(), Some(3));
    let lines = state["log"]["lines"].as_array().expect("lines");
    let blow = lines.iter().find(|line| line["account"]["did"]["Deed"] == "Strike").expect("a blow");
    assert_eq!(blow["account"]["who"]["Ones"][0].as_u64(), Some(0), "{blow}");
    assert!(blow["account"]["tries"][0]["total"].is_i64() && blow["text"].is_string(), "{blow}");
    let gob = &state["combatants"][1]["hit_points"];
    assert_eq!((gob["now"].as_i64(), gob["max"].as_i64()), (Some(4), Some(9)));
    let (_, out, _) = wardrum(&["replay", &path, "--json", "--to", "1"]);
    let state: serde_json::Value = serde_json::from_str(&out).expect("one JSON value");
    assert_eq!(state["round"].as_u64(), Some(1));
    let (_, out, _) = wardrum(&[
        "replay",
        concat!(env!("CARGO_MANIFEST_DIR"), "/saves/giant-played.ron"),
        "--json",
        "--to",
        "1",
    ]);
    let state: serde_json::Value = serde_json::from_str(&out).expect("one JSON value");
    assert!(state["proposed"]["who"].is_string() && state["proposed"]["action"].is_string(), "{out}");
}

#[test]
fn a_save_is_verified_and_the_first_entry_that_differs_is_named() {
    let (folder, path) = saved_fight();
    let (code, out, _) = wardrum(&["replay", &path, "--verify"]);
    assert_eq!((code, out.contains("5 entries")), (0, true), "{out}");
    let text = fs::read_to_string(&path).expect("the save");
    let other = folder.path().join("other.ron");
    // Changed by hand: without checksums.
    let changed = |line: &str| line.rsplit_once(" //").map_or("", |(line, _)| line).to_string() + "\n";
    let text: String = text.lines().map(changed).collect();
    fs::write(&other, text.replace("amount:5", "amount:6")).expect("a scratch file");
    let (code, out, _) = wardrum(&["replay", &other.to_string_lossy(), "--verify"]);
    assert_eq!(code, 1, "{out}");
    assert!(out.starts_with("entry 2 (round 1)") && out.contains("today"), "{out}");
}

#[test]
fn a_file_that_is_no_save_is_wrong_use() {
    let folder = folder(&[("x.ron", "not a save")]);
    let path = folder.path().join("x.ron").to_string_lossy().into_owned();
    for path in [path.as_str(), "no/such/file.ron"] {
        let (code, out, err) = wardrum(&["replay", path, "--print"]);
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(err.contains(path), "{err}");
    }
}

#[test]
fn a_theme_that_is_none_is_wrong_use() {
    let (code, out, err) = wardrum(&["--theme", "pink"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("pink") && err.contains("dark, light, colourblind, plain"), "{err}");
}

#[test]
fn a_fight_is_told_afterwards_in_markdown_and_json() {
    let (folder, path) = saved_fight();
    let (code, text, err) = wardrum(&["export", &path]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(text.starts_with("# ") && text.contains("| Ana | party |"), "{text}");
    assert!(text.contains("### Round 1\n") && text.contains("Gob"), "{text}");
    let (code, json, _) = wardrum(&["export", &path, "--format", "json"]);
    let told: serde_json::Value = serde_json::from_str(&json).expect("one JSON value");
    assert_eq!((code, told["combatants"][0]["dealt"].as_i64()), (0, Some(5)));
    assert_eq!(told["combatants"][1]["taken"].as_i64(), Some(5));
    let out = folder.path().join("report.md").to_string_lossy().into_owned();
    let (code, nothing, _) = wardrum(&["export", &path, "--format", "markdown", "-o", &out]);
    assert_eq!((code, nothing.as_str()), (0, ""));
    assert_eq!(fs::read_to_string(&out).ok(), Some(text));
}

#[test]
fn what_is_damaged_is_told_and_is_no_success() {
    let (folder, path) = saved_fight();
    let text = fs::read_to_string(&path).expect("the save");
    let other = folder.path().join("flipped.ron");
    fs::write(&other, text.replacen("rounds:3", "rounds:4", 1)).expect("a scratch file");
    let other = other.to_string_lossy().into_owned();
    for args in [&["export", &other][..], &["replay", &other, "--print"], &["replay", &other, "--json"]]
    {
        let (code, out, err) = wardrum(args);
        assert_eq!(code, 1, "{args:?}");
        assert!(!out.is_empty() && err.contains("found checksum"), "{err}");
    }
}

#[test]
fn an_export_replaces_only_what_it_may() {
    let (folder, path) = saved_fight();
    let save = fs::read_to_string(&path).expect("the save");
    let report = folder.path().join("report.md").to_string_lossy().into_owned();
    fs::write(&report, "notes of my own").expect("a scratch file");
    let other = folder.path().join(".").join("fight.ron").to_string_lossy().into_owned();
    for (args, named) in [
        (["export", &path, "-o", &path, "--force"], "found the fight itself"),
        (["export", &path, "-o", &other, "--force"], "found the fight itself"),
        (["export", &path, "-o", &report, "--format=json"], "add --force"),
        (["export", &path, "-o", "/dev/null", "--force"], "expected a file"),
    ] {
        let (code, out, err) = wardrum(&args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        assert!(err.contains(named), "{err}");
    }
    assert_eq!(fs::read_to_string(&path).expect("the save"), save);
    assert_eq!(fs::read_to_string(&report).expect("the notes"), "notes of my own");
    assert_eq!(wardrum(&["export", &path, "-o", &report, "--force"]).0, 0);
    assert!(fs::read_to_string(&report).expect("the report").starts_with("# "));
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 2, "no draft is left");
}

#[test]
fn an_export_that_cannot_be_is_wrong_use() {
    let (folder, path) = saved_fight();
    let nowhere = folder.path().join("no/such/folder.md").to_string_lossy().into_owned();
    for (args, named) in [
        (["export", &path, "--format", "pdf"], "markdown, json"),
        (["export", &path, "-o", &nowhere], "folder.md"),
        (["export", "no/such/file.ron", "--format", "json"], "no/such/file.ron"),
    ] {
        let (code, out, err) = wardrum(&args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        assert!(err.contains(named), "{err}");
    }
}

/// A faulty file is reported once on every path, with its name and without internal terms.
#[test]
fn what_is_wrong_with_a_file_is_told_once_and_plainly() {
    let played = fs::read_to_string("saves/first-fight-played.ron").expect("a sample");
    let unsummed = |from: &str, to: &str| {
        let bare: Vec<&str> =
            played.lines().map(|line| line.split(" //").next().unwrap_or("")).collect();
        bare.join("\n").replacen(from, to, 9)
    };
    let (variant, field) = (unsummed("Entry(", "xEntry("), unsummed("command:", "kommand:"));
    let files = [
        ("variant.ron", &*variant),
        ("field.ron", &*field),
        ("none.txt", "nothing"),
        ("a.ron", "xX(1)"),
    ];
    let folder = folder(&files);
    fs::create_dir(folder.path().join("dir.ron")).expect("a folder");
    for name in ["variant.ron", "field.ron", "a.ron", "dir.ron", "missing.ron"] {
        let path = folder.path().join(name);
        let path = path.to_string_lossy();
        for args in [&["replay", &path, "--print"][..], &["export", &path], &["check", &path]] {
            let (_, out, err) = wardrum(args);
            let said = format!("{}{err}", if args[0] == "check" { &*out } else { "" });
            assert!(said.contains(name), "{args:?}: {said}");
            for word in ["os error", "nexpected variant", "nexpected field", "enum `", "struct `"] {
                assert!(!said.contains(word), "{args:?}: {said}");
            }
            for cause in ["no such file or directory", "found a folder", "expected one of Head"] {
                assert!(said.to_lowercase().matches(cause).count() <= 1, "{args:?}: {said}");
            }
        }
    }
}

/// A fighter with one hit point facing an ogre.
fn hopeless() -> (tempfile::TempDir, String) {
    let text = r#"(ruleset: bx, given: (
        sides: [("party", [(name: "Ana", like: "fighter-1", hp: 1, max: 1)]), ("foes", [(name: "Ogre", like: "ogre")])],
        engaged: [("Ana", "Ogre")], from: Initiative), script: [(do: Proceed, dice: [1, 6])])"#;
    played(text)
}

#[test]
fn a_fight_is_simulated_from_where_it_stands() {
    let (_folder, path) = hopeless();
    let (code, out, err) = wardrum(&["sim", &path, "--fights", "64"]);
    assert_eq!((code, err.as_str()), (0, ""), "no progress where nobody looks");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "A fight (B/X Classic, round 1)");
    assert!(lines[1].starts_with("party win ") && lines[1].contains(" of 1 fall: Ana "), "{out}");
    assert!(lines[2].starts_with("foes win ") && lines[2].contains("Ogre "), "{out}");
    assert!(lines.iter().any(|line| line.starts_with("ends in round")), "{out}");
    assert!(out.ends_with("64 fights, seed 1; margins hold 95 times in 100\n"), "{out}");
    assert_eq!(wardrum(&["sim", &path, "--fights", "64"]).1, out, "the same seed, the same figures");
    assert_ne!(wardrum(&["sim", &path, "--fights", "64", "--seed", "2"]).1, out);
}

#[test]
fn options_are_compared_side_by_side() {
    let (_folder, path) = hopeless();
    let (code, out, err) = wardrum(&["sim", &path, "--fights", "32", "--with", "morale=off"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let head = out.lines().nth(1).unwrap_or_default();
    let cells: Vec<&str> = head.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
    assert_eq!(cells, ["as it is", "bx.option.morale=off"], "{out}");
    assert!(out.contains("\nparty win ") && out.contains("\n  Ana "), "{out}");
    assert!(out.ends_with("32 and 32 fights, seed 1; margins hold 95 times in 100\n"), "{out}");
}

#[test]
fn a_simulation_is_written_as_one_json_value() {
    let (_folder, path) = hopeless();
    let (code, out, _) = wardrum(&["sim", &path, "--fights", "32", "--json", "--with", "morale=off"]);
    let told: serde_json::Value = serde_json::from_str(&out).expect("one JSON value");
    assert_eq!((code, told["ruleset"].as_str(), told["round"].as_u64()), (0, Some("bx"), Some(1)));
    let plain = &told["variants"][0];
    assert_eq!((plain["fights"].as_u64(), plain["interrupted"].as_bool()), (Some(32), Some(false)));
    assert_eq!(told["variants"][1]["with"]["bx.option.morale"].as_str(), Some("off"));
    let shares =
        [&plain["sides"][0]["wins"], &plain["sides"][1]["wins"], &plain["nobody"], &plain["undecided"]];
    let whole: f64 = shares.iter().filter_map(|share| share["share"].as_f64()).sum();
    assert!((whole - 1.0).abs() < 1e-9, "{out}");
    let ana = &plain["combatants"][0];
    assert_eq!((ana["name"].as_str(), ana["side"].as_str()), (Some("Ana"), Some("party")));
    assert!(ana["falls"]["share"].as_f64() > Some(0.5), "{out}");
}

#[test]
fn a_simulation_that_cannot_be_is_wrong_use() {
    let (_folder, path) = hopeless();
    for (args, named) in [
        (&[&*path, "--with", "bx.option.moral=off"][..], "did you mean bx.option.morale?"),
        (&[&path, "--with", "zzz=off"], "wardrum rules --ruleset bx lists them"),
        (&[&path, "--with", "morale=perhaps"], "found \"perhaps\", expected one of on, off"),
        (&[&path, "--with", "morale"], "expected OPTION=VALUE"),
        (&[&path, "--margin", "0"], "expected percent, 0.1 to 50"),
        (&[&path, "--fights", "0"], "0 is not in 1"),
        (&["saves/horde-played.ron"], "found a fight that is over"),
        (&["no/such/file.ron"], "no/such/file.ron"),
    ] {
        let (code, out, err) = wardrum(&[&["sim"], args].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        assert!(err.contains(named), "{args:?}: {err}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_simulation_says_what_it_knows() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::io::Read;
    let (_folder, path) = hopeless();
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("wardrum"))
        .args(["sim", &path, "--fights", "10000000"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    // Before its handler is installed, the signal would kill it.
    let listens = || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        caught.is_some_and(|mask| mask & 0b10 != 0)
    };
    while !listens() {
        std::thread::yield_now();
    }
    kill_process(Pid::from_child(&child), Signal::INT).expect("it is asked");
    let mut out = String::new();
    child.stdout.take().expect("piped").read_to_string(&mut out).expect("text");
    assert!(child.wait().expect("it ends").success(), "{out}");
    assert!(out.contains("party win ") && out.contains(" fights, interrupted, seed 1"), "{out}");
}

#[test]
fn a_report_tells_how_the_odds_ran_where_that_is_asked_for() {
    let sample = "saves/shared-number-played.ron";
    let (code, text, err) = wardrum(&["export", sample, "--odds", "32"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let told = text.split("## How the odds changed\n\n").nth(1).unwrap_or_default();
    assert!(told.starts_with("At the start, Heroes won ") && told.contains(" turning point"), "{text}");
    let (_, json, _) = wardrum(&["export", sample, "--odds=32", "--format", "json"]);
    let told: serde_json::Value = serde_json::from_str(&json).expect("one JSON value");
    let moments = told["odds"]["moments"].as_array().expect("moments");
    assert!(moments.len() > 20 && moments.last().expect("one")["chance"] == 1000, "{json}");
    let (_, plain, _) = wardrum(&["export", sample]);
    assert!(!plain.contains("odds"), "it takes its time, so it is asked for");
}
