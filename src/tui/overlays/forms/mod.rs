//! The ground on which forms stand: fields, the facts of an act as fields, one line to type.

pub mod boxes;
pub(in crate::tui::overlays) mod dialog;
pub mod facts;
pub(in crate::tui::overlays) mod field;
pub mod form;
pub mod line;
pub(in crate::tui::overlays) mod parts;
