//! The kit of the d20 family: functions with explicit terms, for every ruleset of the family.

pub mod admit;
pub mod blow;
pub mod check;
pub mod figures;
pub mod harm;
pub mod interrupt;
pub mod morale;
pub mod relations;
pub mod roll;
pub mod save;
pub mod spell;
pub mod state;
pub mod tables;
