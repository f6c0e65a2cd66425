//! Whether a combatant is in the fight.

use serde::{Deserialize, Serialize};

/// Whether it is in the fight, and if not, why; recorded, never derived from hit points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum Standing {
    /// In the fight, whatever conditions it has.
    #[default]
    Up,
    /// Alive, but out of the fight.
    Down,
    /// Dead.
    Dead,
    /// Escaped.
    Fled,
    /// Surrendered.
    Surrendered,
    /// Removed from the encounter by the referee.
    Gone,
}
