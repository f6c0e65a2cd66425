//! Marks of attack lines that nobody but this ruleset asks about.

use crate::rules::model::block::d20::Tag;

/// An edge or a point on every side: it has no flat.
pub const NO_FLAT: Tag = Tag::new("NoFlat");
