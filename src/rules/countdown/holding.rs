//! Numbers and holds: who acts on which number, waits, and spells held until just before another acts.
//!
//! A hold moves its creature from its slot to another, or to none. Slots before the open one never change place, so
//! that the round keeps its position.

use super::action::action;
use super::hold::{self, HOLDS, holds};
use super::{condition, declare, number, refusal, spell, state};
use crate::rules::engine::resolution::Change;
use crate::rules::model::window::Slot;
use crate::rules::ruleset::deed::When;
use crate::rules::ruleset::prelude::*;
use std::sync::Arc;

pub const HOLD: DeedRule = DeedRule {
    rule: "countdown.initiative.hold",
    when: When::Either,
    announced: |_, _| Some(Deed::Hold),
    shape: |at, offer| {
        let number = FactField::may(Fact::Number(at.c.number.unwrap_or(1) - 1));
        Offer { facts: vec![FactField { range: Some((-50, 50)), ..number }], ..offer }
    },
    check: check_until,
    run: |r, act| {
        let (condition, value) = match act.facts.number() {
            Some(number) => (condition::HOLDING_UNTIL, number),
            None => (Condition::HOLDING, 0),
        };
        hold(r, act.who, condition, value, None)
    },
    bar: |_| Ok(()),
    ..action(Deed::Hold)
};

pub const AWAIT: DeedRule = DeedRule {
    rule: "countdown.initiative.hold-for",
    shape: |at, offer| {
        let slots = at.e.slots();
        for_one(at, offer, |whom| check_wait(at, whom, slots.of(whom)).is_ok())
    },
    check: |at, act| {
        let whom = awaited(at, act)?;
        check_wait(at, whom, at.e.slot_of(whom.id))
    },
    run: |r, act| hold(r, act.who, condition::AWAITING, 0, act.target()),
    deed: Deed::Await,
    ..HOLD
};

pub const FORESTALL: DeedRule = DeedRule {
    rule: "countdown.spell.counter-delay",
    announced: |_, _| Some(Deed::Hold),
    concerns: spell::CAST.concerns,
    may: spell::may_cast,
    shape: |at, offer| for_one(at, offer, |whom| check_forestall(at, whom).is_ok()),
    check: |at, act| check_forestall(at, awaited(at, act)?),
    run: |r, act| hold(r, act.who, condition::FORESTALLING, 0, act.target()),
    bar: spell::CAST.bar,
    ..action(Deed::Forestall)
};

pub const CUT_IN: DeedRule = DeedRule {
    rule: "countdown.initiative.hold",
    when: When::CuttingIn,
    concerns: |at| at.c.has(Condition::HOLDING),
    may: may_cut_in,
    run: |r, act| {
        join(r, act.who);
        Ok(())
    },
    bar: |_| Ok(()),
    ..action(Deed::CutIn)
};

/// Checks that the actor holds openly, and that the count has reached its number and the open one is not yet committed.
fn may_cut_in(at: &At) -> Allowed {
    let phase = at.e.window().map(|window| window.phase);
    match phase {
        _ if !at.c.has(Condition::HOLDING) => at.no(Refusal::NOT_HOLDING),
        Some(Phase::Number | Phase::Commit) if number::has_come_to(at.e, at.c) => Ok(()),
        Some(Phase::Number | Phase::Commit) => at.no(Refusal::NOT_YOUR_SLOT),
        _ => at.no(Refusal::NOT_IN_THIS_PHASE),
    }
}

/// Returns `offer` with the combatants that `may` allows as its targets.
fn for_one(at: &At, offer: Offer, may: impl Fn(&Combatant) -> bool) -> Offer {
    let ids = at.e.all().filter(|whom| may(whom)).map(|whom| whom.id).collect();
    Offer { at: Targets { ids, least: 1, most: 1 }, ..offer }
}

/// Whether `c` has a number this round, or holds the one it had.
fn counts(c: &Combatant, slot: Option<u16>) -> bool {
    slot.is_some() || holds(c)
}

/// Whether its action of this round is still to come: its number is not over, or it holds.
pub fn has_yet_to_act(e: &Encounter, c: &Combatant) -> bool {
    let spent = c.spent.acted || !c.spent.attacks.is_empty();
    let slot = e.slot_of(c.id);
    !spent && counts(c, slot) && (holds(c) || !has_passed(e, c, slot))
}

fn cannot(at: &At, why: &str) -> Allowed {
    Err(at.why(refusal::CANNOT_WAIT).saying(why))
}

fn check_until(at: &At, act: &Act) -> Allowed {
    match (act.facts.number(), number::open_number(at.e)) {
        (Some(until), Some(now)) if until >= now => {
            cannot(at, &format!("until {until}: expected a number below {now}"))
        }
        _ => Ok(()),
    }
}

fn awaited<'a>(at: &At<'a>, act: &Act) -> Result<&'a Combatant, RuleError> {
    let missing = || at.why(Refusal::BAD_TARGET).saying("wait for whom?");
    at.e.who(act.target().ok_or_else(missing)?)
}

/// Checks that the actor could wait for `whom`, which acts in `slot`.
fn check_wait(at: &At, whom: &Combatant, slot: Option<u16>) -> Allowed {
    let At { e, c } = *at;
    if whom.id == c.id {
        return cannot(at, "a combatant cannot wait for itself");
    }
    if !state::can_act(whom) {
        return cannot(at, &format!("{} cannot act this round", whom.name));
    }
    if !state::has_action(e, whom) || has_passed(e, whom, slot) {
        return cannot(at, &format!("{} has already acted", whom.name));
    }
    if waits_for(e, whom, c.id) {
        return cannot(at, &format!("{} is already waiting for it", whom.name));
    }
    let ordered = number::open_number(e).is_some();
    if ordered && !counts(whom, slot) {
        return cannot(at, &format!("{} has no number this round", whom.name));
    }
    Ok(())
}

fn has_passed(e: &Encounter, c: &Combatant, slot: Option<u16>) -> bool {
    let here = e.window().is_some_and(|window| window.has_passed(c.id));
    let behind = number::open_number(e).is_some() && slot.is_some_and(|slot| number::is_behind(e, slot));
    here || behind
}

/// Whether `c` waits for `whom`, directly or through others.
fn waits_for(e: &Encounter, c: &Combatant, whom: CombatantId) -> bool {
    let mut at = c;
    for _ in 0..e.combatants.len() {
        match at.toward(condition::AWAITING).and_then(|next| e.get(next)) {
            Some(next) if next.id == whom => return true,
            Some(next) => at = next,
            None => return false,
        }
    }
    false
}

fn check_forestall(at: &At, whom: &Combatant) -> Allowed {
    let At { e, c } = *at;
    let caster = |id| state::spells(e, id).next().is_some();
    if whom.id == c.id || !caster(whom.id) || !state::can_act(whom) {
        return Err(at.why(Refusal::BAD_TARGET).saying("expected another caster"));
    }
    if !caster(c.id) {
        return cannot(at, "only a caster can hold a spell");
    }
    if c.number <= whom.number || !number::number_ahead(e, whom.id) {
        return cannot(at, &format!("its number must be higher than that of {}", whom.name));
    }
    Ok(())
}

/// Holds: until a number, for another combatant, with a spell until just before another acts, or openly.
fn hold(
    r: &mut Resolution,
    who: CombatantId,
    condition: Condition,
    value: i32,
    toward: Option<CombatantId>,
) -> Result<(), Stop> {
    hold::end(r, who);
    let until = Some(state::this_round(r.encounter()));
    let effect = Effect { value, toward, ..r.effect(condition, until) };
    r.afflict(who, effect);
    if !r.encounter().order.is_empty() {
        resettle(r, who);
    }
    Ok(())
}

/// Makes it act on the number being counted, and those that wait for it too: out of an open hold, or against a foe that
/// closes with it (`countdown.initiative.hold`, `countdown.initiative.hold-for`).
pub fn join(r: &mut Resolution, who: CombatantId) {
    hold::end(r, who);
    let joining = with_followers(r.encounter(), who);
    joining.iter().for_each(|one| declare::begin_turn(r, *one));
    let e = r.encounter();
    let Some(at) = number::open_slot(e).filter(|_| !number::stands_on_open_number(e, who)) else {
        return;
    };
    let mut slots = (*e.order).clone();
    take_out(&mut slots, &joining);
    if let Some(slot) = slots.get_mut(usize::from(at)) {
        joining.iter().for_each(|one| put_in(slot, *one));
    }
    drop_empty(&mut slots, number::settled(e));
    r.emit(Event::Shifted(Arc::new(slots)));
    if let Some(window) = number::reopened(r.encounter(), &joining) {
        r.emit(Event::Laid(Box::new(window)));
    }
}

/// Puts all who hold openly, and those that wait for them, in a last slot below the others.
pub fn gather(r: &mut Resolution) {
    let e = r.encounter();
    let holds = e.those(|c| c.has(Condition::HOLDING) && state::can_act(c));
    let mut slots = (*e.order).clone();
    let score = slots.iter().map(|slot| slot.score).min().unwrap_or(1).saturating_sub(1);
    let mut last = Slot { score, sides: Vec::new(), ones: Vec::new() };
    for who in &holds {
        with_followers(e, *who).into_iter().for_each(|one| put_in(&mut last, one));
    }
    slots.push(last);
    r.emit(Event::Shifted(Arc::new(slots)));
    holds.into_iter().for_each(|who| hold::end(r, who));
}

/// After a command, takes numbers, holds and unfinished acts from the fallen (section 2.2, 6), and returns the number
/// of those whose hold the referee ended.
pub fn after_falls(r: &mut Resolution) {
    let fallen = |change: &Change| match change {
        Change::Stood(who, standing) if *standing != Standing::Up => Some(*who),
        _ => None,
    };
    let fallen: Vec<CombatantId> = r.changes().iter().filter_map(fallen).collect();
    for who in fallen {
        hold::end(r, who);
        r.relieve(who, Condition::RELOADING);
        spell::lose(r, who);
        if number::number_ahead(r.encounter(), who) {
            resettle(r, who);
        }
    }
    let let_out = |change: &Change| match change {
        Change::Ended(who, condition) if HOLDS.contains(condition) => Some(*who),
        _ => None,
    };
    let let_out: Vec<CombatantId> = r.changes().iter().filter_map(let_out).collect();
    for who in let_out {
        let e = r.encounter();
        let lost = |c: &Combatant| {
            state::can_act(c) && !holds(c) && c.number.is_some() && state::has_action(e, c)
        };
        if !e.order.is_empty() && e.slot_of(who).is_none() && e.get(who).is_some_and(lost) {
            resettle(r, who);
        }
    }
}

/// Takes it out of the count this round when it sets its weapon.
pub fn leave_count(r: &mut Resolution, who: CombatantId) {
    if r.encounter().slot_of(who).is_some() {
        resettle(r, who);
    }
}

/// The combatant and all that wait for it, directly or through others.
fn with_followers(e: &Encounter, who: CombatantId) -> Vec<CombatantId> {
    let follows = |c: &&Combatant| c.id != who && waits_for(e, c, who);
    std::iter::once(who).chain(e.all().filter(follows).map(|c| c.id)).collect()
}

fn take_out(slots: &mut [Slot], whom: &[CombatantId]) {
    slots.iter_mut().for_each(|slot| slot.ones.retain(|id| !whom.contains(id)));
}

/// Removes slots without combatants, except settled ones.
fn drop_empty(slots: &mut Vec<Slot>, settled: usize) {
    let mut at = 0;
    slots.retain(|slot| {
        at += 1;
        at <= settled || !slot.ones.is_empty() || !slot.sides.is_empty()
    });
}

/// Moves it, and those that wait for it, to the slots where they now belong.
fn resettle(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    let moving = with_followers(e, who);
    let mut slots = (*e.order).clone();
    let first = number::settled(e);
    take_out(&mut slots, &moving);
    place_all(e, &mut slots, first, moving.clone());
    drop_empty(&mut slots, first);
    r.emit(Event::Shifted(Arc::new(slots)));
    moving.into_iter().for_each(|one| spell::move_on(r, one));
}

/// Puts it in the slot for its number and hold; those that wait must come after those they wait for.
fn place(e: &Encounter, slots: &mut Vec<Slot>, first: usize, who: CombatantId) {
    let Some(c) = e.get(who) else { return };
    let own = c.number.unwrap_or(0);
    let of = |slots: &[Slot], whom: CombatantId| slots.iter().position(|slot| slot.ones.contains(&whom));
    if c.has(Condition::HOLDING) || c.has(Condition::BRACED) || !state::can_act(c) {
        return;
    }
    if let Some(whom) = c.toward(condition::AWAITING) {
        match of(slots, whom) {
            // Nobody acts before its own number, so it acts on that instead.
            Some(at) if slots[at].score <= own => put_in(&mut slots[at], who),
            Some(_) => put_on(slots, first, own, who),
            None => {}
        }
    } else if let Some(whom) = c.toward(condition::FORESTALLING) {
        if let Some(at) = of(slots, whom) {
            let slot = Slot::of(slots[at].score, who);
            slots.insert(at, slot);
        }
    } else {
        let until = c.effect(condition::HOLDING_UNTIL).map_or(own, |effect| effect.value);
        put_on(slots, first, until.min(own), who);
    }
}

/// Puts it in the slot of that number, which is added if there is none.
fn put_on(slots: &mut Vec<Slot>, first: usize, number: i32, who: CombatantId) {
    let free = slots.get_mut(first..).unwrap_or_default();
    match free.iter_mut().rfind(|slot| slot.score == number) {
        Some(slot) => put_in(slot, who),
        None => {
            let before = slots.iter().skip(first).take_while(|slot| slot.score >= number).count();
            let at = (first + before).min(slots.len());
            slots.insert(at, Slot::of(number, who));
        }
    }
}

fn put_in(slot: &mut Slot, who: CombatantId) {
    if let Err(at) = slot.ones.binary_search(&who) {
        slot.ones.insert(at, who);
    }
}

/// The order of a round: a slot per number, highest first, then those whose declared hold depends on another
/// (`countdown.initiative.order`).
pub fn order(e: &Encounter) -> Vec<Slot> {
    let mut slots: Vec<Slot> = Vec::new();
    let with = |c: &&Combatant| state::can_act(c) && c.number.is_some();
    let (free, bound): (Vec<&Combatant>, Vec<&Combatant>) = e
        .all()
        .filter(with)
        .partition(|c| !c.has(condition::AWAITING) && !c.has(condition::FORESTALLING));
    for c in free {
        place(e, &mut slots, 0, c.id);
    }
    place_all(e, &mut slots, 0, bound.iter().map(|c| c.id).collect());
    slots
}

/// Places those that wait, repeating for those that wait for another not yet placed.
fn place_all(e: &Encounter, slots: &mut Vec<Slot>, first: usize, mut waiting: Vec<CombatantId>) {
    for _ in 0..waiting.len() {
        waiting.retain(|who| {
            place(e, slots, first, *who);
            !slots.iter().any(|slot| slot.ones.contains(who))
        });
    }
}

/// Releases those that wait for a combatant that has fallen or gone: they act on the number on which it would have
/// acted, or at once if that is past or there was none (`countdown.initiative.hold-for`). Those that forestall it act
/// on their own number or hold openly.
pub fn release_waiting(r: &mut Resolution) {
    let e = r.encounter();
    let gone = |whom: CombatantId| !e.get(whom).is_some_and(state::can_act);
    let alone = |condition| {
        let waits = move |c: &&Combatant| c.toward(condition).is_some_and(gone);
        e.all().filter(waits).map(|c| c.id).collect::<Vec<CombatantId>>()
    };
    let (waiting, casting) = (alone(condition::AWAITING), alone(condition::FORESTALLING));
    waiting.into_iter().for_each(|who| release_waiter(r, who));
    casting.into_iter().for_each(|who| release_caster(r, who));
}

/// Makes it hold until the number on which the awaited combatant would have acted, or act at once if there is none, but
/// never before its own number.
fn release_waiter(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    let (slot, now) = (e.slot_of(who), number::open_number(e));
    let number = slot.and_then(|at| e.order.get(usize::from(at))).map(|slot| slot.score).or(now);
    if !end_wait(r, who) {
        return;
    }
    let e = r.encounter();
    let passed = e.get(who).is_some_and(|c| number::has_come_to(e, c));
    if slot.is_none() && number::is_counting(e) && passed {
        return join(r, who);
    }
    if let Some(number) = number {
        let until = Some(state::this_round(e));
        let own = e.get(who).and_then(|c| c.number);
        let value = own.map_or(number, |own| own.min(number));
        let effect = Effect { value, ..r.effect(condition::HOLDING_UNTIL, until) };
        r.afflict(who, effect);
    }
    resettle(r, who);
}

/// Ends its hold; returns whether its own act is still to come: its number is neither here nor past.
fn end_wait(r: &mut Resolution, who: CombatantId) -> bool {
    let e = r.encounter();
    let waits = e.slot_of(who).is_none() || number::number_ahead(e, who);
    hold::end(r, who);
    let e = r.encounter();
    waits && !e.order.is_empty() && e.get(who).is_some_and(state::can_act)
}

/// Returns a forestalling caster to its own number, or to an open hold if that has passed.
fn release_caster(r: &mut Resolution, who: CombatantId) {
    if !end_wait(r, who) {
        return;
    }
    let e = r.encounter();
    if e.get(who).is_some_and(|c| number::has_come_to(e, c)) {
        let until = Some(state::this_round(e));
        r.begin(who, Condition::HOLDING, until);
    }
    resettle(r, who);
}
