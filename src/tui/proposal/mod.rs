//! The proposal: what Enter would do next, put in words beforehand.

mod crowd;
mod outlook;
mod passes;
mod wording;

pub use outlook::{Forecast, Unanswered, forecast, is_sure, needs, price};
pub use passes::each_passes;
pub use wording::{chance_to_hit, describe, sentence};

use crate::policy::{Ending, Then};
use crate::rules::model::combatant::Standing;
use crate::rules::model::command::{Act, Command, Deed};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::phrase::Number;
use crate::rules::ruleset::{Ruleset, sides_standing};
use crate::rules::text::words;
use crate::tui::overlays::referee::stance;
use crate::tui::table::board::Board;
use crowd::crowd_acts;
use std::collections::BTreeMap;
use wording::{Around, NOTHING, closing, describe_all};

/// What Enter would do.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Proposal {
    /// Nothing.
    #[default]
    Nothing,
    /// Run commands as one act.
    Do {
        /// The commands.
        commands: Vec<Command>,
        /// How many of them come before the act, because pending results count: those are an entry of their own, so
        /// that whoever rolls next sees the results.
        held: usize,
        /// What they do.
        words: String,
    },
    /// Ask how far apart the sides are, then begin the fight.
    Meet(String),
    /// Open the form of the act, because details are missing or its side asks before each act. Steps that change
    /// nothing are passed over first.
    Ask {
        /// The commands that pass over those steps.
        first: Vec<Command>,
        /// The act, as far as it is known.
        act: Box<Act>,
        /// The words for the key.
        words: String,
    },
    /// Ask what comes of it: nobody fights.
    Talk(String),
    /// Ask what a combatant does: nothing that it would do could do anything.
    Choose {
        /// The commands that pass over the steps before it.
        first: Vec<Command>,
        /// The combatant.
        who: CombatantId,
        /// The words for the key.
        words: String,
    },
    /// The fight cannot go on, for this reason.
    Blocked(String),
    /// Show the summary of the fight, which is over, and leave it.
    SumUp,
}

impl Proposal {
    /// Whether it acts at a combatant.
    pub fn aims_at(&self, who: CombatantId) -> bool {
        let at = |act: &Act| act.at.contains(&who);
        match self {
            Self::Do { commands, .. } => {
                commands.iter().any(|command| matches!(command, Command::Act(act) if at(act)))
            }
            Self::Ask { act, .. } => at(act),
            _ => false,
        }
    }

    /// What it does, for those that Enter carries out or asks about.
    pub fn words(&self) -> Option<&str> {
        match self {
            Self::Do { words, .. }
            | Self::Meet(words)
            | Self::Talk(words)
            | Self::Choose { words, .. }
            | Self::Ask { words, .. } => Some(words),
            Self::Blocked(_) | Self::SumUp | Self::Nothing => None,
        }
    }
}

/// Whether a horde whose rows are not folded acts at one key press.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Crowds {
    /// The whole horde.
    AsOne,
    /// Each by itself, since rows are marked or the dice of the next act are rolled the other way.
    Apart,
}

/// The obvious next step.
pub fn propose(
    rules: &dyn Ruleset,
    e: &Encounter,
    board: &Board,
    last: &BTreeMap<CombatantId, Act>,
    crowds: Crowds,
) -> Proposal {
    match e.stage {
        Stage::Over if e.window().is_none() => return Proposal::SumUp,
        Stage::Setup if sides_standing(rules, e) < 2 => {
            return Proposal::Blocked(
                "a fight needs two sides: + adds who comes, such as 6 goblins".into(),
            );
        }
        Stage::Setup if asks_distance(rules, e) => return Proposal::Meet("begin the fight".into()),
        Stage::Setup => return one(Command::Proceed, "begin the fight"),
        Stage::Running | Stage::Over => {}
    }
    step(rules, e, board, last, crowds)
}

/// Whether the rules leave the distance between the sides to the referee, and it is not set yet.
fn asks_distance(rules: &dyn Ruleset, e: &Encounter) -> bool {
    let said = e.is_measured() || e.all().any(|c| c.place.is_some() || !c.distances.is_empty());
    rules.about().meets_at.is_some() && e.scene.meets_at.is_none() && !said
}

/// One command.
fn one(command: Command, words: &str) -> Proposal {
    Proposal::Do { commands: vec![command], held: 0, words: words.into() }
}

/// The step of the one who is to act. Steps that change nothing are passed over with the same key.
fn step(
    rules: &dyn Ruleset,
    e: &Encounter,
    board: &Board,
    last: &BTreeMap<CombatantId, Act>,
    crowds: Crowds,
) -> Proposal {
    let acting = board.acting();
    let (there, first) = (acting.state(e), acting.first.clone());
    let around = Around::of(e, acting);
    let (acts, text) = match &acting.then {
        Then::Nothing => return Proposal::Nothing,
        Then::Stuck(who) => {
            let text =
                format!("nothing {} has can harm its foe: choose an act…", words::name(there, *who));
            return Proposal::Choose { first, who: *who, words: around.around(&text) };
        }
        Then::Talk => return Proposal::Talk(stance::sentence(e)),
        Then::Ask(act) => return ask(there, first, act.clone(), &around),
        Then::Do(act) => match crowd_acts(rules, there, board, last, act, crowds) {
            Some((acts, text))
                if acting.more.is_empty() || board.fold(board.row_of(act.who)).is_some() =>
            {
                (acts, text)
            }
            _ => (acting.commands(rules, e), describe_all(rules, there, act, &acting.more)),
        },
        then => {
            let text = match (then, there.window()) {
                (Then::Runs, _) if acting.ends_round => format!("on to round {}", there.round + 1),
                (Then::Runs, Some(window)) => words::procedure(rules.about(), there, window).to_string(),
                (Then::Leave(gone), _) => words::they_do(there, gone, words::becomes(Standing::Fled)),
                (Then::End(Ending::OneSide), _) => "end the fight: only one side is left".into(),
                (Then::End(Ending::AtMercy), _) => {
                    "end the fight: one side is at the mercy of the other".into()
                }
                (Then::End(Ending::Standoff), _) => {
                    "end the fight: neither side can harm the other".into()
                }
                (Then::Pass(who), _) => words::they_do(there, &[*who], NOTHING),
                _ => closing(rules, e, acting),
            };
            (acting.commands(rules, e), text)
        }
    };
    let commands = first.into_iter().chain(acts).collect();
    Proposal::Do { commands, held: acting.held, words: around.around(&text) }
}

fn ask(e: &Encounter, first: Vec<Command>, act: Act, around: &Around) -> Proposal {
    let announced = e.get(act.who).and_then(|c| c.effect(Condition::CASTING));
    let spell =
        announced.filter(|_| act.deed == Deed::Cast).and_then(|effect| u8::try_from(effect.value).ok());
    let what = spell.map_or_else(String::new, |at| format!(" {}", words::spell(e, act.who, at)));
    let does = act.deed.words().does.says(Number::One);
    let text = format!("{} {does}{what}…", words::name(e, act.who));
    Proposal::Ask { first, act: Box::new(act), words: around.around(&text) }
}
