//! What the chances are: of one act, of a whole fight.

pub mod chances;
pub mod exact;
pub mod simulate;
