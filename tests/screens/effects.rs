//! Custom effects: the form, the list, expiry; and notes.

use super::{fight, in_melee, picture, press, shows, type_in};
use wardrum::rules::model::command::{Command, Overrule};
use wardrum::rules::model::custom::{CustomEffect, Lasting};
use wardrum::rules::model::encounter::Stage;
use wardrum::rules::model::ids::CombatantId;
use wardrum::tui::app::App;

/// Skips steps until the round is over.
fn to_the_round_end(app: &mut App) {
    let round = app.state().round;
    for _ in 0..12 {
        if app.state().round > round {
            return;
        }
        press(app, "n");
    }
    panic!("the round goes on");
}

#[test]
fn the_form_asks_what_belongs_to_the_duration() {
    let mut app = in_melee();
    press(&mut app, "E");
    type_in(&mut app, "holy ground");
    press(&mut app, "Down 1 Down Down 2");
    shows("effect-form", &app);
    press(&mut app, "Down Down Down Down Down");
    type_in(&mut app, "smoke rises");
    press(&mut app, "Down Right Down Right Right");
    shows("effect-turns", &app);
    press(&mut app, "Right Right");
    shows("effect-save", &app);
    press(&mut app, "Enter Tab");
    shows("effect-focus", &app);
}

#[test]
fn what_runs_is_listed_and_ends_early() {
    let mut app = in_melee();
    press(&mut app, "Home Space Down Space E");
    type_in(&mut app, "bless");
    press(&mut app, "Down 1 Enter N");
    type_in(&mut app, "owes the ferryman");
    press(&mut app, "Down Space Enter E");
    shows("effect-list", &app);
    type_in(&mut app, "bless");
    press(&mut app, "Enter e");
    assert!(app.layers.is_empty());
    assert!(app.state().all().all(|c| c.effects.iter().all(|effect| effect.custom.is_none())));
    press(&mut app, "Esc Tab");
    shows("note-pinned", &app);
}

#[test]
fn what_falls_due_is_told_at_once() {
    let mut app = in_melee();
    press(&mut app, "E");
    type_in(&mut app, "bless");
    press(&mut app, "Down 1 Down Down Down Down Down Down Down Down Down 1 Enter");
    assert!(!app.alert);
    to_the_round_end(&mut app);
    assert!(app.alert, "whoever rings the bell is told");
    assert_eq!(app.message.text, "bless ends (Ælfwyn)");
    let mut app = in_melee();
    press(&mut app, "E");
    type_in(&mut app, "poison");
    press(&mut app, "Down Down Down Down Down Down Down Down");
    type_in(&mut app, "she falls asleep");
    press(&mut app, "Down Down Down 1 Enter");
    to_the_round_end(&mut app);
    assert_eq!(app.layers.len(), 1, "a reminder waits for a key");
    shows("effect-due", &app);
    let round = app.state().round;
    press(&mut app, "Enter");
    assert!(app.layers.is_empty());
    assert_eq!(app.state().round, round, "that key does nothing else");
}

#[test]
fn a_time_by_the_clock_is_offered_in_the_unit_it_is_changed_to() {
    let mut app = in_melee();
    let bless =
        CustomEffect { name: "bless".into(), lasting: Lasting::Clock(120), ..CustomEffect::default() };
    let make = Overrule::Make(vec![CombatantId(0)], Box::new(bless));
    app.submit(vec![Command::Overrule(make)]).expect("accepted");
    press(&mut app, "E");
    type_in(&mut app, "bless");
    press(&mut app, "Enter c Down Down Down Down Down Down Down Down Down");
    let shown = |app: &App| picture(app, (80, 30)).contains("how many minutes by the clo…  2 ");
    assert!(shown(&app), "{}", picture(&app, (80, 30)));
    press(&mut app, "Right");
    let text = picture(&app, (80, 30));
    assert!(text.contains("how many seconds by the clo…  120 "), "{text}");
}

/// Also before the fight, and from the list of conditions.
#[test]
fn an_effect_while_the_fight_is_built() {
    let mut app = fight();
    assert_eq!(app.state().stage, Stage::Setup);
    press(&mut app, "c");
    type_in(&mut app, "something else");
    press(&mut app, "Enter");
    type_in(&mut app, "sick of the swamp");
    press(&mut app, "Down Down Down Down - 1 Enter");
    shows("effect-build", &app);
}
