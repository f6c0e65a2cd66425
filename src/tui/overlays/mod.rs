//! Overlays drawn on top of a screen: forms, lists, prompts, pages. One file each.

pub mod acts;
pub mod amend;
pub mod answers;
pub mod forms;
pub mod library;
pub mod lists;
pub mod pages;
pub mod referee;
pub mod sheet;

use super::panes::foot::KeyMeaning;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::RuleError;
use crate::rules::model::fault::Fault;
use crate::rules::ruleset::Ruleset;
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::kit::frame::frame;
use crate::tui::kit::list::Menu;
use crate::tui::paint::voice;
use crate::tui::phones::Heard;
use crate::tui::screens::layout::{Bands, columns};
use crate::tui::session::Session;
use crate::tui::table::aims::Aims;
use crate::tui::table::view::View;
use forms::dialog::COLUMNS;
use forms::form::Form;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

/// What a layer wants of the stack after a key. Everything else it has done itself.
pub enum Then {
    /// Keeps the layer.
    Stay,
    /// Takes it off.
    Close,
    /// Puts another in its place.
    Replace(Box<dyn Layer>),
    /// Puts another on top.
    Push(Box<dyn Layer>),
    /// Takes it off and presses the key of an operation, as the palette does.
    Press(Op),
}

/// What comes after a key; a refusal keeps the layer, which shows it.
pub type Done = Result<Then, Refused>;

/// The layer stays.
pub const STAY: Done = Ok(Then::Stay);
/// The layer is taken off.
pub const CLOSE: Done = Ok(Then::Close);

impl Then {
    /// Puts another layer in the place of this one.
    pub fn replace(layer: Box<dyn Layer>) -> Done {
        Ok(Self::Replace(layer))
    }

    /// Puts another layer on top.
    pub fn push(layer: Box<dyn Layer>) -> Done {
        Ok(Self::Push(layer))
    }
}

/// Closes the layer once that is done, unless it was refused.
pub fn closes<E: Into<Refused>>(outcome: Result<(), E>) -> Done {
    outcome.map(|()| Then::Close).map_err(Into::into)
}

/// Opens a layer in the place of this one, or says why there is none.
pub fn opens(layer: Option<Box<dyn Layer>>, none: &str) -> Done {
    layer.map(Then::Replace).ok_or_else(|| none.into())
}

/// A layer on top of a screen that receives the keys.
pub trait Layer {
    /// The scope in which its keys are bound.
    fn scope(&self) -> Scope;

    /// The heading.
    fn title(&self, view: &View) -> String;

    /// Where it stands.
    fn stands(&self) -> Stands {
        match self.scope() {
            Scope::Page | Scope::Rules | Scope::Library | Scope::Review => Stands::Page,
            _ => Stands::Beside,
        }
    }

    /// The lines and columns it would like to have.
    fn size(&self, view: &View) -> (u16, u16);

    /// Draws the content.
    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer);

    /// What the act that it fills in may aim at, for the roster.
    fn aims(&self, _: &View) -> Option<Aims> {
        None
    }

    /// The text of the line that Enter picks, if it is a list.
    fn picked(&self) -> Option<String> {
        None
    }

    /// What Enter does as it is filled in, for the stage.
    fn staged(&self, _: &View) -> Option<Staged> {
        None
    }

    /// Whether it handles an otherwise global operation itself.
    fn sees_to(&self, _: Op) -> bool {
        false
    }

    /// Handles an operation.
    fn op(&mut self, op: Op, session: &mut Session) -> Done;

    /// Whether the character goes into a field, even if it is bound to a key elsewhere.
    fn takes(&self, _: char) -> bool {
        false
    }

    /// Whether the character picks an item at once, even if it is bound to a key elsewhere. Pasted, it does not.
    fn picks(&self, _: char) -> bool {
        false
    }

    /// Handles a paste as a whole; on `None`, it is typed character by character.
    fn pasted(&self, _text: &str, _: &mut Session) -> Option<Done> {
        None
    }

    /// Handles a typed character that is not bound here.
    fn typed(&mut self, _: char, _: &mut Session) -> Done {
        STAY
    }

    /// Takes in what players have sent for the rolls that it asks for.
    fn hears(&mut self, _: &[Heard]) {}

    /// What the foot line shows for an operation here.
    fn means(&self, _: Op) -> KeyMeaning {
        KeyMeaning::Usual
    }

    /// The list it consists of, for the mouse.
    fn list(&mut self) -> Option<&mut Menu> {
        None
    }

    /// The form it consists of, for the mouse.
    fn fields(&mut self) -> Option<&mut Form> {
        None
    }

    /// Handles a click: it chooses a line or field; on the chosen one, it picks the line or turns the value.
    fn click(&mut self, at: Position, session: &mut Session) -> Done {
        if let Some(again) = self.list().and_then(|list| list.click(at)) {
            return if again { self.op(Op::Forward, session) } else { STAY };
        }
        match self.fields().and_then(|form| form.click(at)).flatten() {
            Some(op) => self.op(op, session),
            None => STAY,
        }
    }

    /// Shows why its request was refused; by default, in its form.
    fn refused(&mut self, refused: &Refused) {
        if let Some(form) = self.fields() {
            form.refuse(refused);
        }
    }
}

/// What the stage says of a form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Staged {
    /// What Enter does, with what its roll needs in brackets.
    pub does: String,
    /// What may come of it, or why it is refused.
    pub below: String,
    /// Whether it is refused.
    pub refused: bool,
}

/// Why a request was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// In words.
    pub why: String,
    /// The field that it is about, counted from 0, if it is about one.
    pub field: Option<usize>,
    /// The faults of single fields that it consists of, if it does.
    pub faults: Vec<Fault>,
}

impl Refused {
    /// A refusal by the rules, in a state.
    pub fn by(rules: &dyn Ruleset, e: &Encounter, error: &RuleError) -> Self {
        let (why, faults) = (voice::refusal(rules, e, error), error.faults().to_vec());
        Self { why, field: None, faults }
    }
}

impl Refused {
    /// The fault of a field, counted from 0.
    pub fn at(field: usize, why: impl Into<String>) -> Self {
        Self { field: Some(field), ..why.into().into() }
    }
}

impl From<String> for Refused {
    fn from(why: String) -> Self {
        Self { why, field: None, faults: Vec::new() }
    }
}

impl From<&str> for Refused {
    fn from(why: &str) -> Self {
        why.to_string().into()
    }
}

impl From<(usize, String)> for Refused {
    /// The fault of a field.
    fn from((field, why): (usize, String)) -> Self {
        Self::at(field, why)
    }
}

/// Where a layer stands. What it asks about stays in sight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stands {
    /// It takes everything between the head and the foot.
    Page,
    /// Beside the roster, or between roster and stage where there is no room beside it.
    Beside,
    /// In the stage.
    Stage,
}

/// Fewest rows of the body that stay in sight above a layer, and where the body is low.
const IN_SIGHT: (u16, u16) = (7, 5);
/// From this many rows on, a body is not low.
const HIGH: u16 = 18;

/// The place of a layer on a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Over everything between the head and the foot.
    Page(Rect),
    /// Over the body, or over a part of it at its right.
    Over(Rect),
    /// Between the body, which ends above it, and the stage.
    Below(Rect),
    /// In the stage.
    Stage,
}

/// The place of a layer. The head and the rail stay in sight, except under a page.
pub fn place(layer: &dyn Layer, view: &View, bands: &Bands) -> Place {
    let (Bands { body, stage, foot, .. }, (height, width)) = (*bands, layer.size(view));
    match (layer.stands(), columns(body).right) {
        (Stands::Stage, _) if stage.height > 1 => Place::Stage,
        (Stands::Page, _) => Place::Page(Rect { y: body.y + 1, height: foot.y - body.y - 1, ..body }),
        (_, Some(right)) => {
            // A list or a form of the usual width keeps to the pane, and leaves the roster whole.
            let keeps = layer.scope() == Scope::Menu || width <= COLUMNS;
            let wanted = if keeps { 0 } else { width.saturating_add(2) };
            let width = wanted.max(body.right() - right.x).min(body.width * 3 / 5);
            let x = body.right() - width;
            Place::Over(Rect { x, y: body.y + 2, width, height: body.height - 2 })
        }
        (_, None) => {
            let stays = if body.height < HIGH { IN_SIGHT.1 } else { IN_SIGHT.0 };
            let height = height.saturating_add(1).min(body.height - stays);
            Place::Below(Rect { y: body.bottom() - height, height, ..body })
        }
    }
}

/// Draws a layer in its area.
pub fn paint(layer: &dyn Layer, view: &View, area: Rect, buf: &mut Buffer) {
    let inner = frame(area, &layer.title(view), view.theme, buf);
    let wanted = if layer.stands() == Stands::Page { u16::MAX } else { layer.size(view).0 };
    layer.paint(view, Rect { height: inner.height.min(wanted), ..inner }, buf);
}
