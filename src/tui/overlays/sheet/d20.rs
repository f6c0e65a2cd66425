//! The form of a stat block with hit points, with its notation: `D11 W12 P14 B16 S15`.

use super::d20_line::{self as lines, LETTERS};
use super::notation::{
    as_is, bracketed, joined, number, pieces, read_counters, read_name, read_name_or_default, read_names,
};
use super::notation::{
    read_attribute, write_attributes, write_counters, write_name, write_names, written,
};
use super::piece::{Piece, Sheet, line, list, one};
use crate::rules::model::block::d20::{
    Abilities, Appearing, Armour, Attributes, Block, Class, CreatureKind, D20, Immunity, Load, Movement,
    Protection,
};
use crate::rules::model::ids::Text;
use std::fmt::Display;
use std::str::FromStr;
use std::sync::LazyLock;

/// The pieces in the order of the form.
pub static SHEET: LazyLock<Sheet<Block>> = LazyLock::new(|| {
    let pieces: Vec<Piece<Block>> = vec![
        line!(name, "", written, as_is),
        one!(hd, "like 3+1", ToString::to_string, number),
        list!(attacks as "attack", lines::ATTACK, "claw 1d6", lines::write_attack, lines::read_attack),
        line!(saves, "like D11 W12 P14 B16 S15", write_saves, read_saves),
        line!(abilities, "like str 16 dex 13", write_abilities, read_abilities),
        line!(movement, "like 120 (40), fly 180", write_movement, read_movement),
        list!(spells as "spell", lines::SPELL, "sleep ×1", lines::write_spell, lines::read_spell),
        line!(counters, "like arrows 18/20 (short bow)", write_counters, read_counters),
        line!(traits, "like undead, holy symbol", write_names, read_names),
        line!(immune, "like fire, or all but silver, magic", write_immune, read_immune),
        line!(save_bonus, "like D+2 S+1", write_bonus, read_bonus),
        line!(save_as, "like fighter 3 or normal human", write_save_as, read_save_as),
        line!(protection, "like chain, shield 1, magic 1", write_protection, read_protection),
        line!(kind, "pc, npc or monster", write_name, read_name_or_default),
        one!(group, "like bugbears; alone: with its like", ToString::to_string, as_text),
        one!(class, "like fighter or magic user", write_name, read_name),
        one!(race, "dwarf, elf, halfling or human", write_name, read_name),
        one!(size, "like small, medium or large", write_name, read_name),
        line!(items, "like ring +1, horn", write_items, read_items),
        line!(
            load,
            "in coins of weight, 10 to the pound: like treasure 100, gear 400, sundries 80, laden",
            write_load,
            read_load
        ),
        line!(attributes, "ruleset figures by name, like reach 2", write_named, read_named),
        one!(appearing, "like 2d4 (6d10)", write_appearing, read_appearing),
        line!(notes, "", written, as_is),
    ];
    Sheet::with(pieces, Block::FIGURES)
});

/// The fields that matter most: class and level or Hit Dice, hit points, armour, attacks, and spells if it has any.
pub fn first(block: &Block, admitted: Option<&D20>) -> Vec<&'static str> {
    let class = block.class.is_some() || block.kind != CreatureKind::Monster;
    let up = admitted.map_or(block.ascending.is_some(), |d20| d20.figures.counts_up());
    let is = if class { &["class", "level"][..] } else { &["hd"] };
    let armour = if up { "ascending" } else { "ac" };
    let casts = (!block.spells.is_empty()).then_some("spell");
    is.iter().copied().chain(["hp", armour, "protection", "attack"]).chain(casts).collect()
}

fn as_text(text: &str) -> Result<Text, String> {
    Ok(text.into())
}

/// Parses figures by letter, into the printed order.
fn by_letter<T: FromStr + Copy>(text: &str) -> Result<[Option<T>; 5], String> {
    let mut found = [None; 5];
    for word in text.split_whitespace() {
        let mut signs = word.chars();
        let letter = signs.next().map(|sign| sign.to_ascii_uppercase());
        let at = LETTERS.iter().position(|known| Some(*known) == letter).ok_or(word)?;
        if found[at].replace(signs.as_str().parse().map_err(|_| word)?).is_some() {
            return Err(word.into());
        }
    }
    Ok(found)
}

fn write_saves(saves: &Option<[u8; 5]>) -> String {
    let one = |(letter, n)| format!("{letter}{n}");
    saves.map_or_else(String::new, |all| {
        LETTERS.into_iter().zip(all).map(one).collect::<Vec<_>>().join(" ")
    })
}

fn read_saves(text: &str) -> Result<Option<[u8; 5]>, String> {
    match by_letter(text)? {
        [Some(d), Some(w), Some(p), Some(b), Some(s)] => Ok(Some([d, w, p, b, s])),
        [None, None, None, None, None] => Ok(None),
        _ => Err(text.into()),
    }
}

fn write_bonus(bonus: &Option<[i32; 5]>) -> String {
    let given = LETTERS.into_iter().zip(bonus.unwrap_or_default()).filter(|(_, n)| *n != 0);
    given.map(|(letter, n)| format!("{letter}{n:+}")).collect::<Vec<_>>().join(" ")
}

fn read_bonus(text: &str) -> Result<Option<[i32; 5]>, String> {
    let found = by_letter(text)?;
    Ok(found.iter().any(Option::is_some).then(|| found.map(Option::unwrap_or_default)))
}

fn write_abilities(abilities: &Abilities) -> String {
    let Abilities { str, int, wis, dex, con, cha } = abilities;
    let all = [("str", str), ("int", int), ("wis", wis), ("dex", dex), ("con", con), ("cha", cha)];
    let given = all.iter().filter_map(|(name, score)| score.map(|score| format!("{name} {score}")));
    given.collect::<Vec<_>>().join(" ")
}

fn read_abilities(text: &str) -> Result<Abilities, String> {
    let mut abilities = Abilities::default();
    let mut words =
        text.split(|sign: char| sign.is_whitespace() || sign == ',').filter(|w| !w.is_empty());
    while let Some(name) = words.next() {
        let score = match name.to_lowercase().as_str() {
            "str" => &mut abilities.str,
            "int" => &mut abilities.int,
            "wis" => &mut abilities.wis,
            "dex" => &mut abilities.dex,
            "con" => &mut abilities.con,
            "cha" => &mut abilities.cha,
            _ => return Err(name.into()),
        };
        let found = words.next().ok_or(name)?;
        let rating = found.parse().map_err(|_| found)?;
        if score.replace(rating).is_some() {
            return Err(name.into());
        }
    }
    Ok(abilities)
}

fn write_movement(movement: &Movement) -> String {
    let base = movement.base.map(|feet| feet.to_string());
    let encounter = movement.encounter.map(|feet| format!("({feet})"));
    let feet = base.into_iter().chain(encounter).collect::<Vec<_>>().join(" ");
    let parts = [feet, movement.other.as_deref().unwrap_or_default().to_string()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

fn read_movement(text: &str) -> Result<Movement, String> {
    let is_feet = text.starts_with(|sign: char| sign == '(' || sign.is_ascii_digit());
    let (feet, other) = if is_feet { text.split_once(',').unwrap_or((text, "")) } else { ("", text) };
    let (base, encounter) = bracketed(feet.trim());
    let figure = |text: &str| number(text.trim_end_matches('\''));
    let some = |text: &str| Some(text.to_string()).filter(|text| !text.is_empty());
    Ok(Movement {
        base: some(base).as_deref().map(figure).transpose()?,
        encounter: encounter.map(figure).transpose()?,
        other: some(other.trim()).map(Text::from),
    })
}

fn write_immune(immune: &Option<Immunity>) -> String {
    match immune {
        Some(Immunity::To(tags)) => write_names(tags),
        Some(Immunity::AllBut(tags)) => format!("all but {}", write_names(tags)),
        None => String::new(),
    }
}

fn read_immune(text: &str) -> Result<Option<Immunity>, String> {
    match text.strip_prefix("all but ") {
        _ if text.is_empty() => Ok(None),
        Some(tags) => Ok(Some(Immunity::AllBut(read_names(tags)?))),
        None => Ok(Some(Immunity::To(read_names(text)?))),
    }
}

fn write_named(given: &Attributes) -> String {
    write_attributes(given).join(", ")
}

fn read_named(text: &str) -> Result<Attributes, String> {
    pieces(text).map(read_attribute).collect::<Result<_, _>>().map(Attributes)
}

type SaveAs = Option<(Option<Class>, u8)>;

fn write_save_as(save_as: &SaveAs) -> String {
    match save_as {
        Some((Some(class), level)) => format!("{} {level}", write_name(class)),
        Some((None, 0)) => "normal human".into(),
        Some((None, level)) => format!("normal human {level}"),
        None => String::new(),
    }
}

fn read_save_as(text: &str) -> Result<SaveAs, String> {
    if text.is_empty() {
        return Ok(None);
    }
    if let Some(level) = text.strip_prefix("normal human") {
        return Ok(Some((None, if level.is_empty() { 0 } else { number(level)? })));
    }
    let (class, level) = text.rsplit_once(' ').ok_or(text)?;
    Ok(Some((Some(read_name(class)?), number(level)?)))
}

fn write_protection(parts: &Protection) -> String {
    let figure = |name: &str, n: i32| (n != 0).then(|| format!("{name} {n}"));
    let all = [
        parts.armour.map(|armour| write_name(&armour)),
        figure("shield", parts.shield),
        figure("magic", parts.magic),
        parts.hide.map(|hide| format!("hide {hide}")),
    ];
    all.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn read_protection(text: &str) -> Result<Protection, String> {
    let mut parts = Protection::default();
    for piece in pieces(text) {
        match piece.split_once(' ') {
            Some(("shield", n)) => parts.shield = number(n)?,
            Some(("magic", n)) => parts.magic = number(n)?,
            Some(("hide", n)) => parts.hide = Some(number(n)?),
            _ => parts.armour = Some(read_name::<Armour>(piece)?),
        }
    }
    Ok(parts)
}

fn write_items(items: &[(Text, i32)]) -> String {
    joined(items, |(name, bonus)| match bonus {
        0 => name.to_string(),
        _ => format!("{name} {bonus:+}"),
    })
}

#[expect(clippy::unnecessary_wraps, reason = "part of the table; others may be wrong too")]
fn read_items(text: &str) -> Result<Vec<(Text, i32)>, String> {
    let one = |piece: &str| {
        let bonus = piece.rsplit_once(' ').filter(|(_, last)| last.starts_with(['+', '-']));
        let bonus = bonus.and_then(|(name, last)| Some((name, last.parse().ok()?)));
        let (name, bonus) = bonus.unwrap_or((piece, 0));
        (name.trim().into(), bonus)
    };
    Ok(pieces(text).map(one).collect())
}

fn write_load(load: &Load) -> String {
    let figure = |name: &str, n: u32| (n > 0).then(|| format!("{name} {n}"));
    let laden = load.laden.then(|| "laden".to_string());
    let sundries = load.sundries.map(|n| format!("sundries {n}"));
    let all = [figure("treasure", load.treasure), figure("gear", load.gear), sundries, laden];
    all.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn read_load(text: &str) -> Result<Load, String> {
    let mut load = Load::default();
    for piece in pieces(text) {
        match piece.split_once(' ') {
            Some(("treasure", n)) => load.treasure = number(n)?,
            Some(("gear", n)) => load.gear = number(n)?,
            Some(("sundries", n)) => load.sundries = Some(number(n)?),
            _ if piece == "laden" => load.laden = true,
            _ => return Err(piece.into()),
        }
    }
    Ok(load)
}

fn write_appearing(met: &Appearing) -> String {
    let both: [&dyn Display; 2] = [&met.dungeon, &met.wild];
    format!("{} ({})", both[0], both[1])
}

fn read_appearing(text: &str) -> Result<Appearing, String> {
    let (dungeon, wild) = bracketed(text);
    Ok(Appearing { dungeon: number(dungeon)?, wild: number(wild.unwrap_or(dungeon))? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::model::block::d20::Attribute;
    use crate::rules::model::combatant::StatBlock;
    use crate::rules::ruleset::about::Family;
    use crate::store::Bestiary;
    use crate::tui::overlays::forms::edit::{Row, fill};
    use crate::tui::overlays::forms::form::{Field, Value};

    fn rows(block: &Block) -> Vec<Row<Block>> {
        SHEET.rows(block, |_| None, &[]).1
    }

    fn filled(of: &Block, rows: &[Row<Block>]) -> Result<Block, (usize, String)> {
        let mut of = of.clone();
        fill(&mut of, rows.iter().map(Row::parts)).map(|()| of)
    }

    /// The index of the first row of the piece with that label.
    fn place(rows: &[Row<Block>], label: &str) -> usize {
        let piece = SHEET.0.iter().find(|piece| piece.label() == label).expect(label);
        rows.iter().position(|row| row.field.label == piece.caption()).expect(label)
    }

    /// The block after `text` is entered into the first field with that label.
    fn put(block: &Block, label: &str, text: &str) -> Result<Block, String> {
        let mut rows = rows(block);
        let at = place(&rows, label);
        rows[at].field = Field::new(rows[at].field.label.clone(), Value::Text(text.into()));
        filled(block, &rows).map_err(|(wrong, fault)| {
            assert_eq!(wrong, at, "{label}: {fault}");
            fault
        })
    }

    fn shown(block: &Block, label: &str) -> String {
        let rows = rows(block);
        rows[place(&rows, label)].field.text().into()
    }

    #[test]
    fn what_is_typed_is_written_the_same() {
        let typed = [
            ("name", "Troll"),
            ("hp", "12"),
            ("ac", "-3"),
            ("thac0", "17"),
            ("level", "4"),
            ("morale", "9"),
            ("hd", "3+1"),
            ("attack", "2 claw 1d6, magic"),
            ("saves", "D11 W12 P14 B16 S15"),
            ("abilities", "str 16 dex 13"),
            ("movement", "120 (40), fly 180' (60')"),
            ("movement", "120"),
            ("movement", "(40)"),
            ("movement", "fly 180"),
            ("spell", "sleep ×1 (asleep, 600 rounds, sure)"),
            ("counters", "arrows 18/20 (short bow, long bow), torches 6"),
            ("traits", "undead, holy symbol"),
            ("immune", "fire, magic"),
            ("immune", "all but silver, magic"),
            ("save_bonus", "D+2 S-1"),
            ("save_as", "magic user 3"),
            ("save_as", "normal human"),
            ("protection", "chain, shield 1, magic 2"),
            ("protection", "hide 4"),
            ("kind", "npc"),
            ("group", "the baron's men"),
            ("class", "magic user"),
            ("race", "elf"),
            ("size", "large"),
            ("init_mod", "-1"),
            ("ascending", "14"),
            ("touch", "12"),
            ("attack_bonus", "3"),
            ("surprise_dc", "12"),
            ("items", "ring +1, horn"),
            ("load", "treasure 100, gear 400, laden"),
            ("load", "sundries 0"),
            ("load", "treasure 100, gear 400, sundries 120, laden"),
            ("appearing", "2d4 (6d10)"),
            ("attributes", "routine 2, surprises 4"),
            ("notes", "Bites, and never lets go."),
        ];
        for (label, text) in typed {
            let block = put(&Block::default(), label, text).expect(label);
            assert_ne!(block, Block::default(), "{label}");
            assert_eq!(shown(&block, label), text, "{label}");
            let is_figure =
                |piece: &Piece<Block>| matches!(piece, Piece::Figure(of) if of.field == label);
            let figure = SHEET.0.iter().any(is_figure);
            if !figure {
                assert_eq!(put(&block, label, ""), Ok(Block::default()), "{label}: empty leaves it out");
            }
        }
        let untried =
            SHEET.0.iter().map(Piece::label).filter(|of| !typed.iter().any(|(label, _)| label == of));
        assert_eq!(untried.collect::<Vec<_>>(), Vec::<&str>::new());
    }

    #[test]
    fn figures_by_name_are_said_with_it() {
        let far = Attributes([(Attribute::new("FarReach"), 2), (Attribute::new("Psyche"), -1)].into());
        let block = Block { attributes: far, ..Block::default() };
        assert_eq!(shown(&block, "attributes"), "far reach 2, psyche -1");
        let fault = put(&Block::default(), "attributes", "vastness 2").expect_err("nobody has it");
        assert!(fault.starts_with("found \"vastness 2\""), "{fault}");
    }

    #[test]
    fn a_fault_says_what_was_found_and_what_was_expected() {
        let wrong = [
            ("attack", "sword, green", "green"),
            ("saves", "D11 W12", "D11 W12"),
            ("saves", "D11 W12 P14 B16 S15 D9", "D9"),
            ("abilities", "str strong", "strong"),
            ("abilities", "luck 12", "luck"),
            ("movement", "12o (40)", "12o"),
            ("spell", "sleep ×300", "sleep ×300"),
            ("counters", "arrows", "arrows"),
            ("counters", "arrows 30/20", "30/20"),
            ("traits", "undead, green", "green"),
            ("immune", "all but lead", "lead"),
            ("save_bonus", "Q+1", "Q+1"),
            ("save_as", "fighter", "fighter"),
            ("protection", "mithril", "mithril"),
            ("kind", "hero", "hero"),
            ("class", "monk", "monk"),
            ("race", "orc", "orc"),
            ("size", "vast", "vast"),
            ("load", "gold 3", "gold 3"),
            ("appearing", "some", "some"),
        ];
        for (label, text, found) in wrong {
            let fault = put(&Block::default(), label, text).expect_err(label);
            assert!(fault.starts_with(&format!("found \"{found}\", expected ")), "{label}: {fault}");
        }
        assert!(put(&Block::default(), "level", "300").is_err());
        assert!(put(&Block::default(), "hp", "many").is_err());
        assert!(put(&Block::default(), "touch", "ten").is_err());
    }

    #[test]
    fn every_known_creature_is_written_and_read_alike() {
        for (key, block) in Bestiary::built_in(Family::D20).all() {
            let StatBlock::Written(block) = block else { panic!("{key}: not written") };
            assert_eq!(filled(block, &rows(block)).as_ref(), Ok(&**block), "{key}");
            // Read from nothing but its lines too: none omits anything that the file has.
            assert_eq!(SHEET.reread(block).as_ref(), Ok(&**block), "{key}");
        }
    }
}
