//! Reads the events of a step into accounts, each by its cause.

use super::context::{Context, StepContext, is_initiative};
use super::record::{Happened, LogAt, Reader, Record, StepAt};
use super::{Account, Came, Did, Doers, Means, Places, Stage, Try, Walk, What, Whom};
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
        let place = (self.at.0, self.at.1, self.nth);
        let untold = self.all[at].places.told.is_empty();
        if untold && !self.all.iter().any(|account| account.tells(place)) {
            self.place(at);
        }
    }

    /// Notes a fumble that brings anything: without, it is only a miss.
    fn note_fumble(&mut self, event: &Event) {
        let row = matches!(event, Event::Told(Told::Row(..)));
        let rolled = matches!(event, Event::Rolled(rolled) if rolled.purpose == Purpose::Fumble);
        if !row && !rolled && self.is_under(|why| *why == Why::Table(Purpose::Fumble)) {
            let table = self.causes.ancestor(self.cause, |why| *why == Why::Table(Purpose::Fumble));
            if let Some(table) = table {
                let at = self.of(table, None);
                self.all[at].fumble = true;
            }
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

    // Accounts.

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

    /// Notes that the account tells the event being read.
    fn place(&mut self, at: usize) {
        let place: LogAt = (self.at.0, self.at.1, self.nth);
        let told = &mut self.all[at].places.told;
        if told.last() != Some(&place) {
            told.push(place);
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
                let begun = std::mem::replace(&mut self.all[had], account);
                self.all[had].seconds = begun.seconds;
                self.all[had].places = begun.places;
                had
            }
            None => self.push(Account { stage: Stage::Late, ..account }),
        }
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

    // Events.

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
                let account = &mut self.all[at];
                if account.did == Did::Deed(Deed::Resume) {
                    let act = &begun.act;
                    let started = Account { places: account.places.clone(), ..Account::default() };
                    let of_deed = self.of_deed(act.who, act.deed, act.with, &act.at);
                    self.all[at] = Account { places: started.places, ..of_deed };
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
            self.all[at].places = Places { behind, ..std::mem::take(&mut self.all[at].places) };
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

    // Places.

    /// Changes the walk of that one, if it is the one that walks by this cause.
    fn walk(&mut self, who: CombatantId, change: impl FnOnce(&mut Walk)) {
        let walks = |account: &Account| account.is_by(who) && matches!(account.did, Did::Walk(..));
        let Some(at) = self.all.iter().rposition(walks) else { return };
        self.place(at);
        if let Did::Walk(_, walk) = &mut self.all[at].did {
            change(walk);
        }
    }

    fn moved(&mut self, who: CombatantId, off: Option<(CombatantId, Tenths)>) {
        if self.chased(who, off) {
            return;
        }
        let (near, target) = (self.about.melee(), self.act().and_then(Act::target));
        self.walk(who, |walk| match off {
            Some((other, far)) if far <= near && target.is_none_or(|target| target == other) => {
                if walk.meets.is_empty() {
                    walk.meets.push(other);
                }
            }
            off => walk.off = off.filter(|(_, far)| *far > near),
        });
    }

    /// Adds to the walk of its group where one in a chase ends up.
    fn chased(&mut self, who: CombatantId, off: Option<(CombatantId, Tenths)>) -> bool {
        let side = self.e.get(who).map(|c| c.side);
        let Some(at) = self.loose.filter(|_| self.act().is_none()) else { return false };
        let of_side = |first: &CombatantId| self.e.get(*first).map(|c| c.side) == side;
        if !self.all[at].doers().first().is_some_and(of_side) {
            return false;
        }
        let near = self.about.melee();
        let account = &mut self.all[at];
        let (Doers::Ones(all), Did::Walk(_, walk)) = (&mut account.who, &mut account.did) else {
            return false;
        };
        if !all.contains(&who) {
            all.push(who);
        }
        match off.filter(|_| !walk.away) {
            Some((other, far)) if far <= near && walk.meets.is_empty() => walk.meets.push(other),
            Some((_, far)) if far > near && walk.off.is_none_or(|(_, had)| far < had) => walk.off = off,
            _ => {}
        }
        self.place(at);
        true
    }

    /// Two come into melee: by a move it is the move's, by an act the blow that follows tells it.
    fn meets(&mut self, a: CombatantId, b: CombatantId) {
        let waited = self.is_right_under(|why| *why == Why::Outcome);
        let walks = |account: &Account| {
            matches!(account.did, Did::Walk(..)) && (account.is_by(a) || account.is_by(b))
        };
        if waited {
            return;
        }
        if let Some(at) = self.all.iter().rposition(walks) {
            let account = &mut self.all[at];
            let other = if account.is_by(a) { b } else { a };
            let target = account.at.first().copied();
            if let Did::Walk(_, walk) = &mut account.did
                && !walk.away
                && !account.who.eq(&Doers::Nobody)
                && (walk.meets.is_empty() || target == Some(other))
            {
                walk.meets = vec![other];
            } else if self.pursues(at, other) {
                let came = Came { whom: Whom::One(other), what: What::KeepsUp, waits: false };
                self.all[at].came.push(came);
            }
            return self.place(at);
        }
        let done =
            self.is_under(|why| matches!(why, Why::Act(_) | Why::GoesOn(..) | Why::OutOfTurn(..)));
        if !done && !self.story.reunited.contains(&pair(a, b)) {
            let at = self.here(Some(a));
            self.all[at].came.push(Came { whom: Whom::One(a), what: What::Meets(b), waits: false });
        }
    }

    /// Whether the group of that one gives chase, as the account tells.
    fn pursues(&self, at: usize, who: CombatantId) -> bool {
        let Some(c) = self.e.get(who) else { return false };
        self.all[at].came.iter().any(|came| match (came.whom, &came.what) {
            (Whom::One(of), What::Pursues(true)) => {
                self.e.get(of).is_some_and(|of| kinds::are_one(self.e, of, c))
            }
            _ => false,
        })
    }

    /// Two part: told only where nobody's act, fall or flight says so.
    fn parts(&mut self, a: CombatantId, b: CombatantId) {
        let by_row = self.is_under(|why| matches!(why, Why::Table(_)));
        let told = !by_row
            && self.is_under(|why| {
                use Why::{Act, Breaks, Falls, GoesOn, OutOfTurn, Outcome};
                matches!(why, Act(_) | GoesOn(..) | OutOfTurn(..) | Falls(_) | Breaks(_) | Outcome)
            });
        let leaves = |event: &Event| matches!(event, Event::Stood(who, _) if *who == a || *who == b);
        if told || self.story.reunited.contains(&pair(a, b)) || self.step.events.iter().any(leaves) {
            return;
        }
        let at = self.here(Some(a));
        self.all[at].came.push(Came { whom: Whom::One(a), what: What::Parts(b), waits: false });
    }

    // Rolls.

    fn rolled(&mut self, rolled: &Rolled) {
        match rolled.purpose {
            Purpose::Surprise => return self.surprise(rolled),
            _ if is_initiative(rolled) => return self.initiative(rolled),
            Purpose::Damage(_) => return self.damage(rolled),
            _ => {}
        }
        let answers =
            |at: &usize| is_contest(rolled.purpose) && self.all[*at].did == Did::Roll(rolled.purpose);
        let at = match self.loose.filter(answers) {
            Some(at) => {
                self.all[at].who = Doers::Nobody;
                self.place(at);
                at
            }
            None => self.here(rolled.who),
        };
        let blow = self.blow_of_event();
        let account = &mut self.all[at];
        if account.did == Did::Befalls && account.came.is_empty() && is_head(rolled) {
            account.did = Did::Roll(rolled.purpose);
            if let (Doers::Nobody | Doers::Referee, who) = (&account.who, rolled.who) {
                let group = matches!(rolled.purpose, Purpose::Pursuit | Purpose::Obstacle);
                account.who = match (who, rolled.side) {
                    (Some(who), _) if group => Doers::Kind(who),
                    (Some(who), _) => Doers::Ones(vec![who]),
                    (None, Some(side)) => Doers::Side(side),
                    (None, None) => Doers::Nobody,
                };
            }
        }
        match rolled.purpose {
            Purpose::Critical => account.critical = true,
            Purpose::Attack(_) if is_best(self.about, rolled) => account.critical = true,
            _ => {}
        }
        account.tries.push(Try::of(rolled, blow));
    }

    /// The number of the blow under which the event lies, within its account.
    fn blow_of_event(&self) -> Option<usize> {
        let mut at = Some(self.cause);
        while let Some(cause) = at {
            if let Some(nth) = self.blows.get(&cause) {
                return Some(*nth);
            }
            at = self.causes.get(cause)?.under;
        }
        None
    }

    /// The surprise of all sides is one account.
    fn surprise(&mut self, rolled: &Rolled) {
        let surprise = |account: &Account| account.did == Did::Roll(Purpose::Surprise);
        let open = self.all.iter().position(surprise);
        let at = open.unwrap_or_else(|| self.alone(Did::Roll(Purpose::Surprise)));
        self.loose = Some(at);
        self.place(at);
        self.all[at].tries.push(Try::of(rolled, None));
    }

    /// An initiative that is rolled for one alone is told; the others are in the order.
    fn initiative(&mut self, rolled: &Rolled) {
        if let (Some(who), false) = (rolled.who, *self.step.command == Command::Proceed) {
            let at = self.here(Some(who));
            let what = What::Initiative(rolled.total());
            self.all[at].came.push(Came { whom: Whom::One(who), what, waits: false });
        }
    }

    fn damage(&mut self, rolled: &Rolled) {
        let at = self.here(rolled.against);
        let whom = rolled.against.or(self.all[at].at.first().copied());
        let whom = whom.map_or(Whom::Nobody, Whom::One);
        let what = What::Harm(rolled.total());
        self.all[at].came.push(Came { whom, what, waits: false });
    }

    // What came of it.

    /// Adds what came of it for one.
    fn add(&mut self, who: CombatantId, what: What, waits: bool) {
        let at = self.here(Some(who));
        self.all[at].came.push(Came { whom: Whom::One(who), what, waits });
    }

    fn outcome(&mut self, event: &Event, waits: bool) {
        let pending = self.is_right_under(|why| *why == Why::Outcome);
        match event {
            // What was held back has been told with the act.
            Event::Harmed { who, .. }
            | Event::Wounded { who, .. }
            | Event::Healed { who, .. }
            | Event::Afflicted(who, _)
            | Event::Geared(who, ..)
                if pending =>
            {
                _ = self.here(Some(*who));
            }
            Event::Harmed { who, amount, source: Source::Sparing(_), .. } if *amount > 0 => {
                self.add(*who, What::Subdual(*amount), waits);
            }
            Event::Harmed { who, amount, tally, .. } => {
                let dealt = self.about.dealt(*amount, tally);
                let absorbed = tally.terms().iter().any(|term| term.0 == Reason::TEMPORARY);
                if dealt != 0 || absorbed {
                    self.add(*who, What::Harm(dealt), waits);
                }
            }
            Event::Absorbed { who, amount } => self.add(*who, What::Absorbed(*amount), waits),
            Event::Healed { who, amount } => self.add(*who, What::Heal(*amount), waits),
            Event::Wounded { who, .. } => self.add(*who, What::Wound, waits),
            Event::Stood(who, standing) => self.stood(*who, *standing, waits),
            Event::Afflicted(who, effect) => self.afflicted(*who, effect, waits),
            Event::Relieved { who, id, condition, label, .. } => {
                self.relieved(*who, *id, *condition, label.as_ref());
            }
            Event::Geared(who, thing, gear) => self.geared(*who, *thing, *gear),
            Event::UsedUp(who, what, left) => self.add(*who, What::Supply(what.clone(), *left), waits),
            Event::SideTook(side, Some(stance)) => {
                if matches!(stance.why, Origin::Reaction | Origin::Struck) && stance.aim != Aim::Fights
                    || stance.why == Origin::Struck
                {
                    let at = self.here(None);
                    let what = What::Takes(*stance);
                    self.all[at].came.push(Came { whom: Whom::Side(*side), what, waits });
                }
            }
            Event::Took(who, Some(stance)) => match stance.why {
                Origin::Reaction if stance.aim == Aim::Fights => {}
                Origin::Surprise | Origin::Bait | Origin::Struck => {}
                Origin::Reaction => {
                    let at = self.here(None);
                    let came = Came { whom: Whom::Nobody, what: What::Takes(*stance), waits };
                    if !self.all[at].came.contains(&came) {
                        self.all[at].came.push(came);
                    }
                }
                _ => self.add(*who, What::Takes(*stance), waits),
            },
            Event::Took(_, None) if !self.is_under(|why| *why == Why::Referee) => {}
            Event::PassedOver(_) | Event::TurnBegan(_) | Event::Overruled | Event::Committed => {}
            _ => self.other(event, waits),
        }
    }

    fn stood(&mut self, who: CombatantId, standing: Standing, waits: bool) {
        let said = |event: &Event| match event {
            Event::Told(Told::Evaded(.., true)) => standing == Standing::Fled,
            Event::Told(Told::Driven(one, true)) => standing == Standing::Dead && *one == who,
            _ => false,
        };
        let surrenders = self.act().is_some_and(|act| act.deed == Deed::Surrender && act.who == who);
        let told = surrenders && standing == Standing::Surrendered
            || self.step.events[..self.nth].iter().any(said);
        let at = self.here(Some(who));
        if !told {
            let what = What::Stands(standing);
            self.all[at].came.push(Came { whom: Whom::One(who), what, waits });
        }
    }

    fn afflicted(&mut self, who: CombatantId, effect: &Effect, waits: bool) {
        let row = effect.condition;
        if row.is(Meaning::DECLARED) {
            let did = Did::Declares(Box::new(effect.clone()));
            let at = self.here(Some(who));
            if self.all[at].is_by(who) && matches!(self.all[at].did, Did::Deed(_)) {
                self.all[at].did = did;
                return;
            }
            let at = self.push(Account { who: Doers::Ones(vec![who]), did, ..Account::default() });
            return self.place(at);
        }
        let surprise = |account: &Account| account.did == Did::Roll(Purpose::Surprise);
        if let Some(at) = self.all.iter().position(surprise).filter(|_| row == Condition::SURPRISED) {
            return self.place(at);
        }
        let at = self.here(Some(who));
        if self.goes_without_saying(at, who, effect, waits) {
            return;
        }
        if row == Condition::TEMPORARY_HP {
            if effect.with.is_none() {
                let what = What::Temporary(Box::new(effect.clone()), self.lasts(effect));
                self.all[at].came.push(Came { whom: Whom::One(who), what, waits });
            }
            return;
        }
        let lasts = self.lasts(effect);
        let what = What::Begins(Box::new(effect.clone()), lasts);
        self.all[at].came.push(Came { whom: Whom::One(who), what, waits });
    }

    /// Whether the beginning of an effect is said by what causes it, or changes nothing.
    fn goes_without_saying(&self, at: usize, who: CombatantId, effect: &Effect, waits: bool) -> bool {
        let row = effect.condition;
        let toward_one = effect.toward.is_some() && row.toward.is_none();
        if row.is(Meaning::UNTOLD) || toward_one && !row.is(Meaning::OFFERED) {
            return true;
        }
        let bare = effect.value == 0 || !row.figure.is_shown();
        let ended = |(whom, condition): &(CombatantId, Condition)| *whom == who && row == *condition;
        let again = bare && effect.label.is_none() && self.story.ended.iter().any(ended);
        let set_later = !waits && self.story.last.get(&effect.id).is_some_and(|last| *last != self.nth);
        let account = &self.all[at];
        let own = matches!(account.did, Did::Deed(_) | Did::Walk(..) | Did::Spell(_))
            && account.is_by(who)
            && !account.tries.iter().any(Try::decides)
            && self.is_right_under(|why| matches!(why, Why::Act(_) | Why::GoesOn(..)));
        let of_the_rules = !row.is(Meaning::OFFERED);
        let by_deed = own
            && effect.label.is_none()
            && (bare && (of_the_rules || self.is_prepared(at) && effect.until.is_none())
                || effect.toward.is_some_and(|whom| account.at.contains(&whom)));
        let breaks = self.is_under(|why| matches!(why, Why::Breaks(_)))
            || row.is(Meaning::BROKEN) && self.is_under(|why| matches!(why, Why::Group(..)));
        let driven = self.told_before(|told| matches!(told, Told::Driven(one, _) if *one == who));
        let pursues = self.told_before(|told| matches!(told, Told::Pursues(..) | Told::Baited(..)));
        let flees = matches!(&account.did, Did::Walk(_, walk) if walk.away)
            || account.did == Did::Deed(Deed::Evade);
        let evades = flees && row.meaning.has_any(Meaning::BROKEN | Meaning::LEAVES);
        let joined = |event: &Event| matches!(event, Event::Joined(c) if c.id == who);
        let joins = of_the_rules && bare && self.step.events.iter().any(joined);
        let wins = match account.did {
            Did::Deed(deed) => deed.words().wins.is_some(),
            _ => false,
        };
        let says_all = |deed: Deed| matches!(deed, Deed::Disarm | Deed::Unhorse);
        let done = match account.did {
            Did::Deed(deed) => says_all(deed) && bare && account.at.contains(&who) && !account.fumble,
            _ => false,
        };
        let won = done
            || wins
                && effect.label.is_none()
                && effect.toward.is_some_and(|other| {
                    let pair =
                        |a: CombatantId, b: CombatantId| account.is_by(a) && account.at.contains(&b);
                    pair(who, other) || pair(other, who)
                });

        let pool = row.is(Meaning::POOL) && self.is_under(|why| *why == Why::Outcome);
        again || set_later || by_deed || breaks || driven || pursues || evades || won || joins || pool
    }

    /// Whether the doer only readies, moves or protects itself, so that its deed says how it stands then.
    fn is_prepared(&self, at: usize) -> bool {
        use crate::rules::model::deed::Role;
        matches!(self.all[at].did, Did::Deed(deed) if matches!(deed.role(), Role::Ready | Role::Protect))
    }

    fn told_before(&self, is: impl Fn(&Told) -> bool) -> bool {
        self.step.events[..self.nth].iter().any(|event| matches!(event, Event::Told(told) if is(told)))
    }

    /// The rounds that an effect lasts, where they are told.
    fn lasts(&self, effect: &Effect) -> Option<Round> {
        let stated = match self.step.command {
            Command::Overrule(Overrule::Afflict { condition, rounds, .. })
                if effect.condition == *condition =>
            {
                *rounds
            }
            _ => None,
        };
        let timed = || match effect.until.map(|when| when.moment) {
            Some(Moment::RoundEnd(end)) if effect.condition == Condition::DYING => {
                Some(end.saturating_sub(self.round_now().max(1)))
            }
            Some(Moment::RoundEnd(end)) => {
                // Most effects count the round in which they begin; those for whole turns show which do not.
                let left = end.saturating_sub(self.round_now().max(1));
                let turn = self.about.turn_rounds.max(1);
                let whole = left.is_multiple_of(turn) && left > 0;
                let left = if whole { left } else { left.saturating_add(1) };
                (left > 1).then_some(left)
            }
            _ => None,
        };
        stated.or_else(timed)
    }

    /// The round in which the event being read happens.
    fn round_now(&self) -> Round {
        let began = |event: &Event| match event {
            Event::RoundBegan(round) => Some(*round),
            _ => None,
        };
        let own = self.step.events[..self.nth].iter().rev().find_map(began);
        own.unwrap_or_else(|| self.context.round())
    }

    /// A condition ends: told unless that goes with a fall, with getting up, or begins anew.
    fn relieved(&mut self, who: CombatantId, id: EffectId, condition: Condition, label: Option<&Text>) {
        let row = self.about.condition(condition);
        let offered = row.as_ref().is_some_and(|row| row.is(Meaning::OFFERED));
        let again = |(whom, begun, new): &(CombatantId, Condition, EffectId)| {
            *whom == who && *begun == condition && *new != id
        };
        let goes = |event: &Event| matches!(event, Event::Stood(one, standing) if *one == who && *standing != Standing::Up);
        let rises = self.act().is_some_and(|act| {
            act.who == who && matches!(act.deed, Deed::Stand | Deed::Rise | Deed::CutIn)
        });
        let baited = self.told_before(|told| matches!(told, Told::Baited(_, true)));
        let gone = |event: &Event| matches!(event, Event::Stood(_, Standing::Fled));
        let used_up =
            |event: &Event| matches!(event, Event::Absorbed { who: whose, .. } if *whose == who);
        let silent = label.is_none() && !offered
            || rises
            || self.is_under(|why| matches!(why, Why::Falls(_) | Why::Breaks(_)))
            || label.is_none() && self.story.begun.iter().any(again)
            || baited
            || self.step.events.iter().any(goes)
            || row.as_ref().is_some_and(|row| row.is(Meaning::HUNTS))
                && self.step.events.iter().any(gone)
            || condition == Condition::TEMPORARY_HP && self.step.events.iter().any(used_up);
        let at = self.here(Some(who));
        if !silent {
            let what = What::Ends(condition, label.cloned());
            self.all[at].came.push(Came { whom: Whom::One(who), what, waits: false });
        }
    }

    /// A possession changes its place; what the combatant itself handles, and shots fired, go without saying.
    fn geared(&mut self, who: CombatantId, thing: Thing, gear: Gear) {
        let handles = self.act().is_some_and(|act| {
            act.who == who && matches!(act.deed, Deed::Sheathe | Deed::Drop | Deed::Draw)
        });
        let worse = gear.at != Whereabouts::AtHand || gear.wounds > 0 || gear.jammed;
        let at = self.here(Some(who));
        if worse && !handles {
            let what = What::Gear(thing, gear);
            self.all[at].came.push(Came { whom: Whom::One(who), what, waits: false });
        }
    }

    /// An event without a value of its own, if it is told at all.
    fn other(&mut self, event: &Event, waits: bool) {
        if !has_words(self.about, event) {
            return;
        }
        let about = subject(event);
        let at = self.here(about);
        let whom = about.map_or(Whom::Nobody, Whom::One);
        self.all[at].came.push(Came { whom, what: What::Event(Box::new(event.clone())), waits });
    }

    fn told(&mut self, event: &Event, told: &Told, waits: bool) {
        match told {
            Told::Deed(who, deed, line, at) => self.deed(*who, *deed, *line, at),
            Told::Spell(who, spell, SpellFate::Disrupted) => self.spoiled(*who, *spell, waits),
            Told::Spell(who, spell, fate) => self.spell(*who, *spell, *fate),
            Told::Reaction(row) => {
                let at = self.here(None);
                let what = What::Row("".into(), row.clone());
                self.all[at].came.push(Came { whom: Whom::Nobody, what, waits });
            }
            Told::Broke(who) => self.add(*who, What::Breaks, waits),
            Told::Held(side) => self.of_side(*side, What::Holds),
            Told::NoCheck(side) => self.of_side(*side, What::Steadfast),
            Told::Evaded(side, pace, theirs, away) => {
                self.of_side(*side, What::Evades(*pace, *theirs, *away))
            }
            Told::Baited(side, stops) => self.of_side(*side, What::Baited(*stops)),
            Told::Pursues(who, does) => self.add(*who, What::Pursues(*does), waits),
            Told::Driven(who, destroyed) => self.add(*who, What::Driven(*destroyed), waits),
            Told::Withstood(who, damage, ..) => self.add(*who, What::TooLittle(*damage), waits),
            Told::Unmoved(who, damage, _) => self.add(*who, What::Unmoved(*damage), waits),
            Told::CoverStruck(who) => self.add(*who, What::CoverStruck, waits),
            Told::Scattered(who, _, squares) => {
                self.add(*who, What::Scattered(squares.unsigned_abs()), waits)
            }
            Told::Lost(who) => {
                let gives_up = |act: &Act| act.who == *who && act.deed == Deed::Abandon;
                match self.act().is_some_and(gives_up) {
                    true => _ = self.here(Some(*who)),
                    false => self.add(*who, What::Lost, waits),
                }
            }
            Told::Item(who, item, kept) => self.add(*who, What::Item(item.clone(), *kept), waits),
            Told::Row(who, rule, text) => self.row(*who, rule, text, waits),
            Told::Rule(_) => {}
            Told::TurnOver(_) if self.is_turn_told(event) => {}
            Told::Ran(who, _, feet) if self.act().is_none() => self.runs(*who, *feet),
            Told::Rested(who, ..) | Told::Ran(who, ..) => {
                let at = self.here(Some(*who));
                self.all[at].did = Did::Event(Box::new(event.clone()));
            }
            Told::TurnOver(_) | Told::Experience(..) | Told::Reminder(..) => {
                _ = self.alone(Did::Event(Box::new(event.clone())));
            }
            Told::Cured(..) | Told::KeptTemporary(..) => self.other(event, waits),
        }
    }

    fn of_side(&mut self, side: SideId, what: What) {
        let at = self.here(None);
        self.all[at].came.push(Came { whom: Whom::Side(side), what, waits: false });
    }

    /// Whether the time told before says that the turn is over, or each has turns of its own.
    fn is_turn_told(&self, _: &Event) -> bool {
        let skips = |event: &Event| matches!(event, Event::Elapsed(seconds) if *seconds > self.about.turn_seconds());
        self.about.phases.contains_key(&Phase::Turn) || self.step.events[..self.nth].iter().any(skips)
    }

    fn deed(&mut self, who: CombatantId, deed: Deed, line: Option<u8>, at: &[CombatantId]) {
        let own = self.of(self.cause, Some(who));
        if !self.all[own].is_by(who) {
            let account = self.of_deed(who, deed, line, at);
            let at = self.push(account);
            return self.place(at);
        }
        self.place(own);
        let told = self.of_deed(who, deed, line, at);
        let goes_on = deed == Deed::Resume && self.all[own].did != Did::Deed(Deed::Resume);
        if !goes_on {
            let account = &mut self.all[own];
            account.did = told.did;
            account.with = told.with;
            account.at = told.at;
        }
    }

    /// A spell is spoiled; where its caster failed to keep hold of it, that is what it did.
    fn spoiled(&mut self, who: CombatantId, spell: u8, waits: bool) {
        let at = self.here(Some(who));
        let account = &mut self.all[at];
        let own = |one: &&Try| one.who == Some(who) && matches!(one.purpose, Purpose::Save(_));
        let save = account.tries.iter().find(own).map(|one| one.purpose);
        if let (Did::Deed(Deed::Cast), Some(save)) = (&account.did, save) {
            account.did = Did::Roll(save);
            account.at.clear();
        }
        self.add(who, What::Spoiled(spell), waits);
    }

    fn spell(&mut self, who: CombatantId, spell: u8, fate: SpellFate) {
        let own = self.of(self.cause, Some(who));
        let own = if self.all[own].is_by(who) {
            own
        } else {
            self.push(Account { who: Doers::Ones(vec![who]), ..Account::default() })
        };
        self.place(own);
        let account = &mut self.all[own];
        account.did = Did::Spell(fate);
        account.with = Some(Means::Spell(spell));
    }

    /// A row of a table. Where it brings what is told for itself, that says more than the row.
    fn row(&mut self, who: CombatantId, rule: &Text, text: &Text, waits: bool) {
        if let Some(CriticalSign::Rule(sign)) = &self.about.criticals
            && sign == rule
        {
            let at = self.here(Some(who));
            self.all[at].critical = true;
            return;
        }
        // A row of amounts shows in the amount.
        let at = self.here(Some(who));
        let critical = self.is_right_under(|why| *why == Why::Table(Purpose::Critical));
        if critical && self.all[at].is_by(who) {
            return;
        }
        self.add(who, What::Row(rule.clone(), Told::gist(text).into()), waits);
    }

    /// Begins the walk of a group in a chase, of which `first` is a member. The first group runs from the others.
    fn runs(&mut self, first: CombatantId, feet: u32) {
        let away = !self.all.iter().any(|account| matches!(account.did, Did::Walk(..)));
        let far = i32::try_from(feet).unwrap_or(i32::MAX);
        let far = Tenths::whole(far);
        let walk = Walk { away, far, ..Walk::default() };
        let (who, did) = (Doers::Ones(vec![first]), Did::Walk(Deed::Run, walk));
        let at = self.push(Account { who, did, ..Account::default() });
        self.loose = Some(at);
        self.place(at);
    }
}

/// Whether the roll makes an account of its own, where nobody acts.
fn is_head(rolled: &Rolled) -> bool {
    let amount = matches!(
        rolled.purpose,
        Purpose::Free | Purpose::Fire | Purpose::Bleeding | Purpose::Reaction | Purpose::Pursuit
    );
    rolled.outcome != Outcome::Figure || is_contest(rolled.purpose) || amount
}

/// Whether an opponent answers the roll with one of its own.
fn is_contest(purpose: Purpose) -> bool {
    matches!(purpose, Purpose::Veto | Purpose::Contest | Purpose::Grapple)
}

/// Whether the attack shows a critical hit by its face.
fn is_best(about: &About, rolled: &Rolled) -> bool {
    about.criticals == Some(CriticalSign::Natural20)
        && rolled.dice == Some(20)
        && rolled.outcome.succeeded()
}

/// Whether there is anything to tell.
fn is_told(account: &Account) -> bool {
    let place = !account.places.told.is_empty();
    place
        && match &account.did {
            Did::Befalls => !account.came.is_empty(),
            Did::Deed(Deed::Declare) => !account.came.is_empty(),
            _ => true,
        }
}

/// Whether an event without a value of its own has words of its own.
fn has_words(about: &About, event: &Event) -> bool {
    use Event::*;
    match event {
        Set(timer) => is_announced(&timer.action),
        Counted(Bearer::Effect(..), counter, _) => about.counted_as(*counter).is_some(),
        Counted(Bearer::Side(_), counter, value) => {
            *value != 0 && about.side_marks.iter().any(|mark| mark.counter == *counter)
        }
        Told(told) => matches!(told, self::Told::Cured(..) | self::Told::KeptTemporary(..)),
        Turned(..) | Reshaped(..) | Renamed(..) | HpSet(..) | Supplied(..) | Ranked(..) | Took(..)
        | SideTook(..) | SpellSet(..) | Met(_) | OptionSet(..) | OptionAwaits(..) | SceneSet(_)
        | HandSet(..) | AsksSet(..) | PlayersSet(..) | Sighted(..) | AwareSet(..) | Pinned(..)
        | Unpinned(..) => true,
        _ => false,
    }
}

/// Whether a timer is told of when it is set and when it falls due; others are the rules' own.
fn is_announced(action: &TimerAction) -> bool {
    matches!(action, TimerAction::Remind(_) | TimerAction::BurnOut | TimerAction::Reinforce(..))
}

/// Whom an event is about.
fn subject(event: &Event) -> Option<CombatantId> {
    match event {
        Event::HpSet(who, _)
        | Event::Turned(who, _)
        | Event::Reshaped(who, ..)
        | Event::Supplied(who, _)
        | Event::Renamed(who, _)
        | Event::Ranked(who, _)
        | Event::Took(who, _)
        | Event::SpellSet(who, ..)
        | Event::Pinned(who, _)
        | Event::Unpinned(who, _)
        | Event::Sighted(who, _) => Some(*who),
        Event::Told(told) => told.whom(),
        _ => None,
    }
}
