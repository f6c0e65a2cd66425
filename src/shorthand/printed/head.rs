//! Parses the head of a stat block, before the first label: count, name, class and level.

use super::classes::{self, ClassAndLevel};
use super::cursor::Cursor;
use crate::rules::model::dice::DiceExpr;

/// Maximum length of a name that every ruleset accepts, in characters.
const LONGEST: usize = 40;

/// Maximum number of characters read of the name's line.
const MOST_SIGNS: usize = 400;

/// The head of a stat block.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Head {
    /// How many, if given.
    pub count: Option<DiceExpr>,
    /// The name; empty if none is given.
    pub name: String,
    /// The class and level, if given.
    pub classed: Option<ClassAndLevel>,
    /// The rest of the text.
    pub notes: Vec<String>,
}

/// Parses the head.
pub fn read(text: &str) -> Head {
    let mut head = Head::default();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut name = lines.next().unwrap_or_default();
    head.notes.extend(lines.map(str::to_string));
    name = bare(&name[..name.char_indices().nth(MOST_SIGNS).map_or(name.len(), |(at, _)| at)]);
    let mut cursor = Cursor(name);
    if let Some(count) = leading_count(&mut cursor) {
        head.count = Some(count);
        name = cursor.rest();
    }
    while let Some(shorter) = strip_last(name, &mut head) {
        name = bare(shorter);
    }
    head.name = tidy(name);
    head
}

fn bare(name: &str) -> &str {
    name.trim()
        .trim_end_matches([':', ';', ',', '.', '(', '*', ' ', '-', '=', '|'])
        .trim_start_matches(['*', ' '])
}

/// Removes control characters from a name and shortens it to the maximum length.
pub fn tidy(name: &str) -> String {
    let plain = name.split_whitespace().collect::<Vec<_>>().join(" ");
    plain.chars().filter(|sign| !sign.is_control()).take(LONGEST).collect::<String>().trim().to_string()
}

/// Reads a count before a word: `6 `, `2d4 `, `Six `.
fn leading_count(cursor: &mut Cursor) -> Option<DiceExpr> {
    let mut next = *cursor;
    let said = next.0.trim_start();
    let mut crossed = false;
    let count = match next.dice() {
        Some(dice) => dice,
        None => {
            let single = said.starts_with(['a', 'A']);
            let count = next.count().filter(|count| !single && (1..=100).contains(count))?;
            crossed = next.eat("×");
            DiceExpr::flat(count.into())
        }
    };
    let apart = crossed || next.0.starts_with(' ');
    let before_word = next.rest().starts_with(char::is_alphabetic);
    (apart && before_word).then(|| {
        *cursor = next;
        count
    })
}

/// Strips a trailing part that does not belong to the name: `(3)`, `×4`, `[Troop]`, `(Ftr2)`, `, 3rd-level thief`, `F3`.
fn strip_last<'a>(name: &'a str, head: &mut Head) -> Option<&'a str> {
    if let Some((name, count)) = times(name) {
        head.count = Some(DiceExpr::flat(count.clamp(1, 100)));
        return Some(name);
    }
    if name.ends_with([')', ']']) {
        let at = name.rfind(['(', '['])?;
        let inner = Cursor(&name[at..]).bracket()?;
        let inner = inner.strip_prefix(['×', 'x']).filter(|count| is_figure(count)).unwrap_or(inner);
        match (Cursor(inner).number(), class_of(inner)) {
            (_, Some(classed)) => head.classed = Some(classed),
            (Some(count), _) if is_figure(inner) => {
                head.count = Some(DiceExpr::flat(count.clamp(1, 100)));
            }
            _ => head.notes.push(inner.to_string()),
        }
        return Some(&name[..at]);
    }
    let at = name.rfind(", ").filter(|at| class_of(&name[at + 2..]).is_some());
    let at = at.or_else(|| name.rfind(' ').filter(|at| is_short(&name[at + 1..])))?;
    head.classed = class_of(name[at..].trim_start_matches([',', ' ']));
    Some(&name[..at])
}

fn is_figure(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Splits off a count after the name: `Reed Orc ×4`, `Reed Orc x 4`.
fn times(name: &str) -> Option<(&str, i32)> {
    let before = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
    let count = name[before.len()..].parse().ok()?;
    let before = before.trim_end();
    let crossed = before.strip_suffix('×').or_else(|| before.strip_suffix(" x"));
    Some((crossed?, count))
}

/// Parses a class with its level and nothing else.
pub fn class_of(text: &str) -> Option<ClassAndLevel> {
    let mut cursor = Cursor(text);
    let classed = classes::read(&mut cursor)?;
    (classed.level.is_some() && cursor.rest().is_empty()).then_some(classed)
}

/// Whether a word is a capitalized class with its level, as in `F3`, `MU4`.
fn is_short(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
        && word.ends_with(|sign: char| sign.is_ascii_digit())
        && class_of(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::model::block::d20::Class;

    #[test]
    fn a_head_says_how_many_of_whom() {
        let of = |text| {
            let head = read(text);
            let class = head.classed.map(|found| (found.class, found.level));
            (head.count.map(|count| count.to_string()).unwrap_or_default(), head.name, class)
        };
        let is = |count: &str, name: &str, class| (count.to_string(), name.to_string(), class);
        let level = |class, level| Some((Some(class), Some(level)));
        assert_eq!(of("Bog Lurker: "), is("", "Bog Lurker", None));
        assert_eq!(of("6 Sump Orcs ("), is("6", "Sump Orcs", None));
        assert_eq!(of("2d4 Newts"), is("2d4", "Newts", None));
        assert_eq!(of("Six Newts"), is("6", "Newts", None));
        assert_eq!(of("Peat Ghoul (3):"), is("3", "Peat Ghoul", None));
        for four in ["Reed Orc ×4:", "Reed Orc×4", "Reed Orc x 4", "Reed Orc (×4)", "4×Reed Orc"] {
            assert_eq!(of(four), is("4", "Reed Orc", None), "{four}");
        }
        assert_eq!(of("Box 4"), is("", "Box 4", None));
        assert_eq!(of("Marsh Captain (Ftr3)"), is("", "Marsh Captain", level(Class::FIGHTER, 3)));
        let mage = Class::new("MagicUser");
        assert_eq!(of("Sedge Witch, 4th-level magic-user"), is("", "Sedge Witch", level(mage, 4)));
        assert_eq!(of("Ana MU4"), is("", "Ana", level(mage, 4)));
        assert_eq!(of("A Thing of the Deep 2"), is("", "A Thing of the Deep 2", None));
        assert_eq!(of("Will-o'-Fen: "), is("", "Will-o'-Fen", None));
    }
}
