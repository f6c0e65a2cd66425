//! Facts as fields of a form.

use super::edit::Row;
use super::form::{Field, Value};
use crate::rules::engine::deeds;
use crate::rules::model::command::{Act, Fact, Facts};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::FactField;
use crate::rules::model::tenths::Tenths;
use crate::rules::text::words;
use crate::tui::table::nearness::feet;
use crate::tui::table::view::View;

/// Whether two facts are of the same kind, whatever their values.
pub fn same_kind(a: &Fact, b: &Fact) -> bool {
    std::mem::discriminant(a) == std::mem::discriminant(b)
}

/// The values of a fact that is picked from a list, each with its words; several fields of one kind are a choice among
/// them. Empty if the fact is typed or toggled.
fn listed(view: &View, act: &Act, kind: &[FactField]) -> Vec<(String, Fact)> {
    let kept = deeds::choices(view.rules, view.e, act, &kind[0].fact);
    if !kept.is_empty() {
        return kept.into_iter().map(|(text, fact)| (text.to_string(), fact)).collect();
    }
    match &kind[0].fact {
        Fact::Spell(_) => {
            let spell = |field: &FactField| match field.fact {
                Fact::Spell(at) => {
                    Some((words::spell(view.e, act.who, at).to_string(), field.fact.clone()))
                }
                _ => None,
            };
            kind.iter().filter_map(spell).collect()
        }
        Fact::Inflicts(_) => {
            let all = view.about().conditions.iter();
            all.map(|row| (row.label.to_string(), Fact::Inflicts(row.id))).collect()
        }
        fact => fact.values().into_iter().map(|(word, fact)| (word.to_string(), fact)).collect(),
    }
}

/// The field of a fact; it is picked from `values` unless they are empty.
fn field(
    view: &View,
    act: &Act,
    of: &FactField,
    values: &[(String, Fact)],
    letters: &mut Vec<char>,
) -> Field {
    let unit = || view.about().unit.to_string();
    let target = act.target();
    let known = target.and_then(|at| view.e.distance(act.who, at));
    let label = of.fact.label();
    // What was said of the target gives way to what the encounter knows of it.
    let is_known = || deeds::known(view.rules, view.e, act, &of.fact).is_some();
    let said = || said_of(view, target.filter(|_| !is_known())?, &of.fact);
    let value = match &of.fact {
        _ if !values.is_empty() => {
            let at = values.iter().position(|(_, fact)| *fact == of.fact).unwrap_or(0);
            Value::Pick(values.iter().map(|(text, _)| text.clone()).collect(), at)
        }
        Fact::Distance(feet) => Value::Number(known.unwrap_or(*feet).to_string(), unit()),
        Fact::Feet(feet) => Value::Number(feet.to_string(), view.about().steps(view.e, act.who)),
        Fact::Damage(dice) | Fact::Heals(dice) => Value::Dice(dice.to_string()),
        Fact::Reason(words) => Value::Text(words.to_string()),
        fact => match said().or(fact.number()) {
            Some(n) => Value::number(n),
            None => {
                let flag = Value::Flag(of.stands);
                return Field::new(label, flag).lettered(free_letter(label, letters));
            }
        },
    };
    match (&of.fact, known) {
        _ if of.stands || of.implied || of.needed => Field::new(label, value),
        // The known distance applies unless it is overridden.
        (Fact::Distance(_), Some(far)) => {
            let field = Field::may(format!("{label}, if not {}", feet(view, far)), value, false);
            field.known_as(label)
        }
        _ => Field::may(label, value, false),
    }
}

/// The row of the facts of a kind: what is said in it is added to the others.
pub fn row(view: &View, act: &Act, kind: &[FactField], letters: &mut Vec<char>) -> Row<Facts> {
    let values = listed(view, act, kind);
    let field = field(view, act, &kind[0], &values, letters);
    let (of, values) = (kind[0].clone(), values.into_iter().map(|(_, fact)| fact).collect::<Vec<_>>());
    Row::new(field, move |facts: &mut Facts, field| {
        facts.0.extend(stated(&of, &values, field)?);
        Ok(())
    })
}

/// Sets the defaults of an act's fields to the facts it was done with.
pub fn say_again(of: &mut [FactField], said: &Facts) {
    for group in of.chunk_by_mut(|a, b| same_kind(&a.fact, &b.fact)) {
        let now = said.0.iter().find(|fact| same_kind(fact, &group[0].fact));
        match now.map(|now| (now, group.iter().position(|field| field.fact == *now))) {
            // Of several of a kind, the one that was chosen comes first.
            Some((_, Some(at))) => group.swap(0, at),
            Some((now, None)) => group[0].fact = now.clone(),
            None => {}
        }
        group[0].stands = now.is_some();
        group[0].implied &= now.is_none();
    }
}

/// Restores the number or words a fact was done with, whatever default the field would have.
pub fn stand(field: &mut Field, fact: &Fact, said: &Facts) {
    let now = said.0.iter().find(|now| same_kind(now, fact));
    match (&mut field.value, now, now.and_then(Fact::number)) {
        (Value::Number(text, _), _, Some(n)) => *text = n.to_string(),
        (Value::Text(text), Some(Fact::Reason(words)), _) => *text = words.to_string(),
        _ => return,
    }
    field.touch();
}

/// The first letter of the label, as a capital, that no other field has.
fn free_letter(label: &str, letters: &mut Vec<char>) -> Option<char> {
    let mut capitals = label.chars().flat_map(char::to_uppercase);
    let free = capitals.find(|letter| letter.is_alphabetic() && !letters.contains(letter));
    letters.extend(free);
    free
}

/// The fact as the field states it, one of `values` if it is picked; `None` if it is left out or implied.
///
/// # Errors
/// Says why the field's text is not a valid value.
pub fn stated(of: &FactField, values: &[Fact], field: &Field) -> Result<Option<Fact>, String> {
    if !field.is_given() {
        return Ok(None);
    }
    if !values.is_empty() {
        return Ok(values.get(field.pick()).cloned());
    }
    let Some(stated) = of.fact.read(field.text()) else {
        return Ok(field.flag().then(|| of.fact.clone()));
    };
    let stated = stated?;
    match stated.number().zip(of.range) {
        Some((n, (least, most))) if !(Tenths::whole(least)..=Tenths::whole(most)).contains(&n) => {
            Err(format!("found {n}, expected {least} to {most}"))
        }
        _ if of.implied && stated == of.fact => Ok(None),
        _ => Ok(Some(stated)),
    }
}

/// What was stated of a target this round: its cover, or how much of it is hidden.
fn said_of(view: &View, target: CombatantId, fact: &Fact) -> Option<Tenths> {
    let is_it = |said: &&Fact| fact.holds_this_round() && same_kind(said, fact);
    let mut at = view.last.values().filter(|act| act.target() == Some(target));
    at.find_map(|act| act.facts.0.iter().find(is_it)?.number())
}
