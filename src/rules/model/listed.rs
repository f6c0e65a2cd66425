//! Closed lists of values: each value with its word, in the order in which a form offers them.

/// A type of values that are picked from a list.
pub trait Listed: Copy + PartialEq + 'static {
    /// The values that are offered, in order.
    const LIST: &'static [Self];

    /// The display name.
    fn word(self) -> &'static str;
}

/// Defines a list of values, each with its word.
macro_rules! listed {
    ($(#[$doc:meta])* $kind:ident { $($(#[$its:meta])* $value:ident = $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(serde::Serialize, serde::Deserialize)]
        pub enum $kind {
            $($(#[$its])* $value,)*
        }

        impl $kind {
            /// All values, in order.
            pub const ALL: [Self; [$(Self::$value),*].len()] = [$(Self::$value),*];

            /// The display name.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$value => $word,)*
                }
            }
        }

        impl $crate::rules::model::listed::Listed for $kind {
            const LIST: &'static [Self] = &Self::ALL;

            fn word(self) -> &'static str {
                self.word()
            }
        }
    };
}
pub(in crate::rules) use listed;
