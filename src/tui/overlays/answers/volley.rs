//! One prompt for all dice of a kind that several throw at the table.

use super::dice::BY_MACHINE;
use crate::rules::model::dice::{Roll, RollRequest};
use crate::rules::model::ids::CombatantId;
use crate::rules::text::words;
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::overlays::{Overlay, Verdict};
use crate::tui::paint::text::{self, put, wrap};
use crate::tui::panes::foot::Means;
use crate::tui::proposal::needs;
use crate::tui::table::log_block;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The prompt.
pub struct Volley {
    asks: Vec<RollRequest>,
    /// For whom, in the order of the dice: a line for each target.
    lines: Vec<String>,
    typed: String,
    fault: Option<String>,
}

impl Volley {
    /// Asks for all of these, a number for each; `None` where somebody's faces matter one by one.
    pub fn new(view: &View, asks: Vec<RollRequest>) -> Option<Self> {
        if asks.iter().any(|ask| ask.each && ask.count > 1) {
            return None;
        }
        let same = |a: &RollRequest, b: &RollRequest| (a.against, a.need) == (b.against, b.need);
        let lines = asks.chunk_by(same).map(|run| line(view, run)).collect();
        Some(Self { asks, lines, typed: String::new(), fault: None })
    }

    /// What was typed for each, in order; what is not typed is none.
    fn read(&self, view: &View) -> Result<Vec<Option<Roll>>, String> {
        let words: Vec<&str> = self.typed.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        if words.len() > self.asks.len() {
            return Err(format!("found {} numbers, expected {}", words.len(), self.asks.len()));
        }
        let mut rolls = vec![None; self.asks.len()];
        for ((word, ask), roll) in words.iter().zip(&self.asks).zip(&mut rolls) {
            let read = super::dice::read(ask, word);
            let who = ask.who.map_or("-", |who| words::name(view.e, who));
            *roll = Some(read.map_err(|fault| format!("{who}: {fault}"))?);
        }
        Ok(rolls)
    }

    /// All of them, or with `rest` what was typed and the machine's for the others.
    fn answer(&mut self, view: &View, rest: bool) -> Verdict {
        let read = self.read(view).and_then(|rolls| {
            let typed = rolls.iter().flatten().count();
            if rest || typed == 0 || typed == rolls.len() {
                return Ok(rolls);
            }
            let count = rolls.len();
            Err(format!("found {typed} numbers, expected {count}; p: the machine rolls the rest"))
        });
        match read {
            Ok(rolls) => Verdict::Beforehand(self.asks.iter().cloned().zip(rolls).collect()),
            Err(fault) => {
                self.fault = Some(fault);
                Verdict::Stay
            }
        }
    }
}

/// `4 Goblins, at Ana: hits on 16+`.
fn line(view: &View, run: &[RollRequest]) -> String {
    let who: Vec<CombatantId> = run.iter().filter_map(|ask| ask.who).collect();
    let at = run[0].against.map_or_else(String::new, |at| format!(", at {}", view.name(at)));
    let dice = || format!("{}d{}", run[0].count, run[0].sides);
    format!("{}{at}: {}", log_block::names(view.e, &who), needs(&run[0]).unwrap_or_else(dice))
}

impl Overlay for Volley {
    fn scope(&self) -> Scope {
        Scope::Dice
    }

    fn title(&self, _: &View) -> String {
        let purpose = self.asks.first().map_or_else(String::new, |ask| words::purpose(ask.purpose));
        format!("{} rolls: {purpose}", self.asks.len())
    }

    fn size(&self, _: &View) -> (u16, u16) {
        let typed = wrap(&format!("› {}▏", self.typed), 56).len();
        (u16::try_from(self.lines.len() + typed + 1).unwrap_or(u16::MAX), 56)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let last = area.bottom().saturating_sub(1);
        let typed = wrap(&format!("› {}▏", self.typed), usize::from(area.width));
        let all = self.lines.iter().map(|line| (line, view.theme.text));
        let all = all.chain(typed.iter().map(|line| (line, view.theme.active)));
        for ((line, style), y) in all.zip(area.y..last) {
            put(buf, area.x, y, area.width, line, style);
        }
        let count = self.typed.split([' ', ',']).filter(|word| !word.is_empty()).count();
        let (hint, style) = match &self.fault {
            Some(fault) => (format!("! {fault}"), view.theme.fault),
            None if count > 0 => (format!("{count} of {}", self.asks.len()), view.theme.dim),
            None => {
                ("a number each, in this order; Enter alone: the machine rolls".into(), view.theme.dim)
            }
        };
        put(buf, area.x, last, area.width, &hint, style);
    }

    fn takes(&self, sign: char) -> bool {
        sign.is_ascii_digit() || sign == ' ' || sign == ','
    }

    fn typed(&mut self, sign: char, view: &View) -> Verdict {
        if sign == BY_MACHINE {
            return self.answer(view, true);
        }
        if self.takes(sign) {
            self.fault = None;
            text::add(&mut self.typed, sign, text::MOST_TYPED);
        }
        Verdict::Stay
    }

    fn op(&mut self, op: Op, view: &View) -> Verdict {
        match op {
            Op::Forward => return self.answer(view, false),
            Op::ByHand => return self.answer(view, true),
            Op::Back => return Verdict::Forget,
            Op::Erase if self.typed.is_empty() => return Verdict::TakeBack,
            Op::Erase => _ = self.typed.pop(),
            _ => {}
        }
        Verdict::Stay
    }

    fn means(&self, op: Op) -> Means {
        match op {
            Op::Forward => Means::This("roll them".into()),
            _ => Means::Usual,
        }
    }

    fn refused(&mut self, why: &str) {
        self.fault = Some(why.into());
    }
}
