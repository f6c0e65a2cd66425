//! Movement: half a move and an attack, running, fighting withdrawal and following, standing up, recovering a weapon
//! (section 3.11).

use super::asset::about;
use super::routine::Tier;
use super::speed::{self, feet};
use super::state::{self, flees, has_not_acted, marked, rounds_on};
use super::{condition, free_attack, melee, refusal, slot};
use crate::rules::d20::movement::{self, destinations, known, moved, way};
use crate::rules::d20::relations::{Way, relocate};
use crate::rules::model::combatant::{Gear, Thing, Whereabouts};
use crate::rules::model::moment::Moment;
use crate::rules::ruleset::deed::{LogForm, When};
use crate::rules::ruleset::prelude::*;

/// Moves up to half its move besides its attack, out of melee or after a foe that backed off.
pub const MOVE: DeedRule = DeedRule {
    rule: "zero.movement.half-and-attack",
    when: When::Beside,
    phase: Some(Phase::Number),
    told: LogForm::Moving,
    may: |at| {
        speed::may_go(at)?;
        let engaged = state::in_melee(at.e, at.c);
        match state::backed_off_from(at.e, at.c).next() {
            Some(_) if state::opponents(at.e, at.c).next().is_some() => at.no(refusal::KEPT_BUSY),
            Some(_) if followed(at).next().is_none() => at.no(Refusal::MOVED_TOO_FAR),
            Some(_) => check_nerve(at).and_then(|()| speed::has_feet_left(at, Deed::Move)),
            None if engaged => at.no(Refusal::IN_MELEE),
            None => speed::has_feet_left(at, Deed::Move),
        }
    },
    shape: |at, offer| {
        let follows: Vec<&Combatant> = followed(at).collect();
        if follows.is_empty() { ways(at, offer) } else { after(at, offer, follows) }
    },
    check: |at, act| {
        let follows: Vec<CombatantId> = state::backed_off_from(at.e, at.c).map(|c| c.id).collect();
        let after_it = |foe: CombatantId| follows.contains(&foe) && act.facts.has(&Fact::Contact);
        if !follows.is_empty() && !act.target().is_some_and(after_it) {
            return at.no(Refusal::IN_MELEE
                .saying("it may only move into melee with the opponent that backed off"));
        }
        check_way(at, act)
    },
    run: go,
    ..DeedRule::of(Deed::Move)
};

/// Moves up to its full move and does nothing else this round.
pub const RUN: DeedRule = DeedRule {
    rule: "zero.movement.run",
    may: |at| {
        speed::may_go(at)?;
        at.unless(!state::in_melee(at.e, at.c), Refusal::IN_MELEE)?;
        at.unless(state::attacks_made(at.c) == 0, Refusal::ALREADY_ACTED)?;
        speed::has_feet_left(at, Deed::Run)
    },
    shape: ways,
    check: check_way,
    deed: Deed::Run,
    ..MOVE
};

/// Declares a fighting withdrawal, which protects from now on and hampers its attacks (R15).
pub const DECLARE_WITHDRAWAL: DeedRule = DeedRule {
    rule: "zero.movement.withdrawal",
    when: When::Free,
    told: LogForm::Named,
    may: |at| {
        has_not_acted(at)?;
        at.unless(!at.c.has(condition::STRUGGLING), refusal::STRUGGLING)?;
        speed::may_go(at)?;
        at.unless(state::in_melee(at.e, at.c), Refusal::NOT_IN_MELEE)?;
        at.unless(!at.c.has(Condition::FLEEING), Refusal::FLEEING)?;
        at.unless(!at.c.has(Condition::WITHDRAWING), Refusal::ALREADY_ACTED)
    },
    run: |r, act| marked(r, act, Condition::WITHDRAWING),
    ..DeedRule::of(Deed::DeclareWithdrawal)
};

/// Backs off; after its attacks only if the withdrawal was declared.
pub const WITHDRAW: DeedRule = DeedRule {
    rule: "zero.movement.withdrawal",
    may: |at| {
        speed::may_go(at)?;
        at.unless(state::in_melee(at.e, at.c), Refusal::NOT_IN_MELEE)?;
        at.unless(!at.c.has(Condition::FLEEING), Refusal::FLEEING)?;
        let late = state::attacks_made(at.c) > 0 && !at.c.has(Condition::WITHDRAWING);
        at.unless(!late, Refusal::NOT_DECLARED)?;
        speed::has_feet_left(at, Deed::Withdraw)
    },
    shape: |at, offer| {
        let most = speed::allowance(at, offer.deed);
        movement::back_off_form(offer, most)
    },
    check: |at, act| {
        check_way(at, act)?;
        movement::check_room_behind(at, act)
    },
    run: back_off,
    deed: Deed::Withdraw,
    ..MOVE
};

/// Stands up, which costs the movement of the round (`zero.special.stand-up`).
pub const STAND: DeedRule = DeedRule {
    rule: "zero.special.stand-up",
    when: When::Beside,
    phase: Some(Phase::Number),
    told: LogForm::Named,
    concerns: |at| at.c.has(Condition::PRONE),
    may: |at| {
        at.unless(at.c.has(Condition::PRONE), Refusal::SAME_POSTURE)?;
        at.unless(!at.c.means(Meaning::CANNOT_MOVE), Refusal::BARRED)?;
        at.unless(at.c.spent.moved.is_none(), Refusal::ALREADY_MOVED)
    },
    run: |r, act| {
        r.relieve(act.who, Condition::PRONE);
        state::mark(r, act.who, condition::GOT_UP);
        Ok(())
    },
    ..DeedRule::of(Deed::Stand)
};

/// Picks up a lost weapon, which costs the attack; drawing another weapon is free (`zero.special.recover-weapon`).
pub const DRAW: DeedRule = DeedRule {
    rule: "zero.special.recover-weapon",
    phase: Some(Phase::Number),
    told: LogForm::Named,
    concerns: |at| lost_weapons(at.c).next().is_some(),
    may: |at| {
        may_pick_up(at)?;
        at.unless(lost_weapons(at.c).next().is_some(), Refusal::BAD_WEAPON)
    },
    shape: |at, offer| Offer { with: lost_weapons(at.c).collect(), ..offer },
    check: |at, act| at.unless(which_weapon(at.c, act).is_some(), Refusal::BAD_WEAPON),
    run: |r, act| {
        let weapon = which_weapon(r.encounter().who(act.who)?, act).map(i32::from);
        r.emit(Event::Spent(act.who, Spending::Action));
        r.relieve_where(act.who, |_, effect| {
            effect.condition == condition::DISARMED && Some(effect.value) == weapon
        });
        let c = r.encounter().who(act.who)?;
        if let Some(nth) = which_weapon(c, act).filter(|nth| state::lies(c, *nth)) {
            let gear = Gear { at: Whereabouts::default(), ..c.thing(Thing::Line(nth)) };
            r.emit(Event::Geared(act.who, Thing::Line(nth), gear));
        }
        Ok(())
    },
    ..DeedRule::of(Deed::Draw)
};

/// Picks up a shield pulled off its arm, which costs the attack.
pub const TAKE_SHIELD: DeedRule = DeedRule {
    concerns: |at| at.c.has(Condition::SHIELD_DOWN),
    may: |at| {
        may_pick_up(at)?;
        let lies = at.c.has(Condition::SHIELD_DOWN);
        at.unless(lies, Refusal::SAME_POSTURE.saying("it has no shield to pick up"))
    },
    shape: |_, offer| offer,
    check: |_, _| Ok(()),
    run: |r, act| {
        r.emit(Event::Spent(act.who, Spending::Action));
        r.relieve(act.who, Condition::SHIELD_DOWN);
        Ok(())
    },
    deed: Deed::TakeShield,
    ..DRAW
};

/// Checks that it still has an attack to spend on picking something up.
fn may_pick_up(at: &At) -> Allowed {
    at.unless(!at.c.spent.acted, Refusal::ALREADY_ACTED)?;
    at.unless(!at.c.means(Meaning::CANNOT_ATTACK), Refusal::BARRED)
}

/// Returns the lines of the weapons it has lost and can pick up.
fn lost_weapons(c: &Combatant) -> impl Iterator<Item = u8> {
    let lost = c.effects_of(condition::DISARMED).filter_map(|effect| u8::try_from(effect.value).ok());
    let dropped = c.gear.iter().filter_map(|(thing, _)| match thing {
        Thing::Line(nth) => Some(*nth),
        Thing::Armour => None,
    });
    lost.chain(dropped.filter(|nth| state::lies(c, *nth)))
}

fn which_weapon(c: &Combatant, act: &Act) -> Option<u8> {
    lost_weapons(c).find(|nth| act.with.is_none_or(|with| with == *nth))
}

/// Refuses to enter melee while fleeing, or about to flee.
pub fn check_nerve(at: &At) -> Allowed {
    at.unless(!at.c.has(Condition::FLEEING), Refusal::FLEEING)?;
    at.unless(!state::runs(at.c), refusal::MORALE_BROKEN)
}

/// Returns the foes that have backed off from it and are near enough to follow.
fn followed<'a>(at: &'a At) -> impl Iterator<Item = &'a Combatant> {
    let half = state::full_move(at.e, at.c) / 2 - moved(at.c);
    state::backed_off_from(at.e, at.c).filter(move |foe| speed::is_within(at, foe, half))
}

/// Offers movement toward foes or away.
fn ways(at: &At, offer: Offer) -> Offer {
    let most = speed::allowance(at, offer.deed);
    movement::ways(about(), at, offer, at.e.foes(at.c).collect(), most, flees(at.c))
}

/// Offers to follow a foe that backed off, into melee (`zero.movement.engaged`).
fn after(at: &At, offer: Offer, others: Vec<&Combatant>) -> Offer {
    let (foes, far) = destinations(about(), at, others);
    let contact = FactField { stands: true, ..FactField::flag(Fact::Contact) };
    Offer {
        at: Targets { least: 1, most: 1, ..foes },
        facts: [contact].into_iter().chain(far).collect(),
        ..offer
    }
}

/// Checks the distance and the destination.
pub fn check_way(at: &At, act: &Act) -> Allowed {
    if act.facts.has(&Fact::Contact) && !act.at.contains(&at.c.id) {
        check_nerve(at)?;
    }
    let feet = feet(at, act);
    movement::check_way(about(), at, act, feet, speed::allowance(at, act.deed))?;
    let met = |foe| way(act, feet).ends_at(about().melee_distance, known(about(), at.e, act, foe));
    let arrives = |foe: &&Combatant| met(foe.id).is_some_and(|far| far.abs() <= about().melee_distance);
    let foes = act.at.iter().filter_map(|foe| at.e.get(*foe)).filter(|foe| state::foes(at.c, foe));
    // A retreat also names the foes it passes.
    let mut met = foes.filter(|foe| act.deed != Deed::Retreat && arrives(foe));
    met.try_for_each(|foe| melee::check_room(at, foe))
}

/// Moves or runs toward foes or away. Foes within 10 ft then are in melee with it (`zero.melee.engaged`); foes that it
/// passes attack it first (`zero.movement.passing-foes`).
fn go(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let e = r.encounter();
    let at = At { e, c: e.who(act.who)? };
    let (feet, runs) = (feet(&at, act), act.deed == Deed::Run);
    let others = movement::named(about(), e, act);
    let way = if flees(at.c) { Way::Away(feet) } else { way(act, feet) };
    let in_flight = flees(at.c) && !at.c.has(Condition::FLEEING);
    let past = free_attack::left_behind(e, at.c, &others, way);
    movement::spend(r, act.who, feet);
    if runs && in_flight {
        r.begin(act.who, Condition::FLEEING, None);
    }
    if free_attack::resolve_free_attacks(r, act.who, &[], &past)? {
        relocate(about(), r, act.who, &others, way, Timing::Now);
        end_links(r, act.who);
    }
    if runs {
        r.emit(Event::Spent(act.who, Spending::Action));
        state::mark(r, act.who, Condition::RUNNING);
    }
    Ok(())
}

/// Backs off; opponents that do not follow lose it (`zero.movement.withdrawal`).
fn back_off(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let e = r.encounter();
    let c = e.who(act.who)?;
    let feet = feet(&At { e, c }, act);
    let foes: Vec<CombatantId> = state::opponents(e, c).map(|foe| foe.id).collect();
    if !c.has(Condition::WITHDRAWING) {
        state::mark(r, act.who, Condition::WITHDRAWING);
    }
    movement::spend(r, act.who, feet);
    r.emit(Event::Spent(act.who, Spending::Action));
    if feet == 0 {
        return Ok(());
    }
    relocate(about(), r, act.who, &[], Way::Away(feet), Timing::Now);
    for foe in foes {
        let rounds = u32::from(!slot::has_slot_ahead(r.encounter(), foe));
        let link = Effect { toward: Some(foe), ..rounds_on(r, Condition::BACKED_OFF, rounds) };
        r.afflict(act.who, link);
    }
    Ok(())
}

/// Ends the links to combatants that backed off from foes whose slot is over.
pub fn end_stale_links(r: &mut Resolution, window: &Window) {
    let e = r.encounter();
    let Some(tier) = Tier::of(window) else { return };
    let ends_now =
        |effect: &Effect| effect.until.is_some_and(|until| until.moment == Moment::RoundEnd(e.round));
    let acted = |foe: &&Combatant| {
        foe.number == Some(-window.place.order) && slot::belongs(&At { e, c: foe }, tier)
    };
    let links = e.effects_of(Condition::BACKED_OFF).filter(|(_, link)| ends_now(link));
    let lost = links.filter_map(|(c, link)| {
        let foe = e.get(link.toward?).filter(acted)?;
        Some((c.id, foe.id))
    });
    for (who, from) in lost.collect::<Vec<_>>() {
        r.relieve_toward(who, Condition::BACKED_OFF, from);
    }
}

/// Ends all links of a combatant that has gone elsewhere, to and from those that backed off.
pub fn end_links(r: &mut Resolution, who: CombatantId) {
    for other in r.encounter().those(|c| c.has_toward(Condition::BACKED_OFF, who)) {
        r.relieve_toward(other, Condition::BACKED_OFF, who);
    }
    r.relieve(who, Condition::BACKED_OFF);
}

/// Starts the withdrawal of members of a group that falls back fighting, at their next slot (`zero.morale.check`).
pub fn fall_back(r: &mut Resolution, window: &Window) {
    let e = r.encounter();
    let shaken = e.those(|c| {
        state::falls_back(c)
            && !c.has(Condition::WITHDRAWING)
            && state::in_melee(e, c)
            && slot::owes(e, window, c.id)
    });
    for who in shaken {
        state::mark(r, who, Condition::WITHDRAWING);
    }
}
