//! The morale of whole sides: the first death and the loss of half shake a side, it checks once for both, and after two
//! checks passed no more; members that never fight are asked once.

use super::morale::{
    self, CRAVEN, FEARLESS, FLEE_OR_SURRENDER, MET, able, break_up, hold, is_due, is_steadfast,
    may_shake, not_checked, roll, trigger,
};
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::counter::Counter;
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Stop;
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::ruleset::about::About;

/// Checks passed after which a side makes no more (`bx.morale.two-successes`, `house.morale.two-passes`).
const STEADFAST_AFTER: i32 = 2;
/// What shakes a side (`bx.morale.first-death`, `bx.morale.half-down`, `house.morale.triggers`).
const TRIGGERS: [Counter; 2] = [Counter::FIRST_DEATH, Counter::HALF_DOWN];

/// What a ruleset says of the morale of its sides.
pub struct SideMorale {
    /// The ruleset's About page.
    pub about: fn() -> &'static About,
    /// The option that has morale checked at all.
    pub option: &'static str,
    /// Members whose fall shakes the others.
    pub members: for<'a> fn(&'a Encounter, SideId) -> Vec<&'a Combatant>,
    /// Whether half of those are lost.
    pub is_halved: fn(&[&Combatant]) -> bool,
    /// The side has just been shaken.
    pub shaken: fn(&mut Resolution, SideId),
    /// The score of a member as it counts now, from its own and the referee's adjustment; `None`: it is not tested.
    pub score: fn(&Encounter, &Combatant, i32, i32) -> Option<i32>,
    /// It runs from now on.
    pub flee: fn(&mut Resolution, CombatantId),
}

impl SideMorale {
    /// Whether morale is checked at all.
    pub fn is_on(&self, e: &Encounter) -> bool {
        (self.about)().on(e, self.option)
    }

    /// After a command: what shakes a side is remembered from the moment it happens (`bx.morale.step`).
    pub fn note_triggers(&self, r: &mut Resolution) {
        if !r.changes().iter().any(may_shake) || !self.is_on(r.encounter()) {
            return;
        }
        for side in r.encounter().side_ids() {
            let members = (self.members)(r.encounter(), side);
            let dead = members.iter().any(|c| c.standing == Standing::Dead);
            let halved = (self.is_halved)(&members);
            let before = is_due(r.encounter(), side, &TRIGGERS);
            for (_, counter) in [dead, halved].into_iter().zip(TRIGGERS).filter(|(holds, _)| *holds) {
                trigger(r, side, counter);
            }
            if !before && is_due(r.encounter(), side, &TRIGGERS) {
                (self.shaken)(r, side);
            }
        }
    }

    /// Members that stand or break at the next check, each with its score as it counts then.
    fn tested(&self, e: &Encounter, side: SideId, adjustment: i32) -> Vec<(CombatantId, i32)> {
        let able = able((self.about)(), e, side).filter(|(_, own)| *own != FEARLESS && *own != CRAVEN);
        able.filter_map(|(c, own)| Some((c.id, (self.score)(e, c, own, adjustment)?))).collect()
    }

    /// Whether something has shaken the side, and it has a check to make.
    pub fn is_shaken(&self, e: &Encounter, side: SideId) -> bool {
        is_due(e, side, &TRIGGERS)
            && !is_steadfast(e, side, STEADFAST_AFTER)
            && !self.tested(e, side, 0).is_empty()
    }

    /// Members that never fight, each until it was asked once whether they are cornered
    /// (`house.morale.two-passes`).
    pub fn unwilling(&self, e: &Encounter, side: SideId) -> Vec<CombatantId> {
        let craven = able((self.about)(), e, side)
            .filter(|(c, score)| *score == CRAVEN && c.count(Counter::UNWILLING) == 0);
        craven.map(|(c, _)| c.id).collect()
    }

    /// What waited is met: the triggers, for which one roll serves (`bx.morale.check`), and the question whether the
    /// unwilling fight.
    fn meet(&self, r: &mut Resolution, side: SideId) {
        morale::meet(r, side, &TRIGGERS);
        for who in self.unwilling(r.encounter(), side) {
            r.count(who, Counter::UNWILLING, MET);
        }
    }

    /// The referee waives the check; who never fights is cornered.
    pub fn waive(&self, r: &mut Resolution, side: SideId) {
        self.meet(r, side);
        not_checked(r, side);
    }

    /// The side checks: 2d6 once, read against each member's own score (`bx.morale.check`, `house.morale.check`). Where
    /// all that waited is whether the unwilling fight, nobody rolls.
    ///
    /// # Errors
    /// [`Stop`]: the dice or the referee's decision are missing.
    pub fn check(&self, r: &mut Resolution, side: SideId, adjustment: i32) -> Result<(), Stop> {
        let e = r.encounter();
        let (mut broken, shaken) = (self.unwilling(e, side), is_due(e, side, &TRIGGERS));
        let tested = self.tested(e, side, adjustment);
        let rolls = (shaken || broken.is_empty())
            && !tested.is_empty()
            && !is_steadfast(e, side, STEADFAST_AFTER);
        self.meet(r, side);
        if rolls {
            let fled = roll(r, side, &tested, adjustment)?;
            if fled.is_empty() {
                hold(r, (self.about)(), side, Some((STEADFAST_AFTER, Condition::STEADFAST)));
            }
            broken.extend(fled);
        } else if broken.is_empty() {
            not_checked(r, side);
        }
        if broken.is_empty() {
            return Ok(());
        }
        break_up(r, side, &broken, &FLEE_OR_SURRENDER, |r, who, _| (self.flee)(r, who))
    }
}
