//! Moving, running, crawling, and posture.

use super::options::{self, STAND_FROM_PRONE};
use super::{body, minds, state};
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::wounds::Tenths;
use crate::rules::model::combatant::Counter;
use crate::rules::model::command::{Act, Deed, Fact};
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::event::{Bearer, Event, Spending};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::Second;

/// The least seconds of a run (`seconds.movement.run`).
pub const LEAST_RUN: i32 = 3;
/// How much faster a run is.
const RUN: i32 = 3;
/// Squares in a turn that add a point to Target (`seconds.movement.high-speed-target`).
const FAST: u32 = 30;

/// Squares it can move with that deed: a move, or a run of so many seconds.
pub fn most(e: &Encounter, act: &Act) -> i32 {
    let mover = minds::body_of(e, act.who);
    let (Some(c), Ok(stats)) = (e.get(mover), e.wounds(mover)) else { return 0 };
    if act.deed == Deed::Crawl {
        return 1;
    }
    if body::is_overloaded(stats) {
        let moved = i32::try_from(c.spent.moved.unwrap_or(0)).unwrap_or(i32::MAX);
        return 1_i32.saturating_sub(moved).max(0);
    }
    let speed = body::speed(c, stats, act.facts.has(&Fact::Flying));
    match act.deed {
        Deed::Run => {
            let seconds = act.facts.seconds().unwrap_or(LEAST_RUN);
            Tenths(speed.0.saturating_mul(RUN).saturating_mul(seconds)).rounded()
        }
        _ => speed.rounded(),
    }
}

/// Squares it says it moves; without a word, all it can on such ground.
fn squares(e: &Encounter, act: &Act) -> i32 {
    let slower = counted(0, act.facts.rough().unwrap_or(0), act.facts.diagonal().unwrap_or(0));
    act.facts.feet().unwrap_or_else(|| most(e, act).saturating_sub(slower))
}

/// What the squares count: 2 each on difficult ground, 3 where entered diagonally
/// (`seconds.movement.difficult`).
fn counted(squares: i32, rough: i32, diagonal: i32) -> i32 {
    squares.saturating_add(rough).saturating_add(diagonal)
}

/// Whether the deed is a movement.
pub fn is_movement(deed: Deed) -> bool {
    matches!(deed, Deed::Move | Deed::Run | Deed::Crawl)
}

/// Whether the movement is possible.
pub fn check(e: &Encounter, act: &Act) -> Result<(), RuleError> {
    let no = |refusal| Err(RuleError::new(refusal).of(act.who));
    let mover = minds::body_of(e, act.who);
    let (rough, diagonal) = (act.facts.rough().unwrap_or(0), act.facts.diagonal().unwrap_or(0));
    match act.deed {
        Deed::Crawl => {}
        _ if state::only_crawls(e, mover) && !act.facts.has(&Fact::Flying) => {
            return no(Refusal::OnlyCrawls);
        }
        Deed::Run if act.facts.seconds().unwrap_or(LEAST_RUN) < LEAST_RUN => {
            return no(Refusal::RunTooShort);
        }
        Deed::Run if rough > 0 => return no(Refusal::BadGround),
        _ => {}
    }
    let (squares, most) = (squares(e, act), most(e, act));
    if squares < 0 || rough < 0 || diagonal < 0 || diagonal > rough || rough > squares {
        return no(Refusal::BadModifier);
    }
    if act.facts.has(&Fact::Flying) && !can_fly(e, mover) {
        return no(Refusal::NoSuchLocation);
    }
    if counted(squares, rough, diagonal) > most {
        let found = format!("found {}, expected at most {most}", counted(squares, rough, diagonal));
        return Err(RuleError::new(Refusal::MovedTooFar).of(act.who).saying(found));
    }
    Ok(())
}

/// Whether it has wings (or the like) that carry it (`seconds.calledshot.wings`).
fn can_fly(e: &Encounter, who: CombatantId) -> bool {
    let grounded = |effect: &Effect| effect.condition == Condition::WingHurt && effect.value >= 2;
    e.wounds(who).is_ok_and(|stats| stats.fly_speed.is_some())
        && e.get(who).is_some_and(|c| !c.effects.iter().any(grounded))
}

/// It moves, and with it whoever rides it: what they aimed at is lost, distances change, and speed
/// makes them hard to hit, each by its own squares (`seconds.scale.square`).
pub fn advance(r: &mut Resolution, act: &Act) {
    let mover = minds::body_of(r.encounter(), act.who);
    let metres = body::metres(squares(r.encounter(), act), scale(r.encounter(), mover));
    let run_up = r.encounter().get(mover).map_or(0, |c| c.count(Counter::RunUp));
    let run_up = run_up.saturating_add(metres);
    r.emit(Event::Counted(Bearer::One(mover), Counter::RunUp, run_up));
    for who in std::iter::once(mover).chain(riders(r.encounter(), mover)).collect::<Vec<_>>() {
        let own = if who == mover {
            squares(r.encounter(), act)
        } else {
            body::squares(metres, scale(r.encounter(), who))
        };
        r.emit(Event::Spent(who, Spending::Move(u32::try_from(own).unwrap_or(0))));
        for mind in minds::inside(r.encounter(), who) {
            r.relieve(mind, Condition::Aiming);
        }
        go(r, who, act, metres);
        speed_up(r, who);
    }
}

fn scale(e: &Encounter, who: CombatantId) -> i32 {
    e.wounds(who).map_or(0, |stats| stats.scale)
}

/// Everybody who sits on it.
fn riders(e: &Encounter, mount: CombatantId) -> impl Iterator<Item = CombatantId> {
    e.all().filter(move |c| state::mount_of(e, c.id) == Some(mount)).map(|c| c.id)
}

/// Nearer to those it moves toward, or farther away; where it stands to others is not known any more.
fn go(r: &mut Resolution, who: CombatantId, act: &Act, metres: i32) {
    let away = act.facts.has(&Fact::Away);
    let e = r.encounter();
    let after = |other: &CombatantId| {
        let now = e.distance(who, *other)?;
        let then = if away { now.saturating_add(metres) } else { now.saturating_sub(metres).max(0) };
        Some((*other, then))
    };
    let known: Vec<(CombatantId, i32)> =
        act.at.iter().filter(|other| **other != who).filter_map(after).collect();
    r.emit(Event::Strayed(who));
    for (other, metres) in known {
        r.emit(Event::Apart(who, other, Some(metres)));
    }
}

/// +1 Target for every 30 squares of the turn, until its next slot
/// (`seconds.movement.high-speed-target`).
fn speed_up(r: &mut Resolution, who: CombatantId) {
    let moved = r.encounter().get(who).and_then(|c| c.spent.moved).unwrap_or(0);
    let value = i32::try_from(moved / FAST).unwrap_or(i32::MAX);
    if value == 0 {
        return;
    }
    r.relieve(who, Condition::Speeding);
    let until = state::until_next_slot(r.encounter(), who);
    let effect = Effect { value, ..r.effect(Condition::Speeding, Some(until)) };
    r.afflict(who, effect);
}

/// Seconds to stand up (`seconds.option.stand-from-prone`).
pub fn standing_up(e: &Encounter, who: CombatantId, from_crouch: Second) -> Second {
    let prone = e.get(minds::body_of(e, who)).is_some_and(|c| c.has(Condition::Prone));
    let long = Second::try_from(options::number(e, STAND_FROM_PRONE, 2)).unwrap_or(2);
    if prone { long } else { from_crouch }
}

/// Whether that change of posture is one.
pub fn check_posture(e: &Encounter, act: &Act) -> Result<(), RuleError> {
    let who = minds::body_of(e, act.who);
    let has = |condition| e.get(who).is_some_and(|c| c.has(condition));
    let (crouching, prone) = (has(Condition::Crouching), has(Condition::Prone));
    let same = match act.deed {
        Deed::Crouch => crouching || prone,
        Deed::LieDown => prone,
        Deed::Rise => !prone,
        _ => !crouching && !prone,
    };
    if same { Err(RuleError::new(Refusal::SamePosture).of(act.who)) } else { Ok(()) }
}

/// The posture that a deed brings.
pub fn change_posture(r: &mut Resolution, act: &Act) {
    let who = minds::body_of(r.encounter(), act.who);
    let posture = match act.deed {
        Deed::Crouch | Deed::Rise => Some(Condition::Crouching),
        Deed::LieDown => Some(Condition::Prone),
        _ => None,
    };
    take_posture(r, who, posture);
}

/// Standing, crouching or lying from now on.
pub fn take_posture(r: &mut Resolution, who: CombatantId, posture: Option<Condition>) {
    if posture.is_some_and(|posture| r.encounter().get(who).is_some_and(|c| c.has(posture))) {
        return;
    }
    r.relieve(who, Condition::Crouching);
    r.relieve(who, Condition::Prone);
    if let Some(posture) = posture {
        let effect = r.effect(posture, None);
        r.afflict(who, effect);
    }
}
