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
use super::screens::start::Opens;
use crate::chronicle::{EntryId, Provenance};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::Command;
use crate::rules::model::dice::{Answer, Roll, RollRequest};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::RuleError;
use crate::rules::model::fault::Fault;
use crate::rules::model::ids::RulesetId;
use crate::rules::model::ids::{CombatantId, SideId, Text};
use crate::rules::ruleset::Ruleset;
use crate::store::Preset;
use crate::store::Settings;
use crate::tui::fight::amend::Amend;
use crate::tui::fight::leaving::{Exit, Unsaved};
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::paint::text::{put, put_blank, put_sign, width};
use crate::tui::paint::theme::Theme;
use crate::tui::paint::voice;
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

/// What an overlay wants done after a key.
pub enum Verdict {
    /// Keep the overlay open.
    Stay,
    /// Close the overlay.
    Leave,
    /// Run these commands as one act of the referee. If refused, the overlay stays and shows why.
    Run(Vec<Command>),
    /// Replace the overlay with another.
    Instead(Box<dyn Overlay>),
    /// Answer the open question.
    Answer(Answer, Provenance),
    /// Let the machine roll for the open question.
    MachineRolls,
    /// Let the machine roll for the open question and for the rest of the act.
    MachineRollsAll,
    /// Answer these rolls before they are asked for; the machine rolls those that were not typed.
    Beforehand(Vec<(RollRequest, Option<Roll>)>),
    /// Mark these rows too; if empty, clear all marks.
    Mark(Vec<CombatantId>),
    /// Take the last answer back.
    TakeBack,
    /// Cancel the whole action.
    Forget,
    /// Go to that entry, back or forward.
    GoTo(EntryId),
    /// Change the past.
    Amend(Amend),
    /// Branch off after that many acts, under that name.
    Branch(usize, String),
    /// Rename the line that begins with that entry.
    Rename(EntryId, String),
    /// Go to the end of the line that ends in that entry.
    Reopen(EntryId),
    /// Move the cursor to that combatant.
    Cursor(CombatantId),
    /// Save the fight as a prepared one under that name.
    Keep(String),
    /// Save that side as a party under that name.
    KeepParty(SideId, String),
    /// Save that stat block as one of the referee's own.
    KeepOwn(Box<StatBlock>),
    /// Save what an import found.
    Import(Box<Taken>),
    /// Move that fight to the archive.
    PutAway(PathBuf),
    /// Rename that fight.
    NameFight(PathBuf, String),
    /// Open a row of the start screen.
    Opens(Opens),
    /// Keep the overlay open and show the reason.
    Refused(Refused),
    /// Build a new fight with these rules and options.
    Build(RulesetId, BTreeMap<Text, Text>),
    /// Save options as a preset.
    KeepPreset(Preset),
    /// Open the file at that path.
    Open(String),
    /// Write a report of the fight to the file at that path.
    Export(String),
    /// Take those sides on into the next encounter.
    Next(Vec<SideId>),
    /// Leave the fight for the start screen.
    Out,
    /// Leave a fight with unsaved acts.
    Leaving(Exit, Unsaved),
    /// Apply and save these settings.
    Settings(Settings),
    /// Serve the players' view to that reach.
    Share(Reach),
    /// Open another overlay on top.
    Over(Box<dyn Overlay>),
    /// Close the overlay and run the operation on what is below.
    Do(Op),
}

/// A layer on top of a screen that receives the keys.
pub trait Overlay {
    /// The scope in which its keys are bound.
    fn scope(&self) -> Scope;

    /// The heading.
    fn title(&self, view: &View) -> String;

    /// The lines and columns it would like to have.
    fn size(&self, view: &View) -> (u16, u16);

    /// Draws the content.
    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer);

    /// Whether it handles an otherwise global operation itself.
    fn sees_to(&self, _: Op) -> bool {
        false
    }

    /// Handles an operation.
    fn op(&mut self, op: Op, view: &View) -> Verdict;

    /// Whether the character goes into a field, even if it is bound to a key elsewhere.
    fn takes(&self, _: char) -> bool {
        false
    }

    /// Whether the character picks an item at once, even if it is bound to a key elsewhere. Pasted, it does not.
    fn picks(&self, _: char) -> bool {
        false
    }

    /// Handles a paste as a whole; on `None`, it is typed character by character.
    fn pasted(&self, _text: &str, _: &View) -> Option<Verdict> {
        None
    }

    /// Handles a typed character that is not bound here.
    fn typed(&mut self, _: char, _: &View) -> Verdict {
        Verdict::Stay
    }

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
    fn click(&mut self, at: Position, view: &View) -> Verdict {
        if let Some(again) = self.list().and_then(|list| list.click(at)) {
            return if again { self.op(Op::Forward, view) } else { Verdict::Stay };
        }
        match self.fields().and_then(|form| form.click(at)).flatten() {
            Some(op) => self.op(op, view),
            None => Verdict::Stay,
        }
    }

    /// Shows why its request was refused; by default, in its form.
    fn refused(&mut self, refused: &Refused) {
        if let Some(form) = self.fields() {
            form.refuse(refused);
        }
    }
}

/// Why a request was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// In words.
    pub why: String,
    /// The faults of single fields that it consists of, if it does.
    pub faults: Vec<Fault>,
}

impl Refused {
    /// A refusal by the rules, in a state.
    pub fn by(rules: &dyn Ruleset, e: &Encounter, error: &RuleError) -> Self {
        Self { why: voice::refusal(rules, e, error), faults: error.faults().to_vec() }
    }
}

impl<T: Into<String>> From<T> for Refused {
    fn from(why: T) -> Self {
        Self { why: why.into(), faults: Vec::new() }
    }
}

/// Draws an overlay in a titled frame in the middle of an area, and dims what is below.
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

/// Blanks wide characters whose right half is under the frame: they would hide the border.
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
