//! Lists to pick from: the menu they are all built on, history, branches, marks, palette.

pub mod branches;
pub mod history;
pub mod mark;
pub mod palette;
pub mod unsaved;
