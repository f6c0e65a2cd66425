//! Looks: the settings, and the screens in ASCII.

use super::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use wardrum::store::{Settings, ThemeName};
use wardrum::tui::paint::theme::Depth;

/// Compares a screen in ASCII mode; beyond ASCII, only letters remain.
fn shows_in_ascii(name: &str, shell: &mut Shell) {
    shell.session.wear(Settings { ascii: true, ..shell.session.settings });
    for size in SIZES {
        let picture = picture(shell, size);
        let glyph = picture.chars().find(|sign| !sign.is_ascii() && !sign.is_alphabetic());
        assert_eq!(glyph, None, "{picture}");
    }
    shows(&format!("ascii-{name}"), shell);
}

#[test]
fn every_main_screen_without_glyphs() {
    shows_in_ascii("start", &mut started());
    shows_in_ascii("build", &mut fight());
    let mut shell = in_melee();
    shows_in_ascii("play", &mut shell);
    press(&mut shell, "a s");
    shows_in_ascii("form", &mut shell);
    press(&mut shell, "Enter");
    shows_in_ascii("dice", &mut shell);
    press(&mut shell, "Esc a");
    shows_in_ascii("list", &mut shell);
    press(&mut shell, "Esc w");
    shows_in_ascii("page", &mut shell);
}

#[test]
fn settings() {
    let mut shell = started();
    press(&mut shell, "s");
    shows("settings", &shell);
}

/// The cells of a frame in colour.
fn painted(shell: &Shell, (width, height): (u16, u16)) -> Buffer {
    let mut buf = Buffer::empty(Rect::new(0, 0, width, height));
    screens::paint(shell, buf.area, &mut buf);
    buf
}

fn text_of(buf: &Buffer, y: u16) -> String {
    (0..buf.area.width).map(|x| buf[(x, y)].symbol()).collect()
}

/// The screen row of a combatant in the roster.
fn row_of(buf: &Buffer, name: &str) -> u16 {
    let found = (3..buf.area.height).find(|y| text_of(buf, *y).contains(name));
    found.unwrap_or_else(|| panic!("{name} is not to be seen"))
}

#[test]
fn the_cursor_row_is_one_tint_that_keeps_its_colours() {
    for look in [ThemeName::Dark, ThemeName::Light, ThemeName::Colourblind] {
        for size in SIZES {
            let mut shell = in_melee();
            shell.session.theme = Theme::of(look, Depth::True);
            press(&mut shell, "Home");
            let (on, y) = (painted(&shell, size), row_of(&painted(&shell, size), "Ana"));
            press(&mut shell, "End");
            let off = painted(&shell, size);
            // The roster's pane and no more.
            let end = match size.0 {
                150.. => 85,
                110.. => 75,
                alone => alone - 1,
            };
            for x in 1..end {
                let (on, off) = (&on[(x, y)], &off[(x, y)]);
                assert_eq!(
                    Some(on.bg),
                    shell.session.theme.cursor.bg,
                    "{look:?} {size:?}: one tint, column {x}"
                );
                assert_eq!(
                    (on.fg, on.modifier),
                    (off.fg, off.modifier),
                    "{look:?} {size:?}: column {x}"
                );
            }
            assert_eq!(on[(0, y)].symbol(), "›", "and a mark");
        }
    }
}

#[test]
fn without_colours_the_cursor_and_the_actor_have_marks_and_weight() {
    let mut shell = in_melee();
    press(&mut shell, "Home");
    let buf = painted(&shell, (80, 24));
    let y = row_of(&buf, "Ana");
    assert!(text_of(&buf, y).starts_with("›▶  6 H Ana"), "{}", text_of(&buf, y));
    assert!(buf[(8, y)].modifier.contains(Modifier::BOLD | Modifier::UNDERLINED));
    assert!((0..80).all(|x| !buf[(x, y)].modifier.contains(Modifier::REVERSED)));
}

#[test]
fn what_a_layer_asks_about_stays_in_its_colours() {
    let mut shell = in_melee();
    shell.session.theme = Theme::dark();
    let before = painted(&shell, (120, 36));
    press(&mut shell, "N");
    let after = painted(&shell, (120, 36));
    for y in 0..9 {
        for x in 1..60 {
            assert_eq!(before[(x, y)], after[(x, y)], "column {x}, row {y}");
        }
    }
}

/// The bar shows the loss of the last act until the next act.
#[test]
fn the_last_loss_is_on_the_bar_until_the_next_act() {
    let mut shell = in_melee();
    press(&mut shell, "Home d");
    type_in(&mut shell, "3");
    press(&mut shell, "Enter");
    let shown = picture(&shell, (80, 24));
    assert!(shown.contains("╸┅"), "{shown}");
    press(&mut shell, "N");
    type_in(&mut shell, "the torch goes out");
    press(&mut shell, "Enter");
    let shown = picture(&shell, (80, 24));
    assert!(!shown.contains('┅') && shown.contains("╸──"), "{shown}");
    press(&mut shell, "u");
    assert!(picture(&shell, (80, 24)).contains("╸┅"), "taken back, it is the last again");
}

/// The dead and escaped share the last line, which unfolds to reach each of them.
#[test]
fn whoever_is_out_for_good_is_one_line_that_unfolds() {
    let mut shell = in_melee();
    press(&mut shell, "End k Space Space d");
    type_in(&mut shell, "30");
    press(&mut shell, "Enter");
    shows("roster-lost", &shell);
    press(&mut shell, "Esc End");
    let shown = picture(&shell, (80, 24));
    assert!(shown.contains("›†      Orcs 2, 3"), "{shown}");
    press(&mut shell, "f");
    let shown = picture(&shell, (80, 24));
    assert!(shown.contains("†  3 O Orc 2") || shown.contains("†    O Orc 2"), "{shown}");
    press(&mut shell, "End");
    let one = shell.session.board.targets();
    assert_eq!(
        one,
        [shell.session.state().named("Orc 3").expect("still there").id],
        "one alone is meant"
    );
}

/// At the smallest size, the last line of the log is visible below the roster.
#[test]
fn the_least_size_shows_what_happened_last() {
    let mut shell = in_melee();
    press(&mut shell, "N");
    type_in(&mut shell, "the torch goes out");
    press(&mut shell, "Enter");
    let shown = picture(&shell, (60, 16));
    assert!(shown.contains("the torch goes out") && shown.contains("Ana"), "{shown}");
}

/// Every size can be drawn, and the prompt is always visible.
#[test]
fn any_size_is_painted() {
    let mut shell = in_melee();
    for columns in (1..220).step_by(7) {
        for rows in (1..70).step_by(3) {
            let shown = painted(&shell, (columns, rows));
            let text: String = (0..rows).map(|y| text_of(&shown, y)).collect();
            assert!((columns, rows) < (60, 16) || rows < 16 || text.contains("Ana"), "{columns}x{rows}");
        }
    }
    press(&mut shell, "a");
    painted(&shell, (60, 16));
}

/// The last act is in its own row; one that does not fit there stays in the log, whole.
#[test]
fn no_end_of_the_last_act_is_lost() {
    let mut shell = in_melee();
    for (last, words) in
        [("short", "short"), ("door", "the torch goes out and nobody finds the lantern by the old door")]
    {
        press(&mut shell, "N");
        type_in(&mut shell, words);
        press(&mut shell, "Enter");
        for size in [(60, 24), (80, 24), (120, 36)] {
            let text = picture(&shell, size);
            // The foot says what undo takes back.
            let above = text.lines().rev().skip(1);
            assert_eq!(above.flat_map(|line| line.matches(last)).count(), 1, "{size:?}: {text}");
        }
    }
}
