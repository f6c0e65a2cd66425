//! What the rules refuse stands at the field it is about, on every way into a form.

use super::{fight, heroes_first, in_melee, picture, press, type_in};
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::registry::ruleset;
use wardrum::rules::ruleset::about::Family;
use wardrum::store::{Bestiary, ready};
use wardrum::tui::overlays::forms::form::{Field, Form, Value};
use wardrum::tui::overlays::sheet;
use wardrum::tui::shell::Shell;

fn form(shell: &mut Shell) -> &mut Form {
    shell.layers.last_mut().and_then(|overlay| overlay.fields()).expect("a form")
}

/// Enters a text into the nth field with that label.
fn put(shell: &mut Shell, label: &str, nth: usize, text: &str) {
    let mut all = form(shell).fields.iter_mut().filter(|field| field.label == label);
    let field = all.nth(nth).unwrap_or_else(|| panic!("{label}"));
    field.value = Value::Text(text.into());
    field.given = field.given.map(|_| true);
}

/// The label of each faulty field with its text and its fault, and the index of the focused one among them.
fn faults(shell: &mut Shell) -> (Vec<(String, String, String)>, Option<usize>) {
    let form = form(shell);
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
    let mut shell = heroes_first();
    press(&mut shell, "b");
    put(&mut shell, "movement", 0, "120 (999)");
    put(&mut shell, "abilities", 0, "str 30 dex 1");
    press(&mut shell, "Enter");
    let (all, at) = faults(&mut shell);
    let scores = "str: found 30, expected 3 to 18; dex: found 1, expected 3 to 18";
    let wanted = [
        is("abilities", "str 30 dex 1", scores),
        is("movement", "120 (999)", "encounter: found 999, expected 0 to 320"),
    ];
    assert_eq!(all, wanted);
    assert_eq!(at, Some(1), "the first that the rules name");
    assert_eq!(form(&mut shell).refused, None);
    put(&mut shell, "movement", 0, "120 (40)");
    press(&mut shell, "Enter");
    assert_eq!(faults(&mut shell).0, [is("abilities", "str 30 dex 1", scores)]);
}

#[test]
fn the_fault_of_a_line_stands_at_that_line_whatever_the_lines_are_called() {
    let mut shell = heroes_first();
    press(&mut shell, "b");
    // The first line is left out, so that the second is the first of the block; both bows are called alike.
    put(&mut shell, "attack", 0, "");
    put(&mut shell, "attack", 1, "short bow 1d6, missile");
    put(&mut shell, "attack", 2, "11 short bow 1d6, missile");
    put(&mut shell, "notes", 0, "short bow, hp, movement");
    press(&mut shell, "Enter");
    let line = is("attack", "11 short bow 1d6, missile", "count: found 11, expected 1 to 10");
    assert_eq!(faults(&mut shell), (vec![line], Some(0)));
}

#[test]
fn a_pasted_line_has_its_fault_at_the_field() {
    let mut shell = fight();
    press(&mut shell, "+");
    type_in(&mut shell, "Halvard F3 5hp str 30 sword");
    press(&mut shell, "Enter Enter");
    let all = faults(&mut shell).0;
    assert_eq!(all, [is("abilities", "str 30", "str: found 30, expected 3 to 18")]);
    assert!(picture(&shell, (80, 24)).contains("! str: found 30, expected 3 to 18"));
}

/// A creature from a file of the referee's, which is no command and is admitted on its own.
#[test]
fn a_creature_that_is_kept_has_its_fault_at_the_field() {
    let rules = ruleset(RulesetId::House);
    let block = Bestiary::built_in(Family::D20).get("orc").expect("an orc").clone();
    let mut shell = fight();
    let form = sheet::own(rules, &ready(rules, &block), true).expect("a form");
    shell.layers.push(form);
    put(&mut shell, "movement", 0, "(33)");
    press(&mut shell, "Enter");
    let fault = "encounter: found 33, expected a multiple of 5";
    assert_eq!(faults(&mut shell).0, [is("movement", "(33)", fault)]);
}

/// Forms that are no stat block: a distance, where the sides meet, the hit points left.
#[test]
fn a_ruling_has_its_fault_at_the_field() {
    let mut shell = in_melee();
    press(&mut shell, "v d");
    form(&mut shell).fields[0].value = Value::Number("2000000".into(), "'".into());
    press(&mut shell, "Enter");
    let fault = "found 2000000, expected 0 to 1000000";
    assert_eq!(faults(&mut shell).0, [is("distance", "2000000", fault)]);
    press(&mut shell, "Esc v Down Down Down Down Down Down Down Down Down Enter");
    let meets = form(&mut shell).fields.iter_mut().find(|field| field.label == "the sides meet at");
    let meets = meets.expect("where the sides meet");
    (meets.value, meets.given) = (Value::number(2_000_000), Some(true));
    press(&mut shell, "Enter");
    assert_eq!(faults(&mut shell).0, [is("the sides meet at", "2000000", fault)]);
    press(&mut shell, "Esc v h");
    form(&mut shell).fields[0].value = Value::number(20_000);
    press(&mut shell, "Enter");
    let all = faults(&mut shell).0;
    assert!(all.len() == 1 && all[0].2.starts_with("found 20000, expected "), "{all:?}");
}
