//! The notation in which the lines of a stat block are typed: pieces between commas, each a name of the
//! rules, a figure, or words of its own.

use crate::rules::model::block::d20::{Attribute, Attributes};
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::ids::Text;
use crate::rules::model::name;
use crate::rules::model::supply::Supply;
use crate::rules::registry;
use crate::rules::text::log::capital;
use serde::de::value::{Error, StrDeserializer};
use serde::{Deserialize, de::DeserializeOwned};
use std::fmt::Debug;
use std::str::FromStr;

/// A name of the rules as it is said: `HolySymbol` is `holy symbol`.
pub fn spoken(value: &impl Debug) -> String {
    let mut said = String::new();
    for sign in format!("{value:?}").chars() {
        if sign.is_uppercase() && !said.is_empty() {
            said.push(' ');
        }
        said.extend(sign.to_lowercase());
    }
    said
}

/// The other way round.
///
/// # Errors
/// What was found, if there is no such name.
pub fn meant<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let said: String = text.split([' ', '-']).map(|word| capital(&word.to_lowercase())).collect();
    let read = || Deserialize::deserialize(StrDeserializer::<Error>::new(&said));
    name::within(registry::knows, read).map_err(|_| text.to_string())
}

/// The same; nothing said is what goes without saying.
///
/// # Errors
/// What was found, if there is no such name.
pub fn meant_or_usual<T: DeserializeOwned + Default>(text: &str) -> Result<T, String> {
    if text.is_empty() { Ok(T::default()) } else { meant(text) }
}

/// A number.
///
/// # Errors
/// What was found.
pub fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| text.to_string())
}

/// Any text.
pub fn written(text: &Text) -> String {
    text.to_string()
}

/// The other way round.
///
/// # Errors
/// None: others of its kind can be wrong.
#[expect(clippy::unnecessary_wraps, reason = "part of a table; others may be wrong too")]
pub fn as_is(text: &str) -> Result<Text, String> {
    Ok(text.into())
}

/// The pieces between commas, those in brackets left whole.
pub fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0i32;
    let pieces = text.split(move |sign| {
        depth += i32::from(sign == '(') - i32::from(sign == ')');
        sign == ',' && depth == 0
    });
    pieces.map(str::trim).filter(|piece| !piece.is_empty())
}

/// With a comma between them.
pub fn joined<T>(all: &[T], one: impl Fn(&T) -> String) -> String {
    all.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// A piece and what stands in brackets behind it.
pub fn bracketed(piece: &str) -> (&str, Option<&str>) {
    let split = piece.strip_suffix(')').and_then(|piece| piece.split_once('('));
    split.map_or((piece, None), |(head, inner)| (head.trim(), Some(inner.trim())))
}

/// Names of the rules.
pub fn write_words<T: Debug>(words: &[T]) -> String {
    joined(words, |word| spoken(word))
}

/// Reads names of the rules.
///
/// # Errors
/// The one that is none.
pub fn read_words<T: DeserializeOwned>(text: &str) -> Result<Vec<T>, String> {
    pieces(text).map(meant).collect()
}

/// Figures by name, as they are typed: `reach 2`.
pub fn write_attributes(given: &Attributes) -> Vec<String> {
    given.0.iter().map(|(which, n)| format!("{} {n}", spoken(which))).collect()
}

/// Reads a figure with its name.
///
/// # Errors
/// What was found, if it is none.
pub fn read_attribute(piece: &str) -> Result<(Attribute, i32), String> {
    let (name, n) = piece.rsplit_once(' ').ok_or(piece)?;
    Ok((meant(name).map_err(|_| piece)?, number(n).map_err(|_| piece)?))
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
pub fn read_counters(text: &str) -> Result<Vec<Supply>, String> {
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

/// Something that can be said of a line behind its first piece.
pub struct Word<T> {
    /// How it is said of that line, once or several times; not at all where it goes without saying.
    pub write: fn(&T) -> Vec<String>,
    /// Says it of the line; `None`: the piece says something else.
    pub read: fn(&str, &mut T) -> Option<()>,
}

/// A word that takes one figure: `loading 1`.
macro_rules! figured {
    ($field:ident, $before:literal, $after:literal) => {
        Word {
            write: |line| line.$field.iter().map(|n| format!("{}{n}{}", $before, $after)).collect(),
            read: |piece, line| {
                let figure = piece.strip_prefix($before)?.strip_suffix($after)?;
                line.$field = Some(figure.parse().ok()?);
                Some(())
            },
        }
    };
}

/// A word that is a name of the rules, where it is not left out.
macro_rules! named {
    ($field:ident) => {
        Word {
            write: |line| line.$field.iter().map(spoken).collect(),
            read: |piece, line| {
                line.$field = Some(meant(piece).ok()?);
                Some(())
            },
        }
    };
}

/// Words that are names of the rules, any number of them.
macro_rules! tagged {
    ($field:ident) => {
        Word {
            write: |line| line.$field.iter().map(spoken).collect(),
            read: |piece, line| {
                line.$field.push(meant(piece).ok()?);
                Some(())
            },
        }
    };
}

pub(super) use {figured, named, tagged};

/// What is said of the line, behind its first piece.
pub fn said<T>(head: String, line: &T, words: &[Word<T>]) -> String {
    let rest = words.iter().flat_map(|word| (word.write)(line));
    std::iter::once(head).chain(rest).collect::<Vec<_>>().join(", ")
}

/// Says of the line what stands behind its first piece.
///
/// # Errors
/// The piece that says nothing that is known.
pub fn say<T>(behind: &str, line: &mut T, words: &[Word<T>]) -> Result<(), String> {
    for piece in pieces(behind) {
        words.iter().find_map(|word| (word.read)(piece, line)).ok_or(piece)?;
    }
    Ok(())
}

/// The first piece of a line, and what stands behind it.
pub fn headed(text: &str) -> (&str, &str) {
    let head = pieces(text).next().unwrap_or_default();
    let behind = text.trim_start().strip_prefix(head).unwrap_or_default();
    (head, behind)
}

/// Takes what stands last of the words of a line: its dice, `1d6` or `1`, and before them its bonus, `+1`.
pub fn bonus_and_dice(words: &mut Vec<&str>) -> (Option<i32>, Option<DiceExpr>) {
    let dice = words.pop_if(|word| dice(word).is_some()).and_then(dice);
    let bonus = words.pop_if(|word| bonus(word).is_some()).and_then(bonus);
    (bonus, dice)
}

fn is_signed(word: &str) -> bool {
    word.starts_with(['+', '-'])
}

fn bonus(word: &str) -> Option<i32> {
    word.parse().ok().filter(|_| is_signed(word))
}

/// Dice, or a plain number without a sign.
pub fn dice(word: &str) -> Option<DiceExpr> {
    word.parse().ok().filter(|_| !is_signed(word))
}
