//! Damage of a hit: dice, modifiers, multipliers, deductions and the split between the pools (`zero.damage.roll`).

use super::asset::tables;
use super::blow::{Blow, Hit, Manner};
use super::critical::{self, Critical};
use super::options::{MULTIPLIER_STACK, MultiplierStack, UNARMED_SPLIT, UnarmedSplit};
use super::{ability, attribute, counter, disruption, facing, figures, harm, mass, reason, tag};
use crate::rules::d20::blow;
use crate::rules::d20::mount;
use crate::rules::model::block::d20::{Attack, Tag};
use crate::rules::ruleset::prelude::*;

/// Factor of a charge, and of a weapon set against one (`zero.special.charge`, `zero.special.set-spear`).
const DOUBLE: i32 = 2;
/// Lethal points of every second subdual hit (`zero.damage.unarmed`).
const BRAWL: i32 = 1;
/// The same for a strong brawler.
const STRONG_BRAWL: i32 = 2;
/// The lowest STR score of a strong brawler.
const STRONG: i32 = 16;

/// Which pool the damage goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Intent {
    Kill,
    Subdue,
    Pull,
}

fn intent(blow: &Blow) -> Intent {
    match blow.facts {
        facts if facts.has(&Fact::Pulled) => Intent::Pull,
        facts if facts.has(&Fact::Subdual) || blow.line.has(Tag::UNARMED) => Intent::Subdue,
        _ => Intent::Kill,
    }
}

/// Whether the damage is wholly lethal.
pub fn kills(blow: &Blow) -> bool {
    intent(blow) == Intent::Kill
}

/// Returns the dice of the weapon as used; `None` if a hit deals no damage of its own.
fn dice(e: &Encounter, blow: &Blow) -> Option<DiceExpr> {
    let charges = !blow.line.is_untrained() && is_lance_charge(e, blow);
    if charges { Some(lance(e, blow)) } else { usual(blow.line) }
}

/// Returns the dice of a weapon, without regard to how it is used.
pub fn usual(line: &Attack) -> Option<DiceExpr> {
    match line.is_untrained() {
        true => Some(figures::untrained_dice(line)),
        false => blow::listed(line, figures::weapon, tables().any_weapon),
    }
}

fn is_lance_charge(e: &Encounter, blow: &Blow) -> bool {
    let rides = e.get(blow.who).is_some_and(|c| mount::rides(e, c));
    blow.charges() && blow.line.has(tag::LANCE) && rides
}

/// Returns the dice of a lance charge: more against big targets if the mount charges too (`zero.special.lance`, R63).
fn lance(e: &Encounter, blow: &Blow) -> DiceExpr {
    let (at_men, at_big) = tables().lance;
    let mount_charges = figures::flag(blow.d20, attribute::MOUNT_CHARGES) != Some(false);
    if figures::is_big(e, blow.target) && mount_charges { at_big } else { at_men }
}

/// Doubles the dice of a subdual attack from behind or by surprise (`zero.damage.surprise-subdue`).
fn with_surprise(e: &Encounter, blow: &Blow, dice: DiceExpr) -> DiceExpr {
    let doubled = !kills(blow) && facing::rear(e, blow).is_some();
    if doubled { DiceExpr { count: dice.count.saturating_mul(2), ..dice } } else { dice }
}

/// Deals the damage of a hit.
pub fn deal(r: &mut Resolution, blow: &Blow, hit: Hit) -> Result<(), Stop> {
    let mut tally = match dice(r.encounter(), blow) {
        None => match special_dice(r, blow, hit)? {
            0 => return Ok(()),
            extra => {
                let short = hit.beyond().min(extra);
                Tally::new().with(reason::SPECIAL, extra).with(reason::BEYOND20, -short)
            }
        },
        Some(_) if mass::men(blow.d20).is_some() => mass::amount(r, blow, hit)?,
        Some(dice) => {
            let dice = with_surprise(r.encounter(), blow, dice);
            amount(r, blow, dice, hit)?
        }
    };
    let all = tally.total();
    let lethal = lethal_part(r, blow, all);
    tally.add(reason::SPARED, lethal - all);
    disruption::hurt(r, blow.target, Some(blow.who), all);
    let source = match intent(blow) {
        Intent::Kill => Source::Attack(blow.who),
        Intent::Subdue | Intent::Pull => Source::Sparing(blow.who),
    };
    harm::harm(r, blow.target, tally, all - lethal, source, blow.timing())
}

/// Returns twice the average damage of a plain hit, at least 2.
pub fn twice_average(e: &Encounter, blow: &Blow) -> i32 {
    let Some(dice) = dice(e, blow) else { return 0 };
    let added = added(e, blow, dice).total();
    let thrown = i32::from(dice.count) * (i32::from(dice.sides) + 1);
    thrown.saturating_add(added.saturating_mul(2)).max(2)
}

/// Returns the modifiers to the dice.
fn added(e: &Encounter, blow: &Blow, dice: DiceExpr) -> Tally {
    let (reason, bonus) = ability::to_damage(e, blow);
    blow::added(e.get(blow.who), blow.line, dice, 0, &Tally::new().with(reason, bonus))
}

/// Steps 1 to 6: rolls and computes dice, modifiers, minimum, multipliers, beyond-20 deduction, fitness.
fn amount(r: &mut Resolution, blow: &Blow, dice: DiceExpr, hit: Hit) -> Result<Tally, Stop> {
    let added = added(r.encounter(), blow, dice);
    let thrown = blow::dice(r, blow.who, blow.target, blow.at, dice, &added)?;
    let extra = special_dice(r, blow, hit)?;
    let critical = critical::of(r, blow, hit)?;
    let mut tally = Tally::new().with(Reason::DICE, thrown);
    if critical.is_some_and(|critical| critical.most) {
        tally.add(Reason::CRITICAL, i32::from(dice.count) * i32::from(dice.sides));
    }
    tally.append(&added);
    blow::at_least(&mut tally, 1);
    multiply(r.encounter(), blow, critical, &mut tally);
    tally.add(reason::SPECIAL, extra);
    tally.add(reason::BEYOND20, -hit.beyond().min(tally.total()));
    let all = tally.total();
    // Half is at least 1, unless the damage was 0 (`zero.melee.weapon-fitness`).
    tally.add(reason::UNSUITED, blow.share.of(all, (all / 2).max(all.min(1))) - all);
    if let Some(most) = mass::one_man(r.encounter(), blow.target) {
        tally.add(reason::ONE_MAN, -tally.total().saturating_sub(most).max(0));
    }
    Ok(tally)
}

/// Returns the multipliers with their reasons (`zero.damage.multipliers`).
fn factors(e: &Encounter, blow: &Blow, critical: Option<Critical>) -> Vec<(Reason, i32)> {
    let manner = match blow.manner {
        Manner::Charge(_) if is_lance_charge(e, blow) => Some((reason::LANCE, DOUBLE)),
        Manner::Charge(_) if figures::is_horn(blow.d20, blow.line) => Some((reason::HORNS, DOUBLE)),
        Manner::Charge(_) => Some((Reason::CHARGING, DOUBLE)),
        Manner::Set(_) => Some((reason::SET_WEAPON, DOUBLE)),
        _ => None,
    };
    let stab = facing::is_back_stab(e, blow).then(|| (Reason::BACK_STAB, figures::back_stab(blow.d20)));
    let critical = critical.map(|critical| (Reason::CRITICAL, critical.times));
    manner.into_iter().chain(stab).chain(critical).collect()
}

/// Multiplies the total so far; the multipliers add up, or multiply each other under the option (R19).
fn multiply(e: &Encounter, blow: &Blow, critical: Option<Critical>, tally: &mut Tally) {
    let once = tally.total();
    let each_other = MULTIPLIER_STACK.is(e, MultiplierStack::Multiplicative);
    for (reason, factor) in factors(e, blow, critical) {
        let of = if each_other { tally.total() } else { once };
        tally.add(reason, of.saturating_mul(factor - 1));
    }
}

/// Rolls the extra dice of a special attack, which are never multiplied (`zero.attack.special-on-natural`).
fn special_dice(r: &mut Resolution, blow: &Blow, hit: Hit) -> Result<i32, Stop> {
    let special = blow.special(hit).filter(|_| !mass::is_massed(r.encounter(), blow));
    match special.and_then(|special| special.damage) {
        Some(dice) => r.amount(Purpose::Effect, Some(blow.who), dice),
        None => Ok(0),
    }
}

/// Step 7: returns the lethal part (`zero.damage.unarmed`, `zero.damage.subdue`, `zero.damage.pull-punch`).
fn lethal_part(r: &mut Resolution, blow: &Blow, all: i32) -> i32 {
    match intent(blow) {
        _ if mass::is_massed(r.encounter(), blow) => all,
        Intent::Kill => all,
        Intent::Pull => 0,
        Intent::Subdue => lethal_share(r, blow, all),
    }
}

/// Returns the lethal part of a subdual hit: a point or two of every second one, counted per brawler; half of each
/// under the option (R21).
fn lethal_share(r: &mut Resolution, blow: &Blow, all: i32) -> i32 {
    if UNARMED_SPLIT.is(r.encounter(), UnarmedSplit::HalfPoints) {
        return all / 2;
    }
    let rolls =
        r.encounter().get(blow.who).map_or(0, |c| c.count(counter::SUBDUAL_ROLLS)).saturating_add(1);
    r.count(blow.who, counter::SUBDUAL_ROLLS, rolls);
    let share = if ability::strength_score(blow.d20) >= STRONG { STRONG_BRAWL } else { BRAWL };
    if rolls % 2 == 0 { share.min(all) } else { 0 }
}
