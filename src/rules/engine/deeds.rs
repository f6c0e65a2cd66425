//! Offers, checks and executes deeds by the rows of a ruleset.

use super::resolution::Resolution;
use crate::rules::model::block::d20::Attack;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Deed, Fact};
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::event::Stop;
use crate::rules::model::ids::{CombatantId, Text};
use crate::rules::model::offer::{FactField, Offer};
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::Whose;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::deed::{Allowed, At, DeedRule, Price};
use crate::rules::ruleset::laid::enter;
use std::borrow::Cow;

/// Returns the row of a deed; `None` if the ruleset lacks it.
pub fn rule(rules: &dyn Ruleset, deed: Deed) -> Option<&'static DeedRule> {
    rules.deeds().row(deed)
}

/// Returns the damage dice of a hit with an attack line; `None` if a hit does no damage of its own.
pub fn damage(rules: &dyn Ruleset, e: &Encounter, c: &Combatant, line: &Attack) -> Option<DiceExpr> {
    let _in_force = enter(rules);
    (rule(rules, Deed::Strike)?.damage)(&At { e, c }, line)
}

/// Returns the combatant's offers in the order of the rows, including blocked ones with the reason.
pub fn offers(rules: &dyn Ruleset, e: &Encounter, who: CombatantId) -> Vec<Offer> {
    let _in_force = enter(rules);
    let Ok(c) = e.who(who) else { return Vec::new() };
    let at = At { e, c };
    let mut offers = Vec::with_capacity(rules.deeds().len());
    let rows = rules.deeds().iter().filter(|row| (row.concerns)(&at));
    offers.extend(rows.map(|row| offer(rules, &at, row)));
    offers
}

/// Returns a single offer; `None` if it is not listed, or blocked.
pub fn open(rules: &dyn Ruleset, e: &Encounter, who: CombatantId, deed: Deed) -> Option<Offer> {
    let _in_force = enter(rules);
    listed(rules, e, who, deed)?.ok()
}

/// Returns a single offer that is not blocked, or else the reason; `None` if it is not listed.
pub fn listed(
    rules: &dyn Ruleset,
    e: &Encounter,
    who: CombatantId,
    deed: Deed,
) -> Option<Result<Offer, RuleError>> {
    let _in_force = enter(rules);
    let at = At { e, c: e.get(who)? };
    let row = rule(rules, deed).filter(|row| (row.concerns)(&at))?;
    let mut offer = match may(rules, &at, row).and_then(|()| (row.bar)(&at)) {
        Ok(()) => shaped(&at, row),
        Err(why) => return Some(Err(why)),
    };
    Some(offer.blocked.take().map_or(Ok(offer), Err))
}

/// Returns a single offer, blocked or not; `None` if it is not listed.
pub fn offer_among(rules: &dyn Ruleset, e: &Encounter, who: CombatantId, deed: Deed) -> Option<Offer> {
    let _in_force = enter(rules);
    let at = At { e, c: e.who(who).ok()? };
    let row = rule(rules, deed).filter(|row| (row.concerns)(&at))?;
    Some(offer(rules, &at, row))
}

fn offer(rules: &dyn Ruleset, at: &At, row: &DeedRule) -> Offer {
    match may(rules, at, row).and_then(|()| (row.bar)(at)) {
        Ok(()) => shaped(at, row),
        Err(why) => Offer::blocked(row.deed, why),
    }
}

fn shaped(at: &At, row: &DeedRule) -> Offer {
    (row.shape)(at, Offer::plain(row.deed)).for_targets(at.c.id)
}

/// Checks whether the combatant may do it now at all, whatever the particulars.
fn may(rules: &dyn Ruleset, at: &At, row: &DeedRule) -> Allowed {
    rules.gate(at, row, None)?;
    (row.may)(at)
}

/// Checks an act.
///
/// # Errors
/// The first applicable reason, in the order of the catalogue.
pub fn check(rules: &dyn Ruleset, e: &Encounter, act: &Act) -> Allowed {
    let _in_force = enter(rules);
    check_as(rules, e, act, |at, row| {
        (row.may)(at)?;
        if act.facts.has(&Fact::Insist) { Ok(()) } else { (row.bar)(at) }
    })
}

/// Checks only the particulars of an act whose deed is known to be open.
///
/// # Errors
/// As [`check`].
pub fn check_open(rules: &dyn Ruleset, e: &Encounter, act: &Act) -> Allowed {
    let _in_force = enter(rules);
    check_as(rules, e, act, |_, _| Ok(()))
}

fn check_as(
    rules: &dyn Ruleset,
    e: &Encounter,
    act: &Act,
    may: impl Fn(&At, &DeedRule) -> Allowed,
) -> Allowed {
    let at = At { e, c: e.who(act.who)? };
    let row = rule(rules, act.deed).ok_or_else(|| at.why(Refusal::NOT_IN_THESE_RULES))?;
    rules.gate(&at, row, Some(act))?;
    may(&at, row)?;
    if let Some(condition) = act.facts.inflicts() {
        let foreign = |fault| at.why(Refusal::BAD_MODIFIER).at(fault);
        rules.about().known(condition).map_err(foreign)?;
    }
    (row.check)(&at, act)
}

/// Carries out an accepted act.
///
/// # Errors
/// Only [`Stop::Roll`] and [`Stop::Choice`], for a missing answer.
pub fn resolve(rules: &dyn Ruleset, r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    rule(rules, act.deed).map_or(Ok(()), |row| rules.carry_out(r, act, row))
}

/// Returns the act that stepping forward does in the open window, if it does more than close it; the combatant whose
/// turn it is comes before others that may act in it.
pub fn step_forward(rules: &dyn Ruleset, e: &Encounter) -> Option<Act> {
    let _in_force = enter(rules);
    let owner = match e.window()?.whose {
        Whose::One(who) => Some(who),
        _ => None,
    };
    let everybody = || owner.into_iter().chain(e.all().map(|c| c.id));
    let rows = rules.deeds().iter().filter(|row| row.is_step_forward);
    rows.flat_map(|row| everybody().map(|who| Act::new(who, row.deed)))
        .find(|act| check(rules, e, act).is_ok())
}

/// Returns the subject and row of an act.
fn row_of<'a>(rules: &dyn Ruleset, e: &'a Encounter, act: &Act) -> Option<(At<'a>, &'static DeedRule)> {
    Some((At { e, c: e.get(act.who)? }, rule(rules, act.deed)?))
}

/// Returns the minimum and maximum number of targets of the act so far.
pub fn aims(rules: &dyn Ruleset, e: &Encounter, act: &Act, offer: &Offer) -> (usize, usize) {
    let _in_force = enter(rules);
    row_of(rules, e, act)
        .map_or((offer.at.least, offer.at.most), |(at, row)| (row.aims)(&at, act, offer))
}

/// Returns the fields asked for by the act so far, with what the encounter knows as their defaults.
pub fn asked<'a>(
    rules: &dyn Ruleset,
    e: &Encounter,
    act: &Act,
    offer: &'a Offer,
) -> Cow<'a, [FactField]> {
    let _in_force = enter(rules);
    let mut asked = asks(rules, e, act, offer);
    let Some((at, row)) = row_of(rules, e, act) else { return asked };
    for nth in 0..asked.len() {
        let field = &asked[nth];
        let known = if field.stands { None } else { (row.known)(&at, act, &field.fact) };
        if let Some(known) = known.filter(|known| *known != field.fact) {
            asked.to_mut()[nth].fact = known;
        }
    }
    asked
}

/// Like [`asked`], with the offer's own defaults.
pub fn asks<'a>(
    rules: &dyn Ruleset,
    e: &Encounter,
    act: &Act,
    offer: &'a Offer,
) -> Cow<'a, [FactField]> {
    let _in_force = enter(rules);
    row_of(rules, e, act).map_or(Cow::Borrowed(&[]), |(at, row)| (row.asked)(&at, act, offer))
}

/// Returns what the encounter knows of such a fact about the act's target, unless the act states it.
pub fn known(rules: &dyn Ruleset, e: &Encounter, act: &Act, fact: &Fact) -> Option<Fact> {
    let _in_force = enter(rules);
    let (at, row) = row_of(rules, e, act)?;
    (row.known)(&at, act, fact)
}

/// Returns the current form of the deed for an accepted act.
pub fn form(rules: &dyn Ruleset, e: &Encounter, act: &Act) -> Option<Offer> {
    let _in_force = enter(rules);
    let (at, row) = row_of(rules, e, act)?;
    Some((row.shape)(&at, Offer::plain(row.deed)))
}

/// Returns the labels of the separate blows of the act so far; empty: it is a single whole.
pub fn blows(rules: &dyn Ruleset, e: &Encounter, act: &Act) -> Vec<Text> {
    let _in_force = enter(rules);
    row_of(rules, e, act).map_or_else(Vec::new, |(at, row)| (row.blows)(&at, act))
}

/// Whether one roll of the act yields an amount for its targets, of which each may take half, none or double.
pub fn has_shares(rules: &dyn Ruleset, e: &Encounter, act: &Act) -> bool {
    let _in_force = enter(rules);
    row_of(rules, e, act).is_some_and(|(at, row)| (row.shares)(&at, act))
}

/// Returns the possible values of such a fact with their labels, if they form a list.
pub fn choices(rules: &dyn Ruleset, e: &Encounter, act: &Act, fact: &Fact) -> Vec<(Text, Fact)> {
    let _in_force = enter(rules);
    row_of(rules, e, act).map_or_else(Vec::new, |(at, row)| (row.choices)(&at, act, fact))
}

/// Whether that line may reach the other where it is, as far as that is known; `false` is certain.
pub fn reaches(rules: &dyn Ruleset, at: &At, deed: Deed, line: u8, other: &Combatant) -> bool {
    let _in_force = enter(rules);
    rule(rules, deed).is_none_or(|row| (row.reaches)(at, line, other))
}

/// Whether missiles of that line, shot or thrown into a melee, may hit the attacker's own side.
pub fn may_stray(rules: &dyn Ruleset, e: &Encounter, who: CombatantId, deed: Deed, line: u8) -> bool {
    let _in_force = enter(rules);
    let at = e.get(who).map(|c| At { e, c });
    at.zip(rule(rules, deed)).is_some_and(|(at, row)| (row.strays)(&at, line))
}

/// Whether the act is futile, whatever the dice show.
pub fn is_vain(rules: &dyn Ruleset, e: &Encounter, act: &Act) -> bool {
    let _in_force = enter(rules);
    row_of(rules, e, act).is_some_and(|(at, row)| (row.is_vain)(&at, act))
}

/// Returns the distance at which the act leaves its actor from its target, if it is over at once and that can be told
/// beforehand.
pub fn leads(rules: &dyn Ruleset, e: &Encounter, act: &Act) -> Option<Tenths> {
    let _in_force = enter(rules);
    let (at, row) = row_of(rules, e, act)?;
    (row.leads)(&at, act)
}

/// Returns the current time cost of the act; `None` if its seconds are not counted.
pub fn price(rules: &dyn Ruleset, e: &Encounter, act: &Act) -> Option<Price> {
    let _in_force = enter(rules);
    let (at, row) = row_of(rules, e, act)?;
    (row.price)(&at, act)
}
