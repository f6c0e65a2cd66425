//! Parties: combatants that move from fight to fight, with their hit points, spells, counters and notes.

use super::error::StoreError;
use super::folders::Folders;
use super::pages;
use crate::rules::model::block::d20::CreatureKind;
use crate::rules::model::combatant::{Combatant, Standing, StatBlock, Vitals};
use crate::rules::model::command::Arrival;
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::{SideId, Text};
use crate::rules::model::rank::Rank;
use crate::rules::model::supply::Supply;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::Family;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;

/// The members of a side, saved in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Party {
    /// Its name.
    pub name: Text,
    /// The family of its stat blocks.
    #[serde(default)]
    pub family: Family,
    /// Whether it is the players', if that was said of the side it was saved from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<bool>,
    /// Its members.
    pub members: Vec<Member>,
}

/// A party member, as the last fight left it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// Its name at the table.
    pub name: Text,
    /// Maximum hit points. Absent: as in the block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<i32>,
    /// Hit points left, or wounds taken. Absent: unhurt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hp: Option<i32>,
    /// Temporary hit points that end neither by the clock nor with the fight.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub temporary: i32,
    /// Its standing. The dead, fled and gone do not join the next fight.
    #[serde(default, skip_serializing_if = "is_up")]
    pub standing: Standing,
    /// Copies left of each spell, in the order of the block. Absent: all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spells: Option<Vec<u8>>,
    /// Its supplies. Absent: as in the block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counters: Option<Vec<Supply>>,
    /// The rank set by the referee. Absent: as in the block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<Rank>,
    /// Its stat block, including notes.
    pub block: StatBlock,
}

fn is_zero(n: &i32) -> bool {
    *n == 0
}

fn is_up(standing: &Standing) -> bool {
    *standing == Standing::Up
}

impl Party {
    /// Creates a party from a side of a fight, leaving out those removed by hand.
    pub fn of(e: &Encounter, side: SideId, name: impl Into<Text>) -> Self {
        let there = e.all().filter(|c| c.side == side && c.standing != Standing::Gone);
        let members: Vec<Member> = there.filter_map(|c| Member::of(e, c)).collect();
        let wounds = members.iter().any(|member| matches!(member.block, StatBlock::Wounds(_)));
        let family = if wounds { Family::Wounds } else { Family::D20 };
        let players = e.side(side).and_then(|side| side.players);
        Self { name: name.into(), family, players, members }
    }

    /// Whether it is the players': as was said of it; otherwise, unless it consists of creatures only. Where stat blocks
    /// do not tell characters from creatures, a party is.
    pub fn is_players(&self) -> bool {
        let is_character = |member: &Member| match &member.block {
            StatBlock::D20(d20) => d20.block.kind == CreatureKind::Pc,
            StatBlock::Written(block) => block.kind == CreatureKind::Pc,
            StatBlock::Wounds(_) => true,
        };
        self.players.unwrap_or_else(|| self.members.iter().any(is_character))
    }

    /// The arrivals of those who can join a fight. Hit points impossible under the rules are clamped.
    pub fn arrivals<'a>(
        &'a self,
        rules: &'a dyn Ruleset,
        side: SideId,
    ) -> impl Iterator<Item = Arrival> + 'a {
        let there = self.members.iter().filter(|member| member.comes());
        there.map(move |member| member.arrival(rules, side))
    }

    /// Reports hit points that differ from the file because they were clamped, a sentence each.
    pub fn corrected(&self, rules: &dyn Ruleset) -> Vec<String> {
        let told = |member: &Member| {
            let arrival = member.arrival(rules, SideId(0));
            let (name, most) = (&member.name, arrival.most.or_else(|| member.most(rules)));
            let of = |hp: Option<i32>, most: Option<i32>| match (hp.or(most), most) {
                (Some(hp), Some(most)) => format!("{hp}/{most}"),
                (hp, _) => hp.unwrap_or(0).to_string(),
            };
            let (found, comes) = (of(member.hp, member.most(rules)), of(arrival.hp, most));
            (found != comes).then(|| format!("{name}: found {found}, joins with {comes}"))
        };
        self.members.iter().filter(|member| member.comes()).filter_map(told).collect()
    }

    /// Reads every party in the referee's folder, or the error of its file.
    pub fn all(folders: &Folders) -> Vec<(PathBuf, Result<Self, StoreError>)> {
        pages::all(&folders.parties())
    }

    /// Writes its file, replacing an earlier version. Returns the path.
    ///
    /// # Errors
    /// The existing file is faulty or belongs to another party, or the system refuses to write.
    pub fn write(&self, folders: &Folders) -> Result<PathBuf, StoreError> {
        pages::write(&folders.parties(), &self.name, self, |old| old.name == self.name)
    }
}

/// The temporary hit points without an end of their own.
fn lasting_temporary(c: &Combatant) -> i32 {
    let pool = c.effect(Condition::TEMPORARY_HP).filter(|effect| effect.until.is_none());
    pool.map_or(0, |effect| effect.value)
}

impl Member {
    fn of(e: &Encounter, c: &Combatant) -> Option<Self> {
        let block = e.block(c.block)?;
        let (most, hp) = match c.vitals {
            Vitals::HitPoints { now, max } => (Some(max), (now < max).then_some(now)),
            Vitals::Wounds(taken) => (None, (taken > 0).then_some(taken)),
        };
        let whole = match block {
            StatBlock::D20(d20) => {
                d20.block.spells.iter().map(|spell| spell.copies.unwrap_or(0)).collect()
            }
            StatBlock::Written(_) | StatBlock::Wounds(_) => Vec::new(),
        };
        Some(Self {
            name: c.name.clone(),
            most,
            hp,
            temporary: lasting_temporary(c),
            standing: if c.standing == Standing::Down { Standing::Up } else { c.standing },
            spells: (c.spells != whole).then(|| c.spells.clone()),
            rank: c.rank,
            counters: (c.supplies != block.supplies()).then(|| c.supplies.clone()),
            block: match block {
                StatBlock::D20(d20) => StatBlock::Written(Box::new(d20.block.clone())),
                other => other.clone(),
            },
        })
    }

    /// Whether it joins the next fight: neither dead, fled nor gone.
    pub fn comes(&self) -> bool {
        !matches!(self.standing, Standing::Dead | Standing::Gone | Standing::Fled)
    }

    /// Its maximum hit points, if it has any.
    fn most(&self, rules: &dyn Ruleset) -> Option<i32> {
        self.most.or_else(|| match super::ready(rules, &self.block) {
            StatBlock::D20(d20) => Some(d20.figures.hp),
            StatBlock::Written(block) => block.hp,
            StatBlock::Wounds(_) => None,
        })
    }

    fn arrival(&self, rules: &dyn Ruleset, side: SideId) -> Arrival {
        let block = Arc::new(super::ready(rules, &self.block));
        let most = self.most.map(|most| most.clamp(1, rules.about().most_hp()));
        let left = rules.about().hp_left(most.or_else(|| self.most(rules)).unwrap_or(i32::MAX));
        Arrival {
            most,
            hp: self.hp.map(|hp| hp.clamp(*left.start(), *left.end())),
            temporary: match rules.about().condition(Condition::TEMPORARY_HP) {
                Some(_) => self.temporary,
                None => 0,
            },
            spells: self.spells.clone(),
            supplies: self.counters.clone(),
            rank: self.rank,
            ..Arrival::new(side, self.name.clone(), block)
        }
    }
}
