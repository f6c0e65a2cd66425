//! Missiles that miss: into a melee they may strike somebody else.

use super::attack::{Blow, Style, strike};
use super::state;
use crate::rules::d20::relations::holders;
use crate::rules::dice::{Answer, ChoiceRequest, HowMany, Pick, Question};
use crate::rules::encounter::Encounter;
use crate::rules::event::Stop;
use crate::rules::ids::CombatantId;
use crate::rules::resolution::Resolution;

/// A missile that missed is lost (`countdown.missile.lost`); shot into a melee it may strike one of
/// the shooter's friends there, as the referee says and in that order
/// (`countdown.missile.into-melee`). One that broke or fell goes nowhere.
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
        let stray = Blow { target: *friend, style: Style::Stray, ..*blow };
        if strike(r, &stray)?.hit {
            break;
        }
    }
    Ok(())
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
