//! Runs a scenario: plays each step in the chronicle, checks its expectations, and finally checks the laws.

use super::ask::{Prompter, of_ask};
use super::expect::Ask;
use super::given::{Bestiary, StatBlocks};
use super::judge::{After, judge};
use super::names::Names;
use super::script::{Step, UnreadStep, WrittenStep};
use super::setup::LastActs;
use super::{Failure, Scenario, laws, setup, wording};
use crate::chronicle::{Chronicle, EntryId, Pending, Progress, Provenance, last};
use crate::rules::model::dice::Tape;
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::event::Event;
use crate::rules::registry;
use crate::rules::ruleset::Ruleset;

/// The refusal that stands for an impossible die result.
const IMPOSSIBLE_DIE: &str = "bad-die";

/// A step that happened.
#[derive(Debug, Clone)]
pub struct Played {
    /// The index of the step in the script.
    pub step: usize,
    /// Its entry in the chronicle.
    pub entry: EntryId,
}

/// A scenario that ran to its end.
#[derive(Debug, Clone)]
pub struct Ran {
    /// The fight.
    pub chronicle: Chronicle,
    /// The steps that happened; refused and stopped ones did not.
    pub played: Vec<Played>,
}

/// Runs a scenario.
///
/// # Errors
/// The first difference from what is expected.
pub fn run(scenario: &Scenario, bestiary: &Bestiary) -> Result<Ran, Failure> {
    let rules = registry::ruleset(scenario.ruleset);
    let ran = play(rules, scenario, bestiary)?;
    wording::compare(scenario, &ran)?;
    laws::hold(&ran.chronicle)?;
    Ok(ran)
}

/// Runs a scenario without comparing its log or checking the laws.
pub(super) fn play(
    rules: &'static dyn Ruleset,
    scenario: &Scenario,
    bestiary: &Bestiary,
) -> Result<Ran, Failure> {
    let start = setup::begin(rules, scenario, bestiary)?;
    let last = setup::last_acts(&scenario.given, &start)?;
    let mut ran = Ran { chronicle: Chronicle::under(rules, start), played: Vec::new() };
    for (at, step) in scenario.script.iter().enumerate() {
        let played = StepRunner { bestiary, step, last: &last }.play(&mut ran.chronicle);
        let entry = played.map_err(|failure| failure.at(at))?;
        ran.played.extend(entry.map(|entry| Played { step: at, entry }));
    }
    Ok(ran)
}

/// A step about to be played.
struct StepRunner<'a> {
    bestiary: &'a Bestiary<'a>,
    step: &'a Step,
    /// The last acts given at the start.
    last: &'a LastActs,
}

impl StepRunner<'_> {
    /// Plays the step. Returns its entry; `None` if it was refused or stopped as expected.
    fn play(&self, chronicle: &mut Chronicle) -> Result<Option<EntryId>, Failure> {
        let mut prompter = Prompter::new(self.step);
        let (act, progress) = self.run_commands(chronicle, &mut prompter)?;
        let impossible = self.step.refused.as_deref() == Some(IMPOSSIBLE_DIE);
        if impossible && prompter.misfit.is_some() && progress != Progress::Done {
            let (rules, e) = (chronicle.rules(), chronicle.now());
            let last = &self.last_acts(chronicle);
            let after = After { rules, before: e, e, events: &[], last, asked_need: None, of: None };
            self.step.expect.iter().try_for_each(|expect| judge(&after, expect))?;
            return Ok(None);
        }
        if let Some(misfit) = prompter.misfit.take().filter(|_| !self.step.stops) {
            return Err(Failure::whole("an answer that fits the question", misfit));
        }
        let names = Names(chronicle.now());
        let open = match &progress {
            Progress::Asks(ask) => Some(of_ask(ask, names)),
            _ => None,
        };
        let asked_need = open.as_ref().and_then(|ask| ask.need);
        self.check_questions(&prompter, open)?;
        let done = self.check_end(&prompter, &progress, names)?;
        let before = chronicle.now().clone();
        let entry = if done { Some(accept(chronicle, act)?) } else { None };
        let happened = entry.and_then(|id| chronicle.entry(id));
        let happened: Vec<Event> =
            happened.map_or_else(Vec::new, |entry| entry.events().cloned().collect());
        let (rules, e) = (chronicle.rules(), chronicle.now());
        let (events, last) = (&happened[..], &self.last_acts(chronicle));
        let after = After { rules, before: &before, e, events, last, asked_need, of: None };
        self.step.expect.iter().try_for_each(|expect| judge(&after, expect))?;
        Ok(entry)
    }

    /// The last act of each combatant, as at the table: what was done, else what was given.
    fn last_acts(&self, chronicle: &Chronicle) -> LastActs {
        let mut last = self.last.clone();
        if chronicle.now().round != chronicle.start().round {
            last.values_mut().for_each(last::forget_round);
        }
        last.extend(chronicle.last_attacks());
        last
    }

    /// Carries out all commands of the step, or none. The names in each are resolved in the state after the one before;
    /// then the whole runs once more as one act.
    fn run_commands(
        &self,
        chronicle: &Chronicle,
        prompter: &mut Prompter,
    ) -> Result<(Pending, Progress), Failure> {
        let mut trial = chronicle.clone();
        let (mut commands, mut answers) = (Vec::new(), Vec::new());
        let blocks = StatBlocks { bestiary: self.bestiary, rules: chronicle.rules() };
        let word = match &self.step.word {
            WrittenStep::Command(command) => command,
            WrittenStep::Malformed(unread) | WrittenStep::Broken(unread) => {
                return Ok((Pending::new(Vec::new()), Progress::Refused(refusal(unread))));
            }
        };
        for word in word.parts() {
            let command = word
                .command(Names(trial.now()), blocks)
                .map_err(|fault| Failure::whole("a possible command", fault))?;
            commands.push(command.clone());
            let mut act = Pending::new(vec![command]);
            match answer_all(&mut act, &trial, prompter) {
                Progress::Done => answers.extend_from_slice(act.answers()),
                stopped => return Ok((act, stopped)),
            }
            accept(&mut trial, act)?;
        }
        let mut whole = Pending::answered(commands, answers);
        let progress = answer_all(&mut whole, chronicle, prompter);
        Ok((whole, progress))
    }

    /// Checks that the questions were those expected and all were answered.
    fn check_questions(&self, prompter: &Prompter, open: Option<Ask>) -> Result<(), Failure> {
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

    /// Checks that the step was done, refused or stopped as expected; `true` if done.
    fn check_end(
        &self,
        prompter: &Prompter,
        progress: &Progress,
        names: Names,
    ) -> Result<bool, Failure> {
        let want = match (&self.step.refused, self.step.stops) {
            (Some(reason), _) => format!("refused: {reason}"),
            (None, true) => "a question that stays open".into(),
            (None, false) => "done".into(),
        };
        match (progress, &self.step.refused) {
            (Progress::Refused(error), Some(reason)) if error.code() == *reason => {
                return match prompter.asked.first() {
                    Some(ask) => Err(Failure::whole("no die before a refusal", ask.line())),
                    None => Ok(false),
                };
            }
            (Progress::Refused(error), _) => {
                let whom = error.who.map(|who| format!(" ({})", names.name(who)));
                let found = format!("refused: {error}{}", whom.unwrap_or_default());
                return Err(Failure::whole(want, found));
            }
            (Progress::Asks(_), None) if self.step.stops => {}
            (Progress::Asks(_), _) => return Err(Failure::whole(want, "a question that stays open")),
            (Progress::Done, None) if !self.step.stops => {}
            (Progress::Done, _) => return Err(Failure::whole(want, "it was done")),
        }
        match prompter.left() {
            Some(left) => {
                let found = format!("left over: {left}; asked: {}", lines(&prompter.asked));
                Err(Failure::whole("every answer asked for", found))
            }
            None => Ok(*progress == Progress::Done),
        }
    }
}

/// An unreadable value is refused as a malformed stat (`bx` 1.1, `seconds` 1, `countdown` 1.1).
fn refusal(unread: &UnreadStep) -> RuleError {
    RuleError::new(Refusal::BAD_STAT).saying(unread.error.code.to_string())
}

/// Runs an act, answering every question from the script.
fn answer_all(act: &mut Pending, chronicle: &Chronicle, prompter: &mut Prompter) -> Progress {
    loop {
        let mut machine = Tape::new(&[]);
        let progress = act.run(chronicle, &mut machine, &|_, _| Provenance::Typed);
        let Progress::Asks(ask) = &progress else { return progress };
        let Some(answer) = prompter.answer(ask, Names(chronicle.now())) else { return progress };
        if let Err(bad) = act.answer(answer, Provenance::Typed) {
            prompter.misfit = Some(bad.to_string());
            return progress;
        }
    }
}

/// Records a finished act in the chronicle.
fn accept(chronicle: &mut Chronicle, act: Pending) -> Result<EntryId, Failure> {
    let entry = chronicle.accept(act);
    let refused = || Failure::whole("the chronicle accepts a finished act", "it does not");
    Ok(entry.ok_or_else(refused)?.id)
}

fn lines(asks: &[Ask]) -> String {
    let lines: Vec<String> = asks.iter().map(Ask::line).collect();
    if lines.is_empty() { "nothing".into() } else { lines.join(", ") }
}
