//! The log as lines, walked backward from the newest so that the length of the fight does not matter.

use super::log_lines::LineCache;
use crate::chronicle::{Answered, Ask, Chronicle, Step};
use crate::rules::model::command::{Act, Command};
use crate::rules::model::dice::{Purpose, RollRequest};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Event, Source};
use crate::rules::text::log::{self, Account, Happened, LogAt, LogLine, Reader, Record, StepAt};
use crate::tui::input::operations::Op;
use std::cell::Cell;

/// Selection and scroll position of the log.
#[derive(Debug, Clone, Default)]
pub struct LogView {
    /// The selected line; `None` for the newest.
    pub chosen: Option<LogAt>,
    /// The bottom line; `None` for the newest. Adjusted on painting to keep the selected line visible.
    bottom: Cell<Option<LogAt>>,
    /// The lines visible in the last frame.
    pub(super) seen: LineCache,
}

/// A fight's log up to a point.
#[derive(Clone, Copy)]
pub struct Telling<'a> {
    /// The fight.
    pub chronicle: &'a Chronicle,
    /// The displayed state, used for names.
    pub e: &'a Encounter,
    /// Number of entries covered.
    pub upto: usize,
    /// Lowest entry number in memory; earlier ones have not been read yet.
    pub from: u32,
}

impl<'a> Telling<'a> {
    /// Returns the event at a position.
    pub fn event(&self, at: LogAt) -> Option<&'a Event> {
        self.steps(at.0)?.get(at.1)?.events.get(at.2)
    }

    /// Returns the step with the event at a position: its command, answers and events.
    pub fn recorded(&self, at: LogAt) -> Option<&'a Step> {
        self.steps(at.0)?.get(at.1)
    }

    fn steps(&self, place: usize) -> Option<&'a [Step]> {
        let id = *self.chronicle.line().get(place)?;
        if id.0 < self.from {
            return None;
        }
        Some(&self.chronicle.entry(id)?.steps)
    }

    fn reader(self) -> Reader<'a, Self> {
        Reader { about: self.chronicle.rules().about(), e: self.e, record: self }
    }

    /// Returns the lines going back from a position, including the line there; from the newest if `None`.
    pub fn backward(self, from: Option<LogAt>) -> impl Iterator<Item = Account> + 'a {
        self.reader().backward(from)
    }

    /// Returns the text of a line.
    pub fn words(self, account: &Account) -> LogLine {
        log::line(self.chronicle.rules().about(), self.e, account)
    }

    /// Splits a line that joins several into the single ones.
    pub fn singles(self, account: &Account) -> Vec<Account> {
        let mut steps: Vec<StepAt> = account.places.told.iter().map(|at| (at.0, at.1)).collect();
        steps.dedup();
        let all = steps.into_iter().flat_map(|at| self.reader().of_step(at));
        all.filter(|single| single.places.told.iter().all(|at| account.places.told.contains(at)))
            .collect()
    }

    /// Returns the line at a position.
    pub fn at(self, at: LogAt) -> Option<Account> {
        self.backward(Some(at)).next()
    }

    /// Returns the position of the next line.
    pub fn next_line(self, at: LogAt) -> Option<LogAt> {
        self.reader().forward(Some(at)).next().map(|account| account.place())
    }

    /// Returns the position of the oldest line.
    pub fn first_line(self) -> Option<LogAt> {
        self.reader().forward(None).next().map(|account| account.place())
    }

    /// Returns the position of the previous line; if `None`, of the newest.
    pub fn line_before(self, at: Option<LogAt>) -> Option<LogAt> {
        let skipped = usize::from(at.is_some());
        self.backward(at).nth(skipped).map(|account| account.place())
    }

    /// Returns the answers given in an entry.
    pub fn answers(&self, place: usize) -> impl Iterator<Item = &'a Answered> + use<'a> {
        self.steps(place).unwrap_or_default().iter().flat_map(|step| &step.answers)
    }

    /// Whether any of the dice behind a line were typed.
    pub fn typed(&self, account: &Account) -> bool {
        account.places.told.iter().chain(&account.places.behind).any(|at| self.is_typed(*at))
    }

    fn is_typed(&self, at: LogAt) -> bool {
        let Some(step) = self.recorded(at) else { return false };
        let behind = |ask: &RollRequest| match step.events.get(at.2) {
            Some(Event::Rolled(rolled)) => {
                (ask.purpose, ask.who, ask.side) == (rolled.purpose, rolled.who, rolled.side)
            }
            Some(Event::Harmed { source: Source::Attack(who), .. }) => {
                matches!(ask.purpose, Purpose::Damage(_)) && ask.who == Some(*who)
            }
            _ => false,
        };
        let mut typed = step.answers.iter().filter(|answer| !answer.by.is_machine());
        typed.any(|answer| matches!(&answer.ask, Ask::Roll(ask) if behind(ask)))
    }

    /// Describes briefly what undoing an entry would take back.
    pub fn label(&self, place: usize) -> Option<String> {
        let steps = self.steps(place)?;
        // Leading idle steps are not what the entry is about.
        let from =
            steps.iter().position(|step| !step.is_idle()).unwrap_or(steps.len().saturating_sub(1));
        let steps = steps.get(from..)?;
        let first = steps.first()?;
        let about = self.chronicle.rules().about();
        let acts: Vec<&Act> = steps.iter().filter_map(act_of).collect();
        if steps.len() >= MIN_LABELLED_TOGETHER && acts.len() == steps.len() {
            return log::acts_label(self.e, &acts);
        }
        let label = log::entry_label(about, self.e, &first.command, &first.events);
        Some(if steps.len() > 1 { format!("{label} and {} more", steps.len() - 1) } else { label })
    }
}

fn act_of(step: &Step) -> Option<&Act> {
    match &step.command {
        Command::Act(act) => Some(act),
        _ => None,
    }
}

impl<'a> Record<'a> for Telling<'a> {
    fn step(&self, at: StepAt) -> Option<Happened<'a>> {
        self.steps(at.0)?.get(at.1).map(Step::happened)
    }

    fn before(&self, at: Option<StepAt>) -> Option<StepAt> {
        let (mut place, mut step) = at.unwrap_or((self.upto, 0));
        while step == 0 {
            place = place.checked_sub(1)?;
            step = self.steps(place)?.len();
        }
        Some((place, step - 1))
    }

    fn after(&self, at: Option<StepAt>) -> Option<StepAt> {
        let (mut place, mut step) = at.map_or((0, 0), |(place, step)| (place, step + 1));
        while place < self.upto {
            if step < self.steps(place)?.len() {
                return Some((place, step));
            }
            (place, step) = (place + 1, 0);
        }
        None
    }
}

/// An entry of at least this many acts, and nothing else, is labelled by all of them.
const MIN_LABELLED_TOGETHER: usize = 3;

/// Lines per page.
const PAGE: usize = 10;

impl LogView {
    /// Returns the position of the bottom line; `None` for the newest.
    pub(super) fn bottom(&self) -> Option<LogAt> {
        self.bottom.get()
    }

    /// Handles a cursor key in the log.
    pub fn go(&mut self, op: Op, telling: Telling) {
        match op {
            Op::Up => self.up(telling, 1),
            Op::Down => self.down(telling, 1),
            Op::PageUp => self.up(telling, PAGE),
            Op::PageDown => self.down(telling, PAGE),
            Op::First => self.chosen = telling.first_line(),
            Op::Last => self.to_end(),
            _ => {}
        }
    }

    /// Moves the selection up by a number of lines.
    pub fn up(&mut self, telling: Telling, lines: usize) {
        for _ in 0..lines {
            let at = self.chosen.or_else(|| telling.line_before(None));
            let Some(above) = telling.line_before(at).filter(|_| at.is_some()) else {
                self.chosen = self.chosen.or(at);
                return;
            };
            self.chosen = Some(above);
        }
    }

    /// Moves the selection down by a number of lines; past the newest line, nothing is selected.
    pub fn down(&mut self, telling: Telling, lines: usize) {
        for _ in 0..lines {
            self.chosen = self.chosen.and_then(|at| telling.next_line(at));
        }
    }

    /// Scrolls up or down by a number of lines, starting at the edge of the view. `room` is the visible rows, and
    /// `rows` returns the rows a line takes.
    pub fn wheel(
        &mut self,
        op: Op,
        lines: usize,
        room: usize,
        telling: Telling,
        rows: impl Fn(&Account) -> usize,
    ) {
        let seen = self.lines(telling, room, rows);
        let edge = if op == Op::Up { seen.last() } else { seen.first() };
        self.chosen = edge.map(Account::place).or(self.chosen);
        match op {
            Op::Up => self.up(telling, lines),
            _ => self.down(telling, lines),
        }
    }

    /// Returns the visible lines, newest first, in `room` rows; the last may be visible only in part.
    pub fn lines(
        &self,
        telling: Telling,
        room: usize,
        rows: impl Fn(&Account) -> usize,
    ) -> Vec<Account> {
        let from = |bottom| fill(telling.backward(bottom), room, &rows);
        let Some(chosen) = self.chosen else {
            self.bottom.set(None);
            return from(None);
        };
        let lines = from(self.bottom.get());
        let used: usize = lines.iter().map(&rows).sum();
        let whole = lines.len() - usize::from(used > room && lines.len() > 1);
        if lines[..whole].iter().any(|account| account.tells(chosen)) {
            return lines;
        }
        let above = lines.last().is_some_and(|oldest| chosen <= oldest.place());
        let bottom = if above {
            let own = telling.at(chosen).map_or(1, |account| rows(&account));
            let below = telling.reader().forward(Some(chosen));
            let below = fit(below, room.saturating_sub(own), &rows);
            below.last().map_or(chosen, Account::place)
        } else {
            chosen
        };
        self.bottom.set(Some(bottom));
        from(self.bottom.get())
    }

    /// Returns to the newest line.
    pub fn to_end(&mut self) {
        *self = Self::default();
    }
}

/// Takes lines until their rows fill the room.
fn fill(
    lines: impl Iterator<Item = Account>,
    room: usize,
    rows: &impl Fn(&Account) -> usize,
) -> Vec<Account> {
    let mut used = 0;
    let seen = lines.take_while(|account| {
        let fits = used < room;
        used += rows(account);
        fits
    });
    seen.collect()
}

/// Takes the lines that fit into the room completely.
fn fit(
    lines: impl Iterator<Item = Account>,
    room: usize,
    rows: &impl Fn(&Account) -> usize,
) -> Vec<Account> {
    let mut used = 0;
    let seen = lines.take_while(|account| {
        used += rows(account);
        used <= room
    });
    seen.collect()
}
