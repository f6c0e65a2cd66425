//! Loss of declared spells: disrupted or dropped.

use super::options::SPELL_DISRUPTION;
use super::state::this_round;
use super::{state, stop};
use crate::rules::d20::movement::moved;
use crate::rules::d20::spell::{self, announced};
use crate::rules::model::event::{SpellFate, Told};
use crate::rules::ruleset::prelude::*;

/// Drops the declared spell, which is kept.
pub fn let_go(r: &mut Resolution, who: CombatantId) {
    if let Some(nth) = r.encounter().get(who).and_then(announced) {
        r.tell(|| Told::Spell(who, nth, SpellFate::LetGo));
        r.relieve(who, Condition::CASTING);
    }
}

/// Drops the declared spell of those who have attacked out of turn, acted otherwise, moved, run away or are out of
/// action; it is kept (`house.declare.spell`, `house.spell.incapacitated`).
pub fn drop_declared(r: &mut Resolution) {
    let e = r.encounter();
    let busy = |c: &Combatant| state::attacks_made(c) > 0 || c.spent.acted || moved(c) > 0;
    let unfit = |c: &Combatant| state::runs_away(c) || state::is_limited(c) || !state::gets_stop(c);
    for who in e.those(|c| announced(c).is_some() && (busy(c) || unfit(c))) {
        let_go(r, who);
    }
}

/// Returns the declared spell that can still be disrupted: its stop is ahead, or it is delayed. Acts of combatants tied
/// with the caster are simultaneous with the spell and do not disrupt it.
fn open_to_disruption(e: &Encounter, who: CombatantId) -> Option<u8> {
    let c = e.get(who).filter(|c| stop::action_ahead(e, who) || state::holds_back(c))?;
    announced(c).filter(|_| !(state::acts_together(e) && stop::owes_now(e, who)))
}

/// Disrupts a declared spell after a hit or failed save: it is lost and used up (`house.spell.disruption`).
pub fn disrupt(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    if !SPELL_DISRUPTION.is_on(e) {
        return;
    }
    let Some(nth) = open_to_disruption(e, who) else { return };
    let lost = this_round(r, Condition::SPELL_DISRUPTED);
    spell::disrupt(r, who, nth, lost);
}
