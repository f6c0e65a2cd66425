//! Dice as input: requests from the rules, and the answers to them.

mod answer;
mod expr;
mod purpose;
mod request;
mod spread;

pub use super::choice::{ChoiceRequest, HowMany, Pick, Question};
pub use answer::Answer;
pub use expr::DiceExpr;
pub use purpose::{Purpose, RollWords, Verdict};
pub use request::{BadDie, Keep, Roll, RollRequest};
pub use spread::spread;

/// A source of answers. `None`: not answered yet.
pub trait Dice {
    /// Answers a roll.
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll>;
    /// Answers a choice.
    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer>;
}

/// Dice of which some were thrown before they are asked for: each roll answers the first request with its purpose and
/// roller that it fits, and the other dice answer the rest.
pub struct Beforehand<'a> {
    thrown: Vec<&'a (RollRequest, Roll)>,
    others: &'a mut dyn Dice,
}

impl<'a> Beforehand<'a> {
    /// Answers with these rolls, and with the other dice where none fits.
    pub fn new(thrown: &'a [(RollRequest, Roll)], others: &'a mut dyn Dice) -> Self {
        Self { thrown: thrown.iter().collect(), others }
    }
}

impl Dice for Beforehand<'_> {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        let fits = |known: &&(RollRequest, Roll)| known.0.is_for(ask) && ask.accepts(&known.1).is_ok();
        match self.thrown.iter().position(fits) {
            Some(at) => Some(self.thrown.remove(at).1.clone()),
            None => self.others.roll(ask),
        }
    }

    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer> {
        self.others.choose(ask)
    }
}

/// Recorded answers, replayed in order.
#[derive(Debug, Clone)]
pub struct Tape<'a> {
    answers: &'a [Answer],
    used: usize,
}

impl<'a> Tape<'a> {
    /// Creates a tape of these answers.
    pub fn new(answers: &'a [Answer]) -> Self {
        Self { answers, used: 0 }
    }

    /// Returns the number of answers not used yet.
    pub fn left(&self) -> usize {
        self.answers.len() - self.used
    }

    fn next(&mut self) -> Option<&'a Answer> {
        let answer = self.answers.get(self.used)?;
        self.used += 1;
        Some(answer)
    }
}

impl Dice for Tape<'_> {
    fn roll(&mut self, _: &RollRequest) -> Option<Roll> {
        match self.next()? {
            Answer::Roll(roll) => Some(roll.clone()),
            _ => None,
        }
    }

    fn choose(&mut self, _: &ChoiceRequest) -> Option<Answer> {
        self.next().cloned()
    }
}
