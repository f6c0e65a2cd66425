//! Building a fight, and what is kept from it: counters, reinforcements, the library, parties.

use super::{app, fight, picture, press, shows, start_screen, type_in};
use wardrum::rules::model::command::{Command, Overrule};
use wardrum::rules::model::ids::{CombatantId, SideId};
use wardrum::rules::ruleset::about::Family;
use wardrum::store::{Bestiary, Party, Preset};
use wardrum::tui::app::App;
use wardrum::tui::overlays::library;
use wardrum::tui::overlays::referee::{parties, presets, rulesets};
use wardrum::tui::shelf::Shelf;
use wardrum::tui::stock::Stock;

#[test]
fn counters() {
    let mut app = fight();
    press(&mut app, "Home C");
    type_in(&mut app, "arrows");
    press(&mut app, "Down");
    type_in(&mut app, "4");
    press(&mut app, "Down Down Right Space");
    shows("counters-one", &app);
    press(&mut app, "Enter");
    shows("counters-low", &app);
    press(&mut app, "C");
    type_in(&mut app, "30");
    shows("counters", &app);
    press(&mut app, "Enter");
    assert!(picture(&app, (120, 36)).contains("arrows 30 of 30"));
    press(&mut app, "u");
    assert!(picture(&app, (120, 36)).contains("arrows 4 of 20"));
}

#[test]
fn reinforcements() {
    let mut app = fight();
    press(&mut app, "End +");
    press(&mut app, "Enter");
    type_in(&mut app, "4");
    press(&mut app, "Down Down Down Down");
    type_in(&mut app, "1");
    press(&mut app, "Enter");
    shows("reinforcements-coming", &app);
    press(&mut app, "Enter");
    assert!(!picture(&app, (80, 24)).contains("Enter: reinforcements"));
    while !picture(&app, (80, 24)).contains("Enter: reinforcements: 4 × Orc") {
        press(&mut app, "n");
    }
    shows("reinforcements", &app);
    press(&mut app, "n");
    shows("reinforcements-put-off", &app);
    press(&mut app, "Enter");
    assert!(picture(&app, (120, 36)).contains("round 2: 4 × Orc (Orcs)"));
    press(&mut app, "u");
    press(&mut app, "Enter");
    assert!(picture(&app, (80, 24)).contains("Orc 7"));
}

/// A shelf with a party, a damaged one, and the built-in creatures.
fn shelf(app: &App, families: &[Family]) -> Shelf {
    let party = Party::of(app.state(), SideId(0), "Heroes");
    let fault = "parties/old.ron, line 3, column 7: found \"hpp\", expected one of `name`, `hp`";
    Shelf {
        stocks: families.iter().map(|family| Stock::of(Bestiary::built_in(*family))).collect(),
        parties: vec![Ok(party), Err(("old".into(), fault.into()))],
        fights: start_screen().lines,
        faults: Vec::new(),
    }
}

#[test]
fn the_library_on_the_start_screen() {
    let mut app = app();
    let shelf = shelf(&app, &[Family::D20, Family::Wounds]);
    let library = library::open(&app.view(), shelf, false, library::Tab::Creatures);
    app.overlays.push(library);
    type_in(&mut app, "archer");
    shows("library-start", &app);
    press(&mut app, "Enter");
    assert!(picture(&app, (80, 24)).contains("there is no fight to bring it into"));
}

#[test]
fn the_library_in_a_fight() {
    let mut app = fight();
    app.submit(vec![Command::Overrule(Overrule::Hp(CombatantId(0), 2))]).expect("by my word");
    let shelf = shelf(&app, &[Family::D20]);
    let library = library::open(&app.view(), shelf, true, library::Tab::Creatures);
    app.overlays.push(library);
    type_in(&mut app, "gob");
    shows("library", &app);
    press(&mut app, "Tab Tab");
    shows("library-like-nothing", &app);
    press(&mut app, "Backspace Backspace Backspace");
    shows("library-parties", &app);
    press(&mut app, "Down");
    shows("library-damaged", &app);
    press(&mut app, "Left Enter");
    shows("library-how-many", &app);
    press(&mut app, "Enter");
    assert!(picture(&app, (120, 36)).contains("joins Heroes"));
}

#[test]
fn a_party_goes_from_fight_to_fight() {
    let mut app = fight();
    app.submit(vec![Command::Overrule(Overrule::Hp(CombatantId(0), 2))]).expect("by my word");
    let party = Party::of(app.state(), SideId(0), "Guests");
    let list = parties::open(&app.view(), vec![Ok(party)]);
    app.overlays.push(list);
    shows("parties", &app);
    press(&mut app, "Enter");
    shows("parties-bring", &app);
    press(&mut app, "Enter");
    let told = picture(&app, (120, 36));
    assert!(told.contains("Ana 2") && told.matches("2/8").count() >= 2, "{told}");
    app.submit(vec![Command::Proceed]).expect("it begins");
    app.submit(vec![Command::End]).expect("it ends");
    press(&mut app, "Enter Enter");
    shows("parties-after", &app);
}

#[test]
fn house_rules() {
    let mut app = fight();
    let list = presets::open(&app.view(), Preset::built_in().to_vec(), Vec::new());
    app.overlays.push(list);
    press(&mut app, "Down Down");
    shows("house-rules", &app);
    press(&mut app, "Enter");
    assert_eq!(app.state().option("bx.option.individual-initiative"), Some("on"));
    let list = presets::open(&app.view(), Preset::built_in().to_vec(), Vec::new());
    app.overlays.push(list);
    press(&mut app, "Enter");
    shows("options", &app);
    press(&mut app, "Esc");
    let list = presets::open(&app.view(), Vec::new(), vec!["x.ron, line 1, column 3: found 3".into()]);
    app.overlays.push(list);
    shows("house-rules-damaged", &app);
    press(&mut app, "Down Enter");
    assert_eq!(app.state().option("bx.option.individual-initiative"), Some("off"));
}

#[test]
fn a_new_fight_by_house_rules() {
    let mut app = app();
    app.overlays.push(rulesets::open(Preset::built_in().to_vec()));
    press(&mut app, "Down Down Down Down Down");
    shows("rulesets-house", &app);
}
