//! The row that the referee has chosen stays chosen, whatever is done to it, in every ruleset.

use super::{app, press, type_in};
use wardrum::rules::model::combatant::Standing;
use wardrum::rules::model::ids::{CombatantId, RulesetId};
use wardrum::rules::registry;
use wardrum::store::{READY, prepared};
use wardrum::tui::app::{App, Screen};
use wardrum::tui::fight::Fight;

/// A ready fight of these rules, played by Enter until somebody is to act and somebody else stands by; the row of the
/// last of those.
fn at_a_turn(rules: RulesetId) -> (App, CombatantId) {
    let starts = READY.iter().filter_map(|text| prepared(text));
    let starts = starts.filter(|(head, _)| head.ruleset == rules);
    for (head, start) in starts {
        let mut app = app();
        app.enter(Fight::begin(&head.title, start), Screen::Fight);
        for _ in 0..60 {
            let stands = |who: &&CombatantId| app.state().get(**who).is_some_and(|c| c.is_up());
            let aside = app.board.order.iter().rev().filter(stands).find(|who| !app.board.owes(**who));
            if let Some(aside) = aside.copied().filter(|_| !app.board.owing.is_empty()) {
                return (app, aside);
            }
            press(&mut app, "Enter");
        }
    }
    panic!("no fight of {rules:?} comes to a turn");
}

fn chosen(rules: RulesetId) -> (App, CombatantId) {
    let (mut app, aside) = at_a_turn(rules);
    app.board.cursor = Some(aside);
    (app, aside)
}

fn is_on(app: &App, who: CombatantId, what: &str) {
    let name =
        |who: Option<CombatantId>| who.and_then(|who| app.state().get(who)).map(|c| c.name.to_string());
    let rules = app.state().ruleset;
    assert_eq!(name(app.board.cursor), name(Some(who)), "{rules:?}, after {what}");
}

/// What a command leaves open, such as dice to be typed, is closed.
fn settled(app: &mut App) {
    for _ in 0..4 {
        if app.layers.is_empty() {
            return;
        }
        press(app, "Esc");
    }
}

#[test]
fn a_command_given_to_a_row_leaves_the_cursor_there() {
    for rules in RulesetId::ALL {
        for keys in [
            "d 1 Enter",
            "h 1 Enter",
            "y",
            "y y",
            "l",
            "c",
            "E",
            "C",
            "b",
            "v",
            "w",
            "o",
            "N",
            "H",
            "B",
            "s",
        ] {
            let (mut app, aside) = chosen(rules);
            press(&mut app, keys);
            settled(&mut app);
            is_on(&app, aside, keys);
            assert!(app.layers.is_empty(), "{keys}");
        }
    }
}

#[test]
fn the_second_key_concerns_the_same_row() {
    for rules in RulesetId::ALL {
        let (mut app, aside) = chosen(rules);
        press(&mut app, "d 1 Enter y");
        let hidden: Vec<CombatantId> = app.state().nameless().map(|c| c.id).collect();
        assert_eq!(hidden, [aside], "{rules:?}");
        press(&mut app, "u u");
        is_on(&app, aside, "undo");
        press(&mut app, "U U");
        is_on(&app, aside, "redo");
    }
}

#[test]
fn words_about_a_row_and_about_none_leave_it_chosen() {
    for rules in RulesetId::ALL {
        let (mut app, aside) = chosen(rules);
        press(&mut app, "N");
        type_in(&mut app, "smells of sulphur");
        press(&mut app, "Enter");
        is_on(&app, aside, "a note");
        press(&mut app, "r");
        type_in(&mut app, "2d6");
        press(&mut app, "Enter");
        settled(&mut app);
        is_on(&app, aside, "a roll");
        press(&mut app, "t Left Left Home End Esc");
        is_on(&app, aside, "the timeline");
        press(&mut app, "O O = =");
        is_on(&app, aside, "what is shown");
        press(&mut app, ":");
        type_in(&mut app, "damage");
        press(&mut app, "Enter 1 Enter");
        is_on(&app, aside, "the palette");
        press(&mut app, "+");
        type_in(&mut app, "3 goblins");
        press(&mut app, "Enter Enter");
        settled(&mut app);
        is_on(&app, aside, "newcomers");
        press(&mut app, "Up Down");
        is_on(&app, aside, "there and back");
        press(&mut app, "e Enter");
        settled(&mut app);
        is_on(&app, aside, "an amendment");
    }
}

#[test]
fn a_command_given_to_marked_rows_leaves_the_cursor_on_one_of_them() {
    for rules in RulesetId::ALL {
        let (mut app, aside) = chosen(rules);
        press(&mut app, "Up Space Space");
        let marked = app.board.marked.clone();
        assert!(!marked.is_empty());
        press(&mut app, "d 1 Enter");
        settled(&mut app);
        let cursor = app.board.cursor.expect("somebody");
        assert!(marked.contains(&cursor), "{rules:?}: {marked:?}, {aside:?}, {cursor:?}");
        assert!(app.board.marked.is_empty());
    }
}

#[test]
fn whoever_is_removed_leaves_the_cursor_to_its_neighbour() {
    for rules in RulesetId::ALL {
        let (mut app, aside) = chosen(rules);
        let at = app.board.order.iter().position(|who| *who == aside).expect("a row");
        let rest: Vec<CombatantId> = app.board.order[at + 1..].to_vec();
        let before = app.board.order[..at].last().copied();
        let gone = wardrum::rules::model::command::Command::Depart(aside, Standing::Gone);
        app.submit(vec![gone]).expect("it is removed");
        is_on(&app, rest.first().copied().or(before).expect("a neighbour"), "a removal");
    }
}

/// The one that is to act still gets the cursor when its turn comes.
#[test]
fn the_cursor_goes_to_whoever_is_to_act_when_that_changes() {
    for rules in RulesetId::ALL {
        let (mut app, _) = chosen(rules);
        let turn = app.board.turn();
        for _ in 0..60 {
            press(&mut app, "Enter");
            if app.board.owing.iter().any(|who| !turn.holds(*who)) && app.layers.is_empty() {
                break;
            }
        }
        let cursor = app.board.cursor.expect("somebody");
        assert!(app.board.owes(cursor), "{:?}", registry::ruleset(rules).about().title);
    }
}
