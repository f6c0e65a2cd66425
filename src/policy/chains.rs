//! Two steps ahead: what it takes in hand first, so that its next blow is a better one.

use super::act::TRIES;
use super::closing::round_of;
use super::gauge::gauge;
use super::ranking::At;
use super::{Choice, Chooser, Gauge};
use crate::rules;
use crate::rules::model::combatant::{Combatant, Thing, Whereabouts};
use crate::rules::model::command::{Act, Command, Deed, Fact};
use crate::rules::model::deed::Role;
use crate::rules::model::dice::Tape;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::tenths::Tenths;

/// What works against a foe that no blow harms.
pub(super) const HINDERING: [Deed; 4] = [Deed::Grab, Deed::Entangle, Deed::Disarm, Deed::Unhorse];
/// What takes alive, besides the blows of its weapons.
pub(super) const SEIZING: [Deed; 3] = [Deed::Grab, Deed::Punch, Deed::Kick];
/// A grip is worth its chance divided by this, beside a blow that fells.
const GRIP: u32 = 3;
/// A blow in this round counts for as many of the next, which come in any case.
const AT_ONCE: u32 = 2;

impl Chooser<'_> {
    /// Readies itself for the foe at hand where the blow after that is worth more than what it can do now: draws, or
    /// lets what it holds fall and draws. What costs it this round's blow counts half.
    pub(super) fn arm(&self) -> Option<Choice> {
        let foe = self.e.foes(self.c).find(|foe| self.in_melee(self.c, foe) && !self.is_no_threat(foe));
        let Some(foe) = foe else { return self.is_pressed().then(|| self.draws_steel()).flatten() };
        if self.open(Deed::Strike).is_none() && !self.lacks_a_weapon() {
            // It is not the time for blows.
            return None;
        }
        let now = match self.fight() {
            Some(Choice::Do(act)) => Some(act),
            _ => None,
        };
        let foe = now.as_ref().and_then(Act::target).and_then(|whom| self.e.get(whom)).unwrap_or(foe);
        let held = now.as_ref().map_or(0, |act| self.worth_of(act).saturating_mul(AT_ONCE));
        // Whoever has a blade in hand that serves does not think of another.
        let serves = now.as_ref().is_some_and(|act| {
            act.with.is_some_and(|line| self.is_blade(line)) && !self.gauge(act).is_vain()
        });
        if serves {
            return None;
        }
        let plans = self.plans_to_draw().into_iter();
        let valued = plans
            .filter_map(|(steps, line)| Some((self.value_after(&steps, line, foe)?, steps)))
            .filter(|(value, _)| *value > held);
        // Of equal plans the first is the shortest.
        best_of(valued)?.into_iter().next().and_then(|step| self.if_accepted(step))
    }

    /// The ways to another weapon that strikes: drawing it, or letting another fall first.
    fn plans_to_draw(&self) -> Vec<(Vec<Act>, u8)> {
        let step = |deed: Deed, with: u8| Act { with: Some(with), ..Act::new(self.c.id, deed) };
        let Some(draw) = self.open(Deed::Draw) else { return Vec::new() };
        let blades: Vec<u8> = draw.with.iter().copied().filter(|line| self.is_blade(*line)).collect();
        let held = self.open(Deed::Drop).map(|drop| drop.with.clone()).unwrap_or_default();
        let at_once = blades.iter().map(|line| (vec![step(Deed::Draw, *line)], *line));
        let falls = draw.facts.iter().any(|field| field.fact == Fact::LetFall);
        let letting_fall = blades.iter().filter(move |_| falls).map(|line| {
            let mut draws = step(Deed::Draw, *line);
            draws.facts.set(Fact::LetFall);
            (vec![draws], *line)
        });
        let dropping = blades.iter().flat_map(|line| {
            let first = held.iter().filter(move |held| *held != line);
            first.map(move |held| (vec![step(Deed::Drop, *held), step(Deed::Draw, *line)], *line))
        });
        at_once.chain(letting_fall).chain(dropping).take(TRIES).collect()
    }

    /// What a strike with that weapon is worth after those steps; double if it is possible at once.
    fn value_after(&self, steps: &[Act], line: u8, foe: &Combatant) -> Option<u32> {
        let after = steps.iter().try_fold(self.e.clone(), |e, step| self.played(e, step))?;
        let strike = self.using(Deed::Strike, line, foe);
        let comes: Gauge = gauge(self.rules, &after, &strike);
        let at_once = rules::check(self.rules, &after, &Command::Act(strike)).is_ok();
        let value = self.worth(comes, foe);
        (!comes.is_vain()).then_some(if at_once { value.saturating_mul(AT_ONCE) } else { value })
    }

    /// The state after a step that needs no dice, if the rules accept it.
    fn played(&self, e: Encounter, step: &Act) -> Option<Encounter> {
        rules::play(self.rules, e, &Command::Act(step.clone()), &mut Tape::new(&[])).ok()
    }

    /// Draws a weapon that strikes before the foe is there, if it has none in hand.
    fn draws_steel(&self) -> Option<Choice> {
        let in_hand = |line: &u8| self.c.thing(Thing::Line(*line)).at == Whereabouts::AtHand;
        if self.lines().filter(in_hand).any(|line| self.is_blade(line)) {
            return None;
        }
        let with = self.open(Deed::Draw)?.with.iter().copied().find(|line| self.is_blade(*line))?;
        self.if_accepted(Act { with: Some(with), ..Act::new(self.c.id, Deed::Draw) })
    }

    /// Whether a foe that fights could be upon it within a round, and nobody stands in its way.
    pub(super) fn is_pressed(&self) -> bool {
        let melee = self.rules.about().melee();
        let reaches = |foe: &Combatant| {
            let comes = Tenths(round_of(self.e, foe).0.saturating_add(melee.0));
            self.e.between(self.c, foe).is_some_and(|far| far <= comes)
        };
        self.fighting_foes().any(|foe| reaches(foe) && !self.has_friends_at(foe))
    }

    /// Whatever else works against a foe at hand, where no blow does: a grip, a lash at its weapon.
    pub(super) fn hinder(&self) -> Option<Choice> {
        best_of(HINDERING.into_iter().filter_map(|deed| self.at_hand(deed))).map(Choice::Do)
    }

    /// The best way to take a foe at hand alive: a grip, fists, the flat of the blade.
    pub(super) fn seize(&self) -> Option<Choice> {
        let blow = match self.fight() {
            Some(Choice::Do(act)) => Some((self.worth_of(&act), act)),
            _ => None,
        };
        let others = SEIZING.into_iter().filter_map(|deed| self.at_hand(deed));
        best_of(others.chain(blow)).map(Choice::Do)
    }

    /// A deed against a foe in melee, with its defaults, and what it is worth; `None` if it cannot do anything.
    fn at_hand(&self, deed: Deed) -> Option<(u32, Act)> {
        let offer = self.open(deed)?;
        let foe = self.whom(&offer.at.ids, At::Engaged).next()?;
        let act = self.complete(offer, offer.with.first().copied(), Some(foe.id))?;
        let gauge = self.gauge(&act);
        let grip = if deed.role() == Role::Control { gauge.chance / GRIP } else { 0 };
        let worth = self.worth(gauge, foe).saturating_add(grip);
        (!gauge.is_vain() && self.is_accepted(&act)).then_some((worth, act))
    }
}

/// What is worth most; the first of equals.
fn best_of<T>(all: impl Iterator<Item = (u32, T)>) -> Option<T> {
    all.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, best)| best)
}
