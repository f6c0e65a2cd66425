//! Saving throws as printed.

use super::classes::{self, ClassAndLevel};
use super::cursor::Cursor;
use crate::rules::model::block::d20::Class;

/// The letters of the categories, in printed order: of English and of Spanish books.
const LETTERS: [[char; 5]; 3] =
    [['d', 'w', 'p', 'b', 's'], ['m', 'v', 'p', 'a', 's'], ['m', 'v', 'p', 'a', 'c']];

/// The parsed saving throws.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Read {
    /// All five, in printed order.
    pub five: Option<[u8; 5]>,
    /// The class (`None`: a normal human) and level it saves as.
    pub save_as: Option<(Option<Class>, u8)>,
    /// The class it saves as, at the level of its Hit Dice.
    pub by_hit_dice: Option<Class>,
    /// A bonus to each.
    pub bonus: Option<i32>,
    /// Why the class is a guess, if it is.
    pub guessed: Option<String>,
    /// The rest of the text.
    pub rest: String,
}

/// Parses saving throws.
pub fn read(text: &str) -> Read {
    let mut read = Read::default();
    let mut cursor = Cursor(text);
    if let Some(five) = LETTERS.iter().find_map(|letters| five(&mut cursor, letters)) {
        read.five = Some(five);
        let mut behind = cursor;
        let _ = behind.eat(",");
        if let Some(inner) = behind.bracket() {
            let mut inside = Cursor(inner);
            if save_as(&mut inside, &mut read, inner) {
                read.rest = inside.rest().to_string();
                cursor = behind;
            }
        }
    } else {
        let _ = cursor.eat_word("as");
        let mut own = cursor;
        if save_as(&mut own, &mut read, text) {
            cursor = own;
        }
    }
    let behind = cursor.rest().trim_matches([',', ';', '.', ' ']);
    read.rest =
        [&*read.rest, behind].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    read
}

/// Parses `D10 W11 P12 B13 S14`, in any order and spacing, or five figures.
fn five(cursor: &mut Cursor, letters: &[char; 5]) -> Option<[u8; 5]> {
    let mut next = *cursor;
    let mut all: [Option<u8>; 5] = [None; 5];
    for place in 0..letters.len() {
        let _ = next.eat(",") || next.eat("/") || next.eat(";");
        next.spaces();
        let first = next.0.chars().next()?.to_ascii_lowercase();
        let which = match letters.iter().position(|letter| *letter == first) {
            Some(which) => {
                next.0 = &next.0[1..];
                let _ = next.eat(":");
                which
            }
            None => place,
        };
        all[which] = Some(u8::try_from(next.number()?).ok()?);
    }
    let [Some(d), Some(w), Some(p), Some(b), Some(s)] = all else { return None };
    *cursor = next;
    Some([d, w, p, b, s])
}

/// Parses whom it saves as: `4`, `F4`, `Fighter: 20 at +5`, `Magic-User: by HD`, `NH`, `7 to 9`.
fn save_as(cursor: &mut Cursor, read: &mut Read, written: &str) -> bool {
    let mut next = *cursor;
    if let Some(ClassAndLevel { class, level, guessed }) = classes::read(&mut next) {
        let by_hit_dice = level.is_none() && next.eat("by HD");
        // A race that is a class has level 1 unless given.
        let level = level.unwrap_or(1);
        if by_hit_dice {
            read.by_hit_dice = class;
        } else {
            read.save_as = Some((class, level));
        }
        if guessed {
            read.guessed = Some(format!("the nearest class to \"{}\"", written.trim()));
        }
        let mut at = next;
        if at.eat("at")
            && let Some(bonus) = at.int()
        {
            (read.bonus, next) = (Some(bonus), at);
        }
        *cursor = next;
        return true;
    }
    let mut next = *cursor;
    let Some(level) = next.number().and_then(|level| u8::try_from(level).ok()) else { return false };
    // A single figure outside a bracket is a single saving throw, which has no field here.
    let in_bracket = read.five.is_some();
    if in_bracket {
        read.save_as = Some(if level == 0 { (None, 0) } else { (Some(Class::FIGHTER), level) });
        *cursor = next;
    }
    in_bracket
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saves_are_five_or_somebody_elses() {
        let fighter = |level| Some((Some(Class::FIGHTER), level));
        let of = |text| {
            let found = read(text);
            (found.five, found.save_as, found.rest)
        };
        let five = Some([10, 11, 12, 13, 14]);
        assert_eq!(of("D10 W11 P12 B13 S14 (4)"), (five, fighter(4), String::new()));
        assert_eq!(of("M10 V11 P12 A13 S14"), (five, None, String::new()));
        assert_eq!(of("M10 V11 P12 A13 C14 (4)"), (five, fighter(4), String::new()));
        assert_eq!(of("S 14 D10, W11, P12 B13"), (five, None, String::new()));
        assert_eq!(of("10, 11, 12, 13, 14"), (five, None, String::new()));
        assert_eq!(of("D14 W15 P16 B17 S18 (NH)").1, Some((None, 0)));
        assert_eq!(of("D10 W11 P12 B13 S14 (7 to 9)").1, fighter(7));
        assert_eq!(of("F2"), (None, fighter(2), String::new()));
        assert_eq!(of("Fighter: 1 (with Elf bonuses)"), (None, fighter(1), "(with Elf bonuses)".into()));
        assert_eq!(of("as Fighter:10").1, fighter(10));
        assert_eq!(of("NM").1, Some((None, 0)));
        assert_eq!(of("17"), (None, None, "17".into()));
        assert_eq!(of("See main entry"), (None, None, "See main entry".into()));
        assert_eq!(read("Fighter: 20 at +5").bonus, Some(5));
        assert_eq!(read("Magic-User: by HD").by_hit_dice, Some(Class::new("MagicUser")));
        assert!(read("Paladin 3").guessed.is_some());
    }
}
