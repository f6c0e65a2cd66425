//! Rule assets, which are embedded in the program.

use super::about::About;
use crate::rules::model::condition::ConditionRow;
use crate::rules::model::word::Vocabulary;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The contents of `assets/rulesets/<id>.ron`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asset<T> {
    /// The ruleset's description of itself.
    pub about: About,
    /// Its tables of figures.
    pub tables: T,
}

impl<T> Asset<T> {
    /// Adds the ruleset's conditions.
    #[must_use]
    pub fn with(mut self, conditions: &'static [ConditionRow]) -> Self {
        self.about.conditions = Vocabulary::of(conditions);
        self
    }
}

/// Parses an embedded asset.
///
/// # Panics
/// If the asset is faulty: a build error, caught by `tests/assets.rs`, never the user's.
pub fn embedded<T: DeserializeOwned>(name: &str, text: &str) -> T {
    match crate::notation::read(text) {
        Ok(value) => value,
        Err(error) => panic!("built-in {name}: {error}"),
    }
}
