//! What Enter would do: the obvious next thing, said before it is done.

use super::board::Board;
use crate::rules::command::{Act, Command, Deed, Fact};
use crate::rules::dice::{Answer, ChoiceRequest, Dice, Purpose, Roll, RollRequest};
use crate::rules::effect::Condition;
use crate::rules::encounter::{Encounter, Stage};
use crate::rules::error::RuleError;
use crate::rules::event::Stop;
use crate::rules::ids::CombatantId;
use crate::rules::offer::Offer;
use crate::rules::ruleset::Ruleset;
use crate::rules::tally::Reason;
use crate::rules::window::{Mode, Phase, Window};
use crate::rules::{self, words};
use std::collections::BTreeMap;

/// What Enter would do.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Proposal {
    /// Nothing.
    #[default]
    Nothing,
    /// That command; the words say it.
    Do(Box<Command>, String),
    /// The form of that deed, because something has to be said first.
    Ask(CombatantId, Deed, String),
    /// It cannot go on, and why.
    Blocked(String),
    /// Out of the fight that is over.
    Leave,
}

/// The deeds Enter may propose, the likeliest first.
const USEFUL: [Deed; 8] = [
    Deed::Cast,
    Deed::UsePower,
    Deed::Strike,
    Deed::Shoot,
    Deed::TurnUndead,
    Deed::Withdraw,
    Deed::Retreat,
    Deed::Move,
];

/// Dice that answer nothing: a resolution stops at its first question.
struct Unanswered;

impl Dice for Unanswered {
    fn roll(&mut self, _: &RollRequest) -> Option<Roll> {
        None
    }

    fn choose(&mut self, _: &ChoiceRequest) -> Option<Answer> {
        None
    }
}

/// What a command would first come upon.
pub enum Forecast {
    /// These dice.
    Roll(Box<RollRequest>),
    /// No dice.
    Plain,
    /// A refusal.
    Refused(RuleError),
}

/// What a command would first come upon; nothing happens.
pub fn forecast(rules: &dyn Ruleset, e: &Encounter, command: &Command) -> Forecast {
    match rules::resolve(rules, e.clone(), command, &mut Unanswered) {
        Err(Stop::Roll(ask)) => Forecast::Roll(ask),
        Err(Stop::Refused(error)) => Forecast::Refused(error),
        Err(Stop::Choice(_)) | Ok(_) => Forecast::Plain,
    }
}

/// What a roll needs: `hits on 12+`, `they stand on 8 or less`.
pub fn needs(ask: &RollRequest) -> Option<String> {
    let need = ask.need?;
    let verb = match ask.purpose {
        Purpose::Attack(_) => "hits on",
        Purpose::Surprise => "surprised on",
        Purpose::Morale => "they stand on",
        Purpose::Save(_) | Purpose::Ability(_) | Purpose::ItemSave => "made on",
        Purpose::Distraction => "they stop on",
        _ => "needs",
    };
    Some(if ask.under { format!("{verb} {need} or less") } else { format!("{verb} {need}+") })
}

/// The obvious next thing.
pub fn propose(
    rules: &dyn Ruleset,
    e: &Encounter,
    board: &Board,
    last: &BTreeMap<CombatantId, Act>,
) -> Proposal {
    match e.stage {
        Stage::Over if e.window().is_none() => return Proposal::Leave,
        Stage::Setup if rules.sides_standing(e) < 2 => {
            return Proposal::Blocked("a fight needs two sides with somebody on each".into());
        }
        Stage::Setup => return proceed("begin the fight".into()),
        Stage::Running | Stage::Over => {}
    }
    if e.stage == Stage::Running && rules.sides_standing(e) < 2 {
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
    let closing = || {
        let phase = rules.about().phase(window.phase);
        match board.owing.len() {
            0 => proceed(format!("close {phase}")),
            n if window.phase == Phase::Declare => {
                proceed(format!("close {phase} ({n} may still announce)"))
            }
            n => proceed(format!("close {phase}: {n} pass")),
        }
    };
    let Some(who) = board.actor() else { return closing() };
    if window.phase == Phase::Declare {
        return closing();
    }
    let offers = rules::offers(rules, e, who);
    let open = |deed: &Deed| offers.iter().find(|offer| offer.deed == *deed && offer.blocked.is_none());
    let Some(offer) = USEFUL.iter().find_map(open) else {
        let pass = Command::Act(Act::new(who, Deed::Pass));
        return Proposal::Do(Box::new(pass), format!("{} passes", words::name(e, who)));
    };
    match offer.deed {
        Deed::Cast | Deed::UsePower => ask(e, who, offer.deed),
        Deed::Move => approach(e, who, offer).map_or_else(closing, |act| described(rules, e, act)),
        _ => match filled(e, who, offer, last.get(&who)) {
            Some(act) => described(rules, e, act),
            None => ask(e, who, offer.deed),
        },
    }
}

fn ask(e: &Encounter, who: CombatantId, deed: Deed) -> Proposal {
    let announced = e.get(who).and_then(|c| c.effect(Condition::Casting));
    let spell =
        announced.filter(|_| deed == Deed::Cast).and_then(|effect| u8::try_from(effect.value).ok());
    let what = spell.map_or_else(String::new, |at| format!(" {}", words::spell(e, who, at)));
    Proposal::Ask(who, deed, format!("{} {}{what}…", words::name(e, who), words::does(deed)))
}

/// The deed as it was done last, or at the first target; `None`: something has to be said first.
fn filled(e: &Encounter, who: CombatantId, offer: &Offer, last: Option<&Act>) -> Option<Act> {
    let mut act = Act::new(who, offer.deed);
    let last = last.filter(|last| last.deed == offer.deed);
    let weapon = last.and_then(|last| last.with).filter(|with| offer.with.contains(with));
    act.with = weapon.or(offer.with.first().copied());
    if offer.at.least > 0 {
        let again = last.and_then(Act::target).filter(|id| offer.at.ids.contains(id));
        act.at.push(again.or(offer.at.ids.first().copied())?);
    }
    for field in &offer.facts {
        let known = matches!(field.fact, Fact::Distance(_))
            && act.target().is_some_and(|at| e.distance(who, at).is_some());
        if field.needed && !field.stands && !known {
            return None;
        }
        if field.stands {
            act.facts.set(field.fact.clone());
        }
    }
    let cover = last.filter(|last| last.target() == act.target()).and_then(|last| last.facts.cover());
    if let Some(cover) = cover {
        act.facts.set(Fact::Cover(cover));
    }
    Some(act)
}

/// Away, for whoever runs; else closing on the nearest foe whose distance is known. Nobody is moved
/// on a guess, and who shoots stays where it is.
fn approach(e: &Encounter, who: CombatantId, offer: &Offer) -> Option<Act> {
    if offer.facts.iter().any(|field| field.stands && field.fact == Fact::Away) {
        let mut act = filled(e, who, offer, None)?;
        let known = |id: &&CombatantId| e.distance(who, **id).is_some();
        act.at = offer.at.ids.iter().filter(known).take(1).copied().collect();
        return Some(act);
    }
    let shoots = e.d20(who).is_ok_and(|d20| {
        d20.figures
            .attacks
            .first()
            .is_some_and(|line| line.range == Some(crate::rules::d20::block::Range::Missile))
    });
    let target = *offer.at.ids.first()?;
    let feet = e.distance(who, target).filter(|_| !shoots)?;
    let most = offer.facts.iter().find_map(|field| match field.fact {
        Fact::Feet(_) => field.range.map(|(_, most)| most),
        _ => None,
    })?;
    let mut act = Act::new(who, Deed::Move);
    act.at.push(target);
    // Contact is claimed where the way is surely short enough; the rules have the last word.
    if feet <= most {
        act.facts.set(Fact::Contact);
    }
    Some(act)
}

/// The act with what it needs; one the rules refuse is asked about instead.
fn described(rules: &dyn Ruleset, e: &Encounter, act: Act) -> Proposal {
    let who = act.who;
    let text = sentence(e, &act);
    let deed = act.deed;
    let command = Command::Act(act);
    match forecast(rules, e, &command) {
        Forecast::Refused(_) => ask(e, who, deed),
        Forecast::Roll(roll) => {
            let cover = roll.tally.terms().iter().find(|term| term.0 == Reason::Cover);
            let cover = cover.map(|term| format!("cover {}", words::signed(term.1)));
            let said: Vec<String> = cover.into_iter().chain(needs(&roll)).collect();
            let said = if said.is_empty() { String::new() } else { format!(" ({})", said.join(", ")) };
            Proposal::Do(Box::new(command), format!("{text}{said}"))
        }
        Forecast::Plain => Proposal::Do(Box::new(command), text),
    }
}

/// An act in words: `Ana attacks Orc 2 with sword`.
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
        deed if at.is_empty() => format!("{who} {}", words::does(deed)),
        deed => format!("{who} {}: {at}", words::does(deed)),
    }
}
