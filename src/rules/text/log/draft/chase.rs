//! Breaking off with a whole side, and a round of pursuit: one passage for each group that runs.

use crate::rules::model::command::Deed;
use crate::rules::model::event::Event;
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::phrase::Verb;
use crate::rules::model::tenths::Tenths;
use crate::rules::text::log::draft::Draft;
use crate::rules::text::log::passage::{Head, Outcome, Passage, Role, Walk};

impl Draft<'_> {
    /// Begins the passage of a group, of which `first` is a member. The first group of a chase runs from the others.
    pub(super) fn runs(&mut self, first: CombatantId, feet: u32) {
        let away = !self.all.iter().any(|passage| matches!(passage.head, Head::Walk(..)));
        let far = Tenths::whole(i32::try_from(feet).unwrap_or(i32::MAX));
        let walk = Walk { away, far, ..Walk::default() };
        self.push(Passage::of(first, Head::Walk(Verb::RUN, walk)));
    }

    /// Returns the index of the passage of breaking off.
    fn breaks_off(&self) -> Option<usize> {
        let act = self.act().filter(|act| act.deed == Deed::Evade)?;
        self.all.iter().position(|passage| passage.is_by(act.who))
    }

    /// Reports how breaking off turns out: at once, or after the roll of the side that decides it.
    pub(super) fn broke_off(&mut self, text: String) {
        let rolled = |passage: &Passage| passage.who.is_empty();
        match self.breaks_off() {
            Some(at) if self.all[at..].iter().any(rolled) => {
                let told = self.all.remove(at);
                self.push(Passage { head: Head::Words(Role::Plain, text), ..told });
            }
            Some(at) => self.all[at].head = Head::Words(Role::Plain, text),
            None => _ = self.words(Role::Plain, text),
        }
    }

    /// Adds the distance at which a side breaks off, once for all pairs.
    fn breaks_off_at(&mut self, far: Tenths) {
        let outcome = Outcome::whole(Role::Dim, format!("{far}{} off", self.about.unit));
        if let Some(at) = self.breaks_off()
            && !self.all[at].outcomes.contains(&outcome)
        {
            self.all[at].add_outcome(outcome);
        }
    }

    /// Adds where a runner ends up to the passage of its group: the nearest foe, for those in pursuit. Returns whether
    /// the event is part of a chase.
    pub(super) fn runs_on(&mut self, event: &Event) -> bool {
        let (who, off) = match event {
            Event::Moved { who, off, .. } => (*who, *off),
            Event::Apart(_, _, Some(far)) if self.breaks_off().is_some() => {
                self.breaks_off_at(*far);
                return true;
            }
            Event::Apart(who, other, Some(far)) => (*who, Some((*other, *far))),
            _ => return false,
        };
        let (side, near) = (self.side_of(who), self.about.melee());
        let of_side = |first: &CombatantId| self.side_of(*first) == side;
        let is_group = |last: &Passage| {
            matches!(last.head, Head::Walk(..)) && last.who.first().is_some_and(of_side)
        };
        if self.act().is_some() || !self.all.last().is_some_and(is_group) {
            return false;
        }
        let Some(passage) = self.extend(self.all.len() - 1) else { return false };
        let Head::Walk(_, walk) = &mut passage.head else { return false };
        if !passage.who.contains(&who) {
            passage.who.push(who);
        }
        match off.filter(|_| !walk.away) {
            Some((other, far)) if far <= near => walk.meets = walk.meets.or(Some(other)),
            Some((_, far)) if walk.off.is_none_or(|(_, nearest)| far < nearest) => walk.off = off,
            _ => {}
        }
        true
    }

    fn side_of(&self, who: CombatantId) -> Option<SideId> {
        self.e.get(who).map(|c| c.side)
    }
}
