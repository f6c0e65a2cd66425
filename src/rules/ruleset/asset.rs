//! Rule assets are part of the program.

use super::about::About;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// What `assets/rulesets/<id>.ron` holds.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asset<T> {
    /// What the ruleset says of itself.
    pub about: About,
    /// Its figures.
    pub tables: T,
}

/// Reads an asset that was built into the program.
///
/// # Panics
/// When the asset is faulty: a fault of the build, which `tests/assets.rs` finds, never of a user.
pub fn embedded<T: DeserializeOwned>(name: &str, text: &str) -> T {
    match crate::notation::read(text) {
        Ok(value) => value,
        Err(error) => panic!("built-in {name}: {error}"),
    }
}
