//! Limited supplies: arrows, charges, uses of a spell. A supply names the attack lines and spells that consume it; one
//! that names none is consumed by those with its own name. Those without a supply are unlimited; those with several use
//! them up one after the other.

use super::combatant::Combatant;
use super::error::{Refusal, RuleError};
use super::fault::{Fault, Path};
use super::ids::Text;
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
    fn is_of(&self, name: &str) -> bool {
        let is = |named: &str| named.eq_ignore_ascii_case(name);
        match &self.by[..] {
            [] => is(&self.name) || self.name.strip_suffix('s').is_some_and(is),
            by => by.iter().any(|by| is(by)),
        }
    }
}

impl Combatant {
    /// Returns the supplies consumed by the attack line or spell of that name, in the order in which they are used up;
    /// none if its use is unlimited.
    pub fn supplies_of<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a Supply> {
        self.supplies.iter().filter(move |supply| supply.is_of(name))
    }

    /// Returns the supply that its next use draws on: the first with anything left, or the first if all are used up.
    pub fn supply_of(&self, name: &str) -> Option<&Supply> {
        let mut all = self.supplies_of(name);
        all.find(|supply| supply.left() > 0).or_else(|| self.supplies_of(name).next())
    }
}

/// Checks that the supplies of an attack line or spell together suffice for that many uses.
///
/// # Errors
/// `none-left`, naming the supply that is short.
pub fn check(c: &Combatant, name: &str, times: u32) -> Result<(), RuleError> {
    let Some(supply) = c.supply_of(name) else { return Ok(()) };
    let left = left(c, name);
    if left >= times.max(1) {
        return Ok(());
    }
    let found = if left == 0 { "no".into() } else { format!("only {left}") };
    let detail = format!("{found} {} left", supply.name);
    Err(RuleError::new(Refusal::NONE_LEFT).of(c.id).saying(detail))
}

/// Returns the uses left of an attack line or spell in all its supplies; 0 if it has none.
pub fn left(c: &Combatant, name: &str) -> u32 {
    c.supplies_of(name).fold(0, |left, supply| left.saturating_add(supply.left()))
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
