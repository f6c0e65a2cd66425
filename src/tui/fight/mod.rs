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
    keeping: Keeping,
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
    past: Past,
    /// Whether its entries were renumbered.
    renumbered: bool,
    news: Vec<News>,
}

/// Where a fight is kept.
enum Keeping {
    /// Nowhere: it was only made up, or has been left.
    Nowhere,
    /// Nowhere yet: the referee's first act creates its file.
    Unborn,
    /// In its file.
    File(Box<Journal>),
    /// What is done in it is not saved, since its file cannot be written.
    ReadOnly(Barred),
    /// It was opened only for display.
    Shown,
}

/// Why a file cannot be written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Barred {
    /// Another wardrum has it open.
    Taken,
    /// It is write-protected.
    Protected,
}

impl Keeping {
    fn journal(&self) -> Option<&Journal> {
        if let Self::File(journal) = self { Some(journal) } else { None }
    }

    fn journal_mut(&mut self) -> Option<&mut Journal> {
        if let Self::File(journal) = self { Some(journal) } else { None }
    }
}

/// What is known of the part of the file that opening it did not read.
enum Past {
    /// Nothing is left to find out.
    Known,
    /// It was not looked at: the file, and the byte where that part ends.
    Unread(PathBuf, u64),
    /// It is being checked: the receiver gets whether it is sound.
    Checked(Receiver<(PathBuf, bool)>),
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
        Self::of("A fight", Chronicle::new(start), Keeping::Nowhere)
    }

    fn of(title: &str, chronicle: Chronicle, keeping: Keeping) -> Self {
        let entries = chronicle.tree().entries();
        let at_hand = chronicle.tree().first_at_hand().0;
        Self {
            chronicle,
            title: title.into(),
            keeping,
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
            past: Past::Known,
            renumbered: false,
            news: Vec::new(),
        }
    }

    /// Whether it has no file yet, since the referee has done nothing in it.
    pub fn is_unborn(&self) -> bool {
        matches!(self.keeping, Keeping::Unborn)
    }

    /// Whether it was opened only for display.
    pub fn is_shown_only(&self) -> bool {
        matches!(self.keeping, Keeping::Shown)
    }

    /// Whether another wardrum has its file open.
    pub fn is_taken(&self) -> bool {
        matches!(self.keeping, Keeping::ReadOnly(Barred::Taken))
    }

    /// Whether this is the fight of that file.
    pub fn is_at(&self, path: &Path) -> bool {
        self.keeping.journal().is_some_and(|journal| store::is_same(journal.path(), path))
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
