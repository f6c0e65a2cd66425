//! Countdown d20: every creature acts on its own number, counted down; equal numbers are simultaneous.
//!
//! Reading order: [`mod@tables`] and [`options`] (the constants), [`figures`] (stat blocks), [`state`] (queries about a
//! combatant), [`sequence`] (which window opens next) and [`holding`] (who acts on which number), [`deeds`] (every
//! deed, and what bars any of them), [`attack`] and [`strike`] with the results ([`critical`], [`damage`], [`harm`]), then
//! the other deeds, each in the file of its topic; [`lookup`] prints the tables.

mod action;
mod aim;
mod asset;
mod attack;
mod blow;
mod brawl;
mod charge;
mod checks;
pub mod condition;
pub mod counter;
mod critical;
mod damage;
mod declare;
mod deeds;
mod fatigue;
mod figures;
mod fire;
mod gear;
mod grapple;
mod grenade;
mod harm;
mod hold;
mod holding;
mod initiative;
mod intercept;
mod interrupt;
mod lookup;
mod missile;
mod modifiers;
mod morale;
mod movement;
mod number;
mod opening;
pub mod options;
pub mod reason;
pub mod refusal;
mod sequence;
mod spell;
mod state;
mod stray;
mod strike;
pub mod tables;
pub mod tag;
pub mod traits;
mod two_weapons;
mod weapon;

pub use asset::{WORDS, tables};

use super::d20::harm::{apply_standings, poison_works, still_matters};
use super::d20::rules::Rules;

use crate::rules::engine::resolution::Change;
use crate::rules::model::window::Subject;
use crate::rules::ruleset::After;
use crate::rules::ruleset::about::About;
use crate::rules::ruleset::laid;
use crate::rules::ruleset::prelude::*;
use options::MORALE;
use std::sync::LazyLock;

/// The description with the deeds.
static ABOUT: LazyLock<About> = LazyLock::new(|| About {
    deeds: &deeds::DEEDS,
    ability: Some(|e, who, ability| e.d20(who).map_or(0, |d20| figures::modifier(d20, ability))),
    ..asset::about().clone()
});

/// Names, texts, options and conditions.
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
pub static COUNTDOWN: Rules = Rules {
    tables: lookup::tables,
    weapons: || &tables().weapons,
    admit: figures::admit,
    next: sequence::next,
    pressing: fire::pressing,
    still_matters,
    follow,
    lasting: state::after,
    reorder: initiative::reorder,
    proceed,
    ended: |r| {
        commit(r)?;
        harm::forget_fight(r);
        Ok(0)
    },
    set_hp: harm::set_hp,
    owes: sequence::owes,
    gate: |at, row, _| deeds::gate(at, row),
    carry_out: deeds::carry_out,
    harm: harm::by_referee,
    heal: harm::healing,
    morale: morale::by_referee,
    adjustment: morale::ADJUSTMENT,
    has_morale: |e| MORALE.is_on(e),
    checks_alone: |e, who| morale::GROUPS.checks_alone(e, who),
    rail: sequence::rail,
    figures: figures::shown,
    column: figures::column,
    ..Rules::of(about)
};

/// Applies automatic consequences.
fn follow(r: &mut Resolution, after: After) {
    match after {
        After::Command => follow_command(r),
        After::Opened(window) => sequence::opened(r, window),
        After::PassedOver(window) => waive(r, window),
        After::Lapsed(who, effect) => lapsed(r, who, effect),
        _ => {}
    }
}

/// Runs the procedure of a window.
fn proceed(r: &mut Resolution, window: &Window) -> Result<(), Stop> {
    match (window.phase, &window.subject) {
        (Phase::Surprise, _) => opening::surprise(r),
        (Phase::Initiative, _) => initiative::roll(r),
        (Phase::Morale, Some(whom)) => morale::check_due(r, whom),
        (Phase::Due, Some(Subject::Combatant(who))) => fire::burn(r, *who),
        (Phase::Due, Some(Subject::Timer(timer))) => {
            poison_works(r, timer, |r, who, effect| harm::inflict(r, who, effect, Timing::Now))
        }
        (Phase::Commit, _) => commit(r),
        _ => Ok(()),
    }
}

/// Applies the consequences of a command: the fallen release and are released, holds and waits that depended on others
/// are updated, and morale triggers are noted.
fn follow_command(r: &mut Resolution) {
    apply_standings(r);
    harm::lie_down(r);
    fire::catch_fire(r);
    fatigue::heed_fatigue(r);
    grapple::follow(r);
    if r.changes().iter().any(affects_holds) {
        harm::rouse(r);
        holding::release_waiting(r);
        holding::after_falls(r);
    }
    morale::on_regrouped(r);
    morale::note(r);
}

fn lapsed(r: &mut Resolution, who: CombatantId, effect: &Effect) {
    match effect.condition.id {
        Condition::RELOADING => weapon::loaded(r, who, effect),
        Condition::RUNNING | Condition::CHARGING => fatigue::has_run(r, who),
        // It has rested long enough (`countdown.movement.fatigue`).
        Condition::WINDED => r.relieve(who, Condition::EXHAUSTED),
        Condition::UNCONSCIOUS => harm::wake(r, who),
        Condition::POISONED => succumb(r, who),
        _ => {}
    }
}

/// Kills by poison that the referee gave a duration, once that is up; what an attack brings has a timer of its own.
fn succumb(r: &mut Resolution, who: CombatantId) {
    harm::die(r, who);
    grapple::follow(r);
    morale::note(r);
}

/// Passes over the procedure of a window.
fn waive(r: &mut Resolution, window: &Window) {
    match (window.phase, &window.subject) {
        (Phase::Surprise, _) => opening::waive(r),
        (Phase::Morale, Some(whom)) => morale::waive(r, whom),
        (Phase::Initiative, _) => initiative::as_it_stands(r),
        (Phase::Due, Some(Subject::Combatant(who))) => fire::spare(r, *who),
        _ => {}
    }
}

/// Whether the change can rouse a combatant, or leave one waiting in vain.
fn affects_holds(change: &Change) -> bool {
    matches!(change, Change::Stood(..) | Change::Began(..) | Change::Ended(..))
}

/// Commits the number: spells are cast or disrupted, then everything takes effect (section 2.2).
fn commit(r: &mut Resolution) -> Result<(), Stop> {
    spell::go_off(r)?;
    harm::commit(r)
}
