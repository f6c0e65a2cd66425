//! Compares acts by what they are worth, so that none is proposed that cannot do anything.

use super::Chooser;
use super::gauge::{Gauge, POINT, SURE, gauge};
use crate::rules::model::combatant::{Combatant, Vitals};
use crate::rules::model::command::{Act, Deed, Facts};
use crate::rules::model::effect::Effect;
use crate::rules::model::ids::BlockId;
use crate::rules::model::tenths::Tenths;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The wounds that put one out of action, roughly.
const WOUNDS: u32 = 3;
/// The rounds within which an act must be expected to fell its target; otherwise it is a poor one.
const PATIENCE: u32 = 12;

/// What was found out about acts, for a time in which many like combatants decide: one step forward, one fight.
#[derive(Default)]
pub struct Memory(RefCell<BTreeMap<Use, Vec<(Facing, Gauge)>>>);

/// A use of a weapon by one kind of combatant on another.
type Use = (BlockId, Option<u8>, Deed, BlockId);

/// The circumstances of a use.
#[derive(PartialEq)]
struct Facing {
    facts: Facts,
    far: Option<Tenths>,
    engaged: bool,
    actor: State,
    target: State,
}

/// What matters of a combatant.
#[derive(PartialEq)]
struct State {
    vitals: Vitals,
    effects: Vec<Effect>,
}

impl State {
    fn of(c: &Combatant, counts: bool) -> Self {
        let vitals = if counts { c.vitals } else { Vitals::Wounds(0) };
        let effect = |effect: &Effect| Effect { until: None, ..effect.clone() };
        Self { vitals, effects: c.effects.iter().map(effect).collect() }
    }
}

impl Chooser<'_> {
    /// What comes of an act with one target; computed once for like combatants in like circumstances.
    pub(super) fn gauge(&self, act: &Act) -> Gauge {
        let Some(foe) = act.target().and_then(|whom| self.e.get(whom)) else {
            return gauge(self.rules, self.e, act);
        };
        let wounded = matches!(self.c.vitals, Vitals::Wounds(_));
        let facing = Facing {
            facts: act.facts.clone(),
            far: self.e.between(self.c, foe),
            engaged: self.e.engaged(self.c.id, foe.id),
            actor: State::of(self.c, wounded),
            target: State::of(foe, true),
        };
        let of = (self.c.block, act.with, act.deed, foe.block);
        let mut known = self.memory.0.borrow_mut();
        let alike = known.entry(of).or_default();
        if let Some((_, gauge)) = alike.iter().find(|(known, _)| *known == facing) {
            return *gauge;
        }
        let found = gauge(self.rules, self.e, act);
        alike.push((facing, found));
        found
    }

    /// How far an act brings its target towards falling, of [`SURE`]; it falls at twice that.
    pub(super) fn worth(&self, gauge: Gauge, foe: &Combatant) -> u32 {
        let left = left(foe).max(1).saturating_mul(POINT);
        let harm = gauge.harm.saturating_sub(gauge.costs);
        let progress = u64::from(harm) * u64::from(SURE) / u64::from(left);
        let progress = u32::try_from(progress).unwrap_or(SURE).min(SURE);
        // What only hinders is worth little beside harm.
        progress + gauge.fells + gauge.chance / 32
    }

    /// What an act with one target is worth; 0 without one.
    pub(super) fn worth_of(&self, act: &Act) -> u32 {
        let foe = act.target().and_then(|whom| self.e.get(whom));
        foe.map_or(0, |foe| self.worth(self.gauge(act), foe))
    }

    /// Whether the act is expected to take very long to fell its target.
    pub(super) fn is_poor(&self, gauge: Gauge, foe: &Combatant) -> bool {
        is_little(self.worth(gauge, foe))
    }
}

/// Whether an act of that worth is expected to take very long.
pub(super) fn is_little(worth: u32) -> bool {
    worth.saturating_mul(PATIENCE) < SURE
}

/// The hit points or wounds that it can still lose.
pub(super) fn left(c: &Combatant) -> u32 {
    let left = match c.vitals {
        Vitals::HitPoints { now, .. } => now.max(0).saturating_add(c.temporary()),
        Vitals::Wounds(has) => i32::try_from(WOUNDS).unwrap_or(0).saturating_sub(has).max(1),
    };
    u32::try_from(left).unwrap_or(0)
}
