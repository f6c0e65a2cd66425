//! Movement: moving, running, withdrawing, retreating, standing up (section 3.8). [`leave`] has the attacks it
//! provokes.

pub use crate::rules::d20::movement::moved;

use super::asset::about;
use super::condition;
use super::leave;
use super::options::DECLARE_WITHDRAWAL;
use super::refusal;
use super::sequence::this_round;
use super::{speed, spell, state};
use crate::rules::d20::movement::{self, destinations, named, way};
use crate::rules::d20::pursuit::run;
use crate::rules::d20::relations::{Way, engage, relocate};
use crate::rules::model::dice::Tape;
use crate::rules::ruleset::deed::{Told, When};
use crate::rules::ruleset::prelude::*;
use std::borrow::Cow;

/// Feet that the incapacitated can drag themselves in a round (`house.movement.drag`).
const DRAG: i32 = 5;
/// Side of a square in feet, also the extra cost of a difficult one (`house.movement.difficult-terrain`,
/// `house.movement.occupied-squares`).
const SQUARE: i32 = 5;

/// Moves toward someone, away, or elsewhere (`house.movement.encounter-speed`).
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
    asked,
    check: |at, act| {
        check_way(at, act)?;
        leave::check_undeclared(at, act)
    },
    run: go,
    ..DeedRule::of(Deed::Move)
};

/// Moves up to twice as far; rules out attacks this round (`house.movement.running`).
pub const RUN: DeedRule = DeedRule {
    rule: "house.movement.running",
    may: |at| {
        may_go(at)?;
        at.unless(state::attacks_made(at.c) == 0, Refusal::ALREADY_ATTACKED)?;
        at.unless(!has_fought(at.c), Refusal::ALREADY_ACTED.saying("it has cast, or used a power"))?;
        at.unless(!at.c.has(Condition::BLIND), refusal::BLIND)?;
        at.unless(!leave::is_bound(at.e, at.c), refusal::MUST_WITHDRAW)?;
        at.unless(!at.c.has(Condition::WITHDRAWING), Refusal::BARRED.saying("it is withdrawing"))?;
        has_feet_left(at, Deed::Run)
    },
    deed: Deed::Run,
    ..MOVE
};

/// Withdraws fighting, which provokes no attacks (`house.movement.fighting-withdrawal`).
pub const WITHDRAW: DeedRule = DeedRule {
    rule: "house.movement.fighting-withdrawal",
    may: |at| {
        may_go(at)?;
        at.unless(!at.c.has(Condition::FLEEING), Refusal::FLEEING)?;
        at.unless(!at.c.has(Condition::TURNED), Refusal::RETREATING)?;
        at.unless(state::in_melee(at.e, at.c), Refusal::NOT_IN_MELEE)?;
        let announced = !DECLARE_WITHDRAWAL.is_on(at.e) || at.c.has(Condition::WITHDRAWING);
        at.unless(announced, Refusal::NOT_DECLARED)?;
        has_feet_left(at, Deed::Withdraw)
    },
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
    may: |at| {
        at.unless(state::runs_away(at.c), Refusal::NOT_DECLARED)?;
        may_go(at)?;
        has_feet_left(at, Deed::Retreat)
    },
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
    told: Told::Named,
    concerns: |at| at.c.has(Condition::PRONE),
    may: |at| {
        at.unless(at.c.has(Condition::PRONE), Refusal::SAME_POSTURE)?;
        at.unless(!at.c.means(Meaning::CANNOT_MOVE) && !stays_put(at.c), Refusal::BARRED)?;
        at.unless(stand_up_cost(at.e, at.c) <= left_to_stand(at), Refusal::MOVED_TOO_FAR)
    },
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
        has_feet_left(at, Deed::Crawl)
    },
    check: check_way,
    run: go,
    deed: Deed::Crawl,
    ..MOVE
};

/// Whether an earlier choice bars it from moving any more this round (`house.movement.split`).
fn stays_put(c: &Combatant) -> bool {
    c.has(Condition::CHARGING) || c.has(Condition::PARRYING) || c.has(condition::STAYS_PUT)
}

/// Checks that the actor can move on its feet.
pub fn may_go(at: &At) -> Allowed {
    at.unless(!state::is_limited(at.c), Refusal::INCAPACITATED)?;
    at.unless(!at.c.means(Meaning::CANNOT_MOVE) && !stays_put(at.c), Refusal::BARRED)?;
    at.unless(!at.c.has(Condition::PRONE), Refusal::PRONE)
}

fn has_feet_left(at: &At, deed: Deed) -> Allowed {
    match allowance(at, deed) {
        1.. => Ok(()),
        _ if moved(at.c) > 0 => at.no(Refusal::ALREADY_MOVED),
        _ if speed::is_overloaded(at.e, at.c) => at.no(Refusal::OVERLOADED),
        _ => at.no(Refusal::MOVED_TOO_FAR.saying("its movement is 0")),
    }
}

/// Feet it may still move with that deed.
pub fn allowance(at: &At, deed: Deed) -> i32 {
    let speed = speed::of(at.e, at.c);
    let most = match deed {
        Deed::Retreat if has_fought(at.c) => speed,
        Deed::Run | Deed::Retreat => speed::running(at.e, at.c),
        Deed::Withdraw => speed / 2,
        Deed::Crawl => DRAG,
        _ if at.c.has(Condition::WITHDRAWING) => speed / 2,
        _ => speed,
    };
    (most - moved(at.c)).max(0)
}

/// Whether `c` has attacked or cast this round, so that it cannot run any more (`house.movement.running`).
fn has_fought(c: &Combatant) -> bool {
    state::attacks_made(c) > 0 || c.has(condition::HAS_CAST)
}

/// Whether the actor gets a movement stop: it has movement left and a way to use it (section 2, skipped slots).
pub fn can_move(at: &At, phase: Phase) -> bool {
    if state::is_limited(at.c) {
        return has_feet_left(at, Deed::Crawl).is_ok();
    }
    let may = |row: &DeedRule| (row.may)(at).is_ok();
    let free = || may(&MOVE) && !leave::is_bound(at.e, at.c);
    match phase {
        // It has made its move; with movement left it may still move on or stand up.
        Phase::Movement if at.c.spent.moved.is_some() => free() || may(&STAND),
        _ => [&MOVE, &RUN, &WITHDRAW, &RETREAT, &STAND].into_iter().any(may),
    }
}

/// Fields for the distance and the number of squares at double cost: difficult ground, an ally's square, a dead body's.
fn lengths(at: &At, deed: Deed) -> [FactField; 2] {
    let most = allowance(at, deed);
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
    if leave::is_bound(e, c) {
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

/// Extra feet for squares at double cost: as many as entered, else those that fumbles have fouled. Only the highest
/// cost counts, so each is one square more (A8).
pub fn rough(at: &At, act: &Act) -> i32 {
    act.facts.rough().unwrap_or_else(|| fouled(at, act)).saturating_mul(SQUARE)
}

/// Number of fouled squares on its way, if distances are measured.
fn fouled(at: &At, act: &Act) -> i32 {
    let At { e, c } = *at;
    let places = || fouled_places(e);
    if places().next().is_none() || !e.is_measured() || only_shifts(act) {
        return 0;
    }
    let feet = movement::feet(about(), e, act, allowance(at, act.deed));
    let gone = gone(at, act, direction(at, act, feet));
    let there = gone.get(c.id).and_then(|c| gone.place_of(c));
    let Some((from, to)) = e.place_of(c).zip(there) else { return 0 };
    let on_way = |place: &i32| *place != from.0 && (from.min(to).0..=from.max(to).0).contains(place);
    i32::try_from(places().filter(on_way).count()).unwrap_or(0)
}

/// Places on the line where a fumble has fouled the ground.
pub fn fouled_places(e: &Encounter) -> impl Iterator<Item = i32> {
    e.effects_of(condition::FOULED_GROUND).map(|(_, effect)| effect.value)
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

/// Feet it moves if `rough` of them cost double: as entered, else as contact needs, else all it may, stopping short of an
/// occupied square.
fn feet(at: &At, act: &Act, rough: i32) -> i32 {
    let most = (allowance(at, act.deed) - rough).max(0);
    let mut feet = movement::feet(about(), at.e, act, most);
    if act.facts.feet().is_some() || act.facts.has(&Fact::Contact) {
        return feet;
    }
    // The square before an occupied one may be occupied too.
    while let Some((_, far)) = occupied(at, act, feet) {
        feet = (far - SQUARE).max(0);
    }
    feet
}

/// Checks the distance and destination of a move.
pub fn check_way(at: &At, act: &Act) -> Allowed {
    at.unless(!act.at.contains(&at.c.id), Refusal::BAD_TARGET)?;
    let flees = state::runs_away(at.c) && act.facts.has(&Fact::Contact);
    at.unless(!flees, Refusal::RETREATING.saying("it is fleeing and cannot move toward a foe"))?;
    let (most, Trip { feet, rough, .. }) = (allowance(at, act.deed), Trip::of(at, act));
    if !(0..=feet.max(0)).contains(&rough) {
        let expected = format!("0 to {}", feet / SQUARE);
        let fault = Fault::new("difficult squares", rough / SQUARE, expected);
        return at.no(Refusal::BAD_MODIFIER.at(fault));
    }
    if feet < 0 || feet.saturating_add(rough) > most {
        let detail = format!("{}' needed, {most}' left", feet.saturating_add(rough));
        return at.no(Refusal::MOVED_TOO_FAR.saying(detail));
    }
    if let Some((other, _)) = occupied(at, act, feet) {
        return at.no(refusal::OCCUPIED.saying(format!("it would end in the square of {}", other.name)));
    }
    movement::check_contact(about(), at, act, feet)
}

/// Returns the combatant among those it moves toward in whose square it would end, and its distance. Opponents cannot
/// be entered, allies' squares are no place to stop, the dead do not block (`house.movement.occupied-squares`).
fn occupied<'a>(at: &At<'a>, act: &Act, feet: i32) -> Option<(&'a Combatant, i32)> {
    let Way::Toward(_) = direction(at, act, feet) else { return None };
    let others = named(about(), at.e, act).into_iter().filter_map(|(other, far)| {
        let other = at.e.get(other).filter(|other| other.is_up())?;
        Some((other, far?))
    });
    let mut there = others.filter(|(_, far)| feet > 0 && (far - feet).abs() < SQUARE);
    there.next()
}

/// Whether it only moves about where it is, neither closer to anyone nor away.
pub fn only_shifts(act: &Act) -> bool {
    act.facts.has(&Fact::Shifting) && !act.facts.has(&Fact::Contact) && !act.facts.has(&Fact::Away)
}

/// Direction and distance of a move.
fn direction(at: &At, act: &Act, feet: i32) -> Way {
    match act.deed {
        Deed::Withdraw | Deed::Retreat => Way::Away(feet),
        _ if state::runs_away(at.c) => Way::Away(feet),
        _ => way(act, feet),
    }
}

/// A move: distance, cost and direction.
#[derive(Debug, Clone, Copy)]
pub struct Trip {
    /// Feet it moves.
    pub feet: i32,
    /// Feet of movement it costs besides.
    pub rough: i32,
    /// Direction.
    pub way: Way,
}

/// Combatants moved toward, each with its distance in feet.
pub type Others = Vec<(CombatantId, Option<i32>)>;

impl Trip {
    /// Returns the trip of that act from where the actor is.
    pub fn of(at: &At, act: &Act) -> Self {
        let rough = rough(at, act);
        let feet = feet(at, act, rough);
        Self { feet, rough, way: direction(at, act, feet) }
    }

    fn started(r: &Resolution, act: &Act) -> Result<(Self, Others), Stop> {
        let at = At { e: r.encounter(), c: r.encounter().who(act.who)? };
        Ok((Self::of(&at, act), named(about(), at.e, act)))
    }

    /// Feet of movement it costs.
    fn cost(self) -> i32 {
        self.feet.saturating_add(self.rough)
    }

    /// Returns the trip cut to what it may still move: an attack on its way may have hurt its leg
    /// (`house.movement.halving`).
    pub fn shortened(self, r: &Resolution, act: &Act) -> Result<Self, Stop> {
        let at = At { e: r.encounter(), c: r.encounter().who(act.who)? };
        let over = self.cost() - allowance(&at, act.deed);
        if over <= 0 {
            return Ok(self);
        }
        let feet = (self.feet - over).max(0);
        let way = if let Way::Away(_) = self.way { Way::Away(feet) } else { Way::Toward(feet) };
        Ok(Self { feet, way, ..self })
    }
}

/// Moves or runs. Those whose reach it passes through attack before it arrives; those that withdrew from it may attack
/// on its arrival.
fn go(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let (trip, others) = Trip::started(r, act)?;
    if act.deed == Deed::Run {
        spell::let_go(r, act.who);
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
    if only_shifts(act) || trip.feet == 0 {
        return Ok(());
    }
    shift(r, act.who, others, trip.way);
    let entered = leave::note_entered(r, act.who, &before);
    leave::first_strikes(r, act.who, &entered)
}

/// Changes its position, and engages it with those near it there.
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

/// Returns the encounter as it would be after the move.
pub fn gone(at: &At, act: &Act, way: Way) -> Encounter {
    let mut tape = Tape::new(&[]);
    let mut r = Resolution::unrecorded(&super::HOUSE, at.e.clone(), &mut tape);
    shift(&mut r, act.who, &named(about(), at.e, act), way);
    r.finish().0
}

/// Stops a move beside the foe that struck the mover down on the way, `far` feet from its start.
pub fn falls_beside(r: &mut Resolution, who: CombatantId, foe: CombatantId, far: i32) {
    let before = leave::holding(r.encounter(), who);
    movement::spend(r, who, (far - about().melee_distance).max(0));
    shift(r, who, &[(foe, Some(far))], Way::Contact);
    leave::note_entered(r, who, &before);
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

/// Feet that standing up costs: half its full speed.
fn stand_up_cost(e: &Encounter, c: &Combatant) -> i32 {
    speed::of(e, c) / 2
}

/// Feet it has left to stand up, of its running speed once it runs.
fn left_to_stand(at: &At) -> i32 {
    let deed = match at.c.has(Condition::RUNNING) {
        _ if state::runs_away(at.c) => Deed::Retreat,
        true => Deed::Run,
        false => Deed::Move,
    };
    allowance(at, deed)
}

/// Stands up; off balance after a fumble, this provokes attacks by those near it (`house.fumble.off-balance`).
fn stand_up(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let cost = stand_up_cost(r.encounter(), r.encounter().who(act.who)?);
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

/// Whether a mover that was attacked on its way goes on: able, and on its feet unless it drags itself along.
pub fn goes_on(e: &Encounter, who: CombatantId, deed: Deed) -> bool {
    let walks =
        |c: &Combatant| state::is_able(c) && !c.means(Meaning::CANNOT_MOVE) && !c.has(Condition::PRONE);
    e.get(who).is_some_and(|c| if deed == Deed::Crawl { state::gets_stop(c) } else { walks(c) })
}
