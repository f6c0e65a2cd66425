//! The figures of a combatant for display.

use super::reason;
use super::{body, state};
use crate::rules::model::block::wounds::Body;
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::moment::Second;
use crate::rules::model::offer::Figure;
use crate::rules::ruleset::TimeBudget;
use crate::rules::ruleset::prelude::*;
use crate::rules::text::words::signed;

fn figure(label: &str, value: String, tally: Tally, rule: &str) -> Figure {
    Figure { label: label.into(), value, tally, rule: rule.into() }
}

/// Returns Toughness, Target, Will, defences, initiative, speed and seconds left.
pub fn figures(e: &Encounter, who: CombatantId) -> Vec<Figure> {
    let (Some(c), Ok(stats)) = (e.get(who), e.wounds(who)) else { return Vec::new() };
    let mut list = vec![toughness(c, stats)];
    let mut target = body::target_of(stats.scale);
    custom::add(&mut target, c, Stat::Armour);
    list.push(figure("Target", target.total().to_string(), target, "seconds.attack.target-score"));
    if !stats.is_object() {
        list.push(will(c, stats));
        list.extend(defences(c, stats));
        let bonus = body::initiative(e, who);
        list.push(figure("Init", signed(bonus.total()), bonus, "seconds.initiative.roll"));
        let speed = body::speed(c, stats, false);
        list.push(figure("Speed", speed.to_string(), Tally::new(), "seconds.movement.move"));
        if stats.fly_speed.is_some() {
            let flying = body::speed(c, stats, true);
            list.push(figure("Flying", flying.to_string(), Tally::new(), "seconds.movement.move"));
        }
        let left = state::seconds_left(e, who);
        list.push(figure("Seconds", left.to_string(), Tally::new(), "seconds.time.turn-budget"));
    }
    list
}

/// Returns the roster columns: Toughness and Will.
pub fn column(e: &Encounter, who: CombatantId) -> Vec<Figure> {
    let (Some(c), Ok(stats)) = (e.get(who), e.wounds(who)) else { return Vec::new() };
    let mut columns = vec![toughness(c, stats)];
    if !stats.is_object() {
        columns.push(will(c, stats));
    }
    columns
}

/// Returns the seconds left and in all of its turn, while that is open or held (`seconds.time.turn-budget`).
pub fn time_budget(e: &Encounter, who: CombatantId) -> Option<TimeBudget> {
    let (c, all) = (e.get(who)?, state::TURN);
    if let Some(held) = c.effect(Condition::HOLDING) {
        let gone = Second::try_from(held.value).unwrap_or(0);
        return Some(TimeBudget { left: all.saturating_sub(gone), all });
    }
    state::is_its_turn(e, who).then(|| TimeBudget { left: state::time_budget(e, who), all })
}

fn toughness(c: &Combatant, stats: &Body) -> Figure {
    let tally = body::toughness(c, stats);
    let most = tally.total();
    let value = format!("{most}/{}", body::minimum(most));
    figure("Toughness", value, tally, "seconds.damage.toughness")
}

fn will(c: &Combatant, stats: &Body) -> Figure {
    let tally = body::will_terms(c, stats);
    let will = tally.total().max(0);
    figure("Will", format!("{will}/{}", body::minimum(will)), tally, "seconds.morale.will")
}

fn defences(c: &Combatant, stats: &Body) -> Vec<Figure> {
    let all = [("Dodge", stats.dodge), ("Block", stats.block), ("Parry", stats.parry)];
    let has = all.into_iter().filter_map(|(label, bonus)| Some((label, bonus?)));
    has.map(|(label, bonus)| {
        let mut tally = Tally::new().with(reason::SKILL, bonus);
        custom::add(&mut tally, c, Stat::Defence);
        figure(label, signed(tally.total()), tally, "seconds.attack.defence-options")
    })
    .collect()
}
