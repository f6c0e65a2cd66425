//! Looking at a fight without changing it: one act forward and back, a round, start and end.

use crate::rules::event::Event;
use crate::tui::app::{App, Place};
use crate::tui::op::Op;

impl App {
    /// A key in a replay.
    pub(in crate::tui) fn in_replay(&mut self, op: Op) {
        let Place::Replay(at, _) = self.place else { return };
        let end = self.fight.chronicle.line().len();
        match op {
            Op::ActOn => self.show_at((at + 1).min(end)),
            Op::ActBack => self.show_at(at.saturating_sub(1)),
            Op::First => self.show_at(0),
            Op::Last => self.show_at(end),
            Op::RoundOn => self.show_at((at + 1..=end).find(|to| self.begins_round(*to)).unwrap_or(end)),
            Op::RoundBack => {
                self.show_at((0..at).rev().find(|to| self.begins_round(*to)).unwrap_or(0));
            }
            Op::Back => self.leave_fight(),
            Op::Up | Op::Down | Op::PageUp | Op::PageDown => self.board.go(op),
            Op::Fold | Op::FoldAll => self.fold(op),
            _ => self.open(op),
        }
    }

    /// Whether the act before that point began a round.
    fn begins_round(&self, at: usize) -> bool {
        let id = at.checked_sub(1).and_then(|last| self.fight.chronicle.line().get(last));
        let entry = id.and_then(|id| self.fight.chronicle.entry(*id));
        entry.is_some_and(|entry| entry.events().any(|event| matches!(event, Event::RoundBegan(_))))
    }

    /// Shows the state after so many acts.
    pub(in crate::tui) fn show_at(&mut self, at: usize) {
        let state = self.fight.chronicle.seek(at);
        let end = self.fight.chronicle.line().len();
        self.place = Place::Replay(at, Box::new(state));
        self.board.log.to_end();
        self.refresh();
        self.say(format!("act {at} of {end}"));
    }
}
