//! An act being answered: the commands, the answers so far, the open question.

use super::Chronicle;
use super::entry::{Answered, Ask, EntryId, Provenance, Step};
use crate::rules;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Command};
use crate::rules::model::dice::{Answer, BadDie, ChoiceRequest, Dice, Roll, RollRequest};
use crate::rules::model::encounter::{Encounter, Hand};
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::event::Stop;
use crate::rules::ruleset::Ruleset;
use serde::{Deserialize, Serialize};

/// How far an act has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// Every question is answered; the chronicle may accept it.
    Done,
    /// The table is asked.
    Asks(Ask),
    /// The rules say no; nothing has happened.
    Refused(RuleError),
}

/// An answer that does not fit the question.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadAnswer {
    /// Nothing is asked.
    #[error("nothing is asked")]
    NothingAsked,
    /// No die shows that.
    #[error(transparent)]
    Die(#[from] BadDie),
    /// Dice are asked, and something else was given.
    #[error("dice are needed: type what they show")]
    NoRoll,
    /// It is not among what can be picked.
    #[error("that is not one of the choices")]
    NoSuchPick,
}

/// Whose dice, by the side that rolls: its own hand, else the machine.
pub fn by_side(e: &Encounter, ask: &Ask) -> Provenance {
    let (who, side) = match ask {
        Ask::Roll(ask) => (ask.who, ask.side),
        Ask::Choice(_) => return Provenance::Typed,
    };
    let side = side.or_else(|| who.and_then(|who| e.get(who)).map(|c| c.side));
    match side.and_then(|side| e.side(side)).map(|side| side.hand) {
        Some(Hand::Typed) => Provenance::Typed,
        _ => Provenance::Machine,
    }
}

/// An act being answered. Nothing of it has happened until the chronicle accepts it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pending {
    commands: Vec<Command>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    answers: Vec<Answered>,
    /// Rolls that are known before they are asked, as of several who attack at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    beforehand: Vec<Answered>,
    #[serde(skip)]
    question: Option<Ask>,
    #[serde(skip)]
    outcome: Option<Outcome>,
}

/// What a finished run came to, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) after: EntryId,
    pub(super) steps: Vec<Step>,
    pub(super) state: Encounter,
    /// Why somebody's part was passed over.
    pub(super) passed_over: Vec<RuleError>,
}

impl Pending {
    /// Commands that are one act of the referee, each resolved on the state after the one before.
    pub fn new(commands: Vec<Command>) -> Self {
        Self::answered(commands, Vec::new())
    }

    /// The same with answers given beforehand; they are used as long as they fit what is asked.
    pub fn answered(commands: Vec<Command>, answers: Vec<Answered>) -> Self {
        Self { commands, answers, beforehand: Vec::new(), question: None, outcome: None }
    }

    /// What was commanded.
    pub fn commands(&self) -> &[Command] {
        &self.commands
    }

    /// What was answered so far, in order.
    pub fn answers(&self) -> &[Answered] {
        &self.answers
    }

    /// The open question.
    pub fn question(&self) -> Option<&Ask> {
        self.question.as_ref()
    }

    /// Resolves from the beginning with all answers given so far. The machine answers the rolls
    /// that `policy` gives it; decisions are the referee's. Should a recorded answer no longer
    /// fit its question, it is forgotten together with those after it.
    pub fn run(
        &mut self,
        chronicle: &Chronicle,
        machine: &mut dyn Dice,
        policy: &dyn Fn(&Encounter, &Ask) -> Provenance,
    ) -> Progress {
        self.question = None;
        self.outcome = None;
        let rules = chronicle.rules();
        let mut state = chronicle.now().clone();
        let mut steps = Vec::with_capacity(self.commands.len());
        let mut passed_over = Vec::new();
        let mut used = 0;
        for command in &self.commands {
            let command = match self.still(rules, chronicle.now(), &state, command) {
                Ok(command) => command,
                Err(error) => {
                    passed_over.push(error);
                    continue;
                }
            };
            let before = state.clone();
            let first = used;
            let (answers, beforehand) = (&mut self.answers, &mut self.beforehand);
            let mut hand = TableDice { answers, beforehand, used, before: &before, machine, policy };
            let result = rules::resolve(rules, state, &command, &mut hand);
            used = hand.used;
            match result {
                Ok((after, events)) => {
                    let answers = self.answers[first..used].to_vec();
                    steps.push(Step { command, answers, events });
                    state = after;
                }
                Err(Stop::Refused(error)) => return Progress::Refused(error),
                Err(Stop::Roll(ask)) => return self.ask(Ask::Roll(*ask)),
                Err(Stop::Choice(ask)) => return self.ask(Ask::Choice(*ask)),
            }
        }
        if let (true, Some(error)) = (steps.is_empty(), passed_over.first()) {
            return Progress::Refused(error.clone());
        }
        self.answers.truncate(used);
        self.outcome = Some(Outcome { after: chronicle.position(), steps, state, passed_over });
        Progress::Done
    }

    /// Whose part in the finished act had become impossible by the time it came to it, and why: the
    /// others' stands.
    pub fn passed_over(&self) -> &[RuleError] {
        self.outcome.as_ref().map_or(&[], |outcome| &outcome.passed_over)
    }

    /// A command as it can still be carried out. Where several act together, whoever is robbed of its
    /// target by those before it turns to another of theirs.
    fn still(
        &self,
        rules: &dyn Ruleset,
        start: &Encounter,
        state: &Encounter,
        command: &Command,
    ) -> Result<Command, RuleError> {
        let together = self.commands.len() > 1;
        let (true, Command::Act(act)) = (together, command) else { return Ok(command.clone()) };
        let up = |e: &Encounter, who| e.get(who).is_some_and(Combatant::is_up);
        let robbed = act.target().is_some_and(|target| up(start, target) && !up(state, target));
        let refused = rules::check(rules, state, command).err();
        if refused.is_none() && !robbed {
            return Ok(command.clone());
        }
        let theirs = self.commands.iter().filter_map(|other| match other {
            Command::Act(other) => other.target(),
            _ => None,
        });
        let mut others = theirs.filter(|target| robbed && up(state, *target));
        let turned = |target| Command::Act(Act { at: vec![target], ..act.clone() });
        let may = |command: &Command| rules::check(rules, state, command).is_ok();
        let why = || RuleError::new(Refusal::DEAD).of(act.who);
        others.find_map(|target| Some(turned(target)).filter(may)).ok_or(refused.unwrap_or_else(why))
    }

    fn ask(&mut self, ask: Ask) -> Progress {
        self.question = Some(ask.clone());
        Progress::Asks(ask)
    }

    /// Answers the open question; the act must be run again then.
    ///
    /// # Errors
    /// The answer does not fit; the question stays open.
    pub fn answer(&mut self, answer: Answer, by: Provenance) -> Result<(), BadAnswer> {
        let ask = self.question.take().ok_or(BadAnswer::NothingAsked)?;
        if let Err(bad) = fits(&ask, &answer) {
            self.question = Some(ask);
            return Err(bad);
        }
        self.answers.push(Answered { ask, answer, by });
        Ok(())
    }

    /// Rolls that answer questions still to come, each the first of its kind by the same roller. The
    /// act must be run again then.
    pub fn answer_beforehand(&mut self, answers: Vec<Answered>) {
        self.beforehand.extend(answers);
    }

    /// Gives another answer to a question answered before; those after it stand as long as they
    /// fit. The act must be run again then.
    ///
    /// # Errors
    /// There is no such question, or the answer does not fit; nothing is changed.
    pub fn change(&mut self, at: usize, answer: Answer, by: Provenance) -> Result<(), BadAnswer> {
        let old = self.answers.get_mut(at).ok_or(BadAnswer::NothingAsked)?;
        fits(&old.ask, &answer)?;
        old.answer = answer;
        old.by = by;
        self.question = None;
        self.outcome = None;
        Ok(())
    }

    /// Forgets the last typed answer and the machine's answers after it; `false`: there was none.
    /// The act must be run again then.
    pub fn take_back(&mut self) -> bool {
        let Some(last) = self.answers.iter().rposition(|answer| answer.by == Provenance::Typed) else {
            return false;
        };
        self.answers.truncate(last);
        self.question = None;
        self.outcome = None;
        true
    }

    pub(super) fn into_outcome(self) -> Option<Outcome> {
        self.outcome
    }
}

pub(super) fn fits(ask: &Ask, answer: &Answer) -> Result<(), BadAnswer> {
    match (ask, answer) {
        (Ask::Roll(ask), Answer::Roll(roll)) => Ok(ask.accepts(roll)?),
        (Ask::Roll(_), _) => Err(BadAnswer::NoRoll),
        (Ask::Choice(ask), answer) if ask.accepts(answer) => Ok(()),
        (Ask::Choice(_), _) => Err(BadAnswer::NoSuchPick),
    }
}

/// The answers so far, then the machine where the policy lets it.
struct TableDice<'a> {
    answers: &'a mut Vec<Answered>,
    beforehand: &'a mut Vec<Answered>,
    used: usize,
    before: &'a Encounter,
    machine: &'a mut dyn Dice,
    policy: &'a dyn Fn(&Encounter, &Ask) -> Provenance,
}

impl TableDice<'_> {
    /// The recorded answer, if it fits.
    fn recorded(&mut self, ask: &Ask) -> Option<Answer> {
        let recorded = self.answers.get_mut(self.used)?;
        if !ask.accepts(&recorded.answer) {
            self.answers.truncate(self.used);
            return None;
        }
        if recorded.ask != *ask {
            recorded.ask = ask.clone();
        }
        self.used += 1;
        Some(recorded.answer.clone())
    }

    fn rolled(&mut self, ask: Ask, roll: Roll, by: Provenance) -> Roll {
        let answer = Answer::Roll(roll.clone());
        self.answers.push(Answered { ask, answer, by });
        self.used += 1;
        roll
    }

    /// What was rolled for it before it was asked.
    fn known(&mut self, ask: &RollRequest) -> Option<(Roll, Provenance)> {
        let fits = |known: &Answered| match (&known.ask, &known.answer) {
            (Ask::Roll(other), Answer::Roll(roll)) => {
                (other.purpose, other.who) == (ask.purpose, ask.who) && ask.accepts(roll).is_ok()
            }
            _ => false,
        };
        let at = self.beforehand.iter().position(fits)?;
        let known = self.beforehand.remove(at);
        match known.answer {
            Answer::Roll(roll) => Some((roll, known.by)),
            _ => None,
        }
    }
}

impl Dice for TableDice<'_> {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        let question = Ask::Roll(ask.clone());
        if let Some(Answer::Roll(roll)) = self.recorded(&question) {
            return Some(roll);
        }
        if let Some((roll, by)) = self.known(ask) {
            return Some(self.rolled(question, roll, by));
        }
        if (self.policy)(self.before, &question) == Provenance::Typed {
            return None;
        }
        let roll = self.machine.roll(ask).filter(|roll| ask.accepts(roll).is_ok())?;
        Some(self.rolled(question, roll, Provenance::Machine))
    }

    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer> {
        self.recorded(&Ask::Choice(ask.clone()))
    }
}
