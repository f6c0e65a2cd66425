//! Where the row of a name stands in a list that is asked for it many times an act.

use crate::rules::model::effect::Condition;
use std::sync::OnceLock;

/// A hash table of positions, made at the first question.
#[derive(Debug, Clone, Default)]
pub(super) struct Index(OnceLock<Vec<u16>>);

/// No row stands there.
const NONE: u16 = u16::MAX;

impl Index {
    /// The row of that name.
    #[inline]
    pub(super) fn row<'a, T, K>(
        &self,
        rows: &'a [T],
        name: impl Fn(&T) -> &K,
        wanted: &K,
    ) -> Option<&'a T>
    where
        K: Hashed + Eq + ?Sized,
    {
        let places = self.0.get_or_init(|| fill(rows, &name));
        let mut place = wanted.hashed();
        loop {
            let row = rows.get(usize::from(*places.get(place & (places.len() - 1))?))?;
            if name(row) == wanted {
                return Some(row);
            }
            place = place.wrapping_add(1);
        }
    }
}

/// At most half full, so that every search comes to a place without a row.
fn fill<T, K: Hashed + ?Sized>(rows: &[T], name: impl Fn(&T) -> &K) -> Vec<u16> {
    let mut places = vec![NONE; (rows.len() * 2).next_power_of_two().max(2)];
    for (at, row) in (0..NONE).zip(rows) {
        if let Some(free) = search(places.len(), name(row)).find(|place| places[*place] == NONE) {
            places[free] = at;
        }
    }
    places
}

/// Where a name may stand, the likeliest first, in a table of that size, which is a power of two.
#[inline]
fn search<K: Hashed + ?Sized>(size: usize, name: &K) -> impl Iterator<Item = usize> {
    let first = name.hashed();
    (0..size).map(move |step| first.wrapping_add(step) & (size - 1))
}

/// A name whose row is found by a number.
pub(super) trait Hashed {
    /// The number, which few names share.
    fn hashed(&self) -> usize;
}

impl Hashed for Condition {
    fn hashed(&self) -> usize {
        // The last letters of the longest tell none apart that the others do not.
        hashed(self.name().letters().as_chunks().0)
    }
}

impl Hashed for str {
    fn hashed(&self) -> usize {
        // Ids of options differ at their end.
        let words = self.as_bytes().as_rchunks().1;
        hashed(&words[words.len().saturating_sub(2)..])
    }
}

/// Half of the digits of the golden ratio: each bit of a word moves the high ones.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

fn hashed(words: &[[u8; 8]]) -> usize {
    let words = words.iter().map(|word| u64::from_le_bytes(*word));
    let hash = words.fold(0, |hash: u64, word| (hash.rotate_left(5) ^ word).wrapping_mul(SPREAD));
    usize::try_from(hash >> 40).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_and_no_other() {
        let rows: Vec<String> = (0..200).map(|n| format!("option.number-{n}")).collect();
        let index = Index::default();
        for wanted in &rows {
            assert_eq!(index.row(&rows, String::as_str, wanted.as_str()), Some(wanted));
        }
        assert_eq!(index.row(&rows, String::as_str, "option.number-200"), None);
        assert_eq!(Index::default().row(&rows[..0], String::as_str, "any"), None);
    }
}
