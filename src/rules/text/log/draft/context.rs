//! The context of a step: the steps before and after it.

use crate::rules::model::combatant::Standing;
use crate::rules::model::command::{Act, Command, Deed};
use crate::rules::model::event::Event;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::Round;
use crate::rules::model::window::{Phase, Slot};
use crate::rules::text::log::order;
use crate::rules::text::log::record::{Happened, LogAt, Record, StepAt, Teller};
use std::iter::successors;

/// The most steps searched backward for a pending event: enough for one number of the count.
const REACH: usize = 200;

/// The context of a step.
pub(super) trait Context {
    /// Returns the order of the round begun by an event, with the initiative rolls and the positions of all.
    fn order_of(&self, nth: usize) -> (Vec<Slot>, Vec<Event>, Vec<LogAt>);
    /// Whether the event was pending until now.
    fn was_pending(&self, event: &Event) -> bool;
    /// Whether the fight ends before anything happens in the round begun by an event.
    fn is_empty_round(&self, nth: usize) -> bool;
    /// Whether the fight was already over.
    fn was_over(&self) -> bool;
    /// Whether the combatant has acted this round, other than by passing.
    fn has_acted(&self, who: CombatantId) -> bool;
    /// Returns the phase of the window in which the step was taken.
    fn phase(&self) -> Option<Phase>;
    /// Returns the round of the step.
    fn round(&self) -> Round;
    /// Whether the combatant was permanently out of the fight before the step.
    fn was_out(&self, who: CombatantId) -> bool;
    /// Returns the combatant's act in progress.
    fn ongoing(&self, who: CombatantId) -> Option<Act>;
}

pub(super) struct StepContext<'t, 'a, R> {
    pub teller: &'t Teller<'a, R>,
    pub at: StepAt,
}

impl<'a, R: Record<'a> + Copy + 'a> StepContext<'_, 'a, R> {
    /// The previous steps, newest first.
    fn before(&self) -> impl Iterator<Item = Happened<'a>> {
        let record = self.teller.record;
        let all = successors(record.before(Some(self.at)), move |at| record.before(Some(*at)));
        all.map_while(move |at| record.step(at))
    }

    /// The events from one of this step to the end of the round, with their positions.
    fn round_from(&self, nth: usize) -> impl Iterator<Item = (LogAt, &'a Event)> {
        let record = self.teller.record;
        let first = self.at;
        let steps = successors(Some(first), move |at| record.after(Some(*at)));
        let all = steps.flat_map(move |at| {
            let events = record.step(at).map_or(&[][..], |step| step.events);
            let skipped = if at == first { nth } else { 0 };
            events.iter().enumerate().skip(skipped).map(move |(n, event)| ((at.0, at.1, n), event))
        });
        all.enumerate()
            .take_while(|(n, (_, event))| *n == 0 || !matches!(event, Event::RoundBegan(_)))
            .map(|(_, found)| found)
    }
}

impl<'a, R: Record<'a> + Copy + 'a> Context for StepContext<'_, 'a, R> {
    fn order_of(&self, nth: usize) -> (Vec<Slot>, Vec<Event>, Vec<LogAt>) {
        let (mut slots, mut rolls, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for (at, event) in self.round_from(nth) {
            match event {
                Event::Ordered(order) if !order.is_empty() => {
                    slots = order.to_vec();
                    places.push(at);
                    break;
                }
                Event::Rolled(rolled) if order::is_roll(rolled) => {
                    rolls.push(event.clone());
                    places.push(at);
                }
                _ => {}
            }
        }
        (slots, rolls, places)
    }

    fn was_pending(&self, event: &Event) -> bool {
        let own = self.teller.record.step(self.at).map_or(&[][..], |step| step.events);
        let back = self.before().take(REACH).map(|step| step.events);
        let mut until = back.take_while(|events| !events.iter().any(is_commit));
        let waits = |events: &[Event]| events.iter().any(|before| becomes(before, event));
        waits(own) || until.any(waits)
    }

    fn is_empty_round(&self, nth: usize) -> bool {
        let mut round = self.round_from(nth).map(|(_, event)| event);
        round.find(|event| matches!(event, Event::Ended) || is_something(event)) == Some(&Event::Ended)
    }

    fn has_acted(&self, who: CombatantId) -> bool {
        let begins =
            |step: &Happened| step.events.iter().any(|event| matches!(event, Event::RoundBegan(_)));
        let acts = |step: Happened| match step.command {
            Command::Act(act) => act.who == who && act.deed != Deed::Pass,
            _ => false,
        };
        self.before().take_while(|step| !begins(step)).any(acts)
    }

    fn phase(&self) -> Option<Phase> {
        let mut closed = 0;
        let events = self.before().flat_map(|step| step.events.iter().rev());
        events.into_iter().find_map(|event| match event {
            Event::Closed => {
                closed += 1;
                None
            }
            Event::Opened(_) | Event::Laid(_) if closed > 0 => {
                closed -= 1;
                None
            }
            Event::Opened(window) | Event::Laid(window) => Some(window.phase),
            _ => None,
        })
    }

    fn round(&self) -> Round {
        let own = self.teller.record.step(self.at);
        let mut events = own.into_iter().chain(self.before()).flat_map(|step| step.events.iter().rev());
        let began = |event: &Event| match event {
            Event::RoundBegan(round) => Some(*round),
            _ => None,
        };
        events.find_map(began).unwrap_or(self.teller.e.round)
    }

    fn was_out(&self, who: CombatantId) -> bool {
        let stood = |event: &Event| match event {
            Event::Stood(one, standing) if *one == who => Some(*standing),
            _ => None,
        };
        let is_out = self.teller.e.get(who).is_some_and(|c| !c.is_up());
        let last =
            || self.before().take(REACH).find_map(|step| step.events.iter().rev().find_map(stood));
        is_out && last().is_some_and(|standing| !matches!(standing, Standing::Up | Standing::Down))
    }

    fn ongoing(&self, who: CombatantId) -> Option<Act> {
        let undertook = |event: &Event| match event {
            Event::Undertook(one, Some(begun)) if *one == who => Some(begun.act.clone()),
            _ => None,
        };
        self.before().take(REACH).find_map(|step| step.events.iter().rev().find_map(undertook))
    }

    fn was_over(&self) -> bool {
        let mut back = self.before().take(4);
        back.any(|step| step.events.iter().any(|event| matches!(event, Event::Ended)))
    }
}

/// Whether the event makes a round worth a header.
fn is_something(event: &Event) -> bool {
    matches!(
        event,
        Event::Rolled(_)
            | Event::Told(_)
            | Event::Harmed { .. }
            | Event::Wounded { .. }
            | Event::Afflicted(..)
            | Event::Stood(..)
            | Event::Joined(_)
            | Event::Passed(_)
            | Event::Noted(_)
    )
}

fn is_commit(event: &Event) -> bool {
    matches!(event, Event::Committed)
}

/// Whether a pending event turned into the second one. Several pending amounts of damage turn into their sum.
fn becomes(before: &Event, now: &Event) -> bool {
    match (before, now) {
        (Event::Deferred(waits), Event::Harmed { who, .. }) => {
            matches!(&**waits, Event::Harmed { who: whom, .. } if who == whom)
        }
        (Event::Deferred(waits), Event::Afflicted(who, effect)) => {
            matches!(&**waits, Event::Afflicted(whom, same) if who == whom && effect.condition == same.condition)
        }
        (Event::Deferred(waits), now) => **waits == *now,
        _ => false,
    }
}
