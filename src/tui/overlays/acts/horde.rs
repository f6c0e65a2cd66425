//! One form for several combatants that do the same deed, spread over the targets by keys.

use super::deeds::called;
use super::spread::{Spread, TRIES};
use crate::policy::is_worth_it;
use crate::rules;
use crate::rules::engine::deeds;
use crate::rules::model::command::{Act, Command, Deed, Fact};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::Offer;
use crate::rules::model::phrase::{Number, Verb};
use crate::rules::text::words;
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::overlays::forms::edit::{Put, Row, fill};
use crate::tui::overlays::forms::facts;
use crate::tui::overlays::forms::form::{Field, Form, Value};
use crate::tui::overlays::{CLOSE, Done, Layer, STAY, Staged};
use crate::tui::paint::voice::refusal;
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::proposal::{Forecast, forecast, needs};
use crate::tui::session::Session;
use crate::tui::table::nearness;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Those who do a deed together with `who`: the marked rows or its fold, as far as they still owe an act. Saves and
/// checks are made by all of them.
pub fn group(view: &View, who: CombatantId, deed: Deed) -> Vec<CombatantId> {
    let mut all = view.board.targets();
    if !all.contains(&who) {
        return vec![who];
    }
    let shared = matches!(deed, Deed::Save | Deed::Check);
    all.retain(|one| *one != who && (shared || view.board.owes(*one)));
    all.insert(0, who);
    all
}

/// The name of a group: `6 Goblins`, `4 of 6 Goblins`, `3 marked`.
pub fn group_name(view: &View, group: &[CombatantId]) -> String {
    match (group, view.board.fold_here()) {
        ([one], _) => view.name(*one).into(),
        (_, Some(fold)) if view.board.marked.is_empty() && group.len() < fold.standing => {
            format!("{} of {}", group.len(), fold.name)
        }
        _ => view.board.called(view.e, group).into_owned(),
    }
}

/// The act by each of the group that may do it; if none may, by the first alone.
pub fn by_each(view: &View, group: &[CombatantId], act: &Act) -> Vec<Command> {
    let each = group.iter().map(|who| Command::Act(Act { who: *who, ..act.clone() }));
    let mut commands: Vec<Command> = each.collect();
    let first = commands.first().cloned();
    if commands.len() > 1 {
        commands.retain(|command| rules::check(view.rules, view.e, command).is_ok());
    }
    if commands.is_empty() { first.into_iter().collect() } else { commands }
}

/// Whether each actor aims the deed at a single target, so that a group can be spread over several.
pub fn spreads(view: &View, who: CombatantId, offer: &Offer) -> bool {
    let draft = Act { with: offer.with.first().copied(), ..Act::new(who, offer.deed) };
    let (_, most) = deeds::aims(view.rules, view.e, &draft, offer);
    let one = most == 1 || (offer.deed == Deed::Move && most > 0);
    one && !offer.at.ids.is_empty() && deeds::blows(view.rules, view.e, &draft).is_empty()
}

/// The form.
pub struct Horde {
    group: Vec<CombatantId>,
    /// The weapon of each combatant that has another stat block than the first.
    own: Vec<Option<u8>>,
    name: String,
    offer: Offer,
    /// The act of the first combatant, without a target.
    draft: Act,
    /// Whether the deed can be done without a target.
    aimless: bool,
    targets: Vec<CombatantId>,
    spread: Spread,
    /// How the value of each field below the targets is put into the act.
    puts: Vec<Put<Act>>,
    form: Form,
    /// Whether the next digit begins a new number.
    fresh: bool,
}

impl Horde {
    /// The form of a deed for a group; the offer is that of the first combatant.
    pub fn new(view: &View, group: Vec<CombatantId>, mut offer: Offer) -> Self {
        let who = group.first().copied().unwrap_or(CombatantId(0));
        let near = is_near(view, who, &offer);
        let contact = offer.facts.iter_mut().filter(|field| field.fact == Fact::Contact);
        contact.for_each(|field| field.stands = near);
        let mut draft = Act::new(who, offer.deed);
        let last = view.last.get(&who).filter(|last| last.deed == offer.deed);
        draft.with = last.and_then(|last| last.with).filter(|with| offer.with.contains(with));
        draft.with = draft.with.or(offer.with.first().copied());
        draft.facts = offer.standing(draft.with);
        let mut horde = Self {
            own: own_weapons(view, &group, offer.deed),
            name: group_name(view, &group),
            aimless: deeds::aims(view.rules, view.e, &draft, &offer).0 == 0,
            spread: Spread::default(),
            puts: Vec::new(),
            form: Form::default(),
            fresh: true,
            group,
            offer,
            draft,
            targets: Vec::new(),
        };
        horde.targets = horde.within_reach(view);
        horde.build_fields(view);
        horde.draft = horde.below().0;
        horde.propose(view);
        horde
    }

    /// The possible targets: those offered to the first combatant, then other foes one of the group may aim at.
    fn within_reach(&self, view: &View) -> Vec<CombatantId> {
        let who = self.draft.who;
        let foe = |id: &CombatantId| is_worth_it(view.e, who, *id);
        let mut targets: Vec<CombatantId> = self.offer.at.ids.iter().copied().filter(foe).collect();
        if targets.is_empty() {
            return self.offer.at.ids.clone();
        }
        let open = |whom: CombatantId| {
            let close = self.group.iter().position(|one| view.e.engaged(*one, whom));
            let mut some = close.into_iter().chain(0..self.group.len().min(TRIES));
            some.any(|one| {
                let act = Act { at: vec![whom], ..self.act(one, None) };
                rules::check(view.rules, view.e, &Command::Act(act)).is_ok()
            })
        };
        let all = view.e.all().map(|c| c.id).filter(|id| foe(id) && !targets.contains(id));
        let others: Vec<CombatantId> = all.filter(|id| open(*id)).collect();
        targets.extend(others);
        targets
    }

    /// Builds the fields below the targets: the weapon, and the facts that apply to all.
    fn build_fields(&mut self, view: &View) {
        let mut rows: Vec<Row<Act>> = Vec::new();
        if self.offer.with.len() > 1 {
            let name = |at: &u8| words::means(view.e, self.draft.who, Some(*at)).to_string();
            let now = self.draft.with.unwrap_or_default();
            let put = |act: &mut Act, at| act.with = Some(at);
            rows.push(Row::pick("with", &self.offer.with, &now, name, put));
        }
        let mut letters = Vec::new();
        let asked = deeds::asked(view.rules, view.e, &self.draft, &self.offer);
        for kind in asked.chunk_by(|a, b| facts::same_kind(&a.fact, &b.fact)) {
            let row = facts::row(view, &self.draft, kind, &mut letters);
            rows.push(row.within(|act: &mut Act| Some(&mut act.facts)));
        }
        let (below, puts): (Vec<Field>, _) = rows.into_iter().map(|row| (row.field, row.put)).unzip();
        let targets = self.targets.iter().map(|_| Field::new("", Value::number(0)));
        let mut fields: Vec<Field> = targets.chain(below).collect();
        fields.iter_mut().for_each(|field| field.keep(&self.form.fields));
        self.puts = puts;
        let old = std::mem::replace(&mut self.form, Form::new(fields));
        self.form.at = old.at;
    }

    /// The act as entered below the targets without the invalid fields, and the first of these.
    fn below(&self) -> (Act, Result<(), (usize, String)>) {
        let mut act = Act { with: self.draft.with, ..Act::new(self.draft.who, self.offer.deed) };
        let count = self.targets.len();
        let sound = fill(&mut act, self.form.fields[count..].iter().zip(&self.puts));
        (act, sound.map_err(|(at, fault)| (count + at, fault)))
    }

    /// The act of the combatant at that index.
    fn act(&self, one: usize, target: Option<usize>) -> Act {
        let who = self.group.get(one).copied().unwrap_or(self.draft.who);
        let with = self.own.get(one).copied().flatten().or(self.draft.with);
        let at = target.and_then(|at| self.targets.get(at)).copied().into_iter().collect();
        Act { who, with, at, ..self.draft.clone() }
    }

    fn may(&self, view: &View, one: usize, target: usize) -> bool {
        rules::check(view.rules, view.e, &Command::Act(self.act(one, Some(target)))).is_ok()
    }

    fn close(&self, view: &View, one: usize, target: usize) -> bool {
        match (self.group.get(one), self.targets.get(target)) {
            (Some(one), Some(target)) => view.e.engaged(*one, *target),
            _ => false,
        }
    }

    fn propose(&mut self, view: &View) {
        let close = |one: usize, at: usize| self.close(view, one, at);
        let may = |one: usize, at: usize| self.may(view, one, at);
        self.spread = Spread::propose(self.group.len(), self.targets.len(), &close, &may);
        self.show(view);
    }

    /// Writes the counts into the fields.
    fn show(&mut self, view: &View) {
        for at in 0..self.targets.len() {
            let needs = self.needs(view, at).map_or_else(String::new, |needs| format!("  {needs}"));
            self.form.fields[at].label = nearness::among(view, &self.group, self.targets[at]);
            self.form.fields[at].value = Value::Number(self.spread.counts[at].to_string(), needs);
        }
    }

    /// What the first combatant assigned to the target needs to roll.
    fn needs(&self, view: &View, target: usize) -> Option<String> {
        let one = self.spread.at.iter().position(|at| *at == Some(target))?;
        match forecast(view.rules, view.e, &Command::Act(self.act(one, Some(target)))) {
            Forecast::Roll(ask) => needs(&ask),
            _ => None,
        }
    }

    /// Assigns as many as wanted to the target under the cursor, as far as others can.
    fn set(&mut self, view: &View, wanted: usize) {
        let target = self.form.at;
        let mut spread = std::mem::take(&mut self.spread);
        let close = |one: usize, at: usize| self.close(view, one, at);
        let may = |one: usize, at: usize| self.may(view, one, at);
        let mut going = true;
        while going && spread.counts[target] != wanted {
            going = match spread.counts[target] < wanted {
                true => spread.send(target, &close, &may),
                false => spread.recall(target, &close),
            };
        }
        let short = spread.counts[target] < wanted.min(self.group.len());
        self.spread = spread;
        self.form.refused =
            short.then(|| format!("nobody else can: {}", view.name(self.targets[target])));
        self.show(view);
    }

    /// Handles a key on a target: one more, one fewer, all or none, or erase a digit.
    fn adjust(&mut self, view: &View, op: Op) {
        let count = self.spread.counts.get(self.form.at).copied().unwrap_or(0);
        match op {
            Op::Right => self.set(view, (count + 1).min(self.group.len())),
            Op::Left => self.set(view, count.saturating_sub(1)),
            Op::Toggle if count == self.group.len() => self.set(view, 0),
            Op::Toggle => self.set(view, self.group.len()),
            Op::Erase => self.set(view, count / 10),
            _ => {}
        }
    }

    fn on_target(&self) -> bool {
        self.form.at < self.targets.len()
    }

    /// Updates the form after a change below the targets, which may change who can act.
    fn renew(&mut self, view: &View) {
        let said = self.below().0;
        if said == self.draft {
            return;
        }
        let other = said.with != self.draft.with;
        self.draft = said;
        if other {
            self.build_fields(view);
            self.draft = self.below().0;
        }
        self.propose(view);
    }

    fn commands(&self) -> Vec<Command> {
        let nobody = self.spread.counts.iter().all(|count| *count == 0);
        // Sort by target, so that the log groups them.
        let mut all: Vec<(usize, &Option<usize>)> = self.spread.at.iter().enumerate().collect();
        all.sort_by_key(|(_, at)| **at);
        let all = all.into_iter();
        let going = all.filter(|(_, at)| at.is_some() || (nobody && self.aimless));
        going.map(|(one, at)| Command::Act(self.act(one, *at))).collect()
    }

    /// The summary line: `6 Goblins: 2 at Ana, 4 at Bruna`; or why nobody can act, with `true`.
    fn outlook(&self, view: &View) -> (String, bool) {
        if let Some(refused) = &self.form.refused {
            return (refused.clone(), true);
        }
        let counts = self.spread.counts.iter().zip(&self.targets).filter(|(count, _)| **count > 0);
        let told: Vec<String> =
            counts.map(|(count, id)| format!("{count} at {}", view.name(*id))).collect();
        let back = self.spread.at.iter().filter(|at| at.is_none()).count();
        if told.is_empty() && !self.aimless {
            let first = Command::Act(self.act(0, (!self.targets.is_empty()).then_some(0)));
            return match rules::check(view.rules, view.e, &first) {
                Err(error) => (refusal(view.rules, view.e, &error), true),
                Ok(()) => ("no attackers yet: Right assigns one".into(), true),
            };
        }
        let holds = Verb::HOLD.then("back").says(Number::of(back));
        let back =
            if back > 0 && !told.is_empty() { format!(" · {back} {holds}") } else { String::new() };
        let at = if told.is_empty() { "no targets".into() } else { told.join(", ") };
        (format!("{}: {at}{back}", self.name), false)
    }
}

/// Whether the nearest foe is known to be within a move.
fn is_near(view: &View, who: CombatantId, offer: &Offer) -> bool {
    let most = offer.facts.iter().find_map(|field| match field.fact {
        Fact::Feet(_) => field.range.map(|(_, most)| most),
        _ => None,
    });
    let mut known = offer.at.ids.iter().filter_map(|foe| view.e.distance(who, *foe));
    known.any(|feet| most.is_some_and(|most| feet.up() <= most))
}

/// The weapon of each combatant that has another stat block than the first.
fn own_weapons(view: &View, group: &[CombatantId], deed: Deed) -> Vec<Option<u8>> {
    let block = |who: &CombatantId| view.e.get(*who).map(|c| c.block);
    let first = group.first().and_then(block);
    let own = |who: &CombatantId| {
        let offers = rules::offers(view.rules, view.e, *who);
        offers.into_iter().find(|offer| offer.deed == deed)?.with.first().copied()
    };
    group.iter().map(|who| if block(who) == first { None } else { own(who) }).collect()
}

impl Layer for Horde {
    fn scope(&self) -> Scope {
        Scope::Form
    }

    fn fields(&mut self) -> Option<&mut Form> {
        Some(&mut self.form)
    }

    fn title(&self, _: &View) -> String {
        format!("{}: {}", self.name, called(&self.offer))
    }

    fn size(&self, _: &View) -> (u16, u16) {
        (self.form.height(), 56)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        self.form.paint(area, view.theme, buf);
    }

    fn staged(&self, view: &View) -> Option<Staged> {
        let (text, refused) = self.outlook(view);
        let (does, below) = if refused { (self.title(view), text) } else { (text, String::new()) };
        Some(Staged { does, below, refused })
    }

    fn takes(&self, sign: char) -> bool {
        if self.on_target() { sign.is_ascii_digit() } else { self.form.takes(sign) }
    }

    fn typed(&mut self, sign: char, session: &mut Session) -> Done {
        self.form.refused = None;
        match sign.to_digit(10).filter(|_| self.on_target()) {
            Some(digit) => {
                let count = self.spread.counts.get(self.form.at).copied().unwrap_or(0);
                let digit = usize::try_from(digit).unwrap_or(0);
                // A digit extends the number; if that is too much, it begins a new one.
                let longer = count * 10 + digit;
                let fresh = std::mem::take(&mut self.fresh);
                let wanted = if fresh || longer > self.group.len() { digit } else { longer };
                self.set(&session.view(), wanted.min(self.group.len()));
            }
            None => {
                self.form.typed(sign);
                self.renew(&session.view());
            }
        }
        STAY
    }

    fn op(&mut self, op: Op, session: &mut Session) -> Done {
        self.form.refused = None;
        match op {
            Op::Back => return CLOSE,
            Op::Forward => match self.below().1 {
                Err((at, fault)) => self.form.fault(at, fault),
                Ok(()) => {
                    let commands = self.commands();
                    if !commands.is_empty() {
                        return session.run(commands);
                    }
                }
            },
            Op::Left | Op::Right | Op::Toggle | Op::Erase if self.on_target() => {
                self.adjust(&session.view(), op)
            }
            _ => {
                self.form.op(op);
                self.fresh = true;
                self.renew(&session.view());
            }
        }
        STAY
    }

    fn means(&self, op: Op) -> KeyMeaning {
        match op {
            Op::Right if self.on_target() => KeyMeaning::This("one more".into()),
            Op::Toggle if self.on_target() => KeyMeaning::This("all or none".into()),
            _ => self.form.means(op),
        }
    }
}
