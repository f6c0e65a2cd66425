//! Answers to what the rules ask for: dice thrown at the table, and choices.

pub mod choice;
pub mod dice;
pub mod rolls;
pub mod throws;
