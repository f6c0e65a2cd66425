//! Damage of a hit: dice and modifiers, doubling, halving, and riders.

use super::blow::{Blow, Style, dice};
use super::options::{
    BRAWL_ARMOUR, BrawlArmour, DOUBLE_COMPOUND, DOUBLE_MODE, DoubleMode, MINIMUM, STUMBLE_SCOPE,
    StumbleScope,
};
use super::tables::{Padding, Tier};
use super::{checks, critical, figures, harm, modifiers, state};
use crate::rules::d20::blow;
use crate::rules::model::block::d20::{Ability, Attack, Damage, Range, Rider, Save, Tag};
use crate::rules::model::event::Told;
use crate::rules::ruleset::prelude::*;

/// A punch (`countdown.special.punch`).
pub fn fist() -> Attack {
    limb("fist", DiceExpr::new(1, 3, 0))
}

/// A kick (`countdown.special.kick`).
pub fn foot() -> Attack {
    limb("foot", DiceExpr::new(1, 4, 0))
}

fn limb(name: &str, dice: DiceExpr) -> Attack {
    Attack {
        range: Some(Range::Melee),
        damage: Some(Damage::Dice(dice)),
        tags: vec![Tag::UNARMED],
        ..Attack::new(name)
    }
}

/// Deals the damage of a hit, and applies a critical condition and the riders.
pub fn deal(r: &mut Resolution, blow: &Blow, tier: Tier) -> Result<(), Stop> {
    if let Some(dice) = dice(blow.line) {
        let tally = amount(r, blow, dice, tier)?;
        let (victim, source) = whose(r.encounter(), blow);
        if victim == blow.who {
            r.tell(|| Told::row(victim, "countdown.special.brawl-armor", "strikes metal"));
        }
        harm::harm(r, victim, tally, source, blow.timing())?;
    }
    // The damage of an interrupt counts at once: the dead have nothing more to suffer and nothing to save against.
    if !r.encounter().get(blow.target).is_some_and(state::is_there) {
        return Ok(());
    }
    if tier == Tier::Condition {
        critical::condition(r, blow)?;
    }
    for rider in &blow.line.riders {
        bring(r, blow, rider)?;
    }
    Ok(())
}

/// Returns who takes the damage: an unarmed attacker that strikes metal hurts itself (`countdown.special.brawl-armor`).
fn whose(e: &Encounter, blow: &Blow) -> (CombatantId, Source) {
    let brawls = matches!(blow.style, Style::Punch | Style::Kick);
    if brawls && hurts_the_fist(e, blow.who, blow.target) {
        return (blow.who, Source::Sparing(blow.who));
    }
    let source = if blow.spares() { Source::Sparing(blow.who) } else { Source::Attack(blow.who) };
    (blow.target, source)
}

/// Whether an attacker without metal armour strikes a target in metal.
pub fn hurts_the_fist(e: &Encounter, who: CombatantId, target: CombatantId) -> bool {
    let padding = |id| e.d20(id).map(|d20| figures::body(&d20.block));
    let soft = padding(who).is_ok_and(|worn| worn != Padding::Metal);
    soft && padding(target).is_ok_and(|worn| worn == Padding::Metal)
}

/// Whether the attempt alone hurts the attacker (`countdown.option.brawl-armor-trigger`).
pub fn hurts_on_trying(e: &Encounter, who: CombatantId, target: CombatantId) -> bool {
    BRAWL_ARMOUR.is(e, BrawlArmour::OnAttempt) && hurts_the_fist(e, who, target)
}

/// Returns the damage with its terms, in the order of `countdown.damage.order`.
pub fn amount(r: &mut Resolution, blow: &Blow, dice: DiceExpr, tier: Tier) -> Result<Tally, Stop> {
    let added = added(r.encounter(), blow, dice);
    let most = i32::from(dice.count) * i32::from(dice.sides);
    let mut tally = match tier {
        Tier::Maximum => Tally::new().with(Reason::MAXIMUM, most),
        _ => {
            Tally::new().with(Reason::DICE, blow::dice(r, blow.who, blow.target, blow.at, dice, &added)?)
        }
    };
    if matches!(tier, Tier::Critical | Tier::Condition) {
        tally.add(Reason::CRITICAL, most);
    }
    let of_dice = tally.total();
    tally.append(&added);
    let e = r.encounter();
    at_least_one(e, &mut tally);
    double(e, blow, of_dice, &mut tally);
    if blow.is_flat() && !blow.is_sneak_attack(e) {
        let total = tally.total();
        tally.add(Reason::HALVED, total / 2 - total);
        at_least_one(e, &mut tally);
    }
    Ok(tally)
}

/// Raises the damage to at least 1 (`countdown.damage.minimum`), or to 0 with the option off.
fn at_least_one(e: &Encounter, tally: &mut Tally) {
    blow::at_least(tally, i32::from(MINIMUM.is_on(e)));
}

/// Doubles the whole damage or only the dice; two reasons double once, unless the option compounds them
/// (`countdown.damage.double`).
fn double(e: &Encounter, blow: &Blow, of_dice: i32, tally: &mut Tally) {
    let once = if DOUBLE_MODE.is(e, DoubleMode::DiceOnly) { of_dice } else { tally.total() };
    blow::double(tally, once, blow.doublings(e), DOUBLE_COMPOUND.is_on(e));
}

/// Modifiers to the dice.
fn added(e: &Encounter, blow: &Blow, dice: DiceExpr) -> Tally {
    let strength = e.d20(blow.who).map_or(0, |d20| figures::modifier(d20, Ability::Str));
    let strength = if with_strength(blow) { strength } else { 0 };
    let attacker = e.get(blow.who);
    let mut own = Tally::new();
    if let Some(c) = attacker.filter(|_| STUMBLE_SCOPE.is(e, StumbleScope::AttackAndDamage)) {
        modifiers::stumbling(&mut own, c);
    }
    blow::added(attacker, blow.line, dice, strength, &own)
}

/// Whether Strength applies: to melee and thrown weapons and slings, not to bows, crossbows and flasks
/// (`countdown.damage.strength`).
fn with_strength(blow: &Blow) -> bool {
    let thrown = blow.line.range == Some(Range::Both) || blow.line.has(Tag::SLING);
    !blow.line.has(Tag::GRENADE) && (!blow.shoots || thrown)
}

/// Applies a rider of a hit, such as poison or paralysis, if the save fails.
fn bring(r: &mut Resolution, blow: &Blow, rider: &Rider) -> Result<(), Stop> {
    // Anything saved against as death and poison counts as poison, whatever it inflicts.
    let against = match rider.save {
        Save::Death => checks::Against::Poison,
        _ => checks::Against::of(Some(rider.inflicts)),
    };
    if checks::save(r, blow.target, rider.save, rider.modifier, against)? {
        return Ok(());
    }
    harm::bring(r, blow.target, rider.into(), None, blow.timing())
}
