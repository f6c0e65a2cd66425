//! A creature as other tools know one: the figures of its stat block worked out, armour class counting downward.

use crate::rules::model::block::d20::{Ability, Attack, Block, Damage, Kind, Range};
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
    /// Hit points at most.
    pub(super) most: i32,
    /// Armour class, 9 unarmoured.
    pub(super) ac: i32,
    /// The total needed to hit armour class 0.
    pub(super) thac0: i32,
    /// Death, wands, paralysis, breath, spells.
    pub(super) saves: [u8; 5],
    /// Feet a turn, and a round.
    pub(super) moves: (u32, u32),
    /// Its attack lines, each complete.
    pub(super) attacks: Vec<Attack>,
    /// The rest as it is written.
    pub(super) block: Block,
}

/// The rules whose tables fill in what a block leaves out: the first that know such blocks and count armour downward.
fn rules() -> &'static dyn Ruleset {
    registry::ruleset(registry::ALL[0])
}

impl Creature {
    /// A stat block under that name.
    ///
    /// # Errors
    /// It has wounds in place of hit points, for which no other tool has a place; or it has a fault.
    pub fn of(block: &StatBlock) -> Result<Self, String> {
        let called = block.name();
        let wounds =
            || format!("{called}: found wounds, expected hit points; other tools have no place for it");
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

    /// Those of a party, as the last fight left them.
    ///
    /// # Errors
    /// The first of whom [`of`](Self::of) has something to say.
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
        self.block.kind == Kind::Pc
    }

    /// Armour class counting upward, 10 unarmoured.
    pub(super) fn ascending(&self) -> i32 {
        19 - self.ac
    }

    /// What is added to a roll to hit.
    pub(super) fn bonus(&self) -> i32 {
        19 - self.thac0
    }

    /// The dice of its hit points: `4d8+1`.
    pub(super) fn dice(&self) -> Option<String> {
        rules().hit_dice(&self.block).map(|dice| dice.to_string())
    }

    /// An ability score; 10 where none is written.
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

    /// Class, or what it is.
    pub(super) fn kind(&self) -> String {
        self.class().unwrap_or_else(|| "Monster".into())
    }
}

/// The line with the dice of its weapon's table, for tools that have no such table.
pub(super) fn in_dice(line: &Attack) -> Attack {
    let known = match &line.damage {
        Some(Damage::Weapon(Some(name))) => dice_of(name),
        Some(Damage::Weapon(None)) | None => dice_of(&line.name),
        _ => None,
    };
    Attack { damage: known.map(Damage::Dice).or_else(|| line.damage.clone()), ..line.clone() }
}

/// The dice that the table of weapons has for one of that name.
fn dice_of(name: &str) -> Option<DiceExpr> {
    rules().weapons().into_iter().find(|weapon| weapon.is_called(name))?.dice
}

/// The dice of a hit, with its magic; none where a hit deals none.
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

/// What a hit deals on average.
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

/// `2 claws/1 bite`, as one-line stat blocks have it.
pub(super) fn attacks(creature: &Creature) -> String {
    let one = |line: &Attack| format!("{} {}", line.count, line.name);
    creature.attacks.iter().map(one).collect::<Vec<_>>().join("/")
}
