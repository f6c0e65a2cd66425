//! The width of pages on standard output.

use crate::tui::paint::layout::PAGE;
use crossterm::terminal;
use std::io::{self, IsTerminal};

/// The width of the terminal in columns, else the default page width.
pub(super) fn columns() -> usize {
    let size = io::stdout().is_terminal().then(terminal::size).and_then(Result::ok);
    size.map(|(columns, _)| usize::from(columns)).filter(|columns| *columns > 0).unwrap_or(PAGE)
}
