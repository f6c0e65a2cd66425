//! The folders of wardrum, and the pointer to the running fight.

use super::draft::{open_plain, plain, read_plain, replace};
use super::error::StoreError;
use super::journal::Journal;
use super::line::{FORMAT, Head, Line};
use super::lock::{Access, Handle};
use super::pointer;
use crate::chronicle::Chronicle;
use crate::rules::model::encounter::Encounter;
use etcetera::BaseStrategy;
use std::ffi::OsString;
use std::fs::{File, create_dir_all};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The folders in which files are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folders {
    data: PathBuf,
    state: PathBuf,
    config: PathBuf,
}

/// The folder of house books.
const HOUSE_BOOKS: &str = "house";

impl Folders {
    /// Returns the standard folders of the system, or `WARDRUM_HOME` for all of them if set.
    ///
    /// # Errors
    /// [`StoreError::NoHome`] if there is no home folder.
    pub fn find() -> Result<Self, StoreError> {
        Self::from(std::env::var_os("WARDRUM_HOME"))
    }

    fn from(home: Option<OsString>) -> Result<Self, StoreError> {
        if let Some(home) = home.filter(|home| !home.is_empty()) {
            return Ok(Self::under(Path::new(&home)));
        }
        let base = etcetera::choose_base_strategy().map_err(|_| StoreError::NoHome)?;
        let data = base.data_dir().join("wardrum");
        let state = base.state_dir().map_or_else(|| data.clone(), |state| state.join("wardrum"));
        Ok(Self { data, state, config: base.config_dir().join("wardrum") })
    }

    /// Uses one folder for everything.
    pub fn under(home: &Path) -> Self {
        Self { data: home.to_owned(), state: home.to_owned(), config: home.to_owned() }
    }

    /// Fights that wardrum saves automatically. None is ever deleted.
    pub fn fights(&self) -> PathBuf {
        self.data.join("fights")
    }

    /// Fights archived by the referee.
    pub fn archive(&self) -> PathBuf {
        self.data.join("archive")
    }

    /// Fights and copies saved by the referee under a name.
    pub fn saves(&self) -> PathBuf {
        self.data.join("saves")
    }

    /// The configuration folder.
    pub fn config(&self) -> &Path {
        &self.config
    }

    /// The folder for state, such as the last activity.
    pub fn state(&self) -> &Path {
        &self.state
    }

    /// The referee's settings.
    pub fn settings(&self) -> PathBuf {
        self.config.join("settings.ron")
    }

    /// The referee's parties.
    pub fn parties(&self) -> PathBuf {
        self.data.join("parties")
    }

    /// The referee's own house books.
    pub fn house_books(&self) -> PathBuf {
        self.config.join(HOUSE_BOOKS)
    }

    /// Where earlier versions kept house books of options alone.
    pub fn presets(&self) -> PathBuf {
        self.config.join("presets")
    }

    /// The referee's own creatures and characters.
    pub fn bestiary(&self) -> PathBuf {
        self.config.join("bestiary")
    }

    /// The referee's key bindings.
    pub fn keys(&self) -> PathBuf {
        self.config.join("keys.ron")
    }

    /// Returns the path in [`saves`](Self::saves) for a name, creating the folder.
    ///
    /// # Errors
    /// The folder cannot be created.
    pub fn save_path(&self, name: &str) -> Result<PathBuf, StoreError> {
        let folder = self.saves();
        create_dir_all(&folder).map_err(StoreError::io(&folder, "creating the folder"))?;
        Ok(folder.join(format!("{}.ron", slug(name))))
    }

    /// Starts the journal of a new fight and makes it the running one.
    ///
    /// # Errors
    /// The system refuses to write.
    pub fn begin(&self, title: &str, start: &Encounter) -> Result<Journal, StoreError> {
        self.begin_with(title, &Chronicle::new(start.clone()))
    }

    /// Like [`begin`](Self::begin) for a fight in progress. Failing to make it the running one is not an error.
    ///
    /// # Errors
    /// As [`begin`](Self::begin).
    pub fn begin_with(&self, title: &str, chronicle: &Chronicle) -> Result<Journal, StoreError> {
        let folder = self.fights();
        create_dir_all(&folder).map_err(StoreError::io(&folder, "creating the folder"))?;
        let mut number = self.numbered().first().map_or(0, |(number, _)| *number);
        loop {
            number = number.saturating_add(1);
            let path = folder.join(format!("{number:04}-{}.ron", slug(title)));
            match Journal::create_with(&path, title, chronicle) {
                Err(StoreError::Io { error, .. }) if error.kind() == ErrorKind::AlreadyExists => {}
                made => {
                    let mut journal = made?;
                    let _ = self.remember(&mut journal);
                    return Ok(journal);
                }
            }
        }
    }

    /// Moves a fight into the archive under a free name, and returns its new path. If it was the running one, there is
    /// none afterwards.
    ///
    /// # Errors
    /// Another wardrum has it open, or the system refuses; then it is not moved.
    pub fn put_away(&self, path: &Path) -> Result<PathBuf, StoreError> {
        let file = Handle::of(open_plain(path).map_err(StoreError::io(path, "opening"))?);
        if file.lock() == Access::ReadOnly {
            return Err(StoreError::Open { path: path.to_owned() });
        }
        let folder = self.archive();
        create_dir_all(&folder).map_err(StoreError::io(&folder, "creating the folder"))?;
        let to = free_in(&folder, path);
        std::fs::rename(path, &to).map_err(StoreError::io(path, "archiving"))?;
        if self.named().as_deref() == Some(path) {
            let _ = std::fs::remove_file(self.pointer());
        }
        Ok(to)
    }

    /// Moves a fight from the archive to the others, and returns its new path.
    ///
    /// # Errors
    /// As [`Self::take_back`].
    pub fn bring_back(&self, from: &Path) -> Result<PathBuf, StoreError> {
        let to = self.fights().join(from.file_name().unwrap_or_default());
        self.take_back(from, &to)?;
        Ok(to)
    }

    /// Moves a fight back out of the archive.
    ///
    /// # Errors
    /// Another file has taken its path, or the system refuses; then it stays in the archive.
    pub fn take_back(&self, from: &Path, to: &Path) -> Result<(), StoreError> {
        if to.exists() {
            return Err(StoreError::Taken { path: to.to_owned() });
        }
        std::fs::rename(from, to).map_err(StoreError::io(from, "restoring"))
    }

    /// Makes a fight the running one.
    ///
    /// # Errors
    /// The system refuses to write.
    pub fn remember(&self, journal: &mut Journal) -> Result<(), StoreError> {
        create_dir_all(&self.state).map_err(StoreError::io(&self.state, "creating the folder"))?;
        journal.run(self.pointer())
    }

    /// The running fight, if there is one and its file exists.
    pub fn running(&self) -> Option<PathBuf> {
        self.named().filter(|path| path.is_file())
    }

    /// Reads the path from the pointer file. A trailing line break, as from an editor, is ignored.
    fn named(&self) -> Option<PathBuf> {
        let mut bytes = read_plain(&self.pointer()).ok()?;
        if bytes.last() == Some(&b'\n') && !pointer::path(bytes.clone())?.exists() {
            bytes.truncate(bytes.trim_ascii_end().len());
        }
        pointer::path(bytes)
    }

    /// Stops a fight from being the running one, if it is.
    ///
    /// # Errors
    /// The system refuses to remove the pointer.
    pub fn forget(&self, fight: &Path) -> Result<(), StoreError> {
        let pointer = self.pointer();
        if self.named().is_some_and(|named| named != fight) {
            return Ok(());
        }
        match std::fs::remove_file(&pointer) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(StoreError::io(&pointer, "removing")(error))
            }
            _ => Ok(()),
        }
    }

    /// Changes the title of a fight, keeping its entries and its modification time.
    ///
    /// # Errors
    /// Another wardrum has it open, it is not a save, or the system refuses; then it is not changed.
    pub fn rename(&self, path: &Path, title: &str) -> Result<(), StoreError> {
        let file = Handle::of(open_plain(path).map_err(StoreError::io(path, "opening"))?);
        if file.lock() == Access::ReadOnly {
            return Err(StoreError::Open { path: path.to_owned() });
        }
        let Head { ruleset, .. } = super::head(path)?;
        let bytes = read_plain(path).map_err(StoreError::io(path, "reading"))?;
        let rest = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |end| end + 1);
        let mut text = String::new();
        let head = Line::Head { format: FORMAT, title: Head::new(title, ruleset).title, ruleset };
        head.write(&mut text).map_err(StoreError::io(path, "writing"))?;
        let text = [text.as_bytes(), &bytes[rest..]].concat();
        let played = file.metadata().and_then(|data| data.modified());
        replace(path, &text).map_err(StoreError::io(path, "writing"))?;
        // If the time cannot be restored, the fight counts as played now.
        let _ = played.and_then(|time| File::options().append(true).open(path)?.set_modified(time));
        Ok(())
    }

    /// Every save in the fights and saves folders with its modification time, the most recent first. Ties are in the
    /// order of [`Self::all`].
    pub fn played(&self) -> Vec<(PathBuf, SystemTime)> {
        by_time(self.all())
    }

    /// Every fight in the archive with its modification time, the most recent first.
    pub fn archived(&self) -> Vec<(PathBuf, SystemTime)> {
        by_time(files(&self.archive()).collect())
    }

    /// How many files of ours there are in a folder.
    pub fn count(folder: &Path) -> usize {
        files(folder).count()
    }

    /// Every save in both folders: numbered fights from the newest on, then others by name.
    fn all(&self) -> Vec<PathBuf> {
        let numbered = self.numbered();
        let fights = numbered.iter().map(|(_, path)| path.clone());
        let is_other = |path: &PathBuf| numbered.iter().all(|(_, other)| other != path);
        let mut others: Vec<PathBuf> = files(&self.fights()).filter(is_other).collect();
        others.sort();
        let mut saves: Vec<PathBuf> = files(&self.saves()).collect();
        saves.sort();
        fights.chain(others).chain(saves).collect()
    }

    fn pointer(&self) -> PathBuf {
        self.state.join("running")
    }

    /// The fights numbered by wardrum, newest first.
    fn numbered(&self) -> Vec<(u32, PathBuf)> {
        let numbered = files(&self.fights()).filter_map(|path| Some((number(&path)?, path)));
        let mut numbered: Vec<(u32, PathBuf)> = numbered.collect();
        numbered.sort_by(|a, b| b.cmp(a));
        numbered
    }
}

/// These files with their modification times, the most recent first.
fn by_time(paths: Vec<PathBuf>) -> Vec<(PathBuf, SystemTime)> {
    let moment = |path: &Path| std::fs::metadata(path).and_then(|data| data.modified());
    let known = |path: PathBuf| (moment(&path).unwrap_or(SystemTime::UNIX_EPOCH), path);
    let mut all: Vec<(SystemTime, PathBuf)> = paths.into_iter().map(known).collect();
    all.sort_by(|(one, _), (other, _)| other.cmp(one));
    all.into_iter().map(|(moment, path)| (path, moment)).collect()
}

/// A free path in the folder: the file's own name, or else numbered.
fn free_in(folder: &Path, path: &Path) -> PathBuf {
    let (stem, own) = (path.file_stem().unwrap_or_default(), path.file_name().unwrap_or_default());
    let named = |n: u32| {
        let mut name = if n == 1 { own.to_owned() } else { stem.to_owned() };
        if n > 1 {
            name.push(format!("-{n}.ron"));
        }
        folder.join(name)
    };
    let mut paths = (1u32..).map(named);
    paths.find(|path| !path.exists()).unwrap_or_else(|| folder.join(own))
}

/// Reads a text file. `None` if there is no such file.
///
/// # Errors
/// The file exists but cannot be read.
pub fn text(path: &Path) -> Result<Option<String>, StoreError> {
    match plain(path).and_then(|()| std::fs::read_to_string(path)) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(StoreError::io(path, "reading")(error)),
    }
}

/// Reads the first `most` bytes of a file and one more, which shows whether there is more.
///
/// # Errors
/// The file cannot be read.
pub fn bounded(path: &Path, most: usize) -> Result<Vec<u8>, StoreError> {
    let mut bytes = Vec::new();
    let most = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    let file = open_plain(path).map_err(StoreError::io(path, "opening"))?;
    file.take(most).read_to_end(&mut bytes).map_err(StoreError::io(path, "reading"))?;
    Ok(bytes)
}

/// The saves in a folder, without links and subfolders.
fn files(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let plain = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    plain.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "ron"))
}

/// Parses the number from a file name of the form `0042-goblins.ron`.
fn number(path: &Path) -> Option<u32> {
    let (digits, _) = path.file_stem()?.to_str()?.split_once('-')?;
    let ours = digits.len() >= 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    if ours { digits.parse().ok() } else { None }
}

/// Turns a title into part of a file name: lower-case letters, digits and dashes.
pub fn slug(title: &str) -> String {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let slug: String = words.collect::<Vec<_>>().join("-").to_lowercase().chars().take(40).collect();
    if slug.is_empty() { "fight".to_owned() } else { slug }
}
