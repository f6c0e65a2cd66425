//! Dice as input: what the rules ask, and the answers given to them.

pub use super::choice::{ChoiceRequest, HowMany, Pick, Question};
use super::ids::{CombatantId, SideId};
use super::tally::Tally;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// So many dice of one kind and a number added: `2d6+1`; without dice, a plain number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DiceExpr {
    /// How many dice, 0..=100.
    pub count: u8,
    /// Their sides, 2..=1000; 1 when there are no dice.
    pub sides: u16,
    /// Added to the sum.
    pub plus: i32,
}

impl DiceExpr {
    /// `count` dice of `sides`.
    pub const fn new(count: u8, sides: u16, plus: i32) -> Self {
        Self { count, sides, plus }
    }

    /// A number without dice.
    pub const fn flat(plus: i32) -> Self {
        Self { count: 0, sides: 1, plus }
    }

    /// The average result, the dice rounded down.
    pub fn average(self) -> i32 {
        i32::from(self.count) * (i32::from(self.sides) + 1) / 2 + self.plus
    }

    /// Least and greatest result.
    pub fn range(self) -> (i32, i32) {
        let count = i32::from(self.count);
        (count + self.plus, count * i32::from(self.sides) + self.plus)
    }
}

impl fmt::Display for DiceExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.count, self.plus) {
            (0, plus) => write!(f, "{plus}"),
            (count, 0) => write!(f, "{count}d{}", self.sides),
            (count, plus) => write!(f, "{count}d{}{plus:+}", self.sides),
        }
    }
}

impl From<DiceExpr> for String {
    fn from(dice: DiceExpr) -> Self {
        dice.to_string()
    }
}

impl TryFrom<String> for DiceExpr {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl FromStr for DiceExpr {
    type Err = String;

    /// `2d6+1`, `d8`, `3d4-1`, `7`.
    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("\"{text}\" is no dice: expected like 2d6+1 or a number");
        let whole = text.trim().to_ascii_lowercase();
        let Some((count, rest)) = whole.split_once('d') else {
            return whole.parse().map(Self::flat).map_err(|_| bad());
        };
        let count: u8 = if count.is_empty() { 1 } else { count.parse().map_err(|_| bad())? };
        let split = rest.find(['+', '-']).unwrap_or(rest.len());
        let sides: u16 = rest[..split].parse().map_err(|_| bad())?;
        let plus: i32 =
            if split == rest.len() { 0 } else { rest[split..].parse().map_err(|_| bad())? };
        if !(1..=100).contains(&count) || !(2..=1000).contains(&sides) || plus.abs() > 9999 {
            return Err(bad());
        }
        Ok(Self { count, sides, plus })
    }
}

/// What a roll is for. Who rolls, and against whom, stands beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Purpose {
    /// How many hit points somebody has who comes into the fight.
    HitPoints,
    /// Is the side surprised?
    Surprise,
    /// How far apart the sides meet.
    EncounterDistance,
    /// How the other side takes the meeting.
    Reaction,
    /// Who acts first.
    Initiative,
    /// Again, among those who tied.
    InitiativeTie,
    /// Does the group stand?
    Morale,
    /// An attack with that line of the stat block.
    Attack(u8),
    /// The damage of that line of the stat block.
    Damage(u8),
    /// The amount of a spell or other effect.
    Effect,
    /// An amount of healing.
    Healing,
    /// A saving throw.
    Save(super::block::d20::Save),
    /// An ability check: low is good.
    Ability(super::block::d20::Ability),
    /// An ability check against a difficulty.
    Check(super::block::d20::Ability),
    /// Does the cleric turn them?
    Turning,
    /// How many Hit Dice are turned.
    TurningHitDice,
    /// Does a magic item outlast its owner?
    ItemSave,
    /// The second dose of a splash.
    Splash,
    /// Does the pursuer stop for the bait?
    Distraction,
    /// A day's rest.
    Rest,
    /// Any dice the referee wanted.
    Free,
    /// A defence against an attack.
    Defence(super::command::Defence),
    /// A skill, or against the skill of another.
    Skill(super::block::wounds::Skill),
    /// Which way it goes.
    Scatter,
    /// How far it goes.
    ScatterDistance,
    /// Is somebody dying still alive?
    Dying,
    /// Does somebody dying recover?
    Stabilise,
    /// Does a broken will mend?
    Broken,
    /// How long does somebody reel?
    Stagger,
    /// What does a confused mind do?
    Confusion,
    /// How long does it last?
    Duration,
    /// How hard does a horror strike?
    Dread,
    /// Does a poison or disease do its work?
    Poison,
    /// Which of several things does it do?
    Symptom,
    /// Is a disease caught?
    Contagion,
    /// The harm of a fall.
    Fall,
    /// The harm of a collision.
    Collision,
    /// Does a mind enter a body?
    Possession,
    /// Which mind has its will?
    Veto,
    /// Who acts first, outside a fight?
    Contest,
    /// How good is a critical hit?
    Critical,
    /// What does a critical hit bring?
    CriticalCondition,
    /// Is a natural 1 worse than a miss?
    FumbleCheck,
    /// How bad is a critical miss?
    Fumble,
    /// Which of two weapons has hit?
    WhichWeapon,
    /// Who of several is struck?
    Stray,
    /// What becomes of a spell that was disturbed?
    Interrupted,
    /// What does a spell do that goes wrong?
    Miscast,
    /// Who is quicker, the one that leaves melee or its foe?
    Slip,
    /// Do they follow whoever runs?
    Pursuit,
    /// Does what lies between stop the pursuers?
    Obstacle,
    /// Does it get hold of somebody?
    Grab,
    /// Who is the stronger in a hold?
    Grapple,
    /// Turns until it wakes.
    Waking,
    /// Rounds until it can be brought round.
    Reviving,
    /// How long it has to live, in the unit that the rules say.
    TimeLeft,
    /// The harm of flames.
    Fire,
    /// The blood that a wound loses.
    Bleeding,
    /// Does magic run wild?
    WildMagic,
    /// Right or left?
    WhichSide,
    /// Does a skill of its class come off?
    Craft,
}

/// Which of several dice counts, where only one does: a pair thrown with advantage or against it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Keep {
    /// The highest.
    Highest,
    /// The lowest.
    Lowest,
}

/// A question for dice: `count` dice of `sides`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RollRequest {
    /// What for.
    pub purpose: Purpose,
    /// The combatant that rolls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<CombatantId>,
    /// The side that rolls, where no single combatant does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideId>,
    /// Whom it concerns besides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<CombatantId>,
    /// How many dice.
    pub count: u8,
    /// Of how many sides.
    pub sides: u16,
    /// Each face matters; otherwise only the total does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub each: bool,
    /// Only one of them counts; absent: all do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep: Option<Keep>,
    /// What is added to the dice.
    #[serde(default, skip_serializing_if = "Tally::is_empty")]
    pub tally: Tally,
    /// The total of the bare dice that succeeds (or, where `under`, still succeeds).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub need: Option<i32>,
    /// Low is good: `need` or less succeeds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub under: bool,
    /// The totals of the bare dice at which a new outcome begins, ascending; empty: every total differs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bands: Vec<i32>,
    /// Thrown again because it decided nothing: everything stands as it did at the last such request before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
}

impl RollRequest {
    /// A request with nothing but its dice.
    pub fn new(purpose: Purpose, count: u8, sides: u16) -> Self {
        Self {
            purpose,
            who: None,
            side: None,
            against: None,
            count,
            sides,
            each: false,
            keep: None,
            tally: Tally::new(),
            need: None,
            under: false,
            bands: Vec::new(),
            again: false,
        }
    }

    /// Rolled by a combatant.
    pub fn by(mut self, who: CombatantId) -> Self {
        self.who = Some(who);
        self
    }

    /// Rolled by a side.
    pub fn by_side(mut self, side: SideId) -> Self {
        self.side = Some(side);
        self
    }

    /// Concerning a combatant.
    pub fn against(mut self, whom: CombatantId) -> Self {
        self.against = Some(whom);
        self
    }

    /// Only that one of the dice counts.
    pub fn keeping(mut self, keep: Keep) -> Self {
        self.keep = Some(keep);
        self
    }

    /// With these terms added to the dice.
    pub fn adding(mut self, tally: Tally) -> Self {
        self.tally = tally;
        self
    }

    /// Succeeds when the bare dice come to `need` or more.
    pub fn at_least(mut self, need: i32) -> Self {
        self.need = Some(need);
        self.bands = vec![need];
        self
    }

    /// Succeeds when the bare dice come to `need` or less.
    pub fn at_most(mut self, need: i32) -> Self {
        self.need = Some(need);
        self.under = true;
        self.bands = vec![need.saturating_add(1)];
        self
    }

    /// The outcome changes at these totals of the bare dice.
    pub fn bands(mut self, bands: Vec<i32>) -> Self {
        self.bands = bands;
        self
    }

    /// The outcome depends on whether the bare dice come to less than that, to just that, or to more.
    pub fn beside(self, equal: i32) -> Self {
        let (least, most) = self.range();
        let bands = [equal, equal.saturating_add(1)].into_iter();
        let bands = bands.filter(|total| *total > least && *total <= most).collect::<Vec<_>>();
        // Every total is on the same side: without a band each would count as another outcome.
        let bands = if bands.is_empty() { vec![most.saturating_add(1)] } else { bands };
        self.bands(bands)
    }

    /// Thrown again, or not: see [`again`](Self::again).
    pub fn once_more(mut self, again: bool) -> Self {
        self.again = again;
        self
    }

    /// Least and greatest figure of the bare dice.
    pub fn range(&self) -> (i32, i32) {
        let count = if self.keep.is_some() { self.count.min(1) } else { self.count };
        DiceExpr::new(count, self.sides, 0).range()
    }

    /// What the bare dice come to: their sum, or the one that counts.
    pub fn figure(&self, roll: &Roll) -> i32 {
        let kept = match (self.keep, roll) {
            (Some(Keep::Highest), Roll::Faces(faces)) => faces.iter().max(),
            (Some(Keep::Lowest), Roll::Faces(faces)) => faces.iter().min(),
            _ => None,
        };
        kept.map_or_else(|| roll.total(), |face| i32::from(*face))
    }

    /// Whether these dice can show that.
    ///
    /// # Errors
    /// Which number cannot be, and what could.
    pub fn accepts(&self, roll: &Roll) -> Result<(), BadDie> {
        match roll {
            Roll::Total(total) => {
                let (least, most) = self.range();
                if self.each && self.count > 1 {
                    Err(BadDie::EachFace { count: self.count, sides: self.sides })
                } else if (least..=most).contains(total) {
                    Ok(())
                } else {
                    Err(BadDie::Total { found: *total, least, most })
                }
            }
            Roll::Faces(faces) if faces.len() != usize::from(self.count) => {
                Err(BadDie::Count { found: faces.len(), count: self.count, sides: self.sides })
            }
            Roll::Faces(faces) => match faces.iter().find(|f| !(1..=self.sides).contains(f)) {
                Some(&found) => Err(BadDie::Face { found, sides: self.sides }),
                None => Ok(()),
            },
        }
    }
}

/// A number that no such dice can show.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadDie {
    /// One face is impossible.
    #[error("a d{sides} cannot show {found}: type 1 to {sides}")]
    Face {
        /// What was given.
        found: u16,
        /// Sides of the die.
        sides: u16,
    },
    /// The sum is impossible.
    #[error("these dice cannot come to {found}: type {least} to {most}")]
    Total {
        /// What was given.
        found: i32,
        /// Least sum.
        least: i32,
        /// Greatest sum.
        most: i32,
    },
    /// Too many dice, or too few.
    #[error("{count}d{sides} are asked, {found} dice were given")]
    Count {
        /// How many were given.
        found: usize,
        /// How many are asked.
        count: u8,
        /// Sides of each.
        sides: u16,
    },
    /// A sum where the faces matter.
    #[error("each of the {count}d{sides} matters: type every face")]
    EachFace {
        /// How many are asked.
        count: u8,
        /// Sides of each.
        sides: u16,
    },
}

/// What the dice showed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Roll {
    /// Every face.
    Faces(Vec<u16>),
    /// Only the sum is known, or the one that counts.
    Total(i32),
}

impl Roll {
    /// The sum of the faces; where only one counts, see [`RollRequest::figure`].
    pub fn total(&self) -> i32 {
        match self {
            Self::Faces(faces) => faces.iter().map(|&f| i32::from(f)).sum(),
            Self::Total(total) => *total,
        }
    }
}

/// An answer to a request; kept with its question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// What the dice showed.
    Roll(Roll),
    /// The position picked.
    One(usize),
    /// The positions picked.
    Some(Vec<usize>),
    /// All positions, in an order.
    Order(Vec<usize>),
    /// A number.
    Number(i32),
}

/// Where answers come from. `None`: not answered yet.
pub trait Dice {
    /// Answers a roll.
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll>;
    /// Answers a choice.
    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer>;
}

/// Recorded answers, given back in order.
#[derive(Debug, Clone)]
pub struct Tape<'a> {
    answers: &'a [Answer],
    used: usize,
}

impl<'a> Tape<'a> {
    /// Plays these answers.
    pub fn new(answers: &'a [Answer]) -> Self {
        Self { answers, used: 0 }
    }

    /// How many answers nobody asked for yet.
    pub fn left(&self) -> usize {
        self.answers.len() - self.used
    }

    fn next(&mut self) -> Option<&'a Answer> {
        let answer = self.answers.get(self.used)?;
        self.used += 1;
        Some(answer)
    }
}

impl Dice for Tape<'_> {
    fn roll(&mut self, _: &RollRequest) -> Option<Roll> {
        match self.next()? {
            Answer::Roll(roll) => Some(roll.clone()),
            _ => None,
        }
    }

    fn choose(&mut self, _: &ChoiceRequest) -> Option<Answer> {
        self.next().cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pair may be typed as its two faces, or as the one that counts.
    #[test]
    fn of_a_pair_only_the_one_that_counts_does() {
        let pair = RollRequest::new(Purpose::Attack(0), 2, 20);
        for (keep, figure) in [(Keep::Highest, 11), (Keep::Lowest, 3)] {
            let pair = pair.clone().keeping(keep);
            assert_eq!(pair.range(), (1, 20));
            for (faces, counts) in [([11, 3], figure), ([3, 11], figure), ([10, 10], 10)] {
                assert_eq!(pair.figure(&Roll::Faces(faces.to_vec())), counts);
            }
            assert_eq!(pair.figure(&Roll::Total(7)), 7);
            assert!(pair.accepts(&Roll::Total(20)).is_ok() && pair.accepts(&Roll::Total(21)).is_err());
        }
        assert_eq!(pair.range(), (2, 40));
    }
}
