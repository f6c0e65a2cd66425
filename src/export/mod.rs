//! What leaves for other programs: a fight as a page that replays itself, or as a recording of a terminal; creatures
//! and parties in the formats of other tools.

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

/// For whom a fight is written out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Eyes {
    /// All of it.
    Referee,
    /// What the players saw; the rest is left out, not hidden.
    Players,
}
