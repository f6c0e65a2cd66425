//! The counters of a combatant: arrows, charges, memorised spells.

use super::settings;
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::ids::{CombatantId, Text};
use crate::rules::model::supply::Supply;
use crate::rules::text::words;
use crate::tui::overlays::amend::saying::Kind;
use crate::tui::overlays::amend::table::{Several, word};
use crate::tui::overlays::forms::boxes::FormBox;
use crate::tui::overlays::forms::form::{Field, Form, Value};
use crate::tui::overlays::{Done, Layer, Refused, Then};
use crate::tui::session::Session;
use crate::tui::table::view::View;

/// Opens the counters, a field each; the last field names a new one, or one to redefine. Without any counters, the form
/// of a new one opens at once.
pub fn open(view: &View) -> Option<Box<dyn Layer>> {
    let c = view.under_cursor()?;
    let who = c.id;
    let supplies = c.supplies.clone();
    let spells: Vec<u8> = spells(view, who);
    if supplies.is_empty() && spells.is_empty() {
        return Some(counter_form(view, who, None, ""));
    }
    let left = Kind::Left(word!(Overrule::Supply(_, supply) => supply));
    let of = |supply: &Supply| {
        (supply.name.to_string(), Command::Overrule(Overrule::Supply(who, supply.clone())))
    };
    let copies = Kind::Copies(word!(Overrule::Spell(_, _, copies) => copies));
    let spell = |at: &u8| {
        let left = c.spells.get(usize::from(*at)).copied().unwrap_or(0);
        (words::spell(view.e, who, *at).into(), Command::Overrule(Overrule::Spell(who, *at, left)))
    };
    let counted = Several::default().with(view, &left, supplies.iter().map(of)).with(
        view,
        &copies,
        spells.iter().map(spell),
    );
    let mut fields = counted.fields.clone();
    fields.push(Field::may("new, or more of", Value::Text(String::new()), false));
    let done = move |session: &mut Session, form: &Form| -> Done {
        let last = form.fields.last().map_or("", Field::text);
        if !last.is_empty() {
            let known = supplies.iter().find(|supply| &*supply.name == last);
            return Then::replace(counter_form(&session.view(), who, known, last));
        }
        settings::run_or_leave(session, counted.changed(form)?)
    };
    let title = format!("Counters: {}", c.name);
    let hint = "last field: the name of another counter, or of one to change again";
    Some(FormBox::new(title, Form::new(fields), done).hint(hint).boxed())
}

/// The indexes of the spells whose copies are counted.
fn spells(view: &View, who: CombatantId) -> Vec<u8> {
    let Ok(d20) = view.e.d20(who) else { return Vec::new() };
    let all = (0u8..).zip(&d20.block.spells);
    all.filter(|(_, spell)| spell.copies.is_some()).map(|(at, _)| at).collect()
}

/// The form of a counter, for the marked rows or the one under the cursor: name, number left, and what uses it up.
fn counter_form(view: &View, who: CombatantId, known: Option<&Supply>, name: &str) -> Box<dyn Layer> {
    let (left, most) = known.map_or((20, 20), |supply| (supply.left(), supply.most));
    let users = users(view, who);
    let shoots = |user: &Text| known.is_some_and(|supply| supply.by.contains(user));
    let by: Vec<(String, bool)> = users.iter().map(|user| (user.to_string(), shoots(user))).collect();
    let mut fields = vec![
        Field::new("name", Value::Text(name.into())),
        Field::new("left", Value::number(left)),
        Field::new("of", Value::number(most)).known_as("most"),
    ];
    if !by.is_empty() {
        fields.push(Field::new("used up by", Value::Many(by, 0)));
    }
    let mut form = Form::new(fields);
    form.at = usize::from(!name.is_empty());
    let whom = if view.board.marked.is_empty() { vec![who] } else { view.board.targets() };
    let done = move |session: &mut Session, form: &Form| {
        let name = form.fields[0].text();
        if name.is_empty() {
            return Err(Refused::at(0, "empty, expected a name like arrows"));
        }
        let number = |at: usize| -> Result<u32, Refused> {
            let n = form.fields[at].number().map_err(|fault| (at, fault))?;
            u32::try_from(n).map_err(|_| Refused::at(at, format!("found {n}, expected 0 or more")))
        };
        let (left, most) = (number(1)?, number(2)?);
        if most > 0 && left > most {
            let why = format!("found {left}, expected {most} or fewer, as many as there are in all");
            return Err(Refused::at(1, why));
        }
        let by = match form.fields.get(3).map(|field| &field.value) {
            Some(Value::Many(of, _)) => {
                users.iter().zip(of).filter(|(_, (_, on))| *on).map(|(user, _)| user.clone()).collect()
            }
            _ => Vec::new(),
        };
        let supply = Supply { name: name.into(), most, used: most.saturating_sub(left), by };
        let word = |who: &CombatantId| Command::Overrule(Overrule::Supply(*who, supply.clone()));
        session.run(whom.iter().map(word).collect())
    };
    let hint = "0: no longer counted · Space: what uses one up each time";
    let title = format!("A counter: {}", subject_name(view, who));
    FormBox::new(title, form, done).hint(hint).boxed()
}

fn subject_name(view: &View, who: CombatantId) -> String {
    match view.board.marked.len() {
        0 => view.name(who).into(),
        n => format!("{n} marked"),
    }
}

/// The names of the attacks and spells that can use a counter up.
fn users(view: &View, who: CombatantId) -> Vec<Text> {
    let block = view.e.get(who).and_then(|c| view.e.block(c.block));
    let mut names: Vec<Text> = match block {
        Some(StatBlock::D20(d20)) => {
            let lines = d20.figures.attacks.iter().map(|line| line.name.clone());
            lines.chain(d20.block.spells.iter().map(|spell| spell.name.clone())).collect()
        }
        Some(StatBlock::Wounds(body)) => body.attacks.iter().map(|line| line.name.clone()).collect(),
        _ => Vec::new(),
    };
    let mut seen = Vec::new();
    names.retain(|name| {
        !seen.contains(name) && {
            seen.push(name.clone());
            true
        }
    });
    names
}
