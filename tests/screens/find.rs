//! Finding and keys: synonyms in the palette, marks, leaving, and keys by context.

use super::{app, arrive, at_initiative, fight_by, in_melee, picture, press, shows, side, type_in};
use wardrum::rules::model::command::{Command, Overrule};
use wardrum::rules::model::encounter::{Encounter, Hand};
use wardrum::rules::model::ids::RulesetId;
use wardrum::tui::app::{App, Screen};
use wardrum::tui::fight::Fight;

/// The first result of the palette for that word, without the cursor.
fn first_found(app: &mut App, word: &str) -> String {
    press(app, "F3");
    type_in(app, word);
    let text = picture(app, (120, 36));
    press(app, "Esc");
    let line = text.lines().find(|line| line.contains("│ › ")).unwrap_or_default();
    line.split("│ › ").nth(1).unwrap_or_default().trim_end_matches([' ', '│']).trim().into()
}

#[test]
fn the_palette_finds_by_other_words() {
    let mut app = in_melee();
    for (word, name) in [
        ("hp", "damage"),
        ("kill", "out"),
        ("party", "parties"),
        ("distance", "distance"),
        ("initiative", "overrule"),
        ("ammunition", "counters"),
        ("undo", "undo"),
    ] {
        let found = first_found(&mut app, word);
        assert!(found.starts_with(name), "{word}: {found}");
    }
    let mut app = at_initiative();
    let found = first_found(&mut app, "initiative");
    assert!(found.starts_with("next"), "the step at hand comes first: {found}");
}

/// The palette leads to the form of a value without a list in between.
#[test]
fn the_palette_sets_a_value() {
    let mut app = in_melee();
    press(&mut app, ":");
    type_in(&mut app, "set hit points");
    press(&mut app, "Enter");
    type_in(&mut app, "1");
    press(&mut app, "Enter");
    assert!(app.layers.is_empty());
    let who = app.board.cursor.expect("a row");
    assert_eq!(app.state().get(who).map(|c| c.vitals.hp()), Some(1));
}

/// Commands of other screens are found as well, with a hint where they belong.
#[test]
fn the_palette_finds_what_belongs_elsewhere() {
    let mut start = app();
    press(&mut start, ":");
    type_in(&mut start, "damage");
    shows("palette-elsewhere", &start);
    press(&mut start, "Enter");
    assert_eq!(start.message.text, "no fight is open: Enter opens one");
    let mut app = in_melee();
    press(&mut app, ":");
    type_in(&mut app, "new fight");
    press(&mut app, "Enter");
    assert!(picture(&app, (80, 24)).contains("By which rules?"));
}

#[test]
fn q_does_nothing_where_letters_are_typed_or_something_lies_over_the_screen() {
    for keys in ["d", "a", "?", "w", "H", ":", "B", "M"] {
        let mut app = in_melee();
        press(&mut app, keys);
        assert_eq!(app.layers.len(), 1, "{keys}");
        assert!(!picture(&app, (120, 36)).contains("q quit"), "{keys}");
        press(&mut app, "q");
        assert!(!app.quits, "{keys}");
    }
    assert!(picture(&app(), (120, 36)).contains("q quit"));
    let mut app = in_melee();
    press(&mut app, "q");
    assert!(app.quits);
}

#[test]
fn one_esc_too_many_never_leaves_the_fight() {
    let mut app = in_melee();
    press(&mut app, "Space Esc");
    assert!(app.board.marked.is_empty());
    press(&mut app, "Esc");
    assert_eq!(app.message.text, "Esc again: start screen; the fight is saved");
    press(&mut app, "j Esc");
    assert_eq!(app.place, Screen::Fight, "another key came between");
    press(&mut app, "Esc");
    assert_eq!(app.place, Screen::Start);
}

/// A fight in which the referee has done nothing is left without confirmation.
#[test]
fn an_empty_fight_is_left_with_one_esc() {
    let mut app = app();
    app.enter(Fight::begin("Fight", Encounter::new(RulesetId::Bx)), Screen::Fight);
    press(&mut app, "Esc");
    assert_eq!(app.place, Screen::Start);
}

#[test]
fn marks_end_with_their_use_and_undo_does_not_bring_them_back() {
    let mut app = in_melee();
    press(&mut app, "Home Space Space d");
    type_in(&mut app, "1");
    assert_eq!(app.board.marked.len(), 2);
    press(&mut app, "Enter");
    assert!(app.board.marked.is_empty(), "the damage was done");
    press(&mut app, "u");
    assert!(app.board.marked.is_empty());
    // A command that does not apply to the marked keeps the marks, as does a cancelled one.
    press(&mut app, "Home Space Space N");
    type_in(&mut app, "rain");
    press(&mut app, "Enter d Esc");
    assert_eq!(app.board.marked.len(), 2);
}

/// Three combatants with a die each, all typed in.
fn at_typed_initiative() -> App {
    let who = |(side, name, key)| arrive(RulesetId::Bx, side, name, key);
    let all = [(0, "Ana", "fighter-1"), (0, "Bo", "fighter-1"), (1, "Orc", "orc")].map(who);
    let mut app = fight_by(RulesetId::Bx, [side("Heroes", Hand::Typed), side("Orcs", Hand::Typed)], all);
    let individual = Overrule::Option("bx.option.individual-initiative".into(), "on".into());
    app.submit(vec![Command::Overrule(individual)]).expect("an option");
    press(&mut app, "Enter n n n");
    while app.state().round < 1 {
        press(&mut app, "n");
    }
    press(&mut app, "Enter");
    app
}

#[test]
fn enter_goes_through_typed_initiative() {
    let mut app = at_typed_initiative();
    shows("initiative-typed", &app);
    type_in(&mut app, "4");
    press(&mut app, "Enter");
    assert_eq!(app.layers.len(), 1, "two fields are empty");
    type_in(&mut app, "9");
    press(&mut app, "Enter");
    assert!(picture(&app, (80, 24)).contains("a d6 cannot show 9"), "the fault is told at once");
    press(&mut app, "Backspace");
    type_in(&mut app, "2");
    press(&mut app, "Enter");
    shows("initiative-typed-last", &app);
    type_in(&mut app, "6");
    press(&mut app, "Enter");
    assert!(app.layers.is_empty());
    assert!(
        picture(&app, (120, 36)).contains("Order: 6 Orc · 5 Ana · 3 Bo"),
        "{}",
        picture(&app, (120, 36))
    );
    // With nothing typed, one Enter lets the machine roll.
    let mut app = at_typed_initiative();
    press(&mut app, "Enter");
    assert!(app.layers.is_empty());
}

/// Durations can be given in turns of ten minutes, next to rounds.
#[test]
fn a_duration_is_said_in_turns() {
    let mut app = in_melee();
    press(&mut app, "Home c");
    type_in(&mut app, "blind");
    press(&mut app, "Enter");
    type_in(&mut app, "2 turns");
    shows("condition-turns", &app);
    press(&mut app, "Enter");
    assert!(app.layers.is_empty());
    let text = picture(&app, (120, 36));
    assert!(text.contains("2 turns"), "{text}");
    press(&mut app, "c");
    type_in(&mut app, "blind");
    press(&mut app, "Enter");
    type_in(&mut app, "3 moons");
    press(&mut app, "Enter");
    assert!(picture(&app, (120, 36)).contains("expected a span like"));
}
