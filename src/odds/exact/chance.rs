//! Exact probabilities, as fractions.

use std::fmt;

/// A probability as a fraction in lowest terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chance {
    part: u128,
    whole: u128,
}

impl Chance {
    /// Impossible.
    pub const NEVER: Self = Self { part: 0, whole: 1 };
    /// Certain.
    pub const ALWAYS: Self = Self { part: 1, whole: 1 };

    /// The fraction `part / whole`; [`Self::NEVER`] if `whole` is 0.
    pub fn of(part: u128, whole: u128) -> Self {
        match common(part, whole) {
            _ if whole == 0 => Self::NEVER,
            shared => Self { part: part / shared, whole: whole / shared },
        }
    }

    /// The numerator and denominator, in lowest terms.
    pub fn parts(self) -> (u128, u128) {
        (self.part, self.whole)
    }

    /// The chance that both of two independent events happen. `None` on overflow.
    pub fn and(self, other: Self) -> Option<Self> {
        let (a, b) = (Self::of(self.part, other.whole), Self::of(other.part, self.whole));
        Some(Self { part: a.part.checked_mul(b.part)?, whole: a.whole.checked_mul(b.whole)? })
    }

    /// The chance that either of two mutually exclusive events happens. `None` on overflow.
    pub fn or(self, other: Self) -> Option<Self> {
        let shared = common(self.whole, other.whole);
        let one = self.part.checked_mul(other.whole / shared)?;
        let two = other.part.checked_mul(self.whole / shared)?;
        Some(Self::of(one.checked_add(two)?, (self.whole / shared).checked_mul(other.whole)?))
    }

    /// The complement: the chance that it does not happen.
    pub fn fails(self) -> Self {
        Self { part: self.whole.saturating_sub(self.part), whole: self.whole }
    }

    /// The conditional chance, given an event of chance `all` that includes this one. `None` if `all` is impossible, or
    /// on overflow.
    pub fn given(self, all: Self) -> Option<Self> {
        if all.part == 0 { None } else { self.and(Self { part: all.whole, whole: all.part }) }
    }

    /// The least common denominator. `None` on overflow.
    pub fn common_whole(mut all: impl Iterator<Item = Self>) -> Option<u128> {
        all.try_fold(1u128, |whole, chance| match whole % chance.whole {
            0 => Some(whole),
            _ => (whole / common(whole, chance.whole)).checked_mul(chance.whole),
        })
    }

    /// As a number from 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "a figure for the eye")]
    pub fn number(self) -> f64 {
        self.part as f64 / self.whole as f64
    }
}

impl fmt::Display for Chance {
    /// Writes `55 %`. The possible is never shown as 0 %, nor the uncertain as 100 %.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = self.number() * 100.0;
        let whole = percent.round();
        match () {
            () if self.part == 0 => f.write_str("0 %"),
            () if self.part == self.whole => f.write_str("100 %"),
            () if percent < 0.5 => f.write_str("under 1 %"),
            () if percent >= 99.5 => f.write_str("over 99 %"),
            () => write!(f, "{whole} %"),
        }
    }
}

fn common(a: u128, b: u128) -> u128 {
    // Machine words divide much faster.
    match (u64::try_from(a), u64::try_from(b)) {
        (Ok(a), Ok(b)) => u128::from(common_small(a, b)),
        _ if b == 0 => a.max(1),
        _ => common(b, a % b),
    }
}

fn common_small(a: u64, b: u64) -> u64 {
    if b == 0 { a.max(1) } else { common_small(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_exact_and_in_lowest_terms() {
        let (half, third) = (Chance::of(2, 4), Chance::of(5, 15));
        assert_eq!(half.parts(), (1, 2));
        assert_eq!(half.or(third), Some(Chance::of(5, 6)));
        assert_eq!(half.and(third), Some(Chance::of(1, 6)));
        assert_eq!(third.fails(), Chance::of(2, 3));
        assert_eq!(Chance::of(1, 6).given(half), Some(third));
        assert_eq!(half.given(Chance::NEVER), None);
        let tiny = Chance::of(1, u128::MAX);
        assert_eq!(tiny.and(tiny), None, "too large, and not wrong");
        assert_eq!(tiny.or(Chance::of(1, u128::MAX - 1)), None);
    }

    #[test]
    fn what_can_happen_is_never_shown_as_impossible() {
        let shown = |part, whole| Chance::of(part, whole).to_string();
        assert_eq!(shown(11, 20), "55 %");
        assert_eq!(shown(1, 216), "under 1 %");
        assert_eq!(shown(1, 200), "1 %", "a half is rounded up");
        assert_eq!(shown(215, 216), "over 99 %");
        assert_eq!((shown(0, 1), shown(7, 7)), ("0 %".into(), "100 %".into()));
    }
}
