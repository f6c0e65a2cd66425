//! What is worth telling of a fight, gathered round by round as it is gone through: falls, criticals, spells, morale,
//! who came and went; of blows only those that told.

use crate::rules::model::combatant::{Combatant, Standing, Vitals};
use crate::rules::model::command::{Command, Deed};
use crate::rules::model::dice::Purpose;
use crate::rules::model::encounter::{Encounter, Stage, stem};
use crate::rules::model::event::{Event, Outcome, Rolled, SpellFate, Told};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::about::{About, Family};
use crate::rules::text::words;
use crate::rules::text::words::mark::Mark;
use std::collections::BTreeMap;

/// How a combatant was put down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Blow {
    /// Shot or thrown.
    Shot,
    /// With an edge.
    Edge,
    /// With something heavy.
    Blunt,
    /// By a spell of that name.
    Spell(String),
    /// In any other way.
    Other,
}

/// What a combatant did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Done {
    /// Put a combatant down: how it stands then, how, and whether by a critical hit; whether it was down already, and
    /// the last of its kind.
    Felled { whom: CombatantId, dead: bool, how: Blow, critical: bool, again: bool, last: bool },
    /// Took hit points from a combatant, so many in all, by a critical hit or not; where that brought it near the end,
    /// what it has left of how much.
    Hurt { whom: CombatantId, amount: i64, critical: bool, left: Option<(i32, i32)> },
    /// Wounded a combatant, so many times.
    Wounded { whom: CombatantId, times: usize },
    /// Cast that spell: on whom, and whether it took hold of any combatant.
    Cast { spell: String, on: Vec<CombatantId>, took: bool },
    /// Lost that spell to a blow.
    Spoiled { spell: String },
    /// Turned those away, or destroyed them.
    Turned { whom: Vec<CombatantId>, destroyed: bool },
    /// Healed a combatant.
    Healed { whom: CombatantId, amount: i64 },
}

/// Something worth telling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Beat {
    /// The sides met at that distance.
    Met(Tenths),
    /// Those sides were taken by surprise.
    Surprised(Vec<SideId>),
    /// That side acts first.
    First(SideId),
    /// The first of them come to blows: who came, and upon whom.
    Contact(Vec<CombatantId>, Vec<CombatantId>),
    /// A combatant did something.
    Act(CombatantId, Done),
    /// All blows of that side failed, so many.
    Missed(SideId, usize),
    /// They broke.
    Broke(Vec<CombatantId>),
    /// The side was put to the test and stood.
    Held(SideId),
    /// They went out by nobody's hand; or came back up.
    Stood(Standing, Vec<CombatantId>),
    /// They came to be in that condition, which keeps them from acting.
    Hampered(String, Vec<CombatantId>),
    /// They came into the fight.
    Came(Vec<CombatantId>),
}

/// A round, and what is told of it.
#[derive(Debug, Default)]
pub(super) struct Round {
    /// Which; 0 before the first.
    pub(super) round: u32,
    /// It is what came after the fight.
    pub(super) after: bool,
    /// What stands out, in order.
    pub(super) beats: Vec<Beat>,
    /// A combatant struck or shot.
    pub(super) blows: bool,
    /// A combatant came to harm.
    pub(super) harm: bool,
}

/// What is being gathered.
pub(super) struct Notes {
    about: &'static About,
    pub(super) rounds: Vec<Round>,
    /// The act that is done: who, what, with which line.
    act: Option<(CombatantId, Deed, Option<u8>)>,
    /// At whom a critical hit was rolled in this act.
    critical: Option<CombatantId>,
    /// Attacks and hits of each side in this round.
    blows: BTreeMap<SideId, (usize, usize)>,
    /// Whether it has come to blows.
    met: bool,
    /// Whether it is told who had the first move.
    ordered: bool,
    down: Vec<CombatantId>,
    /// What those who were harmed in this round had before it.
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

    fn tell(&mut self, beat: Beat) {
        if let Some(round) = self.rounds.last_mut() {
            round.beats.push(beat);
        }
    }

    fn last(&mut self) -> Option<&mut Beat> {
        self.rounds.last_mut().and_then(|round| round.beats.last_mut())
    }

    /// A command begins: what was said of the one before it does not count for it.
    pub(super) fn begin_step(&mut self, command: &Command) {
        self.critical = None;
        self.act = match command {
            Command::Act(act) => Some((act.who, act.deed, act.with)),
            _ => None,
        };
    }

    /// Something happened; the state is that after it.
    pub(super) fn event(&mut self, e: &Encounter, event: &Event) {
        match event {
            Event::RoundBegan(n) if *n > 0 && e.stage == Stage::Running => self.turn_page(e, *n, false),
            Event::Ended => self.turn_page(e, e.round, true),
            Event::Met(far) => self.tell(Beat::Met(*far)),
            Event::Ordered(order) => self.ordered(order.first().map_or(&[], |slot| &slot.sides)),
            Event::Joined(c) if e.stage == Stage::Running => self.came(c.id),
            Event::Rolled(rolled) => self.rolled(e, rolled),
            Event::Threatens(who, whom) => self.contact(e, *who, *whom),
            Event::Afflicted(who, effect) => {
                let rule = self.about.condition(effect.condition);
                let Some(rule) = rule.filter(|_| e.get(*who).is_some_and(Combatant::is_up)) else {
                    return;
                };
                if rule.breaks {
                    self.broke(*who);
                } else if rule.out || rule.helpless {
                    self.hampered(*who, &rule.name);
                } else if !rule.hidden && !rule.quiet {
                    self.touched(*who);
                }
            }
            Event::Healed { who, amount } => self.healed(*who, i64::from(*amount)),
            Event::Told(told) => self.told(e, told),
            _ => {}
        }
    }

    /// A page is full: what its blows came to is written down, and a new one begins.
    fn turn_page(&mut self, e: &Encounter, round: u32, after: bool) {
        self.close(e);
        self.rounds.push(Round { round, after, ..Round::default() });
    }

    /// Writes down what is known only as the round is over.
    pub(super) fn close(&mut self, e: &Encounter) {
        for (side, (tried, hits)) in std::mem::take(&mut self.blows) {
            if hits == 0 && tried >= MANY {
                self.tell(Beat::Missed(side, tried));
            }
        }
        let before = std::mem::take(&mut self.before);
        let Some(round) = self.rounds.last_mut() else { return };
        let felled: Vec<CombatantId> = round.beats.iter().filter_map(felled).collect();
        let hurt: Vec<CombatantId> = round.beats.iter().filter_map(hurt).collect();
        let strikes: Vec<CombatantId> = round.beats.iter().filter_map(strikes).collect();
        let mut at = 0;
        round.beats.retain_mut(|beat| match beat {
            Beat::Act(_, Done::Hurt { whom, amount, critical, left }) => {
                let last = !hurt[at + 1..].contains(whom);
                at += 1;
                let Some(Vitals::HitPoints { now, max }) = e.get(*whom).map(|c| c.vitals) else {
                    return false;
                };
                let was = before.get(whom).copied().unwrap_or(max);
                // Told is the blow that is large, and the one that brings a combatant near the end.
                let near = last && LOW * now <= max && LOW * was > max;
                *left = near.then_some((now, max));
                (near || *critical || i64::from(LOW) * *amount >= i64::from(max))
                    && !felled.contains(whom)
            }
            Beat::Act(_, Done::Wounded { whom, .. }) => !felled.contains(whom),
            // Where spells are attack lines, one that did nothing is a miss.
            Beat::Act(who, Done::Cast { took, .. }) => *took || strikes.contains(who),
            // A combatant that is out is told as out.
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
            self.tell(Beat::First(*side));
        }
    }

    fn came(&mut self, who: CombatantId) {
        match self.last() {
            Some(Beat::Came(all)) => all.push(who),
            _ => self.tell(Beat::Came(vec![who])),
        }
    }

    fn broke(&mut self, who: CombatantId) {
        match self.last() {
            Some(Beat::Broke(all)) if all.contains(&who) => {}
            Some(Beat::Broke(all)) => all.push(who),
            _ => self.tell(Beat::Broke(vec![who])),
        }
    }

    /// The spell that is being cast, if the last thing told was that.
    fn casting(&mut self) -> Option<(&mut Vec<CombatantId>, &mut bool)> {
        let caster = self.act.map(|(who, ..)| who);
        match self.last() {
            Some(Beat::Act(who, Done::Cast { on, took, .. })) if Some(*who) == caster => {
                Some((on, took))
            }
            _ => None,
        }
    }

    /// A spell took hold of a combatant.
    fn touched(&mut self, who: CombatantId) {
        let caster = self.act.map(|(who, ..)| who);
        let Some((on, took)) = self.casting() else { return };
        *took = true;
        if !on.contains(&who) && Some(who) != caster {
            on.push(who);
        }
    }

    fn hampered(&mut self, who: CombatantId, name: &str) {
        if self.casting().is_some() {
            return self.touched(who);
        }
        match self.last() {
            Some(Beat::Hampered(same, all)) if same == name => all.push(who),
            _ => self.tell(Beat::Hampered(name.into(), vec![who])),
        }
    }

    fn healed(&mut self, whom: CombatantId, amount: i64) {
        let Some((who, ..)) = self.act.filter(|_| amount > 0) else { return };
        self.tell(Beat::Act(who, Done::Healed { whom, amount }));
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
            _ if !met => self.tell(Beat::Contact(vec![who], vec![whom])),
            _ => {}
        }
    }

    fn rolled(&mut self, e: &Encounter, rolled: &Rolled) {
        match rolled.purpose {
            Purpose::Surprise if !rolled.outcome.succeeded() && rolled.outcome != Outcome::Figure => {
                let Some(side) = rolled.side else { return };
                match self.last() {
                    Some(Beat::Surprised(all)) => all.push(side),
                    _ => self.tell(Beat::Surprised(vec![side])),
                }
            }
            Purpose::Attack(line) => {
                if Mark::of(self.about, &Event::Rolled(Box::new(rolled.clone()))) == Some(Mark::Critical)
                {
                    self.critical = rolled.against;
                }
                let Some(who) = rolled.who else { return };
                let deed =
                    self.act.filter(|(doer, ..)| *doer == who).map_or(Deed::Strike, |(_, deed, _)| deed);
                self.act = Some((who, deed, Some(line)));
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
            Told::Deed(who, deed, with, at) => {
                (self.act, self.critical) = (Some((*who, *deed, *with)), None);
                // Where spells are attack lines, the deed is all that tells of them.
                if *deed == Deed::Cast && self.about.family == Family::Wounds {
                    let spell = words::weapon(e, *who, *with).to_string();
                    self.cast(*who, spell, at.clone(), false);
                }
            }
            Told::Spell(who, at, SpellFate::Cast) => {
                self.act = Some((*who, Deed::Cast, None));
                self.cast(*who, words::spell(e, *who, *at).into(), Vec::new(), true);
            }
            Told::Spell(who, at, SpellFate::Disrupted) => {
                let spell = words::spell(e, *who, *at).into();
                self.tell(Beat::Act(*who, Done::Spoiled { spell }));
            }
            Told::Broke(who) => self.broke(*who),
            Told::Held(side) => {
                let told = Beat::Held(*side);
                if self.rounds.last().is_some_and(|round| !round.beats.contains(&told)) {
                    self.tell(told);
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
                        .tell(Beat::Act(who, Done::Turned { whom: vec![*whom], destroyed: *destroyed })),
                }
            }
            _ => {}
        }
    }

    /// A spell goes off; one that is gone on with is told once a round.
    fn cast(&mut self, who: CombatantId, spell: String, on: Vec<CombatantId>, took: bool) {
        let same = |beat: &Beat| matches!(beat, Beat::Act(by, Done::Cast { spell: had, on: at, .. }) if *by == who && *had == spell && *at == on);
        if self.rounds.last().is_some_and(|round| !round.beats.iter().any(same)) {
            self.tell(Beat::Act(who, Done::Cast { spell, on, took }));
        }
    }

    /// A combatant was harmed by those, each by so much.
    pub(super) fn harm(
        &mut self,
        e: &Encounter,
        by: &[(CombatantId, i32)],
        whom: CombatantId,
        wound: bool,
    ) {
        let critical = self.critical == Some(whom);
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
                Done::Wounded { whom: had, times } if *had == whom && wound => {
                    *times += 1;
                    Some(())
                }
                _ => None,
            });
            if known.is_none() {
                let amount = i64::from(*share);
                let done = match wound {
                    true => Done::Wounded { whom, times: 1 },
                    false => Done::Hurt { whom, amount, critical, left: None },
                };
                round.beats.push(Beat::Act(*who, done));
            }
        }
    }

    /// A combatant went out of the fight, or came back; by those.
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
        // Struck down and dead of it in the same round is one thing.
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
        self.tell(Beat::Act(*who, Done::Felled { whom, dead, how, critical, again, last }));
    }

    /// With what the act that is done strikes.
    fn blow(&self, e: &Encounter, who: CombatantId) -> Blow {
        let Some((_, deed, with)) = self.act.filter(|(doer, ..)| *doer == who) else {
            return Blow::Other;
        };
        let weapon = words::weapon(e, who, with).to_lowercase();
        let named = |of: &[&str]| of.iter().any(|part| weapon.contains(part));
        let casts = |beat: &Beat| match beat {
            Beat::Act(doer, Done::Cast { spell, .. }) if *doer == who => Some(spell.clone()),
            _ => None,
        };
        let spell = || self.rounds.last().and_then(|round| round.beats.iter().rev().find_map(casts));
        match deed {
            Deed::Shoot => Blow::Shot,
            Deed::Cast => spell().map_or(Blow::Other, Blow::Spell),
            _ if named(&EDGES) => Blow::Edge,
            _ if named(&HEAVY) => Blow::Blunt,
            _ => Blow::Other,
        }
    }
}

/// A third of its hit points at once is a large blow, and a third left is near the end.
const LOW: i32 = 3;
/// So many blows without a hit are worth a word.
const MANY: usize = 3;
/// What weapons with an edge are called, in part.
const EDGES: [&str; 10] = [
    "sword", "axe", "scimitar", "sabre", "halberd", "glaive", "pole arm", "falchion", "cleaver",
    "rapier",
];
/// What heavy weapons are called, in part.
const HEAVY: [&str; 9] =
    ["mace", "club", "hammer", "staff", "flail", "cudgel", "fist", "morning star", "boulder"];

fn felled(beat: &Beat) -> Option<CombatantId> {
    match beat {
        Beat::Act(_, Done::Felled { whom, .. }) => Some(*whom),
        _ => None,
    }
}

fn hurt(beat: &Beat) -> Option<CombatantId> {
    match beat {
        Beat::Act(_, Done::Hurt { whom, .. }) => Some(*whom),
        _ => None,
    }
}

/// Who put a combatant down or wounded a combatant by it.
fn strikes(beat: &Beat) -> Option<CombatantId> {
    match beat {
        Beat::Act(who, Done::Wounded { .. } | Done::Felled { .. }) => Some(*who),
        _ => None,
    }
}

/// Nobody else of its kind is up.
fn is_last(e: &Encounter, whom: CombatantId) -> bool {
    let Some(c) = e.get(whom) else { return false };
    let alike = |other: &&Combatant| other.side == c.side && stem(&other.name) == stem(&c.name);
    !e.all().filter(alike).any(|other| other.id != whom && other.is_up())
}
