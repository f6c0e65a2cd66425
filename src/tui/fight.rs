//! The fight at hand and its journal.

use crate::chronicle::{Amending, Chronicle, EntryId, Halfway, Pending, Waiting};
use crate::report::{Format, Report};
use crate::rules::encounter::{Encounter, Stage};
use crate::rules::ids::{SideId, Text};
use crate::store::{self, Access, Folded, Folders, Journal, Opened, READY, StoreError, prepared, slug};
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A fight with the journal that keeps it.
pub struct Fight {
    /// What happened.
    pub chronicle: Chronicle,
    journal: Option<Journal>,
    /// Something was written that the disk may not have yet.
    unsynced: bool,
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
    /// What went wrong on opening, in words.
    pub warning: Option<String>,
}

/// What an amendment is called where it can be taken back.
const AMENDED: &str = "what was amended";

fn words(error: StoreError) -> String {
    error.to_string()
}

impl Fight {
    /// A fight that is kept nowhere.
    pub fn loose(start: Encounter) -> Self {
        Self::of(Chronicle::new(start), None)
    }

    fn of(chronicle: Chronicle, journal: Option<Journal>) -> Self {
        let at_hand = if chronicle.needs_past() { chronicle.tree().entries() + 1 } else { 1 };
        Self {
            chronicle,
            journal,
            unsynced: false,
            at_hand,
            amended: None,
            unanswered: None,
            asked: false,
            looked_at: false,
            read_only: false,
            warning: None,
        }
    }

    /// A new fight from a state; from now on it is the running one.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn begin(title: &str, start: Encounter) -> Result<Self, String> {
        let journal = Folders::find().and_then(|folders| folders.begin(title, &start)).map_err(words)?;
        Ok(Self::of(Chronicle::new(start), Some(journal)))
    }

    /// The ready fight at that place of the list, begun anew.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn ready(at: usize) -> Result<Self, String> {
        let ready = READY.get(at).and_then(|text| prepared(text));
        let (head, start) = ready.ok_or("there is no such fight")?;
        Self::begin(&head.title, start)
    }

    /// The fight of a file. A prepared one begins anew; any other goes on, and is the running one.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn open(path: &Path) -> Result<Self, String> {
        let opened = store::open(path).map_err(words)?;
        let prepared = opened.chronicle.tree().entries() == 0;
        let folders = Folders::find().map_err(words)?;
        if prepared && !path.starts_with(folders.fights()) {
            return Self::begin(opened.journal.title(), opened.chronicle.start().clone());
        }
        let mut fight = Self::opened(opened);
        if let Some(journal) = &mut fight.journal {
            folders.remember(journal).map_err(words)?;
        }
        Ok(fight)
    }

    /// The fight of a file, only to look at it.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn look(path: &Path) -> Result<Self, String> {
        let Opened { chronicle, damage, .. } = store::look(path).map_err(words)?;
        let warning = damage.map(|damage| damage.to_string());
        Ok(Self { looked_at: true, warning, ..Self::of(chronicle, None) })
    }

    fn opened(opened: Opened) -> Self {
        let Opened { chronicle, journal, waiting, damage } = opened;
        let read_only = journal.access() == Access::ReadOnly;
        let mut fight = Self::of(chronicle, (!read_only).then_some(journal));
        fight.read_only = read_only;
        let read_only = read_only.then(|| {
            "opened to read only, another wardrum has it or it is protected: what is done here is not kept".into()
        });
        fight.warning = damage.map(|damage| damage.to_string()).or(read_only);
        fight.asked = waiting.is_some();
        fight.unanswered = waiting;
        fight
    }

    /// The kinds that were folded in it when it was seen last.
    pub fn folded(&self) -> Vec<(SideId, Text)> {
        let Some(journal) = &self.journal else { return Vec::new() };
        Folders::find().map_or_else(|_| Vec::new(), |folders| Folded::of(journal.path(), &folders))
    }

    /// Keeps which kinds are folded. It is a look only: what cannot be written is folded anew.
    pub fn keep_folded(&self, kinds: Vec<(SideId, Text)>) {
        let Some(journal) = &self.journal else { return };
        let folded = Folded { fight: journal.path().to_owned(), kinds };
        let _ = Folders::find().and_then(|folders| folded.write(&folders));
    }

    /// The referee goes elsewhere: a fight that is over is not the running one any more.
    pub fn leave(&mut self) {
        self.sync();
        if self.journal.is_some() && self.chronicle.now().stage == Stage::Over {
            // Should the system refuse, the next start shows the end of this fight once more.
            let _ = Folders::find().and_then(|folders| folders.forget());
        }
        // Whoever opens it next, this program too, finds it unlocked.
        self.journal = None;
    }

    /// Keeps the present state as a prepared fight.
    ///
    /// # Errors
    /// There is one of that name already, or it cannot be written.
    pub fn keep(&self, name: &str) -> Result<String, String> {
        let path = Folders::find().and_then(|folders| folders.save_path(name)).map_err(words)?;
        Journal::create(&path, name, self.chronicle.now()).map_err(words)?;
        Ok(path.display().to_string())
    }

    /// What the fight is called.
    pub fn title(&self) -> &str {
        self.journal.as_ref().map_or("A fight", |journal| journal.title())
    }

    /// The fight told afterwards, as far as it is done.
    pub fn report(&self) -> Report {
        Report::of(self.title(), &self.chronicle)
    }

    /// Where its report would go: a file of its name, in the folder wardrum was started in.
    pub fn export_path(&self) -> String {
        format!("{}.md", slug(self.title()))
    }

    /// Writes its report; gives where. A path that ends in `.json` gets JSON, any other Markdown.
    ///
    /// # Errors
    /// A file is there already, or it cannot be written.
    pub fn export(&self, path: &Path) -> Result<PathBuf, String> {
        let json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
        let format = if json { Format::Json } else { Format::Markdown };
        let text = self.report().written(format).map_err(|error| error.to_string())?;
        let refused = |error: std::io::Error| match error.kind() {
            ErrorKind::AlreadyExists => {
                format!("{}: found a file there already, expected a new name", path.display())
            }
            _ => format!("{}: writing failed: {error}", path.display()),
        };
        let mut file = File::create_new(path).map_err(refused)?;
        file.write_all(text.as_bytes()).map_err(refused)?;
        Ok(path.canonicalize().unwrap_or_else(|_| path.to_owned()))
    }

    /// Entries numbered below this are not at hand: they are read after the first frame.
    pub fn at_hand(&self) -> u32 {
        self.at_hand
    }

    /// Reads what was left in the file; `true`: there was something.
    pub fn read_past(&mut self) -> bool {
        let first = self.chronicle.line().first().copied();
        let waiting = std::mem::replace(&mut self.at_hand, 1) > 1;
        waiting && first.is_some_and(|id| self.chronicle.entry(id).is_some())
    }

    /// What waited for answers when the fight was left.
    pub fn take_unanswered(&mut self) -> Option<Waiting> {
        self.unanswered.take()
    }

    /// Writes down an act that waits for answers, or that what waited was given up.
    pub fn keep_unanswered(&mut self, act: Option<&Pending>) {
        if act.is_none() && !self.asked {
            return;
        }
        self.asked = act.is_some();
        self.write(|journal, _| journal.pending(act));
    }

    /// Writes down an amendment that waits for answers.
    pub fn keep_halfway(&mut self, halfway: &Halfway) {
        self.asked = true;
        self.write(|journal, _| journal.halfway(halfway));
    }

    /// Takes an act in and writes it down.
    ///
    /// # Errors
    /// It could not be written; it stands all the same, and is written with the next one.
    pub fn accept(&mut self, pending: Pending) -> Result<(), String> {
        if self.chronicle.accept(pending).is_none() {
            return Err("the fight has gone elsewhere meanwhile".into());
        }
        self.asked = false;
        self.write(Journal::accepted);
        self.warning.take().map_or(Ok(()), Err)
    }

    /// Takes the new line of an amendment in and writes it down; the old one is a branch, called so. What went wrong with the writing,
    /// for it stands all the same.
    ///
    /// # Errors
    /// The fight has gone elsewhere meanwhile.
    pub fn adopt(&mut self, amending: Amending, called: &str) -> Result<Option<String>, String> {
        let old = self.chronicle.position();
        let fork = self.chronicle.adopt(amending).ok_or("the fight has gone elsewhere meanwhile")?;
        self.amended = Some((old, self.chronicle.position()));
        self.asked = false;
        self.write(|journal, chronicle| journal.amended(chronicle, fork));
        if self.chronicle.position() != fork && self.chronicle.tree().name_of(old).is_none() {
            self.chronicle.name(old, called.into());
            self.write(|journal, _| journal.named(old, called.into()));
        }
        Ok(self.warning.take())
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

    /// Takes the last act back, or what was amended last; `false`: there is none.
    pub fn undo(&mut self) -> bool {
        let amended = self.undoes_amending().and(self.amended);
        let undone = match amended {
            Some((from, _)) => self.chronicle.go_to(from),
            None => self.chronicle.undo().is_some(),
        };
        undone && self.went()
    }

    /// Does again what was taken back; `false`: nothing was.
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
        self.write(|journal, _| journal.named(origin, name.into()));
    }

    fn went(&mut self) -> bool {
        self.write(Journal::went);
        true
    }

    /// Writes; a fault is kept as a warning, for the fight goes on without the file.
    fn write(&mut self, how: impl FnOnce(&mut Journal, &Chronicle) -> Result<(), StoreError>) {
        let Some(journal) = &mut self.journal else { return };
        self.unsynced = true;
        if let Err(error) = how(journal, &self.chronicle) {
            self.warning = Some(words(error));
        }
    }

    /// What was written reaches the disk.
    pub fn sync(&mut self) {
        if !std::mem::take(&mut self.unsynced) {
            return;
        }
        if let Some(Err(error)) = self.journal.as_ref().map(Journal::sync) {
            self.warning = Some(words(error));
        }
    }
}
