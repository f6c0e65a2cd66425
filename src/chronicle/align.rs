//! Aligns two lines of a fight: which points, and which effects and timers, correspond.

use crate::chronicle::Chronicle;
use crate::chronicle::entry::Step;
use crate::chronicle::recall::IdleDice;
use crate::rules;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::effect::{Effect, Timer};
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::event::Event;
use crate::rules::model::ids::EffectId;
use crate::rules::model::window::{Subject, Whose, Window};
use crate::rules::ruleset::Ruleset;

/// The most steps forward tried between two lines within a round.
const MOST: usize = 64;

/// Whether both are at the same point of the same round.
pub(super) fn in_step(old: &Encounter, new: &Encounter) -> bool {
    (old.stage, old.round) == (new.stage, new.round)
        && match (old.window(), new.window()) {
            (None, None) => true,
            (Some(was), Some(now)) => same_window(old, was, new, now),
            _ => false,
        }
}

fn same_window(old: &Encounter, was: &Window, new: &Encounter, now: &Window) -> bool {
    (was.phase, was.mode, was.place.part) == (now.phase, now.mode, now.place.part)
        && same_whose(old, was.whose, new, now.whose)
        && same_subject(was.subject.as_ref(), now.subject.as_ref())
}

/// Slots may have moved in the order: they match if any of the same sides or combatants act in them.
fn same_whose(old: &Encounter, was: Whose, new: &Encounter, now: Whose) -> bool {
    let (Whose::Slot(a), Whose::Slot(b)) = (was, now) else { return was == now };
    match (old.order.get(usize::from(a)), new.order.get(usize::from(b))) {
        (Some(a), Some(b)) => {
            a.sides.iter().any(|side| b.sides.contains(side))
                || a.ones.iter().any(|one| b.ones.contains(one))
        }
        _ => a == b,
    }
}

/// Timers are numbered in order of creation, so a timer may have another number on the other line.
fn same_subject(was: Option<&Subject>, now: Option<&Subject>) -> bool {
    match (was, now) {
        (Some(Subject::Timer(a)), Some(Subject::Timer(b))) => same_timer(a, b),
        _ => was == now,
    }
}

fn same_timer(a: &Timer, b: &Timer) -> bool {
    let kind = std::mem::discriminant(&a.action) == std::mem::discriminant(&b.action);
    a.who == b.who && kind
}

/// The number of steps forward that bring the new line to the point of the old one. 0 if it is there, or cannot get
/// there.
pub(super) fn steps_to_align(rules: &dyn Ruleset, old: &Encounter, new: &Encounter) -> usize {
    let mut trial = new.clone();
    for steps in 0..MOST {
        if in_step(old, &trial) {
            return steps;
        }
        if trial.stage != Stage::Running || is_past(old, &trial) {
            return 0;
        }
        match rules::resolve(rules, trial, &Command::Proceed, &mut IdleDice::default()) {
            Ok((after, _)) => trial = after,
            Err(_) => return 0,
        }
    }
    0
}

fn is_past(old: &Encounter, new: &Encounter) -> bool {
    (new.round, new.place.part) > (old.round, old.place.part)
}

/// The command of a recorded step. Arrivals keep the name and number they got.
pub(super) fn pinned(step: &Step) -> Command {
    let Command::Arrive(arrival) = &step.command else { return step.command.clone() };
    let joined = step.events.iter().find_map(|event| match event {
        Event::Joined(combatant) => Some(combatant),
        _ => None,
    });
    let mut arrival = arrival.clone();
    if let Some(combatant) = joined {
        arrival.id = Some(combatant.id);
        arrival.name = combatant.name.clone();
    }
    Command::Arrive(arrival)
}

/// A new arrival gets a number and a name never used on the old line. One from the record keeps its number, and its
/// name unless another combatant has it.
pub(super) fn newcomer(command: &Command, chronicle: &Chronicle, new: &Encounter) -> Command {
    let Command::Arrive(arrival) = command else { return command.clone() };
    let then = chronicle.now();
    let mut arrival = arrival.clone();
    let name = arrival.name.trim();
    let is_another = |c: &Combatant| Some(c.id) != arrival.id && *c.name == *name;
    if arrival.id.is_none() || then.all().any(is_another) {
        arrival.name = then.free_name(name);
    }
    arrival.id = arrival.id.or(Some(then.next_combatant().max(new.next_combatant())));
    Command::Arrive(arrival)
}

/// The commands by which reinforcements from a recorded step keep their names and numbers: the step is skipped, and
/// they arrive one by one. `None` if they keep them anyway, if they have been amended, or if none came.
pub(super) fn reinforced(
    step: &Step,
    command: &Command,
    old: &Encounter,
    new: &Encounter,
) -> Option<Vec<Command>> {
    if *command != Command::Proceed {
        return None;
    }
    let (who, count) = new.window()?.reinforcement()?;
    let otherwise = old.window().and_then(Window::reinforcement) != Some((who, count));
    let joined = step.events.iter().filter_map(|event| match event {
        Event::Joined(combatant) => Some(combatant),
        _ => None,
    });
    let first = joined.clone().next()?;
    if first.id == new.next_combatant() && (otherwise || first.name == new.free_name(&who.name)) {
        return None;
    }
    let comes = joined.map(|combatant| {
        let mut arrival = who.clone();
        arrival.id = Some(combatant.id);
        arrival.name = combatant.name.clone();
        arrival.most = Some(combatant.vitals.max()).filter(|most| *most > 0);
        Command::Arrive(arrival)
    });
    Some([Command::Skip].into_iter().chain(comes).collect())
}

/// The command of a recorded step, translated to the new line: effects and timers are numbered in order of creation, so
/// the same one may have another number there.
pub(super) fn translated(step: &Step, old: &Encounter, new: &Encounter) -> Command {
    match &step.command {
        Command::Overrule(Overrule::Relieve(who, id)) => {
            let was = old.get(*who).and_then(|c| c.effect_by_id(*id));
            let now = new.get(*who).map_or(&[][..], |c| &c.effects);
            let id = was.map_or(*id, |was| effect_id(was, now));
            Command::Overrule(Overrule::Relieve(*who, id))
        }
        Command::Overrule(Overrule::Forget(id)) => {
            let was = old.timers.iter().find(|timer| timer.id == *id);
            let same = |was: &Timer| {
                let mut now = new.timers.iter().filter(|timer| same_timer(was, timer));
                let found = now.find(|timer| timer.action == was.action).or_else(|| now.next());
                found.map_or(NO_EFFECT, |timer| timer.id)
            };
            Command::Overrule(Overrule::Forget(was.map_or(*id, same)))
        }
        _ => pinned(step),
    }
}

/// An id that no effect has.
const NO_EFFECT: EffectId = EffectId(u32::MAX);

fn effect_id(was: &Effect, now: &[Effect]) -> EffectId {
    let same = |effect: &&Effect| same_effect(was, effect);
    let exact = now.iter().filter(same).find(|effect| effect.id == was.id);
    exact.or_else(|| now.iter().find(same)).map_or(NO_EFFECT, |effect| effect.id)
}

/// Whether it is the same condition, regardless of its number.
pub(super) fn same_effect(a: &Effect, b: &Effect) -> bool {
    (a.condition, a.toward, &a.label) == (b.condition, b.toward, &b.label)
}
