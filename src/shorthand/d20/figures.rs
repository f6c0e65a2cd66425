//! Values in a line: a class with its level, and values with a label.

use super::attacks::{attacks, damage_dice};
use super::draft::Change;
use super::keys::{Key, key, key_of, until_key};
use super::{Found, Reader};
use crate::rules::model::block::d20::{Appearing, Class, HitDice, Rating};
use crate::rules::model::dice::DiceExpr;
use crate::shorthand::names;
use crate::shorthand::tokens::Token;

/// An armour class from here on is ascending, one below is descending, whichever the rules use.
const ASCENDS_FROM: i32 = 10;

/// Feet a turn for one inch of movement, as in older books.
const INCH: u32 = 10;

/// Largest movement taken as inches; larger values are feet.
const MOST_INCHES: u32 = 24;

/// The letters of the saving throws, in printed order.
const SAVES: [char; 5] = ['d', 'w', 'p', 'b', 's'];

impl Reader<'_> {
    /// Parses a class and its level: `F1`, `magic-user 3`, `MU 3`.
    pub(super) fn class(&self, at: usize) -> Option<(Vec<Class>, Option<u8>, usize)> {
        let tokens = &self.tokens[at..];
        let first = tokens.first()?;
        let before = at.checked_sub(1).map(|at| &*self.tokens[at].low);
        if matches!(before, Some("as" | "save" | "saves" | "sv")) || saves(tokens).is_some() {
            return None;
        }
        let all = &self.words.rules.about().classes;
        let level = |token: Option<&Token>| token?.low.parse::<u8>().ok().filter(|level| *level <= 36);
        if let Some((class, length)) = names::longest(tokens, |said| names::class(said, all)) {
            let rest = &tokens[length..];
            let stops = tokens[length - 1].ends;
            let named = rest.first().is_some_and(|token| key(token) == Some(Key::Level));
            let level = level(rest.get(usize::from(named)))
                .filter(|_| !stops && !self.is_measure(&rest[usize::from(named)..]));
            // A race that is also a class, followed by another class: `halfling thief 2`.
            if level.is_none()
                && !stops
                && self.race(tokens).is_some()
                && self.class(at + length).is_some()
            {
                return None;
            }
            let length = length + usize::from(level.is_some()) + usize::from(named && level.is_some());
            return Some((vec![class], level, length));
        }
        let is_dice = || !first.text.starts_with('D') && first.low.parse::<DiceExpr>().is_ok();
        let (letters, figures, length) = match first.glued() {
            Some((letters, figures)) if !is_dice() => (letters.to_string(), level_of(figures), 1),
            _ if first.text.starts_with(char::is_uppercase) && first.text.len() <= 4 && !first.ends => {
                (first.low.clone(), level(tokens.get(1)).filter(|_| !self.is_measure(&tokens[1..])), 2)
            }
            _ => return None,
        };
        // `D1` is a dwarf, although `D 1` is damage.
        let is_key = key_of(&letters).is_some_and(|key| key != Key::Damage || length > 1);
        let level = figures
            .filter(|_| !is_key && letters.chars().all(|sign| sign.is_alphabetic() || sign == '-'))?;
        let found = names::classes(&letters, all);
        (!found.is_empty()).then_some((found, Some(level), length))
    }

    /// Whether the tokens begin with a number of hit points or Hit Dice: `9 hp`.
    pub(super) fn is_measure(&self, tokens: &[Token]) -> bool {
        matches!(tokens, [_, next, ..] if matches!(key(next), Some(Key::Hp | Key::Hd)))
    }

    /// Parses a value with its label.
    pub(super) fn figure(&self, tokens: &[Token]) -> Found<Vec<Change>> {
        let first = tokens.first()?;
        // `9hp`, `9 hp`, `3rd level`
        if let Some((figures, letters)) = first.measured() {
            let level = matches!(letters, "st" | "nd" | "rd" | "th");
            let follows = tokens.get(1).is_some_and(|next| key(next) == Some(Key::Level));
            return match key_of(letters) {
                Some(Key::Hp) => Some((hp(figures)?, 1)),
                Some(Key::Hd) => Some((vec![Change::Hd(hit_dice(figures)?)], 1)),
                _ if level && follows => Some((vec![Change::Level(figures.parse().ok()?)], 2)),
                _ => None,
            };
        }
        if first.low.starts_with(|sign: char| sign.is_ascii_digit()) {
            return match key(tokens.get(1)?)? {
                Key::Hp => Some((hp(&first.low)?, 2)),
                Key::Hd => Some((vec![Change::Hd(hit_dice(&first.low)?)], 2)),
                _ => None,
            };
        }
        // `AC5`, `AC-2`
        if let Some((letters, figures)) = first.glued().or_else(|| first.signed())
            && let Some(key) = key_of(letters).filter(|key| *key != Key::Damage)
        {
            let figure = Token { text: figures.into(), low: figures.into(), ..first.clone() };
            let values: Vec<Token> =
                std::iter::once(figure).chain(tokens[1..].iter().cloned()).collect();
            return self.value(key, &values);
        }
        // `armour class 5`: the longest label that matches.
        let (key, length) = names::longest(tokens, |said| key_of(said.first()?))?;
        let joined = if first.low == "#at" || first.low == "#" { 1 } else { length };
        let (said, values) = self.value(key, &tokens[joined..])?;
        Some((said, joined + values))
    }

    /// Parses the value after a label.
    pub(super) fn value(&self, key: Key, values: &[Token]) -> Found<Vec<Change>> {
        let first = values.first()?;
        let small = |n: i32| u8::try_from(n).ok();
        match key {
            Key::Hp => Some((hp(&first.low)?, 1)),
            Key::Ac => self.armour_class(values),
            Key::Hd => Some((vec![Change::Hd(hit_dice(&first.low)?)], 1)),
            Key::Level => Some((vec![Change::Level(small(first.number()?)?)], 1)),
            Key::Figure(figure) => Some((vec![Change::Figure(figure, first.number()?)], 1)),
            Key::Movement => self.movement(values),
            Key::Thac0 => {
                // `19 [0]`: the attack bonus is in brackets.
                let bonus =
                    values.get(1).filter(|next| next.bracket == Some('[')).and_then(Token::number);
                let said = match bonus.filter(|_| self.words.counts_up) {
                    Some(bonus) => Change::AttackBonus(bonus),
                    None => Change::Thac0(first.number()?),
                };
                Some((vec![said], 1 + usize::from(bonus.is_some())))
            }
            Key::AttackBonus => Some((vec![Change::AttackBonus(first.number()?)], 1)),
            Key::Saves => self.saving_throws(values),
            Key::Attacks => {
                let length = until_key(values);
                let attacks = attacks(&values[..length]);
                (!attacks.is_empty()).then_some((attacks, length))
            }
            Key::Damage => {
                let length = until_key(values);
                let all: Vec<Option<DiceExpr>> = values[..length].iter().flat_map(damage_dice).collect();
                (!all.is_empty()).then_some((vec![Change::Damage(all)], length))
            }
            Key::Ability(which) => {
                let rating: Rating = first.low.parse().ok()?;
                Some((vec![Change::Ability(which, rating)], 1))
            }
            Key::Appearing => {
                let dungeon: DiceExpr = first.low.parse().ok()?;
                let wild = values.get(1).filter(|next| next.bracket.is_some());
                let wild: Option<DiceExpr> = wild.and_then(|next| next.low.parse().ok());
                let met = Appearing { dungeon, wild: wild.unwrap_or(dungeon) };
                Some((vec![Change::Appearing(met)], 1 + usize::from(wild.is_some())))
            }
            Key::Note => None,
        }
    }

    /// Parses `5`; `6 [13]`, descending before ascending; `14 (11)`, with and without armour.
    pub(super) fn armour_class(&self, values: &[Token]) -> Found<Vec<Change>> {
        let one = values.first()?.number()?;
        let other = values.get(1).filter(|next| next.bracket.is_some());
        let other = other.and_then(|next| Some((next.bracket?, next.number()?)));
        let length = 1 + usize::from(other.is_some());
        let figure = match other {
            Some(('[', other)) if self.words.counts_up => other,
            _ => one,
        };
        Some((vec![Change::Ac { descending: figure < ASCENDS_FROM, figure }], length))
    }

    /// Parses `60' (20')`, `120'`, or `9` inches.
    pub(super) fn movement(&self, values: &[Token]) -> Found<Vec<Change>> {
        let feet = |token: &Token| u32::try_from(token.number()?).ok();
        let first = values.first()?;
        let one = feet(first)?;
        let next = values.get(1).filter(|next| next.bracket.is_some()).and_then(feet);
        let length = 1 + usize::from(next.is_some());
        let said = match next {
            Some(encounter) => Change::Movement(Some(one), Some(encounter)),
            None if one <= MOST_INCHES && !first.low.ends_with('\'') => {
                Change::Movement(one.checked_mul(INCH), None)
            }
            None if self.words.counts_up => Change::Movement(None, Some(one)),
            None => Change::Movement(Some(one), None),
        };
        Some((vec![said], length))
    }

    /// Parses `as F1`, `F1`, `fighter: 1`, `NH`, `D14 W15 P16 B17 S18`.
    pub(super) fn saving_throws(&self, values: &[Token]) -> Found<Vec<Change>> {
        if let Some(found) = saves(values) {
            // The class or level follows in brackets: `(1)`, `(NH)`.
            let behind = values.get(found.1).is_some_and(|token| token.bracket.is_some());
            return Some((found.0, found.1 + usize::from(behind)));
        }
        let skipped = usize::from(values.first()?.low == "as");
        let values = values.get(skipped..)?;
        let normal = |token: &Token| ["nh", "nm", "normal"].contains(&&*token.low);
        if normal(values.first()?) {
            let man = values.get(1).is_some_and(|token| ["man", "human"].contains(&&*token.low));
            return Some((vec![Change::SaveAs(None, 0)], skipped + 1 + usize::from(man)));
        }
        let reader = Reader::new(self.words, values);
        let (classes, level, length) = reader.class(0)?;
        // `fighter: 1`
        let (level, more) = match level {
            Some(level) => (level, 0),
            None => (level_of(&values.get(length)?.low)?, 1),
        };
        let class = *classes.first()?;
        Some((vec![Change::SaveAs(Some(class), level)], skipped + length + more))
    }
}

pub(super) fn level_of(figures: &str) -> Option<u8> {
    figures.parse().ok().filter(|level| *level <= 36)
}

/// Parses `9`, or `5/9`: current and maximum hit points. `None` if the current exceed the maximum.
pub(super) fn hp(text: &str) -> Option<Vec<Change>> {
    let Some((left, most)) = text.split_once('/') else {
        return Some(vec![Change::Hp(text.parse().ok()?)]);
    };
    let (left, most) = (left.parse().ok()?, most.parse().ok()?);
    (left <= most).then(|| vec![Change::Hp(most), Change::Left(left)])
}

/// Describes current hit points above the maximum, as in `5/4hp`.
pub(super) fn overfull(text: &str) -> Option<String> {
    let (left, most) =
        text.split(' ').find_map(|word| word.strip_suffix("hp").unwrap_or(word).split_once('/'))?;
    let (left, most): (i32, i32) = (left.parse().ok()?, most.parse().ok()?);
    (left > most)
        .then(|| format!("{left}/{most}: found {left} hit points left, expected {most} at most"))
}

/// Parses `1-1`, `3+1`, `2d8`.
pub(super) fn hit_dice(text: &str) -> Option<HitDice> {
    let dice = || {
        let dice: DiceExpr = text.parse().ok().filter(|_| text.contains('d'))?;
        let plus = i8::try_from(dice.plus).ok()?;
        Some(HitDice { plus, ..HitDice::whole(dice.count) })
    };
    text.trim_end_matches("hp").parse().ok().or_else(dice)
}

/// Parses `+1` as the bonus of a weapon or shield.
pub(super) fn bonus(token: &Token) -> Option<i32> {
    token.low.parse().ok().filter(|_| token.low.starts_with(['+', '-']))
}

/// Parses saves by their letters: `D14 W15 P16 B17 S18`.
pub(super) fn saves(tokens: &[Token]) -> Found<Vec<Change>> {
    let five = tokens.get(..SAVES.len())?;
    let one = |(token, letter): (&Token, char)| token.low.strip_prefix(letter)?.parse::<u8>().ok();
    let all: Vec<u8> = five.iter().zip(SAVES).map(one).collect::<Option<_>>()?;
    Some((vec![Change::Saves(all.try_into().ok()?)], SAVES.len()))
}
