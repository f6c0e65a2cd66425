//! Input: bursts of keys, keys during a resize, signals that take the terminal away.

use super::*;

/// The program at the field for the number of goblins.
fn at_a_number(home: &Path) -> Session {
    let mut session = Session::start(home, (80, 24));
    new_fight(&mut session, "");
    session.press("+");
    session.wait("Who comes?");
    session.press("gobl");
    session.wait("/gobl");
    session.press("\r");
    session.wait("how many");
    session
}

/// The settings of its terminal as `stty` prints them.
#[cfg(target_os = "linux")]
fn stty(session: &Session, args: &[&str]) -> String {
    let tty = session.master.tty_name().expect("a terminal has a name");
    let out = std::process::Command::new("stty").arg("-F").arg(tty).args(args).output();
    String::from_utf8_lossy(&out.expect("stty runs").stdout).into_owned()
}

/// Waits until the terminal is in raw mode, or out of it.
#[cfg(target_os = "linux")]
fn wait_for_raw(session: &Session, raw: bool) {
    let end = Instant::now() + PATIENCE;
    while stty(session, &["-a"]).contains("-icanon") != raw {
        assert!(Instant::now() < end, "raw: {}", !raw);
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Discards the output so far.
fn forget(session: &Session) {
    session.seen.lock().expect("nobody panics here").bytes.clear();
}

fn has_written(session: &Session, bytes: &[u8]) -> bool {
    let seen = session.seen.lock().expect("nobody panics here");
    seen.bytes.windows(bytes.len()).any(|part| part == bytes)
}

#[test]
fn a_burst_is_handled_to_its_last_key() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = at_a_number(home.path());
    for last in ["7", "8"] {
        // Typed and erased 1,500 times in one write.
        session.press(&("5\x7f".repeat(1500) + last));
        session.wait_until("the last key", |screen| screen.contains(&format!(" {last}▏")));
        session.press("\x7f");
    }
}

#[test]
fn a_key_beside_a_change_of_size_is_handled() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = at_a_number(home.path());
    for attempt in 0..400 {
        let (key, typed) = if attempt % 2 == 0 { ("7", true) } else { ("\x7f", false) };
        let columns = if attempt % 4 < 2 { 81 } else { 80 };
        if attempt % 8 < 4 {
            session.press(key);
            session.resize(columns, 24);
        } else {
            session.resize(columns, 24);
            session.press(key);
        }
        session.wait_until("the key", |screen| screen.contains("7▏") == typed && screen.contains('▏'));
    }
}

#[test]
fn escape_and_the_next_key_are_two_even_in_one_read() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = at_a_number(home.path());
    session.press("\x1b?");
    session.wait("Keys: ");
    session.press("\x1b\x03");
    session.gives_the_terminal_back();
}

#[test]
fn escape_is_a_key_before_another_an_arrow_and_a_paste_in_one_read() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = Session::start(home.path(), (80, 24));
    build(&mut session);
    for (keys, shown) in [("\r", "Before round 1"), ("+", "Who comes?"), ("\x1bOP", "Keys: ")] {
        session.press(keys);
        session.wait(shown);
    }
    // Closes both, and moves down.
    session.press("\x1b\x1b\x1b[Bd");
    session.wait("─ Hobgoblin");
    assert!(!session.text().contains("Who comes?"), "{}", session.text());
    session.press("\x1bN");
    session.wait("shown in the log");
    session.press("\x1bN\x1b[200~pasted\x1b[201~");
    session.wait("pasted▏");
    // Closes the note; text pasted over the roster goes into the fight.
    session.press("\x1b\x1b[200~stray\x1b[201~");
    session.wait("/stray▏");
    assert!(!session.text().contains("201"), "{}", session.text());
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_kills_gives_the_terminal_back_first() {
    for (signal, told) in [
        ("-QUIT", "Quit"),
        ("-ABRT", "Aborted"),
        ("-XCPU", "CPU time limit"),
        ("-ALRM", "Alarm"),
        ("-TERM", "Terminated"),
        ("-INT", "Interrupt"),
        ("-HUP", "Hangup"),
    ] {
        let home = tempfile::tempdir().expect("a scratch folder");
        let mut session = Session::start(home.path(), (80, 24));
        session.wait("n new fight");
        assert!(stty(&session, &["-a"]).contains("-icanon"));
        session.signal(signal);
        session.gives_the_terminal_back();
        wait_for_raw(&session, false);
        let status = session.child.wait().expect("it has ended");
        assert!(status.signal().is_some_and(|name| name.starts_with(told)), "{signal}: {status:?}");
    }
}

/// A file that may grow no further is one too: the write that fails says so.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_means_nothing_here_changes_nothing() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = Session::start(home.path(), (80, 24));
    session.wait("n new fight");
    for signal in ["-USR1", "-USR2", "-XFSZ"] {
        forget(&session);
        session.signal(signal);
        session.press("?");
        session.wait("Keys: ");
        session.press("\x1b");
        session.wait("n new fight");
        assert!(stty(&session, &["-a"]).contains("-icanon"), "{signal}");
        assert!(!has_written(&session, LEAVES), "{signal}");
    }
    session.press("q");
    assert_eq!(session.code(), 0);
}

/// Suspended and resumed, or stopped while another program has the terminal.
#[cfg(target_os = "linux")]
#[test]
fn after_a_stop_the_terminal_is_taken_over_again_and_drawn_whole() {
    let home = tempfile::tempdir().expect("a scratch folder");
    std::fs::write(home.path().join("settings.ron"), "(mouse: true)").expect("written");
    let mut session = Session::start(home.path(), (80, 24));
    session.wait("n new fight");
    forget(&session);
    session.press("\x1a");
    wait_for_raw(&session, false);
    session.wait_until("the first screen", |_| has_written(&session, LEAVES));
    for stop in ["Ctrl-Z", "-TSTP", "-STOP"] {
        if stop == "-TSTP" {
            session.signal(stop);
            wait_for_raw(&session, false);
        }
        if stop == "-STOP" {
            session.signal(stop);
            let tty = session.master.tty_name().expect("a terminal has a name");
            std::fs::write(tty, "\x1b[?1049l\x1b[?1000lanother was here").expect("written");
            stty(&session, &["sane"]);
            session.wait("another was here");
        }
        forget(&session);
        session.signal("-CONT");
        session.wait_until("the start screen", |screen| {
            screen.contains("n new fight") && screen.contains("? help") && !screen.contains("another")
        });
        wait_for_raw(&session, true);
        for mode in ["\x1b[?1049h", "\x1b[?2004h", "\x1b[?1000h", "\x1b[?25l"] {
            session.wait_until(mode, |_| has_written(&session, mode.as_bytes()));
        }
    }
    session.press("?");
    session.wait("Keys: ");
    session.press("\x03");
    session.gives_the_terminal_back();
    wait_for_raw(&session, false);
}

#[test]
fn a_terminal_of_any_size_is_drawn_on() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = Session::start(home.path(), (80, 24));
    session.wait("n new fight");
    for (columns, rows) in [(u16::MAX, u16::MAX), (0, 0), (1, 1), (u16::MAX, 1), (1, u16::MAX)] {
        session.master.resize(size(columns, rows)).expect("the terminal can be resized");
        session.press("?\x1b");
    }
    session.resize(80, 24);
    session.wait("n new fight");
    session.press("q");
    session.gives_the_terminal_back();
}
