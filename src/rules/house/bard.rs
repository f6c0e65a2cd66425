//! Bards: inspiring words and vicious mockery (section 3.15).

use super::inspiration::{self, Roll};
use super::options::MOCKERY_LEVEL;
use super::{condition, counter, figures, refusal, saving, state, traits, turning};
use crate::rules::engine::resolution::Change;
use crate::rules::model::block::d20::{Save, Trait};
use crate::rules::model::counter::Counter;
use crate::rules::ruleset::deed::{LogForm, When};
use crate::rules::ruleset::prelude::*;

/// Levels, rounded up, per daily use of inspiring words (`house.class.inspiring-words`).
const LEVELS_PER_INSPIRATION: i32 = 3;
/// Levels, rounded down, per daily mockery (`house.class.vicious-mockery`).
const LEVELS_PER_MOCKERY: i32 = 3;
/// Level from which bards mock (`house.class.vicious-mockery`).
const FIRST_MOCKERY_LEVEL: i32 = 3;
/// Maximum of mockeries a day (`house.class.vicious-mockery`).
const MOST_MOCKERIES: i32 = 3;

/// Inspires an ally for one roll of a named kind (`house.class.inspiring-words`).
pub const INSPIRE: DeedRule = DeedRule {
    rule: "house.class.inspiring-words",
    when: When::Free,
    told: LogForm::Named,
    concerns: |at| is_bard(at),
    may: |at| {
        may_speak(at)?;
        let left = at.c.count(counter::INSPIRED_TODAY) < inspirations_a_day(at);
        at.unless(left, Refusal::ALREADY_SPENT)
    },
    shape: |at, offer| {
        let free = |other: &Combatant| {
            Roll::ALL.iter().any(|(roll, ..)| inspiration::inspired(other, *roll).is_none())
        };
        let friends = at.e.all().filter(|other| is_friend(at.c, other) && free(other));
        let ids: Vec<CombatantId> = friends.map(|other| other.id).collect();
        let which =
            FactField { needed: true, stands: true, ..FactField::may(Fact::Intent(Deed::Strike)) };
        Offer { at: Targets { ids, least: 1, most: 1 }, facts: vec![which], ..offer }
    },
    check: |at, act| {
        let friend = state::aimed_at(at, act)?;
        at.unless(is_friend(at.c, friend), Refusal::BAD_TARGET)?;
        let Some(roll) = Roll::chosen(&act.facts) else {
            return at.no(Refusal::MISSING_FACT.saying("an attack, a saving throw or a check?"));
        };
        at.unless(inspiration::inspired(friend, roll).is_none(), Refusal::ALREADY_SPENT)
    },
    choices: |at, act, fact| match fact {
        Fact::Intent(_) => {
            let friend = act.target().and_then(|friend| at.e.get(friend));
            let free =
                |roll: Roll| friend.is_none_or(|friend| inspiration::inspired(friend, roll).is_none());
            let left = Roll::ALL.iter().filter(|(roll, ..)| free(*roll));
            left.map(|(_, deed, words)| (Text::from(*words), Fact::Intent(*deed))).collect()
        }
        _ => Vec::new(),
    },
    run: |r, act| {
        let (Some(friend), Some(roll)) = (act.target(), Roll::chosen(&act.facts)) else { return Ok(()) };
        inspiration::stop(r, act.who);
        count(r, act.who, counter::INSPIRED_TODAY);
        let effect = Effect { value: roll as i32, ..r.effect(condition::INSPIRED, None) };
        r.afflict(friend, effect);
        Ok(())
    },
    ..DeedRule::of(Deed::Inspire)
};

/// Mocks a foe that hears and understands the words (`house.class.vicious-mockery`).
pub const MOCK: DeedRule = DeedRule {
    rule: "house.class.vicious-mockery",
    phase: Some(Phase::Action),
    told: LogForm::Named,
    concerns: |at| is_bard(at),
    may: |at| {
        may_speak(at)?;
        at.unless(mockeries_a_day(at) > 0, refusal::NOT_ITS_CRAFT)?;
        state::is_free_to_act(at)?;
        let left = at.c.count(counter::MOCKED_TODAY) < mockeries_a_day(at);
        at.unless(left, Refusal::ALREADY_SPENT)
    },
    shape: |at, offer| {
        let ids: Vec<CombatantId> =
            at.e.foes(at.c).filter(|foe| may_be_mocked(at, foe)).map(|foe| foe.id).collect();
        let facts = vec![FactField::asks(Fact::Modifier(0)), FactField::flag(Fact::Insist)];
        Offer { at: Targets { ids, least: 1, most: 1 }, facts, ..offer }
    },
    check: |at, act| {
        let foe = state::aimed_at(at, act)?;
        at.unless(foe.side != at.c.side && foe.is_up(), Refusal::BAD_TARGET)?;
        at.unless(!foe.has_toward(condition::MOCKED, at.c.id), Refusal::ALREADY_SPENT)?;
        let understands = act.facts.has(&Fact::Insist) || understands(at, foe);
        at.unless(hears(foe) && understands, refusal::CANNOT_UNDERSTAND)
    },
    run: mock,
    ..DeedRule::of(Deed::Mock)
};

/// Stops mocking, or holding undead off (`house.class.vicious-mockery`, `house.class.turn-interrupt`).
pub const LEAVE_OFF: DeedRule = DeedRule {
    rule: "house.class.vicious-mockery",
    when: When::Free,
    told: LogForm::Named,
    concerns: |at| is_sustaining(at.c),
    may: |at| at.unless(is_sustaining(at.c), Refusal::NOTHING_OPEN),
    run: |r, act| {
        inspiration::stop(r, act.who);
        if r.encounter().has(act.who, condition::TURNING) {
            turning::break_up(r, act.who);
        }
        Ok(())
    },
    ..DeedRule::of(Deed::Abandon)
};

fn is_sustaining(c: &Combatant) -> bool {
    c.has(condition::MOCKING) || c.has(condition::TURNING)
}

fn is_bard(at: &At) -> bool {
    at.d20().is_ok_and(figures::is_bard)
}

/// Checks that the actor is a bard that can speak and is not limited.
fn may_speak(at: &At) -> Allowed {
    at.unless(is_bard(at), refusal::NOT_ITS_CRAFT)?;
    let mute = at.d20()?.block.is(Trait::MUTE) || state::is_silent(at.c);
    at.unless(!mute, Refusal::BARRED)?;
    at.unless(!state::is_limited(at.c), Refusal::INCAPACITATED)
}

fn inspirations_a_day(at: &At) -> i32 {
    at.d20().map_or(0, |d20| (figures::level(d20) + LEVELS_PER_INSPIRATION - 1) / LEVELS_PER_INSPIRATION)
}

/// Mockeries a day; none below the level of the option (`house.option.mockery-level`, A28).
fn mockeries_a_day(at: &At) -> i32 {
    let Ok(level) = at.d20().map(figures::level) else { return 0 };
    let from = if MOCKERY_LEVEL.is(at.e, 4) { 4 } else { FIRST_MOCKERY_LEVEL };
    if level < from { 0 } else { (level / LEVELS_PER_MOCKERY).min(MOST_MOCKERIES) }
}

fn is_friend(c: &Combatant, other: &Combatant) -> bool {
    other.id != c.id && other.side == c.side && other.is_up()
}

/// Whether `c` is conscious enough to hear.
fn hears(c: &Combatant) -> bool {
    c.is_up() && !c.has(Condition::UNCONSCIOUS) && !c.has(Condition::ASLEEP)
}

/// Whether `foe` hears, and is not already mocked by that bard.
fn may_be_mocked(at: &At, foe: &Combatant) -> bool {
    hears(foe) && !foe.has_toward(condition::MOCKED, at.c.id)
}

/// Whether `foe` is neither an animal nor mindless; the referee may override this.
fn understands(at: &At, foe: &Combatant) -> bool {
    at.e.d20(foe.id).is_ok_and(|d20| !d20.block.is(Trait::MINDLESS) && !d20.block.is(traits::ANIMAL))
}

/// Counts one more daily use.
fn count(r: &mut Resolution, who: CombatantId, counter: Counter) {
    let used = r.encounter().get(who).map_or(0, |c| c.count(counter));
    r.count(who, counter, used.saturating_add(1));
}

/// Mocks the target until the bard stops, unless it saves; ends the bard's previous mockery.
fn mock(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(foe) = act.target() else { return Ok(()) };
    r.emit(Event::Spent(act.who, Spending::Action));
    inspiration::stop(r, act.who);
    count(r, act.who, counter::MOCKED_TODAY);
    if saving::save(r, foe, Save::Spells, act.facts.modifier().unwrap_or(0), false)? {
        return Ok(());
    }
    let stung = Effect { toward: Some(act.who), ..r.effect(condition::MOCKED, None) };
    r.afflict(foe, stung);
    let mocking = Effect { toward: Some(foe), ..r.effect(condition::MOCKING, None) };
    r.afflict(act.who, mocking);
    Ok(())
}

/// After a command, keeps the two sides of a mockery together: when one begins or ends, so does the other.
pub fn sync_mockery(r: &mut Resolution) {
    for change in r.changes().to_vec() {
        match change {
            Change::Began(who, condition::MOCKED) => {
                begin_partner(r, who, condition::MOCKED, condition::MOCKING)
            }
            Change::Began(who, condition::MOCKING) => {
                begin_partner(r, who, condition::MOCKING, condition::MOCKED)
            }
            Change::Ended(who, condition::MOCKED) => {
                end_partner(r, who, condition::MOCKED, condition::MOCKING)
            }
            Change::Ended(who, condition::MOCKING) => {
                end_partner(r, who, condition::MOCKING, condition::MOCKED)
            }
            _ => {}
        }
    }
}

fn begin_partner(r: &mut Resolution, who: CombatantId, one: Condition, other: Condition) {
    let toward = |c: &Combatant| c.effects_of(one).filter_map(|effect| effect.toward).collect();
    let partners: Vec<CombatantId> = r.encounter().get(who).map_or_else(Vec::new, toward);
    for partner in partners {
        if r.encounter().get(partner).is_some_and(|c| !c.has_toward(other, who)) {
            let effect = Effect { toward: Some(who), ..r.effect(other, None) };
            r.afflict(partner, effect);
        }
    }
}

fn end_partner(r: &mut Resolution, who: CombatantId, one: Condition, other: Condition) {
    let e = r.encounter();
    let lacks = |partner: CombatantId| e.get(who).is_some_and(|c| !c.has_toward(one, partner));
    let partners = e.those(|c| c.has_toward(other, who) && lacks(c.id));
    partners.into_iter().for_each(|partner| r.relieve_toward(partner, other, who));
}

/// After a command, ends the mockery of bards that are out of action or cannot speak.
pub fn stop_silenced(r: &mut Resolution) {
    let silent =
        |c: &Combatant| c.has(condition::MOCKING) && (!state::is_able(c) || state::is_silent(c));
    r.encounter().those(silent).into_iter().for_each(|who| inspiration::stop(r, who));
}
