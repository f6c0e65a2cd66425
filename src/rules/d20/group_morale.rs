//! Morale of groups that deaths shake: the first death and the loss of half each trigger a check, at most once; one
//! check covers both; after two passed checks there are no more. Members that never fight are asked about once.

use super::group::{Group, Grouping, Whom, on_regrouped};
use super::morale::{
    self, CRAVEN, FEARLESS, FLEE_OR_SURRENDER, MET, able, break_up, hold, is_due, is_steadfast,
    may_shake, not_checked, roll, trigger,
};
use crate::rules::engine::resolution::Change;
use crate::rules::model::counter::Counter;
use crate::rules::model::option::Setting;
use crate::rules::model::window::Subject;
use crate::rules::ruleset::prelude::*;

/// Number of passed checks after which a group makes no more (`bx.morale.two-successes`, `house.morale.two-passes`).
const STEADFAST_AFTER: i32 = 2;
/// Triggers of a check (`bx.morale.first-death`, `bx.morale.half-down`, `house.morale.triggers`).
const TRIGGERS: [Counter; 2] = [Counter::FIRST_DEATH, Counter::HALF_DOWN];

/// The group morale of a ruleset.
pub struct GroupMorale {
    /// Who checks together.
    pub grouping: Grouping,
    /// The option that has morale checked at all.
    pub option: &'static Setting<bool>,
    /// Counters of a group besides those kept here.
    pub counted: &'static [Counter],
    /// Whether the loss of this member counts for the triggers.
    pub counts: fn(&Encounter, &Combatant) -> bool,
    /// Whether half of these members are lost, given the number that changed sides.
    pub is_halved: fn(&[&Combatant], usize) -> bool,
    /// Called when the group has just been shaken.
    pub shaken: fn(&mut Resolution, Group),
    /// Returns a member's score from its own and the referee's adjustment; `None` if it is not tested.
    pub score: fn(&Encounter, &Combatant, i32, i32) -> Option<i32>,
    /// Makes a combatant flee.
    pub flee: fn(&mut Resolution, CombatantId),
}

impl GroupMorale {
    /// Whether morale is checked at all.
    pub fn is_on(&self, e: &Encounter) -> bool {
        self.option.is_on(e)
    }

    /// Updates counters for combatants that changed sides or kinds; see
    /// [`group::on_regrouped`](super::group::on_regrouped).
    pub fn on_regrouped(&self, r: &mut Resolution) {
        if !r.changes().iter().any(|change| matches!(change, Change::Turned(..) | Change::Reshaped(..)))
        {
            return;
        }
        let counted = [&TRIGGERS[..], &[Counter::CHECKS_PASSED], self.counted].concat();
        let steadfast = Some(Condition::STEADFAST);
        on_regrouped(r, &counted, steadfast, |e| self.grouping.all(e), |e, group| group.subject(e));
    }

    /// After a command, records triggers as they happen (`bx.morale.step`).
    pub fn note_triggers(&self, r: &mut Resolution) {
        if !r.changes().iter().any(may_shake) || !self.is_on(r.encounter()) {
            return;
        }
        for group in self.grouping.all(r.encounter()) {
            let e = r.encounter();
            if TRIGGERS.iter().all(|trigger| e.count_of(group.bearer, *trigger) != 0) {
                continue;
            }
            let counts = |c: &&Combatant| c.standing != Standing::Gone && (self.counts)(e, c);
            let members: Vec<&Combatant> = group.members(e).filter(counts).collect();
            let dead = members.iter().any(|c| c.standing == Standing::Dead);
            let halved = (self.is_halved)(&members, group.strayed(e).filter(counts).count());
            let before = is_due(r.encounter(), group.bearer, &TRIGGERS);
            for (_, counter) in [dead, halved].into_iter().zip(TRIGGERS).filter(|(holds, _)| *holds) {
                trigger(r, group.bearer, counter);
            }
            if !before && is_due(r.encounter(), group.bearer, &TRIGGERS) {
                (self.shaken)(r, group);
            }
        }
    }

    /// Returns the members that the next check tests, with their current scores.
    fn tested(&self, e: &Encounter, group: Group, adjustment: i32) -> Vec<(CombatantId, i32)> {
        let wavers =
            |c: &Combatant, own| own != FEARLESS && own != CRAVEN && !c.has(Condition::STEADFAST);
        let able = able(e, group).filter(|(c, own)| wavers(c, *own));
        able.filter_map(|(c, own)| Some((c.id, (self.score)(e, c, own, adjustment)?))).collect()
    }

    /// Whether a check has been triggered and the group still makes checks.
    pub fn is_shaken(&self, e: &Encounter, group: Group) -> bool {
        is_due(e, group.bearer, &TRIGGERS)
            && !is_steadfast(e, group.bearer, STEADFAST_AFTER)
            && !self.tested(e, group, 0).is_empty()
    }

    /// Returns the members that never fight and of which it has not been asked yet whether they are cornered
    /// (`house.morale.two-passes`).
    pub fn unwilling(&self, e: &Encounter, group: Group) -> Vec<CombatantId> {
        let craven =
            able(e, group).filter(|(c, score)| *score == CRAVEN && c.count(Counter::UNWILLING) == 0);
        craven.map(|(c, _)| c.id).collect()
    }

    /// Marks as met the pending triggers, which one roll covers (`bx.morale.check`), and the question whether the
    /// unwilling fight.
    fn meet(&self, r: &mut Resolution, group: Group) {
        morale::meet(r, group.bearer, &TRIGGERS);
        for who in self.unwilling(r.encounter(), group) {
            r.count(who, Counter::UNWILLING, MET);
        }
    }

    /// Makes the check that is due, with 2d6.
    ///
    /// # Errors
    /// As [`GroupMorale::check`].
    pub fn check_due(&self, r: &mut Resolution, whom: &Subject) -> Result<(), Stop> {
        let group = self.grouping.of(r.encounter(), whom);
        group.map_or(Ok(()), |group| self.check(r, group, 0))
    }

    /// Skips a check that is due; members that never fight then count as cornered.
    pub fn waive(&self, r: &mut Resolution, whom: &Subject) {
        let Some(group) = self.grouping.of(r.encounter(), whom) else { return };
        self.meet(r, group);
        not_checked(r, group.side);
    }

    /// Makes the check of a group: one 2d6 roll, compared with each member's own score (`bx.morale.check`,
    /// `house.morale.check`). If only the unwilling were pending, nobody rolls.
    ///
    /// # Errors
    /// [`Stop`]: the dice or the referee's decision are missing.
    pub fn check(&self, r: &mut Resolution, group: Group, adjustment: i32) -> Result<(), Stop> {
        r.under(|| group.cause(), |r| self.test(r, group, adjustment))
    }

    fn test(&self, r: &mut Resolution, group: Group, adjustment: i32) -> Result<(), Stop> {
        let e = r.encounter();
        let (mut broken, shaken) = (self.unwilling(e, group), is_due(e, group.bearer, &TRIGGERS));
        let tested = self.tested(e, group, adjustment);
        let rolls = (shaken || broken.is_empty())
            && !tested.is_empty()
            && !is_steadfast(e, group.bearer, STEADFAST_AFTER);
        self.meet(r, group);
        if rolls {
            let fled = roll(r, group, &tested, adjustment)?;
            if fled.is_empty() {
                hold(r, group, Some((STEADFAST_AFTER, Condition::STEADFAST)));
            }
            broken.extend(fled);
        } else if broken.is_empty() {
            not_checked(r, group.side);
        }
        if broken.is_empty() {
            return Ok(());
        }
        break_up(r, group.side, &broken, &FLEE_OR_SURRENDER, |r, who, _| (self.flee)(r, who))
    }

    /// See [`Grouping::by_referee`].
    ///
    /// # Errors
    /// As [`GroupMorale::check`].
    pub fn by_referee(
        &self,
        r: &mut Resolution,
        whom: Whom,
        adjustment: i32,
    ) -> Result<Option<Window>, Stop> {
        self.grouping.by_referee(r, whom, |r, group| self.check(r, group, adjustment))
    }
}
