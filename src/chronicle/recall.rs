//! Matches recorded answers to the questions asked in a replay. If a question is gone, its answer is dropped without
//! shifting the later ones; a new question is put to the table.

use super::entry::{Answered, Ask, Provenance};
use crate::rules;
use crate::rules::model::command::Command;
use crate::rules::model::dice::{Answer, ChoiceRequest, Dice, Roll, RollRequest};
use crate::rules::model::encounter::Encounter;
use crate::rules::ruleset::Ruleset;
use std::collections::VecDeque;

/// A command to be replayed, with its recorded answers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Recorded<'a> {
    pub(super) command: &'a Command,
    pub(super) answers: &'a [Answered],
    /// Whether the command itself was changed. A die then still matches if its target or weapon is another.
    pub(super) changed: bool,
}

/// An answer of the replay, and the number of recorded answers used up or dropped by then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Recalled {
    pub(super) answered: Answered,
    pub(super) behind: usize,
}

/// Decides who answers a new question.
pub type Policy<'a> = &'a dyn Fn(&Encounter, &Ask) -> Provenance;

/// The answers to a command: those of this replay, then the recorded ones, then the machine if the policy allows it.
pub(super) struct Recall<'a> {
    pub(super) rules: &'static dyn Ruleset,
    pub(super) before: &'a Encounter,
    pub(super) recorded: Recorded<'a>,
    pub(super) tape: &'a mut Vec<Recalled>,
    pub(super) used: usize,
    /// The answers to new questions, in order. Those of the machine are added.
    pub(super) fresh: &'a mut VecDeque<Answered>,
    pub(super) machine: &'a mut dyn Dice,
    pub(super) policy: Policy<'a>,
}

impl Recall<'_> {
    fn behind(&self) -> usize {
        self.tape.last().map_or(0, |last| last.behind)
    }

    fn answer(&mut self, ask: &Ask) -> Option<Answer> {
        if let Some(said) = self.tape.get(self.used) {
            let answer = said.answered.answer.clone();
            self.used += 1;
            return Some(answer);
        }
        let (at, answer) = self.found(ask)?;
        let by = self.recorded.answers[at].by;
        self.say(ask, answer.clone(), by, at + 1);
        Some(answer)
    }

    fn say(&mut self, ask: &Ask, answer: Answer, by: Provenance, behind: usize) {
        let answered = Answered { ask: ask.clone(), answer, by };
        self.tape.push(Recalled { answered, behind });
        self.used += 1;
    }

    /// Finds the recorded answer to a question. If that would skip others, either their questions are gone or this one
    /// is new: whichever keeps more of the record.
    fn found(&self, ask: &Ask) -> Option<(usize, Answer)> {
        let behind = self.behind();
        let (at, answer) = self.recorded.next(behind, ask)?;
        let between = at > behind;
        if between && self.standing(probed(ask), behind) > 1 + self.standing(answer.clone(), at + 1) {
            return None;
        }
        Some((at, answer))
    }

    /// How many recorded answers would still match after this answer.
    fn standing(&self, answer: Answer, behind: usize) -> usize {
        let given = self.tape.iter().map(|said| said.answered.answer.clone());
        let given = given.chain([answer]).collect();
        let mut probe = Probe {
            given,
            used: 0,
            recorded: self.recorded,
            behind,
            found: 0,
            idle: IdleDice::default(),
        };
        // The result does not matter, only the questions asked on the way.
        let _ = rules::resolve(self.rules, self.before.clone(), self.recorded.command, &mut probe);
        probe.found
    }
}

impl Dice for Recall<'_> {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        let question = Ask::Roll(ask.clone());
        match self.answer(&question) {
            Some(Answer::Roll(roll)) => return Some(roll),
            Some(_) => return None,
            None => {}
        }
        if !(self.policy)(self.before, &question).is_machine() {
            return None;
        }
        let roll = self.machine.roll(ask).filter(|roll| ask.accepts(roll).is_ok())?;
        let (behind, answer) = (self.behind(), Answer::Roll(roll.clone()));
        self.say(&question, answer.clone(), Provenance::Machine, behind);
        self.fresh.push_back(Answered { ask: question, answer, by: Provenance::Machine });
        Some(roll)
    }

    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer> {
        self.answer(&Ask::Choice(ask.clone()))
    }
}

impl Recorded<'_> {
    /// The first recorded answer from an index on that belongs to the same question, converted to answer this one.
    fn next(&self, from: usize, ask: &Ask) -> Option<(usize, Answer)> {
        let rest = self.answers.iter().enumerate().skip(from);
        rest.filter_map(|(at, old)| Some((at, again(old, ask, self.changed)?))).next()
    }
}

/// Converts a recorded answer for a question, if it is the same question.
fn again(old: &Answered, ask: &Ask, changed: bool) -> Option<Answer> {
    let answer = match (&old.ask, ask) {
        (Ask::Roll(was), Ask::Roll(now)) if same_dice(was, now, changed) => old.answer.clone(),
        (Ask::Choice(was), Ask::Choice(now)) => same_choice(was, now, &old.answer)?,
        _ => return None,
    };
    ask.accepts(&answer).then_some(answer)
}

/// Modifiers and target numbers may differ: changing them is what amending is for.
fn same_dice(was: &RollRequest, now: &RollRequest, changed: bool) -> bool {
    let thrown = |ask: &RollRequest| (ask.count, ask.sides, ask.each, ask.keep);
    let whose = (was.who, was.side) == (now.who, now.side);
    let what = if changed {
        std::mem::discriminant(&was.purpose) == std::mem::discriminant(&now.purpose)
    } else {
        (was.purpose, was.against) == (now.purpose, now.against)
    };
    thrown(was) == thrown(now) && whose && what
}

/// Maps the picks to their indices in the new list.
fn same_choice(was: &ChoiceRequest, now: &ChoiceRequest, answer: &Answer) -> Option<Answer> {
    if (was.question, was.who, was.side) != (now.question, now.who, now.side) {
        return None;
    }
    let place = |at: &usize| {
        let pick = was.picks.get(*at)?;
        now.picks.iter().position(|other| other == pick)
    };
    Some(match answer {
        Answer::One(at) => Answer::One(place(at)?),
        Answer::Some(list) => Answer::Some(list.iter().map(place).collect::<Option<_>>()?),
        Answer::Order(list) => Answer::Order(list.iter().map(place).collect::<Option<_>>()?),
        Answer::Number(n) => Answer::Number(*n),
        Answer::Roll(_) => return None,
    })
}

/// An arbitrary answer, used to see what is asked next.
fn probed(ask: &Ask) -> Answer {
    match ask {
        Ask::Roll(ask) => Answer::Roll(Roll::Faces(vec![1; usize::from(ask.count)])),
        Ask::Choice(ask) => ask.standing(),
    }
}

/// Looks ahead: uses the given answers, then matching recorded ones in order, then [`IdleDice`] ones.
struct Probe<'a> {
    given: Vec<Answer>,
    used: usize,
    recorded: Recorded<'a>,
    behind: usize,
    found: usize,
    idle: IdleDice,
}

impl Probe<'_> {
    fn answer(&mut self, ask: &Ask) -> Option<Answer> {
        if let Some(given) = self.given.get(self.used) {
            self.used += 1;
            return Some(given.clone());
        }
        if let Some((at, answer)) = self.recorded.next(self.behind, ask) {
            self.behind = at + 1;
            self.found += 1;
            return Some(answer);
        }
        match ask {
            Ask::Roll(ask) => self.idle.roll(ask).map(Answer::Roll),
            Ask::Choice(ask) => self.idle.choose(ask),
        }
    }
}

impl Dice for Probe<'_> {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        match self.answer(&Ask::Roll(ask.clone()))? {
            Answer::Roll(roll) => Some(roll),
            _ => None,
        }
    }

    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer> {
        self.answer(&Ask::Choice(ask.clone()))
    }
}

/// More rolls than any one command takes.
const MOST_ROLLS: usize = 10_000;

/// Dice whose results do not matter: they cycle through the faces, so that rerolling ties comes to an end. Choices get
/// the default.
#[derive(Default)]
pub(super) struct IdleDice {
    rolled: usize,
}

impl Dice for IdleDice {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        let first = self.rolled;
        self.rolled += 1;
        let sides = usize::from(ask.sides).max(1);
        let face = |nth: usize| u16::try_from((first + nth) % sides + 1).unwrap_or(1);
        let faces = (0..usize::from(ask.count)).map(face).collect();
        (first < MOST_ROLLS).then_some(Roll::Faces(faces))
    }

    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer> {
        Some(ask.standing())
    }
}
