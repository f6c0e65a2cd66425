//! Spells and powers: which of them, and at whom.

use super::ranking::{Arms, At};
use super::{Choice, Chooser, Thrift};
use crate::rules::engine::deeds;
use crate::rules::model::block::d20::CreatureKind;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Deed, Fact, Facts};
use crate::rules::model::encounter::Hand;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::{FactField, Offer};
use crate::rules::model::tenths::Tenths;
use crate::rules::model::word::Word;

/// The range of a power, in melee distances, and the most in the ruleset's unit.
const CLOSE_BY: (i32, i32) = (6, 45);
/// The same for one that is counted, as breath is.
const BREATH: (i32, i32) = (18, 90);
/// The number of targets of a spell that does not state one.
const SPREAD: usize = 3;

impl Chooser<'_> {
    /// A spell or power. The referee confirms its targets, unless it is a spell used like an attack.
    pub(super) fn spell(&self, deed: Deed) -> Option<Choice> {
        let offer = self.open(deed)?;
        if !offer.with.is_empty() {
            return self
                .attack(deed, Arms::Any, At::Near)
                .or_else(|| self.attack(deed, Arms::Any, At::Guessed));
        }
        let versions = self.versions(offer);
        let has_targets = |act: &Act| !self.aimed(offer, act.clone(), At::Guessed).at.is_empty();
        if self.thrift == Thrift::Spares
            && versions.iter().all(|act| is_hostile(&act.facts) && !has_targets(act))
        {
            // Nobody is left whom it would do anything to.
            return self.plain(Deed::LetGo);
        }
        let aimed = versions.iter().map(|act| self.aimed(offer, act.clone(), At::Guessed));
        let first = || versions.first().filter(|_| self.thrift == Thrift::Spares).cloned();
        aimed.into_iter().find(|act| !act.at.is_empty()).or_else(first).map(Choice::Ask)
    }

    /// A monster's at-will power, at most every other time, at foes within [`CLOSE_BY`]. The referee says whom it
    /// reaches. Skips those already suffering from it.
    pub(super) fn power(&self) -> Option<Choice> {
        let deed = Deed::UsePower;
        let offer = self.open(deed).filter(|_| self.last.is_none_or(|last| last.deed != deed))?;
        let block =
            &self.e.d20(self.c.id).ok().filter(|d20| d20.block.kind == CreatureKind::Monster)?.block;
        let power = |act: &Act| act.facts.spell().and_then(|nth| block.spell(nth));
        let spends = self.e.hand(self.c) == Hand::Machine;
        let at_will = |act: &Act| {
            power(act).is_some_and(|power| power.copies.is_none() || spends) && is_hostile(&act.facts)
        };
        let counted = |act: &Act| power(act).is_some_and(|power| power.copies.is_some());
        let melee = self.rules.about().melee();
        let near = |id: &CombatantId, breath: bool| {
            let foe = self.e.get(*id).filter(|foe| !self.in_melee(self.c, foe));
            let far = foe.and_then(|foe| self.e.between(self.c, foe));
            let most = if breath { BREATH } else { CLOSE_BY };
            let reach = Tenths(melee.0.saturating_mul(most.0)).min(Tenths::whole(most.1));
            far.is_none_or(|far| far <= reach)
        };
        self.versions(offer).into_iter().filter(at_will).find_map(|act| {
            let mut act = self.aimed(offer, act, At::Near);
            let breath = counted(&act);
            act.at.retain(|id| near(id, breath));
            (!act.at.is_empty()).then_some(Choice::Ask(act))
        })
    }

    /// Every spell or power the offer allows, each with the defaults that go with it.
    fn versions(&self, offer: &Offer) -> Vec<Act> {
        let plain = Act { facts: offer.standing(None), ..Act::new(self.c.id, offer.deed) };
        let of = |nth: u8| {
            let facts = Facts::from(Fact::Spell(nth));
            let act = Act { facts, ..Act::new(self.c.id, offer.deed) };
            let facts = deeds::asked(self.rules, self.e, &act, offer).into_owned();
            let facts = Offer { facts, ..Offer::plain(offer.deed) }.standing(None);
            let mut act = Act { facts, ..act };
            act.facts.set(Fact::Spell(nth));
            act
        };
        let spell = |field: &FactField| match field.fact {
            Fact::Spell(nth) => Some(nth),
            _ => None,
        };
        let all: Vec<Act> = offer.facts.iter().filter_map(spell).map(of).collect();
        if all.is_empty() { vec![plain] } else { all }
    }

    /// The act with likely targets among those it may be aimed at: the worst hurt ally, foes not suffering from it yet,
    /// or itself. Without a target if its purpose is unknown.
    fn aimed(&self, offer: &Offer, act: Act, at: At) -> Act {
        let ids = &offer.at.ids;
        let (_, most) = deeds::aims(self.rules, self.e, &act, offer);
        let brings = |c: &Combatant| {
            act.facts.0.iter().any(|fact| matches!(fact, Fact::Inflicts(what) if c.has(*what)))
        };
        let whom: Vec<CombatantId> = if act.facts.heals().is_some() {
            self.worst_hurt(ids).into_iter().collect()
        } else if is_hostile(&act.facts) {
            let clear = self.whom(ids, at).next().is_some() || at != At::Guessed;
            let foes = self.whom(ids, if clear { at } else { At::Anybody });
            let hurts = act.facts.damage().is_some();
            let useful = |foe: &&Combatant| !brings(foe) && !foe.is_defenceless();
            // A damaging spell without a save is a dart, not a blast.
            let most = if hurts && act.facts.against().is_none() { 1 } else { most.min(SPREAD) };
            foes.filter(useful).map(|foe| foe.id).take(most).collect()
        } else {
            let boon = act.facts.0.iter().any(|fact| matches!(fact, Fact::Inflicts(_)));
            let serves = boon && self.thrift == Thrift::Spares && !brings(self.c);
            ids.iter().copied().filter(|id| serves && *id == self.c.id).collect()
        };
        Act { at: whom, ..act }
    }

    /// The ally among these that has lost the most.
    fn worst_hurt(&self, ids: &[CombatantId]) -> Option<CombatantId> {
        let friends = ids.iter().filter_map(|id| self.e.get(*id)).filter(|c| c.side == self.c.side);
        let lost = |c: &&Combatant| c.vitals.max() - c.vitals.hp() + c.vitals.wounds();
        friends.filter(|c| lost(c) > 0).max_by_key(lost).map(|c| c.id)
    }
}

/// Whether the facts mark it as meant for foes: it deals damage, inflicts a bad condition, or allows a save.
fn is_hostile(facts: &Facts) -> bool {
    facts.0.iter().any(|fact| match fact {
        Fact::Damage(_) | Fact::Against(_) => true,
        Fact::Inflicts(what) => *what != Word::NOTE.id,
        _ => false,
    })
}
