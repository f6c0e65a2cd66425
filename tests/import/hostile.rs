//! Broken and malicious files: nothing panics, and nothing is taken unchecked.

use crate::cases::config;
use crate::told::is_admitted;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use wardrum::import::{self, Haul, ImportError, MOST_BYTES};

fn read(bytes: &[u8]) -> Result<Haul, ImportError> {
    let haul = import::read(bytes, &|_| None)?;
    for sheet in haul.found.iter().map(|found| &found.sheet) {
        is_admitted(&sheet.block);
        assert!(!sheet.block.name.chars().any(char::is_control), "{:?}", sheet.block.name);
        assert!(sheet.block.name.chars().count() <= 40 && sheet.block.notes.chars().count() <= 610);
    }
    for one in haul.fights.iter().flat_map(|fight| &fight.combatants) {
        is_admitted(&one.sheet.block);
    }
    Ok(haul)
}

#[test]
fn what_lies_too_deep_is_no_file() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let text = format!("{}1{}", open.repeat(100_000), close.repeat(100_000));
        let fault = read(text.as_bytes()).expect_err("too deep").to_string();
        assert!(fault.contains("nested deeper than 64"), "{fault}");
    }
    let yaml = format!("```statblock\na: {}\n```\n", "[".repeat(100_000));
    assert!(read(yaml.as_bytes()).is_err());
    let _ = read("(".repeat(100_000).as_bytes());
    let _ = read(format!("AC 6 HD 1 hp 3 ML 7 {}", "(".repeat(20_000)).as_bytes());
}

#[test]
fn what_is_too_large_is_refused_and_much_is_bounded() {
    assert_eq!(read(&vec![b'x'; MOST_BYTES + 1]), Err(ImportError::TooLarge(MOST_BYTES + 1)));
    let one = r#"{"name": "Newt", "hitdice": "1", "armorclass": "12"}"#;
    let many = format!("[{}]", vec![one; 20_010].join(","));
    let haul = import::read(many.as_bytes(), &|_| None).expect("newts");
    assert_eq!(haul.found.len(), 20_000);
    assert_eq!(haul.passed_over, ["records that are not creatures: 10"]);
}

#[test]
fn what_repeats_itself_is_read_in_one_go() {
    let many = |part: &str| part.repeat(10_000 / part.len());
    let labels = "Newt: AC 6, HD 1, hp 3, ML 7, Att ";
    for part in [
        "[[",
        "<a",
        "<",
        "3 (",
        "@a[",
        "dice:",
        "(",
        "1d6 + ",
        "a or ",
        "`encounter:",
        "[a](",
        "x\n\n",
        "AC 6 HD 1\n",
        "()",
    ] {
        let _ = read(many(part).as_bytes());
        let _ = read(format!("{labels}{}", many(part)).as_bytes());
        let _ = read(format!("{}{labels}1", many(part)).as_bytes());
        let record = json!([{"name": many(part), "hitdice": many(part), "armorclass": many(part), "noattacks": many(part), "damage": many(part)}]);
        let _ = read(record.to_string().as_bytes());
    }
    let nested = format!("{labels}{}{}", many("3 (2 a, "), many(")"));
    let _ = read(nested.as_bytes());
    let fence = format!("```encounter\ncreatures:\n{}```\n", many("- 2: Newt\n"));
    assert!(read(fence.as_bytes()).is_ok());
}

#[test]
fn odd_values_are_left_as_notes() {
    let huge = json!({"name": "Newt\u{1b}[31m\n\u{0}", "hitdice": "999999999999999999999d8+99999999999", "armorclass": -9e18,
        "noattacks": "99999 claws", "damage": "99999d99999", "movement": "999999999999' (9')", "morale": "99",
        "saveas": "Fighter: 999", "noappearing": "0"});
    let haul = read(format!("[{huge}]").as_bytes()).expect("a newt");
    assert_eq!(&*haul.found[0].sheet.block.name, "Newt[31m");
    let wrong = json!([{"slug": 4, "name": ["a"], "hit_points": {"x": null}, "armor_class": [], "speed": 7, "actions": {"a": 1},
        "hit_dice": true}]);
    let _ = read(wrong.to_string().as_bytes());
    let nulls = json!({"name": "Newt", "type": "monster", "system": {"thac0": null, "aac": null, "hp": null}, "items": [null, 4, "x", {}]});
    assert!(read(nulls.to_string().as_bytes()).is_err(), "a name alone");
    let no_text = read(b"Bog \xff\xfe Lurker: AC 6, HD 4, hp 18, ML 9, MV 60' (20')").expect("a lurker");
    assert_eq!(no_text.found[0].sheet.block.ac, Some(6));
}

/// Keys that the formats look for.
const KEYS: [&str; 54] = [
    "Name",
    "HP",
    "AC",
    "Value",
    "Notes",
    "Actions",
    "Content",
    "Speed",
    "Combatants",
    "StatBlock",
    "Creatures.a",
    "PersistentCharacters.b",
    "SavedEncounters.c",
    "name",
    "type",
    "system",
    "data",
    "items",
    "hp",
    "hd",
    "max",
    "value",
    "ac",
    "aac",
    "thac0",
    "bba",
    "saves",
    "death",
    "details",
    "morale",
    "appearing",
    "armorClass",
    "hitDice",
    "number",
    "mod",
    "biography",
    "hitPoints",
    "slug",
    "hit_points",
    "armor_class",
    "hit_dice",
    "actions",
    "desc",
    "attacks",
    "results",
    "fields",
    "hitdice",
    "armorclass",
    "noattacks",
    "damage",
    "saveas",
    "movement",
    "speed",
    "size",
];

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-40..60i64).prop_map(Value::from),
        any::<f64>().prop_map(|n| serde_json::Number::from_f64(n).map_or(Value::Null, Value::Number)),
        ".{0,20}".prop_map(Value::from),
        figures().prop_map(Value::from),
    ]
}

/// Texts that resemble values in books.
fn figures() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        "[0-9]{1,4}",
        "[0-9]{0,3}d[0-9]{1,3}",
        "[+-][0-9]{1,3}",
        "[\\[\\](){}*'\",;:./×½–]",
        " ",
        "( or |and|each|by weapon|HD|AC|hp|ML|x|plus|paralysis|Att|D|Sv|F|as|to)",
        "(claw|bite|claws|NH|Fighter|variable|swim|Fly|Melee Weapon Attack: \\+4 to hit|Hit: 6 \\(1d8)"
    ];
    prop::collection::vec(part, 0..14).prop_map(|parts| parts.concat())
}

fn value() -> impl Strategy<Value = Value> {
    scalar().prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((prop::sample::select(&KEYS[..]), inner), 0..8).prop_map(|fields| {
                Value::Object(
                    fields
                        .into_iter()
                        .map(|(key, value)| (key.to_string(), value))
                        .collect::<Map<_, _>>(),
                )
            }),
        ]
    })
}

/// A record that a format recognizes, with arbitrary fields.
fn record() -> impl Strategy<Value = Value> {
    let shapes: Vec<Vec<&str>> = vec![
        vec!["Name", "HP", "AC", "Speed", "Actions"],
        vec!["slug", "name", "hit_points", "armor_class", "hit_dice", "actions", "speed"],
        vec!["name", "hitdice", "armorclass", "noattacks", "damage", "saveas", "movement", "morale"],
    ];
    let fields = (prop::sample::select(shapes), prop::collection::vec(value(), 8));
    let record = fields.prop_map(|(keys, values)| {
        Value::Object(keys.into_iter().map(str::to_string).zip(values).collect::<Map<_, _>>())
    });
    let actor = (value(), value(), value(), any::<bool>()).prop_map(|(one, other, items, old)| {
        let system = if old {
            json!({"thac0": {"value": one}, "aac": {"value": other}, "hp": {"hd": one, "max": other}, "details": one, "saves": other})
        } else {
            json!({"armorClass": one, "hitDice": {"number": one, "size": other, "mod": one}, "biography": other, "move": one, "saves": other})
        };
        json!({"name": "x", "type": "monster", "system": system, "items": [{"name": "bite", "type": "weapon", "system": items}]})
    });
    prop_oneof![record, actor]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = read(&bytes);
    }

    #[test]
    fn any_text_is_read_or_refused(text in prop_oneof![".{0,300}", figures()], labels in any::<bool>()) {
        let before = if labels { "Newt: AC 6, HD 1, ML 7, MV 9, Att " } else { "" };
        let _ = read(format!("{before}{text}").as_bytes());
    }

    #[test]
    fn any_figure_behind_any_label_is_read(all in prop::collection::vec(figures(), 9)) {
        let labels = ["AC", "HD", "hp", "#At", "Dam", "Mv", "Sv", "Ml", "No. Appearing"];
        let lines: Vec<String> = labels.iter().zip(&all).map(|(label, figure)| format!("{label}: {figure}")).collect();
        let _ = read(format!("Newt\n{}", lines.join("\n")).as_bytes());
    }

    #[test]
    fn any_json_is_read_or_refused(value in value(), records in prop::collection::vec(record(), 1..4)) {
        let _ = read(value.to_string().as_bytes());
        let _ = read(Value::Array(records).to_string().as_bytes());
    }

    #[test]
    fn any_yaml_and_any_table_is_read_or_refused(value in value(), cells in prop::collection::vec(figures(), 8)) {
        let _ = read(format!("```statblock\nname: x\nac: {value}\nhp: {value}\nactions: {value}\n```\n```encounter\ncreatures: {value}\n```\n").as_bytes());
        let _ = read(format!("Name;Class;Lvl;HP;AC;Saves;Move;Weapon\n{}\n", cells.join(";")).as_bytes());
    }
}
