//! What several did at once, told as a block: one line with all the rolls, then only what came of it.

use crate::chronicle::Step;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Command, Deed};
use crate::rules::model::dice::Purpose;
use crate::rules::model::encounter::{Encounter, stem};
use crate::rules::model::event::{Event, Outcome, Rolled};
use crate::rules::model::ids::CombatantId;
use crate::rules::ruleset::about::About;
use crate::rules::text::log::{self, LogLine};
use crate::rules::text::words::plural;
use std::collections::BTreeSet;

/// From so many on they are told as one.
const MANY: usize = 3;
/// Initiative is told so from so many rolls on: fewer are worth a line each.
const MANY_ROLLS: usize = 6;

/// The line that stands at an event, as far as it is told in a block; `None`: it is told by itself.
pub fn told(
    about: &About,
    e: &Encounter,
    steps: &[Step],
    (at, event): (usize, usize),
) -> Option<Option<LogLine>> {
    let step = steps.get(at)?;
    match &step.command {
        Command::Act(act) if is_horde(steps) => Some(of_acts(about, e, steps, act, (at, event))),
        Command::Harm { who, .. } if who.len() >= MANY => of_harm(about, e, &step.events, event),
        Command::Heal { who, .. } if who.len() >= MANY => of_harm(about, e, &step.events, event),
        Command::Proceed => of_initiative(e, &step.events, event),
        _ => None,
    }
}

/// Whether an entry is several acting as one.
pub fn is_horde(steps: &[Step]) -> bool {
    let acts = |step: Option<&Step>| matches!(step.map(|step| &step.command), Some(Command::Act(_)));
    steps.len() >= MANY && acts(steps.first()) && acts(steps.last())
}

/// What an entry of several is called: `6 Goblins attack Ana`, with how many go at others.
pub fn label(e: &Encounter, steps: &[Step]) -> Option<String> {
    if !is_horde(steps) {
        return None;
    }
    let all: Vec<&Act> = steps.iter().filter_map(act_of).collect();
    let who: Vec<CombatantId> = all.iter().map(|act| act.who).collect();
    let alone = who.len() == 1;
    let at = all.iter().filter_map(|act| act.target());
    Some(sentence(&names(e, &who), alone, all.first()?.deed, &whom(e, at)))
}

/// At whom they go, each told once.
fn whom(e: &Encounter, at: impl Iterator<Item = CombatantId>) -> String {
    let at: BTreeSet<CombatantId> = at.collect();
    names(e, &at.into_iter().collect::<Vec<_>>())
}

/// Where so many go is one line, whomever they go to: there is no roll to tell apart.
fn is_walk(deed: Deed) -> bool {
    matches!(deed, Deed::Move | Deed::Run | Deed::Crawl)
}

fn act_of(step: &Step) -> Option<&Act> {
    match &step.command {
        Command::Act(act) => Some(act),
        _ => None,
    }
}

/// At the first event of those that go at one target, or only go somewhere: all of them in a line. After it only what is more
/// than a roll and the harm of it.
fn of_acts(
    about: &About,
    e: &Encounter,
    steps: &[Step],
    act: &Act,
    (at, event): (usize, usize),
) -> Option<LogLine> {
    let alike = |other: &Act| other.deed == act.deed && (is_walk(act.deed) || other.at == act.at);
    let same = |step: &&Step| act_of(step).is_some_and(alike);
    let first = at.checked_sub(1).and_then(|before| steps.get(before)).filter(same).is_none();
    if first && event == 0 {
        let run: Vec<&Step> = steps[at..].iter().take_while(same).collect();
        return Some(headline(about, e, act, &run));
    }
    let events = &steps[at].events;
    let counts = match events.get(event)? {
        Event::Deferred(event) => matters(about, event),
        event => matters(about, event),
    };
    counts.then(|| log::line_among(about, e, events, event)).flatten()
}

/// Whether it is worth a line of its own beside the block.
fn matters(about: &About, event: &Event) -> bool {
    match event {
        Event::Stood(..)
        | Event::Ended
        | Event::Fell(_)
        | Event::RoundBegan(_)
        | Event::TurnBegan(_) => true,
        Event::Afflicted(_, effect) => {
            !about.declares(effect)
                && effect.toward.is_none()
                && about.condition(effect.condition).is_some_and(|rule| rule.offered && !rule.quiet)
        }
        Event::Rolled(rolled) => rolled.purpose == Purpose::Morale,
        _ => false,
    }
}

/// `4 Goblins attack Ana (16 hit, 3, 18 hit, 7): 2 hit, 9 lost`.
fn headline(about: &About, e: &Encounter, act: &Act, run: &[&Step]) -> LogLine {
    let who: Vec<CombatantId> = run.iter().filter_map(|step| act_of(step)).map(|act| act.who).collect();
    let whom =
        whom(e, run.iter().filter_map(|step| act_of(step)).flat_map(|act| act.at.iter().copied()));
    let mut text = match declared(about, run) {
        Some(what) => format!("{} declare: {what}", names(e, &who)),
        None => sentence(&names(e, &who), who.len() == 1, act.deed, &whom),
    };
    let events = || run.iter().flat_map(|step| &step.events);
    let rolls: Vec<&Rolled> = events().filter_map(a_roll).collect();
    if let Some(first) = rolls.first() {
        let (good, ..) = log::verdicts(first.purpose);
        let well = |rolled: &&&Rolled| succeeded(rolled);
        let told = rolls.iter().map(|rolled| match succeeded(rolled) {
            true => format!("{} {good}", total(rolled)),
            false => total(rolled),
        });
        let told = told.collect::<Vec<_>>().join(", ");
        text = match rolls.iter().filter(well).count() {
            0 => format!("{text} ({told}): none {good}"),
            count => format!("{text} ({told}): {count} {good}"),
        };
    }
    let harm = events().map(|event| harm(event, &act.at));
    let (lost, wounds) = harm.fold((0i32, 0), |(lost, wounds), (amount, wound)| {
        (lost.saturating_add(amount), wounds + usize::from(wound))
    });
    if lost > 0 {
        text = format!("{text}, {lost} lost");
    }
    if wounds > 0 {
        text = format!("{text}, {wounds} wounded");
    }
    LogLine { indent: 0, text }
}

/// What all of them declare, if that is what they do.
fn declared(about: &About, run: &[&Step]) -> Option<String> {
    run.first()?.events.iter().find_map(|event| match event {
        Event::Afflicted(_, effect) if about.declares(effect) => Some(log::condition(about, effect)),
        _ => None,
    })
}

/// A roll that succeeds or fails, not one for an amount.
fn a_roll(event: &Event) -> Option<&Rolled> {
    match event {
        Event::Rolled(rolled)
            if rolled.outcome != Outcome::Figure && rolled.purpose != Purpose::Morale =>
        {
            Some(rolled)
        }
        _ => None,
    }
}

fn succeeded(rolled: &Rolled) -> bool {
    matches!(rolled.outcome, Outcome::Success | Outcome::Always)
}

fn total(rolled: &Rolled) -> String {
    match rolled.dice {
        Some(dice) => dice.saturating_add(rolled.tally.total()).to_string(),
        None => "–".into(),
    }
}

/// What an event does to the targets: hit points lost, and whether it wounds.
fn harm(event: &Event, targets: &[CombatantId]) -> (i32, bool) {
    match event {
        Event::Deferred(event) => harm(event, targets),
        Event::Harmed { who, amount, .. } if targets.contains(who) => (*amount, false),
        Event::Wounded { who, .. } if targets.contains(who) => (0, true),
        _ => (0, false),
    }
}

/// One amount on many: who loses how much, in the line of the first.
fn of_harm(about: &About, e: &Encounter, events: &[Event], at: usize) -> Option<Option<LogLine>> {
    let amount_of = |event: &Event| match event {
        Event::Harmed { who, amount, .. } => Some((*who, *amount, "loses", "lose")),
        Event::Healed { who, amount } => Some((*who, *amount, "regains", "regain")),
        _ => None,
    };
    amount_of(events.get(at)?)?;
    if events[..at].iter().any(|event| amount_of(event).is_some()) {
        return Some(None);
    }
    let mut amounts: Vec<(i32, Vec<CombatantId>)> = Vec::new();
    let mut verbs = ("loses", "lose");
    for (who, amount, one, many) in events.iter().filter_map(amount_of) {
        verbs = (one, many);
        match amounts.iter_mut().find(|(other, _)| *other == amount) {
            Some((_, all)) => all.push(who),
            None => amounts.push((amount, vec![who])),
        }
    }
    if amounts.iter().map(|(_, all)| all.len()).sum::<usize>() < MANY {
        return Some(log::line_among(about, e, events, at));
    }
    let told = amounts.iter().map(|(amount, all)| {
        let verb = if all.len() == 1 { verbs.0 } else { verbs.1 };
        format!("{} {verb} {amount}", names(e, all))
    });
    Some(Some(LogLine { indent: 1, text: told.collect::<Vec<_>>().join("; ") }))
}

/// Initiative of many in one line, highest first: `Initiative: Ana 5, 3 Goblins 4`.
fn of_initiative(e: &Encounter, events: &[Event], at: usize) -> Option<Option<LogLine>> {
    let rolled = |at: usize| match events.get(at) {
        Some(Event::Rolled(rolled)) if rolled.purpose == Purpose::Initiative => {
            rolled.who.map(|who| (who, rolled))
        }
        _ => None,
    };
    rolled(at)?;
    let is = |from: usize| (from..from + MANY_ROLLS).all(|at| rolled(at).is_some());
    if !(at.saturating_sub(MANY_ROLLS - 1)..=at).any(is) {
        return None;
    }
    if at > 0 && rolled(at - 1).is_some() {
        return Some(None);
    }
    let all = (at..).map_while(rolled);
    let mut totals: Vec<(i32, CombatantId)> = all
        .map(|(who, rolled)| (rolled.dice.unwrap_or(0).saturating_add(rolled.tally.total()), who))
        .collect();
    totals.sort_by_key(|(total, _)| std::cmp::Reverse(*total));
    let told = totals.chunk_by(|a, b| a.0 == b.0).map(|same| {
        let who: Vec<CombatantId> = same.iter().map(|(_, who)| *who).collect();
        format!("{} {}", names(e, &who), same[0].0)
    });
    let text = format!("Initiative: {}", told.collect::<Vec<_>>().join(", "));
    Some(Some(LogLine { indent: 0, text }))
}

/// `6 Goblins attack Ana`.
fn sentence(who: &str, alone: bool, deed: Deed, whom: &str) -> String {
    let s = if alone { "s" } else { "" };
    match (deed, whom) {
        (Deed::Strike, _) => format!("{who} attack{s} {whom}"),
        (Deed::Shoot, _) => format!("{who} shoot{s} at {whom}"),
        (deed, _) if is_walk(deed) && !whom.is_empty() => {
            format!("{who} {}{s} toward {whom}", deed.words().name.to_lowercase())
        }
        (deed, "") => format!("{who}: {}", deed.words().name.to_lowercase()),
        (deed, _) => format!("{who}: {} ({whom})", deed.words().name.to_lowercase()),
    }
}

/// Several by name, those alike by their number: `6 Goblins, Wolf`.
pub fn names(e: &Encounter, who: &[CombatantId]) -> String {
    let mut kinds: Vec<(&Combatant, usize)> = Vec::new();
    for c in who.iter().filter_map(|who| e.get(*who)) {
        match kinds
            .iter_mut()
            .find(|(first, _)| first.side == c.side && stem(&first.name) == stem(&c.name))
        {
            Some((_, count)) => *count += 1,
            None => kinds.push((c, 1)),
        }
    }
    let told = kinds.into_iter().map(|(c, count)| match count {
        1 => c.name.to_string(),
        _ => format!("{count} {}", plural(stem(&c.name))),
    });
    told.collect::<Vec<_>>().join(", ")
}
