//! Custom parties and creatures: saved ones load again, and damaged files are left alone.

use std::fs;
use std::sync::Arc;
use tempfile::TempDir;
use wardrum::rules::model::combatant::{Standing, StatBlock};
use wardrum::rules::model::command::{Arrival, Command, Overrule};
use wardrum::rules::model::dice::Tape;
use wardrum::rules::model::effect::Condition;
use wardrum::rules::model::encounter::{Encounter, Side};
use wardrum::rules::model::event::Event;
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::ids::{CombatantId, SideId};
use wardrum::rules::model::supply::Supply;
use wardrum::rules::registry;
use wardrum::rules::ruleset::about::Family;
use wardrum::rules::{self};
use wardrum::store::{Bestiary, Folders, HouseBook, HouseBooks, Party, Preset, ready, write_own};

fn home() -> (TempDir, Folders) {
    let home = tempfile::tempdir().expect("a scratch folder");
    let folders = Folders::under(home.path());
    (home, folders)
}

fn run(e: Encounter, commands: Vec<Command>) -> Encounter {
    let rules = registry::ruleset(e.ruleset);
    commands
        .into_iter()
        .fold(e, |e, command| rules::resolve(rules, e, &command, &mut Tape::new(&[])).expect("sound").0)
}

fn arrive(by: RulesetId, key: &str, name: &str) -> Command {
    let rules = registry::ruleset(by);
    let bestiary = Bestiary::built_in(rules.about().family);
    let block = bestiary.get(key).unwrap_or_else(|| panic!("no {key}"));
    Command::Arrive(Arrival::new(SideId(0), name, Arc::new(ready(rules, block))))
}

/// A side after a fight: hurt, a spell cast, arrows shot, one dead.
fn worn_side() -> Encounter {
    let word = Command::Overrule;
    let who = CombatantId;
    let arrows = Supply { name: "arrows".into(), most: 20, used: 13, by: vec!["long bow".into()] };
    run(
        Encounter::new(RulesetId::Bx),
        vec![
            Command::Side(Side::new("Heroes")),
            arrive(RulesetId::Bx, "fighter-1", "Ana"),
            arrive(RulesetId::Bx, "magic-user-1", "Bo"),
            arrive(RulesetId::Bx, "fighter-1", "Cy"),
            word(Overrule::Hp(who(0), 3)),
            word(Overrule::Supply(who(0), arrows)),
            word(Overrule::Spell(who(1), 0, 0)),
            word(Overrule::Standing(who(2), Standing::Dead)),
        ],
    )
}

#[test]
fn a_party_comes_back_as_it_was_kept() {
    let (_home, folders) = home();
    let before = worn_side();
    let party = Party::of(&before, SideId(0), "The Heroes");
    let path = party.write(&folders).expect("written");
    let all = Party::all(&folders);
    assert_eq!(all.len(), 1);
    let (read_path, read) = &all[0];
    assert_eq!((read_path, read.as_ref().ok()), (&path, Some(&party)));

    let start = run(Encounter::new(RulesetId::Bx), vec![Command::Side(Side::new("Heroes"))]);
    let after = run(
        start,
        party.arrivals(registry::ruleset(RulesetId::Bx), SideId(0)).map(Command::Arrive).collect(),
    );
    let names: Vec<&str> = after.all().map(|c| &*c.name).collect();
    assert_eq!(names, ["Ana", "Bo"], "the dead stay out of it");
    for (old, new) in before.all().zip(after.all()) {
        assert_eq!((new.vitals, &new.spells, &new.supplies), (old.vitals, &old.spells, &old.supplies));
    }
}

#[test]
fn temporary_hit_points_stay_with_a_party_unless_their_time_is_up_first() {
    let given = |who, rounds| {
        let (condition, value, label, toward) = (Condition::TEMPORARY_HP, 5, None, None);
        Command::Overrule(Overrule::Afflict {
            who: vec![CombatantId(who)],
            condition,
            value,
            rounds,
            label,
            toward,
        })
    };
    let e = run(worn_side(), vec![given(0, None), given(1, Some(3))]);
    let (_home, folders) = home();
    Party::of(&e, SideId(0), "Heroes").write(&folders).expect("written");
    let party = Party::all(&folders).remove(0).1.expect("readable");
    let joins = |by| {
        let start = run(Encounter::new(by), vec![Command::Side(Side::new("Heroes"))]);
        let all = party.arrivals(registry::ruleset(by), SideId(0)).map(Command::Arrive).collect();
        run(start, all).all().map(|c| (c.vitals.hp(), c.temporary())).collect::<Vec<_>>()
    };
    assert_eq!(joins(RulesetId::Bx)[0], (3, 5));
    assert_eq!(joins(RulesetId::Zero)[1].1, 0);
}

#[test]
fn hit_points_that_nobody_can_have_come_in_as_near_as_can_be_and_it_is_said() {
    let (_home, folders) = home();
    let path = Party::of(&worn_side(), SideId(0), "Heroes").write(&folders).expect("written");
    let text = fs::read_to_string(&path).expect("a file");
    fs::write(&path, text.replacen("hp: 3", "hp: 12", 1)).expect("a file");
    let party = Party::all(&folders).remove(0).1.expect("readable");
    let rules = registry::ruleset(RulesetId::Bx);
    assert_eq!(party.corrected(rules), ["Ana: found 12/8, joins with 8/8"]);
    let start = run(Encounter::new(RulesetId::Bx), vec![Command::Side(Side::new("Heroes"))]);
    let after = run(start, party.arrivals(rules, SideId(0)).map(Command::Arrive).collect());
    assert_eq!(after.named("Ana").map(|c| (c.vitals.hp(), c.vitals.max())), Some((8, 8)));
    assert!(Party::of(&worn_side(), SideId(0), "Heroes").corrected(rules).is_empty());

    // Negative hit points, which other rulesets of the family keep.
    fs::write(&path, text.replacen("hp: 3", "hp: -3", 1)).expect("a file");
    let party = Party::all(&folders).remove(0).1.expect("readable");
    let rules = registry::ruleset(RulesetId::Countdown);
    assert_eq!(party.corrected(rules), ["Ana: found -3/8, joins with 0/8"]);
    let start = run(Encounter::new(RulesetId::Countdown), vec![Command::Side(Side::new("Heroes"))]);
    let after = run(start, party.arrivals(rules, SideId(0)).map(Command::Arrive).collect());
    assert_eq!(after.named("Ana").map(|c| c.vitals.hp()), Some(0));
}

#[test]
fn a_fight_with_more_hit_points_left_than_there_are_is_kept_as_a_party_that_comes_in() {
    let mut e = worn_side();
    e.apply(&Event::HpSet(CombatantId(0), 12));
    let party = Party::of(&e, SideId(0), "Heroes");
    assert_eq!(party.members[0].hp, None);
    assert!(party.corrected(registry::ruleset(RulesetId::Bx)).is_empty());
}

#[test]
fn wounds_are_kept_as_well() {
    let (_home, folders) = home();
    let e = run(
        Encounter::new(RulesetId::Seconds),
        vec![
            Command::Side(Side::new("Heroes")),
            arrive(RulesetId::Seconds, "archer", "Ana"),
            Command::Overrule(Overrule::Hp(CombatantId(0), 2)),
        ],
    );
    let party = Party::of(&e, SideId(0), "Bows");
    party.write(&folders).expect("written");
    let read = Party::all(&folders).remove(0).1.expect("sound");
    assert_eq!((read.family, &read), (Family::Wounds, &party));
    let start = run(Encounter::new(RulesetId::Seconds), vec![Command::Side(Side::new("Heroes"))]);
    let after = run(
        start,
        read.arrivals(registry::ruleset(RulesetId::Seconds), SideId(0)).map(Command::Arrive).collect(),
    );
    assert_eq!(after.named("Ana").map(|c| c.vitals.wounds()), Some(2));
}

#[test]
fn a_damaged_party_is_named_with_its_place_and_never_written_over() {
    let (_home, folders) = home();
    let party = Party::of(&worn_side(), SideId(0), "Heroes");
    let path = party.write(&folders).expect("written");
    let text = fs::read_to_string(&path).expect("a file");
    let damaged = text.replacen("hp: 3", "hpp: 3", 1);
    assert_ne!(damaged, text);
    fs::write(&path, &damaged).expect("a file");
    let (_, read) = Party::all(&folders).remove(0);
    let fault = read.expect_err("damaged").to_string();
    for word in ["heroes.ron", "line ", "column ", "hpp", "expected one of name, most, hp,"] {
        assert!(fault.contains(word), "{word}: {fault}");
    }
    let refused = party.write(&folders).expect_err("damaged").to_string();
    assert!(refused.contains("hpp"), "{refused}");
    assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some(&*damaged));
}

#[test]
fn a_party_replaces_itself_and_no_other() {
    let (_home, folders) = home();
    let e = worn_side();
    Party::of(&e, SideId(0), "Heroes").write(&folders).expect("written");
    let healed = run(e, vec![Command::Overrule(Overrule::Hp(CombatantId(0), 8))]);
    let party = Party::of(&healed, SideId(0), "Heroes");
    party.write(&folders).expect("written again");
    assert_eq!(Party::all(&folders).remove(0).1.ok(), Some(party));
    let other = Party::of(&healed, SideId(0), "HEROES!");
    let refused = other.write(&folders).expect_err("another party's file").to_string();
    assert!(refused.contains("heroes.ron") && refused.contains("another name"), "{refused}");
}

#[test]
fn a_creature_of_ones_own_joins_the_bestiary_and_replaces_only_itself() {
    let (_home, folders) = home();
    for family in [Family::D20, Family::Wounds] {
        let built_in = Bestiary::built_in(family);
        let mut block = built_in.get("orc").expect("an orc").clone();
        block.rename(format!("My {family:?} orc").into());
        let path = write_own(&folders, &block).expect("written");
        write_own(&folders, &block).expect("written again");
        let (all, faults) = built_in.clone().with_folder(&folders.bestiary());
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(all.all().count(), built_in.all().count() + 1);
        assert!(all.all().any(|(_, other)| *other == block));
        fs::write(&path, "(creatures: {\"elf\": (name: \"Elf\")})").expect("a file");
        let text = fs::read_to_string(&path).expect("a file");
        if let StatBlock::Written(_) = block {
            assert!(write_own(&folders, &block).is_err());
        }
        assert_eq!(fs::read_to_string(&path).expect("a file"), text);
        fs::remove_file(&path).expect("gone");
    }
}

#[test]
fn every_house_book_that_comes_with_wardrum_is_sound() {
    let books = HouseBooks::built_in();
    assert_eq!(books.len(), HouseBooks::texts().len());
    for book in &books {
        for id in &book.rulesets {
            let about = registry::ruleset(*id).about();
            for (option, value) in &book.options {
                let standard = about.option(option).map(|option| option.standard());
                assert_ne!(standard, Some(&**value), "{}: {option}", book.name);
            }
        }
        assert_eq!(
            HouseBooks::shipped(&book.name).map(HouseBook::read).map(|read| read.is_ok()),
            Some(true)
        );
    }
}

#[test]
fn options_saved_under_a_name_come_back_and_a_faulty_book_is_named() {
    let (_home, folders) = home();
    let mine = Preset {
        name: "Mine".into(),
        about: "Nobody runs.".into(),
        ruleset: RulesetId::Bx,
        options: [("bx.option.morale".into(), "off".into())].into(),
    };
    let path = mine.write(&folders).expect("written");
    let has_mine = |all: &[HouseBook]| {
        all.iter().any(|book| book.name == mine.name && book.options == mine.options)
    };
    let (all, faults) = HouseBooks::all(&folders);
    assert!(has_mine(&all) && faults.is_empty(), "{faults:?}");
    for (from, to, words) in [
        ("morale", "moral", ["bx.option.moral", "did you mean bx.option.morale?", "mine.ron"]),
        ("off", "perhaps", ["perhaps", "expected one of", "mine.ron"]),
        ("options", "option", ["option", "line ", "mine.ron"]),
    ] {
        let text = fs::read_to_string(&path).expect("a file");
        fs::write(&path, text.replacen(from, to, 1)).expect("a file");
        let (all, faults) = HouseBooks::all(&folders);
        assert!(!has_mine(&all) && faults.len() == 1);
        assert!(words.iter().all(|word| faults[0].contains(word)), "{faults:?}");
        fs::write(&path, text).expect("a file");
    }
    // Where earlier versions kept them.
    fs::create_dir_all(folders.presets()).expect("a folder");
    fs::rename(&path, folders.presets().join("old.ron")).expect("moved");
    assert!(has_mine(&HouseBooks::all(&folders).0));
}
