//! The start screen: the running fight as a card, the referee's other fights, what begins a new one, and the samples.

mod card;
mod paint;
mod plan;
mod rows;

use crate::rules::model::command::Command;
use crate::rules::model::encounter::{Encounter, Side};
use crate::rules::model::house_book::Book;
use crate::rules::model::ids::{RulesetId, SideId, Text};
use crate::rules::registry::{ALL, of, ruleset, with};
use crate::rules::ruleset::{Ruleset, sides_standing};
use crate::store::{Folders, Party};
use crate::tui::fight::{Fight, files};
use crate::tui::input::operations::Op;
use crate::tui::kit::scroll::Scroll;
use crate::tui::overlays::forms::line;
use crate::tui::overlays::referee::rulesets;
use crate::tui::overlays::{CLOSE, Done, Then, closes, library};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::{Screen, Session};
pub use paint::{paint, put_state};
use ratatui::layout::{Position, Rect};
pub use rows::{Opens, RowText, StartRow, begin, own, samples};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// By which rules a fight is to be fought.
pub struct ByRules {
    /// The ruleset.
    pub ruleset: RulesetId,
    /// The options that are set.
    pub options: BTreeMap<Text, Text>,
    /// The house book laid over it.
    pub book: Option<Book>,
}

impl ByRules {
    /// A ruleset as it is written.
    fn of(ruleset: RulesetId) -> Self {
        Self { ruleset, options: BTreeMap::new(), book: None }
    }
}

/// The rows with their cursor.
#[derive(Debug, Clone, Default)]
pub struct Start {
    /// The rows: fights, what begins one, samples.
    pub rows: Vec<StartRow>,
    /// Whether the first row is the running fight.
    pub runs: bool,
    /// Index of the row under the cursor.
    pub at: usize,
    /// Whether all fights are shown, and all samples.
    opened: (bool, bool),
    /// The area last painted.
    area: Cell<Rect>,
    /// Where rows were last painted.
    spots: RefCell<Vec<(usize, Rect)>>,
    scroll: Scroll,
}

impl Start {
    /// What the folders hold, with the cursor on the running fight; without one, on a new fight, and for a newcomer on a
    /// fight that is ready.
    pub fn gathered() -> Self {
        let folders = Folders::find().ok();
        let own = folders.as_ref().map_or_else(Vec::new, own);
        let runs = folders.as_ref().is_some_and(|folders| folders.running().is_some());
        Self::of(own, rows::begin(folders.as_ref()), samples(), runs)
    }

    /// These fights, of which the first is the running one if one `runs`, and these rows after them.
    pub fn of(
        own: Vec<StartRow>,
        begin: impl IntoIterator<Item = StartRow>,
        samples: Vec<StartRow>,
        runs: bool,
    ) -> Self {
        let newcomer = own.is_empty();
        let more = |opens| StartRow::new(RowText::default(), opens);
        let mut rows = own;
        rows.push(more(Opens::Older));
        rows.extend(begin);
        rows.extend(samples);
        rows.push(more(Opens::Samples));
        let first =
            |row: &StartRow| if newcomer { row.opens.is_fight() } else { row.opens == Opens::New };
        let at = if runs { 0 } else { rows.iter().position(first).unwrap_or(0) };
        Self { rows, runs, at, ..Self::default() }
    }

    /// The row under the cursor.
    pub fn row(&self) -> Option<&StartRow> {
        self.rows.get(self.at)
    }

    /// The state of the fight played last, if it can be read.
    fn last(&self) -> Option<&Encounter> {
        self.rows.first().filter(|row| matches!(row.opens, Opens::Saved(_)))?.state()
    }

    /// Moves the cursor to the next row in a direction.
    pub fn step(&mut self, op: Op) {
        self.at = self.plan(self.area.get()).next(self.at, op);
    }

    /// Moves the cursor to the row at a position. Returns whether it was there; `None` if there is none.
    pub fn click(&mut self, at: Position) -> Option<bool> {
        let (row, _) = *self.spots.borrow().iter().find(|(_, spot)| spot.contains(at))?;
        Some(std::mem::replace(&mut self.at, row) == row)
    }

    /// Shows what a row stands for, with the cursor on the first of them.
    fn open(&mut self, opens: &Opens) {
        let before = self.plan(self.area.get());
        match opens {
            Opens::Older => self.opened.0 = true,
            _ => self.opened.1 = true,
        }
        let shown = |at: &usize| before.spots.iter().all(|(row, _)| row != at);
        self.at =
            self.plan(self.area.get()).spots.iter().map(|(at, _)| *at).find(shown).unwrap_or(self.at);
    }

    /// Takes over which rows are shown and chosen.
    fn like(self, other: &Self) -> Self {
        let next = Self { opened: other.opened, area: other.area.clone(), ..self };
        let plan = next.plan(next.area.get());
        let same = other.row().and_then(|row| next.rows.iter().position(|new| new.opens == row.opens));
        let at = same.filter(|at| plan.spot(*at).is_some()).unwrap_or_else(|| plan.nearest(other.at));
        Self { at, ..next }
    }
}

impl Session {
    /// Restores the fight archived last.
    pub(in crate::tui) fn restore_archived(&mut self) -> Done {
        closes(self.bring_back())
    }

    /// Archives the fight under the cursor, or brings it back.
    pub(in crate::tui) fn archive_row(&mut self) -> Done {
        match self.start.row().map(|row| row.opens.clone()) {
            Some(Opens::Saved(path)) => closes(self.put_away(&path)),
            Some(Opens::Archived(path)) => {
                let to = Folders::find().and_then(|folders| folders.bring_back(&path));
                to.map_err(|error| error.to_string())?;
                self.reload_list();
                self.say("restored");
                CLOSE
            }
            _ => CLOSE,
        }
    }

    /// Opens the dialog that renames the fight under the cursor.
    pub(in crate::tui) fn rename_row(&mut self) -> Done {
        let Some(Opens::Saved(path)) = self.start.row().map(|row| &row.opens) else { return CLOSE };
        let name = files::name_of(path)?;
        Then::replace(line::name_fight(path.clone(), &name))
    }

    /// Opens the row under the cursor; with `only_look`, a fight is only viewed.
    pub(in crate::tui) fn open_row(&mut self, only_look: bool) -> Done {
        let opens = self.start.row().map(|row| row.opens.clone());
        opens.map_or(CLOSE, |opens| self.open_it(opens, only_look))
    }

    /// Opens what a row refers to; with `only_look`, a fight is only viewed.
    pub(in crate::tui) fn open_it(&mut self, opens: Opens, only_look: bool) -> Done {
        let fight = match (opens, only_look) {
            (Opens::New, _) => return self.build(),
            (Opens::File, _) => return Then::replace(line::open()),
            (Opens::Library, _) => return self.open_library(),
            (more @ (Opens::Older | Opens::Samples), _) => {
                self.start.open(&more);
                return CLOSE;
            }
            (Opens::Saved(path), false) => return closes(self.open_saved(&path)),
            (Opens::Archived(path), false) => {
                let to = Folders::find().and_then(|folders| folders.bring_back(&path));
                return closes(self.open_saved(&to.map_err(|error| error.to_string())?));
            }
            (Opens::Ready(at), _) => Fight::ready(at),
            (Opens::Saved(path) | Opens::Archived(path), true) => Fight::look(&path),
        }?;
        self.may_leave()?;
        self.fight.leave();
        if only_look {
            self.look_at_fight(fight);
        } else {
            self.enter(fight, Screen::Fight);
        }
        CLOSE
    }

    /// Opens the list of all fights, to find one by its name.
    pub(in crate::tui) fn find_fight(&mut self) -> Done {
        self.open_library_at(library::Tab::Fights)
    }

    /// Returns what Enter does with the row under the cursor.
    pub(in crate::tui) fn row_meaning(&self) -> Option<KeyMeaning> {
        let words = match &self.start.row()?.opens {
            Opens::Saved(_) if self.start.runs && self.start.at == 0 => "go on",
            Opens::Saved(_) => "open",
            Opens::Archived(_) => "bring back",
            Opens::Ready(_) => "begin it",
            Opens::New => "build it",
            Opens::Older | Opens::Samples => "show them",
            Opens::File | Opens::Library => return None,
        };
        Some(KeyMeaning::This(words.into()))
    }

    /// Says that an archived fight is brought back.
    pub(in crate::tui) fn archive_meaning(&self) -> Option<KeyMeaning> {
        let archived = matches!(self.start.row()?.opens, Opens::Archived(_));
        archived.then(|| KeyMeaning::This("bring back".into()))
    }

    /// Views a fight on the timeline, from its start.
    pub fn look_at_fight(&mut self, fight: Fight) {
        self.enter(fight.for_display(), Screen::Start);
        self.open_timeline(0);
    }

    /// Builds a new fight by the rules and with the party of the fight here, else of the one played last; then asks who
    /// else comes.
    pub(in crate::tui) fn build(&mut self) -> Done {
        let here = Some(self.state()).filter(|e| self.place == Screen::Fight && !e.sides.is_empty());
        let last = here.or(self.start.last()).cloned();
        match last {
            Some(e) => {
                let parties = rows::parties(&e);
                let by = ByRules { ruleset: e.ruleset, options: e.options.clone(), book: e.book };
                self.build_by(&by, seats(&e, parties))?;
            }
            None => self.build_by(&ByRules::of(ALL[0]), Vec::new())?,
        }
        self.open_arrivals()
    }

    /// Asks by which rules the fight being built is to be fought.
    pub(in crate::tui) fn open_rules(&mut self) -> Done {
        Then::replace(rulesets::open(self.state().ruleset, files::house_books().0))
    }

    /// Builds the fight here anew by other rules: whoever they know stays. Then asks who else comes, if that leaves nobody
    /// to fight.
    pub(in crate::tui) fn change_rules(&mut self, by: &ByRules) -> Done {
        let e = self.state().clone();
        let parties =
            e.side_ids().filter_map(|side| Some(Party::of(&e, side, e.side(side)?.name.clone())));
        let seats = seats(&e, parties.collect());
        self.build_by(by, seats)?;
        let alone = sides_standing(ruleset(by.ruleset), self.state()) < 2;
        if alone { self.open_arrivals() } else { CLOSE }
    }

    /// Starts building a new fight with these rules and options, and with these sides and whoever of them can come.
    fn build_by(&mut self, by: &ByRules, seats: Vec<(Side, Party)>) -> Result<(), String> {
        self.may_leave()?;
        let mut start = Encounter::new(by.ruleset);
        // A book that can no longer be read keeps nobody from a fight.
        start.book = by.book.filter(|book| with(by.ruleset, *book).is_ok());
        let rules = of(&start);
        start.options = rules.about().usual_options();
        start.options.extend(by.options.clone());
        let seats = seats.into_iter().filter(|(_, party)| party.family == rules.about().family);
        let start = seats.fold(start, |e, (side, party)| seated(rules, e, side, &party));
        let mut fight = Fight::begin(files::UNNAMED, start);
        fight.is_built = true;
        self.fight.leave();
        self.enter(fight, Screen::Fight);
        Ok(())
    }

    /// Returns to the start screen; the fight stays as it is.
    pub(in crate::tui) fn show_start(&mut self) {
        self.fight.leave();
        self.start = Start::gathered();
        self.place = Screen::Start;
        self.next_scene();
    }

    /// Reads the rows of the start screen anew.
    pub(in crate::tui) fn reload_list(&mut self) {
        self.start = Start::gathered().like(&self.start);
    }
}

/// Parties, each with the side that it was and that it comes as.
fn seats(e: &Encounter, parties: Vec<Party>) -> Vec<(Side, Party)> {
    let seat = |party: Party| {
        let side = e.sides.iter().find(|side| side.name == party.name)?;
        let Side { hand, asks, players, .. } = *side;
        Some((Side { hand, asks, players, ..Side::new(side.name.clone()) }, party))
    };
    parties.into_iter().filter_map(seat).collect()
}

/// A state with one more side, and with whoever of a party these rules let in.
fn seated(rules: &dyn Ruleset, e: Encounter, side: Side, party: &Party) -> Encounter {
    let id = SideId(u8::try_from(e.sides.len()).unwrap_or(u8::MAX));
    let who = party.arrivals(rules, id).map(Command::Arrive);
    let commands: Vec<Command> = std::iter::once(Command::Side(side)).chain(who).collect();
    crate::tui::stock::after(rules, e, commands)
}
