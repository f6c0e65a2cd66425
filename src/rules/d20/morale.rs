//! Morale: what shakes a side and waits for its check, the check itself (2d6 for a whole side, read against
//! each member's own score), and what becomes of those who break.

use super::state::{is_able, with_morale};
use crate::rules::engine::resolution::{Change, Resolution};
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::counter::Counter;
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::dice::{Answer, ChoiceRequest, Pick, Purpose, Question, RollRequest};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Bearer, Event, Rolled, Stop, Told};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::tally::{Reason, Tally};
use crate::rules::model::window::{Subject, Window};
use crate::rules::ruleset::about::About;

/// Never checks, never breaks.
pub const FEARLESS: i32 = 12;
/// Never fights, where the ruleset says so.
pub const CRAVEN: i32 = 2;
/// The count of a trigger that waits for the side's next check.
pub const DUE: i32 = 2;
/// The count of a trigger that has been met: it comes once an encounter.
pub const MET: i32 = 1;

/// Members that would stand or break now, each with its score.
pub fn able<'a>(
    about: &'a About,
    e: &'a Encounter,
    side: SideId,
) -> impl Iterator<Item = (&'a Combatant, i32)> {
    with_morale(e, side).filter(|(c, _)| is_able(about, c) && !c.has(Condition::FLEEING))
}

/// Members that took part, whatever has become of them.
pub fn members(e: &Encounter, side: SideId) -> Vec<&Combatant> {
    with_morale(e, side).map(|(c, _)| c).filter(|c| c.standing != Standing::Gone).collect()
}

/// Whether half of them or more are lost.
pub fn half_lost(members: &[&Combatant], is_lost: fn(&Combatant) -> bool) -> bool {
    let lost = members.iter().filter(|c| is_lost(c)).count();
    !members.is_empty() && 2 * lost >= members.len()
}

/// Whether somebody may have fallen by it, or stand again.
pub fn may_shake(change: &Change) -> bool {
    matches!(change, Change::Stood(..) | Change::Began(..) | Change::Committed | Change::HpSet(_))
}

/// That shakes the side, or the group of which that one is the first: it waits for the check, unless it has come before.
pub fn trigger(r: &mut Resolution, whom: impl Into<Bearer>, counter: Counter) {
    let whom = whom.into();
    if r.encounter().count_of(whom, counter) == 0 {
        r.count(whom, counter, DUE);
    }
}

/// Whether one of the triggers waits for the check.
pub fn is_due(e: &Encounter, whom: impl Into<Bearer>, triggers: &[Counter]) -> bool {
    let whom = whom.into();
    triggers.iter().any(|counter| e.count_of(whom, *counter) == DUE)
}

/// Those of the triggers that waited are met: one check serves for all.
pub fn meet(r: &mut Resolution, whom: impl Into<Bearer>, triggers: &[Counter]) {
    let whom = whom.into();
    for &counter in triggers {
        if is_due(r.encounter(), whom, &[counter]) {
            r.count(whom, counter, MET);
        }
    }
}

/// The check is waived.
pub fn not_checked(r: &mut Resolution, side: SideId) {
    r.tell(|| Told::NoCheck(side));
}

/// The referee has the side check now: where its check is due, this is it, and its window closes.
pub fn close_own(r: &mut Resolution, side: SideId) -> Option<Window> {
    let own = |window: &&Window| window.subject == Some(Subject::Side(side));
    let window = r.encounter().window().filter(own).cloned()?;
    r.emit(Event::Closed);
    Some(window)
}

/// Rolls against the scores as they stand, the adjustment in them already: those who break.
///
/// # Errors
/// [`Stop::Roll`]: the dice are missing.
pub fn roll(
    r: &mut Resolution,
    side: SideId,
    tested: &[(CombatantId, i32)],
    adjustment: i32,
) -> Result<Vec<CombatantId>, Stop> {
    let lowest = tested.iter().map(|(_, score)| *score).min().unwrap_or(FEARLESS);
    let mut bands: Vec<i32> = tested.iter().map(|(_, score)| score + 1).collect();
    bands.sort_unstable();
    bands.dedup();
    bands.retain(|n| (3..=12).contains(n));
    let ask = RollRequest::new(Purpose::Morale, 2, 6).by_side(side).at_most(lowest).bands(bands);
    let rolled = r.throw(ask)?;
    let total = rolled.total();
    let broken: Vec<CombatantId> =
        tested.iter().filter(|(_, score)| total > *score).map(|(who, _)| *who).collect();
    let mut needing = Tally::new().with(Reason::REFEREE, adjustment);
    let least = tested.iter().find(|(_, score)| *score == lowest);
    if let Some(c) = least.and_then(|(who, _)| r.encounter().get(*who)) {
        custom::add(&mut needing, c, Stat::Morale);
    }
    r.rolled(Rolled { needing, ..rolled.judged(broken.is_empty(), lowest) });
    Ok(broken)
}

/// All stand. Where so many checks passed make a side `steadfast`, so that it makes no more, they are counted,
/// and with the last of them its members get that condition.
pub fn hold(r: &mut Resolution, about: &About, side: SideId, steadfast: Option<(i32, Condition)>) {
    let able = |e: &Encounter| able(about, e, side).map(|(c, _)| c.id).collect();
    hold_as(r, side, side, steadfast, able);
}

/// The same of a group of that side, whose checks are counted on its first, and whose members are those who are `able`.
pub fn hold_as(
    r: &mut Resolution,
    whom: impl Into<Bearer>,
    side: SideId,
    steadfast: Option<(i32, Condition)>,
    able: impl FnOnce(&Encounter) -> Vec<CombatantId>,
) {
    let whom = whom.into();
    let passed = r.encounter().count_of(whom, Counter::CHECKS_PASSED).saturating_add(1);
    if steadfast.is_some() {
        r.count(whom, Counter::CHECKS_PASSED, passed);
    }
    r.tell(|| Told::Held(side));
    let Some((_, condition)) = steadfast.filter(|(after, _)| *after == passed) else { return };
    for who in able(r.encounter()) {
        r.begin(who, condition, None);
    }
}

/// Whether the side or group has passed that many checks.
pub fn is_steadfast(e: &Encounter, whom: impl Into<Bearer>, after: i32) -> bool {
    e.count_of(whom, Counter::CHECKS_PASSED) >= after
}

/// The broken do as the referee picks among the ways: those who do not surrender, `run` in that way.
///
/// # Errors
/// [`Stop::Choice`]: nobody has decided yet.
pub fn break_up(
    r: &mut Resolution,
    side: SideId,
    broken: &[CombatantId],
    ways: &[Pick],
    run: impl Fn(&mut Resolution, CombatantId, &Pick),
) -> Result<(), Stop> {
    let ask = ChoiceRequest::one(Question::Broken, ways.to_vec());
    let ask = ChoiceRequest { who: broken.first().copied(), side: Some(side), ..ask };
    let Answer::One(at) = r.choose(ask)? else { return Ok(()) };
    for &who in broken {
        r.tell(|| Told::Broke(who));
        match ways.get(at) {
            Some(Pick::Surrender) => r.emit(Event::Stood(who, Standing::Surrendered)),
            Some(way) => run(r, who, way),
            None => {}
        }
    }
    Ok(())
}

/// The two ways of most rulesets, the first unless the referee says otherwise.
pub const FLEE_OR_SURRENDER: [Pick; 2] = [Pick::Flee, Pick::Surrender];

/// Checks passed after which a side makes no more (`bx.morale.two-successes`, `house.morale.two-passes`).
const STEADFAST_AFTER: i32 = 2;
/// What shakes a side (`bx.morale.first-death`, `bx.morale.half-down`, `house.morale.triggers`).
const TRIGGERS: [Counter; 2] = [Counter::FIRST_DEATH, Counter::HALF_DOWN];

/// The morale of whole sides: the first death and the loss of half shake a side, it checks once for both, and after two
/// checks passed no more; members that never fight are asked once. Here is what a ruleset says of it.
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

    /// Members that never fight, until the side has been asked once whether it is cornered
    /// (`house.morale.two-passes`).
    pub fn unwilling(&self, e: &Encounter, side: SideId) -> Vec<CombatantId> {
        if e.side(side).is_none_or(|s| s.count(Counter::UNWILLING) > 0) {
            return Vec::new();
        }
        let craven = able((self.about)(), e, side).filter(|(_, score)| *score == CRAVEN);
        craven.map(|(c, _)| c.id).collect()
    }

    /// What waited is met: the triggers, for which one roll serves (`bx.morale.check`), and the question whether the
    /// unwilling fight.
    fn meet(&self, r: &mut Resolution, side: SideId) {
        meet(r, side, &TRIGGERS);
        if !self.unwilling(r.encounter(), side).is_empty() {
            r.count(side, Counter::UNWILLING, MET);
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
