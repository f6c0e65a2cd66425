//! The fights listed by the start screen, and opening and saving files.

use super::Fight;
use super::leaving::Exit;
use super::news::News;
use crate::import::Found;
use crate::import::kept::{Keeper, Outcome, Unclear};
use crate::rules;
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::custom::CustomEffect;
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::ids::SideId;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::Family;
use crate::shorthand::printed::with_hit_points;
use crate::store::{
    self, Effects, Folders, HouseBook, HouseBooks, Party, Preset, READY, Settings, StoreError, prepared,
    write_own,
};
use crate::tui::overlays::library::review::{self, Taken};
use crate::tui::overlays::referee::parties;
use crate::tui::overlays::{self, CLOSE, Done, Then, closes, library};
use crate::tui::screens::start::{Opens, Start};
use crate::tui::session::{Screen, Session};
use crate::tui::shelf::{self, Shelf};
use crate::tui::stock::Stock;
use std::path::Path;

/// The title of a fight that was given none.
pub const UNNAMED: &str = "Fight";

/// The title of the fight in a file.
pub fn name_of(path: &Path) -> Result<String, String> {
    store::head(path).map(|head| head.title.to_string()).map_err(|fault| fault.to_string())
}

/// The current or first state of a fight; `None` if it cannot be read.
pub fn state(opens: &Opens) -> Option<Encounter> {
    match opens {
        Opens::Ready(at) => Some(prepared(READY.get(*at)?)?.1),
        Opens::Saved(path) | Opens::Archived(path) => {
            Some(store::look(path).ok()?.chronicle.now().clone())
        }
        _ => None,
    }
}

/// The house books, and the faults in the referee's own files.
pub fn house_books() -> (Vec<HouseBook>, Vec<String>) {
    let built_in = || (HouseBooks::built_in(), Vec::new());
    Folders::find().map_or_else(|_| built_in(), |folders| HouseBooks::all(&folders))
}

impl Session {
    /// Resumes the running fight. If there is none or it cannot be opened, shows the start screen, with a page that
    /// says why.
    pub(in crate::tui) fn go_back_in(&mut self) {
        let running = Folders::find().ok().and_then(|folders| folders.running());
        let news = match running.map(|path| Fight::open(&path)) {
            None => None,
            Some(Ok(fight)) if fight.is_taken() => {
                let title = "The running fight is open in another window";
                let what =
                    "To look at it here, choose it from the list: what is done in it here is not kept.";
                Some(News { title: title.into(), lines: vec![what.into()] })
            }
            // The rows of the start screen are read only when they are shown.
            Some(Ok(fight)) => return self.enter(fight, Screen::Fight),
            Some(Err(fault)) => {
                let after = "The file is left untouched. Choose another fight, or archive this one (x).";
                Some(News::new("The running fight cannot be opened", fault, after))
            }
        };
        self.start = Start::gathered();
        self.news.extend(news);
    }

    /// Opens the fight in the file at that path, or reviews what else is in it.
    pub(in crate::tui) fn open_or_import(&mut self, path: &str) -> Done {
        let path = review::expand_home(path);
        match store::head(&path) {
            Err(StoreError::NoSave { .. }) => {}
            Err(_) if path.is_dir() => {}
            head => {
                head.map_err(|fault| (0, fault.to_string()))?;
                return closes(self.open_saved(&path));
            }
        }
        Then::replace(review::file(&self.view(), &path).map_err(|fault| (0, fault))?)
    }

    /// Opens a saved fight, unless it is open already.
    pub(in crate::tui) fn open_saved(&mut self, path: &Path) -> Result<(), String> {
        if self.fight.is_at(path) {
            return Ok(());
        }
        self.may_leave()?;
        let fight = Fight::open(path)?;
        self.fight.leave();
        self.enter(fight, Screen::Fight);
        Ok(())
    }

    /// Moves a fight to the archive.
    pub(in crate::tui) fn put_away(&mut self, path: &Path) -> Result<(), String> {
        let moved = Folders::find().and_then(|folders| folders.put_away(path));
        let to = moved.map_err(|error| error.to_string())?;
        self.say(format!("archived; u restores it · {}", to.display()));
        self.put_away = Some((path.to_owned(), to));
        self.reload_list();
        Ok(())
    }

    /// Restores the fight that was last moved to the archive.
    pub(in crate::tui) fn bring_back(&mut self) -> Result<(), String> {
        let Some((path, from)) = self.put_away.take() else { return Ok(()) };
        let moved = Folders::find().and_then(|folders| folders.take_back(&from, &path));
        moved.map_err(|error| error.to_string())?;
        self.reload_list();
        self.say("restored");
        Ok(())
    }

    /// Renames a fight.
    pub(in crate::tui) fn name_fight(&mut self, path: &Path, name: &str) -> Result<(), String> {
        let name = if name.is_empty() { UNNAMED } else { name };
        let named = Folders::find().and_then(|folders| folders.rename(path, name));
        named.map_err(|error| error.to_string())?;
        self.reload_list();
        Ok(())
    }

    /// Applies the settings and saves them.
    pub(in crate::tui) fn settle_on(&mut self, settings: Settings) -> Result<(), String> {
        self.wear(settings);
        let written = Folders::find().and_then(|folders| settings.write(&folders));
        let path = written.map_err(|error| format!("it applies to this session only: {error}"))?;
        self.say(format!("kept in {}", path.display()));
        Ok(())
    }

    /// Starts the next encounter, a fight of its own, with those sides; its foes are still to be added.
    pub(in crate::tui) fn go_on_with(&mut self, sides: &[SideId]) -> Result<(), String> {
        let chronicle = &self.fight.chronicle;
        let next = rules::next_encounter(chronicle.rules().about(), chronicle.now(), sides);
        self.may_leave()?;
        let mut fight = Fight::begin(self.fight.title(), next);
        fight.keep_from_now_on();
        self.fight.leave();
        self.enter(fight, Screen::Fight);
        self.say("next encounter: + adds the others, then Enter begins");
        Ok(())
    }

    /// Writes a report of the fight to a file.
    pub(in crate::tui) fn export(&mut self, path: &str) -> Result<(), String> {
        self.look_back();
        let written = self.fight.export(Path::new(path))?;
        self.say(format!("written to {}", written.display()));
        Ok(())
    }

    /// Opens the library with what is on file now; in a fight, its entries can be brought in.
    pub(in crate::tui) fn open_library(&mut self) -> Done {
        self.open_library_at(library::Tab::Creatures)
    }

    /// Opens the library on a list.
    pub(in crate::tui) fn open_library_at(&mut self, tab: library::Tab) -> Done {
        let in_fight = self.place == Screen::Fight && self.state().stage != Stage::Over;
        let shelf = Shelf::gathered(&library::families(&self.view(), in_fight));
        Then::replace(library::open(&self.view(), shelf, in_fight, tab))
    }

    /// Opens the list of parties on file now.
    pub(in crate::tui) fn open_parties(&mut self) -> Done {
        Then::replace(parties::open(&self.view(), shelf::parties()))
    }

    /// Saves a side as a party in its present state. After the end of a fight, also leaves it.
    pub(in crate::tui) fn keep_party(&mut self, side: SideId, name: &str) -> Done {
        let party = Party::of(self.state(), side, name);
        let written = Folders::find().and_then(|folders| party.write(&folders));
        let path = written.map_err(|error| error.to_string())?;
        let leaves = self.state().stage == Stage::Over && self.place == Screen::Fight;
        let then = if leaves { self.leave(Exit::Start) } else { CLOSE };
        self.say(format!("kept in {}", path.display()));
        then
    }

    /// Opens the list of house books on file now.
    pub(in crate::tui) fn open_options(&mut self) -> Done {
        Then::replace(overlays::referee::house_book::open_on_file(&self.view()))
    }

    /// Saves options as a house book.
    pub(in crate::tui) fn keep_options(&mut self, preset: &Preset) -> Result<(), String> {
        let written = Folders::find().and_then(|folders| preset.write(&folders));
        let path = written.map_err(|error| error.to_string())?;
        self.say(format!("kept in {}", path.display()));
        Ok(())
    }

    /// The effects that the referee has made under the rules of the fight. A fight without a file keeps nothing.
    pub(in crate::tui) fn kept_effects(&self) -> Vec<CustomEffect> {
        if !self.fight.has_file() {
            return Vec::new();
        }
        let kept = Folders::find().and_then(|folders| Effects::of(self.state().ruleset, &folders));
        kept.map_or_else(|_| Vec::new(), |kept| kept.effects)
    }

    /// Keeps an effect to be used again. The effect itself counts already, so a failure is only told.
    pub(in crate::tui) fn keep_effect(&mut self, effect: CustomEffect) {
        if !self.fight.has_file() {
            return;
        }
        let ruleset = self.state().ruleset;
        let kept = Folders::find().and_then(|folders| Effects::keep(effect, ruleset, &folders));
        if let Err(error) = kept {
            self.say_no(&format!("not kept for next time: {error}"));
        }
    }

    /// Saves a stat block as one of the referee's own.
    pub(in crate::tui) fn keep_own(&mut self, block: &StatBlock) -> Result<(), String> {
        let written = Folders::find().and_then(|folders| write_own(&folders, block));
        let path = written.map_err(|error| error.to_string())?;
        self.stock = Stock::default();
        self.say(format!("kept in {}", path.display()));
        Ok(())
    }

    /// Saves what an import found and reopens the library. Fights get the current ruleset if it has hit points.
    pub(in crate::tui) fn import(&mut self, taken: &Taken) -> Done {
        let folders = Folders::find().map_err(|error| error.to_string())?;
        let mut keeper = Keeper::new(&folders, taken.haul.format);
        let rules = self.view().rules;
        let done = save_all(&mut keeper, taken, rules);
        keeper.finish().map_err(|error| error.to_string())?;
        let told = done?;
        self.stock = Stock::default();
        self.next_scene();
        self.say(told);
        self.open_library()
    }

    /// Saves the fight as a prepared one.
    pub(in crate::tui) fn keep(&mut self, name: &str) -> Result<(), String> {
        let path = self.fight.keep(name)?;
        self.say(format!("saved to {path}"));
        Ok(())
    }
}

/// Saves an import and summarizes the outcome in a line.
fn save_all(keeper: &mut Keeper, taken: &Taken, rules: &'static dyn Ruleset) -> Result<String, String> {
    let mut unclear = |_: &str| if taken.update { Unclear::Update } else { Unclear::KeepBoth };
    let fault = |error: StoreError| error.to_string();
    let mut all = Vec::new();
    let (members, creatures): (Vec<&Found>, Vec<&Found>) =
        taken.haul.found.iter().partition(|found| found.is_character());
    for found in creatures {
        all.push(keeper.creature(found, &mut unclear).map_err(fault)?);
    }
    if !members.is_empty() {
        all.push(keeper.party(&taken.party, &members, &mut unclear).map_err(fault)?);
    }
    let fits = rules.about().family == Family::D20;
    let rules = if fits { Some(rules) } else { with_hit_points().next() };
    for fight in &taken.haul.fights {
        let Some(rules) = rules else { break };
        let (start, _) = review::start(rules, fight);
        all.push(keeper.fight(fight, &start, &mut unclear).map_err(fault)?);
    }
    let told =
        [Outcome::Made, Outcome::Updated, Outcome::Unchanged, Outcome::KeptBoth, Outcome::LeftOut];
    let told = told.iter().filter_map(|outcome| {
        let many = all.iter().filter(|kept| kept.outcome == *outcome).count();
        (many > 0).then(|| format!("{many} {}", outcome.word()))
    });
    let told = told.collect::<Vec<_>>().join(", ");
    Ok(format!("imported: {told} · {}", taken.haul.summary()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chronicle::{Chronicle, Pending, Progress};
    use crate::machine_dice::Thrown;
    use crate::rules::model::command::Command;
    use crate::rules::registry::ALL;
    use crate::rules::text::words;
    use crate::store::WHO;
    use crate::store::{Journal, ThemeName};
    use crate::tui::input::operations::Op;
    use crate::tui::paint::theme::Theme;
    use crate::tui::screens;
    use crate::tui::shell::Shell;
    use crate::tui::table::board::Pane;
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;
    use std::sync::{Arc, mpsc};
    use tempfile::TempDir;

    /// A fight with that many notes, reopened from its last saved state.
    fn resumed(notes: usize) -> (TempDir, Fight) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("fight.ron");
        let mut chronicle = Chronicle::new(Encounter::new(ALL[0]));
        let mut journal = Journal::create(&path, "Notes", chronicle.start()).expect("a new file");
        for nth in 0..notes {
            let mut pending = Pending::new(vec![Command::Note(format!("torch {nth}").into())]);
            let done = pending.run(&chronicle, &mut Thrown::seeded(1), &crate::chronicle::by_side);
            assert!(matches!(done, Progress::Done));
            chronicle.accept(pending).expect("it is done");
            journal.accepted(&chronicle).expect("written");
            journal.settle(&chronicle);
        }
        drop(journal);
        let fight = Fight::opened(store::open(&path).expect("it opens"));
        (folder, fight)
    }

    #[test]
    fn the_list_tells_who_is_in_each_sample() {
        let who = |text: &&str| {
            let (_, start) = prepared(text).expect("a ready fight");
            let side = |id| {
                let who = start.those(|c| c.side == id);
                format!("{}: {}", words::side(&start, id), words::among(&start, &who))
            };
            start.side_ids().map(side).collect::<Vec<_>>().join(". ")
        };
        assert_eq!(READY.iter().map(who).collect::<Vec<_>>(), WHO);
    }

    #[test]
    fn the_log_of_a_resumed_fight_needs_no_past() {
        let (_folder, fight) = resumed(600);
        let first = fight.at_hand();
        assert!(first > 1);
        let mut session = Session::new(
            Start::default(),
            fight,
            Stock::default(),
            Theme::for_terminal(ThemeName::default()),
            Box::new(Thrown::seeded(1)),
        );
        session.place = Screen::Fight;
        while session.catch_up(true) {}
        assert_eq!(session.fight.at_hand(), first, "the log was full");
        let mut buf = Buffer::empty(Rect::new(0, 0, 160, 50));
        let mut shell = Shell::new(session);
        screens::paint(&shell, buf.area, &mut buf);
        assert!(shell.session.fight.chronicle.needs_past(), "nor does a frame");
        shell.session.board.pane = Pane::Log;
        let chosen = |shell: &Shell| shell.session.board.log.chosen.map(|at| at.0);
        for page in 1..40 {
            shell.op(Op::PageUp);
            assert_eq!(chosen(&shell), Some(600 - 1 - 10 * page), "a page up");
        }
        assert!(shell.session.fight.at_hand() < first && shell.session.fight.chronicle.needs_past());
        shell.op(Op::First);
        assert_eq!(chosen(&shell), Some(0));
        assert!(!shell.session.fight.leaves_past());
    }

    #[test]
    fn a_long_file_is_looked_over_beside_the_loop() {
        let (_folder, mut fight) = resumed(600);
        let (tell, told) = mpsc::channel();
        let tell = std::sync::Mutex::new(tell);
        let wake: crate::tui::forecast::Wake = Arc::new(move || {
            tell.lock().expect("nobody failed").send(()).expect("somebody waits");
        });
        assert!(fight.look_over(Some(&wake)).is_none());
        told.recv().expect("woken");
        assert!(fight.look_over(Some(&wake)).is_none(), "it is sound");
        assert!(told.try_recv().is_err(), "once is enough");
    }
}
