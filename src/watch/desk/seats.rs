//! The seats: which phone plays which character.

use super::refused::Refused;
use super::token::Token;
use crate::rules::model::ids::CombatantId;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;

/// The most characters with a seat.
pub const SEATS: usize = 16;
/// The most phones that ask for a seat at once.
const ASKING: usize = 48;
/// The most of them at one address.
const SHARE: usize = 16;
/// The most phones sent away that are still told so.
const AWAY: usize = 32;

/// How far a phone has got with its seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatState {
    /// It asks for the seat; its token opens nothing yet.
    Asking,
    /// It has the seat.
    Seated,
    /// The referee refused the seat or took it away; its token opens nothing any more.
    SentAway,
}

/// The seat of a character, as one phone has it or asks for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// What the phone proves itself by, and the terminal names the seat by.
    pub token: Token,
    /// The character.
    pub who: CombatantId,
    /// The character's name.
    pub name: String,
    /// How far the phone has got.
    pub state: SeatState,
    /// Whether the answers of this phone count without the referee's Enter. The desk only keeps it.
    pub at_once: bool,
    /// The address from which it was asked for.
    #[serde(skip)]
    from: Option<IpAddr>,
}

/// The seats given, asked for, and taken away; each kind oldest first.
#[derive(Debug, Default)]
pub(super) struct Seats(Vec<Seat>);

impl Seats {
    /// The seats that were kept: at most [`SEATS`] and one a character.
    pub(super) fn kept(kept: Vec<Seat>) -> Self {
        let mut seats = Self::default();
        for seat in kept {
            let known = seats.of(seat.token).is_some() || seats.is_taken(seat.who);
            if seat.state == SeatState::Seated && !known && seats.0.len() < SEATS {
                seats.0.push(seat);
            }
        }
        seats
    }

    pub(super) fn in_state(&self, state: SeatState) -> impl Iterator<Item = &Seat> {
        self.0.iter().filter(move |seat| seat.state == state)
    }

    /// The seat of a token, whatever its state.
    pub(super) fn of(&self, token: Token) -> Option<&Seat> {
        token.find(&self.0, |seat| seat.token)
    }

    /// Whether a phone has the seat of a character.
    pub(super) fn is_taken(&self, who: CombatantId) -> bool {
        self.in_state(SeatState::Seated).any(|seat| seat.who == who)
    }

    /// A phone asks for the seat of a character. If its address asks for too many, or all together do, the oldest makes
    /// room: so nobody can keep another out.
    pub(super) fn ask(
        &mut self,
        token: Token,
        who: CombatantId,
        name: &str,
        from: IpAddr,
    ) -> Result<(), Refused> {
        if self.is_taken(who) {
            return Err(Refused::Taken);
        }
        self.make_room(from);
        let (name, state) = (name.to_string(), SeatState::Asking);
        self.0.push(Seat { token, who, name, state, at_once: false, from: Some(from) });
        Ok(())
    }

    fn make_room(&mut self, from: IpAddr) {
        let asking = || self.in_state(SeatState::Asking);
        let of = |from: Option<IpAddr>| asking().filter(|seat| seat.from == from).count();
        let whose = match of(Some(from)) {
            SHARE.. => Some(from),
            _ if asking().count() < ASKING => return,
            _ => asking().map(|seat| seat.from).max_by_key(|from| of(*from)).flatten(),
        };
        let oldest = |seat: &Seat| seat.state == SeatState::Asking && seat.from == whose;
        if let Some(at) = self.0.iter().position(oldest) {
            self.0.remove(at);
        }
    }

    /// Gives a phone the seat it asks for. Others that ask for the same character are sent away.
    pub(super) fn accept(&mut self, token: Token) -> Result<(), Refused> {
        let seat =
            self.of(token).filter(|seat| seat.state == SeatState::Asking).ok_or(Refused::NoSeat)?;
        let who = seat.who;
        if self.is_taken(who) {
            return Err(Refused::Taken);
        }
        if self.in_state(SeatState::Seated).count() >= SEATS {
            return Err(Refused::Full);
        }
        for seat in self.0.iter_mut().filter(|seat| seat.who == who && seat.state == SeatState::Asking) {
            seat.state = if seat.token.is(token) { SeatState::Seated } else { SeatState::SentAway };
        }
        self.forget_old();
        Ok(())
    }

    /// Takes away a seat given or asked for. Returns whether there was one.
    pub(super) fn send_away(&mut self, token: Token) -> bool {
        let at = token.place(&self.0, |seat| seat.token);
        let Some(at) = at.filter(|at| self.0[*at].state != SeatState::SentAway) else { return false };
        // The last sent away come last.
        let mut seat = self.0.remove(at);
        seat.state = SeatState::SentAway;
        self.0.push(seat);
        self.forget_old();
        true
    }

    fn forget_old(&mut self) {
        let mut surplus = self.in_state(SeatState::SentAway).count().saturating_sub(AWAY);
        self.0.retain(|seat| {
            let forgotten = seat.state == SeatState::SentAway && surplus > 0;
            surplus -= usize::from(forgotten);
            !forgotten
        });
    }

    /// A phone gives up its seat, or no longer asks for one.
    pub(super) fn leave(&mut self, token: Token) {
        self.0.retain(|seat| !seat.token.is(token));
    }

    /// Sets whether the answers of a seat count at once. Returns whether that changes anything.
    pub(super) fn set_at_once(&mut self, token: Token, at_once: bool) -> bool {
        let seat = self.0.iter_mut().find(|seat| seat.token.is(token) && seat.at_once != at_once);
        seat.map(|seat| seat.at_once = at_once).is_some()
    }

    /// Takes over the names of characters.
    pub(super) fn rename(&mut self, characters: &[(CombatantId, String)]) {
        for seat in &mut self.0 {
            if let Some((_, name)) = characters.iter().find(|(who, _)| *who == seat.who) {
                seat.name.clone_from(name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        [192, 0, 2, last].into()
    }

    fn asks(seats: &mut Seats, who: u32, from: u8) -> Token {
        let token = Token::random().expect("random numbers");
        seats.ask(token, CombatantId(who), "Brea", address(from)).expect("nobody has it");
        token
    }

    #[test]
    fn one_of_those_who_ask_for_a_character_gets_its_seat() {
        let mut seats = Seats::default();
        let [first, second, other] =
            [(1, 1), (1, 2), (2, 3)].map(|(who, from)| asks(&mut seats, who, from));
        assert_eq!(seats.accept(second), Ok(()));
        let state = |seats: &Seats, token| seats.of(token).map(|seat| seat.state);
        assert_eq!(state(&seats, first), Some(SeatState::SentAway));
        assert_eq!(state(&seats, second), Some(SeatState::Seated));
        assert_eq!(state(&seats, other), Some(SeatState::Asking));
        assert_eq!(seats.accept(second), Err(Refused::NoSeat), "once");
        assert_eq!(seats.accept(first), Err(Refused::NoSeat), "it no longer asks");
        let late = seats.ask(first, CombatantId(1), "Brea", address(1));
        assert_eq!(late, Err(Refused::Taken));
        assert!(seats.send_away(second) && !seats.send_away(second));
        assert!(!seats.is_taken(CombatantId(1)));
    }

    #[test]
    fn there_are_sixteen_seats() {
        let mut seats = Seats::default();
        let all: Vec<Token> = (0..=16).map(|who| asks(&mut seats, who, who as u8)).collect();
        let given: Vec<_> = all.iter().map(|token| seats.accept(*token)).collect();
        assert!(given[..16].iter().all(Result::is_ok));
        assert_eq!(given[16], Err(Refused::Full));
    }

    #[test]
    fn no_address_keeps_another_from_asking() {
        let mut seats = Seats::default();
        let first = asks(&mut seats, 0, 1);
        let other = asks(&mut seats, 0, 2);
        (0..100).for_each(|who| _ = asks(&mut seats, who, 1));
        assert!(seats.of(first).is_none() && seats.of(other).is_some());
        assert_eq!(seats.0.len(), SHARE + 1);
        for from in 3..200 {
            let newcomer = asks(&mut seats, 0, from);
            assert!(seats.of(newcomer).is_some());
        }
        assert_eq!(seats.0.len(), ASKING);
    }

    #[test]
    fn those_sent_away_are_forgotten_in_time() {
        let mut seats = Seats::default();
        for _ in 0..100 {
            let token = asks(&mut seats, 1, 1);
            assert!(seats.send_away(token));
            assert_eq!(seats.of(token).map(|seat| seat.state), Some(SeatState::SentAway));
        }
        assert_eq!(seats.0.len(), AWAY);
    }

    #[test]
    fn what_is_read_from_a_file_keeps_the_rules_of_seats() {
        let mut seats = Seats::default();
        let tokens: Vec<Token> = (0..3).map(|who| asks(&mut seats, who, 1)).collect();
        assert_eq!(seats.accept(tokens[0]), Ok(()));
        let seated = seats.of(tokens[0]).cloned().expect("it is seated");
        let twin = Seat { token: tokens[1], ..seated.clone() };
        let many = (0..40).map(|who| Seat {
            token: Token::random().expect("random numbers"),
            who: CombatantId(who),
            ..seated.clone()
        });
        let kept = Seats::kept([seated.clone(), seated.clone(), twin].into_iter().chain(many).collect());
        assert_eq!(kept.0.len(), SEATS);
        assert_eq!(kept.0.iter().filter(|seat| seat.who == seated.who).count(), 1);
    }
}
