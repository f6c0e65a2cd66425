//! Redrawing over the previous frame equals drawing from scratch.

use super::*;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

const KEYS: [&str; 34] = [
    "Down", "Down", "Down", "Down", "Down", "Up", "Up", "Up", "PgDn", "Home", "End", "Tab", "Tab",
    "Enter", "Enter", "Enter", "Enter", "u", "u", "U", "Space", "Space", "F", "f", "n", "Esc", "Esc",
    "L", "?", "x", "3", "c", "o", "Enter",
];

#[test]
fn what_is_kept_of_the_last_frame_is_as_it_would_be_painted() {
    let mut moved = 0;
    for (seed, text) in (0..).zip(READY) {
        for size in [(160, 50), (80, 24), (60, 16)] {
            moved += keys_on(text, size, seed);
        }
    }
    assert!(moved > 100, "only {moved} frames kept anything");
}

/// Presses random keys in a sample; returns how many frames reused part of the previous one.
fn keys_on(text: &str, (width, height): (u16, u16), seed: u64) -> usize {
    let mut chance = StdRng::seed_from_u64(seed);
    let mut app = app();
    app.theme = Theme::dark();
    let (head, start) = prepared(text).expect("a sample");
    app.enter(Fight::loose(start), Screen::Fight);
    let area = Rect::new(0, 0, width, height);
    let (mut kept, mut moved, mut pressed) = (Buffer::empty(area), 0, Vec::new());
    for _ in 0..40 {
        screens::repaint(&app, area, &mut kept);
        app.redraw = Redraw::Nothing;
        let mut anew = Buffer::empty(area);
        screens::paint(&app, area, &mut anew);
        assert_eq!(kept, anew, "{} at {width}x{height} after {pressed:?}", head.title);
        for _ in 0..chance.random_range(1..3) {
            let key = KEYS[chance.random_range(0..KEYS.len())];
            press(&mut app, key);
            pressed.push(key);
        }
        moved += usize::from(matches!(app.redraw, Redraw::Cursor { .. }));
    }
    moved
}
