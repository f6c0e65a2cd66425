//! The players' view in a second terminal: read-only, following the running fight.

use super::input::reader::{Input, InputEvent};
use super::kit::scroll::Scroll;
use super::paint::ascii;
use super::paint::theme::Theme;
use super::screens::watch;
use super::terminal::RawTerminal;
use super::{LaunchOptions, settings};
use crate::watch::{Follower, PAUSE, Source};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

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
    let (mut follower, scroll) = (Follower::new(source), Scroll::default());
    let (mut stale, mut follows) = (true, false);
    loop {
        if follower.look() {
            (stale, follows) = (true, true);
        }
        if std::mem::take(&mut stale) {
            let follows = std::mem::take(&mut follows);
            screen.draw(|area, buf| {
                watch::paint(follower.shown(), &scroll, follows, &theme, area, buf);
                if settings.ascii {
                    ascii::spell(buf);
                }
            })?;
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
                Turn::Scroll(by) => scroll.go(by),
                Turn::Nothing => stale = false,
            },
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
