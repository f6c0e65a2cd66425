//! Amending the past: something is said otherwise, and what followed is played again with the
//! answers that were given then. Nothing of it has happened until the chronicle adopts it.

use super::Chronicle;
use super::difference::{Difference, Idle, Ledger, Void};
use super::entry::{Answered, Ask, Entry, EntryId, Provenance, Step};
use super::pending::{BadAnswer, Progress, fits};
use super::recall::{Policy, Recall, Recalled, Recorded};
use crate::chronicle::align::{carried, in_step, newcomer, pinned, reinforced, way};
use crate::chronicle::partial_amendment::Halfway;
use crate::rules;
use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::dice::{Answer, Dice};
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::event::{Event, Stop};
use crate::rules::model::window::Mode;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::Arc;

/// A command as it is to stand in the past, with the answers that are known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Said {
    /// What is commanded.
    pub command: Command,
    /// What is known to be answered, in order; whatever else is asked is put to the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answered>,
}

impl Said {
    /// A command as it was recorded: who came then keeps name and number.
    pub fn recorded(step: &Step) -> Self {
        Self { command: pinned(step), answers: step.answers.clone() }
    }
}

impl From<Command> for Said {
    fn from(command: Command) -> Self {
        Self { command, answers: Vec::new() }
    }
}

/// What is changed of the past: some entries of the current line give way to another act, and what
/// followed them is played again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Amendment {
    /// The place on the line of the first entry that gives way.
    from: usize,
    /// How many give way: one, or none where something is inserted.
    count: usize,
    /// The commands that stand there instead, as one act; none where an entry is struck out.
    said: Vec<Said>,
}

impl Amendment {
    /// The entry at that place is said otherwise.
    pub fn change(place: usize, said: Vec<Said>) -> Self {
        Self { from: place, count: 1, said }
    }

    /// A forgotten act comes before the entry at that place; after the last, where that is its end.
    pub fn insert(place: usize, commands: Vec<Command>) -> Self {
        Self { from: place, count: 0, said: commands.into_iter().map(Said::from).collect() }
    }

    /// Something else comes in place of the entry there.
    pub fn replace(place: usize, commands: Vec<Command>) -> Self {
        Self { count: 1, ..Self::insert(place, commands) }
    }

    /// The entry at that place never was.
    pub fn strike(place: usize) -> Self {
        Self { from: place, count: 1, said: Vec::new() }
    }
}

/// Why the past cannot be changed there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fixed {
    /// There is no such act on the line.
    #[error("there is no such act")]
    NoSuchEntry,
    /// It was taken back.
    #[error("it was taken back: do it again first")]
    TakenBack,
    /// It lies before a gap in the record, or is one.
    #[error("part of the save after this cannot be read, so it cannot be replayed")]
    Gap,
    /// A side came with it, and others came on that side.
    #[error("a side came with it: those who came on that side stand on it")]
    Side,
}

/// Whether the entry at that place may be struck out, or commands without its own put in its place.
///
/// # Errors
/// `Fixed::Side`: the entry adds a side, and others count on its number.
pub fn may_strike(entry: &Entry) -> Result<(), Fixed> {
    let sides = entry.steps.iter().any(|step| matches!(step.command, Command::Side(_)));
    if sides { Err(Fixed::Side) } else { Ok(()) }
}

/// An amendment being played: what stands of the new line so far, and the open question.
#[derive(Debug, Clone)]
pub struct Amending {
    amendment: Amendment,
    /// The line it was begun on: its last entry then, and how many there were of all.
    line: (EntryId, u32),
    /// How many entries of the line are done.
    end: usize,
    run: Run,
    question: Option<Ask>,
    /// The run as it stood before each answer of the table.
    before: Vec<Run>,
}

/// How far it has come.
#[derive(Debug, Clone)]
struct Run {
    /// The new line: its acts from the fork on, and the state after them.
    acts: Vec<Arc<Vec<Step>>>,
    new: Encounter,
    /// The old line at the same point.
    old: Encounter,
    ledger: Ledger,
    /// The place of the old entry that comes next; before the amendment was played, that of its
    /// first.
    next: usize,
    said: bool,
    open: Open,
    /// What was asked anew and answered, in order.
    fresh: VecDeque<Answered>,
}

/// The act that is being played.
#[derive(Debug, Clone, Default)]
struct Open {
    steps: Vec<Step>,
    /// Which of its commands comes next.
    at: usize,
    /// The answers of that command so far.
    tape: Vec<Recalled>,
}

impl Amending {
    /// Begins to play it.
    ///
    /// # Errors
    /// The past cannot be changed there.
    pub fn new(chronicle: &Chronicle, amendment: Amendment) -> Result<Self, Fixed> {
        let (from, count, end) = (amendment.from, amendment.count, chronicle.at());
        if from + count > chronicle.line().len() {
            return Err(Fixed::NoSuchEntry);
        }
        if from + count > end {
            return Err(Fixed::TakenBack);
        }
        let follows = chronicle.line()[from..end].iter().filter_map(|id| chronicle.entry(*id));
        if follows.flat_map(Entry::events).any(|event| matches!(event, Event::Bridged(_))) {
            return Err(Fixed::Gap);
        }
        let replaced = chronicle.line()[from..from + count].iter().filter_map(|id| chronicle.entry(*id));
        let mut sides = replaced.flat_map(|entry| &entry.steps).filter(|step| is_side(&step.command));
        let kept = amendment.said.iter().filter(|said| is_side(&said.command)).count();
        if sides.by_ref().count() != kept {
            return Err(Fixed::Side);
        }
        let fork = chronicle.seek(from);
        let run = Run {
            acts: Vec::new(),
            new: fork.clone(),
            old: fork,
            ledger: Ledger::default(),
            next: from,
            said: false,
            open: Open::default(),
            fresh: VecDeque::new(),
        };
        let line = (chronicle.position(), chronicle.tree().entries());
        Ok(Self { amendment, line, end, run, question: None, before: Vec::new() })
    }

    /// The open question.
    pub fn question(&self) -> Option<&Ask> {
        self.question.as_ref()
    }

    /// The state in which it is asked; once it is done, the state the new line leads to.
    pub fn state(&self) -> &Encounter {
        &self.run.new
    }

    /// The place on the line from which on the past is another.
    pub fn place(&self) -> usize {
        self.amendment.from
    }

    /// Whether nothing followed what was changed.
    pub fn is_last(&self) -> bool {
        self.amendment.from + self.amendment.count >= self.end
    }

    /// What has to be kept of it, to play it on another time; `None`: nothing was asked.
    pub fn halfway(&self) -> Option<Halfway> {
        let asked = self.question.is_some() || !self.run.fresh.is_empty();
        let (amendment, answers) = (&self.amendment, &self.run.fresh);
        asked.then(|| Halfway { amendment: amendment.clone(), answers: answers.clone() })
    }

    /// Plays on, as far as the answers reach. The machine answers the new rolls that `policy` gives
    /// it.
    pub fn run(&mut self, chronicle: &Chronicle, machine: &mut dyn Dice, policy: Policy) -> Progress {
        self.question = None;
        let mut hands = Hands { chronicle, machine, policy };
        let stopped = match self.run.said {
            false => self.run.say(&self.amendment, chronicle, &mut hands),
            true => Ok(()),
        };
        let stopped = stopped.and_then(|()| self.run.follow(self.end, &mut hands));
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

    /// Answers the open question; then it must be run again.
    ///
    /// # Errors
    /// The answer does not fit; the question stays open.
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

    /// Forgets the last answer of the table and what came after it; `false`: there was none. Then it
    /// must be run again.
    pub fn take_back(&mut self) -> bool {
        let Some(before) = self.before.pop() else { return false };
        self.run = before;
        self.question = None;
        true
    }

    /// What the amendment comes to; once it is done.
    pub fn difference(&self) -> Difference {
        Difference::of(&self.run.old, &self.run.new, &self.run.ledger)
    }

    /// Whether the new line is the old one over again; once it is done.
    pub fn is_same(&self, chronicle: &Chronicle) -> bool {
        let old = chronicle.line().get(self.amendment.from..self.end).unwrap_or_default();
        let same = |(id, act): (&EntryId, &Arc<Vec<Step>>)| {
            chronicle.entry(*id).is_some_and(|entry| alike(&entry.steps, act))
        };
        old.len() == self.run.acts.len() && old.iter().zip(&self.run.acts).all(same)
    }

    /// The acts of the new line from the fork on; `None`: it is not done, or the fight has gone
    /// elsewhere since.
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

/// Whether they say and come to the same; an arrival's number and name may be said or not.
fn alike(old: &[Step], new: &[Step]) -> bool {
    let same = |(old, new): (&Step, &Step)| {
        (old.command == new.command || pinned(old) == pinned(new))
            && (&old.answers, &old.events) == (&new.answers, &new.events)
    };
    old.len() == new.len() && old.iter().zip(new).all(same)
}

/// Who answers: the chronicle's rules, the machine, and whose dice they are.
struct Hands<'a> {
    chronicle: &'a Chronicle,
    machine: &'a mut dyn Dice,
    policy: Policy<'a>,
}

impl Run {
    /// Plays what is said in the place of the old.
    fn say(
        &mut self,
        amendment: &Amendment,
        chronicle: &Chronicle,
        hands: &mut Hands,
    ) -> Result<(), Stop> {
        let replaced = || {
            let ids = &chronicle.line()[amendment.from..amendment.from + amendment.count];
            ids.iter().filter_map(|id| chronicle.entry(*id))
        };
        while let Some(said) = amendment.said.get(self.open.at) {
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

    /// Plays what followed, entry by entry.
    fn follow(&mut self, end: usize, hands: &mut Hands) -> Result<(), Stop> {
        let chronicle = hands.chronicle;
        while self.next < end {
            let entry = chronicle.line().get(self.next).and_then(|id| chronicle.entry(*id));
            if let Some(entry) = entry {
                self.again(entry, hands)?;
            }
            self.next += 1;
        }
        Ok(())
    }

    /// Plays one entry again.
    fn again(&mut self, entry: &Entry, hands: &mut Hands) -> Result<(), Stop> {
        while let Some(step) = entry.steps.get(self.open.at) {
            self.step(step, hands)?;
            step.events.iter().for_each(|event| self.happened(event));
            self.open.at += 1;
            self.open.tape.clear();
        }
        self.close();
        Ok(())
    }

    /// Plays one recorded command again, once the new line stands where the old one stood.
    fn step(&mut self, step: &Step, hands: &mut Hands) -> Result<(), Stop> {
        let command = carried(step, &self.old, &self.new);
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
        while waits(self) && way(rules, &self.old, &self.new) > 0 {
            self.catch_up(hands)?;
        }
        if forward && !in_step(&self.old, &self.new) {
            // What it led to has come by itself, or never comes.
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

    /// Those who came by themselves come one by one, under the numbers and names of then.
    fn reinforce(&mut self, commands: &[Command], hands: &mut Hands) -> Result<(), Stop> {
        for command in commands {
            // No dice are thrown for them: what was rolled then is said.
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

    /// The new line is in a later round by now: what was done then has no place in it.
    fn is_ahead(&self) -> bool {
        let running = |e: &Encounter| e.stage == Stage::Running;
        running(&self.old) && running(&self.new) && self.new.round > self.old.round
    }

    /// One step forward that the old line did not need: an act of its own.
    fn catch_up(&mut self, hands: &mut Hands) -> Result<(), Stop> {
        let recorded = Recorded { command: &Command::Proceed, answers: &[], changed: false };
        let before = self.new.clone();
        let step = self.play(recorded, hands)?;
        let after = std::mem::replace(&mut self.new, before);
        self.note_idle(hands, false);
        self.new = after;
        self.open.tape.clear();
        // What was played of the open act so far stands before it.
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
        let (after, events) = rules::resolve(rules, before.clone(), recorded.command, &mut recall)?;
        self.ledger.new_happened(&before, &events);
        self.new = after;
        let answers = self.open.tape.iter().map(|said| said.answered.clone()).collect();
        Ok(Step { command: recorded.command.clone(), answers, events })
    }

    /// The act is played: with nothing left of it, there is none.
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
        self.ledger.void.push(Void { round: self.old.round, command: command.clone(), why });
    }

    /// Whoever owes an act in the window that is closed now, and did not on the old line, does
    /// nothing: nobody said what.
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
