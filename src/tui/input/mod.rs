//! Input: reading the terminal, operations, key bindings, and the referee's own keys.

pub mod bindings;
pub(in crate::tui) mod blocked;
pub mod fuzzy;
pub mod keymap;
pub(in crate::tui) mod mouse;
pub mod operations;
pub mod own_keys;
#[cfg(unix)]
mod parser;
pub mod reader;
#[cfg(unix)]
pub(in crate::tui) mod signals;
