//! The mouse: a click selects what is under it, the wheel scrolls the pane under it.

use super::operations::Op;
use crate::rules::model::event::Event;
use crate::rules::text::log::Account;
use crate::tui::panes::log;
use crate::tui::panes::rail::station_at;
use crate::tui::session::{LOG_AHEAD, Screen, Session};
use crate::tui::table::board::Pane;
use ratatui::layout::Position;

/// Lines scrolled per notch of the wheel.
pub(in crate::tui) const NOTCH: usize = 3;

impl Session {
    /// Selects what is under the mouse. Returns whether that is a line which was selected already, so that it opens.
    pub(in crate::tui) fn click(&mut self, at: Position) -> bool {
        if self.place != Screen::Start {
            self.click_pane(at);
            return false;
        }
        self.start.click(at).unwrap_or(false)
    }

    /// Moves the cursor to the row and activates its pane; on the log or the rail, opens the timeline there.
    fn click_pane(&mut self, at: Position) {
        let areas = self.board.areas.get();
        if areas.roster.contains(at) {
            self.board.pane = Pane::Roster;
            let row = self.board.scroll.line_at(at);
            let lead = row.and_then(|row| self.board.lead(row));
            self.board.cursor = lead.or(self.board.cursor);
            self.repropose();
        } else if areas.focus.contains(at) {
            self.board.pane = Pane::Focus;
        } else if areas.log.contains(at) {
            self.look_back();
            let row = usize::from(at.y.saturating_sub(areas.log.y));
            if let Some(line) = log::line_at(&self.view(), areas.log, row) {
                self.open_timeline(line.0 + 1);
            }
        } else if areas.last.contains(at) {
            self.look_back();
            let newest = self.view().telling.backward(None).next();
            if let Some(line) = newest {
                self.open_timeline(line.place().0 + 1);
            }
        } else if areas.rail.contains(at) {
            self.look_back();
            match station_at(&self.view(), at.x).map(|station| self.reached_after(station)) {
                Some(Some(acts)) => self.open_timeline(acts),
                Some(None) => self.say_no("this round has not reached that step yet"),
                None => {}
            }
        }
    }

    /// Returns the number of acts after which this round reached the station, if it has.
    fn reached_after(&self, station: usize) -> Option<usize> {
        let view = self.view();
        let station = view.board.rail.get(station)?;
        let here = |event: &Event| match event {
            Event::Opened(window) => window.phase == station.phase && window.place == station.place,
            _ => false,
        };
        let chronicle = view.telling.chronicle;
        for (place, id) in chronicle.line().iter().enumerate().take(view.telling.upto).rev() {
            let entry = chronicle.entry(*id)?;
            let began = |event: &Event| matches!(event, Event::RoundBegan(_));
            let from = entry.events().filter(|event| began(event)).count();
            let mut rounds = 0;
            let mut of_this_round = entry.events().filter(|event| {
                rounds += usize::from(began(event));
                rounds == from
            });
            if of_this_round.any(here) {
                return Some(place + 1);
            }
            if from > 0 {
                return None;
            }
        }
        None
    }

    /// Scrolls the pane under the mouse.
    pub(in crate::tui) fn wheel(&mut self, at: Position, op: Op) {
        let areas = self.board.areas.get();
        if areas.log.contains(at) {
            self.read_log_back(self.board.log.chosen, LOG_AHEAD);
            let mut log_view = std::mem::take(&mut self.board.log);
            let view = self.view();
            let rows = |line: &Account| log::height(&view, line, areas.log.width);
            log_view.wheel(op, NOTCH, usize::from(areas.log.height), view.telling, rows);
            self.board.log = log_view;
        } else if areas.roster.contains(at) {
            (0..NOTCH).for_each(|_| self.board.go(op));
            self.repropose();
        } else if areas.focus.contains(at) {
            self.board.read(op == Op::Down, NOTCH);
        }
    }
}
