//! What an amendment would change, worked out while it is being filled in.

use crate::chronicle::{Amending, Amendment, Progress, Provenance};
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

fn told(telling: Telling, place: usize) -> Option<String> {
    let line = telling.backward(None).find(|line| line.acts().contains(&place))?;
    Some(telling.words(&line).text())
}

/// Plays an amendment through, with the dice recorded and no others.
pub fn of(view: &View, amendment: Amendment) -> Preview {
    let (chronicle, place) = (view.telling.chronicle, amendment.place());
    if chronicle.at().saturating_sub(place) > MOST {
        return Preview::Unknown;
    }
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
            Preview::Done(
                told(telling, place).unwrap_or_else(|| "nothing is told of it".into()),
                changes,
            )
        }
    }
}
