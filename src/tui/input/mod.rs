//! Input: reading the terminal, operations, key bindings, and the referee's own keys.

pub(in crate::tui) mod able;
pub mod bindings;
pub(in crate::tui) mod doing;

pub mod fuzzy;
pub mod groups;
pub mod keymap;
pub(in crate::tui) mod mouse;
pub mod operations;
pub mod own_keys;
#[cfg(unix)]
mod parser;
pub mod reader;
#[cfg(unix)]
pub(in crate::tui) mod signals;
