//! Signal handling on a thread of its own: restores the terminal when the program is suspended or killed, and reports
//! everything else to the event loop.

use super::reader::InputEvent;
use crate::tui::terminal;
use signal_hook::consts::{
    SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGSYS, SIGTERM, SIGTRAP, SIGTSTP,
    SIGUSR1, SIGUSR2, SIGVTALRM, SIGWINCH, SIGXCPU, SIGXFSZ,
};
use signal_hook::iterator::Signals;
use signal_hook::low_level::{emulate_default_handler, raise};
use std::io::{self, Write};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;

/// Time the event loop has to end by itself once asked to.
const GRACE: Duration = Duration::from_secs(1);

/// Messages to the event loop, one byte each.
const RESIZED: u8 = b'r';
const BACK: u8 = b'b';
const END: u8 = b'e';
const WOKEN: u8 = b'w';

/// Signals that change nothing. A file that may grow no further is reported by the write that fails.
const IGNORED: [i32; 3] = [SIGUSR1, SIGUSR2, SIGXFSZ];
/// Signals whose default action ends the program at once, after the terminal is restored.
const KILLING: [i32; 8] = [SIGQUIT, SIGABRT, SIGALRM, SIGPROF, SIGSYS, SIGTRAP, SIGVTALRM, SIGXCPU];
/// Signals that ask the program to end.
const ENDING: [i32; 3] = [SIGTERM, SIGHUP, SIGINT];

/// The signal that asked the program to end; 0 if none did.
static ENDED_BY: AtomicI32 = AtomicI32::new(0);

/// If a signal asked the program to end, lets it do so, so that whoever waits for the program learns of it.
pub(in crate::tui) fn obey() {
    match ENDED_BY.load(Ordering::Relaxed) {
        0 => {}
        signal => _ = emulate_default_handler(signal),
    }
}

/// Decodes a message.
pub(super) fn heard(byte: u8) -> Option<InputEvent> {
    match byte {
        RESIZED => Some(InputEvent::Resized),
        BACK => Some(InputEvent::Back),
        END => Some(InputEvent::End),
        WOKEN => Some(InputEvent::Woken),
        _ => None,
    }
}

/// Wakes the event loop.
pub(super) fn wake(sender: &UnixStream) {
    tell(sender, WOKEN);
}

/// Stops the program as the shell's Ctrl-Z does, which raw mode passes on as a key, until it is brought back.
pub(super) fn suspend() {
    let _ = raise(SIGTSTP);
}

/// Starts the signal thread. Returns the reading end of its messages, and a writing end for waking the loop.
///
/// # Errors
/// Fails if the system refuses the socket pair or the signal handlers.
pub(super) fn listen() -> io::Result<(UnixStream, UnixStream)> {
    let (receiver, sender) = UnixStream::pair()?;
    receiver.set_nonblocking(true)?;
    // If the loop has stopped reading, a full socket must not block the signal thread.
    sender.set_nonblocking(true)?;
    let waker = sender.try_clone()?;
    let others = [SIGTSTP, SIGCONT, SIGWINCH];
    let signals = Signals::new(IGNORED.iter().chain(&KILLING).chain(&ENDING).chain(&others))?;
    std::thread::spawn(move || take(signals, &sender));
    Ok((receiver, waker))
}

fn take(mut signals: Signals, sender: &UnixStream) {
    // Holding the lock of standard output prevents drawing while the program is suspended.
    let mut lent = None;
    for signal in signals.forever() {
        match signal {
            SIGWINCH => tell(sender, RESIZED),
            SIGCONT => {
                terminal::take_over();
                drop(lent.take());
                tell(sender, BACK);
            }
            _ if IGNORED.contains(&signal) => {}
            _ if ENDING.contains(&signal) => end(sender, signal),
            _ => {
                lent.get_or_insert_with(|| io::stdout().lock());
                terminal::restore();
                let _ = emulate_default_handler(signal);
            }
        }
    }
}

fn tell(mut sender: &UnixStream, what: u8) {
    let _ = sender.write(&[what]);
}

/// Asks the loop to end, and ends the program if it does not in time. Accepted acts are already written to the journal.
fn end(sender: &UnixStream, signal: i32) {
    ENDED_BY.store(signal, Ordering::Relaxed);
    tell(sender, END);
    std::thread::sleep(GRACE);
    terminal::restore();
    obey();
}
