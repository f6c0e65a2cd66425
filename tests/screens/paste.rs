//! Long texts that are pasted or typed: as much as fits is taken, and the rest is told.

use super::*;

const MUCH: usize = 100_000;

#[test]
fn a_paste_goes_in_as_far_as_it_fits() {
    let mut app = fight();
    press(&mut app, "N");
    app.paste(&"x".repeat(MUCH));
    assert_eq!(app.message.text, "only the first 4096 characters of what was pasted are taken");
    press(&mut app, "y");
    assert!(picture(&app, (80, 24)).contains("at most 4096 bytes fit"));
    press(&mut app, "Backspace z Enter");
    let noted =
        app.fight.chronicle.entry(app.fight.chronicle.position()).map(|entry| format!("{entry:?}"));
    assert!(noted.is_some_and(|noted| noted.contains(&("x".repeat(4095) + "z\""))));
}

#[test]
fn what_finds_something_takes_no_more_than_words() {
    let mut app = fight();
    for open in [":", "R", "?"] {
        press(&mut app, open);
        app.paste(&"x".repeat(MUCH));
        assert!(picture(&app, (200, 24)).matches('x').count() < 200, "{open}");
        app.overlays.clear();
    }
}
