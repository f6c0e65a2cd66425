//! Follows a fight in its journal.
//!
//! The file is looked at forty times a second, by its length, its time and its number: a few system calls
//! each, on every system and every file system, network drives included, where waiting for the system's word
//! would need a library a platform and misses changes on such drives. When it has changed, it is read from
//! its last kept state on.

use super::seen::Seen;
use crate::store::{self, Folders, Stamp};
use serde::Serialize;
use std::path::PathBuf;
use std::time::Duration;

/// How long to wait between two looks.
pub const PAUSE: Duration = Duration::from_millis(25);

/// Which fight is followed.
#[derive(Debug, Clone)]
pub enum Source {
    /// The running one, whichever that is.
    Running(Folders),
    /// The one in that file.
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

/// What there is to show.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Shown {
    /// What the players should know beside the fight: that there is none, or that it cannot be read now.
    pub word: Option<&'static str>,
    /// The fight as it was last seen.
    pub seen: Option<Seen>,
}

const NONE: &str = "No fight is running. It appears here as soon as one does.";
const GONE: &str = "The fight cannot be read just now. It goes on here as soon as it can.";

/// Follows a fight: a killed program, a replaced file and another fight are all just another look.
#[derive(Debug)]
pub struct Follower {
    source: Source,
    /// Which file was read, and as it was then.
    read: Option<(PathBuf, Option<Stamp>)>,
    shown: Shown,
}

impl Follower {
    /// Follows that; nothing was looked at yet.
    pub fn new(source: Source) -> Self {
        Self { source, read: None, shown: Shown::default() }
    }

    /// What there is to show.
    pub fn shown(&self) -> &Shown {
        &self.shown
    }

    /// Looks whether something changed; whether there is something else to show now.
    pub fn look(&mut self) -> bool {
        let Some(path) = self.source.path() else {
            self.read = None;
            return self.show(Shown { word: Some(NONE), seen: None });
        };
        // The stamp is taken first: what comes while the file is read is seen with the next look.
        let stamp = Stamp::of(&path);
        let now = Some((path, stamp));
        if now == self.read {
            return false;
        }
        let same = self.read.as_ref().map(|(path, _)| path) == now.as_ref().map(|(path, _)| path);
        self.read = now;
        let seen = self.read.as_ref().and_then(|(path, _)| store::glance(path).ok()).map(|opened| {
            let fight = opened.chronicle;
            Seen::of(fight.rules(), fight.now())
        });
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
