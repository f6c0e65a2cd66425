//! Cache of computed odds, so that no frame computes them twice.

use super::view::View;
use crate::odds::chances::{Chances, chances};
use crate::odds::exact::Budget;
use crate::rules::model::command::Command;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// Most results kept.
const CAPACITY: usize = 32;

/// A result: the state, as the number of acts before it; the commands; and their odds, or `None` if refused.
type Known = (usize, Vec<Command>, Option<Rc<Chances>>);

/// Cached odds for the current state of the fight.
#[derive(Default)]
pub struct KnownOdds(RefCell<VecDeque<Known>>);

impl KnownOdds {
    /// Clears the cache after the state has changed.
    pub fn forget(&self) {
        self.0.borrow_mut().clear();
    }

    /// Returns the odds of the commands in the displayed state, or `None` if one of them is refused.
    pub fn of(&self, view: &View, commands: &[Command]) -> Option<Rc<Chances>> {
        let at = view.telling.upto;
        let is_it = |known: &&Known| known.0 == at && known.1 == commands;
        if let Some((.., found)) = self.0.borrow().iter().find(is_it) {
            return found.clone();
        }
        let found = chances(view.rules, view.e, commands, Budget::FRAME).ok().map(Rc::new);
        let mut known = self.0.borrow_mut();
        known.truncate(CAPACITY - 1);
        known.push_front((at, commands.to_vec(), found.clone()));
        found
    }
}
