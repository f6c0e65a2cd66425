//! The log as rows: walked from the newest backward, so that a long fight costs nothing.

use super::log_block;
use crate::chronicle::{Answered, Ask, Chronicle, Provenance, Step};
use crate::rules::model::dice::{Purpose, RollRequest};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Event, Source};
use crate::rules::text::log::{self, LogLine};
use crate::tui::input::operations::Op;
use std::cell::Cell;

/// Where an event stands: the entry's place on the line, its step, its event.
pub type LogAt = (usize, usize, usize);

/// The log's place: which line is chosen, which is at the bottom.
#[derive(Debug, Clone, Default)]
pub struct LogView {
    /// The chosen line; none: the newest.
    pub chosen: Option<LogAt>,
    /// The line at the bottom; none: the newest. The painter keeps the chosen one in sight.
    bottom: Cell<Option<LogAt>>,
}

/// What can be told of a fight up to a point of it.
#[derive(Clone, Copy)]
pub struct Telling<'a> {
    /// The fight.
    pub chronicle: &'a Chronicle,
    /// The state shown; names come from it.
    pub e: &'a Encounter,
    /// So many entries are told.
    pub upto: usize,
    /// Entries numbered below this are not at hand yet.
    pub from: u32,
}

impl<'a> Telling<'a> {
    /// The event at a place.
    pub fn event(&self, at: LogAt) -> Option<&'a Event> {
        self.steps(at.0)?.get(at.1)?.events.get(at.2)
    }

    /// The command that the event at a place came of, with all it brought.
    pub fn step(&self, at: LogAt) -> Option<&'a Step> {
        self.steps(at.0)?.get(at.1)
    }

    fn steps(&self, place: usize) -> Option<&'a [Step]> {
        let id = *self.chronicle.line().get(place)?;
        if id.0 < self.from {
            return None;
        }
        Some(&self.chronicle.entry(id)?.steps)
    }

    /// The event before that one; before none, the last.
    fn before(&self, at: Option<LogAt>) -> Option<LogAt> {
        let (mut place, mut step, mut event) = at.unwrap_or((self.upto, 0, 0));
        loop {
            if event > 0 {
                return Some((place, step, event - 1));
            }
            if step == 0 {
                place = place.checked_sub(1)?;
                step = self.steps(place)?.len();
                continue;
            }
            step -= 1;
            event = self.steps(place)?.get(step)?.events.len();
        }
    }

    /// The event after that one.
    fn after(&self, at: LogAt) -> Option<LogAt> {
        let (mut place, mut step, mut event) = (at.0, at.1, at.2 + 1);
        loop {
            if place >= self.upto {
                return None;
            }
            match self.steps(place)?.get(step) {
                None => (place, step, event) = (place + 1, 0, 0),
                Some(told) if event >= told.events.len() => (step, event) = (step + 1, 0),
                Some(_) => return Some((place, step, event)),
            }
        }
    }

    fn line(&self, at: LogAt) -> Option<LogLine> {
        let steps = self.steps(at.0)?;
        let about = self.chronicle.rules().about();
        let alone = || log::line_among(about, self.e, &steps.get(at.1)?.events, at.2);
        log_block::told(about, self.e, steps, (at.1, at.2)).unwrap_or_else(alone)
    }

    /// Whether the line at that place tells of several at once.
    pub fn is_block(&self, at: LogAt) -> bool {
        let about = self.chronicle.rules().about();
        self.steps(at.0)
            .is_some_and(|steps| log_block::told(about, self.e, steps, (at.1, at.2)).is_some())
    }

    /// The single lines of a block: where each stands and what it says. Empty: the line at that place
    /// stands for itself.
    pub fn within(&self, at: LogAt) -> Vec<(LogAt, LogLine)> {
        let Some(steps) = self.steps(at.0).filter(|_| self.is_block(at)) else { return Vec::new() };
        let about = self.chronicle.rules().about();
        let events = |step: usize| steps.get(step).map_or(0, |told| told.events.len());
        let all = (0..steps.len()).flat_map(|step| (0..events(step)).map(move |event| (step, event)));
        all.filter_map(|(step, event)| {
            let line = log::line_among(about, self.e, &steps.get(step)?.events, event)?;
            Some(((at.0, step, event), line))
        })
        .collect()
    }

    /// Lines from that one backward, itself included; from none, from the newest.
    pub fn backward(self, from: Option<LogAt>) -> impl Iterator<Item = (LogAt, LogLine)> + 'a {
        let first = from.or_else(|| self.before(None));
        let all = std::iter::successors(first, move |at| self.before(Some(*at)));
        all.filter_map(move |at| Some((at, self.line(at)?)))
    }

    /// The next line after that one.
    pub fn next_line(self, at: LogAt) -> Option<LogAt> {
        let mut all = std::iter::successors(self.after(at), move |at| self.after(*at));
        all.find(|at| self.line(*at).is_some())
    }

    /// The oldest line.
    pub fn first_line(self) -> Option<LogAt> {
        let first = (0, 0, 0);
        let told = self.upto > 0 && self.line(first).is_some();
        if told { Some(first) } else { self.next_line(first) }
    }

    /// The next line before that one; before none, the newest.
    pub fn line_before(self, at: Option<LogAt>) -> Option<LogAt> {
        let first = at.map_or_else(|| self.before(None), |at| self.before(Some(at)));
        self.backward(first).next().filter(|_| first.is_some()).map(|(at, _)| at)
    }

    /// What was answered in that entry.
    pub fn answers(&self, place: usize) -> impl Iterator<Item = &'a Answered> + use<'a> {
        self.steps(place).unwrap_or_default().iter().flat_map(|step| &step.answers)
    }

    /// Whether the dice behind that event were typed in.
    pub fn typed(&self, at: LogAt) -> bool {
        if self.is_block(at) {
            let roll = |answer: &Answered| matches!(answer.ask, Ask::Roll(_));
            return self.answers(at.0).any(|answer| roll(answer) && answer.by == Provenance::Typed);
        }
        let Some(step) = self.steps(at.0).and_then(|steps| steps.get(at.1)) else { return false };
        let behind = |ask: &RollRequest| match step.events.get(at.2) {
            Some(Event::Rolled(rolled)) => {
                (ask.purpose, ask.who, ask.side) == (rolled.purpose, rolled.who, rolled.side)
            }
            Some(Event::Harmed { source: Source::Attack(who), .. }) => {
                matches!(ask.purpose, Purpose::Damage(_)) && ask.who == Some(*who)
            }
            _ => false,
        };
        let typed = step.answers.iter().filter(|answer| answer.by == Provenance::Typed);
        typed.into_iter().any(|answer| matches!(&answer.ask, Ask::Roll(ask) if behind(ask)))
    }

    /// What an undo of that entry would take back, in a few words.
    pub fn label(&self, place: usize) -> Option<String> {
        let steps = self.steps(place)?;
        // What was passed over on the way is not what was done.
        let from =
            steps.iter().position(|step| !step.is_idle()).unwrap_or(steps.len().saturating_sub(1));
        let steps = steps.get(from..)?;
        let first = steps.first()?;
        let about = self.chronicle.rules().about();
        if let Some(label) = log_block::label(self.e, steps) {
            return Some(label);
        }
        let label = log::entry_label(about, self.e, &first.command, &first.events);
        Some(if steps.len() > 1 { format!("{label} and {} more", steps.len() - 1) } else { label })
    }
}

/// Lines of a page.
const PAGE: usize = 10;

impl LogView {
    /// What the moving keys do here.
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

    /// The chosen line goes up by so many.
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

    /// The chosen line goes down by so many; below the newest none is chosen.
    pub fn down(&mut self, telling: Telling, lines: usize) {
        for _ in 0..lines {
            self.chosen = self.chosen.and_then(|at| telling.next_line(at));
        }
    }

    /// The view goes so many lines up or down, from the line at its edge on; `room` lines are in sight.
    pub fn wheel(&mut self, op: Op, lines: usize, room: usize, telling: Telling) {
        let seen = self.lines(telling, room);
        let edge = if op == Op::Up { seen.last() } else { seen.first() };
        self.chosen = edge.map(|(at, _)| *at).or(self.chosen);
        match op {
            Op::Up => self.up(telling, lines),
            _ => self.down(telling, lines),
        }
    }

    /// The lines in sight, newest first, with room for so many.
    pub fn lines(&self, telling: Telling, room: usize) -> Vec<(LogAt, LogLine)> {
        let from = |bottom| telling.backward(bottom).take(room).collect::<Vec<_>>();
        let Some(chosen) = self.chosen else {
            self.bottom.set(None);
            return from(None);
        };
        let lines = from(self.bottom.get());
        if lines.iter().any(|(at, _)| *at == chosen) {
            return lines;
        }
        let above = lines.last().is_some_and(|(oldest, _)| chosen < *oldest);
        let below = std::iter::successors(Some(chosen), |at| telling.next_line(*at)).take(room);
        self.bottom.set(if above { below.last() } else { Some(chosen) });
        from(self.bottom.get())
    }

    /// Back to the newest line.
    pub fn to_end(&mut self) {
        *self = Self::default();
    }
}
