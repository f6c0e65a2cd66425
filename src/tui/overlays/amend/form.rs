//! The form to amend an act of the past: its dice, its choices and its commands as fields.

use super::super::{Done, Layer, Staged, closes};
use super::answers::{asked, chosen, is_order};
use super::preview::{self, Preview};
use super::{entry, label, table};
use crate::chronicle::{AmendedCommand, Amendment, Ask, Provenance, Step};
use crate::rules::model::command::Command;
use crate::rules::model::dice::Answer;
use crate::tui::input::operations::Op;
use crate::tui::overlays::acts::act::ActForm;
use crate::tui::overlays::acts::amount;
use crate::tui::overlays::answers::dice::{parted, read};
use crate::tui::overlays::forms::dialog::{Dialog, lines};
use crate::tui::overlays::forms::edit::Row;
use crate::tui::overlays::forms::form::{Field, Form, Value};
use crate::tui::paint::text::{cells, put};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::Session;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use std::cell::RefCell;

/// The width of the form in columns.
const WIDE: u16 = 60;

/// Whether anything in a command of the past can be changed.
pub fn says_any(view: &View, step: &Step) -> bool {
    let answered = step.answers.iter().any(|answered| !is_order(&answered.ask));
    answered
        || match &step.command {
            Command::Act(act) => act.with.is_some() || !act.at.is_empty() || !act.facts.0.is_empty(),
            command => !table::rows(view, step, command, false).is_empty(),
        }
}

/// The commands of an act as they should have been.
#[derive(Clone)]
struct Draft {
    said: Vec<AmendedCommand>,
    /// The answers to be rolled again: the index of the command of each, and its index there.
    gone: Vec<(usize, usize)>,
}

impl Draft {
    /// Puts the answer in a field; an empty one is rolled again.
    fn answer(&mut self, step: usize, at: usize, field: &Field) -> Result<(), String> {
        let said = &mut self.said[step];
        let answered = &mut said.answers[at];
        let answer = match &answered.ask {
            Ask::Choice(ask) => chosen(ask, field)?,
            Ask::Roll(ask) => match (parted(field.text())?, &mut said.command) {
                (("", 0), _) => {
                    self.gone.push((step, at));
                    return Ok(());
                }
                ((dice, 0), _) => Answer::Roll(read(ask, dice)?),
                // Instead of the die, a bonus leaves it as it fell.
                (("", bonus), Command::Act(act)) => {
                    act.facts.add_modifier(bonus);
                    return Ok(());
                }
                ((dice, bonus), Command::Act(act)) => {
                    let roll = read(ask, dice)?;
                    act.facts.add_modifier(bonus);
                    Answer::Roll(roll)
                }
                _ => return Err("only an act takes a bonus".into()),
            },
        };
        (answered.answer, answered.by) = (answer, Provenance::Typed);
        Ok(())
    }

    fn amendment(mut self, place: usize) -> Amendment {
        // Backwards, so that the other indexes stay valid.
        for (step, at) in self.gone.into_iter().rev() {
            self.said[step].answers.remove(at);
        }
        Amendment::change(place, self.said)
    }
}

/// The form of an act of the past.
struct AmendForm {
    place: usize,
    title: String,
    draft: Draft,
    /// The rows as of when the form was opened; only those that were changed are put into the draft.
    rows: Vec<Row<Draft>>,
    form: Form,
    /// Whether any of the rows holds dice.
    dice: bool,
    /// The act's line as it was.
    was: String,
    /// What the amendment as filled in last would change.
    preview: RefCell<Option<(Amendment, Preview)>>,
    /// If the form is about a single command that is an act: its index and its form, whose fields come first.
    act: Option<(usize, ActForm)>,
}

/// The form of the act at that place: the dice and targets of all its commands, or one of them in full. `view` shows
/// the state before it. `None` if nothing in it can be changed.
pub fn form(view: &View, place: usize, of: Option<usize>) -> Option<Box<dyn Layer>> {
    let steps = &entry(view, place)?.steps;
    let said: Vec<AmendedCommand> = steps.iter().map(AmendedCommand::recorded).collect();
    let act = of.and_then(|at| match &said.get(at)?.command {
        Command::Act(act) => ActForm::again(view, act).map(|form| (at, form)),
        _ => None,
    });
    let mut fields: Vec<Field> = act.as_ref().map_or(Vec::new(), |(_, act)| act.filled().to_vec());
    let (mut rows, mut roll) = (Vec::new(), None);
    for (at, said) in said.iter().enumerate().filter(|(at, _)| of.is_none_or(|of| of == *at)) {
        if act.is_none() {
            let all = table::rows(view, &steps[at], &said.command, of.is_none()).into_iter();
            rows.extend(all.map(|row| {
                row.within(move |draft: &mut Draft| Some(&mut draft.said.get_mut(at)?.command))
            }));
        }
        for (nth, answered) in said.answers.iter().enumerate() {
            let Some(field) = asked(view, &answered.ask, &answered.answer) else { continue };
            let is_roll = matches!(answered.ask, Ask::Roll(_));
            roll = is_roll.then_some(fields.len() + rows.len()).or(roll);
            rows.push(Row::new(field, move |draft: &mut Draft, field| draft.answer(at, nth, field)));
        }
    }
    fields.extend(rows.iter().map(|row| row.field.clone()));
    if fields.is_empty() {
        return None;
    }
    let mut form = Form::new(fields);
    form.at = roll.unwrap_or(0);
    let one = of.and_then(|at| steps.get(at)).filter(|_| steps.len() > 1);
    let title = one.map(|step| label(view, step)).or_else(|| view.telling.label(place));
    let title = title.unwrap_or_default();
    let (draft, dice) = (Draft { said, gone: Vec::new() }, roll.is_some());
    let was = preview::was(view, place).unwrap_or_default();
    let preview = RefCell::default();
    Some(Box::new(AmendForm { place, title, draft, rows, form, dice, was, preview, act }))
}

impl AmendForm {
    /// The hint for keys particular to the focused field; empty if there are none.
    fn key_hint(&self) -> &str {
        let at = self.form.at;
        match (at.checked_sub(self.first_own()).and_then(|at| self.rows.get(at)), &self.act) {
            (Some(row), _) => &row.note,
            (None, Some((_, act))) if act.is_row(at) => amount::ROW_KEYS,
            _ => "",
        }
    }

    /// What the amendment as filled in would change; `None` while a field is invalid.
    fn preview(&self, view: &View) -> Option<Preview> {
        let amendment = self.amendment().ok()?;
        let mut known = self.preview.borrow_mut();
        if known.as_ref().is_none_or(|(of, _)| *of != amendment) {
            let made = preview::of(view, amendment.clone());
            *known = Some((amendment, made));
        }
        known.as_ref().map(|(_, made)| made.clone())
    }

    /// The act's line as it would be.
    fn now(&self, view: &View) -> String {
        match self.preview(view) {
            Some(Preview::Done(now, _)) if now == self.was => "the same".into(),
            Some(Preview::Done(now, _)) => now,
            Some(Preview::Asks) => "a die or a choice is missing: Enter asks for it".into(),
            Some(Preview::Refused(why)) => format!("refused: {why}"),
            Some(Preview::Unknown) => "Enter says what changes".into(),
            None => String::new(),
        }
    }

    /// The index of the first field that is not part of the act's form.
    fn first_own(&self) -> usize {
        self.form.fields.len() - self.rows.len()
    }

    /// The amendment as filled in, or the index of the invalid field and the fault.
    fn amendment(&self) -> Result<Amendment, (usize, String)> {
        let mut draft = self.draft.clone();
        if let Some((step, act)) = &self.act
            && let Some(changed) = act.changed()?
        {
            draft.said[*step].command = Command::Act(changed);
        }
        let own = self.first_own();
        for (at, (row, field)) in self.rows.iter().zip(&self.form.fields[own..]).enumerate() {
            if differs(field, &row.field) {
                (row.put)(&mut draft, field).map_err(|fault| (own + at, fault))?;
            }
        }
        Ok(draft.amendment(self.place))
    }
}

/// Whether the value of a field differs, regardless of its cursor.
fn differs(field: &Field, first: &Field) -> bool {
    let value = match (&field.value, &first.value) {
        (Value::Many(of, _), Value::Many(had, _)) => of != had,
        (value, had) => value != had,
    };
    value || field.given != first.given
}

impl Dialog for AmendForm {
    fn heading(&self, _: &View) -> String {
        format!("Change: {}", self.title)
    }

    fn form(&self) -> &Form {
        &self.form
    }

    fn form_mut(&mut self) -> &mut Form {
        &mut self.form
    }

    /// Passes the act's fields to its form and takes back what it made of them.
    fn renew(&mut self, view: &View) {
        let own = self.first_own();
        let Some((_, act)) = &mut self.act else { return };
        let at = self.form.at;
        act.take(&self.form.fields[..own], at.min(own.saturating_sub(1)), view);
        let mut fields = act.filled().to_vec();
        let made = fields.len();
        fields.extend(self.form.fields.drain(own..));
        self.form.fields = fields;
        self.form.at = if at < own { act.at() } else { at - own + made };
    }

    fn done(&mut self, session: &mut Session) -> Done {
        closes(session.start_amending(self.amendment()?))
    }

    fn below(&self) -> String {
        match self.key_hint() {
            "" if self.dice => DICE,
            "" => "as it should have been",
            keys => keys,
        }
        .into()
    }

    fn columns(&self) -> u16 {
        WIDE
    }

    fn room_below(&self, columns: usize) -> usize {
        COMPARED + lines(&self.text_below(), columns)
    }

    /// Draws was and now above the fields, and below them what else changes, as far as there is room.
    fn paint_form(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let theme = view.theme;
        let bold = theme.text.add_modifier(Modifier::BOLD);
        let compared = [("was", &*self.was, theme.dim), ("now", &*self.now(view), bold)];
        let above = cells(COMPARED).min(area.height);
        for ((word, text, style), y) in compared.into_iter().zip(area.y..area.y + above) {
            put(buf, area.x + 2, y, area.width, word, theme.dim);
            put(buf, area.x + 7, y, area.width.saturating_sub(7), text, style);
        }
        let text = self.text_below();
        let below = cells(lines(&text, area.width.into()));
        let fields = Rect { y: area.y + above, height: area.height - above, ..area };
        let used = self.form.height().saturating_add(below).min(fields.height);
        let form = Rect { height: used, ..fields };
        self.form.paint_above(&text, below, form, theme, buf);
        if let Some(Preview::Done(_, changes)) = self.preview(view) {
            let rest = Rect { y: form.bottom(), height: fields.height - used, ..fields };
            for (change, y) in changes.iter().zip(rest.y..rest.bottom()) {
                put(buf, rest.x + 2, y, rest.width.saturating_sub(2), change, theme.text);
            }
        }
    }

    fn on_stage(&self, view: &View) -> Option<Staged> {
        let (below, refused) = match self.preview(view) {
            Some(Preview::Done(_, changes)) => (changes.join(" · "), false),
            Some(Preview::Refused(why)) => (why, true),
            _ => (String::new(), false),
        };
        Some(Staged { does: "accept the change, and play on from there".into(), below, refused })
    }

    fn meaning(&self, op: Op) -> KeyMeaning {
        if op == Op::Forward { KeyMeaning::This("play it again".into()) } else { self.form.means(op) }
    }
}

/// The rows of was and now.
const COMPARED: usize = 2;

const DICE: &str = "the dice as they should have been; an empty field is rolled again";
