//! Class names and abbreviations in sources, with the level after them.

use super::cursor::Cursor;
use crate::rules::model::block::d20::Class;

const CLERIC: Class = Class::CLERIC;
const DWARF: Class = Class::new("Dwarf");
const ELF: Class = Class::new("Elf");
const FIGHTER: Class = Class::FIGHTER;
const HALFLING: Class = Class::new("Halfling");
const MAGIC_USER: Class = Class::new("MagicUser");
const THIEF: Class = Class::THIEF;

/// The names of the classes that all rulesets have.
const CLASSES: [(Class, &[&str]); 7] = [
    (
        FIGHTER,
        &[
            "f",
            "ft",
            "ftr",
            "fig",
            "fgt",
            "fighter",
            "fighting-man",
            "warrior",
            "guerrier",
            "guerrero",
            "kämpfer",
        ],
    ),
    (CLERIC, &["c", "cl", "clr", "cle", "cleric", "priest", "clerc", "prêtre", "clérigo", "kleriker"]),
    (
        MAGIC_USER,
        &[
            "m",
            "mu",
            "m-u",
            "mag",
            "mage",
            "magic-user",
            "magicuser",
            "wizard",
            "sorcerer",
            "magicien",
            "magier",
            "mago",
        ],
    ),
    (THIEF, &["t", "th", "thf", "thi", "thief", "rogue", "voleur", "ladrón", "dieb"]),
    (DWARF, &["d", "dw", "dwf", "dwarf", "nain", "enano", "zwerg"]),
    (ELF, &["e", "elf", "elfe", "elfo"]),
    (HALFLING, &["h", "ha", "hlf", "halfling", "hobbit", "halfelin", "mediano", "halbling"]),
];

/// Classes that some rulesets lack, by the nearest class that all have.
const NEAREST: [(Class, &[&str]); 6] = [
    (FIGHTER, &["p", "pal", "paladin", "r", "ran", "rgr", "ranger", "barbarian", "knight", "cavalier"]),
    (CLERIC, &["dr", "drd", "druid"]),
    (MAGIC_USER, &["i", "ill", "illusionist", "warlock", "necromancer"]),
    (THIEF, &["a", "ass", "assassin", "bard", "b", "monk", "acrobat"]),
    (DWARF, &["g", "gnome"]),
    (ELF, &["half-elf"]),
];

/// Names of those without a class.
const NORMAL: [&str; 6] = ["nh", "nm", "normal", "normalhuman", "normalman", "0-level"];

/// A class and level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClassAndLevel {
    /// The class; `None`: a normal human.
    pub class: Option<Class>,
    /// The level, if given.
    pub level: Option<u8>,
    /// Whether it is only the class nearest to the written one.
    pub guessed: bool,
}

/// Returns the class that a word means, and whether it is only the nearest one.
pub fn class(word: &str) -> Option<(Class, bool)> {
    let word = word.trim().to_lowercase();
    let one = |all: &[(Class, &[&str])]| {
        all.iter().find(|(_, called)| called.contains(&&*word)).map(|(class, _)| *class)
    };
    one(&CLASSES).map(|class| (class, false)).or_else(|| one(&NEAREST).map(|class| (class, true)))
}

/// Parses a class and its level: `F1`, `Fighter: 4`, `MU 4`, `Ftr-1`, `NH`, `Normal Man`, `3rd-level thief`.
pub fn read(cursor: &mut Cursor) -> Option<ClassAndLevel> {
    let mut next = *cursor;
    if let Some(level) = next.number() {
        let mut ordinal = next;
        let said = ["st", "nd", "rd", "th"].iter().any(|ending| ordinal.eat(ending));
        if said && (ordinal.eat("-level") || ordinal.eat(" level")) {
            let (class, guessed) = class(ordinal.word()?)?;
            *cursor = ordinal;
            return Some(ClassAndLevel { class: Some(class), level: u8::try_from(level).ok(), guessed });
        }
        if next.eat("-level") {
            *cursor = next;
            return (level == 0).then_some(ClassAndLevel {
                class: None,
                level: Some(0),
                guessed: false,
            });
        }
        return None;
    }
    let word = next.word()?;
    let bare = word.trim_end_matches('-').to_lowercase();
    if NORMAL.contains(&&*bare) {
        let _ = next.eat_word("human") || next.eat_word("man");
        *cursor = next;
        return Some(ClassAndLevel { class: None, level: Some(0), guessed: false });
    }
    let (found, guessed) = class(&bare)?;
    let _ = next.eat(":") || next.eat("-");
    let _ = next.eat_word("level") || next.eat_word("lvl");
    let mut leveled = next;
    let level = leveled.number().and_then(|level| u8::try_from(level).ok());
    // Dice are not a level: `D 1d6`.
    let level = level.filter(|level| *level <= 36 && !leveled.0.starts_with(['d', '-']));
    *cursor = if level.is_some() { leveled } else { next };
    Some(ClassAndLevel { class: Some(found), level, guessed })
}
