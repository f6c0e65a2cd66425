//! What an act is worth, in integers: the deed is run for the rolls that matter, so that its chances are those of the
//! rules themselves.
//!
//! A roll is followed in each of its outcomes, one with very many in groups of neighbouring totals. Where a path has
//! become rare, each further roll on it shows one result, spread evenly over such rolls.

use crate::rules::engine::deeds;
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::combatant::{Combatant, Spent, Vitals};
use crate::rules::model::command::Act;
use crate::rules::model::condition::Meaning;
use crate::rules::model::dice::{Answer, ChoiceRequest, Dice, Roll, RollRequest, spread};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Event, Stop};
use crate::rules::model::ids::CombatantId;
use crate::rules::ruleset::Ruleset;
use std::sync::Arc;

/// Certainty: chances are parts of it.
pub const SURE: u32 = 1 << 10;
/// A hit point or a wound: amounts are parts of it.
pub const POINT: u32 = 16;
/// The weight of everything that may happen.
const WHOLE: u64 = 1 << 30;
/// A path that weighs less than this is rare: it does not part any more.
const RARE: u64 = WHOLE / 64;
/// The most groups into which the totals of a roll are divided.
const GROUPS: usize = 8;
/// Multiples of this, as fractions of 2^64, are spread evenly: the golden section.
const SCATTER: u64 = 0x9E37_79B9_7F4A_7C15;
/// The most runs.
const RUNS: usize = 120;

/// What an act is expected to do to those it is aimed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Gauge {
    /// The chance that it does anything to one of them, of [`SURE`].
    pub chance: u32,
    /// The hit points or wounds it takes from them, in parts of a [`POINT`].
    pub harm: u32,
    /// The chance that one of them falls or is put out of action, of [`SURE`].
    pub fells: u32,
    /// The chance that it helps one of them who is a friend, of [`SURE`].
    pub helps: u32,
    /// The hit points or wounds it costs its own side, in parts of a [`POINT`].
    pub costs: u32,
}

impl Gauge {
    /// Whether nothing comes of it, or only harm to its own side.
    pub const fn is_vain(self) -> bool {
        self.chance == 0 || (self.costs > self.harm && self.fells == 0)
    }
}

/// Returns what comes of the act, whoever's turn it is: it is not checked, and its actor has its whole turn before it.
pub fn gauge(rules: &dyn Ruleset, e: &Encounter, act: &Act) -> Gauge {
    sum(rules, e, act, |_| false).gauge()
}

/// Whether the act helps one of those it is aimed at at least once in so many tries, as [`gauge`] would tell: the runs end
/// as soon as they have shown it.
pub(super) fn helps_once_in(rules: &dyn Ruleset, e: &Encounter, act: &Act, tries: u32) -> bool {
    let helps = |gauge: Gauge| gauge.helps.saturating_mul(tries) >= SURE;
    // All runs together weigh no more than the whole, so what has helped so far is no smaller a part in the end.
    let so_far = |sum: &Sum| helps(Sum { weight: WHOLE, ..*sum }.gauge());
    helps(sum(rules, e, act, so_far).gauge())
}

/// Runs the act for all its chances, or until they are `enough`.
fn sum(rules: &dyn Ruleset, e: &Encounter, act: &Act, enough: impl Fn(&Sum) -> bool) -> Sum {
    let start = rested(e, act.who);
    let mut walk = Walk::default();
    let mut sum = Sum::default();
    for _ in 0..RUNS {
        walk.at = 0;
        let (after, stopped) = run(rules, &start, act, &mut walk);
        sum.add(&start, &after, act, walk.weight(), stopped);
        if enough(&sum) || !walk.advance() {
            break;
        }
    }
    sum
}

/// The state after the act, with the likeliest rolls.
pub(super) fn likely_after(rules: &dyn Ruleset, e: &Encounter, act: &Act) -> Encounter {
    run(rules, e, act, &mut Walk::default()).0
}

/// Runs the act unchecked; returns the state after it, and whether something stopped it on the way.
pub(super) fn run(
    rules: &dyn Ruleset,
    e: &Encounter,
    act: &Act,
    dice: &mut dyn Dice,
) -> (Encounter, bool) {
    let mut r = Resolution::unrecorded(rules, e.clone(), dice);
    let done: Result<(), Stop> = deeds::resolve(rules, &mut r, act);
    (r.finish().0, done.is_err())
}

/// The state with the actor's whole turn still ahead: an act that it can only begin in the time left does nothing yet.
pub(super) fn rested(e: &Encounter, who: CombatantId) -> Encounter {
    let mut e = e.clone();
    let Some(row) = e.combatants.iter().position(|c| c.id == who) else { return e };
    if e.combatants[row].spent != Spent::default() || e.combatants[row].ongoing.is_some() {
        let c = Arc::make_mut(&mut Arc::make_mut(&mut e.combatants)[row]);
        (c.spent, c.ongoing) = (Spent::default(), None);
    }
    e
}

/// The sums over the runs so far, by weight.
#[derive(Clone, Copy, Default)]
struct Sum {
    weight: u64,
    chance: u64,
    fells: u64,
    helps: u64,
    harm: u128,
    costs: u128,
}

impl Sum {
    fn add(&mut self, before: &Encounter, after: &Encounter, act: &Act, weight: u64, open: bool) {
        self.weight += weight;
        let side = before.get(act.who).map(|c| c.side);
        let aimed = |c: &Combatant| {
            let part = || act.parts.iter().any(|part| part.at == Some(c.id));
            if act.at.is_empty() { Some(c.side) != side } else { act.at.contains(&c.id) || part() }
        };
        let (mut does, mut fells, mut helps) = (open, false, false);
        let waits = after.pending.len() > before.pending.len();
        for (was, now) in before.combatants.iter().zip(after.combatants.iter()) {
            if Arc::ptr_eq(was, now) && !waits {
                continue;
            }
            let lost = lost(before, after, was, now);
            if Some(was.side) == side {
                helps |= aimed(was) && is_better(was, now);
                self.costs += u128::from(weight) * u128::from(lost);
            } else if aimed(was) {
                self.harm += u128::from(weight) * u128::from(lost);
                let out = is_out(after, now);
                does |= lost > 0 || out || is_hindered(was, now) || gives_up(was, now);
                fells |= out;
            }
        }
        does |= before.timers.len() < after.timers.len();
        self.chance += if does { weight } else { 0 };
        self.helps += if helps { weight } else { 0 };
        self.fells += if fells { weight } else { 0 };
    }

    fn gauge(self) -> Gauge {
        let whole = self.weight.max(1);
        let part =
            |weight: u64| u32::try_from(weight.saturating_mul(SURE.into()) / whole).unwrap_or(SURE);
        let mean = |sum: u128| {
            let mean = sum * u128::from(POINT) / u128::from(whole);
            u32::try_from(mean).unwrap_or(u32::MAX)
        };
        // Something that is possible at all is not lost to rounding.
        let least = |part: u32, of: u64| if of > 0 { part.max(1) } else { part };
        Gauge {
            chance: least(part(self.chance), self.chance),
            harm: mean(self.harm),
            fells: part(self.fells),
            helps: part(self.helps),
            costs: mean(self.costs),
        }
    }
}

/// The hit points or wounds it has lost, counting what is pending.
fn lost(before: &Encounter, after: &Encounter, was: &Combatant, now: &Combatant) -> u32 {
    let at_once = match (was.vitals, now.vitals) {
        (Vitals::HitPoints { now: had, .. }, Vitals::HitPoints { now: has, .. }) => {
            had.max(0).saturating_add(was.temporary()) - has.max(0).saturating_add(now.temporary())
        }
        (Vitals::Wounds(had), Vitals::Wounds(has)) => has - had,
        _ => 0,
    };
    let new = after.pending.iter().skip(before.pending.len());
    let waits: i32 = new
        .map(|event| match event {
            Event::Harmed { who, amount, .. } | Event::Absorbed { who, amount } if *who == now.id => {
                *amount
            }
            Event::Wounded { who, .. } if *who == now.id => 1,
            _ => 0,
        })
        .sum();
    let left = match now.vitals {
        Vitals::HitPoints { now: has, .. } => has.max(0).saturating_add(now.temporary()),
        Vitals::Wounds(_) => waits,
    };
    u32::try_from(at_once.saturating_add(waits.min(left))).unwrap_or(0)
}

/// Whether it has fallen or cannot fight back any more.
fn is_out(after: &Encounter, now: &Combatant) -> bool {
    let grave = Meaning::OUT | Meaning::HELPLESS | Meaning::LEAVES;
    let pending = || {
        let (mut hp, mut out) = (now.vitals.hp(), false);
        for event in after.pending.iter() {
            match event {
                Event::Harmed { who, amount, .. } if *who == now.id => hp -= amount,
                Event::Stood(who, _) if *who == now.id => out = true,
                Event::Afflicted(who, effect) if *who == now.id => {
                    out |= effect.condition.meaning.has_any(grave)
                }
                _ => {}
            }
        }
        out || (hp <= 0 && matches!(now.vitals, Vitals::HitPoints { .. }))
    };
    !now.is_up() || now.effects.iter().any(|effect| effect.meaning().has_any(grave)) || pending()
}

/// Whether a condition in which friends can help has ended, or it has regained something.
fn is_better(was: &Combatant, now: &Combatant) -> bool {
    let needs = |c: &Combatant| c.effects.iter().filter(|effect| effect.condition.aid.is_some()).count();
    let gains = match (was.vitals, now.vitals) {
        (Vitals::Wounds(had), Vitals::Wounds(has)) => has < had,
        (had, has) => has.hp() > had.hp(),
    };
    needs(now) < needs(was) || gains
}

/// Whether a condition has come upon it that it did not have, or its gear has changed.
fn is_hindered(was: &Combatant, now: &Combatant) -> bool {
    let seen =
        |c: &Combatant| c.effects.iter().filter(|effect| !effect.condition.is(Meaning::UNTOLD)).count();
    seen(now) > seen(was) || was.gear != now.gear
}

/// Whether it hunts somebody no longer.
fn gives_up(was: &Combatant, now: &Combatant) -> bool {
    was.means(Meaning::HUNTS) && !now.means(Meaning::HUNTS)
}

/// A roll on the path: its outcomes, each with its weight, and the one taken.
struct Fork {
    outcomes: Vec<(Roll, u64)>,
    now: usize,
}

impl Fork {
    fn share(&self) -> u64 {
        self.outcomes[self.now].1
    }
}

/// Dice that go through the outcomes of all rolls, depth first.
#[derive(Default)]
struct Walk {
    forks: Vec<Fork>,
    at: usize,
    /// How many rolls were made on rare paths.
    rare: u64,
}

impl Walk {
    /// The weight of the path so far.
    fn weight(&self) -> u64 {
        self.forks.iter().fold(WHOLE, |weight, fork| weight * fork.share() / WHOLE)
    }

    /// A roll on a rare path: over many of them the outcomes come as often as they should.
    fn scattered(&mut self, ask: &RollRequest) -> Option<Roll> {
        let Some((rolls, whole)) = spread(ask) else { return Some(middling(ask)) };
        self.rare += 1;
        let share = u128::from(self.rare.wrapping_mul(SCATTER) >> 32);
        let at = (whole * share) >> 32;
        let mut sum = 0;
        let fits = |(_, ways): &(Roll, u128)| {
            sum += ways;
            sum > at
        };
        rolls.into_iter().find(fits).map(|(roll, _)| roll)
    }

    /// Moves on to the next path; `false` if there is none.
    fn advance(&mut self) -> bool {
        while let Some(fork) = self.forks.last_mut() {
            fork.now += 1;
            if fork.now < fork.outcomes.len() {
                return true;
            }
            self.forks.pop();
        }
        false
    }
}

impl Dice for Walk {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        if self.at == self.forks.len() {
            let outcomes = match self.weight() < RARE {
                true => vec![(self.scattered(ask)?, WHOLE)],
                false => outcomes(ask)?,
            };
            self.forks.push(Fork { outcomes, now: 0 });
        }
        let fork = self.forks.get(self.at)?;
        self.at += 1;
        Some(fork.outcomes[fork.now].0.clone())
    }

    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer> {
        Some(ask.standing())
    }
}

/// The outcomes of a roll, in at most [`GROUPS`] groups of neighbouring totals, each by its middle; the likeliest first.
fn outcomes(ask: &RollRequest) -> Option<Vec<(Roll, u64)>> {
    let Some((rolls, whole)) = spread(ask) else { return Some(vec![(middling(ask), WHOLE)]) };
    let share = |ways: u128| u64::try_from(ways * u128::from(WHOLE) / whole.max(1)).unwrap_or(WHOLE);
    let groups = if rolls.len() > GROUPS { grouped(rolls, whole)? } else { rolls };
    let mut outcomes: Vec<(Roll, u64)> =
        groups.into_iter().map(|(roll, ways)| (roll, share(ways))).collect();
    outcomes.sort_by_key(|(_, share)| std::cmp::Reverse(*share));
    Some(outcomes)
}

/// Rolls in ascending order in groups of about the same weight, each by its middle.
fn grouped(rolls: Vec<(Roll, u128)>, whole: u128) -> Option<Vec<(Roll, u128)>> {
    let each = whole.div_ceil(u128::try_from(GROUPS).unwrap_or(1));
    let (mut groups, mut group, mut ways) = (Vec::new(), Vec::new(), 0);
    for roll in rolls {
        ways += roll.1;
        group.push(roll);
        if ways >= each {
            groups.push((middle(std::mem::take(&mut group))?, std::mem::take(&mut ways)));
        }
    }
    if !group.is_empty() {
        groups.push((middle(group)?, ways));
    }
    Some(groups)
}

/// The middle of rolls in ascending order, by their weights.
fn middle(rolls: Vec<(Roll, u128)>) -> Option<Roll> {
    let whole: u128 = rolls.iter().map(|(_, ways)| ways).sum();
    let mut sum = 0;
    let middle = rolls.into_iter().find(|(_, ways)| {
        sum += ways;
        sum * 2 >= whole
    });
    middle.map(|(roll, _)| roll)
}

/// A single middling roll, for dice with too many combinations.
fn middling(ask: &RollRequest) -> Roll {
    let (least, most) = ask.range();
    if ask.each && ask.count > 1 {
        Roll::Faces(vec![ask.sides.div_ceil(2); usize::from(ask.count)])
    } else {
        Roll::Total(least + (most - least) / 2)
    }
}
