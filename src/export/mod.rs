//! Exports: a fight as a self-replaying page or a terminal recording; creatures and parties in the formats of other
//! tools.

mod cast;
mod creature;
mod foreign;
mod html;
mod moments;
mod players;

pub use cast::{Frame, cast, markers};
pub use creature::Creature;
pub use foreign::{Tool, creatures};
pub use html::{page, script_hash_source};

/// The audience of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Eyes {
    /// The referee, who sees everything.
    Referee,
    /// The players. What they did not see is left out rather than hidden.
    Players,
}
