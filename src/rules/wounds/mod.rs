//! The family of stat blocks with Toughness and wounds: what a body is and what it fights with. The
//! figures drawn from it are a ruleset's.

pub mod attack;
pub mod block;
pub mod tenths;
