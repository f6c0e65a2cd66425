//! Names with control sequences: displayed, not obeyed.

use super::*;
use wardrum::escape::is_hidden;

/// Writes the clipboard, uses C1, reverses the text direction, breaks a line.
const HOSTILE: &str = "\u{1b}]52;c;aGk=\u{7}\u{9b}2J\u{202e}\u{2066}\n\u{7f}\u{feff}!";

#[test]
fn nothing_hidden_reaches_the_terminal() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let file = home.path().join(format!("file{HOSTILE}"));
    let rules = ruleset(RulesetId::Bx);
    let mut e = Encounter::new(RulesetId::Bx);
    let hp = |name: String| Block { name: name.into(), hp: Some(8), ac: Some(6), ..Block::default() };
    for (side, name) in [(0, "Ana"), (1, "Grak")] {
        let name = format!("{name}{HOSTILE}");
        let block = Arc::new(StatBlock::from(hp(name.clone())));
        for command in [
            Command::Side(Side::new(&*format!("side {side}{HOSTILE}"))),
            Command::Arrive(Arrival::new(SideId(side), &*name, block)),
        ] {
            let done = rules::resolve(rules, e.clone(), &command, &mut Tape::new(&[]));
            e = done.expect("a sound set-up").0;
        }
    }
    Journal::create(&file, &format!("title{HOSTILE}"), &e).expect("written");
    let mut command = playing(home.path());
    command.arg(&file);
    let mut session = Session::run(command, (160, 40));
    for (keys, shown) in [
        ("", "Ana\\u001b]52;c;aGk=\\u0007\\u009b2J"),
        ("N", "note"),
        ("\x1b[200~said\x1b]52;c;aGk=\x07\u{9b}\u{202e}\x1b[201~", "said]52;c;aGk=▏"),
        ("\r", "said]52;c;aGk="),
    ] {
        session.press(keys);
        session.wait(shown);
    }
    session.press("q");
    session.gives_the_terminal_back();
    let seen = session.seen.lock().expect("nobody panics here");
    let text = std::str::from_utf8(&seen.bytes).expect("text");
    // Cursor movement and colours begin with ESC [.
    let hidden = |sign: &char| is_hidden(*sign) && !matches!(sign, '\x1b' | '\r' | '\n');
    assert_eq!(text.chars().find(hidden), None, "{text:?}");
    assert!(text.split('\x1b').skip(1).all(|part| part.starts_with('[')), "{text:?}");
}
