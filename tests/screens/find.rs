//! Finding and keys: synonyms in the palette, marks, leaving, and keys by context.

use super::{arrive, at_initiative, fight_by, in_melee, picture, press, shows, side, started, type_in};
use wardrum::rules::model::command::{Command, Overrule};
use wardrum::rules::model::encounter::{Encounter, Hand};
use wardrum::rules::model::ids::RulesetId;
use wardrum::tui::fight::Fight;
use wardrum::tui::session::Screen;
use wardrum::tui::shell::Shell;

/// The first result of the palette for that word, without the cursor.
fn first_found(shell: &mut Shell, word: &str) -> String {
    press(shell, "F3");
    type_in(shell, word);
    let text = picture(shell, (120, 36));
    press(shell, "Esc");
    let line = text.lines().find(|line| line.contains("  › ")).unwrap_or_default();
    line.split("  › ").nth(1).unwrap_or_default().trim_end_matches([' ', '│']).trim().into()
}

#[test]
fn the_palette_finds_by_other_words() {
    let mut shell = in_melee();
    for (word, name) in [
        ("hp", "damage"),
        ("kill", "out"),
        ("party", "parties"),
        ("distance", "distance"),
        ("initiative", "overrule"),
        ("ammunition", "counters"),
        ("undo", "undo"),
    ] {
        let found = first_found(&mut shell, word);
        assert!(found.starts_with(name), "{word}: {found}");
    }
    let mut shell = at_initiative();
    let found = first_found(&mut shell, "initiative");
    assert!(found.starts_with("next"), "the step at hand comes first: {found}");
}

/// The palette leads to the form of a value without a list in between.
#[test]
fn the_palette_sets_a_value() {
    let mut shell = in_melee();
    press(&mut shell, ":");
    type_in(&mut shell, "set hit points");
    press(&mut shell, "Enter");
    type_in(&mut shell, "1");
    press(&mut shell, "Enter");
    assert!(shell.layers.is_empty());
    let who = shell.session.board.cursor.expect("a row");
    assert_eq!(shell.session.state().get(who).map(|c| c.vitals.hp()), Some(1));
}

/// Commands of other screens are found as well, with a hint where they belong.
#[test]
fn the_palette_finds_what_belongs_elsewhere() {
    let mut start = started();
    press(&mut start, ":");
    type_in(&mut start, "damage");
    shows("palette-elsewhere", &start);
    press(&mut start, "Enter");
    assert_eq!(start.session.message.text, "no fight is open: Enter opens one");
    let mut shell = in_melee();
    press(&mut shell, ":");
    type_in(&mut shell, "new fight");
    press(&mut shell, "Enter");
    assert!(picture(&shell, (80, 24)).contains("Who comes?"));
}

#[test]
fn q_does_nothing_where_letters_are_typed_or_something_lies_over_the_screen() {
    for keys in ["d", "a", "?", "w", "H", ":", "B", "M"] {
        let mut shell = in_melee();
        press(&mut shell, keys);
        assert_eq!(shell.layers.len(), 1, "{keys}");
        assert!(!picture(&shell, (120, 36)).contains("q quit"), "{keys}");
        press(&mut shell, "q");
        assert!(!shell.session.quits, "{keys}");
    }
    assert!(picture(&started(), (120, 36)).contains("q quit"));
    let mut shell = in_melee();
    press(&mut shell, "q");
    assert!(shell.session.quits);
}

#[test]
fn one_esc_too_many_never_leaves_the_fight() {
    let mut shell = in_melee();
    press(&mut shell, "Space Esc");
    assert!(shell.session.board.marked.is_empty());
    press(&mut shell, "Esc");
    assert_eq!(shell.session.message.text, "Esc again: start screen; the fight is saved");
    press(&mut shell, "j Esc");
    assert_eq!(shell.session.place, Screen::Fight, "another key came between");
    press(&mut shell, "Esc");
    assert_eq!(shell.session.place, Screen::Start);
}

/// A fight in which the referee has done nothing is left without confirmation.
#[test]
fn an_empty_fight_is_left_with_one_esc() {
    let mut shell = started();
    shell.with(|session| {
        session.enter(Fight::begin("Fight", Encounter::new(RulesetId::Bx)), Screen::Fight)
    });
    press(&mut shell, "Esc");
    assert_eq!(shell.session.place, Screen::Start);
}

#[test]
fn marks_end_with_their_use_and_undo_does_not_bring_them_back() {
    let mut shell = in_melee();
    press(&mut shell, "Home Space Space d");
    type_in(&mut shell, "1");
    assert_eq!(shell.session.board.marked.len(), 2);
    press(&mut shell, "Enter");
    assert!(shell.session.board.marked.is_empty(), "the damage was done");
    press(&mut shell, "u");
    assert!(shell.session.board.marked.is_empty());
    // A command that does not apply to the marked keeps the marks, as does a cancelled one.
    press(&mut shell, "Home Space Space N");
    type_in(&mut shell, "rain");
    press(&mut shell, "Enter d Esc");
    assert_eq!(shell.session.board.marked.len(), 2);
}

/// Three combatants with a die each, all typed in.
fn at_typed_initiative() -> Shell {
    let who = |(side, name, key)| arrive(RulesetId::Bx, side, name, key);
    let all = [(0, "Ana", "fighter-1"), (0, "Bo", "fighter-1"), (1, "Orc", "orc")].map(who);
    let mut shell =
        fight_by(RulesetId::Bx, [side("Heroes", Hand::Typed), side("Orcs", Hand::Typed)], all);
    let individual = Overrule::Option("bx.option.individual-initiative".into(), "on".into());
    shell.with(|session| session.submit(vec![Command::Overrule(individual)])).expect("an option");
    press(&mut shell, "Enter n n n");
    while shell.session.state().round < 1 {
        press(&mut shell, "n");
    }
    press(&mut shell, "Enter");
    shell
}

#[test]
fn enter_goes_through_typed_initiative() {
    let mut shell = at_typed_initiative();
    shows("initiative-typed", &shell);
    type_in(&mut shell, "4");
    press(&mut shell, "Enter");
    assert_eq!(shell.layers.len(), 1, "two fields are empty");
    type_in(&mut shell, "9");
    press(&mut shell, "Enter");
    assert!(picture(&shell, (80, 24)).contains("a d6 cannot show 9"), "the fault is told at once");
    press(&mut shell, "Backspace");
    type_in(&mut shell, "2");
    press(&mut shell, "Enter");
    shows("initiative-typed-last", &shell);
    type_in(&mut shell, "6");
    press(&mut shell, "Enter");
    assert!(shell.layers.is_empty());
    assert!(
        picture(&shell, (120, 36)).contains("Order: 6 Orc · 5 Ana · 3 Bo"),
        "{}",
        picture(&shell, (120, 36))
    );
    // With nothing typed, one Enter lets the machine roll.
    let mut shell = at_typed_initiative();
    press(&mut shell, "Enter");
    assert!(shell.layers.is_empty());
}

/// Durations can be given in turns of ten minutes, next to rounds.
#[test]
fn a_duration_is_said_in_turns() {
    let mut shell = in_melee();
    press(&mut shell, "Home c");
    type_in(&mut shell, "blind");
    press(&mut shell, "Enter");
    type_in(&mut shell, "2 turns");
    shows("condition-turns", &shell);
    press(&mut shell, "Enter");
    assert!(shell.layers.is_empty());
    let text = picture(&shell, (120, 36));
    assert!(text.contains("2 turns"), "{text}");
    press(&mut shell, "c");
    type_in(&mut shell, "blind");
    press(&mut shell, "Enter");
    type_in(&mut shell, "3 moons");
    press(&mut shell, "Enter");
    assert!(picture(&shell, (80, 24)).contains("expected a span like"));
}
