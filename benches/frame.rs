//! A frame, and a key with the frame after it: no terminal, 160 by 50 cells.

mod field;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use divan::Bencher;
use field::player;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::fmt;
use wardrum::machine_dice::Thrown;
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::registry;
use wardrum::tui::fight::Fight;
use wardrum::tui::input::keymap::Chord;
use wardrum::tui::paint::theme::Theme;
use wardrum::tui::screens::{self, start::Start};
use wardrum::tui::session::{Screen, Session};
use wardrum::tui::shell::Shell;
use wardrum::tui::stock::Stock;

const SIZES: [usize; 4] = [10, 200, 1_000, 10_000];

/// A ruleset and a number of combatants.
#[derive(Clone, Copy)]
struct Case(RulesetId, usize);

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0.name(), self.1)
    }
}

fn cases() -> impl Iterator<Item = Case> {
    registry::ALL.into_iter().flat_map(|id| SIZES.map(|size| Case(id, size)))
}

fn main() {
    divan::main();
}

/// A fight of that size on screen, with a window for acts open.
struct Shown {
    shell: Shell,
    buf: Buffer,
}

impl Shown {
    fn new(Case(id, size): Case) -> Self {
        let fight = Fight::loose(field::running_by(id, size));
        let nothing = Fight::loose(field::set_up(0));
        let dice = Box::new(Thrown::seeded(7));
        let mut shell =
            Shell::new(Session::new(Start::default(), nothing, Stock::default(), Theme::dark(), dice));
        shell.with(|session| session.enter(fight, Screen::Fight));
        let mut shown = Self { shell, buf: Buffer::empty(Rect::new(0, 0, 160, 50)) };
        shown.paint();
        shown
    }

    /// Draws a frame as the main loop does.
    fn paint(&mut self) {
        screens::paint(&self.shell, self.buf.area, &mut self.buf);
    }

    fn press(&mut self, code: KeyCode) {
        self.shell.key(Chord::of(KeyEvent::new(code, KeyModifiers::NONE)));
        self.paint();
    }
}

/// Draws a frame.
#[divan::bench(args = cases())]
fn frame(bencher: Bencher, case: Case) {
    let mut shown = Shown::new(case);
    bencher.bench_local(|| shown.paint());
}

/// The same in ASCII mode.
#[divan::bench(args = cases())]
fn frame_in_ascii(bencher: Bencher, case: Case) {
    let mut shown = Shown::new(case);
    shown.shell.session.settings.ascii = true;
    bencher.bench_local(|| shown.paint());
}

/// Moves the cursor down and up, with a frame after each.
#[divan::bench(args = cases())]
fn cursor_down_and_up(bencher: Bencher, case: Case) {
    let mut shown = Shown::new(case);
    bencher.bench_local(|| {
        shown.press(KeyCode::Char('j'));
        shown.press(KeyCode::Char('k'));
    });
}

/// The same with identical combatants folded, moving over the remaining rows.
#[divan::bench(args = cases())]
fn cursor_over_folds(bencher: Bencher, case: Case) {
    let mut shown = Shown::new(case);
    shown.press(KeyCode::Char('F'));
    bencher.bench_local(|| {
        shown.press(KeyCode::Char('j'));
        shown.press(KeyCode::Char('k'));
    });
}

/// Commits an act and undoes it, with a frame after each.
#[divan::bench(args = cases())]
fn act_and_undo(bencher: Bencher, case: Case) {
    let mut shown = Shown::new(case);
    let chronicle = &shown.shell.session.fight.chronicle;
    let command = player::next(chronicle.rules(), chronicle.now()).expect("the fight goes on");
    bencher.bench_local(|| {
        shown.shell.with(|session| session.submit(vec![command.clone()])).expect("it is accepted");
        shown.paint();
        shown.press(KeyCode::Char('u'));
    });
}
