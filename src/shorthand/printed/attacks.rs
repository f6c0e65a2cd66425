//! Attack routines as printed, with their damage, which some books list separately.

use super::cursor::Cursor;
use super::damage::{self, Hit};
use crate::rules::model::block::d20::{Attack, Damage};

/// Maximum number of blows of an attack.
const MOST: u8 = 10;
/// Maximum number of attacks.
const MOST_LINES: usize = 40;
/// Maximum number of characters read of a routine or a hit.
const MOST_SIGNS: usize = 1000;
/// Maximum length of a name, in characters.
const LONGEST: usize = 40;
/// The name of attacks without one.
const NAMELESS: &str = "attack";

/// The attacks of a round.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Routine {
    /// The attacks; alternatives come after the first.
    pub lines: Vec<Attack>,
    /// What is a guess, and why.
    pub guessed: Vec<String>,
    /// Text that has no field.
    pub notes: Vec<String>,
}

#[derive(Debug, Clone, Default)]
struct Item {
    count: u8,
    name: String,
    bonus: i32,
    to_hit: i32,
    hit: Option<Hit>,
    /// Whether it is an alternative to the first.
    or: bool,
    notes: Vec<String>,
}

/// Parses attacks, with the damage if listed separately.
pub fn read(attacks: &str, damage: Option<&str>) -> Routine {
    let mut routine = Routine::default();
    let mut items = items(limited(attacks), damage.is_some());
    if let Some(damage) = damage.map(limited) {
        assign_damage(&mut items, damage, &mut routine);
    }
    for item in items.into_iter().take(MOST_LINES) {
        line(item, &mut routine);
    }
    routine
}

/// The first [`MOST_SIGNS`] characters of a text.
fn limited(text: &str) -> &str {
    let end = text.char_indices().nth(MOST_SIGNS).map_or(text.len(), |(at, _)| at);
    &text[..end]
}

/// Creates a routine of a single attack.
pub fn one(name: &str, count: u8, hit: &str) -> Routine {
    let mut routine = Routine::default();
    let item = Item { count, hit: Some(damage::hit(limited(hit))), ..named(name) };
    line(item, &mut routine);
    routine
}

fn line(item: Item, routine: &mut Routine) {
    let hit = item.hit.unwrap_or_default();
    let name: String = if item.name.is_empty() { NAMELESS.into() } else { item.name };
    let name: String = name.chars().take(LONGEST).collect();
    if !(1..=MOST).contains(&item.count) {
        routine.notes.push(format!("{name}: {} times a round", item.count));
    }
    if item.or {
        routine.notes.push(format!("or: {name}"));
    }
    for note in item.notes.iter().chain(&hit.notes) {
        routine.notes.push(format!("{name}: {note}"));
    }
    for rider in &hit.riders {
        let what = rider.inflicts.name().in_kebab();
        routine.guessed.push(format!("{name}: who is hit saves or is {what}"));
    }
    let is_weapon = name.eq_ignore_ascii_case("weapon") || name.eq_ignore_ascii_case("by weapon");
    let damage = match hit.damage {
        Some(Damage::Dice(mut dice)) => {
            // The printed damage includes the bonus, which the attack adds itself.
            dice.plus -= item.bonus;
            Damage::Dice(dice)
        }
        Some(other) => other,
        None if is_weapon => Damage::Weapon(None),
        None => {
            routine.guessed.push(format!("{name}: no damage is given"));
            Damage::Nothing
        }
    };
    routine.lines.push(Attack {
        count: item.count.clamp(1, MOST),
        bonus: item.bonus,
        to_hit: item.to_hit,
        damage: Some(damage),
        riders: hit.riders,
        ..Attack::new(name.as_str())
    });
}

/// Parses the attacks, including all alternatives. If their damage is given `apart`, dice before a name are a count.
fn items(text: &str, apart: bool) -> Vec<Item> {
    let text = text.trim().trim_end_matches(['.', ';', ',']);
    let low = text.to_lowercase();
    let none = ["none", "nil", "n/a", "-", "0"].contains(&&*low) || low.starts_with("none,");
    if none || text.is_empty() {
        return Vec::new();
    }
    // `3 (2 vines, maw)`: the bracket is the list.
    let mut listed = Cursor(text);
    if listed.number().is_some()
        && let Some(inner) = listed.bracket()
        && listed.rest().is_empty()
        && inner.contains(char::is_alphabetic)
        && Cursor(inner).dice().is_none()
    {
        return items(inner, apart);
    }
    let mut all = Vec::new();
    for (at, routine) in divided(text, &[" or ", " o "]).into_iter().enumerate() {
        for part in divided(routine, &[",", "/", ";", " and ", " & ", " + ", " plus ", " y "]) {
            let part = part.trim().trim_matches(['.', ':']).trim();
            if !part.is_empty() {
                all.push(Item { or: at > 0, ..item(part, apart) });
            }
        }
    }
    all
}

/// Splits a text at separators outside brackets.
pub fn divided<'a>(text: &'a str, separators: &[&str]) -> Vec<&'a str> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0_i32);
    let mut skip = 0;
    for (at, sign) in text.char_indices() {
        match sign {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = (depth - 1).max(0),
            _ => {}
        }
        if at < skip || depth > 0 {
            continue;
        }
        let here = separators.iter().find(|separator| text[at..].starts_with(**separator));
        if let Some(separator) = here {
            parts.push(&text[from..at]);
            from = at + separator.len();
            skip = from;
        }
    }
    parts.push(&text[from.min(text.len())..]);
    parts
}

/// Parses `2 × vine (1d8)`, `+1 sword (1d8+1)`, `sling ×2 (1d4)`, `bite 1d6`, `2`, `breath`.
fn item(text: &str, apart: bool) -> Item {
    let mut cursor = Cursor(text);
    let (mut count, mut rolled) = (None, None);
    match cursor.dice() {
        None => {
            count = cursor.count();
            let _ = cursor.eat("×");
        }
        // `1d8 spikes (1d6)`: how many there are is rolled.
        Some(dice) if counts(cursor.rest(), apart) => rolled = Some(format!("{dice} of them")),
        Some(_) => cursor = Cursor(text),
    }
    let bonus = cursor.rest().starts_with(['+', '-']).then(|| cursor.int()).flatten();
    let rest = cursor.rest();
    let end = rest.find(['(', '[']).unwrap_or(rest.len());
    let (mut name, behind) = rest.split_at(end);
    let mut found = Item { bonus: bonus.unwrap_or(0), ..Item::default() };
    if let Some((before, times)) = name.split_once('×') {
        count = count.or(Cursor(times).count());
        name = before;
    }
    // `bite 1d6` has no bracket.
    if behind.is_empty()
        && let Some(at) = dice_in(name)
    {
        let (before, dice) = name.split_at(at);
        found.hit = Some(damage::hit(dice));
        let after = found.hit.as_ref().map(|hit| hit.name.clone()).unwrap_or_default();
        name = if before.trim().is_empty() { "" } else { before };
        if name.is_empty() {
            found.name = after;
        }
    }
    found.count = count.unwrap_or(1);
    if !name.trim().is_empty() {
        let Item { name, notes, .. } = named(name);
        (found.name, found.notes) = (name, notes);
    }
    found.notes.extend(rolled);
    if found.count > 1 {
        found.name = singular(&found.name);
    }
    let mut bracket = Cursor(behind);
    if let Some(inner) = bracket.bracket() {
        in_bracket(inner, &mut found);
        let after = bracket.rest();
        if !after.is_empty() {
            found.notes.push(after.to_string());
        }
    }
    found
}

/// Whether dice before this text count attacks: it is a name whose damage is given apart or in brackets.
fn counts(text: &str, apart: bool) -> bool {
    let inner = text.find('(').and_then(|at| Cursor(&text[at..]).bracket());
    let named = text.starts_with(char::is_alphabetic) && !text.starts_with("or ");
    named && (apart || inner.is_some_and(|inner| Cursor(inner).dice().is_some()))
}

fn in_bracket(inner: &str, found: &mut Item) {
    let mut sign = Cursor(inner);
    if inner.starts_with(['+', '-'])
        && let Some(to_hit) = sign.int()
    {
        found.to_hit = to_hit.clamp(-10, 10);
        found.notes.push(inner.to_string());
        return;
    }
    let mut parts = divided(inner, &[","]).into_iter();
    let mut hit = damage::hit(parts.next().unwrap_or_default());
    hit.notes.extend(parts.map(|part| part.trim().to_string()).filter(|part| !part.is_empty()));
    if !hit.name.is_empty() && matches!(hit.damage, Some(Damage::Dice(_))) && hit.riders.is_empty() {
        let name = std::mem::take(&mut hit.name);
        if !hit.notes.iter().any(|note| note.to_lowercase().contains(&name)) {
            hit.notes.push(name);
        }
    }
    found.hit = Some(hit);
}

/// Creates an item with a name; what is not part of the name becomes a note.
fn named(text: &str) -> Item {
    let text = text.trim().trim_end_matches(['*', ':', '.', ',']).trim();
    let (name, rest) = text.find(" +").map_or((text, ""), |at| text.split_at(at));
    let notes = if rest.is_empty() { Vec::new() } else { vec![rest.trim().to_string()] };
    let words: Vec<&str> =
        name.split_whitespace().filter(|word| !["attacks", "by"].contains(word)).collect();
    Item { count: 1, name: words.join(" "), notes, ..Item::default() }
}

/// The offset of dice or a range in a text, at the start of a word.
fn dice_in(text: &str) -> Option<usize> {
    let starts = text.char_indices().filter(|(at, sign)| {
        let begins = *at == 0 || text[..*at].ends_with(' ');
        begins && (sign.is_ascii_digit() || *sign == 'd')
    });
    starts.map(|(at, _)| at).find(|at| Cursor(&text[*at..]).amount().is_some_and(|dice| dice.count > 0))
}

/// Returns a name with its last word in the singular.
pub fn singular(name: &str) -> String {
    let endings = [
        ("ies", "y"),
        ("knives", "knife"),
        ("ooves", "oof"),
        ("ves", "f"),
        ("ches", "ch"),
        ("shes", "sh"),
    ];
    let one = |(many, one): &(&str, &str)| Some(format!("{}{one}", name.strip_suffix(many)?));
    let plain = || name.strip_suffix('s').filter(|word| !word.ends_with('s') && word.len() > 2);
    let found = endings.iter().find_map(one).or_else(|| plain().map(str::to_string));
    let found = found.or_else(|| Some(format!("{}tooth", name.strip_suffix("teeth")?)));
    found.unwrap_or_else(|| name.to_string())
}

/// Whether two names mean the same attack, disregarding plurals and all but the last word.
pub fn is_same(one: &str, other: &str) -> bool {
    let bare = |name: &str| singular(&name.trim().to_lowercase());
    let last = |name: &str| bare(name.split_whitespace().next_back().unwrap_or_default());
    bare(one) == bare(other) || last(one) == last(other) && !last(one).is_empty()
}

/// Assigns damage that is listed separately.
fn assign_damage(items: &mut Vec<Item>, damage: &str, routine: &mut Routine) {
    let (damage, all) = split_common_effect(damage.trim());
    // Text after a stop is a note.
    let (damage, tail) =
        divided(damage, &[";", ". "]).split_first().map_or((damage, None), |(own, rest)| {
            (*own, (!rest.is_empty()).then(|| rest.join("; ").trim().to_string()))
        });
    routine.notes.extend(tail.filter(|tail| !tail.is_empty()));
    let hits: Vec<Hit> = parts(damage).into_iter().map(damage::hit).collect();
    let hits: Vec<Hit> = hits
        .into_iter()
        .map(|mut hit| {
            all.iter().for_each(|effect| damage::effect(effect, &mut hit));
            hit
        })
        .collect();
    if items.is_empty() {
        if hits.iter().any(|hit| matches!(hit.damage, Some(Damage::Dice(_)))) {
            items.push(Item { count: 1, ..Item::default() });
        } else {
            routine.notes.push(damage.to_string());
            return;
        }
    }
    let usable: Vec<Hit> = hits.iter().filter(|hit| hit.damage.is_some()).cloned().collect();
    if usable.is_empty() {
        routine.notes.push(format!("damage: {damage}"));
        return;
    }
    match_hits(items, usable, routine);
}

/// Splits off an effect of every hit: `1-3/1-4 all plus paralysis`.
fn split_common_effect(damage: &str) -> (&str, Option<&str>) {
    for word in [" all plus ", " all + ", " each plus "] {
        if let Some((own, effect)) = damage.split_once(word) {
            return (own, Some(effect));
        }
    }
    (damage, None)
}

/// Splits the damage of several blows; `or by weapon` belongs to the one before it.
fn parts(damage: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for part in divided(damage, &["/", ","]) {
        let mut from = 0;
        for (at, _) in part.match_indices(" or ") {
            let after = part[at + 4..].trim_start();
            if !(after.starts_with("by ") || after.starts_with("weapon") || after.starts_with("as ")) {
                parts.push(&part[from..at]);
                from = at + 4;
            }
        }
        parts.push(&part[from..]);
    }
    // `1d6/round` is not a second blow.
    parts.retain(|part| !part.trim().is_empty() && !part.trim().starts_with("round"));
    parts
}

fn match_hits(items: &mut Vec<Item>, hits: Vec<Hit>, routine: &mut Routine) {
    let blows: usize = items.iter().map(|item| usize::from(item.count)).sum();
    let by_name = |hit: &Hit, items: &[Item]| {
        items.iter().position(|item| !hit.name.is_empty() && is_same(&item.name, &hit.name))
    };
    if let [hit] = &hits[..] {
        let several = items.len() > 1;
        for item in items.iter_mut() {
            if item.name.is_empty() && !several {
                // `#AT 1; Dmg 1d4 (dagger)`
                item.name.clone_from(&hit.name);
            }
            set_hit(item, hit.clone());
        }
    } else if hits.iter().all(|hit| by_name(hit, items).is_some()) {
        for hit in hits {
            let at = by_name(&hit, items);
            if let Some(item) = at.and_then(|at| items.get_mut(at)) {
                set_hit(item, hit);
            }
        }
    } else if hits.len() == items.len() {
        for (item, hit) in items.iter_mut().zip(hits) {
            set_hit(item, hit);
        }
    } else if hits.len() == blows {
        assign_in_order(items, hits);
    } else {
        for hit in hits {
            let dice = match &hit.damage {
                Some(Damage::Dice(dice)) => dice.to_string(),
                _ => "no dice".into(),
            };
            match by_name(&hit, items).and_then(|at| items.get_mut(at)) {
                Some(item) => set_hit(item, hit),
                None => routine.notes.push(format!("damage: {dice} {}", hit.name).trim().to_string()),
            }
        }
    }
}

fn set_hit(item: &mut Item, hit: Hit) {
    match &mut item.hit {
        Some(own) if own.damage.is_some() => own.notes.extend(hit.notes),
        none => {
            let notes = none.take().map(|own| own.notes).unwrap_or_default();
            *none = Some(Hit { notes: notes.into_iter().chain(hit.notes).collect(), ..hit });
        }
    }
}

/// Assigns damage blow by blow; an attack whose blows differ becomes several.
fn assign_in_order(items: &mut Vec<Item>, hits: Vec<Hit>) {
    let mut rest = hits.into_iter();
    let mut all: Vec<Item> = Vec::new();
    for item in std::mem::take(items) {
        let own = all.len();
        for hit in rest.by_ref().take(usize::from(item.count)) {
            let same = |last: &Item| last.hit.as_ref().is_some_and(|last| same_effect(last, &hit));
            match all.get_mut(own..).and_then(<[Item]>::last_mut).filter(|last| same(last)) {
                Some(last) => last.count += 1,
                None => all.push(Item { count: 1, hit: Some(hit), ..item.clone() }),
            }
        }
    }
    *items = all;
}

fn same_effect(one: &Hit, other: &Hit) -> bool {
    one.damage == other.damage && one.riders == other.riders
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(attacks: &str, damage: Option<&str>) -> Vec<String> {
        let one = |line: &Attack| {
            let damage = match &line.damage {
                Some(Damage::Dice(dice)) => dice.to_string(),
                Some(Damage::Nothing) => "nothing".into(),
                Some(Damage::Weapon(_)) => "weapon".into(),
                None => "none".into(),
            };
            let riders: String =
                line.riders.iter().map(|rider| format!(" {}", rider.inflicts.name().as_str())).collect();
            let bonus = if line.bonus == 0 { String::new() } else { format!(" {:+}", line.bonus) };
            format!("{} {}{bonus} {damage}{riders}", line.count, line.name)
        };
        read(attacks, damage).lines.iter().map(one).collect()
    }

    #[test]
    fn attacks_with_their_damage_in_brackets() {
        assert_eq!(
            told("2 × vine (1d8), 1 × maw (1d6 + paralysis)", None),
            ["2 vine 1d8", "1 maw 1d6 Paralysed"]
        );
        assert_eq!(told("1 × weapon (1d6 or by weapon)", None), ["1 weapon 1d6"]);
        assert_eq!(told("1 × slam (3d6) or 1 × spew (stench)", None), ["1 slam 3d6", "1 spew nothing"]);
        assert_eq!(told("spear (1d6) or sling ×2 (1d4)", None), ["1 spear 1d6", "2 sling 1d4"]);
        assert_eq!(told("+1 sword (1d8+1)", None), ["1 sword +1 1d8"]);
        assert_eq!(told("two claws (1-4), bite 2-8", None), ["2 claw 1d4", "1 bite 2d4"]);
        assert_eq!(told("1 × touch (by weapon + 2)", None), ["1 touch weapon"]);
        assert!(told("None", None).is_empty());
    }

    #[test]
    fn damage_apart_goes_to_its_attacks() {
        let of = |attacks, damage| told(attacks, Some(damage));
        assert_eq!(
            of("2 vines/1 maw", "1d8/1d8/1d6 + paralysis"),
            ["2 vine 1d8", "1 maw 1d6 Paralysed"]
        );
        assert_eq!(
            of("2 vines, 1 maw", "1d8 vine, 1d6 + paralysis maw"),
            ["2 vine 1d8", "1 maw 1d6 Paralysed"]
        );
        assert_eq!(of("3 (2 vines, maw)", "1d8/1d8/1d6"), ["2 vine 1d8", "1 maw 1d6"]);
        assert_eq!(of("1 weapon", "1d6 or by weapon"), ["1 weapon 1d6"]);
        assert_eq!(of("1 weapon", "by weapon"), ["1 weapon weapon"]);
        assert_eq!(of("1", "1-8"), ["1 attack 1d8"]);
        assert_eq!(of("3", "1-3/1-3/2-8; dies in the dry"), ["2 attack 1d3", "1 attack 2d4"]);
        assert_eq!(of("1", "1d4 (dagger)"), ["1 dagger 1d4"]);
        assert_eq!(
            of("2 claws/1 bite", "1-3/1-3/1-4 all plus paralysis"),
            ["2 claw 1d3 Paralysed", "1 bite 1d4 Paralysed"]
        );
        assert_eq!(of("2 hooves, 1 bite", "1d6 hoof, 1d3 bite"), ["2 hoof 1d6", "1 bite 1d3"]);
        assert_eq!(of("1 bite", "1d4 + 5% chance of fever"), ["1 bite 1d4"]);
        assert_eq!(of("6 tentacles", "1d10 per tentacle"), ["6 tentacle 1d10"]);
        assert_eq!(of("1 bite", "see below"), ["1 bite nothing"]);
        assert_eq!(
            of("2 claws, 1 bite or 1d8 spikes (180' range)", "1d4 claw, 2d4 bite, 1d6 spike"),
            ["2 claw 1d4", "1 bite 2d4", "1 spikes 1d6"]
        );
        let spikes = read("1d8 spikes (180' range)", Some("1d6"));
        assert_eq!(spikes.notes, ["spikes: 1d8 of them", "spikes: 180' range"]);
        assert_eq!(told("1d4 darts (1d3), 1 spit (30 feet)", None), ["1 darts 1d3", "1 spit nothing"]);
    }
}
