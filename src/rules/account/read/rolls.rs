//! Rolls: to which account they belong, and which make one.

use super::*;

impl Reading<'_> {
    pub(super) fn rolled(&mut self, rolled: &Rolled) {
        match rolled.purpose {
            Purpose::Surprise => return self.surprise(rolled),
            _ if is_initiative(rolled) => return self.initiative(rolled),
            Purpose::Damage(_) => return self.damage(rolled),
            _ => {}
        }
        let answers =
            |at: &usize| is_contest(rolled.purpose) && self.all[*at].did == Did::Roll(rolled.purpose);
        let at = match self.loose.filter(answers) {
            Some(at) => {
                self.all[at].who = Doers::Nobody;
                self.place(at);
                at
            }
            None => self.here(rolled.who),
        };
        let (blow, position) = (self.blow_of_event(), self.position());
        let account = &mut self.all[at];
        if account.did == Did::Befalls && account.came.is_empty() && is_head(rolled) {
            account.did = Did::Roll(rolled.purpose);
            if let (Doers::Nobody | Doers::Referee, who) = (&account.who, rolled.who) {
                let group = matches!(rolled.purpose, Purpose::Pursuit | Purpose::Obstacle);
                account.who = match (who, rolled.side) {
                    (Some(who), _) if group => Doers::Kind(who),
                    (Some(who), _) => Doers::Ones(vec![who]),
                    (None, Some(side)) => Doers::Side(side),
                    (None, None) => Doers::Nobody,
                };
            }
        }
        match rolled.purpose {
            Purpose::Critical => account.critical = true,
            Purpose::Attack(_) if is_best(self.about, rolled) => account.critical = true,
            _ => {}
        }
        // What comes first by the rules is struck before the first roll of the deed that it answers.
        if account.tries.is_empty() && !matches!(account.did, Did::Walk(..)) {
            account.places.head = position;
        }
        account.tries.push(Try::of(rolled, blow));
    }

    /// The number of the blow under which the event lies, within its account.
    pub(super) fn blow_of_event(&self) -> Option<usize> {
        self.causes.up(self.cause).find_map(|cause| self.blows.get(&cause).copied())
    }

    /// The account of surprise, if it was rolled in this step.
    pub(super) fn surprised(&self) -> Option<usize> {
        self.all.iter().position(|account| account.did == Did::Roll(Purpose::Surprise))
    }

    /// The surprise of all sides is one account.
    pub(super) fn surprise(&mut self, rolled: &Rolled) {
        let at = self.surprised().unwrap_or_else(|| self.alone(Did::Roll(Purpose::Surprise)));
        self.loose = Some(at);
        self.place(at);
        self.all[at].tries.push(Try::of(rolled, None));
    }

    /// An initiative that is rolled for one alone is told; the others are in the order.
    pub(super) fn initiative(&mut self, rolled: &Rolled) {
        if let (Some(who), false) = (rolled.who, *self.step.command == Command::Proceed) {
            let at = self.here(Some(who));
            let what = What::Initiative(rolled.total());
            self.came(at, Whom::One(who), what, false);
        }
    }

    pub(super) fn damage(&mut self, rolled: &Rolled) {
        let at = self.here(rolled.against);
        let whom = rolled.against.or(self.all[at].at.first().copied());
        let whom = whom.map_or(Whom::Nobody, Whom::One);
        let what = What::Harm(rolled.total());
        self.came(at, whom, what, false);
    }
}

/// Whether the roll makes an account of its own, where nobody acts.
pub(super) fn is_head(rolled: &Rolled) -> bool {
    let amount = matches!(
        rolled.purpose,
        Purpose::Free | Purpose::Fire | Purpose::Bleeding | Purpose::Reaction | Purpose::Pursuit
    );
    rolled.outcome != Outcome::Figure || is_contest(rolled.purpose) || amount
}

/// Whether an opponent answers the roll with one of its own.
pub(super) fn is_contest(purpose: Purpose) -> bool {
    matches!(purpose, Purpose::Veto | Purpose::Contest | Purpose::Grapple)
}

/// Whether the attack shows a critical hit by its face.
pub(super) fn is_best(about: &About, rolled: &Rolled) -> bool {
    about.criticals == Some(CriticalSign::Natural20)
        && rolled.dice == Some(20)
        && rolled.outcome.succeeded()
}
