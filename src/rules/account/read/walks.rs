//! Moves, who comes into melee or leaves it by them, and chases.

use super::*;

impl Reading<'_> {
    /// Changes the walk of that one, if it is the one that walks by this cause.
    pub(super) fn walk(&mut self, who: CombatantId, change: impl FnOnce(&mut Walk)) {
        let walks = |account: &Account| account.is_by(who) && matches!(account.did, Did::Walk(..));
        let Some(at) = self.all.iter().rposition(walks) else { return };
        self.place(at);
        if let Did::Walk(_, walk) = &mut self.all[at].did {
            change(walk);
        }
    }

    pub(super) fn moved(&mut self, who: CombatantId, off: Option<(CombatantId, Tenths)>) {
        if self.chased(who, off) {
            return;
        }
        let (near, target) = (self.about.melee(), self.act().and_then(Act::target));
        self.walk(who, |walk| match off {
            Some((other, far)) if far <= near && target.is_none_or(|target| target == other) => {
                if walk.meets.is_empty() {
                    walk.meets.push(other);
                }
            }
            off => walk.off = off.filter(|(_, far)| *far > near),
        });
    }

    /// Adds to the walk of its group where one in a chase ends up.
    pub(super) fn chased(&mut self, who: CombatantId, off: Option<(CombatantId, Tenths)>) -> bool {
        let side = self.e.get(who).map(|c| c.side);
        let Some(at) = self.loose.filter(|_| self.act().is_none()) else { return false };
        let of_side = |first: &CombatantId| self.e.get(*first).map(|c| c.side) == side;
        if !self.all[at].doers().first().is_some_and(of_side) {
            return false;
        }
        let near = self.about.melee();
        let account = &mut self.all[at];
        let (Doers::Ones(all), Did::Walk(_, walk)) = (&mut account.who, &mut account.did) else {
            return false;
        };
        if !all.contains(&who) {
            all.push(who);
        }
        match off.filter(|_| !walk.away) {
            Some((other, far)) if far <= near && walk.meets.is_empty() => walk.meets.push(other),
            Some((_, far)) if far > near && walk.off.is_none_or(|(_, had)| far < had) => walk.off = off,
            _ => {}
        }
        self.place(at);
        true
    }

    /// Two come into melee: by a move it is the move's, by an act the blow that follows tells it.
    pub(super) fn meets(&mut self, a: CombatantId, b: CombatantId) {
        let waited = self.is_right_under(|why| *why == Why::Outcome);
        let walks = |account: &Account| {
            matches!(account.did, Did::Walk(..)) && (account.is_by(a) || account.is_by(b))
        };
        if waited {
            return;
        }
        if let Some(at) = self.all.iter().rposition(walks) {
            let account = &mut self.all[at];
            let other = if account.is_by(a) { b } else { a };
            let target = account.at.first().copied();
            if let Did::Walk(_, walk) = &mut account.did
                && !walk.away
                && !account.who.eq(&Doers::Nobody)
                && (walk.meets.is_empty() || target == Some(other))
            {
                walk.meets = vec![other];
            } else if self.pursues(at, other) {
                self.came(at, Whom::One(other), What::KeepsUp, false);
            }
            return self.place(at);
        }
        let done =
            self.is_under(|why| matches!(why, Why::Act(_) | Why::GoesOn(..) | Why::OutOfTurn(..)));
        if !done && !self.story.reunited.contains(&pair(a, b)) {
            let at = self.here(Some(a));
            self.came(at, Whom::One(a), What::Meets(b), false);
        }
    }

    /// Whether the group of that one gives chase, as the account tells.
    pub(super) fn pursues(&self, at: usize, who: CombatantId) -> bool {
        let Some(c) = self.e.get(who) else { return false };
        self.all[at].came.iter().any(|came| match &came.what {
            What::Pursues(of, true) => self.e.get(*of).is_some_and(|of| kinds::are_one(self.e, of, c)),
            _ => false,
        })
    }

    /// Two part: told only where nobody's act, fall or flight says so.
    pub(super) fn parts(&mut self, a: CombatantId, b: CombatantId) {
        let by_row = self.is_under(|why| matches!(why, Why::Table(_)));
        let told = !by_row
            && self.is_under(|why| {
                use Why::{Act, Breaks, Falls, GoesOn, OutOfTurn, Outcome};
                matches!(why, Act(_) | GoesOn(..) | OutOfTurn(..) | Falls(_) | Breaks(_) | Outcome)
            });
        let leaves = |event: &Event| matches!(event, Event::Stood(who, _) if *who == a || *who == b);
        if told || self.story.reunited.contains(&pair(a, b)) || self.step.events.iter().any(leaves) {
            return;
        }
        let at = self.here(Some(a));
        self.came(at, Whom::One(a), What::Parts(b), false);
    }

    /// Begins the walk of a group in a chase, of which `first` is a member. The first group runs from the others.
    pub(super) fn runs(&mut self, first: CombatantId, feet: u32) {
        let away = !self.all.iter().any(|account| matches!(account.did, Did::Walk(..)));
        let far = i32::try_from(feet).unwrap_or(i32::MAX);
        let far = Tenths::whole(far);
        let walk = Walk { away, far, ..Walk::default() };
        let (who, did) = (Doers::Ones(vec![first]), Did::Walk(Deed::Run, walk));
        let at = self.push(Account { who, did, ..Account::default() });
        self.loose = Some(at);
        self.place(at);
    }
}
