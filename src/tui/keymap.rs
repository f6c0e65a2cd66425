//! What a key is, where it holds, and how it is found in the table of [`bindings`](super::bindings).

use super::bindings::BINDINGS;
use super::op::Op;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
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
#[derive(Debug, Clone, Copy)]
pub struct Binding {
    /// Where it holds.
    pub scope: Scope,
    /// The keys, the one to show first.
    pub keys: &'static [Chord],
    /// What it asks for.
    pub op: Op,
    /// The word on the foot line; empty: not shown there.
    pub label: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
}

/// What the key asks for in the first of these scopes that knows it.
pub fn find(scopes: &[Scope], chord: Chord) -> Option<Op> {
    scopes.iter().find_map(|scope| {
        let row = |row: &&Binding| row.scope == *scope && row.keys.contains(&chord);
        BINDINGS.iter().find(row).map(|row| row.op)
    })
}

/// The rows of a scope, in their order.
pub fn rows(scope: Scope) -> impl Iterator<Item = &'static Binding> {
    BINDINGS.iter().filter(move |row| row.scope == scope)
}

/// The first key that asks for it there, as it is shown.
pub fn shown(scopes: &[Scope], op: Op) -> String {
    let row = scopes.iter().find_map(|scope| rows(*scope).find(|row| row.op == op));
    row.and_then(|row| row.keys.first()).map_or_else(String::new, Chord::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_twice_in_a_scope() {
        for scope in Scope::ALL {
            let keys: Vec<Chord> = rows(scope).flat_map(|row| row.keys.iter().copied()).collect();
            for (at, key) in keys.iter().enumerate() {
                assert!(!keys[..at].contains(key), "{key} twice: {}", scope.title());
            }
        }
    }

    #[test]
    fn no_pane_hides_a_key_of_its_screen() {
        for pane in [Scope::Roster, Scope::Log] {
            for key in rows(pane).flat_map(|row| row.keys) {
                let hidden =
                    rows(Scope::Play).chain(rows(Scope::Everywhere)).find(|row| row.keys.contains(key));
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
