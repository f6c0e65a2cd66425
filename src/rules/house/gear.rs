//! Wielding: drawing and losing weapons, and whether one can be used at all (section 3.9).

use super::asset::tables;
use super::blow::Blow;
use super::state::held;
use super::{condition, figures, refusal, state, tag};
use crate::rules::model::block::d20::{Attack, Tag};
use crate::rules::model::combatant::{Gear, Thing, Whereabouts};
use crate::rules::model::event::Told;
use crate::rules::ruleset::prelude::*;

/// Value of [`condition::WIELDING`] for an empty hand.
const NOTHING: i32 = -1;

/// Side of a paired body part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The weapon side.
    Right,
    /// The side of the shield or second weapon.
    Left,
}

impl Side {
    /// Value of an injury: 1 right, 2 left.
    pub fn figure(self) -> i32 {
        match self {
            Self::Right => 1,
            Self::Left => 2,
        }
    }
}

/// Rolls the side: 1 right, 2 left (section 3.12).
pub fn which_side(r: &mut Resolution, who: CombatantId) -> Result<Side, Stop> {
    let face = r.figure(RollRequest::new(Purpose::WhichSide, 1, 2).by(who))?;
    Ok(if face == 1 { Side::Right } else { Side::Left })
}

/// Checks that the actor can wield that weapon now.
pub fn may_wield(at: &At, nth: u8, line: &Attack) -> Allowed {
    may_use(at, nth, line)?;
    let second = at.c.has(condition::TWO_WEAPONS) && line.has(Tag::TWO_HANDED);
    at.unless(!second, refusal::NEEDS_BOTH_HANDS)?;
    may_switch(at, nth, line)
}

/// Checks that the actor could use that weapon, whatever is in hand now: it is carried, not trapped, and fits its
/// hands.
pub fn may_use(at: &At, nth: u8, line: &Attack) -> Allowed {
    match at.c.thing(Thing::Line(nth)).at {
        Whereabouts::Dropped | Whereabouts::Lost => return at.no(Refusal::NOT_AT_HAND),
        Whereabouts::Destroyed => return at.no(Refusal::DESTROYED),
        Whereabouts::AtHand | Whereabouts::Sheathed => {}
    }
    at.unless(!at.c.has_value(condition::TRAPPED_WEAPON, nth), refusal::WEAPON_TRAPPED)?;
    may_hold(at, line)
}

/// Checks that the weapon suits its race's size and its usable hands (`house.attack.size-limits`, A49).
pub fn may_hold(at: &At, line: &Attack) -> Allowed {
    let too_small = figures::is_small_folk(&at.d20()?.block) && line.has(tag::NOT_FOR_SMALL);
    at.unless(!too_small, refusal::TOO_SMALL)?;
    at.unless(figures::is_natural(line) || free_hands(at) >= needed(line), refusal::MAIMED)
}

/// Whether the effect is `condition` for that attack line.
pub fn is_of_line(effect: &Effect, condition: Condition, nth: u8) -> bool {
    effect.condition == condition && effect.value == i32::from(nth)
}

/// Number of usable hands (A49).
pub fn hands(c: &Combatant) -> usize {
    [Side::Right, Side::Left].into_iter().filter(|side| !is_maimed(c, *side)).count()
}

/// Number of hands free for a weapon: the only usable one is not while it bears a shield.
fn free_hands(at: &At) -> usize {
    let shielded = is_maimed(at.c, Side::Right) && bears_shield(at.e, at.c);
    hands(at.c).saturating_sub(shielded.into())
}

/// Whether the hand or arm on that side is unusable (`house.critical.major-hand`, `house.critical.major-arm`).
pub fn is_maimed(c: &Combatant, side: Side) -> bool {
    [condition::MAIMED_HAND, condition::MAIMED_ARM].iter().any(|maim| c.has_value(*maim, side.figure()))
}

/// The side on which it holds its weapon: the left if the right is unusable.
fn weapon_side(c: &Combatant) -> Side {
    if is_maimed(c, Side::Right) { Side::Left } else { Side::Right }
}

/// Whether `c` bears a shield on a usable arm, whatever its hands hold.
pub fn bears_shield(e: &Encounter, c: &Combatant) -> bool {
    let has_one = e.d20(c.id).is_ok_and(|d20| d20.figures.shield > 0);
    has_one && !c.has(Condition::SHIELD_DOWN) && !is_maimed(c, Side::Left)
}

fn needed(line: &Attack) -> usize {
    if line.has(Tag::TWO_HANDED) { 2 } else { 1 }
}

/// Checks the rule on changing weapons in melee: only the weapon in hand can be used this round, unless it was dropped
/// or lost (`house.attack.change-weapon`).
fn may_switch(at: &At, nth: u8, line: &Attack) -> Allowed {
    let second = state::second_weapon(at.c) == Some(nth);
    let wielded = held(at).is_none_or(|held| held == nth);
    let free =
        wielded || second || !figures::is_in_hand(at.d20()?, line) || !state::in_melee(at.e, at.c);
    at.unless(free, refusal::WEAPON_SWITCHED)
}

/// Makes the weapon of an attack the one it wields.
pub fn wield(r: &mut Resolution, blow: &Blow) {
    let second = r.encounter().get(blow.who).and_then(state::second_weapon);
    if second != Some(blow.at) && !figures::is_natural(blow.line) {
        take_in_hand(r, blow.who, blow.at);
    }
}

/// Makes that weapon the one in hand.
pub fn take_in_hand(r: &mut Resolution, who: CombatantId, nth: u8) {
    set_wielded(r, who, nth.into());
}

/// Empties the hand if the thrown weapon was in it; the next weapon is drawn at no cost.
pub fn throw(r: &mut Resolution, who: CombatantId, nth: u8) {
    if r.encounter().get(who).is_some_and(|c| c.has_value(condition::WIELDING, nth)) {
        set_wielded(r, who, NOTHING);
    }
}

fn set_wielded(r: &mut Resolution, who: CombatantId, value: i32) {
    let Some(c) = r.encounter().get(who) else { return };
    let old = c.effect(condition::WIELDING).cloned();
    if old.as_ref().is_some_and(|effect| effect.value == value) {
        return;
    }
    let effect = old.unwrap_or_else(|| r.effect(condition::WIELDING, None));
    r.afflict(who, Effect { value, ..effect });
}

/// Makes that hand or arm drop what it holds: the right its weapon; the left the shield or second weapon, or the weapon
/// if the right is unusable; either a two-handed weapon.
pub fn drop_from(r: &mut Resolution, who: CombatantId, side: Side) {
    let e = r.encounter();
    let Some(c) = e.get(who) else { return };
    let weapon = state::armed(e, c);
    let both = weapon.is_some_and(|(_, line)| line.has(Tag::TWO_HANDED));
    let second = state::second_weapon(c);
    let holds_weapon = both || (side == weapon_side(c) && (side == Side::Right || !bears_shield(e, c)));
    match side {
        _ if holds_weapon => lose(r, who, weapon.map(|(nth, _)| nth), Whereabouts::Dropped),
        Side::Right => {}
        Side::Left if second.is_some() => lose(r, who, second, Whereabouts::Dropped),
        Side::Left => drop_shield(r, who),
    }
}

/// Drops the shield, if it has one on its arm.
pub fn drop_shield(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    if e.get(who).is_some_and(|c| bears_shield(e, c)) {
        r.begin(who, Condition::SHIELD_DOWN, None);
    }
}

/// Makes both hands drop what they hold, on falling unconscious (`house.condition.unconscious`).
pub fn drop_all(r: &mut Resolution, who: CombatantId) {
    drop_from(r, who, Side::Right);
    drop_from(r, who, Side::Left);
}

/// Moves the weapon elsewhere and ends what depended on it: being trapped, and the preparation of a flask.
pub fn lose(r: &mut Resolution, who: CombatantId, nth: Option<u8>, to: Whereabouts) {
    let Some(nth) = nth else { return };
    put(r, who, nth, to);
    let over = [condition::TRAPPED_WEAPON, condition::PREPARING_OIL, condition::OIL_READY];
    r.relieve_where(who, |_, effect| over.iter().any(|condition| is_of_line(effect, *condition, nth)));
}

/// Sets where the weapon of that attack line is.
pub fn put(r: &mut Resolution, who: CombatantId, nth: u8, to: Whereabouts) {
    let Some(c) = r.encounter().get(who) else { return };
    let gear = Gear { at: to, ..c.thing(Thing::Line(nth)) };
    r.emit(Event::Geared(who, Thing::Line(nth), gear));
}

/// Makes the weapon land in an adjacent square, in a direction given by a d8.
pub fn fling(r: &mut Resolution, who: CombatantId, nth: u8, rule: &str) -> Result<(), Stop> {
    direction(r, who, rule)?;
    lose(r, who, Some(nth), Whereabouts::Dropped);
    Ok(())
}

/// Rolls the direction in which something lands: 1 is north, then clockwise (A19).
pub fn direction(r: &mut Resolution, who: CombatantId, rule: &str) -> Result<(), Stop> {
    let face = r.figure(RollRequest::new(Purpose::Scatter, 1, 8).by(who))?;
    let nth = usize::try_from(face - 1).unwrap_or(0);
    if let Some(word) = tables().directions.get(nth) {
        r.tell(|| Told::row(who, rule, word.clone()));
    }
    Ok(())
}

/// Whether the weapon is wielded with an injured hand or arm: the second weapon with the left, a two-handed one with
/// both, any other with the right, or with the left if the right is unusable.
pub fn uses_injured_arm(c: &Combatant, nth: u8, line: &Attack) -> bool {
    let second = state::second_weapon(c) == Some(nth);
    let side = if second { Side::Left } else { weapon_side(c) };
    let hurts = |effect: &Effect| line.has(Tag::TWO_HANDED) || effect.value == side.figure();
    let mut injuries = c.effects_of(condition::INJURED_HAND).chain(c.effects_of(condition::INJURED_ARM));
    !line.has(Tag::NATURAL) && injuries.any(hurts)
}
