//! A command being carried out: the working copy, what it changed so far, the dice; and the record of it,
//! where there is a listener.

use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::command::Share;
use crate::rules::model::counter::Counter;
use crate::rules::model::dice::{Answer, ChoiceRequest, Dice, DiceExpr, Purpose, Roll, RollRequest};
use crate::rules::model::effect::{Condition, Effect, Timer, TimerAction};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Bearer, Event, Outcome, Rolled, Stop, Told};
use crate::rules::model::ids::{CombatantId, EffectId, SideId};
use crate::rules::model::moment::When;
use crate::rules::model::tally::{Reason, Tally};

/// When something takes hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timing {
    /// At once, whatever the window.
    Now,
    /// With the commit, where acts happen together; otherwise at once.
    Together,
}

/// A command being carried out. Dropped on a stop, so that nothing has happened.
pub struct Resolution<'a> {
    encounter: Encounter,
    changes: Vec<Change>,
    record: Option<Vec<Event>>,
    dice: &'a mut dyn Dice,
}

/// Something a command did to a combatant, for what follows of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// It stands, or fares, in another way now.
    Stood(CombatantId, Standing),
    /// A condition began.
    Began(CombatantId, Condition),
    /// A condition ended.
    Ended(CombatantId, Condition),
    /// Hit points were lost, or a wound was taken.
    Hurt(CombatantId),
    /// Hit points came back, or a wound healed.
    Healed(CombatantId),
    /// Hit points or wounds were set.
    HpSet(CombatantId),
    /// It has another stat block.
    Reshaped(CombatantId),
    /// It has come over from that side.
    Turned(CombatantId, SideId),
    /// The first no longer threatens the second.
    Freed(CombatantId, CombatantId),
    /// What waited has been taken.
    Committed,
    /// It made a roll: whether that came off.
    Rolled(CombatantId, bool),
}

impl Change {
    /// What such an event does to a combatant, seen just before it; `None`: nothing that anything follows of.
    fn of(event: &Event, before: &Encounter) -> Option<Self> {
        Some(match event {
            Event::Stood(who, standing) => Self::Stood(*who, *standing),
            Event::Afflicted(who, effect) => Self::Began(*who, effect.condition),
            Event::Relieved { who, condition, .. } => Self::Ended(*who, *condition),
            Event::Harmed { who, .. } | Event::Wounded { who, .. } => Self::Hurt(*who),
            Event::Healed { who, .. } => Self::Healed(*who),
            Event::HpSet(who, _) => Self::HpSet(*who),
            Event::Reshaped(who, ..) => Self::Reshaped(*who),
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
    /// Starts on a copy of the state; everything that happens is recorded.
    pub fn recorded(encounter: Encounter, dice: &'a mut dyn Dice) -> Self {
        Self { encounter, changes: Vec::new(), record: Some(Vec::new()), dice }
    }

    /// The same without a record.
    pub fn unrecorded(encounter: Encounter, dice: &'a mut dyn Dice) -> Self {
        Self { encounter, changes: Vec::new(), record: None, dice }
    }

    /// The state, with everything that was just emitted.
    #[inline]
    pub fn encounter(&self) -> &Encounter {
        &self.encounter
    }

    /// What has changed so far, in order.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Those on whom that condition has begun so far, in order.
    pub fn began(&self, condition: Condition) -> Vec<CombatantId> {
        let whom = |change: &Change| match change {
            Change::Began(who, began) if *began == condition => Some(*who),
            _ => None,
        };
        self.changes.iter().filter_map(whom).collect()
    }

    /// Something happened.
    pub fn emit(&mut self, event: Event) {
        self.changes.extend(Change::of(&event, &self.encounter));
        self.encounter.apply(&event);
        if let Some(record) = &mut self.record {
            record.push(event);
        }
    }

    /// Something is worth telling that changes nothing; it is made only where there is a listener.
    pub fn tell(&mut self, told: impl FnOnce() -> Told) {
        if let Some(record) = &mut self.record {
            record.push(Event::Told(told()));
        }
    }

    /// Whether a record is kept.
    pub fn is_recorded(&self) -> bool {
        self.record.is_some()
    }

    /// A roll was made.
    pub fn rolled(&mut self, rolled: Rolled) {
        self.changes.extend(rolled.who.map(|who| Change::Rolled(who, rolled.outcome.succeeded())));
        if let Some(record) = &mut self.record {
            record.push(Event::Rolled(Box::new(rolled)));
        }
    }

    /// Records what will happen at the commit.
    pub fn defer(&mut self, event: Event) {
        self.emit(Event::Deferred(Box::new(event)));
    }

    /// Emits a consequence, or defers it while acts happen together.
    pub fn consequence(&mut self, event: Event) {
        self.take(event, Timing::Together);
    }

    /// Records what happened, or what will happen at the commit.
    pub fn take(&mut self, event: Event, timing: Timing) {
        let waits = timing == Timing::Together && self.encounter.acts_together();
        if waits { self.defer(event) } else { self.emit(event) }
    }

    /// Asks for dice; of those of which one counts, that one.
    ///
    /// # Errors
    /// [`Stop::Roll`]: there is no answer yet, or one that no such dice can show.
    pub fn roll(&mut self, ask: RollRequest) -> Result<Roll, Stop> {
        self.answer(&ask).ok_or_else(|| Stop::Roll(Box::new(ask)))
    }

    fn answer(&mut self, ask: &RollRequest) -> Option<Roll> {
        let roll = self.dice.roll(ask).filter(|roll| ask.accepts(roll).is_ok())?;
        Some(match ask.keep {
            Some(_) => Roll::Total(ask.figure(&roll)),
            None => roll,
        })
    }

    /// Asks for dice: the roll as it is to be recorded, a figure as long as nobody has judged it.
    ///
    /// # Errors
    /// As [`roll`](Self::roll).
    pub fn throw(&mut self, ask: RollRequest) -> Result<Rolled, Stop> {
        let Some(roll) = self.answer(&ask) else { return Err(Stop::Roll(Box::new(ask))) };
        Ok(Rolled {
            who: ask.who,
            side: ask.side,
            against: ask.against,
            dice: Some(roll.total()),
            tally: ask.tally,
            ..Rolled::new(ask.purpose, Outcome::Figure)
        })
    }

    /// Asks for dice whose total, with what is added to it, is a figure; records it and returns it.
    ///
    /// # Errors
    /// As [`roll`](Self::roll).
    pub fn figure(&mut self, ask: RollRequest) -> Result<i32, Stop> {
        let rolled = self.throw(ask)?;
        let total = rolled.total();
        self.rolled(rolled);
        Ok(total)
    }

    /// Asks for dice against the number that the request names; records whether they come off, and returns it.
    ///
    /// # Errors
    /// As [`roll`](Self::roll).
    pub fn test(&mut self, ask: RollRequest) -> Result<bool, Stop> {
        self.test_for(ask, Tally::new())
    }

    /// The same where the number has its reasons.
    ///
    /// # Errors
    /// As [`roll`](Self::roll).
    pub fn test_for(&mut self, ask: RollRequest, needing: Tally) -> Result<bool, Stop> {
        let (need, under) = (ask.need.unwrap_or_default(), ask.under);
        let rolled = self.throw(ask)?;
        let bare = rolled.dice.unwrap_or_default();
        let made = if under { bare <= need } else { bare >= need };
        let shown = need.saturating_add(rolled.tally.total());
        self.rolled(Rolled { needing, ..rolled.judged(made, shown) });
        Ok(made)
    }

    /// Asks for an amount; a plain number asks for no dice. The result is not below 0.
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

    /// What one of several takes of an amount, told where it is half or double; `half` is half of it as
    /// the ruleset rounds.
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

    /// A figure for one that was rolled for all, told where it is another than theirs.
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
    /// [`Stop::Choice`]: there is no answer yet, or one that does not fit.
    pub fn choose(&mut self, ask: ChoiceRequest) -> Result<Answer, Stop> {
        match self.dice.choose(&ask) {
            Some(answer) if ask.accepts(&answer) => Ok(answer),
            _ => Err(Stop::Choice(Box::new(ask))),
        }
    }

    /// So many stand on that counter from now on.
    pub fn count(&mut self, whom: impl Into<Bearer>, counter: Counter, value: i32) {
        self.emit(Event::Counted(whom.into(), counter, value));
    }

    /// That counter is empty from now on.
    pub fn forget(&mut self, whom: impl Into<Bearer>, counter: Counter) {
        let whom = whom.into();
        if self.encounter.count_of(whom, counter) != 0 {
            self.count(whom, counter, 0);
        }
    }

    /// The attack line or spell of that name was used once: what it uses up goes now, or with the outcome.
    pub fn use_up(&mut self, who: CombatantId, name: &str, timing: Timing) {
        let supply = self.encounter.get(who).and_then(|c| c.supply_of(name));
        if let Some(supply) = supply.filter(|supply| supply.left() > 0) {
            let (name, left) = (supply.name.clone(), supply.left() - 1);
            self.take(Event::UsedUp(who, name, left), timing);
        }
    }

    /// The number of the next effect or timer.
    pub fn next_id(&self) -> EffectId {
        EffectId(self.encounter.next_effect)
    }

    /// An effect with the next number, not recorded yet.
    pub fn effect(&self, condition: Condition, until: Option<When>) -> Effect {
        Effect { until, ..Effect::new(self.next_id(), condition) }
    }

    /// A condition begins now, with nothing more to be said of it.
    pub fn begin(&mut self, who: CombatantId, condition: Condition, until: Option<When>) {
        self.afflict(who, self.effect(condition, until));
    }

    /// An effect begins now.
    pub fn afflict(&mut self, who: CombatantId, effect: Effect) {
        self.emit(Event::Afflicted(who, Box::new(effect)));
    }

    /// Every effect of that condition ends now.
    pub fn relieve(&mut self, who: CombatantId, condition: Condition) {
        self.relieve_where(who, |_, effect| effect.condition == condition);
    }

    /// Every effect of that condition toward that one ends now.
    pub fn relieve_toward(&mut self, who: CombatantId, condition: Condition, toward: CombatantId) {
        let is_it = |effect: &Effect| effect.condition == condition && effect.toward == Some(toward);
        self.relieve_where(who, |_, effect| is_it(effect));
    }

    /// Every effect on it of which that holds ends now.
    pub fn relieve_where(&mut self, who: CombatantId, ends: impl Fn(&Combatant, &Effect) -> bool) {
        let Some(c) = self.encounter.get(who) else { return };
        let ending = c.effects.iter().filter(|effect| ends(c, effect));
        let ending: Vec<Event> = ending.map(|effect| Event::relieved(who, effect, false)).collect();
        ending.into_iter().for_each(|event| self.emit(event));
    }

    /// Something falls due at that moment.
    pub fn set_timer(&mut self, due: When, who: Option<CombatantId>, action: TimerAction) {
        let timer = Timer { id: self.next_id(), due, who, action };
        self.emit(Event::Set(Box::new(timer)));
    }

    /// The state after it, and what happened, as far as it was recorded.
    pub fn finish(self) -> (Encounter, Vec<Event>) {
        (self.encounter, self.record.unwrap_or_default())
    }
}
