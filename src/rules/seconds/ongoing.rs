//! Actions that take time: beginning, resuming and abandoning them (`seconds.time.carry-over`).

use super::deeds::DEEDS;
use super::form::{aimed, others};
use super::{clock, form, possession, refusal, state, strike, turn};
use crate::rules::ruleset::deed::{Step, When};
use crate::rules::ruleset::prelude::*;

/// Resumes the action in progress.
pub const RESUME: DeedRule = DeedRule {
    rule: "seconds.time.carry-over",
    when: When::Beside,
    is_step_forward: true,
    concerns: |at| at.c.ongoing.is_some(),
    may: |at| {
        check_begun(at)?;
        let waits = at.c.ongoing.as_ref().is_some_and(|begun| begun.owes > 0);
        at.unless(!waits || state::seconds_left(at.e, at.c.id) > 0, refusal::OUT_OF_SECONDS)
    },
    shape,
    check: |at, act| check(at, &resumed(at, act), next_step(at)),
    run: resume,
    aims: |at, _, offer| {
        let most = begun(at).map(|(begun, row)| (row.aims)(at, begun, offer).1);
        most.map_or((0, 0), |most| (offer.at.least, most.max(offer.at.least)))
    },
    asked: |at, _, _| asked(at).into(),
    blows: |at, _| begun(at).map_or_else(Vec::new, |(act, row)| (row.blows)(at, act)),
    shares: |at, _| begun(at).is_some_and(|(act, row)| (row.shares)(at, act)),
    choices: strike::choices,
    price: |at, _| clock::price(at, at.c.ongoing.as_ref().map_or(0, |begun| begun.owes)),
    ..DeedRule::of(Deed::Resume)
};

/// Abandons the action in progress.
pub const ABANDON: DeedRule = DeedRule {
    rule: "seconds.time.consecutive",
    when: When::Free,
    concerns: |at| at.c.ongoing.is_some(),
    may: |at| {
        turn::check_no_time(at)?;
        at.unless(at.c.ongoing.is_some(), refusal::NOTHING_BEGUN)
    },
    run: |r, act| {
        clock::lose_action(r, act.who);
        Ok(())
    },
    ..DeedRule::of(Deed::Abandon)
};

/// Returns the action in progress and its row. A deed that is no action, such as resuming one, is never in progress,
/// whatever a file says.
fn begun<'a>(at: &At<'a>) -> Option<(&'a Act, &'static DeedRule)> {
    let act = &at.c.ongoing.as_ref()?.act;
    Some((act, DEEDS.row(act.deed).filter(|row| row.when.is_action())?))
}

fn check_begun(at: &At) -> Allowed {
    at.unless(begun(at).is_some(), refusal::NOTHING_BEGUN)
}

/// Returns the step that the action in progress reaches if it is resumed now.
fn next_step(at: &At) -> Step {
    let left = state::seconds_left(at.e, at.c.id);
    let is_paid = at.c.ongoing.as_ref().is_some_and(|begun| begun.owes <= left);
    if is_paid { Step::IsPaid } else { Step::GoesOn }
}

/// Refuses an action in progress that is no longer possible.
fn check(at: &At, act: &Act, step: Step) -> Allowed {
    let row = DEEDS.row(act.deed).ok_or_else(|| at.why(Refusal::NOT_IN_THESE_RULES))?;
    match row.later {
        Some(later) => later(at, act, step),
        None => (row.may)(at).and_then(|()| (row.check)(at, act)),
    }
}

/// Returns the form of the action in progress, with its targets confirmed or changed
/// (`seconds.time.carry-over`); another target is required if the original one is no longer possible.
fn shape(at: &At, offer: Offer) -> Offer {
    let Some((begun, _)) = begun(at) else { return offer };
    if let Err(why) = check(at, begun, Step::GoesOn) {
        return Offer::blocked(offer.deed, why);
    }
    let at_that =
        |ids| check(at, &resumed(at, &Act { at: ids, ..Act::new(at.c.id, offer.deed) }), next_step(at));
    let mut ids = others(at.e, at.c);
    ids.retain(|who| at_that(vec![*who]).is_ok());
    let as_meant = at_that(Vec::new());
    match as_meant {
        Err(why) if ids.is_empty() => Offer::blocked(offer.deed, why),
        _ => {
            let most = begun.at.len().max(1);
            Offer { at: aimed(ids, usize::from(as_meant.is_err()), most), ..offer }
        }
    }
}

/// Returns the act in progress with the targets and facts that the new act changes, except facts that
/// determine its price.
fn resumed(at: &At, act: &Act) -> Act {
    let Some((begun, row)) = begun(at) else { return act.clone() };
    let mut whole = begun.clone();
    if !act.at.is_empty() {
        whole.at = act.at.clone();
        if !(row.blows)(at, begun).is_empty() {
            whole.parts.iter_mut().for_each(|part| part.at = None);
        }
    }
    if !act.parts.is_empty() {
        whole.parts = act.parts.clone();
    }
    for fact in act.facts.0.iter().filter(|fact| !is_settled(fact)) {
        whole.facts.set(fact.clone());
    }
    whole
}

/// Whether the price of the action in progress depends on the fact.
fn is_settled(fact: &Fact) -> bool {
    matches!(fact, Fact::Combo(_) | Fact::Seconds(_) | Fact::Helpers(_))
}

/// Returns the facts of the action in progress that may still be changed; those left out keep their values.
fn asked(at: &At) -> Vec<FactField> {
    let Some((act, row)) = begun(at) else { return Vec::new() };
    let form = (row.shape)(at, Offer::plain(row.deed));
    let mut facts = (row.asked)(at, act, &form).into_owned();
    facts.retain(|field| !is_settled(&field.fact));
    facts.iter_mut().for_each(|field| (field.needed, field.stands) = (false, false));
    facts
}

/// Carries out an accepted act: an action is begun, anything else is done at once.
pub fn carry_out(r: &mut Resolution, act: &Act, row: &DeedRule) -> Result<(), Stop> {
    if row.when.is_action() {
        return begin(r, act, row);
    }
    row.tell(r, act);
    (row.run)(r, act)
}

/// Begins an action: one that takes time loses any action in progress (`seconds.time.consecutive`). Pays what
/// the turn allows.
fn begin(r: &mut Resolution, act: &Act, row: &DeedRule) -> Result<(), Stop> {
    possession::acts(r, act.who);
    let Ok(c) = r.encounter().who(act.who) else { return Ok(()) };
    let at = At { e: r.encounter(), c };
    let cost = form::cost(&at, row, act);
    let carried = cost > state::seconds_left(at.e, act.who);
    if cost > 0 {
        clock::lose_action(r, act.who);
    }
    if carried {
        form::tell(r, act)
    } else {
        row.tell(r, act)
    }
    if clock::pay(r, act, cost) { (row.run)(r, act) } else { Ok(()) }
}

/// Resumes the action in progress (`seconds.time.carry-over`).
fn resume(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Ok(c) = r.encounter().who(act.who) else { return Ok(()) };
    let Some(owes) = c.ongoing.as_ref().map(|begun| begun.owes) else { return Ok(()) };
    let whole = resumed(&At { e: r.encounter(), c }, act);
    possession::acts(r, act.who);
    r.emit(Event::Undertook(act.who, None));
    match DEEDS.row(whole.deed) {
        Some(row) if clock::pay(r, &whole, owes) => {
            r.under(|| Why::going_on(&whole), |r| (row.run)(r, &whole))
        }
        _ => Ok(()),
    }
}
