//! Lists to pick from: the menu that all are made of, history, branches, marks, palette.

pub mod branches;
pub mod history;
pub mod mark;
pub mod menu;
pub mod palette;
pub mod unsaved;
