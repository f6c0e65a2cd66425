//! Missiles that miss: into a melee they may strike somebody else.

use super::attack::{self, Blow, Style, strike};
use super::{state, weapon};
use crate::rules::d20::relations::holders;
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::d20::Range;
use crate::rules::model::combatant::Whereabouts;
use crate::rules::model::command::{Fact, Facts};
use crate::rules::model::dice::{Answer, ChoiceRequest, HowMany, Pick, Question};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Stop;
use crate::rules::model::ids::CombatantId;

/// Of a weapon that was thrown nothing is left in the hand, whether it hit or is lost
/// (`countdown.equipment.weapon-state`, `countdown.missile.lost`), unless the line stands for several
/// or some are left of what it uses up.
pub fn leave_hand(r: &mut Resolution, blow: &Blow) {
    let supply = r.encounter().get(blow.who).and_then(|c| c.supply_of(&blow.line.name));
    let more = supply.is_some_and(|supply| supply.left() > 0);
    if blow.line.range == Some(Range::Both) && blow.line.count == 1 && !more {
        weapon::lose(r, blow.who, blow.at, Whereabouts::Dropped);
    }
}

/// Shot into a melee it may strike one of the shooter's friends there, as the referee says and in that
/// order (`countdown.missile.into-melee`). One that broke or fell goes nowhere.
///
/// # Errors
/// [`Stop`]: an answer is missing.
pub fn astray(r: &mut Resolution, blow: &Blow, disarmed: bool) -> Result<(), Stop> {
    let friends = friends_there(r.encounter(), blow);
    if disarmed || friends.is_empty() {
        return Ok(());
    }
    let ask = ChoiceRequest {
        question: Question::Stray,
        who: Some(blow.who),
        side: None,
        among: vec![Pick::Combatant(blow.target)],
        picks: friends.iter().map(|who| Pick::Combatant(*who)).collect(),
        how: HowMany::Some,
        default: 0,
    };
    let Answer::Some(named) = r.choose(ask)? else { return Ok(()) };
    for friend in named.into_iter().filter_map(|at| friends.get(at)) {
        let facts = facts_of(r.encounter(), blow, *friend);
        let stray = Blow { target: *friend, style: Style::Stray, facts: &facts, ..*blow };
        if strike(r, &stray)?.hit {
            break;
        }
    }
    Ok(())
}

/// What was said of the target's cover and the like holds for it alone; a friend whose distance nobody
/// knows stands where it does.
fn facts_of(e: &Encounter, blow: &Blow, friend: CombatantId) -> Facts {
    let own = e.distance(blow.who, friend);
    let feet = own.or_else(|| attack::distance(e, blow.who, blow.facts, blow.target));
    let modifier = blow.facts.modifier().map(Fact::Modifier);
    Facts(feet.map(Fact::Distance).into_iter().chain(modifier).collect())
}

/// The shooter's friends in melee with its target.
fn friends_there(e: &Encounter, blow: &Blow) -> Vec<CombatantId> {
    let (Some(shooter), Some(target)) = (e.get(blow.who), e.get(blow.target)) else {
        return Vec::new();
    };
    let there = holders(super::about(), e, target);
    let mut friends: Vec<CombatantId> =
        there.filter(|c| !state::foes(shooter, c) && c.id != shooter.id).map(|c| c.id).collect();
    friends.sort_unstable();
    friends
}
