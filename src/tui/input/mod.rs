//! What keys and mouse ask for: what comes from the terminal, the operations, the one table of keys,
//! the referee's own over it.

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
mod signals;
