//! The journal of a fight: every accepted act is appended to its file as a line.

mod open;
mod seal;

pub use open::{Opened, glance, head, is_open, is_sound, look, open, open_whole, seems_damaged};

use super::draft::{identity, read_plain, replace};
use super::error::StoreError;
use super::line::{Head, Line, TORN};
use super::lock::{Access, Handle};
use super::pointer;
use super::read::End;
use super::script::script;
use crate::chronicle::{Chronicle, EntryId, Halfway, Pending};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::Text;
use seal::Seal;
use std::borrow::Cow;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The least number of bytes between two snapshots.
const LEAST_APART: usize = 16 * 1024;
/// Going back this many entries from the last snapshot makes a new one due.
const FAR: u32 = 256;

/// A save open for appending. Each accepted act is appended with a single write; nothing is ever overwritten. Before
/// each write the file is checked: if it is no longer ours, or has been changed, the fight is written to a new file
/// from memory.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    head: Head,
    /// The locked file; `None` if read-only.
    file: Option<Handle>,
    /// Whether it is read-only because another wardrum has it open.
    taken: bool,
    /// The file's identity, and its length after the last write.
    identity: Option<(u64, u64)>,
    length: u64,
    /// What shows whether the same number of bytes is still the same text.
    seal: Seal,
    end: End,
    /// The size in bytes of the last snapshot, and of what follows it.
    kept: usize,
    since: usize,
    /// The entry after which that snapshot was taken.
    tip: EntryId,
    /// Whether a snapshot is to be written when there is time.
    snapshot_due: bool,
    /// Buffered lines that have not been written yet.
    unwritten: String,
    /// The line of the unfinished act or amendment, if any.
    waiting: String,
    /// The file that names the running fight, if this is it.
    running: Option<PathBuf>,
    /// Why the save was rewritten, until reported.
    rewrite: Option<Rewrite>,
}

/// How a save was rewritten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewrite {
    /// The reason.
    pub why: Divergence,
    /// The old path.
    pub from: PathBuf,
    /// The new path.
    pub to: PathBuf,
}

/// How the file differs from what was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Divergence {
    /// It is missing or empty.
    Gone,
    /// Another file is in its place.
    Replaced,
    /// It was truncated, or something was added or altered.
    Changed,
    /// It was damaged when opened.
    Damaged,
}

impl Journal {
    /// Creates a save of a fight in its starting state. On its own this is a prepared fight.
    ///
    /// # Errors
    /// The file exists already, or the system refuses to write; then no new file is left behind.
    pub fn create(path: &Path, title: &str, start: &Encounter) -> Result<Self, StoreError> {
        Self::create_with(path, title, &Chronicle::new(start.clone()))
    }

    /// Creates a save of a fight in progress.
    ///
    /// # Errors
    /// As [`create`](Self::create).
    pub fn create_with(path: &Path, title: &str, chronicle: &Chronicle) -> Result<Self, StoreError> {
        let head = Head::new(title, chronicle.start().ruleset);
        let mut journal = Self::without_file(path, head);
        journal.write_new(chronicle, path.to_owned())?;
        Ok(journal)
    }

    fn without_file(path: &Path, head: Head) -> Self {
        Self {
            path: std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
            head,
            file: None,
            taken: false,
            identity: None,
            length: 0,
            seal: Seal::default(),
            end: End::Clean,
            kept: 0,
            since: 0,
            tip: EntryId::START,
            snapshot_due: false,
            unwritten: String::new(),
            waiting: String::new(),
            running: None,
            rewrite: None,
        }
    }

    fn identified(mut self) -> Self {
        let data = self.file.as_ref().and_then(|file| file.metadata().ok());
        self.identity = data.as_ref().and_then(identity);
        self.seal = Seal::of(data.as_ref(), self.length);
        self
    }

    /// The path of the save, which changes if it is rewritten elsewhere.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The title of the fight.
    pub fn title(&self) -> &Text {
        &self.head.title
    }

    /// Whether it may be written.
    pub fn access(&self) -> Access {
        if self.file.is_some() { Access::Write } else { Access::ReadOnly }
    }

    /// Whether it is read-only because another wardrum has it open.
    pub fn is_taken(&self) -> bool {
        self.taken
    }

    /// Returns once why and where it was rewritten.
    pub fn take_rewrite(&mut self) -> Option<Rewrite> {
        self.rewrite.take()
    }

    /// Writes the entry that was accepted last.
    ///
    /// # Errors
    /// The save is read-only, or the system refuses to write; in the latter case it is written with the next line.
    pub fn accepted(&mut self, chronicle: &Chronicle) -> Result<(), StoreError> {
        let Some(entry) = chronicle.entry(chronicle.position()) else { return Ok(()) };
        self.waiting.clear();
        // The snapshot waits for a later write: an act may be undone right away, and the snapshot would be wasted.
        self.snapshot_due |= self.is_due();
        self.buffer(&Line::Entry(Cow::Borrowed(entry)))?;
        self.flush(chronicle)
    }

    fn is_due(&self) -> bool {
        self.since >= LEAST_APART.max(self.kept / 2)
    }

    /// Writes a snapshot if one is due. Called when nobody has to wait for it. Without it nothing is lost, but opening
    /// the fight starts from an earlier one.
    pub fn settle(&mut self, chronicle: &Chronicle) {
        let snapshot_due =
            std::mem::take(&mut self.snapshot_due) && chronicle.position() > EntryId::START;
        if !snapshot_due
            || self.file.is_none()
            || !self.unwritten.is_empty()
            || self.mismatch().is_some()
        {
            return;
        }
        // A partially written snapshot is marked as torn by the next write.
        if self.keep(chronicle).and_then(|()| self.write_on()).is_err() {
            self.unwritten.clear();
        }
    }

    /// Writes an amendment, followed by a snapshot, so that opening it needs no past. The amendment is a single row: if
    /// it is cut short, the old line is unaffected.
    ///
    /// # Errors
    /// As [`accepted`](Self::accepted).
    pub fn amended(&mut self, chronicle: &Chronicle, fork: EntryId) -> Result<(), StoreError> {
        let own = chronicle.line()[..chronicle.at()].iter().filter(|id| **id > fork);
        let entries: Vec<_> = own.filter_map(|id| chronicle.entry(*id)).map(Cow::Borrowed).collect();
        if entries.is_empty() {
            return self.went(chronicle);
        }
        self.waiting.clear();
        self.buffer(&Line::Amended { after: fork, entries })?;
        self.keep(chronicle)?;
        self.flush(chronicle)
    }

    /// Buffers a snapshot.
    fn keep(&mut self, chronicle: &Chronicle) -> Result<(), StoreError> {
        let before = self.unwritten.len();
        self.buffer(&Line::kept(chronicle))?;
        (self.kept, self.since) = (self.unwritten.len() - before, 0);
        (self.tip, self.snapshot_due) = (chronicle.position(), false);
        Ok(())
    }

    /// Writes the new position after undo, redo, or switching branches.
    ///
    /// # Errors
    /// As [`accepted`](Self::accepted).
    pub fn went(&mut self, chronicle: &Chronicle) -> Result<(), StoreError> {
        self.waiting.clear();
        self.buffer(&Line::Went(chronicle.position()))?;
        let back = self.tip.0.saturating_sub(chronicle.position().0);
        self.snapshot_due |= self.is_due() || back > FAR;
        self.flush(chronicle)
    }

    /// Writes the name of a branch.
    ///
    /// # Errors
    /// As [`accepted`](Self::accepted).
    pub fn named(
        &mut self,
        chronicle: &Chronicle,
        origin: EntryId,
        name: Text,
    ) -> Result<(), StoreError> {
        self.buffer(&Line::Name(origin, name))?;
        self.flush(chronicle)
    }

    /// Writes an unfinished act, or with `None` that the unfinished act or amendment was abandoned. Accepting one needs
    /// no extra line.
    ///
    /// # Errors
    /// As [`accepted`](Self::accepted).
    pub fn pending(&mut self, chronicle: &Chronicle, act: Option<&Pending>) -> Result<(), StoreError> {
        self.buffer_waiting(&Line::Pending(act.map(Cow::Borrowed)))?;
        if act.is_none() {
            self.waiting.clear();
        }
        self.flush(chronicle)
    }

    /// Writes an unfinished amendment. Accepting it needs no extra line.
    ///
    /// # Errors
    /// As [`accepted`](Self::accepted).
    pub fn halfway(&mut self, chronicle: &Chronicle, halfway: &Halfway) -> Result<(), StoreError> {
        self.buffer_waiting(&Line::Halfway(Cow::Borrowed(halfway)))?;
        self.flush(chronicle)
    }

    fn buffer_waiting(&mut self, line: &Line) -> Result<(), StoreError> {
        let before = self.unwritten.len();
        self.buffer(line)?;
        self.waiting = self.unwritten[before..].to_owned();
        Ok(())
    }

    /// Retries writing what is still buffered.
    ///
    /// # Errors
    /// As [`accepted`](Self::accepted).
    pub fn catch_up(&mut self, chronicle: &Chronicle) -> Result<(), StoreError> {
        if self.unwritten.is_empty() { Ok(()) } else { self.flush(chronicle) }
    }

    /// Waits until the data is on disk.
    ///
    /// # Errors
    /// The system reports a failure.
    pub fn sync(&self) -> Result<(), StoreError> {
        let Some(file) = &self.file else { return Ok(()) };
        file.sync_data().map_err(StoreError::io(&self.path, "syncing"))
    }

    /// Makes the file `running` name this save as the running fight, now and whenever it moves.
    ///
    /// # Errors
    /// The system refuses to write the file.
    pub(super) fn run(&mut self, running: PathBuf) -> Result<(), StoreError> {
        let named = pointer::name(&self.path);
        // Skip rewriting an unchanged file, which takes milliseconds on some file systems.
        if !read_plain(&running).is_ok_and(|found| found == named) {
            replace(&running, &named).map_err(StoreError::io(&running, "writing"))?;
        }
        self.running = Some(running);
        Ok(())
    }

    fn buffer(&mut self, line: &Line) -> Result<(), StoreError> {
        let before = self.unwritten.len();
        line.write(&mut self.unwritten).map_err(StoreError::io(&self.path, "writing"))?;
        self.since += self.unwritten.len() - before;
        Ok(())
    }

    /// Writes the buffer with a single call, or, if the file is not as it was left, the whole fight to a new file.
    fn flush(&mut self, chronicle: &Chronicle) -> Result<(), StoreError> {
        if self.file.is_none() {
            self.unwritten.clear();
            return Err(StoreError::ReadOnly { path: self.path.clone() });
        }
        match self.mismatch() {
            None => self.write_on(),
            Some(why) => self.rewrite(chronicle, why),
        }
    }

    /// Returns how the file differs from what was written, if it does. What the system cannot tell counts as unchanged.
    fn mismatch(&mut self) -> Option<Divergence> {
        let found = match std::fs::metadata(&self.path) {
            Ok(found) => found,
            Err(error) if error.kind() == ErrorKind::NotFound => return Some(Divergence::Gone),
            Err(_) => return (self.end == End::Damaged).then_some(Divergence::Damaged),
        };
        let same = identity(&found) == self.identity;
        match found.len() {
            0 if same && self.length > 0 => Some(Divergence::Gone),
            _ if !same => Some(Divergence::Replaced),
            length if length != self.length => Some(Divergence::Changed),
            _ if !self.seal.holds(&self.path, &found, self.length) => Some(Divergence::Changed),
            _ => (self.end == End::Damaged).then_some(Divergence::Damaged),
        }
    }

    /// Appends the buffer to the file. A previously torn line is first terminated and marked.
    fn write_on(&mut self) -> Result<(), StoreError> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let mend = match self.end {
            End::Open => "\n",
            End::Torn => TORN,
            End::Clean | End::Damaged => "",
        };
        let text = format!("{mend}{}", self.unwritten);
        let before = self.length;
        let result = file.write_all(text.as_bytes());
        self.length = match result {
            Ok(()) => before + text.len() as u64,
            Err(_) => file.metadata().map_or(before, |data| data.len()),
        };
        let written = usize::try_from(self.length.saturating_sub(before)).unwrap_or(0);
        let data = file.metadata().ok();
        self.seal.extend(&text.as_bytes()[..written.min(text.len())], data.as_ref());
        self.record_written(&text, mend.len(), written);
        result.map_err(StoreError::io(&self.path, "writing"))
    }

    /// Accounts for a partial write: complete lines count, the rest stays in the buffer.
    fn record_written(&mut self, text: &str, mend: usize, written: usize) {
        let bytes = &text.as_bytes()[..written.min(text.len())];
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        if whole > 0 {
            self.end = End::Clean;
        }
        if whole < bytes.len() {
            self.end = End::Torn;
        }
        self.unwritten = text.get(whole.max(mend)..).unwrap_or_default().to_owned();
    }

    /// Writes the fight to a new file and continues there: at the old path if that is free, else beside it. An existing
    /// file stays as it is.
    fn rewrite(&mut self, chronicle: &Chronicle, why: Divergence) -> Result<(), StoreError> {
        let from = self.path.clone();
        if !chronicle.tree().is_whole() {
            return Err(StoreError::NoPast { path: from });
        }
        let to = match why {
            Divergence::Gone => from.clone(),
            Divergence::Damaged => free_path(&from, "repaired"),
            Divergence::Replaced | Divergence::Changed => free_path(&from, "rescued"),
        };
        if why == Divergence::Gone {
            // An empty file makes way; otherwise the folder may be missing too.
            let _ = std::fs::remove_file(&to);
            let _ = to.parent().map(std::fs::create_dir_all);
        }
        self.write_new(chronicle, to.clone())?;
        self.rewrite = Some(Rewrite { why, from, to });
        self.running.take().map_or(Ok(()), |running| self.run(running))
    }

    /// Writes everything to a new file, which is removed again on failure.
    fn write_new(&mut self, chronicle: &Chronicle, path: PathBuf) -> Result<(), StoreError> {
        let script = script(&self.head, chronicle, &self.waiting);
        let script = script.map_err(StoreError::io(&path, "writing"))?;
        let mut file = new_file(&path).map_err(StoreError::io(&path, "creating"))?;
        if let Err(error) = file.write_all(script.text.as_bytes()).and_then(|()| file.sync_all()) {
            let _ = std::fs::remove_file(&path);
            return Err(StoreError::io(&path, "writing")(error));
        }
        sync_folder(&path);
        self.identity = file.metadata().ok().as_ref().and_then(identity);
        self.path = std::path::absolute(&path).unwrap_or(path);
        (self.file, self.end) = (Some(file), End::Clean);
        self.length = script.text.len() as u64;
        self.seal = Seal::of(self.file.as_ref().and_then(|file| file.metadata().ok()).as_ref(), 0);
        self.seal.extend(script.text.as_bytes(), None);
        (self.kept, self.since) = (script.kept, script.since);
        (self.tip, self.snapshot_due) = (chronicle.position(), false);
        self.unwritten.clear();
        Ok(())
    }
}

/// Creates and locks a file. An existing file is not touched.
fn new_file(path: &Path) -> std::io::Result<Handle> {
    let file = OpenOptions::new().read(true).append(true).create_new(true).open(path)?;
    let file = Handle::of(file);
    file.lock();
    Ok(file)
}

/// A free path beside the file: `name-repaired.ron`, with a number if that is taken.
fn free_path(path: &Path, word: &str) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default();
    let named = |n: u32| {
        let mut name = stem.to_owned();
        name.push(match n {
            1 => format!("-{word}.ron"),
            n => format!("-{word}-{n}.ron"),
        });
        path.with_file_name(name)
    };
    let mut paths = (1u32..).map(named);
    paths.find(|path| !path.exists()).unwrap_or_else(|| path.to_owned())
}

/// Syncs the directory entry of a new file, where the system supports that.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::model::ids::RulesetId;

    /// The next write makes up for any partial write.
    #[test]
    fn a_write_cut_short_is_made_up_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("fight.ron");
        let start = Encounter::new(RulesetId::Bx);
        let mut journal = Journal::create(&path, "Full disk", &start).expect("a new file");
        let names = ["one", "two", "three"].map(Text::from);
        let mut text = String::new();
        for name in &names[..2] {
            Line::Name(EntryId(0), name.clone()).write(&mut text).expect("a line");
        }
        let whole = journal.length;
        for written in 0..=text.len() {
            let file = OpenOptions::new().write(true).open(&path).expect("the file");
            file.set_len(whole).expect("shortened");
            journal
                .file
                .as_mut()
                .expect("ours")
                .write_all(&text.as_bytes()[..written])
                .expect("written");
            journal.end = End::Clean;
            journal.length = whole + written as u64;
            let data = std::fs::metadata(&path).ok();
            journal.seal = Seal::of(data.as_ref(), journal.length);
            journal.record_written(&text, 0, written);
            let fight = Chronicle::new(start.clone());
            journal.named(&fight, EntryId(0), names[2].clone()).expect("written");
            let found = std::fs::read_to_string(&path).expect("a text");
            let sound =
                found.lines().filter(|line| line.starts_with("Name(") && !line.contains("//torn"));
            assert_eq!(sound.count(), 3, "{found}");
            assert_eq!(look(&path).expect("it opens").damage, None);
            assert_eq!(journal.length, found.len() as u64);
        }
    }
}
