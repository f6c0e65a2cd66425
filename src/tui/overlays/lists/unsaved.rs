//! Something is not saved, and the referee wants to leave: what becomes of it is asked.

use super::menu::{Item, Menu};
use crate::tui::fight::leaving::{Exit, Unsaved};
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::overlays::forms::line;
use crate::tui::overlays::{Overlay, Verdict};
use crate::tui::paint::text::{put, wrap};
use crate::tui::panes::foot::Means;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// As wide as it is where there is room.
const COLUMNS: u16 = 72;

struct Question {
    what: String,
    why: String,
    to: Exit,
    menu: Menu,
}

/// What is not saved and why, and what can be done.
pub fn open(what: &str, why: &str, to: Exit) -> Box<dyn Overlay> {
    let item = |letter, text: &str| Item { letter: Some(letter), ..Item::new(text) };
    let menu = Menu::plain(vec![
        item('t', "Try to save it again"),
        item('c', "Save the whole fight as a copy elsewhere"),
        item('q', "Leave; what is not saved is lost"),
    ]);
    Box::new(Question { what: what.into(), why: why.into(), to, menu })
}

impl Question {
    fn pick(&self) -> Verdict {
        match self.menu.chosen() {
            Some(0) => Verdict::Leaving(self.to, Unsaved::Again),
            Some(1) => Verdict::Instead(line::copy_elsewhere(self.to)),
            Some(2) => Verdict::Leaving(self.to, Unsaved::Lost),
            _ => Verdict::Stay,
        }
    }

    fn text(&self, columns: u16) -> Vec<String> {
        wrap(&self.why, columns.into())
    }
}

impl Overlay for Question {
    fn scope(&self) -> Scope {
        Scope::Menu
    }

    fn list(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn title(&self, _: &View) -> String {
        self.what.clone()
    }

    fn size(&self, _: &View) -> (u16, u16) {
        let lines = u16::try_from(self.text(COLUMNS).len()).unwrap_or(u16::MAX);
        (lines.saturating_add(1 + self.menu.size().0), COLUMNS)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let choices = self.menu.size().0.min(area.height);
        let above = Rect { height: area.height - choices, ..area };
        for (line, y) in self.text(area.width).iter().zip(above.y..above.bottom()) {
            put(buf, area.x, y, area.width, line, view.theme.fault);
        }
        self.menu.paint(Rect { y: above.bottom(), height: choices, ..area }, view.theme, buf);
    }

    fn sees_to(&self, op: Op) -> bool {
        op == Op::Quit
    }

    fn picks(&self, sign: char) -> bool {
        self.menu.picks(sign)
    }

    fn typed(&mut self, sign: char, _: &View) -> Verdict {
        if self.menu.typed(sign) { self.pick() } else { Verdict::Stay }
    }

    fn op(&mut self, op: Op, _: &View) -> Verdict {
        match op {
            Op::Forward => self.pick(),
            Op::Back => Verdict::Leave,
            _ => {
                self.menu.op(op);
                Verdict::Stay
            }
        }
    }

    fn means(&self, op: Op) -> Means {
        match op {
            Op::Forward => self.menu.means(),
            Op::Back => Means::This("stay".into()),
            _ => Means::Usual,
        }
    }
}
