//! Hiding, hearing, waking.

use super::condition;
use super::{body, checks, cover, minds, state};
use crate::rules::engine::resolution::Change;
use crate::rules::model::block::wounds::Skill;
use crate::rules::model::command::Shelter;
use crate::rules::ruleset::prelude::*;

/// Noises of a DC below this wake sleepers (`seconds.check.sleeper-hears`).
const WAKING_NOISE: i32 = -5;

/// Hides: the total with the cover's bonus is the DC for others to see it
/// (`seconds.check.stealth-perception`).
pub fn hide(r: &mut Resolution, act: &Act, tally: Tally) -> Result<(), Stop> {
    let behind = cover::behind(r.encounter(), minds::body_of(r.encounter(), act.who), &act.facts);
    let tally = tally.with(Reason::COVER, behind.step());
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

/// Sets whether the observer sees the hider.
fn see(r: &mut Resolution, hider: CombatantId, observer: CombatantId, sees: bool) {
    if sees {
        r.relieve_toward(hider, condition::INVISIBLE, observer);
        return;
    }
    if !r.encounter().get(hider).is_some_and(|c| c.has_toward(condition::INVISIBLE, observer)) {
        let effect = Effect { toward: Some(observer), ..r.effect(condition::INVISIBLE, None) };
        r.afflict(hider, effect);
    }
}

/// Ends the aim of those who can no longer see their target (`seconds.missile.aim-loss`).
pub fn follow(r: &mut Resolution) {
    if r.changes().iter().any(|change| matches!(change, Change::Began(..))) {
        for who in r.encounter().those(|c| aims_blindly(r.encounter(), c)) {
            r.relieve(who, condition::AIMING);
        }
    }
}

fn aims_blindly(e: &Encounter, c: &Combatant) -> bool {
    let aim = c.toward(condition::AIMING).and_then(|target| e.get(target));
    aim.is_some_and(|target| {
        e.has(minds::body_of(e, c.id), Condition::BLIND)
            || state::has_toward(target, condition::INVISIBLE, c.id)
            || cover::behind(e, target.id, &Facts::default()) == Shelter::Total
    })
}

/// Wakes a sleeper that heard a noise of the DC, if it is loud enough.
pub fn hears(r: &mut Resolution, who: CombatantId, dc: i32) {
    let sleeps = r.encounter().has(who, Condition::ASLEEP);
    if sleeps && dc < WAKING_NOISE {
        r.relieve(who, Condition::ASLEEP);
    }
}
