//! A single event in full: listed by `w`, and used by the log for events without words of their own.

use super::condition::{afflicted, relieved};
use super::roll::roll;
use super::told::{tell, told_of_one};
use super::{duration, order, rounds_pass};
use crate::rules::model::combatant::{Gear, Thing};
use crate::rules::model::effect::TimerAction;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Bearer, Event, Spending};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::phrase::{Number, Phrase, Verb};
use crate::rules::model::rank::Rank;
use crate::rules::model::sight::Sight;
use crate::rules::ruleset::about::{About, Family};
use crate::rules::text::words::{self, name};

/// Formats an event in full, with all terms of its sum; `None` for bookkeeping. `e` may be any later state of the
/// same fight, since combatants are never removed.
pub fn in_full(about: &About, e: &Encounter, event: &Event) -> Option<String> {
    if let Some(said) = of_one(about, e, event) {
        return Some(said.text(e));
    }
    match event {
        Event::RoundBegan(0) => None,
        Event::RoundBegan(round) => Some(format!("Round {round}")),
        Event::Elapsed(seconds) if *seconds != about.round_seconds => Some(rounds_pass(about, *seconds)),
        Event::PassedOver(phases) => {
            let names: Vec<&str> = phases.iter().map(|phase| about.phase(*phase)).collect();
            Some(format!("no one can act: {}", names.join(", ")))
        }
        Event::TurnBegan(who) => Some(format!("{}'s turn", name(e, *who))),
        Event::Ordered(slots) if slots.is_empty() => None,
        Event::Ordered(slots) => Some(format!("Order: {}", order::describe(e, slots))),
        Event::Began => Some("The fight begins".into()),
        Event::Ended => Some("The fight is over".into()),
        Event::Joined(c) => Some(format!("{} joins {}", c.name, words::side(e, c.side))),
        Event::Renamed(_, new) => Some(format!("renamed to {new}")),
        Event::Geared(who, thing, gear) => geared(about, e, *who, *thing, *gear),
        Event::Undertook(_, Some(begun)) if begun.owes > 0 => {
            Some(format!("in progress, {} left", duration(begun.owes)))
        }
        Event::Set(timer) => match &timer.action {
            TimerAction::Remind(text) => Some(format!("reminder set: {text}")),
            TimerAction::BurnOut => Some("oil burns on the ground".into()),
            TimerAction::Reinforce(..) => {
                let (who, count, round) = timer.reinforcement()?;
                let arrive = Verb::ARRIVE.says(Number::of(count));
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
        Event::Counted(Bearer::Side(side), counter, value) if *value != 0 => {
            let mark = about.side_marks.iter().find(|mark| mark.counter == *counter)?;
            let meaning = mark.values.get(usize::try_from(*value).ok()?)?;
            Some(format!("{}: {meaning}", words::side(e, *side)))
        }
        Event::Told(told) => tell(about, e, told),
        Event::Deferred(event) => Some(format!("{} (pending)", in_full(about, e, event)?)),
        Event::Committed => Some("Pending effects apply".into()),
        Event::BookLaid(Some(book)) => Some(format!("house book: {}", book.title())),
        Event::BookLaid(None) => Some("the house book is put away".into()),
        Event::OptionSet(id, value) => {
            let title = about.option(id).map_or(&**id, |option| option.title);
            Some(format!("{title}: {value}"))
        }
        Event::OptionAwaits(id, value) => {
            let title = about.option(id).map_or(&**id, |option| option.title);
            Some(format!("{title}: {value}, from the next round on"))
        }
        Event::SceneSet(_) => Some("scene changed".into()),
        Event::HandSet(side, hand) => {
            Some(format!("{}: dice {}", words::side(e, *side), words::hand(*hand)))
        }
        Event::DiceSet(who, hand) => {
            let how = hand.map_or("as its side's", words::hand);
            Some(format!("{}: dice {how}", name(e, *who)))
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
        Event::AwareSet(side, aware) => {
            let knows = if *aware { "is aware of the others" } else { "is unaware of the others" };
            Some(format!("{} {knows}", words::side(e, *side)))
        }
        Event::SideTook(side, stance) => {
            let does = stance.map(|stance| words::aim(e, stance.aim, Number::Many));
            let does = does.unwrap_or_else(|| "fight whoever fights them".into());
            Some(format!("{}: they {does}", words::side(e, *side)))
        }
        Event::Overruled => Some("Referee's ruling:".into()),
        Event::Noted(text) => Some(format!("Note: {text}")),
        Event::Pinned(who, text) => Some(format!("Note on {}: {text}", name(e, *who))),
        Event::Unpinned(who, text) => Some(format!("Note removed from {}: {text}", name(e, *who))),
        _ => None,
    }
}

/// What an event says of one combatant.
pub(super) struct OfOne {
    /// The combatant.
    pub who: CombatantId,
    /// What it does; `None`: the rest is a noun, set off by a colon.
    pub does: Option<Verb>,
    /// The words behind the verb, or the noun.
    pub rest: String,
}

impl OfOne {
    pub fn does(who: CombatantId, does: Phrase, object: &str) -> Self {
        Self { who, does: Some(does.verb), rest: does.rest(object) }
    }

    pub fn has(who: CombatantId, rest: impl Into<String>) -> Self {
        Self { who, does: None, rest: rest.into() }
    }

    pub fn text(self, e: &Encounter) -> String {
        let verb = self.does.map_or_else(|| ": ".into(), |verb| format!(" {}", verb.says(Number::One)));
        format!("{}{verb}{}", name(e, self.who), self.rest)
    }
}

/// Returns what an event says of one combatant, if it says only that.
pub(super) fn of_one(about: &About, e: &Encounter, event: &Event) -> Option<OfOne> {
    let does = |who: &CombatantId, verb: Verb, rest: String| OfOne::does(*who, verb.alone(), &rest);
    Some(match event {
        Event::Passed(who) => does(who, Verb::PASS, String::new()),
        Event::Turned(who, side) => does(who, Verb::JOIN, words::side(e, *side).into()),
        Event::Reshaped(who, ..) => does(who, Verb::HAVE, "a new stat block".into()),
        Event::Stood(who, standing) => OfOne::does(*who, words::becomes(*standing), ""),
        Event::Harmed { who, amount, tally, .. } => {
            let sum = words::sum(about, None, tally);
            let why = if tally.terms().len() > 1 { format!(": {sum}") } else { String::new() };
            does(who, Verb::LOSE, format!("{amount}{why}"))
        }
        Event::Absorbed { who, amount } => does(who, Verb::LOSE, words::temporary(*amount)),
        Event::Healed { who, amount } => does(who, Verb::REGAIN, amount.to_string()),
        Event::HpSet(who, hp) => does(who, Verb::HAVE, words::harmed(about, *hp)),
        Event::Wounded { who, by: Some((damage, most, least)), .. } => {
            does(who, Verb::BE, format!("wounded: {damage} against {most}/{least}"))
        }
        Event::Wounded { who, .. } => does(who, Verb::BE, "wounded".into()),
        Event::UsedUp(who, what, left) => OfOne::has(*who, format!("{what} {left} left")),
        Event::Supplied(who, supply) if supply.most == 0 => {
            OfOne::has(*who, format!("{} no longer counted", supply.name))
        }
        Event::Supplied(who, supply) => {
            OfOne::has(*who, format!("{} {} of {}", supply.name, supply.left(), supply.most))
        }
        Event::Spent(who, Spending::Seconds(seconds)) if *seconds > 0 => {
            does(who, Verb::SPEND, duration(*seconds))
        }
        Event::Afflicted(who, effect) => return afflicted(about, e, *who, effect),
        Event::Relieved { who, label: Some(label), .. } => OfOne::has(*who, format!("{label} ends")),
        Event::Relieved { who, condition, .. } => OfOne::has(*who, relieved(about, *condition)?),
        Event::Counted(Bearer::Effect(who, _), counter, value) => {
            OfOne::has(*who, format!("{value} {} in all", about.counted_as(*counter)?))
        }
        Event::Ranked(who, Rank::Front) => does(who, Verb::MOVE, "to the front line".into()),
        Event::Ranked(who, Rank::Back) => does(who, Verb::MOVE, "to the back line".into()),
        Event::Took(who, None) => does(who, Verb::DO, "as its side does".into()),
        Event::Took(who, Some(stance)) => {
            let whom = stance.aim.whom().map_or("", |whom| name(e, *whom));
            OfOne::does(*who, stance.aim.does(), whom)
        }
        Event::SpellSet(who, spell, left) => {
            OfOne::has(*who, format!("{} left {left}", words::spell(e, *who, *spell)))
        }
        Event::Told(told) => return told_of_one(about, e, told),
        _ => return None,
    })
}

fn geared(about: &About, e: &Encounter, who: CombatantId, thing: Thing, gear: Gear) -> Option<String> {
    let mut parts = words::gear(gear, "wounds");
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
