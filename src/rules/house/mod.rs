//! Advanced House Rules: individual initiative rolled anew each round, phases of movement and action, d100 charts for
//! critical hits and misses, ascending armour class.
//!
//! Reading order: [`tables`] and [`options`] (the figures), [`figures`] and [`armour`] (stat blocks), [`state`] (what is
//! true of a combatant), [`sequence`] (which window comes next), then the procedures and deeds, one file for each topic.
//! A [`blow`] is one attack on its way through [`attack`] or [`missile`], [`to_hit`], [`damage`] and [`harm`]; naturals
//! lead to [`critical`] with [`injury`], and to [`fumble`]. What is in the hands stands in [`gear`], [`weapon`] and
//! [`two_weapons`]; what flies in [`missile`], [`loading`], [`flask`] and [`stray`]. [`leave`] has the blows at whoever
//! moves, [`aftermath`] what follows of any command. [`talent`] has the talents, [`bard`], [`turning`], [`mage`] and
//! [`beast`] what single classes do, [`skill`] what several roll for. [`deeds`] lists the rows of the deeds, [`lookup`]
//! prints the tables.

mod aftermath;
mod armour;
mod attack;
pub mod attribute;
mod bard;
mod beast;
mod blow;
mod care;
mod charge;
mod checks;
pub mod condition;
pub mod counter;
mod critical;
mod damage;
mod declare;
mod deeds;
mod delay;
mod figures;
mod flask;
mod fumble;
mod gear;
mod harm;
mod initiative;
mod injury;
mod leave;
mod loading;
mod lookup;
mod mage;
mod missile;
mod morale;
mod movement;
mod opening;
pub mod options;
mod pursuit;
pub mod reason;
pub mod refusal;
mod saving;
mod sequence;
mod skill;
mod speed;
mod spell;
mod state;
mod stray;
pub mod tables;
pub mod tag;
mod talent;
mod to_hit;
pub mod traits;
mod turning;
mod two_weapons;
mod weapon;

use super::d20::check;

use crate::rules::engine::resolution::Resolution;
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::{Act, Command};
use crate::rules::model::effect::{Condition, Timer};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::RuleError;
use crate::rules::model::event::Stop;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::Figure;
use crate::rules::model::window::{Mode, Phase, Subject, Whose, Window};
use crate::rules::ruleset::about::{About, Table};
use crate::rules::ruleset::asset::{Asset, embedded};
use crate::rules::ruleset::deed::{Allowed, At, DeedRule};
use crate::rules::ruleset::{After, Glance, Ruleset, Station};
use std::sync::LazyLock;
use tables::Tables;

/// The ruleset.
pub struct House;

static ASSET: LazyLock<Asset<Tables>> = LazyLock::new(|| {
    embedded("assets/rulesets/house.ron", include_str!("../../../assets/rulesets/house.ron"))
});

/// Names, texts, options, conditions.
pub fn about() -> &'static About {
    &ASSET.about
}

/// Figures.
pub fn tables() -> &'static Tables {
    &ASSET.tables
}

impl Ruleset for House {
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
        let shared = e.window().is_some_and(|window| window.mode == Mode::Together);
        let waiting = !e.pending.is_empty() && !shared;
        waiting.then(|| Window::procedure(Phase::Commit, e.place, Whose::All))
    }

    fn due(&self, e: &Encounter, timer: &Timer) -> Option<Window> {
        let who = timer.who.filter(|_| harm::still_matters(e, timer))?;
        let window = Window::procedure(Phase::Due, e.place, Whose::One(who));
        Some(window.about(Subject::Timer(timer.clone())))
    }

    fn follow(&self, r: &mut Resolution, after: After) {
        match after {
            After::Command => {
                aftermath::follow(r);
                spell::think_better(r);
                morale::note_triggers(r);
                delay::note_let_go(r);
                bard::fall_silent(r);
                turning::break_off(r);
            }
            After::PassedOver(window) => waive(r, window),
            After::Joined(who) => opening::joined(r, who),
            After::Lapsed(who, effect) => match effect.condition {
                Condition::DYING => harm::clock_out(r, who),
                condition::INJURED_HEAD => injury::blinded(r, who, effect.value),
                condition::TURNING => turning::over(r, who),
                condition::SUGGESTED => mage::comes_to_itself(r, who),
                condition::EMPTY_WEAPON => loading::round_over(r, who, effect),
                condition::PREPARING_OIL => flask::prepared(r, who, effect),
                _ => {}
            },
            _ => {}
        }
    }

    fn proceed(&self, r: &mut Resolution, window: &Window) -> Result<(), Stop> {
        match (window.phase, &window.subject) {
            (Phase::Surprise, _) => opening::surprise(r),
            (Phase::Reaction, _) => opening::reaction(r),
            (Phase::Initiative, _) => initiative::roll(r),
            (Phase::Morale, Some(Subject::Side(side))) => morale::check(r, *side, 0),
            (Phase::Due, Some(Subject::Combatant(who))) => harm::goes_on(r, *who),
            (Phase::Due, Some(Subject::Timer(timer))) => harm::fall_due(r, timer),
            (Phase::Commit, _) => harm::commit(r),
            _ => Ok(()),
        }
    }

    fn set_hp(&self, r: &mut Resolution, who: CombatantId, hp: i32) {
        harm::set_hp(r, who, hp);
    }

    fn owes(&self, e: &Encounter, who: CombatantId) -> bool {
        e.window().is_some_and(|window| sequence::owes(e, window, who))
    }

    fn deeds(&self) -> &'static [&'static DeedRule] {
        deeds::DEEDS
    }

    fn gate(&self, at: &At, row: &DeedRule, _: Option<&Act>) -> Allowed {
        sequence::gate(at, row)
    }

    fn check(&self, e: &Encounter, c: &Command) -> Allowed {
        if *c == Command::Skip {
            harm::check_skip(e)?;
        }
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
        (Phase::Morale, Some(Subject::Side(side))) => morale::waive(r, *side),
        (Phase::Initiative, _) => initiative::as_it_stands(r),
        _ => {}
    }
}
