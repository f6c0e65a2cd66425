//! The notation of attacks and spells in a stat block with hit points: `2 claw +1 1d6, magic`.

use super::notation::{
    Word, bonus_and_dice, bracketed, dice, figured, headed, named, number, pieces, read_details,
    read_name, write_line,
};
use super::notation::{read_attribute, tagged, write_attributes, write_name};
use crate::notation;
use crate::rules;
use crate::rules::model::block::d20::{Attack, Damage, Rider, Save, Special, Spell};
use crate::rules::model::command::{Fact, OnSave};

/// The hint on the notation of attacks.
pub const ATTACK: &str = "like 2 claw +1 1d6, and behind it what else is said: missile or both, 60/120/180, \
    no damage, as sword, small or large, loading 1, once in 2, to hit +1, save D+2 or poisoned for 10 after 1, \
    on 18 2d8 and prone for 2, magic, silver, fire, slow, two handed, natural and the like";

/// The hint on the notation of spells.
pub const SPELL: &str = "like sleep ×1, or breath ×3 (power, 5d6, save B half, asleep, 10 rounds, heals 1d6, \
    sure, magical, destructive)";

const WORDS: &[Word<Attack>] = &[
    named!(range),
    Word { write: write_damage, read: read_damage },
    Word {
        write: |line| {
            line.feet.iter().map(|[near, far, farthest]| format!("{near}/{far}/{farthest}")).collect()
        },
        read: |piece, line| {
            let bands: Vec<u32> =
                piece.split('/').map(|feet| feet.parse().ok()).collect::<Option<_>>()?;
            line.feet = Some(bands.try_into().ok()?);
            Some(())
        },
    },
    named!(size),
    figured!(loading, "loading ", ""),
    figured!(rate, "once in ", ""),
    Word {
        write: |line| {
            Some(line.to_hit).filter(|n| *n != 0).map(|n| format!("to hit {n:+}")).into_iter().collect()
        },
        read: |piece, line| {
            line.to_hit = piece.strip_prefix("to hit ")?.parse().ok()?;
            Some(())
        },
    },
    tagged!(tags),
    Word {
        write: |line| write_attributes(&line.attributes),
        read: |piece, line| {
            let (which, n) = read_attribute(piece).ok()?;
            line.attributes.0.insert(which, n);
            Some(())
        },
    },
    Word {
        write: |line| line.riders.iter().map(write_rider).collect(),
        read: |piece, line| {
            line.riders.push(read_rider(piece)?);
            Some(())
        },
    },
    Word {
        write: |line| line.special.iter().map(write_special).collect(),
        read: |piece, line| {
            line.special = Some(read_special(piece)?);
            Some(())
        },
    },
];

/// Writes an attack.
pub fn write_attack(line: &Attack) -> String {
    let count = if line.count == 1 { String::new() } else { format!("{} ", line.count) };
    let bonus = if line.bonus == 0 { String::new() } else { format!(" {:+}", line.bonus) };
    let damage = match &line.damage {
        Some(Damage::Dice(dice)) => format!(" {dice}"),
        _ => String::new(),
    };
    write_line(format!("{count}{}{bonus}{damage}", line.name), line, WORDS)
}

/// Parses an attack.
///
/// # Errors
/// Returns the part that is not understood.
pub fn read_attack(text: &str) -> Result<Attack, String> {
    let (head, behind) = headed(text);
    let mut words: Vec<&str> = head.split_whitespace().collect();
    let count = words.first().and_then(|word| word.parse().ok()).filter(|_| words.len() > 1);
    words.drain(..usize::from(count.is_some()));
    let (bonus, dice) = bonus_and_dice(&mut words);
    if words.is_empty() {
        return Err(text.into());
    }
    let mut line = Attack::new(words.join(" "));
    (line.count, line.bonus) = (count.unwrap_or(1), bonus.unwrap_or(0));
    line.damage = dice.map(Damage::Dice);
    read_details(behind, &mut line, WORDS)?;
    Ok(line)
}

fn write_damage(line: &Attack) -> Vec<String> {
    match &line.damage {
        Some(Damage::Weapon(Some(name))) => vec![format!("as {name}")],
        Some(Damage::Weapon(None)) => vec!["as a weapon".into()],
        Some(Damage::Nothing) => vec!["no damage".into()],
        Some(Damage::Dice(_)) | None => Vec::new(),
    }
}

fn read_damage(piece: &str, line: &mut Attack) -> Option<()> {
    line.damage = Some(match (piece, piece.strip_prefix("as ")) {
        ("no damage", _) => Damage::Nothing,
        (_, Some("a weapon")) => Damage::Weapon(None),
        (_, name) => Damage::Weapon(Some(name?.into())),
    });
    Some(())
}

/// Writes a rider: `save D+2 or poisoned for 10 after 1`.
fn write_rider(rider: &Rider) -> String {
    let figure = |word: &str, n: Option<u32>| n.map_or_else(String::new, |n| format!(" {word} {n}"));
    let modifier = if rider.modifier == 0 { String::new() } else { format!("{:+}", rider.modifier) };
    let (save, brings) = (letter(rider.save), write_name(&rider.inflicts));
    let (rounds, delay) = (figure("for", rider.rounds), figure("after", rider.delay));
    format!("save {save}{modifier} or {brings}{rounds}{delay}")
}

fn read_rider(piece: &str) -> Option<Rider> {
    let (save, brings) = piece.strip_prefix("save ")?.split_once(" or ")?;
    let (brings, delay) = tail(brings, " after ")?;
    let (brings, rounds) = tail(brings, " for ")?;
    let modifier = save.get(1..).filter(|modifier| !modifier.is_empty());
    let modifier = modifier.map_or(Some(0), |modifier| modifier.parse().ok())?;
    Some(Rider {
        save: save_of(save.get(..1)?)?,
        inflicts: read_name(brings).ok()?,
        rounds,
        delay,
        modifier,
    })
}

/// Writes a special hit: `on 18 2d8 and prone for 2`, `on 19 swallowed and inside 1d8`.
fn write_special(special: &Special) -> String {
    let rounds = special.rounds.map_or_else(String::new, |rounds| format!(" for {rounds}"));
    let brings = special.inflicts.iter().map(|condition| format!("{}{rounds}", write_name(condition)));
    let inside = special.inside.iter().map(|dice| format!("inside {dice}"));
    let parts = special.damage.iter().map(ToString::to_string).chain(brings).chain(inside);
    let parts: Vec<String> = parts.collect();
    format!("on {} {}", special.on, parts.join(" and "))
}

fn read_special(piece: &str) -> Option<Special> {
    let (on, parts) = piece.strip_prefix("on ")?.split_once(' ')?;
    let on = on.parse().ok()?;
    let mut special = Special { on, damage: None, inflicts: None, rounds: None, inside: None };
    for part in parts.split(" and ") {
        if let Some(dice) = dice(part) {
            special.damage = Some(dice);
        } else if let Some(inside) = part.strip_prefix("inside ") {
            special.inside = Some(dice(inside)?);
        } else {
            let (brings, rounds) = tail(part, " for ")?;
            (special.inflicts, special.rounds) = (Some(read_name(brings).ok()?), rounds);
        }
    }
    Some(special)
}

/// Splits off the number after the last such word, if there is one.
fn tail<'a>(text: &'a str, word: &str) -> Option<(&'a str, Option<u32>)> {
    match text.rsplit_once(word) {
        Some((head, n)) => Some((head, Some(n.parse().ok()?))),
        None => Some((text, None)),
    }
}

/// The letters of the saving throws, in the printed order.
pub const LETTERS: [char; 5] = ['D', 'W', 'P', 'B', 'S'];

/// The letter of a save against stone alone.
const STONE: char = 'T';

fn letter(save: Save) -> char {
    if save == Save::Stone { STONE } else { LETTERS[save.index()] }
}

fn save_of(sign: &str) -> Option<Save> {
    let mut all = Save::ALL.into_iter().chain([Save::Stone]);
    all.find(|save| sign.eq_ignore_ascii_case(&letter(*save).to_string()))
}

/// Writes a spell.
pub fn write_spell(spell: &Spell) -> String {
    let copies = spell.copies.map(|copies| format!(" ×{copies}")).unwrap_or_default();
    let marks = [(spell.power, "power"), (spell.sight, "sight")].into_iter();
    let marks = marks.filter(|(is, _)| *is).map(|(_, word)| word.to_string());
    let all: Vec<String> = marks.chain(write_facts(&spell.facts)).collect();
    let inner = if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) };
    format!("{}{copies}{inner}", spell.name)
}

/// Parses a spell.
///
/// # Errors
/// Returns the part that is not understood.
pub fn read_spell(text: &str) -> Result<Spell, String> {
    let (head, inner) = bracketed(text);
    let counted =
        head.rsplit_once(' ').and_then(|(name, last)| Some((name, last.strip_prefix(['×', 'x'])?)));
    // A word that merely begins with x is part of the name.
    let counted = counted.filter(|(_, n)| !n.starts_with(char::is_alphabetic));
    let (name, copies) = match counted {
        Some((name, n)) => (name.trim(), Some(number(n).map_err(|_| text)?)),
        None => (head, None),
    };
    if name.is_empty() {
        return Err(text.into());
    }
    let mut spell = Spell { name: name.into(), power: false, sight: false, copies, facts: Vec::new() };
    for piece in pieces(inner.unwrap_or_default()) {
        match piece {
            "power" => spell.power = true,
            "sight" => spell.sight = true,
            _ => spell.facts.extend(read_fact(piece).ok_or(piece)?),
        }
    }
    Ok(spell)
}

fn write_facts(facts: &[Fact]) -> Vec<String> {
    let mut all = Vec::new();
    let mut facts = facts.iter().peekable();
    while let Some(fact) = facts.next() {
        all.push(match (fact, facts.peek()) {
            (Fact::Against(save), Some(Fact::OnSave(does))) => {
                facts.next();
                format!("save {} {}", letter(*save), write_name(does))
            }
            (Fact::Against(save), _) => format!("save {}", letter(*save)),
            (Fact::Damage(dice), _) => dice.to_string(),
            (Fact::Heals(dice), _) => format!("heals {dice}"),
            (Fact::Inflicts(condition), _) => write_name(condition),
            (Fact::Rounds(1), _) => "1 round".into(),
            (Fact::Rounds(n), _) => format!("{n} rounds"),
            (Fact::Sure | Fact::Magical | Fact::Destructive, _) => write_name(fact),
            // Any other fact in the notation of the files.
            _ => notation::line(fact).unwrap_or_default(),
        });
    }
    all
}

fn read_fact(piece: &str) -> Option<Vec<Fact>> {
    let (first, rest) = piece.split_once(' ').unwrap_or((piece, ""));
    let one = match (first, rest) {
        ("save", rest) => {
            let (save, does) = rest.split_once(' ').unwrap_or((rest, ""));
            let does = (!does.is_empty()).then(|| read_name::<OnSave>(does)).transpose().ok()?;
            let against = Fact::Against(save_of(save)?);
            return Some(std::iter::once(against).chain(does.map(Fact::OnSave)).collect());
        }
        ("heals", dice) => Fact::Heals(dice.parse().ok()?),
        (n, "rounds" | "round") => Fact::Rounds(n.parse().ok()?),
        (word, "") if dice(word).is_some() => Fact::Damage(dice(word)?),
        ("sure", "") => Fact::Sure,
        ("magical", "") => Fact::Magical,
        ("destructive", "") => Fact::Destructive,
        _ => match (read_name(piece), rules::read(piece)) {
            (Ok(condition), _) => Fact::Inflicts(condition),
            (Err(_), fact) => fact.ok()?,
        },
    };
    Some(vec![one])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_written_as_they_are_read() {
        for text in [
            "sword",
            "2 claw 1d6",
            "sword +1",
            "2 bite -1 2d4+1",
            "tail spike 1d6, missile, 60/120/180, natural",
            "long bow +2, both, as a weapon, large, loading 1, once in 2, to hit -1, two handed, no flat",
            "club, as war hammer",
            "claw 1d6, on 18 2d8",
            "bite 1d6, on 20 swallowed",
            "paw 1d4, on 19 1d6 and prone for 2",
            "maw 1d8, on 19 swallowed and inside 1d8",
            "gaze, no damage, save T or petrified",
            "touch, no damage, save P-2 or paralysed for 300, save D or poisoned for 10 after 1",
        ] {
            let line = read_attack(text);
            assert_eq!(line.as_ref().map(write_attack), Ok(text.to_string()));
        }
        for text in [
            "light",
            "sleep ×1 (asleep, 600 rounds, sure, magical)",
            "fire breath ×3 (power, 3d6, save B half, destructive)",
            "cure ×2 (heals 1d6+1, sure)",
            "gaze (power, save P negates, petrified, Modifier(2))",
        ] {
            assert_eq!(read_spell(text).as_ref().map(write_spell), Ok(text.to_string()));
        }
    }

    #[test]
    fn what_is_no_line_is_named() {
        for (text, found) in [
            ("2 +1", "2 +1"),
            ("sword, green", "green"),
            ("sword, 60/120", "60/120"),
            ("bite 1d6, save Q or dead", "save Q or dead"),
            ("bite 1d6, on 18", "on 18"),
            ("bite 1d6, on x 1d6", "on x 1d6"),
            ("bite 1d6, save D or dead for ever", "save D or dead for ever"),
        ] {
            assert_eq!(read_attack(text), Err(found.into()), "{text}");
        }
        for (text, found) in [
            ("sleep ×300", "sleep ×300"),
            ("bolt (5d6, save)", "save"),
            ("bolt (green)", "green"),
            ("bolt (ten rounds)", "ten rounds"),
        ] {
            assert_eq!(read_spell(text), Err(found.into()), "{text}");
        }
    }
}
