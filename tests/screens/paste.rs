//! Long pasted or typed texts: cut to the limit, with a message.

use super::*;
use wardrum::tui::overlays::library;
use wardrum::tui::shelf::Shelf;

const MUCH: usize = 100_000;

#[test]
fn a_paste_goes_in_as_far_as_it_fits() {
    let mut shell = fight();
    press(&mut shell, "N");
    shell.paste(&"x".repeat(MUCH));
    assert_eq!(
        shell.session.message.text,
        "only the first 4096 characters of what was pasted are taken"
    );
    press(&mut shell, "y");
    assert!(picture(&shell, (80, 24)).contains("at most 4096 bytes fit"));
    press(&mut shell, "Backspace z Enter");
    let noted = shell
        .session
        .fight
        .chronicle
        .entry(shell.session.fight.chronicle.position())
        .map(|entry| format!("{entry:?}"));
    assert!(noted.is_some_and(|noted| noted.contains(&("x".repeat(4095) + "z\""))));
}

#[test]
fn what_finds_something_takes_no_more_than_words() {
    let mut shell = fight();
    for open in [":", "R", "?"] {
        press(&mut shell, open);
        shell.paste(&"x".repeat(MUCH));
        assert!(picture(&shell, (200, 24)).matches('x').count() < 200, "{open}");
        shell.layers.clear();
    }
}

const TWO: &str = "Bog Lurker: AC 6 [13], HD 4* (18hp), Att 2 × vine (1d8), 1 × maw (1d6 + paralysis), MV 60’ (20’), ML 9, AL Neutral\n\n\
    Fen Imp (3)\nArmour Class 7 [12]\nHit Dice 1–1 (3hp)\nAttacks 1 × weapon (1d6)\nMovement 60’ (20’)\nMorale 6\n";

#[test]
fn several_stat_blocks_are_looked_through_before_they_come() {
    let mut shell = fight();
    let before = shell.session.state().all().count();
    press(&mut shell, "+");
    shell.paste(TWO);
    shows("import-bring", &shell);
    press(&mut shell, "Space");
    shows("import-left-out", &shell);
    press(&mut shell, "Enter");
    assert_eq!(shell.session.state().all().count(), before + 3);
    assert!(
        shell.session.state().named("Fen Imp").or(shell.session.state().named("Fen Imp 1")).is_some()
    );
    assert!(shell.session.state().named("Bog Lurker").is_none());
    press(&mut shell, "u");
    assert_eq!(shell.session.state().all().count(), before);
}

#[test]
fn what_is_pasted_over_the_roster_comes_into_the_fight() {
    let mut shell = fight();
    shell.paste(TWO);
    assert!(picture(&shell, (80, 24)).contains("Bog Lurker"));
    shell.layers.clear();
    shell.paste("5 goblins");
    press(&mut shell, "Enter Enter");
    let names = shell.session.state().all().map(|c| &*c.name).filter(|name| name.starts_with("Goblin"));
    assert_eq!(names.collect::<Vec<_>>(), ["Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4", "Goblin 5"]);
}

#[test]
fn a_file_of_another_program_is_pasted_into_the_library() {
    let mut shell = started();
    shell.session.place = Screen::Start;
    let library = library::open(&shell.session.view(), Shelf::default(), false, library::Tab::Creatures);
    shell.layers.push(library);
    shell.paste(include_str!("../import/samples/improved-initiative.json"));
    shows("import-keep", &shell);
    press(&mut shell, "Down Tab");
    let text = picture(&shell, (80, 24));
    assert!(
        text.contains("At the ford") && text.contains("name: replaced") && text.contains("9 hp left"),
        "{text}"
    );
    press(&mut shell, "Space Up Space");
    assert!(picture(&shell, (80, 24)).contains("0 of 2"));
    press(&mut shell, "Enter");
    assert!(picture(&shell, (80, 24)).contains("nothing is marked"));
}

#[test]
fn a_printed_line_is_pasted_into_the_library_as_into_a_fight() {
    let line =
        "Bog Lurker: AC 6 [13], HD 4* (18hp), Att 2 × vine (1d8), 1 × maw (1d6), MV 60’ (20’), ML 9";
    let mut shell = started();
    shell.session.place = Screen::Start;
    let library = library::open(&shell.session.view(), Shelf::default(), false, library::Tab::Creatures);
    shell.layers.push(library);
    shell.paste(line);
    let text = picture(&shell, (80, 24));
    assert!(
        text.contains("Import") && text.contains("maw 1d6") && text.contains("1 creature"),
        "{text}"
    );
    let mut fight = fight();
    press(&mut fight, "+");
    fight.paste(line);
    press(&mut fight, "Enter");
    assert!(picture(&fight, (80, 24)).contains("Bog Lurker"));
    // What is no stat block is typed to filter the list.
    shell.layers.pop();
    shell.paste("gob");
    assert!(!picture(&shell, (80, 24)).contains("Import ·"));
}

#[test]
fn the_first_that_lacks_something_is_one_key_away() {
    let mut shell = started();
    shell.session.place = Screen::Start;
    let library = library::open(&shell.session.view(), Shelf::default(), false, library::Tab::Creatures);
    shell.layers.push(library);
    let whole = |name: &str| format!("{name}: AC 6 [13], HD 4 (18hp), Att 1 × maw (1d6), ML 9");
    let all = [
        whole("Newt"),
        whole("Toad"),
        "Eel: AC 6 [13], HD 2 (9hp), ML 7".into(),
        whole("Orc"),
        "Ape: HD 2 (9hp), Att 1 × fist (1d4), ML 7".into(),
    ];
    shell.paste(&all.join("\n\n"));
    shows("import-lacking", &shell);
    let at = |shell: &Shell| {
        let text = picture(shell, (80, 24));
        let row = text.lines().find(|line| line.contains('›')).unwrap_or_default();
        ["Newt", "Toad", "Eel", "Orc", "Ape"].into_iter().find(|name| row.contains(name))
    };
    assert_eq!(at(&shell), Some("Newt"));
    press(&mut shell, "n");
    assert_eq!(at(&shell), Some("Eel"));
    assert!(picture(&shell, (80, 24)).contains("! without an attack"));
    press(&mut shell, "n");
    assert_eq!(at(&shell), Some("Ape"));
    press(&mut shell, "n");
    assert_eq!(at(&shell), Some("Eel"));
}
