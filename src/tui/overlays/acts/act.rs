//! The act form: the weapon, target and facts of one deed, with what it needs to hit.

use super::deeds::called;
use super::{amount, horde};
use crate::odds::chances::{self, Chances};
use crate::rules;
use crate::rules::model::command::{Act, Command, Deed, Fact};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::Offer;
use crate::tui::fight::foreseen;
use crate::tui::input::operations::Op;
use crate::tui::overlays::answers::throws::{Known, Throw, throws};
use crate::tui::overlays::forms::dialog::Dialog;
use crate::tui::overlays::forms::edit::{Put, Row, fill};
use crate::tui::overlays::forms::facts;
use crate::tui::overlays::forms::form::{Field, Form, Value};
use crate::tui::overlays::forms::parts::{self, first_draft};
use crate::tui::overlays::pages::odds;
use crate::tui::overlays::{Done, Layer, STAY, Staged};
use crate::tui::paint::text::{self, put};
use crate::tui::paint::voice::refusal;
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::proposal::{Forecast, describe, forecast};
use crate::tui::session::Session;
use crate::tui::table::aims::Aims;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::rc::Rc;

/// The form of a deed.
pub struct ActForm {
    who: CombatantId,
    /// Those who do it: `who` alone, or several.
    group: Vec<CombatantId>,
    offer: Offer,
    /// How the value of each field is put into the act.
    puts: Vec<Put<Act>>,
    /// The rows of targets, which have keys of their own.
    shares: Vec<usize>,
    /// The dice that the table throws for an act on several, each with the index of its field.
    throws: Vec<(usize, Throw)>,
    form: Form,
    /// The act as of when the fields were built.
    draft: Act,
    /// Whether the referee was warned that nobody is selected.
    warned: bool,
    /// The original act, if this form amends one.
    was: Option<Act>,
}

impl ActForm {
    /// The form for one combatant, or for all who do the same.
    pub(in crate::tui::overlays) fn new(view: &View, group: Vec<CombatantId>, offer: Offer) -> Self {
        let who = group.first().copied().unwrap_or(CombatantId(0));
        let draft = first_draft(view, who, &offer);
        let aimed = draft.deed == Deed::Resume;
        Self::of(view, group, offer, draft, aimed, false)
    }

    /// The same form, filled in with what is known of the act.
    pub(in crate::tui::overlays) fn filled_in(
        view: &View,
        group: Vec<CombatantId>,
        mut offer: Offer,
        act: &Act,
    ) -> Self {
        let kind = |fact: &Fact| std::mem::discriminant(fact);
        for said in &act.facts.0 {
            if let Some(field) = offer.facts.iter_mut().find(|field| kind(&field.fact) == kind(said)) {
                (field.fact, field.stands, field.implied) = (said.clone(), true, false);
            }
        }
        let mut draft = first_draft(view, act.who, &offer);
        draft.with = act.with.or(draft.with);
        draft.facts = offer.standing(draft.with);
        if !act.at.is_empty() {
            draft.at.clone_from(&act.at);
        }
        Self::of(view, group, offer, draft, !act.at.is_empty(), false)
    }

    fn of(
        view: &View,
        group: Vec<CombatantId>,
        offer: Offer,
        draft: Act,
        aimed: bool,
        again: bool,
    ) -> Self {
        let rows = parts::rows(view, &offer, &draft, aimed, again);
        let (who, puts, form) = (draft.who, Vec::new(), Form::default());
        let (shares, throws, was) = (Vec::new(), Vec::new(), again.then(|| draft.clone()));
        let mut new = Self { who, group, offer, puts, shares, throws, form, draft, warned: again, was };
        new.lay_out(view, rows);
        new
    }

    /// Takes over new rows; what was entered stays. An act on several asks for its dice below the targets.
    fn lay_out(&mut self, view: &View, mut rows: Vec<Row<Act>>) {
        let several = rows.iter().position(|row| matches!(row.field.value, Value::Many(..)));
        self.throws.clear();
        if let (Some(at), 1, false) = (several, self.group.len(), self.was.is_some()) {
            let first = at + 1;
            let mut act = Act::new(self.who, self.offer.deed);
            // What is not sound yet is told when the form is submitted.
            let _ = fill(&mut act, rows.iter().map(Row::parts));
            let asks = foreseen::typed(view.rules, view.e, &Command::Act(self.aimed(act)));
            self.throws = (first..).zip(throws(view, asks)).collect();
            let dice = self.throws.iter().map(|(_, throw)| {
                let read = throw.clone();
                Row::new(throw.field(), move |_, field| read.read(field).map(drop))
            });
            rows.splice(first..first, dice.collect::<Vec<_>>());
        }
        let of_target = |(at, row): (usize, &Row<Act>)| (row.note == amount::ROW_KEYS).then_some(at);
        self.shares = rows.iter().enumerate().filter_map(of_target).collect();
        let (fields, puts) = rows.into_iter().map(|row| (row.field, row.put)).unzip();
        (self.puts, self.form) = (puts, Form::anew(fields, &self.form));
    }

    /// The form to amend an act in the state it was done in; `None` if it is no longer on offer.
    pub(in crate::tui::overlays) fn again(view: &View, act: &Act) -> Option<Self> {
        let offers = rules::offers(view.rules, view.e, act.who);
        let mut offer = offers.into_iter().find(|offer| offer.deed == act.deed)?;
        facts::say_again(&mut offer.facts, &act.facts);
        let mut again = Self::of(view, vec![act.who], offer, act.clone(), true, true);
        again.was = Some(again.read().0);
        again.draft = again.read().0;
        Some(again)
    }

    /// The fields.
    pub(in crate::tui::overlays) fn filled(&self) -> &[Field] {
        &self.form.fields
    }

    /// Whether the field is the row of a target, which has keys of its own.
    pub(in crate::tui::overlays) fn is_row(&self, at: usize) -> bool {
        self.shares.contains(&at)
    }

    /// The index of the focused field.
    pub(in crate::tui::overlays) fn at(&self) -> usize {
        self.form.at
    }

    /// Takes over edited fields, and focuses the one at `at`.
    pub(in crate::tui::overlays) fn take(&mut self, fields: &[Field], at: usize, view: &View) {
        self.form.fields = fields.to_vec();
        self.form.at = at;
        self.renew(view);
    }

    /// The act as filled in, if it differs from the original.
    ///
    /// # Errors
    /// The index of the invalid field, and the fault.
    pub(in crate::tui::overlays) fn changed(&self) -> Result<Option<Act>, (usize, String)> {
        let act = self.act()?;
        Ok((self.was.as_ref() != Some(&act)).then_some(act))
    }

    /// The commands as filled in, one for each of the group.
    fn commands(&mut self, view: &View) -> Result<Vec<Command>, (usize, String)> {
        let act = self.act()?;
        let many = self.form.fields.iter().any(|field| matches!(field.value, Value::Many(..)));
        let shot = matches!(act.deed, Deed::Cast | Deed::UsePower) || (many && act.with.is_some());
        let aimless = shot && act.at.is_empty();
        if aimless && !std::mem::replace(&mut self.warned, true) {
            return Err((0, "nobody selected: Space selects; Enter again for nobody".into()));
        }
        Ok(horde::by_each(view, &self.group, &act))
    }

    /// The rolls that are typed here, with the others that the table would be asked for; empty if none is typed.
    fn rolls(&self) -> Vec<Known> {
        let read = |(at, throw): &(usize, Throw)| throw.read(&self.form.fields[*at]).unwrap_or_default();
        let all: Vec<Known> = self.throws.iter().flat_map(read).collect();
        if all.iter().any(|(_, roll)| roll.is_some()) { all } else { Vec::new() }
    }

    /// The empty field of dice that Enter goes on to from one that was filled in.
    fn next_throw(&self) -> Option<usize> {
        let is_empty = |at: &usize| self.form.fields[*at].text().is_empty();
        let fields = || self.throws.iter().map(|(at, _)| *at);
        let filled = fields().any(|at| at == self.form.at && !is_empty(&at));
        let next = fields().find(|at| is_empty(at) && *at > self.form.at);
        next.or_else(|| fields().find(is_empty)).filter(|_| filled)
    }

    /// The odds of the act as filled in, with the dice typed so far; `None` if it is incomplete or refused.
    fn chances(&self, view: &View) -> Option<Rc<Chances>> {
        self.weighed(view, &self.act().ok()?)
    }

    fn weighed(&self, view: &View, act: &Act) -> Option<Rc<Chances>> {
        let thrown = self.rolls().into_iter().filter_map(|(ask, roll)| Some((ask, roll?)));
        let thrown: Vec<_> = thrown.collect();
        view.odds.given(view, &horde::by_each(view, &self.group, act), &thrown)
    }

    /// The odds of the act in one line; `None` if nothing is left to chance.
    fn odds_in_brief(&self, view: &View) -> Option<String> {
        let chances = self.chances(view)?;
        let so_far = |whom: &CombatantId| {
            let so_far = chances::so_far(view.about(), view.e, &chances, *whom)?;
            Some(format!("{}: {so_far}", view.name(*whom)))
        };
        match self.rolls()[..] {
            [] => chances::brief(view.about(), view.e, &chances),
            _ => Some(chances.aimed.iter().filter_map(so_far).collect::<Vec<_>>().join(" · ")),
        }
    }

    /// The act as filled in, or the index of the invalid field and the fault.
    fn act(&self) -> Result<Act, (usize, String)> {
        let (act, sound) = self.read();
        sound.map(|()| act)
    }

    /// The act as filled in without the invalid fields, and the first of these.
    fn read(&self) -> (Act, Result<(), (usize, String)>) {
        let mut act = Act::new(self.who, self.offer.deed);
        let sound = fill(&mut act, self.form.fields.iter().zip(&self.puts));
        (self.aimed(act), sound)
    }

    /// Makes the targets of single blows targets of the act; a share does not make a target.
    fn aimed(&self, mut act: Act) -> Act {
        for part in act.parts.iter().filter(|part| part.facts.share().is_none()) {
            if let Some(whom) = part.at.filter(|whom| !act.at.contains(whom)) {
                act.at.push(whom);
            }
        }
        act
    }

    /// The field of targets: one to pick, or several.
    fn at_field(&self) -> Option<usize> {
        self.form.fields.iter().position(|field| field.label == parts::AT)
    }

    /// Letters that have another meaning here: those of the weapons, which are asked for first, and the form's own keys.
    fn taken(&self) -> Vec<char> {
        let weapons = self.form.fields.iter().filter(|field| field.label == parts::WITH);
        weapons.flat_map(initials).chain(['o', 'w']).collect()
    }

    /// The rows that may be aimed at.
    fn rows_aimed_at(&self, view: &View) -> Option<Aims> {
        let several = matches!(self.form.fields[self.at_field()?].value, Value::Many(..));
        let candidates = parts::candidates(&self.offer, &self.draft, true);
        Some(Aims::of(view.board, &candidates, &self.draft.at, several, &self.taken()))
    }

    /// What may come of the act for a target, alone or with the others.
    fn odds_of(&self, view: &View, whom: CombatantId, several: bool) -> Option<String> {
        let mut act = self.act().ok()?;
        if several && !act.at.contains(&whom) {
            return None;
        }
        if !several {
            act.at = vec![whom];
        }
        let chances = self.weighed(view, &act)?;
        match self.rolls()[..] {
            [] => chances::brief_of(view.about(), view.e, &chances, whom),
            _ => chances::so_far(view.about(), view.e, &chances, whom),
        }
    }

    /// The odds of the act, or why it is refused, with whether it is a refusal.
    fn outlook(&self, view: &View) -> (String, bool) {
        if let Some(refused) = &self.form.refused {
            return (refused.clone(), true);
        }
        let Ok(act) = self.act() else { return (String::new(), false) };
        let said = match forecast(view.rules, view.e, &Command::Act(act)) {
            Forecast::Refused(error) => return (refusal(view.rules, view.e, &error), true),
            Forecast::Asks => Some("first a question".into()),
            Forecast::Plain => Some("no dice".into()),
            Forecast::Roll(_) => None,
        };
        (self.odds_in_brief(view).or(said).unwrap_or_default(), false)
    }
}

/// The first letters of what a field offers to pick.
fn initials(field: &Field) -> impl Iterator<Item = char> {
    let of: &[String] = if let Value::Pick(of, _) = &field.value { of } else { &[] };
    of.iter().filter_map(|text| text.chars().next())
}

impl Dialog for ActForm {
    fn heading(&self, view: &View) -> String {
        format!("{}: {}", horde::group_name(view, &self.group), called(&self.offer))
    }

    fn form(&self) -> &Form {
        &self.form
    }

    fn form_mut(&mut self) -> &mut Form {
        &mut self.form
    }

    /// Rebuilds the fields, since the choices depend on each other.
    fn renew(&mut self, view: &View) {
        let mut draft = self.read().0;
        if draft == self.draft {
            return;
        }
        if draft.with != self.draft.with {
            let near = |id: &CombatantId| self.offer.targets_with(draft.with).any(|near| near == *id);
            let kept = draft.at.iter().copied().filter(near).collect();
            draft.at = kept;
        }
        self.lay_out(view, parts::rows(view, &self.offer, &draft, true, false));
        self.draft = self.read().0;
    }

    fn done(&mut self, session: &mut Session) -> Done {
        let commands = self.commands(&session.view())?;
        if let Some(next) = self.next_throw() {
            self.form.at = next;
            return STAY;
        }
        session.run_with(commands, self.rolls())
    }

    fn room_below(&self, _: usize) -> usize {
        usize::from(!self.shares.is_empty())
    }

    fn on_stage(&self, view: &View) -> Option<Staged> {
        let (below, refused) = self.outlook(view);
        let does = match self.act() {
            Ok(act) if self.group.len() == 1 => describe(view.rules, view.e, &act),
            _ => self.heading(view),
        };
        Some(Staged { does, below, refused })
    }

    fn has_odds(&self) -> bool {
        true
    }

    fn odds(&self, view: &View) -> Option<Box<dyn Layer>> {
        let commands = horde::by_each(view, &self.group, &self.act().ok()?);
        odds::open(view, &self.heading(view), &commands)
    }

    fn aimed_at(&self, view: &View) -> Option<Aims> {
        let aims = self.rows_aimed_at(view)?;
        let several = aims.several;
        Some(aims.weighed(&self.draft.at, |whom| self.odds_of(view, whom, several)))
    }

    fn meaning(&self, op: Op) -> KeyMeaning {
        match op {
            Op::Forward if self.next_throw().is_some() => KeyMeaning::This("next die".into()),
            Op::Forward if self.rolls().iter().any(|(_, roll)| roll.is_none()) => {
                KeyMeaning::This("machine rolls the rest".into())
            }
            _ => self.form.means(op),
        }
    }

    fn aim(&mut self, sign: char, view: &View) -> bool {
        if let (true, Some((at, _))) = (sign.is_ascii_digit(), self.throws.first()) {
            self.form.at = *at;
            return self.form.typed(sign);
        }
        let (Some(aims), Some(field)) = (self.rows_aimed_at(view), self.at_field()) else {
            return false;
        };
        let Some(row) = aims.lettered(sign) else { return false };
        // In another field, the letter picks there.
        if self.form.at != field && initials(&self.form.fields[self.form.at]).any(|own| own == sign) {
            return false;
        }
        let candidates = parts::candidates(&self.offer, &self.draft, true);
        let field = &mut self.form.fields[field];
        match &mut field.value {
            Value::Pick(_, at) => {
                let next = row.next(self.draft.target());
                *at = candidates.iter().position(|who| Some(*who) == next).unwrap_or(*at);
                field.given = field.given.map(|_| true);
            }
            Value::Many(of, at) => {
                let all = row.chosen < row.among.len();
                for (whom, (index, one)) in candidates.iter().zip(of.iter_mut().enumerate()) {
                    if row.among.contains(whom) {
                        (one.1, *at) = (all, index);
                    }
                }
            }
            _ => return false,
        }
        field.touch();
        true
    }

    fn paint_form(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let below = text::cells(self.room_below(0)).min(area.height);
        let fields = Rect { height: area.height - below, ..area };
        self.form.paint(fields, view.theme, buf);
        if self.is_row(self.form.at) {
            put(buf, area.x, fields.bottom(), area.width, amount::ROW_KEYS, view.theme.dim);
        }
    }
}
