//! Six Seconds: turns of six seconds on each combatant's own clock, wounds and will.

#[expect(dead_code, reason = "wired in together with the rules")]
mod lookup;
pub mod options;
pub mod tables;

use super::asset::embedded;
use super::ruleset::About;
use serde::Deserialize;
use std::sync::LazyLock;
use tables::Tables;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asset {
    about: About,
    tables: Tables,
}

static ASSET: LazyLock<Asset> = LazyLock::new(|| {
    embedded("assets/rulesets/seconds.ron", include_str!("../../../assets/rulesets/seconds.ron"))
});

/// Names, texts, options, conditions.
pub fn about() -> &'static About {
    &ASSET.about
}

/// Figures.
pub fn tables() -> &'static Tables {
    &ASSET.tables
}
