//! What an operation of a screen does, when, and what the foot line says of it.

use super::able::{self, Able};
use crate::tui::overlays::{Done, Layer};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::Session;
use crate::tui::shell::Shell;

/// What an operation does.
#[derive(Debug, Clone, Copy)]
pub enum Run {
    /// Nothing: a layer sees to it.
    Layers,
    /// It acts.
    Does(fn(&mut Session)),
    /// It acts, and may be refused or open a layer.
    Tries(fn(&mut Session) -> Done),
    /// It opens a layer; `None`: there is nothing to open.
    Shows(fn(&Session) -> Option<Box<dyn Layer>>),
    /// It opens a layer about the keys that work now.
    Lists(fn(&Shell) -> Box<dyn Layer>),
}

/// What an operation does, and when.
#[derive(Debug, Clone, Copy)]
pub struct Doing {
    /// What it does.
    pub run: Run,
    /// Whether it is available now, or why not.
    pub able: fn(&Session) -> Able,
    /// Whether the foot line leaves it out while it is not available.
    pub hides: bool,
    /// What the foot line says of it; `None`: its label, or that it is not available.
    pub means: fn(&Session) -> Option<KeyMeaning>,
}

impl Doing {
    /// A layer sees to it.
    pub(super) const LAYERS: Self = Self::of(Run::Layers);

    const fn of(run: Run) -> Self {
        Self { run, able: able::always, hides: false, means: |_| None }
    }

    /// Sets when it is available, or why it is not.
    pub(super) const fn able(mut self, able: fn(&Session) -> Able) -> Self {
        self.able = able;
        self
    }

    /// Leaves it out of the foot line while it is not available.
    pub(super) const fn hides(mut self) -> Self {
        self.hides = true;
        self
    }

    /// Sets what the foot line says of it, where that depends on the situation.
    pub(super) const fn means(mut self, means: fn(&Session) -> Option<KeyMeaning>) -> Self {
        self.means = means;
        self
    }
}

/// It acts.
pub(super) const fn does(run: fn(&mut Session)) -> Doing {
    Doing::of(Run::Does(run))
}

/// It acts, and may be refused or open a layer.
pub(super) const fn tries(run: fn(&mut Session) -> Done) -> Doing {
    Doing::of(Run::Tries(run))
}

/// It opens a layer about the keys that work now.
pub(super) const fn lists(layer: fn(&Shell) -> Box<dyn Layer>) -> Doing {
    Doing::of(Run::Lists(layer))
}

/// It opens a layer.
pub(super) const fn shows(layer: fn(&Session) -> Option<Box<dyn Layer>>) -> Doing {
    Doing::of(Run::Shows(layer))
}
