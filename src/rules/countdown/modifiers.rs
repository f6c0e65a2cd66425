//! Modifiers to the attack roll and to armour class (3.6.1).

use super::asset::{about, tables};
use super::blow::{Blow, Style, distance};
use super::options::{HARD_COVER, HELD_AC, POINT_BLANK_SHORT};
use super::{condition, figures, reason};
use crate::rules::model::block::d20::{Ability, Band, D20, Range, Size};
use crate::rules::model::custom::{self, Stat};
use crate::rules::ruleset::prelude::*;

/// Adds the table's attack roll modifier for `reason` (3.6.1).
fn to_roll(tally: &mut Tally, reason: Reason) {
    figures::add(tally, reason, &tables().to_hit, Range::Both);
}

/// Adds the penalty for being shaken, to attacks, saves and checks (`countdown.condition.shaken`).
pub fn shaken(tally: &mut Tally, c: &Combatant) {
    if c.has(condition::SHAKEN) {
        to_roll(tally, reason::SHAKEN);
    }
}

/// Adds the penalty for stumbling (`countdown.condition.stumbling`).
pub fn stumbling(tally: &mut Tally, c: &Combatant) {
    if c.has(condition::STUMBLING) {
        to_roll(tally, reason::STUMBLING);
    }
}

/// Modifiers to the attack roll (3.6.1): different conditions add up, the same one counts once.
pub fn to_hit(e: &Encounter, blow: &Blow) -> Tally {
    let mut tally = Tally::new();
    let (Ok(d20), Ok(c)) = (e.d20(blow.who), e.who(blow.who)) else { return tally };
    tally.add(Reason::ATTACK_BONUS, d20.figures.attack_bonus);
    add_ability(&mut tally, e, blow, d20);
    tally.add(Reason::WEAPON, blow.line.bonus);
    tally.add(reason::ENGINE, blow.line.to_hit);
    if blow.shoots {
        add_range(&mut tally, e, blow);
        tally.add(Reason::FOLK, figures::folk(&d20.block).map_or(0, |row| row.missiles));
    }
    add_style(&mut tally, blow.style);
    add_position(&mut tally, e, blow);
    if blow.is_flat() && !blow.is_sneak_attack(e) {
        to_roll(&mut tally, reason::FLAT);
    }
    add_own_state(&mut tally, c);
    tally.add(Reason::COVER, cover(e, blow.facts));
    custom::add(&mut tally, c, Stat::ToHit);
    tally.add(Reason::REFEREE, blow.facts.modifier().unwrap_or(0));
    tally
}

/// Adds Strength in melee, Dexterity for missiles, the better of both to grab.
fn add_ability(tally: &mut Tally, e: &Encounter, blow: &Blow, d20: &D20) {
    match (blow.style, blow.shoots) {
        (Style::Grab, _) => tally.add(reason::MIGHT, figures::might(e, blow.who)),
        (_, true) => tally.add(Reason::DEXTERITY, figures::modifier(d20, Ability::Dex)),
        (_, false) => tally.add(Reason::STRENGTH, figures::modifier(d20, Ability::Str)),
    }
}

fn add_style(tally: &mut Tally, style: Style) {
    let reason = match style {
        Style::Charge => Reason::CHARGING,
        Style::Parting => Reason::PARTING_SHOT,
        Style::First => Reason::FIRST_WEAPON,
        Style::Second => Reason::SECOND_WEAPON,
        Style::Kick => reason::KICK,
        _ => return,
    };
    to_roll(tally, reason);
}

/// Adds the modifiers for attacks from behind, flanking and sneak attacks; none apply to a free attack.
fn add_position(tally: &mut Tally, e: &Encounter, blow: &Blow) {
    let facts = blow.facts;
    if matches!(blow.style, Style::Free(_)) {
        return;
    }
    if blow.is_sneak_attack(e) {
        if !blow.is_flat() {
            to_roll(tally, Reason::BACK_STAB);
        }
    } else if facts.has(&Fact::Behind) && blow.style != Style::Parting {
        to_roll(tally, Reason::BEHIND);
    }
    if facts.has(&Fact::Flanked) && !blow.shoots {
        to_roll(tally, Reason::FLANKED);
    }
}

fn add_own_state(tally: &mut Tally, c: &Combatant) {
    shaken(tally, c);
    for (condition, reason) in [(Condition::PRONE, Reason::PRONE), (Condition::BLIND, Reason::BLIND)] {
        if c.has(condition) {
            to_roll(tally, reason);
        }
    }
    stumbling(tally, c);
}

/// Adds the modifier of the range band; within five feet that of point blank (`countdown.missile.point-blank`), or of
/// an unaware target (`countdown.missile.unaware`).
fn add_range(tally: &mut Tally, e: &Encounter, blow: &Blow) {
    let feet = distance(e, blow.who, blow.facts, blow.target).unwrap_or(about().melee_distance + 1);
    if feet <= about().melee_distance && blow.facts.has(&Fact::Unaware) {
        to_roll(tally, reason::UNNOTICED);
        return;
    }
    if feet <= about().melee_distance {
        to_roll(tally, reason::POINT_BLANK);
        if !POINT_BLANK_SHORT.is_on(e) {
            return;
        }
    }
    match blow.line.band(feet) {
        Some(Band::Short) => to_roll(tally, Reason::SHORT_RANGE),
        Some(Band::Long) => to_roll(tally, Reason::LONG_RANGE),
        _ => {}
    }
}

/// Penalty for a partly hidden target (3.6.2, `countdown.attack.cover`).
fn cover(e: &Encounter, facts: &Facts) -> i32 {
    let hidden = facts.hidden().unwrap_or(0);
    let penalty = tables().cover.at(hidden).copied().unwrap_or(0);
    let twice = facts.has(&Fact::HardCover) && HARD_COVER.is_on(e);
    if twice { 2 * penalty } else { penalty }
}

/// Armour class against the attack, with its modifiers (3.6.1).
pub fn armour_against(e: &Encounter, blow: &Blow) -> Tally {
    let (Ok(d20), Ok(c)) = (e.d20(blow.target), e.who(blow.target)) else { return Tally::new() };
    let touched = d20.block.touch.filter(|_| blow.style == Style::Grab);
    let mut tally = figures::armour(c, touched.unwrap_or(d20.figures.ac));
    if c.has(Condition::PRONE) {
        let against = if blow.shoots { Range::Missile } else { Range::Melee };
        figures::to_armour(&mut tally, Reason::PRONE, against);
    }
    let own = c.has_toward(Condition::HELD, blow.who);
    if HELD_AC.is_on(e) && c.has(Condition::HELD) && !own {
        figures::to_armour(&mut tally, Reason::HELD, Range::Both);
    }
    let looms = e.d20(blow.who).is_ok_and(|foe| figures::size(&foe.block) >= Size::Large);
    if looms && !blow.shoots {
        tally.add(Reason::FOLK, figures::folk(&d20.block).map_or(0, |row| row.against_large));
    }
    tally
}
