//! What the referee decides or sets up: arrivals, conditions, effects, values, options, parties.

pub mod arrive;
pub mod condition;
pub mod counters;
pub mod depart;
pub mod effect;
pub mod effects;
pub mod house_book;
pub mod looks;
pub mod meeting;
pub mod morale;
pub mod overrule;
pub mod parties;
#[cfg(feature = "page")]
pub mod phones;
pub mod places;
pub mod rulesets;
pub mod settings;
pub mod stance;
pub mod time;
#[cfg(feature = "page")]
pub mod who;
