//! Several that act together at one key: a fold, or a horde.

use super::Crowds;
use super::wording::does;
use crate::policy::{self, Choice, Memory, Thrift};
use crate::rules;
use crate::rules::model::command::{Act, Command};
use crate::rules::model::encounter::{Encounter, Hand};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::phrase::Number;
use crate::rules::ruleset::Ruleset;
use crate::rules::text::words;
use crate::tui::table::board::Board;
use crate::tui::table::folds::Kind;
use std::collections::BTreeMap;

/// The most targets of a fold that are named, each with its number of attackers; more are counted.
const MOST_NAMED: usize = 3;

/// The least combatants of a kind that make a horde.
const HORDE: usize = 4;

/// The most of a horde that act at one key unless folded, so that their log lines can still be read.
const AT_ONCE: usize = 20;

/// Those who act together with `who` at one key, and what to call them; `None` if it acts alone.
fn crowd(
    rules: &dyn Ruleset,
    e: &Encounter,
    board: &Board,
    who: CombatantId,
    crowds: Crowds,
) -> Option<(Vec<CombatantId>, Called)> {
    if !board.marked.is_empty() {
        return None;
    }
    let row = board.row_of(who);
    let Some(fold) = board.fold(row) else {
        let all = if crowds == Crowds::AsOne { horde(rules, e, board, who) } else { None };
        return all.map(|all| (all, Called::ByNumber));
    };
    let owing = board.members(row).iter().copied().filter(|who| rules::owes(rules, e, *who));
    (fold.owing > 1).then(|| (owing.collect(), Called::Fold(fold.standing, fold.name.clone())))
}

/// What to call those who act at one key.
enum Called {
    /// A fold: the number standing in it, and its name.
    Fold(usize, String),
    /// Separate rows, by number: `Orcs 3–8`.
    ByNumber,
}

/// Those of its kind that owe an act too, if they are a horde for which the machine rolls and whose side does not ask
/// before each act. `None` if `who` is not the first of them: it then acts alone.
fn horde(
    rules: &dyn Ruleset,
    e: &Encounter,
    board: &Board,
    who: CombatantId,
) -> Option<Vec<CombatantId>> {
    let c = e.get(who)?;
    e.side(c.side).filter(|side| e.hand(c) == Hand::Machine && !side.asks)?;
    let kind = Kind::of(c);
    e.all().filter(|one| one.is_up() && kind.holds(one)).nth(HORDE - 1)?;
    let of_it = |id: &CombatantId| e.get(*id).is_some_and(|one| one.is_up() && kind.holds(one));
    let owing = board.order.iter().copied().filter(|id| of_it(id) && rules::owes(rules, e, *id));
    let owing: Vec<CombatantId> = owing.take(AT_ONCE).collect();
    (owing.len() > 1 && owing.first() == Some(&who)).then_some(owing)
}

/// The acts of a fold or a horde that does what one of it would do, spread over its foes. `None` if it acts alone.
pub(super) fn crowd_acts(
    rules: &dyn Ruleset,
    e: &Encounter,
    board: &Board,
    last: &BTreeMap<CombatantId, Act>,
    act: &Act,
    crowds: Crowds,
) -> Option<(Vec<Command>, String)> {
    let (owing, called) = crowd(rules, e, board, act.who, crowds)?;
    let memory = Memory::default();
    let mut taken: Vec<CombatantId> = Vec::new();
    let mut acts: Vec<Act> = Vec::new();
    for who in owing {
        let choice =
            policy::choose_beside(rules, e, who, last.get(&who), Thrift::Spares, &taken, &memory);
        if let Some(Choice::Do(one)) =
            choice.filter(|choice| matches!(choice, Choice::Do(one) if one.deed == act.deed))
        {
            taken.extend(one.target());
            acts.push(one);
        }
    }
    if acts.len() < 2 {
        return None;
    }
    // Sort by target, so that the log groups them.
    acts.sort_by_key(Act::target);
    let mut counts: BTreeMap<CombatantId, usize> = BTreeMap::new();
    taken.iter().for_each(|whom| *counts.entry(*whom).or_default() += 1);
    let whom: Vec<CombatantId> = counts.keys().copied().collect();
    let each = counts.iter().map(|(whom, count)| format!("{} ({count})", words::name(e, *whom)));
    let at = match &whom[..] {
        [one] => words::name(e, *one).into(),
        few if few.len() <= MOST_NAMED => each.collect::<Vec<_>>().join(", "),
        many => words::counted(e, many),
    };
    let all = match called {
        Called::Fold(standing, name) if acts.len() == standing => name,
        Called::Fold(_, name) => format!("{} of {name}", acts.len()),
        Called::ByNumber => words::among(e, &acts.iter().map(|act| act.who).collect::<Vec<_>>()),
    };
    let text = format!("{all} {}", does(act, !whom.is_empty()).done(Number::of(acts.len()), &at));
    Some((acts.into_iter().map(Command::Act).collect(), text))
}
