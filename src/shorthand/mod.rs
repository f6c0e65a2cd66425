//! Parses combatants typed in shorthand, such as `Halvard F1 9hp AC5 sword, bow` or `8 goblins`, and stat blocks copied
//! from a book or web page. The vocabulary is that of a ruleset. Text that is not understood is kept as a note; it
//! never makes the rest invalid.

mod d20;
mod names;
pub mod printed;
mod tokens;
mod wounds;

use crate::rules;
use crate::rules::model::block::d20::{Block, Class};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::{Arrival, Command};
use crate::rules::model::dice::{DiceExpr, Tape};
use crate::rules::model::encounter::{Encounter, Side};
use crate::rules::model::ids::{SideId, Text};
use crate::rules::ruleset::about::Family;
use crate::rules::ruleset::{Ruleset, TableWeapon};
use std::sync::Arc;
use tokens::Token;

/// The vocabulary of a line: the terms of a ruleset, and creatures and characters known by name.
pub struct Words<'a> {
    rules: &'a dyn Ruleset,
    weapons: Vec<TableWeapon>,
    known: Vec<&'a StatBlock>,
    /// Whether armour class is ascending.
    counts_up: bool,
}

impl<'a> Words<'a> {
    /// Creates the vocabulary of a ruleset, with the creatures and characters that its family can use.
    pub fn of(rules: &'a dyn Ruleset, known: impl IntoIterator<Item = &'a StatBlock>) -> Self {
        let known = known.into_iter().filter(|block| rules.about().serves(block)).collect();
        Self { rules, weapons: rules.weapons(), known, counts_up: d20::counts_up(rules) }
    }

    /// Returns the known stat block with one of these names, which include singular forms.
    fn like(&self, said: &[String]) -> Option<&'a StatBlock> {
        let is = |block: &&&StatBlock| said.iter().any(|name| *name == names::bare(block.name()));
        self.known.iter().find(is).copied()
    }
}

/// A parsed line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// How many combatants.
    pub count: DiceExpr,
    /// The name; empty if none was given.
    pub name: Text,
    /// The stat block; hit points only if they were given.
    pub block: StatBlock,
    /// The known creature whose stat block it is based on.
    pub like: Option<Text>,
    /// Current hit points, if given.
    pub left: Option<i32>,
    /// Whether nothing but a name was given.
    pub only_name: bool,
    /// The candidates for an ambiguous class.
    pub classes: Vec<Class>,
    /// Text that was read one way but could be read another.
    pub unclear: Vec<String>,
    /// Text that was not understood, as written.
    pub rest: Vec<String>,
}

/// Parses a line of shorthand or a copied stat block.
pub fn read(words: &Words, text: &str) -> Reading {
    let family = words.rules.about().family;
    if family == Family::D20 && printed::is_one(text) {
        return of_print(text);
    }
    let tokens = tokens::split(text);
    match family {
        Family::D20 => d20::read(words, &tokens),
        Family::Wounds => wounds::read(words, &tokens),
    }
}

/// Parses a copied stat block, which reads the same under every ruleset.
pub fn of_print(text: &str) -> Reading {
    let sheet = printed::one(text);
    let nameless = sheet.guesses.iter().any(|guess| guess.field == "name");
    let name: Text = if nameless { "".into() } else { sheet.block.name.clone() };
    let note = |note: &printed::Note| {
        format!("{} {}", note.path, note.value).trim_start_matches("text ").to_string()
    };
    let rest = sheet.notes.iter().map(note).collect();
    let unclear = sheet.guessed().into_iter().filter(|(told, _)| told.field != "name");
    let unclear = unclear.map(|(told, why)| format!("{}: {why}", told.label)).collect();
    let (only_name, like, classes) = (false, None, Vec::new());
    let count = sheet.count.unwrap_or(DiceExpr::flat(1));
    let block = Block { name: name.clone(), ..sheet.block };
    Reading {
        count,
        name,
        block: block.into(),
        like,
        left: sheet.left,
        only_name,
        classes,
        unclear,
        rest,
    }
}

/// Parses a leading count: `8 goblins`, `3x orc`, `2d4 wolves`.
fn count(tokens: &[Token]) -> Option<DiceExpr> {
    let [first, next, ..] = tokens else { return None };
    let bare = first.low.trim_end_matches('x');
    let count: DiceExpr = bare.parse().ok()?;
    let counts = count.range().0 >= 1 && !bare.starts_with(['+', '-']);
    (counts && next.is_word() && !first.ends).then_some(count)
}

/// Returns a value that the rules derive for this stat block, by its label.
fn figure(rules: &dyn Ruleset, block: &StatBlock, label: &str) -> Option<i32> {
    let mut block = block.clone();
    block.rename("x".into());
    let commands =
        [Command::Side(Side::new("x")), Command::Arrive(Arrival::new(SideId(0), "x", Arc::new(block)))];
    let e = commands.iter().try_fold(Encounter::new(rules.about().id), |e, command| {
        rules::resolve(rules, e, command, &mut Tape::new(&[])).ok().map(|(after, _)| after)
    })?;
    let who = e.all().next()?.id;
    let figure = rules.figures(&e, who).into_iter().find(|figure| &*figure.label == label)?;
    Some(figure.tally.total())
}
