//! The focus's lines on time: the combatant's clock, its act in progress, what falls due and when.

use crate::rules::model::combatant::Combatant;
use crate::rules::model::effect::{Timer, TimerAction};
use crate::rules::model::moment::Moment;
use crate::rules::ruleset::TimeBudget;
use crate::rules::text::words;
use crate::tui::table::view::View;

/// Returns its clock and the time left in its turn, the act in progress, and what falls due.
pub fn lines(view: &View, c: &Combatant) -> Vec<String> {
    let mut lines = Vec::new();
    let budget = view.board.glance(view.rules, view.e, c.id, |seen| seen.time_budget);
    if let Some(TimeBudget { left, all }) = budget {
        lines.push(format!("{left} of {all} seconds left · its clock {}", c.clock));
    }
    if let Some(ongoing) = c.ongoing.as_ref().filter(|ongoing| ongoing.owes > 0) {
        let act = words::act(view.e, &ongoing.act);
        lines.push(format!("In progress: {act}, {} s left", ongoing.owes));
    }
    let its = view.e.timers.iter().filter(|timer| timer.who == Some(c.id));
    lines.extend(its.filter_map(|timer| due(view, c, timer)));
    lines
}

/// Formats a timer: `fireball at Gob takes effect at second 10 (its clock 8)`.
fn due(view: &View, c: &Combatant, timer: &Timer) -> Option<String> {
    let what = match &timer.action {
        TimerAction::Deliver(act) => format!("{} takes effect", words::act(view.e, act)),
        TimerAction::Recheck(id) => {
            let effect = c.effect_by_id(*id)?;
            format!("{} takes effect again", view.condition(c.id, effect))
        }
        TimerAction::Remind(text) => text.to_string(),
        _ => return None,
    };
    let when = match timer.due.moment {
        Moment::OwnSecond(_, second) => format!("at second {second} (its clock {})", c.clock),
        Moment::Clock(second) => format!("at {}", words::clock(second)),
        Moment::RoundEnd(round) => format!("at the end of round {round}"),
        Moment::RoundStart(round) => format!("as round {round} begins"),
        Moment::TurnStart(_, round) => format!("as its turn in round {round} begins"),
        Moment::TurnEnd(_, round) => format!("as its turn in round {round} ends"),
    };
    Some(format!("{what} {when}"))
}
