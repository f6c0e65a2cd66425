//! Limited supplies: arrows, charges, uses of a spell. A supply names the attack lines and spells that consume it; one
//! that names none is consumed by those with its own name. Those without a supply are unlimited; those with several use
//! them up one after the other.

use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::fault::{Fault, Path};
use crate::rules::model::ids::Text;
use serde::{Deserialize, Serialize};

/// The largest size of a supply.
const MOST: u32 = 9999;

/// A counted resource that acts consume.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Supply {
    /// Its name: `arrows`.
    pub name: Text,
    /// The full amount, 1..=9999.
    pub most: u32,
    /// The amount used.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub used: u32,
    /// The names of the attack lines and spells that consume one per use. If empty: those with the name of the supply,
    /// in the singular or plural.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<Text>,
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}

impl Supply {
    /// Returns the amount left.
    pub fn left(&self) -> u32 {
        self.most.saturating_sub(self.used)
    }

    /// Whether a quarter or less is left.
    pub fn is_low(&self) -> bool {
        u64::from(self.left()) * 4 <= u64::from(self.most)
    }

    /// Whether the attack line or spell of that name consumes it.
    pub(in crate::rules::model) fn is_of(&self, name: &str) -> bool {
        let is = |named: &str| named.eq_ignore_ascii_case(name);
        match &self.by[..] {
            [] => is(&self.name) || self.name.strip_suffix('s').is_some_and(is),
            by => by.iter().any(|by| is(by)),
        }
    }
}

/// Returns the faults of a stat block's supplies.
pub fn faults(supplies: &[Supply]) -> Vec<Fault> {
    let fault = |(at, supply): (usize, &Supply)| {
        let twice = supplies[..at].iter().any(|other| other.name == supply.name);
        if supply.name.trim().is_empty() || twice {
            return Some(Fault::name("counters.name", &supply.name, "one that no other has"));
        }
        Fault::outside(Path::from("counters").part(&*supply.name), supply.most, 1..=MOST)
    };
    supplies.iter().enumerate().filter_map(fault).collect()
}

/// Checks a supply set by the referee; a maximum of 0 removes it.
///
/// # Errors
/// `bad-overrule` if the name is empty or the maximum is too large.
pub fn check_word(supply: &Supply) -> Result<(), RuleError> {
    let unnamed = supply.name.trim().is_empty().then(|| Fault::name("name", "", "one"));
    let fault = unnamed.or_else(|| Fault::outside("most", supply.most, 0..=MOST));
    fault.map_or(Ok(()), |fault| Err(Refusal::BAD_OVERRULE.at(fault)))
}
