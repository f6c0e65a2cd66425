//! Combatants in shorthand: a line such as `Halvard F1 9hp AC5 sword, bow` or `8 goblins`, or a stat block copied
//! from a book or a web page, read into a stat block by the words of a ruleset. What is not understood is kept as a
//! note and never a reason to refuse the rest.

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

/// The words that a line may use: those of a ruleset, and the creatures and characters that are known by name.
pub struct Words<'a> {
    rules: &'a dyn Ruleset,
    weapons: Vec<TableWeapon>,
    known: Vec<&'a StatBlock>,
    /// Armour class counts upward.
    counts_up: bool,
}

impl<'a> Words<'a> {
    /// The words of those rules, and of the creatures and characters of their family.
    pub fn of(rules: &'a dyn Ruleset, known: impl IntoIterator<Item = &'a StatBlock>) -> Self {
        let known = known.into_iter().filter(|block| rules.about().serves(block)).collect();
        Self { rules, weapons: rules.weapons(), known, counts_up: d20::counts_up(rules) }
    }

    /// The known one that such a name means, in the singular or the plural.
    fn like(&self, said: &[String]) -> Option<&'a StatBlock> {
        let is = |block: &&&StatBlock| said.iter().any(|name| *name == names::bare(block.name()));
        self.known.iter().find(is).copied()
    }
}

/// What a line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// How many.
    pub count: DiceExpr,
    /// The name at the table; empty: none was said.
    pub name: Text,
    /// The stat block, hit points only where they were said.
    pub block: StatBlock,
    /// Whose stat block it began with.
    pub like: Option<Text>,
    /// Hit points left, where they were said.
    pub left: Option<i32>,
    /// Nothing but a name was read.
    pub only_name: bool,
    /// Whom a class may mean, if it can be several.
    pub classes: Vec<Class>,
    /// What was read one way and could have been read another.
    pub unclear: Vec<String>,
    /// What was not understood, as it was written.
    pub rest: Vec<String>,
}

/// Reads a line, or the text of a stat block.
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

/// A stat block as it stands in a book: the same whatever ruleset is played.
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

/// How many stand before the rest: `8 goblins`, `3x orc`, `2d4 wolves`.
fn count(tokens: &[Token]) -> Option<DiceExpr> {
    let [first, next, ..] = tokens else { return None };
    let bare = first.low.trim_end_matches('x');
    let count: DiceExpr = bare.parse().ok()?;
    let counts = count.range().0 >= 1 && !bare.starts_with(['+', '-']);
    (counts && next.is_word() && !first.ends).then_some(count)
}

/// A figure of such a one as the rules work it out.
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
