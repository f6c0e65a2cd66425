//! The players' view beside the referee's terminal: a second terminal, and the page.

use super::{Session, build, play_to, program};
use std::path::{Path, PathBuf};
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

/// The first lines of a sample that was played: a fight in the middle.
fn midway(home: &Path, sample: &str, lines: usize) -> PathBuf {
    let saves = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves");
    let text = std::fs::read_to_string(saves.join(format!("{sample}-played.ron"))).expect("a sample");
    let path = home.join("midway.ron");
    let kept: Vec<&str> = text.lines().take(lines).collect();
    std::fs::write(&path, kept.join("\n") + "\n").expect("it is written");
    path
}

/// Whose turn it is stands in capitals five rows high, then for what, who comes next and what has just happened, and
/// everyone below: on a small screen and on a large one, with and without block glyphs.
#[test]
fn it_is_read_from_across_the_room() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let path = midway(home.path(), "three-sides", 30);
    for (size, ascii) in [((80, 24), false), ((120, 36), false), ((80, 24), true)] {
        let mut command = program(home.path());
        command.arg("watch");
        command.arg(&path);
        if ascii {
            command.arg("--ascii");
        }
        let players = Session::run(command, size);
        players.wait("Dorn");
        let text = players.text();
        let rows: Vec<&str> = text.lines().collect();
        let block =
            if ascii { "##  ###   ###  ###" } else { "██  ███   ███  ███" };
        assert!(rows[2].contains(block), "{text}");
        assert!(rows[2..7].iter().all(|row| row.contains(if ascii { '#' } else { '█' })), "{text}");
        let next = if ascii {
            "then  Ana, Dorn, Pip - Gnolls 1, 2, 3"
        } else {
            "then  Ana, Dorn, Pip · Gnolls 1, 2, 3"
        };
        assert_eq!((rows[8].trim(), rows[9].trim()), ("to strike", next), "{text}");
        let last = rows.iter().position(|row| row.contains("Orcs 2, 3 miss Ana, Dorn"));
        let first = rows.iter().position(|row| row.contains("Orcs 4, 5") && !row.contains("then"));
        assert!(last < first && last.is_some(), "{text}");
        assert!(text.contains("19 of 19") && !text.contains(" of 4"), "{text}");
        assert!(!ascii || text.is_ascii(), "{text}");
        let used = rows.iter().rposition(|row| row.contains("Orc 1")).expect("the dead are last");
        assert!(used * 5 >= usize::from(size.1) * 3, "{text}");
    }
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
        write!(stream, "GET /{code} HTTP/1.1\r\nHost: {address}\r\n\r\n").ok()?;
        let mut page = String::new();
        stream.read_to_string(&mut page).ok()?;
        Some(page)
    };
    let page = get().expect("it is served");
    assert!(page.contains("Goblin") && page.contains("<h1"), "{page}");
    referee.wait("s: stop serving it");
    referee.press("s");
    referee.wait("no longer served");
    assert_eq!(get().filter(|page| page.contains("Goblin")), None);
    referee.press("q");
    assert_eq!(referee.code(), 0);
}
