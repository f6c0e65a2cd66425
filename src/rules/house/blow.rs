//! One attack as a value: attacker, weapon, target and manner.

pub use crate::rules::d20::blow::with_line;

use crate::rules::d20::blow;
use crate::rules::model::block::d20::Class;

/// How an attack comes about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// At the attacker's own stop, or a delayed attack.
    Ordinary,
    /// At a combatant that moves through its reach, leaves it, comes back into it or stands up: uses up an attack.
    OutOfTurn,
    /// At another foe after a killing blow: free (`house.class.cleave`).
    Cleave,
    /// At an ally or itself because of a fumble: free, and a natural 1 has no further effect (A20).
    Errant,
    /// Like [`Self::Errant`], but a hit is critical (`house.fumble.reckless`).
    Reckless,
}

impl Manner {
    /// Whether it uses up none of the attacks of the round.
    pub fn is_free(self) -> bool {
        matches!(self, Self::Cleave | Self::Errant | Self::Reckless)
    }

    /// Whether a fumble caused it.
    pub fn is_errant(self) -> bool {
        matches!(self, Self::Errant | Self::Reckless)
    }
}

/// One attack: attacker, weapon, target and manner.
pub type Blow<'a> = blow::Blow<'a, Manner>;

impl Blow<'_> {
    /// Whether a thief attacks from behind a target that is unaware (section 3.19).
    pub fn is_back_stab(&self) -> bool {
        self.strikes_unseen_from_behind() && self.d20.block.class == Some(Class::THIEF)
    }
}

/// Details of a hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// It counts as a critical hit.
    pub critical: bool,
    /// No die was rolled: the target is helpless and takes maximum damage (`house.attack.helpless`).
    pub certain: bool,
}
