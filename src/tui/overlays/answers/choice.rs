//! A choice that the rules leave to the table; the default answer is preselected.

use crate::chronicle::{Answered, Provenance};
use crate::rules::model::dice::{Answer, ChoiceRequest, HowMany};
use crate::rules::text::words;
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::kit::list::{Item, Menu};
use crate::tui::kit::typed::Typed;
use crate::tui::overlays::{CLOSE, Done, Layer, STAY, closes};
use crate::tui::paint::text::{self, put, width};
use crate::tui::paint::voice;
use crate::tui::session::Session;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

/// The prompt for a choice.
pub struct Choice {
    ask: ChoiceRequest,
    menu: Menu,
    /// The picks so far, in order, if several are allowed.
    picked: Vec<usize>,
    number: Typed,
    /// What was rolled in this act before the choice.
    so_far: String,
}

impl Choice {
    /// Asks for a choice after the answers `before`; `outlooks` says what each pick would need.
    pub fn new(
        view: &View,
        ask: ChoiceRequest,
        outlooks: Vec<Option<String>>,
        before: &[Answered],
    ) -> Self {
        let outlooks = outlooks.into_iter().chain(std::iter::repeat(None));
        let items = ask.picks.iter().zip(outlooks).map(|(pick, outlook)| {
            let text = words::pick(view.e, pick);
            Item::new(outlook.map_or(text.clone(), |needs| format!("{text}: {needs}")))
        });
        let mut menu = Menu::lettered(items.collect());
        menu.choose(ask.default);
        let so_far = voice::so_far(view.e, before);
        Self { ask, menu, picked: Vec::new(), number: Typed::default(), so_far }
    }

    fn answer(&self) -> Option<Answer> {
        match self.ask.how {
            HowMany::One => self.menu.chosen().map(Answer::One),
            HowMany::Some => Some(Answer::Some(self.picked.clone())),
            HowMany::Order => {
                let rest = (0..self.ask.picks.len()).filter(|at| !self.picked.contains(at));
                Some(Answer::Order(self.picked.iter().copied().chain(rest).collect()))
            }
            HowMany::Number(least, _) if self.number.is_empty() => Some(Answer::Number(least)),
            HowMany::Number(..) => self.number.parse().ok().map(Answer::Number),
        }
        .filter(|answer| self.ask.accepts(answer))
    }

    fn done(&self, session: &mut Session) -> Done {
        self.answer().map_or(STAY, |answer| closes(session.answer(answer, Provenance::Typed)))
    }

    fn toggle(&mut self) {
        let Some(at) = self.menu.chosen() else { return };
        match self.picked.iter().position(|old| *old == at) {
            Some(old) => {
                self.picked.remove(old);
            }
            None => self.picked.push(at),
        }
    }

    /// The prefix of a line: a checkbox, or its place in the order.
    fn mark(&self, at: usize) -> Option<String> {
        let nth = self.picked.iter().position(|picked| *picked == at);
        match self.ask.how {
            HowMany::Some => Some(if nth.is_some() { "[x] " } else { "[ ] " }.into()),
            HowMany::Order => Some(nth.map_or_else(|| "   ".into(), |nth| format!("{}. ", nth + 1))),
            _ => None,
        }
    }

    fn footnote(&self) -> String {
        match self.ask.how {
            HowMany::One => self.so_far.clone(),
            HowMany::Some => format!("{} selected; Space selects", self.picked.len()),
            HowMany::Order => "Space picks, first to last".into(),
            HowMany::Number(least, most) => format!("{least} to {most}: {}▏", &*self.number),
        }
    }
}

impl Layer for Choice {
    fn scope(&self) -> Scope {
        Scope::Menu
    }

    fn click(&mut self, at: Position, session: &mut Session) -> Done {
        match (self.menu.click(at), self.ask.how) {
            (Some(true), HowMany::One) => return self.done(session),
            (Some(true), HowMany::Some | HowMany::Order) => self.toggle(),
            _ => {}
        }
        STAY
    }

    fn picked(&self) -> Option<String> {
        match self.ask.how {
            HowMany::One => self.menu.item().map(Item::told),
            HowMany::Some if self.picked.is_empty() => Some("none of them".into()),
            HowMany::Some => Some(format!("the {} selected", self.picked.len())),
            HowMany::Order => Some("in this order".into()),
            HowMany::Number(..) => None,
        }
    }

    fn title(&self, view: &View) -> String {
        voice::choice(view.e, &self.ask)
    }

    fn size(&self, view: &View) -> (u16, u16) {
        let (lines, columns) = self.menu.size();
        let title = text::cells(width(&self.title(view))).saturating_add(2);
        (lines.saturating_add(1), columns.saturating_add(4).max(46).max(title))
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let list = Rect { height: area.height.saturating_sub(1), ..area };
        self.menu.paint_marked(list, view.theme, buf, |at| self.mark(at));
        put(buf, area.x, area.bottom().saturating_sub(1), area.width, &self.footnote(), view.theme.dim);
    }

    fn op(&mut self, op: Op, session: &mut Session) -> Done {
        match op {
            Op::Forward => self.done(session),
            Op::Back => {
                session.forget();
                CLOSE
            }
            Op::Erase if !self.number.op(op) => closes(session.take_back()),
            _ => {
                self.menu.op(op);
                STAY
            }
        }
    }

    fn picks(&self, sign: char) -> bool {
        !matches!(self.ask.how, HowMany::Number(..)) && self.menu.picks(sign)
    }

    fn typed(&mut self, sign: char, session: &mut Session) -> Done {
        match self.ask.how {
            HowMany::Number(..) if sign.is_ascii_digit() || sign == '-' => {
                self.number.add(sign, text::MOST_SOUGHT);
            }
            HowMany::Some | HowMany::Order if sign == ' ' => self.toggle(),
            HowMany::Some | HowMany::Order if self.menu.typed(sign) => self.toggle(),
            HowMany::One if self.menu.typed(sign) => return self.done(session),
            _ => {}
        }
        STAY
    }
}
