//! One initiative roll for a kind that the referee has folded: all its members get what the first of them threw.

use crate::chronicle::{Answered, Ask, Provenance};
use crate::rules::model::dice::{Answer, ChoiceRequest, Dice, Purpose, Roll, RollRequest};
use crate::rules::model::encounter::Encounter;
use crate::tui::table::board::Board;

/// Dice that throw initiative once per folded kind.
pub struct OneDie<'a> {
    dice: &'a mut dyn Dice,
    board: &'a Board,
    e: &'a Encounter,
    /// The roll of each kind, by its index among the folded kinds.
    thrown: Vec<(usize, Roll)>,
}

impl<'a> OneDie<'a> {
    /// Wraps these dice for a board; rolls already answered count for their kind.
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

/// The folded kind the dice are thrown for, if one throw serves all of it.
pub fn kind(board: &Board, e: &Encounter, ask: &RollRequest) -> Option<usize> {
    let who = ask.who.filter(|_| ask.purpose == Purpose::Initiative)?;
    board.folded_by_choice(e.get(who)?)
}

/// Who rolls off a tie within one folded kind: the machine, since the result makes no difference.
pub fn parting(board: &Board, e: &Encounter, ask: &Ask) -> Option<Provenance> {
    match ask {
        Ask::Roll(ask) if ask.purpose == Purpose::InitiativeTie => {
            board.folded_by_choice(e.get(ask.who?)?).map(|_| Provenance::Machine)
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
