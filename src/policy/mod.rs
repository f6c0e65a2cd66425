//! What somebody would do: ranked choices out of what is on offer, for Enter, for simulation and for tests.
//!
//! Pure: it looks at the state and the offers, never at a clock, a die or a screen.

mod number;

use crate::rules;
use crate::rules::engine::deeds;
use crate::rules::model::block::d20::Range;
use crate::rules::model::combatant::{Combatant, StatBlock, Thing, Whereabouts};
use crate::rules::model::command::{Act, Command, Deed, Fact, Facts};
use crate::rules::model::dice::Tape;
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::Refusal;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::Offer;
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::Phase;
use crate::rules::ruleset::Ruleset;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What somebody would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// That act, which the rules let pass as it stands.
    Do(Act),
    /// That deed; something has to be said of it first.
    Ask(Deed),
}

/// The deeds that are chosen by themselves, the likeliest first.
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

/// What the combatant would do in the open window, having done that last. `None`: nothing more.
pub fn choose(
    rules: &dyn Ruleset,
    e: &Encounter,
    who: CombatantId,
    last: Option<&Act>,
) -> Option<Choice> {
    let window = e.window()?;
    let table = Table { rules, e, who, last, seen: RefCell::default() };
    if window.phase == Phase::Number { table.on_its_number() } else { table.useful() }
}

/// What is open to one combatant.
struct Table<'a> {
    rules: &'a dyn Ruleset,
    e: &'a Encounter,
    who: CombatantId,
    last: Option<&'a Act>,
    /// The offers that were asked for.
    seen: RefCell<BTreeMap<Deed, Option<Rc<Offer>>>>,
}

impl Table<'_> {
    /// That deed as it is offered now; only what is asked for is worked out.
    fn offer(&self, deed: Deed) -> Option<Rc<Offer>> {
        let work_out = || deeds::offer_among(self.rules, self.e, self.who, deed).map(Rc::new);
        self.seen.borrow_mut().entry(deed).or_insert_with(work_out).clone()
    }

    fn open(&self, deed: Deed) -> Option<Rc<Offer>> {
        self.offer(deed).filter(|offer| offer.blocked.is_none())
    }

    /// The first useful thing: what was begun, what was done last, then the likeliest.
    fn useful(&self) -> Option<Choice> {
        if let Some(offer) = self.open(Deed::Resume) {
            return self.resumption(&offer);
        }
        let again = self.last.and_then(|last| self.open(last.deed)).and_then(|offer| self.again(&offer));
        again.or_else(|| self.by_order().into_iter().find_map(|offer| self.one(&offer)))
    }

    /// The open offers among the useful deeds; attacks with weapons in the order of the stat block.
    fn by_order(&self) -> Vec<Rc<Offer>> {
        let mut open: Vec<Rc<Offer>> = USEFUL.iter().filter_map(|deed| self.open(*deed)).collect();
        let is_attack = |offer: &Offer| ATTACKS.contains(&offer.deed) && !offer.with.is_empty();
        let at: Vec<usize> = (0..open.len()).filter(|at| is_attack(&open[*at])).collect();
        let mut attacks: Vec<Rc<Offer>> = at.iter().map(|at| Rc::clone(&open[*at])).collect();
        attacks.sort_by_key(|offer| offer.with.first().copied());
        for (at, offer) in at.into_iter().zip(attacks) {
            open[at] = offer;
        }
        open
    }

    fn one(&self, offer: &Offer) -> Option<Choice> {
        match offer.deed {
            Deed::Cast if offer.with.is_empty() => Some(Choice::Ask(offer.deed)),
            Deed::UsePower => Some(Choice::Ask(offer.deed)),
            // Backing off is the referee's to say, and whoever has announced a spell stays where it is.
            Deed::Withdraw if !self.e.has(self.who, Condition::WITHDRAWING) => None,
            Deed::Move if self.e.has(self.who, Condition::CASTING) => None,
            Deed::Draw => self.weapon_not_at_hand(offer),
            Deed::Move => {
                let act = approach(self.rules, self.e, self.who, offer)?;
                Some(settled(self.rules, self.e, act))
            }
            Deed::Strike | Deed::Shoot | Deed::Cast => self.attack(offer),
            _ => self.plain(offer),
        }
    }

    /// Takes up what is not at hand; nobody changes weapons for the sake of it.
    fn weapon_not_at_hand(&self, offer: &Offer) -> Option<Choice> {
        let c = self.e.get(self.who)?;
        let away = |at: &u8| c.thing(Thing::Line(*at)).at != Whereabouts::AtHand;
        let with: Vec<u8> = offer.with.iter().copied().filter(away).collect();
        if with.is_empty() { None } else { self.plain(&Offer { with, ..offer.clone() }) }
    }

    /// A deed that needs no word, or its form.
    fn plain(&self, offer: &Offer) -> Option<Choice> {
        Some(match filled(self.rules, self.e, self.who, offer, None) {
            Some(act) => settled(self.rules, self.e, act),
            None => Choice::Ask(offer.deed),
        })
    }

    /// An attack on the likeliest foe; nobody attacks where there is none. Out of reach, it goes
    /// there first.
    fn attack(&self, offer: &Offer) -> Option<Choice> {
        let (rules, e, who) = (self.rules, self.e, self.who);
        let likely = likely(rules, e, who, &offer.at.ids);
        if likely.is_empty() {
            return None;
        }
        let Some(act) = filled(rules, e, who, offer, self.last) else {
            return Some(Choice::Ask(offer.deed));
        };
        let check = |act: &Act| rules::check(rules, e, &Command::Act(act.clone()));
        let Err(why) = check(&act) else { return Some(Choice::Do(act)) };
        // Another weapon may reach where the first does not.
        let mut others = offer.with.iter().map(|with| Act { with: Some(*with), ..act.clone() });
        if let Some(other) = others.find(|other| check(other).is_ok()) {
            return Some(Choice::Do(other));
        }
        match self.open(Deed::Move).and_then(|offer| approach(rules, e, who, &offer)) {
            Some(act) => Some(settled(rules, e, act)),
            // Nothing that could be said of it would bring the target within reach.
            None if [Refusal::TOO_FAR, Refusal::TOO_CLOSE].contains(&why.refusal) => None,
            None => Some(Choice::Ask(act.deed)),
        }
    }

    /// What it did last, once more; a combo with its blows at whoever still stands.
    fn again(&self, offer: &Offer) -> Option<Choice> {
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
        may.then_some(Choice::Do(act))
    }

    /// What was begun goes on, at somebody else where its target is no target any more.
    fn resumption(&self, offer: &Offer) -> Option<Choice> {
        let begun = &self.e.get(self.who)?.ongoing.as_ref()?.act;
        let mut act = Act::new(self.who, Deed::Resume);
        let attacks = begun.with.is_some() && begun.target().is_some();
        let gone = |whom: &CombatantId| !self.e.get(*whom).is_some_and(Combatant::is_up);
        if attacks && begun.at.iter().all(gone) {
            act.at = likely(self.rules, self.e, self.who, &offer.at.ids).into_iter().take(1).collect();
        }
        Some(Choice::Do(act))
    }
}

/// The act; one that the rules refuse is asked about.
fn settled(rules: &dyn Ruleset, e: &Encounter, act: Act) -> Choice {
    let deed = act.deed;
    let command = Command::Act(act);
    match (rules::check(rules, e, &command), command) {
        (Ok(()), Command::Act(act)) => Choice::Do(act),
        _ => Choice::Ask(deed),
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
    let is_thing = |c: &Combatant| match e.block(c.block) {
        Some(StatBlock::Wounds(body)) => body.is_object(),
        _ => false,
    };
    let mut worth: Vec<CombatantId> =
        ids.iter().copied().filter(|whom| is_worth_it(e, who, *whom)).collect();
    worth.sort_by_key(|whom| e.get(*whom).map(|c| (is_out(c), is_thing(c))));
    worth
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
    let (least, most) = deeds::aims(rules, e, &act, offer);
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
    if feet <= rules.about().melee() {
        return None;
    }
    let most = offer.facts.iter().find_map(|field| match field.fact {
        Fact::Feet(_) => field.range.map(|(_, most)| most),
        _ => None,
    })?;
    // Contact is claimed where the way is surely short enough; the rules have the last word.
    if feet.up() <= most {
        act.facts.set(Fact::Contact);
    }
    Some(act)
}

/// Where coming close is a matter of distance alone: as far as it can, or to where it can strike.
fn nearer(rules: &dyn Ruleset, e: &Encounter, act: Act, far: Tenths) -> Option<Act> {
    let short = Act { facts: Facts(vec![Fact::Feet(far.up().saturating_sub(1))]), ..act.clone() };
    // Who stands beside its target and cannot reach it goes into its square.
    let beside = if far > Tenths::whole(1) { Tenths::whole(1) } else { Tenths::default() };
    let there = |act: &Act| {
        let after =
            rules::play(rules, e.clone(), &Command::Act(act.clone()), &mut Tape::new(&[])).ok()?;
        after.distance(act.who, act.target()?)
    };
    [act, short]
        .into_iter()
        .find(|act| there(act).is_some_and(|left| (beside.min(far)..far).contains(&left)))
}
