//! Conditions begin and end by the referee's word.

use super::boxes::{Filled, FormBox, MenuBox};
use super::form::{Field, Form, Value};
use super::{Overlay, Verdict};
use crate::rules::command::{Command, Overrule};
use crate::rules::effect::Condition;
use crate::rules::ids::{CombatantId, EffectId};
use crate::tui::view::View;

enum Line {
    Ends(CombatantId, EffectId),
    Begins(Condition, String),
}

/// What hangs on the rows, to be lifted; then what may begin.
pub fn open(view: &View) -> Option<Box<dyn Overlay>> {
    let targets = view.board.targets();
    if targets.is_empty() {
        return None;
    }
    let mut lines = Vec::new();
    let mut texts = Vec::new();
    for c in targets.iter().filter_map(|who| view.e.get(*who)) {
        for effect in c.effects.iter().filter(|effect| effect.toward.is_none()) {
            texts.push(format!("{}: no longer {}", c.name, view.condition(c.id, effect)));
            lines.push(Line::Ends(c.id, effect.id));
        }
    }
    for rule in view.about().conditions.iter().filter(|rule| rule.offered) {
        texts.push(rule.name.to_string());
        lines.push(Line::Begins(rule.condition, rule.name.to_string()));
    }
    texts.push("something else".into());
    lines.push(Line::Begins(Condition::Named, "something else".into()));
    let pick = move |view: &View, at: usize| match &lines[at] {
        Line::Ends(who, effect) => {
            Verdict::Run(vec![Command::Overrule(Overrule::Relieve(*who, *effect))])
        }
        Line::Begins(condition, name) => Verdict::Instead(begin(view, &targets, *condition, name)),
    };
    Some(MenuBox::filtered("Condition", texts, pick).boxed())
}

/// For how long, and with which figure.
fn begin(view: &View, who: &[CombatantId], condition: Condition, name: &str) -> Box<dyn Overlay> {
    let named = condition == Condition::Named;
    let mut fields = vec![
        Field::may("rounds", Value::number(1), false),
        Field::may("figure", Value::number(0), false),
    ];
    if named {
        fields.insert(0, Field::new("called", Value::Text(String::new())));
    }
    let who = who.to_vec();
    let done = move |_: &View, form: &Form| fill(form, &who, condition, named);
    let text = view.about().condition(condition).map_or("", |rule| &rule.text);
    FormBox::new(name, Form::new(fields), done).hint(text).boxed()
}

fn fill(form: &Form, who: &[CombatantId], condition: Condition, named: bool) -> Filled {
    let first = usize::from(named);
    let number = |at: usize| -> Result<Option<i32>, (usize, String)> {
        let field = &form.fields[at];
        if !field.is_given() {
            return Ok(None);
        }
        field.number().map(Some).map_err(|fault| (at, fault))
    };
    let rounds = match number(first)? {
        None => None,
        Some(n) if n >= 1 => u32::try_from(n).ok(),
        Some(n) => return Err((first, format!("found {n}, expected 1 or more"))),
    };
    let label = match form.fields[0].text() {
        "" if named => return Err((0, "empty, expected a word".into())),
        text if named => Some(text.into()),
        _ => None,
    };
    let value = number(first + 1)?.unwrap_or(0);
    let word = Overrule::Afflict { who: who.to_vec(), condition, value, rounds, label };
    Ok(Verdict::Run(vec![Command::Overrule(word)]))
}
