//! The players' view: what they may see of a fight, as followed in its journal. Shown in a second terminal or as a page
//! on the local network. It never writes and takes no lock. What players may answer goes to a desk, from which the
//! referee's terminal takes it.

pub mod asked;
pub mod desk;
mod follow;
#[cfg(feature = "page")]
pub mod page;
mod seen;
mod told;

pub use follow::{Follower, PAUSE, Shown, Source};
pub use seen::{Health, PlayersView, Row};
pub use told::{LogLine, last_lines, told};
