//! The waits: what players say about a line of the log, and what the referee makes of it.

use super::refused::Refused;
use super::token::Token;
use crate::escape::is_hidden;
use crate::rules::model::ids::CombatantId;
use serde::{Deserialize, Serialize};

/// The most lines of the log that phones can say wait to.
pub const LINES: usize = 24;
/// The most letters of a text.
pub const LETTERS: usize = 80;
/// The most open waits of a seat.
const OPEN: usize = 6;
/// The most decided waits that are still told.
const DECIDED: usize = 64;

/// What can be said with one tap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chip {
    /// A bonus of one was forgotten.
    PlusOne,
    /// There was cover.
    Cover,
    /// The blow came from behind.
    Behind,
    /// Somebody else was meant.
    OtherTarget,
    /// The saving throw was made, or was due.
    Saved,
    /// An effect had ended.
    Ended,
}

impl Chip {
    /// All of them, in the order shown.
    pub const ALL: [Self; 6] =
        [Self::PlusOne, Self::Cover, Self::Behind, Self::OtherTarget, Self::Saved, Self::Ended];

    /// The words on it.
    pub fn words(self) -> &'static str {
        match self {
            Self::PlusOne => "+1",
            Self::Cover => "cover",
            Self::Behind => "behind",
            Self::OtherTarget => "other target",
            Self::Saved => "saved",
            Self::Ended => "it had ended",
        }
    }
}

/// What a player says about a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Says {
    /// One of the ready words.
    Chip(Chip),
    /// Words of its own: 1 to 80 letters, none of them a control character.
    Text(String),
}

impl Says {
    /// It in words.
    pub fn words(&self) -> &str {
        match self {
            Self::Chip(chip) => chip.words(),
            Self::Text(text) => text,
        }
    }

    /// The same without space around it.
    fn checked(self) -> Result<Self, Refused> {
        let Self::Text(text) = self else { return Ok(self) };
        let text = text.trim();
        let length = text.chars().count();
        if length == 0 || length > LETTERS || text.chars().any(is_hidden) {
            return Err(Refused::Unreadable);
        }
        Ok(Self::Text(text.into()))
    }
}

/// The terminal's name of a wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WaitId(u64);

/// What the referee made of a wait.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Settled {
    /// It was right: the fight was amended.
    Accepted,
    /// It stays as it was, with the referee's word for it.
    Declined(String),
}

/// A player says wait.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wait {
    /// Its name.
    pub id: WaitId,
    /// The seat that says it.
    pub seat: Token,
    /// The character of that seat.
    pub who: CombatantId,
    /// The character's name.
    pub name: String,
    /// The entry of the line.
    pub line: u64,
    /// What it says.
    pub says: Says,
    /// What the referee made of it; `None` while it is open.
    pub settled: Option<Settled>,
}

/// The last lines of the log, and the waits, oldest first.
#[derive(Debug, Default)]
pub(super) struct Waits {
    lines: Vec<(u64, String)>,
    all: Vec<Wait>,
    next: u64,
}

impl Waits {
    pub(super) fn lines(&self) -> &[(u64, String)] {
        &self.lines
    }

    /// Puts the last lines on the phones. Returns whether they differ.
    pub(super) fn tell(&mut self, mut lines: Vec<(u64, String)>) -> bool {
        lines.drain(..lines.len().saturating_sub(LINES));
        let differ = self.lines != lines;
        self.lines = lines;
        differ
    }

    pub(super) fn open(&self) -> impl Iterator<Item = &Wait> {
        self.all.iter().filter(|wait| wait.settled.is_none())
    }

    /// The waits of a seat, for the lines that are still told.
    pub(super) fn of(&self, seat: Token) -> impl Iterator<Item = &Wait> {
        let told = |line| self.lines.iter().any(|(told, _)| *told == line);
        self.all.iter().filter(move |wait| wait.seat.is(seat) && told(wait.line))
    }

    /// A player says wait.
    pub(super) fn say(
        &mut self,
        seat: Token,
        who: (CombatantId, &str),
        line: u64,
        says: Says,
    ) -> Result<(), Refused> {
        let says = says.checked()?;
        if !self.lines.iter().any(|(told, _)| *told == line) {
            return Err(Refused::NoLine);
        }
        let mine = || self.open().filter(|wait| wait.seat.is(seat));
        if mine().any(|wait| wait.line == line) || mine().count() >= OPEN {
            return Err(Refused::Waiting);
        }
        // Said anew: what the referee made of it before is past.
        self.all.retain(|wait| !(wait.seat.is(seat) && wait.line == line));
        let (id, (who, name)) = (WaitId(self.next), who);
        self.next += 1;
        self.all.push(Wait { id, seat, who, name: name.into(), line, says, settled: None });
        Ok(())
    }

    /// Settles a wait. Returns whether it was open.
    pub(super) fn settle(&mut self, id: WaitId, settled: Settled) -> bool {
        let wait = self.all.iter_mut().find(|wait| wait.id == id && wait.settled.is_none());
        let open = wait.map(|wait| wait.settled = Some(settled)).is_some();
        let mut surplus =
            self.all.iter().filter(|wait| wait.settled.is_some()).count().saturating_sub(DECIDED);
        self.all.retain(|wait| {
            let forgotten = wait.settled.is_some() && surplus > 0;
            surplus -= usize::from(forgotten);
            !forgotten
        });
        open
    }

    /// Forgets what a seat has said.
    pub(super) fn forget(&mut self, seat: Token) {
        self.all.retain(|wait| !wait.seat.is(seat));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BREA: (CombatantId, &str) = (CombatantId(1), "Brea");

    fn waits() -> (Waits, Token) {
        let mut waits = Waits::default();
        assert!(waits.tell((0..40).map(|line| (line, format!("Line {line}"))).collect()));
        (waits, Token::random().expect("random numbers"))
    }

    #[test]
    fn one_open_wait_a_seat_and_line() {
        let (mut waits, seat) = waits();
        let cover = || Says::Chip(Chip::Cover);
        assert_eq!(waits.say(seat, BREA, 39, cover()), Ok(()));
        assert_eq!(waits.say(seat, BREA, 39, cover()), Err(Refused::Waiting));
        assert_eq!(waits.say(seat, BREA, 3, cover()), Err(Refused::NoLine), "only the last are told");
        let id = waits.open().next().expect("it is open").id;
        let no = Settled::Declined("no wall there".into());
        assert!(waits.settle(id, no.clone()) && !waits.settle(id, Settled::Accepted));
        assert_eq!(waits.of(seat).map(|wait| &wait.settled).collect::<Vec<_>>(), [&Some(no)]);
        assert_eq!(waits.say(seat, BREA, 39, cover()), Ok(()), "said anew");
        assert_eq!(waits.of(seat).count(), 1);
        let more = (30..39).filter(|line| waits.say(seat, BREA, *line, cover()).is_ok()).count();
        assert_eq!(more + 1, OPEN);
    }

    #[test]
    fn a_text_is_one_short_line() {
        let (mut waits, seat) = waits();
        let mut said = |line, text: &str| waits.say(seat, BREA, line, Says::Text(text.into()));
        assert_eq!(said(39, &"ä".repeat(80)), Ok(()));
        assert_eq!(said(38, " he had +2 "), Ok(()));
        for wrong in ["", " ", &"a".repeat(81), "a\nb", "a\u{1b}[2J", "a\u{202e}b", "\u{9b}1m"] {
            assert_eq!(said(37, wrong), Err(Refused::Unreadable), "{wrong:?}");
        }
        assert_eq!(waits.open().map(|wait| &wait.says).last(), Some(&Says::Text("he had +2".into())));
    }

    #[test]
    fn what_is_decided_is_forgotten_in_time() {
        let (mut waits, seat) = waits();
        for at in 0..200 {
            waits.tell(vec![(at, "Line".into())]);
            waits.say(seat, BREA, at, Says::Chip(Chip::Saved)).expect("it is told");
            let id = waits.open().next().expect("it is open").id;
            assert!(waits.settle(id, Settled::Accepted));
        }
        assert_eq!(waits.all.len(), DECIDED);
    }
}
