//! Stray missiles: those that miss and fly on into the melee around the target (`house.missile.into-melee`).

use super::blow::{self, Blow, Hit};
use super::options::{SPLASH, STRAY_ON_NATURAL_1, STRAY_PICK, StrayPick};
use super::to_hit::{REVERSE, class};
use super::{flask, reason, strike, to_hit};
use crate::rules::d20::roll::one_of;
use crate::rules::model::block::d20::Tag;
use crate::rules::model::dice::{Answer, ChoiceRequest, HowMany, Pick, Question};
use crate::rules::model::event::{Rolled, Told};
use crate::rules::ruleset::prelude::*;

/// Resolves a missed missile: a flask breaks near its target; anything else may hit someone in melee with it.
pub fn check(r: &mut Resolution, blow: &Blow, face: i32) -> Result<(), Stop> {
    if blow.line.has(Tag::GRENADE) && SPLASH.is_on(r.encounter()) {
        return flask::shatter(r, blow);
    }
    let natural_1 = face == 1 && (blow.manner.is_errant() || !STRAY_ON_NATURAL_1.is_on(r.encounter()));
    if natural_1 {
        return Ok(());
    }
    let reverse = REVERSE - face;
    let hit: Vec<(i32, CombatantId)> = to_hit::around(r.encounter(), blow)
        .into_iter()
        .map(|who| (class(r.encounter(), blow, who).total(), who))
        .filter(|(class, _)| *class <= reverse)
        .collect();
    let spared = spared(r, blow, &hit)?;
    let hit = hit.into_iter().filter(|(_, who)| !spared.contains(who)).collect();
    match struck(r, blow, hit)? {
        Some(who) => strike(r, blow, who, reverse),
        None => Ok(()),
    }
}

/// Asks the referee whom the missile cannot reach; the default is nobody.
fn spared(
    r: &mut Resolution,
    blow: &Blow,
    hit: &[(i32, CombatantId)],
) -> Result<Vec<CombatantId>, Stop> {
    if hit.is_empty() {
        return Ok(Vec::new());
    }
    let picks = hit.iter().map(|(_, who)| Pick::Combatant(*who)).collect();
    let ask = ChoiceRequest { how: HowMany::Some, ..ChoiceRequest::one(Question::Spared, picks) };
    let ask = ChoiceRequest { who: Some(blow.who), among: vec![Pick::Combatant(blow.target)], ..ask };
    let Answer::Some(named) = r.choose(ask)? else { return Ok(Vec::new()) };
    Ok(named.into_iter().filter_map(|at| hit.get(at)).map(|(_, who)| *who).collect())
}

/// Picks the victim: the lowest armour class, or as the option says; a die decides among equals (A17).
fn struck(
    r: &mut Resolution,
    blow: &Blow,
    mut hit: Vec<(i32, CombatantId)>,
) -> Result<Option<CombatantId>, Stop> {
    let classes = || hit.iter().map(|(class, _)| *class);
    let wanted = match STRAY_PICK.of(r.encounter()) {
        StrayPick::Random => None,
        StrayPick::Highest => classes().max(),
        StrayPick::Lowest => classes().min(),
    };
    hit.retain(|(class, _)| wanted.is_none_or(|wanted| *class == wanted));
    let equal: Vec<CombatantId> = hit.into_iter().map(|(_, who)| who).collect();
    one_of(r, &equal, blow.who)
}

/// Hits the victim with the missile, never critically (A51).
fn strike(r: &mut Resolution, blow: &Blow, who: CombatantId, reverse: i32) -> Result<(), Stop> {
    let astray = Blow { target: who, facts: &Facts::default(), ..*blow };
    r.under(|| astray.cause(), |r| fly_on(r, blow, &astray, reverse))
}

fn fly_on(r: &mut Resolution, blow: &Blow, astray: &Blow, reverse: i32) -> Result<(), Stop> {
    let who = astray.target;
    let needing = class(r.encounter(), blow, who);
    let outcome =
        if blow::is_immune(r.encounter(), astray) { Outcome::Immune } else { Outcome::Success };
    r.tell(|| Told::row(blow.who, "house.missile.into-melee", "the missile flies on"));
    r.rolled(Rolled {
        who: Some(blow.who),
        against: Some(who),
        tally: Tally::new().with(reason::STRAY, reverse),
        need: Some(needing.total()),
        needing,
        ..Rolled::new(Purpose::Attack(blow.at), outcome)
    });
    strike::struck(r, astray, outcome, Hit { critical: false, certain: false }).map(|_| ())
}
