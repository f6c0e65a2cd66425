//! Whether the words of a home rule fit its moment.

use super::read::counter;
use crate::rules::model::house_book::rule::{If, RollKind, Then, When};
use std::fmt;

/// The first word of a value as files write it.
pub fn word_of(value: &dyn fmt::Debug) -> String {
    let told = format!("{value:?}");
    told.chars().take_while(|c| c.is_alphanumeric()).collect()
}

/// The greatest number in a rule.
const MOST: i32 = 9999;

/// Whether what a rule says directly and what it says within others can be so.
///
/// # Errors
/// The first word that cannot, and why.
pub fn stands(then: &[Then]) -> Result<(), (String, String)> {
    let changes = |then: &Then| then.changes_number() || matches!(then, Then::Again);
    let inner = then.iter().flat_map(|then| then.all().into_iter().skip(1));
    if let Some(word) = inner.into_iter().find(|then| changes(then)) {
        let what =
            format!("found {} within another word, expected it directly under then", word_of(word));
        return Err((word_of(word), what));
    }
    let again = then.iter().any(|then| matches!(then, Then::Again));
    if again && then.len() > 1 {
        let what = "found Again beside other words, expected a rule of its own for them";
        return Err(("Again".into(), what.into()));
    }
    Ok(())
}

/// Whether the numbers and dice of a word are such as a table plays with.
fn is_sensible(then: &Then) -> Result<(), String> {
    let number = match then {
        Then::Add(n) | Then::AtLeast(n) | Then::AtMost(n) | Then::Hp(n) | Then::StaysAt(n) => Some(*n),
        Then::Count(_, n) | Then::Harm { to: Some(n), .. } => Some(*n),
        _ => None,
    };
    if let Some(found) = number.filter(|n| !(-MOST..=MOST).contains(n)) {
        return Err(format!("found {found}, expected −{MOST} to {MOST}"));
    }
    let dice = match then {
        Then::Dice(dice) => vec![*dice],
        Then::DiceOf(of) => of.values().copied().collect(),
        _ => Vec::new(),
    };
    if let Some(found) = dice.iter().find(|dice| dice.count == 0 || dice.plus != 0) {
        return Err(format!(
            "found {found}, expected dice alone, as in 2d6: what is added to them is a rule with Add"
        ));
    }
    match then {
        Then::BeginFor(_, 0) => Err("found 0 rounds, expected 1 or more".into()),
        _ => Ok(()),
    }
}

/// Whether something can happen at that moment.
pub fn fits(then: &Then, when: When) -> Result<(), String> {
    is_sensible(then)?;
    let before = matches!(when, When::Roll(_));
    let harm = matches!(when, When::Harm { .. });
    let (holds, expected) = match then {
        Then::Add(_) | Then::AddAbility(_) | Then::AddDice(_) | Then::AtLeast(_) | Then::AtMost(_) => {
            (before || harm, "Roll or Harm")
        }
        Then::Dice(_) | Then::DiceOf(_) | Then::Highest => (before, "Roll"),
        Then::Again => (matches!(when, When::Rolled(_)), "Rolled"),
        Then::Half | Then::Double | Then::Harm { to: Some(_), .. } => (harm, "Harm"),
        Then::Stays | Then::StaysAt(_) => (when == When::Falls, "Falls"),
        Then::Harm { to: None, deal: None, .. } => {
            return Err("found Harm(), expected to or deal".into());
        }
        _ if before => (false, "another moment: while a roll is made nothing else happens; when"),
        _ => (true, ""),
    };
    let kind = match when {
        When::Roll(kind) => Some(kind),
        _ => None,
    };
    if kind.is_some_and(RollKind::is_amount)
        && matches!(then, Then::Add(_) | Then::AddAbility(_) | Then::AddDice(_))
    {
        return Err(format!("found {} of an amount, expected it under when: Harm", word_of(then)));
    }
    if let Then::Count(name, _) = then
        && counter(name).is_none()
    {
        return Err(format!("found the count \"{name}\", expected a word of at most 15 letters"));
    }
    if holds {
        Ok(())
    } else {
        Err(format!("found {}, expected it under when: {expected}", word_of(then)))
    }
}

/// Whether a question can be answered at that moment.
pub fn tells(test: &If, when: When) -> Result<(), String> {
    let rolled = matches!(when, When::Rolled(_) | When::Hit | When::Miss);
    let blow = rolled
        || matches!(
            when,
            When::Harm { .. } | When::Falls | When::Roll(RollKind::Damage | RollKind::Critical)
        );
    let (holds, expected) = match test {
        If::Natural(_) | If::NaturalAtLeast(_) | If::NaturalAtMost(_) => {
            (blow, "Rolled, Hit, Miss, Harm, Falls or Roll(Damage)")
        }
        If::TotalAtLeast(_)
        | If::TotalAtMost(_)
        | If::Made
        | If::Failed
        | If::MadeBy(_)
        | If::FailedBy(_) => (rolled, "Rolled, Hit or Miss"),
        If::AtLeast(_) | If::AtMost(_) => (matches!(when, When::Harm { .. }), "Harm"),
        If::Against(_) => (
            matches!(when, When::Roll(RollKind::Save) | When::Rolled(RollKind::Save)),
            "Roll(Save) or Rolled(Save)",
        ),
        _ => (true, ""),
    };
    if holds {
        Ok(())
    } else {
        Err(format!("found {}, expected it under when: {expected}", word_of(test)))
    }
}
