//! The referee's own keys.

use super::{Session, build};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs `wardrum keys`: the exit code, standard output, standard error.
fn listed(home: &Path) -> (Option<i32>, String, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_wardrum")).env("WARDRUM_HOME", home).arg("keys").output();
    let run = run.expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (run.status.code(), text(&run.stdout), text(&run.stderr))
}

#[test]
fn own_keys_hold_and_the_foot_line_shows_them() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let file = home.path().join("keys.ron");
    fs::write(&file, "(play: { \"damage\": [\"h\"], \"heal\": [\"Ctrl-d\"] })").expect("written");
    let mut session = Session::start(home.path(), (120, 36));
    build(&mut session);
    session.press("\r");
    session.wait("h damage");
    session.press("h");
    session.wait("› damage");
    session.press("\x1b");
    session.wait("h damage");
    session.press("\x04");
    session.wait("› healing");
    let (code, out, err) = listed(home.path());
    assert_eq!((code, &*err), (Some(0), ""));
    assert!(out.contains("\"heal\": [\"Ctrl-d\"],"), "{out}");
}

#[test]
fn a_clash_is_refused_and_the_usual_keys_hold() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let file = home.path().join("keys.ron");
    fs::write(&file, "(\n    play: { \"heal\": [\"d\"] },\n)").expect("written");
    let clash = "line 2, column 23: d is both heal and damage (in a fight)";
    let mut session = Session::start(home.path(), (120, 36));
    session.wait("Your own keys are not in use");
    session.wait_until(clash, |screen| {
        screen.split_whitespace().collect::<Vec<_>>().join(" ").contains("d is both heal and damage")
    });
    session.press("\r");
    build(&mut session);
    session.press("\r");
    session.wait("d damage");
    let (code, out, err) = listed(home.path());
    assert_eq!(code, Some(1));
    assert!(err.contains(clash) && err.contains("keys.ron"), "{err}");
    assert!(out.contains("\"heal\": [\"h\"],"), "{out}");
}
