//! Combos: several blows in the time of one.

use super::ranking::At;
use super::{Choice, Chooser, Thrift, is_worth_it};
use crate::rules::engine::deeds;
use crate::rules::model::command::{Act, Deed, Fact};
use crate::rules::model::ids::CombatantId;

impl Chooser<'_> {
    /// Repeats a combo, directing each blow at its old target if still worth it, else at the likeliest.
    pub(super) fn repetition(&self) -> Option<Choice> {
        let last = self.last.filter(|last| !last.parts.is_empty())?;
        let offer = self.open(last.deed)?;
        let first = self.whom(&offer.at.ids, At::Near).next()?.id;
        let mut act = Act { at: Vec::new(), ..last.clone() };
        for part in &mut act.parts {
            let stands = |whom: &CombatantId| is_worth_it(self.e, self.c.id, *whom);
            let whom = part.at.filter(stands).unwrap_or(first);
            part.at = Some(whom);
            if !act.at.contains(&whom) {
                act.at.push(whom);
            }
        }
        self.if_accepted(act)
    }

    /// The attack, or a combo that is worth more.
    pub(super) fn combined(&self, single: Option<Choice>, at: At) -> Option<Choice> {
        if self.thrift == Thrift::Spends || self.e.wounds(self.c.id).is_err() {
            return single;
        }
        match single {
            Some(Choice::Do(act)) => Some(Choice::Do(self.combo(Some(&act), at).unwrap_or(act))),
            Some(ask) => Some(ask),
            None => self.combo(None, at).map(Choice::Do),
        }
    }

    /// The best of its combos, if it is worth more than the single attack.
    pub(super) fn combo(&self, single: Option<&Act>, at: At) -> Option<Act> {
        let offer = self.open(Deed::Combo)?;
        let target = single.and_then(Act::target).filter(|whom| offer.at.ids.contains(whom));
        let foe = target.or_else(|| self.whom(&offer.at.ids, at).next().map(|foe| foe.id))?;
        let mut best = (single.map_or(0, |act| self.worth_of(act)), None);
        let plain =
            Act { at: vec![foe], facts: offer.standing(None), ..Act::new(self.c.id, Deed::Combo) };
        for (_, fact) in deeds::choices(self.rules, self.e, &plain, &Fact::Combo(0)) {
            for with in offer.with.iter().copied().map(Some).chain([None]) {
                let mut act = Act { with, ..plain.clone() };
                act.facts.set(fact.clone());
                if !self.is_accepted(&act) {
                    continue;
                }
                let worth = self.worth_of(&act);
                if worth > best.0 {
                    best = (worth, Some(act));
                }
                break;
            }
        }
        best.1
    }
}
