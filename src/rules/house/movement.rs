//! Movement: moving, running, withdrawing, retreating, standing up (section 3.8). [`leave`] has the attacks it
//! provokes.

use super::asset::about;
use super::speed::{may_move, may_retreat, may_run, may_stand, may_withdraw};
use super::state::this_round;
use super::trip::{self, SQUARE, Trip, fouled};
use super::{condition, disruption, leave, refusal, speed, state};
use crate::rules::d20::movement::{self, destinations, moved};
use crate::rules::d20::pursuit::run;
use crate::rules::ruleset::deed::{LogForm, When};
use crate::rules::ruleset::prelude::*;
use std::borrow::Cow;

/// Moves toward someone, away, or elsewhere (`house.movement.encounter-speed`).
pub const MOVE: DeedRule = DeedRule {
    rule: "house.movement.encounter-speed",
    when: When::Beside,
    phase: Some(Phase::Movement),
    told: LogForm::Moving,
    may: may_move,
    shape: ways,
    asked,
    check: |at, act| {
        check_way(at, act)?;
        leave::check_undeclared(at, act)
    },
    run: go,
    ..DeedRule::of(Deed::Move)
};

/// Moves up to twice as far; rules out attacks this round (`house.movement.running`).
pub const RUN: DeedRule =
    DeedRule { rule: "house.movement.running", may: may_run, deed: Deed::Run, ..MOVE };

/// Withdraws fighting, which provokes no attacks (`house.movement.fighting-withdrawal`).
pub const WITHDRAW: DeedRule = DeedRule {
    rule: "house.movement.fighting-withdrawal",
    may: may_withdraw,
    shape: |at, offer| {
        let room = [FactField::flag(Fact::NoRoom)];
        Offer { facts: lengths(at, offer.deed).into_iter().chain(room).collect(), ..offer }
    },
    check: |at, act| {
        check_way(at, act)?;
        movement::check_room_behind(at, act)
    },
    run: back_off,
    deed: Deed::Withdraw,
    ..MOVE
};

/// Runs out of melee, as declared or because its morale is broken (`house.movement.retreat`).
pub const RETREAT: DeedRule = DeedRule {
    rule: "house.movement.retreat",
    concerns: |at| state::runs_away(at.c),
    may: may_retreat,
    shape: |at, offer| Offer { facts: lengths(at, offer.deed).into(), ..offer },
    check: check_way,
    run: run_away,
    deed: Deed::Retreat,
    ..MOVE
};

/// Stands up (`house.movement.stand-up`).
pub const STAND: DeedRule = DeedRule {
    rule: "house.movement.stand-up",
    when: When::Beside,
    phase: Some(Phase::Movement),
    told: LogForm::Named,
    concerns: |at| at.c.has(Condition::PRONE),
    may: may_stand,
    run: stand_up,
    ..DeedRule::of(Deed::Stand)
};

/// Drags itself along while incapacitated (`house.movement.drag`).
pub const CRAWL: DeedRule = DeedRule {
    rule: "house.movement.drag",
    while_incapacitated: true,
    concerns: |at| state::is_limited(at.c),
    may: |at| {
        at.unless(state::is_limited(at.c), Refusal::BARRED)?;
        speed::has_feet_left(at, Deed::Crawl)
    },
    check: check_way,
    run: go,
    deed: Deed::Crawl,
    ..MOVE
};

/// Fields for the distance and the number of squares at double cost: difficult ground, an ally's square, a dead body's.
fn lengths(at: &At, deed: Deed) -> [FactField; 2] {
    let most = speed::allowance(at, deed);
    [FactField::number(Fact::Feet(most), 0, most), rough_field(most)]
}

/// Field for how many of the squares in `most` feet cost double.
pub fn rough_field(most: i32) -> FactField {
    FactField { range: Some((0, most / SQUARE)), ..FactField::may(Fact::Rough(1)) }
}

/// Form of a move: toward whom, nearest first, or away; one that flees goes away.
fn ways(at: &At, offer: Offer) -> Offer {
    let At { e, c } = *at;
    let flees = state::runs_away(c);
    let [feet, rough] = lengths(at, offer.deed);
    let feet = FactField { stands: flees, ..feet };
    if speed::is_bound(e, c) {
        // It may move about within the reaches that bind it or close in under a long weapon, and no farther.
        let beyond = |foe: &&Combatant| !e.engaged(c.id, foe.id) && !flees;
        let others = state::holders(e, c).filter(beyond).collect();
        let (others, _) = destinations(about(), at, others);
        let contact = (!others.ids.is_empty()).then(|| FactField::flag(Fact::Contact));
        let shifting = FactField { stands: true, ..FactField::flag(Fact::Shifting) };
        let facts =
            [feet, shifting].into_iter().chain(contact).chain([FactField::flag(Fact::Away)]).collect();
        return Offer { at: others, facts, ..offer };
    }
    let contact = (!flees).then(|| FactField::flag(Fact::Contact));
    let away = FactField { stands: flees, ..FactField::flag(Fact::Away) };
    let shifting = state::in_melee(e, c).then(|| FactField::flag(Fact::Shifting));
    let there =
        |other: &&Combatant| other.id != c.id && matches!(other.standing, Standing::Up | Standing::Dead);
    let (others, far) = destinations(about(), at, e.all().filter(there).collect());
    let facts =
        [feet].into_iter().chain(contact).chain([away]).chain(shifting).chain([rough]).chain(far);
    Offer { at: others, facts: facts.collect(), ..offer }
}

/// Fields to ask of a move; those on its way that are known to be fouled are the default.
fn asked<'a>(at: &At, act: &Act, offer: &'a Offer) -> Cow<'a, [FactField]> {
    let (fouled, mut asked) = (fouled(at, act), offer.asked_with(act.with));
    if fouled > 0 {
        let rough = |field: &&mut FactField| matches!(field.fact, Fact::Rough(_));
        asked.to_mut().iter_mut().filter(rough).for_each(|field| {
            *field = FactField { fact: Fact::Rough(fouled), stands: true, ..field.clone() };
        });
    }
    asked
}

/// Checks the distance and destination of a move.
pub fn check_way(at: &At, act: &Act) -> Allowed {
    at.unless(!act.at.contains(&at.c.id), Refusal::BAD_TARGET)?;
    let flees = state::runs_away(at.c) && act.facts.has(&Fact::Contact);
    at.unless(!flees, Refusal::RETREATING.saying("it is fleeing and cannot move toward a foe"))?;
    let (most, Trip { feet, rough, .. }) = (speed::allowance(at, act.deed), Trip::of(at, act));
    if !(0..=feet.max(0)).contains(&rough) {
        let expected = format!("0 to {}", feet / SQUARE);
        let fault = Fault::new("difficult squares", rough / SQUARE, expected);
        return at.no(Refusal::BAD_MODIFIER.at(fault));
    }
    if feet < 0 || feet.saturating_add(rough) > most {
        let detail = format!("{}' needed, {most}' left", feet.saturating_add(rough));
        return at.no(Refusal::MOVED_TOO_FAR.saying(detail));
    }
    if let Some((other, _)) = trip::occupied(at, act, feet) {
        return at.no(refusal::OCCUPIED.saying(format!("it would end in the square of {}", other.name)));
    }
    movement::check_contact(about(), at, act, feet)
}

/// Moves or runs. Those whose reach it passes through attack before it arrives; those that withdrew from it may attack
/// on its arrival.
fn go(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let (trip, others) = Trip::started(r, act)?;
    if act.deed == Deed::Run {
        disruption::let_go(r, act.who);
        r.emit(Event::Spent(act.who, Spending::Action));
        note_run(r, act.who);
    }
    let passed = leave::passed(r.encounter(), act.who, &others, trip.way);
    if leave::strike(r, act, &passed)? {
        arrive(r, act, trip.shortened(r, act)?, &others)?;
    }
    Ok(())
}

/// Marks it as running this round, which counts toward exhaustion (`house.pursuit.dungeon`).
fn note_run(r: &mut Resolution, who: CombatantId) {
    if !r.encounter().has(who, Condition::RUNNING) {
        r.afflict(who, this_round(r, Condition::RUNNING));
        run(r, who, 1);
    }
}

/// Ends the move: records the ranges it has entered, and lets those that withdrew from it attack.
pub fn arrive(
    r: &mut Resolution,
    act: &Act,
    trip: Trip,
    others: &[(CombatantId, Option<i32>)],
) -> Result<(), Stop> {
    let before = leave::holding(r.encounter(), act.who);
    movement::spend(r, act.who, trip.cost());
    if trip::only_shifts(act) || trip.feet == 0 {
        return Ok(());
    }
    trip::shift(r, act.who, others, trip.way);
    let entered = leave::note_entered(r, act.who, &before);
    leave::first_strikes(r, act.who, &entered)
}

/// Withdraws; pursuers may be attacked first this round (`house.movement.withdrawer-first-strike`).
fn back_off(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let (trip, _) = Trip::started(r, act)?;
    let c = r.encounter().who(act.who)?;
    let foes: Vec<CombatantId> = state::engaged(r.encounter(), c).map(|foe| foe.id).collect();
    if !c.has(Condition::WITHDRAWING) {
        r.afflict(act.who, this_round(r, Condition::WITHDRAWING));
    }
    arrive(r, act, trip, &[])?;
    if trip.feet > 0 {
        for foe in foes {
            let link = Effect { toward: Some(foe), ..this_round(r, Condition::BACKED_OFF) };
            r.afflict(act.who, link);
        }
    }
    Ok(())
}

/// Retreats; each foe whose reach it leaves may attack first (A12, A46).
fn run_away(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let (trip, _) = Trip::started(r, act)?;
    r.emit(Event::Spent(act.who, Spending::Action));
    let c = r.encounter().who(act.who)?;
    if moved(c).saturating_add(trip.cost()) > speed::of(r.encounter(), c) {
        note_run(r, act.who);
    }
    if leave::strike(r, act, &[])? {
        arrive(r, act, trip.shortened(r, act)?, &[])?;
    }
    Ok(())
}

/// Stands up; off balance after a fumble, this provokes attacks by those near it (`house.fumble.off-balance`).
fn stand_up(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let cost = speed::stand_up_cost(r.encounter(), r.encounter().who(act.who)?);
    movement::spend(r, act.who, cost);
    if r.encounter().has(act.who, Condition::OFF_BALANCE) {
        r.relieve(act.who, Condition::OFF_BALANCE);
        r.afflict(act.who, this_round(r, condition::RISING));
        let stands = leave::while_rising(r, act.who)? && r.encounter().has(act.who, condition::RISING);
        r.relieve(act.who, condition::RISING);
        if !stands {
            return Ok(());
        }
    }
    r.relieve(act.who, Condition::PRONE);
    Ok(())
}
