//! How far down the focus is read.

use crate::rules::model::ids::CombatantId;
use std::cell::Cell;

/// How far down the focus is read: whoever comes under the cursor is read from the top.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    of: Cell<Option<CombatantId>>,
    top: Cell<usize>,
    /// The last line that may stand at the top, and the room there is, known once it was painted.
    painted: Cell<(usize, usize)>,
}

impl Reading {
    /// The first line shown of so many, in so much room.
    pub fn top(&self, of: CombatantId, lines: usize, room: usize) -> usize {
        let last = lines.saturating_sub(room);
        let top = if self.of.replace(Some(of)) == Some(of) { self.top.get().min(last) } else { 0 };
        self.top.set(top);
        self.painted.set((last, room));
        top
    }

    /// Reads so many lines on or back, a page at most.
    pub fn go(&mut self, on: bool, most: usize) {
        let (last, room) = self.painted.get();
        let by = most.min(room.saturating_sub(1).max(1));
        let top = self.top.get();
        self.top.set(if on { top.saturating_add(by).min(last) } else { top.saturating_sub(by) });
    }
}
