//! What lies on the table, worked out once and not for every frame: roster order, folds, track, rows of the log.

pub mod board;
pub(in crate::tui) mod focus_scroll;
pub mod folds;
pub mod known_odds;
pub mod log_lines;
pub mod log_rows;
pub mod losses;
pub mod nearness;
pub mod track;
pub mod view;
pub(in crate::tui) mod waiting;
