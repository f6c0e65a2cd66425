//! What lies on the table: the roster's order, its cursor and marks, and what a screen would
//! otherwise work out anew for every frame.

use super::focus_scroll::Reading;
use super::folds::{self, Arranged, Fold, Kind};
use super::log_rows::LogView;
use super::nearness::{Near, Surroundings};
use super::waiting::waiting;
use crate::rules;
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::{CombatantId, SideId, Text};
use crate::rules::model::offer::Figure;
use crate::rules::model::window::Phase;
use crate::rules::ruleset::{Ruleset, Station, TimeBudget};
use crate::rules::text::words;
use crate::tui::input::operations::Op;
use crate::tui::paint::text::{self, width};
use crate::tui::panes::places::Piece;
use ratatui::layout::Rect;
use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

/// The panes that can have the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pane {
    /// The roster.
    #[default]
    Roster,
    /// The stat block of the row under the cursor.
    Focus,
    /// The log.
    Log,
}

/// Where the fight is on the rail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Here {
    /// Nowhere on it.
    #[default]
    Nowhere,
    /// At that station.
    At(usize),
    /// Before that station, in a step that has none of its own.
    Before(usize),
}

impl Here {
    /// The last station of the open window's phase that is not ahead; else the number whose outcome is
    /// open; else the one that comes next.
    fn of(rail: &[Station], e: &Encounter) -> Self {
        let Some(window) = e.window() else { return Self::Nowhere };
        let here = |station: &Station| station.phase == window.phase && station.place <= window.place;
        let outcome = |station: &Station| {
            let number = matches!(station.phase, Phase::Number | Phase::Gap);
            number && window.phase == Phase::Commit && station.place.part == window.place.part
        };
        match rail.iter().rposition(here).or_else(|| rail.iter().rposition(outcome)) {
            Some(at) => Self::At(at),
            None if rail.is_empty() => Self::Nowhere,
            None => {
                let ahead = rail.iter().position(|station| station.place > window.place);
                Self::Before(ahead.unwrap_or(rail.len()))
            }
        }
    }
}

/// Where the panes were painted, without their headings; one that is not to be seen has no room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Areas {
    /// The roster's rows.
    pub roster: Rect,
    /// The focus.
    pub focus: Rect,
    /// The log's lines.
    pub log: Rect,
    /// The stations of the rail.
    pub rail: Rect,
}

/// What a row of the roster shows of a combatant's figures.
#[derive(Debug)]
pub struct RowFigures {
    /// Those worth a column: `AC`, `5`.
    pub columns: Vec<Figure>,
    /// The seconds of its turn, where it has one now.
    pub time_budget: Option<TimeBudget>,
}

/// The roster and its neighbours.
#[derive(Debug, Default)]
pub struct Board {
    /// Everybody, in acting order; whoever is out stands at the end.
    pub order: Vec<CombatantId>,
    /// Who still owes an act in the open window, in the roster's order.
    pub owing: Vec<CombatantId>,
    /// The same, ascending, to look somebody up.
    owing_sorted: Vec<CombatantId>,
    /// Who keeps a turn for later, in the roster's order.
    pub holding: Vec<CombatantId>,
    /// The number of each one's slot in the count of initiative, in the same order.
    pub scores: Vec<Option<i32>>,
    /// Where each row begins in the order.
    starts: Vec<usize>,
    /// The row of each combatant, ascending, to look somebody up; empty where nobody is folded.
    row_of: Vec<(CombatantId, usize)>,
    /// The rows that hold several.
    folds: BTreeMap<usize, Fold>,
    /// Which kinds are folded, in the order in which they were.
    folded: Vec<Kind>,
    /// Whoever is out for good stands in rows of their own.
    spread: bool,
    /// The widest name of a row, in columns.
    pub name_width: u16,
    /// What the last act took of each one's hit points.
    pub lost: BTreeMap<CombatantId, i32>,
    /// What waits to take hold of somebody: `−7 waits`.
    waiting: BTreeMap<CombatantId, String>,
    /// The stations of the round.
    pub rail: Vec<Station>,
    /// Where the fight is on the rail.
    pub here: Here,
    /// A letter for each side.
    pub letters: Vec<char>,
    /// The row under the cursor.
    pub cursor: Option<CombatantId>,
    /// Rows marked for what applies to several.
    pub marked: BTreeSet<CombatantId>,
    /// The pane that has the keys.
    pub pane: Pane,
    /// The log's own place.
    pub log: LogView,
    /// The first row shown; the painter keeps it so that the cursor stays in sight.
    pub top: Cell<usize>,
    /// How far down the focus is read.
    pub reading: Reading,
    /// Where the panes were painted.
    pub areas: Cell<Areas>,
    /// How many rows the painter had room for.
    pub room: Cell<usize>,
    glances: RefCell<BTreeMap<CombatantId, RowFigures>>,
    figures: RefCell<BTreeMap<CombatantId, String>>,
    lists: RefCell<BTreeMap<usize, String>>,
    nearness: RefCell<BTreeMap<CombatantId, Option<Near>>>,
    /// The same of the focus pane, with all of the nearest.
    surroundings: RefCell<BTreeMap<CombatantId, Rc<Surroundings>>>,
    places: RefCell<(u16, Vec<Piece>)>,
}

impl Board {
    /// An empty board on which the same kinds are folded.
    pub fn folded_like(other: &Self) -> Self {
        Self { folded: other.folded.clone(), spread: other.spread, ..Self::default() }
    }

    /// Works everything out for a state. The cursor stays on its combatant.
    pub fn refresh(&mut self, rules: &dyn Ruleset, e: &Encounter) {
        let Arranged { order, scores, starts } = folds::arrange(e, &self.folded, self.spread);
        (self.order, self.scores, self.starts) = (order, scores, starts);
        let holds = |who: &CombatantId| e.has(*who, Condition::HOLDING);
        self.holding = self.order.iter().copied().filter(holds).collect();
        self.owing = self.order.iter().copied().filter(|who| rules::owes(rules, e, *who)).collect();
        self.owing_sorted = self.owing.clone();
        self.owing_sorted.sort();
        self.waiting = waiting(rules, e);
        self.rail = rules.rail(e);
        self.here = Here::of(&self.rail, e);
        self.letters = side_letters(e);
        self.glances.get_mut().clear();
        self.figures.get_mut().clear();
        self.lists.get_mut().clear();
        self.nearness.get_mut().clear();
        self.surroundings.get_mut().clear();
        *self.places.get_mut() = Default::default();
        self.marked.retain(|who| e.get(*who).is_some_and(|c| c.standing != Standing::Gone));
        self.fold_up(e);
        self.name_width = self.widest_name(e);
        let there = self.cursor.and_then(|who| e.get(who)).is_some_and(|c| c.standing != Standing::Gone);
        if !there {
            self.cursor = self.owing.first().or(self.order.first()).copied();
        }
        self.cursor = self.cursor.map(|who| self.lead(self.row_of(who)).unwrap_or(who));
    }

    /// Who stands in which row, and what there is to say of those that hold several.
    fn fold_up(&mut self, e: &Encounter) {
        self.row_of.clear();
        self.folds.clear();
        if self.rows() == self.order.len() {
            return;
        }
        for row in 0..self.rows() {
            let members = &self.order[self.span(row)];
            if members.len() > 1 {
                let fold = Fold::of(e, members, |who| self.owes(who));
                self.folds.extend(fold.map(|fold| (row, fold)));
            }
            self.row_of.extend(members.iter().map(|who| (*who, row)));
        }
        // Side by side they ascend already: a sort that sees runs is the quicker one.
        self.row_of.sort();
        self.count_marks();
    }

    /// The widest name of a row; the last row of the lost has none, it is as wide as there is room.
    fn widest_name(&self, e: &Encounter) -> u16 {
        let one = |row: usize| match self.fold(row) {
            Some(fold) if fold.standing == 0 => 0,
            Some(fold) => width(&fold.name),
            None => self.lead(row).and_then(|who| e.get(who)).map_or(0, |c| width(&c.name)),
        };
        let widest = (0..self.rows()).map(one).max().unwrap_or(0);
        text::cells(widest)
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.starts.len()
    }

    /// Where the row's combatants stand in the order.
    fn span(&self, row: usize) -> Range<usize> {
        let at = |row: usize| self.starts.get(row).copied().unwrap_or(self.order.len());
        at(row)..at(row.saturating_add(1))
    }

    /// Who stands in the row.
    pub fn members(&self, row: usize) -> &[CombatantId] {
        self.order.get(self.span(row)).unwrap_or_default()
    }

    /// What there is to say of a row that holds several.
    pub fn fold(&self, row: usize) -> Option<&Fold> {
        self.folds.get(&row)
    }

    /// The fold under the cursor.
    pub fn fold_here(&self) -> Option<&Fold> {
        self.fold(self.row())
    }

    /// The fold of which several act when that one is asked to; marked rows go before it.
    pub fn acts_as_one(&self, who: CombatantId) -> Option<&Fold> {
        let fold = self.fold(self.row_of(who));
        fold.filter(|fold| fold.lead == who && fold.owing > 1 && self.marked.is_empty())
    }

    /// Who speaks for the row.
    pub fn lead(&self, row: usize) -> Option<CombatantId> {
        self.fold(row).map(|fold| fold.lead).or(self.order.get(self.span(row).start).copied())
    }

    /// The row it stands in.
    pub fn row_of(&self, who: CombatantId) -> usize {
        if self.row_of.is_empty() {
            return self.order.iter().position(|id| *id == who).unwrap_or(0);
        }
        let at = self.row_of.binary_search_by_key(&who, |(id, _)| *id);
        at.map_or(0, |at| self.row_of[at].1)
    }

    /// Which of the folded kinds it is of.
    pub fn folded_kind(&self, c: &Combatant) -> Option<usize> {
        self.folded.iter().position(|kind| kind.holds(c))
    }

    /// Folds those kinds of which there are several.
    pub fn fold_again(&mut self, e: &Encounter, kinds: &[(SideId, Text)]) {
        let wanted = |kind: &Kind| kinds.iter().any(|(side, name)| kind.is(*side, name));
        self.folded = if kinds.is_empty() { Vec::new() } else { folds::kinds(e) };
        self.folded.retain(wanted);
    }

    /// The folded kinds, by side and name.
    pub fn folded(&self) -> Vec<(SideId, Text)> {
        self.folded.iter().map(Kind::said).collect()
    }

    /// Folds the kind under the cursor, or unfolds it; `false`: there is nobody like it. The rows are
    /// to be worked out anew then.
    pub fn turn_fold(&mut self, e: &Encounter) -> bool {
        let Some(c) = self.cursor.and_then(|who| e.get(who)) else { return false };
        let lost = || e.all().filter(|c| folds::is_lost(c) && c.standing != Standing::Gone);
        if folds::is_lost(c) && lost().nth(1).is_some() {
            self.spread = !self.spread;
            return true;
        }
        if let Some(at) = self.folded_kind(c) {
            self.folded.remove(at);
            return true;
        }
        let kind = Kind::of(c);
        let several = folds::kinds(e).contains(&kind);
        self.folded.extend(several.then_some(kind));
        several
    }

    /// Folds every kind of which there are several, or unfolds all; `false`: everybody is one of a
    /// kind.
    pub fn turn_folds(&mut self, e: &Encounter) -> bool {
        let kinds = folds::kinds(e);
        let all = kinds.iter().all(|kind| self.folded.contains(kind));
        self.folded = if all { Vec::new() } else { kinds.clone() };
        !kinds.is_empty()
    }

    /// The cursor goes to one combatant, out of its fold.
    pub fn look_at(&mut self, e: &Encounter, who: CombatantId) {
        if let Some(c) = e.get(who) {
            self.folded.retain(|kind| !kind.holds(c));
            self.spread |= folds::is_lost(c);
        }
        self.cursor = Some(who);
    }

    /// Whether it still owes an act.
    pub fn owes(&self, who: CombatantId) -> bool {
        self.owing_sorted.binary_search(&who).is_ok()
    }

    /// What waits to take hold of it, in words.
    pub fn waits(&self, who: CombatantId) -> Option<&str> {
        self.waiting.get(&who).map(String::as_str)
    }

    /// The number of the row's slot in the count of initiative: of a fold the first.
    pub fn score(&self, row: usize) -> Option<i32> {
        self.scores.get(self.span(row).start).copied().flatten()
    }

    /// Whose act is next: of the row under the cursor, else of the first that owes one.
    pub fn actor(&self) -> Option<CombatantId> {
        self.cursor.filter(|who| self.owes(*who)).or(self.owing.first().copied())
    }

    /// Who would take a kept turn: the row under the cursor, else the first that kept one.
    pub fn holder(&self) -> Option<CombatantId> {
        self.cursor.filter(|who| self.holding.contains(who)).or(self.holding.first().copied())
    }

    /// Where the cursor stands among the rows.
    pub fn row(&self) -> usize {
        self.cursor.map_or(0, |who| self.row_of(who))
    }

    /// Moves the cursor by so many rows.
    pub fn step(&mut self, by: isize) {
        let last = self.rows().saturating_sub(1);
        let row = self.row().saturating_add_signed(by).min(last);
        self.cursor = self.lead(row);
    }

    /// What the moving keys do here.
    pub fn go(&mut self, op: Op) {
        let page = isize::try_from(self.room.get().max(2) - 1).unwrap_or(1);
        match op {
            Op::PageUp | Op::PageDown if self.pane == Pane::Focus => {
                self.read(op == Op::PageDown, usize::MAX)
            }
            Op::Up => self.step(-1),
            Op::Down => self.step(1),
            Op::PageUp => self.step(-page),
            Op::PageDown => self.step(page),
            Op::First => self.step(isize::MIN),
            Op::Last => self.step(isize::MAX),
            _ => {}
        }
    }

    /// Reads so many lines of the focus on or back, a page at most.
    pub fn read(&mut self, on: bool, lines: usize) {
        self.reading.go(on, lines);
    }

    /// Marks or unmarks the row under the cursor, and goes to the next.
    pub fn mark(&mut self) {
        let here = self.here();
        if here.iter().all(|who| self.marked.contains(who)) {
            here.iter().for_each(|who| _ = self.marked.remove(who));
        } else {
            self.marked.extend(here);
        }
        self.count_marks();
        self.step(1);
    }

    /// Marks these besides; none: no row any more.
    pub fn mark_all(&mut self, who: Vec<CombatantId>) {
        if who.is_empty() {
            self.marked.clear();
        }
        self.marked.extend(who);
        self.count_marks();
    }

    /// No row is marked any more.
    pub fn unmark(&mut self) {
        self.marked.clear();
        self.count_marks();
    }

    fn count_marks(&mut self) {
        if self.folds.is_empty() {
            return;
        }
        self.folds.values_mut().for_each(|fold| fold.marked = 0);
        let rows: Vec<usize> = self.marked.iter().map(|who| self.row_of(*who)).collect();
        for row in rows {
            if let Some(fold) = self.folds.get_mut(&row) {
                fold.marked += 1;
            }
        }
    }

    /// Who stands under the cursor: of a fold those that stand, or all if nobody does.
    fn here(&self) -> Vec<CombatantId> {
        let Some(cursor) = self.cursor else { return Vec::new() };
        match self.fold_here() {
            Some(fold) => {
                let count = if fold.standing > 0 { fold.standing } else { fold.fallen };
                self.members(self.row()).iter().copied().take(count).collect()
            }
            None => vec![cursor],
        }
    }

    /// Whom a command on several is for: the marked rows in the roster's order, else the row
    /// under the cursor.
    pub fn targets(&self) -> Vec<CombatantId> {
        if self.marked.is_empty() {
            return self.here();
        }
        self.order.iter().copied().filter(|who| self.marked.contains(who)).collect()
    }

    /// Who does what is asked for: the row under the cursor; where rows are marked and it is none of
    /// them, the first of these that owes an act, else the first.
    pub fn doer(&self) -> Option<CombatantId> {
        let among = |who: &CombatantId| self.marked.is_empty() || self.marked.contains(who);
        self.cursor.filter(among).or_else(|| {
            let marked = self.targets();
            marked.iter().find(|who| self.owes(**who)).or(marked.first()).copied()
        })
    }

    /// What a command on several is called that is for those: `Goblin 2`, `6 Goblins`, `3 rows`.
    pub fn called<'a>(&'a self, e: &'a Encounter, targets: &[CombatantId]) -> Cow<'a, str> {
        match (targets, self.fold_here()) {
            ([one], _) => words::name(e, *one).into(),
            (_, Some(fold)) if self.marked.is_empty() => (&*fold.name).into(),
            _ => format!("{} marked", targets.len()).into(),
        }
    }

    /// The list of a fold, worked out once a state.
    pub fn list<T>(&self, row: usize, make: impl FnOnce() -> String, see: impl FnOnce(&str) -> T) -> T {
        see(self.lists.borrow_mut().entry(row).or_insert_with(make))
    }

    /// Whom a combatant's distance concerns, worked out once a state.
    pub fn nearness<T>(
        &self,
        who: CombatantId,
        make: impl FnOnce() -> Option<Near>,
        see: impl FnOnce(&Near) -> T,
    ) -> Option<T> {
        self.nearness.borrow_mut().entry(who).or_insert_with(make).as_ref().map(see)
    }

    /// Who stands around a combatant, worked out once a state.
    pub fn surroundings(
        &self,
        who: CombatantId,
        make: impl FnOnce() -> Surroundings,
    ) -> Rc<Surroundings> {
        Rc::clone(self.surroundings.borrow_mut().entry(who).or_insert_with(|| Rc::new(make())))
    }

    /// The line of where everybody stands in so many columns, worked out once a state.
    pub fn places(&self, columns: u16, make: impl FnOnce() -> Vec<Piece>) -> Ref<'_, [Piece]> {
        if self.places.borrow().0 != columns {
            self.places.replace((columns, make()));
        }
        Ref::map(self.places.borrow(), |(_, pieces)| &pieces[..])
    }

    /// A combatant's figures for the roster, worked out once a state.
    pub fn glance<T>(
        &self,
        rules: &dyn Ruleset,
        e: &Encounter,
        who: CombatantId,
        see: impl FnOnce(&RowFigures) -> T,
    ) -> T {
        let mut glances = self.glances.borrow_mut();
        see(glances.entry(who).or_insert_with(|| {
            let glance = rules.glance(e, who);
            RowFigures { columns: glance.columns, time_budget: glance.time_budget }
        }))
    }

    /// All figures of a combatant, worked out once a state.
    pub fn figures(&self, rules: &dyn Ruleset, e: &Encounter, who: CombatantId) -> String {
        let mut figures = self.figures.borrow_mut();
        figures.entry(who).or_insert_with(|| in_words(&rules.figures(e, who), " · ")).clone()
    }

    /// The letter of a side.
    pub fn letter(&self, side: SideId) -> char {
        self.letters.get(side.index()).copied().unwrap_or('?')
    }

    /// The next pane takes the keys.
    pub fn next_pane(&mut self) {
        self.pane = match self.pane {
            Pane::Roster => Pane::Focus,
            Pane::Focus => Pane::Log,
            Pane::Log => Pane::Roster,
        };
    }
}

fn in_words(figures: &[Figure], between: &str) -> String {
    figures.iter().map(in_word).collect::<Vec<_>>().join(between)
}

fn in_word(figure: &Figure) -> String {
    if figure.label.is_empty() {
        return figure.value.clone();
    }
    format!("{} {}", figure.label, figure.value)
}

/// For each side the first letter of its name that is still free, else a number.
fn side_letters(e: &Encounter) -> Vec<char> {
    let mut taken: Vec<char> = Vec::with_capacity(e.sides.len());
    for (at, side) in e.sides.iter().enumerate() {
        let letters = side.name.chars().filter(|letter| letter.is_alphanumeric());
        let mut free = letters.flat_map(char::to_uppercase).filter(|letter| !taken.contains(letter));
        let number = || u32::try_from(at + 1).ok().and_then(|n| char::from_digit(n % 10, 10));
        taken.push(free.next().or_else(number).unwrap_or('*'));
    }
    taken
}
