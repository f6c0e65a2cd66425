//! The script: what is done, in names instead of ids.

use super::deed::ActWord;
use super::expect::{Ask, Expect};
use super::given::Stable;
use super::names::Names;
use super::ruling::Ruling;
use crate::notation;
use crate::rules;
use crate::rules::model::block::d20::{Block, Save};
use crate::rules::model::block::wounds::Body;
use crate::rules::model::combatant::Standing;
use crate::rules::model::command::{Act, Arrival, Command, Defence, Overrule, Share};
use crate::rules::model::dice::{DiceExpr, Roll};
use crate::rules::model::encounter::{Hand, Side};
use crate::rules::model::moment::{Round, Second};
use crate::rules::model::sight::Sight;
use crate::rules::model::tenths::Tenths;
use ron::error::SpannedError;
use serde::de::{SeqAccess, Visitor, value::SeqAccessDeserializer};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// One step of the script: one entry of the chronicle.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What is done.
    #[serde(rename = "do")]
    pub word: Written,
    /// What the dice show, one for each time dice are asked.
    #[serde(default)]
    pub dice: Vec<Die>,
    /// What is decided, one for each time a decision is asked.
    #[serde(default)]
    pub choices: Vec<Choice>,
    /// The reason for which it is refused.
    #[serde(default)]
    pub refused: Option<String>,
    /// The last question stays open: nothing happens.
    #[serde(default)]
    pub stops: bool,
    /// The questions asked, in order.
    #[serde(default)]
    pub asks: Option<Vec<Ask>>,
    /// What must be so afterwards.
    #[serde(default)]
    pub expect: Vec<Expect>,
    /// The lines of the log.
    #[serde(default)]
    pub log: Option<Vec<String>>,
}

/// What stands in a file as done. It is read by itself, so that a value that cannot be one can be
/// written down with its refusal.
#[derive(Debug, Clone)]
pub enum Written {
    /// It can be done.
    Word(Word),
    /// A value in it is none of its kind: text where a number belongs, no such die, too large.
    Malformed(Box<Unread>),
    /// It cannot be read.
    Broken(Box<Unread>),
}

/// A text that could not be read, and why.
#[derive(Debug, Clone)]
pub struct Unread {
    /// The text.
    pub text: String,
    /// The place in it, and what is wrong there.
    pub error: SpannedError,
}

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::from(notation::Verbatim::deserialize(from)?.0);
        Ok(match rules::read(&text) {
            Ok(word) => Self::Word(word),
            Err(error) if malformed(&error.code) => Self::Malformed(Box::new(Unread { text, error })),
            Err(error) => Self::Broken(Box::new(Unread { text, error })),
        })
    }
}

/// Whether a reader found a value that is none of its kind, and not a name or a sign amiss.
fn malformed(error: &ron::Error) -> bool {
    use ron::Error::{
        ExpectedBoolean, ExpectedFloat, ExpectedInteger, ExpectedString, IntegerOutOfBounds,
        InvalidIntegerDigit, InvalidValueForType, Message, MissingStructField,
    };
    matches!(
        error,
        ExpectedBoolean
            | ExpectedFloat
            | ExpectedInteger
            | ExpectedString
            | IntegerOutOfBounds
            | InvalidIntegerDigit { .. }
            | InvalidValueForType { .. }
            | Message(_)
            | MissingStructField { .. }
    )
}

/// What dice show: `7`, or every face `[3, 4]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Die(pub Roll);

impl<'de> Deserialize<'de> for Die {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(DieVisitor)
    }
}

struct DieVisitor;

impl<'de> Visitor<'de> for DieVisitor {
    type Value = Die;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("the total of the dice, or a list of their faces")
    }

    fn visit_i64<E: serde::de::Error>(self, total: i64) -> Result<Die, E> {
        i32::try_from(total).map(|total| Die(Roll::Total(total))).map_err(E::custom)
    }

    fn visit_u64<E: serde::de::Error>(self, total: u64) -> Result<Die, E> {
        i32::try_from(total).map(|total| Die(Roll::Total(total))).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, faces: A) -> Result<Die, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(faces)).map(|faces| Die(Roll::Faces(faces)))
    }
}

/// What is decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    /// Roll again.
    Reroll,
    /// At the same time.
    Simultaneous,
    /// Run.
    Flee,
    /// Yield.
    Surrender,
    /// Yes.
    Yes,
    /// No.
    No,
    /// That combatant.
    Combatant(String),
    /// That side.
    Side(String),
    /// Something named.
    Named(String),
    /// With that attack line.
    Line(String),
    /// That defence.
    Defence(Defence),
    /// The pick at that position, from 0.
    At(usize),
    /// The standing answer.
    Standing,
    /// That item saves against that category.
    Item(String, Save),
    /// Several picks: any number of them, or all in an order.
    Several(Vec<Choice>),
    /// A number.
    Number(i32),
}

/// What is done: a [`Command`] with names instead of ids.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Word {
    /// One step forward.
    Proceed,
    /// Passes over the open procedure.
    Skip,
    /// A combatant acts.
    Act(Box<ActWord>),
    /// An amount of harm.
    Harm {
        /// How much.
        amount: DiceExpr,
        /// Who takes which share.
        who: Vec<(String, Share)>,
    },
    /// An amount of healing.
    Heal {
        /// How much.
        amount: DiceExpr,
        /// Who takes which share.
        who: Vec<(String, Share)>,
    },
    /// Those of a side check their morale now.
    Morale {
        /// Which side.
        side: String,
        /// Only the kind of that one.
        #[serde(default)]
        like: Option<String>,
        /// Added to the scores.
        #[serde(default)]
        adjustment: i32,
    },
    /// Any dice.
    Roll(DiceExpr),
    /// A new side.
    Side {
        /// What it is called.
        name: String,
        /// Who rolls its dice.
        #[serde(default)]
        hand: Hand,
        /// It already knows of the others.
        #[serde(default)]
        aware: bool,
    },
    /// Somebody comes into the fight.
    Arrive {
        /// On which side.
        side: String,
        /// The name at the table.
        name: String,
        /// A creature or character of the bestiary.
        #[serde(default)]
        like: Option<String>,
        /// A stat block written out.
        #[serde(default)]
        block: Option<Box<Block>>,
        /// A body written out.
        #[serde(default)]
        body: Option<Box<Body>>,
        /// Most hit points.
        #[serde(default)]
        most: Option<i32>,
        /// Dice of its most hit points.
        #[serde(default)]
        dice: Option<DiceExpr>,
        /// Hit points, or wounds, at the start.
        #[serde(default)]
        hp: Option<i32>,
        /// How far off the nearest foe.
        #[serde(default)]
        far: Option<Tenths>,
        /// From behind its foes.
        #[serde(default)]
        behind: bool,
        /// How much of it the players know.
        #[serde(default)]
        sight: Sight,
    },
    /// As that round begins, so many of these come.
    Reinforce {
        /// The round.
        round: Round,
        /// How many.
        #[serde(default = "one")]
        count: u32,
        /// Who: an `Arrive(...)`.
        who: Box<Word>,
    },
    /// Somebody goes out of it.
    Depart(String, Standing),
    /// The referee's word.
    Overrule(Ruling),
    /// A free note in the log.
    Note(String),
    /// Time goes by outside the fight, in seconds.
    Elapse(Second),
    /// The encounter is over.
    End,
    /// Several, one after the other, as one entry.
    Several(Vec<Word>),
}

fn one() -> u32 {
    1
}

impl Word {
    /// The commands in it, in order.
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::Several(words) => words,
            one => std::slice::from_ref(one),
        }
    }

    /// The command it stands for.
    ///
    /// # Errors
    /// A list inside a list; a creature the bestiary has not.
    pub(super) fn command(&self, names: Names, stable: Stable) -> Result<Command, String> {
        let shares = |list: &[(String, Share)]| {
            list.iter().map(|(name, share)| (names.who(name), *share)).collect()
        };
        Ok(match self {
            Self::Proceed => Command::Proceed,
            Self::Skip => Command::Skip,
            Self::Act(act) => Command::Act(act.act(names)),
            Self::Harm { amount, who } => Command::Harm { amount: *amount, who: shares(who) },
            Self::Heal { amount, who } => Command::Heal { amount: *amount, who: shares(who) },
            Self::Morale { side, like, adjustment } => {
                let like = like.as_ref().map(|name| names.who(name));
                Command::Morale { side: names.side(side), like, adjustment: *adjustment }
            }
            Self::Roll(dice) => Command::Roll(*dice),
            Self::Side { name, hand, aware } => {
                let side = Side { hand: *hand, aware: *aware, ..Side::new(name.as_str()) };
                Command::Side(side)
            }
            Self::Arrive { side, name, like, block, body, most, dice, hp, far, behind, sight } => {
                let block = stable.block(name, like.as_deref(), block.as_deref(), body.as_deref())?;
                let arrival = Arrival::new(names.side(side), name.as_str(), block);
                let (most, dice, hp, far) = (*most, *dice, *hp, *far);
                let (behind, sight) = (*behind, *sight);
                Command::Arrive(Arrival { most, dice, hp, far, behind, sight, ..arrival })
            }
            Self::Reinforce { round, count, who } => match who.command(names, stable)? {
                Command::Arrive(arrival) => Command::Overrule(Overrule::Reinforce {
                    round: *round,
                    who: Box::new(arrival),
                    count: *count,
                }),
                _ => return Err(format!("found {who:?}, expected Arrive(...)")),
            },
            Self::Depart(name, standing) => Command::Depart(names.who(name), *standing),
            Self::Overrule(ruling) => Command::Overrule(ruling.overrule(names)),
            Self::Note(text) => Command::Note(text.as_str().into()),
            Self::Elapse(seconds) => Command::Elapse(*seconds),
            Self::End => Command::End,
            Self::Several(_) => return Err("Several(...) inside Several(...)".into()),
        })
    }

    /// The act it stands for.
    ///
    /// # Errors
    /// It is something else.
    pub(super) fn act(&self, names: Names) -> Result<Act, String> {
        match self {
            Self::Act(act) => Ok(act.act(names)),
            _ => Err(format!("found {self:?}, expected Act(...)")),
        }
    }
}
