//! The question what to do with unsaved acts before leaving.

use crate::tui::fight::leaving::Exit;
use crate::tui::input::operations::Op;
use crate::tui::kit::list::Item;
use crate::tui::kit::picker::Picker;
use crate::tui::overlays::forms::line;
use crate::tui::overlays::{CLOSE, Layer, STAY, Then};
use crate::tui::session::Session;

/// The width in columns, if there is room.
const COLUMNS: u16 = 72;

/// Shows what is not saved and why, with what can be done.
pub fn open(what: &str, why: &str, to: Exit) -> Box<dyn Layer> {
    let row = |letter, text| (Item { letter: Some(letter), ..Item::new(text) }, letter);
    let rows = [
        row('t', "Try to save it again"),
        row('c', "Save the whole fight as a copy elsewhere"),
        row('q', "Leave; what is not saved is lost"),
    ];
    let pick = move |session: &mut Session, letter: &char| match letter {
        't' => session.leave(to),
        'c' => Then::replace(line::copy_elsewhere(to)),
        _ => {
            session.leave_unsaved(to);
            CLOSE
        }
    };
    Picker::new(what, rows, pick)
        .above(why)
        .also(Op::Quit, |_, _| STAY)
        .leaves("stay")
        .wide(COLUMNS)
        .boxed()
}
