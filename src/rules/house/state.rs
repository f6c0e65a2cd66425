//! What is true of a combatant now.

pub use crate::rules::d20::state::{
    attacks_made, draw, is_undead, line, line_at, lines, note_distance, reaches, supplied,
};

use super::condition;
use super::{about, figures, gear};
use crate::rules::d20::relations::{is_barred, is_helpless as helpless, is_out as out};
use crate::rules::d20::state;
use crate::rules::model::block::d20::{Attack, D20, Range, Tag};
use crate::rules::model::combatant::{Combatant, Thing, Whereabouts};
use crate::rules::model::command::Act;
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::Offer;
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::condition::Bar;
use crate::rules::ruleset::deed::{Allowed, At};

/// Feet that a weapon with reach strikes at (`house.melee.reach`).
const REACH: i32 = 10;

/// Alive, present and not out of action.
pub fn is_able(c: &Combatant) -> bool {
    state::is_able(about(), c)
}

/// Out of action by a condition.
pub fn is_out(c: &Combatant) -> bool {
    out(about(), c)
}

/// Struck in melee without a roll (`house.attack.helpless`).
pub fn is_helpless(c: &Combatant) -> bool {
    helpless(about(), c)
}

/// Kept from that by a condition.
pub fn barred(c: &Combatant, bar: Bar) -> bool {
    is_barred(about(), c, bar)
}

/// Incapacitated, now or as initiative was rolled: it drags itself along and drinks, and that is all (section 2, skipped
/// slots).
pub fn is_limited(c: &Combatant) -> bool {
    c.has(Condition::INCAPACITATED) || c.has(condition::LIMITED_STOP)
}

/// The figure of a limited stop that is none at all: it was worse than incapacitated.
const NO_STOP: i32 = 1;

/// What a condition leaves of the stop of whoever has it, or had it while the order stood, as the figure of
/// [`condition::LIMITED_STOP`]; `None`: all of it (section 2, skipped slots).
pub fn limits(condition: Condition) -> Option<i32> {
    let out = about().condition(condition).is_some_and(|rule| rule.out);
    out.then(|| if condition == Condition::INCAPACITATED { 0 } else { NO_STOP })
}

/// Has a die of initiative and stops of its own: able, or incapacitated and nothing worse, neither surprised nor yielding.
pub fn gets_stop(c: &Combatant) -> bool {
    let lost = |effect: &Effect| match effect.condition {
        condition::LIMITED_STOP => effect.value == NO_STOP,
        Condition::SURPRISED | Condition::SURRENDERED => true,
        condition => limits(condition) == Some(NO_STOP),
    };
    c.is_up() && !c.effects.iter().any(lost)
}

/// The one that the act is aimed at, and nobody besides.
///
/// # Errors
/// `bad-target`, `unknown-combatant`.
pub fn aimed_at<'a>(at: &At<'a>, act: &Act) -> Result<&'a Combatant, RuleError> {
    match act.at[..] {
        [one] => at.e.who(one),
        _ => Err(at.why(Refusal::BAD_TARGET)),
    }
}

/// Checks that the line of the act is one that `may` be used so.
///
/// # Errors
/// `bad-weapon`; those of `may`.
pub fn check_line(at: &At, act: &Act, may: fn(&At, u8, &Attack) -> Allowed) -> Allowed {
    let bad = || at.why(Refusal::BAD_WEAPON);
    let nth = act.with.ok_or_else(bad)?;
    may(at, nth, line(at.d20()?, nth).ok_or_else(bad)?)
}

/// What keeps it out of action.
pub fn why_out(c: &Combatant) -> Refusal {
    match c.is_up() {
        true if c.has(Condition::UNCONSCIOUS) => Refusal::UNCONSCIOUS,
        _ if c.has(Condition::SURRENDERED) => Refusal::BARRED,
        _ => Refusal::INCAPACITATED,
    }
}

/// Has declared that it runs, or its morale is broken, or a cleric drives it off (`house.movement.retreat`,
/// `house.morale.break`, `house.class.turn-undead`).
pub fn runs_away(c: &Combatant) -> bool {
    [Condition::RETREATING, Condition::FLEEING, Condition::TURNED].iter().any(|runs| c.has(*runs))
}

/// Holds an attack or a spell back until something happens (`house.attack.delay`).
pub fn holds_back(c: &Combatant) -> bool {
    c.has(Condition::HOLDING)
}

/// Whether the weapon of that line is whole and on its bearer.
pub fn is_at_hand(c: &Combatant, nth: u8) -> bool {
    matches!(c.thing(Thing::Line(nth)).at, Whereabouts::AtHand | Whereabouts::Sheathed)
}

/// The lines whose weapon it has, by position.
pub fn ready_lines<'a>(at: &At<'a>) -> impl Iterator<Item = (u8, &'a Attack)> + use<'a> {
    let c = at.c;
    (0u8..).zip(lines(at)).filter(move |(nth, _)| is_at_hand(c, *nth))
}

/// An offer with those of its weapons that are `meant` and `may` be used so; with none of them it is blocked, for what
/// keeps the first of them from it.
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

/// The weapon it wields: the one it took in hand last, else the first it has.
pub fn weapon_in_hand<'a>(e: &'a Encounter, c: &'a Combatant) -> Option<(u8, &'a Attack)> {
    let at = At { e, c };
    let taken = c.effect(condition::WIELDING).and_then(|effect| u8::try_from(effect.value).ok());
    let mut ready = ready_lines(&at);
    ready.find(|(nth, _)| taken.is_none_or(|taken| taken == *nth)).or_else(|| ready_lines(&at).next())
}

/// Feet that the weapon in its hand reaches: 10 with one that has reach, else 5; a creature with a routine reaches as
/// far as the longest of it; one that is held fast reaches nobody (`house.melee.reach`).
pub fn reach(e: &Encounter, c: &Combatant) -> i32 {
    let at = At { e, c };
    let routine = at.d20().is_ok_and(figures::has_routine);
    let free = |nth: u8| !c.has_value(condition::TRAPPED_WEAPON, nth);
    let longest =
        || ready_lines(&at).filter(|(nth, _)| free(*nth)).map(|(_, line)| reach_of(line)).max();
    let in_hand = || gear::armed(e, c).filter(|(nth, _)| free(*nth)).map(|(_, line)| reach_of(line));
    if routine { longest() } else { in_hand() }.unwrap_or(about().melee_distance)
}

/// Feet that a blow with that line reaches.
pub fn reach_of(line: &Attack) -> i32 {
    if line.has(Tag::REACH) { REACH } else { about().melee_distance }
}

/// Whether the first is in melee range of the second, an opponent that is able to strike
/// (`house.distance.melee-range`, A4).
pub fn in_range_of(e: &Encounter, c: &Combatant, foe: &Combatant) -> bool {
    c.side != foe.side && is_reached_by(e, c, foe) && can_hold(foe)
}

/// Whether the first stands where the weapon of the second reaches, able to strike or not.
pub fn is_reached_by(e: &Encounter, c: &Combatant, foe: &Combatant) -> bool {
    let near = |far: Tenths| far <= Tenths::whole(reach(e, foe));
    c.threatened_by.contains(&foe.id) || e.between(c, foe).is_some_and(near)
}

/// Whether it puts anybody in its melee range: able, and neither yielding nor in flight (A4).
pub fn can_hold(c: &Combatant) -> bool {
    is_able(c) && !c.has(Condition::FLEEING) && !c.has(Condition::SURRENDERED)
}

/// The opponents in whose melee range it is, in the order of the roster.
pub fn holders<'a>(e: &'a Encounter, c: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    e.foes(c).filter(move |foe| in_range_of(e, c, foe))
}

/// An opponent has it in melee range, or it has an able one in its own.
pub fn engaged<'a>(e: &'a Encounter, c: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    e.foes(c).filter(move |foe| in_range_of(e, c, foe) || (in_range_of(e, foe, c) && can_hold(foe)))
}

/// Engaged with anybody.
pub fn in_melee(e: &Encounter, c: &Combatant) -> bool {
    engaged(e, c).next().is_some()
}

/// The weapon in its other hand, where it fights with two this round (`house.attack.two-weapons`).
pub fn second_weapon(c: &Combatant) -> Option<u8> {
    c.effect(condition::TWO_WEAPONS).and_then(|effect| u8::try_from(effect.value).ok())
}

/// Attacks it has left this round (`house.attack.available`).
pub fn attacks_left(c: &Combatant, d20: &D20) -> u8 {
    if c.spent.acted || is_limited(c) {
        return 0;
    }
    left_of_first(c, d20).saturating_add(left_of_second(c))
}

/// Those of all weapons but the second.
fn left_of_first(c: &Combatant, d20: &D20) -> u8 {
    let of_second = second_weapon(c).map_or(0, |nth| c.spent.uses(nth));
    figures::attacks(d20).saturating_sub(attacks_made(c).saturating_sub(of_second))
}

/// That of the second weapon, as long as it has that: one a round (A51).
fn left_of_second(c: &Combatant) -> u8 {
    let second = second_weapon(c).filter(|nth| is_at_hand(c, *nth));
    second.map_or(0, |nth| 1u8.saturating_sub(c.spent.uses(nth)))
}

/// How many more times it may use the line this round: characters attack with whichever they like, the second weapon
/// apart; creatures go through their routine.
pub fn uses_left(c: &Combatant, d20: &D20, nth: u8) -> u8 {
    let left = attacks_left(c, d20);
    let of_line = || line(d20, nth).map_or(0, |line| line.count.saturating_sub(c.spent.uses(nth)));
    let of_hand = || {
        if second_weapon(c) == Some(nth) { left_of_second(c) } else { left_of_first(c, d20) }
    };
    left.min(if figures::has_routine(d20) { of_line() } else { of_hand() })
}

/// Has neither attacked nor done anything else this round.
///
/// # Errors
/// `already-acted`, `already-attacked`.
pub fn has_not_acted(at: &At) -> Allowed {
    at.unless(!at.c.spent.acted, Refusal::ALREADY_ACTED)?;
    at.unless(attacks_made(at.c) == 0, Refusal::ALREADY_ATTACKED)
}

/// Free to spend its round on something else than an attack or a spell (`house.attack.available`).
///
/// # Errors
/// `already-acted`, `already-attacked`, `retreating`, `casting`.
pub fn is_free_to_act(at: &At) -> Allowed {
    has_not_acted(at)?;
    at.unless(!runs_away(at.c), Refusal::RETREATING)?;
    at.unless(!at.c.has(Condition::CASTING), Refusal::CASTING)
}

/// Cannot make itself heard.
pub fn is_silent(c: &Combatant) -> bool {
    c.has(Condition::SILENCED) || c.has(Condition::GAGGED)
}

/// Whether the two are no farther apart than that. Where nobody keeps distances, those are of whom nothing is said; for
/// the reach of a blow they must be in melee.
pub fn is_within(e: &Encounter, c: &Combatant, other: &Combatant, feet: i32) -> bool {
    if e.engaged(c.id, other.id) {
        return true;
    }
    let unsaid = !e.is_measured() && feet > REACH;
    e.between(c, other).map_or(unsaid, |far| far <= Tenths::whole(feet))
}

/// Whether it has run out of the reach of the other this round, who may strike at it at its own stop all the same
/// (`house.option.retreat-attack`).
pub fn has_left_reach(c: &Combatant, other: &Combatant) -> bool {
    c.has_toward(condition::LEFT_REACH, other.id)
}

/// The lines with which it could strike out of turn at whoever stands where it does: with a use left
/// (`house.attack.available`).
pub fn lines_out_of_turn(e: &Encounter, who: CombatantId, whom: CombatantId) -> Vec<u8> {
    let (Some(c), Some(target)) = (e.get(who), e.get(whom)) else { return Vec::new() };
    let far = if e.engaged(who, whom) { None } else { e.between(c, target) };
    let near = |line: &Attack| far.is_none_or(|far| far <= Tenths::whole(reach_of(line)));
    lines_at_hand(e, who).into_iter().filter(|(_, line)| near(line)).map(|(nth, _)| nth).collect()
}

/// The same at whoever comes close by.
pub fn lines_in_passing(e: &Encounter, who: CombatantId) -> Vec<u8> {
    lines_at_hand(e, who).into_iter().map(|(nth, _)| nth).collect()
}

fn lines_at_hand(e: &Encounter, who: CombatantId) -> Vec<(u8, &Attack)> {
    let (Some(c), Ok(d20)) = (e.get(who), e.d20(who)) else { return Vec::new() };
    if !may_strike_out_of_turn(c) {
        return Vec::new();
    }
    let at = At { e, c };
    let hand = weapon_in_hand(e, c).map(|(nth, _)| nth);
    let fits = |(nth, line): &(u8, &Attack)| {
        let in_hand = !figures::is_in_hand(d20, line) || [hand, second_weapon(c)].contains(&Some(*nth));
        let usable = gear::may_wield(&at, *nth, line).is_ok() && uses_left(c, d20, *nth) > 0;
        reaches(line, Range::Melee) && in_hand && usable
    };
    ready_lines(&at).filter(fits).collect()
}

/// Whether it could strike at all, whosever turn it is.
fn may_strike_out_of_turn(c: &Combatant) -> bool {
    is_able(c) && !c.has(Condition::SURPRISED) && !barred(c, Bar::Attack) && !runs_away(c)
}
