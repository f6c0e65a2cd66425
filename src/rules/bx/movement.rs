//! Moving: freely, backing off, running from melee.

use super::options::{self, RETREAT_TIMING};
use super::sequence::ROUND_TAGS;
use super::state::{self, MELEE_FEET};
use super::{declare, figures};
use crate::rules::d20::relations::{Way, apart, engage, relocate};
use crate::rules::engine::resolution::{Resolution, Timing};
use crate::rules::model::combatant::{Combatant, Counter};
use crate::rules::model::command::{Act, Deed, Fact};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::event::{Bearer, Event, Spending};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::Moment;
use crate::rules::ruleset::about::Bar;

/// Rounds with movement after which the pace cannot be kept (`bx.movement.sixty-round-limit`).
pub const WINDED_AFTER: i32 = 60;

/// What keeps it from moving at all.
pub fn may_move(e: &Encounter, c: &Combatant, deed: Deed) -> Result<(), RuleError> {
    let refuse = |refusal| Err(RuleError::new(refusal).of(c.id));
    if c.spent.moved.is_some() {
        return refuse(Refusal::AlreadyMoved);
    }
    let announced = match deed {
        Deed::Withdraw => c.has(Condition::Withdrawing),
        Deed::Retreat => c.has(Condition::Retreating) || c.has(Condition::Fleeing),
        _ => !state::in_melee(e, c),
    };
    if !announced {
        return refuse(Refusal::NotDeclared);
    }
    if c.has(Condition::Casting) || c.has(Condition::SpellDisrupted) || c.spent.acted {
        return refuse(Refusal::Casting);
    }
    if deed != Deed::Move && !state::in_melee(e, c) {
        return refuse(Refusal::NotInMelee);
    }
    if c.has(Condition::Winded) {
        return refuse(Refusal::Winded);
    }
    if state::barred(c, Bar::Move) {
        return refuse(Refusal::Barred);
    }
    if e.d20(c.id).is_ok_and(|d20| figures::is_overloaded(e, d20)) {
        return refuse(Refusal::Overloaded);
    }
    Ok(())
}

/// Whether some way of moving is open to it (section 2.1).
pub fn can_move(e: &Encounter, c: &Combatant) -> bool {
    [Deed::Move, Deed::Withdraw, Deed::Retreat]
        .iter()
        .any(|deed| may_move(e, c, *deed).is_ok() && allowance(e, c, *deed) > 0)
}

/// The most feet it may go in that way (`bx.movement.rates`, `bx.movement.fighting-withdrawal`).
pub fn allowance(e: &Encounter, c: &Combatant, deed: Deed) -> i32 {
    let Ok(d20) = e.d20(c.id) else { return 0 };
    let (_, encounter) = figures::rates(e, c, d20);
    let feet = i32::try_from(encounter).unwrap_or(i32::MAX);
    if deed == Deed::Withdraw { feet / 2 } else { feet }
}

/// Checks how far, and where to.
pub fn check_way(e: &Encounter, c: &Combatant, act: &Act) -> Result<(), RuleError> {
    let refuse = |refusal| RuleError::new(refusal).of(c.id);
    if act.at.contains(&c.id) {
        return Err(refuse(Refusal::BadTarget));
    }
    if c.has(Condition::Fleeing) && act.facts.has(&Fact::Contact) {
        return Err(refuse(Refusal::Retreating).saying("it runs: not toward a foe"));
    }
    let most = allowance(e, c, act.deed);
    let feet = feet(e, c, act);
    if !(0..=most).contains(&feet) {
        let detail = format!("{feet}', it may go {most}'");
        return Err(refuse(Refusal::MovedTooFar).saying(detail));
    }
    if act.facts.has(&Fact::Contact) {
        for foe in &act.at {
            let gap = e.distance(c.id, *foe).unwrap_or(0) - MELEE_FEET;
            if gap > feet {
                let detail = format!("{gap}' to go, it moves {feet}'");
                return Err(refuse(Refusal::MovedTooFar).saying(detail));
            }
        }
    }
    if act.deed == Deed::Withdraw && act.facts.has(&Fact::NoRoom) {
        return Err(refuse(Refusal::Barred).saying("no clear space behind it"));
    }
    Ok(())
}

/// The feet it goes: as said, else what contact needs, else all it may.
pub fn feet(e: &Encounter, c: &Combatant, act: &Act) -> i32 {
    let most = allowance(e, c, act.deed);
    let needed = || {
        let target = act.target().filter(|_| act.facts.has(&Fact::Contact))?;
        Some((e.distance(c.id, target)? - MELEE_FEET).max(0))
    };
    act.facts.feet().or_else(needed).unwrap_or(most)
}

/// Moves freely (`bx.movement.outside-melee`): toward somebody, away, or just elsewhere. What was
/// known of its distances is gone, but for those it moved toward or from; whoever is within five feet
/// then is in melee with it (`bx.movement.in-melee`).
pub fn advance(r: &mut Resolution, act: &Act) {
    let e = r.encounter();
    let Some(c) = e.get(act.who) else { return };
    let feet = feet(e, c, act);
    let away = act.facts.has(&Fact::Away);
    let contact = act.facts.has(&Fact::Contact);
    let before = act.at.iter().map(|id| (*id, state::known_distance(e, act.who, *id)));
    let (met, others): (Vec<_>, Vec<_>) = before.partition(|&(id, known)| {
        let arrives =
            known.is_some_and(|known| !away && known.abs_diff(feet) <= MELEE_FEET.unsigned_abs());
        let foe = e.get(id).is_some_and(|other| state::foes(c, other) && other.is_up());
        foe && (contact || arrives)
    });
    spend(r, act.who, feet);
    let way = if away { Way::Away(feet) } else { Way::Toward(feet) };
    relocate(r, act.who, &others, way, Timing::Together);
    for (foe, _) in met {
        engage(r, act.who, foe, Timing::Together);
    }
}

/// So far apart by the referee's word: foes within five feet of one another are in melee, farther off
/// nobody is.
pub fn set_distance(r: &mut Resolution, a: CombatantId, b: CombatantId, feet: Option<i32>) {
    r.emit(Event::Apart(a, b, feet));
    let e = r.encounter();
    let Some(feet) = feet else { return };
    let foes = e.get(a).zip(e.get(b)).is_some_and(|(a, b)| state::foes(a, b) && a.is_up() && b.is_up());
    if feet > MELEE_FEET {
        r.emit(Event::Frees(a, b));
        r.emit(Event::Frees(b, a));
    } else if foes {
        engage(r, a, b, Timing::Now);
    }
}

/// Backs or runs out of melee: away from all who were in it.
pub fn leave(r: &mut Resolution, act: &Act) {
    let e = r.encounter();
    let Some(c) = e.get(act.who) else { return };
    let feet = feet(e, c, act);
    let by_movement = options::is(e, RETREAT_TIMING, "movement");
    if act.deed == Deed::Retreat && by_movement {
        declare::expose(r, act.who);
    }
    spend(r, act.who, feet);
    if feet == 0 {
        return;
    }
    for foe in relocate(r, act.who, &[], Way::Away(feet), Timing::Together) {
        apart(r, act.who, foe, MELEE_FEET + feet, Timing::Together);
    }
}

/// Feet are spent; a round with movement counts against its wind.
fn spend(r: &mut Resolution, who: CombatantId, feet: i32) {
    let feet = u32::try_from(feet).unwrap_or(0);
    r.emit(Event::Spent(who, Spending::Move(feet)));
    if feet == 0 {
        return;
    }
    let moved = r.encounter().get(who).map_or(0, |c| c.count(Counter::RoundsMoved)) + 1;
    r.emit(Event::Counted(Bearer::One(who), Counter::RoundsMoved, moved));
    if moved >= WINDED_AFTER {
        let effect = r.effect(Condition::Winded, None);
        r.afflict(who, effect);
    }
}

/// Sets its weapon against a charge (`bx.special.brace`).
pub fn brace(r: &mut Resolution, who: CombatantId) {
    let until = Moment::RoundEnd(r.encounter().round).at(ROUND_TAGS);
    let effect = r.effect(Condition::Braced, Some(until));
    r.afflict(who, effect);
}
