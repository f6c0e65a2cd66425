//! Forms in which the rulesets of the family keep tables.

use crate::rules::model::block::d20::{Attributes, Class, HitDice, Range, Size, Tag};
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::ids::Text;
use crate::rules::model::tally::Reason;
use crate::rules::ruleset::about::Table;
use crate::rules::ruleset::table::{RangeTable, signed, span};
use serde::Deserialize;
use std::ops::RangeInclusive;

/// A figure by class and level, a column for each group of classes that share it.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct ByClass<T>(pub Vec<Column<T>>);

/// The levels of some classes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column<T> {
    /// What it is headed.
    pub head: Text,
    /// Which classes.
    pub classes: Vec<Class>,
    /// Level to figure; the first column has level 0, the normal man of any class.
    pub levels: RangeTable<T>,
}

impl<T: Copy> ByClass<T> {
    /// The figure of a class at a level.
    pub fn of(&self, class: Class, level: u8) -> Option<T> {
        let own = |column: &&Column<T>| column.classes.contains(&class);
        let column = if level == 0 { self.0.first() } else { self.0.iter().find(own) };
        column?.levels.at(level.into()).copied()
    }

    /// The figure of the first column, by level or by whole Hit Dice; 0 is a normal man, or less than one.
    pub fn first(&self, row: i32) -> Option<T> {
        self.0.first()?.levels.at(row).copied()
    }

    /// The table as it is printed: class, levels, as far as they are told apart, and the cells of the figure.
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

/// A table of dice as it is printed: what they show, as far as they can, and what comes of it.
pub fn by_roll<T>(
    rows: &RangeTable<T>,
    shown: &RangeInclusive<i32>,
    result: impl Fn(&T) -> String,
) -> Vec<Vec<String>> {
    let cells =
        |(least, most, what): &(i32, i32, T)| vec![span(*least, *most, shown.clone()), result(what)];
    rows.0.iter().map(cells).collect()
}

/// Results of dice, each with the words for it.
pub type Worded<T> = RangeTable<(T, Text)>;

impl<T: Copy> Worded<T> {
    /// The result without its words.
    pub fn result(&self, number: i32) -> Option<T> {
        self.at(number).map(|(result, _)| *result)
    }
}

/// A table of dice whose results have words.
pub fn in_words<T>(rows: &Worded<T>, shown: &RangeInclusive<i32>) -> Vec<Vec<String>> {
    by_roll(rows, shown, |(_, words)| words.to_string())
}

/// Hit Dice by which attacks are read, where a plus counts one more.
pub fn fighting_dice(least: i32, most: i32, shown: &RangeInclusive<i32>) -> String {
    match (least, most) {
        (1, most) => format!("up to {most}"),
        (least, most) if most > *shown.end() => format!("{}+ and more", least - 1),
        (least, most) => format!("{}+ to {most}", least - 1),
    }
}

/// A row with the five saving throws at its end.
pub fn with_saves(row: Vec<String>, saves: [u8; 5]) -> Vec<String> {
    row.into_iter().chain(saves.map(|save| save.to_string())).collect()
}

/// Tables as they are printed: the words over each, and its rows, in the same order.
pub fn printed(heads: &[Table], rows: impl IntoIterator<Item = Vec<Vec<String>>>) -> Vec<Table> {
    heads.iter().zip(rows).map(|(head, rows)| Table { rows, ..head.clone() }).collect()
}

/// What changes a roll or a figure.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Modifier {
    /// What it is for.
    pub what: Text,
    /// The reason whose figure it is; absent: it is none of its own, and only told here.
    #[serde(default)]
    pub reason: Option<Reason>,
    /// Only against blows, or only against missiles; absent: against both.
    #[serde(default)]
    pub against: Option<Range>,
    /// By how much; absent: as the note says.
    #[serde(default)]
    pub modifier: Option<i32>,
    /// When it holds, and what goes with it.
    #[serde(default)]
    pub note: Option<Text>,
}

impl Modifier {
    /// As it is printed: what, by how much, only in which kind of attack, when.
    pub fn cells(&self) -> [String; 4] {
        let against = self.against.map_or("-", |range| match range {
            Range::Missile => "missile",
            _ => "melee",
        });
        let note = self.note.as_ref().map_or("-".into(), ToString::to_string);
        let modifier = self.modifier.map_or("-".into(), signed);
        [self.what.to_string(), modifier, against.into(), note]
    }

    /// Whether it is the figure of that reason, against such an attack.
    pub fn is_for(&self, reason: &Reason, attack: Range) -> bool {
        self.reason.as_ref() == Some(reason) && self.against.is_none_or(|against| against == attack)
    }
}

/// A weapon in a ruleset's table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// What it is called.
    pub name: Text,
    /// What else it is called.
    #[serde(default)]
    pub also: Vec<Text>,
    /// How big it is; absent: not told.
    #[serde(default)]
    pub size: Option<Size>,
    /// In the ruleset's unit; absent: not told.
    #[serde(default)]
    pub weight: Option<u32>,
    /// What it costs, as the ruleset writes it; absent: not told.
    #[serde(default)]
    pub cost: Option<Text>,
    /// Its dice; absent: those of any weapon, or the referee's to say.
    #[serde(default)]
    pub damage: Option<DiceExpr>,
    /// Keeps these dice where every other weapon deals those of any (oil, holy water).
    #[serde(default)]
    pub always: bool,
    /// How it reaches; `Both` is thrown.
    pub range: Range,
    /// Upper limits of short, medium, long in feet.
    #[serde(default)]
    pub feet: Option<[u32; 3]>,
    /// What is special about it.
    #[serde(default)]
    pub tags: Vec<Tag>,
    /// Whole rounds it takes to load.
    #[serde(default)]
    pub loading: Option<u8>,
    /// Figures of the ruleset's own, by name.
    #[serde(default)]
    pub attributes: Attributes,
}

impl Weapon {
    /// All that it is called.
    pub fn names(&self) -> String {
        let names = std::iter::once(&self.name).chain(&self.also).map(|name| &**name);
        names.collect::<Vec<_>>().join("; ")
    }
}

/// The weapon of that name in the table, in whatever letters.
pub fn weapon<'a>(table: &'a [Weapon], name: &str) -> Option<&'a Weapon> {
    let is = |own: &Text| own.eq_ignore_ascii_case(name);
    table.iter().find(|weapon| is(&weapon.name) || weapon.also.iter().any(is))
}

/// The turning table: the level of a cleric to the entries for undead of 1, 2, 2 with special powers, 3, 4, 5, 6, and 7
/// to 9 Hit Dice.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct TurningTable(pub RangeTable<[Turning; 8]>);

impl TurningTable {
    /// What a cleric of that level does with undead of those Hit Dice; nothing beyond 9 of them.
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

    /// The table as it is printed: levels, as far as they are told apart, and the entries.
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
    /// 2d6 must reach that.
    Roll(i32),
    /// Turned without a roll.
    Turned,
    /// Destroyed without a roll.
    Destroyed,
}

impl Turning {
    /// As a table prints it: `-`, `9`, `T`, `D`.
    pub fn cell(self) -> String {
        match self {
            Self::No => "-".into(),
            Self::Roll(need) => need.to_string(),
            Self::Turned => "T".into(),
            Self::Destroyed => "D".into(),
        }
    }
}
