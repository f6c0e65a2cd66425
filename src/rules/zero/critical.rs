//! Results of a natural 20 and a natural 1: critical hits, special attacks, fumbles.

use super::asset::{about, tables};
use super::blow::{Blow, Manner};
use super::harm::afflict;
use super::options::{CRIT_EFFECT, CritEffect, FUMBLE, FUMBLE_EFFECT, FumbleEffect, SPECIAL_AND_CRIT};
use super::state::{mark, rounds_on};
use super::tables::Fumble;
use super::to_hit::Hit;
use super::{attack, condition, figures, grapple, mass, saving, state};
use crate::rules::d20::roll::one_of;
use crate::rules::model::block::d20::Save;
use crate::rules::model::command::Share;
use crate::rules::model::event::Told;
use crate::rules::ruleset::prelude::*;

/// What a critical hit adds to a blow (`zero.critical.effect`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Critical {
    /// Damage multiplier; 1 for none.
    pub times: i32,
    /// Whether the maximum of the dice is added to the roll.
    pub most: bool,
}

/// Whether a hit has the critical effect; a special takes its place (`zero.attack.special-on-natural`, R7).
fn counts(e: &Encounter, blow: &Blow, hit: Hit) -> bool {
    let special = blow.special(hit).is_some() && !SPECIAL_AND_CRIT.is_on(e);
    hit.is_critical() && !special && !mass::is_massed(e, blow)
}

/// Returns the critical effect of a hit, if any; the table rolls a die of its own after the damage dice (section 2.5).
pub fn of(r: &mut Resolution, blow: &Blow, hit: Hit) -> Result<Option<Critical>, Stop> {
    if !counts(r.encounter(), blow, hit) {
        return Ok(None);
    }
    let critical = match CRIT_EFFECT.of(r.encounter()) {
        CritEffect::Double => Critical { times: 2, most: false },
        CritEffect::MaxPlusRoll => Critical { times: 1, most: true },
        CritEffect::Table => return r.under(|| Why::Table(Purpose::Critical), |r| by_table(r, blow)),
        CritEffect::None => return Ok(None),
    };
    r.tell(|| Told::row(blow.target, "zero.critical.hit", "critical hit"));
    Ok(Some(critical))
}

fn by_table(r: &mut Resolution, blow: &Blow) -> Result<Option<Critical>, Stop> {
    let face = r.figure(RollRequest::new(Purpose::Critical, 1, 6).by(blow.who).against(blow.target))?;
    let Some(row) = tables().critical.result(face) else { return Ok(None) };
    let saved = row.save && saving::save(r, blow.target, Save::Paralysis, 0)?;
    if let Some(condition) = row.brings.filter(|_| !saved) {
        bring(r, blow, condition, row.rounds);
    }
    Ok(Some(Critical { times: row.times, most: false }))
}

/// Applies a condition to the target, at the time of the blow's other consequences.
fn bring(r: &mut Resolution, blow: &Blow, condition: Condition, rounds: Option<u32>) {
    let effect = match (condition, rounds) {
        (condition::DISARMED, _) => dropped(r, blow.target),
        (_, Some(rounds)) => Some(rounds_on(r, condition, rounds)),
        (_, None) => Some(r.effect(condition, None)),
    };
    if let Some(effect) = effect {
        grapple::inflict(r, blow.who, blow.target, effect, blow.timing());
    }
}

/// Returns the effect of dropping the weapon in use; `None` for natural weapons.
pub fn dropped(r: &Resolution, who: CombatantId) -> Option<Effect> {
    let e = r.encounter();
    let c = e.get(who)?;
    let (nth, line) = state::weapon_in_use(e, c)?;
    let held = figures::is_held(e.d20(who).ok()?, line);
    held.then(|| Effect { value: nth.into(), ..r.effect(condition::DISARMED, None) })
}

/// Applies the condition of a special attack (`zero.attack.special-on-natural`).
pub fn special(r: &mut Resolution, blow: &Blow, hit: Hit) {
    if let Some(special) = blow.special(hit)
        && let Some(condition) = special.inflicts
    {
        bring(r, blow, condition, special.rounds);
    }
}

/// Checks for a fumble after a natural 1: a second d20 must exceed the attacker's level (`zero.fumble.check`, R64).
pub fn fumble(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    let e = r.encounter();
    let level = figures::level(blow.d20);
    if !FUMBLE.is_on(e) || level >= 20 || mass::is_massed(e, blow) {
        return Ok(());
    }
    if r.test(RollRequest::new(Purpose::FumbleCheck, 1, 20).by(blow.who).at_most(level))? {
        return Ok(());
    }
    match FUMBLE_EFFECT.of(r.encounter()) {
        FumbleEffect::Table => r.under(|| Why::Table(Purpose::Fumble), |r| by_fumble_table(r, blow)),
        FumbleEffect::LoseNextAttack => {
            r.begin(blow.who, condition::LOSES_ATTACK, None);
            Ok(())
        }
        FumbleEffect::Referee => Ok(()),
    }
}

/// Rolls on the fumble table; natural weapons neither drop nor break (`zero.fumble.effect`).
fn by_fumble_table(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    let face = r.figure(RollRequest::new(Purpose::Fumble, 1, 6).by(blow.who))?;
    let grown = !figures::is_held(blow.d20, blow.line);
    let effect = match tables().fumble.result(face).unwrap_or(Fumble::OffBalance) {
        Fumble::Drops | Fumble::Breaks if grown => Fumble::OffBalance,
        Fumble::Breaks if blow.line.bonus > 0 => Fumble::Drops,
        effect => effect,
    };
    match effect {
        Fumble::OffBalance => lose_balance(r, blow),
        Fumble::Overextended => r.afflict(blow.who, rounds_on(r, Condition::OVEREXTENDED, 1)),
        Fumble::Drops => suffer(r, blow, condition::DISARMED, blow.at),
        Fumble::Breaks => suffer(r, blow, condition::BROKEN_WEAPON, blow.at),
        Fumble::Falls => suffer(r, blow, Condition::PRONE, 0),
        Fumble::StrikesFriend => return strike_friend(r, blow),
    }
    Ok(())
}

/// Applies a condition to the attacker at the end of the slot, out of turn as well (section 2.4).
fn suffer(r: &mut Resolution, blow: &Blow, condition: Condition, value: u8) {
    let effect = Effect { value: value.into(), ..r.effect(condition, None) };
    afflict(r, blow.who, effect, Timing::Together);
}

/// Loses the remaining attacks of the round at once; armour class worsens at the end of the slot. It may still move.
fn lose_balance(r: &mut Resolution, blow: &Blow) {
    afflict(r, blow.who, rounds_on(r, Condition::OFF_BALANCE, 1), Timing::Together);
    mark(r, blow.who, condition::ATTACKS_LOST);
}

/// Strikes a random ally in reach with a plain attack; if there is none, loses its balance.
fn strike_friend(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    let e = r.encounter();
    let Some(c) = e.get(blow.who) else { return Ok(()) };
    let near = |other: &&Combatant| {
        other.id != c.id
            && other.side == c.side
            && other.is_up()
            && !state::is_swallowed(other)
            && is_near(e, c, other)
    };
    let friends: Vec<CombatantId> = e.all().filter(near).map(|other| other.id).collect();
    let Some(friend) = one_of(r, &friends, blow.who)? else {
        lose_balance(r, blow);
        return Ok(());
    };
    let facts = Facts::default();
    let plain =
        Blow { target: friend, facts: &facts, manner: Manner::Plain, share: Share::Full, ..*blow };
    r.under(|| plain.cause(), |r| attack::resolve(r, &plain))
}

/// Whether `other` is known to be within 10 ft; allies engaged with the same foe are.
fn is_near(e: &Encounter, c: &Combatant, other: &Combatant) -> bool {
    let shared = c.threatens.iter().any(|foe| other.threatens.contains(foe));
    let near = e.between(c, other).is_some_and(|far| far <= about().melee());
    shared || near
}
