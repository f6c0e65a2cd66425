//! A recorded command carried out again on another state, to see whether that makes a difference to it.

use crate::chronicle::{Answered, Ask};
use crate::rules;
use crate::rules::model::command::Command;
use crate::rules::model::dice::{Answer, ChoiceRequest, Dice, Roll, RollRequest};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Event;
use crate::rules::ruleset::Ruleset;

/// What comes of it.
#[derive(Debug, PartialEq, Eq)]
pub struct Retold {
    /// The questions, with their numbers and the reasons for these.
    asks: Vec<Ask>,
    /// What happens; `None` if it is refused, or asks what was not answered.
    pub events: Option<Vec<Event>>,
}

impl Retold {
    /// Whether the rules refuse it.
    pub fn is_refused(&self) -> bool {
        self.events.is_none() && self.asks.is_empty()
    }
}

/// Carries a command out with its recorded answers and no others.
pub fn retold(
    rules: &dyn Ruleset,
    before: Encounter,
    command: &Command,
    answers: &[Answered],
) -> Retold {
    let mut recorder = Recorder { answers, asks: Vec::new() };
    let outcome = rules::resolve(rules, before, command, &mut recorder);
    Retold { asks: recorder.asks, events: outcome.ok().map(|(_, events)| events) }
}

/// Gives the recorded answers in their order, and notes the questions.
struct Recorder<'a> {
    answers: &'a [Answered],
    asks: Vec<Ask>,
}

impl Recorder<'_> {
    fn answer(&mut self, ask: Ask) -> Option<Answer> {
        let known = self.answers.get(self.asks.len()).map(|known| known.answer.clone());
        let answer = known.filter(|answer| ask.accepts(answer));
        self.asks.push(ask);
        answer
    }
}

impl Dice for Recorder<'_> {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        match self.answer(Ask::Roll(ask.clone()))? {
            Answer::Roll(roll) => Some(roll),
            _ => None,
        }
    }

    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer> {
        self.answer(Ask::Choice(ask.clone()))
    }
}
