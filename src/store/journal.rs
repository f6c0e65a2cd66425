//! The journal of a fight: every accepted command is one more line at the end of its file.

mod open;

pub use open::{Opened, glance, head, is_open, is_sound, look, open, open_whole, seems_damaged};

use super::draft::{identity, replace};
use super::error::StoreError;
use super::line::{Head, Line, TORN};
use super::lock::{Access, Handle};
use super::pointer;
use super::read::End;
use super::script::script;
use crate::chronicle::{Chronicle, EntryId, Halfway, Pending};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::Text;
use std::borrow::Cow;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// At least so many bytes lie between two kept states.
const LEAST_APART: usize = 16 * 1024;
/// Gone back by so many entries from the last kept state, a state is kept there at once.
const FAR: u32 = 256;

/// The open end of a save. Each accepted act is appended with one write; nothing is ever written
/// over. Before it the file is looked at: where it is not ours any more, or not as it was left, the
/// fight is written anew from memory.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    head: Head,
    /// The locked file; none when it is read only.
    file: Option<Handle>,
    /// It is read only because another wardrum has it.
    taken: bool,
    /// Which file it is, and how long it was when it was written last.
    identity: Option<(u64, u64)>,
    length: u64,
    end: End,
    /// Bytes of the last kept state, and of what stands behind it.
    kept: usize,
    since: usize,
    /// The entry it was kept after.
    tip: EntryId,
    /// A state is to be kept, when there is time.
    ripe: bool,
    /// Lines the system did not take yet.
    unwritten: String,
    /// The line of what waits for answers, if something does.
    waiting: String,
    /// The file that names the running fight, when this is it.
    running: Option<PathBuf>,
    /// Why it had to be written anew, until it is told.
    renewed: Option<Renewed>,
}

/// What became of a save, so that it was written anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renewed {
    /// Why.
    pub why: Unlike,
    /// Where it was.
    pub from: PathBuf,
    /// Where it is now.
    pub to: PathBuf,
}

/// How a save is not as it was left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unlike {
    /// It is not there, or nothing is in it.
    Gone,
    /// Another file stands in its place.
    Replaced,
    /// It was cut short, or something was added.
    Changed,
    /// It was damaged when it was opened.
    Damaged,
}

impl Journal {
    /// Begins a new save with a head and a start; without more it is a prepared fight.
    ///
    /// # Errors
    /// There is a file of that name already, or the system refuses to write; then there is no new file.
    pub fn create(path: &Path, title: &str, start: &Encounter) -> Result<Self, StoreError> {
        Self::create_with(path, title, &Chronicle::new(start.clone()))
    }

    /// Begins a new save with all that was done so far.
    ///
    /// # Errors
    /// As [`create`](Self::create).
    pub fn create_with(path: &Path, title: &str, chronicle: &Chronicle) -> Result<Self, StoreError> {
        let head = Head { title: title.into(), ruleset: chronicle.start().ruleset };
        let mut journal = Self::without_file(path, head);
        journal.write_anew(chronicle, path.to_owned())?;
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
            end: End::Clean,
            kept: 0,
            since: 0,
            tip: EntryId::START,
            ripe: false,
            unwritten: String::new(),
            waiting: String::new(),
            running: None,
            renewed: None,
        }
    }

    fn identified(mut self) -> Self {
        let data = self.file.as_ref().and_then(|file| file.metadata().ok());
        self.identity = data.as_ref().and_then(identity);
        self
    }

    /// Where it is; written anew, it may be elsewhere.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the fight is called.
    pub fn title(&self) -> &Text {
        &self.head.title
    }

    /// Whether it may be written.
    pub fn access(&self) -> Access {
        if self.file.is_some() { Access::Write } else { Access::ReadOnly }
    }

    /// Whether it is read only because another wardrum has it open.
    pub fn is_taken(&self) -> bool {
        self.taken
    }

    /// Why it was written anew, once.
    pub fn take_renewed(&mut self) -> Option<Renewed> {
        self.renewed.take()
    }

    /// Writes the entry that the chronicle accepted last.
    ///
    /// # Errors
    /// It is read only, or the system refuses to write; then it is written with the next one.
    pub fn accepted(&mut self, chronicle: &Chronicle) -> Result<(), StoreError> {
        let Some(entry) = chronicle.entry(chronicle.position()) else { return Ok(()) };
        self.waiting.clear();
        // Not with the act that makes it due: that one may be taken back at once, and what was kept with it.
        self.ripe |= self.is_due();
        self.put(&Line::Entry(Cow::Borrowed(entry)))?;
        self.flush(chronicle)
    }

    fn is_due(&self) -> bool {
        self.since >= LEAST_APART.max(self.kept / 2)
    }

    /// Keeps the present state, when it is time for one. Nobody should have to wait for it, and nothing is lost
    /// without it: the fight is only opened from an earlier one then.
    pub fn settle(&mut self, chronicle: &Chronicle) {
        let ripe = std::mem::take(&mut self.ripe) && chronicle.position() > EntryId::START;
        if !ripe || self.file.is_none() || !self.unwritten.is_empty() || self.unlike().is_some() {
            return;
        }
        // What the system does not take of it is marked as torn with the next line.
        if self.keep(chronicle).and_then(|()| self.write_on()).is_err() {
            self.unwritten.clear();
        }
    }

    /// Writes the line that an amendment led to, with the state it leads to, so that opening it needs
    /// no past. They are written as one row: cut short, the old line stands as it was.
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
        self.put(&Line::Amended { after: fork, entries })?;
        self.keep(chronicle)?;
        self.flush(chronicle)
    }

    /// Adds the present state to what is to be written.
    fn keep(&mut self, chronicle: &Chronicle) -> Result<(), StoreError> {
        let before = self.unwritten.len();
        self.put(&Line::kept(chronicle))?;
        (self.kept, self.since) = (self.unwritten.len() - before, 0);
        (self.tip, self.ripe) = (chronicle.position(), false);
        Ok(())
    }

    /// Writes where the fight went: after undo, redo, or reopening a branch.
    ///
    /// # Errors
    /// As [`accepted`](Self::accepted).
    pub fn went(&mut self, chronicle: &Chronicle) -> Result<(), StoreError> {
        self.waiting.clear();
        self.put(&Line::Went(chronicle.position()))?;
        let back = self.tip.0.saturating_sub(chronicle.position().0);
        self.ripe |= self.is_due() || back > FAR;
        self.flush(chronicle)
    }

    /// Writes the name of a branch, which the chronicle knows already.
    ///
    /// # Errors
    /// As [`accepted`](Self::accepted).
    pub fn named(&mut self, chronicle: &Chronicle, tip: EntryId, name: Text) -> Result<(), StoreError> {
        self.put(&Line::Name(tip, name))?;
        self.flush(chronicle)
    }

    /// Writes an act that is half answered, or that what waited was given up. An accepted one needs
    /// no word.
    ///
    /// # Errors
    /// As [`accepted`](Self::accepted).
    pub fn pending(&mut self, chronicle: &Chronicle, act: Option<&Pending>) -> Result<(), StoreError> {
        self.wait(&Line::Pending(act.map(Cow::Borrowed)))?;
        if act.is_none() {
            self.waiting.clear();
        }
        self.flush(chronicle)
    }

    /// Writes an amendment that is half played. An accepted one needs no word.
    ///
    /// # Errors
    /// As [`accepted`](Self::accepted).
    pub fn halfway(&mut self, chronicle: &Chronicle, halfway: &Halfway) -> Result<(), StoreError> {
        self.wait(&Line::Halfway(Cow::Borrowed(halfway)))?;
        self.flush(chronicle)
    }

    fn wait(&mut self, line: &Line) -> Result<(), StoreError> {
        let before = self.unwritten.len();
        self.put(line)?;
        self.waiting = self.unwritten[before..].to_owned();
        Ok(())
    }

    /// Writes what the system did not take so far.
    ///
    /// # Errors
    /// As [`accepted`](Self::accepted).
    pub fn catch_up(&mut self, chronicle: &Chronicle) -> Result<(), StoreError> {
        if self.unwritten.is_empty() { Ok(()) } else { self.flush(chronicle) }
    }

    /// Waits until the disk has it.
    ///
    /// # Errors
    /// The system says no.
    pub fn sync(&self) -> Result<(), StoreError> {
        let Some(file) = &self.file else { return Ok(()) };
        file.sync_data().map_err(StoreError::io(&self.path, "syncing"))
    }

    /// From now on that file names this save as the running fight.
    ///
    /// # Errors
    /// The system refuses to write it.
    pub(super) fn run(&mut self, running: PathBuf) -> Result<(), StoreError> {
        let named = pointer::name(&self.path);
        // Going back into the running fight changes nothing: some file systems take milliseconds
        // to write a file anew.
        if !std::fs::read(&running).is_ok_and(|found| found == named) {
            replace(&running, &named).map_err(StoreError::io(&running, "writing"))?;
        }
        self.running = Some(running);
        Ok(())
    }

    fn put(&mut self, line: &Line) -> Result<(), StoreError> {
        let before = self.unwritten.len();
        line.write(&mut self.unwritten).map_err(StoreError::io(&self.path, "writing"))?;
        self.since += self.unwritten.len() - before;
        Ok(())
    }

    /// Writes what was not written yet: with one call, or, where the file is not as it was left, the
    /// whole fight anew.
    fn flush(&mut self, chronicle: &Chronicle) -> Result<(), StoreError> {
        if self.file.is_none() {
            self.unwritten.clear();
            return Err(StoreError::ReadOnly { path: self.path.clone() });
        }
        match self.unlike() {
            None => self.write_on(),
            Some(why) => self.renew(chronicle, why),
        }
    }

    /// How the file is not as it was left, if it is not. Where the system does not tell, nothing is
    /// taken for changed.
    fn unlike(&self) -> Option<Unlike> {
        let found = match std::fs::metadata(&self.path) {
            Ok(found) => found,
            Err(error) if error.kind() == ErrorKind::NotFound => return Some(Unlike::Gone),
            Err(_) => return (self.end == End::Damaged).then_some(Unlike::Damaged),
        };
        let same = identity(&found) == self.identity;
        match found.len() {
            0 if same && self.length > 0 => Some(Unlike::Gone),
            _ if !same => Some(Unlike::Replaced),
            length if length != self.length => Some(Unlike::Changed),
            _ => (self.end == End::Damaged).then_some(Unlike::Damaged),
        }
    }

    /// Writes at the end of the file. A line that was torn off before is ended and marked first.
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
        self.took(&text, mend.len(), written);
        result.map_err(StoreError::io(&self.path, "writing"))
    }

    /// So many bytes were written: whole lines count, the rest is written next time.
    fn took(&mut self, text: &str, mend: usize, written: usize) {
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

    /// Goes on in a file written anew: in its place where nothing stands there, else beside it; what
    /// stands there stays as it is.
    fn renew(&mut self, chronicle: &Chronicle, why: Unlike) -> Result<(), StoreError> {
        let from = self.path.clone();
        if !chronicle.tree().is_whole() {
            return Err(StoreError::NoPast { path: from });
        }
        let to = match why {
            Unlike::Gone => from.clone(),
            Unlike::Damaged => free_path(&from, "repaired"),
            Unlike::Replaced | Unlike::Changed => free_path(&from, "rescued"),
        };
        if why == Unlike::Gone {
            // An empty file makes room; where there is none, perhaps its folder is missing too.
            let _ = std::fs::remove_file(&to);
            let _ = to.parent().map(std::fs::create_dir_all);
        }
        self.write_anew(chronicle, to.clone())?;
        self.renewed = Some(Renewed { why, from, to });
        self.running.take().map_or(Ok(()), |running| self.run(running))
    }

    /// Writes everything into a new file; where that cannot be, there is none.
    fn write_anew(&mut self, chronicle: &Chronicle, path: PathBuf) -> Result<(), StoreError> {
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
        (self.kept, self.since) = (script.kept, script.since);
        (self.tip, self.ripe) = (chronicle.position(), false);
        self.unwritten.clear();
        Ok(())
    }
}

/// A new file, locked; an existing one is not touched.
fn new_file(path: &Path) -> std::io::Result<Handle> {
    let file = OpenOptions::new().read(true).append(true).create_new(true).open(path)?;
    let file = Handle::of(file);
    file.lock();
    Ok(file)
}

/// `name-repaired.ron` beside the file, numbered where that is taken.
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

/// The name of a new file, too, is on disk; where the system cannot say so, it comes by itself.
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

    /// However little of a write the system took, the next one makes up for it.
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
            journal.took(&text, 0, written);
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
