//! Whose dice the next act is thrown with: as each side's are, or for once the other way.

use crate::chronicle::{Ask, Provenance, by_side};
use crate::rules::model::encounter::Encounter;
use std::cell::Cell;

/// Whether an act's dice are thrown as its side's are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Hands {
    /// As each side's are.
    #[default]
    Usual,
    /// The other way; which that is, the first roll says.
    Other,
    /// All of it so.
    All(Provenance),
}

/// The dice policy of an act; the first roll settles which way the other one is.
pub fn policy(hands: &Cell<Hands>) -> impl Fn(&Encounter, &Ask) -> Provenance + '_ {
    move |e, ask| {
        let usual = by_side(e, ask);
        match hands.get() {
            _ if matches!(ask, Ask::Choice(_)) => usual,
            Hands::Usual => usual,
            Hands::All(by) => by,
            Hands::Other => {
                let other = match usual {
                    Provenance::Typed => Provenance::Machine,
                    Provenance::Machine => Provenance::Typed,
                };
                hands.set(Hands::All(other));
                other
            }
        }
    }
}
