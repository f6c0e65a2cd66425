//! What a step does not say by itself: the steps before it in its round, and the order that the round will have.

use super::record::{Happened, LogAt, Reader, Record, StepAt};
use crate::rules::model::command::{Command, Deed};
use crate::rules::model::dice::Purpose;
use crate::rules::model::event::{Event, Rolled};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::moment::Round;
use crate::rules::model::window::{Phase, Slot};
use std::iter::successors;

/// The order of a round.
#[derive(Default)]
pub(super) struct RoundOrder {
    /// Its slots.
    pub slots: Vec<Slot>,
    /// The numbers of those that rolled again for a tie.
    pub again: Vec<(SideId, i32)>,
    /// Where the rolls and the order stand.
    pub places: Vec<LogAt>,
}

/// The surroundings of a step.
pub(super) trait Context {
    /// Returns the order of the round begun by an event of this step.
    fn order_of(&self, nth: usize) -> RoundOrder;
    /// Whether the fight ends before anything happens in the round begun by an event.
    fn is_empty_round(&self, nth: usize) -> bool;
    /// Whether the fight was already over.
    fn was_over(&self) -> bool;
    /// Whether the combatant has acted this round, other than by passing.
    fn has_acted(&self, who: CombatantId) -> bool;
    /// Returns the phase of the window in which the step was taken.
    fn phase(&self) -> Option<Phase>;
    /// Returns the round in which the step was taken.
    fn round(&self) -> Round;
}

pub(super) struct StepContext<'t, 'a, R> {
    pub reader: &'t Reader<'a, R>,
    pub at: StepAt,
}

impl<'a, R: Record<'a> + Copy + 'a> StepContext<'_, 'a, R> {
    /// The previous steps, newest first.
    fn before(&self) -> impl Iterator<Item = Happened<'a>> {
        let record = self.reader.record;
        let all = successors(record.before(Some(self.at)), move |at| record.before(Some(*at)));
        all.map_while(move |at| record.step(at))
    }

    /// The events from one of this step to the end of the round, with their positions.
    fn round_from(&self, nth: usize) -> impl Iterator<Item = (LogAt, &'a Event)> {
        let record = self.reader.record;
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
    fn order_of(&self, nth: usize) -> RoundOrder {
        let mut order = RoundOrder::default();
        for (at, event) in self.round_from(nth) {
            match event {
                Event::Ordered(slots) if !slots.is_empty() => {
                    order.slots = slots.to_vec();
                    order.places.push(at);
                    break;
                }
                Event::Rolled(rolled) if is_initiative(rolled) => {
                    let again = rolled.side.filter(|_| rolled.purpose == Purpose::InitiativeTie);
                    order.again.extend(again.map(|side| (side, rolled.total())));
                    order.places.push(at);
                }
                _ => {}
            }
        }
        order
    }

    fn is_empty_round(&self, nth: usize) -> bool {
        let mut round = self.round_from(nth).map(|(_, event)| event);
        round.find(|event| matches!(event, Event::Ended) || is_something(event)) == Some(&Event::Ended)
    }

    fn was_over(&self) -> bool {
        let mut back = self.before().take(4);
        back.any(|step| step.events.iter().any(|event| matches!(event, Event::Ended)))
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
        let mut events = self.before().flat_map(|step| step.events.iter().rev());
        let began = |event: &Event| match event {
            Event::RoundBegan(round) => Some(*round),
            _ => None,
        };
        events.find_map(began).unwrap_or(self.reader.e.round)
    }
}

/// Whether the roll is covered by the order of the round.
pub(super) fn is_initiative(rolled: &Rolled) -> bool {
    matches!(rolled.purpose, Purpose::Initiative | Purpose::InitiativeTie)
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
