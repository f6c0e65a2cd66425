//! The asks: which dice are wanted of which character, and what its phone has answered.

use super::refused::Refused;
use super::token::Token;
use crate::rules::model::ids::CombatantId;
use serde::Serialize;
use std::io;

/// The most dice that are tapped one by one; of more, the total is asked for.
const TAPPED: u32 = 40;

/// Dice of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Die {
    /// The number of sides, from 2 on.
    pub sides: u16,
    /// How many of them, from 1 on.
    pub count: u8,
}

/// What an ask wants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wanted {
    /// The face of every die, in this order. Of more than 40 dice, their total is asked for instead.
    Dice(Vec<Die>),
    /// One number within these bounds, both included.
    Total {
        /// The least it can be.
        least: i32,
        /// The most it can be.
        most: i32,
    },
}

impl Wanted {
    /// The sides of each die in turn; none where a total is wanted.
    fn each(&self) -> Vec<u16> {
        let Self::Dice(dice) = self else { return Vec::new() };
        dice.iter().flat_map(|die| std::iter::repeat_n(die.sides, die.count.into())).collect()
    }

    /// The same, with a total in place of more dice than anyone taps.
    fn plain(self) -> Self {
        let Self::Dice(dice) = &self else { return self };
        let count: u32 = dice.iter().map(|die| u32::from(die.count)).sum();
        if (1..=TAPPED).contains(&count) {
            return self;
        }
        let most = dice.iter().map(|die| i64::from(die.count) * i64::from(die.sides)).sum::<i64>();
        let bounded = |n: i64| i32::try_from(n).unwrap_or(i32::MAX);
        Self::Total { least: bounded(count.into()), most: bounded(most) }
    }

    /// Whether it can be answered so.
    fn admits(&self, given: &Given) -> bool {
        match (self, given) {
            (_, Given::Roll) => true,
            (Self::Dice(_), Given::Faces(faces)) => {
                let sides = self.each();
                let fits = |(face, sides): (&u16, &u16)| (1..=*sides).contains(face);
                faces.len() == sides.len() && faces.iter().zip(&sides).all(fits)
            }
            (Self::Total { least, most }, Given::Total(total)) => (*least..=*most).contains(total),
            _ => false,
        }
    }
}

/// Dice that a character's player is to roll.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// The character.
    pub who: CombatantId,
    /// The entry of the fight that waits for them: all asks of an entry are withdrawn together.
    pub entry: u64,
    /// Who rolls what: `Brea: d20`.
    pub title: String,
    /// What for: `attacks Orc 2 with sword`. Only what the player may know.
    pub text: String,
    /// Which dice.
    pub wanted: Wanted,
    /// What is needed, if the player may know: `12 or more`.
    pub needs: Option<String>,
    /// Whether the player may leave the roll to the machine.
    pub may_roll: bool,
}

/// The terminal's name of an ask. Phones never learn it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AskId(pub(super) u64);

/// What a phone gives for an ask.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Given {
    /// The face of every die, in the order asked for.
    Faces(Vec<u16>),
    /// The number asked for.
    Total(i32),
    /// The machine is to roll.
    Roll,
}

/// An answer: checked, so that its dice can show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What it answers.
    pub ask: AskId,
    /// The entry of that ask.
    pub entry: u64,
    /// The character.
    pub who: CombatantId,
    /// What was rolled, or that the machine is to roll.
    pub given: Given,
}

/// An ask that is on a phone.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) id: AskId,
    /// The phone's name of it: random, and another one after each answer, so that no answer counts twice.
    pub(super) key: Token,
    pub(super) ask: Ask,
    pub(super) sent: Option<Given>,
}

impl Open {
    fn answer(&self) -> Option<Answer> {
        let given = self.sent.clone()?;
        Some(Answer { ask: self.id, entry: self.ask.entry, who: self.ask.who, given })
    }
}

/// The open asks, oldest first.
#[derive(Debug, Default)]
pub(super) struct Asks {
    open: Vec<Open>,
    next: u64,
}

impl Asks {
    /// Puts asks on the phones.
    pub(super) fn ask(&mut self, asks: Vec<Ask>) -> io::Result<Vec<AskId>> {
        let keys: Vec<Token> = asks.iter().map(|_| Token::random()).collect::<io::Result<_>>()?;
        let open = |(ask, key): (Ask, Token)| {
            let id = AskId(self.next);
            self.next += 1;
            let wanted = ask.wanted.clone().plain();
            self.open.push(Open { id, key, ask: Ask { wanted, ..ask }, sent: None });
            id
        };
        Ok(asks.into_iter().zip(keys).map(open).collect())
    }

    /// Takes back all asks that fit. Returns whether there were any.
    pub(super) fn withdraw(&mut self, fits: impl Fn(&Ask) -> bool) -> bool {
        let before = self.open.len();
        self.open.retain(|open| !fits(&open.ask));
        self.open.len() < before
    }

    pub(super) fn of(&self, who: CombatantId) -> impl Iterator<Item = &Open> {
        self.open.iter().filter(move |open| open.ask.who == who)
    }

    /// The answers that have come.
    pub(super) fn answers(&self) -> Vec<Answer> {
        self.open.iter().filter_map(Open::answer).collect()
    }

    /// Takes the answers that fit. Their asks are over.
    pub(super) fn take(&mut self, fits: impl Fn(&Answer) -> bool) -> Vec<Answer> {
        let (mut taken, mut open) = (Vec::new(), Vec::new());
        for one in self.open.drain(..) {
            match one.answer().filter(&fits) {
                Some(answer) => taken.push(answer),
                None => open.push(one),
            }
        }
        self.open = open;
        taken
    }

    /// A phone answers, answers anew, or takes its answer back (`None`). Returns the new key of the ask.
    pub(super) fn answer(
        &mut self,
        who: CombatantId,
        key: Token,
        given: Option<Given>,
    ) -> Result<Token, Refused> {
        let at = key.place(&self.open, |open| open.key).ok_or(Refused::Rolled)?;
        let open = self.open.get_mut(at).filter(|open| open.ask.who == who).ok_or(Refused::Rolled)?;
        match &given {
            None if open.sent.is_none() => return Err(Refused::NothingSent),
            Some(Given::Roll) if !open.ask.may_roll => return Err(Refused::ByHand),
            Some(given) if !open.ask.wanted.admits(given) => return Err(Refused::Impossible),
            _ => {}
        }
        open.key = Token::random().map_err(|_| Refused::NoSecret)?;
        open.sent = given;
        Ok(open.key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BREA: CombatantId = CombatantId(1);
    const ODO: CombatantId = CombatantId(2);

    fn ask(wanted: Wanted) -> Ask {
        let (title, text) = ("Brea".into(), "attacks".into());
        Ask { who: BREA, entry: 7, title, text, wanted, needs: None, may_roll: false }
    }

    fn opened(wanted: Wanted) -> (Asks, Token) {
        let mut asks = Asks::default();
        asks.ask(vec![ask(wanted)]).expect("random numbers");
        let key = asks.open[0].key;
        (asks, key)
    }

    fn dice(count: u8, sides: u16) -> Wanted {
        Wanted::Dice(vec![Die { sides, count }])
    }

    #[test]
    fn only_what_the_dice_can_show_is_an_answer() {
        let faces = |faces: &[u16]| Given::Faces(faces.into());
        let mixed = || Wanted::Dice(vec![Die { sides: 6, count: 2 }, Die { sides: 4, count: 1 }]);
        let total = || Wanted::Total { least: 3, most: 18 };
        let cases = [
            (mixed(), faces(&[6, 1, 4]), true),
            (mixed(), faces(&[1, 4, 6]), false),
            (mixed(), faces(&[6, 1]), false),
            (mixed(), faces(&[6, 1, 4, 1]), false),
            (mixed(), faces(&[6, 0, 4]), false),
            (mixed(), Given::Total(11), false),
            (total(), Given::Total(3), true),
            (total(), Given::Total(18), true),
            (total(), Given::Total(19), false),
            (total(), Given::Total(-3), false),
            (total(), faces(&[3]), false),
        ];
        for (wanted, given, right) in cases {
            let told = format!("{wanted:?} {given:?}");
            let (mut asks, key) = opened(wanted);
            let answered = asks.answer(BREA, key, Some(given));
            assert_eq!(answered.is_ok(), right, "{told}: {answered:?}");
            assert_eq!(asks.answers().len(), usize::from(right), "{told}");
        }
    }

    #[test]
    fn of_many_dice_the_total_is_asked_for() {
        let (mut asks, key) = opened(dice(41, 6));
        assert_eq!(asks.open[0].ask.wanted, Wanted::Total { least: 41, most: 246 });
        assert!(asks.answer(BREA, key, Some(Given::Total(246))).is_ok());
        assert_eq!(dice(40, 6).plain(), dice(40, 6));
        assert_eq!(Wanted::Dice(Vec::new()).plain(), Wanted::Total { least: 0, most: 0 });
    }

    #[test]
    fn each_key_is_good_for_one_change() {
        let (mut asks, first) = opened(dice(1, 20));
        let given = |face| Some(Given::Faces(vec![face]));
        assert_eq!(asks.answer(BREA, first, None), Err(Refused::NothingSent));
        assert_eq!(asks.answer(ODO, first, given(3)), Err(Refused::Rolled), "it is not Odo's");
        let second = asks.answer(BREA, first, given(3)).expect("it is asked");
        assert_eq!(asks.answer(BREA, first, given(20)), Err(Refused::Rolled), "replayed");
        let third = asks.answer(BREA, second, None).expect("it is taken back");
        assert!(asks.answers().is_empty());
        assert_eq!(asks.answer(BREA, second, given(3)), Err(Refused::Rolled), "out of order");
        let last = asks.answer(BREA, third, given(14)).expect("it is asked");
        let taken = asks.take(|_| true);
        assert_eq!(
            taken.iter().map(|answer| &answer.given).collect::<Vec<_>>(),
            [&Given::Faces(vec![14])]
        );
        assert_eq!(asks.answer(BREA, last, given(15)), Err(Refused::Rolled), "late");
    }

    #[test]
    fn the_machine_rolls_only_where_it_may() {
        let (mut asks, key) = opened(dice(3, 6));
        assert_eq!(asks.answer(BREA, key, Some(Given::Roll)), Err(Refused::ByHand));
        asks.open[0].ask.may_roll = true;
        assert!(asks.answer(BREA, key, Some(Given::Roll)).is_ok());
    }

    #[test]
    fn an_entry_takes_its_asks_along() {
        let (mut asks, key) = opened(dice(1, 20));
        asks.ask(vec![Ask { entry: 8, ..ask(dice(1, 6)) }]).expect("random numbers");
        assert!(asks.withdraw(|ask| ask.entry == 7) && !asks.withdraw(|ask| ask.entry == 7));
        assert_eq!(asks.answer(BREA, key, Some(Given::Faces(vec![3]))), Err(Refused::Rolled));
        assert_eq!(asks.of(BREA).count(), 1);
        assert_eq!(asks.of(ODO).count(), 0);
    }
}
