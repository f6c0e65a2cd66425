//! The list of the deeds on offer: what each is called, what bars it, what its form is.

use super::act::ActForm;
use super::horde::{self, Horde};
use super::letters;
use crate::rules;
use crate::rules::engine::deeds;
use crate::rules::model::command::{Act, Deed, Fact, Facts};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::Offer;
use crate::tui::overlays::forms::boxes::MenuBox;
use crate::tui::overlays::lists::menu::{Item, Menu, letters};
use crate::tui::overlays::{Overlay, Verdict};
use crate::tui::paint::voice::{in_brief, reason};
use crate::tui::table::view::View;

/// Lines kept for the whole reason of what is barred.
const REASON: u16 = 2;

/// Everything the combatant may do now, what is blocked with its reason; with `only`, those deeds
/// alone. One deed that stands alone opens its form at once.
pub fn open(view: &View, who: CombatantId, only: &[Deed]) -> Option<Box<dyn Overlay>> {
    let mut offers = rules::offers(view.rules, view.e, who);
    offers.retain(|offer| only.is_empty() || only.contains(&offer.deed));
    if let [offer] = &offers[..]
        && offer.blocked.is_none()
    {
        return Some(form(view, who, offer));
    }
    // While it can be declared what each means to do, that comes first.
    offers.sort_by_key(|offer| offer.deed != Deed::Declare || offer.blocked.is_some());
    let known = letters::of(view.about());
    let lettered = |offer: &Offer| Item { letter: known.get(&offer.deed).copied(), ..item(view, offer) };
    let items = letters(offers.iter().map(lettered).collect());
    let mut lines: Vec<(Offer, Item)> = offers.into_iter().zip(items).collect();
    lines.sort_by_key(|(offer, _)| offer.blocked.is_some());
    let (offers, items): (Vec<Offer>, Vec<Item>) = lines.into_iter().unzip();
    if offers.is_empty() {
        return None;
    }
    let title = horde::group_name(view, &horde::group(view, who, Deed::Pass));
    let whys: Vec<String> = items.iter().map(|item| item.blocked.clone().unwrap_or_default()).collect();
    let bars = whys.iter().any(|why| !why.is_empty());
    let pick = move |view: &View, at: usize| pick(view, who, &offers[at]);
    let list = MenuBox::new(title, Menu::plain(items), pick).wide(0);
    let whole = move |_: &View, at: usize| whys.get(at).cloned().unwrap_or_default();
    Some(if bars { list.telling(REASON, whole) } else { list }.boxed())
}

fn item(view: &View, offer: &Offer) -> Item {
    let blocked = offer.blocked.as_ref().map(|why| reason(view.rules, why));
    let brief = blocked.as_deref().map(in_brief);
    Item { blocked, brief, ..Item::new(called(offer)) }
}

/// What a deed is called here: a check is of a skill where skills are what is checked.
pub(in crate::tui::overlays) fn called(offer: &Offer) -> &'static str {
    let skill = offer.facts.iter().any(|field| matches!(field.fact, Fact::Skill(_)));
    if offer.deed == Deed::Check && skill { "Skill check" } else { offer.deed.words().name }
}

/// The form of an act, filled in as far as it is said.
pub fn open_act(view: &View, act: &Act) -> Option<Box<dyn Overlay>> {
    let offers = rules::offers(view.rules, view.e, act.who);
    let offer = offers.into_iter().find(|offer| offer.deed == act.deed && offer.blocked.is_none())?;
    let group = horde::group(view, act.who, offer.deed);
    if group.len() > 1 && horde::spreads(view, act.who, &offer) {
        return Some(Box::new(Horde::new(view, group, offer)));
    }
    Some(Box::new(ActForm::filled_in(view, group, offer, act)))
}

/// The form of what is offered, for that one or for all who act with it.
fn form(view: &View, who: CombatantId, offer: &Offer) -> Box<dyn Overlay> {
    let group = horde::group(view, who, offer.deed);
    if group.len() > 1 && horde::spreads(view, who, offer) {
        return Box::new(Horde::new(view, group, offer.clone()));
    }
    Box::new(ActForm::new(view, group, offer.clone()))
}

/// A deed of which one thing alone has to be said, out of a list: the list itself.
fn list(view: &View, who: CombatantId, offer: &Offer) -> Option<Box<dyn Overlay>> {
    let [field] = &offer.facts[..] else { return None };
    let alone = field.needed && !field.stands && offer.with.is_empty() && offer.at.ids.is_empty();
    let draft = Act::new(who, offer.deed);
    let values = deeds::choices(view.rules, view.e, &draft, &field.fact);
    if !alone || values.is_empty() {
        return None;
    }
    let (texts, facts): (Vec<String>, Vec<Fact>) =
        values.into_iter().map(|(text, fact)| (text.to_string(), fact)).unzip();
    let group = horde::group(view, who, offer.deed);
    let title = format!("{}: {}", horde::group_name(view, &group), called(offer));
    let pick = move |view: &View, at: usize| match facts.get(at) {
        Some(fact) => {
            let act = Act { facts: Facts(vec![fact.clone()]), ..draft.clone() };
            Verdict::Run(horde::by_each(view, &group, &act))
        }
        None => Verdict::Stay,
    };
    Some(MenuBox::lettered(title, texts, pick).boxed())
}

/// What has to be said of a deed; one of which nothing has to be said is done.
fn pick(view: &View, who: CombatantId, offer: &Offer) -> Verdict {
    if let Some(list) = list(view, who, offer) {
        return Verdict::Instead(list);
    }
    let group = horde::group(view, who, offer.deed);
    if ActForm::new(view, group.clone(), offer.clone()).filled().is_empty() {
        return Verdict::Run(horde::by_each(view, &group, &Act::new(who, offer.deed)));
    }
    Verdict::Instead(form(view, who, offer))
}
