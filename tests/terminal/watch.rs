//! The players' view beside the referee's terminal: a second terminal, and the page.

use super::{Session, build, play_to, program};
use std::path::Path;
use wardrum::store::{self, Folders};
use wardrum::watch::PlayersView;

fn watch(home: &Path, size: (u16, u16)) -> Session {
    let mut command = program(home);
    command.arg("watch");
    Session::run(command, size)
}

/// The players' view of the running fight, from its file.
fn seen(home: &Path) -> PlayersView {
    let path = Folders::under(home).running().expect("a fight runs");
    let fight = store::glance(&path).expect("it can be read").chronicle;
    PlayersView::of_fight(&fight)
}

/// Waits until the players' terminal shows the round and turn of the file.
fn shows_the_turn(home: &Path, players: &Session) {
    let seen = seen(home);
    players.wait(&seen.when);
    if !seen.turn.is_empty() {
        players.wait(&format!("▶ {} {}", seen.turn, seen.does));
    }
}

/// Undoes everything after the sides met.
fn take_back(home: &Path, referee: &mut Session) {
    while seen(home).when != "Before round 1" {
        referee.press_on("u");
    }
}

#[test]
fn a_second_terminal_shows_the_turn_the_referee_has() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut players = watch(home.path(), (60, 16));
    players.wait("No fight is running");
    let mut referee = Session::start(home.path(), (80, 24));
    build(&mut referee);
    players.wait("The fight has not begun");
    assert!(!players.text().contains("Goblin"), "what is built is the referee's own");
    referee.press("\r");
    players.wait("Goblin");
    let mut turns = Vec::new();
    while turns.len() < 3 || referee.text().contains("A tie:") {
        referee.step();
        shows_the_turn(home.path(), &players);
        turns.extend(Some(seen(home.path()).turn).filter(|turn| !turn.is_empty()));
    }
    take_back(home.path(), &mut referee);
    players.wait("Before round 1");
    play_to(&mut referee, "Round 1 ·");
    players.wait("Round 1");
    // Either may be closed.
    players.press("q");
    assert_eq!(players.code(), 0);
    let mut players = watch(home.path(), (60, 16));
    players.wait("Round 1");
    referee.signal("-KILL");
    referee.ended();
    assert!(players.text().contains("Round 1"));
    let mut referee = Session::start(home.path(), (80, 24));
    referee.wait("Round 1 ·");
    assert!(!referee.text().contains("READ ONLY"), "the players' terminal takes nothing");
    take_back(home.path(), &mut referee);
    players.wait("Before round 1");
    players.signal("-TERM");
    players.gives_the_terminal_back();
}

#[test]
fn what_is_hidden_appears_when_it_is_revealed() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut referee = Session::start(home.path(), (80, 24));
    build(&mut referee);
    referee.press("\r");
    referee.wait("Enter ");
    let players = watch(home.path(), (40, 10));
    players.wait("Hobgoblin");
    referee.press("G");
    referee.press("y");
    referee.wait("shown to the players without a name");
    players.wait("someone");
    referee.press("y");
    referee.wait("Hobgoblin hidden from the players");
    players.wait_until("nobody else", |screen| !screen.contains("someone"));
    referee.press("y");
    referee.wait_until("three words", |screen| screen.matches("Referee: Hobgoblin").count() == 3);
    players.wait("Hobgoblin");
    players.resize(30, 8);
    players.wait("needs 40x10");
    players.resize(60, 16);
    players.wait("Hobgoblin");
}

#[cfg(feature = "page")]
#[test]
fn the_page_is_served_from_the_palette_until_it_is_stopped() {
    use super::letter_of;
    use std::io::{Read, Write};
    use std::net::TcpStream;
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut referee = Session::start(home.path(), (100, 24));
    build(&mut referee);
    referee.press("\r");
    referee.wait("Enter ");
    referee.press(":");
    referee.press("tv");
    referee.wait("players' view");
    referee.press("\r");
    let here = letter_of(&referee, "for this computer only");
    referee.press(&here);
    referee.wait("http://127.0.0.1:");
    let text = referee.text();
    let url: String =
        text.split("http://").nth(1).expect("a URL").split_whitespace().next().unwrap_or("").into();
    let (address, code) = url.split_once('/').expect("a code");
    let get = || {
        let mut stream = TcpStream::connect(address).ok()?;
        write!(stream, "GET /{code} HTTP/1.1\r\n\r\n").ok()?;
        let mut page = String::new();
        stream.read_to_string(&mut page).ok()?;
        Some(page)
    };
    let page = get().expect("it is served");
    assert!(page.contains("Goblin") && page.contains("<h1"), "{page}");
    let stop = letter_of(&referee, "stop serving it");
    referee.press(&stop);
    referee.wait("no longer served");
    assert_eq!(get().filter(|page| page.contains("Goblin")), None);
    referee.press("q");
    assert_eq!(referee.code(), 0);
}
