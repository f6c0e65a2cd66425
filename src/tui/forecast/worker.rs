//! The simulation thread: it receives states and reports results piece by piece. A new job replaces the previous one.

use crate::chronicle::EntryId;
use crate::odds::simulate::{Outlook, Plan, simulate};
use crate::rules::model::encounter::Encounter;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::available_parallelism;

/// Wakes the loop, which sleeps until it is notified.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// States to simulate, one after the other.
struct Job {
    number: u64,
    states: Vec<(EntryId, Encounter)>,
    plan: Plan,
    stop: Arc<AtomicBool>,
}

/// A result for one of the states.
pub(super) struct Answer {
    job: u64,
    /// The state after that entry.
    pub(super) entry: EntryId,
    /// The outlook, possibly partial.
    pub(super) outlook: Outlook,
    /// Whether it is the last answer of the job.
    pub(super) last: bool,
}

/// The handle of the thread.
pub(super) struct Worker {
    jobs: Sender<Job>,
    answers: Receiver<Answer>,
    /// The number of the latest job.
    job: u64,
    stop: Arc<AtomicBool>,
}

impl Worker {
    pub(super) fn start(wake: Wake) -> Self {
        let (jobs, mine) = channel();
        let (tells, answers) = channel();
        std::thread::spawn(move || work(&mine, &tells, &wake));
        Self { jobs, answers, job: 0, stop: Arc::default() }
    }

    /// Starts a new job and drops the previous one.
    pub(super) fn begin(&mut self, states: Vec<(EntryId, Encounter)>, plan: Plan) {
        self.halt();
        self.stop = Arc::default();
        let job = Job { number: self.job, states, plan, stop: self.stop.clone() };
        // If the thread is gone, no answers come and the display stays as it is.
        let _ = self.jobs.send(job);
    }

    /// Drops the current job.
    pub(super) fn halt(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.job += 1;
    }

    /// The next answer to the current job, if there is one yet.
    pub(super) fn answer(&self) -> Option<Answer> {
        self.answers.try_iter().find(|answer| answer.job == self.job)
    }

    /// Waits for the next answer to the current job.
    pub(super) fn wait_for_answer(&self) -> Option<Answer> {
        self.answers.iter().find(|answer| answer.job == self.job)
    }
}

/// The loop of the thread; it ends when the handle is dropped.
fn work(jobs: &Receiver<Job>, tells: &Sender<Answer>, wake: &Wake) {
    // Leave one core for handling keys.
    let threads = available_parallelism().map_or(1, |cores| cores.get() - 1).max(1);
    let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build() else { return };
    for job in jobs {
        pool.install(|| job.done(tells, wake));
    }
}

impl Job {
    fn done(&self, tells: &Sender<Answer>, wake: &Wake) {
        let tell = |entry: EntryId, outlook: &Outlook, last: bool| {
            let answer = Answer { job: self.number, entry, outlook: outlook.clone(), last };
            if !self.stop.load(Ordering::Relaxed) && tells.send(answer).is_ok() {
                wake();
            }
        };
        for (nth, (entry, state)) in self.states.iter().enumerate() {
            let outlook = simulate(state, &self.plan, &self.stop, |outlook| {
                // Report whenever the number of fights has doubled.
                if outlook.fights.is_power_of_two() && outlook.fights < self.plan.budget {
                    tell(*entry, outlook, false);
                }
            });
            tell(*entry, &outlook, nth + 1 == self.states.len());
        }
    }
}
