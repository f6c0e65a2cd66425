//! Compares what is expected with what a step brought.

use super::expect::Expect;
use super::judge::{After, Verdict, holds, same};
use super::names::Names;
use crate::rules::effect::Errand;
use crate::rules::event::{Event, Rolled, Told};
use crate::rules::ids::{CombatantId, SideId};
use crate::rules::tally::Term;

/// Whether the step brought it.
pub(super) fn of_events(after: &After, expect: &Expect) -> Verdict {
    let names = Names(after.e);
    let last = rolls(after).last();
    match expect {
        Expect::Needs(need) => {
            same(&Some(*need), &after.asked_need.or_else(|| last.and_then(|roll| roll.need)))
        }
        Expect::Total(total) => same(&Some(*total), &last.map(Rolled::total)),
        Expect::Outcome(outcome) => same(&Some(*outcome), &last.map(|roll| roll.outcome)),
        Expect::Adds(reason, by) => {
            let found = terms(after);
            holds(found.contains(&Term(reason.clone(), *by)), || format!("{found:?}"))
        }
        Expect::AddsNot(reason) => {
            let found = terms(after);
            holds(!found.iter().any(|term| term.0 == *reason), || format!("{found:?}"))
        }
        Expect::Lost(name, amount) => {
            let who = names.combatant(name)?.id;
            same(amount, &after.events.iter().map(|event| harm(event, who)).sum())
        }
        Expect::WasWounded(name) => {
            let who = names.combatant(name)?.id;
            brought(after, |event| wound(event, who).is_some())
        }
        Expect::WoundedBy(name, amount, most, least) => {
            let who = names.combatant(name)?.id;
            brought(after, |event| wound(event, who) == Some(Some((*amount, *most, *least))))
        }
        Expect::PassedOver(phase) => {
            brought(after, |event| matches!(event, Event::PassedOver(phases) if phases.contains(phase)))
        }
        Expect::Reminded(text) => brought(after, |event| match event {
            Event::Fell(timer) => timer.errand == Errand::Remind(text.as_str().into()),
            Event::Told(Told::Reminder(_, _, of)) => **of == **text,
            _ => false,
        }),
        Expect::TurnGoesOn => {
            let over = |event: &Event| matches!(event, Event::Told(Told::TurnOver(_)));
            holds(!after.events.iter().any(over), || "a turn is over".into())
        }
        Expect::Noted(text) => brought(after, |event| *event == Event::Noted(text.as_str().into())),
        Expect::Joined(name) => brought(
            after,
            |event| matches!(event, Event::Joined(combatant) if *combatant.name == **name),
        ),
        _ => brought(after, |event| matches!(event, Event::Told(told) if tells(names, told, expect))),
    }
}

/// What was told, against what was expected to be.
fn tells(names: Names, told: &Told, expect: &Expect) -> bool {
    let who = |id: &CombatantId, name: &str| names.name(*id) == name;
    let side = |id: &SideId, name: &str| names.side(name) == *id;
    match (told, expect) {
        (Told::Reaction(row), Expect::Reaction(want)) => **row == **want,
        (Told::Broke(id), Expect::Broke(name)) => who(id, name),
        (Told::Held(id), Expect::Held(name)) | (Told::NoCheck(id), Expect::NoCheck(name)) => {
            side(id, name)
        }
        (Told::Driven(id, gone), Expect::Driven(name, want)) => who(id, name) && gone == want,
        (Told::Item(id, item, kept), Expect::Item(name, want, stays)) => {
            who(id, name) && **item == **want && kept == stays
        }
        (Told::Spell(id, at, fate), Expect::Fate(name, spell, want)) => {
            who(id, name) && *at == names.spell(*id, spell) && fate == want
        }
        (Told::Ran(id, _, ground), Expect::Ran(name, want)) => who(id, name) && ground == want,
        (Told::TurnOver(turn), Expect::TurnOver(want)) => turn == want,
        (Told::Evaded(id, pace, theirs, away), Expect::Evaded(name, ours, others, gone)) => {
            side(id, name) && (pace, theirs, away) == (ours, others, gone)
        }
        (Told::Baited(id, stop), Expect::Baited(name, want)) => side(id, name) && stop == want,
        (Told::Rule(rule), Expect::Told(want)) => **rule == **want,
        _ => tells_of_wounds(names, told, expect),
    }
}

/// The same, for what only rules with wounds tell.
fn tells_of_wounds(names: Names, told: &Told, expect: &Expect) -> bool {
    let who = |id: &CombatantId, name: &str| names.name(*id) == name;
    match (told, expect) {
        (Told::Withstood(id, amount, t, m), Expect::Withstood(name, want, most, least)) => {
            who(id, name) && (amount, t, m) == (want, most, least)
        }
        (Told::Unmoved(id, amount, mw), Expect::Unmoved(name, want, least)) => {
            who(id, name) && (amount, mw) == (want, least)
        }
        (Told::CoverStruck(id), Expect::CoverStruck(name))
        | (Told::Lost(id), Expect::LostAction(name)) => who(id, name),
        (Told::Scattered(id, face, far), Expect::Scattered(name, way, squares)) => {
            who(id, name) && (face, far) == (way, squares)
        }
        (Told::Row(id, rule, says), Expect::Row(name, of, text)) => {
            who(id, name) && **rule == **of && **says == **text
        }
        (Told::Cured(id, what), Expect::Cured(name, want)) => who(id, name) && **what == **want,
        (Told::Experience(id, gain, sum, now), Expect::Experience(name, points, total, level)) => {
            who(id, name) && (gain, sum, now) == (points, total, level)
        }
        _ => false,
    }
}

fn brought(after: &After, is: impl Fn(&Event) -> bool) -> Verdict {
    let events = || format!("{:?}", after.events);
    holds(
        after.events.iter().any(is),
        || if after.events.is_empty() { "nothing".into() } else { events() },
    )
}

fn rolls<'a>(after: &After<'a>) -> impl Iterator<Item = &'a Rolled> + use<'a> {
    after.events.iter().filter_map(|event| match event {
        Event::Rolled(rolled) => Some(&**rolled),
        _ => None,
    })
}

/// Every term of the step's rolls and of the harm it did.
fn terms(after: &After) -> Vec<Term> {
    let tallies = after.events.iter().flat_map(|event| match event {
        Event::Rolled(rolled) => vec![&rolled.tally, &rolled.needing],
        Event::Harmed { tally, .. } => vec![tally],
        _ => Vec::new(),
    });
    tallies.flat_map(|tally| tally.terms().iter().cloned()).collect()
}

/// Hit points that event takes from that combatant, at once or at the commit.
fn harm(event: &Event, whom: CombatantId) -> i32 {
    match event {
        Event::Harmed { who, amount, .. } if *who == whom => *amount,
        Event::Deferred(event) => harm(event, whom),
        _ => 0,
    }
}

/// Whether that event wounds that combatant, at once or at the commit, and what was compared.
fn wound(event: &Event, whom: CombatantId) -> Option<Option<(i32, i32, i32)>> {
    match event {
        Event::Wounded { who, by, .. } if *who == whom => Some(*by),
        Event::Deferred(event) => wound(event, whom),
        _ => None,
    }
}
