//! A stat block with hit points.

use super::body::amiss;
use crate::rules::engine::deeds;
use crate::rules::model::block::d20::{Attack, D20, Range, Rider};
use crate::rules::model::combatant::{Combatant, Thing};
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::encounter::Encounter;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::About;
use crate::rules::text::span::counted;
use crate::rules::text::words;

/// Returns its attacks, a line each, then its spells.
pub(super) fn attacks(rules: &dyn Ruleset, e: &Encounter, d20: &D20, c: &Combatant) -> Vec<String> {
    let lines = (0u8..).zip(&d20.figures.attacks);
    let lines = lines.map(|(at, line)| {
        let gear = c.thing(Thing::Line(at));
        let spent = if gear.fired > 0 { " [not loaded]" } else { "" };
        let riders: String = line.riders.iter().map(|brought| rider(rules.about(), brought)).collect();
        format!("{}{riders}{}{spent}", attack(line, deeds::damage(rules, e, c, line)), amiss(gear, None))
    });
    lines.chain(spells(d20, c)).collect()
}

/// Formats an attack with its dice: `2 × claw +1: 1d4`.
fn attack(attack: &Attack, dice: Option<DiceExpr>) -> String {
    let times = if attack.count > 1 { format!("{} × ", attack.count) } else { String::new() };
    let damage = dice.map_or_else(|| "no damage".into(), |dice| dice.to_string());
    let reach = match attack.range {
        Some(Range::Missile) => ", missile",
        Some(Range::Both) => ", melee or thrown",
        _ => "",
    };
    let bonus =
        if attack.bonus == 0 { String::new() } else { format!(" {}", words::signed(attack.bonus)) };
    format!("{times}{}{bonus}: {damage}{reach}", words::attack_name(&attack.name))
}

/// Formats what a hit brings besides damage: ` · save against paralysis or paralysed (300 rounds)`.
fn rider(about: &About, rider: &Rider) -> String {
    let name = about.condition(rider.inflicts).map_or("worse", |row| row.row().label);
    let modifier =
        if rider.modifier == 0 { String::new() } else { format!(" {}", words::signed(rider.modifier)) };
    let rounds =
        rider.rounds.map_or_else(String::new, |rounds| format!(" ({})", counted(rounds, "round")));
    let delay =
        rider.delay.map_or_else(String::new, |delay| format!(" after {}", counted(delay, "round")));
    format!(" · save against {}{modifier} or {name}{rounds}{delay}", rider.save.word())
}

fn spells(d20: &D20, c: &Combatant) -> Option<String> {
    if d20.block.spells.is_empty() {
        return None;
    }
    let spells =
        d20.block.spells.iter().enumerate().map(|(at, spell)| match (spell.copies, c.spells.get(at)) {
            (Some(_), Some(left)) => format!("{} ×{left}", spell.name),
            _ => spell.name.to_string(),
        });
    Some(format!("Spells: {}", spells.collect::<Vec<_>>().join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::model::block::d20::Save;
    use crate::rules::model::effect::Condition;
    use crate::rules::model::ids::RulesetId;
    use crate::rules::registry::ruleset;

    #[test]
    fn one_round_is_no_plural() {
        let (inflicts, save) = (Condition::POISONED, Save::Death);
        let bite = |n| Rider { save, inflicts, rounds: Some(n), delay: Some(n), modifier: 0 };
        let told = |n| rider(ruleset(RulesetId::Bx).about(), &bite(n));
        assert_eq!(told(1), " · save against death or poisoned (1 round) after 1 round");
        assert_eq!(told(2), " · save against death or poisoned (2 rounds) after 2 rounds");
    }
}
