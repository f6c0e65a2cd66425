//! A single outcome as read from the events: reduced to what matters, so that equivalent outcomes are equal.

use super::{Party, Test};
use crate::odds::exact::Odds;
use crate::rules::model::combatant::{Combatant, Standing, Vitals};
use crate::rules::model::command::Command;
use crate::rules::model::condition::Meaning;
use crate::rules::model::dice::Purpose;
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{self, Event, Rolled, Told};
use crate::rules::model::ids::CombatantId;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The outcome of an act.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outcome {
    /// By index of the test: how often it was rolled and how often it succeeded.
    tries: BTreeMap<u16, (u8, u8)>,
    /// Those whose state has changed.
    fates: BTreeMap<CombatantId, Fared>,
    /// Who acts first, if an order was set.
    pub first: Option<Party>,
    /// The log entries, by index.
    pub told: BTreeSet<u16>,
}

/// What has changed for a combatant.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Fared {
    amount: i32,
    falls: bool,
    standing: Option<Standing>,
    conditions: Vec<Condition>,
}

impl Outcome {
    /// How often the test at an index was rolled, and how often it succeeded.
    pub fn tries(&self, at: u16) -> (u8, u8) {
        self.tries.get(&at).copied().unwrap_or_default()
    }

    /// Hit points lost or wounds taken.
    pub fn amount(&self, who: CombatantId) -> i32 {
        self.fates.get(&who).map_or(0, |fared| fared.amount)
    }

    /// Whether it went out of action.
    pub fn falls(&self, who: CombatantId) -> bool {
        self.fates.get(&who).is_some_and(|fared| fared.falls)
    }

    /// Its new standing, if changed.
    pub fn standing(&self, who: CombatantId) -> Option<Standing> {
        self.fates.get(&who).and_then(|fared| fared.standing)
    }

    /// The conditions that began.
    pub fn conditions(&self, who: CombatantId) -> &[Condition] {
        self.fates.get(&who).map_or(&[], |fared| &fared.conditions)
    }
}

/// Reads outcomes, and collects the tests and log entries they refer to by index.
pub struct Reader<'a> {
    before: &'a Encounter,
    actor: Option<CombatantId>,
    aimed: Vec<CombatantId>,
    tests: RefCell<Vec<Test>>,
    told: RefCell<Vec<Told>>,
}

impl<'a> Reader<'a> {
    pub fn new(before: &'a Encounter, commands: &[Command]) -> Self {
        let mut aimed = Vec::new();
        for command in commands {
            let at = match command {
                Command::Act(act) => act.at.clone(),
                Command::Harm { who, .. } | Command::Heal { who, .. } => {
                    who.iter().map(|(who, _)| *who).collect()
                }
                _ => Vec::new(),
            };
            aimed.extend(at);
        }
        let mut seen = BTreeSet::new();
        aimed.retain(|who| seen.insert(*who));
        let actors: BTreeSet<CombatantId> = commands.iter().filter_map(doer).collect();
        let actor = actors.first().copied().filter(|_| actors.len() == 1);
        let (tests, told) = (RefCell::default(), RefCell::default());
        Self { before, actor, aimed, tests, told }
    }

    /// The actor, if there is exactly one.
    pub fn actor(&self) -> Option<CombatantId> {
        self.actor
    }

    /// The targets, without duplicates.
    pub fn aimed(&self) -> &[CombatantId] {
        &self.aimed
    }

    /// Every test seen so far, in order of first appearance.
    pub fn tests(&self) -> Vec<Test> {
        self.tests.borrow().clone()
    }

    /// Every log entry seen so far, in order of first appearance.
    pub fn told(&self) -> Vec<Told> {
        self.told.borrow().clone()
    }

    /// The targets, then everyone else whose state may change.
    pub fn concerned(&self, odds: &Odds<Outcome>) -> Vec<CombatantId> {
        let others = odds.outcomes().flat_map(|outcome| outcome.fates.keys().copied());
        let others: BTreeSet<CombatantId> = others.collect();
        let mut all = self.aimed.clone();
        all.extend(others.into_iter().filter(|who| !self.aimed.contains(who)));
        all
    }

    /// Reads the outcome. The first `own` events belong to the act, the others to the commit.
    pub fn read(&self, after: &Encounter, events: &[Event], own: usize) -> Outcome {
        let mut outcome = Outcome::default();
        let mut touched: BTreeSet<CombatantId> = self.aimed.iter().copied().collect();
        touched.extend(events[..own].iter().filter_map(touches));
        let mut dealt: BTreeMap<CombatantId, i32> = BTreeMap::new();
        for event in events {
            match event {
                Event::Rolled(rolled) => self.note(&mut outcome, rolled),
                Event::Told(told) if is_outcome(told) => {
                    outcome.told.insert(position(&self.told, told));
                }
                Event::Ordered(slots) => {
                    outcome.first = slots
                        .first()
                        .map(|slot| Party { sides: slot.sides.clone(), ones: slot.ones.clone() });
                }
                Event::Harmed { who, amount, .. } => *dealt.entry(*who).or_default() += amount,
                Event::Healed { who, amount } => *dealt.entry(*who).or_default() -= amount,
                Event::Wounded { who, .. } => *dealt.entry(*who).or_default() += 1,
                _ => {}
            }
        }
        for who in touched {
            let left = self.left(who);
            let waited = self.waited(who, events.len() > own).min(left);
            let amount = dealt.get(&who).copied().unwrap_or(0).min(left).saturating_sub(waited);
            let fared = self.fared(after, who, amount);
            if fared != Fared::default() {
                outcome.fates.insert(who, fared);
            }
        }
        outcome
    }

    /// Counts a roll that succeeds or fails. A successful defence revokes the hit of the attack.
    fn note(&self, outcome: &mut Outcome, rolled: &Rolled) {
        if rolled.outcome == event::Outcome::Figure {
            return;
        }
        let Rolled { purpose, who, side, against, .. } = *rolled;
        let at = position(&self.tests, &Test { purpose, who, side, against });
        let tries = outcome.tries.entry(at).or_default();
        tries.0 = tries.0.saturating_add(1);
        tries.1 = tries.1.saturating_add(rolled.outcome.succeeded().into());
        if matches!(purpose, Purpose::Defence(_)) && rolled.outcome.succeeded() {
            let tests = self.tests.borrow();
            let fended = |test: &Test| {
                matches!(test.purpose, Purpose::Attack(_)) && test.who == against && test.against == who
            };
            for (_, tries) in outcome
                .tries
                .iter_mut()
                .filter(|(at, tries)| tests.get(usize::from(**at)).is_some_and(fended) && tries.1 > 0)
                .take(1)
            {
                tries.1 -= 1;
            }
        }
    }

    /// The most damage that can land on it: the hit points it has left; wounds have no such limit.
    fn left(&self, who: CombatantId) -> i32 {
        match self.before.get(who).map(|c| c.vitals) {
            Some(Vitals::HitPoints { now, .. }) => now.max(0),
            _ => i32::MAX,
        }
    }

    /// The damage that others had dealt before and that takes effect in the same commit.
    fn waited(&self, who: CombatantId, committed: bool) -> i32 {
        let amount = |event: &Event| match event {
            Event::Harmed { who: whose, amount, .. } if *whose == who => *amount,
            Event::Healed { who: whose, amount } if *whose == who => -*amount,
            Event::Wounded { who: whose, .. } if *whose == who => 1,
            _ => 0,
        };
        if committed { self.before.pending.iter().map(amount).sum() } else { 0 }
    }

    fn fared(&self, after: &Encounter, who: CombatantId, amount: i32) -> Fared {
        let Some(now) = after.get(who) else { return Fared::default() };
        let before = self.before.get(who);
        let was_out = before.is_some_and(is_out);
        let stood = before.map(|c| c.standing);
        let mut fared = Fared {
            amount,
            falls: is_out(now) && !was_out,
            standing: Some(now.standing).filter(|now| Some(*now) != stood),
            conditions: Vec::new(),
        };
        let secret = Meaning::UNTOLD | Meaning::UNSHOWN | Meaning::DECLARED | Meaning::POOL;
        let new = now
            .effects
            .iter()
            .filter(|effect| before.is_none_or(|c| c.effects.iter().all(|old| old.id != effect.id)));
        fared.conditions = new
            .map(|effect| effect.condition)
            .filter(|condition| !condition.meaning.has_any(secret))
            .map(|condition| condition.id)
            .collect();
        fared.conditions.sort_unstable();
        fared.conditions.dedup();
        fared
    }
}

/// Whether it is out of action: down, dead, or in a condition that amounts to it.
fn is_out(c: &Combatant) -> bool {
    matches!(c.standing, Standing::Down | Standing::Dead) || c.means(Meaning::OUT)
}

/// Returns the actor of a command.
fn doer(command: &Command) -> Option<CombatantId> {
    match command {
        Command::Act(act) => Some(act.who),
        _ => None,
    }
}

/// Returns whom an event changes.
fn touches(event: &Event) -> Option<CombatantId> {
    match event {
        Event::Harmed { who, .. } | Event::Healed { who, .. } | Event::Wounded { who, .. } => Some(*who),
        Event::Afflicted(who, _) | Event::Stood(who, _) | Event::HpSet(who, _) => Some(*who),
        Event::Deferred(event) => touches(event),
        _ => None,
    }
}

/// Whether an entry reports a result, rather than the act itself or what a roll or condition already shows.
fn is_outcome(told: &Told) -> bool {
    !matches!(
        told,
        Told::Deed(..)
            | Told::Spell(..)
            | Told::TurnOver(_)
            | Told::Withstood(..)
            | Told::Unmoved(..)
            | Told::Reminder(..)
            | Told::Rule(_)
            | Told::NoCheck(_)
            | Told::Held(_)
            | Told::Broke(_)
            | Told::Experience(..)
    )
}

/// Returns the index in the list, appending the item if missing.
fn position<T: Clone + PartialEq>(list: &RefCell<Vec<T>>, one: &T) -> u16 {
    let mut list = list.borrow_mut();
    let at = list.iter().position(|known| known == one).unwrap_or_else(|| {
        list.push(one.clone());
        list.len() - 1
    });
    u16::try_from(at).unwrap_or(u16::MAX)
}
