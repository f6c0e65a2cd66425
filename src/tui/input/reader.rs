//! What comes from outside between two frames: keys, changes of size, signals.
//!
//! One thread reads the terminal, so that a burst is handled whole before the next frame, and another
//! waits for signals. Both sleep until something comes.

use crate::tui::terminal;
use anyhow::Context;
use crossterm::event::{Event, poll, read};
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// So many events may wait; more stay with the terminal.
const ROOM: usize = 1024;

/// Something came.
#[derive(Debug)]
pub enum Heard {
    /// From the terminal, or why there is nothing more.
    Event(io::Result<Event>),
    /// The program is asked to end, or the terminal is gone.
    End,
    /// Others had the terminal, and it was taken over again.
    Back,
}

/// Where it comes in.
pub struct Input {
    heard: Receiver<Heard>,
    /// What came while nobody wanted to know what.
    kept: Option<Heard>,
}

impl Input {
    /// Begins to listen. The terminal's reader is set up before this returns: a change of size that
    /// came earlier would be missed.
    ///
    /// # Errors
    /// There is no terminal to read, or the system refuses to hand the signals over.
    pub fn listen() -> anyhow::Result<Self> {
        poll(Duration::ZERO).context("wardrum needs a terminal: none on standard input")?;
        let (tells, heard) = sync_channel(ROOM);
        #[cfg(unix)]
        signals::listen(tells.clone())?;
        std::thread::spawn(move || read_on(&tells));
        Ok(Self { heard, kept: None })
    }

    /// Waits for what comes next, at most so long. `None`: nothing came.
    pub fn next(&mut self, wait: Option<Duration>) -> Option<Heard> {
        self.wait(wait);
        self.kept.take()
    }

    /// What is there already, as far as it needs no frame before it: a click is meant for what stands
    /// on the screen.
    pub fn ready(&mut self) -> Option<Heard> {
        self.wait(Some(Duration::ZERO));
        let clicks = matches!(self.kept, Some(Heard::Event(Ok(Event::Mouse(_)))));
        if clicks { None } else { self.kept.take() }
    }

    /// Waits until something is there, at most so long.
    pub fn wait(&mut self, wait: Option<Duration>) {
        if self.kept.is_some() {
            return;
        }
        let came = match wait {
            Some(wait) => self.heard.recv_timeout(wait),
            None => self.heard.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        self.kept = match came {
            Err(RecvTimeoutError::Timeout) => None,
            // Nobody is left who could say anything.
            Err(RecvTimeoutError::Disconnected) => Some(Heard::End),
            Ok(heard) => Some(heard),
        };
    }
}

/// Reads the terminal until it fails or nobody listens.
fn read_on(tells: &SyncSender<Heard>) {
    loop {
        let event = read();
        let failed = event.is_err();
        if tells.send(Heard::Event(event)).is_err() || failed {
            return;
        }
    }
}

#[cfg(unix)]
mod signals {
    use super::{Duration, Heard, SyncSender, io, terminal};
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    use signal_hook::consts::{SIGABRT, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::backend::SignalDelivery;
    use signal_hook::iterator::exfiltrator::SignalOnly;
    use signal_hook::low_level::emulate_default_handler;
    use std::os::unix::net::UnixStream;

    type Signals = SignalDelivery<UnixStream, SignalOnly>;

    /// How long the loop may take to end by itself once it was asked to.
    const GRACE: Duration = Duration::from_secs(1);

    /// One thread waits for a signal, or for the terminal to be gone: not everybody who loses it is
    /// sent a signal.
    pub(in crate::tui) fn listen(tells: SyncSender<Heard>) -> io::Result<()> {
        let (read, write) = UnixStream::pair()?;
        let all = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGTSTP, SIGCONT];
        let mut signals = SignalDelivery::with_pipe(read, write, SignalOnly, all)?;
        std::thread::spawn(move || {
            // While it is held nothing is drawn.
            let mut lent = None;
            loop {
                let gone = wait(&signals);
                for signal in signals.pending() {
                    match signal {
                        SIGCONT => {
                            terminal::take_over();
                            drop(lent.take());
                            let _ = tells.send(Heard::Back);
                        }
                        SIGTSTP | SIGQUIT | SIGABRT => {
                            lent.get_or_insert_with(|| io::stdout().lock());
                            terminal::give_back();
                            let _ = emulate_default_handler(signal);
                        }
                        _ => end(&tells),
                    }
                }
                if gone {
                    end(&tells);
                }
            }
        });
        Ok(())
    }

    /// Sleeps until a signal has come or the terminal has hung up; whether it has.
    fn wait(signals: &Signals) -> bool {
        let input = io::stdin();
        let came = PollFd::new(signals.get_read(), PollFlags::IN);
        let mut ends = [came, PollFd::new(&input, PollFlags::empty())];
        while poll(&mut ends, None) == Err(Errno::INTR) {}
        !ends[1].revents().is_empty()
    }

    /// Asks the loop to end. Where it does not, nobody waits for it: what was accepted is written.
    fn end(tells: &SyncSender<Heard>) {
        let _ = tells.try_send(Heard::End);
        std::thread::sleep(GRACE);
        terminal::give_back();
        std::process::exit(0);
    }
}
