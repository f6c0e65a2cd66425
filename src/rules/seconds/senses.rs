//! Hiding, hearing, waking.

use super::condition;
use super::{body, checks, handling, state};
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::wounds::Skill;
use crate::rules::model::command::{Act, Shelter};
use crate::rules::model::dice::{Purpose, RollRequest};
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::event::Stop;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::tally::{Reason, Tally};

/// A noise that wakes is louder than this (`seconds.check.sleeper-hears`).
const WAKING_NOISE: i32 = -5;

/// Somebody hides: the total, and what its cover adds, is what the others must reach to see it
/// (`seconds.check.stealth-perception`).
pub fn hide(r: &mut Resolution, act: &Act, tally: Tally) -> Result<(), Stop> {
    let shelter = act.facts.shelter().unwrap_or(Shelter::Open).step();
    let tally = tally.with(Reason::COVER, shelter);
    let purpose = Purpose::Skill(Skill::Stealth);
    let ask = RollRequest::new(purpose, 1, 6).by(act.who).adding(tally);
    let dc = r.figure(ask)?;
    for &observer in act.at.iter().filter(|observer| **observer != act.who) {
        let perception = body::skill(r.encounter(), observer, Skill::Perception);
        let purpose = Purpose::Skill(Skill::Perception);
        let sees = checks::roll(r, purpose, observer, Some(act.who), perception, dc)?;
        see(r, act.who, observer, sees);
    }
    Ok(())
}

/// Whether the observer sees it from now on; what it cannot see it does not aim at
/// (`seconds.missile.aim-loss`).
fn see(r: &mut Resolution, hider: CombatantId, observer: CombatantId, sees: bool) {
    let unseen = |c| state::effects(c, condition::INVISIBLE).any(|own| own.toward == Some(observer));
    if sees {
        r.relieve_toward(hider, condition::INVISIBLE, observer);
        return;
    }
    handling::lose_aim(r, observer, Some(hider));
    if !r.encounter().get(hider).is_some_and(unseen) {
        let effect = Effect { toward: Some(observer), ..r.effect(condition::INVISIBLE, None) };
        r.afflict(hider, effect);
    }
}

/// A noise of that difficulty was heard: a sleeper wakes of a loud one.
pub fn hears(r: &mut Resolution, who: CombatantId, dc: i32) {
    let sleeps = r.encounter().has(who, Condition::ASLEEP);
    if sleeps && dc < WAKING_NOISE {
        r.relieve(who, Condition::ASLEEP);
    }
}
