//! A single event in full: listed by `w`, and used by the log for events without words of their own.

use super::condition::{afflicted, relieved};
use super::roll::roll;
use super::told::tell;
use super::{duration, order, passes, time_told};
use crate::rules::model::combatant::{Gear, Thing, Whereabouts};
use crate::rules::model::effect::TimerAction;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Bearer, Event, Spending};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::rank::Rank;
use crate::rules::model::sight::Sight;
use crate::rules::ruleset::about::{About, Family};
use crate::rules::text::words::{self, name};

/// Formats an event in full, with all terms of its sum; `None` for bookkeeping. `e` may be any later state of the
/// same fight, since combatants are never removed.
pub fn in_full(about: &About, e: &Encounter, event: &Event) -> Option<String> {
    match event {
        Event::RoundBegan(0) => None,
        Event::RoundBegan(round) => Some(format!("Round {round}")),
        Event::Elapsed(seconds) if *seconds != about.round_seconds => {
            Some(passes(&time_told(about, *seconds)))
        }
        Event::PassedOver(phases) => {
            let names: Vec<&str> = phases.iter().map(|phase| about.phase(*phase)).collect();
            Some(format!("no one can act: {}", names.join(", ")))
        }
        Event::Passed(who) => Some(format!("{} passes", name(e, *who))),
        Event::TurnBegan(who) => Some(format!("{}'s turn", name(e, *who))),
        Event::Ordered(slots) if slots.is_empty() => None,
        Event::Ordered(slots) => Some(format!("Order: {}", order::describe(e, slots))),
        Event::Began => Some("The fight begins".into()),
        Event::Ended => Some("The fight is over".into()),
        Event::Joined(c) => Some(format!("{} joins {}", c.name, words::side(e, c.side))),
        Event::Renamed(_, new) => Some(format!("renamed to {new}")),
        Event::Turned(who, side) => Some(format!("{} joins {}", name(e, *who), words::side(e, *side))),
        Event::Reshaped(who, ..) => Some(format!("{} has a new stat block", name(e, *who))),
        Event::Stood(who, standing) => Some(format!("{} {}", name(e, *who), words::becomes(*standing))),
        Event::Harmed { who, amount, tally, .. } => {
            let sum = words::sum(about, None, tally);
            let why = if tally.terms().len() > 1 { format!(": {sum}") } else { String::new() };
            Some(format!("{} loses {amount}{why}", name(e, *who)))
        }
        Event::Absorbed { who, amount } => {
            Some(format!("{} loses {}", name(e, *who), words::temporary(*amount)))
        }
        Event::Healed { who, amount } => Some(format!("{} regains {amount}", name(e, *who))),
        Event::HpSet(who, hp) => {
            let unit = words::harm(about);
            let unit = if *hp == 1 { unit.trim_end_matches('s') } else { unit };
            Some(format!("{} has {hp} {unit}", name(e, *who)))
        }
        Event::Wounded { who, by: Some((damage, most, least)), .. } => {
            Some(format!("{} is wounded: {damage} against {most}/{least}", name(e, *who)))
        }
        Event::Wounded { who, .. } => Some(format!("{} is wounded", name(e, *who))),
        Event::UsedUp(who, what, left) => Some(format!("{}: {what} {left} left", name(e, *who))),
        Event::Supplied(who, supply) if supply.most == 0 => {
            Some(format!("{}: {} no longer counted", name(e, *who), supply.name))
        }
        Event::Supplied(who, supply) => {
            Some(format!("{}: {} {} of {}", name(e, *who), supply.name, supply.left(), supply.most))
        }
        Event::Geared(who, thing, gear) => geared(about, e, *who, *thing, *gear),
        Event::Undertook(_, Some(begun)) if begun.owes > 0 => {
            Some(format!("in progress, {} left", duration(begun.owes)))
        }
        Event::Spent(who, Spending::Seconds(seconds)) if *seconds > 0 => {
            Some(format!("{} spends {}", name(e, *who), duration(*seconds)))
        }
        Event::Afflicted(who, effect) => afflicted(about, e, *who, effect),
        Event::Relieved { who, label: Some(label), .. } => {
            Some(format!("{}: {label} ends", name(e, *who)))
        }
        Event::Relieved { who, condition, .. } => relieved(about, e, *who, *condition),
        Event::Set(timer) => match &timer.action {
            TimerAction::Remind(text) => Some(format!("reminder set: {text}")),
            TimerAction::BurnOut => Some("oil burns on the ground".into()),
            TimerAction::Reinforce(..) => {
                let (who, count, round) = timer.reinforcement()?;
                let arrive = if count == 1 { "arrives" } else { "arrive" };
                let who = words::reinforcement(e, who, count);
                Some(format!("{who} {arrive} at the start of round {round}"))
            }
            _ => None,
        },
        Event::Fell(timer) => match &timer.action {
            TimerAction::Remind(text) => Some(format!("Reminder: {text}")),
            TimerAction::BurnOut => Some("The fire on the ground burns out".into()),
            TimerAction::Reinforce(who, count) => {
                Some(format!("Reinforcements: {}", words::reinforcement(e, who, *count)))
            }
            _ => None,
        },
        Event::Spent(who, Spending::Move(steps)) => {
            Some(format!("{}{}", about.walked(e, *who, *steps), about.unit))
        }
        Event::Threatens(a, b) if a < b => {
            Some(format!("{} and {} are in melee", name(e, *a), name(e, *b)))
        }
        Event::Frees(a, b) if a < b => Some(format!("{} and {} disengage", name(e, *a), name(e, *b))),
        Event::Apart(a, b, Some(feet)) => {
            Some(format!("{} and {}: {feet}{} apart", name(e, *a), name(e, *b), about.unit))
        }
        Event::Moved { who, off: Some((other, far)), .. } if *far > about.melee() => {
            Some(format!("{} and {}: {far}{} apart", name(e, *who), name(e, *other), about.unit))
        }
        Event::Met(feet) => Some(format!("the sides meet at {feet}{}", about.unit)),
        Event::Rolled(rolled) => Some(roll(about, e, rolled)),
        Event::Counted(Bearer::Effect(who, _), counter, value) => {
            let called = about.counted_as(*counter)?;
            Some(format!("{}: {value} {called} in all", name(e, *who)))
        }
        Event::Counted(Bearer::Side(side), counter, value) if *value != 0 => {
            let mark = about.side_marks.iter().find(|mark| mark.counter == *counter)?;
            let meaning = mark.values.get(usize::try_from(*value).ok()?)?;
            Some(format!("{}: {meaning}", words::side(e, *side)))
        }
        Event::Told(told) => tell(about, e, told),
        Event::Deferred(event) => Some(format!("{} (pending)", in_full(about, e, event)?)),
        Event::Committed => Some("Pending effects apply".into()),
        Event::OptionSet(id, value) => {
            let title = about.option(id).map_or(id, |option| &option.title);
            Some(format!("{title}: {value}"))
        }
        Event::OptionAwaits(id, value) => {
            let title = about.option(id).map_or(id, |option| &option.title);
            Some(format!("{title}: {value}, from the next round on"))
        }
        Event::SceneSet(_) => Some("scene changed".into()),
        Event::HandSet(side, hand) => {
            Some(format!("{}: dice {}", words::side(e, *side), words::hand(*hand)))
        }
        Event::AsksSet(side, asks) => {
            let asks = if *asks { "asks before each act" } else { "acts as proposed" };
            Some(format!("{}: Enter {asks}", words::side(e, *side)))
        }
        Event::PlayersSet(side, players) => {
            let whose = if *players { "the players' side" } else { "not the players' side" };
            Some(format!("{}: {whose}", words::side(e, *side)))
        }
        Event::Sighted(who, sight) => {
            let known = match sight {
                Sight::Known => "shown to the players",
                Sight::Unnamed => "shown to the players without a name",
                Sight::Hidden => "hidden from the players",
            };
            Some(format!("{} {known}", name(e, *who)))
        }
        Event::Ranked(who, rank) => {
            let where_to = match rank {
                Rank::Front => "moves to the front line",
                Rank::Back => "moves to the back line",
            };
            Some(format!("{} {where_to}", name(e, *who)))
        }
        Event::AwareSet(side, aware) => {
            let knows = if *aware { "is aware of the others" } else { "is unaware of the others" };
            Some(format!("{} {knows}", words::side(e, *side)))
        }
        Event::SideTook(side, stance) => {
            let does = stance.map(|stance| words::aim(e, stance.aim, true));
            let does = does.unwrap_or_else(|| "fight whoever fights them".into());
            Some(format!("{}: they {does}", words::side(e, *side)))
        }
        Event::Took(who, stance) => {
            let does = stance.map(|stance| words::aim(e, stance.aim, false));
            let does = does.unwrap_or_else(|| "does as its side does".into());
            Some(format!("{} {does}", name(e, *who)))
        }
        Event::SpellSet(who, spell, left) => {
            Some(format!("{}: {} left {left}", name(e, *who), words::spell(e, *who, *spell)))
        }
        Event::Overruled => Some("Referee's ruling:".into()),
        Event::Noted(text) => Some(format!("Note: {text}")),
        Event::Pinned(who, text) => Some(format!("Note on {}: {text}", name(e, *who))),
        Event::Unpinned(who, text) => Some(format!("Note removed from {}: {text}", name(e, *who))),
        _ => None,
    }
}

fn geared(about: &About, e: &Encounter, who: CombatantId, thing: Thing, gear: Gear) -> Option<String> {
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
    Some(format!("{}: {}", words::thing(e, who, thing), parts.join(", ")))
}
