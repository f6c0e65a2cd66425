//! The field at a glance: what is left of each side, what ends soon, the notes. Worked out once for a state.

use super::view::View;
use crate::rules::model::combatant::Vitals;
use crate::rules::model::effect::{Timer, TimerAction};
use crate::rules::model::ids::SideId;
use crate::rules::model::moment::Moment;
use crate::rules::text::words;

/// What ends within so many rounds ends soon.
const SOON: u32 = 2;

/// The field at a glance.
#[derive(Debug, Default)]
pub struct AtAGlance {
    /// What is left of each side that has combatants.
    pub sides: Vec<SideTally>,
    /// What ends soon, and when.
    pub soon: Vec<(String, String)>,
    /// The notes pinned to combatants.
    pub notes: Vec<String>,
}

/// What is left of a side.
#[derive(Debug, Clone, Copy)]
pub struct SideTally {
    /// The side.
    pub side: SideId,
    /// How many stand, and how many there are.
    pub standing: (usize, usize),
    /// The hit points now, and at most; 0 if wounds are counted.
    pub points: (i32, i32),
}

impl AtAGlance {
    /// Works it out.
    pub fn of(view: &View) -> Self {
        let e = view.e;
        let mut sides: Vec<SideTally> =
            e.side_ids().map(|side| SideTally { side, standing: (0, 0), points: (0, 0) }).collect();
        for c in e.all() {
            let Some(tally) = sides.iter_mut().find(|tally| tally.side == c.side) else { continue };
            tally.standing = (tally.standing.0 + usize::from(c.is_up()), tally.standing.1 + 1);
            if let Vitals::HitPoints { now, max } = c.vitals {
                let (had, most) = tally.points;
                tally.points = (had.saturating_add(now.max(0)), most.saturating_add(max));
            }
        }
        sides.retain(|tally| tally.standing.1 > 0);
        let notes = e.all().flat_map(|c| c.notes.iter().map(move |note| format!("{}: {note}", c.name)));
        Self { sides, soon: soon(view), notes: notes.collect() }
    }
}

/// Effects and timers that end within the next rounds, the first to end first.
fn soon(view: &View) -> Vec<(String, String)> {
    let e = view.e;
    let when = |moment: Moment| match moment {
        Moment::RoundEnd(n) if n <= e.round + SOON => Some((n, format!("round {n} ends"))),
        Moment::RoundStart(n) | Moment::TurnStart(_, n) | Moment::TurnEnd(_, n)
            if n <= e.round + SOON =>
        {
            Some((n, format!("round {n}")))
        }
        _ => None,
    };
    let mut all: Vec<(u32, (String, String))> = Vec::new();
    for c in e.all() {
        for effect in c.effects.iter().filter(|effect| view.is_shown(effect)) {
            if let Some((round, when)) = effect.until.and_then(|until| when(until.moment)) {
                all.push((round, (format!("{} {}", c.name, view.called(c.id, effect)), when)));
            }
        }
    }
    for (who, count, round) in e.timers.iter().filter_map(Timer::reinforcement) {
        all.push((round, (words::reinforcement(e, who, count), format!("round {round}"))));
    }
    for timer in &e.timers {
        if let (TimerAction::Remind(text), Some((round, when))) = (&timer.action, when(timer.due.moment))
        {
            all.push((round, (text.to_string(), when)));
        }
    }
    all.sort_by_key(|(round, _)| *round);
    all.into_iter().map(|(_, line)| line).collect()
}
