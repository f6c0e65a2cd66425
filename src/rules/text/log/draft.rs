//! Turns the events of a step into passages.

mod acts;
mod chase;
mod context;
mod outcomes;
mod rolls;
mod walks;

use self::context::{Context, StepContext};
use super::full::in_full;
use super::passage::{Head, Outcome, Passage, Role, Subject};
use super::record::{Happened, LogAt, Record, StepAt, Teller};
use super::{order, uncapital};
use crate::rules::model::command::{Act, Command, Deed};
use crate::rules::model::condition::Meaning;
use crate::rules::model::dice::Purpose;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Event, Spending, Told};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::{Round, Second};
use crate::rules::model::phrase::Verb;
use crate::rules::model::window::{Phase, Slot};
use crate::rules::ruleset::about::About;
use crate::rules::text::span::counted;
use crate::rules::text::words;
use crate::rules::text::words::mark::Mark;
use crate::rules::text::words::phrase::of_group;
use std::collections::BTreeSet;

/// Returns the passages of a step, oldest first.
pub(super) fn passages<'a, R: Record<'a> + Copy + 'a>(
    teller: &Teller<'a, R>,
    at: StepAt,
) -> Vec<Passage> {
    let Some(step) = teller.record.step(at) else { return Vec::new() };
    let context = StepContext { teller, at };
    let (about, e) = (teller.about, teller.e);
    Draft {
        about,
        e,
        step,
        at,
        nth: 0,
        context: &context,
        all: Vec::new(),
        committing: false,
        seconds: None,
        by_rule: None,
        used: Vec::new(),
        volley: None,
        reacted: false,
        row: String::new(),
        shown_amount: None,
        duration: None,
        disengaged: Vec::new(),
        undone: undone(step.events),
        relieved: Vec::new(),
    }
    .read()
}

/// A step being read.
struct Draft<'a> {
    about: &'a About,
    e: &'a Encounter,
    step: Happened<'a>,
    at: StepAt,
    /// The index of the current event.
    nth: usize,
    context: &'a dyn Context,
    all: Vec<Passage>,
    /// Whether pending effects are taking effect.
    committing: bool,
    /// Seconds spent on the passage to come.
    seconds: Option<(CombatantId, Second)>,
    /// The rule by which a combatant strikes out of turn.
    by_rule: Option<String>,
    /// Supplies used up.
    used: Vec<(CombatantId, String)>,
    /// Whether what those who react are out to do has been told.
    reacted: bool,
    /// The index of the passage of an act with several blows.
    volley: Option<usize>,
    /// The gist of the last table result.
    row: String,
    /// Damage already shown as an amount: `flames 4`.
    shown_amount: Option<(CombatantId, i32)>,
    /// The duration of the next effect on that combatant: `for 3 rounds`.
    duration: Option<(CombatantId, String)>,
    /// Pairs that disengaged.
    disengaged: Vec<(CombatantId, CombatantId)>,
    /// Pairs that disengage and engage again in this step, which changes nothing, or that bait parts.
    undone: BTreeSet<(CombatantId, CombatantId)>,
    /// The events so far that ended effects.
    relieved: Vec<&'a Event>,
}

fn undone(events: &[Event]) -> BTreeSet<(CombatantId, CombatantId)> {
    let (mut disengaged, mut undone) = (BTreeSet::new(), BTreeSet::new());
    // Who stops for bait lets go, as goes without saying.
    let lured = events.iter().any(|event| matches!(event, Event::Told(Told::Baited(_, true))));
    for event in events {
        match event {
            Event::Frees(a, b) if lured => _ = undone.insert(pair(*a, *b)),
            Event::Frees(a, b) => _ = disengaged.insert(pair(*a, *b)),
            Event::Threatens(a, b) if disengaged.contains(&pair(*a, *b)) => {
                _ = undone.insert(pair(*a, *b))
            }
            _ => {}
        }
    }
    undone
}

/// Returns the pair in a canonical order.
fn pair(a: CombatantId, b: CombatantId) -> (CombatantId, CombatantId) {
    (a.min(b), a.max(b))
}

impl<'a> Draft<'a> {
    fn read(mut self) -> Vec<Passage> {
        self.begin();
        for (nth, event) in self.step.events.iter().enumerate() {
            self.nth = nth;
            self.event(event, false);
            if matches!(event, Event::Relieved { .. }) {
                self.relieved.push(event);
            }
        }
        self.report_disengaged();
        self.flush_duration();
        self.add_used_up();
        self.report_no_surprise();
        self.drop_volley_head();
        self.all.iter_mut().for_each(drop_redundant_rows);
        self.all.retain(Passage::is_told);
        self.all
    }

    /// Drops the passage of an act with several blows in favour of the blows.
    fn drop_volley_head(&mut self) {
        let Some(at) = self.volley.filter(|at| *at < self.all.len()) else { return };
        let bare = |act: &Passage| act.rolls.is_empty() && act.outcomes.is_empty() && act.blow.is_none();
        let act = &self.all[at];
        let own = |blow: &Passage| matches!(blow.head, Head::Blow(_)) && blow.who == act.who;
        let Some(first) = self.all[at..].iter().position(own).filter(|_| bare(act)) else { return };
        let act = self.all.remove(at);
        let blow = &mut self.all[at + first - 1];
        blow.seconds = blow.seconds.saturating_add(act.seconds);
        blow.places = [act.places, std::mem::take(&mut blow.places)].concat();
    }

    /// Adds the supplies used up to the passage of the act that used them.
    fn add_used_up(&mut self) {
        for (who, said) in std::mem::take(&mut self.used) {
            match self.all.iter_mut().find(|passage| passage.is_by(who)) {
                Some(passage) => passage.add_outcome(Outcome::whole(Role::Aside, said)),
                None => self.add_outcome(Outcome::thing(Subject::One(who), Role::Plain, said)),
            }
        }
    }

    fn act(&self) -> Option<&'a Act> {
        match self.step.command {
            Command::Act(act) => Some(act),
            _ => None,
        }
    }

    /// Returns the act that this one resumes.
    fn resumed(&self) -> Option<Act> {
        let act = self.act().filter(|act| act.deed == Deed::Resume)?;
        self.context.ongoing(act.who)
    }

    /// Adds a passage for an act whose events do not report it.
    fn begin(&mut self) {
        let Some(act) = self.act() else { return };
        let says = |event: &Event| match event {
            Event::Told(Told::Deed(who, ..) | Told::Spell(who, ..)) | Event::Passed(who) => {
                *who == act.who
            }
            Event::Rolled(rolled) => rolled.who == Some(act.who) && reports_act(rolled.purpose),
            Event::Afflicted(_, effect) => effect.condition.is(Meaning::DECLARED),
            _ => false,
        };
        let silent = matches!(act.deed, Deed::Pass | Deed::Undeclare | Deed::Declare);
        // A spell is named as such when it is resumed too, not only by its attack roll.
        let casts = self.resumed().is_some_and(|begun| begun.deed == Deed::Cast);
        if !silent && !self.step.events.is_empty() && (casts || !self.step.events.iter().any(says)) {
            self.deed(act.who, act.deed, act.with, &act.at);
        }
    }

    /// Reads an event.
    fn event(&mut self, event: &Event, waits: bool) {
        if !matches!(event, Event::Frees(..)) {
            self.report_disengaged();
        }
        if self.runs_on(event) {
            return;
        }
        match event {
            Event::Deferred(event) => self.event(event, true),
            Event::Committed => {
                self.committing = true;
                self.detach();
            }
            Event::RoundBegan(round) => self.round(*round),
            Event::Ordered(order) => self.order(order),
            Event::Rolled(rolled) => self.rolled(rolled),
            Event::Told(told) => self.told(event, told),
            Event::Passed(who) => self.passed(*who),
            Event::Spent(who, Spending::Seconds(seconds)) => self.add_seconds(*who, *seconds),
            Event::Spent(who, Spending::Move(steps)) => {
                let far = self.about.walked(self.e, *who, *steps);
                self.change_walk(*who, |walk| walk.far = far);
            }
            Event::Moved { who, off, .. } => self.moves(*who, *off),
            Event::Apart(a, b, Some(far)) if self.is_walking(*a) => {
                self.change_walk(*a, |walk| walk.off = Some((*b, *far)));
            }
            Event::Apart(a, b, Some(far)) if self.is_walking(*b) => {
                self.change_walk(*b, |walk| walk.off = Some((*a, *far)));
            }
            Event::Threatens(a, b)
                if a < b && (!self.undone.contains(&pair(*a, *b)) || self.flees(*a, *b)) =>
            {
                self.add_engagement(*a, *b)
            }
            Event::Threatens(..) | Event::Elapsed(_) if self.is_usual(event) => {}
            Event::Elapsed(seconds)
                if *seconds < self.about.turn_seconds() && self.turn_over().is_some() =>
            {
                let turn = self.turn_over().unwrap_or(0);
                self.words(Role::Plain, format!("The rest of turn {turn} passes"));
            }
            Event::PassedOver(_) | Event::TurnBegan(_) => {}
            Event::Frees(a, b) if self.undone.contains(&pair(*a, *b)) => {}
            Event::Frees(a, b) if self.all.iter().any(|told| told.is_by(*a) || told.is_by(*b)) => {}
            Event::Frees(a, b) if a < b => self.disengaged.push((*a, *b)),
            _ => self.add_event(event, waits),
        }
    }

    fn is_usual(&self, event: &Event) -> bool {
        match event {
            Event::Elapsed(seconds) => *seconds == self.about.round_seconds,
            _ => true,
        }
    }

    fn place(&self) -> LogAt {
        (self.at.0, self.at.1, self.nth)
    }

    /// Adds a passage that starts with this event.
    fn push(&mut self, mut passage: Passage) -> &mut Passage {
        passage.places.push(self.place());
        if let Some((_, seconds)) = self.seconds.take_if(|(who, _)| passage.is_by(*who)) {
            passage.seconds = seconds;
        }
        self.all.push(passage);
        let last = self.all.len() - 1;
        &mut self.all[last]
    }

    fn words(&mut self, role: Role, text: impl Into<String>) -> &mut Passage {
        self.push(Passage::new(Head::Words(role, text.into())))
    }

    /// Returns an existing passage, adding this event to it.
    fn extend(&mut self, at: usize) -> Option<&mut Passage> {
        let place = self.place();
        let passage = self.all.get_mut(at)?;
        if passage.places.last() != Some(&place) {
            passage.places.push(place);
        }
        Some(passage)
    }

    /// Returns the passage for further outcomes: the last one, unless it is complete in itself.
    fn last(&mut self) -> &mut Passage {
        let open = |passage: &Passage| !matches!(passage.head, Head::Round(..) | Head::Pass);
        match self.all.iter().rposition(open).filter(|at| at + 1 == self.all.len()) {
            Some(at) => {
                let place = self.place();
                let passage = &mut self.all[at];
                if passage.places.last() != Some(&place) {
                    passage.places.push(place);
                }
                passage
            }
            None => self.push(Passage::new(Head::None)),
        }
    }

    /// Starts a new passage, since what follows is no consequence of the last one.
    fn detach(&mut self) {
        if !self.all.last().is_some_and(|last| last.head == Head::None) {
            self.all.push(Passage::new(Head::None));
        }
    }

    fn add_outcome(&mut self, outcome: Outcome) {
        // If there are several blows at one instant, an outcome of a wound joins that wound's passage.
        let wounds = |passage: &Passage| {
            let settled = passage.blow.as_ref().is_some_and(|blow| blow.settled);
            settled && passage.target.is_some_and(|target| outcome.subject == Subject::One(target))
        };
        if let Some(passage) = self.all.iter().rposition(wounds).and_then(|at| self.extend(at)) {
            return passage.add_outcome(outcome);
        }
        self.last().add_outcome(outcome);
    }

    fn round(&mut self, round: Round) {
        let ended = self.step.events[..self.nth].iter().any(|event| matches!(event, Event::Ended));
        if round == 0 || ended || self.context.is_empty_round(self.nth) || self.context.was_over() {
            return;
        }
        let (slots, rolls, places) = self.context.order_of(self.nth);
        let sides = !slots.is_empty() && order::is_of_sides(&slots);
        let told = if sides && slots.len() > 1 {
            order::of_sides(self.e, &slots, &rolls)
        } else {
            String::new()
        };
        let passage = self.push(Passage::new(Head::Round(round, told)));
        if sides {
            passage.behind = places;
        }
    }

    /// Adds the order of the round if each combatant has its own number or the referee set it; that of sides is in
    /// the header.
    fn order(&mut self, slots: &[Slot]) {
        let rules = matches!(self.step.command, Command::Proceed | Command::Skip);
        if slots.is_empty() || rules && order::is_of_sides(slots) {
            return;
        }
        let told = order::describe(self.e, slots);
        if !rules {
            return self.add_outcome(Outcome::whole(Role::Plain, format!("order {told}")));
        }
        let rolls = self.step.events[..self.nth].iter().enumerate();
        let rolls =
            rolls.filter(|(_, event)| matches!(event, Event::Rolled(rolled) if order::is_roll(rolled)));
        let behind: Vec<LogAt> = rolls.map(|(nth, _)| (self.at.0, self.at.1, nth)).collect();
        self.words(Role::Dim, format!("Initiative · {told}")).behind = behind;
    }

    /// Adds a pass only for a combatant that did nothing this round; staying in place or ending a turn goes
    /// unreported.
    fn passed(&mut self, who: CombatantId) {
        let chosen = self.act().is_some_and(|act| act.deed == Deed::Pass && act.who == who);
        if !chosen || self.all.iter().any(|passage| passage.is_by(who)) {
            return;
        }
        let acts = matches!(
            self.context.phase(),
            Some(Phase::Turn | Phase::Number | Phase::Action | Phase::Melee) | None
        );
        if acts && !self.context.has_acted(who) {
            self.push(Passage::of(who, Head::Pass));
        }
    }

    /// Adds seconds only to what a combatant chose to spend them on.
    fn add_seconds(&mut self, who: CombatantId, seconds: Second) {
        if self.act().is_none_or(|act| act.who != who) {
            return;
        }
        match self.all.iter().rposition(|passage| passage.is_by(who)).and_then(|at| self.extend(at)) {
            Some(passage) => passage.seconds = passage.seconds.saturating_add(seconds),
            None => self.seconds = Some((who, seconds)),
        }
    }

    /// Whether this step skipped time other than single rounds.
    fn time_skipped(&self) -> bool {
        let skips = |event: &Event| matches!(event, Event::Elapsed(seconds) if *seconds != self.about.round_seconds);
        self.step.events[..self.nth].iter().any(skips)
    }

    /// Returns the turn completed in this step.
    fn turn_over(&self) -> Option<u32> {
        self.step.events.iter().find_map(|event| match event {
            Event::Told(Told::TurnOver(turn)) => Some(*turn),
            _ => None,
        })
    }

    fn told(&mut self, event: &Event, told: &Told) {
        if let Told::Row(_, _, text) = told {
            self.row = gist(text).to_string();
        }
        match told {
            Told::Deed(who, deed, line, at) => self.deed(*who, *deed, *line, at),
            Told::Spell(who, spell, fate) => self.spell(*who, *spell, *fate, event),
            Told::Reaction(row) => {
                self.reacted = false;
                let row = row.to_string();
                let who = self.all.last().and_then(|last| last.who.first().copied());
                let reacting = words::those_react(self.e, who);
                self.last().head = Head::Words(Role::Plain, format!("{reacting}: {row}"));
            }
            Told::Held(_) | Told::Broke(_) => self.morale(told),
            Told::Rule(id) => self.by_rule = self.about.rule(id).map(|rule| uncapital(&rule.title)),
            Told::TurnOver(_) if self.time_skipped() => {}
            Told::Lost(who)
                if self.act().is_some_and(|act| act.who == *who && act.deed == Deed::Abandon) => {}
            Told::Lost(who) => {
                let loses = Verb::LOSE.then("its action");
                self.add_outcome(Outcome::does(Subject::One(*who), Role::Bad, "action lost", loses));
            }
            Told::Scattered(_, _, squares) => {
                self.add_outcome(Outcome::whole(
                    Role::Plain,
                    format!("lands {} off", counted(*squares, "square")),
                ));
            }
            Told::Row(who, _, text) if Mark::of(self.about, event) == Some(Mark::Critical) => {
                self.add_outcome(Outcome::thing(Subject::One(*who), Role::Plain, text.to_string()));
            }
            Told::Row(who, _, text) => match (of_group(gist(text)), self.concerns(*who)) {
                (Some(does), _) if self.ends_with_a_blow() => {
                    _ = self.words(Role::Plain, words::group_does(self.e, *who, does));
                }
                (_, true) => self.add_outcome(Outcome::whole(Role::Plain, gist(text))),
                (Some(does), _) => {
                    let said = words::group_does(self.e, *who, does);
                    self.add_outcome(Outcome::whole(Role::Plain, said));
                }
                (None, _) => {
                    self.add_outcome(Outcome::thing(Subject::One(*who), Role::Plain, gist(text)));
                }
            },
            Told::Evaded(..) => {
                if let Some(text) = in_full(self.about, self.e, event) {
                    self.broke_off(text);
                }
            }
            Told::Baited(..) => self.add_event(event, false),
            Told::Ran(who, _, feet) if self.act().is_none() => self.runs(*who, *feet),
            Told::Rested(who, ..) | Told::Ran(who, ..) => {
                let rests = |last: &Passage| {
                    last.is_by(*who) && matches!(last.head, Head::Deed { .. } | Head::Walk(..))
                };
                self.all.pop_if(|last| rests(last));
                if let Some(text) = in_full(self.about, self.e, event) {
                    self.words(Role::Plain, text).who.push(*who);
                }
            }
            Told::NoCheck(_) | Told::TurnOver(_) | Told::Experience(..) | Told::Reminder(..) => {
                if let Some(text) = in_full(self.about, self.e, event) {
                    self.words(Role::Plain, text);
                }
            }
            Told::Withstood(who, ..) | Told::Unmoved(who, ..) => {
                let outcome = Outcome::is(Subject::One(*who), Role::Bad, "no harm");
                self.on_blow(*who, outcome);
            }
            _ => self.add_event(event, false),
        }
    }

    /// Whether the last passage is a blow; what others decide after it is no consequence of it.
    fn ends_with_a_blow(&self) -> bool {
        self.all.last().is_some_and(|last| matches!(last.head, Head::Blow(_)))
    }

    /// Whether the last passage is about that combatant.
    fn concerns(&self, who: CombatantId) -> bool {
        self.all.last().is_some_and(|last| last.is_by(who) || last.target == Some(who))
    }
}

/// Drops a table result that a condition beside it repeats: `arm` beside `left arm maimed`.
fn drop_redundant_rows(passage: &mut Passage) {
    let bad = passage.outcomes.iter().filter(|had| had.role == Role::Bad && had.verb.is_none());
    let named: Vec<String> = bad.flat_map(|had| had.says.split(' ')).map(String::from).collect();
    passage
        .outcomes
        .retain(|had| had.role != Role::Plain || had.verb.is_some() || !named.contains(&had.says));
}

/// Returns a table result without the part after a semicolon, which `w` shows.
fn gist(row: &str) -> &str {
    row.split_once("; ").map_or(row, |(gist, _)| gist)
}

/// Whether such a roll is reported as the act itself, or precedes an act that is reported on its own.
fn reports_act(purpose: Purpose) -> bool {
    matches!(
        purpose,
        Purpose::Attack(_) | Purpose::Save(_) | Purpose::Ability(_) | Purpose::Check(_) | Purpose::Fire
    )
}
