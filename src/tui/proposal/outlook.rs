//! What an act would roll and cost, before it is done.

use crate::rules;
use crate::rules::engine::deeds;
use crate::rules::model::command::{Act, Command};
use crate::rules::model::dice::{Answer, ChoiceRequest, Dice, Roll, RollRequest};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::RuleError;
use crate::rules::model::event::Stop;
use crate::rules::ruleset::Ruleset;

/// Dice that answer nothing, so that a resolution stops at its first question.
pub struct Unanswered;

impl Dice for Unanswered {
    fn roll(&mut self, _: &RollRequest) -> Option<Roll> {
        None
    }

    fn choose(&mut self, _: &ChoiceRequest) -> Option<Answer> {
        None
    }
}

/// The first thing a command would lead to.
pub enum Forecast {
    /// A roll.
    Roll(Box<RollRequest>),
    /// A question, before any dice.
    Asks,
    /// No dice.
    Plain,
    /// A refusal.
    Refused(RuleError),
}

/// Returns the first thing a command would lead to, without running it.
pub fn forecast(rules: &dyn Ruleset, e: &Encounter, command: &Command) -> Forecast {
    match rules::play(rules, e.clone(), command, &mut Unanswered) {
        Err(Stop::Roll(ask)) => Forecast::Roll(ask),
        Err(Stop::Refused(error)) => Forecast::Refused(error),
        Err(Stop::Choice(_)) => Forecast::Asks,
        Ok(_) => Forecast::Plain,
    }
}

/// What a roll needs: `hits on 12+`, `needs 8 or less`.
pub fn needs(ask: &RollRequest) -> Option<String> {
    let need = ask.need?;
    let own = ask.purpose.words().needs;
    let verb = own.unwrap_or("needs");
    let never = !ask.under && need > ask.range().1;
    Some(match (is_sure(ask), own) {
        (true, Some(verb)) => format!("{verb} any roll"),
        (true, None) => "cannot fail".into(),
        _ if ask.under => format!("{verb} {need} or less"),
        (false, Some(verb)) if never => format!("{verb} no roll"),
        (false, None) if never => "cannot succeed".into(),
        (false, _) => format!("{verb} {need}+"),
    })
}

/// Whether every face of a roll is high enough.
pub fn is_sure(ask: &RollRequest) -> bool {
    !ask.under && ask.need.is_some_and(|need| need <= ask.range().0)
}

/// What an act costs, in words: `4 s, 2 s carried over`.
pub fn price(rules: &dyn Ruleset, e: &Encounter, act: &Act) -> Option<String> {
    let price = deeds::price(rules, e, act)?;
    Some(match price.carried {
        0 => format!("{} s", price.takes),
        carried => format!("{} s, {carried} s carried over", price.takes),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::model::dice::Purpose;

    #[test]
    fn what_a_roll_needs_says_which_way_is_good() {
        let ask = |purpose, sides, need, under| RollRequest {
            need: Some(need),
            under,
            ..RollRequest::new(purpose, 1, sides)
        };
        let told =
            |purpose, need, under| needs(&ask(purpose, 20, need, under)).expect("it needs something");
        assert_eq!(told(Purpose::Morale, 8, true), "needs 8 or less");
        assert_eq!(told(Purpose::FumbleCheck, 3, true), "needs 3 or less");
        assert_eq!(told(Purpose::Poison, 12, false), "needs 12+");
        assert_eq!(told(Purpose::Poison, 1, false), "cannot fail");
        assert_eq!(told(Purpose::Poison, 21, false), "cannot succeed");
        assert_eq!(told(Purpose::Attack(0), 12, false), "hits on 12+");
        assert_eq!(told(Purpose::Attack(0), 0, false), "hits on any roll");
    }
}
