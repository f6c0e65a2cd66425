//! Imported items in the referee's files: repeated imports, edits in between, and name conflicts.

use assert_cmd::cargo::cargo_bin_cmd;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const LURKER: &str = "Bog Lurker: AC 6 [13], HD 4 (18hp), Att 1 × maw (1d6), MV 60' (20'), ML 9\n";

struct Home(TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.path().join(name);
        fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    }

    /// Exit code, standard output, standard error.
    fn run(&self, args: &[&str]) -> (i32, String, String) {
        let mut command = cargo_bin_cmd!("wardrum");
        let output = command.env("WARDRUM_HOME", self.0.path()).args(args).output().expect("it runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
    }

    fn import(&self, args: &[&str]) -> String {
        let all: Vec<&str> = std::iter::once("import").chain(args.iter().copied()).collect();
        let (code, out, err) = self.run(&all);
        assert_eq!(code, 0, "{out}{err}");
        out
    }

    fn bestiary(&self) -> Vec<String> {
        names(&self.0.path().join("bestiary"))
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn the_same_again_changes_nothing_and_another_updates() {
    let home = Home::new();
    let file = home.file("lurker.txt", LURKER);
    let told = home.import(&[&file]);
    assert!(
        told.contains("creature: Bog Lurker") && told.contains("read: Hit Dice 4, hp 18, AC 6"),
        "{told}"
    );
    assert!(told.contains("Bog Lurker: new"), "{told}");
    assert!(home.import(&[&file]).contains("Bog Lurker: unchanged"));
    home.file("lurker.txt", &LURKER.replace("18hp", "20hp"));
    assert!(home.import(&[&file]).contains("Bog Lurker: updated"));
    assert_eq!(home.bestiary(), ["bog-lurker.ron"]);
    let written = fs::read_to_string(home.0.path().join("bestiary/bog-lurker.ron")).expect("a file");
    assert!(written.contains("hp: 20"));
}

#[test]
fn what_the_referee_changed_is_never_lost_unasked() {
    let home = Home::new();
    let file = home.file("lurker.txt", LURKER);
    home.import(&[&file]);
    let own = home.0.path().join("bestiary/bog-lurker.ron");
    let changed = fs::read_to_string(&own).expect("a file").replace("hp: 18", "hp: 30");
    fs::write(&own, &changed).expect("written");
    assert!(home.import(&[&file]).contains("Bog Lurker (2): kept beside the existing one"));
    assert_eq!(fs::read_to_string(&own).expect("a file"), changed);
    assert_eq!(home.bestiary(), ["bog-lurker-2.ron", "bog-lurker.ron"]);
    // From now on, the file refers to the second one.
    assert!(home.import(&[&file]).contains("Bog Lurker (2): unchanged"));
    let other =
        home.file("other.json", r#"[{"name": "Bog Lurker", "hitdice": "5", "armorclass": "15"}]"#);
    assert!(home.import(&[&other, "--update"]).contains("Bog Lurker: updated"));
    assert!(fs::read_to_string(&own).expect("a file").contains("hd: \"5\""));
}

#[test]
fn two_of_one_name_in_a_file_are_two() {
    let home = Home::new();
    let file = home.file("two.txt", &format!("{LURKER}\n{}", LURKER.replace("HD 4", "HD 5")));
    home.import(&[&file]);
    assert_eq!(home.bestiary(), ["bog-lurker-2.ron", "bog-lurker.ron"]);
    let again = home.import(&[&file]);
    assert_eq!(again.matches("unchanged").count(), 2, "{again}");
}

#[test]
fn a_long_name_is_numbered_too() {
    let home = Home::new();
    let long = LURKER.replace("Bog Lurker", "The Very Old Lurker of the Black Water Fen");
    let file = home.file("long.txt", &format!("{long}\n{}", long.replace("HD 4", "HD 5")));
    home.import(&[&file]);
    assert_eq!(home.bestiary().len(), 2);
}

#[test]
fn a_table_is_a_party_and_what_was_there_stays_in_it() {
    let home = Home::new();
    let file = home.file("lanterns.csv", "Name,Class,HP,AC\nBrea,F3,12/18,3\nOdo,C2,9,4\n");
    assert!(home.import(&[&file, "--into", "Iron Lanterns"]).contains("Iron Lanterns: new"));
    assert_eq!(names(&home.0.path().join("parties")), ["iron-lanterns.ron"]);
    let party = fs::read_to_string(home.0.path().join("parties/iron-lanterns.ron")).expect("a party");
    assert!(party.contains("hp: 12") && party.contains("Fighter"), "{party}");
    home.file("lanterns.csv", "Name,Class,HP,AC\nBrea,F3,18,3\n");
    assert!(home.import(&[&file, "--into", "Iron Lanterns"]).contains("Iron Lanterns: updated"));
    let party = fs::read_to_string(home.0.path().join("parties/iron-lanterns.ron")).expect("a party");
    assert!(party.contains("Odo") && !party.contains("hp: 12"), "{party}");
}

#[test]
fn a_fight_is_a_save_ready_to_begin() {
    let home = Home::new();
    let file = home.file("ford.md", include_str!("samples/obsidian.md"));
    let told = home.import(&[&file]);
    assert!(told.contains("fight: At the ford") && told.contains("At the ford: new"), "{told}");
    let save = home.0.path().join("saves/at-the-ford.ron").to_string_lossy().into_owned();
    let (code, log, err) = home.run(&["replay", &save, "--json"]);
    assert_eq!(code, 0, "{err}");
    for name in ["Bog Lurker", "Old Sedge", "Newt", "Allies"] {
        assert!(log.contains(name), "{name}: {log}");
    }
    let lurkers = home.file("lurker.txt", &LURKER.replace("Bog Lurker", "Bog Lurker (3)"));
    let told = home.import(&[&lurkers, "--as", "fight", "--into", "Three lurkers", "--rules", "zero"]);
    assert!(told.contains("Three lurkers: new"), "{told}");
    assert_eq!(names(&home.0.path().join("saves")), ["at-the-ford.ron", "three-lurkers.ron"]);
}

#[test]
fn a_dry_run_writes_nothing_and_json_says_the_same() {
    let home = Home::new();
    let file = home.file("lurker.txt", LURKER);
    assert!(home.import(&[&file, "--dry-run"]).contains("nothing is written"));
    assert!(home.bestiary().is_empty() && !home.0.path().join("imports.ron").exists());
    let json: serde_json::Value = serde_json::from_str(&home.import(&[&file, "--json"])).expect("JSON");
    assert_eq!(json["found"][0]["sheet"]["read"]["hd"], "4");
    assert_eq!(json["kept"][0]["outcome"], "new");
}

#[test]
fn what_is_nothing_says_what_was_tried() {
    let home = Home::new();
    let file = home.file("poem.txt", "Once upon a time\nthere was a goblin.\n");
    let (code, out, err) = home.run(&["import", &file]);
    assert_eq!((code, &*out), (2, ""));
    assert!(err.contains("poem.txt: found no creature") && err.contains("Foundry VTT"), "{err}");
    let (code, _, err) = home.run(&["import", "/no/such/file"]);
    assert!(code == 2 && err.contains("/no/such/file"), "{err}");
    let packed = home.0.path().join("pack");
    fs::create_dir(&packed).expect("a folder");
    fs::write(packed.join("000005.ldb"), "x").expect("written");
    let (code, _, err) = home.run(&["import", &packed.to_string_lossy()]);
    assert!(code == 2 && err.contains("Export Data"), "{err}");
    let wounds = home.file("lurker.txt", LURKER);
    let (code, _, err) = home.run(&["import", &wounds, "--as", "fight", "--rules", "seconds"]);
    assert!(code == 2 && err.contains("no hit points"), "{err}");
}

#[test]
fn a_guess_is_marked_until_the_referee_changes_it() {
    let home = Home::new();
    let file =
        home.file("lurker.txt", "Bog Lurker: AC 13, hp 18, Att 1 × maw (1d6), MV 60' (20'), ML 9\n");
    let told = home.import(&[&file]);
    assert!(told.contains("\n1 creature · 1 with Hit Dice guessed\n"), "{told}");
    let guesses = || {
        let folders = wardrum::store::Folders::under(home.0.path());
        let block = wardrum::store::own(&folders, "Bog Lurker").expect("readable").expect("a lurker");
        wardrum::import::kept::Guesses::all(&folders).of(&block)
    };
    assert_eq!(guesses(), ["Hit Dice 4", "AC 6"]);
    let own = home.0.path().join("bestiary/bog-lurker.ron");
    let change = |from: &str, to: &str| {
        let text = fs::read_to_string(&own).expect("a file");
        assert!(text.contains(from), "{text}");
        fs::write(&own, text.replace(from, to)).expect("written");
    };
    change("hd: \"4\"", "hd: \"3\"");
    assert_eq!(guesses(), ["AC 6"]);
    change("ac: 6", "ac: 5");
    assert!(guesses().is_empty());
}

#[test]
fn the_command_line_closes_with_what_lacks() {
    let home = Home::new();
    let file = home.file("all.txt", &format!("{LURKER}\nToad: HD 1, hp 4, ML 7\n"));
    let told = home.import(&[&file, "--dry-run"]);
    assert!(told.ends_with("\n2 creatures · 1 without an attack · 1 without an armour class\nnothing is written (--dry-run)\n"), "{told}");
    let json: serde_json::Value =
        serde_json::from_str(&home.import(&[&file, "--dry-run", "--json"])).expect("JSON");
    assert_eq!(
        json["summary"],
        serde_json::json!({"creatures": 2, "characters": 0, "fights": 0,
        "lacking": {"no_attack": 1, "no_armour_class": 1, "hit_dice_guessed": 0}})
    );
}

#[test]
fn a_combatant_of_a_saved_fight_is_the_member_of_that_name() {
    let home = Home::new();
    let party = home.file("lanterns.csv", "Name,Class,HP,AC,Weapon\nOdo,C2,14,4,mace (1d6)\n");
    home.import(&[&party]);
    let fight = home.file("fight.json", include_str!("samples/08-ii-index-label.json"));
    let json: serde_json::Value =
        serde_json::from_str(&home.import(&[&fight, "--dry-run", "--json"])).expect("JSON");
    let odo = &json["fights"][0]["combatants"][0];
    assert_eq!((&odo["name"], &odo["left"]), (&serde_json::json!("Odo"), &serde_json::json!(9)));
    assert_eq!(odo["sheet"]["read"]["class"], "cleric");
    assert_eq!(odo["sheet"]["read"]["attacks"], "mace 1d6");
}
