//! Soak tests, longer than a test may take: random keys, kills and damage.
//!
//! - `soak keys COUNT [SEED]`: presses COUNT random keys in the sample fights, drawing screens at several sizes; now
//!   and
//!   then the save is read back and must hold every act.
//! - `soak kills COUNT [SEED]`: kills a player that presses keys COUNT times; its save must hold every act that it had
//!   displayed, undamaged, and the next player continues with it.
//! - `soak damage COUNT [SEED]`: damages COUNT copies of saves; whatever is opened must be the fight, or its beginning
//!   with a report of the damage, and no file may change.
//!
//! It panics at the first failure, with the seed that reproduces it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};
use wardrum::chronicle::Chronicle;
use wardrum::machine_dice::Thrown;
use wardrum::rules::model::encounter::Encounter;
use wardrum::rules::registry;
use wardrum::store::{self, Bestiary, Folders, READY};
use wardrum::tui::fight::Fight;
use wardrum::tui::input::keymap::Chord;
use wardrum::tui::paint::theme::Theme;
use wardrum::tui::screens;
use wardrum::tui::screens::start::Start;
use wardrum::tui::session::{Screen, Session};
use wardrum::tui::shell::Shell;
use wardrum::tui::stock::Stock;

const USAGE: &str = "usage: soak keys|kills|damage COUNT [SEED]";
/// Keys in one session, before the save is read back and another fight begins.
const SITTING: u64 = 2_000;
/// Maximum time for a key or for opening a file.
const HANGS: Duration = Duration::from_secs(20);
const SIZES: [(u16, u16); 5] = [(80, 24), (120, 36), (60, 16), (160, 50), (33, 7)];

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    let number = |at: usize| args.get(at).and_then(|text| text.parse::<u64>().ok());
    let (Some(what), Some(count)) = (args.first(), number(1)) else { panic!("{USAGE}") };
    let seed = number(2).unwrap_or(1);
    let started = Instant::now();
    match what.as_str() {
        "keys" => keys(count, seed),
        "kills" => kills(count, seed),
        "damage" => damage(count, seed),
        // Started by `keys` and `kills`: a player with a home of its own.
        "play" => play(count, seed),
        _ => panic!("{USAGE}"),
    }
    eprintln!("{what}: {count} from seed {seed} in {:.0?}", started.elapsed());
}

/// A player in that home, which writes what it has displayed to its standard output.
fn player(home: &Path, keys: u64, seed: u64) -> Command {
    let mut command = Command::new(env::current_exe().expect("this program"));
    command.args(["play", &keys.to_string(), &seed.to_string()]);
    command.env("WARDRUM_HOME", home).current_dir(home).stdout(Stdio::piped());
    command
}

fn keys(count: u64, seed: u64) {
    for sitting in 0..count.div_ceil(SITTING) {
        let home = tempfile::tempdir().expect("a scratch folder");
        let keys = SITTING.min(count - sitting * SITTING);
        let played = player(home.path(), keys, seed + sitting).output().expect("the player ran");
        assert!(
            played.status.success(),
            "a player fell: soak play {keys} {}\n{}",
            seed + sitting,
            String::from_utf8_lossy(&played.stderr)
        );
    }
}

/// What a player has displayed: a save, and the number of its entries.
fn parse_displayed(line: &str) -> Option<(PathBuf, u32)> {
    let (entries, path) = line.split_once(' ')?;
    Some((path.into(), entries.parse().ok()?))
}

fn kills(count: u64, seed: u64) {
    let mut chance = StdRng::seed_from_u64(seed);
    let mut home = tempfile::tempdir().expect("a scratch folder");
    for kill in 0..count {
        if kill % 20 == 0 {
            home = tempfile::tempdir().expect("a scratch folder");
        }
        let mut child = player(home.path(), u64::MAX, seed + kill).spawn().expect("the player starts");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let reader = thread::spawn(move || output.lines().map_while(Result::ok).last());
        thread::sleep(Duration::from_micros(chance.random_range(20_000..400_000)));
        child.kill().expect("it runs");
        child.wait().expect("it ended");
        let Some((path, entries)) = reader.join().expect("read").and_then(|line| parse_displayed(&line))
        else {
            continue;
        };
        let opened = store::look(&path).unwrap_or_else(|error| panic!("kill {kill}: {error}"));
        assert!(opened.damage.is_none(), "kill {kill}: {:?}", opened.damage);
        let kept = opened.chronicle.tree().entries();
        assert!(kept >= entries, "kill {kill}: {entries} entries were shown, {kept} are in {path:?}");
    }
}

/// Presses random keys, and after each that had an effect prints what is saved.
fn play(count: u64, seed: u64) {
    let mut chance = StdRng::seed_from_u64(seed);
    let folders = Folders::find().expect("a home");
    let mut shell = open_fight(&folders, &mut chance);
    let mut told = String::new();
    for key in 0..count {
        let before = Instant::now();
        if chance.random_ratio(1, 300) {
            shell.paste(&words(&mut chance));
        } else {
            shell.key(chord(&mut chance));
        }
        while shell.catch_up() {}
        if key % 3 == 0 {
            paint(&shell, SIZES[chance.random_range(0..SIZES.len())]);
        }
        shell.session.fight.sync();
        assert!(before.elapsed() < HANGS, "key {key} of seed {seed} took {:.0?}", before.elapsed());
        // Nothing if no fight is open: one can be archived on the start screen.
        let line = saved(&shell, &folders).unwrap_or_default();
        if line != told {
            println!("{line}");
            told = line;
        }
        if shell.session.quits {
            shell.session.fight.leave();
            shell = open_fight(&folders, &mut chance);
        }
    }
    read_back(&shell, &folders);
}

/// Opens the running fight, or begins a sample.
fn open_fight(folders: &Folders, chance: &mut StdRng) -> Shell {
    let empty = Fight::loose(Encounter::new(registry::ALL[0]));
    let stock = Stock::of(Bestiary::built_in(registry::ruleset(registry::ALL[0]).about().family));
    let dice = Box::new(Thrown::seeded(chance.random()));
    let mut shell = Shell::new(Session::new(Start::default(), empty, stock, Theme::plain(), dice));
    let running = folders.running().and_then(|path| Fight::open(&path).ok());
    let fight = running.unwrap_or_else(|| {
        Fight::ready(chance.random_range(0..READY.len())).expect("a sample can be begun")
    });
    shell.with(|session| session.enter(fight, Screen::Fight));
    shell
}

/// The save of the open fight, and the number of entries accepted.
fn saved(shell: &Shell, folders: &Folders) -> Option<String> {
    let at_hand = shell.session.place == Screen::Fight
        && !shell.session.fight.is_taken()
        && !shell.session.fight.is_shown_only();
    let path = folders.running().filter(|path| at_hand && shell.session.fight.is_at(path))?;
    Some(format!("{} {}", shell.session.fight.chronicle.tree().entries(), path.display()))
}

/// Checks that the save holds what the player sees.
fn read_back(shell: &Shell, folders: &Folders) {
    let Some((path, entries)) = saved(shell, folders).and_then(|line| parse_displayed(&line)) else {
        return;
    };
    let opened = store::look(&path).unwrap_or_else(|error| panic!("{error}"));
    assert!(opened.damage.is_none(), "{:?}", opened.damage);
    assert_eq!(opened.chronicle.tree().entries(), entries);
    assert_eq!(opened.chronicle.now(), shell.session.fight.chronicle.now());
}

fn paint(shell: &Shell, (width, height): (u16, u16)) {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    screens::paint(shell, buffer.area, &mut buffer);
}

fn chord(chance: &mut StdRng) -> Chord {
    const NAMED: [KeyCode; 14] = [
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Esc,
        KeyCode::Backspace,
        KeyCode::Delete,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Home,
        KeyCode::F(2),
        KeyCode::F(3),
    ];
    let (code, modifiers) = match chance.random_range(0..100) {
        0..40 => (KeyCode::Enter, KeyModifiers::NONE),
        40..60 => (NAMED[chance.random_range(0..NAMED.len())], KeyModifiers::NONE),
        60..65 => (KeyCode::Char(char::from(chance.random_range(b'a'..=b'z'))), KeyModifiers::CONTROL),
        65..75 => (KeyCode::Char(char::from(chance.random_range(b'0'..=b'9'))), KeyModifiers::NONE),
        _ => (KeyCode::Char(char::from(chance.random_range(b' '..=b'~'))), KeyModifiers::NONE),
    };
    Chord::of(KeyEvent::new(code, modifiers))
}

fn words(chance: &mut StdRng) -> String {
    const SIGNS: [char; 12] =
        ['a', 'Z', '0', ' ', '\n', '\t', '\u{301}', '漢', '\u{202e}', '\u{1b}', '"', '('];
    (0..chance.random_range(1..200)).map(|_| SIGNS[chance.random_range(0..SIGNS.len())]).collect()
}

/// The states of a fight's line, in order.
fn states(fight: &Chronicle) -> Vec<Encounter> {
    (0..=fight.line().len()).map(|at| fight.seek(at)).collect()
}

fn damage(count: u64, seed: u64) {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let folders = Folders::under(folder.path());
    // Rewritten, so that every line has its checksum.
    let samples: Vec<(Vec<u8>, Vec<Encounter>)> = played_samples()
        .iter()
        .map(|path| {
            let fight = store::look(path).expect("a sample").chronicle;
            let save = folders.begin_with("a sample", &fight).expect("written");
            (fs::read(save.path()).expect("a sample"), states(&fight))
        })
        .collect();
    let (mut refused, mut told, mut whole) = (0, 0, 0);
    for case in 0..count {
        let mut chance = StdRng::seed_from_u64(seed + case);
        let (bytes, states) = &samples[chance.random_range(0..samples.len())];
        let (broken, silent) = broken(bytes, &mut chance);
        let path = folder.path().join(format!("{case}.ron"));
        fs::write(&path, &broken).expect("written");
        let before = Instant::now();
        match store::look(&path) {
            Err(_) => refused += 1,
            Ok(opened) if opened.damage.is_some() => told += 1,
            Ok(opened) => {
                whole += 1;
                let same = self::states(&opened.chronicle);
                assert!(
                    states.starts_with(&same) && (silent || same.len() == states.len()),
                    "damage {} shows another fight and nothing is told",
                    seed + case
                );
            }
        }
        drop(store::open(&path));
        assert!(before.elapsed() < HANGS, "damage {} took {:.0?}", seed + case, before.elapsed());
        assert_eq!(
            fs::read(&path).expect("still there"),
            broken,
            "damage {} changed the file",
            seed + case
        );
    }
    eprintln!("{refused} refused, {told} told of, {whole} whole or cut at the end of a line");
}

fn played_samples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves");
    let files = fs::read_dir(folder).expect("the samples").filter_map(|entry| Some(entry.ok()?.path()));
    files.filter(|path| path.to_string_lossy().ends_with("-played.ron")).collect()
}

/// Damages the bytes; `true` if the damage cannot be detected, since a save may end after any of its lines.
fn broken(bytes: &[u8], chance: &mut StdRng) -> (Vec<u8>, bool) {
    let mut broken = bytes.to_vec();
    let at = chance.random_range(0..bytes.len());
    let end = (at + chance.random_range(1..200)).min(bytes.len());
    match chance.random_range(0..7) {
        0 => {
            broken.truncate(at);
            return (broken, true);
        }
        1 => broken[at] ^= 1 << chance.random_range(0..8),
        2 => broken[at] = chance.random_range(b'0'..=b'9'),
        3 => drop(broken.drain(at..end)),
        4 => broken[at..end].iter_mut().for_each(|byte| *byte = 0),
        5 => drop(broken.splice(at..at, (0..40).map(|_| chance.random()))),
        _ => drop(broken.splice(at..at, bytes[at..end].to_vec())),
    }
    (broken, end == bytes.len())
}
