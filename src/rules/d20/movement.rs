//! One move: distance, direction, and whether it makes contact.

use super::relations::Way;
use super::state::{ask_distance, foes, known_distance, said_feet};
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::about::About;
use crate::rules::ruleset::prelude::*;

/// Returns whom it may move toward, and an optional field for the distance: those up first, foes before others, the
/// nearest first.
pub fn destinations(
    about: &About,
    at: &At,
    mut others: Vec<&Combatant>,
) -> (Targets, Option<FactField>) {
    let At { e, c } = *at;
    let far = |other| e.between(c, other).map_or(i32::MAX, Tenths::up);
    others.sort_by_cached_key(|other| (!other.is_up(), !foes(c, other), far(other), other.id));
    let asked = ask_distance(about, e, c, &others).map(|field| FactField { needed: false, ..field });
    let ids: Vec<CombatantId> = others.iter().map(|other| other.id).collect();
    (Targets { most: ids.len(), least: 0, ids }, asked)
}

/// Offers movement of up to `most` feet, toward the others, nearest first, or away. If it `flees`, away is the default
/// and contact is not offered.
pub fn ways(
    about: &About,
    at: &At,
    offer: Offer,
    others: Vec<&Combatant>,
    most: i32,
    flees: bool,
) -> Offer {
    let (ids, far) = destinations(about, at, others);
    let feet = FactField { stands: flees, ..FactField::number(Fact::Feet(most), 0, most) };
    let contact = (!flees).then(|| FactField::flag(Fact::Contact));
    let away = FactField { stands: flees, ..FactField::flag(Fact::Away) };
    Offer {
        at: ids,
        facts: [feet].into_iter().chain(contact).chain([away]).chain(far).collect(),
        ..offer
    }
}

/// Checks that it moves no farther than it may, not toward itself, and far enough for contact.
///
/// # Errors
/// `bad-target`, `moved-too-far`.
pub fn check_way(about: &About, at: &At, act: &Act, feet: i32, most: i32) -> Allowed {
    at.unless(!act.at.contains(&at.c.id), Refusal::BAD_TARGET)?;
    if !(0..=most).contains(&feet) {
        return at.no(Refusal::MOVED_TOO_FAR.saying(format!("{feet}' requested, {most}' left")));
    }
    check_contact(about, at, act, feet)
}

/// Checks that a combatant backing off has room behind it.
///
/// # Errors
/// `barred`.
pub fn check_room_behind(at: &At, act: &Act) -> Allowed {
    at.unless(!act.facts.has(&Fact::NoRoom), Refusal::BARRED.saying("no clear space behind it"))
}

/// Returns the distance in feet: as known, otherwise as stated.
pub fn known(about: &About, e: &Encounter, act: &Act, other: CombatantId) -> Option<i32> {
    known_distance(about, e, act.who, other).or_else(|| said_feet(&act.facts))
}

/// Returns the feet that it moves: as stated, otherwise what contact needs, otherwise all it may.
pub fn feet(about: &About, e: &Encounter, act: &Act, most: i32) -> i32 {
    let needed = || {
        let target = act.target().filter(|_| act.facts.has(&Fact::Contact))?;
        Some((known(about, e, act, target)? - about.melee_distance).max(0))
    };
    act.facts.feet().or_else(needed).unwrap_or(most)
}

/// Checks that the feet suffice for melee with all it means to reach.
///
/// # Errors
/// `moved-too-far`.
pub fn check_contact(about: &About, at: &At, act: &Act, feet: i32) -> Allowed {
    let meant = act.at.iter().filter(|_| act.facts.has(&Fact::Contact));
    let gaps = meant.map(|foe| known(about, at.e, act, *foe).unwrap_or(0) - about.melee_distance);
    match gaps.max().filter(|gap| *gap > feet) {
        Some(gap) => {
            at.no(Refusal::MOVED_TOO_FAR.saying(format!("{gap}' away, but it moves only {feet}'")))
        }
        None => Ok(()),
    }
}

/// Returns the direction of the move.
pub fn way(act: &Act, feet: i32) -> Way {
    match (act.facts.has(&Fact::Contact), act.facts.has(&Fact::Away) || act.deed == Deed::Withdraw) {
        (true, _) => Way::Contact,
        (_, true) => Way::Away(feet),
        (_, false) => Way::Toward(feet),
    }
}

/// Returns the act's targets with their distances in feet.
pub fn named(about: &About, e: &Encounter, act: &Act) -> Vec<(CombatantId, Option<i32>)> {
    act.at.iter().map(|id| (*id, known(about, e, act, *id))).collect()
}

/// Returns the feet it has moved this round.
pub fn moved(c: &Combatant) -> i32 {
    i32::try_from(c.spent.moved.unwrap_or(0)).unwrap_or(i32::MAX)
}

/// Checks that some of the movement is `left`, in feet.
///
/// # Errors
/// `already-moved`; `moved-too-far`: it has none.
pub fn check_left(at: &At, left: i32) -> Allowed {
    match left {
        1.. => Ok(()),
        _ if at.c.spent.moved.is_some() => at.no(Refusal::ALREADY_MOVED),
        _ => at.no(Refusal::MOVED_TOO_FAR.saying("its movement is 0")),
    }
}

/// Offers to back off by up to `most` feet, unless there is no room.
pub fn back_off_form(offer: Offer, most: i32) -> Offer {
    let feet = FactField::number(Fact::Feet(most), 0, most);
    Offer { facts: vec![feet, FactField::flag(Fact::NoRoom)], ..offer }
}

/// Records movement as spent.
pub fn spend(r: &mut Resolution, who: CombatantId, feet: i32) {
    r.emit(Event::Spent(who, Spending::Move(u32::try_from(feet).unwrap_or(0))));
}
