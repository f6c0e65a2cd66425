//! Movement rates as printed.

use super::cursor::Cursor;
use crate::rules::model::block::d20::Movement;

/// Ratio of feet a turn to feet a round.
const ROUNDS: u32 = 3;
/// Feet a turn for one inch.
const INCH: u32 = 10;
/// Largest figure without a unit taken as inches.
const MOST_INCHES: u32 = 24;

/// The meaning of a figure alone, and of one in brackets after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// Feet a turn; in brackets, feet a round.
    Turn,
    /// Feet a round; in brackets, the distance to turn in.
    Round,
}

/// Words after a rate that state its pace.
const PACES: [(Pace, &[&str]); 2] = [
    (
        Pace::Round,
        &["a round", "per round", "/round", "/rd", "(round)", "(per round)", "por asalto", "por ronda"],
    ),
    (Pace::Turn, &["a turn", "per turn", "/turn", "(turn)", "(per turn)", "por turno"]),
];

/// The pace that a text states, by the first words that do.
pub fn stated(text: &str) -> Option<Pace> {
    let low = text.to_lowercase();
    let first = |(pace, words): &(Pace, &[&str])| {
        let at = words.iter().filter_map(|words| low.find(words)).min();
        at.map(|at| (at, *pace))
    };
    PACES.iter().filter_map(first).min_by_key(|(at, _)| *at).map(|(_, pace)| pace)
}

/// Skips the words that state a pace.
fn eat_pace(cursor: &mut Cursor) {
    let mut words = PACES.iter().flat_map(|(_, words)| *words);
    let _ = words.any(|words| cursor.eat(words)) && cursor.eat(":");
}

/// Parses a movement rate, whose pace is `usual` unless it states another; everything after the first mode of movement is kept as written.
pub fn read(text: &str, usual: Pace) -> Movement {
    let pace = stated(text).unwrap_or(usual);
    let mut cursor = Cursor(text);
    eat_pace(&mut cursor);
    let _ = cursor.eat_word("walk") || cursor.eat_word("land");
    let (base, encounter, turning) = first(&mut cursor, pace);
    eat_pace(&mut cursor);
    let rest = tidy(cursor.rest());
    let other: Vec<String> = turning.into_iter().chain((!rest.is_empty()).then_some(rest)).collect();
    let other = (!other.is_empty()).then(|| other.join("; ").as_str().into());
    Movement { base, encounter, other }
}

type First = (Option<u32>, Option<u32>, Option<String>);

fn first(cursor: &mut Cursor, pace: Pace) -> First {
    let mut next = *cursor;
    // `(40')` alone is per round.
    if let Some(inner) = next.bracket() {
        let mut inside = Cursor(inner);
        let Some((feet, _)) = distance(&mut inside) else { return (None, None, None) };
        *cursor = next;
        return (feet.checked_mul(ROUNDS), Some(feet), None);
    }
    let Some((feet, inches)) = distance(&mut next) else { return (None, None, None) };
    eat_pace(&mut next);
    let mut behind = next;
    let bracket = behind.bracket().and_then(|inner| {
        let mut inside = Cursor(inner);
        Some((distance(&mut inside)?.0, inner))
    });
    *cursor = if bracket.is_some() { behind } else { next };
    match (bracket, pace) {
        (Some((_, turning)), Pace::Round) => {
            (feet.checked_mul(ROUNDS), Some(feet), Some(format!("turns {turning}")))
        }
        (Some((round, _)), Pace::Turn) => (Some(feet), Some(round), None),
        (None, Pace::Round) if !inches => (feet.checked_mul(ROUNDS), Some(feet), None),
        (None, _) => (Some(feet), Some(feet / ROUNDS), None),
    }
}

/// Parses a distance; returns it in feet, and whether it was in inches, which are per turn.
fn distance(cursor: &mut Cursor) -> Option<(u32, bool)> {
    let mut next = *cursor;
    let figure = u32::try_from(next.number()?).ok()?;
    // Decimals are ignored.
    if next.0.starts_with('.') && next.0[1..].starts_with(|sign: char| sign.is_ascii_digit()) {
        next.0 = &next.0[1..];
        next.number()?;
    }
    let found = if next.eat("'") || eat_unit(&mut next, &["feet", "foot", "ft.", "ft", "pies"]) {
        (figure, false)
    } else if next.eat("\"") {
        (figure.checked_mul(INCH)?, true)
    } else if eat_unit(&mut next, &["metres", "meters", "metros", "m"]) {
        (figure.checked_mul(10)? / 3, false)
    } else if figure <= MOST_INCHES {
        (figure.checked_mul(INCH)?, true)
    } else {
        (figure, false)
    };
    *cursor = next;
    Some(found)
}

fn eat_unit(cursor: &mut Cursor, units: &[&str]) -> bool {
    let mut next = *cursor;
    let found = units.iter().any(|unit| next.eat(unit));
    let whole = found && !next.0.starts_with(char::is_alphanumeric);
    if whole {
        *cursor = next;
    }
    whole
}

fn tidy(rest: &str) -> String {
    // `3"//12"`: in water.
    let rest = if rest.starts_with("//") { rest } else { rest.trim_start_matches(['/', ',', ';', ' ']) };
    let rest = rest.trim_end_matches(['.', ',', ';', ' ']);
    let mut letters = rest.chars();
    let low: String = letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect();
    low.replace("unarmored", "unarmoured")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movement_is_feet_a_turn_and_a_round() {
        let of = |text, pace| {
            let found = read(text, pace);
            (found.base, found.encounter, found.other.unwrap_or_else(|| "".into()).to_string())
        };
        let is = |base, round, other: &str| (Some(base), Some(round), other.to_string());
        use Pace::{Round, Turn};
        assert_eq!(of("120' (40')", Turn), is(120, 40, ""));
        assert_eq!(of("60' (20') / 60' (20') swimming", Turn), is(60, 20, "60' (20') swimming"));
        assert_eq!(of("12", Turn), is(120, 40, ""));
        assert_eq!(of("9\"", Turn), is(90, 30, ""));
        assert_eq!(of("3\"//12\"", Turn), is(30, 10, "//12\""));
        assert_eq!(of("(30')", Turn), is(90, 30, ""));
        assert_eq!(of("36m (12m) / 54m (18m) vol", Turn), is(120, 40, "54m (18m) vol"));
        assert_eq!(of("20' (10') Swim 20'", Round), is(60, 20, "turns 10'; swim 20'"));
        assert_eq!(of("20' Unarmored 30'", Round), is(60, 20, "unarmoured 30'"));
        assert_eq!(of("40", Round), is(120, 40, ""));
        assert_eq!(of("30 ft., fly 60 ft. (hover)", Round), is(90, 30, "fly 60 ft. (hover)"));
        assert_eq!(of("40' per round", Turn), is(120, 40, ""));
        assert_eq!(of("120 ft/turn, swim 60 ft", Round), is(120, 40, "swim 60 ft"));
        assert_eq!(of("120' per turn (40' per round)", Round), is(120, 40, ""));
        assert_eq!(of("(per round): 40'", Turn), is(120, 40, ""));
        assert_eq!(of("12 metros por asalto", Turn), is(120, 40, ""));
        assert_eq!(of("Fly 60'", Round), (None, None, "fly 60'".into()));
    }
}
