//! Damage of a hit: the dice, rolled once or twice, the modifiers, and the target (section 3.12).

use super::asset::tables;
use super::blow::{Blow, Hit, dice};
use super::options::{REROLL_ONES, RerollOnes, STARRED_DICE, StarredDice};
use super::tables::Critical;
use super::{figures, flask, harm, reason, tag, talent};
use crate::rules::d20::blow;
use crate::rules::model::block::d20::{Ability, Range, Tag};
use crate::rules::model::dice::{Answer, ChoiceRequest, Pick, Question, Roll};
use crate::rules::ruleset::prelude::*;

/// Difference in faces between a die and the next larger one.
const DIE_STEP: u16 = 2;

/// Deals the damage, and starts any that follows later.
pub fn deal(r: &mut Resolution, blow: &Blow, hit: Hit, chart: Option<Critical>) -> Result<(), Stop> {
    let Some(dice) = dice(blow.line) else { return Ok(()) };
    let dice = as_held(r, blow, dice)?;
    let tally = amount(r, blow, dice, hit, chart)?;
    harm::harm(r, blow.target, tally, Source::Attack(blow.who))?;
    flask::burn_again(r, blow, dice);
    Ok(())
}

/// Returns the dice of a starred weapon, one size larger in two hands if the option says so
/// (`house.option.starred-dice`, A34).
fn as_held(r: &mut Resolution, blow: &Blow, dice: DiceExpr) -> Result<DiceExpr, Stop> {
    if !(blow.line.has(tag::STARRED) && blow.line.has(Tag::TWO_HANDED)) {
        return Ok(dice);
    }
    let larger = DiceExpr { sides: dice.sides.saturating_add(DIE_STEP), ..dice };
    match STARRED_DICE.of(r.encounter()) {
        StarredDice::OneStepUp => Ok(larger),
        StarredDice::Prompt => {
            let picks = [dice, larger].map(|dice| Pick::Named(dice.to_string().into())).to_vec();
            let ask = ChoiceRequest::one(Question::WeaponDice, picks);
            let larger_one = r.choose(ChoiceRequest { who: Some(blow.who), ..ask })? == Answer::One(1);
            Ok(if larger_one { larger } else { dice })
        }
        StarredDice::Plain => Ok(dice),
    }
}

/// Rolls the dice, twice on a critical hit, and adds the modifiers once; at least 1 (`house.critical.double-dice`,
/// `house.damage.minimum`).
fn amount(
    r: &mut Resolution,
    blow: &Blow,
    dice: DiceExpr,
    hit: Hit,
    chart: Option<Critical>,
) -> Result<Tally, Stop> {
    let added = added(r, blow, dice);
    let most = blow.line.is_untrained().then(|| figures::hit_die(blow.d20)).flatten();
    let mut tally = Tally::new();
    for throw in throws(r, blow, dice, &added, hit, chart)? {
        tally.add(throw.of, throw.shown);
        tally.add(reason::ROLLED_AGAIN, throw.gained);
        if let Some(most) = most {
            tally.add(reason::CAPPED, (most - throw.shown - throw.gained).min(0));
        }
    }
    tally.append(&added);
    if blow.is_back_stab() {
        let whole = tally.total();
        blow::double(&mut tally, whole, 1, false);
    }
    blow::at_least(&mut tally, 1);
    Ok(tally)
}

/// One roll of a weapon's dice. Each roll of a nonproficient attacker is capped at the Hit Die of its class
/// (`house.attack.nonproficient`, A13).
struct Throw {
    of: Reason,
    shown: i32,
    /// How many dice show 1, if that matters.
    ones: u8,
    /// Gain from rerolled ones.
    gained: i32,
}

/// Rolls the dice once, twice on a critical hit, then rerolls ones; without a roll, takes the maximum
/// (`house.attack.helpless`).
fn throws(
    r: &mut Resolution,
    blow: &Blow,
    dice: DiceExpr,
    added: &Tally,
    hit: Hit,
    chart: Option<Critical>,
) -> Result<Vec<Throw>, Stop> {
    let mut throws = Vec::new();
    let first = if hit.certain { Reason::MAXIMUM } else { Reason::DICE };
    for of in [first, Reason::CRITICAL].into_iter().take(if hit.critical { 2 } else { 1 }) {
        let (shown, ones) = match chart {
            _ if hit.certain => (i32::from(dice.count) * i32::from(dice.sides), 0),
            Some(Critical::Savage) if dice.count > 0 => faces(r, blow, dice.count, dice.sides)?,
            _ => (blow::dice(r, blow.who, blow.target, blow.at, dice, added)?, 0),
        };
        throws.push(Throw { of, shown, ones, gained: 0 });
    }
    for throw in &mut throws {
        throw.gained = reroll(r, blow, dice.sides, throw.ones)?;
    }
    Ok(throws)
}

/// Rolls dice whose single faces matter; returns their sum and how many show 1.
fn faces(r: &mut Resolution, blow: &Blow, count: u8, sides: u16) -> Result<(i32, u8), Stop> {
    let ask = RollRequest { each: true, ..RollRequest::new(Purpose::Damage(blow.at), count, sides) };
    Ok(match r.roll(ask.by(blow.who).against(blow.target))? {
        Roll::Total(face) => (face, u8::from(face == 1)),
        Roll::Faces(faces) => {
            let ones = faces.iter().filter(|face| **face == 1).count();
            (faces.iter().map(|face| i32::from(*face)).sum(), u8::try_from(ones).unwrap_or(count))
        }
    })
}

/// Limit on rerolls, so that dice that always show 1 end.
const MOST_THROWS: usize = 100;

/// Rerolls dice that showed 1 until none does, or with the option once; returns the gain (`house.critical.savage`,
/// A21).
fn reroll(r: &mut Resolution, blow: &Blow, sides: u16, mut ones: u8) -> Result<i32, Stop> {
    let once = REROLL_ONES.is(r.encounter(), RerollOnes::Once);
    let most = if once { 1 } else { MOST_THROWS };
    let mut gained = 0;
    for _ in 0..most {
        if ones == 0 {
            break;
        }
        let (shown, again) = faces(r, blow, ones, sides)?;
        gained += shown - i32::from(ones);
        ones = again;
    }
    Ok(gained)
}

/// Modifiers to the damage, added once however often the dice are rolled (`house.damage.roll`, `house.melee.strength`).
fn added(r: &Resolution, blow: &Blow, dice: DiceExpr) -> Tally {
    let e = r.encounter();
    let strikes = blow.range == Range::Melee;
    let strength = if strikes { figures::modifier(blow.d20, Ability::Str) } else { 0 };
    let mut own = Tally::new();
    talent::add_damage(&mut own, e, blow);
    if e.has(blow.who, Condition::EXHAUSTED) {
        own.add(Reason::EXHAUSTED, tables().on_roll(&Reason::EXHAUSTED));
    }
    blow::added(e.get(blow.who), blow.line, dice, strength, &own)
}
