//! Arrivals of combatants.

use super::{MOST_AT_ONCE, admit, block_id, max_hp, update_melee};
use crate::rules::engine::resolution::Resolution;
use crate::rules::engine::temporary;
use crate::rules::model::combatant::{Combatant, Spent, Standing, StatBlock, Vitals};
use crate::rules::model::command::Arrival;
use crate::rules::model::counter::Counters;
use crate::rules::model::dice::{DiceExpr, Purpose, RollRequest};
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::effects::Effects;
use crate::rules::model::event::{Event, Outcome, Rolled, Stop};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::tally::Reason;
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::{After, Ruleset};

/// Adds that many copies of an arrival.
pub(in crate::rules) fn reinforce(
    rules: &dyn Ruleset,
    r: &mut Resolution,
    who: &Arrival,
    count: u32,
) -> Result<(), Stop> {
    (0..count.min(MOST_AT_ONCE)).try_for_each(|_| arrive(rules, r, who))
}

pub(super) fn arrive(rules: &dyn Ruleset, r: &mut Resolution, arrival: &Arrival) -> Result<(), Stop> {
    let block = admit(rules, &arrival.block)?;
    let memorised: Vec<u8> = block.spells().iter().map(|spell| spell.copies.unwrap_or(0)).collect();
    let spells = arrival.spells.clone().filter(|left| left.len() == memorised.len());
    let spells = spells.unwrap_or(memorised);
    let supplies = arrival.supplies.clone().unwrap_or_else(|| block.supplies().to_vec());
    let vitals = initial_vitals(r, &block, arrival)?;
    let id = arrival.id.unwrap_or_else(|| r.encounter().next_combatant());
    let (name, e) = (arrival.name.trim(), r.encounter());
    // One from the record has its name from there.
    let recorded = arrival.id.is_some() && !e.has_name(name);
    let combatant = Combatant {
        id,
        name: if recorded { name.into() } else { e.free_name(name) },
        side: arrival.side,
        block: block_id(r, block),
        vitals,
        standing: Standing::Up,
        effects: Effects::default(),
        spent: Spent::default(),
        counters: Counters::default(),
        supplies,
        ongoing: None,
        number: None,
        clock: 0,
        turns: (0, 0),
        threatens: Vec::new(),
        threatened_by: Vec::new(),
        distances: Vec::new(),
        place: None,
        strayed: false,
        spells,
        gear: Vec::new(),
        lent: Vec::new(),
        rank: arrival.rank,
        stance: None,
        sight: arrival.sight,
        hand: None,
        own: None,
        notes: Vec::new(),
    };
    let who = combatant.id;
    r.emit(Event::Joined(Box::new(combatant)));
    if let Some(far) = arrival.far {
        place_arrival(rules, r, who, far, arrival.behind);
    }
    rules.follow(r, After::Joined(who));
    match vitals {
        Vitals::HitPoints { now, .. } if now <= 0 => rules.set_hp(r, who, now),
        Vitals::Wounds(_) if arrival.hp.is_some_and(|wounds| wounds > 0) => {
            rules.set_hp(r, who, arrival.hp.unwrap_or(0));
        }
        _ => {}
    }
    if arrival.temporary > 0 {
        let pool = r.effect(Condition::TEMPORARY_HP, None);
        temporary::give(r, who, Effect { value: arrival.temporary, ..pool });
    }
    Ok(())
}

/// Places an arrival, if distances are tracked: at the given distance from the foe nearest to its side's start, or
/// behind the farthest foe. Within melee distance the two are engaged.
fn place_arrival(rules: &dyn Ruleset, r: &mut Resolution, who: CombatantId, far: Tenths, behind: bool) {
    let e = r.encounter();
    let Some(c) = e.get(who).filter(|_| e.is_measured()) else { return };
    let foes = e.foes(c).filter_map(|foe| Some((e.between(c, foe)?, foe.id)));
    let Some((_, foe)) = (if behind { foes.max() } else { foes.min() }) else { return };
    let event = match behind {
        true => e.stands_beside(who, foe, far, true, &[who]),
        false => e.stands_off(who, foe, far),
    };
    r.emit(event);
    update_melee(rules, r, who, foe, far);
}

/// Returns the vitals on arrival: unhurt, unless stated otherwise.
fn initial_vitals(r: &mut Resolution, block: &StatBlock, arrival: &Arrival) -> Result<Vitals, Stop> {
    if matches!(block, StatBlock::Wounds(_)) {
        return Ok(Vitals::Wounds(0));
    }
    let max = match (arrival.most, arrival.dice) {
        (Some(most), _) => most,
        (None, Some(dice)) => roll_max_hp(r, arrival.side, dice)?,
        (None, None) => max_hp(block),
    };
    Ok(Vitals::HitPoints { now: arrival.hp.unwrap_or(max), max })
}

/// Rolls maximum hit points, at least 1; by machine or typed, as for the side's other dice.
fn roll_max_hp(r: &mut Resolution, side: SideId, dice: DiceExpr) -> Result<i32, Stop> {
    let mut ask = RollRequest::new(Purpose::HitPoints, dice.count, dice.sides);
    ask.side = Some(side);
    ask.tally.add(Reason::BASE, dice.plus);
    let most = r.roll(ask)?.total().saturating_add(dice.plus).max(1);
    let rolled = Rolled::new(Purpose::HitPoints, Outcome::Figure);
    r.rolled(Rolled { side: Some(side), dice: Some(most), ..rolled });
    Ok(most)
}
