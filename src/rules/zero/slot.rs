//! The slots of a round: who acts in which, and who owes an act.

use super::routine::Tier;
use super::{declare, routine, speed, state};
use crate::rules::model::window::{Place, Slot, Whose};
use crate::rules::ruleset::prelude::*;

pub const INITIATIVE: Place = Place::new(-3, 0);

/// Whether the order of this round is settled.
pub fn has_its_order(e: &Encounter) -> bool {
    e.round > 0 && e.place > INITIATIVE
}

/// Returns the slots by the current numbers, the highest first.
pub fn order(e: &Encounter) -> Vec<Slot> {
    let mut numbers: Vec<i32> = e.all().filter_map(|c| c.number).collect();
    numbers.sort_unstable_by_key(|number| std::cmp::Reverse(*number));
    numbers.dedup();
    let ones = |score| e.all().filter(|c| c.number == Some(score)).map(|c| c.id).collect();
    numbers.into_iter().map(|score| Slot { score, sides: Vec::new(), ones: ones(score) }).collect()
}

/// Whether some of its attacks this round fall in that tier.
pub fn belongs(at: &At, tier: Tier) -> bool {
    let hasted = || routine::began_hasted(at);
    let twice = || routine::strikes_first_and_last(at);
    let early = || twice() && routine::began_engaged(at);
    match tier {
        Tier::Hasted => hasted(),
        Tier::Opening => !hasted() && early(),
        Tier::Ordinary => !hasted() && (!early() || routine::has_middle_blows(at)),
        Tier::Closing => twice(),
    }
}

/// Whether it has declared a withdrawal and still has to back off, after its last attack.
fn has_yet_to_back_off(at: &At, tier: Tier) -> bool {
    at.c.has(Condition::WITHDRAWING)
        && speed::may_go(at).is_ok()
        && state::in_melee(at.e, at.c)
        && speed::has_feet_left(at, Deed::Withdraw).is_ok()
        && (tier == Tier::Closing || !routine::strikes_first_and_last(at))
}

/// Whether it has something to do in that tier.
pub fn acts_in(e: &Encounter, c: &Combatant, tier: Tier) -> bool {
    let at = At { e, c };
    // A combatant that passed in its opening batch may still do something else in its ordinary slot.
    let late = || tier == Tier::Ordinary && !routine::began_hasted(&at) && state::attacks_made(c) == 0;
    let owes = || routine::has_blows(&at, tier) || has_yet_to_back_off(&at, tier);
    !c.spent.acted && (belongs(&at, tier) || late()) && owes()
}

/// Whether one of its slots this round is open or still to come.
pub fn has_slot_ahead(e: &Encounter, who: CombatantId) -> bool {
    let Some(c) = e.get(who).filter(|c| state::can_act(c)) else { return false };
    let Some(number) = c.number else { return false };
    let passed = e.window().is_some_and(|window| window.has_passed(who));
    Tier::ALL.into_iter().any(|tier| {
        let place = tier.place(number);
        (place > e.place || (place == e.place && !passed)) && acts_in(e, c, tier)
    })
}

/// Whether the combatant has something to do in that window.
pub fn owes(e: &Encounter, window: &Window, who: CombatantId) -> bool {
    let Some(c) = e.get(who).filter(|c| state::can_act(c)) else { return false };
    match (window.phase, window.whose) {
        (Phase::Declare, _) => declare::can_declare(&At { e, c }),
        (Phase::Number, Whose::One(one)) => {
            one == who && !c.spent.acted && routine::has_blows(&At { e, c }, Tier::Hasted)
        }
        (Phase::Number, _) => {
            let its_number = c.number == Some(-window.place.order);
            its_number && Tier::of(window).is_some_and(|tier| acts_in(e, c, tier))
        }
        _ => false,
    }
}

/// Whether the current slot is one of its own.
pub fn has_had_its_slot(e: &Encounter, c: &Combatant) -> bool {
    let at = At { e, c };
    let mine = |tier: &Tier| c.number.is_some_and(|number| tier.place(number) == e.place);
    Tier::ALL.iter().any(|tier| mine(tier) && belongs(&at, *tier))
}

/// As a closing batch opens, discards the attacks of earlier batches that were not made
/// (`zero.initiative.first-and-last`).
pub fn lose_first_blows(r: &mut Resolution, window: &Window) {
    if Tier::of(window) != Some(Tier::Closing) {
        return;
    }
    let e = r.encounter();
    let late = e.all().filter(|c| owes(e, window, c.id)).filter_map(|c| {
        let all = routine::planned(&At { e, c });
        let (_, _, last) = routine::split(e, all);
        let left = state::attacks_made(c).saturating_add(last);
        (left < all).then_some((c.id, left))
    });
    let late: Vec<(CombatantId, u8)> = late.collect();
    late.into_iter().for_each(|(who, blows)| routine::fix(r, who, blows));
}
