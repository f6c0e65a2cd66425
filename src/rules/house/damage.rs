//! What a hit deals: the dice, once or twice, what is added, and where it goes (section 3.12).

use super::blow::{Blow, Hit};
use super::options::{REROLL_ONES, STARRED_DICE};
use super::reason;
use super::tables::Critical;
use super::tag;
use super::{about, figures, flask, harm, tables, talent};
use crate::rules::d20::blow;
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::d20::{Ability, Damage, Range, Tag};
use crate::rules::model::dice::{
    Answer, ChoiceRequest, DiceExpr, Pick, Purpose, Question, Roll, RollRequest,
};
use crate::rules::model::event::{Source, Stop};
use crate::rules::model::tally::{Reason, Tally};

/// Faces between one size of die and the next.
const DIE_STEP: u16 = 2;

/// The dice of the weapon; `None`: a hit deals nothing by itself.
pub fn dice(blow: &Blow) -> Option<DiceExpr> {
    if blow.line.has(tag::BLOWGUN) {
        return None;
    }
    match &blow.line.damage {
        Some(Damage::Nothing) => None,
        Some(Damage::Dice(dice)) => Some(*dice),
        Some(Damage::Weapon(Some(name))) => {
            Some(figures::weapon(name).and_then(|row| row.damage).unwrap_or(tables().any_weapon))
        }
        _ => Some(tables().any_weapon),
    }
}

/// Damage, and what of it comes later.
pub fn deal(r: &mut Resolution, blow: &Blow, hit: Hit, chart: Option<Critical>) -> Result<(), Stop> {
    let Some(dice) = dice(blow) else { return Ok(()) };
    let dice = as_held(r, blow, dice)?;
    let tally = amount(r, blow, dice, hit, chart)?;
    harm::harm(r, blow.target, tally, Source::Attack(blow.who))?;
    flask::burns_on(r, blow, dice);
    Ok(())
}

/// A die with a star may be one size larger in two hands, as the option has it (`house.option.starred-dice`, A34).
fn as_held(r: &mut Resolution, blow: &Blow, dice: DiceExpr) -> Result<DiceExpr, Stop> {
    if !(blow.line.has(tag::STARRED) && blow.line.has(Tag::TWO_HANDED)) {
        return Ok(dice);
    }
    let larger = DiceExpr { sides: dice.sides.saturating_add(DIE_STEP), ..dice };
    match about().value(r.encounter(), STARRED_DICE) {
        "one-step-up" => Ok(larger),
        "prompt" => {
            let picks = [dice, larger].map(|dice| Pick::Named(dice.to_string().into())).to_vec();
            let ask = ChoiceRequest::one(Question::WeaponDice, picks);
            let larger_one = r.choose(ChoiceRequest { who: Some(blow.who), ..ask })? == Answer::One(1);
            Ok(if larger_one { larger } else { dice })
        }
        _ => Ok(dice),
    }
}

/// The dice, doubled where the hit is critical, then everything else once; at least 1 (`house.critical.double-dice`,
/// `house.damage.minimum`).
fn amount(
    r: &mut Resolution,
    blow: &Blow,
    dice: DiceExpr,
    hit: Hit,
    chart: Option<Critical>,
) -> Result<Tally, Stop> {
    let added = added(r, blow, dice);
    let mut tally = Tally::new();
    if hit.certain {
        let most = i32::from(dice.count) * i32::from(dice.sides);
        tally.add(Reason::DICE, most);
        cap(&mut tally, blow, most);
    } else {
        let savage = chart == Some(Critical::Savage);
        let thrown = throw(r, blow, dice, &added, savage)?;
        tally.add(Reason::DICE, thrown);
        let cap = cap(&mut tally, blow, thrown);
        if hit.critical {
            let second = throw(r, blow, dice, &added, savage)?;
            tally.add(Reason::CRITICAL, cap.map_or(second, |cap| second.min(cap)));
        }
    }
    tally.append(&added);
    blow::at_least(&mut tally, 1);
    Ok(tally)
}

/// A hand that never learned the weapon deals no more with its dice than the class's Hit Die
/// (`house.attack.nonproficient`, A13). The most a throw may come to.
fn cap(tally: &mut Tally, blow: &Blow, thrown: i32) -> Option<i32> {
    if !figures::is_untrained(blow.line) {
        return None;
    }
    let most = figures::hit_die(blow.d20)?;
    tally.add(reason::CAPPED, (most - thrown).min(0));
    Some(most)
}

/// One throw of the dice; where those that show 1 are rolled again, until none does (`house.critical.savage`, A21).
fn throw(
    r: &mut Resolution,
    blow: &Blow,
    dice: DiceExpr,
    added: &Tally,
    savage: bool,
) -> Result<i32, Stop> {
    if !savage || dice.count == 0 {
        return blow::dice(r, blow.who, blow.target, blow.at, dice, added);
    }
    let once = about().is(r.encounter(), REROLL_ONES, "once");
    let mut sum = 0;
    let mut count = dice.count;
    loop {
        let ask =
            RollRequest { each: true, ..RollRequest::new(Purpose::Damage(blow.at), count, dice.sides) };
        let Roll::Faces(faces) = r.roll(ask.by(blow.who).against(blow.target))? else { return Ok(sum) };
        let ones = faces.iter().filter(|face| **face == 1).count();
        sum += faces.iter().map(|face| i32::from(*face)).sum::<i32>();
        let again = u8::try_from(ones).unwrap_or(0);
        if again == 0 || (once && count < dice.count) {
            return Ok(sum);
        }
        sum -= i32::from(again);
        count = again;
        if once {
            let ask = RollRequest::new(Purpose::Damage(blow.at), again, dice.sides)
                .by(blow.who)
                .against(blow.target);
            return Ok(sum + r.roll(ask)?.total());
        }
    }
}

/// What is added to the dice, once however often they are thrown (`house.damage.roll`, `house.melee.strength`).
fn added(r: &Resolution, blow: &Blow, dice: DiceExpr) -> Tally {
    let e = r.encounter();
    let strikes = blow.range == Range::Melee;
    let strength = if strikes { figures::modifier(blow.d20, Ability::Str) } else { 0 };
    let mut own = Tally::new();
    talent::add_damage(&mut own, e, blow);
    if e.has(blow.who, crate::rules::model::effect::Condition::EXHAUSTED) {
        own.add(Reason::EXHAUSTED, tables().on_roll(&Reason::EXHAUSTED));
    }
    blow::added(e.get(blow.who), blow.line, dice, strength, &own)
}
