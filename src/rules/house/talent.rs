//! Fighter talents, and what the powers of other classes do to attacks, saves and morale (section 3.15).

use super::asset::tables;
use super::blow::Blow;
use super::inspiration::{self, Roll};
use super::tables::{Specialization, TwoWeapons};
use super::{attribute, condition, figures, reason, state};
use crate::rules::model::block::d20::{Attribute, D20};
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::prelude::*;

/// Range of a leader's bonuses, in feet (`house.class.leader`, `house.save.leader-fear`).
const LED_WITHIN: i32 = 60;
/// Bonus of a leader to morale scores and to saves against fear.
const LED: i32 = 1;

/// Penalties of the first and second weapon (`house.attack.two-weapons`, `house.class.two-weapon-fighting`).
pub fn two_weapons(d20: &D20) -> (i32, i32) {
    let talent = figures::flag(d20, attribute::TWO_WEAPONS);
    let own = || tables().two_weapon_talent.at(figures::level(d20)).copied();
    let TwoWeapons { first, second } = if talent { own() } else { None }.unwrap_or(tables().two_weapons);
    (first, second)
}

/// Field that asks a slayer whether the foe is of the kind it hunts.
pub fn facts(at: &At) -> Option<FactField> {
    at.d20()
        .is_ok_and(|d20| figures::flag(d20, attribute::SLAYER))
        .then(|| FactField::flag(Fact::Quarry))
}

/// Applies what an attack changes for its attacker: a slayer's quarry, a bard's mockery.
pub fn attacks(r: &mut Resolution, blow: &Blow) {
    note_quarry(r, blow);
    inspiration::attacks(r, blow.who, blow.target);
}

/// Adds the modifiers of talents to an attack roll.
pub fn add_to_hit(tally: &mut Tally, e: &Encounter, blow: &Blow) {
    let Some(c) = e.get(blow.who) else { return };
    tally.add(reason::SPECIALIZED, specialization(blow).map_or(0, |row| row.to_hit));
    tally.add(reason::SLAYER, slayer(e, blow));
    if is_past_defender(e, c, blow.target) {
        tally.add(reason::DEFENDER, tables().on_roll(&reason::DEFENDER));
    }
}

/// Adds the modifiers of talents to damage.
pub fn add_damage(tally: &mut Tally, e: &Encounter, blow: &Blow) {
    tally.add(reason::SPECIALIZED, specialization(blow).map_or(0, |row| row.damage));
    tally.add(reason::SLAYER, slayer(e, blow));
}

/// Adds the modifiers of mockery and inspiring words to a saving throw.
pub fn add_to_save(tally: &mut Tally, c: &Combatant) {
    tally.add(reason::MOCKED, inspiration::mockery(c));
    inspiration::add(tally, c, Roll::Save);
}

/// Bonuses for a weapon it has specialized in (`house.class.weapon-specialization`).
fn specialization<'a>(blow: &Blow) -> Option<&'a Specialization> {
    let chosen = blow.line.attributes.of(attribute::SPECIALIZED).is_some_and(|n| n > 0);
    tables().specialization.at(figures::level(blow.d20)).filter(|_| chosen)
}

/// Bonus of a slayer against the kind of foe it hunts (`house.class.slayer`).
fn slayer(e: &Encounter, blow: &Blow) -> i32 {
    let hunts = figures::flag(blow.d20, attribute::SLAYER);
    let said = blow.facts.has(&Fact::Quarry) || is_quarry(e, blow.who, blow.target);
    if hunts && said { tables().on_roll(&reason::SLAYER) } else { 0 }
}

/// Whether a combatant of the same block was marked as its quarry.
fn is_quarry(e: &Encounter, who: CombatantId, target: CombatantId) -> bool {
    let Some(target) = e.get(target) else { return false };
    e.all().any(|c| c.block == target.block && c.has_toward(condition::QUARRY, who))
}

/// Marks the target as quarry; this holds for all combatants of its block, out of turn as well.
fn note_quarry(r: &mut Resolution, blow: &Blow) {
    let e = r.encounter();
    let hunts = figures::flag(blow.d20, attribute::SLAYER) && blow.facts.has(&Fact::Quarry);
    if hunts && !is_quarry(e, blow.who, blow.target) {
        let mark = Effect { toward: Some(blow.who), ..r.effect(condition::QUARRY, None) };
        r.afflict(blow.target, mark);
    }
}

/// Whether a Defender engages it while it attacks another target (`house.class.defender`, A40).
fn is_past_defender(e: &Encounter, c: &Combatant, target: CombatantId) -> bool {
    let defends = |foe: &Combatant| has_talent(e, foe.id, attribute::DEFENDER) && !state::runs_away(foe);
    state::engaged(e, c).any(|foe| foe.id != target && defends(foe))
}

/// Whether its block has that talent.
fn has_talent(e: &Encounter, who: CombatantId, talent: Attribute) -> bool {
    e.d20(who).is_ok_and(|d20| figures::flag(d20, talent))
}

/// Other leaders of its side in range.
fn leaders<'a>(e: &'a Encounter, c: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    e.all().filter(move |other| {
        let leads = has_talent(e, other.id, attribute::LEADER) && state::is_able(other);
        other.id != c.id && other.side == c.side && leads && is_near(e, other, c)
    })
}

/// Whether `c` is in range of a leader; if nobody measures distances, an unknown distance counts as in range.
fn is_near(e: &Encounter, leader: &Combatant, c: &Combatant) -> bool {
    let far = e.between(leader, c);
    far.map_or(!e.is_measured(), |far| far <= Tenths::whole(LED_WITHIN))
}

/// A leader's bonus to the morale of those it commands: retainers of its side, and combatants under its command
/// (`house.class.leader`).
pub fn leadership(e: &Encounter, c: &Combatant) -> i32 {
    let serves = has_talent(e, c.id, attribute::RETAINER);
    let obeys = |leader: &Combatant| serves || c.has_toward(condition::COMMANDED, leader.id);
    if leaders(e, c).any(obeys) { LED } else { 0 }
}

/// A leader's bonus to its allies' saves against fear (`house.save.leader-fear`).
pub fn courage(e: &Encounter, c: &Combatant) -> i32 {
    if leaders(e, c).next().is_some() { LED } else { 0 }
}

/// Whether `who` is an animal companion of a beast master on its side (`house.morale.companion-animals`).
pub fn is_companion(e: &Encounter, who: CombatantId) -> bool {
    let with = |c: &Combatant, master| e.get(master).is_some_and(|master| master.side == c.side);
    let follows = |c: &Combatant| {
        let mut bonds = c.effects_of(condition::COMPANION);
        bonds.any(|bond| bond.toward.is_none_or(|master| with(c, master)))
    };
    has_talent(e, who, attribute::COMPANION) || e.get(who).is_some_and(follows)
}
