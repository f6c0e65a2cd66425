//! The chances of an act: what is rolled and whether it succeeds, who is hurt and who falls, who acts first.
//!
//! Outcomes are read from the events and the resulting state. Deferred effects are carried through to their commit, as
//! if nobody acted in between.

mod outcome;
mod words;

pub use words::{Bar, Line, bars, brief, brief_of, gauges, hit, lines, saying, so_far};

use super::exact::{self, Budget, Chance, How, Odds};
use crate::rules;
use crate::rules::model::combatant::Standing;
use crate::rules::model::command::Command;
use crate::rules::model::dice::{Beforehand, ChoiceRequest, Dice, Purpose, Roll, RollRequest, Tape};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::RuleError;
use crate::rules::model::event::{Event, Stop, Told};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::window::{Mode, Phase};
use crate::rules::ruleset::Ruleset;
use outcome::{Outcome, Reader};

/// The most steps taken to reach the commit.
const MOST_STEPS: usize = 8;

/// A test: a roll that succeeds or fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Test {
    /// What is rolled for.
    pub purpose: Purpose,
    /// Who rolls.
    pub who: Option<CombatantId>,
    /// The side that rolls, if no single combatant does.
    pub side: Option<SideId>,
    /// The opponent.
    pub against: Option<CombatantId>,
}

/// The chances of a test.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    /// The test.
    pub test: Test,
    /// The chance that it is rolled at all.
    pub tried: Chance,
    /// The chance that it succeeds, at least once if rolled several times.
    pub made: Chance,
    /// How often it is rolled at most.
    pub most: u8,
    /// The mean number of successes.
    pub expected: f64,
}

/// The chances of what happens to a combatant.
#[derive(Debug, Clone, PartialEq)]
pub struct Fate {
    /// The combatant.
    pub who: CombatantId,
    /// The chance that it goes out of action.
    pub falls: Chance,
    /// The chance that it dies.
    pub dies: Chance,
    /// The chance that it loses hit points or takes wounds.
    pub hurt: Chance,
    /// The mean of hit points lost or wounds taken: the damage that lands, of which no more counts than it has left.
    pub expected: f64,
    /// The distribution of that number, ascending; negative for healing.
    pub amounts: Vec<(i32, Chance)>,
    /// The chance of each condition that may begin, the likeliest first.
    pub conditions: Vec<(Condition, Chance)>,
    /// The chances of the other ways it may leave the fight.
    pub leaves: Vec<(Standing, Chance)>,
}

/// Those who share a place in the order of action.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Party {
    /// Whole sides.
    pub sides: Vec<SideId>,
    /// Single combatants.
    pub ones: Vec<CombatantId>,
}

/// The chances of an act before it is done.
#[derive(Debug, Clone, PartialEq)]
pub struct Chances {
    /// How they were computed.
    pub how: How,
    /// The choices that were answered by default.
    pub stood: Vec<ChoiceRequest>,
    /// The tests that may be made, in order of their appearance.
    pub trials: Vec<Trial>,
    /// What may happen to each combatant, the targets first.
    pub fates: Vec<Fate>,
    /// The actor, if there is exactly one.
    pub actor: Option<CombatantId>,
    /// The targets.
    pub aimed: Vec<CombatantId>,
    /// The distribution of how many targets fall, if there are several.
    pub fallen: Vec<(usize, Chance)>,
    /// Who acts first, if an order is rolled; the likeliest first.
    pub first: Vec<(Party, Chance)>,
    /// Other log entries that may occur.
    pub told: Vec<(Told, Chance)>,
    /// The sum of all chances, including what was too rare to follow: always 1.
    pub total: Chance,
}

impl Chances {
    /// Whether nothing is left to chance.
    pub fn is_certain(&self) -> bool {
        let sure = |chance: &Chance| *chance == Chance::ALWAYS || *chance == Chance::NEVER;
        self.trials.is_empty()
            && self.told.iter().all(|(_, chance)| sure(chance))
            && self.first.iter().all(|(_, chance)| sure(chance))
            && self.fates.iter().all(|fate| fate.amounts.iter().all(|(_, chance)| sure(chance)))
    }

    /// Returns what may happen to a combatant.
    pub fn fate(&self, who: CombatantId) -> Option<&Fate> {
        self.fates.iter().find(|fate| fate.who == who)
    }
}

/// Computes the chances of commands carried out one after another.
///
/// # Errors
/// The reason, if one of them is refused.
pub fn chances(
    rules: &dyn Ruleset,
    e: &Encounter,
    commands: &[Command],
    budget: Budget,
) -> Result<Chances, RuleError> {
    chances_given(rules, e, commands, &[], budget)
}

/// Like [`chances`], where some of the dice are already thrown.
///
/// # Errors
/// As [`chances`].
pub fn chances_given(
    rules: &dyn Ruleset,
    e: &Encounter,
    commands: &[Command],
    thrown: &[(RollRequest, Roll)],
    budget: Budget,
) -> Result<Chances, RuleError> {
    let (start, commands) = as_far_as_certain(rules, e, commands);
    let reader = Reader::new(&start, commands);
    let play =
        |dice: &mut dyn Dice| once(rules, &start, commands, &reader, &mut Beforehand::new(thrown, dice));
    Ok(summary(&reader, &exact::odds(play, within(budget, &start))?))
}

/// Like [`chances`], but estimated from `samples` throws of the dice, for comparison.
///
/// # Errors
/// As [`chances`].
pub fn thrown(
    rules: &dyn Ruleset,
    e: &Encounter,
    commands: &[Command],
    samples: u32,
) -> Result<Chances, RuleError> {
    let (start, commands) = as_far_as_certain(rules, e, commands);
    let reader = Reader::new(&start, commands);
    let odds =
        exact::sampled(&|dice: &mut dyn Dice| once(rules, &start, commands, &reader, dice), samples)?;
    Ok(summary(&reader, &odds))
}

/// Scales the steps down for large fights, in which each takes longer.
fn within(budget: Budget, e: &Encounter) -> Budget {
    Budget { steps: budget.steps / (1 + e.combatants.len() / 40) }
}

/// Runs the leading commands that need no answer. Returns the resulting state and the rest, which always includes the
/// last command.
fn as_far_as_certain<'a>(
    rules: &dyn Ruleset,
    e: &Encounter,
    mut commands: &'a [Command],
) -> (Encounter, &'a [Command]) {
    let mut e = e.clone();
    while let [first, rest @ ..] = commands
        && !rest.is_empty()
    {
        let Ok(after) = rules::play(rules, e.clone(), first, &mut Tape::new(&[])) else { break };
        (e, commands) = (after, rest);
    }
    (e, commands)
}

/// Runs the commands once and reads the outcome.
fn once(
    rules: &dyn Ruleset,
    start: &Encounter,
    commands: &[Command],
    reader: &Reader,
    dice: &mut dyn Dice,
) -> Result<Outcome, Stop> {
    let (mut e, mut events) = (start.clone(), Vec::new());
    for command in commands {
        let (after, happened) = rules::resolve(rules, e, command, dice)?;
        e = after;
        events.extend(happened);
    }
    let own = events.len();
    if waits(&events) {
        (e, events) = committed(rules, e, events, dice)?;
    }
    Ok(reader.read(&e, &events, own))
}

/// Whether deferred events still await their commit.
fn waits(events: &[Event]) -> bool {
    let last = events.iter().rev().find(|event| matches!(event, Event::Deferred(_) | Event::Committed));
    matches!(last, Some(Event::Deferred(_)))
}

/// Proceeds until the deferred events are committed, or as far as nothing else intervenes.
fn committed(
    rules: &dyn Ruleset,
    mut e: Encounter,
    mut events: Vec<Event>,
    dice: &mut dyn Dice,
) -> Result<(Encounter, Vec<Event>), Stop> {
    for _ in 0..MOST_STEPS {
        let between =
            |mode: Mode, phase: Phase| mode == Mode::Procedure && !matches!(phase, Phase::Commit);
        let stops = e.window().is_none_or(|window| between(window.mode, window.phase));
        let commits = e.window().is_some_and(|window| window.phase == Phase::Commit);
        if stops || e.pending.is_empty() || rules::check(rules, &e, &Command::Proceed).is_err() {
            break;
        }
        let (after, happened) = rules::resolve(rules, e, &Command::Proceed, dice)?;
        e = after;
        if commits || happened.contains(&Event::Committed) {
            events.extend(happened);
            break;
        }
        events.extend(happened.into_iter().filter(|event| !matches!(event, Event::Ordered(_))));
    }
    Ok((e, events))
}

fn summary(reader: &Reader, odds: &Odds<Outcome>) -> Chances {
    let total = odds.of(|_| true).or(odds.rest()).unwrap_or(Chance::ALWAYS);
    let aimed = reader.aimed();
    let several = aimed.len() > 1;
    let fallen = |outcome: &Outcome| aimed.iter().filter(|who| outcome.falls(**who)).count();
    let fallen = if several { odds.spread(fallen) } else { Vec::new() };
    let trials = reader.tests().into_iter().zip(0..).map(|(test, at)| {
        let most = odds.outcomes().map(|outcome| outcome.tries(at).0).max();
        Trial {
            test,
            tried: odds.of(|outcome| outcome.tries(at).0 > 0),
            made: odds.of(|outcome| outcome.tries(at).1 > 0),
            most: most.unwrap_or(0),
            expected: odds.expected(|outcome| outcome.tries(at).1.into()),
        }
    });
    let told = reader.told().into_iter().zip(0..);
    Chances {
        how: odds.how,
        stood: odds.stood.clone(),
        trials: trials.collect(),
        fates: reader.concerned(odds).into_iter().map(|who| fate(who, odds)).collect(),
        actor: reader.actor(),
        aimed: aimed.to_vec(),
        fallen,
        first: likeliest(odds.spread(|outcome| outcome.first.clone()))
            .into_iter()
            .filter_map(|(party, chance)| Some((party?, chance)))
            .collect(),
        told: told.map(|(told, at)| (told, odds.of(|outcome| outcome.told.contains(&at)))).collect(),
        total,
    }
}

fn fate(who: CombatantId, odds: &Odds<Outcome>) -> Fate {
    let conditions = odds.outcomes().flat_map(|outcome| outcome.conditions(who));
    let mut conditions: Vec<Condition> = conditions.copied().collect();
    conditions.sort_unstable();
    conditions.dedup();
    let begins =
        |condition| (condition, odds.of(|outcome| outcome.conditions(who).contains(&condition)));
    let leaves = [Standing::Fled, Standing::Surrendered, Standing::Gone];
    let leaves = leaves.map(|how| (how, odds.of(|outcome| outcome.standing(who) == Some(how))));
    Fate {
        who,
        falls: odds.of(|outcome| outcome.falls(who)),
        dies: odds.of(|outcome| outcome.standing(who) == Some(Standing::Dead)),
        hurt: odds.of(|outcome| outcome.amount(who) > 0),
        expected: odds.expected(|outcome| outcome.amount(who)),
        amounts: odds.spread(|outcome| outcome.amount(who)),
        conditions: likeliest(conditions.into_iter().map(begins).collect()),
        leaves: leaves.into_iter().filter(|(_, chance)| *chance != Chance::NEVER).collect(),
    }
}

fn likeliest<T>(mut all: Vec<(T, Chance)>) -> Vec<(T, Chance)> {
    all.sort_by(|(_, a), (_, b)| b.number().total_cmp(&a.number()));
    all
}
