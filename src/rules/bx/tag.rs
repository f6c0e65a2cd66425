//! Tags of attack lines that only this ruleset has.

use crate::rules::model::block::d20::Tag;

/// Used in the slow tail.
pub const SLOW: Tag = Tag::new("Slow");
/// Destroys the gear of a foe that it kills.
pub const DESTRUCTIVE: Tag = Tag::new("Destructive");
