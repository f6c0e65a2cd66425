//! Initiative: a die for each player's character and for each group of the referee's, once an encounter.

use super::counter;
use super::options::{PARTY_INITIATIVE, REROLL};
use super::{about, groups, sequence, state};
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::dice::{Purpose, RollRequest};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Bearer, Event, Stop};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::window::Slot;
use std::sync::Arc;

/// Those who share one die.
struct Party {
    roller: Roller,
    members: Vec<CombatantId>,
}

#[derive(Clone, Copy)]
enum Roller {
    One(CombatantId),
    Side(SideId),
}

/// Everybody who shares a die: players' characters, then the other groups on their side, then everybody else, each
/// in the order of the roster; with the option, one die for the players' side (`zero.initiative.roll`,
/// `zero.option.party-initiative`).
fn parties(e: &Encounter) -> Vec<Party> {
    let with_players = |side: SideId| e.all().any(|c| c.side == side && groups::is_player(e, c));
    let together = about().on(e, PARTY_INITIATIVE);
    let group = |c: &Combatant| {
        let members = groups::members(e, c).map(|c| c.id).collect();
        Party { roller: Roller::One(c.id), members }
    };
    let whole = |side: SideId| {
        let members = e.all().filter(|c| c.side == side).map(|c| c.id).collect();
        Party { roller: Roller::Side(side), members }
    };
    let rank = |c: &&Combatant| match (groups::is_player(e, c), with_players(c.side)) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    };
    let mut leaders: Vec<&Combatant> = groups::leaders(e).collect();
    leaders.sort_by_key(rank);
    let sides = e.side_ids().filter(|side| together && with_players(*side));
    let single = leaders.into_iter().filter(|c| !(together && with_players(c.side)));
    sides.map(whole).chain(single.map(group)).collect()
}

/// Rolls for everybody who needs a number, and puts them in order (`zero.initiative.order`).
pub fn roll(r: &mut Resolution) -> Result<(), Stop> {
    let e = r.encounter();
    let again = about().on(e, REROLL) || e.sides.iter().any(|s| s.count(counter::REROLL_DUE) > 0);
    let able = |who: &CombatantId| e.get(*who).is_some_and(state::is_able);
    let parties: Vec<Party> = parties(e).into_iter().filter(|p| p.members.iter().any(able)).collect();
    for party in parties {
        let own = |who: &CombatantId| r.encounter().get(*who).and_then(|c| c.number);
        let known = party.members.iter().find_map(own).filter(|_| !again);
        let lacking = party.members.iter().any(|who| own(who).is_none());
        let number = match known {
            Some(_) if !lacking => continue,
            Some(number) => number,
            None => die(r, party.roller)?,
        };
        let e = r.encounter();
        let lacks = |who: &CombatantId| again || e.get(*who).is_some_and(|c| c.number.is_none());
        let numbered: Vec<CombatantId> = party.members.iter().copied().filter(lacks).collect();
        for who in numbered {
            r.emit(Event::Numbered(who, number));
        }
    }
    settle(r);
    Ok(())
}

fn die(r: &mut Resolution, roller: Roller) -> Result<i32, Stop> {
    let ask = RollRequest::new(Purpose::Initiative, 1, 6);
    r.figure(match roller {
        Roller::One(who) => ask.by(who),
        Roller::Side(side) => ask.by_side(side),
    })
}

/// The order by the numbers as they are; no further dice are due.
pub fn settle(r: &mut Resolution) {
    let e = r.encounter();
    let due: Vec<SideId> = e
        .side_ids()
        .filter(|side| e.side(*side).is_some_and(|side| side.count(counter::REROLL_DUE) > 0))
        .collect();
    for side in due {
        r.emit(Event::Counted(Bearer::Side(side), counter::REROLL_DUE, 0));
    }
    let order = sequence::order(r.encounter());
    if *r.encounter().order != order {
        r.emit(Event::Ordered(Arc::new(order)));
    }
}

/// Everybody rolls again before the next round (`zero.initiative.reroll-after-escape`).
pub fn roll_again(r: &mut Resolution) {
    r.emit(Event::Counted(Bearer::Side(SideId(0)), counter::REROLL_DUE, 1));
}

/// The referee sets the order: the numbers follow it.
pub fn reorder(r: &mut Resolution, slots: &[Slot]) {
    let e = r.encounter();
    let numbers: Vec<(CombatantId, i32)> = slots
        .iter()
        .flat_map(|slot| e.all().filter(|c| slot.holds(c.id, c.side)).map(|c| (c.id, slot.score)))
        .collect();
    for (who, number) in numbers {
        r.emit(Event::Numbered(who, number));
    }
    let order = sequence::order(r.encounter());
    r.emit(Event::Ordered(Arc::new(order)));
}
