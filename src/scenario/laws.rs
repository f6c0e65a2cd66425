//! Laws that hold for every fight: the record rebuilds the state, and serialization round-trips.

use super::Failure;
use crate::chronicle::{Chronicle, laws};
use crate::notation;
use crate::rules;
use crate::rules::model::encounter::Encounter;
use crate::rules::registry;

/// Checks the laws for a fight.
///
/// # Errors
/// The first law that does not hold.
pub fn hold(chronicle: &Chronicle) -> Result<(), Failure> {
    laws::hold(chronicle)
        .map_err(|broken| Failure::whole("the laws of the chronicle", broken.to_string()))?;
    (0..=chronicle.line().len()).try_for_each(|at| reads_back(&chronicle.seek(at)))
}

/// Checks that serializing and parsing a state returns the same state.
fn reads_back(e: &Encounter) -> Result<(), Failure> {
    let law = "a state is the same after saving and loading";
    let text = notation::line(e).map_err(|error| Failure::whole(law, error.to_string()))?;
    let again: Encounter = registry::asking_first(e.ruleset, || rules::read(&text))
        .map_err(|error| Failure::whole(law, error.to_string()))?;
    if again == *e { Ok(()) } else { Err(Failure::whole(law, difference(e, &again))) }
}

/// Returns an excerpt of the first difference between two serialized states.
fn difference(want: &Encounter, have: &Encounter) -> String {
    let write = |e: &Encounter| notation::line(e).unwrap_or_else(|_| format!("{e:?}"));
    let (want, have) = (write(want), write(have));
    let same = want.chars().zip(have.chars()).take_while(|(a, b)| a == b).count();
    let tail = |text: &str| text.chars().skip(same.saturating_sub(30)).take(90).collect::<String>();
    format!("...{}... instead of ...{}...", tail(&have), tail(&want))
}
