//! A fight under a house book: its rule is asked about, told, explained, switched and looked up.

use super::{in_melee, picture, press, shows, type_in};
use wardrum::rules::model::command::{Command, Overrule};
use wardrum::rules::model::house_book::Book;

/// A book with a rule that asks, and one that adds to a number.
const LANTERNS: &str = r#"(name: "Iron Lanterns", about: "Our table since the flood.", ruleset: bx, rules: [
    (rule: "Shields shall be sundered", id: "sunder", when: Harm(by: Blow), only: [AtLeast(1)],
     asks: (question: "Sunder the shield"), then: [Harm(to: 0), Count("sundered", 1)]),
    (rule: "High ground", id: "high", when: Roll(Attack), only: [Players], then: [Add(2)]),
])"#;

#[test]
fn a_rule_of_the_house_asks_and_is_named_wherever_it_counts() {
    let mut shell = in_melee();
    let lay = Command::Overrule(Overrule::Book(Some(Book::of(LANTERNS))));
    shell.with(|session| session.submit(vec![lay])).expect("it is laid");
    assert!(picture(&shell, (80, 24)).contains("house book: Iron Lanterns"));
    press(&mut shell, "a s Enter");
    type_in(&mut shell, "17");
    press(&mut shell, "Enter");
    type_in(&mut shell, "3");
    press(&mut shell, "Enter");
    shows("house-book-asks", &shell);
    press(&mut shell, "y");
    shows("house-book-told", &shell);
    press(&mut shell, "w");
    shows("house-book-why", &shell);
    press(&mut shell, "Esc u");
    let e = shell.session.state();
    assert!(e.book.is_some() && e.all().all(|c| c.vitals.hp() == c.vitals.max()), "undone");
    press(&mut shell, "R");
    type_in(&mut shell, "high ground");
    shows("house-book-looked-up", &shell);
    // The switch of its own.
    press(&mut shell, "Esc");
    let off = Command::Overrule(Overrule::Option("house.high".into(), "off".into()));
    shell.with(|session| session.submit(vec![off])).expect("it is switched off");
    assert!(picture(&shell, (80, 24)).contains("High ground: off"));
}
