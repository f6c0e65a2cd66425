//! Maps ruleset ids to rulesets: the only file that names their folders.

use super::ruleset::Ruleset;
use super::ruleset::laid::{self, BookFault, Laid};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::house_book::Book;
use crate::rules::model::ids::RulesetId;
use crate::rules::model::name::{Entry, Name, WordKind};
use std::cell::Cell;

/// Every ruleset, in the order in which they are offered.
pub const ALL: [RulesetId; RulesetId::ALL.len()] = RulesetId::ALL;

/// The rules themselves.
pub fn ruleset(id: RulesetId) -> &'static dyn Ruleset {
    match id {
        RulesetId::Bx => &super::bx::BX,
        RulesetId::Seconds => &super::seconds::Seconds,
        RulesetId::Countdown => &super::countdown::COUNTDOWN,
        RulesetId::Zero => &super::zero::ZERO,
        RulesetId::House => &super::house::HOUSE,
    }
}

/// The rules of a fight: those of its ruleset, with its house book laid over them if it has one that can be read.
pub fn of(e: &Encounter) -> &'static dyn Ruleset {
    match e.book.map(|book| with(e.ruleset, book)) {
        Some(Ok(laid)) => laid,
        _ => ruleset(e.ruleset),
    }
}

/// A ruleset with a house book laid over it, read once.
///
/// # Errors
/// What is wrong with the book.
pub fn with(id: RulesetId, book: Book) -> Result<&'static Laid, BookFault> {
    let place = ALL.iter().position(|known| *known == id).unwrap_or_default();
    let made = book.made(place, || match laid::read(ruleset(id), book, shipped) {
        Ok(laid) => laid,
        Err(fault) => Box::leak(Box::new(fault)),
    });
    match made.downcast_ref::<Laid>() {
        Some(laid) => Ok(laid),
        None => Err(made.downcast_ref::<BookFault>().cloned().unwrap_or_else(BookFault::unknown)),
    }
}

/// The rulesets that a house book is for; the first of all if it does not say so, which its fault does.
pub fn rulesets_of(book: Book) -> Vec<RulesetId> {
    let said = book.rulesets();
    if said.is_empty() { vec![ALL[0]] } else { said }
}

thread_local! {
    /// The ruleset that is asked for names before the others, while [`asking_first`] runs.
    static FIRST: Cell<Option<RulesetId>> = const { Cell::new(None) };
}

/// Runs what reads a fight by that ruleset, which is asked for each name before the others: their assets need
/// not be read for names that it has.
pub fn asking_first<T>(id: RulesetId, read: impl FnOnce() -> T) -> T {
    let before = FIRST.replace(Some(id));
    let value = read();
    FIRST.set(before);
    value
}

/// Looks up a name in the vocabularies of all rulesets, then in those of the house books that were read.
pub fn find(kind: WordKind, name: Name) -> Option<Entry> {
    shipped(kind, name).or_else(|| in_books(kind, name))
}

/// Looks up a name in the vocabularies of all rulesets.
fn shipped(kind: WordKind, name: Name) -> Option<Entry> {
    FIRST.get().into_iter().chain(ALL).find_map(|id| ruleset(id).about().entry(kind, name))
}

/// Looks up a name in the house books that were read, the last first.
fn in_books(kind: WordKind, name: Name) -> Option<Entry> {
    let ids = || FIRST.get().into_iter().chain(ALL);
    let in_one = |book: Book| ids().find_map(|id| with(id, book).ok()?.about().entry(kind, name));
    Book::all().into_iter().find_map(in_one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ruleset_is_called_what_its_rules_say() {
        for id in ALL {
            assert_eq!(id.title(), &*ruleset(id).about().title);
        }
    }
}
