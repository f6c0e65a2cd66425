//! What leaves for other programs: a fight as a page that replays itself, or as a recording of a terminal; creatures
//! and parties in the formats of other tools.

mod html;
mod moments;

pub use html::{page, script_hash_source};
