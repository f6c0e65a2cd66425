//! The last attack of each combatant: what it repeats unless told otherwise.

use super::Chronicle;
use crate::rules::model::command::{Act, Command, Deed, Fact};
use crate::rules::model::event::Event;
use crate::rules::model::ids::CombatantId;
use std::collections::BTreeMap;

impl Chronicle {
    /// The last attack of each combatant, from the entries in memory.
    pub fn last_attacks(&self) -> BTreeMap<CombatantId, Act> {
        self.last_attacks_at(self.at())
    }

    /// The same after the first `at` entries of the line.
    pub fn last_attacks_at(&self, at: usize) -> BTreeMap<CombatantId, Act> {
        let mut last = BTreeMap::new();
        let done = self.line().iter().take(at).rev();
        let at_hand = self.tree().first_at_hand();
        let mut this_round = true;
        for entry in done.take_while(|id| **id >= at_hand).filter_map(|id| self.entry(*id)) {
            for step in entry.steps.iter().rev() {
                this_round &= !step.events.iter().any(|event| matches!(event, Event::RoundBegan(_)));
                let Some(mut act) = attack(&step.command) else { continue };
                if !this_round {
                    forget_round(&mut act);
                }
                last.entry(act.who).or_insert(act);
            }
        }
        last
    }
}

/// The attack or use of a power to remember from a command, if it is one.
pub fn attack(command: &Command) -> Option<Act> {
    let Command::Act(act) = command else { return None };
    let attacks = matches!(act.deed, Deed::Strike | Deed::Shoot | Deed::Combo | Deed::UsePower);
    if !attacks && (act.deed != Deed::Cast || act.with.is_none()) {
        return None;
    }
    let mut last = act.clone();
    last.parts.retain(|part| part.facts.share().is_none());
    Some(last)
}

/// Drops details such as cover, which hold for one round; keeps the combo and the maneuver.
pub fn forget_round(act: &mut Act) {
    let is = |fact: &Fact| matches!(fact, Fact::Combo(_) | Fact::Maneuver(_));
    act.facts = act.facts.only(is);
    act.parts.iter_mut().for_each(|part| part.facts = part.facts.only(is));
}
