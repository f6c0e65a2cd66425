//! Appearance: theme, text in cells, page layout, plain ASCII, wording for the referee.

pub mod ascii;
pub mod bar;
pub mod capitals;
pub mod layout;
pub mod text;
pub mod theme;
pub mod voice;
pub mod when;
