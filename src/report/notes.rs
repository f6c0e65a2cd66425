//! Collects what is worth telling of a fight, round by round: falls, criticals, spells, morale, arrivals and exits, but
//! only the blows that mattered.

use super::beat::{Beat, Blow, Done, Round};
use crate::rules::account::{Account, Did};
use crate::rules::model::combatant::{Combatant, Standing, Vitals};
use crate::rules::model::command::Deed;
use crate::rules::model::condition::Meaning;
use crate::rules::model::dice::Purpose;
use crate::rules::model::encounter::{Encounter, Stage, stem};
use crate::rules::model::event::{Event, Outcome, Rolled, SpellFate, Told};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::ruleset::about::{About, Family};
use crate::rules::text::words;
use crate::rules::text::words::mark::Mark;
use std::collections::BTreeMap;

/// What is being done: by whom, which deed, with which attack line.
pub(super) type Doing = (CombatantId, Deed, Option<u8>);

/// The notes in progress.
pub(super) struct Notes {
    about: &'static About,
    pub(super) rounds: Vec<Round>,
    /// What is being done.
    act: Option<Doing>,
    /// The target of a critical hit in this act.
    critical: Option<CombatantId>,
    /// Attacks and hits of each side in this round.
    blows: BTreeMap<SideId, (usize, usize)>,
    /// Whether there has been a first contact.
    met: bool,
    /// Whether it has been told which side acts first.
    ordered: bool,
    down: Vec<CombatantId>,
    /// The hit points at the start of the round of those harmed in it.
    before: BTreeMap<CombatantId, i32>,
}

impl Notes {
    pub(super) fn new(about: &'static About) -> Self {
        Self {
            about,
            rounds: vec![Round::default()],
            act: None,
            critical: None,
            blows: BTreeMap::new(),
            met: false,
            ordered: false,
            down: Vec::new(),
            before: BTreeMap::new(),
        }
    }

    fn push(&mut self, beat: Beat) {
        if let Some(round) = self.rounds.last_mut() {
            round.beats.push(beat);
        }
    }

    fn last(&mut self) -> Option<&mut Beat> {
        self.rounds.last_mut().and_then(|round| round.beats.last_mut())
    }

    /// Sets what is being done, as the cause of the next event says.
    pub(super) fn set_act(&mut self, act: Option<Doing>) {
        if act != self.act {
            self.critical = None;
        }
        self.act = act;
    }

    /// Notes of a step what shows only in its accounts: blows that got through, and deeds that succeeded.
    pub(super) fn accounts(&mut self, accounts: &[Account]) {
        for account in accounts {
            if let Some(round) = self.rounds.last_mut() {
                round.hits |= account.attacks().any(|attack| attack.outcome.succeeded());
                round.through |= account.attacks().any(|attack| account.gets_through(attack));
            }
            let (Did::Deed(deed), [who], [whom]) = (&account.did, account.doers(), &account.at[..])
            else {
                continue;
            };
            if deed.words().wins.is_some() && account.succeeds() == Some(true) {
                let won = Beat::Act(*who, Done::Won { deed: *deed, whom: *whom });
                if self.rounds.last().is_some_and(|round| !round.beats.contains(&won)) {
                    self.push(won);
                }
            }
        }
    }

    /// Processes an event, given the state after it.
    pub(super) fn event(&mut self, e: &Encounter, event: &Event) {
        if Mark::of(self.about, event) == Some(Mark::Critical) {
            self.critical = victim(event);
        }
        match event {
            Event::RoundBegan(n) if *n > 0 && e.stage == Stage::Running => {
                self.begin_round(e, *n, false)
            }
            Event::Ended => self.begin_round(e, e.round, true),
            Event::Met(far) => self.push(Beat::Met(*far)),
            Event::Ordered(order) => self.ordered(order.first().map_or(&[], |slot| &slot.sides)),
            Event::Joined(c) if e.stage == Stage::Running => self.arrived(c.id),
            Event::Rolled(rolled) => self.rolled(e, rolled),
            Event::Threatens(who, whom) => self.contact(e, *who, *whom),
            Event::Afflicted(who, effect) => {
                let (row, means) = (effect.condition.row(), effect.condition.meaning);
                if !e.get(*who).is_some_and(Combatant::is_up) {
                    return;
                }
                if means.has(Meaning::BROKEN) {
                    self.broke(*who);
                } else if means.has_any(Meaning::OUT | Meaning::HELPLESS) {
                    self.hampered(*who, row.label);
                } else if !means.has_any(Meaning::UNSHOWN | Meaning::UNTOLD) {
                    self.affected(*who);
                }
            }
            Event::Healed { who, amount } => self.healed(*who, i64::from(*amount)),
            Event::Told(told) => self.told(e, told),
            _ => {}
        }
    }

    /// Closes the current round and begins another.
    fn begin_round(&mut self, e: &Encounter, round: u32, after: bool) {
        self.close(e);
        self.rounds.push(Round { round, after, ..Round::default() });
    }

    /// Finishes the current round: adds and removes what can only be judged at its end.
    pub(super) fn close(&mut self, e: &Encounter) {
        for (side, (tried, hits)) in std::mem::take(&mut self.blows) {
            if hits == 0 && tried >= MANY {
                self.push(Beat::Missed(side, tried));
            }
        }
        let before = std::mem::take(&mut self.before);
        let Some(round) = self.rounds.last_mut() else { return };
        let felled: Vec<CombatantId> = round.beats.iter().filter_map(Beat::felled).collect();
        let hurt: Vec<CombatantId> = round.beats.iter().filter_map(Beat::hurt).collect();
        let strikes: Vec<CombatantId> = round.beats.iter().filter_map(Beat::strikes).collect();
        let mut at = 0;
        round.beats.retain_mut(|beat| match beat {
            Beat::Act(_, Done::Hurt { whom, amount, critical, left }) => {
                let last = !hurt[at + 1..].contains(whom);
                at += 1;
                let Some(Vitals::HitPoints { now, max }) = e.get(*whom).map(|c| c.vitals) else {
                    return false;
                };
                let was = before.get(whom).copied().unwrap_or(max);
                // Keep large blows, and those that bring a combatant near its end.
                let near = last && LOW * now <= max && LOW * was > max;
                *left = near.then_some((now, max));
                (near || *critical || i64::from(LOW) * *amount >= i64::from(max))
                    && !felled.contains(whom)
            }
            Beat::Act(_, Done::Wounded { whom, .. }) => !felled.contains(whom),
            // Where spells are attack lines, one without effect is a miss.
            Beat::Act(who, Done::Cast { took, .. }) => *took || strikes.contains(who),
            // A combatant that is out is mentioned as such.
            Beat::Hampered(_, who) => {
                who.retain(|who| e.get(*who).is_some_and(Combatant::is_up));
                !who.is_empty()
            }
            _ => true,
        });
    }

    fn ordered(&mut self, first: &[SideId]) {
        let [side] = first else { return };
        if !std::mem::replace(&mut self.ordered, true) {
            self.push(Beat::First(*side));
        }
    }

    fn arrived(&mut self, who: CombatantId) {
        match self.last() {
            Some(Beat::Came(all)) => all.push(who),
            _ => self.push(Beat::Came(vec![who])),
        }
    }

    fn broke(&mut self, who: CombatantId) {
        match self.last() {
            Some(Beat::Broke(all)) if all.contains(&who) => {}
            Some(Beat::Broke(all)) => all.push(who),
            _ => self.push(Beat::Broke(vec![who])),
        }
    }

    /// The targets of the spell being cast, if that is the last beat.
    fn casting(&mut self) -> Option<(&mut Vec<CombatantId>, &mut bool)> {
        let caster = self.act.map(|(who, ..)| who);
        match self.last() {
            Some(Beat::Act(who, Done::Cast { on, took, .. })) if Some(*who) == caster => {
                Some((on, took))
            }
            _ => None,
        }
    }

    /// Records that a spell affected a combatant.
    fn affected(&mut self, who: CombatantId) {
        let caster = self.act.map(|(who, ..)| who);
        let Some((on, took)) = self.casting() else { return };
        *took = true;
        if !on.contains(&who) && Some(who) != caster {
            on.push(who);
        }
    }

    fn hampered(&mut self, who: CombatantId, name: &str) {
        if self.casting().is_some() {
            return self.affected(who);
        }
        match self.last() {
            Some(Beat::Hampered(same, all)) if same == name => all.push(who),
            _ => self.push(Beat::Hampered(name.into(), vec![who])),
        }
    }

    fn healed(&mut self, whom: CombatantId, amount: i64) {
        let Some((who, ..)) = self.act.filter(|_| amount > 0) else { return };
        self.push(Beat::Act(who, Done::Healed { whom, amount }));
    }

    fn contact(&mut self, e: &Encounter, who: CombatantId, whom: CombatantId) {
        let doer = self.act.map(|(who, ..)| who);
        let (who, whom) = if doer == Some(whom) { (whom, who) } else { (who, whom) };
        if e.stage != Stage::Running || e.round == 0 || doer != Some(who) {
            return;
        }
        let same_side = |other: CombatantId| {
            e.get(other).zip(e.get(who)).is_some_and(|(other, who)| other.side == who.side)
        };
        let met = std::mem::replace(&mut self.met, true);
        match self.last() {
            Some(Beat::Contact(all, at)) if all.first().is_some_and(|one| same_side(*one)) => {
                for (list, one) in [(all, who), (at, whom)] {
                    if !list.contains(&one) {
                        list.push(one);
                    }
                }
            }
            _ if !met => self.push(Beat::Contact(vec![who], vec![whom])),
            _ => {}
        }
    }

    fn rolled(&mut self, e: &Encounter, rolled: &Rolled) {
        match rolled.purpose {
            Purpose::Surprise if !rolled.outcome.succeeded() && rolled.outcome != Outcome::Figure => {
                let Some(side) = rolled.side else { return };
                match self.last() {
                    Some(Beat::Surprised(all)) => all.push(side),
                    _ => self.push(Beat::Surprised(vec![side])),
                }
            }
            Purpose::Attack(_) => {
                let Some(who) = rolled.who else { return };
                let Some(side) = e.get(who).map(|c| c.side) else { return };
                let (tried, hits) = self.blows.entry(side).or_default();
                *tried += 1;
                *hits += usize::from(rolled.outcome.succeeded());
                if let Some(round) = self.rounds.last_mut() {
                    round.blows = true;
                }
            }
            _ => {}
        }
    }

    fn told(&mut self, e: &Encounter, told: &Told) {
        match told {
            // Where spells are attack lines, only the deed shows that one was cast.
            Told::Deed(who, Deed::Cast, with, at) if self.about.family == Family::Wounds => {
                let spell = words::weapon(e, *who, *with).to_string();
                self.cast(*who, spell, at.clone(), false);
            }
            Told::Spell(who, at, SpellFate::Cast) => {
                self.cast(*who, words::spell(e, *who, *at).into(), Vec::new(), true);
            }
            Told::Spell(who, at, SpellFate::Disrupted) => {
                let spell = words::spell(e, *who, *at).into();
                self.push(Beat::Act(*who, Done::Spoiled { spell }));
            }
            Told::Broke(who) => self.broke(*who),
            Told::Held(side) => {
                let told = Beat::Held(*side);
                if self.rounds.last().is_some_and(|round| !round.beats.contains(&told)) {
                    self.push(told);
                }
            }
            Told::Driven(whom, destroyed) => {
                let Some((who, ..)) = self.act else { return };
                match self.last() {
                    Some(Beat::Act(by, Done::Turned { whom: all, destroyed: same }))
                        if *by == who && same == destroyed =>
                    {
                        all.push(*whom);
                    }
                    _ => self
                        .push(Beat::Act(who, Done::Turned { whom: vec![*whom], destroyed: *destroyed })),
                }
            }
            _ => {}
        }
    }

    /// Records a spell. One that continues is told once per round.
    fn cast(&mut self, who: CombatantId, spell: String, on: Vec<CombatantId>, took: bool) {
        let same = |beat: &Beat| matches!(beat, Beat::Act(by, Done::Cast { spell: had, on: at, .. }) if *by == who && *had == spell && *at == on);
        if self.rounds.last().is_some_and(|round| !round.beats.iter().any(same)) {
            self.push(Beat::Act(who, Done::Cast { spell, on, took }));
        }
    }

    /// Records harm to a combatant by these attackers, with the share of each.
    pub(super) fn harm(
        &mut self,
        e: &Encounter,
        by: &[(CombatantId, i32)],
        whom: CombatantId,
        wound: bool,
    ) {
        let critical = self.critical == Some(whom);
        let spell = self.act.filter(|(_, deed, line)| *deed == Deed::Cast && line.is_some());
        let spell = spell.map(|(who, _, line)| words::weapon(e, who, line).to_string());
        let Some(round) = self.rounds.last_mut() else { return };
        round.harm = true;
        if let Some(Vitals::HitPoints { now, .. }) = e.get(whom).map(|c| c.vitals) {
            let all = by.iter().map(|(_, share)| *share).fold(0, i32::saturating_add);
            self.before.entry(whom).or_insert(now.saturating_add(all));
        }
        for (who, share) in by.iter().filter(|(who, _)| *who != whom && e.get(*who).is_some()) {
            let mut same = round.beats.iter_mut().filter_map(|beat| match beat {
                Beat::Act(doer, done) if doer == who => Some(done),
                _ => None,
            });
            let known = same.find_map(|done| match done {
                Done::Hurt { whom: had, amount, critical: was, .. } if *had == whom && !wound => {
                    (*amount, *was) = (*amount + i64::from(*share), *was || critical);
                    Some(())
                }
                Done::Wounded { whom: had, times, by } if *had == whom && wound && *by == spell => {
                    *times += 1;
                    Some(())
                }
                _ => None,
            });
            if known.is_none() {
                let amount = i64::from(*share);
                let done = match wound {
                    true => Done::Wounded { whom, times: 1, by: spell.clone() },
                    false => Done::Hurt { whom, amount, critical, left: None },
                };
                round.beats.push(Beat::Act(*who, done));
            }
        }
    }

    /// Records that a combatant left the fight, or came back, because of these.
    pub(super) fn stood(
        &mut self,
        e: &Encounter,
        whom: CombatantId,
        standing: Standing,
        by: &[CombatantId],
    ) {
        let again = self.down.contains(&whom);
        self.down.retain(|one| *one != whom);
        if standing == Standing::Down {
            self.down.push(whom);
        }
        let (Some(who), true) = (by.first(), matches!(standing, Standing::Down | Standing::Dead)) else {
            let Some(round) = self.rounds.last_mut() else { return };
            return match round.beats.last_mut() {
                Some(Beat::Stood(same, all)) if *same == standing => all.push(whom),
                _ => round.beats.push(Beat::Stood(standing, vec![whom])),
            };
        };
        let dead = standing == Standing::Dead;
        // Being struck down and dying of it in the same round are told as one.
        let felled_now = self.rounds.last_mut().and_then(|round| {
            round.beats.iter_mut().find_map(|beat| match beat {
                Beat::Act(_, Done::Felled { whom: had, dead, .. }) if *had == whom => Some(dead),
                _ => None,
            })
        });
        if let Some(already) = felled_now {
            *already = dead;
            return;
        }
        let how = self.blow(e, *who);
        let critical = self.critical == Some(whom);
        let last = !again && is_last(e, whom);
        self.push(Beat::Act(*who, Done::Felled { whom, dead, how, critical, again, last }));
    }

    /// The kind of blow of the current act.
    fn blow(&self, e: &Encounter, who: CombatantId) -> Blow {
        let Some((_, deed, with)) = self.act.filter(|(doer, ..)| *doer == who) else {
            return Blow::Other;
        };
        let casts = |beat: &Beat| match beat {
            Beat::Act(doer, Done::Cast { spell, .. }) if *doer == who => Some(spell.clone()),
            _ => None,
        };
        let spell = || match with {
            Some(_) => Some(words::weapon(e, who, with).to_string()),
            None => self.rounds.last().and_then(|round| round.beats.iter().rev().find_map(casts)),
        };
        match deed {
            Deed::Shoot => Blow::Shot,
            Deed::Cast => spell().map_or(Blow::Other, Blow::Spell),
            _ => Blow::Other,
        }
    }
}

/// A third of a combatant's hit points at once is a large blow; a third left is near its end.
const LOW: i32 = 3;
/// The least number of blows without a hit worth mentioning.
const MANY: usize = 3;
/// Whether no other of its kind is up.
fn is_last(e: &Encounter, whom: CombatantId) -> bool {
    let Some(c) = e.get(whom) else { return false };
    let alike = |other: &&Combatant| other.side == c.side && stem(&other.name) == stem(&c.name);
    !e.all().filter(alike).any(|other| other.id != whom && other.is_up())
}

/// Returns whom a critical hit hurts.
fn victim(event: &Event) -> Option<CombatantId> {
    match event {
        Event::Rolled(rolled) => rolled.against,
        Event::Told(told) => told.whom(),
        _ => None,
    }
}
