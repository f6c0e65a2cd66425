//! Plain data types, without behaviour of the engine. Imports no other layer of the rules.

pub mod block;
pub mod choice;
pub mod combatant;
pub mod command;
pub mod counter;
pub mod custom;
pub mod deed;
pub mod dice;
pub mod effect;
pub mod encounter;
pub mod error;
pub mod event;
pub mod fact;
pub mod ids;
pub mod kinds;
pub mod line;
pub mod moment;
pub mod name;
pub mod offer;
pub mod rank;
pub mod sight;
pub mod supply;
pub mod tally;
pub mod tenths;
pub mod window;
