//! The body of a creature or thing that has wounds, changed in the fight.

use super::boxes::FormBox;
use super::form::{Field, Form, Value};
use super::notation::{read_counters, write_counters};
use super::{Overlay, Verdict};
use crate::rules::combatant::StatBlock;
use crate::rules::dice::DiceExpr;
use crate::rules::wounds::block::{Attack, Body, Tenths};
use crate::tui::view::View;

/// A figure: its name as files write it and the rules name it in a fault, how it is read and set.
struct Figure {
    name: &'static str,
    get: fn(&Body) -> Option<i32>,
    set: fn(&mut Body, Option<i32>),
    may: bool,
}

macro_rules! figures {
    ($($kind:ident $field:ident),* $(,)?) => { &[$(figures!(@ $kind $field)),*] };
    (@ has $field:ident) => {
        Figure {
            name: stringify!($field),
            get: |body| Some(body.$field),
            set: |body, n| body.$field = n.unwrap_or_default(),
            may: false,
        }
    };
    (@ may $field:ident) => {
        Figure {
            name: stringify!($field),
            get: |body| body.$field,
            set: |body, n| body.$field = n,
            may: true,
        }
    };
}

const FIGURES: &[Figure] = figures![
    has scale, has str, has end, has dex, has int, has spirit, has will_misc,
    may armour, has natural, may durability, may unarmoured,
    has weapon_skill, has ranged_skill, has magic_skill, may dodge, may block, may parry,
    has fortitude, has perception, has stealth, has wrestle, has athletics, has acrobatics, has ride,
    has medicine, may possession, may initiative, has armour_mobility, has other_mobility,
    has combo_rating,
];

/// The fields before the attacks: name, speeds, figures.
const SPEED: usize = 1;
const FLY_SPEED: usize = 2;
const FIRST_FIGURE: usize = 3;

/// The form over that body.
pub fn open(
    body: Body,
    title: String,
    done: impl Fn(StatBlock) -> Verdict + 'static,
) -> Box<dyn Overlay> {
    let form = Form::new(fields(&body));
    let done = move |_: &View, form: &Form| Ok(done(filled(&body, form)?.into()));
    let hint = "none: it has none. What else an attack has, combos and techniques stay as they are: they \
                are written in a file of your bestiary folder";
    FormBox::new(title, form, done).hint(hint).boxed()
}

fn fields(body: &Body) -> Vec<Field> {
    let flies = body.fly_speed.unwrap_or(body.speed).to_string();
    let mut fields = vec![
        Field::new("name", Value::Text(body.name.to_string())),
        Field::new("speed", Value::Text(body.speed.to_string())),
        Field::may("fly_speed", Value::Text(flies), body.fly_speed.is_some()),
    ];
    fields.extend(FIGURES.iter().map(|figure| {
        let n = (figure.get)(body);
        let value = Value::number(n.unwrap_or(0));
        if figure.may {
            Field::may(figure.name, value, n.is_some())
        } else {
            Field::new(figure.name, value)
        }
    }));
    fields
        .extend(body.attacks.iter().map(|line| Field::may("attack", Value::Text(written(line)), true)));
    fields.push(Field::may("attack", Value::Text("club 1d6+3".into()), false));
    fields.push(Field::new("counters", Value::Text(write_counters(&body.counters))));
    fields.push(Field::new("notes", Value::Text(body.notes.to_string())));
    fields
}

/// An attack line as it is typed: `sword 1d8+4`.
fn written(line: &Attack) -> String {
    let damage = line.damage.map(|dice| format!(" {dice}"));
    format!("{}{}", line.name, damage.unwrap_or_default())
}

/// Reads an attack line over the one that stood there.
fn read(text: &str, old: Option<&Attack>) -> Result<Attack, String> {
    let (name, damage) = match text.trim().rsplit_once(' ') {
        Some((name, dice)) => dice.parse::<DiceExpr>().map_or((text, None), |dice| (name, Some(dice))),
        None => (text, None),
    };
    let name = name.trim();
    if name.is_empty() {
        return Err("expected like \"sword 1d8+4\"".into());
    }
    Ok(Attack { name: name.into(), damage, ..old.cloned().unwrap_or_default() })
}

fn filled(old: &Body, form: &Form) -> Result<Body, (usize, String)> {
    let mut body = Body { name: form.fields[0].text().into(), ..old.clone() };
    body.speed = speed(form, SPEED)?.unwrap_or_default();
    body.fly_speed = speed(form, FLY_SPEED)?;
    for (at, figure) in (FIRST_FIGURE..).zip(FIGURES) {
        let field = &form.fields[at];
        let n = field.is_given().then(|| field.number()).transpose().map_err(|fault| (at, fault))?;
        (figure.set)(&mut body, n);
    }
    let (first, last) = (FIRST_FIGURE + FIGURES.len(), form.fields.len() - 1);
    body.attacks.clear();
    let counters = last - 1;
    for at in first..counters {
        let field = &form.fields[at];
        if field.is_given() && !field.text().is_empty() {
            let line = read(field.text(), old.attacks.get(at - first)).map_err(|fault| (at, fault))?;
            body.attacks.push(line);
        }
    }
    let expected = |found| format!("found \"{found}\", expected like arrows 18/20 (short bow)");
    body.counters = read_counters(form.fields[counters].text(), &old.counters)
        .map_err(|found| (counters, expected(found)))?;
    body.notes = form.fields[last].text().into();
    Ok(body)
}

fn speed(form: &Form, at: usize) -> Result<Option<Tenths>, (usize, String)> {
    let field = &form.fields[at];
    field.is_given().then(|| field.text().parse()).transpose().map_err(|fault| (at, fault))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::combatant::StatBlock;
    use crate::rules::ruleset::Family;
    use crate::store::Bestiary;

    #[test]
    fn a_body_comes_out_of_its_form_as_it_went_in() {
        for (key, block) in Bestiary::built_in(Family::Wounds).all() {
            let StatBlock::Wounds(body) = block else { panic!("{key}: no body") };
            assert_eq!(filled(body, &Form::new(fields(body))).as_ref(), Ok(&**body), "{key}");
        }
    }

    #[test]
    fn what_is_typed_goes_into_the_body() {
        let body = Body {
            attacks: vec![Attack { name: "sword".into(), ..Attack::default() }],
            ..Body::default()
        };
        let mut form = Form::new(fields(&body));
        let at = |form: &Form, label: &str| form.fields.iter().position(|field| field.label == label);
        let mut put = |label: &str, value| {
            let at = at(&form, label).expect(label);
            form.fields[at] = Field::new(label, value);
        };
        put("speed", Value::Text("2.5".into()));
        put("scale", Value::number(2));
        put("parry", Value::number(4));
        put("counters", Value::Text("arrows 18/20 (bow)".into()));
        put("attack", Value::Text("broken sword 1d4".into()));
        let changed = filled(&body, &form).expect("sound");
        assert_eq!((changed.speed, changed.scale, changed.parry), (Tenths(25), 2, Some(4)));
        assert_eq!(written(&changed.attacks[0]), "broken sword 1d4");
        assert_eq!(write_counters(&changed.counters), "arrows 18/20 (bow)");
        let speed = at(&form, "speed").expect("a field");
        form.fields[speed] = Field::new("speed", Value::Text("fast".into()));
        assert_eq!(filled(&body, &form).map_err(|(at, _)| at), Err(speed));
    }
}
