//! Groups that check morale together: all of one kind on a side, or the whole side.

use super::morale::{close_own, not_checked};
use super::state::{bears_morale, is_fighting};
use crate::rules::engine::resolution::Change;
use crate::rules::model::counter::Counter;
use crate::rules::model::event::Bearer;
use crate::rules::model::kinds;
use crate::rules::model::option::{Setting, choices};
use crate::rules::model::window::{Subject, Whose};
use crate::rules::ruleset::prelude::*;

choices! {
    /// Who checks morale together.
    MoraleBy { Side = "side", Kind = "kind" }
}

/// Combatants that check morale together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group {
    /// Their side.
    pub side: SideId,
    /// The bearer of its counters: the side, for a whole side and for the first kind of a side; otherwise the kind's
    /// first member.
    pub bearer: Bearer,
    /// The first member of the kind; `None` for the whole side.
    first: Option<CombatantId>,
}

impl Group {
    /// Returns the group of a whole side.
    pub fn whole(side: SideId) -> Self {
        Self { side, bearer: side.into(), first: None }
    }

    /// The group as the cause of what its check decides.
    pub fn cause(&self) -> Why {
        Why::Group(self.side, self.first)
    }

    /// Returns the group of a kind, with its counters on the first member.
    pub fn of_kind(first: &Combatant) -> Self {
        Self { side: first.side, bearer: first.id.into(), first: Some(first.id) }
    }

    /// Returns the groups of a side, in roster order; kinds without a morale score are left out.
    fn of_side(e: &Encounter, side: SideId, by_kind: bool) -> Vec<Self> {
        if !by_kind {
            return vec![Self::whole(side)];
        }
        let scored = |first: &&Combatant| kinds::members(e, first).any(|c| bears_morale(e, c).is_some());
        let firsts = kinds::leaders(e).filter(|first| first.side == side).filter(scored);
        let group = |(nth, first): (usize, &Combatant)| Self {
            side,
            bearer: if nth == 0 { side.into() } else { first.id.into() },
            first: Some(first.id),
        };
        firsts.enumerate().map(group).collect()
    }

    /// Returns all its members, in roster order, whatever has become of them.
    pub fn members(self, e: &Encounter) -> impl Iterator<Item = &Combatant> {
        let first = self.first.and_then(|first| e.get(first));
        let is_one = move |c: &&Combatant| match first {
            Some(first) => kinds::are_one(e, first, c),
            None => c.side == self.side,
        };
        e.all().filter(is_one)
    }

    /// Returns its former members that have changed sides.
    pub fn strayed(self, e: &Encounter) -> impl Iterator<Item = &Combatant> {
        let first = self.first.and_then(|first| e.get(first));
        let was_one = move |c: &&Combatant| {
            c.side != self.side
                && c.count(Counter::HOME) == home(self.side)
                && first.is_none_or(|first| kinds::are_alike(e, first, c))
        };
        e.all().filter(was_one)
    }

    /// Returns the subject of its check's window: the side if it is the only group of it.
    pub fn subject(self, e: &Encounter) -> Subject {
        match self.first.filter(|_| self.is_among_others(e)) {
            Some(first) => Subject::Combatant(first),
            None => Subject::Side(self.side),
        }
    }

    /// Whether its side has other groups too.
    pub fn is_among_others(self, e: &Encounter) -> bool {
        self.first.is_some() && Self::of_side(e, self.side, true).len() > 1
    }

    /// Returns the group that a morale window is about.
    fn of_subject(e: &Encounter, subject: &Subject, by_kind: bool) -> Option<Self> {
        match *subject {
            Subject::Side(side) => Self::of_side(e, side, by_kind).into_iter().next(),
            Subject::Combatant(who) => Self::of(e, who, by_kind),
            Subject::Timer(_) => None,
        }
    }

    /// Returns the group of a combatant.
    fn of(e: &Encounter, who: CombatantId, by_kind: bool) -> Option<Self> {
        let c = e.get(who)?;
        Self::of_side(e, c.side, by_kind).into_iter().find(|group| group.members(e).any(|c| c.id == who))
    }
}

/// Returns the value of [`Counter::HOME`] for a side.
fn home(side: SideId) -> i32 {
    i32::from(side.0).saturating_add(1)
}

/// Whether it came over from another side in the fight.
pub fn came_over(c: &Combatant) -> bool {
    let from = c.count(Counter::HOME);
    from != 0 && from != home(c.side)
}

/// After a command, updates the counters for combatants that changed sides or kinds: what was kept on them as the first
/// member of their old group stays with it, its counters and its open check. Those that changed sides in the fight still
/// count for their old group. The group they join is unaffected by the checks their old group has passed: the condition
/// that stands for these, if any, ends.
pub fn on_regrouped(
    r: &mut Resolution,
    counted: &[Counter],
    steadfast: Option<Condition>,
    groups: impl Fn(&Encounter) -> Vec<Group>,
    subject: impl Fn(&Encounter, Group) -> Subject,
) {
    let moves: Vec<(CombatantId, Event)> =
        r.changes().iter().filter_map(|change| undoing(r.encounter(), change)).collect();
    for (who, undone) in moves {
        if let Event::Turned(_, from) = undone
            && is_fighting(r.encounter())
            && r.encounter().count_of(who, Counter::HOME) == 0
        {
            r.count(who, Counter::HOME, home(from));
        }
        let now = r.encounter().clone();
        let mut before = now.clone();
        before.apply(&undone);
        let (old, new) = (groups(&before), groups(&now));
        // A new stat block may leave the combatant in its group.
        let moved = now.get(who).map(|c| c.side) != before.get(who).map(|c| c.side)
            || fellows(&before, &old, who) != fellows(&now, &new, who);
        if moved {
            steadfast.into_iter().for_each(|condition| r.relieve(who, condition));
        }
        let stays = |one: Group, group: Group| {
            let mut both = one.members(&before).filter(|c| !(moved && c.id == who));
            both.any(|c| group.members(&now).any(|other| other.id == c.id))
        };
        let was = |group: Group| old.iter().copied().find(|one| stays(*one, group));
        let is = |one: Group| new.iter().copied().find(|group| stays(one, *group));
        let kept: Vec<(Bearer, Option<Bearer>)> =
            new.iter().map(|group| (group.bearer, was(*group).map(|one| one.bearer))).collect();
        let open = now.window().filter(|window| window.phase == Phase::Morale).cloned();
        let handed = open.and_then(|window| {
            let of = old.iter().find(|one| window.subject == Some(subject(&before, **one)))?;
            Some((window, is(*of).map(|group| subject(&now, group))))
        });
        let left: Vec<Bearer> = old.iter().map(|group| group.bearer).chain([who.into()]).collect();
        pass_on(r, &before, counted, &left, &kept);
        if let Some((window, heir)) = handed {
            hand_over(r, window, heir);
        }
    }
}

/// Returns the combatant that the change may have moved to another group, and the event that would move it back.
fn undoing(e: &Encounter, change: &Change) -> Option<(CombatantId, Event)> {
    match *change {
        Change::Turned(who, from) => Some((who, Event::Turned(who, from))),
        Change::Reshaped(who, old) => Some((who, Event::Reshaped(who, old, e.get(who)?.vitals.max()))),
        _ => None,
    }
}

/// The other members of its group.
fn fellows(e: &Encounter, groups: &[Group], who: CombatantId) -> Vec<CombatantId> {
    let members = |group: &Group| group.members(e).map(|c| c.id).collect::<Vec<_>>();
    let own = groups.iter().map(members).find(|members| members.contains(&who));
    own.unwrap_or_default().into_iter().filter(|member| *member != who).collect()
}

/// Moves the counters of each group to whoever keeps them now; a new group starts without.
fn pass_on(
    r: &mut Resolution,
    before: &Encounter,
    counted: &[Counter],
    left: &[Bearer],
    kept: &[(Bearer, Option<Bearer>)],
) {
    let gone = left.iter().filter(|bearer| kept.iter().all(|(other, _)| other != *bearer));
    for (bearer, source) in kept.iter().copied().chain(gone.map(|bearer| (*bearer, None))) {
        for &counter in counted {
            let count = source.map_or(0, |source| before.count_of(source, counter));
            if r.encounter().count_of(bearer, counter) != count {
                r.count(bearer, counter, count);
            }
        }
    }
}

/// Hands the open check over to what is left of its group; closes it if nobody is.
fn hand_over(r: &mut Resolution, window: Window, heir: Option<Subject>) {
    if window.subject == heir {
        return;
    }
    r.emit(Event::Closed);
    let Some(heir) = heir else { return };
    let whose = match (window.whose, &heir) {
        (Whose::One(_), Subject::Combatant(who)) => Whose::One(*who),
        (whose, _) => whose,
    };
    r.emit(Event::Laid(Box::new(Window { whose, ..window }.about(heir))));
}

/// How a ruleset forms groups.
pub struct Grouping {
    /// The option that decides.
    pub by: &'static Setting<MoraleBy>,
}

impl Grouping {
    fn by_kind(&self, e: &Encounter) -> bool {
        self.by.is(e, MoraleBy::Kind)
    }

    /// Whether combatants of this kind check by themselves.
    pub fn checks_alone(&self, e: &Encounter, who: CombatantId) -> bool {
        self.by_kind(e) && Group::of(e, who, true).is_some()
    }

    /// Returns the groups of all sides.
    pub fn all(&self, e: &Encounter) -> Vec<Group> {
        let by_kind = self.by_kind(e);
        e.side_ids().flat_map(|side| Group::of_side(e, side, by_kind)).collect()
    }

    /// Returns the group that a morale window is about.
    pub fn of(&self, e: &Encounter, subject: &Subject) -> Option<Group> {
        Group::of_subject(e, subject, self.by_kind(e))
    }

    /// Makes each of the groups check at the referee's command; this replaces a check of theirs that is due. Returns
    /// the window that was open for it.
    ///
    /// # Errors
    /// Those of the check.
    pub fn by_referee(
        &self,
        r: &mut Resolution,
        whom: Whom,
        check: impl Fn(&mut Resolution, Group) -> Result<(), Stop>,
    ) -> Result<Option<Window>, Stop> {
        let groups = whom.groups(r.encounter(), self.by_kind(r.encounter()));
        let own = close_own(r, &groups);
        if groups.is_empty() {
            not_checked(r, whom.side);
        }
        groups.into_iter().try_for_each(|group| check(r, group))?;
        Ok(own)
    }
}

/// Whom the referee makes check: a side, or only the kind of one combatant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whom {
    /// The side.
    pub side: SideId,
    /// A combatant whose kind checks, if not the whole side.
    pub like: Option<CombatantId>,
}

impl Whom {
    /// Returns the groups that check.
    fn groups(self, e: &Encounter, by_kind: bool) -> Vec<Group> {
        match self.like {
            Some(who) => Group::of(e, who, by_kind).into_iter().collect(),
            None => Group::of_side(e, self.side, by_kind),
        }
    }
}
