//! Enumerates every outcome of a computation that rolls dice, with exact chances, by running it once for each path
//! through the possible answers.
//!
//! A run replays the answers of the previous path, takes the first answer to each new question, and keeps the others
//! for later. So there is one run per path, and none for the steps between. Dice that decided nothing and are rolled
//! again lead back to their first roll: the chance of that is distributed over the other paths from there.
//!
//! If there are too many paths, the likely ones are followed in full, and each rarer one is continued with a few
//! sampled answers, the fewer the rarer it is. The result is then approximate, with a smaller error the rarer the
//! sampled paths are.

mod chance;
mod sample;

pub use chance::Chance;
pub use sample::sampled;

use crate::machine_dice::Thrown;
use crate::rules::model::dice::{Answer, ChoiceRequest, Dice, Roll, RollRequest, spread};
use crate::rules::model::error::RuleError;
use crate::rules::model::event::Stop;
use std::collections::BTreeMap;

/// Paths with a chance of one in this or less are not followed but counted as the rest.
const TOO_RARE: u128 = 1 << 64;
/// The least number of paths to sample down to.
const LEAST_THINNED: u128 = 100;
/// The seed of the sampling dice, so that results are reproducible.
const SEED: u64 = 17;

/// The effort allowed, in steps: one for each run and one for each question it asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Steps for following every path. If they run out, another two fifths go into sampling.
    pub steps: usize,
}

impl Budget {
    /// Fits into a frame.
    pub const FRAME: Self = Self { steps: 6_000 };
    /// Takes a noticeable time.
    pub const PAPER: Self = Self { steps: 500_000 };
}

/// How the chances were computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum How {
    /// Every path was followed.
    Exact,
    /// Rarer paths were sampled: 19 times in 20 a chance is off by no more than this.
    About(f64),
}

impl How {
    /// The margin of error of a chance at 95 % confidence; 0 if exact.
    pub fn margin(self) -> f64 {
        match self {
            Self::Exact => 0.0,
            Self::About(margin) => margin,
        }
    }
}

/// A distribution of outcomes.
#[derive(Debug, Clone, PartialEq)]
pub struct Odds<T> {
    /// The distinct outcomes, ascending, each with its share of the whole.
    outcomes: Vec<(T, u128)>,
    /// The share of paths too rare to follow: dice that may be rolled again without end.
    rest: u128,
    /// The sum of all shares.
    whole: u128,
    /// How they were computed.
    pub how: How,
    /// The distinct choices that were answered by default.
    pub stood: Vec<ChoiceRequest>,
}

impl<T> Odds<T> {
    /// The distinct outcomes, ascending.
    pub fn outcomes(&self) -> impl Iterator<Item = &T> {
        self.outcomes.iter().map(|(outcome, _)| outcome)
    }

    /// The chance of paths too rare to follow: dice that may be rolled again without end.
    pub fn rest(&self) -> Chance {
        Chance::of(self.rest, self.whole)
    }

    /// The chance of all outcomes that satisfy the predicate.
    pub fn of(&self, holds: impl Fn(&T) -> bool) -> Chance {
        let those = self.outcomes.iter().filter(|(outcome, _)| holds(outcome));
        Chance::of(those.map(|(_, share)| share).sum(), self.whole)
    }

    /// The distribution of a value of the outcomes, ascending.
    pub fn spread<V: Ord>(&self, value: impl Fn(&T) -> V) -> Vec<(V, Chance)> {
        let mut spread: BTreeMap<V, u128> = BTreeMap::new();
        for (outcome, share) in &self.outcomes {
            *spread.entry(value(outcome)).or_default() += share;
        }
        spread.into_iter().map(|(value, share)| (value, Chance::of(share, self.whole))).collect()
    }

    /// The mean of a number of the outcomes.
    #[expect(
        clippy::cast_precision_loss,
        reason = "a figure for the eye, divided once so that halves stay halves"
    )]
    pub fn expected(&self, figure: impl Fn(&T) -> i32) -> f64 {
        let weigh = |(outcome, share): &(T, u128)| f64::from(figure(outcome)) * *share as f64;
        self.outcomes.iter().map(weigh).sum::<f64>() / self.whole as f64
    }
}

/// The chance that a roll succeeds, or `None` if it has no target number or on overflow.
pub fn succeeds(ask: &RollRequest) -> Option<Chance> {
    let first = if ask.under { ask.need?.saturating_add(1) } else { ask.need? };
    let made = |total: i32| (total < first) == ask.under;
    let ask = RollRequest { each: false, bands: vec![first], ..ask.clone() };
    let chances = answers(&ask)?.into_iter().filter(|(answer, _)| match answer {
        Answer::Roll(roll) => made(ask.figure(roll)),
        _ => false,
    });
    chances.map(|(_, chance)| chance).try_fold(Chance::NEVER, Chance::or)
}

/// Returns an answer for each outcome that the request distinguishes, with its chance, or `None` if there are too many.
fn answers(ask: &RollRequest) -> Option<Vec<(Answer, Chance)>> {
    let (rolls, whole) = spread(ask)?;
    let chance = |(roll, ways)| (Answer::Roll(roll), Chance::of(ways, whole));
    Some(rolls.into_iter().map(chance).collect())
}

/// Returns the distribution of the results of `run`.
///
/// # Errors
/// The reason, if `run` is refused.
pub fn odds<T: Ord>(
    run: impl Fn(&mut dyn Dice) -> Result<T, Stop>,
    budget: Budget,
) -> Result<Odds<T>, RuleError> {
    let (mut steps, mut runs) = (0, 0);
    let whole = Paths::new(0).follow(&run, budget.steps, &mut steps, &mut runs)?;
    if let Some(odds) = whole {
        return Ok(odds);
    }
    let each = steps.div_ceil(runs.max(1)).max(1);
    let few = u128::try_from(budget.steps / 5 * 2 / each).unwrap_or(1).max(LEAST_THINNED);
    match Paths::new(few).follow(&run, usize::MAX, &mut steps, &mut runs)? {
        Some(odds) => Ok(odds),
        None => sampled(&run, few.try_into().unwrap_or(u32::MAX)),
    }
}

/// A question on the path, and its possible answers.
struct Fork {
    ask: RollRequest,
    answers: Vec<(Answer, Chance)>,
    /// The index of the answer currently taken.
    now: usize,
    /// The chance to get to this question.
    reached: Chance,
    /// The number of ends found before it.
    before: usize,
    /// Whether the answers are a sample: the path is too rare to follow in full.
    drawn: bool,
}

impl Fork {
    /// The chance of the path including the current answer.
    fn chance(&self) -> Option<Chance> {
        self.reached.and(self.answers[self.now].1)
    }
}

/// The end of a path.
enum End<T> {
    Outcome(T),
    /// Loops back to the fork at this index of its own path.
    Back(usize),
    /// Not followed any further.
    Rest,
}

/// The paths, followed depth-first in the order of their answers.
struct Paths<T> {
    path: Vec<Fork>,
    ends: Vec<(End<T>, Chance)>,
    stood: Vec<ChoiceRequest>,
    /// The number of paths to sample down to; 0 to follow all.
    few: u128,
    dice: Thrown,
}

impl<T: Ord> Paths<T> {
    fn new(few: u128) -> Self {
        let (path, ends, stood) = (Vec::new(), Vec::new(), Vec::new());
        Self { path, ends, stood, few, dice: Thrown::seeded(SEED) }
    }

    /// Follows all paths. `None` if that takes more than `most` steps, or on overflow.
    fn follow(
        mut self,
        run: &impl Fn(&mut dyn Dice) -> Result<T, Stop>,
        most: usize,
        steps: &mut usize,
        runs: &mut usize,
    ) -> Result<Option<Odds<T>>, RuleError> {
        let mut drawn = 0.0;
        while *steps < most {
            let ends = self.ends.len();
            let mut walk = Walk { paths: &mut self, at: 0, ends, halt: None };
            let ran = run(&mut walk);
            (*steps, *runs) = (*steps + 1 + walk.at, *runs + 1);
            let end = match (ran, walk.halt) {
                (_, Some(Halt::Back(fork))) => End::Back(fork),
                (_, Some(Halt::Rare)) => End::Rest,
                (_, Some(Halt::TooMuch)) => return Ok(None),
                (Ok(outcome), None) => End::Outcome(outcome),
                (Err(Stop::Refused(why)), None) => return Err(why),
                (Err(_), None) => return Ok(None),
            };
            let Some(chance) = self.path.last().map_or(Some(Chance::ALWAYS), Fork::chance) else {
                return Ok(None);
            };
            if self.path.last().is_some_and(|fork| fork.drawn) {
                drawn += chance.number().powi(2);
            }
            self.ends.push((end, chance));
            match self.advance() {
                None => return Ok(None),
                Some(true) => {}
                Some(false) => {
                    let how = if self.few == 0 { How::Exact } else { How::About(drawn.sqrt() * 0.98) };
                    return Ok(self.summed(how));
                }
            }
        }
        Ok(None)
    }

    /// Moves on to the next path: `Some(false)` if there is none, `None` on overflow.
    fn advance(&mut self) -> Option<bool> {
        while let Some(fork) = self.path.last_mut() {
            if fork.now + 1 < fork.answers.len() {
                fork.now += 1;
                return Some(true);
            }
            let (reached, before) = (fork.reached, fork.before);
            self.path.pop();
            self.share_out_loops(self.path.len(), reached, before)?;
        }
        Some(false)
    }

    /// Called once all paths through a fork are known: distributes the chance of looping back to it over the others.
    fn share_out_loops(&mut self, fork: usize, reached: Chance, before: usize) -> Option<()> {
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

    fn summed(self, how: How) -> Option<Odds<T>> {
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
        Some(Odds { outcomes, rest, whole, how, stood: self.stood })
    }
}

/// Why a walk stops before the run has finished.
enum Halt {
    /// The dice are those of this fork, rolled again.
    Back(usize),
    /// The path is too rare.
    Rare,
    /// The numbers overflow.
    TooMuch,
}

/// A single run along a path, extending it at the end.
struct Walk<'a, T> {
    paths: &'a mut Paths<T>,
    at: usize,
    ends: usize,
    halt: Option<Halt>,
}

impl<T> Walk<'_, T> {
    /// Adds a fork for a new question.
    fn fork(&mut self, ask: &RollRequest) -> Result<(), Halt> {
        let Paths { path, few, dice, .. } = &mut *self.paths;
        if ask.again {
            let first = RollRequest { again: false, ..ask.clone() };
            match path.iter().rposition(|fork| fork.ask == first) {
                Some(fork) if !path[fork].drawn => return Err(Halt::Back(fork)),
                Some(_) => {}
                None => return Err(Halt::TooMuch),
            }
        }
        let reached = path.last().map_or(Some(Chance::ALWAYS), Fork::chance).ok_or(Halt::TooMuch)?;
        let one_in = reached.parts().1 / reached.parts().0.max(1);
        if one_in >= TOO_RARE {
            return Err(Halt::Rare);
        }
        let answers = answers(ask).filter(|all| !all.is_empty());
        let told = answers.as_ref().and_then(|all| u128::try_from(all.len()).ok());
        let thins = *few > 0 && told.is_none_or(|told| one_in.saturating_mul(told) > *few);
        let answers = match answers {
            _ if thins => drawn(dice, ask, (*few / one_in.max(1)).max(1)).ok_or(Halt::TooMuch)?,
            answers => answers.ok_or(Halt::TooMuch)?,
        };
        let (ask, now, before) = (ask.clone(), 0, self.ends);
        path.push(Fork { ask, answers, now, reached, before, drawn: thins });
        Ok(())
    }
}

impl<T> Dice for Walk<'_, T> {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        if self.halt.is_none() && self.at == self.paths.path.len() {
            self.halt = self.fork(ask).err();
        }
        if self.halt.is_some() {
            return None;
        }
        let fork = self.paths.path.get(self.at)?;
        self.at += 1;
        match &fork.answers[fork.now].0 {
            Answer::Roll(roll) => Some(roll.clone()),
            _ => None,
        }
    }

    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer> {
        Some(default_answer(&mut self.paths.stood, ask))
    }
}

/// Returns a sample of `count` answers, all equally likely.
fn drawn(dice: &mut Thrown, ask: &RollRequest, count: u128) -> Option<Vec<(Answer, Chance)>> {
    (0..count).map(|_| Some((Answer::Roll(dice.roll(ask)?), Chance::of(1, count)))).collect()
}

/// Returns the default answer, recording the question if there was a choice.
fn default_answer(stood: &mut Vec<ChoiceRequest>, ask: &ChoiceRequest) -> Answer {
    if ask.picks.len() > 1 && !stood.contains(ask) {
        stood.push(ask.clone());
    }
    ask.standing()
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

    /// d6 against d6 + 1, rerolling ties: of 36 throws 5 are ties, and of the other 31 the second wins 21.
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

    /// Three roll until one is highest alone, and those who tie roll again among themselves: by symmetry a third each.
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

    /// A 1 is counted and rolled again, without end: what is too rare to follow is the rest.
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
    fn past_the_budget_rare_paths_are_drawn_and_it_says_so() {
        let run = |dice: &mut dyn Dice| {
            let mut sum = 0;
            for _ in 0..8 {
                sum += die(dice, d6())?;
            }
            Ok(sum)
        };
        let odds = odds(run, Budget::FRAME).expect("it runs");
        assert!(
            matches!(odds.how, How::About(margin) if margin > 0.0 && margin < 0.1),
            "{:?}",
            odds.how
        );
        // The middle of 8d6 is 28, with 135,954 of 1,679,616 combinations.
        let likely = odds.of(|sum| *sum >= 28).number();
        assert!((likely - 0.5405).abs() < odds.how.margin(), "{likely}");
        assert_eq!(odds.of(|_| true), Chance::ALWAYS);
        let (none, all) = (Budget { steps: 0 }, Budget { steps: usize::MAX });
        let [none, all] = [none, all].map(|budget| super::odds(run, budget).expect("it runs").how);
        assert!(none != How::Exact && all == How::Exact);
    }

    #[test]
    fn a_roll_succeeds_from_its_number_on_or_up_to_it() {
        let d20 = RollRequest::new(Purpose::Attack(0), 1, 20);
        assert_eq!(succeeds(&d20.clone().at_least(12)), Some(Chance::of(9, 20)));
        assert_eq!(succeeds(&d20.clone().at_least(0)), Some(Chance::ALWAYS));
        assert_eq!(succeeds(&d20.clone().at_least(21)), Some(Chance::NEVER));
        let morale = RollRequest::new(Purpose::Morale, 2, 6);
        assert_eq!(succeeds(&morale.clone().at_most(7)), Some(Chance::of(21, 36)));
        assert_eq!(succeeds(&morale), None);
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
