//! What lies on the table: the roster's order, its cursor and marks, and what a screen would
//! otherwise work out anew for every frame.

use super::log_view::LogView;
use super::op::Op;
use crate::rules;
use crate::rules::combatant::Standing;
use crate::rules::effect::Condition;
use crate::rules::encounter::Encounter;
use crate::rules::event::Event;
use crate::rules::ids::{CombatantId, SideId};
use crate::rules::offer::Figure;
use crate::rules::ruleset::{About, Ruleset, Station};
use crate::rules::window::Phase;
use crate::rules::{log, words};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

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
    /// The number of each row's slot in the count of initiative.
    pub scores: Vec<Option<i32>>,
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
    /// How many rows the painter had room for.
    pub rows: Cell<usize>,
    columns: RefCell<BTreeMap<CombatantId, Vec<String>>>,
    figures: RefCell<BTreeMap<CombatantId, String>>,
}

impl Board {
    /// Works everything out for a state. The cursor stays on its combatant.
    pub fn refresh(&mut self, rules: &dyn Ruleset, e: &Encounter) {
        (self.order, self.scores) = acting_order(e);
        let holds = |who: &CombatantId| e.get(*who).is_some_and(|c| c.has(Condition::Holding));
        self.holding = self.order.iter().copied().filter(holds).collect();
        self.owing = self.order.iter().copied().filter(|who| rules::owes(rules, e, *who)).collect();
        self.owing_sorted = self.owing.clone();
        self.owing_sorted.sort_unstable();
        self.waiting = waiting(rules.about(), e);
        self.rail = rules.rail(e);
        self.here = Here::of(&self.rail, e);
        self.letters = side_letters(e);
        self.columns.get_mut().clear();
        self.figures.get_mut().clear();
        self.marked.retain(|who| e.get(*who).is_some_and(|c| c.standing != Standing::Gone));
        let there = self.cursor.and_then(|who| e.get(who)).is_some_and(|c| c.standing != Standing::Gone);
        if !there {
            self.cursor = self.owing.first().or(self.order.first()).copied();
        }
    }

    /// Whether it still owes an act.
    pub fn owes(&self, who: CombatantId) -> bool {
        self.owing_sorted.binary_search(&who).is_ok()
    }

    /// What waits to take hold of it, in words.
    pub fn waits(&self, who: CombatantId) -> Option<&str> {
        self.waiting.get(&who).map(String::as_str)
    }

    /// Whether it keeps its turn, and stands in no slot.
    pub fn holds_back(&self, at: usize, who: CombatantId) -> bool {
        self.scores.get(at).is_some_and(Option::is_none) && self.holding.contains(&who)
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
        let at = self.cursor.and_then(|who| self.order.iter().position(|id| *id == who));
        at.unwrap_or(0)
    }

    /// Moves the cursor by so many rows.
    pub fn step(&mut self, by: isize) {
        let last = self.order.len().saturating_sub(1);
        let at = self.row().saturating_add_signed(by).min(last);
        self.cursor = self.order.get(at).copied();
    }

    /// What the moving keys do here.
    pub fn go(&mut self, op: Op) {
        let page = isize::try_from(self.rows.get().max(2) - 1).unwrap_or(1);
        match op {
            Op::Up => self.step(-1),
            Op::Down => self.step(1),
            Op::PageUp => self.step(-page),
            Op::PageDown => self.step(page),
            Op::First => self.step(isize::MIN),
            Op::Last => self.step(isize::MAX),
            _ => {}
        }
    }

    /// Marks or unmarks the row under the cursor, and goes to the next.
    pub fn mark(&mut self) {
        let Some(who) = self.cursor else { return };
        if !self.marked.remove(&who) {
            self.marked.insert(who);
        }
        self.step(1);
    }

    /// Whom a command on several is for: the marked rows in the roster's order, else the row
    /// under the cursor.
    pub fn targets(&self) -> Vec<CombatantId> {
        if self.marked.is_empty() {
            return self.cursor.into_iter().collect();
        }
        self.order.iter().copied().filter(|who| self.marked.contains(who)).collect()
    }

    /// A combatant's figures for the roster (`AC 5`), worked out once a state.
    pub fn columns<T>(
        &self,
        rules: &dyn Ruleset,
        e: &Encounter,
        who: CombatantId,
        see: impl FnOnce(&[String]) -> T,
    ) -> T {
        let mut columns = self.columns.borrow_mut();
        see(columns.entry(who).or_insert_with(|| rules.column(e, who).iter().map(in_word).collect()))
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

/// What waits for each, harm and healing as one sum, everything else in brackets.
fn waiting(about: &About, e: &Encounter) -> BTreeMap<CombatantId, String> {
    let mut sums: BTreeMap<CombatantId, (i32, String)> = BTreeMap::new();
    for event in e.pending.iter() {
        let (who, change, what) = match event {
            Event::Harmed { who, amount, .. } => (*who, amount.saturating_neg(), String::new()),
            Event::Healed { who, amount } => (*who, *amount, String::new()),
            Event::Afflicted(who, effect) => (*who, 0, log::condition_toward(about, e, effect)),
            Event::Relieved { who, condition, .. } => {
                let called = about.condition(*condition).map_or("", |rule| &rule.name);
                (*who, 0, format!("no longer {called}"))
            }
            Event::Stood(who, standing) => (*who, 0, words::standing(*standing).to_string()),
            _ => continue,
        };
        let (sum, list) = sums.entry(who).or_default();
        *sum = sum.saturating_add(change);
        if !what.is_empty() {
            list.push_str(if list.is_empty() { "" } else { ", " });
            list.push_str(&what);
        }
    }
    let told = |(sum, list): (i32, String)| match (sum, list.is_empty()) {
        (0, _) => format!("({list}) waits"),
        (sum, true) => format!("{} waits", words::signed(sum)),
        (sum, false) => format!("{} ({list}) waits", words::signed(sum)),
    };
    let some = sums.into_iter().filter(|(_, (sum, list))| *sum != 0 || !list.is_empty());
    some.map(|(who, waits)| (who, told(waits))).collect()
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

/// Slot by slot, then whoever has no slot, then whoever is out; those the referee took out of the
/// encounter are not shown.
fn acting_order(e: &Encounter) -> (Vec<CombatantId>, Vec<Option<i32>>) {
    let mut slots: BTreeMap<SideId, usize> = BTreeMap::new();
    let mut ones: BTreeMap<CombatantId, usize> = BTreeMap::new();
    for (at, slot) in e.order.iter().enumerate() {
        for side in &slot.sides {
            slots.entry(*side).or_insert(at);
        }
        for one in &slot.ones {
            ones.entry(*one).or_insert(at);
        }
    }
    let none = e.order.len();
    let here = e.all().filter(|c| c.standing != Standing::Gone);
    let mut keyed: Vec<_> = here
        .map(|c| {
            let slot = ones.get(&c.id).or_else(|| slots.get(&c.side)).copied().unwrap_or(none);
            (!c.is_up(), slot, c.side, c.id)
        })
        .collect();
    keyed.sort_unstable();
    let score = |slot: usize| e.order.get(slot).map(|slot| slot.score);
    keyed.into_iter().map(|(out, slot, _, id)| (id, score(slot).filter(|_| !out))).unzip()
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
