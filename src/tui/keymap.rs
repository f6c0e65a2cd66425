//! What a key is, where it holds, and the table in which it is found: that of
//! [`bindings`](super::bindings), with the referee's own keys laid over it.

use super::bindings::BINDINGS;
use super::op::Op;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::borrow::Cow;
use std::fmt;

/// Where a key holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// On every screen.
    Everywhere,
    /// The start screen.
    Start,
    /// A fight that is being built.
    Build,
    /// A fight.
    Play,
    /// The roster of a fight.
    Roster,
    /// The log of a fight.
    Log,
    /// A file that is only looked at.
    Replay,
    /// A form with fields.
    Form,
    /// A list to pick from.
    Menu,
    /// A prompt for dice.
    Dice,
    /// Something to read.
    Page,
}

impl Scope {
    /// All of them, in the order in which the README lists them.
    pub const ALL: [Self; 11] = [
        Self::Play,
        Self::Roster,
        Self::Log,
        Self::Build,
        Self::Start,
        Self::Replay,
        Self::Form,
        Self::Menu,
        Self::Dice,
        Self::Page,
        Self::Everywhere,
    ];

    /// What the place is called.
    pub fn title(self) -> &'static str {
        match self {
            Self::Everywhere => "Everywhere",
            Self::Start => "Start screen",
            Self::Build => "Building a fight",
            Self::Play => "In a fight",
            Self::Roster => "In the roster",
            Self::Log => "In the log",
            Self::Replay => "Replay",
            Self::Form => "In a form",
            Self::Menu => "In a list",
            Self::Dice => "Dice prompt",
            Self::Page => "Reading",
        }
    }
}

/// A key, with what is held down beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Hash)]
pub struct Chord {
    /// The key.
    pub code: KeyCode,
    /// Held down with it; capitals are keys of their own.
    pub held: KeyModifiers,
}

/// A key with nothing held down.
pub(super) const fn plain(code: KeyCode) -> Chord {
    Chord { code, held: KeyModifiers::NONE }
}

/// A sign.
pub(super) const fn letter(letter: char) -> Chord {
    plain(KeyCode::Char(letter))
}

/// A sign with Control held down.
pub(super) const fn ctrl(letter: char) -> Chord {
    Chord { code: KeyCode::Char(letter), held: KeyModifiers::CONTROL }
}

impl Chord {
    /// The chord of a key press; a capital letter says Shift by itself.
    pub fn of(event: KeyEvent) -> Self {
        let keep = match event.code {
            KeyCode::Char(_) | KeyCode::BackTab => KeyModifiers::CONTROL | KeyModifiers::ALT,
            _ => KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SHIFT,
        };
        Self { code: event.code, held: event.modifiers & keep }
    }

    /// The sign it would type into a field.
    pub fn sign(self) -> Option<char> {
        match self.code {
            KeyCode::Char(sign) if self.held.is_empty() => Some(sign),
            _ => None,
        }
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.held.contains(KeyModifiers::CONTROL) {
            f.write_str("Ctrl-")?;
        }
        match self.code {
            KeyCode::Char(' ') => f.write_str("Space"),
            KeyCode::Char(sign) => write!(f, "{sign}"),
            KeyCode::Enter => f.write_str("Enter"),
            KeyCode::Esc => f.write_str("Esc"),
            KeyCode::Tab => f.write_str("Tab"),
            KeyCode::BackTab => f.write_str("Shift-Tab"),
            KeyCode::Up => f.write_str("Up"),
            KeyCode::Down => f.write_str("Down"),
            KeyCode::Left => f.write_str("Left"),
            KeyCode::Right => f.write_str("Right"),
            KeyCode::PageUp => f.write_str("PgUp"),
            KeyCode::PageDown => f.write_str("PgDn"),
            KeyCode::F(n) => write!(f, "F{n}"),
            code => write!(f, "{code:?}"),
        }
    }
}

/// One row of the table.
#[derive(Debug, Clone)]
pub struct Binding {
    /// Where it holds.
    pub scope: Scope,
    /// The keys, the one to show first.
    pub keys: Cow<'static, [Chord]>,
    /// What it asks for.
    pub op: Op,
    /// The word on the foot line; empty: not shown there.
    pub label: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
}

impl Binding {
    /// The key to show; without any, nothing.
    pub fn key(&self) -> String {
        self.keys.first().map_or_else(String::new, Chord::to_string)
    }

    /// All its keys, to be listed.
    pub fn all_keys(&self) -> String {
        self.keys.iter().map(Chord::to_string).collect::<Vec<_>>().join(", ")
    }
}

/// The keys as they are now. Dispatch, foot line, help and palette read this and nothing else.
#[derive(Debug, Clone)]
pub struct Keymap {
    rows: Cow<'static, [Binding]>,
}

impl Default for Keymap {
    /// The keys of the table, none changed.
    fn default() -> Self {
        Self { rows: Cow::Borrowed(BINDINGS) }
    }
}

impl Keymap {
    /// What the key asks for in the first of these scopes that knows it.
    pub fn find(&self, scopes: &[Scope], chord: Chord) -> Option<Op> {
        scopes
            .iter()
            .find_map(|scope| self.rows(*scope).find(|row| row.keys.contains(&chord)).map(|row| row.op))
    }

    /// The rows of a scope, in their order.
    pub fn rows(&self, scope: Scope) -> impl Iterator<Item = &Binding> {
        self.rows.iter().filter(move |row| row.scope == scope)
    }

    /// The first key that asks for it there, as it is shown.
    pub fn shown(&self, scopes: &[Scope], op: Op) -> String {
        let row = scopes.iter().find_map(|scope| self.rows(*scope).find(|row| row.op == op));
        row.map_or_else(String::new, Binding::key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_twice_in_a_scope() {
        for scope in Scope::ALL {
            let keymap = Keymap::default();
            let keys: Vec<Chord> = keymap.rows(scope).flat_map(|row| row.keys.iter().copied()).collect();
            for (at, key) in keys.iter().enumerate() {
                assert!(!keys[..at].contains(key), "{key} twice: {}", scope.title());
            }
        }
    }

    #[test]
    fn no_pane_hides_a_key_of_its_screen() {
        let keymap = Keymap::default();
        for pane in [Scope::Roster, Scope::Log] {
            for key in keymap.rows(pane).flat_map(|row| row.keys.iter()) {
                let mut outer = keymap.rows(Scope::Play).chain(keymap.rows(Scope::Everywhere));
                let hidden = outer.find(|row| row.keys.contains(key));
                assert!(hidden.is_none(), "{key} in {}", pane.title());
            }
        }
    }

    #[test]
    fn every_row_says_what_it_does() {
        for row in BINDINGS {
            assert!(!row.keys.is_empty() && !row.help.is_empty(), "{:?}", row.op);
        }
    }
}
