//! Looks: the settings, and the screens without box and bar glyphs.

use super::*;
use wardrum::store::Settings;

/// The picture without box and bar glyphs; nothing but letters is left beyond plain signs.
fn shows_in_ascii(name: &str, app: &mut App) {
    app.wear(Settings { ascii: true, ..app.settings });
    for size in SIZES {
        let picture = picture(app, size);
        let glyph = picture.chars().find(|sign| !sign.is_ascii() && !sign.is_alphabetic());
        assert_eq!(glyph, None, "{picture}");
    }
    shows(&format!("ascii-{name}"), app);
}

#[test]
fn every_main_screen_without_glyphs() {
    shows_in_ascii("start", &mut app());
    shows_in_ascii("build", &mut fight());
    let mut app = in_melee();
    shows_in_ascii("play", &mut app);
    press(&mut app, "a s");
    shows_in_ascii("form", &mut app);
    press(&mut app, "Enter");
    shows_in_ascii("dice", &mut app);
    press(&mut app, "Esc a");
    shows_in_ascii("list", &mut app);
    press(&mut app, "Esc w");
    shows_in_ascii("page", &mut app);
}

#[test]
fn settings() {
    let mut app = app();
    press(&mut app, "s");
    shows("settings", &app);
}
