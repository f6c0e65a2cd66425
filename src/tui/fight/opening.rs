//! Beginning, opening and viewing fights.

use super::news::News;
use super::{Barred, Fight, Keeping, Past, TOLD, words};
use crate::chronicle::Chronicle;
use crate::rules::model::encounter::{Encounter, Stage};
use crate::store::{self, Access, Folders, Opened, READY, StoreError, prepared};
use crate::tui::forecast::Wake;
use crate::tui::house_book;
use std::path::Path;
use std::sync::mpsc::channel;

/// The running fight, if it was begun from that prepared one and is not over: after a crash, the same command line
/// resumes it.
fn begun_from(prepared: &Opened) -> Option<Fight> {
    let path = Folders::find().ok()?.running()?;
    let title = prepared.journal.title();
    store::head(&path).ok().filter(|head| head.title == *title)?;
    let running = store::open(&path).ok().filter(|running| !running.journal.is_taken())?;
    let goes_on = running.chronicle.now().stage != Stage::Over;
    let same = running.chronicle.start() == prepared.chronicle.start();
    (goes_on && same).then(|| Fight::opened(running))
}

impl Fight {
    /// Begins a new fight from a state. The referee's first act creates its file and makes it the running fight; until
    /// then it leaves nothing behind.
    pub fn begin(title: &str, start: Encounter) -> Self {
        Self::of(title, Chronicle::new(start), Keeping::Unborn)
    }

    /// Begins the built-in sample at that index.
    ///
    /// # Errors
    /// Fails if there is no such sample.
    pub fn ready(at: usize) -> Result<Self, String> {
        let ready = READY.get(at).and_then(|text| prepared(text));
        let (head, start) = ready.ok_or("there is no such fight")?;
        Ok(Self::begin(&head.title, start))
    }

    /// Opens the fight in a file. A prepared one begins as a new fight, unless the running fight was begun from it; any
    /// other is resumed and becomes the running one.
    ///
    /// # Errors
    /// Fails if the file cannot be opened.
    pub fn open(path: &Path) -> Result<Self, String> {
        Self::resume_or_begin(store::open(path).map_err(words)?)
    }

    fn resume_or_begin(opened: Opened) -> Result<Self, String> {
        let prepared = opened.chronicle.tree().entries() == 0;
        let folders = Folders::find();
        let of_ours = |folders: &Folders| opened.journal.path().starts_with(folders.fights());
        if prepared && !folders.as_ref().is_ok_and(of_ours) {
            return Ok(begun_from(&opened).unwrap_or_else(|| {
                Self::begin(opened.journal.title(), opened.chronicle.start().clone())
            }));
        }
        let mut fight = Self::opened(opened);
        if let Some(journal) = fight.keeping.journal_mut()
            && let Err(error) = folders.and_then(|folders| folders.remember(journal))
        {
            let after = "The fight itself is kept. The next start does not go back into it by itself: \
                         open it by its path.";
            fight.news.push(News::new("Not remembered as the running fight", words(error), after));
        }
        Ok(fight)
    }

    /// Opens the fight in a file for display only.
    ///
    /// # Errors
    /// Fails if the file cannot be opened.
    pub fn look(path: &Path) -> Result<Self, String> {
        let Opened { chronicle, journal, damage, .. } = store::look(path).map_err(words)?;
        let mut fight = Self::of(journal.title(), chronicle, Keeping::Shown);
        fight.news.extend(house_book::unread(fight.chronicle.now()));
        fight.news.extend(damage.as_ref().map(News::of_damage));
        Ok(fight)
    }

    /// The same fight for display only.
    pub fn for_display(self) -> Self {
        Self { keeping: Keeping::Shown, ..self }
    }

    /// The same fight to be played on without a file.
    pub fn unkept(self) -> Self {
        Self { keeping: Keeping::Nowhere, ..self }
    }

    pub(super) fn opened(opened: Opened) -> Self {
        let Opened { mut chronicle, journal, waiting, damage, unread } = opened;
        let first = chronicle.tree().first_at_hand();
        let told = chronicle.line()[..chronicle.at()].iter().filter(|id| **id >= first).count();
        chronicle.read_back(TOLD.saturating_sub(told));
        let title = journal.title().clone();
        let past =
            if unread > 0 { Past::Unread(journal.path().to_owned(), unread) } else { Past::Known };
        let keeping = match journal.access() {
            Access::ReadOnly if journal.is_taken() => Keeping::ReadOnly(Barred::Taken),
            Access::ReadOnly => Keeping::ReadOnly(Barred::Protected),
            _ => Keeping::File(Box::new(journal)),
        };
        let mut fight = Self { past, ..Self::of(&title, chronicle, keeping) };
        fight.news.extend(house_book::unread(fight.chronicle.now()));
        fight.news.extend(damage.as_ref().map(News::of_damage));
        fight.asked = waiting.is_some();
        fight.unanswered = waiting;
        fight
    }

    /// Checks once, after opening, whether the unread past is sound; if not, returns the fight reopened from all of the
    /// file that can be read. With `wake`, a thread does the check, so that no key waits for a long file, and calls
    /// `wake` when it is done; the next call then has the result.
    pub fn look_over(&mut self, wake: Option<&Wake>) -> Option<Self> {
        if let Past::Unread(path, end) = &self.past {
            let (path, end) = (path.clone(), *end);
            let (tell, told) = channel();
            self.past = Past::Checked(told);
            let look = move || {
                let sound = store::is_sound(&path, end);
                // There is no receiver if the fight was left in the meantime.
                let _ = tell.send((path, sound));
            };
            match wake.cloned() {
                None => look(),
                Some(wake) => _ = std::thread::spawn(move || (look(), wake())),
            }
        }
        // Reopening would lose what is not in the file.
        let Past::Checked(told) = &self.past else { return None };
        let (path, sound) = if self.trouble.is_none() { told.try_recv().ok()? } else { return None };
        self.past = Past::Known;
        let elsewhere = self.keeping.journal().is_some_and(|journal| journal.path() != path);
        if sound || elsewhere || self.chronicle.tree().is_whole() { None } else { self.reopen(&path) }
    }

    /// If the past turned out to be damaged when it was read, returns the fight reopened from all of the file that can
    /// be read.
    pub fn look_back(&mut self) -> Option<Self> {
        let faulty = self.chronicle.tree().past_fault().is_some() && self.trouble.is_none();
        let path = self.keeping.journal().filter(|_| faulty)?.path().to_owned();
        self.reopen(&path)
    }

    fn reopen(&mut self, path: &Path) -> Option<Self> {
        // Release the lock, so that the file can be locked again.
        self.keeping = Keeping::Nowhere;
        let whole = store::open_whole(path).map_err(words).and_then(Self::resume_or_begin);
        match whole {
            Ok(whole) => Some(whole),
            Err(why) => {
                self.note_result(Err(StoreError::NoPast { path: path.to_owned() }));
                self.trouble = Some(why);
                None
            }
        }
    }
}
