//! How much of the next frame is painted anew.

/// How much of the next frame is painted anew: the rest stays as the last one left it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Redraw {
    /// Nothing happened yet.
    Nothing,
    /// The cursor moved on the roster, and nothing else happened: that row, where it was at the last frame, the one
    /// it is on now, and what the screen says of whoever stands there.
    Cursor {
        /// The row of the roster, counted from 0, that it left.
        from: usize,
    },
    /// Everything.
    #[default]
    Whole,
}

impl Redraw {
    /// Both, one after the other.
    pub(super) fn then(self, later: Self) -> Self {
        match (self, later) {
            (Self::Nothing, only) | (only, Self::Nothing) => only,
            (Self::Cursor { from }, Self::Cursor { .. }) => Self::Cursor { from },
            _ => Self::Whole,
        }
    }
}
