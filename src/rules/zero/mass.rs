//! Units of men that fight as one (section 3.17).

use super::blow::{Blow, Hit};
use super::{attribute, reason, refusal};
use crate::rules::d20::blow;
use crate::rules::model::block::d20::D20;
use crate::rules::model::event::Told;
use crate::rules::model::moment::Second;
use crate::rules::ruleset::prelude::*;

/// The damage die of a unit, per man.
const ONE_DIE: DiceExpr = DiceExpr::new(1, 6, 0);
/// Deeds that no unit does (R23).
const BARRED_FOR_UNITS: [Deed; 12] = [
    Deed::Grab,
    Deed::Disarm,
    Deed::Unhorse,
    Deed::Entangle,
    Deed::Charge,
    Deed::Brace,
    Deed::TwoWeapons,
    Deed::Parry,
    Deed::MoveThrough,
    Deed::Cast,
    Deed::UsePower,
    Deed::DeclareSpell,
];
/// Deeds that cannot target a unit (R23).
const BARRED_AGAINST_UNITS: [Deed; 5] =
    [Deed::Grab, Deed::Disarm, Deed::Unhorse, Deed::Entangle, Deed::Charge];
/// Tags barred from attacks by or on a unit (R23).
const BARRED_TAGS: [Fact; 7] =
    [Fact::Behind, Fact::Unaware, Fact::Flanked, Fact::Higher, Fact::Lower, Fact::Subdual, Fact::Pulled];

/// Returns the original number of men of a unit; `None` for others (`zero.mass.unit`, R59).
#[inline]
pub fn men(d20: &D20) -> Option<i32> {
    d20.block.attributes.of(attribute::MEN)
}

fn men_of(e: &Encounter, who: CombatantId) -> Option<i32> {
    e.d20(who).ok().and_then(men)
}

#[inline]
pub fn is_unit(e: &Encounter, who: CombatantId) -> bool {
    men_of(e, who).is_some()
}

/// Whether a unit attacks or is attacked; natural 1 and 20 are then just a miss and a hit (R23).
pub fn is_massed(e: &Encounter, blow: &Blow) -> bool {
    men(blow.d20).is_some() || is_unit(e, blow.target)
}

/// Refuses special deeds by or against a unit, and tags on its attacks or on those against it (`zero.mass.unit`, R23).
pub fn gate(at: &At, deed: Deed, act: Option<&Act>) -> Allowed {
    let own = is_unit(at.e, at.c.id);
    let other = act.is_some_and(|act| act.at.iter().any(|target| is_unit(at.e, *target)));
    if !own && !other {
        return Ok(());
    }
    let marked = act.is_some_and(|act| BARRED_TAGS.iter().any(|fact| act.facts.has(fact)));
    let barred =
        own && BARRED_FOR_UNITS.contains(&deed) || other && BARRED_AGAINST_UNITS.contains(&deed);
    at.unless(!barred && !marked, refusal::NOT_FOR_UNITS)
}

/// Drops barred tags from the facts asked of a unit's attack.
pub fn without_barred_tags(at: &At, facts: impl IntoIterator<Item = FactField>) -> Vec<FactField> {
    let mut facts: Vec<FactField> = facts.into_iter().collect();
    if is_unit(at.e, at.c.id) {
        facts.retain(|field| !BARRED_TAGS.contains(&field.fact));
    }
    facts
}

/// Returns the damage of a unit's hit: one die less the beyond-20 points, times its original men against another unit,
/// once against a single combatant (`zero.mass.attack`, `zero.mass.hero-vs-unit`, R67).
pub fn amount(r: &mut Resolution, blow: &Blow, hit: Hit) -> Result<Tally, Stop> {
    let thrown = blow::dice(r, blow.who, blow.target, blow.at, ONE_DIE, &Tally::new())?;
    let mut tally = Tally::new().with(Reason::DICE, thrown);
    tally.add(reason::BEYOND20, -hit.beyond().min(thrown));
    let men = men(blow.d20).filter(|_| is_unit(r.encounter(), blow.target)).unwrap_or(1);
    let one = tally.total();
    tally.add(reason::UNIT, one.saturating_mul(men - 1));
    Ok(tally)
}

/// Returns the most that one hit of a single combatant takes off a unit (`zero.mass.hero-vs-unit`).
pub fn one_man(e: &Encounter, target: CombatantId) -> Option<i32> {
    let (men, most) = (men_of(e, target)?, e.get(target)?.vitals.max());
    Some(div_up(most, men))
}

/// Returns the men of a unit that are alive by its hit points, fractions up, and its original men
/// (`zero.mass.survivors`).
pub fn alive(e: &Encounter, c: &Combatant) -> Option<(i32, i32)> {
    let (men, left) = (men_of(e, c.id)?, c.vitals.hp().clamp(0, c.vitals.max()));
    Some((div_up(left.saturating_mul(men), c.vitals.max().max(1)), men))
}

/// Divides a non-negative amount, rounding up.
fn div_up(amount: i32, by: i32) -> i32 {
    amount / by + i32::from(amount % by > 0)
}

/// Whether it is a unit with at most half of its hit points (`zero.morale.triggers`).
pub fn is_halved(e: &Encounter, c: &Combatant) -> bool {
    is_unit(e, c.id) && c.vitals.hp().saturating_mul(2) <= c.vitals.max()
}

/// Reports the survivors of each unit at the end of the fight (`zero.mass.survivors`).
pub fn count_survivors(r: &mut Resolution) -> Result<Second, Stop> {
    let e = r.encounter();
    let left: Vec<_> =
        e.all().filter_map(|c| alive(e, c).map(|(left, men)| (c.id, left, men))).collect();
    for (who, left, men) in left {
        r.tell(|| Told::row(who, "zero.mass.survivors", format!("{left} of {men} men alive")));
    }
    Ok(0)
}
