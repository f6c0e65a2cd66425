//! Input events between two frames: keys, resizes, signals.
//!
//! The event loop sleeps until the terminal or a signal has something, and handles all of it before the next frame.
//! A thread waits for signals, so that ending or suspending the program does not have to wait for the loop.

use crate::tui::forecast::Wake;
use crossterm::event::Event;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// An input event.
#[derive(Debug)]
pub enum InputEvent {
    /// A terminal event.
    Event(Event),
    /// The program is asked to end, or the terminal is gone.
    End,
    /// The terminal has been resized.
    Resized,
    /// Background work has a result.
    Woken,
    /// The terminal was taken over again after another program had it.
    Back,
}

/// The source of input events.
pub struct Input {
    source: Source,
    /// Events not handled yet.
    heard: VecDeque<InputEvent>,
}

impl Input {
    /// Starts listening. Resizes from now on are not missed.
    ///
    /// # Errors
    /// Fails if there is no terminal to read, or the signal handlers cannot be installed.
    pub fn listen() -> anyhow::Result<Self> {
        Ok(Self { source: Source::open()?, heard: VecDeque::new() })
    }

    /// Returns a function that wakes the event loop from another thread.
    ///
    /// # Errors
    /// Fails if the system refuses.
    pub fn waker(&self) -> anyhow::Result<Wake> {
        self.source.waker()
    }

    /// Waits for the next event, at most for `wait`. Returns `None` if there was none.
    pub fn next(&mut self, wait: Option<Duration>) -> Option<InputEvent> {
        self.wait(wait);
        self.heard.pop_front()
    }

    /// Returns an event that is already there and can be handled before the next frame. A click cannot: it refers to
    /// what is on screen.
    pub fn ready(&mut self) -> Option<InputEvent> {
        self.wait(Some(Duration::ZERO));
        let clicks = matches!(self.heard.front(), Some(InputEvent::Event(Event::Mouse(_))));
        if clicks { None } else { self.heard.pop_front() }
    }

    /// Waits until there is an event, at most for `wait`.
    pub fn wait(&mut self, wait: Option<Duration>) {
        let end = wait.map(|wait| Instant::now() + wait);
        while self.heard.is_empty() {
            let left = end.map(|end| end.saturating_duration_since(Instant::now()));
            self.source.hear(left, &mut self.heard);
            if left == Some(Duration::ZERO) {
                return;
            }
        }
    }
}

#[cfg(unix)]
use unix::Source;
#[cfg(unix)]
mod unix {
    use super::super::parser::Parser;
    use super::super::signals;
    use super::{Duration, Event, InputEvent, VecDeque, Wake};
    use anyhow::Context;
    use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use std::fs::File;
    use std::io::{ErrorKind, IsTerminal, Read, stdin};
    use std::os::fd::AsFd;
    use std::os::unix::net::UnixStream;

    /// Time allowed for the rest of an escape sequence; a lone Esc is reported after it.
    const MOMENT: Duration = Duration::from_millis(25);

    /// The key that suspends the program.
    const SUSPEND: Event = Event::Key(KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL));

    /// The terminal and the signals.
    pub(super) struct Source {
        terminal: File,
        signals: UnixStream,
        sender: UnixStream,
        parser: Parser,
    }

    impl Source {
        pub(super) fn open() -> anyhow::Result<Self> {
            let input = stdin();
            let terminal = if input.is_terminal() {
                input.as_fd().try_clone_to_owned().map(File::from)
            } else {
                File::open("/dev/tty")
            };
            let terminal = terminal.context("wardrum needs a terminal: none on standard input")?;
            let (signals, sender) = signals::listen()?;
            Ok(Self { terminal, signals, sender, parser: Parser::default() })
        }

        pub(super) fn waker(&self) -> anyhow::Result<Wake> {
            let sender = self.sender.try_clone()?;
            Ok(std::sync::Arc::new(move || signals::wake(&sender)))
        }

        /// Reads available events, waiting for them at most for `wait`. There may be none.
        pub(super) fn hear(&mut self, wait: Option<Duration>, heard: &mut VecDeque<InputEvent>) {
            let moment = self.parser.is_unsettled().then_some(MOMENT);
            let wait = moment.or(wait).and_then(|wait| Timespec::try_from(wait).ok());
            let ends = [self.signals.as_fd(), self.terminal.as_fd()];
            let mut ends = ends.map(|end| PollFd::from_borrowed_fd(end, PollFlags::IN));
            if poll(&mut ends, wait.as_ref()).is_err() {
                return;
            }
            let [signalled, typed] = ends.map(|end| !end.revents().is_empty());
            if signalled {
                self.take_signals(heard);
            }
            if typed {
                self.read(heard);
            } else if moment.is_some() && !signalled {
                heard.extend(self.parser.settle().into_iter().map(InputEvent::Event));
            }
        }

        fn take_signals(&mut self, heard: &mut VecDeque<InputEvent>) {
            let mut bytes = [0; 64];
            let length = self.signals.read(&mut bytes).unwrap_or(0);
            heard.extend(bytes[..length].iter().filter_map(|byte| signals::heard(*byte)));
        }

        fn read(&mut self, heard: &mut VecDeque<InputEvent>) {
            let mut bytes = [0; 4096];
            match self.terminal.read(&mut bytes) {
                Ok(length @ 1..) => {
                    for event in self.parser.advance(&bytes[..length]) {
                        if event == SUSPEND {
                            signals::suspend()
                        } else {
                            heard.push_back(InputEvent::Event(event))
                        }
                    }
                }
                Err(error) if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => {
                }
                Ok(0) | Err(_) => heard.push_back(InputEvent::End),
            }
        }
    }
}

#[cfg(not(unix))]
use other::Source;
#[cfg(not(unix))]
mod other {
    use super::{Duration, Event, InputEvent, VecDeque, Wake};
    use anyhow::Context;
    use crossterm::event::{poll, read};

    /// The terminal.
    pub(super) struct Source;

    impl Source {
        pub(super) fn open() -> anyhow::Result<Self> {
            poll(Duration::ZERO).context("wardrum needs a terminal: none on standard input")?;
            Ok(Self)
        }

        /// Returns a waker that does nothing; the event loop polls for background results instead.
        pub(super) fn waker(&self) -> anyhow::Result<Wake> {
            Ok(std::sync::Arc::new(|| {}))
        }

        /// Reads available events, waiting for them at most for `wait`. There may be none.
        pub(super) fn hear(&mut self, wait: Option<Duration>, heard: &mut VecDeque<InputEvent>) {
            let came = match wait {
                Some(wait) => poll(wait).and_then(|came| came.then(read).transpose()),
                None => read().map(Some),
            };
            heard.extend(match came {
                Ok(Some(Event::Resize(..))) => Some(InputEvent::Resized),
                Ok(event) => event.map(InputEvent::Event),
                Err(_) => Some(InputEvent::End),
            });
        }
    }
}
