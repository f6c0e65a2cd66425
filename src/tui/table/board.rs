//! The board: the roster's order, cursor and marks, and caches of what every frame would otherwise recompute.

use super::at_a_glance::AtAGlance;
use super::folds::{self, Arranged, Fold, Kind, Score};
use super::log_rows::LogView;
use super::nearness::{Near, Surroundings};
use super::to_act::ToAct;
use super::waiting::waiting;
use crate::policy::{self, Acting};
use crate::rules;
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::command::Act;
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::offer::Figure;
use crate::rules::model::window::{Phase, Whose};
use crate::rules::ruleset::{Ruleset, Station, TimeBudget};
use crate::rules::text::{sheet, words};
use crate::store::KindName;
use crate::tui::input::operations::Op;
use crate::tui::kit::scroll::Scroll;
use crate::tui::paint::text::{self, width};
use crate::tui::panes::places::Piece;
use ratatui::layout::Rect;
use std::borrow::Cow;
use std::cell::{Cell, OnceCell, Ref, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

/// The panes that can be active.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pane {
    /// The roster.
    #[default]
    Roster,
    /// The stat block of the combatant under the cursor.
    Focus,
    /// The log.
    Log,
}

/// Where the fight is on the rail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Here {
    /// Not on the rail.
    #[default]
    Nowhere,
    /// At the station with this index.
    At(usize),
    /// Before the station with this index, in a step without a station of its own.
    Before(usize),
}

impl Here {
    /// The station it is at, or before.
    pub fn station(self) -> Option<usize> {
        match self {
            Self::At(at) | Self::Before(at) => Some(at),
            Self::Nowhere => None,
        }
    }

    /// Finds the last station of the open window's phase that is not ahead; else the number whose outcome is open; else
    /// the gap before the next station.
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

/// Areas of the panes as last painted, without headings. A hidden pane's area is empty.
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
    /// The last act.
    pub last: Rect,
}

/// The figures a combatant's roster row shows.
#[derive(Debug)]
pub struct RowFigures {
    /// Figures with a column of their own: `AC`, `5`.
    pub columns: Vec<Figure>,
    /// The seconds of its turn, if it has one now.
    pub time_budget: Option<TimeBudget>,
}

/// The part of a row or a combatant in what comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Enter acts for it.
    Acts,
    /// It owes an act at the same place.
    Owes,
    /// Its slot is over in this round.
    Acted,
    /// None.
    None,
}

impl Part {
    /// Whether it is to act there.
    pub fn is_due(self) -> bool {
        matches!(self, Self::Acts | Self::Owes)
    }
}

/// Who owed an act at some moment, and for whom Enter would have acted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Turn {
    owing: Vec<CombatantId>,
    actor: Option<CombatantId>,
}

impl Turn {
    /// Whether that combatant owed one.
    pub fn holds(&self, who: CombatantId) -> bool {
        self.owing.binary_search(&who).is_ok()
    }
}

/// What a row of several lists: how its members fare, their conditions, and where they are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lists {
    /// How many are hurt, fallen and still to act; of those out of the fight, who they are.
    pub fares: String,
    /// Their conditions, with how many have each.
    pub conditions: String,
    /// Their places.
    pub aside: String,
}

/// The one for whom Enter acts, and whether its fold acts with it.
type Doer = (Option<CombatantId>, bool);

/// State of the roster and the panes beside it.
#[derive(Debug, Default)]
pub struct Board {
    /// Every combatant in acting order; those out of the fight come last.
    pub order: Vec<CombatantId>,
    /// Combatants that still owe an act in the open window, in roster order.
    pub owing: Vec<CombatantId>,
    /// The same, sorted by id for lookup.
    owing_sorted: Vec<CombatantId>,
    /// Who is to act, and what Enter does: the answer that everything shown reads.
    acting: Rc<Acting>,
    /// Who owes an act at the place that Enter reaches, sorted by id for lookup.
    acting_sorted: Vec<CombatantId>,
    /// Whose slot is over at the place that Enter reaches, sorted by id for lookup.
    acted: Vec<CombatantId>,
    /// Cached answers for the current state, by the combatant that comes first.
    answers: BTreeMap<Option<CombatantId>, Rc<Acting>>,
    /// Combatants that hold a turn for later, in roster order.
    pub holding: Vec<CombatantId>,
    /// Each combatant's initiative number, parallel to `order`.
    pub scores: Vec<Option<Score>>,
    /// Index into `order` at which each row begins.
    starts: Vec<usize>,
    /// Row of each combatant, sorted by id for lookup; empty if nothing is folded.
    row_of: Vec<(CombatantId, usize)>,
    /// Rows with more than one combatant.
    folds: BTreeMap<usize, Fold>,
    /// The folded kinds: those of which there are many, unless the referee has said otherwise.
    folded: Vec<Kind>,
    /// The kinds that the referee has folded (`true`) or unfolded.
    fold_choices: BTreeMap<KindName, bool>,
    /// How many combatants there were, and how many of them had not left, when the folded kinds were last worked out;
    /// `None` if they have to be worked out anew.
    folded_of: Option<(usize, usize)>,
    /// Whether combatants out for good have a row each rather than one shared row.
    spread: bool,
    /// Width of the widest name, in columns.
    pub name_width: u16,
    /// Hit points each combatant lost in the last act.
    pub lost: BTreeMap<CombatantId, i32>,
    /// Pending outcomes, in words: `−7 waits`.
    waiting: BTreeMap<CombatantId, String>,
    /// The stations of the round.
    pub rail: Vec<Station>,
    /// Where the fight is on the rail.
    pub here: Here,
    /// Where Enter acts on the rail, if it skips something first.
    pub there: Here,
    /// A letter for each side.
    pub letters: Vec<char>,
    /// The combatant under the cursor; for a fold, its lead.
    pub cursor: Option<CombatantId>,
    /// Marked combatants, for operations on several.
    pub marked: BTreeSet<CombatantId>,
    /// The active pane.
    pub pane: Pane,
    /// Selection and scroll position of the log.
    pub log: LogView,
    /// The newest line of the log, for the row of the last act.
    pub latest: LogView,
    /// Scroll position of the rows.
    pub scroll: Scroll,
    /// Scroll position of the focus.
    pub focus: Scroll,
    /// Where the panes were last painted.
    pub areas: Cell<Areas>,
    glances: RefCell<BTreeMap<CombatantId, RowFigures>>,
    figures: RefCell<BTreeMap<CombatantId, String>>,
    lists: RefCell<BTreeMap<usize, Lists>>,
    nearness: RefCell<BTreeMap<CombatantId, Option<Near>>>,
    /// Who is around each combatant, for the focus.
    surroundings: RefCell<BTreeMap<CombatantId, Rc<Surroundings>>>,
    places: RefCell<(u16, Vec<Piece>)>,
    to_act: RefCell<BTreeMap<Doer, Rc<ToAct>>>,
    at_a_glance: OnceCell<AtAGlance>,
}

impl Board {
    /// Creates an empty board with the same kinds folded as another.
    pub fn folded_like(other: &Self) -> Self {
        let (folded, fold_choices) = (other.folded.clone(), other.fold_choices.clone());
        Self {
            folded,
            fold_choices,
            folded_of: other.folded_of,
            spread: other.spread,
            ..Self::default()
        }
    }

    /// Recomputes everything for a state and the last act of each. The cursor stays on its combatant, or where that was:
    /// on the others folded with it, else on the next row.
    pub fn refresh(&mut self, rules: &dyn Ruleset, e: &Encounter, last: &BTreeMap<CombatantId, Act>) {
        self.cursor = self.stand_in(e);
        self.fold_many(e);
        let Arranged { order, scores, starts } = folds::arrange(e, &self.folded, self.spread);
        (self.order, self.scores, self.starts) = (order, scores, starts);
        let holds = |who: &CombatantId| e.has(*who, Condition::HOLDING);
        self.holding = self.order.iter().copied().filter(holds).collect();
        self.owing = self.order.iter().copied().filter(|who| rules::owes(rules, e, *who)).collect();
        self.owing_sorted = sorted(&self.owing);
        self.answers.clear();
        self.heed(rules, e, last, self.cursor.filter(|who| self.owes(*who)));
        self.waiting = waiting(rules, e);
        self.rail = rules.rail(e);
        self.here = Here::of(&self.rail, e);
        let there = self.reached().filter(|there| there.round == e.round);
        self.there = there.map_or(Here::Nowhere, |there| Here::of(&self.rail, there));
        self.letters = side_letters(e.sides.iter().map(|side| &*side.name));
        self.glances.get_mut().clear();
        self.figures.get_mut().clear();
        self.lists.get_mut().clear();
        self.nearness.get_mut().clear();
        self.surroundings.get_mut().clear();
        *self.places.get_mut() = Default::default();
        self.to_act.get_mut().clear();
        self.at_a_glance.take();
        self.marked.retain(|who| e.get(*who).is_some_and(|c| c.standing != Standing::Gone));
        self.rebuild_rows(e);
        self.name_width = self.widest_name(e);
        self.cursor = self.cursor.or(self.first_to_act()).or(self.order.first().copied());
        self.cursor = self.cursor.map(|who| self.lead(self.row_of(who)).unwrap_or(who));
    }

    /// Updates who is to act for the combatant under the cursor: it comes first if it owes an act where Enter acts.
    pub fn attend(&mut self, rules: &dyn Ruleset, e: &Encounter, last: &BTreeMap<CombatantId, Act>) {
        self.heed(rules, e, last, self.cursor.filter(|who| self.owes_there(*who)));
    }

    /// Answers who is to act if that combatant comes first, cached per state.
    fn heed(
        &mut self,
        rules: &dyn Ruleset,
        e: &Encounter,
        last: &BTreeMap<CombatantId, Act>,
        focus: Option<CombatantId>,
    ) {
        if let Some(known) = self.answers.get(&focus) {
            self.acting = Rc::clone(known);
            return;
        }
        self.acting = Rc::new(policy::acting(rules, e, focus, last));
        self.acting_sorted = sorted(&self.acting.owing);
        self.acted = acted(self.acting.state(e));
        // Whoever does not owe an act there does not come first, and who acts anyhow may as well.
        let there = focus.filter(|who| self.owes_there(*who));
        let first = self.acting.who.filter(|who| there.is_none() && self.owes_there(*who));
        for focus in [there, first.or(there)] {
            self.answers.insert(focus, Rc::clone(&self.acting));
        }
    }

    /// Returns whom the cursor is to be on in that state, before the rows are recomputed.
    fn stand_in(&self, e: &Encounter) -> Option<CombatantId> {
        let cursor = self.cursor?;
        let there = |who: &CombatantId| e.get(*who).is_some_and(|c| c.standing != Standing::Gone);
        let fights =
            |who: &CombatantId| there(who) && e.get(*who).is_some_and(|c| !folds::is_lost(e, c));
        let row = self.row();
        let members = self.members(row);
        let folded = self.fold(row).is_some_and(|fold| fold.standing > 0) && members.contains(&cursor);
        let others = members.iter().copied().find(|who| folded && fights(who));
        let own = Some(cursor).filter(there);
        // One lost from a fold leaves it, and the cursor stays with the others.
        let stays = own.filter(|who| fights(who) || !folded).or(others).or(own);
        let (before, after) = self.order.split_at(self.span(row).start.min(self.order.len()));
        stays.or_else(|| after.iter().chain(before.iter().rev()).copied().find(there))
    }

    /// Recomputes which combatants share a row, and the folds.
    fn rebuild_rows(&mut self, e: &Encounter) {
        self.row_of.clear();
        self.folds.clear();
        if self.rows() == self.order.len() {
            return;
        }
        for row in 0..self.rows() {
            let members = &self.order[self.span(row)];
            if members.len() > 1 {
                let fold = Fold::of(e, members, |who| self.owes_there(who));
                self.folds.extend(fold.map(|fold| (row, fold)));
            }
            self.row_of.extend(members.iter().map(|who| (*who, row)));
        }
        // The ids mostly ascend within each row: a stable sort is fast on such runs.
        self.row_of.sort();
        self.count_marks();
    }

    /// Returns the width of the widest name. The row of those out for good does not count: it takes the full width.
    fn widest_name(&self, e: &Encounter) -> u16 {
        let one = |row: usize| match self.fold(row) {
            Some(fold) if fold.standing == 0 => 0,
            Some(fold) => width(&fold.name),
            None => self.lead(row).and_then(|who| e.get(who)).map_or(0, |c| width(&c.name)),
        };
        let widest = (0..self.rows()).map(one).max().unwrap_or(0);
        text::cells(widest)
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.starts.len()
    }

    /// Range of a row's combatants in `order`.
    fn span(&self, row: usize) -> Range<usize> {
        let at = |row: usize| self.starts.get(row).copied().unwrap_or(self.order.len());
        at(row)..at(row.saturating_add(1))
    }

    /// Returns the combatants of a row.
    pub fn members(&self, row: usize) -> &[CombatantId] {
        self.order.get(self.span(row)).unwrap_or_default()
    }

    /// Returns the row's fold, if it holds more than one combatant.
    pub fn fold(&self, row: usize) -> Option<&Fold> {
        self.folds.get(&row)
    }

    /// Returns the fold under the cursor.
    pub fn fold_here(&self) -> Option<&Fold> {
        self.fold(self.row())
    }

    /// Returns the fold whose members act together when this combatant, its lead, acts; `None` if rows are marked.
    pub fn acts_as_one(&self, who: CombatantId) -> Option<&Fold> {
        let fold = self.fold(self.row_of(who));
        fold.filter(|fold| fold.lead == who && fold.owing > 1 && self.marked.is_empty())
    }

    /// Returns the combatant that represents the row.
    pub fn lead(&self, row: usize) -> Option<CombatantId> {
        self.fold(row).map(|fold| fold.lead).or(self.order.get(self.span(row).start).copied())
    }

    /// Returns the row of a combatant.
    pub fn row_of(&self, who: CombatantId) -> usize {
        if self.row_of.is_empty() {
            return self.order.iter().position(|id| *id == who).unwrap_or(0);
        }
        let at = self.row_of.binary_search_by_key(&who, |(id, _)| *id);
        at.map_or(0, |at| self.row_of[at].1)
    }

    /// Returns the index of the kind the combatant belongs to, if the referee has folded it.
    pub fn folded_by_choice(&self, c: &Combatant) -> Option<usize> {
        let at = self.folded.iter().position(|kind| kind.holds(c))?;
        self.fold_choices.get(&self.folded[at].said()).is_some_and(|folded| *folded).then_some(at)
    }

    /// Restores what the referee had folded and unfolded.
    pub fn fold_again(&mut self, choices: BTreeMap<KindName, bool>) {
        (self.fold_choices, self.folded_of) = (choices, None);
    }

    /// Returns the kinds that the referee has folded (`true`) or unfolded.
    pub fn fold_choices(&self) -> &BTreeMap<KindName, bool> {
        &self.fold_choices
    }

    /// Works out the folded kinds anew if there are more combatants than before, or fewer.
    fn fold_many(&mut self, e: &Encounter) {
        let here = e.all().filter(|c| c.standing != Standing::Gone).count();
        let count = Some((e.all().count(), here));
        if self.folded_of == count {
            return;
        }
        self.folded_of = count;
        let folded = |(kind, many): &(Kind, bool)| *self.fold_choices.get(&kind.said()).unwrap_or(many);
        self.folded = folds::kinds(e).into_iter().filter(folded).map(|(kind, _)| kind).collect();
    }

    /// Folds or unfolds the kind under the cursor; among those out for good, toggles their shared row. Returns whether
    /// the rows changed and must be recomputed.
    pub fn turn_fold(&mut self, e: &Encounter) -> bool {
        let Some(c) = self.cursor.and_then(|who| e.get(who)) else { return false };
        let lost = || e.all().filter(|c| folds::is_lost(e, c) && c.standing != Standing::Gone);
        if folds::is_lost(e, c) && lost().nth(1).is_some() {
            self.spread = !self.spread;
            return true;
        }
        let kind = Kind::of(c);
        let several = folds::kinds(e).iter().any(|(other, _)| *other == kind);
        if several {
            self.choose_fold(kind.said(), !self.folded.contains(&kind));
        }
        several
    }

    /// Folds every kind with several members, or unfolds all. Returns `false` if there is no such kind.
    pub fn turn_folds(&mut self, e: &Encounter) -> bool {
        let kinds = folds::kinds(e);
        let all = kinds.iter().all(|(kind, _)| self.folded.contains(kind));
        kinds.iter().for_each(|(kind, _)| self.choose_fold(kind.said(), !all));
        !kinds.is_empty()
    }

    fn choose_fold(&mut self, kind: KindName, folded: bool) {
        self.fold_choices.insert(kind, folded);
        self.folded_of = None;
    }

    /// Moves the cursor to one combatant, unfolding its kind.
    pub fn look_at(&mut self, e: &Encounter, who: CombatantId) {
        if let Some(c) = e.get(who) {
            let folded = self.folded.iter().any(|kind| kind.holds(c));
            if folded {
                self.choose_fold(Kind::of(c).said(), false);
            }
            self.spread |= folds::is_lost(e, c);
        }
        self.cursor = Some(who);
    }

    /// Returns who is to act, to tell later whether that has changed.
    pub fn turn(&self) -> Turn {
        Turn { owing: self.owing_sorted.clone(), actor: self.actor() }
    }

    /// Moves the cursor to whoever acts next if who is to act is no longer as in `turn`, and the combatant under it has
    /// nothing more to do. It stays while rows are marked. With `acted`, it is a change too if Enter acts for someone
    /// else, or someone has nothing more to do; by the referee's word, only if someone new is to act.
    pub fn follow(
        &mut self,
        rules: &dyn Ruleset,
        e: &Encounter,
        last: &BTreeMap<CombatantId, Act>,
        turn: &Turn,
        acted: bool,
    ) {
        let comes = self.owing.iter().any(|who| !turn.holds(*who));
        let goes =
            acted && (turn.actor != self.actor() || turn.owing.iter().any(|who| !self.owes(*who)));
        if !(comes || goes) || !self.marked.is_empty() {
            return;
        }
        // Elsewhere than here, the order of the round says who comes first.
        self.heed(rules, e, last, self.cursor.filter(|who| self.owes(*who)));
        if self.reached().is_some() {
            self.heed(rules, e, last, None);
        }
        let idle = match self.acting.who {
            Some(_) => self.part_of_row(self.row()) != Part::Acts,
            None => self.cursor.is_none_or(|who| !self.owes_there(who)),
        };
        if idle {
            let first = self.first_to_act().map(|who| self.lead(self.row_of(who)).unwrap_or(who));
            self.cursor = first.or(self.cursor);
        }
    }

    /// Where Enter acts on the rail.
    pub fn chip(&self) -> Here {
        if self.there == Here::Nowhere { self.here } else { self.there }
    }

    /// Who is to act: the same for rail, marks, focus and key.
    pub fn acting(&self) -> &Acting {
        &self.acting
    }

    /// The state in which Enter acts, if it skips something first.
    pub fn reached(&self) -> Option<&Encounter> {
        self.acting.reached.as_ref()
    }

    /// The part that a combatant has in what comes next.
    pub fn part(&self, who: CombatantId) -> Part {
        match self.acting.who {
            Some(actor) if actor == who => Part::Acts,
            _ if self.owes_there(who) => Part::Owes,
            _ if self.acted.binary_search(&who).is_ok() => Part::Acted,
            _ => Part::None,
        }
    }

    /// The part that the combatants of a row have in what comes next.
    pub fn part_of_row(&self, row: usize) -> Part {
        let parts = || self.members(row).iter().map(|who| self.part(*who));
        let has = |part: Part| parts().any(|one| one == part);
        [Part::Acts, Part::Owes, Part::Acted].into_iter().find(|part| has(*part)).unwrap_or(Part::None)
    }

    /// Whoever acts next, or is the first that could.
    fn first_to_act(&self) -> Option<CombatantId> {
        self.acting.who.or(self.acting.owing.first().copied())
    }

    /// Whether a combatant owes an act where Enter acts.
    pub fn owes_there(&self, who: CombatantId) -> bool {
        self.acting_sorted.binary_search(&who).is_ok()
    }

    /// Whether a combatant still owes an act in the open window.
    pub fn owes(&self, who: CombatantId) -> bool {
        self.owing_sorted.binary_search(&who).is_ok()
    }

    /// Returns the combatant's pending outcome, in words.
    pub fn waits(&self, who: CombatantId) -> Option<&str> {
        self.waiting.get(&who).map(String::as_str)
    }

    /// Returns the row's initiative number; for a fold, that of its first member.
    pub fn score(&self, row: usize) -> Option<Score> {
        self.scores.get(self.span(row).start).copied().flatten()
    }

    /// Returns for whom Enter acts.
    pub fn actor(&self) -> Option<CombatantId> {
        self.acting.who
    }

    /// Returns who would take a held turn: the combatant under the cursor if it holds one, else the first that does.
    pub fn holder(&self) -> Option<CombatantId> {
        self.cursor.filter(|who| self.holding.contains(who)).or(self.holding.first().copied())
    }

    /// Returns the row of the cursor.
    pub fn row(&self) -> usize {
        self.cursor.map_or(0, |who| self.row_of(who))
    }

    /// Moves the cursor by a number of rows.
    pub fn step(&mut self, by: isize) {
        let last = self.rows().saturating_sub(1);
        let row = self.row().saturating_add_signed(by).min(last);
        self.cursor = self.lead(row);
    }

    /// Handles a cursor key in the roster or the focus.
    pub fn go(&mut self, op: Op) {
        let page = self.scroll.page();
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

    /// Scrolls the focus down or up by a number of lines, at most a page.
    pub fn read(&mut self, on: bool, lines: usize) {
        let by = self.focus.page().min(isize::try_from(lines).unwrap_or(isize::MAX));
        self.focus.go(if on { by } else { -by });
    }

    /// Toggles the mark of the row under the cursor and moves to the next row.
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

    /// Adds marks; an empty list clears all marks.
    pub fn mark_all(&mut self, who: Vec<CombatantId>) {
        if who.is_empty() {
            self.marked.clear();
        }
        self.marked.extend(who);
        self.count_marks();
    }

    /// Clears the marks of those whom a command was given to. The cursor stays on one of them.
    pub fn spend_marks(&mut self) {
        if self.cursor.is_none_or(|who| !self.marked.contains(&who)) {
            let first = self.order.iter().find(|who| self.marked.contains(who));
            self.cursor = first.copied().or(self.cursor);
        }
        self.unmark();
    }

    /// Clears all marks.
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

    /// Returns the combatants under the cursor. Of a fold, those still standing, or all of them if none are.
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

    /// Returns the targets of an operation on several: the marked combatants in roster order, else those under the
    /// cursor.
    pub fn targets(&self) -> Vec<CombatantId> {
        if self.marked.is_empty() {
            return self.here();
        }
        self.order.iter().copied().filter(|who| self.marked.contains(who)).collect()
    }

    /// Returns who performs an operation: the combatant under the cursor; but if others are marked, the first of those
    /// that owes an act, else the first of them.
    pub fn doer(&self) -> Option<CombatantId> {
        let among = |who: &CombatantId| self.marked.is_empty() || self.marked.contains(who);
        self.cursor.filter(among).or_else(|| {
            let marked = self.targets();
            marked.iter().find(|who| self.owes(**who)).or(marked.first()).copied()
        })
    }

    /// Names the targets of an operation: `Goblin 2`, `6 Goblins`, `3 marked`.
    pub fn called<'a>(&'a self, e: &'a Encounter, targets: &[CombatantId]) -> Cow<'a, str> {
        match (targets, self.fold_here()) {
            ([one], _) => words::name(e, *one).into(),
            (_, Some(fold)) if self.marked.is_empty() => (&*fold.name).into(),
            _ => format!("{} marked", targets.len()).into(),
        }
    }

    /// Passes the row's lists to `see`, cached per state.
    pub fn list<T>(&self, row: usize, make: impl FnOnce() -> Lists, see: impl FnOnce(&Lists) -> T) -> T {
        see(self.lists.borrow_mut().entry(row).or_insert_with(make))
    }

    /// Passes the combatant's distance to its foe to `see`, cached per state.
    pub fn nearness<T>(
        &self,
        who: CombatantId,
        make: impl FnOnce() -> Option<Near>,
        see: impl FnOnce(&Near) -> T,
    ) -> Option<T> {
        self.nearness.borrow_mut().entry(who).or_insert_with(make).as_ref().map(see)
    }

    /// Returns who is around a combatant, cached per state.
    pub fn surroundings(
        &self,
        who: CombatantId,
        make: impl FnOnce() -> Surroundings,
    ) -> Rc<Surroundings> {
        Rc::clone(self.surroundings.borrow_mut().entry(who).or_insert_with(|| Rc::new(make())))
    }

    /// Returns the line of places for a width, cached per state.
    pub fn places(&self, columns: u16, make: impl FnOnce() -> Vec<Piece>) -> Ref<'_, [Piece]> {
        if self.places.borrow().0 != columns {
            self.places.replace((columns, make()));
        }
        Ref::map(self.places.borrow(), |(_, pieces)| &pieces[..])
    }

    /// Returns who is to act, cached per state, actor and whether its fold acts with it.
    pub fn to_act(&self, make: impl FnOnce() -> ToAct) -> Rc<ToAct> {
        let as_one = self.actor().is_some_and(|who| self.acts_as_one(who).is_some());
        let mut known = self.to_act.borrow_mut();
        Rc::clone(known.entry((self.actor(), as_one)).or_insert_with(|| Rc::new(make())))
    }

    /// Returns the field at a glance, cached per state.
    pub fn at_a_glance(&self, make: impl FnOnce() -> AtAGlance) -> &AtAGlance {
        self.at_a_glance.get_or_init(make)
    }

    /// Passes the combatant's roster figures to `see`, cached per state.
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

    /// Returns all figures of a combatant in words, cached per state.
    pub fn figures(&self, rules: &dyn Ruleset, e: &Encounter, who: CombatantId) -> String {
        let mut figures = self.figures.borrow_mut();
        figures.entry(who).or_insert_with(|| sheet::figures(&rules.figures(e, who))).clone()
    }

    /// Returns the letter of a side.
    pub fn letter(&self, side: SideId) -> char {
        self.letters.get(side.index()).copied().unwrap_or('?')
    }

    /// Activates the next pane.
    pub fn next_pane(&mut self) {
        self.pane = match self.pane {
            Pane::Roster => Pane::Focus,
            Pane::Focus => Pane::Log,
            Pane::Log => Pane::Roster,
        };
    }
}

/// Returns those standing whose slot comes before the one that acts, in ascending order.
fn acted(e: &Encounter) -> Vec<CombatantId> {
    let slots = e.slots();
    let now = e.windows.first().and_then(|window| match window.whose {
        Whose::Slot(at) => Some(at),
        Whose::One(who) => e.get(who).and_then(|c| slots.of(c)),
        Whose::All | Whose::Side(_) => None,
    });
    let Some(now) = now else { return Vec::new() };
    let over = |c: &&Combatant| c.is_up() && slots.of(c).is_some_and(|at| at < now);
    sorted(&e.all().filter(over).map(|c| c.id).collect::<Vec<_>>())
}

fn sorted(ids: &[CombatantId]) -> Vec<CombatantId> {
    let mut ids = ids.to_vec();
    ids.sort();
    ids
}

/// Returns a letter for each side: the first free letter of its name, else its number, else any free digit or letter.
pub fn side_letters<'a>(sides: impl Iterator<Item = &'a str>) -> Vec<char> {
    let mut taken: Vec<char> = Vec::new();
    for (side, number) in sides.zip(1_u32..) {
        let own = side.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_uppercase);
        let any = char::from_digit(number, 10).into_iter().chain('0'..='9').chain('A'..='Z');
        let letter = own.chain(any).find(|letter| !taken.contains(letter));
        taken.push(letter.unwrap_or('*'));
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_side_has_a_letter_of_its_own() {
        let many: Vec<String> = (0..20).map(|_| "Foe".to_string()).collect();
        let letters = side_letters(many.iter().map(String::as_str));
        assert_eq!(letters[..5], ['F', 'O', 'E', '4', '5']);
        assert_eq!(letters.iter().collect::<BTreeSet<_>>().len(), 20);
        assert!(letters.iter().all(char::is_ascii_alphanumeric), "{letters:?}");
    }
}
