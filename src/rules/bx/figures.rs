//! Stat blocks: validation, defaults and derived figures.

use super::asset::{about, tables};
use super::tables::ArmourWeight;
use super::{condition, options, reason, state, tag};
use crate::rules::d20::admit;
use crate::rules::d20::figures::{self as kit, plain};
use crate::rules::d20::tables::{self as kit_tables, Weapon};
use crate::rules::model::block::d20::{
    Ability, Armour, Attack, Block, Class, D20, Figures, HitDice, Range, Tag,
};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::offer::Figure;
use crate::rules::ruleset::prelude::*;
use crate::rules::ruleset::table::RangeTable;

/// Armour class without armour (8.5).
const UNARMOURED: i32 = 9;
/// Ascending armour class and attack bonus are this minus the descending figure (section 1).
pub const ASCENDING_BASE: i32 = 19;
/// Default movement in feet per turn and per round (1.1).
const STANDARD_MOVE: (u32, u32) = (120, 40);

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
    faults.extend(beyond_class(block));
    faults
}

/// Returns a fault for each level beyond table 8.3, unless the block gives THAC0 and saves itself.
fn beyond_class(block: &Block) -> Vec<Fault> {
    let fault = |field: &str, class: Option<Class>, level: u8, instead: &str| {
        let table = tables().classes.iter().find(|table| Some(table.class) == class)?;
        let found = format!("{} {level}", table.class.name().in_kebab());
        let expected = format!("1 to {}, or {instead} written out", table.top);
        let endless = field == "save_as" && table.class == Class::FIGHTER && level > 0;
        let within = endless || (1..=table.top).contains(&level);
        (!within).then(|| Fault::new(field, found, expected))
    };
    let told = block.thac0.is_some() && (block.saves.is_some() || block.save_as.is_some());
    let own = block.level.filter(|_| !told);
    let own = own.and_then(|level| fault("level", block.class, level, "THAC0 and saves"));
    let other = block.save_as.filter(|_| block.saves.is_none());
    let other = other.and_then(|(class, level)| fault("save_as", class, level, "saves"));
    own.into_iter().chain(other).collect()
}

/// The weapon of that name (8.4).
pub fn weapon(name: &str) -> Option<&'static Weapon> {
    kit_tables::weapon(&tables().weapons, name)
}

fn draw(block: &Block) -> Figures {
    let thac0 = block.thac0.unwrap_or_else(|| thac0(block));
    // A missing figure follows from the other (`bx.movement.rates`): a third, rounded down (R29).
    let (base_move, encounter_move) = admit::movement(&block.movement, STANDARD_MOVE);
    let swift = || by_score(block, Ability::Dex, &tables().dexterity_initiative);
    Figures {
        hp: block.hp.unwrap_or(1),
        ac: block
            .ac
            .unwrap_or_else(|| armour_class(block, by_score(block, Ability::Dex, &tables().ability))),
        shield: block.protection.shield,
        thac0,
        attack_bonus: ASCENDING_BASE - thac0,
        saves: block.saves.unwrap_or_else(|| saves(block)),
        base_move,
        encounter_move,
        initiative: block.init_mod.unwrap_or_else(swift),
        attacks: attacks(block),
    }
}

/// Returns the attack lines; two-handed melee weapons become slow (`bx.initiative.slow-weapons`).
fn attacks(block: &Block) -> Vec<Attack> {
    let mut lines = admit::completed(block, weapon);
    for line in &mut lines {
        let heavy = line.has(Tag::TWO_HANDED) && line.range != Some(Range::Missile);
        if heavy && !line.has(tag::SLOW) {
            line.tags.push(tag::SLOW);
        }
    }
    lines
}

fn armour_class(block: &Block, dexterity: i32) -> i32 {
    let worn = block.protection.armour.unwrap_or(Armour::UNARMOURED);
    let row = tables().armour.iter().find(|row| row.armour == worn);
    let base = block.protection.hide.or(row.map(|row| row.ac)).unwrap_or(UNARMOURED);
    base - block.protection.shield - block.protection.magic - dexterity
}

/// Returns the THAC0 by class and level, otherwise by Hit Dice (`bx.attack.matrix`).
fn thac0(block: &Block) -> i32 {
    if let Some(row) = class_row(block.class, block.level) {
        return row.0;
    }
    match block.hd {
        Some(hd) if !hd.normal_human => {
            tables().thac0_by_hd.at(hd.fighting()).copied().unwrap_or(ASCENDING_BASE)
        }
        _ => tables().thac0_normal_human,
    }
}

fn class_row(class: Option<Class>, level: Option<u8>) -> Option<(i32, [u8; 5])> {
    let table = tables().classes.iter().find(|table| Some(table.class) == class)?;
    table.levels.at(i32::from(level.unwrap_or(1))).copied()
}

/// Returns the saves as the class and level given, otherwise by Hit Dice (`bx.save.monster-table`).
fn saves(block: &Block) -> [u8; 5] {
    let as_class = match block.save_as {
        Some((None, _)) => return tables().normal_human_saves,
        // Table 8.2 continues the fighter's rows, which are the same.
        Some((Some(Class::FIGHTER), level)) => return by_hit_dice(Some(HitDice::whole(level))),
        Some((class, level)) => class_row(class, Some(level)),
        None => class_row(block.class, block.level),
    };
    as_class.map(|row| row.1).unwrap_or_else(|| by_hit_dice(block.hd))
}

fn by_hit_dice(hd: Option<HitDice>) -> [u8; 5] {
    let whole = hd.filter(|hd| !hd.below_one() && !hd.normal_human).map(|hd| i32::from(hd.whole));
    let row = whole.and_then(|whole| tables().monster_saves.at(whole));
    row.copied().unwrap_or(tables().normal_human_saves)
}

/// Returns the table's entry for an ability; 0 if the score is unknown.
fn by_score(block: &Block, ability: Ability, table: &RangeTable<i32>) -> i32 {
    block.abilities.score(ability).and_then(|score| table.at(score.into()).copied()).unwrap_or(0)
}

/// Returns the ability modifier of table 8.6.
pub fn modifier(d20: &D20, ability: Ability) -> i32 {
    by_score(&d20.block, ability, &tables().ability)
}

/// Returns the reaction modifier of CHA (8.6).
pub fn reaction_modifier(d20: &D20) -> i32 {
    by_score(&d20.block, Ability::Cha, &tables().charisma_reaction)
}

/// Returns feet per turn and per round, with custom effects.
pub fn rates(e: &Encounter, c: &Combatant, d20: &D20) -> (u32, u32) {
    let (base, encounter) = loaded(e, d20);
    let feet = custom::sum(c, Stat::Movement);
    (base.saturating_add_signed(feet.saturating_mul(3)), encounter.saturating_add_signed(feet))
}

/// Returns feet per turn and per round, limited by a character's load (`bx.encumbrance.*`).
fn loaded(e: &Encounter, d20: &D20) -> (u32, u32) {
    let own = (d20.figures.base_move, d20.figures.encounter_move);
    if !d20.block.is_character() {
        return own;
    }
    let load = &d20.block.load;
    let by_load = match options::ENCUMBRANCE.of(e) {
        _ if is_overloaded(e, d20) => Some(0),
        options::Encumbrance::Basic => {
            let worn = d20.block.protection.armour.unwrap_or(Armour::UNARMOURED);
            let row = tables().armour.iter().find(|row| row.armour == worn);
            let class = row.map_or(ArmourWeight::Unarmoured, |row| row.class);
            let rates = tables().basic_encumbrance.iter().find(|row| row.0 == class);
            rates.map(|row| if load.laden { row.2 } else { row.1 })
        }
        options::Encumbrance::Detailed => {
            let coins = i32::try_from(weight(e, d20)).unwrap_or(i32::MAX);
            tables().detailed_encumbrance.at(coins).copied()
        }
        _ => None,
    };
    match by_load {
        Some(base) => (base, base / 3),
        None => own,
    }
}

/// Returns the weight that counts, in coins: everything and miscellaneous gear, or only treasure under basic
/// encumbrance (`bx.encumbrance.max-load`); 0 without encumbrance.
fn weight(e: &Encounter, d20: &D20) -> u32 {
    let load = &d20.block.load;
    match options::ENCUMBRANCE.of(e) {
        options::Encumbrance::Basic => load.treasure,
        options::Encumbrance::Detailed => {
            let sundries = load.sundries.unwrap_or(tables().sundries);
            load.treasure.saturating_add(load.gear).saturating_add(sundries)
        }
        _ => 0,
    }
}

/// Whether it carries more than the maximum load (`bx.encumbrance.max-load`).
fn is_overloaded(e: &Encounter, d20: &D20) -> bool {
    d20.block.is_character() && weight(e, d20) > tables().max_load
}

/// Returns the descending armour class against an attack, with its modifiers.
pub fn armour_against(e: &Encounter, who: CombatantId, shield_ignored: Option<Reason>) -> Tally {
    let mut tally = Tally::new();
    let (Ok(d20), Ok(c)) = (e.d20(who), e.who(who)) else { return tally };
    tally.add(Reason::BASE, d20.figures.ac);
    if state::both_hands(e, c, d20) {
        tally.add(reason::TWO_HANDED, d20.figures.shield);
    } else if let Some(reason) = shield_ignored {
        tally.add(reason, d20.figures.shield);
    }
    if c.has(Condition::EXHAUSTED) {
        tally.add(Reason::EXHAUSTED, 2);
    }
    custom::take(&mut tally, c, Stat::Armour);
    tally
}

/// Returns the figure of a roster row.
pub fn column(e: &Encounter, who: CombatantId) -> Vec<Figure> {
    if e.d20(who).is_ok() { vec![armour(e, who)] } else { Vec::new() }
}

/// Returns the armour class, ascending under the option.
fn armour(e: &Encounter, who: CombatantId) -> Figure {
    let armour = armour_against(e, who, None);
    if options::ASCENDING.is_on(e) {
        let aac = ASCENDING_BASE - armour.total();
        return plain("AAC", aac.to_string(), "bx.attack.ascending");
    }
    let ac = armour.total().to_string();
    Figure { tally: armour, ..plain("AC", ac, "bx.attack.roll") }
}

/// Returns all figures shown to the referee.
pub fn shown(e: &Encounter, who: CombatantId) -> Vec<Figure> {
    let (Ok(d20), Ok(c)) = (e.d20(who), e.who(who)) else { return Vec::new() };
    let mut list = column(e, who);
    if options::ASCENDING.is_on(e) {
        let bonus = format!("{:+}", d20.figures.attack_bonus);
        list.push(plain("Attack", bonus, "bx.attack.ascending"));
    } else {
        let thac0 = d20.figures.thac0.to_string();
        list.push(plain("THAC0", thac0, "bx.attack.matrix"));
    }
    list.push(kit::saves(d20, "bx.save.categories"));
    let (base, encounter) = rates(e, c, d20);
    let pace = format!("{base}' ({encounter}')");
    list.push(kit::movement(c, loaded(e, d20).1, pace, "bx.movement.rates"));
    if let Some((base, encounter)) = group_rates(e, c.side) {
        list.push(plain("Group", format!("{base}' ({encounter}')"), "bx.movement.group-rate"));
    }
    list.extend(kit::hit_dice(d20, "bx.save.monster-table"));
    list.extend(kit::morale(e, c, "bx.morale.check"));
    list
}

/// Returns feet per turn and per round of the slowest member present (`bx.movement.group-rate`).
fn group_rates(e: &Encounter, side: SideId) -> Option<(u32, u32)> {
    slowest(e, side, Combatant::is_up)
}

/// Returns feet per turn and per round of the slowest member that counts.
pub fn slowest(e: &Encounter, side: SideId, counts: fn(&Combatant) -> bool) -> Option<(u32, u32)> {
    let members = e.all().filter(|c| c.side == side && counts(c));
    let rates = members.filter_map(|c| Some(rates(e, c, e.d20(c.id).ok()?)));
    rates.reduce(|slowest, one| (slowest.0.min(one.0), slowest.1.min(one.1)))
}

/// Checks that it is not overloaded (`bx.encumbrance.max-load`).
pub fn bears_its_load(at: &At) -> Allowed {
    let loaded = at.d20().is_ok_and(|d20| is_overloaded(at.e, d20));
    at.unless(!loaded && !at.c.has(condition::OVERLOADED), Refusal::OVERLOADED)
}
