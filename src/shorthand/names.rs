//! Name matching regardless of case, plural and abbreviation.

use super::tokens::Token;
use crate::rules::model::block::d20::Class;
use crate::rules::ruleset::TableWeapon;

/// Maximum number of words of a name.
const LONGEST: usize = 4;

/// Common names of classes that the rules call otherwise.
const NICKNAMES: [(&str, Class); 2] = [("rogue", Class::THIEF), ("wizard", Class::new("MagicUser"))];

/// Normalizes a name: lower-case letters and digits only.
pub fn bare(name: &str) -> String {
    name.chars().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Candidates for the singular of a word, itself first.
fn singular(word: &str) -> Vec<String> {
    let endings = [("s", ""), ("es", ""), ("ies", "y"), ("ves", "f"), ("ves", "fe"), ("men", "man")];
    let one = |(many, one): (&str, &str)| Some(format!("{}{one}", word.strip_suffix(many)?));
    std::iter::once(word.to_string()).chain(endings.into_iter().filter_map(one)).collect()
}

/// Finds the longest run of leading words that is a name by `find`; also returns its length in words.
pub fn longest<T>(tokens: &[Token], find: impl Fn(&[String]) -> Option<T>) -> Option<(T, usize)> {
    let stop = tokens.iter().position(|token| token.ends || token.quoted);
    let most = stop.map_or(tokens.len(), |at| at + 1).min(LONGEST);
    let phrase = |length: usize| -> Option<(T, usize)> {
        let (last, before) = tokens[..length].split_last()?;
        let before: String = before.iter().map(|token| bare(&token.text)).collect();
        let said: Vec<String> =
            singular(&bare(&last.text)).iter().map(|last| format!("{before}{last}")).collect();
        find(&said).map(|found| (found, length))
    };
    (1..=most).rev().find_map(phrase)
}

/// Whether one of the candidates is this name.
pub fn says(said: &[String], name: &str) -> bool {
    let name = bare(name);
    said.contains(&name)
}

/// Returns the class that one of the candidates names, by its own name or else a common one.
pub fn class(said: &[String], all: &[Class]) -> Option<Class> {
    let named = |class: &&Class| says(said, class.name().as_str());
    let called = |class: &&Class| nicknames(**class).any(|name| says(said, name));
    all.iter().find(named).or_else(|| all.iter().find(called)).copied()
}

fn nicknames(class: Class) -> impl Iterator<Item = &'static str> {
    NICKNAMES.into_iter().filter(move |(_, of)| *of == class).map(|(name, _)| name)
}

/// Returns the classes an abbreviation may stand for, by the first of these that matches any: the whole name, the
/// initials of several words, a prefix, letters of the name in order, a prefix of a common name.
pub fn classes(letters: &str, all: &[Class]) -> Vec<Class> {
    let letters = bare(letters);
    let initials = |class: &Class| -> String {
        class.name().in_kebab().split('-').filter_map(|word| word.chars().next()).collect()
    };
    let name = |class: &Class| bare(&class.name().in_kebab());
    let ranks: [&dyn Fn(&Class) -> bool; 5] = [
        &|class| name(class) == letters,
        &|class| letters.len() > 1 && initials(class) == letters,
        &|class| name(class).starts_with(&letters),
        &|class| letters.len() > 1 && in_order(&letters, &name(class)),
        &|class| nicknames(*class).any(|name| name.starts_with(&letters)),
    ];
    let of = |rank: &&dyn Fn(&Class) -> bool| -> Vec<Class> {
        all.iter().copied().filter(|class| rank(class)).collect()
    };
    ranks.iter().map(of).find(|found| !found.is_empty()).unwrap_or_default()
}

/// Whether the letters occur in the word in order, beginning with its first: `ftr`.
fn in_order(letters: &str, word: &str) -> bool {
    let mut rest = word.chars();
    letters.chars().next() == word.chars().next()
        && letters.chars().all(|letter| rest.any(|sign| sign == letter))
}

/// Finds the weapon that leading words name: its usual name, the other candidates, and the number of words.
pub fn weapon(
    tokens: &[Token],
    known: &[TableWeapon],
) -> Option<(&'static str, Vec<&'static str>, usize)> {
    let named = |said: &[String]| {
        let is = |weapon: &&TableWeapon| weapon.names.iter().any(|name| says(said, name));
        known.iter().find(is)?.names.first().copied()
    };
    if let Some((name, length)) = longest(tokens, named) {
        return Some((name, Vec::new(), length));
    }
    let said = singular(&bare(&tokens.first()?.text));
    let is = |word: Option<&str>| word.is_some_and(|word| says(&said, word));
    let part = |name: &&str| is(name.split(' ').next()) || is(name.split(' ').next_back());
    let like = known.iter().filter(|weapon| weapon.names.iter().any(part));
    let mut like = like.filter_map(|weapon| weapon.names.first().copied());
    let first = like.next()?;
    Some((first, like.collect(), 1))
}
