//! Morale: triggers, the check, broken combatants.

use super::options::{MORALE, MORALE_BY};
use super::{declare, state};
use crate::rules::d20::group::{Group, Grouping};
use crate::rules::d20::group_morale::GroupMorale;
use crate::rules::d20::morale;
use crate::rules::d20::state::bears_morale;
use crate::rules::model::window::Slot;
use crate::rules::ruleset::prelude::*;
use std::ops::RangeInclusive;

/// The range of the referee's adjustment (`bx.morale.adjustment`).
pub const ADJUSTMENT: RangeInclusive<i32> = -2..=2;

/// Group morale: a lone monster has no half to lose (R11), and the adjustment does not apply to scores of 2 and 12
/// (`bx.morale.adjustment`).
pub const GROUPS: GroupMorale = GroupMorale {
    grouping: Grouping { by: &MORALE_BY },
    option: &MORALE,
    counted: &[],
    counts: |e, c| bears_morale(e, c).is_some(),
    is_halved: |members, strayed| {
        members.len() > 1 && morale::half_lost(members, strayed, is_out_of_action)
    },
    shaken: |_, _| {},
    score: |_, _, own, adjustment| Some(own + adjustment),
    flee,
};

/// Whether it is dead, paralysed, petrified, asleep or the like; those that fled do not count (`bx.morale.half-down`).
fn is_out_of_action(c: &Combatant) -> bool {
    match c.standing {
        Standing::Dead | Standing::Down => true,
        Standing::Up => !state::is_able(c),
        Standing::Fled | Standing::Surrendered | Standing::Gone => false,
    }
}

/// Returns the first group with a check due in the slot. With a slot per combatant, the check comes in the slot of the
/// group's first member that can act and has a score (R20).
pub fn due(e: &Encounter, slot: &Slot) -> Option<Group> {
    if !GROUPS.is_on(e) {
        return None;
    }
    let waits = |group: &Group| GROUPS.is_shaken(e, *group) || !GROUPS.unwilling(e, *group).is_empty();
    let comes = |group: &Group| {
        let bears = |c: &Combatant| state::can_act(c) && state::bears_morale(e, c).is_some();
        let has_slot = |c: &Combatant| slot.ones.contains(&c.id) && bears(c);
        slot.sides.contains(&group.side) || group.members(e).any(has_slot)
    };
    GROUPS.grouping.all(e).into_iter().filter(comes).find(waits)
}

/// Makes it flee; in melee that is an undeclared retreat starting now (`bx.morale.break`).
fn flee(r: &mut Resolution, who: CombatantId) {
    declare::undo(r, who);
    r.begin(who, Condition::FLEEING, None);
    run(r, who);
}

/// Does the same for a combatant put to flight by the referee's command.
pub fn on_fleeing(r: &mut Resolution, who: CombatantId) {
    if !r.encounter().has(who, Condition::RETREATING) {
        run(r, who);
    }
}

fn run(r: &mut Resolution, who: CombatantId) {
    declare::undo(r, who);
    let e = r.encounter();
    if e.get(who).is_some_and(|c| state::in_melee(e, c)) {
        declare::retreat(r, who);
        declare::expose(r, who);
    }
}
