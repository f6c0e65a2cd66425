//! The act form: the deeds on offer, then weapon, target and facts, with what it needs to hit.

use super::boxes::MenuBox;
use super::facts;
use super::form::{Field, Form, Value};
use super::horde::{self, Horde};
use super::initials;
use super::menu::{Item, Menu, letters};
use super::{Overlay, Verdict};
use crate::rules::command::{self, Act, Command, Deed, Fact, Facts, Location};
use crate::rules::ids::{CombatantId, Text};
use crate::rules::offer::{FactField, Offer};
use crate::rules::{self, words};
use crate::tui::keymap::Scope;
use crate::tui::op::Op;
use crate::tui::panes::foot::Means;
use crate::tui::proposal::{Forecast, forecast, is_worth_it, likely, needs, price};
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
        return Some(form(view, who, offer));
    }
    // While it can be declared what each means to do, that comes first.
    offers.sort_by_key(|offer| offer.deed != Deed::Declare || offer.blocked.is_some());
    let known = initials::of(view.about());
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
pub(super) fn called(offer: &Offer) -> &'static str {
    let skill = offer.facts.iter().any(|field| matches!(field.fact, Fact::Skill(_)));
    if offer.deed == Deed::Check && skill { "Skill check" } else { words::deed(offer.deed) }
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
    let values = view.rules.choices(view.e, &draft, &field.fact);
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
        if ActForm::new(view, group.clone(), offer.clone()).form.fields.is_empty() {
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

/// What a field of the form is about.
enum Part {
    Weapon,
    Target,
    Targets,
    /// A fact, with the values it is picked from.
    Fact(FactField, Vec<Fact>),
    /// The weapon of one of several blows.
    BlowWith(usize),
    /// The target of one of several blows.
    BlowAt(usize),
    /// Where one of several blows is aimed.
    BlowCalled(usize, Vec<Fact>),
}

/// The form of one deed.
pub struct ActForm {
    who: CombatantId,
    /// Who does the same: itself, or several.
    group: Vec<CombatantId>,
    offer: Offer,
    parts: Vec<Part>,
    form: Form,
    /// The act as it stood when the fields were made.
    draft: Act,
    refused: Option<String>,
    /// It was said that nobody is picked.
    warned: bool,
    /// What it was when it was done, where it is said again.
    was: Option<Act>,
}

/// The act with what stands in it before anything is said: as it was begun, as it was done last, or
/// at whom it likely goes.
fn first_draft(view: &View, who: CombatantId, offer: &Offer) -> Act {
    let mut draft = Act::new(who, offer.deed);
    let begun = view.e.get(who).and_then(|c| c.undertaking.as_ref()).map(|begun| &begun.act);
    let model = match offer.deed {
        Deed::Resume => begun,
        deed => view.last.get(&who).filter(|last| last.deed == deed),
    };
    draft.with = model.and_then(|model| model.with).filter(|with| offer.with.contains(with));
    draft.with = draft.with.or(offer.with.first().copied());
    draft.facts = offer.standing(draft.with);
    let again = model.into_iter().flat_map(|model| &model.at);
    draft.at = again.filter(|id| offer.at.ids.contains(id)).copied().collect();
    if offer.deed == Deed::Resume {
        draft.parts = model.map_or_else(Vec::new, |begun| begun.parts.clone());
    } else if draft.at.iter().any(|id| !is_worth_it(view.e, who, *id)) || draft.at.is_empty() {
        draft.at = likely(view.rules, view.e, who, &offer.at.ids).into_iter().take(1).collect();
    }
    draft
}

/// The fields of an act as far as it is said.
struct Fields<'a> {
    view: &'a View<'a>,
    /// The targets of the draft are those it is made at.
    aimed: bool,
    offer: &'a Offer,
    draft: &'a Act,
    parts: Vec<Part>,
    fields: Vec<Field>,
}

impl Fields<'_> {
    fn add(&mut self, part: Part, field: Field) {
        self.parts.push(part);
        self.fields.push(field);
    }

    fn all(&mut self) {
        let blows = self.view.rules.blows(self.view.e, self.draft);
        if blows.is_empty() {
            self.weapon();
            self.targets();
        }
        let asked: Vec<FactField> = self.offer.asked(self.draft.with).cloned().collect();
        let kinds = asked.chunk_by(|a, b| facts::same_kind(&a.fact, &b.fact));
        let own = |fact: &Fact| !blows.is_empty() && matches!(fact, Fact::Called(_));
        let mut letters = Vec::new();
        if asked.is_empty() {
            self.blows(&blows);
        }
        for (at, kind) in kinds.enumerate() {
            if !own(&kind[0].fact) {
                self.fact(kind, &mut letters);
            }
            // The fact that says of which blows the act is made stands first.
            if at == 0 {
                self.blows(&blows);
            }
        }
    }

    fn weapon(&mut self) {
        if self.offer.with.is_empty() {
            return;
        }
        let value = self.weapons(self.draft.with);
        self.add(Part::Weapon, Field::new("with", value));
    }

    fn weapons(&self, now: Option<u8>) -> Value {
        let of = &self.offer.with;
        let name = |at: &u8| words::weapon(self.view.e, self.draft.who, Some(*at)).to_string();
        let at = of.iter().position(|at| Some(*at) == now).unwrap_or(0);
        Value::Pick(of.iter().map(name).collect(), at)
    }

    fn people(&self, now: Option<CombatantId>) -> Value {
        let of = &self.offer.at.ids;
        let at = of.iter().position(|id| Some(*id) == now).unwrap_or(0);
        Value::Pick(of.iter().map(|id| target(self.view, self.draft.who, *id)).collect(), at)
    }

    fn targets(&mut self) {
        let (view, offer, draft, aimed) = (self.view, self.offer, self.draft, self.aimed);
        let (least, most) = view.rules.aims(view.e, draft, offer);
        if most.min(offer.at.ids.len()) > 1 {
            let marked =
                |id: &CombatantId| view.board.marked.contains(id) || (aimed && draft.at.contains(id));
            let one = |id: &CombatantId| (target(view, draft.who, *id), marked(id));
            let all = Value::Many(offer.at.ids.iter().map(one).collect(), 0);
            self.add(Part::Targets, Field::new("at", all));
        } else if most > 0 && !offer.at.ids.is_empty() {
            let value = self.people(draft.target());
            let field = match least {
                0 => Field::may("at", value, aimed && draft.target().is_some()),
                _ => Field::new("at", value),
            };
            self.add(Part::Target, field);
        }
    }

    fn fact(&mut self, kind: &[FactField], letters: &mut Vec<char>) {
        let values = facts::listed(self.view, self.draft, kind);
        let field = facts::field(self.view, self.draft, &kind[0], &values, letters);
        let values = values.into_iter().map(|(_, fact)| fact).collect();
        self.add(Part::Fact(kind[0].clone(), values), field);
    }

    /// With what, at whom and where, for each blow.
    fn blows(&mut self, blows: &[Text]) {
        for (at, blow) in blows.iter().enumerate() {
            let said = self.draft.parts.get(at);
            let with = said.and_then(|part| part.with).or(self.draft.with);
            let whom = said.and_then(|part| part.at).or(self.draft.target());
            let called = said.and_then(|part| part.facts.called());
            let nth = at + 1;
            if !self.offer.with.is_empty() {
                let value = self.weapons(with);
                self.add(Part::BlowWith(at), Field::new(format!("{nth}. {blow} with"), value));
            }
            let value = self.people(whom);
            self.add(Part::BlowAt(at), Field::new(format!("{nth}. at"), value));
            let own = Act { at: whom.into_iter().collect(), ..self.draft.clone() };
            let head = Fact::Called(called.unwrap_or(Location::Head));
            let values = self.view.rules.choices(self.view.e, &own, &head);
            let now = values.iter().position(|(_, fact)| *fact == head).unwrap_or(0);
            let texts = values.iter().map(|(text, _)| text.to_string()).collect();
            let label = format!("{nth}. called shot");
            let field = Field::may(label, Value::Pick(texts, now), called.is_some());
            let values = values.into_iter().map(|(_, fact)| fact).collect();
            self.add(Part::BlowCalled(at, values), field);
        }
    }
}

impl ActForm {
    fn new(view: &View, group: Vec<CombatantId>, offer: Offer) -> Self {
        let who = group.first().copied().unwrap_or(CombatantId(0));
        let draft = first_draft(view, who, &offer);
        let (parts, fields) = Self::made(view, &offer, &draft, draft.deed == Deed::Resume);
        let (refused, warned, was) = (None, false, None);
        Self { who, group, offer, parts, form: Form::new(fields), draft, refused, warned, was }
    }

    /// The form of an act that was done in the state shown, as it was said; `None`: it is on offer
    /// no more.
    pub(super) fn again(view: &View, act: &Act) -> Option<Self> {
        let offers = rules::offers(view.rules, view.e, act.who);
        let mut offer = offers.into_iter().find(|offer| offer.deed == act.deed)?;
        facts::say_again(&mut offer.facts, &act.facts);
        let (parts, mut fields) = Self::made(view, &offer, act, true);
        for (part, field) in parts.iter().zip(&mut fields) {
            if let Part::Fact(of, _) = part {
                facts::stand(field, &of.fact, &act.facts);
            }
        }
        let form = Form::new(fields);
        let (refused, warned, draft) = (None, true, act.clone());
        let (who, group, was) = (act.who, vec![act.who], None);
        let mut again = Self { who, group, offer, parts, form, draft, refused, warned, was };
        again.was = Some(again.lenient());
        again.draft = again.lenient();
        Some(again)
    }

    /// Its fields.
    pub(super) fn filled(&self) -> &[Field] {
        &self.form.fields
    }

    /// The field that has the keys.
    pub(super) fn at(&self) -> usize {
        self.form.at
    }

    /// Takes over what stands in its fields, the cursor on that one.
    pub(super) fn take(&mut self, fields: &[Field], at: usize, view: &View) {
        self.form.fields = fields.to_vec();
        self.form.at = at;
        self.renew(view);
    }

    /// The act as it stands, where it is another than it was.
    ///
    /// # Errors
    /// The field that is wrong and how.
    pub(super) fn changed(&self) -> Result<Option<Act>, (usize, String)> {
        let act = self.act()?;
        Ok((self.was.as_ref() != Some(&act)).then_some(act))
    }

    fn made(view: &View, offer: &Offer, draft: &Act, aimed: bool) -> (Vec<Part>, Vec<Field>) {
        let (parts, fields) = (Vec::new(), Vec::new());
        let mut all = Fields { view, aimed, offer, draft, parts, fields };
        all.all();
        (all.parts, all.fields)
    }

    /// What can be said depends on what was said: the fields are made anew, and keep what stands in
    /// them.
    fn renew(&mut self, view: &View) {
        let draft = self.lenient();
        if draft == self.draft {
            return;
        }
        let aimed = self.was.is_some() || draft.deed == Deed::Resume;
        let (parts, fields) = Self::made(view, &self.offer, &draft, aimed);
        let label = self.form.fields.get(self.form.at).map(|field| field.label.clone());
        let mut form = Form::new(fields);
        form.fields.iter_mut().for_each(|field| field.keep(&self.form.fields));
        form.at = form.fields.iter().position(|field| Some(&field.label) == label.as_ref()).unwrap_or(0);
        (self.parts, self.form) = (parts, form);
        self.draft = self.lenient();
    }

    /// The commands as they stand, one for each of the group.
    fn commands(&mut self, view: &View) -> Result<Vec<Command>, (usize, String)> {
        let act = self.act()?;
        let many = self.parts.iter().any(|part| matches!(part, Part::Targets));
        let shot = matches!(act.deed, Deed::Cast | Deed::UsePower) || (many && act.with.is_some());
        let aimless = shot && act.at.is_empty();
        if aimless && !std::mem::replace(&mut self.warned, true) {
            return Err((0, "nobody is picked: Space picks; Enter again means nobody".into()));
        }
        Ok(horde::by_each(view, &self.group, &act))
    }

    /// The act as it stands, or the field that is wrong and how.
    fn act(&self) -> Result<Act, (usize, String)> {
        let mut act = Act::new(self.who, self.offer.deed);
        for (at, (part, field)) in self.parts.iter().zip(&self.form.fields).enumerate() {
            self.say(&mut act, part, field).map_err(|fault| (at, fault))?;
        }
        Ok(self.aimed(act))
    }

    /// The same without what is wrong.
    fn lenient(&self) -> Act {
        let mut act = Act::new(self.who, self.offer.deed);
        for (part, field) in self.parts.iter().zip(&self.form.fields) {
            // What is wrong is said when the act is done.
            let _ = self.say(&mut act, part, field);
        }
        self.aimed(act)
    }

    /// An act of several blows is aimed at whomever they are aimed at.
    fn aimed(&self, mut act: Act) -> Act {
        for part in &act.parts {
            if let Some(whom) = part.at.filter(|whom| !act.at.contains(whom)) {
                act.at.push(whom);
            }
        }
        act
    }

    /// What one field says of the act.
    fn say(&self, act: &mut Act, part: &Part, field: &Field) -> Result<(), String> {
        let picked = || self.offer.with.get(field.pick()).copied();
        match part {
            Part::Weapon => act.with = picked(),
            Part::Target if field.is_given() => act.at.extend(self.offer.at.ids.get(field.pick())),
            Part::Targets => {
                let Value::Many(of, _) = &field.value else { return Ok(()) };
                let chosen = self.offer.at.ids.iter().zip(of).filter(|(_, (_, on))| *on);
                act.at.extend(chosen.map(|(id, _)| *id));
            }
            Part::Fact(of, values) => act.facts.0.extend(facts::stated(of, values, field)?),
            Part::BlowWith(at) => blow(act, *at).with = picked(),
            Part::BlowAt(at) => blow(act, *at).at = self.offer.at.ids.get(field.pick()).copied(),
            Part::BlowCalled(at, values) if field.is_given() => {
                if let Some(fact) = values.get(field.pick()) {
                    blow(act, *at).facts.set(fact.clone());
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// What it costs and what it needs, or why it is refused.
    fn outlook(&self, view: &View) -> (String, bool) {
        if let Some(refused) = &self.refused {
            return (refused.clone(), true);
        }
        let Ok(act) = self.act() else { return (String::new(), false) };
        let price = price(view.rules, view.e, &act);
        let said = match forecast(view.rules, view.e, &Command::Act(act)) {
            Forecast::Refused(error) => return (refusal(view.rules, view.e, &error), true),
            Forecast::Roll(ask) => needs(&ask),
            Forecast::Asks => Some("first a question".into()),
            Forecast::Plain if price.is_some() => None,
            Forecast::Plain => Some("no dice".into()),
        };
        (price.into_iter().chain(said).collect::<Vec<_>>().join(": "), false)
    }
}

/// The blow at that place, made if it is not there yet.
fn blow(act: &mut Act, at: usize) -> &mut command::Part {
    if act.parts.len() <= at {
        act.parts.resize(at + 1, command::Part::default());
    }
    &mut act.parts[at]
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

    fn fields(&mut self) -> Option<&mut Form> {
        Some(&mut self.form)
    }

    fn title(&self, view: &View) -> String {
        format!("{}: {}", horde::group_name(view, &self.group), called(&self.offer))
    }

    fn size(&self, _: &View) -> (u16, u16) {
        (self.form.height() + 2, 56)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let fields = Rect { height: area.height.saturating_sub(2), ..area };
        self.form.paint(fields, view.theme, buf);
        let (text, fault) = self.outlook(view);
        let y = area.bottom().saturating_sub(1);
        if fault {
            put(buf, area.x, y, area.width, &format!("! {text}"), view.theme.fault);
        } else {
            put(buf, area.x, y, area.width, &text, view.theme.note);
        }
    }

    fn takes(&self, sign: char) -> bool {
        self.form.takes(sign)
    }

    fn typed(&mut self, sign: char, view: &View) -> Verdict {
        self.form.typed(sign);
        self.refused = None;
        self.renew(view);
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
                self.renew(view);
            }
        }
        Verdict::Stay
    }

    fn refused(&mut self, why: &str) {
        self.refused = Some(why.into());
    }
}
