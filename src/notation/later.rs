//! Values kept as unparsed text.

use super::reader::VERBATIM;
use serde::de::{DeserializeOwned, Error, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

/// The unparsed text of a value, of which only the end has been found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verbatim(pub Box<str>);

impl<'de> Deserialize<'de> for Verbatim {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_newtype_struct(VERBATIM, Whole)
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

/// A value of an asset that is parsed on first use.
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
    /// If the value cannot be parsed. This is an error in a built-in asset, which `tests/assets.rs` detects, and cannot
    /// be caused by users.
    fn deref(&self) -> &T {
        self.read.get_or_init(|| match super::read(&self.text.0) {
            Ok(value) => value,
            Err(error) => panic!("an asset: {error}"),
        })
    }
}
