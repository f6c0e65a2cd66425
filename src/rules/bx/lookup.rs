//! The printed tables; every figure comes from the asset.

use super::asset::about;
use super::figures::ASCENDING_BASE;
use super::tables::{ArmourWeight, ClassTable, Tables};
use crate::rules::d20::figures::{qualities, ranges};
use crate::rules::d20::opening::Mood;
use crate::rules::d20::tables::{Weapon, by_roll, fighting_dice, printed, with_saves};
use crate::rules::ruleset::about::Table;
use crate::rules::ruleset::table::{RangeTable, signed, span};
use crate::rules::text::words;
use std::ops::RangeInclusive;

/// Hit Dice that the tables cover.
const HIT_DICE: RangeInclusive<i32> = 1..=98;
/// Group sizes that the tables cover.
const SIZES: RangeInclusive<i32> = 1..=9998;
/// Results of 2d6.
const TWO_DICE: RangeInclusive<i32> = 2..=12;
/// Ability scores.
const SCORES: RangeInclusive<i32> = 3..=18;
/// Levels of a class.
const LEVELS: RangeInclusive<i32> = 1..=14;

/// Body rows of a table.
type Rows = Vec<Vec<String>>;

/// Returns every table, in the order of the rules.
pub(super) fn tables() -> Vec<Table> {
    let t = super::tables();
    let carried = |worn: ArmourWeight, bare, laden| vec![heft(worn).into(), rate(bare), rate(laden)];
    let rows = [
        by_roll(&t.reaction, &TWO_DICE, |Mood(_, text)| text.to_string()),
        matrix(t),
        thac0_by_hit_dice(t),
        monster_saves(t),
        by_level(t, |class, levels, _, saves| with_saves(vec![name(class), levels], saves)),
        t.treasure_weights
            .iter()
            .map(|(what, coins)| vec![what.to_string(), words::pounds(*coins)])
            .collect(),
        t.basic_encumbrance.iter().map(|(worn, bare, laden)| carried(*worn, *bare, *laden)).collect(),
        detailed_encumbrance(t),
        t.turning.rows(&LEVELS),
        t.evasion.rows(&SIZES),
        ability_modifiers(t),
        by_level(t, |class, levels, thac0, saves| {
            with_saves(
                vec![name(class), format!("d{}", class.hit_die), levels, thac0.to_string()],
                saves,
            )
        }),
        t.weapons.iter().map(weapon).collect(),
        armour(t),
    ];
    printed(&t.printed, rows)
}

fn matrix(t: &Tables) -> Rows {
    let row = |(thac0, needs): &(i32, [i32; 13])| {
        let by = [thac0.to_string(), signed(ascending(*thac0))];
        by.into_iter().chain(needs.iter().map(i32::to_string)).collect()
    };
    t.matrix.iter().map(row).collect()
}

fn thac0_by_hit_dice(t: &Tables) -> Rows {
    let human = vec!["normal human".into(), t.thac0_normal_human.to_string()];
    let others = t.thac0_by_hd.0.iter();
    let others = others
        .map(|(least, most, thac0)| vec![fighting_dice(*least, *most, &HIT_DICE), thac0.to_string()]);
    std::iter::once(human).chain(others).collect()
}

fn monster_saves(t: &Tables) -> Rows {
    let human = with_saves(vec!["normal human, below 1".into()], t.normal_human_saves);
    let others = t.monster_saves.0.iter();
    let others =
        others.map(|(least, most, saves)| with_saves(vec![span(*least, *most, HIT_DICE)], *saves));
    std::iter::once(human).chain(others).collect()
}

fn name(class: &ClassTable) -> String {
    class.class.name().in_kebab()
}

/// Makes a row for each run of levels of a class that share their figures.
fn by_level(t: &Tables, row: impl Fn(&ClassTable, String, i32, [u8; 5]) -> Vec<String>) -> Rows {
    let of = |class: &ClassTable| -> Rows {
        let levels = class.levels.0.iter();
        levels.map(|(a, b, (thac0, saves))| row(class, span(*a, *b, LEVELS), *thac0, *saves)).collect()
    };
    t.classes.iter().flat_map(of).collect()
}

fn detailed_encumbrance(t: &Tables) -> Rows {
    let loads = t.detailed_encumbrance.0.iter();
    let loads = loads.map(|(_, most, base)| vec![words::pounds(*most), rate(*base)]);
    loads.chain([vec!["more".into(), "cannot move".into()]]).collect()
}

fn ability_modifiers(t: &Tables) -> Rows {
    let row = |(least, most, modifier): &(i32, i32, i32)| {
        let at = |special: &RangeTable<i32>| signed(special.at(*least).copied().unwrap_or(*modifier));
        let (initiative, reaction) = (at(&t.dexterity_initiative), at(&t.charisma_reaction));
        let usual = || signed(*modifier);
        vec![span(*least, *most, SCORES), usual(), usual(), initiative, usual(), usual(), reaction]
    };
    t.ability.0.iter().map(row).collect()
}

fn weapon(weapon: &Weapon) -> Vec<String> {
    vec![
        weapon.name.to_string(),
        weapon.damage.map_or("-".into(), |dice| dice.to_string()),
        weight(weapon.weight.unwrap_or(0)),
        ranges(weapon.feet),
        qualities(about(), weapon, "melee, missile"),
    ]
}

fn armour(t: &Tables) -> Rows {
    let worn = t.armour.iter().map(|row| {
        let class = format!("{} [{}]", row.ac, ascending(row.ac));
        vec![about().armour(row.armour).into(), class, weight(row.weight), heft(row.class).into()]
    });
    worn.chain([vec!["shield".into(), "1 better".into(), weight(t.shield_weight), "-".into()]]).collect()
}

fn heft(weight: ArmourWeight) -> &'static str {
    match weight {
        ArmourWeight::Unarmoured => "none",
        ArmourWeight::Light => "light",
        ArmourWeight::Heavy => "heavy",
    }
}

/// Converts an armour class to ascending, or a THAC0 to an attack bonus.
fn ascending(figure: i32) -> i32 {
    ASCENDING_BASE - figure
}

/// Formats feet per turn and, in brackets, per round.
fn rate(base: u32) -> String {
    format!("{base}' ({}')", base / 3)
}

fn weight(weight: u32) -> String {
    if weight == 0 { "-".into() } else { words::pounds(weight) }
}
