//! The share of an amount that one target takes.

use super::listed::listed;

listed! {
    /// How much of an amount one target takes.
    #[derive(Default)]
    Share {
        /// All of it.
        #[default]
        Full = "all",
        /// Half, rounded as the ruleset rounds.
        Half = "half",
        /// Nothing.
        None = "none",
        /// Twice.
        Double = "double",
    }
}

impl Share {
    /// Applies the share to an amount; `half` is half of it, rounded as the ruleset rounds.
    pub fn of(self, amount: i32, half: i32) -> i32 {
        match self {
            Self::Full => amount,
            Self::Half => half,
            Self::None => 0,
            Self::Double => amount.saturating_mul(2),
        }
    }
}
