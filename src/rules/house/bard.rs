//! Bards: inspiring words and vicious mockery (section 3.15).

use super::asset::tables;
use super::condition;
use super::counter;
use super::options::MOCKERY_LEVEL;
use super::reason;
use super::refusal;
use super::{figures, saving, state, traits, turning};
use crate::rules::engine::resolution::Change;
use crate::rules::model::block::d20::{Save, Trait};
use crate::rules::model::counter::Counter;
use crate::rules::ruleset::deed::{Told, When};
use crate::rules::ruleset::prelude::*;

/// Levels, rounded up, per daily use of inspiring words (`house.class.inspiring-words`).
const LEVELS_PER_INSPIRATION: i32 = 3;
/// Levels, rounded down, per daily mockery (`house.class.vicious-mockery`).
const LEVELS_PER_MOCKERY: i32 = 3;
/// Level from which bards mock (`house.class.vicious-mockery`).
const FIRST_MOCKERY_LEVEL: i32 = 3;
/// Maximum of mockeries a day (`house.class.vicious-mockery`).
const MOST_MOCKERIES: i32 = 3;

/// Kinds of rolls that inspiring words can apply to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Roll {
    /// An attack roll.
    Attack = 1,
    /// A saving throw.
    Save = 2,
    /// An ability or skill check.
    Check = 3,
}

impl Roll {
    /// All kinds, each with the deed that rolls it and its label.
    const ALL: [(Self, Deed, &str); 3] = [
        (Self::Attack, Deed::Strike, "an attack"),
        (Self::Save, Deed::Save, "a saving throw"),
        (Self::Check, Deed::Check, "a check"),
    ];

    /// Returns the kind that the referee named.
    fn chosen(facts: &Facts) -> Option<Self> {
        let meant = facts.intent()?;
        Self::ALL.iter().find(|(_, deed, _)| *deed == meant).map(|(roll, _, _)| *roll)
    }
}

/// Inspires an ally for one roll of a named kind (`house.class.inspiring-words`).
pub const INSPIRE: DeedRule = DeedRule {
    rule: "house.class.inspiring-words",
    when: When::Free,
    told: Told::Named,
    concerns: |at| is_bard(at),
    may: |at| {
        may_speak(at)?;
        let left = at.c.count(counter::INSPIRED_TODAY) < inspirations_a_day(at);
        at.unless(left, Refusal::ALREADY_SPENT)
    },
    shape: |at, offer| {
        let free =
            |other: &Combatant| Roll::ALL.iter().any(|(roll, ..)| inspired(other, *roll).is_none());
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
        at.unless(inspired(friend, roll).is_none(), Refusal::ALREADY_SPENT)
    },
    choices: |at, act, fact| match fact {
        Fact::Intent(_) => {
            let friend = act.target().and_then(|friend| at.e.get(friend));
            let free = |roll: Roll| friend.is_none_or(|friend| inspired(friend, roll).is_none());
            let left = Roll::ALL.iter().filter(|(roll, ..)| free(*roll));
            left.map(|(_, deed, words)| (Text::from(*words), Fact::Intent(*deed))).collect()
        }
        _ => Vec::new(),
    },
    run: |r, act| {
        let (Some(friend), Some(roll)) = (act.target(), Roll::chosen(&act.facts)) else { return Ok(()) };
        stop(r, act.who);
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
    told: Told::Named,
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
    told: Told::Named,
    concerns: |at| is_sustaining(at.c),
    may: |at| at.unless(is_sustaining(at.c), Refusal::NOTHING_OPEN),
    run: |r, act| {
        stop(r, act.who);
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
    stop(r, act.who);
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

/// Ends the mockery of that bard.
pub fn stop(r: &mut Resolution, who: CombatantId) {
    let mocked =
        r.encounter().get(who).and_then(|c| c.effect(condition::MOCKING)).map(|effect| effect.toward);
    let Some(mocked) = mocked else { return };
    r.relieve(who, condition::MOCKING);
    if let Some(mocked) = mocked {
        r.relieve_toward(mocked, condition::MOCKED, who);
    }
}

/// Ends a bard's mockery when it attacks a combatant other than the one it mocks.
pub fn attacks(r: &mut Resolution, who: CombatantId, target: CombatantId) {
    let mocks = r.encounter().get(who).and_then(|c| c.effect(condition::MOCKING));
    if mocks.is_some_and(|effect| effect.toward != Some(target)) {
        stop(r, who);
    }
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
    r.encounter().those(silent).into_iter().for_each(|who| stop(r, who));
}

/// Penalty of mockery to attack rolls and saves, however many bards mock (`house.attack.mockery-penalty`).
pub fn mockery(c: &Combatant) -> i32 {
    if c.has(condition::MOCKED) { tables().on_roll(&reason::MOCKED) } else { 0 }
}

/// Finds inspiring words for such a roll: the effect's value names the roll, or is 0 for any.
fn inspired(c: &Combatant, on: Roll) -> Option<&Effect> {
    c.effects_of(condition::INSPIRED).find(|effect| effect.value == 0 || effect.value == on as i32)
}

/// Bonus of inspiring words to such a roll.
pub fn inspiration(c: &Combatant, on: Roll) -> i32 {
    inspired(c, on).map_or(0, |_| tables().on_roll(&reason::INSPIRED))
}

/// Adds the bonus of inspiring words to `tally`.
pub fn add(tally: &mut Tally, c: &Combatant, on: Roll) {
    tally.add(reason::INSPIRED, inspiration(c, on));
}

/// Uses up the inspiring words after such a roll.
pub fn spend(r: &mut Resolution, who: CombatantId, on: Roll) {
    let done = r.encounter().get(who).and_then(|c| inspired(c, on)).cloned();
    if let Some(effect) = done {
        r.emit(Event::relieved(who, &effect, false));
    }
}
