//! The prompt for an amount of damage or healing, for one row or several, each with its share.

use super::outcome::{self, Outcome};
use crate::rules::model::command::{Command, Overrule, Share};
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::effect::Condition;
use crate::rules::model::ids::CombatantId;
use crate::rules::text::words;
use crate::tui::overlays::Layer;
use crate::tui::overlays::forms::edit::{Row, fixed};
use crate::tui::overlays::forms::form::{Field, Value};
use crate::tui::session::Session;
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

/// What an amount does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Does {
    /// Damage.
    Harm,
    /// Healing.
    Heal,
    /// Temporary hit points.
    Shield,
}

/// A typed amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    /// Whether it harms, heals, or gives temporary hit points.
    pub does: Does,
    /// The amount, before the share.
    pub dice: DiceExpr,
    /// The share of it that each target takes, unless its row says otherwise.
    pub share: Share,
}

/// The words behind an amount of temporary hit points.
const TEMPORARY: [&str; 6] =
    ["temporary hit points", "temporary hp", "temporary", "temp hp", "temp", "t"];

/// Parses an amount: `9`, `-9` harms, `+9` heals, `2d6+1`, `9/2` half, `9*2` double, `+9 temp` temporary hit points.
/// Without a sign, `harms` decides.
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
    let low = rest.to_ascii_lowercase();
    if let Some(number) = TEMPORARY.iter().find_map(|word| low.strip_suffix(word)) {
        return temporary(text, number.trim(), harms);
    }
    let (rest, share) = match rest.split_once(['/', '*']) {
        None => (rest, Share::Full),
        Some((rest, "2")) if text.contains('/') => (rest, Share::Half),
        Some((rest, "2")) => (rest, Share::Double),
        Some(_) => return Err(format!("\"{text}\": expected an amount, with /2 or *2 at most")),
    };
    let dice: DiceExpr = rest.parse()?;
    if dice.range().1 < 1 {
        return Err(format!("found {text}, which is nothing; expected 1 or more"));
    }
    Ok(Amount { does: if harms { Does::Harm } else { Does::Heal }, dice, share })
}

/// Parses temporary hit points. Like healing they need a plus where a bare number is damage, so that nobody who means
/// temporary damage gives them.
fn temporary(text: &str, number: &str, harms: bool) -> Result<Amount, String> {
    if harms {
        return Err(format!(
            "\"{text}\": temporary hit points are given, not dealt: type +{number} temp"
        ));
    }
    match number.parse() {
        Ok(points) if points > 0 => {
            Ok(Amount { does: Does::Shield, dice: DiceExpr::flat(points), share: Share::Full })
        }
        _ => Err(format!("\"{text}\": expected a number of temporary hit points, such as +5 temp")),
    }
}

/// Opens the prompt; `harms` decides what a number without a sign does. `None` without targets.
pub fn open(view: &View, harms: bool) -> Option<Box<dyn Layer>> {
    let targets = view.board.targets();
    if targets.is_empty() {
        return None;
    }
    let label = if harms { "damage" } else { words::healing(view.about()) };
    let shields = view.about().condition(Condition::TEMPORARY_HP).is_some();
    let field = Field::new(label, Value::Dice(String::new())).known_as("amount");
    let mut rows = vec![Row::new(field, move |given: &mut Given, field| {
        given.typed = !field.text().is_empty();
        given.amount = match read(field.text(), harms) {
            Ok(amount) if amount.does == Does::Shield && !shields => {
                Err("these rules count wounds: there are no temporary hit points".into())
            }
            read => read,
        };
        Ok(())
    })];
    if targets.len() > 1 {
        rows.extend(targets.iter().enumerate().map(|(at, who)| {
            let put = move |given: &mut Given, share| given.who[at].1 = share;
            Row::set(row(view, *who, Share::Full), |field| Ok(share_in(field)), put)
        }));
    }
    let title = view.board.called(view.e, &targets).into_owned();
    let temporary = if shields { ", +9 temp gives temporary hit points" } else { "" };
    let hint = match targets.len() {
        1 => format!("9, 2d6+1, 9/2 half, 9*2 double; -9 harms, +9 heals{temporary}"),
        _ => format!("9, 2d6+1{temporary}; on a row {ROW_KEYS}"),
    };
    let who = targets.iter().map(|who| (*who, Share::Full)).collect();
    let given = Given { amount: Err(String::new()), typed: false, who };
    let done = |session: &mut Session, given: &Given| {
        let amount = given.amount.clone().map_err(|fault| (0, fault))?;
        session.run(commands(amount, &given.shares(amount)))
    };
    let (rules, e) = (view.rules, view.e.clone());
    let comes = move |given: &Given| match given.amount {
        Ok(amount) => {
            let who = given.shares(amount);
            let commands = commands(amount, &who);
            Outcome { rules, e: &e, amount, who: &who, commands: &commands }.text()
        }
        Err(_) if !given.typed => outcome::before(rules, &e, &targets),
        Err(_) => String::new(),
    };
    Some(fixed(title, given, rows, done).coming_to(comes).hint(hint).boxed())
}

/// An amount as filled in.
#[derive(Clone)]
struct Given {
    /// The amount, or why there is none.
    amount: Result<Amount, String>,
    /// Whether anything was typed.
    typed: bool,
    /// Each target with the share in its row.
    who: Vec<(CombatantId, Share)>,
}

impl Given {
    /// The targets with their shares; that of the amount, unless a row says otherwise.
    fn shares(&self, amount: Amount) -> Vec<(CombatantId, Share)> {
        let share = |own: Share| if own == Share::Full { amount.share } else { own };
        self.who.iter().map(|(who, own)| (*who, share(*own))).collect()
    }
}

/// The commands that carry an amount out.
fn commands(amount: Amount, who: &[(CombatantId, Share)]) -> Vec<Command> {
    let dice = amount.dice;
    match amount.does {
        Does::Harm => vec![Command::Harm { amount: dice, who: who.to_vec() }],
        Does::Heal => vec![Command::Heal { amount: dice, who: who.to_vec() }],
        Does::Shield => shields(dice.plus, who),
    }
}

/// One command for all that get the same number of temporary hit points. Half is rounded down.
fn shields(points: i32, who: &[(CombatantId, Share)]) -> Vec<Command> {
    let of = |share: Share| -> Vec<CombatantId> {
        who.iter().filter(|(_, own)| *own == share).map(|(who, _)| *who).collect()
    };
    let each = Share::ALL.map(|share| (share.of(points, points / 2), of(share)));
    let some = each.into_iter().filter(|(value, who)| *value > 0 && !who.is_empty());
    let give = |(value, who)| {
        let (condition, rounds, label, toward) = (Condition::TEMPORARY_HP, None, None, None);
        Command::Overrule(Overrule::Afflict { who, condition, value, rounds, label, toward })
    };
    some.map(give).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_says_what_it_does() {
        let plain = |does| Amount { does, dice: DiceExpr::flat(9), share: Share::Full };
        assert_eq!(read("9", true), Ok(plain(Does::Harm)));
        assert_eq!(read("9", false), Ok(plain(Does::Heal)));
        assert_eq!(read("+9", true), Ok(plain(Does::Heal)));
        assert_eq!(read("-9", false), Ok(plain(Does::Harm)));
    }

    #[test]
    fn temporary_hit_points_are_given_with_a_plus_or_where_healing_is_typed() {
        let nine = Amount { does: Does::Shield, dice: DiceExpr::flat(9), share: Share::Full };
        for text in ["+9 temp", "+9t", "+9 Temporary hit points", "+ 9 temp hp"] {
            assert_eq!(read(text, true), Ok(nine), "{text}");
        }
        assert_eq!(read("9 temp", false), Ok(nine));
        let refused = read("9 temp", true).expect_err("a bare number is damage");
        assert!(refused.contains("type +9 temp"), "{refused}");
        for text in ["+temp", "+0 temp", "+2d6 temp", "+-3 temp"] {
            assert!(read(text, true).is_err(), "{text}");
        }
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

    #[test]
    fn nothing_is_no_amount() {
        for text in ["0", "+0", "-0", "--3", "0/2", "0*2", "1d6-6", "1d4-9"] {
            for harms in [true, false] {
                assert!(read(text, harms).is_err(), "{text}");
            }
        }
        assert!(read("1d6-5", true).is_ok(), "it may come to something");
    }
}
