//! The terminal: taken over at the start, given back on every way out.

use anyhow::Context;
use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste, poll};
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
}

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
        Ok(Self { terminal, frame })
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
    let _ = execute!(io::stdout(), DisableBracketedPaste, LeaveAlternateScreen, cursor::Show);
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
