//! One attack as a value: whose, with what, at whom, and how it comes about.

pub use crate::rules::d20::blow::with_line;

use crate::rules::d20::blow;
use crate::rules::model::block::d20::Class;

/// How an attack comes about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// In its own stop, or held back and let go.
    Ordinary,
    /// At somebody who passes through its reach, leaves it, comes back into it or gets up: it uses up an attack.
    OutOfTurn,
    /// At another foe, after a blow that killed: free (`house.class.cleave`).
    Cleave,
    /// At a friend or at itself, by a fumble: free, and a natural 1 brings nothing more (A20).
    Errant,
    /// The same, and a hit counts as critical (`house.fumble.reckless`).
    Reckless,
}

impl Manner {
    /// Whether it uses up one of the attacks of the round.
    pub fn is_free(self) -> bool {
        matches!(self, Self::Cleave | Self::Errant | Self::Reckless)
    }

    /// Whether it was brought about by a fumble.
    pub fn is_errant(self) -> bool {
        matches!(self, Self::Errant | Self::Reckless)
    }
}

/// One attack: whose, with what, at whom, and how it comes about.
pub type Blow<'a> = blow::Blow<'a, Manner>;

impl Blow<'_> {
    /// A thief strikes somebody from behind who knows nothing of it (section 3.19).
    pub fn is_back_stab(&self) -> bool {
        self.strikes_unseen_from_behind() && self.d20.block.class == Some(Class::THIEF)
    }
}

/// How a roll to hit came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// It counts as a critical hit.
    pub critical: bool,
    /// No die was rolled: the target is helpless, and takes all that the dice can deal (`house.attack.helpless`).
    pub certain: bool,
}
