//! The shell around a session: the layers on top of its screen, and where each key goes.

use crate::escape::is_hidden;
use crate::tui::fight::news::News;
use crate::tui::input::doing::Run;
use crate::tui::input::keymap::{Binding, Chord, Scope, plain};
use crate::tui::input::mouse::NOTCH;
use crate::tui::input::operations::Op;
use crate::tui::kit::page::Page;
use crate::tui::overlays::{Done, Layer, Then, closes};
use crate::tui::paint::text::MOST_TYPED;
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::{Screen, Session};
use crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;
use std::time::Duration;

/// A session and what lies on top of its screen.
pub struct Shell {
    /// The session.
    pub session: Session,
    /// The open layers; the last one receives the keys.
    pub layers: Vec<Box<dyn Layer>>,
    /// The scene of the session that the layers belong to.
    scene: u64,
}

impl Shell {
    /// The shell of a session, with what that shows at first.
    pub fn new(session: Session) -> Self {
        let mut shell = Self { session, layers: Vec::new(), scene: 0 };
        shell.follow();
        shell
    }

    /// Runs something of the session's, and shows what has changed.
    pub fn with<T>(&mut self, act: impl FnOnce(&mut Session) -> T) -> T {
        let done = act(&mut self.session);
        self.follow();
        done
    }

    /// Clears the layers if the session has gone on to another scene, which opens with what it asks; then shows the news.
    pub fn follow(&mut self) {
        self.session.heed();
        if self.scene != self.session.scene() {
            self.scene = self.session.scene();
            self.layers = self.session.prompt().into_iter().collect();
        }
        for News { title, lines } in std::mem::take(&mut self.session.news) {
            self.layers.push(Box::new(Page::new(title, lines)));
        }
        self.hear_phones();
        if self.layers.is_empty() {
            self.session.follow_book();
        }
        if self.layers.is_empty() {
            self.session.come_back();
        }
    }

    /// Puts what is asked on the players' phones, and takes in what they have sent. What counts at once is done.
    fn hear_phones(&mut self) {
        if !self.session.has_phones() {
            return;
        }
        let heard = self.session.follow_phones();
        if let Some(layer) = self.layers.first_mut() {
            layer.hears(&heard);
        }
        if self.layers.len() == 1 && self.session.phones_go_on() {
            self.with_layer(|_, session| closes(session.take_from_phones()));
        }
    }

    /// Reads on in the past of a resumed fight, unless something is being typed or answered: a damaged past opens it anew.
    /// Returns whether there is more to show.
    pub fn catch_up(&mut self) -> bool {
        let is_free = self.layers.is_empty();
        self.with(|session| session.catch_up(is_free))
    }

    /// Returns how long to wait for a key before something is shown without one, or `None` if nothing is.
    pub fn beat(&self) -> Option<Duration> {
        self.session.beat(self.layers.is_empty())
    }

    /// Returns the active key scopes, innermost first.
    pub fn scopes(&self) -> Vec<Scope> {
        match self.layers.last() {
            Some(layer) => vec![layer.scope(), Scope::Everywhere],
            None => self.session.scopes(),
        }
    }

    /// Handles a key press.
    pub fn key(&mut self, chord: Chord) {
        self.session.clear_message();
        let bound = self.session.keymap.find(&self.scopes(), chord);
        // Terminals send Alt plus a key as Esc followed by the key. A chord that is not bound is handled as those two.
        if let Some(key) = chord.without_alt().filter(|_| bound.is_none()) {
            self.key(plain(KeyCode::Esc));
            return self.key(key);
        }
        if let Some(sign) = chord.sign()
            && self.layers.last().is_some_and(|layer| layer.takes(sign) || layer.picks(sign))
        {
            return self.with_layer(|layer, session| layer.typed(sign, session));
        }
        match (bound, chord.sign()) {
            (Some(op), _) => self.op(op),
            (None, Some(sign)) if self.layers.is_empty() => self.session.typed(sign),
            (None, Some(sign)) => self.with_layer(|layer, session| layer.typed(sign, session)),
            _ => {}
        }
    }

    /// Handles a paste: types the text, joined to one line and truncated, into the focused field. If no layer is
    /// open, text that contains a letter first opens the library or the form for adding combatants.
    pub fn paste(&mut self, text: &str) {
        if self.layers.is_empty() && text.contains(char::is_alphabetic) {
            match self.session.place {
                Screen::Start => self.op(Op::Library),
                Screen::Fight => self.op(Op::Arrive),
                Screen::Timeline(_) => {}
            }
        }
        let whole = text.replace("\r\n", "\n").replace('\r', "\n");
        let done = self.layers.last_mut().and_then(|layer| layer.pasted(&whole, &mut self.session));
        if let Some(done) = done {
            return self.with_layer(|_, _| done);
        }
        // Terminals send a line break as they would the key Enter: as a carriage return.
        let line = text.trim().replace("\r\n", "\n").replace(['\r', '\n', '\t'], " ");
        let signs = || line.chars().filter(|sign| !is_hidden(*sign));
        for sign in signs().take(MOST_TYPED) {
            if self.layers.last().is_some_and(|layer| layer.takes(sign)) {
                self.with_layer(|layer, session| layer.typed(sign, session));
            }
        }
        if !self.layers.is_empty() && signs().nth(MOST_TYPED).is_some() {
            let why = format!("only the first {MOST_TYPED} characters of what was pasted are taken");
            self.session.say_no(&why);
        }
    }

    /// Runs an operation: the topmost layer's, or that of the screen.
    pub fn op(&mut self, op: Op) {
        if self.layers.last().is_some_and(|layer| layer.sees_to(op) || !op.is_global()) {
            return match self.barred(op) {
                Some(why) => self.session.say_no(&why),
                None => self.with_layer(|layer, session| layer.op(op, session)),
            };
        }
        let keymap = &self.session.keymap;
        let elsewhere = || Scope::ALL.iter().find_map(|scope| keymap.row(&[*scope], op));
        let Some(doing) = keymap.row(&self.scopes(), op).or_else(elsewhere).map(|row| row.doing) else {
            return;
        };
        if let Run::Lists(layer) = doing.run {
            return self.layers.push(layer(self));
        }
        match self.session.carry_out(doing) {
            Ok(then) => self.then(None, then),
            Err(refused) => self.session.say_no(&refused.why),
        }
        self.follow();
    }

    /// Lets the topmost layer act. It is off the stack meanwhile, so that what the session goes on to replaces it.
    fn with_layer(&mut self, act: impl FnOnce(&mut Box<dyn Layer>, &mut Session) -> Done) {
        let Some(mut layer) = self.layers.pop() else { return };
        match act(&mut layer, &mut self.session) {
            Ok(then) => self.then(Some(layer), then),
            Err(refused) => {
                layer.refused(&refused);
                self.layers.push(layer);
            }
        }
        self.follow();
    }

    /// Does what is wanted of the stack, for a layer that has acted or for the screen.
    fn then(&mut self, layer: Option<Box<dyn Layer>>, then: Then) {
        let moved = self.scene != self.session.scene();
        let layer = layer.filter(|_| !moved);
        if moved {
            self.follow();
        }
        match then {
            Then::Stay => self.layers.extend(layer),
            Then::Close => {}
            Then::Replace(other) => self.layers.push(other),
            Then::Push(other) => self.layers.extend(layer.into_iter().chain([other])),
            Then::Press(op) => self.op(op),
        }
    }

    /// Handles a mouse event.
    pub fn mouse(&mut self, event: MouseEvent) {
        let at = Position::new(event.column, event.row);
        match (event.kind, self.layers.last()) {
            (MouseEventKind::Down(MouseButton::Left), layer) => {
                let on_screen = layer.is_none();
                self.session.clear_message();
                match on_screen {
                    false => self.with_layer(|layer, session| layer.click(at, session)),
                    true if self.with(|session| session.click(at)) => self.op(Op::Forward),
                    true => {}
                }
            }
            (MouseEventKind::ScrollUp, _) => self.wheel(at, Op::Up),
            (MouseEventKind::ScrollDown, _) => self.wheel(at, Op::Down),
            _ => {}
        }
    }

    /// Scrolls what is under the mouse.
    fn wheel(&mut self, at: Position, op: Op) {
        match (self.layers.last(), &self.session.place) {
            (Some(layer), _) => {
                let lines = if layer.scope() == Scope::Page { NOTCH } else { 1 };
                (0..lines).for_each(|_| self.op(op));
            }
            (None, Screen::Start) => self.op(op),
            _ => self.session.wheel(at, op),
        }
    }

    /// Returns why an operation is not available here now, or `None` if it is.
    pub fn barred(&self, op: Op) -> Option<String> {
        match self.layers.last() {
            None => self.session.barred(op),
            Some(layer) => match layer.means(op) {
                KeyMeaning::Blocked(why) => Some(why),
                _ => None,
            },
        }
    }

    /// Returns why the operation of a row of another scope is not available here, or `None` if it is.
    pub fn barred_elsewhere(&self, row: &Binding) -> Option<String> {
        if self.layers.is_empty() {
            return self.session.barred_elsewhere(row);
        }
        Some(format!("close this first: {}", self.session.keymap.shown(&self.scopes(), Op::Back)))
    }

    /// Returns what an operation would do now, for the foot line.
    pub fn means(&self, op: Op) -> KeyMeaning {
        self.layers.last().map_or_else(|| self.session.means(op), |layer| layer.means(op))
    }
}
