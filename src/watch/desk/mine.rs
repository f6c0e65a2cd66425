//! What one phone may see of the desk: its own seat, asks and waits, and nothing of the others.

use super::Table;
use super::asks::{Given, Open, Wanted};
use super::seats::{Seat, SeatState};
use super::token::Token;
use super::waits::{Says, Settled, Wait};
use crate::rules::model::ids::CombatantId;
use serde::Serialize;

/// What one phone may see.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Mine {
    /// Its seat, if it has or asks for one.
    pub seat: Option<MySeat>,
    /// The characters it can ask for; empty once it has a seat.
    pub characters: Vec<Offered>,
    /// The dice that are asked of it, oldest first.
    pub asks: Vec<MyAsk>,
    /// What it has said about the lines, oldest first.
    pub waits: Vec<MyWait>,
    /// The last lines of the log, each with its entry, oldest first.
    pub lines: Vec<(u64, String)>,
}

/// A character that a phone can ask for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Offered {
    /// The character.
    pub who: CombatantId,
    /// Its name.
    pub name: String,
    /// Whether another phone has its seat.
    pub taken: bool,
}

/// The phone's own seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MySeat {
    /// How far it has got.
    pub state: SeatState,
    /// The character.
    pub who: CombatantId,
    /// Its name.
    pub name: String,
}

/// Dice that are asked of the phone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MyAsk {
    /// The key under which it is answered once.
    pub ask: Token,
    /// Who rolls what.
    pub title: String,
    /// What for.
    pub text: String,
    /// Which dice.
    pub wanted: Wanted,
    /// What is needed, if the player may know.
    pub needs: Option<String>,
    /// Whether the machine may roll.
    pub may_roll: bool,
    /// What was answered.
    pub sent: Option<Given>,
}

/// What the phone has said about a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MyWait {
    /// The entry of the line.
    pub line: u64,
    /// What it says.
    pub says: Says,
    /// What the referee made of it.
    pub settled: Option<Settled>,
}

impl Mine {
    /// What the phone with this seat sees, or one without any.
    pub(super) fn of(table: &Table, seat: Option<&Seat>) -> Self {
        let Some(seat) = seat else { return Self { characters: offered(table), ..Self::default() } };
        let mine = MySeat { state: seat.state, who: seat.who, name: seat.name.clone() };
        let seen = Self { seat: Some(mine), ..Self::default() };
        match seat.state {
            SeatState::Asking => seen,
            SeatState::SentAway => Self { characters: offered(table), ..seen },
            SeatState::Seated => Self {
                asks: table.asks.of(seat.who).map(MyAsk::of).collect(),
                waits: table.waits.of(seat.token).map(MyWait::of).collect(),
                lines: table.waits.lines().to_vec(),
                ..seen
            },
        }
    }
}

fn offered(table: &Table) -> Vec<Offered> {
    let offered = |(who, name): &(CombatantId, String)| {
        let taken = table.seats.is_taken(*who);
        Offered { who: *who, name: name.clone(), taken }
    };
    table.characters.iter().map(offered).collect()
}

impl MyAsk {
    fn of(open: &Open) -> Self {
        let (ask, sent) = (&open.ask, open.sent.clone());
        Self {
            ask: open.key,
            title: ask.title.clone(),
            text: ask.text.clone(),
            wanted: ask.wanted.clone(),
            needs: ask.needs.clone(),
            may_roll: ask.may_roll,
            sent,
        }
    }
}

impl MyWait {
    fn of(wait: &Wait) -> Self {
        Self { line: wait.line, says: wait.says.clone(), settled: wait.settled.clone() }
    }
}
