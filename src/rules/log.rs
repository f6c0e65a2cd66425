//! The log: what happened, in the referee's words. Nothing is made before it is shown.

use super::combatant::{Counter, Gear, Thing, Whereabouts};
use super::command::{Command, Deed, Overrule};
use super::dice::Purpose;
use super::effect::{Condition, Effect, Errand};
use super::encounter::Encounter;
use super::event::{Bearer, Event, Outcome, Rolled, SpellFate, Spending, Told};
use super::ids::CombatantId;
use super::moment::Second;
use super::ruleset::{About, Family};
use super::tally::{Reason, Term};
use super::window::{Phase, Slot};
use super::words::{self, name};

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
        Event::Set(timer) => match &timer.errand {
            Errand::Remind(text) => then(format!("to be remembered: {text}")),
            Errand::BurnOut => then("oil burns on the ground".into()),
            Errand::Reinforce(..) => {
                let (who, count, round) = timer.reinforcement()?;
                let who = words::reinforcement(e, who, count);
                then(format!("{who} will come as round {round} begins"))
            }
            _ => None,
        },
        Event::Fell(timer) => match &timer.errand {
            Errand::Remind(text) => act(format!("Remember: {text}")),
            Errand::BurnOut => act("The fire on the ground burns out".into()),
            Errand::Reinforce(who, count) => {
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
        Event::Met(feet) => then(format!("the sides meet at {feet}{}", about.unit)),
        Event::Rolled(rolled) => Some(roll(about, e, rolled, None)),
        Event::Counted(Bearer::Effect(who, _), Counter::Doses, doses) => {
            then(format!("{}: {doses} doses in all", name(e, *who)))
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

/// The lines of one step, in order.
pub fn lines(about: &About, e: &Encounter, events: &[Event]) -> impl Iterator<Item = LogLine> {
    (0..events.len()).filter_map(move |at| line_among(about, e, events, at))
}

/// The line of one event among those of its step: the seconds that a deed takes stand in the deed's own
/// line.
pub fn line_among(about: &About, e: &Encounter, events: &[Event], at: usize) -> Option<LogLine> {
    let event = events.get(at)?;
    match event {
        Event::Spent(who, Spending::Seconds(seconds)) if *seconds > 0 => {
            let waits = matches!(events.get(at + 1), Some(Event::TurnEnded(_)));
            let passed = || events[..at].iter().any(|event| matches!(event, Event::Passed(_)));
            if is_told(about, e, events, at) || (waits && passed()) {
                None
            } else if waits {
                then(format!("{seconds} s go by for {}", name(e, *who)))
            } else {
                line(about, e, event)
            }
        }
        Event::Told(Told::Deed(..)) => {
            let told = line(about, e, event)?;
            let seconds = events.get(at + 1).and_then(seconds_spent);
            let taken = seconds.map_or_else(String::new, |seconds| format!(" ({seconds} s)"));
            Some(LogLine { text: format!("{}{taken}", told.text), ..told })
        }
        Event::Passed(who) => {
            let mut after = events.iter().skip(at).zip(events.iter().skip(at + 1));
            let unused = after.find_map(|pair| match pair {
                (spent, Event::TurnEnded(ended)) if ended == who => seconds_spent(spent),
                _ => None,
            });
            let unused = unused.map_or_else(String::new, |seconds| format!(" ({seconds} s unused)"));
            act(format!("{} passes{unused}", name(e, *who)))
        }
        Event::Rolled(rolled) => Some(roll(about, e, rolled, taken_before(about, e, events, at))),
        Event::Committed if !events[at..].iter().any(takes_hold) => None,
        Event::Afflicted(who, effect) if goes_with_deed(about, *who, effect, &events[..at]) => None,
        _ => line(about, e, event),
    }
}

/// What can have waited for the outcome.
fn takes_hold(event: &Event) -> bool {
    matches!(
        event,
        Event::Harmed { .. }
            | Event::Healed { .. }
            | Event::Wounded { .. }
            | Event::Afflicted(..)
            | Event::Relieved { .. }
            | Event::Stood(..)
    )
}

/// Whether the condition is what the deed just told is: nobody dodges and is dodging besides.
fn goes_with_deed(about: &About, who: CombatantId, effect: &Effect, before: &[Event]) -> bool {
    let counted = about.phases.contains_key(&Phase::Number);
    let of_the_rules = about.condition(effect.condition).is_some_and(|rule| !rule.offered);
    let bare = effect.value == 0 && effect.label.is_none();
    let told = before.iter().any(|event| match event {
        Event::Told(Told::Deed(one, ..)) => *one == who,
        Event::Afflicted(one, said) => *one == who && said.condition == Condition::Declared,
        _ => false,
    });
    counted && of_the_rules && bare && told
}

fn seconds_spent(event: &Event) -> Option<Second> {
    match event {
        Event::Spent(_, Spending::Seconds(seconds)) if *seconds > 0 => Some(*seconds),
        _ => None,
    }
}

/// Whether seconds spent there are told with the deed they were spent on.
fn is_told(about: &About, e: &Encounter, events: &[Event], at: usize) -> bool {
    let deed = at.checked_sub(1).and_then(|before| events.get(before));
    if matches!(deed, Some(Event::Told(Told::Deed(..)))) {
        return true;
    }
    let mut after = events.iter().skip(at + 1);
    let first = after.find(|event| line(about, e, event).is_some());
    matches!(first, Some(Event::Rolled(rolled)) if matches!(rolled.purpose, Purpose::Attack(_)))
}

/// The seconds that were spent on the attack rolled there, unless they were told with it before.
fn taken_before(about: &About, e: &Encounter, events: &[Event], at: usize) -> Option<Second> {
    let is_attack = matches!(events.get(at), Some(Event::Rolled(rolled)) if matches!(rolled.purpose, Purpose::Attack(_)));
    let mut before = events.iter().enumerate().take(at).rev();
    let told = |event: &Event| line(about, e, event).is_some();
    let (spent, seconds) = before.find_map(|(at, event)| match seconds_spent(event) {
        Some(seconds) => Some((at, Some(seconds))),
        None if told(event) => Some((at, None)),
        None => None,
    })?;
    let deed = spent.checked_sub(1).and_then(|before| events.get(before));
    let by_deed = matches!(deed, Some(Event::Told(Told::Deed(..))));
    seconds.filter(|_| is_attack && !by_deed)
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

fn afflicted(about: &About, e: &Encounter, who: CombatantId, effect: &Effect) -> Option<LogLine> {
    let whom = effect.toward.map(|toward| name(e, toward));
    // What holds toward one foe only and comes with the rules is part of something told already.
    let told = about.condition(effect.condition).is_some_and(|rule| rule.offered);
    let quiet = about.condition(effect.condition).is_some_and(|rule| rule.quiet);
    match whom {
        _ if quiet || effect.condition == Condition::Casting => None,
        Some(_) if !told => None,
        Some(_) if about.condition(effect.condition).is_some_and(|rule| rule.toward.is_some()) => {
            then(format!("{}: {}", name(e, who), condition_toward(about, e, effect)))
        }
        Some(whom) => then(format!("{}: {} ({whom})", name(e, who), condition(about, effect))),
        None if effect.condition == Condition::Declared => {
            act(format!("{} declares: {}", name(e, who), condition(about, effect)))
        }
        None => then(format!("{}: {}{}", name(e, who), condition(about, effect), adds(about, effect))),
    }
}

/// What an effect of the referee's making adds: ` (+1 to hit, −2 saves)`.
pub fn adds(about: &About, effect: &Effect) -> String {
    let adds = effect.made.as_deref().map_or(&[][..], |made| &made.adds);
    let one =
        |(head, n): &(_, i32)| format!("{} {}", words::signed(*n), about.head(*head).unwrap_or(""));
    let all: Vec<String> = adds.iter().map(one).collect();
    if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) }
}

/// The same with the one it holds toward, where the ruleset has that one named: `held by Orc`.
pub fn condition_toward(about: &About, e: &Encounter, effect: &Effect) -> String {
    let called = condition(about, effect);
    let word = about.condition(effect.condition).and_then(|rule| rule.toward.as_deref());
    match (word, effect.toward) {
        (Some(""), Some(whom)) => format!("{called} {}", name(e, whom)),
        (Some(word), Some(whom)) => format!("{called} {word} {}", name(e, whom)),
        _ => called,
    }
}

/// What the ruleset calls the condition, or the referee.
pub fn condition(about: &About, effect: &Effect) -> String {
    match (&effect.label, about.condition(effect.condition)) {
        (Some(label), _) if effect.count(Counter::Doses) > 1 => {
            format!("{label}, {} doses", effect.count(Counter::Doses))
        }
        (Some(label), _) => label.to_string(),
        (None, Some(rule)) if counts(effect) => format!("{} {}", rule.name, effect.value),
        (None, Some(rule)) => rule.name.to_string(),
        (None, None) => "marked".into(),
    }
}

/// Whether the effect's figure means something to the reader, not a position in a list.
fn counts(effect: &Effect) -> bool {
    let position = matches!(
        effect.condition,
        Condition::Casting
            | Condition::Reloading
            | Condition::Recharging
            | Condition::Holding
            | Condition::NoAttack
            | Condition::Burning
            | Condition::Declared
            | Condition::Unconscious
    );
    effect.value != 0 && !position
}

fn relieved(about: &About, e: &Encounter, who: CombatantId, ended: Condition) -> Option<LogLine> {
    let rule = about.condition(ended)?;
    // Marks of the round go with the round, and nobody waits to hear of it.
    if !rule.offered {
        return None;
    }
    then(format!("{}: no longer {}", name(e, who), rule.name))
}

fn slots(about: &About, e: &Encounter, order: &[Slot]) -> String {
    let one = |slot: &Slot| {
        let sides = slot.sides.iter().map(|side| words::side(e, *side));
        let ones = slot.ones.iter().map(|who| name(e, *who));
        let names: Vec<&str> = sides.chain(ones).collect();
        if about.phases.contains_key(&Phase::Number) {
            return format!("{}: {}", slot.score, names.join(" + "));
        }
        if slot.score == 0 { names.join(" + ") } else { format!("{} {}", names.join(" + "), slot.score) }
    };
    order.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// A span of time in words: `10 minutes`.
pub fn duration(seconds: u32) -> String {
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")];
    let whole = units.iter().find(|(size, _)| seconds >= *size && seconds.is_multiple_of(*size));
    let (size, word) = whole.copied().unwrap_or((1, "second"));
    let count = seconds / size;
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// What came of a roll, by its kind: the words for success and failure, and whether low is good.
pub fn verdicts(purpose: Purpose) -> (&'static str, &'static str, bool) {
    match purpose {
        Purpose::Surprise => ("not surprised", "surprised", false),
        Purpose::Morale => ("they stand", "they break", true),
        Purpose::Attack(_) => ("hit", "miss", false),
        Purpose::Ability(_) => ("made", "failed", true),
        Purpose::Turning => ("turned", "nothing", false),
        Purpose::ItemSave => ("outlasts", "lost", false),
        Purpose::Contagion => ("caught it", "not infected", true),
        Purpose::Distraction => ("they stop", "they come on", true),
        _ => ("made", "failed", false),
    }
}

fn roll(about: &About, e: &Encounter, rolled: &Rolled, taken: Option<Second>) -> LogLine {
    let answers = matches!(
        rolled.purpose,
        Purpose::Damage(_)
            | Purpose::TurningHitDice
            | Purpose::Defence(_)
            | Purpose::Scatter
            | Purpose::ScatterDistance
            | Purpose::Grapple
            | Purpose::Waking
            | Purpose::Reviving
            | Purpose::Critical
            | Purpose::CriticalCondition
            | Purpose::Fumble
    );
    let indent = u8::from(answers || own_figure_of(rolled).is_some());
    let taken = taken.map_or_else(String::new, |seconds| format!(" ({seconds} s)"));
    let subject = format!("{}{taken}", subject(e, rolled));
    let sum = words::sum(about, rolled.dice, &rolled.tally);
    let (good, bad, under) = verdicts(rolled.purpose);
    let needs = match rolled.need {
        Some(need) if under => format!(", needs {need} or less"),
        Some(need) => format!(", needs {need}"),
        None => String::new(),
    };
    let text = match (rolled.dice, rolled.outcome) {
        (None, Outcome::Always) => format!("{subject}: {good} without a roll"),
        (_, Outcome::Figure) => format!("{subject}: {sum}{needs}"),
        (_, Outcome::Success) => format!("{subject}: {sum}{needs}: {good}"),
        (_, Outcome::Failure) => format!("{subject}: {sum}{needs}: {bad}"),
        (_, Outcome::Always) => format!("{subject}: {sum}{needs}: {good} all the same"),
        (_, Outcome::Never) => format!("{subject}: {sum}{needs}: {bad} all the same"),
        (_, Outcome::Immune) => format!("{subject}: {sum}{needs}: {good}, to no effect"),
    };
    LogLine { indent, text }
}

/// Whose figure it is, where it is what came of a figure for all: less for one that dodged, half for
/// another.
fn own_figure_of(rolled: &Rolled) -> Option<CombatantId> {
    let own = |term: &Term| matches!(term.0, Reason::Share(_) | Reason::Dodged | Reason::ThroughCover);
    rolled.against.filter(|_| rolled.tally.terms().iter().any(own))
}

/// Who rolled what: `Ana attacks Orc 2 with sword`.
fn subject(e: &Encounter, rolled: &Rolled) -> String {
    match own_figure_of(rolled).map(|whom| name(e, whom)) {
        Some(whom) if rolled.purpose == Purpose::Healing => return format!("healing of {whom}"),
        Some(whom) => return format!("damage to {whom}"),
        None => {}
    }
    let who = match (rolled.who, rolled.side) {
        (Some(who), _) => name(e, who).to_string(),
        (None, Some(side)) => words::side(e, side).to_string(),
        (None, None) => String::new(),
    };
    let against = rolled.against.map(|whom| name(e, whom));
    match (rolled.purpose, rolled.who, against) {
        (Purpose::Attack(line), Some(id), Some(target)) => {
            format!("{who} attacks {target} with {}", words::weapon(e, id, Some(line)))
        }
        (Purpose::Attack(_), _, Some(target)) => format!("{who} attacks {target}"),
        (Purpose::Grab, _, Some(target)) => format!("{who} reaches for {target}"),
        (Purpose::CriticalCondition, ..) => "what it brings".into(),
        (Purpose::Grapple, ..) => format!("grip of {who}"),
        (Purpose::Waking, ..) => format!("turns until {who} wakes"),
        (Purpose::Reviving, ..) => format!("rounds until anybody can wake {who}"),
        (Purpose::Save(against), ..) => format!("{who} saves against {}", words::save(against)),
        (Purpose::Ability(ability) | Purpose::Check(ability), ..) => {
            format!("{who} tries {}", words::ability(ability))
        }
        (Purpose::Damage(_), ..) => "damage".into(),
        (Purpose::Scatter, ..) => "scatter".into(),
        (purpose, ..) if who.is_empty() => capital(&words::purpose(purpose)),
        (purpose, ..) => format!("{} of {who}", capital(&words::purpose(purpose))),
    }
}

/// With a capital letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn tell(about: &About, e: &Encounter, told: &Told) -> Option<LogLine> {
    match told {
        Told::Deed(who, deed, line, at) => act(deed_line(e, *who, *deed, *line, at)),
        Told::Spell(who, spell, fate) => {
            let (who, spell) = (name(e, *who), words::spell(e, *who, *spell));
            match fate {
                SpellFate::Announced => act(format!("{who} announces {spell}")),
                SpellFate::Begun => act(format!("{who} begins {spell}")),
                SpellFate::Cast => act(format!("{who} casts {spell}")),
                SpellFate::Disrupted => then(format!("{who}'s {spell} is spoiled")),
                SpellFate::LetGo => act(format!("{who} lets {spell} go")),
            }
        }
        Told::Reaction(row) => then(format!("they are {row}")),
        Told::Broke(who) => then(format!("{} breaks", name(e, *who))),
        Told::Held(side) => then(format!("{} stand", words::side(e, *side))),
        Told::NoCheck(side) => act(format!("{}: no morale check", words::side(e, *side))),
        Told::Evaded(side, pace, theirs, away) => {
            let (side, unit) = (words::side(e, *side), &about.unit);
            let fate = if *away { "and get away" } else { "and are pursued" };
            act(format!("{side} break off at {pace}{unit} against {theirs}{unit} {fate}"))
        }
        Told::Baited(_, true) => then("the pursuers stop for it".into()),
        Told::Baited(_, false) => then("the pursuers pay it no heed".into()),
        Told::Rested(who, rounds) => {
            let time = duration(rounds.saturating_mul(about.round_seconds));
            act(format!("{} rests for {time}", name(e, *who)))
        }
        Told::Ran(who, rounds, ground) => {
            let time = duration(rounds.saturating_mul(about.round_seconds));
            act(format!("{} runs for {time}: {ground}{}", name(e, *who), about.unit))
        }
        // Where turns are what each combatant has, nobody speaks of these.
        Told::TurnOver(_) if about.phases.contains_key(&Phase::Turn) => None,
        Told::TurnOver(turn) => act(format!("Turn {turn} is over")),
        Told::Driven(who, true) => then(format!("{} is destroyed", name(e, *who))),
        Told::Driven(who, false) => then(format!("{} is driven off", name(e, *who))),
        Told::Item(who, item, kept) => {
            let fate = if *kept { "outlasts its owner" } else { "is lost" };
            then(format!("{}'s {item} {fate}", name(e, *who)))
        }
        Told::Withstood(who, damage, most, least) => {
            then(format!("{damage} does {} no harm ({most}/{least})", name(e, *who)))
        }
        Told::Unmoved(who, damage, least) => {
            then(format!("{damage} does not move {} (Minimum Will {least})", name(e, *who)))
        }
        Told::CoverStruck(who) => then(format!("what {} stands behind is struck", name(e, *who))),
        Told::Scattered(who, face, squares) => {
            then(format!("{}'s throw goes astray: direction {face}, {squares} squares", name(e, *who)))
        }
        Told::Lost(who) => then(format!("{}'s action comes to nothing", name(e, *who))),
        Told::Row(who, _, text) => then(format!("{}: {text}", name(e, *who))),
        Told::Cured(who, what) => then(format!("{} is over the {what}", name(e, *who))),
        Told::Experience(who, points, total, level) => {
            act(format!("{} earns {points} points: {total} at level {level}", name(e, *who)))
        }
        Told::Reminder(who, what, of) => act(format!("Remember, {}, {what}: {of}", name(e, *who))),
        Told::Rule(id) => about.rule(id).and_then(|rule| then(rule.title.to_string())),
    }
}

/// What is done to a weapon, not with it.
fn handles(deed: Deed) -> Option<&'static str> {
    match deed {
        Deed::Reload => Some("reloads"),
        Deed::Draw => Some("takes up"),
        Deed::Drop => Some("drops"),
        Deed::Sheathe => Some("puts away"),
        _ => None,
    }
}

fn deed_line(
    e: &Encounter,
    who: CombatantId,
    deed: Deed,
    line: Option<u8>,
    at: &[CombatantId],
) -> String {
    let mut text = format!("{} {}", name(e, who), words::does(deed));
    let line = match (deed, line) {
        (_, Some(_)) if handles(deed).is_some() => {
            let does = handles(deed).unwrap_or_default();
            text = format!("{} {does} {}", name(e, who), words::weapon(e, who, line));
            None
        }
        (Deed::Cast, Some(_)) => {
            text = format!("{text} {}", words::weapon(e, who, line));
            None
        }
        _ => line,
    };
    let targets: Vec<&str> = at.iter().map(|id| name(e, *id)).collect();
    if !targets.is_empty() {
        let toward = match deed {
            Deed::Move | Deed::Run | Deed::Crawl => " toward",
            Deed::Combo | Deed::UsePower => " on",
            Deed::Aim | Deed::Cast => " at",
            Deed::Cooperate | Deed::Collide => " with",
            Deed::Quail | Deed::Withdraw => " from",
            Deed::Kindle => " under",
            Deed::Exposure => " to",
            _ => "",
        };
        text.push_str(&format!("{toward} {}", targets.join(", ")));
    }
    if line.is_some() {
        text.push_str(&format!(" with {}", words::weapon(e, who, line)));
    }
    text
}

/// What an undo would take back, in a few words: `Orc 3 takes 5`. The first event that says more
/// than the command itself names it.
pub fn entry_label(about: &About, e: &Encounter, command: &Command, events: &[Event]) -> String {
    let told =
        |event: &&Event| matches!(event, Event::Harmed { .. } | Event::Healed { .. } | Event::Joined(_));
    match command {
        Command::Proceed | Command::Skip => step_label(about, e, events),
        Command::Act(act) => deed_line(e, act.who, act.deed, act.with, &act.at),
        Command::Harm { .. } | Command::Heal { .. } | Command::Arrive(_) => {
            let first = events.iter().find(told).and_then(|event| line(about, e, event));
            first.map_or_else(|| "an amount".into(), |line| line.text.replacen(" loses ", " takes ", 1))
        }
        Command::Morale { side, .. } => format!("morale of {}", words::side(e, *side)),
        Command::Roll(dice) => format!("roll {dice}"),
        Command::Side(side) => format!("side {}", side.name),
        Command::Depart(who, standing) => format!("{} {}", name(e, *who), words::becomes(*standing)),
        Command::Overrule(word) => ruling_label(about, e, word, events),
        Command::Note(text) => format!("note: {text}"),
        Command::Elapse(seconds) => format!("{} go by", duration(*seconds)),
        Command::End => "end of the fight".into(),
    }
}

fn step_label(about: &About, e: &Encounter, events: &[Event]) -> String {
    let opened = events.iter().rev().find_map(|event| match event {
        Event::Opened(window) => Some(window),
        _ => None,
    });
    let rolled = events.iter().find_map(|event| match event {
        Event::Rolled(rolled) => Some(capital(&words::purpose(rolled.purpose))),
        _ => None,
    });
    match (rolled, opened) {
        (Some(rolled), _) => rolled,
        (None, Some(window)) => format!("on to {}", about.phase(window.phase)),
        _ => events.iter().find_map(|event| line(about, e, event)).map_or("a step".into(), |l| l.text),
    }
}

fn ruling_label(about: &About, e: &Encounter, word: &Overrule, events: &[Event]) -> String {
    match word {
        Overrule::Close => "closing the step".into(),
        Overrule::Order(slot) => format!("order {}", slots(about, e, slot)),
        _ => {
            let lines = events.iter().skip(1).find_map(|event| line(about, e, event));
            lines.map_or_else(|| "a ruling".into(), |line| line.text)
        }
    }
}
