//! Advanced House Rules: individual initiative rolled each round, a round split into movement and action phases, d100
//! charts for critical hits and misses, ascending armour class.
//!
//! Reading order: [`mod@tables`] and [`options`] (the constants), [`block`], [`figures`] and [`armour`] (stat blocks),
//! [`state`] (queries about a combatant), [`available`] (what it may do), [`stop`] and [`sequence`] (which window opens
//! next), then the procedures and deeds, one file per topic. A [`blow`] is one attack on its way through [`attack`] or
//! [`missile`], [`strike`], [`to_hit`], [`damage`] and [`harm`]; a natural 20 leads to [`critical`] and [`injury`], a
//! natural 1 to [`fumble`]. Wielding is in [`gear`], [`weapon`] and
//! [`two_weapons`]; missiles in [`missile`], [`loading`], [`flask`] and [`stray`]. [`leave`] has the attacks provoked
//! by movement, [`aftermath`] the consequences of any command. [`talent`] has the talents, [`bard`], [`turning`],
//! [`mage`] and [`beast`] the powers of single classes, [`skill`] the skill rolls of several. [`deeds`] lists the
//! deeds, [`lookup`] prints the tables.

mod aftermath;
mod aim;
mod armour;
mod asset;
mod attack;
pub mod attribute;
mod available;
mod bard;
mod beast;
mod block;
mod blow;
mod care;
mod charge;
mod checks;
mod commit;
pub mod condition;
pub mod counter;
mod critical;
mod damage;
mod declare;
mod deeds;
mod delay;
mod disruption;
mod figures;
mod flask;
mod fumble;
mod gear;
mod harm;
mod initiative;
mod injury;
mod inspiration;
mod leave;
mod loading;
mod lookup;
mod mage;
mod missile;
mod morale;
mod movement;
mod ongoing;
mod opening;
pub mod options;
mod pursuit;
pub mod reason;
pub mod refusal;
mod saving;
mod sequence;
mod shown;
mod skill;
mod speed;
mod spell;
mod state;
mod stop;
mod stray;
mod strike;
pub mod tables;
pub mod tag;
mod talent;
mod to_hit;
pub mod traits;
mod trip;
mod turning;
mod two_weapons;
mod weapon;

pub use asset::{WORDS, tables};

use super::d20::harm::apply_standings;
use super::d20::rules::{Rules, commit_pending};

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
pub static HOUSE: Rules = Rules {
    tables: lookup::tables,
    weapons: || &tables().weapons,
    admit: block::admit,
    next: sequence::next,
    pressing: |e| commit_pending(e).or_else(|| delay::pressing(e)),
    carry_out: |r, act, row| {
        row.tell(r, act);
        (row.run)(r, act)?;
        delay::note_done(r, act);
        Ok(())
    },
    still_matters: ongoing::still_matters,
    follow,
    proceed,
    set_hp: harm::set_hp,
    owes: stop::owes,
    gate: |at, row, _| sequence::gate(at, row),
    may_skip: ongoing::check_skip,
    harm: harm::by_referee,
    heal: harm::healing,
    morale: morale::by_referee,
    adjustment: morale::ADJUSTMENT,
    checks_alone: |e, who| morale::GROUPS.grouping.checks_alone(e, who),
    rail: sequence::rail,
    figures: shown::shown,
    column: shown::column,
    ..Rules::of(about)
};

/// Applies automatic consequences.
fn follow(r: &mut Resolution, after: After) {
    match after {
        After::Command => {
            apply_standings(r);
            aftermath::follow(r);
            disruption::drop_declared(r);
            morale::GROUPS.on_regrouped(r);
            morale::GROUPS.note_triggers(r);
            delay::note_let_go(r);
            bard::sync_mockery(r);
            bard::stop_silenced(r);
            turning::break_off(r);
        }
        After::PassedOver(window) => waive(r, window),
        After::Opened(window) => {
            aftermath::lie_down(r);
            delay::note_opened(r, window);
        }
        After::Closed(window) => delay::note_closed(r, window),
        After::Joined(who) => opening::joined(r, who),
        After::Elapsed(_) => ongoing::schedule_after_fight(r),
        After::Lapsed(who, effect) => match effect.condition.id {
            // Poison that an attack brings has a timer instead.
            Condition::DYING | Condition::POISONED => aftermath::clock_out(r, who),
            condition::INJURED_HEAD => injury::head_clears(r, who, effect),
            condition::TURNING => turning::over(r, who, effect.toward),
            condition::SUGGESTED => mage::end_suggestion(r, who),
            condition::EMPTY_WEAPON => loading::round_over(r, who, effect),
            Condition::RELOADING => loading::loaded(r, who, effect),
            condition::PREPARING_OIL => flask::prepared(r, who, effect),
            _ if effect.condition.is(Meaning::OUT) => injury::recover(r, who, effect.until),
            _ => {}
        },
    }
}

/// Runs the procedure of a window.
fn proceed(r: &mut Resolution, window: &Window) -> Result<(), Stop> {
    match (window.phase, &window.subject) {
        (Phase::Surprise, _) => opening::surprise(r),
        (Phase::Reaction, _) => opening::reaction(r),
        (Phase::Initiative, _) => initiative::roll(r),
        (Phase::Morale, Some(whom)) => morale::GROUPS.check_due(r, whom),
        (Phase::Due, Some(Subject::Combatant(who))) => ongoing::deal(r, *who),
        (Phase::Due, Some(Subject::Timer(timer))) => ongoing::fall_due(r, timer),
        (Phase::Commit, _) => commit::commit(r),
        _ => Ok(()),
    }
}

/// Passes over the procedure of a window.
fn waive(r: &mut Resolution, window: &Window) {
    match (window.phase, &window.subject) {
        (Phase::Morale, Some(whom)) => morale::GROUPS.waive(r, whom),
        (Phase::Initiative, _) => initiative::as_it_stands(r),
        _ => {}
    }
}
