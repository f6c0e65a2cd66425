//! The timeline: the track with its marks, seeking to any moment of a fight and back.

use super::{app, picture, press, shows, type_in};
use wardrum::rules::model::encounter::Encounter;
use wardrum::rules::model::ids::RulesetId;
use wardrum::store::{READY, prepared};
use wardrum::tui::app::{App, Screen};
use wardrum::tui::fight::Fight;
use wardrum::tui::proposal::Proposal;

/// A ready fight, played for that many keys.
fn played(keys: usize) -> App {
    let (_, start) = READY.first().and_then(|text| prepared(text)).expect("a ready fight");
    let mut app = app();
    app.enter(Fight::loose(start), Screen::Fight);
    for _ in 0..keys {
        if app.proposal == Proposal::SumUp {
            break;
        }
        press(&mut app, "Enter");
        assert_eq!(app.place, Screen::Fight, "the fight was over too soon");
    }
    assert!(app.state().round > 2, "round {}", app.state().round);
    app
}

fn point(app: &App) -> usize {
    match &app.place {
        Screen::Timeline(shown) => shown.at,
        other => panic!("{other:?} is no timeline"),
    }
}

#[test]
fn the_track_from_start_to_present() {
    let mut app = played(60);
    let present = app.state().clone();
    press(&mut app, "t");
    shows("timeline-present", &app);
    press(&mut app, "Home");
    assert_eq!(app.state(), app.fight.chronicle.start());
    shows("timeline-start", &app);
    press(&mut app, "] ] Right Right Right Right");
    assert_eq!(app.state().round, 2);
    shows("timeline-middle", &app);
    press(&mut app, "Esc");
    assert_eq!((*app.state() == present, &app.place), (true, &Screen::Fight));
}

#[test]
fn every_step_on_the_timeline_shows_the_state_of_that_act() {
    let mut app = played(60);
    let end = app.fight.chronicle.at();
    press(&mut app, "t");
    for at in (0..end).rev() {
        press(&mut app, "Left");
        assert!(*app.state() == app.fight.chronicle.seek(at), "act {at}");
    }
    for at in 1..=end {
        press(&mut app, "Right");
        assert!(*app.state() == app.fight.chronicle.seek(at), "act {at}");
    }
}

#[test]
fn rounds_are_jumped_to_by_key_and_by_number() {
    let mut app = played(60);
    press(&mut app, "t Home ]");
    assert_eq!(app.state().round, 1);
    let first = point(&app);
    press(&mut app, "]");
    assert_eq!(app.state().round, 2);
    press(&mut app, "Right Right [");
    assert_eq!(app.state().round, 2);
    press(&mut app, "[");
    assert_eq!(point(&app), first);
    press(&mut app, "2");
    assert!(picture(&app, (80, 24)).contains("Enter: to round 2"));
    press(&mut app, "Enter");
    assert_eq!(app.state().round, 2);
    press(&mut app, "1 Esc");
    assert_eq!(app.state().round, 2);
    press(&mut app, "9 9 Enter");
    assert_eq!(point(&app), app.fight.chronicle.at());
    assert!(picture(&app, (80, 24)).contains("round 99 has not been played"));
}

#[test]
fn it_plays_by_itself_only_when_asked() {
    let mut app = played(60);
    press(&mut app, "t Home");
    assert_eq!(app.beat(), None);
    press(&mut app, "Space");
    let slow = app.beat().expect("it plays");
    press(&mut app, "+");
    assert!(app.beat().expect("it plays") < slow);
    app.tick();
    app.tick();
    assert_eq!(point(&app), 2);
    shows("timeline-plays", &app);
    press(&mut app, "Space");
    assert_eq!(app.beat(), None);
    press(&mut app, "End Left Space");
    app.tick();
    assert_eq!((point(&app), app.beat()), (app.fight.chronicle.at(), None));
}

#[test]
fn what_was_taken_back_stays_on_the_track() {
    let mut app = played(60);
    press(&mut app, "u u u t Right");
    assert!(picture(&app, (120, 36)).contains("undone"));
    press(&mut app, "Esc");
    assert_eq!(app.fight.chronicle.at() + 3, app.fight.chronicle.line().len());
}

#[test]
fn a_row_of_the_log_is_previewed() {
    let mut app = played(60);
    let entry = app.fight.chronicle.line()[9];
    app.preview(entry);
    assert_eq!(point(&app), 10);
}

/// A file locked by another wardrum is marked as such while it is open.
#[test]
fn a_fight_to_read_only_says_so() {
    let mut app = played(60);
    app.fight.read_only = true;
    for size in super::SIZES {
        let text = picture(&app, size);
        assert!(text.lines().next().is_some_and(|line| line.contains("READ ONLY")), "{text}");
    }
}

#[test]
fn a_file_is_looked_at_on_the_same_screen() {
    let mut app = played(60);
    let fight = std::mem::replace(&mut app.fight, Fight::loose(Encounter::new(RulesetId::Bx)));
    app.look_at_fight(fight);
    press(&mut app, "Right Right");
    shows("timeline-looked-at", &app);
    type_in(&mut app, "text that no field waits for");
    press(&mut app, "Esc");
    assert_eq!(app.place, Screen::Start);
}

#[test]
fn what_an_act_changed_is_marked() {
    let mut app = played(60);
    press(&mut app, "t Home");
    let falls = |app: &App| app.track.marks(point(app)).all().any(|mark| mark.word() == "fallen");
    while !falls(&app) {
        press(&mut app, "Right");
    }
    shows("timeline-changed", &app);
    let text = picture(&app, (80, 24));
    assert_eq!(text.lines().filter(|line| line.contains("•dead")).count(), 1, "{text}");
    press(&mut app, "Esc");
    assert!(!picture(&app, (80, 24)).contains('•'));
}

/// A fight continued from its second round, and played on a little.
fn branched() -> App {
    let mut app = played(60);
    press(&mut app, "t 2 Enter Right Right Enter");
    shows("branch-name", &app);
    press(&mut app, "Enter");
    assert_eq!((app.state().round, &app.place), (2, &Screen::Fight));
    for _ in 0..12 {
        press(&mut app, "Enter");
    }
    while !app.layers.is_empty() {
        press(&mut app, "Enter");
    }
    app
}

#[test]
fn a_past_moment_goes_on_as_a_branch_and_nothing_is_lost() {
    let mut app = played(60);
    let old = app.state().clone();
    let tip = app.fight.chronicle.position();
    press(&mut app, "t 2 Enter Enter");
    type_in(&mut app, "what if");
    press(&mut app, "Enter");
    assert!(picture(&app, (80, 24)).contains("on the branch \"what if\"; \"main line\" stays"));
    let line = app.fight.chronicle.current().expect("a line");
    assert_eq!(line.name.as_deref(), Some("what if"));
    let others = app.fight.chronicle.branches();
    assert_eq!((others.len(), others[0].tip, others[0].name.as_deref()), (1, tip, Some("main line")));
    press(&mut app, "B Down Enter");
    assert_eq!((*app.state() == old, app.fight.chronicle.position()), (true, tip));
    press(&mut app, "t");
    assert!(app.track.forks(others[0].parts_at));
}

#[test]
fn a_moment_that_was_taken_back_is_done_again() {
    let mut app = played(60);
    let end = app.fight.chronicle.at();
    press(&mut app, "u u u t Right Right Enter");
    assert_eq!((app.fight.chronicle.at(), &app.place), (end - 1, &Screen::Fight));
    assert!(app.fight.chronicle.branches().is_empty());
}

#[test]
fn branches_are_listed_renamed_and_compared() {
    let mut app = branched();
    press(&mut app, "B");
    shows("branches", &app);
    press(&mut app, "Down c");
    shows("branches-compared", &app);
    press(&mut app, "Esc Down r");
    for _ in 0..20 {
        press(&mut app, "Backspace");
    }
    type_in(&mut app, "as it was");
    press(&mut app, "Enter");
    assert!(picture(&app, (60, 16)).contains("as it was"));
    press(&mut app, "Down Enter u");
    assert_eq!(app.fight.chronicle.current().and_then(|line| line.name).as_deref(), Some("as it was"));
}

#[test]
fn a_file_that_is_only_looked_at_says_why_it_does_not_go_on() {
    let mut app = played(60);
    let fight = std::mem::replace(&mut app.fight, Fight::loose(Encounter::new(RulesetId::Bx)));
    app.look_at_fight(fight);
    press(&mut app, "] Enter");
    assert!(picture(&app, (80, 24)).contains("view only: to play on"));
}

/// The displayed act is amended in place, and then displayed as amended.
#[test]
fn the_act_shown_is_amended() {
    let mut app = played(60);
    press(&mut app, "t");
    while !app.view().telling.label(point(&app) - 1).is_some_and(|told| told.contains("Brea shoots")) {
        press(&mut app, "Left");
    }
    let (at, before) = (point(&app), app.fight.chronicle.now().clone());
    shows("timeline-amend-foot", &app);
    press(&mut app, "e");
    shows("timeline-amend", &app);
    press(&mut app, "s");
    let comes_of_it = |app: &App| picture(app, (80, 24)).contains("What changes");
    while !comes_of_it(&app) {
        press(&mut app, "Enter");
    }
    shows("timeline-amend-difference", &app);
    press(&mut app, "Esc");
    assert!(*app.state() == app.fight.chronicle.seek(at) && point(&app) == at);
    press(&mut app, "e s");
    while !app.layers.is_empty() {
        press(&mut app, "Enter");
    }
    assert!(*app.fight.chronicle.now() != before);
    assert!(*app.state() == app.fight.chronicle.seek(at) && point(&app) == at, "the new line");
    press(&mut app, "Esc u");
    assert!(*app.fight.chronicle.now() == before);
    press(&mut app, "t Home e");
    assert_eq!(app.message.text, "nothing has been done yet");
}

/// In the log of the timeline, the act of the selected row is amended, as in a fight.
#[test]
fn in_the_log_of_the_timeline_the_row_is_amended() {
    let mut app = played(20);
    press(&mut app, "t Tab Tab Up Up");
    let row = app.board.log.chosen.expect("a row").0;
    let label = app.view().telling.label(row).expect("an act");
    press(&mut app, "e");
    assert!(picture(&app, (120, 36)).contains(&format!("╭─ {label}")), "{}", picture(&app, (120, 36)));
}

#[test]
fn what_is_only_looked_at_is_not_amended() {
    let mut app = played(60);
    let fight = std::mem::replace(&mut app.fight, Fight::loose(Encounter::new(RulesetId::Bx)));
    app.look_at_fight(fight);
    press(&mut app, "] e");
    assert!(app.layers.is_empty());
    assert!(app.message.text.starts_with("view only"), "{}", app.message.text);
}
