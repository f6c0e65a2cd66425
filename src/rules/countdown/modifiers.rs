//! Everything that changes a roll to hit or the armour class it meets (3.6.1).

use super::attack::{Blow, Style, distance};
use super::condition;
use super::options::{self, HARD_COVER, HELD_AC, POINT_BLANK_SHORT};
use super::reason;
use super::state::MELEE_FEET;
use super::{checks, figures, grapple, tables};
use crate::rules::model::block::d20::{Ability, Band, D20, Size};
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Fact, Facts};
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::tally::{Reason, Tally};

/// A charge (`countdown.special.charge`).
const CHARGE: i32 = 2;
/// At a foe that turns its back (`countdown.movement.parting-shot`).
const PARTING: i32 = 2;
/// From behind (`countdown.attack.from-behind`).
const BEHIND: i32 = 2;
/// With an ally on the other side (`countdown.attack.flanking`).
const FLANKING: i32 = 1;
/// A thief from behind, unnoticed (`countdown.class.sneak-attack`).
const SNEAK: i32 = 4;
/// The first of two weapons, and the second (`countdown.attack.two-weapon`).
const TWO_WEAPONS: [i32; 2] = [-2, -5];
/// With the flat of the blade (`countdown.special.nonlethal`).
const FLAT: i32 = -4;
/// A kick (`countdown.special.kick`).
const KICK: i32 = -2;
/// On the ground: its own blows; and what blows and missiles at it gain and lose.
const PRONE: i32 = -4;
/// Blind: its own blows, and its armour class (`countdown.condition.blinded`).
const BLIND: i32 = -4;
/// A dodge (`countdown.special.dodge`), and a charge, to armour class.
const DODGE_AC: i32 = 2;
const CHARGE_AC: i32 = -2;
/// Held, with the option (`countdown.option.held-ac`).
const HELD: i32 = -4;
/// Ranges (`countdown.missile.range`) and point blank (`countdown.missile.point-blank`).
const SHORT: i32 = 1;
const LONG: i32 = -2;
const POINT_BLANK: i32 = -5;
/// At somebody at hand who does not notice (`countdown.missile.unaware`).
const UNNOTICED: i32 = 1;

/// What is added to the roll (3.6.1): different conditions add up, the same one counts once.
pub fn to_hit(e: &Encounter, blow: &Blow) -> Tally {
    let mut tally = Tally::new();
    let (Ok(d20), Ok(c)) = (e.d20(blow.who), e.who(blow.who)) else { return tally };
    tally.add(Reason::ATTACK_BONUS, d20.figures.attack_bonus);
    add_ability(&mut tally, e, blow, d20);
    tally.add(Reason::WEAPON, blow.line.bonus);
    tally.add(reason::ENGINE, blow.line.to_hit);
    if blow.shoots {
        add_range(&mut tally, e, blow);
        tally.add(reason::FOLK, figures::folk(&d20.block).map_or(0, |row| row.missiles));
    }
    add_style(&mut tally, blow.style);
    add_position(&mut tally, e, blow);
    if blow.is_flat() && !blow.is_sneak_attack(e) {
        tally.add(reason::FLAT, FLAT);
    }
    add_own_state(&mut tally, c);
    tally.add(Reason::COVER, cover(e, blow.facts));
    custom::add(&mut tally, c, Stat::ToHit);
    tally.add(Reason::REFEREE, blow.facts.modifier().unwrap_or(0));
    tally
}

/// Strength for a blow, Dexterity for what flies, the better of both to take hold.
fn add_ability(tally: &mut Tally, e: &Encounter, blow: &Blow, d20: &D20) {
    match (blow.style, blow.shoots) {
        (Style::Grab, _) => tally.add(reason::MIGHT, checks::might(e, blow.who)),
        (_, true) => tally.add(Reason::DEXTERITY, figures::modifier(d20, Ability::Dex)),
        (_, false) => tally.add(Reason::STRENGTH, figures::modifier(d20, Ability::Str)),
    }
}

fn add_style(tally: &mut Tally, style: Style) {
    match style {
        Style::Charge => tally.add(reason::CHARGING, CHARGE),
        Style::Parting => tally.add(reason::PARTING_SHOT, PARTING),
        Style::First => tally.add(reason::FIRST_WEAPON, TWO_WEAPONS[0]),
        Style::Second => tally.add(reason::SECOND_WEAPON, TWO_WEAPONS[1]),
        Style::Kick => tally.add(reason::KICK, KICK),
        _ => {}
    }
}

/// From behind, flanking, unseen: a free attack profits from none of it.
fn add_position(tally: &mut Tally, e: &Encounter, blow: &Blow) {
    let facts = blow.facts;
    if matches!(blow.style, Style::Free(_)) {
        return;
    }
    if blow.is_sneak_attack(e) {
        if !blow.is_flat() {
            tally.add(Reason::BACK_STAB, SNEAK);
        }
    } else if facts.has(&Fact::Behind) && blow.style != Style::Parting {
        tally.add(Reason::BEHIND, BEHIND);
    }
    if facts.has(&Fact::Flanked) && !blow.shoots {
        tally.add(Reason::FLANKED, FLANKING);
    }
}

fn add_own_state(tally: &mut Tally, c: &Combatant) {
    for (condition, reason, value) in [
        (condition::SHAKEN, reason::SHAKEN, checks::SHAKEN),
        (Condition::PRONE, reason::PRONE, PRONE),
        (Condition::BLIND, reason::BLIND, BLIND),
        (condition::STUMBLING, reason::STUMBLING, checks::STUMBLING),
    ] {
        if c.has(condition) {
            tally.add(reason, value);
        }
    }
}

/// Bands of the range; within five feet it is point blank (`countdown.missile.point-blank`), unless
/// the target notices nothing (`countdown.missile.unaware`).
fn add_range(tally: &mut Tally, e: &Encounter, blow: &Blow) {
    let feet = distance(e, blow.who, blow.facts, blow.target).unwrap_or(MELEE_FEET + 1);
    if feet <= MELEE_FEET && blow.facts.has(&Fact::Unaware) {
        tally.add(reason::UNNOTICED, UNNOTICED);
        return;
    }
    if feet <= MELEE_FEET {
        tally.add(reason::POINT_BLANK, POINT_BLANK);
        if !options::on(e, POINT_BLANK_SHORT) {
            return;
        }
    }
    match blow.line.band(feet) {
        Some(Band::Short) => tally.add(Reason::SHORT_RANGE, SHORT),
        Some(Band::Long) => tally.add(Reason::LONG_RANGE, LONG),
        _ => {}
    }
}

/// What hides part of the target costs (3.6.2, `countdown.attack.cover`).
fn cover(e: &Encounter, facts: &Facts) -> i32 {
    let hidden = facts.hidden().unwrap_or(0);
    let penalty = tables().cover.at(hidden).copied().unwrap_or(0);
    let twice = facts.has(&Fact::HardCover) && options::on(e, HARD_COVER);
    if twice { 2 * penalty } else { penalty }
}

/// The armour class it meets, with what changes it (3.6.1).
pub fn armour_against(e: &Encounter, blow: &Blow) -> Tally {
    let (Ok(d20), Ok(c)) = (e.d20(blow.target), e.who(blow.target)) else { return Tally::new() };
    let touched = d20.block.touch.filter(|_| blow.style == Style::Grab);
    let mut tally = armour(c, touched.unwrap_or(d20.figures.ac));
    if c.has(Condition::PRONE) {
        tally.add(reason::PRONE, if blow.shoots { -PRONE } else { PRONE });
    }
    let own = c.effects.iter().any(|effect| grapple::is_hold_of(effect, blow.who));
    if options::on(e, HELD_AC) && c.has(Condition::HELD) && !own {
        tally.add(Reason::HELD, HELD);
    }
    let looms = e.d20(blow.who).is_ok_and(|foe| figures::size(&foe.block) >= Size::Large);
    if looms && !blow.shoots {
        tally.add(reason::FOLK, figures::folk(&d20.block).map_or(0, |row| row.against_large));
    }
    tally
}

/// The armour class whoever attacks it, with what its own state does to it.
pub fn armour(c: &Combatant, whole: i32) -> Tally {
    let mut tally = Tally::new().with(Reason::BASE, whole);
    for (condition, reason, value) in [
        (condition::DODGING, reason::DODGING, DODGE_AC),
        (condition::CHARGING, reason::CHARGING, CHARGE_AC),
        (Condition::BLIND, reason::BLIND, BLIND),
    ] {
        if c.has(condition) {
            tally.add(reason, value);
        }
    }
    custom::add(&mut tally, c, Stat::Armour);
    tally
}
