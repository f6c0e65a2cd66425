//! The rules tables in printed form; every number comes from the asset.

use super::asset::about;
use super::tables::{Padding, Tables};
use crate::rules::d20::figures::{qualities, ranges};
use crate::rules::d20::tables::{Modifier, Weapon, by_roll, in_words, printed};
use crate::rules::ruleset::about::Table;
use crate::rules::ruleset::table::{RangeTable, signed, span};
use crate::rules::text::words;
use std::ops::RangeInclusive;

/// Totals of a d20 that the tables tell apart.
const TWENTY: RangeInclusive<i32> = 1..=20;
/// Ability scores.
const SCORES: RangeInclusive<i32> = 3..=18;
/// Levels and Hit Dice that the tables tell apart.
const LEVELS: RangeInclusive<i32> = 0..=98;

/// Table rows without the header.
type Rows = Vec<Vec<String>>;

/// All tables, in the order of the rules.
pub(super) fn tables() -> Vec<Table> {
    let t = super::tables();
    let hidden = |(least, most, n): &(i32, i32, i32)| vec![format!("{least}-{most}"), signed(*n)];
    let load = |who: &str, light: u32, most: u32| {
        vec![who.to_string(), format!("up to {light}"), format!("{} to {most}", light + 1)]
    };
    let rows = [
        modifiers(&t.to_hit),
        modifiers(&t.to_armour),
        t.cover.0.iter().map(hidden).collect(),
        scatter(t),
        in_words(&t.critical, &TWENTY),
        in_words(&t.chart, &TWENTY),
        in_words(&t.fumble, &TWENTY),
        t.grapple.iter().map(|(size, n)| vec![words::size(*size).into(), signed(*n)]).collect(),
        by_roll(&t.ability, &SCORES, |modifier| signed(*modifier)),
        attack_bonus(t),
        races(t),
        t.saves.rows(&LEVELS, |saves| saves.map(|save| save.to_string())),
        movement(t),
        t.loads.iter().map(|(who, light, most)| load(who, *light, *most)).collect(),
        t.weapons.iter().map(weapon).collect(),
        armour(t),
        engines(t),
    ];
    printed(&t.printed, rows)
}

fn modifiers(rows: &[Modifier]) -> Rows {
    let row = |row: &Modifier| {
        let [what, modifier, _, note] = row.cells();
        vec![what, modifier, note]
    };
    rows.iter().map(row).collect()
}

fn scatter(t: &Tables) -> Rows {
    let rows = t.scatter.iter().map(|row| {
        let place = format!("{}, {}", signed(row.x), signed(row.y));
        vec![row.die.to_string(), row.square.to_string(), place, row.feet.to_string()]
    });
    rows.collect()
}

/// Levels at which a column of the attack table has that bonus.
fn levels(column: &RangeTable<i32>, bonus: i32) -> String {
    let row = column.0.iter().find(|row| row.2 == bonus);
    row.map_or("-".into(), |(least, most, _)| span(*least, *most, LEVELS))
}

fn attack_bonus(t: &Tables) -> Rows {
    let table = &t.attack_bonus;
    let rows = table.monster.0.iter().map(|(_, _, bonus)| {
        let columns = table.by_class.0.iter().map(|column| &column.levels).chain([&table.monster]);
        let levels = columns.map(|column| levels(column, *bonus));
        std::iter::once(signed(*bonus)).chain(levels).collect()
    });
    rows.collect()
}

fn races(t: &Tables) -> Rows {
    let rows = t.races.iter().map(|row| {
        let saves = row.saves.iter().map(|bonus| signed(*bonus));
        let rest = [
            row.surprise_dc.to_string(),
            words::size(row.size).into(),
            signed(row.initiative),
            signed(row.missiles),
            signed(row.against_large),
        ];
        std::iter::once(row.race.name().in_kebab()).chain(saves).chain(rest).collect()
    });
    rows.collect()
}

fn movement(t: &Tables) -> Rows {
    let rows = t.armour.iter().map(|row| {
        let feet = [row.moves.0, row.moves.1, row.enchanted.0, row.enchanted.1];
        let name = about().armour(row.armour).to_string();
        std::iter::once(name).chain(feet.map(|feet| format!("{feet}'"))).collect()
    });
    rows.collect()
}

fn weapon(weapon: &Weapon) -> Vec<String> {
    vec![
        weapon.names(),
        weapon.size.map_or("-".into(), |size| words::size(size).into()),
        weapon.damage.map_or("referee".into(), |dice| dice.to_string()),
        weapon.weight.map_or("-".into(), |pounds| pounds.to_string()),
        ranges(weapon.feet),
        qualities(about(), weapon, "thrown"),
    ]
}

fn armour(t: &Tables) -> Rows {
    let worn = t.armour.iter().map(|row| {
        let padding = match row.padding {
            Padding::Bare => "none",
            Padding::Leather => "leather",
            Padding::Metal => "metal",
        };
        let name = about().armour(row.armour).into();
        vec![name, row.ac.to_string(), row.weight.to_string(), padding.into()]
    });
    let shield = vec!["shield".into(), signed(t.shield.ac), t.shield.weight.to_string(), "-".into()];
    worn.chain([shield]).collect()
}

fn engines(t: &Tables) -> Rows {
    let rows = t.engines.iter().map(|row| {
        vec![
            row.name.to_string(),
            format!("1/{}", row.rate),
            signed(row.to_hit),
            row.damage.to_string(),
            ranges(row.feet),
            row.crew.to_string(),
        ]
    });
    rows.collect()
}
