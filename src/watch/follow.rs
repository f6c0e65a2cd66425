//! Follows a fight in its journal.
//!
//! The file's length, modification time and identity are polled forty times a second. That takes a few system calls and
//! works on every file system, including network drives, where the notification services of the platforms miss changes.
//! When the file has changed, it is read from its last snapshot on.

use super::seen::PlayersView;
use crate::store::{self, Folders, Stamp};
use serde::Serialize;
use std::path::PathBuf;
use std::time::Duration;

/// The interval between two polls.
pub const PAUSE: Duration = Duration::from_millis(25);

/// The fight to follow.
#[derive(Debug, Clone)]
pub enum Source {
    /// The running fight, whichever that is.
    Running(Folders),
    /// The fight in this file.
    File(PathBuf),
}

impl Source {
    fn path(&self) -> Option<PathBuf> {
        match self {
            Self::Running(folders) => folders.running(),
            Self::File(path) => Some(path.clone()),
        }
    }
}

/// What the view shows.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Shown {
    /// A message to the players: that there is no fight, or that it cannot be read now.
    pub word: Option<&'static str>,
    /// The fight as last read.
    pub seen: Option<PlayersView>,
}

const NONE: &str = "No fight is running. One appears here as soon as it starts.";
const GONE: &str = "The fight cannot be read at the moment. The view resumes by itself.";

/// Follows a fight. A killed program, a replaced file, or a switch to another fight needs no special handling.
#[derive(Debug)]
pub struct Follower {
    source: Source,
    /// The file that was read, with its stamp at the time.
    read: Option<(PathBuf, Option<Stamp>)>,
    shown: Shown,
}

impl Follower {
    /// Creates a follower. Nothing is read yet.
    pub fn new(source: Source) -> Self {
        Self { source, read: None, shown: Shown::default() }
    }

    /// What is to be shown.
    pub fn shown(&self) -> &Shown {
        &self.shown
    }

    /// Checks for changes. Returns whether what is shown has changed.
    pub fn look(&mut self) -> bool {
        let Some(path) = self.source.path() else {
            self.read = None;
            return self.show(Shown { word: Some(NONE), seen: None });
        };
        // Take the stamp first, so that changes made while reading are noticed next time.
        let stamp = Stamp::of(&path);
        let now = Some((path, stamp));
        if now == self.read {
            return false;
        }
        let same = self.read.as_ref().map(|(path, _)| path) == now.as_ref().map(|(path, _)| path);
        self.read = now;
        let opened = self.read.as_ref().and_then(|(path, _)| store::glance(path).ok());
        let seen = opened.map(|opened| PlayersView::of_fight(&opened.chronicle));
        match seen {
            Some(seen) => self.show(Shown { word: None, seen: Some(seen) }),
            None => {
                let seen = self.shown.seen.take().filter(|_| same);
                self.show(Shown { word: Some(GONE), seen })
            }
        }
    }

    fn show(&mut self, shown: Shown) -> bool {
        let other = self.shown != shown;
        self.shown = shown;
        other
    }
}
