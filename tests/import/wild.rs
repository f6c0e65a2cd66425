//! Files as they occur: a sample for each fault that was met in one, and others of its kind.

use crate::told::{is_admitted, is_guessed, notes, told};
use wardrum::import::{self, Format, Found, Haul, ImportError};
use wardrum::rules::model::dice::DiceExpr;
use wardrum::shorthand::printed::Sheet;

macro_rules! sample {
    ($name:literal) => {
        haul_of(include_str!(concat!("samples/", $name)), $name.split('.').next().unwrap_or_default())
    };
}

fn haul_of(text: &str, name: &str) -> Haul {
    let haul = import::read_file(text.as_bytes(), name, &|_| None).expect(text);
    haul.found.iter().for_each(|found| is_admitted(&found.sheet.block));
    haul
}

fn haul(text: &str) -> Haul {
    haul_of(text, "")
}

fn only(haul: &Haul) -> &Sheet {
    assert_eq!(haul.found.len(), 1, "{haul:#?}");
    &haul.found[0].sheet
}

fn refused(text: &str) -> String {
    import::read(text.as_bytes(), &|_| None).expect_err(text).to_string()
}

fn named(found: &[Found]) -> Vec<&str> {
    found.iter().map(|found| &*found.sheet.block.name).collect()
}

#[track_caller]
fn reads(text: &str, name: &str, expected: &str) {
    let haul = haul(text);
    let sheet = only(&haul);
    assert_eq!((&*sheet.block.name, &*told(sheet)), (name, expected), "{text}");
}

// Keys of a stat block that hold attacks as a book prints them.

#[test]
fn attacks_and_damage_are_read_from_keys() {
    let haul = sample!("01-obsidian-attack-keys.md");
    let sheet = only(&haul);
    assert_eq!(told(sheet), "3*, 14, 4; claw x2 1d4, bite 1d6; 120/40; -; 8; -");
    let of = |keys: &str| {
        let haul = self::haul(&format!(
            "```statblock\nname: Newt\nac: 7 [12]\nhd: 1\nmorale: 7\n{keys}\n```\n"
        ));
        told(only(&haul)).split("; ").nth(1).expect("attacks").to_string()
    };
    assert_eq!(of("attacks: 2 × claw (1d4), 1 × bite (1d6)"), "claw x2 1d4, bite 1d6");
    assert_eq!(of("Attack: [2 claws, 1 bite]\nDmg: 1d4 claw, 1d6 bite"), "claw x2 1d4, bite 1d6");
    assert_eq!(of("damage: 1d6"), "attack 1d6");
    assert_eq!(of("attacks:\n  - {name: 2x claw, desc: 1d4}\n  - [Bite, 1d6]"), "claw x2 1d4, Bite 1d6");
    assert_eq!(of("actions:\n  - name: Claw\n    desc: D20 to hit, 1d4"), "Claw 1d4");
    assert_eq!(
        of("actions:\n  - name: Claw\n    desc: 'Roll to hit: 1d4 + poison'"),
        "Claw 1d4 + Poisoned"
    );
}

// The pace of a movement rate is that which the file states.

#[test]
fn movement_is_a_round_or_a_turn_by_what_the_file_says() {
    let block = |layout: &str, speed: &str| {
        let text = format!(
            "```statblock\nname: Newt\nlayout: {layout}\nac: 7 [12]\nhd: 1\nmorale: 7\nspeed: {speed}\n```\n"
        );
        told(only(&haul(&text))).split("; ").nth(2).expect("movement").to_string()
    };
    assert_eq!(block("BFRPG", "40'"), "120/40");
    assert_eq!(block("Basic Fantasy", "\"40' (10')\""), "120/40 \"turns 10'\"");
    assert_eq!(block("Our OSR", "120' (40')"), "120/40");
    assert_eq!(block("Our OSR", "\"40' per round\""), "120/40");
    assert_eq!(block("BFRPG", "120' a turn"), "120/40");
    let line = |movement: &str| {
        let haul = haul(&format!("Newt: AC 7 [12], HD 1, Att 1 × bite (1d4), {movement}, ML 7"));
        told(only(&haul)).split("; ").nth(2).expect("movement").to_string()
    };
    assert_eq!(line("MV 40'/round"), "120/40");
    assert_eq!(line("MV 120'/turn"), "120/40");
    assert_eq!(line("Movement (per round): 40'"), "120/40");
    let table = |heading: &str, speed: &str| {
        let haul = haul(&format!("Name,Class,{heading}\nBrea,F3,{speed}\n"));
        told(only(&haul)).split("; ").nth(2).expect("movement").to_string()
    };
    assert_eq!(table("Move", "120"), "120/40");
    assert_eq!(table("Move (round)", "40"), "120/40");
    assert_eq!(table("Movement per round", "40'"), "120/40");
    assert_eq!(table("Speed a turn", "90"), "90/30");
}

// JSON and YAML are read by structure, or refused.

#[test]
fn a_yaml_document_is_read_as_the_json_of_it() {
    let haul = sample!("02-foundry-actor.yml");
    assert_eq!((haul.format, &*haul.found[0].id), (Format::Foundry, "aaaaaaaaaaaaaaaa"));
    let sheet = only(&haul);
    let all = "3, -, 5 (asc 15); claw x2 1d4; 120/40; -; 8; -";
    assert_eq!((&*sheet.block.name, &*told(sheet)), ("Reed Stalker", all));
    assert_eq!(sheet.block.saves, Some([12, 13, 14, 15, 16]));
    let yaml = include_str!("samples/02-foundry-actor.yml");
    // Several documents, of which one is a folder and one is broken.
    let several =
        format!("---\n{yaml}\n---\nname: Fen\ntype: Actor\n_key: '!folders!b'\n---\na: [\n---\n{yaml}");
    let haul = self::haul(&several);
    assert_eq!(named(&haul.found), ["Reed Stalker", "Reed Stalker"]);
    assert_eq!(
        haul.passed_over,
        ["documents that are not creatures: 1", "documents that are not YAML: 1"]
    );
    // A list of records of another format, and a stat block of a vault.
    reads(
        "- {name: Newt, hitdice: '1', armorclass: '12', noattacks: 1 bite, damage: 1d4}",
        "Newt",
        "1, -, 8 (asc 12); bite 1d4; -/-; -; -; -",
    );
    reads("# mine\nname: Newt\nac: 7 [12]\nhd: 1\nmorale: 7\n", "Newt", "1, -, 7; ; -/-; -; 7; -");
    reads(
        "{\"name\": \"Newt\", \"ac\": \"7 [12]\", \"hd\": 1, \"morale\": 7}",
        "Newt",
        "1, -, 7; ; -/-; -; 7; -",
    );
}

#[test]
fn data_of_an_unknown_structure_is_never_read_as_prose() {
    let line = "Newt: AC 7, HD 1, hp 4, ML 7, MV 30'";
    assert!(
        refused(include_str!("samples/05-unknown-json-is-no-text.json"))
            .contains("it is JSON, but of an unknown structure (first keys: description")
    );
    for json in [
        format!("{{\"a\": \"{line}\"}}"),
        format!("[\"{line}\", \"{line}\"]"),
        format!("{{\"a\": \"{line}\""),
        format!("var x = [\n{{\"a\": \"{line}\"}}\n];"),
        format!("{{\"a\": \"{line}\"}}\n{{\"b\": 2}}\n"),
    ] {
        assert!(refused(&json).contains("JSON"), "{json}");
    }
    let line = "Newt: AC 7, HD 1, hp 4, ML 7, MV 30";
    for yaml in [
        format!("a:\n  b: '{line}'\n  AC: 6\n  HD: 3\n  ML: 8\n"),
        format!("---\nid: x\nstats: {{AC: 6, HD: 3, ML: 8}}\ntext: |\n  {line}\n"),
        format!("- id: x\n  list: ['{line}']\n- id: y\n  list: [AC 6, HD 3, ML 8]\n"),
    ] {
        assert!(refused(&yaml).contains("it is YAML, but of an unknown structure"), "{yaml}");
    }
    // What only begins like data is text.
    for text in [
        "[[Bog]]\n\nNewt: AC 7, HD 1, hp 4, ML 7, MV 30' (10')",
        "---\ntags: [beast]\n---\nNewt: AC 7, HD 1, hp 4, ML 7, MV 30' (10')",
        "Newt: AC 7, HD 1, hp 4, ML 7, MV 30' (10')",
        "Newt\nAC: 7\nHD: 1\nhp: 4\nML: 7\nMV: 30' (10')",
    ] {
        reads(text, "Newt", "1, 4, 7; ; 30/10; -; 7; -");
    }
}

// Documents that are no creatures.

#[test]
fn what_is_no_creature_is_counted() {
    let haul = sample!("03-foundry-items-are-no-creatures.json");
    assert_eq!(named(&haul.found), ["Reed Stalker"]);
    assert_eq!(haul.passed_over[0], "documents that are not creatures: 2");
    let actor = r#"{"name": "Newt", "type": "NPC", "system": {"attributes": {"hp": {"max": 4}}}}"#;
    for other in [
        r#"{"name": "Axe", "type": "Weapon", "system": {"hp": 4}}"#,
        r#"{"name": "Axe", "type": "ITEM", "data": {"hitPoints": 4}}"#,
        r#"{"name": "Berserk", "type": "Class Ability", "system": {"level": 3}}"#,
        r#"{"name": "Wagon", "type": "Vehicle", "system": {"hp": {"max": 4}}, "prototypeToken": {}}"#,
        r#"{"name": "Fen", "type": "Actor", "folder": null, "sorting": "a"}"#,
        r#"{"name": "Fen Map", "tokens": [], "walls": []}"#,
        r#"{"name": "Encounters", "results": [], "formula": "1d6"}"#,
        r#"{"name": "Roll", "type": "script", "command": "x"}"#,
        r#"{"name": "Tale", "pages": [{"name": "AC 6", "type": "text", "system": {}}]}"#,
        r#"{"name": "AC 6", "type": "text", "system": {"hp": 3}, "_key": "!journal.pages!a.b"}"#,
        r#"{"name": "Claw", "type": "npc", "system": {"hp": 3}, "_key": "!items!a"}"#,
    ] {
        let haul = self::haul(&format!("[{actor}, {other}]"));
        assert_eq!(named(&haul.found), ["Newt"], "{other}");
        assert_eq!(haul.passed_over[0], "documents that are not creatures: 1", "{other}");
    }
    let items = r#"[{"name": "Axe", "type": "Weapon", "system": {"damage": "1d6"}}]"#;
    assert!(
        refused(items).contains(
            "it is Foundry VTT, but holds nothing else than documents that are not creatures: 1"
        )
    );
    let world = format!(
        "{{\"name\": \"x\", \"actors\": [{actor}], \"items\": [{{}}, {{}}], \"scenes\": [{{}}]}}"
    );
    assert_eq!(self::haul(&world).passed_over[0], "documents that are not creatures: 3");
    // An actor of an unknown type is told by its token.
    let odd = r#"{"name": "Newt", "type": "Swamp Thing", "system": {"hp": 4}, "prototypeToken": {"name": "Newt"}}"#;
    assert_eq!(named(&self::haul(odd).found), ["Newt"]);
}

#[test]
fn a_name_alone_is_no_creature() {
    let without = "creatures of which nothing but a name could be read: 1";
    for nothing in [
        r#"{"name": "Newt", "type": "monster", "system": {"thac0": null, "aac": null, "hp": null}, "items": [null, 4, "x", {}]}"#,
        r#"{"name": "Newt", "type": "NPC", "system": {"notes": "swims"}}"#,
        "```statblock\nname: Newt\nsource: a book\n```\n",
        "```statblock\ncreature: Newt\n```\n",
    ] {
        assert!(import::read(nothing.as_bytes(), &|_| None).is_err(), "{nothing}");
    }
    let two =
        "```statblock\nname: Newt\nsource: a book\n```\n```statblock\nname: Toad\nac: 7\nhd: 1\n```\n";
    let haul = haul(two);
    assert_eq!((named(&haul.found), &*haul.passed_over), (vec!["Toad"], &[without.to_string()][..]));
    let table = self::haul("Name,Class,Notes\nBrea,F3,\nOdo,,swims\n");
    assert_eq!((named(&table.found), &*table.passed_over), (vec!["Brea"], &[without.to_string()][..]));
}

// A system that is not known.

#[test]
fn an_unknown_system_is_said_once() {
    let actor = |name: &str, system: &str, data: &str| {
        format!(
            r#"{{"name": "{name}", "type": "npc", "system": {data}, "_stats": {{"systemId": "{system}"}}, "items":
            [{{"name": "Bite", "type": "NPC Attack", "system": {{"attack": {{"num": "2"}}, "damage": {{"value": "1d6"}}}}}}]}}"#
        )
    };
    let shadow = r#"{"attributes": {"ac": {"value": 13}, "hp": {"value": 14, "max": 14}}, "level": {"value": 3}, "move": "near"}"#;
    let cairn = r#"{"hp": {"value": 4, "max": 4}, "armor": 1}"#;
    let crusade = r#"{"armorClass": {"value": 15}, "hitDice": "3d8", "hp": {"max": 12}, "abilities": {"str": {"value": 12}}}"#;
    let all = [
        actor("Newt", "shadowdark", shadow),
        actor("Toad", "shadowdark", shadow),
        actor("Eel", "cairn", cairn),
        actor("Orc", "castles-and-crusades", crusade),
    ];
    let haul = haul(&format!("[{}]", all.join(",")));
    let told: Vec<String> = haul.found.iter().map(|found| told(&found.sheet)).collect();
    assert_eq!(
        told,
        [
            "3, 14, 6 (asc 13); Bite x2 1d6; -/-; -; -; -",
            "3, 14, 6 (asc 13); Bite x2 1d6; -/-; -; -; -",
            "1, 4, -; Bite x2 1d6; -/-; -; -; -",
            "3, 12, 4 (asc 15); Bite x2 1d6; -/-; -; -; -",
        ]
    );
    assert!(is_guessed(&haul.found[0].sheet, "hd") && is_guessed(&haul.found[0].sheet, "ac"));
    let sentence = |of: &str, read: &str| {
        format!("most of {of}, which wardrum does not know; what could be read: {read}")
    };
    assert_eq!(
        haul.passed_over,
        [
            sentence("1 creature of the game system \"cairn\"", "Hit Dice, attacks, hp"),
            sentence(
                "1 creature of the game system \"castles-and-crusades\"",
                "AC, Hit Dice, attacks, hp"
            ),
            sentence("2 creatures of the game system \"shadowdark\"", "AC, Hit Dice, attacks, hp"),
        ]
    );
    let unnamed = self::haul(r#"{"name": "Eel", "type": "npc", "system": {"hp": {"max": 4}}}"#);
    assert!(unnamed.passed_over[0].starts_with("most of 1 creature of the game system without a name"));
}

// The name is the title of the note.

#[test]
fn a_nameless_creature_is_named_after_its_note() {
    let haul = sample!("04-note-title-is-the-name.md");
    let sheet = only(&haul);
    let all = "3*, 13, 4; claw x2 1d4; 120/40; F3; 8; 1d4, 2d6";
    assert_eq!((&*sheet.block.name, &*told(sheet)), ("Reed Stalker", all));
    assert!(notes(sheet).contains("It waits where the path ends."));
    let body =
        "It waits where the path ends.\n\n**AC** 7 [12], **HD** 1 (4hp), **MV** 30' (10'), **ML** 7\n";
    let name = |text: &str, file: &str| {
        let haul = haul_of(text, file);
        (
            only(&haul).block.name.to_string(),
            only(&haul).guessed().iter().any(|(told, _)| told.field == "name"),
        )
    };
    assert_eq!(name(body, "Reed Newt"), ("Reed Newt".into(), true));
    assert_eq!(name(&format!("---\ntags: [x]\n---\n{body}"), "Reed Newt"), ("Reed Newt".into(), true));
    assert_eq!(name(&format!("---\nname: Reed Newt\n---\n{body}"), "x"), ("Reed Newt".into(), true));
    assert_eq!(name(&format!("# Reed Newt\n\n{body}"), "x"), ("Reed Newt".into(), false));
    let fence = "---\ntitle: Reed Newt\n---\n```statblock\nac: 7\nhd: 1\n```\n";
    assert_eq!(name(fence, "x").0, "Reed Newt");
    assert_eq!(name("{\"HP\": {\"Value\": 7}, \"AC\": {\"Value\": 12}}", "Reed Newt").0, "Reed Newt");
    // A name in the text comes first, and two cannot both have the title.
    assert_eq!(
        name("---\ntitle: The Fen\n---\nNewt: AC 7, HD 1, hp 4, ML 7", "x"),
        ("Newt".into(), false)
    );
    let two = haul_of("AC 7, HD 1, hp 4, ML 7\n\nAC 6, HD 2, hp 9, ML 8", "The Fen");
    assert_eq!(named(&two.found), ["Unnamed creature", "Unnamed creature"]);
}

// One line out of bounds does not cost the others.

#[test]
fn what_is_out_of_bounds_is_left_out_alone() {
    let haul = sample!("07-one-line-too-large.json");
    let [lion, titan] = &haul.found[..] else { panic!("{haul:#?}") };
    let attacks = |found: &Found| told(&found.sheet).split("; ").nth(1).expect("attacks").to_string();
    assert_eq!(attacks(lion), "claw x2 1d4, bite 2d4, spikes 1d6");
    assert!(notes(&lion.sheet).contains("or: spikes") && notes(&lion.sheet).contains("180' range"));
    assert_eq!(attacks(titan), "claw x2 2d8, bite 10d6");
    assert!(notes(&titan.sheet).contains("attacks: breath 30d8"), "{}", notes(&titan.sheet));
    let line = |attacks: &str| {
        let haul =
            self::haul(&format!("Newt: AC 7 [12], HD 1 (4hp), Att {attacks}, MV 30' (10'), ML 7"));
        told(only(&haul)).split("; ").nth(1).expect("attacks").to_string()
    };
    assert_eq!(line("1 × bite (1d4), 1 × roar (99d20)"), "bite 1d4");
    assert_eq!(line("1 × roar (30d8), 1 × bite (1d4), 1 × spit (40d6)"), "bite 1d4");
    let foundry = r#"{"name": "Newt", "type": "monster", "system": {"hp": {"hd": "1d8"}, "thac0": {}, "aac": {}}, "items": [
        {"name": "Bite", "type": "weapon", "system": {"damage": "1d4"}}, {"name": "Roar", "type": "weapon", "system": {"damage": "50d10"}}]}"#;
    assert_eq!(told(only(&self::haul(foundry))), "1, -, -; Bite 1d4; -/-; -; -; -");
    let sentence =
        |dice: &str| format!("Melee Weapon Attack: +4 to hit, reach 5 ft. Hit: 9 ({dice}) damage.");
    let fifth = format!(
        r#"{{"Name": "Newt", "HP": {{"Value": 7}}, "AC": {{"Value": 12}}, "Actions": [{{"Name": "Bite", "Content": "{}"}}, {{"Name": "Roar", "Content": "{}"}}]}}"#,
        sentence("1d4"),
        sentence("60d6")
    );
    assert!(told(only(&self::haul(&fifth))).contains("; Bite 1d4; "));
    // Other figures out of bounds leave the rest as it is.
    reads(
        "Newt: AC 7 [12], HD 1 (4hp), Att 1 × bite (1d4), MV 9000', ML 99",
        "Newt",
        "1, 4, 7; bite 1d4; -/-; -; -; -",
    );
}

// Improved Initiative.

#[test]
fn what_is_alone_of_its_name_has_no_number() {
    let text = include_str!("samples/08-ii-index-label.json");
    let odo = haul("Name,Class,HP,AC\nOdo,C2,14,4\n").found[0].sheet.block.clone();
    let haul =
        import::read(text.as_bytes(), &|name| (name == "Odo").then(|| odo.clone())).expect("a fight");
    let [fight] = &haul.fights[..] else { panic!("{haul:#?}") };
    let all: Vec<(&str, &str)> = fight.combatants.iter().map(|one| (&*one.name, one.side)).collect();
    assert_eq!(all, [("Odo", "Heroes"), ("Goblin 1", "Foes"), ("Goblin 2", "Foes")]);
    // The party's Odo, with the hit points of the fight.
    let odo = &fight.combatants[0];
    assert_eq!(
        (crate::told::classed(&odo.sheet.block), odo.sheet.block.hp, odo.left),
        ("Pc Cleric 2".into(), Some(12), Some(9))
    );
    // An alias is no second of the name, and neither is a number without a second.
    let one = |alias: &str, number: &str| {
        format!(
            r#"{{"Alias": "{alias}", {number} "StatBlock": {{"Name": "Newt", "HP": {{"Value": 3}}, "AC": {{"Value": 12}}}}}}"#
        )
    };
    let names = |all: &[String]| {
        let haul = self::haul(&format!(
            "{{\"SavedEncounters.a\": {{\"Name\": \"x\", \"Combatants\": [{}]}}}}",
            all.join(",")
        ));
        haul.fights[0].combatants.iter().map(|one| one.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(
        names(&[one("", "\"IndexLabel\": 1,"), one("Old Sedge", "\"IndexLabel\": 2,")]),
        ["Newt", "Old Sedge"]
    );
    assert_eq!(names(&[one("", "\"IndexLabel\": 7,")]), ["Newt"]);
    assert_eq!(
        names(&[one("", "\"IndexLabel\": 1,"), one("", "\"IndexLabel\": 3,")]),
        ["Newt 1", "Newt 3"]
    );
}

#[test]
fn settings_are_no_records() {
    let haul = sample!("12-ii-settings.json");
    assert_eq!((named(&haul.found), &*haul.passed_over), (vec!["Odo"], &[][..]));
    let block = r#"{"Name": "Newt", "HP": {"Value": 3}, "AC": {"Value": 12}}"#;
    for (key, record, passed) in [
        ("ImprovedInitiative.User.Id", "\"x\"", None),
        ("ImprovedInitiative.Settings.default", "\"not JSON\"", None),
        ("Creature.b", "{}", Some("records that cannot be read: 1")),
        ("Creatures.b", "\"not JSON\"", Some("records that cannot be read: 1")),
        ("Spell.b", "{}", Some("spells: 1")),
    ] {
        let haul = self::haul(&format!("{{\"Creature.a\": {block}, \"{key}\": {record}}}"));
        assert_eq!(
            (named(&haul.found), haul.passed_over.first().map(|line| &**line)),
            (vec!["Newt"], passed),
            "{key}"
        );
    }
}

// Old-School Essentials in Foundry.

#[test]
fn the_default_of_a_form_is_a_guess() {
    let haul = sample!("09-ose-default-thac0.json");
    let sheet = only(&haul);
    assert_eq!(told(sheet), "6+1*, 28, 4; Bite 1d10; 60/20; -; 9; 1d6, 1d6");
    assert_eq!(sheet.block.thac0, Some(19));
    let why = sheet.guesses.iter().find(|guess| guess.field == "thac0").map(|guess| &*guess.why);
    assert_eq!(why, Some("what a new form holds; its description says 13"));
    let actor = |dice: &str, thac0: &str, told: &str| {
        let text = format!(
            r#"{{"name": "Newt", "type": "monster", "system": {{"hp": {{"hd": "{dice}"}}, "aac": {{"value": 12}}, "thac0": {thac0}, "details": {{"biography": "{told}", "morale": "Varies"}}}}}}"#
        );
        let haul = self::haul(&text);
        let sheet = only(&haul).clone();
        (
            sheet.block.hd.map(|hd| hd.to_string()),
            sheet.block.thac0,
            is_guessed(&sheet, "thac0"),
            sheet.block.morale,
        )
    };
    let hd = |hd: &str| Some(hd.to_string());
    // Alike with the Hit Dice; stated with its bonus; another figure; stars of other Hit Dice.
    assert_eq!(actor("1d8", r#"{"value": 19, "bba": 0}"#, ""), (hd("1"), None, false, None));
    assert_eq!(actor("2d8", r#"{"value": 19}"#, ""), (hd("2"), Some(19), true, None));
    assert_eq!(actor("6d8", r#"{"value": 15, "bba": 4}"#, ""), (hd("6"), Some(15), false, None));
    assert_eq!(
        actor("3d8", r#"{"value": 17, "bba": 2}"#, "AC 6, HD 4** (18hp)"),
        (hd("3"), None, false, None)
    );
}

// Printed lines.

#[test]
fn a_count_stands_before_or_after_the_name() {
    let haul = sample!("10-count-after-bold-name.txt");
    let sheet = only(&haul);
    assert_eq!((&*sheet.block.name, sheet.count), ("Reed Orc", Some(DiceExpr::flat(4))));
    let values = "AC 6 [13], HD 1+1 (6hp), Att 1 × spear (1-6), ML 8";
    for head in [
        "Reed Orc x4:",
        "**Reed Orc** (×4)",
        "4 × Reed Orc:",
        "**4 Reed Orc**:",
        "__Reed Orc__ (4):",
        "Reed Orc x 4,",
    ] {
        let haul = self::haul(&format!("{head} {values}"));
        let sheet = only(&haul);
        assert_eq!((&*sheet.block.name, sheet.count), ("Reed Orc", Some(DiceExpr::flat(4))), "{head}");
    }
}

#[test]
fn labels_in_bold_are_labels() {
    let haul = sample!("11-markdown-bold-labels.txt");
    let sheet = only(&haul);
    assert_eq!((&*sheet.block.name, &*told(sheet)), ("Reed Newt", "1, 4, 7; bite 1d4; 90/30; F1; 7; -"));
    // Implied by the tables for one Hit Die.
    assert_eq!(sheet.block.thac0, None);
    for (open, close) in [
        ("**", "**"),
        ("__", "__"),
        ("***", "***"),
        ("*", "*"),
        ("_", "_"),
        ("<b>", "</b>"),
        ("<strong>", "</strong>"),
    ] {
        let label = |label: &str| format!("{open}{label}{close}");
        let line = format!(
            "{}: {} 7 [12], {} 1** (4hp), {} 2 × bite (1d4), {} 13 [+6], {} 90' (30'), {} 7",
            label("Reed Newt"),
            label("AC"),
            label("HD"),
            label("#AT"),
            label("THAC0"),
            label("MV"),
            label("ML")
        );
        reads(&line, "Reed Newt", "1*, 4, 7; bite x2 1d4; 90/30; -; 7; -");
        assert_eq!(only(&self::haul(&line)).block.thac0, Some(13), "{line}");
    }
    reads(
        "**Reed Newt**\n\n- **Armour Class:** 7\n- **Hit Dice:** 1**\n- **Attacks:** 1 bite\n- **Damage:** 1d4\n- **THAC0:** 13\n",
        "Reed Newt",
        "1*, -, 7; bite 1d4; -/-; -; -; -",
    );
    reads(
        "| **Reed Newt** |\n\n> **AC** 7; **HD** 1**; **AT** 1 bite 1d4; **ML** 7",
        "Reed Newt",
        "1*, -, 7; bite 1d4; -/-; -; 7; -",
    );
}

// Spanish and other labels.

#[test]
fn spanish_labels_are_read() {
    let all = "3+1*, 14, 4; garra x2 1d4, mordisco 1d6; 120/40; -; 8; -";
    reads(
        "Acechador: CA 4 [15], DG 3+1* (14pg), Ataques 2 × garra (1d4), 1 × mordisco (1d6), Mov 120' (40'), ML 8, PX 50",
        "Acechador",
        all,
    );
    reads(
        "Acechador\nClase de Armadura: 4 [15]\nDados de Golpe: 3+1*\nPuntos de Golpe: 14\nAtaques: 2 garras y 1 mordisco\nDaño: 1d4/1d4/1d6\nMovimiento: 36 m (12 m)\nMoral: 8",
        "Acechador",
        all,
    );
    reads(
        "Acechador CA 4 [15] DG 3+1* PG 14 Atq 2 garras (1d4), mordisco 1d6 Mov 40' por asalto ML 8",
        "Acechador",
        all,
    );
    reads(
        "```statblock\nname: Acechador\nca: 4 [15]\ndg: 3+1*\npg: 14\nataques: 2 garras, 1 mordisco\ndaño: 1d4/1d4/1d6\nmov: 36m (12m)\nml: 8\n```\n",
        "Acechador",
        all,
    );
    let saves = haul("Acechador: CA 4 [15], DG 3, PG 14, TS M9 V11 P12 A13 S14, ML 8");
    assert_eq!(only(&saves).block.saves, Some([9, 11, 12, 13, 14]));
    // French blocks have their own label for Hit Dice, and damage under DG.
    reads(
        "Rôdeur: CA 4, DV 3+1, PV 14, AT 1 morsure, DG 1d6, ML 8",
        "Rôdeur",
        "3+1, 14, 4; morsure 1d6; -/-; -; 8; -",
    );
    reads(
        "Lauerer\nRüstungsklasse: 4\nTrefferwürfel: 3+1\nTrefferpunkte: 14\nAngriffe: 1 Biss\nSchaden: 1d6\nMoral: 8",
        "Lauerer",
        "3+1, 14, 4; Biss 1d6; -/-; -; 8; -",
    );
    let table = haul("Name;Klasse;PG;CA;Mov\nBrea;F3;18;3;120\n");
    assert_eq!((only(&table).block.hp, only(&table).block.ac), (Some(18), Some(3)));
}

// Bounds on what aliases and many values take.

#[test]
fn aliases_of_aliases_are_refused() {
    let line = |n: usize| format!("b{n}: &b{n} [{}]\n", vec![format!("*b{}", n - 1); 9].join(", "));
    let laughs = format!("b0: &b0 [lol, lol, lol]\n{}", (1..=12).map(line).collect::<String>());
    assert!(laughs.len() < 1024);
    let long = format!("a: &a {}\nb: [{}]\n", "x".repeat(1_000_000), "*a, ".repeat(200));
    let merged = format!(
        "b0: &b0 {{{}}}\n{}",
        (0..40).map(|n| format!("k{n}: 1,")).collect::<String>(),
        laughs.replace("b0: &b0 [lol, lol, lol]\n", "")
    );
    for text in [
        laughs.clone(),
        long,
        merged,
        format!("name: Newt\nac: 7\nhd: 1\n{laughs}"),
        format!("```statblock\nname: Newt\nac: 7\n{laughs}```\n"),
        format!("```encounter\ncreatures: [Newt]\n{laughs}```\n"),
        format!("---\nstatblock: true\nname: Newt\n{laughs}---\nNewt: AC 7, HD 1, hp 4, ML 7\n"),
        format!("a: 1\n---\n{laughs}"),
    ] {
        assert_eq!(
            import::read(text.as_bytes(), &|_| None),
            Err(ImportError::TooMuch),
            "{}",
            &text[..60]
        );
    }
    let fault = ImportError::TooMuch.to_string();
    assert!(fault.contains("YAML aliases") && fault.contains("write out what the aliases"), "{fault}");
    // The budget is that of the file, however many blocks it has.
    let block = format!(
        "```statblock\nname: Newt\nac: 7\nhd: 1\na: &a {}\nb: [{}]\n```\n",
        "x".repeat(10_000),
        "*a, ".repeat(200)
    );
    assert_eq!(haul(&block.repeat(3)).found.len(), 3);
    assert_eq!(import::read(block.repeat(100).as_bytes(), &|_| None), Err(ImportError::TooMuch));
}

#[test]
fn too_many_values_are_refused() {
    let wide = format!("[{}1]", "1,".repeat(2_100_000));
    let within = format!("{{\"ImprovedInitiative.SavedEncounters.a\": \"{wide}\"}}");
    for text in [wide, within] {
        assert_eq!(
            import::read(text.as_bytes(), &|_| None),
            Err(ImportError::TooMuch),
            "{}",
            &text[..40]
        );
    }
}

// What the source hides is hidden.

#[test]
fn what_a_source_hides_is_hidden() {
    let hidden = |haul: &Haul| -> Vec<bool> {
        let fighters = haul.fights.iter().flat_map(|fight| &fight.combatants).map(|one| &one.sheet);
        haul.found.iter().map(|found| &found.sheet).chain(fighters).map(|sheet| sheet.hidden).collect()
    };
    let block = r#""StatBlock": {"Name": "Newt", "HP": {"Value": 3}, "AC": {"Value": 12}}"#;
    let improved = |flag: &str| {
        format!("{{\"Name\": \"x\", \"Combatants\": [{{\"Hidden\": {flag}, {block}}}, {{{block}}}]}}")
    };
    assert_eq!(hidden(&haul(&improved("true"))), [true, false]);
    assert_eq!(hidden(&haul(&improved("false"))), [false, false]);
    let notes_of = haul(&improved("true"));
    assert!(!notes(&notes_of.fights[0].combatants[0].sheet).contains("Hidden"));
    for (flag, is) in [
        ("\"hidden\": true", true),
        ("\"prototypeToken\": {\"hidden\": true}", true),
        ("\"token\": {\"hidden\": true}", true),
        ("\"prototypeToken\": {\"hidden\": false}", false),
    ] {
        let actor = format!(
            "{{\"name\": \"Newt\", \"type\": \"monster\", \"system\": {{\"hp\": {{\"hd\": \"1d8\"}}, \"thac0\": {{}}, \"aac\": {{}}}}, {flag}}}"
        );
        assert_eq!(hidden(&haul(&actor)), [is], "{flag}");
    }
    let note = |creatures: &str| hidden(&haul(&format!("```encounter\n{creatures}\n```\n")));
    assert_eq!(note("creatures:\n  - Newt, 3, 12, hidden\n  - Toad, 3, 12"), [true, false]);
    assert_eq!(
        note(
            "creatures:\n  - 2: {creature: Newt, hp: 3, hidden: true}\n  - [[Toad, Old Sedge], 3, hide]"
        ),
        [true, true]
    );
    assert_eq!(note("hide: creatures\ncreatures:\n  - Newt, 3, 12"), [true]);
    assert_eq!(note("hide: [players, creatures]\ncreatures:\n  - Newt, 3, 12"), [true]);
    assert_eq!(note("hide: players\ncreatures:\n  - Newt, 3, 12"), [false]);
    let state = r#"{"players": [], "parties": [], "encounters": {"x": {"creatures": [{"name": "Newt", "hp": 9, "hidden": true}, {"name": "Toad", "hp": 9, "hidden": false}]}}}"#;
    assert_eq!(hidden(&haul(state)), [true, false]);
    assert_eq!(hidden(&haul("```statblock\nname: Newt\nac: 7\nhd: 1\nhidden: true\n```\n")), [true]);
    assert_eq!(hidden(&haul("Name,Class,Hidden\nBrea,F3,\nOdo,C2,yes\n")), [false, true]);
}

#[test]
fn the_combatants_of_a_fight_are_hidden_and_its_sides_are_whose_they_are() {
    let rules = wardrum::shorthand::printed::with_hit_points().next().expect("rules");
    let block = |name: &str, player: &str| {
        format!(
            "\"StatBlock\": {{\"Name\": \"{name}\", \"Player\": \"{player}\", \"HP\": {{\"Value\": 3}}, \"AC\": {{\"Value\": 12}}}}"
        )
    };
    let fight = |all: &str| {
        let haul = haul(&format!("{{\"Name\": \"x\", \"Combatants\": [{all}]}}"));
        import::kept::encounter(rules, &haul.fights[0], |_| 1).0
    };
    let (newt, brea) = (block("Newt", ""), block("Brea", "player"));
    let e = fight(&format!("{{\"Hidden\": true, {newt}}}, {{{brea}}}"));
    let newt_there = e.named("Newt").expect("the newt");
    let brea_there = e.named("Brea").expect("Brea");
    assert_eq!(newt_there.sight.word(), "hidden");
    assert!(brea_there.sight.is_known());
    assert!(!e.is_players(newt_there.side) && e.is_players(brea_there.side));
    // Without any hero, no side is theirs until that is said; a party says it as it comes in.
    let mut foes = fight(&format!("{{{newt}}}"));
    assert!(foes.side_ids().all(|side| !foes.is_players(side)));
    foes.sides.push(wardrum::rules::model::encounter::Side::new("Party"));
    let players: Vec<bool> = foes.side_ids().map(|side| foes.is_players(side)).collect();
    assert_eq!(players, [false, false]);
}

// The summary.

#[test]
fn what_lacks_is_counted() {
    let text = "Newt: AC 7 [12], HD 1 (4hp), Att 1 × bite (1d4), ML 7\n\nToad: HD 1 (4hp), MV 30' (10'), ML 7\n\nEel: AC 7 [12], hp 4, ML 7";
    assert_eq!(
        haul(text).summary().to_string(),
        "3 creatures · 2 without an attack · 1 without an armour class · 1 with Hit Dice guessed"
    );
    assert_eq!(
        haul("Newt: AC 7 [12], HD 1 (4hp), Att 1 × bite (1d4), ML 7").summary().to_string(),
        "1 creature"
    );
    let table = haul("Name,Class,HP,AC,Weapon\nBrea,F3,18,3,sword\nOdo,C2,9,,\n");
    assert_eq!(
        table.summary().to_string(),
        "2 characters · 1 without an attack · 1 without an armour class"
    );
    let fight = haul("```encounter\nname: x\ncreatures:\n  - Newt, 3, 12\n```\n");
    assert_eq!(fight.summary().to_string(), "1 fight · 1 without an attack · 1 with Hit Dice guessed");
}
