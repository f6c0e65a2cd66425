//! Every scenario file in `tests/scenarios` plays as written: a test each, named by its path
//! (`cargo test --test scenarios bx/movement`).
//!
//! `WARDRUM_BLESS=1` rewrites only their logs first.

mod saved;

use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use wardrum::chronicle::{Chronicle, Entry};
use wardrum::rules::model::encounter::Encounter;
use wardrum::rules::registry;
use wardrum::scenario::run::run;
use wardrum::scenario::{Scenario, files, given};
use wardrum::store;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios")
}

fn scenarios() -> Vec<PathBuf> {
    files::find(&root()).expect("the folder can be read")
}

/// The example in the README is a valid scenario.
fn the_example_of_the_readme_comes_out_as_written() {
    let readme = include_str!("scenarios/README.md");
    let example = readme.split("```ron").nth(1).and_then(|rest| rest.split("```").next());
    let scenario = Scenario::read(example.expect("an example")).expect("the example can be read");
    if let Err(failure) = run(&scenario, &given::built_in) {
        panic!("{failure}");
    }
}

/// A round of a duel, with this text in its last step.
fn a_round_with(last: &str) -> Result<(), String> {
    let text = format!(
        r#"(ruleset: bx, options: {{"bx.option.morale": "off"}},
          given: (sides: [("party", [(name: "Ana", like: "fighter-1", hp: 6)]),
                          ("foes", [(name: "Gob", like: "goblin", hp: 3)])],
                  engaged: [("Ana", "Gob")], order: [(who: ["party"]), (who: ["foes"])],
                  from: Melee, slot: "party"),
          script: [
            (do: Act(who: "Ana", deed: Strike, with: "sword", at: ["Gob"]), dice: [2]),
            (do: Act(who: "Gob", deed: Strike, with: "short sword", at: ["Ana"]), dice: [19, 4], {last}),
          ])"#
    );
    let scenario = Scenario::read(&text)?;
    run(&scenario, &given::built_in).map(|_| ()).map_err(|failure| failure.to_string())
}

fn a_fact_can_be_of_some_rolls_denied_or_of_the_end_of_the_round() {
    let holds = |fact: &str| a_round_with(&format!("expect: [{fact}]"));
    for fact in [
        r#"Of((purpose: Attack(0), against: "Ana"), Outcome(Success))"#,
        r#"Of((purpose: Damage(0), against: "Ana"), Adds(Dice, 4))"#,
        "Not(Total(18))",
        r#"Not(Broke("Gob"))"#,
        "Phase(Declare)",
        "AtRoundEnd(Round(1))",
        r#"AtRoundEnd(Not(Turn("Ana")))"#,
    ] {
        assert_eq!(holds(fact), Ok(()), "{fact}");
    }
    for (fact, found) in [
        (r#"Of((purpose: Attack(0), who: "Ana"), Outcome(Success))"#, "rolled: "),
        (r#"Of((purpose: Damage(0), against: "Gob"), AddsNot(Dice))"#, "rolled: "),
        ("Of((purpose: Damage(0)), Adds(Dice, 5))", "4"),
        ("Not(Total(19))", "it is true"),
        (r#"Not(Broke("Nob"))"#, "there is no combatant \"Nob\""),
        (r#"Not(Held("Nobs"))"#, "there is no side \"Nobs\""),
        ("AtRoundEnd(Round(2))", "1"),
    ] {
        let fault = holds(fact).expect_err(fact);
        assert!(fault.contains("step 2") && fault.contains(found), "{fact}: {fault}");
    }
    assert!(a_round_with("stops: true, expect: [AtRoundEnd(Round(1))]").is_err());
}

/// A moment of a duel, a bow against a spear, with these last acts; Ana's shot or Bo's spell comes next.
fn a_moment_with(slot: &str, last: &str, fact: &str) -> Result<(), String> {
    let text = format!(
        r#"(ruleset: bx,
          given: (sides: [("party", [(name: "Ana", block: (name: "Archer", kind: Pc, class: Fighter, level: 1, hp: 8, attacks: [(name: "short bow")]))]),
                          ("foes", [(name: "Gob", block: (name: "Imp", hd: "1", hp: 3, attacks: [(name: "claw", damage: Dice("1d4"))],
                            spells: [(name: "breath", power: true, facts: [Damage("1d6"), Against(Breath), OnSave(Half)])]))])],
                  met_at: 10, last: [{last}], order: [(who: ["party"]), (who: ["foes"])], {slot}),
          script: [(do: Note("now"), expect: [{fact}])])"#
    );
    let scenario = Scenario::read(&text)?;
    run(&scenario, &given::built_in).map(|_| ()).map_err(|failure| failure.to_string())
}

/// Each word about what Enter does holds at one moment and fails at the other, with what was found.
fn words_about_enter_hold_or_say_what_it_does() {
    let shot = r#"Act(who: "Ana", deed: Shoot, with: "short bow", at: ["Gob"], facts: [Cover(-2)])"#;
    let breath = r#"Act(who: "Gob", deed: UsePower, spell: "breath", at: ["Ana"])"#;
    let (missile, magic) = (r#"from: Missile, slot: "party""#, r#"from: Magic, slot: "foes""#);
    for (slot, last, fact, fault) in [
        (missile, shot, r#"ProposesFact("Ana", Cover(-2))"#, None),
        (missile, "", r#"ProposesFact("Ana", Cover(-2))"#, Some("found     [Modifier(0)]")),
        (missile, shot, r#"ProposesFact("Nob", Cover(-2))"#, Some("there is no combatant \"Nob\"")),
        (missile, shot, r#"Acting("Ana")"#, None),
        (missile, shot, r#"Acting("Gob")"#, Some("Some(\"Ana\")")),
        (missile, shot, r#"Acting("Nob")"#, Some("there is no combatant \"Nob\"")),
        (missile, shot, "Not(EnterAsks)", None),
        (missile, shot, "EnterAsks", Some("Do(Act")),
        (magic, "", "EnterAsks", None),
        (magic, breath, "EnterAsks", Some("found     ")),
        (magic, "", r#"Proposes("Gob", UsePower, [])"#, None),
        (magic, breath, r#"ProposesNothing("Gob")"#, None),
        (magic, breath, r#"Proposes("Gob", UsePower, [])"#, Some("None")),
        (magic, "", "EnterEnds", Some("Ask(Act")),
        (missile, "Proceed", "EnterAsks", Some("last: found Proceed, expected Act(...)")),
        (
            missile,
            r#"Act(who: "Nob", deed: Pass)"#,
            "EnterAsks",
            Some("last: there is no combatant \"Nob\""),
        ),
        (
            missile,
            r#"Act(who: "Ana", deed: Shoot, at: ["Nob"])"#,
            "EnterAsks",
            Some("there is no combatant \"Nob\""),
        ),
        (
            missile,
            r#"Act(who: "Ana", deed: Shoot, with: "sling", at: ["Gob"])"#,
            "EnterAsks",
            Some("last: Ana has no such attack, expected one of short bow"),
        ),
        (missile, &format!("{shot}, {shot}"), "EnterAsks", Some("last: Ana has two acts, expected one")),
    ] {
        let found = a_moment_with(slot, last, fact);
        match fault {
            None => assert_eq!(found, Ok(()), "{fact}"),
            Some(fault) => {
                let found = found.expect_err(fact);
                assert!(found.contains(fault), "{fact}: {found}");
            }
        }
    }
}

/// Every automated rule and every option is in the `rules` of some scenario.
fn every_rule_is_shown() {
    let texts = scenarios().into_iter().map(|path| std::fs::read_to_string(path).expect("a scenario"));
    let shown: BTreeSet<String> = texts
        .filter_map(|text| Scenario::read_all(&text).ok())
        .flatten()
        .flat_map(|scenario| scenario.rules)
        .map(|id| id.to_string())
        .collect();
    for id in registry::ALL {
        let path = format!("{}/tests/catalogue/{}.tsv", env!("CARGO_MANIFEST_DIR"), id.name());
        let catalogue = std::fs::read_to_string(path).expect("its catalogue");
        let rows = catalogue.lines().skip(1).filter_map(|row| row.split_once('\t'));
        let automated = rows.filter(|(_, rest)| !rest.ends_with("reference")).map(|(id, _)| id);
        let missing: Vec<&str> = automated.filter(|id| !shown.contains(*id)).collect();
        assert!(missing.is_empty(), "no scenario shows {missing:?}");
    }
}

/// A whole fight: every entry, and the state after each.
fn whole(fight: &Chronicle) -> Vec<(Option<Entry>, Encounter)> {
    let entry = |at: usize| at.checked_sub(1).and_then(|at| fight.entry(fight.line()[at])).cloned();
    (0..=fight.line().len()).map(|at| (entry(at), fight.seek(at))).collect()
}

/// The scenario plays as written in every case, and its save reads back the same.
fn holds(path: &Path) -> Result<(), Failed> {
    for ran in files::check(path, &given::built_in)? {
        let folder = tempfile::tempdir()?;
        let save = folder.path().join("save.ron");
        saved::save(&ran.chronicle, &save);
        for opened in [store::look(&save), store::open(&save)] {
            let opened = opened?;
            assert!(opened.damage.is_none());
            assert_eq!(whole(&opened.chronicle), whole(&ran.chronicle));
        }
    }
    Ok(())
}

fn main() {
    let root = root();
    let found = scenarios();
    if std::env::var_os("WARDRUM_BLESS").is_some() {
        for path in &found {
            files::bless_file(path, &given::built_in).expect("the file can be written");
        }
    }
    let named = |path: &Path| {
        let name = path.strip_prefix(&root).unwrap_or(path).with_extension("");
        name.to_string_lossy().replace('\\', "/")
    };
    let scenario = |path: PathBuf| Trial::test(named(&path), move || holds(&path));
    let of_all: [(&str, fn()); 4] = [
        (
            "the_example_of_the_readme_comes_out_as_written",
            the_example_of_the_readme_comes_out_as_written,
        ),
        (
            "a_fact_can_be_of_some_rolls_denied_or_of_the_end_of_the_round",
            a_fact_can_be_of_some_rolls_denied_or_of_the_end_of_the_round,
        ),
        ("words_about_enter_hold_or_say_what_it_does", words_about_enter_hold_or_say_what_it_does),
        ("every_rule_is_shown", every_rule_is_shown),
    ];
    let of_all = of_all.into_iter().map(|(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    let trials = found.into_iter().map(scenario).chain(of_all).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
