//! Questions asked while a scenario runs, and the script's answers.

use super::expect::Ask;
use super::names::Names;
use super::script::{Choice, Die, Step};
use crate::chronicle;
use crate::notation;
use crate::rules::model::dice::{
    Answer, ChoiceRequest, DiceExpr, HowMany, Pick, Purpose, Roll, RollRequest,
};
use crate::rules::model::event::{Rolled, Source, Stop};
use crate::rules::model::ids::CombatantId;
use std::collections::VecDeque;

/// Converts a question to the scenario format.
pub(super) fn of_ask(ask: &chronicle::Ask, names: Names) -> Ask {
    match ask {
        chronicle::Ask::Roll(ask) => of_roll(ask, names),
        chronicle::Ask::Choice(ask) => of_choice(ask, names),
    }
}

/// Converts the question at which a resolution stopped; `None` if it was refused.
pub(super) fn of_stop(stop: &Stop, names: Names) -> Option<Ask> {
    match stop {
        Stop::Roll(ask) => Some(of_roll(ask, names)),
        Stop::Choice(ask) => Some(of_choice(ask, names)),
        Stop::Refused(_) => None,
    }
}

fn of_roll(ask: &RollRequest, names: Names) -> Ask {
    Ask {
        purpose: Some(ask.purpose),
        who: ask.who.map(|who| names.name(who)),
        side: side(ask.side, names),
        against: ask.against.map(|who| names.name(who)),
        dice: Some(DiceExpr::new(ask.count, ask.sides, 0)),
        need: ask.need,
        adds: Some(ask.tally.total()),
        ..Ask::default()
    }
}

/// Converts a roll to the question it answered.
pub(super) fn of_rolled(rolled: &Rolled, names: Names) -> Ask {
    Ask {
        purpose: Some(rolled.purpose),
        who: rolled.who.map(|who| names.name(who)),
        side: side(rolled.side, names),
        against: rolled.against.map(|who| names.name(who)),
        need: rolled.need,
        adds: Some(rolled.tally.total()),
        ..Ask::default()
    }
}

/// Converts harm to the question of its damage roll.
pub(super) fn of_harm(purpose: Option<Purpose>, whom: CombatantId, source: Source, names: Names) -> Ask {
    let by = match source {
        Source::Attack(by) | Source::Sparing(by) | Source::Effect(by) => Some(by),
        Source::Lasting | Source::Referee => None,
    };
    let (who, against) = (by.map(|by| names.name(by)), Some(names.name(whom)));
    Ask { purpose, who, against, ..Ask::default() }
}

fn of_choice(ask: &ChoiceRequest, names: Names) -> Ask {
    Ask {
        question: Some(ask.question),
        who: ask.who.map(|who| names.name(who)),
        side: side(ask.side, names),
        picks: Some(ask.picks.iter().map(|pick| word(pick, names)).collect()),
        standing: ask.picks.get(ask.default).map(|pick| word(pick, names)),
        ..Ask::default()
    }
}

fn side(side: Option<crate::rules::model::ids::SideId>, names: Names) -> Option<String> {
    side.and_then(|id| names.0.side(id)).map(|side| side.name.to_string())
}

/// Converts a pick to the scenario format.
fn word(pick: &Pick, names: Names) -> Choice {
    match pick {
        Pick::Reroll => Choice::Reroll,
        Pick::Simultaneous => Choice::Simultaneous,
        Pick::Flee => Choice::Flee,
        Pick::Surrender => Choice::Surrender,
        Pick::Yes => Choice::Yes,
        Pick::No => Choice::No,
        Pick::Combatant(who) => Choice::Combatant(names.name(*who)),
        Pick::Side(at) => Choice::Side(side(Some(*at), names).unwrap_or_default()),
        Pick::Named(text) => Choice::Named(text.to_string()),
        Pick::Line(who, line) => Choice::Line(names.line_name(*who, *line).unwrap_or_default()),
        Pick::Defence(how) => Choice::Defence(*how),
        Pick::Item(item, against) => Choice::Item(item.to_string(), *against),
    }
}

impl Ask {
    /// Formats the question as in a file.
    pub fn line(&self) -> String {
        notation::line(self).unwrap_or_else(|_| format!("{self:?}"))
    }

    /// Whether this pattern matches a question.
    pub fn fits(&self, asked: &Self) -> bool {
        fn fits<T: PartialEq>(want: Option<&T>, have: Option<&T>) -> bool {
            want.is_none() || want == have
        }
        fits(self.purpose.as_ref(), asked.purpose.as_ref())
            && fits(self.question.as_ref(), asked.question.as_ref())
            && fits(self.who.as_ref(), asked.who.as_ref())
            && fits(self.side.as_ref(), asked.side.as_ref())
            && fits(self.against.as_ref(), asked.against.as_ref())
            && fits(self.dice.as_ref(), asked.dice.as_ref())
            && fits(self.need.as_ref(), asked.need.as_ref())
            && fits(self.adds.as_ref(), asked.adds.as_ref())
            && fits(self.picks.as_ref(), asked.picks.as_ref())
            && fits(self.standing.as_ref(), asked.standing.as_ref())
    }
}

/// Gives out the answers of a step in order and records the questions.
pub(super) struct Prompter {
    dice: VecDeque<Die>,
    choices: VecDeque<Choice>,
    /// The questions asked, in order.
    pub asked: Vec<Ask>,
    /// An answer that does not fit its question.
    pub misfit: Option<String>,
}

impl Prompter {
    /// Takes the answers of a step.
    pub fn new(step: &Step) -> Self {
        Self {
            dice: step.dice.iter().cloned().collect(),
            choices: step.choices.iter().cloned().collect(),
            asked: Vec::new(),
            misfit: None,
        }
    }

    /// Describes the unused answers, if any.
    pub fn left(&self) -> Option<String> {
        let dice = self.dice.iter().map(|die| match &die.0 {
            Roll::Total(total) => total.to_string(),
            Roll::Faces(faces) => format!("{faces:?}"),
        });
        let choices = self.choices.iter().map(|choice| format!("{choice:?}"));
        let left: Vec<String> = dice.chain(choices).collect();
        if left.is_empty() { None } else { Some(left.join(", ")) }
    }

    /// Returns the next answer; `None` if there is none or it does not fit.
    pub fn answer(&mut self, ask: &chronicle::Ask, names: Names) -> Option<Answer> {
        let asked = of_ask(ask, names);
        let line = asked.line();
        self.asked.push(asked);
        let (answer, given) = match ask {
            chronicle::Ask::Roll(_) => {
                let roll = self.dice.pop_front()?.0;
                (Some(Answer::Roll(roll.clone())), format!("{roll:?}"))
            }
            chronicle::Ask::Choice(ask) => {
                let choice = self.choices.pop_front()?;
                (chosen(ask, &choice, names), format!("{choice:?}"))
            }
        };
        let answer = answer.filter(|answer| ask.accepts(answer));
        if answer.is_none() {
            self.misfit = Some(format!("{given} does not answer {line}"));
        }
        answer
    }
}

/// Converts a choice to an answer.
fn chosen(ask: &ChoiceRequest, choice: &Choice, names: Names) -> Option<Answer> {
    let position = |choice: &Choice| match choice {
        Choice::At(at) => Some(*at),
        other => ask.picks.iter().position(|pick| word(pick, names) == *other),
    };
    match (choice, ask.how) {
        (Choice::Standing, _) => Some(ask.standing()),
        (Choice::Number(n), _) => Some(Answer::Number(*n)),
        (Choice::Several(list), how) => {
            let at = list.iter().map(position).collect::<Option<_>>()?;
            Some(if how == HowMany::Order { Answer::Order(at) } else { Answer::Some(at) })
        }
        (one, HowMany::Some) => Some(Answer::Some(vec![position(one)?])),
        (one, _) => position(one).map(Answer::One),
    }
}
