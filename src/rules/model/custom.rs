//! What the custom effects of a combatant add to its totals.

use super::combatant::Combatant;
pub use super::custom_effect::{CustomEffect, Lasting, MOST, Occasion, SaveToEnd, Stat};
use super::tally::{Reason, Sum, Tally, Terms};
use std::sync::Arc;

/// Adds the custom effects that apply to that total of the bearer, one term each.
pub fn add(terms: &mut impl Terms, c: &Combatant, stat: Stat) {
    add_times(terms, c, stat, 1);
}

/// Subtracts them instead, for totals where lower is better, such as a descending armour class.
pub fn take(tally: &mut Tally, c: &Combatant, stat: Stat) {
    add_times(tally, c, stat, -1);
}

fn add_times(terms: &mut impl Terms, c: &Combatant, stat: Stat, times: i32) {
    for custom in c.effects.iter().filter_map(|effect| effect.custom.as_deref()) {
        for (_, value) in custom.adds.iter().filter(|(of, _)| *of == stat) {
            terms.add(Reason::Named(Arc::clone(&custom.name)), value.saturating_mul(times));
        }
    }
}

/// Returns the sum that custom effects add to that total.
pub fn sum(c: &Combatant, stat: Stat) -> i32 {
    let mut sum = Sum::default();
    add(&mut sum, c, stat);
    sum.total()
}
