//! The thread that simulates: it gets states, and tells what it finds piece by piece. A new job takes the place of the
//! one before.

use crate::chronicle::EntryId;
use crate::odds::simulate::{Outlook, Plan, simulate};
use crate::rules::model::encounter::Encounter;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::available_parallelism;

/// Wakes the loop, which sleeps until it hears something.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// What is to be found out: of each of those states, one after the other.
struct Job {
    number: u64,
    states: Vec<(EntryId, Encounter)>,
    plan: Plan,
    stop: Arc<AtomicBool>,
}

/// What was found out of one of them.
pub(super) struct Answer {
    job: u64,
    /// The state after that entry.
    pub(super) entry: EntryId,
    /// As far as it is known.
    pub(super) outlook: Outlook,
    /// There is no more to come of the whole job.
    pub(super) last: bool,
}

/// The near end of the thread.
pub(super) struct Worker {
    jobs: Sender<Job>,
    answers: Receiver<Answer>,
    /// The number of the job that was given last.
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

    /// Gives it something new to do; what it was doing is dropped.
    pub(super) fn begin(&mut self, states: Vec<(EntryId, Encounter)>, plan: Plan) {
        self.halt();
        self.stop = Arc::default();
        let job = Job { number: self.job, states, plan, stop: self.stop.clone() };
        // A thread that is gone tells nothing any more: the line stays as it is.
        let _ = self.jobs.send(job);
    }

    /// What it is doing is dropped.
    pub(super) fn halt(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.job += 1;
    }

    /// The next answer that is still of interest, if it is there.
    pub(super) fn answer(&self) -> Option<Answer> {
        self.answers.try_iter().find(|answer| answer.job == self.job)
    }

    /// The same, waited for.
    pub(super) fn awaited(&self) -> Option<Answer> {
        self.answers.iter().find(|answer| answer.job == self.job)
    }
}

/// Until the near end is gone.
fn work(jobs: &Receiver<Job>, tells: &Sender<Answer>, wake: &Wake) {
    // One core is left to the keys.
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
                // Told when there are twice as many.
                if outlook.fights.is_power_of_two() && outlook.fights < self.plan.budget {
                    tell(*entry, outlook, false);
                }
            });
            tell(*entry, &outlook, nth + 1 == self.states.len());
        }
    }
}
