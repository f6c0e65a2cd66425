//! Shorthand and copied stat blocks under all rulesets.

use wardrum::rules::model::block::d20::{Ability, Attack, Block, Class, CreatureKind, Damage, Trait};
use wardrum::rules::model::block::wounds::Body;
use wardrum::rules::model::combatant::StatBlock;
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::registry;
use wardrum::shorthand::{self, Reading, Words};
use wardrum::store::{Bestiary, ready};

const WITH_HIT_POINTS: [RulesetId; 4] =
    [RulesetId::Bx, RulesetId::Countdown, RulesetId::Zero, RulesetId::House];

fn reading(by: RulesetId, text: &str) -> Reading {
    let rules = registry::ruleset(by);
    let known = Bestiary::built_in(rules.about().family);
    let known = known.all().map(|(_, block)| block);
    shorthand::read(&Words::of(rules, known), text)
}

fn block(reading: &Reading) -> &Block {
    match &reading.block {
        StatBlock::Written(block) => block,
        other => panic!("{other:?}"),
    }
}

fn body(reading: &Reading) -> &Body {
    match &reading.block {
        StatBlock::Wounds(body) => body,
        other => panic!("{other:?}"),
    }
}

/// The armour class under those rules.
fn armour_class(by: RulesetId, reading: &Reading) -> i32 {
    let rules = registry::ruleset(by);
    match rules.admit(ready(rules, &reading.block)) {
        Ok(StatBlock::D20(d20)) => d20.figures.ac,
        other => panic!("{other:?}"),
    }
}

/// Count, name and damage of each attack: `2 claw 1d4`.
fn attacks(block: &Block) -> Vec<String> {
    let one = |line: &Attack| {
        let bonus = if line.bonus == 0 { String::new() } else { format!(" {:+}", line.bonus) };
        let dice = match &line.damage {
            Some(Damage::Dice(dice)) => format!(" {dice}"),
            _ => String::new(),
        };
        format!("{} {}{bonus}{dice}", line.count, line.name)
    };
    block.attacks.iter().map(one).collect()
}

#[test]
fn a_line_is_a_character_in_any_order() {
    for by in WITH_HIT_POINTS {
        for text in [
            "Halvard F1 9hp sword, bow",
            "Halvard sword, bow, hp 9, fighter 1",
            "Halvard 9 hp F 1 sword bow",
        ] {
            let read = reading(by, text);
            let halvard = block(&read);
            assert_eq!(
                (&*read.name, &*halvard.name, read.count.plus),
                ("Halvard", "Halvard", 1),
                "{text}"
            );
            let is = (halvard.kind, halvard.class, halvard.level, halvard.hp);
            assert_eq!(is, (CreatureKind::Pc, Some(Class::FIGHTER), Some(1), Some(9)), "{by:?}: {text}");
            assert_eq!(halvard.attacks.len(), 2, "{by:?}: {text}");
            assert!(read.rest.is_empty() && read.unclear.is_empty(), "{by:?}: {read:?}");
            let rules = registry::ruleset(by);
            assert!(rules.admit(ready(rules, &read.block)).is_ok(), "{by:?}");
        }
    }
}

/// A figure that is a plain number is read wherever it is written, because its row says how it is called: typed, or
/// copied from a book.
#[test]
fn a_plain_figure_is_read_by_its_name_from_every_source() {
    for figure in Block::FIGURES.iter().filter(|figure| !figure.keys.is_empty()) {
        let n = figure.bounds.0.max(2);
        for key in figure.keys {
            let of = |block: &Block| assert_eq!((figure.get)(block), Some(n), "{key}");
            of(block(&reading(RulesetId::Countdown, &format!("Halvard F1 9hp {key} {n}"))));
            let title = key[..1].to_uppercase() + &key[1..];
            let copied = format!("Bog Imp\nAC: 6\nHD: 3\nhp: 3\n#AT: 1\nD: 1d6\n{title}: {n}\n");
            of(&shorthand::printed::one(&copied).block);
        }
        let caught = |n: i32| {
            let line = format!("Halvard F1 9hp sword {} {n}", figure.keys[0]);
            let read = reading(RulesetId::Countdown, &line);
            let rules = registry::ruleset(RulesetId::Countdown);
            rules.admit(ready(rules, &read.block)).is_err()
        };
        assert!(!caught(figure.bounds.1) && caught(figure.bounds.1 + 1), "{figure:?}");
    }
}

#[test]
fn armour_class_is_read_whichever_way_it_counts() {
    let of = |by, text| armour_class(by, &reading(by, text));
    assert_eq!(of(RulesetId::Bx, "Ana F1 9hp AC5"), 5);
    assert_eq!(of(RulesetId::Bx, "Wyrm HD12 60hp AC-2"), -2);
    assert_eq!(of(RulesetId::Bx, "Wyrm HD12 60hp AC -2"), -2);
    assert_eq!(of(RulesetId::Bx, "Ana F1 9hp AC 14"), 5);
    assert_eq!(of(RulesetId::Bx, "Ana F1 9hp AC 5 [14]"), 5);
    assert_eq!(of(RulesetId::Zero, "Ana F1 9hp AC5"), 5);
    assert_eq!(of(RulesetId::Countdown, "Ana F1 9hp AC 5 [14]"), 14);
    assert_eq!(of(RulesetId::House, "Ana F1 9hp AC15"), 15);
    // The rules add up its parts.
    assert_eq!(of(RulesetId::Bx, "Ana F1 9hp chain mail, shield"), 4);
    assert_eq!(of(RulesetId::Bx, "Ana F1 9hp plate shield +1"), 1);
}

#[test]
fn classes_are_abbreviated() {
    let class = |by, text: &str| {
        let read = reading(by, text);
        let one = block(&read).class.map(|class| class.name().as_str().to_string());
        let several: Vec<String> =
            read.classes.iter().map(|class| class.name().as_str().to_string()).collect();
        (one.unwrap_or_default(), several.join(" "), block(&read).level)
    };
    let is = |name: &str, level| (name.to_string(), String::new(), Some(level));
    for by in WITH_HIT_POINTS {
        assert_eq!(class(by, "Ana MU3"), is("MagicUser", 3), "{by:?}");
        assert_eq!(class(by, "Ana magic-user 2"), is("MagicUser", 2), "{by:?}");
        assert_eq!(class(by, "Ana F2"), is("Fighter", 2), "{by:?}");
        assert_eq!(class(by, "Ana Ftr 2"), is("Fighter", 2), "{by:?}");
        assert_eq!(class(by, "Ana T1"), is("Thief", 1), "{by:?}");
        assert_eq!(class(by, "Ana rogue 2"), is("Thief", 2), "{by:?}");
        assert_eq!(class(by, "Ana Wizard 3"), is("MagicUser", 3), "{by:?}");
        assert_eq!(class(by, "Ana H2"), is("Halfling", 2), "{by:?}");
        assert_eq!(class(by, "Ana E4"), is("Elf", 4), "{by:?}");
    }
    for (letter, name) in [("M", "MagicUser"), ("C", "Cleric"), ("D", "Dwarf")] {
        assert_eq!(class(RulesetId::Bx, &format!("Ana {letter}2")), is(name, 2));
    }
    for (letter, name) in [("R", "Thief"), ("W", "MagicUser")] {
        assert_eq!(class(RulesetId::Countdown, &format!("Ana {letter}2")), is(name, 2));
    }
    let several = |names: &str| (String::new(), names.to_string(), Some(3));
    assert_eq!(class(RulesetId::Zero, "Ana P3"), several("Paladin Pirate"));
    assert_eq!(class(RulesetId::House, "Ana M3"), several("Mage MagicUser"));
    assert_eq!(class(RulesetId::House, "Bo halfling thief 2"), is("Thief", 2));
}

#[test]
fn creatures_are_counted_and_said_otherwise() {
    for by in WITH_HIT_POINTS {
        for (text, count, kind) in
            [("8 goblins", 8, "Goblin"), ("3 goblin", 3, "Goblin"), ("4x wolves", 4, "Wolf")]
        {
            let read = reading(by, text);
            assert_eq!(
                (read.count.plus, read.like.as_deref(), &*read.name),
                (count, Some(kind), kind),
                "{text}"
            );
        }
        let ogre = reading(by, "ogre 22hp");
        assert_eq!((block(&ogre).hp, &*ogre.name), (Some(22), "Ogre"));
        let orc = reading(by, "Grishnak orc 8hp hand axe");
        assert_eq!((&*orc.name, &*block(&orc).name, block(&orc).hp), ("Grishnak", "Orc", Some(8)));
        assert_eq!(block(&orc).attacks.len(), 1);
        assert_eq!(reading(by, "2d4 orcs").count.to_string(), "2d4");
    }
}

#[test]
fn spells_come_with_what_is_known_of_them() {
    let read = reading(RulesetId::Bx, "Mirel MU3 4hp \"sleep, web, sleep\" dagger");
    let mirel = block(&read);
    let spells: Vec<(&str, Option<u8>)> =
        mirel.spells.iter().map(|spell| (&*spell.name, spell.copies)).collect();
    assert_eq!(spells, [("sleep", Some(2)), ("web", Some(1))]);
    assert!(!mirel.spells[0].facts.is_empty());
    assert_eq!(attacks(mirel), ["1 dagger"]);
    // An unknown spell is kept by name.
    let read = reading(RulesetId::Bx, "Mirel MU3 4hp \"frogs in the well\"");
    assert_eq!(&*block(&read).spells[0].name, "frogs in the well");
}

#[test]
fn marks_scores_and_magic_are_read() {
    let read = reading(
        RulesetId::Bx,
        "Sir Kay the Bold F3 12hp plate, sword +1, lance, str 16, npc, ML 9, holy symbol",
    );
    let kay = block(&read);
    assert_eq!((&*read.name, kay.kind, kay.morale), ("Sir Kay the Bold", CreatureKind::Npc, Some(9)));
    assert_eq!(attacks(kay), ["1 sword +1", "1 lance"]);
    assert_eq!(kay.abilities.score(Ability::Str), Some(16));
    assert!(kay.is(Trait::HOLY_SYMBOL));
}

#[test]
fn what_is_not_understood_is_a_note() {
    let read = reading(RulesetId::Bx, "Ana F1 9hp sword, limps badly, owes 30 gold");
    assert_eq!(read.rest, ["limps badly", "owes 30 gold"]);
    assert_eq!(&*block(&read).notes, "limps badly; owes 30 gold");
    let name = reading(RulesetId::Bx, "Halvard");
    assert!(name.only_name && &*name.name == "Halvard");
}

#[test]
fn more_hit_points_left_than_there_are_is_no_figure() {
    let read = reading(RulesetId::Bx, "Ana F1 4/6hp");
    assert_eq!((block(&read).hp, read.left), (Some(6), Some(4)));
    let read = reading(RulesetId::Bx, "Ana F1 5/4hp");
    assert_eq!((block(&read).hp, read.left), (None, None));
    assert_eq!(read.unclear, ["5/4: found 5 hit points left, expected 4 at most"]);
}

#[test]
fn printed_stat_blocks_are_read() {
    let read = reading(
        RulesetId::Bx,
        "Bog Imp AC 6, HD 1-1, hp 3, #AT 1, D 1d6, MV 60' (20'), ML 7, Save as F1, XP 5",
    );
    let imp = block(&read);
    assert_eq!((&*read.name, imp.ac, imp.hp, imp.morale), ("Bog Imp", Some(6), Some(3), Some(7)));
    assert_eq!(imp.hd.map(|hd| hd.to_string()).as_deref(), Some("1-1"));
    assert_eq!((imp.movement.base, imp.movement.encounter), (Some(60), Some(20)));
    assert_eq!(
        (attacks(imp), imp.save_as),
        (vec!["1 attack 1d6".to_string()], Some((Some(Class::FIGHTER), 1)))
    );
    assert_eq!(read.rest, ["XP 5"]);

    let text = "Goblin. AC 6 [13], HD 1-1 (3hp), Att 1 × weapon (1d6 or by weapon), THAC0 19 [0], \
        MV 60’ (20’), SV D14 W15 P16 B17 S18 (NH), ML 7 (9 with king), AL Chaotic, XP 5, NA 2d4 (6d10), TT R (C)";
    let read = reading(RulesetId::Bx, text);
    let goblin = block(&read);
    // Values that the tables imply are dropped.
    assert_eq!((goblin.ac, goblin.thac0, goblin.saves), (Some(6), None, None));
    assert_eq!(goblin.save_as, Some((None, 0)));
    assert_eq!(attacks(goblin), ["1 weapon 1d6"]);
    assert_eq!(
        read.rest,
        ["Att weapon: or by weapon", "ML 9 with king", "AL Chaotic", "XP 5", "TT R (C)"]
    );
    // Where unarmoured is 11, the same armour is one better.
    let read = reading(RulesetId::Countdown, text);
    assert_eq!((block(&read).ascending, armour_class(RulesetId::Countdown, &read)), (None, 14));

    let text = "Bog Lurker: AC 14 (11), HD 3+1, #At 2 claws, 1 bite, Dam 1d4/1d4/1d8, Mv 20', Sv F3, Ml 9, XP 145";
    let read = reading(RulesetId::Countdown, text);
    let lurker = block(&read);
    assert_eq!(
        (&*read.name, lurker.ascending, lurker.movement.encounter),
        ("Bog Lurker", Some(14), Some(20))
    );
    assert_eq!(attacks(lurker), ["2 claw 1d4", "1 bite 1d8"]);

    let read = reading(
        RulesetId::Zero,
        "Mire Hound: HD 2; AC 7 [12]; Atk 1 bite (1d6); Move 14; Save 16; AL N; CL/XP 2/30; Special: tracks by scent",
    );
    let hound = block(&read);
    assert_eq!(
        (hound.ac, hound.movement.base, attacks(hound)),
        (Some(7), Some(140), vec!["1 bite 1d6".to_string()])
    );
    assert_eq!(read.rest, ["Save 16", "AL N", "CL/XP 2/30", "Special tracks by scent"]);

    let read =
        reading(RulesetId::Bx, "Owl-thing AC5 HD5 hp 22 #AT 3 (2 claws, bite) D 1-8/1-8/2-12 ML 9");
    assert_eq!(attacks(block(&read)), ["2 claw 1d8", "1 bite 2d6"]);
}

#[test]
fn where_wounds_are_counted_toughness_skill_and_will_are_said() {
    let read = reading(RulesetId::Seconds, "Berto bandit skill 4 toughness 11 will 10 dodge 3");
    let berto = body(&read);
    assert_eq!((&*read.name, read.like.as_deref(), berto.weapon_skill), ("Berto", Some("Bandit"), 4));
    assert_eq!((berto.dodge, berto.end, berto.will_misc), (Some(3), 4, 1));
    let read =
        reading(RulesetId::Seconds, "Ingrid str 5 skill 6 parry 4 armour 2 short sword, long bow");
    let ingrid = body(&read);
    assert_eq!((&*read.name, ingrid.str, ingrid.parry, ingrid.armour), ("Ingrid", 5, Some(4), Some(2)));
    let lines: Vec<String> = ingrid
        .attacks
        .iter()
        .map(|line| format!("{} {}", line.name, line.damage.expect("dice")))
        .collect();
    // The damage includes her own Strength.
    assert_eq!(lines, ["short sword 1d6+5", "long bow 1d8+2"]);
    assert_eq!(reading(RulesetId::Seconds, "8 goblins").count.plus, 8);
}

#[test]
fn a_skill_is_said_in_two_words() {
    let read =
        reading(RulesetId::Seconds, "Sela ranged skill 4, magic skill 2, weapon skill 3, long bow");
    let body = body(&read);
    assert_eq!(&*read.name, "Sela");
    assert_eq!((body.ranged_skill, body.magic_skill, body.weapon_skill), (4, 2, 3));
    assert!(read.rest.is_empty(), "{:?}", read.rest);
}
