//! The ruleset's asset: its description and its tables of figures.

use super::tables::Tables;
use super::{condition, counter, options, reason, refusal, tag};
use crate::rules::ruleset::asset::asset;

asset! {
    "bx", Tables, {
        conditions: condition::ROWS,
        reasons: reason::ROWS,
        refusals: refusal::ROWS,
        options: options::ROWS,
        counters: counter::ROWS,
        tags: tag::ROWS,
        attributes: &[],
    }
}
