//! Grappling: taking hold with an attack, the contest of Hit Dice at the end of the slot, and what comes of it
//! (section 3.14).

use super::attack;
use super::blow::{Blow, Manner};
use super::condition;
use super::declare;
use super::sequence;
use super::state::rounds_on;
use super::{figures, harm, initiative, mass, melee, movement, state};
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::d20::{Attack, Damage, Range, Tag};
use crate::rules::model::combatant::{Combatant, StatBlock};
use crate::rules::model::command::{Act, Deed, Share};
use crate::rules::model::dice::{Purpose, RollRequest};
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::Refusal;
use crate::rules::model::event::{Event, Spending, Stop};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::{Offer, Targets};
use crate::rules::model::window::Phase;
use crate::rules::ruleset::deed::{At, DeedRule, Told, When};
use std::cmp::Ordering;
use std::sync::LazyLock;

/// The value of a hold whose contest is still to be rolled; later it is 0.
const NEW: i32 = 1;

/// What one grapples with: no weapon, and no damage (R40).
static HANDS: LazyLock<Attack> = LazyLock::new(|| Attack {
    damage: Some(Damage::Nothing),
    tags: vec![Tag::UNARMED],
    ..Attack::new("hands")
});

/// Tries to take hold of somebody.
pub const GRAB: DeedRule = DeedRule {
    rule: "zero.special.grapple-attack",
    phase: Some(Phase::Number),
    may: |at| {
        declare::has_not_acted(at)?;
        attack::may_attack(at)?;
        at.unless(!movement::has_gone_far(at.e, at.c), Refusal::RUNNING)
    },
    shape: |at, offer| {
        let mut foes = attack::at_hand(at);
        foes.retain(|foe| !mass::is_unit(at.e, foe.id));
        let far = state::ask_distance(at.e, at.c, &foes);
        let facts = attack::melee_facts().into_iter().chain(far).collect();
        let ids = foes.iter().map(|foe| foe.id).collect();
        Offer { at: Targets { ids, least: 1, most: 1 }, facts, ..offer }
    },
    check: |at, act| attack::check_at_hand(at, act).map(|_| ()),
    run: grab,
    ..DeedRule::of(Deed::Grab)
};

/// Lets go of the one it holds.
pub const RELEASE: DeedRule = DeedRule {
    rule: "zero.special.grapple-outcome",
    when: When::Free,
    told: Told::Named,
    aimed: |at, _| in_hand(at).map(|held| held.id).collect(),
    concerns: |at| in_hand(at).next().is_some(),
    may: |at| at.unless(in_hand(at).next().is_some(), Refusal::HOLDS_NOBODY),
    run: |r, act| {
        let_go(r, act.who);
        Ok(())
    },
    ..DeedRule::of(Deed::Release)
};

/// Whom it holds.
fn held_by(c: &Combatant) -> Option<CombatantId> {
    c.toward(Condition::GRAPPLING)
}

/// Whether the first holds the second: by a grapple, or by its special attack.
fn holds(one: &Combatant, held: &Combatant) -> bool {
    let in_grip = [condition::PINNED, condition::STRUGGLING];
    held_by(one) == Some(held.id) || in_grip.iter().any(|condition| held.has_toward(*condition, one.id))
}

/// Those who hold it, in the order of the roster.
fn holders<'a>(e: &'a Encounter, held: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    e.all().filter(|one| holds(one, held))
}

/// Whether somebody has hold of it, be the contest still to come.
pub fn is_held(e: &Encounter, c: &Combatant) -> bool {
    holders(e, c).any(state::is_able)
}

/// Those whom it holds.
fn in_hand<'a>(at: &At<'a>) -> impl Iterator<Item = &'a Combatant> + use<'a> {
    let c = at.c;
    at.e.all().filter(move |held| holds(c, held))
}

/// An attack that takes hold, without damage (`zero.special.grapple-attack`). Whoever is helpless already does not
/// wrestle: it is pinned, or held by one more.
fn grab(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(target) = act.target() else { return Ok(()) };
    if attack::skips_attack(r, act.who) {
        r.emit(Event::Spent(act.who, Spending::Action));
        return Ok(());
    }
    if !melee::reach_first(r, act.who, None, target)? {
        return Ok(());
    }
    r.emit(Event::Spent(act.who, Spending::Action));
    r.relieve(act.who, condition::STATIONARY);
    melee::engage(r, act.who, target);
    let block = r.encounter().block_of(act.who);
    let Some(StatBlock::D20(d20)) = block.as_deref() else { return Ok(()) };
    let (at, range, line, facts) = (0, Range::Melee, &*HANDS, &act.facts);
    let (who, manner, share) = (act.who, Manner::Grab, Share::Full);
    let blow = Blow { who, target, d20, range, at, line, facts, manner, share };
    if attack::roll(r, &blow)?.is_some() {
        let held = r.encounter().who(target)?;
        let (helpless, pinned) = (state::is_helpless(held), held.has(condition::PINNED));
        if helpless && !pinned {
            let effect = r.effect(condition::PINNED, None);
            harm::afflict(r, target, effect, blow.timing());
        }
        let value = if helpless { 0 } else { NEW };
        let hold = Effect { value, toward: Some(target), ..r.effect(Condition::GRAPPLING, None) };
        r.afflict(act.who, hold);
    }
    Ok(())
}

/// Whether somebody is held whose contest is still to be rolled in the slot that is just over.
pub fn contests_due(e: &Encounter) -> bool {
    !contested(e).is_empty()
}

/// Those who are held and wrestle for it now, in the order of the roster: somebody has just taken hold, or the slot of
/// a holder has come again in a later round than that of the last contest (`zero.special.grapple-outcome`, R39).
fn contested(e: &Encounter) -> Vec<CombatantId> {
    let is_new =
        |one: &&Combatant| one.effect(Condition::GRAPPLING).is_some_and(|hold| hold.value == NEW);
    let again = |held: &&Combatant| {
        let struggles = |effect: &Effect| effect.value < e.round_number();
        held.effect(condition::STRUGGLING).is_some_and(struggles)
            && holders(e, held).any(|one| sequence::has_had_its_slot(e, one))
    };
    let new = e.all().filter(is_new).filter_map(held_by);
    let mut all: Vec<CombatantId> = new.chain(e.all().filter(again).map(|held| held.id)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Every contest of the slot.
pub fn contests(r: &mut Resolution) -> Result<(), Stop> {
    contested(r.encounter()).into_iter().try_for_each(|held| contest(r, held))
}

/// All who hold it roll their Hit Dice against its own (`zero.special.grapple-contest`, R32).
fn contest(r: &mut Resolution, held: CombatantId) -> Result<(), Stop> {
    let e = r.encounter();
    let holders: Vec<CombatantId> = holders(e, e.who(held)?).map(|c| c.id).collect();
    let mut against = 0;
    for &one in &holders {
        against += strength(r, one, held)?;
    }
    let own = strength(r, held, *holders.first().unwrap_or(&held))?;
    match own.cmp(&against) {
        Ordering::Less => pin(r, held),
        Ordering::Equal => wrestle(r, held),
        Ordering::Greater => throw_off(r, held, &holders, own - against),
    }
    Ok(())
}

fn strength(r: &mut Resolution, who: CombatantId, against: CombatantId) -> Result<i32, Stop> {
    let dice = figures::whole_dice(r.encounter().d20(who)?);
    let dice = u8::try_from(dice).unwrap_or(u8::MAX);
    r.figure(RollRequest::new(Purpose::Grapple, dice, 6).by(who).against(against))
}

/// The contest is rolled: the holds are not new any more.
fn settle(r: &mut Resolution, held: CombatantId) {
    let holds: Vec<(CombatantId, Effect)> = r
        .encounter()
        .all()
        .filter_map(|one| Some((one.id, one.effect(Condition::GRAPPLING)?.clone())))
        .filter(|(_, hold)| hold.toward == Some(held) && hold.value == NEW)
        .collect();
    for (one, hold) in holds {
        r.afflict(one, Effect { value: 0, ..hold });
    }
}

fn pin(r: &mut Resolution, held: CombatantId) {
    settle(r, held);
    let by = special_holder(r.encounter(), held);
    r.relieve(held, condition::STRUGGLING);
    r.afflict(held, Effect { toward: by, ..r.effect(condition::PINNED, None) });
}

/// Neither has the better of it: it is on its feet and wrestles on in the next round.
fn wrestle(r: &mut Resolution, held: CombatantId) {
    settle(r, held);
    let e = r.encounter();
    let (value, toward) = (e.round_number(), special_holder(e, held));
    r.relieve(held, condition::STRUGGLING);
    r.afflict(held, Effect { value, toward, ..r.effect(condition::STRUGGLING, None) });
}

/// Who holds it by a special attack, if anybody.
fn special_holder(e: &Encounter, held: CombatantId) -> Option<CombatantId> {
    e.get(held).and_then(|c| c.effect(condition::STRUGGLING)).and_then(|effect| effect.toward)
}

/// All are thrown off and stunned for the rounds it won by; where other foes are left, everybody rolls again for the
/// next round (`zero.initiative.reroll-after-escape`, R20).
fn throw_off(r: &mut Resolution, held: CombatantId, holders: &[CombatantId], won_by: i32) {
    for &one in holders {
        r.relieve(one, Condition::GRAPPLING);
        r.afflict(one, rounds_on(r, Condition::STUNNED, won_by.unsigned_abs()));
    }
    r.relieve(held, condition::STRUGGLING);
    let e = r.encounter();
    let is_left = |held: &Combatant| e.foes(held).any(state::is_able);
    if e.get(held).is_some_and(is_left) {
        initiative::roll_again(r);
    }
}

/// It lets go of everybody; whoever nobody else holds is free.
fn let_go(r: &mut Resolution, holder: CombatantId) {
    let e = r.encounter();
    let Some(one) = e.get(holder) else { return };
    let others = |held: &Combatant| holders(e, held).any(|other| other.id != holder);
    let freed: Vec<CombatantId> =
        e.all().filter(|held| holds(one, held) && !others(held)).map(|held| held.id).collect();
    r.relieve(holder, Condition::GRAPPLING);
    for held in freed {
        r.relieve(held, condition::PINNED);
        r.relieve(held, condition::STRUGGLING);
    }
}

/// A special attack has it in its grip: that of the attacker, who is stronger until the next round
/// (`zero.attack.special-on-natural`).
pub fn in_grip_of(e: &Encounter, who: CombatantId, effect: Effect) -> Effect {
    match effect.condition {
        condition::PINNED | condition::SWALLOWED => Effect { toward: Some(who), ..effect },
        condition::STRUGGLING => Effect { toward: Some(who), value: e.round_number(), ..effect },
        _ => effect,
    }
}

/// Whoever cannot hold any more lets go (`zero.condition.pinned`, `zero.condition.struggling`); out of a dead belly the
/// swallowed come free (`zero.condition.swallowed`).
pub fn release_lost_holds(r: &mut Resolution) {
    let e = r.encounter();
    let is_able = |who: CombatantId| e.get(who).is_some_and(state::is_able);
    let is_there = |who: CombatantId| e.get(who).is_some_and(Combatant::is_up);
    let grips = e.all().filter_map(|one| Some((one.id, held_by(one)?)));
    let lost = grips.filter(|(one, held)| !is_able(*one) || !is_there(*held)).map(|(one, _)| one);
    let toward = |of: Condition| {
        let effects = e.all().flat_map(move |held| held.effects.iter().map(|effect| (held.id, effect)));
        let found = effects.filter(move |(_, effect)| effect.condition == of);
        found.filter_map(|(held, effect)| Some((held, effect.toward?)))
    };
    let by_special = toward(condition::PINNED).chain(toward(condition::STRUGGLING));
    let weak = by_special.map(|(_, by)| by).filter(|by| !is_able(*by));
    let lost: Vec<CombatantId> = lost.chain(weak).collect();
    let swallowed: Vec<(CombatantId, CombatantId)> =
        toward(condition::SWALLOWED).filter(|(_, by)| !is_there(*by)).collect();
    for one in lost {
        let_go(r, one);
    }
    for (held, by) in swallowed {
        r.relieve_toward(held, condition::SWALLOWED, by);
    }
}
