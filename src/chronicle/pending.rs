//! An act in progress: its commands, the answers so far, the open question.

use super::Chronicle;
use super::entry::{Answered, Ask, EntryId, Provenance, Step};
use crate::rules;
use crate::rules::model::cause::Trace;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Command};
use crate::rules::model::dice::{Answer, BadDie, ChoiceRequest, Dice, Purpose, Roll, RollRequest};
use crate::rules::model::encounter::{Encounter, Hand};
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::event::Stop;
use crate::rules::ruleset::Ruleset;
use serde::{Deserialize, Serialize};

/// The result of running an act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// Every question is answered: the chronicle may accept the act.
    Done,
    /// The table has to answer a question.
    Asks(Ask),
    /// The rules refuse it. Nothing has happened.
    Refused(RuleError),
}

/// An answer that does not fit its question.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadAnswer {
    /// There is no open question.
    #[error("there is no open question")]
    NothingAsked,
    /// No die shows that.
    #[error(transparent)]
    Die(#[from] BadDie),
    /// A roll was asked for, but the answer is something else.
    #[error("a roll is needed: type the result")]
    NoRoll,
    /// It is not among the choices.
    #[error("that is not one of the choices")]
    NoSuchPick,
}

/// Who rolls, by the setting of the roller or else of its side; the machine by default. A reaction to the players' side is rolled by the
/// side that reacts. Choices are always typed.
pub fn by_side(e: &Encounter, ask: &Ask) -> Provenance {
    let Ask::Roll(ask) = ask else { return Provenance::Typed };
    let side = ask.side.or_else(|| ask.who.and_then(|who| e.get(who)).map(|c| c.side));
    let reacts = ask.purpose == Purpose::Reaction
        && ask.against.is_none()
        && side.is_none_or(|side| e.is_players(side));
    let others = || e.side_ids().find(|side| !e.is_players(*side));
    let side = if reacts { others().or(side) } else { side };
    let own = ask.who.and_then(|who| e.get(who)).filter(|_| !reacts).map(|c| e.hand(c));
    match own.or_else(|| Some(e.side(side?)?.hand)).unwrap_or_default() {
        Hand::Machine => Provenance::Machine,
        Hand::Typed => Provenance::Typed,
        Hand::Phone => Provenance::Phone,
    }
}

/// An act in progress. It takes effect only once the chronicle accepts it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pending {
    commands: Vec<Command>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    answers: Vec<Answered>,
    /// Rolls known before they are asked for, as of several who attack at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    beforehand: Vec<Answered>,
    #[serde(skip)]
    question: Option<Ask>,
    #[serde(skip)]
    outcome: Option<Outcome>,
}

/// The result of a finished run, and the position it was run at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) after: EntryId,
    pub(super) steps: Vec<Step>,
    pub(super) state: Encounter,
    /// Why parts of the act were skipped.
    pub(super) passed_over: Vec<RuleError>,
}

impl Pending {
    /// An act of one or more commands, each resolved on the state after the one before.
    pub fn new(commands: Vec<Command>) -> Self {
        Self::answered(commands, Vec::new())
    }

    /// The same with recorded answers, which are used as long as they fit.
    pub fn answered(commands: Vec<Command>, answers: Vec<Answered>) -> Self {
        Self { commands, answers, beforehand: Vec::new(), question: None, outcome: None }
    }

    /// The commands.
    pub fn commands(&self) -> &[Command] {
        &self.commands
    }

    /// The answers so far, in order.
    pub fn answers(&self) -> &[Answered] {
        &self.answers
    }

    /// The open question.
    pub fn question(&self) -> Option<&Ask> {
        self.question.as_ref()
    }

    /// Resolves the act from the beginning with the answers so far. The machine answers those rolls that `policy`
    /// assigns to it; choices are the referee's. If a recorded answer no longer fits its question, it and those after
    /// it are dropped.
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
            let result = rules::trace(rules, state, &command, &mut hand);
            used = hand.used;
            match result {
                Ok((after, Trace { events, causes })) => {
                    let answers = self.answers[first..used].to_vec();
                    steps.push(Step { command, answers, events, causes });
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

    /// Why parts of the finished act were skipped: they had become impossible by the time it came to them. The other
    /// parts took effect.
    pub fn passed_over(&self) -> &[RuleError] {
        self.outcome.as_ref().map_or(&[], |outcome| &outcome.passed_over)
    }

    /// The command as it can still be executed. If several act together and one has lost its target to those before it,
    /// it turns to another target of the group.
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

    /// Answers the open question. The act must be run again afterwards.
    ///
    /// # Errors
    /// The reason, if the answer does not fit. The question stays open.
    pub fn answer(&mut self, answer: Answer, by: Provenance) -> Result<(), BadAnswer> {
        let ask = self.question.take().ok_or(BadAnswer::NothingAsked)?;
        if let Err(bad) = fits(&ask, &answer) {
            self.question = Some(ask);
            return Err(bad);
        }
        self.answers.push(Answered { ask, answer, by });
        Ok(())
    }

    /// Supplies rolls for questions still to come; each answers the first one with the same purpose and roller. The act
    /// must be run again afterwards.
    pub fn answer_beforehand(&mut self, answers: Vec<Answered>) {
        self.beforehand.extend(answers);
    }

    /// Changes an earlier answer. Those after it are kept as long as they fit. The act must be run again afterwards.
    ///
    /// # Errors
    /// The reason, if there is no such question or the answer does not fit. Nothing is changed.
    pub fn change(&mut self, at: usize, answer: Answer, by: Provenance) -> Result<(), BadAnswer> {
        let old = self.answers.get_mut(at).ok_or(BadAnswer::NothingAsked)?;
        fits(&old.ask, &answer)?;
        old.answer = answer;
        old.by = by;
        self.question = None;
        self.outcome = None;
        Ok(())
    }

    /// Drops the last typed answer and all answers after it. Returns `false` if there is none. The act must be run
    /// again afterwards.
    pub fn take_back(&mut self) -> bool {
        let Some(last) = self.answers.iter().rposition(|answer| !answer.by.is_machine()) else {
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

/// Answers from the record, then from the rolls known beforehand, then from the machine if the policy allows it.
struct TableDice<'a> {
    answers: &'a mut Vec<Answered>,
    beforehand: &'a mut Vec<Answered>,
    used: usize,
    before: &'a Encounter,
    machine: &'a mut dyn Dice,
    policy: &'a dyn Fn(&Encounter, &Ask) -> Provenance,
}

impl TableDice<'_> {
    /// The next recorded answer, if it fits.
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

    /// Takes a roll known beforehand.
    fn known(&mut self, ask: &RollRequest) -> Option<(Roll, Provenance)> {
        let fits = |known: &Answered| match (&known.ask, &known.answer) {
            (Ask::Roll(other), Answer::Roll(roll)) => other.is_for(ask) && ask.accepts(roll).is_ok(),
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
        if !(self.policy)(self.before, &question).is_machine() {
            return None;
        }
        let roll = self.machine.roll(ask).filter(|roll| ask.accepts(roll).is_ok())?;
        Some(self.rolled(question, roll, Provenance::Machine))
    }

    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer> {
        self.recorded(&Ask::Choice(ask.clone()))
    }
}
