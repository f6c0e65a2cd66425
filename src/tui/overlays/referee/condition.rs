//! Setting and lifting conditions.

use super::effect;
use super::effects::told;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::condition::Meaning;
use crate::rules::model::custom::CustomEffect;
use crate::rules::model::effect::Condition;
use crate::rules::model::ids::{CombatantId, EffectId};
use crate::rules::text::{log, span};
use crate::tui::kit::picker::Picker;
use crate::tui::overlays::acts::horde::group_name;
use crate::tui::overlays::forms::edit::{Row, fixed};
use crate::tui::overlays::forms::form::{Field, Value};
use crate::tui::overlays::{Layer, STAY, Then};
use crate::tui::session::Session;
use crate::tui::table::view::View;

enum ConditionRow {
    Ends(CombatantId, EffectId),
    Begins(Condition, String),
    /// A custom effect that was made before.
    Kept(CustomEffect),
    /// A new one.
    Else,
}

/// Lists the conditions of the selected rows, to lift, then those that can be set, then the effects that are kept.
pub fn open(view: &View, kept: Vec<CustomEffect>) -> Option<Box<dyn Layer>> {
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
    rows.extend(kept.into_iter().map(|effect| (told(view, &effect), ConditionRow::Kept(effect))));
    rows.push(("something else…".into(), ConditionRow::Else));
    let named = targets.clone();
    let title = format!("{}: condition", group_name(view, &targets));
    let pick = move |session: &mut Session, row: &ConditionRow| match row {
        ConditionRow::Ends(who, effect) => {
            session.run(vec![Command::Overrule(Overrule::Relieve(*who, *effect))])
        }
        ConditionRow::Begins(condition, name) => {
            Then::replace(begin(&session.view(), &targets, *condition, name))
        }
        ConditionRow::Kept(effect) => effect::again(session, &targets, effect),
        ConditionRow::Else => {
            effect::open(&session.view(), targets.clone(), None).map_or(STAY, Then::replace)
        }
    };
    let make = move |session: &mut Session, name: &str| effect::named(session, &named, name);
    Some(Picker::new(title, rows, pick).filtered().otherwise("make the effect", make).boxed())
}

/// Asks how long a condition lasts, and for its figure.
fn begin(view: &View, who: &[CombatantId], condition: Condition, name: &str) -> Box<dyn Layer> {
    let about = view.rules.about();
    let units: Vec<String> = about.time_units().iter().map(|(unit, _)| format!("3 {unit}s")).collect();
    let spans = format!("like {}; a number alone counts rounds", units.join(", "));
    let rule = about.condition(condition);
    let rounds = Field::may("for", Value::Text(span::counted(1, "round")), false);
    let read = |field: &Field| field.if_given(|field| span::read_rounds(about, field.text()));
    let figure = Field::may("figure", Value::number(0), false).known_as(name);
    let n = |field: &Field| Ok(field.if_given(Field::number)?.unwrap_or(0));
    let mut rows = vec![
        Row::set(rounds, read, |draft: &mut Draft, rounds| draft.rounds = rounds).note(spans),
        Row::set(figure, n, |draft: &mut Draft, value| draft.value = value)
            .note(rule.map_or("", |rule| rule.row().text)),
    ];
    let others: Vec<&Combatant> = view.e.all().filter(|c| !who.contains(&c.id)).collect();
    if rule.is_some_and(|row| row.toward.is_some()) && !others.is_empty() {
        let names = others.iter().map(|c| c.name.to_string()).collect();
        let ids: Vec<CombatantId> = others.iter().map(|c| c.id).collect();
        let field = Field::may("toward", Value::Pick(names, 0), false);
        let picked =
            move |field: &Field| Ok(ids.get(field.pick()).copied().filter(|_| field.is_given()));
        rows.push(Row::set(field, picked, |draft: &mut Draft, toward| draft.toward = toward));
    }
    let title = format!("{}: {name}", group_name(view, who));
    let who = who.to_vec();
    let done = move |session: &mut Session, draft: &Draft| {
        let Draft { rounds, value, toward } = *draft;
        let word = Overrule::Afflict { who: who.clone(), condition, value, rounds, label: None, toward };
        session.run(vec![Command::Overrule(word)])
    };
    fixed(title, Draft::default(), rows, done).boxed()
}

/// How long a condition lasts, and its figure.
#[derive(Clone, Default)]
struct Draft {
    rounds: Option<u32>,
    value: i32,
    toward: Option<CombatantId>,
}
