//! Out of a fight or of the program; what is not saved is asked about first.

use crate::tui::app::App;
use crate::tui::overlays::lists::unsaved;
use std::path::Path;

/// Whereto.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Out of the program.
    Program,
    /// To the start screen.
    Start,
}

/// What becomes of what is not saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unsaved {
    /// It is tried once more.
    Again,
    /// It goes, with all that was done before, into a new file at that path.
    Elsewhere(String),
    /// It is lost.
    Lost,
}

impl App {
    /// The referee goes; where something is not saved it is asked what becomes of it.
    pub(in crate::tui) fn leave(&mut self, to: Exit) {
        self.fight.sync();
        match self.fight.unsaved() {
            Some((what, why)) => self.overlays.push(unsaved::open(&what, &why, to)),
            None => self.go_out(to),
        }
    }

    /// The referee goes, and has said what becomes of what is not saved.
    pub(in crate::tui) fn leave_so(&mut self, to: Exit, how: Unsaved) -> Result<(), String> {
        match how {
            Unsaved::Again => self.leave(to),
            Unsaved::Elsewhere(path) => {
                self.fight.copy_to(Path::new(&path))?;
                self.go_out(to);
                self.say(format!("saved as {path}"));
            }
            Unsaved::Lost => {
                self.lost = self.unsaved().or(self.lost.take());
                self.go_out(to);
            }
        }
        Ok(())
    }

    fn go_out(&mut self, to: Exit) {
        match to {
            Exit::Program => self.quits = true,
            Exit::Start => self.show_start(),
        }
    }

    /// Whether another fight may take the place of this one.
    ///
    /// # Errors
    /// Something is not saved.
    pub(in crate::tui) fn may_leave(&mut self) -> Result<(), String> {
        self.fight.sync();
        self.fight.unsaved().map_or(Ok(()), |(what, _)| Err(format!("{what}: leave the fight first")))
    }

    /// What would be lost, with why, in one line.
    fn unsaved(&self) -> Option<String> {
        self.fight.unsaved().map(|(what, why)| format!("{what}: {why}"))
    }

    /// Leaves the fight for good, with the program: what is lost of it, if something is.
    pub fn part(&mut self) -> Option<String> {
        self.fight.sync();
        let lost = self.unsaved().or(self.lost.take());
        self.fight.leave();
        lost
    }
}
