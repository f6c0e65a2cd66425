//! Answers to what the rules ask: dice thrown at the table, decisions.

pub mod choice;
pub mod dice;
pub mod initiative;
