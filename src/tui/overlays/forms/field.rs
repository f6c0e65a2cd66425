//! A field of a form: its value, how it is edited and drawn.

use crate::escape::is_hidden;
use crate::rules::model::tenths::Tenths;
use crate::tui::input::operations::Op;
use crate::tui::paint::text::{self, put, wrap};
use crate::tui::paint::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tui_input::{Input, InputRequest};

/// The value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Any text.
    Text(String),
    /// A whole number, and the unit shown after it.
    Number(String, String),
    /// Dice or a number, halved, doubled or given as temporary hit points where that is read: `2d6+1`, `+5temp`.
    Dice(String),
    /// The faces that dice show, or their total: `14`, `4 2 6`.
    Faces(String),
    /// One of several options, by index.
    Pick(Vec<String>, usize),
    /// Any of several options, and the index of the cursor.
    Many(Vec<(String, bool)>, usize),
    /// Yes or no.
    Flag(bool),
    /// A fold: the fields that follow, in words, and whether it is open.
    More(String, bool),
}

impl Value {
    /// A number without a unit.
    pub fn number(n: impl ToString) -> Self {
        Self::Number(n.to_string(), String::new())
    }

    /// A choice among these, with `now` selected, or the first if it is not among them.
    pub fn among<T: PartialEq>(of: &[T], now: &T, word: impl Fn(&T) -> String) -> Self {
        let at = of.iter().position(|one| one == now).unwrap_or(0);
        Self::Pick(of.iter().map(word).collect(), at)
    }

    /// Takes over the old value as far as it is still possible.
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
            | (Self::Faces(text), Self::Faces(old))
            | (Self::Number(text, _), Self::Number(old, _)) => text.clone_from(old),
            (Self::Flag(on), Self::Flag(old)) | (Self::More(_, on), Self::More(_, old)) => *on = *old,
            _ => {}
        }
    }

    pub(in crate::tui::overlays) fn text_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::Text(text) | Self::Number(text, _) | Self::Dice(text) | Self::Faces(text) => {
                Some(text)
            }
            _ => None,
        }
    }

    pub(in crate::tui::overlays) fn takes(&self, sign: char) -> bool {
        match self {
            Self::Text(_) => !is_hidden(sign),
            Self::Number(..) => sign.is_ascii_digit() || "+-.".contains(sign),
            Self::Dice(_) => sign.is_ascii_digit() || "d+-*/temp".contains(sign),
            Self::Faces(_) => sign.is_ascii_digit() || " ,".contains(sign),
            _ => false,
        }
    }

    pub(in crate::tui::overlays) fn shown(&self) -> String {
        match self {
            Self::Text(text) | Self::Dice(text) | Self::Faces(text) => text.clone(),
            Self::Number(text, unit) => format!("{text}{unit}"),
            Self::Pick(of, at) => format!("◂ {} ▸", of.get(*at).map_or("", String::as_str)),
            Self::More(which, false) => format!("▸ {which}"),
            Self::More(_, true) => "▾".into(),
            Self::Flag(on) => (if *on { "[x] yes" } else { "[ ] no" }).into(),
            Self::Many(of, at) => {
                let one = |(i, (name, on)): (usize, &(String, bool))| {
                    let mark = if *on { "x" } else { " " };
                    if i == *at { format!("‹[{mark}] {name}›") } else { format!("[{mark}] {name}") }
                };
                // Start just before the cursor, so that it is in view however many options there are.
                of.iter().enumerate().skip(at.saturating_sub(1)).map(one).collect::<Vec<_>>().join(" ")
            }
        }
    }
}

/// A field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The label.
    pub label: String,
    /// The name that the rules have for it, by which their faults are shown at it; the label, unless set.
    pub id: String,
    /// The value.
    pub value: Value,
    /// Whether it is filled in at all; `None` if it cannot be left out.
    pub given: Option<bool>,
    /// The value that applies if it is left out; empty if none does.
    pub implied: String,
    /// The key that toggles it from anywhere in the form.
    pub letter: Option<char>,
    /// What is wrong with it.
    pub fault: Option<String>,
    /// Whether typing replaces the whole text.
    pub(in crate::tui::overlays) fresh: bool,
    /// Whether the referee has changed it.
    pub(in crate::tui::overlays) touched: bool,
    /// The index of the character after the cursor; `None` if the cursor is at the end.
    pub(in crate::tui::overlays) cursor: Option<usize>,
}

impl Field {
    /// A field that cannot be left out.
    pub fn new(label: impl Into<String>, value: Value) -> Self {
        let (given, letter, fault, cursor) = (None, None, None, None);
        let (implied, fresh, touched) = (String::new(), true, false);
        let label = label.into();
        let id = label.clone();
        Self { label, id, value, given, implied, letter, fault, fresh, touched, cursor }
    }

    /// A field that may be left out; `given` says whether it is filled in.
    pub fn may(label: impl Into<String>, value: Value, given: bool) -> Self {
        Self { given: Some(given), ..Self::new(label, value) }
    }

    /// Sets the name that the rules have for it.
    pub fn known_as(mut self, id: impl Into<String>) -> Self {
        self.id = id.into();
        self
    }

    /// Sets the value that applies if it is left out.
    pub fn implying(mut self, what: impl Into<String>) -> Self {
        self.implied = what.into();
        self
    }

    /// Sets the key that toggles it.
    pub fn lettered(mut self, letter: Option<char>) -> Self {
        self.letter = letter;
        self
    }

    /// Keeps what the referee entered in the field with the same label, as far as it is still possible. A field that
    /// was not touched gets its new default, since that may depend on other fields.
    pub fn keep(&mut self, among: &[Self]) {
        let Some(old) = among.iter().find(|old| old.label == self.label) else { return };
        self.fault.clone_from(&old.fault);
        (self.fresh, self.touched, self.cursor) = (old.fresh, old.touched, old.cursor);
        if old.touched {
            self.given = self.given.and(old.given).or(self.given);
            self.value.keep(&old.value);
        }
    }

    /// The fault, wrapped to the lines below the field.
    pub(in crate::tui::overlays) fn fault_lines(&self, area: Rect) -> Vec<String> {
        let columns = usize::from(area.width.saturating_sub(2));
        self.fault.as_ref().map_or_else(Vec::new, |fault| wrap(&format!("! {fault}"), columns))
    }

    /// Edits its text at the cursor.
    pub(in crate::tui::overlays) fn edit(&mut self, how: InputRequest) {
        let Some(text) = self.value.text_mut() else { return };
        let mut input = Input::new(std::mem::take(text));
        if let Some(at) = self.cursor {
            input = input.with_cursor(at);
        }
        input.handle(how);
        self.cursor = Some(input.cursor()).filter(|at| *at < input.value().chars().count());
        *text = input.value().into();
    }

    /// Its text before and after the cursor, if it is typed into.
    pub(in crate::tui::overlays) fn around_cursor(&self) -> Option<(&str, &str)> {
        let (Value::Text(text) | Value::Number(text, _) | Value::Dice(text) | Value::Faces(text)) =
            &self.value
        else {
            return None;
        };
        let at = self.cursor.and_then(|at| text.char_indices().nth(at)).map(|(at, _)| at);
        Some(text.split_at(at.unwrap_or(text.len())))
    }

    /// The operation for a click on it once it is selected.
    pub(in crate::tui::overlays) fn answers_to(&self) -> Option<Op> {
        match self.value {
            Value::Pick(..) => Some(Op::Right),
            Value::Flag(_) | Value::Many(..) | Value::More(..) => Some(Op::Toggle),
            _ => self.given.map(|_| Op::Toggle),
        }
    }

    /// Marks it as changed by the referee.
    pub fn touch(&mut self) {
        self.touched = true;
    }

    /// Whether it is filled in.
    pub fn is_given(&self) -> bool {
        self.given != Some(false)
    }

    /// Whether it has a text of its own that counts.
    pub fn is_filled_in(&self) -> bool {
        self.is_given() && !self.text().is_empty()
    }

    /// The length of its text in bytes.
    pub(in crate::tui::overlays) fn text_length(&mut self) -> usize {
        self.value.text_mut().map_or(0, |text| text.len())
    }

    /// Replaces its text.
    pub fn put(&mut self, text: &str) {
        if let Some(own) = self.value.text_mut() {
            text.clone_into(own);
            (self.cursor, self.fresh) = (None, true);
        }
    }

    /// Its text; empty if it is not typed into.
    pub fn text(&self) -> &str {
        match &self.value {
            Value::Text(text) | Value::Number(text, _) | Value::Dice(text) | Value::Faces(text) => {
                text.trim()
            }
            _ => "",
        }
    }

    /// The index of its choice.
    pub fn pick(&self) -> usize {
        match &self.value {
            Value::Pick(_, at) => *at,
            _ => 0,
        }
    }

    /// Those of its options that are selected, from the list they were made of.
    pub fn picked<T: Clone>(&self, among: &[T]) -> Vec<T> {
        let Value::Many(of, _) = &self.value else { return Vec::new() };
        among.iter().zip(of).filter(|(_, (_, on))| *on).map(|(one, _)| one.clone()).collect()
    }

    /// Whether its flag is set.
    pub fn flag(&self) -> bool {
        self.value == Value::Flag(true)
    }

    /// Parses a whole number.
    ///
    /// # Errors
    /// Fails if the text is not a whole number.
    pub fn number(&self) -> Result<i32, String> {
        let text = self.text();
        text.parse().map_err(|_| format!("\"{text}\" is not a whole number"))
    }

    /// Parses a whole number of 1 or more.
    ///
    /// # Errors
    /// Fails if the text is not such a number.
    pub fn count(&self) -> Result<u32, String> {
        let n = self.number()?;
        let count = u32::try_from(n).ok().filter(|count| *count > 0);
        count.ok_or_else(|| format!("found {n}, expected 1 or more"))
    }

    /// Reads its value with `read`; `None` if it is left out.
    ///
    /// # Errors
    /// Passes on the error of `read`.
    pub fn if_given<T>(
        &self,
        read: impl FnOnce(&Self) -> Result<T, String>,
    ) -> Result<Option<T>, String> {
        if self.is_given() { read(self).map(Some) } else { Ok(None) }
    }

    /// Parses a number with at most one decimal place.
    ///
    /// # Errors
    /// Fails if the text is not such a number.
    pub fn tenths(&self) -> Result<Tenths, String> {
        self.text().parse()
    }
}

/// Draws the value of a field, with the cursor if it is typed into.
pub(in crate::tui::overlays) fn paint_value(
    field: &Field,
    chosen: bool,
    area: Rect,
    theme: &Theme,
    buf: &mut Buffer,
) {
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
        None if field.is_given() && paint_chips(&field.value, chosen, area, theme, buf) => {}
        cursor => {
            let text = match (field.is_given(), &*field.implied) {
                (true, _) => field.value.shown(),
                (false, "") => "none".into(),
                (false, implied) => implied.into(),
            };
            let end = put(buf, area.x, area.y, area.width, &text, style);
            if cursor.is_some() {
                put(buf, end, area.y, area.right().saturating_sub(end), "▏", theme.active);
            }
        }
    }
}

/// Draws all options of a choice in a row, the picked one as a chip; `false` if it is no choice or they do not fit.
fn paint_chips(value: &Value, chosen: bool, area: Rect, theme: &Theme, buf: &mut Buffer) -> bool {
    let Value::Pick(of, at) = value else { return false };
    let needs: usize = of.iter().map(|text| text::width(text) + 2).sum();
    if of.len() < 2 || needs > usize::from(area.width) {
        return false;
    }
    let mut x = area.x;
    for (nth, text) in of.iter().enumerate() {
        let (text, style) = match nth == *at {
            true => (format!("[{text}]"), if chosen { theme.lit } else { theme.text }),
            false => (format!(" {text} "), theme.dim),
        };
        x = put(buf, x, area.y, area.right().saturating_sub(x), &text, style);
    }
    true
}

/// The label with its key.
pub(in crate::tui::overlays) fn caption(field: &Field) -> String {
    match field.letter {
        Some(letter) => format!("{} ({letter})", field.label),
        None => field.label.clone(),
    }
}
