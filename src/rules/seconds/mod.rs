//! Six Seconds: turns of six seconds on each combatant's own clock, attacks in three steps, wounds and Will.
//!
//! Reading order: [`mod@tables`] and [`options`] (the figures), [`body`] (stat blocks and the scores derived
//! from them), [`state`] and [`minds`] (queries about a combatant), [`sequence`] and [`clock`] (which window
//! comes next, how seconds are paid), then the procedures and deeds, one file each: [`deeds`] lists the rows,
//! [`turn`] checks every deed before its own rules, [`ongoing`] carries deeds out.

mod aftermath;
mod area;
mod asset;
mod attack;
mod blow;
mod body;
mod bonus;
mod called;
mod checks;
mod clock;
mod combo;
pub mod condition;
mod confusion;
pub mod counter;
mod course;
mod cover;
mod damage;
mod deeds;
mod defence;
mod dying;
mod emp;
mod experience;
mod exposure;
mod form;
mod handling;
mod harm;
mod hazard;
mod initiative;
mod landed;
mod location;
mod lookup;
mod minds;
mod morale;
mod mount;
mod movement;
mod ongoing;
pub mod options;
mod poison;
mod possession;
mod posture;
mod presence;
pub mod reason;
mod recovery;
pub mod refusal;
mod senses;
mod sequence;
mod shown;
mod skill;
mod slot;
mod state;
mod strike;
mod symptom;
pub mod tables;
mod turn;
mod unconscious;
mod weapon;

pub use asset::{WORDS, tables};

use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::Command;
use crate::rules::model::effect::{Timer, TimerAction};
use crate::rules::model::moment::{Second, When};
use crate::rules::model::offer::Figure;
use crate::rules::model::window::{Mode, Slot, Subject, Whose};
use crate::rules::ruleset::about::{About, Table};
use crate::rules::ruleset::laid;
use crate::rules::ruleset::prelude::*;
use crate::rules::ruleset::{After, Glance, Ruleset, Station};
use std::sync::LazyLock;

/// The ruleset.
pub struct Seconds;

/// The description with the deeds.
static ABOUT: LazyLock<About> = LazyLock::new(|| About {
    deeds: &deeds::DEEDS,
    award: Some(experience::award),
    step: Some(|e, who| body::square(state::scale(e, minds::body_of(e, who)))),
    ..asset::about().clone()
});

/// Names, texts, options and conditions of the ruleset.
#[inline]
pub fn about() -> &'static About {
    if laid::any()
        && let Some(laid) = asset::laid()
    {
        return laid.description();
    }
    &ABOUT
}

impl Ruleset for Seconds {
    fn about(&self) -> &'static About {
        about()
    }

    fn tables(&self) -> Vec<Table> {
        lookup::tables()
    }

    fn admit(&self, block: StatBlock) -> Result<StatBlock, Vec<Fault>> {
        body::admit(block)
    }

    fn next(&self, e: &Encounter) -> Option<Window> {
        sequence::next(e)
    }

    fn pressing(&self, e: &Encounter) -> Option<Window> {
        if e.window().is_some_and(|window| window.mode == Mode::Procedure) {
            return None;
        }
        initiative::late_window(e)
    }

    fn due(&self, e: &Encounter, timer: &Timer) -> Option<Window> {
        let who = timer.who?;
        let matters = match timer.action {
            TimerAction::Deliver(_) => true,
            TimerAction::Recheck(_) => {
                poison::due_course(e, timer).is_some() || dying::due(e, timer).is_some()
            }
            _ => false,
        };
        let window = Window::procedure(Phase::Due, e.place, Whose::One(who));
        matters.then(|| window.about(Subject::Timer(timer.clone())))
    }

    fn follow(&self, r: &mut Resolution, after: After) {
        match after {
            After::Command => aftermath::follow(r),
            After::Opened(window) => sequence::opened(r, window),
            After::Closed(window) => sequence::closed(r, window),
            After::PassedOver(window) => initiative::waive(r, window),
            After::Lapsed(who, effect) => unconscious::lapsed(r, who, effect),
            After::Elapsed(seconds) => recovery::elapsed(r, seconds),
            After::Joined(_) => {}
        }
    }

    fn lasting(&self, e: &Encounter, who: CombatantId, condition: Condition, rounds: u32) -> When {
        slot::lasting(e, who, condition, rounds)
    }

    fn reorder(&self, r: &mut Resolution, slots: &[Slot]) {
        slot::mark_checked(r, |_| true);
        initiative::put_in_order(r, slots.to_vec());
    }

    fn proceed(&self, r: &mut Resolution, window: &Window) -> Result<(), Stop> {
        match (window.phase, &window.subject) {
            _ if sequence::is_idle(r.encounter(), window) => Ok(()),
            (Phase::Initiative, Some(Subject::Combatant(who))) => initiative::arrive(r, *who),
            (Phase::Initiative, _) => initiative::roll(r),
            (Phase::Dying, Some(Subject::Combatant(who))) => {
                let now = r.encounter().clock;
                dying::check(r, *who, now)
            }
            (Phase::Broken, Some(Subject::Combatant(who))) => morale::check(r, *who),
            (Phase::Poison, Some(Subject::Combatant(who))) => poison::check(r, *who),
            (Phase::Poison, _) => exposure::spread(r),
            (Phase::Stagger, Some(Subject::Combatant(who))) => dying::stagger(r, *who),
            (Phase::Confusion, Some(Subject::Combatant(who))) => confusion::roll(r, *who),
            (Phase::Minds, Some(Subject::Combatant(who))) => possession::contest(r, *who),
            (Phase::Due, Some(Subject::Timer(timer))) => fall_due(r, timer),
            _ => Ok(()),
        }
    }

    fn ended(&self, r: &mut Resolution) -> Result<Second, Stop> {
        aftermath::ended(r);
        Ok(0)
    }

    fn set_hp(&self, r: &mut Resolution, who: CombatantId, wounds: i32) {
        harm::set_wounds(r, who, wounds);
    }

    fn owes(&self, e: &Encounter, who: CombatantId) -> bool {
        e.window().is_some_and(|window| sequence::owes(e, window, who))
    }

    fn gate(&self, at: &At, row: &DeedRule, act: Option<&Act>) -> Allowed {
        turn::gate(at, row, act)
    }

    fn carry_out(&self, r: &mut Resolution, act: &Act, row: &DeedRule) -> Result<(), Stop> {
        ongoing::carry_out(r, act, row)
    }

    fn check(&self, _: &Encounter, c: &Command) -> Allowed {
        match c {
            Command::Harm { amount, .. } | Command::Heal { amount, .. } if amount.range().1 < 0 => {
                Err(Refusal::BAD_MODIFIER.at(Fault::new("amount", amount, "0 or more")))
            }
            Command::Morale { .. } => Err(RuleError::new(Refusal::NOT_IN_THESE_RULES)
                .saying("there is no morale score: use morale damage on a combatant")),
            _ => Ok(()),
        }
    }

    fn resolve(&self, r: &mut Resolution, c: &Command) -> Result<(), Stop> {
        match c {
            Command::Harm { amount, who } => harm::by_referee(r, *amount, who),
            Command::Heal { amount, who } => harm::healing(r, *amount, who),
            _ => Ok(()),
        }
    }

    fn rail(&self, e: &Encounter) -> Vec<Station> {
        sequence::rail(e)
    }

    fn figures(&self, e: &Encounter, who: CombatantId) -> Vec<Figure> {
        shown::figures(e, who)
    }

    fn glance(&self, e: &Encounter, who: CombatantId) -> Glance {
        Glance { columns: shown::column(e, who), time_budget: shown::time_budget(e, who) }
    }

    fn fights(&self, e: &Encounter, c: &Combatant) -> bool {
        state::fights(e, c)
    }
}

/// Resolves a due timer: a delayed effect goes off, or a dying combatant, a poison or a disease is checked.
fn fall_due(r: &mut Resolution, timer: &Timer) -> Result<(), Stop> {
    match &timer.action {
        TimerAction::Deliver(act) => strike::take_effect(r, act),
        TimerAction::Recheck(_) => match dying::due(r.encounter(), timer) {
            Some(who) => dying::fall_due(r, who, timer),
            None => poison::fall_due(r, timer),
        },
        _ => Ok(()),
    }
}
