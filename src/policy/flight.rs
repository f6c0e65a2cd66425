//! Whoever runs gets away; who cannot turns to fight.

use super::ranking::CORNERED;
use super::{Choice, Table};
use crate::rules::model::command::{Act, Deed, Fact};
use crate::rules::model::effect::Condition;
use crate::rules::model::ids::CombatantId;

/// The ways out: out of melee first, then as far as it can.
const WAYS: [Deed; 5] = [Deed::Retreat, Deed::Run, Deed::Move, Deed::Disengage, Deed::Withdraw];

impl Table<'_> {
    /// Whether it runs: by its own word, or because its courage has failed.
    pub(super) fn flees(&self) -> bool {
        let about = self.rules.about();
        let breaks = || {
            self.c
                .effects
                .iter()
                .any(|effect| about.condition(effect.condition).is_some_and(|rule| rule.breaks))
        };
        let fights = || [Deed::Strike, Deed::Shoot].into_iter().any(|deed| self.open(deed).is_some());
        [Condition::FLEEING, Condition::RETREATING].iter().any(|condition| self.c.has(*condition))
            || (breaks() && !fights())
    }

    /// As far away as it can. Whoever has gone, or could, does not fight; one who is held fast turns on its foes.
    pub(super) fn flight(&self) -> Option<Choice> {
        let away = WAYS.into_iter().find_map(|deed| self.away(deed));
        away.or_else(|| self.plain(Deed::Rally)).or_else(|| {
            let stays =
                self.c.spent.moved.is_none() && !WAYS.iter().any(|deed| self.open(*deed).is_some());
            let cornered = stays && self.offer(Deed::Rally).is_some();
            if cornered { self.first_of(CORNERED) } else { None }
        })
    }

    /// That way out, from the nearest foe.
    fn away(&self, deed: Deed) -> Option<Choice> {
        let offer = self.open(deed)?;
        let flag = offer.facts.iter().find(|field| field.fact == Fact::Away);
        if matches!(deed, Deed::Run | Deed::Move) && flag.is_none() {
            return None;
        }
        let mut act = Act { facts: offer.standing(None), ..Act::new(self.c.id, deed) };
        if flag.is_some() {
            act.facts.set(Fact::Away);
        }
        let known = |id: &&CombatantId| self.e.distance(self.c.id, **id).is_some();
        let from = offer.at.ids.iter().filter(known).take(1).copied();
        if flag.is_none() {
            return self.settled(act);
        }
        let aimed = Act { at: from.collect(), ..act.clone() };
        self.settled(aimed).or_else(|| self.settled(act))
    }
}
