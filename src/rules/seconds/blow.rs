//! One attack as a value: attacker, weapon, target and facts; its distance and range.

use super::{condition, minds};
use crate::rules::model::block::wounds::{Attack, AttackKind};
use crate::rules::model::command::{Location, Maneuver};
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::prelude::*;

/// Default maximum of range steps (`seconds.missile.max-range`).
pub const MAX_STEPS: u32 = 4;
/// Default range increment, in metres (`seconds.missile.range`).
const INCREMENT: u32 = 15;

/// A single blow, shot or spell against one target.
#[derive(Debug, Clone)]
pub struct Blow {
    /// The attacking mind.
    pub who: CombatantId,
    /// The index of the attack.
    pub at: u8,
    /// The attack.
    pub line: Attack,
    /// The intended target.
    pub target: CombatantId,
    /// The facts stated by the referee.
    pub facts: Facts,
    /// The maneuver that replaces a plain attack.
    pub maneuver: Option<Maneuver>,
    /// The effect of a custom combo component in place of damage, in the stat block's words.
    pub special: Option<Text>,
}

impl Blow {
    /// Returns the location, if it is a called shot.
    pub fn called(&self) -> Option<Location> {
        self.facts.called()
    }

    /// Opens the cause of what it does; simultaneous blows come to it in turn.
    pub fn scope(&self, r: &mut Resolution) -> Scope {
        r.scope(|| Why::Blow(self.who, self.at, Some(self.target)))
    }

    /// Whether it is meant to deal damage.
    pub fn harms(&self) -> bool {
        self.maneuver.is_none() && self.special.is_none()
    }
}

/// Whether the attacker is aiming at the target (`seconds.missile.aim`), or was when it shot; spells cannot
/// be aimed.
pub fn is_aimed(c: &Combatant, blow: &Blow) -> bool {
    let at =
        |effect: &Effect| effect.condition == condition::AIMING && effect.toward == Some(blow.target);
    let aims = || blow.line.kind == AttackKind::Ranged && c.effects.iter().any(at);
    blow.facts.loosed().unwrap_or_else(aims)
}

/// Returns the distance to the target, if known.
pub fn distance(e: &Encounter, blow: &Blow) -> Option<Tenths> {
    let body = minds::body_of(e, blow.who);
    blow.facts.distance().or_else(|| e.distance(body, blow.target))
}

/// Returns the range steps of the shot: the least k with distance <= i x 2^k (`seconds.missile.range`).
pub fn range_steps(e: &Encounter, blow: &Blow) -> u32 {
    if !blow.line.kind.is_ranged() {
        return 0;
    }
    let metres = distance(e, blow).unwrap_or_default();
    let increment = blow.line.increment.unwrap_or(INCREMENT).max(1);
    let fits = |k: &u32| i128::from(metres.0) <= (i128::from(increment) * 10) << k;
    (0..32).find(fits).unwrap_or(32)
}
