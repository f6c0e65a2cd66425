//! Every outcome of whatever asks for dice, with its exact chance: it runs again and again, each time along
//! another path through what the dice can show.
//!
//! A run answers the questions known from the last path, takes the first answer of each new one, and notes the others
//! for later; so there is a run for each path, and none for the steps between. Dice that decided nothing and are thrown
//! again lead back to where they were thrown first: what the other paths from there come to is all that can come of it.

mod chance;
mod dice;

pub use chance::Chance;

use crate::machine_dice::Thrown;
use crate::rules::model::dice::{Answer, ChoiceRequest, Dice, Roll, RollRequest};
use crate::rules::model::error::RuleError;
use crate::rules::model::event::Stop;
use std::collections::BTreeMap;

/// What has a smaller chance than one in so many is not followed: it is kept as the rest.
const TOO_RARE: u128 = 1 << 64;
/// The dice of samples fall the same way each time.
const SEED: u64 = 17;

/// How much may be spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Paths followed at most.
    pub paths: usize,
    /// Samples taken where that is not enough.
    pub samples: u32,
}

impl Budget {
    /// What fits into a frame, whatever is asked.
    pub const FRAME: Self = Self { paths: 1_500, samples: 1_000 };
    /// What somebody waits for.
    pub const PAPER: Self = Self { paths: 200_000, samples: 100_000 };
}

/// How the chances were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// Every path was followed.
    Exact,
    /// That many samples were taken.
    About(u32),
}

impl How {
    /// How far a chance may be off, 19 times in 20; 0: it is exact.
    pub fn margin(self) -> f64 {
        match self {
            Self::Exact => 0.0,
            Self::About(samples) => 0.98 / f64::from(samples.max(1)).sqrt(),
        }
    }
}

/// Every outcome with its chance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Odds<T> {
    /// The outcomes, each once, ascending, each with its share of the whole.
    outcomes: Vec<(T, u128)>,
    /// The share of paths too rare to follow: dice that may be thrown again without end.
    rest: u128,
    /// The sum of all shares.
    whole: u128,
    /// How they were found.
    pub how: How,
    /// The questions that the standing answer answered, each once.
    pub stood: Vec<ChoiceRequest>,
}

impl<T> Odds<T> {
    /// The outcomes, each once, ascending.
    pub fn outcomes(&self) -> impl Iterator<Item = &T> {
        self.outcomes.iter().map(|(outcome, _)| outcome)
    }

    /// The chance of paths too rare to follow: dice that may be thrown again without end.
    pub fn rest(&self) -> Chance {
        Chance::of(self.rest, self.whole)
    }

    /// The chance of all outcomes of which that holds.
    pub fn of(&self, holds: impl Fn(&T) -> bool) -> Chance {
        let those = self.outcomes.iter().filter(|(outcome, _)| holds(outcome));
        Chance::of(those.map(|(_, share)| share).sum(), self.whole)
    }

    /// The chance of each value that the outcomes have, ascending by the value.
    pub fn spread<V: Ord>(&self, value: impl Fn(&T) -> V) -> Vec<(V, Chance)> {
        let mut spread: BTreeMap<V, u128> = BTreeMap::new();
        for (outcome, share) in &self.outcomes {
            *spread.entry(value(outcome)).or_default() += share;
        }
        spread.into_iter().map(|(value, share)| (value, Chance::of(share, self.whole))).collect()
    }

    /// The average of a figure of the outcomes.
    pub fn expected(&self, figure: impl Fn(&T) -> i32) -> f64 {
        let weigh = |(value, chance): (i32, Chance)| f64::from(value) * chance.number();
        self.spread(figure).into_iter().map(weigh).sum()
    }
}

/// What can come of a run that takes its answers from dice.
///
/// # Errors
/// It is refused, before any dice.
pub fn odds<T: Ord>(
    run: impl Fn(&mut dyn Dice) -> Result<T, Stop>,
    budget: Budget,
) -> Result<Odds<T>, RuleError> {
    match Paths::default().follow(&run, budget)? {
        Some(odds) => Ok(odds),
        None => sampled(&run, budget),
    }
}

/// A question on the path, and what it can be answered with.
struct Fork {
    ask: RollRequest,
    answers: Vec<(Answer, Chance)>,
    /// The answer taken now.
    now: usize,
    /// The chance to come to it at all.
    reached: Chance,
    /// The ends found before it.
    before: usize,
}

impl Fork {
    /// The chance of the path with the answer taken now.
    fn taken(&self) -> Option<Chance> {
        self.reached.and(self.answers[self.now].1)
    }
}

/// Where a path ends.
enum End<T> {
    Outcome(T),
    /// Back at that fork of its own path.
    Back(usize),
    /// It is not followed any further.
    Rest,
}

/// The paths, followed one after the other in the order of their answers.
struct Paths<T> {
    path: Vec<Fork>,
    ends: Vec<(End<T>, Chance)>,
    stood: Vec<ChoiceRequest>,
}

impl<T> Default for Paths<T> {
    fn default() -> Self {
        Self { path: Vec::new(), ends: Vec::new(), stood: Vec::new() }
    }
}

impl<T: Ord> Paths<T> {
    /// Follows all; `None`: that takes more than the budget.
    fn follow(
        mut self,
        run: &impl Fn(&mut dyn Dice) -> Result<T, Stop>,
        budget: Budget,
    ) -> Result<Option<Odds<T>>, RuleError> {
        for _ in 0..budget.paths {
            let mut walk = Walk {
                path: &mut self.path,
                stood: &mut self.stood,
                at: 0,
                ends: self.ends.len(),
                halt: None,
            };
            let ran = run(&mut walk);
            let end = match (ran, walk.halt) {
                (_, Some(Halt::Back(fork))) => End::Back(fork),
                (_, Some(Halt::Rare)) => End::Rest,
                (_, Some(Halt::TooMuch)) => return Ok(None),
                (Ok(outcome), None) => End::Outcome(outcome),
                (Err(Stop::Refused(why)), None) => return Err(why),
                (Err(_), None) => return Ok(None),
            };
            let Some(chance) = self.path.last().map_or(Some(Chance::ALWAYS), Fork::taken) else {
                return Ok(None);
            };
            self.ends.push((end, chance));
            match self.turn() {
                None => return Ok(None),
                Some(true) => {}
                Some(false) => return Ok(self.summed()),
            }
        }
        Ok(None)
    }

    /// On to the next path; `Some(false)`: there is none, `None`: the figures become too large.
    fn turn(&mut self) -> Option<bool> {
        while let Some(fork) = self.path.last_mut() {
            if fork.now + 1 < fork.answers.len() {
                fork.now += 1;
                return Some(true);
            }
            let (reached, before) = (fork.reached, fork.before);
            self.path.pop();
            self.solve(self.path.len(), reached, before)?;
        }
        Some(false)
    }

    /// All that can come of a fork is known: what led back to it is shared out among the rest.
    fn solve(&mut self, fork: usize, reached: Chance, before: usize) -> Option<()> {
        let mut back = Chance::NEVER;
        for (end, chance) in &self.ends[before..] {
            if matches!(end, End::Back(to) if *to == fork) {
                back = back.or(*chance)?;
            }
        }
        if back == Chance::NEVER {
            return Some(());
        }
        let onward = back.given(reached)?.fails();
        let mut kept = self.ends.split_off(before);
        kept.retain(|(end, _)| !matches!(end, End::Back(to) if *to == fork));
        for (end, chance) in kept {
            self.ends.push((end, chance.given(onward)?));
        }
        Some(())
    }

    fn summed(self) -> Option<Odds<T>> {
        let whole = Chance::common_whole(self.ends.iter().map(|(_, chance)| *chance))?;
        let mut outcomes: BTreeMap<T, u128> = BTreeMap::new();
        let mut rest = 0;
        for (end, chance) in self.ends {
            let (part, of) = chance.parts();
            let share = part.checked_mul(whole / of)?;
            let sum = match end {
                End::Outcome(outcome) => outcomes.entry(outcome).or_default(),
                End::Back(_) | End::Rest => &mut rest,
            };
            *sum += share;
        }
        let outcomes = outcomes.into_iter().collect();
        Some(Odds { outcomes, rest, whole, how: How::Exact, stood: self.stood })
    }
}

/// Why a walk stops before the run is through.
enum Halt {
    /// The dice that come are those of that fork again.
    Back(usize),
    /// The path is too rare.
    Rare,
    /// The figures become too large.
    TooMuch,
}

/// One run along a path, which grows at its end.
struct Walk<'a> {
    path: &'a mut Vec<Fork>,
    stood: &'a mut Vec<ChoiceRequest>,
    at: usize,
    ends: usize,
    halt: Option<Halt>,
}

impl Walk<'_> {
    /// A question nobody has come to before.
    fn fork(&mut self, ask: &RollRequest) -> Result<(), Halt> {
        if ask.again {
            let first = RollRequest { again: false, ..ask.clone() };
            let same = |fork: &Fork| fork.ask == first;
            return Err(self.path.iter().rposition(same).map_or(Halt::TooMuch, Halt::Back));
        }
        let reached = self.path.last().map_or(Some(Chance::ALWAYS), Fork::taken).ok_or(Halt::TooMuch)?;
        if reached.parts().1 / reached.parts().0.max(1) >= TOO_RARE {
            return Err(Halt::Rare);
        }
        let answers = dice::answers(ask).filter(|all| !all.is_empty()).ok_or(Halt::TooMuch)?;
        let (now, before) = (0, self.ends);
        self.path.push(Fork { ask: ask.clone(), answers, now, reached, before });
        Ok(())
    }
}

impl Dice for Walk<'_> {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        if self.halt.is_none() && self.at == self.path.len() {
            self.halt = self.fork(ask).err();
        }
        if self.halt.is_some() {
            return None;
        }
        let fork = self.path.get(self.at)?;
        self.at += 1;
        match &fork.answers[fork.now].0 {
            Answer::Roll(roll) => Some(roll.clone()),
            _ => None,
        }
    }

    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer> {
        Some(stand(self.stood, ask))
    }
}

/// The standing answer; the question is noted where there was something to decide.
fn stand(stood: &mut Vec<ChoiceRequest>, ask: &ChoiceRequest) -> Answer {
    if ask.picks.len() > 1 && !stood.contains(ask) {
        stood.push(ask.clone());
    }
    ask.standing()
}

/// Machine dice, and the standing answer to every question.
struct Sample<'a> {
    dice: &'a mut Thrown,
    stood: &'a mut Vec<ChoiceRequest>,
}

impl Dice for Sample<'_> {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        self.dice.roll(ask)
    }

    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer> {
        Some(stand(self.stood, ask))
    }
}

/// How often each outcome comes up when the dice are thrown.
///
/// # Errors
/// It is refused.
pub fn sampled<T: Ord>(
    run: &impl Fn(&mut dyn Dice) -> Result<T, Stop>,
    budget: Budget,
) -> Result<Odds<T>, RuleError> {
    let (mut dice, mut stood) = (Thrown::seeded(SEED), Vec::new());
    let (mut counts, mut all): (BTreeMap<T, u128>, u32) = (BTreeMap::new(), 0);
    for _ in 0..budget.samples {
        match run(&mut Sample { dice: &mut dice, stood: &mut stood }) {
            Ok(outcome) => *counts.entry(outcome).or_default() += 1,
            Err(Stop::Refused(why)) => return Err(why),
            Err(_) => continue,
        }
        all += 1;
    }
    let outcomes = counts.into_iter().collect();
    Ok(Odds { outcomes, rest: 0, whole: all.into(), how: How::About(all), stood })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::model::dice::{Pick, Purpose, Question};
    use crate::rules::model::ids::CombatantId;

    fn die(dice: &mut dyn Dice, ask: RollRequest) -> Result<i32, Stop> {
        match dice.roll(&ask) {
            Some(roll) => Ok(ask.figure(&roll)),
            None => Err(Stop::Roll(Box::new(ask))),
        }
    }

    fn d6() -> RollRequest {
        RollRequest::new(Purpose::Free, 1, 6)
    }

    fn figures<T: Clone>(odds: &Odds<T>) -> Vec<(T, (u128, u128))> {
        let chance = |share: u128| Chance::of(share, odds.whole).parts();
        odds.outcomes.iter().map(|(outcome, share)| (outcome.clone(), chance(*share))).collect()
    }

    #[test]
    fn outcomes_that_are_alike_are_one() {
        let run = |dice: &mut dyn Dice| Ok(die(dice, d6())? + die(dice, d6())?);
        let odds = odds(run, Budget::FRAME).expect("it runs");
        assert_eq!(odds.outcomes.len(), 11);
        assert_eq!(odds.of(|sum| *sum >= 10), Chance::of(1, 6));
        assert_eq!((odds.of(|_| true), odds.how), (Chance::ALWAYS, How::Exact));
        assert!((odds.expected(|sum| *sum) - 7.0).abs() < 1e-12);
    }

    fn by(who: u32) -> RollRequest {
        d6().by(CombatantId(who))
    }

    /// d6 against d6 + 1, equals again: of 36 throws 5 are equal, and of the other 31 the second wins 21.
    #[test]
    fn dice_thrown_until_they_differ_are_solved_and_not_cut_off() {
        let run = |dice: &mut dyn Dice| {
            let mut again = false;
            loop {
                let (one, two) = (die(dice, by(1).once_more(again))?, die(dice, by(2))? + 1);
                if one != two {
                    return Ok(two > one);
                }
                again = true;
            }
        };
        let odds = odds(run, Budget::FRAME).expect("it runs");
        assert_eq!(figures(&odds), [(false, (10, 31)), (true, (21, 31))]);
        assert_eq!(odds.rest(), Chance::NEVER);
    }

    /// Three throw until one of them is highest alone, those who tie again among themselves: each is as likely.
    #[test]
    fn dice_thrown_again_by_fewer_are_solved_one_within_the_other() {
        fn first(dice: &mut dyn Dice, among: &[u32], again: bool) -> Result<u32, Stop> {
            let d4 = || RollRequest::new(Purpose::Free, 1, 4);
            let ask = |who: u32, again| d4().by(CombatantId(who)).once_more(again);
            let mut shown = Vec::new();
            for (nth, who) in among.iter().enumerate() {
                shown.push((die(dice, ask(*who, again && nth == 0))?, *who));
            }
            let best = shown.iter().map(|(face, _)| *face).max().unwrap_or(0);
            let best: Vec<u32> =
                shown.iter().filter(|(face, _)| *face == best).map(|(_, who)| *who).collect();
            if best.len() == 1 { Ok(best[0]) } else { first(dice, &best, best == among) }
        }
        let odds = odds(|dice| first(dice, &[1, 2, 3], false), Budget::PAPER).expect("it runs");
        assert_eq!(figures(&odds), [(1, (1, 3)), (2, (1, 3)), (3, (1, 3))]);
    }

    /// A 1 is thrown again and counted, without end: what is too rare to follow is the rest.
    #[test]
    fn what_may_go_on_for_ever_leaves_a_rest_that_is_stated() {
        let run = |dice: &mut dyn Dice| {
            let mut ones = 0;
            while die(dice, d6().bands(vec![2]))? == 1 {
                ones += 1;
            }
            Ok(ones)
        };
        let odds = odds(run, Budget::FRAME).expect("it runs");
        assert_eq!(figures(&odds)[..2], [(0, (5, 6)), (1, (5, 36))]);
        assert!(odds.rest() != Chance::NEVER && odds.rest().number() < 1e-18);
        assert_eq!(odds.of(|_| true).or(odds.rest()), Some(Chance::ALWAYS));
    }

    #[test]
    fn past_the_budget_samples_are_taken_and_it_says_so() {
        let run = |dice: &mut dyn Dice| {
            let mut sum = 0;
            for _ in 0..8 {
                sum += die(dice, d6())?;
            }
            Ok(sum)
        };
        let odds = odds(run, Budget::FRAME).expect("it runs");
        assert_eq!(odds.how, How::About(Budget::FRAME.samples));
        let likely = odds.of(|sum| *sum >= 28).number();
        assert!((likely - 0.54).abs() < odds.how.margin() + 0.01, "{likely}");
    }

    #[test]
    fn the_standing_answer_answers_and_is_told() {
        let run = |dice: &mut dyn Dice| {
            let ask = ChoiceRequest::one(Question::Strike, vec![Pick::Yes, Pick::No]);
            let answer = dice.choose(&ask).ok_or_else(|| Stop::Choice(Box::new(ask)))?;
            Ok((answer == Answer::One(0), die(dice, d6().bands(vec![3]))?))
        };
        let odds = odds(run, Budget::FRAME).expect("it runs");
        assert_eq!(odds.stood.len(), 1);
        assert_eq!(odds.of(|(yes, _)| *yes), Chance::ALWAYS);
    }
}
