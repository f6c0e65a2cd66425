//! What of an account the players may read.

use super::{Account, Did, Walk};
use crate::rules::model::event::SpellFate;
use crate::rules::model::ids::CombatantId;

impl Account {
    /// The account as players may read it who know these combatants by name: only who did what to whom, without rolls,
    /// numbers and outcomes. `None` if somebody they do not know did it or it was done to, or if it is nobody's deed.
    pub fn seen_by(&self, knows: impl Fn(CombatantId) -> bool) -> Option<Self> {
        let did = match &self.did {
            Did::Walk(deed, walk) => Did::Walk(*deed, Walk { away: walk.away, ..Walk::default() }),
            Did::Deed(_) | Did::Spell(SpellFate::Announced | SpellFate::Cast) => self.did.clone(),
            _ => return None,
        };
        let known =
            !self.doers().is_empty() && self.doers().iter().chain(&self.at).all(|who| knows(*who));
        let seen = Self { who: self.who.clone(), did, at: self.at.clone(), ..Self::default() };
        known.then_some(seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::account::Doers;
    use crate::rules::model::command::Deed;
    use crate::rules::model::dice::Purpose;
    use crate::rules::model::tenths::Tenths;

    const ANA: CombatantId = CombatantId(0);
    const GOB: CombatantId = CombatantId(1);
    const LURKER: CombatantId = CombatantId(2);

    fn by_ana(did: Did) -> Account {
        Account { who: Doers::Ones(vec![ANA]), did, at: vec![GOB], ..Account::default() }
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
