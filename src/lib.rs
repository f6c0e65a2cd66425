//! wardrum: a combat tracker for the referees of tabletop role-playing games.
//!
//! The rooms, in reading order.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod chronicle;
pub mod cli;
pub mod report;
pub mod rules;
pub mod scenario;
pub mod store;
pub mod thrown;
pub mod tui;
pub mod visible;
