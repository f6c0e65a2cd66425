//! The tables of B/X as a referee would print them: every figure comes from the asset.

use super::about;
use super::tables::{ArmourWeight, ClassTable};
use crate::rules::d20::figures::{SAVES, qualities, ranges};
use crate::rules::ruleset::about::Table;
use crate::rules::ruleset::table::{signed, span};
use std::ops::RangeInclusive;

/// Hit Dice that the tables tell apart.
const HIT_DICE: RangeInclusive<i32> = 1..=98;
/// Sizes of a group that the tables tell apart.
const SIZES: RangeInclusive<i32> = 1..=9998;
/// What 2d6 can show.
const TWO_DICE: RangeInclusive<i32> = 2..=12;
/// Ability scores.
const SCORES: RangeInclusive<i32> = 3..=18;
/// Levels of a class.
const LEVELS: RangeInclusive<i32> = 1..=14;

/// What is thrown as well as used in melee.
const BOTH: &str = "melee, missile";

/// All of them, in the order of the rules.
pub(super) fn tables() -> Vec<Table> {
    vec![
        reaction(),
        matrix(),
        thac0_by_hit_dice(),
        monster_saves(),
        class_saves(),
        treasure_weights(),
        basic_encumbrance(),
        detailed_encumbrance(),
        turning(),
        evasion(),
        ability_modifiers(),
        classes(),
        weapons(),
        armour(),
    ]
}

fn reaction() -> Table {
    let rows = super::tables().reaction.0.iter();
    let rows = rows.map(|(least, most, text)| vec![span(*least, *most, TWO_DICE), text.to_string()]);
    Table::new("bx.reaction.roll", "2d6 with modifiers", &["Total", "Reaction"], rows.collect())
}

fn matrix() -> Table {
    let classes: Vec<String> = (-3..=9).map(|ac: i32| ac.to_string()).collect();
    let head: Vec<&str> = ["THAC0", "Bonus"].into_iter().chain(classes.iter().map(|ac| &**ac)).collect();
    let rows = super::tables().matrix.iter().map(|(thac0, needs)| {
        let by = [thac0.to_string(), signed(ascending(*thac0))];
        by.into_iter().chain(needs.iter().map(i32::to_string)).collect()
    });
    let title = "Total needed to hit armour class -3 to 9 (ascending 22 to 10)";
    Table::new("bx.attack.matrix", title, &head, rows.collect())
}

fn thac0_by_hit_dice() -> Table {
    let tables = super::tables();
    let human = vec!["normal human".into(), tables.thac0_normal_human.to_string()];
    let others = tables.thac0_by_hd.0.iter();
    let others = others.map(|(least, most, thac0)| vec![fighting(*least, *most), thac0.to_string()]);
    let rows = std::iter::once(human).chain(others).collect();
    Table::new(
        "bx.attack.matrix",
        "By Hit Dice; 3+ is 3 Hit Dice with a plus",
        &["Hit Dice", "THAC0"],
        rows,
    )
}

fn monster_saves() -> Table {
    let tables = super::tables();
    let human = with_saves(vec!["normal human, below 1".into()], tables.normal_human_saves);
    let others = tables.monster_saves.0.iter();
    let others =
        others.map(|(least, most, saves)| with_saves(vec![span(*least, *most, HIT_DICE)], *saves));
    let rows = std::iter::once(human).chain(others).collect();
    Table::new("bx.save.monster-table", SAVES, &["Hit Dice", "D", "W", "P", "B", "S"], rows)
}

fn with_saves(mut row: Vec<String>, saves: [u8; 5]) -> Vec<String> {
    row.extend(saves.iter().map(u8::to_string));
    row
}

/// A row for all levels of a class that share their figures.
fn by_level(row: impl Fn(&ClassTable, String, i32, [u8; 5]) -> Vec<String>) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for class in &super::tables().classes {
        let levels = class.levels.0.iter();
        rows.extend(levels.map(|(least, most, (thac0, saves))| {
            row(class, span(*least, *most, LEVELS), *thac0, *saves)
        }));
    }
    rows
}

fn class_saves() -> Table {
    let rows = by_level(|class, levels, _, saves| {
        with_saves(vec![class.class.name().in_kebab(), levels], saves)
    });
    Table::new("bx.save.class-tables", SAVES, &["Class", "Levels", "D", "W", "P", "B", "S"], rows)
}

fn classes() -> Table {
    let rows = by_level(|class, levels, thac0, saves| {
        let name = class.class.name().in_kebab();
        with_saves(vec![name, format!("d{}", class.hit_die), levels, thac0.to_string()], saves)
    });
    let head = ["Class", "Hit die", "Levels", "THAC0", "D", "W", "P", "B", "S"];
    Table::new("bx.class.progressions", SAVES, &head, rows)
}

fn treasure_weights() -> Table {
    let rows = super::tables().treasure_weights.iter();
    let rows = rows.map(|(what, coins)| vec![what.to_string(), coins.to_string()]).collect();
    Table::new("bx.encumbrance.treasure-weights", "Weight in coins", &["Treasure", "Coins"], rows)
}

fn basic_encumbrance() -> Table {
    let rows = super::tables().basic_encumbrance.iter();
    let rows = rows.map(|(worn, bare, laden)| vec![heft(*worn).into(), rate(*bare), rate(*laden)]);
    let head = ["Armour", "Without treasure", "With treasure"];
    Table::new("bx.encumbrance.basic", "Feet a turn (a round)", &head, rows.collect())
}

fn detailed_encumbrance() -> Table {
    let tables = super::tables();
    let loads = tables.detailed_encumbrance.0.iter();
    let loads = loads.map(|(least, most, base)| vec![format!("{least}-{most}"), rate(*base)]);
    let over = vec![format!("over {}", tables.max_load), "cannot move".into()];
    let rows = loads.chain(std::iter::once(over)).collect();
    let title = format!("Feet a turn (a round); sundries count {} coins", tables.sundries);
    Table::new("bx.encumbrance.detailed", &title, &["Coins", "Rate"], rows)
}

fn turning() -> Table {
    let rows = super::tables().turning.0.iter().map(|(least, most, entries)| {
        let level = span(*least, *most, LEVELS);
        std::iter::once(level).chain(entries.iter().map(|entry| entry.cell())).collect()
    });
    let head = ["Cleric level", "1", "2", "2*", "3", "4", "5", "6", "7-9"];
    let title = "2d6 needed by Hit Dice (* special powers); T turned, D destroyed";
    Table::new("bx.special.turn-undead", title, &head, rows.collect())
}

fn evasion() -> Table {
    let rows = super::tables().evasion.0.iter().map(|(least, most, pursuers)| {
        let chances = pursuers.0.iter();
        let chances =
            chances.map(|(least, most, chance)| format!("{}: {chance}%", span(*least, *most, SIZES)));
        std::iter::once(span(*least, *most, SIZES)).chain(chances).collect()
    });
    let head = ["Fleeing", "Few pursuers", "More", "Many"];
    Table::new("bx.pursuit.evasion-wilderness", "Number of pursuers: chance", &head, rows.collect())
}

fn ability_modifiers() -> Table {
    let tables = super::tables();
    let rows = tables.ability.0.iter().map(|(least, most, modifier)| {
        let at = |special: Option<&i32>| signed(special.copied().unwrap_or(*modifier));
        let usual = signed(*modifier);
        let initiative = at(tables.dexterity_initiative.at(*least));
        let reaction = at(tables.charisma_reaction.at(*least));
        vec![
            span(*least, *most, SCORES),
            usual.clone(),
            usual.clone(),
            initiative,
            usual.clone(),
            usual,
            reaction,
        ]
    });
    let head = [
        "Score",
        "Strength: melee attack, damage",
        "Dexterity: AC, missile attack",
        "Dexterity: initiative",
        "Constitution: hit points a die",
        "Wisdom: saves against magic",
        "Charisma: reaction",
    ];
    Table::new("bx.ability.modifiers", "Modifiers by score", &head, rows.collect())
}

fn weapons() -> Table {
    let rows = super::tables().weapons.iter().map(|weapon| {
        let damage = weapon.damage.map_or("-".into(), |dice| dice.to_string());
        let weight = coins(weapon.weight.unwrap_or(0));
        vec![
            weapon.name.to_string(),
            damage,
            weight,
            ranges(weapon.feet),
            qualities(about(), weapon, BOTH),
        ]
    });
    let title = "Weight in coins; short, medium and long range in feet";
    let head = ["Weapon", "Damage", "Weight", "Ranges", "Qualities"];
    Table::new("bx.equipment.weapons", title, &head, rows.collect())
}

fn armour() -> Table {
    let tables = super::tables();
    let worn = tables.armour.iter().map(|row| {
        let class = format!("{} [{}]", row.ac, ascending(row.ac));
        vec![about().armour(row.armour).into(), class, coins(row.weight), heft(row.class).into()]
    });
    let shield = vec!["shield".into(), "1 better".into(), coins(tables.shield_weight), "-".into()];
    let rows = worn.chain(std::iter::once(shield)).collect();
    let head = ["Armour", "AC [ascending]", "Weight", "Counts as"];
    Table::new(
        "bx.equipment.armor",
        "Weight in coins; what it counts as for basic encumbrance",
        &head,
        rows,
    )
}

fn heft(weight: ArmourWeight) -> &'static str {
    match weight {
        ArmourWeight::Unarmoured => "none",
        ArmourWeight::Light => "light",
        ArmourWeight::Heavy => "heavy",
    }
}

/// Hit Dice by which attacks are read: a plus counts one more.
fn fighting(least: i32, most: i32) -> String {
    match (least, most) {
        (1, most) => format!("up to {most}"),
        (least, most) if most > *HIT_DICE.end() => format!("{}+ and more", least - 1),
        (least, most) => format!("{}+ to {most}", least - 1),
    }
}

/// The ascending figure of an armour class, and the attack bonus of a THAC0.
fn ascending(figure: i32) -> i32 {
    19 - figure
}

/// Feet a turn and, in brackets, a round.
fn rate(base: u32) -> String {
    format!("{base}' ({}')", base / 3)
}

fn coins(weight: u32) -> String {
    if weight == 0 { "-".into() } else { weight.to_string() }
}
