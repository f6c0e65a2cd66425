//! A creature as other tools represent it: with computed values, and descending armour class.

use crate::rules::model::block::d20::{Ability, Attack, Block, CreatureKind, Damage, Range};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::ids::Text;
use crate::rules::registry;
use crate::rules::ruleset::Ruleset;
use crate::store::{Party, ready};

/// A creature or character with hit points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Creature {
    /// The name at the table.
    pub(super) name: Text,
    /// Hit points left.
    pub(super) now: i32,
    /// Maximum hit points.
    pub(super) most: i32,
    /// Armour class, 9 unarmoured.
    pub(super) ac: i32,
    /// The roll needed to hit armour class 0.
    pub(super) thac0: i32,
    /// Saves: death, wands, paralysis, breath, spells.
    pub(super) saves: [u8; 5],
    /// Movement per turn and per round, in feet.
    pub(super) moves: (u32, u32),
    /// Its attack lines with all defaults filled in.
    pub(super) attacks: Vec<Attack>,
    /// The stat block as written.
    pub(super) block: Block,
}

/// The ruleset that fills in omitted values: the first one, which has such blocks and descending armour class.
fn rules() -> &'static dyn Ruleset {
    registry::ruleset(registry::ALL[0])
}

impl Creature {
    /// Converts a stat block.
    ///
    /// # Errors
    /// If it has wounds instead of hit points, which other tools do not support, or an invalid stat block.
    pub fn of(block: &StatBlock) -> Result<Self, String> {
        let called = block.name();
        let wounds =
            || format!("{called}: found wounds, expected hit points; other tools do not support wounds");
        let written = match ready(rules(), block) {
            StatBlock::Wounds(_) => return Err(wounds()),
            StatBlock::D20(d20) => StatBlock::Written(Box::new(d20.block)),
            written @ StatBlock::Written(_) => written,
        };
        let faults = |all: Vec<_>| {
            let all: Vec<String> = all.iter().map(ToString::to_string).collect();
            format!("{called}: {}", all.join("; "))
        };
        let StatBlock::D20(d20) = rules().admit(written).map_err(faults)? else { return Err(wounds()) };
        let (block, figures) = (d20.block, d20.figures);
        let own = |line: &Attack| block.attacks.iter().any(|written| written.name == line.name);
        Ok(Self {
            name: block.name.clone(),
            now: figures.hp,
            most: figures.hp,
            ac: figures.ac,
            thac0: figures.thac0,
            saves: figures.saves,
            moves: (figures.base_move, figures.encounter_move),
            attacks: figures.attacks.into_iter().filter(own).collect(),
            block,
        })
    }

    /// Converts the members of a party, with their current hit points.
    ///
    /// # Errors
    /// As [`of`](Self::of), for the first member that fails.
    pub fn of_party(party: &Party) -> Result<Vec<Self>, String> {
        let one = |member: &crate::store::Member| {
            let creature = Self::of(&member.block)?;
            let most = member.most.unwrap_or(creature.most);
            let now = member.hp.unwrap_or(most);
            Ok(Self { name: member.name.clone(), now, most, ..creature })
        };
        party.members.iter().map(one).collect()
    }

    pub(super) fn is_character(&self) -> bool {
        self.block.kind == CreatureKind::Pc
    }

    /// Ascending armour class, 10 unarmoured.
    pub(super) fn ascending(&self) -> i32 {
        19 - self.ac
    }

    /// The attack bonus.
    pub(super) fn bonus(&self) -> i32 {
        19 - self.thac0
    }

    /// Its hit dice: `4d8+1`.
    pub(super) fn dice(&self) -> Option<String> {
        rules().hit_dice(&self.block).map(|dice| dice.to_string())
    }

    /// An ability score, 10 by default.
    pub(super) fn score(&self, ability: Ability) -> u8 {
        self.block.abilities.score(ability).unwrap_or(10)
    }

    /// Its class: `Magic-User`.
    pub(super) fn class(&self) -> Option<String> {
        let mut out = String::new();
        for sign in self.block.class.as_ref()?.name().as_str().chars() {
            if sign.is_uppercase() && !out.is_empty() {
                out.push('-');
            }
            out.push(sign);
        }
        Some(out)
    }

    /// Its class, or `Monster`.
    pub(super) fn kind(&self) -> String {
        self.class().unwrap_or_else(|| "Monster".into())
    }
}

/// The attack line with the dice from the weapon table, for tools without that table.
pub(super) fn in_dice(line: &Attack) -> Attack {
    let known = match &line.damage {
        Some(Damage::Weapon(Some(name))) => dice_of(name),
        Some(Damage::Weapon(None)) | None => dice_of(&line.name),
        _ => None,
    };
    Attack { damage: known.map(Damage::Dice).or_else(|| line.damage.clone()), ..line.clone() }
}

/// The dice of a weapon by name.
fn dice_of(name: &str) -> Option<DiceExpr> {
    rules().weapons().into_iter().find(|weapon| weapon.is_called(name))?.dice
}

/// The damage dice including magic bonuses. `None` if a hit deals no dice of damage.
pub(super) fn damage(line: &Attack) -> Option<String> {
    match &line.damage {
        Some(Damage::Dice(dice)) => {
            let mut dice = *dice;
            dice.plus = dice.plus.saturating_add(line.bonus);
            Some(dice.to_string())
        }
        _ => None,
    }
}

/// The average damage of a hit.
pub(super) fn average(line: &Attack) -> i32 {
    match &line.damage {
        Some(Damage::Dice(dice)) => (dice.average() + line.bonus).max(0),
        _ => 0,
    }
}

pub(super) fn is_missile(line: &Attack) -> bool {
    matches!(line.range, Some(Range::Missile | Range::Both))
}

pub(super) fn is_melee(line: &Attack) -> bool {
    !matches!(line.range, Some(Range::Missile))
}

/// The attacks as in a one-line stat block: `2 claws/1 bite`.
pub(super) fn attacks(creature: &Creature) -> String {
    let one = |line: &Attack| format!("{} {}", line.count, line.name);
    creature.attacks.iter().map(one).collect::<Vec<_>>().join("/")
}
