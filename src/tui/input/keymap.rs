//! What a key is, where it holds, and the table in which it is found: that of
//! [`bindings`](super::bindings), with the referee's own keys laid over it.

use super::bindings::BINDINGS;
use super::operations::Op;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

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
    /// The timeline of a fight.
    Timeline,
    /// The list of the fight's lines.
    Branches,
    /// A form with fields.
    Form,
    /// A list to pick from.
    Menu,
    /// The library.
    Library,
    /// What an import found.
    Review,
    /// A prompt for dice.
    Dice,
    /// Something to read.
    Page,
    /// The rules, to look something up.
    Rules,
}

impl Scope {
    /// All of them, in the order in which the README lists them.
    pub const ALL: [Self; 15] = [
        Self::Play,
        Self::Roster,
        Self::Log,
        Self::Build,
        Self::Start,
        Self::Timeline,
        Self::Branches,
        Self::Form,
        Self::Menu,
        Self::Library,
        Self::Review,
        Self::Dice,
        Self::Page,
        Self::Rules,
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
            Self::Timeline => "In the timeline",
            Self::Branches => "In the list of branches",
            Self::Form => "In a form",
            Self::Menu => "In a list",
            Self::Library => "In the library",
            Self::Review => "Looking through an import",
            Self::Dice => "Dice prompt",
            Self::Page => "Reading",
            Self::Rules => "Looking up a rule",
        }
    }

    /// Its name in `keys.ron`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Everywhere => "everywhere",
            Self::Start => "start",
            Self::Build => "build",
            Self::Play => "play",
            Self::Roster => "roster",
            Self::Log => "log",
            Self::Timeline => "timeline",
            Self::Branches => "branches",
            Self::Form => "form",
            Self::Menu => "list",
            Self::Library => "library",
            Self::Review => "review",
            Self::Dice => "dice",
            Self::Page => "reading",
            Self::Rules => "rules",
        }
    }

    /// Whether characters are typed there, so that none can be a key of its own.
    pub fn is_typed_into(self) -> bool {
        matches!(self, Self::Form | Self::Menu | Self::Library | Self::Dice | Self::Rules)
    }

    /// Whether keys of both hold at the same time.
    pub fn holds_with(self, other: Self) -> bool {
        let pane = |scope| matches!(scope, Self::Roster | Self::Log);
        let screen = |scope| matches!(scope, Self::Play | Self::Build);
        self == other
            || [self, other].contains(&Self::Everywhere)
            || pane(self) && screen(other)
            || screen(self) && pane(other)
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
pub(in crate::tui) const fn plain(code: KeyCode) -> Chord {
    Chord { code, held: KeyModifiers::NONE }
}

/// A plain character.
pub(in crate::tui) const fn letter(letter: char) -> Chord {
    plain(KeyCode::Char(letter))
}

/// A character with Control held down.
pub(in crate::tui) const fn ctrl(letter: char) -> Chord {
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

    /// The key alone, where Alt is held down with it.
    pub fn without_alt(self) -> Option<Self> {
        let held = self.held - KeyModifiers::ALT;
        (held != self.held).then_some(Self { held, ..self })
    }

    /// The character it would type into a field.
    pub fn sign(self) -> Option<char> {
        match self.code {
            KeyCode::Char(sign) if self.held.is_empty() => Some(sign),
            _ => None,
        }
    }
}

/// What keys without a sign of their own are called.
const NAMES: [(KeyCode, &str); 16] = [
    (KeyCode::Char(' '), "Space"),
    (KeyCode::Enter, "Enter"),
    (KeyCode::Esc, "Esc"),
    (KeyCode::BackTab, "Shift-Tab"),
    (KeyCode::Tab, "Tab"),
    (KeyCode::Up, "Up"),
    (KeyCode::Down, "Down"),
    (KeyCode::Left, "Left"),
    (KeyCode::Right, "Right"),
    (KeyCode::PageUp, "PgUp"),
    (KeyCode::PageDown, "PgDn"),
    (KeyCode::Home, "Home"),
    (KeyCode::End, "End"),
    (KeyCode::Backspace, "Backspace"),
    (KeyCode::Delete, "Del"),
    (KeyCode::Insert, "Ins"),
];

/// What can be held down, in the order in which it is written.
const HELD: [(KeyModifiers, &str); 3] =
    [(KeyModifiers::CONTROL, "Ctrl-"), (KeyModifiers::ALT, "Alt-"), (KeyModifiers::SHIFT, "Shift-")];

/// What a terminal sends alike: nobody can tell the first from the second.
const ALIKE: [(char, &str); 3] = [('i', "Tab"), ('m', "Enter"), ('[', "Esc")];

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (_, name) in HELD.iter().filter(|(held, _)| self.held.contains(*held)) {
            f.write_str(name)?;
        }
        match (NAMES.iter().find(|(code, _)| *code == self.code), self.code) {
            (Some((_, name)), _) => f.write_str(name),
            (None, KeyCode::Char(sign)) => write!(f, "{sign}"),
            (None, KeyCode::F(n)) => write!(f, "F{n}"),
            (None, code) => write!(f, "{code:?}"),
        }
    }
}

impl FromStr for Chord {
    type Err = String;

    /// A key as it is shown: `u`, `Ctrl-z`, `Shift-Tab`, `F3`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (mut rest, mut held) = (text, KeyModifiers::NONE);
        let mut code = key(rest);
        while code.is_none() {
            let (with, name) =
                HELD.iter().find(|(_, name)| starts(rest, name)).ok_or_else(|| no_key(text))?;
            held |= *with;
            rest = &rest[name.len()..];
            code = key(rest);
        }
        let chord = match code {
            Some(KeyCode::Char(sign)) if held == KeyModifiers::SHIFT && sign != ' ' => {
                letter(sign.to_uppercase().next().unwrap_or(sign))
            }
            Some(KeyCode::Char(sign)) if held.contains(KeyModifiers::CONTROL) => {
                Self { code: KeyCode::Char(sign.to_ascii_lowercase()), held }
            }
            Some(code) => Self { code, held },
            None => return Err(no_key(text)),
        };
        match ALIKE.iter().find(|(sign, _)| chord == ctrl(*sign)) {
            Some((_, same)) => {
                Err(format!("found {text}, which a terminal sends as {same}: use {same}"))
            }
            None => Ok(chord),
        }
    }
}

fn no_key(text: &str) -> String {
    format!(
        "found \"{text}\", expected a key: a sign such as u or +, Space, Enter, Esc, Tab, Up, Down, Left, \
         Right, PgUp, PgDn, Home, End, Backspace, Del, Ins or F1 to F12, with Ctrl-, Alt- or Shift- \
         before it if need be"
    )
}

fn starts(text: &str, with: &str) -> bool {
    text.get(..with.len()).is_some_and(|head| head.eq_ignore_ascii_case(with))
}

/// The key of that name, or the character itself.
fn key(name: &str) -> Option<KeyCode> {
    let mut signs = name.chars();
    if let (Some(sign), None) = (signs.next(), signs.next()) {
        return (!sign.is_control()).then_some(KeyCode::Char(sign));
    }
    let number = name.strip_prefix(['F', 'f']).and_then(|n| n.parse().ok());
    let named = NAMES.iter().find(|(_, known)| known.eq_ignore_ascii_case(name)).map(|(code, _)| *code);
    named.or(number.filter(|n| (1..=12).contains(n)).map(KeyCode::F))
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
    /// These rows.
    pub(in crate::tui) fn of(rows: Vec<Binding>) -> Self {
        Self { rows: Cow::Owned(rows) }
    }

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
    fn no_key_means_two_things_at_once_and_no_operation_stands_twice() {
        for (at, row) in BINDINGS.iter().enumerate() {
            for other in &BINDINGS[..at] {
                let place = row.scope.title();
                assert!(
                    (row.scope, row.op) != (other.scope, other.op),
                    "{} twice: {place}",
                    row.op.name()
                );
                let same = |key: &&Chord| row.scope.holds_with(other.scope) && other.keys.contains(key);
                assert_eq!(row.keys.iter().find(same), None, "{} and {}: {place}", row.help, other.help);
            }
        }
    }

    #[test]
    fn a_key_reads_as_it_is_shown() {
        for key in BINDINGS.iter().flat_map(|row| row.keys.iter()) {
            assert_eq!(key.to_string().parse(), Ok(*key));
        }
        for (text, shown) in
            [("ctrl-Z", "Ctrl-z"), ("Shift-u", "U"), ("-", "-"), ("Alt--", "Alt--"), ("f12", "F12")]
        {
            assert_eq!(text.parse().map(|key: Chord| key.to_string()), Ok(shown.to_string()));
        }
        for wrong in ["", "Crtl-z", "Ctrl-", "F13", "uu", "Ctrl-m"] {
            assert!(wrong.parse::<Chord>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_row_says_what_it_does() {
        for row in BINDINGS {
            assert!(!row.keys.is_empty() && !row.help.is_empty(), "{:?}", row.op);
        }
    }
}
