//! Probabilities: exact for a single act, by simulation for a whole fight.

pub mod chances;
pub mod exact;
pub mod simulate;
