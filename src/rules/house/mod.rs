//! Advanced House Rules: individual initiative rolled anew each round, phases of movement and action, d100 charts for
//! critical hits and misses, ascending armour class.

pub mod attribute;
pub mod condition;
pub mod counter;
pub mod options;
pub mod reason;
pub mod refusal;
pub mod tables;
pub mod tag;
pub mod traits;
