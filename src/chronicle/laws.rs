//! Invariants of every fight: recorded events rebuild the states; recorded answers rebuild the events; the state is the
//! same with or without recording events; undo and redo change nothing; every event lies under a cause, and is told once;
//! and totals in the same band have the same outcome.

use super::Chronicle;
use super::entry::{Answered, Ask, Entry, EntryId, Step};
use crate::rules;
use crate::rules::account::{Reader, Steps};
use crate::rules::model::cause::{Trace, Why};
use crate::rules::model::dice::{Answer, Purpose, Roll, Tape};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Event, Stop, Told};

/// An entry that today's rules resolve differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drift {
    /// The entry.
    pub entry: EntryId,
    /// The number of entries before it on the current line.
    pub at: usize,
    /// The index of the command in it.
    pub step: usize,
    /// The recorded events.
    pub recorded: Vec<Event>,
    /// Today's result: other events, or a question or refusal.
    pub today: Result<Vec<Event>, Stop>,
    /// The number of recorded answers that were not used.
    pub unasked: usize,
}

/// Checks that the recorded answers rebuild the events of every entry of the current line.
///
/// # Errors
/// The first difference.
pub fn answers_rebuild(chronicle: &Chronicle) -> Result<(), Drift> {
    replayed(chronicle, |_, _| ())
}

/// Resolves every entry of the current line again, and shows each step's events with their causes.
fn replayed(chronicle: &Chronicle, mut show: impl FnMut(EntryId, &Trace)) -> Result<(), Drift> {
    let mut state = chronicle.start().clone();
    for (at, &id) in chronicle.line().iter().enumerate() {
        let Some(entry) = chronicle.entry(id) else { break };
        for (step, recorded) in entry.steps.iter().enumerate() {
            match again(chronicle, &state, recorded) {
                Ok(trace) => show(id, &trace),
                Err((today, unasked)) => {
                    let recorded = recorded.events.clone();
                    return Err(Drift { entry: id, at, step, recorded, today, unasked });
                }
            }
            recorded.events.iter().for_each(|event| state.apply(event));
        }
    }
    Ok(())
}

type Today = (Result<Vec<Event>, Stop>, usize);

/// Resolves a recorded command again with its recorded answers.
fn again(chronicle: &Chronicle, state: &Encounter, step: &Step) -> Result<Trace, Today> {
    let answers = answers(step);
    let mut tape = Tape::new(&answers);
    match rules::trace(chronicle.rules(), state.clone(), &step.command, &mut tape) {
        Ok((_, trace)) if are_alike(&trace.events, &step.events) && tape.left() == 0 => Ok(trace),
        other => Err((other.map(|(_, trace)| trace.events), tape.left())),
    }
}

/// Whether the events are the same, ignoring the wording of table rows.
fn are_alike(today: &[Event], recorded: &[Event]) -> bool {
    let alike = |(today, recorded): (&Event, &Event)| match (today, recorded) {
        (Event::Told(Told::Row(who, rule, _)), Event::Told(Told::Row(whose, of, _))) => {
            (who, rule) == (whose, of)
        }
        (Event::Told(Told::Reaction(_)), Event::Told(Told::Reaction(_))) => true,
        _ => today == recorded,
    };
    today.len() == recorded.len() && today.iter().zip(recorded).all(alike)
}

/// A violation of an invariant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// The events from the start result in another state than the chronicle's.
    #[error("the recorded events give a different state after {0} entries")]
    Events(usize),
    /// Undoing to the start and redoing results in another state.
    #[error("undo and redo give a different state after {0} entries")]
    Undo(usize),
    /// Resolving without recording events results in another state.
    #[error("without a record the answers give a different state in entry {}", .0.0)]
    Unrecorded(EntryId),
    /// Another total of the same band results in another state.
    #[error("in entry {}, {found} gives a different state than {recorded}, which counts as the same outcome", .entry.0)]
    Joined {
        /// The entry.
        entry: EntryId,
        /// The recorded total.
        recorded: i32,
        /// The other total.
        found: i32,
    },
    /// An event lies under no cause, or the causes do not nest.
    #[error("in entry {}, event {at} has no cause", .entry.0)]
    Causes {
        /// The entry.
        entry: EntryId,
        /// The index of the event.
        at: usize,
    },
    /// An event that is told is in no account of its step, or in several.
    #[error("in entry {}, event {at} is told by {by} accounts", .entry.0)]
    Told {
        /// The entry.
        entry: EntryId,
        /// The index of the event.
        at: usize,
        /// The number of accounts.
        by: usize,
    },
    /// The rules resolve an entry differently now.
    #[error("the recorded answers give different events in entry {}", .0.entry.0)]
    Answers(Box<Drift>),
}

/// Checks all invariants on the current line.
///
/// # Errors
/// The first violation.
pub fn hold(chronicle: &Chronicle) -> Result<(), Broken> {
    events_rebuild(chronicle)?;
    undo_and_redo(chronicle)?;
    let mut faults = None;
    let check = |entry, trace: &Trace| {
        let fault = trace.causes.hold(&trace.events).err();
        faults = faults.take().or(fault.map(|at| Broken::Causes { entry, at }));
    };
    replayed(chronicle, check).map_err(|drift| Broken::Answers(Box::new(drift)))?;
    faults.map_or(Ok(()), Err)?;
    told_once(chronicle)?;
    played_alike(chronicle)?;
    joined_totals_are_alike(chronicle)
}

/// Checks that every event that is told is in one account of its step.
///
/// # Errors
/// The first that is in none, or in several.
fn told_once(chronicle: &Chronicle) -> Result<(), Broken> {
    let entries: Vec<&Entry> = chronicle.line().iter().filter_map(|id| chronicle.entry(*id)).collect();
    let steps = entries.iter().flat_map(|entry| entry.steps.iter().map(move |step| (entry.id, step)));
    let steps: Vec<(EntryId, &Step)> = steps.collect();
    let record: Steps = steps.iter().map(|(_, step)| step.happened()).collect();
    let (about, e) = (chronicle.rules().about(), chronicle.now());
    let reader = Reader { about, e, record: &record };
    for (nth, (entry, step)) in steps.iter().enumerate() {
        let accounts = reader.of_step((nth, 0));
        for (at, _) in step.events.iter().enumerate().filter(|(_, event)| is_told(event)) {
            let by = accounts.iter().filter(|account| account.tells((nth, 0, at))).count();
            let waited = || {
                step.causes
                    .of_events()
                    .nth(at)
                    .is_some_and(|cause| step.causes.chain(cause).next() == Some(&Why::Outcome))
            };
            if by > 1 || by == 0 && !waited() {
                return Err(Broken::Told { entry: *entry, at, by });
            }
        }
    }
    Ok(())
}

/// Whether the event is told in any case.
fn is_told(event: &Event) -> bool {
    match event {
        Event::Deferred(event) => is_told(event),
        Event::Harmed { amount, .. } => *amount > 0,
        Event::Rolled(rolled) => matches!(rolled.purpose, Purpose::Attack(_) | Purpose::Morale),
        Event::Told(told) => !matches!(told, Told::Rule(_) | Told::TurnOver(_) | Told::Deed(..)),
        Event::Wounded { .. } | Event::Healed { .. } | Event::Joined(_) | Event::Noted(_) => true,
        _ => false,
    }
}

/// Checks the bands of every roll on the current line: the least and the greatest total of a band result in the same
/// state as the recorded one. The odds rely on this.
///
/// # Errors
/// The first total that does not.
pub fn joined_totals_are_alike(chronicle: &Chronicle) -> Result<(), Broken> {
    let mut state = chronicle.start().clone();
    for &id in chronicle.line() {
        let Some(entry) = chronicle.entry(id) else { break };
        for step in &entry.steps {
            let mut after = state.clone();
            step.events.iter().for_each(|event| after.apply(event));
            for (nth, answered) in step.answers.iter().enumerate() {
                for (recorded, found) in joined(answered) {
                    let mut answers = answers(step);
                    answers[nth] = Answer::Roll(Roll::Total(found));
                    let mut tape = Tape::new(&answers);
                    let played = rules::play(chronicle.rules(), state.clone(), &step.command, &mut tape);
                    if played.as_ref() != Ok(&after) {
                        return Err(Broken::Joined { entry: id, recorded, found });
                    }
                }
            }
            state = after;
        }
    }
    Ok(())
}

/// Pairs the recorded total with each other end of its band.
fn joined(answered: &Answered) -> Vec<(i32, i32)> {
    let (Ask::Roll(ask), Answer::Roll(roll)) = (&answered.ask, &answered.answer) else {
        return Vec::new();
    };
    if (ask.each && ask.count > 1) || ask.bands.is_empty() {
        return Vec::new();
    }
    let (total, (least, most)) = (ask.figure(roll), ask.range());
    let first = ask.bands.iter().copied().filter(|band| *band <= total).max().unwrap_or(least);
    let next = ask.bands.iter().copied().filter(|band| *band > total).min();
    let last = next.map_or(most, |next| next - 1);
    let ends = [first.max(least), last.min(most)];
    ends.into_iter().filter(|end| *end != total).map(|end| (total, end)).collect()
}

/// Checks that playing the commands of the current line, with the recorded answers and without recording, results in
/// the same states as the recorded events.
///
/// # Errors
/// The first entry that does not.
pub fn played_alike(chronicle: &Chronicle) -> Result<(), Broken> {
    let mut state = chronicle.start().clone();
    for &id in chronicle.line() {
        let Some(entry) = chronicle.entry(id) else { break };
        for step in &entry.steps {
            let answers = answers(step);
            let mut tape = Tape::new(&answers);
            let played = rules::play(chronicle.rules(), state.clone(), &step.command, &mut tape);
            step.events.iter().for_each(|event| state.apply(event));
            if played.as_ref() != Ok(&state) {
                return Err(Broken::Unrecorded(id));
            }
        }
    }
    Ok(())
}

fn answers(step: &Step) -> Vec<Answer> {
    step.answers.iter().map(|answered| answered.answer.clone()).collect()
}

/// Checks that the recorded events rebuild the state at every position of the current line.
///
/// # Errors
/// The first position at which they do not.
pub fn events_rebuild(chronicle: &Chronicle) -> Result<(), Broken> {
    let mut state = chronicle.start().clone();
    for at in 0..=chronicle.line().len() {
        if state != chronicle.seek(at) || (at == chronicle.at() && state != *chronicle.now()) {
            return Err(Broken::Events(at));
        }
        if let Some(entry) = chronicle.line().get(at).and_then(|&id| chronicle.entry(id)) {
            entry.events().for_each(|event| state.apply(event));
        }
    }
    Ok(())
}

/// Checks that every state is the same after undoing to the start and redoing to the end.
///
/// # Errors
/// The first position at which it is not.
pub fn undo_and_redo(chronicle: &Chronicle) -> Result<(), Broken> {
    let mut again = chronicle.clone();
    while again.redo().is_some() {}
    let mut states = vec![again.now().clone()];
    while again.undo().is_some() {
        states.push(again.now().clone());
    }
    for (at, state) in states.iter().rev().enumerate() {
        if at > 0 && again.redo().is_none() || again.now() != state {
            return Err(Broken::Undo(at));
        }
    }
    if states.len() == chronicle.line().len() + 1 { Ok(()) } else { Err(Broken::Undo(0)) }
}
