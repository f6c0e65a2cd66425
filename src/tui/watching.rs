//! The players' view in a second terminal: read-only, following the running fight.

use super::input::reader::{Input, InputEvent};
use super::paint::ascii;
use super::paint::theme::Theme;
use super::screens::watch;
use super::terminal::RawTerminal;
use super::{LaunchOptions, settings};
use crate::watch::{Follower, PAUSE, Shown, Source};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// What is followed, and the first visible row.
struct Watching {
    follower: Follower,
    top: usize,
}

/// What an event asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    Quit,
    Scroll(isize),
    Nothing,
}

/// Follows a fight until the viewer quits.
///
/// # Errors
/// Fails if there is no terminal, or it is gone.
pub fn watch(source: Source, looks: &LaunchOptions) -> anyhow::Result<()> {
    let (settings, _) = settings(looks);
    let theme = Theme::for_terminal(settings.theme);
    let mut input = Input::listen()?;
    let mut screen = RawTerminal::take()?;
    let mut watching = Watching { follower: Follower::new(source), top: 0 };
    let mut stale = true;
    loop {
        if watching.follower.look() {
            watching.follow_turn(screen.rows());
            stale = true;
        }
        if std::mem::take(&mut stale) {
            let mut top = watching.top;
            screen.draw(|area, buf| {
                top = watch::paint(watching.follower.shown(), watching.top, &theme, area, buf);
                if settings.ascii {
                    ascii::spell(buf);
                }
            })?;
            watching.top = top;
        }
        let Some(heard) = input.next(Some(PAUSE)) else { continue };
        stale = true;
        match heard {
            InputEvent::End => return Ok(()),
            InputEvent::Back => screen.begin_again()?,
            InputEvent::Resized => screen.resize()?,
            InputEvent::Woken => {}
            InputEvent::Event(event) => match turn(&event) {
                Turn::Quit => return Ok(()),
                Turn::Scroll(by) => watching.top = watching.top.saturating_add_signed(by),
                Turn::Nothing => stale = false,
            },
        }
    }
}

impl Watching {
    /// Scrolls so that the acting combatant's row is visible.
    fn follow_turn(&mut self, rows: u16) {
        let Shown { seen: Some(seen), .. } = self.follower.shown() else { return };
        let room = usize::from(rows.saturating_sub(watch::FRAME)).max(1);
        if let Some(at) = seen.rows.iter().position(|row| row.acts) {
            self.top = self.top.clamp((at + 1).saturating_sub(room), at);
        }
    }
}

fn turn(event: &Event) -> Turn {
    let Event::Key(KeyEvent { code, modifiers, kind, .. }) = event else { return Turn::Nothing };
    match code {
        _ if *kind == KeyEventKind::Release => Turn::Nothing,
        KeyCode::Char('c') if modifiers.contains(KeyModifiers::CONTROL) => Turn::Quit,
        KeyCode::Char('q') | KeyCode::Esc => Turn::Quit,
        KeyCode::Up | KeyCode::Char('k') => Turn::Scroll(-1),
        KeyCode::Down | KeyCode::Char('j') => Turn::Scroll(1),
        KeyCode::PageUp => Turn::Scroll(-8),
        KeyCode::PageDown => Turn::Scroll(8),
        _ => Turn::Nothing,
    }
}
