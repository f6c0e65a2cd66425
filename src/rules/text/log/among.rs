//! The lines of one step: what an event says depends on those beside it.

use super::roll::roll;
use super::{LogLine, act, line, then};
use crate::rules::model::dice::Purpose;
use crate::rules::model::effect::Effect;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Event, Spending, Told};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::Second;

use crate::rules::ruleset::about::About;
use crate::rules::text::words::name;

/// The lines of one step, in order.
pub fn lines(about: &About, e: &Encounter, events: &[Event]) -> impl Iterator<Item = LogLine> {
    (0..events.len()).filter_map(move |at| line_among(about, e, events, at))
}

/// The line of one event among those of its step: the seconds that a deed takes stand in the deed's own
/// line.
pub fn line_among(about: &About, e: &Encounter, events: &[Event], at: usize) -> Option<LogLine> {
    let event = events.get(at)?;
    match event {
        Event::Spent(who, Spending::Seconds(seconds)) if *seconds > 0 => {
            let waits = matches!(events.get(at + 1), Some(Event::TurnEnded(_)));
            let passed = || events[..at].iter().any(|event| matches!(event, Event::Passed(_)));
            if is_told(about, e, events, at) || (waits && passed()) {
                None
            } else if waits {
                then(format!("{seconds} s go by for {}", name(e, *who)))
            } else {
                line(about, e, event)
            }
        }
        Event::Told(Told::Deed(..)) => {
            let told = line(about, e, event)?;
            let seconds = events.get(at + 1).and_then(seconds_spent);
            let taken = seconds.map_or_else(String::new, |seconds| format!(" ({seconds} s)"));
            Some(LogLine { text: format!("{}{taken}", told.text), ..told })
        }
        Event::Passed(who) if has_done(*who, &events[..at]) => None,
        Event::Passed(who) => {
            let mut after = events.iter().skip(at).zip(events.iter().skip(at + 1));
            let unused = after.find_map(|pair| match pair {
                (spent, Event::TurnEnded(ended)) if ended == who => seconds_spent(spent),
                _ => None,
            });
            let unused = unused.map_or_else(String::new, |seconds| format!(" ({seconds} s unused)"));
            act(format!("{} passes{unused}", name(e, *who)))
        }
        Event::Rolled(rolled) => Some(roll(about, e, rolled, taken_before(about, e, events, at))),
        Event::Committed if !events[at..].iter().any(takes_hold) => None,
        Event::Afflicted(who, effect) if goes_with_deed(about, *who, effect, &events[..at]) => None,
        _ => line(about, e, event),
    }
}

/// Whoever has just done something told does not pass besides.
fn has_done(who: CombatantId, before: &[Event]) -> bool {
    before.iter().any(|event| matches!(event, Event::Told(Told::Deed(one, ..)) if *one == who))
}

/// What can have waited for the outcome.
fn takes_hold(event: &Event) -> bool {
    matches!(
        event,
        Event::Harmed { .. }
            | Event::Healed { .. }
            | Event::Wounded { .. }
            | Event::Afflicted(..)
            | Event::Relieved { .. }
            | Event::Stood(..)
    )
}

/// Whether the condition is what the deed just told is: nobody dodges and is dodging besides.
fn goes_with_deed(about: &About, who: CombatantId, effect: &Effect, before: &[Event]) -> bool {
    let counted = about.counts_down;
    let of_the_rules = about.condition(effect.condition).is_some_and(|rule| !rule.offered);
    let bare = effect.value == 0 && effect.label.is_none();
    let told = before.iter().any(|event| match event {
        Event::Told(Told::Deed(one, ..)) => *one == who,
        Event::Afflicted(one, said) => *one == who && about.declares(said),
        _ => false,
    });
    counted && of_the_rules && bare && told
}

fn seconds_spent(event: &Event) -> Option<Second> {
    match event {
        Event::Spent(_, Spending::Seconds(seconds)) if *seconds > 0 => Some(*seconds),
        _ => None,
    }
}

/// Whether seconds spent there are told with the deed they were spent on.
fn is_told(about: &About, e: &Encounter, events: &[Event], at: usize) -> bool {
    let deed = at.checked_sub(1).and_then(|before| events.get(before));
    if matches!(deed, Some(Event::Told(Told::Deed(..)))) {
        return true;
    }
    let mut after = events.iter().skip(at + 1);
    let first = after.find(|event| line(about, e, event).is_some());
    matches!(first, Some(Event::Rolled(rolled)) if matches!(rolled.purpose, Purpose::Attack(_)))
}

/// The seconds that were spent on the attack rolled there, unless they were told with it before.
fn taken_before(about: &About, e: &Encounter, events: &[Event], at: usize) -> Option<Second> {
    let is_attack = matches!(events.get(at), Some(Event::Rolled(rolled)) if matches!(rolled.purpose, Purpose::Attack(_)));
    let mut before = events.iter().enumerate().take(at).rev();
    let told = |event: &Event| line(about, e, event).is_some();
    let (spent, seconds) = before.find_map(|(at, event)| match seconds_spent(event) {
        Some(seconds) => Some((at, Some(seconds))),
        None if told(event) => Some((at, None)),
        None => None,
    })?;
    let deed = spent.checked_sub(1).and_then(|before| events.get(before));
    let by_deed = matches!(deed, Some(Event::Told(Told::Deed(..))));
    seconds.filter(|_| is_attack && !by_deed)
}
