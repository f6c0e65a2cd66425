//! The kit of the d20 family: functions with explicit terms, for every ruleset of the family.

pub mod ability;
pub mod admit;
pub mod block;
pub mod check;
pub mod effect;
pub mod hit_dice;
pub mod line;
pub mod morale;
pub mod relations;
pub mod roll;
pub mod state;
