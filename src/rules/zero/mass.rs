//! Units of men that fight as one (section 3.17), and the swarm shortcut.

use super::blow::Blow;
use super::options::{SWARM_ROUNDING, SWARM_SHORTCUT, SwarmRounding};
use super::to_hit::{self, Hit};
use super::{attribute, damage, figures, harm, reason, refusal, routine, spell, state};
use crate::rules::d20::blow;
use crate::rules::model::block::d20::D20;
use crate::rules::model::dice::Keep;
use crate::rules::model::event::Told;
use crate::rules::model::kinds;
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

/// Whether the attacks are resolved as an average: the option is on, they are many lethal attacks on normal types that
/// are not immune, and none has been made this round (`zero.mass.swarm-shortcut`).
pub fn is_swarm(e: &Encounter, blow: &Blow) -> bool {
    let fresh = e.get(blow.who).is_some_and(|c| state::attacks_made(c) == 0);
    SWARM_SHORTCUT.is_on(e)
        && fresh
        && figures::is_normal(e, blow.target)
        && !blow.line.is_untrained()
        && damage::kills(blow)
        && !to_hit::is_immune(e, blow)
        && !is_massed(e, blow)
        && routine::against_normal_types(e, blow.d20) > routine::ordinary(blow.d20)
}

/// Makes all attacks of the round at once: as many normal types of the target's group fall as on average
/// (`zero.mass.swarm-shortcut`).
pub fn resolve_swarm(r: &mut Resolution, blow: &Blow) {
    let e = r.encounter();
    let blows = routine::against_normal_types(e, blow.d20);
    let kills = kills(e, blow, blows.into());
    let (Ok(c), Ok(target)) = (e.who(blow.who), e.who(blow.target)) else { return };
    let stands = |c: &Combatant| c.is_up() && c.vitals.hp() > 0 && !c.means(Meaning::HELPLESS);
    let reached = state::in_reach(e, c);
    let is_reached = |c: &Combatant| reached.iter().any(|foe| foe.id == c.id);
    let near = |c: &&Combatant| stands(c) && figures::is_normal(e, c.id) && is_reached(c);
    let rest = kinds::members(e, target).filter(|c| c.id != target.id).filter(near);
    let most = usize::try_from(kills).unwrap_or(usize::MAX);
    let fall: Vec<(CombatantId, i32)> = std::iter::once(target)
        .chain(rest)
        .take(most)
        .map(|c| (c.id, c.vitals.hp().saturating_add(c.temporary())))
        .collect();
    let row = || format!("{blows} attacks, {} fall", fall.len());
    r.tell(|| Told::row(blow.who, "zero.mass.swarm-shortcut", row()));
    r.emit(Event::Spent(blow.who, Spending::Action));
    for (who, hp) in fall {
        let tally = Tally::new().with(Reason::BASE, hp.saturating_sub(harm::threshold(r.encounter())));
        let slay = |r: &mut Resolution| {
            spell::hurt(r, who, Some(blow.who), tally.total());
            harm::harm(r, who, tally, 0, Source::Attack(blow.who), blow.timing());
        };
        r.under(|| Why::Target(who), slay);
    }
}

/// Returns the average kills: hits times the share of a target's average hit points that a hit takes. Whole numbers
/// throughout: chances in 1/400, damage and hit points doubled (R48).
fn kills(e: &Encounter, blow: &Blow, blows: i64) -> i64 {
    let faces = 21 - i64::from(to_hit::needed(e, blow).clamp(2, 20));
    let chance = match to_hit::keep(e, blow) {
        None => faces * 20,
        Some(Keep::Highest) => 400 - (20 - faces) * (20 - faces),
        Some(Keep::Lowest) => faces * faces,
    };
    let (damage, hp) = (damage::twice_average(e, blow), twice_average_hp(e, blow.target).max(2));
    let kills = blows * chance * i64::from(damage.min(hp));
    let whole = 400 * i64::from(hp);
    match SWARM_ROUNDING.of(e) {
        SwarmRounding::Down => kills / whole,
        SwarmRounding::Nearest => (2 * kills + whole) / (2 * whole),
        SwarmRounding::Up => (kills + whole - 1) / whole,
    }
}

/// Returns twice its average hit points by Hit Dice.
fn twice_average_hp(e: &Encounter, who: CombatantId) -> i32 {
    let Ok(d20) = e.d20(who) else { return 0 };
    let plus = d20.block.hd.map_or(0, |hd| i32::from(hd.plus));
    figures::whole_dice(d20).saturating_mul(7).saturating_add(2 * plus)
}
