//! The rest of a stat block with hit points, each part as one line of text: `D11 W12 P14 B16 S15`.

use crate::rules::d20::block::{
    Abilities, Appearing, Armour, Block, Class, Immunity, Load, Movement, Protection, Spell,
};
use crate::rules::ids::Text;
use crate::rules::supply::Supply;
use serde::de::value::{Error, StrDeserializer};
use serde::{Deserialize, de::DeserializeOwned};
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// A part of a stat block as it is typed; empty leaves it out.
pub struct Part {
    /// What it is called, as the rules name it in a fault.
    pub label: &'static str,
    /// What it looks like.
    pub like: &'static str,
    /// As it is typed.
    pub write: fn(&Block) -> String,
    /// Reads it over what stood there.
    read: fn(&str, &mut Block) -> Result<(), String>,
}

impl Part {
    /// Puts into the block what was typed. What nobody changed stays as it was.
    ///
    /// # Errors
    /// What was found, and what was expected.
    pub fn put(&self, text: &str, block: &mut Block) -> Result<(), String> {
        if text == (self.write)(block) {
            return Ok(());
        }
        (self.read)(text, block).map_err(|found| format!("found \"{found}\", expected {}", self.like))
    }
}

/// A part of one figure or one word.
macro_rules! one {
    ($field:ident, $like:literal, $write:expr, $read:expr) => {
        Part {
            label: stringify!($field),
            like: $like,
            write: |block| block.$field.map($write).unwrap_or_default(),
            read: |text, block| {
                block.$field = if text.is_empty() { None } else { Some($read(text)?) };
                Ok(())
            },
        }
    };
}

/// A part in a notation of its own.
macro_rules! own {
    ($field:ident, $like:literal, $write:expr, $read:expr) => {
        Part {
            label: stringify!($field),
            like: $like,
            write: |block| $write(&block.$field),
            read: |text, block| {
                block.$field = $read(text, &block.$field)?;
                Ok(())
            },
        }
    };
}

/// All of them, in the order of the form.
pub const PARTS: &[Part] = &[
    own!(saves, "like D11 W12 P14 B16 S15", write_saves, read_saves),
    own!(abilities, "like str 16 dex 13", write_abilities, read_abilities),
    own!(movement, "like 120 (40), fly 180", write_movement, read_movement),
    own!(spells, "like sleep ×1, light, gaze (power)", write_spells, read_spells),
    own!(counters, "like arrows 18/20 (short bow)", write_counters, read_counters),
    own!(traits, "like undead, holy symbol", write_words, read_words),
    own!(immune, "like fire, or all but silver, magic", write_immune, read_immune),
    own!(save_bonus, "like D+2 S+1", write_bonus, read_bonus),
    own!(save_as, "like fighter 3 or normal human", write_save_as, read_save_as),
    own!(protection, "like chain, shield 1, magic 1", write_protection, read_protection),
    Part {
        label: "kind",
        like: "pc, npc or monster",
        write: |block| spoken(&block.kind),
        read: |text, block| {
            block.kind = if text.is_empty() { Default::default() } else { meant(text)? };
            Ok(())
        },
    },
    one!(class, "like fighter or magic user", |class| spoken(&class), meant),
    one!(race, "dwarf, elf, halfling or human", |race| spoken(&race), meant),
    one!(size, "small, medium or large", |size| spoken(&size), meant),
    one!(init_mod, "a number like -1", |n| n.to_string(), number),
    one!(ascending, "a number like 14", |n| n.to_string(), number),
    one!(touch, "a number like 12", |n| n.to_string(), number),
    one!(attack_bonus, "a number like 3", |n| n.to_string(), number),
    one!(surprise_dc, "a number like 12", |n| n.to_string(), number),
    own!(items, "like ring +1, horn", write_items, read_items),
    own!(load, "like treasure 100, gear 400, laden", write_load, read_load),
    one!(appearing, "like 2d4 (6d10)", write_appearing, read_appearing),
];

/// A name of the rules as it is said: `HolySymbol` is `holy symbol`.
fn spoken(value: &impl Debug) -> String {
    let mut said = String::new();
    for sign in format!("{value:?}").chars() {
        if sign.is_uppercase() && !said.is_empty() {
            said.push(' ');
        }
        said.extend(sign.to_lowercase());
    }
    said
}

/// The other way round; what was found if there is no such name.
fn meant<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let capital = |word: &str| {
        let mut signs = word.chars();
        let first = signs.next().map(|sign| sign.to_uppercase().to_string()).unwrap_or_default();
        first + &signs.as_str().to_lowercase()
    };
    let name: String = text.split([' ', '-']).map(capital).collect();
    Deserialize::deserialize(StrDeserializer::<Error>::new(&name)).map_err(|_| text.to_string())
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| text.to_string())
}

/// The pieces between commas, those in brackets left whole.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0i32;
    let pieces = text.split(move |sign| {
        depth += i32::from(sign == '(') - i32::from(sign == ')');
        sign == ',' && depth == 0
    });
    pieces.map(str::trim).filter(|piece| !piece.is_empty())
}

fn joined<T>(all: &[T], one: impl Fn(&T) -> String) -> String {
    all.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// A piece and what stands in brackets behind it.
fn bracketed(piece: &str) -> (&str, Option<&str>) {
    let split = piece.strip_suffix(')').and_then(|piece| piece.split_once('('));
    split.map_or((piece, None), |(head, inner)| (head.trim(), Some(inner.trim())))
}

const LETTERS: [char; 5] = ['D', 'W', 'P', 'B', 'S'];

/// One figure for each letter given, in the printed order.
fn by_letter<T: FromStr + Copy>(text: &str) -> Result<[Option<T>; 5], String> {
    let mut found = [None; 5];
    for word in text.split_whitespace() {
        let mut signs = word.chars();
        let letter = signs.next().map(|sign| sign.to_ascii_uppercase());
        let at = LETTERS.iter().position(|known| Some(*known) == letter).ok_or(word)?;
        if found[at].replace(signs.as_str().parse().map_err(|_| word)?).is_some() {
            return Err(word.into());
        }
    }
    Ok(found)
}

fn write_saves(saves: &Option<[u8; 5]>) -> String {
    let one = |(letter, n)| format!("{letter}{n}");
    saves.map_or_else(String::new, |all| {
        LETTERS.into_iter().zip(all).map(one).collect::<Vec<_>>().join(" ")
    })
}

fn read_saves(text: &str, _: &Option<[u8; 5]>) -> Result<Option<[u8; 5]>, String> {
    match by_letter(text)? {
        [Some(d), Some(w), Some(p), Some(b), Some(s)] => Ok(Some([d, w, p, b, s])),
        [None, None, None, None, None] => Ok(None),
        _ => Err(text.into()),
    }
}

fn write_bonus(bonus: &Option<[i32; 5]>) -> String {
    let given = LETTERS.into_iter().zip(bonus.unwrap_or_default()).filter(|(_, n)| *n != 0);
    given.map(|(letter, n)| format!("{letter}{n:+}")).collect::<Vec<_>>().join(" ")
}

fn read_bonus(text: &str, _: &Option<[i32; 5]>) -> Result<Option<[i32; 5]>, String> {
    let found = by_letter(text)?;
    Ok(found.iter().any(Option::is_some).then(|| found.map(Option::unwrap_or_default)))
}

fn write_abilities(abilities: &Abilities) -> String {
    let Abilities { str, int, wis, dex, con, cha } = abilities;
    let all = [("str", str), ("int", int), ("wis", wis), ("dex", dex), ("con", con), ("cha", cha)];
    let given = all.iter().filter_map(|(name, score)| score.map(|score| format!("{name} {score}")));
    given.collect::<Vec<_>>().join(" ")
}

fn read_abilities(text: &str, _: &Abilities) -> Result<Abilities, String> {
    let mut abilities = Abilities::default();
    let mut words =
        text.split(|sign: char| sign.is_whitespace() || sign == ',').filter(|w| !w.is_empty());
    while let Some(name) = words.next() {
        let score = match name.to_lowercase().as_str() {
            "str" => &mut abilities.str,
            "int" => &mut abilities.int,
            "wis" => &mut abilities.wis,
            "dex" => &mut abilities.dex,
            "con" => &mut abilities.con,
            "cha" => &mut abilities.cha,
            _ => return Err(name.into()),
        };
        let found = words.next().ok_or(name)?;
        if score.replace(number(found)?).is_some() {
            return Err(name.into());
        }
    }
    Ok(abilities)
}

fn write_movement(movement: &Movement) -> String {
    let base = movement.base.map(|feet| feet.to_string());
    let encounter = movement.encounter.map(|feet| format!("({feet})"));
    let feet = base.into_iter().chain(encounter).collect::<Vec<_>>().join(" ");
    let parts = [feet, movement.other.as_deref().unwrap_or_default().to_string()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

fn read_movement(text: &str, _: &Movement) -> Result<Movement, String> {
    let is_feet = text.starts_with(|sign: char| sign == '(' || sign.is_ascii_digit());
    let (feet, other) = if is_feet { text.split_once(',').unwrap_or((text, "")) } else { ("", text) };
    let (base, encounter) = bracketed(feet.trim());
    let figure = |text: &str| number(text.trim_end_matches('\''));
    let some = |text: &str| Some(text.to_string()).filter(|text| !text.is_empty());
    Ok(Movement {
        base: some(base).as_deref().map(figure).transpose()?,
        encounter: encounter.map(figure).transpose()?,
        other: some(other.trim()).map(Text::from),
    })
}

fn write_spells(spells: &[Spell]) -> String {
    joined(spells, |spell| {
        let copies = spell.copies.map(|copies| format!(" ×{copies}")).unwrap_or_default();
        format!("{}{copies}{}", spell.name, if spell.power { " (power)" } else { "" })
    })
}

fn read_spells(text: &str, old: &[Spell]) -> Result<Vec<Spell>, String> {
    let one = |piece| {
        let (head, power) = piece_of_power(piece);
        let counted = head
            .rsplit_once([' '])
            .and_then(|(name, last)| Some((name, last.strip_prefix(['×', 'x'])?)));
        // A word that only begins with an x is part of the name.
        let counted = counted.filter(|(_, n)| !n.starts_with(char::is_alphabetic));
        let (name, copies) = match counted {
            Some((name, n)) => (name.trim(), Some(number(n).map_err(|_| piece)?)),
            None => (head, None),
        };
        if name.is_empty() {
            return Err(piece.to_string());
        }
        let facts = old.iter().find(|spell| &*spell.name == name).map(|spell| spell.facts.clone());
        Ok(Spell { name: name.into(), power, copies, facts: facts.unwrap_or_default() })
    };
    pieces(text).map(one).collect()
}

fn piece_of_power(piece: &str) -> (&str, bool) {
    match bracketed(piece) {
        (head, Some("power")) => (head, true),
        _ => (piece, false),
    }
}

/// What runs out, as it is typed: `arrows 18/20 (short bow)`.
pub fn write_counters(counters: &[Supply]) -> String {
    joined(counters, |supply| {
        let left = if supply.used > 0 { format!("{}/", supply.left()) } else { String::new() };
        let by =
            if supply.by.is_empty() { String::new() } else { format!(" ({})", supply.by.join(", ")) };
        format!("{} {left}{}{by}", supply.name, supply.most)
    })
}

/// Reads what runs out.
///
/// # Errors
/// The piece that is none.
pub fn read_counters(text: &str, _: &[Supply]) -> Result<Vec<Supply>, String> {
    let one = |piece| {
        let (head, by) = bracketed(piece);
        let (name, figures) = head.rsplit_once(' ').ok_or(piece)?;
        let (left, most) = figures.split_once('/').unwrap_or((figures, figures));
        let (left, most): (u32, u32) = (number(left)?, number(most)?);
        let used = most.checked_sub(left).ok_or(figures)?;
        let by = pieces(by.unwrap_or_default()).map(Text::from).collect();
        Ok(Supply { name: name.trim().into(), most, used, by })
    };
    pieces(text).map(one).collect()
}

fn write_words<T: Debug>(words: &[T]) -> String {
    joined(words, |word| spoken(word))
}

fn read_words<T: DeserializeOwned>(text: &str, _: &[T]) -> Result<Vec<T>, String> {
    pieces(text).map(meant).collect()
}

fn write_immune(immune: &Option<Immunity>) -> String {
    match immune {
        Some(Immunity::To(tags)) => write_words(tags),
        Some(Immunity::AllBut(tags)) => format!("all but {}", write_words(tags)),
        None => String::new(),
    }
}

fn read_immune(text: &str, _: &Option<Immunity>) -> Result<Option<Immunity>, String> {
    match text.strip_prefix("all but ") {
        _ if text.is_empty() => Ok(None),
        Some(tags) => Ok(Some(Immunity::AllBut(read_words(tags, &[])?))),
        None => Ok(Some(Immunity::To(read_words(text, &[])?))),
    }
}

type SaveAs = Option<(Option<Class>, u8)>;

fn write_save_as(save_as: &SaveAs) -> String {
    match save_as {
        Some((Some(class), level)) => format!("{} {level}", spoken(class)),
        Some((None, 0)) => "normal human".into(),
        Some((None, level)) => format!("normal human {level}"),
        None => String::new(),
    }
}

fn read_save_as(text: &str, _: &SaveAs) -> Result<SaveAs, String> {
    if text.is_empty() {
        return Ok(None);
    }
    if let Some(level) = text.strip_prefix("normal human") {
        return Ok(Some((None, if level.is_empty() { 0 } else { number(level)? })));
    }
    let (class, level) = text.rsplit_once(' ').ok_or(text)?;
    Ok(Some((Some(meant(class)?), number(level)?)))
}

fn write_protection(parts: &Protection) -> String {
    let figure = |name: &str, n: i32| (n != 0).then(|| format!("{name} {n}"));
    let all = [
        parts.armour.map(|armour| spoken(&armour)),
        figure("shield", parts.shield),
        figure("magic", parts.magic),
        parts.hide.map(|hide| format!("hide {hide}")),
    ];
    all.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn read_protection(text: &str, _: &Protection) -> Result<Protection, String> {
    let mut parts = Protection::default();
    for piece in pieces(text) {
        match piece.split_once(' ') {
            Some(("shield", n)) => parts.shield = number(n)?,
            Some(("magic", n)) => parts.magic = number(n)?,
            Some(("hide", n)) => parts.hide = Some(number(n)?),
            _ => parts.armour = Some(meant::<Armour>(piece)?),
        }
    }
    Ok(parts)
}

fn write_items(items: &[(Text, i32)]) -> String {
    joined(items, |(name, bonus)| match bonus {
        0 => name.to_string(),
        _ => format!("{name} {bonus:+}"),
    })
}

#[expect(clippy::unnecessary_wraps, reason = "a part of the table, and others can be wrong")]
fn read_items(text: &str, _: &[(Text, i32)]) -> Result<Vec<(Text, i32)>, String> {
    let one = |piece: &str| {
        let bonus = piece.rsplit_once(' ').filter(|(_, last)| last.starts_with(['+', '-']));
        let bonus = bonus.and_then(|(name, last)| Some((name, last.parse().ok()?)));
        let (name, bonus) = bonus.unwrap_or((piece, 0));
        (name.trim().into(), bonus)
    };
    Ok(pieces(text).map(one).collect())
}

fn write_load(load: &Load) -> String {
    let figure = |name: &str, n: u32| (n > 0).then(|| format!("{name} {n}"));
    let laden = load.laden.then(|| "laden".to_string());
    let all = [figure("treasure", load.treasure), figure("gear", load.gear), laden];
    all.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn read_load(text: &str, _: &Load) -> Result<Load, String> {
    let mut load = Load::default();
    for piece in pieces(text) {
        match piece.split_once(' ') {
            Some(("treasure", n)) => load.treasure = number(n)?,
            Some(("gear", n)) => load.gear = number(n)?,
            _ if piece == "laden" => load.laden = true,
            _ => return Err(piece.into()),
        }
    }
    Ok(load)
}

fn write_appearing(met: Appearing) -> String {
    let both: [&dyn Display; 2] = [&met.dungeon, &met.wild];
    format!("{} ({})", both[0], both[1])
}

fn read_appearing(text: &str) -> Result<Appearing, String> {
    let (dungeon, wild) = bracketed(text);
    Ok(Appearing { dungeon: number(dungeon)?, wild: number(wild.unwrap_or(dungeon))? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::combatant::StatBlock;
    use crate::rules::ruleset::Family;
    use crate::store::Bestiary;

    fn part(label: &str) -> &'static Part {
        PARTS.iter().find(|part| part.label == label).expect("a part")
    }

    #[test]
    fn what_is_typed_is_written_the_same() {
        let typed = [
            ("saves", "D11 W12 P14 B16 S15"),
            ("abilities", "str 16 dex 13"),
            ("movement", "120 (40), fly 180' (60')"),
            ("movement", "120"),
            ("movement", "(40)"),
            ("movement", "fly 180"),
            ("spells", "sleep ×1, light, gaze (power), breath ×3 (power)"),
            ("counters", "arrows 18/20 (short bow, long bow), torches 6"),
            ("traits", "undead, holy symbol"),
            ("immune", "fire, magic"),
            ("immune", "all but silver, magic"),
            ("save_bonus", "D+2 S-1"),
            ("save_as", "magic user 3"),
            ("save_as", "normal human"),
            ("protection", "chain, shield 1, magic 2"),
            ("protection", "hide 4"),
            ("kind", "npc"),
            ("class", "magic user"),
            ("race", "elf"),
            ("size", "large"),
            ("init_mod", "-1"),
            ("ascending", "14"),
            ("touch", "12"),
            ("attack_bonus", "3"),
            ("surprise_dc", "12"),
            ("items", "ring +1, horn"),
            ("load", "treasure 100, gear 400, laden"),
            ("appearing", "2d4 (6d10)"),
        ];
        for (label, text) in typed {
            let mut block = Block::default();
            assert_eq!(part(label).put(text, &mut block), Ok(()), "{label}");
            assert_ne!(block, Block::default(), "{label}");
            assert_eq!((part(label).write)(&block), text, "{label}");
            assert_eq!(part(label).put("", &mut block), Ok(()), "{label}");
            assert_eq!(block, Block::default(), "{label}: empty leaves it out");
        }
        let untried = PARTS.iter().find(|part| !typed.iter().any(|(label, _)| *label == part.label));
        assert_eq!(untried.map(|part| part.label), None);
    }

    #[test]
    fn a_fault_says_what_was_found_and_what_was_expected() {
        let wrong = [
            ("saves", "D11 W12", "D11 W12"),
            ("saves", "D11 W12 P14 B16 S15 D9", "D9"),
            ("abilities", "str strong", "strong"),
            ("abilities", "luck 12", "luck"),
            ("movement", "12o (40)", "12o"),
            ("spells", "light, sleep ×300", "sleep ×300"),
            ("counters", "arrows", "arrows"),
            ("counters", "arrows 30/20", "30/20"),
            ("traits", "undead, green", "green"),
            ("immune", "all but lead", "lead"),
            ("save_bonus", "Q+1", "Q+1"),
            ("save_as", "fighter", "fighter"),
            ("protection", "mithril", "mithril"),
            ("kind", "hero", "hero"),
            ("class", "bard", "bard"),
            ("race", "orc", "orc"),
            ("size", "huge", "huge"),
            ("touch", "ten", "ten"),
            ("load", "gold 3", "gold 3"),
            ("appearing", "some", "some"),
        ];
        for (label, text, found) in wrong {
            let expected = format!("found \"{found}\", expected {}", part(label).like);
            assert_eq!(part(label).put(text, &mut Block::default()), Err(expected), "{label}");
        }
    }

    #[test]
    fn every_known_creature_is_written_and_read_alike() {
        for (key, block) in Bestiary::built_in(Family::D20).all() {
            let StatBlock::Written(block) = block else { panic!("{key}: not written") };
            for part in PARTS {
                let mut read = (**block).clone();
                assert_eq!(
                    (part.read)(&(part.write)(block), &mut read),
                    Ok(()),
                    "{key}: {}",
                    part.label
                );
                assert_eq!(read, **block, "{key}: {}", part.label);
            }
        }
    }
}
