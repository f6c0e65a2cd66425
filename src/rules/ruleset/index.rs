//! A lookup index for lists that are searched by name many times per act.

use std::sync::OnceLock;

/// A hash table of row positions, built on first use.
#[derive(Debug, Clone, Default)]
pub(super) struct Index(OnceLock<Vec<u16>>);

/// An empty slot.
const EMPTY: u16 = u16::MAX;

impl Index {
    /// Returns the row with that name.
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

/// Fills the table at most half, so that every search reaches an empty slot.
fn fill<T, K: Hashed + ?Sized>(rows: &[T], name: impl Fn(&T) -> &K) -> Vec<u16> {
    let mut places = vec![EMPTY; (rows.len() * 2).next_power_of_two().max(2)];
    for (at, row) in (0..EMPTY).zip(rows) {
        if let Some(free) = probes(places.len(), name(row)).find(|place| places[*place] == EMPTY) {
            places[free] = at;
        }
    }
    places
}

/// The slots to probe for a name, in order; `size` is a power of two.
#[inline]
fn probes<K: Hashed + ?Sized>(size: usize, name: &K) -> impl Iterator<Item = usize> {
    let first = name.hashed();
    (0..size).map(move |step| first.wrapping_add(step) & (size - 1))
}

/// A key of the index.
pub(super) trait Hashed {
    /// Returns a hash that few keys share.
    fn hashed(&self) -> usize;
}

impl Hashed for str {
    fn hashed(&self) -> usize {
        // Option ids differ at the end.
        let words = self.as_bytes().as_rchunks().1;
        hashed(&words[words.len().saturating_sub(2)..])
    }
}

/// The golden ratio as a 64-bit multiplier, so that every bit of a word affects the high bits.
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
