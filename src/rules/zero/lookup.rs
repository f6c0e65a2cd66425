//! The printed tables; every figure comes from the asset.

use super::asset::about;
use super::tables::Tables;
use super::{attribute, tag};
use crate::rules::d20::cover;
use crate::rules::d20::figures::{qualities, ranges};
use crate::rules::d20::opening::Mood;
use crate::rules::d20::tables::{Modifier, Weapon, by_roll, in_words, printed};
use crate::rules::ruleset::about::Table;
use crate::rules::ruleset::table::{signed, span};
use crate::rules::text::words;
use std::ops::RangeInclusive;

/// Results of 2d6.
const TWO_DICE: RangeInclusive<i32> = 2..=12;
/// Results of 1d6.
const ONE_DIE: RangeInclusive<i32> = 1..=6;
/// Ability scores.
const SCORES: RangeInclusive<i32> = 3..=18;
/// Levels, or whole Hit Dice, that the tables cover.
const LEVELS: RangeInclusive<i32> = 0..=35;

/// Body rows of a table.
type Rows = Vec<Vec<String>>;

/// Returns every table, in the order of the rules.
pub fn tables() -> Vec<Table> {
    let t = super::tables();
    let firearms = t.weapons.iter().filter(|row| row.tags.contains(&tag::FIREARM));
    let rows = [
        t.surprise.iter().map(|chances| chances.map(upto).to_vec()).collect(),
        modifiers(&t.to_hit),
        modifiers(&t.to_armour),
        cover::values(about())
            .iter()
            .zip(&t.cover)
            .map(|(worse, hidden)| vec![format!("{hidden} in 100"), signed(*worse)])
            .collect(),
        in_words(&t.florentine, &ONE_DIE),
        firearms.map(|row| weapon(t, row)).collect(),
        in_words(&t.interrupted, &ONE_DIE),
        in_words(&t.pursuit, &TWO_DICE),
        t.obstacles.iter().map(|(what, most)| vec![what.to_string(), upto(*most)]).collect(),
        t.men.rows(&LEVELS, |zero| needs(t, zero)),
        monsters(t),
        t.saves.rows(&LEVELS, |saves| saves.map(|save| save.to_string())),
        abilities(t),
        armour(t),
        t.weapons.iter().map(|row| weapon(t, row)).collect(),
        sizes(t),
        by_roll(&t.backstab, &LEVELS, |times| format!("x{times}")),
        by_roll(&t.reaction, &TWO_DICE, |Mood(_, text)| text.to_string()),
        by_roll(&t.morale, &TWO_DICE, ToString::to_string),
        in_words(&t.critical, &ONE_DIE),
        in_words(&t.fumble, &ONE_DIE),
        in_words(&t.miscast, &ONE_DIE),
    ];
    printed(&t.printed, rows)
}

/// Formats the die faces from 1 to `most`.
fn upto(most: i32) -> String {
    span(1, most, ONE_DIE)
}

fn modifiers(rows: &[Modifier]) -> Rows {
    rows.iter().map(|row| row.cells().to_vec()).collect()
}

/// Returns the numbers needed against the printed armour classes, then against AC 0.
fn needs(t: &Tables, zero: i32) -> impl Iterator<Item = String> {
    let (first, last) = t.columns;
    (first..=last).map(move |ac| zero - ac).chain([zero]).map(|need| need.to_string())
}

fn monsters(t: &Tables) -> Rows {
    let row = |(least, most, zero): &(i32, i32, i32)| {
        std::iter::once(hit_dice(*least, *most)).chain(needs(t, *zero)).collect()
    };
    t.monsters.0.iter().map(row).collect()
}

/// Formats a range of doubled Hit Dice; an odd number is a plus.
fn hit_dice(least: i32, most: i32) -> String {
    let dice = |fine: i32| format!("{}{}", fine / 2, if fine % 2 > 0 { "+" } else { "" });
    match (dice(least), dice(most)) {
        (_, most) if least == 0 => format!("up to {most}"),
        (least, _) if most / 2 > *LEVELS.end() => format!("{least} and more"),
        (least, most) if least == most => least,
        (least, most) => format!("{least} to {most}"),
    }
}

fn abilities(t: &Tables) -> Rows {
    let row = |(least, most, graded): &(i32, i32, i32)| {
        let little = t.ability.little_books.at(*least).copied().unwrap_or(0);
        vec![span(*least, *most, SCORES), signed(*graded), signed(little)]
    };
    t.ability.graded.0.iter().map(row).collect()
}

fn armour(t: &Tables) -> Rows {
    let worn = t
        .armour
        .iter()
        .map(|row| vec![about().armour(row.armour).into(), row.ac.to_string(), row.weight.to_string()]);
    worn.chain([vec!["shield".into(), format!("{} better", t.shield), "-".into()]]).collect()
}

fn weapon(t: &Tables, weapon: &Weapon) -> Vec<String> {
    let dice = weapon.damage.unwrap_or(t.any_weapon);
    let charge = format!("{dice}; charge {}, big foes {}", t.lance.0, t.lance.1);
    vec![
        weapon.names(),
        if weapon.tags.contains(&tag::LANCE) { charge } else { dice.to_string() },
        weapon.size.map_or("-".into(), |size| words::size(size).into()),
        weapon.attributes.of(attribute::REACH).map_or("-".into(), |reach| reach.to_string()),
        ranges(weapon.feet),
        qualities(about(), weapon, "thrown"),
    ]
}

fn sizes(t: &Tables) -> Rows {
    let row = |row: &super::tables::SizeRow| {
        let size = words::size(row.size).to_string();
        vec![size, row.places.to_string(), row.takes.to_string(), row.reach.to_string()]
    };
    t.sizes.iter().map(row).collect()
}
