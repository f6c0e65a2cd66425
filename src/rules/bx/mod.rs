//! B/X Classic: side initiative by phases, ten-second rounds, descending armour class.
//!
//! Reading order: [`mod@tables`] and [`options`] (figures), [`figures`] (stat blocks), [`state`] (queries on a
//! combatant), [`sequence`] (the next window), then the procedures and deeds, one file per topic; [`deeds`] lists the
//! deeds, [`lookup`] prints the tables.

mod asset;
mod attack;
mod blow;
pub mod condition;
pub mod counter;
mod damage;
mod declare;
mod deeds;
mod disruption;
mod figures;
mod harm;
mod initiative;
mod lookup;
mod morale;
mod movement;
mod opening;
mod options;
mod pursuit;
pub mod reason;
pub mod refusal;
mod saving;
mod sequence;
mod slot;
mod spell;
mod state;
pub mod tables;
pub mod tag;
mod to_hit;
mod turning;

pub use asset::{WORDS, tables};

use super::d20::rules::{Rules, commit_pending};

use crate::rules::d20::group::Whom;
use crate::rules::d20::harm as kit;
use crate::rules::engine::resolution::Change;
use crate::rules::model::window::Subject;
use crate::rules::ruleset::After;
use crate::rules::ruleset::about::About;
use crate::rules::ruleset::laid;
use crate::rules::ruleset::prelude::*;
use std::sync::LazyLock;

/// The description with the deeds.
static ABOUT: LazyLock<About> = LazyLock::new(|| About {
    deeds: &deeds::DEEDS,
    ability: Some(|e, who, ability| e.d20(who).map_or(0, |d20| figures::modifier(d20, ability))),
    ..asset::about().clone()
});

/// Returns names, texts, options and conditions.
#[inline]
pub fn about() -> &'static About {
    if laid::any()
        && let Some(laid) = asset::laid()
    {
        return laid.description();
    }
    &ABOUT
}

/// The ruleset.
pub static BX: Rules = Rules {
    tables: lookup::tables,
    weapons: || &tables().weapons,
    admit: figures::admit,
    next: sequence::next,
    pressing: commit_pending,
    still_matters: harm::still_matters,
    follow,
    proceed,
    ended: pursuit::whole_turn,
    set_hp: harm::set_hp,
    owes: sequence::owes,
    gate: |at, row, _| sequence::gate(at, row),
    harm: harm::by_referee,
    heal: harm::healing,
    morale: check_morale,
    adjustment: morale::ADJUSTMENT,
    has_morale: |e| morale::GROUPS.is_on(e),
    checks_alone: |e, who| morale::GROUPS.grouping.checks_alone(e, who),
    rail: sequence::rail,
    figures: figures::shown,
    column: figures::column,
    ..Rules::of(about)
};

/// Applies the automatic consequences of a command, a window or a lapsed effect.
fn follow(r: &mut Resolution, after: After) {
    match after {
        After::Command => {
            kit::apply_standings(r);
            on_conditions_begun(r);
            morale::GROUPS.on_regrouped(r);
            morale::GROUPS.note_triggers(r);
        }
        After::Opened(window) if window.phase == Phase::Slot => sequence::begin_slot(r, window),
        After::Closed(window) if window.phase == Phase::Declare => declare::lock(r),
        // Pending events may decide who can act next, so the report waits for the commit.
        After::Closed(window) if r.encounter().pending.is_empty() => {
            sequence::report_passed_over(r, window);
        }
        After::PassedOver(window) => waive(r, window),
        // Poison with a duration kills when its rounds are up (section 4).
        After::Lapsed(who, effect)
            if effect.condition == Condition::POISONED && kit::is_alive(r.encounter(), who) =>
        {
            r.emit(Event::Stood(who, Standing::Dead));
            morale::GROUPS.note_triggers(r);
        }
        After::Joined(who) => opening::joined(r, who),
        _ => {}
    }
}

/// Applies what conditions entail when they begin, even by the referee's command.
fn on_conditions_begun(r: &mut Resolution) {
    for change in r.changes().to_vec() {
        match change {
            Change::Began(who, Condition::SUBDUED) => harm::surrender_if_beaten(r, who),
            Change::Began(who, condition::DOUSED) => damage::on_doused(r, who),
            Change::Began(who, Condition::FLEEING) => morale::on_fleeing(r, who),
            Change::Began(who, Condition::RETREATING) => declare::on_retreating(r, who),
            _ => {}
        }
    }
}

fn proceed(r: &mut Resolution, window: &Window) -> Result<(), Stop> {
    match (window.phase, &window.subject) {
        (Phase::Surprise, _) => opening::surprise(r),
        (Phase::Distance, _) => opening::distance(r),
        (Phase::Reaction, _) => opening::reaction(r),
        (Phase::Initiative, _) => initiative::roll(r),
        (Phase::Morale, Some(whom)) => morale::GROUPS.check_due(r, whom),
        (Phase::Due, Some(Subject::Timer(timer))) => harm::fall_due(r, timer),
        (Phase::Commit, _) => harm::commit(r),
        _ => Ok(()),
    }?;
    if matches!(window.phase, Phase::Morale | Phase::Commit) {
        sequence::report_passed_over(r, window);
    }
    Ok(())
}

/// Makes a group check of morale at the referee's command; this replaces a check that is due.
fn check_morale(r: &mut Resolution, whom: Whom, adjustment: i32) -> Result<(), Stop> {
    if let Some(window) = morale::GROUPS.by_referee(r, whom, adjustment)? {
        sequence::report_passed_over(r, &window);
    }
    Ok(())
}

/// Handles a procedure that was skipped.
fn waive(r: &mut Resolution, window: &Window) {
    match (window.phase, &window.subject) {
        (Phase::Morale, Some(whom)) => {
            morale::GROUPS.waive(r, whom);
            sequence::report_passed_over(r, window);
        }
        (Phase::Initiative, _) => initiative::set_unrolled_order(r),
        (Phase::Commit, _) => r.under(|| Why::Outcome, |r| r.emit(Event::Committed)),
        _ => {}
    }
}
