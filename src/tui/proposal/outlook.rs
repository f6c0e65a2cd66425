//! What an act would roll and cost, before it is done.

use crate::rules;
use crate::rules::engine::deeds;
use crate::rules::model::command::{Act, Command};
use crate::rules::model::dice::{Answer, ChoiceRequest, Dice, Roll, RollRequest};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::RuleError;
use crate::rules::model::event::Stop;
use crate::rules::ruleset::Ruleset;
use crate::rules::text::words::phrase::of_roll;

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

/// What a roll needs: `hits on 12+`, `they hold at 8 or less`.
pub fn needs(ask: &RollRequest) -> Option<String> {
    let need = ask.need?;
    let verb = of_roll(ask.purpose).needs;
    let (least, most) = ask.range();
    Some(match ask.under {
        true => format!("{verb} {need} or less"),
        false if need <= least => format!("{verb} any roll"),
        false if need > most => format!("{verb} no roll"),
        false => format!("{verb} {need}+"),
    })
}

/// What an act costs, in words: `4 s, 2 carried over`.
pub fn price(rules: &dyn Ruleset, e: &Encounter, act: &Act) -> Option<String> {
    let price = deeds::price(rules, e, act)?;
    Some(match price.carried {
        0 => format!("{} s", price.takes),
        carried => format!("{} s, {carried} carried over", price.takes),
    })
}
