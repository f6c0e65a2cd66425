//! Whom an account concerns, and what of it the players may read.

use super::{Account, Came, Did, Doers, Walk, What, Whom};
use crate::rules::model::event::SpellFate;
use crate::rules::model::ids::CombatantId;
use std::collections::BTreeSet;

impl Account {
    /// All combatants that it concerns: who did it and to whom, whom its doers come near, whose rolls and outcomes belong
    /// to it, and those of what its doer begins next.
    pub fn concerns(&self) -> BTreeSet<CombatantId> {
        let kind = match self.who {
            Doers::Kind(who) => Some(who),
            _ => None,
        };
        let (met, off) = match &self.did {
            Did::Walk(_, walk) => (&walk.meets[..], walk.off.map(|(other, _)| other)),
            _ => (&[][..], None),
        };
        let tries = self.tries.iter().flat_map(|one| [one.who, one.against]).flatten();
        let came = self.came.iter().flat_map(Came::concerns).flatten();
        let then = self.then.iter().flat_map(|then| then.concerns());
        let named = self.doers().iter().chain(&self.at).chain(met).copied();
        named.chain(kind).chain(off).chain(tries).chain(came).chain(then).collect()
    }

    /// The account as players may read it who know these combatants by name: only who did what to whom, without rolls,
    /// numbers and outcomes. `None` if it concerns somebody they do not know even so, or is nobody's deed.
    pub fn seen_by(&self, knows: impl Fn(CombatantId) -> bool) -> Option<Self> {
        let did = match &self.did {
            Did::Walk(deed, walk) => Did::Walk(*deed, Walk { away: walk.away, ..Walk::default() }),
            Did::Deed(_) | Did::Spell(SpellFate::Announced | SpellFate::Cast) => self.did.clone(),
            _ => return None,
        };
        let seen = Self { who: self.who.clone(), did, at: self.at.clone(), ..Self::default() };
        let known = !seen.doers().is_empty() && seen.concerns().into_iter().all(knows);
        known.then_some(seen)
    }
}

impl Came {
    /// For whom it came, and toward whom.
    fn concerns(&self) -> [Option<CombatantId>; 2] {
        let whom = match self.whom {
            Whom::One(who) => Some(who),
            Whom::Side(_) | Whom::Nobody => None,
        };
        let toward = match &self.what {
            What::Meets(other) | What::Parts(other) | What::Pursues(other, _) => Some(*other),
            What::Begins(effect, _) | What::Temporary(effect, _) => effect.toward,
            _ => None,
        };
        [whom, toward]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::account::Try;
    use crate::rules::model::command::Deed;
    use crate::rules::model::dice::Purpose;
    use crate::rules::model::event::{Outcome, Rolled};
    use crate::rules::model::tenths::Tenths;

    const ANA: CombatantId = CombatantId(0);
    const GOB: CombatantId = CombatantId(1);
    const LURKER: CombatantId = CombatantId(2);

    fn by_ana(did: Did) -> Account {
        Account { who: Doers::Ones(vec![ANA]), did, at: vec![GOB], ..Account::default() }
    }

    /// Whatever in an account is about somebody is found.
    #[test]
    fn an_account_concerns_all_who_are_in_it() {
        let came = |whom, what| Came { whom, what, waits: false };
        let rolled = Rolled::new(Purpose::Attack(0), Outcome::Success);
        let attack = Try::of(&Rolled { against: Some(LURKER), ..rolled }, None);
        let off = Walk { off: Some((LURKER, Tenths::default())), ..Walk::default() };
        let met = Walk { meets: vec![LURKER], ..Walk::default() };
        let strike = || by_ana(Did::Deed(Deed::Strike));
        let accounts = [
            Account { at: vec![LURKER], ..strike() },
            Account { who: Doers::Kind(LURKER), ..strike() },
            Account { tries: vec![attack], ..strike() },
            Account { came: vec![came(Whom::One(LURKER), What::Wound)], ..strike() },
            Account { came: vec![came(Whom::One(ANA), What::Meets(LURKER))], ..strike() },
            Account { then: Some(Box::new(Account { at: vec![LURKER], ..strike() })), ..strike() },
            by_ana(Did::Walk(Deed::Move, off)),
            by_ana(Did::Walk(Deed::Move, met)),
        ];
        for account in accounts {
            assert!(account.concerns().contains(&LURKER), "{account:?}");
        }
        assert!(!strike().concerns().contains(&LURKER));
    }

    #[test]
    fn players_read_of_an_account_what_concerns_only_those_they_know() {
        let knows = |who| who != LURKER;
        let off = Walk { off: Some((LURKER, Tenths::default())), ..Walk::default() };
        let seen = by_ana(Did::Walk(Deed::Move, off)).seen_by(knows).expect("a plain move");
        assert_eq!(seen, by_ana(Did::Walk(Deed::Move, Walk::default())));
        let of_lurker = Account { at: vec![LURKER], ..by_ana(Did::Deed(Deed::Strike)) };
        assert_eq!(of_lurker.seen_by(knows), None);
        assert_eq!(by_ana(Did::Roll(Purpose::Morale)).seen_by(knows), None);
    }
}
