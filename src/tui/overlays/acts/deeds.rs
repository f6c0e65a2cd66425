//! The list of deeds on offer: their names, what blocks them, and their forms.

use super::act::ActForm;
use super::horde::{self, Horde};
use super::letters;
use crate::rules;
use crate::rules::engine::deeds;
use crate::rules::model::command::{Act, Deed, Fact, Facts};
use crate::rules::model::deed::Role;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::Offer;
use crate::tui::kit::list::{Item, letters};
use crate::tui::kit::picker::Picker;
use crate::tui::overlays::{Done, Layer, Then};
use crate::tui::paint::voice::{in_brief, reason};
use crate::tui::session::Session;
use crate::tui::table::view::View;

/// The lines for the full reason why a deed is blocked.
const REASON: u16 = 2;

/// Lists what the combatant may do now, with the reasons of blocked deeds; limited to `only` unless empty. A single
/// deed that is not blocked opens its form at once.
pub fn open(view: &View, who: CombatantId, only: &[Deed]) -> Option<Box<dyn Layer>> {
    chosen_from(view, who, only, None)
}

/// Lists what the combatant may do now, with the cursor on that deed.
pub fn open_at(view: &View, who: CombatantId, deed: Deed) -> Option<Box<dyn Layer>> {
    chosen_from(view, who, &[], Some(deed))
}

fn chosen_from(
    view: &View,
    who: CombatantId,
    only: &[Deed],
    cursor: Option<Deed>,
) -> Option<Box<dyn Layer>> {
    let mut offers = rules::offers(view.rules, view.e, who);
    offers.retain(|offer| only.is_empty() || only.contains(&offer.deed));
    if let [offer] = &offers[..]
        && offer.blocked.is_none()
    {
        return Some(form(view, who, offer));
    }
    offers.sort_by_key(|offer| likely(offer.deed));
    let mut known = letters::of(view.about());
    let can = |deed| offers.iter().any(|offer| offer.deed == deed && offer.blocked.is_none());
    // Whoever cannot strike shoots with the same letter.
    if can(Deed::Shoot) && !can(Deed::Strike) {
        let strike = known.insert(Deed::Shoot, STRIKES);
        known.extend(strike.map(|letter| (Deed::Strike, letter)));
    }
    let lettered = |offer: &Offer| Item { letter: known.get(&offer.deed).copied(), ..item(view, offer) };
    let items = letters(offers.iter().map(lettered).collect());
    let mut lines: Vec<(Offer, Item)> = offers.into_iter().zip(items).collect();
    lines.sort_by_key(|(offer, _)| offer.blocked.is_some());
    if lines.is_empty() {
        return None;
    }
    let title = horde::group_name(view, &horde::group(view, who, Deed::Pass));
    let bars = lines.iter().any(|(offer, _)| offer.blocked.is_some());
    let free = lines.iter().take_while(|(offer, _)| offer.blocked.is_none()).count();
    let at = lines.iter().position(|(offer, _)| Some(offer.deed) == cursor).unwrap_or(0);
    let pick = move |session: &mut Session, offer: &Offer| pick(session, who, offer);
    let rows = lines.into_iter().map(|(offer, item)| (item, offer));
    let list = Picker::new(title, rows, pick).wide(0).folding(free).at(at);
    let whole = |view: &View, offer: &Offer| {
        offer.blocked.as_ref().map_or_else(String::new, |why| reason(view.rules, why))
    };
    Some(if bars { list.telling(REASON, whole) } else { list }.boxed())
}

/// The letter of whatever attacks.
const STRIKES: char = 's';

/// The place of a deed in the list, the likeliest first. As long as intentions can be declared, that comes first; what the
/// referee rules on and passing come last.
fn likely(deed: Deed) -> usize {
    const ROLES: [Role; 13] = [
        Role::Strike,
        Role::Shoot,
        Role::Control,
        Role::Support,
        Role::Move,
        Role::Ready,
        Role::Protect,
        Role::Rescue,
        Role::Recover,
        Role::Say,
        Role::Talk,
        Role::Flee,
        Role::Ruling,
    ];
    match deed {
        Deed::Declare => 0,
        Deed::Pass => ROLES.len() + 2,
        deed => 1 + ROLES.iter().position(|role| *role == deed.role()).unwrap_or(ROLES.len()),
    }
}

fn item(view: &View, offer: &Offer) -> Item {
    let blocked = offer.blocked.as_ref().map(|why| reason(view.rules, why));
    let brief = offer.blocked.as_ref().map(|why| in_brief(view.rules, why));
    Item { blocked, brief, ..Item::new(called(offer)) }
}

/// The name of a deed here: a check is a skill check if a skill is asked for.
pub(in crate::tui::overlays) fn called(offer: &Offer) -> &'static str {
    let skill = offer.facts.iter().any(|field| matches!(field.fact, Fact::Skill(_)));
    if offer.deed == Deed::Check && skill { "Skill check" } else { offer.deed.words().name }
}

/// Opens the form of an act, filled in with what is known of it.
pub fn open_act(view: &View, act: &Act) -> Option<Box<dyn Layer>> {
    let offers = rules::offers(view.rules, view.e, act.who);
    let offer = offers.into_iter().find(|offer| offer.deed == act.deed && offer.blocked.is_none())?;
    let group = horde::group(view, act.who, offer.deed);
    if group.len() > 1 && horde::spreads(view, act.who, &offer) {
        return Some(Box::new(Horde::new(view, group, offer)));
    }
    Some(Box::new(ActForm::filled_in(view, group, offer, act)))
}

/// The form of an offer, for one combatant or for all who act with it.
fn form(view: &View, who: CombatantId, offer: &Offer) -> Box<dyn Layer> {
    let group = horde::group(view, who, offer.deed);
    if group.len() > 1 && horde::spreads(view, who, offer) {
        return Box::new(Horde::new(view, group, offer.clone()));
    }
    Box::new(ActForm::new(view, group, offer.clone()))
}

/// The list of values of a deed that needs just one fact, which can be listed.
fn list(view: &View, who: CombatantId, offer: &Offer) -> Option<Box<dyn Layer>> {
    let [field] = &offer.facts[..] else { return None };
    let alone = field.needed && !field.stands && offer.with.is_empty() && offer.at.ids.is_empty();
    let draft = Act::new(who, offer.deed);
    let values = deeds::choices(view.rules, view.e, &draft, &field.fact);
    if !alone || values.is_empty() {
        return None;
    }
    let rows = values.into_iter().map(|(text, fact)| (text.to_string(), fact));
    let group = horde::group(view, who, offer.deed);
    let title = format!("{}: {}", horde::group_name(view, &group), called(offer));
    let pick = move |session: &mut Session, fact: &Fact| {
        let act = Act { facts: Facts::from(fact.clone()), ..draft.clone() };
        session.run(horde::by_each(&session.view(), &group, &act))
    };
    Some(Picker::new(title, rows, pick).lettered().boxed())
}

/// Opens what a deed needs filled in; a deed that needs nothing is done at once.
fn pick(session: &mut Session, who: CombatantId, offer: &Offer) -> Done {
    if let Some(list) = list(&session.view(), who, offer) {
        return Then::replace(list);
    }
    let group = horde::group(&session.view(), who, offer.deed);
    if ActForm::new(&session.view(), group.clone(), offer.clone()).filled().is_empty() {
        return session.run(horde::by_each(&session.view(), &group, &Act::new(who, offer.deed)));
    }
    Then::replace(form(&session.view(), who, offer))
}
