//! Why an operation is not available: shown on the palette, and when its key is pressed.

use super::keymap::Scope;
use super::operations::Op;
use crate::rules;
use crate::rules::model::command::{Act, Command, Deed};
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::window::Mode;
use crate::tui::app::{App, Screen};
use crate::tui::paint::voice;
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::proposal::Proposal;
use crate::tui::screens::start::Opens;

/// Why a fight that is only viewed cannot continue, and how to play on.
const ONLY_LOOKED_AT: &str = "view only: to play on, Enter on the start screen or wardrum FILE";

impl App {
    /// Returns why an operation is not available here now, or `None` if it is.
    pub fn barred(&self, op: Op) -> Option<String> {
        if let Some(layer) = self.layers.last() {
            return match layer.means(op) {
                KeyMeaning::Blocked(why) => Some(why),
                _ => None,
            };
        }
        let why = match &self.place {
            Screen::Start => self.barred_on_start(op),
            Screen::Fight => self.barred_in_fight(op).or_else(|| self.missing(op)),
            Screen::Timeline(shown) => {
                self.barred_on_timeline(op, shown.at).or_else(|| self.missing(op))
            }
        };
        why.map(str::to_string).or_else(|| self.barred_by_rules(op))
    }

    /// Returns why an operation of another scope is not available here, or `None` if it is.
    pub fn barred_elsewhere(&self, op: Op, place: Scope) -> Option<String> {
        let key = |op| self.keymap.shown(&self.scopes(), op);
        if !self.layers.is_empty() {
            return Some(format!("close this first: {}", key(Op::Back)));
        }
        let began = self.state().stage != Stage::Setup;
        let why = match (&self.place, place) {
            (Screen::Start, Scope::Start) => return None,
            (Screen::Start, _) => format!("no fight is open: {} opens one", key(Op::Forward)),
            (Screen::Timeline(_), _) => {
                format!("this is the past: {} leads back to the present", key(Op::Back))
            }
            (Screen::Fight, Scope::Timeline) if began => {
                format!("on the timeline: {}", key(Op::Timeline))
            }
            (Screen::Fight, Scope::Start) if matches!(op, Op::New | Op::Open) => return None,
            (Screen::Fight, Scope::Start) => "on the start screen".into(),
            (Screen::Fight, Scope::Build)
                if matches!(op, Op::Library | Op::Parties | Op::Keep | Op::Side) =>
            {
                return self.barred(op);
            }
            (Screen::Fight, Scope::Build) => {
                self.barred(op).unwrap_or("only while a fight is built".into())
            }
            (Screen::Fight, _) => format!("the fight has not begun: {} begins it", key(Op::Forward)),
        };
        Some(why)
    }

    fn barred_on_start(&self, op: Op) -> Option<&'static str> {
        let line = self.start.line();
        match (op, line.map(|line| &line.opens)) {
            (Op::Forward | Op::Right, None) => Some("there is no line under the cursor"),
            (Op::PutAway, line) if !matches!(line, Some(Opens::Saved(_))) => {
                Some("only your own fights can be archived")
            }
            (Op::Undo, _) if self.put_away.is_none() => Some("no fight has been archived"),
            (Op::Rename, line) if !matches!(line, Some(Opens::Saved(_))) => {
                Some("only your own fights can be named")
            }
            (Op::Right, Some(Opens::New | Opens::File | Opens::Library | Opens::Samples)) => {
                Some("there is no fight to look at yet")
            }
            _ => None,
        }
    }

    fn barred_on_timeline(&self, op: Op, at: usize) -> Option<&'static str> {
        let end = self.track.end();
        match op {
            Op::Forward if self.fight.looked_at && !self.types_a_round() => Some(ONLY_LOOKED_AT),
            Op::Amend if self.fight.looked_at => Some(ONLY_LOOKED_AT),
            Op::Amend if at == 0 => Some("nothing has been done yet"),
            Op::ActOn | Op::RoundOn if at >= end => Some("this is the end"),
            Op::ActBack | Op::RoundBack if at == 0 => Some("this is the start"),
            _ => None,
        }
    }

    fn barred_in_fight(&self, op: Op) -> Option<&'static str> {
        match op {
            Op::Undo if self.undo_label.is_none() => Some("nothing to undo"),
            Op::Redo if self.redo_label.is_none() => Some("nothing to redo"),
            Op::Amend if self.fight.chronicle.at() == 0 => Some("nothing has been done yet"),
            Op::CutIn if self.board.holder().is_none() => Some("nobody holds a turn"),
            Op::CutIn if self.view().counts_down() && self.in_gap() => {
                Some("after the last number, anyone still holding simply acts")
            }
            Op::Skip if self.state().window().is_none() => Some("no step is open"),
            Op::Forward if matches!(self.proposal, Proposal::Nothing) => Some("no step is open"),
            _ => None,
        }
    }

    /// Returns which prerequisite of an operation is missing, if any.
    fn missing(&self, op: Op) -> Option<&'static str> {
        let e = self.state();
        match op {
            Op::Act
            | Op::Save
            | Op::Damage
            | Op::Heal
            | Op::Condition
            | Op::Effect
            | Op::Depart
            | Op::Block
            | Op::Overrule
            | Op::Distance
            | Op::Place
            | Op::Mark
            | Op::Rank
            | Op::Sight
            | Op::Stance
            | Op::Find
                if self.board.cursor.is_none() =>
            {
                Some("there are no combatants yet")
            }
            Op::Repeat if self.board.cursor.is_none_or(|who| !self.last.contains_key(&who)) => {
                Some("this combatant has not attacked yet")
            }
            Op::Distance | Op::Place if e.all().nth(1).is_none() => Some("there is no other combatant"),
            Op::Place if !e.is_measured() => Some("distances are off in this fight"),
            Op::Hands | Op::Morale if e.sides.is_empty() => Some("there are no sides yet"),
            Op::Why | Op::History if is_untouched(self) => Some("nothing has happened yet"),
            Op::Options if e.stage != Stage::Setup => Some("the fight has begun"),
            _ => None,
        }
    }

    fn barred_by_rules(&self, op: Op) -> Option<String> {
        if !matches!(self.place, Screen::Fight) {
            return None;
        }
        match (op, &self.proposal) {
            (Op::Forward, Proposal::Blocked(why)) => Some(why.clone()),
            (Op::Morale, _) => self.no_morale.clone(),
            (Op::CutIn, _) => self.no_cut_in(),
            _ => None,
        }
    }

    /// Returns why the holder of a turn cannot take it in this step. Without a cut-in deed, it can do so in any step in
    /// which combatants act.
    fn no_cut_in(&self) -> Option<String> {
        let (e, rules) = (self.state(), self.view().rules);
        let cuts_in = Act::new(self.board.holder()?, Deed::CutIn);
        if rules.deeds().row(Deed::CutIn).is_some() {
            let refused = rules::check(rules, e, &Command::Act(cuts_in)).err()?;
            return Some(voice::reason(rules, &refused));
        }
        let acts = e.window().is_some_and(|window| window.mode != Mode::Procedure);
        (!acts).then(|| "nobody acts in this step".into())
    }

    /// Returns why an operation has nothing to open.
    pub(in crate::tui) fn nothing_for(&self, op: Op) -> String {
        let name = self.view().under_cursor().map_or("nobody", |c| &*c.name);
        match op {
            Op::Act => format!("{name} can do nothing now"),
            Op::Save => format!("{name} has nothing to save against or to check now"),
            Op::Odds => "no act to compute odds for: fill in a form, or take the next step".into(),
            Op::Why => "there is no number to explain here".into(),
            _ => "nothing here for that".into(),
        }
    }
}

/// Whether the fight is in setup and nothing has been done.
fn is_untouched(app: &App) -> bool {
    let has_begun = |e: &Encounter| e.stage != Stage::Setup;
    app.fight.chronicle.line().is_empty() && !has_begun(app.state())
}
