//! Beast masters and their animals, and sneaking wardens (sections 3.2 and 3.4).

use super::condition;
use super::refusal;
use super::{figures, opening, state, talent};
use crate::rules::d20::relations::leave_melee;
use crate::rules::model::block::d20::D20;
use crate::rules::ruleset::deed::{LogForm, When};
use crate::rules::ruleset::prelude::*;

/// Reaction total at which an animal becomes a companion (`house.reaction.animal-bond`).
const BOND: i32 = 8;
/// A sneaking warden goes unnoticed on this or less on 1d6 (`house.surprise.warden-ambush`).
const UNNOTICED: i32 = 3;

/// Approaches an animal peacefully (`house.reaction.animal-bond`).
pub const BEFRIEND: DeedRule = DeedRule {
    rule: "house.reaction.animal-bond",
    when: When::Free,
    told: LogForm::Named,
    concerns: |at| is_master(at),
    may: |at| {
        at.unless(is_master(at), refusal::NOT_ITS_CRAFT)?;
        at.unless(!state::is_limited(at.c), Refusal::INCAPACITATED)
    },
    shape: |at, offer| {
        let animals = at.e.all().filter(|other| may_follow(at, other).is_ok());
        let ids: Vec<CombatantId> = animals.map(|other| other.id).collect();
        let facts = vec![FactField::asks(Fact::Modifier(0)), FactField::flag(Fact::Insist)];
        Offer { at: Targets { ids, least: 1, most: 1 }, facts, ..offer }
    },
    check: |at, act| {
        let other = state::aimed_at(at, act)?;
        if act.facts.has(&Fact::Insist) { is_there(at, other) } else { may_follow(at, other) }
    },
    run: befriend,
    ..DeedRule::of(Deed::Befriend)
};

/// Sneaks up on a group in the wilderness, before surprise is rolled (`house.surprise.warden-ambush`).
pub const STALK: DeedRule = DeedRule {
    rule: "house.surprise.warden-ambush",
    when: When::Ever,
    told: LogForm::Named,
    concerns: |at| at.d20().is_ok_and(figures::is_warden),
    may: |at| {
        at.unless(at.d20().is_ok_and(figures::is_warden), refusal::NOT_ITS_CRAFT)?;
        at.unless(state::is_able(at.c), Refusal::INCAPACITATED)?;
        let open = at.e.window().is_some_and(|window| window.phase == Phase::Surprise);
        at.unless(open, Refusal::NOT_IN_THIS_PHASE)?;
        at.unless(at.e.scene.outdoors, Refusal::BARRED.saying("only in the wilderness"))
    },
    shape: |at, offer| {
        let ids: Vec<CombatantId> = at.e.foes(at.c).map(|foe| foe.id).collect();
        Offer { at: Targets { ids, least: 1, most: 1 }, ..offer }
    },
    check: |at, act| {
        let foe = state::aimed_at(at, act)?;
        at.unless(at.e.oppose(at.c.id, foe.id), Refusal::BAD_TARGET)
    },
    run: |r, act| {
        let Some(foe) = act.target() else { return Ok(()) };
        let side = r.encounter().who(foe)?.side;
        let ask = RollRequest::new(Purpose::Craft, 1, 6).by(act.who).against(foe).at_most(UNNOTICED);
        let unnoticed = r.test(ask)?;
        r.emit(Event::AwareSet(side, !unnoticed));
        Ok(())
    },
    ..DeedRule::of(Deed::Stalk)
};

fn is_master(at: &At) -> bool {
    at.d20().is_ok_and(figures::is_beast_master)
}

/// Checks that `other` is alive and on another side.
fn is_there(at: &At, other: &Combatant) -> Allowed {
    at.unless(other.side != at.c.side && other.is_up(), Refusal::BAD_TARGET)
}

/// Checks that `other` is an animal that the master can lead besides its companions: no more than its level in
/// number, nor in total Hit Dice, of which half a die counts as half.
fn may_follow(at: &At, other: &Combatant) -> Allowed {
    is_there(at, other)?;
    let (master, animal) = (at.d20()?, at.e.d20(other.id)?);
    at.unless(figures::is_animal(animal), Refusal::BAD_TARGET.saying("not an animal"))?;
    let (level, mut number, mut halves) = (figures::level(master), 1, half_dice(animal));
    for companion in companions(at.e, at.c).filter_map(|c| at.e.d20(c.id).ok()) {
        number += 1;
        halves += half_dice(companion);
    }
    let (dice, half) = (halves / 2, if halves % 2 > 0 { "½" } else { "" });
    let detail = format!("{number} companions with {dice}{half} Hit Dice; at most {level} of each");
    at.unless(number <= level && halves <= 2 * level, Refusal::BAD_TARGET.saying(detail))
}

/// Its Hit Dice, in halves.
fn half_dice(d20: &D20) -> i32 {
    d20.block.hd.map_or(2, |hd| (2 * i32::from(hd.whole)).max(1))
}

/// Companions still with the master, without those that another master of its side has won. The dead and gone can be
/// replaced.
fn companions<'a>(e: &'a Encounter, master: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    let with_it = |c: &Combatant| matches!(c.standing, Standing::Up | Standing::Down);
    let own = |c: &Combatant| c.toward(condition::COMPANION).is_none_or(|by| by == master.id);
    e.all()
        .filter(move |c| c.side == master.side && with_it(c) && talent::is_companion(e, c.id) && own(c))
}

/// Rolls 2d6 with Charisma and the bonus for animals; on success the animal joins the master's side.
fn befriend(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(animal) = act.target() else { return Ok(()) };
    let e = r.encounter();
    let side = e.who(act.who)?.side;
    let tally =
        opening::charm(e, act.who, true).with(Reason::REFEREE, act.facts.modifier().unwrap_or(0));
    let face = BOND.saturating_sub(tally.total());
    let ask = RollRequest::new(Purpose::Reaction, 2, 6).by(act.who).against(animal);
    if r.test(ask.adding(tally).at_least(face))? {
        leave_melee(r, animal, Timing::Now);
        r.emit(Event::Turned(animal, side));
        let bond = Effect { toward: Some(act.who), ..r.effect(condition::COMPANION, None) };
        r.afflict(animal, bond);
    }
    Ok(())
}
