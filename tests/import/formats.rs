//! Files of other programs: each sample with the values it states.

use crate::told::{immune, is_admitted, is_guessed, notes, told};
use wardrum::import::kept::encounter;
use wardrum::import::{self, Format, Found, Haul};
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::registry::ruleset;
use wardrum::shorthand::printed::Sheet;

fn haul(text: &str) -> Haul {
    let haul = import::read(text.as_bytes(), &|_| None).expect("something");
    haul.found.iter().for_each(|found| is_admitted(&found.sheet.block));
    let fighters = haul.fights.iter().flat_map(|fight| &fight.combatants);
    fighters.for_each(|one| is_admitted(&one.sheet.block));
    haul
}

fn only(haul: &Haul) -> &Sheet {
    assert_eq!(haul.found.len(), 1, "{haul:#?}");
    &haul.found[0].sheet
}

#[test]
fn improved_initiative() {
    let haul = haul(include_str!("samples/improved-initiative.json"));
    assert_eq!(haul.format, Format::ImprovedInitiative);
    let sheet = only(&haul);
    assert_eq!(
        (&*sheet.block.name, &*told(sheet)),
        ("Bog Lurker", "4, 22, 6 (asc 13); Vine x2 1d8+2; 60/20 \"swim 20 ft.\"; -; -; -")
    );
    assert_eq!((sheet.block.thac0, sheet.block.attack_bonus), (Some(15), Some(4)));
    assert_eq!(sheet.block.size, Some(wardrum::rules::model::block::d20::Size::Large));
    assert!(is_guessed(sheet, "thac0") && is_guessed(sheet, "hd"));
    assert!(notes(sheet).contains("wet bark"));
    let [fight] = &haul.fights[..] else { panic!("{:?}", haul.fights) };
    assert_eq!((&*fight.name, fight.combatants.len()), ("At the ford", 1));
    let one = &fight.combatants[0];
    assert_eq!(
        (&*one.name, one.side, one.left, one.sheet.block.hp),
        ("Bog Lurker", "Foes", Some(9), Some(22))
    );
    assert!(notes(&one.sheet).contains("Tags: Prone"));
    // The fuller block of the same file.
    assert_eq!(one.sheet.block.attacks.len(), 1);
}

#[test]
fn improved_initiative_in_its_other_shapes() {
    let block = r#"{"HP": {"Value": "7", "Notes": "(2d6)"}, "AC": {"Value": 15, "Notes": ""}, "Challenge": "1/4", "Actions": []}"#;
    let from_editor = haul(block);
    assert_eq!(only(&from_editor).block.name.as_ref(), "Unnamed creature");
    let old = format!(
        "{{\"ImprovedInitiative.Creatures.a\": {:?}}}",
        block.replacen('{', "{\"Name\": \"Newt\", ", 1)
    );
    assert_eq!(only(&haul(&old)).block.name.as_ref(), "Newt");
    let list = haul(&format!("[{block}, {block}]"));
    assert_eq!(list.found.len(), 2);
    let posted = r#"{"Combatants": [{"Name": "Newt", "HP": {"Value": 3}, "AC": {"Value": 12}, "Player": "npc"}]}"#;
    assert_eq!(haul(posted).fights[0].combatants[0].name, "Newt");
    let hero = r#"{"PersistentCharacters.b": {"Name": "Brea", "CurrentHP": 12, "StatBlock":
        {"Name": "Brea", "Type": "Human Fighter", "Challenge": 3, "Player": "player", "HP": {"Value": 18, "Notes": ""},
         "AC": {"Value": 16, "Notes": ""}, "Abilities": {"Str": 16}, "Actions": []}}}"#;
    let brea = haul(hero);
    assert!(brea.found[0].is_character());
    assert_eq!((only(&brea).left, only(&brea).block.level), (Some(12), Some(3)));
}

#[test]
fn temporary_hit_points() {
    let creature =
        r#"{"Id": "a", "Name": "Newt", "HP": {"Value": 3}, "AC": {"Value": 12}, "Player": ""}"#;
    let fight = format!(
        r#"{{"Creatures": [], "SavedEncounters.x": {{"Name": "Pond", "Combatants": [{{"Id": "c", "CurrentHP": 2, "TemporaryHP": 5, "StatBlock": {creature}}}]}}}}"#
    );
    let found = haul(&fight);
    let newt = &found.fights[0].combatants[0];
    assert_eq!((newt.left, newt.sheet.temporary, notes(&newt.sheet)), (Some(2), 5, String::new()));
    assert_eq!(newt.told_left(), ", 2 hp left, 5 temporary hit points");
    let (e, told) = encounter(ruleset(RulesetId::Countdown), &found.fights[0], |_| 1);
    assert_eq!(told, [""; 0]);
    let arrived = e.all().next().expect("the newt");
    assert_eq!((arrived.vitals.hp(), arrived.temporary()), (2, 5));

    for system in ["attributes", ""] {
        let hp = r#""hp": {"max": 9, "value": 9, "temp": 4}"#;
        let hp = if system.is_empty() { hp.into() } else { format!(r#""{system}": {{{hp}}}"#) };
        let actor = format!(r#"{{"name": "Newt", "type": "npc", "items": [], "system": {{{hp}}}}}"#);
        assert_eq!(only(&haul(&actor)).temporary, 4, "{actor}");
    }
    let table = haul("Name,HP,Temp HP,AC\nBrea,9,5,4\nOdo,7,,6\n");
    let all: Vec<i32> = table.found.iter().map(|found| found.sheet.temporary).collect();
    assert_eq!(all, [5, 0]);
}

#[test]
fn foundry_old_school() {
    let haul = haul(include_str!("samples/foundry-ose.json"));
    assert_eq!(haul.format, Format::Foundry);
    let sheet = only(&haul);
    assert_eq!(
        (&*sheet.block.name, &*told(sheet)),
        ("Bog Lurker", "4, 18, 6; Vine x2 1d8; 60/20; -; 9; 1d3, 1d3")
    );
    // Dropped, since the tables imply them for four Hit Dice.
    assert_eq!((sheet.block.thac0, sheet.block.saves), (None, None));
    assert!(notes(sheet).contains("Waits in black water."));
}

#[test]
fn foundry_basic_fantasy_in_both_shapes() {
    let haul = haul(include_str!("samples/foundry-bfrpg.db"));
    let told: Vec<(&str, String)> =
        haul.found.iter().map(|found| (&*found.sheet.block.name, told(&found.sheet))).collect();
    assert_eq!(told, [
        (
            "Bog Lurker",
            "4, -, 6 (asc 14); vine x2 1d8, maw 1d6 + Paralysed; 60/20 \"turns 10'; swim 20'\"; F2; 9; 1d3, 2d4".into()
        ),
        (
            "Bog Lurker Elder",
            "6, -, -; vine x2 1d8, maw 1d6 + Paralysed; 60/20 \"turns 10'; swim 20'\"; F2; -; 1d3, 2d4".into()
        ),
    ]);
    assert_eq!(haul.found[0].id, "a1");
    assert_eq!(haul.passed_over, ["documents that are not creatures: 1"]);
}

#[test]
fn foundry_features_and_characters() {
    let actor = r#"{"name": "Grave Dog", "type": "monster", "system": {"armorClass": {"value": 15}, "hitDice": {"number": 2,
        "size": "d8", "mod": 1}, "hitPoints": {"value": 9, "max": 9}, "biography": {"value": ""}, "specialAbility": {"value": 1}},
        "items": [{"name": "Bite", "type": "weapon", "system": {"damage": {"value": "1d6"}}},
                  {"name": "Only Hit by Magical Weapons", "type": "feature", "system": {}}]}"#;
    let dog = haul(actor);
    assert_eq!(told(only(&dog)), "2+1*, 9, 5 (asc 15); Bite 1d6; -/-; -; -; -");
    assert_eq!(immune(&only(&dog).block), "all but Magic");
    let hero = r#"{"world": {"actors": [{"name": "Brea", "type": "character", "system": {"hp": {"hd": "1d8", "value": 12, "max": 18},
        "ac": {"value": 3}, "aac": {"value": 16}, "thac0": {"value": 17, "bba": 2}, "details": {"class": "Ranger", "level": 3},
        "scores": {"str": {"value": 16}, "dex": {"value": 0}}},
        "items": [{"name": "Sword", "type": "weapon", "system": {"damage": "1d8", "bonus": 1}},
                  {"name": "Plate", "type": "armor", "system": {"equipped": true, "type": "heavy", "ac": {"value": 3}}}]}]}}"#;
    let brea = haul(hero);
    let sheet = only(&brea);
    assert_eq!(crate::told::classed(&sheet.block), "Pc Fighter 3");
    assert!(is_guessed(sheet, "class") && sheet.left == Some(12) && sheet.block.hp == Some(18));
}

#[test]
fn open5e_in_both_versions() {
    for (text, id, modifier) in [
        (include_str!("samples/open5e-v1.json"), "bog-lurker", None),
        (include_str!("samples/open5e-v2.json"), "own_bog-lurker", Some(-1)),
    ] {
        let haul = haul(text);
        assert_eq!((haul.format, &*haul.found[0].id), (Format::Open5e, id));
        let sheet = only(&haul);
        let dice = if modifier.is_none() { "4" } else { "1" };
        let other = if modifier.is_none() { " \"swim 20\"" } else { "" };
        let expected = format!("{dice}, 22, 6 (asc 13); Vine 1d8+2; 60/20{other}; -; -; -");
        assert_eq!((&*told(sheet), sheet.block.init_mod), (&*expected, modifier));
        assert_eq!(sheet.block.thac0, Some(15));
    }
}

#[test]
fn open5e_pages_and_dumps() {
    let one = include_str!("samples/open5e-v1.json");
    let page = haul(&format!("{{\"count\": 120, \"next\": \"page=2\", \"results\": [{one}]}}"));
    assert_eq!(page.passed_over, ["this is one page of 120 creatures; the next is page=2"]);
    let dump = haul(&format!("[{{\"model\": \"m\", \"pk\": \"x\", \"fields\": {one}}}]"));
    assert_eq!(dump.found.len(), 1);
}

#[test]
fn the_basic_fantasy_bestiary() {
    let text = include_str!("samples/bfrpg-bestiary.json");
    for text in
        [text.to_string(), format!("var monsters = [\n{}", text.trim_start().trim_start_matches('['))]
    {
        let haul = haul(&text);
        assert_eq!(haul.format, Format::Bestiary);
        let sheet = only(&haul);
        assert_eq!(
            (&*sheet.block.name, &*told(sheet)),
            (
                "Bog Lurker",
                "4*, -, 6 (asc 14); vine x2 1d8, maw 1d6 + Paralysed; 60/20 \"turns 10'; swim 20'\"; F4; 9; 1d3, 2d4"
            )
        );
        assert_eq!(haul.found[0].id, "Lurker, Bog");
    }
}

#[test]
fn obsidian() {
    let haul = haul(include_str!("samples/obsidian.md"));
    assert_eq!(haul.format, Format::Obsidian);
    let sheet = only(&haul);
    assert_eq!(
        (&*sheet.block.name, &*told(sheet)),
        ("Bog Lurker", "4, 18, 6; vine x2 1d8; 60/20; -; 9; -")
    );
    let [fight] = &haul.fights[..] else { panic!("{:?}", haul.fights) };
    assert_eq!((&*fight.name, &*fight.notes[0].value), ("At the ford", "Tuesday"));
    let told: Vec<String> = fight
        .combatants
        .iter()
        .map(|one| {
            let block = &one.sheet.block;
            format!(
                "{} {} {} {:?} {:?} {:?}",
                one.count, one.name, one.side, block.hp, block.ac, block.init_mod
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "2 Bog Lurker Foes Some(18) Some(6) Some(-1)",
            "1 Old Sedge Allies Some(27) Some(5) None",
            "1d4 Newt Foes Some(2) None None",
        ]
    );
    assert!(fight.combatants[2].sheet.hidden && !fight.combatants[0].sheet.hidden);
}

#[test]
fn obsidian_in_its_other_shapes() {
    let inline = "Two roads. `encounter: 3: Bog Lurker, 1d5: Newt, Old Sedge`";
    let fight = &haul(inline).fights[0];
    let told: Vec<String> =
        fight.combatants.iter().map(|one| format!("{} {}", one.count, one.name)).collect();
    assert_eq!(told, ["3 Bog Lurker", "1d5 Newt", "1 Old Sedge"]);
    let glued = "```encountername: Fight: the ford\ncreatures:\n  - 2 Newt\n```\n";
    assert_eq!(haul(glued).fights[0].name, "Fight: the ford");
    let player = haul("---\nname: Brea\nac: 16\nhp: 18\nlevel: 3\n---\nA fighter.\n");
    assert!(player.found[0].is_character());
    let fifth = "```statblock\nname: Gargoyle\nac: !!int \"15\"\nhp: 52\nhit_dice: 7d8 + 21\nspeed: 30 ft., fly 60 ft.\n\
        stats: [15, 11, 16, 6, 11, 7]\ncr: 2\nactions:\n  - name: Multiattack\n    desc: It makes two attacks, one with its bite and one with its claws.\n\
        \x20 - name: Bite\n    desc: \"Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) piercing damage.\"\n```\n";
    let gargoyle = haul(fifth);
    assert_eq!(
        told_of(&gargoyle.found[0]),
        "7, 52, 4 (asc 15); Bite 1d6+2; 90/30 \"fly 60 ft\"; -; -; -"
    );
    let french = "```statblock\nname: Alce\nac: 7(12) ou 5(14)\npv: 12\nhit_dice: 3D8\nthaco: 12 (+7)\njds: [8, 9, 10, 10, 12, (9)]\n\
        moral: 8\nspeed: 36m (12m) / 54m (18m) vol\nactions:\n  - name: 2x griffes\n    desc: \"2 (1d6)\"\n```\n";
    let alce = haul(french);
    assert_eq!(told_of(&alce.found[0]), "3, 12, 7; griffe x2 1d6; 120/40 \"54m (18m) vol\"; F9; 8; -");
}

#[test]
fn what_the_plugins_of_obsidian_keep() {
    let kept = haul(
        r#"{"monsters": [["Bog Lurker", {"name": "Bog Lurker", "ac": "6(13)", "hp": 18, "hit_dice": "4d8", "morale": 9}]]}"#,
    );
    assert_eq!(told_of(&kept.found[0]), "4, 18, 6; ; -/-; -; 9; -");
    let tracked = haul(
        r#"{"players": [{"name": "Brea", "hp": 18, "ac": 16, "level": 3}], "parties": [],
        "encounters": {"At the ford": {"creatures": [{"name": "Newt", "hp": 9, "currentHP": 4, "ac": "12", "friendly": false},
        {"name": "Brea", "hp": 18, "currentHP": 18, "player": true}]}}}"#,
    );
    assert!(tracked.found[0].is_character());
    let told: Vec<(&str, &str, Option<i32>)> =
        tracked.fights[0].combatants.iter().map(|one| (&*one.name, one.side, one.left)).collect();
    assert_eq!(told, [("Newt", "Foes", Some(4)), ("Brea", "Heroes", None)]);
}

fn told_of(found: &Found) -> String {
    told(&found.sheet)
}

#[test]
fn tables_of_a_party() {
    for text in [include_str!("samples/party.csv"), include_str!("samples/party.md")] {
        let haul = haul(text);
        assert_eq!((haul.format, haul.found.len()), (Format::Table, 2), "{haul:#?}");
        let [brea, odo] = &haul.found[..] else { unreachable!() };
        assert_eq!((&*brea.sheet.block.name, &*odo.sheet.block.name), ("Brea", "Odo, the Meek"));
        assert_eq!(crate::told::classed(&brea.sheet.block), "Pc Fighter 3");
        assert_eq!(crate::told::classed(&odo.sheet.block), "Pc Cleric 2");
        assert_eq!(
            (brea.sheet.block.hp, brea.sheet.left, brea.sheet.block.ac),
            (Some(18), Some(12), Some(3))
        );
        assert_eq!((odo.sheet.block.hp, odo.sheet.block.ac), (Some(9), Some(4)));
        assert!(told(&brea.sheet).contains("sword 1d8, long bow"), "{}", told(&brea.sheet));
        assert_eq!(
            brea.sheet.block.abilities.dex,
            Some(wardrum::rules::model::block::d20::Rating::Score(13))
        );
    }
    let markdown = haul(include_str!("samples/party.md"));
    assert_eq!(markdown.passed_over, ["rows without a name: 1"]);
    let turned = haul("Name,Brea,Odo\nClass,F3,C2\nHP,18,9\nAC,3,4\n");
    assert_eq!(turned.found.len(), 2);
    assert_eq!(turned.found[1].sheet.block.hp, Some(9));
    for head in ["Name,Current,HP", "Name,HP,Current"] {
        let left = |row: &str| haul(&format!("{head}\n{row}\n")).found[0].sheet.left;
        assert_eq!((left("Brea,18,18"), left("Odo,9,9")), (None, None), "{head}: unhurt");
    }
    assert_eq!(haul("Name,Current,HP\nBrea,12,18\n").found[0].sheet.left, Some(12));
    let saves = haul("Name\tClass\tHP\tD\tW\tP\tB\tS\tHair\nBrea\tF3\t18\t10\t11\t12\t13\t14\tred\n");
    assert!(notes(&saves.found[0].sheet).contains("Hair: red"));
}

#[test]
fn stat_blocks_as_text_and_nothing() {
    let text = haul(include_str!("samples/stat-blocks.txt"));
    assert_eq!(text.format, Format::StatBlocks);
    assert!(text.found.len() >= 16);
    for nothing in
        ["", "   \n", "Once upon a time there was a goblin.", "{\"a\": 1}", "{\"a\": ", "a,b\n1,2\n"]
    {
        let fault = import::read(nothing.as_bytes(), &|_| None).expect_err("nothing").to_string();
        assert!(
            fault.starts_with("found nothing to import")
                || fault.contains("tried Improved Initiative, Foundry VTT"),
            "{fault}"
        );
    }
}

#[test]
fn a_folder_names_the_first_files_that_hold_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let write =
        |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    write("goblins.txt", include_str!("samples/stat-blocks.txt"));
    (1..=7).for_each(|n| write(&format!("tale-{n}.md"), "Once upon a time there was a goblin."));
    let all = import::read_folder(folder.path(), &|_| None).expect("the stat blocks");
    assert!(all.found.len() >= 16);
    let told = all.passed_over.iter().filter(|line| line.contains("nothing to import"));
    let told: Vec<&str> = told.map(String::as_str).collect();
    assert_eq!(
        (told.len(), told[0], told[4]),
        (6, "tale-1.md: nothing to import", "tale-5.md: nothing to import")
    );
    assert_eq!(told[5], "more files with nothing to import: 2");
}
