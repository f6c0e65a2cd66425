//! The row that the referee has chosen stays chosen, whatever is done to it, in every ruleset.

use super::{press, spread, started, type_in};
use wardrum::rules::model::combatant::Standing;
use wardrum::rules::model::ids::{CombatantId, RulesetId};
use wardrum::rules::registry;
use wardrum::store::{READY, prepared};
use wardrum::tui::fight::Fight;
use wardrum::tui::session::Screen;
use wardrum::tui::shell::Shell;

/// A ready fight of these rules, played by Enter until somebody is to act and somebody else stands by; the row of the
/// last of those.
fn at_a_turn(rules: RulesetId) -> (Shell, CombatantId) {
    let starts = READY.iter().filter_map(|text| prepared(text));
    let starts = starts.filter(|(head, _)| head.ruleset == rules);
    for (head, start) in starts {
        let mut shell = started();
        shell.with(|session| session.enter(Fight::begin(&head.title, start), Screen::Fight));
        spread(&mut shell);
        for _ in 0..60 {
            let stands =
                |who: &&CombatantId| shell.session.state().get(**who).is_some_and(|c| c.is_up());
            let aside = shell
                .session
                .board
                .order
                .iter()
                .rev()
                .filter(stands)
                .find(|who| !shell.session.board.owes(**who));
            if let Some(aside) = aside.copied().filter(|_| !shell.session.board.owing.is_empty()) {
                return (shell, aside);
            }
            press(&mut shell, "Enter");
        }
    }
    panic!("no fight of {rules:?} comes to a turn");
}

fn chosen(rules: RulesetId) -> (Shell, CombatantId) {
    let (mut shell, aside) = at_a_turn(rules);
    shell.session.board.cursor = Some(aside);
    (shell, aside)
}

fn is_on(shell: &Shell, who: CombatantId, what: &str) {
    let name = |who: Option<CombatantId>| {
        who.and_then(|who| shell.session.state().get(who)).map(|c| c.name.to_string())
    };
    let rules = shell.session.state().ruleset;
    assert_eq!(name(shell.session.board.cursor), name(Some(who)), "{rules:?}, after {what}");
}

/// What a command leaves open, such as dice to be typed, is closed.
fn settled(shell: &mut Shell) {
    for _ in 0..4 {
        if shell.layers.is_empty() {
            return;
        }
        press(shell, "Esc");
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
            let (mut shell, aside) = chosen(rules);
            press(&mut shell, keys);
            settled(&mut shell);
            is_on(&shell, aside, keys);
            assert!(shell.layers.is_empty(), "{keys}");
        }
    }
}

#[test]
fn the_second_key_concerns_the_same_row() {
    for rules in RulesetId::ALL {
        let (mut shell, aside) = chosen(rules);
        press(&mut shell, "d 1 Enter y");
        let hidden: Vec<CombatantId> = shell.session.state().nameless().map(|c| c.id).collect();
        assert_eq!(hidden, [aside], "{rules:?}");
        press(&mut shell, "u u");
        is_on(&shell, aside, "undo");
        press(&mut shell, "U U");
        is_on(&shell, aside, "redo");
    }
}

#[test]
fn words_about_a_row_and_about_none_leave_it_chosen() {
    for rules in RulesetId::ALL {
        let (mut shell, aside) = chosen(rules);
        press(&mut shell, "N");
        type_in(&mut shell, "smells of sulphur");
        press(&mut shell, "Enter");
        is_on(&shell, aside, "a note");
        press(&mut shell, "r");
        type_in(&mut shell, "2d6");
        press(&mut shell, "Enter");
        settled(&mut shell);
        is_on(&shell, aside, "a roll");
        press(&mut shell, "t Left Left Home End Esc");
        is_on(&shell, aside, "the timeline");
        press(&mut shell, "O O = =");
        is_on(&shell, aside, "what is shown");
        press(&mut shell, ":");
        type_in(&mut shell, "damage");
        press(&mut shell, "Enter 1 Enter");
        is_on(&shell, aside, "the palette");
        press(&mut shell, "+");
        type_in(&mut shell, "3 goblins");
        press(&mut shell, "Enter Enter");
        settled(&mut shell);
        is_on(&shell, aside, "newcomers");
        press(&mut shell, "Up Down");
        is_on(&shell, aside, "there and back");
        press(&mut shell, "e Enter");
        settled(&mut shell);
        is_on(&shell, aside, "an amendment");
    }
}

#[test]
fn a_command_given_to_marked_rows_leaves_the_cursor_on_one_of_them() {
    for rules in RulesetId::ALL {
        let (mut shell, aside) = chosen(rules);
        press(&mut shell, "Up Space Space");
        let marked = shell.session.board.marked.clone();
        assert!(!marked.is_empty());
        press(&mut shell, "d 1 Enter");
        settled(&mut shell);
        let cursor = shell.session.board.cursor.expect("somebody");
        assert!(marked.contains(&cursor), "{rules:?}: {marked:?}, {aside:?}, {cursor:?}");
        assert!(shell.session.board.marked.is_empty());
    }
}

#[test]
fn whoever_is_removed_leaves_the_cursor_to_its_neighbour() {
    for rules in RulesetId::ALL {
        let (mut shell, aside) = chosen(rules);
        let at = shell.session.board.order.iter().position(|who| *who == aside).expect("a row");
        let rest: Vec<CombatantId> = shell.session.board.order[at + 1..].to_vec();
        let before = shell.session.board.order[..at].last().copied();
        let gone = wardrum::rules::model::command::Command::Depart(aside, Standing::Gone);
        shell.with(|session| session.submit(vec![gone])).expect("it is removed");
        is_on(&shell, rest.first().copied().or(before).expect("a neighbour"), "a removal");
    }
}

/// The one that is to act still gets the cursor when its turn comes.
#[test]
fn the_cursor_goes_to_whoever_is_to_act_when_that_changes() {
    for rules in RulesetId::ALL {
        let (mut shell, _) = chosen(rules);
        let turn = shell.session.board.turn();
        for _ in 0..60 {
            press(&mut shell, "Enter");
            if shell.session.board.owing.iter().any(|who| !turn.holds(*who)) && shell.layers.is_empty() {
                break;
            }
        }
        let cursor = shell.session.board.cursor.expect("somebody");
        assert!(shell.session.board.owes(cursor), "{:?}", registry::ruleset(rules).about().title);
    }
}
