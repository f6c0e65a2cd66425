//! The wording of the log, compared with what a scenario says it is.

use super::run::{Played, Ran};
use super::{Failure, Scenario};
use crate::chronicle::Chronicle;
use crate::rules::text::log;

/// The lines of the log for a step that happened; what follows of something stands two spaces in.
fn lines(chronicle: &Chronicle, played: &Played) -> Vec<String> {
    let shown = |line: log::LogLine| format!("{}{}", "  ".repeat(line.indent.into()), line.text);
    log::lines(chronicle.rules().about(), chronicle.now(), &played.events).map(shown).collect()
}

/// Whether every log that is written down reads as it would be shown.
///
/// # Errors
/// The step whose log reads otherwise.
pub(super) fn compare(scenario: &Scenario, ran: &Ran) -> Result<(), Failure> {
    let steps = scenario.script.iter().enumerate();
    let wanted = steps.filter_map(|(at, step)| step.log.as_ref().map(|log| (at, log)));
    for ((at, want), have) in wanted.zip(logs(scenario, ran)) {
        if let Some(have) = have.filter(|have| have != want) {
            let shown = |log: &[String]| format!("log {log:?}");
            return Err(Failure::whole(shown(want), shown(&have)).at(at));
        }
    }
    Ok(())
}

/// For each step with a log, how it reads.
pub(super) fn logs(scenario: &Scenario, ran: &Ran) -> Vec<Option<Vec<String>>> {
    let of_step = |at: usize| {
        let played = ran.played.iter().find(|played| played.step == at)?;
        Some(lines(&ran.chronicle, played))
    };
    let with_log = scenario.script.iter().enumerate().filter(|(_, step)| step.log.is_some());
    with_log.map(|(at, _)| of_step(at)).collect()
}
