//! Paste and mouse.

use super::*;

#[test]
fn what_is_pasted_lands_in_the_field_and_a_click_on_its_row() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = Session::start(home.path(), (80, 24));
    build(&mut session);
    session.press("\r");
    session.wait("Enter ");
    session.press("N");
    session.wait("shown in the log");
    session.press("\x1b[200~Rain\nfalls\ron\r\nd20 q\x1b[201~");
    session.wait("Rain falls on d20 q▏");
    session.press("\r");
    session.wait("Note: Rain falls on d20 q");
    // The third line of the screen is the roster's heading, the fifth its second row.
    session.press("\x1b[<0;6;5M\x1b[<0;6;5md");
    session.wait("─ Hobgoblin ");
}

#[test]
fn the_mouse_is_heard_as_the_settings_say_and_given_back() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let heard = |session: &Session, bytes: &[u8]| {
        let seen = session.seen.lock().expect("nobody panics here");
        seen.bytes.windows(bytes.len()).any(|found| found == bytes)
    };
    for (settings, hears) in [("()", true), ("(mouse: false)", false)] {
        std::fs::write(home.path().join("settings.ron"), settings).expect("a scratch file");
        let mut session = Session::start(home.path(), (80, 24));
        session.wait("n new fight");
        assert_eq!(heard(&session, b"\x1b[?1000h"), hears, "{settings}");
        session.press("q");
        session.gives_the_terminal_back();
        assert!(heard(&session, b"\x1b[?1000l"));
    }
}
