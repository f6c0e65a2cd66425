//! Marks of attack lines that nobody but this ruleset asks about.

use crate::rules::model::block::d20::Tag;

/// Reaches farther than others.
pub const REACH: Tag = Tag::new("Reach");

/// A sling.
pub const SLING: Tag = Tag::new("Sling");

/// An edge or a point on every side: it has no flat.
pub const NO_FLAT: Tag = Tag::new("NoFlat");

/// A part of the body.
pub const NATURAL: Tag = Tag::new("Natural");
