//! What Enter would do: the obvious next thing, said before it is done.

mod number;
mod outlook;

use crate::rules;
use crate::rules::model::block::d20::{Attack, Range};
use crate::rules::model::block::wounds::Body;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Command, Deed, Fact, Facts};
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::Offer;
use crate::rules::model::tally::Reason;
use crate::rules::model::window::{Mode, Phase, Window};
use crate::rules::ruleset::Ruleset;
use crate::rules::text::words;
use crate::tui::table::board::Board;
use outlook::Unanswered;
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
    /// The form of that deed, because something has to be said first, or because several do it.
    Ask(CombatantId, Deed, String),
    /// It cannot go on, and why.
    Blocked(String),
    /// What the fight that is over came to, and out of it.
    SumUp,
}

/// The deeds Enter may propose, the likeliest first.
const USEFUL: [Deed; 11] = [
    Deed::Cast,
    Deed::UsePower,
    Deed::Strike,
    Deed::Shoot,
    Deed::TurnUndead,
    Deed::Withdraw,
    Deed::Retreat,
    Deed::Unjam,
    Deed::Reload,
    Deed::Draw,
    Deed::Move,
];

/// Deeds that are aimed at a foe.
const ATTACKS: [Deed; 4] = [Deed::Strike, Deed::Shoot, Deed::Cast, Deed::Combo];

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
    let (phase, counted) = (about.phase(window.phase), about.phases.contains_key(&Phase::Number));
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
    let offers = rules::offers(rules, e, who);
    let table = Table { rules, e, who, last: last.get(&who), offers: &offers };
    let on_number = window.phase == Phase::Number;
    let useful = if on_number { table.on_its_number() } else { table.useful() };
    if let Some(proposal) = useful {
        return together(board, who, proposal);
    }
    if !on_number && table.open(Deed::Move).is_some() && rules.purse(e, who).is_none() {
        return closing();
    }
    let left = rules.purse(e, who).map_or(0, |(left, _)| left);
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
    Proposal::Ask(who, deed, format!("{}: {}…", fold.owing(), words::deed(deed).to_lowercase()))
}

/// What is open to one combatant.
struct Table<'a> {
    rules: &'a dyn Ruleset,
    e: &'a Encounter,
    who: CombatantId,
    last: Option<&'a Act>,
    offers: &'a [Offer],
}

impl Table<'_> {
    fn open(&self, deed: Deed) -> Option<&Offer> {
        self.offers.iter().find(|offer| offer.deed == deed && offer.blocked.is_none())
    }

    /// The first useful thing: what was begun, what was done last, then the likeliest.
    fn useful(&self) -> Option<Proposal> {
        if let Some(offer) = self.open(Deed::Resume) {
            return self.resumption(offer);
        }
        let again = self.last.and_then(|last| self.open(last.deed)).and_then(|offer| self.again(offer));
        again.or_else(|| self.by_order().into_iter().find_map(|offer| self.one(offer)))
    }

    /// The open offers among the useful deeds; attacks with weapons in the order of the stat block.
    fn by_order(&self) -> Vec<&Offer> {
        let mut open: Vec<&Offer> = USEFUL.iter().filter_map(|deed| self.open(*deed)).collect();
        let is_attack = |offer: &Offer| ATTACKS.contains(&offer.deed) && !offer.with.is_empty();
        let at: Vec<usize> = (0..open.len()).filter(|at| is_attack(open[*at])).collect();
        let mut attacks: Vec<&Offer> = at.iter().map(|at| open[*at]).collect();
        attacks.sort_by_key(|offer| offer.with.first().copied());
        for (at, offer) in at.into_iter().zip(attacks) {
            open[at] = offer;
        }
        open
    }

    fn one(&self, offer: &Offer) -> Option<Proposal> {
        match offer.deed {
            Deed::Cast if offer.with.is_empty() => Some(ask(self.e, self.who, offer.deed)),
            Deed::UsePower => Some(ask(self.e, self.who, offer.deed)),
            Deed::Move => {
                let act = approach(self.rules, self.e, self.who, offer)?;
                Some(described(self.rules, self.e, act))
            }
            Deed::Strike | Deed::Shoot | Deed::Cast => self.attack(offer),
            _ => self.plain(offer),
        }
    }

    /// A deed that needs no word, or its form.
    fn plain(&self, offer: &Offer) -> Option<Proposal> {
        Some(match filled(self.rules, self.e, self.who, offer, None) {
            Some(act) => described(self.rules, self.e, act),
            None => ask(self.e, self.who, offer.deed),
        })
    }

    /// An attack on the likeliest foe; nobody attacks where there is none. Out of reach, it goes
    /// there first.
    fn attack(&self, offer: &Offer) -> Option<Proposal> {
        let (rules, e, who) = (self.rules, self.e, self.who);
        let likely = likely(rules, e, who, &offer.at.ids);
        if likely.is_empty() {
            return None;
        }
        let Some(act) = filled(rules, e, who, offer, self.last) else {
            return Some(ask(e, who, offer.deed));
        };
        let may = |act: &Act| rules::check(rules, e, &Command::Act(act.clone())).is_ok();
        if !may(&act) {
            // Another weapon may reach where the first does not.
            let others = offer.with.iter().map(|with| Act { with: Some(*with), ..act.clone() });
            if let Some(other) = others.into_iter().find(may) {
                return Some(described(rules, e, other));
            }
            let way = self.open(Deed::Move).and_then(|offer| approach(rules, e, who, offer));
            return Some(way.map_or_else(|| ask(e, who, act.deed), |act| described(rules, e, act)));
        }
        Some(described(rules, e, act))
    }

    /// What it did last, once more; a combo with its blows at whoever still stands.
    fn again(&self, offer: &Offer) -> Option<Proposal> {
        let last = self.last?;
        if last.parts.is_empty() {
            return ATTACKS.contains(&offer.deed).then(|| self.attack(offer)).flatten();
        }
        let first = likely(self.rules, self.e, self.who, &offer.at.ids).into_iter().next()?;
        let mut act = Act { at: Vec::new(), ..last.clone() };
        for part in &mut act.parts {
            let whom = part.at.filter(|whom| is_worth_it(self.e, self.who, *whom)).unwrap_or(first);
            part.at = Some(whom);
            if !act.at.contains(&whom) {
                act.at.push(whom);
            }
        }
        let may = rules::check(self.rules, self.e, &Command::Act(act.clone())).is_ok();
        may.then(|| described(self.rules, self.e, act))
    }

    /// What was begun goes on, at somebody else where its target is no target any more.
    fn resumption(&self, offer: &Offer) -> Option<Proposal> {
        let begun = &self.e.get(self.who)?.undertaking.as_ref()?.act;
        let mut act = Act::new(self.who, Deed::Resume);
        let attacks = begun.with.is_some() && begun.target().is_some();
        let gone = |whom: &CombatantId| !self.e.get(*whom).is_some_and(Combatant::is_up);
        if attacks && begun.at.iter().all(gone) {
            act.at = likely(self.rules, self.e, self.who, &offer.at.ids).into_iter().take(1).collect();
        }
        let whole = Act {
            at: if act.at.is_empty() { begun.at.clone() } else { act.at.clone() },
            ..begun.clone()
        };
        let words = format!("{}, going on", with_weapon(self.e, &whole));
        Some(self.told(act, words))
    }

    fn told(&self, act: Act, words: String) -> Proposal {
        let price =
            price(self.rules, self.e, &act).map_or_else(String::new, |price| format!(": {price}"));
        Proposal::Do(Box::new(Command::Act(act)), format!("{words}{price}"))
    }
}

/// Whether somebody is a foe that stands: nobody goes on at the fallen, or at friends, unbidden.
pub fn is_worth_it(e: &Encounter, who: CombatantId, whom: CombatantId) -> bool {
    let side = e.get(who).map(|c| c.side);
    e.get(whom).is_some_and(|c| c.is_up() && Some(c.side) != side)
}

/// Foes that stand, in the order given; those that are out of action come last, after
/// things.
pub fn likely(
    rules: &dyn Ruleset,
    e: &Encounter,
    who: CombatantId,
    ids: &[CombatantId],
) -> Vec<CombatantId> {
    let about = rules.about();
    let is_out = |c: &Combatant| {
        let rule = |effect: &Effect| about.condition(effect.condition).is_some_and(|rule| rule.out);
        c.effects.iter().any(rule)
    };
    let is_thing = |c: &Combatant| e.wounds(c.id).is_ok_and(Body::is_object);
    let mut worth: Vec<CombatantId> =
        ids.iter().copied().filter(|whom| is_worth_it(e, who, *whom)).collect();
    worth.sort_by_key(|whom| e.get(*whom).map(|c| (is_out(c), is_thing(c))));
    worth
}

fn ask(e: &Encounter, who: CombatantId, deed: Deed) -> Proposal {
    let announced = e.get(who).and_then(|c| c.effect(Condition::Casting));
    let spell =
        announced.filter(|_| deed == Deed::Cast).and_then(|effect| u8::try_from(effect.value).ok());
    let what = spell.map_or_else(String::new, |at| format!(" {}", words::spell(e, who, at)));
    Proposal::Ask(who, deed, format!("{} {}{what}…", words::name(e, who), words::does(deed)))
}

/// The deed as it was done last, or at the likeliest foe; `None`: something has to be said first.
fn filled(
    rules: &dyn Ruleset,
    e: &Encounter,
    who: CombatantId,
    offer: &Offer,
    last: Option<&Act>,
) -> Option<Act> {
    let mut act = Act::new(who, offer.deed);
    let last = last.filter(|last| last.deed == offer.deed);
    let weapon = last.and_then(|last| last.with).filter(|with| offer.with.contains(with));
    act.with = weapon.or(offer.with.first().copied());
    let (least, most) = rules.aims(e, &act, offer);
    if ATTACKS.contains(&offer.deed) && least == 0 && most > 0 {
        // Who is in the area has to be said.
        return None;
    }
    if least > 0 {
        let again = last.and_then(Act::target).filter(|id| offer.at.ids.contains(id));
        let foes = likely(rules, e, who, &offer.at.ids);
        let again = again.filter(|id| foes.contains(id) || foes.is_empty());
        act.at.push(again.or(foes.first().copied()).or(offer.at.ids.first().copied())?);
    }
    for field in offer.asked(act.with) {
        let known = matches!(field.fact, Fact::Distance(_))
            && act.target().is_some_and(|at| e.distance(who, at).is_some());
        if field.needed && !field.stands && !known {
            return None;
        }
    }
    act.facts = offer.standing(act.with);
    let same = last.filter(|last| last.target() == act.target());
    for fact in same.into_iter().flat_map(|last| &last.facts.0).filter(|fact| lasts(fact)) {
        act.facts.set(fact.clone());
    }
    Some(act)
}

/// What was said of a target holds for the rest of the round.
fn lasts(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Cover(_)
            | Fact::Shelter(_)
            | Fact::Screen(_)
            | Fact::Light(_)
            | Fact::Flanked
            | Fact::Hidden(_)
            | Fact::HardCover
    )
}

/// Away, for whoever runs; else closing on the nearest foe whose distance is known. Nobody is moved
/// on a guess, and who shoots stays where it is.
fn approach(rules: &dyn Ruleset, e: &Encounter, who: CombatantId, offer: &Offer) -> Option<Act> {
    if offer.facts.iter().any(|field| field.stands && field.fact == Fact::Away) {
        let mut act = filled(rules, e, who, offer, None)?;
        let known = |id: &&CombatantId| e.distance(who, **id).is_some();
        act.at = offer.at.ids.iter().filter(known).take(1).copied().collect();
        return Some(act);
    }
    let shoots = e.d20(who).is_ok_and(|d20| {
        d20.figures.attacks.first().is_some_and(|line| line.range == Some(Range::Missile))
    });
    let target = *likely(rules, e, who, &offer.at.ids).first()?;
    let feet = e.distance(who, target).filter(|_| !shoots)?;
    let mut act = Act::new(who, Deed::Move);
    act.at.push(target);
    if !offer.facts.iter().any(|field| field.fact == Fact::Contact) {
        return nearer(rules, e, act, feet);
    }
    let most = offer.facts.iter().find_map(|field| match field.fact {
        Fact::Feet(_) => field.range.map(|(_, most)| most),
        _ => None,
    })?;
    // Contact is claimed where the way is surely short enough; the rules have the last word.
    if feet <= most {
        act.facts.set(Fact::Contact);
    }
    Some(act)
}

/// Where coming close is a matter of distance alone: as far as it can, or to where it can strike.
fn nearer(rules: &dyn Ruleset, e: &Encounter, act: Act, far: i32) -> Option<Act> {
    let short = Act { facts: Facts(vec![Fact::Feet(far - 1)]), ..act.clone() };
    let there = |act: &Act| {
        let after =
            rules::resolve(rules, e.clone(), &Command::Act(act.clone()), &mut Unanswered).ok()?.0;
        after.distance(act.who, act.target()?)
    };
    [act, short].into_iter().find(|act| there(act).is_some_and(|left| (1..far).contains(&left)))
}

/// The act with what it needs; one the rules refuse is asked about instead.
fn described(rules: &dyn Ruleset, e: &Encounter, act: Act) -> Proposal {
    let who = act.who;
    let price = price(rules, e, &act);
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
            let cover = roll.tally.terms().iter().find(|term| term.0 == Reason::Cover);
            let cover = cover.map(|term| format!("cover {}", words::signed(term.1)));
            let said: Vec<String> = cover.into_iter().chain(needs(&roll)).collect();
            let said = if said.is_empty() { String::new() } else { format!(" ({})", said.join(", ")) };
            Proposal::Do(Box::new(command), format!("{text}{said}"))
        }
        Forecast::Asks | Forecast::Plain => Proposal::Do(Box::new(command), text),
    }
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
        deed if at.is_empty() => format!("{who} {}", words::does(deed)),
        deed => format!("{who} {}: {at}", words::does(deed)),
    }
}
