//! Moves, and who comes into melee or leaves it by them.

use crate::rules::model::command::Act;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::phrase::Verb;
use crate::rules::model::tenths::Tenths;
use crate::rules::text::log::draft::Draft;
use crate::rules::text::log::passage::{Head, Outcome, Passage, Role, Subject, Walk};
use crate::rules::text::words::{self, name};

impl Draft<'_> {
    /// Records where a mover ends up: beside its target, or a distance off.
    pub(super) fn moves(&mut self, who: CombatantId, off: Option<(CombatantId, Tenths)>) {
        let (near, target) = (self.about.melee(), self.act().and_then(Act::target));
        self.change_walk(who, |walk| match off {
            Some((other, far)) if far <= near && target.is_none_or(|target| target == other) => {
                walk.meets = walk.meets.or(Some(other));
            }
            off => walk.off = off.filter(|(_, far)| *far > near),
        });
    }

    pub(super) fn is_walking(&self, who: CombatantId) -> bool {
        self.all.iter().any(|passage| passage.is_by(who) && matches!(passage.head, Head::Walk(..)))
    }

    /// Whether one of the two moves away in this step.
    pub(super) fn flees(&self, a: CombatantId, b: CombatantId) -> bool {
        let away = |passage: &Passage| matches!(&passage.head, Head::Walk(_, walk) if walk.away);
        self.all.iter().any(|passage| away(passage) && (passage.is_by(a) || passage.is_by(b)))
    }

    pub(super) fn change_walk(&mut self, who: CombatantId, change: impl FnOnce(&mut Walk)) {
        let walks = |passage: &Passage| passage.is_by(who) && matches!(passage.head, Head::Walk(..));
        let passage = self.all.iter().rposition(walks).and_then(|at| self.extend(at));
        if let Some(Head::Walk(_, walk)) = passage.map(|passage| &mut passage.head) {
            change(walk);
        }
    }

    /// Reports an engagement, unless a blow follows; joins the move that caused it.
    pub(super) fn add_engagement(&mut self, a: CombatantId, b: CombatantId) {
        // Simultaneous acts have each been reported already.
        if self.committing {
            return;
        }
        let walks = |passage: &Passage| {
            matches!(passage.head, Head::Walk(..)) && (passage.is_by(a) || passage.is_by(b))
        };
        if let Some(at) = self.all.iter().rposition(walks) {
            let Some(passage) = self.extend(at) else { return };
            let other = if passage.is_by(a) { b } else { a };
            match &mut passage.head {
                Head::Walk(_, walk) if walk.away => {
                    let keeps_up = Verb::KEEP.then("up");
                    let alone = words::they_do(self.e, &[other], keeps_up);
                    self.add_outcome(Outcome::does(Subject::One(other), Role::Plain, alone, keeps_up));
                }
                Head::Walk(_, walk) if walk.meets.is_none() || passage.target == Some(other) => {
                    walk.meets = Some(other);
                }
                _ => {}
            }
            return;
        }
        let acts = self.act().is_some_and(|act| act.who == a || act.who == b);
        if !acts {
            let (one, other) = (name(self.e, a), name(self.e, b));
            self.add_outcome(Outcome::whole(Role::Plain, format!("{one} and {other} are in melee")));
        }
    }

    /// Reports disengaged pairs; several pairs of one combatant as a single outcome.
    pub(super) fn report_disengaged(&mut self) {
        let pairs = std::mem::take(&mut self.disengaged);
        let Some((a, b)) = pairs.first().copied() else { return };
        let of_all = |who: CombatantId| pairs.iter().all(|(x, y)| *x == who || *y == who);
        match [a, b].into_iter().find(|who| pairs.len() > 1 && of_all(*who)) {
            Some(who) => {
                let others = pairs.iter().map(|(x, y)| if *x == who { *y } else { *x });
                let others = words::among(self.e, &others.collect::<Vec<_>>());
                let bare = format!("out of melee with {others}");
                self.add_outcome(Outcome::is(Subject::One(who), Role::Plain, bare));
            }
            None => {
                for (a, b) in pairs {
                    let (one, other) = (name(self.e, a), name(self.e, b));
                    self.add_outcome(Outcome::whole(
                        Role::Plain,
                        format!("{one} and {other} disengage"),
                    ));
                }
            }
        }
    }
}
