//! Compares expectations with the events of a step.

use super::ask::{of_harm, of_rolled};
use super::expect::{Ask, Expect};
use super::judge::{After, Judged, holds, same};
use super::names::Names;
use crate::rules::model::dice::Purpose;
use crate::rules::model::effect::TimerAction;
use crate::rules::model::event::{Event, Rolled, Told};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::tally::{Tally, Term};

/// Checks an expectation against the events of the step.
pub(super) fn of_events(after: &After, expect: &Expect) -> Judged {
    let names = Names(after.e);
    require_subject(names, expect)?;
    match expect {
        Expect::Needs(need) if after.asked_need.is_some() && after.of.is_none() => {
            same(&Some(*need), &after.asked_need)
        }
        Expect::Needs(need) => same(&Some(*need), &last(after)?.need),
        Expect::Total(total) => same(total, &last(after)?.total()),
        Expect::Outcome(outcome) => same(outcome, &last(after)?.outcome),
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
            has_event(after, |event| wound(event, who).is_some())
        }
        Expect::WoundedBy(name, amount, most, least) => {
            let who = names.combatant(name)?.id;
            has_event(after, |event| wound(event, who) == Some(Some((*amount, *most, *least))))
        }
        Expect::PassedOver(phase) => has_event(
            after,
            |event| matches!(event, Event::PassedOver(phases) if phases.contains(phase)),
        ),
        Expect::Reminded(text) => has_event(after, |event| match event {
            Event::Fell(timer) => timer.action == TimerAction::Remind(text.as_str().into()),
            Event::Told(Told::Reminder(_, _, of)) => **of == **text,
            _ => false,
        }),
        Expect::TurnGoesOn => {
            let over = |event: &Event| matches!(event, Event::Told(Told::TurnOver(_)));
            holds(!after.events.iter().any(over), || "a turn is over".into())
        }
        Expect::Noted(text) => has_event(after, |event| *event == Event::Noted(text.as_str().into())),
        Expect::Joined(name) => has_event(
            after,
            |event| matches!(event, Event::Joined(combatant) if *combatant.name == **name),
        ),
        _ => {
            has_event(after, |event| matches!(event, Event::Told(told) if reports(names, told, expect)))
        }
    }
}

/// Whether a report event meets an expectation.
fn reports(names: Names, told: &Told, expect: &Expect) -> bool {
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
        _ => reports_wounds(names, told, expect),
    }
}

/// The same for the reports of rules with wounds.
fn reports_wounds(names: Names, told: &Told, expect: &Expect) -> bool {
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

fn has_event(after: &After, is: impl Fn(&Event) -> bool) -> Judged {
    let events = || format!("{:?}", after.events);
    holds(
        after.events.iter().any(is),
        || if after.events.is_empty() { "nothing".into() } else { events() },
    )
}

/// Checks that the subject of an expectation exists, since otherwise the absence of an event would prove nothing.
fn require_subject(names: Names, expect: &Expect) -> Judged {
    match expect {
        Expect::Broke(who)
        | Expect::Driven(who, _)
        | Expect::Item(who, ..)
        | Expect::Fate(who, ..)
        | Expect::Ran(who, _)
        | Expect::Withstood(who, ..)
        | Expect::Unmoved(who, ..)
        | Expect::CoverStruck(who)
        | Expect::Scattered(who, ..)
        | Expect::LostAction(who)
        | Expect::Row(who, ..)
        | Expect::Cured(who, _)
        | Expect::Experience(who, ..) => names.combatant(who).map(|_| ())?,
        Expect::Held(side)
        | Expect::NoCheck(side)
        | Expect::Evaded(side, ..)
        | Expect::Baited(side, _) => names.known_side(side).map(|_| ())?,
        _ => {}
    }
    Ok(())
}

/// The last matching roll of the step.
fn last<'a>(after: &After<'a>) -> Result<&'a Rolled, String> {
    rolls(after).last().ok_or_else(|| other_rolls(after))
}

/// Checks that a roll or harm matches, since otherwise an absence would prove nothing.
pub(super) fn require_match(after: &After) -> Judged {
    if rolls(after).next().is_some() || harms(after).next().is_some() {
        return Ok(());
    }
    Err(other_rolls(after).into())
}

fn other_rolls(after: &After) -> String {
    let names = Names(after.e);
    let all: Vec<String> =
        rolls(&After { of: None, ..*after }).map(|roll| of_rolled(roll, names).line()).collect();
    if all.is_empty() { "nothing was rolled".into() } else { format!("rolled: {}", all.join(", ")) }
}

/// The matching rolls of the step.
fn rolls<'a>(after: &After<'a>) -> impl Iterator<Item = &'a Rolled> + use<'a> {
    let (of, names) = (after.of, Names(after.e));
    let rolled = after.events.iter().filter_map(|event| match event {
        Event::Rolled(rolled) => Some(&**rolled),
        _ => None,
    });
    rolled.filter(move |rolled| of.is_none_or(|ask| ask.fits(&of_rolled(rolled, names))))
}

/// The tallies of the matching harm of the step. Harm events do not carry the attack.
fn harms<'a>(after: &After<'a>) -> impl Iterator<Item = &'a Tally> + use<'a> {
    let (of, names) = (after.of, Names(after.e));
    after.events.iter().filter_map(move |event| match event {
        Event::Harmed { who, source, tally, .. } => {
            let fits = |ask: &Ask| {
                let purpose = ask.purpose.filter(|purpose| matches!(purpose, Purpose::Damage(_)));
                ask.fits(&of_harm(purpose, *who, *source, names))
            };
            of.is_none_or(fits).then_some(tally)
        }
        _ => None,
    })
}

/// All terms of the matching rolls and harm.
fn terms(after: &After) -> Vec<Term> {
    let rolled = rolls(after).flat_map(|rolled| [&rolled.tally, &rolled.needing]);
    rolled.chain(harms(after)).flat_map(|tally| tally.terms().iter().cloned()).collect()
}

/// The hit points that an event takes from a combatant, at once or at the commit.
fn harm(event: &Event, whom: CombatantId) -> i32 {
    match event {
        Event::Harmed { who, amount, .. } if *who == whom => *amount,
        Event::Deferred(event) => harm(event, whom),
        _ => 0,
    }
}

/// Whether an event wounds a combatant, at once or at the commit, and the numbers compared.
fn wound(event: &Event, whom: CombatantId) -> Option<Option<(i32, i32, i32)>> {
    match event {
        Event::Wounded { who, by, .. } if *who == whom => Some(*by),
        Event::Deferred(event) => wound(event, whom),
        _ => None,
    }
}
