//! The desk between the referee's terminal and the players' phones: who has a seat, which dice are asked of whom, what
//! was answered, and what players say about the log. Plain data behind a lock: it changes no fight and opens no
//! connection. The terminal puts questions on it and takes answers from it; the page carries both to the phones.

mod asks;
mod mine;
mod rate;
mod refused;
mod seats;
mod token;
mod waits;

pub use asks::{Answer, Ask, AskId, Die, Given, Wanted};
pub use mine::{Mine, Offered};
pub use refused::Refused;
pub use seats::{SEATS, Seat, SeatState};
pub use token::Token;
pub use waits::{Chip, LETTERS, LINES, Says, Settled, Wait, WaitId};

use crate::escape::visible;
use crate::rules::model::ids::CombatantId;
use asks::Asks;
use rate::{Rate, Sender};
use seats::Seats;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::io;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError, Weak};
use std::time::Instant;
use waits::Waits;

/// The most characters that are offered.
const OFFERED: usize = 64;
/// The most letters of a text that the terminal puts on the phones.
const SHOWN: usize = 200;

/// Called when there is something new. It must not block.
pub(super) type Call = dyn Fn() + Send + Sync;

/// What is kept of a desk beside its fight, so that a phone finds its seat again after a restart. It contains the secrets
/// of the seats: the file is for its owner's eyes only.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DeskState {
    /// The code in the address of the page.
    pub code: Option<String>,
    /// The port of the page.
    pub port: Option<u16>,
    /// The seats given.
    pub seats: Vec<Seat>,
}

/// What a phone posts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Post {
    /// Asks for the seat of a character, in place of the one it has; or gives that up (`None`).
    Seat(Option<CombatantId>),
    /// Answers an ask, by its key; or takes the answer back (`None`).
    Answer(Token, Option<Given>),
    /// Says wait to the line of an entry.
    Wait(u64, Says),
}

/// The desk, shared by the terminal and the server of the page.
pub struct Desk {
    table: Mutex<Table>,
    wake: Box<Call>,
    /// Those who tell the phones, while they last.
    news: Mutex<Vec<Weak<Call>>>,
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").field("table", &self.table()).finish_non_exhaustive()
    }
}

/// What lies on the desk.
#[derive(Debug, Default)]
struct Table {
    code: Option<String>,
    port: Option<u16>,
    characters: Vec<(CombatantId, String)>,
    seats: Seats,
    asks: Asks,
    waits: Waits,
    rate: Rate,
}

/// For the terminal.
impl Desk {
    /// Opens a desk as it was kept. `wake` is called, from another thread and under no lock, after each post of a phone
    /// that has changed something. It must not block.
    pub fn open(state: DeskState, wake: Box<dyn Fn() + Send + Sync>) -> Self {
        let DeskState { code, port, seats } = state;
        let table = Table { code, port, seats: Seats::kept(seats), ..Table::default() };
        Self { table: Mutex::new(table), wake, news: Mutex::default() }
    }

    /// What is to be kept.
    pub fn state(&self) -> DeskState {
        let table = self.table();
        let seats = table.seats.in_state(SeatState::Seated).cloned().collect();
        DeskState { code: table.code.clone(), port: table.port, seats }
    }

    /// Sets the characters that phones can ask for, with their names: the first 64.
    pub fn offer(&self, characters: Vec<(CombatantId, String)>) {
        let characters = characters.into_iter().take(OFFERED).map(|(who, name)| (who, shown(&name)));
        let characters: Vec<_> = characters.collect();
        self.change(|table| {
            let differ = table.characters != characters;
            table.seats.rename(&characters);
            table.characters = characters;
            differ
        });
    }

    /// The seats that are asked for, oldest first.
    pub fn requests(&self) -> Vec<Seat> {
        self.table().seats.in_state(SeatState::Asking).cloned().collect()
    }

    /// The seats that are given, oldest first.
    pub fn seats(&self) -> Vec<Seat> {
        self.table().seats.in_state(SeatState::Seated).cloned().collect()
    }

    /// The seat of a character, if it is given.
    pub fn seat_of(&self, who: CombatantId) -> Option<Seat> {
        self.table().seats.in_state(SeatState::Seated).find(|seat| seat.who == who).cloned()
    }

    /// Gives the seat that is asked for under a token. Other phones that ask for the same character are sent away.
    ///
    /// # Errors
    /// Nothing is asked for under this token any more, the character has a seat, or there are [`SEATS`] already.
    pub fn accept(&self, token: Token) -> Result<(), Refused> {
        let mut done = Ok(());
        self.change(|table| {
            done = table.seats.accept(token);
            done.is_ok()
        });
        done
    }

    /// Takes away a seat given or asked for; its phone is told. Returns whether there was one.
    pub fn send_away(&self, token: Token) -> bool {
        self.change(|table| {
            table.waits.forget(token);
            table.seats.send_away(token)
        })
    }

    /// Sets whether the answers of a seat count without the referee's Enter. Returns whether that is a change.
    pub fn set_at_once(&self, token: Token, at_once: bool) -> bool {
        self.change(|table| table.seats.set_at_once(token, at_once))
    }

    /// Asks for dice. The phone of each character shows its asks, oldest first; one seated later finds them too.
    ///
    /// # Errors
    /// If the system cannot provide random numbers. Nothing is asked then.
    pub fn ask(&self, asks: Vec<Ask>) -> io::Result<Vec<AskId>> {
        let shown = |ask: Ask| {
            let (title, text, needs) =
                (shown(&ask.title), shown(&ask.text), ask.needs.as_deref().map(shown));
            Ask { title, text, needs, ..ask }
        };
        let mut ids = Ok(Vec::new());
        self.change(|table| {
            ids = table.asks.ask(asks.into_iter().map(shown).collect());
            ids.as_ref().is_ok_and(|ids| !ids.is_empty())
        });
        ids
    }

    /// Takes back the asks of an entry, with what was answered. Returns whether there were any.
    pub fn withdraw(&self, entry: u64) -> bool {
        self.change(|table| table.asks.withdraw(|ask| ask.entry == entry))
    }

    /// Takes back all asks, with what was answered. Returns whether there were any.
    pub fn withdraw_all(&self) -> bool {
        self.change(|table| table.asks.withdraw(|_| true))
    }

    /// The answers that have come, in the order of the asks. Phones may still change them.
    pub fn answers(&self) -> Vec<Answer> {
        self.table().asks.answers()
    }

    /// Takes the answer to an ask, if one has come. The ask is over.
    pub fn take(&self, ask: AskId) -> Option<Answer> {
        self.take_those(|answer| answer.ask == ask).pop()
    }

    /// Takes all answers that have come, in the order of their asks, which are over.
    pub fn taken(&self) -> Vec<Answer> {
        self.take_those(|_| true)
    }

    fn take_those(&self, fits: impl Fn(&Answer) -> bool) -> Vec<Answer> {
        let mut taken = Vec::new();
        self.change(|table| {
            taken = table.asks.take(fits);
            !taken.is_empty()
        });
        taken
    }

    /// Sets the last lines of the log, each as the players may know it, with its entry: the last [`LINES`]. Lines of one
    /// entry are said wait to together.
    pub fn tell(&self, lines: Vec<(u64, String)>) {
        let lines = lines.into_iter().map(|(entry, line)| (entry, shown(&line))).collect();
        self.change(|table| table.waits.tell(lines));
    }

    /// The first line of that entry, as the players know it.
    pub fn line(&self, entry: u64) -> Option<String> {
        let table = self.table();
        table.waits.lines().iter().find(|(of, _)| *of == entry).map(|(_, line)| line.clone())
    }

    /// The waits that are not settled, oldest first.
    pub fn waits(&self) -> Vec<Wait> {
        self.table().waits.open().cloned().collect()
    }

    /// Settles a wait; its phone is told, with the word if it was declined. Returns whether it was open.
    pub fn settle(&self, wait: WaitId, settled: Settled) -> bool {
        let settled = match settled {
            Settled::Declined(word) => Settled::Declined(shown(&word)),
            Settled::Accepted => settled,
        };
        self.change(|table| table.waits.settle(wait, settled))
    }
}

/// For the server of the page; tests use it in place of a phone.
impl Desk {
    /// Carries out what a phone posts at a time. `token` is the one of its seat. Returns what the phone needs next: the
    /// token of the seat it asks for, or the new key of the ask.
    ///
    /// # Errors
    /// The reason why nothing was changed.
    pub fn post(
        &self,
        from: IpAddr,
        token: Option<Token>,
        post: Post,
        now: Instant,
    ) -> Result<Option<Token>, Refused> {
        let done = self.table().post(from, token, post, now);
        if done.is_ok() {
            self.tell_phones();
            (self.wake)();
        }
        done
    }

    /// What a phone may see. `None` if its token belongs to no seat.
    pub fn mine(&self, token: Option<Token>) -> Option<Mine> {
        let table = self.table();
        let seat = token.map(|token| table.seats.of(token).ok_or(()));
        Some(Mine::of(&table, seat.transpose().ok()?))
    }

    /// Has someone called when phones have something new to see, as long as it lasts.
    #[cfg(feature = "page")]
    pub(super) fn on_news(&self, call: &std::sync::Arc<Call>) {
        self.listeners().push(std::sync::Arc::downgrade(call));
    }

    /// Keeps the address at which the page is served.
    #[cfg(feature = "page")]
    pub(super) fn is_served(&self, code: &str, port: u16) {
        let mut table = self.table();
        (table.code, table.port) = (Some(code.into()), Some(port));
    }
}

impl Desk {
    fn table(&self) -> MutexGuard<'_, Table> {
        // Each change is made after its checks; a panic cannot leave it half done.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a change and, if it was one, tells the phones.
    fn change(&self, change: impl FnOnce(&mut Table) -> bool) -> bool {
        let changed = change(&mut self.table());
        if changed {
            self.tell_phones();
        }
        changed
    }

    fn listeners(&self) -> MutexGuard<'_, Vec<Weak<Call>>> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell_phones(&self) {
        self.listeners().retain(|call| call.upgrade().inspect(|call| call()).is_some());
    }
}

impl Table {
    fn post(
        &mut self,
        from: IpAddr,
        token: Option<Token>,
        post: Post,
        now: Instant,
    ) -> Result<Option<Token>, Refused> {
        let seat = token.and_then(|token| self.seats.of(token)).cloned();
        let sender = seat.as_ref().map_or(Sender::Address(from), |seat| Sender::Seat(seat.token));
        if !self.rate.admits(sender, now) {
            return Err(Refused::Often);
        }
        if let Post::Seat(who) = post {
            return self.seat(from, seat.map(|seat| seat.token), who);
        }
        let seat = seat.ok_or(Refused::NoSeat)?;
        if seat.state != SeatState::Seated {
            return Err(Refused::NotSeated);
        }
        match post {
            Post::Answer(key, given) => self.asks.answer(seat.who, key, given).map(Some),
            Post::Wait(line, says) => {
                self.waits.say(seat.token, (seat.who, &seat.name), line, says).map(|()| None)
            }
            Post::Seat(_) => Ok(None),
        }
    }

    fn seat(
        &mut self,
        from: IpAddr,
        old: Option<Token>,
        who: Option<CombatantId>,
    ) -> Result<Option<Token>, Refused> {
        let Some(who) = who else {
            let old = old.ok_or(Refused::NoSeat)?;
            self.leave(old);
            return Ok(None);
        };
        let character = self.characters.iter().find(|(offered, _)| *offered == who);
        let (who, name) = character.cloned().ok_or(Refused::NoCharacter)?;
        let token = Token::random().map_err(|_| Refused::NoSecret)?;
        self.seats.ask(token, who, &name, from)?;
        old.into_iter().for_each(|old| self.leave(old));
        Ok(Some(token))
    }

    fn leave(&mut self, seat: Token) {
        self.seats.leave(seat);
        self.waits.forget(seat);
    }
}

/// A text of the terminal as phones may show it: bounded, and with its hidden characters escaped.
fn shown(text: &str) -> String {
    let bounded = match text.char_indices().nth(SHOWN) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    };
    visible(&bounded).into_owned()
}

#[cfg(test)]
mod tests;
