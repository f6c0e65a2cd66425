//! Fighting with two weapons, one in each hand.

use super::action::action;
use super::asset::about;
use super::attack::close_in;
use super::blow::{Blow, Style};
use super::options::{TWO_WEAPON_SIZE, TwoWeaponSize};
use super::strike::strike;
use super::{aim, figures, gear, state};
use crate::rules::model::block::d20::{Attack, Race, Size, Tag};
use crate::rules::ruleset::prelude::*;
use crate::rules::text::words;

/// Too small to wield more than a small weapon in one hand (`countdown.class.race`).
const HALFLING: Race = Race::new("Halfling");

pub const TWO_WEAPONS: DeedRule = DeedRule {
    rule: "countdown.attack.two-weapon",
    announced: |_, _| Some(Deed::Strike),
    concerns: |at| at.d20().is_ok_and(|d20| d20.block.is_character() && d20.figures.attacks.len() > 1),
    may: aim::may_attack,
    shape,
    check,
    choices,
    run: strike_twice,
    ..action(Deed::TwoWeapons)
};

fn shape(at: &At, offer: Offer) -> Offer {
    let pairs = pairs(at);
    let Some(&(_, second)) = pairs.first() else {
        return Offer::blocked(offer.deed, at.why(Refusal::BAD_WEAPON));
    };
    let mut with: Vec<u8> = pairs.iter().map(|(first, _)| *first).collect();
    with.dedup();
    let mut facts = aim::melee_facts(at);
    facts.insert(0, FactField::may(Fact::Second(second)));
    facts.extend([FactField::flag(Fact::Subdual), aim::insist()]);
    Offer { with, at: Targets { most: 2, ..aim::at_hand(at, about().melee_distance) }, facts, ..offer }
}

/// The candidates for the second weapon, by name.
fn choices(at: &At, act: &Act, fact: &Fact) -> Vec<(Text, Fact)> {
    if !matches!(fact, Fact::Second(_)) {
        return Vec::new();
    }
    let fits = |(first, _): &(u8, u8)| act.with.is_none_or(|with| with == *first);
    let pairs = pairs(at).into_iter().filter(fits);
    pairs.map(|(_, nth)| (words::means(at.e, act.who, Some(nth)).into(), Fact::Second(nth))).collect()
}

/// Checks that both are ready melee weapons that fit together, and their targets.
fn check(at: &At, act: &Act) -> Allowed {
    let d20 = at.d20()?;
    let (first, second) = hands(at, act).ok_or_else(|| at.why(Refusal::BAD_WEAPON))?;
    let lines = state::line(d20, first).zip(state::line(d20, second));
    let (one, other) = lines.filter(|_| first != second).ok_or_else(|| at.why(Refusal::BAD_WEAPON))?;
    for (nth, line) in [(first, one), (second, other)] {
        aim::may_use(at, line, nth, false)?;
        aim::flat(act, line)?;
    }
    if !go_together(at, one, other) {
        return at.no(at.why(Refusal::BAD_WEAPON).saying("one of the two must be small"));
    }
    for (whom, line) in targets(act).into_iter().zip([one, other]) {
        aim::target(at.e, &Act { at: vec![whom], ..act.clone() }, line)?;
    }
    at.unless(act.at.len() <= 2, Refusal::BAD_TARGET)
}

/// Whether one is small, or with the option smaller than the other, and neither needs both hands.
fn go_together(at: &At, one: &Attack, other: &Attack) -> bool {
    let size = |line: &Attack| figures::counted(line.size);
    let halfling = at.d20().is_ok_and(|d20| figures::race(&d20.block) == Some(HALFLING));
    let both_hands = |line: &Attack| line.has(Tag::TWO_HANDED) || (halfling && size(line) > Size::Small);
    let hands = both_hands(one) || both_hands(other);
    let fits = if TWO_WEAPON_SIZE.is(at.e, TwoWeaponSize::StrictlySmaller) {
        size(one) != size(other)
    } else {
        size(one) == Size::Small || size(other) == Size::Small
    };
    fits && !hands
}

/// The first and second weapon; the second defaults to the first that fits.
fn hands(at: &At, act: &Act) -> Option<(u8, u8)> {
    let first = act.with?;
    let partner = || pairs(at).into_iter().find(|(one, _)| *one == first).map(|(_, other)| other);
    Some((first, act.facts.second().or_else(partner)?))
}

/// Pairs of attack lines that can be first and second weapon.
fn pairs(at: &At) -> Vec<(u8, u8)> {
    let held: Vec<(u8, &Attack)> = state::lines(at)
        .filter(|(nth, line)| !gear::is_natural(line) && aim::may_use(at, line, *nth, false).is_ok())
        .collect();
    let pairs = held.iter().flat_map(|one| held.iter().map(move |other| (one, other)));
    pairs
        .filter(|(one, other)| one.0 != other.0 && go_together(at, one.1, other.1))
        .map(|(one, other)| (one.0, other.0))
        .collect()
}

/// Attacks with the first weapon, then with the second; each attack is fully resolved.
fn strike_twice(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let e = r.encounter();
    let at = At { e, c: e.who(act.who)? };
    let Some((first, second)) = hands(&at, act) else { return Ok(()) };
    r.emit(Event::Spent(act.who, Spending::Action));
    let hands = [(first, Style::First), (second, Style::Second)];
    for ((at, style), target) in hands.into_iter().zip(targets(act)) {
        let Some(line) = &state::own_line(r.encounter(), act.who, at) else { continue };
        let e = r.encounter();
        let able = |c: &Combatant| state::may_attack(e, c) && gear::is_ready(c, at);
        // An interrupt between the two may have felled either: nobody closes with the dead.
        if e.get(act.who).is_some_and(able) && e.get(target).is_some_and(state::is_there) {
            close_in(r, act, line, target);
            let blow = Blow { who: act.who, target, at, line, shoots: false, style, facts: &act.facts };
            strike(r, &blow)?;
        }
    }
    Ok(())
}

/// Targets of the first and second attack: the same, unless two are chosen.
fn targets(act: &Act) -> [CombatantId; 2] {
    let first = act.at.first().copied().unwrap_or(act.who);
    [first, act.at.get(1).copied().unwrap_or(first)]
}
