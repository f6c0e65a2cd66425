//! What an operation of a screen does, when, and what the foot line says of it.

use super::able::{self, Able};
use crate::rules::model::encounter::Stage;
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::overlays::{CLOSE, Done, Layer, Refused, opens};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::{Screen, Session};
use crate::tui::shell::Shell;
use crate::tui::table::board::Pane;

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

impl Session {
    /// Returns the key scopes of the screen, innermost first.
    pub fn scopes(&self) -> Vec<Scope> {
        match self.place {
            Screen::Start => vec![Scope::Start, Scope::Everywhere],
            Screen::Timeline(_) => vec![Scope::Timeline, Scope::Everywhere],
            Screen::Fight => {
                let setup = self.state().stage == Stage::Setup;
                let screen = if setup { Scope::Build } else { Scope::Play };
                let pane = if self.board.pane == Pane::Log { Scope::Log } else { Scope::Roster };
                vec![screen, pane, Scope::Everywhere]
            }
        }
    }

    /// Does what the row of an operation says, if it is available now.
    ///
    /// # Errors
    /// Says why it is not available, or what went wrong.
    pub(in crate::tui) fn carry_out(&mut self, doing: Doing) -> Done {
        // What it lacks may stand in the past, which may not be read yet.
        if self.fight.leaves_past() && (doing.able)(self).is_err() {
            self.look_back();
        }
        (doing.able)(self).map_err(|why| Refused::from(&*why))?;
        match doing.run {
            Run::Layers | Run::Lists(_) => CLOSE,
            Run::Does(run) => {
                run(self);
                CLOSE
            }
            Run::Tries(run) => run(self),
            Run::Shows(layer) => opens(layer(self), "nothing here for that"),
        }
    }

    /// Returns what an operation of the screen would do now, for the foot line.
    pub(in crate::tui) fn means(&self, op: Op) -> KeyMeaning {
        let Some(row) = self.keymap.row(&self.scopes(), op) else { return KeyMeaning::Usual };
        let Doing { able, hides, means, .. } = row.doing;
        match (able(self), means(self)) {
            (Err(_), _) if hides => KeyMeaning::Hidden,
            (_, Some(meaning)) => meaning,
            (Err(why), None) => KeyMeaning::Blocked(why.into_owned()),
            (Ok(()), None) => KeyMeaning::Usual,
        }
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
