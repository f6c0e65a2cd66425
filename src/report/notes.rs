//! Collects what is worth telling of a fight, round by round, from its accounts: falls, criticals, spells, morale,
//! arrivals and exits, but only the blows that mattered.

use super::beat::{Beat, Does, Done, Fate, Round, is_hostile, spell};
use crate::rules::account::{Account, Came, Did, Means, Try, What, Whom, include};
use crate::rules::model::combatant::{Combatant, Standing, Vitals};
use crate::rules::model::command::Deed;
use crate::rules::model::condition::Meaning;
use crate::rules::model::dice::Purpose;
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::event::{Event, Outcome, SpellFate};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::window::Slot;
use std::collections::BTreeSet;

/// A third of a combatant's hit points at once is a large blow; a third left is near its end.
const LOW: i64 = 3;

/// A combatant's exit from the fight, its return, or that it can no longer act.
pub(super) struct Exit {
    pub(super) whom: CombatantId,
    pub(super) fate: Fate,
    /// Those who caused it.
    pub(super) by: Vec<CombatantId>,
    /// Whether it was down already.
    pub(super) again: bool,
    /// Whether no other of its kind was up then.
    pub(super) last: bool,
}

/// The notes in progress.
pub(super) struct Notes {
    /// The rounds that are finished.
    pub(super) rounds: Vec<Round>,
    /// The round in progress, and the state at its start.
    now: Round,
    began: Encounter,
    /// Whether there has been a first contact.
    met: bool,
    /// Whether it has been told which side acts first.
    ordered: bool,
}

impl Notes {
    pub(super) fn new(start: &Encounter) -> Self {
        let now = Round { round: start.round, ..Round::default() };
        Self { rounds: Vec::new(), now, began: start.clone(), met: false, ordered: false }
    }

    fn push(&mut self, beat: Beat) {
        self.now.beats.push(beat);
    }

    /// Notes an account, with what it tells of how combatants fare. `e` is the state after it.
    pub(super) fn account(&mut self, e: &Encounter, account: &Account, exits: &[Exit]) {
        match &account.did {
            Did::Round(round, slots, _) if e.stage == Stage::Running => {
                self.close(e, Round { round: *round, ..Round::default() });
                self.ordered(slots);
            }
            Did::Order(slots) => self.ordered(slots),
            Did::Event(event) => match &**event {
                Event::Joined(c) if e.stage == Stage::Running => self.now.became(Fate::Came, c.id),
                Event::Ended => {
                    self.close(e, Round { round: e.round, after: true, ..Round::default() });
                }
                _ => {}
            },
            Did::Roll(Purpose::Surprise) => self.surprise(account),
            Did::Walk(_, walk) if !walk.away => self.contact(e, account.doers(), &walk.meets),
            Did::Deed(Deed::Charge) => self.contact(e, account.doers(), &account.at),
            _ => {}
        }
        self.attacks(e, account);
        if let Some(doer) = account.doers().first() {
            self.done(e, *doer, account, exits);
        }
        for came in &account.came {
            self.came(e, account, came);
        }
        exits.iter().for_each(|exit| self.exit(exit, Some(account)));
    }

    /// Finishes the current round, keeping what turned out to matter, and begins the next.
    pub(super) fn close(&mut self, e: &Encounter, next: Round) {
        let mut round = std::mem::replace(&mut self.now, next);
        let began = std::mem::replace(&mut self.began, e.clone());
        let is_fall = |(_, done): &(CombatantId, &mut Done)| matches!(done.does, Does::Fell { .. });
        let falls: Vec<(CombatantId, Done)> =
            round.acts().filter(is_fall).map(|(who, fall)| (who, *fall)).collect();
        let mut seen: BTreeSet<Option<CombatantId>> = falls.iter().map(|(_, fall)| fall.whom).collect();
        for (_, hit) in round.acts().rev().filter(|(_, done)| done.does == Does::Hit) {
            if seen.insert(hit.whom) {
                hit.left = hit.whom.and_then(|whom| near_its_end(&began, e, whom));
            }
        }
        round.beats.retain_mut(|beat| match beat {
            Beat::Act(who, done) => is_worth_telling(e, *who, done, &falls),
            // A combatant that is out is mentioned as such.
            Beat::Became(Fate::Hampered(_), who) => {
                who.retain(|who| is_up(e, *who));
                !who.is_empty()
            }
            _ => true,
        });
        self.rounds.push(round);
    }

    fn ordered(&mut self, slots: &[Slot]) {
        let Some([side]) = slots.first().map(|slot| &slot.sides[..]) else { return };
        if !std::mem::replace(&mut self.ordered, true) {
            self.push(Beat::First(*side));
        }
    }

    fn surprise(&mut self, account: &Account) {
        let caught = account.tries.iter().filter(|one| one.decides() && !one.outcome.succeeded());
        let sides: Vec<SideId> = caught.filter_map(|one| one.side).collect();
        if !sides.is_empty() {
            self.push(Beat::Surprised(sides));
        }
    }

    fn contact(&mut self, e: &Encounter, who: &[CombatantId], whom: &[CombatantId]) {
        let side = |who: &[CombatantId]| who.first().and_then(|who| e.get(*who)).map(|c| c.side);
        if whom.is_empty() || e.stage != Stage::Running || e.round == 0 {
            return;
        }
        let met = std::mem::replace(&mut self.met, true);
        match self.now.beats.last_mut() {
            Some(Beat::Contact(all, at)) if side(all) == side(who) => {
                include(all, who);
                include(at, whom);
            }
            _ if !met => self.push(Beat::Contact(who.to_vec(), whom.to_vec())),
            _ => {}
        }
    }

    /// Counts the attacks of an account. One in melee is a contact that needs no words of its own.
    fn attacks(&mut self, e: &Encounter, account: &Account) {
        for attack in account.attacks() {
            let Some(c) = attack.who.and_then(|who| e.get(who)) else { continue };
            let (tried, hits) = self.now.attacks.entry(c.side).or_default();
            *tried += 1;
            *hits += usize::from(attack.outcome.succeeded());
            self.now.through |= account.gets_through(attack);
            self.met |= !matches!(account.did, Did::Deed(Deed::Shoot | Deed::Cast) | Did::Spell(_));
        }
    }

    /// Notes what one did by an account.
    fn done(&mut self, e: &Encounter, doer: CombatantId, account: &Account, exits: &[Exit]) {
        let dealt = account.came.iter().filter_map(|came| dealt(e, account, came));
        let mut all: Vec<Done> =
            dealt.filter(|done| done.whom != Some(doer) || done.does == Does::Heal).collect();
        let hits = |attack: &&Try| attack.outcome.succeeded() && attack.outcome != Outcome::Immune;
        for attack in account.attacks().filter(|attack| account.critical && hits(attack)) {
            if attack.against != Some(doer) {
                all.push(Done { critical: true, ..Done::by(account, Does::Hit, attack.against) });
            }
        }
        let shows = !all.is_empty() || exits.iter().any(|exit| exit.by.contains(&doer));
        match account.did {
            Did::Spell(SpellFate::Cast) if !shows => all.push(Done::by(account, Does::Cast, None)),
            Did::Deed(deed) if deed.words().wins.is_some() && account.succeeds() == Some(true) => {
                all.push(Done::by(account, Does::Win(deed), account.at.first().copied()));
            }
            _ => {}
        }
        all.into_iter().for_each(|done| self.now.act(doer, done));
    }

    /// Notes what came of an account, whoever did it.
    fn came(&mut self, e: &Encounter, account: &Account, came: &Came) {
        self.now.harm |= harm(e, came).is_some();
        match (came.whom, &came.what) {
            (Whom::Nobody, What::Event(event)) => {
                if let Event::Met(far) = **event {
                    self.push(Beat::Met(far));
                }
            }
            (Whom::Side(side), What::Holds) if !self.now.beats.contains(&Beat::Held(side)) => {
                self.push(Beat::Held(side));
            }
            (Whom::One(whom), What::Spoiled(at)) => {
                let spell = Some(Means::Spell(*at));
                self.now.act(whom, Done { spell, ..Done::by(account, Does::Lose, None) });
            }
            (Whom::One(whom), What::Breaks) => self.now.became(Fate::Broke, whom),
            (Whom::One(whom), What::Begins(effect, _))
                if effect.condition.is(Meaning::BROKEN) && is_up(e, whom) =>
            {
                self.now.became(Fate::Broke, whom);
            }
            _ => {}
        }
    }

    /// Notes what became of a combatant, as that account tells.
    pub(super) fn exit(&mut self, exit: &Exit, account: Option<&Account>) {
        let did = |does| self.now.done_to(exit.whom).any(|(_, done)| done.does == does);
        match (exit.fate, exit.by.first()) {
            // What a spell or a turning brings about is told with it.
            (Fate::Hampered(_), _) if did(Does::Cast) => {}
            (Fate::Out(_), _) if did(Does::Destroy) => {}
            (Fate::Out(standing), Some(who)) => {
                self.fell(*who, exit, standing == Standing::Dead, account);
            }
            (fate, _) => self.now.became(fate, exit.whom),
        }
    }

    /// Notes that one put another down: by that account, or by its last blow.
    fn fell(&mut self, who: CombatantId, exit: &Exit, dead: bool, account: Option<&Account>) {
        let Exit { whom, again, last, .. } = *exit;
        // Being struck down and dying of it in the same round are told as one.
        for (_, done) in self.now.acts().filter(|(by, done)| *by == who && done.whom == Some(whom)) {
            if let Does::Fell { dead: died, .. } = &mut done.does {
                *died = dead;
                return;
            }
        }
        let own = account.filter(|account| account.is_by(who)).map(|account| {
            let critical = account.critical && account.at.contains(&whom);
            Done { critical, ..Done::by(account, Does::Hit, Some(whom)) }
        });
        let blow = self.now.done_to(whom).rev().find(|(by, done)| *by == who && done.harms());
        let blow = own.or(blow.map(|(_, done)| done)).unwrap_or(Done::new(Does::Hit, Some(whom)));
        let fall = Done { does: Does::Fell { dead, again }, amount: 0, last, ..blow };
        self.push(Beat::Act(who, fall));
    }
}

fn is_up(e: &Encounter, who: CombatantId) -> bool {
    e.get(who).is_some_and(Combatant::is_up)
}

/// What the doer of an account did by what came of it.
fn dealt(e: &Encounter, account: &Account, came: &Came) -> Option<Done> {
    let Whom::One(whom) = came.whom else { return None };
    let casts = || {
        let harmed = account.came_of(came.whom).any(|came| harm(e, came).is_some());
        spell(account).is_some() && !harmed && is_up(e, whom)
    };
    let (does, amount) = match &came.what {
        What::Heal(amount) => (Does::Heal, (*amount).into()),
        What::Driven(true) => (Does::Destroy, 0),
        What::Driven(false) => (Does::Turn, 0),
        What::Begins(effect, _) if !effect.condition.is(Meaning::UNSHOWN) && casts() => (Does::Cast, 0),
        What::Row(..) if casts() => (Does::Cast, 0),
        _ => harm(e, came).filter(|_| is_hostile(account))?,
    };
    Some(Done { amount, ..Done::by(account, does, Some(whom)) })
}

/// The hit points or wounds that came of it.
fn harm(e: &Encounter, came: &Came) -> Option<(Does, i64)> {
    let Whom::One(whom) = came.whom else { return None };
    match (&came.what, e.get(whom)?.vitals) {
        (What::Harm(amount) | What::Subdual(amount), Vitals::HitPoints { .. }) if *amount > 0 => {
            Some((Does::Hit, (*amount).into()))
        }
        (What::Wound, _) => Some((Does::Wound, 1)),
        _ => None,
    }
}

/// The remaining and maximum hit points of one that the round brought near its end.
fn near_its_end(began: &Encounter, e: &Encounter, who: CombatantId) -> Option<(i32, i32)> {
    let Vitals::HitPoints { now, max } = e.get(who)?.vitals else { return None };
    let was = began.get(who).map_or(max, |c| c.vitals.hp());
    let is_low = |left: i32| LOW * i64::from(left) <= i64::from(max);
    (is_low(now) && !is_low(was)).then_some((now, max))
}

/// Whether it matters: a hit does if it is large or brings its victim near the end, is critical or a spell's. If its
/// victim falls, the fall is told instead, with all that it says.
fn is_worth_telling(
    e: &Encounter,
    who: CombatantId,
    done: &Done,
    falls: &[(CombatantId, Done)],
) -> bool {
    if !done.harms() {
        return true;
    }
    let notable = done.critical || done.spell.is_some();
    if let Some((by, fall)) = falls.iter().find(|(_, fall)| fall.whom == done.whom) {
        let said = *by == who && done.spell == fall.spell && done.critical <= fall.critical;
        return notable && !said;
    }
    let max = done.whom.and_then(|whom| e.get(whom)).map_or(0, |c| c.vitals.max());
    notable || done.left.is_some() || LOW.saturating_mul(done.amount) >= i64::from(max)
}
