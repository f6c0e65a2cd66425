//! The labels of values in a line.

use crate::rules::model::block::d20::{Ability, Block};
use crate::rules::model::block::schema::Figure;
use crate::shorthand::names::bare;
use crate::shorthand::tokens::Token;

/// A label before or after a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    Hp,
    Ac,
    Hd,
    Level,
    Movement,
    Thac0,
    AttackBonus,
    Saves,
    Attacks,
    Damage,
    Ability(Ability),
    Appearing,
    /// A plain number.
    Figure(&'static Figure<Block>),
    /// A value that is only noted.
    Note,
}

/// Every key with a grammar of its own, with its names in books, normalized.
pub(super) const KEYS: [(Key, &[&str]); 18] = [
    (Key::Hp, &["hp", "hitpoints", "hits", "hps"]),
    (Key::Ac, &["ac", "armourclass", "armorclass", "aac", "dac"]),
    (Key::Hd, &["hd", "hitdice", "hitdie"]),
    (Key::Level, &["level", "lvl", "lv"]),
    (Key::Movement, &["mv", "move", "movement", "mov", "speed", "spd"]),
    (Key::Thac0, &["thac0", "thaco"]),
    (Key::AttackBonus, &["ab", "attackbonus", "bab"]),
    (Key::Saves, &["save", "saves", "sv", "saveas", "savesas", "savingthrow", "savingthrows"]),
    (Key::Attacks, &["at", "att", "atk", "attack", "attacks", "numberofattacks", "noofattacks"]),
    (Key::Damage, &["d", "dmg", "damage", "dam"]),
    (Key::Ability(Ability::Str), &["str", "strength"]),
    (Key::Ability(Ability::Int), &["int", "intelligence"]),
    (Key::Ability(Ability::Wis), &["wis", "wisdom"]),
    (Key::Ability(Ability::Dex), &["dex", "dexterity"]),
    (Key::Ability(Ability::Con), &["con", "constitution"]),
    (Key::Ability(Ability::Cha), &["cha", "charisma", "chr"]),
    (Key::Appearing, &["na", "noapp", "noappearing", "numberappearing"]),
    (
        Key::Note,
        &[
            "al",
            "align",
            "alignment",
            "xp",
            "xpvalue",
            "clxp",
            "tt",
            "treasure",
            "treasuretype",
            "hoard",
            "special",
        ],
    ),
];

pub(super) fn key_of(called: &str) -> Option<Key> {
    let called = bare(called);
    let own = KEYS.iter().find(|(_, all)| all.contains(&&*called)).map(|(key, _)| *key);
    own.or_else(|| Block::labelled(&called).map(Key::Figure))
}

pub(super) fn key(token: &Token) -> Option<Key> {
    key_of(&token.low).filter(|_| !token.quoted)
}

/// Whether a token is a key, alone or glued to its value.
pub(super) fn is_key(token: &Token) -> bool {
    let glued = || {
        token.glued().is_some_and(|(letters, _)| key_of(letters).is_some_and(|key| key != Key::Damage))
    };
    key(token).is_some() || glued()
}

/// The number of tokens before the next key.
pub(super) fn until_key(tokens: &[Token]) -> usize {
    tokens.iter().position(|token| is_key(token) && token.bracket.is_none()).unwrap_or(tokens.len())
}
