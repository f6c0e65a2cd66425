//! The question what to do with unsaved acts before leaving.

use super::menu::{Item, Menu};
use crate::tui::fight::leaving::{Exit, Unsaved};
use crate::tui::input::operations::Op;
use crate::tui::overlays::forms::boxes::MenuBox;
use crate::tui::overlays::forms::line;
use crate::tui::overlays::{Overlay, Verdict};
use crate::tui::table::view::View;

/// The width in columns, if there is room.
const COLUMNS: u16 = 72;

/// Shows what is not saved and why, with what can be done.
pub fn open(what: &str, why: &str, to: Exit) -> Box<dyn Overlay> {
    let item = |letter, text: &str| Item { letter: Some(letter), ..Item::new(text) };
    let menu = Menu::plain(vec![
        item('t', "Try to save it again"),
        item('c', "Save the whole fight as a copy elsewhere"),
        item('q', "Leave; what is not saved is lost"),
    ]);
    let pick = move |_: &View, at: usize| match at {
        0 => Verdict::Leaving(to, Unsaved::Again),
        1 => Verdict::Instead(line::copy_elsewhere(to)),
        _ => Verdict::Leaving(to, Unsaved::Lost),
    };
    MenuBox::new(what, menu, pick)
        .above(why)
        .also(Op::Quit, |_, _| Verdict::Stay)
        .leaves("stay")
        .wide(COLUMNS)
        .boxed()
}
