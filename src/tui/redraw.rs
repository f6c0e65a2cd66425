//! How much of the next frame is redrawn.

/// How much of the next frame is redrawn; the rest is kept from the last frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Redraw {
    /// Nothing has changed.
    Nothing,
    /// Only the roster cursor moved: redraws the row it was on at the last frame, the row it is on now, and what the
    /// screen shows about the combatant under it.
    Cursor {
        /// The roster row the cursor left, counted from 0.
        from: usize,
    },
    /// Everything.
    #[default]
    Whole,
}

impl Redraw {
    /// Combines two redraws, `self` first.
    pub(super) fn then(self, later: Self) -> Self {
        match (self, later) {
            (Self::Nothing, only) | (only, Self::Nothing) => only,
            (Self::Cursor { from }, Self::Cursor { .. }) => Self::Cursor { from },
            _ => Self::Whole,
        }
    }
}
