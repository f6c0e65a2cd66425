//! What is in the hands: taking a weapon up, losing it, whether it can be wielded at all (section 3.9).

use super::attack::distance;
use super::blow::Blow;
use super::condition;
use super::refusal;
use super::tag;
use super::{about, armour, figures, movement, state, tables};
use crate::rules::d20::relations::Way;
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::d20::{Attack, Tag};
use crate::rules::model::combatant::{Combatant, Gear, Thing, Whereabouts};
use crate::rules::model::dice::{Answer, ChoiceRequest, HowMany, Pick, Purpose, Question, RollRequest};
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::Refusal;
use crate::rules::model::event::{Event, Stop, Told};
use crate::rules::model::ids::CombatantId;
use crate::rules::ruleset::deed::{Allowed, At};

/// Feet that a knockback pushes (`house.critical.knockback`).
const PUSH: i32 = 5;
/// What may come loose (`house.critical.strap`).
const SHIELD: &str = "its shield";
const ARMOUR: &str = "its armour";
/// In place of an attack line: nothing is in hand.
const NOTHING: i32 = -1;

/// One of two hands, arms, legs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The weapon's.
    Right,
    /// The shield's, or the second weapon's.
    Left,
}

impl Side {
    /// As an injury keeps it: 1 right, 2 left.
    pub fn figure(self) -> i32 {
        match self {
            Self::Right => 1,
            Self::Left => 2,
        }
    }
}

/// Which of the two: 1 right, 2 left (section 3.12).
pub fn which_side(r: &mut Resolution, who: CombatantId) -> Result<Side, Stop> {
    let face = r.figure(RollRequest::new(Purpose::WhichSide, 1, 2).by(who))?;
    Ok(if face == 1 { Side::Right } else { Side::Left })
}

/// What keeps it from using that weapon, whatever it does with it.
pub fn may_wield(at: &At, nth: u8, line: &Attack) -> Allowed {
    may_use(at, nth, line)?;
    let second = at.c.has(condition::TWO_WEAPONS) && line.has(Tag::TWO_HANDED);
    at.unless(!second, refusal::NEEDS_BOTH_HANDS)?;
    may_switch(at, nth, line)
}

/// The same, whichever weapon it has in hand now: it is there, free, and of a size for its hands.
pub fn may_use(at: &At, nth: u8, line: &Attack) -> Allowed {
    match at.c.thing(Thing::Line(nth)).at {
        Whereabouts::Dropped | Whereabouts::Lost => return at.no(Refusal::NOT_AT_HAND),
        Whereabouts::Destroyed => return at.no(Refusal::DESTROYED),
        Whereabouts::AtHand | Whereabouts::Sheathed => {}
    }
    at.unless(!at.c.has_value(condition::TRAPPED_WEAPON, nth), refusal::WEAPON_TRAPPED)?;
    may_hold(at, line)
}

/// Of a size for its folk, and for the hands it can use (`house.attack.size-limits`, A49).
pub fn may_hold(at: &At, line: &Attack) -> Allowed {
    let too_small = figures::is_small_folk(&at.d20()?.block) && line.has(tag::NOT_FOR_SMALL);
    at.unless(!too_small, refusal::TOO_SMALL)?;
    at.unless(figures::is_natural(line) || free_hands(at) >= needed(line), refusal::MAIMED)
}

/// Whether that is such a condition, of the weapon of that line.
pub fn is_of_line(effect: &Effect, condition: Condition, nth: u8) -> bool {
    effect.condition == condition && effect.value == i32::from(nth)
}

/// Hands that can hold something (A49).
pub fn hands(c: &Combatant) -> usize {
    [Side::Right, Side::Left].into_iter().filter(|side| !is_maimed(c, *side)).count()
}

/// Hands that can hold a weapon: the last one not while it bears a shield.
fn free_hands(at: &At) -> usize {
    let shielded = is_maimed(at.c, Side::Right) && bears_shield(at.e, at.c);
    hands(at.c).saturating_sub(shielded.into())
}

/// Whether the hand or arm of that side is of no use (`house.critical.major-hand`, `house.critical.major-arm`).
pub fn is_maimed(c: &Combatant, side: Side) -> bool {
    [condition::MAIMED_HAND, condition::MAIMED_ARM].iter().any(|maim| c.has_value(*maim, side.figure()))
}

/// The side on which it holds its weapon: the left where the right is of no use.
pub fn weapon_side(c: &Combatant) -> Side {
    if is_maimed(c, Side::Right) { Side::Left } else { Side::Right }
}

/// Has a shield on its arm that protects it, as far as the arm is concerned.
pub fn bears_shield(e: &Encounter, c: &Combatant) -> bool {
    let has_one = e.d20(c.id).is_ok_and(|d20| d20.figures.shield > 0);
    has_one && !c.has(Condition::SHIELD_DOWN) && !is_maimed(c, Side::Left)
}

fn needed(line: &Attack) -> usize {
    if line.has(Tag::TWO_HANDED) { 2 } else { 1 }
}

/// In melee another weapon than the one in hand is no use this round, unless that one was dropped or lost
/// (`house.attack.change-weapon`).
fn may_switch(at: &At, nth: u8, line: &Attack) -> Allowed {
    let second = state::second_weapon(at.c) == Some(nth);
    let free = second || !figures::is_in_hand(at.d20()?, line) || !state::in_melee(at.e, at.c);
    let wielded = held(at);
    at.unless(free || wielded.is_none_or(|held| held == nth), refusal::WEAPON_SWITCHED)
}

/// The weapon it has in hand, if that is still there: what it took up last, else its first.
pub fn held(at: &At) -> Option<u8> {
    let first = || {
        (0u8..).zip(state::lines(at)).find(|(_, line)| !figures::is_natural(line)).map(|(nth, _)| nth)
    };
    let taken = at.c.effect(condition::WIELDING);
    let in_hand = taken.map_or_else(first, |effect| u8::try_from(effect.value).ok());
    in_hand.filter(|nth| state::is_at_hand(at.c, *nth))
}

/// The weapon of a blow is the one it wields from now on.
pub fn wield(r: &mut Resolution, blow: &Blow) {
    let second = r.encounter().get(blow.who).and_then(state::second_weapon);
    if second != Some(blow.at) && !figures::is_natural(blow.line) {
        take_in_hand(r, blow.who, blow.at);
    }
}

/// It has that weapon in hand now.
pub fn take_in_hand(r: &mut Resolution, who: CombatantId, nth: u8) {
    wields(r, who, nth.into());
}

/// That weapon is thrown: if it was in hand, the hand is empty, and takes up whatever comes next for nothing.
pub fn throw(r: &mut Resolution, who: CombatantId, nth: u8) {
    if r.encounter().get(who).is_some_and(|c| c.has_value(condition::WIELDING, nth)) {
        wields(r, who, NOTHING);
    }
}

fn wields(r: &mut Resolution, who: CombatantId, value: i32) {
    let Some(c) = r.encounter().get(who) else { return };
    let old = c.effect(condition::WIELDING).cloned();
    if old.as_ref().is_some_and(|effect| effect.value == value) {
        return;
    }
    let effect = old.unwrap_or_else(|| r.effect(condition::WIELDING, None));
    r.afflict(who, Effect { value, ..effect });
}

/// What that hand or arm holds falls: the weapon from the right, the shield or the second weapon from the left, or there
/// the weapon where the right is of no use; what needs both hands from either.
pub fn lets_fall(r: &mut Resolution, who: CombatantId, side: Side) {
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
        Side::Left => loses_shield(r, who),
    }
}

/// Its shield falls, if it has one on its arm.
fn loses_shield(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    if e.get(who).is_some_and(|c| bears_shield(e, c)) {
        r.begin(who, Condition::SHIELD_DOWN, None);
    }
}

/// Both hands open: whoever knows nothing any more drops what it held (`house.condition.unconscious`).
pub fn drops_everything(r: &mut Resolution, who: CombatantId) {
    lets_fall(r, who, Side::Right);
    lets_fall(r, who, Side::Left);
}

/// The weapon in its hand: no claw, no bare hand, and none that it has lost without taking up another.
pub fn armed<'a>(e: &'a Encounter, c: &'a Combatant) -> Option<(u8, &'a Attack)> {
    let at = At { e, c };
    let nth = held(&at)?;
    Some((nth, state::line_at(&at, nth)?))
}

/// The weapon of that line is somewhere else now, and nobody holds it fast; a flask has to be prepared anew.
pub fn lose(r: &mut Resolution, who: CombatantId, nth: Option<u8>, to: Whereabouts) {
    let Some(nth) = nth else { return };
    put(r, who, nth, to);
    let over = [condition::TRAPPED_WEAPON, condition::PREPARING_OIL, condition::OIL_READY];
    r.relieve_where(who, |_, effect| over.iter().any(|condition| is_of_line(effect, *condition, nth)));
}

/// The weapon of that line is there now.
pub fn put(r: &mut Resolution, who: CombatantId, nth: u8, to: Whereabouts) {
    let Some(c) = r.encounter().get(who) else { return };
    let gear = Gear { at: to, ..c.thing(Thing::Line(nth)) };
    r.emit(Event::Geared(who, Thing::Line(nth), gear));
}

/// The weapon of that line lands in another square, by that rule: which way, a d8 says.
pub fn lands_beside(r: &mut Resolution, who: CombatantId, nth: u8, rule: &str) -> Result<(), Stop> {
    direction(r, who, rule)?;
    lose(r, who, Some(nth), Whereabouts::Dropped);
    Ok(())
}

/// Which way something lands, by that rule: 1 is north, then clockwise (A19).
pub fn direction(r: &mut Resolution, who: CombatantId, rule: &str) -> Result<(), Stop> {
    let face = r.figure(RollRequest::new(Purpose::Scatter, 1, 8).by(who))?;
    let nth = usize::try_from(face - 1).unwrap_or(0);
    if let Some(word) = tables().directions.get(nth) {
        r.tell(|| Told::row(who, rule, word.clone()));
    }
    Ok(())
}

/// A piece of its equipment falls: the referee says which; a shield no longer counts, armour counts less (`house.critical.strap`,
/// `house.fumble.dropped-item`).
pub fn comes_loose(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
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
        Some(SHIELD) => loses_shield(r, who),
        Some(_) => return armour_comes_loose(r, who, points),
        None => {}
    }
    Ok(())
}

/// By how much that makes its armour class worse is the referee's to say, as far as armour goes.
fn armour_comes_loose(r: &mut Resolution, who: CombatantId, points: i32) -> Result<(), Stop> {
    let ask = ChoiceRequest::one(Question::LooseArmour, vec![Pick::Named(ARMOUR.into())]);
    let ask = ChoiceRequest { who: Some(who), how: HowMany::Number(1, points), ..ask };
    if let Answer::Number(value) = r.choose(ask)? {
        r.afflict(who, Effect { value, ..r.effect(condition::ARMOUR_LOOSE, None) });
    }
    Ok(())
}

/// Pushed 5 feet, away from the attacker alone, if there is room; nobody strikes at it on the way
/// (`house.critical.knockback`).
pub fn knocked_back(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    let before = distance(r.encounter(), blow.who, blow.target, blow.facts);
    let before = if blow.strikes() { before.or(Some(about().melee_distance)) } else { before };
    let ask = ChoiceRequest::one(Question::Push, vec![Pick::Yes, Pick::No]);
    let pushed = r.choose(ChoiceRequest { who: Some(blow.target), ..ask })? == Answer::One(0);
    if pushed && before.is_some() && blow.who != blow.target {
        let others = in_melee_beside(r.encounter(), blow);
        movement::shift(r, blow.target, &[(blow.who, before)], Way::Away(PUSH));
        // Where nobody keeps distances, it stands five feet off those beside it still: they stay in melee.
        if !r.encounter().is_measured() {
            others.into_iter().for_each(|event| r.emit(event));
        }
    }
    Ok(())
}

/// Who else has the target in melee, and whom it has.
fn in_melee_beside(e: &Encounter, blow: &Blow) -> Vec<Event> {
    let Some(target) = e.get(blow.target) else { return Vec::new() };
    let by = target.threatened_by.iter().map(|foe| (*foe, target.id));
    let of = target.threatens.iter().map(|foe| (target.id, *foe));
    let pairs = by.chain(of).filter(|(one, other)| ![*one, *other].contains(&blow.who));
    pairs.map(|(one, other)| Event::Threatens(one, other)).collect()
}
