//! Replaces the stat block of a combatant in the fight.

use super::{admit, block_id, max_hp};
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::d20::Spell;
use crate::rules::model::block::line::LineAt;
use crate::rules::model::combatant::{Combatant, Gear, StatBlock, Thing, Vitals, same_place};
use crate::rules::model::condition::Figure;
use crate::rules::model::effect::Effect;
use crate::rules::model::event::{Event, Stop};
use crate::rules::model::ids::{CombatantId, Text};
use crate::rules::model::supply::Supply;
use crate::rules::ruleset::Ruleset;

/// Replaces the stat block: whatever differs between the blocks is updated, and anything else set or changed since is
/// kept.
pub(super) fn reshape(
    rules: &dyn Ruleset,
    r: &mut Resolution,
    who: CombatantId,
    block: &StatBlock,
) -> Result<(), Stop> {
    let block = admit(rules, block)?;
    let c = r.encounter().who(who)?.clone();
    let Some(old) = r.encounter().block(c.block).cloned() else { return Ok(()) };
    let most = updated(&max_hp(&old), max_hp(&block), c.vitals.max());
    let left = spells_left(&c, old.spells(), block.spells());
    let supplies = changed_supplies(&c.supplies, old.supplies(), block.supplies());
    let gear = moved_gear(&c.gear, &old.lines(), &block.lines());
    let pointing = moved_effects(&c, &old, &block);
    let block = block_id(r, block);
    r.emit(Event::Reshaped(who, block, most));
    // The unhurt stay unhurt at any maximum, and hit points above the new maximum are lowered to it.
    if matches!(c.vitals, Vitals::HitPoints { now, max } if now > most || (now == max && now < most)) {
        r.emit(Event::HpSet(who, most));
    }
    if left != c.spells {
        r.emit(Event::Memorised(who, left));
    }
    supplies.into_iter().for_each(|supply| r.emit(Event::Supplied(who, Box::new(supply))));
    gear.into_iter().for_each(|(thing, gear)| r.emit(Event::Geared(who, thing, gear)));
    pointing.into_iter().for_each(|event| r.emit(event));
    Ok(())
}

/// Keeps the current value unless the new block differs from the old.
fn updated<T: PartialEq>(old: &T, new: T, now: T) -> T {
    if *old == new { now } else { new }
}

/// Returns the copies left of the new block's spells: as before, or with the used copies deducted from a changed
/// number.
fn spells_left(c: &Combatant, old: &[Spell], new: &[Spell]) -> Vec<u8> {
    let left = |spell: &Spell| {
        let at = old.iter().position(|had| had.name == spell.name)?;
        let (had, left) = (old[at].copies?, c.spells.get(at).copied().unwrap_or(0));
        let copies = spell.copies.unwrap_or(0);
        Some(if had == copies { left } else { copies.saturating_sub(had.saturating_sub(left)) })
    };
    new.iter().map(|spell| left(spell).unwrap_or(spell.copies.unwrap_or(0))).collect()
}

/// Returns the supplies that differ in the new block, field by field; those it lacks are no longer counted.
fn changed_supplies(now: &[Supply], old: &[Supply], new: &[Supply]) -> Vec<Supply> {
    let gone = old.iter().filter(|had| !new.iter().any(|supply| supply.name == had.name));
    let gone = gone.map(|had| Supply { most: 0, used: 0, ..had.clone() });
    let find = |among: &[Supply], name: &Text| among.iter().find(|had| had.name == *name).cloned();
    let changed = new.iter().filter(|supply| !old.contains(supply)).map(|supply| {
        let Some((had, now)) = find(old, &supply.name).zip(find(now, &supply.name)) else {
            return supply.clone();
        };
        let most = updated(&had.most, supply.most, now.most);
        let same = had.used == supply.used && had.most == supply.most;
        let used = if same { now.used } else { supply.used };
        let by = updated(&had.by, supply.by.clone(), now.by);
        Supply { name: supply.name.clone(), most, used, by }
    });
    gone.chain(changed).collect()
}

/// The index of a line of its own, by its position.
fn own(position: u8) -> Option<u8> {
    if let LineAt::Own(at) = position.into() { Some(at) } else { None }
}

/// Moves the state of weapons to the new positions of their attack lines; those of missing lines are reset.
fn moved_gear(now: &[(Thing, Gear)], old: &[Text], new: &[Text]) -> Vec<(Thing, Gear)> {
    let line = |thing: &Thing| match thing {
        Thing::Line(line) => own(*line),
        Thing::Armour => None,
    };
    let lines = || now.iter().filter_map(|(thing, gear)| Some((line(thing)?, *gear)));
    let moved: Vec<(u8, Gear)> =
        lines().filter_map(|(at, gear)| Some((same_place(old, new, at)?, gear))).collect();
    let left = lines().filter(|(at, _)| moved.iter().all(|(now, _)| now != at));
    let left = left.map(|(at, _)| (Thing::Line(at), Gear::default()));
    let moved = moved.iter().map(|(at, gear)| (Thing::Line(*at), *gear));
    left.chain(moved.filter(|thing| !now.contains(thing))).collect()
}

/// Updates effects whose value is the index of an attack line or spell, and ends those whose line or spell is gone.
fn moved_effects(c: &Combatant, old: &StatBlock, new: &StatBlock) -> Vec<Event> {
    let names = |spells: &[Spell]| spells.iter().map(|spell| spell.name.clone()).collect::<Vec<_>>();
    let event = |effect: &Effect| {
        let at = u8::try_from(effect.value).ok().and_then(own)?;
        let now = match effect.condition.figure {
            Figure::Line => same_place(&old.lines(), &new.lines(), at),
            Figure::Spell => same_place(&names(old.spells()), &names(new.spells()), at),
            _ => return None,
        };
        match now {
            Some(now) if now == at => None,
            Some(now) => {
                let moved = Effect { value: now.into(), ..effect.clone() };
                Some(Event::Afflicted(c.id, Box::new(moved)))
            }
            None => Some(Event::relieved(c.id, effect, false)),
        }
    };
    c.effects.iter().filter_map(event).collect()
}
