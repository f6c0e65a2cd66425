//! What an attack is aimed at and made with: the particulars that can be wrong with it.

use super::options::{self, TWO_WEAPON_SIZE};
use super::state::{self, MELEE_FEET};
use super::{attack, figures, weapon};
use crate::rules::model::block::d20::{Attack, Race, Range, Size, Tag, Trait};
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::command::{Act, Deed, Fact};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::ids::CombatantId;

/// Feet that a long weapon reaches.
const REACH_FEET: i32 = 10;

/// A blow or a shot with one line.
///
/// # Errors
/// Why not.
pub fn at_one(e: &Encounter, c: &Combatant, act: &Act) -> Result<(), RuleError> {
    let refuse = |refusal| RuleError::new(refusal).of(c.id);
    let d20 = e.d20(c.id)?;
    let at = act.with.ok_or_else(|| refuse(Refusal::BadWeapon))?;
    let line = state::line(d20, at).ok_or_else(|| refuse(Refusal::BadWeapon))?;
    may_use(e, c, line, at, act.deed == Deed::Shoot)?;
    target(e, act, line)?;
    flat(act, line)
}

/// Whether the line can be used in that way now.
///
/// # Errors
/// Why not.
pub fn may_use(
    e: &Encounter,
    c: &Combatant,
    line: &Attack,
    at: u8,
    shoots: bool,
) -> Result<(), RuleError> {
    let refuse = |refusal| Err(RuleError::new(refusal).of(c.id));
    let range = if shoots { Range::Missile } else { Range::Melee };
    if !state::reaches(line, range) {
        return refuse(Refusal::BadWeapon);
    }
    if e.d20(c.id).is_ok_and(|d20| state::uses_left(c, d20, at) == 0) {
        return refuse(Refusal::AlreadyAttacked);
    }
    weapon::usable(c, line, at, shoots)
}

/// The flat of a weapon that has one (`countdown.special.nonlethal`).
fn flat(act: &Act, line: &Attack) -> Result<(), RuleError> {
    let refuse = |refusal| Err(RuleError::new(refusal).of(act.who));
    match act.facts.has(&Fact::Subdual) {
        true if act.deed == Deed::Shoot => refuse(Refusal::BadWeapon),
        true if line.has(Tag::NoFlat) && !act.facts.has(&Fact::Insist) => refuse(Refusal::NoFlat),
        _ => Ok(()),
    }
}

/// The target is there, in reach, and can be aimed at.
///
/// # Errors
/// Why not.
pub fn target(e: &Encounter, act: &Act, line: &Attack) -> Result<(), RuleError> {
    let refuse = |refusal| RuleError::new(refusal).of(act.who);
    let whom = act.target().ok_or_else(|| refuse(Refusal::BadTarget))?;
    let there = matches!(e.who(whom)?.standing, Standing::Up | Standing::Down);
    if whom == act.who || !there || act.at.len() > 1 {
        return Err(refuse(Refusal::BadTarget));
    }
    hidden(act)?;
    let feet = attack::distance(e, act.who, &act.facts, whom);
    if let Some(feet) = feet.filter(|feet| *feet < 0) {
        return Err(refuse(Refusal::BadModifier).saying(format!("distance: found {feet}'")));
    }
    if act.deed == Deed::Shoot { in_range(act, line, feet) } else { at_hand(act, line, feet) }
}

/// What hides the target: some of it, not all (3.6.2).
///
/// # Errors
/// `complete-cover`, `bad-modifier`.
pub fn hidden(act: &Act) -> Result<(), RuleError> {
    let refuse = |refusal| RuleError::new(refusal).of(act.who);
    let hidden = act.facts.hidden().unwrap_or(0);
    if hidden == 100 {
        return Err(refuse(Refusal::CompleteCover));
    }
    if !(0..=100).contains(&hidden) {
        let detail = format!("hidden: found {hidden}, expected 0 to 100");
        return Err(refuse(Refusal::BadModifier).saying(detail));
    }
    Ok(())
}

fn in_range(act: &Act, line: &Attack, feet: Option<i32>) -> Result<(), RuleError> {
    let refuse = |refusal| RuleError::new(refusal).of(act.who);
    let feet = feet.ok_or_else(|| refuse(Refusal::MissingFact).saying("how far is it?"))?;
    match line.feet {
        Some([_, _, farthest]) if line.band(feet).is_none() => {
            Err(refuse(Refusal::OutOfRange).saying(format!("{feet}', it reaches {farthest}'")))
        }
        _ => Ok(()),
    }
}

fn at_hand(act: &Act, line: &Attack, feet: Option<i32>) -> Result<(), RuleError> {
    let reach = if line.has(Tag::Reach) { REACH_FEET } else { MELEE_FEET };
    match feet {
        Some(feet) if feet > reach => {
            let detail = format!("{feet}', a blow reaches {reach}'");
            Err(RuleError::new(Refusal::TooFar).of(act.who).saying(detail))
        }
        _ => Ok(()),
    }
}

/// Something the rules leave to the referee: refused unless it insists.
///
/// # Errors
/// The given refusal.
pub fn not_proof(
    e: &Encounter,
    whom: Option<CombatantId>,
    act: &Act,
    (what, refusal): (Trait, Refusal),
) -> Result<(), RuleError> {
    let proof = whom.and_then(|whom| e.d20(whom).ok()).is_some_and(|d20| d20.block.is(what));
    if proof && !act.facts.has(&Fact::Insist) {
        return Err(RuleError::new(refusal).of(act.who));
    }
    Ok(())
}

/// A charge: its weapon, its target, its way.
///
/// # Errors
/// Why not.
pub fn charge(e: &Encounter, c: &Combatant, act: &Act) -> Result<(), RuleError> {
    let refuse = |refusal| RuleError::new(refusal).of(c.id);
    let d20 = e.d20(c.id)?;
    let at = act.with.ok_or_else(|| refuse(Refusal::BadWeapon))?;
    let line = state::line(d20, at).filter(|line| line.has(Tag::Charge));
    let line = line.ok_or_else(|| refuse(Refusal::BadWeapon))?;
    may_use(e, c, line, at, false)?;
    let whom = act.target().ok_or_else(|| refuse(Refusal::BadTarget))?;
    let there = matches!(e.who(whom)?.standing, Standing::Up | Standing::Down);
    if whom == c.id || !there || act.at.len() > 1 {
        return Err(refuse(Refusal::BadTarget));
    }
    hidden(act)?;
    super::charge::check(e, c, act)?;
    flat(act, line)
}

/// Both ready, for blows, and one of them small (`countdown.attack.two-weapon`).
///
/// # Errors
/// Why not.
pub fn two_weapons(e: &Encounter, c: &Combatant, act: &Act) -> Result<(), RuleError> {
    let refuse = |refusal| RuleError::new(refusal).of(c.id);
    let d20 = e.d20(c.id)?;
    let (first, second) = hands(e, c, act).ok_or_else(|| refuse(Refusal::BadWeapon))?;
    let lines = state::line(d20, first).zip(state::line(d20, second));
    let (one, other) = lines.filter(|_| first != second).ok_or_else(|| refuse(Refusal::BadWeapon))?;
    for (at, line) in [(first, one), (second, other)] {
        may_use(e, c, line, at, false)?;
        flat(act, line)?;
    }
    if !go_together(e, c, one, other) {
        return Err(refuse(Refusal::BadWeapon).saying("one of the two has to be small"));
    }
    // Both go at the first, unless a second is named.
    let targets = [act.at.first(), act.at.get(1).or(act.at.first())];
    for (whom, line) in targets.into_iter().zip([one, other]) {
        let single = Act { at: whom.copied().into_iter().collect(), ..act.clone() };
        target(e, &single, line)?;
    }
    if act.at.is_empty() || act.at.len() > 2 { Err(refuse(Refusal::BadTarget)) } else { Ok(()) }
}

/// One of them is small, or with the option the second is smaller than the first.
fn go_together(e: &Encounter, c: &Combatant, one: &Attack, other: &Attack) -> bool {
    let size = |line: &Attack| line.size.unwrap_or_default();
    let halfling = e.d20(c.id).is_ok_and(|d20| figures::race(&d20.block) == Some(Race::Halfling));
    let both_hands = |line: &Attack| line.has(Tag::TwoHanded) || (halfling && size(line) > Size::Small);
    let hands = both_hands(one) || both_hands(other);
    let fits = if options::is(e, TWO_WEAPON_SIZE, "strictly-smaller") {
        size(one) != size(other)
    } else {
        size(one) == Size::Small || size(other) == Size::Small
    };
    fits && !hands
}

/// The first weapon and the second; where none is named as second, the first that goes with it.
pub fn hands(e: &Encounter, c: &Combatant, act: &Act) -> Option<(u8, u8)> {
    let first = act.with?;
    let partner = || pairs(e, c).into_iter().find(|(one, _)| *one == first).map(|(_, other)| other);
    Some((first, act.facts.second().or_else(partner)?))
}

/// The lines that go together as first and second weapon.
pub fn pairs(e: &Encounter, c: &Combatant) -> Vec<(u8, u8)> {
    let Ok(d20) = e.d20(c.id) else { return Vec::new() };
    let held: Vec<(u8, &Attack)> = (0u8..)
        .zip(&d20.figures.attacks)
        .filter(|(at, line)| !weapon::is_natural(line) && may_use(e, c, line, *at, false).is_ok())
        .collect();
    let pairs = held.iter().flat_map(|one| held.iter().map(move |other| (one, other)));
    pairs
        .filter(|(one, other)| one.0 != other.0 && go_together(e, c, one.1, other.1))
        .map(|(one, other)| (one.0, other.0))
        .collect()
}
