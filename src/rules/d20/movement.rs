//! One move: how far, toward whom or away, and whether the feet suffice for contact.

use super::relations::Way;
use super::state::{ask_distance, foes, known_distance, said_feet};
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Deed, Fact};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::Refusal;
use crate::rules::model::event::{Event, Spending};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::{FactField, Offer, Targets};
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::about::About;
use crate::rules::ruleset::deed::{Allowed, At};

/// Whom it may move toward: foes that are up first, the nearest of them before the others; and the field that asks
/// how far off they are, which may stay open.
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

/// Toward which of the others, the nearest first, or away, up to so many feet; whoever `flees` goes away.
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

/// Checks that it goes no farther than it may, to others than itself, and that the feet suffice for contact.
///
/// # Errors
/// `bad-target`, `moved-too-far`.
pub fn check_way(about: &About, at: &At, act: &Act, feet: i32, most: i32) -> Allowed {
    at.unless(!act.at.contains(&at.c.id), Refusal::BAD_TARGET)?;
    if !(0..=most).contains(&feet) {
        return at.no(Refusal::MOVED_TOO_FAR.saying(format!("{feet}', it may go {most}'")));
    }
    check_contact(about, at, act, feet)
}

/// Checks that there is room behind whoever backs off.
///
/// # Errors
/// `barred`.
pub fn check_room_behind(at: &At, act: &Act) -> Allowed {
    at.unless(!act.facts.has(&Fact::NoRoom), Refusal::BARRED.saying("no clear space behind it"))
}

/// The feet to somebody: as known, else as said.
pub fn known(about: &About, e: &Encounter, act: &Act, other: CombatantId) -> Option<i32> {
    known_distance(about, e, act.who, other).or_else(|| said_feet(&act.facts))
}

/// The feet it goes: as said, else what contact needs, else all it may.
pub fn feet(about: &About, e: &Encounter, act: &Act, most: i32) -> i32 {
    let needed = || {
        let target = act.target().filter(|_| act.facts.has(&Fact::Contact))?;
        Some((known(about, e, act, target)? - about.melee_distance).max(0))
    };
    act.facts.feet().or_else(needed).unwrap_or(most)
}

/// Checks that with so many feet it comes into melee with all those it means to.
///
/// # Errors
/// `moved-too-far`.
pub fn check_contact(about: &About, at: &At, act: &Act, feet: i32) -> Allowed {
    let meant = act.at.iter().filter(|_| act.facts.has(&Fact::Contact));
    let gaps = meant.map(|foe| known(about, at.e, act, *foe).unwrap_or(0) - about.melee_distance);
    match gaps.max().filter(|gap| *gap > feet) {
        Some(gap) => at.no(Refusal::MOVED_TOO_FAR.saying(format!("{gap}' to go, it moves {feet}'"))),
        None => Ok(()),
    }
}

/// Which way it goes.
pub fn way(act: &Act, feet: i32) -> Way {
    match (act.facts.has(&Fact::Contact), act.facts.has(&Fact::Away) || act.deed == Deed::Withdraw) {
        (true, _) => Way::Contact,
        (_, true) => Way::Away(feet),
        (_, false) => Way::Toward(feet),
    }
}

/// Those it names, each with the feet to them.
pub fn named(about: &About, e: &Encounter, act: &Act) -> Vec<(CombatantId, Option<i32>)> {
    act.at.iter().map(|id| (*id, known(about, e, act, *id))).collect()
}

/// Feet it has gone this round.
pub fn moved(c: &Combatant) -> i32 {
    i32::try_from(c.spent.moved.unwrap_or(0)).unwrap_or(i32::MAX)
}

/// Feet are spent.
pub fn spend(r: &mut Resolution, who: CombatantId, feet: i32) {
    r.emit(Event::Spent(who, Spending::Move(u32::try_from(feet).unwrap_or(0))));
}
