//! Fighting with two weapons: one more attack, all at a penalty (`house.attack.two-weapons`).

use super::blow::Blow;
use super::options::TWO_WEAPONS as OPTION;
use super::state::this_round;
use super::{available, condition, figures, gear, refusal, state, tag, talent};
use crate::rules::model::block::d20::{Attack, Range, Tag};
use crate::rules::ruleset::deed::When;
use crate::rules::ruleset::prelude::*;

/// Usable hands needed.
const HANDS: usize = 2;

/// Fights with two weapons for the rest of the round; chosen before the first attack, as the penalty is on all.
pub const TWO_WEAPONS: DeedRule = DeedRule {
    rule: "house.attack.two-weapons",
    when: When::Beside,
    concerns: |at| !pairs(at).is_empty(),
    may: |at| {
        at.unless(OPTION.is_on(at.e), Refusal::OPTION_OFF)?;
        available::may_attack(at)?;
        at.unless(state::attacks_made(at.c) == 0, Refusal::ALREADY_ATTACKED)?;
        at.unless(state::second_weapon(at.c).is_none(), Refusal::ALREADY_SPENT)
    },
    shape,
    check: |at, act| {
        let (first, second) = hands_of(at, act).ok_or_else(|| at.why(refusal::NOT_BOTH_WEAPONS))?;
        at.unless(pairs(at).contains(&(first, second)), refusal::NOT_BOTH_WEAPONS)
    },
    choices,
    run,
    ..DeedRule::of(Deed::TwoWeapons)
};

fn shape(at: &At, offer: Offer) -> Offer {
    let pairs = pairs(at);
    let Some(&(_, second)) = pairs.first() else {
        return Offer::blocked(offer.deed, at.why(refusal::NOT_BOTH_WEAPONS));
    };
    let mut with: Vec<u8> = pairs.iter().map(|(first, _)| *first).collect();
    with.dedup();
    Offer { with, facts: vec![FactField::may(Fact::Second(second))], ..offer }
}

/// The candidates for the second weapon, by name.
fn choices(at: &At, act: &Act, fact: &Fact) -> Vec<(Text, Fact)> {
    let Fact::Second(_) = fact else { return Vec::new() };
    let fits = |(first, _): &(u8, u8)| act.with.is_none_or(|with| with == *first);
    let seconds = pairs(at).into_iter().filter(fits).map(|(_, second)| second);
    let named = |nth: u8| Some((state::line_at(at, nth)?.name.clone(), Fact::Second(nth)));
    seconds.filter_map(named).collect()
}

/// The first and second weapon; the second defaults to the first that fits.
fn hands_of(at: &At, act: &Act) -> Option<(u8, u8)> {
    let pairs = pairs(at);
    let first = act.with.or_else(|| pairs.first().map(|(first, _)| *first))?;
    let partner = || pairs.iter().find(|(one, _)| *one == first).map(|(_, other)| *other);
    Some((first, act.facts.second().or_else(partner)?))
}

/// Pairs of attack lines that can be first and second weapon.
fn pairs(at: &At) -> Vec<(u8, u8)> {
    if gear::hands(at.c) < HANDS || !at.d20().is_ok_and(|d20| d20.block.is_character()) {
        return Vec::new();
    }
    let there = || state::ready_lines(at).filter(|(nth, line)| is_weapon(at, *nth, line));
    let firsts = there().filter(|(nth, line)| gear::may_wield(at, *nth, line).is_ok());
    let with = |one: (u8, &Attack)| {
        let fits = |other: &(u8, &Attack)| other.0 != one.0 && go_together(one.1, other.1);
        there().filter(fits).map(|other| (one.0, other.0)).collect::<Vec<_>>()
    };
    firsts.flat_map(with).collect()
}

/// Whether the line is a usable one-handed melee weapon.
fn is_weapon(at: &At, nth: u8, line: &Attack) -> bool {
    !figures::is_natural(line)
        && !line.has(Tag::TWO_HANDED)
        && state::reaches(line, Range::Melee)
        && gear::may_use(at, nth, line).is_ok()
}

/// Whether the second is an off-hand weapon, or both are of a kind that can be paired (A51).
fn go_together(one: &Attack, other: &Attack) -> bool {
    other.has(tag::OFF_HAND) || (one.has(tag::PAIRED) && other.has(tag::PAIRED))
}

fn run(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let at = At { e: r.encounter(), c: r.encounter().who(act.who)? };
    let Some((first, second)) = hands_of(&at, act) else { return Ok(()) };
    let effect = Effect { value: second.into(), ..this_round(r, condition::TWO_WEAPONS) };
    r.afflict(act.who, effect);
    gear::take_in_hand(r, act.who, first);
    Ok(())
}

/// Checks that the second weapon has not used its one attack.
pub fn may_strike(at: &At, nth: u8) -> Allowed {
    let spent = state::second_weapon(at.c) == Some(nth) && at.c.spent.uses(nth) > 0;
    at.unless(!spent, refusal::OFF_HAND_SPENT)
}

/// Adds the penalty for that line; each hand has its own.
pub fn add_price(tally: &mut Tally, c: &Combatant, blow: &Blow) {
    let Some(second) = state::second_weapon(c) else { return };
    let (first_price, second_price) = talent::two_weapons(blow.d20);
    if second == blow.at {
        tally.add(Reason::SECOND_WEAPON, second_price);
    } else {
        tally.add(Reason::FIRST_WEAPON, first_price);
    }
}
