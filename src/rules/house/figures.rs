//! Figures derived from stat blocks (sections 1.1 and 1.2).

use super::asset::tables;
use super::options::{INITIATIVE_MOD, InitiativeMod};
use super::tables::Part;
use super::{attribute, condition, counter, reason, tag, traits};
use crate::rules::d20::tables::{self as kit_tables, Weapon};
use crate::rules::model::block::d20::{
    Ability, Attack, Attribute, Block, Class, CreatureKind, D20, Race, Size, Tag, Trait,
};
use crate::rules::ruleset::prelude::*;

/// Default ability score (A24).
const STANDARD_SCORE: i32 = 10;
/// Initiative bonus of hobbits (`house.initiative.dex-modifier`).
const HOBBIT_INITIATIVE: i32 = 1;

const HOBBIT: Race = Race::new("Halfling");
const GNOME: Race = Race::new("Gnome");
const DWARF: Race = Race::new("Dwarf");
const BARD: Class = Class::new("Bard");
const MAGE: Class = Class::new("Mage");
const WARDEN: Class = Class::new("Warden");
const BEAST_MASTER: Class = Class::new("BeastMaster");

/// Finds a weapon by name (`house.equipment.lists`).
pub fn weapon(name: &str) -> Option<&'static Weapon> {
    kit_tables::weapon(&tables().weapons, name)
}

/// Ability modifier of section 1.2; 0 if the score is unknown.
pub fn modifier(d20: &D20, ability: Ability) -> i32 {
    modifier_of(&d20.block, ability)
}

/// Ability modifier of a block's score; 0 if the score is unknown.
pub fn modifier_of(block: &Block, ability: Ability) -> i32 {
    let score = block.abilities.score(ability).map(i32::from);
    score.and_then(|score| tables().ability.at(score).copied()).unwrap_or(0)
}

/// The narrower modifier: Dexterity for initiative, Charisma for reactions (section 1.2).
pub fn narrow(block: &Block, ability: Ability) -> i32 {
    let score = block.abilities.score(ability).map(i32::from);
    score.and_then(|score| tables().narrow.at(score).copied()).unwrap_or(0)
}

/// Ability score, or the default.
pub fn score(d20: &D20, ability: Ability) -> i32 {
    d20.block.abilities.score(ability).map_or(STANDARD_SCORE, i32::from)
}

/// Initiative modifier: the block's own, else by the initiative column or, with the option, the full Dexterity
/// modifier.
pub fn initiative(e: &Encounter, d20: &D20) -> i32 {
    let full = d20.block.init_mod.is_none() && INITIATIVE_MOD.is(e, InitiativeMod::FullDex);
    if full { modifier(d20, Ability::Dex) } else { d20.figures.initiative }
}

/// Initiative bonus of its race.
pub fn folk_initiative(d20: &D20) -> i32 {
    if folk(&d20.block) == Some(HOBBIT) { HOBBIT_INITIATIVE } else { 0 }
}

/// Charisma modifier to reactions.
pub fn reaction_modifier(d20: &D20) -> i32 {
    narrow(&d20.block, Ability::Cha)
}

/// Its race: the block's own, else the one that its class implies.
pub fn folk(block: &Block) -> Option<Race> {
    let by_class = || {
        let class = block.class?;
        [HOBBIT, GNOME, DWARF].into_iter().find(|race| race.name() == class.name())
    };
    block.race.or_else(by_class)
}

/// Whether it is a gnome or hobbit, too small for some weapons.
pub fn is_small_folk(block: &Block) -> bool {
    folk(block).is_some_and(|race| [HOBBIT, GNOME].contains(&race))
}

/// Its size: the block's own, else that of its race (`house.special.size`).
pub fn size(block: &Block) -> Size {
    let small = folk(block).is_some_and(|race| [HOBBIT, GNOME, DWARF].contains(&race));
    block.size.unwrap_or(if small { Size::Small } else { Size::Medium })
}

/// Whether `who` is at least one size larger than `other`.
pub fn is_bigger(e: &Encounter, who: CombatantId, other: CombatantId) -> bool {
    e.d20(who).is_ok_and(|one| e.d20(other).is_ok_and(|other| size(&one.block) > size(&other.block)))
}

pub fn is_mage(block: &Block) -> bool {
    block.class == Some(MAGE)
}

pub fn is_warden(d20: &D20) -> bool {
    d20.block.class == Some(WARDEN)
}

pub fn is_bard(d20: &D20) -> bool {
    d20.block.class == Some(BARD)
}

pub fn is_beast_master(d20: &D20) -> bool {
    d20.block.class == Some(BEAST_MASTER)
}

/// Level, or a creature's whole Hit Dice; at least 1.
pub fn level(d20: &D20) -> i32 {
    let dice = || d20.block.hd.map_or(1, |hd| i32::from(hd.whole));
    d20.block.level.map_or_else(dice, i32::from).max(1)
}

#[inline]
pub fn figure(d20: &D20, attribute: Attribute) -> Option<i32> {
    d20.block.attributes.of(attribute)
}

#[inline]
pub fn flag(d20: &D20, attribute: Attribute) -> bool {
    figure(d20, attribute).is_some_and(|figure| figure > 0)
}

/// Whether it saves at exactly 0 hit points: player characters and retainers (`house.death.exactly-zero`, A36).
pub fn dies_as_character(d20: &D20) -> bool {
    d20.block.kind == CreatureKind::Pc || flag(d20, attribute::RETAINER)
}

/// Whether it attacks with a routine of named attacks rather than spending its attacks on any weapon.
#[inline]
pub fn has_routine(d20: &D20) -> bool {
    !d20.block.is_character() && figure(d20, Attribute::ROUTINE).is_none()
}

/// Attacks a round: the block's own, else by class and level, or a creature's whole routine
/// (`house.class.extra-attacks`).
pub fn attacks(d20: &D20) -> u8 {
    let written = figure(d20, Attribute::ROUTINE).and_then(|n| u8::try_from(n).ok());
    let by_class = || {
        let row = tables().class(d20.block.class?)?;
        row.attacks.at(level(d20)).copied()
    };
    let routine =
        || d20.figures.attacks.iter().fold(0u8, |all, line| all.saturating_add(line.count)).max(1);
    written.unwrap_or_else(|| if has_routine(d20) { routine() } else { by_class().unwrap_or(1) })
}

/// Whether it is no weapon: claws, teeth, bare hands.
#[inline]
pub fn is_natural(line: &Attack) -> bool {
    line.has(Tag::NATURAL) || line.has(Tag::UNARMED)
}

/// Whether the weapon must be in hand to be used, one at a time; a creature uses its whole routine
/// (`house.attack.change-weapon`).
#[inline]
pub fn is_in_hand(d20: &D20, line: &Attack) -> bool {
    !is_natural(line) && !has_routine(d20)
}

/// Faces of the Hit Die of its class.
pub fn hit_die(d20: &D20) -> Option<i32> {
    let of_class = || tables().class(d20.block.class?)?.hit_die.map(i32::from);
    figure(d20, attribute::HIT_DIE).or_else(of_class)
}

/// Whether its Strength is below the minimum of the weapon (`house.attack.understrength`).
pub fn is_too_weak(d20: &D20, line: &Attack) -> bool {
    let needed = line.attributes.of(attribute::STRENGTH_NEEDED);
    needed.is_some_and(|needed| score(d20, Ability::Str) < needed)
}

/// Whether the weapon is long enough for the bonus of a mounted attacker (`house.attack.mounted`).
pub fn is_long_enough_to_ride_with(line: &Attack) -> bool {
    !line.has(tag::SHORT) && !line.has(Tag::UNARMED)
}

/// Whether `who` has hands, arms, legs and a head that can be injured (`house.critical.discretion`).
pub fn has_anatomy(e: &Encounter, who: CombatantId) -> bool {
    e.d20(who).is_ok_and(|d20| !d20.block.is(Trait::SHAPELESS))
}

/// Whether `who` has that body part; a creature without hands has no arms either.
pub fn has_part(e: &Encounter, who: CombatantId, part: Part) -> bool {
    let handless = e.d20(who).is_ok_and(|d20| d20.block.is(Trait::HANDLESS));
    !(handless && matches!(part, Part::Hand | Part::Arm))
}

/// Penalty of a torso or groin injury to every roll. It does not apply while the incapacitation caused by the injury
/// lasts; a later one adds to it (section 3.12).
pub fn injury_to_all_rolls(e: &Encounter, c: &Combatant) -> i32 {
    let fresh = |effect: &Effect| e.round_number() <= effect.count(counter::BEGAN_IN) + 1;
    let hurts = |effect: &Effect| !(c.has(Condition::INCAPACITATED) && fresh(effect));
    let mut middle =
        c.effects_of(condition::INJURED_TORSO).chain(c.effects_of(condition::INJURED_GROIN));
    if middle.any(hurts) { tables().on_roll(&reason::INJURY) } else { 0 }
}

/// Whether it is an animal to a beast master.
pub fn is_animal(d20: &D20) -> bool {
    d20.block.is(traits::ANIMAL)
}
