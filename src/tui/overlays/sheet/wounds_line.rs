//! The notation of attacks and combos in a stat block with wounds: `sword +5 1d8+4, slashing`.

use super::notation::{
    Word, bonus_and_dice, bracketed, figured, headed, joined, number, pieces, read_details, read_name,
    write_line,
};
use super::notation::{tagged, write_name};
use crate::rules::model::block::wounds::{Area, Attack, Combo, Component, Reach};
use crate::rules::text::log::capital;

/// The hint on the notation of attacks.
pub const ATTACK: &str = "like sword +5 1d8+4, and behind it what else is said: slashing, ranged, magic melee, \
    magic ranged, close or long 2, 15 m, 6 steps, 20 shots, sphere, cone or line 2, delay 2, takes 6, \
    scale damage, nonlethal, light, firearm, hand 2, poison snake venom, dread fear, made of large metal, \
    scale 2, natural, sneak attack, any reach, emp, (a note)";

/// The hint on the notation of combos.
pub const COMBO: &str = "like both paws: attack, attack; of attack, charge, grab, trip, disarm, or your own: hook +2 (pulls it down)";

/// A flag, written as a word if set.
macro_rules! flag {
    ($field:ident, $word:literal) => {
        Word {
            write: |line| line.$field.then(|| $word.to_string()).into_iter().collect(),
            read: |piece, line| (piece == $word).then(|| line.$field = true),
        }
    };
}

/// A name from the rules, left out if it is the default.
macro_rules! usual {
    ($field:ident) => {
        Word {
            write: |line| {
                let unusual = Some(line.$field).filter(|it| *it != Default::default());
                unusual.iter().map(write_name).collect()
            },
            read: |piece, line| {
                line.$field = read_name(piece).ok()?;
                Some(())
            },
        }
    };
}

/// An optional name from the rules after a fixed word: `dread fear`.
macro_rules! behind {
    ($field:ident, $before:literal) => {
        Word {
            write: |line| {
                line.$field.iter().map(|it| format!("{}{}", $before, write_name(it))).collect()
            },
            read: |piece, line| {
                line.$field = Some(read_name(piece.strip_prefix($before)?).ok()?);
                Some(())
            },
        }
    };
}

const WORDS: &[Word<Attack>] = &[
    usual!(kind),
    usual!(harm),
    Word { write: write_reach, read: read_reach },
    figured!(increment, "", " m"),
    figured!(max_steps, "", " steps"),
    figured!(ammo, "", " shots"),
    Word {
        write: |line| {
            line.area.iter().map(|area| format!("{} {}", write_name(&area.shape), area.scale)).collect()
        },
        read: |piece, line| {
            let (shape, scale) = piece.split_once(' ')?;
            line.area = Some(Area { shape: read_name(shape).ok()?, scale: scale.parse().ok()? });
            Some(())
        },
    },
    Word {
        write: |line| {
            Some(line.delay).filter(|n| *n > 0).map(|n| format!("delay {n}")).into_iter().collect()
        },
        read: |piece, line| {
            line.delay = piece.strip_prefix("delay ")?.parse().ok()?;
            Some(())
        },
    },
    figured!(cost, "takes ", ""),
    Word {
        write: |line| {
            let word = |on: &bool| if *on { "scale damage" } else { "no scale damage" };
            line.scale_damage.iter().map(|on| word(on).to_string()).collect()
        },
        read: |piece, line| {
            line.scale_damage = Some(match piece {
                "scale damage" => true,
                "no scale damage" => false,
                _ => return None,
            });
            Some(())
        },
    },
    flag!(nonlethal, "nonlethal"),
    flag!(light, "light"),
    flag!(firearm, "firearm"),
    figured!(hand, "hand ", ""),
    Word {
        write: |line| line.poison.iter().map(|poison| format!("poison {poison}")).collect(),
        read: |piece, line| {
            // In the rules' table, poisons begin with a capital.
            line.poison = Some(capital(piece.strip_prefix("poison ")?.trim()).into());
            Some(())
        },
    },
    behind!(dread, "dread "),
    behind!(make, "made of "),
    figured!(scale, "scale ", ""),
    tagged!(tags),
    Word {
        write: |line| line.notes.iter().map(|notes| format!("({notes})")).collect(),
        read: |piece, line| {
            let note = piece.strip_prefix('(')?.strip_suffix(')')?;
            line.notes = Some(note.into());
            Some(())
        },
    },
];

/// Writes an attack.
pub fn write_attack(line: &Attack) -> String {
    let bonus = line.bonus.map_or_else(String::new, |bonus| format!(" {bonus:+}"));
    let damage = line.damage.map_or_else(String::new, |dice| format!(" {dice}"));
    write_line(format!("{}{bonus}{damage}", line.name), line, WORDS)
}

/// Parses an attack.
///
/// # Errors
/// Returns the part that is not understood.
pub fn read_attack(text: &str) -> Result<Attack, String> {
    let (head, behind) = headed(text);
    let mut words: Vec<&str> = head.split_whitespace().collect();
    let (bonus, damage) = bonus_and_dice(&mut words);
    if words.is_empty() {
        return Err(text.into());
    }
    let mut line = Attack { name: words.join(" ").into(), bonus, damage, ..Attack::default() };
    read_details(behind, &mut line, WORDS)?;
    Ok(line)
}

fn write_reach(line: &Attack) -> Vec<String> {
    match line.reach {
        Reach::Standard => Vec::new(),
        Reach::Close => vec!["close".into()],
        Reach::Long(beyond) => vec![format!("long {beyond}")],
    }
}

fn read_reach(piece: &str, line: &mut Attack) -> Option<()> {
    line.reach = match piece {
        "close" => Reach::Close,
        "standard" => Reach::Standard,
        _ => Reach::Long(piece.strip_prefix("long ")?.parse().ok()?),
    };
    Some(())
}

/// Writes a combo.
pub fn write_combo(combo: &Combo) -> String {
    let part = |part: &Component| match part {
        Component::Other(name, rating, does) if does.is_empty() => format!("{name} {rating:+}"),
        Component::Other(name, rating, does) => format!("{name} {rating:+} ({does})"),
        known => write_name(known),
    };
    format!("{}: {}", combo.name, joined(&combo.parts, part))
}

/// Parses a combo.
///
/// # Errors
/// Returns the part that is not understood.
pub fn read_combo(text: &str) -> Result<Combo, String> {
    let (name, parts) = text.split_once(':').ok_or(text)?;
    let parts = pieces(parts).map(component).collect::<Result<Vec<_>, _>>()?;
    if name.trim().is_empty() || parts.is_empty() {
        return Err(text.into());
    }
    Ok(Combo { name: name.trim().into(), parts })
}

fn component(piece: &str) -> Result<Component, String> {
    let (head, does) = bracketed(piece);
    match head.rsplit_once(' ').filter(|(_, rating)| rating.starts_with(['+', '-'])) {
        Some((name, rating)) => {
            let rating = number(rating).map_err(|_| piece)?;
            Ok(Component::Other(name.trim().into(), rating, does.unwrap_or_default().into()))
        }
        None => read_name(piece),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_written_as_they_are_read() {
        for text in [
            "fist",
            "sword +5 1d8+4, slashing",
            "club +0 1d6",
            "bow 1d6+2, ranged, piercing, 15 m, 6 steps, 20 shots, made of wooden haft",
            "wail 2d6, magic ranged, sonic, 10 m, cone 2, delay 1, takes 6, dread fear",
            "pike 1d8+3, piercing, long 2, scale damage, hand 2, scale 1, any reach",
            "bite 1d4, piercing, close, no scale damage, nonlethal, light, poison Snake venom, natural, \
             (swallows whole, on a 6)",
            "gun 2d6, ranged, firearm, emp",
        ] {
            assert_eq!(read_attack(text).as_ref().map(write_attack), Ok(text.to_string()));
        }
        for text in
            ["both paws: attack, attack", "throw: grab, hook +2 (pulls it down, prone), charge, spin -1"]
        {
            assert_eq!(read_combo(text).as_ref().map(write_combo), Ok(text.to_string()));
        }
        let venom = read_attack("bite, poison snake venom").expect("a line");
        assert_eq!(venom.poison.as_deref(), Some("Snake venom"));
    }

    #[test]
    fn what_is_no_line_is_named() {
        for (text, found) in [("+5 1d8", "+5 1d8"), ("sword, green", "green"), ("bow, far m", "far m")] {
            assert_eq!(read_attack(text), Err(found.into()), "{text}");
        }
        for (text, found) in
            [("paws", "paws"), (": attack", ": attack"), ("paws: bite", "bite"), ("paws:", "paws:")]
        {
            assert_eq!(read_combo(text), Err(found.into()), "{text}");
        }
    }
}
