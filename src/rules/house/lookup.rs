//! The tables as a referee would print them: every figure comes from the asset.

use super::about;
use super::attribute;
use super::tables::{ArmourClass, ClassRow, Row, TwoWeapons, Ware};
use crate::rules::d20::figures::{SAVES, qualities, ranges};
use crate::rules::d20::tables::{Modifier, Weapon, by_roll, fighting_dice, with_saves};
use crate::rules::model::block::d20::{Class, Range};
use crate::rules::ruleset::about::Table;
use crate::rules::ruleset::table::{RangeTable, signed, span};
use std::ops::RangeInclusive;

/// What 2d6 can show.
const TWO_DICE: RangeInclusive<i32> = 3..=11;
/// What d100 can show.
const HUNDRED: RangeInclusive<i32> = 1..=100;
/// Ability scores.
const SCORES: RangeInclusive<i32> = 3..=18;
/// Levels of a class.
const LEVELS: RangeInclusive<i32> = 1..=14;
/// The levels of figures that stay as they are beyond the highest row.
const GROWING: RangeInclusive<i32> = 1..=13;
/// Hit Dice that the tables tell apart.
const HIT_DICE: RangeInclusive<i32> = 1..=99;
/// Sizes of a group that the tables tell apart.
const SIZES: RangeInclusive<i32> = 1..=9998;

/// Every table, in the order of the rules.
pub fn tables() -> Vec<Table> {
    vec![
        reaction(),
        attack_bonus(),
        modifiers(),
        cover(),
        without_talent(),
        abilities(),
        directions(),
        wares(
            "house.missile.ammunition",
            "Cost; weight in CW, 10 to the pound",
            &super::tables().ammunition,
        ),
        chart(
            "house.critical.trigger",
            "A natural 20; double dice in every row",
            &super::tables().critical,
        ),
        chart("house.critical.minor-injury", "Until tended", &super::tables().minor_injury),
        chart("house.critical.major-injury", "Until healed by magic", &super::tables().major_injury),
        chart("house.fumble.trigger", "A natural 1", &super::tables().fumble),
        monster_saves(),
        class_saves(),
        expertise(),
        mage_skills(),
        tracking(),
        tracks(),
        extra_attacks(),
        specialization(),
        two_weapons(),
        turning(),
        progressions(),
        callings(),
        wild_magic(),
        bonus_spells(),
        evasion(),
        evasion_modifiers(),
        loads(),
        loads_by_strength(),
        armour(),
        weapons("Melee weapons", true),
        weapons("Missile weapons and flasks", false),
        wares(LISTS, "Gear", &super::tables().gear),
        wares(LISTS, "Instruments", &super::tables().instruments),
        mounts(),
        wares(LISTS, "For mounts", &super::tables().tack),
        wares(LISTS, "Boats and ships", &super::tables().boats),
        occupations(),
    ]
}

const LISTS: &str = "house.equipment.lists";

fn reaction() -> Table {
    let rows = by_roll(&super::tables().reaction, &TWO_DICE, ToString::to_string);
    Table::new("house.reaction.roll", "2d6 with modifiers", &["Total", "Reaction"], rows)
}

fn attack_bonus() -> Table {
    let tables = super::tables();
    let human = vec!["normal human".into(), signed(tables.normal_human_bonus)];
    let others = tables.attack_bonus.0.iter();
    let others =
        others.map(|(least, most, bonus)| vec![fighting_dice(*least, *most, &HIT_DICE), signed(*bonus)]);
    let rows = std::iter::once(human).chain(others).collect();
    let title = "Creatures; 1+ is more than 1 Hit Die, so 1+1 stands with 1+ to 2";
    Table::new("house.attack.roll", title, &["Hit Dice", "Attack bonus"], rows)
}

fn modifiers() -> Table {
    let head = ["What", "Modifier", "Only in", "When"];
    let rows = super::tables().to_hit.iter().map(modifier).collect();
    Table::new("house.attack.stack", "Added to the attack roll", &head, rows)
}

fn modifier(row: &Modifier) -> Vec<String> {
    let note = row.note.as_ref().map_or("-".into(), ToString::to_string);
    let against = row.against.map_or("-", |range| match range {
        Range::Missile => "missile",
        _ => "melee",
    });
    vec![row.what.to_string(), row.modifier.map_or("-".into(), signed), against.into(), note]
}

fn wild_magic() -> Table {
    let rows = super::tables().wild_magic.iter();
    let rows = rows.map(|(face, _, text)| vec![face.to_string(), text.to_string()]);
    let title = "Natural d20 with every spell; the others nothing";
    Table::new("house.spell.wild-magic", title, &["d20", "Wild magic"], rows.collect())
}

fn bonus_spells() -> Table {
    let rows = super::tables().bonus_spells.0.iter();
    let rows = rows.map(|(least, most, more)| {
        let more = more.map(|n| if n == 0 { "-".into() } else { signed(i32::from(n)) });
        [vec![format!("{least}-{most}")], more.to_vec()].concat()
    });
    let head = ["Score", "Level 1", "Level 2", "Level 3"];
    Table::new("house.spell.bonus", "Spells more, by prime requisite", &head, rows.collect())
}

fn cover() -> Table {
    let rows = super::tables().cover.iter();
    let rows = rows.map(|(quarters, better)| vec![format!("{quarters}/4"), signed(*better)]);
    let title = "By how much armour class is better; wholly hidden cannot be attacked";
    Table::new("house.attack.cover", title, &["Hidden", "AC"], rows.collect())
}

fn abilities() -> Table {
    let tables = super::tables();
    let rows = tables.ability.0.iter().map(|(least, most, modifier)| {
        let narrow = tables.narrow.at(*least).copied().unwrap_or(0);
        vec![span(*least, *most, SCORES), signed(*modifier), signed(narrow)]
    });
    let title = "Strength: melee to hit and damage. Dexterity: missiles to hit, armour class. Constitution: hit points a die. Wisdom: saves against magic";
    let head = ["Score", "Modifier", "Initiative (Dexterity), reactions (Charisma)"];
    Table::new("house.melee.strength", title, &head, rows.collect())
}

fn directions() -> Table {
    let faces = (1..).zip(&super::tables().directions);
    let rows = faces.map(|(face, way): (i32, _)| vec![face.to_string(), way.to_string()]);
    let title = "Where something lands, seen from where it should have";
    Table::new("house.missile.splash-miss", title, &["d8", "Direction"], rows.collect())
}

fn chart<T>(rule: &str, title: &str, rows: &RangeTable<Row<T>>) -> Table {
    let rows = by_roll(rows, &HUNDRED, |row| row.text.to_string());
    Table::new(rule, title, &["d100", "What happens"], rows)
}

fn monster_saves() -> Table {
    let tables = super::tables();
    let human = with_saves(vec!["normal human".into()], tables.normal_human_saves);
    let others = tables.saves.0.iter();
    let others =
        others.map(|(least, most, saves)| with_saves(vec![span(*least, *most, HIT_DICE)], *saves));
    let rows = std::iter::once(human).chain(others).collect();
    Table::new("house.save.roll", SAVES, &["Hit Dice", "D", "W", "P", "B", "S"], rows)
}

fn class_saves() -> Table {
    let rows = super::tables().classes.iter().flat_map(|class| {
        class.levels.0.iter().map(|(least, most, (bonus, saves))| {
            with_saves(vec![called(class.class), span(*least, *most, LEVELS), signed(*bonus)], *saves)
        })
    });
    let title = format!("Other classes have theirs typed in. {SAVES}");
    let head = ["Class", "Levels", "Attack bonus", "D", "W", "P", "B", "S"];
    Table::new("house.save.roll", &title, &head, rows.collect())
}

/// What a class is called: `magic-user`.
fn called(class: Class) -> String {
    class.name().in_kebab()
}

fn expertise() -> Table {
    let rows = super::tables().expertise.iter().map(|(class, first, halves)| {
        let each = if halves % 2 == 0 { (halves / 2).to_string() } else { format!("{}.5", halves / 2) };
        vec![called(*class), first.to_string(), each]
    });
    let title = "Each point is one more in six, up to 5; the total is rounded down";
    Table::new(
        "house.check.thief-d6",
        title,
        &["Class", "Level 1", "Each further level"],
        rows.collect(),
    )
}

fn mage_skills() -> Table {
    let rows = super::tables().mage_skills.0.iter().map(|(least, most, skills)| {
        let level = span(*least, *most, LEVELS);
        std::iter::once(level).chain(skills.map(|chance| format!("{chance}%"))).collect()
    });
    let head = ["Level", "Detect magic", "Open, close", "Rally", "Read magic", "Suggestion"];
    Table::new("house.check.mage-skill", "Before Intelligence", &head, rows.collect())
}

fn tracking() -> Table {
    let rows = by_roll(&super::tables().tracking, &GROWING, |chance| format!("{chance}%"));
    Table::new("house.check.tracking", "Wardens", &["Level", "Chance"], rows)
}

fn tracks() -> Table {
    let rows = super::tables().tracks.iter();
    let rows = rows.map(|(what, modifier)| vec![what.to_string(), modifier.to_string()]);
    Table::new("house.check.tracking", "What changes it", &["What", "Modifier"], rows.collect())
}

fn extra_attacks() -> Table {
    let rows = super::tables().classes.iter().flat_map(|class| {
        class.attacks.0.iter().map(|(least, most, attacks)| {
            vec![called(class.class), span(*least, *most, GROWING), attacks.to_string()]
        })
    });
    let head = ["Class", "Levels", "Attacks a round"];
    Table::new("house.class.extra-attacks", "All others have one", &head, rows.collect())
}

fn specialization() -> Table {
    let rows = super::tables().specialization.0.iter().map(|(least, most, gain)| {
        vec![span(*least, *most, GROWING), signed(gain.to_hit), signed(gain.damage)]
    });
    let head = ["Level", "To hit", "Damage"];
    Table::new("house.class.weapon-specialization", "The chosen weapon", &head, rows.collect())
}

fn hands(prices: TwoWeapons) -> Vec<String> {
    vec![signed(prices.first), signed(prices.second)]
}

fn without_talent() -> Table {
    let rows = vec![hands(super::tables().two_weapons)];
    Table::new("house.attack.two-weapons", "Without the talent", &["First", "Second"], rows)
}

fn two_weapons() -> Table {
    let rows = super::tables().two_weapon_talent.0.iter().map(|(least, most, prices)| {
        std::iter::once(span(*least, *most, GROWING)).chain(hands(*prices)).collect()
    });
    let head = ["Level", "First", "Second"];
    Table::new("house.class.two-weapon-fighting", "With the talent", &head, rows.collect())
}

fn turning() -> Table {
    let rows = super::tables().turning.rows(&GROWING);
    let head = ["Level", "1", "2", "2*", "3", "4", "5", "6", "7-9"];
    let title = "2d6 needed by Hit Dice (* special powers); T turned, D destroyed";
    Table::new("house.class.turn-undead", title, &head, rows)
}

/// Levels of the classes that these rules bring.
fn progressions() -> Table {
    let rows = super::tables().classes.iter().flat_map(progression);
    let title = "From 9d6+1 or 9d8+2 on Constitution adds nothing more";
    let head = ["Class", "Level", "Experience", "Hit Dice"];
    Table::new("house.class.adjustments", title, &head, rows.collect())
}

fn progression(class: &ClassRow) -> impl Iterator<Item = Vec<String>> {
    let levels = (1..).zip(&class.progression);
    levels.map(|(level, (experience, dice)): (i32, _)| {
        vec![called(class.class), level.to_string(), experience.to_string(), dice.to_string()]
    })
}

fn callings() -> Table {
    let rows = super::tables().callings.iter().map(|row| {
        let cells = [&row.needs, &row.armour, &row.weapons, &row.prime].map(ToString::to_string);
        std::iter::once(called(row.class)).chain(cells).collect()
    });
    let head = ["Class", "Needs", "Armour", "Weapons", "Prime requisites"];
    Table::new("house.class.adjustments", "All go to level 14", &head, rows.collect())
}

fn evasion() -> Table {
    let rows = super::tables().evasion.rows(&SIZES);
    let head = ["Fleeing", "Few pursuers", "More", "Many"];
    Table::new("house.pursuit.wilderness", "Number of pursuers: chance", &head, rows)
}

fn evasion_modifiers() -> Table {
    let rows = super::tables().evasion_modifiers.iter();
    let rows = rows.map(|row| vec![row.what.to_string(), row.modifier.map_or("-".into(), signed)]);
    let title = format!("What changes it; at least {}", super::tables().least_evasion);
    Table::new("house.pursuit.wilderness", &title, &["What", "Modifier"], rows.collect())
}

fn loads() -> Table {
    let rows = super::tables().loads.iter().map(|row| {
        let feet = |feet: u32| format!("{feet}'");
        vec![row.most.to_string(), feet(row.exploration), feet(row.encounter)]
    });
    let title = "CW with a Strength of 9 to 12; more than the last does not move";
    let head = ["Up to", "A turn", "A round"];
    Table::new("house.encumbrance.rate", title, &head, rows.collect())
}

fn loads_by_strength() -> Table {
    let rows = by_roll(&super::tables().load_by_strength, &SCORES, |more| signed(*more));
    Table::new("house.encumbrance.strength", "CW added to each bound", &["Strength", "More"], rows)
}

fn armour() -> Table {
    let tables = super::tables();
    let worn = tables.armour.iter().map(|row| {
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
    let shields = tables.shields.iter().map(|row| {
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
    let head = ["Armour", "AC", "Dexterity at most", "Type", "Cost", "CW", "Strength"];
    let title = "!GH not for gnomes and hobbits; barding costs four times as much";
    Table::new("house.equipment.armour-class", title, &head, worn.chain(shields).collect())
}

fn weapons(title: &str, melee: bool) -> Table {
    let of_kind = |row: &&Weapon| (row.range == Range::Missile) != melee;
    let rows = super::tables().weapons.iter().filter(of_kind).map(weapon).collect();
    let title = format!("{title}; short, medium and long range in feet");
    let head = ["Weapon", "Damage", "Ranges", "Qualities", "Strength", "Cost", "CW"];
    Table::new(LISTS, &title, &head, rows)
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
    weight.filter(|weight| *weight > 0).map_or("-".into(), |weight| weight.to_string())
}

fn wares(rule: &str, title: &str, rows: &[Ware]) -> Table {
    let rows = rows
        .iter()
        .map(|Ware(name, cost, heft)| vec![name.to_string(), cost.to_string(), weight(*heft)]);
    Table::new(rule, title, &["What", "Cost", "CW"], rows.collect())
}

fn mounts() -> Table {
    let rows = super::tables().mounts.iter().map(|row| {
        let (speed, capacity) = (format!("{}'", row.speed), format!("{} lb.", row.capacity));
        vec![row.name.to_string(), row.cost.to_string(), speed, capacity]
    });
    Table::new(LISTS, "Mounts", &["What", "Cost", "A round", "Carries"], rows.collect())
}

fn occupations() -> Table {
    let faces = (1..).zip(&super::tables().occupations);
    let rows = faces.map(|(face, what): (i32, _)| vec![face.to_string(), what.to_string()]);
    Table::new(LISTS, "Occupations before adventuring", &["d100", "Occupation"], rows.collect())
}
