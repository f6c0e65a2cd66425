//! Building a fight, and saving parts of it: counters, reinforcements, the library, parties.

use super::fields;
use super::{app, arrive, fight, fight_by, picture, press, shows, side, start_screen, type_in};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use wardrum::rules::model::combatant::Combatant;
use wardrum::rules::model::command::{Act, Command, Deed, Overrule};
use wardrum::rules::model::encounter::{Hand, Stage};
use wardrum::rules::model::ids::RulesetId::{Bx, Countdown, House, Seconds, Zero};
use wardrum::rules::model::ids::{CombatantId, SideId};
use wardrum::rules::ruleset::about::Family;
use wardrum::store::{Bestiary, Party, Preset};
use wardrum::tui::app::App;
use wardrum::tui::input::keymap::Chord;
use wardrum::tui::overlays::library;
use wardrum::tui::overlays::referee::{parties, presets, rulesets, who};
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
    fields::to(&mut app, "not before round");
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
        guesses: Default::default(),
        faults: Vec::new(),
    }
}

#[test]
fn the_library_on_the_start_screen() {
    let mut app = app();
    let shelf = shelf(&app, &[Family::D20, Family::Wounds]);
    let library = library::open(&app.view(), shelf, false, library::Tab::Creatures);
    app.layers.push(library);
    type_in(&mut app, "archer");
    shows("library-start", &app);
    press(&mut app, "Enter");
    assert!(picture(&app, (80, 24)).contains("no fight to bring it into"));
}

#[test]
fn the_library_in_a_fight() {
    let mut app = fight();
    app.submit(vec![Command::Overrule(Overrule::Hp(CombatantId(0), 2))]).expect("by my word");
    let shelf = shelf(&app, &[Family::D20]);
    let library = library::open(&app.view(), shelf, true, library::Tab::Creatures);
    app.layers.push(library);
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
    assert!(picture(&app, (120, 36)).contains("the Heroes"));
}

#[test]
fn a_party_goes_from_fight_to_fight() {
    let mut app = fight();
    app.submit(vec![Command::Overrule(Overrule::Hp(CombatantId(0), 2))]).expect("by my word");
    let party = Party::of(app.state(), SideId(0), "Guests");
    let comes = who::open(&app.view(), vec![party.clone()]);
    app.layers.push(comes);
    type_in(&mut app, "gues");
    press(&mut app, "Enter");
    assert!(picture(&app, (120, 36)).contains("Guests come in"));
    app.layers.clear();
    let list = parties::open(&app.view(), vec![Ok(party)]);
    app.layers.push(list);
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

/// The side a party comes in as is the players', for that reason and no other; one of creatures is not, and one that
/// joins others says nothing about them.
#[test]
fn the_side_of_a_party_is_the_players() {
    let others = fight();
    let party = |side, name: &str| Party::of(others.state(), SideId(side), name);
    let theirs = |app: &App| {
        let e = app.state();
        e.side_ids().filter(|id| e.is_players(*id)).map(|id| id.0).collect::<Vec<_>>()
    };
    let bring = |app: &mut App, party: Party, keys: &str| {
        let form = parties::bring(&app.view(), party);
        app.layers.push(form);
        press(app, keys);
        assert!(app.layers.is_empty(), "{}", picture(app, (80, 24)));
    };
    let by = Bx;
    let sides = [side("Foes", Hand::Machine), side("Empty", Hand::Machine)];
    let mut app = fight_by(by, sides, [arrive(by, 0, "Ogre", "ogre")]);
    assert_eq!(theirs(&app), [0u8; 0], "order tells nothing");
    bring(&mut app, party(1, "Gang"), "Enter");
    assert_eq!(theirs(&app), [0u8; 0], "a gang of orcs");
    bring(&mut app, party(0, "Foes"), "Enter");
    assert_eq!(theirs(&app), [0u8; 0], "among others");
    bring(&mut app, party(0, "Empty"), "Enter");
    assert_eq!(theirs(&app), [1], "alone on a side that was there");
    bring(&mut app, party(0, "Guests"), "Enter");
    assert_eq!(theirs(&app), [1, 3], "on a side of its own");
    let seen = wardrum::watch::PlayersView::of(app.view().rules, app.state(), &app.last);
    assert!(seen.rows.is_empty(), "nothing before it begins");
    app.submit(vec![Command::Proceed]).expect("it begins");
    let seen = wardrum::watch::PlayersView::of(app.view().rules, app.state(), &app.last);
    let ogre = seen.rows.iter().find(|row| row.name == "Ogre").expect("it is seen");
    assert_eq!((&*ogre.health, ogre.hp), ("hale", None));
    assert!(seen.rows.iter().any(|row| row.ours && row.hp.is_some()));
}

#[test]
fn house_rules() {
    let mut app = fight();
    let list = presets::open(&app.view(), Preset::built_in().to_vec(), Vec::new());
    app.layers.push(list);
    press(&mut app, "Down Down");
    shows("house-rules", &app);
    press(&mut app, "Enter");
    assert_eq!(app.state().option("bx.option.individual-initiative"), Some("on"));
    let list = presets::open(&app.view(), Preset::built_in().to_vec(), Vec::new());
    app.layers.push(list);
    press(&mut app, "Enter");
    shows("options", &app);
    press(&mut app, "Esc");
    let list = presets::open(&app.view(), Vec::new(), vec!["x.ron, line 1, column 3: found 3".into()]);
    app.layers.push(list);
    shows("house-rules-damaged", &app);
    press(&mut app, "Down Enter");
    assert_eq!(app.state().option("bx.option.individual-initiative"), Some("off"));
}

#[test]
fn a_new_fight_by_house_rules() {
    let mut app = app();
    app.layers.push(rulesets::open(Preset::built_in().to_vec()));
    press(&mut app, "Down Down Down Down Down");
    shows("rulesets-house", &app);
}

/// The combatants: name, side, current and maximum hit points, armour class.
fn there(app: &App) -> Vec<(String, String, i32, i32)> {
    let e = app.state();
    let side = |c: &Combatant| e.side(c.side).map_or_else(String::new, |side| side.name.to_string());
    let all = e.all().filter(|c| c.is_up());
    let one = |c: &Combatant| {
        let ac = e.d20(c.id).map_or(0, |d20| d20.figures.ac);
        (c.name.to_string(), side(c), c.vitals.hp(), ac)
    };
    all.map(one).collect()
}

/// Types and submits a line, each character a key; returns the number of keys.
fn line(app: &mut App, text: &str) -> usize {
    press(app, "+");
    for sign in text.chars() {
        app.key(Chord::of(KeyEvent::new(KeyCode::Char(sign), KeyModifiers::NONE)));
    }
    press(app, "Enter Enter");
    assert!(app.layers.is_empty(), "{text}:\n{}", picture(app, (80, 24)));
    text.chars().count() + 3
}

#[test]
fn four_characters_eight_goblins_and_an_ogre_take_120_keys_at_most() {
    let mut app = app();
    press(&mut app, "n b");
    let mut keys = 2;
    for text in
        ["Ana F1 8hp AC4 sword", "Odo C1 5hp AC4 mace", "Mirel MU1 3hp dagger", "Pip T1 4hp AC7 bow"]
    {
        keys += line(&mut app, text);
    }
    shows("build-characters", &app);
    keys += line(&mut app, "8 goblins");
    keys += line(&mut app, "ogre 22hp");
    press(&mut app, "Enter");
    keys += 1;
    assert!(keys <= 120, "{keys} keys");
    let all = there(&app);
    let heroes = [("Ana", 8, 4), ("Odo", 5, 4), ("Mirel", 3, 9), ("Pip", 4, 7)]
        .map(|(n, hp, ac)| (n, "Heroes", hp, ac));
    for ((name, side, hp, ac), found) in heroes.into_iter().zip(&all) {
        assert_eq!((name, side, hp, ac), (&*found.0, &*found.1, found.2, found.3));
    }
    let foes = &all[4..];
    assert_eq!(foes.len(), 9);
    assert!(foes.iter().all(|foe| foe.1 == "Foes"));
    assert_eq!(foes.last().map(|ogre| (&*ogre.0, ogre.2)), Some(("Ogre", 22)));
    assert_ne!(app.state().stage, Stage::Setup, "it has begun");
}

/// The same six lines under the other rulesets, with one more Enter where the distance is asked.
#[test]
fn every_ruleset_takes_120_keys_at_most() {
    for (letter, ruleset) in [("b", Bx), ("s", Seconds), ("c", Countdown), ("o", Zero), ("a", House)] {
        let mut app = app();
        press(&mut app, &format!("n {letter}"));
        let lines = [
            "Ana F1 8hp AC4 sword",
            "Odo C1 5hp AC4 mace",
            "Mirel MU1 3hp dagger",
            "Pip T1 4hp AC7 bow",
            "8 goblins",
            "ogre 22hp",
        ];
        let mut keys = 2 + lines.iter().map(|text| line(&mut app, text)).sum::<usize>();
        while app.state().stage == Stage::Setup && keys <= 120 {
            press(&mut app, "Enter");
            keys += 1;
        }
        assert!(keys <= 120, "{ruleset:?}: {keys} keys");
        let e = app.state();
        let on = |side| e.all().filter(|c| c.side == side).count();
        assert_eq!((e.ruleset, on(SideId(0)), on(SideId(1))), (ruleset, 4, 9));
    }
}

#[test]
fn a_line_opens_the_form_with_what_was_read() {
    let mut app = fight();
    press(&mut app, "+");
    type_in(&mut app, "Halvard F1 9hp AC5 sword, bow");
    shows("build-line", &app);
    press(&mut app, "Enter");
    shows("build-line-form", &app);
    press(&mut app, "Enter");
    let cursor = app.board.cursor.and_then(|who| app.state().get(who));
    assert_eq!(cursor.map(|c| &*c.name), Some("Halvard"), "the cursor is on whoever was just added");
    let halvard = app.state().named("Halvard").expect("he is there");
    let d20 = app.state().d20(halvard.id).expect("hit points");
    assert_eq!((halvard.side, halvard.vitals.hp(), d20.figures.ac), (SideId(0), 9, 5));
}

#[test]
fn a_name_that_nobody_has_is_made() {
    let mut app = fight();
    press(&mut app, "+");
    type_in(&mut app, "Halvardsson");
    shows("build-make", &app);
    press(&mut app, "Enter");
    shows("build-make-form", &app);
    type_in(&mut app, "fighter");
    press(&mut app, "Enter");
    let text = picture(&app, (80, 24));
    assert!(text.contains("missing, expected 1 to 9999"), "{text}");
    press(&mut app, "6 Enter");
    assert!(app.state().named("Halvardsson").is_some());
}

#[test]
fn a_stat_block_is_pasted() {
    let mut app = fight();
    press(&mut app, "+");
    let text = "Mire Hound: AC 7 [12], HD 2+1 (hp 10),\n#AT 1 bite, D 1d6, MV 140' (50'), ML 8,\nSave as F1, XP 25";
    type_in(&mut app, text);
    shows("build-pasted", &app);
    press(&mut app, "Enter");
    let hound = app.state().named("Mire Hound").expect("it is there");
    let block = &app.state().d20(hound.id).expect("hit points").block;
    assert_eq!((block.ac, block.hp, block.morale), (Some(7), Some(10), Some(8)));
    assert_eq!(&*block.notes, "XP: 25");
}

#[test]
fn more_left_than_there_are_is_refused_where_it_is_said() {
    let mut app = fight();
    press(&mut app, "+");
    type_in(&mut app, "Ana F1 5/4hp sword");
    press(&mut app, "Enter");
    let text = picture(&app, (80, 24));
    assert!(text.contains("found 5 hit points left, expected 4 at most"), "{text}");
    fields::to(&mut app, "hp");
    type_in(&mut app, "4");
    fields::to(&mut app, "hp left");
    type_in(&mut app, "5");
    press(&mut app, "Enter");
    let text = picture(&app, (80, 24));
    assert!(text.contains("! found 5, expected -9999 to 4"), "{text}");
}

#[test]
fn the_shield_in_an_armour_class_is_shown_and_explained() {
    let mut app = fight();
    press(&mut app, "+");
    type_in(&mut app, "goblin");
    press(&mut app, "Enter");
    let text = picture(&app, (80, 24));
    assert!(text.contains("In play: AC 6 (shield)"), "{text}");
    press(&mut app, "w");
    shows("build-why", &app);
}

#[test]
fn after_undo_the_cursor_is_on_whoever_acts_again() {
    let mut app = super::in_melee();
    let actor = app.board.actor().expect("somebody acts");
    app.board.cursor = Some(actor);
    app.submit(vec![Command::Act(Act::new(actor, Deed::Pass))]).expect("it passes");
    press(&mut app, "End u");
    assert_eq!(app.board.cursor, Some(actor));
    press(&mut app, "+");
    type_in(&mut app, "ogre");
    press(&mut app, "Enter Enter u");
    assert_eq!(app.board.cursor, Some(actor));
}
