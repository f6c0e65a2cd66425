//! What the rules refuse stands at the field it is about, on every way into a form.

use super::{fight, heroes_first, in_melee, picture, press, type_in};
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::registry::ruleset;
use wardrum::rules::ruleset::about::Family;
use wardrum::store::{Bestiary, ready};
use wardrum::tui::app::App;
use wardrum::tui::overlays::forms::form::{Field, Form, Value};
use wardrum::tui::overlays::sheet;

fn form(app: &mut App) -> &mut Form {
    app.layers.last_mut().and_then(|overlay| overlay.fields()).expect("a form")
}

/// Enters a text into the nth field with that label.
fn put(app: &mut App, label: &str, nth: usize, text: &str) {
    let mut all = form(app).fields.iter_mut().filter(|field| field.label == label);
    let field = all.nth(nth).unwrap_or_else(|| panic!("{label}"));
    field.value = Value::Text(text.into());
    field.given = field.given.map(|_| true);
}

/// The label of each faulty field with its text and its fault, and the index of the focused one among them.
fn faults(app: &mut App) -> (Vec<(String, String, String)>, Option<usize>) {
    let form = form(app);
    let faulty = |field: &&Field| field.fault.is_some();
    let told = |field: &Field| {
        (field.label.clone(), field.text().to_string(), field.fault.clone().unwrap_or_default())
    };
    let focused = form.fields[form.at].clone();
    let all: Vec<&Field> = form.fields.iter().filter(faulty).collect();
    let at = all.iter().position(|field| **field == focused);
    (all.into_iter().map(told).collect(), at)
}

fn is(label: &str, text: &str, fault: &str) -> (String, String, String) {
    (label.into(), text.into(), fault.into())
}

#[test]
fn a_part_of_a_field_is_named_at_it_and_no_other_fault_is_lost() {
    let mut app = heroes_first();
    press(&mut app, "b");
    put(&mut app, "movement", 0, "120 (999)");
    put(&mut app, "abilities", 0, "str 30 dex 1");
    press(&mut app, "Enter");
    let (all, at) = faults(&mut app);
    let scores = "str: found 30, expected 3 to 18; dex: found 1, expected 3 to 18";
    let wanted = [
        is("abilities", "str 30 dex 1", scores),
        is("movement", "120 (999)", "encounter: found 999, expected 0 to 320"),
    ];
    assert_eq!(all, wanted);
    assert_eq!(at, Some(1), "the first that the rules name");
    assert_eq!(form(&mut app).refused, None);
    put(&mut app, "movement", 0, "120 (40)");
    press(&mut app, "Enter");
    assert_eq!(faults(&mut app).0, [is("abilities", "str 30 dex 1", scores)]);
}

#[test]
fn the_fault_of_a_line_stands_at_that_line_whatever_the_lines_are_called() {
    let mut app = heroes_first();
    press(&mut app, "b");
    // The first line is left out, so that the second is the first of the block; both bows are called alike.
    put(&mut app, "attack", 0, "");
    put(&mut app, "attack", 1, "short bow 1d6, missile");
    put(&mut app, "attack", 2, "11 short bow 1d6, missile");
    put(&mut app, "notes", 0, "short bow, hp, movement");
    press(&mut app, "Enter");
    let line = is("attack", "11 short bow 1d6, missile", "count: found 11, expected 1 to 10");
    assert_eq!(faults(&mut app), (vec![line], Some(0)));
}

#[test]
fn a_pasted_line_has_its_fault_at_the_field() {
    let mut app = fight();
    press(&mut app, "+");
    type_in(&mut app, "Halvard F3 5hp str 30 sword");
    press(&mut app, "Enter Enter");
    let all = faults(&mut app).0;
    assert_eq!(all, [is("abilities", "str 30", "str: found 30, expected 3 to 18")]);
    assert!(picture(&app, (80, 24)).contains("! str: found 30, expected 3 to 18"));
}

/// A creature from a file of the referee's, which is no command and is admitted on its own.
#[test]
fn a_creature_that_is_kept_has_its_fault_at_the_field() {
    let rules = ruleset(RulesetId::House);
    let block = Bestiary::built_in(Family::D20).get("orc").expect("an orc").clone();
    let mut app = fight();
    let form = sheet::own(rules, &ready(rules, &block), true).expect("a form");
    app.layers.push(form);
    put(&mut app, "movement", 0, "(33)");
    press(&mut app, "Enter");
    let fault = "encounter: found 33, expected a multiple of 5";
    assert_eq!(faults(&mut app).0, [is("movement", "(33)", fault)]);
}

/// Forms that are no stat block: a distance, where the sides meet, the hit points left.
#[test]
fn a_ruling_has_its_fault_at_the_field() {
    let mut app = in_melee();
    press(&mut app, "v d");
    form(&mut app).fields[0].value = Value::Number("2000000".into(), "'".into());
    press(&mut app, "Enter");
    let fault = "found 2000000, expected 0 to 1000000";
    assert_eq!(faults(&mut app).0, [is("distance", "2000000", fault)]);
    press(&mut app, "Esc v Down Down Down Down Down Down Down Down Down Enter");
    let meets = form(&mut app).fields.iter_mut().find(|field| field.label == "the sides meet at");
    let meets = meets.expect("where the sides meet");
    (meets.value, meets.given) = (Value::number(2_000_000), Some(true));
    press(&mut app, "Enter");
    assert_eq!(faults(&mut app).0, [is("the sides meet at", "2000000", fault)]);
    press(&mut app, "Esc v h");
    form(&mut app).fields[0].value = Value::number(20_000);
    press(&mut app, "Enter");
    let all = faults(&mut app).0;
    assert!(all.len() == 1 && all[0].2.starts_with("found 20000, expected "), "{all:?}");
}
