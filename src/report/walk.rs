//! Builds a report by going through the fight again: sums from its events, the story from its accounts.

use super::beat::{Fate, Round, is_hostile};
use super::cast::Cast;
use super::close;
use super::luck::Rolls;
use super::notes::{Exit, Notes};
use super::story;
use super::{Chapter, CloseCall, Fall, Line, Participant, Prepared, Report, SideSum};
use crate::chronicle::{Chronicle, Step};
use crate::rules::account::{self, Account, Doers, Reader, Steps, include};
use crate::rules::model::combatant::{Combatant, Standing, Vitals};
use crate::rules::model::command::Deed;
use crate::rules::model::condition::Meaning;
use crate::rules::model::dice::{Purpose, RollRequest};
use crate::rules::model::encounter::{Encounter, Stage, stem};
use crate::rules::model::event::{Event, Source, Told};
use crate::rules::model::ids::{CombatantId, SideId, Text};
use crate::rules::ruleset::about::About;
use crate::rules::text::log;
use crate::rules::text::words;
use std::collections::BTreeMap;

/// Whom a roll counts for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Whose {
    One(CombatantId),
    Side(SideId),
}

/// What a combatant did and suffered.
#[derive(Debug, Default)]
struct Ledger {
    dealt: i64,
    taken: i64,
    healed: i64,
    felled: Vec<CombatantId>,
    /// Those who harmed it last.
    by: Vec<CombatantId>,
    /// The fewest hit points it had left, or the most wounds, and in which round (and whether after the fight).
    worst: Option<(i32, (u32, bool))>,
}

/// The state of the walk.
struct Walk<'a> {
    about: &'static About,
    /// The final state, which includes everyone who ever took part.
    end: &'a Encounter,
    cast: Cast<'a>,
    /// The state at this point.
    e: Encounter,
    /// The last round in which a combatant did something before the fight was over.
    fought: u32,
    notes: Notes,
    ledgers: BTreeMap<CombatantId, Ledger>,
    /// Deferred harm by victim: attacker and amount.
    waiting: BTreeMap<CombatantId, Vec<(CombatantId, i32)>>,
    rolls: Rolls<Whose>,
    falls: Vec<Fall>,
    close: Vec<CloseCall>,
    log: Vec<Chapter>,
}

/// Builds the report.
pub(super) fn report(title: &str, fight: &Chronicle) -> Report {
    let end = fight.now();
    let mut walk = Walk {
        about: fight.rules().about(),
        end,
        cast: Cast::new(end),
        e: fight.start().clone(),
        fought: 0,
        notes: Notes::new(fight.start()),
        ledgers: BTreeMap::new(),
        waiting: BTreeMap::new(),
        rolls: Rolls::new(),
        falls: Vec::new(),
        close: Vec::new(),
        log: Vec::new(),
    };
    let done = fight.line().get(..fight.at()).unwrap_or_default();
    let steps: Vec<&Step> =
        done.iter().filter_map(|id| fight.entry(*id)).flat_map(|entry| &entry.steps).collect();
    let record: Steps = steps.iter().map(|step| step.happened()).collect();
    let reader = Reader { about: walk.about, e: end, record: &record };
    for (at, step) in steps.iter().enumerate() {
        walk.step(at, step, reader.of_step((at, 0)));
    }
    walk.tell(fight.start().round, reader);
    let prepared = (end.stage == Stage::Setup).then(|| Prepared::of(fight.rules(), end));
    Report { prepared, ..walk.report(title) }
}

impl<'a> Walk<'a> {
    /// Goes through a step. Each account is noted in the state after its last event.
    fn step(&mut self, at: usize, step: &Step, mut accounts: Vec<Account>) {
        for answered in &step.answers {
            let sides = &self.e;
            self.rolls.note(answered, |ask| whose(sides, ask));
        }
        let last = |account: &Account| account.places.told.last().map_or(0, |at| at.2);
        accounts.sort_by_key(last);
        let mut exits: BTreeMap<usize, Vec<Exit>> = BTreeMap::new();
        let mut next = accounts.iter().enumerate().peekable();
        for (nth, event) in step.events.iter().enumerate() {
            if let Some((who, fate)) = fate(&self.e, event) {
                let teller = accounts.iter().position(|account| account.tells((at, 0, nth)));
                let exit = self.exit(who, fate, teller.map(|teller| &accounts[teller]));
                match teller {
                    Some(teller) => exits.entry(teller).or_default().push(exit),
                    None => self.notes.exit(&exit, None),
                }
            }
            self.e.apply(event);
            if self.e.stage == Stage::Running && is_deed(event) {
                self.fought = self.e.round;
            }
            self.account(event);
            while let Some((at, account)) = next.next_if(|(_, account)| last(account) <= nth) {
                let exits = exits.remove(&at).unwrap_or_default();
                self.notes.account(&self.e, account, &exits);
                let (round, after) = self.when();
                let calls = close::calls(&self.cast, &self.e, account, &exits);
                self.close.extend(calls.into_iter().map(|what| CloseCall { round, after, what }));
            }
        }
    }

    /// Adds the whole log, with a chapter per round.
    fn tell(&mut self, began: u32, reader: Reader<'a, &'a Steps<'a>>) {
        self.log.push(Chapter { round: began, lines: Vec::new() });
        for account in reader.forward(None) {
            match (account.round(), self.log.last_mut()) {
                (Some(round), _) => self.log.push(Chapter { round, lines: Vec::new() }),
                (None, Some(chapter)) => {
                    let text = log::line(self.about, self.end, &account).text();
                    let account = Box::new(account);
                    chapter.lines.push(Line { account, indent: 0, text });
                }
                (None, None) => {}
            }
        }
    }

    /// Accounts for what the event did to a combatant.
    fn account(&mut self, event: &Event) {
        match event {
            Event::Harmed { who, amount, source, tally } => {
                let blows = tally.terms().iter().any(|term| self.about.sums_blows(&term.0));
                self.harmed(*who, *amount, *source, blows);
            }
            Event::Wounded { who, source, .. } => self.harmed(*who, 1, *source, false),
            Event::Healed { who, amount } => self.ledger(*who).healed += i64::from(*amount),
            Event::HpSet(who, _) => self.ledger(*who).by.clear(),
            Event::Deferred(event) => self.defer(event),
            _ => {}
        }
        if let Event::Harmed { who, .. } | Event::Wounded { who, .. } | Event::HpSet(who, _) = event {
            self.note_worst(*who);
        }
    }

    fn ledger(&mut self, who: CombatantId) -> &mut Ledger {
        self.ledgers.entry(who).or_default()
    }

    fn defer(&mut self, event: &Event) {
        if let Event::Harmed { who, amount, source, .. } = event
            && let Some(by) = doer(*source)
        {
            self.waiting.entry(*who).or_default().push((by, *amount));
        }
    }

    /// Harm from several at the same instant is a single sum: each is credited with its deferred share.
    fn harmed(&mut self, who: CombatantId, amount: i32, source: Source, blows: bool) {
        let waited = self.waiting.remove(&who).unwrap_or_default();
        let mut by: Vec<(CombatantId, i32)> = match doer(source) {
            Some(by) => vec![(by, amount)],
            None if blows => waited,
            None => Vec::new(),
        };
        let mut left = amount;
        for (doer, share) in &mut by {
            *share = (*share).min(left);
            left -= *share;
            self.ledger(*doer).dealt += i64::from(*share);
        }
        let ledger = self.ledger(who);
        ledger.taken += i64::from(amount);
        ledger.by = by.into_iter().map(|(doer, _)| doer).collect();
        ledger.by.dedup();
    }

    fn note_worst(&mut self, who: CombatantId) {
        let Some(vitals) = self.e.get(who).map(|c| c.vitals) else { return };
        let (figure, round) = (vitals.figure(), self.when());
        let worse = |old: i32| match vitals {
            Vitals::HitPoints { .. } => figure < old,
            Vitals::Wounds(_) => figure > old,
        };
        let ledger = self.ledger(who);
        if ledger.worst.is_none_or(|(old, _)| worse(old)) {
            ledger.worst = Some((figure, round));
        }
    }

    /// Records an exit or a return, told by that account. Only going down and dying are credited to others: to those who
    /// did it, or else to those who harmed the victim last.
    fn exit(&mut self, whom: CombatantId, fate: Fate, account: Option<&Account>) -> Exit {
        let struck = matches!(fate, Fate::Out(Standing::Down | Standing::Dead));
        let said = account.is_some_and(|account| account.who == Doers::Referee);
        let by = match account.and_then(|account| slayer(account, whom)) {
            _ if !struck || said => Vec::new(),
            Some(who) => vec![who],
            None => self.ledger(whom).by.clone(),
        };
        for doer in &by {
            include(&mut self.ledger(*doer).felled, &[whom]);
        }
        if let Fate::Out(what) = fate
            && !matches!(what, Standing::Up | Standing::Gone)
        {
            let (round, after) = self.when();
            let side = self.end.get(whom).map_or("", |c| words::side(self.end, c.side)).into();
            let by = by.iter().map(|doer| self.name(*doer)).collect();
            self.falls.push(Fall { round, after, who: self.name(whom), side, what, by });
        }
        let again = self.e.get(whom).is_some_and(|c| c.standing == Standing::Down);
        Exit { whom, fate, by, again, last: !again && is_last(&self.e, whom) }
    }

    /// The current round, or the last one fought once the fight is over; and whether it is over.
    fn when(&self) -> (u32, bool) {
        let over = self.e.stage == Stage::Over;
        (if over { self.fought } else { self.e.round }, over)
    }

    fn name(&self, who: CombatantId) -> Text {
        words::name(self.end, who).into()
    }

    fn report(mut self, title: &str) -> Report {
        self.notes.close(&self.e, Round::default());
        let over = self.end.stage == Stage::Over;
        let seconds = self.fought.saturating_mul(self.about.round_seconds);
        let rounds = &self.notes.rounds;
        let story = story::paragraphs(&self.cast, &self.about.unit, rounds, self.fought);
        let after = self.log.partition_point(|chapter| chapter.round <= self.fought);
        let rest: Vec<Line> = self.log.drain(after..).flat_map(|chapter| chapter.lines).collect();
        if let Some(last) = self.log.last_mut() {
            last.lines.extend(rest);
        }
        let combatants: Vec<Participant> = self.end.all().map(|c| self.participant(c)).collect();
        let sides = self.end.side_ids().map(|side| self.side(side)).collect();
        let mut closest: Vec<(i64, CloseCall)> =
            self.end.all().filter_map(|c| self.close_call(c)).collect();
        closest.sort_by_key(|(left, close)| (*left, close.round));
        let mut closest: Vec<CloseCall> = closest.into_iter().map(|(_, close)| close).collect();
        closest.append(&mut self.close);
        Report {
            title: title.into(),
            ruleset: self.end.ruleset.name(),
            rules: self.about.title.clone(),
            over,
            rounds: self.fought,
            clock: seconds,
            head: story::head(&self.cast, rounds, self.fought, seconds, over),
            odds: None,
            story,
            counted_in: words::harm(self.about),
            sides,
            combatants,
            falls: self.falls,
            closest,
            dice: self.rolls.dice(),
            log: self.log,
            accounts: account::VERSION,
            prepared: None,
        }
    }

    fn participant(&self, c: &Combatant) -> Participant {
        let none = Ledger::default();
        let ledger = self.ledgers.get(&c.id).unwrap_or(&none);
        let most = match c.vitals {
            Vitals::HitPoints { max, .. } => Some(max),
            Vitals::Wounds(_) => None,
        };
        let left = c.vitals.figure();
        // How far below zero matters only while it may still be saved.
        let left = if c.standing == Standing::Dead { left.max(0) } else { left };
        Participant {
            name: c.name.clone(),
            side: words::side(self.end, c.side).into(),
            stands: words::standing(c.standing),
            left,
            most,
            dealt: ledger.dealt,
            taken: ledger.taken,
            healed: ledger.healed,
            felled: ledger.felled.iter().map(|who| self.name(*who)).collect(),
            luck: self.rolls.luck(Whose::One(c.id)),
        }
    }

    fn side(&self, side: SideId) -> SideSum {
        let its = || self.end.all().filter(|c| c.side == side);
        let ledgers = || its().filter_map(|c| self.ledgers.get(&c.id));
        SideSum {
            name: words::side(self.end, side).into(),
            up: self.end.in_standing(side, Standing::Up),
            of: its().count(),
            dealt: ledgers().map(|ledger| ledger.dealt).sum(),
            taken: ledgers().map(|ledger| ledger.taken).sum(),
            luck: self.rolls.luck(Whose::Side(side)),
        }
    }

    /// A close call of a combatant still up: at most a quarter of its hit points at the worst, or at least two wounds.
    /// The number sorts the nearest to death first.
    fn close_call(&self, c: &Combatant) -> Option<(i64, CloseCall)> {
        let (worst, (round, after)) = self.ledgers.get(&c.id)?.worst.filter(|_| c.is_up())?;
        let (left, what) = match c.vitals {
            Vitals::HitPoints { max, .. } if worst.saturating_mul(4) <= max => {
                let left = i64::from(worst) * 1000 / i64::from(max.max(1));
                (left, format!("{} was down to {worst} of {max} hit points", c.name))
            }
            Vitals::Wounds(_) if worst >= 2 => {
                (-i64::from(worst), format!("{} took {worst} wounds", c.name))
            }
            _ => return None,
        };
        Some((left, CloseCall { round, after, what }))
    }
}

/// What becomes of somebody by an event: it leaves, comes back, or a condition keeps it from acting.
fn fate(e: &Encounter, event: &Event) -> Option<(CombatantId, Fate)> {
    match event {
        Event::Stood(who, standing) => Some((*who, Fate::Out(*standing))),
        Event::Afflicted(who, effect) if e.get(*who).is_some_and(Combatant::is_up) => {
            let row = effect.condition.row();
            let hampers = row.meaning.has_any(Meaning::OUT | Meaning::HELPLESS);
            (hampers && !row.is(Meaning::BROKEN)).then_some((*who, Fate::Hampered(row.label)))
        }
        _ => None,
    }
}

/// Whether no other of its kind is up.
fn is_last(e: &Encounter, whom: CombatantId) -> bool {
    let Some(c) = e.get(whom) else { return false };
    let alike = |other: &&Combatant| other.side == c.side && stem(&other.name) == stem(&c.name);
    !e.all().filter(alike).any(|other| other.id != whom && other.is_up())
}

/// Who put that one down by an account.
fn slayer(account: &Account, whom: CombatantId) -> Option<CombatantId> {
    account.doers().first().copied().filter(|who| *who != whom && is_hostile(account))
}

fn doer(source: Source) -> Option<CombatantId> {
    match source {
        Source::Attack(who) | Source::Sparing(who) | Source::Effect(who) => Some(who),
        Source::Lasting | Source::Referee => None,
    }
}

/// Whom a roll counts for: the roller and its side.
fn whose(e: &Encounter, ask: &RollRequest) -> Vec<Whose> {
    let one = ask.who.and_then(|who| e.get(who));
    let side = ask.side.or(one.map(|c| c.side));
    let one = one.map(|c| Whose::One(c.id));
    one.into_iter().chain(side.map(Whose::Side)).collect()
}

/// Whether the event means that a combatant did something. Rounds without any are not counted as fought.
fn is_deed(event: &Event) -> bool {
    let told = |told: &Told| !matches!(told, Told::Deed(_, Deed::Pass, ..) | Told::NoCheck(_));
    match event {
        Event::Told(what) => told(what),
        Event::Harmed { .. } | Event::Wounded { .. } | Event::Healed { .. } | Event::Stood(..) => true,
        Event::Moved { .. } | Event::Strayed(_) | Event::Deferred(_) => true,
        Event::Rolled(rolled) => matches!(rolled.purpose, Purpose::Attack(_)),
        _ => false,
    }
}
