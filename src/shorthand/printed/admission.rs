//! Compares a sheet with the rulesets: drops values that their tables imply, and turns values they refuse into notes.

use super::sheet::{Sheet, Tables};
use crate::rules::model::block::d20::{Block, Class, Figures, Movement};
use crate::rules::model::combatant::StatBlock;
use crate::rules::registry;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::Family;
use std::sync::LazyLock;

/// Highest level whose saving throws are compared.
const LEVELS: u8 = 20;

/// Maximum movement in feet a turn that the rulesets accept.
const MOST_FEET_A_TURN: u32 = 960;
/// Maximum movement in feet a round.
const MOST_FEET_A_ROUND: u32 = 320;

/// Returns the rulesets whose stat blocks have hit points.
pub fn with_hit_points() -> impl Iterator<Item = &'static dyn Ruleset> {
    registry::ALL.into_iter().map(registry::ruleset).filter(|rules| rules.about().family == Family::D20)
}

/// Fills in missing hit points with the average of the Hit Dice.
fn ready(rules: &dyn Ruleset, block: &Block) -> Block {
    let hp = block.hp.or_else(|| rules.hit_dice(block).map(|dice| dice.average().max(1)));
    Block { hp, ..block.clone() }
}

/// Returns the values that a ruleset derives from a block.
fn figures(rules: &dyn Ruleset, block: &Block) -> Option<Figures> {
    match rules.admit(ready(rules, block).into()).ok()? {
        StatBlock::D20(d20) => Some(d20.figures),
        _ => None,
    }
}

/// Counts the faults that all rulesets find in a block.
fn faults(block: &Block) -> usize {
    let of = |rules: &dyn Ruleset| {
        rules.admit(ready(rules, block).into()).err().map_or(0, |faults| faults.len())
    };
    with_hit_points().map(of).sum()
}

/// Changes the block so that all rulesets accept it.
pub fn fit(sheet: &mut Sheet) {
    drop_what_the_tables_give(sheet);
    leave_out_refused(sheet, "attacks", |block| &mut block.attacks, super::told::attack);
    leave_out_refused(sheet, "spells", |block| &mut block.spells, |spell| spell.name.to_string());
    for figure in Block::FIGURES.iter().filter(|figure| !LIMITED.contains(&figure.field)) {
        leave_out_if_refused(sheet, figure.field, |block| _ = (figure.set)(block, None));
    }
    for (field, leave_out) in FIELDS {
        leave_out_if_refused(sheet, field, leave_out);
    }
}

/// Turns a field into a note if the rulesets refuse it.
fn leave_out_if_refused(sheet: &mut Sheet, field: &str, leave_out: impl Fn(&mut Block)) {
    let found = faults(&sheet.block);
    if found == 0 {
        return;
    }
    let mut without = sheet.block.clone();
    leave_out(&mut without);
    if faults(&without) < found {
        let all = super::sheet::fields(&sheet.block);
        let own = field.split('.').next().unwrap_or(field);
        let value = all.into_iter().find(|(name, _)| name == own).map(|(_, value)| value);
        sheet.block = without;
        sheet.note(field, &value.unwrap_or_default());
    }
}

/// Turns the entries of a list that the rulesets refuse into notes; the others stay.
fn leave_out_refused<T: Clone>(
    sheet: &mut Sheet,
    field: &str,
    list: fn(&mut Block) -> &mut Vec<T>,
    told: fn(&T) -> String,
) {
    let found = faults(&sheet.block);
    if found == 0 {
        return;
    }
    let mut bare = sheet.block.clone();
    let all = std::mem::take(list(&mut bare));
    let without = faults(&bare);
    if without == found {
        return;
    }
    let fits = |entry: &T| {
        let mut with = bare.clone();
        list(&mut with).push(entry.clone());
        faults(&with) <= without
    };
    let (kept, refused): (Vec<T>, Vec<T>) = all.into_iter().partition(fits);
    *list(&mut sheet.block) = kept;
    refused.iter().for_each(|entry| sheet.note(field, &told(entry)));
}

/// The name of a field, and how to remove or limit its value.
type Field = (&'static str, fn(&mut Block));

/// The figures that are limited rather than left out.
const LIMITED: [&str; 3] = ["hp", "level", "hd"];

/// What to remove or limit when a block is refused, least important first, after the figures.
const FIELDS: [Field; 9] = [
    ("movement", |block| {
        block.movement = Movement { other: block.movement.other.take(), ..Movement::default() };
    }),
    ("save_as", |block| block.save_as = None),
    ("size", |block| block.size = None),
    ("abilities", |block| block.abilities = Block::default().abilities),
    ("hp", |block| block.hp = block.hp.map(|hp| hp.clamp(1, 999))),
    ("level", |block| block.level = block.level.map(|level| level.clamp(1, 12))),
    ("class", |block| (block.class, block.level, block.race) = (None, None, None)),
    ("hd", |block| {
        if let Some(hd) = &mut block.hd {
            (hd.whole, hd.plus) = (hd.whole.min(20), hd.plus.clamp(-4, 20));
        }
    }),
    ("attacks", |block| block.attacks.clear()),
];

/// Removes or limits values that no ruleset accepts.
pub fn bring_within(sheet: &mut Sheet) {
    if let Some(hp) = sheet.block.hp.filter(|hp| !(1..=999).contains(hp)) {
        sheet.note("hp", &hp.to_string());
        sheet.block.hp = (hp > 999).then_some(999);
    }
    if let Some(saves) = sheet.block.saves.filter(|all| all.iter().any(|save| !(2..=20).contains(save)))
    {
        // All zero means never filled in.
        if saves != [0; 5] {
            sheet.note("saves", &format!("{saves:?}"));
        }
        sheet.block.saves = None;
    }
    let movement = &mut sheet.block.movement;
    let figures = (movement.base, movement.encounter);
    if figures.0.is_some_and(|feet| feet > MOST_FEET_A_TURN)
        || figures.1.is_some_and(|feet| feet > MOST_FEET_A_ROUND)
    {
        (movement.base, movement.encounter) = (None, None);
        let told = |feet: Option<u32>| feet.unwrap_or(0);
        sheet.note("movement", &format!("{} feet a turn, {} a round", told(figures.0), told(figures.1)));
    }
    let ac = -20..=20;
    if let Some(figure) = sheet.block.ac.filter(|figure| !ac.contains(figure)) {
        sheet.note("ac", &figure.to_string());
        sheet.block.ac = None;
    }
    for line in &mut sheet.block.attacks {
        line.bonus = line.bonus.clamp(-10, 10);
    }
}

/// Returns the first ruleset with this direction of armour class.
fn rules_of(tables: Tables) -> Option<&'static dyn Ruleset> {
    let up = match tables {
        Tables::None => return None,
        Tables::Upward => true,
        Tables::Downward => false,
    };
    let bare = Block { name: "x".into(), hp: Some(1), ..Block::default() };
    with_hit_points()
        .find(|rules| figures(*rules, &bare).is_some_and(|figures| figures.counts_up() == up))
}

static DOWNWARD: LazyLock<Vec<Row>> = LazyLock::new(|| rows(Tables::Downward));
static UPWARD: LazyLock<Vec<Row>> = LazyLock::new(|| rows(Tables::Upward));

/// Saving throws, with the class and level that have them.
type Row = ([u8; 5], Option<Class>, u8);

fn rows(tables: Tables) -> Vec<Row> {
    let Some(rules) = rules_of(tables) else { return Vec::new() };
    let who = (1..=LEVELS).map(|level| (Some(Class::FIGHTER), level));
    let of = |(class, level)| {
        let bare =
            Block { name: "x".into(), hp: Some(1), save_as: Some((class, level)), ..Block::default() };
        Some((figures(rules, &bare)?.saves, class, level))
    };
    std::iter::once((None, 0)).chain(who).filter_map(of).collect()
}

/// Drops attack values and saving throws that follow from the Hit Dice or from whom it saves as, so that they adapt to
/// the ruleset in play. Saving throws that equal those of a fighter or normal human are replaced by `save_as`.
fn drop_what_the_tables_give(sheet: &mut Sheet) {
    let Some(rules) = rules_of(sheet.tables) else { return };
    let written = sheet.block.clone();
    let bare = Block { thac0: None, attack_bonus: None, saves: None, ..written.clone() };
    let Some(own) = figures(rules, &bare) else { return };
    if written.thac0 == Some(own.thac0) {
        sheet.block.thac0 = None;
    }
    if written.attack_bonus == Some(own.attack_bonus) {
        sheet.block.attack_bonus = None;
    }
    let Some(saves) = written.saves else { return };
    if saves == own.saves {
        sheet.block.saves = None;
        return;
    }
    let rows = if sheet.tables == Tables::Upward { &*UPWARD } else { &*DOWNWARD };
    if let Some((_, class, level)) = rows.iter().find(|(row, ..)| *row == saves)
        && written.save_as.is_none()
    {
        (sheet.block.saves, sheet.block.save_as) = (None, Some((*class, *level)));
    }
}
