//! The figures shown to the referee.

use super::asset::tables;
use super::{armour, figures, speed, state, tag};
use crate::rules::d20::figures::{self as kit, plain};
use crate::rules::model::block::d20::D20;
use crate::rules::model::offer::Figure;
use crate::rules::ruleset::prelude::*;

/// The figures in every roster row: armour class, and the attacks left if it has several.
pub fn column(e: &Encounter, who: CombatantId) -> Vec<Figure> {
    let (Ok(d20), Ok(c)) = (e.d20(who), e.who(who)) else { return Vec::new() };
    let several = (figures::attacks(d20) > 1).then(|| attacks_figure(c, d20, "Att"));
    std::iter::once(armour_figure(e, who)).chain(several).collect()
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

fn armour_figure(e: &Encounter, who: CombatantId) -> Figure {
    let tally = armour::class(e, who, None);
    let ac = tally.total().to_string();
    Figure { tally, ..plain("AC", ac, "house.equipment.armour-class") }
}

/// Attacks left out of those of a round.
fn attacks_figure(c: &Combatant, d20: &D20, label: &str) -> Figure {
    let left = format!("{}/{}", state::attacks_left(c, d20), figures::attacks(d20));
    plain(label, left, "house.attack.available")
}

/// Warning that lists the weapons and armour it is too weak for (`house.attack.understrength`).
fn too_weak(d20: &D20) -> Option<Figure> {
    let weapons = d20.figures.attacks.iter().filter(|line| figures::is_too_weak(d20, line));
    let armour = armour::too_heavy(d20).map(|armour| armour.name().in_kebab());
    let all: Vec<String> = weapons.map(|line| line.name.to_string()).chain(armour).collect();
    (!all.is_empty()).then(|| plain("Too weak for", all.join(", "), "house.attack.understrength"))
}

/// Warning that lists the weapons its race is too small for (`house.attack.size-limits`).
fn too_small(d20: &D20) -> Option<Figure> {
    let weapons = d20.figures.attacks.iter().filter(|line| line.has(tag::NOT_FOR_SMALL));
    let all: Vec<String> = weapons.map(|line| line.name.to_string()).collect();
    let warns = figures::is_small_folk(&d20.block) && !all.is_empty();
    warns.then(|| plain("Too small for", all.join(", "), "house.attack.size-limits"))
}

/// Bonus spells of levels 1, 2 and 3 for a high prime requisite (`house.spell.bonus`).
fn bonus_spells(d20: &D20) -> Option<Figure> {
    let class = d20.block.class?;
    let (_, ability) = tables().spell_ability.iter().find(|(of, _)| *of == class)?;
    let more = tables().bonus_spells.at(figures::score(d20, *ability))?;
    let text = more.map(|n| n.to_string()).join("/");
    more.iter().any(|n| *n > 0).then(|| plain("Bonus spells", text, "house.spell.bonus"))
}
