//! Key dispatch: which scope a key goes to and what it does there.

use super::{App, Screen};
use crate::rules::model::encounter::{Hand, Stage};
use crate::tui::fight::hands::Hands;
use crate::tui::input::able;
use crate::tui::input::doing::{Doing, Run};
use crate::tui::input::keymap::{Chord, Scope, plain};
use crate::tui::input::operations::Op;
use crate::tui::overlays::{Done, Layer, Then};
use crate::tui::paint::text::MOST_TYPED;
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::proposal::Proposal;
use crate::tui::table::board::Pane;
use crate::visible::is_hidden;
use crossterm::event::KeyCode;

impl App {
    /// Returns the active key scopes, innermost first.
    pub fn scopes(&self) -> Vec<Scope> {
        if let Some(layer) = self.layers.last() {
            return vec![layer.scope(), Scope::Everywhere];
        }
        match self.place {
            Screen::Start => vec![Scope::Start, Scope::Everywhere],
            Screen::Timeline(_) => vec![Scope::Timeline, Scope::Everywhere],
            Screen::Fight => {
                let setup = self.state().stage == Stage::Setup;
                let screen = if setup { Scope::Build } else { Scope::Play };
                let pane = if self.board.pane == Pane::Log { Scope::Log } else { Scope::Roster };
                vec![screen, pane, Scope::Everywhere]
            }
        }
    }

    /// Handles a key press.
    pub fn key(&mut self, chord: Chord) {
        self.clear_message();
        // Terminals send Alt plus a key as Esc followed by the key. A chord that is not bound is handled as those two.
        if let Some(key) = chord.without_alt()
            && self.keymap.find(&self.scopes(), chord).is_none()
        {
            self.key(plain(KeyCode::Esc));
            return self.key(key);
        }
        if let Some(sign) = chord.sign()
            && self.layers.last().is_some_and(|layer| layer.takes(sign) || layer.picks(sign))
        {
            self.with_layer(|layer, app| layer.typed(sign, app));
            return;
        }
        match (self.keymap.find(&self.scopes(), chord), chord.sign()) {
            (Some(op), _) => self.op(op),
            (None, Some(sign)) if self.layers.is_empty() => self.typed(sign),
            (None, Some(sign)) => self.with_layer(|layer, app| layer.typed(sign, app)),
            _ => {}
        }
    }

    /// Handles a paste: types the text, joined to one line and truncated, into the focused field. If no layer is
    /// open, text that contains a letter first opens the library or the form for adding combatants.
    pub fn paste(&mut self, text: &str) {
        if self.layers.is_empty() && text.contains(char::is_alphabetic) {
            match self.place {
                Screen::Start => self.op(Op::Library),
                Screen::Fight => self.op(Op::Arrive),
                Screen::Timeline(_) => {}
            }
        }
        let whole = text.replace("\r\n", "\n").replace('\r', "\n");
        if let Some(layer) = self.layers.pop() {
            match layer.pasted(&whole, self) {
                Some(done) => return self.settle(layer, done),
                None => self.layers.push(layer),
            }
        }
        // Terminals send a line break as they would the key Enter: as a carriage return.
        let line = text.trim().replace("\r\n", "\n").replace(['\r', '\n', '\t'], " ");
        let signs = || line.chars().filter(|sign| !is_hidden(*sign));
        for sign in signs().take(MOST_TYPED) {
            if self.layers.last().is_some_and(|layer| layer.takes(sign)) {
                self.with_layer(|layer, app| layer.typed(sign, app));
            }
        }
        if !self.layers.is_empty() && signs().nth(MOST_TYPED).is_some() {
            self.say_no(&format!("only the first {MOST_TYPED} characters of what was pasted are taken"));
        }
    }

    /// Runs an operation: the topmost layer's, or that of the screen.
    pub fn op(&mut self, op: Op) {
        if self.layers.last().is_some_and(|layer| layer.sees_to(op) || !op.is_global()) {
            if let Some(why) = self.barred(op) {
                return self.say_no(&why);
            }
            return self.with_layer(|layer, app| layer.op(op, app));
        }
        if op == Op::Repeat && able::has_attacked(self).is_err() {
            self.look_back();
        }
        let scopes = self.scopes();
        let elsewhere = || Scope::ALL.iter().find_map(|scope| self.keymap.row(&[*scope], op));
        let Some(row) = self.keymap.row(&scopes, op).or_else(elsewhere) else { return };
        let Doing { run, able, .. } = row.doing;
        match able(self) {
            Ok(()) => self.carry_out(run),
            Err(why) => self.say_no(&why),
        }
    }

    /// Does what an operation does; says so if it has nothing to open.
    pub(in crate::tui) fn carry_out(&mut self, run: Run) {
        match run {
            Run::Layers => {}
            Run::Does(run) => run(self),
            Run::Shows(layer) => {
                let layer = layer(self);
                self.shows(layer, "nothing here for that");
            }
        }
    }

    /// Opens a layer, or says why there is none to open.
    pub(in crate::tui) fn shows(&mut self, layer: Option<Box<dyn Layer>>, none: &str) {
        match layer {
            Some(layer) => self.layers.push(layer),
            None => self.say_no(none),
        }
    }

    /// Lets the topmost layer act. It is off the stack meanwhile.
    pub(in crate::tui) fn with_layer(
        &mut self,
        act: impl FnOnce(&mut Box<dyn Layer>, &mut Self) -> Done,
    ) {
        let Some(mut layer) = self.layers.pop() else { return };
        let done = act(&mut layer, self);
        self.settle(layer, done);
    }

    /// Puts a layer back, or whatever comes in its place.
    fn settle(&mut self, mut layer: Box<dyn Layer>, done: Done) {
        match done {
            Ok(Then::Stay) => self.layers.push(layer),
            Ok(Then::Close) => {}
            Ok(Then::Replace(other)) => self.layers.push(other),
            Ok(Then::Push(other)) => self.layers.extend([layer, other]),
            Err(refused) => {
                layer.refused(&refused);
                self.layers.push(layer);
            }
        }
        self.come_back();
    }

    /// Returns what an operation would do now, for the foot line.
    pub fn means(&self, op: Op) -> KeyMeaning {
        if let Some(layer) = self.layers.last() {
            return layer.means(op);
        }
        let Some(row) = self.keymap.row(&self.scopes(), op) else { return KeyMeaning::Usual };
        let Doing { able, hides, means, .. } = row.doing;
        match (able(self), means(self)) {
            (Err(_), _) if hides => KeyMeaning::Hidden,
            (_, Some(meaning)) => meaning,
            (Err(why), None) => KeyMeaning::Blocked(why.into_owned()),
            (Ok(()), None) => KeyMeaning::Usual,
        }
    }

    /// What Enter does in a fight; without anything to do it is hidden.
    pub(in crate::tui) fn next_meaning(&self) -> Option<KeyMeaning> {
        Some(match &self.proposal {
            Proposal::Do { words, .. }
            | Proposal::Meet(words)
            | Proposal::Talk(words)
            | Proposal::Choose { words, .. }
            | Proposal::Ask { words, .. } => {
                let dice = if self.hands == Hands::Usual { "" } else { self.other_hand() };
                KeyMeaning::This(format!("{words}{dice}"))
            }
            Proposal::Blocked(_) => return None,
            Proposal::SumUp => KeyMeaning::This("summary".into()),
            Proposal::Nothing => KeyMeaning::Hidden,
        })
    }

    /// What undo takes back.
    pub(in crate::tui) fn undo_meaning(&self) -> Option<KeyMeaning> {
        self.undo_label.clone().map(KeyMeaning::To)
    }

    /// What redo brings back.
    pub(in crate::tui) fn redo_meaning(&self) -> Option<KeyMeaning> {
        self.redo_label.clone().map(KeyMeaning::To)
    }

    /// Who takes a held turn.
    pub(in crate::tui) fn cut_in_meaning(&self) -> Option<KeyMeaning> {
        let who = self.board.holder()?;
        Some(KeyMeaning::This(format!("{} cuts in", self.view().name(who))))
    }

    /// Returns the note that the next act's dice are thrown the other way.
    pub(in crate::tui) fn other_hand(&self) -> &'static str {
        let side = self.board.actor().and_then(|who| self.state().get(who)).map(|c| c.side);
        match side.and_then(|side| self.state().side(side)).map(|side| side.hand) {
            Some(Hand::Typed) => " (machine dice)",
            _ => " (dice typed in)",
        }
    }
}
