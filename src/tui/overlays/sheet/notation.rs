//! The notation of lines in a stat block: pieces separated by commas, each a name from the rules, a figure, or free
//! text.

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

/// Writes a name from the rules in words: `HolySymbol` is `holy symbol`.
pub fn write_name(value: &impl Debug) -> String {
    let mut words = String::new();
    for sign in format!("{value:?}").chars() {
        if sign.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(sign.to_lowercase());
    }
    words
}

/// Parses a name from the rules written in words.
///
/// # Errors
/// Returns the text if there is no such name.
pub fn read_name<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let name: String = text.split([' ', '-']).map(|word| capital(&word.to_lowercase())).collect();
    let read = || Deserialize::deserialize(StrDeserializer::<Error>::new(&name));
    name::within(registry::find, read).map_err(|_| text.to_string())
}

/// The same; empty text is the default.
///
/// # Errors
/// Returns the text if there is no such name.
pub fn read_name_or_default<T: DeserializeOwned + Default>(text: &str) -> Result<T, String> {
    if text.is_empty() { Ok(T::default()) } else { read_name(text) }
}

/// Parses a number.
///
/// # Errors
/// Returns the text if it is none.
pub fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| text.to_string())
}

/// Writes free text.
pub fn written(text: &Text) -> String {
    text.to_string()
}

/// Reads free text.
///
/// # Errors
/// Never fails; others in the table can.
#[expect(clippy::unnecessary_wraps, reason = "part of a table; others may be wrong too")]
pub fn as_is(text: &str) -> Result<Text, String> {
    Ok(text.into())
}

/// Splits text at commas outside of parentheses.
pub fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0i32;
    let pieces = text.split(move |sign| {
        depth += i32::from(sign == '(') - i32::from(sign == ')');
        sign == ',' && depth == 0
    });
    pieces.map(str::trim).filter(|piece| !piece.is_empty())
}

/// Joins items with commas.
pub fn joined<T>(all: &[T], one: impl Fn(&T) -> String) -> String {
    all.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Splits a piece into the text before its trailing parentheses and the text in them.
pub fn bracketed(piece: &str) -> (&str, Option<&str>) {
    let split = piece.strip_suffix(')').and_then(|piece| piece.split_once('('));
    split.map_or((piece, None), |(head, inner)| (head.trim(), Some(inner.trim())))
}

/// Writes names from the rules.
pub fn write_names<T: Debug>(words: &[T]) -> String {
    joined(words, |word| write_name(word))
}

/// Parses names from the rules.
///
/// # Errors
/// Returns the name that is unknown.
pub fn read_names<T: DeserializeOwned>(text: &str) -> Result<Vec<T>, String> {
    pieces(text).map(read_name).collect()
}

/// Writes named figures: `reach 2`.
pub fn write_attributes(given: &Attributes) -> Vec<String> {
    given.0.iter().map(|(which, n)| format!("{} {n}", write_name(which))).collect()
}

/// Parses a named figure.
///
/// # Errors
/// Returns the part that is not understood.
pub fn read_attribute(piece: &str) -> Result<(Attribute, i32), String> {
    let (name, n) = piece.rsplit_once(' ').ok_or(piece)?;
    Ok((read_name(name).map_err(|_| piece)?, number(n).map_err(|_| piece)?))
}

/// Writes counters: `arrows 18/20 (short bow)`.
pub fn write_counters(counters: &[Supply]) -> String {
    joined(counters, |supply| {
        let left = if supply.used > 0 { format!("{}/", supply.left()) } else { String::new() };
        let by =
            if supply.by.is_empty() { String::new() } else { format!(" ({})", supply.by.join(", ")) };
        format!("{} {left}{}{by}", supply.name, supply.most)
    })
}

/// Parses counters.
///
/// # Errors
/// Returns the part that is not understood.
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

/// A detail of a line, written after its first piece.
pub struct Word<T> {
    /// Writes the detail, in one or several pieces; none if it is implied.
    pub write: fn(&T) -> Vec<String>,
    /// Reads a piece into the line; `None` if it is another detail.
    pub read: fn(&str, &mut T) -> Option<()>,
}

/// A detail with one figure: `loading 1`.
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

/// An optional detail that is a name from the rules.
macro_rules! named {
    ($field:ident) => {
        Word {
            write: |line| line.$field.iter().map(write_name).collect(),
            read: |piece, line| {
                line.$field = Some(read_name(piece).ok()?);
                Some(())
            },
        }
    };
}

/// Details that are names from the rules, any number of them.
macro_rules! tagged {
    ($field:ident) => {
        Word {
            write: |line| line.$field.iter().map(write_name).collect(),
            read: |piece, line| {
                line.$field.push(read_name(piece).ok()?);
                Some(())
            },
        }
    };
}

pub(super) use {figured, named, tagged};

/// Writes a line: its first piece, then the details.
pub fn write_line<T>(head: String, line: &T, words: &[Word<T>]) -> String {
    let rest = words.iter().flat_map(|word| (word.write)(line));
    std::iter::once(head).chain(rest).collect::<Vec<_>>().join(", ")
}

/// Reads the details after the first piece into a line.
///
/// # Errors
/// Returns the piece that is not understood.
pub fn read_details<T>(behind: &str, line: &mut T, words: &[Word<T>]) -> Result<(), String> {
    for piece in pieces(behind) {
        words.iter().find_map(|word| (word.read)(piece, line)).ok_or(piece)?;
    }
    Ok(())
}

/// Splits a line into its first piece and the rest.
pub fn headed(text: &str) -> (&str, &str) {
    let head = pieces(text).next().unwrap_or_default();
    let behind = text.trim_start().strip_prefix(head).unwrap_or_default();
    (head, behind)
}

/// Takes the dice (`1d6` or `1`) and, before them, the bonus (`+1`) off the end of the words.
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
