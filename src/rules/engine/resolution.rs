//! A command in progress: the working copy, its changes so far, the dice, and the record of events, if one is kept.

use super::home::Home;
pub use super::home::{Bend, Roller};
use super::record::Record;
use crate::rules::model::cause::{Trace, Why};
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::command::Share;
use crate::rules::model::counter::Counter;
use crate::rules::model::dice::{Answer, ChoiceRequest, Dice, DiceExpr, Purpose, Roll, RollRequest};
use crate::rules::model::effect::{Condition, Effect, Timer, TimerAction};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Bearer, Event, Outcome, Rolled, Stop, Told};
use crate::rules::model::ids::{BlockId, CombatantId, EffectId, SideId};
use crate::rules::model::moment::When;
use crate::rules::model::tally::{Reason, Tally};
use crate::rules::model::word::Word;
use crate::rules::ruleset::Ruleset;

pub use super::record::Scope;

/// When an event takes effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timing {
    /// Immediately, whatever the window.
    Now,
    /// At the commit if acts are simultaneous; otherwise immediately.
    Together,
}

/// A command in progress. Dropped on a [`Stop`], so that nothing has happened.
pub struct Resolution<'a> {
    rules: &'a dyn Ruleset,
    encounter: Encounter,
    changes: Vec<Change>,
    record: Option<Record>,
    dice: &'a mut dyn Dice,
    /// The rules of the house book, if it has any.
    home: Option<Box<Home>>,
}

/// A change to a combatant, as a trigger of consequences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Its standing changed.
    Stood(CombatantId, Standing),
    /// A condition began.
    Began(CombatantId, Condition),
    /// A condition ended.
    Ended(CombatantId, Condition),
    /// It lost hit points or took a wound.
    Hurt(CombatantId),
    /// It regained hit points or a wound healed.
    Healed(CombatantId),
    /// Its hit points or wounds were set.
    HpSet(CombatantId),
    /// Its stat block, that one, was replaced.
    Reshaped(CombatantId, BlockId),
    /// It left that side for another.
    Turned(CombatantId, SideId),
    /// The first no longer threatens the second.
    Freed(CombatantId, CombatantId),
    /// The pending consequences took effect.
    Committed,
    /// It made a roll, and whether it succeeded.
    Rolled(CombatantId, bool),
}

impl Change {
    /// Returns the change an event makes to a combatant, given the state before it; `None` if it triggers no
    /// consequences.
    fn of(event: &Event, before: &Encounter) -> Option<Self> {
        Some(match event {
            Event::Stood(who, standing) => Self::Stood(*who, *standing),
            Event::Afflicted(who, effect) => Self::Began(*who, effect.condition.id),
            Event::Relieved { who, condition, .. } => Self::Ended(*who, *condition),
            Event::Harmed { who, .. } | Event::Wounded { who, .. } => Self::Hurt(*who),
            Event::Healed { who, .. } => Self::Healed(*who),
            Event::HpSet(who, _) => Self::HpSet(*who),
            Event::Reshaped(who, ..) => Self::Reshaped(*who, before.get(*who)?.block),
            Event::Turned(who, side) => {
                let from = before.get(*who)?.side;
                return (from != *side).then_some(Self::Turned(*who, from));
            }
            Event::Frees(one, other) => Self::Freed(*one, *other),
            Event::Committed => Self::Committed,
            _ => return None,
        })
    }
}

impl<'a> Resolution<'a> {
    /// Starts on a copy of the state and records all events.
    pub fn recorded(rules: &'a dyn Ruleset, encounter: Encounter, dice: &'a mut dyn Dice) -> Self {
        let record = Some(Record::default());
        Self { rules, encounter, changes: Vec::new(), record, dice, home: Home::of(rules) }
    }

    /// Starts on a copy of the state without a record.
    pub fn unrecorded(rules: &'a dyn Ruleset, encounter: Encounter, dice: &'a mut dyn Dice) -> Self {
        Self { rules, encounter, changes: Vec::new(), record: None, dice, home: Home::of(rules) }
    }

    /// The state, including all events emitted so far.
    #[inline]
    pub fn encounter(&self) -> &Encounter {
        &self.encounter
    }

    /// The changes so far, in order.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Returns the combatants on whom that condition has begun so far, in order.
    pub fn began(&self, condition: Condition) -> Vec<CombatantId> {
        let whom = |change: &Change| match change {
            Change::Began(who, began) if *began == condition => Some(*who),
            _ => None,
        };
        self.changes.iter().filter_map(whom).collect()
    }

    /// Does something because of that: its events lie under that cause, which lies under the one entered before.
    pub fn under<T>(&mut self, why: impl FnOnce() -> Why, work: impl FnOnce(&mut Self) -> T) -> T {
        let Some(record) = &mut self.record else { return work(self) };
        record.enter(why());
        self.and_leave(work)
    }

    /// Opens a cause to which its events come in several parts, with [`within`](Self::within).
    pub fn scope(&mut self, why: impl FnOnce() -> Why) -> Scope {
        self.record.as_mut().map_or(Scope::UNRECORDED, |record| record.open(why()))
    }

    /// Does something because of an opened cause.
    pub fn within<T>(&mut self, scope: Scope, work: impl FnOnce(&mut Self) -> T) -> T {
        let Some(record) = &mut self.record else { return work(self) };
        record.enter_again(scope);
        self.and_leave(work)
    }

    /// Does something, and leaves the cause that was entered for it.
    fn and_leave<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let done = work(self);
        if let Some(record) = &mut self.record {
            record.leave();
        }
        done
    }

    /// Applies and records an event.
    pub fn emit(&mut self, event: Event) {
        if let Some(home) = &mut self.home {
            home.note(&event);
        }
        self.changes.extend(Change::of(&event, &self.encounter));
        self.encounter.apply(&event);
        if let Some(record) = &mut self.record {
            record.push(event);
        }
    }

    /// Records a report that changes nothing; built only if a record is kept.
    pub fn tell(&mut self, told: impl FnOnce() -> Told) {
        if let Some(record) = &mut self.record {
            record.push(Event::Told(told()));
        }
    }

    /// Whether a record is kept.
    pub fn is_recorded(&self) -> bool {
        self.record.is_some()
    }

    /// Records a roll.
    pub fn rolled(&mut self, rolled: Rolled) {
        if let Some(home) = &mut self.home {
            home.note_roll(&self.encounter, &rolled);
        }
        self.changes.extend(rolled.who.map(|who| Change::Rolled(who, rolled.outcome.succeeded())));
        if let Some(record) = &mut self.record {
            record.push(Event::Rolled(Box::new(rolled)));
        }
    }

    /// Holds an event back until the commit.
    pub fn defer(&mut self, event: Event) {
        self.emit(Event::Deferred(Box::new(event)));
    }

    /// Emits a consequence, or holds it back while acts are simultaneous.
    pub fn consequence(&mut self, event: Event) {
        self.take(event, Timing::Together);
    }

    /// Emits an event, or holds it back until the commit, as the timing requires.
    pub fn take(&mut self, event: Event, timing: Timing) {
        let waits = timing == Timing::Together && self.encounter.acts_together();
        if waits { self.defer(event) } else { self.emit(event) }
    }

    /// Whether rules of a house book may apply.
    #[inline]
    pub fn has_home_rules(&self) -> bool {
        self.home.is_some()
    }

    /// The rules of the house book, if it has any.
    pub(super) fn home(&mut self) -> Option<&mut Home> {
        self.home.as_deref_mut()
    }

    /// The ruleset.
    pub(super) fn rules(&self) -> &'a dyn Ruleset {
        self.rules
    }

    /// Forgets changes, so that nothing follows from them.
    pub(super) fn forget_changes(&mut self, which: impl Fn(&Change) -> bool) {
        self.changes.retain(|change| !which(change));
    }

    /// Sets a standing for a moment, without a record.
    pub(super) fn set_standing(&mut self, who: CombatantId, standing: Standing) {
        self.encounter.apply(&Event::Stood(who, standing));
    }

    /// Asks for dice that are an amount; if only one of them counts, returns that one. House rules may have others
    /// rolled, but add nothing: what they add to an amount is a term of the harm.
    ///
    /// # Errors
    /// [`Stop::Roll`]: there is no answer yet, or an impossible one. [`Stop::Choice`], if a house rule asks.
    pub fn roll(&mut self, ask: RollRequest) -> Result<Roll, Stop> {
        if self.home.is_none() {
            return self.ask_dice(&ask).ok_or_else(|| Stop::Roll(Box::new(ask)));
        }
        let bend = self.bend((&ask).into())?;
        let ask = self.marked(bend.with_dice(ask));
        self.roll_bent(&ask, &bend).ok_or_else(|| Stop::Roll(Box::new(ask)))
    }

    /// The request with the faces at which house rules tell one outcome from another.
    fn marked(&self, ask: RollRequest) -> RollRequest {
        match &self.home {
            Some(home) => home.mark(ask),
            None => ask,
        }
    }

    /// Asks for dice to which no house rule applies, and returns their total.
    ///
    /// # Errors
    /// [`Stop::Roll`]: there is no answer yet, or an impossible one.
    pub(super) fn plain_roll(&mut self, ask: RollRequest) -> Result<i32, Stop> {
        self.ask_dice(&ask).map(|roll| roll.total()).ok_or_else(|| Stop::Roll(Box::new(ask)))
    }

    pub(super) fn ask_dice(&mut self, ask: &RollRequest) -> Option<Roll> {
        let roll = self.dice.roll(ask).filter(|roll| ask.accepts(roll).is_ok())?;
        Some(match ask.keep {
            Some(_) => Roll::Total(ask.figure(&roll)),
            None => roll,
        })
    }

    /// Asks for dice and returns the roll for the record, without a verdict. House rules may add terms, so that the
    /// total counts, not the dice alone.
    ///
    /// # Errors
    /// [`Stop::Roll`]: there is no answer yet, or an impossible one. [`Stop::Choice`], if a house rule asks.
    pub fn throw(&mut self, ask: RollRequest) -> Result<Rolled, Stop> {
        if self.home.is_some() {
            let bend = self.bend((&ask).into())?;
            return self.throw_bent(bend.apply(ask), &bend);
        }
        match self.ask_dice(&ask) {
            Some(roll) => Ok(thrown(ask, &roll)),
            None => Err(Stop::Roll(Box::new(ask))),
        }
    }

    /// Asks for dice as house rules have bent them already.
    ///
    /// # Errors
    /// [`Stop::Roll`]: there is no answer yet, or an impossible one.
    pub fn throw_bent(&mut self, ask: RollRequest, bend: &Bend) -> Result<Rolled, Stop> {
        let ask = self.marked(ask);
        match self.roll_bent(&ask, bend) {
            Some(roll) => Ok(thrown(ask, &roll)),
            None => Err(Stop::Roll(Box::new(ask))),
        }
    }

    /// Asks for dice, records their total with modifiers, and returns it.
    ///
    /// # Errors
    /// As [`roll`](Self::roll).
    pub fn figure(&mut self, ask: RollRequest) -> Result<i32, Stop> {
        let rolled = self.throw(ask)?;
        let total = rolled.total();
        self.rolled(rolled);
        Ok(total)
    }

    /// Asks for dice against the number in the request; records and returns whether they succeed.
    ///
    /// # Errors
    /// As [`roll`](Self::roll).
    pub fn test(&mut self, ask: RollRequest) -> Result<bool, Stop> {
        self.test_for(ask, Tally::new())
    }

    /// Like [`test`](Self::test), with the terms of the number.
    ///
    /// # Errors
    /// As [`roll`](Self::roll).
    pub fn test_for(&mut self, ask: RollRequest, needing: Tally) -> Result<bool, Stop> {
        let (need, under, stated) = (ask.need.unwrap_or_default(), ask.under, ask.tally.total());
        let rolled = self.throw(ask)?;
        // House rules may have added something, so that the dice need less or more.
        let need = need.saturating_sub(rolled.tally.total().saturating_sub(stated));
        let bare = rolled.dice.unwrap_or_default();
        let made = if under { bare <= need } else { bare >= need };
        let shown = need.saturating_add(rolled.tally.total());
        self.rolled(Rolled { needing, ..rolled.judged(made, shown) });
        Ok(made)
    }

    /// Asks for an amount, at least 0; a plain number needs no dice.
    ///
    /// # Errors
    /// As [`roll`](Self::roll).
    pub fn amount(
        &mut self,
        purpose: Purpose,
        who: Option<CombatantId>,
        dice: DiceExpr,
    ) -> Result<i32, Stop> {
        let sum = if dice.count == 0 {
            dice.plus
        } else {
            let mut ask = RollRequest::new(purpose, dice.count, dice.sides);
            ask.who = who;
            ask.tally.add(Reason::BASE, dice.plus);
            self.roll(ask)?.total().saturating_add(dice.plus)
        };
        Ok(sum.max(0))
    }

    /// Returns a target's share of an amount, recorded if half or double; `half` is half of it, rounded as the
    /// ruleset rounds.
    pub fn shared(
        &mut self,
        purpose: Purpose,
        whom: CombatantId,
        amount: i32,
        share: Share,
        half: i32,
    ) -> i32 {
        if share == Share::None {
            return 0;
        }
        let tally = Tally::new().with(Reason::BASE, amount).shared(share, half);
        self.own(Rolled { against: Some(whom), tally, ..Rolled::new(purpose, Outcome::Figure) })
    }

    /// Returns one target's version of a shared amount, recorded if it differs from the others'.
    pub fn own(&mut self, rolled: Rolled) -> i32 {
        let total = rolled.total();
        if rolled.tally.terms().len() > 1 {
            self.rolled(rolled);
        }
        total
    }

    /// Asks for a decision.
    ///
    /// # Errors
    /// [`Stop::Choice`]: there is no answer yet, or an invalid one.
    pub fn choose(&mut self, ask: ChoiceRequest) -> Result<Answer, Stop> {
        match self.dice.choose(&ask) {
            Some(answer) if ask.accepts(&answer) => Ok(answer),
            _ => Err(Stop::Choice(Box::new(ask))),
        }
    }

    /// Sets a counter.
    pub fn count(&mut self, whom: impl Into<Bearer>, counter: Counter, value: i32) {
        self.emit(Event::Counted(whom.into(), counter, value));
    }

    /// Resets a counter to 0.
    pub fn forget(&mut self, whom: impl Into<Bearer>, counter: Counter) {
        let whom = whom.into();
        if self.encounter.count_of(whom, counter) != 0 {
            self.count(whom, counter, 0);
        }
    }

    /// Uses up one of the supply of an attack line or spell, if it has one, now or with the outcome.
    pub fn use_up(&mut self, who: CombatantId, name: &str, timing: Timing) {
        let supply = self.encounter.get(who).and_then(|c| c.supply_of(name));
        if let Some(supply) = supply.filter(|supply| supply.left() > 0) {
            let (name, left) = (supply.name.clone(), supply.left() - 1);
            self.take(Event::UsedUp(who, name, left), timing);
        }
    }

    /// Returns the id of the next effect or timer.
    pub fn next_id(&self) -> EffectId {
        EffectId(self.encounter.next_effect)
    }

    /// Creates an effect with the next id, without recording it.
    pub fn effect(&self, condition: Condition, until: Option<When>) -> Effect {
        let known = self.rules.about().condition(condition);
        debug_assert!(known.is_some(), "a condition that the ruleset lacks: {condition:?}");
        let known = known.unwrap_or(Word::NOTE);
        let custom = self.rules.about().laid.and_then(|laid| laid.custom(condition));
        Effect { until, custom, ..Effect::new(self.next_id(), known) }
    }

    /// Applies a condition with nothing but its end.
    pub fn begin(&mut self, who: CombatantId, condition: Condition, until: Option<When>) {
        self.afflict(who, self.effect(condition, until));
    }

    /// Applies an effect.
    pub fn afflict(&mut self, who: CombatantId, effect: Effect) {
        self.emit(Event::Afflicted(who, Box::new(effect)));
    }

    /// Ends every effect of that condition.
    pub fn relieve(&mut self, who: CombatantId, condition: Condition) {
        self.relieve_where(who, |_, effect| effect.condition == condition);
    }

    /// Ends every effect of that condition toward the other.
    pub fn relieve_toward(&mut self, who: CombatantId, condition: Condition, toward: CombatantId) {
        let is_it = |effect: &Effect| effect.condition == condition && effect.toward == Some(toward);
        self.relieve_where(who, |_, effect| is_it(effect));
    }

    /// Ends every matching effect.
    pub fn relieve_where(&mut self, who: CombatantId, ends: impl Fn(&Combatant, &Effect) -> bool) {
        let Some(c) = self.encounter.get(who) else { return };
        let ending = c.effects.iter().filter(|effect| ends(c, effect));
        let ending: Vec<Event> = ending.map(|effect| Event::relieved(who, effect, false)).collect();
        ending.into_iter().for_each(|event| self.emit(event));
    }

    /// Sets a timer.
    pub fn set_timer(&mut self, due: When, who: Option<CombatantId>, action: TimerAction) {
        let timer = Timer { id: self.next_id(), due, who, action };
        self.emit(Event::Set(Box::new(timer)));
    }

    /// Returns the new state and the record, if any.
    pub fn finish(self) -> (Encounter, Trace) {
        (self.encounter, self.record.map(Record::finish).unwrap_or_default())
    }
}

/// A roll for the record, without a verdict.
fn thrown(ask: RollRequest, roll: &Roll) -> Rolled {
    Rolled {
        who: ask.who,
        side: ask.side,
        against: ask.against,
        dice: Some(roll.total()),
        tally: ask.tally,
        ..Rolled::new(ask.purpose, Outcome::Figure)
    }
}
