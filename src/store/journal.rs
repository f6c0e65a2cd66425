//! The journal of a fight: every accepted command is one more line at the end of its file.

use super::error::{Damage, StoreError};
use super::line::{FORMAT, Head, Line, TORN, runs};
use super::read::{End, Found, Reach, first_line, read};
use crate::chronicle::{Chronicle, EntryId, Halfway, Pending, Waiting};
use crate::rules::encounter::Encounter;
use crate::rules::ids::Text;
use std::borrow::Cow;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// At least so many bytes lie between two kept states.
const LEAST_APART: usize = 16 * 1024;

/// Whether a save may be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// It is ours.
    Write,
    /// Another wardrum has it open, or it is write-protected.
    ReadOnly,
}

/// A save that was opened.
#[derive(Debug)]
pub struct Opened {
    /// The fight.
    pub chronicle: Chronicle,
    /// Where it goes on.
    pub journal: Journal,
    /// What waited for answers.
    pub waiting: Option<Waiting>,
    /// What could not be read.
    pub damage: Option<Damage>,
}

/// The open end of a save. Each accepted act is appended with one write; nothing is ever written
/// over.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    head: Head,
    /// The locked file; none when it is read only.
    file: Option<File>,
    end: End,
    /// Bytes up to which the file is sound.
    sound: u64,
    /// Bytes of the last kept state, and of what stands behind it.
    kept: usize,
    since: usize,
    /// Lines the system did not take yet.
    unwritten: String,
    /// The file that names the running fight, when this is it.
    running: Option<PathBuf>,
}

/// Opens a save to go on with it. Only what stands behind its last kept state is read; the past
/// when it is looked at. When another wardrum has it open, or it is write-protected, it is opened
/// to read only.
///
/// # Errors
/// It cannot be read, is no save, is of a newer format, or has no state that can be read.
pub fn open(path: &Path) -> Result<Opened, StoreError> {
    let (mut file, access) = open_file(path).map_err(StoreError::io(path, "opening"))?;
    let found = read(path, &mut file, Reach::Tail)?;
    Ok(opened(path, found, Some(file).filter(|_| access == Access::Write)))
}

/// Opens a save to look at it, from its first line to its last.
///
/// # Errors
/// As [`open`].
pub fn look(path: &Path) -> Result<Opened, StoreError> {
    let mut file = File::open(path).map_err(StoreError::io(path, "opening"))?;
    let found = read(path, &mut file, Reach::Whole)?;
    Ok(opened(path, found, None))
}

/// What the first line of a save says.
///
/// # Errors
/// As [`open`].
pub fn head(path: &Path) -> Result<Head, StoreError> {
    let mut file = File::open(path).map_err(StoreError::io(path, "opening"))?;
    first_line(path, &mut file)
}

fn opened(path: &Path, found: Found, file: Option<File>) -> Opened {
    let journal = Journal {
        path: path.to_owned(),
        head: found.head,
        file,
        end: found.end,
        sound: found.sound,
        kept: found.kept,
        since: found.since,
        unwritten: String::new(),
        running: None,
    };
    let Found { chronicle, waiting, damage, .. } = found;
    Opened { chronicle, journal, waiting, damage }
}

fn open_file(path: &Path) -> std::io::Result<(File, Access)> {
    match OpenOptions::new().read(true).append(true).open(path) {
        Ok(file) => {
            let access = lock(&file);
            Ok((file, access))
        }
        Err(error) if is_protected(error.kind()) => Ok((File::open(path)?, Access::ReadOnly)),
        Err(error) => Err(error),
    }
}

fn is_protected(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem)
}

/// Takes the lock; where the file system knows no locks, there is nobody to ask.
pub(super) fn lock(file: &File) -> Access {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Access::ReadOnly,
        Ok(()) | Err(TryLockError::Error(_)) => Access::Write,
    }
}

impl Journal {
    /// Begins a new save with a head and a start; without more it is a prepared fight.
    ///
    /// # Errors
    /// There is a file of that name already, or the system refuses to write.
    pub fn create(path: &Path, title: &str, start: &Encounter) -> Result<Self, StoreError> {
        let file = new_file(path).map_err(StoreError::io(path, "creating"))?;
        let head = Head { title: title.into(), ruleset: start.ruleset };
        let mut journal = Self {
            path: path.to_owned(),
            head,
            file: Some(file),
            end: End::Clean,
            sound: 0,
            kept: 0,
            since: 0,
            unwritten: String::new(),
            running: None,
        };
        let Head { title, ruleset } = journal.head.clone();
        let kept = Line::Kept { line: Vec::new(), state: Cow::Borrowed(start) };
        journal.append(&[Line::Head { format: FORMAT, title, ruleset }, kept])?;
        (journal.kept, journal.since) = (journal.since, 0);
        journal.sync()?;
        sync_folder(path);
        Ok(journal)
    }

    /// Where it is; going on with a damaged save changes it to that of the repaired copy.
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

    /// Writes the entry that the chronicle accepted last, now and then the state with it.
    ///
    /// # Errors
    /// It is read only, or the system refuses to write; then it is written with the next one.
    pub fn accepted(&mut self, chronicle: &Chronicle) -> Result<(), StoreError> {
        let Some(entry) = chronicle.entry(chronicle.position()) else { return Ok(()) };
        let entry = Line::Entry(Cow::Borrowed(entry));
        if self.since < LEAST_APART.max(self.kept / 2) {
            return self.append(&[entry]);
        }
        self.put(&[entry])?;
        self.keep(chronicle)?;
        self.flush()
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
        self.put(&[Line::Amended { after: fork, entries }])?;
        self.keep(chronicle)?;
        self.flush()
    }

    /// Adds the present state to what is to be written.
    fn keep(&mut self, chronicle: &Chronicle) -> Result<(), StoreError> {
        let line = runs(&chronicle.line()[..chronicle.at()]);
        let mut kept = String::new();
        let state = Line::Kept { line, state: Cow::Borrowed(chronicle.now()) };
        state.write(&mut kept).map_err(StoreError::io(&self.path, "writing"))?;
        (self.kept, self.since) = (kept.len(), 0);
        self.unwritten.push_str(&kept);
        Ok(())
    }

    /// Writes where the fight went: after undo, redo, or reopening a branch.
    ///
    /// # Errors
    /// As [`accepted`](Self::accepted).
    pub fn went(&mut self, chronicle: &Chronicle) -> Result<(), StoreError> {
        self.append(&[Line::Went(chronicle.position())])
    }

    /// Writes the name of a branch.
    ///
    /// # Errors
    /// As [`accepted`](Self::accepted).
    pub fn named(&mut self, tip: EntryId, name: Text) -> Result<(), StoreError> {
        self.append(&[Line::Name(tip, name)])
    }

    /// Writes an act that is half answered, or that what waited was given up. An accepted one needs
    /// no word.
    ///
    /// # Errors
    /// As [`accepted`](Self::accepted).
    pub fn pending(&mut self, act: Option<&Pending>) -> Result<(), StoreError> {
        self.append(&[Line::Pending(act.map(Cow::Borrowed))])
    }

    /// Writes an amendment that is half played. An accepted one needs no word.
    ///
    /// # Errors
    /// As [`accepted`](Self::accepted).
    pub fn halfway(&mut self, halfway: &Halfway) -> Result<(), StoreError> {
        self.append(&[Line::Halfway(Cow::Borrowed(halfway))])
    }

    /// Waits until the disk has it.
    ///
    /// # Errors
    /// The system says no.
    pub fn sync(&self) -> Result<(), StoreError> {
        let Some(file) = &self.file else { return Ok(()) };
        file.sync_data().map_err(StoreError::io(&self.path, "syncing"))
    }

    /// Saves a copy of everything sound under another name.
    ///
    /// # Errors
    /// There is a file of that name already, or the system says no.
    pub fn copy_to(&self, to: &Path) -> Result<(), StoreError> {
        self.copy(to).map_err(StoreError::io(to, "saving a copy")).map(|_| ())
    }

    fn copy(&self, to: &Path) -> std::io::Result<File> {
        let mut from = File::open(&self.path)?;
        from.seek(SeekFrom::Start(0))?;
        let mut file = new_file(to)?;
        std::io::copy(&mut from.take(self.sound), &mut file)?;
        if self.end == End::Open {
            file.write_all(b"\n")?;
        }
        file.write_all(self.unwritten.as_bytes())?;
        file.sync_all()?;
        sync_folder(to);
        Ok(file)
    }

    /// From now on that file names this save as the running fight.
    ///
    /// # Errors
    /// The system refuses to write it.
    pub(super) fn run(&mut self, running: PathBuf) -> Result<(), StoreError> {
        let path = std::path::absolute(&self.path).unwrap_or_else(|_| self.path.clone());
        let text = path.to_string_lossy();
        // Going back into the running fight changes nothing: some file systems take milliseconds
        // to write a file anew.
        if std::fs::read_to_string(&running).is_ok_and(|named| named == text) {
            self.running = Some(running);
            return Ok(());
        }
        std::fs::write(&running, &*text).map_err(StoreError::io(&running, "writing"))?;
        self.running = Some(running);
        Ok(())
    }

    fn append(&mut self, lines: &[Line]) -> Result<(), StoreError> {
        self.put(lines)?;
        self.flush()
    }

    fn put(&mut self, lines: &[Line]) -> Result<(), StoreError> {
        let before = self.unwritten.len();
        for line in lines {
            line.write(&mut self.unwritten).map_err(StoreError::io(&self.path, "writing"))?;
        }
        self.since += self.unwritten.len() - before;
        Ok(())
    }

    /// Writes what was not written yet, with one call. A line that was torn off before is ended
    /// and marked first.
    fn flush(&mut self) -> Result<(), StoreError> {
        if self.end == End::Damaged && self.file.is_some() {
            return self.repair();
        }
        let Some(file) = &mut self.file else {
            self.unwritten.clear();
            return Err(StoreError::ReadOnly { path: self.path.clone() });
        };
        let mend = match self.end {
            End::Open => "\n",
            End::Torn => TORN,
            End::Clean | End::Damaged => "",
        };
        let text = format!("{mend}{}", self.unwritten);
        let length = |file: &File| file.metadata().map_or(self.sound, |data| data.len());
        let before = if mend.is_empty() { self.sound } else { length(file) };
        let result = file.write_all(text.as_bytes());
        let after = if result.is_ok() { before + text.len() as u64 } else { length(file) };
        let written = usize::try_from(after.saturating_sub(before)).unwrap_or(0);
        self.took(&text, mend.len(), written, before);
        result.map_err(StoreError::io(&self.path, "writing"))
    }

    /// So many bytes were written: whole lines count, the rest is written next time.
    fn took(&mut self, text: &str, mend: usize, written: usize, before: u64) {
        let bytes = &text.as_bytes()[..written.min(text.len())];
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        if whole > 0 {
            self.sound = before + whole as u64;
            self.end = End::Clean;
        }
        if whole < bytes.len() {
            self.end = End::Torn;
        }
        self.unwritten = text.get(whole.max(mend)..).unwrap_or_default().to_owned();
    }

    /// Goes on in a copy of what is sound, beside the damaged file, which stays as it is.
    fn repair(&mut self) -> Result<(), StoreError> {
        let path = free_path(&self.path);
        let file = self.copy(&path).map_err(StoreError::io(&path, "writing a repaired copy"))?;
        self.sound = file.metadata().map_err(StoreError::io(&path, "reading"))?.len();
        self.file = Some(file);
        self.path = path;
        self.end = End::Clean;
        self.unwritten.clear();
        match self.running.take() {
            Some(running) => self.run(running),
            None => Ok(()),
        }
    }
}

/// A new file, locked; an existing one is not touched.
fn new_file(path: &Path) -> std::io::Result<File> {
    let file = OpenOptions::new().read(true).append(true).create_new(true).open(path)?;
    lock(&file);
    Ok(file)
}

/// `name-repaired.ron` beside the file, numbered where that is taken.
fn free_path(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let names = (1u32..).map(|n| match n {
        1 => format!("{stem}-repaired.ron"),
        n => format!("{stem}-repaired-{n}.ron"),
    });
    let mut paths = names.map(|name| path.with_file_name(name));
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
    use crate::rules::registry::RulesetId;

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
        let whole = journal.sound;
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
            journal.took(&text, 0, written, whole);
            journal.named(EntryId(0), names[2].clone()).expect("written");
            let found = std::fs::read_to_string(&path).expect("a text");
            let sound =
                found.lines().filter(|line| line.starts_with("Name(") && !line.contains("//torn"));
            assert_eq!(sound.count(), 3, "{found}");
            assert_eq!(look(&path).expect("it opens").damage, None);
            assert_eq!(journal.sound, found.len() as u64);
        }
    }
}
