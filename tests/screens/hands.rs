//! Mouse and paste, on screens in memory.

use super::*;
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

const SIZE: (u16, u16) = (80, 24);

fn mouse(app: &mut App, kind: MouseEventKind, (column, row): (u16, u16)) {
    app.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
}

/// The position of a text on the screen.
fn find(app: &App, text: &str) -> (u16, u16) {
    let picture = picture(app, SIZE);
    let found = picture.lines().zip(0..).find_map(|(line, y)| {
        let at = line.find(text)?;
        Some((u16::try_from(line[..at].chars().count()).expect("a column"), y))
    });
    found.unwrap_or_else(|| panic!("no {text} in\n{picture}"))
}

/// Clicks on a text.
fn click(app: &mut App, text: &str) {
    let at = find(app, text);
    mouse(app, MouseEventKind::Down(MouseButton::Left), at);
}

fn under_cursor(app: &App) -> String {
    let cursor = app.board.cursor.and_then(|who| app.state().get(who));
    cursor.map_or_else(String::new, |c| c.name.to_string())
}

#[test]
fn a_click_chooses_a_row_and_a_line_of_the_start_screen() {
    let mut start = app();
    click(&mut start, "New fight");
    assert_eq!((start.start.at, start.layers.len()), (2, 0), "once chooses");
    click(&mut start, "New fight");
    assert_eq!(start.layers.len(), 1, "twice opens");
    let mut app = in_melee();
    click(&mut app, "Orc 2    ");
    assert_eq!(under_cursor(&app), "Orc 2");
    click(&mut app, "Bo   ");
    press(&mut app, "k");
    assert_eq!(under_cursor(&app), "Ælfwyn", "the roster has the keys again");
}

#[test]
fn a_click_on_a_row_of_the_log_or_a_phase_shows_that_moment() {
    let mut app = in_melee();
    let now = app.fight.chronicle.at();
    click(&mut app, "Ana closes with Orc");
    assert!(matches!(app.place, Screen::Timeline(_)));
    assert_eq!(app.state().window().map(|window| window.phase), Some(Phase::Movement));
    press(&mut app, "Esc");
    assert_eq!((app.place == Screen::Fight, app.fight.chronicle.at()), (true, now));
    click(&mut app, "Initiative ▸");
    assert_eq!(app.state().window().map(|window| window.phase), Some(Phase::Initiative));
    press(&mut app, "Esc");
    click(&mut app, "Move …");
    assert!(picture(&app, SIZE).contains("this round has not reached that step yet"));
    assert_eq!(app.place, Screen::Fight);
}

#[test]
fn a_click_chooses_a_line_or_a_field_and_the_next_one_takes_it() {
    let mut app = in_melee();
    press(&mut app, "a");
    click(&mut app, "Pass");
    press(&mut app, "Up");
    assert!(picture(&app, SIZE).contains("› u Run"));
    click(&mut app, "Strike");
    click(&mut app, "Strike");
    assert!(picture(&app, SIZE).contains("from behind"), "the form of the deed");
    click(&mut app, "from behind");
    click(&mut app, "[ ] no");
    assert!(picture(&app, SIZE).contains("[x] yes"));
    click(&mut app, "Log ──");
    assert_eq!(app.layers.len(), 1, "a click beside it does nothing");
}

#[test]
fn the_wheel_goes_through_what_is_under_it() {
    let mut app = in_melee();
    for n in 1..=20 {
        app.submit(vec![Command::Note(format!("no. {n}").into())]).expect("it is noted");
    }
    let log = (10, SIZE.1 - 6);
    let newest = find(&app, "no. 20");
    mouse(&mut app, MouseEventKind::ScrollUp, log);
    let text = picture(&app, SIZE);
    assert!(!text.contains("no. 18") && text.contains("no. 7"), "{text}");
    for _ in 0..4 {
        mouse(&mut app, MouseEventKind::ScrollDown, log);
    }
    assert_eq!(find(&app, "no. 20"), newest, "and down again");
    let cursor = under_cursor(&app);
    let row = find(&app, "Ana  ");
    mouse(&mut app, MouseEventKind::ScrollDown, row);
    assert_ne!(under_cursor(&app), cursor);
}

#[test]
fn pasted_lines_are_one() {
    let mut app = in_melee();
    press(&mut app, "N");
    type_in(&mut app, "Rain\r\nfalls\n\tsoftly\n");
    assert!(picture(&app, SIZE).contains("  Rain falls  softly▏"), "{}", picture(&app, SIZE));
    press(&mut app, "Left Left Left Left Left Left Backspace Home Backspace");
    assert!(picture(&app, SIZE).contains("  ▏Rain falls softly"), "{}", picture(&app, SIZE));
}
