//! The prompt for an amount of damage or healing, for one row or several, each with its share.

use crate::rules::model::command::{Command, Share};
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::ids::CombatantId;
use crate::rules::text::words;
use crate::tui::overlays::forms::boxes::{Filled, FormBox};
use crate::tui::overlays::forms::form::{Field, Form, Value};
use crate::tui::overlays::{Overlay, Verdict};
use crate::tui::table::view::View;

/// The keys on the row of a target.
pub(in crate::tui::overlays) const ROW_KEYS: &str = "h half, n none, d double, a all";

/// The row of a target with its share.
pub(in crate::tui::overlays) fn row(view: &View, who: CombatantId, share: Share) -> Field {
    Field::new(view.name(who), Value::among(&Share::ALL, &share, |share| share.word().into()))
}

/// The share entered in the row of a target.
pub(in crate::tui::overlays) fn share_in(row: &Field) -> Share {
    Share::ALL.get(row.pick()).copied().unwrap_or_default()
}

/// A typed amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    /// Whether it harms rather than heals.
    pub harms: bool,
    /// The amount, before the share.
    pub dice: DiceExpr,
    /// The share of it that each target takes, unless its row says otherwise.
    pub share: Share,
}

/// Parses an amount: `9`, `-9` harms, `+9` heals, `2d6+1`, `9/2` half, `9*2` double. Without a sign, `harms` decides.
///
/// # Errors
/// Says what was found and what is expected.
pub fn read(text: &str, harms: bool) -> Result<Amount, String> {
    let text = text.trim();
    let (harms, rest) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (harms, text),
    };
    let (rest, share) = match rest.split_once(['/', '*']) {
        None => (rest, Share::Full),
        Some((rest, "2")) if text.contains('/') => (rest, Share::Half),
        Some((rest, "2")) => (rest, Share::Double),
        Some(_) => return Err(format!("\"{text}\": expected an amount, with /2 or *2 at most")),
    };
    let dice: DiceExpr = rest.parse()?;
    if dice.range().1 < 0 {
        return Err(format!("\"{text}\" is less than nothing"));
    }
    Ok(Amount { harms, dice, share })
}

/// Opens the prompt; `harms` decides what a number without a sign does. `None` without targets.
pub fn open(view: &View, harms: bool) -> Option<Box<dyn Overlay>> {
    let targets = view.board.targets();
    if targets.is_empty() {
        return None;
    }
    let label = if harms { "damage" } else { words::healing(view.about()) };
    let mut fields = vec![Field::new(label, Value::Dice(String::new()))];
    if targets.len() > 1 {
        fields.extend(targets.iter().map(|who| row(view, *who, Share::Full)));
    }
    let title = view.board.called(view.e, &targets);
    let hint = match targets.len() {
        1 => "9, 2d6+1, 9/2 half, 9*2 double; -9 harms, +9 heals".into(),
        _ => format!("9, 2d6+1, 9/2 half, 9*2 double; on a row {ROW_KEYS}"),
    };
    let done = move |_: &View, form: &Form| fill(form, &targets, harms);
    Some(FormBox::new(title, Form::new(fields), done).hint(hint).boxed())
}

fn fill(form: &Form, targets: &[CombatantId], harms: bool) -> Filled {
    let amount = read(form.fields[0].text(), harms).map_err(|fault| (0, fault))?;
    let share = |at: usize| match form.fields.get(at + 1) {
        Some(row) if share_in(row) != Share::Full => share_in(row),
        _ => amount.share,
    };
    let who = targets.iter().enumerate().map(|(at, who)| (*who, share(at))).collect();
    let amount_of = amount.dice;
    Ok(Verdict::Run(vec![match amount.harms {
        true => Command::Harm { amount: amount_of, who },
        false => Command::Heal { amount: amount_of, who },
    }]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_says_what_it_does() {
        let plain = |harms| Amount { harms, dice: DiceExpr::flat(9), share: Share::Full };
        assert_eq!(read("9", true), Ok(plain(true)));
        assert_eq!(read("9", false), Ok(plain(false)));
        assert_eq!(read("+9", true), Ok(plain(false)));
        assert_eq!(read("-9", false), Ok(plain(true)));
    }

    #[test]
    fn halves_doubles_and_dice() {
        assert_eq!(read("9/2", true).map(|a| a.share), Ok(Share::Half));
        assert_eq!(
            read("2d6+1*2", true).map(|a| (a.dice, a.share)),
            Ok((DiceExpr::new(2, 6, 1), Share::Double))
        );
        assert!(read("9/3", true).is_err());
        assert!(read("", true).is_err());
        assert!(read("abc", true).is_err());
    }
}
