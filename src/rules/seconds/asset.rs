//! The ruleset's asset: its description and its tables of figures.

use super::tables::Tables;
use super::{condition, counter, options, reason, refusal};
use crate::rules::ruleset::asset::asset;

asset! {
    "seconds", Tables, {
        conditions: condition::ROWS,
        reasons: reason::ROWS,
        refusals: refusal::ROWS,
        options: options::ROWS,
        counters: counter::ROWS,
        tags: &[],
        attributes: &[],
    }
}
