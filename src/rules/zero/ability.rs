//! Ability bonuses, and which of them counts to hit and for damage (section 3.8).

use super::asset::tables;
use super::blow::Blow;
use super::figures::{self, flag, is_class, is_fighter, is_normal_man, score, worn};
use super::options::{ABILITY_TABLE, AbilityTable, DEX_PENALTY};
use super::{attribute, reason, tag};
use crate::rules::model::block::d20::{Ability, Attack, Class, CreatureKind, D20, Tag};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::tally::Reason;

/// The best armour class that counts as light armour (section 1.1).
const LIGHT: i32 = 7;

/// Classes that may be swashbucklers (`zero.attack.swashbuckler`, R41).
const FENCERS: [Class; 2] = [Class::new("Fighter"), Class::new("Pirate")];

/// Whether it may use DEX for STR: by class or flag, in no more than light armour (by its AC if the armour is unknown,
/// section 1.1), with a one-handed weapon (`zero.attack.swashbuckler`, R42).
fn fences(d20: &D20, line: &Attack) -> bool {
    let block = &d20.block;
    let may = flag(d20, attribute::SWASHBUCKLER).unwrap_or_else(|| is_class(d20, &FENCERS));
    let light = match (block.protection.armour, block.ac) {
        (None, Some(ac)) => ac >= LIGHT,
        _ => worn(block).is_none_or(|row| row.light),
    };
    may && light && !line.has(Tag::TWO_HANDED)
}

/// Returns the STR score, or the average if it is unknown.
pub fn strength_score(d20: &D20) -> i32 {
    score(&d20.block, Ability::Str)
}

/// Returns the bonus of an ability by the options: which table counts, and whether penalties do
/// (`zero.attack.ability-table`, R3).
pub fn bonus(e: &Encounter, d20: &D20, ability: Ability) -> i32 {
    let bonus = figures::full_bonus(&d20.block, ability, ABILITY_TABLE.is(e, AbilityTable::LittleBooks));
    if DEX_PENALTY.is_on(e) { bonus } else { bonus.max(0) }
}

/// Returns what must be added to the stored armour class so that its DEX bonus follows the options.
pub fn dexterity_correction(e: &Encounter, d20: &D20) -> i32 {
    figures::stored_dexterity(&d20.block) - bonus(e, d20, Ability::Dex)
}

/// Returns the STR bonus, or the DEX bonus if it is better for a swashbuckler; to hit in a charge, STR only
/// (`zero.attack.ability-melee`, `zero.damage.ability-melee`).
fn melee_bonus(e: &Encounter, blow: &Blow, for_damage: bool) -> (Reason, i32) {
    let (d20, line) = (blow.d20, blow.line);
    if has_no_abilities(d20) {
        return (Reason::STRENGTH, 0);
    }
    let [strength, dexterity] = [Ability::Str, Ability::Dex].map(|it| bonus(e, d20, it));
    let dexterity = if blow.charges() && !for_damage { dexterity.min(0) } else { dexterity };
    match () {
        () if d20.block.class == Some(Class::THIEF) => (Reason::DEXTERITY, dexterity),
        () if is_fighter(d20)
            && fences(d20, line)
            && dexterity > strength
            && (for_damage || !blow.charges()) =>
        {
            (reason::SWASHBUCKLER, dexterity)
        }
        () if is_fighter(d20) => (Reason::STRENGTH, strength),
        () => (reason::GREAT_STRENGTH, figures::at_score(&tables().great_strength, strength_score(d20))),
    }
}

/// Whether no ability counts: monsters and normal men attack as their lines say (R60).
fn has_no_abilities(d20: &D20) -> bool {
    d20.block.kind == CreatureKind::Monster || is_normal_man(d20)
}

/// Returns the ability bonus to hit (section 3.8).
pub fn to_hit(e: &Encounter, blow: &Blow) -> (Reason, i32) {
    if blow.strikes() { melee_bonus(e, blow, false) } else { missile_bonus(e, blow) }
}

/// Returns the ability bonus to damage (section 3.8).
pub fn to_damage(e: &Encounter, blow: &Blow) -> (Reason, i32) {
    let shot = [tag::FIREARM, tag::GREAT_BOW, tag::BOW, tag::CROSSBOW];
    let thrown = !has_no_abilities(blow.d20) && !shot.into_iter().any(|tag| blow.line.has(tag));
    if blow.strikes() || thrown { melee_bonus(e, blow, true) } else { missile_bonus(e, blow) }
}

fn missile_bonus(e: &Encounter, blow: &Blow) -> (Reason, i32) {
    match () {
        () if has_no_abilities(blow.d20) || blow.line.has(tag::FIREARM) => (Reason::DEXTERITY, 0),
        () if blow.line.has(tag::GREAT_BOW) => (Reason::STRENGTH, bonus(e, blow.d20, Ability::Str)),
        () => (Reason::DEXTERITY, bonus(e, blow.d20, Ability::Dex)),
    }
}
