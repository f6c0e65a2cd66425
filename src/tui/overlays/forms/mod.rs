//! The building blocks of forms: fields, the facts of an act as fields, single-line input.

pub(in crate::tui::overlays) mod dialog;
pub(in crate::tui::overlays) mod edit;
pub mod facts;
pub(in crate::tui::overlays) mod field;
pub mod form;
pub mod line;
pub(in crate::tui::overlays) mod parts;
