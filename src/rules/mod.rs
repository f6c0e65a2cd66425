//! The rules engine, pure: commands go in, events come out, and dice are requested on the way.
//!
//! The entry points are [`registry::ruleset`], which looks up a ruleset by its id; [`offers`], which lists what a
//! combatant may do; [`check`], which validates a command; [`resolve`], which carries it out and records events; and
//! [`play`], which carries it out without a record. Dice are input: a [`Tape`] replays dice rolled at the table, and
//! any other implementation of [`Dice`] rolls its own.
//!
//! A duel, from nothing to its first blow:
//!
//! ```
//! use std::sync::Arc;
//! use wardrum::rules::model::combatant::StatBlock;
//! use wardrum::rules::model::command::{Act, Arrival, Command, Deed, Overrule};
//! use wardrum::rules::model::dice::{Answer, Roll, Tape};
//! use wardrum::rules::model::encounter::{Encounter, Side};
//! use wardrum::rules::model::event::Stop;
//! use wardrum::rules::model::ids::{CombatantId, RulesetId, SideId};
//! use wardrum::rules::model::window::Phase;
//! use wardrum::rules::{check, offers, open_at, play, read, registry, resolve};
//!
//! # fn main() -> Result<(), Stop> {
//! let rules = registry::ruleset(RulesetId::Bx);
//! let fighter = r#"(name: "Fighter", hd: "1", ac: 7, hp: 6, attacks: [(name: "sword", damage: Dice("1d8"))])"#;
//! let fighter = Arc::new(StatBlock::Written(read(fighter).expect("a stat block")));
//! let (ana, gob) = (CombatantId(0), CombatantId(1));
//! let mut e = Encounter::new(RulesetId::Bx);
//! for command in [
//!     Command::Side(Side::new("Heroes")),
//!     Command::Side(Side::new("Foes")),
//!     Command::Arrive(Arrival::new(SideId(0), "Ana", fighter.clone())),
//!     Command::Arrive(Arrival::new(SideId(1), "Gob", fighter)),
//!     Command::Overrule(Overrule::Engage(ana, gob)),
//!     // Starts the fight. From then on each step runs or closes what is open.
//!     Command::Proceed,
//!     // Skips surprise, distance and reaction, then closes the declarations.
//!     Command::Skip,
//!     Command::Skip,
//!     Command::Skip,
//!     Command::Proceed,
//! ] {
//!     e = play(rules, e, &command, &mut Tape::new(&[]))?;
//! }
//! // Initiative: a die for each side. Then fast-forward to the winner's melee phase.
//! let dice = [5, 2].map(|face| Answer::Roll(Roll::Faces(vec![face])));
//! let e = play(rules, e, &Command::Proceed, &mut Tape::new(&dice))?;
//! let e = open_at(rules, e, &|_, window| window.phase == Phase::Melee).expect("every round has one");
//!
//! let strike = offers(rules, &e, ana).into_iter().find(|offer| offer.deed == Deed::Strike);
//! assert!(strike.is_some_and(|offer| offer.blocked.is_none() && offer.at.ids == [gob]));
//! let strike = Command::Act(Act { with: Some(0), at: vec![gob], ..Act::new(ana, Deed::Strike) });
//! check(rules, &e, &strike)?;
//!
//! // Without an answer nothing happens; the request states its purpose and the number needed.
//! let asked = resolve(rules, e.clone(), &strike, &mut Tape::new(&[]));
//! assert!(matches!(asked, Err(Stop::Roll(ask)) if (ask.count, ask.sides, ask.need) == (1, 20, Some(12))));
//!
//! // With a 15 to hit and a 4 for damage, the blow lands.
//! let thrown = [15, 4].map(|face| Answer::Roll(Roll::Faces(vec![face])));
//! let (after, events) = resolve(rules, e, &strike, &mut Tape::new(&thrown))?;
//! assert_eq!(after.get(gob).map(|gob| gob.vitals.hp()), Some(2));
//! for event in &events {
//!     println!("{event:?}");
//! }
//! # Ok(())
//! # }
//! ```

pub mod account;
pub mod bx;
pub mod countdown;
pub mod d20;
pub mod engine;
pub mod house;
pub mod model;
pub mod registry;
pub mod ruleset;
pub mod seconds;
pub mod text;
pub mod zero;

pub use engine::carry_over::next_encounter;

use crate::notation;
use engine::resolution::Resolution;
use engine::{custom, deeds, home, overrule, settle, stance};
use model::cause::{Trace, Why};
use model::command::{Act, Command, Fact, Overrule, Part};
use model::dice::{Dice, Tape};
use model::encounter::{Encounter, Stage};
use model::error::{Refusal, RuleError};
use model::event::{Event, Stop};
use model::fault::Fault;
use model::house_book::Book;
use model::ids::CombatantId;
use model::line;
use model::name;
use model::offer::{FactField, Offer};
use model::tenths::Tenths;
use model::window::{Mode, Subject, Window};
use ruleset::laid::{self, enter};
use ruleset::{After, Ruleset, sides_standing};
use serde::Deserialize;

/// Parses one value of a stored or typed type; names that no ruleset knows are refused.
///
/// # Errors
/// The position in the text, what was found and what was expected.
pub fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, ron::error::SpannedError> {
    name::within(registry::find, || notation::read(text))
}

/// Returns the combatant's deeds, including those it may not do now, with the reason.
pub fn offers(rules: &dyn Ruleset, e: &Encounter, who: CombatantId) -> Vec<Offer> {
    if e.stage == Stage::Setup { Vec::new() } else { deeds::offers(of(rules, e), e, who) }
}

/// The rules of this very state: those given, with the house book that is laid over it.
fn of<'a>(rules: &'a dyn Ruleset, e: &Encounter) -> &'a dyn Ruleset {
    match e.book {
        None if !laid::any() => rules,
        book if book == rules.about().laid.map(|laid| laid.book) => rules,
        _ => registry::of(e),
    }
}

/// Returns the first combatant that owes an act in the open window: the one that last acted, else the first in acting
/// order.
pub fn first_owing(
    rules: &dyn Ruleset,
    e: &Encounter,
    acted: Option<CombatantId>,
) -> Option<CombatantId> {
    let rules = of(rules, e);
    let _in_force = enter(rules);
    settle::first_owing(rules, e, acted)
}

/// Whether the combatant still owes an act in the open window.
pub fn owes(rules: &dyn Ruleset, e: &Encounter, who: CombatantId) -> bool {
    e.window().is_some_and(|window| {
        window.mode != Mode::Procedure && !window.has_passed(who) && rules.owes(e, who)
    })
}

/// Checks whether the command would be accepted.
///
/// # Errors
/// The first applicable reason, in the order of the catalogue.
pub fn check(rules: &dyn Ruleset, e: &Encounter, c: &Command) -> Result<(), RuleError> {
    let rules = of(rules, e);
    let _in_force = enter(rules);
    match c {
        Command::Overrule(Overrule::Book(Some(book))) => match registry::with(e.ruleset, *book) {
            Ok(_) => Ok(()),
            Err(fault) => Err(RuleError::new(Refusal::BAD_OVERRULE).saying(fault.to_string())),
        },
        Command::Proceed | Command::Skip => check_step(rules, e, c),
        Command::Act(act) => check_act(rules, e, act),
        Command::Arrive(_) | Command::Depart(..) | Command::Overrule(_) | Command::Side(_) => {
            overrule::check(rules, e, c)
        }
        Command::Elapse(_) if e.stage == Stage::Running => {
            Err(RuleError::new(Refusal::NOT_IN_THIS_PHASE).saying("the fight goes on: end it first"))
        }
        Command::Elapse(seconds) => overrule::check_elapse(e, *seconds),
        Command::Note(_) | Command::Roll(_) => Ok(()),
        Command::End if e.stage == Stage::Over => Err(Refusal::NOTHING_OPEN.into()),
        Command::End => Ok(()),
        Command::Harm { .. } | Command::Heal { .. } | Command::Morale { .. } => rules.check(e, c),
    }
}

fn check_step(rules: &dyn Ruleset, e: &Encounter, c: &Command) -> Result<(), RuleError> {
    match (e.stage, e.window()) {
        (Stage::Setup, _) if sides_standing(rules, e) < 2 => Err(RuleError::new(Refusal::NOTHING_OPEN)
            .saying("a fight needs two sides with at least one combatant each")),
        (Stage::Setup, _) if *c == Command::Proceed => Ok(()),
        (_, Some(window)) if window.reinforcement().is_some() => Ok(()),
        (Stage::Running | Stage::Over, Some(_)) => rules.check(e, c),
        _ => Err(Refusal::NOTHING_OPEN.into()),
    }
}

/// Checks an act, like [`check`].
///
/// # Errors
/// As [`check`].
pub fn check_act(rules: &dyn Ruleset, e: &Encounter, act: &Act) -> Result<(), RuleError> {
    check_offered(rules, e, act, None)
}

/// Checks an act built from `offer`, which must be current for this very state: what the offer covers is not checked
/// again.
///
/// # Errors
/// As [`check`].
pub fn check_offered(
    rules: &dyn Ruleset,
    e: &Encounter,
    act: &Act,
    offer: Option<&Offer>,
) -> Result<(), RuleError> {
    let rules = of(rules, e);
    let _in_force = enter(rules);
    e.who(act.who)?;
    for &target in &act.at {
        e.who(target)?;
    }
    if e.stage == Stage::Setup {
        return Err(Refusal::NOTHING_OPEN.into());
    }
    match offer {
        Some(_) => deeds::check_open(rules, e, act)?,
        None => deeds::check(rules, e, act)?,
    }
    check_distances(act)?;
    if facts_to_ask(act).next().is_some() {
        let form = if offer.is_none() { deeds::form(rules, e, act) } else { None };
        let asked = offer.or(form.as_ref()).map(|offer| deeds::asks(rules, e, act, offer));
        check_facts(act, &asked.unwrap_or_default())?;
    }
    check_shares(rules, e, act)
}

/// All facts of an act, including those of its parts.
fn stated(act: &Act) -> impl Iterator<Item = &Fact> {
    act.facts.0.iter().chain(act.parts.iter().flat_map(|part| &part.facts.0))
}

/// Refuses a distance that no two combatants can have.
fn check_distances(act: &Act) -> Result<(), RuleError> {
    let refused = |fault| Refusal::BAD_MODIFIER.at(fault).of(act.who);
    stated(act).try_for_each(|fact| match fact {
        Fact::Distance(far) => line::check_distance(*far).map_err(refused),
        _ => Ok(()),
    })
}

/// The facts of an act that are legal only if its form asks for them.
fn facts_to_ask(act: &Act) -> impl Iterator<Item = &Fact> {
    stated(act).filter(|fact| !is_always_allowed(fact))
}

/// Allows only the facts that the act's form asks for, within their ranges, whether they come from a form, typed
/// input or a file. Any other fact would be recorded as if it had counted.
fn check_facts(act: &Act, asked: &[FactField]) -> Result<(), RuleError> {
    let kind = |fact: &Fact| std::mem::discriminant(fact);
    facts_to_ask(act).try_for_each(|fact| {
        let what = fact.label();
        let Some(field) = asked.iter().find(|field| kind(&field.fact) == kind(fact)) else {
            return Err(Refusal::NOT_ASKED.saying(what).of(act.who));
        };
        let bounded = fact.number().zip(field.range);
        let fault = bounded.and_then(|(found, (least, most))| {
            Fault::outside(what, found, Tenths::whole(least)..=Tenths::whole(most))
        });
        fault.map_or(Ok(()), |fault| Err(Refusal::BAD_MODIFIER.at(fault).of(act.who)))
    })
}

/// Facts allowed on any act: the distance, which deeds judge for themselves; the spell, if it was already declared;
/// what a spell states about itself; that the referee insists; and a share, which is checked separately.
fn is_always_allowed(fact: &Fact) -> bool {
    matches!(fact, Fact::Distance(_) | Fact::Spell(_) | Fact::Sure | Fact::Insist | Fact::Share(_))
}

/// Allows a share only for a single target, and only if the act has an amount to share.
fn check_shares(rules: &dyn Ruleset, e: &Encounter, act: &Act) -> Result<(), RuleError> {
    let refuse = |refusal, why: &str| Err(RuleError::new(refusal).of(act.who).saying(why));
    let shared = |part: &&Part| part.facts.share().is_some();
    let its_own = |part: &Part| part.at.is_some_and(|who| act.at.contains(&who));
    let mut parts = act.parts.iter().filter(shared).peekable();
    let said = parts.peek().is_some() || act.facts.share().is_some();
    if said && !deeds::has_shares(rules, e, act) {
        return refuse(Refusal::BAD_MODIFIER, "there is no amount here to take half or double of");
    }
    if act.facts.share().is_some() || !parts.all(its_own) {
        return refuse(Refusal::BAD_TARGET, "half, none and double apply to one target each");
    }
    Ok(())
}

/// Carries out a command and returns the new state and the events.
///
/// # Errors
/// [`Stop`]: an answer is missing, or the command is refused. Nothing has happened then.
pub fn resolve(
    rules: &dyn Ruleset,
    e: Encounter,
    c: &Command,
    dice: &mut dyn Dice,
) -> Result<(Encounter, Vec<Event>), Stop> {
    trace(rules, e, c, dice).map(|(after, trace)| (after, trace.events))
}

/// Carries out a command and returns the new state and the events with their causes.
///
/// # Errors
/// As [`resolve`].
pub fn trace(
    rules: &dyn Ruleset,
    e: Encounter,
    c: &Command,
    dice: &mut dyn Dice,
) -> Result<(Encounter, Trace), Stop> {
    check(rules, &e, c)?;
    let rules = of(rules, &e);
    let _in_force = enter(rules);
    let mut r = Resolution::recorded(rules, e, dice);
    carry_out(rules, &mut r, c)?;
    Ok(r.finish())
}

/// Carries out a command like [`resolve`], but without a record: returns only the new state.
///
/// # Errors
/// As [`resolve`].
pub fn play(
    rules: &dyn Ruleset,
    e: Encounter,
    c: &Command,
    dice: &mut dyn Dice,
) -> Result<Encounter, Stop> {
    play_on(rules, e, c, false, dice).map(|(after, _)| after)
}

/// Carries out a command in a fight that is played to its end: returns the new state and [who owes an
/// act](first_owing) in it, if the fight still runs. If `passed`, [`check`] has already accepted the command in this
/// very state, as for the policy's choices, and is not run again.
///
/// # Errors
/// As [`resolve`].
pub fn play_on(
    rules: &dyn Ruleset,
    e: Encounter,
    c: &Command,
    passed: bool,
    dice: &mut dyn Dice,
) -> Result<(Encounter, Option<CombatantId>), Stop> {
    match passed {
        true => debug_assert_eq!(check(rules, &e, c), Ok(()), "{c:?}"),
        false => check(rules, &e, c)?,
    }
    let rules = of(rules, &e);
    let _in_force = enter(rules);
    let mut r = Resolution::unrecorded(rules, e, dice);
    let owes = carry_out(rules, &mut r, c)?;
    Ok((r.finish().0, owes))
}

/// Carries out a command that passed [`check`]; returns who owes an act afterwards.
fn carry_out(rules: &dyn Ruleset, r: &mut Resolution, c: &Command) -> Result<Option<CombatantId>, Stop> {
    let (root, acted) = match c {
        Command::Act(act) => (Why::Act(act.who), Some(act.who)),
        Command::Proceed | Command::Skip => (Why::Sequence, None),
        _ => (Why::Referee, None),
    };
    r.under(
        || root,
        |r| {
            execute(rules, r, c)?;
            home::take_due(rules, r)?;
            rules.follow(r, After::Command);
            Ok::<(), Stop>(())
        },
    )?;
    home::settle(rules, r, acted)
}

/// Does what the command says.
fn execute(rules: &dyn Ruleset, r: &mut Resolution, c: &Command) -> Result<(), Stop> {
    match c {
        Command::Proceed => step_forward(rules, r)?,
        Command::Skip => settle::pass_over(rules, r),
        Command::Note(text) => r.emit(Event::Noted(text.clone())),
        Command::End => {
            r.emit(Event::Ended);
            let seconds = rules.ended(r)?;
            if seconds > 0 {
                overrule::elapse(rules, r, seconds);
            }
        }
        Command::Elapse(seconds) => overrule::elapse(rules, r, *seconds),
        Command::Roll(dice) => overrule::free_roll(r, *dice)?,
        Command::Arrive(_) | Command::Depart(..) | Command::Overrule(_) | Command::Side(_) => {
            overrule::resolve(rules, r, c)?;
            if let Command::Overrule(Overrule::Book(book)) = c {
                home::put_away(r, rules.about());
                book.iter().for_each(|book| set_usual_options(r, *book));
            }
        }
        Command::Act(act) => {
            deeds::resolve(rules, r, act)?;
            stance::note_attack(r, act);
        }
        Command::Harm { .. } | Command::Heal { .. } | Command::Morale { .. } => {
            rules.resolve(r, c)?;
        }
    }
    Ok(())
}

/// Sets the options that a house book has otherwise than the ruleset.
fn set_usual_options(r: &mut Resolution, book: Book) {
    let Ok(laid) = registry::with(r.encounter().ruleset, book) else { return };
    for (id, value) in &laid.options {
        let known = laid.about().option(id).is_some();
        if known && r.encounter().option_ahead(id) != Some(value) {
            overrule::set_option(r, id.clone(), value.clone());
        }
    }
}

/// Fast-forwards a running encounter to the first wanted window of its round, from its current place on: earlier
/// windows open and close unused, no procedure runs, and no dice are requested. `None` if the round has no such
/// window.
pub fn open_at(
    rules: &dyn Ruleset,
    e: Encounter,
    wanted: &dyn Fn(&Encounter, &Window) -> bool,
) -> Option<Encounter> {
    let mut unasked = Tape::new(&[]);
    let rules = of(rules, &e);
    let _in_force = enter(rules);
    let mut r = Resolution::unrecorded(rules, e, &mut unasked);
    settle::open_at(rules, &mut r, wanted)?;
    Some(r.finish().0)
}

/// Starts the fight, runs the open procedure, continues an action in progress, or closes the open window.
fn step_forward(rules: &dyn Ruleset, r: &mut Resolution) -> Result<(), Stop> {
    if r.encounter().stage == Stage::Setup {
        r.emit(Event::Began);
        if let Some(far) = r.encounter().scene.meets_at {
            r.emit(Event::Met(far));
        }
        return Ok(());
    }
    let window = r.encounter().window().cloned();
    if let Some((who, count)) = window.as_ref().and_then(Window::reinforcement) {
        settle::close(rules, r);
        return overrule::reinforce(rules, r, who, count);
    }
    if let Some(act) = deeds::step_forward(rules, r.encounter()) {
        return r.under(|| Why::going_on(&act), |r| deeds::resolve(rules, r, &act));
    }
    settle::close(rules, r);
    let Some(window) = window else { return Ok(()) };
    let proceed = |r: &mut Resolution| match window.mode {
        _ if window.shakes_off() => custom::try_off(rules, r, &window),
        Mode::Procedure => rules.proceed(r, &window),
        _ => Ok(()),
    };
    match &window.subject {
        Some(Subject::Timer(timer)) => r.under(|| Why::Due(timer.id), proceed),
        _ => proceed(r),
    }
}
