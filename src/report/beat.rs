//! What is worth telling of a round: its beats.

use crate::rules::account::{Account, Did, Means, include};
use crate::rules::model::combatant::Standing;
use crate::rules::model::command::Deed;
use crate::rules::model::event::SpellFate;
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::tenths::Tenths;
use std::collections::BTreeMap;

/// What a combatant did, in the order in which it is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Does {
    /// Cast a spell, on somebody on whom it took effect.
    Cast,
    /// Took hit points from another.
    Hit,
    /// Wounded another.
    Wound,
    /// Did what it tried to do to another: possessed it, disarmed it.
    Win(Deed),
    /// Lost a spell to a blow.
    Lose,
    /// Turned undead.
    Turn,
    /// Destroyed undead.
    Destroy,
    /// Healed somebody.
    Heal,
    /// Put another down, who was down already if `again`.
    Fell { dead: bool, again: bool },
}

/// Something that a combatant did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Done {
    pub(super) does: Does,
    pub(super) whom: Option<CombatantId>,
    /// The spell, if by one.
    pub(super) spell: Option<Means>,
    /// Whether by a shot or throw.
    pub(super) shot: bool,
    pub(super) critical: bool,
    /// The hit points or wounds in sum.
    pub(super) amount: i64,
    /// The remaining and maximum hit points, if a hit brought its victim near the end.
    pub(super) left: Option<(i32, i32)>,
    /// Whether the one put down was the last of its kind up.
    pub(super) last: bool,
}

impl Done {
    pub(super) fn new(does: Does, whom: Option<CombatantId>) -> Self {
        let (spell, shot, critical, last) = (None, false, false, false);
        Self { does, whom, spell, shot, critical, amount: 0, left: None, last }
    }

    /// What was done by an account.
    pub(super) fn by(account: &Account, does: Does, whom: Option<CombatantId>) -> Self {
        let shot = account.did == Did::Deed(Deed::Shoot);
        Self { spell: spell(account), shot, ..Self::new(does, whom) }
    }

    /// Whether it harmed somebody.
    pub(super) fn harms(&self) -> bool {
        matches!(self.does, Does::Hit | Does::Wound)
    }

    /// Whether both are the same, to whomever.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let sort = |one: &Self| (one.does, one.spell, one.shot, one.critical, one.amount, one.left);
        sort(self) == sort(other)
    }

    /// Whether both are the same to the same one.
    fn is_same(&self, other: &Self) -> bool {
        (self.does, self.whom, self.spell) == (other.does, other.whom, other.spell)
    }
}

/// The spell that an account casts. Where spells are attack lines, only the deed shows it.
pub(super) fn spell(account: &Account) -> Option<Means> {
    let casts = matches!(account.did, Did::Spell(SpellFate::Cast) | Did::Deed(Deed::Cast));
    account.with.filter(|_| casts)
}

/// Whether an account is meant to harm, so that what it brings is its doer's work.
pub(super) fn is_hostile(account: &Account) -> bool {
    match &account.did {
        Did::Attack | Did::Spell(SpellFate::Cast) => true,
        Did::Deed(deed) => deed.role().is_hostile(),
        _ => false,
    }
}

/// How a combatant came to fare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// It joined the fight.
    Came,
    /// It is out of the fight, or up again.
    Out(Standing),
    /// A condition of this name keeps it from fighting.
    Hampered(&'static str),
    /// It broke.
    Broke,
}

/// Something worth telling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Beat {
    /// The sides met at this distance.
    Met(Tenths),
    /// These sides were surprised.
    Surprised(Vec<SideId>),
    /// This side acts first.
    First(SideId),
    /// The first contact: who closed with whom.
    Contact(Vec<CombatantId>, Vec<CombatantId>),
    /// A combatant's act.
    Act(CombatantId, Done),
    /// The side passed its morale check.
    Held(SideId),
    /// What became of these, by nobody's act.
    Became(Fate, Vec<CombatantId>),
}

/// A round with its beats.
#[derive(Debug, Default)]
pub(super) struct Round {
    /// Its number; 0 before the first.
    pub(super) round: u32,
    /// Whether it is about what came after the fight.
    pub(super) after: bool,
    /// The beats, in order.
    pub(super) beats: Vec<Beat>,
    /// The attacks of each side, and how many of them hit.
    pub(super) attacks: BTreeMap<SideId, (usize, usize)>,
    /// Whether an attack got through what stood against it.
    pub(super) through: bool,
    /// Whether anyone was harmed.
    pub(super) harm: bool,
}

impl Round {
    /// What combatants did, each with who did it.
    pub(super) fn acts(&mut self) -> impl DoubleEndedIterator<Item = (CombatantId, &mut Done)> {
        self.beats.iter_mut().filter_map(|beat| match beat {
            Beat::Act(who, done) => Some((*who, done)),
            _ => None,
        })
    }

    /// What was done to that one, each with who did it.
    pub(super) fn done_to(
        &self,
        whom: CombatantId,
    ) -> impl DoubleEndedIterator<Item = (CombatantId, Done)> {
        self.beats.iter().filter_map(move |beat| match beat {
            Beat::Act(who, done) if done.whom == Some(whom) => Some((*who, *done)),
            _ => None,
        })
    }

    /// Adds what somebody did. More of the same to the same one is added up.
    pub(super) fn act(&mut self, who: CombatantId, done: Done) {
        if let Some((_, had)) = self.acts().find(|(by, had)| *by == who && had.is_same(&done)) {
            let amount = had.amount.saturating_add(done.amount);
            *had = Done { amount, critical: had.critical || done.critical, ..done };
            return;
        }
        self.beats.push(Beat::Act(who, done));
    }

    /// Adds what became of somebody.
    pub(super) fn became(&mut self, fate: Fate, who: CombatantId) {
        match self.beats.last_mut() {
            Some(Beat::Became(same, all)) if *same == fate => include(all, &[who]),
            _ => self.beats.push(Beat::Became(fate, vec![who])),
        }
    }
}
