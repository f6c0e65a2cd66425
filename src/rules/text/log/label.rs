//! Short labels of entries, for undo.

use super::full::{OfOne, in_full};
use super::told::deed_line;
use super::{capital, order, passes};
use crate::rules::model::command::{Act, Command, Deed, Fact, Overrule};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Event;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::phrase::{Number, Verb};
use crate::rules::ruleset::about::About;
use crate::rules::text::words::{self, among, counted};

/// Returns a short label of what an undo would take back: `Orc 3 takes 5`. Taken from the first event that says more
/// than the command itself.
pub fn entry_label(about: &About, e: &Encounter, command: &Command, events: &[Event]) -> String {
    let told =
        |event: &&Event| matches!(event, Event::Harmed { .. } | Event::Healed { .. } | Event::Joined(_));
    match command {
        Command::Proceed | Command::Skip => step_label(about, e, events),
        Command::Act(act) if goes_away(act) => acts_label(e, &[act]).unwrap_or_default(),
        Command::Act(act) if closes(about, act, events) => {
            OfOne::does(act.who, Verb::CLOSE.then("with"), &among(e, &act.at)).text(e)
        }
        Command::Act(act) => deed_line(e, act.who, act.deed, act.with, &act.at),
        Command::Harm { .. } | Command::Heal { .. } | Command::Arrive(_) => {
            let several = of_several(about, e, events);
            let first = || events.iter().find(told).and_then(|event| in_full(about, e, event));
            let label = several.or_else(|| harm(about, e, events)).or_else(first);
            label.unwrap_or_else(|| "an amount".into())
        }
        Command::Morale { like: Some(who), .. } => format!("morale of {}", words::kind(e, *who)),
        Command::Morale { side, .. } => format!("morale of {}", words::side(e, *side)),
        Command::Roll(dice) => format!("roll {dice}"),
        Command::Side(side) => format!("side {}", side.name),
        Command::Depart(who, standing) => words::they_do(e, &[*who], words::becomes(*standing)),
        Command::Overrule(word) => ruling_label(about, e, word, events),
        Command::Note(text) => format!("note: {text}"),
        Command::Elapse(seconds) => passes(*seconds),
        Command::End => "end of the fight".into(),
    }
}

/// Formats the first damage, with what temporary hit points took of it, but without its terms: `Ana takes 5`.
fn harm(about: &About, e: &Encounter, events: &[Event]) -> Option<String> {
    events.iter().find_map(|event| match event {
        Event::Harmed { who, amount, tally, .. } => {
            let amount = about.dealt(*amount, tally).to_string();
            Some(OfOne::does(*who, Verb::TAKE.alone(), &amount).text(e))
        }
        _ => None,
    })
}

/// Formats what several combatants have in common: `Goblins 1, 2, 3 take 5`; differing amounts are omitted.
fn of_several(about: &About, e: &Encounter, events: &[Event]) -> Option<String> {
    let befell = |event: &Event| match event {
        Event::Harmed { who, amount, tally, .. } => {
            Some((*who, Verb::TAKE, Some(about.dealt(*amount, tally))))
        }
        Event::Healed { who, amount } => Some((*who, Verb::REGAIN, Some(*amount))),
        Event::Joined(c) => Some((c.id, Verb::JOIN, None)),
        _ => None,
    };
    let all: Vec<_> = events.iter().filter_map(befell).collect();
    let (_, verb, amount) = all.first().filter(|_| all.len() > 1)?;
    let who: Vec<CombatantId> = all.iter().map(|(who, ..)| *who).collect();
    let what = match amount {
        None => String::new(),
        Some(amount) if all.iter().all(|(_, _, other)| *other == Some(*amount)) => format!(" {amount}"),
        Some(_) if *verb == Verb::TAKE => " damage".into(),
        Some(_) => " hit points".into(),
    };
    Some(format!("{} {}{what}", among(e, &who), verb.says(Number::Many)))
}

fn step_label(about: &About, e: &Encounter, events: &[Event]) -> String {
    let opened = events.iter().rev().find_map(|event| match event {
        Event::Opened(window) => Some(window),
        _ => None,
    });
    let rolled = events.iter().find_map(|event| match event {
        Event::Rolled(rolled) => Some(capital(&words::purpose(rolled.purpose))),
        _ => None,
    });
    match (rolled, opened) {
        (Some(rolled), _) => rolled,
        (None, Some(window)) => format!("on to {}", words::opening(about, e, window)),
        _ => {
            let told = events.iter().find_map(|event| in_full(about, e, event));
            told.unwrap_or_else(|| "a step".into())
        }
    }
}

fn ruling_label(about: &About, e: &Encounter, word: &Overrule, events: &[Event]) -> String {
    match word {
        Overrule::Close => "closing the step".into(),
        Overrule::Order(slot) => format!("order {}", order::describe(e, slot)),
        _ => {
            let lines = events.iter().skip(1).find_map(|event| in_full(about, e, event));
            lines.unwrap_or_else(|| "a ruling".into())
        }
    }
}

/// Whether the act moves away from its targets, not toward them.
fn goes_away(act: &Act) -> bool {
    matches!(act.deed, Deed::Move | Deed::Run) && act.facts.has(&Fact::Away)
}

/// Whether the act is a move that comes into melee with its target.
fn closes(about: &About, act: &Act, events: &[Event]) -> bool {
    let meets = |whom: CombatantId| {
        events.iter().any(|event| match event {
            Event::Threatens(who, other) => (*who, *other) == (act.who, whom),
            Event::Moved { who, off: Some((other, feet)), .. } => {
                (*who, *other) == (act.who, whom) && *feet <= about.melee()
            }
            _ => false,
        })
    };
    act.deed == Deed::Move && act.target().is_some_and(meets)
}

/// Returns the label of several acts of one deed with all their targets: `6 Goblins attack Ana`.
pub fn acts_label(e: &Encounter, acts: &[&Act]) -> Option<String> {
    let first = acts.first()?;
    let mut who: Vec<CombatantId> = acts.iter().map(|act| act.who).collect();
    // A combatant that moves twice counts once.
    who.dedup();
    let mut at: Vec<CombatantId> = acts.iter().filter_map(|act| act.target()).collect();
    at.sort_unstable();
    at.dedup();
    let does = if goes_away(first) { Verb::RUN.alone().to("from") } else { first.deed.words().does };
    Some(format!("{} {}", counted(e, &who), does.done(Number::of(who.len()), &counted(e, &at))))
}
