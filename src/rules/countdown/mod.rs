//! Countdown d20: every creature on its own number, counted down; equal numbers act at one instant.
//!
//! Reading order: [`tables`] and [`options`] (the figures), [`figures`] (stat blocks), [`state`]
//! (what is true of a combatant), [`sequence`] (which window comes next) and [`holding`] (who stands
//! on which number), [`deeds`] (every deed, and what bars any of them), [`attack`] with what follows of
//! it ([`critical`], [`fumble`], [`damage`], [`harm`]), then the other deeds, each in the file of its
//! topic; [`lookup`] prints the tables.

mod aim;
mod attack;
mod brawl;
mod charge;
mod checks;
pub mod condition;
pub mod counter;
mod critical;
mod damage;
mod declare;
mod deeds;
mod figures;
mod fire;
mod fumble;
mod grapple;
mod grenade;
mod harm;
mod holding;
mod initiative;
mod interrupt;
mod lookup;
mod missile;
mod modifiers;
mod morale;
mod movement;
mod opening;
pub mod options;
pub mod reason;
pub mod refusal;
mod sequence;
mod spell;
mod state;
pub mod tables;
pub mod tag;
pub mod traits;
mod two_weapons;
mod weapon;

use super::d20::check;
use super::d20::harm::{poison_of, poison_works};

use crate::rules::engine::resolution::{Change, Resolution, Timing};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::{Act, Command};
use crate::rules::model::effect::{Condition, Effect, Timer, TimerAction};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::RuleError;
use crate::rules::model::event::Stop;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::{Second, When};
use crate::rules::model::offer::Figure;
use crate::rules::model::window::{Phase, Slot, Subject, Whose, Window};
use crate::rules::ruleset::about::{About, Table};
use crate::rules::ruleset::asset::{Asset, embedded};
use crate::rules::ruleset::deed::{Allowed, At, DeedRule};
use crate::rules::ruleset::{After, Glance, Ruleset, Station};
use options::MORALE;
use std::sync::LazyLock;
use tables::Tables;

/// The ruleset.
pub struct Countdown;

static ASSET: LazyLock<Asset<Tables>> = LazyLock::new(|| {
    embedded("assets/rulesets/countdown.ron", include_str!("../../../assets/rulesets/countdown.ron"))
});

/// Names, texts, options, conditions.
pub fn about() -> &'static About {
    &ASSET.about
}

/// Figures.
pub fn tables() -> &'static Tables {
    &ASSET.tables
}

impl Ruleset for Countdown {
    fn about(&self) -> &'static About {
        about()
    }

    fn tables(&self) -> Vec<Table> {
        lookup::tables()
    }

    fn admit(&self, block: StatBlock) -> Result<StatBlock, Vec<RuleError>> {
        figures::admit(block)
    }

    fn next(&self, e: &Encounter) -> Option<Window> {
        sequence::next(e)
    }

    fn pressing(&self, e: &Encounter) -> Option<Window> {
        fire::pressing(e)
    }

    fn due(&self, e: &Encounter, timer: &Timer) -> Option<Window> {
        let poison = matches!(timer.action, TimerAction::Poison(_)) && poison_of(e, timer).is_some();
        let who = timer.who.filter(|_| poison)?;
        let window = Window::procedure(Phase::Due, e.place, Whose::One(who));
        Some(window.about(Subject::Timer(timer.clone())))
    }

    fn follow(&self, r: &mut Resolution, after: After) {
        match after {
            After::Command => follow_command(r),
            After::Opened(window) => sequence::opened(r, window),
            After::PassedOver(window) => waive(r, window),
            After::Lapsed(who, effect) => lapsed(r, who, effect),
            _ => {}
        }
    }

    fn lasting(&self, e: &Encounter, _: CombatantId, _: Condition, rounds: u32) -> When {
        state::after(e, rounds)
    }

    fn reorder(&self, r: &mut Resolution, slots: &[Slot]) {
        initiative::reorder(r, slots);
    }

    fn proceed(&self, r: &mut Resolution, window: &Window) -> Result<(), Stop> {
        match (window.phase, &window.subject) {
            (Phase::Surprise, _) => opening::surprise(r),
            (Phase::Initiative, _) => initiative::roll(r),
            (Phase::Morale, Some(Subject::Side(side))) => morale::check(r, *side, 0),
            (Phase::Due, Some(Subject::Combatant(who))) => fire::feel(r, *who),
            (Phase::Due, Some(Subject::Timer(timer))) => {
                poison_works(r, timer, |r, who, effect| harm::inflict(r, who, effect, Timing::Now))
            }
            (Phase::Commit, _) => commit(r),
            _ => Ok(()),
        }
    }

    fn ended(&self, r: &mut Resolution) -> Result<Second, Stop> {
        commit(r)?;
        harm::forget_bruises(r);
        Ok(0)
    }

    fn set_hp(&self, r: &mut Resolution, who: CombatantId, hp: i32) {
        harm::set_hp(r, who, hp);
    }

    fn owes(&self, e: &Encounter, who: CombatantId) -> bool {
        e.window().is_some_and(|window| sequence::owes(e, window, who))
    }

    fn deeds(&self) -> &'static [&'static DeedRule] {
        &deeds::DEEDS
    }

    fn gate(&self, at: &At, row: &DeedRule, _: Option<&Act>) -> Allowed {
        deeds::gate(at, row)
    }

    fn carry_out(&self, r: &mut Resolution, act: &Act, row: &DeedRule) -> Result<(), Stop> {
        deeds::carry_out(r, act, row)
    }

    fn check(&self, e: &Encounter, c: &Command) -> Allowed {
        check::command(e, c, morale::ADJUSTMENT, about().on(e, MORALE))
    }

    fn resolve(&self, r: &mut Resolution, c: &Command) -> Result<(), Stop> {
        match c {
            Command::Harm { amount, who } => harm::by_referee(r, *amount, who),
            Command::Heal { amount, who } => harm::healing(r, *amount, who),
            Command::Morale { side, adjustment } => morale::by_referee(r, *side, *adjustment),
            _ => Ok(()),
        }
    }

    fn rail(&self, e: &Encounter) -> Vec<Station> {
        sequence::rail(e)
    }

    fn figures(&self, e: &Encounter, who: CombatantId) -> Vec<Figure> {
        figures::shown(e, who)
    }

    fn glance(&self, e: &Encounter, who: CombatantId) -> Glance {
        Glance { columns: figures::column(e, who), time_budget: None }
    }

    fn sides_standing(&self, e: &Encounter) -> usize {
        state::sides_standing(e)
    }
}

/// After a command: those who fell let go and are let go, those they held off or waited for are minded, and
/// what shakes a side is remembered.
fn follow_command(r: &mut Resolution) {
    if r.changes().iter().any(may_part) {
        grapple::let_fallen_go(r);
        grapple::follow(r);
        harm::rouse(r);
        holding::forsaken(r);
        holding::after_falls(r);
    }
    morale::note(r);
}

fn lapsed(r: &mut Resolution, who: CombatantId, effect: &Effect) {
    match effect.condition {
        Condition::RELOADING => weapon::loaded(r, who, effect),
        Condition::RUNNING | Condition::CHARGING => movement::has_run(r, who),
        Condition::WINDED => movement::rested(r, who),
        Condition::UNCONSCIOUS => harm::wake(r, who),
        _ => {}
    }
}

/// A procedure is passed over.
fn waive(r: &mut Resolution, window: &Window) {
    match (window.phase, &window.subject) {
        (Phase::Surprise, _) => opening::waive(r),
        (Phase::Morale, Some(Subject::Side(side))) => morale::waive(r, *side),
        (Phase::Initiative, _) => initiative::as_it_stands(r),
        (Phase::Due, Some(Subject::Combatant(who))) => fire::spare(r, *who),
        _ => {}
    }
}

/// What can end a hold or leave somebody waiting in vain.
fn may_part(change: &Change) -> bool {
    matches!(change, Change::Stood(..) | Change::Began(..) | Change::Ended(..))
}

/// The number is committed: spells go off or are broken, then everything takes hold (section 2.2).
fn commit(r: &mut Resolution) -> Result<(), Stop> {
    spell::go_off(r)?;
    harm::commit(r)?;
    spell::forget_attacks(r);
    Ok(())
}
