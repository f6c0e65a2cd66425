//! Improved Initiative: user data and selections (keys such as `Creatures.<id>`), single stat blocks, lists of them,
//! and encounters, saved or posted.

use super::budget::Budget;
use super::field::{self, at, first, int, leave, list, scores, text};
use super::fifth::{self, Action};
use super::{Combatant, FOES, Fight, Format, Found, HEROES, Haul, Known, MOST_RECORDS, structured};
use crate::rules::model::block::d20::{Block, CreatureKind};
use crate::rules::model::dice::DiceExpr;
use crate::shorthand::printed::cursor::Cursor;
use crate::shorthand::printed::sheet::NAMELESS;
use crate::shorthand::printed::{Note, Sheet, Tables};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The key prefix of older files.
const OLD: &str = "ImprovedInitiative.";

/// What a list of the program's data holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kept {
    Creatures,
    Characters,
    Fights,
    Spells,
}

impl Kept {
    /// The content of the list of that name; `None` for settings and the like.
    fn of(list: &str) -> Option<Self> {
        match list.trim_end_matches('s') {
            "Creature" => Some(Self::Creatures),
            "PersistentCharacter" => Some(Self::Characters),
            "SavedEncounter" | "AutoSavedEncounter" => Some(Self::Fights),
            "Spell" => Some(Self::Spells),
            _ => None,
        }
    }
}

/// Whether a value is of this format.
pub fn is(value: &Value) -> bool {
    let kind = |key: &str| key.split_once('.').and_then(|(list, _)| Kept::of(list));
    let keyed = |(key, _): (&String, &Value)| key.starts_with(OLD) || kind(key).is_some();
    let encounter = || {
        let one = |who: &Value| is_block(who.get("StatBlock").or(who.get("Statblock")).unwrap_or(who));
        list(first_list(value)).iter().any(one)
    };
    is_block(value) || value.as_object().into_iter().flatten().any(keyed) || encounter()
}

/// Whether a value is a stat block: it has an object for hit points, and one for armour class or a name.
fn is_block(value: &Value) -> bool {
    let hp = at(value, "HP");
    hp.is_object() && (at(value, "AC").is_object() || at(value, "Name").is_string())
}

/// The combatants of an encounter.
fn first_list(value: &Value) -> &Value {
    ["Combatants", "Creatures"]
        .iter()
        .map(|key| at(value, key))
        .find(|all| all.is_array())
        .unwrap_or(&Value::Null)
}

/// Reads the values of a file.
pub fn read(values: &[Value], known: Known, budget: &mut Budget) -> Haul {
    let mut haul = Haul::new(Format::ImprovedInitiative);
    let mut fights: Vec<(String, Value)> = Vec::new();
    let (mut spells, mut unread, mut taken) = (0, 0, 0);
    for value in values {
        if is_block(value) && at(value, "Combatants").is_null() {
            taken += 1;
            if taken <= MOST_RECORDS {
                haul.found.push(creature("", value));
            }
            continue;
        }
        if !list(first_list(value)).is_empty()
            && at(value, "Creatures").as_array().is_none_or(|all| all.iter().any(Value::is_object))
        {
            fights.push((text(at(value, "Id")), value.clone()));
            continue;
        }
        for (key, record) in value.as_object().into_iter().flatten() {
            let key = key.strip_prefix(OLD).unwrap_or(key);
            let Some((list, id)) = key.split_once('.') else { continue };
            let Some(kind) = Kept::of(list) else { continue };
            taken += 1;
            if taken > MOST_RECORDS {
                continue;
            }
            let Some(record) = unpacked(record, budget) else {
                unread += 1;
                continue;
            };
            let record = &*record;
            match kind {
                Kept::Creatures if is_block(record) => haul.found.push(creature(id, record)),
                Kept::Creatures => unread += 1,
                Kept::Characters => haul.found.push(character(id, record)),
                Kept::Fights => fights.push((id.to_string(), record.clone())),
                Kept::Spells => spells += 1,
            }
        }
    }
    haul.fights = fights.iter().map(|(id, record)| fight(id, record, &haul.found, known)).collect();
    haul.fights.retain(|fight| !fight.combatants.is_empty());
    haul.count_passed_over(spells, "spells");
    haul.count_passed_over(unread, "records that cannot be read");
    haul.count_passed_over(taken.saturating_sub(MOST_RECORDS), "records after the first 20000");
    haul
}

/// Parses a record of an older file, which holds each as JSON in a string; `None` if it cannot be parsed.
fn unpacked<'a>(record: &'a Value, budget: &mut Budget) -> Option<Cow<'a, Value>> {
    match record {
        Value::String(text) => structured::within(text, budget).map(Cow::Owned),
        record => Some(Cow::Borrowed(record)),
    }
}

fn creature(id: &str, record: &Value) -> Found {
    let own = text(at(record, "Id"));
    Found::new(if own.is_empty() { id } else { &own }, sheet(record))
}

fn character(id: &str, record: &Value) -> Found {
    let block = first_object(record, &["StatBlock", "Statblock"]);
    let mut sheet = sheet(block);
    sheet.block.kind = CreatureKind::Pc;
    let name = text(at(record, "Name"));
    if !name.is_empty() {
        sheet.block.name = crate::shorthand::printed::head::tidy(&name).as_str().into();
    }
    sheet.left = int(at(record, "CurrentHP")).filter(|left| Some(*left) != sheet.block.hp);
    sheet.temporary = field::temporary(at(record, "TemporaryHP"));
    sheet.note("Notes", &text(at(record, "Notes")));
    Found::new(id, sheet)
}

fn first_object<'a>(record: &'a Value, keys: &[&str]) -> &'a Value {
    keys.iter().map(|key| at(record, key)).find(|found| found.is_object()).unwrap_or(record)
}

/// Reads a stat block.
fn sheet(record: &Value) -> Sheet {
    let mut sheet = Sheet::named(&text(at(record, "Name")));
    let kind = text(at(record, "Type"));
    let player = text(at(record, "Player"));
    if !player.is_empty() && player != "npc" {
        sheet.block.kind = CreatureKind::Pc;
        level(&mut sheet, &kind, int(at(record, "Challenge")));
    }
    fifth::kind(&mut sheet, "", &kind);
    sheet.note("Type", &kind);
    fifth::armour_class(&mut sheet, int(first(record, &["AC.Value", "AC"])));
    let challenge = text(at(record, "Challenge"));
    fifth::hit_points(
        &mut sheet,
        int(first(record, &["HP.Value", "HP"])),
        &text(at(record, "HP.Notes")),
        &challenge,
    );
    sheet.note("AC.Notes", &text(at(record, "AC.Notes")));
    sheet.block.init_mod =
        int(first(record, &["InitiativeModifier", "TotalInitiativeModifier"])).filter(|n| *n != 0);
    speeds(&mut sheet, list(at(record, "Speed")));
    if sheet.block.is_character() {
        scores(&mut sheet, record, |which| format!("Abilities.{}", which.short()));
    } else {
        sheet.note("Abilities", &text(at(record, "Abilities")));
    }
    fifth::actions(&mut sheet, "Actions", &actions(at(record, "Actions")));
    let immunities = text(at(record, "DamageImmunities"));
    sheet.proof(&immunities);
    for list in ["Traits", "Reactions", "LegendaryActions", "BonusActions", "MythicActions"] {
        for Action { name, text, usage, .. } in actions(at(record, list)) {
            sheet.note(&format!("{list}.{name}"), &format!("{usage} {text}"));
        }
    }
    for list in ["Saves", "Skills"] {
        let one = |entry: &Value| format!("{} {}", text(at(entry, "Name")), text(at(entry, "Modifier")));
        let all: Vec<String> = self::list(at(record, list)).iter().map(one).collect();
        sheet.note(list, &all.join(", "));
    }
    leave(&mut sheet, "", record, &KNOWN);
    sheet
}

/// Keys that are read, or that are the program's bookkeeping.
const KNOWN: [&str; 33] = [
    "Name",
    "Id",
    "Path",
    "Version",
    "LastUpdateMs",
    "Link",
    "SearchHint",
    "FilterDimensions",
    "ImageURL",
    "Type",
    "HP",
    "AC",
    "InitiativeModifier",
    "TotalInitiativeModifier",
    "InitiativeSpecialRoll",
    "InitiativeAdvantage",
    "Speed",
    "Abilities",
    "Saves",
    "Skills",
    "Traits",
    "Actions",
    "Reactions",
    "LegendaryActions",
    "BonusActions",
    "MythicActions",
    "Player",
    "StatBlock",
    "Statblock",
    "CurrentHP",
    "Combatants",
    "Creatures",
    "Notes",
];

fn level(sheet: &mut Sheet, kind: &str, level: Option<i32>) {
    let class = kind.split_whitespace().find_map(crate::shorthand::printed::classes::class);
    if let Some((class, guessed)) = class {
        sheet.block.class = Some(class);
        if guessed {
            sheet.guess("class", format!("the nearest to \"{kind}\""));
        }
    }
    sheet.block.level = level.and_then(|level| u8::try_from(level).ok()).filter(|level| *level > 0);
}

/// Parses speeds such as `30 ft.`, `fly 60 ft.`, `walk 30 ft.`.
fn speeds(sheet: &mut Sheet, all: &[Value]) {
    let all: Vec<String> = all.iter().map(text).filter(|speed| !speed.is_empty()).collect();
    let own = |speed: &str| Cursor(speed.trim_start_matches("walk").trim_start()).number();
    let walk = all.iter().position(|speed| own(speed).is_some());
    let others: Vec<String> = all
        .iter()
        .enumerate()
        .filter(|(at, _)| Some(*at) != walk)
        .map(|(_, speed)| speed.clone())
        .collect();
    fifth::speed(sheet, walk.and_then(|at| own(&all[at])), &others);
}

fn actions(value: &Value) -> Vec<Action> {
    let one = |entry: &Value| Action {
        name: text(at(entry, "Name")),
        text: text(at(entry, "Content")),
        usage: text(at(entry, "Usage")),
        ..Action::default()
    };
    list(value).iter().map(one).collect()
}

fn fight(id: &str, record: &Value, found: &[Found], known: Known) -> Fight {
    let name = text(at(record, "Name"));
    let all = list(first_list(record)).iter().take(super::MOST_RECORDS);
    let all: Vec<&Value> = all.filter(|who| who.is_object()).collect();
    let mut named: BTreeMap<String, usize> = BTreeMap::new();
    for who in all.iter().filter(|who| text(at(who, "Alias")).is_empty()) {
        *named.entry(block_name(who)).or_default() += 1;
    }
    let is_alone = |who: &Value| named.get(&block_name(who)).is_none_or(|many| *many == 1);
    let combatants = all.iter().map(|who| combatant(who, is_alone(who), found, known)).collect();
    let name = if name.is_empty() { "Imported fight".to_string() } else { name };
    let mut notes = Vec::new();
    for key in ["RoundCounter", "ElapsedSeconds"] {
        let value = text(at(record, key));
        if !value.is_empty() && value != "0" {
            notes.push(Note { path: key.into(), value });
        }
    }
    Fight { id: if id.is_empty() { name.clone() } else { id.into() }, name, combatants, notes }
}

/// The name of a combatant's stat block.
fn block_name(record: &Value) -> String {
    text(at(first_object(record, &["StatBlock", "Statblock"]), "Name"))
}

/// Reads a combatant. One that is alone of its name has a number nevertheless, which is left out.
fn combatant(record: &Value, alone: bool, found: &[Found], known: Known) -> Combatant {
    let block = first_object(record, &["StatBlock", "Statblock"]);
    let mut own = sheet(block);
    let hero = own.block.is_character() || !text(at(record, "PersistentCharacterId")).is_empty();
    // Prefer a fuller block of the same name in the same file, but keep the hit points given here.
    let bare = own.block.attacks.is_empty();
    let fuller = found.iter().find(|other| other.sheet.block.name == own.block.name && bare);
    let hp = own.block.hp;
    if let Some(fuller) = fuller {
        own = fuller.sheet.clone();
        own.block.hp = hp.or(own.block.hp);
    } else if hero
        && bare
        && let Some(block) = known(&own.block.name).filter(Block::is_character)
    {
        own = Sheet { block, tables: Tables::None, ..Sheet::default() };
        own.block.hp = hp.or(own.block.hp);
    }
    if let Some(most) = int(at(record, "MaxHP")) {
        own.block.hp = Some(most);
    }
    let left = int(at(record, "CurrentHP")).filter(|left| Some(*left) != own.block.hp);
    let alias = text(at(record, "Alias"));
    let index = int(at(record, "IndexLabel")).filter(|_| !alone);
    let index = index.map(|index| format!(" {index}")).unwrap_or_default();
    let name = match (alias.is_empty(), own.block.name.is_empty()) {
        (false, _) => alias,
        (true, false) => format!("{}{index}", own.block.name),
        (true, true) => NAMELESS.to_string(),
    };
    let tags = list(at(record, "Tags")).iter().map(|tag| match tag.get("Text") {
        Some(text) => self::text(text),
        None => text(tag),
    });
    for tag in tags {
        own.note("Tags", &tag);
    }
    own.temporary = field::temporary(at(record, "TemporaryHP"));
    for key in ["Initiative", "CurrentNotes"] {
        let value = text(at(record, key));
        if !["", "0", "false"].contains(&&*value) {
            own.note(key, &value);
        }
    }
    own.hidden = text(at(record, "Hidden")) == "true";
    let side = if hero { HEROES } else { FOES };
    Combatant { name, count: DiceExpr::flat(1), side, sheet: own.finish(), left }
}
