//! Runs a scenario: each step through the rules, compared with what is written, and the laws at the
//! end.

use super::ask::{Prompter, of_stop};
use super::expect::Ask;
use super::given::Bestiary;
use super::judge::{After, judge};
use super::names::Names;
use super::script::Step;
use super::{Failure, Scenario, laws, setup, wording};
use crate::rules::command::Command;
use crate::rules::dice::Answer;
use crate::rules::encounter::Encounter;
use crate::rules::event::{Event, Stop};
use crate::rules::ruleset::Ruleset;
use crate::rules::{self, registry};

/// One step that happened.
#[derive(Debug, Clone)]
pub struct Played {
    /// Which step of the script, from 0.
    pub step: usize,
    /// What was commanded.
    pub commands: Vec<Command>,
    /// What was answered.
    pub answers: Vec<Answer>,
    /// What came of it.
    pub events: Vec<Event>,
    /// The state after it.
    pub after: Encounter,
}

/// A scenario that ran to its end.
#[derive(Debug, Clone)]
pub struct Ran {
    /// The state in which it began.
    pub start: Encounter,
    /// The steps that happened; a refused or stopped one did not.
    pub played: Vec<Played>,
}

/// Runs a scenario by the rules of its ruleset.
///
/// # Errors
/// The first thing that is not as it is written.
pub fn run(scenario: &Scenario, bestiary: &Bestiary) -> Result<Ran, Failure> {
    run_by(registry::ruleset(scenario.ruleset), scenario, bestiary)
}

/// Runs a scenario by rules that are at hand.
///
/// # Errors
/// As [`run`].
pub fn run_by(rules: &dyn Ruleset, scenario: &Scenario, bestiary: &Bestiary) -> Result<Ran, Failure> {
    let ran = play(rules, scenario, bestiary)?;
    wording::compare(rules, scenario, &ran)?;
    laws::hold(rules, &ran)?;
    Ok(ran)
}

/// Runs a scenario without comparing its log and without the laws at the end.
pub(super) fn play(
    rules: &dyn Ruleset,
    scenario: &Scenario,
    bestiary: &Bestiary,
) -> Result<Ran, Failure> {
    let start = setup::begin(rules, scenario, bestiary)?;
    let mut ran = Ran { start, played: Vec::new() };
    for (at, step) in scenario.script.iter().enumerate() {
        let before = ran.played.last().map_or(&ran.start, |played| &played.after);
        let scene = Scene { rules, bestiary, before, step, at };
        let played = scene.take().map_err(|failure| failure.at(at))?;
        ran.played.extend(played);
    }
    Ok(ran)
}

/// One step about to be taken.
struct Scene<'a> {
    rules: &'a dyn Ruleset,
    bestiary: &'a Bestiary<'a>,
    before: &'a Encounter,
    step: &'a Step,
    at: usize,
}

/// The state after every command of a step, the commands, the events.
type Done = (Encounter, Vec<Command>, Vec<Event>);

impl Scene<'_> {
    /// Takes the step; `None`: it was to be refused or to stop, and was.
    fn take(&self) -> Result<Option<Played>, Failure> {
        let (step, before) = (self.step, self.before);
        let mut prompter = Prompter::new(before, step);
        let outcome = self.carry_out(&mut prompter)?;
        if let Some(misfit) = prompter.misfit.take().filter(|_| !step.stops) {
            return Err(Failure::whole("an answer that fits the question", misfit));
        }
        let stop = outcome.as_ref().err();
        let open = stop.and_then(|stop| of_stop(stop, Names(before)));
        let asked_need = open.as_ref().and_then(|ask| ask.need);
        self.asked_as_written(&prompter, open)?;
        let played = self.ended_as_written(&prompter, outcome)?;
        let (e, events) =
            played.as_ref().map_or((before, &[][..]), |played| (&played.after, &played.events));
        let after = After { rules: self.rules, e, events, asked_need };
        step.expect.iter().try_for_each(|expect| judge(&after, expect))?;
        Ok(played)
    }

    /// Carries out every command of the step, or none.
    fn carry_out(&self, dice: &mut Prompter) -> Result<Result<Done, Stop>, Failure> {
        let (mut state, mut commands, mut events) = (self.before.clone(), Vec::new(), Vec::new());
        for word in self.step.word.parts() {
            let command = word
                .command(Names(&state), self.bestiary)
                .map_err(|fault| Failure::whole("something that can be done", fault))?;
            match rules::resolve(self.rules, state, &command, dice) {
                Ok((after, more)) => {
                    state = after;
                    events.extend(more);
                }
                Err(stop) => return Ok(Err(stop)),
            }
            commands.push(command);
        }
        Ok(Ok((state, commands, events)))
    }

    /// The questions must be those written down, and no answer may be left over.
    fn asked_as_written(&self, prompter: &Prompter, open: Option<Ask>) -> Result<(), Failure> {
        if let Some(want) = &self.step.asks {
            let fits = want.len() == prompter.asked.len()
                && want.iter().zip(&prompter.asked).all(|(want, asked)| want.fits(asked));
            if !fits {
                return Err(Failure::whole(format!("asks {}", lines(want)), lines(&prompter.asked)));
            }
        }
        if let Some(open) = open.filter(|_| !self.step.stops) {
            let found = format!("none to {}", open.line());
            return Err(Failure::whole("an answer to every question", found));
        }
        Ok(())
    }

    /// The step must have been done, been refused or stopped, as it is written.
    fn ended_as_written(
        &self,
        prompter: &Prompter,
        outcome: Result<Done, Stop>,
    ) -> Result<Option<Played>, Failure> {
        let want = match (&self.step.refused, self.step.stops) {
            (Some(reason), _) => format!("refused: {reason}"),
            (None, true) => "a question that stays open".into(),
            (None, false) => "done".into(),
        };
        let played = match (outcome, &self.step.refused) {
            (Err(Stop::Refused(error)), Some(reason)) if error.code() == *reason => {
                let first = prompter.asked.first();
                return match first {
                    Some(ask) => Err(Failure::whole("no die before a refusal", ask.line())),
                    None => Ok(None),
                };
            }
            (Err(Stop::Refused(error)), _) => {
                let whom = error.who.map(|who| format!(" ({})", Names(self.before).name(who)));
                let found = format!("refused: {error}{}", whom.unwrap_or_default());
                return Err(Failure::whole(want, found));
            }
            (Err(_), None) if self.step.stops => None,
            (Err(_), _) => return Err(Failure::whole(want, "a question that stays open")),
            (Ok((after, commands, events)), None) if !self.step.stops => {
                let answers = prompter.answers.clone();
                Some(Played { step: self.at, commands, answers, events, after })
            }
            (Ok(_), _) => return Err(Failure::whole(want, "it was done")),
        };
        match prompter.left() {
            Some(left) => {
                let found = format!("left over: {left}; asked was: {}", lines(&prompter.asked));
                Err(Failure::whole("every answer asked for", found))
            }
            None => Ok(played),
        }
    }
}

fn lines(asks: &[Ask]) -> String {
    let lines: Vec<String> = asks.iter().map(Ask::line).collect();
    if lines.is_empty() { "nothing".into() } else { lines.join(", ") }
}
