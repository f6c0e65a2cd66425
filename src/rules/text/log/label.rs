//! Short labels of entries, for undo.

use super::full::{OfOne, in_full};
use super::told::{deed_line, spell_phrase};
use super::{capital, order, passes};
use crate::rules::model::command::{Act, Command, Deed, Fact, Overrule, Share};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Event, Told};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::phrase::{Number, Verb};
use crate::rules::ruleset::about::About;
use crate::rules::text::words::{self, among, counted, name};

/// Returns a short label of what an undo would take back: `Orc 3 takes 5`. Taken from the first event that says more
/// than the command itself.
pub fn entry_label(about: &About, e: &Encounter, command: &Command, events: &[Event]) -> String {
    match command {
        Command::Proceed | Command::Skip => step_label(about, e, events),
        Command::Act(act) if goes_away(act) => acts_label(e, &[act]).unwrap_or_default(),
        Command::Act(act) if closes(about, act, events) => {
            OfOne::does(act.who, Verb::CLOSE.then("with"), &among(e, &act.at)).text(e)
        }
        Command::Act(act) if act.deed == Deed::Cast => casts(e, act, events),
        Command::Act(act) => deed_line(e, act.who, act.deed, act.with, &act.at),
        Command::Harm { amount, who, .. } => amounts(about, e, events)
            .unwrap_or_else(|| format!("{amount} damage to {}", words::all_of(e, &ones(who)))),
        Command::Heal { amount, who, .. } => amounts(about, e, events).unwrap_or_else(|| {
            format!("{amount} {} back to {}", words::harm(about), words::all_of(e, &ones(who)))
        }),
        Command::Arrive(arrival) => {
            let joined = |event: &Event| match event {
                Event::Joined(c) => Some(c.id),
                _ => None,
            };
            let who: Vec<CombatantId> = events.iter().filter_map(joined).collect();
            let names = match &who[..] {
                [] => arrival.name.to_string(),
                who => words::counted_or_named(e, who),
            };
            let joins = Verb::JOIN.says(Number::of(who.len().max(1)));
            format!("{names} {joins} {}", words::the_side(e, arrival.side))
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

/// The label of casting a spell of the block, which is named: `Mirel casts sleep`.
fn casts(e: &Encounter, act: &Act, events: &[Event]) -> String {
    let cast = events.iter().find_map(|event| match event {
        Event::Told(Told::Spell(who, spell, fate)) if *who == act.who => Some((*spell, *fate)),
        _ => None,
    });
    let named = cast.and_then(|(spell, fate)| {
        let does = spell_phrase(e, act.who, spell, fate)?;
        let said = does.done(Number::One, words::spell(e, act.who, spell));
        let at = if act.at.is_empty() { String::new() } else { format!(" at {}", among(e, &act.at)) };
        Some(format!("{} {said}{at}", name(e, act.who)))
    });
    named.unwrap_or_else(|| deed_line(e, act.who, act.deed, act.with, &act.at))
}

fn ones(who: &[(CombatantId, Share)]) -> Vec<CombatantId> {
    who.iter().map(|(who, _)| *who).collect()
}

/// Formats what was taken or given back, with what temporary hit points took of it: `5 damage to Goblins 1, 2, 3`;
/// differing amounts are left out.
fn amounts(about: &About, e: &Encounter, events: &[Event]) -> Option<String> {
    let befell = |event: &Event| match event {
        Event::Harmed { who, amount, tally, .. } => Some((*who, about.dealt(*amount, tally), true)),
        Event::Healed { who, amount } => Some((*who, *amount, false)),
        Event::Deferred(event) => match &**event {
            Event::Harmed { who, amount, tally, .. } => Some((*who, about.dealt(*amount, tally), true)),
            Event::Healed { who, amount } => Some((*who, *amount, false)),
            _ => None,
        },
        _ => None,
    };
    let all: Vec<(CombatantId, i32, bool)> = events.iter().filter_map(befell).collect();
    let (_, amount, harm) = *all.first()?;
    let who: Vec<CombatantId> = all.iter().map(|(who, ..)| *who).collect();
    let same = all.iter().all(|(_, other, _)| *other == amount);
    let what = match (harm, same) {
        (true, true) => format!("{amount} damage"),
        (true, false) => "damage".into(),
        (false, true) => format!("{} back", words::harmed(about, amount)),
        (false, false) => format!("{} back", words::harm(about)),
    };
    Some(format!("{what} to {}", words::all_of(e, &who)))
}

fn step_label(about: &About, e: &Encounter, events: &[Event]) -> String {
    let opened = events.iter().rev().find_map(|event| match event {
        Event::Opened(window) => Some(window),
        _ => None,
    });
    let rolled = events.iter().find_map(|event| match event {
        Event::Rolled(rolled) => Some(capital(&rolled.purpose.noun())),
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
