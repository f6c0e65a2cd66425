//! Mouse and paste, on screens in memory.

use super::*;
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use wardrum::tui::screens::start::Opens;

const SIZE: (u16, u16) = (80, 24);

fn mouse(shell: &mut Shell, kind: MouseEventKind, (column, row): (u16, u16)) {
    shell.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
}

/// The position of a text on the screen.
fn find(shell: &Shell, text: &str) -> (u16, u16) {
    let picture = picture(shell, SIZE);
    let found = picture.lines().zip(0..).find_map(|(line, y)| {
        let at = line.find(text)?;
        Some((u16::try_from(line[..at].chars().count()).expect("a column"), y))
    });
    found.unwrap_or_else(|| panic!("no {text} in\n{picture}"))
}

/// Clicks on a text.
fn click(shell: &mut Shell, text: &str) {
    let at = find(shell, text);
    mouse(shell, MouseEventKind::Down(MouseButton::Left), at);
}

fn under_cursor(shell: &Shell) -> String {
    let cursor = shell.session.board.cursor.and_then(|who| shell.session.state().get(who));
    cursor.map_or_else(String::new, |c| c.name.to_string())
}

#[test]
fn a_click_chooses_a_row_and_a_line_of_the_start_screen() {
    let mut start = started();
    click(&mut start, "paste or import");
    let chosen = start.session.start.row().map(|row| row.opens.clone());
    assert_eq!((chosen, start.layers.len()), (Some(Opens::File), 0), "once chooses");
    click(&mut start, "paste or import");
    assert_eq!(start.layers.len(), 1, "twice opens");
    let mut shell = in_melee();
    click(&mut shell, "Orc 2    ");
    assert_eq!(under_cursor(&shell), "Orc 2");
    click(&mut shell, "Bo   ");
    press(&mut shell, "k");
    assert_eq!(under_cursor(&shell), "Ælfwyn", "the roster has the keys again");
}

#[test]
fn a_click_on_a_row_of_the_log_or_a_phase_shows_that_moment() {
    let mut shell = in_melee();
    let now = shell.session.fight.chronicle.at();
    click(&mut shell, "Ana closes with Orc");
    assert!(matches!(shell.session.place, Screen::Timeline(_)));
    assert_eq!(shell.session.state().window().map(|window| window.phase), Some(Phase::Movement));
    press(&mut shell, "Esc");
    assert_eq!((shell.session.place == Screen::Fight, shell.session.fight.chronicle.at()), (true, now));
    click(&mut shell, "Missile ✓");
    assert_eq!(shell.session.state().window().map(|window| window.phase), Some(Phase::Missile));
    press(&mut shell, "Esc");
    click(&mut shell, "Morale  Move");
    assert!(picture(&shell, SIZE).contains("this round has not reached that step yet"));
    assert_eq!(shell.session.place, Screen::Fight);
}

#[test]
fn a_click_chooses_a_line_or_a_field_and_the_next_one_takes_it() {
    let mut shell = in_melee();
    press(&mut shell, "a");
    click(&mut shell, "Pass");
    assert!(picture(&shell, SIZE).contains("› p Pass"));
    click(&mut shell, "Strike");
    click(&mut shell, "Strike");
    assert!(picture(&shell, SIZE).contains("from behind"), "the form of the deed");
    click(&mut shell, "from behind");
    click(&mut shell, "[ ] no");
    assert!(picture(&shell, SIZE).contains("[x] yes"));
    click(&mut shell, "Log ──");
    assert_eq!(shell.layers.len(), 1, "a click beside it does nothing");
}

#[test]
fn the_wheel_goes_through_what_is_under_it() {
    let mut shell = in_melee();
    for n in 1..=20 {
        shell
            .with(|session| session.submit(vec![Command::Note(format!("no. {n}").into())]))
            .expect("it is noted");
    }
    let log = (10, SIZE.1 - 6);
    let newest = find(&shell, "no. 20");
    mouse(&mut shell, MouseEventKind::ScrollUp, log);
    let text = picture(&shell, SIZE);
    assert!(!text.contains("no. 19") && text.contains("no. 20"), "the last act stays: {text}");
    for _ in 0..4 {
        mouse(&mut shell, MouseEventKind::ScrollDown, log);
    }
    assert_eq!(find(&shell, "no. 20"), newest, "and down again");
    let cursor = under_cursor(&shell);
    let row = find(&shell, "Ana  ");
    mouse(&mut shell, MouseEventKind::ScrollDown, row);
    assert_ne!(under_cursor(&shell), cursor);
}

#[test]
fn pasted_lines_are_one() {
    let mut shell = in_melee();
    press(&mut shell, "N");
    type_in(&mut shell, "Rain\r\nfalls\n\tsoftly\n");
    assert!(picture(&shell, SIZE).contains("  Rain falls  softly▏"), "{}", picture(&shell, SIZE));
    press(&mut shell, "Left Left Left Left Left Left Backspace Home Backspace");
    assert!(picture(&shell, SIZE).contains("  ▏Rain falls softly"), "{}", picture(&shell, SIZE));
}

/// A sign in the die's field is a bonus, after the die or before it is typed; the die stays what it shows.
#[test]
fn a_bonus_is_named_as_the_die_is_typed() {
    let mut shell = in_melee();
    press(&mut shell, "Home Enter");
    let before = picture(&shell, SIZE);
    assert!(before.contains("d20") && before.contains("hits on 11+"), "{before}");
    type_in(&mut shell, "10+1");
    let text = picture(&shell, SIZE);
    assert!(text.contains(" HIT"), "{text}");
    press(&mut shell, "Backspace Backspace");
    assert!(picture(&shell, SIZE).contains("miss"), "without it, it misses");
    type_in(&mut shell, "+1");
    press(&mut shell, "Enter");
    assert!(picture(&shell, SIZE).contains("Damage"), "it hits, and its damage is asked for");
    // It hit by that one: what is said of its damage does not undo the hit.
    for typed in ["3+1", "3-5"] {
        type_in(&mut shell, typed);
        press(&mut shell, "Enter");
        let text = picture(&shell, SIZE);
        assert!(text.contains("no bonus counts for this roll"), "{typed}: {text}");
        assert!(text.contains("Damage to Orc"), "{typed}: it is still asked for: {text}");
        press(&mut shell, "Backspace Backspace Backspace");
    }
    press(&mut shell, "Esc Enter");
    type_in(&mut shell, "+2");
    press(&mut shell, "Enter");
    let text = picture(&shell, SIZE);
    assert!(text.contains("hits on 9+"), "asked again, with the bonus: {text}");
}
