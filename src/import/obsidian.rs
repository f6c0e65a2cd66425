//! Obsidian: encounters of the Initiative Tracker plugin, stat blocks, characters in front matter.

use super::budget::Budget;
use super::field::{at, int, list, text};
use super::markdown::{self, Fence};
use super::{
    ALLIES, Combatant, FOES, Fight, Format, Found, HEROES, Haul, Known, MOST_RECORDS, statblock,
};
use crate::rules::model::block::d20::CreatureKind;
use crate::rules::model::dice::DiceExpr;
use crate::shorthand::printed::armour_class::Base;
use crate::shorthand::printed::cursor::Cursor;
use crate::shorthand::printed::{Note, Sheet, Tables, head};
use serde_json::Value;

/// Armour classes from here on are taken as ascending.
const ASCENDS_FROM: i32 = 10;

/// Reads a note with its front matter, if any; `None` if it contains nothing of this format.
pub fn read(note: &str, front: &Value, known: Known, budget: &mut Budget) -> Option<Haul> {
    let mut haul = Haul::new(Format::Obsidian);
    let fences = markdown::fences(note);
    let mut unread = 0;
    for fence in fences.iter().filter(|fence| fence.kind.starts_with("statblock")).take(MOST_RECORDS) {
        match markdown::yaml(fence.inner, budget) {
            Some(value) if value.is_object() => haul.found.push(statblock::found(&value)),
            _ => unread += 1,
        }
    }
    statblock::resolve(&mut haul.found, known);
    of_front(&mut haul, front);
    for fence in fences.iter().filter(|fence| fence.kind.starts_with("encounter")).take(MOST_RECORDS) {
        for text in encounters(fence) {
            match markdown::yaml(&text, budget) {
                Some(value) if value.is_object() => {
                    let fight = fight(&value, &haul.found, known);
                    haul.fights.push(fight);
                }
                _ => unread += 1,
            }
        }
    }
    for line in inline(note) {
        if let Some(all @ Value::Array(_)) = markdown::yaml(&format!("[{line}]"), budget) {
            let value = serde_json::json!({ "creatures": all });
            let fight = fight(&value, &haul.found, known);
            haul.fights.push(fight);
        }
    }
    haul.fights.retain(|fight| !fight.combatants.is_empty());
    haul.count_passed_over(unread, "blocks that are not YAML");
    Some(haul).filter(|haul| !haul.is_empty())
}

/// Whether a value is the `data.json` of the Initiative Tracker or Fantasy Statblocks plugin.
pub fn is(value: &Value) -> bool {
    let pair = |entry: &Value| list(entry).get(1).is_some_and(Value::is_object);
    let monsters = list(at(value, "monsters"));
    let tracked = at(value, "encounters").is_object() || at(value, "parties").is_array();
    monsters.iter().any(pair) || tracked && at(value, "players").is_array()
}

/// Reads the data files of the plugins.
pub fn read_settings(values: &[Value], known: Known) -> Haul {
    let mut haul = Haul::new(Format::Obsidian);
    for value in values {
        let monsters = list(at(value, "monsters")).iter().filter_map(|pair| list(pair).get(1));
        let blocks = monsters.filter(|block| block.is_object()).take(MOST_RECORDS);
        haul.found.extend(blocks.map(statblock::found));
        for player in list(at(value, "players")).iter().take(MOST_RECORDS) {
            of_front(&mut haul, player);
        }
        for (name, state) in at(value, "encounters").as_object().into_iter().flatten().take(MOST_RECORDS)
        {
            let fight = tracked(name, state, &haul.found, known);
            haul.fights.push(fight);
        }
    }
    haul.fights.retain(|fight| !fight.combatants.is_empty());
    haul
}

/// Reads an encounter in the tracker's own data.
fn tracked(name: &str, state: &Value, found: &[Found], known: Known) -> Fight {
    let one = |creature: &Value| {
        let (who, display) = (text(at(creature, "name")), text(at(creature, "display")));
        let figures = ["hp", "ac", "modifier", "xp"].map(|key| int(at(creature, key)));
        let flags =
            FLAGS.iter().filter(|flag| text(at(creature, flag)) == "true").map(ToString::to_string);
        let entry = Entry { who, display, figures, flags: flags.collect(), ..Entry::default() };
        let mut combatant = combatant(entry, found, known);
        combatant.left =
            int(at(creature, "currentHP")).filter(|left| Some(*left) != combatant.sheet.block.hp);
        if text(at(creature, "player")) == "true" {
            combatant.side = HEROES;
        }
        combatant
    };
    let creatures =
        list(at(state, "creatures")).iter().filter(|creature| !text(at(creature, "name")).is_empty());
    let combatants = creatures.take(MOST_RECORDS).map(one).collect();
    Fight { id: name.into(), name: head::tidy(name), combatants, notes: Vec::new() }
}

/// The YAML of each encounter in a fence; its first line may be glued to the info string.
fn encounters(fence: &Fence) -> Vec<String> {
    let glued = fence.kind.trim_start_matches("encounter").trim_start_matches("-table");
    let mut all: Vec<String> = vec![glued.to_string()];
    for line in fence.inner.lines() {
        match (line.trim() == "---", all.last_mut()) {
            (false, Some(last)) => {
                last.push('\n');
                last.push_str(line);
            }
            _ => all.push(String::new()),
        }
    }
    all.retain(|text| !text.trim().is_empty());
    all
}

/// Inline encounters: `` `encounter: ...` ``.
fn inline(note: &str) -> Vec<&str> {
    let begins = note.match_indices("`encounter:").map(|(at, mark)| &note[at + mark.len()..]);
    begins
        .filter_map(|rest| Some(rest[..rest.find('`')?].trim()))
        .filter(|line| !line.contains('\n'))
        .collect()
}

/// Reads a stat block or a character from front matter.
fn of_front(haul: &mut Haul, front: &Value) {
    if text(at(front, "statblock")) == "true" {
        haul.found.push(statblock::found(front));
        return;
    }
    let name = text(at(front, "name"));
    let has = |key: &str| int(at(front, key)).is_some();
    if !name.is_empty() && has("hp") && has("ac") {
        let mut sheet = Sheet::named(&name);
        sheet.block.kind = CreatureKind::Pc;
        figures(&mut sheet, int(at(front, "hp")), int(at(front, "ac")), int(at(front, "modifier")));
        sheet.block.level = int(at(front, "level")).and_then(|level| u8::try_from(level).ok());
        haul.found.push(Found::new(&name, sheet));
    }
}

fn fight(value: &Value, found: &[Found], known: Known) -> Fight {
    let name = head::tidy(&text(at(value, "name")));
    let name = if name.is_empty() { "Imported fight".to_string() } else { name };
    let mut notes = Vec::new();
    let hide = text(at(value, "hide"));
    let hidden = hide.contains("creatures");
    for key in ["party", "players", "xp", "rollHP"] {
        let said = text(at(value, key));
        if !said.is_empty() {
            notes.push(Note { path: key.into(), value: said });
        }
    }
    if !hidden && !hide.is_empty() {
        notes.push(Note { path: "hide".into(), value: hide });
    }
    let mut combatants: Vec<Combatant> = Vec::new();
    for entry in list(at(value, "creatures")).iter().take(MOST_RECORDS).filter_map(entry) {
        if entry.count == DiceExpr::flat(0) {
            continue;
        }
        let mut one = combatant(entry, found, known);
        one.sheet.hidden |= hidden;
        combatants.push(one);
    }
    Fight { id: name.clone(), name, combatants, notes }
}

/// An entry of an encounter.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    count: DiceExpr,
    who: String,
    display: String,
    /// Hit points, armour class, initiative modifier, experience.
    figures: [Option<i32>; 4],
    flags: Vec<String>,
}

impl Default for Entry {
    fn default() -> Self {
        let (who, display, flags) = (String::new(), String::new(), Vec::new());
        Self { count: DiceExpr::flat(1), who, display, figures: [None; 4], flags }
    }
}

/// Words that are flags, not figures.
const FLAGS: [&str; 5] = ["hidden", "friend", "friendly", "ally", "hide"];

fn entry(value: &Value) -> Option<Entry> {
    let one = DiceExpr::flat(1);
    let found = match value {
        Value::String(text) => {
            let (count, rest) = counted(text);
            of_text(count, rest)
        }
        Value::Array(all) => of_list(one, all),
        Value::Object(fields) if fields.contains_key("creature") => of_map(one, value),
        Value::Object(fields) => {
            let (count, value) = fields.iter().next()?;
            let read = Cursor(count)
                .amount()
                .filter(|_| count.starts_with(|sign: char| sign.is_ascii_digit() || sign == 'd'));
            let count = read.unwrap_or(one);
            match value {
                Value::String(text) => of_text(count, text),
                Value::Array(all) => of_list(count, all),
                Value::Object(_) => of_map(count, value),
                _ => return None,
            }
        }
        _ => return None,
    };
    Some(found).filter(|found| !found.who.is_empty())
}

/// Splits the count off `3: Bog Lurker` or `3 Bog Lurker`; `3rd Guard` is a name.
fn counted(text: &str) -> (DiceExpr, &str) {
    let mut cursor = Cursor(text);
    let count = cursor.amount();
    match count.filter(|_| cursor.0.starts_with([' ', ':'])) {
        Some(count) => (count, cursor.rest().trim_start_matches(':').trim()),
        None => (DiceExpr::flat(1), text),
    }
}

fn of_text(count: DiceExpr, text: &str) -> Entry {
    let mut parts = text.split(',').map(str::trim);
    let who = parts.next().unwrap_or_default().to_string();
    let parts: Vec<Value> = parts.map(|part| Value::String(part.into())).collect();
    given(Entry { count, who, ..Entry::default() }, &parts)
}

fn of_list(count: DiceExpr, all: &[Value]) -> Entry {
    let Some((first, rest)) = all.split_first() else { return Entry::default() };
    let (who, display) = match first {
        Value::Array(names) => {
            let name = |at: usize| names.get(at).map(text).unwrap_or_default();
            (name(0), name(1))
        }
        other => (text(other), String::new()),
    };
    let (count, who) = match counted(&who) {
        (said, bare) if count == DiceExpr::flat(1) => (said, bare.to_string()),
        _ => (count, who),
    };
    given(Entry { count, who, display, ..Entry::default() }, rest)
}

fn of_map(count: DiceExpr, value: &Value) -> Entry {
    let figures = ["hp", "ac", "mod", "xp"].map(|key| int(at(value, key)));
    let flags = FLAGS.iter().filter(|flag| text(at(value, flag)) == "true").map(ToString::to_string);
    let (who, display) = (text(at(value, "creature")), text(at(value, "name")));
    Entry { count, who, display, figures, flags: flags.collect() }
}

/// Fills in the figures in order; words among them are flags.
fn given(mut entry: Entry, parts: &[Value]) -> Entry {
    let mut place = 0;
    for part in parts {
        let said = text(part).to_lowercase();
        if FLAGS.contains(&&*said) {
            entry.flags.push(said);
        } else if let Some(slot) = entry.figures.get_mut(place) {
            *slot = int(part);
            place += 1;
        }
    }
    entry
}

fn combatant(entry: Entry, found: &[Found], known: Known) -> Combatant {
    let is = |found: &&Found| found.sheet.block.name.eq_ignore_ascii_case(&entry.who);
    let [hp, ac, modifier, xp] = entry.figures;
    let own = found.iter().find(is).map(|found| found.sheet.clone());
    let mut sheet = own
        .or_else(|| {
            let block = known(&entry.who)?;
            Some(Sheet { block, tables: Tables::None, ..Sheet::default() })
        })
        .unwrap_or_else(|| {
            let mut bare = Sheet::named(&entry.who);
            bare.guess("name", "no stat block of that name: hit points and armour class only");
            bare
        });
    figures(&mut sheet, hp, ac, modifier);
    if let Some(xp) = xp {
        sheet.note("xp", &xp.to_string());
    }
    let has = |flags: &[&str]| entry.flags.iter().any(|flag| flags.contains(&&**flag));
    sheet.hidden |= has(&["hidden", "hide"]);
    let side = if has(&["friend", "friendly", "ally"]) { ALLIES } else { FOES };
    let name = if entry.display.is_empty() { entry.who } else { entry.display };
    Combatant { name: head::tidy(&name), count: entry.count, side, sheet: sheet.finish(), left: None }
}

/// Sets hit points, armour class and initiative modifier as a tracker has them; an armour class of 10 or more is
/// ascending.
fn figures(sheet: &mut Sheet, hp: Option<i32>, ac: Option<i32>, modifier: Option<i32>) {
    sheet.block.hp = hp.or(sheet.block.hp);
    if let Some(ac) = ac {
        sheet.armour_class("ac", &ac.to_string(), ac >= ASCENDS_FROM, Base::Unknown);
        sheet.guess("ac", if ac >= ASCENDS_FROM { "taken as ascending" } else { "taken as descending" });
    }
    sheet.block.init_mod =
        modifier.map(|n| n.clamp(-10, 10)).filter(|n| *n != 0).or(sheet.block.init_mod);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_have_many_forms() {
        let of = |yaml: &str| {
            let value = markdown::yaml(yaml, &mut Budget::default()).expect("YAML");
            let entry = entry(&list(&value)[0]).expect("an entry");
            format!(
                "{} {}|{} {:?} {}",
                entry.count,
                entry.who,
                entry.display,
                entry.figures,
                entry.flags.join(" ")
            )
        };
        let none = "[None, None, None, None] ";
        assert_eq!(of("- Bog Lurker"), format!("1 Bog Lurker| {none}"));
        assert_eq!(of("- 3: Bog Lurker"), format!("3 Bog Lurker| {none}"));
        assert_eq!(of("- 3 Bog Lurker"), format!("3 Bog Lurker| {none}"));
        assert_eq!(of("- 3rd Guard"), format!("1 3rd Guard| {none}"));
        assert_eq!(
            of("- Bog Lurker, 18, 13, -1, 75"),
            "1 Bog Lurker| [Some(18), Some(13), Some(-1), Some(75)] "
        );
        assert_eq!(
            of("- Arikly, 18, 13, friendly"),
            "1 Arikly| [Some(18), Some(13), None, None] friendly"
        );
        assert_eq!(
            of("- [[Bog Lurker, Old Sedge], 18, 13, ally]"),
            "1 Bog Lurker|Old Sedge [Some(18), Some(13), None, None] ally"
        );
        assert_eq!(of("- [[Bog Lurker, Old Sedge]]"), format!("1 Bog Lurker|Old Sedge {none}"));
        assert_eq!(of("- [[\"Lurker, Bog\"]]"), format!("1 Lurker, Bog| {none}"));
        assert_eq!(
            of("- 1d4: {creature: Bog Lurker, name: Sedge, hp: 18, hidden: true}"),
            "1d4 Bog Lurker|Sedge [Some(18), None, None, None] hidden"
        );
        assert_eq!(of("- creature: Bog Lurker\n  hp: 3"), "1 Bog Lurker| [Some(3), None, None, None] ");
    }
}
