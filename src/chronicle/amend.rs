//! Amends the past: changes an entry and replays what followed, with the recorded answers. It takes effect only once
//! the chronicle adopts it.

use super::Chronicle;
use super::difference::{Difference, Idle, Ledger, VoidCommand};
use super::entry::{Answered, Ask, Entry, EntryId, Provenance, Step};
use super::pending::{BadAnswer, Progress, fits};
use super::recall::{Policy, Recall, Recalled, Recorded};
use crate::chronicle::align::{in_step, newcomer, pinned, reinforced, steps_to_align, translated};
use crate::chronicle::partial_amendment::Halfway;
use crate::rules;
use crate::rules::model::cause::Trace;
use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::dice::{Answer, Dice};
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::event::{Event, Stop};
use crate::rules::model::window::Mode;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::Arc;

/// A command to be placed in the past, with its known answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AmendedCommand {
    /// The command.
    pub command: Command,
    /// Its known answers, in order. Any other question is put to the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answered>,
}

impl AmendedCommand {
    /// A recorded command. Arrivals keep their name and number.
    pub fn recorded(step: &Step) -> Self {
        Self { command: pinned(step), answers: step.answers.clone() }
    }
}

impl From<Command> for AmendedCommand {
    fn from(command: Command) -> Self {
        Self { command, answers: Vec::new() }
    }
}

/// A change of the past: entries of the current line are replaced by another act, and those after them are replayed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Amendment {
    /// The index on the line of the first entry replaced.
    from: usize,
    /// How many entries are replaced: one, or none for an insertion.
    count: usize,
    /// The commands that replace them, as one act; none for a deletion.
    #[serde(alias = "said")]
    commands: Vec<AmendedCommand>,
}

impl Amendment {
    /// The index on the line of the first entry that it replaces or comes before.
    pub fn place(&self) -> usize {
        self.from
    }

    /// The index on the new line of the act that stands at its place now: after what is inserted.
    pub fn then(&self) -> usize {
        self.from + usize::from(self.count == 0)
    }

    /// The commands that replace the entry at its place; `None` for an insertion.
    pub fn replacing(&self) -> Option<&[AmendedCommand]> {
        (self.count > 0).then_some(&self.commands)
    }

    /// Changes the entry at an index.
    pub fn change(place: usize, commands: Vec<AmendedCommand>) -> Self {
        Self { from: place, count: 1, commands }
    }

    /// Inserts an act before the entry at an index, or at the end of the line.
    pub fn insert(place: usize, commands: Vec<Command>) -> Self {
        Self {
            from: place,
            count: 0,
            commands: commands.into_iter().map(AmendedCommand::from).collect(),
        }
    }

    /// Replaces the entry at an index with another act.
    pub fn replace(place: usize, commands: Vec<Command>) -> Self {
        Self { count: 1, ..Self::insert(place, commands) }
    }

    /// Deletes the entry at an index.
    pub fn strike(place: usize) -> Self {
        Self { from: place, count: 1, commands: Vec::new() }
    }
}

/// Why the past cannot be changed at some place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unamendable {
    /// There is no such entry on the line.
    #[error("there is no such act")]
    NoSuchEntry,
    /// The entry is undone.
    #[error("it was undone: redo it first")]
    TakenBack,
    /// The entry is before a gap in the record, or is one.
    #[error("part of the save after this cannot be read, so it cannot be replayed")]
    Gap,
    /// A side was added by it, and combatants have joined that side.
    #[error("it adds a side that combatants have joined")]
    Side,
}

/// Checks whether the entry may be deleted, or replaced by commands without its own.
///
/// # Errors
/// [`Unamendable::Side`] if the entry adds a side, since others refer to its number.
pub fn may_strike(entry: &Entry) -> Result<(), Unamendable> {
    let sides = entry.steps.iter().any(|step| matches!(step.command, Command::Side(_)));
    if sides { Err(Unamendable::Side) } else { Ok(()) }
}

/// An amendment in progress: the new line so far, and the open question.
#[derive(Debug, Clone)]
pub struct Amending {
    amendment: Amendment,
    /// Identifies the line it was begun on: its position, and the total number of entries.
    line: (EntryId, u32),
    /// How many entries of the line are applied.
    end: usize,
    run: Run,
    question: Option<Ask>,
    /// The run before each answer of the table, for taking answers back.
    before: Vec<Run>,
}

/// The state of a replay.
#[derive(Debug, Clone)]
struct Run {
    /// The new line: its acts from the fork on, and the state after them.
    acts: Vec<Arc<Vec<Step>>>,
    new: Encounter,
    /// The state of the old line at the same point.
    old: Encounter,
    ledger: Ledger,
    /// The index of the next old entry; until the amendment itself has been played, that of the first one replaced.
    next: usize,
    said: bool,
    open: OpenAct,
    /// The answers to new questions, in order.
    fresh: VecDeque<Answered>,
}

/// The act being played.
#[derive(Debug, Clone, Default)]
struct OpenAct {
    steps: Vec<Step>,
    /// The index of its next command.
    at: usize,
    /// The answers to that command so far.
    tape: Vec<Recalled>,
}

impl Amending {
    /// Begins an amendment.
    ///
    /// # Errors
    /// Why the past cannot be changed there.
    pub fn new(chronicle: &Chronicle, amendment: Amendment) -> Result<Self, Unamendable> {
        let (from, count, end) = (amendment.from, amendment.count, chronicle.at());
        if from + count > chronicle.line().len() {
            return Err(Unamendable::NoSuchEntry);
        }
        if from + count > end {
            return Err(Unamendable::TakenBack);
        }
        let follows = chronicle.line()[from..end].iter().filter_map(|id| chronicle.entry(*id));
        if follows.flat_map(Entry::events).any(|event| matches!(event, Event::Bridged(_))) {
            return Err(Unamendable::Gap);
        }
        let replaced = chronicle.line()[from..from + count].iter().filter_map(|id| chronicle.entry(*id));
        let mut sides = replaced.flat_map(|entry| &entry.steps).filter(|step| is_side(&step.command));
        let kept = amendment.commands.iter().filter(|said| is_side(&said.command)).count();
        if sides.by_ref().count() != kept {
            return Err(Unamendable::Side);
        }
        let fork = chronicle.seek(from);
        let run = Run {
            acts: Vec::new(),
            new: fork.clone(),
            old: fork,
            ledger: Ledger::default(),
            next: from,
            said: false,
            open: OpenAct::default(),
            fresh: VecDeque::new(),
        };
        let line = (chronicle.position(), chronicle.tree().entries());
        Ok(Self { amendment, line, end, run, question: None, before: Vec::new() })
    }

    /// The open question.
    pub fn question(&self) -> Option<&Ask> {
        self.question.as_ref()
    }

    /// The state in which the question is asked; once finished, the final state of the new line.
    pub fn state(&self) -> &Encounter {
        &self.run.new
    }

    /// The index on the line from which the past changes.
    pub fn place(&self) -> usize {
        self.amendment.from
    }

    /// Whether nothing followed the changed entries.
    pub fn is_last(&self) -> bool {
        self.amendment.from + self.amendment.count >= self.end
    }

    /// What has to be saved to resume it later. `None` if nothing was asked.
    pub fn halfway(&self) -> Option<Halfway> {
        let asked = self.question.is_some() || !self.run.fresh.is_empty();
        let (amendment, answers) = (&self.amendment, &self.run.fresh);
        asked.then(|| Halfway { amendment: amendment.clone(), answers: answers.clone() })
    }

    /// Replays as far as the answers reach. The machine answers those new rolls that `policy` assigns to it.
    pub fn run(&mut self, chronicle: &Chronicle, machine: &mut dyn Dice, policy: Policy) -> Progress {
        self.question = None;
        let mut hands = Hands { chronicle, machine, policy };
        let stopped = match self.run.said {
            false => self.run.play_amendment(&self.amendment, chronicle, &mut hands),
            true => Ok(()),
        };
        let stopped = stopped.and_then(|()| self.run.replay_rest(self.end, &mut hands));
        match stopped {
            Ok(()) => Progress::Done,
            Err(Stop::Refused(error)) => Progress::Refused(error),
            Err(Stop::Roll(ask)) => self.ask(Ask::Roll(*ask)),
            Err(Stop::Choice(ask)) => self.ask(Ask::Choice(*ask)),
        }
    }

    fn ask(&mut self, ask: Ask) -> Progress {
        self.question = Some(ask.clone());
        Progress::Asks(ask)
    }

    /// Answers the open question. It must be run again afterwards.
    ///
    /// # Errors
    /// The reason, if the answer does not fit. The question stays open.
    pub fn answer(&mut self, answer: Answer, by: Provenance) -> Result<(), BadAnswer> {
        let ask = self.question.as_ref().ok_or(BadAnswer::NothingAsked)?;
        fits(ask, &answer)?;
        let answered = Answered { ask: ask.clone(), answer, by };
        self.before.push(self.run.clone());
        let tape = &mut self.run.open.tape;
        let behind = tape.last().map_or(0, |last| last.behind);
        self.run.fresh.push_back(answered.clone());
        tape.push(Recalled { answered, behind });
        self.question = None;
        Ok(())
    }

    /// Drops the last answer of the table and what came after it. Returns `false` if there is none. It must be run
    /// again afterwards.
    pub fn take_back(&mut self) -> bool {
        let Some(before) = self.before.pop() else { return false };
        self.run = before;
        self.question = None;
        true
    }

    /// The effect of the amendment, once finished.
    pub fn difference(&self) -> Difference {
        Difference::of(&self.run.old, &self.run.new, &self.run.ledger)
    }

    /// Whether the new line, once finished, is identical to the old one.
    pub fn is_same(&self, chronicle: &Chronicle) -> bool {
        let old = chronicle.line().get(self.amendment.from..self.end).unwrap_or_default();
        let same = |(id, act): (&EntryId, &Arc<Vec<Step>>)| {
            chronicle.entry(*id).is_some_and(|entry| alike(&entry.steps, act))
        };
        old.len() == self.run.acts.len() && old.iter().zip(&self.run.acts).all(same)
    }

    /// The fork and the acts of the new line from there on. `None` if it is not finished, or the chronicle has moved
    /// since it began.
    pub(super) fn into_acts(self, chronicle: &Chronicle) -> Option<(EntryId, Vec<Vec<Step>>)> {
        let here = self.line == (chronicle.position(), chronicle.tree().entries());
        let done = self.question.is_none() && self.run.said && self.run.next >= self.end;
        let fork = chronicle.tree().position_at(self.amendment.from);
        let acts = self.run.acts.into_iter().map(Arc::unwrap_or_clone);
        (here && done).then(|| (fork, acts.collect()))
    }
}

fn is_side(command: &Command) -> bool {
    matches!(command, Command::Side(_))
}

/// Whether the steps have the same commands and results. An arrival's number and name may be implicit in one of them.
fn alike(old: &[Step], new: &[Step]) -> bool {
    let same = |(old, new): (&Step, &Step)| {
        (old.command == new.command || pinned(old) == pinned(new))
            && (&old.answers, &old.events) == (&new.answers, &new.events)
    };
    old.len() == new.len() && old.iter().zip(new).all(same)
}

/// What answers questions: the recorded chronicle, the machine, and the policy that assigns rolls.
struct Hands<'a> {
    chronicle: &'a Chronicle,
    machine: &'a mut dyn Dice,
    policy: Policy<'a>,
}

impl Run {
    /// Plays the commands of the amendment.
    fn play_amendment(
        &mut self,
        amendment: &Amendment,
        chronicle: &Chronicle,
        hands: &mut Hands,
    ) -> Result<(), Stop> {
        let replaced = || {
            let ids = &chronicle.line()[amendment.from..amendment.from + amendment.count];
            ids.iter().filter_map(|id| chronicle.entry(*id))
        };
        while let Some(said) = amendment.commands.get(self.open.at) {
            let as_recorded = |step: &Step| pinned(step) == said.command;
            let kept = replaced().flat_map(|entry| &entry.steps).any(as_recorded);
            let command =
                if kept { said.command.clone() } else { newcomer(&said.command, chronicle, &self.new) };
            let recorded = Recorded { command: &command, answers: &said.answers, changed: !kept };
            match self.play(recorded, hands) {
                Err(Stop::Refused(error)) if kept => self.void(&said.command, error),
                Err(stop) => return Err(stop),
                Ok(step) => self.open.steps.push(step),
            }
            self.open.at += 1;
            self.open.tape.clear();
        }
        self.close();
        for entry in replaced() {
            entry.events().for_each(|event| self.happened(event));
        }
        self.next = amendment.from + amendment.count;
        self.said = true;
        Ok(())
    }

    /// Replays what followed, entry by entry.
    fn replay_rest(&mut self, end: usize, hands: &mut Hands) -> Result<(), Stop> {
        let chronicle = hands.chronicle;
        while self.next < end {
            let entry = chronicle.line().get(self.next).and_then(|id| chronicle.entry(*id));
            if let Some(entry) = entry {
                self.replay_entry(entry, hands)?;
            }
            self.next += 1;
        }
        Ok(())
    }

    /// Replays one entry.
    fn replay_entry(&mut self, entry: &Entry, hands: &mut Hands) -> Result<(), Stop> {
        while let Some(step) = entry.steps.get(self.open.at) {
            self.replay_step(step, hands)?;
            step.events.iter().for_each(|event| self.happened(event));
            self.open.at += 1;
            self.open.tape.clear();
        }
        self.close();
        Ok(())
    }

    /// Replays one recorded command, after bringing the new line to the point of the old one if possible.
    fn replay_step(&mut self, step: &Step, hands: &mut Hands) -> Result<(), Stop> {
        let command = translated(step, &self.old, &self.new);
        let forward =
            matches!(command, Command::Proceed | Command::Skip | Command::Overrule(Overrule::Close));
        let rules = hands.chronicle.rules();
        let waits = |run: &Self| match &command {
            _ if forward => !in_step(&run.old, &run.new),
            Command::Act(_) => {
                run.new.round != run.old.round || rules::check(rules, &run.new, &command).is_err()
            }
            _ => false,
        };
        while waits(self) && steps_to_align(rules, &self.old, &self.new) > 0 {
            self.catch_up(hands)?;
        }
        if forward && !in_step(&self.old, &self.new) {
            // The step it made has happened by itself, or never will.
            return Ok(());
        }
        if forward {
            self.note_idle(hands, true);
        } else if matches!(command, Command::Act(_)) && self.is_ahead() {
            let refused = rules::check(rules, &self.new, &command).err();
            self.void(&command, refused.unwrap_or(Refusal::NOT_IN_THIS_PHASE.into()));
            return Ok(());
        }
        if let Some(steps) = reinforced(step, &command, &self.old, &self.new) {
            return self.reinforce(&steps, hands);
        }
        let recorded = Recorded { command: &command, answers: &step.answers, changed: false };
        match self.play(recorded, hands) {
            Ok(step) => self.open.steps.push(step),
            Err(Stop::Refused(error)) => self.void(&command, error),
            Err(stop) => return Err(stop),
        }
        Ok(())
    }

    /// Lets reinforcements arrive one by one, with their recorded numbers and names.
    fn reinforce(&mut self, commands: &[Command], hands: &mut Hands) -> Result<(), Stop> {
        for command in commands {
            // They need no dice: the recorded results are in the commands.
            let recorded = Recorded { command, answers: &[], changed: false };
            match self.play(recorded, hands) {
                Ok(step) => self.open.steps.push(step),
                Err(Stop::Refused(error)) => self.void(command, error),
                Err(stop) => return Err(stop),
            }
            self.open.tape.clear();
        }
        Ok(())
    }

    /// Whether the new line is already in a later round, where commands of the old one no longer apply.
    fn is_ahead(&self) -> bool {
        let running = |e: &Encounter| e.stage == Stage::Running;
        running(&self.old) && running(&self.new) && self.new.round > self.old.round
    }

    /// Steps the new line forward by a step the old line did not need. It becomes an act of its own.
    fn catch_up(&mut self, hands: &mut Hands) -> Result<(), Stop> {
        let recorded = Recorded { command: &Command::Proceed, answers: &[], changed: false };
        let before = self.new.clone();
        let step = self.play(recorded, hands)?;
        let after = std::mem::replace(&mut self.new, before);
        self.note_idle(hands, false);
        self.new = after;
        self.open.tape.clear();
        // The finished part of the open act comes before it.
        let earlier = std::mem::take(&mut self.open.steps);
        self.keep(earlier);
        self.keep(vec![step]);
        Ok(())
    }

    /// Plays one command on the new line.
    fn play(&mut self, recorded: Recorded, hands: &mut Hands) -> Result<Step, Stop> {
        let rules = hands.chronicle.rules();
        let before = self.new.clone();
        let mut recall = Recall {
            rules,
            before: &before,
            recorded,
            tape: &mut self.open.tape,
            used: 0,
            fresh: &mut self.fresh,
            machine: &mut *hands.machine,
            policy: hands.policy,
        };
        let (after, trace) = rules::trace(rules, before.clone(), recorded.command, &mut recall)?;
        let Trace { events, causes } = trace;
        self.ledger.new_happened(&before, &events);
        self.new = after;
        let answers = self.open.tape.iter().map(|said| said.answered.clone()).collect();
        Ok(Step { command: recorded.command.clone(), answers, events, causes })
    }

    /// Finishes the open act. Without steps, it is dropped.
    fn close(&mut self) {
        let open = std::mem::take(&mut self.open);
        self.keep(open.steps);
    }

    fn keep(&mut self, steps: Vec<Step>) {
        if !steps.is_empty() {
            self.acts.push(Arc::new(steps));
        }
    }

    fn happened(&mut self, event: &Event) {
        self.old.apply(event);
        self.ledger.old_happened(&self.old, event);
    }

    fn void(&mut self, command: &Command, why: RuleError) {
        self.ledger.void.push(VoidCommand { round: self.old.round, command: command.clone(), why });
    }

    /// Records as idle those who owe an act in the window now closed: no command of the old line says what they do.
    /// With `beside`, excludes those who owed it on the old line as well.
    fn note_idle(&mut self, hands: &Hands, beside: bool) {
        let rules = hands.chronicle.rules();
        let (old, new) = (&self.old, &self.new);
        let acts = new.window().is_some_and(|window| window.mode != Mode::Procedure);
        if !acts || new.stage != Stage::Running {
            return;
        }
        let idle = new
            .all()
            .filter(|c| rules::owes(rules, new, c.id) && !(beside && rules::owes(rules, old, c.id)));
        let round = new.round;
        let idle: Vec<Idle> = idle.map(|c| Idle { who: c.id, round }).collect();
        self.ledger.idle.extend(idle);
    }
}
