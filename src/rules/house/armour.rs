//! Armour class: armour, shield, the Dexterity that both allow, the modifiers of an attack, and loose pieces
//! (section 3.18).

use super::asset::tables;
use super::blow::Blow;
use super::gear::Side;
use super::options::{DEX_CAP, DexCap};
use super::{condition, figures, gear, reason, state};
use crate::rules::d20::cover;
use crate::rules::model::block::d20::{Ability, Armour, Block, Class, D20, Tag};
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::dice::{Answer, ChoiceRequest, HowMany, Pick, Question};
use crate::rules::ruleset::prelude::*;

/// Unarmoured armour class (section 1).
const UNARMOURED: i32 = 10;
/// Bonus of a mage without armour (`house.class.mage-armour`).
const MAGE_ARMOUR: i32 = 2;
/// Ignores the Strength minimum of armour.
const KNIGHT: Class = Class::new("Knight");
/// Ascending armour class is this less the descending one.
const DESCENDING_SUM: i32 = 19;
/// What can come loose (`house.critical.strap`).
const SHIELD: &str = "its shield";
const ARMOUR: &str = "its armour";

/// Armour class of a block: its own, else from armour, shield, magic and Dexterity (`house.equipment.armour-class`).
pub fn of_block(block: &Block) -> i32 {
    with_shield(block, block.protection.shield)
}

/// Armour class with a shield of `shield` points; at 0 its cap on Dexterity does not apply either.
fn with_shield(block: &Block, shield: i32) -> i32 {
    let parts = &block.protection;
    let written = block.ascending.or(block.ac.map(|ac| DESCENDING_SUM - ac));
    match (written, parts.hide) {
        (Some(whole), _) => whole - parts.shield + shield,
        // The hide includes everything but shield and magic.
        (None, Some(hide)) => DESCENDING_SUM - hide + shield + parts.magic,
        (None, None) => {
            worn(block) + shield + parts.magic + capped_dexterity(block, shield) + mage(block)
        }
    }
}

fn worn(block: &Block) -> i32 {
    block.protection.armour.and_then(|armour| tables().armour(armour)).map_or(UNARMOURED, |row| row.ac)
}

/// The Dexterity modifier, capped by armour and shield; a penalty counts in full.
fn capped_dexterity(block: &Block, shield: i32) -> i32 {
    let modifier = figures::modifier_of(block, Ability::Dex);
    let armour =
        block.protection.armour.and_then(|armour| tables().armour(armour)).and_then(|row| row.cap);
    let shield = if shield > 0 { tables().shield_cap(shield) } else { None };
    armour.into_iter().chain(shield).fold(modifier, i32::min)
}

fn mage(block: &Block) -> i32 {
    let bare = block.protection.armour.is_none_or(|armour| armour == Armour::UNARMOURED);
    if figures::is_mage(block) && bare { MAGE_ARMOUR } else { 0 }
}

/// The Dexterity modifier to missile attacks: in full or, with the option, capped by armour (`house.option.dex-cap`).
pub fn missile_dexterity(e: &Encounter, d20: &D20) -> i32 {
    if DEX_CAP.is(e, DexCap::All) {
        capped_dexterity(&d20.block, d20.block.protection.shield)
    } else {
        figures::modifier(d20, Ability::Dex)
    }
}

/// Armour class against `blow` with its modifiers; without one, the standing armour class.
pub fn class(e: &Encounter, who: CombatantId, blow: Option<&Blow>) -> Tally {
    let mut tally = Tally::new();
    let (Ok(d20), Ok(c)) = (e.d20(who), e.who(who)) else { return tally };
    tally.add(Reason::BASE, d20.figures.ac);
    if d20.figures.shield > 0 {
        if is_off(e, c) {
            tally.add(reason::SHIELD, with_shield(&d20.block, 0) - d20.figures.ac);
        } else if let Some(reason) = shield_passed(c, blow) {
            tally.add(reason, -d20.figures.shield);
        }
    }
    tally.add(reason::ARMOUR_LOOSE, -loose_points(c));
    if let Some(blow) = blow {
        tally.add(Reason::COVER, -cover::of(e, who, blow.facts));
    }
    if c.has(Condition::EXHAUSTED) {
        tally.add(Reason::EXHAUSTED, tables().on_roll(&Reason::EXHAUSTED));
    }
    custom::add(&mut tally, c, Stat::Armour);
    tally
}

/// Points of loose armour (`house.critical.strap`).
fn loose_points(c: &Combatant) -> i32 {
    c.effects_of(condition::ARMOUR_LOOSE).map(|effect| effect.value).sum()
}

/// Points of worn armour that can still come loose, without shield, magic and Dexterity. If only the total armour class
/// is known, counts all above the unarmoured one but the shield. A hide does not come loose.
fn points_worn(e: &Encounter, c: &Combatant) -> i32 {
    let Ok(D20 { block, figures, .. }) = e.d20(c.id) else { return 0 };
    let parts = &block.protection;
    let whole = block.ascending.is_some() || block.ac.is_some();
    let points = match (parts.hide, parts.armour) {
        (Some(_), _) => 0,
        (None, None) if whole => figures.ac - figures.shield - UNARMOURED,
        (None, _) => worn(block) - UNARMOURED,
    };
    points - loose_points(c)
}

/// Whether its shield is off its arm: dropped, the hands full, or the arm maimed (A49).
fn is_off(e: &Encounter, c: &Combatant) -> bool {
    let both_hands = || state::armed(e, c).is_some_and(|(_, line)| line.has(Tag::TWO_HANDED));
    let maimed = gear::is_maimed(c, Side::Left);
    c.has(Condition::SHIELD_DOWN) || c.has(condition::TWO_WEAPONS) || both_hands() || maimed
}

/// Why the attack ignores a shield that is on the arm, if it does.
fn shield_passed(c: &Combatant, blow: Option<&Blow>) -> Option<Reason> {
    match blow? {
        blow if blow.facts.has(&Fact::Behind) => Some(Reason::BEHIND),
        _ if state::runs_away(c) => Some(Reason::SHIELD_IGNORED),
        _ => None,
    }
}

/// Returns worn armour that it is too weak for, which is only a warning; knights ignore the minimum
/// (`house.attack.understrength`, `house.class.knight-armour`).
pub fn too_heavy(d20: &D20) -> Option<Armour> {
    let row = tables().armour(d20.block.protection.armour?)?;
    let weak = row.strength.is_some_and(|needed| figures::score(d20, Ability::Str) < needed.into());
    (weak && d20.block.class != Some(KNIGHT)).then_some(row.armour)
}

/// Loosens a piece of equipment that the referee picks: a shield no longer counts, armour counts less
/// (`house.critical.strap`, `house.fumble.dropped-item`).
pub fn loosen(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let e = r.encounter();
    let Some(c) = e.get(who) else { return Ok(()) };
    let points = points_worn(e, c);
    let pieces = [(SHIELD, gear::bears_shield(e, c)), (ARMOUR, points > 0)];
    let pieces: Vec<&str> =
        pieces.into_iter().filter(|(_, worn)| *worn).map(|(piece, _)| piece).collect();
    if pieces.is_empty() {
        return Ok(());
    }
    let picks = ["something without effect"].into_iter().chain(pieces.iter().copied());
    let picks = picks.map(|what| Pick::Named(what.into())).collect();
    let ask = ChoiceRequest { who: Some(who), ..ChoiceRequest::one(Question::Loose, picks) };
    let Answer::One(nth) = r.choose(ask)? else { return Ok(()) };
    match nth.checked_sub(1).and_then(|nth| pieces.get(nth).copied()) {
        Some(SHIELD) => gear::drop_shield(r, who),
        Some(_) => return loosen_armour(r, who, points),
        None => {}
    }
    Ok(())
}

/// Asks the referee by how much loose armour worsens the armour class, up to its points.
fn loosen_armour(r: &mut Resolution, who: CombatantId, points: i32) -> Result<(), Stop> {
    let ask = ChoiceRequest::one(Question::LooseArmour, vec![Pick::Named(ARMOUR.into())]);
    let ask = ChoiceRequest { who: Some(who), how: HowMany::Number(1, points), ..ask };
    if let Answer::Number(value) = r.choose(ask)? {
        r.afflict(who, Effect { value, ..r.effect(condition::ARMOUR_LOOSE, None) });
    }
    Ok(())
}
