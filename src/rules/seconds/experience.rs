//! Experience: awards for enemies, and levels.

use super::state;
use crate::rules::model::event::Told;
use crate::rules::ruleset::award::{Award, Feats};
use crate::rules::ruleset::prelude::*;

/// Points for an enemy of the same level (`seconds.class.xp-award`).
const XP_PER_ENEMY: u32 = 100;
/// Points per level (`seconds.class.level-up`).
const XP_PER_LEVEL: u32 = 1000;

/// Returns the award for enemies and other feats, with the levels gained (`seconds.class.xp-award`).
pub fn award(feats: &Feats) -> Award {
    let Feats { level, xp, enemies, other } = *feats;
    let worth = |enemy: &u32| XP_PER_ENEMY.saturating_mul(*enemy) / level.max(1);
    let points = enemies.iter().map(worth).fold(other, u32::saturating_add);
    let (mut level, mut total) = (level, xp.saturating_add(points));
    while total >= XP_PER_LEVEL {
        level = level.saturating_add(1);
        total = (total - XP_PER_LEVEL) / 2;
    }
    Award { points, total, level }
}

/// Awards experience for defeated enemies to each member of a side that still fights. It is only logged: the
/// referee writes it down.
pub fn earn(r: &mut Resolution) {
    let e = r.encounter();
    let stands = |c: &Combatant| state::fights(e, c) && !is_defeated(e, c);
    let winners: Vec<SideId> =
        e.side_ids().filter(|side| e.all().any(|c| c.side == *side && stands(c))).collect();
    // Members are alive and not removed from the encounter.
    let there = |c: &Combatant| !matches!(c.standing, Standing::Dead | Standing::Gone);
    let members = e.all().filter(|c| winners.contains(&c.side) && there(c) && !state::is_inert(e, c.id));
    let earned: Vec<(CombatantId, Award)> =
        members.filter_map(|c| Some((c.id, earned(e, c)?))).collect();
    for (who, award) in earned {
        r.tell(|| Told::Experience(who, award.points, award.total, award.level));
    }
}

/// Returns its award, if any.
fn earned(e: &Encounter, c: &Combatant) -> Option<Award> {
    let own = e.wounds(c.id).ok()?;
    let enemies = e.all().filter(|other| other.side != c.side && is_defeated(e, other));
    let levels: Vec<u32> = enemies.filter_map(|other| Some(e.wounds(other.id).ok()?.level)).collect();
    let award = award(&Feats { level: own.level, xp: own.xp, enemies: &levels, other: 0 });
    (award.points > 0).then_some(award)
}

/// Whether it is defeated: dead, down, fled, surrendered, Broken or stopped. Objects that do not fight do not
/// count.
fn is_defeated(e: &Encounter, c: &Combatant) -> bool {
    let beaten = match c.standing {
        Standing::Dead | Standing::Down | Standing::Fled | Standing::Surrendered => true,
        Standing::Up => c.has(Condition::BROKEN) || c.has(Condition::INCAPACITATED),
        Standing::Gone => false,
    };
    beaten && !state::is_inert(e, c.id)
}
