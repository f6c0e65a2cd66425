//! A stat block as read, in one line.

use wardrum::rules::model::block::d20::{Attack, Block, CreatureKind, Damage, Immunity};
use wardrum::shorthand::printed::{Sheet, with_hit_points};
use wardrum::store::ready;

/// `4*, 18, 6; vine x2 1d8, maw 1d6 + Paralysed; 60/20; F4; 9; 1d3, 2d4`: Hit Dice, hit points, armour class; attacks;
/// movement; whom it saves as; morale; how many appear.
pub fn told(sheet: &Sheet) -> String {
    let block = &sheet.block;
    let some = |text: Option<String>| text.unwrap_or_else(|| "-".into());
    let ascending = block.ascending.map(|ac| format!(" (asc {ac})")).unwrap_or_default();
    let first = format!(
        "{}, {}, {}{ascending}",
        some(block.hd.map(|hd| hd.to_string())),
        some(block.hp.map(|hp| hp.to_string())),
        some(block.ac.map(|ac| ac.to_string()))
    );
    let attacks = block.attacks.iter().map(attack).collect::<Vec<_>>().join(", ");
    let save_as = block.save_as.map(|(class, level)| match class {
        Some(class) => format!("{}{level}", &class.name().as_str()[..1]),
        None => format!("none {level}"),
    });
    let morale = some(block.morale.map(|morale| morale.to_string()));
    let met = block.appearing.map(|met| format!("{}, {}", met.dungeon, met.wild));
    [first, attacks, movement(block), some(save_as), morale, some(met)].join("; ")
}

fn movement(block: &Block) -> String {
    let figure = |feet: Option<u32>| feet.map_or("-".into(), |feet| feet.to_string());
    let other = block.movement.other.as_ref().map(|other| format!(" \"{other}\"")).unwrap_or_default();
    format!("{}/{}{other}", figure(block.movement.base), figure(block.movement.encounter))
}

fn attack(line: &Attack) -> String {
    let times = if line.count == 1 { String::new() } else { format!(" x{}", line.count) };
    let bonus = if line.bonus == 0 { String::new() } else { format!(" {:+}", line.bonus) };
    let damage = match &line.damage {
        Some(Damage::Dice(dice)) => dice.to_string(),
        Some(Damage::Weapon(_)) => "by weapon".into(),
        Some(Damage::Nothing) => "Nothing".into(),
        None => panic!("{}: no damage", line.name),
    };
    let riders: String =
        line.riders.iter().map(|rider| format!(" + {}", rider.inflicts.name().as_str())).collect();
    format!("{}{times}{bonus} {damage}{riders}", line.name)
}

/// CreatureKind, class and level: `Npc Fighter 3`.
pub fn classed(block: &Block) -> String {
    let kind = match block.kind {
        CreatureKind::Pc => "Pc",
        CreatureKind::Npc => "Npc",
        CreatureKind::Monster => "Monster",
    };
    let class = block.class.map(|class| format!(" {}", class.name().as_str())).unwrap_or_default();
    format!("{kind}{class}{}", block.level.map(|level| format!(" {level}")).unwrap_or_default())
}

pub fn notes(sheet: &Sheet) -> String {
    sheet
        .notes
        .iter()
        .map(|note| format!("{}: {}", note.path, note.value))
        .collect::<Vec<_>>()
        .join("; ")
}

pub fn is_guessed(sheet: &Sheet, field: &str) -> bool {
    sheet.guesses.iter().any(|guess| guess.field == field)
}

pub fn immune(block: &Block) -> String {
    match &block.immune {
        Some(Immunity::AllBut(tags)) => {
            format!(
                "all but {}",
                tags.iter().map(|tag| tag.name().as_str()).collect::<Vec<_>>().join(", ")
            )
        }
        Some(Immunity::To(_)) => "to some".into(),
        None => String::new(),
    }
}

/// Checks that every ruleset with hit points accepts a block.
pub fn is_admitted(block: &Block) {
    for rules in with_hit_points() {
        let faults = rules.admit(ready(rules, &block.clone().into())).err();
        assert!(faults.is_none(), "{}: {}: {faults:?}", rules.about().title, block.name);
    }
}
