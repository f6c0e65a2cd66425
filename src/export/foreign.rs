//! Creatures in the formats of other tools.

use super::creature::{self, Creature, average, damage, in_dice, is_melee, is_missile};
use crate::escape::visible;
use crate::rules::model::block::d20::{Ability, Attack};
use maud::html;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

/// The format of another tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    /// Improved Initiative: a single object with one key per creature.
    ImprovedInitiative,
    /// An Obsidian note: a code block for the encounter, and one for each stat block.
    Obsidian,
    /// Foundry with Old-School Essentials: actors.
    FoundryOse,
    /// Foundry with Basic Fantasy: actors.
    FoundryBfrpg,
    /// A CSV file for spreadsheets.
    Csv,
}

/// Exports creatures for a tool. Notes get the title `title`.
///
/// # Errors
/// If JSON serialization fails, which no creature can cause.
pub fn creatures(title: &str, all: &[Creature], tool: Tool) -> serde_json::Result<String> {
    let actors = |of: fn(&Creature) -> Value| match all {
        [one] => of(one),
        several => several.iter().map(of).collect(),
    };
    let value = match tool {
        Tool::ImprovedInitiative => improved_initiative(all),
        Tool::FoundryOse => actors(foundry_ose),
        Tool::FoundryBfrpg => actors(foundry_bfrpg),
        Tool::Obsidian => return Ok(obsidian(title, all)),
        Tool::Csv => return Ok(csv(all)),
    };
    serde_json::to_string_pretty(&Ordered(&value)).map(|text| text + "\n")
}

/// The order of ability scores expected by tools that read them by position.
const SCORES: [Ability; 6] =
    [Ability::Str, Ability::Dex, Ability::Con, Ability::Int, Ability::Wis, Ability::Cha];

/// Serializes objects of ability scores in that order, and other keys sorted by name.
struct Ordered<'a>(&'a Value);

impl Serialize for Ordered<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Array(all) => to.collect_seq(all.iter().map(Ordered)),
            Value::Object(map) => {
                let place = |key: &str| {
                    SCORES.iter().position(|which| [which.short(), &which.key()].contains(&key))
                };
                let mut keys: Vec<(&String, &Value)> = map.iter().collect();
                if keys.iter().all(|(key, _)| place(key).is_some()) {
                    keys.sort_by_key(|(key, _)| place(key));
                }
                to.collect_map(keys.into_iter().map(|(key, value)| (key, Ordered(value))))
            }
            plain => plain.serialize(to),
        }
    }
}

/// A stable id for a name: letters, digits and dashes.
fn id(name: &str) -> String {
    let sign = |sign: char| if sign.is_alphanumeric() { sign.to_ascii_lowercase() } else { '-' };
    let parts: String = name.chars().map(sign).collect();
    let parts: Vec<&str> = parts.split('-').filter(|part| !part.is_empty()).collect();
    format!("wardrum-{}", parts.join("-"))
}

const NUMBERS: [&str; 10] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

fn improved_initiative(all: &[Creature]) -> Value {
    let mut out = Map::new();
    for creature in all {
        let (mut key, mut nth) = (id(&creature.name), 1);
        let list = if creature.is_character() { "PersistentCharacters" } else { "Creatures" };
        while out.contains_key(&format!("{list}.{key}")) {
            nth += 1;
            key = format!("{}-{nth}", id(&creature.name));
        }
        let block = ii_block(creature, &key);
        let record = if creature.is_character() {
            json!({ "Id": key, "Name": &*creature.name, "Path": "", "Version": "3.0.0", "LastUpdateMs": 0,
                    "StatBlock": block, "CurrentHP": creature.now, "Notes": &*creature.block.notes })
        } else {
            block
        };
        out.insert(format!("{list}.{key}"), record);
    }
    Value::Object(out)
}

fn ii_block(creature: &Creature, key: &str) -> Value {
    let scores: Map<String, Value> = Ability::ALL
        .into_iter()
        .map(|which| (which.short().to_string(), creature.score(which).into()))
        .collect();
    let named = |name: &str, text: String| json!({ "Name": name, "Content": text, "Usage": "" });
    let mut traits =
        vec![named("THAC0", creature.thac0.to_string()), named("Saving throws", saves(creature))];
    traits.extend(creature.block.morale.map(|morale| named("Morale", morale.to_string())));
    let several = creature.attacks.iter().any(|line| line.count > 1);
    let mut actions = Vec::new();
    if several {
        let number =
            |line: &Attack| NUMBERS.get(usize::from(line.count).wrapping_sub(1)).unwrap_or(&"ten");
        let one = |line: &Attack| format!("{} with its {}", number(line), line.name);
        let told: Vec<String> = creature.attacks.iter().map(one).collect();
        actions.push(named("Multiattack", format!("It makes attacks: {}.", told.join(" and "))));
    }
    actions.extend(creature.attacks.iter().map(|line| named(&line.name, sentence(creature, line))));
    json!({
        "Id": key, "Name": &*creature.name, "Path": "", "Source": "", "Version": "3.0.0", "LastUpdateMs": 0,
        "Type": creature.kind(), "HP": { "Value": creature.most, "Notes": creature.dice().map_or_else(String::new, |dice| format!("({dice})")) },
        "AC": { "Value": creature.ascending(), "Notes": "" },
        "InitiativeModifier": creature.block.init_mod.unwrap_or(0), "InitiativeAdvantage": false,
        "Speed": [format!("{} ft.", creature.moves.1)], "Abilities": scores,
        "DamageVulnerabilities": [], "DamageResistances": [], "DamageImmunities": [], "ConditionImmunities": [],
        "Saves": [], "Skills": [], "Senses": [], "Languages": [],
        "Challenge": creature.block.level.map_or_else(String::new, |level| level.to_string()),
        "Traits": traits, "Actions": actions, "Reactions": [], "LegendaryActions": [], "BonusActions": [],
        "MythicActions": [], "Description": &*creature.block.notes,
        "Player": if creature.is_character() { "player" } else { "" }, "ImageURL": "",
    })
}

fn saves(creature: &Creature) -> String {
    let [death, wands, paralysis, breath, spells] = creature.saves;
    format!("D{death} W{wands} P{paralysis} B{breath} S{spells}")
}

/// An attack in the usual phrasing: `Melee Weapon Attack: +3 to hit, reach 5 ft., one target. Hit: 4 (1d8) damage.`
fn sentence(creature: &Creature, line: &Attack) -> String {
    let kind = match (is_melee(line), is_missile(line)) {
        (true, true) => "Melee or Ranged",
        (false, true) => "Ranged",
        _ => "Melee",
    };
    let far = line.feet.map(|[_, medium, long]| format!("range {medium}/{long} ft."));
    let far = far.filter(|_| is_missile(line)).unwrap_or_else(|| "reach 5 ft.".into());
    let hit = creature.bonus() + line.bonus + line.to_hit;
    let line = &in_dice(line);
    let what = match damage(line) {
        Some(dice) => format!("{} ({dice}) damage", average(line)),
        None => "no damage".into(),
    };
    format!("{kind} Weapon Attack: {hit:+} to hit, {far}, one target. Hit: {what}.")
}

/// A quoted YAML scalar.
fn quoted(text: &str) -> String {
    // Every JSON string is a YAML string.
    Value::from(visible(text)).to_string()
}

fn obsidian(title: &str, all: &[Creature]) -> String {
    let mut out = format!("# {}\n\n```encounter\nname: {}\ncreatures:\n", visible(title), quoted(title));
    for one in all {
        let init = one.block.init_mod.unwrap_or(0);
        let ally = if one.is_character() { ", ally" } else { "" };
        out +=
            &format!("  - [[{}], {}, {}, {init}{ally}]\n", quoted(&one.name), one.now, one.ascending());
    }
    out += "```\n";
    let mut told: Vec<&str> = Vec::new();
    for one in all.iter().filter(|one| {
        let new = !told.contains(&&*one.name);
        told.push(&one.name);
        new
    }) {
        out += &format!(
            "\n```statblock\nname: {}\nac: \"{}\"\nhp: {}\n",
            quoted(&one.name),
            one.ascending(),
            one.most
        );
        let hd = one.block.hd.map(|hd| hd.to_string());
        let more = [
            ("type", one.is_character().then(|| "character".into())),
            ("hit_dice", one.dice().filter(|_| !one.is_character())),
            ("hd", hd),
            ("speed", Some(format!("{}' ({}')", one.moves.0, one.moves.1))),
            ("modifier", one.block.init_mod.map(|init| init.to_string())),
            ("thac0", Some(format!("{} [{:+}]", one.thac0, one.bonus()))),
            ("saves", Some(saves(one))),
            ("morale", one.block.morale.map(|morale| morale.to_string())),
            ("class", one.class()),
            ("level", one.block.level.map(|level| level.to_string())),
        ];
        for (key, text) in more {
            out += &text.map_or_else(String::new, |text| format!("{key}: {}\n", quoted(&text)));
        }
        if !one.attacks.is_empty() {
            out += "actions:\n";
        }
        for line in &one.attacks {
            let name = if line.count > 1 {
                format!("{}x {}", line.count, line.name)
            } else {
                line.name.to_string()
            };
            out += &format!("  - name: {}\n    desc: {}\n", quoted(&name), quoted(&sentence(one, line)));
        }
        if !one.block.notes.is_empty() {
            out += &format!("traits:\n  - name: \"Notes\"\n    desc: {}\n", quoted(&one.block.notes));
        }
        out += "```\n";
    }
    out
}

fn actor(creature: &Creature, system: Value, items: Vec<Value>, of: &str) -> Value {
    let kind = if creature.is_character() { "character" } else { "monster" };
    json!({
        "name": &*creature.name, "type": kind, "img": "", "system": system, "items": items, "effects": [],
        "prototypeToken": { "name": &*creature.name }, "flags": { "exportSource": { "system": of } },
    })
}

/// Text as an HTML paragraph.
fn paragraph(text: &str) -> String {
    html! { p { (text) } }.into_string()
}

fn foundry_ose(creature: &Creature) -> Value {
    let [death, wand, paralysis, breath, spell] = creature.saves;
    let value = |n: u8| json!({ "value": n });
    let score = |ability| value(creature.score(ability));
    let (base, round) = creature.moves;
    let starred = creature.block.hd.is_some_and(|hd| hd.starred);
    let appearing = creature.block.appearing.map(|met| (met.dungeon.to_string(), met.wild.to_string()));
    let (dungeon, wild) = appearing.unwrap_or_default();
    let item = |line: &Attack| {
        let [short, medium, long] = line.feet.unwrap_or_default();
        json!({ "name": &*line.name, "type": "weapon", "system": {
            "damage": damage(line).unwrap_or_default(), "bonus": line.bonus + line.to_hit,
            "melee": is_melee(line), "missile": is_missile(line), "slow": false, "pattern": "transparent",
            "counter": { "value": line.count, "max": line.count },
            "range": { "short": short, "medium": medium, "long": long }, "tags": [],
        } })
    };
    let system = json!({
        "hp": { "hd": creature.dice().unwrap_or_default(), "value": creature.now, "max": creature.most },
        "ac": { "value": creature.ac, "mod": 0 }, "aac": { "value": creature.ascending(), "mod": 0 },
        "thac0": { "value": creature.thac0, "bba": creature.bonus(), "mod": { "missile": 0, "melee": 0 } },
        "saves": { "death": value(death), "wand": value(wand), "paralysis": value(paralysis),
                   "breath": value(breath), "spell": value(spell) },
        "movement": { "base": base },
        "initiative": { "value": 0, "mod": creature.block.init_mod.unwrap_or(0) },
        "scores": { "str": score(Ability::Str), "int": score(Ability::Int), "wis": score(Ability::Wis),
                    "dex": score(Ability::Dex), "con": score(Ability::Con), "cha": score(Ability::Cha) },
        "details": {
            "movement": format!("{base}' ({round}')"), "morale": creature.block.morale.unwrap_or(0),
            "appearing": { "d": dungeon, "w": wild }, "specialAbilities": u8::from(starred),
            "class": creature.class().unwrap_or_default(),
            "level": creature.block.level.unwrap_or(0), "biography": paragraph(&creature.block.notes),
        },
    });
    actor(creature, system, creature.attacks.iter().map(item).collect(), "ose")
}

fn foundry_bfrpg(creature: &Creature) -> Value {
    let [death, wands, paralysis, breath, spells] = creature.saves;
    let value = |value: Value| json!({ "value": value });
    let dice = creature.block.hd.map(|hd| hd.dice());
    let hits: Vec<String> =
        creature.attacks.iter().map(|line| damage(line).unwrap_or_else(|| "by weapon".into())).collect();
    // There is no other field for the number of attacks.
    let about = format!(
        "{}\n{}\n{}",
        paragraph(&format!("No. of Attacks: {}", creature::attacks(creature))),
        paragraph(&format!("Damage: {}", hits.join("/"))),
        paragraph(&creature.block.notes)
    );
    let appearing = creature.block.appearing;
    let met = appearing.map_or_else(String::new, |met| format!("{}, Wild {}", met.dungeon, met.wild));
    let scores: Map<String, Value> = Ability::ALL
        .into_iter()
        .map(|which| (which.key(), value(creature.score(which).into())))
        .collect();
    let item = |line: &Attack| {
        let far = line.feet.filter(|_| is_missile(line)).map(|[_, _, long]| long.to_string());
        json!({ "name": &*line.name, "type": "weapon", "system": {
            "damage": value(damage(line).unwrap_or_default().into()), "bonusAb": value((line.bonus + line.to_hit).into()),
            "range": value(far.unwrap_or_else(|| "Melee".into()).into()), "size": value("M".into()),
        } })
    };
    let mut system = json!({
        "hitPoints": { "value": creature.now, "max": creature.most },
        "hitDice": { "number": dice.map_or(1, |dice| dice.count), "size": format!("d{}", dice.map_or(8, |dice| dice.sides)),
                     "mod": dice.map_or(0, |dice| dice.plus) },
        "armorClass": value((20 - creature.ac).into()), "attackBonus": value(creature.bonus().into()),
        "move": value(format!("{}'", creature.moves.1).into()), "initBonus": value(creature.block.init_mod.unwrap_or(0).into()),
        "morale": value(creature.block.morale.into()), "numberAppearing": value(met.into()),
        "specialAbility": value(u8::from(creature.block.hd.is_some_and(|hd| hd.starred)).into()),
        "saves": { "death": value(death.into()), "wands": value(wands.into()), "paralysis": value(paralysis.into()),
                   "breath": value(breath.into()), "spells": value(spells.into()) },
        "biography": about,
    });
    if let (true, Some(system)) = (creature.is_character(), system.as_object_mut()) {
        system.insert("abilities".into(), scores.into());
        system.insert("class".into(), value(creature.kind().into()));
        system.insert("level".into(), value(creature.block.level.unwrap_or(1).into()));
    }
    actor(creature, system, creature.attacks.iter().map(item).collect(), "basicfantasyrpg")
}

/// The column headings of the CSV file.
const COLUMNS: [&str; 22] = [
    "Name",
    "Class",
    "Level",
    "HP",
    "AC",
    "THAC0",
    "Death",
    "Wands",
    "Paralysis",
    "Breath",
    "Spells",
    "Str",
    "Int",
    "Wis",
    "Dex",
    "Con",
    "Cha",
    "Move",
    "Morale",
    "Init",
    "Weapons",
    "Notes",
];

fn csv(all: &[Creature]) -> String {
    let row =
        |cells: Vec<String>| cells.iter().map(|cell| field(cell)).collect::<Vec<_>>().join(",") + "\n";
    let mut out = row(COLUMNS.iter().map(ToString::to_string).collect());
    for one in all {
        let maybe = |n: Option<String>| n.unwrap_or_default();
        let weapon = |line: &Attack| {
            let times = if line.count > 1 { format!(" x{}", line.count) } else { String::new() };
            damage(line).map_or_else(
                || format!("{}{times}", line.name),
                |dice| format!("{}{times} ({dice})", line.name),
            )
        };
        let mut cells = vec![
            one.name.to_string(),
            maybe(one.class()),
            maybe(one.block.level.map(|level| level.to_string())),
            if one.now == one.most { one.most.to_string() } else { format!("{}/{}", one.now, one.most) },
            one.ac.to_string(),
            one.thac0.to_string(),
        ];
        cells.extend(one.saves.iter().map(ToString::to_string));
        cells.extend(
            Ability::ALL.map(|which| maybe(one.block.abilities.score(which).map(|n| n.to_string()))),
        );
        cells.extend([
            format!("{}' ({}')", one.moves.0, one.moves.1),
            maybe(one.block.morale.map(|morale| morale.to_string())),
            maybe(one.block.init_mod.map(|init| init.to_string())),
            one.attacks.iter().map(weapon).collect::<Vec<_>>().join(", "),
            one.block.notes.to_string(),
        ]);
        out += &row(cells);
    }
    out
}

/// A CSV field, quoted if necessary (RFC 4180).
fn field(text: &str) -> String {
    let text = visible(text);
    if text.contains([',', '"', ';', '\t']) || text.trim() != text {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into_owned()
    }
}
