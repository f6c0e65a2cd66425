//! Armour class: what is worn, the shield, Dexterity as far as both allow it, and what an attack makes of it
//! (section 3.18).

use super::blow::Blow;
use super::condition;
use super::options::DEX_CAP;
use super::reason;
use super::{about, figures, state, tables};
use crate::rules::model::block::d20::{Ability, Armour, Block, D20, Tag};
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::Fact;
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::tally::{Reason, Tally};

/// The armour class of the unarmoured (section 1).
const UNARMOURED: i32 = 10;
/// What a mage in no armour has on top (`house.class.mage-armour`).
const MAGE_ARMOUR: i32 = 2;
/// Descending armour class turned round.
const TURNED_ROUND: i32 = 19;

/// The whole figure of a block: as written, else armour, shield, magic and Dexterity (`house.equipment.armour-class`).
pub fn of_block(block: &Block) -> i32 {
    let whole = block.ascending.or(block.ac.map(|ac| TURNED_ROUND - ac)).or_else(|| hide(block));
    whole.unwrap_or_else(|| {
        worn(block)
            + block.protection.shield
            + block.protection.magic
            + counted_dexterity(block)
            + mage(block)
    })
}

/// The hide of a creature stands for all but its shield and its magic.
fn hide(block: &Block) -> Option<i32> {
    let hide = block.protection.hide?;
    Some(TURNED_ROUND - hide + block.protection.shield + block.protection.magic)
}

fn worn(block: &Block) -> i32 {
    block.protection.armour.and_then(|armour| tables().armour(armour)).map_or(UNARMOURED, |row| row.ac)
}

/// Dexterity as far as armour and shield allow; what takes away counts in full.
fn counted_dexterity(block: &Block) -> i32 {
    let modifier = figures::modifier_of(block, Ability::Dex);
    let armour =
        block.protection.armour.and_then(|armour| tables().armour(armour)).and_then(|row| row.cap);
    let shield =
        if block.protection.shield > 0 { tables().shield_cap(block.protection.shield) } else { None };
    armour.into_iter().chain(shield).fold(modifier, i32::min)
}

fn mage(block: &Block) -> i32 {
    let bare = block.protection.armour.is_none_or(|armour| armour == Armour::UNARMOURED);
    if figures::is_mage(block) && bare { MAGE_ARMOUR } else { 0 }
}

/// Dexterity for missiles: all of it, or with the option no more than armour allows (`house.option.dex-cap`).
pub fn shooting_dexterity(e: &Encounter, d20: &D20) -> i32 {
    if about().is(e, DEX_CAP, "all") {
        counted_dexterity(&d20.block)
    } else {
        figures::modifier(d20, Ability::Dex)
    }
}

/// The armour class that an attack meets, with what changes it; without one, as it stands.
pub fn class(e: &Encounter, who: CombatantId, blow: Option<&Blow>) -> Tally {
    let mut tally = Tally::new();
    let (Ok(d20), Ok(c)) = (e.d20(who), e.who(who)) else { return tally };
    tally.add(Reason::BASE, d20.figures.ac);
    if d20.figures.shield > 0
        && let Some(reason) = shield_lost(e, c, blow)
    {
        tally.add(reason, -d20.figures.shield);
    }
    if let Some(blow) = blow {
        tally.add(Reason::COVER, -blow.facts.cover().unwrap_or(0));
    }
    if c.has(Condition::EXHAUSTED) {
        tally.add(Reason::EXHAUSTED, tables().on_roll(&Reason::EXHAUSTED));
    }
    custom::add(&mut tally, c, Stat::Armour);
    tally
}

/// Why its shield does not count, if it does not.
fn shield_lost(e: &Encounter, c: &Combatant, blow: Option<&Blow>) -> Option<Reason> {
    let both_hands = || state::weapon_in_hand(e, c).is_some_and(|(_, line)| line.has(Tag::TWO_HANDED));
    let maimed = c.effects.iter().any(|effect| {
        [condition::MAIMED_HAND, condition::MAIMED_ARM].contains(&effect.condition) && effect.value == 2
    });
    match blow {
        _ if c.has(condition::SHIELD_DOWN) || maimed => Some(reason::SHIELD),
        _ if both_hands() || c.has(condition::TWO_WEAPONS) => Some(reason::SHIELD),
        Some(blow) if blow.facts.has(&Fact::Behind) => Some(Reason::BEHIND),
        Some(_) if state::runs_away(c) => Some(Reason::SHIELD_IGNORED),
        _ => None,
    }
}
