//! Simulates whole fights many times over, with policy playing all combatants.
//!
//! The dice of each fight are seeded from the seed of the plan and its number, and results are counted in integers, so
//! they are the same for any number of cores.

pub mod course;
mod fight;
mod outlook;
pub mod words;

pub use course::{Course, Turn};
pub use fight::{End, Fought, fight};
pub use outlook::{Chance, Fate, Outlook, SideFate};

use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::Text;
use crate::rules::model::option::OptionRow;
use crate::rules::registry;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many fights run before the stop conditions are checked.
const BATCH: u32 = 64;

/// How many fights to run, and with which dice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// The seed of the dice.
    pub seed: u64,
    /// The margin of error of each side's chance to win at which to stop: half the width of the 95 % interval, as a
    /// fraction of 1. With 0 it never stops early.
    pub margin: f64,
    /// The most fights.
    pub budget: u32,
}

impl Default for Plan {
    /// A margin of two percent.
    fn default() -> Self {
        Self { seed: 1, margin: 0.02, budget: 10_000 }
    }
}

/// Simulates fights from a state until the plan is carried out or `stop` is set. Calls `told` with the result so far
/// after each batch.
pub fn simulate(
    start: &Encounter,
    plan: &Plan,
    stop: &AtomicBool,
    mut told: impl FnMut(&Outlook),
) -> Outlook {
    let mut outlook = Outlook::of(start);
    while outlook.fights < plan.budget && !stop.load(Ordering::Relaxed) {
        let last = outlook.fights.saturating_add(BATCH).min(plan.budget);
        let Some(batch) = fought(start, plan.seed, outlook.fights..last, stop) else { break };
        outlook.add(&batch);
        told(&outlook);
        if outlook.margin() <= plan.margin {
            break;
        }
    }
    outlook
}

/// Runs the fights with these numbers in parallel. `None` if stopped before all were over.
fn fought(
    start: &Encounter,
    seed: u64,
    numbers: std::ops::Range<u32>,
    stop: &AtomicBool,
) -> Option<Outlook> {
    let rules = registry::of(start);
    let one = |number: u32| {
        let fought = fight(rules, start, dice_of(seed, number), stop)?;
        let mut outlook = Outlook::of(start);
        outlook.count(&fought);
        Some(outlook)
    };
    numbers.into_par_iter().map(one).try_reduce_with(|mut one, other| {
        one.add(&other);
        Some(one)
    })?
}

/// The seed of one fight's dice, unrelated to those of its neighbours (the finalizer of splitmix64).
fn dice_of(seed: u64, number: u32) -> u64 {
    let step = u64::from(number).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut mixed = seed.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(step);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The similarity, in thousandths, from which a name counts as misspelt.
const NEAR: u32 = 850;

/// Options with their values.
pub type Options = Vec<(Text, Text)>;

/// Returns the fight under other options from now on, and the options with their full ids. The last part of an id
/// suffices as input.
///
/// # Errors
/// A message about the first option that is unknown or whose value is invalid.
pub fn with_options(
    start: &Encounter,
    options: &[(Text, Text)],
) -> Result<(Options, Encounter), String> {
    let about = registry::of(start).about();
    let (mut set, mut changed) = (Options::new(), start.clone());
    for (id, value) in options {
        let is_it = |option: &OptionRow| [option.id, last_part(option.id)].contains(&&**id);
        let Some(option) = about.options.iter().find(|option| is_it(option)) else {
            let likeness = |option: &&&OptionRow| {
                // Integers, to be ordered.
                (strsim::jaro_winkler(last_part(id), last_part(option.id)) * 1000.0) as u32
            };
            let near = about.options.iter().max_by_key(likeness).filter(|near| likeness(near) >= NEAR);
            let hint = match near {
                Some(near) => format!("did you mean {}?", near.id),
                None => format!("wardrum rules --ruleset {} lists them", about.id.name()),
            };
            return Err(format!("{id}: found no such option in {}; {hint}", about.title));
        };
        option.accepts(value).map_err(|fault| fault.to_string())?;
        changed.awaiting.remove(option.id);
        changed.options.insert(option.id.into(), value.clone());
        set.push((option.id.into(), value.clone()));
    }
    Ok((set, changed))
}

fn last_part(id: &str) -> &str {
    id.rsplit('.').next().unwrap_or(id)
}
