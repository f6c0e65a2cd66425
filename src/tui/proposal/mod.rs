//! What Enter would do: the obvious next thing, said before it is done.

mod outlook;

use crate::odds::chances::{Trial, chances, hit};
use crate::odds::exact::{self, Budget, Chance};
use crate::policy::{self, Choice, Next, Then, Thrift};
use crate::rules;
use crate::rules::engine::deeds;
use crate::rules::model::block::d20::{Attack, Range};
use crate::rules::model::combatant::Spent;
use crate::rules::model::command::{Act, Command, Deed, Fact};
use crate::rules::model::dice::Purpose;
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::tally::Reason;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::Family;
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
    /// Those commands, as one act; the words say it.
    Do(Vec<Command>, String),
    /// How far apart the sides stand is asked, then the fight begins.
    Meet(String),
    /// The form of that act as far as it is said, because something has to be said of it first, or because its side
    /// is asked. What changes nothing is passed over before.
    Ask {
        /// What is passed over.
        first: Vec<Command>,
        /// The act.
        act: Box<Act>,
        /// What the key says.
        words: String,
    },
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
            return Proposal::Blocked("a fight needs two sides with at least one combatant each".into());
        }
        Stage::Setup if asks_distance(rules, e) => return Proposal::Meet("begin the fight".into()),
        Stage::Setup => return proceed("begin the fight".into()),
        Stage::Running | Stage::Over => {}
    }
    let more = e.timers.iter().any(|timer| timer.reinforcement().is_some())
        || e.window().is_some_and(|window| window.reinforcement().is_some());
    if e.stage == Stage::Running && rules.sides_standing(e) < 2 && !more {
        return Proposal::Do(vec![Command::End], "end the fight: only one side is left".into());
    }
    match e.window() {
        None => Proposal::Nothing,
        Some(_) => step(rules, e, board, last),
    }
}

/// Whether the rules leave it to the referee how far apart the sides stand, and it was not said.
fn asks_distance(rules: &dyn Ruleset, e: &Encounter) -> bool {
    let said = e.is_measured() || e.all().any(|c| c.place.is_some() || !c.distances.is_empty());
    rules.about().meets_at.is_some() && e.scene.meets_at.is_none() && !said
}

fn proceed(words: String) -> Proposal {
    Proposal::Do(vec![Command::Proceed], words)
}

/// What the table comes to next; what changes nothing at it is passed over with the same key.
fn step(
    rules: &dyn Ruleset,
    e: &Encounter,
    board: &Board,
    last: &BTreeMap<CombatantId, Act>,
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
        Then::Ask(act) => return ask(&next.state, first, act.clone(), &around),
        Then::Do(act) if asks(act) => return ask(&next.state, first, act.clone(), &around),
        Then::Do(act) => match together(rules, &next.state, board, last, act) {
            Some((acts, text)) => (acts, text),
            None => (next.commands(rules), and_more(rules, &next.state, act, &next.more)),
        },
        then => {
            let window = next.state.window();
            let text = match (then, window) {
                (Then::Runs, _) if next.ends_round => format!("on to round {}", next.state.round + 1),
                (Then::Runs, Some(window)) => {
                    words::procedure(rules.about(), &next.state, window).to_string()
                }
                (Then::Leave(gone), _) => gets_away(&next.state, gone),
                (Then::Pass(who), _) => format!("{} passes", words::name(&next.state, *who)),
                _ => closing(rules, &next),
            };
            (next.commands(rules), text)
        }
    };
    Proposal::Do(first.into_iter().chain(acts).collect(), around.around(&text))
}

fn gets_away(e: &Encounter, gone: &[CombatantId]) -> String {
    match gone {
        [one] => format!("{} gets away", words::name(e, *one)),
        [one, two] => format!("{}, {} get away", words::name(e, *one), words::name(e, *two)),
        many => format!("{} get away", many.len()),
    }
}

/// The act and what goes on with it: the whole way of whoever walks, all who run.
fn and_more(rules: &dyn Ruleset, e: &Encounter, act: &Act, more: &[Act]) -> String {
    let others = more.iter().filter(|one| one.who != act.who).count();
    match more {
        [] => described(rules, e, act),
        [one, ..] if others == 1 => {
            format!("{}, {} run", words::name(e, act.who), words::name(e, one.who))
        }
        _ if others > 1 => format!("{} and {others} more run", words::name(e, act.who)),
        _ => {
            let second = deeds::price(rules, e, act).map_or(0, |price| price.takes);
            let all = usize::try_from(second).unwrap_or(1).saturating_mul(more.len() + 1);
            format!("{}: {all} s", sentence(e, act))
        }
    }
}

/// What is said around what is done: the round it leads to, who has nothing to do before.
struct Around {
    round: Option<u32>,
    idle: Option<String>,
}

impl Around {
    fn of(e: &Encounter, next: &Next) -> Self {
        let round = (next.state.round > e.round && e.round > 0).then_some(next.state.round);
        // Who has done something in this round has had its say.
        let fresh =
            |who: &&CombatantId| next.state.get(**who).is_some_and(|c| c.spent == Spent::default());
        let waits: Vec<CombatantId> = next.idle.iter().filter(fresh).copied().collect();
        let idle = match (&next.then, &waits[..]) {
            (Then::Close, _) | (_, []) => None,
            (_, [one]) => Some(format!("{} passes", words::name(e, *one))),
            (_, [one, two]) => Some(format!("{}, {} pass", words::name(e, *one), words::name(e, *two))),
            (_, many) => Some(format!("{} pass", many.len())),
        };
        Self { round, idle }
    }

    fn around(&self, text: &str) -> String {
        let round = self.round.map_or_else(String::new, |round| format!("round {round}: "));
        let idle = self.idle.as_ref().map_or_else(String::new, |idle| format!(" · {idle}"));
        format!("{round}{text}{idle}")
    }
}

/// Nobody does anything more: what closes, or what begins.
fn closing(rules: &dyn Ruleset, next: &Next) -> String {
    let (e, idle) = (&*next.state, &next.idle[..]);
    let who = match idle {
        [] => None,
        [one] => {
            let left = rules.glance(e, *one).time_budget.map_or(0, |budget| budget.left);
            let name = words::name(e, *one);
            Some(if left > 0 {
                format!("{name} waits, {left} s left")
            } else {
                format!("{name} passes")
            })
        }
        many => Some(format!("{} pass", many.len())),
    };
    let phase = e.window().map_or("", |window| rules.about().phase(window.phase));
    let announce = if rules.about().counts_down { "declare" } else { "announce" };
    match who {
        _ if policy::silent(rules, e) > 0 => {
            format!("close {phase} ({} may still {announce})", policy::silent(rules, e))
        }
        Some(who) if next.ends_round => format!("{who}: on to round {}", e.round + 1),
        None if next.ends_round => format!("on to round {}", e.round + 1),
        Some(who) if idle.len() == 1 => who,
        Some(who) => format!("close {phase}: {who}"),
        None => format!("close {phase}"),
    }
}

/// A chance that is worked out with every proposal takes no longer than this.
const FEW: Budget = Budget { steps: 300 };

/// So many targets of a fold are named, each with how many go at it; more are counted.
const MOST_NAMED: usize = 3;

/// What one of a fold would do, all of it do with the same key, spread over their foes. `None`: it acts alone.
fn together(
    rules: &dyn Ruleset,
    e: &Encounter,
    board: &Board,
    last: &BTreeMap<CombatantId, Act>,
    act: &Act,
) -> Option<(Vec<Command>, String)> {
    let row = board.row_of(act.who);
    let fold = board.fold(row).filter(|fold| fold.owing > 1 && board.marked.is_empty())?;
    let mut taken: Vec<CombatantId> = Vec::new();
    let mut acts: Vec<Act> = Vec::new();
    let owing = board.members(row).iter().copied().filter(|who| rules::owes(rules, e, *who));
    for who in owing {
        let choice = policy::choose_beside(rules, e, who, last.get(&who), Thrift::Spares, &taken);
        if let Some(Choice::Do(one)) =
            choice.filter(|choice| matches!(choice, Choice::Do(one) if one.deed == act.deed))
        {
            taken.extend(one.target());
            acts.push(one);
        }
    }
    if acts.len() < 2 {
        return None;
    }
    // Target by target, so that the log tells it so.
    acts.sort_by_key(Act::target);
    let mut counts: BTreeMap<CombatantId, usize> = BTreeMap::new();
    taken.iter().for_each(|whom| *counts.entry(*whom).or_default() += 1);
    let whom: Vec<CombatantId> = counts.keys().copied().collect();
    let each = counts.iter().map(|(whom, count)| at_each(words::name(e, *whom), *count));
    let at = match whom.len() {
        0 => String::new(),
        few if few <= MOST_NAMED => format!(": {}", each.collect::<Vec<_>>().join(", ")),
        _ => format!(": {}", words::counted(e, &whom)),
    };
    let all = if acts.len() == fold.standing {
        fold.name.clone()
    } else {
        format!("{} of {}", acts.len(), fold.name)
    };
    let text = format!("{all}: {}{at}", act.deed.words().name.to_lowercase());
    Some((acts.into_iter().map(Command::Act).collect(), text))
}

/// `Ana 2`; a name that ends in a number is kept apart from how many: `Orc 3: 2`.
pub fn at_each(name: &str, count: usize) -> String {
    let between = if name.ends_with(|sign: char| sign.is_ascii_digit()) { ":" } else { "" };
    format!("{name}{between} {count}")
}

fn ask(e: &Encounter, first: Vec<Command>, act: Act, around: &Around) -> Proposal {
    let announced = e.get(act.who).and_then(|c| c.effect(Condition::CASTING));
    let spell =
        announced.filter(|_| act.deed == Deed::Cast).and_then(|effect| u8::try_from(effect.value).ok());
    let what = spell.map_or_else(String::new, |at| format!(" {}", words::spell(e, act.who, at)));
    let text = format!("{} {}{what}…", words::name(e, act.who), act.deed.words().does);
    Proposal::Ask { first, act: Box::new(act), words: around.around(&text) }
}

/// The act in words, with what it needs.
fn described(rules: &dyn Ruleset, e: &Encounter, act: &Act) -> String {
    let price = price(rules, e, act);
    if act.deed == Deed::Resume {
        let cost = price.map_or_else(String::new, |price| format!(": {price}"));
        return format!("{}, going on{cost}", with_weapon(e, &begun(e, act)));
    }
    let text = match price {
        Some(price) => format!("{}: {price}", with_weapon(e, act)),
        None if has_a_choice(e, act) => with_weapon(e, act),
        None => sentence(e, act),
    };
    let Forecast::Roll(roll) = forecast(rules, e, &Command::Act(act.clone())) else { return text };
    let cover = roll.tally.terms().iter().find(|term| term.0 == Reason::COVER);
    let cover = cover.map(|term| format!("cover {}", words::signed(term.1)));
    let needs = needs(&roll).map(|needs| past_defence(rules, e, act).map_or(needs, |past| past));
    let said: Vec<String> = cover.into_iter().chain(needs).collect();
    let said = if said.is_empty() { String::new() } else { format!(" ({})", said.join(", ")) };
    format!("{text}{said}")
}

/// The chance to hit of an attack that may be fended off, the defence that stands counted.
fn past_defence(rules: &dyn Ruleset, e: &Encounter, act: &Act) -> Option<String> {
    if rules.about().family != Family::Wounds {
        return None;
    }
    let chances = chances(rules, e, &[Command::Act(act.clone())], FEW).ok()?;
    let fended = |trial: &Trial| matches!(trial.test.purpose, Purpose::Defence(_));
    let defence = chances.trials.iter().find(|trial| fended(trial))?;
    let hit = hit(&chances, act.target()?)?;
    Some(format!("hits {hit} past the {}", words::purpose(defence.test.purpose)))
}

/// The chance that an act of one attack hits, the defence that stands counted; `None`: no attack comes first.
pub fn chance_to_hit(rules: &dyn Ruleset, e: &Encounter, act: &Act) -> Option<Chance> {
    let command = Command::Act(act.clone());
    let Forecast::Roll(ask) = forecast(rules, e, &command) else { return None };
    match (ask.purpose, rules.about().family) {
        (Purpose::Attack(_), Family::D20) => exact::succeeds(&ask),
        (Purpose::Attack(_), Family::Wounds) => {
            hit(&chances(rules, e, &[command], FEW).ok()?, act.target()?)
        }
        _ => None,
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
