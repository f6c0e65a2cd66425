//! Stat blocks: validation, defaults and derived figures.

use super::asset::{about, tables};
use super::tables::{ArmourRow, SizeRow};
use super::{attribute, tag};
use crate::rules::d20::admit::{self, Known};
use crate::rules::d20::aim;
use crate::rules::d20::mount;
use crate::rules::d20::state;
use crate::rules::d20::tables::{self as kit_tables, ByClass, Weapon};
use crate::rules::model::block::d20::{
    Ability, Armour, Attack, Attribute, Band, Block, Class, CreatureKind, D20, Damage, Figures, HitDice,
    Race, Range, Save, Size, Tag, Trait,
};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::custom::{self, Stat};
use crate::rules::ruleset::prelude::*;
use crate::rules::ruleset::table::RangeTable;

/// Ascending armour class is this minus the descending one (`zero.option.ac-display`).
pub const ASCENDING_BASE: i32 = 19;
/// The default full move in feet: 12 inches (section 1.1).
const STANDARD_MOVE: u32 = 120;
/// Feet per inch indoors (`zero.time.scale`).
pub const FEET_PER_INCH: u32 = 10;
/// The largest number of dice in one roll.
const MOST_DICE: u8 = 100;
/// Name of the empty hand in the weapon table.
const EMPTY_HAND: &str = "empty hand";
/// The class of normal men.
const NORMAL_MAN: Class = Class::new("NormalMan");
/// Classes that are fighter types (`zero.class.bonus-groups`).
const FIGHTERS: [Class; 7] = [
    Class::new("Fighter"),
    Class::new("Ranger"),
    Class::new("Barbarian"),
    Class::new("Dwarf"),
    Class::new("Halfling"),
    Class::new("Paladin"),
    Class::new("Pirate"),
];
/// Elves, by class and by race.
const ELF: (Class, Race) = (Class::new("Elf"), Race::new("Elf"));
/// Hobbits, whom stat blocks call halflings.
const HOBBIT: (Class, Race) = (Class::new("Halfling"), Race::new("Halfling"));

/// An unknown score (section 1.1).
const AVERAGE: u8 = 10;

/// Completes a block.
///
/// # Errors
/// Every fault in the block.
pub fn admit(block: StatBlock) -> Result<StatBlock, Vec<Fault>> {
    admit::admit(block, faults, draw)
}

fn faults(block: &Block) -> Vec<Fault> {
    let known = |name: &str| weapon(name).is_some();
    let mut faults = admit::faults(about(), block, &tables().bounds, None, |_| [], known);
    faults.extend(tables().damage_dice.outside(block));
    if !block.is_character() && block.hd.is_none() {
        faults.push(Fault::missing("hd", "Hit Dice like 3, 4+1, 1-1 or 1/2"));
    }
    faults
}

fn draw(block: &Block) -> Figures {
    let (base, _) = admit::movement(&block.movement, (STANDARD_MOVE, STANDARD_MOVE));
    let shield = block.protection.shield;
    Figures {
        hp: block.hp.unwrap_or(1),
        ac: armour_only(block) - shield - stored_dexterity(block),
        shield,
        thac0: block.thac0.unwrap_or_else(|| number_by_table(block)),
        attack_bonus: 0,
        saves: block.saves.unwrap_or_else(|| saves(block)),
        base_move: base,
        encounter_move: base,
        initiative: 0,
        attacks: attacks(block),
    }
}

/// Returns the armour class of armour or hide alone, with its magic, before shield and DEX (section 1.1).
fn armour_only(block: &Block) -> i32 {
    let worn = || worn(block).map_or(ASCENDING_BASE, |row| row.ac);
    block.ac.unwrap_or_else(|| block.protection.hide.unwrap_or_else(worn) - block.protection.magic)
}

/// Returns the table row of the armour worn.
pub fn worn(block: &Block) -> Option<&'static ArmourRow> {
    let armour = block.protection.armour.unwrap_or(Armour::UNARMOURED);
    tables().armour.iter().find(|row| row.armour == armour)
}

/// Returns the figure of a character by class and level; for a class not in the table, that of the table's first.
fn by_class<T: Copy>(table: &ByClass<T>, block: &Block) -> Option<T> {
    let level = level_of(block);
    block.class.and_then(|class| table.of(class, level)).or_else(|| table.first(level.into()))
}

/// Returns the number needed to hit AC 0, by class and level or by Hit Dice (`zero.attack.matrix-men`,
/// `zero.attack.matrix-monsters`).
fn number_by_table(block: &Block) -> i32 {
    let number = match block.is_character() {
        true => by_class(&tables().men, block),
        false => tables().monsters.at(fine_dice(block.hd)).copied(),
    };
    number.unwrap_or(ASCENDING_BASE)
}

/// Returns doubled Hit Dice, plus 1 for a plus, minus 1 for a minus, so that `3` and `3+1` differ.
fn fine_dice(hd: Option<HitDice>) -> i32 {
    hd.map_or(2, |hd| (2 * i32::from(hd.whole)).max(1) + i32::from(hd.plus).signum())
}

/// Returns the level of a character; by default 0 for a normal man and 1 for others.
fn level_of(block: &Block) -> u8 {
    block.level.unwrap_or(if block.class == Some(NORMAL_MAN) { 0 } else { 1 })
}

/// Returns the saving throws by class and level; monsters save as a fighter of a level equal to their whole Hit Dice
/// (`zero.save.table`). The second printed column is wands and paralysis.
fn saves(block: &Block) -> [u8; 5] {
    let [death, paralysis, _, breath, spells] = saves_by_table(block);
    [death, paralysis, paralysis, breath, spells]
}

/// Returns the saving throw against petrification: its own figure, or that of paralysis and petrification together, or
/// the third printed column.
pub fn save_against_stone(d20: &D20) -> i32 {
    let said = d20.block.saves.map(|saves| saves[Save::Stone.index()]);
    let number = || i32::from(said.unwrap_or_else(|| saves_by_table(&d20.block)[2]));
    figure(d20, attribute::SAVE_STONE).unwrap_or_else(number)
}

/// Returns the table row, as printed.
fn saves_by_table(block: &Block) -> [u8; 5] {
    let table = &tables().saves;
    let row = if block.is_character() { by_class(table, block) } else { table.first(whole(block.hd)) };
    row.or(table.first(0)).unwrap_or_default()
}

fn whole(hd: Option<HitDice>) -> i32 {
    hd.map_or(1, |hd| i32::from(hd.whole)).max(1)
}

/// Returns the dice for hit points: a d6 per whole Hit Die, and the plus (section 1.1); for a unit, those of all its
/// men, if that many can be rolled at once (`zero.mass.unit`).
pub fn hit_dice(block: &Block) -> Option<DiceExpr> {
    let hd = block.hd?;
    let men = block.attributes.of(attribute::MEN);
    let count = u8::try_from(whole(Some(hd)).saturating_mul(men.unwrap_or(1))).ok()?;
    let plus = if men.is_some() { 0 } else { hd.plus.into() };
    (count <= MOST_DICE).then(|| DiceExpr::new(count, 6, plus))
}

/// Returns the attack lines, completed; a character without any has one normal weapon, and every character has its
/// empty hands (`zero.damage.unarmed`).
fn attacks(block: &Block) -> Vec<Attack> {
    let mut lines = admit::completed(block, weapon);
    if block.is_character() && !lines.iter().any(|line| line.has(Tag::UNARMED)) {
        lines.push(admit::complete(Attack::new(EMPTY_HAND), weapon(EMPTY_HAND).map(Known::from)));
    }
    lines
}

/// Returns the weapon of that name (`zero.equipment.weapons`).
pub fn weapon(name: &str) -> Option<&'static Weapon> {
    kit_tables::weapon(&tables().weapons, name)
}

/// Whether the line is a natural attack, not a weapon of the table.
pub fn is_natural(line: &Attack) -> bool {
    weapon(admit::called(line)).is_none()
}

/// Returns the damage dice of a weapon used untrained, by its size (`zero.attack.untrained`).
pub fn untrained_dice(line: &Attack) -> DiceExpr {
    let size = line.size.unwrap_or_default();
    let row = tables().untrained.iter().find(|(of, _)| *of == size);
    row.map_or(tables().improvised, |(_, dice)| *dice)
}

/// Returns the reach class of a line: as given, or by the table, or by its bearer's size.
pub fn reach(d20: &D20, line: &Attack) -> i32 {
    let natural = || size_row(d20).map_or(1, |row| row.reach);
    line.attributes.of(attribute::REACH).unwrap_or_else(natural)
}

/// Returns the reach class for a grapple: that of its natural attacks, or of an empty hand.
pub fn grip(d20: &D20) -> i32 {
    let lines = d20.figures.attacks.iter().filter(|line| state::reaches(line, Range::Melee));
    lines.filter(|line| !is_held(d20, line)).map(|line| reach(d20, line)).max().unwrap_or(0)
}

/// Returns the table row of its size.
pub fn size_row(d20: &D20) -> Option<&'static SizeRow> {
    tables().sizes.iter().find(|row| row.size == size(d20))
}

/// Returns the factor of distances outdoors over those indoors (`zero.time.scale`).
pub fn scale(e: &Encounter) -> i32 {
    if e.scene.outdoors { 3 } else { 1 }
}

/// Returns the maximum range of a line in feet; 0 if it has none.
pub fn farthest(e: &Encounter, line: &Attack) -> i32 {
    aim::farthest(line).saturating_mul(scale(e))
}

/// Returns the range band of a target at that distance.
pub fn band(e: &Encounter, line: &Attack, feet: i32) -> Option<Band> {
    let scale = u32::try_from(scale(e)).unwrap_or(1);
    let near = |most: &u32| i64::from(feet) <= i64::from(most.saturating_mul(scale));
    line.feet?.iter().position(near).and_then(|at| Band::ALL.get(at).copied())
}

#[inline]
pub fn figure(d20: &D20, attribute: Attribute) -> Option<i32> {
    d20.block.attributes.of(attribute)
}

#[inline]
pub fn flag(d20: &D20, attribute: Attribute) -> Option<bool> {
    figure(d20, attribute).map(|figure| figure > 0)
}

/// Returns its `surprises` (`zero.surprise.chance`).
pub fn surprises(d20: &D20) -> i32 {
    figure(d20, attribute::SURPRISES).unwrap_or(tables().surprise_normal)
}

/// Returns its `surprised_on`; by default normal, or 0 if it is wary (`zero.surprise.chance`).
pub fn surprised_on(d20: &D20) -> i32 {
    let usual = || if d20.block.is(Trait::WARY) { 0 } else { tables().surprise_normal };
    figure(d20, attribute::SURPRISED_ON).unwrap_or_else(usual)
}

/// Returns its level, or its whole Hit Dice for a monster; at least 1 (R64).
pub fn level(d20: &D20) -> i32 {
    if d20.block.is_character() { i32::from(level_of(&d20.block)).max(1) } else { whole_dice(d20) }
}

/// Returns its whole Hit Dice, or its level for a character without; at least 1.
pub fn whole_dice(d20: &D20) -> i32 {
    match d20.block.hd {
        None if d20.block.is_character() => i32::from(level_of(&d20.block)).max(1),
        hd => whole(hd),
    }
}

/// Whether it has more than one Hit Die, 1+1 included.
pub fn is_more_than_one_die(d20: &D20) -> bool {
    d20.block.hd.is_some_and(|hd| fine_dice(Some(hd)) > 2)
}

/// Whether it is a Normal Man or equal (R44).
pub fn is_normal(e: &Encounter, who: CombatantId) -> bool {
    let Ok(d20) = e.d20(who) else { return false };
    flag(d20, attribute::NORMAL_TYPE).unwrap_or_else(|| match d20.block.kind {
        CreatureKind::Pc => is_normal_man(d20),
        _ => is_normal_man(d20) || (whole_dice(d20) == 1 && !is_more_than_one_die(d20)),
    })
}

/// Whether it is a Normal Man, by class or as level 0.
pub fn is_normal_man(d20: &D20) -> bool {
    d20.block.is_character() && (d20.block.class == Some(NORMAL_MAN) || d20.block.level == Some(0))
}

pub fn is_class(d20: &D20, classes: &[Class]) -> bool {
    d20.block.class.is_some_and(|class| classes.contains(&class))
}

/// Whether it is a fighter type (`zero.class.bonus-groups`).
#[inline]
pub fn is_fighter(d20: &D20) -> bool {
    flag(d20, attribute::FIGHTER_TYPE).unwrap_or_else(|| is_class(d20, &FIGHTERS))
}

/// Whether it is an elf, by class or race.
pub fn is_elf(d20: &D20) -> bool {
    is_folk(d20, ELF)
}

/// Whether it is a hobbit, by class or race.
pub fn is_hobbit(d20: &D20) -> bool {
    is_folk(d20, HOBBIT)
}

fn is_folk(d20: &D20, (class, race): (Class, Race)) -> bool {
    d20.block.class == Some(class) || d20.block.race == Some(race)
}

/// Returns the number needed to hit AC 0; with an untrained weapon, no better than a Normal Man's
/// (`zero.attack.untrained`).
pub fn number_to_hit(d20: &D20, line: &Attack) -> i32 {
    let normal = tables().men.first(0).unwrap_or(d20.figures.thac0);
    if line.is_untrained() { d20.figures.thac0.max(normal) } else { d20.figures.thac0 }
}

/// Returns the damage multiplier of a backstab (`zero.melee.backstab-bonus`).
pub fn back_stab(d20: &D20) -> i32 {
    tables().backstab.at(level(d20)).copied().unwrap_or(2)
}

/// Returns the attacks of an ordinary round: as given, otherwise one, for a monster one with each natural weapon.
pub fn routine(d20: &D20) -> u8 {
    let lines = || d20.figures.attacks.iter().filter(|line| state::reaches(line, Range::Melee));
    let natural = || lines().filter(|line| is_natural(line));
    let all = || natural().fold(0u8, |all, line| all.saturating_add(line.count)).max(1);
    let own = || if d20.block.is_character() { 1 } else { all() };
    figure(d20, Attribute::ROUTINE).and_then(|n| u8::try_from(n).ok()).unwrap_or_else(own)
}

/// Returns its size; nothing larger than huge is distinguished (section 1.1).
pub fn size(d20: &D20) -> Size {
    d20.block.size.unwrap_or_default().min(Size::Huge)
}

/// Whether it is bigger than a man.
pub fn is_big(e: &Encounter, who: CombatantId) -> bool {
    e.d20(who).is_ok_and(|d20| size(d20) > Size::Medium)
}

/// Whether the line is big horns or tusks: by its tag, or a natural attack of a horned creature
/// (`zero.special.horned-charge`).
pub fn is_horn(d20: &D20, line: &Attack) -> bool {
    line.has(tag::HORNS) || (flag(d20, attribute::HORNED) == Some(true) && !is_held(d20, line))
}

/// Whether the weapon is held in a hand. A monster's line with dice of its own and no weapon's name is natural.
pub fn is_held(d20: &D20, line: &Attack) -> bool {
    let grown = line.has(Tag::NATURAL) || line.has(Tag::UNARMED);
    let made = d20.block.is_character()
        || matches!(line.damage, Some(Damage::Weapon(_)))
        || weapon(admit::called(line)).is_some();
    made && !grown
}

/// Whether the weapon is held in one hand.
pub fn is_one_handed(d20: &D20, line: &Attack) -> bool {
    is_held(d20, line) && !line.has(Tag::TWO_HANDED)
}

/// Returns a full move indoors in feet, its own or its mount's (`zero.condition.mounted`), with custom effects.
pub fn move_indoors(e: &Encounter, c: &Combatant) -> i32 {
    let feet = |d20: &D20| match figure(d20, Attribute::MOUNT_MOVE).filter(|_| mount::rides(e, c)) {
        Some(inches) => u32::try_from(inches).unwrap_or(0).saturating_mul(FEET_PER_INCH),
        None => d20.figures.base_move,
    };
    let base = e.d20(c.id).map_or(STANDARD_MOVE, feet);
    i32::try_from(base).unwrap_or(i32::MAX).saturating_add(custom::sum(c, Stat::Movement)).max(0)
}

/// Returns the score of an ability, or the average if it is unknown.
pub fn score(block: &Block, ability: Ability) -> i32 {
    block.abilities.score(ability).unwrap_or(AVERAGE).into()
}

/// Returns the figure of the table at that score, or 0 beyond it.
pub fn at_score(table: &RangeTable<i32>, score: i32) -> i32 {
    table.at(score).copied().unwrap_or(0)
}

/// Returns the bonus of an ability: explicit, or by the score, from the graded table or the one of the little books.
/// Wisdom stands in for a missing PSY score.
pub fn full_bonus(block: &Block, ability: Ability, little: bool) -> i32 {
    let (explicit, own) = match ability {
        Ability::Str => (attribute::STRENGTH_BONUS, None),
        Ability::Dex => (attribute::DEXTERITY_BONUS, None),
        _ => (attribute::PSY_BONUS, block.attributes.of(attribute::PSY)),
    };
    let table = if little { &tables().ability.little_books } else { &tables().ability.graded };
    let by_score = || at_score(table, own.unwrap_or_else(|| score(block, ability)));
    block.attributes.of(explicit).unwrap_or_else(by_score)
}

/// Returns the DEX bonus in the stored armour class: from the graded table, penalties included.
pub fn stored_dexterity(block: &Block) -> i32 {
    full_bonus(block, Ability::Dex, false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;

    #[test]
    fn hit_points_are_a_d6_for_each_whole_hit_die_of_each_man() {
        let dice = |hd: &str, men: Option<i32>| {
            let men = men.map_or(String::new(), |men| format!("Men: {men}"));
            let written = format!(r#"(name: "it", hd: "{hd}", attributes: {{{men}}})"#);
            hit_dice(&notation::read(&written).expect("a block")).map(|dice| dice.to_string())
        };
        assert_eq!(dice("1", None).as_deref(), Some("1d6"));
        assert_eq!(dice("1/2", None).as_deref(), Some("1d6"));
        assert_eq!(dice("6+3", None).as_deref(), Some("6d6+3"));
        assert_eq!(dice("1+1", Some(10)).as_deref(), Some("10d6"));
        assert_eq!(dice("2", Some(50)).as_deref(), Some("100d6"));
        assert_eq!(dice("1", Some(101)), None);
    }
}
