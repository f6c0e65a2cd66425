//! Facts of the table as fields of a form.

use super::form::{Field, Value};
use crate::rules::command::{Fact, OnSave};
use crate::rules::d20::block::{Ability, Save};
use crate::rules::ids::CombatantId;
use crate::rules::offer::{FactField, Offer};
use crate::rules::words;
use crate::tui::view::View;

/// The field of a fact; several of one kind are a choice among them.
pub fn field(
    view: &View,
    who: CombatantId,
    offer: &Offer,
    kind: &[FactField],
    letters: &mut Vec<char>,
) -> Field {
    let first = &kind[0];
    let label = words::fact(&first.fact);
    let unit = view.about().unit.to_string();
    let value = match &first.fact {
        Fact::Distance(feet) => {
            let known = offer.at.ids.first().and_then(|at| view.e.distance(who, *at));
            Value::Number(known.unwrap_or(*feet).to_string(), unit)
        }
        Fact::Feet(feet) => Value::Number(feet.to_string(), unit),
        Fact::Cover(n) => {
            Value::number(offer.at.ids.first().and_then(|at| cover(view, *at)).unwrap_or(*n))
        }
        Fact::Modifier(n) | Fact::Rounds(n) => Value::number(n),
        Fact::Damage(dice) | Fact::Heals(dice) => Value::Dice(dice.to_string()),
        Fact::Spell(_) => {
            let spells = kind.iter().filter_map(|field| match field.fact {
                Fact::Spell(at) => Some(words::spell(view.e, who, at).to_string()),
                _ => None,
            });
            Value::Pick(spells.collect(), 0)
        }
        Fact::Against(save) => {
            Value::Pick(Save::ALL.iter().map(|s| words::save(*s).to_string()).collect(), save.index())
        }
        Fact::OnSave(on) => {
            let at = ON_SAVE.iter().position(|other| other == on).unwrap_or(0);
            Value::Pick(ON_SAVE.iter().map(|on| words::on_save(*on).to_string()).collect(), at)
        }
        Fact::Ability(ability) => {
            let at = Ability::ALL.iter().position(|other| other == ability).unwrap_or(0);
            Value::Pick(Ability::ALL.iter().map(|a| words::ability(*a).to_string()).collect(), at)
        }
        Fact::Inflicts(condition) => {
            let at = view.about().conditions.iter().position(|rule| rule.condition == *condition);
            let names = view.about().conditions.iter().map(|rule| rule.name.to_string());
            Value::Pick(names.collect(), at.unwrap_or(0))
        }
        _ => return Field::new(label, Value::Flag(first.stands)).lettered(free_letter(label, letters)),
    };
    if first.stands || first.needed { Field::new(label, value) } else { Field::may(label, value, false) }
}

const ON_SAVE: [OnSave; 3] = [OnSave::Half, OnSave::Negates, OnSave::None];

/// A capital of the label that no other field has.
fn free_letter(label: &str, letters: &mut Vec<char>) -> Option<char> {
    let mut capitals = label.chars().flat_map(char::to_uppercase);
    let free = capitals.find(|letter| letter.is_alphabetic() && !letters.contains(letter));
    letters.extend(free);
    free
}

/// The fact as the field states it; `None`: it is not stated.
///
/// # Errors
/// What stands there is none.
pub fn stated(view: &View, kind: &[FactField], field: &Field) -> Result<Option<Fact>, String> {
    if !field.is_given() {
        return Ok(None);
    }
    let first = &kind[0];
    let number = || {
        let n = field.number()?;
        match first.range {
            Some((least, most)) if !(least..=most).contains(&n) => {
                Err(format!("found {n}, expected {least} to {most}"))
            }
            _ => Ok(n),
        }
    };
    let at = field.pick();
    Ok(Some(match &first.fact {
        Fact::Distance(_) => Fact::Distance(number()?),
        Fact::Feet(_) => Fact::Feet(number()?),
        Fact::Rounds(_) => Fact::Rounds(number()?),
        Fact::Cover(_) => Fact::Cover(number()?),
        Fact::Modifier(_) => Fact::Modifier(number()?),
        Fact::Damage(_) => Fact::Damage(field.text().parse()?),
        Fact::Heals(_) => Fact::Heals(field.text().parse()?),
        Fact::Spell(_) => return Ok(kind.get(at).map(|field| field.fact.clone())),
        Fact::Against(_) => Fact::Against(Save::ALL[at.min(Save::ALL.len() - 1)]),
        Fact::OnSave(_) => Fact::OnSave(ON_SAVE[at.min(ON_SAVE.len() - 1)]),
        Fact::Ability(_) => Fact::Ability(Ability::ALL[at.min(Ability::ALL.len() - 1)]),
        Fact::Inflicts(_) => {
            return Ok(view.about().conditions.get(at).map(|rule| Fact::Inflicts(rule.condition)));
        }
        flag => return Ok(field.flag().then(|| flag.clone())),
    }))
}

/// The cover that was said of a target this round.
fn cover(view: &View, target: CombatantId) -> Option<i32> {
    view.last.values().filter(|act| act.target() == Some(target)).find_map(|act| act.facts.cover())
}
