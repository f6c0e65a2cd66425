//! The forecast: who wins from here, simulated in the background for the present and for every moment on the
//! timeline. Off until requested.

mod worker;

pub use worker::Wake;

use crate::chronicle::{Chronicle, EntryId};
use crate::odds::simulate::{Chance, Course, Outlook, Plan, course};
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::ruleset::sides_standing;
use crate::tui::session::{Screen, Session};
use std::collections::BTreeMap;
use std::sync::Arc;
use worker::Worker;

/// The present: enough fights for a margin of 2 in 100.
const PRESENT: Plan = Plan { seed: 1, margin: 0.02, budget: 4096 };
/// The past: a fixed number of fights for each moment.
const PAST: Plan = Plan { seed: 1, margin: 0.0, budget: 128 };

/// What the forecast should cover.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Wanted {
    /// Nothing.
    Nothing,
    /// The state after that entry.
    Present(EntryId),
    /// The line with that many entries, ending with that one.
    Course(usize, EntryId),
}

/// The chances to win, as far as they are known.
pub struct Forecast {
    /// Whether it is requested.
    pub shown: bool,
    wake: Wake,
    worker: Option<Worker>,
    wanted: Wanted,
    is_busy: bool,
    /// The outlook after that entry, possibly partial.
    present: Option<(EntryId, Outlook)>,
    known: BTreeMap<EntryId, Vec<Chance>>,
    /// The chances along the line.
    pub course: Course,
    /// The entries of its points, with their places on the line.
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
    /// Sets what the worker calls to wake the loop when it has an answer.
    pub fn wakes(&mut self, wake: Wake) {
        self.wake = wake;
    }

    /// Whether a simulation is running.
    pub fn is_busy(&self) -> bool {
        self.is_busy
    }

    /// The latest outlook of the present, and whether it is for that entry rather than an earlier one.
    pub fn of_present(&self, entry: EntryId) -> Option<(&Outlook, bool)> {
        self.present.as_ref().map(|(of, outlook)| (outlook, *of == entry))
    }

    /// Discards all results, for another fight or renumbered entries.
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

    /// Takes in the answers that have arrived.
    fn take_answers(&mut self) {
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

    /// Waits until the simulation is finished.
    pub fn settle(&mut self) {
        while self.is_busy {
            match self.worker.as_ref().and_then(Worker::wait_for_answer) {
                Some(answer) => self.learn(answer),
                None => self.is_busy = false,
            }
        }
    }

    /// The moments of the line that matter and are not known yet, in ever finer steps.
    fn states_to_simulate(&mut self, chronicle: &Chronicle) -> Vec<(EntryId, Encounter)> {
        let telling = course::telling(chronicle.moments(), |(_, _, state)| state);
        self.course = Course::over(telling.iter().map(|(at, ..)| *at));
        self.entries = telling.iter().map(|(at, id, _)| (*id, *at)).collect();
        for (id, at) in &self.entries {
            if let Some(chances) = self.known.get(id) {
                self.course.learn(*at, chances.clone());
            }
        }
        // Coarse steps over the whole line first, then the gaps.
        let mut wanted: Vec<_> = telling.into_iter().enumerate().collect();
        wanted.retain(|(_, (_, id, _))| !self.known.contains_key(id));
        wanted.sort_by_key(|(nth, _)| std::cmp::Reverse(nth.trailing_zeros()));
        wanted.into_iter().map(|(_, (_, id, state))| (id, state)).collect()
    }
}

impl Session {
    /// Takes in new answers before a frame, and starts the simulation that is wanted now.
    pub fn look_ahead(&mut self) {
        self.forecast.take_answers();
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
                let states = self.forecast.states_to_simulate(chronicle);
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

    /// Whether at least two sides still stand at present.
    pub fn can_be_won(&self) -> bool {
        let chronicle = &self.fight.chronicle;
        let now = chronicle.now();
        now.stage != Stage::Over && sides_standing(chronicle.rules(), now) > 1
    }

    /// Toggles the forecast.
    pub(in crate::tui) fn turn_forecast(&mut self) {
        self.forecast.shown = !self.forecast.shown;
        self.look_ahead();
    }
}
