//! The Basic Fantasy bestiary: a list of flat objects, as JSON or as an array in a script.

use super::field::{at, int, leave, text};
use super::{Format, Found, Haul, MOST_RECORDS};
use crate::rules::model::block::d20::{Immunity, Tag};
use crate::shorthand::printed::armour_class::Base;
use crate::shorthand::printed::cursor::Cursor;
use crate::shorthand::printed::movement::Pace;
use crate::shorthand::printed::{Sheet, Tables};
use serde_json::Value;

/// Whether a value is of this format.
pub fn is(value: &Value) -> bool {
    value.get("hitdice").is_some() && value.get("armorclass").is_some()
}

/// Reads the values of a file.
pub fn read(values: &[Value]) -> Haul {
    let mut haul = Haul::new(Format::Bestiary);
    let all = || values.iter().filter(|value| is(value));
    haul.found = all().take(MOST_RECORDS).map(found).collect();
    haul.count_passed_over(values.len() - haul.found.len(), "records that are not creatures");
    haul
}

/// Keys that are read, or that repeat others.
const KNOWN: [&str; 19] = [
    "name",
    "armorclass",
    "attackbonus",
    "hitdice",
    "hitdiceroll",
    "noattacks",
    "damage",
    "movement",
    "noappearing",
    "noapproll",
    "noapprollwild",
    "noapprolllair",
    "saveas",
    "morale",
    "specialbonus",
    "dragontable",
    "description",
    "xp",
    "treasure",
];

fn found(record: &Value) -> Found {
    let written = text(at(record, "name"));
    let mut sheet = Sheet::named(&turned(&written));
    sheet.tables = Tables::Upward;
    armour_class(&mut sheet, &text(at(record, "armorclass")));
    sheet.hit_dice("hitdice", &text(at(record, "hitdice")));
    if let Some(hd) = &mut sheet.block.hd {
        hd.starred |= int(at(record, "specialbonus")).is_some_and(|stars| stars > 0);
    }
    let attacks = text(at(record, "noattacks"));
    sheet.attacks("noattacks", &attacks, Some(&text(at(record, "damage"))));
    sheet.movement("movement", &text(at(record, "movement")), Pace::Round);
    sheet.appearing("noappearing", &text(at(record, "noappearing")));
    sheet.saves("saveas", &text(at(record, "saveas")));
    sheet.morale("morale", &text(at(record, "morale")));
    sheet.note("xp", &text(at(record, "xp")));
    sheet.note("treasure", &text(at(record, "treasure")));
    if record.get("dragontable").is_some() {
        sheet.note("dragontable", "the table of ages is left out");
    }
    let told = at(record, "description");
    let paragraph = told.as_array().and_then(|all| all.first()).unwrap_or(told);
    sheet.note("description", &text(paragraph));
    leave(&mut sheet, "", record, &KNOWN);
    Found::new(&written, sheet)
}

/// Parses `15 (11)`, `17 (m)` (only magic hits), `13 (s)` (silver or magic), or words.
fn armour_class(sheet: &mut Sheet, written: &str) {
    let mut cursor = Cursor(written);
    let proof = cursor.int().and_then(|_| cursor.bracket());
    let tags: &[Tag] = match proof {
        Some("m") => &[Tag::MAGIC],
        Some("s") => &[Tag::SILVER, Tag::MAGIC],
        _ => &[],
    };
    if tags.is_empty() {
        sheet.armour_class("armorclass", written, true, Base::Eleven);
        sheet.proof(written);
        return;
    }
    sheet.armour_class("armorclass", written.split('(').next().unwrap_or_default(), true, Base::Eleven);
    sheet.block.immune = Some(Immunity::AllBut(tags.to_vec()));
}

/// Turns `Lurker, Bog` into `Bog Lurker`.
fn turned(name: &str) -> String {
    let bare = name.replace('*', "");
    match bare.split_once(", ") {
        Some((kind, which)) if !which.contains(',') && !which.contains(" and ") => {
            format!("{which} {kind}")
        }
        _ => bare,
    }
}
