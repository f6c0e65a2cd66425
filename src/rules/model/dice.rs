//! Dice as input: requests from the rules, and the answers to them.

pub use super::choice::{ChoiceRequest, HowMany, Pick, Question};
use super::ids::{CombatantId, SideId};
use super::tally::Tally;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Dice of one kind plus a number: `2d6+1`; without dice, a plain number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DiceExpr {
    /// The number of dice, 0..=100.
    pub count: u8,
    /// The sides of each die, 2..=1000; 1 if there are no dice.
    pub sides: u16,
    /// Added to the sum.
    pub plus: i32,
}

impl DiceExpr {
    /// Creates an expression of `count` dice with `sides` sides, plus a number.
    pub const fn new(count: u8, sides: u16, plus: i32) -> Self {
        Self { count, sides, plus }
    }

    /// Creates a number without dice.
    pub const fn flat(plus: i32) -> Self {
        Self { count: 0, sides: 1, plus }
    }

    /// Returns the average, with the average of the dice rounded down.
    pub fn average(self) -> i32 {
        i32::from(self.count) * (i32::from(self.sides) + 1) / 2 + self.plus
    }

    /// Returns the minimum and maximum.
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

    /// Parses expressions like `2d6+1`, `d8`, `3d4-1`, `7`.
    fn from_str(text: &str) -> Result<Self, String> {
        let bad =
            || format!("\"{text}\" is not a dice expression: expected 2d6+1, for example, or a number");
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

/// The purpose of a roll. Roller and target are stored beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Purpose {
    /// The hit points of an arriving combatant.
    HitPoints,
    /// Whether a side is surprised.
    Surprise,
    /// The distance at which the sides meet.
    EncounterDistance,
    /// The other side's reaction.
    Reaction,
    /// Initiative.
    Initiative,
    /// A reroll of tied initiative.
    InitiativeTie,
    /// Morale of a group.
    Morale,
    /// An attack with that line of the stat block.
    Attack(u8),
    /// Damage of that line of the stat block.
    Damage(u8),
    /// The amount of a spell or other effect.
    Effect,
    /// The amount of healing.
    Healing,
    /// A saving throw.
    Save(super::block::d20::Save),
    /// An ability check: low is good.
    Ability(super::block::d20::Ability),
    /// An ability check against a difficulty.
    Check(super::block::d20::Ability),
    /// Turning undead.
    Turning,
    /// How many Hit Dice of undead are turned.
    TurningHitDice,
    /// Whether a magic item survives its owner's death.
    ItemSave,
    /// The second round of splash damage.
    Splash,
    /// Whether the pursuers stop for bait.
    Distraction,
    /// Healing from a day's rest.
    Rest,
    /// A free roll by the referee.
    Free,
    /// A defence against an attack.
    Defence(super::command::Defence),
    /// A skill check, possibly opposed by another's skill.
    Skill(super::block::wounds::Skill),
    /// Scatter direction.
    Scatter,
    /// Scatter distance.
    ScatterDistance,
    /// Whether a dying combatant is still alive.
    Dying,
    /// Whether a dying combatant stabilises.
    Stabilise,
    /// Whether a broken combatant recovers.
    Broken,
    /// How long a combatant is stunned.
    Stagger,
    /// What a confused combatant does.
    Confusion,
    /// A duration.
    Duration,
    /// Morale damage of a horror.
    Dread,
    /// Whether a poison or disease takes effect.
    Poison,
    /// Which symptom sets in.
    Symptom,
    /// Whether a disease is caught.
    Contagion,
    /// Damage of a fall.
    Fall,
    /// Damage of a collision.
    Collision,
    /// Whether a mind enters a body.
    Possession,
    /// Which mind in a body prevails.
    Veto,
    /// Who acts first, outside a fight.
    Contest,
    /// The degree of a critical hit.
    Critical,
    /// The condition a critical hit inflicts.
    CriticalCondition,
    /// Whether a natural 1 is a fumble.
    FumbleCheck,
    /// The result of a fumble.
    Fumble,
    /// Which of two weapons hit.
    WhichWeapon,
    /// Which of several combatants is hit by a stray missile.
    Stray,
    /// What happens to an interrupted spell.
    Interrupted,
    /// What a miscast spell does.
    Miscast,
    /// Whether the one that leaves melee is quicker than its foe.
    Slip,
    /// Whether pursuers follow.
    Pursuit,
    /// Whether an obstacle stops the pursuers.
    Obstacle,
    /// Whether a grab succeeds.
    Grab,
    /// Which grappler is stronger.
    Grapple,
    /// Turns until it wakes.
    Waking,
    /// Rounds until it can be revived.
    Reviving,
    /// How long it has to live, in a unit set by the rules.
    TimeLeft,
    /// Fire damage.
    Fire,
    /// Blood loss from a wound.
    Bleeding,
    /// Whether a wild magic surge occurs.
    WildMagic,
    /// Right or left side.
    WhichSide,
    /// A class skill.
    Craft,
}

/// Which of several dice counts, if only one does: a pair rolled with advantage or disadvantage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Keep {
    /// The highest.
    Highest,
    /// The lowest.
    Lowest,
}

/// A request for a roll: `count` dice with `sides` sides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RollRequest {
    /// The purpose.
    pub purpose: Purpose,
    /// The combatant that rolls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<CombatantId>,
    /// The side that rolls, if no single combatant does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideId>,
    /// The target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<CombatantId>,
    /// The number of dice.
    pub count: u8,
    /// The sides of each die.
    pub sides: u16,
    /// Whether each face matters, not only the total.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub each: bool,
    /// Which die counts if only one does; absent: all count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep: Option<Keep>,
    /// The modifiers.
    #[serde(default, skip_serializing_if = "Tally::is_empty")]
    pub tally: Tally,
    /// The bare dice total needed: at least this, or if `under`, at most this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub need: Option<i32>,
    /// Whether low is good: `need` or less succeeds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub under: bool,
    /// The bare dice totals at which a new outcome begins, ascending; empty: every total is a different outcome.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bands: Vec<i32>,
    /// Whether it is a reroll after an indecisive one: the circumstances are the same as for the previous such
    /// request.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
}

impl RollRequest {
    /// Creates a request with nothing but its dice.
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

    /// Sets the combatant that rolls.
    pub fn by(mut self, who: CombatantId) -> Self {
        self.who = Some(who);
        self
    }

    /// Sets the side that rolls.
    pub fn by_side(mut self, side: SideId) -> Self {
        self.side = Some(side);
        self
    }

    /// Sets the target.
    pub fn against(mut self, whom: CombatantId) -> Self {
        self.against = Some(whom);
        self
    }

    /// Lets only one of the dice count.
    pub fn keeping(mut self, keep: Keep) -> Self {
        self.keep = Some(keep);
        self
    }

    /// Sets the modifiers.
    pub fn adding(mut self, tally: Tally) -> Self {
        self.tally = tally;
        self
    }

    /// Sets success to a bare dice total of `need` or more.
    pub fn at_least(mut self, need: i32) -> Self {
        self.need = Some(need);
        self.bands = vec![need];
        self
    }

    /// Sets success to a bare dice total of `need` or less.
    pub fn at_most(mut self, need: i32) -> Self {
        self.need = Some(need);
        self.under = true;
        self.bands = vec![need.saturating_add(1)];
        self
    }

    /// Sets the bare dice totals at which a new outcome begins.
    pub fn bands(mut self, bands: Vec<i32>) -> Self {
        self.bands = bands;
        self
    }

    /// Divides the bare dice totals into three outcomes: below, equal to, or above that number.
    pub fn beside(self, equal: i32) -> Self {
        let (least, most) = self.range();
        let bands = [equal, equal.saturating_add(1)].into_iter();
        let bands = bands.filter(|total| *total > least && *total <= most).collect::<Vec<_>>();
        // All totals are one outcome, but without a band each would count as its own.
        let bands = if bands.is_empty() { vec![most.saturating_add(1)] } else { bands };
        self.bands(bands)
    }

    /// Sets whether it is a reroll: see [`again`](Self::again).
    pub fn once_more(mut self, again: bool) -> Self {
        self.again = again;
        self
    }

    /// Returns the minimum and maximum of the bare dice.
    pub fn range(&self) -> (i32, i32) {
        let count = if self.keep.is_some() { self.count.min(1) } else { self.count };
        DiceExpr::new(count, self.sides, 0).range()
    }

    /// Returns the value of the bare dice: their sum, or the die that counts.
    pub fn figure(&self, roll: &Roll) -> i32 {
        let kept = match (self.keep, roll) {
            (Some(Keep::Highest), Roll::Faces(faces)) => faces.iter().max(),
            (Some(Keep::Lowest), Roll::Faces(faces)) => faces.iter().min(),
            _ => None,
        };
        kept.map_or_else(|| roll.total(), |face| i32::from(*face))
    }

    /// Checks whether these dice can show that roll.
    ///
    /// # Errors
    /// The impossible number, and the possible range.
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

/// A roll these dice cannot show.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadDie {
    /// A face is impossible.
    #[error("a d{sides} cannot show {found}: type 1 to {sides}")]
    Face {
        /// The face given.
        found: u16,
        /// The sides of the die.
        sides: u16,
    },
    /// The total is impossible.
    #[error("these dice cannot total {found}: type {least} to {most}")]
    Total {
        /// The total given.
        found: i32,
        /// The minimum.
        least: i32,
        /// The maximum.
        most: i32,
    },
    /// Wrong number of dice.
    #[error("{count}d{sides} needed, {found} dice given")]
    Count {
        /// The number given.
        found: usize,
        /// The number requested.
        count: u8,
        /// The sides of each.
        sides: u16,
    },
    /// A total was given although the faces matter.
    #[error("each of the {count}d{sides} matters: type every face")]
    EachFace {
        /// The number of dice.
        count: u8,
        /// The sides of each.
        sides: u16,
    },
}

/// A rolled result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Roll {
    /// Every face.
    Faces(Vec<u16>),
    /// Only the total, or the die that counts.
    Total(i32),
}

impl Roll {
    /// Returns the sum of the faces; if only one counts, see [`RollRequest::figure`].
    pub fn total(&self) -> i32 {
        match self {
            Self::Faces(faces) => faces.iter().map(|&f| i32::from(f)).sum(),
            Self::Total(total) => *total,
        }
    }
}

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// A roll.
    Roll(Roll),
    /// The index picked.
    One(usize),
    /// The indices picked.
    Some(Vec<usize>),
    /// All indices, in an order.
    Order(Vec<usize>),
    /// A number.
    Number(i32),
}

/// A source of answers. `None`: not answered yet.
pub trait Dice {
    /// Answers a roll.
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll>;
    /// Answers a choice.
    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer>;
}

/// Recorded answers, replayed in order.
#[derive(Debug, Clone)]
pub struct Tape<'a> {
    answers: &'a [Answer],
    used: usize,
}

impl<'a> Tape<'a> {
    /// Creates a tape of these answers.
    pub fn new(answers: &'a [Answer]) -> Self {
        Self { answers, used: 0 }
    }

    /// Returns the number of answers not used yet.
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
