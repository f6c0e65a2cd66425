//! Carries combatants over into the next encounter.

use crate::rules::model::combatant::{Combatant, Gear, Spent, Standing, Whereabouts};
use crate::rules::model::condition::Figure;
use crate::rules::model::counter::Counters;
use crate::rules::model::effect::{Effect, Timer};
use crate::rules::model::encounter::{Encounter, Lapse, Scene};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::moment::{Moment, Round, When};
use crate::rules::ruleset::about::About;
use std::sync::Arc;

/// Returns the next encounter of those sides, in setup: all their combatants who can go on, in their final state,
/// with the clock running on. Durations in rounds keep their remaining length, effects that depend on an absent
/// combatant end, and past rounds are counted backward from the new start.
pub fn next_encounter(about: &About, e: &Encounter, sides: &[SideId]) -> Encounter {
    let numbered: Vec<(SideId, SideId)> = sides.iter().copied().zip((0..).map(SideId)).collect();
    let side = |old: SideId| numbered.iter().find(|(was, _)| *was == old).map(|(_, now)| *now);
    let goes_on = |c: &&Combatant| side(c.side).is_some() && goes_on(c);
    let there: Vec<CombatantId> = e.all().filter(goes_on).map(|c| c.id).collect();
    let carry = Carry { about, round: e.round, there: &there };
    let combatants: Vec<Arc<Combatant>> = e
        .all()
        .filter(goes_on)
        .filter_map(|c| Some(Arc::new(carry.combatant(c, side(c.side)?))))
        .collect();
    let mut next = Encounter::new(e.ruleset);
    next.options = e.options.clone();
    next.options.extend(e.awaiting.clone());
    next.scene = Scene { outdoors: e.scene.outdoors, ..Scene::default() };
    next.sides = sides.iter().filter_map(|id| e.side(*id)).cloned().collect();
    for side in &mut next.sides {
        side.counters = Counters::default();
        side.aware = false;
        side.stance = None;
    }
    next.blocks = Arc::clone(&e.blocks);
    next.clock = e.clock;
    next.timers = e.timers.iter().filter_map(|timer| carry.timer(timer)).collect();
    next.next_effect = e.next_effect;
    next.lapses = Arc::new(lapses(&combatants));
    next.combatants = Arc::new(combatants);
    next
}

/// Whether it goes on: the living that were neither removed nor captured; those that fled return.
fn goes_on(c: &Combatant) -> bool {
    matches!(c.standing, Standing::Up | Standing::Down | Standing::Fled)
}

/// Gear lost in the fight can be picked up afterwards.
fn recovered(gear: Gear) -> Gear {
    let at = if gear.at == Whereabouts::Lost { Whereabouts::Dropped } else { gear.at };
    Gear { at, ..gear }
}

/// Collects the effects that lapse by themselves, sorted by moment.
fn lapses(combatants: &[Arc<Combatant>]) -> Vec<Lapse> {
    let of = |c: &Arc<Combatant>| {
        let who = c.id;
        let lapse = move |effect: &Effect| Some(Lapse { when: effect.until?, id: effect.id, who });
        c.effects.iter().filter_map(lapse).collect::<Vec<_>>()
    };
    let mut lapses: Vec<Lapse> = combatants.iter().flat_map(of).collect();
    lapses.sort_unstable();
    lapses
}

/// The context of a carry-over: the final round, from which rounds are counted, and who goes on.
struct Carry<'a> {
    about: &'a About,
    round: Round,
    there: &'a [CombatantId],
}

impl Carry<'_> {
    fn is_there(&self, who: CombatantId) -> bool {
        self.there.binary_search(&who).is_ok()
    }

    fn combatant(&self, c: &Combatant, side: SideId) -> Combatant {
        let effects = c.effects.iter().filter_map(|effect| self.effect(effect));
        let fled = c.standing == Standing::Fled;
        Combatant {
            side,
            standing: if fled { Standing::Up } else { c.standing },
            effects: effects.collect(),
            counters: self.own_counters(&c.counters),
            gear: c.gear.iter().map(|(thing, gear)| (*thing, recovered(*gear))).collect(),
            spent: Spent::default(),
            ongoing: None,
            number: None,
            turns: (0, 0),
            threatens: Vec::new(),
            threatened_by: Vec::new(),
            distances: Vec::new(),
            place: None,
            strayed: false,
            stance: None,
            ..c.clone()
        }
    }

    fn effect(&self, effect: &Effect) -> Option<Effect> {
        if effect.toward.is_some_and(|toward| !self.is_there(toward)) {
            return None;
        }
        let until = match effect.until {
            None => None,
            Some(until) => Some(self.when(until)?),
        };
        let value = match effect.condition.figure {
            Figure::Round => self.past_round(effect.value),
            _ => effect.value,
        };
        Some(Effect { until, value, counters: self.counters(&effect.counters), ..effect.clone() })
    }

    /// Converts a round of the finished fight to the count of the next: its last round is 0.
    fn past_round(&self, round: i32) -> i32 {
        round.saturating_sub(i32::try_from(self.round).unwrap_or(i32::MAX))
    }

    /// Drops what a combatant kept for its group, as the counters of a side are dropped.
    fn own_counters(&self, counters: &Counters) -> Counters {
        let mut carried = self.counters(counters);
        for counter in self.about.kept(|row| row.of_group).filter(|counter| counters.of(*counter) != 0) {
            carried.set(counter, 0);
        }
        carried
    }

    fn counters(&self, counters: &Counters) -> Counters {
        let mut carried = counters.clone();
        for counter in self.about.kept(|row| row.round).filter(|counter| counters.of(*counter) != 0) {
            carried.set(counter, self.past_round(counters.of(counter)));
        }
        carried
    }

    fn timer(&self, timer: &Timer) -> Option<Timer> {
        let of_absent = timer.who.is_some_and(|who| !self.is_there(who));
        if of_absent || timer.reinforcement().is_some() {
            return None;
        }
        Some(Timer { due: self.when(timer.due)?, ..timer.clone() })
    }

    /// Converts a moment to the next encounter; `None` if it is past or will never come.
    fn when(&self, when: When) -> Option<When> {
        let left = |round: Round| round.checked_sub(self.round).filter(|left| *left > 0);
        let of = |who: CombatantId, round| left(round).filter(|_| self.is_there(who));
        let moment = match when.moment {
            Moment::RoundStart(round) => Moment::RoundStart(left(round)?),
            Moment::RoundEnd(round) => Moment::RoundEnd(left(round)?),
            Moment::TurnStart(who, round) => Moment::TurnStart(who, of(who, round)?),
            Moment::TurnEnd(who, round) => Moment::TurnEnd(who, of(who, round)?),
            Moment::OwnSecond(who, _) if !self.is_there(who) => return None,
            moment @ (Moment::OwnSecond(..) | Moment::Clock(_)) => moment,
        };
        Some(When { moment, ..when })
    }
}
