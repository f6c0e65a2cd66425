//! Saving a fight: to its journal, to other files, or not at all.

use super::news::News;
use super::{Barred, Fight, Keeping, words};
use crate::chronicle::{Chronicle, Halfway, Pending};
use crate::export::{self, Eyes};
use crate::report::Format;
use crate::rules::model::encounter::Stage;
use crate::store::{self, DeskFile, Folded, Folders, Journal, KindName, StoreError, slug};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Shown when something could not be saved.
const NOT_SAVED: &str = "The fight goes on in memory and is saved as soon as the file can be written. \
                         Until then the header says NOT SAVED, and leaving asks.";

impl Fight {
    /// The mark in the header as long as not everything is saved.
    pub fn mark(&self) -> Option<&'static str> {
        match (&self.trouble, &self.keeping) {
            (Some(_), _) => Some("NOT SAVED"),
            (None, Keeping::ReadOnly(_)) => Some("READ ONLY: not kept"),
            (None, _) => None,
        }
    }

    /// What would be lost if the fight were left now, and why.
    pub fn unsaved(&self) -> Option<(String, String)> {
        let acts = self.chronicle.tree().entries().saturating_sub(self.saved);
        let what = match acts {
            0 => "what was done last is not saved".into(),
            1 => "1 act is not saved".into(),
            acts => format!("{acts} acts are not saved"),
        };
        match (&self.trouble, &self.keeping) {
            (Some(why), _) => Some((what, why.clone())),
            (None, Keeping::ReadOnly(barred)) if acts > 0 => {
                let why = match barred {
                    Barred::Taken => "another window has the file open",
                    Barred::Protected => "the file is write-protected",
                };
                Some((what, format!("the fight was opened read-only: {why}")))
            }
            (None, _) => None,
        }
    }

    /// Whether it is kept in a file.
    pub fn has_file(&self) -> bool {
        self.keeping.journal().is_some()
    }

    /// The kinds that the referee had folded (`true`) or unfolded when the fight was last open.
    pub fn folded(&self) -> BTreeMap<KindName, bool> {
        let Some(journal) = self.keeping.journal() else { return BTreeMap::new() };
        Folders::find().map_or_else(|_| BTreeMap::new(), |folders| Folded::of(journal.path(), &folders))
    }

    /// Where the seats of phones are kept; `None` while the fight has no file.
    pub fn desk_file(&self) -> Option<DeskFile> {
        let journal = self.keeping.journal()?;
        Folders::find().ok().map(|folders| DeskFile::of(journal.path(), folders))
    }

    /// Saves which kinds are folded or unfolded. It only affects the display, so a failure is ignored.
    pub fn keep_folded(&mut self, choices: &BTreeMap<KindName, bool>) {
        self.keep_from_now_on();
        let Some(journal) = self.keeping.journal() else { return };
        let folded = Folded::new(journal.path(), choices);
        let _ = Folders::find().and_then(|folders| folded.write(&folders));
    }

    /// Closes the fight. A fight that is over is no longer the running one.
    pub fn leave(&mut self) {
        self.sync();
        if let Some(journal) = self.keeping.journal()
            && self.chronicle.now().stage == Stage::Over
        {
            // If that fails, the next start merely shows the end of this fight once more.
            let _ = Folders::find().and_then(|folders| folders.forget(journal.path()));
        }
        // Releases the lock for whoever opens the file next, including this program.
        self.keeping = Keeping::Nowhere;
        self.settle_unsaved();
    }

    /// Stops counting anything as unsaved.
    fn settle_unsaved(&mut self) {
        self.trouble = None;
        if self.is_unborn() {
            self.keeping = Keeping::Nowhere;
        }
        self.saved = self.chronicle.tree().entries();
    }

    /// Saves the present state as a prepared fight and returns its path.
    ///
    /// # Errors
    /// Fails if the name is taken or the file cannot be written.
    pub fn keep(&self, name: &str) -> Result<String, String> {
        let path = Folders::find().and_then(|folders| folders.save_path(name)).map_err(words)?;
        Journal::create(&path, name, self.chronicle.now()).map_err(words)?;
        Ok(path.display().to_string())
    }

    /// The default path of the report: named after the fight, in the folder wardrum was started in.
    pub fn export_path(&self) -> String {
        format!("{}.md", slug(self.title()))
    }

    /// Writes the report and returns its path. The extension decides the format: JSON for `.json`, the page that
    /// replays the fight for `.html`, Markdown for any other.
    ///
    /// # Errors
    /// Fails if the file exists or cannot be written.
    pub fn export(&self, path: &Path) -> Result<PathBuf, String> {
        let ends = |with| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(with));
        let report = self.report();
        let text = match () {
            () if ends("json") => report.written(Format::Json),
            () if ends("html") => export::page(&report, &self.chronicle, Eyes::Referee),
            () => report.written(Format::Markdown),
        };
        let text = text.map_err(|error| error.to_string())?;
        if path.exists() {
            return Err(format!("{}: found a file there already, expected a new name", path.display()));
        }
        let refused = |error| format!("{}: writing failed: {}", path.display(), store::system(&error));
        store::replace(path, text.as_bytes()).map_err(refused)?;
        Ok(path.canonicalize().unwrap_or_else(|_| path.to_owned()))
    }

    /// Saves the whole fight to another, new file.
    ///
    /// # Errors
    /// Fails if the file exists or cannot be written.
    pub fn copy_to(&mut self, path: &Path) -> Result<(), String> {
        Journal::create_with(path, &self.title, &self.chronicle).map_err(words)?;
        self.settle_unsaved();
        Ok(())
    }

    /// Records the act that waits for answers, or that the waiting act was given up.
    pub fn keep_unanswered(&mut self, act: Option<&Pending>) {
        let asked = std::mem::replace(&mut self.asked, act.is_some());
        if act.is_some() || (asked && !self.is_unborn()) {
            self.write_waiting(|journal, chronicle| journal.pending(chronicle, act));
        }
    }

    /// Records an amendment that waits for answers.
    pub fn keep_halfway(&mut self, halfway: &Halfway) {
        self.asked = true;
        self.write_waiting(|journal, chronicle| journal.halfway(chronicle, halfway));
    }

    /// Sets whether what is done from now on happens by itself rather than by the referee.
    pub fn goes_by_itself(&mut self, does: bool) {
        self.by_itself = does;
    }

    /// Creates the fight's file if it has none yet.
    pub fn keep_from_now_on(&mut self) {
        if !self.is_unborn() {
            return;
        }
        let begun = Folders::find().and_then(|folders| folders.begin_with(&self.title, &self.chronicle));
        let begun = begun.map(|journal| self.keeping = Keeping::File(Box::new(journal)));
        self.note_result(begun);
    }

    /// Writes to the journal. If that fails, the fight goes on without the file.
    pub(super) fn write(
        &mut self,
        how: impl FnOnce(&mut Journal, &Chronicle) -> Result<(), StoreError>,
    ) {
        if self.is_unborn() {
            if !self.by_itself {
                self.keep_from_now_on();
            }
            return;
        }
        let Some(journal) = self.keeping.journal_mut() else { return };
        self.unsynced = true;
        let mut written = how(journal, &self.chronicle);
        if let Err(StoreError::NoPast { .. }) = written {
            self.chronicle = self.chronicle.without_past();
            (self.renumbered, self.at_hand, self.amended) = (true, 1, None);
            self.news.push(News::no_past());
            written = journal.catch_up(&self.chronicle);
        }
        self.note_result(written);
    }

    /// Records what waits for answers, after the last entry; creates the file if needed.
    fn write_waiting(&mut self, how: impl FnOnce(&mut Journal, &Chronicle) -> Result<(), StoreError>) {
        if self.is_unborn() && !self.by_itself {
            self.keep_from_now_on();
        }
        if !self.is_unborn() {
            self.write(how);
        }
    }

    pub(super) fn note_result(&mut self, written: Result<(), StoreError>) {
        let rewrite = self.keeping.journal_mut().and_then(Journal::take_rewrite);
        self.news.extend(rewrite.as_ref().map(News::of_rewrite));
        match written {
            Ok(()) => {
                self.trouble = None;
                self.saved = self.chronicle.tree().entries();
            }
            Err(error) => {
                let why = words(error);
                if !std::mem::replace(&mut self.reported, true) {
                    self.news.push(News::new("Not saved", &why, NOT_SAVED));
                }
                self.trouble = Some(why);
            }
        }
    }

    /// Syncs what was written to disk, after retrying what could not be written.
    pub fn sync(&mut self) {
        if self.trouble.is_some() {
            self.unsynced = self.has_file();
            match self.is_unborn() {
                true => self.keep_from_now_on(),
                false => self.write(Journal::catch_up),
            }
        }
        if !std::mem::take(&mut self.unsynced) {
            return;
        }
        if let Some(journal) = self.keeping.journal_mut() {
            let synced = journal.sync();
            journal.settle(&self.chronicle);
            if let Err(error) = synced {
                self.note_result(Err(error));
            }
        }
        self.reported = self.trouble.is_some();
    }
}
