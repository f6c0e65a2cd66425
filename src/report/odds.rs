//! How the chance to win developed over the fight, and the act that turned it.

use crate::chronicle::Chronicle;
use crate::odds::simulate::words::percent;
use crate::odds::simulate::{Chance, Course, Plan, course, simulate};
use crate::rules::model::ids::{SideId, Text};
use crate::rules::model::moment::Round;
use crate::rules::text::log;
use serde::Serialize;
use std::sync::atomic::AtomicBool;

/// The development of a side's odds. Chances are in thousandths.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Odds {
    /// The side, which is the first one.
    pub side: Text,
    /// The number of simulated fights per moment.
    pub fights: u32,
    /// A summary in a few sentences.
    pub text: String,
    /// The chance at each moment.
    pub moments: Vec<Moment>,
    /// The turning point, if any single act stands out.
    pub turn: Option<TurningPoint>,
}

/// A moment of the fight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Moment {
    /// The number of acts done.
    pub act: usize,
    /// The round.
    pub round: Round,
    /// The chance to win from here.
    pub chance: u32,
}

/// The act with the greatest change of the chance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TurningPoint {
    /// The number of acts done, this one included.
    pub act: usize,
    /// Its round.
    pub round: Round,
    /// A description of the act.
    pub by: String,
    /// The chance before it.
    pub before: u32,
    /// The chance after it.
    pub after: u32,
}

/// Simulates the moments of the fight. `None` if it has not begun or has no sides.
pub(super) fn simulated(fight: &Chronicle, fights: u32) -> Option<Odds> {
    let side = SideId(0);
    let name = fight.now().side(side)?.name.clone();
    let moments = course::telling(fight.moments().take(fight.at() + 1), |(_, _, state)| state);
    let mut course = Course::over(moments.iter().map(|(at, ..)| *at));
    let plan = Plan { margin: 0.0, budget: fights, ..Plan::default() };
    for (at, _, state) in &moments {
        let outlook = simulate(state, &plan, &AtomicBool::new(false), |_| {});
        course.learn(*at, course::chances(&outlook));
    }
    let told: Vec<Moment> = moments
        .iter()
        .filter_map(|(at, _, state)| {
            let chance = thousandths(course.chance(side, *at)?);
            Some(Moment { act: *at, round: state.round, chance })
        })
        .collect();
    let turn = course.turn(side).map(|turn| TurningPoint {
        act: turn.at,
        round: fight.seek(turn.at).round,
        by: deed(fight, turn.at),
        before: thousandths(turn.before),
        after: thousandths(turn.after),
    });
    let text = sentences(&name, &told, turn.as_ref())?;
    Some(Odds { side: name, fights, text, moments: told, turn })
}

fn thousandths(chance: Chance) -> u32 {
    // The fraction is between 0 and 1.
    (chance.share * 1000.0).round() as u32
}

/// Describes the act that leads to a point.
fn deed(fight: &Chronicle, at: usize) -> String {
    let place = at.saturating_sub(1);
    let entry = fight.line().get(place).and_then(|id| fight.entry(*id));
    let step = entry.and_then(|entry| entry.steps.iter().rfind(|step| !step.is_idle()));
    let about = fight.rules().about();
    step.map(|step| log::entry_label(about, &fight.seek(place), &step.command, &step.events))
        .unwrap_or_default()
}

fn sentences(side: &str, moments: &[Moment], turn: Option<&TurningPoint>) -> Option<String> {
    let said = |chance: u32| percent(f64::from(chance) / 1000.0);
    let (first, last) = (moments.first()?, moments.last()?);
    let low = moments.iter().min_by_key(|moment| moment.chance)?;
    let high = moments.iter().max_by_key(|moment| moment.chance)?;
    let mut text = format!("At the start, {side} won {} of the time", said(first.chance));
    let (fell, rose) = (first.chance - low.chance, high.chance - first.chance);
    for (far, moment, word) in [(fell, low, "at worst"), (rose, high, "at best")] {
        if far >= NOTABLE && moment.act != last.act {
            text += &format!(", {word} {} (round {})", said(moment.chance), moment.round);
        }
    }
    text += &format!(", at the end {}. ", said(last.chance));
    text += &match turn {
        Some(turn) => {
            let (before, after) = (said(turn.before), said(turn.after));
            format!(
                "The turning point was in round {}, from {before} to {after}: {}.",
                turn.round, turn.by
            )
        }
        None => "There was no single turning point.".into(),
    };
    Some(text)
}

/// The least change worth mentioning, in thousandths.
const NOTABLE: u32 = 100;
