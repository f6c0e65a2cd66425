//! The terminal: taken over at the start, given back on every way out.

use crate::store::Alert;
use crate::tui::frames::changes;
use crate::tui::input::reader::Input;
use anyhow::Context;
use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use crossterm::style::Print;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
    size,
};
use crossterm::{cursor, execute};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::io::{self, Write};
use std::time::Duration;

/// The terminal while it is ours; dropping it gives it back.
pub struct RawTerminal {
    /// What it shows; without cells it is blank.
    shown: Buffer,
    /// Where the next frame is painted, over the one that is shown.
    next: Buffer,
    /// What is to be said before the next frame, which goes out with it in one write.
    said: Vec<u8>,
    area: Rect,
    hears: bool,
}

/// Hides the cursor, whoever has shown it: the end of each frame.
const HIDE: &[u8] = b"\x1b[?25l";
/// Erases the whole screen.
const ERASE: &[u8] = b"\x1b[2J";

/// So many columns and rows are drawn on at most: a terminal may say it had any number.
const MOST: (u16, u16) = (1024, 512);

/// What there is to draw on.
fn area() -> io::Result<Rect> {
    let (columns, rows) = size()?;
    Ok(Rect::new(0, 0, columns.min(MOST.0), rows.min(MOST.1)))
}

/// Presses and the wheel are told, in the form that has room for every column. That the mouse moves
/// is not: every step would wake the loop.
const HEAR_THE_MOUSE: Print<&str> = Print("\x1b[?1000h\x1b[?1006h");
const LEAVE_THE_MOUSE: Print<&str> = Print("\x1b[?1006l\x1b[?1000l");
/// Light and dark change places, and back.
const FLASH_ON: Print<&str> = Print("\x1b[?5h");
const FLASH_OFF: Print<&str> = Print("\x1b[?5l");
/// How long a flash is, unless a key ends it.
const FLASH: Duration = Duration::from_millis(120);

impl RawTerminal {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// Standard output is no terminal, or refuses.
    pub fn take() -> anyhow::Result<Self> {
        restore_on_panic();
        enable_raw_mode().context("wardrum needs a terminal: none on standard input")?;
        let (area, nothing) = (area()?, Buffer::empty(Rect::ZERO));
        set_modes()?;
        Ok(Self { shown: nothing.clone(), next: nothing, said: Vec::new(), area, hears: false })
    }

    /// The terminal was taken over again: the next frame is drawn whole.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn begin_again(&mut self) -> io::Result<()> {
        self.hears = false;
        self.area = area()?;
        self.erase();
        Ok(())
    }

    fn erase(&mut self) {
        self.shown = Buffer::empty(Rect::ZERO);
        self.said.extend_from_slice(ERASE);
    }

    /// The terminal has another size: the next frame fills it.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn resize(&mut self) -> io::Result<()> {
        let area = area()?;
        if std::mem::replace(&mut self.area, area) != area {
            self.erase();
        }
        Ok(())
    }

    /// Hears the mouse, or leaves it to the terminal.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn hears_the_mouse(&mut self, hears: bool) -> io::Result<()> {
        if std::mem::replace(&mut self.hears, hears) == hears {
            return Ok(());
        }
        execute!(io::stdout(), if hears { HEAR_THE_MOUSE } else { LEAVE_THE_MOUSE })
    }

    /// Calls the referee, as the settings say.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn call(&self, how: Alert, input: &mut Input) -> io::Result<()> {
        match how {
            Alert::None => Ok(()),
            Alert::Bell => execute!(io::stdout(), Print("\x07")),
            Alert::Flash => {
                execute!(io::stdout(), FLASH_ON)?;
                // Whether a key came or not, the flash is over.
                input.wait(Some(FLASH));
                execute!(io::stdout(), FLASH_OFF)
            }
        }
    }

    /// How many rows there are.
    pub fn rows(&self) -> u16 {
        self.area.height
    }

    /// Draws a frame over the last and sends what changed in one write. `paint` says where it painted.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn draw(&mut self, paint: impl FnOnce(Rect, &mut Buffer) -> Vec<Rect>) -> io::Result<()> {
        if self.next.area != self.area {
            self.next = Buffer::empty(self.area);
        }
        let painted = paint(self.area, &mut self.next);
        changes(&mut self.shown, &self.next, &painted, &mut self.said)?;
        if !self.said.is_empty() {
            self.said.extend_from_slice(HIDE);
            let mut out = io::stdout().lock();
            out.write_all(&self.said)?;
            self.said.clear();
            out.flush()?;
        }
        if self.shown.area != self.area {
            // Behind the write: nobody waits for it.
            self.shown.clone_from(&self.next);
        }
        Ok(())
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        give_back();
    }
}

/// Its own screen, empty: a program that was killed here may have left its picture behind.
fn set_modes() -> io::Result<()> {
    let clear = Clear(ClearType::All);
    execute!(io::stdout(), EnterAlternateScreen, clear, EnableBracketedPaste, cursor::Hide)
}

/// Takes the terminal over again from whoever had it meanwhile. A terminal that is gone says no to
/// the next frame.
#[cfg(unix)]
pub(super) fn take_over() {
    // Whoever had it may have set it otherwise, and nobody knows that.
    let _ = disable_raw_mode();
    let _ = enable_raw_mode();
    let _ = set_modes();
}

/// Gives the terminal back. A terminal that is gone needs nothing.
pub(super) fn give_back() {
    let _ = execute!(
        io::stdout(),
        FLASH_OFF,
        LEAVE_THE_MOUSE,
        DisableBracketedPaste,
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = disable_raw_mode();
}

fn restore_on_panic() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        give_back();
        usual(panic);
    }));
}
