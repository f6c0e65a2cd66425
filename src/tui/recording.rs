//! Records a fight's timeline as terminal frames, one per act.

use super::fight::Fight;
use super::input::operations::Op;
use super::paint::theme::{Depth, Theme};
use super::screens::{self, start::Start};
use super::session::{Screen, Session};
use super::shell::Shell;
use super::stock::Stock;
use crate::export::{Frame, markers};
use crate::machine_dice::Thrown;
use crate::store::{Settings, ThemeName};
use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::io;

/// Hides the cursor and clears the screen.
const FRESH: &str = "\u{1b}[?25l\u{1b}[2J";

/// Returns the frames of a viewed fight from its start to its current point. `size` is in columns and rows.
///
/// # Errors
/// Fails only if writing to memory does, which a fight cannot cause.
pub fn frames(fight: Fight, size: (u16, u16), theme: ThemeName, ascii: bool) -> io::Result<Vec<Frame>> {
    let acts = fight.chronicle.at();
    // A timeline rolls no dice.
    let dice = Box::new(Thrown::seeded(0));
    let empty = Fight::loose(fight.chronicle.start().clone());
    let mut session =
        Session::new(Start::default(), empty, Stock::default(), Theme::of(theme, Depth::True), dice);
    session.settings = Settings { theme, ascii, ..Settings::default() };
    session.enter(fight, Screen::Fight);
    session.message = Default::default();
    session.open_timeline(0);
    let mut shell = Shell::new(session);
    shell.layers.clear();
    let area = Rect::new(0, 0, size.0, size.1);
    let (mut shown, mut next) = (Buffer::empty(area), Buffer::empty(area));
    let mut frames = Vec::with_capacity(acts + 1);
    for at in 0..=acts {
        if at > 0 {
            shell.op(Op::ActOn);
        }
        screens::paint(&shell, area, &mut next);
        let mut bytes = Vec::new();
        CrosstermBackend::new(&mut bytes).draw(shown.diff(&next).into_iter())?;
        shown.clone_from(&next);
        let output = String::from_utf8_lossy(&bytes).into_owned();
        let fight = &shell.session.fight.chronicle;
        let entry = at.checked_sub(1).and_then(|last| fight.entry(fight.line()[last]));
        frames.push(Frame {
            output: if at == 0 { FRESH.to_string() + &output } else { output },
            markers: entry.map(|entry| markers(fight.now(), entry.events())).unwrap_or_default(),
        });
    }
    Ok(frames)
}
