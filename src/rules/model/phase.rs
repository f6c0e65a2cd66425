//! The phases of the combat sequence: one table with the usual name of each, and what it does where it is a procedure.

use serde::{Deserialize, Serialize};

/// Defines the phases: `Name "usual name", does "what running it does";`, where `{}` stands for whom it is about.
macro_rules! phases {
    ($($(#[$doc:meta])* $name:ident $label:literal $(, does $does:literal)?;)*) => {
        /// A phase of the combat sequence.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Phase {
            $($(#[$doc])* $name,)*
        }

        impl Phase {
            /// Its usual name; a ruleset may call it otherwise.
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$name => $label,)*
                }
            }

            /// What running it does, with `{}` for whom it is about; empty if it is called by its name.
            pub const fn does(self) -> &'static str {
                match self {
                    $(Self::$name => concat!($($does)?),)*
                }
            }
        }
    };
}

phases! {
    /// Surprise.
    Surprise "Surprise", does "roll for surprise";
    /// Encounter distance.
    Distance "Distance", does "roll the distance";
    /// The reaction roll.
    Reaction "Reaction", does "roll their reaction";
    /// Declarations.
    Declare "Declare";
    /// Initiative.
    Initiative "Initiative", does "roll initiative";
    /// Morale.
    Morale "Morale", does "morale of {}";
    /// Moving.
    Movement "Move";
    /// Shooting and throwing.
    Missile "Missile";
    /// Casting.
    Magic "Magic";
    /// Striking.
    Melee "Melee";
    /// A slot begins: no combatant acts, but effects due there lapse.
    Slot "Slot";
    /// One action, separate from movement.
    Action "Act";
    /// The remaining movement.
    Remaining "Move on";
    /// A whole turn.
    Turn "Turn";
    /// A gap in which a held turn may be taken.
    Gap "Gap";
    /// Something due is settled.
    Due "Due", does "due: {}";
    /// Simultaneous consequences take effect.
    Commit "Outcome", does "pending results take effect";
    /// A round passes in which no combatant can act.
    Lull "Lull", does "a round passes";
    /// A dying combatant's check.
    Dying "Dying", does "death check for {}";
    /// A broken combatant's recovery.
    Broken "Broken", does "does {} recover?";
    /// A poison or disease takes effect.
    Poison "Poison", does "fortitude of {}";
    /// The duration of a stun.
    Stagger "Staggered", does "{} staggers";
    /// The behaviour of a confused combatant.
    Confusion "Confusion", does "confusion of {}";
    /// Which mind controls a body.
    Minds "Minds", does "who controls {}?";
    /// One side flees and the other pursues.
    Pursuit "Chase", does "a round of the chase";
    /// A number of the initiative count: all combatants on it act.
    Number "Number";
}
