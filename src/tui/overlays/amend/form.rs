//! The form in which the past is said otherwise: dice and decisions, and what was commanded, as fields.

use super::super::act::ActForm;
use super::super::amount;
use super::super::dice::read;
use super::super::form::{Field, Form, Value};
use super::super::{Overlay, Verdict};
use super::{entry, label};
use crate::chronicle::{Amendment, Ask, Provenance, Said, Step};
use crate::rules::combatant::Combatant;
use crate::rules::command::{Act, Command, Overrule, Share};
use crate::rules::dice::{Answer, ChoiceRequest, HowMany, Roll, RollRequest};
use crate::rules::ids::CombatantId;
use crate::rules::words;
use crate::tui::amend::Amend;
use crate::tui::keymap::Scope;
use crate::tui::op::Op;
use crate::tui::panes::foot::Means;
use crate::tui::text::wrap;
use crate::tui::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Columns of the form.
const WIDE: u16 = 60;

/// Whether anything in a command of the past can be said otherwise.
pub fn says_any(step: &Step) -> bool {
    step.answers.iter().any(|answered| !is_order(&answered.ask)) || can_be_said(&step.command)
}

fn is_order(ask: &Ask) -> bool {
    matches!(ask, Ask::Choice(ask) if ask.how == HowMany::Order)
}

fn can_be_said(command: &Command) -> bool {
    match command {
        Command::Act(act) => act.with.is_some() || !act.at.is_empty() || !act.facts.0.is_empty(),
        Command::Harm { .. } | Command::Heal { .. } | Command::Morale { .. } => true,
        Command::Roll(_) | Command::Note(_) => true,
        Command::Overrule(Overrule::Hp(..) | Overrule::Afflict { .. }) => true,
        _ => false,
    }
}

/// What a field says of the act.
enum Part {
    /// An answer: of which command, which.
    Answer(usize, usize),
    /// The amount of that command, its modifier, its text.
    Figure(usize),
    /// The share of one of that command's targets.
    Share(usize, CombatantId),
    /// For how many rounds.
    Rounds(usize),
    /// At whom the act of one of several is made, out of those.
    Target(usize, Vec<CombatantId>),
}

/// The form of an act of the past.
struct AmendForm {
    place: usize,
    title: String,
    said: Vec<Said>,
    parts: Vec<Part>,
    form: Form,
    /// What was there when the form was opened, to know what was changed.
    first: Vec<Value>,
    /// The form of the one command it is about, and which it is, where that is an act; its fields
    /// stand first.
    act: Option<(usize, ActForm)>,
}

/// The form of all commands of the act at that place: their dice, and at whom each is; or of one of
/// them, in full. `view` shows the state before it. `None`: there is nothing to say otherwise.
pub fn form(view: &View, place: usize, of: Option<usize>) -> Option<Box<dyn Overlay>> {
    let steps = &entry(view, place)?.steps;
    let said: Vec<Said> = steps.iter().map(Said::recorded).collect();
    let act = of.and_then(|at| match &said.get(at)?.command {
        Command::Act(act) => ActForm::again(view, act).map(|form| (at, form)),
        _ => None,
    });
    let mut fields: Vec<Field> = act.as_ref().map_or(Vec::new(), |(_, act)| act.filled().to_vec());
    let mut parts = Vec::new();
    let first_own = fields.len();
    for (step, said) in said.iter().enumerate().filter(|(step, _)| of.is_none_or(|of| of == *step)) {
        commanded(view, step, &said.command, &mut parts, &mut fields);
        if let (Command::Act(act), None) = (&said.command, of) {
            targets(view, step, act, &mut parts, &mut fields);
        }
        for (at, answered) in said.answers.iter().enumerate() {
            if let Some(field) = asked(view, &answered.ask, &answered.answer) {
                parts.push(Part::Answer(step, at));
                fields.push(field);
            }
        }
    }
    if fields.is_empty() {
        return None;
    }
    let roll = |part: &Part| match part {
        Part::Answer(step, at) => matches!(said[*step].answers[*at].ask, Ask::Roll(_)),
        _ => false,
    };
    let cursor = parts.iter().rposition(roll).map_or(0, |at| first_own + at);
    let first = fields[first_own..].iter().map(|field| field.value.clone()).collect();
    let mut form = Form::new(fields);
    form.at = cursor;
    let one = of.and_then(|at| steps.get(at)).filter(|_| steps.len() > 1);
    let title = one.map(|step| label(view, step)).or_else(|| view.telling.label(place));
    let title = title.unwrap_or_default();
    Some(Box::new(AmendForm { place, title, said, parts, form, first, act }))
}

/// The fields of a command that is no act.
fn commanded(
    view: &View,
    step: usize,
    command: &Command,
    parts: &mut Vec<Part>,
    fields: &mut Vec<Field>,
) {
    let mut figure = |label: &str, value: Value| {
        parts.push(Part::Figure(step));
        fields.push(Field::new(label, value));
    };
    match command {
        Command::Harm { amount, .. } => figure("damage", Value::Dice(amount.to_string())),
        Command::Heal { amount, .. } => {
            figure(words::healing(view.about()), Value::Dice(amount.to_string()));
        }
        Command::Morale { adjustment, .. } => figure("modifier", Value::number(adjustment)),
        Command::Roll(dice) => figure("dice", Value::Dice(dice.to_string())),
        Command::Note(text) => figure("note", Value::Text(text.to_string())),
        Command::Overrule(Overrule::Hp(who, hp)) => {
            figure(&format!("{}, {}", view.name(*who), words::harm(view.about())), Value::number(hp));
        }
        Command::Overrule(Overrule::Afflict { value, .. }) => figure("figure", Value::number(value)),
        _ => {}
    }
    match command {
        Command::Harm { who, .. } | Command::Heal { who, .. } => {
            shares(view, step, who, parts, fields);
        }
        Command::Overrule(Overrule::Afflict { rounds, .. }) => {
            parts.push(Part::Rounds(step));
            fields.push(Field::may("rounds", Value::number(rounds.unwrap_or(1)), rounds.is_some()));
        }
        _ => {}
    }
}

/// At whom one of several acts.
fn targets(view: &View, step: usize, act: &Act, parts: &mut Vec<Part>, fields: &mut Vec<Field>) {
    let [whom] = act.at[..] else { return };
    let up = |id: &&CombatantId| **id == whom || view.e.get(**id).is_some_and(Combatant::is_up);
    let ids: Vec<CombatantId> = view.board.order.iter().filter(up).copied().collect();
    let at = ids.iter().position(|id| *id == whom).unwrap_or(0);
    let names = ids.iter().map(|id| view.name(*id).to_string()).collect();
    parts.push(Part::Target(step, ids));
    fields.push(Field::new(format!("{} at", view.name(act.who)), Value::Pick(names, at)));
}

/// Everybody's share of an amount: those who had one first.
fn shares(
    view: &View,
    step: usize,
    who: &[(CombatantId, Share)],
    parts: &mut Vec<Part>,
    fields: &mut Vec<Field>,
) {
    let others = view.board.order.iter().filter(|id| !who.iter().any(|(had, _)| had == *id));
    let none = |id: &CombatantId| (*id, Share::None);
    for (id, share) in who.iter().copied().chain(others.map(none)) {
        parts.push(Part::Share(step, id));
        fields.push(amount::row(view, id, share));
    }
}

/// The field of an answer. `None`: an order is not typed.
fn asked(view: &View, ask: &Ask, answer: &Answer) -> Option<Field> {
    match (ask, answer) {
        (Ask::Roll(ask), Answer::Roll(roll)) => {
            Some(Field::new(dice_label(view, ask), Value::Text(shown(roll))))
        }
        (Ask::Choice(ask), answer) => {
            let names = ask.picks.iter().map(|pick| words::pick(view.e, pick));
            let value = match answer {
                Answer::One(at) => Value::Pick(names.collect(), *at),
                Answer::Some(list) => Value::Many(
                    names.enumerate().map(|(at, name)| (name, list.contains(&at))).collect(),
                    0,
                ),
                Answer::Number(n) => Value::number(n),
                _ => return None,
            };
            Some(Field::new(choice_label(view, ask), value))
        }
        _ => None,
    }
}

fn dice_label(view: &View, ask: &RollRequest) -> String {
    let who = match (ask.who, ask.side) {
        (Some(who), _) => format!("{}: ", view.name(who)),
        (None, Some(side)) => format!("{}: ", words::side(view.e, side)),
        (None, None) => String::new(),
    };
    format!("{who}{} {}d{}", words::purpose(ask.purpose), ask.count, ask.sides)
}

fn choice_label(view: &View, ask: &ChoiceRequest) -> String {
    let who = ask.who.map_or_else(String::new, |who| format!("{}: ", view.name(who)));
    format!("{who}{}", words::question(ask.question))
}

fn shown(roll: &Roll) -> String {
    match roll {
        Roll::Faces(faces) => faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        Roll::Total(total) => total.to_string(),
    }
}

impl AmendForm {
    fn last_line(&self) -> &str {
        let dice = |part: &Part| match part {
            Part::Answer(step, at) => matches!(self.said[*step].answers[*at].ask, Ask::Roll(_)),
            _ => false,
        };
        let hint = match self.parts.iter().any(dice) {
            _ if self.on_row() => amount::ROW_KEYS,
            true => DICE,
            false => "as it should have been",
        };
        self.form.refused.as_deref().unwrap_or(hint)
    }

    /// Whether the chosen field is the row of a target.
    fn on_row(&self) -> bool {
        let at = self.form.at;
        match at.checked_sub(self.own()) {
            Some(at) => matches!(self.parts.get(at), Some(Part::Share(..))),
            None => self.act.as_ref().is_some_and(|(_, act)| act.is_row(at)),
        }
    }

    /// Which of the fields is the first that is not the act's.
    fn own(&self) -> usize {
        self.form.fields.len() - self.parts.len()
    }

    /// What stands in the act's fields goes to the act's form, and what it makes of them comes back.
    fn renew(&mut self, view: &View) {
        let own = self.own();
        let Some((_, act)) = &mut self.act else { return };
        let at = self.form.at;
        act.take(&self.form.fields[..own], at.min(own.saturating_sub(1)), view);
        let mut fields = act.filled().to_vec();
        let made = fields.len();
        fields.extend(self.form.fields.drain(own..));
        self.form.fields = fields;
        self.form.at = if at < own { act.at() } else { at - own + made };
    }

    /// The amendment as the fields say it, or the field that is wrong and how.
    fn amendment(&self) -> Result<Amendment, (usize, String)> {
        let mut said = self.said.clone();
        if let Some((step, act)) = &self.act
            && let Some(changed) = act.changed()?
        {
            said[*step].command = Command::Act(changed);
        }
        let own = self.own();
        // Answers that are thrown anew are taken out last, so that the others keep their places.
        let mut gone = Vec::new();
        for (at, (part, first)) in self.parts.iter().zip(&self.first).enumerate() {
            let field = &self.form.fields[own + at];
            let changed = field.value != *first || matches!(part, Part::Rounds(_));
            if changed && !say(&mut said, part, field).map_err(|fault| (own + at, fault))? {
                gone.extend(match part {
                    Part::Answer(step, at) => Some((*step, *at)),
                    _ => None,
                });
            }
        }
        for (step, at) in gone.into_iter().rev() {
            said[step].answers.remove(at);
        }
        for (said, was) in said.iter_mut().zip(&self.said) {
            if said.command != was.command {
                without_none(&mut said.command);
            }
        }
        Ok(Amendment::change(self.place, said))
    }
}

/// Says what a field says; `false`: the dice are to be thrown anew.
fn say(said: &mut [Said], part: &Part, field: &Field) -> Result<bool, String> {
    match part {
        Part::Answer(step, at) => {
            let answered = &mut said[*step].answers[*at];
            let Some(answer) = answer(&answered.ask, field)? else { return Ok(false) };
            (answered.answer, answered.by) = (answer, Provenance::Typed);
        }
        Part::Figure(step) => figure(&mut said[*step].command, field)?,
        Part::Share(step, id) => share(&mut said[*step].command, *id, amount::share_in(field)),
        Part::Target(step, ids) => {
            if let (Command::Act(act), Some(whom)) = (&mut said[*step].command, ids.get(field.pick())) {
                act.at = vec![*whom];
            }
        }
        Part::Rounds(step) => {
            let Command::Overrule(Overrule::Afflict { rounds, .. }) = &mut said[*step].command else {
                return Ok(true);
            };
            *rounds = match field.is_given() {
                true => Some(u32::try_from(field.number()?.max(1)).unwrap_or(1)),
                false => None,
            };
        }
    }
    Ok(true)
}

/// The answer in a field; `None`: it is empty, the dice are thrown anew.
fn answer(ask: &Ask, field: &Field) -> Result<Option<Answer>, String> {
    Ok(Some(match ask {
        Ask::Roll(_) if field.text().is_empty() => return Ok(None),
        Ask::Roll(ask) => Answer::Roll(read(ask, field.text())?),
        Ask::Choice(ask) => {
            let answer = match (&field.value, ask.how) {
                (Value::Pick(_, at), _) => Answer::One(*at),
                (Value::Many(of, _), _) => Answer::Some((0..of.len()).filter(|at| of[*at].1).collect()),
                _ => Answer::Number(field.number()?),
            };
            match ask.how {
                HowMany::Number(least, most) if !ask.accepts(&answer) => {
                    return Err(format!("found {}, expected {least} to {most}", field.text()));
                }
                _ => answer,
            }
        }
    }))
}

fn figure(command: &mut Command, field: &Field) -> Result<(), String> {
    match command {
        Command::Harm { amount, .. } | Command::Heal { amount, .. } => *amount = field.text().parse()?,
        Command::Morale { adjustment, .. } => *adjustment = field.number()?,
        Command::Roll(dice) => *dice = field.text().parse()?,
        Command::Note(_) if field.text().is_empty() => {
            return Err("empty, expected some words".into());
        }
        Command::Note(text) => *text = field.text().into(),
        Command::Overrule(Overrule::Hp(_, hp)) => *hp = field.number()?,
        Command::Overrule(Overrule::Afflict { value, .. }) => *value = field.number()?,
        _ => {}
    }
    Ok(())
}

fn share(command: &mut Command, id: CombatantId, share: Share) {
    let (Command::Harm { who, .. } | Command::Heal { who, .. }) = command else { return };
    match who.iter_mut().find(|(had, _)| *had == id) {
        Some((_, had)) => *had = share,
        None => who.push((id, share)),
    }
}

/// Whoever takes nothing of an amount was not meant.
fn without_none(command: &mut Command) {
    if let Command::Harm { who, .. } | Command::Heal { who, .. } = command {
        who.retain(|(_, share)| *share != Share::None);
    }
}

impl Overlay for AmendForm {
    fn scope(&self) -> Scope {
        Scope::Form
    }

    fn fields(&mut self) -> Option<&mut Form> {
        Some(&mut self.form)
    }

    fn title(&self, _: &View) -> String {
        format!("Change: {}", self.title)
    }

    fn size(&self, _: &View) -> (u16, u16) {
        let lines = wrap(self.last_line(), usize::from(WIDE)).len();
        (self.form.height().saturating_add(1 + u16::try_from(lines).unwrap_or(1)), WIDE)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let lines = wrap(self.last_line(), usize::from(area.width)).len();
        let below = u16::try_from(lines).unwrap_or(1).min(area.height);
        self.form.paint_above(self.last_line(), below, area, view.theme, buf);
    }

    fn takes(&self, sign: char) -> bool {
        self.form.takes(sign)
    }

    fn typed(&mut self, sign: char, view: &View) -> Verdict {
        self.form.typed(sign);
        self.renew(view);
        Verdict::Stay
    }

    fn op(&mut self, op: Op, view: &View) -> Verdict {
        match op {
            Op::Back => return Verdict::Leave,
            Op::Forward => match self.amendment() {
                Ok(amendment) => return Verdict::Amend(Amend::Play(amendment)),
                Err((at, fault)) => self.form.fault(at, fault),
            },
            _ => {
                self.form.op(op);
                self.renew(view);
            }
        }
        Verdict::Stay
    }

    fn means(&self, op: Op) -> Means {
        if op == Op::Forward { Means::This("play it again".into()) } else { Means::Usual }
    }
}

const DICE: &str = "dice as they should have been; an empty field is thrown anew";
