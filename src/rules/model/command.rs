//! What the referee asks of the rules.

use super::combatant::{Standing, StatBlock};
pub use super::deed::Deed;
use super::dice::DiceExpr;
use super::effect::Condition;
pub use super::fact::{
    Defence, Fact, Facts, Light, Lighting, Location, Maneuver, OnSave, Shelter, Surface,
};
use super::ids::{CombatantId, EffectId, SideId, Text};
use super::moment::{Round, Second};
use super::rank::Rank;
use super::sight::Sight;
use super::supply::Supply;
use super::tenths::Tenths;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// One blow of several: with what, at whom, and what is its own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// With which attack line; absent: the act's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<u8>,
    /// At whom; absent: the act's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<CombatantId>,
    /// What holds for it alone.
    #[serde(default, skip_serializing_if = "no_facts")]
    pub facts: Facts,
}

/// One combatant's act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// Who.
    pub who: CombatantId,
    /// What.
    pub deed: Deed,
    /// With which attack line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<u8>,
    /// At, toward or away from whom, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<CombatantId>,
    /// What the referee says of it.
    #[serde(default, skip_serializing_if = "no_facts")]
    pub facts: Facts,
    /// Its single blows, where it is made of several, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
}

fn no_facts(facts: &Facts) -> bool {
    facts.0.is_empty()
}

impl Act {
    /// The deed with nothing else said.
    pub fn new(who: CombatantId, deed: Deed) -> Self {
        Self { who, deed, with: None, at: Vec::new(), facts: Facts::default(), parts: Vec::new() }
    }

    /// Its first target.
    pub fn target(&self) -> Option<CombatantId> {
        self.at.first().copied()
    }

    /// How much of what it brings that one takes; all of it, unless something else was said.
    pub fn share_of(&self, who: CombatantId) -> Share {
        let own = self.parts.iter().filter(|part| part.at == Some(who));
        own.filter_map(|part| part.facts.share()).next_back().unwrap_or_default()
    }

    /// Those of its targets that it reaches: whoever takes nothing is left alone altogether.
    pub fn reached(&self) -> impl Iterator<Item = CombatantId> {
        self.at.iter().copied().filter(|who| self.share_of(*who) != Share::None)
    }
}

/// How much of an amount one target takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum Share {
    /// All of it.
    #[default]
    Full,
    /// Half, rounded as the ruleset rounds.
    Half,
    /// Nothing.
    None,
    /// Twice.
    Double,
}

impl Share {
    /// All of them, in the order in which one key goes through them.
    pub const ALL: [Self; 4] = [Self::Full, Self::Half, Self::None, Self::Double];

    /// What it is called.
    pub fn word(self) -> &'static str {
        match self {
            Self::Full => "all of it",
            Self::Half => "half",
            Self::None => "none",
            Self::Double => "double",
        }
    }

    /// That share of an amount; `half` is half of it as the ruleset rounds.
    pub fn of(self, amount: i32, half: i32) -> i32 {
        match self {
            Self::Full => amount,
            Self::Half => half,
            Self::None => 0,
            Self::Double => amount.saturating_mul(2),
        }
    }
}

/// Someone new in the fight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrival {
    /// On which side.
    pub side: SideId,
    /// The name at the table, unique; a number is added where it is taken.
    pub name: Text,
    /// Its stat block; the ruleset admits it, or refuses the arrival with its faults.
    pub block: Arc<StatBlock>,
    /// Most hit points, where it was rolled for this one; absent: the block's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<i32>,
    /// Dice of its most hit points, rolled as it comes, where they are not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<DiceExpr>,
    /// Hit points left, or wounds taken, as it comes; absent: it is unhurt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hp: Option<i32>,
    /// Copies left of its spells, by position; absent: all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spells: Option<Vec<u8>>,
    /// What of it runs out, as it comes; absent: as its block says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supplies: Option<Vec<Supply>>,
    /// The line it stands in, by the referee's word; absent: as its block has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<Rank>,
    /// How much of it the players know as it comes.
    #[serde(default, skip_serializing_if = "Sight::is_known")]
    pub sight: Sight,
    /// How far off the nearest foe it comes in, in the ruleset's unit; absent: where its side began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub far: Option<Tenths>,
    /// It comes from behind its foes, so far off the hindmost of them; else from its own side's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub behind: bool,
    /// The number it is known by, where the past is played again; absent: the next one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CombatantId>,
}

impl Arrival {
    /// Somebody unhurt, with all its block says.
    pub fn new(side: SideId, name: impl Into<Text>, block: Arc<StatBlock>) -> Self {
        let (name, most, dice, hp) = (name.into(), None, None, None);
        Self {
            side,
            name,
            block,
            most,
            dice,
            hp,
            spells: None,
            supplies: None,
            rank: None,
            sight: Sight::Known,
            far: None,
            behind: false,
            id: None,
        }
    }
}

/// The referee's word, always legal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Overrule {
    /// Hit points left or wounds taken, with what follows of them by the rules.
    Hp(CombatantId, i32),
    /// Alive, dead, fled and the like.
    Standing(CombatantId, Standing),
    /// A new name.
    Name(CombatantId, Text),
    /// Another side.
    Side(CombatantId, SideId),
    /// Another stat block.
    Block(CombatantId, Arc<StatBlock>),
    /// A condition begins: its figure, for so many rounds (absent: until lifted), a label.
    Afflict {
        /// On whom.
        who: Vec<CombatantId>,
        /// Which.
        condition: Condition,
        /// Its figure.
        value: i32,
        /// For so many rounds.
        rounds: Option<u32>,
        /// What it is called, for one the rules do not know.
        label: Option<Text>,
        /// Toward whom it holds, where that is one alone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        toward: Option<CombatantId>,
    },
    /// A custom effect begins on each of them.
    Make(Vec<CombatantId>, Box<super::custom::CustomEffect>),
    /// A note is pinned to a combatant.
    Pin(CombatantId, Text),
    /// A note pinned to a combatant is taken off.
    Unpin(CombatantId, Text),
    /// A condition ends.
    Relieve(CombatantId, EffectId),
    /// In melee with one another.
    Engage(CombatantId, CombatantId),
    /// No longer in melee.
    Disengage(CombatantId, CombatantId),
    /// The first stands so far from the second, in the ruleset's unit; absent: nobody knows where it stands.
    Distance(CombatantId, CombatantId, Option<Tenths>),
    /// Each of them stands on a certain side of somebody.
    Place {
        /// Who.
        who: Vec<CombatantId>,
        /// Whom that is measured from.
        off: CombatantId,
        /// How far off that one, in the ruleset's unit.
        far: Tenths,
        /// At its back; else on the side of its nearest foe.
        behind: bool,
    },
    /// The slots of this round in acting order, set by hand.
    Order(Vec<super::window::Slot>),
    /// The open window closes; whoever still owed an act passes.
    Close,
    /// Who rolls a side's dice.
    Hand(SideId, super::encounter::Hand),
    /// Whether Enter asks before somebody of that side acts.
    Asks(SideId, bool),
    /// Whether a side is the players': its hit points are told them as figures.
    Players(SideId, bool),
    /// The line somebody stands in.
    Rank(CombatantId, Rank),
    /// How much of somebody the players know.
    Sight(CombatantId, Sight),
    /// A side already knows of the others: it cannot be surprised.
    Aware(SideId, bool),
    /// A fact of the whole encounter, such as being outdoors.
    Scene(super::encounter::Scene),
    /// A counter of a combatant.
    Count(CombatantId, super::counter::Counter, i32),
    /// A counter of a side.
    CountSide(SideId, super::counter::Counter, i32),
    /// Copies left of a spell, by its position.
    Spell(CombatantId, u8, u8),
    /// Something that runs out; most 0: it is not counted any more.
    Supply(CombatantId, Supply),
    /// A timer is set: in so many seconds, about whom, a reminder.
    Remind {
        /// Seconds from now, at the end of the round that reaches them.
        seconds: Second,
        /// About whom.
        who: Option<CombatantId>,
        /// Of what.
        text: Text,
    },
    /// As that round begins, so many like that one come, if the referee lets them.
    Reinforce {
        /// The round, later than the present one.
        round: Round,
        /// Who.
        who: Box<Arrival>,
        /// How many, 1..=200.
        count: u32,
    },
    /// A timer is struck out.
    Forget(EffectId),
    /// An option of the ruleset, by id, to a value; from the next declaration on.
    Option(Text, Text),
}

/// A command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Command {
    /// One step forward: runs the open procedure, goes on with an action in progress, or closes the
    /// open window (whoever still owed an act passes).
    Proceed,
    /// Passes over the open procedure without running it.
    Skip,
    /// A combatant acts.
    Act(Act),
    /// An amount of harm by the referee's word, through the rules.
    Harm {
        /// How much.
        amount: DiceExpr,
        /// Who takes which share.
        who: Vec<(CombatantId, Share)>,
    },
    /// An amount of healing.
    Heal {
        /// How much.
        amount: DiceExpr,
        /// Who takes which share.
        who: Vec<(CombatantId, Share)>,
    },
    /// Those of a side check their morale now, with an adjustment of their scores.
    Morale {
        /// Which side.
        side: SideId,
        /// Only the kind of that one; absent: each group of the side, one after the other.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        like: Option<CombatantId>,
        /// Added to the scores.
        adjustment: i32,
    },
    /// Any dice, for whatever the referee wants.
    Roll(DiceExpr),
    /// A new side.
    Side(super::encounter::Side),
    /// Somebody comes into the fight.
    Arrive(Arrival),
    /// Somebody goes out of it.
    Depart(CombatantId, Standing),
    /// The referee's word.
    Overrule(Overrule),
    /// A free note in the log.
    Note(Text),
    /// Time goes by outside the fight, in seconds.
    Elapse(Second),
    /// The encounter is over.
    End,
}
