//! Moving: walking, running, backing off, running away, getting up (section 3.8). Who strikes at whoever moves is in
//! [`leave`].

use super::condition;
use super::leave;
use super::options::{DECLARE_WITHDRAWAL, ENCUMBRANCE};
use super::refusal;
use super::sequence::this_round;
use super::{about, figures, spell, state};
use crate::rules::d20::movement::{self, destinations, way};
use crate::rules::d20::relations::{Way, engage, relocate};
use crate::rules::engine::resolution::{Resolution, Timing};
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Deed, Fact};
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::Refusal;
use crate::rules::model::event::{Event, Spending, Stop};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::{FactField, Offer};
use crate::rules::model::window::Phase;
use crate::rules::ruleset::about::Bar;
use crate::rules::ruleset::deed::{Allowed, At, DeedRule, Told, When};

/// The least speed there is, however often it is halved (`house.movement.halving`).
const LEAST_SPEED: i32 = 5;
/// Feet that the incapacitated drag themselves in a round (`house.movement.drag`).
const DRAG: i32 = 5;

/// Moves: toward somebody, away, or just elsewhere (`house.movement.encounter-speed`).
pub const MOVE: DeedRule = DeedRule {
    rule: "house.movement.encounter-speed",
    when: When::Beside,
    phase: Some(Phase::Movement),
    told: Told::Moving,
    may: |at| {
        may_go(at)?;
        has_feet_left(at, Deed::Move)
    },
    shape: ways,
    check: |at, act| {
        check_way(at, act)?;
        leave::check_undeclared(at, act)
    },
    run: go,
    ..DeedRule::of(Deed::Move)
};

/// Moves twice as far, and attacks nobody this round (`house.movement.running`).
pub const RUN: DeedRule = DeedRule {
    rule: "house.movement.running",
    may: |at| {
        may_go(at)?;
        state::has_not_acted(at)?;
        at.unless(!at.c.has(Condition::BLIND), refusal::BLIND)?;
        at.unless(!leave::is_bound(at.e, at.c), refusal::MUST_WITHDRAW)?;
        has_feet_left(at, Deed::Run)
    },
    deed: Deed::Run,
    ..MOVE
};

/// Backs off, weapon up: nobody strikes at it as it goes (`house.movement.fighting-withdrawal`).
pub const WITHDRAW: DeedRule = DeedRule {
    rule: "house.movement.fighting-withdrawal",
    may: |at| {
        may_go(at)?;
        at.unless(state::in_melee(at.e, at.c), Refusal::NOT_IN_MELEE)?;
        let announced = !about().on(at.e, DECLARE_WITHDRAWAL) || at.c.has(Condition::WITHDRAWING);
        at.unless(announced, Refusal::NOT_DECLARED)?;
        has_feet_left(at, Deed::Withdraw)
    },
    shape: |at, offer| {
        let most = allowance(at, offer.deed);
        Offer {
            facts: vec![FactField::number(Fact::Feet(most), 0, most), FactField::flag(Fact::NoRoom)],
            ..offer
        }
    },
    check: |at, act| {
        check_way(at, act)?;
        at.unless(!act.facts.has(&Fact::NoRoom), Refusal::BARRED.saying("no clear space behind it"))
    },
    run: back_off,
    deed: Deed::Withdraw,
    ..MOVE
};

/// Runs out of melee: declared, or because its morale is broken (`house.movement.retreat`).
pub const RETREAT: DeedRule = DeedRule {
    rule: "house.movement.retreat",
    concerns: |at| state::runs_away(at.c),
    may: |at| {
        at.unless(state::runs_away(at.c), Refusal::NOT_DECLARED)?;
        may_go(at)?;
        has_feet_left(at, Deed::Retreat)
    },
    shape: |at, offer| {
        let most = allowance(at, offer.deed);
        Offer { facts: vec![FactField::number(Fact::Feet(most), 0, most)], ..offer }
    },
    check: check_way,
    run: run_away,
    deed: Deed::Retreat,
    ..MOVE
};

/// Gets up (`house.movement.stand-up`).
pub const STAND: DeedRule = DeedRule {
    rule: "house.movement.stand-up",
    when: When::Beside,
    phase: Some(Phase::Movement),
    told: Told::Named,
    concerns: |at| at.c.has(Condition::PRONE),
    may: |at| {
        at.unless(at.c.has(Condition::PRONE), Refusal::SAME_POSTURE)?;
        at.unless(!state::barred(at.c, Bar::Move) && !stays_put(at.c), Refusal::BARRED)?;
        at.unless(stand_up_cost(at.e, at.c) <= allowance(at, Deed::Move), Refusal::MOVED_TOO_FAR)
    },
    run: stand_up,
    ..DeedRule::of(Deed::Stand)
};

/// Drags itself along, incapacitated (`house.movement.drag`).
pub const CRAWL: DeedRule = DeedRule {
    rule: "house.movement.drag",
    while_incapacitated: true,
    concerns: |at| state::is_limited(at.c),
    may: |at| {
        at.unless(state::is_limited(at.c), Refusal::BARRED)?;
        has_feet_left(at, Deed::Crawl)
    },
    shape: |at, offer| {
        let most = allowance(at, offer.deed);
        Offer { facts: vec![FactField::number(Fact::Feet(most), 0, most)], ..offer }
    },
    check: check_way,
    run: |r, act| {
        let feet = feet(&At { e: r.encounter(), c: r.encounter().who(act.who)? }, act);
        movement::spend(r, act.who, feet);
        shift(r, act.who, &[], Way::Toward(feet));
        Ok(())
    },
    deed: Deed::Crawl,
    ..MOVE
};

/// Feet it may go in a round and still attack, its Encounter Speed (`house.movement.encounter-speed`,
/// `house.movement.halving`, `house.encumbrance.rate`).
pub fn speed(e: &Encounter, c: &Combatant) -> i32 {
    let loaded = about().on(e, ENCUMBRANCE);
    let base = e.d20(c.id).map_or(0, |d20| figures::unhampered_speed(e, c, d20, loaded));
    let whole = base.saturating_add(custom::sum(c, Stat::Movement)).max(0);
    if whole == 0 { 0 } else { (0..halvings(c)).fold(whole, |feet, _| half(feet)) }
}

/// Half, rounded down to 5 feet, and no less than that (A9).
fn half(feet: i32) -> i32 {
    (feet / 2 / LEAST_SPEED * LEAST_SPEED).max(LEAST_SPEED)
}

/// How often its speed is halved: by each injured leg, by a fumble, by blindness.
fn halvings(c: &Combatant) -> usize {
    let halves = [condition::INJURED_LEG, condition::TWISTED_ANKLE, Condition::BLIND];
    halves.iter().filter(|condition| c.has(**condition)).count()
}

/// Feet it has gone this round.
pub fn moved(c: &Combatant) -> i32 {
    i32::try_from(c.spent.moved.unwrap_or(0)).unwrap_or(i32::MAX)
}

/// It has done something this round after which it does not move (`house.movement.split`).
fn stays_put(c: &Combatant) -> bool {
    c.has(Condition::CHARGING) || c.has(Condition::PARRYING) || c.has(condition::STAYS_PUT)
}

/// What keeps it from going anywhere on its feet.
pub fn may_go(at: &At) -> Allowed {
    at.unless(!state::is_limited(at.c), Refusal::INCAPACITATED)?;
    at.unless(!state::barred(at.c, Bar::Move) && !stays_put(at.c), Refusal::BARRED)?;
    at.unless(!at.c.has(Condition::PRONE), Refusal::PRONE.saying("it has to stand up first"))
}

fn has_feet_left(at: &At, deed: Deed) -> Allowed {
    match allowance(at, deed) {
        1.. => Ok(()),
        _ if at.c.spent.moved.is_some() => at.no(Refusal::ALREADY_MOVED),
        _ => at.no(Refusal::MOVED_TOO_FAR.saying("it does not move at all")),
    }
}

/// Feet it may still go in that way.
pub fn allowance(at: &At, deed: Deed) -> i32 {
    let speed = speed(at.e, at.c);
    let most = match deed {
        Deed::Run => 2 * speed,
        Deed::Retreat if at.c.has(Condition::BLIND) || has_fought(at.c) => speed,
        Deed::Retreat => 2 * speed,
        Deed::Withdraw => speed / 2,
        Deed::Crawl => DRAG,
        _ if at.c.has(Condition::WITHDRAWING) => speed / 2,
        _ => speed,
    };
    (most - moved(at.c)).max(0)
}

/// Has attacked or cast this round, so that it does not run any more (`house.movement.running`).
fn has_fought(c: &Combatant) -> bool {
    state::attacks_made(c) > 0 || c.has(condition::HAS_CAST)
}

/// Whether it has a stop to move at: movement left and some way to use it (section 2, skipped slots).
pub fn can_move(at: &At, phase: Phase) -> bool {
    if state::is_limited(at.c) {
        return has_feet_left(at, Deed::Crawl).is_ok();
    }
    let may = |row: &DeedRule| (row.may)(at).is_ok();
    let free = || may(&MOVE) && !leave::is_bound(at.e, at.c);
    match phase {
        // It has gone where it wanted: what is left of its speed may still bring it on, no more than that.
        Phase::Movement if at.c.spent.moved.is_some() => free() || may(&STAND),
        // Whoever ran has no stop to go on at.
        Phase::Remaining if at.c.has(Condition::RUNNING) => false,
        _ => [&MOVE, &RUN, &WITHDRAW, &RETREAT, &STAND].into_iter().any(may),
    }
}

/// Toward whom, the nearest first, or away; whoever flees goes away.
fn ways(at: &At, offer: Offer) -> Offer {
    let At { e, c } = *at;
    let flees = state::runs_away(c);
    let most = allowance(at, offer.deed);
    let feet = FactField { stands: flees, ..FactField::number(Fact::Feet(most), 0, most) };
    if leave::is_bound(e, c) {
        // It moves about within the reach of those who hold it, and goes nowhere else.
        let shifting = FactField { stands: true, ..FactField::flag(Fact::Shifting) };
        return Offer { facts: vec![feet, shifting], ..offer };
    }
    let contact = (!flees).then(|| FactField::flag(Fact::Contact));
    let away = FactField { stands: flees, ..FactField::flag(Fact::Away) };
    let shifting = state::in_melee(e, c).then(|| FactField::flag(Fact::Shifting));
    let (others, far) =
        destinations(about(), at, e.all().filter(|other| other.id != c.id && other.is_up()).collect());
    let facts = [feet].into_iter().chain(contact).chain([away]).chain(shifting).chain(far).collect();
    Offer { at: others, facts, ..offer }
}

/// The feet it goes: as said, else what contact needs, else all it may.
pub fn feet(at: &At, act: &Act) -> i32 {
    movement::feet(about(), at.e, act, allowance(at, act.deed))
}

/// Checks how far, and where to.
pub fn check_way(at: &At, act: &Act) -> Allowed {
    at.unless(!act.at.contains(&at.c.id), Refusal::BAD_TARGET)?;
    let flees = state::runs_away(at.c) && act.facts.has(&Fact::Contact);
    at.unless(!flees, Refusal::RETREATING.saying("it runs: not toward a foe"))?;
    let (most, feet) = (allowance(at, act.deed), feet(at, act));
    if !(0..=most).contains(&feet) {
        return at.no(Refusal::MOVED_TOO_FAR.saying(format!("{feet}', it may go {most}'")));
    }
    movement::check_contact(about(), at, act, feet)
}

/// Which way an act of moving goes.
pub fn way_of(at: &At, act: &Act) -> Way {
    let feet = feet(at, act);
    match act.deed {
        Deed::Withdraw | Deed::Retreat => Way::Away(feet),
        _ if state::runs_away(at.c) => Way::Away(feet),
        _ => way(act, feet),
    }
}

/// Moves or runs: those through whose reach it passes strike at it before it has gone; whoever had backed off from it may
/// strike as it comes.
fn go(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let at = At { e: r.encounter(), c: r.encounter().who(act.who)? };
    let (feet, way) = (feet(&at, act), way_of(&at, act));
    let others = movement::named(about(), at.e, act);
    if act.deed == Deed::Run {
        spell::let_go(r, act.who);
        r.emit(Event::Spent(act.who, Spending::Action));
        r.afflict(act.who, this_round(r, Condition::RUNNING));
    }
    let passed = leave::passed(r.encounter(), act.who, &others, way);
    if leave::strike(r, act, &passed)? {
        arrive(r, act, feet, &others, way)?;
    }
    Ok(())
}

/// It is there: whose reach it has come within is noted, and who had backed off from it may strike.
pub fn arrive(
    r: &mut Resolution,
    act: &Act,
    feet: i32,
    others: &[(CombatantId, Option<i32>)],
    way: Way,
) -> Result<(), Stop> {
    let before = leave::holding(r.encounter(), act.who);
    movement::spend(r, act.who, feet);
    if act.facts.has(&Fact::Shifting) || feet == 0 {
        return Ok(());
    }
    shift(r, act.who, others, way);
    leave::note_entered(r, act.who, &before);
    leave::first_strikes(r, act.who)
}

/// It stands somewhere else, in melee with those who are near it there.
pub fn shift(r: &mut Resolution, who: CombatantId, others: &[(CombatantId, Option<i32>)], way: Way) {
    relocate(about(), r, who, others, way, Timing::Now);
    let e = r.encounter();
    let Some(c) = e.get(who) else { return };
    let near = |foe: &&Combatant| e.between(c, foe).is_some_and(|far| far <= about().melee());
    let near: Vec<CombatantId> =
        if e.is_measured() { e.foes(c).filter(near).map(|foe| foe.id).collect() } else { Vec::new() };
    for foe in near {
        engage(about(), r, who, foe, Timing::Now);
    }
}

/// Backs off: whoever comes after it this round may be struck first (`house.movement.withdrawer-first-strike`).
fn back_off(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let at = At { e: r.encounter(), c: r.encounter().who(act.who)? };
    let feet = feet(&at, act);
    let foes: Vec<CombatantId> = state::engaged(at.e, at.c).map(|foe| foe.id).collect();
    if !at.c.has(Condition::WITHDRAWING) {
        r.afflict(act.who, this_round(r, Condition::WITHDRAWING));
    }
    movement::spend(r, act.who, feet);
    if feet == 0 {
        return Ok(());
    }
    shift(r, act.who, &[], Way::Away(feet));
    for foe in foes {
        let link = Effect { toward: Some(foe), ..this_round(r, Condition::BACKED_OFF) };
        r.afflict(act.who, link);
    }
    Ok(())
}

/// Runs away: each foe whose reach it leaves may strike first (A12, A46).
fn run_away(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let at = At { e: r.encounter(), c: r.encounter().who(act.who)? };
    let feet = feet(&at, act);
    r.emit(Event::Spent(act.who, Spending::Action));
    if leave::strike(r, act, &[])? {
        arrive(r, act, feet, &[], Way::Away(feet))?;
    }
    Ok(())
}

/// Feet that getting up costs: half of its whole speed.
fn stand_up_cost(e: &Encounter, c: &Combatant) -> i32 {
    speed(e, c) / 2
}

/// Gets up; off balance after a fumble, under the blows of those beside it (`house.fumble.off-balance`).
fn stand_up(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let cost = stand_up_cost(r.encounter(), r.encounter().who(act.who)?);
    movement::spend(r, act.who, cost);
    if r.encounter().has(act.who, Condition::OFF_BALANCE) {
        r.relieve(act.who, Condition::OFF_BALANCE);
        if !leave::while_rising(r, act.who)? {
            return Ok(());
        }
    }
    r.relieve(act.who, Condition::PRONE);
    Ok(())
}

/// Whether whoever was struck on its way goes on: able, and on its feet.
pub fn goes_on(e: &Encounter, who: CombatantId) -> bool {
    e.get(who)
        .is_some_and(|c| state::is_able(c) && !state::barred(c, Bar::Move) && !c.has(Condition::PRONE))
}
