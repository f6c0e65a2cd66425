//! The parts that layers, panes and screens are built from, one file each; nothing else draws borders or scrolls text.

pub mod frame;
pub mod list;
pub mod page;
pub mod picker;
pub mod row;
pub mod scroll;
pub mod typed;
