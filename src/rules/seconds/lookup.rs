//! The printed tables of Six Seconds; every figure comes from the asset.

use super::body;
use super::tables::{Level, Poison, Rate, Symptom};
use crate::rules::model::command::Surface;
use crate::rules::model::dice::DiceExpr;
use crate::rules::ruleset::about::Table;
use crate::rules::ruleset::table::{signed, span};
use crate::rules::text::log::duration;
use std::ops::RangeInclusive;

/// Range of endurance + strength in the tables.
const MIGHT: RangeInclusive<i32> = 1..=20;
/// Faces of the confusion die.
const D20: RangeInclusive<i32> = 1..=20;
/// Metres of a fall in the table.
const METRES: RangeInclusive<i32> = 0..=60;
/// Areas around a source of radiation in the table.
const AREAS: usize = 6;

/// Returns all tables, in the order of the rules.
pub(super) fn tables() -> Vec<Table> {
    vec![
        action_costs(),
        scales(),
        modifiers(),
        situations(),
        called_shots(),
        items(),
        emp(),
        confusion(),
        falls(),
        surfaces(),
        poisons(),
        radiation(),
        loads(),
        awards(),
        progression(),
    ]
}

/// Returns the text of a cell, or a dash if empty.
fn cell(text: &str) -> String {
    if text.is_empty() { "-".into() } else { text.into() }
}

/// Formats T and M.
fn bars(toughness: i32) -> String {
    format!("{toughness}/{}", body::minimum(toughness))
}

fn action_costs() -> Table {
    let mut costs: Vec<_> = super::tables().costs.iter().collect();
    costs.sort_by_key(|(_, cost)| std::cmp::Reverse(cost.seconds));
    let rows = costs
        .into_iter()
        .map(|(deed, cost)| vec![deed.words().name.into(), cost.seconds.to_string(), cell(&cost.note)]);
    let head = ["Action", "Seconds", "Note"];
    Table::new("seconds.time.action-costs", "Seconds an action takes", &head, rows.collect())
}

fn scales() -> Table {
    let rows = super::tables().scales.iter().map(|row| {
        vec![
            row.scale.to_string(),
            row.square.to_string(),
            body::toughness_of(row.scale).total().to_string(),
            row.multiplier.to_string(),
            signed(-row.scale),
            body::target_of(row.scale).total().to_string(),
            cell(&row.example),
        ]
    });
    let head = ["Scale", "Square (m)", "Toughness", "Multiplier", "Attack", "Target", "Example"];
    Table::new("seconds.scale.table", "Base figures by scale", &head, rows.collect())
}

fn modifiers() -> Table {
    let rows = super::tables().modifiers.iter().map(|row| {
        let cells = [&row.cause, &row.attack, &row.difficulty, &row.target, &row.defence, &row.damage];
        cells.map(|text| cell(text)).to_vec()
    });
    let head = ["Cause", "Attack X", "Defence DC Y", "Target", "Defence roll", "Damage"];
    Table::new("seconds.attack.bonus-format", "Attack modifiers", &head, rows.collect())
}

fn situations() -> Table {
    let rows = super::tables().situations.iter();
    let rows = rows.map(|(what, does)| vec![what.to_string(), does.to_string()]).collect();
    let title = "Situation modifiers; the perception DC is for hiding";
    Table::new("seconds.situation.cover", title, &["Situation", "Effect"], rows)
}

fn called_shots() -> Table {
    let rows = super::tables().called.iter().map(|(location, row)| {
        vec![
            location.word().into(),
            signed(row.target),
            signed(row.toughness),
            row.slight.to_string(),
            row.grave.to_string(),
        ]
    });
    let head = ["Place", "Target", "Toughness", "Minimum Toughness reached", "Toughness reached"];
    let title = "The Fortitude DC is the damage; Minimum Toughness drops like Toughness";
    Table::new("seconds.calledshot.roll", title, &head, rows.collect())
}

fn items() -> Table {
    let made = super::tables().items.iter();
    let made =
        made.map(|(_, row)| vec![row.name.to_string(), row.target.to_string(), bars(row.toughness)]);
    let worn = ["armour", "as wearer", "3 x scale + its bonus + 3"].map(String::from).to_vec();
    let rows = made.chain(std::iter::once(worn)).collect();
    let title =
        "Weapons of scale 0: each scale above, Toughness +3, Target -1; wooden hafts: see the option";
    Table::new("seconds.calledshot.item", title, &["Item", "Target", "Toughness"], rows)
}

fn emp() -> Table {
    let rows = super::tables().emp.iter();
    let rows =
        rows.map(|(_, row)| vec![row.name.to_string(), row.toughness.to_string(), cell(&row.examples)]);
    let head = ["Class", "Toughness", "Examples"];
    Table::new("seconds.damage.emp", "EMP toughness by class", &head, rows.collect())
}

fn confusion() -> Table {
    let tables = super::tables();
    let rows = tables.confusion.0.iter();
    let rows =
        rows.map(|(least, most, row)| vec![span(*least, *most, D20), cell(tables.confused(*row))]);
    let head = ["d20", "Result this turn"];
    Table::new("seconds.confusion.roll", "Confusion, rolled as the slot opens", &head, rows.collect())
}

fn falls() -> Table {
    let rows = super::tables().falls.0.iter().map(|(least, most, bonus)| {
        let damage = if *bonus == 0 { "none".into() } else { format!("1d6{bonus:+}") };
        vec![span(*least, *most, METRES), damage]
    });
    let title = "Fall damage by height, before scale (3 x) and surface";
    Table::new("seconds.hazard.fall", title, &["Metres", "Damage"], rows.collect())
}

fn surfaces() -> Table {
    let rows = super::tables()
        .surfaces
        .iter()
        .map(|(surface, bonus)| vec![surface.word().into(), signed(*bonus), ground(*surface).into()]);
    let head = ["Surface", "Damage", "Examples"];
    Table::new("seconds.hazard.fall", "Fall damage modifier by surface", &head, rows.collect())
}

/// Returns examples of the surface.
fn ground(surface: Surface) -> &'static str {
    match surface {
        Surface::Water => "-",
        Surface::VerySoft => "deep snow, trampoline",
        Surface::Soft => "overhang, dumpster, mattress",
        Surface::SlightlySoft => "mud, thick carpet",
        Surface::Hard => "concrete, stone, pavement",
        Surface::Hazardous => "broken glass",
        Surface::Spikes => "all damage piercing",
    }
}

fn poisons() -> Table {
    let rows = super::tables().poisons.iter().map(|row| {
        vec![
            row.name.to_string(),
            row.primary.to_string(),
            cell(&row.secondary),
            difficulty(row),
            row.diagnosis.to_string(),
            rate(row.rate).into(),
            symptoms(row),
        ]
    });
    let head = ["Name", "Primary", "Secondary", "Fort DC", "Diagnosis", "Rate", "Symptoms"];
    let title = "One check per interval (rate second: 6 per round); three successes in a row cure";
    Table::new("seconds.poison.check", title, &head, rows.collect())
}

fn difficulty(row: &Poison) -> String {
    if row.dc_text.is_empty() { row.dc.to_string() } else { row.dc_text.to_string() }
}

fn rate(rate: Rate) -> &'static str {
    match rate {
        Rate::Second => "second",
        Rate::Round => "round",
        Rate::Hour => "hour",
        Rate::Day => "day",
        Rate::Drink => "drink",
    }
}

/// Describes the symptoms of a failure, with the notes.
fn symptoms(row: &Poison) -> String {
    let mut parts: Vec<String> = row.symptoms.iter().map(symptom).collect();
    if !row.notes.is_empty() {
        parts.push(row.notes.to_string());
    }
    parts.join("; ")
}

fn symptom(symptom: &Symptom) -> String {
    match symptom {
        Symptom::Wound => "a wound, cumulative".into(),
        Symptom::Unconscious(dice, minutes) => format!("unconscious {dice} x {minutes} minutes"),
        Symptom::Staggered(dice) => format!("staggered {}", rounds(*dice)),
        Symptom::Blind(dice) => format!("blind {}", rounds(*dice)),
        Symptom::Paralysed(seconds) => {
            format!("after three failures in a row, paralysed {}", duration(*seconds))
        }
        Symptom::Nauseated(hours) => format!("nauseated {hours} hours"),
        Symptom::Tired(hours) => format!("tired {hours} hours"),
        Symptom::Drunk(dice) => format!("drunk {dice} hours"),
        Symptom::Random => "d6: 1-2 a wound, 3-4 a morale penalty, 5-6 a mobility penalty".into(),
    }
}

fn rounds(dice: DiceExpr) -> String {
    if dice == DiceExpr::flat(1) { "1 round".into() } else { format!("{dice} rounds") }
}

/// The table of radiation: a row per severity of the source, a column per area around it.
fn radiation() -> Table {
    let poisons = super::tables().poisons.iter();
    let grades: Vec<&str> = poisons.filter_map(|poison| severity(&poison.name)).collect();
    let rows = grades.iter().enumerate().map(|(at, grade)| {
        let around = (at..at + AREAS).map(|at| (*grades.get(at).unwrap_or(&"none")).to_string());
        std::iter::once((*grade).to_string()).chain(around).collect()
    });
    let areas: Vec<String> = (1..=AREAS).map(|more| format!("s + {more}")).collect();
    let head: Vec<&str> = ["Source"].into_iter().chain(areas.iter().map(|area| &**area)).collect();
    let title = "Severity by area around a source of scale s";
    Table::new("seconds.poison.radiation", title, &head, rows.collect())
}

/// Returns `extreme` for `Radiation (extreme)`.
fn severity(name: &str) -> Option<&str> {
    name.strip_prefix("Radiation (")?.strip_suffix(')')
}

fn loads() -> Table {
    let rows = super::tables().loads.0.iter();
    let rows = rows.map(|(least, most, step)| vec![span(*least, *most, MIGHT), step.to_string()]);
    let head = ["Endurance + Strength", "Step (kg)"];
    let title = "Kilograms per step; each step beyond the first is a mobility penalty";
    Table::new("seconds.encumbrance.step", title, &head, rows.collect())
}

fn awards() -> Table {
    let rows = super::tables().awards.iter();
    let rows = rows.map(|(what, points)| vec![what.to_string(), points.to_string()]).collect();
    Table::new("seconds.class.xp-award", "Experience points", &["For", "Points"], rows)
}

fn progression() -> Table {
    let levels = super::tables().progression.iter().map(level);
    let more = ["each further level", "+1", "+1", "+1", "+1/2", "+1/2", "+1/3", "+1/4"];
    let rows = levels.chain(std::iter::once(more.map(String::from).to_vec())).collect();
    let head = [
        "Level",
        "Maximum ranks",
        "Fast: bonus",
        "techniques",
        "Staggered: bonus",
        "techniques",
        "Bonus rank",
        "Ability boost",
    ];
    let title = "For skills kept at maximum ranks";
    Table::new("seconds.class.progression", title, &head, rows)
}

fn level(row: &Level) -> Vec<String> {
    vec![
        row.level.to_string(),
        row.ranks.to_string(),
        format!("{:+}", row.fast.0),
        row.fast.1.to_string(),
        format!("{:+}", row.staggered.0),
        row.staggered.1.to_string(),
        cell(&row.bonus_ranks),
        cell(&row.boosts),
    ]
}
