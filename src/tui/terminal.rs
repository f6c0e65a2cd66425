//! The terminal: taken over at startup, restored on every exit path.

use crate::store::Alert;
use crate::tui::input::reader::Input;
use anyhow::Context;
use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use crossterm::style::Print;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
    size,
};
use crossterm::{cursor, execute, queue};
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use std::io::{self, BufWriter, Stdout};
use std::time::Duration;

/// The terminal in raw mode. Dropping it restores the original modes.
pub struct RawTerminal {
    frames: Frames,
    area: Rect,
    mouse_captured: bool,
}

/// Draws frames; each is sent in one write.
type Frames = Terminal<CrosstermBackend<BufWriter<Stdout>>>;

/// Bytes that hold any usual frame.
const FRAME: usize = 64 * 1024;

/// Most columns and rows drawn on, since a terminal may report any size.
const MAX_SIZE: (u16, u16) = (1024, 512);

/// Returns the area to draw on.
fn area() -> io::Result<Rect> {
    let (columns, rows) = size()?;
    Ok(Rect::new(0, 0, columns.min(MAX_SIZE.0), rows.min(MAX_SIZE.1)))
}

/// Draws on a blank screen from now on. The size is ours to set: ratatui's own follows any report.
fn frames(area: Rect) -> io::Result<Frames> {
    let backend = CrosstermBackend::new(BufWriter::with_capacity(FRAME, io::stdout()));
    Terminal::with_options(backend, TerminalOptions { viewport: Viewport::Fixed(area) })
}

/// Reports presses and the wheel in SGR form, which has no column limit. Movement is not reported: every step would
/// wake the loop.
const CAPTURE_MOUSE: Print<&str> = Print("\x1b[?1000h\x1b[?1006h");
const RELEASE_MOUSE: Print<&str> = Print("\x1b[?1006l\x1b[?1000l");
/// Inverts the screen's colours, and back.
const FLASH_ON: Print<&str> = Print("\x1b[?5h");
const FLASH_OFF: Print<&str> = Print("\x1b[?5l");
/// Length of a flash, unless a key ends it.
const FLASH: Duration = Duration::from_millis(120);

impl RawTerminal {
    /// Takes over the terminal.
    ///
    /// # Errors
    /// Fails if there is no terminal, or it refuses the modes.
    pub fn take() -> anyhow::Result<Self> {
        end_on_panic();
        enable_raw_mode().context("wardrum needs a terminal: none on standard input")?;
        let area = area()?;
        set_modes()?;
        Ok(Self { frames: frames(area)?, area, mouse_captured: false })
    }

    /// Redraws the next frame in full after the terminal was taken over again.
    ///
    /// # Errors
    /// Fails if the terminal is gone.
    pub fn begin_again(&mut self) -> io::Result<()> {
        self.mouse_captured = false;
        self.area = area()?;
        self.erase()
    }

    /// Erases the screen together with the next frame.
    fn erase(&mut self) -> io::Result<()> {
        self.frames = frames(self.area)?;
        queue!(self.frames.backend_mut(), Clear(ClearType::All))
    }

    /// Reads the terminal's size; if it has changed, the next frame is drawn in full.
    ///
    /// # Errors
    /// Fails if the terminal is gone.
    pub fn resize(&mut self) -> io::Result<()> {
        let area = area()?;
        match std::mem::replace(&mut self.area, area) == area {
            true => Ok(()),
            false => self.erase(),
        }
    }

    /// Captures the mouse, or releases it to the terminal.
    ///
    /// # Errors
    /// Fails if the terminal is gone.
    pub fn hears_the_mouse(&mut self, capture: bool) -> io::Result<()> {
        if std::mem::replace(&mut self.mouse_captured, capture) == capture {
            return Ok(());
        }
        execute!(io::stdout(), if capture { CAPTURE_MOUSE } else { RELEASE_MOUSE })
    }

    /// Alerts the referee as the settings say.
    ///
    /// # Errors
    /// Fails if the terminal is gone.
    pub fn call(&self, how: Alert, input: &mut Input) -> io::Result<()> {
        match how {
            Alert::None => Ok(()),
            Alert::Bell => execute!(io::stdout(), Print("\x07")),
            Alert::Flash => {
                execute!(io::stdout(), FLASH_ON)?;
                // The flash ends on time or on the first input.
                input.wait(Some(FLASH));
                execute!(io::stdout(), FLASH_OFF)
            }
        }
    }

    /// Number of rows.
    pub fn rows(&self) -> u16 {
        self.area.height
    }

    /// Draws a frame and sends what differs from the last one.
    ///
    /// # Errors
    /// Fails if the terminal is gone.
    pub fn draw(&mut self, paint: impl FnOnce(Rect, &mut Buffer)) -> io::Result<()> {
        paint(self.area, self.frames.current_buffer_mut());
        self.frames.flush()?;
        self.frames.swap_buffers();
        // Another program may have shown the cursor. `Terminal::draw` would hide it too, but show it whenever a
        // `Terminal` is dropped, and panic there if the terminal is gone.
        execute!(self.frames.backend_mut(), cursor::Hide)
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Enters the alternate screen and clears it: a program killed there may have left its picture.
fn set_modes() -> io::Result<()> {
    let clear = Clear(ClearType::All);
    execute!(io::stdout(), EnterAlternateScreen, clear, EnableBracketedPaste, cursor::Hide)
}

/// Takes over the terminal again after another program had it. If the terminal is gone, the next frame reports it.
#[cfg(unix)]
pub(super) fn take_over() {
    // The other program may have changed the modes, so set all of them afresh.
    let _ = disable_raw_mode();
    let _ = enable_raw_mode();
    let _ = set_modes();
}

/// Restores the terminal. Errors are ignored: a terminal that is gone needs nothing.
pub(super) fn restore() {
    let _ = execute!(
        io::stdout(),
        FLASH_OFF,
        RELEASE_MOUSE,
        DisableBracketedPaste,
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = disable_raw_mode();
}

/// Restores the terminal and ends the program on a panic of any thread. Without the thread that panicked the program
/// would go on half dead, and draw where the message stands.
fn end_on_panic() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        // Held to the end, so that no other thread draws another frame.
        let _held = io::stdout().lock();
        restore();
        usual(panic);
        std::process::abort();
    }));
}
