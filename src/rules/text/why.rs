//! Explanations: the terms of a total with the rules behind them, and the rules behind events without a total.

use super::book::condition_id;
use crate::rules::model::command::{Command, Deed};
use crate::rules::model::dice::Purpose;
use crate::rules::model::event::{Event, Spending, Told};
use crate::rules::model::ids::Text;
use crate::rules::model::stance::Origin;
use crate::rules::model::tally::{Reason, Tally, Term};
use crate::rules::ruleset::about::{About, Topic};
use std::mem::discriminant;

/// A term of a total.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhyTerm {
    /// Its value.
    pub value: i32,
    /// Its label in the sum.
    pub word: Text,
    /// The id of the rule behind it.
    pub rule: Text,
    /// The text of that rule.
    pub text: Text,
}

/// Returns the terms of an event's total; empty if there is nothing to explain.
pub fn why(about: &About, event: &Event) -> Vec<WhyTerm> {
    match event {
        Event::Rolled(rolled) => {
            let dice = rolled.dice.map(|dice| dice_term(about, rolled.purpose, dice));
            dice.into_iter().chain(terms(about, &rolled.tally)).collect()
        }
        Event::Harmed { tally, .. } => tally.terms().iter().map(|part| harm_term(about, part)).collect(),
        Event::Deferred(event) => why(about, event),
        _ => Vec::new(),
    }
}

/// Returns the terms of the number needed; empty if there is nothing to explain.
pub fn needing(about: &About, event: &Event) -> Vec<WhyTerm> {
    match event {
        Event::Rolled(rolled) => terms(about, &rolled.needing),
        _ => Vec::new(),
    }
}

/// Returns the id of the rule behind an event, if the ruleset cites one.
pub fn rule(about: &About, event: &Event) -> Option<Text> {
    let condition = |condition| about.condition(condition).map(|row| condition_id(about, &row));
    let subject = match event {
        Event::Deferred(event) => return rule(about, event),
        Event::Afflicted(_, effect) => return Some(condition_id(about, &effect.condition)),
        Event::Relieved { condition: ended, .. } => return condition(*ended),
        Event::OptionSet(id, _) | Event::OptionAwaits(id, _) => return Some(id.clone()),
        Event::Told(Told::Row(_, id, _) | Told::Rule(id)) => return Some(id.clone()),
        Event::Rolled(rolled) => Topic::Roll(rolled.purpose),
        Event::Told(told) => topic_of_told(told)?,
        other => topic_of_event(other)?,
    };
    cited(about, subject)
}

/// Returns the id of the rule behind a command: that of its deed, or for a step, that of the sequence.
pub fn commanded(about: &About, command: &Command) -> Option<Text> {
    match command {
        Command::Act(act) => cited(about, Topic::Deed(act.deed)),
        Command::Proceed | Command::Skip => cited(about, Topic::Sequence),
        Command::Morale { .. } => cited(about, Topic::Morale),
        Command::Elapse(_) => cited(about, Topic::Time),
        _ => None,
    }
}

/// Whether the command is the referee's decision, independent of the rules.
pub fn is_the_referees(command: &Command) -> bool {
    use Command::{Arrive, Depart, Harm, Heal, Note, Overrule, Roll, Side};
    matches!(
        command,
        Arrive(_) | Depart(..) | Harm { .. } | Heal { .. } | Note(_) | Overrule(_) | Roll(_) | Side(_)
    )
}

fn cited(about: &About, subject: Topic) -> Option<Text> {
    if let Topic::Deed(deed) = subject {
        return about.deeds.row(deed).map(|row| row.rule.into());
    }
    let same = |known: &Topic| match (known, &subject) {
        (Topic::Roll(known), Topic::Roll(rolled)) => discriminant(known) == discriminant(rolled),
        _ => *known == subject,
    };
    about.cites.iter().find(|(_, of)| of.iter().any(same)).map(|(rule, _)| rule.clone())
}

fn topic_of_event(event: &Event) -> Option<Topic> {
    Some(match event {
        Event::RoundBegan(_) | Event::PassedOver(_) | Event::Passed(_) | Event::Began | Event::Ended => {
            Topic::Sequence
        }
        Event::Elapsed(_) => Topic::Time,
        Event::TurnBegan(_) | Event::Ordered(_) | Event::Shifted(_) | Event::Numbered(..) => {
            Topic::Order
        }
        Event::Harmed { .. } => Topic::Harm,
        Event::Healed { .. } => Topic::Healing,
        Event::Wounded { .. } => Topic::Wound,
        Event::Stood(..) => Topic::Fall,
        Event::Threatens(..) | Event::Frees(..) => Topic::Melee,
        Event::Apart(..) | Event::Moved { .. } | Event::Met(_) => Topic::Distance,
        Event::Spent(_, Spending::Move(_)) => Topic::Walk,
        Event::Spent(_, Spending::Seconds(_)) => Topic::Seconds,
        Event::Undertook(..) => Topic::CarriedOver,
        Event::Committed => Topic::Outcome,
        Event::Geared(..) => Topic::Gear,
        Event::SideTook(_, Some(stance)) | Event::Took(_, Some(stance)) => match stance.why {
            Origin::Reaction => Topic::Reaction,
            Origin::Surprise => Topic::Roll(Purpose::Surprise),
            Origin::Struck => Topic::Deed(Deed::Strike),
            Origin::Bait => Topic::Deed(Deed::Distract),
            Origin::Said => return None,
        },
        _ => return None,
    })
}

fn topic_of_told(told: &Told) -> Option<Topic> {
    Some(match told {
        Told::Deed(_, deed, ..) => Topic::Deed(*deed),
        Told::Spell(..) => Topic::Spell,
        Told::Reaction(_) => Topic::Reaction,
        Told::Broke(_) | Told::Held(_) | Told::NoCheck(_) | Told::Unmoved(..) => Topic::Morale,
        Told::Evaded(..) | Told::Baited(..) | Told::Ran(..) => Topic::Pursuit,
        Told::Rested(..) | Told::Cured(..) => Topic::Healing,
        Told::TurnOver(_) => Topic::Time,
        Told::Driven(..) => Topic::Roll(Purpose::Turning),
        Told::Item(..) => Topic::Gear,
        Told::Withstood(..) => Topic::Wound,
        Told::CoverStruck(_) => Topic::Cover,
        Told::Scattered(..) => Topic::Scatter,
        Told::Lost(_) => Topic::CarriedOver,
        Told::Experience(..) => Topic::Experience,
        _ => return None,
    })
}

/// Returns the terms of a tally with their rules.
pub fn terms(about: &About, tally: &Tally) -> Vec<WhyTerm> {
    tally.terms().iter().map(|part| term(about, &part.0, part.1)).collect()
}

/// The dice as a term. Their rule is that of attacks, so on other rolls they have none.
fn dice_term(about: &About, purpose: Purpose, dice: i32) -> WhyTerm {
    let whole = term(about, &Reason::DICE, dice);
    if matches!(purpose, Purpose::Attack(_)) { whole } else { without_rule(whole) }
}

/// A term of damage. Its dice are not an attack roll, so they have no rule.
fn harm_term(about: &About, Term(reason, value): &Term) -> WhyTerm {
    let whole = term(about, reason, *value);
    if *reason == Reason::DICE { without_rule(whole) } else { whole }
}

fn without_rule(term: WhyTerm) -> WhyTerm {
    WhyTerm { rule: "".into(), text: "".into(), ..term }
}

fn term(about: &About, reason: &Reason, value: i32) -> WhyTerm {
    let nothing: Text = "".into();
    if let Some(rule) = about.home_rule(reason) {
        let text = about.rule(rule).map_or(nothing, |rule| rule.text.clone());
        return WhyTerm { value, word: about.word(reason).into(), rule: rule.into(), text };
    }
    if let Reason::Named(_) | Reason::Share(_) = reason {
        let word = format!("{} (referee)", about.word(reason)).into();
        return WhyTerm { value, word, rule: nothing.clone(), text: nothing };
    }
    let row = about.reason(reason);
    let rule = row.and_then(|row| about.rule(row.rule));
    WhyTerm {
        value,
        word: row.map_or("", |row| row.row().label).into(),
        rule: row.map_or("", |row| row.row().rule).into(),
        text: rule.map_or(nothing, |rule| rule.text.clone()),
    }
}
