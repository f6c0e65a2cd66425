//! Values of assets that are parsed on first use.

use ron::value::RawValue;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::ops::Deref;
use std::sync::OnceLock;

/// A value of an asset that is parsed on first use.
#[derive(Debug, Clone, Deserialize)]
#[serde(from = "Box<RawValue>")]
pub struct Later<T> {
    text: Box<RawValue>,
    read: OnceLock<T>,
}

impl<T> From<Box<RawValue>> for Later<T> {
    fn from(text: Box<RawValue>) -> Self {
        Self { text, read: OnceLock::new() }
    }
}

impl<T: DeserializeOwned> Deref for Later<T> {
    type Target = T;

    /// # Panics
    /// If the value cannot be parsed. This is an error in a built-in asset, which `tests/assets.rs` detects, and cannot
    /// be caused by users.
    fn deref(&self) -> &T {
        self.read.get_or_init(|| match super::read(self.text.get_ron()) {
            Ok(value) => value,
            Err(error) => panic!("an asset: {error}"),
        })
    }
}
