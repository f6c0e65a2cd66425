//! Refusals and questions in words for the referee.

use crate::chronicle::{Answered, Ask};
use crate::odds::exact;
use crate::rules::model::choice::Query;
use crate::rules::model::dice::{Answer, ChoiceRequest, Purpose, Question, RollRequest};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::RuleError;
use crate::rules::model::phrase::{Number, Verb};
use crate::rules::ruleset::Ruleset;
use crate::rules::text::log::uncapital;
use crate::rules::text::words;
use crate::tui::proposal;

/// Most earlier rolls shown with a question.
const MAX_SO_FAR: usize = 6;

/// Formats a refusal by the rules: `Ana: It has no attack left this round.`
pub fn refusal(rules: &dyn Ruleset, e: &Encounter, error: &RuleError) -> String {
    let who = error.who.map_or_else(String::new, |who| format!("{}: ", words::name(e, who)));
    format!("{who}{}", reason(rules, error))
}

/// Same, without the name, where it is clear who is meant.
pub fn reason(rules: &dyn Ruleset, error: &RuleError) -> String {
    format!("{}.", rules.about().why(error))
}

/// The short form of a reason, to put beside the blocked item.
pub fn in_brief(rules: &dyn Ruleset, error: &RuleError) -> String {
    uncapital(rules.about().why_in_brief(error.refusal))
}

/// Formats a roll prompt: who rolls, and what for: `Ana attacks Orc 2 with sword: hits on 12+ (45 %)`.
pub fn roll(e: &Encounter, ask: &RollRequest) -> String {
    let who = match (ask.who, ask.side) {
        (Some(who), _) => words::roller(e, ask.purpose, who),
        (None, Some(side)) => words::side(e, side).to_string(),
        (None, None) => String::new(),
    };
    let called = |id| words::name(e, id);
    let what = match (ask.purpose, ask.who, ask.against) {
        (Purpose::Attack(line), Some(id), Some(target)) => {
            let attacks = Verb::ATTACK.alone().done(Number::One, called(target));
            format!("{} {attacks} with {}", called(id), words::means(e, id, Some(line)))
        }
        (Purpose::Damage(line), Some(id), Some(target)) => {
            format!("damage to {}: {who}, {}", called(target), words::means(e, id, Some(line)))
        }
        (Purpose::Defence(how), Some(_), Some(attacker)) => {
            format!("{who}'s {} against {}", how.word(), called(attacker))
        }
        (Purpose::Slip, Some(_), Some(runner)) => {
            format!("contest: {who}, to hold {} back", called(runner))
        }
        (Purpose::Slip, Some(_), None) => format!("contest: {who}, to get by its foes"),
        (purpose, ..) if who.is_empty() => purpose.noun(),
        // A saving throw already says what it is against.
        (purpose, Some(_), Some(against))
            if !matches!(purpose, Purpose::Save(_) | Purpose::ItemSave) =>
        {
            format!("{}: {who} against {}", purpose.noun(), called(against))
        }
        (purpose, ..) => format!("{}: {who}", purpose.noun()),
    };
    let chance = exact::succeeds(ask).map_or_else(String::new, |chance| format!(" ({chance})"));
    let needs = proposal::needs(ask).map_or_else(String::new, |needs| format!(": {needs}{chance}"));
    let keep = ask.keep.map_or_else(String::new, |keep| format!(" ({})", words::keep(keep)));
    format!("{what}{needs}{keep}")
}

/// Lists the last rolls among these answers, newest last: `rolled: Heroes 4, Orcs 4`.
pub fn so_far(e: &Encounter, answers: &[Answered]) -> String {
    let rolls = answers.iter().filter_map(|answered| match (&answered.ask, &answered.answer) {
        (Ask::Roll(ask), Answer::Roll(roll)) => Some((ask, ask.figure(roll))),
        _ => None,
    });
    let rolls = rolls.map(|(ask, dice)| {
        let total = dice.saturating_add(ask.tally.total());
        match (ask.who, ask.side) {
            (Some(who), _) if matches!(ask.purpose, Purpose::Damage(_)) => {
                format!("{} {total} damage", words::name(e, who))
            }
            (Some(who), _) => format!("{} {total}", words::name(e, who)),
            (None, Some(side)) => format!("{} {total}", words::side(e, side)),
            (None, None) => total.to_string(),
        }
    });
    let mut rolls: Vec<String> = rolls.collect();
    let older = rolls.len().saturating_sub(MAX_SO_FAR);
    rolls.drain(..older);
    let more = if older > 0 { "… " } else { "" };
    if rolls.is_empty() { String::new() } else { format!("rolled: {more}{}", rolls.join(", ")) }
}

/// Formats a decision prompt: `A tie: Heroes`.
pub fn choice(e: &Encounter, ask: &ChoiceRequest) -> String {
    if ask.question == Question::House {
        let who = ask.who.map(|who| words::name(e, who)).or_else(|| Some(words::side(e, ask.side?)));
        return who.map_or_else(|| ask.asked(), |who| format!("{who}: {}", uncapital(&ask.asked())));
    }
    let about = match (&ask.among[..], ask.who, ask.side) {
        ([_, ..], ..) => {
            ask.among.iter().map(|pick| words::pick(e, pick)).collect::<Vec<_>>().join(", ")
        }
        // One of the side's kinds has broken.
        ([], Some(who), Some(_)) if ask.question == Question::Broken => words::kind(e, who),
        ([], _, Some(side)) => words::side(e, side).into(),
        ([], Some(who), None) => words::name(e, who).into(),
        ([], None, None) => return ask.question.words().to_string(),
    };
    let question = ask.question.words();
    let told = || uncapital(&question.to_string());
    match (question, ask.who) {
        (Query::Asks(_), Some(who)) if ask.among.is_empty() => {
            format!("{}: {}", words::name(e, who), told())
        }
        (Query::Asks(_), Some(who)) => format!("{}: {} ({about})", words::name(e, who), told()),
        (Query::Asks(_), None) => format!("{question} {about}"),
        (Query::Says(_), _) => format!("{question}: {about}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::model::error::Refusal;
    use crate::rules::model::fault::Fault;
    use crate::rules::model::ids::RulesetId;
    use crate::rules::registry;

    #[test]
    fn a_refusal_is_one_sentence_with_its_note_or_faults() {
        let rules = registry::ruleset(RulesetId::Bx);
        let said = |error: RuleError| (reason(rules, &error), in_brief(rules, &error));
        let nobody = "nobody is within reach of it".to_string();
        assert_eq!(said(Refusal::NOBODY_THERE.into()), ("Nobody is within reach of it.".into(), nobody));
        let (whole, brief) = said(Refusal::NOT_IN_MELEE.saying("it is asleep"));
        assert_eq!(whole, "Not in melee: free to move, nothing to announce (it is asleep).");
        assert_eq!(brief, "not in melee");
        let faults = vec![Fault::missing("hp", "1 to 9999"), Fault::new("ac", 99, "-20 to 12")];
        let (whole, brief) = said(RuleError::bad_stat(faults));
        let both = "hp: missing, expected 1 to 9999; ac: found 99, expected -20 to 12";
        assert_eq!(whole, format!("The stat block has an error: nothing was added ({both})."));
        assert_eq!(brief, "the stat block has an error");
    }
}
