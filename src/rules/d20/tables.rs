//! Table types of the family.

use crate::rules::model::block::d20::{Attributes, Class, HitDice, Range, Size, Tag};
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::ids::Text;
use crate::rules::model::tally::Reason;
use crate::rules::ruleset::about::Table;
use crate::rules::ruleset::table::{RangeTable, signed, span};
use serde::Deserialize;
use std::ops::RangeInclusive;

/// A figure by class and level, with a column for each group of classes that share it.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct ByClass<T>(pub Vec<Column<T>>);

/// The column of some classes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column<T> {
    /// Its heading.
    pub head: Text,
    /// The classes.
    pub classes: Vec<Class>,
    /// Level to figure; in the first column, level 0 is the normal man of any class.
    pub levels: RangeTable<T>,
}

impl<T: Copy> ByClass<T> {
    /// Returns the figure of a class at a level.
    pub fn of(&self, class: Class, level: u8) -> Option<T> {
        let own = |column: &&Column<T>| column.classes.contains(&class);
        let column = if level == 0 { self.0.first() } else { self.0.iter().find(own) };
        column?.levels.at(level.into()).copied()
    }

    /// Returns the figure of the first column by level or whole Hit Dice; 0 is a normal man, or less than one Hit Die.
    pub fn first(&self, row: i32) -> Option<T> {
        self.0.first()?.levels.at(row).copied()
    }

    /// Returns the printed rows: class, levels within `levels`, and the cells of the figure.
    pub fn rows<C: IntoIterator<Item = String>>(
        &self,
        levels: &RangeInclusive<i32>,
        cells: impl Fn(T) -> C,
    ) -> Vec<Vec<String>> {
        let row = |class: &Text, (least, most, figure): &(i32, i32, T)| {
            let first = [class.to_string(), span(*least, *most, levels.clone())];
            first.into_iter().chain(cells(*figure)).collect()
        };
        let columns = self.0.iter();
        columns.flat_map(|column| column.levels.0.iter().map(|at| row(&column.head, at))).collect()
    }
}

/// Returns the printed rows of a dice table: the rolls within `shown`, and the result.
pub fn by_roll<T>(
    rows: &RangeTable<T>,
    shown: &RangeInclusive<i32>,
    result: impl Fn(&T) -> String,
) -> Vec<Vec<String>> {
    let cells =
        |(least, most, what): &(i32, i32, T)| vec![span(*least, *most, shown.clone()), result(what)];
    rows.0.iter().map(cells).collect()
}

/// Results of a roll, each with its text.
pub type TextTable<T> = RangeTable<(T, Text)>;

impl<T: Copy> TextTable<T> {
    /// Returns the result without its text.
    pub fn result(&self, number: i32) -> Option<T> {
        self.at(number).map(|(result, _)| *result)
    }
}

/// Returns the printed rows of a dice table with texts.
pub fn in_words<T>(rows: &TextTable<T>, shown: &RangeInclusive<i32>) -> Vec<Vec<String>> {
    by_roll(rows, shown, |(_, words)| words.to_string())
}

/// Formats a range of Hit Dice on the attack matrix, on which a plus counts one more.
pub fn fighting_dice(least: i32, most: i32, shown: &RangeInclusive<i32>) -> String {
    match (least, most) {
        (1, most) => format!("up to {most}"),
        (least, most) if most > *shown.end() => format!("{}+ and more", least - 1),
        (least, most) => format!("{}+ to {most}", least - 1),
    }
}

/// Appends the five saving throws to a row.
pub fn with_saves(row: Vec<String>, saves: [u8; 5]) -> Vec<String> {
    row.into_iter().chain(saves.map(|save| save.to_string())).collect()
}

/// Combines the headings of printed tables with their rows, in the same order.
pub fn printed(heads: &[Table], rows: impl IntoIterator<Item = Vec<Vec<String>>>) -> Vec<Table> {
    heads.iter().zip(rows).map(|(head, rows)| Table { rows, ..head.clone() }).collect()
}

/// A modifier to a roll or a figure.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Modifier {
    /// What it is for, as printed.
    pub what: Text,
    /// The reason in totals; absent: it is only printed.
    #[serde(default)]
    pub reason: Option<Reason>,
    /// The only kind of attack it applies to; absent: both.
    #[serde(default)]
    pub against: Option<Range>,
    /// Its value; absent: as the note says.
    #[serde(default)]
    pub modifier: Option<i32>,
    /// Its conditions and side effects.
    #[serde(default)]
    pub note: Option<Text>,
}

impl Modifier {
    /// Returns the printed cells: what it is for, value, kind of attack, note.
    pub fn cells(&self) -> [String; 4] {
        let against = self.against.map_or("-", |range| match range {
            Range::Missile => "missile",
            _ => "melee",
        });
        let note = self.note.as_ref().map_or("-".into(), ToString::to_string);
        let modifier = self.modifier.map_or("-".into(), signed);
        [self.what.to_string(), modifier, against.into(), note]
    }

    /// Whether it is the modifier of that reason for that kind of attack.
    pub fn is_for(&self, reason: &Reason, attack: Range) -> bool {
        self.reason.as_ref() == Some(reason) && self.against.is_none_or(|against| against == attack)
    }
}

/// A weapon in a ruleset's table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Its name.
    pub name: Text,
    /// Its other names.
    #[serde(default)]
    pub also: Vec<Text>,
    /// Its size; absent: not given.
    #[serde(default)]
    pub size: Option<Size>,
    /// Its weight in the ruleset's unit; absent: not given.
    #[serde(default)]
    pub weight: Option<u32>,
    /// Its cost, as the ruleset writes it; absent: not given.
    #[serde(default)]
    pub cost: Option<Text>,
    /// Its damage; absent: the default of the ruleset, or the referee's choice.
    #[serde(default)]
    pub damage: Option<DiceExpr>,
    /// Whether it deals this damage even where all other weapons deal the same (oil, holy water).
    #[serde(default)]
    pub always: bool,
    /// Melee or missile; `Both` is thrown.
    pub range: Range,
    /// Upper limits of short, medium and long range in feet.
    #[serde(default)]
    pub feet: Option<[u32; 3]>,
    /// Its tags.
    #[serde(default)]
    pub tags: Vec<Tag>,
    /// Rounds to load it.
    #[serde(default)]
    pub loading: Option<u8>,
    /// Attributes of the ruleset, by name.
    #[serde(default)]
    pub attributes: Attributes,
}

impl Weapon {
    /// Returns all its names, separated by semicolons.
    pub fn names(&self) -> String {
        let names = std::iter::once(&self.name).chain(&self.also).map(|name| &**name);
        names.collect::<Vec<_>>().join("; ")
    }
}

/// Returns the weapon of that name, ignoring ASCII case.
pub fn weapon<'a>(table: &'a [Weapon], name: &str) -> Option<&'a Weapon> {
    let is = |own: &Text| own.eq_ignore_ascii_case(name);
    table.iter().find(|weapon| is(&weapon.name) || weapon.also.iter().any(is))
}

/// The turning table: cleric level to the entries for undead of 1, 2, 2 with special powers, 3, 4, 5, 6, and 7 to 9 Hit
/// Dice.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct TurningTable(pub RangeTable<[Turning; 8]>);

impl TurningTable {
    /// Returns the entry for a cleric level and undead of those Hit Dice; above 9 Hit Dice, turning is not possible.
    pub fn entry(&self, level: i32, hd: HitDice) -> Turning {
        let found = self.0.at(level).zip(Self::column(hd));
        found.and_then(|(row, column)| row.get(column).copied()).unwrap_or(Turning::No)
    }

    fn column(hd: HitDice) -> Option<usize> {
        match (hd.whole, hd.starred) {
            (0 | 1, _) => Some(0),
            (2, false) => Some(1),
            (2, true) => Some(2),
            (whole @ 3..=6, _) => Some(usize::from(whole)),
            (7..=9, _) => Some(7),
            _ => None,
        }
    }

    /// Returns the printed rows: levels within `levels`, and the entries.
    pub fn rows(&self, levels: &RangeInclusive<i32>) -> Vec<Vec<String>> {
        let row = |(least, most, entries): &(i32, i32, [Turning; 8])| {
            let level = span(*least, *most, levels.clone());
            std::iter::once(level).chain(entries.iter().map(|entry| entry.cell())).collect()
        };
        self.0.0.iter().map(row).collect()
    }
}

/// An entry of the turning table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Turning {
    /// Not possible.
    No,
    /// Turned if 2d6 reaches this number.
    Roll(i32),
    /// Turned without a roll.
    Turned,
    /// Destroyed without a roll.
    Destroyed,
}

impl Turning {
    /// Formats the entry as printed: `-`, `9`, `T`, `D`.
    pub fn cell(self) -> String {
        match self {
            Self::No => "-".into(),
            Self::Roll(need) => need.to_string(),
            Self::Turned => "T".into(),
            Self::Destroyed => "D".into(),
        }
    }
}
