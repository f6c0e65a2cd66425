//! Names for things in an encounter: given when the thing is added, never reused.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A short text that is shared, not copied.
pub type Text = Arc<str>;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($int:ty)) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $int);

        impl $name {
            /// The position in the encounter's list.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// A combatant; the list [`Encounter::combatants`](super::encounter::Encounter) ascends by it.
    CombatantId(u32)
);
id!(
    /// A side: its position in [`Encounter::sides`](super::encounter::Encounter).
    SideId(u8)
);
id!(
    /// A stat block: its position in [`Encounter::blocks`](super::encounter::Encounter).
    BlockId(u32)
);
id!(
    /// An effect or a timer, numbered in order of creation.
    EffectId(u32)
);
