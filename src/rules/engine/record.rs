//! The record of a command: its events, each under its cause.

use crate::rules::model::cause::{Trace, Why};
use crate::rules::model::combatant::Standing;
use crate::rules::model::event::Event;
use crate::rules::model::ids::CombatantId;
use std::collections::BTreeMap;

/// The events so far, and the causes under which the next one stands.
#[derive(Default)]
pub(super) struct Record {
    trace: Trace,
    /// The causes entered and not left, the outermost first.
    entered: Vec<Entered>,
    /// Those who have fallen, with the cause of what follows from it.
    fallen: BTreeMap<CombatantId, u16>,
    /// What a cause does to somebody whom it is not about.
    asides: BTreeMap<(u16, CombatantId), u16>,
}

/// A cause that was entered. It is written down with the first event under it.
enum Entered {
    Empty(Why),
    Noted(u16),
}

impl Record {
    /// Records an event under its cause.
    pub(super) fn push(&mut self, event: Event) {
        let own = self.falls(&event).or_else(|| event.subject().map(|who| self.toward(who)));
        let cause = own.unwrap_or_else(|| self.cause());
        self.trace.causes.put(cause);
        self.trace.events.push(event);
    }

    /// The fall that the event is, or follows from.
    fn falls(&mut self, event: &Event) -> Option<u16> {
        match event {
            Event::Deferred(event) => self.falls(event),
            Event::Stood(who, Standing::Dead | Standing::Down) => {
                let under = self.toward(*who);
                let fall = self.fallen.get(who).copied();
                let fall = fall.unwrap_or_else(|| self.trace.causes.add(Why::Falls(*who), Some(under)));
                self.fallen.insert(*who, fall);
                Some(fall)
            }
            Event::Stood(who, _) => {
                self.fallen.remove(who);
                None
            }
            Event::Relieved { who, .. } | Event::Afflicted(who, _) | Event::Geared(who, ..) => {
                self.fallen.get(who).copied()
            }
            Event::Frees(one, other) => self.fallen.get(one).or_else(|| self.fallen.get(other)).copied(),
            _ => None,
        }
    }

    /// The innermost cause entered or, where that is about somebody else, what it does to this one.
    fn toward(&mut self, who: CombatantId) -> u16 {
        let cause = self.cause();
        let causes = &mut self.trace.causes;
        if causes.concerns(cause, who) {
            return cause;
        }
        *self.asides.entry((cause, who)).or_insert_with(|| causes.add(Why::Target(who), Some(cause)))
    }

    /// The innermost cause entered, written down with all above it.
    fn cause(&mut self) -> u16 {
        let mut under = None;
        for entered in &mut self.entered {
            under = Some(match entered {
                Entered::Noted(at) => *at,
                Entered::Empty(why) => {
                    let at = self.trace.causes.add(why.clone(), under);
                    *entered = Entered::Noted(at);
                    at
                }
            });
        }
        under.unwrap_or_else(|| self.trace.causes.add(Why::Sequence, None))
    }

    /// Enters a cause.
    pub(super) fn enter(&mut self, why: Why) {
        self.entered.push(Entered::Empty(why));
    }

    /// Opens a cause under the innermost one entered.
    pub(super) fn open(&mut self, why: Why) -> Scope {
        let under = (!self.entered.is_empty()).then(|| self.cause());
        Scope(Some(self.trace.causes.add(why, under)))
    }

    /// Enters an opened cause.
    pub(super) fn enter_again(&mut self, scope: Scope) {
        let cause = scope.0.unwrap_or_else(|| self.cause());
        self.entered.push(Entered::Noted(cause));
    }

    /// Leaves the innermost cause.
    pub(super) fn leave(&mut self) {
        self.entered.pop();
    }

    /// The events with their causes.
    pub(super) fn finish(self) -> Trace {
        self.trace
    }
}

/// A cause that can be entered again.
#[derive(Debug, Clone, Copy)]
pub struct Scope(Option<u16>);

impl Scope {
    /// Where no record is kept.
    pub(super) const UNRECORDED: Self = Self(None);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::engine::resolution::Resolution;
    use crate::rules::model::dice::Tape;
    use crate::rules::model::encounter::Encounter;
    use crate::rules::model::event::Told;
    use crate::rules::model::ids::RulesetId;
    use crate::rules::registry::ruleset;

    fn recorded(work: impl FnOnce(&mut Resolution)) -> Trace {
        let mut tape = Tape::new(&[]);
        let e = Encounter::new(RulesetId::Bx);
        let mut r = Resolution::recorded(ruleset(RulesetId::Bx), e, &mut tape);
        work(&mut r);
        r.finish().1
    }

    /// The causes over each event, the innermost first.
    fn chains(trace: &Trace) -> Vec<Vec<Why>> {
        trace.causes.of_events().map(|at| trace.causes.chain(at).cloned().collect()).collect()
    }

    #[test]
    fn a_cause_that_is_left_and_entered_again_keeps_its_events() {
        let (ana, gob) = (CombatantId(0), CombatantId(1));
        let blow = |line| Why::Blow(ana, line, Some(gob));
        let trace = recorded(|r| {
            let both = |r: &mut Resolution| {
                let blows = [0, 1].map(|line| r.scope(|| blow(line)));
                // Both attacks are rolled before the harm of either.
                for scope in [blows[0], blows[1], blows[0]] {
                    r.within(scope, |r| r.tell(|| Told::Lost(gob)));
                }
            };
            r.under(|| Why::Act(ana), both);
        });
        let under = |line| vec![blow(line), Why::Act(ana)];
        assert_eq!(chains(&trace), [under(0), under(1), under(0)]);
        assert_eq!(trace.causes.hold(&trace.events), Ok(()));
    }

    #[test]
    fn what_happens_to_another_lies_under_what_the_act_does_to_that_one() {
        let (ana, bo) = (CombatantId(0), CombatantId(1));
        let heal = |who| Event::Healed { who, amount: 1 };
        let trace = recorded(|r| {
            let heals = |r: &mut Resolution| [ana, bo, bo].into_iter().for_each(|who| r.emit(heal(who)));
            r.under(|| Why::Act(ana), heals);
        });
        let (act, toward) = (vec![Why::Act(ana)], vec![Why::Target(bo), Why::Act(ana)]);
        assert_eq!(chains(&trace), [act, toward.clone(), toward]);
    }

    #[test]
    fn what_follows_from_a_fall_lies_under_it() {
        let (ana, gob) = (CombatantId(0), CombatantId(1));
        let trace = recorded(|r| {
            let kills = |r: &mut Resolution| {
                r.emit(Event::Stood(gob, Standing::Dead));
                r.emit(Event::Frees(gob, ana));
                r.emit(Event::Stood(gob, Standing::Up));
                r.emit(Event::Frees(gob, ana));
            };
            r.under(|| Why::Blow(ana, 0, Some(gob)), kills);
        });
        let (blow, fall) = (Why::Blow(ana, 0, Some(gob)), Why::Falls(gob));
        let under =
            [vec![fall.clone(), blow.clone()], vec![fall, blow.clone()], vec![blow.clone()], vec![blow]];
        assert_eq!(chains(&trace), under);
    }

    #[test]
    fn a_cause_without_events_is_not_written_down() {
        let trace = recorded(|r| r.under(|| Why::Sequence, |_| ()));
        assert_eq!(trace, Trace::default());
    }
}
