//! Original Edition House: descending armour class, one-minute rounds, initiative rolled once per encounter, slots of
//! simultaneous acts, separate pools of lethal and temporary damage.
//!
//! Reading order: [`mod@tables`] and [`options`] (figures), [`figures`] and [`ability`] (stat blocks), [`state`]
//! (queries on a combatant), [`routine`] (attacks per round), [`sequence`] (the next window), then the procedures and
//! deeds, one file per topic. A [`blow`] is one attack on its way through [`attack`] or [`missile`], [`strike`],
//! [`to_hit`], [`damage`] and [`harm`]. [`deeds`] lists the deeds, [`lookup`] prints the tables.

mod ability;
mod aim;
mod armour;
mod asset;
mod attack;
pub mod attribute;
mod blow;
mod charge;
pub mod condition;
pub mod counter;
mod critical;
mod damage;
mod declare;
mod deeds;
mod disruption;
mod facing;
mod figures;
mod free_attack;
mod grapple;
mod harm;
mod hold;
mod initiative;
mod lookup;
mod maneuver;
mod mass;
mod melee;
mod missile;
mod morale;
mod movement;
mod opening;
mod options;
mod pursuit;
mod reach;
pub mod reason;
pub mod refusal;
mod retreat;
mod routine;
mod saving;
mod sequence;
mod shown;
mod slot;
mod speed;
mod spell;
mod state;
mod strike;
mod surprise;
mod swallow;
mod swarm;
pub mod tables;
pub mod tag;
mod to_hit;
mod two_weapons;

pub use asset::{WORDS, tables};

use super::d20::harm::{apply_standings, still_matters};
use super::d20::rules::Rules;

use crate::rules::model::window::Subject;
use crate::rules::ruleset::After;
use crate::rules::ruleset::about::About;
use crate::rules::ruleset::deed::When;
use crate::rules::ruleset::laid;
use crate::rules::ruleset::prelude::*;
use std::sync::LazyLock;

/// The description with the deeds.
static ABOUT: LazyLock<About> = LazyLock::new(|| About {
    deeds: &deeds::DEEDS,
    ability: Some(|e, who, ability| {
        e.d20(who).map_or(0, |d20| figures::full_bonus(&d20.block, ability, false))
    }),
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
pub static ZERO: Rules = Rules {
    tables: lookup::tables,
    weapons: || &tables().weapons,
    admit: figures::admit,
    hit_dice: figures::hit_dice,
    next: sequence::next,
    pressing: sequence::pressing,
    still_matters,
    follow,
    reorder: initiative::reorder,
    proceed,
    ended: mass::count_survivors,
    set_hp: harm::set_hp,
    owes: slot::owes,
    gate: |at, row, act| {
        sequence::gate(at, row)?;
        mass::gate(at, row.deed, act)
    },
    carry_out: |r, act, row| {
        row.tell(r, act);
        // A combatant that acts is no longer stationary.
        if row.when != When::Ever {
            r.relieve(act.who, condition::STATIONARY);
        }
        (row.run)(r, act)
    },
    harm: harm::by_referee,
    heal: harm::healing,
    least_healing: harm::LEAST_HEALING,
    morale: morale::by_referee,
    adjustment: morale::ADJUSTMENT,
    checks_alone: morale::checks,
    rail: sequence::rail,
    figures: shown::shown,
    column: shown::column,
    fights: state::fights,
    ..Rules::of(about)
};

/// Applies the automatic consequences of a command, a window or a lapsed effect.
fn follow(r: &mut Resolution, after: After) {
    match after {
        After::Command => {
            apply_standings(r);
            harm::on_temporary_changed(r);
            let round = r.encounter().round_number();
            melee::note_meetings(r, round);
            morale::on_regrouped(r);
            harm::follow_up(r);
            harm::reschedule_recovery(r);
            pursuit::end_stale_pursuits(r);
        }
        After::Opened(window) if window.phase == Phase::Number => {
            // Combatants already in melee now, with no recorded meeting, count as having met before.
            melee::note_meetings(r, 1);
            harm::apply_raised_threshold(r);
            routine::settle(r);
            slot::lose_first_blows(r, window);
            movement::fall_back(r, window);
        }
        After::Closed(window) if window.phase == Phase::Number => {
            movement::end_stale_links(r, window);
            if !grapple::contests_due(r.encounter()) {
                harm::commit(r);
            }
        }
        After::Joined(who) => opening::join(r, who),
        After::PassedOver(window) => waive(r, window),
        After::Lapsed(who, effect) if effect.condition == Condition::SUBDUED => {
            harm::recover_temporary(r, who, effect);
        }
        After::Lapsed(who, effect) if effect.condition == Condition::POISONED => {
            harm::succumb(r, who);
        }
        After::Lapsed(_, effect) if hold::is_grip(effect.condition.id) => {
            hold::release_lost_holds(r);
        }
        _ => {}
    }
}

fn proceed(r: &mut Resolution, window: &Window) -> Result<(), Stop> {
    match (window.phase, &window.subject) {
        (Phase::Surprise, _) => opening::surprise(r),
        (Phase::Distance, _) => opening::distance(r),
        (Phase::Reaction, _) => opening::reaction(r),
        (Phase::Initiative, _) => initiative::roll(r),
        (Phase::Morale, Some(Subject::Combatant(leader))) => morale::check(r, *leader, 0),
        (Phase::Due, Some(Subject::Timer(timer))) => harm::fall_due(r, timer),
        (Phase::Due, Some(Subject::Combatant(swallowed))) => swallow::digest(r, *swallowed),
        (Phase::Pursuit, _) => pursuit::chase(r),
        (Phase::Commit, _) => grapple::contests(r),
        _ => Ok(()),
    }
}

/// Handles a procedure that was skipped.
fn waive(r: &mut Resolution, window: &Window) {
    match (window.phase, &window.subject) {
        (Phase::Morale, Some(Subject::Combatant(leader))) => morale::meet(r, *leader),
        (Phase::Initiative, _) => initiative::settle(r),
        (Phase::Commit, _) => harm::commit(r),
        _ => {}
    }
}
