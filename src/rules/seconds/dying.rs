//! Dying: the check as the slot opens, stabilisation, death.

use super::form::{action, aimed, figure, only_target};
use super::options::{DYING_DC, DyingDc};
use super::{body, checks, clock, condition, counter, presence, reason, state, unconscious};
use crate::rules::engine::resolution::Change;
use crate::rules::model::block::wounds::Skill;
use crate::rules::model::effect::{Timer, TimerAction};
use crate::rules::model::encounter::Stage;
use crate::rules::model::moment::{Moment, Second, TIMED};
use crate::rules::ruleset::prelude::*;

/// DC of the first dying check (`seconds.death.start-dying`).
const FIRST_DC: i32 = 4;
/// The same if wounds do not count (`seconds.option.dying-dc`).
const PLAIN_DC: i32 = 6;
/// The d10 result that stabilises (`seconds.death.stabilise`).
const STABLE_ON: i32 = 10;
/// By the clock, the step within a second at which checks are made: before those of poisons, as in a slot.
const CHECK: u8 = TIMED;
/// The highest d6 result.
const BEST: i32 = 6;

/// Treating the dying.
pub const TEND: DeedRule = DeedRule {
    concerns: |at| at.e.all().any(|other| other.has(Condition::DYING)),
    shape: |at, offer| {
        let dying = at.e.all().filter(|other| other.has(Condition::DYING) && other.id != at.c.id);
        let ids: Vec<CombatantId> = dying.map(|other| other.id).collect();
        let facts = vec![figure(Fact::Difficulty(FIRST_DC), 40), FactField::asks(Fact::Modifier(0))];
        Offer { at: aimed(ids, 1, 1), facts, ..offer }
    },
    check: |at, act| {
        let patient = only_target(act).and_then(|who| at.e.get(who));
        at.unless(patient.is_some_and(|c| c.has(Condition::DYING)), Refusal::BAD_TARGET)
    },
    known: |at, act, fact| {
        let patient = act.target().filter(|who| at.e.has(*who, Condition::DYING))?;
        matches!(fact, Fact::Difficulty(_)).then(|| Fact::Difficulty(dc(at.e, patient)))
    },
    // If the patient is no longer dying by then, no die is rolled.
    later: Some(|_, _, _| Ok(())),
    run: tend,
    price: |at, act| match at.e.stage {
        // After the fight no turn limits its seconds.
        Stage::Over => None,
        _ => clock::by_table(at, act),
    },
    ..action(Deed::Tend, "seconds.death.medicine")
};

/// Makes it start dying (`seconds.death.start-dying`).
pub fn start(r: &mut Resolution, who: CombatantId) {
    if r.encounter().has(who, Condition::DYING) {
        judge(r, who);
        return;
    }
    r.relieve(who, condition::STABLE);
    r.begin(who, Condition::DYING, None);
    let first = first_dc(r.encounter());
    r.count(who, counter::DYING_DC, first);
    unconscious::go_down(r, who);
    judge(r, who);
}

fn counts_wounds(e: &Encounter) -> bool {
    !DYING_DC.is(e, DyingDc::SixPlain)
}

/// Returns the DC of the first check.
fn first_dc(e: &Encounter) -> i32 {
    if counts_wounds(e) { FIRST_DC } else { PLAIN_DC }
}

/// Returns the bonus of the dying check: endurance - wounds (`seconds.death.dying-check`).
fn bonus(e: &Encounter, who: CombatantId) -> Tally {
    let (Some(c), Ok(stats)) = (e.get(who), e.wounds(who)) else { return Tally::new() };
    let wounds = if counts_wounds(e) { c.vitals.wounds() } else { 0 };
    Tally::new()
        .with(reason::ENDURANCE, body::endurance(stats))
        .with(reason::WOUNDS, wounds.saturating_neg())
}

/// Returns the DC of its next check.
pub fn dc(e: &Encounter, who: CombatantId) -> i32 {
    let counted = e.get(who).map(|c| c.count(counter::DYING_DC)).filter(|dc| *dc != 0);
    counted.unwrap_or_else(|| first_dc(e))
}

/// Kills it as soon as no roll can save it (`seconds.death.hopeless`).
pub fn judge(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    let dying = e.get(who).is_some_and(|c| c.has(Condition::DYING) && presence::is_here(c));
    if dying && BEST.saturating_add(bonus(e, who).total()) < dc(e, who) {
        die(r, who);
    }
}

/// Kills it.
pub fn die(r: &mut Resolution, who: CombatantId) {
    if !presence::is_alive(r.encounter(), who) {
        return;
    }
    end_dying(r, who);
    unconscious::interrupt(r, who);
    r.emit(Event::Stood(who, Standing::Dead));
}

/// Ends dying, stable and unconscious for one that is dead or up again.
pub fn end_dying(r: &mut Resolution, who: CombatantId) {
    for condition in [Condition::DYING, condition::STABLE, Condition::UNCONSCIOUS] {
        r.relieve(who, condition);
    }
    if r.encounter().get(who).is_some_and(|c| c.count(counter::DYING_DC) != 0) {
        r.count(who, counter::DYING_DC, 0);
    }
}

/// Makes the checks of a slot, or those of that second after the fight: the d6 and, if still alive, the d10,
/// which stabilises on a 10 (`seconds.death.dying-check`, `seconds.death.stabilise`).
pub fn check(r: &mut Resolution, who: CombatantId, now: Second) -> Result<(), Stop> {
    let e = r.encounter();
    let (tally, dc) = (bonus(e, who), dc(e, who));
    if !checks::roll(r, Purpose::Dying, who, None, tally, dc)? {
        r.count(who, counter::DYING_DC, dc.saturating_add(1));
        judge(r, who);
    }
    if !presence::is_alive(r.encounter(), who) {
        return Ok(());
    }
    let saved = r.test(RollRequest::new(Purpose::Stabilise, 1, 10).by(who).at_least(STABLE_ON))?;
    if saved { stabilise(r, who, now) } else { Ok(()) }
}

/// Returns the subject of a timer: one that is still dying.
pub fn due(e: &Encounter, timer: &Timer) -> Option<CombatantId> {
    let TimerAction::Recheck(id) = timer.action else { return None };
    let c = e.get(timer.who?).filter(|c| presence::is_here(c))?;
    (c.effect_by_id(id)?.condition == Condition::DYING).then_some(c.id)
}

/// Makes a check due by the clock after the fight and schedules the next from that second.
pub fn fall_due(r: &mut Resolution, who: CombatantId, timer: &Timer) -> Result<(), Stop> {
    let Moment::Clock(now) = timer.due.moment else { return Ok(()) };
    check(r, who, now)?;
    check_by_clock(r, who, now);
    Ok(())
}

/// Schedules the next check of a dying combatant by the clock: after the fight no slot opens, but every six
/// seconds one would (`seconds.death.dying-check`).
pub fn check_by_clock(r: &mut Resolution, who: CombatantId, now: Second) {
    let dying = r.encounter().get(who).filter(|c| presence::is_here(c));
    let Some(id) = dying.and_then(|c| c.effect(Condition::DYING)).map(|effect| effect.id) else {
        return;
    };
    let due = Moment::Clock(now.saturating_add(state::TURN)).at(CHECK);
    r.set_timer(due, Some(who), TimerAction::Recheck(id));
}

/// Stabilises it: no longer dying, still unconscious (`seconds.condition.stable`).
fn stabilise(r: &mut Resolution, who: CombatantId, now: Second) -> Result<(), Stop> {
    r.relieve(who, Condition::DYING);
    r.count(who, counter::DYING_DC, 0);
    r.begin(who, condition::STABLE, None);
    unconscious::knock_out(r, who, now)
}

/// Applies conditions the referee sets: dying and stable replace each other, both and unconscious put it
/// down, and dead kills it.
pub fn follow(r: &mut Resolution) {
    for change in r.changes().to_vec() {
        let Change::Began(who, began) = change else { continue };
        let before = match began {
            Condition::DYING => condition::STABLE,
            condition::STABLE => Condition::DYING,
            Condition::UNCONSCIOUS => Condition::UNCONSCIOUS,
            Condition::DEAD => {
                r.relieve(who, began);
                die(r, who);
                continue;
            }
            _ => continue,
        };
        let e = r.encounter();
        if !e.has(who, began) || !presence::is_alive(e, who) {
            continue;
        }
        if before != began && e.has(who, before) {
            r.relieve(who, before);
        }
        unconscious::go_down(r, who);
        if began == Condition::DYING && r.encounter().stage == Stage::Over {
            let now = r.encounter().clock;
            check_by_clock(r, who, now);
        }
        if began == condition::STABLE && !r.encounter().has(who, Condition::UNCONSCIOUS) {
            let until = r.encounter().get(who).and_then(|c| c.effect(began)?.until);
            r.begin(who, Condition::UNCONSCIOUS, until);
        }
    }
}

/// Resolves a medicine check on the dying (`seconds.death.medicine`).
fn tend(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let e = r.encounter();
    let dying = |who: &CombatantId| e.has(*who, Condition::DYING);
    let Some(patient) = act.target().filter(dying) else { return Ok(()) };
    let dc = act.facts.difficulty().unwrap_or_else(|| dc(e, patient));
    let tally = body::skill(e, act.who, Skill::Medicine)
        .with(Reason::REFEREE, act.facts.modifier().unwrap_or(0));
    let made = checks::roll(r, Purpose::Skill(Skill::Medicine), act.who, Some(patient), tally, dc)?;
    let now = r.encounter().clock;
    if made { stabilise(r, patient, now) } else { Ok(()) }
}

/// Stuns the staggered for d6 seconds of the turn (`seconds.condition.staggered`).
pub fn stagger(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let seconds = r.figure(RollRequest::new(Purpose::Stagger, 1, 6).by(who))?;
    super::clock::stun(r, who, seconds);
    Ok(())
}
