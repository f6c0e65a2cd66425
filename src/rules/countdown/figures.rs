//! Stat blocks: fills in what is missing and reports what is invalid.

use super::asset::{about, tables};
use super::tables::{ArmourRow, Engine, Padding, RaceRow};
use super::{condition, reason};
use crate::rules::d20::admit::{self, Known};
use crate::rules::d20::figures::{self as kit, plain};
use crate::rules::d20::tables::{self as kit_tables, Modifier, Weapon};
use crate::rules::model::block::d20::{
    Ability, Armour, Attack, Block, Class, D20, Damage, Figures, HitDice, Race, Range, Rating, Save,
    Size, Tag,
};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::offer::Figure;
use crate::rules::ruleset::prelude::*;

/// Unarmoured armour class (7.5).
const UNARMOURED: i32 = 11;
/// Ascending armour class is this less the descending one.
const DESCENDING_BASE: i32 = 20;
/// Default movement in feet per turn and per round (1.1).
const STANDARD_MOVE: (u32, u32) = (120, 40);
/// Range of a modifier given in place of an ability score (1.1).
const MODIFIERS: (i8, i8) = (-5, 10);

/// Completes a block, or returns every fault in it.
pub fn admit(block: StatBlock) -> Result<StatBlock, Vec<Fault>> {
    admit::admit(block, faults, draw)
}

/// Values outside the ranges of 1.1 and section 5 (`countdown.check.validation`).
fn faults(block: &Block) -> Vec<Fault> {
    let of_line = |line: &Attack| {
        [
            ("bonus", Some(line.bonus.into()), -5, 5),
            ("to_hit", Some(line.to_hit.into()), -10, 10),
            ("loading", line.loading.map(i64::from), 0, 10),
            ("rate", line.rate.map(i64::from), 1, 20),
        ]
    };
    let is_known = |name: &str| known(name).is_some();
    let bounds = &tables().bounds;
    let mut faults = admit::faults(about(), block, bounds, Some(MODIFIERS), of_line, is_known);
    faults.extend(tables().damage_dice.outside(block));
    let (letters, most) = (block.name.chars().count(), about().longest_name);
    if letters > most {
        faults.push(Fault::new("name", format!("{letters} letters"), format!("1 to {most}")));
    }
    faults
}

/// Finds a weapon by name (`countdown.equipment.weapons`).
pub fn weapon(name: &str) -> Option<&'static Weapon> {
    kit_tables::weapon(&tables().weapons, name)
}

/// Finds a siege engine by name (`countdown.equipment.siege`).
pub fn engine(name: &str) -> Option<&'static Engine> {
    tables().engines.iter().find(|engine| engine.name.eq_ignore_ascii_case(name))
}

/// Returns what the tables list for a weapon or siege engine.
fn known(name: &str) -> Option<Known<'static>> {
    let of_engine = |row: &'static Engine| Known {
        name: &row.name,
        range: row.range(),
        feet: row.feet,
        tags: &[],
        size: None,
        loading: None,
        rate: Some(row.rate),
        to_hit: row.to_hit,
        attributes: None,
    };
    weapon(name).map(Known::from).or_else(|| engine(name).map(of_engine))
}

fn draw(block: &Block) -> Figures {
    let dexterity = score_modifier(block, Ability::Dex);
    let swift = folk(block).map_or(0, |row| row.initiative);
    let (base_move, encounter_move) = admit::movement(&block.movement, unburdened(block));
    Figures {
        hp: block.hp.unwrap_or(1),
        ac: armour_class(block, dexterity),
        shield: block.protection.shield,
        thac0: 0,
        attack_bonus: block.attack_bonus.unwrap_or_else(|| attack_bonus(block)),
        saves: block.saves.unwrap_or_else(|| saves(block)),
        base_move,
        encounter_move,
        initiative: block.init_mod.unwrap_or(dexterity + swift),
        attacks: attacks(block),
    }
}

/// `countdown.equipment.armor`: the block's ascending value, else from its hide or armour, else from its descending
/// value, else unarmoured.
fn armour_class(block: &Block, dexterity: i32) -> i32 {
    let parts = &block.protection;
    let base = match (parts.hide, parts.armour, block.ac) {
        (Some(hide), _, _) => DESCENDING_BASE - hide,
        (None, None, Some(whole)) => return block.ascending.unwrap_or(DESCENDING_BASE - whole),
        (None, _, _) => armour_row(block).map_or(UNARMOURED, |row| row.ac),
    };
    block.ascending.unwrap_or(base + parts.shield + parts.magic + dexterity)
}

/// Table row of the armour worn.
fn armour_row(block: &Block) -> Option<&'static ArmourRow> {
    let worn = block.protection.armour.unwrap_or(Armour::UNARMOURED);
    tables().armour.iter().find(|row| row.armour == worn)
}

/// Its class and level; a creature without a class fights and saves by Hit Dice, or without those as a normal man.
fn class_level(block: &Block) -> Option<(Class, u8)> {
    block.class.map(|class| (class, block.level.unwrap_or(1)))
}

/// Row of the monster tables: plus and minus points count only if they leave less than one die.
fn whole_dice(hd: Option<HitDice>) -> i32 {
    hd.filter(|hd| !hd.below_one() && !hd.normal_human).map_or(0, |hd| hd.whole.into())
}

/// `countdown.class.attack-bonus`
fn attack_bonus(block: &Block) -> i32 {
    let table = &tables().attack_bonus;
    let bonus = match class_level(block) {
        Some((class, level)) => table.by_class.of(class, level),
        None => table.monster.at(whole_dice(block.hd)).copied(),
    };
    bonus.unwrap_or(0)
}

/// `countdown.save.table`, `countdown.save.monster`: without the bonuses of its race and block to the die.
fn saves(block: &Block) -> [u8; 5] {
    let table = &tables().saves;
    let as_class = match block.save_as {
        Some((None, _)) => Some((Class::FIGHTER, 0)),
        Some((Some(class), level)) => Some((class, level)),
        None => class_level(block),
    };
    let saves = match as_class {
        Some((class, level)) => table.of(class, level),
        None => table.first(whole_dice(block.hd)),
    };
    saves.unwrap_or([20; 5])
}

/// Default feet per turn and per round: a character's by its armour, lightly loaded (`countdown.encumbrance.movement`).
/// A magic bonus is taken to be on the armour.
fn unburdened(block: &Block) -> (u32, u32) {
    let row = armour_row(block).filter(|_| block.is_character());
    row.map_or(STANDARD_MOVE, |row| {
        let feet = if block.protection.magic > 0 { row.enchanted.0 } else { row.moves.0 };
        (feet * 3, feet)
    })
}

/// Attack lines with their dice; a character without any gets one ordinary weapon (1.1).
fn attacks(block: &Block) -> Vec<Attack> {
    let complete = |line: Attack| {
        let row = known(admit::called(&line));
        let own = matches!(line.damage, Some(Damage::Dice(_) | Damage::Nothing));
        let mut line = admit::complete(line, row);
        if let Some(Damage::Weapon(name)) = &line.damage {
            line.damage = Some(Damage::Dice(dice(name.as_deref())));
        }
        // A monster's attacks that are no listed weapon are natural, except missiles.
        let natural =
            own && row.is_none() && !block.is_character() && line.range != Some(Range::Missile);
        if natural && !line.has(Tag::NATURAL) {
            line.tags.push(Tag::NATURAL);
        }
        line
    };
    admit::lines(block).into_iter().map(complete).collect()
}

/// Dice of a weapon or siege engine; one without dice of its own, such as a lance, uses those of any weapon (1.1).
fn dice(name: Option<&str>) -> DiceExpr {
    let of_weapon = name.and_then(weapon).and_then(|row| row.damage);
    let of_engine = || name.and_then(engine).map(|row| row.damage);
    of_weapon.or_else(of_engine).unwrap_or(tables().any_weapon)
}

fn score_modifier(block: &Block, ability: Ability) -> i32 {
    match block.abilities.rating(ability) {
        Some(Rating::Score(score)) => tables().ability.at(score.into()).copied().unwrap_or(0),
        Some(Rating::Modifier(modifier)) => modifier.into(),
        None => 0,
    }
}

/// Ability modifier (`countdown.class.ability-modifier`); 0 if the score is unknown.
pub fn modifier(d20: &D20, ability: Ability) -> i32 {
    score_modifier(&d20.block, ability)
}

/// Its race: the block's own, else the one that its class implies.
pub fn race(block: &Block) -> Option<Race> {
    let of_class = |class| tables().races.iter().find(|row| row.class == Some(class));
    block.race.or_else(|| Some(of_class(block.class?)?.race))
}

/// Table row of its race (`countdown.class.race`).
pub fn folk(block: &Block) -> Option<&'static RaceRow> {
    let race = race(block)?;
    tables().races.iter().find(|row| row.race == race)
}

/// Its size: the block's own, else that of its race, else medium; smaller sizes count as small, larger ones as large
/// (1.1).
pub fn size(block: &Block) -> Size {
    counted(block.size.or_else(|| folk(block).map(|row| row.size)))
}

/// Reduces a size to the three that the rules know (1.1).
pub fn counted(size: Option<Size>) -> Size {
    size.unwrap_or_default().clamp(Size::Small, Size::Large)
}

/// Modifier of its size to grapple checks (`countdown.special.grapple-check`).
pub fn grip(block: &Block) -> i32 {
    let size = size(block);
    tables().grapple.iter().find(|row| row.0 == size).map_or(0, |row| row.1)
}

/// Target number to surprise it (`countdown.surprise.roll`).
pub fn surprise_dc(block: &Block) -> i32 {
    let usual = || folk(block).map_or(tables().surprise_dc, |row| row.surprise_dc);
    block.surprise_dc.unwrap_or_else(usual).into()
}

/// Bonus of its race to a saving throw (`countdown.class.race`).
pub fn race_save(d20: &D20, save: Save) -> i32 {
    folk(&d20.block).map_or(0, |row| row.saves[save.index()])
}

/// Bonus of its block to a saving throw, without its race's.
pub fn own_save(d20: &D20, save: Save) -> i32 {
    d20.block.save_bonus.map_or(0, |bonuses| bonuses[save.index()])
}

/// How its armour affects unarmed attacks (`countdown.special.brawl-armor`); magic makes no difference.
pub fn body(block: &Block) -> Padding {
    armour_row(block).map_or(Padding::Bare, |row| row.padding)
}

/// The figure in every roster row.
pub fn column(e: &Encounter, who: CombatantId) -> Vec<Figure> {
    let (Ok(d20), Ok(c)) = (e.d20(who), e.who(who)) else { return Vec::new() };
    let tally = armour(c, d20.figures.ac);
    vec![Figure { value: tally.total().to_string(), tally, ..plain("AC", "", "countdown.attack.roll") }]
}

/// The figures in the detail view.
pub fn shown(e: &Encounter, who: CombatantId) -> Vec<Figure> {
    let (Ok(d20), Ok(c)) = (e.d20(who), e.who(who)) else { return Vec::new() };
    let figures = &d20.figures;
    let mut list = column(e, who);
    let bonus = format!("{:+}", figures.attack_bonus);
    list.push(plain("Attack", bonus, "countdown.class.attack-bonus"));
    list.push(kit::saves(d20, "countdown.save.table"));
    let rate = format!("{}'", rate(e, c));
    list.push(kit::movement(c, figures.encounter_move, rate, "countdown.movement.move"));
    let initiative = format!("{:+}", figures.initiative + custom::sum(c, Stat::Initiative));
    list.push(plain("Init", initiative, "countdown.initiative.roll"));
    list.extend(kit::hit_dice(d20, "countdown.save.monster"));
    list.extend(kit::morale(e, c, "countdown.morale.check"));
    list
}

/// Returns the better of the Strength and Dexterity modifiers (`countdown.special.grapple-check`).
pub fn might(e: &Encounter, who: CombatantId) -> i32 {
    let best = |ability| e.d20(who).map_or(0, |d20| modifier(d20, ability));
    best(Ability::Str).max(best(Ability::Dex))
}

/// Adds the modifier of the row for `reason`, if there is one.
pub fn add(tally: &mut Tally, reason: Reason, rows: &[Modifier], against: Range) {
    let row = rows.iter().find(|row| row.is_for(&reason, against));
    tally.add(reason, row.and_then(|row| row.modifier).unwrap_or(0));
}

/// Adds the table's armour class modifier for `reason`, against melee or missile attacks (3.6.1).
pub fn to_armour(tally: &mut Tally, reason: Reason, against: Range) {
    add(tally, reason, &tables().to_armour, against);
}

/// Armour class against any attack, with the modifiers of its own state.
pub fn armour(c: &Combatant, whole: i32) -> Tally {
    let mut tally = Tally::new().with(Reason::BASE, whole);
    for (condition, reason) in [
        (condition::DODGING, reason::DODGING),
        (Condition::CHARGING, Reason::CHARGING),
        (Condition::BLIND, Reason::BLIND),
    ] {
        if c.has(condition) {
            to_armour(&mut tally, reason, Range::Both);
        }
    }
    custom::add(&mut tally, c, Stat::Armour);
    tally
}

/// Movement rate in feet a round (`countdown.movement.move`).
pub fn rate(e: &Encounter, c: &Combatant) -> i32 {
    let feet = e.d20(c.id).map_or(0, |d20| d20.figures.encounter_move);
    i32::try_from(feet).unwrap_or(0).saturating_add(custom::sum(c, Stat::Movement)).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::model::block::d20::{Abilities, CreatureKind, Protection};

    fn drawn(block: Block) -> Figures {
        match admit(StatBlock::Written(Box::new(Block { name: "X".into(), hp: Some(4), ..block }))) {
            Ok(StatBlock::D20(d20)) => d20.figures,
            other => panic!("not admitted: {other:?}"),
        }
    }

    fn hd(text: &str) -> Block {
        Block { hd: text.parse().ok(), ..Block::default() }
    }

    #[test]
    fn a_class_that_is_none_of_the_rules_is_refused() {
        let ranger = Some(Class::new("Ranger"));
        let known = Block { name: "X".into(), hp: Some(4), ..Block::default() };
        for block in [
            Block { class: ranger, ..known.clone() },
            Block { save_as: Some((ranger, 3)), ..known.clone() },
        ] {
            assert!(admit(StatBlock::Written(Box::new(block))).is_err());
        }
        assert!(admit(StatBlock::Written(Box::new(known))).is_ok());
    }

    #[test]
    fn classes_and_hit_dice_give_attack_bonus_and_saves() {
        let class = |class, level| Block { class: Some(class), level: Some(level), ..Block::default() };
        let cases = [
            (class(Class::THIEF, 0), 0, [13, 14, 15, 16, 18]),
            (class(Class::new("Dwarf"), 4), 3, [11, 11, 13, 14, 15]),
            (class(Class::CLERIC, 9), 5, [8, 9, 12, 14, 13]),
            (class(Class::new("MagicUser"), 20), 7, [8, 6, 5, 11, 8]),
            (hd("1-1"), 0, [13, 14, 15, 16, 18]),
            (hd("NH"), 0, [13, 14, 15, 16, 18]),
            (hd("6+3*"), 6, [10, 11, 12, 14, 15]),
            (hd("33"), 16, [5, 6, 8, 9, 10]),
            (Block { save_as: Some((None, 0)), ..hd("4") }, 4, [13, 14, 15, 16, 18]),
            (Block { kind: CreatureKind::Npc, ..Block::default() }, 0, [13, 14, 15, 16, 18]),
        ];
        for (block, bonus, saves) in cases {
            let figures = drawn(block.clone());
            assert_eq!((figures.attack_bonus, figures.saves), (bonus, saves), "{block:?}");
        }
    }

    #[test]
    fn armour_class_comes_from_the_first_figure_there_is() {
        let nimble = Abilities { dex: Some(Rating::Score(16)), ..Abilities::default() };
        let worn = Protection { armour: Some(Armour::new("Chain")), shield: 1, magic: 1, hide: None };
        let hide = Protection { hide: Some(4), ..Protection::default() };
        let with = |ascending, protection, ac| Block {
            ascending,
            protection,
            ac,
            abilities: nimble,
            ..Block::default()
        };
        assert_eq!(drawn(with(Some(30), worn.clone(), Some(1))).ac, 30);
        assert_eq!(drawn(with(None, worn, Some(1))).ac, 19);
        assert_eq!(drawn(with(None, hide, None)).ac, 18);
        assert_eq!(drawn(with(None, Protection::default(), Some(4))).ac, 16);
        assert_eq!(drawn(with(None, Protection::default(), None)).ac, 13);
    }

    #[test]
    fn a_race_is_written_or_comes_with_the_class() {
        let written = Block { race: Some(Race::new("Halfling")), ..Block::default() };
        let classed = Block { class: Some(Class::new("Elf")), ..Block::default() };
        let both = Block { race: Some(Race::new("Human")), ..classed.clone() };
        assert_eq!(
            (race(&written), size(&written), surprise_dc(&written)),
            (Some(Race::new("Halfling")), Size::Small, 13)
        );
        assert_eq!(drawn(written).initiative, 1);
        assert_eq!(
            (race(&classed), size(&classed), surprise_dc(&classed)),
            (Some(Race::new("Elf")), Size::Medium, 15)
        );
        assert_eq!((race(&both), surprise_dc(&both)), (Some(Race::new("Human")), 13));
    }

    #[test]
    fn lines_know_their_weapon_and_the_rest_is_of_the_body() {
        let own = |name: &str, dice: &str| Attack {
            damage: dice.parse().ok().map(Damage::Dice),
            ..Attack::new(name)
        };
        let bare = ["Sword", "lance", "ballista", "crossbow"].map(Attack::new);
        let lines = bare.into_iter().chain([own("claw", "2d4"), own("great sword", "5d6")]);
        let figures = drawn(Block { attacks: lines.collect(), ..Block::default() });
        let told = |line: &Attack| match &line.damage {
            Some(Damage::Dice(dice)) => (dice.to_string(), line.has(Tag::NATURAL)),
            other => panic!("{}: {other:?}", line.name),
        };
        let want =
            ["1d8", "1d6", "2d8", "1d6", "2d4", "5d6"].map(|dice| (dice.to_string(), dice == "2d4"));
        assert_eq!(figures.attacks.iter().map(told).collect::<Vec<_>>(), want);
        let (ballista, crossbow) = (&figures.attacks[2], &figures.attacks[3]);
        assert_eq!(
            (ballista.range, ballista.rate, ballista.to_hit),
            (Some(Range::Missile), Some(4), -3)
        );
        assert_eq!((crossbow.loading, crossbow.size), (Some(1), Some(Size::Medium)));
    }
}
