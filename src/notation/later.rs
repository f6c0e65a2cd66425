//! A value of an asset that is read when it is first looked at.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use std::ops::Deref;
use std::sync::OnceLock;

/// What stands in the asset, or what was read from it.
#[derive(Debug, Clone)]
pub struct Later<T> {
    text: Box<str>,
    read: OnceLock<T>,
}

impl<'de, T> Deserialize<'de> for Later<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = Box::<ron::value::RawValue>::deserialize(from)?.get_ron().into();
        Ok(Self { text, read: OnceLock::new() })
    }
}

impl<T: DeserializeOwned> Deref for Later<T> {
    type Target = T;

    /// # Panics
    /// When it cannot be read: a fault of the build, which `tests/assets.rs` finds, never of a user.
    fn deref(&self) -> &T {
        self.read.get_or_init(|| match super::read(&self.text) {
            Ok(value) => value,
            Err(error) => panic!("an asset: {error}"),
        })
    }
}
