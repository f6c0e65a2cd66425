//! Key dispatch: which scope a key goes to and what it does there.

use super::{App, Screen};
use crate::rules::model::encounter::{Hand, Stage};
use crate::tui::fight::hands::Hands;
use crate::tui::fight::leaving::Exit;
use crate::tui::input::keymap::{Chord, Scope, plain};
use crate::tui::input::operations::Op;
use crate::tui::overlays::lists::palette;
use crate::tui::overlays::pages::{help, lookup};
use crate::tui::overlays::{Overlay, Verdict};
use crate::tui::paint::text::MOST_TYPED;
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::proposal::Proposal;
use crate::tui::table::board::Pane;
use crate::tui::table::view::View;
use crate::visible::is_hidden;
use crossterm::event::KeyCode;

impl App {
    /// Returns the active key scopes, innermost first.
    pub fn scopes(&self) -> Vec<Scope> {
        if let Some(overlay) = self.overlays.last() {
            return vec![overlay.scope(), Scope::Everywhere];
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
            && self.overlays.last().is_some_and(|overlay| overlay.takes(sign) || overlay.picks(sign))
        {
            self.with_overlay(|overlay, view| overlay.typed(sign, view));
            return;
        }
        match (self.keymap.find(&self.scopes(), chord), chord.sign()) {
            (Some(op), _) => self.op(op),
            (None, Some(sign)) if self.overlays.is_empty() => self.typed(sign),
            (None, Some(sign)) => self.with_overlay(|overlay, view| overlay.typed(sign, view)),
            _ => {}
        }
    }

    /// Handles a paste: types the text, joined to one line and truncated, into the focused field. If no overlay is
    /// open, text that contains a letter first opens the library or the form for adding combatants.
    pub fn paste(&mut self, text: &str) {
        if self.overlays.is_empty() && text.contains(char::is_alphabetic) {
            match self.place {
                Screen::Start => self.op(Op::Library),
                Screen::Fight => self.op(Op::Arrive),
                Screen::Timeline(_) => {}
            }
        }
        let whole = text.replace("\r\n", "\n").replace('\r', "\n");
        let taken = self.overlays.last().and_then(|overlay| overlay.pasted(&whole, &self.view()));
        if let Some(verdict) = taken {
            return self.with_overlay(|_, _| verdict);
        }
        // Terminals send a line break as they would the key Enter: as a carriage return.
        let line = text.trim().replace("\r\n", "\n").replace(['\r', '\n', '\t'], " ");
        let signs = || line.chars().filter(|sign| !is_hidden(*sign));
        for sign in signs().take(MOST_TYPED) {
            if self.overlays.last().is_some_and(|overlay| overlay.takes(sign)) {
                self.with_overlay(|overlay, view| overlay.typed(sign, view));
            }
        }
        if !self.overlays.is_empty() && signs().nth(MOST_TYPED).is_some() {
            self.say_no(&format!("only the first {MOST_TYPED} characters of what was pasted are taken"));
        }
    }

    /// Runs an operation.
    pub fn op(&mut self, op: Op) {
        let alone = self.overlays.last().is_none_or(|overlay| !overlay.sees_to(op));
        if op == Op::Repeat && self.board.cursor.is_some_and(|who| !self.last.contains_key(&who)) {
            self.look_back();
        }
        match op {
            Op::Quit if alone => self.leave(Exit::Program),
            Op::Help if alone => self.overlays.push(help::open(self)),
            Op::LookUp if alone => self.overlays.push(lookup::open(self.view().rules)),
            Op::Palette if alone => self.overlays.push(palette::open(self)),
            _ => match self.barred(op) {
                Some(why) => self.say_no(&why),
                None => self.dispatch(op),
            },
        }
    }

    fn dispatch(&mut self, op: Op) {
        match self.place {
            _ if !self.overlays.is_empty() => self.with_overlay(|overlay, view| overlay.op(op, view)),
            Screen::Start => self.on_start(op),
            Screen::Fight => self.in_fight(op),
            Screen::Timeline(_) => self.on_timeline(op),
        }
    }

    /// Passes the topmost overlay to `see` and carries out its verdict.
    pub(in crate::tui) fn with_overlay(
        &mut self,
        see: impl FnOnce(&mut Box<dyn Overlay>, &View) -> Verdict,
    ) {
        let Some(mut overlay) = self.overlays.pop() else { return };
        let verdict = see(&mut overlay, &self.view());
        self.carry_out(overlay, verdict);
        self.come_back();
    }

    /// Returns what an operation would do now, for the foot line.
    pub fn means(&self, op: Op) -> KeyMeaning {
        if let Some(overlay) = self.overlays.last() {
            return overlay.means(op);
        }
        match self.place {
            Screen::Fight => {}
            Screen::Timeline(_) => return self.means_on_timeline(op),
            Screen::Start => return self.means_on_start(op),
        }
        let label = match op {
            Op::Undo => &self.undo_label,
            Op::Redo => &self.redo_label,
            _ => &None,
        };
        if let Some(label) = label {
            return KeyMeaning::To(label.clone());
        }
        match op {
            Op::Forward => match &self.proposal {
                Proposal::Do { words, .. }
                | Proposal::Meet(words)
                | Proposal::Talk(words)
                | Proposal::Choose { words, .. }
                | Proposal::Ask { words, .. } => {
                    let dice = if self.hands == Hands::Usual { "" } else { self.other_hand() };
                    KeyMeaning::This(format!("{words}{dice}"))
                }
                Proposal::Blocked(why) => KeyMeaning::Blocked(why.clone()),
                Proposal::SumUp => KeyMeaning::This("summary".into()),
                Proposal::Nothing => KeyMeaning::Hidden,
            },
            Op::CutIn | Op::Redo | Op::Repeat if self.barred(op).is_some() => KeyMeaning::Hidden,
            Op::CutIn => match self.board.holder() {
                Some(who) => KeyMeaning::This(format!("{} cuts in", self.view().name(who))),
                None => KeyMeaning::Hidden,
            },
            _ => self.barred(op).map_or(KeyMeaning::Usual, KeyMeaning::Blocked),
        }
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
