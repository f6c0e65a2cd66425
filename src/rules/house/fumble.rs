//! Fumbles: the d100 chart (section 3.12).

use super::asset::{about, tables};
use super::blow::{self, Blow, Hit, Manner};
use super::condition::{self, TRAPPED_WEAPON, TWISTED_ANKLE};
use super::counter::{BEGAN_IN, TANGLED};
use super::options::CHARTS;
use super::state::{rounds_on, this_round};
use super::tables::Fumble;
use super::{armour, checks, figures, gear, harm, state, strike, talent};
use crate::rules::d20::roll::one_of as at_random;
use crate::rules::model::block::d20::{Ability, Attack, Band, Tag};
use crate::rules::model::combatant::Whereabouts;
use crate::rules::model::dice::{Answer, ChoiceRequest, HowMany, Pick, Question};
use crate::rules::model::event::Told;
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::prelude::*;

/// Roll of d100 up to which the mishap is liquid only (`house.fumble.incontinence`).
const LIQUID: i32 = 75;
/// Roll of d20 at which a magic weapon breaks (`house.fumble.weapon-breaks`).
const BURSTS_AT: i32 = 1;
/// Radius of the burst of a magic weapon, in feet (`house.fumble.weapon-breaks`).
const BURST: i32 = 10;
/// Faces of the damage die of that burst (`house.fumble.weapon-breaks`).
const BURST_DIE: u16 = 4;

/// Rolls on the chart after a natural 1 and applies the result (`house.fumble.trigger`).
pub fn chart(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    if !CHARTS.is_on(r.encounter()) {
        return Ok(());
    }
    r.under(|| Why::Table(Purpose::Fumble), |r| mishap(r, blow))
}

fn mishap(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    let bands = tables().fumble.bands(0, 2..=100);
    let face = r.figure(RollRequest::new(Purpose::Fumble, 1, 100).by(blow.who).bands(bands))?;
    let Some(row) = tables().fumble.at(face) else { return Ok(()) };
    r.tell(|| Told::row(blow.who, &row.rule, row.text.clone()));
    let who = blow.who;
    match row.what {
        Fumble::Footwork => r.begin(who, TWISTED_ANKLE, None),
        Fumble::SlipGrip => return slip_grip(r, blow),
        Fumble::Overextend => r.afflict(who, this_round(r, Condition::OVEREXTENDED)),
        Fumble::OffBalance => return off_balance(r, who),
        Fumble::Incontinence => return incontinence(r, who),
        Fumble::DroppedItem => {
            foul_ground(r, who);
            return armour::loosen(r, who);
        }
        Fumble::TrappedWeapon => trapped(r, blow),
        Fumble::Banana => return banana(r, who),
        Fumble::Eyes => r.afflict(who, rounds_on(r, Condition::BLIND, 1)),
        Fumble::WeaponBreaks => return weapon_breaks(r, blow),
        Fumble::Errant => return errant(r, blow, Manner::Errant),
        Fumble::Reckless => return errant(r, blow, Manner::Reckless),
        Fumble::Wild => return wild(r, blow),
    }
    Ok(())
}

/// Whether the weapon can be lost: not natural, and still in hand.
fn can_lose(e: &Encounter, blow: &Blow) -> bool {
    let at_hand =
        e.get(blow.who).is_some_and(|c| state::is_at_hand(c, blow.at) && !is_thrown_away(c, blow));
    at_hand && !figures::is_natural(blow.line)
}

/// Whether one of several was thrown: it has left the hand, and the others are not affected.
fn is_thrown_away(c: &Combatant, blow: &Blow) -> bool {
    let one_of_several = blow.line.has(Tag::GRENADE) || c.supply_of(&blow.line.name).is_some();
    !blow.strikes() && blow::is_thrown(blow.line) && one_of_several
}

/// `house.fumble.slip-grip`.
fn slip_grip(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    if !can_lose(r.encounter(), blow) || checks::check(r, blow.who, Ability::Dex, checks::MODERATE)? {
        return Ok(());
    }
    gear::fling(r, blow.who, blow.at, "house.fumble.slip-grip")
}

/// `house.fumble.off-balance`: while it is prone, standing up provokes attacks.
fn off_balance(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    if checks::check(r, who, Ability::Dex, checks::MODERATE)? {
        return Ok(());
    }
    harm::fall_prone(r, who);
    let fall = r.encounter().get(who).and_then(|c| c.effect(Condition::PRONE)).map(|effect| effect.id);
    let effect = Effect { with: fall, ..r.effect(Condition::OFF_BALANCE, None) };
    r.afflict(who, effect);
    Ok(())
}

/// Makes its square difficult ground; if distances are measured, later movement through it costs more.
fn foul_ground(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    let place = e.get(who).and_then(|c| e.place_of(c)).unwrap_or_default();
    r.afflict(who, Effect { value: place.0, ..r.effect(condition::FOULED_GROUND, None) });
}

/// `house.fumble.incontinence`.
fn incontinence(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    r.test(RollRequest::new(Purpose::FumbleCheck, 1, 100).by(who).at_most(LIQUID))?;
    foul_ground(r, who);
    Ok(())
}

/// Traps the weapon on its target. A missile weapon, or one used against a target out of action, is tangled in its
/// bearer's own gear instead (`house.fumble.trapped-weapon`).
fn trapped(r: &mut Resolution, blow: &Blow) {
    let e = r.encounter();
    if e.get(blow.who).is_some_and(|c| is_thrown_away(c, blow)) {
        return;
    }
    let held = blow.strikes() && e.get(blow.target).is_some_and(state::is_able);
    let mut effect =
        Effect { value: blow.at.into(), toward: Some(blow.target), ..r.effect(TRAPPED_WEAPON, None) };
    effect.counters.set(BEGAN_IN, e.round_number());
    effect.counters.set(TANGLED, (!held).into());
    r.afflict(blow.who, effect);
}

/// `house.fumble.banana`.
fn banana(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    harm::fall_prone(r, who);
    let (condition, rounds) = if checks::check(r, who, Ability::Con, checks::MODERATE)? {
        (Condition::INCAPACITATED, 0)
    } else {
        (Condition::UNCONSCIOUS, 1)
    };
    harm::lay_low(r, who, rounds_on(r, condition, rounds));
    Ok(())
}

/// `house.fumble.weapon-breaks`: natural weapons do not break (A51).
fn weapon_breaks(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    if !can_lose(r.encounter(), blow) {
        return Ok(());
    }
    let magic = is_magic(blow.line);
    let breaks = RollRequest::new(Purpose::FumbleCheck, 1, 20).by(blow.who).at_most(BURSTS_AT);
    if magic && !r.test(breaks)? {
        return Ok(());
    }
    gear::lose(r, blow.who, Some(blow.at), Whereabouts::Destroyed);
    if magic { burst(r, blow.who) } else { Ok(()) }
}

fn is_magic(line: &Attack) -> bool {
    line.bonus > 0 || line.has(Tag::MAGIC)
}

/// Deals the damage die to everyone within 10 feet, the bearer included.
fn burst(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let struck = around(r, who, BURST)?;
    let amount = r.figure(RollRequest::new(Purpose::Effect, 1, BURST_DIE).by(who))?;
    for victim in struck {
        let (dealt, source) = (Tally::new().with(Reason::DICE, amount), Source::Effect(who));
        r.under(|| Why::Target(victim), |r| harm::harm_and_disrupt(r, victim, dealt, source))?;
    }
    Ok(())
}

/// Everyone within `feet` of `who`, itself included, in roster order; the referee decides for those at unknown
/// distances.
fn around(r: &mut Resolution, who: CombatantId, feet: i32) -> Result<Vec<CombatantId>, Stop> {
    let e = r.encounter();
    let Some(c) = e.get(who) else { return Ok(Vec::new()) };
    let there = |other: &&Combatant| harm::can_be_harmed(other);
    let near = |other: &Combatant| near(e, c, other, feet);
    let mut struck: Vec<CombatantId> =
        e.all().filter(there).filter(|other| near(other) == Some(true)).map(|other| other.id).collect();
    let unknown: Vec<CombatantId> =
        e.all().filter(there).filter(|other| near(other).is_none()).map(|other| other.id).collect();
    if !unknown.is_empty() {
        let picks = unknown.iter().map(|other| Pick::Combatant(*other)).collect();
        let ask = ChoiceRequest::one(Question::Area, picks);
        let ask = ChoiceRequest { who: Some(who), how: HowMany::Some, ..ask };
        if let Answer::Some(named) = r.choose(ask)? {
            struck.extend(named.into_iter().filter_map(|at| unknown.get(at)));
        }
    }
    struck.sort_unstable();
    Ok(struck)
}

/// Whether the two are within `feet` of each other; `None` if the distance is unknown.
fn near(e: &Encounter, c: &Combatant, other: &Combatant, feet: i32) -> Option<bool> {
    if c.id == other.id || e.engaged(c.id, other.id) {
        return Some(true);
    }
    e.between(c, other).map(|far| far <= Tenths::whole(feet))
}

/// Makes a new attack at an ally near the target, or at itself (`house.fumble.errant`, `house.fumble.reckless`).
fn errant(r: &mut Resolution, blow: &Blow, manner: Manner) -> Result<(), Stop> {
    let target = friend_or_self(r, blow)?;
    let facts = facts_of(r.encounter(), blow, target);
    let astray = Blow { target, manner, facts: &facts, ..*blow };
    r.under(|| astray.cause(), |r| strike::make(r, &astray).map(|_| ()))
}

/// Deals a critical hit without a roll (`house.fumble.wild`); none to a target immune to the weapon.
fn wild(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    let target = friend_or_self(r, blow)?;
    let facts = facts_of(r.encounter(), blow, target);
    let blow = Blow { target, manner: Manner::Reckless, facts: &facts, ..*blow };
    talent::attacks(r, &blow);
    if blow::is_immune(r.encounter(), &blow) {
        return Ok(());
    }
    let hit = Hit { critical: true, certain: false };
    r.under(|| blow.cause(), |r| strike::land(r, &blow, hit).map(|_| ()))
}

/// Facts that still hold for a redirected attack: the range band, for an ally shot at near the target.
fn facts_of(e: &Encounter, blow: &Blow, target: CombatantId) -> Facts {
    let band = blow::band(e, blow).filter(|_| target != blow.who).unwrap_or(Band::Medium);
    if blow.strikes() { Facts::default() } else { Facts::from(Fact::Band(band)) }
}

/// Picks the victim in the target's place: an ally within 5 feet of it, at random among several unless the referee
/// names one, else the attacker. The referee decides for allies at unknown distances.
fn friend_or_self(r: &mut Resolution, blow: &Blow) -> Result<CombatantId, Stop> {
    let e = r.encounter();
    let Some((c, target)) = e.get(blow.who).zip(e.get(blow.target)) else { return Ok(blow.who) };
    let friend = |other: &&Combatant| {
        other.side == c.side && other.id != c.id && other.id != target.id && harm::can_be_harmed(other)
    };
    let is_near = |other: &Combatant| near(e, target, other, about().melee_distance);
    let friends: Vec<&Combatant> = e.all().filter(friend).collect();
    let of = |wanted| friends.iter().filter(move |other| is_near(other) == wanted).map(|other| other.id);
    let (sure, unsure): (Vec<_>, Vec<_>) = (of(Some(true)).collect(), of(None).collect());
    match (&sure[..], &unsure[..]) {
        ([], []) => Ok(blow.who),
        ([one], []) => Ok(*one),
        _ => one_of(r, blow.who, &sure, &unsure),
    }
}

/// Lets the referee name one, or roll among those `sure` to be near if there are several.
fn one_of(
    r: &mut Resolution,
    who: CombatantId,
    sure: &[CombatantId],
    unsure: &[CombatantId],
) -> Result<CombatantId, Stop> {
    let random = (sure.len() > 1).then(|| Pick::Named("at random".into()));
    let itself = sure.is_empty().then_some(who);
    let named: Vec<CombatantId> = itself.into_iter().chain(sure.iter().chain(unsure).copied()).collect();
    let first = usize::from(random.is_some());
    let picks = random.into_iter().chain(named.iter().map(|one| Pick::Combatant(*one))).collect();
    let ask = ChoiceRequest { who: Some(who), ..ChoiceRequest::one(Question::Target, picks) };
    let Answer::One(answer) = r.choose(ask)? else { return Ok(who) };
    if let Some(nth) = answer.checked_sub(first) {
        return Ok(named.get(nth).copied().unwrap_or(who));
    }
    Ok(at_random(r, sure, who)?.unwrap_or(who))
}
