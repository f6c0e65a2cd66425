//! The script: commands with names in place of ids.

use super::deed::NamedAct;
use super::expect::{Ask, Expect};
use super::given::StatBlocks;
use super::names::Names;
use super::ruling::NamedOverrule;
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
use ron::value::RawValue;
use serde::de::{SeqAccess, Visitor, value::SeqAccessDeserializer};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// A step of the script, which becomes one entry of the chronicle.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The command.
    #[serde(rename = "do")]
    pub word: WrittenStep,
    /// The dice results, one per roll asked for.
    #[serde(default)]
    pub dice: Vec<Die>,
    /// The decisions, one per question.
    #[serde(default)]
    pub choices: Vec<Choice>,
    /// The reason for which it is refused.
    #[serde(default)]
    pub refused: Option<String>,
    /// Whether the last question stays unanswered, so that nothing happens.
    #[serde(default)]
    pub stops: bool,
    /// The questions expected, in order.
    #[serde(default)]
    pub asks: Option<Vec<Ask>>,
    /// The facts that must hold afterwards.
    #[serde(default)]
    pub expect: Vec<Expect>,
    /// The expected log lines.
    #[serde(default)]
    pub log: Option<Vec<String>>,
}

/// The command of a step as written. It is parsed separately, so that a scenario can contain an invalid value together
/// with its refusal.
#[derive(Debug, Clone)]
pub enum WrittenStep {
    /// A valid command.
    Command(NamedCommand),
    /// A command with a value of the wrong kind: text in place of a number, an impossible die, a number out of range.
    Malformed(Box<UnreadStep>),
    /// Not a command.
    Broken(Box<UnreadStep>),
}

/// A text that could not be parsed, and why.
#[derive(Debug, Clone)]
pub struct UnreadStep {
    /// The text.
    pub text: String,
    /// The position and cause.
    pub error: SpannedError,
}

impl<'de> Deserialize<'de> for WrittenStep {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = <Box<RawValue>>::deserialize(from)?.get_ron().to_owned();
        Ok(match rules::read(&text) {
            Ok(command) => Self::Command(command),
            Err(error) if malformed(&error.code) => {
                Self::Malformed(Box::new(UnreadStep { text, error }))
            }
            Err(error) => Self::Broken(Box::new(UnreadStep { text, error })),
        })
    }
}

/// Whether a parser found a value of the wrong kind, rather than an unknown name or a syntax error.
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

/// A dice result: the total `7`, or every face `[3, 4]`.
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

/// A decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    /// Roll again.
    Reroll,
    /// Act simultaneously.
    Simultaneous,
    /// Flee.
    Flee,
    /// Surrender.
    Surrender,
    /// Yes.
    Yes,
    /// No.
    No,
    /// A combatant.
    Combatant(String),
    /// A side.
    Side(String),
    /// Something named.
    Named(String),
    /// An attack, by name.
    Line(String),
    /// A defence.
    Defence(Defence),
    /// The pick at that index.
    At(usize),
    /// The default answer.
    Standing,
    /// An item's saving throw against a category.
    Item(String, Save),
    /// Several picks: any number of them, or all in an order.
    Several(Vec<Choice>),
    /// A number.
    Number(i32),
}

/// A [`Command`] with names in place of ids.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum NamedCommand {
    /// Goes one step forward.
    Proceed,
    /// Skips the open procedure.
    Skip,
    /// A combatant acts.
    Act(Box<NamedAct>),
    /// Deals damage.
    Harm {
        /// The amount.
        amount: DiceExpr,
        /// The combatants, each with its share.
        who: Vec<(String, Share)>,
    },
    /// Heals.
    Heal {
        /// The amount.
        amount: DiceExpr,
        /// The combatants, each with its share.
        who: Vec<(String, Share)>,
    },
    /// Makes a side check morale now.
    Morale {
        /// The side.
        side: String,
        /// A combatant whose kind alone checks.
        #[serde(default)]
        like: Option<String>,
        /// A modifier to the scores.
        #[serde(default)]
        adjustment: i32,
    },
    /// Rolls any dice.
    Roll(DiceExpr),
    /// Adds a side.
    Side {
        /// Its name.
        name: String,
        /// Who rolls its dice.
        #[serde(default)]
        hand: Hand,
        /// Whether it is already aware of the others.
        #[serde(default)]
        aware: bool,
    },
    /// Adds a combatant.
    Arrive {
        /// Its side.
        side: String,
        /// Its name.
        name: String,
        /// The name of a stat block in the bestiary.
        #[serde(default)]
        like: Option<String>,
        /// A stat block in full.
        #[serde(default)]
        block: Option<Box<Block>>,
        /// A stat block with wounds, in full.
        #[serde(default)]
        body: Option<Box<Body>>,
        /// Maximum hit points.
        #[serde(default)]
        most: Option<i32>,
        /// Dice for its maximum hit points.
        #[serde(default)]
        dice: Option<DiceExpr>,
        /// Hit points, or wounds, at the start.
        #[serde(default)]
        hp: Option<i32>,
        /// Temporary hit points at the start.
        #[serde(default)]
        temporary: i32,
        /// The distance from the nearest foe.
        #[serde(default)]
        far: Option<Tenths>,
        /// Whether it comes from behind its foes.
        #[serde(default)]
        behind: bool,
        /// How much of it the players know.
        #[serde(default)]
        sight: Sight,
    },
    /// Schedules reinforcements for the start of a round.
    Reinforce {
        /// The round.
        round: Round,
        /// How many.
        #[serde(default = "one")]
        count: u32,
        /// The reinforcement: an `Arrive(...)`.
        who: Box<NamedCommand>,
    },
    /// Removes a combatant from the fight.
    Depart(String, Standing),
    /// Applies a referee's override.
    Overrule(NamedOverrule),
    /// Adds a note to the log.
    Note(String),
    /// Passes time outside the fight, in seconds.
    Elapse(Second),
    /// Ends the encounter.
    End,
    /// Several commands in order, as one entry.
    Several(Vec<NamedCommand>),
}

fn one() -> u32 {
    1
}

impl NamedCommand {
    /// Returns the single commands, in order.
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::Several(words) => words,
            one => std::slice::from_ref(one),
        }
    }

    /// Resolves the names to get the command.
    ///
    /// # Errors
    /// A `Several` within a `Several`, or a creature that the bestiary does not have.
    pub(super) fn command(&self, names: Names, blocks: StatBlocks) -> Result<Command, String> {
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
            Self::Arrive {
                side,
                name,
                like,
                block,
                body,
                most,
                dice,
                hp,
                temporary,
                far,
                behind,
                sight,
            } => {
                let block = blocks.block(name, like.as_deref(), block.as_deref(), body.as_deref())?;
                let arrival = Arrival::new(names.side(side), name.as_str(), block);
                let (most, dice, hp, far) = (*most, *dice, *hp, *far);
                let (temporary, behind, sight) = (*temporary, *behind, *sight);
                Command::Arrive(Arrival { most, dice, hp, temporary, far, behind, sight, ..arrival })
            }
            Self::Reinforce { round, count, who } => match who.command(names, blocks)? {
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

    /// Resolves the names to get the act.
    ///
    /// # Errors
    /// It is not an `Act`.
    pub(super) fn act(&self, names: Names) -> Result<Act, String> {
        match self {
            Self::Act(act) => Ok(act.act(names)),
            _ => Err(format!("found {self:?}, expected Act(...)")),
        }
    }
}
