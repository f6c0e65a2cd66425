//! The embedded assets are complete: every rule of the catalogue once, tables without gaps, a term for everything that
//! the rules can name, and creatures that can fight.

#[path = "assets/bodies.rs"]
mod bodies;
#[path = "assets/kept.rs"]
mod kept;
#[path = "assets/vocabulary.rs"]
mod vocabulary;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use wardrum::rules::d20::tables::Weapon;
use wardrum::rules::house::tables::{Critical, Fumble, Part};
use wardrum::rules::model::block::d20::{Ability, Block, Range};
use wardrum::rules::model::block::wounds::{EmpClass, Make, Tenths};
use wardrum::rules::model::combatant::StatBlock;
use wardrum::rules::model::command::{Arrival, Command, Deed, Location, Surface};
use wardrum::rules::model::condition::Meaning;
use wardrum::rules::model::dice::{Purpose, Tape};
use wardrum::rules::model::effect::Condition;
use wardrum::rules::model::encounter::{Encounter, Side};
use wardrum::rules::model::event::Event;
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::ids::SideId;
use wardrum::rules::model::offer::Offer;
use wardrum::rules::model::tally::Reason;
use wardrum::rules::model::window::{Phase, Slot, Window};
use wardrum::rules::registry;
use wardrum::rules::ruleset::Ruleset;
use wardrum::rules::ruleset::about::{Family, RuleMode, Topic};
use wardrum::rules::seconds::condition;
use wardrum::rules::{self, bx, countdown, house, seconds, zero};
use wardrum::scenario::given::built_in;
use wardrum::store::{Bestiary, ready};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The rows of a ruleset's catalogue: id, tier, mode.
fn catalogue(id: RulesetId) -> Vec<[String; 3]> {
    let path = root().join(format!("tests/catalogue/{}.tsv", id.name()));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let row = |line: &str| {
        let mut parts = line.split('\t').map(str::to_string);
        [(); 3].map(|()| parts.next().unwrap_or_default())
    };
    text.lines().skip(1).map(row).collect()
}

#[test]
fn every_rule_and_option_of_the_catalogue_stands_there_once() {
    for id in registry::ALL {
        let about = registry::ruleset(id).about();
        assert_eq!(about.id, id);
        let mode = |mode: RuleMode| match mode {
            RuleMode::Auto => "auto",
            RuleMode::Assisted => "assisted",
            RuleMode::Reference => "reference",
        };
        let rules = about.rules.iter().map(|rule| (rule.id.to_string(), mode(rule.mode).to_string()));
        let options = about.options.iter().map(|option| (option.id.to_string(), "-".to_string()));
        let mut stated: Vec<(String, String)> = rules.chain(options).collect();
        let mut wanted: Vec<(String, String)> =
            catalogue(id).into_iter().map(|[id, _, mode]| (id, mode)).collect();
        stated.sort();
        wanted.sort();
        assert_eq!(stated, wanted, "{}: ids and modes", id.name());
        for option in &about.options {
            assert!(option.values.len() >= 2, "{}: an option needs two values", option.id);
        }
        assert!(about.rules.iter().all(|rule| !rule.title.is_empty() && !rule.text.is_empty()));
    }
}

#[test]
fn the_tables_cover_every_number_once() {
    let tables = bx::tables();
    assert!(tables.thac0_by_hd.covers(1, 99), "THAC0 by Hit Dice");
    assert!(tables.monster_saves.covers(1, 99), "monster saves");
    assert!(tables.ability.covers(3, 18), "ability modifiers");
    assert!(tables.dexterity_initiative.covers(3, 18), "initiative by Dexterity");
    assert!(tables.charisma_reaction.covers(3, 18), "reaction by Charisma");
    assert!(tables.turning.0.covers(1, 14), "turning by level");
    assert!(tables.evasion.0.covers(1, 9999), "evasion by size");
    assert!(tables.evasion.0.0.iter().all(|(_, _, row)| row.covers(1, 9999)), "evasion by pursuers");
    let (least, _, _) = tables.reaction.0[0];
    let (_, most, _) = tables.reaction.0[tables.reaction.0.len() - 1];
    assert!(least <= 2 && most >= 12 && tables.reaction.covers(least, most), "reaction, 2d6");
    let loads = &tables.detailed_encumbrance;
    assert!(loads.covers(0, loads.0[loads.0.len() - 1].1), "detailed encumbrance");
    for class in &tables.classes {
        assert!(class.levels.covers(1, class.top.into()), "{:?}: levels", class.class);
    }
    let mut thac0: Vec<i32> = tables.matrix.iter().map(|(thac0, _)| *thac0).collect();
    thac0.sort_unstable();
    assert_eq!(thac0, (5..=20).collect::<Vec<_>>(), "a row of the matrix for every THAC0");
}

#[test]
fn the_matrix_is_thac0_less_armour_class_held_between_2_and_20() {
    for (thac0, row) in &bx::tables().matrix {
        for (ac, need) in (-3..=9).zip(row) {
            assert_eq!(*need, (thac0 - ac).clamp(2, 20), "THAC0 {thac0}, AC {ac}");
        }
    }
}

#[test]
fn every_table_belongs_to_a_rule_and_fills_its_columns() {
    for id in registry::ALL {
        let rules = registry::ruleset(id);
        for table in rules.tables() {
            assert!(rules.about().rule(&table.rule).is_some(), "{} is no rule", table.rule);
            assert!(!table.title.is_empty() && !table.rows.is_empty(), "{}", table.rule);
            for row in &table.rows {
                assert_eq!(row.len(), table.head.len(), "{}: {row:?}", table.rule);
                assert!(row.iter().all(|cell| !cell.is_empty()), "{}: {row:?}", table.rule);
            }
        }
    }
}

/// Rules of the catalogue that are for lookup only and consist of text alone.
fn words_alone(id: RulesetId) -> &'static [&'static str] {
    match id.name() {
        "bx" => &[
            "bx.distance.units",
            "bx.party.organisation",
            "bx.party.marching-order",
            "bx.party.caller-mapper",
            "bx.party.treasure-division",
        ],
        "seconds" => &[
            "seconds.combo.known",
            "seconds.damage.light-bludgeon",
            "seconds.death.resuscitate",
            "seconds.healing.objects",
            "seconds.morale.aid",
            "seconds.hazard.tuck-and-roll",
            "seconds.poison.alcohol",
            "seconds.poison.diagnosis",
            "seconds.class.level-up",
            "seconds.condition.soul-coma",
            "seconds.condition.tired",
            "seconds.condition.nauseated",
            "seconds.condition.drunk",
        ],
        "countdown" => &["countdown.equipment.weapon-size"],
        "zero" => &["zero.surprise.monster-intent", "zero.reaction.moods"],
        "house" => &[
            "house.distance.encounter",
            "house.check.foraging",
            "house.death.scars",
            "house.healing.first-level-hp",
            "house.class.strongholds",
            "house.class.beast-clairvoyance",
            "house.spell.spellbook",
            "house.special.dimvision",
            "house.special.subdual",
        ],
        other => panic!("what is words alone in {other}?"),
    }
}

#[test]
fn what_is_to_be_looked_up_has_a_text_and_a_table_where_it_is_one() {
    for id in registry::ALL {
        let (about, tables) = (registry::ruleset(id).about(), registry::ruleset(id).tables());
        let tabled: BTreeSet<&str> = tables.iter().map(|table| &*table.rule).collect();
        let mut words: BTreeSet<&str> = words_alone(id).iter().copied().collect();
        for [rule, _, mode] in &catalogue(id) {
            if mode == "reference" {
                assert!(about.rule(rule).is_some_and(|rule| !rule.text.is_empty()), "{rule}: no text");
                let alone = words.remove(&**rule);
                assert_ne!(tabled.contains(&**rule), alone, "{rule}: a table or words alone");
            }
        }
        assert!(words.is_empty(), "{words:?}: not to be looked up");
    }
}

/// Every table of a ruleset: the rule it belongs to, and the row counts of the asset for it.
fn rows_of(id: RulesetId) -> Vec<(&'static str, Vec<usize>)> {
    match id.name() {
        "bx" => rows_of_bx(),
        "seconds" => rows_of_seconds(),
        "countdown" => rows_of_countdown(),
        "zero" => rows_of_zero(),
        "house" => rows_of_house(),
        other => panic!("what tables has {other}?"),
    }
}

fn rows_of_bx() -> Vec<(&'static str, Vec<usize>)> {
    let asset = bx::tables();
    let levels = asset.classes.iter().map(|class| class.levels.0.len()).sum();
    vec![
        ("bx.reaction.roll", vec![asset.reaction.0.len()]),
        // Normal humans are separate.
        ("bx.attack.matrix", vec![asset.matrix.len(), 1 + asset.thac0_by_hd.0.len()]),
        ("bx.save.monster-table", vec![1 + asset.monster_saves.0.len()]),
        ("bx.save.class-tables", vec![levels]),
        ("bx.encumbrance.treasure-weights", vec![asset.treasure_weights.len()]),
        ("bx.encumbrance.basic", vec![asset.basic_encumbrance.len()]),
        // Plus the row for loads too heavy to carry.
        ("bx.encumbrance.detailed", vec![asset.detailed_encumbrance.0.len() + 1]),
        ("bx.special.turn-undead", vec![asset.turning.0.0.len()]),
        ("bx.pursuit.evasion-wilderness", vec![asset.evasion.0.0.len()]),
        ("bx.ability.modifiers", vec![asset.ability.0.len()]),
        ("bx.class.progressions", vec![levels]),
        ("bx.equipment.weapons", vec![asset.weapons.len()]),
        // Plus the shield.
        ("bx.equipment.armor", vec![asset.armour.len() + 1]),
    ]
}

fn rows_of_seconds() -> Vec<(&'static str, Vec<usize>)> {
    let asset = seconds::tables();
    let radiant = asset.poisons.iter().filter(|poison| poison.name.starts_with("Radiation"));
    vec![
        ("seconds.time.action-costs", vec![asset.costs.len()]),
        ("seconds.scale.table", vec![asset.scales.len()]),
        ("seconds.attack.bonus-format", vec![asset.modifiers.len()]),
        ("seconds.situation.cover", vec![asset.situations.len()]),
        ("seconds.calledshot.roll", vec![asset.called.len()]),
        // Plus armour.
        ("seconds.calledshot.item", vec![asset.items.len() + 1]),
        ("seconds.damage.emp", vec![asset.emp.len()]),
        ("seconds.confusion.roll", vec![asset.confusion.0.len()]),
        ("seconds.hazard.fall", vec![asset.falls.0.len(), asset.surfaces.len()]),
        ("seconds.poison.check", vec![asset.poisons.len()]),
        ("seconds.poison.radiation", vec![radiant.count()]),
        ("seconds.encumbrance.step", vec![asset.loads.0.len()]),
        ("seconds.class.xp-award", vec![asset.awards.len()]),
        // Plus the row for levels beyond the last.
        ("seconds.class.progression", vec![asset.progression.len() + 1]),
    ]
}

fn rows_of_countdown() -> Vec<(&'static str, Vec<usize>)> {
    let asset = countdown::tables();
    let saves = asset.saves.0.iter().map(|column| column.levels.0.len()).sum();
    vec![
        ("countdown.attack.stacking", vec![asset.to_hit.len(), asset.to_armour.len()]),
        ("countdown.attack.cover", vec![asset.cover.0.len()]),
        ("countdown.missile.grenade-scatter", vec![asset.scatter.len()]),
        ("countdown.critical.special", vec![asset.critical.0.len()]),
        ("countdown.critical.condition", vec![asset.chart.0.len()]),
        ("countdown.fumble.special", vec![asset.fumble.0.len()]),
        ("countdown.special.grapple-check", vec![asset.grapple.len()]),
        ("countdown.class.ability-modifier", vec![asset.ability.0.len()]),
        ("countdown.class.attack-bonus", vec![asset.attack_bonus.monster.0.len()]),
        ("countdown.class.race", vec![asset.races.len()]),
        ("countdown.save.table", vec![saves]),
        ("countdown.encumbrance.movement", vec![asset.armour.len(), asset.loads.len()]),
        ("countdown.equipment.weapons", vec![asset.weapons.len()]),
        // Plus the shield.
        ("countdown.equipment.armor", vec![asset.armour.len() + 1]),
        ("countdown.equipment.siege", vec![asset.engines.len()]),
    ]
}

fn rows_of_zero() -> Vec<(&'static str, Vec<usize>)> {
    let asset = zero::tables();
    let men = asset.men.0.iter().map(|column| column.levels.0.len()).sum();
    let saves = asset.saves.0.iter().map(|column| column.levels.0.len()).sum();
    let firearms = asset.weapons.iter().filter(|weapon| weapon.tags.contains(&zero::tag::FIREARM));
    vec![
        ("zero.surprise.chance", vec![asset.surprise.len()]),
        ("zero.attack.modifier-stack", vec![asset.to_hit.len(), asset.to_armour.len()]),
        ("zero.missile.cover", vec![asset.cover.len()]),
        ("zero.melee.florentine", vec![asset.florentine.0.len()]),
        ("zero.missile.firearms", vec![firearms.count()]),
        ("zero.spell.simultaneous-save", vec![asset.interrupted.0.len()]),
        ("zero.pursuit.decide", vec![asset.pursuit.0.len()]),
        ("zero.pursuit.obstacle", vec![asset.obstacles.len()]),
        ("zero.attack.matrix-men", vec![men]),
        ("zero.attack.matrix-monsters", vec![asset.monsters.0.len()]),
        ("zero.save.table", vec![saves]),
        ("zero.attack.ability-table", vec![asset.ability.graded.0.len()]),
        // Plus the shield.
        ("zero.equipment.armour", vec![asset.armour.len() + 1]),
        ("zero.equipment.weapons", vec![asset.weapons.len()]),
        ("zero.melee.capacity", vec![asset.sizes.len()]),
        ("zero.melee.backstab-bonus", vec![asset.backstab.0.len()]),
        ("zero.reaction.table", vec![asset.reaction.0.len()]),
        ("zero.morale.score", vec![asset.morale.0.len()]),
        ("zero.critical.effect", vec![asset.critical.0.len()]),
        ("zero.fumble.effect", vec![asset.fumble.0.len()]),
        ("zero.spell.miscast-table", vec![asset.miscast.0.len()]),
    ]
}

fn rows_of_house() -> Vec<(&'static str, Vec<usize>)> {
    let asset = house::tables();
    let by_level = asset.classes.iter().map(|class| class.levels.0.len()).sum();
    let attacks = asset.classes.iter().map(|class| class.attacks.0.len()).sum();
    let progressions = asset.classes.iter().map(|class| class.progression.len()).sum();
    let missile = |weapon: &&Weapon| weapon.range == Range::Missile;
    let missiles = asset.weapons.iter().filter(missile).count();
    vec![
        ("house.reaction.roll", vec![asset.reaction.0.len()]),
        // Normal humans are separate.
        ("house.attack.roll", vec![1 + asset.attack_bonus.0.len()]),
        ("house.attack.stack", vec![asset.to_hit.len()]),
        ("house.attack.cover", vec![asset.cover.len()]),
        ("house.attack.two-weapons", vec![1]),
        ("house.melee.strength", vec![asset.ability.0.len()]),
        ("house.missile.splash-miss", vec![asset.directions.len()]),
        ("house.missile.ammunition", vec![asset.ammunition.len()]),
        ("house.critical.trigger", vec![asset.critical.0.len()]),
        ("house.critical.minor-injury", vec![asset.minor_injury.0.len()]),
        ("house.critical.major-injury", vec![asset.major_injury.0.len()]),
        ("house.fumble.trigger", vec![asset.fumble.0.len()]),
        ("house.save.roll", vec![1 + asset.saves.0.len(), by_level]),
        ("house.check.thief-d6", vec![asset.expertise.len()]),
        ("house.check.mage-skill", vec![asset.mage_skills.0.len()]),
        ("house.check.tracking", vec![asset.tracking.0.len(), asset.tracks.len()]),
        ("house.class.extra-attacks", vec![attacks]),
        ("house.class.weapon-specialization", vec![asset.specialization.0.len()]),
        ("house.class.two-weapon-fighting", vec![asset.two_weapon_talent.0.len()]),
        ("house.class.turn-undead", vec![asset.turning.0.0.len()]),
        ("house.class.adjustments", vec![progressions, asset.callings.len()]),
        ("house.spell.wild-magic", vec![asset.wild_magic.len()]),
        ("house.spell.bonus", vec![asset.bonus_spells.0.len()]),
        ("house.pursuit.wilderness", vec![asset.evasion.0.0.len(), asset.evasion_modifiers.len()]),
        ("house.encumbrance.rate", vec![asset.loads.len()]),
        ("house.encumbrance.strength", vec![asset.load_by_strength.0.len()]),
        ("house.equipment.armour-class", vec![asset.armour.len() + asset.shields.len()]),
        (
            "house.equipment.lists",
            vec![
                asset.weapons.len() - missiles,
                missiles,
                asset.gear.len(),
                asset.instruments.len(),
                asset.mounts.len(),
                asset.tack.len(),
                asset.boats.len(),
                asset.occupations.len(),
            ],
        ),
    ]
}

#[test]
fn the_tables_of_house_cover_every_number_once() {
    let tables = house::tables();
    assert!(tables.critical.covers(1, 100), "critical hit, d100");
    assert!(tables.minor_injury.covers(1, 100), "minor injury, d100");
    assert!(tables.major_injury.covers(1, 100), "major injury, d100");
    assert!(tables.fumble.covers(1, 100), "critical miss, d100");
    assert!(tables.ability.covers(3, 18), "ability modifiers");
    assert!(tables.narrow.covers(3, 18), "initiative and reactions");
    assert!(tables.load_by_strength.covers(3, 18), "loads by Strength");
    assert!(tables.attack_bonus.covers(1, 101), "attack bonus by Hit Dice");
    assert!(tables.saves.covers(1, 100), "saves by Hit Dice");
    assert!(tables.reaction.covers(2, 12), "reaction, 2d6");
    assert!(tables.specialization.covers(1, 14), "specialization");
    assert!(tables.two_weapon_talent.covers(1, 14), "two weapons");
    assert!(tables.turning.0.covers(1, 14), "turning");
    assert!(tables.mage_skills.covers(1, 14), "skills of mages");
    assert!(tables.tracking.covers(1, 14), "tracking");
    assert!(tables.evasion.0.covers(1, 9999), "evasion by size");
    assert!(tables.evasion.0.0.iter().all(|(_, _, row)| row.covers(1, 9999)), "evasion by pursuers");
    assert_eq!((tables.directions.len(), tables.occupations.len()), (8, 100), "d8 and d100");
    for class in &tables.classes {
        let name = class.class;
        assert!(house::about().classes.contains(&name), "{name:?}: no class of the page");
        assert!(class.levels.0.is_empty() || class.levels.covers(1, 14), "{name:?}: levels");
        assert!(class.attacks.0.is_empty() || class.attacks.covers(1, 14), "{name:?}: attacks");
        assert!([0, 14].contains(&class.progression.len()), "{name:?}: progression");
    }
    assert!(tables.loads.is_sorted_by_key(|row| row.most), "loads, the lightest first");
    for row in &tables.to_hit {
        assert!(row.modifier.is_some() || row.note.is_some(), "{}: no figure", row.what);
    }
}

/// Checks the d100 charts at both ends of a band, and where the bands of minor and major injuries differ.
#[test]
fn the_charts_of_house_read_as_printed() {
    let tables = house::tables();
    let critical = |face| tables.critical.at(face).map(|row| row.what);
    let bands = [
        (30, Critical::Plain),
        (31, Critical::Strap),
        (50, Critical::Knockback),
        (51, Critical::Momentum),
        (80, Critical::Knockdown),
        (81, Critical::FumbledWeapon),
        (83, Critical::Rout),
        (85, Critical::Stun),
        (87, Critical::Savage),
        (90, Critical::MinorInjury),
        (98, Critical::MajorInjury),
        (99, Critical::MajorInjuryPlus),
    ];
    bands.into_iter().for_each(|(face, what)| assert_eq!(critical(face), Some(what), "{face}"));
    let minor = |face| tables.minor_injury.at(face).map(|row| row.what.part);
    let major = |face| tables.major_injury.at(face).map(|row| (row.what.part, row.what.bleeds));
    assert_eq!((minor(59), minor(60)), (Some(Part::Leg), Some(Part::Arm)));
    assert_eq!((major(59), major(60)), (Some((Part::Arm, 6)), Some((Part::Leg, 8))));
    assert_eq!((major(95), major(96)), (Some((Part::Torso, 8)), Some((Part::Head, 0))));
    let fumble = |face| tables.fumble.at(face).map(|row| row.what);
    assert_eq!((fumble(20), fumble(21)), (Some(Fumble::Footwork), Some(Fumble::SlipGrip)));
    assert_eq!((fumble(99), fumble(100)), (Some(Fumble::Reckless), Some(Fumble::Wild)));
    let cited = tables.critical.0.iter().map(|row| &row.2.rule);
    let cited = cited.chain(tables.fumble.0.iter().map(|row| &row.2.rule));
    let injuries = tables.minor_injury.0.iter().chain(&tables.major_injury.0);
    for rule in cited.chain(injuries.map(|row| &row.2.rule)) {
        assert!(house::about().rule(rule).is_some(), "{rule} is no rule");
    }
}

/// Strength shifts every limit of a load, but none below zero.
#[test]
fn loads_of_house_follow_strength() {
    let feet = |carried, strength| house::tables().rate(carried, strength).map(|row| row.encounter);
    assert_eq!([400, 401, 1600, 1601].map(|cw| feet(cw, 10)), [Some(40), Some(30), Some(10), None]);
    assert_eq!([900, 901, 2100, 2101].map(|cw| feet(cw, 18)), [Some(40), Some(30), Some(10), None]);
    assert_eq!(
        [0, 1, 300, 1100, 1101].map(|cw| feet(cw, 3)),
        [Some(40), Some(30), Some(30), Some(10), None]
    );
}

#[test]
fn the_tables_of_zero_cover_every_number_once() {
    let tables = zero::tables();
    for (nth, column) in tables.men.0.iter().enumerate() {
        let from = column.levels.0.first().map_or(0, |row| row.0);
        assert!(from <= 1 && column.levels.covers(from, 36), "matrix {nth}: {}", column.head);
    }
    for (nth, column) in tables.saves.0.iter().enumerate() {
        // The first column includes monsters.
        let (from, to) = if nth == 0 { (0, 40) } else { (1, 36) };
        assert!(column.levels.covers(from, to), "saves: {}", column.head);
    }
    for class in &zero::about().classes {
        assert!(tables.men.of(*class, 1).is_some(), "matrix: {class:?}");
        assert!(tables.saves.of(*class, 1).is_some(), "saves: {class:?}");
    }
    // Twice 40 Hit Dice, and the plus.
    let (_, most, _) = tables.monsters.0[tables.monsters.0.len() - 1];
    assert!(most >= 81 && tables.monsters.covers(0, most), "matrix of monsters");
    for column in [&tables.ability.graded, &tables.ability.little_books] {
        assert!(column.covers(3, 18), "ability bonuses");
    }
    assert!(tables.backstab.covers(1, 36), "backstab by level");
    assert!(tables.reaction.covers(2, 12), "reaction, 2d6");
    assert!(tables.pursuit.covers(2, 12), "pursuit, 2d6");
    assert!(tables.morale.covers(2, 12), "morale scores");
    assert!(tables.morale_by_reaction.covers(2, 12), "morale by 2d6");
    assert!(tables.florentine.covers(1, 6), "which of two weapons, d6");
    assert!(tables.critical.covers(1, 6), "critical hit, d6");
    assert!(tables.fumble.covers(1, 6), "fumble, d6");
    assert!(tables.interrupted.covers(1, 6), "interrupted spell, d6");
    assert!(tables.miscast.covers(1, 6), "miscast spell, d6");
    for [surprises, wary, other_surprises, other_wary, its, others] in tables.surprise.iter().copied() {
        let chance = |surprises: i32, wary: i32| (surprises + wary - tables.surprise_normal).clamp(0, 6);
        assert_eq!(its, chance(surprises, other_wary));
        assert_eq!(others, chance(other_surprises, wary));
    }
    // A row without a modifier explains in its note where the modifier comes from.
    for row in tables.to_hit.iter().chain(&tables.to_armour) {
        assert!(row.modifier.is_some() || row.note.is_some(), "{}: no figure", row.what);
    }
}

#[test]
fn the_tables_of_countdown_cover_every_number_once() {
    let tables = countdown::tables();
    assert!(tables.ability.covers(3, 18), "ability modifiers");
    // The first column of each includes normal men.
    for (nth, column) in tables.attack_bonus.by_class.0.iter().enumerate() {
        assert!(column.levels.covers(i32::from(nth > 0), 20), "attack bonus: {}", column.head);
    }
    for (nth, column) in tables.saves.0.iter().enumerate() {
        assert!(column.levels.covers(i32::from(nth > 0), 20), "saves: {}", column.head);
    }
    let about = countdown::about();
    for class in &about.classes {
        assert!(tables.attack_bonus.by_class.of(*class, 1).is_some(), "attack bonus: {class:?}");
        assert!(tables.saves.of(*class, 1).is_some(), "saves: {class:?}");
    }
    assert!(tables.races.iter().all(|row| about.races.contains(&row.race)), "a race of the page");
    let of_bx: Vec<_> = bx::tables().classes.iter().map(|table| table.class).collect();
    assert_eq!(of_bx, bx::about().classes, "classes of B/X");
    assert!(tables.fumble.covers(1, 20), "d20 of a critical miss");
    for row in tables.to_hit.iter().chain(&tables.to_armour) {
        assert!(row.reason.is_none() || row.modifier.is_some(), "{}: no figure", row.what);
    }
    assert!(tables.chart.covers(1, 4), "d4 of a critical hit");
    let faces: Vec<u8> = tables.scatter.iter().map(|row| row.die).collect();
    assert_eq!(faces, (1..=10).collect::<Vec<_>>(), "d10 of a flask that misses");
}

#[test]
fn a_table_shows_every_row_of_the_asset() {
    for id in registry::ALL {
        let (want, tables) = (rows_of(id), registry::ruleset(id).tables());
        for (rule, want) in &want {
            let own = tables.iter().filter(|table| *table.rule == **rule);
            assert_eq!(&own.map(|table| table.rows.len()).collect::<Vec<_>>(), want, "{rule}");
        }
        let known: BTreeSet<&str> = want.iter().map(|(rule, _)| *rule).collect();
        assert!(tables.iter().all(|table| known.contains(&*table.rule)), "a table that is not counted");
    }
}

/// The sources of the rules in these folders.
fn sources(folders: &[String]) -> Vec<String> {
    let mut texts = Vec::new();
    for folder in folders {
        for entry in fs::read_dir(root().join(folder)).expect("a folder of the rules") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|ending| ending == "rs") {
                texts.push(fs::read_to_string(path).expect("a source of the rules"));
            }
        }
    }
    texts
}

#[test]
fn every_rule_an_asset_cites_stands_in_it() {
    for id in registry::ALL {
        let about = registry::ruleset(id).about();
        let known: BTreeSet<&str> = about.rules.iter().map(|rule| &*rule.id).collect();
        for row in about.reasons.iter() {
            assert!(known.contains(row.rule), "{:?} cites {}, which is no rule", row.reason, row.rule);
        }
        for (cited, subjects) in &about.cites {
            assert!(known.contains(&**cited), "{subjects:?} cite {cited}, which is no rule");
        }
    }
}

#[test]
fn every_rule_the_sources_cite_stands_in_the_asset() {
    for id in registry::ALL {
        let about = registry::ruleset(id).about();
        for text in sources(&[format!("src/rules/{}", id.name())]) {
            for quote in ['"', '`'] {
                for rest in text.split(&format!("{quote}{}.", id.name())).skip(1) {
                    let cited = rest.split(quote).next().unwrap_or_default();
                    // `bx.encumbrance.*` is a group of rules.
                    if cited.ends_with('*') {
                        continue;
                    }
                    let cited = format!("{}.{cited}", id.name());
                    let known = about.rule(&cited).is_some() || about.option(&cited).is_some();
                    assert!(known, "{cited} is neither rule nor option");
                }
            }
        }
    }
}

#[test]
fn a_deed_has_one_row_and_the_row_a_rule() {
    for id in registry::ALL {
        let rules = registry::ruleset(id);
        let mut seen = BTreeSet::new();
        for row in rules.deeds().iter() {
            assert!(seen.insert(row.deed), "{id:?}: {:?} has two rows", row.deed);
            assert!(rules.about().rule(row.rule).is_some(), "{id:?}: {:?}: {:?}", row.deed, row.rule);
        }
    }
}

#[test]
fn the_tables_of_six_seconds_cover_every_number_once() {
    let tables = seconds::tables();
    assert!(tables.falls.covers(0, 9999), "metres of a fall");
    assert!(tables.loads.covers(-10, 60), "Endurance + Strength");
    assert!(tables.confusion.covers(1, 20), "d20 of confusion");
    let levels: Vec<u32> = tables.progression.iter().map(|row| row.level).collect();
    assert_eq!(levels, (1..=20).collect::<Vec<_>>(), "progression");
}

#[test]
fn sizes_follow_their_pattern() {
    let sides = ["0.5", "1", "2", "4", "8", "16", "32", "64", "125", "250", "500", "1000"];
    let scales = &seconds::tables().scales;
    assert_eq!(scales.iter().map(|row| row.scale).collect::<Vec<_>>(), (-1..=10).collect::<Vec<_>>());
    for (row, side) in scales.iter().zip(sides) {
        assert_eq!(Ok(row.side), side.parse::<Tenths>(), "scale {}", row.scale);
    }
    let tables = registry::ruleset(RulesetId::Seconds).tables();
    let printed =
        tables.iter().find(|table| &*table.rule == "seconds.scale.table").map(|table| &table.rows);
    let rows = printed.expect("the table of sizes");
    assert_eq!(rows[0], ["-1", "0.5 x 0.5", "3", "0.25", "+1", "5", "cat"]);
    assert_eq!(rows[4], ["3", "8 x 8", "15", "64", "-3", "1", "titan"]);
    assert_eq!(rows[11], ["10", "1 km x 1 km", "36", "1048576", "-10", "-6", "-"]);
}

#[test]
fn everything_of_its_kind_stands_in_the_tables_of_six_seconds() {
    let tables = seconds::tables();
    for location in Location::ALL {
        // Items have a table of their own.
        let body = !matches!(location, Location::Weapon | Location::Armour);
        assert_eq!(tables.called.contains_key(&location), body, "{location:?}");
    }
    assert!(Surface::ALL.iter().all(|surface| tables.surfaces.contains_key(surface)));
    let made = [Make::SmallMetal, Make::Metal, Make::LargeMetal, Make::WoodenHaft];
    assert!(made.iter().all(|make| tables.items.contains_key(make)));
    let classes = [
        EmpClass::VerySimple,
        EmpClass::Simple,
        EmpClass::Moderate,
        EmpClass::Complicated,
        EmpClass::Advanced,
    ];
    assert!(classes.iter().all(|class| tables.emp.contains_key(class)));
    assert!(tables.confusion.0.iter().all(|(_, _, row)| !tables.confused(*row).is_empty()));
    let names: BTreeSet<&str> = tables.poisons.iter().map(|poison| &*poison.name).collect();
    assert_eq!((names.len(), tables.poisons.len()), (15, 15), "poisons of one name");
    assert!(tables.poisons.iter().all(|poison| !poison.symptoms.is_empty()));
}

#[test]
fn deeds_cost_what_the_catalogue_says() {
    let want: [(u32, &[Deed]); 5] = [
        (
            4,
            &[
                Deed::Strike,
                Deed::Shoot,
                Deed::Cast,
                Deed::Combo,
                Deed::Reload,
                Deed::Crawl,
                Deed::Possess,
                Deed::Tend,
                Deed::Unjam,
            ],
        ),
        (3, &[Deed::Run]),
        (2, &[Deed::Aim, Deed::Retrieve, Deed::ControlMount]),
        (
            1,
            &[
                Deed::Move,
                Deed::Draw,
                Deed::Sheathe,
                Deed::Crouch,
                Deed::LieDown,
                Deed::Rise,
                Deed::Stand,
            ],
        ),
        (0, &[Deed::Talk, Deed::Drop, Deed::LeaveBody, Deed::Cooperate, Deed::Abandon]),
    ];
    let costs = &seconds::tables().costs;
    for (seconds, deeds) in want {
        let takes = |deed| costs.get(deed).map(|cost| cost.seconds);
        assert!(deeds.iter().all(|deed| takes(deed) == Some(seconds)), "{deeds:?}: {seconds} s");
    }
    assert_eq!(costs.len(), want.iter().map(|(_, deeds)| deeds.len()).sum::<usize>());
}

#[test]
fn figures_that_follow_a_formula_follow_it() {
    let tables = seconds::tables();
    for metres in 0..=100 {
        let begun = (metres + 4) / 5;
        assert_eq!(tables.falls.at(metres), Some(&begun.min(12)), "{metres} m");
    }
    for row in &tables.progression {
        let (level, half) = (row.level, row.level / 2);
        let signed = |n: u32| i32::try_from(n).expect("a small number");
        assert_eq!(row.ranks, level);
        assert_eq!(row.fast, (signed(level), level), "level {level}");
        assert_eq!(row.staggered, (signed(half), level.div_ceil(2)), "level {level}");
        assert_eq!(row.bonus_ranks.is_empty(), level % 3 != 0, "level {level}");
        assert_eq!(row.boosts.is_empty(), level % 4 != 0, "level {level}");
    }
}

/// The default value of each option of Six Seconds.
static STANDARD: [(&str, &str); 18] = [
    (seconds::options::THRESHOLDS.row.id, "as-written"),
    (seconds::options::DYING_DC.row.id, "4-with-wounds"),
    (seconds::options::FLAT_FOOTED.row.id, "penalty"),
    (seconds::options::STAND_FROM_PRONE.row.id, "2"),
    (seconds::options::AIM_TIME.row.id, "2"),
    (seconds::options::CONFUSION_BLANK.row.id, "reroll"),
    (seconds::options::SCATTER_SIDES.row.id, "8"),
    (seconds::options::FALL_ROUNDING.row.id, "started"),
    (seconds::options::COVER_EDGE.row.id, "inclusive"),
    (seconds::options::COMBO_OVERKILL.row.id, "simultaneous"),
    (seconds::options::CIRCUMSTANCE_STACKING.row.id, "add"),
    (seconds::options::ZERO_DAMAGE_WOUNDS.row.id, "off"),
    (seconds::options::STRICT_REACH.row.id, "on"),
    (seconds::options::ENCUMBRANCE_SKILLS.row.id, "four-skills"),
    (seconds::options::PANIC_END.row.id, "penalty-removed"),
    (seconds::options::POISON_FIRST_CHECK.row.id, "next-slot"),
    (seconds::options::UNCONSCIOUS_PRONE.row.id, "off"),
    (seconds::options::WOODEN_HAFT.row.id, "10/4"),
];

#[test]
fn the_options_of_six_seconds_stand_at_their_first_values() {
    let options = seconds::about().options.iter();
    let stand: Vec<(&str, &str)> = options.map(|option| (option.id, option.values[0])).collect();
    assert_eq!(stand, STANDARD);
}

/// Conditions of Six Seconds that let the bearer be hit without a roll, and those that keep it from acting.
#[test]
fn the_conditions_of_six_seconds_keep_from_acting_as_they_should() {
    let helpless = [
        Condition::DYING,
        condition::STABLE,
        Condition::UNCONSCIOUS,
        Condition::ASLEEP,
        Condition::HELPLESS,
        Condition::BROKEN,
        Condition::PARALYSED,
        condition::SOUL_COMA,
    ];
    for row in seconds::about().conditions.iter() {
        let lies = helpless.contains(&row.id);
        let gone = [Condition::DEAD, condition::DESTROYED, Condition::INCAPACITATED];
        let gone = gone.contains(&row.id);
        assert_eq!(row.is(Meaning::HELPLESS), lies, "{row:?}");
        assert_eq!(row.is(Meaning::OUT), lies || gone, "{row:?}");
    }
    let named: BTreeSet<Condition> = seconds::about().conditions.iter().map(|row| row.id).collect();
    assert_eq!(named.len(), seconds::condition::ROWS.len(), "a condition stated twice");
}

/// Every stat block of a family, by key.
fn bestiary(family: Family) -> impl Iterator<Item = (&'static str, StatBlock)> {
    let keys = Bestiary::built_in(family).all().map(|(key, _)| &**key);
    keys.map(move |key| (key, built_in(family, key).expect("a key of the bestiary")))
}

/// Every block with hit points, by key.
fn blocks() -> impl Iterator<Item = (&'static str, Block)> {
    bestiary(Family::D20).map(|(key, block)| match block {
        StatBlock::Written(block) => (key, *block),
        other => panic!("{key}: {other:?}"),
    })
}

/// Two of a kind, in melee or 30 feet apart, in round 1; only the first one's side has a slot.
fn meeting(id: RulesetId, key: &str, block: StatBlock, engaged: bool) -> Encounter {
    let mut e = Encounter::new(id);
    let block = Arc::new(ready(registry::ruleset(id), &block));
    let arrive =
        |side, name: &str| Command::Arrive(Arrival::new(SideId(side), name, Arc::clone(&block)));
    let sides = ["one", "other"].map(|name| Command::Side(Side::new(name)));
    for command in sides.into_iter().chain([arrive(0, "A"), arrive(1, "B")]) {
        let done = rules::resolve(registry::ruleset(id), e, &command, &mut Tape::new(&[]));
        e = done.unwrap_or_else(|stop| panic!("{key}: {stop:?}")).0;
    }
    let (a, b) = (e.combatants[0].id, e.combatants[1].id);
    let alone = registry::ruleset(id).about().order_lasts;
    let (sides, ones) = if alone { (vec![], vec![a]) } else { (vec![SideId(0)], vec![]) };
    let slot = Slot { score: 1, sides, ones };
    let opening = [
        Event::Began,
        Event::RoundBegan(1),
        Event::Numbered(a, 1),
        Event::Ordered(Arc::new(vec![slot])),
    ];
    let together = [Event::Threatens(a, b), Event::Threatens(b, a)];
    let relation = if engaged { together.to_vec() } else { vec![Event::Met(Tenths::whole(30))] };
    opening.iter().chain(&relation).for_each(|event| e.apply(event));
    e
}

/// Whether the first combatant can do something other than announce in that window.
fn acts_in(rules: &dyn Ruleset, e: &Encounter, window: &Window) -> bool {
    let mut open = e.clone();
    open.windows = vec![window.clone()];
    let who = e.combatants[0].id;
    let free = |offer: &Offer| offer.blocked.is_none();
    window.phase != Phase::Declare
        && rules::owes(rules, &open, who)
        && rules::offers(rules, &open, who).iter().any(free)
}

#[test]
fn every_creature_and_character_comes_into_a_fight_and_can_act() {
    for id in registry::ALL {
        let rules = registry::ruleset(id);
        for (key, block) in
            bestiary(rules.about().family).filter(|(_, block)| rules.about().serves(block))
        {
            let peaceful = match &block {
                StatBlock::Written(block) => block.attacks.is_empty() && block.spells.is_empty(),
                StatBlock::Wounds(body) => body.is_object(),
                StatBlock::D20(_) => false,
            };
            let acts = [true, false].into_iter().any(|engaged| {
                let e = meeting(id, key, block.clone(), engaged);
                rules::open_at(rules, e, &|e, window| acts_in(rules, e, window)).is_some()
            });
            assert!(acts || peaceful, "{key}: nothing to do in a whole round of {}", id.name());
        }
    }
}

#[test]
fn every_figure_of_the_bestiary_is_in_its_range() {
    for (key, block) in blocks() {
        assert!(block.morale.is_none_or(|morale| (2..=12).contains(&morale)), "{key}: morale");
        let scores = Ability::ALL.map(|ability| block.abilities.score(ability));
        assert!(scores.iter().flatten().all(|score| (3..=18).contains(score)), "{key}: abilities");
        let names: Vec<&str> = block.attacks.iter().map(|attack| &*attack.name).collect();
        let distinct: BTreeSet<&&str> = names.iter().collect();
        assert_eq!(distinct.len(), names.len(), "{key}: two attack lines of one name");
    }
}

/// The dice of an attack are explained by the rule of attacks, not by that of damage.
#[test]
fn the_dice_of_an_attack_cite_the_rule_of_attacks() {
    for id in registry::ALL {
        let about = registry::ruleset(id).about();
        let of_attacks = |topic: &Topic| matches!(topic, Topic::Roll(Purpose::Attack(_)));
        let cites = about.cites.iter().find(|(_, of)| of.iter().any(of_attacks));
        let dice = about.reason(&Reason::DICE).map(|row| row.rule);
        assert_eq!(dice, cites.map(|(rule, _)| &**rule), "{}", id.name());
    }
}

/// Code reads an option as a value of its own type, which has to know every word of the option.
#[test]
fn every_word_of_an_option_is_a_value_of_its_type() {
    for id in registry::ALL {
        let options = &registry::ruleset(id).about().options;
        let ids: BTreeSet<&str> = options.iter().map(|option| option.id).collect();
        assert_eq!(ids.len(), options.len(), "{}: an option stands twice", id.name());
        assert!(options.iter().all(|option| option.id.starts_with(&format!("{}.option.", id.name()))));
        for option in options {
            assert!(option.values.len() > 1, "{}: nothing to choose", option.id);
            assert!(option.values.iter().all(|word| option.accepts(word).is_ok()), "{}", option.id);
            assert!(option.usual.is_none_or(|usual| option.accepts(usual).is_ok()), "{}", option.id);
            assert!(option.values.iter().all(|word| (option.knows)(word)), "{}", option.id);
        }
    }
}
