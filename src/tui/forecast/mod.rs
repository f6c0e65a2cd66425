//! Who wins from here, worked out beside the fight: of the present, and of every moment on the timeline. Off until it
//! is asked for.

mod worker;

pub use worker::Wake;

use crate::chronicle::{Chronicle, EntryId};
use crate::odds::simulate::{Chance, Course, Outlook, Plan, course};
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::ruleset::sides_standing;
use crate::tui::app::{App, Screen};
use std::collections::BTreeMap;
use std::sync::Arc;
use worker::Worker;

/// Of the present as much as is needed to be sure within two in a hundred.
const PRESENT: Plan = Plan { seed: 1, margin: 0.02, budget: 4096 };
/// Of each moment of the past so many fights.
const PAST: Plan = Plan { seed: 1, margin: 0.0, budget: 128 };

/// What is wanted to be known.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Wanted {
    /// Nothing.
    Nothing,
    /// Of the state after that entry.
    Present(EntryId),
    /// Of the line of so many entries that ends with that one.
    Course(usize, EntryId),
}

/// What is known of who wins.
pub struct Forecast {
    /// It is wanted.
    pub shown: bool,
    wake: Wake,
    worker: Option<Worker>,
    wanted: Wanted,
    is_busy: bool,
    /// The state after that entry, as far as it is known.
    present: Option<(EntryId, Outlook)>,
    known: BTreeMap<EntryId, Vec<Chance>>,
    /// The chances along the line.
    pub course: Course,
    /// The entries of its points.
    entries: BTreeMap<EntryId, usize>,
}

impl Default for Forecast {
    fn default() -> Self {
        Self {
            shown: false,
            wake: Arc::new(|| {}),
            worker: None,
            wanted: Wanted::Nothing,
            is_busy: false,
            present: None,
            known: BTreeMap::new(),
            course: Course::default(),
            entries: BTreeMap::new(),
        }
    }
}

impl Forecast {
    /// The loop is woken so when something was found out.
    pub fn wakes(&mut self, wake: Wake) {
        self.wake = wake;
    }

    /// Whether something is being worked out.
    pub fn is_busy(&self) -> bool {
        self.is_busy
    }

    /// What was found out of the present, and whether it is of the state after that entry, not of one before.
    pub fn of_present(&self, entry: EntryId) -> Option<(&Outlook, bool)> {
        self.present.as_ref().map(|(of, outlook)| (outlook, *of == entry))
    }

    /// Another fight, or the same with other numbers: nothing is known of it.
    pub(super) fn forget(&mut self) {
        self.halt();
        self.present = None;
        self.known.clear();
        self.course = Course::default();
    }

    fn halt(&mut self) {
        self.wanted = Wanted::Nothing;
        self.is_busy = false;
        if let Some(worker) = &mut self.worker {
            worker.halt();
        }
    }

    fn begin(&mut self, states: Vec<(EntryId, Encounter)>, plan: Plan) {
        self.is_busy = !states.is_empty();
        if self.is_busy {
            let wake = &self.wake;
            self.worker.get_or_insert_with(|| Worker::start(wake.clone())).begin(states, plan);
        }
    }

    /// Takes in what was found out since.
    fn hear(&mut self) {
        while let Some(answer) = self.worker.as_ref().and_then(Worker::answer) {
            self.learn(answer);
        }
    }

    fn learn(&mut self, answer: worker::Answer) {
        self.is_busy = !answer.last;
        match &self.wanted {
            Wanted::Present(_) => self.present = Some((answer.entry, answer.outlook)),
            _ if answer.outlook.fights == PAST.budget => {
                let chances = course::chances(&answer.outlook);
                if let Some(at) = self.entries.get(&answer.entry) {
                    self.course.learn(*at, chances.clone());
                }
                self.known.insert(answer.entry, chances);
            }
            _ => {}
        }
    }

    /// Waits until everything is worked out.
    pub fn settle(&mut self) {
        while self.is_busy {
            match self.worker.as_ref().and_then(Worker::awaited) {
                Some(answer) => self.learn(answer),
                None => self.is_busy = false,
            }
        }
    }

    /// Every moment of the line that tells something, those in the middle of what is not known first.
    fn along(&mut self, chronicle: &Chronicle) -> Vec<(EntryId, Encounter)> {
        let telling = course::telling(chronicle.moments(), |(_, _, state)| state);
        self.course = Course::over(telling.iter().map(|(at, ..)| *at));
        self.entries = telling.iter().map(|(at, id, _)| (*id, *at)).collect();
        for (id, at) in &self.entries {
            if let Some(chances) = self.known.get(id) {
                self.course.learn(*at, chances.clone());
            }
        }
        // The whole first in coarse steps, then what lies between.
        let mut wanted: Vec<_> = telling.into_iter().enumerate().collect();
        wanted.retain(|(_, (_, id, _))| !self.known.contains_key(id));
        wanted.sort_by_key(|(nth, _)| std::cmp::Reverse(nth.trailing_zeros()));
        wanted.into_iter().map(|(_, (_, id, state))| (id, state)).collect()
    }
}

impl App {
    /// Before a frame: takes in what was found out of who wins, and has worked out what is wanted now.
    pub fn look_ahead(&mut self) {
        self.forecast.hear();
        let wanted = self.wanted();
        if wanted == self.forecast.wanted {
            return;
        }
        self.forecast.halt();
        let chronicle = &self.fight.chronicle;
        match &wanted {
            Wanted::Nothing => {}
            Wanted::Present(entry) => {
                self.forecast.begin(vec![(*entry, chronicle.now().clone())], PRESENT);
            }
            Wanted::Course(..) => {
                let states = self.forecast.along(chronicle);
                self.forecast.begin(states, PAST);
            }
        }
        self.forecast.wanted = wanted;
    }

    fn wanted(&self) -> Wanted {
        let chronicle = &self.fight.chronicle;
        let line = chronicle.line();
        match &self.place {
            _ if !self.forecast.shown => Wanted::Nothing,
            Screen::Fight if self.past.is_none() && self.can_be_won() => {
                Wanted::Present(chronicle.position())
            }
            Screen::Timeline(_) => Wanted::Course(line.len(), line.last().copied().unwrap_or_default()),
            _ => Wanted::Nothing,
        }
    }

    /// Whether two sides stand against each other at present.
    pub fn can_be_won(&self) -> bool {
        let chronicle = &self.fight.chronicle;
        let now = chronicle.now();
        now.stage != Stage::Over && sides_standing(chronicle.rules(), now) > 1
    }

    /// Shows who wins from here, or does not any more.
    pub(in crate::tui) fn turn_forecast(&mut self) {
        self.forecast.shown = !self.forecast.shown;
        self.look_ahead();
    }
}
