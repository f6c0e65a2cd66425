//! What a combatant has left of its supplies.

pub use super::block::supply::{Supply, check_word, faults};
use super::combatant::Combatant;
use super::error::{Refusal, RuleError};

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
