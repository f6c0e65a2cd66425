//! What combatants do: the list of deeds, the form of an act, acts for several, amounts.

pub mod act;
pub mod amount;
pub mod deeds;
pub mod horde;
pub(in crate::tui::overlays) mod letters;
mod outcome;
pub(in crate::tui::overlays) mod spread;
