//! Facts as fields of a form.

use super::edit::Row;
use super::form::{Field, Value};
use crate::rules::engine::deeds;
use crate::rules::model::block::d20::{Ability, Band, Save};
use crate::rules::model::block::wounds::{Dread, Skill};
use crate::rules::model::command::{Act, Fact, Facts, Light, Lighting, OnSave, Shelter, Surface};
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
        Fact::Band(_) => all(Band::ALL, words::band, Fact::Band),
        Fact::Against(_) => all(Save::ALL, words::save, Fact::Against),
        Fact::OnSave(_) => all(ON_SAVE, words::on_save, Fact::OnSave),
        Fact::Ability(_) => all(Ability::ALL, words::ability, Fact::Ability),
        Fact::Shelter(_) => all(Shelter::ALL, words::shelter, Fact::Shelter),
        Fact::Light(_) => all(LIGHTS, words::light, Fact::Light),
        Fact::Lighting(_) => all(LIGHTINGS, words::lighting, Fact::Lighting),
        Fact::Surface(_) => all(Surface::ALL, words::surface, Fact::Surface),
        Fact::Skill(_) => all(Skill::ALL, words::skill, Fact::Skill),
        Fact::Dread(_) => all(DREADS, words::dread, Fact::Dread),
        _ => Vec::new(),
    }
}

const ON_SAVE: [OnSave; 3] = [OnSave::Half, OnSave::Negates, OnSave::None];
const LIGHTINGS: [Lighting; 3] = [Lighting::Wick, Lighting::Flame, Lighting::None];
const LIGHTS: [Light; 3] = [Light::Clear, Light::Hazy, Light::Dark];
const DREADS: [Dread; 4] = [Dread::Fear, Dread::Insanity, Dread::Rage, Dread::Untyped];

fn all<T: Copy, const N: usize>(
    of: [T; N],
    word: fn(T) -> &'static str,
    fact: fn(T) -> Fact,
) -> Vec<(String, Fact)> {
    of.into_iter().map(|one| (word(one).to_string(), fact(one))).collect()
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
    let label = words::fact(&of.fact);
    // What was said of the target gives way to what the encounter knows of it.
    let is_known = || deeds::known(view.rules, view.e, act, &of.fact).is_some();
    let said = |n: i32, fact: fn(&Act) -> Option<i32>| {
        let at = target.filter(|_| !is_known());
        Value::number(at.and_then(|at| said_of(view, at, fact)).unwrap_or(n))
    };
    let value = match &of.fact {
        _ if !values.is_empty() => {
            let at = values.iter().position(|(_, fact)| *fact == of.fact).unwrap_or(0);
            Value::Pick(values.iter().map(|(text, _)| text.clone()).collect(), at)
        }
        Fact::Distance(feet) => Value::Number(known.unwrap_or(*feet).to_string(), unit()),
        Fact::Feet(feet) => Value::Number(feet.to_string(), view.about().steps(view.e, act.who)),
        Fact::Cover(n) => said(*n, |act| act.facts.cover()),
        Fact::Hidden(n) => said(*n, |act| act.facts.hidden()),
        Fact::Damage(dice) | Fact::Heals(dice) => Value::Dice(dice.to_string()),
        Fact::Reason(words) => Value::Text(words.to_string()),
        fact => match fact.number() {
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

/// The number of a fact, by type.
enum Figure<'a> {
    Length(&'a mut Tenths),
    Whole(&'a mut i32),
}

/// The number of a fact, if it has one.
fn figure(fact: &mut Fact) -> Option<Figure<'_>> {
    match fact {
        Fact::Distance(far) | Fact::Metres(far) => Some(Figure::Length(far)),
        Fact::Cover(n)
        | Fact::Modifier(n)
        | Fact::Feet(n)
        | Fact::Rounds(n)
        | Fact::DefenceModifier(n)
        | Fact::RunUp(n)
        | Fact::Speed(n)
        | Fact::Seconds(n)
        | Fact::Rough(n)
        | Fact::Diagonal(n)
        | Fact::Helpers(n)
        | Fact::Difficulty(n)
        | Fact::Doses(n)
        | Fact::Number(n)
        | Fact::Hidden(n) => Some(Figure::Whole(n)),
        _ => None,
    }
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
    Ok(Some(match &of.fact {
        Fact::Damage(_) => Fact::Damage(field.text().parse()?),
        Fact::Heals(_) => Fact::Heals(field.text().parse()?),
        Fact::Reason(_) => Fact::Reason(field.text().into()),
        fact => {
            let mut stated = fact.clone();
            let far = match figure(&mut stated) {
                Some(Figure::Length(far)) => {
                    *far = field.tenths()?;
                    *far
                }
                Some(Figure::Whole(n)) => {
                    *n = field.number()?;
                    Tenths::whole(*n)
                }
                None => return Ok(field.flag().then_some(stated)),
            };
            match of.range {
                Some((least, most)) if !(Tenths::whole(least)..=Tenths::whole(most)).contains(&far) => {
                    return Err(format!("found {far}, expected {least} to {most}"));
                }
                _ if of.implied && stated == of.fact => return Ok(None),
                _ => stated,
            }
        }
    }))
}

/// What was stated of a target this round: its cover, or how much of it is hidden.
fn said_of(view: &View, target: CombatantId, said: fn(&Act) -> Option<i32>) -> Option<i32> {
    view.last.values().filter(|act| act.target() == Some(target)).find_map(said)
}
