//! The fight at hand and its journal.

pub mod amend;
pub(in crate::tui) mod due;
pub(in crate::tui) mod files;
pub mod fold_initiative;
pub mod hands;
mod keeping;
pub(in crate::tui) mod leaving;
mod news;
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

/// A fight with the journal that keeps it.
pub struct Fight {
    /// What happened.
    pub chronicle: Chronicle,
    title: Text,
    journal: Option<Journal>,
    /// It has no file yet: it gets one with the first act of the referee.
    unborn: bool,
    /// What happens now is not the referee's doing.
    by_itself: bool,
    /// Something was written that the disk may not have yet.
    unsynced: bool,
    /// Why what was done last is not in its file.
    trouble: Option<String>,
    /// The trouble was told; it is told again only after everything was saved.
    told: bool,
    /// How many entries are kept.
    saved: u32,
    at_hand: u32,
    /// The last amendment led from the first entry to the second.
    amended: Option<(EntryId, EntryId)>,
    unanswered: Option<Waiting>,
    /// Something that waits for answers stands in the journal.
    asked: bool,
    /// It is only looked at.
    pub looked_at: bool,
    /// What is done in it is kept nowhere: another wardrum has its file, or it is protected.
    pub read_only: bool,
    /// Another window of wardrum has its file.
    pub taken: bool,
    /// The part of its file that was not read yet: where, and up to which byte.
    unread: Option<(PathBuf, u64)>,
    /// Tells whether that part is sound, once it was looked over.
    looked_over: Option<Receiver<(PathBuf, bool)>>,
    /// Its entries have other numbers than before.
    renumbered: bool,
    news: Vec<News>,
}

/// So many acts fill the log of a large terminal.
const TOLD: usize = 48;

/// What an amendment is called where it can be taken back.
const AMENDED: &str = "what was amended";

fn words(error: StoreError) -> String {
    error.to_string()
}

impl Fight {
    /// A fight that is kept nowhere.
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
            told: false,
            saved: entries,
            at_hand,
            amended: None,
            unanswered: None,
            asked: false,
            looked_at: false,
            read_only: false,
            taken: false,
            unread: None,
            looked_over: None,
            renumbered: false,
            news: Vec::new(),
        }
    }

    /// Whether the referee has done nothing in it yet, so that it has no file.
    pub fn is_unborn(&self) -> bool {
        self.unborn
    }

    /// Whether that is its file.
    pub fn is_at(&self, path: &Path) -> bool {
        self.journal.as_ref().is_some_and(|journal| store::is_same(journal.path(), path))
    }

    /// Whether something happened to its file.
    pub fn has_news(&self) -> bool {
        !self.news.is_empty()
    }

    /// What happened to its file since it was asked last.
    pub fn take_news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }

    /// Whether its entries have other numbers than when it was asked last.
    pub fn take_renumbered(&mut self) -> bool {
        std::mem::take(&mut self.renumbered)
    }

    /// What the fight is called.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The fight told afterwards, as far as it is done.
    pub fn report(&self) -> Report {
        Report::of(self.title(), &self.chronicle)
    }

    /// Entries numbered below this are not at hand: they are read when they are looked at.
    pub fn at_hand(&self) -> u32 {
        self.at_hand
    }

    /// Whether entries were left in the file.
    pub fn leaves_past(&self) -> bool {
        self.at_hand > 1
    }

    /// Reads a few more of the entries that were left in the file, to be told of; `false`: only reading all of it
    /// gives more.
    pub fn read_back(&mut self) -> bool {
        let more = self.chronicle.read_back(TOLD);
        self.at_hand = self.chronicle.tree().first_at_hand().0;
        more
    }

    /// Reads what was left in the file; `true`: there was something.
    pub fn read_past(&mut self) -> bool {
        let first = self.chronicle.line().first().copied();
        let waiting = self.leaves_past();
        self.at_hand = 1;
        waiting && first.is_some_and(|id| self.chronicle.entry(id).is_some())
    }

    /// What waited for answers when the fight was left.
    pub fn take_unanswered(&mut self) -> Option<Waiting> {
        self.unanswered.take()
    }

    /// Takes an act in and writes it down. Where that fails, it stands all the same, and is written as
    /// soon as it can be.
    ///
    /// # Errors
    /// The fight has gone elsewhere meanwhile.
    pub fn accept(&mut self, pending: Pending) -> Result<(), String> {
        if self.chronicle.accept(pending).is_none() {
            return Err("the fight has gone elsewhere meanwhile".into());
        }
        self.asked = false;
        self.write(Journal::accepted);
        Ok(())
    }

    /// Takes the new line of an amendment in and writes it down; the old one is a branch, called so.
    ///
    /// # Errors
    /// The fight has gone elsewhere meanwhile.
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

    /// What undo takes back, where it is an amendment.
    pub fn undoes_amending(&self) -> Option<&'static str> {
        self.amended.filter(|(_, to)| *to == self.chronicle.position()).map(|_| AMENDED)
    }

    /// What redo does again, where it is an amendment.
    pub fn redoes_amending(&self) -> Option<&'static str> {
        let end = self.chronicle.at() == self.chronicle.line().len();
        self.amended.filter(|(from, _)| end && *from == self.chronicle.position()).map(|_| AMENDED)
    }

    /// Who did the last act, if it was somebody's.
    pub fn last_actor(&self) -> Option<CombatantId> {
        let entry = self.chronicle.entry(self.chronicle.position())?;
        entry.steps.iter().find_map(|step| match &step.command {
            Command::Act(act) => Some(act.who),
            _ => None,
        })
    }

    /// Takes the last act back, or what was amended last; `false`: there is none.
    pub fn undo(&mut self) -> bool {
        let amended = self.undoes_amending().and(self.amended);
        let undone = match amended {
            Some((from, _)) => self.chronicle.go_to(from),
            None => self.chronicle.undo().is_some(),
        };
        undone && self.went()
    }

    /// Redoes what was undone; `false`: nothing was.
    pub fn redo(&mut self) -> bool {
        let amended = self.redoes_amending().and(self.amended);
        let redone = match amended {
            Some((_, to)) => self.chronicle.go_to(to),
            None => self.chronicle.redo().is_some(),
        };
        redone && self.went()
    }

    /// Goes to an entry.
    pub fn go_to(&mut self, id: EntryId) {
        if self.chronicle.go_to(id) {
            self.went();
        }
    }

    /// Names the line that begins with that entry.
    pub fn name(&mut self, origin: EntryId, name: &str) {
        self.chronicle.name(origin, name.into());
        self.write(|journal, chronicle| journal.named(chronicle, origin, name.into()));
    }

    fn went(&mut self) -> bool {
        self.write(Journal::went);
        true
    }
}
