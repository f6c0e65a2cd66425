//! Grappling: taking hold, acts in a hold, and breaking free.

use super::action::action;
use super::asset::about;
use super::blow::{Blow, Style};
use super::options::{GRAPPLE_TIE, GrappleTie};
use super::state::bar_holder;
use super::tables::Tier;
use super::{aim, checks, damage, fatigue, fire, movement, refusal, state, strike, traits};
use crate::rules::d20::relations::{Way, engage, relocate};
use crate::rules::engine::resolution::Change;
use crate::rules::model::block::d20::{Attack, Trait};
use crate::rules::model::event;
use crate::rules::ruleset::deed::{LogForm, When};
use crate::rules::ruleset::prelude::*;
use std::cmp::Ordering;

pub const GRAB: DeedRule = DeedRule {
    rule: "countdown.special.grapple-grab",
    told: LogForm::ByOutcome,
    announced: |_, _| Some(Deed::Strike),
    may: aim::may_attack,
    shape: aim::with_bare_hands,
    check: |at, act| {
        if at.c.has(Condition::GRAPPLING) {
            return at.no(refusal::HAS_HOLD);
        }
        aim::target(at.e, act, &damage::fist())?;
        aim::not_proof(at, act.target(), act, (Trait::SHAPELESS, refusal::GRAPPLE_PROOF))
    },
    run: grab,
    ..action(Deed::Grab)
};

pub const BREAK_FREE: DeedRule = DeedRule {
    rule: "countdown.special.grapple-break",
    announced: |_, _| Some(Deed::BreakFree),
    concerns: |at| at.c.has(Condition::HELD),
    may: |at| at.unless(at.c.has(Condition::HELD), refusal::NOT_HELD),
    bar: bar_holder,
    // Held by several, it breaks the hold of the last unless another is chosen.
    shape: |at, offer| match holders(at.c) {
        ids if ids.len() > 1 => Offer { at: Targets { ids, least: 0, most: 1 }, ..offer },
        _ => offer,
    },
    check: |at, act| {
        let known = act.at.iter().all(|whom| holders(at.c).contains(whom));
        at.unless(act.at.len() < 2 && known, Refusal::BAD_TARGET)
    },
    run: break_free,
    ..action(Deed::BreakFree)
};

pub const SQUEEZE: DeedRule = DeedRule {
    may: may_force,
    shape: |_, offer| Offer { facts: vec![aim::insist()], ..offer },
    check: |at, act| {
        aim::not_proof(at, state::held_by(at.c), act, (traits::BRAWL_PROOF, refusal::BRAWL_PROOF))
    },
    run: |r, act| fatigue::exerting(r, act, squeeze),
    ..in_hold(Deed::Squeeze)
};

pub const MUFFLE: DeedRule = DeedRule { may: may_force, run: muffle, ..in_hold(Deed::Muffle) };

pub const SNATCH: DeedRule = DeedRule {
    may: |at| {
        holds(at)?;
        aim::may_attack(at)
    },
    shape: |at, offer| Offer { facts: aim::melee_facts(at), ..offer },
    check: |_, act| aim::hidden(act),
    run: snatch,
    ..in_hold(Deed::Snatch)
};

pub const DRAG: DeedRule = DeedRule {
    told: LogForm::Moving,
    may: |at| {
        holds(at)?;
        // A combatant that is itself held cannot move.
        at.unless(!at.c.has(Condition::HELD), refusal::HELD)?;
        movement::can_walk(at, Deed::Drag)
    },
    shape: |at, offer| {
        let most = movement::allowance(at.e, at.c, offer.deed);
        let feet = FactField::number(Fact::Feet(most), 0, most);
        Offer { facts: std::iter::once(feet).chain(fire::facts(at.e)).collect(), ..offer }
    },
    check: movement::check_way,
    run: |r, act| fatigue::exerting(r, act, drag),
    ..in_hold(Deed::Drag)
};

pub const RELEASE: DeedRule = DeedRule {
    rule: "countdown.special.grapple-break",
    when: When::Free,
    announced: |_, _| None,
    run: |r, act| {
        r.relieve(act.who, Condition::GRAPPLING);
        Ok(())
    },
    ..in_hold(Deed::Release)
};

/// An act on the held creature, which is its implied target.
const fn in_hold(deed: Deed) -> DeedRule {
    DeedRule {
        rule: "countdown.special.grapple-hold",
        aimed: |at, act| state::held_by(at.c).map_or_else(|| act.at.clone(), |held| vec![held]),
        announced: |_, _| Some(Deed::Strike),
        concerns: |at| at.c.has(Condition::GRAPPLING),
        may: holds,
        bar: |_| Ok(()),
        ..action(deed)
    }
}

fn holds(at: &At) -> Allowed {
    at.unless(at.c.has(Condition::GRAPPLING), Refusal::HOLDS_NOBODY)
}

/// Checks that it may do its captive violence: that takes no attack roll, but whoever flees attacks nobody.
fn may_force(at: &At) -> Allowed {
    holds(at)?;
    at.unless(!at.c.means(Meaning::CANNOT_ATTACK), Refusal::BARRED)
}

/// The creature it holds.
fn held(r: &Resolution, act: &Act) -> Option<CombatantId> {
    r.encounter().get(act.who).and_then(state::held_by)
}

/// Attacks to take hold; on a hit both make a grapple check (`countdown.special.grapple-grab`).
fn grab(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(target) = act.target() else { return Ok(()) };
    r.emit(Event::Spent(act.who, Spending::Action));
    engage(about(), r, act.who, target, Timing::Now);
    if !reach(r, act, target)? {
        return Ok(());
    }
    if contest(r, act.who, target)? == Grip::Holder {
        take_hold(r, act.who, target);
    }
    Ok(())
}

/// Rolls the attack to get hold of a target with bare hands.
fn reach(r: &mut Resolution, act: &Act, target: CombatantId) -> Result<bool, Stop> {
    let (at, line) = (Attack::FIST, damage::fist());
    let (who, style, facts) = (act.who, Style::Grab, &act.facts);
    let blow = Blow { who, target, at, line: &line, shoots: false, style, facts };
    let (outcome, face) = strike::roll(r, &blow)?;
    if outcome.succeeded() {
        return Ok(true);
    }
    strike::miss(r, &blow, face)?;
    Ok(false)
}

/// Winner of a grapple check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Grip {
    Holder,
    Held,
}

/// Rolls both grapple checks, the holder's first; a tie leaves the hold as it is, unless the option says otherwise
/// (`countdown.special.grapple-check`).
fn contest(r: &mut Resolution, holder: CombatantId, held: CombatantId) -> Result<Grip, Stop> {
    let mut again = false;
    loop {
        let mine = grip(r, holder, held, None, again)?;
        let theirs = grip(r, held, holder, Some(mine), false)?;
        if let Some(grip) = verdict(r.encounter(), mine.cmp(&theirs)) {
            return Ok(grip);
        }
        again = true;
    }
}

/// Returns the winner; `None` to roll again.
fn verdict(e: &Encounter, holder_to_held: Ordering) -> Option<Grip> {
    match (holder_to_held, GRAPPLE_TIE.of(e)) {
        (Ordering::Greater, _) => Some(Grip::Holder),
        (Ordering::Less, _) | (Ordering::Equal, GrappleTie::Held) => Some(Grip::Held),
        (Ordering::Equal, GrappleTie::Reroll) => None,
        (Ordering::Equal, GrappleTie::Holder) => Some(Grip::Holder),
    }
}

/// Rolls one grapple check; the second roll knows the total to beat.
fn grip(
    r: &mut Resolution,
    who: CombatantId,
    against: CombatantId,
    beat: Option<i32>,
    again: bool,
) -> Result<i32, Stop> {
    let tally = checks::grip(r.encounter(), who);
    let mut ask = RollRequest::new(Purpose::Grapple, 1, 20).by(who).against(against).once_more(again);
    if let Some(beat) = beat {
        ask = ask.beside(beat - tally.total());
    }
    r.figure(ask.adding(tally))
}

/// Starts the hold at the commit.
fn take_hold(r: &mut Resolution, holder: CombatantId, held: CombatantId) {
    let held_effect = Effect { toward: Some(holder), ..r.effect(Condition::HELD, None) };
    r.defer(Event::Afflicted(held, Box::new(held_effect)));
    let holds = Effect { toward: Some(held), ..r.effect(Condition::GRAPPLING, None) };
    r.defer(Event::Afflicted(holder, Box::new(holds)));
}

/// All that hold it.
fn holders(c: &Combatant) -> Vec<CombatantId> {
    c.effects_of(Condition::HELD).filter_map(|effect| effect.toward).collect()
}

/// Makes the held creature and its holder roll again; the held one breaks free only if it rolls higher
/// (`countdown.special.grapple-break`).
fn break_free(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let who = act.who;
    r.emit(Event::Spent(who, Spending::Action));
    let last = || r.encounter().get(who).and_then(|c| holders(c).pop());
    let Some(holder) = act.target().or_else(last) else {
        // Nobody in the fight holds it, so nothing resists.
        r.relieve(who, Condition::HELD);
        return Ok(());
    };
    let mut again = false;
    let free = loop {
        let mine = grip(r, who, holder, None, again)?;
        let theirs = grip(r, holder, who, Some(mine), false)?;
        if let Some(grip) = verdict(r.encounter(), theirs.cmp(&mine)) {
            break grip == Grip::Held;
        }
        again = true;
    };
    if free {
        r.relieve_toward(who, Condition::HELD, holder);
    } else {
        tell(r, who, "still held");
    }
    Ok(())
}

/// After a command, keeps both sides of a hold together: if one ends, so do the other and a hand over the captive's
/// mouth.
pub fn follow(r: &mut Resolution) {
    let over = |c: &Combatant| state::held_by(c).is_some_and(|held| is_over(r, c.id, held));
    for holder in r.encounter().those(over) {
        r.relieve(holder, Condition::GRAPPLING);
    }
    for held in r.encounter().those(|c| c.has(Condition::HELD)) {
        let by = r.encounter().get(held).map(holders).unwrap_or_default();
        let lost: Vec<CombatantId> = by.into_iter().filter(|holder| is_over(r, *holder, held)).collect();
        lost.into_iter().for_each(|holder| r.relieve_toward(held, Condition::HELD, holder));
    }
    for gagged in r.encounter().those(|c| c.has(Condition::SILENCED)) {
        r.relieve_where(gagged, |c, effect| {
            effect.with.is_some_and(|with| c.effect_by_id(with).is_none())
        });
    }
}

/// Whether the hold is over: either has fallen, the holder is out of action or bound, they are apart, or one side of
/// it was lifted.
fn is_over(r: &Resolution, holder: CombatantId, held: CombatantId) -> bool {
    let e = r.encounter();
    let happened = |change| r.changes().contains(&change);
    // A grip takes a holder that is awake and has its hands free; whoever is in it need not be.
    let grips = |c: &Combatant| state::is_able(c) && !c.has(Condition::BOUND);
    let stand = e.get(holder).is_some_and(grips) && e.get(held).is_some_and(Combatant::is_up);
    let freed = happened(Change::Freed(holder, held)) || happened(Change::Freed(held, holder));
    let far = e.distance(holder, held).is_some_and(|far| far > about().melee());
    let still = |who, condition, other| e.get(who).is_some_and(|c| c.has_toward(condition, other));
    let let_go = happened(Change::Ended(holder, Condition::GRAPPLING))
        && !still(holder, Condition::GRAPPLING, held);
    let lifted = happened(Change::Ended(held, Condition::HELD)) && !still(held, Condition::HELD, holder);
    !stand || far || (freed && !e.engaged(holder, held)) || let_go || lifted
}

/// Hurts the held creature like a punch, without a roll (`countdown.special.grapple-hold`).
fn squeeze(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(held) = held(r, act) else { return Ok(()) };
    r.emit(Event::Spent(act.who, Spending::Action));
    let (at, line) = (Attack::FIST, damage::fist());
    let (who, style, facts) = (act.who, Style::Punch, Facts::default());
    let blow = Blow { who, target: held, at, line: &line, shoots: false, style, facts: &facts };
    if strike::is_immune(r.encounter(), &blow) {
        tell(r, who, "no effect");
        return Ok(());
    }
    damage::deal(r, &blow, Tier::Regular)
}

/// Gags the held creature while the hold lasts.
fn muffle(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let (who, Some(held)) = (act.who, held(r, act)) else { return Ok(()) };
    r.emit(Event::Spent(who, Spending::Action));
    let own = |c: &Combatant| {
        c.effects_of(Condition::HELD).find(|effect| effect.toward == Some(who)).map(|effect| effect.id)
    };
    let hold = r.encounter().get(held).and_then(own);
    let effect = Effect { with: hold, ..r.effect(Condition::SILENCED, None) };
    r.defer(Event::Afflicted(held, Box::new(effect)));
    Ok(())
}

/// Tries to take something from the held creature with another attack roll.
fn snatch(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(held) = held(r, act) else { return Ok(()) };
    r.emit(Event::Spent(act.who, Spending::Action));
    if reach(r, act, held)? {
        tell(r, act.who, "takes it");
    }
    Ok(())
}

fn tell(r: &mut Resolution, who: CombatantId, text: &str) {
    r.tell(|| event::Told::row(who, "countdown.special.grapple-hold", text));
}

/// Moves both by up to half the holder's allowance, through any fire there, and out of melee with others.
fn drag(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(held) = held(r, act) else { return Ok(()) };
    let Some(c) = r.encounter().get(act.who) else { return Ok(()) };
    let feet = movement::feet(r.encounter(), c, act);
    r.emit(Event::Spent(act.who, Spending::Action));
    movement::spend(r, act.who, feet);
    for (who, other) in [(act.who, held), (held, act.who)] {
        if feet > 0 {
            relocate(about(), r, who, &[(other, None)], Way::Contact, Timing::Now);
        }
        // A holder that falls in a fire drags nobody into it.
        if !fire::cross(r, who, &act.facts, feet)? {
            break;
        }
    }
    Ok(())
}
