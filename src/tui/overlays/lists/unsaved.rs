//! The question what to do with unsaved acts before leaving.

use crate::tui::fight::leaving::Exit;
use crate::tui::input::operations::Op;
use crate::tui::kit::list::{Item, Menu};
use crate::tui::overlays::forms::boxes::MenuBox;
use crate::tui::overlays::forms::line;
use crate::tui::overlays::{CLOSE, Layer, STAY, Then};
use crate::tui::session::Session;

/// The width in columns, if there is room.
const COLUMNS: u16 = 72;

/// Shows what is not saved and why, with what can be done.
pub fn open(what: &str, why: &str, to: Exit) -> Box<dyn Layer> {
    let item = |letter, text: &str| Item { letter: Some(letter), ..Item::new(text) };
    let menu = Menu::plain(vec![
        item('t', "Try to save it again"),
        item('c', "Save the whole fight as a copy elsewhere"),
        item('q', "Leave; what is not saved is lost"),
    ]);
    let pick = move |session: &mut Session, at: usize| match at {
        0 => session.leave(to),
        1 => Then::replace(line::copy_elsewhere(to)),
        _ => {
            session.leave_unsaved(to);
            CLOSE
        }
    };
    MenuBox::new(what, menu, pick)
        .above(why)
        .also(Op::Quit, |_, _| STAY)
        .leaves("stay")
        .wide(COLUMNS)
        .boxed()
}
