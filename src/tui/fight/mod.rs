//! The current fight and its journal.

pub mod amend;
pub(in crate::tui) mod due;
pub(in crate::tui) mod files;
pub mod fold_initiative;
pub mod foreseen;
pub mod hands;
mod keeping;
pub(in crate::tui) mod leaving;
pub(in crate::tui) mod news;
mod opening;
pub(in crate::tui) mod submit;

pub use self::news::News;
use crate::chronicle::{Amending, Chronicle, EntryId, Pending, Waiting};
use crate::report::Report;
use crate::rules::model::command::Command;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::{CombatantId, Text};
use crate::store::{self, Journal, StoreError};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;

/// A fight and its journal.
pub struct Fight {
    /// The history of the fight.
    pub chronicle: Chronicle,
    title: Text,
    journal: Option<Journal>,
    /// Whether it has no file yet: the referee's first act creates one.
    unborn: bool,
    /// Whether what is done now happens by itself rather than by the referee.
    by_itself: bool,
    /// Whether something written may not have reached the disk yet.
    unsynced: bool,
    /// Why the last changes are not in the file.
    trouble: Option<String>,
    /// Whether the trouble was reported; it is reported again only after everything was saved.
    reported: bool,
    /// The number of entries saved.
    saved: u32,
    at_hand: u32,
    /// The positions before and after the last amendment.
    amended: Option<(EntryId, EntryId)>,
    unanswered: Option<Waiting>,
    /// Whether the journal holds something that waits for answers.
    asked: bool,
    /// Whether the referee builds it, so that it does not begin by itself.
    pub is_built: bool,
    /// Whether it was opened only for display.
    pub looked_at: bool,
    /// Whether nothing done in it is saved: another wardrum has the file open, or it is write-protected.
    pub read_only: bool,
    /// Whether another wardrum has the file open.
    pub taken: bool,
    /// The part of the file not read yet: its path, and the byte where that part ends.
    unread: Option<(PathBuf, u64)>,
    /// Receives whether that part is sound, once it is checked.
    looked_over: Option<Receiver<(PathBuf, bool)>>,
    /// Whether its entries were renumbered.
    renumbered: bool,
    news: Vec<News>,
}

/// The number of acts that fill the log of a large terminal.
const TOLD: usize = 48;

/// What the hints for undo and redo call an amendment.
const AMENDED: &str = "what was amended";

fn words(error: StoreError) -> String {
    error.to_string()
}

impl Fight {
    /// A fight that is not saved anywhere.
    pub fn loose(start: Encounter) -> Self {
        Self::of("A fight", Chronicle::new(start), None)
    }

    fn of(title: &str, chronicle: Chronicle, journal: Option<Journal>) -> Self {
        let entries = chronicle.tree().entries();
        let at_hand = chronicle.tree().first_at_hand().0;
        Self {
            chronicle,
            title: title.into(),
            journal,
            unborn: false,
            by_itself: false,
            unsynced: false,
            trouble: None,
            reported: false,
            saved: entries,
            at_hand,
            amended: None,
            unanswered: None,
            asked: false,
            is_built: false,
            looked_at: false,
            read_only: false,
            taken: false,
            unread: None,
            looked_over: None,
            renumbered: false,
            news: Vec::new(),
        }
    }

    /// Whether it has no file yet, since the referee has done nothing in it.
    pub fn is_unborn(&self) -> bool {
        self.unborn
    }

    /// Whether this is the fight of that file.
    pub fn is_at(&self, path: &Path) -> bool {
        self.journal.as_ref().is_some_and(|journal| store::is_same(journal.path(), path))
    }

    /// Whether there is news of its file.
    pub fn has_news(&self) -> bool {
        !self.news.is_empty()
    }

    /// Takes the news of its file since the last call.
    pub fn take_news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }

    /// Whether its entries were renumbered since the last call.
    pub fn take_renumbered(&mut self) -> bool {
        std::mem::take(&mut self.renumbered)
    }

    /// The title of the fight.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// A report of the fight up to the current position.
    pub fn report(&self) -> Report {
        Report::of(self.title(), &self.chronicle)
    }

    /// The first entry in memory; earlier ones are read from the file on demand.
    pub fn at_hand(&self) -> u32 {
        self.at_hand
    }

    /// Whether earlier entries are still only in the file.
    pub fn leaves_past(&self) -> bool {
        self.at_hand > 1
    }

    /// Reads a few more of the earlier entries for the log; `false` if only reading the whole file yields more.
    pub fn read_back(&mut self) -> bool {
        let more = self.chronicle.read_back(TOLD);
        self.at_hand = self.chronicle.tree().first_at_hand().0;
        more
    }

    /// Reads all earlier entries from the file; `true` if there were any.
    pub fn read_past(&mut self) -> bool {
        let first = self.chronicle.line().first().copied();
        let waiting = self.leaves_past();
        self.at_hand = 1;
        waiting && first.is_some_and(|id| self.chronicle.entry(id).is_some())
    }

    /// Takes what was waiting for answers when the fight was last left.
    pub fn take_unanswered(&mut self) -> Option<Waiting> {
        self.unanswered.take()
    }

    /// Accepts an act and writes it to the journal. If writing fails, the act still counts and is written as soon as
    /// possible.
    ///
    /// # Errors
    /// Fails if the fight has moved elsewhere in the meantime.
    pub fn accept(&mut self, pending: Pending) -> Result<(), String> {
        if self.chronicle.accept(pending).is_none() {
            return Err("the fight has gone elsewhere meanwhile".into());
        }
        self.asked = false;
        self.write(Journal::accepted);
        Ok(())
    }

    /// Adopts the new line of an amendment and writes it to the journal; the old one becomes a branch with that name.
    ///
    /// # Errors
    /// Fails if the fight has moved elsewhere in the meantime.
    pub fn adopt(&mut self, amending: Amending, called: &str) -> Result<(), String> {
        let old = self.chronicle.position();
        let fork = self.chronicle.adopt(amending).ok_or("the fight has gone elsewhere meanwhile")?;
        self.amended = Some((old, self.chronicle.position()));
        self.asked = false;
        self.write(|journal, chronicle| journal.amended(chronicle, fork));
        if self.chronicle.position() != fork && self.chronicle.tree().name_of(old).is_none() {
            self.name(old, called);
        }
        Ok(())
    }

    /// What undo takes back, if it is an amendment.
    pub fn undoes_amending(&self) -> Option<&'static str> {
        self.amended.filter(|(_, to)| *to == self.chronicle.position()).map(|_| AMENDED)
    }

    /// What redo brings back, if it is an amendment.
    pub fn redoes_amending(&self) -> Option<&'static str> {
        let end = self.chronicle.at() == self.chronicle.line().len();
        self.amended.filter(|(from, _)| end && *from == self.chronicle.position()).map(|_| AMENDED)
    }

    /// The actor of the last act, if a combatant did it.
    pub fn last_actor(&self) -> Option<CombatantId> {
        let entry = self.chronicle.entry(self.chronicle.position())?;
        entry.steps.iter().find_map(|step| match &step.command {
            Command::Act(act) => Some(act.who),
            _ => None,
        })
    }

    /// Undoes the last act or amendment; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let amended = self.undoes_amending().and(self.amended);
        let undone = match amended {
            Some((from, _)) => self.chronicle.go_to(from),
            None => self.chronicle.undo().is_some(),
        };
        undone && self.moved()
    }

    /// Redoes what was undone; `false` if nothing was.
    pub fn redo(&mut self) -> bool {
        let amended = self.redoes_amending().and(self.amended);
        let redone = match amended {
            Some((_, to)) => self.chronicle.go_to(to),
            None => self.chronicle.redo().is_some(),
        };
        redone && self.moved()
    }

    /// Goes to an entry.
    pub fn go_to(&mut self, id: EntryId) {
        if self.chronicle.go_to(id) {
            self.moved();
        }
    }

    /// Names the line that begins with that entry.
    pub fn name(&mut self, origin: EntryId, name: &str) {
        self.chronicle.name(origin, name.into());
        self.write(|journal, chronicle| journal.named(chronicle, origin, name.into()));
    }

    fn moved(&mut self) -> bool {
        self.write(Journal::went);
        true
    }
}
