//! A ruleset with a house book laid over it.
//!
//! Rulesets read their tables of figures by a function without parameters. While rules run, it answers with the tables
//! of the book [in force](enter): the doors of `rules` and every method of [`Laid`] see to that, so that nothing
//! depends on who asks.

mod fit;
mod read;
mod tables;

pub use read::{BookFault, counter, read};

use super::about::{About, Table};
use super::deed::{At, DeedRule, Rows};
use super::{After, Glance, Ruleset, Station, TableWeapon};
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::d20::Block;
use crate::rules::model::combatant::{Combatant, StatBlock};
use crate::rules::model::command::{Act, Command};
use crate::rules::model::counter::Counter;
use crate::rules::model::custom::CustomEffect;
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::effect::{Condition, Timer};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::RuleError;
use crate::rules::model::event::Stop;
use crate::rules::model::fault::Fault;
use crate::rules::model::house_book::Book;
use crate::rules::model::house_book::rule::{HomeRule, Then};
use crate::rules::model::ids::{CombatantId, Text};
use crate::rules::model::moment::{Second, When};
use crate::rules::model::offer::Figure;
use crate::rules::model::tally::Reason;
use crate::rules::model::window::{Slot, Window};
use std::any::Any;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// A ruleset with a house book laid over it.
pub struct Laid {
    /// The ruleset.
    pub base: &'static dyn Ruleset,
    /// The book's text.
    pub book: Book,
    /// What the book is called.
    pub name: Text,
    /// Its purpose, in a sentence.
    pub purpose: Text,
    /// Whether it has nothing but usual values of options.
    pub has_only_options: bool,
    /// The usual values of options, by id.
    pub options: Vec<(Text, Text)>,
    /// The rules of the book, in its order.
    pub rules: Vec<LaidRule>,
    /// What each of its conditions does besides, wherever it begins.
    customs: Vec<(Condition, Arc<CustomEffect>)>,
    /// The description, with the words of the book; set as soon as it is kept.
    about: OnceLock<&'static About>,
    /// The tables of figures with the cells of the book, if it has any.
    tables: Option<Box<dyn Any + Send + Sync>>,
}

/// A rule of a book, with its words among those of the ruleset.
#[derive(Debug)]
pub struct LaidRule {
    /// The rule.
    pub rule: HomeRule,
    /// The id of the rule and of the option that switches it: `house.sunder`.
    pub id: &'static str,
    /// The reason of the terms it adds.
    pub reason: Reason,
    /// The counter of the last round in which it did something for its bearer.
    pub done: Counter,
}

impl LaidRule {
    /// Whether it is played in that fight.
    pub fn is_on(&self, e: &Encounter) -> bool {
        e.option(self.id).map_or(!self.rule.off, |value| value == "on")
    }
}

impl Laid {
    /// Keeps it for the life of the program.
    fn keep(self, about: About) -> &'static Self {
        ANY.store(true, Ordering::Relaxed);
        let kept: &'static Self = Box::leak(Box::new(self));
        kept.about.get_or_init(|| Box::leak(Box::new(About { laid: Some(kept), ..about })));
        kept
    }

    /// The counters that only the book has.
    pub fn counters(&self) -> impl Iterator<Item = Counter> {
        let counts = self.rules.iter().flat_map(|rule| rule.rule.effects());
        let counts = counts.filter_map(|then| match then {
            Then::Count(name, _) => counter(name),
            _ => None,
        });
        counts.chain(self.rules.iter().map(|rule| rule.done))
    }

    /// What a condition of the book does besides.
    pub fn custom(&self, condition: Condition) -> Option<Arc<CustomEffect>> {
        let own = self.customs.iter().find(|(own, _)| *own == condition);
        own.map(|(_, custom)| Arc::clone(custom))
    }

    /// The tables of figures, if the book changes any: of the type of the ruleset.
    #[inline]
    pub fn tables<T: 'static>(&self) -> Option<&T> {
        self.tables.as_ref()?.downcast_ref()
    }

    /// The description.
    #[inline]
    pub fn description(&self) -> &'static About {
        self.about.get().copied().unwrap_or_else(|| self.base.about())
    }
}

/// Whether any book has been laid over a ruleset since the program began: until then nobody asks for one.
static ANY: AtomicBool = AtomicBool::new(false);

/// Whether a house book may be in force: without any, fights are as fast as if there were no such thing.
#[inline]
pub fn any() -> bool {
    ANY.load(Ordering::Relaxed)
}

thread_local! {
    /// What is in force.
    static IN_FORCE: Cell<Option<&'static Laid>> = const { Cell::new(None) };
}

/// The ruleset with a book that is in force.
#[inline]
pub fn in_force() -> Option<&'static Laid> {
    if any() { IN_FORCE.get() } else { None }
}

/// Puts these rules in force, the tables of their house book if they have one, as long as the returned value is kept.
#[inline]
#[must_use]
pub fn enter(rules: &dyn Ruleset) -> Option<InForce> {
    any().then(|| InForce(IN_FORCE.replace(rules.about().laid)))
}

/// Does something while these rules are in force.
pub fn within<T>(rules: &dyn Ruleset, work: impl FnOnce() -> T) -> T {
    let _in_force = enter(rules);
    work()
}

/// What puts in force again what was before, also when what ran in between panics.
pub struct InForce(Option<&'static Laid>);

impl Drop for InForce {
    fn drop(&mut self) {
        IN_FORCE.set(self.0);
    }
}

/// Everything as in the ruleset below, with the book in force.
impl Ruleset for Laid {
    fn about(&self) -> &'static About {
        self.description()
    }

    fn tables(&self) -> Vec<Table> {
        within(self, || self.base.tables())
    }

    fn weapons(&self) -> Vec<TableWeapon> {
        within(self, || self.base.weapons())
    }

    fn admit(&self, block: StatBlock) -> Result<StatBlock, Vec<Fault>> {
        within(self, || self.base.admit(block))
    }

    fn hit_dice(&self, block: &Block) -> Option<DiceExpr> {
        within(self, || self.base.hit_dice(block))
    }

    fn next(&self, e: &Encounter) -> Option<Window> {
        within(self, || self.base.next(e))
    }

    fn pressing(&self, e: &Encounter) -> Option<Window> {
        within(self, || self.base.pressing(e))
    }

    fn due(&self, e: &Encounter, timer: &Timer) -> Option<Window> {
        within(self, || self.base.due(e, timer))
    }

    fn follow(&self, r: &mut Resolution, after: After) {
        within(self, || self.base.follow(r, after));
    }

    fn lasting(&self, e: &Encounter, who: CombatantId, condition: Condition, rounds: u32) -> When {
        within(self, || self.base.lasting(e, who, condition, rounds))
    }

    fn reorder(&self, r: &mut Resolution, slots: &[Slot]) {
        within(self, || self.base.reorder(r, slots));
    }

    fn proceed(&self, r: &mut Resolution, window: &Window) -> Result<(), Stop> {
        within(self, || self.base.proceed(r, window))
    }

    fn ended(&self, r: &mut Resolution) -> Result<Second, Stop> {
        within(self, || self.base.ended(r))
    }

    fn set_hp(&self, r: &mut Resolution, who: CombatantId, hp: i32) {
        within(self, || self.base.set_hp(r, who, hp));
    }

    fn owes(&self, e: &Encounter, who: CombatantId) -> bool {
        within(self, || self.base.owes(e, who))
    }

    fn deeds(&self) -> &'static Rows {
        self.base.deeds()
    }

    fn gate(&self, at: &At, row: &DeedRule, act: Option<&Act>) -> Result<(), RuleError> {
        within(self, || self.base.gate(at, row, act))
    }

    fn carry_out(&self, r: &mut Resolution, act: &Act, row: &DeedRule) -> Result<(), Stop> {
        within(self, || self.base.carry_out(r, act, row))
    }

    fn check(&self, e: &Encounter, c: &Command) -> Result<(), RuleError> {
        within(self, || self.base.check(e, c))
    }

    fn resolve(&self, r: &mut Resolution, c: &Command) -> Result<(), Stop> {
        within(self, || self.base.resolve(r, c))
    }

    fn rail(&self, e: &Encounter) -> Vec<Station> {
        within(self, || self.base.rail(e))
    }

    fn figures(&self, e: &Encounter, who: CombatantId) -> Vec<Figure> {
        within(self, || self.base.figures(e, who))
    }

    fn glance(&self, e: &Encounter, who: CombatantId) -> Glance {
        within(self, || self.base.glance(e, who))
    }

    fn fights(&self, e: &Encounter, c: &Combatant) -> bool {
        within(self, || self.base.fights(e, c))
    }
}

impl std::fmt::Debug for Laid {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "Laid({:?}, {:?})", self.name, self.book)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::model::ids::RulesetId;
    use crate::rules::registry;

    #[test]
    fn what_was_in_force_before_is_so_again() {
        let plain = registry::ruleset(RulesetId::Bx);
        let book =
            Book::of(r#"(name: "Hard steel", ruleset: bx, tables: {"weapons[sword].damage": "1d10"})"#);
        let laid = registry::with(RulesetId::Bx, book).expect("a book");
        let dice = |rules: &dyn Ruleset| {
            let sword = rules.weapons().into_iter().find(|weapon| weapon.is_called("sword"));
            sword.and_then(|sword| sword.dice).map(|dice| dice.to_string())
        };
        assert_eq!(dice(laid).as_deref(), Some("1d10"));
        assert_eq!(dice(plain).as_deref(), Some("1d8"));
        within(laid, || assert!(in_force().is_some()));
        assert!(in_force().is_none());
    }
}
