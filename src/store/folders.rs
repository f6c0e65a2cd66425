//! Where things are kept, and which fight is running.

use super::error::StoreError;
use super::journal::{Access, Journal, lock};
use super::line::Head;
use crate::rules::encounter::Encounter;
use etcetera::BaseStrategy;
use std::ffi::OsString;
use std::fs::{File, create_dir_all};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// How many fights are kept by themselves.
const KEPT: usize = 10;

/// Where things are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folders {
    data: PathBuf,
    state: PathBuf,
    config: PathBuf,
}

impl Folders {
    /// The folders the system has for us; `WARDRUM_HOME` puts all of them in one place.
    ///
    /// # Errors
    /// There is no home folder.
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

    /// All of them in one place.
    pub fn under(home: &Path) -> Self {
        Self { data: home.to_owned(), state: home.to_owned(), config: home.to_owned() }
    }

    /// Fights that wardrum keeps by itself: the last ten.
    pub fn fights(&self) -> PathBuf {
        self.data.join("fights")
    }

    /// Fights and copies the referee saved under a name; never cleared out.
    pub fn saves(&self) -> PathBuf {
        self.data.join("saves")
    }

    /// Settings.
    pub fn config(&self) -> &Path {
        &self.config
    }

    /// Where it is remembered what was done last.
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

    /// The referee's own sets of options.
    pub fn presets(&self) -> PathBuf {
        self.config.join("presets")
    }

    /// The referee's own creatures and characters.
    pub fn bestiary(&self) -> PathBuf {
        self.config.join("bestiary")
    }

    /// The referee's own keys.
    pub fn keys(&self) -> PathBuf {
        self.config.join("keys.ron")
    }

    /// A path in [`saves`](Self::saves) for that name; the folder is made.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn save_path(&self, name: &str) -> Result<PathBuf, StoreError> {
        let folder = self.saves();
        create_dir_all(&folder).map_err(StoreError::io(&folder, "making the folder"))?;
        Ok(folder.join(format!("{}.ron", slug(name))))
    }

    /// Begins the journal of a new fight and remembers it as the running one. Of older fights the
    /// last ten are kept, this one included, and none that is still running.
    ///
    /// # Errors
    /// The system refuses to write.
    pub fn begin(&self, title: &str, start: &Encounter) -> Result<Journal, StoreError> {
        let folder = self.fights();
        create_dir_all(&folder).map_err(StoreError::io(&folder, "making the folder"))?;
        self.clear_out();
        let mut number = self.numbered().first().map_or(0, |(number, _)| *number);
        let mut journal = loop {
            number = number.saturating_add(1);
            let path = folder.join(format!("{number:04}-{}.ron", slug(title)));
            match Journal::create(&path, title, start) {
                Err(StoreError::Io { source, .. }) if source.kind() == ErrorKind::AlreadyExists => {}
                made => break made?,
            }
        };
        self.remember(&mut journal)?;
        Ok(journal)
    }

    /// Remembers a fight as the running one.
    ///
    /// # Errors
    /// The system refuses to write.
    pub fn remember(&self, journal: &mut Journal) -> Result<(), StoreError> {
        create_dir_all(&self.state).map_err(StoreError::io(&self.state, "making the folder"))?;
        journal.run(self.pointer())
    }

    /// The running fight, if there is one and its file is there.
    pub fn running(&self) -> Option<PathBuf> {
        let text = std::fs::read_to_string(self.pointer()).ok()?;
        Some(PathBuf::from(text.trim())).filter(|path| path.is_file())
    }

    /// No fight is running any more.
    ///
    /// # Errors
    /// The system refuses.
    pub fn forget(&self) -> Result<(), StoreError> {
        let pointer = self.pointer();
        match std::fs::remove_file(&pointer) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(StoreError::io(&pointer, "removing")(error))
            }
            _ => Ok(()),
        }
    }

    /// Every save of both folders that has a head, newest fights first, then saves by name.
    pub fn list(&self) -> Vec<(PathBuf, Head)> {
        let fights = self.numbered().into_iter().map(|(_, path)| path);
        let mut saves: Vec<PathBuf> = files(&self.saves()).collect();
        saves.sort();
        let all = fights.chain(saves);
        all.filter_map(|path| super::head(&path).ok().map(|head| (path, head))).collect()
    }

    fn pointer(&self) -> PathBuf {
        self.state.join("running")
    }

    /// The fights that wardrum numbered, newest first.
    fn numbered(&self) -> Vec<(u32, PathBuf)> {
        let numbered = files(&self.fights()).filter_map(|path| Some((number(&path)?, path)));
        let mut numbered: Vec<(u32, PathBuf)> = numbered.collect();
        numbered.sort_by(|a, b| b.cmp(a));
        numbered
    }

    /// Removes old fights that nobody has open, so that with a new one there are as many as are kept.
    fn clear_out(&self) {
        let running = self.running();
        let old = self.numbered().into_iter().skip(KEPT - 1).map(|(_, path)| path);
        for path in old.filter(|path| Some(path) != running.as_ref()) {
            let free = File::open(&path).is_ok_and(|file| lock(&file) == Access::Write);
            if free {
                // What cannot be removed stays; the next new fight tries again.
                let _ = std::fs::remove_file(&path);
            }
        }
    }
}

/// What stands in a file; `None`: there is no such file.
///
/// # Errors
/// It is there and cannot be read.
pub fn text(path: &Path) -> Result<Option<String>, StoreError> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(StoreError::io(path, "reading")(error)),
    }
}

/// The saves in a folder; links and folders are none.
fn files(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let plain = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    plain.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "ron"))
}

/// The number in front of a name that wardrum gave: `0042-goblins.ron`.
fn number(path: &Path) -> Option<u32> {
    let (digits, _) = path.file_stem()?.to_str()?.split_once('-')?;
    let ours = digits.len() >= 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    if ours { digits.parse().ok() } else { None }
}

/// A title as part of a file name: letters, digits and dashes.
pub fn slug(title: &str) -> String {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let slug: String = words.collect::<Vec<_>>().join("-").to_lowercase().chars().take(40).collect();
    if slug.is_empty() { "fight".to_owned() } else { slug }
}
