//! Initiative: a number for each creature, every round.

use super::options::{GROUPS, Groups, REROLL, Reroll};
use super::{figures, hold, holding, number, spell, state};
use crate::rules::model::block::d20::D20;
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::event::Rolled;
use crate::rules::model::ids::BlockId;
use crate::rules::model::window::Slot;
use crate::rules::ruleset::prelude::*;
use std::sync::Arc;

/// Modifier of the blinded (`countdown.condition.blinded`).
const BLIND: i32 = -2;

/// Rolls for every combatant that can act, in roster order, and sets the order (`countdown.initiative.roll`).
pub fn roll(r: &mut Resolution) -> Result<(), Stop> {
    spell::forget_last_round(r);
    let once = REROLL.is(r.encounter(), Reroll::Once);
    let rolls = |c: &Combatant| state::can_act(c) && !(once && c.number.is_some());
    let all = r.encounter().those(rolls);
    let mut shared: Vec<(Kind, (Option<i32>, Tally))> = Vec::new();
    for who in all {
        let kind = kind(r.encounter(), who);
        let known =
            shared.iter().find(|(other, _)| Some(*other) == kind).map(|(_, known)| known.clone());
        let (dice, added) = match known {
            Some(known) => known,
            None => {
                // What house rules add is the same for all that share the die.
                let own = quickness(r.encounter(), who);
                let ask = RollRequest::new(Purpose::Initiative, 1, 6).by(who).adding(own.clone());
                let rolled = r.throw(ask)?;
                (rolled.dice, rolled.tally.since(&own))
            }
        };
        shared.extend(kind.map(|kind| (kind, (dice, added.clone()))));
        let mut tally = quickness(r.encounter(), who);
        tally.append(&added);
        let rolled =
            Rolled { who: Some(who), dice, tally, ..Rolled::new(Purpose::Initiative, Outcome::Figure) };
        let number = rolled.total();
        r.rolled(rolled);
        r.emit(Event::Numbered(who, number));
    }
    let slots = holding::order(r.encounter());
    r.emit(Event::Ordered(Arc::new(slots)));
    Ok(())
}

/// Identical monsters of one side.
type Kind = (SideId, BlockId);

/// Key of combatants that share a die, with the option: identical monsters of one side
/// (`countdown.option.group-initiative`).
fn kind(e: &Encounter, who: CombatantId) -> Option<Kind> {
    let c = e.get(who)?;
    let monster = e.d20(who).is_ok_and(state::is_monster);
    let grouped = || GROUPS.is(e, Groups::IdenticalGroups);
    (monster && grouped()).then_some((c.side, c.block))
}

fn quickness(e: &Encounter, who: CombatantId) -> Tally {
    let (Ok(d20), Ok(c)) = (e.d20(who), e.who(who)) else { return Tally::new() };
    let mut tally = of_block(d20);
    if c.has(Condition::BLIND) {
        tally.add(Reason::BLIND, BLIND);
    }
    custom::add(&mut tally, c, Stat::Initiative);
    tally
}

/// Modifier of the block: its own, else Dexterity plus its race's bonus.
fn of_block(d20: &D20) -> Tally {
    if d20.block.init_mod.is_some() {
        return Tally::new().with(Reason::QUICKNESS, d20.figures.initiative);
    }
    let folk = figures::folk(&d20.block).map_or(0, |row| row.initiative);
    Tally::new().with(Reason::DEXTERITY, d20.figures.initiative - folk).with(Reason::FOLK, folk)
}

/// Skips the roll: keeps the order set by the referee, or orders by the numbers as they are.
pub fn as_it_stands(r: &mut Resolution) {
    spell::forget_last_round(r);
    if r.encounter().order.is_empty() {
        let slots = holding::order(r.encounter());
        r.emit(Event::Ordered(Arc::new(slots)));
    }
}

/// Sets the order given by the referee: the numbers follow it, and combatants or sides in one slot share a number
/// (`countdown.initiative.simultaneous`).
pub fn reorder(r: &mut Resolution, slots: &[Slot]) {
    let e = r.encounter();
    let whole: Vec<Slot> = slots
        .iter()
        .map(|slot| {
            let stands = |c: &&Combatant| slot.holds(c.id, c.side);
            let ones = e.all().filter(stands).map(|c| c.id).collect();
            Slot { score: slot.score, sides: Vec::new(), ones }
        })
        .collect();
    let numbers: Vec<(CombatantId, i32)> =
        whole.iter().flat_map(|slot| slot.ones.iter().map(|who| (*who, slot.score))).collect();
    // Slots that are behind, and the open one, keep their place.
    let kept: Vec<Slot> = e.order.iter().take(number::settled(e)).cloned().collect();
    let placed = |who: &CombatantId| kept.iter().any(|slot| slot.ones.contains(who));
    let mut ahead = whole;
    ahead.iter_mut().for_each(|slot| slot.ones.retain(|who| !placed(who)));
    ahead.retain(|slot| !slot.ones.is_empty());
    let held: Vec<CombatantId> = ahead.iter().flat_map(|slot| slot.ones.clone()).collect();
    let order = kept.into_iter().chain(ahead).collect();
    for (who, number) in numbers {
        r.emit(Event::Numbered(who, number));
    }
    r.emit(Event::Ordered(Arc::new(order)));
    held.into_iter().for_each(|who| hold::end(r, who));
}
