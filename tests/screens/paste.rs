//! Long pasted or typed texts: cut to the limit, with a message.

use super::*;
use wardrum::tui::overlays::library;
use wardrum::tui::shelf::Shelf;

const MUCH: usize = 100_000;

#[test]
fn a_paste_goes_in_as_far_as_it_fits() {
    let mut app = fight();
    press(&mut app, "N");
    app.paste(&"x".repeat(MUCH));
    assert_eq!(app.message.text, "only the first 4096 characters of what was pasted are taken");
    press(&mut app, "y");
    assert!(picture(&app, (80, 24)).contains("at most 4096 bytes fit"));
    press(&mut app, "Backspace z Enter");
    let noted =
        app.fight.chronicle.entry(app.fight.chronicle.position()).map(|entry| format!("{entry:?}"));
    assert!(noted.is_some_and(|noted| noted.contains(&("x".repeat(4095) + "z\""))));
}

#[test]
fn what_finds_something_takes_no_more_than_words() {
    let mut app = fight();
    for open in [":", "R", "?"] {
        press(&mut app, open);
        app.paste(&"x".repeat(MUCH));
        assert!(picture(&app, (200, 24)).matches('x').count() < 200, "{open}");
        app.layers.clear();
    }
}

const TWO: &str = "Bog Lurker: AC 6 [13], HD 4* (18hp), Att 2 × vine (1d8), 1 × maw (1d6 + paralysis), MV 60’ (20’), ML 9, AL Neutral\n\n\
    Fen Imp (3)\nArmour Class 7 [12]\nHit Dice 1–1 (3hp)\nAttacks 1 × weapon (1d6)\nMovement 60’ (20’)\nMorale 6\n";

#[test]
fn several_stat_blocks_are_looked_through_before_they_come() {
    let mut app = fight();
    let before = app.state().all().count();
    press(&mut app, "+");
    app.paste(TWO);
    shows("import-bring", &app);
    press(&mut app, "Space");
    shows("import-left-out", &app);
    press(&mut app, "Enter");
    assert_eq!(app.state().all().count(), before + 3);
    assert!(app.state().named("Fen Imp").or(app.state().named("Fen Imp 1")).is_some());
    assert!(app.state().named("Bog Lurker").is_none());
    press(&mut app, "u");
    assert_eq!(app.state().all().count(), before);
}

#[test]
fn what_is_pasted_over_the_roster_comes_into_the_fight() {
    let mut app = fight();
    app.paste(TWO);
    assert!(picture(&app, (80, 24)).contains("Bog Lurker"));
    app.layers.clear();
    app.paste("5 goblins");
    press(&mut app, "Enter Enter");
    let names = app.state().all().map(|c| &*c.name).filter(|name| name.starts_with("Goblin"));
    assert_eq!(names.collect::<Vec<_>>(), ["Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4", "Goblin 5"]);
}

#[test]
fn a_file_of_another_program_is_pasted_into_the_library() {
    let mut app = app();
    app.place = Screen::Start;
    let library = library::open(&app.view(), Shelf::default(), false, library::Tab::Creatures);
    app.layers.push(library);
    app.paste(include_str!("../import/samples/improved-initiative.json"));
    shows("import-keep", &app);
    press(&mut app, "Down Tab");
    let text = picture(&app, (80, 24));
    assert!(
        text.contains("At the ford") && text.contains("name: replaced") && text.contains("9 hp left"),
        "{text}"
    );
    press(&mut app, "Space Up Space");
    assert!(picture(&app, (80, 24)).contains("0 of 2"));
    press(&mut app, "Enter");
    assert!(picture(&app, (80, 24)).contains("nothing is marked"));
}

#[test]
fn a_printed_line_is_pasted_into_the_library_as_into_a_fight() {
    let line =
        "Bog Lurker: AC 6 [13], HD 4* (18hp), Att 2 × vine (1d8), 1 × maw (1d6), MV 60’ (20’), ML 9";
    let mut app = app();
    app.place = Screen::Start;
    let library = library::open(&app.view(), Shelf::default(), false, library::Tab::Creatures);
    app.layers.push(library);
    app.paste(line);
    let text = picture(&app, (80, 24));
    assert!(
        text.contains("Import") && text.contains("attacks vine ×2") && text.contains("1 creature"),
        "{text}"
    );
    let mut fight = fight();
    press(&mut fight, "+");
    fight.paste(line);
    press(&mut fight, "Enter");
    assert!(picture(&fight, (80, 24)).contains("Bog Lurker"));
    // What is no stat block is typed to filter the list.
    app.layers.pop();
    app.paste("gob");
    assert!(!picture(&app, (80, 24)).contains("Import ·"));
}

#[test]
fn the_first_that_lacks_something_is_one_key_away() {
    let mut app = app();
    app.place = Screen::Start;
    let library = library::open(&app.view(), Shelf::default(), false, library::Tab::Creatures);
    app.layers.push(library);
    let whole = |name: &str| format!("{name}: AC 6 [13], HD 4 (18hp), Att 1 × maw (1d6), ML 9");
    let all = [
        whole("Newt"),
        whole("Toad"),
        "Eel: AC 6 [13], HD 2 (9hp), ML 7".into(),
        whole("Orc"),
        "Ape: HD 2 (9hp), Att 1 × fist (1d4), ML 7".into(),
    ];
    app.paste(&all.join("\n\n"));
    shows("import-lacking", &app);
    let at = |app: &App| {
        let text = picture(app, (80, 24));
        let row = text.lines().find(|line| line.contains('›')).unwrap_or_default();
        ["Newt", "Toad", "Eel", "Orc", "Ape"].into_iter().find(|name| row.contains(name))
    };
    assert_eq!(at(&app), Some("Newt"));
    press(&mut app, "n");
    assert_eq!(at(&app), Some("Eel"));
    assert!(picture(&app, (80, 24)).contains("! without an attack"));
    press(&mut app, "n");
    assert_eq!(at(&app), Some("Ape"));
    press(&mut app, "n");
    assert_eq!(at(&app), Some("Eel"));
}
