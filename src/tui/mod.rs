//! The terminal interface: draws a frame, waits for an event, handles it.

pub mod fight;
pub mod forecast;
pub mod house_book;
pub mod input;
pub mod kit;
pub mod overlays;
pub mod paint;
pub mod panes;
pub mod phones;
pub mod proposal;
pub mod recording;
pub mod rule_search;
pub mod screens;
pub mod session;
pub mod sharing;
pub mod shelf;
pub mod shell;
pub mod stock;
pub mod table;
pub mod terminal;
pub mod watching;

use crate::machine_dice::Thrown;
use crate::rules::model::encounter::Encounter;
use crate::rules::registry;
use crate::store::{Folders, Settings, StoreError, ThemeName};
use crossterm::event::{Event, KeyEventKind};
use fight::Fight;
use fight::news::News;
use input::keymap::Chord;
use input::operations::Op;
use input::reader::{Input, InputEvent};
use paint::theme::Theme;
use screens::start::Start as StartScreen;
use session::{Screen, Session};
use shell::Shell;
use std::io;
use std::path::PathBuf;
use stock::Stock;
use terminal::RawTerminal;
pub use watching::watch;

/// How wardrum is started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Start {
    /// Continues the running fight, or shows the start screen if there is none.
    #[default]
    Resume,
    /// Builds a new fight.
    New,
    /// Views a file, without playing on.
    Replay,
}

/// Launch options.
#[derive(Debug, Clone, Default)]
pub struct LaunchOptions {
    /// A file to open instead of the running fight.
    pub file: Option<PathBuf>,
    /// Which mode to start in.
    pub start: Start,
    /// Theme that overrides the setting.
    pub theme: Option<ThemeName>,
    /// Draws ASCII only, overriding the setting.
    pub ascii: bool,
    /// Seed of the machine's dice; random if absent.
    pub seed: Option<u64>,
}

/// Runs until the referee quits. Returns a description of unsaved changes, if any.
///
/// # Errors
/// Fails if there is no terminal or the file cannot be opened.
pub fn run(launch: LaunchOptions) -> anyhow::Result<Option<String>> {
    let mut shell = launch_shell(launch)?;
    let mut input = Input::listen()?;
    let mut screen = RawTerminal::take()?;
    shell.session.set_wake(input.waker()?);
    loop {
        shell.session.look_ahead();
        screen.hears_the_mouse(shell.session.settings.mouse)?;
        screen.draw(|area, buf| screens::paint(&shell, area, buf))?;
        if shell.with(Session::syncs) {
            continue;
        }
        if std::mem::take(&mut shell.session.alert) {
            screen.call(shell.session.settings.alert, &mut input)?;
        }
        if shell.catch_up() {
            continue;
        }
        let Some(heard) = input.next(shell.beat()) else {
            shell.session.tick();
            continue;
        };
        if !handle_batch(&mut shell, &mut screen, &mut input, heard)? {
            return Ok(shell.session.part());
        }
    }
}

/// If a signal asked the screen to end, ends the program by it. Called once everything is said.
pub fn obey_signal() {
    #[cfg(unix)]
    input::signals::obey();
}

/// Most events handled between two frames.
const BATCH: usize = 256;

/// Handles the first event and any others already queued. Returns `false` if the program is to end.
fn handle_batch(
    shell: &mut Shell,
    screen: &mut RawTerminal,
    input: &mut Input,
    first: InputEvent,
) -> io::Result<bool> {
    let mut next = Some(first);
    for left in (0..BATCH).rev() {
        match next {
            None => break,
            Some(InputEvent::End) => return Ok(false),
            Some(InputEvent::Event(event)) => handle(shell, event),
            Some(InputEvent::Resized) => screen.resize()?,
            Some(InputEvent::Back) => screen.begin_again()?,
            // The next frame picks up the result, and what phones have sent.
            Some(InputEvent::Woken) => shell.follow(),
        }
        if shell.session.quits {
            return Ok(false);
        }
        next = if left > 0 { input.ready() } else { None };
    }
    Ok(true)
}

fn handle(shell: &mut Shell, event: Event) {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => shell.key(Chord::of(key)),
        Event::Paste(text) => shell.paste(&text),
        Event::Mouse(event) => shell.mouse(event),
        _ => {}
    }
}

fn launch_shell(launch: LaunchOptions) -> anyhow::Result<Shell> {
    let empty = Fight::loose(Encounter::new(registry::ALL[0]));
    let (settings, fault) = settings(&launch);
    let theme = Theme::for_terminal(settings.theme);
    let dice = Box::new(launch.seed.map_or_else(Thrown::new, Thrown::seeded));
    let mut session = Session::new(StartScreen::default(), empty, Stock::default(), theme, dice);
    session.settings = settings;
    match (launch.start, launch.file) {
        (Start::New, _) => session.start = StartScreen::gathered(),
        (Start::Replay, Some(path)) => {
            session.look_at_fight(Fight::look(&path).map_err(anyhow::Error::msg)?)
        }
        (Start::Resume, Some(path)) => {
            session.enter(Fight::open(&path).map_err(anyhow::Error::msg)?, Screen::Fight);
        }
        (Start::Replay, None) => session.start = StartScreen::gathered(),
        (Start::Resume, None) => session.go_back_in(),
    }
    load_own_keys(&mut session);
    if let Some(fault) = fault {
        session.news.push(News { title: "Settings".into(), lines: vec![fault.to_string()] });
    }
    let mut shell = Shell::new(session);
    if launch.start == Start::New {
        shell.op(Op::New);
    }
    Ok(shell)
}

/// Loads the referee's key bindings. If the file has errors, shows them and keeps the default keys.
fn load_own_keys(session: &mut Session) {
    let Some(path) = input::own_keys::own() else { return };
    let (keymap, faults) = input::own_keys::of_file(&path);
    session.keymap = keymap;
    if !faults.is_empty() {
        let after =
            "The default keys apply until this is fixed; wardrum keys lists them and checks the file.";
        let lines = faults.into_iter().chain([String::new(), after.into()]).collect();
        session.news.push(News { title: "Your own keys are not in use".into(), lines });
    }
}

/// Returns the settings file's values with command-line overrides, and what is wrong with the file.
fn settings(launch: &LaunchOptions) -> (Settings, Option<StoreError>) {
    // Without a home folder the defaults apply; operations that need one report the error themselves.
    let (set, fault) = Folders::find().map_or((Settings::default(), None), |home| Settings::read(&home));
    let theme = launch.theme.unwrap_or(set.theme);
    (Settings { theme, ascii: set.ascii || launch.ascii, ..set }, fault)
}
