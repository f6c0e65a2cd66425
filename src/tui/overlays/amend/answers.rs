//! Recorded answers as fields: dice as they fell, choices as they were made.

use crate::chronicle::Ask;
use crate::rules::model::dice::{Answer, ChoiceRequest, HowMany, Roll, RollRequest};
use crate::rules::text::words;
use crate::tui::overlays::forms::form::{Field, Value};
use crate::tui::table::view::View;

/// The field of an answer. `None` for an order, which has no field.
pub fn asked(view: &View, ask: &Ask, answer: &Answer) -> Option<Field> {
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
    format!("{who}{} {}d{}", ask.purpose.noun(), ask.count, ask.sides)
}

fn choice_label(view: &View, ask: &ChoiceRequest) -> String {
    let who = ask.who.map_or_else(String::new, |who| format!("{}: ", view.name(who)));
    format!("{who}{}", ask.asked())
}

fn shown(roll: &Roll) -> String {
    match roll {
        Roll::Faces(faces) => faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        Roll::Total(total) => total.to_string(),
    }
}

/// The choice in a field.
///
/// # Errors
/// Says what is no number, or which numbers there are.
pub fn chosen(ask: &ChoiceRequest, field: &Field) -> Result<Answer, String> {
    let answer = match (&field.value, ask.how) {
        (Value::Pick(_, at), _) => Answer::One(*at),
        (Value::Many(of, _), _) => Answer::Some((0..of.len()).filter(|at| of[*at].1).collect()),
        _ => Answer::Number(field.number()?),
    };
    match ask.how {
        HowMany::Number(least, most) if !ask.accepts(&answer) => {
            Err(format!("found {}, expected {least} to {most}", field.text()))
        }
        _ => Ok(answer),
    }
}

/// Whether an order is asked for, which has no field.
pub fn is_order(ask: &Ask) -> bool {
    matches!(ask, Ask::Choice(ask) if ask.how == HowMany::Order)
}
