//! Rule assets, which are embedded in the program.

use super::about::{About, Source};
use super::deed::Rows;
use crate::rules::model::block::attribute::AttributeRow;
use crate::rules::model::block::tag::TagRow;
use crate::rules::model::condition::ConditionRow;
use crate::rules::model::counter::CounterRow;
use crate::rules::model::error::{self, RefusalRow};
use crate::rules::model::option::OptionRow;
use crate::rules::model::tally::ReasonRow;
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

/// A ruleset's tables of words.
#[derive(Clone, Copy)]
pub struct Words {
    /// Its deeds.
    pub deeds: &'static Rows,
    /// Its conditions.
    pub conditions: &'static [ConditionRow],
    /// Its reasons for terms.
    pub reasons: &'static [ReasonRow],
    /// Its own refusals, and the shared ones that it words otherwise.
    pub refusals: &'static [RefusalRow],
    /// Its options.
    pub options: &'static [&'static OptionRow],
    /// Its counters.
    pub counters: &'static [CounterRow],
    /// Its tags of attack lines.
    pub tags: &'static [TagRow],
    /// Its attributes.
    pub attributes: &'static [AttributeRow],
}

impl<T> Asset<T> {
    /// Adds the ruleset's words, and what a house book may change.
    #[must_use]
    pub fn with(mut self, words: &Words, source: Source) -> Self {
        self.about.source = source;
        self.about.deeds = words.deeds;
        self.about.conditions = Vocabulary::of(words.conditions);
        self.about.reasons = Vocabulary::of(words.reasons);
        self.about.refusals = Vocabulary::of(error::SHARED).and(words.refusals);
        self.about.options = words.options.to_vec();
        self.about.counters = Vocabulary::of(words.counters);
        self.about.tags = Vocabulary::of(words.tags);
        self.about.attributes = Vocabulary::of(words.attributes);
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

/// Defines a ruleset's asset: its words, its description without what lies above it, and its tables of figures.
macro_rules! asset {
    ($name:literal, $tables:ty, { $($words:ident: $rows:expr,)* }) => {
        /// The tables of its words, without the deeds: these build on the asset, so only [`super::about`] has them.
        pub static WORDS: $crate::rules::ruleset::asset::Words = $crate::rules::ruleset::asset::Words {
            deeds: $crate::rules::ruleset::deed::Rows::NONE,
            $($words: $rows,)*
        };

        /// The text of the asset.
        const TEXT: &str =
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/rulesets/", $name, ".ron"));

        static ASSET: std::sync::LazyLock<$crate::rules::ruleset::asset::Asset<$tables>> =
            std::sync::LazyLock::new(|| {
                let asset: $crate::rules::ruleset::asset::Asset<$tables> =
                    $crate::rules::ruleset::asset::embedded(concat!("assets/rulesets/", $name, ".ron"), TEXT);
                asset.with(&WORDS, SOURCE)
            });

        /// What a house book may change.
        const SOURCE: $crate::rules::ruleset::about::Source = $crate::rules::ruleset::about::Source {
            text: TEXT,
            tables: |text| Ok(Box::new($crate::notation::read::<$tables>(text)?)),
        };

        /// The house book in force, if it is laid over this ruleset. Kept out of the way of those who have none.
        #[cold]
        #[inline(never)]
        pub fn laid() -> Option<&'static $crate::rules::ruleset::laid::Laid> {
            $crate::rules::ruleset::laid::in_force()
                .filter(|laid| laid.description().id == ASSET.about.id)
        }

        /// Returns names, texts, options and conditions, but no deeds; those of the house book in force, if one is.
        #[inline]
        pub fn about() -> &'static $crate::rules::ruleset::about::About {
            if $crate::rules::ruleset::laid::any()
                && let Some(laid) = laid()
            {
                return laid.description();
            }
            &ASSET.about
        }

        /// Returns the tables of figures; those of the house book in force, if one is.
        #[inline]
        pub fn tables() -> &'static $tables {
            if $crate::rules::ruleset::laid::any()
                && let Some(tables) = laid().and_then(|laid| laid.tables())
            {
                return tables;
            }
            &ASSET.tables
        }
    };
}
pub(in crate::rules) use asset;
