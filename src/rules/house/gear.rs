//! Wielding: drawing and losing weapons, and whether one can be used at all (section 3.9).

use super::asset::{about, tables};
use super::attack::distance;
use super::blow::Blow;
use super::condition;
use super::refusal;
use super::tag;
use super::{armour, figures, movement, state};
use crate::rules::d20::relations::Way;
use crate::rules::model::block::d20::{Attack, Tag};
use crate::rules::model::combatant::{Gear, Thing, Whereabouts};
use crate::rules::model::dice::{Answer, ChoiceRequest, HowMany, Pick, Question};
use crate::rules::model::event::Told;
use crate::rules::ruleset::prelude::*;

/// Distance of a knockback, in feet (`house.critical.knockback`).
const PUSH: i32 = 5;
/// What can come loose (`house.critical.strap`).
const SHIELD: &str = "its shield";
const ARMOUR: &str = "its armour";
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
pub fn weapon_side(c: &Combatant) -> Side {
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

/// The weapon in its hand, if it still has it: the one it drew last, else its first.
pub fn held(at: &At) -> Option<u8> {
    let first = || {
        (0u8..).zip(state::lines(at)).find(|(_, line)| !figures::is_natural(line)).map(|(nth, _)| nth)
    };
    let taken = at.c.effect(condition::WIELDING);
    let in_hand = taken.map_or_else(first, |effect| u8::try_from(effect.value).ok());
    in_hand.filter(|nth| state::is_at_hand(at.c, *nth))
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
    let weapon = armed(e, c);
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
fn drop_shield(r: &mut Resolution, who: CombatantId) {
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

/// The weapon in its hand; natural weapons do not count, nor does one lost without drawing another.
pub fn armed<'a>(e: &'a Encounter, c: &'a Combatant) -> Option<(u8, &'a Attack)> {
    let at = At { e, c };
    let nth = held(&at)?;
    Some((nth, state::line_at(&at, nth)?))
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

/// Loosens a piece of equipment that the referee picks: a shield no longer counts, armour counts less
/// (`house.critical.strap`, `house.fumble.dropped-item`).
pub fn loosen(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let e = r.encounter();
    let Some(c) = e.get(who) else { return Ok(()) };
    let points = armour::points_worn(e, c);
    let pieces = [(SHIELD, bears_shield(e, c)), (ARMOUR, points > 0)];
    let pieces: Vec<&str> =
        pieces.into_iter().filter(|(_, worn)| *worn).map(|(piece, _)| piece).collect();
    if pieces.is_empty() {
        return Ok(());
    }
    let picks = ["something without effect"].into_iter().chain(pieces.iter().copied());
    let picks = picks.map(|what| Pick::Named(what.into())).collect();
    let ask = ChoiceRequest { who: Some(who), ..ChoiceRequest::one(Question::Loose, picks) };
    let Answer::One(nth) = r.choose(ask)? else { return Ok(()) };
    match nth.checked_sub(1).and_then(|nth| pieces.get(nth).copied()) {
        Some(SHIELD) => drop_shield(r, who),
        Some(_) => return loosen_armour(r, who, points),
        None => {}
    }
    Ok(())
}

/// Asks the referee by how much loose armour worsens the armour class, up to its points.
fn loosen_armour(r: &mut Resolution, who: CombatantId, points: i32) -> Result<(), Stop> {
    let ask = ChoiceRequest::one(Question::LooseArmour, vec![Pick::Named(ARMOUR.into())]);
    let ask = ChoiceRequest { who: Some(who), how: HowMany::Number(1, points), ..ask };
    if let Answer::Number(value) = r.choose(ask)? {
        r.afflict(who, Effect { value, ..r.effect(condition::ARMOUR_LOOSE, None) });
    }
    Ok(())
}

/// Pushes the target 5 feet away from the attacker if there is room; this provokes no attacks
/// (`house.critical.knockback`).
pub fn knock_back(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    let before = distance(r.encounter(), blow.who, blow.target, blow.facts);
    let before = if blow.strikes() { before.or(Some(about().melee_distance)) } else { before };
    let ask = ChoiceRequest::one(Question::Push, vec![Pick::Yes, Pick::No]);
    let pushed = r.choose(ChoiceRequest { who: Some(blow.target), ..ask })? == Answer::One(0);
    if pushed && before.is_some() && blow.who != blow.target {
        let others = in_melee_beside(r.encounter(), blow);
        movement::shift(r, blow.target, &[(blow.who, before)], Way::Away(PUSH));
        // Unmeasured, it is still within 5 feet of others beside it, so they stay engaged.
        if !r.encounter().is_measured() {
            others.into_iter().for_each(|event| r.emit(event));
        }
    }
    Ok(())
}

/// Engagements between the target and others than the attacker.
fn in_melee_beside(e: &Encounter, blow: &Blow) -> Vec<Event> {
    let Some(target) = e.get(blow.target) else { return Vec::new() };
    let by = target.threatened_by.iter().map(|foe| (*foe, target.id));
    let of = target.threatens.iter().map(|foe| (target.id, *foe));
    let pairs = by.chain(of).filter(|(one, other)| ![*one, *other].contains(&blow.who));
    pairs.map(|(one, other)| Event::Threatens(one, other)).collect()
}
