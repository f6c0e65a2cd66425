//! Fields one below the other: the ground on which the forms stand.

use crate::tui::op::Op;
use crate::tui::text::{self, put, scroll, width, wrap};
use crate::tui::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use std::cell::Cell;
use tui_input::{Input, InputRequest};

/// What a field holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Any text.
    Text(String),
    /// A whole number, with the unit written behind it.
    Number(String, String),
    /// Dice or a number: `2d6+1`.
    Dice(String),
    /// One of several.
    Pick(Vec<String>, usize),
    /// Any of several; the cursor among them.
    Many(Vec<(String, bool)>, usize),
    /// Yes or no.
    Flag(bool),
}

impl Value {
    /// A number with nothing behind it.
    pub fn number(n: impl ToString) -> Self {
        Self::Number(n.to_string(), String::new())
    }

    /// Takes over what another says, as far as this one can say it.
    fn keep(&mut self, old: &Self) {
        match (self, old) {
            (Self::Pick(of, at), Self::Pick(had, was)) => {
                let same = had.get(*was).and_then(|text| of.iter().position(|other| other == text));
                *at = same.unwrap_or(*at);
            }
            (Self::Many(of, at), Self::Many(had, was)) if of.len() == had.len() => {
                of.clone_from(had);
                *at = *was;
            }
            (Self::Text(text), Self::Text(old))
            | (Self::Dice(text), Self::Dice(old))
            | (Self::Number(text, _), Self::Number(old, _)) => text.clone_from(old),
            (Self::Flag(on), Self::Flag(old)) => *on = *old,
            _ => {}
        }
    }

    fn text_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::Text(text) | Self::Number(text, _) | Self::Dice(text) => Some(text),
            _ => None,
        }
    }

    fn takes(&self, sign: char) -> bool {
        match self {
            Self::Text(_) => !sign.is_control(),
            Self::Number(..) => sign.is_ascii_digit() || sign == '-' || sign == '+',
            Self::Dice(_) => sign.is_ascii_digit() || "d+-".contains(sign),
            _ => false,
        }
    }

    fn shown(&self) -> String {
        match self {
            Self::Text(text) | Self::Dice(text) => text.clone(),
            Self::Number(text, unit) => format!("{text}{unit}"),
            Self::Pick(of, at) => format!("◂ {} ▸", of.get(*at).map_or("", String::as_str)),
            Self::Flag(on) => (if *on { "[x] yes" } else { "[ ] no" }).into(),
            Self::Many(of, at) => {
                let one = |(i, (name, on)): (usize, &(String, bool))| {
                    let mark = if *on { "x" } else { " " };
                    if i == *at { format!("‹[{mark}] {name}›") } else { format!("[{mark}] {name}") }
                };
                // From the one under the cursor on, so that it is in sight however many there are.
                of.iter().enumerate().skip(at.saturating_sub(1)).map(one).collect::<Vec<_>>().join(" ")
            }
        }
    }
}

/// A field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// What is asked.
    pub label: String,
    /// What stands in it.
    pub value: Value,
    /// Whether it is given at all; `None`: it always is.
    pub given: Option<bool>,
    /// The key that turns it over from anywhere in the form.
    pub letter: Option<char>,
    /// What is wrong with it.
    pub fault: Option<String>,
    /// Whatever is typed replaces what stood there.
    fresh: bool,
    /// Somebody said what stands there.
    touched: bool,
    /// Before which of its signs the next is typed; `None`: behind the last.
    cursor: Option<usize>,
}

impl Field {
    /// A field that always counts.
    pub fn new(label: impl Into<String>, value: Value) -> Self {
        let (given, letter, fault, cursor) = (None, None, None, None);
        Self { label: label.into(), value, given, letter, fault, fresh: true, touched: false, cursor }
    }

    /// A field that may be left out.
    pub fn may(label: impl Into<String>, value: Value, given: bool) -> Self {
        Self { given: Some(given), ..Self::new(label, value) }
    }

    /// The key that turns it over.
    pub fn lettered(mut self, letter: Option<char>) -> Self {
        self.letter = letter;
        self
    }

    /// Keeps what somebody said in the field of the same label among those, as far as it can still be
    /// said. What nobody touched may be another by now: it goes with what else was said.
    pub fn keep(&mut self, among: &[Self]) {
        let Some(old) = among.iter().find(|old| old.label == self.label) else { return };
        self.fault.clone_from(&old.fault);
        (self.fresh, self.touched, self.cursor) = (old.fresh, old.touched, old.cursor);
        if old.touched {
            self.given = self.given.and(old.given).or(self.given);
            self.value.keep(&old.value);
        }
    }

    /// What is wrong with it, in the room below it.
    fn fault_lines(&self, area: Rect) -> Vec<String> {
        let columns = usize::from(area.width.saturating_sub(2));
        self.fault.as_ref().map_or_else(Vec::new, |fault| wrap(&format!("! {fault}"), columns))
    }

    /// Edits its text at the cursor.
    fn edit(&mut self, how: InputRequest) {
        let Some(text) = self.value.text_mut() else { return };
        let mut input = Input::new(std::mem::take(text));
        if let Some(at) = self.cursor {
            input = input.with_cursor(at);
        }
        input.handle(how);
        self.cursor = Some(input.cursor()).filter(|at| *at < input.value().chars().count());
        *text = input.value().into();
    }

    /// Its text before the cursor and behind it, where it is typed into.
    fn around_cursor(&self) -> Option<(&str, &str)> {
        let (Value::Text(text) | Value::Number(text, _) | Value::Dice(text)) = &self.value else {
            return None;
        };
        let at = self.cursor.and_then(|at| text.char_indices().nth(at)).map(|(at, _)| at);
        Some(text.split_at(at.unwrap_or(text.len())))
    }

    /// What a click on it does once it is chosen.
    fn answers_to(&self) -> Option<Op> {
        match self.value {
            Value::Pick(..) => Some(Op::Right),
            Value::Flag(_) | Value::Many(..) => Some(Op::Toggle),
            _ => self.given.map(|_| Op::Toggle),
        }
    }

    /// Somebody said what stands in it.
    pub fn touch(&mut self) {
        self.touched = true;
    }

    /// Whether it counts.
    pub fn is_given(&self) -> bool {
        self.given != Some(false)
    }

    /// Its text, of a field that is typed into.
    pub fn text(&self) -> &str {
        match &self.value {
            Value::Text(text) | Value::Number(text, _) | Value::Dice(text) => text.trim(),
            _ => "",
        }
    }

    /// Its choice.
    pub fn pick(&self) -> usize {
        match &self.value {
            Value::Pick(_, at) => *at,
            _ => 0,
        }
    }

    /// Whether it says yes.
    pub fn flag(&self) -> bool {
        self.value == Value::Flag(true)
    }

    /// Its number, or the fault.
    ///
    /// # Errors
    /// What stands there is no number.
    pub fn number(&self) -> Result<i32, String> {
        let text = self.text();
        text.parse().map_err(|_| format!("\"{text}\" is no whole number"))
    }
}

/// Fields with a cursor.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Form {
    /// The fields.
    pub fields: Vec<Field>,
    /// The one that has the keys.
    pub at: usize,
    /// Why what it says was refused as a whole; gone with the next key.
    pub refused: Option<String>,
    /// Where it was painted, and the first field shown.
    seen: Cell<(Rect, usize)>,
}

impl Form {
    /// A form of these fields, the first chosen.
    pub fn new(fields: Vec<Field>) -> Self {
        Self { fields, ..Self::default() }
    }

    /// Whether the sign goes into the chosen field.
    pub fn takes(&self, sign: char) -> bool {
        self.fields.get(self.at).is_some_and(|field| field.value.takes(sign))
    }

    /// A sign for the chosen field, or the letter of one; `false`: neither.
    pub fn typed(&mut self, sign: char) -> bool {
        self.refused = None;
        if self.takes(sign) {
            self.write(sign);
            return true;
        }
        let Some(at) = self.fields.iter().position(|field| field.letter == Some(sign)) else {
            return self.picked(sign);
        };
        self.at = at;
        self.turn_over();
        true
    }

    /// The value that begins so, of a field that is picked: the next of several; `false`: there is none.
    fn picked(&mut self, sign: char) -> bool {
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
        field.edit(InputRequest::InsertChar(sign));
    }

    /// What the keys of a form do; `false`: it is none of these.
    pub fn op(&mut self, op: Op) -> bool {
        self.refused = None;
        match op {
            Op::Up => self.at = turn(self.at, self.fields.len(), false),
            Op::Down => self.at = turn(self.at, self.fields.len(), true),
            Op::Left if self.is_text() => self.edit(InputRequest::GoToPrevChar),
            Op::Right if self.is_text() => self.edit(InputRequest::GoToNextChar),
            Op::Left => self.shift(false),
            Op::Right => self.shift(true),
            Op::First => self.edit(InputRequest::GoToStart),
            Op::Last => self.edit(InputRequest::GoToEnd),
            Op::Toggle => self.turn_over(),
            Op::Erase => self.edit(InputRequest::DeletePrevChar),
            Op::Delete => self.edit(InputRequest::DeleteNextChar),
            Op::EraseWord => self.edit(InputRequest::DeletePrevWord),
            Op::EraseLine => self.edit(InputRequest::DeleteFromStart),
            _ => return false,
        }
        true
    }

    /// Whether Left and Right go through the signs of the chosen field.
    fn is_text(&self) -> bool {
        let value = self.fields.get(self.at).map(|field| &field.value);
        matches!(value, Some(Value::Text(_) | Value::Dice(_)))
    }

    /// Whoever goes into a text means to keep it: typing no longer replaces it.
    fn edit(&mut self, how: InputRequest) {
        let Some(field) = self.fields.get_mut(self.at) else { return };
        (field.fresh, field.touched) = (false, true);
        field.edit(how);
    }

    /// A click: the field there is chosen; what a second click on it asks for. `None`: it is elsewhere.
    pub fn click(&mut self, at: Position) -> Option<Option<Op>> {
        let (area, top) = self.seen.get();
        let mut y = area.y;
        let mut fields = self.fields.iter().enumerate().skip(top).filter(|_| area.contains(at));
        let (chosen, field) = fields.find(|(_, field)| {
            y = y.saturating_add(u16::try_from(1 + field.fault_lines(area).len()).unwrap_or(u16::MAX));
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
            Value::Pick(of, at) => *at = turn(*at, of.len(), on),
            Value::Many(of, at) => *at = turn(*at, of.len(), on),
            Value::Flag(flag) => *flag = !*flag,
            Value::Number(text, _) => {
                if let Ok(n) = text.parse::<i32>() {
                    *text = n.saturating_add(if on { 1 } else { -1 }).to_string();
                }
            }
            _ => {}
        }
        field.given = field.given.map(|_| true);
    }

    fn turn_over(&mut self) {
        let Some(field) = self.fields.get_mut(self.at) else { return };
        field.touched = true;
        match &mut field.value {
            Value::Flag(flag) => *flag = !*flag,
            Value::Many(of, at) => {
                if let Some((_, on)) = of.get_mut(*at) {
                    *on = !*on;
                }
            }
            _ => field.given = field.given.map(|given| !given),
        }
    }

    /// Puts a fault to a field and goes there.
    pub fn fault(&mut self, at: usize, fault: impl Into<String>) {
        if let Some(field) = self.fields.get_mut(at) {
            field.fault = Some(fault.into());
            self.at = at;
        }
    }

    /// Lines it takes.
    pub fn height(&self) -> u16 {
        let faults = self.fields.iter().filter(|field| field.fault.is_some()).count();
        u16::try_from(self.fields.len() + faults).unwrap_or(u16::MAX)
    }

    /// Paints it above so many lines of a text; refused as a whole, the text is the reason.
    pub fn paint_above(&self, text: &str, below: u16, area: Rect, theme: &Theme, buf: &mut Buffer) {
        let below = below.min(area.height);
        self.paint(Rect { height: area.height - below, ..area }, theme, buf);
        let style = if self.refused.is_some() { theme.fault } else { theme.dim };
        let lines = wrap(text, usize::from(area.width));
        for (line, y) in lines.iter().zip(area.bottom() - below..area.bottom()) {
            put(buf, area.x, y, area.width, line, style);
        }
    }

    /// The first field shown in so many lines: the chosen one is in sight, and what is wrong with it.
    fn top(&self, area: Rect) -> usize {
        let used = |top: usize| {
            let shown = self.fields.iter().take(self.at + 1).skip(top);
            shown.map(|field| 1 + field.fault_lines(area).len()).sum::<usize>()
        };
        let lines = usize::from(area.height);
        let mut top = scroll(self.seen.get().1, self.at, lines, self.fields.len());
        while top < self.at && used(top) > lines {
            top += 1;
        }
        top
    }

    /// Paints the fields; gives how many lines were used.
    pub fn paint(&self, area: Rect, theme: &Theme, buf: &mut Buffer) -> u16 {
        let label = self.fields.iter().map(|field| width(&caption(field))).max().unwrap_or(0);
        let label = u16::try_from(label).unwrap_or(20).min(area.width / 2);
        let top = self.top(area);
        self.seen.set((area, top));
        let mut y = area.y;
        for (at, field) in self.fields.iter().enumerate().skip(top) {
            if y >= area.bottom() {
                break;
            }
            let chosen = at == self.at;
            let style = if chosen { theme.active } else { theme.frame };
            put(buf, area.x, y, 1, if chosen { "›" } else { " " }, style);
            put(buf, area.x + 2, y, label, &caption(field), style);
            let x = area.x + label + 4;
            let room = area.right().saturating_sub(x);
            paint_value(field, chosen, Rect { x, y, width: room, height: 1 }, theme, buf);
            y += 1;
            let fault = field.fault_lines(area);
            // Under the value, or as far to the left of it as it needs.
            let needs = fault.iter().map(|line| width(line)).max().unwrap_or(0);
            let left = area.right().saturating_sub(u16::try_from(needs).unwrap_or(u16::MAX));
            let x = x.min(left).max(area.x + 2);
            for (line, below) in fault.iter().zip(y..area.bottom()) {
                put(buf, x, below, area.right().saturating_sub(x), line, theme.fault);
                y = below + 1;
            }
        }
        y - area.y
    }
}

fn paint_value(field: &Field, chosen: bool, area: Rect, theme: &Theme, buf: &mut Buffer) {
    let style = if field.is_given() { theme.text } else { theme.dim };
    match field.around_cursor().filter(|_| chosen) {
        Some((before, behind)) if field.is_given() => {
            let unit = if let Value::Number(_, unit) = &field.value { unit } else { "" };
            let head = text::tail(before, usize::from(area.width.saturating_sub(2)));
            let cut = if head.len() < before.len() { "…" } else { "" };
            let mut x = put(buf, area.x, area.y, area.width, cut, style);
            for (part, style) in [(head, style), ("▏", theme.active), (behind, style), (unit, style)] {
                x = put(buf, x, area.y, area.right().saturating_sub(x), part, style);
            }
        }
        cursor => {
            let text = if field.is_given() { field.value.shown() } else { "none".into() };
            let end = put(buf, area.x, area.y, area.width, &text, style);
            if cursor.is_some() {
                put(buf, end, area.y, area.right().saturating_sub(end), "▏", theme.active);
            }
        }
    }
}

fn caption(field: &Field) -> String {
    match field.letter {
        Some(letter) => format!("{} ({letter})", field.label),
        None => field.label.clone(),
    }
}

fn turn(at: usize, count: usize, on: bool) -> usize {
    match (count, on) {
        (0, _) => 0,
        (count, true) => (at + 1) % count,
        (count, false) => (at + count - 1) % count,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
