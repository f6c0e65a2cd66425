//! The players' phones: which dice are asked of whom on the desk, what has come from there, and who asks for a seat.

use crate::chronicle::{Ask, Entry, EntryId, Provenance, by_side};
use crate::rules::model::dice::{Answer, Roll, RollRequest};
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::event::Event;
use crate::store::{DeskFile, Late};
use crate::tui::overlays::Refused;
use crate::tui::session::Session;
use crate::watch::desk::{AskId, Desk, DeskState, LINES, Token, Wait};
use crate::watch::{asked, last_lines};
use std::sync::Arc;

/// The desk of a fight while its page is served.
pub struct Phones {
    desk: Arc<Desk>,
    /// The asks that are on phones.
    asked: Vec<(AskId, RollRequest)>,
    /// For which scene, whether there was a question, and for which seats they were put there.
    asked_for: Option<(u64, bool, Vec<Token>)>,
    /// The number of acts when the phones were last told of them, and the last of these.
    told: Option<(usize, Option<EntryId>)>,
    /// The state of the desk as it was last kept.
    kept: DeskState,
    /// Where it is kept: of which fight it is, once that has a file.
    file: Option<DeskFile>,
}

/// What players want of the referee.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// In words, with the key.
    pub text: String,
    /// Whether it comes late.
    pub late: bool,
}

/// A roll that is asked of a phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    /// What is asked.
    pub ask: RollRequest,
    /// What the player has sent, if anything: what the dice show, or that the machine is to roll (`None`).
    pub sent: Option<Option<Roll>>,
}

impl Heard {
    /// What the dice show, if that was sent.
    pub fn roll(&self) -> Option<&Roll> {
        self.sent.as_ref()?.as_ref()
    }

    /// The roll as it would be typed: `14`, `4 2 6`; empty if there is none, or the machine is to roll.
    pub fn text(&self) -> String {
        match self.roll() {
            Some(Roll::Faces(faces)) => {
                faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
            }
            Some(Roll::Total(total)) => total.to_string(),
            None => String::new(),
        }
    }
}

impl Phones {
    #[cfg(feature = "page")]
    fn new(desk: Arc<Desk>) -> Self {
        let kept = desk.state();
        Self { desk, asked: Vec::new(), asked_for: None, told: None, kept, file: None }
    }

    /// The desk.
    pub fn desk(&self) -> &Desk {
        &self.desk
    }

    /// Whether a roll is asked of a phone: it is set so, and the roller has a seat.
    fn roll(&self, e: &Encounter, ask: &RollRequest) -> bool {
        let seated = ask.who.is_some_and(|who| self.desk.seat_of(who).is_some());
        seated && by_side(e, &Ask::Roll(ask.clone())) == Provenance::Phone
    }

    /// Goes on with the fight of that file. The characters of another fight are others: their seats are taken away.
    fn go_on_with(&mut self, file: Option<DeskFile>) {
        let Some(file) = file else { return };
        let is_another = self.file.as_ref().is_some_and(|known| *known != file);
        if is_another {
            self.desk.withdraw_all();
            let seats = self.desk.seats().into_iter().chain(self.desk.requests());
            seats.for_each(|seat| _ = self.desk.send_away(seat.token));
            (self.asked, self.asked_for, self.told) = (Vec::new(), None, None);
        }
        self.file = Some(file);
    }

    /// Keeps the seats apart from the fight. If that fails, they last until the program ends.
    fn keep(&mut self) {
        let state = self.desk.state();
        if let Some(file) = self.file.as_ref().filter(|_| state != self.kept) {
            let _ = file.write(&state);
            self.kept = state;
        }
    }

    /// What is asked, with what has come and is not taken yet.
    fn heard(&self) -> Vec<Heard> {
        let answers = self.desk.answers();
        let heard = |(id, ask): &(AskId, RollRequest)| {
            let answer = answers.iter().find(|answer| answer.ask == *id);
            let sent = answer.map(|answer| asked::roll(ask, &answer.given));
            Heard { ask: ask.clone(), sent }
        };
        self.asked.iter().map(heard).collect()
    }
}

impl Session {
    /// The desk of this fight, opened as it was kept beside it.
    #[cfg(feature = "page")]
    pub fn open_desk(&mut self) -> Arc<Desk> {
        let kept = self.fight.desk_file().and_then(|file| file.read());
        let wake = self.wake();
        let desk = Arc::new(Desk::open(
            kept.unwrap_or_default(),
            Box::new(move || wake.iter().for_each(|wake| wake())),
        ));
        self.phones = Some(Phones { file: self.fight.desk_file(), ..Phones::new(Arc::clone(&desk)) });
        desk
    }

    /// Whether phones take part.
    pub fn has_phones(&self) -> bool {
        self.phones.is_some()
    }

    /// Puts on the phones what they are to know: the characters, the last lines of the log, and the dice that are asked
    /// for. Returns what they have sent.
    pub fn follow_phones(&mut self) -> Vec<Heard> {
        let Some(mut phones) = self.phones.take() else { return Vec::new() };
        phones.go_on_with(self.fight.desk_file());
        self.tell_phones(&mut phones);
        self.ask_phones(&mut phones);
        phones.keep();
        let heard = phones.heard();
        self.phones = Some(phones);
        heard
    }

    fn tell_phones(&self, phones: &mut Phones) {
        let chronicle = &self.fight.chronicle;
        let last = chronicle.at().checked_sub(1).and_then(|at| chronicle.line().get(at).copied());
        let now = Some((chronicle.at(), last));
        if std::mem::replace(&mut phones.told, now) == now {
            return;
        }
        let e = chronicle.now();
        let theirs = e.all().filter(|c| c.is_up() && e.is_players(c.side) && c.sight.is_known());
        phones.desk.offer(theirs.map(|c| (c.id, c.name.to_string())).collect());
        let lines = last_lines(chronicle, LINES).into_iter();
        let entry = |at: usize| chronicle.line().get(at.checked_sub(1)?).map(|id| u64::from(id.0));
        phones.desk.tell(lines.filter_map(|line| Some((entry(line.at)?, line.text))).collect());
    }

    fn ask_phones(&self, phones: &mut Phones) {
        let seats: Vec<Token> = phones.desk.seats().iter().map(|seat| seat.token).collect();
        let open = self.question().is_some();
        let now = Some((self.scene(), open, seats));
        if phones.asked_for == now {
            return;
        }
        if !open && phones.asked.is_empty() {
            phones.asked_for = now;
            return;
        }
        phones.desk.withdraw_all();
        phones.asked.clear();
        let (e, entry) = (self.state(), self.fight.chronicle.at() as u64);
        let rolls = self.rolls_asked().into_iter().filter(|ask| phones.roll(e, ask));
        let (rolls, asks): (Vec<_>, Vec<_>) = rolls
            .filter_map(|ask| {
                asked::asked(e, &ask, entry, self.settings.phones_roll).map(|on| (ask, on))
            })
            .unzip();
        // Without random numbers nothing is asked of phones: the dice are typed.
        let ids = phones.desk.ask(asks).unwrap_or_default();
        phones.asked = ids.into_iter().zip(rolls).collect();
        phones.asked_for = now;
    }

    /// Whether a roll is asked of a phone that has a seat.
    pub(in crate::tui) fn comes_from_phone(&self, ask: &RollRequest) -> bool {
        self.phones.as_ref().is_some_and(|phones| phones.roll(self.state(), ask))
    }

    /// Where an answer to a roll comes from: a phone, if just that was sent for it.
    pub(in crate::tui) fn provenance(&self, ask: &Ask, answer: &Answer) -> Provenance {
        let heard = self.phones.as_ref().map_or_else(Vec::new, Phones::heard);
        let same = |heard: &Heard| match (ask, answer) {
            (Ask::Roll(ask), Answer::Roll(roll)) => heard.ask.is_for(ask) && heard.roll() == Some(roll),
            _ => false,
        };
        if heard.iter().any(same) { Provenance::Phone } else { Provenance::Typed }
    }

    /// Whether all that is asked of phones has come, and from seats whose answers count at once.
    pub fn phones_go_on(&self) -> bool {
        let Some(phones) = &self.phones else { return false };
        let at_once = |ask: &RollRequest| {
            ask.who.and_then(|who| phones.desk.seat_of(who)).is_some_and(|seat| seat.at_once)
        };
        let heard = phones.heard();
        let has_come = |ask: &RollRequest| {
            heard.iter().any(|heard| heard.ask == *ask && heard.sent.is_some()) && at_once(ask)
        };
        // What is asked is worked out last: it plays the act through.
        !heard.is_empty()
            && heard.iter().all(|heard| has_come(&heard.ask))
            && self.rolls_asked().iter().all(has_come)
    }

    /// Answers what is asked with what has come from phones.
    pub(in crate::tui) fn take_from_phones(&mut self) -> Result<(), Refused> {
        let heard = self.phones.as_ref().map_or_else(Vec::new, Phones::heard);
        let roll = |ask: &RollRequest| heard.iter().find(|heard| heard.ask == *ask)?.roll().cloned();
        let rolls = self.rolls_asked().into_iter().map(|ask| (ask.clone(), roll(&ask)));
        self.answer_beforehand(rolls.collect())
    }

    /// What the phones want of the referee, for the foot: a player's word on the log, else seats that are asked for.
    pub fn phones_want(&self) -> Option<Wanted> {
        let desk = self.phones.as_ref()?.desk();
        if let Some(wait) = desk.waits().first() {
            let line = desk.line(wait.line).unwrap_or_default();
            let text = format!("! {}: {} on \"{line}\"", wait.name, wait.says.words());
            return Some(Wanted { text, late: self.is_late(wait) });
        }
        let text = match desk.requests().len() {
            0 => return None,
            1 => "1 asks for a seat · J".into(),
            more => format!("{more} ask for seats · J"),
        };
        Some(Wanted { text, late: false })
    }

    /// The place on the line of the act that a player's word is about; `None` if it was undone. Words are about recent
    /// acts, so it is sought from the end.
    pub(in crate::tui) fn place_of(&self, wait: &Wait) -> Option<usize> {
        let done = &self.fight.chronicle.line()[..self.fight.chronicle.at()];
        done.iter().rposition(|id| u64::from(id.0) == wait.line)
    }

    /// Whether a player's word comes later than the table's setting has it.
    pub fn is_late(&self, wait: &Wait) -> bool {
        let chronicle = &self.fight.chronicle;
        let Some(place) = self.place_of(wait) else { return true };
        let round_began = |id: &EntryId| {
            let mut events = chronicle.entry(*id).into_iter().flat_map(Entry::events);
            events.any(|event| matches!(event, Event::RoundBegan(_)))
        };
        match self.settings.late {
            Late::Act => chronicle.at() > place + 2,
            Late::Round => chronicle.line()[place + 1..chronicle.at()].iter().any(round_began),
            Late::Fight => chronicle.now().stage == Stage::Over,
        }
    }
}
