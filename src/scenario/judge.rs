//! Checks expectations against the state and events after a step.

use super::ask::of_stop;
use super::expect::{Ask, Expect};
use super::given::When;
use super::names::{NO_EFFECT, Names};
use super::setup::{LastActs, belongs};
use super::{Failure, judge_events};
use crate::notation;
use crate::policy::{self, Acting, Then};
use crate::rules;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Command, Deed, Fact};
use crate::rules::model::dice::Tape;
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::event::{Event, Stop};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::moment::Moment;
use crate::rules::model::offer::Offer;
use crate::rules::model::stance::Aim;
use crate::rules::model::supply::Supply;
use crate::rules::ruleset::Ruleset;
use std::fmt::Debug;

/// The result of a step.
#[derive(Clone, Copy)]
pub(super) struct After<'a> {
    pub rules: &'a dyn Ruleset,
    /// The state before the step.
    pub before: &'a Encounter,
    pub e: &'a Encounter,
    pub events: &'a [Event],
    /// The last act of each combatant.
    pub last: &'a LastActs,
    /// The number needed on the roll that the step stopped at.
    pub asked_need: Option<i32>,
    /// The pattern that rolls must match to be considered; `None` for all.
    pub of: Option<&'a Ask>,
}

/// Why an expectation does not hold.
pub(super) enum Fault {
    /// Something else was found.
    Otherwise(String),
    /// It could not be checked.
    Unknown(String),
}

impl From<String> for Fault {
    fn from(why: String) -> Self {
        Self::Unknown(why)
    }
}

impl Fault {
    fn text(self) -> String {
        match self {
            Self::Otherwise(text) | Self::Unknown(text) => text,
        }
    }
}

/// Whether an expectation holds.
pub(super) type Judged = Result<(), Fault>;

/// Compares two values.
pub(super) fn same<T: PartialEq + Debug>(want: &T, have: &T) -> Judged {
    holds(want == have, || format!("{have:?}"))
}

/// Fails with what was found if `so` is false.
pub(super) fn holds(so: bool, found: impl FnOnce() -> String) -> Judged {
    if so { Ok(()) } else { Err(Fault::Otherwise(found())) }
}

/// Checks an expectation.
///
/// # Errors
/// What was expected, and what was found.
pub(super) fn judge(after: &After, expect: &Expect) -> Result<(), Failure> {
    let written = || notation::line(expect).unwrap_or_else(|_| format!("{expect:?}"));
    verdict(after, expect).map_err(|fault| Failure::whole(written(), fault.text()))
}

fn verdict(after: &After, expect: &Expect) -> Judged {
    match expect {
        Expect::Not(fact) => match verdict(after, fact) {
            Ok(()) => Err(Fault::Otherwise("it is true".into())),
            Err(Fault::Otherwise(_)) => Ok(()),
            Err(unknown) => Err(unknown),
        },
        Expect::Of(ask, fact) => {
            let after = After { of: Some(ask), ..*after };
            judge_events::require_match(&after)?;
            verdict(&after, fact)
        }
        Expect::AtRoundEnd(fact) => at_round_end(after, fact),
        _ => of_combatants(after, expect)
            .or_else(|| of_the_round(after, expect))
            .or_else(|| of_offers(after, expect))
            .unwrap_or_else(|| judge_events::of_events(after, expect)),
    }
}

/// Checks a fact in the state after the last act of the round.
fn at_round_end(after: &After, fact: &Expect) -> Judged {
    let ended = |event: &Event| matches!(event, Event::RoundEnded(_));
    let at = after.events.iter().position(ended);
    let at = at.ok_or_else(|| "the round does not end in this step".to_string())?;
    let events = &after.events[..at];
    let mut e = after.before.clone();
    events.iter().for_each(|event| e.apply(event));
    verdict(&After { e: &e, events, ..*after }, fact)
}

fn of_combatants(after: &After, expect: &Expect) -> Option<Judged> {
    let names = Names(after.e);
    let with = |name: &str, test: &dyn Fn(&Combatant) -> Judged| test(names.combatant(name)?);
    Some(match expect {
        Expect::Hp(name, hp) => with(name, &|c| same(hp, &c.vitals.hp())),
        Expect::Temporary(name, points) => with(name, &|c| same(points, &c.temporary())),
        Expect::Wounds(name, taken) => with(name, &|c| same(taken, &c.vitals.wounds())),
        Expect::Gear(name, thing, gear) => {
            with(name, &|c| same(gear, &c.thing(names.thing(c.id, thing)?)))
        }
        Expect::SecondsSpent(name, seconds) => with(name, &|c| same(seconds, &c.spent.seconds)),
        Expect::OwnClock(name, seconds) => with(name, &|c| same(seconds, &c.clock)),
        Expect::Is(name, standing) => with(name, &|c| same(standing, &c.standing)),
        Expect::Notes(name, notes) => with(name, &|c| {
            same(notes, &c.notes.iter().map(|note| note.to_string()).collect::<Vec<_>>())
        }),
        Expect::Moved(name, feet) => with(name, &|c| same(feet, &c.spent.moved.unwrap_or(0))),
        Expect::Count(name, counter, n) => with(name, &|c| same(n, &c.count(*counter))),
        Expect::Figure(name, label, value) => with(name, &|c| {
            let figures = after.rules.figures(after.e, c.id);
            let figure = figures.iter().find(|figure| *figure.label == **label);
            same(&Some(&**value), &figure.map(|figure| &*figure.value))
        }),
        Expect::Spell(name, spell, left) => with(name, &|c| {
            let at = usize::from(names.spell(c.id, spell));
            same(&Some(left), &c.spells.get(at))
        }),
        Expect::Left(name, what, left) => with(name, &|c| {
            let supply = c.supplies.iter().find(|supply| *supply.name == **what);
            same(&Some(*left), &supply.map(Supply::left))
        }),
        Expect::Side(name, side) => {
            with(name, &|c| same(&Some(&**side), &after.e.side(c.side).map(|side| &*side.name)))
        }
        Expect::Rank(name, rank) => with(name, &|c| same(rank, &after.e.rank(c))),
        Expect::Stance(name, aim) => stance(names, name).and_then(|found| {
            let aim = names.aim(aim.clone());
            same(&Some(aim), &found)
        }),
        Expect::NoStance(name) => stance(names, name).and_then(|found| same(&None, &found)),
        Expect::Sight(name, sight) => with(name, &|c| same(sight, &c.sight)),
        Expect::Players(side, players) => same(players, &after.e.is_players(names.side(side))),
        Expect::Number(name, number) => with(name, &|c| same(&Some(*number), &c.number)),
        Expect::Undertakes(name, deed, owes) => with(name, &|c| {
            let begun = c.ongoing.as_ref().map(|begun| (begun.act.deed, begun.owes));
            same(&Some((*deed, *owes)), &begun)
        }),
        _ => return of_conditions(after, expect),
    })
}

fn of_conditions(after: &After, expect: &Expect) -> Option<Judged> {
    let names = Names(after.e);
    let with = |name: &str, test: &dyn Fn(&Combatant) -> Judged| test(names.combatant(name)?);
    let under = |name: &str, condition: Condition, test: &dyn Fn(&Effect) -> Judged| {
        with(name, &|c| match c.effect(condition) {
            Some(effect) => test(effect),
            None => Err(Fault::Otherwise(conditions(c))),
        })
    };
    Some(match expect {
        Expect::Has(name, what) => under(name, *what, &|_| Ok(())),
        Expect::HasNot(name, what) => with(name, &|c| holds(!c.has(*what), || conditions(c))),
        Expect::Until(name, what, when) => under(name, *what, &|effect| {
            same(&Some(when.clone()), &effect.until.map(|until| When::of(until.moment, names)))
        }),
        Expect::Rounds(name, what, rounds) => {
            under(name, *what, &|effect| same(&Some(*rounds), &rounds_left(after.e, effect)))
        }
        Expect::Lasting(name, what) => under(name, *what, &|effect| {
            same(&None, &effect.until.map(|until| When::of(until.moment, names)))
        }),
        Expect::Value(name, what, value) => under(name, *what, &|effect| same(value, &effect.value)),
        Expect::Toward(name, what, other) => under(name, *what, &|effect| {
            same(&Some(other.clone()), &effect.toward.map(|who| names.name(who)))
        }),
        Expect::Label(name, what, label) => {
            under(name, *what, &|effect| same(&Some(&**label), &effect.label.as_deref()))
        }
        Expect::Under(name, what) => {
            with(name, &|c| holds(names.custom(c.id, what) != NO_EFFECT, || conditions(c)))
        }
        Expect::NotUnder(name, what) => {
            with(name, &|c| holds(names.custom(c.id, what) == NO_EFFECT, || conditions(c)))
        }
        Expect::CountOn(name, what, counter, n) => {
            under(name, *what, &|effect| same(n, &effect.count(*counter)))
        }
        _ => return of_pairs(after, expect),
    })
}

fn conditions(c: &Combatant) -> String {
    let all: Vec<String> = c.effects.iter().map(|effect| format!("{:?}", effect.condition)).collect();
    format!("{} has {}", c.name, if all.is_empty() { "no condition".into() } else { all.join(", ") })
}

fn rounds_left(e: &Encounter, effect: &Effect) -> Option<u32> {
    match effect.until?.moment {
        Moment::RoundEnd(round) => Some((round + 1).saturating_sub(e.round.max(1))),
        Moment::RoundStart(round) => Some(round.saturating_sub(e.round)),
        _ => None,
    }
}

fn of_pairs(after: &After, expect: &Expect) -> Option<Judged> {
    let (names, e) = (Names(after.e), after.e);
    let both = |a: &str, b: &str, test: &dyn Fn(CombatantId, CombatantId) -> Judged| {
        test(names.combatant(a)?.id, names.combatant(b)?.id)
    };
    let melee = |a, b| {
        if e.engaged(a, b) { "they are in melee".to_string() } else { "they are not in melee".into() }
    };
    Some(match expect {
        Expect::Together(a, b) => both(a, b, &|a, b| holds(e.engaged(a, b), || melee(a, b))),
        Expect::Apart(a, b) => both(a, b, &|a, b| holds(!e.engaged(a, b), || melee(a, b))),
        Expect::Threatens(a, b) => both(a, b, &|a, b| {
            let threatens = e.get(a).is_some_and(|c| c.threatens.contains(&b));
            holds(threatens, || "it does not".into())
        }),
        Expect::Distance(a, b, far) => both(a, b, &|a, b| same(&Some(*far), &e.distance(a, b))),
        Expect::Unknown(a, b) => both(a, b, &|a, b| same(&None, &e.distance(a, b))),
        _ => return None,
    })
}

fn of_the_round(after: &After, expect: &Expect) -> Option<Judged> {
    let (names, e) = (Names(after.e), after.e);
    let owing = || -> Vec<String> {
        let owes = e.all().filter(|c| rules::owes(after.rules, e, c.id));
        owes.map(|c| c.name.to_string()).collect()
    };
    let on = |side: &str, test: &dyn Fn(SideId) -> Judged| test(names.known_side(side)?);
    Some(match expect {
        Expect::Turn(name) => same(&Some(name), &owing().first()),
        Expect::Owes(all) => same(all, &owing()),
        Expect::OwesNot(some) => {
            let owing = owing();
            holds(!some.iter().any(|name| owing.contains(name)), || format!("still to act: {owing:?}"))
        }
        Expect::Phase(phase) => same(&Some(*phase), &e.window().map(|window| window.phase)),
        Expect::Slot(name) => {
            let its = e.window().is_some_and(|window| belongs(e, window, name));
            holds(its, || format!("{:?}", e.window().map(|window| window.whose)))
        }
        Expect::NothingOpen => same(&None, &e.window().map(|window| window.phase)),
        Expect::Round(round) => same(round, &e.round),
        Expect::Clock(seconds) => same(seconds, &e.clock),
        Expect::Order(slots) => {
            same(slots, &e.order.iter().map(|slot| names.in_slot(slot)).collect::<Vec<_>>())
        }
        Expect::Scores(scores) => same(scores, &e.order.iter().map(|slot| slot.score).collect()),
        Expect::Pending(n) => same(n, &e.pending.len()),
        Expect::Timers(n) => same(n, &e.timers.len()),
        Expect::Ended => same(&Stage::Over, &e.stage),
        Expect::Option(id, value) => {
            let standard = || after.rules.about().option(id)?.values.first().map(|value| &**value);
            same(&Some(&**value), &e.option(id).or_else(standard))
        }
        Expect::Many(side, n) => on(side, &|side| same(n, &e.all().filter(|c| c.side == side).count())),
        Expect::SideCount(side, counter, n) => {
            on(side, &|side| same(&Some(*n), &e.side(side).map(|side| side.count(*counter))))
        }
        Expect::Next(ask) => {
            let step = rules::resolve(after.rules, e.clone(), &Command::Proceed, &mut Tape::new(&[]));
            let asked = step.err().and_then(|stop: Stop| of_stop(&stop, names));
            let fits = asked.as_ref().is_some_and(|asked| ask.fits(asked));
            holds(fits, || asked.map_or("nothing would be asked".into(), |asked| asked.line()))
        }
        _ => return None,
    })
}

fn of_offers(after: &After, expect: &Expect) -> Option<Judged> {
    let (names, e) = (Names(after.e), after.e);
    let offer = |name: &str, deed: Deed| -> Result<(CombatantId, Option<Offer>), Fault> {
        let who = names.combatant(name)?.id;
        let offers = rules::offers(after.rules, e, who);
        Ok((who, offers.into_iter().find(|offer| offer.deed == deed)))
    };
    let open = |name: &str, deed: Deed| -> Result<(CombatantId, Offer), Fault> {
        match offer(name, deed)? {
            (who, Some(offer)) if offer.blocked.is_none() => Ok((who, offer)),
            (_, offer) => Err(Fault::Otherwise(state_of(offer.as_ref()))),
        }
    };
    Some(match expect {
        Expect::Offered(name, deed) => open(name, *deed).map(|_| ()),
        Expect::NotOffered(name, deed) => offer(name, *deed).and_then(|(_, offer)| {
            let free = offer.as_ref().is_some_and(|offer| offer.blocked.is_none());
            holds(!free, || state_of(offer.as_ref()))
        }),
        Expect::Blocked(name, deed, reason) => offer(name, *deed).and_then(|(_, offer)| {
            let why = offer.as_ref().and_then(|offer| offer.blocked.as_ref());
            holds(why.is_some_and(|why| why.code() == *reason), || state_of(offer.as_ref()))
        }),
        Expect::Targets(name, deed, want) => open(name, *deed).and_then(|(_, offer)| {
            same(&sorted(want.clone()), &sorted(offer.at.ids.iter().map(|&id| names.name(id)).collect()))
        }),
        Expect::TargetsWith(name, deed, line, want) => open(name, *deed).and_then(|(who, offer)| {
            let with =
                offer.with.iter().copied().find(|at| names.line_name(who, *at).as_ref() == Some(line));
            let ids = offer.targets_with(with).filter(|_| with.is_some());
            same(&sorted(want.clone()), &sorted(ids.map(|id| names.name(id)).collect()))
        }),
        Expect::Weapons(name, deed, want) => open(name, *deed).and_then(|(who, offer)| {
            let called = |at: &u8| names.line_name(who, *at);
            same(&sorted(want.clone()), &sorted(offer.with.iter().filter_map(called).collect()))
        }),
        Expect::Field(name, deed, fact) => open(name, *deed).and_then(|(_, offer)| {
            let known = offer.facts.iter().any(|field| field.fact == *fact);
            holds(known, || format!("{:?}", offer.facts.iter().map(|f| &f.fact).collect::<Vec<_>>()))
        }),
        _ => return of_proposals(after, expect),
    })
}

fn of_proposals(after: &After, expect: &Expect) -> Option<Judged> {
    let names = Names(after.e);
    let of = |name: &str, test: &dyn Fn(Option<Proposed>) -> Judged| {
        let who = names.combatant(name)?.id;
        test(proposed(after, who))
    };
    Some(match expect {
        Expect::Proposes(name, deed, at) => proposes(after, name, *deed, at),
        Expect::ProposesWith(name, with) => of(name, &|found| {
            let with_line = |act: Act| names.line_name(act.who, act.with?);
            same(&Some(with.clone()), &found.and_then(|found| with_line(found.act)))
        }),
        Expect::ProposesAt(name, at) => of(name, &|found| {
            let found = found.map(|found| found.act.at).unwrap_or_default();
            same(&sorted(at.clone()), &sorted(names_of(names, &found)))
        }),
        Expect::ProposesFact(name, fact) => of(name, &|found| {
            let said: Vec<Fact> = found.iter().flat_map(|found| facts_of(&found.act)).cloned().collect();
            holds(said.contains(fact), || format!("{said:?}"))
        }),
        Expect::ProposesNothing(name) => of(name, &|found| same(&None, &found.map(|found| found.act))),
        Expect::ProposesNot(name, deed, at) => match proposes(after, name, *deed, at) {
            Ok(()) => Err(Fault::Otherwise("it does".into())),
            Err(Fault::Otherwise(_)) => Ok(()),
            Err(unknown) => Err(unknown),
        },
        _ => return of_the_key(after, expect),
    })
}

/// Checks what one step forward does, whoever acts.
fn of_the_key(after: &After, expect: &Expect) -> Option<Judged> {
    let names = Names(after.e);
    let acting = || policy::acting(after.rules, after.e, None, after.last);
    Some(match expect {
        Expect::Acting(name) => names
            .combatant(name)
            .map_err(Fault::Unknown)
            .and_then(|c| same(&Some(names.name(c.id)), &acting().who.map(|who| names.name(who)))),
        Expect::Enter(name, deed, at) => names.combatant(name).map_err(Fault::Unknown).and_then(|c| {
            let found = match acting().then {
                Then::Do(act) => Some((act.who, act.deed, sorted(names_of(names, &act.at)))),
                Then::Ask(act) => Some((act.who, act.deed, Vec::new())),
                _ => None,
            };
            same(&Some((c.id, *deed, sorted(at.clone()))), &found)
        }),
        Expect::EnterGone(want) => {
            let gone = match acting().then {
                Then::Leave(gone) => names_of(names, &gone),
                _ => Vec::new(),
            };
            same(&sorted(want.clone()), &sorted(gone))
        }
        Expect::EnterTalks => same(&Then::Talk, &acting().then),
        Expect::EnterEnds => {
            let then = acting().then;
            holds(matches!(then, Then::End(_)), || format!("{then:?}"))
        }
        Expect::EnterAsks => {
            let then = acting().then;
            holds(then.asks(), || format!("{then:?}"))
        }
        Expect::EnterIn(phase) => {
            let acting = acting();
            let acts = acting.then.asks() || matches!(acting.then, Then::Do(_) | Then::End(_));
            let open = acting.state(after.e).window().map(|window| window.phase);
            same(&Some(*phase), &open.filter(|_| !acts))
        }
        _ => return None,
    })
}

/// An act that is proposed, and whether details have to be given first.
struct Proposed {
    act: Act,
    asks: bool,
}

/// What one step forward does for the combatant in the open window, if it comes first.
fn proposed(after: &After, who: CombatantId) -> Option<Proposed> {
    let Acting { then, first, .. } = policy::acting(after.rules, after.e, Some(who), after.last);
    let proposed = match then {
        Then::Do(act) => Proposed { act, asks: false },
        Then::Ask(act) => Proposed { act, asks: true },
        _ => return None,
    };
    Some(proposed).filter(|proposed| first.is_empty() && proposed.act.who == who)
}

/// The facts of an act and of its single blows.
fn facts_of(act: &Act) -> impl Iterator<Item = &Fact> {
    act.facts.0.iter().chain(act.parts.iter().flat_map(|part| &part.facts.0))
}

fn proposes(after: &After, name: &str, deed: Deed, at: &[String]) -> Judged {
    let names = Names(after.e);
    at.iter().try_for_each(|name| names.combatant(name).map(|_| ()))?;
    let found = proposed(after, names.combatant(name)?.id).map(|Proposed { act, asks }| {
        (act.deed, if asks { Vec::new() } else { sorted(names_of(names, &act.at)) })
    });
    same(&Some((deed, sorted(at.to_vec()))), &found)
}

/// What the combatant or the side of that name is out to do.
fn stance(names: Names, name: &str) -> Result<Option<Aim>, Fault> {
    let e = names.0;
    if let Some(c) = e.named(name) {
        let others = e.side_ids().filter(|side| *side != c.side);
        return Ok(others.filter_map(|side| e.aim_of(c, side)).next());
    }
    let side = names.known_side(name)?;
    let others = e.side_ids().filter(|other| *other != side);
    Ok(others.filter_map(|other| e.aim_of_side(side, other)).next())
}

fn names_of(names: Names, at: &[CombatantId]) -> Vec<String> {
    at.iter().map(|&id| names.name(id)).collect()
}

fn state_of(offer: Option<&Offer>) -> String {
    match offer {
        None => "it is not listed".into(),
        Some(Offer { blocked: Some(why), .. }) => format!("blocked: {why}"),
        Some(_) => "it is offered".into(),
    }
}

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names
}
