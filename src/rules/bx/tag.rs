//! Marks of attack lines that nobody but this ruleset asks about.

use crate::rules::model::block::d20::Tag;

/// Strikes after everybody else.
pub const SLOW: Tag = Tag::new("Slow");

/// A foe that dies of it loses its gear as well.
pub const DESTRUCTIVE: Tag = Tag::new("Destructive");
