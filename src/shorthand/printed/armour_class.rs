//! Armour class as printed, descending or ascending.

use super::cursor::Cursor;

/// Sum of the descending and the ascending figure, in books that print both.
pub const BOTH_WAYS: i32 = 19;
/// The same sum where unarmoured is 11.
pub const FROM_ELEVEN: i32 = 20;
/// A single figure from here on is ascending.
const ASCENDS_FROM: i32 = 11;

/// The unarmoured value of a source with ascending armour class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    /// Not stated.
    Unknown,
    /// 10.
    Ten,
    /// 11.
    Eleven,
}

/// An armour class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArmourClass {
    /// Descending, from an unarmoured 9.
    pub descending: i32,
    /// Ascending as written, if the source gives no descending figure.
    pub ascending: Option<i32>,
    /// Why the direction is a guess, if it is.
    pub guessed: Option<&'static str>,
    /// The rest of the text.
    pub rest: String,
}

/// Parses an armour class, which is ascending if `up`; `None` without a figure.
pub fn read(text: &str, up: bool, base: Base) -> Option<ArmourClass> {
    let mut cursor = Cursor(text);
    let first = cursor.int()?;
    let mut behind = cursor;
    let second = behind.bracket().and_then(|inner| {
        let mut inner = Cursor(inner);
        let figure = inner.int()?;
        inner.rest().is_empty().then_some(figure)
    });
    let square = cursor.rest().starts_with('[');
    let without_armour = second.is_some_and(|second| first >= 10 && second >= 10);
    let both = second.is_some() && !without_armour;
    if second.is_some() {
        cursor = behind;
    }
    let mut rest = cursor.rest().trim_start_matches([',', ';', '.', ' ']).to_string();
    if let Some(second) = second.filter(|_| without_armour) {
        rest = format!("{second} without armour {rest}").trim().to_string();
    }
    let made = |descending, ascending, guessed| ArmourClass { descending, ascending, guessed, rest };
    if both {
        // `6 [13]`; reversed where only that makes sense.
        let turned = square && first > ASCENDS_FROM && second.is_some_and(|second| second < 10);
        return Some(made(if turned { second.unwrap_or(first) } else { first }, None, None));
    }
    if up || first >= ASCENDS_FROM || first == 10 && base == Base::Eleven {
        return Some(match base {
            Base::Eleven => made(FROM_ELEVEN - first, Some(first), None),
            Base::Ten => made(BOTH_WAYS - first, Some(first), None),
            Base::Unknown => {
                made(BOTH_WAYS - first, None, Some("counts upward; the unarmoured taken to have 10"))
            }
        });
    }
    let guessed = (first == 10).then_some("taken as descending");
    Some(made(first, None, guessed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_directions_are_read() {
        let of = |text, up, base| {
            let ac = read(text, up, base).expect("a figure");
            (ac.descending, ac.ascending, ac.guessed.is_some())
        };
        assert_eq!(of("6 [13]", false, Base::Unknown), (6, None, false));
        assert_eq!(of("6(13)", false, Base::Unknown), (6, None, false));
        assert_eq!(of("-1 [20]", false, Base::Unknown), (-1, None, false));
        assert_eq!(of("3 (16)", false, Base::Unknown), (3, None, false));
        assert_eq!(of("14 (12)", false, Base::Eleven), (6, Some(14), false));
        assert_eq!(of("10", false, Base::Eleven), (10, Some(10), false));
        assert_eq!(of("10", false, Base::Unknown), (10, None, true));
        assert_eq!(of("13", false, Base::Unknown), (6, None, true));
        assert_eq!(of("13 (hide)", false, Base::Ten), (6, Some(13), false));
        assert_eq!(of("9", true, Base::Ten), (10, Some(9), false));
        assert_eq!(read("can always be hit", false, Base::Eleven), None);
        assert_eq!(read("6 [13] or 4 [15]", false, Base::Unknown).expect("one").rest, "or 4 [15]");
    }
}
