//! The combatants as sentences refer to them: characters by name, creatures by kind.

use super::beat::Fate;
use super::grammar::{a, and, number, small, the};
use crate::rules::account::Means;
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::condition::Meaning;
use crate::rules::model::encounter::{Encounter, stem};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::kinds;
use crate::rules::model::phrase::{Number, Phrase, Verb};
use crate::rules::text::words;
use std::collections::{BTreeMap, BTreeSet};

/// Of a kind with at most this many members, each goes by its name, to be distinguishable.
const FEW: usize = 6;

/// Ways out of the fight, the gravest first.
const WAYS_OUT: [Standing; 5] =
    [Standing::Dead, Standing::Down, Standing::Fled, Standing::Surrendered, Standing::Gone];

/// All combatants of a fight.
pub(super) struct Cast<'a> {
    pub(super) e: &'a Encounter,
    /// The number of members of each kind that has a common noun, by side and noun.
    kinds: BTreeMap<(SideId, &'a str), usize>,
}

impl<'a> Cast<'a> {
    /// Collects the combatants from the final state, which includes all that ever took part.
    pub(super) fn new(e: &'a Encounter) -> Self {
        let mut kinds: BTreeMap<(SideId, &str), usize> = BTreeMap::new();
        for c in e.all().filter(|c| !kinds::is_player(e, c)) {
            *kinds.entry((c.side, stem(&c.name))).or_default() += 1;
        }
        let single = |side: SideId, noun: &str| {
            e.all().any(|c| c.side == side && stem(&c.name) == noun && is_called_so(e, c))
        };
        kinds.retain(|(side, noun), count| *count > 1 || single(*side, noun));
        Self { e, kinds }
    }

    /// The common noun of its kind, and the number of members. `None` if it has a name of its own.
    fn kind(&self, c: &'a Combatant) -> Option<(&'a str, usize)> {
        let noun = stem(&c.name);
        self.kinds
            .get(&(c.side, noun))
            .filter(|_| !kinds::is_player(self.e, c))
            .map(|count| (noun, *count))
    }

    /// An unambiguous name: `Brea`, `the ogre`, `Goblin 2`.
    pub(super) fn name(&self, who: CombatantId) -> String {
        match self.e.get(who).map(|c| (c, self.kind(c))) {
            Some((_, Some((noun, 1)))) => format!("the {}", small(noun)),
            Some((c, _)) => c.name.to_string(),
            None => words::name(self.e, who).into(),
        }
    }

    /// The name of the spell that one casts.
    pub(super) fn spell(&self, who: CombatantId, spell: Means) -> &'a str {
        match spell {
            Means::Line(line) => words::weapon(self.e, who, Some(line)),
            Means::Spell(at) => words::spell(self.e, who, at),
        }
    }

    /// The name of a side: `the Heroes`.
    pub(super) fn side(&self, side: SideId) -> String {
        the(words::side(self.e, side))
    }

    /// The number with which verbs agree beside the side's name.
    pub(super) fn number(&self, side: SideId) -> Number {
        words::side_number(self.e, side)
    }

    /// What became of these: `both goblins died`.
    pub(super) fn became(&self, fate: Fate, who: &[CombatantId]) -> String {
        let feet = if let [_] = who { "back on its feet" } else { "back on their feet" };
        match fate {
            Fate::Came => self.did(who, Verb::JOIN.then("the fight")),
            Fate::Broke => self.did(who, Verb::BREAK.alone()),
            Fate::Hampered(name) => format!("{} {name}", self.did(who, Verb::BE.alone())),
            Fate::Out(Standing::Up) => self.did(who, Verb::BE.then(feet)),
            Fate::Out(way) => self.did(who, words::becomes(way)),
        }
    }

    /// What several did: `both goblins died`.
    pub(super) fn did(&self, who: &[CombatantId], did: Phrase) -> String {
        format!("{} {}", self.several(who), did.said(Number::of(who.len())))
    }

    /// A list with equal ones counted: `Brea and two goblins`, `all six goblins`, `the ogre`.
    pub(super) fn several(&self, who: &[CombatantId]) -> String {
        self.listed(who, counted)
    }

    /// Like [`Self::several`], but without saying whether these are all: `two goblins`.
    pub(super) fn some(&self, who: &[CombatantId]) -> String {
        self.listed(who, |noun, count, all| counted(noun, count, if all == 1 { 1 } else { usize::MAX }))
    }

    fn listed(&self, who: &[CombatantId], counted: fn(&str, usize, usize) -> String) -> String {
        let mut told: Vec<Vec<&Combatant>> = Vec::new();
        for c in who.iter().filter_map(|who| self.e.get(*who)) {
            let kind = self.kind(c);
            let same = |of: &&mut Vec<&Combatant>| of[0].side == c.side && self.kind(of[0]) == kind;
            match told.iter_mut().filter(|_| kind.is_some()).find(same) {
                Some(alike) => alike.push(c),
                None => told.push(vec![c]),
            }
        }
        let one = |alike: &Vec<&Combatant>| match self.kind(alike[0]) {
            Some((_, all)) if alike.len() == 1 && (2..=FEW).contains(&all) => alike[0].name.to_string(),
            Some((noun, all)) => counted(noun, alike.len(), all),
            None => alike[0].name.to_string(),
        };
        and(&told.iter().map(one).collect::<Vec<_>>())
    }

    /// Whether it is one of so many of its kind that it is called "a goblin".
    pub(super) fn is_one_of_many(&self, who: CombatantId) -> bool {
        self.e.get(who).and_then(|c| self.kind(c)).is_some_and(|(_, all)| all > FEW)
    }

    /// Whether its kind has, or had, other members.
    pub(super) fn has_kin(&self, who: CombatantId) -> bool {
        self.e.get(who).and_then(|c| self.kind(c)).is_some_and(|(_, all)| all > 1)
    }

    /// The noun of its kind.
    pub(super) fn noun(&self, who: CombatantId) -> String {
        self.e.get(who).map_or_else(String::new, |c| small(stem(&c.name)))
    }

    /// The combatants that can attack, without walls and doors.
    fn fighters(&self) -> impl Iterator<Item = &'a Combatant> {
        let e = self.e;
        e.all().filter(|c| e.block(c.block).is_none_or(|block| !block.lines().is_empty()))
    }

    /// The fighters of a side, in order of arrival.
    pub(super) fn of_side(&self, side: SideId) -> Vec<CombatantId> {
        self.fighters().filter(|c| c.side == side).map(|c| c.id).collect()
    }

    /// The condition that keeps it from fighting though it is up: `knocked out`.
    fn hampered(c: &Combatant) -> Option<&'static str> {
        let mut rows = c.effects.iter().map(|effect| effect.condition.row());
        rows.find(|row| row.is(Meaning::OUT)).map(|row| row.label)
    }

    /// The fighters of a side that could go on.
    pub(super) fn able(&self, side: SideId) -> Vec<CombatantId> {
        let able = |c: &&Combatant| c.side == side && c.is_up() && Self::hampered(c).is_none();
        self.fighters().filter(able).map(|c| c.id).collect()
    }

    /// The fighters of these sides that could not go on, grouped by reason.
    pub(super) fn unable(&self, sides: &[SideId]) -> Vec<(Fate, Vec<CombatantId>)> {
        let mut fates: Vec<(Fate, Vec<CombatantId>)> = Vec::new();
        for c in self.fighters().filter(|c| sides.contains(&c.side)) {
            let fate = match (c.standing, Self::hampered(c)) {
                (Standing::Up, None) => continue,
                (Standing::Up, Some(name)) => Fate::Hampered(name),
                (standing, _) => Fate::Out(standing),
            };
            match fates.iter_mut().find(|(had, _)| *had == fate) {
                Some((_, who)) => who.push(c.id),
                None => fates.push((fate, vec![c.id])),
            }
        }
        let gravity = |fate: &Fate| WAYS_OUT.iter().position(|way| *fate == Fate::Out(*way));
        fates.sort_by_key(|(fate, _)| gravity(fate).unwrap_or(WAYS_OUT.len()));
        fates
    }

    /// How many kinds of nouns it takes to name these.
    fn nouns(&self, who: &[CombatantId]) -> usize {
        who.iter().map(|who| self.noun(*who)).collect::<BTreeSet<_>>().len()
    }

    /// A side with its members: `the Heroes (Brea and Odo)`. Without its name if that is just their kind: `six
    /// goblins`.
    pub(super) fn introduced(&self, side: SideId) -> String {
        let who = self.of_side(side);
        let members =
            self.listed(&who, |noun, count, all| counted(noun, count, all.max(2).max(count + 1)));
        let name = words::side(self.e, side);
        let noun = who.first().map(|who| self.noun(*who)).unwrap_or_default();
        let same = |text: &str| text.eq_ignore_ascii_case(name);
        let kind = same(&noun) || same(&words::plural(&noun)) || members.eq_ignore_ascii_case(name);
        match who.len() {
            0 => self.side(side),
            _ if kind && self.nouns(&who) == 1 => members,
            _ => format!("{} ({members})", self.side(side)),
        }
    }
}

/// A noun with its count: `a goblin`, `three goblins`, `all six goblins`. For the only one of its kind: `the ogre`.
fn counted(noun: &str, count: usize, all: usize) -> String {
    let (noun, many) = (small(noun), words::plural(&small(noun)));
    match (count, all) {
        (1, 1) => format!("the {noun}"),
        (1, _) => a(&noun),
        (2, 2) => format!("both {many}"),
        (count, all) if count == all => format!("all {} {many}", number(count)),
        (count, _) => format!("{} {many}", number(count)),
    }
}

/// Whether its name is just its kind: `Ogre`, or `Golem` for a `Stone golem`.
fn is_called_so(e: &Encounter, c: &Combatant) -> bool {
    let Some(kind) = e.block(c.block).map(|block| block.name().to_lowercase()) else { return false };
    let kind = kind.split(',').next().unwrap_or_default();
    let name = c.name.to_lowercase();
    kind == name || kind.strip_suffix(&name).is_some_and(|rest| rest.ends_with(' '))
}
