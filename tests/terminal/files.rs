//! Files of a running fight: full disks, vanished and damaged files, two windows.

use super::{Session, build_by, playing, to_start};
use portable_pty::CommandBuilder;
use std::path::{Path, PathBuf};

fn fights(home: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(home.join("fights")).into_iter().flatten().flatten();
    let mut fights: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    fights.sort();
    fights
}

fn note(session: &mut Session, text: &str) {
    session.press("N");
    session.wait("shown in the log");
    session.press(&format!("{text}\r"));
    // The page that says what is not saved lies over the log.
    let noted = format!("Note: {text}");
    session.wait_until(&noted, |screen| {
        screen.contains(&noted)
            || screen.contains("─ Not saved ")
            || screen.contains("─ The fight was saved again ")
    });
}

/// The first sample with one note.
fn begun(home: &Path) -> Session {
    let mut session = Session::start(home, (80, 24));
    session.wait("17 samples");
    session.press("\r");
    session.wait("Before round 1");
    note(&mut session, "begun");
    session
}

/// Starts with a file size limit of that many blocks of 512 bytes.
#[cfg(unix)]
fn on_a_small_disk(home: &Path, blocks: u32) -> Session {
    let mut command = CommandBuilder::new("sh");
    command.args(["-c", &format!("ulimit -S -f {blocks}; exec \"$WARDRUM\"")]);
    command.env("WARDRUM", env!("CARGO_BIN_EXE_wardrum"));
    command.env("WARDRUM_HOME", home);
    Session::run(command, (80, 24))
}

/// Adds notes until the disk is full, which opens a page; returns how many were saved.
#[cfg(unix)]
fn fill(session: &mut Session) -> usize {
    for n in 1..100 {
        note(session, &format!("note {n} {}", "x".repeat(40)));
        if session.text().contains("─ Not saved ") {
            return n;
        }
    }
    panic!("the disk is never full:\n{}", session.text());
}

#[cfg(unix)]
#[test]
fn what_is_not_saved_is_marked_and_asked_about_and_said_at_the_end() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = on_a_small_disk(home.path(), 24);
    session.wait("17 samples");
    session.press("\r");
    session.wait("Before round 1");
    let last = fill(&mut session);
    assert!(last > 1, "the disk has room for the fight");
    session.wait("writing failed");
    session.press("\r");
    session.wait("NOT SAVED");
    // The warning stays, whatever is done next.
    session.press("jj");
    note(&mut session, "on we go");
    session.wait("NOT SAVED");
    session.press("q");
    session.wait("2 acts are not saved");
    session.press("\x1b");
    session.wait_until("the fight", |screen| !screen.contains("acts are not saved"));
    session.press("\x1b");
    session.wait("Esc again: start screen");
    session.press("\x1b");
    session.wait("2 acts are not saved");
    session.press("\x1b");
    session.wait_until("the fight", |screen| !screen.contains("acts are not saved"));
    session.press("q");
    session.wait("q Leave");
    session.press("q");
    assert_eq!(session.code(), 1);
    session.wait("wardrum: 2 acts are not saved");

    let again = Session::start(home.path(), (80, 24));
    again.wait(&format!("Note: note {} ", last - 1));
    assert!(!again.text().contains("NOT SAVED"), "{}", again.text());
}

#[cfg(unix)]
#[test]
fn what_is_not_saved_can_be_saved_elsewhere() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let copy = home.path().join("copy.ron");
    // Not even the start of the fight fits.
    let mut session = on_a_small_disk(home.path(), 2);
    session.wait("17 samples");
    session.press("\r");
    session.wait("Before round 1");
    note(&mut session, "alone");
    session.wait("─ Not saved ");
    // Every act tries again, and removes what it could not write completely.
    session.wait_until("no stub is left", |_| fights(home.path()).is_empty());
    session.press("\r");
    session.wait("NOT SAVED");
    session.press("q");
    session.wait("c Save the whole fight");
    session.press("c");
    session.wait("a new file");
    session.press(&format!("{}\r", copy.display()));
    session.wait("writing failed");
    // No space there either: nothing is begun.
    assert!(!copy.exists());
    session.press("\x1b");
    session.wait_until("the fight", |screen| !screen.contains("a new file"));
    session.signal("-TERM");
    assert_eq!(session.code(), 1);
    session.wait("wardrum: 2 acts are not saved");
}

#[cfg(target_os = "linux")]
#[test]
fn everything_is_saved_as_soon_as_there_is_room() {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = on_a_small_disk(home.path(), 24);
    session.wait("17 samples");
    session.press("\r");
    session.wait("Before round 1");
    fill(&mut session);
    session.press("\r");
    session.wait("NOT SAVED");
    let pid = session.child.process_id().and_then(|pid| Pid::from_raw(pid as i32));
    let free = Rlimit { current: None, maximum: None };
    prlimit(pid, Resource::Fsize, free).expect("the limit was a soft one");
    // Any key will do.
    session.press("j");
    session.wait_until("no mark", |screen| !screen.contains("NOT SAVED"));
    session.press("q");
    assert_eq!(session.code(), 0);
    for fight in fights(home.path()) {
        super::verify_file(&fight);
    }
}

#[test]
fn a_save_that_was_removed_is_written_anew_and_said() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = begun(home.path());
    let before = fights(home.path());
    std::fs::remove_file(&before[0]).expect("removed");
    session.press("N");
    session.wait("shown in the log");
    session.press("still here\r");
    session.wait("The fight was saved again");
    session.wait("removed or emptied meanwhile");
    session.press("\r");
    session.press("q");
    assert_eq!(session.code(), 0);
    assert_eq!(fights(home.path()), before);
    let again = Session::start(home.path(), (80, 24));
    again.wait("Note: still here");
    again.wait("Note: begun");
}

#[test]
fn a_sample_that_was_only_looked_at_leaves_nothing_behind() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = Session::start(home.path(), (80, 24));
    session.wait("17 samples");
    session.press("\r");
    session.wait("Before round 1");
    session.press("jjt");
    session.wait("act 1 of 1");
    session.press("\x1b");
    session.wait_until("the fight", |screen| !screen.contains("act 1 of 1"));
    session.press("q");
    assert_eq!(session.code(), 0);
    assert_eq!(fights(home.path()), [] as [PathBuf; 0]);
    let mut again = Session::start(home.path(), (80, 24));
    again.wait("n new fight");
    assert!(again.text().contains("› "), "{}", again.text());
    assert!(!again.text().contains(" · today "), "{}", again.text());
    again.press("q");
    assert_eq!(again.code(), 0);
}

#[test]
fn a_fight_is_put_away_with_one_key_and_brought_back() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = begun(home.path());
    to_start(&mut session);
    session.press("x");
    session.wait("archived; u restores it");
    assert_eq!(fights(home.path()), [] as [PathBuf; 0]);
    assert_eq!(std::fs::read_dir(home.path().join("archive")).expect("a folder").count(), 1);
    session.press("u");
    session.wait("restored");
    session.wait("First fight: six goblins  Heroes v Goblins");
    assert_eq!(fights(home.path()).len(), 1);
    // It gets a name, and keeps the time when it was played.
    let file = fights(home.path()).remove(0);
    let played = |file: &Path| std::fs::metadata(file).and_then(|data| data.modified()).expect("a time");
    let before = played(&file);
    session.press("r");
    session.wait("Name the fight");
    session.press("At the ford\r");
    session.wait("At the ford         Heroes v Goblins");
    assert_eq!(played(&file), before);
    super::verify_file(&file);
    session.press("q");
    assert_eq!(session.code(), 0);
}

#[test]
fn a_running_fight_that_cannot_be_read_leads_to_the_start_screen() {
    for text in ["", "Head(format:1,title:\"Gone\",ruleset:bx)\nnothing else\n"] {
        let home = tempfile::tempdir().expect("a scratch folder");
        let mut session = begun(home.path());
        session.press("q");
        assert_eq!(session.code(), 0);
        let file = fights(home.path()).remove(0);
        std::fs::write(&file, text).expect("damaged");
        let mut again = Session::start(home.path(), (80, 24));
        again.wait("The running fight cannot be opened");
        again.wait("0001-first-fight");
        again.press("\r");
        again.wait("n new fight");
        again.press("q");
        assert_eq!(again.code(), 0);
        assert_eq!(std::fs::read_to_string(&file).expect("a text"), text);
    }
}

/// Damage in the part not read at the start is still found, reported on a page, and not written to.
#[test]
fn damage_is_told_on_a_page_and_going_on_writes_a_copy() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = begun(home.path());
    for n in 0..4 {
        note(&mut session, &format!("{n} long"));
    }
    session.press("q");
    assert_eq!(session.code(), 0);
    let file = fights(home.path()).remove(0);
    let text = std::fs::read_to_string(&file).expect("a text");
    let damaged = text.replacen("Note(\"2 long", "Note(\"7 long", 1);
    std::fs::write(&file, &damaged).expect("damaged");
    let mut again = Session::start(home.path(), (80, 24));
    again.wait("Part of this fight cannot be read");
    again.wait("found checksum");
    again.press("\r");
    again.wait("Note: 1 long");
    assert!(!again.text().contains("2 long"), "{}", again.text());
    again.press("N");
    again.wait("shown in the log");
    again.press("on we go\r");
    again.wait("The fight was saved again");
    again.press("\r");
    again.wait("Note: on we go");
    again.press("q");
    assert_eq!(again.code(), 0);
    assert_eq!(std::fs::read_to_string(&file).expect("a text"), damaged);
    let mut third = Session::start(home.path(), (80, 24));
    third.wait("Note: on we go");
    assert!(!third.text().contains("cannot be read"), "{}", third.text());
    to_start(&mut third);
    third.wait("! First fight: six goblins");
    third.wait("damaged         today");
    third.press("q");
    assert_eq!(third.code(), 0);
}

#[test]
fn two_windows_never_take_each_others_fight() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut one = begun(home.path());
    let mut two = Session::start(home.path(), (80, 24));
    two.wait("open in another window");
    two.press("\r");
    two.wait("open in another window");
    // Opened read-only all the same; acts require confirmation.
    two.press("\r");
    two.wait("READ ONLY: not kept");
    note(&mut two, "of no account");
    two.press("\x1b");
    two.wait("Esc again: start screen");
    two.press("\x1b");
    two.wait("1 act is not saved");
    two.press("q");
    two.wait("n new fight");
    // A fight of its own, which stays the running one when the first window closes.
    two.press("jjjj\r");
    two.wait("Before round 1");
    note(&mut two, "the second");
    note(&mut one, "the first goes on");
    one.press("q");
    assert_eq!(one.code(), 0);
    two.press("q");
    assert_eq!(two.code(), 1, "something was lost");
    let again = Session::start(home.path(), (80, 24));
    again.wait("Note: the second");
    assert_eq!(fights(home.path()).len(), 2);
}

/// Folds, the running fight and the last attack are restored after a restart, whatever name the file was opened by.
#[cfg(unix)]
#[test]
fn a_fight_opened_by_a_short_path_is_found_again_as_it_was() {
    use std::os::unix::ffi::OsStrExt;
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = begun(home.path());
    session.press("q");
    assert_eq!(session.code(), 0);
    let name = std::ffi::OsStr::from_bytes(b"caf\xe9 .ron ");
    let file = fights(home.path()).remove(0);
    std::fs::rename(&file, home.path().join(name)).expect("renamed");
    let mut command = playing(home.path());
    command.cwd(home.path());
    command.arg(name);
    let mut session = Session::run(command, (80, 24));
    session.wait("Note: begun");
    session.wait("6 Goblins");
    session.press("F");
    session.wait("Goblin 6");
    session.press("q");
    assert_eq!(session.code(), 0);
    let again = Session::start(home.path(), (80, 24));
    again.wait("Goblin 6");
    again.wait("Note: begun");
}

/// The attack to repeat is looked up in the record, so it survives a kill.
#[test]
fn the_last_attack_is_repeated_after_a_restart() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = Session::start(home.path(), (80, 24));
    build_by(&mut session, "six", [("soldi", "Reds"), ("soldi", "Blues")]);
    session.press("\r");
    session.wait("distance between the sides");
    session.press(" ");
    for next in ["▌Roll initiative", ": 4 s ", ": 4 s, 2 s carried over"] {
        session.press("\r");
        session.wait(next);
    }
    session.signal("-KILL");
    session.ended();
    let mut again = Session::start(home.path(), (80, 24));
    again.wait(": 4 s, 2 s carried over");
    again.press(".");
    again.wait("2 s left");
}

/// Not even root can create a folder in `/proc`.
#[cfg(target_os = "linux")]
#[test]
fn a_save_is_played_on_where_the_home_cannot_be_written() {
    let home = tempfile::tempdir().expect("a scratch folder");
    drop(begun(home.path()));
    let file = fights(home.path()).remove(0);
    let mut command = playing(Path::new("/proc/wardrum"));
    command.arg(&file);
    let mut session = Session::run(command, (80, 24));
    session.wait("Not remembered as the running fight");
    session.wait("The fight itself is kept");
    session.press("\r");
    note(&mut session, "on we go");
    assert!(!session.text().contains("NOT SAVED"), "{}", session.text());
    session.press("q");
    assert_eq!(session.code(), 0);
    super::verify_file(&file);
    assert!(std::fs::read_to_string(&file).expect("a text").contains("on we go"));
}

#[test]
fn a_fight_is_put_away_in_the_library() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = begun(home.path());
    to_start(&mut session);
    session.press("L");
    session.wait("Library");
    // Only saved fights can be archived, not creatures.
    session.press("\x1b[3~");
    session.wait("only your own fights can be archived");
    session.press("\x1b[C\x1b[C\x1b[C");
    session.wait("First fight: six goblins");
    session.press("\x1b[3~");
    session.wait("archived; u restores it");
    assert_eq!(fights(home.path()), [] as [PathBuf; 0]);
    assert_eq!(std::fs::read_dir(home.path().join("archive")).expect("a folder").count(), 1);
}

/// A prepared fight opened by its file and killed continues when opened by the same command.
#[test]
fn a_prepared_fight_that_was_begun_goes_on_by_the_same_command() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/first-fight.ron");
    let open = || {
        let mut command = playing(home.path());
        command.arg(&file);
        Session::run(command, (80, 24))
    };
    let mut session = open();
    session.wait("Before round 1");
    note(&mut session, "begun");
    drop(session);
    let again = open();
    again.wait("Note: begun");
    assert_eq!(fights(home.path()).len(), 1);
}

/// An effect made once is offered by name, with its figures and its time: nine keys for three of the party.
#[test]
fn an_effect_made_once_is_offered_again() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = begun(home.path());
    session.press("E");
    session.wait("Effect on");
    session.press("bless\x1b[B1\r");
    session.wait("Brea gets bless");
    session.press("uUE");
    session.wait("bless: +1");
    session.press("\x1b");
    session.press("   cble\r");
    session.wait("how many");
    session.press("\r");
    session.wait("get bless");
    session.press("q");
    assert_eq!(session.code(), 0);
}
