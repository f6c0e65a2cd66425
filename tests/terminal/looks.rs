//! Looks set by the settings file, the command line and the environment.

use super::*;
use std::path::PathBuf;
use vt100::Color;

/// The start screen with these settings, arguments and environment.
fn started(home: &Path, settings: &str, args: &[&str], surroundings: &[(&str, &str)]) -> Session {
    std::fs::write(home.join("settings.ron"), settings).expect("a scratch file");
    let mut command = playing(home);
    command.env_remove("NO_COLOR");
    for (name, value) in surroundings {
        command.env(name, value);
    }
    command.args(args);
    let session = Session::run(command, (80, 24));
    session.wait("help");
    session
}

/// Every colour on the screen.
fn colours(session: &Session) -> Vec<Color> {
    let seen = session.seen.lock().expect("nobody panics here");
    let screen = seen.terminal.screen();
    let cells = (0..24).flat_map(|row| (0..80).filter_map(move |column| screen.cell(row, column)));
    let inks = cells.flat_map(|cell| [cell.fgcolor(), cell.bgcolor()]);
    inks.filter(|color| *color != Color::Default).collect()
}

fn home() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let path = folder.path().to_owned();
    (folder, path)
}

#[test]
fn the_theme_comes_from_the_file_or_the_command_line_and_no_color_has_the_last_word() {
    let (_folder, home) = home();
    let keys_are_steel = |session: &Session| colours(session).contains(&Color::Idx(60));
    let light = "(theme: light)";
    assert!(keys_are_steel(&started(&home, light, &[], &[])));
    assert!(keys_are_steel(&started(&home, "()", &["--theme", "light"], &[])));
    assert!(!keys_are_steel(&started(&home, light, &["--theme", "dark"], &[])));
    assert!(
        keys_are_steel(&started(&home, light, &[], &[("NO_COLOR", "")])),
        "an empty one says nothing"
    );
    let bare = started(&home, light, &["--theme", "light"], &[("NO_COLOR", "1")]);
    assert_eq!(colours(&bare), []);
}

#[test]
fn without_glyphs_everything_is_plain() {
    let (_folder, home) = home();
    for (settings, args) in [("(ascii: true)", &[][..]), ("()", &["--ascii"])] {
        let text = started(&home, settings, args, &[]).text();
        assert!(text.is_ascii() && text.contains("wardrum"), "{text}");
    }
}

#[test]
fn settings_are_changed_from_within_and_kept() {
    let (_folder, home) = home();
    let mut session = started(&home, "()", &[], &[]);
    session.press("s");
    session.wait("plain ASCII");
    session.press("\x1b[C\x1b[B \r");
    session.wait("kept in /");
    assert!(session.text().is_ascii(), "{}", session.text());
    session.press("q");
    session.ended();
    let kept = std::fs::read_to_string(home.join("settings.ron")).expect("the settings");
    assert!(kept.contains("theme: light,") && kept.contains("ascii: true,"), "{kept}");
}

#[test]
fn a_fault_in_the_settings_is_told_and_stops_nobody() {
    let (_folder, home) = home();
    let mut session = started(&home, "(\n  theme: drak,\n)", &[], &[]);
    session.wait("settings.ron, line 2, column");
    session.wait("drak");
    session.press("\r");
    session.wait_until("the start screen", |screen| !screen.contains("drak"));
    session.press("n");
    session.wait("Who comes?");
}
