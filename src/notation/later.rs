//! Values whose text is kept as it stands.

use super::reader::AS_IT_STANDS;
use serde::de::{DeserializeOwned, Error, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

/// The text of a value, of which no more is known than where it ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verbatim(pub Box<str>);

impl<'de> Deserialize<'de> for Verbatim {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_newtype_struct(AS_IT_STANDS, Whole)
    }
}

struct Whole;

impl Visitor<'_> for Whole {
    type Value = Verbatim;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Verbatim, E> {
        Ok(Verbatim(text.into()))
    }
}

/// A value of an asset that is read when it is first looked at.
#[derive(Debug, Clone, Deserialize)]
#[serde(from = "Verbatim")]
pub struct Later<T> {
    text: Verbatim,
    read: OnceLock<T>,
}

impl<T> From<Verbatim> for Later<T> {
    fn from(text: Verbatim) -> Self {
        Self { text, read: OnceLock::new() }
    }
}

impl<T: DeserializeOwned> Deref for Later<T> {
    type Target = T;

    /// # Panics
    /// When it cannot be read: a fault of the build, which `tests/assets.rs` finds, never of a user.
    fn deref(&self) -> &T {
        self.read.get_or_init(|| match super::read(&self.text.0) {
            Ok(value) => value,
            Err(error) => panic!("an asset: {error}"),
        })
    }
}
