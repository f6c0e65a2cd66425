//! Damage, knockouts, death and healing; what happens at one instant takes effect together.

use super::action::action;
use super::asset::about;
use super::options::KO_CAP;
use super::{condition, reason, state};
use crate::rules::d20::harm::{self as kit, HitEffect, Rounding, inflicted, is_alive};
use crate::rules::d20::subdual;
use crate::rules::engine::resolution::Change;
use crate::rules::model::combatant::{Gear, Thing, Whereabouts};
use crate::rules::model::command::Share;
use crate::rules::model::moment::Moment;
use crate::rules::ruleset::prelude::*;

/// Rounds in a turn (`countdown.time.turn`).
pub const TURN: u32 = 60;

pub const REVIVE: DeedRule = DeedRule {
    rule: "countdown.death.revive",
    announced: |_, _| Some(Deed::Revive),
    concerns: |at| at.e.all().any(state::is_knocked_out),
    shape: |at, offer| {
        let lying = at.e.all().filter(|other| state::is_knocked_out(other));
        let (ready, others): (Vec<&Combatant>, Vec<&Combatant>) =
            lying.partition(|other| may_revive(at, other).is_ok());
        // If nobody can be revived yet, the reason given is that of the last.
        if ready.is_empty() {
            let why = others.last().and_then(|other| may_revive(at, other).err());
            return Offer::blocked(offer.deed, why.unwrap_or_else(|| at.why(Refusal::NOBODY_THERE)));
        }
        let ids = ready.into_iter().map(|other| other.id).collect();
        Offer { at: Targets { ids, least: 1, most: 1 }, ..offer }
    },
    check: |at, act| may_revive(at, at.e.who(act.target().ok_or_else(|| at.why(Refusal::BAD_TARGET))?)?),
    run: revive,
    ..action(Deed::Revive)
};

/// Checks that `other` is knocked out, adjacent, and past the first round in which it can be revived.
fn may_revive(at: &At, other: &Combatant) -> Allowed {
    at.unless(other.id != at.c.id && state::is_knocked_out(other), Refusal::BAD_TARGET)?;
    if state::feet_between(at.e, at.c.id, other.id).is_some_and(|feet| feet > about().melee_distance) {
        return at.no(Refusal::TOO_FAR);
    }
    let from = other.effect(Condition::UNCONSCIOUS).map_or(0, |effect| effect.value);
    let why = || Refusal::TOO_SOON.saying(format!("from round {from} on"));
    if at.e.round_number() < from { at.no(why()) } else { Ok(()) }
}

/// One of several injuries at one instant.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Hurt {
    amount: i32,
    source: Source,
    tally: Tally,
}

impl Hurt {
    /// Whether it is nonlethal (`countdown.special.nonlethal`).
    fn spares(&self) -> bool {
        matches!(self.source, Source::Sparing(_))
    }
}

/// Deals damage at once, or at the commit of the number (`countdown.initiative.simultaneous`).
pub fn harm(
    r: &mut Resolution,
    who: CombatantId,
    mut tally: Tally,
    source: Source,
    timing: Timing,
) -> Result<(), Stop> {
    if tally.total() > 0 {
        r.harm_lands(who, &mut tally, source)?;
    }
    let amount = tally.total();
    if amount <= 0 {
        return Ok(());
    }
    if timing == Timing::Together {
        r.defer(Event::Harmed { who, amount, source, tally });
        return Ok(());
    }
    harm_at_once(r, who, &[tally], source)
}

/// Deals damage of several causes at once, as one sum.
pub fn harm_at_once(
    r: &mut Resolution,
    who: CombatantId,
    tallies: &[Tally],
    source: Source,
) -> Result<(), Stop> {
    if !r.encounter().get(who).is_some_and(state::is_reached) {
        return Ok(());
    }
    let hurt = |tally: &Tally| Hurt { amount: tally.total(), source, tally: tally.clone() };
    let hurts: Vec<Hurt> = tallies.iter().map(hurt).collect();
    take_damage(r, who, &hurts, 0);
    fall(r, who)
}

/// Inflicts a condition at once, or at the commit; `Dead` kills, `Surrendered` makes it give up.
pub fn inflict(
    r: &mut Resolution,
    who: CombatantId,
    effect: Effect,
    timing: Timing,
) -> Result<(), Stop> {
    match (timing, inflicted(who, effect)) {
        (Timing::Together, event) => r.defer(event),
        (Timing::Now, Event::Stood(who, Standing::Dead)) => die(r, who),
        (Timing::Now, event) => r.emit(event),
    }
    Ok(())
}

/// Applies the effect of an attack, spell or item.
pub fn bring(
    r: &mut Resolution,
    who: CombatantId,
    brings: HitEffect,
    label: Option<Text>,
    timing: Timing,
) -> Result<(), Stop> {
    kit::bring(r, who, brings, label, timing, state::after, |r, who, effect| {
        inflict(r, who, effect, timing)
    })
}

/// Applies everything deferred: per target the sum of damage, then healing; then conditions; then the fall of those at
/// 0 (section 2.2).
pub fn commit(r: &mut Resolution) -> Result<(), Stop> {
    r.under(|| Why::Outcome, apply_pending)
}

fn apply_pending(r: &mut Resolution) -> Result<(), Stop> {
    let pending = r.encounter().pending.clone();
    if pending.is_empty() {
        return Ok(());
    }
    r.emit(Event::Committed);
    let whom = kit::concerned(&pending, touched);
    for &who in &whom {
        let blows: Vec<Hurt> = pending.iter().filter_map(|event| blow(event, who)).collect();
        let healed = pending.iter().map(|event| healing_of(event, who)).sum();
        take_damage(r, who, &blows, healed);
        if healed > 0 {
            heal(r, who, healed);
        }
    }
    for event in pending.iter() {
        match event {
            Event::Harmed { .. } | Event::Healed { .. } => {}
            Event::Stood(who, Standing::Dead) => die(r, *who),
            Event::Geared(who, thing, gear) => knock_away(r, *who, *thing, *gear),
            Event::Afflicted(who, effect) if !may_begin(r.encounter(), *who, effect) => {}
            event => r.emit(event.clone()),
        }
    }
    whom.into_iter().try_for_each(|who| r.under(|| Why::Target(who), |r| fall(r, who)))
}

/// Whether an effect can still begin: its bearer lives, the effect it depends on is still there, and for a hold the two
/// are still engaged.
fn may_begin(e: &Encounter, who: CombatantId, effect: &Effect) -> bool {
    let stands = |with| e.get(who).is_some_and(|c| c.effect_by_id(with).is_some());
    let grips = [Condition::HELD, Condition::GRAPPLING].contains(&effect.condition.id);
    let near = |other| !grips || e.engaged(who, other);
    is_alive(e, who) && effect.with.is_none_or(stands) && effect.toward.is_none_or(near)
}

/// Knocks away a weapon in its current state; one that has broken or been lost meanwhile stays so.
fn knock_away(r: &mut Resolution, who: CombatantId, thing: Thing, gear: Gear) {
    let now = r.encounter().get(who).map(|c| c.thing(thing)).unwrap_or_default();
    if !matches!(now.at, Whereabouts::Destroyed | Whereabouts::Lost) {
        r.emit(Event::Geared(who, thing, Gear { at: gear.at, ..now }));
    }
}

/// Returns whom the event damages or heals.
fn touched(event: &Event) -> Option<CombatantId> {
    match event {
        Event::Harmed { who, .. } | Event::Healed { who, .. } => Some(*who),
        _ => None,
    }
}

fn blow(event: &Event, whom: CombatantId) -> Option<Hurt> {
    match event {
        Event::Harmed { who, amount, source, tally } if *who == whom => {
            Some(Hurt { amount: *amount, source: *source, tally: tally.clone() })
        }
        _ => None,
    }
}

fn healing_of(event: &Event, whom: CombatantId) -> i32 {
    match event {
        Event::Healed { who, amount } if *who == whom => *amount,
        _ => 0,
    }
}

/// Whether damage counts for `c` once it is dealt: what hit it on a number counts, though it fled on the same number.
fn can_suffer(c: &Combatant) -> bool {
    state::is_reached(c) || c.standing == Standing::Fled
}

/// Deals simultaneous damage as one sum, at most what it has left plus the healing at the same instant
/// (`countdown.death.zero`).
fn take_damage(r: &mut Resolution, who: CombatantId, blows: &[Hurt], healed: i32) {
    let Some(c) = r.encounter().get(who).filter(|c| can_suffer(c)) else { return };
    let dealt = blows.iter().fold(0i32, |sum, blow| sum.saturating_add(blow.amount));
    let Some(first) = blows.first().filter(|_| dealt > 0) else { return };
    let (total, spared) = past_temporary(c, blows);
    let knocked_out = state::is_knocked_out(c);
    // Simultaneous healing comes too late for a creature already knocked out.
    let healed = if knocked_out { 0 } else { healed };
    let most = c.vitals.hp().max(0).saturating_add(healed);
    // Nonlethal damage that has been healed no longer counts.
    let bruises = subdual::subdual(c).min(kit::missing(c));
    let lost = kit::missing(c).saturating_add(total);
    let source = if blows.len() == 1 { first.source } else { Source::Lasting };
    let tally = match blows {
        [only] => only.tally.clone(),
        several => several.iter().fold(Tally::new(), |sum, blow| sum.with(reason::BLOW, blow.amount)),
    };
    if spared > 0 && !knocked_out {
        subdual::subdue(r, who, spared, None);
    }
    apply_lethal_cap(r, who, lost - bruises - spared);
    kit::lose(r, who, tally, source, Some((reason::SPENT, most)));
    // Any damage kills a creature already knocked out (`countdown.death.finish`).
    if knocked_out && total > 0 {
        die(r, who);
    }
}

/// Returns the damage of the blows, in turn, that temporary hit points do not take, and how much of it is nonlethal.
fn past_temporary(c: &Combatant, blows: &[Hurt]) -> (i32, i32) {
    let mut temporary = c.temporary();
    blows.iter().fold((0i32, 0i32), |(total, spared), blow| {
        let taken = blow.amount.min(temporary);
        temporary -= taken;
        let reaches = blow.amount - taken;
        (total.saturating_add(reaches), spared.saturating_add(if blow.spares() { reaches } else { 0 }))
    })
}

/// With the option, lethal damage of at least its maximum kills even if it has nonlethal damage too
/// (`countdown.option.ko-lethal-cap`).
fn apply_lethal_cap(r: &mut Resolution, who: CombatantId, lethal: i32) {
    let e = r.encounter();
    if KO_CAP.is_on(e) && e.get(who).is_some_and(|c| lethal >= c.vitals.max()) {
        r.relieve(who, Condition::SUBDUED);
    }
}

/// Applies having no hit points left: dead, or knocked out if any of the damage was nonlethal
/// (`countdown.death.unconscious`).
fn fall(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let Some(c) = r.encounter().get(who).filter(|c| can_suffer(c)) else { return Ok(()) };
    if c.vitals.hp() > 0 || state::is_knocked_out(c) {
        return Ok(());
    }
    if c.has(Condition::SUBDUED) {
        return knock_out(r, who);
    }
    die(r, who);
    Ok(())
}

/// Kills it; its holds, and holds on it, end (`countdown.death.zero`).
pub fn die(r: &mut Resolution, who: CombatantId) {
    if is_alive(r.encounter(), who) {
        r.relieve(who, Condition::UNCONSCIOUS);
        r.emit(Event::Stood(who, Standing::Dead));
    }
}

/// Knocks it out: it wakes after 1d4 turns, and can be revived after 2d10 rounds (`countdown.death.unconscious`,
/// `countdown.death.wake`).
fn knock_out(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let turns = r.figure(RollRequest::new(Purpose::Waking, 1, 4).by(who))?;
    let rounds = r.figure(RollRequest::new(Purpose::Reviving, 2, 10).by(who))?;
    let round = r.encounter().round;
    let sleeps = TURN.saturating_mul(u32::try_from(turns).unwrap_or(0));
    let until = Moment::RoundEnd(round.saturating_add(sleeps)).at(state::WAKING);
    let earliest = i32::try_from(round).unwrap_or(i32::MAX).saturating_add(rounds);
    let effect = Effect { value: earliest, ..r.effect(Condition::UNCONSCIOUS, Some(until)) };
    r.afflict(who, effect);
    r.emit(Event::Stood(who, Standing::Down));
    Ok(())
}

/// Wakes it with at least 1 hit point (`countdown.death.wake`).
pub fn wake(r: &mut Resolution, who: CombatantId) {
    let Some(c) = r.encounter().get(who).filter(|c| state::is_reached(c)) else { return };
    let (missing, lies) = (1 - c.vitals.hp(), c.standing == Standing::Down);
    r.relieve(who, Condition::UNCONSCIOUS);
    if missing > 0 {
        r.emit(Event::Healed { who, amount: missing });
    }
    if lies {
        r.emit(Event::Stood(who, Standing::Up));
    }
    clear_bruises(r, who);
}

/// After a command, makes those set to unconscious by the referee fall.
pub fn lie_down(r: &mut Resolution) {
    for who in r.began(Condition::UNCONSCIOUS) {
        let stands = |c: &Combatant| c.is_up() && c.has(Condition::UNCONSCIOUS);
        if r.encounter().get(who).is_some_and(stands) {
            r.emit(Event::Stood(who, Standing::Down));
        }
    }
}

/// After a command, wakes those whose unconsciousness the referee ended, and ends that of those set on their feet.
pub fn rouse(r: &mut Resolution) {
    let woken = |change: &Change| match change {
        Change::Ended(who, Condition::UNCONSCIOUS) | Change::Stood(who, Standing::Up) => Some(*who),
        _ => None,
    };
    let woken: Vec<CombatantId> = r.changes().iter().filter_map(woken).collect();
    for who in woken {
        match r.encounter().get(who).map(|c| (c.standing, c.has(Condition::UNCONSCIOUS))) {
            Some((Standing::Down, false)) => wake(r, who),
            Some((Standing::Up, true)) => r.relieve(who, Condition::UNCONSCIOUS),
            _ => {}
        }
    }
}

/// Revives a creature, which acts from the next round on.
fn revive(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    r.emit(Event::Spent(act.who, Spending::Action));
    if let Some(whom) = act.target() {
        wake(r, whom);
        r.emit(Event::Spent(whom, Spending::Action));
    }
    Ok(())
}

/// Ends nonlethal damage once no hit points are missing.
fn clear_bruises(r: &mut Resolution, who: CombatantId) {
    let whole = |c: &Combatant| c.vitals.hp() >= c.vitals.max() && c.has(Condition::SUBDUED);
    if r.encounter().get(who).is_some_and(whole) {
        r.relieve(who, Condition::SUBDUED);
    }
}

/// Ends nonlethal damage and the marks of sneak attacks after the fight (`countdown.condition.nonlethal-taken`,
/// `countdown.class.sneak-attack`).
pub fn forget_fight(r: &mut Resolution) {
    for condition in [Condition::SUBDUED, condition::SNEAKED_ON] {
        for who in r.encounter().those(|c| c.has(condition)) {
            r.relieve(who, condition);
        }
    }
}

/// Heals up to the maximum, never the dead; wakes the knocked out (`countdown.healing.apply`).
pub fn heal(r: &mut Resolution, who: CombatantId, amount: i32) {
    let Some(c) = r.encounter().get(who).filter(|c| c.standing != Standing::Dead) else { return };
    let amount = amount.min(kit::missing(c));
    let wakes = state::is_knocked_out(c);
    if amount <= 0 {
        return;
    }
    r.emit(Event::Healed { who, amount });
    if wakes && r.encounter().get(who).is_some_and(|c| c.vitals.hp() > 0) {
        wake(r, who);
    }
    clear_bruises(r, who);
}

/// Deals damage entered by the referee, at once.
pub fn by_referee(
    r: &mut Resolution,
    amount: DiceExpr,
    who: &[(CombatantId, Share)],
) -> Result<(), Stop> {
    kit::by_referee(r, amount, who, Rounding::Down, |r, target, tally| {
        harm(r, target, tally, Source::Referee, Timing::Now)
    })
}

/// Heals by the referee's word.
pub fn healing(r: &mut Resolution, amount: DiceExpr, who: &[(CombatantId, Share)]) -> Result<(), Stop> {
    kit::healing(r, amount, who, Rounding::Down, heal)
}

/// Sets hit points as the referee says, at least 0: at 0 it is dead, above 0 back on its feet.
pub fn set_hp(r: &mut Resolution, who: CombatantId, hp: i32) {
    r.emit(Event::HpSet(who, hp.max(0)));
    match r.encounter().get(who).map(|c| c.standing) {
        Some(standing) if hp <= 0 && standing != Standing::Gone => die(r, who),
        Some(Standing::Dead) => r.emit(Event::Stood(who, Standing::Up)),
        Some(Standing::Down) => wake(r, who),
        _ => {}
    }
    clear_bruises(r, who);
}
