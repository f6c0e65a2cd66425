//! Original Edition House: one die of initiative for the whole encounter, slots of simultaneous acts, two pools of
//! damage, one-minute rounds, descending armour class.
//!
//! Reading order: [`tables`] and [`options`] (the figures), [`figures`] and [`ability`] (stat blocks), [`state`] (what
//! is true of a combatant), [`groups`] and [`routine`] (who shares a die, how many blows a round has), [`sequence`]
//! (which window comes next), then the procedures and deeds, one file for each topic. A [`blow`] is one attack on its
//! way through [`attack`] or [`missile`], [`to_hit`], [`damage`] and [`harm`]. [`deeds`] lists the rows of the deeds,
//! [`lookup`] prints the tables.

mod ability;
mod armour;
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
mod figures;
mod grapple;
mod groups;
mod harm;
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
pub mod reason;
pub mod refusal;
mod retreat;
mod routine;
mod saving;
mod sequence;
mod spell;
mod state;
mod swallow;
pub mod tables;
pub mod tag;
mod to_hit;

use super::d20::check;

use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::d20::Block;
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::{Act, Command};
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::effect::{Condition, Timer};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::RuleError;
use crate::rules::model::event::Stop;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::Second;
use crate::rules::model::offer::Figure;
use crate::rules::model::window::{Phase, Slot, Subject, Whose, Window};
use crate::rules::ruleset::about::{About, Table};
use crate::rules::ruleset::asset::{Asset, embedded};
use crate::rules::ruleset::deed::{Allowed, At, DeedRule};
use crate::rules::ruleset::{After, Glance, Ruleset, Station};
use std::sync::LazyLock;
use tables::Tables;

/// The ruleset.
pub struct Zero;

static ASSET: LazyLock<Asset<Tables>> = LazyLock::new(|| {
    embedded("assets/rulesets/zero.ron", include_str!("../../../assets/rulesets/zero.ron"))
});

/// Names, texts, options, conditions.
pub fn about() -> &'static About {
    &ASSET.about
}

/// Figures.
pub fn tables() -> &'static Tables {
    &ASSET.tables
}

impl Ruleset for Zero {
    fn about(&self) -> &'static About {
        about()
    }

    fn tables(&self) -> Vec<Table> {
        lookup::tables()
    }

    fn admit(&self, block: StatBlock) -> Result<StatBlock, Vec<RuleError>> {
        figures::admit(block)
    }

    fn hit_dice(&self, block: &Block) -> Option<DiceExpr> {
        figures::hit_dice(block)
    }

    fn next(&self, e: &Encounter) -> Option<Window> {
        sequence::next(e)
    }

    fn pressing(&self, e: &Encounter) -> Option<Window> {
        let contest = e.windows.is_empty() && grapple::contests_due(e);
        let commit = || Window::procedure(Phase::Commit, e.place, Whose::All);
        contest.then(commit).or_else(|| sequence::morale_after_slot(e))
    }

    fn due(&self, e: &Encounter, timer: &Timer) -> Option<Window> {
        let who = timer.who.filter(|_| harm::still_matters(e, timer))?;
        let window = Window::procedure(Phase::Due, e.place, Whose::One(who));
        Some(window.about(Subject::Timer(timer.clone())))
    }

    fn follow(&self, r: &mut Resolution, after: After) {
        match after {
            After::Command => {
                melee::note_meetings(r);
                harm::aftermath(r);
                pursuit::note_end(r);
            }
            After::Opened(window) if window.phase == Phase::Number => {
                routine::settle(r);
                routine::lose_first_blows(r, window);
                movement::fall_back(r, window);
            }
            After::Closed(window) if window.phase == Phase::Number => {
                movement::lose_touch(r, window);
                if !grapple::contests_due(r.encounter()) {
                    harm::commit(r);
                }
            }
            After::Joined(who) => opening::join(r, who),
            After::PassedOver(window) => waive(r, window),
            After::Lapsed(who, effect) if effect.condition == Condition::SUBDUED => {
                harm::turn_over(r, who, effect);
            }
            After::Lapsed(_, effect) if grapple::is_grip(effect.condition) => {
                grapple::release_lost_holds(r);
            }
            _ => {}
        }
    }

    fn reorder(&self, r: &mut Resolution, slots: &[Slot]) {
        initiative::reorder(r, slots);
    }

    fn proceed(&self, r: &mut Resolution, window: &Window) -> Result<(), Stop> {
        match (window.phase, &window.subject) {
            (Phase::Surprise, _) => opening::surprise(r),
            (Phase::Distance, _) => opening::distance(r),
            (Phase::Reaction, _) => opening::reaction(r),
            (Phase::Initiative, _) => initiative::roll(r),
            (Phase::Morale, Some(Subject::Combatant(leader))) => morale::check(r, *leader, 0),
            (Phase::Due, Some(Subject::Timer(timer))) => harm::fall_due(r, timer),
            (Phase::Due, Some(Subject::Combatant(swallowed))) => swallow::digest(r, *swallowed),
            (Phase::Pursuit, _) => {
                pursuit::chase(r);
                Ok(())
            }
            (Phase::Commit, _) => {
                grapple::contests(r)?;
                harm::commit(r);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn ended(&self, r: &mut Resolution) -> Result<Second, Stop> {
        mass::count_survivors(r);
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

    fn gate(&self, at: &At, row: &DeedRule, act: Option<&Act>) -> Allowed {
        sequence::gate(at, row)?;
        mass::gate(at, row.deed, act)
    }

    fn check(&self, e: &Encounter, c: &Command) -> Allowed {
        check::command(e, c, morale::ADJUSTMENT, true)
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

/// A procedure is passed over.
fn waive(r: &mut Resolution, window: &Window) {
    match (window.phase, &window.subject) {
        (Phase::Morale, Some(Subject::Combatant(leader))) => morale::meet(r, *leader),
        (Phase::Initiative, _) => initiative::settle(r),
        (Phase::Commit, _) => harm::commit(r),
        _ => {}
    }
}
