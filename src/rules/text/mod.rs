//! Events, commands and totals in words, made when they are shown.

pub mod book;
pub mod log;
pub mod span;
pub mod why;
pub mod words;
