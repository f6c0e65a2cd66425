//! The list of the deeds on offer: what each is called, what bars it, what its form is.

use super::act::ActForm;
use super::horde::{self, Horde};
use super::letters;
use crate::rules;
use crate::rules::engine::deeds;
use crate::rules::model::command::{Act, Deed, Fact, Facts};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::Offer;
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::overlays::forms::boxes::MenuBox;
use crate::tui::overlays::lists::menu::{Item, Menu, letters};
use crate::tui::overlays::{Overlay, Verdict};
use crate::tui::paint::voice::reason;
use crate::tui::panes::foot::Means;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The list of deeds.
pub struct Deeds {
    who: CombatantId,
    offers: Vec<Offer>,
    menu: Menu,
}

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
    let menu = Menu::plain(items);
    (!offers.is_empty()).then(|| Box::new(Deeds { who, offers, menu }) as Box<dyn Overlay>)
}

fn item(view: &View, offer: &Offer) -> Item {
    let blocked = offer.blocked.as_ref().map(|why| reason(view.rules, why));
    Item { blocked, ..Item::new(called(offer)) }
}

/// What a deed is called here: a check is of a skill where skills are what is checked.
pub(in crate::tui::overlays) fn called(offer: &Offer) -> &'static str {
    let skill = offer.facts.iter().any(|field| matches!(field.fact, Fact::Skill(_)));
    if offer.deed == Deed::Check && skill { "Skill check" } else { offer.deed.words().name }
}

/// The form of one deed.
pub fn open_deed(view: &View, who: CombatantId, deed: Deed) -> Option<Box<dyn Overlay>> {
    let offers = rules::offers(view.rules, view.e, who);
    let offer = offers.into_iter().find(|offer| offer.deed == deed && offer.blocked.is_none())?;
    Some(form(view, who, &offer))
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

impl Deeds {
    fn pick(&self, view: &View) -> Verdict {
        let Some(offer) = self.menu.chosen().and_then(|at| self.offers.get(at)) else {
            return Verdict::Stay;
        };
        if offer.blocked.is_some() {
            return Verdict::Stay;
        }
        if let Some(list) = list(view, self.who, offer) {
            return Verdict::Instead(list);
        }
        let group = horde::group(view, self.who, offer.deed);
        if ActForm::new(view, group.clone(), offer.clone()).filled().is_empty() {
            let act = Act::new(self.who, offer.deed);
            return Verdict::Run(horde::by_each(view, &group, &act));
        }
        Verdict::Instead(form(view, self.who, offer))
    }
}

impl Overlay for Deeds {
    fn scope(&self) -> Scope {
        Scope::Menu
    }

    fn list(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn title(&self, view: &View) -> String {
        horde::group_name(view, &horde::group(view, self.who, Deed::Pass))
    }

    fn size(&self, _: &View) -> (u16, u16) {
        self.menu.size()
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        self.menu.paint(area, view.theme, buf);
    }

    fn op(&mut self, op: Op, view: &View) -> Verdict {
        match op {
            Op::Forward => self.pick(view),
            Op::Back => Verdict::Leave,
            _ => {
                self.menu.op(op);
                Verdict::Stay
            }
        }
    }

    fn means(&self, op: Op) -> Means {
        if op == Op::Forward { self.menu.means() } else { Means::Usual }
    }

    fn picks(&self, sign: char) -> bool {
        self.menu.picks(sign)
    }

    fn typed(&mut self, sign: char, view: &View) -> Verdict {
        if self.menu.typed(sign) { self.pick(view) } else { Verdict::Stay }
    }
}
