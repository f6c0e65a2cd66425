//! The rules tables in printed form; every number comes from the asset.

use super::asset::about;
use super::attribute;
use super::tables::{ArmourClass, ClassRow, Merchandise, Row, Tables, TwoWeapons};
use crate::rules::d20::cover;
use crate::rules::d20::figures::{qualities, ranges};
use crate::rules::d20::opening::Mood;
use crate::rules::d20::tables::{Modifier, Weapon, by_roll, fighting_dice, printed, with_saves};
use crate::rules::model::block::d20::{Class, Range};
use crate::rules::model::ids::Text;
use crate::rules::ruleset::about::Table;
use crate::rules::ruleset::table::{RangeTable, signed, span};
use crate::rules::text::words;
use std::ops::RangeInclusive;

/// Rolls of 2d6 that a table tells apart.
const TWO_DICE: RangeInclusive<i32> = 3..=11;
/// Rolls of d100.
const HUNDRED: RangeInclusive<i32> = 1..=100;
/// Ability scores.
const SCORES: RangeInclusive<i32> = 3..=18;
/// Class levels.
const LEVELS: RangeInclusive<i32> = 1..=14;
/// Levels of tables whose top row covers every higher level.
const GROWING: RangeInclusive<i32> = 1..=13;
/// Hit Dice that the tables tell apart.
const HIT_DICE: RangeInclusive<i32> = 1..=99;
/// Group sizes that the tables tell apart.
const SIZES: RangeInclusive<i32> = 1..=9998;

/// Table rows without the header.
type Rows = Vec<Vec<String>>;

/// Every table, in the order of the rules.
pub fn tables() -> Vec<Table> {
    let t = super::tables();
    let of_kind = |melee| t.weapons.iter().filter(move |row| (row.range != Range::Missile) == melee);
    let rows = [
        by_roll(&t.reaction, &TWO_DICE, |Mood(_, text)| text.to_string()),
        attack_bonus(t),
        t.to_hit.iter().map(modifier).collect(),
        cover::values(about())
            .iter()
            .zip(&t.cover)
            .map(|(worse, quarters)| vec![format!("{quarters}/4"), signed(-worse)])
            .collect(),
        vec![hands(t.two_weapons)],
        abilities(t),
        faces(&t.directions),
        wares(&t.ammunition),
        chart(&t.critical),
        chart(&t.minor_injury),
        chart(&t.major_injury),
        chart(&t.fumble),
        monster_saves(t),
        class_saves(t),
        expertise(t),
        mage_skills(t),
        by_roll(&t.tracking, &GROWING, |chance| format!("{chance}%")),
        t.tracks.iter().map(|(what, modifier)| vec![what.to_string(), modifier.to_string()]).collect(),
        extra_attacks(t),
        specialization(t),
        two_weapons(t),
        t.turning.rows(&GROWING),
        t.classes.iter().flat_map(progression).collect(),
        callings(t),
        t.wild_magic.iter().map(|(face, _, text)| vec![face.to_string(), text.to_string()]).collect(),
        bonus_spells(t),
        t.evasion.rows(&SIZES),
        t.evasion_modifiers
            .iter()
            .map(|row| vec![row.what.to_string(), row.modifier.map_or("-".into(), signed)])
            .collect(),
        loads(t),
        by_roll(&t.load_by_strength, &SCORES, |more| {
            format!("{}{}", if *more > 0 { "+" } else { "" }, words::pounds(*more))
        }),
        armour(t),
        of_kind(true).map(weapon).collect(),
        of_kind(false).map(weapon).collect(),
        wares(&t.gear),
        wares(&t.instruments),
        mounts(t),
        wares(&t.tack),
        wares(&t.boats),
        faces(&t.occupations),
    ];
    printed(&t.printed, rows)
}

fn attack_bonus(t: &Tables) -> Rows {
    let human = vec!["normal human".into(), signed(t.normal_human_bonus)];
    let others = t.attack_bonus.0.iter();
    let others =
        others.map(|(least, most, bonus)| vec![fighting_dice(*least, *most, &HIT_DICE), signed(*bonus)]);
    std::iter::once(human).chain(others).collect()
}

fn modifier(row: &Modifier) -> Vec<String> {
    let note = row.note.as_ref().map_or("-".into(), ToString::to_string);
    let against = row.against.map_or("-", |range| match range {
        Range::Missile => "missile",
        _ => "melee",
    });
    vec![row.what.to_string(), row.modifier.map_or("-".into(), signed), against.into(), note]
}

fn bonus_spells(t: &Tables) -> Rows {
    t.bonus_spells
        .0
        .iter()
        .map(|(least, most, more)| {
            let more = more.map(|n| if n == 0 { "-".into() } else { signed(i32::from(n)) });
            [vec![format!("{least}-{most}")], more.to_vec()].concat()
        })
        .collect()
}

fn abilities(t: &Tables) -> Rows {
    t.ability
        .0
        .iter()
        .map(|(least, most, modifier)| {
            let narrow = t.narrow.at(*least).copied().unwrap_or(0);
            vec![span(*least, *most, SCORES), signed(*modifier), signed(narrow)]
        })
        .collect()
}

/// Rows for the faces of a die, from 1 on.
fn faces(what: &[Text]) -> Rows {
    (1..).zip(what).map(|(face, what): (i32, _)| vec![face.to_string(), what.to_string()]).collect()
}

fn chart<T>(rows: &RangeTable<Row<T>>) -> Rows {
    by_roll(rows, &HUNDRED, |row| row.text.to_string())
}

fn monster_saves(t: &Tables) -> Rows {
    let human = with_saves(vec!["normal human".into()], t.normal_human_saves);
    let others = t.saves.0.iter();
    let others =
        others.map(|(least, most, saves)| with_saves(vec![span(*least, *most, HIT_DICE)], *saves));
    std::iter::once(human).chain(others).collect()
}

fn class_saves(t: &Tables) -> Rows {
    t.classes
        .iter()
        .flat_map(|class| {
            class.levels.0.iter().map(|(least, most, (bonus, saves))| {
                with_saves(
                    vec![called(class.class), span(*least, *most, LEVELS), signed(*bonus)],
                    *saves,
                )
            })
        })
        .collect()
}

/// Name of a class in kebab case: `magic-user`.
fn called(class: Class) -> String {
    class.name().in_kebab()
}

fn expertise(t: &Tables) -> Rows {
    t.expertise
        .iter()
        .map(|(class, first, halves)| {
            let each =
                if halves % 2 == 0 { (halves / 2).to_string() } else { format!("{}.5", halves / 2) };
            vec![called(*class), first.to_string(), each]
        })
        .collect()
}

fn mage_skills(t: &Tables) -> Rows {
    t.mage_skills
        .0
        .iter()
        .map(|(least, most, skills)| {
            let level = span(*least, *most, LEVELS);
            std::iter::once(level).chain(skills.map(|chance| format!("{chance}%"))).collect()
        })
        .collect()
}

fn extra_attacks(t: &Tables) -> Rows {
    t.classes
        .iter()
        .flat_map(|class| {
            class.attacks.0.iter().map(|(least, most, attacks)| {
                vec![called(class.class), span(*least, *most, GROWING), attacks.to_string()]
            })
        })
        .collect()
}

fn specialization(t: &Tables) -> Rows {
    t.specialization
        .0
        .iter()
        .map(|(least, most, gain)| {
            vec![span(*least, *most, GROWING), signed(gain.to_hit), signed(gain.damage)]
        })
        .collect()
}

fn hands(prices: TwoWeapons) -> Vec<String> {
    vec![signed(prices.first), signed(prices.second)]
}

fn two_weapons(t: &Tables) -> Rows {
    t.two_weapon_talent
        .0
        .iter()
        .map(|(least, most, prices)| {
            std::iter::once(span(*least, *most, GROWING)).chain(hands(*prices)).collect()
        })
        .collect()
}

fn progression(class: &ClassRow) -> impl Iterator<Item = Vec<String>> {
    let levels = (1..).zip(&class.progression);
    levels.map(|(level, (experience, dice)): (i32, _)| {
        vec![called(class.class), level.to_string(), experience.to_string(), dice.to_string()]
    })
}

fn callings(t: &Tables) -> Rows {
    t.callings
        .iter()
        .map(|row| {
            let cells = [&row.needs, &row.armour, &row.weapons, &row.prime].map(ToString::to_string);
            std::iter::once(called(row.class)).chain(cells).collect()
        })
        .collect()
}

fn loads(t: &Tables) -> Rows {
    t.loads
        .iter()
        .map(|row| {
            let feet = |feet: u32| format!("{feet}'");
            vec![words::pounds(row.most), feet(row.exploration), feet(row.encounter)]
        })
        .collect()
}

fn armour(t: &Tables) -> Rows {
    let worn = t.armour.iter().map(|row| {
        vec![
            about().armour(row.armour).into(),
            row.ac.to_string(),
            row.cap.map_or("-".into(), signed),
            ArmourClass::word(row.class).into(),
            row.cost.to_string(),
            weight(Some(row.weight)),
            row.strength.map_or("-".into(), |strength| strength.to_string()),
        ]
    });
    let shields = t.shields.iter().map(|row| {
        let class = if row.not_for_small { "shield, !GH" } else { "shield" };
        vec![
            row.name.to_string(),
            signed(row.points),
            signed(row.cap),
            class.into(),
            row.cost.to_string(),
            weight(Some(row.weight)),
            "-".into(),
        ]
    });
    worn.chain(shields).collect()
}

fn weapon(weapon: &Weapon) -> Vec<String> {
    let names: Vec<&str> =
        std::iter::once(&weapon.name).chain(&weapon.also).map(|name| &**name).collect();
    let strength = weapon.attributes.of(attribute::STRENGTH_NEEDED);
    vec![
        names.join("; "),
        weapon.damage.map_or("-".into(), |dice| dice.to_string()),
        ranges(weapon.feet),
        qualities(about(), weapon, "melee, T thrown"),
        strength.map_or("-".into(), |strength| strength.to_string()),
        weapon.cost.as_ref().map_or("-".into(), ToString::to_string),
        weight(weapon.weight),
    ]
}

fn weight(weight: Option<u32>) -> String {
    weight.filter(|weight| *weight > 0).map_or("-".into(), words::pounds)
}

fn wares(rows: &[Merchandise]) -> Rows {
    let row = |Merchandise(name, cost, heft): &Merchandise| {
        vec![name.to_string(), cost.to_string(), weight(*heft)]
    };
    rows.iter().map(row).collect()
}

fn mounts(t: &Tables) -> Rows {
    t.mounts
        .iter()
        .map(|row| {
            let (speed, capacity) = (format!("{}'", row.speed), format!("{} lb", row.capacity));
            vec![row.name.to_string(), row.cost.to_string(), speed, capacity]
        })
        .collect()
}
