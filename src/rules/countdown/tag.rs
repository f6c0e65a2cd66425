//! Attack line tags specific to this ruleset.

use crate::rules::model::block::d20::Tag;

/// Edged or pointed on every side, so it has no flat.
pub const NO_FLAT: Tag = Tag::new("NoFlat");
