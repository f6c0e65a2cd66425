//! A cursor in a text, with parsers for numbers, words and dice.

use crate::rules::model::dice::DiceExpr;

/// The die sizes used in books.
const USUAL_SIDES: [u16; 8] = [2, 3, 4, 6, 8, 10, 12, 20];
/// Ratios of maximum to minimum at which a range such as `2-8` is that many whole dice.
const WHOLE_DICE: [u16; 6] = [4, 6, 8, 10, 12, 20];
/// Numbers as words.
const NUMBERS: [&str; 10] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// The unread rest of a text. Methods skip leading spaces, and do not move the cursor if they fail.
#[derive(Debug, Clone, Copy)]
pub struct Cursor<'a>(pub &'a str);

impl<'a> Cursor<'a> {
    /// Returns the rest, trimmed.
    pub fn rest(self) -> &'a str {
        self.0.trim()
    }

    /// Skips spaces.
    pub fn spaces(&mut self) {
        self.0 = self.0.trim_start();
    }

    /// Skips a text regardless of ASCII case; whether it was there.
    pub fn eat(&mut self, what: &str) -> bool {
        let rest = self.0.trim_start();
        let found = rest.get(..what.len()).is_some_and(|head| head.eq_ignore_ascii_case(what));
        if found {
            self.0 = &rest[what.len()..];
        }
        found
    }

    /// Skips a whole word regardless of ASCII case; whether it was there.
    pub fn eat_word(&mut self, what: &str) -> bool {
        let mut next = *self;
        let whole = next.word().is_some_and(|word| word.eq_ignore_ascii_case(what));
        if whole {
            *self = next;
        }
        whole
    }

    /// Reads a word: letters, hyphens and apostrophes.
    pub fn word(&mut self) -> Option<&'a str> {
        let rest = self.0.trim_start();
        let end = rest.find(|sign: char| !(sign.is_alphabetic() || "-'".contains(sign)));
        let (word, rest) = rest.split_at(end.unwrap_or(rest.len()));
        if !word.starts_with(char::is_alphabetic) {
            return None;
        }
        self.0 = rest;
        Some(word)
    }

    /// Reads an unsigned number, which may have thousands separators (commas).
    pub fn number(&mut self) -> Option<i32> {
        let rest = self.0.trim_start();
        let mut end = rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len());
        let mut figures = rest[..end].to_string();
        while let Some(group) = rest[end..].strip_prefix(',').and_then(|next| next.get(..3))
            && !figures.is_empty()
            && group.bytes().all(|byte| byte.is_ascii_digit())
            && !rest[end + 4..].starts_with(|sign: char| sign.is_ascii_digit())
        {
            figures.push_str(group);
            end += 4;
        }
        let number = figures.parse().ok()?;
        self.0 = &rest[end..];
        Some(number)
    }

    /// Reads a number with an optional sign.
    pub fn int(&mut self) -> Option<i32> {
        let mut next = *self;
        let negative = next.eat("-");
        let _ = !negative && next.eat("+");
        let number = next.number()?;
        *self = next;
        Some(if negative { -number } else { number })
    }

    /// Reads the content of a round or square bracket.
    pub fn bracket(&mut self) -> Option<&'a str> {
        let rest = self.0.trim_start();
        let (open, close) = match rest.chars().next()? {
            '(' => ('(', ')'),
            '[' => ('[', ']'),
            _ => return None,
        };
        let mut depth = 0;
        let end = rest.char_indices().find(|(_, sign)| {
            depth += i32::from(*sign == open) - i32::from(*sign == close);
            depth == 0
        })?;
        self.0 = &rest[end.0 + 1..];
        Some(rest[1..end.0].trim())
    }

    /// Reads a count: a number in figures or words.
    pub fn count(&mut self) -> Option<u8> {
        let mut next = *self;
        if let Some(number) = next.number() {
            *self = next;
            return u8::try_from(number).ok();
        }
        let word = next.word()?.to_lowercase();
        let place = NUMBERS.iter().position(|number| *number == word);
        let count = place.map(|place| place + 1).or((word == "a" || word == "an").then_some(1))?;
        *self = next;
        u8::try_from(count).ok()
    }

    /// Reads dice such as `1d6+1`, with or without spaces; the count may be missing.
    pub fn dice(&mut self) -> Option<DiceExpr> {
        let mut next = *self;
        next.spaces();
        let count = if next.0.starts_with(['d', 'D']) { 1 } else { next.number()? };
        next.0 = next.0.strip_prefix(['d', 'D'])?;
        let sides = if next.0.starts_with('%') {
            next.0 = &next.0[1..];
            100
        } else {
            next.0.starts_with(|sign: char| sign.is_ascii_digit()).then(|| next.number())??
        };
        let mut plus = next;
        let mut added = 0;
        if plus.eat("+") || plus.eat("-") {
            let negative = next.rest().starts_with('-');
            if let Some(number) = plus.number()
                && !plus.0.starts_with(['d', 'D', '%'])
            {
                added = if negative { -number } else { number };
                next = plus;
            }
        }
        let dice = made(count, sides, added)?;
        *self = next;
        Some(dice)
    }

    /// Reads an amount of damage: dice, a range as in old books, or a number.
    pub fn amount(&mut self) -> Option<DiceExpr> {
        let mut next = *self;
        if let Some(dice) = next.dice() {
            *self = next;
            return Some(dice);
        }
        let least = next.number()?;
        let mut range = next;
        if range.eat("-")
            && let Some(most) = range.number()
        {
            // Dice in a bracket after the range take precedence.
            let mut beside = range;
            let beside_it = beside.bracket().and_then(|inner| Cursor(inner).dice());
            *self = if beside_it.is_some() { beside } else { range };
            return beside_it.or_else(|| span(least, most));
        }
        if next.0.starts_with(['%', 'd', 'D']) {
            return None;
        }
        *self = next;
        made(0, 1, least)
    }
}

/// Creates dice, if within the limits of [`DiceExpr`].
fn made(count: i32, sides: i32, plus: i32) -> Option<DiceExpr> {
    let dice = DiceExpr::new(u8::try_from(count).ok()?, u16::try_from(sides).ok()?, plus);
    let fits = dice.count <= 100 && (dice.count == 0 || (2..=1000).contains(&dice.sides));
    (fits && plus.abs() <= 9999).then_some(dice)
}

/// Returns the dice of a range: `1-6` is 1d6, `2-8` 2d4, `2-7` 1d6+1, `5-20` 5d4, else the fewest dice with that range.
pub fn span(least: i32, most: i32) -> Option<DiceExpr> {
    let (least, most) = (u16::try_from(least).ok()?, u16::try_from(most).ok()?);
    let (low, wide) = (i32::from(least), i32::from(most) - i32::from(least) + 1);
    if least == 0 || most <= least {
        return None;
    }
    if least == 1 {
        return made(1, most.into(), 0);
    }
    if most % least == 0 && WHOLE_DICE.contains(&(most / least)) {
        return made(low, i32::from(most / least), 0);
    }
    let usual = |sides: i32| USUAL_SIDES.iter().any(|known| i32::from(*known) == sides);
    if usual(wide) {
        return made(1, wide, low - 1);
    }
    let several = (2..=100).find(|count| (wide - 1) % count == 0 && usual((wide - 1) / count + 1))?;
    made(several, (wide - 1) / several + 1, low - several)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_old_books_are_dice() {
        for (range, dice) in [
            ("1-6", "1d6"),
            ("2-8", "2d4"),
            ("3-12", "3d4"),
            ("3-18", "3d6"),
            ("2-7", "1d6+1"),
            ("5-10", "1d6+4"),
            ("2-5", "1d4+1"),
            ("3-13", "2d6+1"),
            ("2-5 (2d4)", "2d4"),
            ("2d8 + 3", "2d8+3"),
            ("d6", "1d6"),
            ("7", "7"),
        ] {
            let found = Cursor(range).amount().map(|dice| dice.to_string());
            assert_eq!(found.as_deref(), Some(dice), "{range}");
        }
        for none in ["6-1", "5%", "x", "999999999999-2", "200d6"] {
            assert_eq!(Cursor(none).amount(), None, "{none}");
        }
    }

    #[test]
    fn numbers_have_signs_and_thousands() {
        assert_eq!(Cursor("-1 [20]").int(), Some(-1));
        assert_eq!(Cursor("+3").int(), Some(3));
        assert_eq!(Cursor("1,200").int(), Some(1200));
        assert_eq!(Cursor("4, 8").int(), Some(4));
        assert_eq!(Cursor("(a (b) c) d").bracket(), Some("a (b) c"));
        assert_eq!(Cursor("three claws").count(), Some(3));
    }
}
