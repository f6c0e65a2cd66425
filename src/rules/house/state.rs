//! Queries about a combatant's current state.

pub use crate::rules::d20::state::{
    attacks_made, draw, is_undead, line, line_at, lines, note_distance, reaches, supplied,
};

use super::asset::about;
use super::tables::Part;
use super::{condition, figures};
use crate::rules::d20::state;
use crate::rules::model::block::d20::{Attack, D20, Tag};
use crate::rules::model::combatant::{Thing, Whereabouts};
use crate::rules::model::moment::{Moment, TIMED};
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::Mode;
use crate::rules::ruleset::prelude::*;

/// Reach of a weapon with the reach tag, in feet (`house.melee.reach`).
const REACH: i32 = 10;

/// Body parts with the conditions of their minor and major injuries; those missing here have special results.
pub const PARTS: [(Part, Condition, Condition); 5] = [
    (Part::Hand, condition::INJURED_HAND, condition::MAIMED_HAND),
    (Part::Arm, condition::INJURED_ARM, condition::MAIMED_ARM),
    (Part::Leg, condition::INJURED_LEG, condition::MAIMED_LEG),
    (Part::Groin, condition::INJURED_GROIN, condition::MAIMED_GROIN),
    (Part::Torso, condition::INJURED_TORSO, condition::MAIMED_TORSO),
];

/// Whether `c` is alive, present and not out of action.
#[inline]
pub fn is_able(c: &Combatant) -> bool {
    state::is_able(c)
}

/// Whether `c` is incapacitated, or was when initiative was rolled: it may only drag itself along and drink (section 2,
/// skipped slots).
pub fn is_limited(c: &Combatant) -> bool {
    c.has(Condition::INCAPACITATED) || c.has(condition::LIMITED_STOP)
}

/// Value of [`condition::LIMITED_STOP`] for no stop at all: the combatant was worse than incapacitated.
const NO_STOP: i32 = 1;

/// Returns the value of [`condition::LIMITED_STOP`] for a combatant that has `condition`, or had it when the order was
/// set; `None` if the condition leaves its stop whole (section 2, skipped slots).
pub fn limits(condition: Condition) -> Option<i32> {
    let out = about().condition(condition).is_some_and(|row| row.is(Meaning::OUT));
    out.then(|| if condition == Condition::INCAPACITATED { 0 } else { NO_STOP })
}

/// Whether `c` rolls initiative and gets stops: able or at worst incapacitated, and neither surprised nor surrendered.
#[inline]
pub fn gets_stop(c: &Combatant) -> bool {
    let limits = [Condition::INCAPACITATED, condition::LIMITED_STOP];
    let is_out =
        |effect: &Effect| effect.condition.is(Meaning::OUT) && !limits.contains(&effect.condition.id);
    let out = || c.effects.may_mean(Meaning::OUT) && c.effects.iter().any(is_out);
    let lost = || {
        c.has(Condition::SURPRISED)
            || c.has(Condition::SURRENDERED)
            || c.has_value(condition::LIMITED_STOP, NO_STOP)
    };
    c.is_up() && !lost() && !out()
}

/// Returns the single target of the act.
///
/// # Errors
/// `bad-target` unless there is exactly one; `unknown-combatant`.
pub fn aimed_at<'a>(at: &At<'a>, act: &Act) -> Result<&'a Combatant, RuleError> {
    match act.at[..] {
        [one] => at.e.who(one),
        _ => Err(at.why(Refusal::BAD_TARGET)),
    }
}

/// Checks that the act names an attack line and that `may` allows it.
///
/// # Errors
/// `bad-weapon` if there is no such line; those of `may`.
pub fn check_line(at: &At, act: &Act, may: fn(&At, u8, &Attack) -> Allowed) -> Allowed {
    let bad = || at.why(Refusal::BAD_WEAPON);
    let nth = act.with.ok_or_else(bad)?;
    may(at, nth, line(at.d20()?, nth).ok_or_else(bad)?)
}

/// Returns why it is out of action.
pub fn why_out(c: &Combatant) -> Refusal {
    match c.is_up() {
        true if c.has(Condition::UNCONSCIOUS) => Refusal::UNCONSCIOUS,
        _ if c.has(Condition::SURRENDERED) => Refusal::BARRED,
        _ => Refusal::INCAPACITATED,
    }
}

/// Whether `c` has declared a retreat, its morale is broken or a cleric has turned it (`house.movement.retreat`,
/// `house.morale.break`, `house.class.turn-undead`).
pub fn runs_away(c: &Combatant) -> bool {
    [Condition::RETREATING, Condition::FLEEING, Condition::TURNED].iter().any(|runs| c.has(*runs))
}

/// Whether `c` is delaying an attack or spell until its trigger (`house.attack.delay`).
pub fn holds_back(c: &Combatant) -> bool {
    c.has(Condition::HOLDING)
}

/// Whether the weapon of that attack line is intact and carried.
#[inline]
pub fn is_at_hand(c: &Combatant, nth: u8) -> bool {
    matches!(c.thing(Thing::Line(nth)).at, Whereabouts::AtHand | Whereabouts::Sheathed)
}

/// The attack lines whose weapon it carries, with their indices.
pub fn ready_lines<'a>(at: &At<'a>) -> impl Iterator<Item = (u8, &'a Attack)> + use<'a> {
    let c = at.c;
    (0u8..).zip(lines(at)).filter(move |(nth, _)| is_at_hand(c, *nth))
}

/// Returns `offer` with those of the `meant` weapons that `may` allows; blocked if there are none, with the reason of
/// the first.
pub fn with_lines(
    at: &At,
    offer: Offer,
    meant: impl Fn(&(u8, &Attack)) -> bool,
    may: fn(&At, u8, &Attack) -> Allowed,
) -> Offer {
    let meant = || ready_lines(at).filter(&meant);
    let with: Vec<u8> =
        meant().filter(|(nth, line)| may(at, *nth, line).is_ok()).map(|(nth, _)| nth).collect();
    if with.is_empty() {
        let why = meant().find_map(|(nth, line)| may(at, nth, line).err());
        return Offer::blocked(offer.deed, why.unwrap_or_else(|| at.why(Refusal::BAD_WEAPON)));
    }
    Offer { with, ..offer }
}

/// Returns the weapon it wields: the one it drew last, else its first.
pub fn weapon_in_hand<'a>(e: &'a Encounter, c: &'a Combatant) -> Option<(u8, &'a Attack)> {
    let at = At { e, c };
    let taken = c.effect(condition::WIELDING).and_then(|effect| u8::try_from(effect.value).ok());
    let mut ready = ready_lines(&at);
    ready.find(|(nth, _)| taken.is_none_or(|taken| taken == *nth)).or_else(|| ready_lines(&at).next())
}

/// Reach of its weapon in hand, in feet: 10 with the reach tag, else 5. A creature with a routine uses its longest
/// attack; a trapped weapon does not count (`house.melee.reach`).
pub fn reach(e: &Encounter, c: &Combatant) -> i32 {
    let at = At { e, c };
    let routine = at.d20().is_ok_and(figures::has_routine);
    let free = |nth: u8| !c.has_value(condition::TRAPPED_WEAPON, nth);
    let longest =
        || ready_lines(&at).filter(|(nth, _)| free(*nth)).map(|(_, line)| reach_of(line)).max();
    let in_hand = || armed(e, c).filter(|(nth, _)| free(*nth)).map(|(_, line)| reach_of(line));
    if routine { longest() } else { in_hand() }.unwrap_or(about().melee_distance)
}

/// Reach of that attack line, in feet.
#[inline]
pub fn reach_of(line: &Attack) -> i32 {
    if line.has(Tag::REACH) { REACH } else { about().melee_distance }
}

/// Whether `c` is in melee range of `foe`, an opponent able to strike (`house.distance.melee-range`, A4).
#[inline]
pub fn in_range_of(e: &Encounter, c: &Combatant, foe: &Combatant) -> bool {
    c.side != foe.side && is_reached_by(e, c, foe) && can_hold(foe)
}

/// Whether `c` is within reach of the weapon of `foe`, able to strike or not.
#[inline]
pub fn is_reached_by(e: &Encounter, c: &Combatant, foe: &Combatant) -> bool {
    // Most are nearer or farther than any reach.
    let near = |far: Tenths| {
        far <= about().melee() || (far <= Tenths::whole(REACH) && far <= Tenths::whole(reach(e, foe)))
    };
    c.threatened_by.contains(&foe.id) || e.between(c, foe).is_some_and(near)
}

/// Whether `c` puts others in its melee range: able, and neither fleeing, turned nor surrendered (A4).
pub fn can_hold(c: &Combatant) -> bool {
    let harmless = [Condition::FLEEING, Condition::TURNED, Condition::SURRENDERED];
    is_able(c) && !harmless.iter().any(|harmless| c.has(*harmless))
}

/// The opponents in whose melee range `c` is, in roster order.
pub fn holders<'a>(e: &'a Encounter, c: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    e.foes(c).filter(move |foe| in_range_of(e, c, foe))
}

/// The opponents that have `c` in melee range, and the able ones in melee range of `c`.
pub fn engaged<'a>(e: &'a Encounter, c: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    e.foes(c).filter(move |foe| in_range_of(e, c, foe) || (in_range_of(e, foe, c) && can_hold(foe)))
}

/// Whether any opponent engages it.
pub fn in_melee(e: &Encounter, c: &Combatant) -> bool {
    engaged(e, c).next().is_some()
}

/// Returns the off-hand weapon if it fights with two weapons this round (`house.attack.two-weapons`).
pub fn second_weapon(c: &Combatant) -> Option<u8> {
    c.effect(condition::TWO_WEAPONS).and_then(|effect| u8::try_from(effect.value).ok())
}

/// Attacks left this round (`house.attack.available`).
pub fn attacks_left(c: &Combatant, d20: &D20) -> u8 {
    if c.spent.acted || is_limited(c) {
        return 0;
    }
    left_of_first(c, d20).saturating_add(left_of_second(c))
}

/// Attacks left with any weapon but the second.
fn left_of_first(c: &Combatant, d20: &D20) -> u8 {
    let of_second = second_weapon(c).map_or(0, |nth| c.spent.uses(nth));
    figures::attacks(d20).saturating_sub(attacks_made(c).saturating_sub(of_second))
}

/// Attacks left with the second weapon while it carries it: one a round (A51).
fn left_of_second(c: &Combatant) -> u8 {
    let second = second_weapon(c).filter(|nth| is_at_hand(c, *nth));
    second.map_or(0, |nth| 1u8.saturating_sub(c.spent.uses(nth)))
}

/// How many more times it may use the attack line this round: characters spend their attacks on any line, the second
/// weapon apart; creatures go through their routine.
pub fn uses_left(c: &Combatant, d20: &D20, nth: u8) -> u8 {
    let left = attacks_left(c, d20);
    let of_line = || line(d20, nth).map_or(0, |line| line.count.saturating_sub(c.spent.uses(nth)));
    let of_hand = || {
        if second_weapon(c) == Some(nth) { left_of_second(c) } else { left_of_first(c, d20) }
    };
    left.min(if figures::has_routine(d20) { of_line() } else { of_hand() })
}

/// Checks that the actor has neither attacked nor acted this round.
///
/// # Errors
/// `already-acted`, `already-attacked`.
pub fn has_not_acted(at: &At) -> Allowed {
    at.unless(!at.c.spent.acted, Refusal::ALREADY_ACTED)?;
    at.unless(attacks_made(at.c) == 0, Refusal::ALREADY_ATTACKED)
}

/// Checks that the actor may spend its round on something other than an attack or spell (`house.attack.available`).
///
/// # Errors
/// `already-acted`, `already-attacked`, `retreating`, `casting`.
pub fn is_free_to_act(at: &At) -> Allowed {
    has_not_acted(at)?;
    at.unless(!runs_away(at.c), Refusal::RETREATING)?;
    at.unless(!at.c.has(Condition::CASTING), Refusal::CASTING)
}

/// Whether `c` cannot make itself heard.
pub fn is_silent(c: &Combatant) -> bool {
    c.has(Condition::SILENCED) || c.has(Condition::GAGGED)
}

/// Whether the two are within `feet` of each other. If nobody measures distances, an unknown distance counts as within,
/// except for the reach of a melee attack, which needs the two engaged.
pub fn is_within(e: &Encounter, c: &Combatant, other: &Combatant, feet: i32) -> bool {
    if e.engaged(c.id, other.id) {
        return true;
    }
    let unsaid = !e.is_measured() && feet > REACH;
    e.between(c, other).map_or(unsaid, |far| far <= Tenths::whole(feet))
}

/// Whether `c` ran out of the reach of `other` this round, and `other` may still strike at it at its own stop
/// (`house.option.retreat-attack`).
pub fn has_left_reach(c: &Combatant, other: &Combatant) -> bool {
    c.has_toward(condition::LEFT_REACH, other.id)
}

/// Returns an effect that lasts for the rest of this round.
pub fn this_round(r: &Resolution, condition: Condition) -> Effect {
    rounds_on(r, condition, 0)
}

/// Returns an effect that lasts to the end of the round `rounds` after this one (`house.time.effect-clock`).
pub fn rounds_on(r: &Resolution, condition: Condition, rounds: u32) -> Effect {
    let last = r.encounter().round.max(1).saturating_add(rounds);
    r.effect(condition, Some(Moment::RoundEnd(last).at(TIMED)))
}

/// The weapon in its hand, if it still has it: the one it drew last, else its first.
pub fn held(at: &At) -> Option<u8> {
    let first =
        || (0u8..).zip(lines(at)).find(|(_, line)| !figures::is_natural(line)).map(|(nth, _)| nth);
    let taken = at.c.effect(condition::WIELDING);
    let in_hand = taken.map_or_else(first, |effect| u8::try_from(effect.value).ok());
    in_hand.filter(|nth| is_at_hand(at.c, *nth))
}

/// The weapon in its hand; natural weapons do not count, nor does one lost without drawing another.
pub fn armed<'a>(e: &'a Encounter, c: &'a Combatant) -> Option<(u8, &'a Attack)> {
    let at = At { e, c };
    let nth = held(&at)?;
    Some((nth, line_at(&at, nth)?))
}

/// Whether tied combatants act at once, so that nobody dies or is out of action before all have acted. Attacks at a
/// mover take effect at once.
pub fn acts_together(e: &Encounter) -> bool {
    e.window().is_some_and(|window| window.mode == Mode::Together && window.phase == Phase::Action)
}

/// Whether it is a minor injury, whose penalties end when tended (`house.healing.tend`).
pub fn is_minor(condition: Condition) -> bool {
    PARTS.iter().any(|(_, minor, _)| *minor == condition)
}

/// Whether it is a major injury, which only magic heals.
pub fn is_major(condition: Condition) -> bool {
    PARTS.iter().any(|(_, _, major)| *major == condition)
}

/// Whether `c` aimed in the round before and has not shot since (`house.missile.aim`).
pub fn has_aim(e: &Encounter, c: &Combatant) -> bool {
    c.effect(condition::AIMED).is_some_and(|effect| effect.value < e.round_number())
}
