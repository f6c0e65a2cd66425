//! Actors of Foundry's Old-School Essentials system.

use super::field::{at, first, int, leave, list, scores, text};
use super::foundry;
use crate::rules::model::block::d20::{
    Armour, Attack, CreatureKind, Damage, Protection, Range, Spell, Tag,
};
use crate::shorthand::printed::armour_class::BOTH_WAYS;
use crate::shorthand::printed::movement::Pace;
use crate::shorthand::printed::{self, Sheet, attacks, head};
use serde_json::Value;

/// The default THAC0 of a new actor.
const UNSET_THAC0: i32 = 19;

/// Reads an actor into the sheet.
pub fn read(sheet: &mut Sheet, actor: &Value, system: &Value, items: &[Value]) {
    let character = foundry::is_character(actor);
    if character {
        sheet.block.kind = CreatureKind::Pc;
        of_character(sheet, system, items);
    }
    if text(at(system, "retainer.enabled")) == "true" {
        sheet.block.kind = CreatureKind::Npc;
        sheet.note("retainer.loyalty", &text(at(system, "retainer.loyalty")));
    }
    let dice = text(at(system, "hp.hd"));
    if !character && !dice.is_empty() {
        sheet.hit_dice("hp.hd", &dice);
    }
    if let Some(hd) = &mut sheet.block.hd {
        hd.starred |= int(at(system, "details.specialAbilities")).is_some_and(|stars| stars > 0);
    }
    sheet.block.hp = int(at(system, "hp.max")).filter(|hp| *hp > 0);
    sheet.left = int(at(system, "hp.value")).filter(|left| character && Some(*left) != sheet.block.hp);
    armour_class(sheet, system, character);
    let thac0 = int(at(system, "thac0.value")).filter(|figure| *figure > 0);
    let bonus = int(at(system, "thac0.bba")).filter(|bonus| *bonus != 0);
    let thac0 = thac0.filter(|figure| *figure != UNSET_THAC0 || bonus.is_none());
    sheet.block.thac0 = thac0.or(bonus.map(|bonus| BOTH_WAYS.saturating_sub(bonus)));
    let described = printed::described(&text(at(system, "details.biography"))).unwrap_or_default().block;
    if sheet.block.thac0 == Some(UNSET_THAC0) && bonus.is_none() && !character {
        let said = described.thac0.map(|figure| format!("; its description says {figure}"));
        sheet.guess("thac0", format!("what a new form holds{}", said.unwrap_or_default()));
    }
    if let (Some(hd), Some(told)) = (&mut sheet.block.hd, described.hd) {
        hd.starred |= told.starred && (told.whole, told.plus) == (hd.whole, hd.plus);
    }
    let saves = ["death", "wand", "paralysis", "breath", "spell"];
    let saves: Vec<u8> = saves
        .iter()
        .filter_map(|key| u8::try_from(int(at(system, &format!("saves.{key}.value")))?).ok())
        .collect();
    // All zero means never filled in.
    sheet.block.saves = saves.try_into().ok().filter(|all: &[u8; 5]| *all != [0; 5]);
    movement(sheet, system);
    sheet.block.init_mod =
        int(first(system, &["initiative.mod", "initiative.value"])).filter(|n| *n != 0 && !character);
    let morale = text(at(system, "details.morale"));
    if morale != "0" {
        sheet.morale("details.morale", &morale);
    }
    let (met, wild) = (text(at(system, "details.appearing.d")), text(at(system, "details.appearing.w")));
    let met = if met.is_empty() { "0".to_string() } else { met };
    sheet.appearing(
        "details.appearing",
        &format!("{met} ({})", if wild.is_empty() { "0" } else { &wild }),
    );
    for item in items {
        one_item(sheet, item);
    }
    patterns(sheet, items);
    notes(sheet, system, character);
}

fn of_character(sheet: &mut Sheet, system: &Value, items: &[Value]) {
    sheet.class("details.class", &text(at(system, "details.class")));
    sheet.block.level = int(at(system, "details.level")).and_then(|level| u8::try_from(level).ok());
    scores(sheet, system, |which| format!("scores.{}.value", which.key()));
    sheet.block.protection = worn(items);
}

/// The equipped armour.
fn worn(items: &[Value]) -> Protection {
    let mut parts = Protection::default();
    for item in items.iter().filter(|item| text(at(item, "type")) == "armor") {
        let Some(system) = foundry::system(item).filter(|system| text(at(system, "equipped")) == "true")
        else {
            continue;
        };
        match (&*text(at(system, "type")), int(at(system, "ac.value"))) {
            ("shield", _) => parts.shield = 1,
            (_, Some(7)) => parts.armour = Some(Armour::new("Leather")),
            (_, Some(5)) => parts.armour = Some(Armour::new("Chain")),
            (_, Some(3)) => parts.armour = Some(Armour::new("Plate")),
            (_, Some(ac)) if (-5..9).contains(&ac) => parts.hide = Some(ac),
            _ => {}
        }
    }
    parts
}

/// Sets the armour class from the descending or ascending figure; raw files may keep the unused one at its default.
fn armour_class(sheet: &mut Sheet, system: &Value, character: bool) {
    let down = int(at(system, "ac.value"));
    let up = int(at(system, "aac.value")).filter(|ac| *ac != 0);
    let from_up = up.map(|up| BOTH_WAYS.saturating_sub(up));
    let ac = match (down, from_up) {
        (Some(0), Some(other)) if other != 0 => Some(other),
        (Some(down), _) => Some(down),
        (None, other) => other,
    };
    let modifier = int(at(system, "ac.mod")).filter(|_| character).unwrap_or(0);
    // A character's armour class is derived from what it wears, if that is known.
    let parts = &sheet.block.protection;
    if character && (parts.armour.is_some() || parts.hide.is_some()) {
        return;
    }
    if character && down == Some(0) && up.is_none() {
        return;
    }
    sheet.block.ac = ac.map(|ac| ac.saturating_sub(modifier));
}

fn movement(sheet: &mut Sheet, system: &Value) {
    let written = text(first(system, &["details.movement", "movement.value"]));
    if !written.is_empty() {
        sheet.movement("details.movement", &written, Pace::Turn);
    }
    let base = int(at(system, "movement.base")).and_then(|feet| u32::try_from(feet).ok());
    if let Some(base) = base.filter(|feet| *feet > 0 && sheet.block.movement.base.is_none()) {
        (sheet.block.movement.base, sheet.block.movement.encounter) = (Some(base), Some(base / 3));
    }
}

fn one_item(sheet: &mut Sheet, item: &Value) {
    let Some(system) = foundry::system(item) else { return };
    let name = head::tidy(&text(at(item, "name")));
    match &*text(at(item, "type")) {
        "weapon" => weapon(sheet, &name, system),
        "spell" => {
            let copies =
                int(first(system, &["memorized", "cast"])).and_then(|copies| u8::try_from(copies).ok());
            if let Some(copies) = copies.filter(|copies| *copies > 0 && !name.is_empty()) {
                let (power, sight, facts) = (false, false, Vec::new());
                let copies = Some(copies.min(9));
                sheet.block.spells.push(Spell {
                    name: name.as_str().into(),
                    power,
                    sight,
                    copies,
                    facts,
                });
            } else {
                sheet.note("spell", &name);
            }
        }
        "armor" => {}
        kind => {
            let told = text(first(system, &["description", "description.value"]));
            sheet.note(kind, &format!("{name}: {told}"));
            sheet.proof(&format!("{name} {told}"));
        }
    }
}

fn weapon(sheet: &mut Sheet, name: &str, system: &Value) {
    let count =
        int(at(system, "counter.max")).and_then(|count| u8::try_from(count).ok()).unwrap_or(1).max(1);
    let damage = text(at(system, "damage"));
    let mut routine = attacks::one(name, count, &damage);
    for line in &mut routine.lines {
        filled(line, system, sheet.block.is_character());
    }
    sheet.routine("items", routine);
    let told = text(at(system, "description"));
    sheet.note(name, &told);
    let save = text(at(system, "save"));
    sheet.note(&format!("{name}.save"), &save);
}

fn filled(line: &mut Attack, system: &Value, character: bool) {
    line.bonus = int(at(system, "bonus")).unwrap_or(0).clamp(-10, 10);
    let is = |key: &str| text(at(system, key)) == "true";
    line.range = match (is("melee"), is("missile")) {
        (true, true) => Some(Range::Both),
        (false, true) => Some(Range::Missile),
        _ => None,
    };
    let feet = |key: &str| {
        u32::try_from(int(at(system, &format!("range.{key}")))?).ok().filter(|feet| *feet > 0)
    };
    if let (Some(short), Some(medium), Some(long)) = (feet("short"), feet("medium"), feet("long")) {
        line.feet = (short <= medium && medium <= long && long <= 5000).then_some([short, medium, long]);
    }
    for tag in list(at(system, "tags")) {
        let known = [
            ("Two-handed", Tag::TWO_HANDED),
            ("Brace", Tag::BRACE),
            ("Charge", Tag::CHARGE),
            ("Reload", Tag::RELOAD),
            ("Splash", Tag::SPLASH),
        ];
        let written = text(first(tag, &["value", "title"]));
        line.tags.extend(known.iter().filter(|(name, _)| *name == written).map(|(_, tag)| *tag));
    }
    if character && matches!(line.damage, Some(Damage::Nothing)) {
        line.damage = Some(Damage::Weapon(None));
    }
}

/// Notes weapons whose pattern colour differs from the first: they belong to an alternative routine.
fn patterns(sheet: &mut Sheet, items: &[Value]) {
    let weapons = items.iter().filter(|item| text(at(item, "type")) == "weapon");
    let colour = |item: &Value| foundry::system(item).map(|system| text(at(system, "pattern")));
    let mut first = None;
    for item in weapons {
        let colour = colour(item).filter(|colour| !["", "transparent"].contains(&&**colour));
        let Some(colour) = colour else { continue };
        if *first.get_or_insert_with(|| colour.clone()) != colour {
            sheet.note("items", &format!("or: {}", text(at(item, "name"))));
        }
    }
}

fn notes(sheet: &mut Sheet, system: &Value, character: bool) {
    let known: [&str; 8] =
        ["morale", "appearing", "movement", "specialAbilities", "class", "level", "xp", "treasure"];
    leave(sheet, "", at(system, "details"), &known);
    let xp = if character { "details.xp.value" } else { "details.xp" };
    sheet.note("xp", &text(at(system, xp)));
    sheet.note("treasure", &text(at(system, "details.treasure.table")));
    for key in ["thac0.mod.missile", "thac0.mod.melee"] {
        let value = text(at(system, key));
        if value != "0" {
            sheet.note(key, &value);
        }
    }
    if let Some(biography) =
        sheet.notes.iter().find(|note| note.path == "biography").map(|note| note.value.clone())
    {
        sheet.proof(&biography);
    }
}
