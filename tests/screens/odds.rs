//! The odds of winning: the line of the fight, and the curve under the timeline.

use super::{picture, press, shows, started};
use wardrum::odds::simulate::{Chance, Course};
use wardrum::rules::model::ids::SideId;
use wardrum::store::{READY, prepared};
use wardrum::tui::fight::Fight;
use wardrum::tui::session::Screen;
use wardrum::tui::shell::Shell;

fn ready() -> Shell {
    let (_, start) = READY.first().and_then(|text| prepared(text)).expect("a ready fight");
    let mut shell = started();
    shell.with(|session| session.enter(Fight::loose(start), Screen::Fight));
    shell
}

fn settled(shell: &mut Shell) {
    shell.session.look_ahead();
    shell.session.forecast.settle();
}

#[test]
fn the_line_is_off_until_it_is_asked_for_and_says_who_wins() {
    let mut shell = ready();
    settled(&mut shell);
    assert!(!picture(&shell, (80, 24)).contains("who wins") && !shell.session.forecast.is_busy());
    press(&mut shell, "O");
    assert!(
        shell.session.forecast.is_busy() && picture(&shell, (80, 24)).contains("who wins: computing")
    );
    settled(&mut shell);
    shows("odds-line", &shell);
    press(&mut shell, "O");
    assert!(!picture(&shell, (80, 24)).contains(" fall"));
}

#[test]
fn what_was_worked_out_of_a_state_that_is_past_is_not_said_of_the_present() {
    let mut shell = ready();
    press(&mut shell, "O");
    settled(&mut shell);
    let before = shell.session.fight.chronicle.position();
    assert!(shell.session.forecast.of_present(before).is_some_and(|(_, present)| present));
    press(&mut shell, "Enter");
    shell.session.look_ahead();
    let now = shell.session.fight.chronicle.position();
    assert!(before != now && shell.session.forecast.is_busy(), "worked out anew");
    assert!(
        shell.session.forecast.of_present(now).is_some_and(|(_, present)| !present),
        "still the last one"
    );
    press(&mut shell, "Enter");
    settled(&mut shell);
    let now = shell.session.fight.chronicle.position();
    assert!(shell.session.forecast.of_present(now).is_some_and(|(_, present)| present));
}

#[test]
fn the_curve_is_worked_out_moment_by_moment_and_only_once() {
    let mut shell = ready();
    (0..12).for_each(|_| press(&mut shell, "Enter"));
    press(&mut shell, "t O");
    assert!(shell.session.forecast.is_busy() && shell.session.forecast.course.known().0 == 0);
    settled(&mut shell);
    let (known, all) = shell.session.forecast.course.known();
    assert!(known == all && all > 5, "{known} of {all}");
    let end = shell.session.fight.chronicle.at();
    let won = shell.session.forecast.course.chance(SideId(0), end).expect("worked out").share;
    assert!(won > 0.9, "{won}");
    press(&mut shell, "Left Left Esc t");
    shell.session.look_ahead();
    assert!(!shell.session.forecast.is_busy(), "known already");
}

/// The values are made up; only the drawing is checked.
#[test]
fn the_curve_runs_under_the_track_and_tells_where_it_turned() {
    let mut shell = ready();
    (0..30).for_each(|_| press(&mut shell, "Enter"));
    press(&mut shell, "t O");
    let points: Vec<usize> = shell.session.forecast.course.points().collect();
    let of = |nth: usize| match nth {
        0..14 => 60 - 3 * nth,
        14..17 => 20 - 6 * (nth - 14),
        _ => (50 + 2 * (nth - 17)).min(100),
    };
    let mut course = Course::over(points.iter().copied());
    for (nth, at) in points.iter().enumerate().take(10) {
        course.learn(*at, vec![Chance::of(u32::try_from(of(nth)).expect("a share"), 100)]);
    }
    shell.session.forecast.course = course.clone();
    let shown = picture(&shell, (80, 24));
    assert!(shown.contains("10 of"), "what is not known yet is left out: {shown}");
    for (nth, at) in points.iter().enumerate() {
        course.learn(*at, vec![Chance::of(u32::try_from(of(nth)).expect("a share"), 100)]);
    }
    shell.session.forecast.course = course;
    shows("odds-curve", &shell);
    shell.session.settings.ascii = true;
    shows("odds-curve-ascii", &shell);
}

/// Beside the roster the odds of what Enter does stand with bars, once a pause has let them be weighed: no key waits for
/// them.
#[test]
fn what_enter_does_is_weighed_in_a_pause() {
    let mut shell = super::in_melee();
    press(&mut shell, "g j");
    let before = picture(&shell, (120, 36));
    assert!(shell.beat().is_some() && !before.contains("Odds at"), "{before}");
    shell.session.tick();
    let text = picture(&shell, (120, 36));
    assert_eq!(shell.beat(), None);
    let odds: Vec<&str> = text.lines().skip_while(|row| !row.contains("─ Odds at Orc 2 ─")).collect();
    let told = |row: usize| odds[row].trim_start_matches(|sign: char| !sign.is_lowercase());
    assert!(told(1).starts_with("hits   40 %  ━━━━━━━━━━━╸───"), "{text}");
    assert!(told(2).starts_with("drops  20 %  ━━━━━╸───"), "{text}");
    assert_eq!(told(3), "expects 1.2 of its 4");
    press(&mut shell, "g");
    assert!(!picture(&shell, (120, 36)).contains("Odds at"), "those of whom the cursor is on");
}
