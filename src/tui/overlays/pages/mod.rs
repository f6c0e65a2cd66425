//! Pages to read: help, why, rules, summary, difference.

mod armour;
pub mod difference;
pub mod help;
pub mod lookup;
pub mod odds;
pub mod summary;
pub mod why;
