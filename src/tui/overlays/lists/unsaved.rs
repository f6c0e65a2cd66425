//! The question what to do with unsaved acts before leaving.

use super::menu::{Item, Menu};
use crate::tui::app::App;
use crate::tui::fight::leaving::Exit;
use crate::tui::input::operations::Op;
use crate::tui::overlays::forms::boxes::MenuBox;
use crate::tui::overlays::forms::line;
use crate::tui::overlays::{CLOSE, Layer, STAY, Then};

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
    let pick = move |app: &mut App, at: usize| match at {
        0 => {
            app.leave(to);
            CLOSE
        }
        1 => Then::replace(line::copy_elsewhere(to)),
        _ => {
            app.leave_unsaved(to);
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
