//! Joins passages into one line: those of several combatants that did the same, and those of one that continued.

use super::passage::{Head, Outcome, Passage, Subject};

impl Passage {
    /// Whether the next passage says the same of another combatant, or continues this one.
    pub(super) fn is_joined_by(&self, next: &Self) -> bool {
        match (&self.head, &next.head) {
            (Head::Pass, Head::Pass) => true,
            (Head::Walk(verb, walk), Head::Walk(next_verb, next_walk)) => {
                let way = verb == next_verb && walk.away == next_walk.away && self.target == next.target;
                let goes_on = self.who == next.who && walk.meets.is_none();
                let alike = self.who != next.who
                    && walk.meets == next_walk.meets
                    && (walk.meets.is_some() || (walk.far, walk.off) == (next_walk.far, next_walk.off));
                way && (goes_on && self.outcomes.is_empty() || alike && self.has_same_outcomes(next))
            }
            (Head::Blow(rest), Head::Blow(next_rest)) => {
                let at_one = rest == next_rest && self.target == next.target && self.who != next.who;
                at_one && (self.is_same_group_act(next) || self.has_no_effect() && next.has_no_effect())
            }
            (Head::Deed { .. }, Head::Deed { .. }) => {
                let bare = |passage: &Self| passage.rolls.is_empty() && passage.blow.is_none();
                let same = self.head == next.head && self.target == next.target && self.who != next.who;
                same && bare(self) && bare(next) && self.has_same_outcomes(next)
            }
            (Head::Words(_, text), Head::Words(_, other)) if text == other => {
                self.has_same_outcome(next)
            }
            (Head::None, Head::None) => self.has_same_outcome(next),
            _ => false,
        }
    }

    /// Whether the same happened to another: `Referee's ruling · Goblins 5, 6 get away`.
    fn has_same_outcome(&self, next: &Self) -> bool {
        let [one] = &self.outcomes[..] else { return false };
        let [other] = &next.outcomes[..] else { return false };
        let of_each = |outcome: &Outcome| matches!(outcome.subject, Subject::One(_));
        self.rolls.is_empty()
            && next.rolls.is_empty()
            && of_each(one)
            && of_each(other)
            && one.subject != other.subject
            && (one.verb, &one.says, one.role) == (other.verb, &other.says, other.role)
    }

    /// Whether both belong to one act of a group.
    fn is_same_group_act(&self, next: &Self) -> bool {
        let (one, other) = (self.at(), next.at());
        one.0 == other.0 && one.1 != other.1
    }

    fn has_no_effect(&self) -> bool {
        let miss = self.blow.as_ref().is_some_and(|blow| !blow.hits && blow.defended.is_none());
        miss && self.outcomes.is_empty()
    }

    /// Whether both have the same outcomes, for the actor's own ones whoever acted.
    fn has_same_outcomes(&self, next: &Self) -> bool {
        let own = |passage: &Self, outcome: &Outcome| match outcome.subject {
            Subject::One(who) => passage.is_by(who),
            _ => false,
        };
        let alike = |(a, b): (&Outcome, &Outcome)| {
            (a.verb, &a.says) == (b.verb, &b.says)
                && (a.subject == b.subject || own(self, a) && own(next, b))
        };
        self.outcomes.len() == next.outcomes.len() && self.outcomes.iter().zip(&next.outcomes).all(alike)
    }

    /// Merges the next passage into this one.
    pub(super) fn joined(mut self, next: Self) -> Self {
        let goes_on = self.who == next.who;
        if matches!(self.head, Head::Blow(_)) {
            let hit = |passage: &Self| passage.hits.unwrap_or(usize::from(passage.is_undefended_hit()));
            let hits = hit(&self) + hit(&next);
            self.hits = (hits > 0 || self.hits.is_some()).then_some(hits);
        }
        if let (Head::Walk(_, walk), Head::Walk(_, on)) = (&mut self.head, &next.head)
            && goes_on
        {
            walk.far.0 = walk.far.0.saturating_add(on.far.0);
            (walk.off, walk.meets) = (on.off, on.meets);
        }
        if !goes_on {
            self.who.extend(next.who);
        }
        self.seconds = self.seconds.saturating_add(next.seconds);
        self.rolls.extend(next.rolls);
        for outcome in next.outcomes {
            self.add_outcome(outcome);
        }
        self.places.extend(next.places);
        self
    }

    fn is_undefended_hit(&self) -> bool {
        self.blow.as_ref().is_some_and(|blow| blow.hits && blow.defended != Some(true))
    }

    /// Adds an outcome; amounts for one subject are summed, and duplicates are dropped.
    pub(super) fn add_outcome(&mut self, outcome: Outcome) {
        let mut of_it = self.outcomes.iter_mut().filter(|had| had.subject == outcome.subject);
        match of_it.find(|had| {
            had.amount.is_some() == outcome.amount.is_some() && had.amount.is_some() || **had == outcome
        }) {
            Some(had) => had.add(&outcome),
            None => self.outcomes.push(outcome),
        }
    }
}
