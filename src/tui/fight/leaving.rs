//! Leaving a fight or the program. If something is not saved, the referee is asked first.

use crate::tui::overlays::lists::unsaved;
use crate::tui::overlays::{CLOSE, Done, Then};
use crate::tui::session::Session;
use std::path::Path;

/// Where to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Quit the program.
    Program,
    /// Go to the start screen.
    Start,
}

impl Session {
    /// Leaves the fight; if something is not saved, asks what to do with it.
    pub(in crate::tui) fn leave(&mut self, to: Exit) -> Done {
        self.fight.sync();
        match self.fight.unsaved() {
            Some((what, why)) => Then::replace(unsaved::open(&what, &why, to)),
            None => {
                self.go_out(to);
                CLOSE
            }
        }
    }

    /// Saves the whole fight to a new file and leaves it.
    ///
    /// # Errors
    /// Says why the file cannot be written.
    pub(in crate::tui) fn leave_copied(&mut self, to: Exit, path: &str) -> Result<(), String> {
        self.fight.copy_to(Path::new(path))?;
        self.go_out(to);
        self.say(format!("saved as {path}"));
        Ok(())
    }

    /// Leaves the fight and discards what is not saved.
    pub(in crate::tui) fn leave_unsaved(&mut self, to: Exit) {
        self.lost = self.unsaved().or(self.lost.take());
        self.go_out(to);
    }

    fn go_out(&mut self, to: Exit) {
        match to {
            Exit::Program => self.quits = true,
            Exit::Start => self.show_start(),
        }
    }

    /// Checks that another fight may replace this one.
    ///
    /// # Errors
    /// Fails if something is not saved.
    pub(in crate::tui) fn may_leave(&mut self) -> Result<(), String> {
        self.fight.sync();
        self.fight.unsaved().map_or(Ok(()), |(what, _)| Err(format!("{what}: leave the fight first")))
    }

    /// What would be lost and why, in one line.
    fn unsaved(&self) -> Option<String> {
        self.fight.unsaved().map(|(what, why)| format!("{what}: {why}"))
    }

    /// Leaves the fight for good as the program ends; returns what is lost, if anything.
    pub fn part(&mut self) -> Option<String> {
        self.fight.sync();
        let lost = self.unsaved().or(self.lost.take());
        self.fight.leave();
        lost
    }
}
