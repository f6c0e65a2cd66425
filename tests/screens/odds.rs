//! The odds of winning: the line of the fight, and the curve under the timeline.

use super::{app, picture, press, shows};
use wardrum::odds::simulate::{Chance, Course};
use wardrum::rules::model::ids::SideId;
use wardrum::store::{READY, prepared};
use wardrum::tui::app::{App, Screen};
use wardrum::tui::fight::Fight;

fn ready() -> App {
    let (_, start) = READY.first().and_then(|text| prepared(text)).expect("a ready fight");
    let mut app = app();
    app.enter(Fight::loose(start), Screen::Fight);
    app
}

fn settled(app: &mut App) {
    app.look_ahead();
    app.forecast.settle();
}

#[test]
fn the_line_is_off_until_it_is_asked_for_and_says_who_wins() {
    let mut app = ready();
    settled(&mut app);
    assert!(!picture(&app, (80, 24)).contains("Who wins") && !app.forecast.is_busy());
    press(&mut app, "O");
    assert!(app.forecast.is_busy() && picture(&app, (80, 24)).contains("Who wins  computing"));
    settled(&mut app);
    shows("odds-line", &app);
    press(&mut app, "O");
    assert!(!picture(&app, (80, 24)).contains("Who wins"));
}

#[test]
fn what_was_worked_out_of_a_state_that_is_past_is_not_said_of_the_present() {
    let mut app = ready();
    press(&mut app, "O");
    settled(&mut app);
    let before = app.fight.chronicle.position();
    assert!(app.forecast.of_present(before).is_some_and(|(_, present)| present));
    press(&mut app, "Enter");
    app.look_ahead();
    let now = app.fight.chronicle.position();
    assert!(before != now && app.forecast.is_busy(), "worked out anew");
    assert!(app.forecast.of_present(now).is_some_and(|(_, present)| !present), "still the last one");
    press(&mut app, "Enter");
    settled(&mut app);
    let now = app.fight.chronicle.position();
    assert!(app.forecast.of_present(now).is_some_and(|(_, present)| present));
}

#[test]
fn the_curve_is_worked_out_moment_by_moment_and_only_once() {
    let mut app = ready();
    (0..12).for_each(|_| press(&mut app, "Enter"));
    press(&mut app, "t O");
    assert!(app.forecast.is_busy() && app.forecast.course.known().0 == 0);
    settled(&mut app);
    let (known, all) = app.forecast.course.known();
    assert!(known == all && all > 5, "{known} of {all}");
    let end = app.fight.chronicle.at();
    let won = app.forecast.course.chance(SideId(0), end).expect("worked out").share;
    assert!(won > 0.9, "{won}");
    press(&mut app, "Left Left Esc t");
    app.look_ahead();
    assert!(!app.forecast.is_busy(), "known already");
}

/// The values are made up; only the drawing is checked.
#[test]
fn the_curve_runs_under_the_track_and_tells_where_it_turned() {
    let mut app = ready();
    (0..30).for_each(|_| press(&mut app, "Enter"));
    press(&mut app, "t O");
    let points: Vec<usize> = app.forecast.course.points().collect();
    let of = |nth: usize| match nth {
        0..14 => 60 - 3 * nth,
        14..17 => 20 - 6 * (nth - 14),
        _ => (50 + 2 * (nth - 17)).min(100),
    };
    let mut course = Course::over(points.iter().copied());
    for (nth, at) in points.iter().enumerate().take(10) {
        course.learn(*at, vec![Chance::of(u32::try_from(of(nth)).expect("a share"), 100)]);
    }
    app.forecast.course = course.clone();
    let shown = picture(&app, (80, 24));
    assert!(shown.contains("10 of"), "what is not known yet is left out: {shown}");
    for (nth, at) in points.iter().enumerate() {
        course.learn(*at, vec![Chance::of(u32::try_from(of(nth)).expect("a share"), 100)]);
    }
    app.forecast.course = course;
    shows("odds-curve", &app);
    app.settings.ascii = true;
    shows("odds-curve-ascii", &app);
}
