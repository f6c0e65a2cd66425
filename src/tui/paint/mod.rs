//! How things look: theme, text in cells, layout of pages, plain ASCII, the referee's words.

pub mod ascii;
pub mod bar;
pub mod layout;
pub mod text;
pub mod theme;
pub mod voice;
pub mod when;
