//! The attack roll: its modifiers, the number needed, immunity.

use super::asset::tables;
use super::blow::{Blow, band};
use super::options::{ARITHMETIC, ASCENDING, PEERS};
use super::{figures, state};
use crate::rules::d20::blow;
use crate::rules::d20::cover;
use crate::rules::d20::roll::{D20Roll, Naturals};
use crate::rules::model::block::d20::{Ability, D20, Immunity, Tag};
use crate::rules::model::custom::{self, Stat};
use crate::rules::ruleset::prelude::*;

/// Bonus of foes against a retreating combatant (`bx.movement.retreat`).
const AGAINST_RETREAT: i32 = 2;
/// Modifiers by range (`bx.missile.range`).
const SHORT: i32 = 1;
const LONG: i32 = -1;
/// Bonus of a thief's back stab (`bx.special.back-stab`).
const BACK_STAB: i32 = 4;
/// Modifier of exhausted combatants to attacks and damage (`bx.pursuit.exhaustion`).
pub const EXHAUSTED: i32 = -2;
/// Hit Dice from which a monster harms invulnerable ones (`bx.option.peer-invulnerability`).
const PEER_HIT_DICE: u8 = 5;

/// Makes the attack roll (`bx.attack.roll`) and records it.
pub fn roll(r: &mut Resolution, blow: &Blow) -> Result<Outcome, Stop> {
    let helpless = r.encounter().get(blow.target).is_some_and(|c| c.means(Meaning::HELPLESS));
    let rolled = if blow.strikes() && helpless {
        blow::certain(Purpose::Attack(blow.at), blow.who, blow.target)
    } else {
        attack_roll(r.encounter(), blow).roll(r)?
    };
    let is_immune = is_immune(r.encounter(), blow);
    Ok(blow::settle(r, rolled, is_immune).0)
}

/// Builds the roll with all its modifiers.
fn attack_roll(e: &Encounter, blow: &Blow) -> D20Roll {
    let armour = figures::armour_against(e, blow.target, shield_ignored(e, blow));
    let mut tally = modifiers(e, blow);
    let need = if ASCENDING.is_on(e) {
        tally.add(Reason::ATTACK_BONUS, blow.d20.figures.attack_bonus);
        figures::ASCENDING_BASE - armour.total()
    } else {
        number_needed(e, blow.d20.figures.thac0, armour.total())
    };
    let plain = D20Roll::plain(Purpose::Attack(blow.at), blow.who, tally, need);
    D20Roll { against: Some(blow.target), needing: armour, naturals: Naturals::Decide, ..plain }
}

/// Returns the number in the attack matrix (`bx.attack.matrix`), extended by the formula.
fn number_needed(e: &Encounter, thac0: i32, ac: i32) -> i32 {
    if ARITHMETIC.is_on(e) {
        return thac0 - ac;
    }
    let row = tables().matrix.iter().find(|row| row.0 == thac0);
    let column = usize::try_from(ac + 3).ok();
    let printed = row.zip(column).and_then(|(row, column)| row.1.get(column).copied());
    printed.unwrap_or_else(|| (thac0 - ac).clamp(2, 20))
}

/// Returns why the target's shield does not count, if so; only one reason applies.
fn shield_ignored(e: &Encounter, blow: &Blow) -> Option<Reason> {
    if blow.facts.has(&Fact::Behind) {
        return Some(Reason::BEHIND);
    }
    is_exposed(e, blow).then_some(Reason::SHIELD_IGNORED)
}

/// Whether the target retreats and this attacker benefits (`bx.movement.retreat`).
fn is_exposed(e: &Encounter, blow: &Blow) -> bool {
    e.get(blow.target).is_some_and(|c| state::exposed_to(e, c, blow.who))
}

/// Returns the modifiers to the die (`bx.attack.modifiers`).
fn modifiers(e: &Encounter, blow: &Blow) -> Tally {
    let (facts, line) = (blow.facts, blow.line);
    let mut tally = Tally::new();
    if blow.strikes() {
        tally.add(Reason::STRENGTH, figures::modifier(blow.d20, Ability::Str));
    } else {
        tally.add(Reason::DEXTERITY, figures::modifier(blow.d20, Ability::Dex));
        blow::add_range(&mut tally, band(e, blow), SHORT, LONG);
        tally.add(Reason::COVER, cover::of(e, blow.target, facts));
    }
    tally.add(Reason::WEAPON, line.bonus);
    if is_exposed(e, blow) {
        tally.add(Reason::RETREATING, AGAINST_RETREAT);
    }
    if blow.is_back_stab() {
        tally.add(Reason::BACK_STAB, BACK_STAB);
    }
    if e.has(blow.who, Condition::EXHAUSTED) {
        tally.add(Reason::EXHAUSTED, EXHAUSTED);
    }
    if let Some(c) = e.get(blow.who) {
        custom::add(&mut tally, c, Stat::ToHit);
    }
    tally.add(Reason::REFEREE, facts.modifier().unwrap_or(0));
    tally
}

/// Whether the target is immune to this attack (`bx.attack.invulnerability`).
fn is_immune(e: &Encounter, blow: &Blow) -> bool {
    let line = blow.line;
    if line.has(Tag::HOLY) && !state::is_undead(e, blow.target) {
        return true;
    }
    let Ok(victim) = e.d20(blow.target) else { return false };
    let peer = || PEERS.is_on(e) && needs_silver_or_magic(victim) && is_peer(blow.d20);
    match &victim.block.immune {
        None => false,
        Some(Immunity::AllBut(_)) if peer() => false,
        Some(immune) => immune.wards_off(line),
    }
}

/// Whether it is harmed by silver or magic only.
fn needs_silver_or_magic(d20: &D20) -> bool {
    let weak = |tag: &Tag| [Tag::SILVER, Tag::MAGIC].contains(tag);
    matches!(&d20.block.immune, Some(Immunity::AllBut(tags)) if tags.iter().all(weak))
}

/// Whether it harms such monsters with any attack (`bx.option.peer-invulnerability`).
fn is_peer(d20: &D20) -> bool {
    let mighty = d20.block.hd.is_some_and(|hd| hd.whole >= PEER_HIT_DICE);
    state::is_monster(d20) && (mighty || needs_silver_or_magic(d20))
}
