//! A column of fields, the basis of all forms.

pub use super::field::{Field, Value};
use super::field::{caption, paint_value};
use crate::rules::model::fault::Path;
use crate::tui::input::operations::Op;
use crate::tui::kit::scroll::Scroll;
use crate::tui::overlays::Refused;
use crate::tui::paint::text::{self, put, put_right, width, wrap};
use crate::tui::paint::theme::Theme;
use crate::tui::panes::foot::KeyMeaning;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tui_input::InputRequest;

/// Fields with a focus.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Form {
    /// The fields.
    pub fields: Vec<Field>,
    /// The index of the focused field.
    pub at: usize,
    /// Why the form as a whole was refused; cleared by the next key.
    pub refused: Option<String>,
    /// Where it was last drawn, and the first field shown.
    scroll: Scroll,
}

impl Form {
    /// A form of these fields, with the first focused.
    pub fn new(fields: Vec<Field>) -> Self {
        Self { fields, ..Self::default() }
    }

    /// A form of new fields that replaces another. Fields with the same label keep what was entered, and the focus
    /// stays.
    pub fn anew(mut fields: Vec<Field>, old: &Self) -> Self {
        fields.iter_mut().for_each(|field| field.keep(&old.fields));
        let label = old.fields.get(old.at).map(|field| &field.label);
        let at = fields.iter().position(|field| Some(&field.label) == label).unwrap_or(0);
        Self { at, ..Self::new(fields) }
    }

    /// The number of fields up to the first closed fold.
    fn unfolded(&self) -> usize {
        let folded = |field: &Field| matches!(field.value, Value::More(_, false));
        self.fields.iter().position(folded).map_or(self.fields.len(), |at| at + 1)
    }

    /// Opens all folds before a field.
    fn unfold(&mut self, at: usize) {
        for field in self.fields.iter_mut().take(at) {
            if let Value::More(_, open) = &mut field.value {
                *open = true;
            }
        }
    }

    /// Whether the character goes into the focused field.
    pub fn takes(&self, sign: char) -> bool {
        self.fields.get(self.at).is_some_and(|field| field.value.takes(sign))
    }

    /// Handles a character: typed into the focused field, or the letter of one. Returns `false` if neither.
    pub fn typed(&mut self, sign: char) -> bool {
        self.refused = None;
        if self.takes(sign) {
            self.write(sign);
            return true;
        }
        let Some(at) = self.fields.iter().position(|field| field.letter == Some(sign)) else {
            return self.pick_by_letter(sign);
        };
        self.at = at;
        self.toggle();
        true
    }

    /// Selects the next option that begins with the character; `false` if there is none.
    fn pick_by_letter(&mut self, sign: char) -> bool {
        let Some(field) = self.fields.get_mut(self.at) else { return false };
        let Value::Pick(of, at) = &mut field.value else { return false };
        let next = (1..=of.len()).map(|step| (*at + step) % of.len());
        let Some(found) = next.into_iter().find(|at| of[*at].starts_with(sign)) else { return false };
        *at = found;
        (field.touched, field.given) = (true, field.given.map(|_| true));
        true
    }

    fn write(&mut self, sign: char) {
        let Some(field) = self.fields.get_mut(self.at) else { return };
        field.given = field.given.map(|_| true);
        field.fault = None;
        field.touched = true;
        if std::mem::take(&mut field.fresh) {
            field.edit(InputRequest::DeleteLine);
        }
        if field.text_length() + sign.len_utf8() > text::MOST_TYPED {
            field.fault = Some(format!("at most {} bytes fit", text::MOST_TYPED));
            return;
        }
        field.edit(InputRequest::InsertChar(sign));
    }

    /// Handles an operation; `false` if it has no effect on forms.
    pub fn op(&mut self, op: Op) -> bool {
        self.refused = None;
        match op {
            Op::Up => self.at = cycle(self.at, self.unfolded(), false),
            Op::Down => self.at = cycle(self.at, self.unfolded(), true),
            Op::Left if self.is_text() => self.edit(InputRequest::GoToPrevChar),
            Op::Right if self.is_text() => self.edit(InputRequest::GoToNextChar),
            Op::Left => self.shift(false),
            Op::Right => self.shift(true),
            Op::First => self.edit(InputRequest::GoToStart),
            Op::Last => self.edit(InputRequest::GoToEnd),
            Op::Toggle => self.toggle(),
            Op::Erase => self.edit(InputRequest::DeletePrevChar),
            Op::Delete => self.edit(InputRequest::DeleteNextChar),
            Op::EraseWord => self.edit(InputRequest::DeletePrevWord),
            Op::EraseLine => self.edit(InputRequest::DeleteFromStart),
            _ => return false,
        }
        true
    }

    /// Whether Left and Right move the cursor in the text of the focused field.
    fn is_text(&self) -> bool {
        let value = self.fields.get(self.at).map(|field| &field.value);
        matches!(value, Some(Value::Text(_) | Value::Dice(_) | Value::Faces(_)))
    }

    /// What a key means in the focused field. Keys without effect there are hidden, and so are the arrows in a text.
    pub fn means(&self, op: Op) -> KeyMeaning {
        let alone = self.fields.len() == 1;
        let value = self.fields.get(self.at).map(|field| &field.value);
        let turns = matches!(value, Some(Value::Pick(..) | Value::Many(..) | Value::Number(..)));
        let hidden = match op {
            Op::Up | Op::Down => alone,
            Op::Left | Op::Right => !turns,
            Op::Toggle => self.fields.get(self.at).and_then(Field::answers_to) != Some(Op::Toggle),
            _ => false,
        };
        if hidden { KeyMeaning::Hidden } else { KeyMeaning::Usual }
    }

    /// Edits the text at the cursor; from then on, typing no longer replaces it as a whole.
    fn edit(&mut self, how: InputRequest) {
        let Some(field) = self.fields.get_mut(self.at) else { return };
        (field.fresh, field.touched) = (false, true);
        field.edit(how);
    }

    /// Handles a click: focuses the field there, and returns the operation if it was focused before. `None` if it is
    /// outside.
    pub fn click(&mut self, at: Position) -> Option<Option<Op>> {
        let (area, top) = (self.scroll.area(), self.scroll.top());
        let mut y = area.y;
        let shown = self.fields.iter().enumerate().take(self.unfolded());
        let mut fields = shown.skip(top).filter(|_| area.contains(at));
        let (chosen, field) = fields.find(|(_, field)| {
            y = y.saturating_add(text::cells(1 + field.fault_lines(area).len()));
            at.y < y
        })?;
        let again = if chosen == self.at { field.answers_to() } else { None };
        self.at = chosen;
        Some(again)
    }

    fn shift(&mut self, on: bool) {
        let Some(field) = self.fields.get_mut(self.at) else { return };
        field.fault = None;
        field.touched = true;
        match &mut field.value {
            Value::Pick(of, at) => *at = cycle(*at, of.len(), on),
            Value::Many(of, at) => *at = cycle(*at, of.len(), on),
            Value::Flag(flag) | Value::More(_, flag) => *flag = !*flag,
            Value::Number(text, _) => {
                if let Ok(n) = text.parse::<i32>() {
                    *text = n.saturating_add(if on { 1 } else { -1 }).to_string();
                }
            }
            _ => {}
        }
        field.given = field.given.map(|_| true);
    }

    fn toggle(&mut self) {
        let Some(field) = self.fields.get_mut(self.at) else { return };
        field.touched = true;
        match &mut field.value {
            Value::Flag(flag) | Value::More(_, flag) => *flag = !*flag,
            Value::Many(of, at) => {
                if let Some((_, on)) = of.get_mut(*at) {
                    *on = !*on;
                }
            }
            Value::Pick(of, at) if field.given.is_none() => *at = cycle(*at, of.len(), true),
            _ => field.given = field.given.map(|given| !given),
        }
    }

    /// Shows a fault at a field and focuses it.
    pub fn fault(&mut self, at: usize, fault: impl Into<String>) {
        if let Some(field) = self.fields.get_mut(at) {
            field.fault = Some(fault.into());
            self.at = at;
            self.unfold(at);
        }
    }

    /// Shows why the form was refused: each fault at its field if all are of fields here, else the whole below them.
    pub fn refuse(&mut self, refused: &Refused) {
        if let Some(at) = refused.field {
            return self.fault(at, &*refused.why);
        }
        self.fields.iter_mut().for_each(|field| field.fault = None);
        let mut placed = !refused.faults.is_empty();
        // Backwards, so that the first is focused.
        for fault in refused.faults.iter().rev() {
            let Some(at) = self.field_of(&fault.at) else {
                placed = false;
                continue;
            };
            let others =
                self.fields[at].fault.take().map_or_else(String::new, |others| format!("; {others}"));
            self.fault(at, fault.in_place() + &others);
        }
        self.refused = (!placed).then(|| refused.why.clone());
    }

    /// The index of the field with that path: of an entry, that of its line.
    fn field_of(&self, path: &Path) -> Option<usize> {
        let mut own = (0..self.fields.len()).filter(|at| *self.fields[*at].id == *path.field);
        let nth = path.entry.as_ref().map_or(0, |(nth, _)| *nth);
        let line = own.clone().filter(|at| self.fields[*at].is_filled_in()).nth(nth);
        line.or_else(|| own.next())
    }

    /// The number of lines it takes.
    pub fn height(&self) -> u16 {
        let shown = &self.fields[..self.unfolded()];
        let faults = shown.iter().filter(|field| field.fault.is_some()).count();
        text::cells(shown.len() + faults)
    }

    /// Draws the form above `below` lines of a text, which is in the style of a fault if the form was refused.
    pub fn paint_above(&self, text: &str, below: u16, area: Rect, theme: &Theme, buf: &mut Buffer) {
        let below = below.min(area.height);
        self.paint(Rect { height: area.height - below, ..area }, theme, buf);
        let style = if self.refused.is_some() { theme.fault } else { theme.dim };
        let lines = wrap(text, usize::from(area.width));
        text::put_lines(buf, area, area.bottom() - below, &lines, style);
    }

    /// The first field to show so that the focused one and its fault are in view.
    fn top(&self, area: Rect) -> usize {
        let used = |top: usize| {
            let shown = self.fields.iter().take(self.at + 1).skip(top);
            shown.map(|field| 1 + field.fault_lines(area).len()).sum::<usize>()
        };
        let lines = usize::from(area.height);
        let mut top = self.scroll.view(area, self.unfolded(), Some(self.at)).start;
        while top < self.at && used(top) > lines {
            top += 1;
        }
        self.scroll.start_at(top);
        top
    }

    /// Draws the fields and returns the number of lines used.
    pub fn paint(&self, area: Rect, theme: &Theme, buf: &mut Buffer) -> u16 {
        let label = self.fields.iter().map(|field| width(&caption(field))).max().unwrap_or(0);
        let label = text::cells(label).min(area.width / 2);
        let top = self.top(area);
        let mut y = area.y;
        let (all, mut last) = (self.unfolded(), top);
        for (at, field) in self.fields.iter().enumerate().take(all).skip(top) {
            if y >= area.bottom() {
                break;
            }
            last = at + 1;
            let chosen = at == self.at;
            let style = if chosen { theme.active } else { theme.frame };
            put(buf, area.x, y, 1, if chosen { "›" } else { " " }, style);
            put(buf, area.x + 2, y, label, &caption(field), style);
            let x = area.x + label + 4;
            let room = area.right().saturating_sub(x);
            paint_value(field, chosen, Rect { x, y, width: room, height: 1 }, theme, buf);
            y += 1;
            let fault = field.fault_lines(area);
            // Under the value, or as far to the left of it as needed.
            let needs = fault.iter().map(|line| width(line)).max().unwrap_or(0);
            let left = area.right().saturating_sub(text::cells(needs));
            let x = x.min(left).max(area.x + 2);
            for (line, below) in fault.iter().zip(y..area.bottom()) {
                put(buf, x, below, area.right().saturating_sub(x), line, theme.fault);
                y = below + 1;
            }
        }
        mark_more(top, all.saturating_sub(last), area, theme, buf);
        y - area.y
    }
}

/// Marks at the edge how many fields are above and below those in view.
fn mark_more(above: usize, below: usize, area: Rect, theme: &Theme, buf: &mut Buffer) {
    let bottom = area.bottom().saturating_sub(1);
    for (count, sign, y) in [(above, '▴', area.y), (below, '▾', bottom)] {
        if count > 0 && area.height > 0 {
            put_right(buf, area.x, y, area.width, &format!(" {sign} {count} more"), theme.dim);
        }
    }
}

fn cycle(at: usize, count: usize, on: bool) -> usize {
    match (count, on) {
        (0, _) => 0,
        (count, true) => (at + 1) % count,
        (count, false) => (at + count - 1) % count,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::model::fault::Fault;

    fn form(text: &str) -> Form {
        Form::new(vec![Field::new("name", Value::Text(text.into()))])
    }

    fn ops(form: &mut Form, ops: &[Op]) -> String {
        ops.iter().for_each(|op| assert!(form.op(*op), "{op:?}"));
        form.fields[0].text().into()
    }

    #[test]
    fn text_is_edited_at_the_cursor_by_what_the_eye_sees_as_one_sign() {
        let mut form = form("Ana e\u{301}l 龍");
        assert_eq!(ops(&mut form, &[Op::Left, Op::Left, Op::Left, Op::Erase]), "Ana l 龍");
        form.typed('i');
        assert_eq!(form.fields[0].text(), "Ana il 龍");
        assert_eq!(ops(&mut form, &[Op::First, Op::Delete]), "na il 龍");
        assert_eq!(ops(&mut form, &[Op::Last, Op::EraseWord]), "na il");
        assert_eq!(ops(&mut form, &[Op::Left, Op::Left, Op::EraseLine]), "l");
    }

    #[test]
    fn a_refusal_is_told_as_a_whole_unless_every_fault_has_its_field() {
        let (name, other) = (Fault::name("name", "", "a name"), Fault::missing("hp", "1 to 9"));
        let refused = |faults: &[&Fault]| {
            let mut form = form("Ana");
            form.fields.push(Field::new("called", Value::number(1)).known_as("counters"));
            form.fields[1].fault = Some("of before".into());
            let faults: Vec<Fault> = faults.iter().map(|fault| (*fault).clone()).collect();
            form.refuse(&Refused { why: "no".into(), field: None, faults });
            let at = form.fields.iter().map(|field| field.fault.clone()).collect::<Vec<_>>();
            (at, form.refused)
        };
        let (empty, whole) = ("empty, expected a name".to_string(), Some("no".to_string()));
        assert_eq!(refused(&[&name]), (vec![Some(empty.clone()), None], None));
        assert_eq!(refused(&[&name, &other]), (vec![Some(empty), None], whole.clone()));
        assert_eq!(refused(&[&other]), (vec![None, None], whole.clone()));
        assert_eq!(refused(&[]), (vec![None, None], whole));
        let part = Fault::new("counters.arrows", 0, "1 to 9");
        let said = Some("arrows: found 0, expected 1 to 9".into());
        assert_eq!(refused(&[&part]), (vec![None, said], None));
    }

    #[test]
    fn what_stood_there_is_replaced_unless_somebody_goes_into_it() {
        let mut replaced = form("Orc");
        replaced.typed('A');
        assert_eq!(replaced.fields[0].text(), "A");
        let mut kept = form("Orc");
        kept.op(Op::Last);
        kept.typed('s');
        assert_eq!(kept.fields[0].text(), "Orcs");
    }

    #[test]
    fn left_and_right_change_a_number() {
        let mut form = Form::new(vec![Field::new("hp", Value::number(5))]);
        assert_eq!(ops(&mut form, &[Op::Right, Op::Right, Op::Left]), "6");
    }

    #[test]
    fn the_end_of_a_long_text_is_in_sight_and_a_click_finds_its_field() {
        let long = Value::Text("a path that is much too long to be seen whole".into());
        let mut form = Form::new(vec![Field::new("one", long), Field::new("two", Value::Flag(false))]);
        let area = Rect::new(0, 0, 30, 4);
        let mut buf = Buffer::empty(area);
        form.paint(area, &Theme::plain(), &mut buf);
        let line: String = (0..30).map(|x| buf[(x, 0)].symbol()).collect();
        assert!(line.contains("…") && line.ends_with("seen whole▏"), "{line}");
        assert_eq!(form.click(Position::new(3, 1)), Some(None));
        assert_eq!((form.at, form.click(Position::new(3, 1))), (1, Some(Some(Op::Toggle))));
        assert_eq!(form.click(Position::new(3, 3)), None);
    }
}
