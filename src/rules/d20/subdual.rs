//! Subdual damage: a second pool beside hit points.

use crate::rules::engine::temporary::absorb;
use crate::rules::model::moment::When;
use crate::rules::ruleset::prelude::*;

/// Returns the subdual damage taken.
pub fn subdual(c: &Combatant) -> i32 {
    c.effect(Condition::SUBDUED).map_or(0, |effect| effect.value)
}

/// Deals subdual damage: temporary hit points take it first, as they take any damage.
pub fn deal(r: &mut Resolution, who: CombatantId, points: i32, until: Option<When>) {
    let points = points - absorb(r, who, points);
    if points > 0 {
        subdue(r, who, points, until);
    }
}

/// Adds or removes subdual damage; at 0 the condition ends. `until` applies only if there was none before.
pub fn subdue(r: &mut Resolution, who: CombatantId, points: i32, until: Option<When>) {
    let Some(c) = r.encounter().get(who) else { return };
    let value = subdual(c).saturating_add(points);
    if value <= 0 {
        return r.relieve(who, Condition::SUBDUED);
    }
    let old = c.effect(Condition::SUBDUED).cloned();
    let effect = old.unwrap_or_else(|| r.effect(Condition::SUBDUED, until));
    r.afflict(who, Effect { value, ..effect });
}

/// Returns the hit points not used up by subdual damage; at 0 or less the combatant is out of the fight.
pub fn unspent(c: &Combatant) -> i32 {
    c.vitals.hp().saturating_sub(subdual(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;
    use crate::rules::model::block::d20::Block;
    use crate::rules::model::combatant::StatBlock;
    use crate::rules::model::command::{Arrival, Command};
    use crate::rules::model::dice::Tape;
    use crate::rules::model::encounter::{Encounter, Side};
    use crate::rules::model::ids::{RulesetId, SideId};
    use crate::rules::registry::ruleset;
    use std::sync::Arc;

    /// Two combatants in a fight, under rules with hit points.
    fn fight() -> Encounter {
        let rules = ruleset(RulesetId::Countdown);
        let block = Block { hp: Some(8), ..Block::default() };
        let arrival = |side, name: &str| {
            let block = StatBlock::from(Block { name: name.into(), ..block.clone() });
            Command::Arrive(Arrival::new(SideId(side), name, Arc::new(block)))
        };
        let sides = ["Heroes", "Foes"].map(|name| Command::Side(Side::new(name)));
        let all = sides.into_iter().chain([arrival(0, "Ana"), arrival(1, "Gob"), Command::Proceed]);
        all.fold(Encounter::new(RulesetId::Countdown), |e, command| {
            rules::play(rules, e, &command, &mut Tape::new(&[])).expect("a command that is let pass")
        })
    }

    #[test]
    fn the_second_pool_uses_up_what_the_first_has_left() {
        let (e, mut tape) = (fight(), Tape::new(&[]));
        let who = e.all().next().expect("somebody").id;
        let mut r = Resolution::recorded(ruleset(e.ruleset), e, &mut tape);
        let left =
            |r: &Resolution| r.encounter().get(who).map(|c| (c.vitals.hp(), subdual(c), unspent(c)));
        subdue(&mut r, who, 5, None);
        assert_eq!(left(&r), Some((8, 5, 3)));
        subdue(&mut r, who, 4, None);
        assert_eq!(left(&r), Some((8, 9, -1)));
        subdue(&mut r, who, -20, None);
        assert_eq!(left(&r), Some((8, 0, 8)));
    }
}
