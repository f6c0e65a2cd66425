//! Flight: those who flee get away if they can, and turn to fight if they cannot.

use super::gauge::likely_after;
use super::ranking::CORNERED;
use super::whom::{is_held, runs};
use super::{Choice, Chooser, Thrift, aim};
use crate::rules;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Command, Deed, Fact};
use crate::rules::model::condition::Meaning;
use crate::rules::model::dice::Tape;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::Refusal;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::stance::Aim;
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::Phase;
use crate::rules::ruleset::Ruleset;

/// The ways out, in order: out of melee first, then as far as possible.
pub(super) const WAYS: [Deed; 5] =
    [Deed::Retreat, Deed::Run, Deed::Move, Deed::Disengage, Deed::Withdraw];

/// How far from every foe one must be to be out of the fight, in melee distances.
const AWAY: i32 = 24;

/// How far from every foe one must be to be out of the fight.
pub(super) fn far_off(rules: &dyn Ruleset) -> Tenths {
    Tenths::whole(rules.about().melee_distance.saturating_mul(AWAY))
}

/// Whether it is fleeing, and no foe that could follow is known to be nearer than [`far_off`].
pub fn is_away(rules: &dyn Ruleset, e: &Encounter, c: &Combatant) -> bool {
    let near = |foe: &Combatant| e.between(c, foe).is_some_and(|between| between < far_off(rules));
    is_running(e, c) && !e.foes(c).any(|foe| near(foe) && follows(foe))
}

/// All who are away.
pub fn away(rules: &dyn Ruleset, e: &Encounter) -> Vec<CombatantId> {
    e.those(|c| is_away(rules, e, c))
}

/// Those fleeing in the open chase to whom no pursuer would get closer in another round of it.
pub fn outrun(rules: &dyn Ruleset, e: &Encounter) -> Vec<CombatantId> {
    let after = e
        .window()
        .filter(|window| window.phase == Phase::Pursuit)
        .and_then(|_| rules::play(rules, e.clone(), &Command::Proceed, &mut Tape::new(&[])).ok());
    let Some(after) = after else { return Vec::new() };
    let gains = |c: &Combatant, foe: &Combatant| {
        let known = e.between(c, foe).zip(after.distance(c.id, foe.id));
        after.engaged(c.id, foe.id) || known.is_some_and(|(was, is)| is < was)
    };
    let lost = |c: &Combatant| !e.foes(c).any(|foe| gains(c, foe) && follows(foe));
    e.those(|c| is_running(e, c) && lost(c))
}

/// Whether it flees and no foe holds it in melee.
fn is_running(e: &Encounter, c: &Combatant) -> bool {
    c.is_up() && (runs(c) || aim(e, c) == Some(Aim::Flees)) && !is_held(e, c)
}

/// Whether it could follow: neither helpless nor fleeing itself.
fn follows(foe: &Combatant) -> bool {
    !runs(foe) && !foe.is_defenceless()
}

impl Chooser<'_> {
    /// Whether it gets away: a condition says so, or its morale has failed and it cannot attack.
    pub(super) fn flees(&self) -> bool {
        let fights = || [Deed::Strike, Deed::Shoot].into_iter().any(|deed| self.open(deed).is_some());
        let yields = self.c.means(Meaning::GIVES_GROUND);
        self.c.means(Meaning::LEAVES)
            || self.aim == Some(Aim::Flees)
            || (self.c.means(Meaning::BROKEN) && !yields && !fights())
    }

    /// Moves as far away as possible. If it has moved or could, it does not fight; if it is held fast, it turns on its
    /// foes.
    pub(super) fn flight(&self) -> Option<Choice> {
        let rally = || if self.aim == Some(Aim::Flees) { None } else { self.plain(Deed::Rally) };
        self.together().or_else(|| self.bait()).or_else(|| self.leave()).or_else(rally).or_else(|| {
            let stays =
                self.c.spent.moved.is_none() && !WAYS.iter().any(|deed| self.open(*deed).is_some());
            let later = |deed: &Deed| {
                let why = self.listed(*deed).and_then(|listed| listed.as_ref().err());
                why.is_some_and(|why| why.refusal == Refusal::NOT_IN_THIS_PHASE)
            };
            let planned = self.aim == Some(Aim::Flees) && !WAYS.iter().any(later);
            let cornered = stays && (planned || self.listed(Deed::Rally).is_some());
            if cornered { self.first_of(CORNERED) } else { None }
        })
    }

    /// Breaking off with the whole side, where that is what it is out to do and the rules keep up the flight.
    fn together(&self) -> Option<Choice> {
        let planned = self.aim == Some(Aim::Flees) && !self.c.means(Meaning::LEAVES);
        let means_to = planned && self.is_hunted();
        let Some(Choice::Do(act)) = self.plain(Deed::Evade).filter(|_| means_to) else { return None };
        let after = likely_after(self.rules, self.e, &act);
        let flees = after.get(self.c.id).is_none_or(|c| !c.is_up() || c.means(Meaning::LEAVES));
        flees.then_some(Choice::Do(act))
    }

    /// Bait for the pursuers. It costs food or treasure, so whoever throws it is asked.
    fn bait(&self) -> Option<Choice> {
        let thrown = self.last.is_some_and(|last| last.deed == Deed::Distract);
        if self.aim != Some(Aim::Flees) || thrown || self.is_engaged() || !self.is_hunted() {
            return None;
        }
        let Some(Choice::Do(act)) = self.plain(Deed::Distract) else { return None };
        if self.gauge(&act).chance == 0 {
            return None;
        }
        Some(if self.thrift == Thrift::Spends { Choice::Do(act) } else { Choice::Ask(act) })
    }

    /// Whether a foe that could follow does not leave it alone.
    fn is_hunted(&self) -> bool {
        let calm = |foe: &Combatant| self.e.aim_of(foe, self.c.side).is_some_and(Aim::is_peaceful);
        self.e.foes(self.c).any(|foe| follows(foe) && !calm(foe))
    }

    /// The first way out that is open.
    pub(super) fn leave(&self) -> Option<Choice> {
        WAYS.into_iter().find_map(|deed| self.away(deed))
    }

    /// A way out: from all foes or, if they stand together, from the first of them.
    pub(super) fn away(&self, deed: Deed) -> Option<Choice> {
        let offer = self.open(deed)?;
        let flag = offer.facts.iter().find(|field| field.fact == Fact::Away);
        if matches!(deed, Deed::Run | Deed::Move) && flag.is_none() {
            return None;
        }
        let mut act = Act { facts: offer.standing(None), ..Act::new(self.c.id, deed) };
        if flag.is_some() {
            act.facts.set(Fact::Away);
        }
        if flag.is_none() {
            return self.if_accepted(act);
        }
        let far = |id: &CombatantId| self.e.distance(self.c.id, *id);
        let dangers = offer.at.ids.iter().copied().filter(|id| self.e.oppose(self.c.id, *id));
        let mut known = dangers.filter_map(|id| Some((id, far(&id)?)));
        let from = known.next();
        let together = from.is_none_or(|(_, near)| known.all(|(_, far)| far == near));
        let aimed = Act { at: from.map(|(id, _)| id).into_iter().collect(), ..act.clone() };
        let (first, second) = if together { (aimed, act) } else { (act, aimed) };
        self.if_accepted(first).or_else(|| self.if_accepted(second))
    }
}
