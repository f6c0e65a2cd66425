//! What of an account the players may read.

use super::{Account, Came, Did, Doers, Try, Walk, What, Whom};
use crate::rules::model::command::Deed;
use crate::rules::model::dice::Purpose;
use crate::rules::model::effect::Effect;
use crate::rules::model::event::{Event, SpellFate};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::knowledge::Knowledge;

/// The deeds of foes that everyone sees. Of other deeds, only what comes of them is told.
const PLAIN: [Deed; 10] = [
    Deed::Strike,
    Deed::Shoot,
    Deed::Combo,
    Deed::Cast,
    Deed::Charge,
    Deed::Move,
    Deed::Run,
    Deed::Withdraw,
    Deed::Retreat,
    Deed::Surrender,
];

impl Account {
    /// The account as players may read it: who did what to whom and what is seen to come of it, without the figures of
    /// foes. Whoever they do not `know` by name is left out; of conditions, only those that `show` are told. `None` if
    /// nothing is left.
    pub fn seen_by(
        &self,
        knows: impl Fn(CombatantId) -> Knowledge,
        shows: impl Fn(CombatantId, &Effect) -> bool,
    ) -> Option<Self> {
        let named = |who: CombatantId| knows(who) >= Knowledge::Name;
        let at: Vec<CombatantId> = self.at.iter().copied().filter(|who| named(*who)).collect();
        let came: Vec<Came> = self.came.iter().filter_map(|came| came.seen(&knows, &shows)).collect();
        let who = match &self.who {
            Doers::Ones(all) => Doers::Ones(all.iter().copied().filter(|who| named(*who)).collect()),
            Doers::Nobody | Doers::Referee => Doers::Nobody,
            Doers::Kind(_) | Doers::Side(_) => Doers::Ones(broken(&came)),
        };
        let nobody = who == Doers::Ones(Vec::new()) || (at.is_empty() && !self.at.is_empty());
        let mut seen = Self { who, at, turn: self.turn.clone(), ..Self::default() };
        let own =
            !seen.doers().is_empty() && seen.doers().iter().all(|who| knows(*who) == Knowledge::Figures);
        seen.did = did(&self.did, own, &named).filter(|_| !nobody)?;
        if seen.did == Did::Roll(Purpose::Morale) {
            seen.who = Doers::Ones(broken(&came));
        }
        let tells = match &seen.did {
            Did::Befalls => !came.is_empty(),
            Did::Roll(Purpose::Morale) => !seen.doers().is_empty(),
            _ => true,
        };
        let savers = if own { seen.doers() } else { &[] };
        seen.tries = self.tries.iter().filter_map(|one| one.seen(&named, savers)).collect();
        seen.with = self.with.filter(|_| own);
        seen.stage = self.stage;
        seen.critical = self.critical;
        seen.fumble = self.fumble && own;
        seen.places = self.places.clone();
        seen.came = came;
        tells.then_some(seen)
    }
}

/// What was done, if players see it: of a foe only what is plain. To do nothing is not worth telling.
fn did(did: &Did, own: bool, named: &impl Fn(CombatantId) -> bool) -> Option<Did> {
    Some(match did {
        Did::Walk(deed, walk) if own || PLAIN.contains(deed) => {
            let meets = walk.meets.iter().copied().filter(|who| named(*who)).collect();
            Did::Walk(*deed, Walk { away: walk.away, far: walk.far, meets, off: None })
        }
        Did::Deed(Deed::Pass) => return None,
        Did::Deed(deed) if own || PLAIN.contains(deed) => Did::Deed(*deed),
        Did::Spell(SpellFate::Announced | SpellFate::Cast) if own => did.clone(),
        Did::Spell(SpellFate::Cast) => Did::Deed(Deed::Cast),
        Did::Attack | Did::Befalls | Did::Roll(Purpose::Morale) => did.clone(),
        Did::Event(event) if matches!(**event, Event::Joined(_) | Event::Ended) => did.clone(),
        _ => return None,
    })
}

/// Those who break.
fn broken(came: &[Came]) -> Vec<CombatantId> {
    let one = |came: &Came| match (came.whom, &came.what) {
        (Whom::One(who), What::Breaks) => Some(who),
        _ => None,
    };
    came.iter().filter_map(one).collect()
}

impl Try {
    /// How an attack, a defence, or a saving throw of those who were told to make one turned out, without a number, if
    /// those concerned are known.
    fn seen(&self, named: &impl Fn(CombatantId) -> bool, savers: &[CombatantId]) -> Option<Self> {
        let known = self.who.into_iter().chain(self.against).all(named);
        let told = match self.purpose {
            Purpose::Defence(_) | Purpose::Morale => true,
            Purpose::Save(_) => self.who.is_some_and(|who| savers.contains(&who)),
            _ => self.is_attack(),
        };
        (known && told).then(|| Self { face: None, total: 0, need: None, ..self.clone() })
    }
}

impl Came {
    /// What players see of it: of a foe no number, and nothing that has yet to take hold.
    fn seen(
        &self,
        knows: impl Fn(CombatantId) -> Knowledge,
        shows: impl Fn(CombatantId, &Effect) -> bool,
    ) -> Option<Self> {
        let Whom::One(who) = self.whom else { return None };
        let own = match knows(who) {
            Knowledge::Figures => true,
            Knowledge::Name if !self.waits => false,
            _ => return None,
        };
        let what = match &self.what {
            What::Begins(effect, lasts) if shows(who, effect) => {
                let toward = effect.toward.filter(|who| knows(*who) >= Knowledge::Name);
                let bare =
                    Effect { label: effect.label.clone(), ..Effect::new(effect.id, effect.condition) };
                let told = if own { (**effect).clone() } else { bare };
                What::Begins(Box::new(Effect { toward, ..told }), lasts.filter(|_| own))
            }
            What::Stands(_) | What::Breaks | What::Driven(_) | What::Lost => self.what.clone(),
            What::Harm(_)
            | What::Subdual(_)
            | What::Wound
            | What::Absorbed(_)
            | What::TooLittle(_)
            | What::Heal(_)
            | What::Temporary(..)
            | What::Gear(..)
            | What::Row(..)
                if own =>
            {
                self.what.clone()
            }
            _ => return None,
        };
        Some(Self { whom: self.whom, what, waits: self.waits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::model::dice::Purpose;
    use crate::rules::model::tenths::Tenths;

    const ANA: CombatantId = CombatantId(0);
    const GOB: CombatantId = CombatantId(1);
    const LURKER: CombatantId = CombatantId(2);

    fn knows(who: CombatantId) -> Knowledge {
        match who {
            ANA => Knowledge::Figures,
            GOB => Knowledge::Name,
            _ => Knowledge::Looks,
        }
    }

    fn seen(account: &Account) -> Option<Account> {
        account.seen_by(knows, |_, _| true)
    }

    fn by(who: &[CombatantId], did: Did) -> Account {
        Account { who: Doers::Ones(who.to_vec()), did, at: vec![GOB], ..Account::default() }
    }

    #[test]
    fn players_read_of_an_account_what_concerns_only_those_they_know() {
        let off = Walk { off: Some((LURKER, Tenths::default())), ..Walk::default() };
        let plain = by(&[ANA], Did::Walk(Deed::Move, Walk::default()));
        assert_eq!(seen(&by(&[ANA, LURKER], Did::Walk(Deed::Move, off))), Some(plain));
        let of_lurker = Account { at: vec![LURKER], ..by(&[ANA], Did::Deed(Deed::Strike)) };
        assert_eq!(seen(&of_lurker), None);
        assert_eq!(seen(&by(&[LURKER], Did::Deed(Deed::Strike))), None);
        assert_eq!(seen(&by(&[ANA], Did::Roll(Purpose::Morale))), None);
    }

    #[test]
    fn players_read_their_own_numbers_and_of_foes_what_shows() {
        let came = |who, what, waits| Came { whom: Whom::One(who), what, waits };
        let harm = |who| came(who, What::Harm(3), false);
        let dead =
            |who, waits| came(who, What::Stands(crate::rules::model::combatant::Standing::Dead), waits);
        let all = vec![harm(ANA), harm(GOB), harm(LURKER), dead(GOB, false), dead(GOB, true)];
        let account = Account { came: all, ..by(&[GOB], Did::Deed(Deed::Strike)) };
        let told = seen(&account).expect("a blow shows").came;
        assert_eq!(told, [harm(ANA), dead(GOB, false)]);
        assert_eq!(seen(&by(&[GOB], Did::Deed(Deed::Vanish))), None, "what a foe does in secret");
    }
}
