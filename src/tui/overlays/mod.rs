//! What is laid over a screen: forms, lists, prompts, pages. One file each.

pub mod acts;
pub mod amend;
pub mod answers;
pub mod forms;
pub mod library;
pub mod lists;
pub mod pages;
pub mod referee;
pub mod sheet;

use super::panes::foot::Means;
use super::screens::start::Opens;
use crate::chronicle::{EntryId, Provenance};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::Command;
use crate::rules::model::dice::{Answer, Roll, RollRequest};
use crate::rules::model::ids::RulesetId;
use crate::rules::model::ids::{CombatantId, SideId, Text};
use crate::store::Preset;
use crate::store::Settings;
use crate::tui::fight::amend::Amend;
use crate::tui::fight::leaving::{Exit, Unsaved};
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::paint::text::{put, put_blank, put_sign, width};
use crate::tui::paint::theme::Theme;
use crate::tui::sharing::Reach;
use crate::tui::table::view::View;
use forms::form::Form;
use library::review::Taken;
use lists::menu::Menu;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What becomes of an overlay after a key.
pub enum Verdict {
    /// It stays.
    Stay,
    /// It goes.
    Leave,
    /// These commands are one act of the referee; refused, the overlay stays with the reason.
    Run(Vec<Command>),
    /// Another takes its place.
    Instead(Box<dyn Overlay>),
    /// The open question is answered so.
    Answer(Answer, Provenance),
    /// The machine rolls for the open question.
    MachineRolls,
    /// The machine rolls for it, and for whatever else the act asks.
    MachineRollsAll,
    /// These are answered before they are asked; what was not typed, by the machine.
    Beforehand(Vec<(RollRequest, Option<Roll>)>),
    /// These rows are marked besides; none: no row any more.
    Mark(Vec<CombatantId>),
    /// The last answer is taken back.
    TakeBack,
    /// The whole action is forgotten.
    Forget,
    /// The fight goes back, or on, to that entry.
    GoTo(EntryId),
    /// That is asked of the past.
    Amend(Amend),
    /// The fight goes on from there, after so many acts, as a branch of that name.
    Branch(usize, String),
    /// The line that begins with that entry has another name.
    Rename(EntryId, String),
    /// The fight goes to the end of the line that ends in that entry.
    Reopen(EntryId),
    /// The cursor goes to somebody.
    Cursor(CombatantId),
    /// The fight is kept as a prepared one of that name.
    Keep(String),
    /// That side is kept as a party of that name.
    KeepParty(SideId, String),
    /// That stat block is kept as one of the referee's own.
    KeepOwn(Box<StatBlock>),
    /// What an import found is kept.
    Import(Box<Taken>),
    /// That fight is put away into the archive.
    PutAway(PathBuf),
    /// That fight gets another name.
    NameFight(PathBuf, String),
    /// A line of the start screen is opened.
    Opens(Opens),
    /// It stays, with the reason.
    Refused(String),
    /// A new fight by these rules, with these options, is built.
    Build(RulesetId, BTreeMap<Text, Text>),
    /// Options are kept under a name.
    KeepPreset(Preset),
    /// The file at that path is opened.
    Open(String),
    /// The fight is told afterwards into the file at that path.
    Export(String),
    /// Those sides go on into the next encounter.
    Next(Vec<SideId>),
    /// Out of the fight, to the start screen.
    Out,
    /// Out of a fight in which something is not saved.
    Leaving(Exit, Unsaved),
    /// From now on everything looks and listens so.
    Settings(Settings),
    /// The players' view is served so far.
    Share(Reach),
    /// Another is laid over it.
    Over(Box<dyn Overlay>),
    /// It goes, and that is done where it was laid.
    Do(Op),
}

/// Something laid over a screen that has the keys.
pub trait Overlay {
    /// Where its keys stand in the table.
    fn scope(&self) -> Scope;

    /// Its heading.
    fn title(&self, view: &View) -> String;

    /// How many lines and columns it wants.
    fn size(&self, view: &View) -> (u16, u16);

    /// Paints the inside.
    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer);

    /// Whether it does that itself, though it is asked for everywhere.
    fn sees_to(&self, _: Op) -> bool {
        false
    }

    /// A key asked for something.
    fn op(&mut self, op: Op, view: &View) -> Verdict;

    /// Whether that character goes into a field, whatever key it is elsewhere.
    fn takes(&self, _: char) -> bool {
        false
    }

    /// Whether that character picks something at once, whatever key it is elsewhere; pasted, it does not.
    fn picks(&self, _: char) -> bool {
        false
    }

    /// What becomes of a text that is pasted as a whole; `None`: it is typed.
    fn pasted(&self, _text: &str, _: &View) -> Option<Verdict> {
        None
    }

    /// A character was typed that is no key here.
    fn typed(&mut self, _: char, _: &View) -> Verdict {
        Verdict::Stay
    }

    /// What a key means here.
    fn means(&self, _: Op) -> Means {
        Means::Usual
    }

    /// The list it is made of, for the mouse.
    fn list(&mut self) -> Option<&mut Menu> {
        None
    }

    /// The form it is made of, for the mouse.
    fn fields(&mut self) -> Option<&mut Form> {
        None
    }

    /// A click: it chooses a line or a field; on the chosen one it picks the line, or turns the value.
    fn click(&mut self, at: Position, view: &View) -> Verdict {
        if let Some(again) = self.list().and_then(|list| list.click(at)) {
            return if again { self.op(Op::Forward, view) } else { Verdict::Stay };
        }
        match self.fields().and_then(|form| form.click(at)).flatten() {
            Some(op) => self.op(op, view),
            None => Verdict::Stay,
        }
    }

    /// Why what it asked for was refused: a form says so.
    fn refused(&mut self, why: &str) {
        if let Some(form) = self.fields() {
            form.refused = Some(why.into());
        }
    }
}

/// Paints an overlay in the middle of an area, in a frame with its heading, over what lies dimmed below.
pub fn paint(overlay: &dyn Overlay, view: &View, area: Rect, buf: &mut Buffer) {
    let (height, width) = overlay.size(view);
    let width = width.saturating_add(4).max(30).min(area.width);
    let height = height.saturating_add(2).min(area.height);
    let x = area.x + (area.width - width) / 2;
    let y = area.y + (area.height - height) / 2;
    let frame = Rect { x, y, width, height };
    view.theme.shade_over(area, buf);
    put_blank(buf, frame, view.theme.panel);
    blank_halves(frame, buf);
    border(frame, &overlay.title(view), view.theme, buf);
    let width = width.saturating_sub(4);
    overlay.paint(view, Rect { x: x + 2, y: y + 1, width, height: height.saturating_sub(2) }, buf);
}

/// A wide character whose right half lies under the frame would hide the border: it is blanked.
fn blank_halves(frame: Rect, buf: &mut Buffer) {
    let Some(left) = frame.x.checked_sub(1) else { return };
    for y in frame.y..frame.bottom() {
        if let Some(cell) = buf.cell_mut((left, y)).filter(|cell| width(cell.symbol()) > 1) {
            cell.set_symbol(" ");
        }
    }
}

fn border(frame: Rect, title: &str, theme: &Theme, buf: &mut Buffer) {
    let Rect { x, y, .. } = frame;
    let (right, bottom) = (frame.right().saturating_sub(1), frame.bottom().saturating_sub(1));
    let mut sign = |x, y, sign| put_sign(buf, x, y, sign, theme.active);
    for x in x..=right {
        sign(x, y, "─");
        sign(x, bottom, "─");
    }
    for y in y..=bottom {
        sign(x, y, "│");
        sign(right, y, "│");
    }
    for (x, y, corner) in [(x, y, "╭"), (right, y, "╮"), (x, bottom, "╰"), (right, bottom, "╯")]
    {
        sign(x, y, corner);
    }
    let room = frame.width.saturating_sub(4);
    let style = theme.active.add_modifier(Modifier::BOLD);
    put(buf, frame.x + 2, frame.y, room, &format!(" {title} "), style);
}
