//! Grappling: the attack, the contest at the end of the slot, its outcome (section 3.14).

use super::blow::{Blow, Manner};
use super::hold::{self, NEW, holders, holds};
use super::melee::MeleeArm;
use super::state::rounds_on;
use super::{
    aim, condition, counter, figures, harm, mass, melee, reach, routine, slot, speed, state, strike,
};
use crate::rules::model::block::d20::{Attack, Damage, Range, Tag};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::Share;
use crate::rules::ruleset::deed::{LogForm, When};
use crate::rules::ruleset::prelude::*;
use std::sync::LazyLock;

/// The attack line of a grapple: no weapon and no damage (R40).
static HANDS: LazyLock<Attack> = LazyLock::new(|| Attack {
    damage: Some(Damage::Nothing),
    tags: vec![Tag::UNARMED],
    ..Attack::new("hands")
});

/// Tries to take hold of a foe.
pub const GRAB: DeedRule = DeedRule {
    rule: "zero.special.grapple-attack",
    phase: Some(Phase::Number),
    may: |at| {
        state::has_not_acted(at)?;
        routine::may_attack(at)?;
        at.unless(!speed::has_gone_far(at.e, at.c), Refusal::RUNNING)
    },
    shape: |at, offer| {
        let mut foes = aim::foes_in_reach(at);
        foes.retain(|foe| !mass::is_unit(at.e, foe.id));
        let far = state::ask_distance(at.e, at.c, &foes);
        let mut facts: Vec<_> = aim::melee_facts().into_iter().chain(far).collect();
        facts.retain(|field| !aim::spares(field));
        let ids = foes.iter().map(|foe| foe.id).collect();
        Offer { at: Targets { ids, least: 1, most: 1 }, facts, ..offer }
    },
    check: |at, act| aim::check_melee_target(at, act).map(|_| ()),
    run: grab,
    ..DeedRule::of(Deed::Grab)
};

/// Lets go of everyone it holds.
pub const RELEASE: DeedRule = DeedRule {
    rule: "zero.special.grapple-outcome",
    when: When::Free,
    told: LogForm::Named,
    aimed: |at, _| in_hand(at).map(|held| held.id).collect(),
    concerns: |at| in_hand(at).next().is_some(),
    may: |at| at.unless(in_hand(at).next().is_some(), Refusal::HOLDS_NOBODY),
    run: |r, act| {
        let_go(r, act.who);
        Ok(())
    },
    ..DeedRule::of(Deed::Release)
};

/// Returns the combatants that it holds.
fn in_hand<'a>(at: &At<'a>) -> impl Iterator<Item = &'a Combatant> + use<'a> {
    let c = at.c;
    at.e.all().filter(move |held| holds(c, held.id))
}

/// Makes the attack that takes hold, without damage (`zero.special.grapple-attack`). A helpless target is pinned
/// without a contest, or gets one more holder.
fn grab(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(target) = act.target() else { return Ok(()) };
    if strike::loses(r, act.who, Spending::Action)
        || !reach::reach_first(r, act, MeleeArm::Grip, target)?
    {
        return Ok(());
    }
    r.emit(Event::Spent(act.who, Spending::Action));
    melee::engage(r, act.who, target);
    let block = r.encounter().block_of(act.who);
    let Some(StatBlock::D20(d20)) = block.as_deref() else { return Ok(()) };
    let (at, range, line, facts) = (0, Range::Melee, &*HANDS, &act.facts);
    let (who, manner, share) = (act.who, Manner::Grab, Share::Full);
    let blow = Blow { who, target, d20, range, at, line, facts, manner, share };
    if strike::roll(r, &blow)?.is_some() {
        let held = r.encounter().who(target)?;
        let (helpless, pinned) = (held.means(Meaning::HELPLESS), held.has(condition::PINNED));
        if helpless && !pinned {
            harm::afflict(r, target, grip(r, condition::PINNED), blow.timing());
        }
        let value = if helpless { 0 } else { NEW };
        let hold = Effect { value, toward: Some(target), ..r.effect(Condition::GRAPPLING, None) };
        r.afflict(act.who, hold);
    }
    Ok(())
}

/// Whether a contest is due in the slot that has just ended.
pub fn contests_due(e: &Encounter) -> bool {
    !contested(e).is_empty()
}

/// Returns the combatants whose contest is due, in roster order: those newly held, and those struggling since an
/// earlier round whose holder's slot has come again (`zero.special.grapple-outcome`, R39).
fn contested(e: &Encounter) -> Vec<CombatantId> {
    let again = |held: &&Combatant| {
        let struggles = |effect: &Effect| effect.value < e.round_number();
        held.effect(condition::STRUGGLING).is_some_and(struggles)
            && !held.has(condition::PINNED)
            && holders(e, held.id).any(|one| slot::has_had_its_slot(e, one))
    };
    let new = hold::all_holds(e).filter(|(_, _, hold)| hold.value == NEW).map(|(_, held, _)| held);
    let mut all: Vec<CombatantId> = new.chain(e.all().filter(again).map(|held| held.id)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Resolves every contest of the slot and then its consequences. If a combatant has thrown off its holders and still
/// has able foes, initiative is rolled again for the next round (`zero.initiative.reroll-after-escape`, R20).
pub fn contests(r: &mut Resolution) -> Result<(), Stop> {
    let mut freed = Vec::new();
    for held in contested(r.encounter()) {
        if contest(r, held)? {
            freed.push(held);
        }
    }
    harm::commit(r);
    let e = r.encounter();
    let fights_on = |held| e.get(held).is_some_and(|held| e.foes(held).any(state::is_able));
    if freed.into_iter().any(fights_on) {
        r.count(SideId(0), counter::REROLL_DUE, 1);
    }
    Ok(())
}

/// Resolves the contest of Hit Dice between a held combatant and all its holders; returns whether it throws them off
/// (`zero.special.grapple-contest`, R32).
fn contest(r: &mut Resolution, held: CombatantId) -> Result<bool, Stop> {
    let holders: Vec<CombatantId> = holders(r.encounter(), held).map(|c| c.id).collect();
    let mut against = 0;
    for &one in &holders {
        against += strength(r, one, held)?;
    }
    let own = strength(r, held, *holders.first().unwrap_or(&held))?;
    settle(r, held);
    r.relieve(held, condition::STRUGGLING);
    match own - against {
        ..0 => r.afflict(held, grip(r, condition::PINNED)),
        0 => r.afflict(held, grip(r, condition::STRUGGLING)),
        won_by => throw_off(r, &holders, won_by.unsigned_abs()),
    }
    Ok(own > against)
}

fn strength(r: &mut Resolution, who: CombatantId, against: CombatantId) -> Result<i32, Stop> {
    let dice = figures::whole_dice(r.encounter().d20(who)?);
    let dice = u8::try_from(dice).unwrap_or(u8::MAX);
    r.figure(RollRequest::new(Purpose::Grapple, dice, 6).by(who).against(against))
}

/// Marks the contest as rolled on the holds.
fn settle(r: &mut Resolution, held: CombatantId) {
    let new =
        hold::all_holds(r.encounter()).filter(|(_, toward, hold)| *toward == held && hold.value == NEW);
    let holds: Vec<(CombatantId, Effect)> = new.map(|(one, _, hold)| (one.id, hold.clone())).collect();
    for (one, hold) in holds {
        r.afflict(one, Effect { value: 0, ..hold });
    }
}

/// Returns the effect of being held; its value is the round of the contest. It ends without a holder, unlike one set by
/// the referee or a spell, whose value is 0.
fn grip(r: &Resolution, condition: Condition) -> Effect {
    Effect { value: r.encounter().round_number(), ..r.effect(condition, None) }
}

/// Throws off all holders and stuns them for the rounds it won by (R20).
fn throw_off(r: &mut Resolution, holders: &[CombatantId], won_by: u32) {
    for &one in holders {
        r.relieve(one, Condition::GRAPPLING);
        r.afflict(one, rounds_on(r, Condition::STUNNED, won_by));
    }
}

fn let_go(r: &mut Resolution, holder: CombatantId) {
    let Some(one) = r.encounter().get(holder) else { return };
    let holds = one.effects_of(Condition::GRAPPLING);
    let held: Vec<CombatantId> = holds.filter_map(|hold| hold.toward).collect();
    held.into_iter().for_each(|held| hold::end_hold(r, holder, held));
}
