//! Custom effects: the form, the list, expiry; and notes.

use super::{fight, in_melee, picture, press, shows, type_in};
use wardrum::rules::model::command::{Command, Overrule};
use wardrum::rules::model::custom::{CustomEffect, Lasting};
use wardrum::rules::model::encounter::Stage;
use wardrum::rules::model::ids::CombatantId;
use wardrum::tui::shell::Shell;

/// Skips steps until the round is over.
fn to_the_round_end(shell: &mut Shell) {
    let round = shell.session.state().round;
    for _ in 0..12 {
        if shell.session.state().round > round {
            return;
        }
        press(shell, "n");
    }
    panic!("the round goes on");
}

#[test]
fn the_form_asks_what_belongs_to_the_duration() {
    let mut shell = in_melee();
    press(&mut shell, "E");
    type_in(&mut shell, "holy ground");
    press(&mut shell, "Down 1 Down Down 2");
    shows("effect-form", &shell);
    press(&mut shell, "Down Down Down Down Down");
    type_in(&mut shell, "smoke rises");
    press(&mut shell, "Down Right Down Right Right");
    shows("effect-turns", &shell);
    press(&mut shell, "Right Right");
    shows("effect-save", &shell);
    press(&mut shell, "Enter Tab");
    shows("effect-focus", &shell);
}

#[test]
fn what_runs_is_listed_and_ends_early() {
    let mut shell = in_melee();
    press(&mut shell, "Home Space Down Space E");
    type_in(&mut shell, "bless");
    press(&mut shell, "Down 1 Enter N");
    type_in(&mut shell, "owes the ferryman");
    press(&mut shell, "Down Space Enter E");
    shows("effect-list", &shell);
    type_in(&mut shell, "bless");
    press(&mut shell, "Enter e");
    assert!(shell.layers.is_empty());
    assert!(shell.session.state().all().all(|c| c.effects.iter().all(|effect| effect.custom.is_none())));
    press(&mut shell, "Esc Tab");
    shows("note-pinned", &shell);
}

#[test]
fn what_falls_due_is_told_at_once() {
    let mut shell = in_melee();
    press(&mut shell, "E");
    type_in(&mut shell, "bless");
    press(&mut shell, "Down 1 Down Down Down Down Down Down Down Down Down 1 Enter");
    assert!(!shell.session.alert);
    to_the_round_end(&mut shell);
    assert!(shell.session.alert, "whoever rings the bell is told");
    assert_eq!(shell.session.message.text, "bless ends (Ælfwyn)");
    let mut shell = in_melee();
    press(&mut shell, "E");
    type_in(&mut shell, "poison");
    press(&mut shell, "Down Down Down Down Down Down Down Down");
    type_in(&mut shell, "she falls asleep");
    press(&mut shell, "Down Down Down 1 Enter");
    to_the_round_end(&mut shell);
    assert_eq!(shell.layers.len(), 1, "a reminder waits for a key");
    shows("effect-due", &shell);
    let round = shell.session.state().round;
    press(&mut shell, "Enter");
    assert!(shell.layers.is_empty());
    assert_eq!(shell.session.state().round, round, "that key does nothing else");
}

#[test]
fn a_time_by_the_clock_is_offered_in_the_unit_it_is_changed_to() {
    let mut shell = in_melee();
    let bless =
        CustomEffect { name: "bless".into(), lasting: Lasting::Clock(120), ..CustomEffect::default() };
    let make = Overrule::Make(vec![CombatantId(0)], Box::new(bless));
    shell.with(|session| session.submit(vec![Command::Overrule(make)])).expect("accepted");
    press(&mut shell, "E");
    type_in(&mut shell, "bless");
    press(&mut shell, "Enter c Down Down Down Down Down Down Down Down Down");
    let shown = |shell: &Shell| {
        let text = picture(shell, (80, 30));
        text.lines().any(|line| line.contains("how many minutes") && line.trim_end().ends_with("  2"))
    };
    assert!(shown(&shell), "{}", picture(&shell, (80, 30)));
    press(&mut shell, "Right");
    let text = picture(&shell, (80, 30));
    let line = text.lines().find(|line| line.contains("how many seconds"));
    assert!(line.is_some_and(|line| line.trim_end().ends_with("  120")), "{text}");
}

/// Also before the fight, and from the list of conditions.
#[test]
fn an_effect_while_the_fight_is_built() {
    let mut shell = fight();
    assert_eq!(shell.session.state().stage, Stage::Setup);
    press(&mut shell, "c");
    type_in(&mut shell, "something else");
    press(&mut shell, "Enter");
    type_in(&mut shell, "sick of the swamp");
    press(&mut shell, "Down Down Down Down - 1 Enter");
    shows("effect-build", &shell);
}

#[test]
fn whose_turn_it_is_stays_said_while_another_duration_is_tried() {
    let mut shell = in_melee();
    press(&mut shell, "E");
    type_in(&mut shell, "holy ground");
    press(&mut shell, "Down Down Down Down Down Down Down Down Down");
    press(&mut shell, "Right Right Down Right");
    let whose = |shell: &Shell| {
        let picture = picture(shell, (80, 24));
        picture.lines().find(|line| line.contains("whose turn")).map(|line| line.replace('›', " "))
    };
    let said = whose(&shell);
    assert!(said.is_some(), "{}", picture(&shell, (80, 24)));
    press(&mut shell, "Up Left");
    assert_eq!(whose(&shell), None, "{}", picture(&shell, (80, 24)));
    press(&mut shell, "Right");
    assert_eq!(whose(&shell), said, "{}", picture(&shell, (80, 24)));
}
