//! The counters of a combatant: arrows, charges, memorised spells.

use super::settings;
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::ids::{CombatantId, Text};
use crate::rules::model::supply::Supply;
use crate::rules::text::words;
use crate::tui::overlays::amend::table::{Several, changed, word};
use crate::tui::overlays::forms::edit::{Row, fixed};
use crate::tui::overlays::forms::form::{Field, Value};
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
    let of = |supply: &Supply| {
        (supply.name.to_string(), Command::Overrule(Overrule::Supply(who, supply.clone())))
    };
    let spell = |at: &u8| {
        let left = c.spells.get(usize::from(*at)).copied().unwrap_or(0);
        (words::spell(view.e, who, *at).into(), Command::Overrule(Overrule::Spell(who, *at, left)))
    };
    let counted = Several::default()
        .with(view, |it| it.left(word!(Overrule::Supply(_, supply) => supply)), supplies.iter().map(of))
        .with(view, |it| it.copies(word!(Overrule::Spell(_, _, n) => n)), spells.iter().map(spell));
    let (now, rows) = (counted.now, counted.rows.into_iter());
    let mut rows: Vec<Row<Counters>> =
        rows.map(|row| row.within(|(commands, _): &mut Counters| Some(commands))).collect();
    let last = Field::may("new, or more of", Value::Text(String::new()), false);
    rows.push(Row::new(last, |(_, last): &mut Counters, field| {
        *last = field.text().into();
        Ok(())
    }));
    let draft = (now.clone(), Text::default());
    let done = move |session: &mut Session, (then, last): &Counters| -> Done {
        if !last.is_empty() {
            let known = supplies.iter().find(|supply| supply.name == *last);
            return Then::replace(counter_form(&session.view(), who, known, last));
        }
        settings::run_or_leave(session, changed(&now, then))
    };
    let hint = "last field: the name of another counter, or of one to change again";
    Some(fixed(format!("Counters: {}", c.name), draft, rows, done).hint(hint).boxed())
}

/// What is left of all counters, and the name of another.
type Counters = (Vec<Command>, Text);

/// The indexes of the spells whose copies are counted.
fn spells(view: &View, who: CombatantId) -> Vec<u8> {
    let Ok(d20) = view.e.d20(who) else { return Vec::new() };
    let all = (0u8..).zip(&d20.block.spells);
    all.filter(|(_, spell)| spell.copies.is_some()).map(|(at, _)| at).collect()
}

/// The form of a counter, for the marked rows or the one under the cursor: name, number left, and what uses it up.
fn counter_form(view: &View, who: CombatantId, known: Option<&Supply>, name: &str) -> Box<dyn Layer> {
    let users = users(view, who);
    let (left, most) = known.map_or((20, 20), |supply| (supply.left(), supply.most));
    let by = known.map_or_else(Vec::new, |supply| supply.by.clone());
    let mut rows = vec![
        Row::new(Field::new("name", Value::Text(name.into())), |draft: &mut Counter, field| {
            draft.supply.name = field.text().into();
            let sound = !field.text().is_empty();
            sound.then_some(()).ok_or_else(|| "empty, expected a name like arrows".into())
        }),
        Row::set(Field::new("left", Value::number(left)), amount, |draft: &mut Counter, n| {
            draft.left = n
        }),
        Row::set(Field::new("of", Value::number(most)), amount, |draft: &mut Counter, n| {
            draft.supply.most = n
        })
        .known_as("most"),
    ];
    if !users.is_empty() {
        let by = users.iter().map(|user| (user.to_string(), by.contains(user))).collect();
        let field = Field::new("used up by", Value::Many(by, 0));
        let read = move |field: &Field| Ok(field.picked(&users));
        rows.push(Row::set(field, read, |draft: &mut Counter, by| draft.supply.by = by));
    }
    let supply = Supply { name: name.into(), most, used: 0, by: Vec::new() };
    let whom = if view.board.marked.is_empty() { vec![who] } else { view.board.targets() };
    let done = move |session: &mut Session, Counter { supply, left }: &Counter| {
        let most = supply.most;
        if most > 0 && *left > most {
            let why = format!("found {left}, expected {most} or fewer, as many as there are in all");
            return Err(Refused::at(1, why));
        }
        let supply = Supply { used: most.saturating_sub(*left), ..supply.clone() };
        let word = |who: &CombatantId| Command::Overrule(Overrule::Supply(*who, supply.clone()));
        session.run(whom.iter().map(word).collect())
    };
    let hint = "0: no longer counted · Space: what uses one up each time";
    let title = format!("A counter: {}", subject_name(view, who));
    let form = fixed(title, Counter { supply, left }, rows, done).hint(hint);
    form.at(usize::from(!name.is_empty())).boxed()
}

/// A counter as filled in.
#[derive(Clone)]
struct Counter {
    supply: Supply,
    left: u32,
}

/// Parses a number of 0 or more.
fn amount(field: &Field) -> Result<u32, String> {
    let n = field.number()?;
    u32::try_from(n).map_err(|_| format!("found {n}, expected 0 or more"))
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
