//! Leaving melee: retreat, moving through, free disengagement; turning to fight again
//! (section 3.11).

use super::asset::about;
use super::free_attack;
use super::movement::{self, check_way, end_links};
use super::speed::{self, allowance, feet, has_feet_left, may_go};
use super::state::has_not_acted;
use super::{melee, pursuit, refusal, state};
use crate::rules::d20::movement::{check_contact, destinations, known, moved, spend};
use crate::rules::d20::relations::{Way, leave_melee, relocate};
use crate::rules::ruleset::deed::{LogForm, When};
use crate::rules::ruleset::prelude::*;

/// Turns and flees, past the foes that the act names.
pub const RETREAT: DeedRule = DeedRule {
    rule: "zero.movement.retreat",
    told: LogForm::Named,
    may: |at| {
        may_go(at)?;
        has_not_acted(at)?;
        at.unless(at.c.spent.moved.is_none(), Refusal::ALREADY_MOVED)?;
        at.unless(state::in_melee(at.e, at.c), Refusal::NOT_IN_MELEE)?;
        at.unless(!at.c.has(Condition::FLEEING), Refusal::FLEEING)?;
        has_feet_left(at, Deed::Retreat)
    },
    shape: |at, offer| {
        let most = allowance(at, offer.deed);
        let (ids, _) = destinations(about(), at, free_attack::bystanders(at.e, at.c).collect());
        Offer { at: ids, facts: vec![FactField::number(Fact::Feet(most), 0, most)], ..offer }
    },
    check: |at, act| {
        let stands_by =
            |foe: &CombatantId| free_attack::bystanders(at.e, at.c).any(|one| one.id == *foe);
        let why = Refusal::BAD_TARGET.saying("only able foes that are not in melee can be passed");
        at.unless(act.at.iter().all(stands_by), why)?;
        check_way(at, act)
    },
    run: retreat,
    deed: Deed::Retreat,
    ..movement::MOVE
};

/// Moves through the foes in melee with it, and others in the line, to attack one beyond, which is named first.
pub const MOVE_THROUGH: DeedRule = DeedRule {
    rule: "zero.movement.move-through",
    told: LogForm::Named,
    aimed: |_, act| act.target().into_iter().collect(),
    may: |at| {
        may_go(at)?;
        has_not_acted(at)?;
        movement::check_nerve(at)?;
        has_feet_left(at, Deed::MoveThrough)?;
        at.unless(beyond(at).count() >= least_named(at), refusal::NO_LINE)
    },
    shape: |at, offer| {
        let most = allowance(at, offer.deed);
        let (foes, far) = destinations(about(), at, beyond(at).collect());
        let asked = [
            FactField::flag(Fact::NoRoom),
            FactField { stands: false, ..FactField::number(Fact::Feet(most), 0, most) },
        ];
        Offer {
            at: Targets { least: least_named(at), ..foes },
            facts: asked.into_iter().chain(far).collect(),
            ..offer
        }
    },
    check: |at, act| {
        let Some(goal) = act.target().filter(|goal| beyond(at).any(|foe| foe.id == *goal)) else {
            return at.no(refusal::NO_LINE);
        };
        let there = |foe: &CombatantId| at.e.foes(at.c).any(|one| one.id == *foe);
        at.unless(act.at.iter().all(there), Refusal::BAD_TARGET)?;
        at.unless(act.at.len() >= least_named(at), refusal::NO_LINE)?;
        at.unless(!act.facts.has(&Fact::NoRoom), Refusal::BARRED.saying("no room between them"))?;
        let through = arriving(act, goal);
        check_way(at, &through)?;
        check_contact(about(), at, &through, feet(at, &through))
    },
    run: move_through,
    deed: Deed::MoveThrough,
    ..movement::MOVE
};

/// Leaves melee freely while all its opponents are engaged with someone else.
pub const DISENGAGE: DeedRule = DeedRule {
    rule: "zero.movement.free-disengage",
    told: LogForm::Named,
    concerns: |at| state::in_melee(at.e, at.c),
    may: |at| {
        may_go(at)?;
        at.unless(state::in_melee(at.e, at.c), Refusal::NOT_IN_MELEE)?;
        at.unless(is_free_to_go(at.e, at.c), refusal::NOT_FREE)
    },
    run: |r, act| {
        r.relieve(act.who, Condition::WITHDRAWING);
        leave_melee(r, act.who, Timing::Now);
        end_links(r, act.who);
        Ok(())
    },
    when: When::Beside,
    phase: Some(Phase::Number),
    ..DeedRule::of(Deed::Disengage)
};

/// Turns to fight again, at no cost (`zero.movement.hounded`).
pub const RALLY: DeedRule = DeedRule {
    rule: "zero.movement.hounded",
    told: LogForm::Named,
    concerns: |at| at.c.has(Condition::FLEEING),
    may: |at| {
        at.unless(at.c.has(Condition::FLEEING), refusal::NOT_FLEEING)?;
        at.unless(!state::runs(at.c), refusal::MORALE_BROKEN)
    },
    run: |r, act| {
        r.relieve(act.who, Condition::FLEEING);
        Ok(())
    },
    deed: Deed::Rally,
    ..DISENGAGE
};

/// Returns the foes that it is not in melee with and could reach, with room for it around them.
fn beyond<'a>(at: &'a At) -> impl Iterator<Item = &'a Combatant> {
    let reach = allowance(at, Deed::MoveThrough);
    let near = move |foe: &&Combatant| speed::is_within(at, foe, reach);
    let room = |foe: &&Combatant| melee::check_room(at, foe).is_ok();
    at.e.foes(at.c).filter(|foe| !state::is_linked(at.c, foe)).filter(near).filter(room)
}

/// Returns the least number of targets: the foe beyond and, if it is not in melee, one of the line.
fn least_named(at: &At) -> usize {
    if state::opponents(at.e, at.c).next().is_some() { 1 } else { 2 }
}

fn is_free_to_go(e: &Encounter, c: &Combatant) -> bool {
    state::linked(e, c).all(|foe| !state::is_alert(foe) || state::is_busy(e, foe, c.id))
}

/// Returns the able opponents that are not engaged with someone else; each rolls in the contest.
fn keepers(e: &Encounter, c: &Combatant) -> Vec<CombatantId> {
    let keeps = |foe: &&Combatant| state::can_act(foe) && !state::is_busy(e, foe, c.id);
    state::opponents(e, c).filter(keeps).map(|foe| foe.id).collect()
}

/// Flees: quicker opponents get free attacks, and foes may pursue.
fn retreat(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let e = r.encounter();
    let c = e.who(act.who)?;
    let (feet, free) = (feet(&At { e, c }, act), is_free_to_go(e, c));
    let left: Vec<CombatantId> = state::linked(e, c).map(|foe| foe.id).collect();
    let keepers = keepers(e, c);
    r.relieve(act.who, Condition::WITHDRAWING);
    spend(r, act.who, feet);
    r.emit(Event::Spent(act.who, Spending::Action));
    if !free {
        r.begin(act.who, Condition::FLEEING, None);
    }
    if !free_attack::resolve_free_attacks(r, act.who, &keepers, &act.at)? {
        r.relieve(act.who, Condition::FLEEING);
        return Ok(());
    }
    if feet > 0 {
        relocate(about(), r, act.who, &[], Way::Away(feet), Timing::Now);
        end_links(r, act.who);
    }
    if free {
        state::mark(r, act.who, Condition::RUNNING);
        return Ok(());
    }
    pursuit::decide_pursuit(r, act.who, left)
}

/// Returns the act as a move into melee with the foe beyond.
fn arriving(act: &Act, goal: CombatantId) -> Act {
    let mut act = Act { at: vec![goal], ..act.clone() };
    act.facts.set(Fact::Contact);
    act
}

/// Moves through the line: those passed get the contest of a retreat. Beyond half its move it cannot attack.
fn move_through(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(goal) = act.target() else { return Ok(()) };
    let e = r.encounter();
    let c = e.who(act.who)?;
    let at = At { e, c };
    let through = arriving(act, goal);
    let feet = feet(&at, &through);
    let far = moved(c) + feet > state::full_move(e, c) / 2;
    let before = known(about(), e, &through, goal);
    // Of the foes in melee with it, only those not engaged with another roll.
    let in_line = |foe: &&Combatant| {
        foe.id != goal && state::can_act(foe) && state::opponents(e, c).all(|one| one.id != foe.id)
    };
    let named = act.at.iter().skip(1).filter_map(|foe| e.get(*foe)).filter(in_line);
    let rolling: Vec<CombatantId> = keepers(e, c).into_iter().chain(named.map(|foe| foe.id)).collect();
    r.relieve(act.who, Condition::WITHDRAWING);
    spend(r, act.who, feet);
    if free_attack::resolve_free_attacks(r, act.who, &rolling, &[])? {
        relocate(about(), r, act.who, &[(goal, before)], Way::Contact, Timing::Now);
        end_links(r, act.who);
    }
    if far {
        r.emit(Event::Spent(act.who, Spending::Action));
        state::mark(r, act.who, Condition::RUNNING);
    }
    Ok(())
}
