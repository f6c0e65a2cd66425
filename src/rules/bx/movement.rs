//! Movement: outside melee, fighting withdrawal, retreat.

use super::asset::about;
use super::options::{RETREAT_TIMING, RetreatTiming};
use super::{attack, counter, declare, figures, refusal, state};
use crate::rules::d20::movement;
use crate::rules::d20::relations::{Way, relocate};
use crate::rules::model::block::d20::Tag;
use crate::rules::ruleset::deed::{LogForm, When};
use crate::rules::ruleset::prelude::*;

/// Number of rounds with movement after which the rate cannot be kept up (`bx.movement.sixty-round-limit`).
pub const WINDED_AFTER: i32 = 60;

/// Moves outside melee: toward others, away, or elsewhere.
pub const MOVE: DeedRule = DeedRule {
    rule: "bx.movement.outside-melee",
    when: When::Beside,
    phase: Some(Phase::Movement),
    told: LogForm::Moving,
    may: |at| {
        has_leave(at, !state::in_melee(at.e, at.c))?;
        has_breath(at)
    },
    shape: |at, offer| {
        form(at, offer, |offer, most| {
            let flees = at.c.has(Condition::FLEEING);
            movement::ways(about(), at, offer, at.e.foes(at.c).collect(), most, flees)
        })
    },
    check: check_way,
    run: advance,
    ..DeedRule::of(Deed::Move)
};

/// Makes a fighting withdrawal.
pub const WITHDRAW: DeedRule = DeedRule {
    rule: "bx.movement.fighting-withdrawal",
    may: |at| may_leave(at, at.c.has(Condition::WITHDRAWING)),
    shape: |at, offer| form(at, offer, movement::back_off_form),
    check: |at, act| {
        check_way(at, act)?;
        movement::check_room_behind(at, act)
    },
    run: leave,
    deed: Deed::Withdraw,
    ..MOVE
};

/// Retreats from melee.
pub const RETREAT: DeedRule = DeedRule {
    rule: "bx.movement.retreat",
    may: |at| may_leave(at, at.c.has(Condition::RETREATING) || at.c.has(Condition::FLEEING)),
    shape: |at, offer| form(at, offer, |offer, most| Offer { facts: vec![feet_up_to(most)], ..offer }),
    run: |r, act| {
        if RETREAT_TIMING.is(r.encounter(), RetreatTiming::Movement) {
            declare::expose(r, act.who);
        }
        leave(r, act)
    },
    deed: Deed::Retreat,
    ..MOVE
};

/// Sets its weapon against a charge, during Declare or in place of moving.
pub const BRACE: DeedRule = DeedRule {
    rule: "bx.special.brace",
    when: When::Either,
    phase: Some(Phase::Movement),
    told: LogForm::Named,
    concerns: |at| state::has_line(at, Tag::BRACE),
    may: |at| {
        attack::may_attack(at)?;
        at.unless(!at.c.has(Condition::BRACED), Refusal::ALREADY_ACTED)?;
        at.unless(state::has_line(at, Tag::BRACE), Refusal::BAD_WEAPON)
    },
    run: |r, act| state::marked(r, act, Condition::BRACED),
    ..DeedRule::of(Deed::Brace)
};

/// Checks that it has not moved or cast and has declared the move if needed.
fn has_leave(at: &At, announced: bool) -> Allowed {
    match at.c {
        c if c.spent.moved.is_some() => at.no(Refusal::ALREADY_MOVED),
        _ if !announced => at.no(Refusal::NOT_DECLARED),
        c if state::casts(c) => at.no(Refusal::CASTING),
        _ => Ok(()),
    }
}

/// Checks that it may leave melee that way.
fn may_leave(at: &At, announced: bool) -> Allowed {
    has_leave(at, announced)?;
    if !state::in_melee(at.e, at.c) {
        return at.no(Refusal::NOT_IN_MELEE);
    }
    has_breath(at)
}

fn has_breath(at: &At) -> Allowed {
    if at.c.has(Condition::WINDED) { at.no(refusal::WINDED) } else { can_walk(at) }
}

/// Checks that it is neither barred from moving nor overloaded.
pub fn can_walk(at: &At) -> Allowed {
    figures::bears_its_load(at)?;
    at.unless(!at.c.means(Meaning::CANNOT_MOVE), Refusal::BARRED)
}

/// Whether it can move in any way (section 2.1).
pub fn can_move(at: &At) -> bool {
    let open = |row: &&DeedRule| (row.may)(at).is_ok() && allowance(at, row.deed) > 0;
    [&MOVE, &WITHDRAW, &RETREAT].iter().any(open)
}

/// Returns the most feet that it may move that way (`bx.movement.rates`, `bx.movement.fighting-withdrawal`).
fn allowance(at: &At, deed: Deed) -> i32 {
    let Ok(d20) = at.d20() else { return 0 };
    let (_, encounter) = figures::rates(at.e, at.c, d20);
    let feet = i32::try_from(encounter).unwrap_or(i32::MAX);
    if deed == WITHDRAW.deed { feet / 2 } else { feet }
}

fn feet_up_to(most: i32) -> FactField {
    FactField::number(Fact::Feet(most), 0, most)
}

/// Offers the move, or blocks it if the rate is 0.
fn form(at: &At, offer: Offer, shape: impl FnOnce(Offer, i32) -> Offer) -> Offer {
    match allowance(at, offer.deed) {
        0 => {
            let why = Refusal::MOVED_TOO_FAR.saying("its movement is 0");
            Offer::blocked(offer.deed, at.why(why))
        }
        most => shape(offer, most),
    }
}

/// Checks the distance and the destination.
fn check_way(at: &At, act: &Act) -> Allowed {
    if act.facts.has(&Fact::Contact) && at.c.has(Condition::FLEEING) && !act.at.contains(&at.c.id) {
        return at.no(Refusal::RETREATING.saying("it is fleeing and cannot move toward a foe"));
    }
    movement::check_way(about(), at, act, feet(at, act), allowance(at, act.deed))
}

/// Returns the feet that it moves: as stated, otherwise what contact needs, otherwise all it may.
fn feet(at: &At, act: &Act) -> i32 {
    movement::feet(about(), at.e, act, allowance(at, act.deed))
}

/// Moves outside melee (`bx.movement.outside-melee`): toward others, away, or elsewhere; foes it names that are within
/// 5 ft then are in melee with it (`bx.movement.in-melee`).
fn advance(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let e = r.encounter();
    let at = At { e, c: e.who(act.who)? };
    let feet = feet(&at, act);
    let others = movement::named(about(), e, act);
    spend(r, act.who, feet);
    relocate(about(), r, act.who, &others, movement::way(act, feet), Timing::Together);
    Ok(())
}

/// Moves out of melee, away from all it was in melee with.
fn leave(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let e = r.encounter();
    let feet = feet(&At { e, c: e.who(act.who)? }, act);
    spend(r, act.who, feet);
    if feet > 0 {
        relocate(about(), r, act.who, &[], Way::Away(feet), Timing::Together);
    }
    Ok(())
}

/// Records movement as spent and counts rounds with movement.
fn spend(r: &mut Resolution, who: CombatantId, feet: i32) {
    movement::spend(r, who, feet);
    if feet <= 0 {
        return;
    }
    let moved = r.encounter().get(who).map_or(0, |c| c.count(counter::ROUNDS_MOVED)).saturating_add(1);
    r.count(who, counter::ROUNDS_MOVED, moved);
    if moved >= WINDED_AFTER {
        r.begin(who, Condition::WINDED, None);
    }
}
