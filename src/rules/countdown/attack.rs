//! One attack, from the die to what it brings.

use super::damage::{self, Doubling};
use super::options::{self, HARD_COVER, HELD_AC, POINT_BLANK_SHORT};
use super::state::{self, MELEE_FEET};
use super::tables::Tier;
use super::{checks, critical, figures, fumble, missile, movement, tables, weapon};
use crate::rules::combatant::{Combatant, Counter};
use crate::rules::command::{Act, Deed, Fact, Facts};
use crate::rules::d20::block::{Ability, Attack, Band, Class, D20, Size, Tag};
use crate::rules::d20::relations::engage;
use crate::rules::d20::roll::{D20Roll, Naturals};
use crate::rules::dice::Purpose;
use crate::rules::effect::Condition;
use crate::rules::encounter::Encounter;
use crate::rules::event::{Bearer, Event, Outcome, Spending, Stop, Told};
use crate::rules::ids::CombatantId;
use crate::rules::resolution::{Resolution, Timing};
use crate::rules::tally::{Reason, Tally};

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

/// What kind of attack it is, where that matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// As its own act.
    Plain,
    /// At the end of a charge.
    Charge,
    /// With a weapon set against a charge.
    Set,
    /// At a foe that closes in, with a longer weapon.
    Intercept,
    /// At a foe that turns its back: an interrupt.
    Parting,
    /// At a foe that blundered: an interrupt. `true`: it may lead to another.
    Free(bool),
    /// With the first of two weapons.
    First,
    /// With the second.
    Second,
    /// A missile that went astray.
    Stray,
    /// With the fist.
    Punch,
    /// With the foot.
    Kick,
    /// To take hold, or to take something away: no damage.
    Grab,
}

/// One attack: whose, with what, at whom.
#[derive(Debug, Clone, Copy)]
pub struct Blow<'a> {
    /// Whose.
    pub who: CombatantId,
    /// At whom.
    pub target: CombatantId,
    /// The position of the line.
    pub at: u8,
    /// The line.
    pub line: &'a Attack,
    /// It flies.
    pub shoots: bool,
    /// What kind.
    pub style: Style,
    /// What the referee says of it.
    pub facts: &'a Facts,
}

/// What came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Struck {
    /// It hit, to whatever avail.
    pub hit: bool,
    /// The attacker has lost its weapon.
    pub disarmed: bool,
}

impl Blow<'_> {
    /// Interrupts take hold at once, everything else with the number.
    pub fn timing(&self) -> Timing {
        match self.style {
            Style::Parting | Style::Free(_) => Timing::Now,
            _ => Timing::Together,
        }
    }

    /// A thief behind somebody who does not know it is there (`countdown.class.sneak-attack`); once
    /// for each opponent.
    pub fn is_sneak_attack(&self, e: &Encounter) -> bool {
        let thief = e.d20(self.who).is_ok_and(|d20| d20.block.class == Some(Class::Thief));
        let known = e.get(self.target).is_some_and(|c| {
            let by = |effect: &crate::rules::effect::Effect| {
                effect.condition == Condition::SneakedOn && effect.toward == Some(self.who)
            };
            c.effects.iter().any(by)
        });
        thief
            && !self.shoots
            && !known
            && self.facts.has(&Fact::Behind)
            && self.facts.has(&Fact::Unaware)
    }

    /// With the flat of a weapon (`countdown.special.nonlethal`).
    pub fn is_flat(&self) -> bool {
        self.facts.has(&Fact::Subdual) && !matches!(self.style, Style::Punch | Style::Kick)
    }

    /// Meant to spare life: the flat, fists and feet.
    pub fn spares(&self) -> bool {
        self.facts.has(&Fact::Subdual) || matches!(self.style, Style::Punch | Style::Kick)
    }

    /// Why its damage is doubled (`countdown.damage.double`).
    pub fn doublings(&self, e: &Encounter) -> Doubling {
        let sneaks = self.is_sneak_attack(e) && !self.is_flat();
        let runs = matches!(self.style, Style::Charge | Style::Set);
        Doubling(u8::from(sneaks) + u8::from(runs))
    }
}

/// The roll and everything that follows of it: critical hits and misses, damage, what else a hit
/// brings.
///
/// # Errors
/// [`Stop`]: an answer is missing.
pub fn strike(r: &mut Resolution, blow: &Blow) -> Result<Struck, Stop> {
    let sneaks = blow.is_sneak_attack(r.encounter());
    if let Some(rule) = told_of(blow.style) {
        r.emit(Event::Told(Told::Rule(rule.into())));
    }
    let (outcome, face) = roll(r, blow)?;
    let struck = match outcome {
        Outcome::Success | Outcome::Always => {
            let tier = critical::tier(r, blow, face)?;
            damage::deal(r, blow, tier)?;
            Struck { hit: true, disarmed: false }
        }
        // It never hits (`countdown.attack.material`), and nothing special comes of it.
        Outcome::Immune => Struck::default(),
        _ => Struck { hit: false, disarmed: miss(r, blow, face)? },
    };
    if sneaks {
        let mark = r.effect(Condition::SneakedOn, None);
        let mark = crate::rules::effect::Effect { toward: Some(blow.who), ..mark };
        r.afflict(blow.target, mark);
    }
    Ok(struck)
}

/// The rule that brings a blow nobody ordered as an act.
fn told_of(style: Style) -> Option<&'static str> {
    Some(match style {
        Style::Parting => "countdown.movement.parting-shot",
        Style::Intercept => "countdown.initiative.reach-intercept",
        Style::Set => "countdown.special.set-weapon",
        Style::Free(_) => "countdown.fumble.sloppy",
        Style::Stray => "countdown.missile.into-melee",
        _ => return None,
    })
}

/// A miss: on a natural 1 something goes wrong (`countdown.attack.natural-1`). Whether the weapon was
/// lost.
///
/// # Errors
/// As [`strike`].
pub fn miss(r: &mut Resolution, blow: &Blow, face: i32) -> Result<bool, Stop> {
    if face == 1 && blow.style != Style::Stray { fumble::fumble(r, blow) } else { Ok(false) }
}

/// The roll to hit, recorded (`countdown.attack.roll`): what came of it, and the face.
///
/// # Errors
/// [`Stop::Roll`]: the die is missing.
pub fn roll(r: &mut Resolution, blow: &Blow) -> Result<(Outcome, i32), Stop> {
    note(r, blow.target);
    movement::exert(r, blow.who);
    let mut rolled = aim(r.encounter(), blow).roll(r)?;
    if rolled.outcome.succeeded() && is_immune(r.encounter(), blow) {
        rolled.outcome = Outcome::Immune;
    }
    let (outcome, face) = (rolled.outcome, rolled.dice.unwrap_or(0));
    r.emit(Event::Rolled(Box::new(rolled)));
    Ok((outcome, face))
}

/// A roll at somebody who may be casting is remembered (`countdown.spell.disruption`).
fn note(r: &mut Resolution, target: CombatantId) {
    let e = r.encounter();
    if !super::spell::is_exposed(e, target) {
        return;
    }
    let times = e.get(target).map_or(0, |c| c.count(Counter::Attacked)) + 1;
    r.emit(Event::Counted(Bearer::One(target), Counter::Attacked, times));
}

/// Hurt only by silver or magic, and this is neither (`countdown.attack.material`).
pub fn is_immune(e: &Encounter, blow: &Blow) -> bool {
    let immune = e.d20(blow.target).ok().and_then(|d20| d20.block.immune.as_ref());
    // Holy water does to the undead what silver does.
    let hallowed = blow.line.has(Tag::Holy) && state::is_undead(e, blow.target);
    blow.style != Style::Grab && !hallowed && immune.is_some_and(|immune| immune.wards_off(blow.line))
}

/// The roll with all its terms.
pub fn aim(e: &Encounter, blow: &Blow) -> D20Roll {
    let armour = armour_against(e, blow);
    let purpose = match blow.style {
        Style::Grab => Purpose::Grab,
        _ => Purpose::Attack(blow.at),
    };
    D20Roll {
        purpose,
        who: blow.who,
        against: Some(blow.target),
        tally: modifiers(e, blow),
        need: armour.total(),
        needing: armour,
        naturals: Naturals::Decide,
        marks: &[2, 20],
    }
}

/// What is added to the roll (3.6.1): different conditions add up, the same one counts once.
pub fn modifiers(e: &Encounter, blow: &Blow) -> Tally {
    let mut tally = Tally::new();
    let (Ok(d20), Ok(c)) = (e.d20(blow.who), e.who(blow.who)) else { return tally };
    tally.add(Reason::AttackBonus, d20.figures.attack_bonus);
    add_ability(&mut tally, e, blow, d20);
    tally.add(Reason::Weapon, blow.line.bonus);
    tally.add(Reason::Engine, blow.line.to_hit);
    if blow.shoots {
        add_range(&mut tally, e, blow);
        tally.add(Reason::Folk, figures::folk(&d20.block).map_or(0, |row| row.missiles));
    }
    add_style(&mut tally, blow.style);
    add_position(&mut tally, e, blow);
    if blow.is_flat() && !blow.is_sneak_attack(e) {
        tally.add(Reason::Flat, FLAT);
    }
    add_own_state(&mut tally, c);
    tally.add(Reason::Cover, cover(e, blow.facts));
    tally.add(Reason::Referee, blow.facts.modifier().unwrap_or(0));
    tally
}

/// Strength for a blow, Dexterity for what flies, the better of both to take hold.
fn add_ability(tally: &mut Tally, e: &Encounter, blow: &Blow, d20: &D20) {
    match (blow.style, blow.shoots) {
        (Style::Grab, _) => tally.add(Reason::Might, checks::might(e, blow.who)),
        (_, true) => tally.add(Reason::Dexterity, figures::modifier(d20, Ability::Dex)),
        (_, false) => tally.add(Reason::Strength, figures::modifier(d20, Ability::Str)),
    }
}

fn add_style(tally: &mut Tally, style: Style) {
    match style {
        Style::Charge => tally.add(Reason::Charging, CHARGE),
        Style::Parting => tally.add(Reason::PartingShot, PARTING),
        Style::First => tally.add(Reason::FirstWeapon, TWO_WEAPONS[0]),
        Style::Second => tally.add(Reason::SecondWeapon, TWO_WEAPONS[1]),
        Style::Kick => tally.add(Reason::Kick, KICK),
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
            tally.add(Reason::BackStab, SNEAK);
        }
    } else if facts.has(&Fact::Behind) && blow.style != Style::Parting {
        tally.add(Reason::Behind, BEHIND);
    }
    if facts.has(&Fact::Flanked) && !blow.shoots {
        tally.add(Reason::Flanked, FLANKING);
    }
}

fn add_own_state(tally: &mut Tally, c: &Combatant) {
    for (condition, reason, value) in [
        (Condition::Shaken, Reason::Shaken, checks::SHAKEN),
        (Condition::Prone, Reason::Prone, PRONE),
        (Condition::Blind, Reason::Blind, BLIND),
        (Condition::Stumbling, Reason::Stumbling, checks::STUMBLING),
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
        tally.add(Reason::Unnoticed, UNNOTICED);
        return;
    }
    if feet <= MELEE_FEET {
        tally.add(Reason::PointBlank, POINT_BLANK);
        if !options::on(e, POINT_BLANK_SHORT) {
            return;
        }
    }
    match blow.line.band(feet) {
        Some(Band::Short) => tally.add(Reason::ShortRange, SHORT),
        Some(Band::Long) => tally.add(Reason::LongRange, LONG),
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

/// The feet between attacker and target: at hand in melee, as the referee says, else as known.
pub fn distance(e: &Encounter, who: CombatantId, facts: &Facts, target: CombatantId) -> Option<i32> {
    if e.engaged(who, target) {
        return Some(MELEE_FEET);
    }
    facts.distance().or_else(|| e.distance(who, target))
}

/// The armour class it meets, with what changes it (3.6.1).
pub fn armour_against(e: &Encounter, blow: &Blow) -> Tally {
    let (Ok(d20), Ok(c)) = (e.d20(blow.target), e.who(blow.target)) else { return Tally::new() };
    let touched = d20.block.touch.filter(|_| blow.style == Style::Grab);
    let mut tally = armour(c, touched.unwrap_or(d20.figures.ac));
    if c.has(Condition::Prone) {
        tally.add(Reason::Prone, if blow.shoots { -PRONE } else { PRONE });
    }
    if options::on(e, HELD_AC) && state::holder_of(c).is_some_and(|holder| holder != blow.who) {
        tally.add(Reason::Held, HELD);
    }
    let looms = e.d20(blow.who).is_ok_and(|foe| figures::size(&foe.block) == Size::Large);
    if looms && !blow.shoots {
        tally.add(Reason::Folk, figures::folk(&d20.block).map_or(0, |row| row.against_large));
    }
    tally
}

/// The armour class whoever attacks it, with what its own state does to it.
pub fn armour(c: &Combatant, whole: i32) -> Tally {
    let mut tally = Tally::new().with(Reason::Base, whole);
    for (condition, reason, value) in [
        (Condition::Dodging, Reason::Dodging, DODGE_AC),
        (Condition::Charging, Reason::Charging, CHARGE_AC),
        (Condition::Blind, Reason::Blind, BLIND),
    ] {
        if c.has(condition) {
            tally.add(reason, value);
        }
    }
    tally
}

/// An act of striking or shooting with one line.
///
/// # Errors
/// As [`strike`].
pub fn attack(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let (Some(target), Some(at)) = (act.target(), act.with) else { return Ok(()) };
    let d20 = r.encounter().d20(act.who)?.clone();
    let Some(line) = state::line(&d20, at) else { return Ok(()) };
    let shoots = act.deed == Deed::Shoot;
    let style = Style::Plain;
    let blow = Blow { who: act.who, target, at, line, shoots, style, facts: &act.facts };
    spend(r, act.who, at);
    weapon::use_up(r, act.who, at, line, shoots);
    if !shoots {
        close_in(r, act, line, target);
        return strike(r, &blow).map(|_| ());
    }
    note_distance(r, act, target);
    if line.has(Tag::Grenade) {
        return super::grenade::throw(r, &blow);
    }
    let struck = strike(r, &blow)?;
    if struck.hit {
        return Ok(());
    }
    missile::lose(r, &blow);
    missile::astray(r, &blow, struck.disarmed)
}

/// One line of the routine; for a character, and at the end of a routine, that is the action.
pub fn spend(r: &mut Resolution, who: CombatantId, at: u8) {
    r.emit(Event::Spent(who, Spending::Attack(at)));
    let e = r.encounter();
    if e.get(who).is_some_and(|c| !state::in_routine(e, c)) {
        r.emit(Event::Spent(who, Spending::Action));
    }
}

/// A blow brings both into melee, but for one with a long weapon from farther off
/// (`countdown.movement.engagement`).
fn close_in(r: &mut Resolution, act: &Act, line: &Attack, target: CombatantId) {
    let feet = distance(r.encounter(), act.who, &act.facts, target).unwrap_or(MELEE_FEET);
    let from_afar = line.has(Tag::Reach) && feet > MELEE_FEET;
    if !from_afar {
        engage(r, act.who, target, Timing::Now);
    }
}

/// A shot makes the distance known.
fn note_distance(r: &mut Resolution, act: &Act, target: CombatantId) {
    if let Some(feet) = act.facts.distance()
        && !r.encounter().engaged(act.who, target)
        && r.encounter().distance(act.who, target) != Some(feet)
    {
        r.emit(Event::Apart(act.who, target, Some(feet)));
    }
}

/// Two weapons, each with its own roll: the first wholly, then the second
/// (`countdown.attack.two-weapon`).
///
/// # Errors
/// As [`strike`].
pub fn two_weapons(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let e = r.encounter();
    let d20 = e.d20(act.who)?.clone();
    let Some((first, second)) = super::check::hands(e, e.who(act.who)?, act) else { return Ok(()) };
    r.emit(Event::Spent(act.who, Spending::Action));
    let hands = [(first, Style::First), (second, Style::Second)];
    for ((at, style), target) in hands.into_iter().zip(targets(act)) {
        let Some(line) = state::line(&d20, at) else { continue };
        let able = r
            .encounter()
            .get(act.who)
            .is_some_and(|c| state::may_attack(r.encounter(), c) && weapon::is_ready(c, at));
        if able {
            close_in(r, act, line, target);
            let blow = Blow { who: act.who, target, at, line, shoots: false, style, facts: &act.facts };
            strike(r, &blow)?;
        }
    }
    Ok(())
}

/// At whom the first and the second go: the same, unless two are named.
fn targets(act: &Act) -> [CombatantId; 2] {
    let first = act.at.first().copied().unwrap_or(act.who);
    [first, act.at.get(1).copied().unwrap_or(first)]
}

/// A punch or a kick (`countdown.special.punch`, `countdown.special.kick`).
///
/// # Errors
/// As [`strike`].
pub fn brawl(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(target) = act.target() else { return Ok(()) };
    r.emit(Event::Spent(act.who, Spending::Action));
    engage(r, act.who, target, Timing::Now);
    let (at, line, style) = match act.deed {
        Deed::Kick => (damage::FOOT, damage::foot(), Style::Kick),
        _ => (damage::FIST, damage::fist(), Style::Punch),
    };
    let blow = Blow { who: act.who, target, at, line: &line, shoots: false, style, facts: &act.facts };
    let struck = strike(r, &blow)?;
    if !struck.hit && damage::hurts_on_trying(r.encounter(), act.who, target) {
        return damage::deal(r, &blow, Tier::Regular);
    }
    Ok(())
}
