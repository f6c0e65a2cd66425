//! The ruleset's asset: its description and its tables of figures.

use super::tables::Tables;
use super::{attribute, condition, counter, options, reason, refusal, tag};
use crate::rules::ruleset::about::About;
use crate::rules::ruleset::asset::{Asset, Words, embedded};
use crate::rules::ruleset::deed::Rows;
use std::sync::LazyLock;

/// The tables of its words, without the deeds: these build on the asset, so only [`super::about`] has them.
pub static WORDS: Words = Words {
    deeds: Rows::NONE,
    conditions: condition::ROWS,
    reasons: reason::ROWS,
    refusals: refusal::ROWS,
    options: options::ROWS,
    counters: counter::ROWS,
    tags: tag::ROWS,
    attributes: attribute::ROWS,
};

static ASSET: LazyLock<Asset<Tables>> = LazyLock::new(|| {
    embedded::<Asset<Tables>>(
        "assets/rulesets/house.ron",
        include_str!("../../../assets/rulesets/house.ron"),
    )
    .with(&WORDS)
});

/// Returns names, texts, options and conditions, but no deeds.
#[inline]
pub fn about() -> &'static About {
    &ASSET.about
}

/// Constants and charts.
#[inline]
pub fn tables() -> &'static Tables {
    &ASSET.tables
}
