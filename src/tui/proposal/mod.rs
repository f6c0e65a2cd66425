//! The proposal: what Enter would do next, put in words beforehand.

mod crowd;
mod outlook;
mod passes;
mod wording;

pub use outlook::{Forecast, Unanswered, forecast, needs, price};
pub use passes::each_passes;
pub use wording::{at_each, chance_to_hit, sentence};

use crate::policy::{self, Then};
use crate::rules::model::command::{Act, Command, Deed};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::ids::CombatantId;
use crate::rules::ruleset::{Ruleset, sides_standing};
use crate::rules::text::words;
use crate::tui::overlays::referee::stance;
use crate::tui::table::board::Board;
use crowd::crowd_acts;
use std::collections::BTreeMap;
use wording::{Around, closing, describe_all, gets_away};

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
        /// How many of them come before the act, because pending results take hold: those are an entry of their own, so
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
            return Proposal::Blocked("a fight needs two sides with at least one combatant each".into());
        }
        Stage::Setup if asks_distance(rules, e) => return Proposal::Meet("begin the fight".into()),
        Stage::Setup => return one(Command::Proceed, "begin the fight"),
        Stage::Running | Stage::Over => {}
    }
    let more = e.timers.iter().any(|timer| timer.reinforcement().is_some())
        || e.window().is_some_and(|window| window.reinforcement().is_some());
    if e.stage == Stage::Running && sides_standing(rules, e) < 2 && !more {
        return one(Command::End, "end the fight: only one side is left");
    }
    match e.window() {
        None => Proposal::Nothing,
        Some(_) => step(rules, e, board, last, crowds),
    }
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

/// The next step of a running fight. Steps that change nothing are passed over with the same key.
fn step(
    rules: &dyn Ruleset,
    e: &Encounter,
    board: &Board,
    last: &BTreeMap<CombatantId, Act>,
    crowds: Crowds,
) -> Proposal {
    let lead = board.actor();
    let others = board.owing.iter().copied().filter(|who| Some(*who) != lead);
    let order: Vec<CombatantId> = lead.into_iter().chain(others).collect();
    let mut next = policy::next(rules, e, &order, last);
    let around = Around::of(e, &next);
    let first = std::mem::take(&mut next.first);
    let asks = |act: &Act| {
        let side = next.state.get(act.who).and_then(|c| next.state.side(c.side));
        !matches!(act.deed, Deed::CutIn | Deed::Resume) && side.is_some_and(|side| side.asks)
    };
    let (acts, text) = match &next.then {
        Then::Nothing => return Proposal::Nothing,
        Then::Stuck(who) => {
            let text = format!("nothing {} has can harm its foe: choose an act…", words::name(e, *who));
            return Proposal::Choose { first, who: *who, words: around.around(&text) };
        }
        Then::Talk => return Proposal::Talk(stance::sentence(e)),
        Then::Ask(act) => return ask(&next.state, first, act.clone(), &around),
        Then::Do(act) if asks(act) => return ask(&next.state, first, act.clone(), &around),
        Then::Do(act) => match crowd_acts(rules, &next.state, board, last, act, crowds) {
            Some((acts, text))
                if next.more.is_empty() || board.fold(board.row_of(act.who)).is_some() =>
            {
                (acts, text)
            }
            _ => (next.commands(rules), describe_all(rules, &next.state, act, &next.more)),
        },
        then => {
            let window = next.state.window();
            let text = match (then, window) {
                (Then::Runs, _) if next.ends_round => format!("on to round {}", next.state.round + 1),
                (Then::Runs, Some(window)) => {
                    words::procedure(rules.about(), &next.state, window).to_string()
                }
                (Then::Leave(gone), _) => gets_away(&next.state, gone),
                (Then::End, _) => "end the fight: neither side can harm the other".into(),
                (Then::Pass(who), _) => format!("{} passes", words::name(&next.state, *who)),
                _ => closing(rules, &next),
            };
            (next.commands(rules), text)
        }
    };
    let commands = first.into_iter().chain(acts).collect();
    Proposal::Do { commands, held: next.held, words: around.around(&text) }
}

fn ask(e: &Encounter, first: Vec<Command>, act: Act, around: &Around) -> Proposal {
    let announced = e.get(act.who).and_then(|c| c.effect(Condition::CASTING));
    let spell =
        announced.filter(|_| act.deed == Deed::Cast).and_then(|effect| u8::try_from(effect.value).ok());
    let what = spell.map_or_else(String::new, |at| format!(" {}", words::spell(e, act.who, at)));
    let text = format!("{} {}{what}…", words::name(e, act.who), act.deed.words().does);
    Proposal::Ask { first, act: Box::new(act), words: around.around(&text) }
}
