//! Who rolls the dice of the next act: as each side is set, or the other way just once.

use crate::chronicle::{Ask, Provenance, by_side};
use crate::rules::model::encounter::Encounter;
use std::cell::Cell;

/// Who rolls the dice of an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Hands {
    /// As each side is set.
    #[default]
    Usual,
    /// The other way; the first roll decides which that is.
    Other,
    /// All of them in this way.
    All(Provenance),
}

/// The dice policy of an act. With `Hands::Other`, the first roll settles which way that is.
pub fn policy(hands: &Cell<Hands>) -> impl Fn(&Encounter, &Ask) -> Provenance + '_ {
    move |e, ask| {
        let usual = by_side(e, ask);
        match hands.get() {
            _ if matches!(ask, Ask::Choice(_)) => usual,
            Hands::Usual => usual,
            Hands::All(by) => by,
            Hands::Other => {
                let other = match usual {
                    Provenance::Typed | Provenance::Phone => Provenance::Machine,
                    Provenance::Machine => Provenance::Typed,
                };
                hands.set(Hands::All(other));
                other
            }
        }
    }
}
