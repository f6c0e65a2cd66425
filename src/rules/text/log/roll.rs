//! Rolls as text: who rolled for what, and the result.

use super::capital;
use crate::rules::model::dice::Purpose;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Outcome, Rolled};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::phrase::{Number, Verb};
use crate::rules::model::tally::{Reason, Term};
use crate::rules::ruleset::about::About;
use crate::rules::text::words::{self, name};

pub(super) fn roll(about: &About, e: &Encounter, rolled: &Rolled) -> String {
    let subject = subject(about, e, rolled);
    let sum = words::sum(about, rolled.dice, &rolled.tally);
    let said = rolled.purpose.words();
    let [good, bad] = [true, false].map(|made| said.verdict(made).text());
    let needs = match rolled.need {
        Some(need) if said.under => format!(", needs {need} or less"),
        Some(need) => format!(", needs {need}"),
        None => String::new(),
    };
    match (rolled.dice, rolled.outcome) {
        (None, Outcome::Always) => format!("{subject}: {good} without a roll"),
        (_, Outcome::Figure) => format!("{subject}: {sum}{needs}"),
        (_, Outcome::Success) => format!("{subject}: {sum}{needs}: {good}"),
        (_, Outcome::Failure) => format!("{subject}: {sum}{needs}: {bad}"),
        (_, Outcome::Always) => format!("{subject}: {sum}{needs}: {good} automatically"),
        (_, Outcome::Never) => format!("{subject}: {sum}{needs}: {bad} automatically"),
        (_, Outcome::Immune) => format!("{subject}: {sum}{needs}: {good}, but immune"),
    }
}

/// Returns the target, if the total is one target's version of a shared amount: less for one that dodged, half for
/// another.
fn own_figure_of(about: &About, rolled: &Rolled) -> Option<CombatantId> {
    let own = |term: &Term| match &term.0 {
        Reason::Share(_) => true,
        reason => about.reason(reason).is_some_and(|row| row.own),
    };
    rolled.against.filter(|_| rolled.tally.terms().iter().any(own))
}

/// Formats who rolled for what: `Ana attacks Orc 2 with sword`.
fn subject(about: &About, e: &Encounter, rolled: &Rolled) -> String {
    match own_figure_of(about, rolled).map(|whom| name(e, whom)) {
        Some(whom) if rolled.purpose == Purpose::Healing => return format!("healing of {whom}"),
        Some(whom) => return format!("damage to {whom}"),
        None => {}
    }
    let who = match (rolled.who, rolled.side) {
        (Some(who), _) => name(e, who).to_string(),
        (None, Some(side)) => words::side(e, side).to_string(),
        (None, None) => String::new(),
    };
    let does = |verb: Verb, rest: &str| format!("{who} {} {rest}", verb.says(Number::One));
    match (rolled.purpose, rolled.who, rolled.against) {
        (Purpose::Attack(line), Some(id), Some(target)) => words::attack(e, id, target, line),
        (Purpose::Attack(_), _, Some(target)) => does(Verb::ATTACK, name(e, target)),
        (Purpose::Grab, _, Some(target)) => does(Verb::REACH, &format!("for {}", name(e, target))),
        (Purpose::CriticalCondition, ..) => "critical effect".into(),
        (Purpose::Grapple, ..) => format!("grip of {who}"),
        (Purpose::Waking, ..) => format!("turns until {who} wakes"),
        (Purpose::Reviving, ..) => format!("rounds until {who} can be revived"),
        (Purpose::WhichSide | Purpose::TimeLeft, ..) => rolled.purpose.noun(),
        (Purpose::Save(from), ..) => does(Verb::SAVE, &format!("against {}", from.word())),
        (Purpose::Ability(of) | Purpose::Check(of), ..) => does(Verb::TRY, of.word()),
        (Purpose::Damage(_), ..) => "damage".into(),
        (Purpose::Scatter, ..) => "scatter".into(),
        (purpose, ..) if who.is_empty() => capital(&purpose.noun()),
        (purpose, ..) => format!("{} of {who}", capital(&purpose.noun())),
    }
}
