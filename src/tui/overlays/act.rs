//! The act form: the deeds on offer, then weapon, target and facts, with what it needs to hit.

use super::facts;
use super::form::{Field, Form, Value};
use super::menu::{Item, Menu, letters};
use super::{Overlay, Verdict};
use crate::rules::command::{Act, Command, Deed};
use crate::rules::ids::CombatantId;
use crate::rules::offer::{FactField, Offer};
use crate::rules::{self, words};
use crate::tui::keymap::Scope;
use crate::tui::op::Op;
use crate::tui::proposal::{Forecast, forecast, needs};
use crate::tui::text::put;
use crate::tui::view::View;
use crate::tui::voice::{reason, refusal};
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
        return Some(Box::new(ActForm::new(view, who, offer.clone())));
    }
    // Letters go by the rules' own order, so that a deed keeps its letter when others are blocked.
    let items = letters(offers.iter().map(|offer| item(view, offer)).collect());
    let mut lines: Vec<(Offer, Item)> = offers.into_iter().zip(items).collect();
    lines.sort_by_key(|(offer, _)| offer.blocked.is_some());
    let (offers, items): (Vec<Offer>, Vec<Item>) = lines.into_iter().unzip();
    let menu = Menu::plain(items);
    (!offers.is_empty()).then(|| Box::new(Deeds { who, offers, menu }) as Box<dyn Overlay>)
}

fn item(view: &View, offer: &Offer) -> Item {
    let blocked = offer.blocked.as_ref().map(|why| reason(view.rules, why));
    Item { blocked, ..Item::new(words::deed(offer.deed)) }
}

/// The form of one deed.
pub fn open_deed(view: &View, who: CombatantId, deed: Deed) -> Option<Box<dyn Overlay>> {
    let offers = rules::offers(view.rules, view.e, who);
    let offer = offers.into_iter().find(|offer| offer.deed == deed && offer.blocked.is_none())?;
    Some(Box::new(ActForm::new(view, who, offer)))
}

impl Deeds {
    fn pick(&self, view: &View) -> Verdict {
        let Some(offer) = self.menu.chosen().and_then(|at| self.offers.get(at)) else {
            return Verdict::Stay;
        };
        if offer.blocked.is_some() {
            return Verdict::Stay;
        }
        let form = ActForm::new(view, self.who, offer.clone());
        if form.form.fields.is_empty() {
            return Verdict::Run(vec![Command::Act(Act::new(self.who, offer.deed))]);
        }
        Verdict::Instead(Box::new(form))
    }
}

impl Overlay for Deeds {
    fn scope(&self) -> Scope {
        Scope::Menu
    }

    fn title(&self, view: &View) -> String {
        view.name(self.who).to_string()
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

    fn typed(&mut self, sign: char, view: &View) -> Verdict {
        if self.menu.typed(sign) { self.pick(view) } else { Verdict::Stay }
    }
}

/// What a field of the form is about.
enum Part {
    Weapon,
    Target,
    Targets,
    /// One fact; a choice of several of its kind gives all of them.
    Fact(Vec<FactField>),
}

/// The form of one deed.
pub struct ActForm {
    who: CombatantId,
    offer: Offer,
    parts: Vec<Part>,
    form: Form,
    refused: Option<String>,
    /// It was said that nobody is picked.
    warned: bool,
}

impl ActForm {
    fn new(view: &View, who: CombatantId, offer: Offer) -> Self {
        let mut parts = Vec::new();
        let mut fields = Vec::new();
        if !offer.with.is_empty() {
            let names = offer.with.iter().map(|at| words::weapon(view.e, who, Some(*at)).to_string());
            parts.push(Part::Weapon);
            fields.push(Field::new("with", Value::Pick(names.collect(), 0)));
        }
        if offer.at.most == 1 {
            let names = offer.at.ids.iter().map(|id| target(view, who, *id)).collect();
            parts.push(Part::Target);
            fields.push(Field::new("at", Value::Pick(names, 0)));
        } else if offer.at.most > 1 {
            let marked = |id: &CombatantId| view.board.marked.contains(id);
            let one = |id: &CombatantId| (target(view, who, *id), marked(id));
            parts.push(Part::Targets);
            fields.push(Field::new("at", Value::Many(offer.at.ids.iter().map(one).collect(), 0)));
        }
        let kinds = offer
            .facts
            .chunk_by(|a, b| std::mem::discriminant(&a.fact) == std::mem::discriminant(&b.fact));
        let mut letters = Vec::new();
        for kind in kinds {
            fields.push(facts::field(view, who, &offer, kind, &mut letters));
            parts.push(Part::Fact(kind.to_vec()));
        }
        Self { who, offer, parts, form: Form::new(fields), refused: None, warned: false }
    }

    /// The commands as they stand: a save or a check is made by every marked row.
    fn commands(&mut self, view: &View) -> Result<Vec<Command>, (usize, String)> {
        let act = self.act(view)?;
        let aimless = matches!(act.deed, Deed::Cast | Deed::UsePower) && act.at.is_empty();
        if aimless && !std::mem::replace(&mut self.warned, true) {
            return Err((0, "nobody is picked: Space picks; Enter again means nobody".into()));
        }
        let shared =
            matches!(act.deed, Deed::Save | Deed::Check) && view.board.marked.contains(&self.who);
        if !shared {
            return Ok(vec![Command::Act(act)]);
        }
        let each = view.board.targets().into_iter();
        Ok(each.map(|who| Command::Act(Act { who, ..act.clone() })).collect())
    }

    /// The act as it stands, or the field that is wrong and how.
    fn act(&self, view: &View) -> Result<Act, (usize, String)> {
        let mut act = Act::new(self.who, self.offer.deed);
        for (at, (part, field)) in self.parts.iter().zip(&self.form.fields).enumerate() {
            match part {
                Part::Weapon => act.with = self.offer.with.get(field.pick()).copied(),
                Part::Target => act.at.extend(self.offer.at.ids.get(field.pick())),
                Part::Targets => {
                    let Value::Many(of, _) = &field.value else { continue };
                    let chosen = self.offer.at.ids.iter().zip(of).filter(|(_, (_, on))| *on);
                    act.at.extend(chosen.map(|(id, _)| *id));
                }
                Part::Fact(kind) => {
                    if let Some(fact) = facts::stated(view, kind, field).map_err(|fault| (at, fault))? {
                        act.facts.set(fact);
                    }
                }
            }
        }
        Ok(act)
    }

    fn outlook(&self, view: &View) -> (String, bool) {
        if let Some(refused) = &self.refused {
            return (refused.clone(), true);
        }
        let Ok(act) = self.act(view) else { return (String::new(), false) };
        match forecast(view.rules, view.e, &Command::Act(act)) {
            Forecast::Refused(error) => (refusal(view.rules, view.e, &error), true),
            Forecast::Roll(ask) => (needs(&ask).unwrap_or_default(), false),
            Forecast::Plain => ("no dice".into(), false),
        }
    }
}

/// A target with how far it is, where that is known.
fn target(view: &View, who: CombatantId, id: CombatantId) -> String {
    let name = view.name(id);
    match view.e.distance(who, id) {
        _ if view.e.engaged(who, id) => format!("{name} (in melee)"),
        Some(feet) => format!("{name} ({feet}{})", view.about().unit),
        None => name.to_string(),
    }
}

impl Overlay for ActForm {
    fn scope(&self) -> Scope {
        Scope::Form
    }

    fn title(&self, view: &View) -> String {
        format!("{}: {}", view.name(self.who), words::deed(self.offer.deed))
    }

    fn size(&self, _: &View) -> (u16, u16) {
        (self.form.height() + 2, 56)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let fields = Rect { height: area.height.saturating_sub(2), ..area };
        self.form.paint(fields, view.theme, buf);
        let (text, fault) = self.outlook(view);
        let style = if fault { view.theme.fault } else { view.theme.note };
        put(buf, area.x, area.bottom().saturating_sub(1), area.width, &text, style);
    }

    fn takes(&self, sign: char) -> bool {
        self.form.takes(sign)
    }

    fn typed(&mut self, sign: char, _: &View) -> Verdict {
        self.form.typed(sign);
        self.refused = None;
        Verdict::Stay
    }

    fn op(&mut self, op: Op, view: &View) -> Verdict {
        match op {
            Op::Back => return Verdict::Leave,
            Op::Forward => match self.commands(view) {
                Ok(commands) => return Verdict::Run(commands),
                Err((at, fault)) => self.form.fault(at, fault),
            },
            _ => {
                self.form.op(op);
                self.refused = None;
            }
        }
        Verdict::Stay
    }

    fn refused(&mut self, why: &str) {
        self.refused = Some(why.into());
    }
}
