//! Builds a report by going through the fight again, event by event.

use super::cast::Cast;
use super::close;
use super::luck::Rolls;
use super::notes::{Doing, Notes};
use super::story::{self, Course};
use super::{Chapter, CloseCall, Fall, Line, Participant, Report, SideSum};
use crate::chronicle::{Chronicle, Step};
use crate::rules::account::{self, Reader, Steps, causes_of};
use crate::rules::model::cause::Why;
use crate::rules::model::combatant::{Combatant, Standing, Vitals};
use crate::rules::model::command::{Command, Deed};
use crate::rules::model::dice::RollRequest;
use crate::rules::model::encounter::{Encounter, Stage};
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
        e: fight.start().clone(),
        fought: 0,
        notes: Notes::new(fight.rules().about()),
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
        walk.step(step);
        walk.notes.accounts(&reader.of_step((at, 0)));
    }
    walk.tell(fight.start().round, &record);
    walk.report(title)
}

impl Walk<'_> {
    fn step(&mut self, step: &Step) {
        let causes = causes_of(&step.happened()).into_owned();
        for answered in &step.answers {
            let sides = &self.e;
            self.rolls.note(answered, |ask| whose(sides, ask));
        }
        for (at, (event, cause)) in step.events.iter().zip(causes.of_events()).enumerate() {
            self.notes.set_act(doing(&step.command, causes.chain(cause)));
            self.e.apply(event);
            if self.e.stage == Stage::Running && is_deed(event) {
                self.fought = self.e.round;
            }
            self.notes.event(&self.e, event);
            self.account(event);
            if let Event::Rolled(rolled) = event {
                let what = close::describe(&self.e, self.end, rolled, &step.events[at..]);
                let (round, after) = self.when();
                self.close.extend(what.map(|what| CloseCall { round, after, what }));
            }
        }
    }

    /// Adds the whole log, with a chapter per round.
    fn tell(&mut self, began: u32, steps: &log::Steps) {
        let reader = log::Reader { about: self.about, e: self.end, record: steps };
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
                self.harmed(*who, *amount, *source, blows, false);
            }
            Event::Wounded { who, source, .. } => self.harmed(*who, 1, *source, false, true),
            Event::Healed { who, amount } => self.ledger(*who).healed += i64::from(*amount),
            Event::HpSet(who, _) => self.ledger(*who).by.clear(),
            Event::Deferred(event) => self.defer(event),
            Event::Stood(who, Standing::Up) => self.notes.stood(&self.e, *who, Standing::Up, &[]),
            Event::Stood(who, standing) => self.fell(*who, *standing),
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
    fn harmed(&mut self, who: CombatantId, amount: i32, source: Source, blows: bool, wound: bool) {
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
        self.notes.harm(&self.e, &by, who, wound);
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

    /// Records an exit. Only going down and dying are credited to attackers; dying, to those of the last harm.
    fn fell(&mut self, who: CombatantId, standing: Standing) {
        if standing == Standing::Gone {
            return self.notes.stood(&self.e, who, standing, &[]);
        }
        let struck = matches!(standing, Standing::Down | Standing::Dead);
        let by = if struck { self.ledger(who).by.clone() } else { Vec::new() };
        for doer in &by {
            let felled = &mut self.ledger(*doer).felled;
            if !felled.contains(&who) {
                felled.push(who);
            }
        }
        self.notes.stood(&self.e, who, standing, &by);
        let (round, after) = self.when();
        let fall = Fall {
            round,
            after,
            who: self.name(who),
            side: self.end.get(who).map_or_else(|| "".into(), |c| words::side(self.end, c.side).into()),
            what: standing,
            by: by.iter().map(|doer| self.name(*doer)).collect(),
        };
        self.falls.push(fall);
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
        self.notes.close(&self.e);
        let over = self.end.stage == Stage::Over;
        let seconds = self.fought.saturating_mul(self.about.round_seconds);
        let course = Course { rounds: self.fought, seconds, over };
        let rounds = &self.notes.rounds;
        let cast = Cast::new(self.end);
        let story = story::paragraphs(&cast, &self.about.unit, rounds, self.fought);
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
            head: story::head(&cast, &course, rounds),
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
        }
    }

    fn participant(&self, c: &Combatant) -> Participant {
        let none = Ledger::default();
        let ledger = self.ledgers.get(&c.id).unwrap_or(&none);
        let most = match c.vitals {
            Vitals::HitPoints { max, .. } => Some(max),
            Vitals::Wounds(_) => None,
        };
        Participant {
            name: c.name.clone(),
            side: words::side(self.end, c.side).into(),
            stands: words::standing(c.standing),
            left: c.vitals.figure(),
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

/// What is being done by that cause.
fn doing<'a>(command: &Command, chain: impl Iterator<Item = &'a Why>) -> Option<Doing> {
    let mut blow: Option<(CombatantId, u8)> = None;
    for why in chain {
        let done = match why {
            Why::Blow(by, line, _) => {
                blow = blow.or(Some((*by, *line)));
                continue;
            }
            Why::GoesOn(who, deed, with, _) => (*who, *deed, *with),
            Why::Act(who) => match command {
                Command::Act(act) => (*who, act.deed, act.with),
                _ => continue,
            },
            Why::OutOfTurn(who, _) => (*who, Deed::Strike, None),
            _ => continue,
        };
        return Some(match blow {
            Some((by, line)) if by == done.0 => (by, done.1, Some(line)),
            Some((by, line)) => (by, Deed::Strike, Some(line)),
            None => done,
        });
    }
    blow.map(|(by, line)| (by, Deed::Strike, Some(line)))
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
        _ => false,
    }
}
