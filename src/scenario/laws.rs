//! What holds for every fight: the record rebuilds the fight.

use super::Failure;
use super::run::{Played, Ran};
use crate::rules::dice::Tape;
use crate::rules::encounter::Encounter;
use crate::rules::event::Event;
use crate::rules::ruleset::Ruleset;
use crate::rules::{self, notation};

/// Whether the laws hold for what was played.
///
/// # Errors
/// The law that does not, at the step where it does not.
pub fn hold(rules: &dyn Ruleset, ran: &Ran) -> Result<(), Failure> {
    reads_back(&ran.start)?;
    let mut before = &ran.start;
    for played in &ran.played {
        events_rebuild(before, played).map_err(|failure| failure.at(played.step))?;
        answers_rebuild(rules, before, played).map_err(|failure| failure.at(played.step))?;
        reads_back(&played.after).map_err(|failure| failure.at(played.step))?;
        before = &played.after;
    }
    Ok(())
}

fn events_rebuild(before: &Encounter, played: &Played) -> Result<(), Failure> {
    let mut rebuilt = before.clone();
    played.events.iter().for_each(|event| rebuilt.apply(event));
    if rebuilt == played.after {
        return Ok(());
    }
    Err(Failure::whole("law: the events rebuild the state", difference(&played.after, &rebuilt)))
}

fn answers_rebuild(rules: &dyn Ruleset, before: &Encounter, played: &Played) -> Result<(), Failure> {
    let law = "law: the answers rebuild the events";
    let mut tape = Tape::new(&played.answers);
    let mut state = before.clone();
    let mut events: Vec<Event> = Vec::new();
    for command in &played.commands {
        let again = rules::resolve(rules, state, command, &mut tape);
        let (after, more) = again.map_err(|stop| Failure::whole(law, format!("{stop:?}")))?;
        state = after;
        events.extend(more);
    }
    match (events == played.events, tape.left()) {
        (true, 0) => Ok(()),
        (true, left) => Err(Failure::whole(law, format!("{left} answers are left over"))),
        (false, _) => Err(Failure::whole(law, "other events")),
    }
}

/// A state that is written and read is the same.
fn reads_back(e: &Encounter) -> Result<(), Failure> {
    let law = "law: a state that is written and read is the same";
    let text = notation::line(e).map_err(|error| Failure::whole(law, error.to_string()))?;
    let again: Encounter =
        notation::read(&text).map_err(|error| Failure::whole(law, error.to_string()))?;
    if again == *e { Ok(()) } else { Err(Failure::whole(law, difference(e, &again))) }
}

/// Where two states part, as they would be written.
fn difference(want: &Encounter, have: &Encounter) -> String {
    let write = |e: &Encounter| notation::line(e).unwrap_or_else(|_| format!("{e:?}"));
    let (want, have) = (write(want), write(have));
    let same = want.chars().zip(have.chars()).take_while(|(a, b)| a == b).count();
    let tail = |text: &str| text.chars().skip(same.saturating_sub(30)).take(90).collect::<String>();
    format!("...{}... instead of ...{}...", tail(&have), tail(&want))
}
