//! What an amendment would change, worked out while it is being filled in.

use crate::chronicle::{AmendedCommand, Amending, Amendment, Chronicle, Progress, Provenance, Step};
use crate::rules::model::command::Command;
use crate::rules::text::log::{Account, LogLine};
use crate::tui::overlays::pages::difference;
use crate::tui::paint::voice::refusal;
use crate::tui::proposal::Unanswered;
use crate::tui::table::log_rows::Telling;
use crate::tui::table::view::View;

/// The most acts that are replayed after each key; of older acts, Enter says what changes.
const MOST: usize = 200;

/// An amendment, played through in advance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Preview {
    /// The act's line as it would be, and what else would change.
    Done(String, Vec<String>),
    /// A die or a choice is missing, which Enter asks for.
    Asks,
    /// It is refused.
    Refused(String),
    /// Too much follows to be played through at each key.
    Unknown,
}

/// The line of the log that tells the act at that place, as it was.
pub fn was(view: &View, place: usize) -> Option<String> {
    let chronicle = view.telling.chronicle;
    told(Telling { e: chronicle.now(), upto: chronicle.at(), ..view.telling }, place)
}

/// The newest line that tells the act; the header of a round only if there is no other.
fn told(telling: Telling, place: usize) -> Option<String> {
    let is_of = |line: &Account| line.acts().contains(&place);
    let lines = telling.backward(None).skip_while(|line| !is_of(line)).take_while(is_of);
    let lines: Vec<LogLine> = lines.map(|line| telling.words(&line)).collect();
    let line = lines.iter().find(|line| !line.is_round()).or(lines.first());
    line.map(LogLine::text)
}

/// Plays an amendment through, with the dice recorded and no others.
pub fn of(view: &View, amendment: Amendment) -> Preview {
    let (chronicle, place) = (view.telling.chronicle, amendment.place());
    if chronicle.at().saturating_sub(place) > MOST {
        return Preview::Unknown;
    }
    let (then, commands) = (amendment.then(), then_done(chronicle, &amendment));
    let Ok(mut amending) = Amending::new(chronicle, amendment) else { return Preview::Unknown };
    match amending.run(chronicle, &mut Unanswered, &|_, _| Provenance::Typed) {
        Progress::Asks(_) => Preview::Asks,
        Progress::Refused(error) => Preview::Refused(refusal(view.rules, amending.state(), &error)),
        Progress::Done => {
            let changes = difference::lines(view.rules, &amending.difference());
            let mut after = chronicle.clone();
            if after.adopt(amending).is_none() {
                return Preview::Unknown;
            }
            let telling =
                Telling { chronicle: &after, e: after.now(), upto: after.at(), from: view.telling.from };
            let is_there = steps(&after, then).iter().any(|step| commands.contains(&step.command));
            let line = if is_there { told(telling, then) } else { None };
            Preview::Done(line.unwrap_or_else(|| "nothing is told of it".into()), changes)
        }
    }
}

/// The commands of the act that an amendment is about, once it is made.
fn then_done(chronicle: &Chronicle, amendment: &Amendment) -> Vec<Command> {
    let stands = || steps(chronicle, amendment.place()).iter().map(AmendedCommand::recorded);
    let all = amendment.replacing().map_or_else(|| stands().collect(), <[AmendedCommand]>::to_vec);
    all.into_iter().map(|done| done.command).collect()
}

fn steps(chronicle: &Chronicle, place: usize) -> &[Step] {
    let entry = chronicle.line().get(place).and_then(|id| chronicle.entry(*id));
    entry.map_or(&[], |entry| &entry.steps)
}
