//! The tables of Countdown d20 as a referee would print them: every figure comes from the asset.

use super::about;
use super::tables::{Knock, Mishap, Padding, Tier};
use crate::rules::d20::figures::{SAVES, qualities, ranges};
use crate::rules::d20::tables::{Modifier, Weapon, by_roll};
use crate::rules::ruleset::about::Table;
use crate::rules::ruleset::table::{RangeTable, signed, span};
use crate::rules::text::words;
use std::ops::RangeInclusive;

/// What a d20 with modifiers can show that the tables tell apart.
const TWENTY: RangeInclusive<i32> = 1..=20;
/// Ability scores.
const SCORES: RangeInclusive<i32> = 3..=18;
/// Levels, and Hit Dice that the tables tell apart.
const LEVELS: RangeInclusive<i32> = 0..=98;

/// All of them, in the order of the rules.
pub(super) fn tables() -> Vec<Table> {
    vec![
        modifiers("Added to the attack roll", &super::tables().to_hit),
        modifiers("Added to the target's armour class", &super::tables().to_armour),
        cover(),
        scatter(),
        critical(),
        chart(),
        fumble(),
        grapple(),
        ability_modifiers(),
        attack_bonus(),
        races(),
        saves(),
        movement(),
        loads(),
        weapons(),
        armour(),
        engines(),
    ]
}

fn modifiers(title: &str, rows: &[Modifier]) -> Table {
    let row = |row: &Modifier| {
        let note = row.note.as_ref().map_or("-".into(), ToString::to_string);
        vec![row.what.to_string(), row.modifier.map_or("-".into(), signed), note]
    };
    let rows = rows.iter().map(row).collect();
    Table::new("countdown.attack.stacking", title, &["What", "Modifier", "When"], rows)
}

fn cover() -> Table {
    let rows = super::tables().cover.0.iter();
    let rows = rows.map(|(least, most, modifier)| vec![format!("{least}-{most}"), signed(*modifier)]);
    let title = "Attack roll by how many in a hundred are hidden; wholly hidden is no target";
    Table::new("countdown.attack.cover", title, &["Hidden", "Modifier"], rows.collect())
}

fn scatter() -> Table {
    let rows = super::tables().scatter.iter().map(|row| {
        let place = format!("{}, {}", signed(row.x), signed(row.y));
        vec![row.die.to_string(), row.square.to_string(), place, row.feet.to_string()]
    });
    let title = "Where it strikes: feet to the thrower's right and away from the thrower";
    let head = ["d10", "Square", "Right, away", "Distance"];
    Table::new("countdown.missile.grenade-scatter", title, &head, rows.collect())
}

/// What a critical hit does, in a line.
pub(super) fn tier(tier: Tier) -> &'static str {
    match tier {
        Tier::Regular => "regular damage",
        Tier::Maximum => "maximum damage: the most the dice allow",
        Tier::Critical => "critical damage: the roll and the most the dice allow",
        Tier::Condition => "critical damage and a condition",
    }
}

fn critical() -> Table {
    let rows = by_roll(&super::tables().critical, &TWENTY, |row| tier(*row).into());
    let title = "d20 with the modifiers of the attack";
    Table::new("countdown.critical.special", title, &["Total", "Result"], rows)
}

/// A condition of a critical hit, in a line.
fn chart_words(blow: Knock) -> &'static str {
    match blow {
        Knock::Disarmed => "disarmed: the weapon is knocked away",
        Knock::Shaken => "shaken: -2 to hit, saves and checks",
        Knock::Prone => "prone: -4 to hit; AC -4 in melee, +4 against missiles",
        Knock::Blinded => "blinded: -4 to hit, AC -4, initiative -2",
    }
}

fn chart() -> Table {
    let rows = by_roll(&super::tables().chart, &TWENTY, |blow| chart_words(*blow).into());
    Table::new("countdown.critical.condition", "Condition of a critical hit", &["d4", "Condition"], rows)
}

/// What a critical miss does, in a line.
pub(super) fn mishap(mishap: Mishap) -> &'static str {
    match mishap {
        Mishap::Breaks => "the weapon breaks, no attack next round",
        Mishap::Stumble => "stumbles: Dexterity check against 20, or -1 to hit for 1d2 rounds",
        Mishap::Sloppy => "sloppy: Dexterity check against 15, or an opponent gets a free attack",
        Mishap::Drops => "the weapon is dropped, no attack next round",
        Mishap::Miss => "only a miss",
    }
}

fn fumble() -> Table {
    let rows = by_roll(&super::tables().fumble, &TWENTY, |row| mishap(*row).into());
    Table::new("countdown.fumble.special", "d20, unmodified", &["d20", "Result"], rows)
}

fn grapple() -> Table {
    let rows = super::tables().grapple.iter();
    let rows = rows.map(|(size, modifier)| vec![words::size(*size).into(), signed(*modifier)]).collect();
    let title = "Added to either grapple check";
    Table::new("countdown.special.grapple-check", title, &["Size", "Modifier"], rows)
}

fn ability_modifiers() -> Table {
    let rows = super::tables().ability.0.iter();
    let rows = rows.map(|(least, most, modifier)| vec![span(*least, *most, SCORES), signed(*modifier)]);
    let title = "Modifier by score";
    Table::new("countdown.class.ability-modifier", title, &["Score", "Modifier"], rows.collect())
}

/// The levels at which a column of the attack table has that bonus.
fn levels(column: &RangeTable<i32>, bonus: i32) -> String {
    let row = column.0.iter().find(|row| row.2 == bonus);
    row.map_or("-".into(), |(least, most, _)| span(*least, *most, LEVELS))
}

fn attack_bonus() -> Table {
    let table = &super::tables().attack_bonus;
    let rows = table.monster.0.iter().map(|(_, _, bonus)| {
        let columns = table.by_class.0.iter().map(|column| &column.levels).chain([&table.monster]);
        let levels = columns.map(|column| levels(column, *bonus));
        std::iter::once(signed(*bonus)).chain(levels).collect()
    });
    let title = "By level and by whole Hit Dice; level 0 is a normal man, 0 Hit Dice less than one";
    let heads = table.by_class.0.iter().map(|column| &*column.head);
    let head: Vec<&str> = std::iter::once("Bonus").chain(heads).chain(["Hit Dice"]).collect();
    Table::new("countdown.class.attack-bonus", title, &head, rows.collect())
}

fn races() -> Table {
    let rows = super::tables().races.iter().map(|row| {
        let name = row.race.name().in_kebab();
        let saves = row.saves.iter().map(|bonus| signed(*bonus));
        let rest = [
            row.surprise_dc.to_string(),
            words::size(row.size).into(),
            signed(row.initiative),
            signed(row.missiles),
            signed(row.against_large),
        ];
        std::iter::once(name).chain(saves).chain(rest).collect()
    });
    let head = [
        "Race",
        "D",
        "W",
        "P",
        "B",
        "S",
        "Surprised at",
        "Size",
        "Initiative",
        "Missiles",
        "AC in melee with large",
    ];
    let title = format!("Added to saves and other figures: {SAVES}");
    Table::new("countdown.class.race", &title, &head, rows.collect())
}

fn saves() -> Table {
    let rows = super::tables().saves.rows(&LEVELS, |saves| saves.map(|save| save.to_string()));
    let title = format!("{SAVES}; level 0 is a normal man, monsters by whole Hit Dice");
    let head = ["Class", "Levels", "D", "W", "P", "B", "S"];
    Table::new("countdown.save.table", &title, &head, rows)
}

fn movement() -> Table {
    let feet = |feet: u32| format!("{feet}'");
    let rows = super::tables().armour.iter().map(|row| {
        let ((light, heavy), (magic_light, magic_heavy)) = (row.moves, row.enchanted);
        let name = about().armour(row.armour).into();
        vec![name, feet(light), feet(heavy), feet(magic_light), feet(magic_heavy)]
    });
    let head = ["Armour", "Light load", "Heavy load", "Magic, light load", "Magic, heavy load"];
    Table::new("countdown.encumbrance.movement", "Feet a round", &head, rows.collect())
}

fn loads() -> Table {
    let rows = super::tables().loads.iter().map(|(who, light, most)| {
        vec![who.to_string(), format!("up to {light}"), format!("{} to {most}", light + 1)]
    });
    let title = "Pounds; each +1 of Strength raises them by 10 in a hundred, each -1 lowers them by 20";
    let head = ["Who", "Light load", "Heavy load"];
    Table::new("countdown.encumbrance.movement", title, &head, rows.collect())
}

fn pounds(weight: Option<u32>) -> String {
    weight.map_or("-".into(), |pounds| pounds.to_string())
}

fn weapons() -> Table {
    let row = |weapon: &Weapon| {
        vec![
            std::iter::once(&weapon.name)
                .chain(&weapon.also)
                .map(|name| &**name)
                .collect::<Vec<_>>()
                .join("; "),
            weapon.size.map_or("-".into(), |size| words::size(size).into()),
            weapon.damage.map_or("referee".into(), |dice| dice.to_string()),
            pounds(weapon.weight),
            ranges(weapon.feet),
            qualities(about(), weapon, "thrown"),
        ]
    };
    let rows = super::tables().weapons.iter().map(row).collect();
    let title = "Weight in pounds; short, medium and long range in feet";
    let head = ["Weapon", "Size", "Damage", "Weight", "Ranges", "Flags"];
    Table::new("countdown.equipment.weapons", title, &head, rows)
}

fn armour() -> Table {
    let tables = super::tables();
    let worn = tables.armour.iter().map(|row| {
        let padding = match row.padding {
            Padding::Bare => "none",
            Padding::Leather => "leather",
            Padding::Metal => "metal",
        };
        let name = about().armour(row.armour).into();
        vec![name, row.ac.to_string(), row.weight.to_string(), padding.into()]
    });
    let shield = &tables.shield;
    let shield = vec!["shield".into(), signed(shield.ac), shield.weight.to_string(), "-".into()];
    let rows = worn.chain(std::iter::once(shield)).collect();
    let title = "Weight in pounds; what it is to fists and feet";
    let head = ["Armour", "AC", "Weight", "Brawling"];
    Table::new("countdown.equipment.armor", title, &head, rows)
}

fn engines() -> Table {
    let rows = super::tables().engines.iter().map(|row| {
        vec![
            row.name.to_string(),
            format!("1/{}", row.rate),
            signed(row.to_hit),
            row.damage.to_string(),
            ranges(row.feet),
            row.crew.to_string(),
        ]
    });
    let title = "Shots a round; short, medium and long range in feet";
    let head = ["Engine", "Rate", "Attack", "Damage", "Ranges", "Crew"];
    Table::new("countdown.equipment.siege", title, &head, rows.collect())
}
