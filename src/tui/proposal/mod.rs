//! What Enter would do: the obvious next thing, said before it is done.

mod outlook;

use crate::policy::{self, Choice};
use crate::rules::engine::deeds;
use crate::rules::model::block::d20::{Attack, Range};
use crate::rules::model::command::{Act, Command, Deed, Fact};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::tally::Reason;
use crate::rules::model::window::{Mode, Phase, Window};
use crate::rules::ruleset::Ruleset;
use crate::rules::text::words;
use crate::tui::table::board::Board;
pub use outlook::{Forecast, forecast, needs, price};
use std::collections::BTreeMap;

/// What Enter would do.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Proposal {
    /// Nothing.
    #[default]
    Nothing,
    /// That command; the words say it.
    Do(Box<Command>, String),
    /// How far apart the sides stand is asked, then the fight begins.
    Meet(String),
    /// The form of that deed, because something has to be said first, or because several do it.
    Ask(CombatantId, Deed, String),
    /// It cannot go on, and why.
    Blocked(String),
    /// What the fight that is over came to, and out of it.
    SumUp,
}

/// The obvious next thing.
pub fn propose(
    rules: &dyn Ruleset,
    e: &Encounter,
    board: &Board,
    last: &BTreeMap<CombatantId, Act>,
) -> Proposal {
    match e.stage {
        Stage::Over if e.window().is_none() => return Proposal::SumUp,
        Stage::Setup if rules.sides_standing(e) < 2 => {
            return Proposal::Blocked("a fight needs two sides with somebody on each".into());
        }
        Stage::Setup if asks_distance(rules, e) => return Proposal::Meet("begin the fight".into()),
        Stage::Setup => return proceed("begin the fight".into()),
        Stage::Running | Stage::Over => {}
    }
    let more = e.timers.iter().any(|timer| timer.reinforcement().is_some())
        || e.window().is_some_and(|window| window.reinforcement().is_some());
    if e.stage == Stage::Running && rules.sides_standing(e) < 2 && !more {
        return Proposal::Do(Box::new(Command::End), "end the fight: one side is left".into());
    }
    match e.window() {
        None => Proposal::Nothing,
        Some(window) if window.mode == Mode::Procedure => {
            proceed(words::procedure(rules.about(), e, window))
        }
        Some(window) => an_act(rules, e, board, last, window),
    }
}

/// Whether the rules leave it to the referee how far apart the sides stand, and it was not said.
fn asks_distance(rules: &dyn Ruleset, e: &Encounter) -> bool {
    let said = e.is_measured() || e.all().any(|c| c.place.is_some() || !c.distances.is_empty());
    rules.about().meets_at.is_some() && e.scene.meets_at.is_none() && !said
}

fn proceed(words: String) -> Proposal {
    Proposal::Do(Box::new(Command::Proceed), words)
}

/// In a window for acts: what the first that owes one would do with it.
fn an_act(
    rules: &dyn Ruleset,
    e: &Encounter,
    board: &Board,
    last: &BTreeMap<CombatantId, Act>,
    window: &Window,
) -> Proposal {
    let about = rules.about();
    let (phase, counted) = (about.phase(window.phase), about.counts_down);
    let announce = if counted { "declare" } else { "announce" };
    let closing = || match board.owing.len() {
        0 => proceed(format!("close {phase}")),
        n if window.phase == Phase::Declare => {
            proceed(format!("close {phase} ({n} may still {announce})"))
        }
        n => proceed(format!("close {phase}: {n} pass")),
    };
    let Some(who) = board.actor() else { return closing() };
    match window.phase {
        Phase::Declare => return closing(),
        Phase::Gap if counted => return proceed("nobody acts any more".into()),
        Phase::Gap => return proceed("nobody cuts in".into()),
        _ => {}
    }
    match policy::choose(rules, e, who, last.get(&who)) {
        Some(Choice::Do(act)) => return together(board, who, described(rules, e, act)),
        Some(Choice::Ask(deed)) => return together(board, who, ask(e, who, deed)),
        None => {}
    }
    let may_move =
        || deeds::offer_of(rules, e, who, Deed::Move).is_some_and(|offer| offer.blocked.is_none());
    let budget = rules.glance(e, who).time_budget;
    if window.phase != Phase::Number && budget.is_none() && may_move() {
        return closing();
    }
    let left = budget.map_or(0, |budget| budget.left);
    let name = words::name(e, who);
    let text = if left > 0 { format!("{name} waits, {left} s left") } else { format!("{name} passes") };
    Proposal::Do(Box::new(Command::Act(Act::new(who, Deed::Pass))), text)
}

/// What one of a fold would do, all of it are asked to do.
fn together(board: &Board, who: CombatantId, proposal: Proposal) -> Proposal {
    let Some(fold) = board.acts_as_one(who) else { return proposal };
    let deed = match &proposal {
        Proposal::Do(command, _) => match &**command {
            Command::Act(act) => act.deed,
            _ => return proposal,
        },
        Proposal::Ask(_, deed, _) => *deed,
        _ => return proposal,
    };
    Proposal::Ask(who, deed, format!("{}: {}…", fold.owing(), deed.words().name.to_lowercase()))
}

fn ask(e: &Encounter, who: CombatantId, deed: Deed) -> Proposal {
    let announced = e.get(who).and_then(|c| c.effect(Condition::CASTING));
    let spell =
        announced.filter(|_| deed == Deed::Cast).and_then(|effect| u8::try_from(effect.value).ok());
    let what = spell.map_or_else(String::new, |at| format!(" {}", words::spell(e, who, at)));
    Proposal::Ask(who, deed, format!("{} {}{what}…", words::name(e, who), deed.words().does))
}

/// The act with what it needs; one the rules refuse is asked about instead.
fn described(rules: &dyn Ruleset, e: &Encounter, act: Act) -> Proposal {
    let who = act.who;
    let price = price(rules, e, &act);
    if act.deed == Deed::Resume {
        let cost = price.map_or_else(String::new, |price| format!(": {price}"));
        let text = format!("{}, going on{cost}", with_weapon(e, &begun(e, &act)));
        return Proposal::Do(Box::new(Command::Act(act)), text);
    }
    let text = match price {
        Some(price) => format!("{}: {price}", with_weapon(e, &act)),
        None if has_a_choice(e, &act) => with_weapon(e, &act),
        None => sentence(e, &act),
    };
    let deed = act.deed;
    let command = Command::Act(act);
    match forecast(rules, e, &command) {
        Forecast::Refused(_) => ask(e, who, deed),
        Forecast::Roll(roll) => {
            let cover = roll.tally.terms().iter().find(|term| term.0 == Reason::COVER);
            let cover = cover.map(|term| format!("cover {}", words::signed(term.1)));
            let said: Vec<String> = cover.into_iter().chain(needs(&roll)).collect();
            let said = if said.is_empty() { String::new() } else { format!(" ({})", said.join(", ")) };
            Proposal::Do(Box::new(command), format!("{text}{said}"))
        }
        Forecast::Asks | Forecast::Plain => Proposal::Do(Box::new(command), text),
    }
}

/// What is gone on with, at whom it is said to go now.
fn begun(e: &Encounter, act: &Act) -> Act {
    let begun = e.get(act.who).and_then(|c| c.ongoing.as_ref()).map_or(act, |begun| &begun.act);
    let at = if act.at.is_empty() { begun.at.clone() } else { act.at.clone() };
    Act { at, ..begun.clone() }
}

/// Whether it could have shot or thrown something else: then what flies is told.
fn has_a_choice(e: &Encounter, act: &Act) -> bool {
    let flies = |line: &Attack| line.range != Some(Range::Melee);
    let lines =
        || e.d20(act.who).map_or(0, |d20| d20.figures.attacks.iter().filter(|line| flies(line)).count());
    act.deed == Deed::Shoot && lines() > 1
}

/// An act in words, with what it is done: `Ana attacks Orc 2 with sword`.
fn with_weapon(e: &Encounter, act: &Act) -> String {
    let said = sentence(e, act);
    let weapon = words::weapon(e, act.who, act.with);
    match (act.with, act.deed) {
        (None, _) => said,
        (_, Deed::Cast) => {
            let at: Vec<&str> = act.at.iter().map(|id| words::name(e, *id)).collect();
            format!("{} casts {weapon} at {}", words::name(e, act.who), at.join(", "))
        }
        _ => format!("{said} with {weapon}"),
    }
}

/// An act in words: `Ana attacks Orc 2`.
pub fn sentence(e: &Encounter, act: &Act) -> String {
    let who = words::name(e, act.who);
    let at: Vec<&str> = act.at.iter().map(|id| words::name(e, *id)).collect();
    let at = at.join(", ");
    match act.deed {
        Deed::Strike => format!("{who} attacks {at}"),
        Deed::Shoot => format!("{who} shoots at {at}"),
        Deed::Move if act.facts.has(&Fact::Away) && at.is_empty() => format!("{who} runs"),
        Deed::Move if act.facts.has(&Fact::Away) => format!("{who} runs from {at}"),
        Deed::Move if act.facts.has(&Fact::Contact) => format!("{who} closes with {at}"),
        Deed::Move if !at.is_empty() => format!("{who} moves toward {at}"),
        Deed::Run if act.facts.has(&Fact::Away) && !at.is_empty() => format!("{who} runs from {at}"),
        Deed::Run if !at.is_empty() => format!("{who} runs toward {at}"),
        Deed::Combo => format!("{who} uses a combo on {at}"),
        deed if at.is_empty() => format!("{who} {}", deed.words().does),
        deed => format!("{who} {}: {at}", deed.words().does),
    }
}
