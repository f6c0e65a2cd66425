//! Compares the wording of the log with a scenario.

use super::run::{Played, Ran};
use super::{Failure, Scenario};
use crate::chronicle::Step;
use crate::rules::text::log;

/// The log lines of a played step, each act on its own, in the context of the steps before.
fn lines(ran: &Ran, nth: usize) -> Vec<String> {
    let chronicle = &ran.chronicle;
    let steps = |played: &Played| chronicle.entry(played.entry).map_or(&[][..], |entry| &entry.steps);
    let before: usize = ran.played[..nth].iter().map(|played| steps(played).len()).sum();
    let all: log::Steps = ran.played.iter().flat_map(steps).map(Step::happened).collect();
    let (about, e) = (chronicle.rules().about(), chronicle.now());
    let reader = log::Reader { about, e, record: &all };
    let own = before..before + steps(&ran.played[nth]).len();
    let accounts = own.flat_map(|at| reader.of_step((at, 0)));
    accounts.map(|account| log::line(about, e, &account).text()).collect()
}

/// Compares every log in the script with the actual wording.
///
/// # Errors
/// The first step whose log differs.
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

/// Returns the actual wording for each step with a log; `None` for a step that did not happen.
pub(super) fn logs(scenario: &Scenario, ran: &Ran) -> Vec<Option<Vec<String>>> {
    let of_step = |at: usize| {
        let nth = ran.played.iter().position(|played| played.step == at)?;
        Some(lines(ran, nth))
    };
    let with_log = scenario.script.iter().enumerate().filter(|(_, step)| step.log.is_some());
    with_log.map(|(at, _)| of_step(at)).collect()
}
