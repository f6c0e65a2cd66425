//! Keys, scopes and the keymap: the default [`bindings`](super::bindings), overridden by the referee's own keys.

use super::bindings::BINDINGS;
use super::doing::Doing;
use super::operations::Op;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// Where a key binding applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// On every screen.
    Everywhere,
    /// The start screen.
    Start,
    /// The fight screen during setup.
    Build,
    /// The fight screen once the fight has begun.
    Play,
    /// The roster of a fight.
    Roster,
    /// The log of a fight.
    Log,
    /// The timeline of a fight.
    Timeline,
    /// The list of the fight's branches.
    Branches,
    /// A form with fields.
    Form,
    /// A list to pick from.
    Menu,
    /// The library.
    Library,
    /// The review of an import.
    Review,
    /// A prompt for dice.
    Dice,
    /// A page of text.
    Page,
    /// The rules lookup.
    Rules,
}

impl Scope {
    /// All scopes, in the order in which the README lists them.
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

    /// Returns its title.
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

    /// Returns its name in `keys.ron`.
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

    /// Whether text is typed there, so that a plain character cannot be a key.
    pub fn is_typed_into(self) -> bool {
        matches!(self, Self::Form | Self::Menu | Self::Library | Self::Dice | Self::Rules)
    }

    /// Whether both scopes can be active at the same time.
    pub fn holds_with(self, other: Self) -> bool {
        let pane = |scope| matches!(scope, Self::Roster | Self::Log);
        let screen = |scope| matches!(scope, Self::Play | Self::Build);
        self == other
            || [self, other].contains(&Self::Everywhere)
            || pane(self) && screen(other)
            || screen(self) && pane(other)
    }
}

/// A key with its modifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Hash)]
pub struct Chord {
    /// The key.
    pub code: KeyCode,
    /// The modifiers; capital letters are keys of their own.
    pub held: KeyModifiers,
}

/// A key without modifiers.
pub(in crate::tui) const fn plain(code: KeyCode) -> Chord {
    Chord { code, held: KeyModifiers::NONE }
}

/// A character without modifiers.
pub(in crate::tui) const fn letter(letter: char) -> Chord {
    plain(KeyCode::Char(letter))
}

/// A character with Control.
pub(in crate::tui) const fn ctrl(letter: char) -> Chord {
    Chord { code: KeyCode::Char(letter), held: KeyModifiers::CONTROL }
}

impl Chord {
    /// Returns the chord of a key press, without Shift where the key implies it: capital letters and Shift-Tab.
    pub fn of(event: KeyEvent) -> Self {
        let keep = match event.code {
            KeyCode::Char(_) | KeyCode::BackTab => KeyModifiers::CONTROL | KeyModifiers::ALT,
            _ => KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SHIFT,
        };
        Self { code: event.code, held: event.modifiers & keep }
    }

    /// Returns the chord without Alt, if it has Alt.
    pub fn without_alt(self) -> Option<Self> {
        let held = self.held - KeyModifiers::ALT;
        (held != self.held).then_some(Self { held, ..self })
    }

    /// Returns the character it types into a field, if any.
    pub fn sign(self) -> Option<char> {
        match self.code {
            KeyCode::Char(sign) if self.held.is_empty() => Some(sign),
            _ => None,
        }
    }
}

/// Names of keys that are not printable characters.
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

/// Modifier prefixes, in the order in which they are written.
const HELD: [(KeyModifiers, &str); 3] =
    [(KeyModifiers::CONTROL, "Ctrl-"), (KeyModifiers::ALT, "Alt-"), (KeyModifiers::SHIFT, "Shift-")];

/// Control chords that a terminal cannot tell from another key.
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

    /// Parses a key as it is displayed: `u`, `Ctrl-z`, `Shift-Tab`, `F3`.
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

/// Returns the key with that name, or the character itself.
fn key(name: &str) -> Option<KeyCode> {
    let mut signs = name.chars();
    if let (Some(sign), None) = (signs.next(), signs.next()) {
        return (!sign.is_control()).then_some(KeyCode::Char(sign));
    }
    let number = name.strip_prefix(['F', 'f']).and_then(|n| n.parse().ok());
    let named = NAMES.iter().find(|(_, known)| known.eq_ignore_ascii_case(name)).map(|(code, _)| *code);
    named.or(number.filter(|n| (1..=12).contains(n)).map(KeyCode::F))
}

/// One row of the keymap.
#[derive(Debug, Clone)]
pub struct Binding {
    /// Where it applies.
    pub scope: Scope,
    /// The keys; the first is the one displayed.
    pub keys: Cow<'static, [Chord]>,
    /// The operation.
    pub op: Op,
    /// Label on the foot line; not shown there if empty.
    pub label: &'static str,
    /// Help text, a sentence.
    pub help: &'static str,
    /// What it does, and when.
    pub doing: Doing,
}

impl Binding {
    /// Returns the key to display; empty if there is none.
    pub fn key(&self) -> String {
        self.keys.first().map_or_else(String::new, Chord::to_string)
    }

    /// Returns all keys, comma-separated.
    pub fn all_keys(&self) -> String {
        self.keys.iter().map(Chord::to_string).collect::<Vec<_>>().join(", ")
    }
}

/// The current key bindings, used by dispatch, foot line, help and palette alike.
#[derive(Debug, Clone)]
pub struct Keymap {
    rows: Cow<'static, [Binding]>,
}

impl Default for Keymap {
    /// Returns the default bindings.
    fn default() -> Self {
        Self { rows: Cow::Borrowed(BINDINGS) }
    }
}

impl Keymap {
    /// Creates a keymap from these rows.
    pub(in crate::tui) fn of(rows: Vec<Binding>) -> Self {
        Self { rows: Cow::Owned(rows) }
    }

    /// Returns the operation of a key in the first of these scopes that binds it.
    pub fn find(&self, scopes: &[Scope], chord: Chord) -> Option<Op> {
        scopes
            .iter()
            .find_map(|scope| self.rows(*scope).find(|row| row.keys.contains(&chord)).map(|row| row.op))
    }

    /// Returns the rows of a scope, in order.
    pub fn rows(&self, scope: Scope) -> impl Iterator<Item = &Binding> {
        self.rows.iter().filter(move |row| row.scope == scope)
    }

    /// Returns the row of an operation in the first of these scopes that has it.
    pub fn row(&self, scopes: &[Scope], op: Op) -> Option<&Binding> {
        scopes.iter().find_map(|scope| self.rows(*scope).find(|row| row.op == op))
    }

    /// Returns the displayed key of an operation in the first of these scopes that has it.
    pub fn shown(&self, scopes: &[Scope], op: Op) -> String {
        self.row(scopes, op).map_or_else(String::new, Binding::key)
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
                let name = row.op.name();
                assert!((row.scope, row.op) != (other.scope, other.op), "{name} twice: {place}");
                assert!(row.op == other.op || name != other.op.name(), "two are called {name}");
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
