//! The fight at hand and its journal.

pub mod amend;
pub(in crate::tui) mod due;
pub(in crate::tui) mod files;
pub mod fold_initiative;
pub mod hands;
pub(in crate::tui) mod leaving;
pub(in crate::tui) mod submit;

use crate::chronicle::{Amending, Chronicle, EntryId, Halfway, Pending, Waiting};
use crate::export::{self, Eyes};
use crate::report::{Format, Report};
use crate::rules::model::command::Command;
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::ids::{CombatantId, SideId, Text};
use crate::store::{
    self, Access, Damage, Folded, Folders, Journal, Opened, READY, Renewed, StoreError, Unlike,
    prepared, slug,
};
use crate::tui::forecast::Wake;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};

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

/// Something that happened to the fight's file, for a page of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    /// What it is about.
    pub title: &'static str,
    /// What there is to know and to do.
    pub lines: Vec<String>,
}

/// So many acts fill the log of a large terminal.
const TOLD: usize = 48;

/// What an amendment is called where it can be taken back.
const AMENDED: &str = "what was amended";

fn words(error: StoreError) -> String {
    error.to_string()
}

/// The running fight, where it was begun from that prepared one and still goes on: who starts wardrum again with the
/// same words after it was killed is back where they were.
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

    /// A new fight from a state. With the first act of the referee it gets its file and is the running
    /// one; only looked at, it leaves nothing behind.
    pub fn begin(title: &str, start: Encounter) -> Self {
        Self { unborn: true, ..Self::of(title, Chronicle::new(start), None) }
    }

    /// The ready fight at that place of the list, begun anew.
    ///
    /// # Errors
    /// There is no such fight.
    pub fn ready(at: usize) -> Result<Self, String> {
        let ready = READY.get(at).and_then(|text| prepared(text));
        let (head, start) = ready.ok_or("there is no such fight")?;
        Ok(Self::begin(&head.title, start))
    }

    /// The fight of a file. A prepared one begins anew, unless the running fight was begun from it; any other goes on,
    /// and is the running one.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn open(path: &Path) -> Result<Self, String> {
        Self::going_on(store::open(path).map_err(words)?)
    }

    fn going_on(opened: Opened) -> Result<Self, String> {
        let prepared = opened.chronicle.tree().entries() == 0;
        let folders = Folders::find();
        let of_ours = |folders: &Folders| opened.journal.path().starts_with(folders.fights());
        if prepared && !folders.as_ref().is_ok_and(of_ours) {
            return Ok(begun_from(&opened).unwrap_or_else(|| {
                Self::begin(opened.journal.title(), opened.chronicle.start().clone())
            }));
        }
        let mut fight = Self::opened(opened);
        if let Some(journal) = &mut fight.journal
            && let Err(error) = folders.and_then(|folders| folders.remember(journal))
        {
            let after = "The fight itself is kept. The next start does not go back into it by itself: \
                         open it by its path.";
            fight.news.push(News::new("Not remembered as the running fight", words(error), after));
        }
        Ok(fight)
    }

    /// The fight of a file, only to look at it.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn look(path: &Path) -> Result<Self, String> {
        let Opened { chronicle, journal, damage, .. } = store::look(path).map_err(words)?;
        let mut fight = Self::of(journal.title(), chronicle, None);
        fight.looked_at = true;
        fight.news.extend(damage.as_ref().map(News::of_damage));
        Ok(fight)
    }

    fn opened(opened: Opened) -> Self {
        let Opened { mut chronicle, journal, waiting, damage, unread } = opened;
        let first = chronicle.tree().first_at_hand();
        let told = chronicle.line()[..chronicle.at()].iter().filter(|id| **id >= first).count();
        chronicle.read_back(TOLD.saturating_sub(told));
        let title = journal.title().clone();
        let unread = (unread > 0).then(|| (journal.path().to_owned(), unread));
        let (read_only, taken) = (journal.access() == Access::ReadOnly, journal.is_taken());
        let mut fight = Self::of(&title, chronicle, (!read_only).then_some(journal));
        (fight.read_only, fight.taken, fight.unread) = (read_only, taken, unread);
        fight.news.extend(damage.as_ref().map(News::of_damage));
        fight.asked = waiting.is_some();
        fight.unanswered = waiting;
        fight
    }

    /// Once, after it was opened: whether its past is sound. Where that is not so, the fight as far as
    /// all of its file can be read. With somebody to wake, a thread looks it over, so that no key waits for a
    /// long file, and wakes them for the next call.
    pub fn look_over(&mut self, wake: Option<&Wake>) -> Option<Self> {
        if let Some((path, end)) = self.unread.take() {
            let (tell, told) = channel();
            self.looked_over = Some(told);
            let look = move || {
                let sound = store::is_sound(&path, end);
                // Nobody listens any more where the fight was left meanwhile.
                let _ = tell.send((path, sound));
            };
            match wake.cloned() {
                None => look(),
                Some(wake) => _ = std::thread::spawn(move || (look(), wake())),
            }
        }
        // What is not in the file would be lost with this one.
        let told = self.looked_over.as_ref().filter(|_| self.trouble.is_none())?;
        let (path, sound) = told.try_recv().ok()?;
        self.looked_over = None;
        let elsewhere = self.journal.as_ref().is_some_and(|journal| journal.path() != path);
        if sound || elsewhere || self.chronicle.tree().is_whole() {
            None
        } else {
            self.opened_anew(&path)
        }
    }

    /// Its past turned out to be damaged when it was looked at: the fight as far as all of its file can
    /// be read.
    pub fn look_back(&mut self) -> Option<Self> {
        let faulty = self.chronicle.tree().past_fault().is_some() && self.trouble.is_none();
        let path = self.journal.as_ref().filter(|_| faulty)?.path().to_owned();
        self.opened_anew(&path)
    }

    fn opened_anew(&mut self, path: &Path) -> Option<Self> {
        // The lock is given back first, so that it can be taken again.
        self.journal = None;
        let whole = store::open_whole(path).map_err(words).and_then(Self::going_on);
        match whole {
            Ok(whole) => Some(whole),
            Err(why) => {
                self.came_out(Err(StoreError::NoPast { path: path.to_owned() }));
                self.trouble = Some(why);
                None
            }
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

    /// What stands in the header as long as not everything is kept.
    pub fn mark(&self) -> Option<&'static str> {
        match (&self.trouble, self.read_only) {
            (Some(_), _) => Some("NOT SAVED"),
            (None, true) => Some("READ ONLY: not kept"),
            (None, false) => None,
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
        match &self.trouble {
            Some(why) => Some((what, why.clone())),
            None if self.read_only && acts > 0 => {
                let why = if self.taken {
                    "another window has the file open"
                } else {
                    "the file is write-protected"
                };
                Some((what, format!("the fight was opened read-only: {why}")))
            }
            None => None,
        }
    }

    /// The kinds that were folded in it when it was seen last.
    pub fn folded(&self) -> Vec<(SideId, Text)> {
        let Some(journal) = &self.journal else { return Vec::new() };
        Folders::find().map_or_else(|_| Vec::new(), |folders| Folded::of(journal.path(), &folders))
    }

    /// Keeps which kinds are folded. It is a look only: what cannot be written is folded anew.
    pub fn keep_folded(&mut self, kinds: Vec<(SideId, Text)>) {
        self.keep_from_now_on();
        let Some(journal) = &self.journal else { return };
        let folded = Folded::new(journal.path(), kinds);
        let _ = Folders::find().and_then(|folders| folded.write(&folders));
    }

    /// The referee goes elsewhere: a fight that is over is not the running one any more.
    pub fn leave(&mut self) {
        self.sync();
        if let Some(journal) = &self.journal
            && self.chronicle.now().stage == Stage::Over
        {
            // Should the system refuse, the next start shows the end of this fight once more.
            let _ = Folders::find().and_then(|folders| folders.forget(journal.path()));
        }
        // Whoever opens it next, this program too, finds it unlocked.
        self.journal = None;
        self.let_go();
    }

    /// What is not saved is of no account any more.
    fn let_go(&mut self) {
        (self.trouble, self.unborn) = (None, false);
        self.saved = self.chronicle.tree().entries();
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
        &self.title
    }

    /// The fight told afterwards, as far as it is done.
    pub fn report(&self) -> Report {
        Report::of(self.title(), &self.chronicle)
    }

    /// Where its report would go: a file of its name, in the folder wardrum was started in.
    pub fn export_path(&self) -> String {
        format!("{}.md", slug(self.title()))
    }

    /// Writes its report; gives where. A path that ends in `.json` gets JSON, one that ends in `.html` the page that
    /// replays the fight, any other Markdown.
    ///
    /// # Errors
    /// A file is there already, or it cannot be written.
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

    /// Saves everything that was done into another file, which is new.
    ///
    /// # Errors
    /// A file is there already, or it cannot be written.
    pub fn copy_to(&mut self, path: &Path) -> Result<(), String> {
        Journal::create_with(path, &self.title, &self.chronicle).map_err(words)?;
        self.let_go();
        Ok(())
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

    /// Writes down an act that waits for answers, or that what waited was given up.
    pub fn keep_unanswered(&mut self, act: Option<&Pending>) {
        let asked = std::mem::replace(&mut self.asked, act.is_some());
        if act.is_some() || (asked && !self.unborn) {
            self.write_waiting(|journal, chronicle| journal.pending(chronicle, act));
        }
    }

    /// Writes down an amendment that waits for answers.
    pub fn keep_halfway(&mut self, halfway: &Halfway) {
        self.asked = true;
        self.write_waiting(|journal, chronicle| journal.halfway(chronicle, halfway));
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

    /// What is done now happens by itself, or is the referee's doing again.
    pub fn goes_by_itself(&mut self, does: bool) {
        self.by_itself = does;
    }

    /// Gives it a file, should it have none yet.
    pub fn keep_from_now_on(&mut self) {
        if !self.unborn {
            return;
        }
        let begun = Folders::find().and_then(|folders| folders.begin_with(&self.title, &self.chronicle));
        let begun = begun.map(|journal| {
            self.journal = Some(journal);
            self.unborn = false;
        });
        self.came_out(begun);
    }

    /// Writes what was done; where that fails, the fight goes on without the file.
    fn write(&mut self, how: impl FnOnce(&mut Journal, &Chronicle) -> Result<(), StoreError>) {
        if self.unborn {
            if !self.by_itself {
                self.keep_from_now_on();
            }
            return;
        }
        let Some(journal) = &mut self.journal else { return };
        self.unsynced = true;
        let mut written = how(journal, &self.chronicle);
        if let Err(StoreError::NoPast { .. }) = written {
            self.chronicle = self.chronicle.without_past();
            (self.renumbered, self.at_hand, self.amended) = (true, 1, None);
            self.news.push(News::no_past());
            written = journal.catch_up(&self.chronicle);
        }
        self.came_out(written);
    }

    /// Writes what waits for answers: behind a new file's last entry, too.
    fn write_waiting(&mut self, how: impl FnOnce(&mut Journal, &Chronicle) -> Result<(), StoreError>) {
        if self.unborn && !self.by_itself {
            self.keep_from_now_on();
        }
        if !self.unborn {
            self.write(how);
        }
    }

    fn came_out(&mut self, written: Result<(), StoreError>) {
        let renewed = self.journal.as_mut().and_then(Journal::take_renewed);
        self.news.extend(renewed.as_ref().map(News::of_renewed));
        match written {
            Ok(()) => {
                self.trouble = None;
                self.saved = self.chronicle.tree().entries();
            }
            Err(error) => {
                let why = words(error);
                if !std::mem::replace(&mut self.told, true) {
                    self.news.push(News::new("Not saved", &why, NOT_SAVED));
                }
                self.trouble = Some(why);
            }
        }
    }

    /// What was written reaches the disk; what could not be written is tried again.
    pub fn sync(&mut self) {
        if self.trouble.is_some() {
            self.unsynced = self.journal.is_some();
            match self.unborn {
                true => self.keep_from_now_on(),
                false => self.write(Journal::catch_up),
            }
        }
        if !std::mem::take(&mut self.unsynced) {
            return;
        }
        if let Some(journal) = &mut self.journal {
            let synced = journal.sync();
            journal.settle(&self.chronicle);
            if let Err(error) = synced {
                self.came_out(Err(error));
            }
        }
        self.told = self.trouble.is_some();
    }
}

/// What to do when something could not be saved.
const NOT_SAVED: &str = "The fight goes on: what is done is kept in memory and written as soon as the \
                         system takes it. Until then the header says NOT SAVED, and leaving asks.";

impl News {
    fn new(title: &'static str, what: impl Into<String>, after: &str) -> Self {
        Self { title, lines: vec![what.into(), String::new(), after.into()] }
    }

    fn of_damage(damage: &Damage) -> Self {
        Self { title: "Part of this fight cannot be read", lines: damage.lines() }
    }

    fn no_past() -> Self {
        let what = "What was done before the state at which the fight was opened stood in its file only, \
                    and the file was cut short meanwhile: it is lost.";
        Self::new("Part of this fight is lost", what, "What came after is intact and continues.")
    }

    fn of_renewed(Renewed { why, from, to }: &Renewed) -> Self {
        let what = match why {
            Unlike::Gone => "The file of this fight was removed or emptied meanwhile:",
            Unlike::Replaced => "Another file was put in the place of this fight's file:",
            Unlike::Changed => "The file of this fight was cut short or changed by another program:",
            Unlike::Damaged => "The file of this fight is damaged; it stays as it is:",
        };
        let mut lines = vec![what.into(), from.display().to_string(), String::new()];
        match why {
            Unlike::Gone => lines.push("It was rewritten from memory, in the same place.".into()),
            _ => {
                lines.push(
                    "All that is known of the fight was written beside it, and goes on there:".into(),
                );
                lines.push(to.display().to_string());
            }
        }
        Self { title: "The fight was written anew", lines }
    }
}
