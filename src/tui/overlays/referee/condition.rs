//! Setting and lifting conditions.

use super::effect;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::condition::Meaning;
use crate::rules::model::effect::Condition;
use crate::rules::model::ids::{CombatantId, EffectId};
use crate::rules::text::{log, span};
use crate::tui::kit::picker::Picker;
use crate::tui::overlays::acts::horde::group_name;
use crate::tui::overlays::forms::boxes::FormBox;
use crate::tui::overlays::forms::form::{Field, Form, Value};
use crate::tui::overlays::{Done, Layer, STAY, Then};
use crate::tui::session::Session;
use crate::tui::table::view::View;

enum ConditionRow {
    Ends(CombatantId, EffectId),
    Begins(Condition, String),
    /// A custom effect.
    Else,
}

/// Lists the conditions of the selected rows, to lift, then those that can be set.
pub fn open(view: &View) -> Option<Box<dyn Layer>> {
    let targets = view.board.targets();
    if targets.is_empty() {
        return None;
    }
    let mut rows = Vec::new();
    for c in targets.iter().filter_map(|who| view.e.get(*who)) {
        for effect in c.effects.iter().filter(|effect| effect.toward.is_none() || view.is_shown(effect))
        {
            let toward = effect.toward.and_then(|who| view.e.get(who));
            let toward = toward.map_or_else(String::new, |other| format!(" ({})", other.name));
            let text = format!("{}: {}{toward}", c.name, log::condition_over(view.about(), effect));
            rows.push((text, ConditionRow::Ends(c.id, effect.id)));
        }
    }
    for rule in view.about().conditions.iter().filter(|row| row.is(Meaning::OFFERED)) {
        rows.push((rule.label.to_string(), ConditionRow::Begins(rule.id, rule.label.to_string())));
    }
    rows.push(("something else…".into(), ConditionRow::Else));
    let title = format!("{}: condition", group_name(view, &targets));
    let pick = move |session: &mut Session, row: &ConditionRow| match row {
        ConditionRow::Ends(who, effect) => {
            session.run(vec![Command::Overrule(Overrule::Relieve(*who, *effect))])
        }
        ConditionRow::Begins(condition, name) => {
            Then::replace(begin(&session.view(), &targets, *condition, name))
        }
        ConditionRow::Else => {
            effect::open(&session.view(), targets.clone(), None).map_or(STAY, Then::replace)
        }
    };
    Some(Picker::new(title, rows, pick).filtered().boxed())
}

/// Asks how long a condition lasts, and for its figure.
fn begin(view: &View, who: &[CombatantId], condition: Condition, name: &str) -> Box<dyn Layer> {
    let mut fields = vec![
        Field::may("for", Value::Text(span::counted(1, "round")), false),
        Field::may("figure", Value::number(0), false).known_as(name),
    ];
    let others: Vec<&Combatant> = view.e.all().filter(|c| !who.contains(&c.id)).collect();
    let rule = view.about().condition(condition);
    if rule.is_some_and(|row| row.toward.is_some()) && !others.is_empty() {
        let names = others.iter().map(|c| c.name.to_string()).collect();
        fields.push(Field::may("toward", Value::Pick(names, 0), false));
    }
    let others: Vec<CombatantId> = others.iter().map(|c| c.id).collect();
    let title = format!("{}: {name}", group_name(view, who));
    let who = who.to_vec();
    let done = move |session: &mut Session, form: &Form| fill(session, form, &who, condition, &others);
    let text = rule.map_or("", |rule| rule.row().text);
    let units: Vec<String> =
        view.about().time_units().iter().map(|(unit, _)| format!("3 {unit}s")).collect();
    let spans = format!("like {}; a number alone counts rounds", units.join(", "));
    let notes = vec![spans, text.to_string()];
    FormBox::new(title, Form::new(fields), done).notes(notes).boxed()
}

fn fill(
    session: &mut Session,
    form: &Form,
    who: &[CombatantId],
    condition: Condition,
    others: &[CombatantId],
) -> Done {
    let about = session.view().about();
    let rounds = |field: &Field| span::read_rounds(about, field.text());
    let rounds = form.fields[0].if_given(rounds).map_err(|fault| (0, fault))?;
    let value = form.fields[1].if_given(Field::number).map_err(|fault| (1, fault))?.unwrap_or(0);
    let toward = form.fields.get(2).filter(|field| field.is_given());
    let toward = toward.and_then(|field| others.get(field.pick())).copied();
    let word = Overrule::Afflict { who: who.to_vec(), condition, value, rounds, label: None, toward };
    session.run(vec![Command::Overrule(word)])
}
