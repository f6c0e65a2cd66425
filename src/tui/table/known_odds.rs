//! Cache of computed odds, so that no frame computes them twice.

use super::view::View;
use crate::odds::chances::{Chances, chances_given};
use crate::odds::exact::Budget;
use crate::rules::model::command::Command;
use crate::rules::model::dice::{Roll, RollRequest};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// Most results kept.
const CAPACITY: usize = 32;

/// A result.
struct Known {
    /// The state, as the number of acts before it.
    upto: usize,
    commands: Vec<Command>,
    /// The dice that were thrown already.
    thrown: Vec<(RollRequest, Roll)>,
    /// The odds; `None` if refused.
    found: Option<Rc<Chances>>,
}

/// Cached odds for the current state of the fight.
#[derive(Default)]
pub struct KnownOdds {
    known: RefCell<VecDeque<Known>>,
    /// What a frame would have shown had it been known.
    wanted: RefCell<Option<Vec<Command>>>,
}

impl KnownOdds {
    /// Clears the cache after the state has changed.
    pub fn forget(&self) {
        self.known.borrow_mut().clear();
        self.wanted.take();
    }

    /// Returns the odds of the commands in the displayed state, or `None` if one of them is refused.
    pub fn of(&self, view: &View, commands: &[Command]) -> Option<Rc<Chances>> {
        self.given(view, commands, &[])
    }

    /// The same where some of the dice are already thrown.
    pub fn given(
        &self,
        view: &View,
        commands: &[Command],
        thrown: &[(RollRequest, Roll)],
    ) -> Option<Rc<Chances>> {
        if let Some(found) = self.found(view, commands, thrown) {
            return found;
        }
        let found = chances_given(view.rules, view.e, commands, thrown, Budget::FRAME).ok().map(Rc::new);
        let mut known = self.known.borrow_mut();
        known.truncate(CAPACITY - 1);
        let (upto, commands, thrown) = (view.telling.upto, commands.to_vec(), thrown.to_vec());
        known.push_front(Known { upto, commands, thrown, found: found.clone() });
        found
    }

    /// The same where nobody asked for them, so that no key waits: `None` until a pause has let them be weighed.
    pub fn at_a_glance(&self, view: &View, commands: &[Command]) -> Option<Rc<Chances>> {
        self.found(view, commands, &[]).unwrap_or_else(|| {
            self.wanted.replace(Some(commands.to_vec()));
            None
        })
    }

    /// Whether a frame lacked odds.
    pub fn lack(&self) -> bool {
        self.wanted.borrow().is_some()
    }

    /// Computes what a frame lacked.
    pub fn weigh(&self, view: &View) {
        if let Some(commands) = self.wanted.take() {
            self.of(view, &commands);
        }
    }

    fn found(
        &self,
        view: &View,
        commands: &[Command],
        thrown: &[(RollRequest, Roll)],
    ) -> Option<Option<Rc<Chances>>> {
        let upto = view.telling.upto;
        let is_it =
            |known: &&Known| known.upto == upto && known.commands == commands && known.thrown == thrown;
        self.known.borrow().iter().find(is_it).map(|known| known.found.clone())
    }
}
