//! What an operation of a screen does, when, and what the foot line says of it.

use super::able::{self, Able};
use crate::tui::app::App;
use crate::tui::overlays::Layer;
use crate::tui::panes::foot::KeyMeaning;

/// What an operation does.
#[derive(Debug, Clone, Copy)]
pub enum Run {
    /// Nothing: a layer sees to it.
    Layers,
    /// It acts.
    Does(fn(&mut App)),
    /// It opens a layer; `None`: there is nothing to open.
    Shows(fn(&App) -> Option<Box<dyn Layer>>),
}

/// What an operation does, and when.
#[derive(Debug, Clone, Copy)]
pub struct Doing {
    /// What it does.
    pub run: Run,
    /// Whether it is available now, or why not.
    pub able: fn(&App) -> Able,
    /// Whether the foot line leaves it out while it is not available.
    pub hides: bool,
    /// What the foot line says of it; `None`: its label, or that it is not available.
    pub means: fn(&App) -> Option<KeyMeaning>,
}

impl Doing {
    /// A layer sees to it.
    pub(super) const LAYERS: Self = Self::of(Run::Layers);

    const fn of(run: Run) -> Self {
        Self { run, able: able::always, hides: false, means: |_| None }
    }

    /// Sets when it is available, or why it is not.
    pub(super) const fn able(mut self, able: fn(&App) -> Able) -> Self {
        self.able = able;
        self
    }

    /// Leaves it out of the foot line while it is not available.
    pub(super) const fn hides(mut self) -> Self {
        self.hides = true;
        self
    }

    /// Sets what the foot line says of it, where that depends on the situation.
    pub(super) const fn means(mut self, means: fn(&App) -> Option<KeyMeaning>) -> Self {
        self.means = means;
        self
    }
}

/// It acts.
pub(super) const fn does(run: fn(&mut App)) -> Doing {
    Doing::of(Run::Does(run))
}

/// It opens a layer.
pub(super) const fn shows(layer: fn(&App) -> Option<Box<dyn Layer>>) -> Doing {
    Doing::of(Run::Shows(layer))
}
