//! Modifiers of the attack roll and of the Defence DC (columns X and Y of 3.7).

use super::blow::{self, Blow};
use super::{body, minds, reason, weapon};
use crate::rules::model::block::wounds::AttackKind;
use crate::rules::model::custom::{self, Stat};
use crate::rules::ruleset::prelude::*;

/// Adds the modifiers to both the attack roll and the Defence DC (columns X and Y of 3.7).
fn add_both_columns(tally: &mut impl Terms, e: &Encounter, blow: &Blow) {
    let (Ok(skills), Some(c)) = (minds::skills(e, blow.who), e.get(blow.who)) else { return };
    tally.add(reason::SKILL, skills.attack_bonus(&blow.line));
    if blow.line.kind != AttackKind::Melee {
        tally.add(reason::RAGE, body::rage(c));
    }
    tally.add(reason::HURT_HAND, weapon::hurt_hand(e, blow));
    if blow.line.kind == AttackKind::Ranged {
        tally.add(reason::FROM_THE_HIP, if blow.facts.has(&Fact::FromTheHip) { -1 } else { 0 });
        tally.add(reason::WORN_WEAPON, weapon::wounds(e, blow).saturating_neg());
        let load = e.wounds(minds::body_of(e, blow.who)).map_or(0, |body| body::dexterity_load(e, body));
        tally.add(Reason::LOAD, load);
    }
}

/// Returns the modifiers to the attack roll (column X of 3.7).
pub fn bonus<T: Terms>(e: &Encounter, blow: &Blow) -> T {
    let mut tally = T::default();
    let (Ok(stats), Some(c)) = (e.wounds(minds::body_of(e, blow.who)), e.get(blow.who)) else {
        return tally;
    };
    let steps = blow::range_steps(e, blow).saturating_sub(u32::from(blow::is_aimed(c, blow)));
    add_both_columns(&mut tally, e, blow);
    tally.add(reason::SCALE, stats.scale.saturating_neg());
    tally.add(reason::RANGE, i32::try_from(steps).unwrap_or(i32::MAX).saturating_neg());
    if blow.line.kind == AttackKind::Ranged && blow.facts.has(&Fact::OnTheExhale) {
        tally.add(reason::ON_THE_EXHALE, 1);
    }
    custom::add(&mut tally, c, Stat::ToHit);
    tally.add(Reason::REFEREE, blow.facts.modifier().unwrap_or(0));
    tally
}

/// Returns the Defence DC (`seconds.attack.defence-dc`): 4 + bonus without scale + Y.
pub fn defence_dc<T: Terms>(e: &Encounter, blow: &Blow) -> T {
    let mut dc = T::default();
    dc.add(Reason::BASE, 4);
    add_both_columns(&mut dc, e, blow);
    dc.add(Reason::REFEREE, blow.facts.defence_modifier().unwrap_or(0));
    dc
}
