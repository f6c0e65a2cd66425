//! Stat blocks: fills in what is missing, reports what is invalid, and derives figures (sections 1.1 and 1.2).

use super::asset::{about, tables};
use super::attribute;
use super::blow::Blow;
use super::condition;
use super::counter;
use super::gear::{self, Side};
use super::options::{INITIATIVE_MOD, InitiativeMod};
use super::reason;
use super::tables::Part;
use super::tag;
use super::traits;
use super::{armour, speed, state};
use crate::rules::d20::admit::{self, Known};
use crate::rules::d20::figures::{self as kit, plain};
use crate::rules::d20::tables::{self as kit_tables, Weapon};
use crate::rules::model::block::d20::{
    Ability, Attack, Attribute, Block, Class, D20, Damage, Figures, HitDice, Kind, Race, Range, Size,
    Tag, Trait,
};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::offer::Figure;
use crate::rules::ruleset::prelude::*;

/// Default speed in feet a round (section 1.1).
const STANDARD_SPEED: u32 = 30;
/// Default ability score (A24).
const STANDARD_SCORE: i32 = 10;
/// Initiative bonus of hobbits (`house.initiative.dex-modifier`).
const HOBBIT_INITIATIVE: i32 = 1;

const HOBBIT: Race = Race::new("Halfling");
const GNOME: Race = Race::new("Gnome");
const DWARF: Race = Race::new("Dwarf");
const BARD: Class = Class::new("Bard");
const MAGE: Class = Class::new("Mage");
const WARDEN: Class = Class::new("Warden");
const BEAST_MASTER: Class = Class::new("BeastMaster");

/// Completes a block, or returns every fault in it.
pub fn admit(block: StatBlock) -> Result<StatBlock, Vec<Fault>> {
    admit::admit(block, faults, draw)
}

fn faults(block: &Block) -> Vec<Fault> {
    let known = |name: &str| weapon(name).is_some();
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
    is_small_folk(block).then(|| Fault::new("protection.shield", found, expected))
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
        initiative: block.init_mod.unwrap_or_else(|| narrow(block, Ability::Dex)),
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
        let row = weapon(admit::called(&line)).map(Known::from);
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
    let small = is_small_folk(block) && line.has(tag::SMALL_TWO_HANDS);
    if said || small { tagged(line, Tag::TWO_HANDED) } else { line }
}

fn tagged(mut line: Attack, tag: Tag) -> Attack {
    if !line.has(tag) {
        line.tags.push(tag);
    }
    line
}

/// Finds a weapon by name (`house.equipment.lists`).
pub fn weapon(name: &str) -> Option<&'static Weapon> {
    kit_tables::weapon(&tables().weapons, name)
}

/// Ability modifier of section 1.2; 0 if the score is unknown.
pub fn modifier(d20: &D20, ability: Ability) -> i32 {
    modifier_of(&d20.block, ability)
}

/// Ability modifier of a block's score; 0 if the score is unknown.
pub fn modifier_of(block: &Block, ability: Ability) -> i32 {
    let score = block.abilities.score(ability).map(i32::from);
    score.and_then(|score| tables().ability.at(score).copied()).unwrap_or(0)
}

/// The narrower modifier: Dexterity for initiative, Charisma for reactions (section 1.2).
fn narrow(block: &Block, ability: Ability) -> i32 {
    let score = block.abilities.score(ability).map(i32::from);
    score.and_then(|score| tables().narrow.at(score).copied()).unwrap_or(0)
}

/// Ability score, or the default.
pub fn score(d20: &D20, ability: Ability) -> i32 {
    d20.block.abilities.score(ability).map_or(STANDARD_SCORE, i32::from)
}

/// Initiative modifier: the block's own, else by the initiative column or, with the option, the full Dexterity
/// modifier.
pub fn initiative(e: &Encounter, d20: &D20) -> i32 {
    let full = d20.block.init_mod.is_none() && INITIATIVE_MOD.is(e, InitiativeMod::FullDex);
    if full { modifier(d20, Ability::Dex) } else { d20.figures.initiative }
}

/// Initiative bonus of its race.
pub fn folk_initiative(d20: &D20) -> i32 {
    if folk(&d20.block) == Some(HOBBIT) { HOBBIT_INITIATIVE } else { 0 }
}

/// Charisma modifier to reactions.
pub fn reaction_modifier(d20: &D20) -> i32 {
    narrow(&d20.block, Ability::Cha)
}

/// Its race: the block's own, else the one that its class implies.
pub fn folk(block: &Block) -> Option<Race> {
    let by_class = || {
        let class = block.class?;
        [HOBBIT, GNOME, DWARF].into_iter().find(|race| race.name() == class.name())
    };
    block.race.or_else(by_class)
}

/// Whether it is a gnome or hobbit, too small for some weapons.
pub fn is_small_folk(block: &Block) -> bool {
    folk(block).is_some_and(|race| [HOBBIT, GNOME].contains(&race))
}

/// Its size: the block's own, else that of its race (`house.special.size`).
pub fn size(block: &Block) -> Size {
    let small = folk(block).is_some_and(|race| [HOBBIT, GNOME, DWARF].contains(&race));
    block.size.unwrap_or(if small { Size::Small } else { Size::Medium })
}

/// Whether `who` is at least one size larger than `other`.
pub fn is_bigger(e: &Encounter, who: CombatantId, other: CombatantId) -> bool {
    e.d20(who).is_ok_and(|one| e.d20(other).is_ok_and(|other| size(&one.block) > size(&other.block)))
}

pub fn is_mage(block: &Block) -> bool {
    block.class == Some(MAGE)
}

pub fn is_warden(d20: &D20) -> bool {
    d20.block.class == Some(WARDEN)
}

pub fn is_bard(d20: &D20) -> bool {
    d20.block.class == Some(BARD)
}

pub fn is_beast_master(d20: &D20) -> bool {
    d20.block.class == Some(BEAST_MASTER)
}

/// Level, or a creature's whole Hit Dice; at least 1.
pub fn level(d20: &D20) -> i32 {
    let dice = || d20.block.hd.map_or(1, |hd| i32::from(hd.whole));
    d20.block.level.map_or_else(dice, i32::from).max(1)
}

#[inline]
pub fn figure(d20: &D20, attribute: Attribute) -> Option<i32> {
    d20.block.attributes.of(attribute)
}

#[inline]
pub fn flag(d20: &D20, attribute: Attribute) -> bool {
    figure(d20, attribute).is_some_and(|figure| figure > 0)
}

/// Whether it saves at exactly 0 hit points: player characters and retainers (`house.death.exactly-zero`, A36).
pub fn dies_as_character(d20: &D20) -> bool {
    d20.block.kind == Kind::Pc || flag(d20, attribute::RETAINER)
}

/// Whether it attacks with a routine of named attacks rather than spending its attacks on any weapon.
#[inline]
pub fn has_routine(d20: &D20) -> bool {
    !d20.block.is_character() && figure(d20, Attribute::ROUTINE).is_none()
}

/// Attacks a round: the block's own, else by class and level, or a creature's whole routine
/// (`house.class.extra-attacks`).
pub fn attacks(d20: &D20) -> u8 {
    let written = figure(d20, Attribute::ROUTINE).and_then(|n| u8::try_from(n).ok());
    let by_class = || {
        let row = tables().class(d20.block.class?)?;
        row.attacks.at(level(d20)).copied()
    };
    let routine =
        || d20.figures.attacks.iter().fold(0u8, |all, line| all.saturating_add(line.count)).max(1);
    written.unwrap_or_else(|| if has_routine(d20) { routine() } else { by_class().unwrap_or(1) })
}

/// Whether it is no weapon: claws, teeth, bare hands.
#[inline]
pub fn is_natural(line: &Attack) -> bool {
    line.has(Tag::NATURAL) || line.has(Tag::UNARMED)
}

/// Whether the weapon must be in hand to be used, one at a time; a creature uses its whole routine
/// (`house.attack.change-weapon`).
#[inline]
pub fn is_in_hand(d20: &D20, line: &Attack) -> bool {
    !is_natural(line) && !has_routine(d20)
}

/// Faces of the Hit Die of its class.
pub fn hit_die(d20: &D20) -> Option<i32> {
    let of_class = || tables().class(d20.block.class?)?.hit_die.map(i32::from);
    figure(d20, attribute::HIT_DIE).or_else(of_class)
}

/// Whether its Strength is below the minimum of the weapon (`house.attack.understrength`).
pub fn is_too_weak(d20: &D20, line: &Attack) -> bool {
    let needed = line.attributes.of(attribute::STRENGTH_NEEDED);
    needed.is_some_and(|needed| score(d20, Ability::Str) < needed)
}

/// Warning that lists the weapons and armour it is too weak for (`house.attack.understrength`).
fn too_weak(d20: &D20) -> Option<Figure> {
    let weapons = d20.figures.attacks.iter().filter(|line| is_too_weak(d20, line));
    let armour = armour::too_heavy(d20).map(|armour| armour.name().in_kebab());
    let all: Vec<String> = weapons.map(|line| line.name.to_string()).chain(armour).collect();
    (!all.is_empty()).then(|| plain("Too weak for", all.join(", "), "house.attack.understrength"))
}

/// Warning that lists the weapons its race is too small for (`house.attack.size-limits`).
fn too_small(d20: &D20) -> Option<Figure> {
    let weapons = d20.figures.attacks.iter().filter(|line| line.has(tag::NOT_FOR_SMALL));
    let all: Vec<String> = weapons.map(|line| line.name.to_string()).collect();
    let warns = is_small_folk(&d20.block) && !all.is_empty();
    warns.then(|| plain("Too small for", all.join(", "), "house.attack.size-limits"))
}

/// Whether the weapon is long enough for the bonus of a mounted attacker (`house.attack.mounted`).
pub fn is_long_enough_to_ride_with(line: &Attack) -> bool {
    !line.has(tag::SHORT) && !line.has(Tag::UNARMED)
}

/// Whether `who` has hands, arms, legs and a head that can be injured (`house.critical.discretion`).
pub fn has_anatomy(e: &Encounter, who: CombatantId) -> bool {
    e.d20(who).is_ok_and(|d20| !d20.block.is(Trait::SHAPELESS))
}

/// Whether `who` has that body part; a creature without hands has no arms either.
pub fn has_part(e: &Encounter, who: CombatantId, part: Part) -> bool {
    let handless = e.d20(who).is_ok_and(|d20| d20.block.is(Trait::HANDLESS));
    !(handless && matches!(part, Part::Hand | Part::Arm))
}

/// Penalty of a torso or groin injury to every roll. It does not apply while the incapacitation caused by the injury
/// lasts; a later one adds to it (section 3.12).
pub fn injury_to_all_rolls(e: &Encounter, c: &Combatant) -> i32 {
    let fresh = |effect: &Effect| e.round_number() <= effect.count(counter::BEGAN_IN) + 1;
    let hurts = |effect: &Effect| !(c.has(Condition::INCAPACITATED) && fresh(effect));
    let mut middle =
        c.effects_of(condition::INJURED_TORSO).chain(c.effects_of(condition::INJURED_GROIN));
    if middle.any(hurts) { tables().on_roll(&reason::INJURY) } else { 0 }
}

/// Whether the attack uses an injured part, or the torso or groin is injured.
pub fn uses_injured_part(e: &Encounter, c: &Combatant, blow: &Blow) -> bool {
    injury_to_all_rolls(e, c) != 0 || uses_injured_arm(c, blow.at, blow.line)
}

/// Whether the weapon is wielded with an injured hand or arm: the second weapon with the left, a two-handed one with
/// both, any other with the right, or with the left if the right is unusable.
pub fn uses_injured_arm(c: &Combatant, nth: u8, line: &Attack) -> bool {
    let second = state::second_weapon(c) == Some(nth);
    let side = if second { Side::Left } else { gear::weapon_side(c) };
    let hurts = |effect: &Effect| line.has(Tag::TWO_HANDED) || effect.value == side.figure();
    let mut injuries = c.effects_of(condition::INJURED_HAND).chain(c.effects_of(condition::INJURED_ARM));
    !line.has(Tag::NATURAL) && injuries.any(hurts)
}

/// Whether it is an animal to a beast master.
pub fn is_animal(d20: &D20) -> bool {
    d20.block.is(traits::ANIMAL)
}

/// The figures in every roster row: armour class, and the attacks left if it has several.
pub fn column(e: &Encounter, who: CombatantId) -> Vec<Figure> {
    let (Ok(d20), Ok(c)) = (e.d20(who), e.who(who)) else { return Vec::new() };
    let several = (attacks(d20) > 1).then(|| attacks_figure(c, d20, "Att"));
    std::iter::once(armour_figure(e, who)).chain(several).collect()
}

fn armour_figure(e: &Encounter, who: CombatantId) -> Figure {
    let tally = armour::class(e, who, None);
    let ac = tally.total().to_string();
    Figure { tally, ..plain("AC", ac, "house.equipment.armour-class") }
}

/// Attacks left out of those of a round.
fn attacks_figure(c: &Combatant, d20: &D20, label: &str) -> Figure {
    let left = format!("{}/{}", state::attacks_left(c, d20), attacks(d20));
    plain(label, left, "house.attack.available")
}

/// The figures in the detail view.
pub fn shown(e: &Encounter, who: CombatantId) -> Vec<Figure> {
    let (Ok(d20), Ok(c)) = (e.d20(who), e.who(who)) else { return Vec::new() };
    let mut list = vec![armour_figure(e, who)];
    list.push(plain("Attack", format!("{:+}", d20.figures.attack_bonus), "house.attack.roll"));
    list.push(attacks_figure(c, d20, "Attacks"));
    list.push(kit::saves(d20, "house.save.roll"));
    let pace = format!("{}'", speed::of(e, c));
    let tally = speed::tally(e, c);
    list.push(Figure { tally, ..plain("Move", pace, "house.movement.encounter-speed") });
    list.extend(too_weak(d20));
    list.extend(too_small(d20));
    list.extend(kit::hit_dice(d20, "house.attack.roll"));
    list.extend(kit::morale(e, c, "house.morale.check"));
    list.extend(bonus_spells(d20));
    // Seldom asked for in a fight.
    list.extend(speed::lift(d20));
    list
}

/// Bonus spells of levels 1, 2 and 3 for a high prime requisite (`house.spell.bonus`).
fn bonus_spells(d20: &D20) -> Option<Figure> {
    let class = d20.block.class?;
    let (_, ability) = tables().spell_ability.iter().find(|(of, _)| *of == class)?;
    let more = tables().bonus_spells.at(score(d20, *ability))?;
    let text = more.map(|n| n.to_string()).join("/");
    more.iter().any(|n| *n > 0).then(|| plain("Bonus spells", text, "house.spell.bonus"))
}
