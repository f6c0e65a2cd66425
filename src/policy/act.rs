//! Builds the acts: a deed with its weapon, its targets, and the facts that have a default.

use super::closing::longest;
use super::ranking::{Arms, At};
use super::whom::runs;
use super::{Choice, Chooser, Thrift, is_worth_it, likely};
use crate::rules;
use crate::rules::engine::deeds;
use crate::rules::model::block::d20::{Attack, Immunity, Kind, Range, Tag};
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
        if begun.deed.role() == Role::Rescue && self.gauge(begun).helps == 0 {
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

    /// Repeats a combo, directing each blow at its old target if still worth it, else at the likeliest.
    pub(super) fn repetition(&self) -> Option<Choice> {
        let last = self.last.filter(|last| !last.parts.is_empty())?;
        let offer = self.open(last.deed)?;
        let first = self.whom(&offer.at.ids, At::Near).next()?.id;
        let mut act = Act { at: Vec::new(), ..last.clone() };
        for part in &mut act.parts {
            let stands = |whom: &CombatantId| is_worth_it(self.e, self.c.id, *whom);
            let whom = part.at.filter(stands).unwrap_or(first);
            part.at = Some(whom);
            if !act.at.contains(&whom) {
                act.at.push(whom);
            }
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

    /// The attack, or a combo that is worth more.
    fn combined(&self, single: Option<Choice>, at: At) -> Option<Choice> {
        if self.thrift == Thrift::Spends || self.e.wounds(self.c.id).is_err() {
            return single;
        }
        match single {
            Some(Choice::Do(act)) => Some(Choice::Do(self.combo(Some(&act), at).unwrap_or(act))),
            Some(ask) => Some(ask),
            None => self.combo(None, at).map(Choice::Do),
        }
    }

    /// The best of its combos, if it is worth more than the single attack.
    fn combo(&self, single: Option<&Act>, at: At) -> Option<Act> {
        let offer = self.open(Deed::Combo)?;
        let target = single.and_then(Act::target).filter(|whom| offer.at.ids.contains(whom));
        let foe =
            target.and_then(|whom| self.e.get(whom)).or_else(|| self.whom(&offer.at.ids, at).next())?;
        let worth = |act: &Act| {
            let whom = act.target().and_then(|whom| self.e.get(whom)).unwrap_or(foe);
            self.worth(self.gauge(act), whom)
        };
        let mut best = (single.map_or(0, worth), None);
        let plain =
            Act { at: vec![foe.id], facts: offer.standing(None), ..Act::new(self.c.id, Deed::Combo) };
        for (_, fact) in deeds::choices(self.rules, self.e, &plain, &Fact::Combo(0)) {
            for with in offer.with.iter().copied().map(Some).chain([None]) {
                let mut act = Act { with, ..plain.clone() };
                act.facts.set(fact.clone());
                if !self.is_accepted(&act) {
                    continue;
                }
                let worth = worth(&act);
                if worth > best.0 {
                    best = (worth, Some(act));
                }
                break;
            }
        }
        best.1
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
        let worth = |act: &Act| {
            let whom = act.target().and_then(|whom| self.e.get(whom));
            whom.map_or(0, |whom| self.worth(self.gauge(act), whom))
        };
        worth(act).saturating_mul(2) > worth(other).saturating_mul(halves)
    }

    fn attack_with(&self, deed: Deed, arms: Arms, at: At, scarce: bool) -> Option<Choice> {
        let offer = self.open(deed)?;
        let serves = |line: &u8| {
            self.serves(*line, arms) && !self.is_kept(deed, *line) && self.is_scarce(*line) == scarce
        };
        let mut with: Vec<u8> = offer.with.iter().copied().filter(serves).collect();
        if self.aim == Some(Aim::TakesAlive) && with.iter().any(|line| self.is_gentle(*line)) {
            with.retain(|line| self.is_gentle(*line));
        }
        if with.is_empty() {
            return None;
        }
        let mut foes: Vec<&Combatant> = self.whom(&offer.at.ids, at).take(TRIES).collect();
        if let Some(first) = foes.first().map(|foe| self.apart(foe)).filter(|_| self.hunts()) {
            foes.retain(|foe| self.apart(foe) == first);
        }
        let mut tries: Vec<(usize, u8, u8)> = Vec::new();
        for (nth, foe) in foes.iter().enumerate() {
            let harms = |line: &&u8| {
                let throws = deed == Deed::Shoot && self.is_only_bane(**line, foe);
                let reaches = deeds::reaches(self.rules, &self.at(), deed, **line, foe);
                !throws && reaches && !self.cannot_harm(**line, foe) && !self.strays(deed, **line, foe)
            };
            let of = |line: &u8| (nth, self.group(deed, *line), *line);
            tries.extend(with.iter().filter(harms).map(of));
        }
        tries.sort_unstable();
        let (mut asks, mut best): (Option<Act>, Option<(u32, Act)>) = (None, None);
        let mut vain: Vec<Act> = Vec::new();
        for (nth, _, line) in tries {
            let (with, whom) = (Some(line), Some(foes[nth].id));
            let Some(act) = self.complete(offer, with, whom) else {
                asks = asks.or_else(|| Some(self.draft(offer, with, whom)));
                continue;
            };
            if self.thrift == Thrift::Spends {
                // A simulation takes the first that can do anything: gauging every choice would cost more than the
                // fight.
                if self.is_accepted(&act) && !deeds::is_vain(self.rules, self.e, &act) {
                    return Some(Choice::Do(act));
                }
                continue;
            }
            let gauge = self.gauge(&act);
            // What comes first in the order is left only for something clearly better, a foe for another that is more
            // than twice as good a target.
            let worth = self.worth(gauge, foes[nth]) / if runs(foes[nth]) { RUNNER } else { 1 };
            let better = |(best, before): &(u32, Act)| {
                worth > if before.target() == whom { best + best / NEARLY } else { best * 2 }
            };
            if gauge.is_vain() {
                vain.push(act);
            } else if best.as_ref().is_none_or(better) && self.is_accepted(&act) {
                best = Some((worth, act));
            }
        }
        let best = match best {
            Some((_, act)) => self.best_way(offer, act),
            // Where no plain attack does anything, another way may.
            None if self.thrift == Thrift::Spares => {
                let vain = vain.into_iter().map(|act| self.best_way(offer, act));
                vain.flatten().max_by_key(|(worth, _)| *worth)
            }
            None => None,
        };
        best.map(|(_, act)| Choice::Do(act)).or(asks.map(Choice::Ask))
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

    /// What its best weapon for hand to hand is worth against the foe, wherever that is.
    pub(super) fn blade_at(&self, foe: &Combatant) -> u32 {
        let blow =
            |line| Act { with: Some(line), at: vec![foe.id], ..Act::new(self.c.id, Deed::Strike) };
        let blades = self.lines().filter(|line| self.is_blade(*line));
        blades.map(|line| self.worth(self.gauge(&blow(line)), foe)).max().unwrap_or(0)
    }

    /// What its best weapon that shoots is worth against the foe, from where it stands.
    pub(super) fn shot_at(&self, foe: &Combatant) -> u32 {
        let shot = |line| Act { with: Some(line), at: vec![foe.id], ..Act::new(self.c.id, Deed::Shoot) };
        let bows = self.lines().filter(|line| self.shoots(*line) && !self.is_scarce(*line));
        bows.map(|line| self.worth(self.gauge(&shot(line)), foe)).max().unwrap_or(0)
    }

    /// Whether a missile of that line at the foe may hit a friend.
    fn strays(&self, deed: Deed, line: u8, foe: &Combatant) -> bool {
        deeds::may_stray(self.rules, self.e, self.c.id, deed, line) && self.has_friends_at(foe)
    }

    /// Sort key of attack lines: the one last used with this deed, then the other weapons, then bare hands.
    fn group(&self, deed: Deed, line: u8) -> u8 {
        match self.last.filter(|last| last.deed == deed).and_then(|last| last.with) == Some(line) {
            true => 0,
            false if self.is_armed(line) => 1,
            false => 2,
        }
    }

    /// Whether the line never kills.
    fn is_gentle(&self, line: u8) -> bool {
        let lines = self.e.wounds(self.c.id).map(|body| &body.attacks[..]).unwrap_or_default();
        lines.get(usize::from(line)).is_some_and(|line| line.nonlethal)
    }

    pub(super) fn serves(&self, line: u8, arms: Arms) -> bool {
        let shot = match self.line(line) {
            Some(line) => line.range == Some(Range::Missile),
            None => self.e.wounds(self.c.id).is_ok(),
        };
        arms == Arms::Any || shot
    }

    /// Whether there is a better use for the weapon: the last one is not thrown away, and a bow is not dropped to
    /// strike with bare hands.
    fn is_kept(&self, deed: Deed, at: u8) -> bool {
        match deed {
            Deed::Shoot => self.thrift == Thrift::Spares && self.is_last_in_hand(at),
            Deed::Strike => !self.is_armed(at) && self.has_a_shot(),
            _ => false,
        }
    }

    /// Whether throwing this weapon would leave nothing to strike with. Weapons counted as a supply are exempt.
    fn is_last_in_hand(&self, at: u8) -> bool {
        let lines = self.e.d20(self.c.id).map(|d20| &d20.figures.attacks[..]).unwrap_or_default();
        let strikes = |line: &Attack| line.range != Some(Range::Missile) && !line.has(Tag::UNARMED);
        let others = lines.iter().enumerate().filter(|(nth, _)| *nth != usize::from(at));
        self.line(at).is_some_and(strikes)
            && self.line(at).is_some_and(|line| self.c.supply_of(&line.name).is_none())
            && !others.into_iter().any(|(_, line)| strikes(line))
    }

    /// Whether this weapon, which would leave the hand, is the only one that harms the foe.
    fn is_only_bane(&self, at: u8, foe: &Combatant) -> bool {
        let immune = self.e.d20(foe.id).is_ok_and(|d20| d20.block.immune.is_some());
        let lines = self.e.d20(self.c.id).map(|d20| &d20.figures.attacks[..]).unwrap_or_default();
        let stays = |line: &Attack| line.range == Some(Range::Missile);
        let others = (0u8..).zip(lines).filter(|(nth, _)| *nth != at);
        immune
            && self.line(at).is_some_and(|line| !stays(line) && self.c.supply_of(&line.name).is_none())
            && others.into_iter().all(|(nth, _)| self.cannot_harm(nth, foe))
    }

    /// Whether it has a missile weapon at hand.
    fn has_a_shot(&self) -> bool {
        self.open(Deed::Shoot).is_some_and(|offer| {
            offer.with.iter().any(|at| self.serves(*at, Arms::Shot) && !self.is_scarce(*at))
        })
    }

    /// Whether the attack line cannot harm the foe. Bare hands cannot harm one immune to all but silver or magic.
    pub(super) fn cannot_harm(&self, line: u8, foe: &Combatant) -> bool {
        let immune = self.e.d20(foe.id).ok().and_then(|d20| d20.block.immune.as_ref());
        immune.is_some_and(|immune| match self.line(line) {
            Some(line) => immune.wards_off(line),
            None => matches!(immune, Immunity::AllBut(_)),
        })
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
        let mut act = Act { with, ..Act::new(self.c.id, offer.deed) };
        act.at.extend(whom);
        act.facts = offer.standing(with);
        if self.aim == Some(Aim::TakesAlive) {
            let spares = |field: &&FactField| matches!(field.fact, Fact::Subdual | Fact::Pulled);
            offer.asked(with).filter(spares).for_each(|field| act.facts.set(field.fact.clone()));
        }
        let same = self.last.filter(|last| last.deed == offer.deed && last.target() == whom);
        for fact in same.into_iter().flat_map(|last| &last.facts.0).filter(|fact| lasts(fact)) {
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
        let beast = self.e.d20_of(self.c).is_some_and(|d20| d20.block.kind == Kind::Monster);
        let spares = self.thrift == Thrift::Spares && (built || beast);
        self.is_lancer(self.c) || (spares && self.is_worth(charge, &blow(), 4) && !alone())
    }
}

/// Whether what was said of a target holds for the rest of the round.
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
