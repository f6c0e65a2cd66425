//! Folds: identical creatures as one row of the roster.

use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::encounter::{Encounter, stem};
use crate::rules::model::ids::{BlockId, CombatantId, SideId, Text};
use crate::rules::model::knowledge::Knowledge;
use crate::rules::model::window::Slot;
use crate::rules::text::words::{self, plural};
use crate::store::KindName;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// What identical creatures share: side, stat block, and name without its number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kind {
    side: SideId,
    block: BlockId,
    name: Text,
}

impl Kind {
    /// Returns the kind of a combatant.
    pub fn of(c: &Combatant) -> Self {
        Self { side: c.side, block: c.block, name: stem(&c.name).into() }
    }

    /// Returns its name in the plural.
    pub fn several(&self) -> String {
        plural(&self.name)
    }

    /// Returns its side and name.
    pub fn said(&self) -> KindName {
        (self.side, self.name.clone())
    }

    /// Whether a combatant is of this kind.
    pub fn holds(&self, c: &Combatant) -> bool {
        self.side == c.side && self.block == c.block && *self.name == *stem(&c.name)
    }
}

/// The least combatants of a kind that are folded unless the referee says otherwise.
const MANY: usize = 3;

/// Returns the kinds with several members, in ascending order, each with whether it is folded unless the referee says
/// otherwise.
pub fn kinds(e: &Encounter) -> Vec<(Kind, bool)> {
    let mut counts: BTreeMap<(SideId, BlockId, &str), usize> = BTreeMap::new();
    for c in e.all().filter(|c| c.standing != Standing::Gone) {
        *counts.entry((c.side, c.block, stem(&c.name))).or_default() += 1;
    }
    let several = counts.into_iter().filter(|(_, count)| *count > 1);
    several
        .map(|((side, block, name), count)| (Kind { side, block, name: name.into() }, count >= MANY))
        .collect()
}

/// Describes a side briefly: its kinds if there are one or two, else its name.
pub fn told(e: &Encounter, side: SideId) -> String {
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for c in e.all().filter(|c| c.side == side) {
        match kinds.iter_mut().find(|(name, _)| *name == stem(&c.name)) {
            Some((_, count)) => *count += 1,
            None => kinds.push((stem(&c.name), 1)),
        }
    }
    if !(1..=2).contains(&kinds.len()) {
        return words::side(e, side).to_string();
    }
    let named = kinds.iter().map(|(name, count)| if *count > 1 { plural(name) } else { (*name).into() });
    named.collect::<Vec<String>>().join(", ")
}

/// Several combatants in one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fold {
    /// The member that represents it: the first that owes an act, else the first standing, else the first.
    pub lead: CombatantId,
    /// Its name: `6 Goblins`.
    pub name: String,
    /// Members still standing.
    pub standing: usize,
    /// Standing members that are hurt.
    pub hurt: usize,
    /// Members that are out.
    pub fallen: usize,
    /// Members that still owe an act.
    pub owing: usize,
    /// Current and maximum hit points of the standing members; 0 if they have none.
    pub health: (i32, i32),
    /// Temporary hit points of the standing members.
    pub temporary: i32,
    /// Wounds of the standing members.
    pub wounds: i32,
    /// Marked members.
    pub marked: usize,
}

impl Fold {
    /// Folds these combatants into one row.
    pub fn of(
        e: &Encounter,
        members: &[CombatantId],
        owes: impl Fn(CombatantId) -> bool,
    ) -> Option<Self> {
        let lead = *members.first()?;
        let first = e.get(lead)?;
        let name = stem(&first.name);
        let kind = Kind::of(first);
        let alike = members.iter().filter_map(|who| e.get(*who)).all(|c| kind.holds(c));
        let mut fold = Self {
            lead,
            name: String::new(),
            standing: 0,
            hurt: 0,
            fallen: 0,
            owing: 0,
            health: (0, 0),
            temporary: 0,
            wounds: 0,
            marked: 0,
        };
        for c in members.iter().filter_map(|who| e.get(*who)) {
            if c.is_up() { fold.add(c, owes(c.id)) } else { fold.fallen += 1 }
        }
        let count = if fold.standing > 0 { fold.standing } else { fold.fallen };
        fold.name = match (alike, count) {
            (false, _) => format!("{count} out of the fight"),
            (true, 1) => e.get(fold.lead).map_or_else(|| name.into(), |c| c.name.to_string()),
            (true, _) => format!("{count} {}", plural(name)),
        };
        Some(fold)
    }

    fn add(&mut self, c: &Combatant, owes: bool) {
        let (now, max) = (c.vitals.hp(), c.vitals.max());
        self.standing += 1;
        self.hurt += usize::from(now < max || c.vitals.wounds() > 0);
        self.health.0 = self.health.0.saturating_add(now);
        self.health.1 = self.health.1.saturating_add(max);
        self.temporary = self.temporary.saturating_add(c.temporary());
        self.wounds = self.wounds.saturating_add(c.vitals.wounds());
        if owes && self.owing == 0 || self.standing == 1 {
            self.lead = c.id;
        }
        self.owing += usize::from(owes);
    }

    /// Names the members that still owe an act: `6 Goblins`, `4 of 6 Goblins`, `Goblin 2`.
    pub fn owing<'a>(&'a self, e: &'a Encounter) -> Cow<'a, str> {
        match self.owing {
            all if all == self.standing => (&*self.name).into(),
            1 => words::name(e, self.lead).into(),
            some => format!("{some} of {}", self.name).into(),
        }
    }

    /// Lists the members that are out, and how: `Goblins 1, 4, fled: Orc 3`. The dead come without a word.
    pub fn roll_call(e: &Encounter, members: &[CombatantId]) -> String {
        let standing = |who: &CombatantId| e.get(*who).map(|c| c.standing);
        let groups = members.chunk_by(|a, b| standing(a) == standing(b)).map(|alike| {
            let names = words::among(e, alike);
            match alike.first().and_then(standing) {
                Some(Standing::Dead) | None => names,
                Some(out) => format!("{}: {names}", words::standing(out)),
            }
        });
        groups.collect::<Vec<_>>().join(", ")
    }

    /// Describes the members' health, beside the bar: `2 hurt, 1 fallen`.
    pub fn fares(&self) -> String {
        let counts = [(self.hurt, "hurt"), (self.fallen, "fallen")];
        let some = counts.iter().filter(|(count, _)| *count > 0 && self.standing > 0);
        some.map(|(count, what)| format!("{count} {what}")).collect::<Vec<_>>().join(", ")
    }
}

/// Sort entry of one combatant.
#[derive(Debug, Clone, Copy)]
struct Entry {
    /// Rank of its standing; see `rank`.
    out: u8,
    slot: usize,
    side: SideId,
    /// First member of its folded kind, else itself; keeps a kind together.
    first: CombatantId,
    id: CombatantId,
}

/// A number of initiative as the roster shows it: `4`, or `4a` and `4b` where a tie between sides was broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    number: i32,
    /// The place among those tied, from 0.
    place: Option<u8>,
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.number)?;
        self.place.map_or(Ok(()), |place| write!(f, "{}", char::from(b'a' + place.min(25))))
    }
}

/// The numbers of the slots in their order. A number is kept when a tie is rolled again, so that only its place says who
/// is first.
fn scores(e: &Encounter) -> Vec<Score> {
    let side = |slot: &Slot| {
        let of_one = || e.get(*slot.ones.first()?).map(|c| c.side);
        slot.sides.first().copied().or_else(of_one)
    };
    let alike = e.order.chunk_by(|a, b| a.score == b.score);
    let all = alike.flat_map(|tied| {
        let broken = tied[0].score != 0 && tied.windows(2).any(|pair| side(&pair[0]) != side(&pair[1]));
        let place = move |at: usize| broken.then(|| u8::try_from(at).unwrap_or(u8::MAX));
        tied.iter().enumerate().map(move |(at, slot)| Score { number: slot.score, place: place(at) })
    });
    all.collect()
}

/// The roster in acting order.
#[derive(Debug, Default)]
pub struct Arranged {
    /// Every combatant, row by row; within a row, standing members come first.
    pub order: Vec<CombatantId>,
    /// Each combatant's initiative number, parallel to `order`.
    pub scores: Vec<Option<Score>>,
    /// Index into `order` at which each row begins.
    pub starts: Vec<usize>,
}

impl Entry {
    /// Packs rank, slot, side and kind into one number, which compares quickly.
    fn place(&self) -> u64 {
        let slot = u16::try_from(self.slot).unwrap_or(u16::MAX);
        let of_side = u64::from(slot) << 8 | u64::from(self.side.0);
        (u64::from(self.out) << 24 | of_side) << 32 | u64::from(self.first.0)
    }

    fn is_lost(&self) -> bool {
        self.out > 1
    }
}

/// Sort rank of a combatant: 0 in the fight, 1 down or one of the players' own dead, 2 dead, higher for those that fled
/// or gave up.
fn rank(e: &Encounter, c: &Combatant) -> u8 {
    match c.standing {
        Standing::Up => 0,
        Standing::Down => 1,
        Standing::Dead if e.players_know(c) == Knowledge::Figures => 1,
        Standing::Dead => 2,
        Standing::Fled => 3,
        Standing::Surrendered | Standing::Gone => 4,
    }
}

/// Whether a combatant is out of the fight for good, so that it shares the last row with others that are. The players'
/// own dead keep their rows.
pub fn is_lost(e: &Encounter, c: &Combatant) -> bool {
    rank(e, c) > 1
}

/// Arranges the roster: slot by slot, then combatants without a slot, then the down, then those out for good, who
/// share one row unless `spread`. Combatants removed from the encounter are left out. Neighbours of a folded kind
/// share a row; fallen members join the first such row.
pub fn arrange(e: &Encounter, folded: &[Kind], spread: bool) -> Arranged {
    let all_entries = entries(e, folded);
    let scores = scores(e);
    let score = |one: &Entry| scores.get(one.slot).copied().filter(|_| one.out == 0);
    if folded.is_empty() && (spread || !all_entries.iter().rev().nth(1).is_some_and(Entry::is_lost)) {
        return Arranged {
            order: all_entries.iter().map(|one| one.id).collect(),
            scores: all_entries.iter().map(score).collect(),
            starts: (0..all_entries.len()).collect(),
        };
    }
    let mut placed: Vec<(usize, &Entry)> =
        rows(e, &all_entries, folded, spread).into_iter().zip(&all_entries).collect();
    placed.sort_by_key(|(row, _)| *row);
    let mut arranged = Arranged::default();
    let mut last = None;
    for (row, one) in placed {
        if last != Some(row) {
            arranged.starts.push(arranged.order.len());
            last = Some(row);
        }
        arranged.order.push(one.id);
        arranged.scores.push(score(one));
    }
    arranged
}

fn entries(e: &Encounter, folded: &[Kind]) -> Vec<Entry> {
    let slots = e.slots();
    let none = e.order.len();
    let mut firsts = vec![None; folded.len()];
    let here = e.all().filter(|c| c.standing != Standing::Gone);
    let mut all: Vec<Entry> = here
        .map(|c| {
            let slot = slots.of(c).map_or(none, usize::from);
            let kind = folded.iter().position(|kind| kind.holds(c));
            let first = kind.map_or(c.id, |kind| *firsts[kind].get_or_insert(c.id));
            Entry { out: rank(e, c), slot, side: c.side, first, id: c.id }
        })
        .collect();
    // Combatants come in order of id, and the sort is stable; mostly they are sorted already.
    all.sort_by_key(Entry::place);
    all
}

/// Returns the row of each entry. Neighbours of a folded kind share a row if they share a slot, or if each has a slot
/// of its own and nobody comes between them.
fn rows(e: &Encounter, all_entries: &[Entry], folded: &[Kind], spread: bool) -> Vec<usize> {
    let alone = |slot: usize| e.order.get(slot).is_some_and(|s| s.sides.is_empty() && s.ones.len() == 1);
    let shared = |a: &Entry, b: &Entry| a.slot == b.slot || (alone(a.slot) && alone(b.slot));
    let mut rows = Vec::with_capacity(all_entries.len());
    let mut first_row = vec![None; folded.len()];
    let mut last: Option<(&Entry, usize)> = None;
    let (mut next, mut lost_row) = (0, None);
    for one in all_entries {
        let kind = e.get(one.id).and_then(|c| folded.iter().position(|kind| kind.holds(c)));
        let with_last =
            last.filter(|(other, was)| one.out == 0 && kind == Some(*was) && shared(other, one));
        let row = match (with_last, kind) {
            (Some(_), _) => next - 1,
            (None, Some(kind)) if one.out > 0 && first_row[kind].is_some() => {
                first_row[kind].unwrap_or(next)
            }
            _ if one.is_lost() && !spread => *lost_row.get_or_insert_with(|| {
                next += 1;
                next - 1
            }),
            _ => {
                next += 1;
                next - 1
            }
        };
        if let Some(kind) = kind.filter(|_| spread || !one.is_lost()) {
            first_row[kind].get_or_insert(row);
        }
        last = kind.map(|kind| (one, kind)).filter(|_| one.out == 0);
        rows.push(row);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;
    use crate::rules::model::block::d20::Block;
    use crate::rules::model::combatant::StatBlock;
    use crate::rules::model::command::{Arrival, Command, Share};
    use crate::rules::model::dice::{DiceExpr, Tape};
    use crate::rules::model::encounter::Side;
    use crate::rules::model::ids::RulesetId;
    use crate::rules::model::window::Slot;
    use crate::rules::registry::ruleset;
    use std::sync::Arc;

    fn after(e: Encounter, c: &Command) -> Encounter {
        rules::resolve(ruleset(RulesetId::Bx), e, c, &mut Tape::new(&[])).expect("no dice").0
    }

    /// Ana on one side; goblins, a chief of their kind by another name, and a wolf on the other.
    fn field() -> Encounter {
        let mut e = Encounter::new(RulesetId::Bx);
        for side in ["heroes", "goblins"] {
            e = after(e, &Command::Side(Side::new(side)));
        }
        for name in ["Ana", "Goblin", "Wolf", "Goblin", "Snag", "Goblin", "Goblin"] {
            let kind = if name == "Snag" { "Goblin" } else { name };
            let block = Block {
                name: kind.into(),
                hd: Some("1".parse().expect("Hit Dice")),
                hp: Some(3),
                ac: Some(6),
                save_as: Some((None, 0)),
                ..Block::default()
            };
            let block = Arc::new(StatBlock::Written(Box::new(block)));
            let side = SideId(u8::from(name != "Ana"));
            let arrival = Arrival::new(side, name, block);
            e = after(e, &Command::Arrive(arrival));
        }
        e
    }

    fn dies(e: Encounter, id: u32) -> Encounter {
        after(e, &Command::Depart(CombatantId(id), Standing::Dead))
    }

    fn shown(e: &Encounter, folded: &[Kind]) -> Vec<Vec<u32>> {
        let all = arrange(e, folded, false);
        let ends = all.starts.iter().skip(1).copied().chain([all.order.len()]);
        let row = |(start, end): (&usize, usize)| all.order[*start..end].iter().map(|id| id.0).collect();
        all.starts.iter().zip(ends).map(row).collect()
    }

    #[test]
    fn alike_is_one_side_one_block_one_name() {
        let e = field();
        let kinds: Vec<Kind> = kinds(&e).into_iter().map(|(kind, _)| kind).collect();
        assert_eq!(kinds.len(), 1);
        assert_eq!(shown(&e, &kinds), [vec![0], vec![1, 3, 5, 6], vec![2], vec![4]]);
        assert_eq!(shown(&e, &[]).len(), 7);
    }

    #[test]
    fn the_fallen_go_with_their_kind() {
        let who = vec![(CombatantId(5), Share::Full)];
        let harm = Command::Harm { amount: DiceExpr::flat(1), who };
        let mut e = dies(after(field(), &harm), 1);
        let kinds: Vec<Kind> = kinds(&e).into_iter().map(|(kind, _)| kind).collect();
        assert_eq!(shown(&e, &kinds), [vec![0], vec![3, 5, 6, 1], vec![2], vec![4]]);
        let row: Vec<CombatantId> = [3, 5, 6, 1].map(CombatantId).into();
        let fold = Fold::of(&e, &row, |who| who.0 == 6).expect("a row");
        assert_eq!((&*fold.name, &*fold.fares(), fold.lead.0), ("3 Goblins", "1 hurt, 1 fallen", 6));
        for id in [3, 5, 6] {
            e = dies(e, id);
        }
        assert_eq!(shown(&e, &kinds), [vec![0], vec![2], vec![4], vec![1, 3, 5, 6]]);
    }

    #[test]
    fn whoever_is_out_for_good_shares_the_last_row() {
        let fled = |e, id| after(e, &Command::Depart(CombatantId(id), Standing::Fled));
        let one = fled(field(), 3);
        assert_eq!(shown(&one, &[]).last(), Some(&vec![3]), "one alone has its own row");
        let down = after(one, &Command::Depart(CombatantId(6), Standing::Down));
        let e = dies(dies(down, 0), 4);
        assert_eq!(shown(&e, &[]), [vec![1], vec![2], vec![5], vec![6], vec![0, 4, 3]]);
        assert_eq!(arrange(&e, &[], true).starts.len(), 7);
        let last = [0, 4, 3].map(CombatantId);
        assert_eq!(Fold::roll_call(&e, &last), "Ana, Snag, fled: Goblin 2");
        let fold = Fold::of(&e, &last, |_| false).expect("a row");
        assert_eq!((&*fold.name, fold.standing, fold.fallen), ("3 out of the fight", 0, 3));
    }

    #[test]
    fn the_players_own_dead_keep_their_rows() {
        let mut e = dies(dies(dies(field(), 0), 1), 2);
        assert_eq!(shown(&e, &[]).last(), Some(&vec![0, 1, 2]));
        e.sides[0].players = Some(true);
        assert_eq!(shown(&e, &[]), [vec![3], vec![4], vec![5], vec![6], vec![0], vec![1, 2]]);
    }

    #[test]
    fn who_acts_between_parts_a_fold() {
        let mut e = field();
        let slot = |ones: &[u32]| {
            let ones = ones.iter().map(|id| CombatantId(*id)).collect();
            Slot { score: 1, sides: Vec::new(), ones }
        };
        e.order = Arc::new([vec![1], vec![3], vec![0], vec![5, 6], vec![2]].map(|s| slot(&s)).into());
        let kinds: Vec<Kind> = kinds(&e).into_iter().map(|(kind, _)| kind).collect();
        assert_eq!(shown(&e, &kinds), [vec![1, 3], vec![0], vec![5, 6], vec![2], vec![4]]);
    }
}
