//! The log: what happened, in the referee's words. Nothing is made before it is shown.

mod among;
mod condition;
mod label;
mod roll;
mod told;

pub use super::log::among::{line_among, lines};
pub use super::log::condition::{adds, condition, condition_toward};
use super::log::condition::{afflicted, relieved};
pub use super::log::label::entry_label;
use super::log::roll::roll;
pub use super::log::roll::verdicts;
use super::log::told::tell;
use super::words::{self, name};
use crate::rules::model::combatant::{Gear, Thing, Whereabouts};
use crate::rules::model::effect::TimerAction;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Bearer, Event, Spending};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::{DAY, HOUR, MINUTE};
use crate::rules::model::rank::Rank;
use crate::rules::model::window::Slot;
use crate::rules::ruleset::about::{About, Family};

/// One line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine {
    /// How far it stands in: consequences stand under what brought them.
    pub indent: u8,
    /// What happened.
    pub text: String,
}

fn act(text: String) -> Option<LogLine> {
    Some(LogLine { indent: 0, text })
}

fn then(text: String) -> Option<LogLine> {
    Some(LogLine { indent: 1, text })
}

/// The event's line. `None`: it is bookkeeping, nobody at the table would speak of it. `e` may be
/// any later state of the same fight: names outlast everything.
pub fn line(about: &About, e: &Encounter, event: &Event) -> Option<LogLine> {
    match event {
        Event::RoundBegan(0) => None,
        Event::RoundBegan(round) => act(format!("Round {round}")),
        Event::Elapsed(seconds) if *seconds != about.round_seconds => {
            act(format!("{} go by", duration(*seconds)))
        }
        Event::PassedOver(phases) => {
            let names: Vec<&str> = phases.iter().map(|phase| about.phase(*phase)).collect();
            then(format!("nobody for {}", names.join(", ")))
        }
        Event::Passed(who) => act(format!("{} passes", name(e, *who))),
        Event::TurnBegan(who) => act(format!("{}'s turn", name(e, *who))),
        Event::Ordered(order) if order.is_empty() => None,
        Event::Ordered(order) => act(format!("Order: {}", slots(about, e, order))),
        Event::Began => act("The fight begins".into()),
        Event::Ended => act("The fight is over".into()),
        Event::Joined(c) => act(format!("{} joins {}", c.name, words::side(e, c.side))),
        Event::Renamed(_, new) => then(format!("a new name: {new}")),
        Event::Turned(who, side) => then(format!("{} joins {}", name(e, *who), words::side(e, *side))),
        Event::Reshaped(who, ..) => then(format!("{} has another stat block", name(e, *who))),
        Event::Stood(who, standing) => then(format!("{} {}", name(e, *who), words::becomes(*standing))),
        Event::Harmed { who, amount, tally, .. } => {
            let sum = words::sum(about, None, tally);
            let why = if tally.terms().len() > 1 { format!(": {sum}") } else { String::new() };
            then(format!("{} loses {amount}{why}", name(e, *who)))
        }
        Event::Healed { who, amount } => then(format!("{} regains {amount}", name(e, *who))),
        Event::HpSet(who, hp) => then(format!("{} has {hp} {}", name(e, *who), words::harm(about))),
        Event::Wounded { who, by: Some((damage, most, least)), .. } => {
            then(format!("{} is wounded: {damage} against {most}/{least}", name(e, *who)))
        }
        Event::Wounded { who, .. } => then(format!("{} is wounded", name(e, *who))),
        Event::UsedUp(who, what, left) => then(format!("{}: {what} {left} left", name(e, *who))),
        Event::Supplied(who, supply) if supply.most == 0 => {
            then(format!("{}: {} not counted any more", name(e, *who), supply.name))
        }
        Event::Supplied(who, supply) => {
            then(format!("{}: {} {} of {}", name(e, *who), supply.name, supply.left(), supply.most))
        }
        Event::Geared(who, thing, gear) => geared(about, e, *who, *thing, *gear),
        Event::Undertook(_, Some(begun)) if begun.owes > 0 => {
            then(format!("in progress, {} s to go", begun.owes))
        }
        Event::Spent(who, Spending::Seconds(seconds)) if *seconds > 0 => {
            then(format!("{}: {seconds} s", name(e, *who)))
        }
        Event::Afflicted(who, effect) => afflicted(about, e, *who, effect),
        Event::Relieved { who, label: Some(label), .. } => {
            then(format!("{}: {label} ends", name(e, *who)))
        }
        Event::Relieved { who, condition, .. } => relieved(about, e, *who, *condition),
        Event::Set(timer) => match &timer.action {
            TimerAction::Remind(text) => then(format!("to be remembered: {text}")),
            TimerAction::BurnOut => then("oil burns on the ground".into()),
            TimerAction::Reinforce(..) => {
                let (who, count, round) = timer.reinforcement()?;
                let who = words::reinforcement(e, who, count);
                then(format!("{who} will come as round {round} begins"))
            }
            _ => None,
        },
        Event::Fell(timer) => match &timer.action {
            TimerAction::Remind(text) => act(format!("Remember: {text}")),
            TimerAction::BurnOut => act("The fire on the ground burns out".into()),
            TimerAction::Reinforce(who, count) => {
                act(format!("Reinforcements: {}", words::reinforcement(e, who, *count)))
            }
            _ => None,
        },
        Event::Spent(_, Spending::Move(feet)) => then(format!("{feet}{}", about.unit)),
        Event::Threatens(a, b) if a < b => {
            then(format!("{} and {} are in melee", name(e, *a), name(e, *b)))
        }
        Event::Frees(a, b) if a < b => then(format!("{} and {} part", name(e, *a), name(e, *b))),
        Event::Apart(a, b, Some(feet)) => {
            then(format!("{} and {}: {feet}{} apart", name(e, *a), name(e, *b), about.unit))
        }
        Event::Moved { who, off: Some((other, far)), .. } if *far > about.melee() => {
            then(format!("{} and {}: {far}{} apart", name(e, *who), name(e, *other), about.unit))
        }
        Event::Met(feet) => then(format!("the sides meet at {feet}{}", about.unit)),
        Event::Rolled(rolled) => Some(roll(about, e, rolled, None)),
        Event::Counted(Bearer::Effect(who, _), counter, value) => {
            let called = about.counted_as(*counter)?;
            then(format!("{}: {value} {called} in all", name(e, *who)))
        }
        Event::Counted(Bearer::Side(side), counter, value) if *value != 0 => {
            let mark = about.side_marks.iter().find(|mark| mark.counter == *counter)?;
            let meaning = mark.values.get(usize::try_from(*value).ok()?)?;
            then(format!("{}: {meaning}", words::side(e, *side)))
        }
        Event::Told(told) => tell(about, e, told),
        Event::Deferred(event) => {
            let line = line(about, e, event)?;
            Some(LogLine { text: format!("{} (waits)", line.text), ..line })
        }
        Event::Committed => act("What waited takes hold".into()),
        Event::OptionSet(id, value) => {
            let title = about.option(id).map_or(id, |option| &option.title);
            then(format!("{title}: {value}"))
        }
        Event::OptionAwaits(id, value) => {
            let title = about.option(id).map_or(id, |option| &option.title);
            then(format!("{title}: {value}, from the next round on"))
        }
        Event::SceneSet(_) => then("the scene is set".into()),
        Event::HandSet(side, hand) => {
            then(format!("{}: dice {}", words::side(e, *side), words::hand(*hand)))
        }
        Event::AsksSet(side, asks) => {
            let asks = if *asks { "asks before each act" } else { "acts as proposed" };
            then(format!("{}: Enter {asks}", words::side(e, *side)))
        }
        Event::Ranked(who, rank) => {
            let where_to = match rank {
                Rank::Front => "stands in front",
                Rank::Back => "stands back",
            };
            then(format!("{} {where_to}", name(e, *who)))
        }
        Event::AwareSet(side, aware) => {
            let knows = if *aware { "knows of the others" } else { "knows of nobody" };
            then(format!("{} {knows}", words::side(e, *side)))
        }
        Event::SpellSet(who, spell, left) => {
            then(format!("{}: {} left {left}", name(e, *who), words::spell(e, *who, *spell)))
        }
        Event::Overruled => act("The referee's word:".into()),
        Event::Noted(text) => act(format!("Note: {text}")),
        Event::Pinned(who, text) => then(format!("Note on {}: {text}", name(e, *who))),
        Event::Unpinned(who, text) => then(format!("Note off {}: {text}", name(e, *who))),
        _ => None,
    }
}

fn geared(about: &About, e: &Encounter, who: CombatantId, thing: Thing, gear: Gear) -> Option<LogLine> {
    let mut parts = Vec::new();
    if gear.at != Whereabouts::AtHand {
        parts.push(words::whereabouts(gear.at).to_string());
    }
    if gear.wounds > 0 && gear.at != Whereabouts::Destroyed {
        parts.push(format!("wounds {}", gear.wounds));
    }
    if gear.jammed {
        parts.push("jammed".into());
    }
    if gear.fired > 0 && about.family == Family::D20 {
        parts.push("not loaded".into());
    } else if gear.fired > 0 {
        parts.push(format!("shots fired {}", gear.fired));
    }
    if parts.is_empty() {
        parts.push(words::whereabouts(gear.at).to_string());
    }
    then(format!("{}: {}", words::thing(e, who, thing), parts.join(", ")))
}

fn slots(about: &About, e: &Encounter, order: &[Slot]) -> String {
    let one = |slot: &Slot| {
        let sides = slot.sides.iter().map(|side| words::side(e, *side));
        let ones = slot.ones.iter().map(|who| name(e, *who));
        let names: Vec<&str> = sides.chain(ones).collect();
        if about.counts_down {
            return format!("{}: {}", slot.score, names.join(" + "));
        }
        if slot.score == 0 { names.join(" + ") } else { format!("{} {}", names.join(" + "), slot.score) }
    };
    order.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// A span of time in words: `10 minutes`.
pub fn duration(seconds: u32) -> String {
    let units = [(DAY, "day"), (HOUR, "hour"), (MINUTE, "minute"), (1, "second")];
    let whole = units.iter().find(|(size, _)| seconds >= *size && seconds.is_multiple_of(*size));
    let (size, word) = whole.copied().unwrap_or((1, "second"));
    let count = seconds / size;
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// With a capital letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
