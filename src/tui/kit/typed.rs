//! A line of text being typed, such as a search query.

use crate::tui::input::operations::Op;
use crate::tui::paint::text::{put, tail};
use crate::tui::paint::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::ops::Deref;
use tui_input::{Input, InputRequest};

/// What was typed so far; the cursor is at its end.
#[derive(Debug, Clone, Default)]
pub struct Typed(Input);

impl Deref for Typed {
    type Target = str;

    fn deref(&self) -> &str {
        self.0.value()
    }
}

impl Typed {
    /// Appends a character if the text stays within `most` bytes. Returns whether it did.
    pub fn add(&mut self, sign: char, most: usize) -> bool {
        let fits = self.len() + sign.len_utf8() <= most;
        fits && self.0.handle(InputRequest::InsertChar(sign)).is_some()
    }

    /// Handles an operation; `false` if it does not erase anything.
    pub fn op(&mut self, op: Op) -> bool {
        let how = match op {
            Op::Erase => InputRequest::DeletePrevChar,
            Op::EraseWord => InputRequest::DeletePrevWord,
            Op::EraseLine => InputRequest::DeleteLine,
            _ => return false,
        };
        self.0.handle(how).is_some()
    }

    /// Replaces everything.
    pub fn set(&mut self, text: &str) {
        self.0 = Input::new(text.into());
    }

    /// Erases everything.
    pub fn clear(&mut self) {
        self.0.reset();
    }

    /// Draws it as a search query, `/gob▏`, with its end in view; while it is empty, with what it is for.
    pub fn paint(&self, area: Rect, theme: &Theme, buf: &mut Buffer) {
        let shown = format!("/{}▏", tail(self, usize::from(area.width.saturating_sub(3))));
        let x = put(buf, area.x, area.y, area.width, &shown, theme.active);
        if self.is_empty() {
            put(buf, x + 1, area.y, area.right().saturating_sub(x + 1), "type to find", theme.dim);
        }
    }
}
