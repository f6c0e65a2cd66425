//! Stat blocks: fills in what is missing and reports what is invalid (section 1.1).

use super::asset::{about, tables};
use super::{armour, attribute, figures, speed, tag};
use crate::rules::d20::admit::{self, Known};
use crate::rules::model::block::d20::{
    Ability, Attack, Block, Class, Damage, Figures, HitDice, Range, Tag,
};
use crate::rules::model::combatant::StatBlock;
use crate::rules::ruleset::prelude::*;

/// Default speed in feet a round (section 1.1).
const STANDARD_SPEED: u32 = 30;

/// Completes a block, or returns every fault in it.
pub fn admit(block: StatBlock) -> Result<StatBlock, Vec<Fault>> {
    admit::admit(block, faults, draw)
}

fn faults(block: &Block) -> Vec<Fault> {
    let known = |name: &str| figures::weapon(name).is_some();
    let mut faults = admit::faults(about(), block, &tables().bounds, None, |_| [], known);
    faults.extend(speed::faults(block));
    faults.extend(too_large_shield(block));
    faults
}

/// Returns a fault for a shield that is too large for gnomes and halflings; the magic of a smaller one is written apart
/// from it (`house.attack.size-limits`).
fn too_large_shield(block: &Block) -> Option<Fault> {
    let found = block.protection.shield;
    let large = tables().shields.iter().find(|row| row.not_for_small && found >= row.points)?;
    let found = format!("{found}, a {}", large.name);
    let most = large.points - 1;
    let expected = format!("at most {most} for gnomes and halflings (magic: protection.magic)");
    figures::is_small_folk(block).then(|| Fault::new("protection.shield", found, expected))
}

fn draw(block: &Block) -> Figures {
    let (base, encounter) = admit::movement(&block.movement, (STANDARD_SPEED * 3, STANDARD_SPEED));
    let row = class_row(block);
    Figures {
        hp: block.hp.unwrap_or(1),
        ac: armour::of_block(block),
        shield: block.protection.shield,
        thac0: 0,
        attack_bonus: block
            .attack_bonus
            .or(row.map(|row| row.0))
            .unwrap_or_else(|| bonus_by_dice(block.hd)),
        saves: block
            .saves
            .or(save_as(block))
            .or(row.map(|row| row.1))
            .unwrap_or_else(|| saves_by_dice(block.hd)),
        base_move: base,
        encounter_move: speed::in_squares(encounter),
        initiative: block.init_mod.unwrap_or_else(|| figures::narrow(block, Ability::Dex)),
        attacks: attack_lines(block),
    }
}

/// Attack bonus and saves of the block's class at its level, if it has a class (section 3.19). A class whose table only
/// the rulebook has uses the fighter's, unless the block gives its own.
fn class_row(block: &Block) -> Option<(i32, [u8; 5])> {
    let level = block.level.unwrap_or(1);
    by_class(block.class?, level).or_else(|| by_class(Class::FIGHTER, level))
}

fn by_class(class: Class, level: u8) -> Option<(i32, [u8; 5])> {
    tables().class(class)?.levels.at(level.max(1).into()).copied()
}

fn save_as(block: &Block) -> Option<[u8; 5]> {
    match block.save_as? {
        (None, _) => Some(tables().normal_human_saves),
        (Some(class), level) => by_class(class, level).map(|row| row.1),
    }
}

/// Attack bonus of a creature (section 3.19).
fn bonus_by_dice(hd: Option<HitDice>) -> i32 {
    match hd {
        Some(hd) if !hd.normal_human => tables().attack_bonus.at(hd.fighting()).copied().unwrap_or(0),
        _ => tables().normal_human_bonus,
    }
}

/// Saves of a creature (section 3.19).
fn saves_by_dice(hd: Option<HitDice>) -> [u8; 5] {
    let whole = hd.filter(|hd| !hd.normal_human).map(|hd| i32::from(hd.whole).max(1));
    whole.and_then(|whole| tables().saves.at(whole).copied()).unwrap_or(tables().normal_human_saves)
}

/// The attack lines. A creature's line that matches no weapon is natural; characters, and blocks without attacks, get
/// bare hands (`house.melee.unarmed`).
fn attack_lines(block: &Block) -> Vec<Attack> {
    let complete = |line: Attack| {
        let row = figures::weapon(admit::called(&line)).map(Known::from);
        let natural = row.is_none() && !block.is_character();
        let line = with_both_hands(block, admit::complete(line, row));
        if natural { tagged(line, Tag::NATURAL) } else { line }
    };
    let mut lines: Vec<Attack> = block.attacks.iter().cloned().map(complete).collect();
    let unarmed = lines.iter().any(|line| line.has(Tag::UNARMED));
    if lines.is_empty() || (block.is_character() && !unarmed) {
        lines.push(Attack {
            range: Some(Range::Melee),
            damage: Some(Damage::Dice(tables().unarmed)),
            tags: vec![Tag::UNARMED],
            ..Attack::new("bare hands")
        });
    }
    lines
}

/// Marks a line two-handed if the block says so, or if it is for gnomes and hobbits (`house.attack.size-limits`).
fn with_both_hands(block: &Block, line: Attack) -> Attack {
    let said = line.attributes.of(attribute::HANDS) == Some(2);
    let small = figures::is_small_folk(block) && line.has(tag::SMALL_TWO_HANDS);
    if said || small { tagged(line, Tag::TWO_HANDED) } else { line }
}

fn tagged(mut line: Attack, tag: Tag) -> Attack {
    if !line.has(tag) {
        line.tags.push(tag);
    }
    line
}
