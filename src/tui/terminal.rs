//! The terminal: taken over at the start, given back on every way out.

use crate::store::Alert;
use anyhow::Context;
use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste, poll};
use crossterm::style::Print;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a frame writes, collected until it is whole, so that it goes out in one write: the back
/// end flushes more than once a frame.
#[derive(Clone, Default)]
struct Collected(Rc<RefCell<Vec<u8>>>);

impl Write for Collected {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The terminal while it is ours; dropping it gives it back.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Collected>>,
    frame: Collected,
    hears: bool,
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

impl Screen {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// Standard output is no terminal, or refuses.
    pub fn take() -> anyhow::Result<Self> {
        restore_on_panic();
        enable_raw_mode().context("wardrum needs a terminal: none on standard input")?;
        let frame = Collected::default();
        let terminal = Terminal::new(CrosstermBackend::new(frame.clone()))?;
        // A program that was killed here may have left its picture behind.
        let clear = Clear(ClearType::All);
        execute!(io::stdout(), EnterAlternateScreen, clear, EnableBracketedPaste, cursor::Hide)?;
        Ok(Self { terminal, frame, hears: false })
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
    pub fn call(&self, how: Alert) -> io::Result<()> {
        match how {
            Alert::None => Ok(()),
            Alert::Bell => execute!(io::stdout(), Print("\x07")),
            Alert::Flash => {
                execute!(io::stdout(), FLASH_ON)?;
                // Whether a key came or not, the flash is over.
                poll(FLASH)?;
                execute!(io::stdout(), FLASH_OFF)
            }
        }
    }

    /// Draws a frame and sends what changed in one write.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn draw(&mut self, paint: impl FnOnce(&mut ratatui::Frame)) -> io::Result<()> {
        self.terminal.draw(paint)?;
        let mut bytes = self.frame.0.borrow_mut();
        let mut out = io::stdout().lock();
        out.write_all(&bytes)?;
        bytes.clear();
        out.flush()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back. A terminal that is gone needs nothing.
fn give_back() {
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

/// Turns the signals that end the program into an event: the flag is set, and a change of size,
/// which the terminal's reader waits for anyway, wakes the loop. The reader is set up first: a
/// change of size that came before it would wake nobody. Where the system has no such signals,
/// nothing sets the flag.
///
/// # Errors
/// There is no terminal to read, or the system refuses to hand the signals over.
pub fn watch_signals() -> anyhow::Result<Arc<AtomicBool>> {
    poll(Duration::ZERO).context("wardrum needs a terminal: none on standard input")?;
    let asked = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    hand_over(Arc::clone(&asked))?;
    Ok(asked)
}

/// How long the loop may take to end by itself once it was asked to.
#[cfg(unix)]
const GRACE: Duration = Duration::from_secs(1);

/// One thread waits for a signal, or for the terminal to be gone: not everybody who loses it is sent
/// a signal.
#[cfg(unix)]
fn hand_over(flag: Arc<AtomicBool>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGWINCH};
    use signal_hook::low_level::{pipe, raise};
    let (asked, asks) = std::os::unix::net::UnixStream::pair()?;
    for signal in [SIGTERM, SIGHUP, SIGINT] {
        pipe::register(signal, asks.try_clone()?)?;
    }
    std::thread::spawn(move || {
        wait_for_end(&asked);
        flag.store(true, Ordering::SeqCst);
        let _ = raise(SIGWINCH);
        // A terminal that is gone wakes nobody: its reader spins on the end of the input. What was
        // accepted is written already.
        std::thread::sleep(GRACE);
        give_back();
        std::process::exit(0);
    });
    Ok(())
}

/// Sleeps until a signal has come or the terminal has hung up.
#[cfg(unix)]
fn wait_for_end(asked: &std::os::unix::net::UnixStream) {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    let input = io::stdin();
    let mut ends = [PollFd::new(asked, PollFlags::IN), PollFd::new(&input, PollFlags::empty())];
    while poll(&mut ends, None) == Err(Errno::INTR) {}
}
