//! State derived once per change rather than per frame: roster order, folds, track, log rows.

pub mod aims;
pub mod at_a_glance;
pub mod board;
pub mod folds;
pub mod known_odds;
pub mod log_lines;
pub mod log_rows;
pub mod losses;
pub mod nearness;
pub mod to_act;
pub mod track;
pub mod view;
pub(in crate::tui) mod waiting;
