//! Scroll position of the focus.

use crate::rules::model::ids::CombatantId;
use std::cell::Cell;

/// Scroll position of the focus, reset when another combatant comes under the cursor.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    of: Cell<Option<CombatantId>>,
    top: Cell<usize>,
    /// Largest possible top line and the visible lines, as of the last painting.
    painted: Cell<(usize, usize)>,
}

impl Reading {
    /// Returns the first visible line of `lines`, with `room` lines visible.
    pub fn top(&self, of: CombatantId, lines: usize, room: usize) -> usize {
        let last = lines.saturating_sub(room);
        let top = if self.of.replace(Some(of)) == Some(of) { self.top.get().min(last) } else { 0 };
        self.top.set(top);
        self.painted.set((last, room));
        top
    }

    /// Scrolls down or up by a number of lines, at most a page.
    pub fn go(&mut self, on: bool, most: usize) {
        let (last, room) = self.painted.get();
        let by = most.min(room.saturating_sub(1).max(1));
        let top = self.top.get();
        self.top.set(if on { top.saturating_add(by).min(last) } else { top.saturating_sub(by) });
    }
}
