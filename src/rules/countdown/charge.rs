//! Charges, and the weapons that meet them.

use super::attack::{Blow, Style, strike};
use super::state::{self, MELEE_FEET};
use super::{declare, fire, holding, interrupt, movement, sequence, weapon};
use crate::rules::d20::relations::{Way, relocate};
use crate::rules::engine::resolution::{Resolution, Timing};
use crate::rules::model::block::d20::Tag;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Deed, Fact, Facts};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::event::{Event, Spending, Stop};
use crate::rules::model::ids::CombatantId;

/// A charge is a run of so many feet at least (`countdown.special.charge`).
pub const RUN_UP: i32 = 10;

/// Feet of the charge: as said, else what it takes to get there.
pub fn feet(e: &Encounter, act: &Act) -> Option<i32> {
    let known = act.target().and_then(|target| e.distance(act.who, target));
    act.facts.feet().or_else(|| known.map(|feet| feet - MELEE_FEET))
}

/// The particulars: a way long enough, not too long, and clear.
///
/// # Errors
/// Why not.
pub fn check(e: &Encounter, c: &Combatant, act: &Act) -> Result<(), RuleError> {
    let refuse = |refusal| RuleError::new(refusal).of(c.id);
    fire::check_way(e, act)?;
    if act.facts.has(&Fact::NoRoom) || act.facts.has(&Fact::Unseen) {
        return Err(refuse(Refusal::NoClearWay));
    }
    if act.target().is_some_and(|target| e.engaged(c.id, target)) {
        return Err(refuse(Refusal::TooClose).saying("it stands in melee with that one already"));
    }
    let known = act.target().and_then(|target| e.distance(c.id, target));
    let feet =
        feet(e, act).ok_or_else(|| refuse(Refusal::MissingFact).saying("how far does it run?"))?;
    let most = movement::allowance(e, c, act.deed);
    let detail = format!("{feet}' to run, it takes {RUN_UP}' at least and {most}' at most");
    match feet {
        _ if feet < RUN_UP => Err(refuse(Refusal::TooClose).saying(detail)),
        _ if feet > most => Err(refuse(Refusal::MovedTooFar).saying(detail)),
        _ if known.is_some_and(|known| known - MELEE_FEET > feet) => {
            Err(refuse(Refusal::MovedTooFar).saying("it would not get there"))
        }
        _ => Ok(()),
    }
}

/// Runs straight at somebody and strikes, once, for double damage (`countdown.special.charge`). What
/// is set against it strikes at the same instant.
///
/// # Errors
/// [`Stop`]: an answer is missing.
pub fn charge(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let (Some(target), Some(at)) = (act.target(), act.with) else { return Ok(()) };
    let feet = feet(r.encounter(), act).unwrap_or(RUN_UP);
    r.emit(Event::Spent(act.who, Spending::Action));
    state::mark(r, act.who, Condition::Charging);
    // What is said of the target's sides is said of the charge, not of those it leaves.
    if !movement::turn_away(r, act.who, &[target], &Facts::default())? {
        return Ok(());
    }
    let e = r.encounter();
    let armed = e.get(act.who).is_some_and(|c| weapon::is_ready(c, at));
    movement::spend(r, act.who, feet);
    if !fire::cross(r, act.who, &act.facts, feet)? {
        relocate(r, act.who, &[], Way::Contact, Timing::Now);
        return Ok(());
    }
    relocate(r, act.who, &[(target, None)], Way::Contact, Timing::Now);
    meet(r, act.who, target)?;
    let d20 = r.encounter().d20(act.who)?.clone();
    let Some(line) = state::line(&d20, at).filter(|_| armed) else { return Ok(()) };
    let (who, style, facts) = (act.who, Style::Charge, &act.facts);
    strike(r, &Blow { who, target, at, line, shoots: false, style, facts }).map(|_| ())
}

/// Whether it could meet a charge on the number that is counted with a set weapon: it has not acted,
/// and its own number is not the lower (`countdown.special.set-weapon`).
fn sets(e: &Encounter, c: &Combatant) -> bool {
    let in_time = c.number.zip(sequence::open_number(e)).is_some_and(|(own, now)| own >= now);
    in_time && may_answer(e, c)
}

/// Whether it has an attack to answer with: its action is still to come, and no dodge is declared.
fn may_answer(e: &Encounter, c: &Combatant) -> bool {
    holding::has_yet_to_act(e, c) && declare::check(e, c, Deed::Strike, None).is_ok()
}

/// The one that is charged meets it: with a weapon set for it, or else with a longer one.
fn meet(r: &mut Resolution, who: CombatantId, target: CombatantId) -> Result<(), Stop> {
    let e = r.encounter();
    let Some(c) = e.get(target) else { return Ok(()) };
    if !sets(e, c) {
        return intercept(r, who, target);
    }
    let lines = interrupt::lines(e, c, Some(Tag::Brace));
    answer(r, who, target, &lines, Style::Set)
}

/// Somebody with a longer weapon that has not acted strikes at whoever closes with it
/// (`countdown.initiative.reach-intercept`).
///
/// # Errors
/// [`Stop`]: an answer is missing.
pub fn intercept(r: &mut Resolution, who: CombatantId, foe: CombatantId) -> Result<(), Stop> {
    let e = r.encounter();
    let (Some(mover), Some(c)) = (e.get(who), e.get(foe)) else { return Ok(()) };
    if !state::foes(mover, c) || !may_answer(e, c) {
        return Ok(());
    }
    let lines = interrupt::lines(e, c, Some(Tag::Reach));
    answer(r, who, foe, &lines, Style::Intercept)
}

/// It strikes with the line the referee picks, and has acted: this is its number now, so that it feels
/// the flames on it before, and those who wait for it act with it.
fn answer(
    r: &mut Resolution,
    who: CombatantId,
    foe: CombatantId,
    lines: &[u8],
    style: Style,
) -> Result<(), Stop> {
    let why = match style {
        Style::Set => "set against its charge: double damage",
        _ => "it closes in: this takes the action",
    };
    let Some(at) = interrupt::with_which(r, foe, who, lines, why)? else { return Ok(()) };
    let d20 = r.encounter().d20(foe)?.clone();
    let Some(line) = state::line(&d20, at) else { return Ok(()) };
    holding::join(r, foe);
    fire::feel(r, foe)?;
    if !r.encounter().get(foe).is_some_and(state::is_able) {
        return Ok(());
    }
    r.emit(Event::Spent(foe, Spending::Attack(at)));
    r.emit(Event::Spent(foe, Spending::Action));
    let facts = Facts::default();
    strike(r, &Blow { who: foe, target: who, at, line, shoots: false, style, facts: &facts }).map(|_| ())
}

/// Sets its weapon against a charge: a kind of hold (`countdown.special.set-weapon`).
pub fn brace(r: &mut Resolution, who: CombatantId) {
    state::mark(r, who, Condition::Braced);
    holding::leave_count(r, who);
}
