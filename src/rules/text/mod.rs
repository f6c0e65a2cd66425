//! Renders events, commands and totals as text, on display.

pub mod book;
pub mod log;
pub mod sheet;
pub mod span;
pub mod why;
pub mod words;
