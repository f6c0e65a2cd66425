//! Temporary hit points: an effect whose value damage takes before hit points. They are not healing, and of several
//! amounts the highest counts.

use super::resolution::Resolution;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::custom::{CustomEffect, Stat};
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::event::{Event, Told};
use crate::rules::model::ids::{CombatantId, EffectId};

/// Gives temporary hit points: the effect's value. They replace those it has, unless it has more.
pub(super) fn give(r: &mut Resolution, who: CombatantId, effect: Effect) {
    let has = r.encounter().get(who).map_or(0, Combatant::temporary);
    if effect.value < has {
        return r.tell(|| Told::KeptTemporary(who, has));
    }
    r.relieve(who, Condition::TEMPORARY_HP);
    r.afflict(who, effect);
}

/// Returns the temporary hit points that a custom effect gives.
pub(super) fn given_by(custom: &CustomEffect) -> i32 {
    let given = custom.adds.iter().filter(|(stat, _)| *stat == Stat::TemporaryHp);
    given.fold(0, |sum, (_, n)| sum.saturating_add(*n))
}

/// Takes damage out of temporary hit points, which end with the last of them; returns how much they took.
pub(in crate::rules) fn absorb(r: &mut Resolution, who: CombatantId, damage: i32) -> i32 {
    let taken = r.encounter().get(who).map_or(0, |c| absorbs(c, damage));
    if taken > 0 {
        r.emit(Event::Absorbed { who, amount: taken });
        r.relieve_where(who, |_, effect| {
            effect.condition == Condition::TEMPORARY_HP && effect.value <= 0
        });
    }
    taken
}

/// Returns how much of that damage its temporary hit points would take.
pub(in crate::rules) fn absorbs(c: &Combatant, damage: i32) -> i32 {
    damage.min(c.temporary()).max(0)
}

/// Ends what is left of the temporary hit points that came with an effect.
pub(super) fn end_with(r: &mut Resolution, who: CombatantId, id: EffectId) {
    r.relieve_where(who, |_, effect| {
        effect.condition == Condition::TEMPORARY_HP && effect.with == Some(id)
    });
}
