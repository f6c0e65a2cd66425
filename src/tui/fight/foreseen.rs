//! The rolls that the table will be asked for in an act, before it is done.

use crate::chronicle::{Ask, Provenance, by_side};
use crate::rules;
use crate::rules::model::command::Command;
use crate::rules::model::dice::{Answer, ChoiceRequest, Dice, Roll, RollRequest};
use crate::rules::model::encounter::Encounter;
use crate::rules::ruleset::Ruleset;

/// Dice that always fall low and record the rolls that `is_asked` picks.
pub struct Foreseen<F> {
    is_asked: F,
    /// The rolls, in the order in which they are asked for.
    pub asked: Vec<RollRequest>,
}

impl<F: Fn(&RollRequest) -> bool> Foreseen<F> {
    /// Records nothing yet.
    pub fn new(is_asked: F) -> Self {
        Self { is_asked, asked: Vec::new() }
    }
}

impl<F: Fn(&RollRequest) -> bool> Dice for Foreseen<F> {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        if (self.is_asked)(ask) {
            self.asked.push(ask.clone());
        }
        Some(Roll::Faces(vec![1; ask.count.into()]))
    }

    fn choose(&mut self, _: &ChoiceRequest) -> Option<Answer> {
        None
    }
}

/// The rolls that are typed when a command is carried out, as far as no choice comes first.
pub fn typed(rules: &dyn Ruleset, e: &Encounter, command: &Command) -> Vec<RollRequest> {
    let is_typed = |ask: &RollRequest| by_side(e, &Ask::Roll(ask.clone())) == Provenance::Typed;
    let mut dice = Foreseen::new(is_typed);
    // The result does not matter, only the rolls asked for on the way.
    let _ = rules::play(rules, e.clone(), command, &mut dice);
    dice.asked
}
