//! What an act may come to: what is rolled and whether it comes off, who is hurt and who falls, who acts first.
//!
//! Each outcome is read off the events and the state after them. What waits for a commit is taken to it, as if nobody
//! did anything more before.

mod outcome;
mod words;

pub use words::{Bar, Line, bars, brief, hit, lines, saying};

use super::exact::{self, Budget, Chance, How, Odds};
use crate::rules;
use crate::rules::model::combatant::Standing;
use crate::rules::model::command::Command;
use crate::rules::model::dice::{ChoiceRequest, Dice, Purpose, Tape};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::RuleError;
use crate::rules::model::event::{Event, Stop, Told};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::window::{Mode, Phase};
use crate::rules::ruleset::Ruleset;
use outcome::{Outcome, Reader};

/// Steps to the commit at most.
const MOST_STEPS: usize = 8;

/// Somebody's try at something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Test {
    /// At what.
    pub purpose: Purpose,
    /// Who tries.
    pub who: Option<CombatantId>,
    /// The side that tries, where no single combatant does.
    pub side: Option<SideId>,
    /// Against whom.
    pub against: Option<CombatantId>,
}

/// How a try goes.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    /// The try.
    pub test: Test,
    /// It is made at all.
    pub tried: Chance,
    /// It comes off, at least once where it is made several times.
    pub made: Chance,
    /// How often it is made at most.
    pub most: u8,
    /// How often it comes off on average.
    pub expected: f64,
}

/// What may become of somebody.
#[derive(Debug, Clone, PartialEq)]
pub struct Fate {
    /// Of whom.
    pub who: CombatantId,
    /// It is out of action afterwards, and was not before.
    pub falls: Chance,
    /// It is dead afterwards, and was not before.
    pub dies: Chance,
    /// It is hurt: hit points are lost, or wounds taken.
    pub hurt: Chance,
    /// The hit points lost or wounds taken on average.
    pub expected: f64,
    /// Each number of them, ascending, less than none where it is healed.
    pub amounts: Vec<(i32, Chance)>,
    /// The conditions that may begin, the likeliest first.
    pub conditions: Vec<(Condition, Chance)>,
    /// The other ways in which it may leave the fight.
    pub leaves: Vec<(Standing, Chance)>,
}

/// Those who act together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Party {
    /// Whole sides.
    pub sides: Vec<SideId>,
    /// Single combatants.
    pub ones: Vec<CombatantId>,
}

/// All that is said of an act before it is done.
#[derive(Debug, Clone, PartialEq)]
pub struct Chances {
    /// How they were found.
    pub how: How,
    /// The questions that the standing answer answered.
    pub stood: Vec<ChoiceRequest>,
    /// What may be tried, in the order in which it comes.
    pub trials: Vec<Trial>,
    /// What may become of whom, those aimed at first.
    pub fates: Vec<Fate>,
    /// Who acts, where that is one.
    pub actor: Option<CombatantId>,
    /// Those aimed at.
    pub aimed: Vec<CombatantId>,
    /// How many of them fall, where there are several.
    pub fallen: Vec<(usize, Chance)>,
    /// Who acts first, where that is settled; the likeliest first.
    pub first: Vec<(Party, Chance)>,
    /// What may be told of it besides.
    pub told: Vec<(Told, Chance)>,
    /// The sum of all chances, with what was too rare to follow: always 1.
    pub total: Chance,
}

impl Chances {
    /// Whether anything is left to chance.
    pub fn is_certain(&self) -> bool {
        let sure = |chance: &Chance| *chance == Chance::ALWAYS || *chance == Chance::NEVER;
        self.trials.is_empty()
            && self.told.iter().all(|(_, chance)| sure(chance))
            && self.first.iter().all(|(_, chance)| sure(chance))
            && self.fates.iter().all(|fate| fate.amounts.iter().all(|(_, chance)| sure(chance)))
    }

    /// What may become of that one.
    pub fn fate(&self, who: CombatantId) -> Option<&Fate> {
        self.fates.iter().find(|fate| fate.who == who)
    }
}

/// What may come of commands that are carried out one after the other.
///
/// # Errors
/// One of them is refused.
pub fn chances(
    rules: &dyn Ruleset,
    e: &Encounter,
    commands: &[Command],
    budget: Budget,
) -> Result<Chances, RuleError> {
    let (start, commands) = as_far_as_certain(rules, e, commands);
    let reader = Reader::new(rules, &start, commands);
    let odds = exact::odds(|dice| once(rules, &start, commands, &reader, dice), within(budget, &start))?;
    Ok(summary(&reader, &odds))
}

/// The same by throwing the dice so many times, to compare with.
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
    let reader = Reader::new(rules, &start, commands);
    let odds =
        exact::sampled(&|dice: &mut dyn Dice| once(rules, &start, commands, &reader, dice), samples)?;
    Ok(summary(&reader, &odds))
}

/// Fewer steps where each takes longer, because more fight.
fn within(budget: Budget, e: &Encounter) -> Budget {
    Budget { steps: budget.steps / (1 + e.combatants.len() / 40) }
}

/// The state after the commands that need no answer, and those that are left; the last is always left.
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

/// The commands once, to what has come of them.
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

/// Whether something of what happened waits for a commit that has not come.
fn waits(events: &[Event]) -> bool {
    let last = events.iter().rev().find(|event| matches!(event, Event::Deferred(_) | Event::Committed));
    matches!(last, Some(Event::Deferred(_)))
}

/// The state once what waits has taken hold, or as far toward that as nothing else comes between.
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
