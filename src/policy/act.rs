//! Builds the acts: a deed with its weapon, its targets, and the facts that have a default.

use super::closing::longest;
use super::ranking::{Arms, At};
use super::whom::runs;
use super::{Choice, Chooser, Thrift, likely};
use crate::rules;
use crate::rules::engine::deeds;
use crate::rules::model::block::d20::{CreatureKind, Range, Tag};
use crate::rules::model::combatant::{Combatant, Thing, Whereabouts};
use crate::rules::model::command::{Act, Deed, Fact, Facts};
use crate::rules::model::condition::Haste;
use crate::rules::model::deed::Role;
use crate::rules::model::error::Refusal;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::{FactField, Offer};
use crate::rules::model::rank::Rank;
use crate::rules::model::stance::Aim;

/// The deeds that attack, with a weapon or with a spell used like one.
const ATTACKS: [Deed; 3] = [Deed::Strike, Deed::Shoot, Deed::Cast];
/// An act is not left for one that is better by less than one part in this.
const NEARLY: u32 = 10;
/// How many targets are tried.
pub(super) const TRIES: usize = 6;
/// Of one that runs, a part in this counts beside one that fights.
const RUNNER: u32 = 4;
/// A blow that it first has to walk to is worth a part in this of one at hand.
pub(super) const FAR_OFF: u32 = 4;

impl Chooser<'_> {
    /// Whether the rules accept the act.
    pub(super) fn is_accepted(&self, act: &Act) -> bool {
        self.refused(act).is_none()
    }

    fn refused(&self, act: &Act) -> Option<Refusal> {
        let checked = rules::check_offered(self.rules, self.e, act, self.cached(act.deed));
        checked.err().map(|why| why.refusal)
    }

    /// The act, if the rules accept it.
    pub(super) fn if_accepted(&self, act: Act) -> Option<Choice> {
        self.is_accepted(&act).then_some(Choice::Do(act))
    }

    /// A deed that needs no input beyond its defaults.
    pub(super) fn plain(&self, deed: Deed) -> Option<Choice> {
        let offer = self.open(deed)?;
        let with = match deed {
            Deed::Draw if !offer.with.is_empty() => Some(self.worth_drawing(offer)?),
            Deed::Reload if !offer.with.is_empty() => Some(self.spent_weapon(offer)?),
            _ => offer.with.first().copied(),
        };
        let act = Act { with, ..Act::new(self.c.id, deed) };
        let (least, _) = deeds::aims(self.rules, self.e, &act, offer);
        let whom =
            if least == 0 { None } else { Some(self.whom(&offer.at.ids, At::Anybody).next()?.id) };
        let act = self.complete(offer, with, whom)?;
        // What it has begun and keeps up is not judged anew.
        let judged = self.thrift == Thrift::Spares && deed.role().is_hostile() && !self.c.pledges(deed);
        if judged && self.gauge(&act).is_vain() {
            return None;
        }
        if deeds::is_vain(self.rules, self.e, &act) { None } else { self.if_accepted(act) }
    }

    /// The weapon to draw. In melee, one that only shoots comes last.
    fn worth_drawing(&self, offer: &Offer) -> Option<u8> {
        let only_shoots = |at: u8| self.line(at).is_some_and(|line| line.range == Some(Range::Missile));
        let armed = offer.with.iter().copied().filter(|at| self.is_armed(*at));
        let lies = |at: u8| self.c.thing(Thing::Line(at)).at == Whereabouts::Dropped;
        armed.min_by_key(|at| (self.is_engaged() && only_shoots(*at), lies(*at)))
    }

    /// The weapon to load: one that cannot be shot as it is.
    fn spent_weapon(&self, offer: &Offer) -> Option<u8> {
        let ready = self.open(Deed::Shoot).map(|shoot| &shoot.with[..]).unwrap_or_default();
        offer.with.iter().copied().find(|line| !ready.contains(line))
    }

    /// What it can do itself about a condition that cannot wait.
    pub(super) fn mend(&self) -> Option<Choice> {
        let mends = self.c.effects.iter().filter_map(|effect| effect.condition.mend);
        let now = mends.filter(|(deed, haste)| *haste == Haste::Now && deed.role() == Role::Recover);
        now.map(|(deed, _)| deed).find_map(|deed| self.plain(deed).or_else(|| self.form(deed)))
    }

    /// Resumes what was begun, at another target if its own can no longer fight and another can.
    pub(super) fn resumption(&self) -> Option<Choice> {
        let begun = &self.c.ongoing.as_ref()?.act;
        let mut act = Act::new(self.c.id, Deed::Resume);
        let rescues = self.thrift == Thrift::Spares && begun.deed.role() == Role::Rescue;
        if rescues && self.gauge(begun).helps == 0 {
            // The friend needs it no longer.
            return self.plain(Deed::Abandon);
        }
        let attacks = begun.with.is_some() && begun.target().is_some();
        let stands = |whom: &CombatantId| self.e.get(*whom).is_some_and(Combatant::is_up);
        let fights = |whom: &CombatantId| {
            self.e.get(*whom).is_some_and(|foe| foe.is_up() && !self.is_no_threat(foe))
        };
        if !attacks || begun.at.iter().any(fights) {
            // As begun: looking for other targets is not worth the time.
            return self.if_accepted(act);
        }
        let others = likely(self.e, self.c.id, &self.open(Deed::Resume)?.at.ids);
        let other = others.iter().copied().find(fights);
        let at_it = |whom| self.if_accepted(Act { at: vec![whom], ..act.clone() });
        if let Some(choice) = other.and_then(at_it) {
            return Some(choice);
        }
        if !begun.at.iter().any(stands) {
            act.at = others.into_iter().take(1).collect();
        }
        self.if_accepted(act)
    }

    /// In melee: attacks a foe in melee, with the first attack of its block.
    pub(super) fn fight(&self) -> Option<Choice> {
        if self.e.wounds(self.c.id).is_err() {
            return ATTACKS.into_iter().find_map(|deed| self.attack(deed, Arms::Any, At::Engaged));
        }
        self.combined(self.first_of_block(&ATTACKS, Arms::Any, At::Engaged), At::Engaged)
    }

    /// A strike at these targets.
    pub(super) fn strike(&self, at: At) -> Option<Choice> {
        self.combined(self.attack(Deed::Strike, Arms::Any, at), at)
    }

    /// Tries the attacks in the order of the block and returns the first that is possible.
    fn first_of_block(&self, deeds: &[Deed], arms: Arms, at: At) -> Option<Choice> {
        let mut open: Vec<(Option<u8>, Deed)> = deeds
            .iter()
            .filter_map(|deed| Some((self.open(*deed)?.with.first().copied(), *deed)))
            .collect();
        open.sort_by_key(|(first, _)| *first);
        open.into_iter().find_map(|(_, deed)| self.attack(deed, arms, at))
    }

    /// A shot, a throw or a spell used like one, whichever comes first in the block.
    pub(super) fn at_range(&self, arms: Arms, at: At) -> Option<Choice> {
        if matches!(self.aim, Some(Aim::TakesAlive | Aim::Robs)) {
            return None;
        }
        if self.e.wounds(self.c.id).is_err() {
            return self.attack(Deed::Shoot, arms, at);
        }
        let shot = self.first_of_block(&[Deed::Shoot, Deed::Cast], arms, at)?;
        if let Choice::Do(act) = &shot
            && self.does_better_hand_to_hand(act)
        {
            return None;
        }
        if self.c.pledges(Deed::Shoot) { Some(shot) } else { self.combined(Some(shot), at) }
    }

    /// Whether a shot is a poor one, and it is of the front and better at hand to hand, as soon as it gets there.
    fn does_better_hand_to_hand(&self, shot: &Act) -> bool {
        let Some(foe) = shot.target().and_then(|whom| self.e.get(whom)) else { return false };
        let may = self.thrift == Thrift::Spares && self.rank() == Rank::Front && self.advances();
        may && self.open(Deed::Move).is_some()
            && self.is_poor(self.gauge(shot), foe)
            && self.worth(self.gauge(shot), foe).saturating_mul(FAR_OFF) < self.blade_at(foe)
    }

    /// An attack on a target selected by `at`. `None` if there is no such target or no attack on it can do anything.
    /// Where only something scarce can, the referee is asked.
    pub(super) fn attack(&self, deed: Deed, arms: Arms, at: At) -> Option<Choice> {
        let plain = self.attack_with(deed, arms, at, false);
        if self.thrift == Thrift::Spends {
            return plain;
        }
        let scarce = self.attack_with(deed, arms, at, true).filter(|scarce| match (&plain, scarce) {
            (Some(Choice::Do(plain)), Choice::Do(scarce) | Choice::Ask(scarce)) => {
                self.outdoes(scarce, plain)
            }
            (plain, _) => plain.is_none(),
        });
        let asks = |(Choice::Do(act) | Choice::Ask(act)): Choice| Choice::Ask(act);
        scarce.map(asks).or(plain)
    }

    /// Whether an act is worth half as much again as another: enough to spend something scarce on.
    fn outdoes(&self, act: &Act, other: &Act) -> bool {
        self.is_worth(act, other, 3)
    }

    /// Whether an act is worth more than so many halves of another.
    fn is_worth(&self, act: &Act, other: &Act, halves: u32) -> bool {
        self.worth_of(act).saturating_mul(2) > self.worth_of(other).saturating_mul(halves)
    }

    /// Like [`Self::attack`], with lines that are scarce, or that are not.
    fn attack_with(&self, deed: Deed, arms: Arms, at: At, scarce: bool) -> Option<Choice> {
        let offer = self.open(deed)?;
        let lines = self.lines_for(offer, arms, scarce);
        if lines.is_empty() {
            return None;
        }
        let mut asks = None;
        let acts = self.tries(offer, &lines, at).filter_map(|(foe, line)| {
            let act = self.complete(offer, Some(line), Some(foe.id));
            if act.is_none() && asks.is_none() {
                asks = Some(self.draft(offer, Some(line), Some(foe.id)));
            }
            act.map(|act| (foe, act))
        });
        let best = match self.thrift {
            // A simulation takes the first that can do anything: gauging every choice would cost more than the fight.
            Thrift::Spends => acts
                .map(|(_, act)| act)
                .find(|act| self.is_accepted(act) && !deeds::is_vain(self.rules, self.e, act)),
            Thrift::Spares => self.best_attack(offer, acts),
        };
        best.map(Choice::Do).or(asks.map(Choice::Ask))
    }

    /// The lines of the offer that are of that kind, not kept for something better, and scarce or not.
    fn lines_for(&self, offer: &Offer, arms: Arms, scarce: bool) -> Vec<u8> {
        let serves = |line: &u8| {
            self.serves(*line, arms)
                && !self.is_kept(offer.deed, *line)
                && self.is_scarce(*line) == scarce
        };
        let mut lines: Vec<u8> = offer.with.iter().copied().filter(serves).collect();
        if self.aim == Some(Aim::TakesAlive) && lines.iter().any(|line| self.is_gentle(*line)) {
            lines.retain(|line| self.is_gentle(*line));
        }
        lines
    }

    /// The likeliest foes, each with the lines that reach and may harm it, the usual line first.
    fn tries(&self, offer: &Offer, lines: &[u8], at: At) -> impl Iterator<Item = (&Combatant, u8)> {
        let deed = offer.deed;
        let mut foes: Vec<&Combatant> = self.whom(&offer.at.ids, at).take(TRIES).collect();
        if let Some(first) = foes.first().map(|foe| self.apart(foe)).filter(|_| self.hunts()) {
            foes.retain(|foe| self.apart(foe) == first);
        }
        let mut lines = lines.to_vec();
        lines.sort_by_key(|line| (self.group(deed, *line), *line));
        foes.into_iter().flat_map(move |foe| {
            let harms = |line: &u8| {
                let throws = deed == Deed::Shoot && self.is_spared(*line, foe);
                let reaches = deeds::reaches(self.rules, &self.at(), deed, *line, foe);
                !throws && reaches && !self.cannot_harm(*line, foe) && !self.strays(deed, *line, foe)
            };
            lines.iter().copied().filter(harms).map(|line| (foe, line)).collect::<Vec<_>>()
        })
    }

    /// The best of the attacks, in their usual order: one is left only for another that is clearly better, a foe only
    /// for one that is more than twice as good a target. Where no plain attack does anything, another way may.
    fn best_attack<'a>(
        &self,
        offer: &Offer,
        acts: impl Iterator<Item = (&'a Combatant, Act)>,
    ) -> Option<Act> {
        let (mut vain, mut best): (Vec<Act>, Option<(u32, Act)>) = (Vec::new(), None);
        for (foe, act) in acts {
            let gauge = self.gauge(&act);
            let worth = self.worth(gauge, foe) / if runs(foe) { RUNNER } else { 1 };
            let better = |(best, before): &(u32, Act)| {
                worth > if before.target() == act.target() { best + best / NEARLY } else { best * 2 }
            };
            if gauge.is_vain() {
                vain.push(act);
            } else if best.as_ref().is_none_or(better) && self.is_accepted(&act) {
                best = Some((worth, act));
            }
        }
        let ways = match best {
            Some((_, act)) => vec![act],
            None => vain,
        };
        let ways = ways.into_iter().filter_map(|act| self.best_way(offer, act));
        ways.max_by_key(|(worth, _)| *worth).map(|(_, act)| act)
    }

    /// The act as it is or, if that is a poor one, as a called shot or a maneuver that is worth more; with what it is
    /// worth. `None` if none of them does anything.
    fn best_way(&self, offer: &Offer, act: Act) -> Option<(u32, Act)> {
        let foe = self.e.get(act.target()?)?;
        let gauge = self.gauge(&act);
        if !self.is_poor(gauge, foe) {
            return Some((self.worth(gauge, foe), act));
        }
        let varies = |field: &&FactField| matches!(field.fact, Fact::Called(_) | Fact::Maneuver(_));
        let fields = offer.asked(act.with).filter(varies);
        let ways = fields.flat_map(|field| deeds::choices(self.rules, self.e, &act, &field.fact));
        let plain = if gauge.is_vain() { 0 } else { self.worth(gauge, foe) };
        let mut best = (plain, act.clone());
        for (_, fact) in ways {
            let mut called = act.clone();
            called.facts.set(fact);
            let gauge = self.gauge(&called);
            let worth = self.worth(gauge, foe);
            if !gauge.is_vain() && worth > best.0.saturating_mul(2) && self.is_accepted(&called) {
                best = (worth, called);
            }
        }
        (best.0 > 0).then_some(best)
    }

    /// The deed with all defaults, or `None` if something has no default and must be asked.
    pub(super) fn complete(
        &self,
        offer: &Offer,
        with: Option<u8>,
        whom: Option<CombatantId>,
    ) -> Option<Act> {
        let act = self.draft(offer, with, whom);
        let (least, most) = deeds::aims(self.rules, self.e, &act, offer);
        if whom.is_some() && least == 0 && most > 0 && ATTACKS.contains(&offer.deed) {
            // The referee has to say who is in the area.
            return None;
        }
        let known = |fact: &Fact| {
            matches!(fact, Fact::Distance(_))
                && whom.is_some_and(|at| self.e.distance(self.c.id, at).is_some())
        };
        let all = offer.asked(with).all(|field| !field.needed || field.stands || known(&field.fact));
        all.then_some(act)
    }

    /// The deed with what defaults there are, and the lasting facts of the last such act on the same target, except
    /// those that the encounter knows better by now.
    fn draft(&self, offer: &Offer, with: Option<u8>, whom: Option<CombatantId>) -> Act {
        let (at, facts) = (whom.into_iter().collect(), offer.standing(with));
        let mut act = Act { with, at, facts, ..Act::new(self.c.id, offer.deed) };
        if self.aim == Some(Aim::TakesAlive) {
            let spares = |field: &&FactField| matches!(field.fact, Fact::Subdual | Fact::Pulled);
            offer.asked(with).filter(spares).for_each(|field| act.facts.set(field.fact.clone()));
        }
        let same = self.last.filter(|last| last.deed == offer.deed && last.target() == whom);
        for fact in
            same.into_iter().flat_map(|last| &last.facts.0).filter(|fact| fact.holds_this_round())
        {
            if deeds::known(self.rules, self.e, &act, fact).is_none() {
                act.facts.set(fact.clone());
            }
        }
        act
    }

    /// A charge, if its run-up needs no input.
    pub(super) fn charge(&self) -> Option<Choice> {
        let offer = self.open(Deed::Charge)?;
        let foes = self.whom(&offer.at.ids, At::Near).take(TRIES);
        let foes = foes.filter(|foe| self.thrift == Thrift::Spends || !self.dreads(foe));
        let mut acts =
            foes.filter_map(|foe| self.complete(offer, offer.with.first().copied(), Some(foe.id)));
        acts.find(|act| self.is_accepted(act) && self.pays_to_charge(act)).map(Choice::Do)
    }

    /// Whether it is built for charging, or the charge is worth more than twice a plain blow.
    fn pays_to_charge(&self, charge: &Act) -> bool {
        let blow = || Act { deed: Deed::Strike, facts: Facts::default(), ..charge.clone() };
        let alone = || {
            let foe = charge.target().and_then(|whom| self.e.get(whom));
            foe.and_then(|foe| self.e.between(self.c, foe)).is_none_or(|feet| {
                let most = self.open(Deed::Move).and_then(longest);
                self.waits_for_the_line(feet, most)
            })
        };
        let built =
            charge.with.and_then(|line| self.line(line)).is_some_and(|line| line.has(Tag::CHARGE));
        let beast = self.e.d20_of(self.c).is_some_and(|d20| d20.block.kind == CreatureKind::Monster);
        let spares = self.thrift == Thrift::Spares && (built || beast);
        self.is_lancer(self.c) || (spares && self.is_worth(charge, &blow(), 4) && !alone())
    }
}
