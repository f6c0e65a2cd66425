//! Building a fight, and saving parts of it: counters, reinforcements, the library, parties.

use super::fields;
use super::start::newcomer;
use super::{arrive, fight, fight_by, picture, press, shows, side, start_screen, started, type_in};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use wardrum::rules::model::combatant::Combatant;
use wardrum::rules::model::command::{Act, Command, Deed, Overrule};
use wardrum::rules::model::encounter::{Hand, Stage};
use wardrum::rules::model::ids::RulesetId::{Bx, Countdown, House, Seconds, Zero};
use wardrum::rules::model::ids::{CombatantId, SideId};
use wardrum::rules::ruleset::about::Family;
use wardrum::store::{Bestiary, HouseBooks, Party};
use wardrum::tui::input::keymap::Chord;
use wardrum::tui::overlays::library;
use wardrum::tui::overlays::referee::{house_book, parties, rulesets, who};
use wardrum::tui::shelf::Shelf;
use wardrum::tui::shell::Shell;
use wardrum::tui::stock::Stock;

#[test]
fn counters() {
    let mut shell = fight();
    press(&mut shell, "Home C");
    type_in(&mut shell, "arrows");
    press(&mut shell, "Down");
    type_in(&mut shell, "4");
    press(&mut shell, "Down Down Right Space");
    shows("counters-one", &shell);
    press(&mut shell, "Enter");
    shows("counters-low", &shell);
    press(&mut shell, "C");
    type_in(&mut shell, "30");
    shows("counters", &shell);
    press(&mut shell, "Enter");
    assert!(picture(&shell, (120, 36)).contains("arrows 30 of 30"));
    press(&mut shell, "u");
    assert!(picture(&shell, (120, 36)).contains("arrows 4 of 20"));
}

#[test]
fn reinforcements() {
    let mut shell = fight();
    press(&mut shell, "End +");
    press(&mut shell, "Enter");
    type_in(&mut shell, "4");
    fields::to(&mut shell, "not before round");
    type_in(&mut shell, "1");
    press(&mut shell, "Enter");
    shows("reinforcements-coming", &shell);
    press(&mut shell, "Enter");
    assert!(!picture(&shell, (80, 24)).contains("▌Reinforcements"));
    while !picture(&shell, (80, 24)).contains("▌Reinforcements: 4 × Orc") {
        press(&mut shell, "n");
    }
    shows("reinforcements", &shell);
    press(&mut shell, "n");
    shows("reinforcements-put-off", &shell);
    press(&mut shell, "Enter");
    assert!(picture(&shell, (120, 36)).contains("round 2: 4 × Orc (Orcs)"));
    press(&mut shell, "u");
    press(&mut shell, "Enter");
    assert!(picture(&shell, (80, 24)).contains("Orc 7"));
}

/// A shelf with a party, a damaged one, and the built-in creatures.
fn shelf(shell: &Shell, families: &[Family]) -> Shelf {
    let party = Party::of(shell.session.state(), SideId(0), "Heroes");
    let fault = "parties/old.ron, line 3, column 7: found \"hpp\", expected one of `name`, `hp`";
    Shelf {
        stocks: families.iter().map(|family| Stock::of(Bestiary::built_in(*family))).collect(),
        parties: vec![Ok(party), Err(("old".into(), fault.into()))],
        fights: start_screen().rows.into_iter().filter(|row| row.opens.is_fight()).take(4).collect(),
        guesses: Default::default(),
        faults: Vec::new(),
    }
}

#[test]
fn the_library_on_the_start_screen() {
    let mut shell = started();
    let shelf = shelf(&shell, &[Family::D20, Family::Wounds]);
    let library = library::open(&shell.session.view(), shelf, false, library::Tab::Creatures);
    shell.layers.push(library);
    type_in(&mut shell, "archer");
    shows("library-start", &shell);
    press(&mut shell, "Enter");
    assert!(picture(&shell, (80, 24)).contains("no fight to bring it into"));
}

#[test]
fn the_library_in_a_fight() {
    let mut shell = fight();
    shell
        .with(|session| session.submit(vec![Command::Overrule(Overrule::Hp(CombatantId(0), 2))]))
        .expect("by my word");
    let shelf = shelf(&shell, &[Family::D20]);
    let library = library::open(&shell.session.view(), shelf, true, library::Tab::Creatures);
    shell.layers.push(library);
    type_in(&mut shell, "gob");
    shows("library", &shell);
    press(&mut shell, "Tab Tab");
    shows("library-like-nothing", &shell);
    press(&mut shell, "Backspace Backspace Backspace");
    shows("library-parties", &shell);
    press(&mut shell, "Down");
    shows("library-damaged", &shell);
    press(&mut shell, "Left Enter");
    shows("library-how-many", &shell);
    press(&mut shell, "Enter");
    assert!(picture(&shell, (120, 36)).contains("the Heroes"));
}

#[test]
fn a_party_goes_from_fight_to_fight() {
    let mut shell = fight();
    shell
        .with(|session| session.submit(vec![Command::Overrule(Overrule::Hp(CombatantId(0), 2))]))
        .expect("by my word");
    let party = Party::of(shell.session.state(), SideId(0), "Guests");
    let comes = who::open(&shell.session.view(), vec![party.clone()]);
    shell.layers.push(comes);
    type_in(&mut shell, "gues");
    press(&mut shell, "Enter");
    assert!(picture(&shell, (120, 36)).contains("Guests come in"));
    shell.layers.clear();
    let list = parties::open(&shell.session.view(), vec![Ok(party)]);
    shell.layers.push(list);
    shows("parties", &shell);
    press(&mut shell, "Enter");
    shows("parties-bring", &shell);
    press(&mut shell, "Enter");
    let told = picture(&shell, (120, 36));
    assert!(told.contains("Ana 2") && told.matches("2/8").count() >= 2, "{told}");
    shell.with(|session| session.submit(vec![Command::Proceed])).expect("it begins");
    shell.with(|session| session.submit(vec![Command::End])).expect("it ends");
    press(&mut shell, "Enter Enter");
    shows("parties-after", &shell);
}

/// The side a party comes in as is the players', for that reason and no other; one of creatures is not, and one that
/// joins others says nothing about them.
#[test]
fn the_side_of_a_party_is_the_players() {
    let others = fight();
    let party = |side, name: &str| Party::of(others.session.state(), SideId(side), name);
    let theirs = |shell: &Shell| {
        let e = shell.session.state();
        e.side_ids().filter(|id| e.is_players(*id)).map(|id| id.0).collect::<Vec<_>>()
    };
    let bring = |shell: &mut Shell, party: Party, keys: &str| {
        let form = parties::bring(&shell.session.view(), party);
        shell.layers.push(form);
        press(shell, keys);
        assert!(shell.layers.is_empty(), "{}", picture(shell, (80, 24)));
    };
    let by = Bx;
    let sides = [side("Foes", Hand::Machine), side("Empty", Hand::Machine)];
    let mut shell = fight_by(by, sides, [arrive(by, 0, "Ogre", "ogre")]);
    assert_eq!(theirs(&shell), [0u8; 0], "order tells nothing");
    bring(&mut shell, party(1, "Gang"), "Enter");
    assert_eq!(theirs(&shell), [0u8; 0], "a gang of orcs");
    bring(&mut shell, party(0, "Foes"), "Enter");
    assert_eq!(theirs(&shell), [0u8; 0], "among others");
    bring(&mut shell, party(0, "Empty"), "Enter");
    assert_eq!(theirs(&shell), [1], "alone on a side that was there");
    bring(&mut shell, party(0, "Guests"), "Enter");
    assert_eq!(theirs(&shell), [1, 3], "on a side of its own");
    let seen = wardrum::watch::PlayersView::of(
        shell.session.view().rules,
        shell.session.state(),
        &shell.session.last,
    );
    assert!(seen.rows.is_empty(), "nothing before it begins");
    shell.with(|session| session.submit(vec![Command::Proceed])).expect("it begins");
    let seen = wardrum::watch::PlayersView::of(
        shell.session.view().rules,
        shell.session.state(),
        &shell.session.last,
    );
    let ogre = seen.rows.iter().find(|row| row.name == "Ogre").expect("it is seen");
    assert_eq!((&*ogre.health, ogre.hp), ("hale", None));
    assert!(seen.rows.iter().any(|row| row.ours && row.hp.is_some()));
}

#[test]
fn house_rules() {
    let mut shell = fight();
    let list = house_book::open(&shell.session.view(), HouseBooks::built_in(), Vec::new());
    shell.layers.push(list);
    press(&mut shell, "Down Down");
    shows("house-rules", &shell);
    press(&mut shell, "Enter");
    assert_eq!(shell.session.state().option("bx.option.individual-initiative"), Some("on"));
    let list = house_book::open(&shell.session.view(), HouseBooks::built_in(), Vec::new());
    shell.layers.push(list);
    press(&mut shell, "Enter");
    shows("options", &shell);
    press(&mut shell, "Esc");
    let list = house_book::open(
        &shell.session.view(),
        Vec::new(),
        vec!["x.ron, line 1, column 3: found 3".into()],
    );
    shell.layers.push(list);
    shows("house-rules-damaged", &shell);
    press(&mut shell, "Down Enter");
    assert_eq!(shell.session.state().option("bx.option.individual-initiative"), Some("off"));
}

#[test]
fn a_new_fight_by_house_rules() {
    let mut shell = started();
    shell.layers.push(rulesets::open(Bx, HouseBooks::built_in()));
    press(&mut shell, "Down Down Down Down Down");
    shows("rulesets-house", &shell);
    type_in(&mut shell, "quick");
    press(&mut shell, "Enter");
    let e = shell.session.state();
    assert_eq!((e.ruleset, e.option("countdown.option.declarations")), (Countdown, Some("off")));
}

/// The combatants: name, side, current and maximum hit points, armour class.
fn there(shell: &Shell) -> Vec<(String, String, i32, i32)> {
    let e = shell.session.state();
    let side = |c: &Combatant| e.side(c.side).map_or_else(String::new, |side| side.name.to_string());
    let all = e.all().filter(|c| c.is_up());
    let one = |c: &Combatant| {
        let ac = e.d20(c.id).map_or(0, |d20| d20.figures.ac);
        (c.name.to_string(), side(c), c.vitals.hp(), ac)
    };
    all.map(one).collect()
}

/// Types a text, each character a key; returns the number of keys.
fn letters(shell: &mut Shell, text: &str) -> usize {
    for sign in text.chars() {
        shell.key(Chord::of(KeyEvent::new(KeyCode::Char(sign), KeyModifiers::NONE)));
    }
    text.chars().count()
}

/// Types and submits a line; returns the number of keys.
fn line(shell: &mut Shell, text: &str) -> usize {
    let opened = usize::from(shell.layers.is_empty());
    if opened > 0 {
        press(shell, "+");
    }
    let keys = letters(shell, text);
    press(shell, "Enter Enter");
    assert!(shell.layers.is_empty(), "{text}:\n{}", picture(shell, (80, 24)));
    opened + keys + 2
}

#[test]
fn four_characters_eight_goblins_and_an_ogre_take_120_keys_at_most() {
    let mut shell = newcomer();
    press(&mut shell, "n");
    let mut keys = 1;
    for text in
        ["Ana F1 8hp AC4 sword", "Odo C1 5hp AC4 mace", "Mirel MU1 3hp dagger", "Pip T1 4hp AC7 bow"]
    {
        keys += line(&mut shell, text);
    }
    shows("build-characters", &shell);
    keys += line(&mut shell, "8 goblins");
    keys += line(&mut shell, "ogre 22hp");
    press(&mut shell, "Enter");
    keys += 1;
    assert!(keys <= 120, "{keys} keys");
    let all = there(&shell);
    let heroes = [("Ana", 8, 4), ("Odo", 5, 4), ("Mirel", 3, 9), ("Pip", 4, 7)]
        .map(|(n, hp, ac)| (n, "Heroes", hp, ac));
    for ((name, side, hp, ac), found) in heroes.into_iter().zip(&all) {
        assert_eq!((name, side, hp, ac), (&*found.0, &*found.1, found.2, found.3));
    }
    let foes = &all[4..];
    assert_eq!(foes.len(), 9);
    assert!(foes.iter().all(|foe| foe.1 == "Foes"));
    assert_eq!(foes.last().map(|ogre| (&*ogre.0, ogre.2)), Some(("Ogre", 22)));
    assert_ne!(shell.session.state().stage, Stage::Setup, "it has begun");
}

/// The same six lines under the other rulesets, with one more Enter where the distance is asked.
#[test]
fn every_ruleset_takes_120_keys_at_most() {
    for (typed, ruleset) in [("b", Bx), ("s", Seconds), ("co", Countdown), ("or", Zero), ("ad", House)] {
        let mut shell = newcomer();
        press(&mut shell, "n Esc r");
        let chosen = 4 + letters(&mut shell, typed);
        press(&mut shell, "Enter");
        let lines = [
            "Ana F1 8hp AC4 sword",
            "Odo C1 5hp AC4 mace",
            "Mirel MU1 3hp dagger",
            "Pip T1 4hp AC7 bow",
            "8 goblins",
            "ogre 22hp",
        ];
        let mut keys = chosen + lines.iter().map(|text| line(&mut shell, text)).sum::<usize>();
        while shell.session.state().stage == Stage::Setup && keys <= 120 {
            press(&mut shell, "Enter");
            keys += 1;
        }
        assert!(keys <= 120, "{ruleset:?}: {keys} keys");
        let e = shell.session.state();
        let on = |side| e.all().filter(|c| c.side == side).count();
        assert_eq!((e.ruleset, on(SideId(0)), on(SideId(1))), (ruleset, 4, 9));
    }
}

#[test]
fn a_line_opens_the_form_with_what_was_read() {
    let mut shell = fight();
    press(&mut shell, "+");
    type_in(&mut shell, "Halvard F1 9hp AC5 sword, bow");
    shows("build-line", &shell);
    press(&mut shell, "Enter");
    shows("build-line-form", &shell);
    press(&mut shell, "Enter");
    let cursor = shell.session.board.cursor.and_then(|who| shell.session.state().get(who));
    assert_eq!(cursor.map(|c| &*c.name), Some("Halvard"), "the cursor is on whoever was just added");
    let halvard = shell.session.state().named("Halvard").expect("he is there");
    let d20 = shell.session.state().d20(halvard.id).expect("hit points");
    assert_eq!((halvard.side, halvard.vitals.hp(), d20.figures.ac), (SideId(0), 9, 5));
}

#[test]
fn a_name_that_nobody_has_is_made() {
    let mut shell = fight();
    press(&mut shell, "+");
    type_in(&mut shell, "Halvardsson");
    shows("build-make", &shell);
    press(&mut shell, "Enter");
    shows("build-make-form", &shell);
    type_in(&mut shell, "fighter");
    press(&mut shell, "Enter");
    let text = picture(&shell, (80, 24));
    assert!(text.contains("missing, expected 1 to 9999"), "{text}");
    press(&mut shell, "6 Enter");
    assert!(shell.session.state().named("Halvardsson").is_some());
}

#[test]
fn a_stat_block_is_pasted() {
    let mut shell = fight();
    press(&mut shell, "+");
    let text = "Mire Hound: AC 7 [12], HD 2+1 (hp 10),\n#AT 1 bite, D 1d6, MV 140' (50'), ML 8,\nSave as F1, XP 25";
    type_in(&mut shell, text);
    shows("build-pasted", &shell);
    press(&mut shell, "Enter");
    let hound = shell.session.state().named("Mire Hound").expect("it is there");
    let block = &shell.session.state().d20(hound.id).expect("hit points").block;
    assert_eq!((block.ac, block.hp, block.morale), (Some(7), Some(10), Some(8)));
    assert_eq!(&*block.notes, "XP: 25");
}

#[test]
fn more_left_than_there_are_is_refused_where_it_is_said() {
    let mut shell = fight();
    press(&mut shell, "+");
    type_in(&mut shell, "Ana F1 5/4hp sword");
    press(&mut shell, "Enter");
    let text = picture(&shell, (80, 24));
    assert!(text.contains("found 5 hit points left, expected 4 at most"), "{text}");
    fields::to(&mut shell, "hit points");
    type_in(&mut shell, "4");
    fields::to(&mut shell, "hit points left");
    type_in(&mut shell, "5");
    press(&mut shell, "Enter");
    let text = picture(&shell, (80, 24));
    assert!(text.contains("! found 5, expected -9999 to 4"), "{text}");
}

#[test]
fn the_shield_in_an_armour_class_is_shown_and_explained() {
    let mut shell = fight();
    press(&mut shell, "+");
    type_in(&mut shell, "goblin");
    press(&mut shell, "Enter");
    let text = picture(&shell, (80, 24));
    assert!(text.contains("In play: AC 6 (shield)"), "{text}");
    press(&mut shell, "w");
    shows("build-why", &shell);
}

#[test]
fn after_undo_the_cursor_is_on_whoever_acts_again() {
    let mut shell = super::in_melee();
    let actor = shell.session.board.actor().expect("somebody acts");
    shell.session.board.cursor = Some(actor);
    shell
        .with(|session| session.submit(vec![Command::Act(Act::new(actor, Deed::Pass))]))
        .expect("it passes");
    press(&mut shell, "End u");
    assert_eq!(shell.session.board.cursor, Some(actor));
    press(&mut shell, "+");
    type_in(&mut shell, "ogre");
    press(&mut shell, "Enter Enter u");
    assert_eq!(shell.session.board.cursor, Some(actor));
}
