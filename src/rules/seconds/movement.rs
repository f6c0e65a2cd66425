//! Moving, running, crawling.

use super::form::{MOST, action, aimed, figure, others};
use super::{body, clock, condition, counter, handling, minds, refusal, slot, state};
use crate::rules::model::block::wounds::{Body, Tenths};
use crate::rules::model::line::Goal;
use crate::rules::ruleset::deed::Price;
use crate::rules::ruleset::prelude::*;

/// Minimum seconds of a run (`seconds.movement.run`).
const LEAST_RUN: i32 = 3;
/// Metres from the nearest foe at which a move without a target ends.
const STOP_DISTANCE: Tenths = Tenths::whole(2);
/// Speed factor of a run.
const RUN_FACTOR: i32 = 3;
/// Squares per turn for each +1 to Target (`seconds.movement.high-speed-target`).
const SQUARES_PER_TARGET: i32 = 30;

/// A move up to speed.
pub const MOVE: DeedRule = DeedRule {
    shape: |at, offer| {
        let facts = [Fact::Feet(0), Fact::Rough(1), Fact::Diagonal(1)];
        on_foot(at, offer, facts.map(|fact| figure(fact, MOST)).into())
    },
    ..movement(Deed::Move, "seconds.movement.move")
};

/// A run: at least 3 seconds at three times the speed, not on difficult ground.
pub const RUN: DeedRule = DeedRule {
    shape: |at, offer| {
        let least = LEAST_RUN.max(seconds_per_square(at.e, at.c.id).unwrap_or(LEAST_RUN));
        let seconds = FactField::number(Fact::Seconds(least), least, MOST);
        on_foot(at, offer, vec![seconds, figure(Fact::Feet(0), MOST)])
    },
    check: |at, act| {
        check_legs(at, act)?;
        let long = act.facts.seconds().is_none_or(|seconds| seconds >= LEAST_RUN);
        at.unless(long, refusal::RUN_TOO_SHORT)?;
        at.unless(act.facts.rough().unwrap_or(0) <= 0, refusal::BAD_GROUND)?;
        check_way(at, act)
    },
    leads: |at, act| leads(at, act, running_price(at, act)),
    price: running_price,
    ..movement(Deed::Run, "seconds.movement.run")
};

/// Crawling one square, for those without usable legs.
pub const CRAWL: DeedRule = DeedRule {
    concerns: |at| state::only_crawls(at.e, minds::body_of(at.e, at.c.id)),
    may: check_seat,
    shape: |at, offer| way(at, offer, vec![figure(Fact::Feet(0), MOST)]),
    ..movement(Deed::Crawl, "seconds.calledshot.leg")
};

const fn movement(deed: Deed, rule: &'static str) -> DeedRule {
    DeedRule {
        check: |at, act| check_legs(at, act).and_then(|()| check_way(at, act)),
        // Those hurt on the way only get less far.
        later: Some(|at, act, _| check_legs(at, act)),
        run: advance,
        leads: |at, act| leads(at, act, walking_price(at, act)),
        price: walking_price,
        ..action(deed, rule)
    }
}

fn walking_price(at: &At, act: &Act) -> Option<Price> {
    let slowed = seconds_per_square(at.e, act.who).unwrap_or(0).unsigned_abs();
    clock::price(at, clock::printed(act.deed).max(slowed))
}

fn running_price(at: &At, act: &Act) -> Option<Price> {
    clock::price(at, run_seconds(act).unsigned_abs())
}

/// Returns the form of a move or run; without usable legs only flying is left.
fn on_foot(at: &At, offer: Offer, mut facts: Vec<FactField>) -> Offer {
    let mover = minds::body_of(at.e, at.c.id);
    let (crawls, flies) = (state::only_crawls(at.e, mover), can_fly(at.e, mover));
    if let Err(why) = check_seat(at) {
        return Offer::blocked(offer.deed, why);
    }
    if crawls && !flies {
        return Offer::blocked(offer.deed, at.why(refusal::ONLY_CRAWLS));
    }
    facts.extend(flies.then(|| FactField { stands: crawls, ..FactField::flag(Fact::Flying) }));
    way(at, offer, facts)
}

/// Returns the form with squares and direction, by default as far as possible.
fn way(at: &At, offer: Offer, mut facts: Vec<FactField>) -> Offer {
    let mut whole = Act::new(at.c.id, offer.deed);
    let flies = |field: &&FactField| field.fact == Fact::Flying && field.stands;
    whole.facts.0.extend(facts.iter().filter(flies).map(|field| field.fact.clone()));
    for field in facts.iter_mut().filter(|field| matches!(field.fact, Fact::Feet(_))) {
        field.fact = Fact::Feet(most(at.e, &whole));
    }
    facts.push(FactField::flag(Fact::Away));
    Offer { at: aimed(others(at.e, at.c), 0, 1), facts, ..offer }
}

/// Returns the squares it can move with the deed: a move, a crawl, or a run of the stated seconds.
fn most(e: &Encounter, act: &Act) -> i32 {
    let mover = minds::body_of(e, act.who);
    let (Some(c), Ok(stats)) = (e.get(mover), e.wounds(mover)) else { return 0 };
    let most = by_speed(c, stats, act);
    match seconds_per_square(e, act.who) {
        Some(seconds) if act.deed == RUN.deed => most.min(run_seconds(act) / seconds),
        Some(_) => most.min(1),
        None => most,
    }
}

/// Returns the seconds of action that each square takes with more than five steps of load: a whole turn
/// (`seconds.encumbrance.step`). `None` if its load slows it no further than its speed tells.
fn seconds_per_square(e: &Encounter, who: CombatantId) -> Option<i32> {
    let loaded = e.wounds(minds::body_of(e, who)).is_ok_and(body::is_overloaded);
    let seconds = || i32::try_from(state::TURN / state::rate(e, who)).unwrap_or(LEAST_RUN);
    loaded.then(|| seconds().max(1))
}

/// Returns the seconds of a run, as stated.
fn run_seconds(act: &Act) -> i32 {
    act.facts.seconds().unwrap_or(LEAST_RUN).max(0)
}

/// Returns the squares its speed allows.
fn by_speed(c: &Combatant, stats: &Body, act: &Act) -> i32 {
    if act.deed == CRAWL.deed {
        return 1;
    }
    let speed = body::speed(c, stats, act.facts.has(&Fact::Flying));
    if act.deed == RUN.deed {
        return Tenths(speed.0.saturating_mul(RUN_FACTOR).saturating_mul(run_seconds(act))).rounded();
    }
    speed.rounded()
}

/// Returns the squares stated, by default all it can move on such ground.
fn squares(e: &Encounter, act: &Act) -> i32 {
    act.facts.feet().unwrap_or_else(|| all_it_can(e, act))
}

/// Returns the squares it can move on such ground.
fn all_it_can(e: &Encounter, act: &Act) -> i32 {
    let slower = counted(0, act.facts.rough().unwrap_or(0), act.facts.diagonal().unwrap_or(0));
    most(e, act).saturating_sub(slower).max(0)
}

/// Returns what the squares count: 2 each on difficult ground, 3 if entered diagonally
/// (`seconds.movement.difficult`).
fn counted(squares: i32, rough: i32, diagonal: i32) -> i32 {
    squares.saturating_add(rough).saturating_add(diagonal)
}

/// Refuses to whoever sits on a mount to move by itself: the mount does (`seconds.special.mount-turn`).
fn check_seat(at: &At) -> Allowed {
    let rides = state::mount_of(at.e, minds::body_of(at.e, at.c.id)).is_some();
    at.unless(!rides, refusal::RIDING)
}

/// Refuses walking from a mount or without usable legs, and flying without usable wings (`seconds.calledshot.leg`).
fn check_legs(at: &At, act: &Act) -> Allowed {
    check_seat(at)?;
    let mover = minds::body_of(at.e, act.who);
    if act.facts.has(&Fact::Flying) {
        return at.unless(can_fly(at.e, mover), refusal::CANNOT_FLY);
    }
    at.unless(act.deed == CRAWL.deed || !state::only_crawls(at.e, mover), refusal::ONLY_CRAWLS)
}

/// Refuses a distance beyond its reach on such ground.
fn check_way(at: &At, act: &Act) -> Allowed {
    let e = at.e;
    let (rough, diagonal) = (act.facts.rough().unwrap_or(0), act.facts.diagonal().unwrap_or(0));
    let (squares, most) = (squares(e, act), most(e, act));
    let sound = squares >= rough && rough >= diagonal && diagonal >= 0;
    at.unless(sound, Refusal::BAD_MODIFIER)?;
    let found = counted(squares, rough, diagonal);
    let too_far = || Refusal::MOVED_TOO_FAR.saying(format!("found {found}, expected at most {most}"));
    if found > most { at.no(too_far()) } else { Ok(()) }
}

/// Whether it has a flying speed and usable wings (`seconds.calledshot.wings`).
fn can_fly(e: &Encounter, who: CombatantId) -> bool {
    let grounded = |effect: &Effect| effect.condition == condition::WING_HURT && effect.value >= 2;
    e.wounds(who).is_ok_and(|stats| stats.fly_speed.is_some())
        && e.get(who).is_some_and(|c| !c.effects.iter().any(grounded))
}

/// Moves it together with its riders: they lose their aim, distances change, and speed raises Target, for
/// each by squares of its own scale (`seconds.scale.square`).
fn advance(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let mover = minds::body_of(r.encounter(), act.who);
    let (squares, metres) = length(r.encounter(), act);
    let run_up = r.encounter().get(mover).map_or(0, |c| c.count(counter::RUN_UP));
    let run_up = run_up.saturating_add(metres.rounded());
    r.count(mover, counter::RUN_UP, run_up);
    for who in std::iter::once(mover).chain(riders(r.encounter(), mover)).collect::<Vec<_>>() {
        let own =
            if who == mover { squares } else { body::squares(metres, state::scale(r.encounter(), who)) };
        r.emit(Event::Spent(who, Spending::Move(u32::try_from(own).unwrap_or(0))));
        handling::lose_aim(r, who);
        go(r, who, act, metres);
        speed_up(r, who, moved(r.encounter(), who));
    }
    Ok(())
}

/// Returns the length of the move, in squares of the mover and in metres.
fn length(e: &Encounter, act: &Act) -> (i32, Tenths) {
    let most = all_it_can(e, act);
    let squares = act.facts.feet().map_or(most, |squares| squares.min(most));
    (squares, body::metres(squares, state::scale(e, minds::body_of(e, act.who))))
}

/// Returns the distance from its target at which a movement of that price ends. A mind in another's body does not move
/// its own.
fn leads(at: &At, act: &Act, price: Option<Price>) -> Option<Tenths> {
    let moves = minds::body_of(at.e, act.who) == act.who && clock::resolves_at_once(at, price);
    let target = act.target().filter(|_| moves)?;
    let (_, metres) = length(at.e, act);
    goal(at.e, act.who, act, metres, target).map(|goal| goal.ends)
}

/// Returns everyone riding it.
fn riders(e: &Encounter, mount: CombatantId) -> impl Iterator<Item = CombatantId> {
    e.all().filter(move |c| state::mount_of(e, c.id) == Some(mount)).map(|c| c.id)
}

/// Changes its distance to the targets, nearer or farther; without a target it approaches the nearest foe.
fn go(r: &mut Resolution, who: CombatantId, act: &Act, metres: Tenths) {
    let e = r.encounter();
    let goals: Vec<Goal> = act.at.iter().filter_map(|other| goal(e, who, act, metres, *other)).collect();
    for event in e.goes(who, &goals, metres, STOP_DISTANCE, act.facts.has(&Fact::Away)) {
        r.emit(event);
    }
}

/// Returns the end of a move of that length relative to one of its targets; `None` if their distance is unknown.
fn goal(e: &Encounter, who: CombatantId, act: &Act, metres: Tenths, whom: CombatantId) -> Option<Goal> {
    let before = e.distance(who, whom).or_else(|| act.facts.distance()).filter(|_| whom != who)?;
    let ends = match act.facts.has(&Fact::Away) {
        true => before.0.saturating_add(metres.0),
        false => before.0.saturating_sub(metres.0).max(0),
    };
    Some(Goal { whom, before: Some(before), ends: Tenths(ends) })
}

/// Returns the squares it has moved this turn.
fn moved(e: &Encounter, who: CombatantId) -> i32 {
    let moved = e.get(who).and_then(|c| c.spent.moved).unwrap_or(0);
    i32::try_from(moved).unwrap_or(i32::MAX)
}

/// Moves it involuntarily: the squares count too, together with others of its turn if that is open
/// (`seconds.movement.high-speed-target`).
pub fn move_involuntarily(r: &mut Resolution, who: CombatantId, metres: Tenths) {
    handling::lose_aim(r, who);
    let squares = metres.0.div_euclid(body::square(state::scale(r.encounter(), who)).0.max(1));
    if state::has_turn_open(r.encounter(), who) {
        r.emit(Event::Spent(who, Spending::Move(u32::try_from(squares).unwrap_or(0))));
        speed_up(r, who, moved(r.encounter(), who));
    } else {
        speed_up(r, who, squares);
    }
}

/// Raises Target by 1 per 30 squares moved in a turn, until its next slot
/// (`seconds.movement.high-speed-target`).
fn speed_up(r: &mut Resolution, who: CombatantId, squares: i32) {
    let e = r.encounter();
    let had = e.get(who).and_then(|c| c.effect(condition::SPEEDING)).map_or(0, |effect| effect.value);
    let value = squares / SQUARES_PER_TARGET;
    if value > had {
        let until = slot::lasting(e, who, condition::SPEEDING, 1);
        r.relieve(who, condition::SPEEDING);
        let effect = Effect { value, ..r.effect(condition::SPEEDING, Some(until)) };
        r.afflict(who, effect);
    }
}
