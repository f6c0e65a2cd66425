//! Reads the events of a step into accounts, each by its cause.

mod outcomes;
mod rolls;
mod told;
mod walks;

use self::outcomes::is_announced;

use super::context::{Context, StepContext, is_initiative};
use super::record::{Happened, LogAt, Reader, Record, StepAt};
use super::{Account, Came, Did, Doers, Means, Stage, Try, Walk, What, Whom};
use super::{regroup, settle};
use crate::rules::model::cause::{Causes, Why};
use crate::rules::model::combatant::{Gear, Standing, Thing, Whereabouts};
use crate::rules::model::command::{Act, Command, Deed, Fact, Overrule};
use crate::rules::model::condition::Meaning;
use crate::rules::model::dice::Purpose;
use crate::rules::model::effect::{Condition, Effect, TimerAction};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Bearer, Event, Outcome, Rolled, Source, SpellFate, Spending, Told};
use crate::rules::model::ids::{CombatantId, EffectId, SideId, Text};
use crate::rules::model::kinds;
use crate::rules::model::moment::{Moment, Round};
use crate::rules::model::stance::{Aim, Origin};
use crate::rules::model::tally::Reason;
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::{Phase, Slot};
use crate::rules::ruleset::about::{About, CriticalSign};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the accounts of a step, oldest first.
pub(super) fn accounts<'a, R: Record<'a> + Copy + 'a>(
    reader: &Reader<'a, R>,
    at: StepAt,
) -> Vec<Account> {
    let Some(step) = reader.record.step(at) else { return Vec::new() };
    let context = StepContext { reader, at };
    let causes = causes_of(&step);
    let story = Story::of(step.events);
    let (about, e) = (reader.about, reader.e);
    let reading = Reading {
        about,
        e,
        step,
        at,
        context: &context,
        causes: &causes,
        story,
        nth: 0,
        cause: 0,
        all: Vec::new(),
        of: BTreeMap::new(),
        blows: BTreeMap::new(),
        loose: None,
        passes: false,
    };
    reading.read()
}

/// Returns the causes of a step; for one of format 1, made up.
pub fn causes_of<'a>(step: &Happened<'a>) -> Cow<'a, Causes> {
    match step.causes.is_empty() {
        true => Cow::Owned(regroup::causes(step.command, step.events)),
        false => Cow::Borrowed(step.causes),
    }
}

/// What the whole step says about its parts.
struct Story {
    /// Pairs that part and meet again, so that nothing changes, or whom bait parts.
    reunited: BTreeSet<(CombatantId, CombatantId)>,
    /// The conditions that begin.
    begun: Vec<(CombatantId, Condition, EffectId)>,
    /// The conditions that end.
    ended: Vec<(CombatantId, Condition)>,
    /// The index of the last event that sets each effect.
    last: BTreeMap<EffectId, usize>,
}

impl Story {
    fn of(events: &[Event]) -> Self {
        let lured = events.iter().any(|event| matches!(event, Event::Told(Told::Baited(_, true))));
        let mut parted = BTreeSet::new();
        let (mut reunited, mut begun, mut ended) = (BTreeSet::new(), Vec::new(), Vec::new());
        let mut last = BTreeMap::new();
        for (nth, event) in events.iter().enumerate() {
            let (event, waits) = match event {
                Event::Deferred(event) => (&**event, true),
                event => (event, false),
            };
            match event {
                Event::Frees(a, b) if lured => _ = reunited.insert(pair(*a, *b)),
                Event::Frees(a, b) => _ = parted.insert(pair(*a, *b)),
                Event::Threatens(a, b) if parted.contains(&pair(*a, *b)) => {
                    _ = reunited.insert(pair(*a, *b))
                }
                Event::Afflicted(who, effect) => {
                    begun.push((*who, effect.condition.id, effect.id));
                    if !waits {
                        last.insert(effect.id, nth);
                    }
                }
                Event::Relieved { who, condition, .. } => ended.push((*who, *condition)),
                _ => {}
            }
        }
        Self { reunited, begun, ended, last }
    }
}

/// Returns the pair in a canonical order.
fn pair(a: CombatantId, b: CombatantId) -> (CombatantId, CombatantId) {
    (a.min(b), a.max(b))
}

/// A step being read.
struct Reading<'a> {
    about: &'a About,
    e: &'a Encounter,
    step: Happened<'a>,
    at: StepAt,
    context: &'a dyn Context,
    causes: &'a Causes,
    story: Story,
    /// The index of the event being read, and its cause.
    nth: usize,
    cause: u16,
    all: Vec<Account>,
    /// The account of each cause.
    of: BTreeMap<u16, usize>,
    /// The number of each blow within its account.
    blows: BTreeMap<u16, usize>,
    /// The last account of what runs by itself.
    loose: Option<usize>,
    /// Whether a pass is told.
    passes: bool,
}

impl<'a> Reading<'a> {
    fn read(mut self) -> Vec<Account> {
        for (nth, (event, cause)) in self.step.events.iter().zip(self.causes.of_events()).enumerate() {
            (self.nth, self.cause) = (nth, cause);
            self.note_fumble(event);
            self.event(event, false);
            if self.is_right_under(|why| matches!(why, Why::Act(_) | Why::GoesOn(..))) {
                self.ensure();
            }
        }
        for account in &mut self.all {
            if account.did == Did::Deed(Deed::Pass) && !self.passes {
                account.did = Did::Befalls;
            }
            settle::settle(account);
        }
        self.all.retain(is_told);
        self.all
    }

    /// Sees to it that an act is told even if nothing is told of what it does.
    fn ensure(&mut self) {
        let at = self.of(self.cause, None);
        let place = self.position();
        let untold = self.all[at].places.told.is_empty();
        if untold && !self.all.iter().any(|account| account.tells(place)) {
            self.place(at);
        }
    }

    /// Notes a fumble that brings anything: without, it is only a miss.
    fn note_fumble(&mut self, event: &Event) {
        let row = matches!(event, Event::Told(Told::Row(..)));
        let rolled = matches!(event, Event::Rolled(rolled) if rolled.purpose == Purpose::Fumble);
        let table = self.causes.ancestor(self.cause, |why| *why == Why::Table(Purpose::Fumble));
        if let Some(table) = table.filter(|_| !row && !rolled) {
            let at = self.of(table, None);
            self.all[at].fumble = true;
        }
    }

    fn act(&self) -> Option<&'a Act> {
        match self.step.command {
            Command::Act(act) => Some(act),
            _ => None,
        }
    }

    /// The causes over the event being read, the innermost first.
    fn chain(&self) -> impl Iterator<Item = &'a Why> {
        self.causes.chain(self.cause)
    }

    /// Whether the event lies under such a cause.
    fn is_under(&self, cause: impl Fn(&Why) -> bool) -> bool {
        self.chain().any(cause)
    }

    /// Whether the event lies right under such a cause.
    fn is_right_under(&self, cause: impl Fn(&Why) -> bool) -> bool {
        self.chain().next().is_some_and(cause)
    }

    /// Adds an account that starts with the event being read.
    fn push(&mut self, account: Account) -> usize {
        self.all.push(account);
        self.all.len() - 1
    }

    /// Adds an account of an event that stands for itself.
    fn alone(&mut self, did: Did) -> usize {
        self.loose = None;
        let at = self.push(Account { did, ..Account::default() });
        self.place(at);
        at
    }

    /// The position of the event being read.
    fn position(&self) -> LogAt {
        (self.at.0, self.at.1, self.nth)
    }

    /// Notes that the account tells the event being read.
    fn place(&mut self, at: usize) {
        let place = self.position();
        let places = &mut self.all[at].places;
        if places.told.is_empty() {
            places.head = place;
        }
        if places.told.last() != Some(&place) {
            places.told.push(place);
        }
    }

    /// Returns the account to which the event being read belongs; `about` is whom it is about.
    fn here(&mut self, about: Option<CombatantId>) -> usize {
        let at = self.of(self.cause, about);
        self.place(at);
        at
    }

    /// Returns the account of a cause.
    fn of(&mut self, cause: u16, about: Option<CombatantId>) -> usize {
        if let Some(at) = self.of.get(&cause) {
            return *at;
        }
        let Some(known) = self.causes.get(cause) else { return self.loose(about) };
        let above = known.under;
        let at = match &known.why {
            Why::Sequence => return self.loose(about),
            Why::Target(who) | Why::Falls(who) | Why::Breaks(who) => match above {
                Some(above) => self.of(above, Some(*who)),
                None => self.loose(Some(*who)),
            },
            Why::Table(_) => match above {
                Some(above) => self.of(above, about),
                None => self.loose(about),
            },
            Why::Act(who) => self.begin(*who),
            Why::GoesOn(who, deed, with, at) => self.goes_on(*who, *deed, *with, at, above),
            Why::Blow(by, line, at) => self.blow(cause, above, *by, *line, *at),
            Why::OutOfTurn(by, rule) => self.push(Account {
                who: Doers::Ones(vec![*by]),
                did: Did::Attack,
                turn: Some(rule.clone()),
                ..Account::default()
            }),
            Why::Group(side, like) => {
                let who = like.map_or(Doers::Side(*side), Doers::Kind);
                self.push(Account { who, ..Account::default() })
            }
            // It names its rule first, as an act out of turn does.
            Why::House(rule) => {
                self.push(Account { turn: Some(rule.clone()), home: true, ..Account::default() })
            }
            Why::Referee => {
                let overrules = matches!(
                    self.step.command,
                    Command::Overrule(_) | Command::Harm { .. } | Command::Heal { .. }
                );
                let who = if overrules { Doers::Referee } else { Doers::Nobody };
                self.push(Account { who, ..Account::default() })
            }
            Why::Outcome | Why::Due(_) | Why::Ticks(_) | Why::Ends(..) => self.push(Account::default()),
        };
        self.of.insert(cause, at);
        at
    }

    /// Returns the account of what runs by itself, as far as it is about the same one.
    fn loose(&mut self, about: Option<CombatantId>) -> usize {
        let same = |account: &Account| match about {
            Some(who) => {
                account.is_by(who) || account.came.iter().any(|came| came.whom == Whom::One(who))
            }
            None => account.doers().is_empty() || matches!(account.did, Did::Roll(_)),
        };
        match self.loose.filter(|at| same(&self.all[*at])) {
            Some(at) => at,
            None => {
                let at = self.push(Account::default());
                self.loose = Some(at);
                at
            }
        }
    }

    /// Begins the account of the command's act.
    fn begin(&mut self, who: CombatantId) -> usize {
        let Some(act) = self.act().filter(|act| act.who == who) else {
            return self.push(Account { who: Doers::Ones(vec![who]), ..Account::default() });
        };
        let account = self.of_deed(who, act.deed, act.with, &act.at);
        self.push(account)
    }

    /// The account of a deed to which nothing has come yet.
    fn of_deed(&self, who: CombatantId, deed: Deed, with: Option<u8>, at: &[CombatantId]) -> Account {
        let did = match deed {
            Deed::Move | Deed::Run | Deed::Crawl | Deed::Retreat | Deed::Withdraw => {
                Did::Walk(deed, Walk { away: self.goes_away(who, deed, at), ..Walk::default() })
            }
            _ => Did::Deed(deed),
        };
        // Turning names whom it turns by what comes of it.
        let at = if deed == Deed::TurnUndead { Vec::new() } else { at.to_vec() };
        let with = with.map(Means::Line);
        Account { who: Doers::Ones(vec![who]), did, at, with, ..Account::default() }
    }

    /// Whether a move is away from foes: by its facts or by its deed.
    fn goes_away(&self, who: CombatantId, deed: Deed, at: &[CombatantId]) -> bool {
        let said = self.act().is_some_and(|act| act.who == who && act.facts.has(&Fact::Away));
        said || deed == Deed::Run && at.is_empty() || matches!(deed, Deed::Retreat | Deed::Withdraw)
    }

    /// The account of an act begun earlier, in place of the one that resumes it.
    fn goes_on(
        &mut self,
        who: CombatantId,
        deed: Deed,
        with: Option<u8>,
        at: &[CombatantId],
        above: Option<u16>,
    ) -> usize {
        let account = self.of_deed(who, deed, with, at);
        match above.map(|above| self.of(above, Some(who))).filter(|at| self.all[*at].is_by(who)) {
            Some(had) => {
                self.become_deed(had, account);
                had
            }
            None => self.push(Account { stage: Stage::Late, ..account }),
        }
    }

    /// Puts the account of the deed begun earlier in the place of the one that resumes it.
    fn become_deed(&mut self, at: usize, begun: Account) {
        let resumed = std::mem::replace(&mut self.all[at], begun);
        (self.all[at].seconds, self.all[at].places) = (resumed.seconds, resumed.places);
    }

    /// The account of a blow: that of the act, unless the act has another blow or the blow goes astray.
    fn blow(
        &mut self,
        cause: u16,
        above: Option<u16>,
        by: CombatantId,
        line: u8,
        at: Option<CombatantId>,
    ) -> usize {
        let over = above.map(|above| self.of(above, Some(by)));
        let joins = over.filter(|over| self.takes_blow(*over, by, line, at));
        let own = joins.unwrap_or_else(|| {
            let (who, with) = (Doers::Ones(vec![by]), Some(Means::Line(line)));
            self.push(Account { who, did: Did::Attack, with, ..Account::default() })
        });
        let account = &mut self.all[own];
        let nth = account.tries.iter().filter_map(|one| one.blow).max().map_or(0, |last| last + 1);
        if account.at.is_empty() {
            account.at.extend(at);
        }
        account.with = account.with.or(Some(Means::Line(line)));
        self.blows.insert(cause, nth);
        own
    }

    fn takes_blow(&self, over: usize, by: CombatantId, line: u8, at: Option<CombatantId>) -> bool {
        let account = &self.all[over];
        let acts = matches!(account.did, Did::Deed(_) | Did::Walk(..) | Did::Attack | Did::Spell(_));
        let aimed = account.at.is_empty() || at.is_none_or(|at| account.at.contains(&at));
        let struck: Vec<Option<CombatantId>> = account.attacks().map(|one| one.against).collect();
        let several = matches!(account.did, Did::Deed(Deed::Combo | Deed::TwoWeapons));
        let same = account.with.is_none_or(|with| with == Means::Line(line));
        let more = struck.iter().all(|had| *had == at) && (several || same);
        let spell = matches!(account.with, Some(Means::Spell(_)));
        account.is_by(by) && acts && aimed && (struck.is_empty() && (several || same || spell) || more)
    }

    fn event(&mut self, event: &Event, waits: bool) {
        match event {
            Event::Deferred(event) => self.event(event, true),
            Event::RoundBegan(round) => self.round(*round),
            Event::Ordered(order) => self.order(order),
            Event::Rolled(rolled) => self.rolled(rolled),
            Event::Told(told) => self.told(event, told, waits),
            Event::Passed(who) => self.passed(*who),
            Event::Spent(who, Spending::Seconds(seconds)) => self.spend(*who, *seconds),
            Event::Spent(who, Spending::Move(steps)) => {
                let far = self.about.walked(self.e, *who, *steps);
                self.walk(*who, |walk| walk.far = far);
            }
            Event::Moved { who, off, .. } => self.moved(*who, *off),
            Event::Apart(a, b, Some(far)) => {
                let far = *far;
                if self.chased(*a, Some((*b, far))) || self.chased(*b, Some((*a, far))) {
                    return;
                }
                self.walk(*a, |walk| walk.off = Some((*b, far)));
                self.walk(*b, |walk| walk.off = Some((*a, far)));
            }
            Event::Threatens(a, b) if a < b => self.meets(*a, *b),
            Event::Frees(a, b) if a < b => self.parts(*a, *b),
            Event::Undertook(who, Some(begun)) if begun.owes > 0 => {
                let at = self.here(Some(*who));
                if self.all[at].did == Did::Deed(Deed::Resume) {
                    let act = &begun.act;
                    let begun = self.of_deed(act.who, act.deed, act.with, &act.at);
                    self.become_deed(at, begun);
                }
                let account = &mut self.all[at];
                (account.stage, account.seconds) = (Stage::Started(begun.owes), 0);
            }
            Event::Elapsed(seconds) => self.elapsed(event, *seconds),
            Event::Joined(c) => {
                let at = self.push(Account {
                    who: Doers::Ones(vec![c.id]),
                    did: Did::Event(Box::new(event.clone())),
                    ..Account::default()
                });
                self.place(at);
            }
            Event::Began | Event::Ended | Event::Fell(_) | Event::Noted(_) | Event::SideTook(..)
                if self.stands_alone(event) =>
            {
                _ = self.alone(Did::Event(Box::new(event.clone())));
            }
            _ => self.outcome(event, waits),
        }
    }

    /// Whether such an event stands for itself; that a side is struck or reacts is what comes of something.
    fn stands_alone(&self, event: &Event) -> bool {
        match event {
            Event::SideTook(_, stance) => stance.is_none_or(|stance| stance.why == Origin::Said),
            Event::Fell(timer) => is_announced(&timer.action),
            _ => true,
        }
    }

    fn round(&mut self, round: Round) {
        let ended = self.step.events[..self.nth].iter().any(|event| matches!(event, Event::Ended));
        if round == 0 || ended || self.context.is_empty_round(self.nth) || self.context.was_over() {
            return;
        }
        let order = self.context.order_of(self.nth);
        let sides = order.slots.iter().all(|slot| slot.ones.is_empty());
        let (slots, again) = if sides { (order.slots, order.again) } else { Default::default() };
        let at = self.alone(Did::Round(round, slots, again));
        if sides {
            self.all[at].places.behind = order.places;
        }
    }

    /// The order of a round in which each has a number of its own, or as the referee sets it; that of sides is in the
    /// header.
    fn order(&mut self, slots: &[Slot]) {
        let rules = matches!(self.step.command, Command::Proceed | Command::Skip);
        let of_sides = slots.iter().all(|slot| slot.ones.is_empty());
        if slots.is_empty() || rules && of_sides {
            return;
        }
        let at = self.alone(Did::Order(slots.to_vec()));
        if rules {
            let rolls = self.step.events[..self.nth].iter().enumerate();
            let rolls = rolls
                .filter(|(_, event)| matches!(event, Event::Rolled(rolled) if is_initiative(rolled)));
            let behind = rolls.map(|(nth, _)| (self.at.0, self.at.1, nth)).collect();
            self.all[at].places.behind = behind;
        } else {
            self.all[at].who = Doers::Referee;
        }
    }

    /// A pass is told of one that did nothing this round; staying in place or ending a turn is not.
    fn passed(&mut self, who: CombatantId) {
        let chosen = self.act().is_some_and(|act| act.deed == Deed::Pass && act.who == who);
        let acts = matches!(
            self.context.phase(),
            Some(Phase::Turn | Phase::Number | Phase::Action | Phase::Melee) | None
        );
        if chosen && acts && !self.context.has_acted(who) {
            self.here(Some(who));
            self.passes = true;
        }
    }

    /// Seconds are told of what a combatant chose to spend them on.
    fn spend(&mut self, who: CombatantId, seconds: u32) {
        if self.act().is_some_and(|act| act.who == who)
            && self.is_under(|why| matches!(why, Why::Act(_)))
        {
            let at = self.here(Some(who));
            let spent = &mut self.all[at].seconds;
            *spent = spent.saturating_add(seconds);
        }
    }

    /// Time that passes is told, but for single rounds; the rest of a turn by the turn's end.
    fn elapsed(&mut self, event: &Event, seconds: u32) {
        let turn_over = |event: &Event| matches!(event, Event::Told(Told::TurnOver(_)));
        let rest = seconds < self.about.turn_seconds() && self.step.events.iter().any(turn_over);
        if seconds != self.about.round_seconds && !rest {
            self.alone(Did::Event(Box::new(event.clone())));
        }
    }

    fn told_before(&self, is: impl Fn(&Told) -> bool) -> bool {
        self.step.events[..self.nth].iter().any(|event| matches!(event, Event::Told(told) if is(told)))
    }
}

/// Whether there is anything to tell.
fn is_told(account: &Account) -> bool {
    let says_something = !matches!(account.did, Did::Befalls | Did::Deed(Deed::Declare));
    !account.places.told.is_empty() && (says_something || account.home || !account.came.is_empty())
}
