//! Talents and gifts of the classes, as far as they touch attacks, saves and morale (section 3.15).

use super::attribute;
use super::blow::Blow;
use super::figures;
use super::tables;
use super::tables::TwoWeapons;
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::d20::D20;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Stop;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::tally::Tally;

/// What two weapons cost the first and the second (`house.attack.two-weapons`, `house.class.two-weapon-fighting`).
pub fn two_weapons(d20: &D20) -> (i32, i32) {
    let talent = figures::flag(d20, attribute::TWO_WEAPONS);
    let own = || tables().two_weapon_talent.at(figures::level(d20)).copied();
    let TwoWeapons { first, second } = if talent { own() } else { None }.unwrap_or(tables().two_weapons);
    (first, second)
}

/// Somebody is about to attack.
pub fn attacks(_: &mut Resolution, _: &Blow) {}

/// Somebody was hit.
pub fn was_hit(_: &mut Resolution, _: CombatantId) {}

/// What talents add to the roll to hit.
pub fn add_to_hit(_: &mut Tally, _: &Encounter, _: &Blow) {}

/// What talents add to the damage.
pub fn add_damage(_: &mut Tally, _: &Encounter, _: &Blow) {}

/// What talents of others add to a saving throw, or take off it.
pub fn add_to_save(_: &mut Tally, _: &Encounter, _: &Combatant) {}

/// Strikes at another foe after a blow that killed (`house.class.cleave`).
pub fn cleave(_: &mut Resolution, _: &Blow) -> Result<(), Stop> {
    Ok(())
}

/// What a leader adds to the score of morale of those it commands (`house.class.leader`).
pub fn leadership(_: &Encounter, _: &Combatant) -> i32 {
    0
}

/// An animal that follows a beast master (`house.morale.companion-animals`).
pub fn is_companion(e: &Encounter, who: CombatantId) -> bool {
    e.d20(who).is_ok_and(|d20| figures::flag(d20, attribute::COMPANION))
}
