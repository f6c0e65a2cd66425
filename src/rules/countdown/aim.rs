//! Checks and forms of attacks: weapon, target, and the facts asked of the referee.

use super::asset::about;
use super::{blow, condition, gear, refusal, state, tag};
use crate::rules::d20::{aim, save};
use crate::rules::model::block::d20::{Attack, Class, Range, Tag, Trait};
use crate::rules::ruleset::prelude::*;

/// Reach of a reach weapon, in feet.
const REACH_FEET: i32 = 10;

/// Checks that the actor may make attacks at all.
///
/// # Errors
/// `no-attack`, `barred`.
pub fn may_attack(at: &At) -> Allowed {
    match state::may_attack(at.e, at.c) {
        true => Ok(()),
        false if at.c.has(condition::NO_ATTACK) => at.no(refusal::NO_ATTACK),
        false => at.no(Refusal::BARRED),
    }
}

/// Returns the attack lines it can use in melee, or to shoot, now.
///
/// # Errors
/// If there are none: the reason that bars the first line of that kind, or `bad-weapon` if there is no such line.
pub fn lines(at: &At, shoots: bool) -> Result<Vec<u8>, RuleError> {
    let fitting = || state::lines(at).filter(|(_, line)| state::reaches(line, range(shoots)));
    let may = |nth: u8, line: &Attack| may_use(at, line, nth, shoots);
    let with: Vec<u8> =
        fitting().filter(|(nth, line)| may(*nth, line).is_ok()).map(|(nth, _)| nth).collect();
    let why = || fitting().find_map(|(nth, line)| may(nth, line).err());
    if with.is_empty() { Err(why().unwrap_or_else(|| at.why(Refusal::BAD_WEAPON))) } else { Ok(with) }
}

fn range(shoots: bool) -> Range {
    if shoots { Range::Missile } else { Range::Melee }
}

/// Targets it might strike: engaged ones first, those on the ground last.
pub fn at_hand(at: &At, feet: i32) -> Targets {
    let At { e, c } = *at;
    let near =
        |foe: &&Combatant| state::known_distance(about(), e, c.id, foe.id).is_none_or(|far| far <= feet);
    let mut foes: Vec<&Combatant> = state::foes_there(at).filter(near).collect();
    let asked = |foe: &Combatant| e.between(c, foe).is_none();
    foes.sort_by_key(|foe| (!foe.is_up(), !e.engaged(c.id, foe.id), asked(foe), foe.id));
    Targets { ids: foes.iter().map(|foe| foe.id).collect(), least: 1, most: 1 }
}

/// Lets the referee allow what the rules leave to it.
pub fn insist() -> FactField {
    FactField::flag(Fact::Insist)
}

/// Facts to ask about a melee attack.
pub fn melee_facts(at: &At) -> Vec<FactField> {
    let mut facts = vec![
        save::modifier(),
        FactField::flag(Fact::Behind),
        FactField::flag(Fact::Flanked),
        FactField::asks(Fact::Hidden(0)),
        FactField::flag(Fact::HardCover),
    ];
    let thief = at.d20().is_ok_and(|d20| d20.block.class == Some(Class::THIEF));
    if thief && at.c.is_up() {
        facts.insert(2, FactField::flag(Fact::Unaware));
    }
    let foes: Vec<&Combatant> = state::foes_there(at).collect();
    facts.extend(state::ask_distance(about(), at.e, at.c, &foes));
    facts
}

/// Form of an unarmed attack on a target in reach.
pub fn with_bare_hands(at: &At, offer: Offer) -> Offer {
    let facts = melee_facts(at).into_iter().chain([insist()]).collect();
    Offer { at: at_hand(at, about().melee_distance), facts, ..offer }
}

/// Checks a melee or missile attack with one line.
pub fn check(at: &At, act: &Act) -> Allowed {
    let nth = act.with.ok_or_else(|| at.why(Refusal::BAD_WEAPON))?;
    let line = state::line(at.d20()?, nth).ok_or_else(|| at.why(Refusal::BAD_WEAPON))?;
    may_use(at, line, nth, act.deed == Deed::Shoot)?;
    target(at.e, act, line)?;
    flat(act, line)
}

/// Checks that the line can be used in melee, or to shoot, now.
pub fn may_use(at: &At, line: &Attack, nth: u8, shoots: bool) -> Allowed {
    if !state::reaches(line, range(shoots)) {
        return at.no(Refusal::BAD_WEAPON);
    }
    if at.d20().is_ok_and(|d20| state::uses_left(at.c, d20, nth) == 0) {
        return at.no(Refusal::ALREADY_ATTACKED);
    }
    gear::usable(at.c, line, nth, shoots)
}

/// Checks that the weapon has a flat, if it is used (`countdown.special.nonlethal`).
///
/// # Errors
/// `bad-weapon`, `no-flat`.
pub fn flat(act: &Act, line: &Attack) -> Allowed {
    let refuse = |refusal| Err(RuleError::new(refusal).of(act.who));
    match act.facts.has(&Fact::Subdual) {
        true if act.deed == Deed::Shoot => refuse(Refusal::BAD_WEAPON),
        true if line.has(tag::NO_FLAT) && !act.facts.has(&Fact::Insist) => refuse(refusal::NO_FLAT),
        _ => Ok(()),
    }
}

/// Returns the single target, which must be present and not wholly hidden.
pub fn one_target(e: &Encounter, act: &Act) -> Result<CombatantId, RuleError> {
    let there = |whom: CombatantId| Ok::<_, RuleError>(whom != act.who && state::is_there(e.who(whom)?));
    match act.at[..] {
        [whom] if there(whom)? => hidden(act).map(|()| whom),
        _ => Err(RuleError::new(Refusal::BAD_TARGET).of(act.who)),
    }
}

/// Checks that the target is present, in reach or range, and not wholly hidden.
pub fn target(e: &Encounter, act: &Act, line: &Attack) -> Allowed {
    let whom = one_target(e, act)?;
    let feet = blow::distance(e, act.who, &act.facts, whom);
    if act.deed == Deed::Shoot { in_range(act, line, feet) } else { in_reach(e, act, line, feet) }
}

/// Checks that the target is hidden in part at most (3.6.2).
///
/// # Errors
/// `complete-cover`.
pub fn hidden(act: &Act) -> Allowed {
    match act.facts.hidden() {
        Some(100) => Err(RuleError::new(Refusal::COMPLETE_COVER).of(act.who)),
        _ => Ok(()),
    }
}

fn in_range(act: &Act, line: &Attack, feet: Option<i32>) -> Allowed {
    aim::check_range(act.who, feet, range_of(line), "the distance")
}

/// Maximum range of a missile weapon in feet; one without ranges has none.
pub fn range_of(line: &Attack) -> i32 {
    if line.feet.is_some() { aim::farthest(line) } else { i32::MAX }
}

fn in_reach(e: &Encounter, act: &Act, line: &Attack, feet: Option<i32>) -> Allowed {
    aim::check_reach(e, act.who, feet, reach_of(line))
}

/// Reach of a melee weapon in feet.
pub fn reach_of(line: &Attack) -> i32 {
    if line.has(Tag::REACH) { REACH_FEET } else { about().melee_distance }
}

/// Refuses a target with the trait, unless the referee insists.
pub fn not_proof(
    at: &At,
    whom: Option<CombatantId>,
    act: &Act,
    (what, refusal): (Trait, Refusal),
) -> Allowed {
    let proof = whom.and_then(|whom| at.e.d20(whom).ok()).is_some_and(|d20| d20.block.is(what));
    at.unless(!proof || act.facts.has(&Fact::Insist), refusal)
}
