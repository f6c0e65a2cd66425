//! The prompt for dice that are thrown at the table.

use crate::chronicle::Provenance;
use crate::rules::model::dice::{Answer, Roll, RollRequest};
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::overlays::{Overlay, Verdict};
use crate::tui::paint::text::{self, put, wrap};
use crate::tui::paint::voice;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The sign that lets the machine roll the rest of the act: no die shows it, so it can be typed.
pub const BY_MACHINE: char = 'p';

/// The prompt.
pub struct Prompt {
    ask: RollRequest,
    typed: String,
    fault: Option<String>,
}

impl Prompt {
    /// Asks for these dice.
    pub fn new(ask: RollRequest) -> Self {
        Self { ask, typed: String::new(), fault: None }
    }

    fn answer(&mut self) -> Verdict {
        if self.typed.trim().is_empty() {
            return Verdict::MachineRolls;
        }
        match read(&self.ask, &self.typed) {
            Ok(roll) => Verdict::Answer(Answer::Roll(roll), Provenance::Typed),
            Err(fault) => {
                self.fault = Some(fault);
                self.typed.clear();
                Verdict::Stay
            }
        }
    }

    fn question(&self, view: &View) -> String {
        voice::roll(view.e, &self.ask)
    }
}

/// What was typed as a roll: every face, or the total where only that matters.
///
/// # Errors
/// Why no such dice can show that.
pub fn read(ask: &RollRequest, typed: &str) -> Result<Roll, String> {
    let mut numbers = Vec::new();
    for word in typed.split([' ', ',']).filter(|word| !word.is_empty()) {
        let number: u16 = word.parse().map_err(|_| format!("\"{word}\" is no number"))?;
        numbers.push(number);
    }
    let roll = match &numbers[..] {
        [total] if ask.count > 1 => Roll::Total(i32::from(*total)),
        _ => Roll::Faces(numbers),
    };
    ask.accepts(&roll).map_err(|bad| bad.to_string())?;
    Ok(roll)
}

impl Overlay for Prompt {
    fn scope(&self) -> Scope {
        Scope::Dice
    }

    fn title(&self, _: &View) -> String {
        format!("{}d{}", self.ask.count, self.ask.sides)
    }

    fn size(&self, view: &View) -> (u16, u16) {
        let lines = wrap(&self.question(view), 56).len();
        (u16::try_from(lines).unwrap_or(1).saturating_add(3), 56)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let mut y = area.y;
        for line in wrap(&self.question(view), usize::from(area.width)) {
            put(buf, area.x, y, area.width, &line, view.theme.text);
            y += 1;
        }
        let end = put(buf, area.x, y, area.width, &format!("› {}", self.typed), view.theme.active);
        put(buf, end, y, 1, "▏", view.theme.active);
        let (hint, style) = match &self.fault {
            Some(fault) => (format!("! {fault}"), view.theme.fault),
            None => (self.hint(), view.theme.dim),
        };
        put(buf, area.x, area.bottom().saturating_sub(1), area.width, &hint, style);
    }

    fn takes(&self, sign: char) -> bool {
        sign.is_ascii_digit() || sign == ' ' || sign == ','
    }

    fn typed(&mut self, sign: char, view: &View) -> Verdict {
        if sign == BY_MACHINE {
            return self.op(Op::ByHand, view);
        }
        if self.takes(sign) {
            self.fault = None;
            text::add(&mut self.typed, sign, text::MOST_TYPED);
        }
        Verdict::Stay
    }

    fn op(&mut self, op: Op, _: &View) -> Verdict {
        match op {
            Op::Forward => return self.answer(),
            Op::ByHand => return Verdict::MachineRollsAll,
            Op::Back => return Verdict::Forget,
            Op::Erase if self.typed.is_empty() => return Verdict::TakeBack,
            Op::Erase => {
                self.typed.pop();
            }
            _ => {}
        }
        Verdict::Stay
    }

    fn refused(&mut self, why: &str) {
        self.fault = Some(why.into());
    }
}

impl Prompt {
    fn hint(&self) -> String {
        let (least, most) = self.ask.range();
        match (self.ask.count, self.ask.each) {
            (1, _) => format!("{least} to {most}; Enter alone: the machine rolls"),
            _ if self.ask.keep.is_some() => {
                "every face, or the one that counts; Enter alone: the machine rolls".into()
            }
            (_, true) => "every face, like 4 2 6; Enter alone: the machine rolls".into(),
            _ => format!("every face, or {least} to {most} in all; Enter alone: the machine rolls"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::model::dice::{Keep, Purpose};

    #[test]
    fn of_a_pair_both_faces_or_the_one_that_counts() {
        let pair = RollRequest::new(Purpose::Attack(0), 2, 20).keeping(Keep::Highest);
        let figure = |typed| read(&pair, typed).map(|roll| pair.figure(&roll));
        assert_eq!(
            [figure("4 17"), figure("17 4"), figure("17"), figure("1 1")],
            [17, 17, 17, 1].map(Ok)
        );
        assert_eq!(figure("21"), Err("these dice cannot come to 21: type 1 to 20".into()));
        assert_eq!(figure("4 21"), Err("a d20 cannot show 21: type 1 to 20".into()));
        assert_eq!(figure("4 17 2"), Err("2d20 are asked, 3 dice were given".into()));
    }

    #[test]
    fn faces_and_totals() {
        let two = RollRequest::new(Purpose::Morale, 2, 6);
        assert_eq!(read(&two, "4 2"), Ok(Roll::Faces(vec![4, 2])));
        assert_eq!(read(&two, "12"), Ok(Roll::Total(12)));
        assert!(read(&two, "13").is_err());
        assert!(read(&two, "4 2 6").is_err());
        let one = RollRequest::new(Purpose::Free, 1, 20);
        assert_eq!(read(&one, "20"), Ok(Roll::Faces(vec![20])));
        assert!(read(&one, "21").is_err());
    }
}
