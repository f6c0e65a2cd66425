//! What runs out: arrows, charges, uses of a spell. A supply names the attack lines and spells that use
//! it up; one that names nothing is used up by what is called as it is. What no supply names is not counted.

use super::combatant::Combatant;
use super::error::{Refusal, RuleError};
use super::ids::Text;
use serde::{Deserialize, Serialize};

/// The most there can be of anything.
const MOST: u32 = 9999;

/// Something counted that acts use up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Supply {
    /// What it is called: `arrows`.
    pub name: Text,
    /// How many there are when nothing was used up, 1..=9999.
    pub most: u32,
    /// How many are used up.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub used: u32,
    /// The attack lines and spells that use one each time, by name; none: what is called as the supply, or one of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<Text>,
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}

impl Supply {
    /// How many are left.
    pub fn left(&self) -> u32 {
        self.most.saturating_sub(self.used)
    }

    /// A quarter or less is left.
    pub fn is_low(&self) -> bool {
        u64::from(self.left()) * 4 <= u64::from(self.most)
    }

    /// Whether what is called so uses it up: it is named there, or the supply, which names nothing, is of that itself.
    fn is_of(&self, name: &str) -> bool {
        let is = |named: &str| named.eq_ignore_ascii_case(name);
        match &self.by[..] {
            [] => is(&self.name) || self.name.strip_suffix('s').is_some_and(is),
            by => by.iter().any(|by| is(by)),
        }
    }
}

impl Combatant {
    /// The supply that the attack line or spell of that name uses up; absent: it is not counted.
    pub fn supply_of(&self, name: &str) -> Option<&Supply> {
        self.supplies.iter().find(|supply| supply.is_of(name))
    }
}

/// Whether that attack line or spell can be used so many times more.
///
/// # Errors
/// `none-left`, with what there is too little of.
pub fn check(c: &Combatant, name: &str, times: u32) -> Result<(), RuleError> {
    match c.supply_of(name) {
        Some(supply) if supply.left() < times.max(1) => {
            let found = if supply.left() == 0 { "no".into() } else { format!("only {}", supply.left()) };
            let detail = format!("{found} {} left", supply.name);
            Err(RuleError::new(Refusal::NONE_LEFT).of(c.id).saying(detail))
        }
        _ => Ok(()),
    }
}

/// The faults of a stat block's supplies.
pub fn faults(supplies: &[Supply]) -> Vec<RuleError> {
    let fault = |(at, supply): (usize, &Supply)| {
        let twice = supplies[..at].iter().any(|other| other.name == supply.name);
        let detail = if supply.name.trim().is_empty() || twice {
            format!("counters: name \"{}\" empty or there twice, expected one of its own", supply.name)
        } else if !(1..=MOST).contains(&supply.most) {
            format!("counters: {} found {}, expected 1 to {MOST}", supply.name, supply.most)
        } else {
            return None;
        };
        Some(RuleError::new(Refusal::BAD_STAT).saying(detail))
    };
    supplies.iter().enumerate().filter_map(fault).collect()
}

/// A supply in the referee's words; one of none at all strikes it out.
///
/// # Errors
/// `bad-overrule`: no name, or more than there can be.
pub fn check_word(supply: &Supply) -> Result<(), RuleError> {
    let wrong = |detail: String| Err(RuleError::new(Refusal::BAD_OVERRULE).saying(detail));
    if supply.name.trim().is_empty() {
        return wrong("name: empty, expected one".into());
    }
    if supply.most > MOST {
        return wrong(format!("most: found {}, expected 0 to {MOST}", supply.most));
    }
    Ok(())
}
