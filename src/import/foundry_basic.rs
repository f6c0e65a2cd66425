//! Actors of Foundry's Basic Fantasy system. Every figure is an object with a `value`.

use super::field::{at, first, int, leave, scores, text};
use super::foundry;
use crate::rules::model::block::d20::{Attack, CreatureKind, Damage, Range};
use crate::shorthand::printed::armour_class::Base;
use crate::shorthand::printed::attacks::{self, is_same};
use crate::shorthand::printed::movement::Pace;
use crate::shorthand::printed::{Sheet, Tables, head};
use serde_json::Value;

/// Reads an actor into the sheet.
pub fn read(sheet: &mut Sheet, actor: &Value, system: &Value, items: &[Value]) {
    sheet.tables = Tables::Upward;
    let character = foundry::is_character(actor) || system.get("abilities").is_some();
    let armour = text(at(system, "armorClass"));
    if !armour.is_empty() {
        sheet.armour_class("armorClass", &armour, true, Base::Eleven);
    }
    if character {
        sheet.block.kind = CreatureKind::Pc;
        of_character(sheet, system);
    } else {
        hit_dice(sheet, system);
    }
    let most = int(at(system, "hitPoints.max")).filter(|hp| *hp > 0);
    let now = int(at(system, "hitPoints.value"));
    sheet.block.hp = most.or(now.filter(|hp| *hp > 0)).or(sheet.block.hp);
    sheet.left = now.filter(|left| character && Some(*left) != sheet.block.hp);
    let saves = ["death", "wands", "paralysis", "breath", "spells"];
    let saves: Vec<u8> = saves
        .iter()
        .filter_map(|key| u8::try_from(int(at(system, &format!("saves.{key}")))?).ok())
        .collect();
    sheet.block.saves = saves.try_into().ok().filter(|all: &[u8; 5]| *all != [0; 5]);
    let speed = text(at(system, "move"));
    if !speed.is_empty() {
        sheet.movement("move", &speed, Pace::Round);
    }
    sheet.morale("morale", &text(at(system, "morale")));
    sheet.appearing("numberAppearing", &text(at(system, "numberAppearing")));
    sheet.block.init_mod = int(at(system, "initBonus")).filter(|bonus| *bonus != 0);
    biography(sheet, &text(at(system, "biography")));
    for item in items {
        one_item(sheet, item);
    }
    leave(sheet, "", system, &KNOWN);
}

/// Keys that are read, or that the system derives itself.
const KNOWN: [&str; 17] = [
    "armorClass",
    "attackBonus",
    "biography",
    "hitDice",
    "hitPoints",
    "saves",
    "move",
    "morale",
    "numberAppearing",
    "initBonus",
    "specialAbility",
    "abilities",
    "class",
    "race",
    "level",
    "xp",
    "money",
];

fn hit_dice(sheet: &mut Sheet, system: &Value) {
    let number = int(at(system, "hitDice.number"));
    let plus = int(at(system, "hitDice.mod")).unwrap_or(0);
    let half = text(at(system, "hitDice.size")).trim_start_matches('d') == "4";
    let stars = int(at(system, "specialAbility")).is_some_and(|stars| stars > 0);
    let star = if stars { "*" } else { "" };
    match number {
        Some(0) if plus > 0 => sheet.hit_dice("hitDice", &format!("{plus} HP{star}")),
        Some(1) if half => sheet.hit_dice("hitDice", &format!("1/2{star}")),
        Some(number) if plus != 0 => sheet.hit_dice("hitDice", &format!("{number}{plus:+}{star}")),
        Some(number) => sheet.hit_dice("hitDice", &format!("{number}{star}")),
        None => {}
    }
}

fn of_character(sheet: &mut Sheet, system: &Value) {
    sheet.class("class", &text(at(system, "class")));
    sheet.note("race", &text(at(system, "race")));
    sheet.block.level = int(at(system, "level")).and_then(|level| u8::try_from(level).ok());
    scores(sheet, system, |which| format!("abilities.{}", which.key()));
}

/// Reads the leading lines of the biography, which hold what has no field: the number of attacks and their damage.
fn biography(sheet: &mut Sheet, told: &str) {
    let line = |label: &str| {
        told.lines()
            .find_map(|line| Some(line.trim().strip_prefix(label)?.trim_start_matches(':').trim()))
    };
    let (number, damage) = (line("No. of Attacks"), line("Damage"));
    if number.is_some() || damage.is_some() {
        sheet.attacks("biography", number.unwrap_or("1"), damage);
    }
    if let Some(morale) = line("Morale").filter(|morale| morale.contains('(')) {
        sheet.note("morale", morale);
    }
    let read = ["No. of Attacks", "Damage", "Morale"];
    let rest = told.lines().filter(|line| !read.iter().any(|label| line.trim().starts_with(label)));
    let rest = rest.collect::<Vec<_>>().join(" ");
    sheet.note("biography", &rest);
    sheet.proof(&rest);
}

fn one_item(sheet: &mut Sheet, item: &Value) {
    let Some(system) = foundry::system(item) else { return };
    let name = head::tidy(&text(at(item, "name")));
    if text(at(item, "type")) != "weapon" {
        let told = text(at(system, "description"));
        sheet.note(&name, &told);
        sheet.proof(&format!("{name} {told}"));
        return;
    }
    let damage = text(at(system, "damage"));
    let damage = if damage == "0" { String::new() } else { damage };
    let own: Option<&mut Attack> =
        sheet.block.attacks.iter_mut().find(|line| is_same(&line.name, &name));
    if let Some(line) = own {
        filled(line, system);
        if line.damage == Some(Damage::Nothing)
            && let Some(given) = attacks::one(&name, 1, &damage).lines.pop()
        {
            (line.damage, line.riders) = (given.damage, given.riders);
        }
        return;
    }
    let several = !sheet.block.attacks.is_empty() && !sheet.block.is_character();
    let mut routine = attacks::one(&name, 1, &damage);
    for line in &mut routine.lines {
        filled(line, system);
        if sheet.block.is_character() && line.damage == Some(Damage::Nothing) {
            line.damage = Some(Damage::Weapon(None));
        }
    }
    sheet.routine("items", routine);
    if several {
        sheet.note("items", &format!("besides: {name}"));
    } else if !sheet.block.is_character() {
        sheet.guess("attacks", format!("{name}: attacks per round not given"));
    }
}

fn filled(line: &mut Attack, system: &Value) {
    line.bonus = int(at(system, "bonusAb")).unwrap_or(line.bonus).clamp(-10, 10);
    let range = text(first(system, &["range"]));
    let far = range.chars().any(|sign| sign.is_ascii_digit());
    if far {
        line.range = Some(Range::Missile);
    }
}
