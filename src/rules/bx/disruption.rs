//! Disruption of declared spells.

use super::options::{DISRUPT_ON, DisruptOn};
use super::{slot, state};
use crate::rules::d20::spell::{self, announced};
use crate::rules::model::event::{SpellFate, Told};
use crate::rules::ruleset::prelude::*;

/// Disrupts a declared spell on a hit or failed save before the caster's slot (`bx.spell.disruption`). `harmed`: hit
/// points were lost or a save failed.
pub fn spoil(r: &mut Resolution, who: CombatantId, harmed: bool) {
    let e = r.encounter();
    let Some(c) = e.get(who) else { return };
    let Some(at) = announced(c) else { return };
    let only_harm = DISRUPT_ON.is(e, DisruptOn::Damage);
    let spoiled_already = e.pending.iter().any(|event| {
        matches!(event, Event::Afflicted(whom, effect)
            if *whom == who && effect.condition == Condition::SPELL_DISRUPTED)
    });
    if (only_harm && !harmed) || spoiled_already || !slot::acts_after_others(e, who) {
        return;
    }
    let spell = e.d20(who).ok().and_then(|d20| d20.block.spell(at)).cloned();
    let casting = c.effect(Condition::CASTING).cloned();
    if let Some(casting) = casting {
        r.consequence(Event::relieved(who, &casting, false));
    }
    let effect = state::this_round(r, Condition::SPELL_DISRUPTED);
    r.consequence(Event::Afflicted(who, Box::new(effect)));
    if let Some(spell) = spell {
        spell::use_up(r, who, at, &spell, Timing::Together);
    }
    r.consequence(Event::Told(Told::Spell(who, at, SpellFate::Disrupted)));
}
