//! Leaving melee: whose reach is left, who gets an attack, and whether the mover goes on. The attack's modifiers and
//! cost are the ruleset's.

use super::interrupt::in_turn;
use super::relations::holders;
use super::state::{feet_between, is_able};
use crate::rules::ruleset::about::About;
use crate::rules::ruleset::prelude::*;
use std::collections::BTreeSet;

/// Returns the foes whose reach a mover leaves, in roster order: those in melee with it, and able foes known to be as
/// near.
pub fn left_by(about: &About, e: &Encounter, c: &Combatant) -> Vec<CombatantId> {
    let near = |foe: &&Combatant| {
        is_able(foe) && feet_between(e, c.id, foe.id).is_some_and(|feet| feet <= about.melee_distance)
    };
    let near = e.foes(c).filter(near).map(|foe| foe.id);
    let held = holders(e, c).map(|foe| foe.id);
    held.chain(near).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Returns the foes that beat the mover in a contest: the mover rolls one die with its modifiers, then each foe does.
/// Ties do not count.
///
/// # Errors
/// [`Stop::Roll`]: a die is missing.
pub fn beaten_by(
    r: &mut Resolution,
    who: CombatantId,
    foes: &[CombatantId],
    (purpose, sides): (Purpose, u16),
    terms: impl Fn(&Encounter, CombatantId) -> Tally,
) -> Result<Vec<CombatantId>, Stop> {
    if foes.is_empty() {
        return Ok(Vec::new());
    }
    let die = |r: &Resolution, one| {
        RollRequest::new(purpose, 1, sides).by(one).adding(terms(r.encounter(), one))
    };
    let own = die(r, who);
    let own = r.figure(own)?;
    let mut beaten = Vec::new();
    for &foe in foes {
        let theirs = die(r, foe).against(who);
        let more = own.saturating_sub(theirs.tally.total()).saturating_add(1);
        let theirs = theirs.bands(vec![more]);
        if r.figure(theirs)? > own {
            beaten.push(foe);
        }
    }
    Ok(beaten)
}

/// Lets each foe attack the mover in turn before it moves; `strike` makes the ruleset's attack, with one of the `lines`
/// the foe has for it. Stops and returns `false` once the mover is out of action.
///
/// # Errors
/// [`Stop::Choice`]: a decision is missing; and those of `strike`.
pub fn parting(
    r: &mut Resolution,
    who: CombatantId,
    foes: &[CombatantId],
    why: &str,
    lines: impl Fn(&Encounter, CombatantId) -> Vec<u8>,
    mut strike: impl FnMut(&mut Resolution, CombatantId, u8) -> Result<(), Stop>,
) -> Result<bool, Stop> {
    in_turn(r, who, foes, why, lines, |r, foe, at| {
        strike(r, foe, at)?;
        Ok(r.encounter().get(who).is_some_and(is_able))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::model::dice::{Answer, Roll, Tape};
    use crate::rules::model::ids::RulesetId;
    use crate::rules::model::tally::Reason;
    use crate::rules::registry::ruleset;

    #[test]
    fn a_foe_has_to_roll_higher_than_whoever_leaves() {
        let answers = [3, 4, 5, 6].map(|n| Answer::Roll(Roll::Total(n)));
        let mut tape = Tape::new(&answers);
        let mut r =
            Resolution::recorded(ruleset(RulesetId::Bx), Encounter::new(RulesetId::Bx), &mut tape);
        let who = CombatantId(0);
        let foes = [1, 2, 3].map(CombatantId);
        // The mover has 3 + 2; the foes have 4, 5 and 6.
        let nimble =
            |_: &Encounter, one| Tally::new().with(Reason::DEXTERITY, if one == who { 2 } else { 0 });
        let beaten = beaten_by(&mut r, who, &foes, (Purpose::Contest, 6), nimble);
        assert_eq!(beaten, Ok(vec![CombatantId(3)]));
        assert_eq!(r.finish().1.events.len(), 4, "each roll is recorded");
    }
}
