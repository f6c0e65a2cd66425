//! Rule assets are part of the program.

use serde::de::DeserializeOwned;

/// Reads an asset that was built into the program.
///
/// # Panics
/// When the asset is faulty: a fault of the build, which `tests/assets.rs` finds, never of a user.
pub fn embedded<T: DeserializeOwned>(name: &str, text: &str) -> T {
    match super::notation::read(text) {
        Ok(value) => value,
        Err(error) => panic!("built-in {name}: {error}"),
    }
}
