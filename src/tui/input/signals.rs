//! Signals: a thread takes them, gives the terminal back where that is asked for, and tells the loop
//! the rest.

use super::reader::Heard;
use crate::tui::terminal;
use signal_hook::consts::{SIGABRT, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::io::{self, Write};
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// How long the loop may take to end by itself once it was asked to.
const GRACE: Duration = Duration::from_secs(1);

/// What the loop is told, each by a byte.
const RESIZED: u8 = b'r';
const BACK: u8 = b'b';
const END: u8 = b'e';
const WOKEN: u8 = b'w';

/// What a byte says.
pub(super) fn heard(byte: u8) -> Option<Heard> {
    match byte {
        RESIZED => Some(Heard::Resized),
        BACK => Some(Heard::Back),
        END => Some(Heard::End),
        WOKEN => Some(Heard::Woken),
        _ => None,
    }
}

/// Wakes the loop.
pub(super) fn wake(tells: &UnixStream) {
    tell(tells, WOKEN);
}

/// Begins to wait for signals; what the loop has to know of them can be read from the first, and is written to the
/// second.
///
/// # Errors
/// The system refuses.
pub(super) fn listen() -> io::Result<(UnixStream, UnixStream)> {
    let (told, tells) = UnixStream::pair()?;
    told.set_nonblocking(true)?;
    // A loop that reads nothing any more must not keep a signal waiting.
    tells.set_nonblocking(true)?;
    let others = tells.try_clone()?;
    let all = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGTSTP, SIGCONT, SIGWINCH];
    let signals = Signals::new(all)?;
    std::thread::spawn(move || take(signals, &tells));
    Ok((told, others))
}

fn take(mut signals: Signals, tells: &UnixStream) {
    // While it is held nothing is drawn.
    let mut lent = None;
    for signal in signals.forever() {
        match signal {
            SIGWINCH => tell(tells, RESIZED),
            SIGCONT => {
                terminal::take_over();
                drop(lent.take());
                tell(tells, BACK);
            }
            SIGTSTP | SIGQUIT | SIGABRT => {
                lent.get_or_insert_with(|| io::stdout().lock());
                terminal::give_back();
                let _ = emulate_default_handler(signal);
            }
            _ => end(tells),
        }
    }
}

fn tell(mut tells: &UnixStream, what: u8) {
    let _ = tells.write(&[what]);
}

/// Asks the loop to end. Where it does not, nobody waits for it: what was accepted is written.
fn end(tells: &UnixStream) {
    tell(tells, END);
    std::thread::sleep(GRACE);
    terminal::give_back();
    std::process::exit(0);
}
