//! Runs the real binary in a pseudo-terminal: plays, resizes, kills and restarts it, and checks that the terminal is
//! restored.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use wardrum::rules;
use wardrum::rules::model::block::d20::{Attack, Block, Class, CreatureKind, Spell};
use wardrum::rules::model::combatant::StatBlock;
use wardrum::rules::model::command::{Arrival, Command, Fact, Overrule};
use wardrum::rules::model::dice::{DiceExpr, Tape};
use wardrum::rules::model::encounter::{Encounter, Hand, Side};
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::ids::{CombatantId, SideId};
use wardrum::rules::model::tenths::Tenths;
use wardrum::rules::registry::ruleset;
use wardrum::store::Journal;

#[cfg(feature = "page")]
mod chrome;

#[path = "terminal/amend.rs"]
mod amend;
#[path = "terminal/branches.rs"]
mod branches;
#[path = "terminal/files.rs"]
mod files;
#[path = "terminal/hands.rs"]
mod hands;
#[path = "terminal/horde.rs"]
mod horde;
#[path = "terminal/hostile.rs"]
mod hostile;
#[path = "terminal/input.rs"]
mod input;
#[path = "terminal/keys.rs"]
mod keys;
#[path = "terminal/looks.rs"]
mod looks;
#[cfg(feature = "page")]
#[path = "terminal/phones.rs"]
mod phones;
#[path = "terminal/watch.rs"]
mod watch;

/// Longer than any response takes, on any machine.
const PATIENCE: Duration = Duration::from_secs(20);
/// The sequence that leaves the alternate screen.
const LEAVES: &[u8] = b"\x1b[?1049l";
/// The sequence that ends each frame: it hides the cursor.
const FRAME_ENDS: &[u8] = b"\x1b[?25l";

struct Session {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    seen: Arc<Mutex<Seen>>,
}

/// What a terminal has been sent.
struct Seen {
    terminal: vt100::Parser,
    bytes: Vec<u8>,
    /// The last complete frame, or all that stands there while nothing is drawn in frames. A test that looked at a frame
    /// half sent would fail by chance.
    shown: String,
    framed: bool,
}

impl Seen {
    fn take(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.terminal.process(&[byte]);
            self.bytes.push(byte);
            if self.bytes.ends_with(FRAME_ENDS) {
                self.framed = true;
                self.shown = self.terminal.screen().contents();
            } else if self.bytes.ends_with(LEAVES) {
                self.framed = false;
            }
        }
        if !self.framed {
            self.shown = self.terminal.screen().contents();
        }
    }
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

/// The program with that folder as its home.
fn program(home: &Path) -> CommandBuilder {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_wardrum"));
    command.env("WARDRUM_HOME", home);
    command
}

/// The same, with dice that roll the same each time.
fn playing(home: &Path) -> CommandBuilder {
    let mut command = program(home);
    command.args(["--seed", "1"]);
    command
}

impl Session {
    fn start(home: &Path, size: (u16, u16)) -> Self {
        Self::run(playing(home), size)
    }

    fn run(mut command: CommandBuilder, (columns, rows): (u16, u16)) -> Self {
        command.env("TERM", "xterm-256color");
        let pty = native_pty_system().openpty(size(columns, rows)).expect("a pseudo-terminal");
        let child = pty.slave.spawn_command(command).expect("the program starts");
        let mut reader = pty.master.try_clone_reader().expect("its output");
        let writer = pty.master.take_writer().expect("its input");
        let terminal = vt100::Parser::new(rows, columns, 0);
        let seen = Seen { terminal, bytes: Vec::new(), shown: String::new(), framed: false };
        let seen = Arc::new(Mutex::new(seen));
        let kept = Arc::clone(&seen);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = reader.read(&mut bytes) {
                kept.lock().expect("nobody panics here").take(&bytes[..n]);
            }
        });
        Self { child, master: pty.master, writer, seen }
    }

    fn press(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).expect("the program reads");
        self.writer.flush().expect("the program reads");
    }

    /// What the screen shows: the last complete frame.
    fn text(&self) -> String {
        self.seen.lock().expect("nobody panics here").shown.clone()
    }

    /// Waits until the screen shows the text.
    fn wait(&self, text: &str) {
        self.wait_until(&format!("\"{text}\""), |screen| screen.contains(text));
    }

    fn wait_until(&self, what: &str, there: impl Fn(&str) -> bool) {
        self.frame(what, there);
    }

    /// Waits for a frame that satisfies `there` and returns it.
    fn frame(&self, what: &str, there: impl Fn(&str) -> bool) -> String {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            let shown = self.text();
            if there(&shown) {
                return shown;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("waited in vain for {what}; the screen shows:\n{}", self.text());
    }

    /// Presses a key, waits for a frame that differs, and returns it.
    fn press_on(&mut self, key: &str) -> String {
        let before = self.text();
        self.press(key);
        self.frame("another frame", |screen| screen != before)
    }

    /// Goes one step forward; breaks a tie of dice, since a reroll can look the same.
    fn step(&mut self) -> String {
        let tie = self.text().contains("A tie:");
        self.press_on(if tie { "a" } else { "\r" })
    }

    fn resize(&self, columns: u16, rows: u16) {
        self.seen.lock().expect("nobody panics here").terminal.screen_mut().set_size(rows, columns);
        self.master.resize(size(columns, rows)).expect("the terminal can be resized");
    }

    fn signal(&self, signal: &str) {
        let pid = self.child.process_id().expect("it runs").to_string();
        let sent = std::process::Command::new("kill").args([signal, &pid]).status();
        assert!(sent.is_ok_and(|status| status.success()));
    }

    /// Waits until the program has ended and its last output was read.
    fn ended(&mut self) {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if self.child.try_wait().ok().flatten().is_some() {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("it does not end; the screen shows:\n{}", self.text());
    }

    /// The exit code.
    fn code(&mut self) -> u32 {
        self.gives_the_terminal_back();
        self.child.wait().expect("it has ended").exit_code()
    }

    fn gives_the_terminal_back(&mut self) {
        self.ended();
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            let seen = self.seen.lock().expect("nobody panics here");
            if seen.bytes.windows(LEAVES.len()).any(|bytes| bytes == LEAVES) {
                return;
            }
            drop(seen);
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("the terminal was not given back");
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Leaves the fight for the start screen, which takes a second press.
fn to_start(session: &mut Session) {
    session.press("\x1b");
    session.wait("Esc again: start screen; the fight is saved");
    session.press("\x1b");
    session.wait("n new fight");
}

/// A fight from the bestiary: a goblin against a hobgoblin.
fn build(session: &mut Session) {
    build_by(session, "", [("gobl", "Reds"), ("hobgobl", "Blues")]);
}

/// A fight under the rules selected with these keys, still empty.
fn new_fight(session: &mut Session, rules: &str) {
    session.wait("n new fight");
    session.press("n");
    session.wait("Who comes?");
    session.press("\x1b");
    session.wait_until("the builder", |screen| !screen.contains("Who comes?"));
    if !rules.is_empty() {
        session.press("r");
        session.wait("By which rules?");
        session.press(rules);
        session.press("\r");
        session.wait("Who comes?");
        session.press("\x1b");
        session.wait_until("the builder", |screen| !screen.contains("Who comes?"));
    }
    session.wait("Setting up");
}

/// A fight of two creatures under the rules selected with these keys.
fn build_by(session: &mut Session, rules: &str, creatures: [(&str, &str); 2]) {
    new_fight(session, rules);
    for (creature, side) in creatures {
        session.press("+");
        session.wait("Who comes?");
        session.press(creature);
        session.wait(&format!("/{creature}"));
        session.press("\r");
        let form = session.frame("how many", |screen| screen.contains("how many"));
        // A side of its own: selected already, or the next option.
        let stands = form.contains("◂ a new side ▸");
        session.press(if stands { "\t\t" } else { "\t\x1b[C\t" });
        session.press(side);
        session.wait(&format!("{side}▏"));
        session.press("\r");
        session.wait(&format!("joins the {side}"));
    }
}

/// Steps forward until that round begins.
fn play_to(session: &mut Session, round: &str) {
    let begun = (0..200).any(|_| session.text().contains(round) || session.step().contains(round));
    assert!(begun, "{round} never came:\n{}", session.text());
}

/// Presses a key until the screen shows the text.
fn press_to(session: &mut Session, key: &str, shown: &str) {
    let there = (0..60).any(|_| session.text().contains(shown) || session.press_on(key).contains(shown));
    assert!(there, "{shown} never came:\n{}", session.text());
}

/// The letter in front of an item of a list.
fn letter_of(session: &Session, line: &str) -> String {
    session.wait(line);
    let text = session.text();
    let before = text.lines().find_map(|shown| shown.find(line).map(|at| &shown[..at]));
    let letter = before.and_then(|before| before.trim_end().chars().next_back());
    letter.map_or_else(String::new, String::from)
}

#[test]
fn a_fight_of_seconds_is_played_taken_back_and_found_again() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = Session::start(home.path(), (80, 24));
    build_by(&mut session, "six", [("soldi", "Reds"), ("soldi", "Blues")]);
    session.press("\r");
    session.wait("distance between the sides");
    // No distances.
    session.press(" \r");
    session.wait("▌Roll initiative");
    session.press("\r");
    session.wait("Round 1 ·");
    // The first holds its turn and takes it in the middle of the other's.
    session.press("a");
    let hold = letter_of(&session, "Hold the turn");
    session.press(&hold);
    session.wait("takes the held turn");
    session.press("n");
    session.wait("turn held");
    session.wait(": 4 s ");
    session.press("i");
    session.wait("takes the held turn");
    // An attack, and another begun with two seconds left.
    session.press("\r");
    session.wait("●●○○○○");
    session.wait("4 s, 2 s carried over");
    session.press("\r");
    session.wait("2 s left");
    session.wait("▌Soldier");
    press_to(&mut session, "u", "Nobody is here yet");
    press_to(&mut session, "U", "2 s left");
    session.press("q");
    session.gives_the_terminal_back();

    let mut again = Session::start(home.path(), (80, 24));
    again.wait("2 s left");
    press_to(&mut again, "\r", "going on");
    again.press("\r");
    again.wait("attacks");
    again.press("q");
    again.gives_the_terminal_back();
    verify(home.path());
}

/// A fight at the ford, with all dice typed in: a fighter with a spear, a magic-user and a thief with oil against two
/// orcs.
fn at_the_ford(path: &Path) {
    let rules = ruleset(RulesetId::Countdown);
    let mut e = Encounter::new(RulesetId::Countdown);
    let mut go = |command| {
        let done = rules::resolve(rules, e.clone(), &command, &mut Tape::new(&[]));
        e = done.expect("a sound set-up").0;
    };
    for name in ["Heroes", "Orcs"] {
        go(Command::Side(Side { hand: Hand::Typed, ..Side::new(name) }));
    }
    let armed = |names: &[&str]| names.iter().map(|name| Attack::new(*name)).collect::<Vec<_>>();
    let shock = Spell {
        name: "shock".into(),
        power: false,
        sight: false,
        copies: Some(1),
        facts: vec![Fact::Damage(DiceExpr::new(1, 6, 0))],
    };
    for (side, name, class, attacks) in [
        (0, "Ana", Some(Class::FIGHTER), armed(&["spear"])),
        (0, "Mia", Some(Class::new("MagicUser")), armed(&["dagger"])),
        (0, "Tam", Some(Class::THIEF), armed(&["oil flask", "dagger"])),
        (1, "Grak", None, armed(&["sword"])),
        (1, "Hruk", None, armed(&["sword"])),
    ] {
        let spells = if name == "Mia" { vec![shock.clone()] } else { Vec::new() };
        let kind = if class.is_some() { CreatureKind::Pc } else { CreatureKind::Monster };
        let block = Block { name: name.into(), kind, class, attacks, spells, ..Block::default() };
        let block = Block { hp: Some(12), ascending: Some(12), attack_bonus: Some(0), ..block };
        let block = Arc::new(StatBlock::from(block));
        let side = SideId(side);
        go(Command::Arrive(Arrival::new(side, name, block)));
    }
    for (hero, orc) in [(0, 3), (0, 4), (1, 3), (1, 4), (2, 3), (2, 4)] {
        let far = Overrule::Distance(CombatantId(hero), CombatantId(orc), Some(Tenths::whole(20)));
        go(Command::Overrule(far));
    }
    Journal::create(path, "At the ford", &e).expect("written");
}

/// Types dice, each when asked for.
fn throw(session: &mut Session, dice: &[(&str, &str)]) {
    for (asked, face) in dice {
        session.wait(asked);
        session.press(&format!("{face}\r"));
    }
}

#[test]
fn a_countdown_is_played_taken_back_and_found_again() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let file = home.path().join("ford.ron");
    at_the_ford(&file);
    let mut command = playing(home.path());
    command.arg(&file);
    let mut session = Session::run(command, (80, 24));
    session.wait("▌On to Initiative");
    session.press("\r");
    session.wait("▌Roll initiative");
    session.press("\r");
    session.wait("Ana, 1d6");
    session.press("1\x1b[B4\x1b[B6\x1b[B4\x1b[B5\r");
    session.wait("6 Tam   5 Hruk  4 Mia, Grak  1 Ana");
    // A flask that misses lands elsewhere, near nobody.
    choose(&mut session, "Shoot");
    session.wait("oil flask");
    session.press("\r");
    throw(&mut session, &[("hits on 12+", "2"), ("1d10", "3")]);
    session.wait("who is in the area?");
    session.press("\r");
    session.wait("10' short");
    session.wait("▌Hruk closes with Ana");
    // Up to his number, and no further.
    session.press("n");
    // Holds until a number that nobody has.
    session.wait("▸ 6 Tam ✓   5 Hruk ");
    choose(&mut session, "Hold the turn");
    session.wait("until number");
    session.press("2\r");
    session.wait("4 Mia, Grak   2 Hruk  1 Ana");
    // A tie: the spell is begun, and disrupted by a blow on the same number. Enter would act for the other.
    session.press("k");
    choose(&mut session, "Cast");
    session.wait("Mia: Cast");
    session.press(" \r");
    session.wait("casting shock");
    choose(&mut session, "Move");
    session.wait("Grak: Move");
    session.press("\x1b[C I\r");
    session.wait("Grak closes with Mia");
    session.wait("▌Grak attacks Mia");
    session.press("\r");
    throw(&mut session, &[("hits on 12+", "16"), ("Damage to Mia", "3")]);
    session.wait("3 damage pending");
    session.wait("▌Number 4 is over");
    session.press("\r");
    throw(&mut session, &[("against spells: Mia", "2")]);
    session.wait("shock is spoiled");
    // The one who held closes with a spear that strikes first, and fumbles: a free attack.
    session.wait("to act: Hruk");
    choose(&mut session, "Move");
    session.wait("Hruk: Move");
    session.press(" I\r");
    session.wait("Ana: attack now?");
    session.press("\r");
    let blunder =
        [("hits on", "1"), ("1d20", "7"), ("Dexterity check", "4"), ("Hruk attacks Ana", "15")];
    throw(&mut session, &blunder);
    throw(&mut session, &[("Damage to Ana", "5")]);
    session.wait("hits Ana");
    session.wait("7/12");
    press_to(&mut session, "u", "begin the fight");
    press_to(&mut session, "U", "7/12");
    session.press("q");
    session.gives_the_terminal_back();

    let mut again = Session::start(home.path(), (120, 36));
    again.wait("7/12");
    again.wait(" 2 Ana, Hruk ");
    again.press("q");
    again.gives_the_terminal_back();
    verify_file(&file);
}

/// Picks an item of the act menu.
fn choose(session: &mut Session, line: &str) {
    session.press("a");
    session.wait("Enter pick");
    let letter = letter_of(session, &format!(" {line}"));
    session.press(&letter);
}

/// Verifies that the only saved fight replays as played under the current rules.
fn verify(home: &Path) {
    let folder = home.join("fights");
    let mut files = std::fs::read_dir(&folder).expect("the fights").flatten().map(|entry| entry.path());
    let file = files.find(|path| path.extension().is_some_and(|end| end == "ron")).expect("a fight");
    verify_file(&file);
}

fn verify_file(file: &Path) {
    let out = std::process::Command::new(env!("CARGO_BIN_EXE_wardrum"))
        .args(["replay".as_ref(), file.as_os_str(), "--verify".as_ref()])
        .output()
        .expect("the program starts");
    let said = String::from_utf8_lossy(&out.stdout);
    assert!(out.status.success() && said.contains("all unchanged under today's rules"), "{said}");
}

/// After leaving for the start screen and returning, the fight is saved as before.
#[test]
fn what_is_done_after_coming_back_is_kept() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = Session::start(home.path(), (80, 24));
    build(&mut session);
    to_start(&mut session);
    session.press("\r");
    session.wait("▌Begin the fight");
    session.press("\r");
    session.wait("Before round 1");
    session.press("q");
    session.gives_the_terminal_back();
    let again = Session::start(home.path(), (80, 24));
    again.wait("Before round 1");
}

#[test]
fn a_killed_fight_is_found_again() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = Session::start(home.path(), (100, 30));
    build(&mut session);
    play_to(&mut session, "Round 1 ·");
    session.resize(80, 24);
    session.wait("Roster");
    session.resize(40, 10);
    session.wait("needs 60x16");
    session.resize(60, 16);
    session.wait("Roster");
    session.resize(100, 30);
    session.wait("Log");
    play_to(&mut session, "Round 2 ·");
    session.signal("-KILL");
    session.ended();

    let mut again = Session::start(home.path(), (100, 30));
    again.wait("Round 2 ·");
    again.wait("Hobgoblin");
    again.press("u");
    again.wait("undone:");
    again.press("q");
    again.gives_the_terminal_back();
}

#[test]
fn a_kill_forgets_no_answer() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = Session::start(home.path(), (120, 50));
    session.wait("17 samples");
    session.press("\r");
    session.wait("▌Roll for surprise");
    session.press("P");
    session.wait("Dice of each side");
    session.press("\x1b[C\r");
    session.wait("Heroes: dice typed in");
    session.press("\r");
    session.wait("Surprise: Heroes");
    session.signal("-KILL");
    session.ended();

    let mut again = Session::start(home.path(), (120, 50));
    again.wait("Surprise: Heroes");
    again.press("5\r");
    again.wait("(Heroes 5");
    again.signal("-HUP");
    again.gives_the_terminal_back();
}

#[test]
fn a_replay_goes_forward_and_back() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut command = program(home.path());
    command.args(["replay", "saves/first-fight-played.ron"]);
    command.cwd(env!("CARGO_MANIFEST_DIR"));
    let mut session = Session::run(command, (80, 24));
    session.wait("▸ Timeline · act 0");
    for (keys, shown) in
        [("\x1b[C", "act 1 of"), ("\x1b[D", "act 0 of"), ("]", "Round 1 ·"), ("]", "Round 2 ·")]
    {
        session.press(keys);
        session.wait(shown);
    }
    session.press("\x1b[F");
    session.wait("The fight is over");
    session.press("\x1b[H");
    session.wait("act 0 of");
    session.press("q");
    session.gives_the_terminal_back();
}

#[test]
fn sigterm_gives_the_terminal_back() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let mut session = Session::start(home.path(), (80, 24));
    session.wait("n new fight");
    session.signal("-TERM");
    session.gives_the_terminal_back();
}

/// Set for the run of the test below that panics, in its own pseudo-terminal.
const PANICS: &str = "WARDRUM_TEST_PANICS";

#[test]
fn a_panic_gives_the_terminal_back() {
    if std::env::var_os(PANICS).is_some() {
        let screen = wardrum::tui::terminal::RawTerminal::take().expect("a terminal");
        std::mem::forget(screen);
        panic!("on purpose");
    }
    let this = std::env::current_exe().expect("this test's own program");
    let mut command = CommandBuilder::new(this);
    command.args(["--exact", "a_panic_gives_the_terminal_back", "--nocapture"]);
    command.env(PANICS, "1");
    Session::run(command, (80, 24)).gives_the_terminal_back();
}

/// Set for the run of the test below in which a worker panics.
const WORKER_PANICS: &str = "WARDRUM_TEST_WORKER_PANICS";

/// The thread that draws goes on meanwhile, and would for ever.
#[test]
fn a_panic_of_a_worker_gives_the_terminal_back_and_ends_the_program() {
    if std::env::var_os(WORKER_PANICS).is_some() {
        let mut screen = wardrum::tui::terminal::RawTerminal::take().expect("a terminal");
        std::thread::spawn(|| panic!("on purpose"));
        loop {
            screen.draw(|_, _| ()).expect("drawn");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    let this = std::env::current_exe().expect("this test's own program");
    let mut command = CommandBuilder::new(this);
    let name = "a_panic_of_a_worker_gives_the_terminal_back_and_ends_the_program";
    command.args(["--exact", name, "--nocapture"]);
    command.env(WORKER_PANICS, "1");
    let mut session = Session::run(command, (80, 24));
    session.gives_the_terminal_back();
    session.wait("on purpose");
}

/// In a session of its own it gets no signal when the terminal closes.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_that_is_gone_ends_the_program() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let ended = home.path().join("ended");
    let mut command = CommandBuilder::new("sh");
    command.args(["-c", "trap '' HUP; setsid \"$WARDRUM\"; touch \"$WARDRUM_HOME/ended\""]);
    command.env("WARDRUM", env!("CARGO_BIN_EXE_wardrum"));
    command.env("WARDRUM_HOME", home.path());
    command.env("TERM", "xterm-256color");
    let pty = native_pty_system().openpty(size(80, 24)).expect("a pseudo-terminal");
    let _shell = pty.slave.spawn_command(command).expect("the program starts");
    let mut reader = pty.master.try_clone_reader().expect("its output");
    let (shown, shows) = std::sync::mpsc::channel();
    // The reader keeps the terminal open, so it stops after the first frame.
    std::thread::spawn(move || {
        let (mut seen, mut bytes) = (Vec::new(), [0; 4096]);
        while let Ok(n @ 1..) = reader.read(&mut bytes) {
            seen.extend_from_slice(&bytes[..n]);
            if seen.windows(7).any(|part| part == b"wardrum") {
                break;
            }
        }
        drop(reader);
        let _ = shown.send(());
    });
    shows.recv_timeout(PATIENCE).expect("the start screen");
    drop(pty);
    let end = Instant::now() + PATIENCE;
    while !ended.exists() {
        assert!(Instant::now() < end, "it goes on without a terminal");
        std::thread::sleep(Duration::from_millis(5));
    }
}
