//! The tables as a referee would print them: every figure comes from the asset.

use super::about;
use super::tables::{ArmourClass, Chase, Critical, Fumble, Hand, Interrupted};
use super::tag;
use crate::rules::d20::figures::{qualities, ranges};
use crate::rules::d20::tables::{Modifier, Weapon, by_roll};
use crate::rules::model::block::d20::Range;
use crate::rules::model::effect::Condition;
use crate::rules::ruleset::about::Table;
use crate::rules::ruleset::table::{signed, span};
use crate::rules::text::words;
use std::ops::RangeInclusive;

/// What 2d6 can show.
const TWO_DICE: RangeInclusive<i32> = 2..=12;
/// What a d6 can show.
const ONE_DIE: RangeInclusive<i32> = 1..=6;
/// Ability scores.
const SCORES: RangeInclusive<i32> = 3..=18;
/// Levels, and whole Hit Dice, that the tables tell apart.
const LEVELS: RangeInclusive<i32> = 0..=35;

/// Every table, in the order of the rules.
pub fn tables() -> Vec<Table> {
    vec![
        surprise(),
        modifiers("Added to the attack roll", &super::tables().to_hit),
        modifiers("By how much the target's armour class is better", &super::tables().to_armour),
        cover(),
        florentine(),
        firearms(),
        interrupted(),
        pursuit(),
        obstacles(),
        men(),
        monsters(),
        saves(),
        abilities(),
        armour(),
        weapons(),
        capacity(),
        backstab(),
        reaction(),
        morale(),
        critical(),
        fumble(),
        miscast(),
    ]
}

fn surprise() -> Table {
    let rows = super::tables().surprise.iter().map(|row| {
        let figures = [
            row.surprises,
            row.surprised_on,
            row.other_surprises,
            row.other_surprised_on,
            row.chance,
            row.other_chance,
        ];
        figures.map(upto).to_vec()
    });
    let head = [
        "A surprises on",
        "A is surprised on",
        "B surprises on",
        "B is surprised on",
        "A surprises B on",
        "B surprises A on",
    ];
    let title = format!("d6; both figures are normally {}", upto(super::tables().surprise_normal));
    Table::new("zero.surprise.chance", &title, &head, rows.collect())
}

/// The faces of a die up to that one.
fn upto(most: i32) -> String {
    span(1, most, ONE_DIE)
}

fn modifiers(title: &str, rows: &[Modifier]) -> Table {
    let row = |row: &Modifier| {
        let note = row.note.as_ref().map_or("-".into(), ToString::to_string);
        let against = row.against.map_or("-", |range| match range {
            Range::Missile => "missile",
            _ => "melee",
        });
        vec![row.what.to_string(), row.modifier.map_or("-".into(), signed), against.into(), note]
    };
    let head = ["What", "Modifier", "Only in", "When"];
    Table::new("zero.attack.modifier-stack", title, &head, rows.iter().map(row).collect())
}

fn cover() -> Table {
    let rows = super::tables().cover.iter();
    let rows = rows.map(|(hidden, modifier)| vec![format!("{hidden} in 100"), signed(*modifier)]);
    Table::new("zero.missile.cover", "Missiles at it", &["Hidden", "Modifier"], rows.collect())
}

fn florentine() -> Table {
    let rows = by_roll(&super::tables().florentine, &ONE_DIE, |hand| match hand {
        Hand::Main => "that of the main hand".into(),
        Hand::Off => "that of the other hand".into(),
    });
    let title = "Which of two weapons of unlike size has hit";
    Table::new("zero.melee.florentine", title, &["d6", "Weapon"], rows)
}

fn interrupted() -> Table {
    let rows = by_roll(&super::tables().interrupted, &ONE_DIE, |fate| match fate {
        Interrupted::Lost => "lost".into(),
        Interrupted::Miscast => "miscast".into(),
    });
    Table::new("zero.spell.simultaneous-save", "When the save fails", &["d6", "Spell"], rows)
}

fn pursuit() -> Table {
    let rows = by_roll(&super::tables().pursuit, &TWO_DICE, |chase| match chase {
        Chase::Pursue => "they pursue".into(),
        Chase::Uncertain => "you say; they pursue unless you say otherwise".into(),
        Chase::Stay => "they stay".into(),
    });
    Table::new("zero.pursuit.decide", "Whether they give chase", &["2d6", "Pursuit"], rows)
}

fn obstacles() -> Table {
    let rows = super::tables().obstacles.iter();
    let rows = rows.map(|(what, most)| vec![what.to_string(), upto(*most)]);
    let title = "They keep following on that of a d6";
    Table::new("zero.pursuit.obstacle", title, &["Obstacle", "d6"], rows.collect())
}

/// The numbers needed against the printed armour classes, then that against armour class 0.
fn needs(zero: i32) -> impl Iterator<Item = String> {
    let (first, last) = super::tables().columns;
    (first..=last).map(move |ac| zero - ac).chain([zero]).map(|need| need.to_string())
}

/// The heads of a matrix: those cells, then armour classes.
fn matrix(rule: &str, title: &str, cells: &[&str], rows: Vec<Vec<String>>) -> Table {
    let (first, last) = super::tables().columns;
    let classes: Vec<String> = (first..=last).chain([0]).map(|ac| format!("AC {ac}")).collect();
    let head: Vec<&str> = cells.iter().copied().chain(classes.iter().map(|ac| &**ac)).collect();
    Table::new(rule, title, &head, rows)
}

fn men() -> Table {
    let rows = super::tables().men.rows(&LEVELS, needs);
    let title = "Needed on a d20; level 0 is a normal man, and has the first row of all";
    matrix("zero.attack.matrix-men", title, &["Class", "Levels"], rows)
}

fn monsters() -> Table {
    let rows = super::tables().monsters.0.iter();
    let rows = rows.map(|(least, most, zero)| {
        std::iter::once(hit_dice(*least, *most)).chain(needs(*zero)).collect()
    });
    let title = "Needed on a d20; 3+ is 3 Hit Dice with a plus";
    matrix("zero.attack.matrix-monsters", title, &["Hit Dice"], rows.collect())
}

/// Hit Dice, of twice the whole ones with one more for a plus.
fn hit_dice(least: i32, most: i32) -> String {
    let dice = |fine: i32| format!("{}{}", fine / 2, if fine % 2 > 0 { "+" } else { "" });
    match (dice(least), dice(most)) {
        (_, most) if least == 0 => format!("up to {most}"),
        (least, _) if most / 2 > *LEVELS.end() => format!("{least} and more"),
        (least, most) if least == most => least,
        (least, most) => format!("{least} to {most}"),
    }
}

fn saves() -> Table {
    let rows = super::tables().saves.rows(&LEVELS, |saves| saves.map(|save| save.to_string()));
    let title = "Monsters by whole Hit Dice, at least 1; level 0 is a normal man. On a sheet W and P are both the second";
    let head = ["Class", "Levels", "D death", "W wands, paralysis", "Stone", "B breath", "S spells"];
    Table::new("zero.save.table", title, &head, rows)
}

fn abilities() -> Table {
    let tables = &super::tables().ability;
    let rows = tables.graded.0.iter().map(|(least, most, graded)| {
        let little = tables.little_books.at(*least).copied().unwrap_or(0);
        vec![span(*least, *most, SCORES), signed(*graded), signed(little)]
    });
    let head = ["Score", "graded", "little-books"];
    let title = "Bonus for Strength, Dexterity and PSY, by the option";
    Table::new("zero.attack.ability-table", title, &head, rows.collect())
}

fn armour() -> Table {
    let tables = super::tables();
    let worn = tables.armour.iter().map(|row| {
        let weight = match row.class {
            ArmourClass::Unarmoured => "none",
            ArmourClass::Light => "light",
            ArmourClass::Medium => "medium",
            ArmourClass::Heavy => "heavy",
        };
        vec![about().armour(row.armour).into(), row.ac.to_string(), weight.into()]
    });
    let shield = vec!["shield".into(), format!("{} better", tables.shield), "-".into()];
    let rows = worn.chain(std::iter::once(shield)).collect();
    let head = ["Armour", "AC", "Weight"];
    Table::new("zero.equipment.armour", "Armour class without shield and Dexterity", &head, rows)
}

fn weapon(weapon: &Weapon) -> Vec<String> {
    let names: Vec<&str> =
        std::iter::once(&weapon.name).chain(&weapon.also).map(|name| &**name).collect();
    let reach = weapon.attributes.of(super::attribute::REACH);
    vec![
        names.join("; "),
        damage(weapon),
        weapon.size.map_or("-".into(), |size| words::size(size).into()),
        reach.map_or("-".into(), |reach| reach.to_string()),
        ranges(weapon.feet),
        qualities(about(), weapon, "thrown"),
    ]
}

/// Its dice; those of a lance at the charge are others.
fn damage(weapon: &Weapon) -> String {
    let tables = super::tables();
    let dice = weapon.damage.unwrap_or(tables.any_weapon);
    let (at_men, at_big) = tables.lance;
    if weapon.tags.contains(&tag::LANCE) {
        format!("{dice}; charge {at_men}, big foes {at_big}")
    } else {
        dice.to_string()
    }
}

const WEAPON: [&str; 6] = ["Weapon", "Damage", "Size", "Reach", "Ranges", "Flags"];

fn weapons() -> Table {
    let rows = super::tables().weapons.iter().map(weapon).collect();
    let title =
        "Reach in classes; short, medium and long range in feet indoors, three times that outdoors";
    Table::new("zero.equipment.weapons", title, &WEAPON, rows)
}

fn firearms() -> Table {
    let rows = super::tables().weapons.iter().filter(|row| row.tags.contains(&tag::FIREARM));
    let title = "Any race or class; as a crossbow, every other round, and no ability counts";
    Table::new("zero.missile.firearms", title, &WEAPON, rows.map(weapon).collect())
}

fn capacity() -> Table {
    let rows = super::tables().sizes.iter().map(|row| {
        let cells = [row.places, row.takes].map(|n| n.to_string());
        let size = words::size(row.size).to_string();
        std::iter::once(size).chain(cells).chain([row.reach.to_string()]).collect()
    });
    let head = ["Size", "Places around it", "Takes around others", "Reach of claws and teeth"];
    Table::new("zero.melee.capacity", "How many find room", &head, rows.collect())
}

fn backstab() -> Table {
    let rows = super::tables().backstab.0.iter();
    let rows = rows.map(|(least, most, times)| vec![span(*least, *most, LEVELS), format!("x{times}")]);
    let title = "A thief's first attack from behind, unseen";
    Table::new("zero.melee.backstab-bonus", title, &["Level", "Damage"], rows.collect())
}

fn reaction() -> Table {
    let rows = by_roll(&super::tables().reaction, &TWO_DICE, ToString::to_string);
    Table::new("zero.reaction.table", "2d6 with modifiers", &["Total", "Reaction"], rows)
}

fn morale() -> Table {
    let rows = by_roll(&super::tables().morale, &TWO_DICE, ToString::to_string);
    Table::new("zero.morale.score", "Holds on that or less of 2d6", &["Score", "Who"], rows)
}

fn critical() -> Table {
    let rows = by_roll(&super::tables().critical, &ONE_DIE, |row| critical_words(*row));
    Table::new("zero.critical.effect", "With the option: table", &["d6", "Critical hit"], rows)
}

/// What a critical hit does by the table, in a line.
fn critical_words(row: Critical) -> String {
    let name = |condition: Condition| about().condition(condition).map_or("-", |rule| &*rule.name);
    let brings = row.brings.map(|condition| format!(" and {}", name(condition)));
    let rounds = row.rounds.map(|rounds| format!(" for {rounds} round"));
    let save = row.save.then_some(", unless it saves against paralysis");
    let (brings, rounds) = (brings.unwrap_or_default(), rounds.unwrap_or_default());
    format!("damage x{}{brings}{rounds}{}", row.times, save.unwrap_or_default())
}

fn fumble() -> Table {
    let rows = by_roll(&super::tables().fumble, &ONE_DIE, |fumble| match fumble {
        Fumble::OffBalance => {
            "off balance: no more attacks this round, AC 2 worse to the end of the next".into()
        }
        Fumble::Drops => "drops the weapon; natural weapons: as 1".into(),
        Fumble::Overextended => "overextended: no more attacks this round, none in the next".into(),
        Fumble::Falls => "falls: prone".into(),
        Fumble::StrikesFriend => "strikes a friend within 10' with a plain attack; nobody: as 1".into(),
        Fumble::Breaks => "the weapon breaks; a magic one: dropped; natural weapons: as 1".into(),
    });
    Table::new("zero.fumble.effect", "A critical fumble", &["d6", "Fumble"], rows)
}

fn miscast() -> Table {
    let rows = by_roll(&super::tables().miscast, &ONE_DIE, |miscast| miscast.words().into());
    Table::new("zero.spell.miscast-table", "With the option: table", &["d6", "Miscast spell"], rows)
}
