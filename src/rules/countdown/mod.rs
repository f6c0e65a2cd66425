//! Countdown d20: every creature on its own number, ascending armour class.

pub mod figures;
mod lookup;
pub mod tables;

use super::asset::embedded;
use super::ruleset::Table;
use serde::Deserialize;
use std::sync::LazyLock;
use tables::Tables;

/// The figures alone, until the ruleset has its asset.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    tables: Tables,
}

static ASSET: LazyLock<Part> =
    LazyLock::new(|| embedded("countdown/tables.ron", concat!("(", include_str!("tables.ron"), ")")));

/// Figures.
pub fn tables() -> &'static Tables {
    &ASSET.tables
}

/// The tables as a referee would print them.
pub fn printed() -> Vec<Table> {
    lookup::tables()
}
