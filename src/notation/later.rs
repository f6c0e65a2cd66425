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
    text: Option<Box<RawValue>>,
    read: OnceLock<T>,
}

impl<T> From<Box<RawValue>> for Later<T> {
    fn from(text: Box<RawValue>) -> Self {
        Self { text: Some(text), read: OnceLock::new() }
    }
}

impl<T> Later<T> {
    /// A value that is known already.
    pub fn known(value: T) -> Self {
        Self { text: None, read: OnceLock::from(value) }
    }
}

impl<T: DeserializeOwned> Deref for Later<T> {
    type Target = T;

    /// # Panics
    /// If the value cannot be parsed. This is an error in a built-in asset, which `tests/assets.rs` detects, and cannot
    /// be caused by users.
    fn deref(&self) -> &T {
        self.read.get_or_init(|| {
            match super::read(self.text.as_ref().map_or("", |text| text.get_ron())) {
                Ok(value) => value,
                Err(error) => panic!("an asset: {error}"),
            }
        })
    }
}
