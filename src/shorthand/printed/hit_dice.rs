//! Hit Dice as printed.

use super::classes::{self, ClassAndLevel};
use super::cursor::Cursor;
use crate::rules::model::block::d20::HitDice;

/// The die sizes of Hit Dice.
const SIDES: [u16; 3] = [4, 6, 8];

/// Abbreviations for hit points: English, Spanish, French, German.
const POINTS: [&str; 4] = ["hp", "pg", "pv", "tp"];

/// The parsed value of Hit Dice.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Read {
    /// The Hit Dice.
    pub hd: Option<HitDice>,
    /// Hit points beside them.
    pub hp: Option<i32>,
    /// The attack bonus beside them.
    pub bonus: Option<i32>,
    /// A class and level given instead of Hit Dice.
    pub classed: Option<ClassAndLevel>,
    /// Why they are a guess, if they are.
    pub guessed: Option<String>,
    /// The rest of the text.
    pub rest: String,
}

const HALF: HitDice = HitDice { whole: 0, plus: 0, normal_human: false, starred: false };
const NORMAL: HitDice = HitDice { normal_human: true, ..HALF };

/// Parses Hit Dice.
pub fn read(text: &str) -> Read {
    let mut read = Read::default();
    let mut cursor = Cursor(text);
    figure(&mut cursor, &mut read);
    if let Some(hd) = &mut read.hd {
        hd.starred = text.contains('*');
    }
    while cursor.eat("*") {}
    beside(&mut cursor, &mut read);
    while cursor.eat("*") {}
    let rest = cursor.rest().trim_matches(['.', ',', ';', '*', ' ']);
    if rest.contains("variable")
        || read.rest.contains("variable")
        || rest.starts_with("to ")
        || rest.starts_with('/')
    {
        read.guessed.get_or_insert_with(|| format!("the first of \"{}\"", text.trim()));
    }
    if !rest.is_empty() {
        read.rest = if read.rest.is_empty() { rest.into() } else { format!("{} {rest}", read.rest) };
    }
    read
}

fn figure(cursor: &mut Cursor, read: &mut Read) {
    let mut next = *cursor;
    if next.eat("<1") || next.eat("< 1") {
        (read.hd, *cursor) = (Some(HALF), next);
        return;
    }
    if next.eat_word("level") {
        // Some books print the letter O for zero.
        let level = next.number().or(next.eat("o").then_some(0)).and_then(|n| u8::try_from(n).ok());
        let Some(level) = level else { return };
        (read.hd, *cursor) = (Some(if level == 0 { NORMAL } else { HitDice::whole(level) }), next);
        return;
    }
    if let Some(found) = classes::read(&mut next)
        && let Some(level) = found.level
    {
        read.hd = Some(if level == 0 { NORMAL } else { HitDice::whole(level) });
        (read.classed, *cursor) = ((level > 0).then_some(found), next);
        return;
    }
    next = *cursor;
    if let Some(dice) = next.dice() {
        let half = dice.count == 1 && dice.sides <= 4;
        let plus = i8::try_from(dice.plus).unwrap_or(0);
        read.hd = Some(if half { HALF } else { HitDice { plus, ..HitDice::whole(dice.count) } });
        if !half && (!SIDES.contains(&dice.sides) || i32::from(plus) != dice.plus) {
            read.rest = format!("written {dice}");
        }
        let _ = next.eat("hit points") || next.eat("hp");
        *cursor = next;
        return;
    }
    let Some(whole) = next.number() else { return };
    *cursor = next;
    if hit_points(cursor) {
        (read.hd, read.hp) = (Some(HALF), Some(whole));
        return;
    }
    if let Some(under) = fraction(cursor) {
        read.hd = under.then_some(HALF);
        return;
    }
    let mut ranged = *cursor;
    if ranged.eat("-")
        && let Some(most) = ranged.number().filter(|most| *most > whole)
    {
        *cursor = ranged;
        let points = whole == 1 && hit_points(cursor);
        if !points {
            read.guessed = Some(format!("the lowest of {whole} to {most}"));
        }
        read.hd = if points { Some(HALF) } else { dice(whole, 0) };
        return;
    }
    read.hd = dice(whole, plus(cursor, read));
}

/// Whole Hit Dice; `None` beyond 99.
fn dice(whole: i32, plus: i8) -> Option<HitDice> {
    match u8::try_from(whole).ok()? {
        0 => Some(NORMAL),
        whole @ 1..=99 => Some(HitDice { plus, ..HitDice::whole(whole) }),
        _ => None,
    }
}

/// Parses a bonus or penalty.
fn plus(cursor: &mut Cursor, read: &mut Read) -> i8 {
    let mut next = *cursor;
    let negative = next.rest().starts_with('-');
    if !(next.eat("+") || next.eat("-")) {
        return 0;
    }
    let Some(plus) = next.number() else {
        if !negative {
            // `12+`
            (read.guessed, *cursor) = (Some("at least this many".into()), next);
        }
        return 0;
    };
    *cursor = next;
    i8::try_from(if negative { -plus } else { plus }).unwrap_or_else(|_| {
        read.rest = format!("{plus:+} hit points");
        0
    })
}

/// Skips `hp` or the like; whether there was one.
fn hit_points(cursor: &mut Cursor) -> bool {
    let mut next = *cursor;
    let found = ["hit points", "hit point", "hps", "hp"].iter().any(|word| next.eat(word));
    let whole = found && !next.0.starts_with(char::is_alphabetic);
    if whole {
        *cursor = next;
    }
    whole
}

/// Skips the denominator of a fraction; whether the fraction is below 1.
fn fraction(cursor: &mut Cursor) -> Option<bool> {
    let mut next = *cursor;
    next.0 = next.0.strip_prefix('/')?;
    let under = next.0.starts_with(|sign: char| sign.is_ascii_digit()).then(|| next.number())??;
    *cursor = next;
    Some(under > 1)
}

/// Parses the bracket after them: `(18hp)`, `(hp 5)`, `(+9)`, `(13 / 18 / 22hp)`.
fn beside(cursor: &mut Cursor, read: &mut Read) {
    let mut far = *cursor;
    let to = far.eat("to") || far.eat("/");
    if to {
        // `3 to 7*`, `8 / 12 / 16*`: up to the bracket.
        let rest = far.0.find('(').map_or((far.0, ""), |at| far.0.split_at(at));
        read.guessed =
            Some(format!("the lowest of a range up to {}", rest.0.trim().trim_end_matches('*')));
        *cursor = Cursor(rest.1);
    }
    let mut next = *cursor;
    let Some(inner) = next.bracket() else { return };
    let mut inside = Cursor(inner);
    let sign = inner.starts_with('+');
    let low = inner.to_lowercase();
    let named = POINTS.iter().any(|points| inside.eat(points));
    let figure = inside.int();
    let points = named || POINTS.iter().any(|points| low.ends_with(points));
    match figure {
        Some(bonus) if sign && inside.rest().is_empty() => read.bonus = Some(bonus),
        Some(hp) if points && !inner.contains('d') => {
            read.hp = Some(hp);
            if inner.contains('/') {
                read.rest = inner.to_string();
            }
        }
        _ if inner.contains("hit point") && inner.contains('d') => {}
        _ => read.rest = inner.to_string(),
    }
    *cursor = next;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::model::block::d20::Class;

    #[test]
    fn hit_dice_are_read_however_they_are_written() {
        for (text, hd, hp, guessed) in [
            ("4", "4", None, false),
            ("4* (18hp)", "4*", Some(18), false),
            ("1-1 (3hp)", "1-1", Some(3), false),
            ("8+2** (38hp)", "8+2*", Some(38), false),
            ("3 + 1", "3+1", None, false),
            ("1d4 HP*", "1/2*", None, false),
            ("1-4 hp", "1/2", None, false),
            ("1/2 (1d4 hit points) *", "1/2*", None, false),
            ("1/4", "1/2", None, false),
            ("<1", "1/2", None, false),
            ("1 Hit Point", "1/2", Some(1), false),
            ("2d8+2", "2+2", None, false),
            ("9D8", "9", None, false),
            ("HD", "", None, false),
            ("1 (hp 5)", "1", Some(5), false),
            ("11** (+9)", "11*", None, false),
            ("8 / 12 / 16* (36 / 54 / 72hp)", "8*", Some(36), true),
            ("3 to 5* (13 / 18 / 22hp)", "3*", Some(13), true),
            ("5-12", "5", None, true),
            ("2* (variable)", "2*", None, true),
            ("12+", "12", None, true),
            ("NH", "NH", None, false),
            ("0-level", "NH", None, false),
            ("Level O", "NH", None, false),
            ("Level 2", "2", None, false),
            ("28d20+252", "28", None, false),
            ("200", "", None, false),
        ] {
            let found = read(text);
            let shown = found.hd.map(|hd| hd.to_string()).unwrap_or_default();
            assert_eq!((&*shown, found.hp, found.guessed.is_some()), (hd, hp, guessed), "{text}");
        }
        assert_eq!(read("11** (+9)").bonus, Some(9));
        let thief = read("Thf2").classed.expect("a class");
        assert_eq!((thief.class, thief.level), (Some(Class::THIEF), Some(2)));
    }
}
