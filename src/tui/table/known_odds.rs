//! The chances worked out last, so that no frame works them out twice.

use super::view::View;
use crate::odds::chances::{Chances, chances};
use crate::odds::exact::Budget;
use crate::rules::model::command::Command;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// So many are kept.
const MOST: usize = 32;

/// What of, in which state (the acts before it), and what was found; `None`: it is refused.
type Known = (usize, Vec<Command>, Option<Rc<Chances>>);

/// The chances worked out in this state of the fight.
#[derive(Default)]
pub struct KnownOdds(RefCell<VecDeque<Known>>);

impl KnownOdds {
    /// The state is another.
    pub fn forget(&self) {
        self.0.borrow_mut().clear();
    }

    /// What may come of those commands in the state shown; `None`: one of them is refused.
    pub fn of(&self, view: &View, commands: &[Command]) -> Option<Rc<Chances>> {
        let at = view.telling.upto;
        let is_it = |known: &&Known| known.0 == at && known.1 == commands;
        if let Some((.., found)) = self.0.borrow().iter().find(is_it) {
            return found.clone();
        }
        let found = chances(view.rules, view.e, commands, Budget::FRAME).ok().map(Rc::new);
        let mut known = self.0.borrow_mut();
        known.truncate(MOST - 1);
        known.push_front((at, commands.to_vec(), found.clone()));
        found
    }
}
