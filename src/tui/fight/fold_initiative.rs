//! One initiative for a folded kind: whoever is of it has what the first of it threw.

use crate::chronicle::{Answered, Ask, Provenance};
use crate::rules::model::dice::{Answer, ChoiceRequest, Dice, Purpose, Roll, RollRequest};
use crate::rules::model::encounter::Encounter;
use crate::tui::table::board::Board;

/// Dice of which a folded kind throws one for initiative.
pub struct OneDie<'a> {
    dice: &'a mut dyn Dice,
    board: &'a Board,
    e: &'a Encounter,
    /// What each kind threw, by its place among the folded ones.
    thrown: Vec<(usize, Roll)>,
}

impl<'a> OneDie<'a> {
    /// These dice on that board; what was answered already counts for its kind.
    pub fn new(
        dice: &'a mut dyn Dice,
        board: &'a Board,
        e: &'a Encounter,
        answers: &[Answered],
    ) -> Self {
        let thrown = answers.iter().filter_map(|answered| match (&answered.ask, &answered.answer) {
            (Ask::Roll(ask), Answer::Roll(roll)) => Some((kind(board, e, ask)?, roll.clone())),
            _ => None,
        });
        let thrown = thrown.collect();
        Self { dice, board, e, thrown }
    }
}

/// The folded kind for which those dice are thrown, if one throws for all of it.
pub fn kind(board: &Board, e: &Encounter, ask: &RollRequest) -> Option<usize> {
    let who = ask.who.filter(|_| ask.purpose == Purpose::Initiative)?;
    board.folded_kind(e.get(who)?)
}

/// Whose dice part those of one kind that tied among themselves: the machine's, as it is all one.
pub fn parting(board: &Board, e: &Encounter, ask: &Ask) -> Option<Provenance> {
    match ask {
        Ask::Roll(ask) if ask.purpose == Purpose::InitiativeTie => {
            board.folded_kind(e.get(ask.who?)?).map(|_| Provenance::Machine)
        }
        _ => None,
    }
}

impl Dice for OneDie<'_> {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        let Some(kind) = kind(self.board, self.e, ask) else { return self.dice.roll(ask) };
        let known = self.thrown.iter().find(|(of, roll)| *of == kind && ask.accepts(roll).is_ok());
        if let Some((_, roll)) = known {
            return Some(roll.clone());
        }
        let roll = self.dice.roll(ask)?;
        self.thrown.push((kind, roll.clone()));
        Some(roll)
    }

    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer> {
        self.dice.choose(ask)
    }
}
